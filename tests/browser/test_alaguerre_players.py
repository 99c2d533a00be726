"""A battle of A la Guerre for four, each at a screen of his own: orders are handed on, each decides for his own."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.helpers import answered, serious, sit

Visit = Callable[..., Page]
HEADERS = {"X-Quadrilatero": "1"}
LAPTOP = {"width": 1366, "height": 657}
NAMES = {"red": "Anna", "red.red.gassion": "Béla", "blue": "Carla", "blue.blue.isembourg": "Dora"}
GENERALS = {"red": "Gassion", "blue": "Isembourg"}
PATIENCE = 120
"""Seconds; dice may leave somebody without an order for a turn or two."""


def gathered(visit: Visit) -> dict[str, Page]:
    """Four people at Rocroi, each in a browser of his own, the last one on an Italian page."""
    pages = {
        seat: visit(viewport=LAPTOP, locale="it-IT" if seat == "blue.blue.isembourg" else "en-GB") for seat in NAMES
    }
    table = ""
    for seat, page in pages.items():
        page.request.post("/api/session", headers=HEADERS, data={"name": NAMES[seat]})
        if not table:
            form = {"game": "alaguerre", "scenario": "rocroi", "options": {"players": "several"}, "seat": seat}
            made = page.request.post("/api/tables", headers=HEADERS, data={**form, "opponent": {"kind": "open"}})
            assert made.ok, made.text()
            table = made.json()["id"]
        else:
            joined = page.request.post(f"/api/tables/{table}/join", headers=HEADERS, data={"seat": seat})
            assert joined.ok, joined.text()
    for page in pages.values():
        sit(page, table)
    return pages


def asked(page: Page) -> str:
    """What a page is asked now; nothing while it waits for others."""
    panel = page.locator("#decision-panel[aria-busy=false]")
    return (panel.get_attribute("data-question") or "") if panel.count() else ""


def decide(seat: str, page: Page, what: str) -> None:
    """Hand an order to the general who is a player, else do as little as there is to do."""
    panel = page.locator("#decision-panel")
    if what == "orders" and "." not in seat:
        general = panel.locator(".part").filter(has_text=GENERALS[seat])
        if general.locator(".die").count():
            general.locator(".die").first.click()
            expect(general).to_have_class(re.compile(r"\bon\b"))
    ends = panel.locator("button.end:enabled")
    go_on = panel.locator(":is(button.main, .docked button):enabled").first
    answered(page, ends if what in ("move", "fire") and ends.count() else go_on)


def test_four_people_fight_rocroi_each_for_his_own_troops(visit: Visit) -> None:
    pages = gathered(visit)
    for seat, page in pages.items():
        company = re.compile("Anna.*Carla.*Gassion.*Béla.*Isembourg.*Dora", re.DOTALL)
        expect(page.locator(".company")).to_contain_text(company)
        told = {side: page.locator(f".side.{side} .num").first for side in GENERALS}
        own = seat.partition(".")[0]
        for side, cohesion in told.items():  # 4.3: one's own is known, the enemy's is not
            expect(cohesion).to_have_text(re.compile(r"\d+" if side == own else r"\?"))
    decided: dict[str, list[str]] = {seat: [] for seat in pages}
    ends = time.monotonic() + PATIENCE
    while not all(decided.values()):
        assert time.monotonic() < ends, f"not everybody was asked: {decided}"
        turn = {seat: what for seat, page in pages.items() if (what := asked(page))}
        for seat, what in turn.items():
            waiting = [other for other in pages if other not in turn]
            if waiting and not any(decided.values()):
                expect(pages[waiting[0]].locator("#decision")).to_contain_text(re.compile("to decide|Decide"))
            decide(seat, pages[seat], what)
            decided[seat].append(what)
    assert serious(pages["red.red.gassion"]) == []
