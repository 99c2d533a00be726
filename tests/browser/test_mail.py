"""Correspondence play in the page: standing instructions, vacation, notices."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.helpers import enter, play_until, serious, sit, table

HEADERS = {"X-Quadrilatero": "1"}
DAYS = {"kind": "days", "days": 3, "increment_hours": 12, "cap_days": 10}


def correspondence(anna: Page, bela: Page) -> str:
    """A table by correspondence with Anna on the Spanish side and Béla opposite."""
    for page, name in ((anna, "Anna"), (bela, "Béla")):
        page.request.post("/api/session", headers=HEADERS, data={"name": name})
    asked = {
        "game": "camposanto",
        "scenario": "learning",
        "seat": "spain",
        "opponent": {"kind": "open"},
        "pace": DAYS,
        "assistance": "standard",
        "public": False,
    }
    id: str = anna.request.post("/api/tables", headers=HEADERS, data=asked).json()["id"]
    assert bela.request.post(f"/api/tables/{id}/join", headers=HEADERS, data={}).ok
    return id


@pytest.mark.parametrize("locale", ["en-GB", "it-IT"])
def test_standing_instructions_are_given_used_and_marked(visit: Callable[..., Page], locale: str):
    page = visit(locale=locale)
    id = table(page)
    sit(page, id)
    page.get_by_role("tab", name=re.compile("^(Instructions|Istruzioni)$")).click()
    panel = page.locator("#panel")
    expect(panel).to_contain_text(re.compile("None in force|Nessuna in vigore"))
    stand = panel.get_by_label(re.compile("^(In an Assault|In un Assalto)")).first
    stand.select_option("at_least")
    panel.get_by_label(re.compile("Percentage|Percentuale")).first.fill("45")
    panel.get_by_label(re.compile("^(I could advance|Potrei avanzare)")).select_option("stay")
    panel.get_by_text(re.compile("^(Units with instructions|Unità con istruzioni)")).first.click()
    piece = panel.locator(".piece select").first
    piece.select_option("stay")
    expect(panel.get_by_role("status")).to_contain_text(re.compile("Not saved yet|Non ancora salvate"))
    panel.get_by_role("button", name=re.compile("Save these instructions|Salva queste istruzioni")).click()
    expect(panel).to_contain_text(re.compile("In force: 3|In vigore: 3"))
    kept = page.request.get(f"/api/tables/{id}/standing?seat=spain").json()["orders"]
    assert kept["stand"]["all"] == {"do": "at_least", "percent": 45}
    assert len(kept["react"]["pieces"]) == 1
    assert not serious(page)
    page.reload()
    page.get_by_role("tab", name=re.compile("^(Instructions|Istruzioni)$")).click()
    expect(panel).to_contain_text(re.compile("In force: 3|In vigore: 3"))
    panel.get_by_role("button", name=re.compile("Ask me everything|Chiedimi di nuovo")).click()
    expect(panel).to_contain_text(re.compile("None in force|Nessuna in vigore"))


ALL = {
    "react": {"all": {"do": "at_least", "percent": 40}},
    "stand": {"all": {"do": "fight"}},
    "reroll": {"all": {"do": "never"}},
    "face": {"all": {"do": "enemy"}},
    "flee": {"all": {"do": "safest"}},
    "hit": {"all": {"do": "strongest"}},
    "advance": {"all": {"do": "stay"}},
}


def test_what_they_answered_is_marked_in_the_log(visit: Callable[..., Page]):
    page = visit()
    for game in range(4):  # dice decide what is asked: one battle without any such question is possible, four are not
        id = table(page)
        body = {"orders": ALL, "delay": False}
        assert page.request.put(f"/api/tables/{id}/standing?seat=spain", headers=HEADERS, data=body).ok
        assert play_until(page, id, "spain", "nothing", seed=game) is None
        sit(page, id)
        page.locator("#panel h3 button").first.wait_for()
        folded = page.locator("#panel h3 button[aria-expanded=false]")
        while folded.count():
            folded.first.click()
        if page.locator("#panel li.instructed").count():
            break
    expect(page.locator("#panel li.instructed").first).to_contain_text("By your standing instruction")
    page.get_by_label("Show", exact=False).first.select_option("instructed")
    expect(page.locator("#panel li:not(.instructed)")).to_have_count(0)
    expect(page.locator("#panel li.instructed").first).to_be_visible()
    assert not serious(page)


def test_vacation_and_notices_in_the_lobby(visit: Callable[..., Page]):
    anna, bela = visit(), visit()
    id = correspondence(anna, bela)
    anna.reload()
    expect(anna.locator("#turns-title")).to_contain_text("It is your turn")
    expect(anna).to_have_title(re.compile(r"^\(1\) "))
    anna.get_by_role("heading", name="Playing by correspondence").click()
    expect(anna.get_by_text("This server sends no e-mail.")).to_be_visible()
    anna.get_by_label("Days", exact=True).last.fill("2")
    anna.get_by_role("button", name="Start now").click()
    expect(anna.get_by_text("You are on vacation until")).to_be_visible()
    clock = bela.request.get(f"/api/tables/{id}").json()["clock"]
    assert list(clock["stopped"]) == ["spain"]
    sit(bela, id)
    bela.get_by_role("tab", name="Table").click()
    expect(bela.locator("#panel")).to_contain_text("on vacation until")
    anna.get_by_role("button", name="I am back").click()
    expect(anna.get_by_role("button", name="Start now")).to_be_visible()
    anna.get_by_label("a message at the table").check()
    anna.get_by_role("button", name="Save", exact=True).click()
    expect(anna.get_by_text("Saved.")).to_be_visible()
    assert "chat" in anna.request.get("/api/contact").json()["events"]
    assert not serious(anna)


def test_a_turn_at_another_table_is_shown(visit: Callable[..., Page]):
    anna, bela = visit(), visit()
    first = correspondence(anna, bela)
    sit(bela, first)
    expect(bela).to_have_title(re.compile(r"^\(1\) "))
    correspondence(anna, bela)
    bela.evaluate("dispatchEvent(new Event('visibilitychange'))")
    toast = bela.get_by_text("It is your turn at another table:")
    expect(toast).to_be_visible()
    expect(bela).to_have_title(re.compile(r"^\(2\) "))
    assert not serious(bela)
    strip = bela.get_by_role("status").filter(has=toast).bounding_box()
    page = bela.locator(".page").bounding_box()
    assert strip
    assert page
    assert page["y"] >= strip["y"] + strip["height"], "it covers the page"
    assert page["y"] + page["height"] <= 900, "the page leaves the window"
    bela.get_by_role("link", name="Go there").click()
    expect(toast).not_to_be_visible()


def test_links_of_letters_need_a_click(visit: Callable[..., Page]):
    page = visit("#/unsubscribe/token")
    asked: list[object] = []

    def answer(route: Route) -> None:
        asked.append(route.request.post_data_json)
        route.fulfill(json={"done": True})

    page.route("**/api/contact/unsubscribe", answer)
    expect(page.get_by_role("heading", name="Stop the e-mails")).to_be_visible()
    assert not asked
    page.get_by_role("button", name="Send me no more e-mails").click()
    expect(page.get_by_role("status").last).to_contain_text("no more e-mails")
    assert asked == [{"token": "token"}]
    assert not serious(page)
    page.get_by_role("link", name="Lobby").click()
    enter(page)
