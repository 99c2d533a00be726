"""Reports: one page, both languages, nothing to fetch, and the numbers of the games."""

from __future__ import annotations

import re
import tomllib
from html.parser import HTMLParser

import pytest

from quadrilatero.lab.compare import Comparison
from quadrilatero.lab.ladder import climb, plan_ladder
from quadrilatero.lab.plan import plan_run
from quadrilatero.lab.reports import make_report, write_report
from quadrilatero.lab.simulate import simulate
from quadrilatero.lab.words import PHRASES, Trouble
from tests.lab.test_simulate import OWN


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("runs")
    simulate(plan_run("camposanto", "learning", games=6, seed=1), folder=folder / "plain")
    other = plan_run("camposanto", "learning", games=6, seed=1, options={"fatigue": "limits"})
    simulate(other, folder=folder / "fatigue")
    seen = plan_run("camposanto", "learning", [OWN + "Seeing", "recluta"], games=2, seed=1)
    simulate(seen, folder=folder / "bots")
    return folder


class Balanced(HTMLParser):
    """Follows the tags of a page and notes what it would fetch."""

    VOID = ("meta", "rect", "path", "br")

    def __init__(self):
        super().__init__()
        self.open: list[str] = []
        self.fetched: list[str] = []
        self.scripts = 0

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.fetched += [given[name] for name in ("src", "href", "xlink:href") if name in given]
        self.scripts += tag == "script" or any(name.startswith("on") for name in given)
        assert "style" not in given, "a style attribute, which the policy of the server forbids"
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        assert tag in self.VOID

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def checked(html):
    parser = Balanced()
    parser.feed(html)
    assert parser.open == []
    assert parser.fetched == []
    assert parser.scripts == 0
    assert "url(" not in html
    assert "@import" not in html
    return html


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_report_is_whole_and_answers_every_question(runs, language):
    html = checked(write_report(runs / "plain", language).read_text("utf-8"))
    assert f'<html lang="{language}">' in html
    sections = re.findall(r'<section id="(\w+)"', html)
    assert sections == ["who", "balance", "how", "long", "when", "losses", "luck", "fired", "time", "again"]
    assert ("Chi vince" if language == "it" else "Who wins") in html
    assert "quadrilatero simulate camposanto --scenario learning --bots recluta,recluta --games 6 --seed 1" in html
    assert "{" not in re.sub(r"<style>.*?</style>", "", html, flags=re.DOTALL)


def test_the_numbers_of_the_report_are_those_of_the_games(runs):
    html = make_report(runs / "plain", "en")
    again = simulate(plan_run("camposanto", "learning", games=6, seed=1)).tally
    wins = [again.wins(seat) for seat in again.sides]
    (balance,) = re.findall(r'<section id="balance">.*?</section>', html, re.DOTALL)
    assert [int(found) for found in re.findall(r'<td role="cell" class="n">(\d+)</td></tr>', balance)] == wins
    for rule in {rule for _, rule in again.ends}:
        assert f">{rule} " in html


@pytest.mark.parametrize(("language", "never", "forbid"), [("en", "Named", "Limits"), ("it", "Nominate", "Limiti")])
def test_limits_and_duties_are_listed_apart_from_other_rules_that_no_event_named(runs, language, never, forbid):
    html = make_report(runs / "plain", language)
    lists = re.findall(r'>([^<>]*)</(?:h3|summary)>\s*<ul class="rules">(.*?)</ul>', html, re.DOTALL)
    (missed,) = [rules for title, rules in lists if title.startswith(never)]
    (forbidding,) = [rules for title, rules in lists if title.startswith(forbid)]
    assert "<b>6-b</b>" in missed
    for rule in ("5.3-a", "11-b", "6.1-f"):
        assert f"<b>{rule}</b>" in forbidding
        assert f"<b>{rule}</b>" not in missed


def test_a_report_of_swapped_bots_shows_sides_and_times(runs):
    html = checked(make_report(runs / "bots", "en"))
    assert "changing sides" in html
    assert "tests.lab.players.Seeing, Spanish" in html
    assert "95 % within" in html


def test_runs_side_by_side(runs):
    comparison = Comparison([runs / "plain", runs / "fatigue"])
    plain = comparison.plain()
    assert plain["differs"] == {"fatigue": ["none", "limits"]}
    assert plain["runs"][0]["difference"] is None
    gap = plain["runs"][1]["score"]["share"] - plain["runs"][0]["score"]["share"]
    assert plain["runs"][1]["difference"]["share"] == pytest.approx(gap, abs=2e-4)
    html = checked(comparison.page("it"))
    assert "fatigue" in html
    assert "Differenza" in html


def test_a_ladders_page(tmp_path):
    climb(plan_ladder("camposanto", ["recluta", OWN + "Seeing"], "learning", 2), folder=tmp_path)
    html = checked(make_report(tmp_path, "it"))
    assert "Tabella incrociata" in html
    assert "Elo" in html


def test_a_folder_without_games(tmp_path):
    with pytest.raises(Trouble, match=r"no plan\.json"):
        make_report(tmp_path, "en")


def test_every_phrase_is_there_in_both_languages():
    sections = tomllib.loads(PHRASES.read_text("utf-8"))
    for section in sections.values():
        for key, phrase in section.items():
            assert set(phrase) == {"en", "it"}, key
            fields = [set(re.findall(r"{(\w+)", phrase[language])) for language in ("en", "it")]
            assert fields[0] == fields[1], key
