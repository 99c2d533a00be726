"""Reports of the laboratory in the browser: listed, served under a policy of their own, nothing else reachable."""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path

import httpx2
import pytest

from quadrilatero.lab.report import page
from tests.server.support import running


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("first", "second"):
        (tmp_path / "runs" / name).mkdir(parents=True)
        html = page(f"Run <{name}>", "10 games", "<section><p>content</p></section>", "en")
        (tmp_path / "runs" / name / "report.html").write_text(html, encoding="utf-8")
    (tmp_path / "runs" / "unfinished").mkdir()
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "report.html").write_text("secret", encoding="utf-8")
    return tmp_path / "runs"


def test_reports_are_listed_and_shown(folder: Path, tmp_path: Path):
    with (
        running(f"sqlite:///{tmp_path / 'a.db'}", reports=folder) as server,
        httpx2.Client(base_url=f"http://{server.address}") as http,
    ):
        listed = http.get("/api/reports").json()["reports"]
        assert [entry["address"] for entry in listed] == ["/reports/first/", "/reports/second/"]
        assert listed[0]["title"] == "Run <first>. 10 games"
        shown = http.get("/reports/", params={"lang": "it"})
        assert "Resoconti del laboratorio" in shown.text
        assert 'href="/reports/first/"' in shown.text
        report = http.get("/reports/first/")
        assert "<p>content</p>" in report.text
        (style,) = re.findall(r"<style>(.*?)</style>", report.text, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
        policy = report.headers["content-security-policy"]
        assert f"style-src 'sha256-{digest}'" in policy
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert http.get("/reports", follow_redirects=True).url.path == "/reports/"


@pytest.mark.parametrize("name", ["unfinished", "nobody", "..%2Fsecret", "%2e%2e%2fsecret"])
def test_nothing_else_is_reachable(name: str, folder: Path, tmp_path: Path):
    with (
        running(f"sqlite:///{tmp_path / 'a.db'}", reports=folder) as server,
        httpx2.Client(base_url=f"http://{server.address}") as http,
    ):
        answer = http.get(f"/reports/{name}/")
        assert "secret" not in answer.text
        assert answer.status_code in (404, 200, 503)
        assert "<p>content</p>" not in answer.text


def test_without_a_folder_there_are_none(tmp_path: Path):
    with (
        running(f"sqlite:///{tmp_path / 'a.db'}") as server,
        httpx2.Client(base_url=f"http://{server.address}") as http,
    ):
        assert http.get("/api/reports").json() == {"reports": []}
        assert "no reports yet" in http.get("/reports/").text
