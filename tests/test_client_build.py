"""The browser client: built from today's sources, small enough, and inside the wheel."""

import gzip
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import hatch_build

ROOT = Path(__file__).resolve().parent.parent
WEB, STATIC = ROOT / "web", ROOT / "src" / "quadrilatero" / "static"

pytestmark = pytest.mark.skipif(not (STATIC / "index.html").is_file(), reason="the client is not built: run `make web`")


def test_what_is_built_is_what_the_sources_say() -> None:
    assert hatch_build.is_built(WEB, STATIC), "the client has changed: run `make web`"


def test_every_page_is_within_its_bytes() -> None:
    weighed = hatch_build.pages(STATIC)
    assert {"welcome", "lobby", "table, any game", "replay, any game", "verifier"} <= weighed.keys()
    assert {page: sent for page, (sent, limit) in weighed.items() if sent >= limit} == {}


def test_what_is_built_is_packed_too() -> None:
    for file in STATIC.glob("assets/*.js"):
        if len(file.read_bytes()) >= 500:
            assert gzip.decompress(file.with_name(f"{file.name}.gz").read_bytes()) == file.read_bytes()
            assert file.with_name(f"{file.name}.br").stat().st_size < file.stat().st_size


def test_a_game_weighs_on_its_own_pages_only() -> None:
    weighed = {page: sent for page, (sent, _) in hatch_build.pages(STATIC).items()}
    for page in ("table", "replay"):
        assert weighed[f"{page}, camposanto"] > weighed[f"{page}, any game"] + 20_000


def test_the_stamp_follows_every_source_and_nothing_else(tmp_path: Path) -> None:
    web = tmp_path / "web"
    (web / "src").mkdir(parents=True)
    (web / "src" / "main.ts").write_text("1", encoding="utf-8")
    before = hatch_build.stamp_of(web)
    (web / "node_modules").mkdir()
    (web / "node_modules" / "x.js").write_text("2", encoding="utf-8")
    assert hatch_build.stamp_of(web) == before
    (web / "src" / "main.ts").write_text("3", encoding="utf-8")
    assert hatch_build.stamp_of(web) != before


def test_the_wheel_carries_the_client(tmp_path: Path) -> None:
    """The built files are ignored by git and would be left out without a word."""
    copy = tmp_path / "project"
    shutil.copytree(ROOT / "src", copy / "src", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "hatch_build.py", "hatch_compile.py", "LICENSE", ".gitignore"):
        shutil.copy(ROOT / name, copy / name)
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel"],
        cwd=copy,
        env={**os.environ, "QUADRI_WEB": "skip", "QUADRI_COMPILED": "skip"},
        check=True,
        capture_output=True,
    )
    (wheel,) = (copy / "dist").glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    for path in STATIC.rglob("*"):
        if path.is_file():
            assert f"quadrilatero/static/{path.relative_to(STATIC).as_posix()}" in names
