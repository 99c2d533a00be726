"""Chapters 5 and 10 in their finer points: attempts and their dice, and who may assault from where."""

from __future__ import annotations

import pytest

from quadrilatero.games.custoza.answers import Assault
from quadrilatero.games.custoza.rules import assault, formations, sight
from quadrilatero.games.custoza.state import State
from tests.games.custoza.support import Plain, austria, drive, events, italy, now, play, rolls, state

FAR = austria("far", "6030")
FIXED: Plain = {"fixed_initiative": True, "phase": "action", "next": "italy"}
TRY = {"do": "activate", "formation": "italy"}


def told(s: State, kind: str) -> list[Plain]:
    return [event.data for event in s.sink if event.kind == kind]


# -- 5.1, 5.2 ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:5.1-a")
def test_whom_a_formation_consists_of_while_it_exists() -> None:
    def exists(*units: Plain) -> bool:
        s = state(*units, FAR, formations=[{"id": "d1", "side": "italy"}, {"id": "austria", "side": "austria"}])
        return formations.exists(s, s.formations["d1"])

    def off(id: str, kind: str, box: str) -> Plain:
        return {"id": id, "side": "italy", "type": kind, "formation": "d1", "box": box}

    assert exists(italy("A", "3010", formation="d1"))
    assert exists(italy("com", "3010", "commander", formation="d1"))
    assert exists(off("com", "commander", "due"), off("A", "line", "routed"))
    assert exists(off("A", "line", "due"))
    assert not exists(off("A", "line", "routed"))
    assert not exists(off("com", "commander", "exited"), off("A", "line", "routed"))
    assert exists(italy("com", "1004", "commander", formation="d1"), off("A", "line", "routed"))
    assert exists(italy("A", "3010", formation="d1"), off("B", "line", "routed"))
    assert exists(italy("A", "1004", formation="d1")), "the first hex of the map"


@pytest.mark.rule("custoza:5.1.1-a", "custoza:7.1-c")
def test_an_activation_turns_the_commander_up_and_begins_with_declarations() -> None:
    m = play(italy("com", "3010", "commander"), italy("A", "3011"), austria("D", "3013"), **FIXED, dice=[3])
    assert not now(m).units["com"].up
    m.answer("italy", TRY)
    s = now(m)
    assert (s.units["com"].up, s.formations["italy"].this_turn, s.formations["italy"].attempts) == (
        True,
        "activated",
        0,
    )
    (roll,) = rolls(m, "activation")
    assert (roll.data["need"], roll.data["formation"], roll.data["success"], roll.data["total"]) == (
        3,
        "italy",
        True,
        3,
    )
    (row,) = events(m, "activated")
    assert (row.rule, row.data["conduct"], row.data["formation"]) == ("5.1.1-a", "free", "italy")
    assert (s.acting().step, s.acting().conduct) == ("declare", "free")
    assert [event.rule for event in m.told("austria") if event.kind == "revealed"] == ["7.1-c"]


@pytest.mark.rule("custoza:7.1-c")
def test_a_commander_is_turned_up_once_and_only_on_the_map_and_in_the_fog() -> None:
    chief = italy("com", "3010", "commander")
    s = state(chief, italy("A", "3011"), FAR)
    assert len(list(formations.turn_up_commander(s, "italy"))) == 1
    assert s.units["com"].up
    assert list(formations.turn_up_commander(s, "italy")) == [], "he lies face up already"
    clear = state(chief, italy("A", "3011"), FAR, options={"fog": "open"})
    assert list(formations.turn_up_commander(clear, "italy")) == []
    assert clear.units["com"].up
    gone = state(chief, italy("A", "3011"), FAR)
    gone.remove(gone.units["com"], "eliminated")
    assert list(formations.turn_up_commander(gone, "italy")) == []
    assert not gone.units["com"].up


@pytest.mark.rule("custoza:5.1.1-b", "custoza:5.1.3-a")
def test_failures_and_the_general_are_taken_off_the_die() -> None:
    chief, general = italy("com", "3010", "commander"), italy("gen", "3011", "general", value=2)
    s = state(chief, general, italy("A", "3011"), FAR)
    s.change_formation("italy", attempts=2)
    assert formations.activation_modifiers(s, s.formations["italy"]) == [("5.1.1-b", -2), ("5.1.3-a", -1)]
    s.remove(s.units["gen"], "eliminated")
    assert formations.activation_modifiers(s, s.formations["italy"]) == [("5.1.1-b", -2), ("5.1.3-a", 0)]


@pytest.mark.rule("custoza:3.2.2-b", "custoza:3.2.2-a")
def test_after_an_attempt_or_a_pass_it_is_the_other_side_s_turn() -> None:
    m = play(italy("A", "3010"), austria("D", "3030"), **FIXED, dice=[5])
    assert {option["do"] for option in m.options("italy")} == {"activate", "pass"}
    m.answer("italy", {"do": "pass"})
    assert (now(m).passes, now(m).next, m.ask.who) == (1, "austria", ("austria",))
    m.answer("austria", {"do": "activate", "formation": "austria"})
    assert (now(m).passes, now(m).next, m.ask.who) == (0, "italy", ("italy",))
    assert (now(m).formations["austria"].attempts, now(m).active) == (1, None)


@pytest.mark.rule("custoza:26.1.3-b", "custoza:18.2-e", "custoza:5.2.1-a")
def test_a_fight_is_remembered_of_every_formation_in_it_once() -> None:
    s = state(italy("A", "3010"), austria("D", "3030"))
    formations.mark_fought(s, ["italy", None, "italy"])
    assert [(entry.fought, entry.blooded) for entry in s.formations.values()] == [(True, True), (False, False)]
    formations.change_morale(s, [None, "austria", "austria"], -1)
    assert s.formations["austria"].morale == -1
    (row,) = told(s, "morale")
    assert (row["formation"], row["morale"]) == ("austria", -1)


# -- 8.9 ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:8.9-a", "custoza:22.4-c", "custoza:8.9-e")
def test_neighbours_see_each_other_always_and_others_as_far_as_the_light_goes() -> None:
    wall = {"terrain": {"3012": "woods"}}
    for light, board, seen in (
        ("day", {}, {"3011", "3013", "3014", "3015"}),
        ("dusk", {}, {"3011", "3013"}),
        ("day", wall, {"3011"}),
    ):
        s = state(italy("A", "3010"), FAR, light=light, board=board)
        here = s.board.hex("3010")
        asked = ("3011", "3013", "3014", "3015", "3016")
        assert {hex for hex in asked if sight.sees(s, here, s.board.hex(hex))} == seen


# -- 10.1, 10.2 --------------------------------------------------------------------------------------------------------


def marked(*units: Plain, **more: Plain) -> State:
    """An Assault marker in 3011 that points at 3012."""
    markers = [{"type": "assault", "hex": "3011", "target": "3012"}]
    return state(*units, austria("D", "3012"), active={"formation": "italy", "markers": markers}, **more)


def refusal(s: State, *path: str, ids: tuple[str, ...] = ("A",)) -> str | None:
    found = assault.refuse_assault(s, s.of(list(ids)), Assault(list(ids), list(path)))
    return None if found is None else found.rule


@pytest.mark.rule("custoza:10-a", "custoza:10.1-a")
def test_who_assaults_and_from_where() -> None:
    fort = {"id": "F", "side": "italy", "type": "fortress", "hex": "3020"}
    s = marked(italy("A", "3010"), italy("g", "3009", "artillery"), fort)
    assert refusal(s, "3011") is None
    assert refusal(s) == "10.1-a", "there is no marker where it stands"
    assert refusal(s, "3009") == "10.1-a"
    assert refusal(s, "3010", "3011", ids=("g",)) == "10-a"
    assert [assault.may_assault(s.of([id])) for id in "AgF"] == [True, False, False]
    assert not assault.may_assault(s.of(["A", "g"]))
    assert refusal(marked(italy("A", "3011"))) is None, "it stands there already"


@pytest.mark.rule("custoza:10.1-b")
@pytest.mark.parametrize(("ma", "rule"), [(2, None), (1, "10.1-b")])
def test_the_target_counts_towards_the_allowance_unless_the_force_is_there_already(ma: int, rule: str | None) -> None:
    assert refusal(marked(italy("A", "3010", ma=ma)), "3011") == rule
    assert refusal(marked(italy("A", "3011", ma=ma))) is None


@pytest.mark.rule("custoza:10.2-b", "custoza:7.6-a")
def test_nothing_is_struck_where_nobody_is_left_and_the_force_turns_to_its_target() -> None:
    s = marked(italy("A", "3011", facing="N", sv=1), italy("B", "3011", facing="N", sv=1))
    empty = s.board.hex("3111")
    drive(assault.strike(s, s.of(["A"]), empty, s.board.hex("3011")))
    assert (told(s, "faced"), s.acting().markers[0].spent) == ([], False)
    m = play(
        italy("A", "3011", facing="N", sv=1),
        italy("B", "3011", facing="N", sv=1),
        austria("D", "3012", facing="N"),
        active={"formation": "italy", "markers": [{"type": "assault", "hex": "3011", "target": "3012"}]},
        dice=[3, 4, *[1] * 8],
    )
    m.answer("italy", {"do": "assault", "units": ["A"], "path": []})
    (row,) = [event for event in events(m, "faced") if event.rule == "7.6-a"]
    assert (row.data["units"], row.data["facing"]) == (["A", "B"], "S")
    assert now(m).acting().markers[0].spent
