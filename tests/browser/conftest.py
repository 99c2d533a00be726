"""A real server, a real Chromium. Without a browser on the machine these tests are skipped and say so."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.program import browser_program

ROOT = Path(__file__).resolve().parents[2]
STATIC = ROOT / "src" / "quadrilatero" / "static"
LARGE_TILES = ["--default-tile-width=1024", "--default-tile-height=1024"]
"""Without a graphics card maps are drawn tile by tile: fewer of them save a fifth of a browser test's work."""
PATIENCE = 30_000  # milliseconds; machines that test have few cores and much to do
expect.set_options(timeout=PATIENCE)


def is_fault(text: str, kind: str) -> bool:
    """A wrong password (401) and a server killed on purpose are part of some tests."""
    return kind == "error" and "ERR_CONNECTION_REFUSED" not in text and "status of 401" not in text


class Server:
    """A server of one's own on a free port with an empty database; it can be killed and comes back where it was."""

    def __init__(
        self, place: Path, *more: str, program: Sequence[str] = ("-m", "quadrilatero"), environment: Any = None
    ) -> None:
        self.place, self.more, self.program = place, more, program
        self.environment = {**os.environ, **(environment or {})}
        self.environment.pop("QUADRILATERO_BUILD", None)  # as a player starts it: compiled if there is such a build
        self.port = 0
        self.start()

    def start(self) -> None:
        database = f"sqlite:///{self.place / 'games.db'}"
        place = ["--port", str(self.port), "--db", database, "--guests", "100000"]
        command = [sys.executable, *self.program, "serve", *place]
        self.log = (self.place / "log").open("a+", encoding="utf-8")
        self.process = subprocess.Popen(
            [*command, *self.more],
            stdout=subprocess.PIPE,
            stderr=self.log,
            text=True,
            cwd=self.place,
            env=self.environment,
        )
        assert self.process.stdout
        found = next(filter(None, (re.search(r"http://[\d.]+:(\d+)/", line) for line in self.process.stdout)), None)
        assert found, f"the server did not start: {(self.place / 'log').read_text(encoding='utf-8')[-2000:]}"
        self.address, self.port = found[0], int(found[1])

    def stop(self, *, hard: bool = False) -> None:
        if hard:
            self.process.kill()
        else:
            self.process.terminate()
        self.process.wait(60)
        assert self.process.stdout
        self.process.stdout.close()
        self.log.close()


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the server of these tests is."""
    if not (STATIC / "index.html").is_file():
        pytest.skip("the client is not built: run `make web`")
    server = Server(tmp_path_factory.mktemp("server"))
    yield server.address
    server.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    program = browser_program()
    if program is None:
        pytest.fail("no Chromium on this machine: run tests/provide.py, as `make test` does")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=LARGE_TILES)
        yield browser
        browser.close()


def visiting(browser: Browser, address: str) -> Iterator[Callable[..., Page]]:
    """Open a page of one's own; errors on it fail the test, but for a server that was killed on purpose."""
    faults: list[str] = []
    contexts = []

    def open_page(path: str = "", **options: object) -> Page:
        usual: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}, "locale": "en-GB", "base_url": address}
        context = browser.new_context(**{**usual, **options})
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on(
            "console", lambda message: faults.append(message.text) if is_fault(message.text, message.type) else None
        )
        page.goto(f"{address}{path}")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not faults, faults


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Callable[..., Page]]:
    """Open a page of one's own at the server of these tests."""
    yield from visiting(browser, address)
