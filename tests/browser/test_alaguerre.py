"""A la Guerre by hand, by keys and in words: orders, moves as ghosts, a charge step by step, fire shot by shot."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Error, Locator, Page, expect

from tests.browser.helpers import answered, question, serious
from tests.browser.test_layout import wholly_seen

Visit = Callable[..., Page]
HEADERS = {"X-Quadrilatero": "1"}
LAPTOP = {"width": 1366, "height": 657}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def base(id: str, side: str, x: int, y: int, **more: Any) -> dict[str, Any]:
    return {"id": id, "side": side, "at": [x, y], "name": f"Base {id}", "stats": "1/1/1 -", **more}


def battle(**more: Any) -> dict[str, Any]:
    """A line of pikes, shot and horse against as many, a farm between them."""
    bases = [
        base("A", "red", 9000, 6000, type="Pk", stats="2/0/2 a", brigade="b"),
        base("B", "red", 11000, 6000, type="Pk", stats="2/0/2 a", brigade="b"),
        base("S", "red", 6000, 6000, type="Sh", stats="1/1/0 - sk/ln"),
        base("H", "red", 15000, 6000, type="Cav", stats="2/-/1 a"),
        base("D", "blue", 6000, 7800, type="Pk", stats="2/-1/2 a"),
        base("E", "blue", 15000, 9500, type="Sh", stats="1/0/-1 - sk/ln"),
    ]
    generals = [
        {"id": "G", "side": "red", "at": [10000, 3500], "division": "red", "name": "Spinola", "level": 1},
        {"id": "F", "side": "blue", "at": [10000, 12500], "division": "blue", "name": "Toiras"},
    ]
    farm = {"id": "farm", "type": "farm", "shape": [[9000, 8000], [11500, 8000], [11500, 9400], [9000, 9400]], "vdf": 1}
    table = {"size": [20000, 16000], "terrain": [farm]}
    return {"bases": bases, "generals": generals, "table": table, "last_turn": 4, **more}


def study(page: Page, position: dict[str, Any], **options: str) -> None:
    page.request.post("/api/session", headers=HEADERS, data={"name": "Anna"})
    form = {"game": "alaguerre", "position": position, "options": options}
    made = page.request.post("/api/studies", headers=HEADERS, data=form)
    assert made.ok, made.text()
    page.goto(f"/#/table/{made.json()['id']}")
    page.get_by_test_id("map").wait_for()


def piece(page: Page, id: str) -> Locator:
    return page.locator(f'[data-piece="{id}"]')


def click(page: Page, id: str) -> None:
    page.locator(f'[data-piece="{id}"] :is(.touch, .disc)').first.click(force=True)


def pull(page: Page, handle: str, dx: float, dy: float) -> None:
    """Drag a handle of the ghost so far."""
    box = page.locator(f'[data-handle="{handle}"] .knob').bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + dx / 2, y + dy / 2)
    page.mouse.move(x + dx, y + dy)
    page.mouse.up()


def test_orders_are_given_a_line_moves_and_a_charge_is_declared_by_mouse(visit: Visit) -> None:
    page = visit(viewport=LAPTOP)
    study(page, battle(phase="orders", rolled={"red": [6, 2], "blue": [1, 1]}))
    assert question(page, "orders") == "orders"
    click(page, "G")
    expect(piece(page, "G").locator("[data-die]")).to_have_attribute("data-die", "6")
    answered(page, page.get_by_role("button", name="Give the orders (1)"))
    question(page, "move")
    panel = page.locator("#decision-panel")
    expect(panel).to_contain_text("Division of Spinola, priority 6")

    click(page, "B")  # two bases touch in line: they are one unit and move together
    expect(panel.locator(".head")).to_contain_text("Base A, 2 bases")
    pull(page, "middle", 0, -400)
    expect(panel.locator(".steps")).to_contain_text("advance 2 um")
    expect(panel.locator(".refusal")).to_contain_text(re.compile(r"the farm has to be entered.*5\.5\.1-a"))
    expect(page.locator(".base.ghost")).to_have_count(2)
    before = {id: piece(page, id).get_attribute("transform") or "" for id in "AB"}
    answered(page, page.get_by_role("button", name="Move", exact=True))
    for id, there in before.items():
        expect(piece(page, id)).not_to_have_attribute("transform", there)

    click(page, "H")
    expect(panel.locator(".head")).to_contain_text("Base H")
    click(page, "E")
    expect(page.locator("[data-arrow=planned]")).to_have_count(1)
    strip = page.get_by_test_id("strip")
    expect(strip).to_contain_text(re.compile(r"Test of who attacks.*in 6", re.DOTALL))
    expect(strip).to_contain_text(re.compile(r"Test of the target.*in 6", re.DOTALL))
    answered(page, page.get_by_role("button", name="Declare the charge"))
    expect(page.locator("#decision")).to_contain_text("to decide")


@pytest.mark.parametrize("locale", ["en-GB", "it-IT"])
def test_every_general_gets_his_die_and_a_line_moves_without_scrolling_on_a_laptop(visit: Visit, locale: str) -> None:
    """Rocroi, with three orders for four generals; what is pressed stays where it was."""
    page = visit(viewport=LAPTOP, locale=locale)
    start = page.request.get("/api/positions/alaguerre/rocroi").json()
    study(page, {**start, "phase": "orders", "rolled": {"red": [6, 5, 4], "blue": [1, 1]}, "hand": {}})
    question(page, "orders")
    parts = page.locator("#decision-panel .part")
    expect(parts).to_have_count(4)
    for die in parts.locator(".die").all():
        wholly_seen(die)
    expect(page.locator("#actions .main")).to_have_count(0)  # nobody gives no orders by mistake
    parts.locator(".die").first.click()
    answered(page, page.locator("#actions .main"))
    question(page, "move")
    dock = page.locator("#actions").bounding_box()
    page.locator(".units button").first.click()
    page.get_by_test_id("map").focus()
    page.keyboard.press("ArrowUp")
    wholly_seen(page.locator("#actions .main"))
    assert page.locator("#actions").bounding_box() == dock


def test_fire_goes_shot_by_shot_and_refusals_tell_their_rule(visit: Visit) -> None:
    page = visit(viewport=LAPTOP)
    study(page, battle(phase="fire"))
    question(page, "fire")
    click(page, "S")
    click(page, "D")
    expect(page.locator("[data-arrow=shot]")).to_have_count(1)
    expect(page.locator("#decision-panel .now")).to_contain_text("Base S → Base D")
    click(page, "E")  # not in its sector: the rule is told
    expect(page.locator("#decision-panel .refusal")).to_contain_text("8.1.3")
    click(page, "D")
    answered(page, page.get_by_role("button", name="Shoot", exact=True))
    question(page, "return_fire")
    answered(page, page.get_by_role("button", name="Hold fire"))
    expect(page.locator("#panel")).to_contain_text("Fire: Base S at Base D")


def test_a_selected_unit_shows_its_flanks_its_rear_and_who_closes_its_fire(visit: Visit) -> None:
    page = visit(viewport=LAPTOP)
    study(page, battle(phase="fire"), measuring="before")
    question(page, "fire")
    click(page, "S")
    for side in ("rear", "left", "right"):
        expect(page.locator(f'[data-strip="{side}"]')).to_have_count(1)
    expect(page.locator('[data-strip="rear"].safe')).to_have_count(0)
    expect(page.locator("[data-half]")).to_have_count(2)


def test_a_tactical_move_is_pointed_out_place_by_place(visit: Visit) -> None:
    page = visit(viewport=LAPTOP)
    bases = [
        base("S", "red", 10000, 2000, type="Sh", stats="1/1/0 - sk/ln", formation="skirmish"),
        base("D", "blue", 10000, 38000, type="Pk", stats="2/-1/2 a"),
    ]
    field = {"table": {"size": [20000, 40000], "terrain": []}, "bases": bases}
    study(page, {**battle(phase="manoeuvre", orders={"red": 4}), **field})
    question(page, "move")
    click(page, "S")
    page.get_by_role("button", name="Tactical move").click()
    steps = page.locator("#decision-panel .steps")
    box = piece(page, "S").bounding_box()
    assert box
    for by, told in ((30, "tactical move of"), (60, "tactical move of")):
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] - by)
        expect(steps).to_contain_text(told)
    expect(steps.locator("li")).to_have_count(1)
    before = piece(page, "S").get_attribute("transform") or ""
    answered(page, page.get_by_role("button", name="Move", exact=True))
    expect(piece(page, "S")).not_to_have_attribute("transform", before)


def test_the_board_is_played_in_words(visit: Visit) -> None:
    page = visit(viewport=LAPTOP, locale="it-IT")
    study(page, battle(phase="manoeuvre", orders={"red": 5}))
    question(page, "move")
    page.get_by_role("tab", name="Testo").click()
    field, answers = page.locator("#text-input"), page.locator(".answers")
    for said, told in (
        ("vicini Base S", "a ore 12"),
        ("muovi Base S: avanza 0.5", "avanza 0,5 um"),
        ("dai", "Dato."),
        ("carica Base A Base E", "6-"),
    ):
        field.fill(said)
        field.press("Enter")
        expect(answers).to_contain_text(told)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_shows_the_table_and_what_is_asked(visit: Visit, scheme: str) -> None:
    page = visit(**PHONE, color_scheme=scheme)
    study(page, battle(phase="manoeuvre", orders={"red": 5}))
    question(page, "move")
    page.locator(".units button", has_text="Base H").tap()
    expect(page.locator('[data-handle="middle"]')).to_be_visible()
    assert serious(page) == []


def test_the_first_game_is_led_step_by_step(visit: Visit) -> None:
    """Against the computer: the guide has a word for whatever is asked until shots fall."""
    page = visit(viewport=LAPTOP)
    page.request.post("/api/session", headers=HEADERS, data={"name": "Anna"})
    page.goto("/")
    page.locator("section", has_text="Learn to play: A la").get_by_role("button", name="Learn to play").click()
    lesson = page.locator("section.guide")
    expect(lesson).to_have_attribute("data-lesson", "welcome")
    page.get_by_role("button", name="Go on").click()
    met: list[str] = []
    while "fire" not in met and len(met) < 60:
        page.locator("#decision-panel[aria-busy=false]").wait_for()
        now = lesson.get_attribute("data-lesson") or ""
        met.append(now)
        if now == "turn":
            page.get_by_role("button", name="Go on").click()
        elif now == "move":
            page.locator(".units button").first.click()
        elif now == "move.how" and met.count(now) < 4:
            page.get_by_test_id("map").focus()
            page.keyboard.press("ArrowUp")
        elif now == "move.how":
            page.locator("#actions .end").click()
            page.wait_for_timeout(300)
            if page.locator(".sure button.main").count():
                page.locator(".sure button.main").click()
        elif now == "orders" and page.locator(".part:not(.on) .die").count() and not page.locator(".part.on").count():
            page.locator(".part .die").first.click()
        elif now != "fire" and page.locator("#actions .main").count():
            with suppress(Error):  # what the computer does is shown meanwhile, and the button may have gone
                page.locator("#actions .main").first.click(timeout=3000)
        page.wait_for_timeout(400)
    assert {"turn", "fire"} <= set(met), "orders are asked for where the dice give any"
    assert "" not in met
    assert serious(page) == []


def test_a_won_melee_is_followed_by_a_move_on_the_table_and_told_step_by_step(visit: Visit) -> None:
    """Horse that has won goes where it is pointed; who fled is seen to frighten the guns behind him."""
    page = visit(viewport=LAPTOP)
    fight = {"charged": True, "began": "red"}
    bases = [
        base("A", "red", 10000, 8000, type="Cav", stats="9/-/9 a", fight=fight),
        base("B", "blue", 10000, 8000, type="Hv", stats="1/-/-2 -", state="shaken"),
        base("C", "blue", 14000, 9500, type="MdArt", stats="0/1/- -"),
        base("E", "blue", 2000, 14000, type="Sh", stats="1/0/-1 - sk/ln"),
    ]
    field = {"bases": bases, "table": {"size": [20000, 16000], "terrain": []}, "cohesion": {"red": 9, "blue": 9}}
    study(page, {**battle(phase="melee"), **field})
    question(page, "control")
    film = page.get_by_test_id("unfolding")
    expect(film.locator("summary")).to_contain_text("How fear spread")
    expect(film.locator("li[data-depth='1']").first).to_contain_text("contagion of Base B")
    film.get_by_role("button", name="One step on").click()
    expect(film.locator("li.now")).to_have_count(1)
    pull(page, "middle", 0, -60)
    expect(page.locator("#decision-panel .steps")).to_contain_text("advance")
    before = piece(page, "A").get_attribute("transform") or ""
    answered(page, page.get_by_role("button", name="Move", exact=True))
    expect(piece(page, "A")).not_to_have_attribute("transform", before)
