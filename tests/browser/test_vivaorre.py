"""Viva o' rre! by hand and by keys: moves as ghosts, refusals with their rule, charges, fire, the board in words."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Error, FloatRect, Locator, Page, expect

from tests.browser.helpers import STILL, answered, question, serious

Visit = Callable[..., Page]
HEADERS = {"X-Quadrilatero": "1"}
LAPTOP = {"width": 1366, "height": 657}


def unit(id: str, side: str, x: int, y: int, **more: Any) -> dict[str, Any]:
    return {"id": id, "side": side, "at": [1000 * x, 1000 * y], "name": f"Unit {id}", **more}


def battle(**more: Any) -> dict[str, Any]:
    """A few of each arm face to face, a wood and a hill between them."""
    units = [
        unit("A", "red", 30, 14),
        unit("B", "red", 36, 14, formation="assault"),
        unit("H", "red", 42, 13, arm="cavalry"),
        unit("D", "blue", 30, 21),
        unit("E", "blue", 42, 20),
    ]
    wood = {"id": "w", "type": "open_wood", "shape": [[20000, 16000], [26000, 16000], [26000, 22000], [20000, 22000]]}
    general = {"id": "G", "side": "red", "rank": "brigade", "at": [33000, 10000], "name": "Rossi"}
    return {"units": units, "table": {"terrain": [wood]}, "generals": [general], "last_turn": 4, **more}


def study(page: Page, position: dict[str, Any]) -> None:
    page.request.post("/api/session", headers=HEADERS, data={"name": "Anna"})
    made = page.request.post("/api/studies", headers=HEADERS, data={"game": "vivaorre", "position": position})
    assert made.ok, made.text()
    page.goto(f"/#/table/{made.json()['id']}")
    page.get_by_test_id("map").wait_for()


def piece(page: Page, id: str) -> Locator:
    return page.locator(f'[data-piece="{id}"]')


def click(page: Page, id: str) -> None:
    """Point at the ground that a unit stands on, not at its flag or its name."""
    page.locator(f'[data-piece="{id}"] :is(.touch, .disc)').click(force=True)


def take(page: Page, id: str) -> None:
    click(page, id)
    expect(piece(page, id)).to_have_attribute("aria-pressed", "true")


def middle(box: FloatRect | None) -> tuple[float, float]:
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def pull(page: Page, handle: str, dx: float, dy: float) -> None:
    """Drag a handle of the ghost so far."""
    x, y = middle(page.locator(f'[data-handle="{handle}"] .knob').bounding_box())
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + dx / 2, y + dy / 2)
    page.mouse.move(x + dx, y + dy)
    page.mouse.up()


def test_a_turn_is_moved_by_hand_and_keys(visit: Visit) -> None:
    page = visit(viewport=LAPTOP)
    study(page, battle(phase="movement"))
    assert question(page, "move") == "move"
    steps = page.locator("#decision-panel .steps")

    take(page, "A")
    page.locator("#decision-panel .forms button").first.wait_for()
    pull(page, "middle", 0, -300)
    expect(steps).to_contain_text("advance 3″")  # cut to the whole move, and why
    expect(page.locator("#decision-panel .refusal")).to_contain_text(re.compile("8-a|7-g"))
    pull(page, "right", -6, -24)
    expect(steps).to_contain_text(re.compile(r"wheel left \d"))
    before = piece(page, "A").get_attribute("transform")
    answered(page, page.get_by_role("button", name="Move", exact=True))
    expect(piece(page, "A")).not_to_have_attribute("transform", before or "")

    take(page, "B")
    page.get_by_test_id("map").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(steps).to_contain_text("advance 0.5″")
    page.keyboard.press("Escape")
    expect(steps).to_have_count(0)
    page.keyboard.press("f")
    expect(steps).to_contain_text("form")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    page.locator("#decision-panel[aria-busy=false]").wait_for()
    expect(page.get_by_role("button", name="Unit B", exact=True)).to_have_count(0)

    take(page, "G")
    click(page, "H")
    expect(steps).to_contain_text("joins Unit H")
    answered(page, page.get_by_role("button", name="Move", exact=True))
    answered(page, page.get_by_role("button", name="End movement"))
    expect(page.locator("#decision")).to_contain_text("Blue")


def test_a_brigade_moves_as_one_line_and_is_taken_back_as_one(visit: Visit) -> None:
    page = visit(viewport=LAPTOP)
    line = battle(phase="movement")
    for one in line["units"]:
        one.update(brigade="b1" if one["side"] == "red" else "e1")
    line["units"][1]["formation"] = "line"
    line["units"].append(unit("S", "red", 26, 14, brigade="b1", disorder="reorder"))
    study(page, line)
    question(page, "move")
    take(page, "A")
    page.get_by_role("button", name="Whole brigade").click()
    expect(page.locator("#decision-panel .head")).to_contain_text("Unit A, 4 as one")
    pull(page, "middle", 0, -300)
    panel = page.locator("#decision-panel")
    expect(panel.locator(".steps")).to_contain_text("advance 3″")
    expect(panel.locator(".refusal", has_text="sets the pace")).to_contain_text("8-a")
    expect(panel.locator(".refusal", has_text="Unit S stays behind")).to_contain_text("8-ad")
    expect(page.locator(".unit.ghost")).to_have_count(3)
    before = {id: piece(page, id).get_attribute("transform") or "" for id in "ABH"}
    answered(page, page.get_by_role("button", name="Move all 3"))
    for id, there in before.items():
        expect(piece(page, id)).not_to_have_attribute("transform", there)
    page.locator("#actions").get_by_role("button", name="Undo").click()
    for id, there in before.items():
        expect(piece(page, id)).to_have_attribute("transform", there)


def test_charges_are_declared_with_arrows_and_withdrawn(visit: Visit) -> None:
    page = visit(viewport=LAPTOP)
    study(page, battle(phase="charges"))
    question(page, "charge")
    take(page, "H")
    click(page, "E")
    expect(page.locator("#decision-panel .now strong")).to_contain_text("charge Unit E")
    expect(page.locator("[data-arrow=planned]")).to_have_count(1)
    answered(page, page.get_by_role("button", name="Declare the charge"))
    expect(page.locator("[data-arrow=attack]")).to_have_count(1)
    answered(page, page.get_by_role("button", name="withdraw the charge"))
    expect(page.locator("[data-arrow=attack]")).to_have_count(0)


def test_fire_is_planned_held_and_sealed(visit: Visit) -> None:
    page = visit(viewport=LAPTOP)
    near = battle(phase="fire")
    near["units"][3]["at"] = [30000, 18000]
    study(page, near)
    question(page, "fire")
    seal = page.get_by_role("button", name=re.compile(r"Seal the fire \(\d\)"))
    expect(page.locator("[data-arrow=shot], [data-arrow=aim]")).not_to_have_count(0)
    row = page.locator("#decision-panel tbody tr", has_text="Unit A")
    row.get_by_role("combobox").select_option(label="holds its fire")
    expect(seal).to_contain_text("(0)")
    take(page, "A")
    click(page, "D")
    expect(seal).to_contain_text("(1)")
    expect(row.locator("td").nth(1)).to_have_text("2")  # dice, though its target was chosen by hand
    page.get_by_role("button", name="Show the odds").click()
    expect(page.get_by_test_id("foreseen")).to_contain_text(re.compile(r"Unit A: 2 dice, \d or more hits"))
    expect(page.get_by_test_id("foreseen")).to_contain_text("shaken in")
    click(page, "E")  # not in its arc: the rule is told, the plan stays
    expect(page.locator("#decision-panel .refusal")).to_contain_text("9-")
    answered(page, seal)


def test_the_board_is_played_in_words(visit: Visit) -> None:
    page = visit(viewport=LAPTOP)
    study(page, battle(phase="movement"))
    question(page, "move")
    page.get_by_role("tab", name="Text").click()
    field = page.locator("#text-input")
    answers = page.locator(".answers")
    field.fill("near Unit A")
    field.press("Enter")
    expect(answers).to_contain_text("at 12 o'clock")
    field.fill("move Unit A: wheel left 10, advance 1")
    field.press("Enter")
    expect(answers).to_contain_text("wheel left 10°, advance 1″")
    field.fill("give")
    field.press("Enter")
    expect(answers).to_contain_text("Given.")
    expect(page.get_by_role("button", name="Unit A", exact=True)).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_shows_the_table_and_what_is_asked(visit: Visit, scheme: str) -> None:
    page = visit(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, color_scheme=scheme)
    study(page, battle(phase="movement"))
    question(page, "move")
    expect(piece(page, "A")).to_be_visible()
    page.locator(".units button", has_text="Unit A").tap()
    expect(page.locator('[data-handle="middle"]')).to_be_visible()
    assert serious(page) == []


def test_an_army_is_built_broken_mended_kept_and_sent(visit: Visit, tmp_path: Path) -> None:
    page = visit(viewport=LAPTOP)
    page.goto("/#/army/vivaorre")
    verdict = page.get_by_test_id("verdict")
    expect(verdict).to_contain_text("keeps to its list")
    page.get_by_label("Nation").select_option("nap")
    page.get_by_label("Year").fill("1860")
    page.get_by_label("Year").press("Enter")
    expect(page.locator('[data-entry="nap.inf.linea"]')).to_be_visible()
    page.get_by_role("button", name="Start from nothing").click()
    expect(page.get_by_test_id("faults")).to_contain_text("5-b")
    for _ in range(2):
        page.locator('[data-entry="nap.inf.linea"]').click()
    page.locator('[data-entry="nap.art.artiglieria"]').click()
    units = page.locator(".brigade .unit")
    expect(units).to_have_count(3)
    page.get_by_label("Sections of Artillery (1.3)").select_option("2")
    page.get_by_label("Weapons of Artillery (1.3)").select_option(label="12-pounder smooth-bore")
    expect(page.get_by_role("button", name="176 points: how the cost of Artillery (1.3) is made")).to_be_visible()
    page.get_by_label("Name of Line infantry (1.1)").fill("8º di linea")
    page.get_by_label("Name of Line infantry (1.1)").press("Enter")
    expect(verdict).to_contain_text("broken")  # too many points of artillery
    page.get_by_role("button", name="Rule 20.nap-a").first.click()
    expect(page.locator("aside")).to_contain_text("20.nap-a")
    page.get_by_role("button", name="Close").click()
    page.get_by_label("Sections of Artillery (1.3)").select_option("1")
    page.get_by_role("button", name="Complete my army").click()
    expect(verdict).to_contain_text("keeps to its list")
    expect(page.get_by_role("group", name="8º di linea (1.1)")).to_be_visible()
    assert serious(page) == []

    page.get_by_label("Name of the army").fill("Landi")
    page.get_by_role("button", name="Save in this browser").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a file").click()
    file = tmp_path / "army.json"
    saved.value.save_as(file)
    page.get_by_role("button", name="Copy a link").click()
    link = page.get_by_label("Link to this army").input_value()
    page.goto("about:blank")
    page.goto(link)
    expect(page.get_by_role("group", name="8º di linea (1.1)")).to_be_visible()
    page.get_by_role("button", name="Start from nothing").click()
    expect(units).to_have_count(0)
    page.get_by_test_id("army-file").set_input_files(file)
    expect(page.get_by_role("group", name="8º di linea (1.1)")).to_be_visible()
    page.get_by_role("button", name="Delete Landi").click()
    expect(page.get_by_role("button", name="Open Landi")).to_have_count(0)
    page.emulate_media(media="print")
    expect(page.locator(".sheet")).to_contain_text("8º di linea")
    expect(page.locator(".build")).to_be_hidden()


def test_a_battle_is_set_up_and_joined_with_an_army(visit: Visit) -> None:
    anna = visit(viewport=LAPTOP)
    anna.request.post("/api/session", headers=HEADERS, data={"name": "Anna"})
    anna.goto("/")
    anna.locator("form select").first.select_option("vivaorre")
    expect(anna.locator("label.pill")).to_have_text(["Garibaldi (Red)", "Landi (Blue)", "Random"])
    anna.get_by_text("A battle between armies").click()
    anna.locator("label.pill").get_by_text("Red", exact=True).click()
    form = anna.locator(".battle")
    form.get_by_label("Points").fill("800")
    form.get_by_label("Your army").select_option(label="Naples")
    anna.get_by_text("Open seat", exact=True).click()
    expect(anna.get_by_label("Whoever joins brings an army")).to_be_checked()
    anna.get_by_text("Type of battle, terrain").click()
    form.get_by_label("Deployment").select_option("automatic")
    assert serious(anna) == []
    anna.get_by_role("button", name="Set up the table").click()
    anna.locator(".waiting").wait_for()

    bela = visit(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    bela.request.post("/api/session", headers=HEADERS, data={"name": "Béla"})
    bela.goto("/")
    bela.locator("li", has_text="800 points").get_by_role("button", name="Sit down").click()
    expect(bela.locator("#join-title")).to_contain_text("Anna")
    expect(bela.locator(".joining")).to_contain_text("Naples")
    bela.get_by_label("Your army").select_option(label="Garibaldini")
    assert serious(bela) == []
    bela.locator("section", has=bela.locator("#join-title")).get_by_role("button", name="Blue").click()
    for page in (anna, bela):
        page.get_by_test_id("map").wait_for()
        expect(page.locator("[data-piece]")).not_to_have_count(0)
    expect(anna.locator(".waiting")).to_have_count(0)


def test_the_first_game_is_led_step_by_step(visit: Visit) -> None:
    """Against the computer, by buttons and keys: the guide has a word for whatever is asked until shots fall."""
    page = visit(viewport=LAPTOP)
    page.request.post("/api/session", headers=HEADERS, data={"name": "Anna"})
    page.goto("/")
    page.locator("section", has_text="Learn to play: Viva").get_by_role("button", name="Learn to play").click()
    lesson = page.locator("section.guide")
    expect(lesson).to_have_attribute("data-lesson", "welcome")
    page.get_by_role("button", name="Go on").click()
    expect(lesson).not_to_have_attribute("data-lesson", "welcome")
    met: list[str] = []
    while "fire" not in met and len(met) < 40:
        page.locator("#decision-panel[aria-busy=false]").wait_for()
        now = lesson.get_attribute("data-lesson") or ""
        met.append(now)
        if now == "turn":
            page.get_by_role("button", name="Go on").click()
        elif now == "move":
            page.locator(".units button").first.click()
        elif now == "move.how":
            page.get_by_test_id("map").focus()
            page.keyboard.press("ArrowUp")
        elif now == "charge":
            page.locator("#actions .end").click()
        elif now in ("initiative", "react", "move.shown", "fire", "melee", "pursue"):
            page.locator("#actions .main").first.click()
        page.wait_for_timeout(400)
    assert {"turn", "charge", "move.how", "move.shown", "fire"} <= set(met)
    assert "other" not in met
    assert serious(page) == []


def test_a_whole_battle_is_played_by_two_one_of_them_on_a_phone(visit: Visit) -> None:
    """Each at a page of his own: lines go forward, charge and fire until the battle is over."""
    anna = visit(viewport=LAPTOP, **STILL)
    anna.request.post("/api/session", headers=HEADERS, data={"name": "Anna"})
    asked = {"game": "vivaorre", "scenario": "scaramuccia", "seat": "red", "opponent": {"kind": "invitation"}}
    made = anna.request.post("/api/tables", headers=HEADERS, data=asked)
    assert made.ok, made.text()
    id = made.json()["id"]
    token = anna.request.get(f"/api/tables/{id}").json()["invitation"]
    bela = visit(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, **STILL)
    bela.request.post("/api/session", headers=HEADERS, data={"name": "Béla"})
    assert bela.request.post(f"/api/tables/{id}/join", headers=HEADERS, data={"token": token}).ok
    for page in (anna, bela):
        page.goto(f"/#/table/{id}")
        page.get_by_test_id("map").wait_for()
    result = anna.locator(".result[role=dialog]")
    met: list[str] = []
    while not result.count() and len(met) < 200:
        asked_here = [page for page in (anna, bela) if page.locator("#decision-panel:not([data-question=''])").count()]
        for page in asked_here[:1]:
            met.append(question(page, *ASKED))
            play_on(page, met[-1])
        if not asked_here:
            anna.wait_for_timeout(100)
    for page in (anna, bela):
        expect(page.locator(".result[role=dialog]")).to_be_visible()
    assert {"move", "fire", "charge"} <= set(met)


ASKED = ("initiative", "charge", "react", "move", "go_on", "fire", "melee", "pursue", "reroll")


def play_on(page: Page, asked: str) -> None:
    """The first that may go on does, then the others stay; all else is answered by the button that offers itself."""
    end = page.locator("#actions :is(.main, .end)").first
    if asked == "move" and page.locator(".units button").count():
        page.locator(".units button").first.click()
        page.get_by_test_id("map").focus()
        for _ in range(4):
            page.keyboard.press("ArrowUp")
        ready = page.get_by_role("button", name="Move", exact=True)
        with contextlib.suppress(Error):  # who cannot go on stays where it is
            ready.wait_for(timeout=3000)
            answered(page, ready)
            return
        end = page.locator("#actions .end")
    answered(page, end)
