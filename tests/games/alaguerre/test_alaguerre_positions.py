"""Chapters 1 and 2 in positions: what they leave to be understood, what they forbid, and that they are written back."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.alaguerre import GAME
from quadrilatero.kernel import BadPosition
from tests.games.alaguerre.battle import Plain, area, blue, general, line, play, position, red, state

FOE = blue("Z", [40000, 38000])
FULL: Plain = {
    "generals": [general("C", [10000, 5000]), general("D", [12000, 5000], level=2, division="d")],
    "objectives": [{"id": "o", "piece": "V", "value": 2, "owner": "red"}],
    "reinforcements": [{"id": "g", "side": "blue", "turn": 3, "at": [0, 40000], "divisions": ["e"]}],
    "eliminated": [{"id": "X", "side": "red", "division": "d", "stats": "1/0/2 a", "why": "routed_off"}],
}


@pytest.mark.rule("alaguerre:1.1.4-d", "alaguerre:2.4-b", "alaguerre:2.2-f")
def test_footprints() -> None:
    found = state(
        red("A", [5000, 5000]),
        red("G", [9000, 5000], "LtArt", "1/1/- -"),
        red("W", [14000, 5000], "Wb", "1/-/1 -", depth=1500),
        FOE,
    )
    assert [found.bases[id].pose[3:] for id in "AGW"] == [(2000, 1000), (1000, 1000), (2000, 1500)]


@pytest.mark.rule("alaguerre:2.6-a", "alaguerre:2.6.8-a", "alaguerre:2.5-a")
def test_a_line_of_characteristics() -> None:
    found = state(red("A", [5000, 5000], "Sh", "1/-2/-1 - sk/ln"), red("B", [9000, 5000], "Cav", "2/-/2 a"), FOE)
    shot, horse = found.bases["A"], found.bases["B"]
    assert (shot.morale, shot.fire, shot.melee, shot.armour, shot.speciality) == (1, -2, -1, False, "sk/ln")
    assert (horse.morale, horse.fire, horse.melee, horse.armour, horse.speciality) == (2, None, 2, True, "")


@pytest.mark.rule("alaguerre:2.6.3-a", "alaguerre:2.8-a")
@pytest.mark.parametrize(
    ("kind", "stats", "weapon", "formation"),
    [
        ("Sh", "1/1/0 -", "Mk", "line"),
        ("Lt", "1/1/0 - sk", "Mk", "skirmish"),
        ("Rei", "1/1/1 a", "Ps", "line"),
        ("MC", "1/1/1 -", "Bw", "line"),
        ("LC", "1/0/0 - sk/ln", "Aq", "line"),
        ("Cav", "1/-/2 a", "none", "line"),
        ("MdArt", "1/1/- -", "MdArt", "battery"),
    ],
)
def test_usual_weapons_and_formations(kind: str, stats: str, weapon: str, formation: str) -> None:
    base = state(red("A", [5000, 5000], kind, stats), FOE).bases["A"]
    assert (base.weapon, base.formation) == (weapon, formation)


@pytest.mark.rule("alaguerre:2.9-a", "alaguerre:2.9-b", "alaguerre:2.3-d")
def test_dragoons_have_two_lines() -> None:
    said = {"mounted_stats": "1/-2/-1 - sk/ln", "mounted_as": "LC"}
    foot = state(red("A", [5000, 5000], "Dr", "1/0/-1 - sk", **said), FOE).bases["A"]
    horse = state(red("A", [5000, 5000], "Dr", "1/0/-1 - sk", mounted=True, **said), FOE).bases["A"]
    assert (foot.acts, foot.is_foot, foot.fire, foot.formation) == ("Dr", True, 0, "skirmish")
    assert (horse.acts, horse.is_horse, horse.fire, horse.formation) == ("LC", True, -2, "line")


@pytest.mark.rule("alaguerre:2.6.6-b")
def test_strength_missing_at_the_start_counts_among_losses() -> None:
    base = state(red("A", [5000, 5000], "Sh", "1/0/1 - sk/ln", strength=2, losses=1), FOE).bases["A"]
    assert (base.losses, base.all_losses) == (1, 3)


@pytest.mark.rule("alaguerre:2.7.5-g", "alaguerre:2.7.5-b")
def test_generals_have_radii_by_level_and_a_chief() -> None:
    found = state(
        red("A", [5000, 5000]),
        FOE,
        generals=[general("C", [9000, 9000], level=2), general("D", [9000, 12000], level=-1, superior="C")],
    )
    chief, other = found.generals["C"], found.generals["D"]
    assert (chief.radius, chief.cic, chief.superior) == (10000, True, None)
    assert (other.radius, other.cic, other.superior) == (6000, False, "C")


@pytest.mark.rule("alaguerre:2.2-f", "alaguerre:2.3-d", "alaguerre:2.5-a", "alaguerre:2.8-a", "alaguerre:2.11-b")
@pytest.mark.rule("alaguerre:5.3-a", "alaguerre:5.5-c", "alaguerre:5.5.1-b", "alaguerre:5.5.2-a", "alaguerre:11.2-g")
@pytest.mark.parametrize(
    ("bases", "more", "says", "rule"),
    [
        ([red("A", [5000, 5000]), red("B", [6000, 5000])], {}, "stands on", "5.3-a"),
        ([red("A", [5000, 5000], "Lt", "1/1/0 - sk", formation="line")], {}, "always in open order", "2.8-a"),
        ([red("A", [5000, 5000], "LtArt", "1/1/- -", depth=1500)], {}, "deeper", "2.2-f"),
        (
            [red("A", [5000, 5000], inside="H")],
            {"terrain": (line("H", "hedge", (4, 5), (6, 5)),)},
            "no area that can be entered",
            "5.5.1-a",
        ),
        (
            [red("A", [5000, 5000], occupies="W")],
            {"terrain": (area("W", "wood", 4, 4, 6, 6),)},
            "cannot be occupied",
            "5.5-c",
        ),
        (
            [red("A", [5000, 5000], "Cav", "1/-/2 a", occupies="H")],
            {"terrain": (line("H", "hedge", (4, 5), (6, 5)),)},
            "only foot and guns",
            "5.5.2-a",
        ),
        ([red("A", [5000, 50000])], {}, "off the table", "10.2-f"),
        ([red("A", [5000, 5000], formation="skirmish")], {}, "open order", "2.5-a"),
        ([red("A", [5000, 5000], "LtArt", "1/1/- -", formation="line")], {}, "is not for LtArt", "5.2.9-b"),
        ([red("A", [5000, 5000], losses=4)], {}, "fourth loss", "2.6.6-a"),
        ([red("A", [5000, 5000], depth=1500)], {}, "deeper", "2.2-f"),
        ([{"id": "A", "side": "red", "at": [5000, 5000], "type": "Pk"}], {}, "stats", "2.6-a"),
        ([red("A", [5000, 5000])], {"terrain": (area("R", "impassable", 4, 4, 6, 6),)}, "closed", "11.2-g"),
        ([red("A", [5000, 5000], inside="V")], {}, "inside", "5.5.1-a"),
        ([red("A", [5000, 5000], occupies="V")], {}, "occupied", "5.5-c"),
        ([red("A", [5000, 5000], great="T"), red("B", [5000, 9000], great="T")], {}, "together", "2.11"),
        ([red("A", [5000, 5000])], {"players": ["C"]}, "no general", "3.4-a"),
    ],
)
def test_what_no_battle_can_come_to(bases: list[Plain], more: Plain, says: str, rule: str) -> None:
    with pytest.raises(BadPosition, match=says) as fault:
        state(*bases, FOE, **more)
    assert (fault.value.rule or "").startswith(rule)


@pytest.mark.rule("alaguerre:2.3-d")
def test_horse_may_have_deeper_bases() -> None:
    horse = state(red("A", [5000, 5000], "Cav", "1/-/2 a", depth=1500), FOE).bases["A"]
    assert horse.pose[3:] == (2000, 1500)


def test_unknown_keys_are_named() -> None:
    with pytest.raises(BadPosition, match="colour"):
        play(red("A", [5000, 5000], colour="white"), FOE)


def test_a_position_is_written_back_whole() -> None:
    plain = position(
        red("A", [5000, 5000], division="d", inside="V"),
        red("B", [9000, 5000], division="d", state="shaken", crossed=["A"], fight={"rounds": 2, "began": "blue"}),
        red("K", [14000, 5000], "HvArt", "1/1/- -", division=None),
        FOE,
        blue("Y", None, division="e"),
        terrain=(area("V", "village", 3, 3, 8, 6, vdf=1), line("H", "hedge", (20, 20), (24, 20), obstacle=1)),
        phase="fire",
        orders={"d": 5},
        **FULL,
    )
    options = GAME.choose_options(None)
    written = GAME.position(GAME.read(plain, options))
    assert GAME.position(GAME.read(written, options)) == written
    assert written["bases"][2]["division"] is None
    assert written["activated"] == ["A", "B", "K"], "guns under the CiC go with the general in whose radius they lie"
    keys = {"fight", "occupies", "engaged", "supports", "first_fire", "tactical", "mounted_stats", "evaded", "lost"}
    assert keys <= written["bases"][0].keys()


def test_copies_of_a_state_share_nothing_that_changes() -> None:
    first = state(red("A", [5000, 5000]), FOE, generals=[general("C", [9000, 9000])])
    second = first.copy()
    second.change(second.bases["A"], losses=2)
    second.lead(second.generals["C"], level=2)
    assert (first.bases["A"].losses, first.generals["C"].level) == (0, 0)
    assert GAME.position(first.copy()) == GAME.position(first)


def test_seats_of_player_generals() -> None:
    more: Any = {"generals": [general("C", [9000, 9000]), general("D", [12000, 9000])], "players": ["D"]}
    alone = play(red("A", [5000, 5000]), FOE, phase="fire", **more)
    match = play(red("A", [5000, 5000]), FOE, phase="fire", options={"players": "several"}, **more)
    assert (list(alone.seats), list(match.seats)) == (["red", "blue"], ["red", "blue", "red.D"])
    assert match.game.side_of("red.D") == "red"


@pytest.mark.rule("alaguerre:4.3-a")
def test_the_enemys_cohesion_is_not_shown() -> None:
    bases = (red("A", [5000, 5000], division="d"), blue("Z", [40000, 38000], division="e"))
    generals = [general("C", [9000, 9000], division="d"), general("E", [40000, 39000], "blue", division="e")]
    start: Any = {"generals": generals, "phase": "orders", "rolled": {"red": [4, 5]}, "cohesion": {"red": 5, "blue": 7}}
    match = play(*bases, **start)
    assert match.view("red")["cohesion"] == {"red": 5}
    assert match.view(None)["cohesion"] == {}
    shown = play(*bases, options={"cohesion_shown": "all"}, **start)
    assert shown.view("red")["cohesion"] == {"red": 5, "blue": 7}


def test_the_schema_knows_every_key() -> None:
    known = q.schema("alaguerre") if hasattr(q, "schema") else GAME.schema()
    assert {"bases", "generals", "divisions", "pending", "reinforcements"} <= known["properties"].keys()


def test_a_fight_is_deduced_only_where_nothing_is_said_of_it() -> None:
    bases = [red("A", [20000, 10000]), blue("D", [20000, 10000])]
    assert state(*bases).bases["A"].fight is not None
    assert state(*[{**base, "fight": None} for base in bases]).bases["A"].fight is None
