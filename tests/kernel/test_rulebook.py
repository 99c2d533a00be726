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


def test_rules_that_only_forbid_are_told_apart():
    names = rulebook.named("camposanto")
    forbidding = {"6-b", "6-c", "6-d", "11-a", "6.1-f", "5.4-b"}
    assert forbidding <= names.only_refused, "in a refusal itself, or in a variable that only refusals read"
    telling = {"6-e", "9.1-a", "7.1-b", "7.1-g", "10.2-d", "6.4-f"}
    assert telling <= names.told, "in events and refusals, or in a variable or an argument that reaches an event"
    assert not names.told & names.only_refused
    assert names.told | names.only_refused <= rulebook.atoms("camposanto").keys()


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ('no("6-a", "x")', False),
        ('tell(s, "moved", "6-a")', True),
        ('A = "6-a"\nB = A\nno(B)', False),
        ('A = "6-a"\nB = A\nno(B)\ntell(A)', True),
        ('A = "6-a"\nB = A\nno(A)\ntell(B)', True),
        ('def f(rule="6-a"):\n    return no(rule)', True),
        ('SHARED = "6-a"\nno(SHARED)', True),
        ('def f():\n    shared = "6-a"\n    return no(shared)', False),
    ],
)
def test_what_a_variable_hands_on_is_followed(source: str, told: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "one.py").write_text(source)
    (tmp_path / "two.py").write_text("from one import SHARED\ntell(SHARED, result.shared)\n")
    places = [(path, path.stem) for path in sorted(tmp_path.iterdir())]
    monkeypatch.setattr(rulebook, "_sources", lambda folder, package: places)
    found = rulebook.named.__wrapped__("camposanto")
    assert (found.told if told else found.only_refused) == {"6-a"}
    assert (found.only_refused if told else found.told) == set()
