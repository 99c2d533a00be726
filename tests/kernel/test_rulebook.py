"""The rulebook as data: complete in both languages, and cited soundly by the code."""

from __future__ import annotations

import importlib
import inspect
import re
import tomllib
from operator import attrgetter
from pathlib import Path

import pytest

import quadrilatero as q
from quadrilatero.kernel import rulebook


@pytest.mark.parametrize("game", q.games())
def test_every_atom_has_its_words_in_both_languages(game: str):
    atoms = rulebook.atoms(game)
    assert atoms
    for id, atom in atoms.items():
        assert id == atom.id
        for language in ("en", "it"):
            assert atom.title[language].strip(), id
            assert atom.text[language].strip(), id
        assert atom.text["en"] != atom.text["it"], id
        assert atom.information is None or atom.information.strip(), id


@pytest.mark.parametrize("game", q.games())
def test_the_italian_book_has_the_same_atoms_in_the_same_order(game: str):
    folder = Path(str(importlib.import_module(f"quadrilatero.games.{game}").__file__)).parent
    ids = [re.findall(r'^id = "(.+)"$', (folder / name).read_text("utf-8"), re.MULTILINE) for name in BOOKS]
    assert ids[0] == ids[1]
    assert len(set(ids[0])) == len(ids[0])


BOOKS = ("rulebook.toml", "rulebook.it.toml")


@pytest.mark.parametrize("game", q.games())
def test_every_atom_is_enforced_somewhere_or_says_why_not(game: str):
    cited = rulebook.citations(game)
    for id, atom in rulebook.atoms(game).items():
        if not atom.later:
            assert bool(cited[id]) != bool(atom.information), (
                f"{id}: cited by {cited[id]}, information {atom.information!r}"
            )


@pytest.mark.parametrize("game", q.games())
def test_every_citation_can_be_called(game: str):
    for places in rulebook.citations(game).values():
        for place in places:
            module, name = place.split(":")
            found = attrgetter(name)(importlib.import_module(module))
            assert callable(found) or inspect.isdatadescriptor(found), place


@pytest.mark.parametrize("game", q.games())
def test_at_most_a_fifth_of_the_atoms_is_information(game: str):
    atoms = rulebook.atoms(game).values()
    assert sum(atom.information is not None for atom in atoms) <= len(atoms) / 5


@pytest.mark.parametrize("game", q.games())
def test_rules_named_by_options_exist(game: str):
    known = rulebook.atoms(game)
    assert not [rule for option in q.options(game) for rule in option.rules if rule not in known]


def test_the_ids_of_all_four_rulebooks_are_read():
    with Path(__file__).with_name("rule_ids.toml").open("rb") as file:
        books = tomllib.load(file)
    ids = [id for book in books.values() for id in book]
    assert [rulebook.check_id(id) for id in ids] == ids
    assert {name: len(set(book)) for name, book in books.items()} == {
        "camposanto": 200,
        "custoza": 555,
        "alaguerre": 646,
        "vivaorre": 341,
    }


@pytest.mark.parametrize("game", q.games())
def test_a_game_has_the_rules_of_its_book(game: str):
    with Path(__file__).with_name("rule_ids.toml").open("rb") as file:
        book = tomllib.load(file).get(game)
    if book is not None:
        # What our own set-ups need beside the book is a rule of its own kind.
        ours = {id for id, atom in rulebook.atoms(game).items() if atom.kind == "scenario"} - set(book)
        assert [id for id in rulebook.atoms(game) if id not in ours] == book


@pytest.mark.parametrize(
    "id", ["7.1", "7.1-", "7.1d", "7.1-D", "-d", "7..1-d", "aid-a", "7.1-abc", "7.1-d ", "chart.-a"]
)
def test_what_is_no_id_is_refused(id: str):
    with pytest.raises(rulebook.BadRule, match="is no rule id: write a paragraph, a dash"):
        rulebook.check_id(id)


def cited(docstring: str) -> list[str]:
    return rulebook._cited(docstring, "rules.march:halt", "camposanto")


@pytest.mark.parametrize(
    ("docstring", "ids"),
    [
        ("7.1-d, aid.wings-a. What they say.", ["7.1-d", "aid.wings-a"]),
        ("7.1-d: mentioned, enforced elsewhere.", []),
        ("7: the whole chapter.", []),
        ("7.2, 7.1-d: mentioned.", []),
        ("3 hexes at most.", []),
        ("Half-strength units.", []),
        ("", []),
    ],
)
def test_ids_that_a_docstring_begins_with_are_read(docstring: str, ids: list[str]):
    assert cited(docstring) == ids


@pytest.mark.parametrize(
    "docstring",
    [
        "7.1d. No dash.",
        "7.1-d and 7.1-e. No list.",
        "7.1-d Without a stop.",
        "7.1-d.",
        "7.1-D. A capital.",
        "7.1. A paragraph enforces nothing.",
        "aid.wings-1. A number for a letter.",
        "7.1-d; 7.1-e. Semicolons.",
    ],
)
def test_what_looks_like_an_id_and_is_none_is_an_error(docstring: str):
    with pytest.raises(rulebook.BadRule, match=r"rules\.march:halt begins like a rule id and is none"):
        cited(docstring)


@pytest.mark.parametrize("docstring", ["77-a. No such rule.", "7.1-z: no such rule.", "77: no such chapter."])
def test_an_id_that_no_rule_has_is_an_error(docstring: str):
    with pytest.raises(rulebook.BadRule, match="which camposanto does not have"):
        cited(docstring)


def test_a_citation_of_a_rule_that_does_not_exist_is_an_error(monkeypatch: pytest.MonkeyPatch):
    atoms = {id: atom for id, atom in rulebook.atoms("camposanto").items() if id != "6-a"}
    monkeypatch.setattr(rulebook, "atoms", lambda game: atoms)
    with pytest.raises(ValueError, match="cites 6-a, which camposanto does not have"):
        rulebook.citations("camposanto")


@pytest.mark.parametrize(
    ("mark", "fault"),
    [
        ("chess:7.1-d", "write GAME:ID, the game one of .*camposanto"),
        ("7.1-d", "write GAME:ID"),
        ("camposanto:7.1d", "is no rule id"),
        ("camposanto:77-a", "camposanto does not have 77-a"),
    ],
)
def test_a_mark_that_names_no_rule_is_an_error(mark: str, fault: str):
    with pytest.raises(rulebook.BadRule, match=fault):
        rulebook.check_mark(mark)


def test_the_rules_that_are_written_into_the_source_are_known():
    names = rulebook.written("camposanto")
    assert {"6-b", "11-a", "6-e", "7.1-g", "10.2-d"} <= names, "in refusals, events and modifiers"
    assert "1-a" not in names, "a rule that states nothing to enforce"
    assert names <= rulebook.atoms("camposanto").keys()
