"""The laboratory's pages as a server shows them: the list, the report of a run, of a ladder, and a comparison."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from quadrilatero.lab.compare import Comparison
from quadrilatero.lab.ladder import climb, plan_ladder
from quadrilatero.lab.plan import plan_run
from quadrilatero.lab.reports import make_report
from quadrilatero.lab.simulate import simulate
from tests.browser.conftest import Server
from tests.browser.helpers import ONE_LANGUAGE, serious

HEADINGS = {
    "run": {"en": "Balance of the scenario", "it": "Equilibrio dello scenario"},
    "ladder": {"en": "Cross table", "it": "Tabella incrociata"},
    "compare": {"en": "What would even the sides", "it": "Che cosa pareggerebbe le parti"},
}
LISTS = {"en": "Laboratory reports", "it": "Resoconti del laboratorio"}


def make_reports(games: Path, reports: Path) -> None:
    """A run, the same with a head start, a ladder, and the two runs side by side: a page of each in each language."""
    simulate(plan_run("camposanto", "learning", games=8, seed=1), folder=games / "run")
    handicap = {"head_start": "austria_1"}
    simulate(plan_run("camposanto", "learning", games=8, seed=1, options=handicap), folder=games / "handicap")
    climb(plan_ladder("camposanto", ["recluta", "tests.lab.players.Seeing"], "learning", 4), folder=games / "ladder")
    for language in LISTS:
        pages = {name: make_report(games / name, language) for name in ("run", "ladder")}
        pages["compare"] = Comparison([games / "run", games / "handicap"]).page(language)
        for name, page in pages.items():
            (reports / f"{name}_{language}").mkdir(parents=True)
            (reports / f"{name}_{language}" / "report.html").write_text(page, "utf-8")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that shows reports."""
    place = tmp_path_factory.mktemp("laboratory")
    make_reports(place / "games", place / "reports")
    server = Server(place, "--reports", str(place / "reports"))
    yield server.address
    server.stop()


def fits(page: Page) -> bool:
    """Whether nothing sticks out at the side."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.parametrize("language", LISTS)
def test_reports_can_be_read_by_everybody(visit: Callable[..., Page], language: str):
    """From the list to each report, on a desk and on a phone in the dark: axe finds nothing, nothing sticks out."""
    page = visit(f"reports/?lang={language}")
    expect(page.get_by_role("heading", level=1)).to_have_text(LISTS[language])
    expect(page.locator(".list a")).to_have_count(6)
    assert serious(page, ONE_LANGUAGE) == []
    phone = visit(
        f"reports/?lang={language}", viewport={"width": 390, "height": 844}, color_scheme="dark", has_touch=True
    )
    assert serious(phone, ONE_LANGUAGE) == []
    assert fits(phone)
    for name, heading in HEADINGS.items():
        page.locator(f".list a[href*='{name}_{language}']").click()
        expect(page.get_by_role("heading", name=heading[language])).to_be_visible()
        assert page.locator("html").get_attribute("lang") == language
        assert serious(page, ONE_LANGUAGE) == [], name
        phone.goto(page.url)
        assert serious(phone, ONE_LANGUAGE) == [], name
        assert fits(phone), name
        page.go_back()
