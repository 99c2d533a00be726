"""Tokens in the lobby: made, shown once, revoked; and the salt that the page adds to the dice by itself."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.helpers import enter, serious, sit, table


def test_a_token_is_made_shown_once_and_revoked(visit: Callable[..., Page]):
    page = visit()
    enter(page)
    page.get_by_role("heading", name="Let a program play").click()
    page.get_by_label("Name of the program").fill("Montemar")
    page.get_by_role("button", name="Make a token").click()
    value = page.get_by_role("textbox", name="Token of (program) Montemar")
    value.wait_for()
    assert value.input_value().startswith("qp_")
    assert serious(page) == []
    page.get_by_role("button", name="I have saved it").click()
    expect(value).to_have_count(0)
    page.get_by_role("button", name="Revoke the token of (program) Montemar").click()
    page.get_by_role("button", name="Yes").click()
    expect(page.get_by_text("No program has a token yet.")).to_be_visible()


def test_the_page_adds_salt_by_itself(visit: Callable[..., Page]):
    page = visit()
    enter(page)
    id = table(page)
    sit(page, id)
    page.wait_for_function(f"Object.keys(localStorage).some((key) => key.startsWith('quadrilatero.salt.{id}.'))")


def test_the_other_sides_salt_is_not_read_out(visit: Callable[..., Page]):
    anna, bela = visit(), visit()
    enter(anna)
    enter(bela, "Béla")
    id = table(anna, opponent="open")
    bela.request.post(f"/api/tables/{id}/join", headers={"X-Quadrilatero": "1"}, data={})
    sit(anna, id)
    anna.wait_for_function(f"'quadrilatero.salt.{id}.spain' in localStorage")
    anna.locator("g.piece[data-unit=S-R5]").click()
    spoken = anna.get_by_test_id("live")
    expect(spoken).to_contain_text("Carabineros Reales")
    before = anna.locator("#decision-panel").get_attribute("data-version")
    sit(bela, id)
    expect(anna.locator("#decision-panel")).not_to_have_attribute("data-version", before or "")
    expect(spoken).to_contain_text("Carabineros Reales")
    expect(anna.locator("g.piece[data-unit=S-R5]")).to_have_class(re.compile(r"\bselected\b"))
