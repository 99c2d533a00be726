"""The data of Viva o' rre!: a folder of one's own, and faults named with file, line and remedy."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from quadrilatero.datapacks import BadData
from quadrilatero.games.vivaorre.army.book import Book
from quadrilatero.games.vivaorre.datapack import BUILT_IN, PACK, load
from tests.games.vivaorre.support import book

BOOK = book()


def own(tmp_path: Path, name: str, old: str, new: str) -> Path:
    """A folder with one file of its own, changed in one place."""
    text = (BUILT_IN / name).read_text("utf-8")
    assert text.count(old) >= 1, old
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text(text.replace(old, new, 1), "utf-8")
    return tmp_path


def test_every_list_says_where_its_values_come_from():
    for content in load().lists.values():
        assert content.source.troops.source == "rulebook"
        assert content.source.readings is not None


def test_a_folder_of_ones_own_replaces_single_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    folder = own(tmp_path, "arms.toml", "points = 4\n", "points = 5\n")
    monkeypatch.setenv("QUADRILATERO_VIVAORRE_DATA", str(folder))
    changed = Book(PACK.chosen(), BOOK.options)
    assert changed.cost({"entry": "uk.inglesi.inf.linea", "year": 1820})["figure"] == 29
    assert list(changed.lists()) == list(BOOK.lists())
    assert PACK.chosen().digest != load().digest


def test_a_list_of_ones_own_comes_after_the_others(tmp_path: Path):
    (tmp_path / "lists").mkdir()
    text = (BUILT_IN / "lists" / "egy.toml").read_text("utf-8").replace('id = "egy"', 'id = "kandy"', 1)
    (tmp_path / "lists" / "kandy.toml").write_text(text, "utf-8")
    lists = Book(load(tmp_path), BOOK.options)
    assert list(lists.lists())[-1] == "kandy"
    assert lists.check(lists.suggest(list="kandy", year=1882, points=1500))["errors"] == []


FAULTS = [
    ("arms.toml", 'id = "musket"', 'id = "mosket"', r'arms.toml, line 8: small_arm "mosket": id: expected "musket"'),
    ("arms.toml", 'id = "musket"', 'id = "bow"', "the id is already used on line 8; give each its own"),
    ("arms.toml", "ranges = [1, 2, 4]", "ranges = [1, 2]", "expected short, medium and long range in inches"),
    ("theatres.toml", '"open_wood", "stream"', '"jungle", "stream"', "theatres.toml, line 10: .*terrain"),
    ("theatres.toml", 'id = "china"', 'id = "india"', "the id is already used"),
    (
        "lists/nap.toml",
        "years = [1820, 1860]",
        "years = [1860, 1820]",
        "line 5: years: the last year comes before",
    ),
    ("lists/nap.toml", 'class = "d-d-d"', 'class = "d-d"', "class: expected morale, fire and mêlée"),
    ("lists/nap.toml", 'arms = "foot"', 'arms = "feet"', "there is no armament 'feet'; add it"),
    ("lists/nap.toml", 'arms = "foot"\n', "", "it has arms and no fire value, or a fire value and no arms"),
    ("lists/nap.toml", '{ weapon = "musket", to = 1850 }', "{ to = 1850 }", "expected either a weapon or a gun"),
    ("lists/nap.toml", 'id = "inf.cacciatori"', 'id = "inf.linea"', "the id is already used on line"),
    ("lists/nap.toml", 'entries = ["infantry"]', 'entries = ["navy"]', "there is no arm, group or entry 'navy'"),
    ("lists/uk.toml", 'group = "inglesi"', 'group = "scozzesi"', "there is no group 'scozzesi'"),
    ("lists/uk.toml", 'groups = ["indiani"', 'groups = ["indu"', "there is no group 'indu'"),
    ("lists/pru.toml", 'reading = "dreyse=always"', 'reading = "dreyse=never"', "no reading of the rules"),
    ("lists/nap.toml", 'id = "nap"', 'id = "uk"', "uk is already the id of lists/nap.toml"),
]


@pytest.mark.parametrize(("name", "old", "new", "fault"), FAULTS)
def test_faults_are_told_with_file_line_and_remedy(tmp_path: Path, name: str, old: str, new: str, fault: str):
    with pytest.raises(BadData, match=fault):
        load(own(tmp_path, name, old, new))


def test_a_weapon_that_a_list_issues_must_be_in_the_tables(tmp_path: Path):
    text = (BUILT_IN / "arms.toml").read_text("utf-8")
    cut = text.index("[[small_arm]]"), text.index("[[small_arm]]", text.index("[[small_arm]]") + 1)
    (tmp_path / "arms.toml").write_text(text[: cut[0]] + text[cut[1] :], "utf-8")
    with pytest.raises(BadData, match=r"musket is not in arms.toml; add it there"):
        load(tmp_path)


def test_the_whole_folder_can_be_copied(tmp_path: Path):
    shutil.copytree(BUILT_IN, tmp_path / "data")
    assert load(tmp_path / "data").digest == load().digest
