"""Everything within reach on laptops, tablets and phones, and at twice the size: the guided game is played there."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.helpers import (
    LEAST,
    ONE_LANGUAGE,
    QUESTIONS,
    answered,
    at_rest,
    enter,
    lay_orders,
    on_to,
    point,
    question,
    serious,
    sit,
    soon,
    study,
    table,
)
from tests.browser.test_table import cornered, moment

Visit = Callable[..., Page]
SIZES: dict[str, dict[str, Any]] = {
    "laptop": {"viewport": {"width": 1366, "height": 657}},
    "small laptop": {"viewport": {"width": 1280, "height": 600}},
    "tablet": {"viewport": {"width": 820, "height": 1180}, "has_touch": True},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "laptop at 200 %": {"viewport": {"width": 683, "height": 328}},
    "small laptop at 200 %": {"viewport": {"width": 640, "height": 300}},
    "tablet at 200 %": {"viewport": {"width": 410, "height": 590}},
    "phone at 200 %": {"viewport": {"width": 320, "height": 640}, "has_touch": True, "is_mobile": True},
}
WHOLLY_SEEN = """element => {
    const box = element.getBoundingClientRect();
    if (box.left < 0 || box.top < 0 || box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5)
        return `out of the window: ${JSON.stringify(box)}`;
    const found = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return element.contains(found) ? "" : `under ${found?.outerHTML.slice(0, 120)}`;
}"""


def wholly_seen(control: Locator) -> None:
    """A control is, or soon comes, in sight without any scrolling."""
    control.wait_for()
    soon(control.page, lambda: control.evaluate(WHOLLY_SEEN) == "", why=lambda: str(control.evaluate(WHOLLY_SEEN)))


def press(control: Locator) -> None:
    """Press a control that must be in sight without any scrolling."""
    expect(control).to_be_enabled()
    wholly_seen(control)
    control.click()


def on_the_map(page: Page, hex: str) -> tuple[float, float]:
    """A hex that a player is asked about: on the screen, and under nothing but the map."""
    x, y = point(page, hex)
    under = page.evaluate("([x, y]) => document.elementFromPoint(x, y)?.closest('[data-testid=map]') !== null", [x, y])
    assert under, f"{hex} at {x:.0f}, {y:.0f} is not on the map"
    return x, y


def point_at(page: Page, hex: str, until: Callable[[], bool]) -> None:
    """Click a hex, and again if the map slipped away below the pointer: on a busy machine it comes to rest late.

    A second click confirms the first, so it has to wait until nothing can come of that any more.
    """

    def clicked() -> bool:
        page.mouse.click(*on_the_map(page, hex))
        begun = time.monotonic()
        while not until() and time.monotonic() < begun + 8:
            page.wait_for_timeout(100)
        return until()

    soon(page, clicked, why=lambda: f"{hex} was clicked in vain")


def guided(page: Page) -> None:
    """The guided game through every step of the first activation, by pointer alone."""
    enter(page, "Novizia")
    page.get_by_role("button", name="Learn to play: Camposanto").click()
    guide = page.locator("section.guide")
    expect(guide).to_have_attribute("data-lesson", "welcome")
    press(page.get_by_role("button", name="Go on"))
    expect(guide).to_have_attribute("data-lesson", "orders")
    for wing, order in (("left", "4"), ("centre", "8"), ("right", "16")):
        page.get_by_role("button", name=f"Order point {order}", exact=True).click()
        page.locator(f"#slot-{wing}").click()
    press(page.get_by_role("button", name="Seal the orders"))
    expect(guide).to_have_attribute("data-lesson", "activation")
    expect(page.locator(".track .now .state")).to_have_text(re.compile(r"\w+"))
    press(page.get_by_role("button", name="Go on"))
    while question(page, *QUESTIONS) != "move":
        least = page.locator(".dock button:enabled").filter(has_text=LEAST).first
        wholly_seen(least)
        answered(page, least)
    page.locator(".units").get_by_role("button", name="Carabineros Reales").click()
    expect(guide).to_have_attribute("data-lesson", "move.hex")
    point_at(page, "2113", until=lambda: guide.get_attribute("data-lesson") == "move.confirm")
    press(page.get_by_role("button", name="Confirm"))
    question(page, "face")
    on_the_map(page, "2113")
    press(page.locator(".dock").get_by_role("button", name=re.compile("^Keep")))
    question(page, "move")
    press(page.get_by_role("button", name="Undo"))
    if question(page, "move", "face") == "face":
        page.locator(".faces button").first.click()
    question(page, "move")
    wholly_seen(page.get_by_role("button", name="End the movement"))


@pytest.mark.parametrize("size", SIZES)
def test_the_guided_game_is_played_at_every_size(visit: Visit, size: str) -> None:
    page = visit(**SIZES[size], reduced_motion="reduce")
    guided(page)
    assert page.evaluate("[document.documentElement.scrollWidth <= innerWidth, scrollY]") == [True, 0]
    assert serious(page) == []


@pytest.mark.parametrize("device", ["laptop", "tablet", "phone"])
@pytest.mark.parametrize("locale", ["en-GB", "it-IT"])
def test_every_panel_has_a_tab_with_its_name(visit: Visit, device: str, locale: str) -> None:
    sizes = [size["viewport"] for name, size in SIZES.items() if device in name]
    page = visit(locale=locale, **SIZES[device])
    id = table(page)
    page.request.post(f"/api/tables/{id}/resign", headers={"X-Quadrilatero": "1"}, data={"seat": "spain"})
    sit(page, id)
    for size in sizes:
        page.set_viewport_size(size)
        every_tab_is_named(page)


def every_tab_is_named(page: Page) -> None:
    tabs = page.get_by_role("tab")
    expect(tabs).to_have_count(10)  # the reasons of the computer are told now
    if not page.locator("#panel").is_visible():
        tabs.first.click()
    for tab in tabs.all():
        tab.focus()
        wholly_seen(tab)
        assert tab.evaluate("e => e.scrollWidth <= e.clientWidth"), "its name is cut off"
        assert tab.inner_text().strip(), "a tab without a name"
    tabs.first.press("End")
    expect(tabs.last).to_have_attribute("aria-selected", "true")
    expect(page.locator("#panel")).to_be_visible()
    assert serious(page, ONE_LANGUAGE) == []


def width(page: Page) -> float:
    box = page.locator("aside.side").bounding_box()
    assert box
    return box["width"]


def test_the_side_is_made_wider_by_hand_and_by_key_and_shut(visit: Visit) -> None:
    page = visit(**SIZES["laptop"])
    sit(page, table(page))
    question(page, "orders")
    border = page.get_by_role("separator")
    before, box = width(page), border.bounding_box()
    assert box
    page.mouse.move(box["x"] + 5, 300)
    page.mouse.down()
    page.mouse.move(box["x"] - 95, 300, steps=4)
    page.mouse.up()
    soon(page, lambda: width(page) == pytest.approx(before + 100, abs=8))
    dragged = width(page)
    border.focus()
    page.keyboard.press("ArrowRight")
    soon(page, lambda: width(page) == pytest.approx(dragged - 24, abs=2))
    expect(border).to_have_attribute("aria-valuenow", str(round(width(page))))
    kept = width(page)
    page.reload()
    question(page, "orders")
    soon(page, lambda: width(page) == pytest.approx(kept, abs=2))

    page.get_by_role("button", name="Close the panels").click()
    expect(page.get_by_role("tab").first).to_be_hidden()
    soon(page, lambda: width(page) > 1300, why=lambda: "what is asked stands below the map")
    lay_orders(page)
    page.reload()
    question(page, *QUESTIONS)
    expect(page.get_by_role("tab").first).to_be_hidden()
    page.get_by_role("button", name="Open the panels").click()
    expect(page.get_by_role("tab").first).to_be_visible()


def test_nothing_jumps_under_the_pointer(visit: Visit) -> None:
    """Whatever is asked, the tabs, the actions and the map stay where they are."""
    page = visit(**SIZES["small laptop"])
    sit(page, table(page))
    on_to(page, "move")
    places = "() => [...document.querySelectorAll('#tab-log, .dock, .stage')].map(e => e.getBoundingClientRect().y)"
    seen = [page.evaluate(places)]
    for name in ("Carabineros Reales", "Calatrava"):
        unit = page.locator(".units").get_by_role("button", name=re.compile(name)).first
        if unit.count():
            unit.click()
            seen.append(page.evaluate(places))
    page.mouse.click(*on_the_map(page, page.locator(".piece.acting").first.get_attribute("data-hex") or ""))
    seen.append(page.evaluate(places))
    page.keyboard.press("Escape")
    seen.append(page.evaluate(places))
    assert len({tuple(one) for one in seen}) == 1, seen


@pytest.mark.parametrize("size", ["laptop", "small laptop"])
@pytest.mark.parametrize("locale", ["en-GB", "it-IT"])
def test_what_is_decided_is_seen_whole_on_a_laptop(visit: Visit, size: str, locale: str) -> None:
    """All order points and wings; what a way back costs and who threatens it; the choice of several who fall back."""
    page = visit(locale=locale, **SIZES[size])
    sit(page, table(page, assistance="novice"))
    question(page, "orders")
    for control in page.locator("#decision-panel .slot, #decision-panel .points button").all():
        wholly_seen(control)
    study(page, cornered())
    question(page, "react")
    page.mouse.click(*on_the_map(page, "1307"))
    wholly_seen(page.locator("#decision-panel .preview .cost"))
    wholly_seen(page.locator("#decision-panel .preview .warn"))
    study(page, moment("stand", 7, several=True))
    question(page, "stand")
    for control in page.locator("#decision-panel fieldset .who, .dock button.main").all():
        wholly_seen(control)


LESSONS = ("Camposanto", "A la Guerre", "Custoza", "Viva o' rre!")


@pytest.mark.parametrize("locale", ["en-GB", "it-IT"])
def test_a_newcomer_reads_the_first_lesson_of_every_game_without_scrolling(visit: Visit, locale: str) -> None:
    for game in LESSONS:
        page = visit(locale=locale, **SIZES["laptop"])  # no other table calls a newcomer away
        enter(page, "Novizia")
        page.get_by_role("button", name=re.compile(f"(Learn to play|Impara a giocare): {game}")).click()
        wholly_seen(page.locator("section.guide p").first)
        wholly_seen(page.locator("#decision"))


def first_to_choose(visit: Visit) -> Page:
    """A guided game of Viva o' rre! in which the newcomer has won the initiative."""
    for _ in range(24):
        page = visit(locale="it-IT", **SIZES["laptop"])
        enter(page, "Novizia")
        page.get_by_role("button", name="Impara a giocare: Viva o' rre!").click()
        if question(page, "initiative", "charge") == "initiative":
            return page
        page.context.close()
    pytest.fail("the computer has won the initiative 24 times")


def test_long_answers_leave_room_for_the_lesson(visit: Visit) -> None:
    """Who has won the initiative is asked which half he takes, in two long answers beside the guide's own button."""
    page = first_to_choose(visit)
    expect(page.locator(".dock button.main.goon")).to_be_enabled()
    assert page.locator(".dock").evaluate("e => e.clientHeight") < 120
    wholly_seen(page.locator("section.guide p").first)


def test_a_lesson_is_read_from_its_beginning(visit: Visit) -> None:
    """Whatever stood in the panel before it had been scrolled to its end."""
    page = visit(**SIZES["laptop"])
    enter(page, "Novizia")
    page.get_by_role("button", name="Learn to play: A la Guerre").click()
    guide = page.locator("section.guide")
    expect(guide).to_have_attribute("data-lesson", "welcome")
    panel = page.locator("#panel")
    page.get_by_role("tab", name="Rules").click()
    panel.evaluate("e => e.scrollTo(0, 300)")
    soon(page, lambda: panel.evaluate("e => e.scrollTop") > 0)
    page.get_by_role("tab", name="Guide").click()
    expect(guide).to_be_visible()
    assert panel.evaluate("e => e.scrollTop") == 0


def test_what_a_unit_is_about_to_do_is_seen_whole_on_a_laptop(visit: Visit) -> None:
    """A battle of many generals: orders, then a unit's formations, its steps and whatever else it can do."""
    page = visit(**SIZES["laptop"])
    headers = {"X-Quadrilatero": "1"}
    page.request.post("/api/session", headers=headers, data={"name": "Anna"})
    asked = {"game": "alaguerre", "scenario": "rocroi", "options": {}, "seat": "red"}
    answer = page.request.post(
        "/api/tables", headers=headers, data={**asked, "opponent": {"kind": "bot", "level": "recluta"}}
    )
    sit(page, answer.json()["id"])
    while (what := question(page, "orders", "division", "move")) != "move":
        generals = page.locator("#decision-panel .part")
        for general in generals.all() if what == "orders" else []:
            wholly_seen(general)
            if (dice := general.locator(".die:not(.on)")).count():
                dice.first.click()
        answered(page, page.locator(".dock button.main"))
    page.locator(".units button").first.click()
    page.get_by_test_id("map").focus()
    for _ in range(4):
        page.keyboard.press("ArrowUp")
    page.locator("#decision-panel .steps li").first.wait_for()
    for control in page.locator("#decision-panel :is(.steps li, .tools button), .dock button.main").all():
        wholly_seen(control)


def test_no_tool_lies_over_a_unit(visit: Visit) -> None:
    """The toolbar stands beside the map, and the small map in a corner without units, or nowhere."""
    for size in ("laptop", "small laptop"):
        page = visit(**SIZES[size])
        sit(page, table(page, scenario="battle"))
        question(page, "orders")
        expect(page.locator("g.piece").first).to_be_visible()
        for _ in range(3):
            at_rest(page)
            covered = page.evaluate(
                """() => [...document.querySelectorAll('g.piece')].filter((piece) => {
                    const box = piece.getBoundingClientRect();
                    const stage = document.querySelector('.stage').getBoundingClientRect();
                    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
                    if (x < stage.left || y < stage.top || x > stage.right || y > stage.bottom) return false;
                    return document.elementFromPoint(x, y)?.closest('.minibox, .tools');
                }).map((piece) => piece.dataset.unit)"""
            )
            assert covered == []
            page.keyboard.press("+")


def test_a_window_that_changes_its_size_keeps_its_table(visit: Visit) -> None:
    """A tablet that is turned, a window made narrow: nothing is loaded anew, and what is asked stays asked."""
    page = visit(viewport={"width": 1366, "height": 657})
    sit(page, table(page))
    question(page, "orders")
    board = page.get_by_test_id("map")
    board.evaluate("map => map.dataset.kept = 'yes'")
    for width, height in ((390, 844), (1366, 657)):
        page.set_viewport_size({"width": width, "height": height})
        at_rest(page)
        expect(board).to_have_attribute("data-kept", "yes")
        question(page, "orders")
