"""Work left open inside a phase (12), battalions called up (17-ev15), the course of a turn (4) and initiative (6)."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.vivaorre.records import Brigade, Order, Task
from quadrilatero.games.vivaorre.rules import pending, reserves, sequence
from quadrilatero.games.vivaorre.state import State
from tests.games.vivaorre.battle import blue, events, play, red, rolls, state, why_not

Plain = dict[str, Any]
HERE = [30000, 20000]
FAR = blue("D", [60000, 40000])
UNARMED = {"class": "c-/-c", "weapon": "none"}
WILD = {"training": "irregular", "formation": "mass", **UNARMED}


def open_test(task: Plain, unit: Plain, *others: Plain, dice: list[int], **more: Any) -> q.Match:
    """A test of A that is open in the fire phase, after which nobody fires any more."""
    return play(unit, *others, phase="fire", stage="over", pending=[{"test": "A", **task}], dice=dice, **more)


def occasions(match: q.Match) -> list[tuple[str, str]]:
    return [(roll.data["occasion"], roll.data["result"]) for roll in rolls(match, "morale")]


# -- 12: tests that are open ------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:12-d", "vivaorre:12-h")
def test_a_test_of_which_nothing_else_is_said_is_for_fire() -> None:
    match = open_test({}, red("A", HERE, **UNARMED), FAR, dice=[2])
    assert occasions(match) == [("fire", "shaken")]
    assert [event.data["why"] for event in events(match, "state")] == ["fire"]


@pytest.mark.rule("vivaorre:12-o", "vivaorre:12-e")
@pytest.mark.parametrize(("face", "state", "why"), [(6, "shaken", []), (2, "", ["rout"])])
def test_an_open_test_for_a_rout_shakes_or_destroys(face: int, state: str, why: list[str]) -> None:
    others = red("B", [10000, 10000], **UNARMED), FAR
    match = open_test({"why": "rout"}, red("A", HERE, state="routed", **UNARMED), *others, dice=[face])
    assert [occasion for occasion, _ in occasions(match)] == ["rout"]
    assert [event.data["why"] for event in events(match, "eliminated")] == why
    assert [event.data["state"] for event in events(match, "state")] == ([state] if state else [])


@pytest.mark.rule("vivaorre:12-e", "vivaorre:10-e", "vivaorre:10-d")
def test_an_open_test_for_a_fight_counts_the_hits_and_makes_who_fails_give_way() -> None:
    foe = blue("D", HERE, **UNARMED)
    match = open_test({"why": "melee", "by": -2, "enemy": "D"}, red("A", HERE, **UNARMED), foe, dice=[5] + [1] * 40)
    first = rolls(match, "morale")[0]
    assert (first.data["occasion"], first.data["result"], list(first.modifiers)) == ("melee", "shaken", [("10-d", -2)])
    back = events(match, "moved")[0]
    assert (back.rule, back.data["unit"], back.data["distance"]) == ("10-e", "A", 1500)


@pytest.mark.rule("vivaorre:12-e", "vivaorre:10-h")
def test_an_open_test_for_a_fight_knows_whom_it_was_fought_against() -> None:
    rider = blue("D", HERE, arm="cavalry", **UNARMED)
    match = open_test({"why": "melee", "enemy": "D"}, red("A", HERE, **UNARMED), rider, dice=[2] + [1] * 40)
    assert occasions(match)[0] == ("melee", "routed")
    assert events(match, "state")[0].rule == "10-h"


@pytest.mark.rule("vivaorre:12-h", "vivaorre:10-j")
def test_who_routs_after_a_test_runs_before_the_enemy_that_the_test_names() -> None:
    def chased(**task: str) -> list[str]:
        shaken = red("A", HERE, state="shaken", facing=18000, **UNARMED)
        match = open_test(task, shaken, blue("D", [30000, 20625], **WILD), dice=[2] + [6] * 40)
        assert events(match, "state")[0].rule == "12-h"
        return [event.data["unit"] for event in events(match, "moved") if event.data["why"] == "pursuit"]

    assert chased(enemy="D") == ["D"]
    assert chased() == []


@pytest.mark.rule("vivaorre:12-m")
@pytest.mark.parametrize(("face", "why"), [(3, ["surrendered"]), (4, [])])
def test_an_open_test_for_prisoners_ends_in_surrender_or_in_nothing(face: int, why: list[str]) -> None:
    others = red("B", [10000, 10000], **UNARMED), FAR
    match = open_test({"why": "surrender"}, red("A", HERE, **{**UNARMED, "class": "a-/-c"}), *others, dice=[face])
    gone = events(match, "eliminated")
    assert [event.data["why"] for event in gone] == why
    assert [event.rule for event in gone] == ["12-m"] * len(why)
    assert list(rolls(match, "morale")[0].modifiers) == []


@pytest.mark.rule("vivaorre:7-k", "vivaorre:20.zulu-f")
@pytest.mark.parametrize(
    ("why", "charged", "thrown_back"),
    [("fire", "D", True), ("guns", "D", True), ("event", "D", False), ("fire", None, False)],
)
def test_only_a_charger_shaken_by_the_fire_is_thrown_back(why: str, charged: str | None, thrown_back: bool) -> None:
    unit = red("A", HERE, charged=charged, formation="assault", **UNARMED)
    match = open_test({"why": why}, unit, blue("D", HERE, **UNARMED), dice=[2] + [1] * 40)
    assert occasions(match)[0] == (why, "shaken")
    assert [event.data["unit"] for event in events(match, "moved") if event.rule == "7-k"] == ["A"] * thrown_back


@pytest.mark.rule("vivaorre:12-f")
@pytest.mark.parametrize("task", [Task(test="X", why="fire"), Task(rout="X"), Task(rout="X", enemy="D"), Task()])
def test_of_who_is_gone_nothing_is_open(task: Task) -> None:
    s = state(red("A", HERE), FAR)
    assert list(pending.do(s, task)) == []
    assert s.sink == []


# -- 17-ev15: a battalion that was not there before -------------------------------------------------------------------


def called(list: str | None, side: str = "red", **more: Any) -> tuple[State, Any]:
    s = state(red("A", HERE), FAR, armies={side: {"list": list}}, **more)
    return s, reserves.call_up(s, side)


@pytest.mark.rule("vivaorre:17-ev15")
@pytest.mark.parametrize(
    ("edge", "other", "facing"),
    [("south", "north", 0), ("north", "south", 18000), ("west", "east", 9000), ("east", "west", 27000)],
)
def test_a_battalion_faces_the_table_from_its_own_edge(edge: str, other: str, facing: int) -> None:
    assert called("nap", edges={"red": edge, "blue": other})[1].facing == facing


@pytest.mark.rule("vivaorre:17-ev15")
@pytest.mark.parametrize(
    ("list", "entry", "letters", "weapon"),
    [
        ("uk", "uk.inglesi.inf.linea", "b-b-b", "rifled_musket"),
        ("fra", "fra.esercito.inf.linea", "b-c-b", "rifled_musket"),
        ("zulu", None, "c-c-c", "musket"),
        ("boer", None, "c-c-c", "musket"),
        (None, None, "c-c-c", "musket"),
    ],
)
def test_the_line_foot_of_the_list_or_plain_foot_with_muskets(
    list: str | None, entry: str | None, letters: str, weapon: str
) -> None:
    _, unit = called(list, year=1860)
    assert (unit.entry, unit.letters, unit.weapon) == (entry, letters, weapon)
    assert (unit.arm, unit.training, unit.formation, unit.figures, unit.mounted) == (
        "infantry",
        "regular",
        "line",
        8,
        False,
    )


@pytest.mark.rule("vivaorre:17-ev15")
def test_everybody_is_told_of_a_battalion_and_when_it_comes() -> None:
    s, unit = called("nap", turn=3, last_turn=9)
    (event,) = s.sink
    assert (event.kind, event.rule, event.data["unit"], event.data["turn"]) == ("called_up", "17-ev15", unit.id, 4)
    assert event.seen_by is None
    assert s.order[unit.id] == 2
    assert reserves.call_up(s, "red").id == "red.reserve2"


# -- 4: the turn ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:4-a")
def test_a_phase_that_is_over_is_not_played_once_more() -> None:
    near = red("A", HERE), blue("D", [30000, 21000])
    match = play(*near, phase="fire", stage="over")
    assert rolls(match, "fire") == []
    assert match.ask is None or match.ask.what != "fire"
    s = state(*near, phase="fire", stage="over")
    assert list(sequence.segment(s)) == []
    assert (s.phase, s.stage) == ("melee", None)


@pytest.mark.rule("vivaorre:4-a", "vivaorre:13-g")
def test_the_first_phase_after_setting_up_is_command_and_nobody_is_found_before() -> None:
    s = state(red("A", HERE), blue("D", [30000, 21000], hidden=True))
    s.phase, s.stage = "setup", None
    assert list(sequence.segment(s)) == []
    assert (s.phase, s.stage, s.seat) == ("command", None, None)
    assert s.units["D"].hidden
    assert [(event.kind, event.data["phase"]) for event in s.sink] == [("phase", "command")]


@pytest.mark.rule("vivaorre:4-a")
def test_a_phase_with_work_still_open_waits_for_it() -> None:
    s = state(red("A", HERE), FAR, phase="recovery")
    s.pending = (Task(test="X"), Task(rout="X"))
    for left in (1, 0):
        assert list(sequence.segment(s)) == []
        assert (len(s.pending), s.phase) == (left, "recovery")


@pytest.mark.rule("vivaorre:4-a")
def test_in_a_new_turn_nobody_has_done_anything_yet() -> None:
    general = {"id": "G", "side": "red", "brigade": "b", "at": [30000, 18000]}
    s = state(red("A", HERE, brigade="b"), FAR, generals=[general], turn=3, last_turn=9)
    done = {"moved": True, "fired": True, "fought": True, "pursued": True, "digging": True, "no_move": True}
    s.change(s.units["A"], charged="D", **done)
    s.lead(s.generals["G"], may_move=False, rerolled=True, moved=True)
    s.brigades = {"b": Brigade("red", 1, half="first")}
    s.first, s.orders = "red", {"G": Order("hold", "advance")}
    sequence.begin_turn(s)
    unit, leader = s.units["A"], s.generals["G"]
    assert not any(getattr(unit, each) for each in done)
    assert unit.charged is None
    assert (leader.may_move, leader.rerolled, leader.moved) == (None, False, False)
    assert s.turn == 4
    assert not s.orders
    assert not s.charges
    assert [s.first, s.brigades["b"].half] == [None, None]
    assert [(event.kind, event.rule, event.data["turn"]) for event in s.sink] == [("turn", "4-a", 4)]


# -- 6: initiative ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:6-a", "vivaorre:6-d")
def test_a_roll_for_the_initiative_is_told_with_both_totals_and_who_won_it() -> None:
    armies = {"red": {"initiative": 1}, "blue": {"initiative": -1}}
    dice, on = [3, 5, 2, 1], {"initiative_modifiers": "on"}
    match = play(red("A", HERE), FAR, phase="initiative", dice=dice, armies=armies, options=on)
    tied, won = rolls(match, "initiative")
    assert list(tied.modifiers) == list(won.modifiers) == [("6-d", 1), ("6-d", -1)]
    said = ("total", "success", "totals", "winner", "red", "blue", "first")
    assert [tied.data[key] for key in said] == [8, False, {"red": 4, "blue": 4}, None, 4, 4, "nobody"]
    assert [won.data[key] for key in said] == [3, True, {"red": 3, "blue": 0}, "red", 3, 0, "red"]
    assert (tied.data["need"], won.data["need"]) == (0, 0), "it is enough to roll higher"


def intuitivo(id: str, brigade: str | None, side: str = "red", *, rank: str = "brigade") -> Plain:
    at = [20000, 8000] if side == "red" else [60000, 42000]
    return {"id": id, "side": side, "rank": rank, "brigade": brigade, "at": at, "characters": ["intuitivo"]}


@pytest.mark.rule("vivaorre:5-ch7")
def test_every_intuitivo_with_a_brigade_who_lost_the_initiative_is_asked_for_it_and_no_other() -> None:
    units = red("A", HERE, brigade="b"), red("B", [40000, 10000], brigade="c"), {**FAR, "brigade": "e"}
    plain = {"id": "P", "side": "red", "brigade": "p", "at": [10000, 8000]}
    led = [
        plain,
        intuitivo("E", "e", "blue"),
        intuitivo("X", None, rank="cic"),
        intuitivo("G", "b"),
        intuitivo("H", "c"),
    ]
    match = play(*units, red("C", [10000, 10000], brigade="p"), generals=led, phase="initiative", dice=[1, 6])
    match.answer("blue", {"do": "second"})
    asked = []
    for brigade in ("b", "c"):
        assert match.ask is not None
        assert (match.ask.what, match.ask.rule, match.ask.who) == ("when", "5-ch7", ("red",))
        assert match.options("red") == [
            {"do": "when", "brigade": brigade, "half": "first"},
            {"do": "when", "brigade": brigade, "half": "second"},
        ]
        other = {"do": "when", "brigade": "c" if brigade == "b" else "b", "half": "first"}
        assert why_not(match, "red", other) == ("5-ch7", "not_his_brigade")
        asked.append(match.ask.data["brigade"])
        match.answer("red", match.options("red")[1])
    assert asked == ["b", "c"]
    assert match.ask is None or match.ask.what != "when"
    assert [match.view(None)["brigades"][id]["half"] for id in "bce"] == ["second", "second", None]
