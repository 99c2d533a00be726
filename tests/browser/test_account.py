"""What a player is told: cards, a key, the log in turns, the computer at one's own pace, a camera that obeys."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.helpers import (
    QUESTIONS,
    at_rest,
    lay_orders,
    on_to,
    pause,
    point,
    question,
    serious,
    sit,
    soon,
    table,
)

Visit = Callable[..., Page]
LOW = {"left": 1, "centre": 2, "right": 3}  # the computer's wings are likely to act before one's own


def choose(page: Page, setting: str, value: str) -> None:
    """As if it had been chosen in the settings on an earlier day."""
    page.evaluate("([name, value]) => (localStorage['quadrilatero.' + name] = value)", [setting, value])
    page.reload()


def test_a_counter_tells_what_it_is(visit: Visit) -> None:
    page = visit()
    sit(page, table(page))
    question(page, "orders")
    card = page.get_by_test_id("about")
    horse = page.locator("g.piece[data-unit=S-R5]").get_attribute("data-hex") or ""

    def pointed() -> bool:  # the map may still come to rest under the pointer
        page.mouse.move(*point(page, horse))
        return "Carabineros Reales" in "".join(card.all_inner_texts())

    soon(page, pointed)
    for words in ("Spain, cavalry", "right wing", "4 of 4 steps", "2 stars", "faces N", "squadrons"):
        expect(card).to_contain_text(words)
    page.mouse.move(*point(page, "2118"))
    expect(card).to_be_hidden()
    page.mouse.move(5, 5)

    page.get_by_test_id("map").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    for _ in range(30):  # the cursor begins at some unit and finds another
        if card.count():
            break
        page.keyboard.press("ArrowRight")
    expect(card).to_be_visible()
    assert serious(page) == []

    touch = visit(viewport={"width": 390, "height": 844}, has_touch=True)
    sit(touch, table(touch))
    question(touch, "orders")
    touch.get_by_role("tab", name="Forces").click()
    touch.locator("#panel").get_by_role("button", name=re.compile("Carabineros Reales")).click()
    x, y = point(touch, horse)
    finger = {"pointerType": "touch", "clientX": x, "clientY": y, "bubbles": True, "button": 0}
    touch.get_by_test_id("map").dispatch_event("pointerdown", finger)
    expect(touch.get_by_test_id("about")).to_contain_text("Carabineros Reales")


def test_names_light_their_counters_and_symbols_have_a_key(visit: Visit) -> None:
    page = visit()
    sit(page, table(page))
    lay_orders(page)
    on_to(page, "move")
    page.locator(".units button").nth(1).hover()
    expect(page.locator("circle.lit")).to_have_count(1)
    page.mouse.move(5, 5)
    expect(page.locator("circle.lit")).to_have_count(0)
    page.locator(".units button").nth(1).focus()
    expect(page.locator("circle.lit")).to_have_count(1)

    page.get_by_role("button", name="Key to the symbols").click()
    key = page.get_by_role("dialog", name="Key to the symbols")
    for words in ("light infantry", "green corners: may act", "grey with a tick: has acted", "its field of fire"):
        expect(key).to_contain_text(words)
    assert serious(page) == []
    page.keyboard.press("Escape")
    expect(key).to_be_hidden()


def test_the_log_is_folded_by_turns_and_leaves_out_what_is_seen_on_the_map(visit: Visit) -> None:
    page = visit()
    sit(page, table(page))
    lay_orders(page)
    on_to(page, "move")
    page.keyboard.press("n")
    page.get_by_role("button", name="Turn on the spot").click()
    question(page, "face")
    page.keyboard.press("2")
    question(page, "move")
    log = page.locator(".log")
    faced = log.locator("li", has_text="faces NE")
    expect(faced).to_have_count(0)
    log.get_by_role("button", name=re.compile("small thing")).last.click()
    expect(faced).to_have_count(1)
    turn = log.get_by_role("button", name=re.compile("Activation: the Spanish")).last
    expect(turn).to_have_attribute("aria-expanded", "true")
    expect(turn.locator(".mark")).to_contain_text("S")
    turn.click()
    expect(turn).to_have_attribute("aria-expanded", "false")
    expect(faced).to_have_count(0)
    expect(log.locator("h3").first).to_contain_text("Order points")  # the oldest comes first
    assert serious(page) == []


def test_the_computer_moves_at_my_pace(visit: Visit) -> None:
    page = visit()
    choose(page, "pace", "slow")
    panel, shown = page.locator("#decision-panel"), page.get_by_role("button", name="Pause")
    told: list[dict[str, Any]] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: told.append(json.loads(frame))))
    for _ in range(8):  # until it is the computer that begins, and it does several things
        sit(page, table(page))
        lay_orders(page, **LOW)
        shown.or_(page.locator("#decision-panel:not([data-question=orders]):not([data-question=''])")).first.wait_for()
        if not pause(page):
            continue
        soon(page, lambda: any(message["t"] == "state" and message["question"] for message in told[-3:]))
        before = int(panel.get_attribute("data-version") or 0)
        if sum(message["t"] == "state" and message["version"] > before for message in told) > 4:
            break
    else:
        raise AssertionError("the computer never began")
    page.wait_for_timeout(2500)
    assert int(panel.get_attribute("data-version") or 0) == before, "it waits"
    assert serious(page) == []
    page.get_by_role("button", name="One step").click()
    page.wait_for_function(f"document.querySelector('#decision-panel').dataset.version > {before}")
    page.keyboard.press(".")
    page.get_by_role("button", name="Skip to the end").click()
    expect(page.get_by_role("button", name="Skip to the end")).to_be_hidden()
    question(page, "orders", *QUESTIONS)
    page.get_by_role("tab", name="Table").click()
    expect(page.get_by_label("The computer's moves")).to_have_value("slow")


def test_the_camera_comes_back_to_what_is_asked_and_keeps_to_the_map(visit: Visit) -> None:
    page = visit(viewport={"width": 1280, "height": 600})
    sit(page, table(page, scenario="battle"))
    for _ in range(4):  # near enough to lose the armies out of sight
        page.keyboard.press("+")
    lay_orders(page, **LOW)
    on_to(page, "move")
    expect(page.locator("g.piece.acting").first).to_be_visible()
    stage, sheet = page.locator(".stage").bounding_box(), at_rest(page)
    assert stage
    assert sheet["x"] <= stage["x"] + 1
    assert sheet["y"] <= stage["y"] + 1
    assert sheet["x"] + sheet["width"] >= stage["x"] + stage["width"] - 1
    assert sheet["y"] + sheet["height"] >= stage["y"] + stage["height"] - 1
    for unit in page.locator("g.piece.acting").all():
        x, y = point(page, unit.get_attribute("data-hex") or "")
        assert stage["x"] < x < stage["x"] + stage["width"]
        assert stage["y"] < y < stage["y"] + stage["height"]


def test_the_camera_stays_where_it_is_told_to(visit: Visit) -> None:
    page = visit(viewport={"width": 1280, "height": 600})
    choose(page, "follow", "no")
    sit(page, table(page))
    question(page, "orders")
    sheet = page.locator(".sheet")
    whole = sheet.bounding_box()
    for _ in range(3):
        page.keyboard.press("+")
    soon(page, lambda: sheet.bounding_box() != whole)
    before = at_rest(page)
    lay_orders(page, **LOW)
    on_to(page, "move")
    assert at_rest(page) == before
