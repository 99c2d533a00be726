"""Games that the product does not know: by lists alone, with a small client of their own, with one that fails."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from playwright.sync_api import TimeoutError as TooLate

import hatch_build
from tests.browser.conftest import ROOT, STATIC, Server, visiting
from tests.browser.helpers import enter, serious
from tests.toys import FOLDER, VARIABLE

Visit = Callable[..., Page]
PROGRAM = str(Path(__file__).with_name("serve_toys.py"))
HEADERS = {"X-Quadrilatero": "1"}


def served(place: Path, bundle: Path) -> Iterator[str]:
    server = Server(place, program=(PROGRAM, str(bundle)), environment={VARIABLE: str(FOLDER), "PYTHONPATH": str(ROOT)})
    yield server.address
    server.stop()


@pytest.fixture(scope="module")
def product(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The page as it is, at a server that has toys."""
    if not (STATIC / "index.html").is_file():
        pytest.skip("the client is not built: run `make web`")
    yield from served(tmp_path_factory.mktemp("product"), STATIC)


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A page built with clients for toys."""
    if not hatch_build.has_packages(ROOT / "web"):
        pytest.skip("the packages of the client are not installed: run `make client`")
    built = tmp_path_factory.mktemp("bundle")
    config = "tests/toys/vite.config.ts"
    hatch_build.run_npm(
        ["exec", "--", "vite", "build", "--config", config, "--outDir", str(built), "--logLevel", "error"], ROOT / "web"
    )
    yield from served(tmp_path_factory.mktemp("toys"), built)


@pytest.fixture
def visit_product(browser: Browser, product: str) -> Iterator[Visit]:
    yield from visiting(browser, product)


@pytest.fixture
def visit_bundle(browser: Browser, bundle: str) -> Iterator[Visit]:
    yield from visiting(browser, bundle)


def table(page: Page, game: str, opponent: dict[str, str]) -> str:
    """A table of a toy in its first scenario, the first seat mine."""
    page.request.post("/api/session", headers=HEADERS, data={"name": "Anna"})
    listed = page.request.get("/api/catalogue").json()["games"]
    known = next(one for one in listed if one["game"] == game)
    asked = {
        "game": game,
        "scenario": known["scenarios"][0]["id"],
        "seat": known["seats"][0],
        "opponent": opponent,
        "public": True,
    }
    made = page.request.post("/api/tables", headers=HEADERS, data=asked)
    assert made.ok, made.text()
    id: str = made.json()["id"]
    page.goto(f"/#/table/{id}")
    return id


PATIENCE = 2_000


def play_on(page: Page, chance: random.Random, most: int = 400) -> set[str]:
    """Give answers until the game is over; the seats that were covered on the way."""
    covered: set[str] = set()
    answers = page.locator("#decision-panel button[data-answer]:enabled")
    moment = page.locator(".result, main.cover, #decision-panel:not([data-question=''])").first
    for _ in range(most):
        moment.wait_for()
        if page.locator(".result").count():
            return covered
        if page.locator("main.cover").count():
            covered.add(page.locator("main.cover h1").inner_text())
            page.locator("main.cover button").click()
            page.locator("#decision-panel").wait_for()
            continue
        version = page.locator("#decision-panel").get_attribute("data-version")
        try:
            answers.first.wait_for(timeout=PATIENCE)
            answers.nth(chance.randrange(answers.count())).click(timeout=PATIENCE)
        except TooLate:  # the question went by between the look and the click
            continue
        page.locator(f"main.cover, .result, #decision-panel:not([data-version='{version}'])").first.wait_for()
    raise AssertionError("the game does not end")


def test_a_game_without_a_client_is_played_by_lists(visit_product: Visit) -> None:
    page = visit_product()
    enter(page)
    page.locator("label", has_text="Game").get_by_role("combobox").first.select_option("veiled")
    expect(page.locator("label.pill")).to_have_text(["Ann", "Bob", "Cid", "Random"])
    id = table(page, "veiled", {"kind": "bot", "level": "recluta"})
    page.locator("#decision-panel[data-question=plan]").wait_for()
    expect(page.get_by_label("State of the battle").locator("li")).to_have_count(3)
    expect(page.get_by_test_id("map")).to_contain_text("objectives")
    expect(page.locator("#tab-forces")).to_have_count(0)
    page.get_by_label("Find an answer").fill("objective 7")
    expect(page.locator("button[data-answer]")).to_have_count(6)
    assert serious(page) == []
    page.get_by_role("tab", name="Text").click()
    page.get_by_label("Command").fill("options objective 12")
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.locator(".answers")).to_contain_text("plan 1 2 3 12")
    page.get_by_text("Another answer").click()
    page.get_by_label("Another answer").fill('{"do": "plan", "strengths": [3, 3, 3], "objective": 1}')
    page.get_by_role("button", name="Give this answer").click()
    expect(page.locator(".failure")).to_contain_text("Strengths are 1, 2 and 3")
    play_on(page, random.Random(3))
    assert serious(page) == []
    page.get_by_role("tab", name="Luck").click()
    page.locator("#panel h3").wait_for()
    page.goto(f"/#/replay/{id}/3")
    page.get_by_test_id("replay").wait_for()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_test_id("map")).to_contain_text("units")
    assert serious(page) == []


def test_a_small_client_plays_for_three_at_one_screen(visit_bundle: Visit) -> None:
    page = visit_bundle()
    table(page, "veiled", {"kind": "same_screen"})
    covered = play_on(page, random.Random(5))
    assert {re.sub(".* ", "", title) for title in covered} == {"Ann", "Bob", "Cid"}
    assert page.locator("[data-unit]").count() > 0
    assert serious(page) == []


def test_a_client_that_does_not_load_leaves_the_lists(visit_bundle: Visit) -> None:
    page = visit_bundle()
    table(page, "tabletop", {"kind": "bot", "level": "recluta"})
    expect(page.get_by_role("alert").first).to_contain_text("did not load")
    expect(page.locator("button[data-answer]").first).to_be_visible()
    assert serious(page) == []


def test_the_product_holds_no_toy() -> None:
    toys = {path.parent.name for path in FOLDER.glob("*/game.py")} - {"campaign"}  # a word of Custoza's too
    assert toys
    for file in STATIC.rglob("*.js"):
        assert not re.search("|".join(toys), file.read_text(encoding="utf-8")), file.name
