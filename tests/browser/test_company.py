"""Two people at a table: who is there, what they offer each other, invitations, and studies that look like studies."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.helpers import lay_orders, question, serious, sit, table

Visit = Callable[..., Page]
HEADERS = {"X-Quadrilatero": "1"}
LAPTOP = {"width": 1366, "height": 657}
PHONE = {"width": 390, "height": 844}


def seated(visit: Visit, **options: object) -> tuple[str, Page, Page]:
    """Anna and Bruno at a table of their own, both looking at it."""
    anna, bruno = visit(**options), visit(**options)
    id = table(anna, opponent="invitation")
    token = anna.request.get(f"/api/tables/{id}").json()["invitation"]
    bruno.request.post("/api/session", headers=HEADERS, data={"name": "Bruno"})
    bruno.request.post(f"/api/tables/{id}/join", headers=HEADERS, data={"token": token})
    sit(anna, id)
    sit(bruno, id)
    return id, anna, bruno


def fits(page: Page) -> bool:
    """Whether nothing is wider than the window."""
    wide: bool = page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    return wide


@pytest.mark.parametrize(("size", "locale", "scheme"), [(LAPTOP, "en-GB", "dark"), (PHONE, "it-IT", "light")])
def test_names_and_presence_beside_the_map(visit: Visit, size: dict[str, int], locale: str, scheme: str) -> None:
    _, anna, bruno = seated(visit, viewport=size, locale=locale, color_scheme=scheme)
    there, away = ("here", "away since") if locale == "en-GB" else ("al tavolo", "assente da")
    seat = anna.locator("[data-seat=austria]")
    expect(seat).to_contain_text("Bruno")
    expect(seat.locator("[data-presence=there]")).to_contain_text(there)
    assert serious(anna) == []
    assert fits(anna)
    bruno.goto("about:blank")
    expect(seat.locator("[data-presence=away]")).to_contain_text(away)
    expect(seat.locator("[data-presence=away]")).to_contain_text(re.compile(r"\d\d:\d\d$"))


@pytest.mark.parametrize("size", [LAPTOP, PHONE])
def test_a_take_back_and_a_draw_are_asked_for_and_declined(visit: Visit, size: dict[str, int]) -> None:
    id, anna, bruno = seated(visit, viewport=size)
    lay_orders(anna)
    for what, asks, answer in (
        ("takeback", "Anna asks to take back the last move.", "Bruno does not agree to the take-back."),
        ("draw", "Anna offers a draw.", "Bruno declines the draw."),
    ):
        anna.request.post(f"/api/tables/{id}/{what}", headers=HEADERS, data={"seat": "spain", "offer": True})
        banner = bruno.locator(f"[data-offer={what}]")
        expect(banner).to_contain_text(asks)
        expect(banner).to_be_in_viewport(ratio=1)
        expect(banner.locator("xpath=ancestor::*[@aria-live]")).to_have_attribute("aria-live", "polite")
        expect(bruno.locator("#tab-table .badge")).to_have_text("1")
        expect(anna.locator(f"[data-offer={what}] button")).to_have_text("Withdraw")
        assert serious(bruno) == []
        assert fits(bruno)
        banner.get_by_role("button", name="Decline").click()
        expect(banner).to_be_hidden()
        expect(bruno.locator("#tab-table .badge")).to_have_count(0)
        expect(anna.get_by_test_id("told")).to_contain_text(answer)
        expect(anna.get_by_test_id("live")).to_contain_text(answer)
        expect(anna.locator("[data-offer]")).to_have_count(0)


def test_a_draw_is_offered_on_the_page_withdrawn_and_accepted(visit: Visit) -> None:
    _, anna, bruno = seated(visit, viewport=LAPTOP)
    anna.get_by_role("tab", name="Table").click()
    offer = anna.get_by_role("button", name="Offer a draw")
    offer.click()
    expect(bruno.locator("[data-offer=draw]")).to_be_visible()
    anna.locator("[data-offer=draw]").get_by_role("button", name="Withdraw").click()
    expect(bruno.locator("[data-offer=draw]")).to_be_hidden()
    expect(anna.get_by_test_id("told")).to_have_count(0)
    offer.click()
    bruno.locator("[data-offer=draw]").get_by_role("button", name="Accept").click()
    for page in (anna, bruno):
        expect(page.get_by_role("dialog", name="The battle is decided")).to_be_visible()


def test_a_rematch_is_seen_declined_and_at_last_played(visit: Visit) -> None:
    id, anna, bruno = seated(visit, viewport=LAPTOP)
    anna.request.post(f"/api/tables/{id}/resign", headers=HEADERS, data={"seat": "spain"})
    anna.get_by_role("dialog").get_by_role("button", name="Rematch").click()
    expect(anna.locator("#waiting-title")).to_be_visible()
    banner = bruno.locator("[data-offer=rematch]")
    expect(banner).to_contain_text("Anna would like a rematch, with sides swapped.")
    assert serious(bruno) == []
    banner.get_by_role("button", name="Decline").click()
    expect(anna.get_by_test_id("told")).to_contain_text("Bruno declines the rematch.")
    expect(anna.get_by_role("dialog")).to_contain_text("cancelled before the game began")
    bruno.get_by_role("dialog").get_by_role("button", name="Rematch").click()
    expect(bruno.locator("#waiting-title")).to_be_visible()
    anna.goto("/")
    expect(anna.locator("li.yours")).to_contain_text("Bruno would like a rematch")
    sit(anna, id)
    anna.locator("[data-offer=rematch]").get_by_role("button", name="Accept").click()
    question(bruno, "orders")
    expect(anna.locator("[data-seat=austria]")).to_contain_text("Anna")


# -- invitations -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "locale"), [(LAPTOP, "en-GB"), (PHONE, "it-IT")])
def test_an_invitation_says_what_it_is_to_and_the_host_has_the_link(
    visit: Visit, size: dict[str, int], locale: str
) -> None:
    anna, bruno = visit(viewport=size, locale=locale), visit(viewport=size, locale=locale)
    english = locale == "en-GB"
    id = table(anna, opponent="invitation")
    sit(anna, id)
    waiting = anna.locator("section.waiting")
    link = waiting.locator("input").input_value()
    assert "/#/join/" in link
    expect(waiting.locator("input")).to_be_in_viewport(ratio=1)
    expect(waiting.get_by_role("button", name="Copy the link" if english else "Copia il link")).to_be_in_viewport()
    expect(anna.locator("#decision-panel")).not_to_contain_text(re.compile("sealed|sigillat"))
    assert serious(anna) == []
    assert fits(anna)
    bruno.goto(link)
    invited = bruno.locator("section", has=bruno.locator("#join-title"))
    for word in (
        ("Anna invites you to a game", "Camposanto 1743", "Spain", "Austria and Savoy", "No clock", "Standard")
        if english
        else ("Anna ti invita a una partita", "Camposanto 1743", "Spagna", "Austria e Savoia", "Senza orologio")
    ):
        expect(invited).to_contain_text(word)
    assert serious(bruno) == []
    assert fits(bruno)
    bruno.get_by_label(re.compile("Your name|Il tuo nome")).fill("Bruno")
    bruno.get_by_role("button", name=re.compile("^(Enter|Entra)$")).click()
    invited.get_by_role("button", name=re.compile("Austria")).click()
    question(bruno, "orders")
    question(anna, "orders")
    expect(waiting).to_be_hidden()
    late = visit(f"/#/join/{id}/{link.rpartition('/')[2]}", locale=locale)
    expect(late.locator("section", has=late.locator("#join-title"))).to_contain_text(
        "All seats at this table are taken" if english else "Tutti i posti"
    )


def test_a_false_invitation_says_so(visit: Visit) -> None:
    anna = visit()
    id = table(anna, opponent="invitation")
    anna.request.put(f"/api/tables/{id}/notes", headers=HEADERS, data={"text": ""})
    stranger = visit()
    private = anna.request.post(
        "/api/tables",
        headers=HEADERS,
        data={"game": "camposanto", "scenario": "learning", "opponent": {"kind": "invitation"}, "public": False},
    ).json()["id"]
    answered = stranger.request.get(f"/api/tables/{private}?token=false")
    assert answered.status == 404


# -- studies ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "locale"), [(LAPTOP, "en-GB"), (PHONE, "it-IT")])
def test_a_study_looks_like_one_and_gets_a_title(visit: Visit, size: dict[str, int], locale: str) -> None:
    page = visit(viewport=size, locale=locale)
    page.request.post("/api/session", headers=HEADERS, data={"name": "Anna"})
    made = page.request.post("/api/studies", headers=HEADERS, data={"game": "camposanto", "scenario": "learning"})
    id = made.json()["id"]
    sit(page, id)
    strip = page.get_by_test_id("study")
    expect(strip).to_contain_text("Study" if locale == "en-GB" else "Studio")
    expect(strip).to_contain_text(re.compile(r"\d{4}"))
    expect(page.locator("#decision")).to_have_text(re.compile("Spain to decide|Decide: Spagna"))
    page.locator("#tab-table").click()
    expect(page.get_by_role("button", name=re.compile("draw|patta|take back|ritirare"))).to_have_count(0)
    assert serious(page) == []
    assert fits(page)
    strip.get_by_role("button").click()
    strip.get_by_role("textbox").fill("What if Montemar waits?")
    page.keyboard.press("Enter")
    expect(strip).to_contain_text("What if Montemar waits?")
    page.goto("/")
    expect(page.get_by_text("What if Montemar waits?").first).to_be_visible()
    expect(page.locator(".when")).to_contain_text(re.compile(r"(begun on|iniziato il) \d{1,2} \w+ \d{4}"))
