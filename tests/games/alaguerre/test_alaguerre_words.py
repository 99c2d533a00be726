"""Every question, event and refusal of the rules has its sentence in both languages."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import quadrilatero as q
import quadrilatero.games.alaguerre as room
from quadrilatero.games.alaguerre import GAME

FOLDER = Path(room.__file__).parent
PHRASES = tomllib.loads((FOLDER / "phrases.toml").read_text("utf-8"))
SOURCES = "\n".join(
    [file.read_text("utf-8") for file in [*FOLDER.glob("*.py"), *FOLDER.glob("rules/*.py")]],
)
CALLS = {
    "refusal": r'\bno\(\s*[^,()]*(?:\([^()]*\))?[^,()]*,\s*"([a-z_]+)"',
    "event": r'\btell\(\s*s,\s*"([a-z_]+)"',
    "ask": r'\bask\(\s*s,\s*[^"]*?"([a-z_]+)",\s*"?[0-9a-z]',
}


@pytest.mark.parametrize("section", CALLS)
def test_what_rules_say_has_a_sentence(section: str) -> None:
    said = set(re.findall(CALLS[section], SOURCES))
    assert len(said) > 5
    assert said - PHRASES[section].keys() == set()


def test_both_languages_fill_the_same_fields() -> None:
    for section, phrases in PHRASES.items():
        for key, phrase in phrases.items():
            fields = [set(re.findall(r"\{(\w+)", phrase[language])) for language in ("en", "it")]
            assert fields[0] == fields[1], f"{section}.{key}"


def test_every_roll_has_a_sentence() -> None:
    whys = set(re.findall(r'\broll\(\s*s,\s*[^,]+,\s*"([a-z]+)"', SOURCES))
    assert len(whys) > 5
    assert {f"roll_{why}" for why in whys} - PHRASES["event"].keys() == set()


# -- names -------------------------------------------------------------------------------------------------------------


def test_player_generals_are_called_by_name_division_and_side() -> None:
    match = q.start("alaguerre", scenario="rocroi", options={"players": "several"}, seed=1)
    assert GAME.seat_names(match.header) == {
        "red": {"en": "France (Red)", "it": "Francia (Rosso)"},
        "blue": {"en": "Spain (Blue)", "it": "Spagna (Blu)"},
        "red.red.gassion": {"en": "Gassion, right wing (Red)", "it": "Gassion, ala destra (Rosso)"},
        "blue.blue.isembourg": {"en": "Isembourg, right wing (Blue)", "it": "Isembourg, ala destra (Blu)"},
    }
    assert GAME.seat_names(q.start("alaguerre", scenario="rocroi", seed=1).header).keys() == {"red", "blue"}
    again = q.start("alaguerre", position=match.state(), options={"players": "several"}, seed=1)
    assert GAME.seat_names(again.header) == GAME.seat_names(match.header)
    ruyter = q.start("alaguerre", scenario="ruyter", options={"players": "several"}, seed=1)
    assert GAME.seat_names(ruyter.header)["blue.blue.d3"]["it"] == "Staken-Broeck, divisione 3 (Blu)"
    assert GAME.seat_names(ruyter.header)["red.red.medina"]["en"] == "de Medina (Red)"


def test_troops_that_nobody_named_are_told_apart_by_a_number_in_both_languages() -> None:
    book = q.army("alaguerre")
    armies = {side: book.suggest(list="free", year=1640, points=200, seed=n) for n, side in enumerate(("red", "blue"))}
    position = q.pickup("alaguerre", armies=armies, kind="encounter", deployment="automatic")
    for side in armies:
        names = [base["name"] for base in position["bases"] if base["side"] == side]
        for language in ("en", "it"):
            told = [name[language] for name in names]
            assert len(set(told)) == len(told)
            assert not any(re.search(r"d\d|\.\d", name) for name in told)
