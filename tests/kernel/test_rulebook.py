"""The rulebook as data: complete in both languages, and cited soundly by the code."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

import quadrilatero as q
from quadrilatero.kernel import rulebook

ID = re.compile(r"(aid\.[a-z]+|\d+(\.\d+)*)-[a-z]")


@pytest.mark.parametrize("game", q.games())
def test_every_atom_has_its_words_in_both_languages(game: str):
    atoms = rulebook.atoms(game)
    assert atoms
    for id, atom in atoms.items():
        assert id == atom.id
        assert ID.fullmatch(id), id
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
        assert bool(cited[id]) != bool(atom.information), (
            f"{id}: cited by {cited[id]}, information {atom.information!r}"
        )


@pytest.mark.parametrize("game", q.games())
def test_every_citation_can_be_called(game: str):
    for places in rulebook.citations(game).values():
        for place in places:
            module, name = place.split(":")
            assert callable(getattr(importlib.import_module(module), name)), place


@pytest.mark.parametrize("game", q.games())
def test_at_most_a_fifth_of_the_atoms_is_information(game: str):
    atoms = rulebook.atoms(game).values()
    assert sum(atom.information is not None for atom in atoms) <= len(atoms) / 5


@pytest.mark.parametrize("game", q.games())
def test_rules_named_by_options_exist(game: str):
    known = rulebook.atoms(game)
    assert not [rule for option in q.options(game) for rule in option.rules if rule not in known]


def test_a_citation_of_a_rule_that_does_not_exist_is_an_error(monkeypatch: pytest.MonkeyPatch):
    atoms = {id: atom for id, atom in rulebook.atoms("camposanto").items() if id != "6-a"}
    monkeypatch.setattr(rulebook, "atoms", lambda game: atoms)
    with pytest.raises(ValueError, match="cites 6-a, which camposanto does not have"):
        rulebook.citations("camposanto")
