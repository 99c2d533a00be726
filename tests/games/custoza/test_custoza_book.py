"""The rulebook and the sentences of Custoza, which the tests of finished games do not look at yet."""

from __future__ import annotations

import ast
import importlib
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from quadrilatero.games.custoza import GAME
from quadrilatero.kernel import rulebook

ROOT = Path(__file__).resolve().parents[3]
SOURCES = sorted((ROOT / "src/quadrilatero/games/custoza").rglob("*.py"))
SPOKEN = {"no": ("refusal", 1), "ask": ("ask", 2), "tell": ("event", 1), "tell_of": ("event", 1)}
SPOKEN |= {"tell_of_one": ("event", 1), "reveal": ("event", 0), "fault": ("fault", 1)}


def test_every_rule_is_there_in_both_languages() -> None:
    wanted = tomllib.loads((ROOT / "tests/kernel/rule_ids.toml").read_text("utf-8"))["custoza"]
    atoms = rulebook.atoms("custoza")
    assert list(atoms) == wanted
    for atom in atoms.values():
        assert all(atom.title[language].strip() and atom.text[language].strip() for language in ("en", "it"))
        assert atom.text["en"] != atom.text["it"]


def test_citations_name_rules_and_functions_that_there_are() -> None:
    for id, places in rulebook.citations("custoza").items():
        assert not (places and rulebook.atoms("custoza")[id].information), id
        for place in places:
            module, name = place.split(":")
            assert callable(getattr(importlib.import_module(module), name)), place


def spoken() -> Iterator[tuple[str, str, str]]:
    """What the rules say: file, section and key."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            function = node.func
            name = function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")
            section, place = SPOKEN.get(name, ("", 0))
            if section and len(node.args) > place and isinstance(key := node.args[place], ast.Constant):
                yield path.name, section, str(key.value)


def test_every_fault_of_a_position_that_has_a_sentence_is_raised() -> None:
    assert set(GAME.book.sections["fault"]) == {key for _, section, key in spoken() if section == "fault"}


@pytest.mark.parametrize(("file", "section", "key"), sorted(set(spoken())))
def test_every_question_event_and_refusal_has_its_sentence(file: str, section: str, key: str) -> None:
    assert GAME.book.sections[section][key].keys() == {"en", "it"}, file


def test_rules_named_by_options_exist() -> None:
    known = rulebook.atoms("custoza")
    assert not [rule for option in GAME.options for rule in option.rules if rule not in known]
    for option in GAME.options:
        assert option.labels.keys() == set(option.values)
