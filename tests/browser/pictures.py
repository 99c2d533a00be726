"""The pictures of docs/screenshots: `python -m tests.browser.pictures ADDRESS [wide|phone|fog|miniatures]`."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, sync_playwright

import quadrilatero as q
from quadrilatero.bots import bot
from quadrilatero.kernel import Plain
from tests.browser.helpers import answered, enter, lay_orders, play_until, point, question, sit, story, table
from tests.browser.program import browser_program

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "screenshots"
DAY = 900.0  # seconds that a day of battle may take on a slow machine
HEADERS = {"X-Quadrilatero": "1"}
WIDE: ViewportSize = {"width": 1500, "height": 940}


def keep(page: Page, name: str) -> None:
    page.wait_for_timeout(700)
    page.screenshot(path=FOLDER / f"{name}.png")


def movement(page: Page) -> None:
    lay_orders(page)
    while question(page, "move", "fire", "general", "react", "assault") != "move":
        page.locator("#decision-panel").get_by_role("button").filter(has_text="End").or_(
            page.get_by_role("button", name="Keep him for later")
        ).first.click()


def replay(page: Page) -> None:
    """A battle against the computer, looked at again where a shot hit in the middle of it."""
    id = table(page, scenario="battle")
    play_until(page, id, "spain", "swap", seed=6, within=DAY)
    page.request.post(f"/api/tables/{id}/resign", headers={"X-Quadrilatero": "1"}, data={"seat": "spain"})
    shots = [
        event["frame"] for event in story(page, id) if event["data"].get("why") == "fire" and event["data"]["success"]
    ]
    page.goto(f"/#/replay/{id}/{shots[len(shots) // 2]}")
    page.get_by_test_id("replay").wait_for()
    keep(page, "replay")


def coach(page: Page) -> None:
    """A battle against a captain: why it moved where it moved, and how kind the dice were."""
    id = table(page, scenario="battle", level="capitano")
    play_until(page, id, "spain", "swap", seed=6, within=DAY)
    page.request.post(f"/api/tables/{id}/resign", headers={"X-Quadrilatero": "1"}, data={"seat": "spain"})
    thoughts = page.request.get(f"/api/tables/{id}/thoughts").json()["thoughts"]
    moves = [one for one in thoughts if one["answer"]["do"] == "move"] or thoughts
    richest = max(moves, key=lambda one: len(one["terms"]))
    page.goto(f"/#/replay/{id}/{richest['frame'] + 1}")
    page.get_by_test_id("replay").wait_for()
    page.get_by_role("tab", name="Why?").click()
    page.get_by_test_id("why").wait_for()
    keep(page, "why")
    page.goto(f"/#/replay/{id}/999999")
    page.get_by_role("tab", name="Luck").click()
    page.get_by_test_id("luck").wait_for()
    keep(page, "luck")


def wide(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport=WIDE, locale="en-GB", base_url=address, color_scheme="light")
    page = context.new_page()
    page.goto("/")
    enter(page)
    keep_tables = table(page, scenario="battle")
    table(page, scenario="learning", opponent="same_screen")
    table(page, scenario="battle", opponent="open")
    page.reload()
    page.locator("figure.plate").wait_for()
    keep(page, "lobby")
    sit(page, keep_tables)
    keep(page, "orders")
    movement(page)
    page.locator("g.piece[data-unit=S-R5]").click()
    page.mouse.click(*point(page, "2112"))
    keep(page, "board-light")
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    keep(page, "board-dark")
    page.evaluate("document.documentElement.dataset.theme = 'light'")
    page.locator("g.piece[data-unit=S-R1]").click()
    page.mouse.click(*point(page, "1608"))
    page.locator(".bubble").wait_for()
    page.locator(".refusal").get_by_role("button").first.click()
    keep(page, "why-not")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.keyboard.press("v")
    page.locator("g.piece[data-unit=S-C8]").click()
    page.mouse.click(*point(page, "1410"))
    keep(page, "line-of-fire")
    page.keyboard.press("Escape")
    for seed in range(4, 12):
        id = table(page)
        if play_until(page, id, "spain", "assault", least=2, seed=seed):
            sit(page, id)
            page.locator("button.choice").first.click()
            page.locator("#decision-panel li.on").wait_for()
            page.get_by_label("Compare the odds of all of them").check()
            page.locator("#decision-panel .words").first.wait_for()
            keep(page, "assault")
            break
    page.goto("/")
    page.get_by_role("button", name="Learn to play: Camposanto").click()
    question(page, "orders")
    page.get_by_role("button", name="Go on").click()
    keep(page, "guide")
    id = table(page, opponent="same_screen")
    page.goto(f"/#/table/{id}")
    page.locator("main.cover").wait_for()
    keep(page, "cover")
    replay(page)
    coach(page)
    context.close()


def handheld(browser: Browser, address: str, scheme: Literal["light", "dark"]) -> BrowserContext:
    """A phone."""
    return browser.new_context(
        viewport={"width": 390, "height": 844},
        device_scale_factor=2,
        has_touch=True,
        is_mobile=True,
        locale="en-GB",
        base_url=address,
        color_scheme=scheme,
    )


def phone(browser: Browser, address: str) -> None:
    context = handheld(browser, address, "light")
    page = context.new_page()
    page.goto("/")
    id = table(page, scenario="battle")
    sit(page, id)
    movement(page)
    page.locator(".units").get_by_role("button", name="Carabineros Reales").tap()
    page.touchscreen.tap(*point(page, "2113"))
    keep(page, "phone")
    context.close()


def fog(browser: Browser, address: str) -> None:
    """Two armies before they meet, as one of them sees it."""
    context = browser.new_context(viewport=WIDE, locale="en-GB", base_url=address, color_scheme="light")
    page = context.new_page()
    page.goto("/")
    headers = {"X-Quadrilatero": "1"}
    page.request.post("/api/session", headers=headers, data={"name": "Anna"})
    foe = {"kind": "bot", "level": "recluta"}
    asked = {"game": "custoza", "scenario": "vanguards", "seat": "italy", "opponent": foe, "public": True}
    made = page.request.post("/api/tables", headers=headers, data=asked)
    page.goto(f"/#/table/{made.json()['id']}")
    question(page, "limber")
    page.locator("#actions .main").first.click()
    question(page, "activate", "react", "declare")
    keep(page, "custoza")
    context.close()


def miniatures(browser: Browser, address: str) -> None:
    """Battles of miniatures: a brigade that moves as one line, a charge, fire, a mêlée, deployment, an army."""
    context = browser.new_context(viewport=WIDE, locale="en-GB", base_url=address, color_scheme="light")
    page = context.new_page()
    page.goto("/")
    page.request.post("/api/session", headers=HEADERS, data={"name": "Anna"})
    foe = {"kind": "bot", "level": "recluta"}
    asked = {"game": "vivaorre", "scenario": "calatafimi", "seat": "red", "opponent": foe, "public": True}
    made = page.request.post("/api/tables", headers=HEADERS, data=asked)
    page.goto(f"/#/table/{made.json()['id']}")
    while question(page, "initiative", "charge", "orders", "react", "move") != "move":
        answered(page, page.locator("#actions :is(.main, .end)").first)
    page.locator(".units button").first.click()
    page.get_by_role("button", name="Whole brigade").click()
    page.get_by_test_id("map").focus()
    for _ in range(6):
        page.keyboard.press("ArrowUp")
    page.get_by_role("button", name="Move all").wait_for()
    keep(page, "vivaorre")

    contested(page, "charge")
    page.locator(".units button").first.click()
    page.locator("#decision-panel .row button").first.click()
    page.get_by_test_id("foreseen").wait_for()
    keep(page, "vivaorre-charge")
    contested(page, "fire")
    page.get_by_role("button", name="Show the odds").click()
    page.get_by_test_id("foreseen").wait_for()
    page.get_by_test_id("foreseen").scroll_into_view_if_needed()
    keep(page, "vivaorre-fire")
    contested(page, "melee")
    page.get_by_role("button", name="Show the odds").click()
    page.get_by_test_id("foreseen").wait_for()
    keep(page, "vivaorre-melee")

    battle = {"year": 1860, "points": 1500, "theatre": "europe", "mine": {"list": "gar"}, "theirs": {"list": "nap"}}
    asked = {"game": "vivaorre", "seat": "red", "opponent": foe, "battle": battle}
    made = page.request.post("/api/tables", headers=HEADERS, data=asked)
    page.goto(f"/#/table/{made.json()['id']}")
    question(page, "deploy")
    keep(page, "vivaorre-deployment")
    page.goto("/#/army/vivaorre")
    page.get_by_label("Nation").select_option("nap")
    page.get_by_test_id("verdict").wait_for()
    keep(page, "vivaorre-army")
    context.close()

    hand = handheld(browser, address, "dark")
    page = hand.new_page()
    page.goto("/")
    page.request.post("/api/session", headers=HEADERS, data={"name": "Anna"})
    contested(page, "move")
    page.locator(".units button").first.tap()
    page.locator('[data-handle="middle"]').wait_for()
    keep(page, "vivaorre-phone")
    hand.close()


def contested(page: Page, what: str) -> None:
    """A study of the moment at the bridges of the valley that is richest in such a question, as sergeants fought it."""
    made = page.request.post("/api/studies", headers=HEADERS, data={"game": "vivaorre", "position": richest(what)})
    page.goto(f"/#/table/{made.json()['id']}")
    question(page, what)


@cache
def richest(what: str) -> Plain:
    """Where most answers to that question are listed in a battle between computer players."""
    match, player, most, found = q.start("vivaorre", scenario="volturno", seed=3), bot("vivaorre", "sergente"), 0, {}
    while match.ask is not None:
        seat = match.ask.who[0]
        view = match.view(seat)
        if match.ask.what == what and (listed := len(match.options(seat))) > most:
            most, found = listed, match.state()
        question = {**view["ask"], "who": [seat]}
        match.answer(seat, player.choose(view, question, q.sample, 500, len(match.events)))
    return found


ALL = {"wide": wide, "phone": phone, "fog": fog, "miniatures": miniatures}


def main(address: str, names: list[str]) -> None:
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_program())
        for name in names or ALL:
            ALL[name](browser, address)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
