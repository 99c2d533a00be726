"""Replays, studies and the checking of dice in a real browser."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.helpers import lay_orders, play_until, question, serious, sit, story, table, unfold

Visit = Callable[..., Page]
HEADERS = {"X-Quadrilatero": "1"}


def finished(page: Page) -> str:
    """A game against the computer, played for a while with dice and then given up."""
    id = table(page)
    play_until(page, id, "spain", "advance")
    page.request.post(f"/api/tables/{id}/resign", headers=HEADERS, data={"seat": "spain"})
    return id


def watch(page: Page, id: str, more: str = "") -> None:
    page.goto(f"/#/replay/{id}{more}")
    page.get_by_test_id("replay").wait_for()


def place(page: Page) -> int:
    return int(page.get_by_test_id("replay").get_attribute("data-place") or -1)


def at(page: Page, number: int) -> None:
    expect(page.get_by_test_id("replay")).to_have_attribute("data-place", str(number))


def test_step_jump_play_and_link(visit: Visit):
    page = visit()
    id = finished(page)
    watch(page, id)
    at(page, 0)
    stops = page.request.get(f"/api/tables/{id}/replay").json()["stops"]
    for number in range(1, 5):
        page.keyboard.press("ArrowRight")
        at(page, number)
    page.keyboard.press("ArrowLeft")
    at(page, 3)
    assert f"/{stops[3]}" in page.url
    page.keyboard.press("End")
    at(page, len(stops) - 1)
    page.keyboard.press("PageUp")
    expect(page.get_by_test_id("replay")).not_to_have_attribute("data-place", str(len(stops) - 1))
    page.keyboard.press("Home")
    at(page, 0)
    page.locator(".number input").fill("6")
    page.keyboard.press("Enter")
    at(page, 5)
    page.get_by_label("Moment of the game").fill("8")
    at(page, 8)
    expect(page.get_by_test_id("live")).to_contain_text("Moment 9.")
    page.evaluate("document.activeElement.blur()")

    rolled = next(event for event in story(page, id) if event["dice"])
    line = page.locator(f"#panel button[data-frame='{rolled['frame']}']").first
    unfold(page, line)
    line.click()
    expect(page.get_by_test_id("replay")).to_have_attribute("data-frame", str(rolled["frame"]))
    expect(page.locator(".now .dice").first).to_have_attribute("aria-label", re.compile(str(rolled["dice"][0])))
    expect(page.locator("li.now").first).to_be_visible()
    expect(page.locator("path.spot").first).to_be_attached()

    other = visit(f"#/replay/{id}/{rolled['frame']}?seat=spain")
    expect(other.get_by_test_id("replay")).to_have_attribute("data-frame", str(rolled["frame"]))
    expect(other.get_by_test_id("eyes")).to_have_value("spain")

    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Home")
    at(page, 0)
    page.get_by_label("Speed").select_option("12")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(page.get_by_test_id("replay")).to_have_attribute("data-place", re.compile(r"^([7-9]|\d\d+)$"))
    page.keyboard.press("Space")
    rested = place(page)
    page.wait_for_timeout(700)
    assert place(page) <= rested + 1


def test_a_running_game_shows_each_side_its_own_orders_only(visit: Visit):
    anna, bela = visit(), visit()
    id = table(anna, opponent="open")
    bela.request.post("/api/session", headers=HEADERS, data={"name": "Bela"})
    assert bela.request.post(f"/api/tables/{id}/join", headers=HEADERS, data={}).ok
    sit(anna, id)
    lay_orders(anna)
    expect(anna.locator("#decision-panel")).to_have_attribute("data-question", "")
    sealed = anna.request.get(f"/api/tables/{id}/replay").json()["stops"][-1]
    watch(anna, id, f"/{sealed}")
    expect(anna.locator("[data-sealed=spain]")).to_be_visible()
    watch(bela, id, f"/{sealed}")
    expect(bela.get_by_test_id("eyes")).to_have_value("austria")
    expect(bela.locator("[data-sealed]")).to_have_count(0)
    bela.request.post(f"/api/tables/{id}/resign", headers=HEADERS, data={"seat": "austria"})
    bela.goto("/")
    watch(bela, id, f"/{sealed}")
    expect(bela.locator("[data-sealed=spain]")).to_be_visible()
    bela.get_by_test_id("eyes").select_option("austria")
    expect(bela.locator("[data-sealed]")).to_have_count(0)
    bela.get_by_test_id("eyes").select_option("spain")
    expect(bela.locator("[data-sealed=spain]")).to_be_visible()


def test_branch_into_a_study_and_play_on(visit: Visit):
    page = visit()
    id = finished(page)
    watch(page, id, "/0")
    page.get_by_role("button", name="Branch here").click()
    page.wait_for_url(re.compile("#/table/"))
    page.get_by_test_id("map").wait_for()
    decision = page.locator("#decision-panel")
    version = decision.get_attribute("data-version") or ""
    lay_orders(page)
    expect(decision).not_to_have_attribute("data-version", version)
    lay_orders(page)  # for the other side, with no cover between
    question(page, "move", "fire", "general", "assault", "react", "face")
    page.get_by_role("button", name=re.compile("Undo")).click()
    question(page, "orders")
    expect(page.get_by_role("tab", name="Why?")).to_have_count(0)  # no computer decides here
    page.get_by_role("tab", name="Table").click()
    page.get_by_role("link", name="Replay the game it came from").click()
    page.wait_for_url(re.compile(f"#/replay/{id}"))
    expect(page.get_by_role("tab", name="Why?")).to_be_visible()
    page.goto("/")
    expect(page.get_by_role("heading", name="My studies")).to_be_visible()
    page.on("dialog", lambda dialog: dialog.accept())
    discard = page.get_by_role("button", name=re.compile("^Discard"))
    discard.click()
    expect(discard).to_have_count(0)


def test_export_then_import(visit: Visit, tmp_path: Path):
    page = visit()
    id = finished(page)
    file = tmp_path / "game.json"
    file.write_bytes(page.request.get(f"/api/tables/{id}/export").body())
    page.goto("/#/study")
    page.get_by_test_id("save").set_input_files(file)
    page.wait_for_url(re.compile("#/table/"))
    made = page.url.rsplit("/", 1)[-1]
    watch(page, made)
    stops = page.request.get(f"/api/tables/{made}/replay").json()["stops"]
    assert stops == page.request.get(f"/api/tables/{id}/replay").json()["stops"]
    page.keyboard.press("End")
    at(page, len(stops) - 1)
    half = tmp_path / "half.json"
    half.write_bytes(file.read_bytes()[:5000])
    page.goto("/#/study")
    page.get_by_test_id("save").set_input_files(half)
    expect(page.get_by_role("alert")).to_contain_text("This is not JSON")


def test_dice_are_checked_in_the_browser(visit: Visit, tmp_path: Path):
    page = visit()
    id = finished(page)
    page.goto(f"/#/verify/{id}")
    expect(page.get_by_test_id("verdict")).to_have_attribute("data-verdict", "good")
    save: dict[str, Any] = json.loads(page.request.get(f"/api/tables/{id}/export").body())
    rolls = [entry for entry in save["entries"] if entry[0] == "roll"]
    dice = sum(len(roll[2]) for roll in rolls)
    assert dice
    expect(page.get_by_test_id("verdict")).to_contain_text(f"All {dice} dice are true")
    expect(page.locator("tbody tr")).to_have_count(len(rolls))
    rolls[0][2] = [7 - face for face in rolls[0][2]]
    file = tmp_path / "tampered.json"
    file.write_text(json.dumps(save), encoding="utf-8")
    page.goto("/#/verify")
    page.get_by_test_id("file").set_input_files(file)
    expect(page.get_by_test_id("verdict")).to_have_attribute("data-verdict", "bad")
    expect(page.get_by_test_id("verdict")).to_contain_text("First mismatch: roll 1")
    other = tmp_path / "other.json"
    other.write_text("nonsense", encoding="utf-8")
    page.get_by_test_id("file").set_input_files(other)
    expect(page.get_by_test_id("verdict")).to_have_attribute("data-verdict", "none")


@pytest.mark.parametrize("locale", ["en-GB", "it-IT"])
def test_nothing_serious_for_axe_and_nothing_too_wide_for_a_phone(visit: Visit, locale: str):
    page = visit(locale=locale)
    id = finished(page)
    for width in (1440, 390):
        page.set_viewport_size({"width": width, "height": 844})
        for address, ready in (
            (f"/#/replay/{id}/9", "[data-testid=replay]"),
            ("/#/study", "textarea"),
            (f"/#/verify/{id}", "[data-testid=verdict]"),
        ):
            page.goto(address)
            page.locator(ready).wait_for()
            if "replay" in address:
                page.locator("#panel li, #panel h3").first.wait_for()
            assert serious(page) == [], address
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1"), (address, width)
