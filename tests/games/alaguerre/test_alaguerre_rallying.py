"""10.4: who may rally and turn, which way, with whom; the Rally phase step by step."""

from __future__ import annotations

import pytest

from quadrilatero.games.alaguerre.answers import Done, Rally, TurnTo
from quadrilatero.games.alaguerre.records import Fight
from quadrilatero.games.alaguerre.rules import rally
from quadrilatero.games.alaguerre.rules.formations import unit_of
from tests.games.alaguerre.battle import Plain, area, blue, course, drive, general, red, state

AT = [20000, 20000]
FAR = blue("Z", [45000, 39000], "LC", "0/-/0 -")
D: Plain = {"division": "d"}
C: Plain = {"brigade": "c"}
A = red("A", AT, **D)
PEOPLE = [
    general("C", [5000, 5000], division="c"),
    general("G", [21500, 20000], division="d"),
    general("H", [5000, 35000], side="blue"),
    {**general("L", [1000, 1000], division="l"), "at": None, "state": "dead", "lost": 1},
]


@pytest.mark.rule("alaguerre:10.4.1-c")
@pytest.mark.parametrize(
    ("bases", "terrain", "turns"),
    [
        ((A, blue("E", [20000, 26000])), (), []),
        ((A, blue("E", [26000, 19500], facing=27000)), (), [("A", 9440)]),
        ((A, blue("E", [20000, 14000], facing=0)), (), [("A", 18000)]),
        ((A, blue("E", [20000, 14000], facing=0), blue("F", [24000, 21000], facing=27000)), (), [("A", 7747)]),
        ((A, blue("E", [26000, 19500], facing=27000), red("B", [18500, 21001], **D)), (), []),
        ((A, blue("E", [26000, 19500], facing=27000)), (area("P", "pond", 18, 20.1, 22, 22),), []),
    ],
)
def test_who_has_rallied_turns_towards_the_nearest_enemy(
    bases: tuple[Plain, ...], terrain: tuple[Plain, ...], turns: list[tuple[str, int]]
) -> None:
    s = state(*bases, red("Y", [1000, 2000], division="y"), FAR, terrain=terrain)
    s.side = "red"
    assert rally.turns(s) == []
    s.done = ("turns:A",)
    assert [(one.unit, one.facing) for one in rally.turns(s)] == turns
    alone = state(A, generals=[general("C", [5000, 5000])])
    alone.done, alone.side = ("turns:A",), "red"
    assert rally.turns(alone) == []


@pytest.mark.rule("alaguerre:10.4.1-c", "alaguerre:10.4.2-a")
def test_where_there_is_no_room_to_turn() -> None:
    cases = [
        ([20000, 20000], (), 9000, None),
        ([20000, 20000], (red("B", [20000, 21500], **D),), 18000, "no_room_to_turn"),
        ([20000, 39800], (), 18000, "no_room_to_turn"),
        ([300, 20000], (), 9000, "no_room_to_turn"),
    ]
    for at, others, facing, reason in cases:
        s = state(red("A", at, **D), *others, FAR)
        s.done = ("turns:A",)
        refusal = rally.refuse_turn(s, unit_of(s, s.bases["A"]), facing)
        assert (refusal and refusal.reason) == reason, at
    pond = state(A, FAR, terrain=(area("P", "pond", 18, 20.1, 22, 22),))
    pond.done = ("turns:A",)
    refused = rally.refuse_turn(pond, unit_of(pond, pond.bases["A"]), 18000)
    assert refused is not None


@pytest.mark.rule("alaguerre:10.4.1-c", "alaguerre:2.7.5-c")
def test_a_general_turns_with_his_unit() -> None:
    for facing, at in ((9000, (18500, 20000)), (18000, (21500, 20000))):
        s = state(A, FAR, generals=PEOPLE)
        s.done = ("turns:A", "turns:B")
        rally.turn(s, TurnTo("A", facing))
        assert (s.bases["A"].facing, s.bases["A"].at) == (facing, (20000, 20000))
        assert list(s.done) == ["turns:B"]
        assert s.generals["G"].at == at
        assert course(s) == ["turned A"]
    s = state(A, FAR, generals=PEOPLE)
    rally.turn(s, TurnTo("Q", 9000))
    assert course(s) == []


@pytest.mark.rule("alaguerre:10.4.1-a", "alaguerre:10.4.1-d")
def test_whom_a_general_may_rally() -> None:
    s = state(
        red("A", AT, state="shaken", **D),
        red("B", [20000, 30000], state="shaken", **D),
        red("E", [18000, 20000], state="shaken", division="e"),
        FAR,
        generals=PEOPLE,
        phase="rally",
    )
    s.side = "red"
    ask = rally.rally_question(s, [])
    assert ask.certain
    assert ask.options("red") == [{"do": "done"}]
    refused = {
        (id, unit): ask.refuse("red", Rally(id, unit))
        for id, unit in (("G", "A"), ("G", "B"), ("C", "A"), ("H", "A"), ("L", "A"), ("Q", "A"), ("G", "Q"), ("G", "Z"))
    }
    assert {pair: one and one.reason for pair, one in refused.items()} == {
        ("G", "A"): None,
        ("G", "B"): "not_with_unit",
        ("C", "A"): "not_with_unit",
        ("H", "A"): "no_such_general",
        ("L", "A"): "no_such_general",
        ("Q", "A"): "no_such_general",
        ("G", "Q"): "cannot_rally",
        ("G", "Z"): "cannot_rally",
    }
    assert ask.refuse("red", Done()) is None
    for note, reason in (("A", "cannot_rally"), ("rallied:A", "cannot_rally"), ("general:G", "has_rallied")):
        s.done = (note,)
        again = ask.refuse("red", Rally("G", "A"))
        assert again is not None
        assert again.reason == reason
    s.lead(s.generals["G"], at=(16500, 20000))
    s.done = ()
    other = ask.refuse("red", Rally("G", "E"))
    assert other is not None
    assert other.reason == "not_with_unit"


@pytest.mark.rule("alaguerre:10.4.1-a")
def test_who_was_busy_does_not_rally() -> None:
    s = state(red("A", AT, moved=1, **C), red("B", [22000, 20000], **C), red("K", [5000, 5000]), FAR)
    assert not rally.may_rally(s, unit_of(s, s.bases["A"]))
    assert rally.may_rally(s, unit_of(s, s.bases["K"]))
    s.change(s.bases["K"], fight=Fight())
    assert not rally.may_rally(s, unit_of(s, s.bases["K"]))
    near = state(A, blue("E", AT), FAR)
    assert not rally.may_rally(near, unit_of(near, near.bases["A"]))


@pytest.mark.rule("alaguerre:10.1.1-a", "alaguerre:10.1.1-c", "alaguerre:10.4.1-d")
def test_the_rally_phase_step_by_step() -> None:
    """A broken division, one that tests, a routed unit, then the order of both sides, the initiative first."""
    s = state(
        red("A", AT, state="routed", moved=1, **D),
        red("B", [20000, 30000], state="routed", moved=1, **D),
        red("E", [10000, 20000], division="e"),
        red("F", [10000, 30000], state="routed", losses=3, division="e"),
        blue("K", [30000, 35000]),
        FAR,
        divisions={"e": {"side": "red", "tests": True}},
        phase="rally",
        initiative="blue",
    )
    assert drive(rally.phase(s)) is False
    assert [line for line in course(s) if "eliminated" in line] == ["eliminated division A", "eliminated division B"]
    assert [event.data["division"] for event in s.sink if event.kind == "division_lost"] == ["d"]
    assert drive(rally.phase(s), (6,)) is False
    assert not s.divisions["e"].tests
    assert (drive(rally.phase(s)), s.stage) == (False, "recovery")
    assert (drive(rally.phase(s), (1,)), s.done) == (False, ("F",))
    assert "F" not in s.bases
    assert (drive(rally.phase(s)), s.stage, s.side) == (False, "order", "blue")
    assert (drive(rally.phase(s)), s.side) == (False, "red")
    assert (drive(rally.phase(s)), s.done) == (True, ())
