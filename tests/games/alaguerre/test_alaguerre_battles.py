"""The battles: their data, and the positions they start from."""

from __future__ import annotations

from pathlib import Path

import pytest

import quadrilatero as q
from quadrilatero.datapacks import BadData
from quadrilatero.games.alaguerre.datapack import BUILT_IN, load

BATTLES = ["ruyter", "luetzen", "rocroi", "alerheim", "lens", "scaramuccia"]


def test_the_battles_are_those_that_were_promised() -> None:
    assert list(q.scenarios("alaguerre")) == BATTLES


@pytest.mark.parametrize("name", BATTLES)
def test_a_battle_begins(name: str) -> None:
    match = q.start("alaguerre", name, seed=1)
    state = match.state()
    assert match.ask is not None
    assert match.ask.what == "orders"
    assert min(state["cohesion"].values()) > 0
    for side in ("red", "blue"):
        assert sum(general["cic"] for general in state["generals"] if general["side"] == side) == 1
    again = q.start("alaguerre", position=state, seed=1)
    assert again.state() == state


@pytest.mark.rule("alaguerre:4.1.2-a", "alaguerre:4.1.3-c")
@pytest.mark.rule("alaguerre:list.spain-b", "alaguerre:4.1-a", "alaguerre:3.3-a")
def test_spinola_has_the_cohesion_and_the_dice_that_the_book_prints() -> None:
    match = q.start("alaguerre", "ruyter", seed=1)
    assert match.state()["cohesion"]["red"] == 7
    rolled = next(event for event in match.events if event.kind == "roll" and event.data["by"] == "red")
    assert len(rolled.dice) == 4
    morale = [base for base in load().battles["ruyter"].base if base.side == "red" and not base.type.endswith("Art")]
    assert sum(int(base.stats.split("/", 1)[0]) for base in morale) // 2 + 2 == 11


def test_the_armies_of_ruyter_are_worth_what_they_should_be() -> None:
    book, battle = q.army("alaguerre"), load().battles["ruyter"]
    for side, points in (("red", 351), ("blue", 350)):
        bases = [base for base in battle.base if base.side == side]
        total = sum(book.cost({"type": base.type, "stats": base.stats})["unit"] for base in bases)
        generals = [general for general in battle.general if general.side == side]
        total += sum(book.cost({"general": general.level, "cic": general.cic})["unit"] for general in generals)
        assert total == points


def test_skirmish_is_small() -> None:
    battle = load().battles["scaramuccia"]
    assert [sum(base.side == side for base in battle.base) for side in ("red", "blue")] == [4, 4]
    assert (len(battle.general), battle.last_turn) == (2, 6)


@pytest.mark.rule("alaguerre:3.4-a")
@pytest.mark.parametrize("name", ["ruyter", "rocroi", "lens", "luetzen", "alerheim"])
def test_four_may_play_a_battle_of_the_book(name: str) -> None:
    assert q.start("alaguerre", scenario=name).seats == ("red", "blue")
    seats = q.start("alaguerre", scenario=name, options={"players": "several"}).seats
    assert [seat.partition(".")[0] for seat in seats] == ["red", "blue", "red", "blue"]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('id = "scaramuccia"', 'id = "schermaglia"', 'the file is called "scaramuccia"'),
        ('id = "red.1.1"', 'id = "red.2.1"', "already used on line"),
        ('division = "red.d1"\nbrigade', 'division = "red.d9"\nbrigade', "no general of red leads 'red.d9'"),
        ("cic = true\n", "", "0 commanders in chief"),
        ("last_turn = 6", 'last_turn = 6\nplayers = ["red.g"]', "no general 'red.g' leads a division under"),
        ("at = [10000, 6000]", "at = [30000, 6000]", "not on the table"),
        ('piece = "farm"', 'piece = "barn"', "there is no 'barn'"),
    ],
)
def test_faults_of_a_battle_are_told_with_their_place(tmp_path: Path, old: str, new: str, words: str) -> None:
    text = (BUILT_IN / "scenarios" / "scaramuccia.toml").read_text("utf-8")
    assert old in text
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "scaramuccia.toml").write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(BadData, match=words):
        load(tmp_path)
