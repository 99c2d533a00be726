"""Chapters 14 and 20 by the book: the Command Phase, its order, and the lines of communication."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from tests.games.custoza.blind.campaigns import (
    ROAD,
    ROAD_HEXES,
    campaign,
    com,
    corps,
    general,
    inside,
    lazily,
    own,
    unit,
)
from tests.games.custoza.blind.situations import (
    AUSTRIA,
    ITALY,
    acting,
    ah,
    asked,
    it,
    marker,
    now,
    roll,
    rolls,
    say,
    told,
)

HIDDEN = [corps("d1", state="march", objective="2030"), corps("a1", AUSTRIA, state="reserve")]
PIECES = [com("d1", "2010"), inside("r1", "d1"), com("a1", "6010", AUSTRIA), inside("x1", "a1", AUSTRIA)]
FAR = ah("Z", "line", "6030")
"""An Austrian far away, of the Formation named like his side."""


def turn(*dice: int, units: Any = None, formations: Any = None, **keys: Any) -> q.Match:
    return campaign(*(units or PIECES), formations=formations or HIDDEN, phase="initiative", gt=6, dice=dice, **keys)


# ---------------------------------------------------------------- order


@pytest.mark.rule("custoza:14.2-a")
@pytest.mark.parametrize(("dice", "order"), [((6, 6, 1, 1), [AUSTRIA, ITALY]), ((1, 1, 6, 6), [ITALY, AUSTRIA])])
def test_who_has_the_initiative_gives_his_orders_second(dice: tuple[int, ...], order: list[str]) -> None:
    m = turn(*dice)
    for what in ("states", "objectives"):
        for seat in order:
            assert asked(m) == (what, seat)
            say(m, seat, "done")


@pytest.mark.rule("custoza:14.1-a")
def test_a_tie_for_the_initiative_is_rolled_again() -> None:
    m = turn(3, 3, 4, 2, 5, 5, 1, 2)
    assert len(rolls(m, "initiative")) == 4
    assert m.view(ITALY)["initiative"] == ITALY


@pytest.mark.rule("custoza:14.1-a")
def test_the_general_adds_his_value_to_the_initiative() -> None:
    m = turn(3, 3, 2, 2, units=[*PIECES, general(AUSTRIA, "6011")])
    assert m.view(ITALY)["initiative"] == AUSTRIA


@pytest.mark.rule("custoza:14.3-a", "custoza:14.6-a", "custoza:14.8.3-a")
def test_phases_follow_each_other_and_the_next_game_turn() -> None:
    m = turn(6, 6, 1, 1, 3, 3, 3, 3, 6, 6, 1, 1, last={"day": 1, "gt": 7})
    lazily(m, "march")
    assert m.view(ITALY)["phase"] == "march"
    lazily(m, "states")
    seen = [e["phase"] for e in told(m, "phase")]
    order = [p for p in ("command", "action", "non_activated", "ooc", "march", "fatigue", "end") if p in seen]
    assert list(dict.fromkeys(seen)) == order
    assert {"command", "march", "fatigue", "end"} <= set(seen)
    rules = {e.data["phase"]: e.rule for e in m.events if e.kind == "phase"}
    assert (rules["march"], rules["fatigue"]) == ("14.6-a", "14.7.1-a")
    assert (m.view(ITALY)["gt"], m.view(ITALY)["phase"]) == (7, "command")


@pytest.mark.rule("custoza:26.1.6-b")
def test_a_game_turn_may_have_no_command_phase() -> None:
    m = turn(6, 6, 1, 1, skip_command=6)
    assert m.ask is not None
    assert m.ask.what not in ("states", "objectives")
    assert "command" not in [e["phase"] for e in told(m, "phase")]


@pytest.mark.rule("custoza:26.1.6-b")
def test_without_command_phase_nobody_is_cut_off() -> None:
    units = [com("d1", "3010"), unit("r1", "d1", "3010", ammo="low"), FAR]
    m = turn(6, 6, 1, 1, 3, 3, 3, 3, units=units, formations=[corps("d1")], skip_command=6, supply={ITALY: ["2004"]})
    lazily(m)
    assert (own(m, "d1")["cut_off"], now(m, "r1")["ammo"]) == (False, "full")


@pytest.mark.rule("custoza:14-a")
def test_the_base_game_has_no_command_march_or_fatigue_phase() -> None:
    units = [com("d1", "2010"), unit("r1", "d1", "2010", status="good_order"), FAR]
    m = turn(6, 6, 1, 1, units=units, formations=[corps("d1", fatigue=4, morale=2)])
    assert "command" in [e["phase"] for e in told(m, "phase")]
    m = q.start(
        "custoza",
        position={"map": ROAD, "units": units, "formations": [corps("d1", fatigue=4, morale=2)], "phase": "initiative"},
        dice=[6, 6, 1, 1],
    )
    lazily(m)
    assert not {"command", "march", "fatigue"} & {e["phase"] for e in told(m, "phase")}
    assert own(m, "d1")["morale"] == 2


# ---------------------------------------------------------------- lines of communication


def cut(commander: str, *more: Any, source: str = "2004", board: Any = ROAD, **formation: Any) -> bool:
    """Whether the Formation of that commander is cut off once states have been settled."""
    units = [com("d1", commander), unit("r1", "d1", commander), *more, FAR]
    m = turn(6, 6, 1, 1, units=units, formations=[corps("d1", **formation)], supply={ITALY: [source]}, board=board)
    lazily(m, "activate")
    assert m.ask is not None
    return bool(own(m, "d1")["cut_off"])


@pytest.mark.rule("custoza:20.1-a")
def test_a_road_of_any_length_is_a_line_of_communication() -> None:
    assert not cut("2034")


@pytest.mark.rule("custoza:20.1-c")
@pytest.mark.parametrize(("commander", "lost"), [("2520", False), ("2620", False), ("2720", True)])
def test_five_hexes_to_the_road_but_no_six(commander: str, lost: bool) -> None:
    assert cut(commander) is lost


@pytest.mark.rule("custoza:20.1-c")
@pytest.mark.parametrize(("commander", "lost"), [("2020", False), ("2021", True)])
def test_only_among_the_first_five_hexes_may_the_road_be_missing(commander: str, lost: bool) -> None:
    """2015 lies between two roads: it is the fifth hex from 2020, the sixth from 2021."""
    roads = [{"class": "minor", "path": ROAD_HEXES[:11]}, {"class": "minor", "path": ROAD_HEXES[12:]}]
    assert ROAD_HEXES[11] == "2015"
    assert cut(commander, board={"roads": roads}) is lost


@pytest.mark.rule("custoza:20.1-c")
def test_off_the_road_a_source_five_hexes_away_is_enough() -> None:
    assert not cut("3010", source="3005", board={})
    assert cut("3010", source="3004", board={})


@pytest.mark.rule("custoza:20.1-b")
def test_an_enemy_zone_on_the_road_cuts_the_line_and_a_friend_in_it_mends_it() -> None:
    foe = ah("Y", "line", "2115")
    wide = {"roads": ROAD["roads"]}
    assert cut("2030", foe, board=wide)
    assert not cut("2030", foe, unit("r2", "d1", "2015"), unit("r3", "d1", "2016"), board=wide)


@pytest.mark.rule("custoza:20.1-b")
def test_a_marching_enemy_on_the_road_bars_it_though_he_has_no_zone() -> None:
    assert cut("2030", ah("Y", "line", "2015", march=True))
    assert not cut("2030", ah("Y", "line", "2115", march=True))


@pytest.mark.rule("custoza:20.1-b")
def test_the_mincio_bars_the_line_but_for_its_bridges() -> None:
    river = {"terrain": {f"{c}{r:02}": "mincio" for c in range(10, 71) for r in ((15,) if c % 2 == 0 else (14, 15))}}
    assert cut("3017", source="3013", board=river)
    crossed = {**river, "bridges": ["3015"], "roads": [{"class": "minor", "path": ["3014", "3015", "3016"]}]}
    assert not cut("3017", source="3013", board=crossed)


@pytest.mark.rule("custoza:20.1.2-a")
def test_who_has_a_line_again_is_no_longer_cut_off() -> None:
    assert not cut("2030", cut_off=True)


@pytest.mark.rule("custoza:20.1.1-a", "custoza:14.8.1-a")
@pytest.mark.parametrize(("commander", "left"), [("2010", "full"), ("3010", "low")])
def test_ammunition_comes_only_by_a_line_of_communication(commander: str, left: str) -> None:
    units = [com("d1", commander), unit("r1", "d1", commander, ammo="low"), FAR]
    m = turn(6, 6, 1, 1, 3, 3, 3, 3, units=units, formations=[corps("d1")], supply={ITALY: ["2004"]})
    lazily(m)
    assert now(m, "r1")["ammo"] == left


@pytest.mark.rule("custoza:20.1.1-a")
def test_out_of_ammunition_stays_so_too_when_cut_off() -> None:
    units = [com("d1", "3010"), unit("g", "d1", "3010", kind="artillery", ammo="out"), FAR]
    m = turn(6, 6, 1, 1, 3, 3, 3, 3, units=units, formations=[corps("d1")], supply={ITALY: ["2004"]})
    lazily(m)
    assert now(m, "g")["ammo"] == "out"


@pytest.mark.rule("custoza:20.1-a")
def test_a_formation_in_march_traces_its_line_too() -> None:
    units = [com("d1", "3010"), inside("r1", "d1", ammo="low"), com("a1", "6010", AUSTRIA), inside("x1", "a1", AUSTRIA)]
    m = turn(6, 6, 1, 1, 3, 3, 3, 3, units=units, supply={ITALY: ["2004"]})
    lazily(m, "march")
    assert own(m, "d1")["cut_off"] is True


def fight(*dice: int, attacker: Any = None, defender: Any = None, **units: Any) -> q.Match:
    """A, of strength 6, assaults D, of strength 6, on open ground."""
    m = acting(
        it("A", "line", "3010", facing="S", **units.get("A", {})),
        ah("D", "line", "3011", facing="N", **units.get("D", {})),
        markers=(marker("3010", "3011"),),
        mode="advanced",
        formations=[corps(ITALY, **(attacker or {})), corps(AUSTRIA, AUSTRIA, **(defender or {}))],
        dice=dice,
    )
    say(m, ITALY, "assault", units=["A"], path=[])
    while m.ask is not None and m.ask.what == "react":
        say(m, m.ask.who[0], "pass")
    return m


LOST = {"collapse": 2}
WORN = {"sp": 6, "max": 9}


@pytest.mark.rule("custoza:20.1.1-a", "custoza:20.1.1-b", "custoza:19.3-a")
@pytest.mark.parametrize("formation", [{"cut_off": True}, LOST, LOST | {"cut_off": True}])
def test_cut_off_and_collapsed_burden_the_attacker_once(formation: Any) -> None:
    m = fight(4, 4, 1, 1, 1, 1, attacker=formation, A=WORN)
    assert [n for _, n in roll(m, "assault").modifiers] == [-1]


@pytest.mark.rule("custoza:20.1.1-b", "custoza:19.3-a")
@pytest.mark.parametrize("formation", [{"cut_off": True}, LOST, LOST | {"cut_off": True}])
def test_cut_off_and_collapsed_help_the_attacker_of_such_a_defender_once(formation: Any) -> None:
    m = fight(4, 4, 1, 1, 1, 1, defender=formation, D=WORN)
    assert [n for _, n in roll(m, "assault").modifiers] == [1]


@pytest.mark.rule("custoza:18.4-a")
def test_fatigue_burdens_each_side_by_one_and_adds_up_with_collapse() -> None:
    m = fight(4, 4, 1, 1, 1, 1, attacker={"fatigued": True})
    assert roll(m, "assault").modifiers == [("18.4-a", -1)]
    m = fight(4, 4, 1, 1, 1, 1, defender={"fatigued": True})
    assert roll(m, "assault").modifiers == [("18.4-a", 1)]
    m = fight(4, 4, 1, 1, 1, 1, attacker=LOST | {"fatigued": True}, A=WORN)
    assert sorted(roll(m, "assault").modifiers) == [("18.4-a", -1), ("19.3-a", -1)]


@pytest.mark.rule("custoza:18.4-a", "custoza:19.3-a", "custoza:20.1.1-a")
@pytest.mark.parametrize(
    ("formation", "worn", "rule", "drm"),
    [({"fatigued": True}, {}, "18.4-a", 1), (LOST, WORN, "19.3-a", 2), ({"cut_off": True}, {}, "20.1.1-a", 2)],
)
def test_checks_are_burdened_by_fatigue_collapse_and_being_cut_off(
    formation: Any, worn: Any, rule: str, drm: int
) -> None:
    m = acting(
        it("A", "line", "3010", **worn),
        ah("Z", "line", "6030"),
        board={"terrain": {"3011": "woods"}},
        mode="advanced",
        formations=[corps(ITALY, **formation)],
        dice=(1, 1),
    )
    say(m, ITALY, "move", units=["A"], path=["3011"])
    check = roll(m, "cohesion").data["checks"][0]
    assert (rule, drm) in [tuple(pair) for pair in check["modifiers"]]
    assert check["total"] == 2 + drm
