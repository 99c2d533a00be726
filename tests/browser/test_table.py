"""What a player expects of the table: account, notes, redo, lines of fire, recap, guide, every question answered."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

import quadrilatero as q
from quadrilatero.kernel import Match
from tests.browser.helpers import (
    LEAST,
    QUESTIONS,
    answered,
    enter,
    lay_orders,
    on_to,
    point,
    question,
    serious,
    sit,
    study,
    table,
)
from tests.games.camposanto.support import austria, begin, spain

Visit = Callable[..., Page]
PASSWORD = "correct horse battery"


def panel(page: Page, name: str) -> None:
    page.get_by_role("tab", name=name, exact=True).click()


# -- the lobby -----------------------------------------------------------------------------------------------------


def test_games_are_kept_under_a_password_and_found_on_another_device(visit: Visit) -> None:
    page, phone = visit(), visit(locale="it-IT")
    enter(page, "Anna Kept")
    page.get_by_role("button", name="Save my games").click()
    password = page.get_by_label("New password")
    expect(password).to_be_focused()
    assert password.get_attribute("autocomplete") == "new-password"
    assert serious(page) == []
    password.fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.locator(".done")).to_contain_text("Your games are saved")
    page.get_by_role("button", name="Set up the table").click()
    question(page, "orders")

    phone.get_by_role("button", name="Ho un account: accedi").click()
    name, secret = phone.get_by_label("Nome"), phone.get_by_label("Password", exact=True)
    assert (name.get_attribute("autocomplete"), secret.get_attribute("autocomplete")) == (
        "username",
        "current-password",
    )
    name.fill("anna kept")
    secret.fill("wrong horse")
    phone.get_by_role("button", name="Accedi").click()
    expect(phone.get_by_role("alert")).to_have_text("Nome o password errati.")
    assert serious(phone) == []
    secret.fill(PASSWORD)
    phone.get_by_role("button", name="Accedi").click()
    expect(phone.locator("li.yours").first).to_contain_text("Tocca a te")
    phone.get_by_role("button", name="Cambia password").click()
    phone.get_by_label("Password attuale").fill(PASSWORD)
    phone.get_by_label("Nuova password").fill("una password nuova")
    phone.get_by_role("button", name="Salva").click()
    expect(phone.locator(".done")).to_contain_text("La password è stata cambiata.")

    page.goto("/#/")
    page.reload()
    page.get_by_role("button", name="I have an account").wait_for()
    phone.get_by_role("button", name="Esci").click()
    phone.locator("form").get_by_role("button", name="Esci").click()
    phone.get_by_label("Il tuo nome").wait_for()


def test_notes_are_kept_as_they_are_written(visit: Visit) -> None:
    page = visit()
    id = table(page)
    sit(page, id)
    panel(page, "Notes")
    page.get_by_label("Your notes").fill("Guard the bridge")
    expect(page.locator("#panel")).to_contain_text("✓ Saved")
    assert serious(page) == []
    page.reload()
    page.get_by_test_id("map").wait_for()
    panel(page, "Notes")
    expect(page.get_by_label("Your notes")).to_have_value("Guard the bridge")


def test_the_computer_takes_a_free_seat(visit: Visit) -> None:
    page = visit()
    sit(page, table(page, opponent="open"))
    expect(page.locator("#decision")).to_have_text("Waiting for an opponent to sit down")
    absent = page.get_by_role("region", name="Rather not wait?")
    expect(absent).to_contain_text("has no player yet")
    absent.get_by_role("button", name="Play the computer").click()
    question(page, "orders")
    expect(absent).to_be_hidden()
    panel(page, "Table")
    expect(page.get_by_role("button", name="Offer a draw")).to_be_hidden()


# -- looking -------------------------------------------------------------------------------------------------------


def test_redo_plays_the_same_moves_again(visit: Visit) -> None:
    page = visit()
    sit(page, table(page))
    on_to(page, "move")
    unit = page.locator("g.piece[data-unit=S-R5]")
    before = unit.get_attribute("data-hex")
    unit.click()
    place = point(page, "2112")
    page.mouse.move(*place)
    expect(page.locator("path.glimpse")).to_have_count(1)
    page.mouse.click(*place)  # one way leads there: nothing is left to confirm
    question(page, "face")
    page.keyboard.press("2")
    question(page, "move")
    page.keyboard.press("u")  # the whole gesture
    question(page, "move")
    expect(unit).to_have_attribute("data-hex", before or "")
    page.get_by_role("button", name="Redo").click()
    expect(unit).to_have_attribute("data-hex", "2112")
    expect(unit).to_have_attribute("aria-label", re.compile("facing NE"))
    question(page, "move")
    expect(page.get_by_role("button", name="Redo")).to_be_hidden()


def guns() -> Match:
    return begin(
        spain("G", "art", "1210", name="Cannone", fire=[1, 1, 0, 0], facing="N"),
        spain("I", "inf", "1410", name="Fanti"),
        austria("B", "inf", "1208", name="Muro"),
        austria("E", "inf", "1206", name="Bersaglio", facing="N"),
        austria("C", "cav", "1409", name="Cavalli", facing="S"),
        step="artillery",
        board="camposanto",
    )


def test_a_line_of_fire_is_judged_with_its_first_obstacle(visit: Visit) -> None:
    page = visit()
    study(page, guns())
    question(page, "fire")
    page.get_by_role("button", name="Line of fire").click()
    card = page.get_by_role("region", name="Line of fire")
    expect(card).to_contain_text("From Cannone")
    page.mouse.click(*point(page, "1206"))
    expect(card).to_have_attribute("data-verdict", "no")
    expect(card).to_contain_text("First obstacle: 1208")
    expect(page.locator("path.bar")).to_have_count(1)
    expect(card.get_by_role("button", name="Rule 9.1-d")).to_be_visible()
    assert serious(page) == []
    page.mouse.move(*point(page, "1208"))
    expect(card).to_have_attribute("data-verdict", "yes")
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    expect(page.locator("path.field")).to_have_count(1)
    expect(page.locator("text.range")).to_have_count(14)
    page.locator("g.piece[data-unit=I]").click()
    page.keyboard.press("e")
    expect(page.get_by_role("region", name="What threatens it")).to_contain_text("On the Front of Cavalli (1409)")
    expect(page.locator("path.threat")).to_have_count(1)
    page.keyboard.press("t")
    for command, reply in (("line g 1206", "First obstacle: 1208"), ("threats I", "On the Front of Cavalli")):
        page.keyboard.type(command)
        page.keyboard.press("Enter")
        expect(page.locator(".answers")).to_contain_text(reply)


def test_why_not_by_resting_pressing_and_key(visit: Visit) -> None:
    page = visit()
    sit(page, table(page))
    on_to(page, "move")
    page.locator("g.piece[data-unit=S-R1]").click()
    bubble = page.locator(".bubble")
    page.mouse.move(*point(page, "1508"))
    expect(bubble).to_contain_text("1508")
    page.get_by_test_id("map").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    for _ in range(5):
        page.keyboard.press("ArrowUp")
    page.keyboard.press("?")
    expect(bubble).to_contain_text(re.compile(r"1\d\d\d"))
    page.mouse.move(10, 10)

    touch = visit(viewport={"width": 390, "height": 844}, has_touch=True)
    sit(touch, table(touch))
    on_to(touch, "move")
    touch.locator(".units").get_by_role("button", name="Carabineros Reales").tap()
    x, y = point(touch, "2107")
    finger = {"pointerType": "touch", "clientX": x, "clientY": y, "bubbles": True, "button": 0}
    told = touch.locator(".bubble, .refusal").first  # beside the map where there is no room on it
    for _ in range(5):  # a map that is brought elsewhere meanwhile takes the finger for another's
        touch.get_by_test_id("map").dispatch_event("pointerdown", finger)
        touch.wait_for_timeout(1500)
        if told.is_visible():
            break
    expect(told).to_be_visible()


# -- every question ------------------------------------------------------------------------------------------------


def moment(what: str, seed: int, several: bool = False) -> Match:
    """A match of random play that has come to a question."""
    match = q.start("camposanto", scenario="battle", seed=seed)
    chance = random.Random(seed)
    while match.ask is not None:
        options = match.options(match.ask.who[0])
        fits = not several or any(len(option.get("paths") or {}) > 1 for option in options)
        if match.ask.what == what and len(options) > 1 and fits:
            return match
        match.answer(match.ask.who[0], chance.choice(options))
    raise AssertionError(f"game {seed} never asks {what}")


def level() -> Match:
    """Two Assaults equally far out: the attacker says which comes first."""
    match = begin(
        spain("S1", "inf", "0710"),
        spain("S2", "inf", "0708"),
        austria("E1", "inf", "0709"),
        austria("E2", "inf", "0707", facing="N"),
        step="assault",
        board="camposanto",
    )
    for answer in (
        {"do": "assault", "unit": "S1", "targets": ["E1"]},
        {"do": "assault", "unit": "S2", "targets": ["E2"]},
    ):
        match.answer("spain", answer)
    match.answer("spain", next(o for o in match.options("spain") if o["do"] == "done"))
    return match


SCENES: dict[str, tuple[Callable[[], Match], str]] = {
    "react": (lambda: moment("react", 0), "aim"),
    "flee": (lambda: moment("flee", 0), "aim"),
    "advance": (lambda: moment("advance", 0), "aim"),
    "go_on": (lambda: moment("go_on", 0), "aim"),
    "stand": (lambda: moment("stand", 7, several=True), "together"),
    "hit": (lambda: moment("hit", 49), ".stackrow button"),
    "next": (level, ".stackrow button"),
    "swap": (lambda: moment("swap", 0), "Exchange the sets"),
    "reroll": (lambda: moment("reroll", 30), "Let the roll stand"),
}


@pytest.mark.parametrize("what", SCENES)
def test_each_question_has_its_own_way_to_be_answered(visit: Visit, what: str) -> None:
    make, way = SCENES[what]
    page = visit()
    study(page, make())
    assert question(page, what)
    decision = page.locator("#decision-panel")
    expect(decision.get_by_role("button", name=re.compile("^Rule")).first).to_be_visible()
    if way == "aim":
        if not decision.locator(".chosen").count():
            decision.locator(".units button").first.click()
        page.keyboard.press("Escape")
        unit = decision.locator(".units button").first
        unit.click()
        page.get_by_test_id("map").focus()
        reach = page.locator("path.reachline")
        expect(reach).to_have_count(1)
        walk_to_a_choice(page)
        page.keyboard.press("Enter")
        decision.locator(".preview").wait_for()
        page.keyboard.press("Enter")
    elif way == "together":
        for chooser in decision.locator("fieldset .unit select").all():
            chooser.select_option(index=1)
        expect(page.locator("path.back").first).to_be_attached()
        expect(decision.locator(".cost")).to_contain_text("Costs")
        decision.get_by_role("button", name="Fall back", exact=True).click()
    elif way.startswith("."):
        decision.locator(way).first.click()
    else:
        decision.get_by_role("button", name=way).click()
    expect(page.locator(f"#decision-panel[data-question={what}]")).to_have_count(0)


def walk_to_a_choice(page: Page) -> None:
    """Arrow keys in a spiral until the live region says that the hex can be chosen."""
    for turn in range(16):
        for _ in range(1 + turn // 2):
            page.keyboard.press(("ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft")[turn % 4])
            if "can be chosen" in (page.get_by_test_id("live").text_content() or ""):
                return
    raise AssertionError("no hex to choose nearby")


def cornered() -> Match:
    """Horse on its last step, with an enemy before it and the Front of another on one of its two ways back."""
    match = begin(
        spain("I", "inf", "1210", facing="N"),
        spain("F", "inf", "1206", facing="SE"),
        austria("H", "cav", "1208", name="Cavalli", facing="S", steps=1),
        austria("E", "inf", "2301"),
        board="camposanto",
    )
    match.answer("spain", {"do": "move", "unit": "I", "path": ["1209"]})
    return match


@pytest.mark.parametrize(
    ("locale", "dear"),
    [("en-GB", "Costs 1 HIT: Cavalli is eliminated."), ("it-IT", "Costa 1 Colpo, che elimina Cavalli.")],
)
def test_what_a_way_back_costs_is_told_before_it_is_confirmed(visit: Visit, locale: str, dear: str) -> None:
    page = visit(locale=locale)
    study(page, cornered())
    question(page, "react")
    expect(page.locator("g.piece[data-unit=H]")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("g.price")).to_have_text(["−1 ✝", "−1 ✝"])
    page.mouse.click(*point(page, "1307"))
    expect(page.locator("#decision-panel .preview")).to_contain_text(dear)
    expect(page.get_by_role("button", name=re.compile("Confirm|Conferma"))).to_be_enabled()


# -- help ----------------------------------------------------------------------------------------------------------


def test_what_happened_is_told_step_by_step(visit: Visit) -> None:
    page = visit()
    sit(page, table(page))
    lay_orders(page)
    recap = page.get_by_role("region", name="Since your last turn")
    of_moves = recap.filter(has_text=re.compile(r"\d moves?"))  # another may tell of the orders alone
    for _ in range(40):
        page.locator("#decision-panel[data-question]:not([data-question=''])").or_(recap).first.wait_for()
        if of_moves.count():
            break
        if recap.count():
            page.keyboard.press("Escape")
        if question(page, "orders", *QUESTIONS) == "orders":
            lay_orders(page)
        else:
            answered(page, page.locator("#decision-panel button:enabled").filter(has_text=LEAST).first)
    expect(recap).to_be_visible()
    assert serious(page) == []
    page.keyboard.press(".")
    expect(recap).to_contain_text("1 / ")
    recap.get_by_role("button", name="Next").click()
    expect(recap).to_contain_text("2 / ")
    shown = page.locator("path.spot, path.way")
    while not shown.count() and recap.get_by_role("button", name="Next").is_enabled():
        recap.get_by_role("button", name="Next").click()
    expect(shown.first).to_be_attached()
    page.keyboard.press("Escape")
    expect(recap).to_be_hidden()


def test_a_newcomer_is_led_through_the_first_game(visit: Visit) -> None:
    page = visit(locale="it-IT")
    enter(page, "Novizio")
    assert serious(page) == []
    page.get_by_role("button", name="Impara a giocare: Camposanto").click()
    guide = page.locator("section.guide")
    lesson = lambda id: expect(guide).to_have_attribute("data-lesson", id)  # noqa: E731
    lesson("welcome")
    assert serious(page) == []
    page.get_by_role("button", name="Avanti").click()
    lesson("orders")
    expect(page.locator("[data-guided]")).to_have_count(1)
    for wing, times in (("left", 1), ("centre", 3), ("right", 9)):
        page.locator(f"#slot-{wing}").focus()
        for _ in range(times):
            page.keyboard.press("ArrowUp")
    lesson("orders.seal")
    page.get_by_role("button", name="Sigilla gli ordini").click()
    lesson("activation")
    page.get_by_role("button", name="Avanti").click()
    on_to(page, "move")
    lesson("move")
    page.keyboard.press("n")
    lesson("move.hex")
    expect(guide).to_contain_text("Dove va?")
    page.get_by_role("button", name="Riorienta sul posto").click()
    lesson("face")
    page.keyboard.press("1")
    lesson("move")
    guide.get_by_role("button", name="Esci dalla guida").click()
    expect(guide.get_by_role("alert")).to_contain_text("la partita continua")
    guide.get_by_role("alert").get_by_role("button", name="Esci dalla guida").click()
    expect(guide).to_be_hidden()
    page.goto("/#/")
    page.get_by_role("link", name="Continua a imparare").click()
    page.get_by_test_id("map").wait_for()
    panel(page, "Tavolo")
    page.get_by_role("button", name="Torna alla guida").click()
    lesson("move")
    expect(guide.locator("li.met")).to_have_count(4)


def test_assistance_is_what_the_table_agreed_on(visit: Visit) -> None:
    page = visit()
    sit(page, table(page, assistance="novice"))
    expect(page.locator(".lesson")).to_contain_text("Simultaneous choice")
    on_to(page, "move")
    page.get_by_role("button", name="End the movement").click()
    expect(page.get_by_role("alert")).to_contain_text("could still act")
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("alert")).to_be_hidden()

    sit(page, table(page, assistance="tournament"))
    question(page, "orders")
    expect(page.locator(".lesson")).to_be_hidden()
    panel(page, "Table")
    expect(page.locator("#panel")).to_contain_text("No odds and no take-backs")
    expect(page.get_by_role("button", name="Ask to take back")).to_be_hidden()
    study(page, guns())
    question(page, "fire")
    page.mouse.click(*point(page, "1208"))
    expect(page.locator(".preview .big")).to_have_text(re.compile(r"\d+ %"))


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1024, 768), (390, 844), (720, 450)])
def test_the_state_of_the_battle_is_always_in_sight(visit: Visit, width: int, height: int) -> None:
    """On a desk, a tablet, a phone, and on the desk at twice the size."""
    page = visit(viewport={"width": width, "height": height})
    sit(page, table(page, scenario="battle"))
    on_to(page, "move")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for what in (".track .now", ".sides .spain", ".sides .austria", "#decision", "[data-testid=map]"):
        expect(page.locator(what).first).to_be_in_viewport()
    expect(page.locator(".sides .spain")).to_have_text(re.compile(r"0\s*VP\s*0\s*lost"), use_inner_text=True)
