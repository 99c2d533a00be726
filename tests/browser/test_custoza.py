"""Custoza by mouse: two players in two browsers, each with what its own seat may see; the hand, layers, the guide."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.helpers import MARGIN, SIZE, STILL, answered, at_rest, enter, question, serious, soon

Visit = Callable[..., Page]
HEADERS = {"X-Quadrilatero": "1"}
FIRST_COLUMN, FIRST_ROW = 10, 4
DECISIONS = 600  # of a whole game in two browsers, at the most; 150 as a rule
PATIENCE = 240  # seconds: the computer thinks, and its moves are shown one by one


def study(page: Page, **begun: Any) -> None:
    """A table of one's own, where every seat is one's own."""
    page.request.post("/api/session", headers=HEADERS, data={"name": "Anna"})
    made = page.request.post("/api/studies", headers=HEADERS, data={"game": "custoza", **begun})
    assert made.ok, made.text()
    page.goto(f"/#/table/{made.json()['id']}")
    page.get_by_test_id("map").wait_for()


def two_players(visit: Visit, scenario: str) -> dict[str, Page]:
    """A table with a player on each side, each in a browser of its own."""
    italy, austria = visit(**STILL), visit(**STILL)
    for page, name in ((italy, "Anna"), (austria, "Bruno")):
        page.request.post("/api/session", headers=HEADERS, data={"name": name})
    asked = {"game": "custoza", "scenario": scenario, "seat": "italy", "opponent": {"kind": "open"}, "public": True}
    made = italy.request.post("/api/tables", headers=HEADERS, data=asked)
    assert made.ok, made.text()
    id = made.json()["id"]
    joined = austria.request.post(f"/api/tables/{id}/join", headers=HEADERS, data={"seat": "austria"})
    assert joined.ok, joined.text()
    for page in (italy, austria):
        page.goto(f"/#/table/{id}")
        page.get_by_test_id("map").wait_for()
    return {"italy": italy, "austria": austria}


# -- hands -------------------------------------------------------------------------------------------------------------


def click(page: Page, hex: str) -> None:
    """Point at a hex once the map rests."""
    page.mouse.click(*spot(page, hex))


def spot(page: Page, hex: str) -> tuple[float, float]:
    """Where a hex is on the screen."""
    sheet = at_rest(page)
    scale = sheet["width"] / page.locator(".sheet").evaluate("e => e.offsetWidth")
    column, row = int(hex[:2]), int(hex[2:])
    x = SIZE * (1.5 * (column - FIRST_COLUMN) + 1) + MARGIN
    y = math.sqrt(3) * SIZE * (row - FIRST_ROW + 0.5 + column % 2 / 2) + MARGIN
    return sheet["x"] + x * scale, sheet["y"] + y * scale


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def take(page: Page, unit: str) -> None:
    """Choose a unit by its name, if it is not chosen already."""
    name = page.locator(".units").get_by_role("button", name=unit)
    if name.get_attribute("aria-pressed") != "true":
        name.click()
    expect(name).to_have_attribute("aria-pressed", "true")


def listed(page: Page, *verbs: str) -> Locator:
    """The first answer of these kinds in the list of all answers; of any kind where none is named."""
    panel = page.locator("#decision-panel")
    if not panel.locator("[data-answer]").count():
        panel.get_by_text("All answers, as a list").click()
    panel.locator("[data-answer]").first.wait_for()
    for verb in verbs:
        found = panel.locator(f"""[data-answer^='{{"do":"{verb}"']""")
        if found.count():
            return found.first
    return panel.locator("[data-answer]").first


def decide(page: Page, what: str) -> None:
    """Answer what is asked by the page's own buttons: the fight where there is one, else what ends the question."""
    panel, dock = page.locator("#decision-panel"), page.locator("#actions")
    if page.locator("section.guide[data-lesson=fog]").count():
        button(page, "Go on").click()
    if what == "activate" and panel.locator(".try").count():
        answered(page, panel.locator(".try").first)
    elif what == "declare" and not page.locator("g.marker").count() and panel.locator(".targets button").count():
        panel.locator(".targets button").first.click()
        answered(page, button(page, "Confirm"))
    elif what == "react" and panel.locator(".ways button.main:enabled").count():
        answered(page, panel.locator(".ways button.main:enabled").first)
    elif what == "act" and page.locator("g.marker:not(.spent)").count():
        answered(page, listed(page, "assault", "charge"))
    elif what == "act" and panel.locator(".duty").count():
        answered(page, listed(page, "move", "fall_back"))
    elif dock.locator(".end, .docked button").count():
        answered(page, dock.locator(".end, .docked button").first)
    else:
        answered(page, listed(page))


def asked(page: Page) -> str:
    """What this page is asked, if it is and none of its answers is on its way."""
    found: str = page.evaluate(
        """() => {
            const panel = document.querySelector("#decision-panel");
            return panel?.ariaBusy === "true" ? "" : (panel?.dataset.question ?? "");
        }"""
    )
    return found


# -- fog ---------------------------------------------------------------------------------------------------------------


def apart(a: str, b: str) -> int:
    """How many hexes lie between two: columns are straight, odd ones half a hex south."""
    (c1, r1), (c2, r2) = ((int(h[:2]), int(h[2:]) + (int(h[:2]) % 2 - int(h[:2])) // 2) for h in (a, b))
    return max(abs(c1 - c2), abs(r1 - r2), abs(c1 - c2 + r1 - r2))


COUNTERS = """() => [...document.querySelectorAll(".counters g.piece")].map((piece) => ({
    id: piece.dataset.unit, hex: piece.dataset.hex, words: piece.getAttribute("aria-label"),
    italian: piece.querySelector(".counter").classList.contains("italy"),
    round: piece.querySelector(".counter path.body") === null, text: piece.textContent,
}))"""


def seen_too_much(page: Page, seat: str) -> list[str]:
    """Enemy counters that are face up on a page though no unit of its own stands beside them."""
    counters = page.evaluate(COUNTERS)
    own = [c["hex"] for c in counters if c["italian"] == (seat == "italy") and not c["round"]]
    foes = [c for c in counters if c["italian"] != (seat == "italy") and not c["round"] and "ortress" not in c["words"]]
    far = [c for c in foes if all(apart(c["hex"], hex) > 1 for hex in own)]
    return [f"{c['id']}: {c['words']}" for c in far if not c["id"].startswith("?") or "strength" in c["words"]]


def test_two_players_play_a_game_to_its_end_and_see_what_their_own_seat_may_see(visit: Visit) -> None:
    """Each browser is one player: its own counters lie face up, the enemy's only where they are in contact."""
    pages = two_players(visit, "vanguards")
    italy, austria = pages["italy"], pages["austria"]
    question(italy, "limber")
    italy.get_by_role("checkbox", name="Battery 1 (1st Division) 2913").check()
    answered(italy, button(italy, "Begin so: 3 limbered"))
    question(austria, "limber")
    answered(austria, austria.get_by_role("button", name=re.compile("Begin so")))

    expect(italy.locator('g.piece[data-unit="i66.d1.r29"]')).to_have_attribute("aria-label", re.compile("strength 7"))
    expect(austria.locator('g.piece[data-unit="i66.d1.r29"]')).to_have_count(0)
    expect(austria.locator('g.piece[data-unit^="?2913"]').first).to_have_attribute(
        "aria-label", re.compile("Hidden .*1st Division.*stacking point")
    )
    for page in pages.values():
        assert {c["italian"] for c in page.evaluate(COUNTERS) if not c["round"]} == {True, False}
    met = played_out(pages)
    assert {"activate", "declare", "react", "act"} <= set(met), met
    assert {"retreat", "hit", "recover", "face"} & set(met), "what comes of fights hangs on the dice"
    # Both hear the same story to the end, and then everything lies open.
    verdicts = [page.locator(".result .who").inner_text() for page in pages.values()]
    assert verdicts[0] == verdicts[1]
    for page in pages.values():
        expect(page.locator('g.piece[data-unit^="?"]')).to_have_count(0)


def played_out(pages: dict[str, Page]) -> list[str]:
    """Play a game to its end, with a look at every page after each answer; what was asked on the way."""
    met: list[str] = []
    first = next(iter(pages.values()))
    for _ in range(DECISIONS):
        soon(
            first, lambda: any(map(is_called, pages.values())), lambda: f"nobody is asked after {met}", within=PATIENCE
        )
        seat = next((seat for seat, page in pages.items() if asked(page)), None)
        if seat is None:
            break
        met.append(asked(pages[seat]))
        decide(pages[seat], met[-1])
        for side, page in pages.items():
            assert not seen_too_much(page, side) or is_over(page)
    for page in pages.values():
        page.locator(".result").wait_for()
    return met


def is_over(page: Page) -> bool:
    """Whether the page says how the game has ended."""
    return page.locator(".result").count() > 0


def is_called(page: Page) -> bool:
    """Whether the page asks for something, or says that all is over."""
    return bool(asked(page)) or is_over(page)


def small(**more: Any) -> dict[str, Any]:
    """Foot of the Italians before two hidden Forces."""
    units = [
        {"id": "A", "side": "italy", "type": "line", "hex": "3009", "sp": 9, "facing": "S", "name": "29th"},
        {"id": "B", "side": "italy", "type": "light", "hex": "3009", "facing": "S", "name": "18th"},
        {"id": "D", "side": "austria", "type": "line", "hex": "3011", "sp": 4, "facing": "N", "name": "Baden"},
        {"id": "E", "side": "austria", "type": "light", "hex": "3411", "facing": "N", "name": "Jäger"},
    ]
    return {"map": {}, "gt": 8, "units": units, **more}


def test_markers_are_laid_and_forces_moved_by_pointing(visit: Visit) -> None:
    page = visit()
    study(page, position=small(active={"formation": "italy", "step": "declare"}))
    question(page, "declare")
    click(page, "3010")  # one enemy only can be attacked from there: the target needs no second pointing
    expect(page.locator("#decision-panel .now")).to_contain_text("Assault from 3010 on 3011")
    page.locator("g.marker.foreseen").wait_for()
    answered(page, button(page, "Confirm"))
    page.locator("g.marker.assault:not(.foreseen)").wait_for()
    answered(page, button(page, "Begin the actions"))

    question(page, "act")
    take(page, "18th")
    page.get_by_role("group", name="Who goes along").get_by_role("button", name="29th").click()
    click(page, "3008")
    expect(page.locator("#decision-panel .now")).to_contain_text("18th → 3008")
    page.locator('g.handle[data-facing="SE"]').click()
    expect(page.locator('g.piece[data-unit="B"]')).to_have_attribute("aria-label", re.compile("faces SE, hex 3008"))
    question(page, "act")
    expect(page.locator("#decision-panel .now")).not_to_contain_text("18th")


def test_a_reaction_says_who_may_take_it_and_what_it_risks(visit: Visit) -> None:
    page = visit()
    markers = [{"type": "assault", "hex": "3010", "target": "3011"}]
    study(page, position=small(active={"formation": "italy", "markers": markers}))
    question(page, "act")
    take(page, "29th")
    click(page, "3011")
    expect(page.locator("#decision-panel .now")).to_contain_text("assaults")
    page.get_by_role("button", name="Confirm", exact=True).click()
    question(page, "react")
    panel = page.locator("#decision-panel")
    expect(panel).to_contain_text("Italy in 3010: has entered your zone")
    expect(panel).to_contain_text("check with −1; those that fail lose status and form no Square")
    expect(page.locator('g.piece[data-unit="A"]')).to_be_visible()
    answered(page, panel.get_by_role("button", name="Fall back → 3012").first)


def test_what_cannot_be_reached_is_refused_with_its_rule(visit: Visit) -> None:
    page = visit()
    study(page, position=small(active={"formation": "italy"}))
    question(page, "act")
    take(page, "29th")
    click(page, "3010")
    expect(page.locator(".refusal")).to_contain_text("7.5")
    page.get_by_role("tab", name="Text").click()
    page.get_by_label("Command", exact=True).fill("hex 3011")
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.locator(".answers")).to_contain_text("Hidden infantry")


def test_a_force_goes_by_the_way_that_is_drawn(visit: Visit) -> None:
    """A detour is offered first, beside the cheapest way; one that cannot be gone says why."""
    page = visit()
    study(page, position=small(active={"formation": "italy"}))
    question(page, "act")
    take(page, "18th")
    page.get_by_role("group", name="Who goes along").get_by_role("button", name="29th").click()
    drag(page, "3009", "2908", "2907", "3007")
    now = page.locator("#decision-panel .now")
    expect(now.get_by_role("button", name="The way you drew")).to_have_attribute("aria-pressed", "true")
    expect(now).to_contain_text("2908 → 2907 → 3007")
    answered(page, button(page, "Confirm"))
    expect(page.locator('g.piece[data-unit="B"]')).to_have_attribute("aria-label", re.compile("hex 3007"))
    question(page, "act")
    expect(page.locator("#decision-panel .now")).to_contain_text("29th")  # the only one left is in the hand
    drag(page, "3009", "2908", "2807", "2707", "2706", "2805", "2906", "3006")
    expect(page.locator(".refusal")).to_contain_text("7.2")


def drag(page: Page, *way: str) -> None:
    """Drag what stands in the first hex over the others."""
    page.mouse.move(*spot(page, way[0]))
    page.mouse.down()
    for hex in way[1:]:
        page.mouse.move(*spot(page, hex), steps=5)
    page.mouse.up()


def test_layers_and_tools_show_what_the_engine_says(visit: Visit) -> None:
    page = visit()
    board = {"terrain": {"3010": "woods", "3012": "village"}}
    study(page, position=small(map=board, active={"formation": "italy"}))
    question(page, "act")
    page.keyboard.press("z")
    expect(page.locator("path.edge.enemy")).to_have_count(1)
    expect(page.locator("path.edge.own")).to_have_attribute("d", re.compile("M.+L"))
    page.keyboard.press("z")
    expect(page.locator("path.edge")).to_have_count(0)

    page.keyboard.press("v")
    click(page, "3009")
    expect(page.locator("path.seen")).to_have_attribute("d", re.compile("M"))
    click(page, "3011")  # over the wood between
    sight = page.locator(".look[data-verdict=no]")
    expect(sight).to_contain_text("3009 to 3011, 2 hexes: not in sight, blocked by 3010")
    page.keyboard.press("t")
    click(page, "3012")
    expect(page.locator(".look")).to_contain_text("3012 · Village")
    expect(page.locator(".look")).to_contain_text("do not reach into it")
    page.keyboard.press("Escape")
    expect(page.locator(".look")).to_have_count(0)
    question(page, "act")


def test_the_first_game_is_led_step_by_step(visit: Visit) -> None:
    """At a laptop's height; each lesson fits what is asked and points to it. Looked at in both languages."""
    page = visit(locale="it-IT", viewport={"width": 1366, "height": 657})
    enter(page)
    page.get_by_role("button", name="Impara a giocare: Custoza").click()
    page.get_by_test_id("map").wait_for()
    lesson = page.locator("section.guide")
    expect(lesson).to_have_attribute("data-lesson", "welcome")
    button(page, "Avanti").click()
    expect(lesson).to_have_attribute("data-lesson", "limber")
    answered(page, page.locator("#actions .main").first)
    expect(lesson).to_have_attribute("data-lesson", "fog")
    button(page, "Avanti").click()
    expect(lesson).to_have_attribute("data-lesson", "activate")
    expect(page.locator(".try")).to_have_attribute("data-guided", "activate")
    expect(page.locator(".try .chance")).to_contain_text("50")  # command 2: one, two and a natural six
    assert not serious(page)


def test_the_first_game_is_played_to_its_end(visit: Visit) -> None:
    """By the page's own buttons against the computer; the guide has a word for whatever is asked."""
    page = visit(viewport={"width": 1366, "height": 657}, **STILL)
    enter(page)
    page.get_by_role("button", name="Learn to play: Custoza").click()
    page.get_by_test_id("map").wait_for()
    button(page, "Go on").click()
    met = played_out({"italy": page})
    assert {"limber", "activate", "declare", "act"} <= set(met), met
