"""Positions set up by hand in the page, and data tried out: on a laptop, on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, Route, expect

from tests.browser.helpers import serious

Visit = Callable[..., Page]
FIRST = 90_000  # milliseconds: the process that looks positions over starts with the first of them
HEADERS = {"X-Quadrilatero": "1"}
LAPTOP: dict[str, Any] = {"viewport": {"width": 1366, "height": 657}}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 760}, "has_touch": True, "is_mobile": True}


def editor(visit: Visit, game: str, **page: Any) -> Page:
    shown = visit(**{**LAPTOP, **page})
    shown.request.post("/api/session", headers=HEADERS, data={"name": "Anna"})
    shown.goto(f"/#/editor/{game}")
    shown.get_by_text("The rules allow it").wait_for(timeout=FIRST)
    return shown


def test_a_position_is_set_up_checked_and_studied(visit: Visit) -> None:
    page = editor(visit, "camposanto")
    aside = page.locator("aside")
    page.locator('g.piece[data-unit="A-R1"]').click()
    expect(aside.get_by_label("hex", exact=True)).to_have_value("0909")
    # Onto an enemy: the fault stands at its counter and its field, with the rule.
    enemy = page.locator('g.piece[data-unit^="S-"]').first.get_attribute("data-hex")
    assert enemy
    aside.get_by_label("hex", exact=True).fill(enemy)
    aside.get_by_label("hex", exact=True).press("Enter")
    aside.get_by_role("button", name="Check").click()
    faults = aside.locator(".faults li")
    expect(faults.first).to_contain_text(re.compile(r"units\[\d+\]\.hex"))
    expect(faults.first).to_contain_text("6-e")
    page.get_by_title("U", exact=True).click()
    aside.get_by_role("button", name="Check").click()
    expect(aside.get_by_text("The rules allow it")).to_be_visible()
    assert serious(page) == []
    aside.get_by_role("button", name="Study it").click()
    page.locator("#decision-panel").wait_for()


def test_an_empty_field_is_peopled_on_a_phone_and_shared(visit: Visit) -> None:
    page = editor(visit, "custoza", **PHONE)
    page.locator("header select").first.select_option(label="the empty field")
    expect(page.locator("g.piece")).to_have_count(0)
    text = page.locator("details", has_text="The whole position as text")
    text.locator("summary").click()
    area = text.get_by_role("textbox")
    expect(area).to_have_value(re.compile('"units": '))
    area.fill('{"map": {}, "units": [{"id": "A", "side": "italy", "type": "line", "hex": "3010"}]}')
    text.get_by_role("button", name="Use this text").click()
    expect(page.locator('g.piece[data-unit="A"]')).to_have_count(1)
    expect(page.get_by_text("The rules allow it")).to_be_visible()
    page.get_by_role("button", name="Copy a link").click()
    expect(page).to_have_url(re.compile(r"#/editor/custoza/\w+"))
    page.reload()
    expect(page.locator('g.piece[data-unit="A"]')).to_have_count(1)


def test_what_was_looked_over_before_does_not_come_back(visit: Visit) -> None:
    page = editor(visit, "camposanto")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/api/positions/camposanto/check", hold)
    page.locator("header select").first.select_option(label="the empty field")
    expect(page.locator("g.piece")).to_have_count(0)
    page.get_by_title("U", exact=True).click()
    expect(page.locator('g.piece[data-unit="A-R1"]')).to_have_count(1)
    with page.expect_response("**/api/positions/camposanto/check"):
        held[0].continue_()
    expect(page.get_by_role("button", name="Check")).to_be_enabled()
    expect(page.locator('g.piece[data-unit="A-R1"]')).to_have_count(1)


def test_a_value_of_the_data_is_changed_and_tried_out(visit: Visit) -> None:
    page = visit(**LAPTOP)
    page.request.post("/api/session", headers=HEADERS, data={"name": "Anna"})
    page.goto("/#/design/camposanto")
    page.locator("main select:has(option[value='units.toml'])").select_option("units.toml")
    page.get_by_label("Find").fill("steps")
    field = page.locator("tbody tr").first.locator("input")
    field.fill("1")
    field.press("Enter")
    page.locator("section.card select").first.select_option("learning")
    page.get_by_label("Games of each kind").fill("1")
    page.get_by_role("button", name="Try it out").click()
    expect(page.locator("[data-state=done]")).to_be_visible(timeout=120_000)
    expect(page.get_by_text(re.compile(r"The change moves .* by"))).to_be_visible()
    assert serious(page) == []
