"""The Advanced Game in the page: Strategic Objectives, orders, marches, lines; what is kept of a game beyond it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

import quadrilatero as q
from tests.browser.helpers import answered, question
from tests.browser.test_custoza import button, click, spot, study

Visit = Callable[..., Page]
LAPTOP = {"width": 1366, "height": 657}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 760}, "has_touch": True, "is_mobile": True}


def column(formation: str, side: str, hex: str, state: str, objective: str | None = None) -> dict[str, Any]:
    """A Formation with its commander, a regiment inside it and a scout on top of it."""
    owner = {"side": side, "formation": formation}
    return {
        "formations": [{"id": formation, "side": side, "command": 3, "state": state, "objective": objective}],
        "units": [
            {"id": f"com.{formation}", **owner, "type": "commander", "hex": hex},
            {"id": f"{formation}.a", **owner, "type": "line", "box": "formation"},
            {"id": f"scout.{formation}", "side": side, "type": "scout", "hex": hex},
        ],
    }


COLUMNS = (
    column("i66.d1", "italy", "2529", "march", "3105"),
    column("i66.d2", "italy", "1621", "reserve"),
    column("a66.v", "austria", "6211", "march", "4914"),
)


def campaign(visit: Visit, page: dict[str, Any] | None = None, **terms: Any) -> Page:
    """A few columns of 1866 on the printed map, with both Strategic Objectives chosen."""
    position = {
        **{key: [one for each in COLUMNS for one in each[key]] for key in ("formations", "units")},
        "mode": "advanced",
        "year": 1866,
        "gt": 4,
        "last": {"day": 1, "gt": 18},
        "victory": q.start("custoza", "1866", seed=1).state()["victory"],
        "strategy": {"italy": 2, "austria": 1},
        **terms,
    }
    shown = visit(**(page or {"viewport": LAPTOP}))
    study(shown, position=position)
    return shown


def test_a_strategic_objective_is_chosen_in_secret(visit: Visit) -> None:
    page = campaign(visit, phase="setup", strategy={"italy": None, "austria": None})
    question(page, "strategy")
    panel = page.locator("#decision-panel")
    expect(panel.get_by_text("no Austrian line of communication from Peschiera (1705)")).to_be_visible()
    panel.get_by_role("button", name="2. Control Peschiera").click()
    expect(page.locator("#actions").get_by_role("button", name="Choose objective 2")).to_be_in_viewport()
    answered(page, button(page, "Choose objective 2"))
    # The other side is asked next: of the first choice nothing is said.
    question(page, "strategy")
    expect(page.locator("body")).not_to_contain_text("Control Peschiera")


def test_formations_are_ordered_by_list_map_and_keyboard(visit: Visit) -> None:
    page = campaign(visit, phase="command", step="states", next="italy", initiative="austria")
    question(page, "states")
    panel = page.locator("#decision-panel")
    expect(panel.get_by_role("button", name=re.compile("1st Division"))).to_be_disabled()
    second = panel.get_by_role("button", name=re.compile("2nd Division"))
    # The only one that can be ordered is chosen at once.
    expect(second).to_have_attribute("aria-pressed", "true")
    # By the list of places, which a keyboard and a screen reader reach too; then another on the Objectives Map.
    panel.locator("select").select_option(label="Oliosi (2915)")
    expect(panel.get_by_text("2nd Division leaves Reserve and marches to Oliosi (2915)")).to_be_visible()
    panel.locator("g.place", has=page.get_by_text("Mongabia (2913)")).locator("circle").click()
    expect(panel.get_by_text("marches to Mongabia (2913)")).to_be_visible()
    answered(page, button(page, "Confirm"))
    expect(panel.get_by_role("button", name=re.compile("2nd Division.*Mongabia"))).to_be_disabled()
    # One's own objectives stand on the map, and in the panel with what is still missing.
    page.get_by_role("tab", name="Forces").click()
    forces = page.locator("#panel")
    expect(forces.get_by_text("2. Control Peschiera")).to_be_visible()
    expect(forces.get_by_role("img", name=re.compile("Objectives Map.*2nd Division goes to Mongabia"))).to_be_visible()
    expect(forces.get_by_role("img", name=re.compile("strength points lost before collapse")).first).to_be_attached()
    answered(page, page.locator("#actions .end, #actions .docked button").first)


def test_lines_of_communication_are_drawn_on_demand(visit: Visit) -> None:
    page = campaign(visit, phase="command", step="states", next="italy", initiative="austria")
    question(page, "states")
    page.keyboard.press("l")
    card = page.locator("section.look", has_text="Lines of communication")
    expect(card.get_by_text(re.compile(r"1st Division: \d+ hexes to .*\d{4}"))).to_be_visible()
    expect(page.locator("path.line:not(.casing)").first).to_be_attached()
    page.keyboard.press("l")
    expect(card).to_have_count(0)


def test_columns_march_on_a_phone(visit: Visit) -> None:
    """A try, a march by pointing, a scout that stays: by touch, and told in words to who cannot see the map."""
    page = campaign(visit, PHONE, phase="march")
    question(page, "march")
    panel = page.locator("#decision-panel")
    expect(panel.locator(".chance").first).to_have_text(re.compile(r"\d+ %"))
    for _ in range(12):
        asked = question(page, "march", "march_move", "scout", "scout_move")
        if asked == "march_move":
            break
        if asked == "march":
            answered(page, panel.locator(".try").first)
        elif asked == "scout":
            answered(page, panel.locator(".picks button").first)
        else:
            answered(page, page.locator("#actions .docked button").first)
    question(page, "march_move")
    page.get_by_role("tab", name="Text").click()
    field = page.locator("#panel").get_by_role("textbox")
    field.fill("objectives")
    field.press("Enter")
    expect(page.locator("#panel")).to_contain_text(re.compile("(Division|Corps): In March, objective"))


def test_what_is_kept_of_a_game_beyond_the_game(visit: Visit) -> None:
    """A bookmark leads back to its moment; the story is a text in either language."""
    page = campaign(visit, phase="march")
    question(page, "march")
    answered(page, page.locator("#actions .docked button").first)
    page.get_by_role("tab", name="Notes").click()
    page.get_by_label("Name of this moment").fill("Before the march")
    button(page, "Bookmark this moment").click()
    page.get_by_role("tab", name="Log").click()
    with page.expect_download() as kept:
        page.locator("#panel select.keep").select_option("it")
    assert kept.value.suggested_filename.endswith(".it.txt")
    story = kept.value.path().read_text(encoding="utf-8")
    assert story.startswith("Custoza")
    assert "Italia: Anna" in story
    assert "passa" in story
    page.get_by_role("tab", name="Notes").click()
    page.get_by_role("link", name="Before the march").click()
    expect(page).to_have_url(re.compile(r"#/replay/\w+"))


def test_an_army_is_set_up_by_dragging_within_its_zone(visit: Visit) -> None:
    zone = {"side": "italy", "units": ["com.i66.d1", "com.i66.d2"], "hexes": ["2529", "2430", "2531"], "enters": False}
    page = campaign(visit, phase="setup", step="place", next="italy", free=[zone])
    question(page, "place")
    panel = page.locator("#decision-panel")
    expect(panel.get_by_text("2 counters still as proposed")).to_be_visible()
    panel.get_by_role("button", name=re.compile("2529")).click()
    page.mouse.move(*spot(page, "2529"))
    page.mouse.down()
    page.mouse.move(*spot(page, "2531"), steps=6)
    version = panel.get_attribute("data-version")
    page.mouse.up()
    if button(page, "Confirm").count():
        button(page, "Confirm").click()
    page.locator(f"#decision-panel:not([data-version='{version}'])[aria-busy=false]").wait_for()
    expect(panel.get_by_role("button", name=re.compile("2531, placed"))).to_be_visible()
    # It stays in the hand. Outside the zone it is refused, with the rule.
    expect(panel.get_by_role("button", name=re.compile("2531, placed"))).to_have_attribute("aria-pressed", "true")
    click(page, "2829")
    expect(panel.locator(".refusal")).to_contain_text("25.3-a")
    answered(page, page.locator("#actions .end, #actions .docked button").first)
