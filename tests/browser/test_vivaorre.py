"""Viva o' rre! by hand and by keys: moves as ghosts, refusals with their rule, charges, fire, the board in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, FloatRect, Locator, Page, expect

from tests.browser.conftest import ROOT, STATIC, Server, visiting
from tests.browser.helpers import answered, question, serious

Visit = Callable[..., Page]
HEADERS = {"X-Quadrilatero": "1"}
LAPTOP = {"width": 1366, "height": 657}


@pytest.fixture(scope="module")
def unfinished(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that offers games before they are finished."""
    if not (STATIC / "index.html").is_file():
        pytest.skip("the client is not built: run `make web`")
    program = (str(ROOT / "tests" / "browser" / "serve_unfinished.py"),)
    server = Server(tmp_path_factory.mktemp("unfinished"), program=program)
    yield server.address
    server.stop()


@pytest.fixture
def visit(browser: Browser, unfinished: str) -> Iterator[Visit]:
    yield from visiting(browser, unfinished)


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


def test_charges_are_declared_with_arrows_and_withdrawn(visit: Visit) -> None:
    page = visit(viewport=LAPTOP)
    study(page, battle(phase="charges"))
    question(page, "charge")
    take(page, "H")
    click(page, "E")
    expect(page.locator("#decision-panel .now strong")).to_contain_text("charge Unit E")
    expect(page.locator("path.charge.planned")).to_have_count(1)
    answered(page, page.get_by_role("button", name="Declare the charge"))
    expect(page.locator("path.charge")).to_have_count(1)
    answered(page, page.get_by_role("button", name="withdraw the charge"))
    expect(page.locator("path.charge")).to_have_count(0)


def test_fire_is_planned_held_and_sealed(visit: Visit) -> None:
    page = visit(viewport=LAPTOP)
    near = battle(phase="fire")
    near["units"][3]["at"] = [30000, 18000]
    study(page, near)
    question(page, "fire")
    seal = page.get_by_role("button", name=re.compile(r"Seal the fire \(\d\)"))
    expect(page.locator("path.shot")).not_to_have_count(0)
    row = page.locator("#decision-panel tbody tr", has_text="Unit A")
    row.get_by_role("combobox").select_option(label="holds its fire")
    expect(seal).to_contain_text("(0)")
    take(page, "A")
    click(page, "D")
    expect(seal).to_contain_text("(1)")
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
