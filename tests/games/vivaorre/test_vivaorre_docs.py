"""docs/vivaorre.md: every table is that of the data, and its examples work."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.games.vivaorre.support import book

ROOT = Path(__file__).resolve().parents[3]
TEXT = (ROOT / "docs" / "vivaorre.md").read_text("utf-8")
BOOK = book()


def table(head: str) -> list[list[str]]:
    """The rows below a heading row that begins so."""
    lines = TEXT.splitlines()
    (start,) = (n for n, line in enumerate(lines) if line.startswith(f"| {head} |"))
    rows = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip().strip("`") for cell in line.strip("|").split("|")])
    return rows


def test_the_lists():
    assert table("list") == [
        [
            id,
            found["title"]["en"],
            "-".join(map(str, dict.fromkeys(found["years"]))),
            f"{found['initiative']:+d}" if found["initiative"] else "0",
            "yes" if found["european"] else "no",
            str(len(BOOK.rolls[id].entries)),
        ]
        for id, found in BOOK.lists().items()
    ]


def test_weapons_and_guns():
    arms = BOOK.data.small_arms.values()
    assert table("weapon") == [[arm.id, str(arm.points), "-".join(map(str, arm.ranges)), arm.rule] for arm in arms]
    assert table("gun") == [
        [
            gun.id,
            str(gun.points),
            "-".join(map(str, gun.ranges)),
            str(gun.power),
            "yes" if gun.siege else "",
            gun.rule,
        ]
        for gun in BOOK.data.guns.values()
    ]


def test_theatres():
    theatres = BOOK.data.theatres.values()
    assert table("theatre") == [[theatre.id, ", ".join(theatre.terrain), theatre.rule] for theatre in theatres]


def test_the_keys_of_the_army_file():
    named = {key for row in table("key") for key in re.findall(r"\w+", row[0])}
    assert named == BOOK.schema()["$defs"]["ArmyFile"]["properties"].keys()


def test_special_rules_are_those_of_the_lists():
    (line,) = (line for line in TEXT.splitlines() if line.startswith("Special rules of play"))
    named = set(re.findall(r"20\.\w+-\w", line)) | {f"20.zulu-{letter}" for letter in "cdef"}
    assert named == {rule for found in BOOK.lists().values() for rule in found["rules"]}


def test_the_examples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (army,) = re.findall(r"```json\n(.*?)```", TEXT, re.DOTALL)
    checked = BOOK.check(json.loads(army))
    assert [unit["points"] for unit in checked["units"]] == [240, 144, 58]
    names: dict[str, Any] = {}
    monkeypatch.chdir(tmp_path)
    for program in re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL):
        exec(compile(program, "vivaorre.md", "exec"), names)  # noqa: S102 - our own document
    assert names["match"].ask.what == "deploy"
    assert BOOK.read("mine.json")["list"] == "nap"


def test_a_boer_army_of_1870_begins_where_the_document_says():
    assert BOOK.check(BOOK.suggest(list="boer", year=1870, points=1044))["points"] == 1044
    with pytest.raises(ValueError, match="no lawful army"):
        BOOK.suggest(list="boer", year=1870, points=1043)
