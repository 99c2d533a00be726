"""Chapters 7.6, 10.1, 10.2 and 10.6 in their finer points: facing, the way to an Assault, guns in combat."""

from __future__ import annotations

import pytest

from quadrilatero.games.custoza.answers import Face
from quadrilatero.games.custoza.charts import MP
from quadrilatero.games.custoza.rules import assault, guns, turning
from quadrilatero.hexes import FACINGS
from tests.games.custoza.support import Plain, austria, decline, events, italy, now, play, refused, rolls, state, where

MARKER = {"type": "assault", "hex": "3010", "target": "3011"}
ACTIVE = {"formation": "italy", "markers": [MARKER]}


# -- 7.6 ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:7.6-c", "custoza:2.7-c")
def test_who_may_choose_his_facing() -> None:
    s = state(italy("A", "3010", sv=2), italy("B", "3010", sv=2), italy("C", "1004"), italy("V", "3020"))
    u = s.units
    assert not turning.has_choice(s, [u["A"]]), "he has joined B"
    assert turning.has_choice(s, [u["A"], u["B"]])
    assert turning.has_choice(s, [u["A"]], stayed=True)
    assert turning.has_choice(s, [u["C"]]), "in the corner of the map too"
    assert not turning.has_choice(s, [])
    s.remove(u["C"], "eliminated")
    assert not turning.has_choice(s, [s.units["C"]])
    village = state(italy("V", "3020"), board={"terrain": {"3020": "village"}})
    assert not turning.has_choice(village, [village.units["V"]], stayed=True)


@pytest.mark.rule("custoza:7.6-a", "custoza:7.8.2-c")
@pytest.mark.parametrize("along", [None, 0, 3, 5])
def test_after_a_march_only_the_last_step_or_a_side_next_to_it(along: int | None) -> None:
    s = state(italy("A", "3010", facing="S"))
    script = turning.choose_facing(s, [s.units["A"]], "7.6-b", along)
    question = next(script)
    allowed = set(range(6)) if along is None else {(along + turn) % 6 for turn in (-1, 0, 1)}
    assert {FACINGS.index(option["facing"]) for option in question.options("italy")} == allowed
    assert question.data == {"units": ["A"], "facing": "S"}
    for facing, name in enumerate(FACINGS):
        refusal = question.refuse("italy", Face(["A"], name))  # type: ignore[arg-type]  # one of the names
        assert (refusal is None) == (facing in allowed)
        assert refusal is None or refusal.rule == "7.8.2-c"
    assert question.refuse("italy", Face(["B"], "N")).rule == "7.6-a"


@pytest.mark.rule("custoza:7.6-a")
def test_all_of_a_hex_turn_together_and_only_a_turn_is_told() -> None:
    s = state(italy("A", "3010", facing="S", sv=2), italy("k", "3010", "cavalry", facing="S", sv=2))
    turning.turn(s, s.stack(s.board.hex("3010")), 3, "7.6-a")
    assert not s.sink
    turning.turn(s, s.stack(s.board.hex("3010")), 0, "7.6-a")
    assert [s.units[id].facing for id in "Ak"] == [0, 0]
    assert [(event.kind, event.data["units"], event.data["facing"]) for event in s.sink] == [("faced", ["A", "k"], "N")]


# -- 10.1, 10.2 --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:10-a")
@pytest.mark.parametrize(
    ("kind", "may"), [("line", True), ("light", True), ("cavalry", True), ("artillery", False), ("fortress", False)]
)
def test_who_may_assault(kind: str, may: bool) -> None:
    s = state(italy("A", "3010", kind))
    assert assault.may_assault([s.units["A"]]) is may


@pytest.mark.rule("custoza:10.1-b")
def test_the_targets_hex_counts_towards_the_allowance_but_not_from_the_marker() -> None:
    def why(ma: int, *path: str, **board: object) -> tuple[str | None, str] | None:
        s = state(italy("A", "3008", ma=ma), austria("D", "3011"), active=ACTIVE, board=dict(board))
        hexes = [s.board.hex(number) for number in path]
        refusal = assault.refuse_reach(s, [s.units["A"]], hexes, s.board.hex("3011"), march=False)
        return None if refusal is None else (refusal.rule, refusal.reason)

    assert why(3, "3009", "3010") is None
    assert why(2, "3009", "3010") == ("10.1-b", "too_far")
    assert why(0) is None
    assert why(9, "3009", "3010", terrain={"3010": "lake"}) == ("10.1-b", "impassable")


@pytest.mark.rule("custoza:10.2-b", "custoza:7.6-a")
def test_an_assault_turns_its_hex_spends_the_marker_and_the_points() -> None:
    m = play(
        italy("A", "3009", facing="NE", sp=12),
        italy("z", "2020"),
        austria("D", "3011", facing="N"),
        active=ACTIVE,
        dice=[6, 6],
    )
    m.answer("italy", {"do": "assault", "units": ["A"], "path": ["3010"]})
    decline(m, "retreat", "face")
    assert where(m, "A") == "3011"
    acted = now(m).acting().acted["A"]
    assert (acted.did, acted.mp) == ("assault", MP)
    assert [marker.spent for marker in now(m).acting().markers] == [True]
    assert "S" in [event.data["facing"] for event in events(m, "faced")]


@pytest.mark.rule("custoza:10.2-b", "custoza:10.5.5-a")
def test_who_was_thrown_back_does_not_choose_his_facing_twice() -> None:
    m = play(
        italy("A", "3010", facing="S"), italy("z", "2020"), austria("D", "3011", facing="N"), active=ACTIVE, dice=[1, 2]
    )
    m.answer("italy", {"do": "assault", "units": ["A"], "path": []})
    asked = []
    while m.ask is not None and m.ask.what in ("retreat", "face", "react"):
        asked.append(m.ask.what)
        m.answer(m.ask.who[0], {"do": "pass"} if m.ask.what == "react" else m.options(m.ask.who[0])[0])
    assert asked.count("face") == 1


@pytest.mark.rule("custoza:10.1-a")
def test_an_assault_ends_at_a_marker_of_its_kind() -> None:
    marks = [MARKER, {"type": "charge", "hex": "3109", "target": "3110"}]
    m = play(
        italy("A", "3009"), austria("D", "3011"), austria("E", "3110"), active={"formation": "italy", "markers": marks}
    )
    assert refused(m, "italy", {"do": "assault", "units": ["A"], "path": ["3109"]}) == "10.1-a"
    assert refused(m, "italy", {"do": "assault", "units": ["A"], "path": ["2909"]}) == "10.1-a"
    assert m.refuse("italy", {"do": "assault", "units": ["A"], "path": ["3010"]}) is None


# -- 10.6 --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:10.6.1-a")
def test_guns_stand_alone_where_nobody_else_does() -> None:
    s = state(austria("g", "3011", "artillery"), austria("h", "3011", "artillery"), austria("L", "3012"))
    u = s.units
    assert guns.stand_alone([u["g"], u["h"]])
    assert not guns.stand_alone([u["g"], u["L"]])


@pytest.mark.rule("custoza:10.6.2-a", "custoza:10.6.2-b")
@pytest.mark.parametrize(
    ("kind", "sp", "march", "left"),
    [
        ("artillery", 4, False, 2),
        ("artillery", 3, False, 1),
        ("artillery", 3, True, 1),
        ("horse_artillery", 3, False, 3),
    ],
)
def test_guns_that_go_back_limber_and_lose_half(kind: str, sp: int, march: bool, left: int) -> None:
    s = state(austria("g", "3011", kind, sp=sp, max=4, march=march))
    list(guns.limber_and_lose(s, [s.units["g"]]))
    assert (s.units["g"].sp, s.units["g"].march) == (left, True)
    assert ("march" in [event.kind for event in s.sink]) is not march


@pytest.mark.rule("custoza:10.6.1-b", "custoza:11.1-e")
def test_the_neighbours_of_lone_guns_may_react() -> None:
    units: list[Plain] = [
        italy("A", "3010"),
        austria("g", "3011", "artillery"),
        austria("N", "3012"),
        austria("M", "3111", march=True),
        austria("F", "3014"),
    ]
    s = state(*units)
    trigger = guns.neighbours(s, "italy", ("A",), s.board.hex("3011"))
    assert trigger is not None
    assert (trigger.kind, trigger.by, [force.ids for force in trigger.forces]) == ("advance", "italy", [("N",)])
    alone = state(*units[:2])
    assert guns.neighbours(alone, "italy", ("A",), alone.board.hex("3011")) is None


@pytest.mark.rule("custoza:10.6.1-a", "custoza:10.6.1-c")
def test_lone_guns_are_taken_without_dice() -> None:
    m = play(
        italy("A", "3010", facing="S"),
        italy("z", "2020"),
        austria("g", "3011", "artillery"),
        austria("F", "3030"),
        active=ACTIVE,
    )
    m.answer("italy", {"do": "assault", "units": ["A"], "path": []})
    assert (where(m, "g"), where(m, "A")) == ("eliminated", "3011")
    (lost,) = events(m, "eliminated")
    assert (lost.rule, lost.data["why"]) == ("10.6.1-a", "lone_guns")
    assert not rolls(m, "assault")
    assert events(m, "advanced")[0].data["to"] == "3011"
    assert events(m, "combat")[0].data["winner"] == "attacker"
    assert (now(m).formations["italy"].morale, now(m).formations["austria"].morale) == (1, -1)
