"""A day of a campaign, played by two in two browsers: each sees what his own seat may see."""

from __future__ import annotations

import contextlib
import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect
from websockets.sync.client import ClientConnection, connect

from tests.browser.helpers import question, soon
from tests.browser.test_custoza import decide, seen_too_much, two_players

Visit = Callable[..., Page]
BY_PAGE = 2
"""How often each page answers a kind of question itself."""
IDLE = 0.7
"""How often a seat that may lets be what it is asked about, so that the day is over in a few minutes."""


class Line:
    """A socket beside a page, of the same player: what is asked of a seat comes by it, and answers go by it."""

    def __init__(self, socket: ClientConnection, seat: str) -> None:
        self.socket, self.seat, self.sent = socket, seat, 0
        self.state: dict[str, Any] = {"version": -1}

    @staticmethod
    @contextlib.contextmanager
    def of(page: Page, seat: str) -> Iterator[Line]:
        place, id = urlsplit(page.url), page.url.rpartition("/")[2]
        cookies = "; ".join(f"{c['name']}={c['value']}" for c in page.context.cookies())
        headers = {"Cookie": cookies, "Origin": f"{place.scheme}://{place.netloc}"}
        address = f"ws://{place.netloc}/ws/tables/{id}?seat={seat}"
        with connect(address, additional_headers=headers, max_size=None) as socket:
            line = Line(socket, seat)
            soon(page, partial(line.has_heard_since, -1))
            yield line

    def hear(self) -> None:
        """Take all that has come in."""
        with contextlib.suppress(TimeoutError):
            while True:
                message: dict[str, Any] = json.loads(self.socket.recv(timeout=0.01))
                assert message["t"] != "error", message
                if message["t"] == "state":
                    self.state = message

    def has_heard_since(self, version: int) -> bool:
        self.hear()
        return bool(self.state["version"] > version)

    def give(self, answer: Any) -> None:
        self.sent += 1
        about = {"t": "answer", "id": f"{self.seat}-{self.sent}", "version": self.state["version"], "seat": self.seat}
        self.socket.send(json.dumps({**about, "answer": answer}))


def test_a_game_day_is_played_by_two_who_see_what_their_own_seat_may_see(visit: Visit) -> None:
    """1866, which is one day: each kind of question is answered twice by each page, the others by socket."""
    pages = two_players(visit, "1866")
    with Line.of(pages["italy"], "italy") as italy, Line.of(pages["austria"], "austria") as austria:
        met = day_played(pages, {"italy": italy, "austria": austria})
    kinds = {what for what, _ in met}
    assert {"strategy", "states", "march", "march_move", "activate"} <= kinds, met
    assert met.total() > 100
    verdicts = [page.locator(".result .who").inner_text() for page in pages.values()]
    assert verdicts[0] == verdicts[1]
    for page in pages.values():
        expect(page.locator('g.piece[data-unit^="?"]')).to_have_count(0)


def day_played(pages: dict[str, Page], lines: dict[str, Line]) -> Counter[tuple[str, str]]:
    """Play to the end; how often a seat was asked what."""
    chance, met = random.Random(5), Counter[tuple[str, str]]()
    while True:
        for line in lines.values():
            line.hear()
        if any(line.state["table"]["status"] == "over" for line in lines.values()):
            return met
        called = [line for line in lines.values() if line.seat in line.state["table"]["turn"]]
        if not called:
            continue
        line = called[0]
        what, before = line.state["question"]["what"], line.state["version"]
        if met[what, line.seat] < BY_PAGE or not line.state["options"]:
            question(pages[line.seat], what)
            decide(pages[line.seat], what)
            for side, shown in pages.items():
                assert not seen_too_much(shown, side)
        else:
            options = line.state["options"]
            ends = [one for one in options if one["do"] in ("done", "pass")]
            line.give(chance.choice(ends if ends and chance.random() < IDLE else options))
        met[what, line.seat] += 1
        soon(pages[line.seat], partial(line.has_heard_since, before))
