"""What a player is told: cards, a key, the log in turns, the computer at one's own pace, a camera that obeys."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.helpers import lay_orders, point, question, serious, sit, table

Visit = Callable[..., Page]
ANY = (
    "move",
    "fire",
    "general",
    "react",
    "face",
    "assault",
    "stand",
    "flee",
    "hit",
    "advance",
    "reroll",
    "next",
    "go_on",
)


def low_orders(page: Page) -> None:
    """Orders of the lowest points: the computer's wings are likely to act before one's own."""
    question(page, "orders")
    for wing, times in (("left", 1), ("centre", 2), ("right", 3)):
        page.locator(f"#slot-{wing}").focus()
        for _ in range(times):
            page.keyboard.press("ArrowUp")
    page.get_by_role("button", name="Seal the orders").click()


def choose(page: Page, setting: str, value: str) -> None:
    """As if it had been chosen in the settings on an earlier day."""
    page.evaluate("([name, value]) => (localStorage['quadrilatero.' + name] = value)", [setting, value])
    page.reload()


def on_to(page: Page, wanted: str) -> None:
    """Do as little as possible until that is asked."""
    for _ in range(60):
        asked = question(page, "orders", *ANY)
        if asked == wanted:
            return
        if asked == "orders":
            lay_orders(page)
        else:
            page.locator(".dock button, [role=dialog] button").filter(
                has_text=re.compile("^End|Keep|Stay|done|Stand|Fight|Let")
            ).first.click()
        page.wait_for_timeout(250)
    raise AssertionError(f"{wanted} was never asked")


def test_a_counter_tells_what_it_is(visit: Visit) -> None:
    page = visit()
    sit(page, table(page))
    question(page, "orders")
    card = page.get_by_test_id("about")
    horse = page.locator("g.piece[data-unit=S-R5]").get_attribute("data-hex") or ""
    page.mouse.move(*point(page, horse))
    expect(card).to_contain_text("Carabineros Reales")
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
    touch.wait_for_timeout(1500)
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
    heads = log.locator("h3").all_inner_texts()
    assert "Order points" in heads[0], "the oldest comes first"
    assert serious(page) == []


def test_the_computer_moves_at_my_pace(visit: Visit) -> None:
    page = visit()
    choose(page, "pace", "slow")
    pause = page.get_by_role("button", name="Pause")
    for _ in range(6):  # until it is the computer that begins
        sit(page, table(page))
        low_orders(page)
        pause.or_(page.locator("#decision-panel:not([data-question=orders]):not([data-question=''])")).first.wait_for()
        if pause.count():
            break
    pause.click()
    panel = page.locator("#decision-panel")
    page.wait_for_timeout(400)
    before = int(panel.get_attribute("data-version") or 0)
    page.wait_for_timeout(2500)
    assert int(panel.get_attribute("data-version") or 0) == before, "it waits"
    assert serious(page) == []
    page.get_by_role("button", name="One step").click()
    page.wait_for_function(f"document.querySelector('#decision-panel').dataset.version > {before}")
    page.keyboard.press(".")
    page.get_by_role("button", name="Skip to the end").click()
    expect(page.get_by_role("button", name="Skip to the end")).to_be_hidden()
    question(page, *ANY)
    page.get_by_role("tab", name="Table").click()
    expect(page.get_by_label("The computer's moves")).to_have_value("slow")


def test_the_camera_comes_back_to_what_is_asked_and_keeps_to_the_map(visit: Visit) -> None:
    page = visit(viewport={"width": 1280, "height": 600})
    sit(page, table(page, scenario="battle"))
    for _ in range(4):  # near enough to lose the armies out of sight
        page.keyboard.press("+")
    low_orders(page)
    on_to(page, "move")
    page.wait_for_timeout(900)
    stage, sheet = page.locator(".stage").bounding_box(), page.locator(".sheet").bounding_box()
    assert stage
    assert sheet
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
    before = whole
    while before == whole or sheet.bounding_box() != before:  # until the map has come to rest
        before = sheet.bounding_box()
        page.wait_for_timeout(300)
    low_orders(page)
    on_to(page, "move")
    page.wait_for_timeout(900)
    assert sheet.bounding_box() == before
