"""The computer in the browser: levels in the lobby, suggestions, its reasons afterwards, and the ledger of luck."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from quadrilatero.bots import bot
from quadrilatero.kernel.saves import pack
from quadrilatero.kernel.start import start
from quadrilatero.kernel.worlds import sample
from tests.browser.helpers import QUESTIONS, enter, lay_orders, pause, question, serious, sit, table

Visit = Callable[..., Page]
HEADERS = {"X-Quadrilatero": "1"}


def panel(page: Page, name: str) -> None:
    page.get_by_role("tab", name=name, exact=True).click()


def post(page: Page, path: str, **data: Any) -> Any:
    answer = page.request.post(path, headers=HEADERS, data=data)
    assert answer.ok, answer.text()
    return answer.json()


def to_the_end(page: Page, id: str) -> None:
    page.goto(f"/#/replay/{id}")
    page.get_by_test_id("replay").wait_for()
    page.keyboard.press("End")
    expect(page.get_by_role("button", name=re.compile("To the end|Alla fine"))).to_be_disabled()


def fought(page: Page) -> str:
    """A study of a game that two sergeants played to its end."""
    match, player = start("camposanto", "learning", seed=8), bot("camposanto", "sergente")
    while match.ask is not None:
        seat = match.ask.who[0]
        match.answer(seat, player.choose(match.view(seat), {**match.ask.plain(), "who": [seat]}, sample, 0, 1))
    post(page, "/api/session", name="Anna")
    id: str = post(page, "/api/studies", save=msgspec.to_builtins(pack(match)))["id"]
    return id


@pytest.mark.parametrize(("locale", "level", "temper"), [("en-GB", "Level", "bold"), ("it-IT", "Livello", "audace")])
def test_the_lobby_says_what_to_expect_of_each_level(visit: Visit, locale: str, level: str, temper: str) -> None:
    page = visit(locale=locale)
    enter(page)
    levels = page.get_by_role("group", name=level)
    expect(levels.get_by_role("radio")).to_have_count(4)
    expect(levels.get_by_role("radio", name=re.compile("Sergente"))).to_be_checked()
    levels.get_by_role("radio", name=re.compile("Capitano")).check()
    page.get_by_label(re.compile("Personality|Carattere")).select_option("bold")
    assert serious(page) == []
    page.get_by_role("button", name=re.compile("Set up the table|Prepara il tavolo")).click()
    question(page, "orders")
    panel(page, "Table" if locale == "en-GB" else "Tavolo")
    expect(page.locator("#panel").get_by_text(f"Capitano, {temper}")).to_be_visible()
    expect(page.locator(".company")).to_contain_text(f"Capitano, {temper}")


def test_a_novice_is_suggested_a_move_and_plays_it(visit: Visit) -> None:
    page = visit()
    sit(page, table(page, assistance="novice"))
    question(page, "orders")
    page.keyboard.press("s")
    advice = page.get_by_test_id("suggestion")
    expect(advice).to_contain_text("Orders: left")
    expect(page.get_by_test_id("live")).to_contain_text(re.compile(r"(Capitano|Maresciallo) \(\w+\) suggests"))
    advice.get_by_text("Reasons").click()
    expect(advice).to_contain_text("drawn at random", ignore_case=True)
    assert serious(page) == []
    advice.get_by_role("button", name="Play it").click()
    expect(advice).to_have_count(0)
    question(page, *QUESTIONS, "orders")
    standard = visit()
    sit(standard, table(standard))
    question(standard, "orders")
    expect(standard.get_by_role("button", name="Suggest a move")).to_have_count(0)


def test_the_computer_says_that_it_thinks_and_explains_itself_when_the_game_is_over(visit: Visit) -> None:
    page = visit()
    id = table(page, level="sergente", assistance="novice")
    sit(page, id)
    for _ in range(3):
        page.locator("#decision-panel:not([data-question=''])").wait_for()
        version = page.locator("#decision-panel").get_attribute("data-version") or ""
        page.get_by_role("button", name="Suggest a move").click()
        page.get_by_role("button", name="Play it").click()
        expect(page.locator("#decision-panel")).not_to_have_attribute("data-version", version)
    expect(page.get_by_role("tab", name="Why?")).to_have_count(0)
    assert page.request.get(f"/api/tables/{id}/thoughts").status == 403
    post(page, f"/api/tables/{id}/resign", seat="spain")
    page.get_by_role("button", name="Look at the field").click()
    panel(page, "Why?")
    why = page.get_by_test_id("why")
    expect(why).to_contain_text("Sergente")
    expect(why).to_contain_text(re.compile(r"[+−]\d"))
    assert serious(page) == []
    to_the_end(page, id)
    panel(page, "Why?")
    expect(page.get_by_test_id("why")).to_contain_text("Sergente")
    assert serious(page) == []


@pytest.mark.parametrize("locale", ["en-GB", "it-IT"])
def test_the_ledger_of_luck_is_drawn_and_written(visit: Visit, locale: str) -> None:
    page = visit(locale=locale)
    id = fought(page)
    sit(page, id)
    page.get_by_role("button", name=re.compile("Look at the field|Guarda il campo")).click()
    panel(page, "Luck" if locale == "en-GB" else "Fortuna")
    expect(page.get_by_test_id("luck")).to_be_visible()
    numbers = page.locator("#panel table").first.locator("tbody tr")
    expect(numbers).to_have_count(2)
    rolls = sum(int(row.locator("td").first.inner_text()) for row in numbers.all())
    page.locator("#panel summary").click()
    expect(page.locator("#panel table.all tbody tr")).to_have_count(rolls)
    assert serious(page) == []
    page.get_by_role("button", name=re.compile("^(Show|Mostra)$")).first.click()
    expect(page.locator("#panel li.pointed .dice")).to_be_visible()
    to_the_end(page, id)
    panel(page, "Luck" if locale == "en-GB" else "Fortuna")
    page.get_by_role("button", name=re.compile("^(Show|Mostra)$")).first.click()
    expect(page.locator(".now .dice").first).to_be_visible()


def test_the_computers_moves_are_shown_one_by_one_and_can_be_skipped(visit: Visit) -> None:
    page = visit()
    sit(page, table(page, level="sergente"))
    lay_orders(page)
    skip = page.get_by_role("button", name="Skip to the end")
    for _ in range(100):
        if skip.count() and pause(page):
            break
        page.keyboard.press("d")
        page.wait_for_timeout(150)
    expect(page.locator("#decision")).to_have_text(re.compile("Sergente is (moving|thinking)"))
    assert serious(page) == []
    page.keyboard.press("Escape")
    expect(skip).to_have_count(0)
