"""The life of a game on the page: lobby, orders, moves, undo, Assaults, two at one screen, phone, keys alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

import quadrilatero as q
from quadrilatero.kernel import Match
from tests.browser.conftest import Server
from tests.browser.helpers import enter, lay_orders, on_to, play_until, point, question, serious, sit, study, table
from tests.games.camposanto.support import austria, begin, spain

Visit = Callable[..., Page]


def test_a_newcomer_is_in_a_game_at_once(visit: Visit) -> None:
    page = visit()
    enter(page)
    assert serious(page) == []
    page.locator("label", has_text="First Steps").click()
    page.locator("label.pill", has_text="Spain").click()
    page.get_by_role("button", name="Set up the table").click()
    question(page, "orders")
    expect(page.locator("g.piece").nth(20)).to_be_visible()
    page.get_by_role("link", name="Lobby").click()
    expect(page.get_by_text("Your turn").first).to_be_visible()


def test_moving_by_mouse_facing_undo_and_the_end_of_a_step(visit: Visit) -> None:
    page = visit()
    sit(page, table(page))
    on_to(page, "move")
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    unit = page.get_by_role("button", name=re.compile("^S-R5 Carabineros Reales, Spain, cavalry, .*4 of 4 steps"))
    before = unit.get_attribute("data-hex")
    unit.click()
    expect(unit).to_have_attribute("aria-pressed", "true")
    x, y = point(page, "2112")
    page.mouse.click(x, y)
    question(page, "face")
    expect(unit).to_have_attribute("data-hex", "2112")
    page.locator("g.handle[data-facing=NE]").click()
    question(page, "move")
    expect(page.locator("g.piece[data-unit=S-R5]")).to_have_attribute("aria-label", re.compile("facing NE"))
    page.locator(".log").get_by_role("button", name=re.compile("small thing")).last.click()
    expect(page.locator(".log")).to_contain_text("Carabineros Reales faces NE")
    page.get_by_role("button", name="Undo").click()
    expect(unit).to_have_attribute("data-hex", before or "")
    page.get_by_role("button", name="End the movement").click()
    expect(page.get_by_role("button", name="The Marshal is done")).to_be_visible()


def test_why_not_here(visit: Visit) -> None:
    page = visit()
    sit(page, table(page))
    on_to(page, "move")
    page.locator("g.piece[data-unit=S-R1]").click()
    page.mouse.click(*point(page, "1508"))
    expect(page.locator(".bubble")).to_contain_text("1508")
    page.locator(".refusal").get_by_role("button", name=re.compile("^Rule 6")).click()
    expect(page.locator("article.on")).to_be_visible()


def test_keys_alone(visit: Visit) -> None:
    """From the orders to a unit that has moved and faced, without the mouse."""
    page = visit()
    sit(page, table(page))
    question(page, "orders")
    page.keyboard.press("q")
    while not page.evaluate("document.activeElement.id.startsWith('slot-')"):
        page.keyboard.press("Tab")
    for times in (2, 4, 9):
        for _ in range(times):
            page.keyboard.press("ArrowUp")
        page.keyboard.press("ArrowRight")
    for _ in range(20):
        if page.evaluate("document.activeElement.classList.contains('main')"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    while question(page, "move", "fire", "general") != "move":
        version = page.locator("#decision-panel").get_attribute("data-version") or ""
        page.keyboard.press("d")
        expect(page.locator("#decision-panel")).not_to_have_attribute("data-version", version)
    page.get_by_test_id("map").focus()
    for _ in range(5):
        page.keyboard.press("n")
    expect(page.get_by_test_id("live")).to_contain_text("Carabineros Reales")
    for _ in range(2):
        page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    question(page, "face")
    page.keyboard.press("6")
    question(page, "move")
    expect(page.get_by_test_id("live")).to_contain_text("faces NW")
    page.keyboard.press("t")
    expect(page.locator("#text-input")).to_be_focused()
    page.keyboard.type("can S-R6")
    page.keyboard.press("Enter")
    expect(page.locator(".answers")).to_contain_text("can move to")


def test_both_languages_and_both_themes(visit: Visit) -> None:
    page = visit(locale="it-IT")
    enter(page, "Bruno")
    expect(page.get_by_role("heading", name="Nuovo tavolo")).to_be_visible()
    page.get_by_test_id("lang").select_option("en")
    expect(page.get_by_role("heading", name="New table")).to_be_visible()
    page.get_by_test_id("theme").select_option("dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert serious(page) == []
    page.reload()
    expect(page.get_by_role("heading", name="New table")).to_be_visible()
    sit(page, table(page))
    question(page, "orders")
    page.get_by_role("tab", name="Table").click()
    page.get_by_test_id("lang").select_option("it")
    expect(page.locator("#decision")).to_have_text("La tua decisione")
    assert serious(page) == []


def test_assaults_are_declared_beside_the_map_with_all_odds(visit: Visit) -> None:
    page = visit()
    id = table(page)
    for seed in range(4, 9):
        if play_until(page, id, "spain", "assault", least=2, seed=seed):
            break
        id = table(page)
    sit(page, id)
    choices = page.locator("#decision-panel button.choice")
    expect(page.get_by_role("button", name="No Assault")).to_be_visible()
    assert serious(page) == []
    choices.first.click()
    expect(page.locator("#decision-panel li.on")).to_have_count(1)
    page.get_by_label("Compare the odds of all of them").check()
    expect(page.locator("#decision-panel .words")).to_have_count(choices.count())  # the declared one among them
    expect(page.locator("#decision-panel li.on .words")).to_contain_text("at worst")
    expect(page.locator(".price.odds").first).to_have_text(re.compile(r"\d+ %"))
    assert serious(page) == []
    page.get_by_role("button", name=re.compile("^Fight")).first.click()
    expect(page.locator("#decision-panel")).not_to_have_attribute("data-question", "assault")


def two_assaults() -> Match:
    """Two Assaults far from each other, of which one is much the better."""
    return begin(
        spain("S1", "inf", "0710", name="Savoia", stars=2),
        spain("S2", "inf", "1210", name="Parma", steps=2),
        austria("E1", "inf", "0709", name="Diesbach", steps=2, facing="S"),
        austria("E2", "inf", "1209", name="Vasquez", facing="S"),
        step="assault",
        board="camposanto",
    )


def steps(mean: float) -> str:
    return f"{mean:.1f}".removesuffix(".0")


def test_each_declared_assault_shows_its_own_odds_and_losses(visit: Visit) -> None:
    match = two_assaults()
    page = visit()
    study(page, match)
    expect(page.get_by_role("button", name="No Assault")).to_be_visible()
    assert serious(page) == []
    expect(page.locator("#decision-panel .words")).to_have_count(2)
    odds = None
    on, arrows = page.locator("#decision-panel li.on"), page.locator(".price.odds")
    for unit, target, name in (("S1", "E1", "Savoia → Diesbach"), ("S2", "E2", "Parma → Vasquez")):
        match.answer("spain", {"do": "assault", "unit": unit, "targets": [target]})
        page.locator("button.choice", has_text=name).click()
        odds = q.odds(match, "spain", {"do": "done", "from": "left"})
        for fight in odds.parts or [odds]:
            declared = on.filter(has_text="Savoia" if "S1" in fight.pieces else "Parma")
            expect(declared).to_contain_text(f"you win {fight.success * 100:.0f} %")
            mine, theirs = fight.losses["spain"], fight.losses["austria"]
            expect(declared.locator(".words")).to_contain_text(
                f"You lose {steps(mine.expected)} steps on average, {mine.worst} at worst; "
                f"the enemy {steps(theirs.expected)}, {theirs.worst} at worst."
            )
            expect(arrows.filter(has_text=f"{fight.success * 100:.0f} %")).to_have_count(1)
        expect(page.locator("#decision-panel .total")).to_have_count(len(odds.parts) // 2)
    assert odds
    expect(page.locator("#decision-panel .total")).to_contain_text(f"you win {odds.success * 100:.0f} %")
    assert serious(page) == []
    page.get_by_role("button", name="Fight from the left").click()
    expect(page.locator("#decision-panel")).not_to_have_attribute("data-question", "assault")


def test_two_at_one_screen_never_see_each_others_orders(visit: Visit) -> None:
    page = visit()
    id = table(page, opponent="same_screen")
    page.goto(f"/#/table/{id}")
    page.get_by_role("heading", name="Pass the screen to Spain").wait_for()
    assert page.get_by_test_id("map").count() == 0
    assert serious(page) == []
    page.get_by_role("button", name="Spain: I am here").click()
    lay_orders(page)
    page.get_by_role("heading", name="Pass the screen to Austria and Savoy").wait_for()
    assert page.get_by_test_id("map").count() == 0
    expect(page.get_by_role("button", name="Austria and Savoy: I am here")).to_be_focused()
    page.keyboard.press("Enter")
    question(page, "orders")
    expect(page.locator(".points .chip")).to_have_text(["2", "3", "6", "7", "10", "11", "14", "15", "17"])
    expect(page.locator(".track")).to_contain_text("Orders are being assigned")


def test_on_a_phone_tap_and_confirm(visit: Visit) -> None:
    page = visit(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, device_scale_factor=2)
    sit(page, table(page))
    on_to(page, "move")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator(".units").get_by_role("button", name="Carabineros Reales").tap()
    x, y = point(page, "2113")
    page.touchscreen.tap(x, y)
    confirm = page.get_by_role("button", name="Confirm")
    expect(confirm).to_be_visible()
    box = confirm.bounding_box()
    assert box
    assert box["height"] >= 44
    confirm.tap()
    question(page, "face")
    assert serious(page) == []


def test_an_invitation_and_a_second_browser(visit: Visit) -> None:
    """Two contexts: the orders of one are not on the other's page before both are in."""
    anna, bruno = visit(), visit()
    id = table(anna, opponent="invitation")
    token = anna.request.get(f"/api/tables/{id}").json()["invitation"]
    bruno.goto(f"/#/join/{id}/{token}")
    enter(bruno, "Bruno")
    bruno.get_by_role("button", name="Accept and play Austria and Savoy").click()
    question(bruno, "orders")
    sit(anna, id)
    lay_orders(anna)
    expect(anna.locator("#decision-panel")).to_contain_text("stay sealed")
    expect(bruno.locator(".track")).to_contain_text("Orders are being assigned")
    lay_orders(bruno)
    expect(anna.locator(".track li")).to_have_count(6)
    expect(bruno.locator(".track li")).to_have_count(6)


def test_points_are_dragged_onto_wings(visit: Visit) -> None:
    page = visit()
    sit(page, table(page))
    question(page, "orders")
    for point_, wing in ((16, "left"), (8, "centre"), (4, "right")):
        page.get_by_role("button", name=f"Order point {point_}", exact=True).drag_to(page.locator(f"#slot-{wing}"))
    page.get_by_role("button", name="Order point 9", exact=True).click()
    page.locator("#slot-right").click()
    expect(page.locator(".slot")).to_have_text(["left wing 16", "centre 8", "right wing 9"], use_inner_text=True)
    page.get_by_role("button", name="Seal the orders").click()
    expect(page.locator(".track li")).to_have_count(6)


def test_a_whole_game_is_followed_to_its_result(visit: Visit) -> None:
    """Another device of the same player plays on; this page keeps up to the end, and so does a spectator's."""
    page, watcher = visit(), visit()
    id = table(page)
    sit(page, id)
    watcher.goto(f"/#/table/{id}")
    expect(watcher.locator("#decision")).to_have_text("You are watching")
    assert play_until(page, id, "spain", "nothing") is None
    for each in (page, watcher):
        result = each.get_by_role("dialog", name="The battle is decided")
        expect(result).to_be_visible()
        assert serious(each) == []
        result.get_by_role("button", name="Look at the field").click()
    page.get_by_role("tab", name="Table").click()
    page.get_by_role("button", name="Rematch").click()
    question(page, "orders")


def test_a_killed_server_comes_back_and_nothing_is_lost(visit: Visit, tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        page = visit(base_url=server.address)
        page.goto(server.address)
        sit(page, table(page))
        on_to(page, "move")
        before = page.locator("#decision-panel").get_attribute("data-version")
        server.stop(hard=True)
        expect(page.get_by_text("Connection lost")).to_be_visible()
        server.start()
        expect(page.get_by_text("Connection lost")).to_be_hidden(timeout=60_000)
        expect(page.locator("#decision-panel")).to_have_attribute("data-version", before or "")
        page.keyboard.press("n")
        page.get_by_role("button", name="Turn on the spot").click()
        question(page, "face")
    finally:
        server.stop()
