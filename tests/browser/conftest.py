"""A real server, a real Chromium. Without a browser on the machine these tests are skipped and say so."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
STATIC = ROOT / "src" / "quadrilatero" / "static"
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def browser_program() -> str | None:
    """QUADRI_BROWSER, or the first Chromium on the path."""
    return os.environ.get("QUADRI_BROWSER") or next(filter(None, map(shutil.which, NAMES)), None)


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server of its own on a free port with an empty database."""
    if not (STATIC / "index.html").is_file():
        pytest.skip("the client is not built: run `make web`")
    place = tmp_path_factory.mktemp("server")
    command = [sys.executable, "-m", "quadrilatero", "serve", "--port", "0", "--db", f"sqlite:///{place / 'games.db'}"]
    log = (place / "log").open("w+", encoding="utf-8")
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, cwd=place) as process, log:
        assert process.stdout
        found = None
        for line in process.stdout:
            if found := re.search(r"http://[\d.]+:\d+/", line):
                break
        try:
            assert found, f"the server did not start: {(place / 'log').read_text(encoding='utf-8')[-2000:]}"
            yield found[0]
        finally:
            process.terminate()
            process.wait(20)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    program = browser_program()
    if program is None:
        pytest.skip("no Chromium on this machine (Debian: apt install chromium-headless-shell)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program)
        yield browser
        browser.close()


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Callable[..., Page]]:
    """Open a page of one's own; errors on it fail the test."""
    faults: list[str] = []
    contexts = []

    def open_page(path: str = "", **options: object) -> Page:
        usual: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}, "locale": "en-GB", "base_url": address}
        context = browser.new_context(**{**usual, **options})
        context.set_default_timeout(15_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
        page.goto(f"{address}{path}")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not faults, faults
