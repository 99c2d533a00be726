"""8.7, 10.4.8, 10.6, 22.1 to 22.3: who takes losses, what becomes of guns and of fortresses, and what rivers bar."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.custoza.rules import fortresses, guns, losses, rivers
from quadrilatero.games.custoza.state import State
from tests.games.custoza.support import Plain, austria, drive, hexes, italy, state

FAR = austria("D", "3030")


def told(s: State, kind: str) -> list[Plain]:
    return [event.data for event in s.sink if event.kind == kind]


def fortress(id: str = "F", hex: str = "3012", side: str = "austria", **more: Any) -> Plain:
    return {"id": id, "side": side, "type": "fortress", "hex": hex, **more}


# -- 8.7, 10.4.8 -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:8.7-b", "custoza:10.4.8-b")
def test_where_all_is_lost_nobody_is_asked_and_what_is_more_lapses() -> None:
    for sp in (3, 4, 9):
        s = state(italy("A", "3010", sp=1, sv=2), italy("B", "3010", sp=2, sv=2), FAR)
        drive(losses.take(s, s.of(["A", "B"]), sp, "8.7-b"))
        assert [unit.box for unit in s.of(["A", "B"])] == ["eliminated", "eliminated"]
        assert [(row["unit"], row["sp"]) for row in told(s, "hit")] == [("A", 1), ("B", 2)]
        assert [row["why"] for row in told(s, "eliminated")] == ["strength", "strength"]


@pytest.mark.rule("custoza:8.7-b", "custoza:10.4.8-b")
def test_the_largest_unit_takes_the_first_loss_and_the_owner_shares_out_the_rest() -> None:
    s = state(italy("A", "3010", sp=5, sv=1), italy("B", "3010", sp=5, sv=3), FAR)
    script = losses.take(s, s.of(["A", "B"]), 3, "10.4.8-b")
    question = next(script)
    assert s.units["B"].sp == 4, "the first without a question"
    assert (question.what, question.rule, question.who) == ("hit", "10.4.8-b", ("italy",))
    assert (question.data["units"], question.data["left"]) == (["A", "B"], 2)
    answer = question.kinds[0]("A")
    assert question.refuse("italy", question.kinds[0]("D")).rule == "10.4.8-b"
    assert question.refuse("italy", answer) is None
    question = script.send(answer)
    assert (s.units["A"].sp, question.data["left"]) == (4, 1)
    with pytest.raises(StopIteration):
        script.send(answer)
    assert (s.units["A"].sp, s.units["B"].sp) == (3, 4)


@pytest.mark.rule("custoza:22.3.3-a", "custoza:22.3.4-a")
def test_a_fortress_takes_all_losses_of_its_hex() -> None:
    s = state(fortress(sp=4), austria("B", "3012", sp=5, sv=3), italy("A", "3020"))
    drive(losses.take(s, s.of(["F", "B"]), 2, "8.7-b"))
    assert (s.units["F"].sp, s.units["B"].sp) == (2, 5)
    drive(losses.take(s, s.of(["F", "B"]), 2, "8.7-b"))
    assert (s.units["F"].box, s.units["B"].sp) == ("eliminated", 5)
    assert [row["hex"] for row in told(s, "fortress_fell")] == ["3012"]
    assert told(s, "eliminated") == [], "it surrenders"


@pytest.mark.rule("custoza:11.5.4-b")
def test_guns_stay_in_a_square_as_long_as_infantry_forms_it() -> None:
    units = [italy(id, "3010", square=True, sv=2) for id in "AB"]
    s = state(*units, italy("g", "3010", "artillery", square=True), FAR)
    losses.take_off(s, s.units["A"], "eliminated")
    assert [s.units[id].square for id in "Bg"] == [True, True]
    assert told(s, "left_square") == []
    losses.take_off(s, s.units["B"], "routed")
    assert (s.units["g"].square, s.units["B"].box) == (False, "routed")
    assert [row["units"] for row in told(s, "left_square")] == [["g"]]


@pytest.mark.rule("custoza:8.7-b", "custoza:11.5.4-b")
def test_who_has_gone_takes_no_loss_and_guns_out_of_square_leave_none() -> None:
    s = state(italy("A", "3010", sp=5, sv=2), italy("B", "3010", sp=5, sv=1), italy("g", "3010", "artillery"), FAR)
    units = s.of(["A", "B"])
    losses.take_off(s, units[0], "routed")
    drive(losses.take(s, units, 1, "8.7-b"))
    assert (s.units["A"].sp, s.units["B"].sp) == (5, 4)
    losses.take_off(s, s.units["B"], "eliminated")
    assert told(s, "left_square") == []


@pytest.mark.rule("custoza:10.4.4-b", "custoza:8.6-b")
def test_which_of_two_equals_leads_matters_in_a_combat_more_than_in_a_shot() -> None:
    s = state(
        italy("A", "3010", sv=2), italy("B", "3010", sv=2, ammo="out"), italy("C", "3010", sv=1), austria("D", "3011")
    )
    question = next(losses.choose_lead(s, s.of(["A", "B", "C"]), "10.4.4-b"))
    assert (question.what, question.who, question.data["units"]) == ("lead", ("italy",), ["A", "B"])
    assert drive(losses.choose_lead(s, s.of(["A", "B", "C"]), "8.6-b", in_combat=False)).id == "A"
    assert drive(losses.choose_lead(s, s.of(["A", "C"]), "10.4.4-b")).id == "A", "the larger"


@pytest.mark.rule("custoza:10.4.4-b")
@pytest.mark.parametrize(
    ("mode", "more", "differ"),
    [
        ("advanced", {}, False),
        ("advanced", {"fatigued": True}, True),
        ("advanced", {"cut_off": True}, True),
        ("advanced", {"collapse": 1}, True),
        ("base", {"fatigued": True}, False),
        ("base", {"cut_off": True}, False),
        ("base", {"collapse": 1}, False),
    ],
)
def test_burdens_of_the_formation_tell_leaders_apart_in_the_advanced_game(mode: str, more: Plain, differ: bool) -> None:
    entries: list[Plain] = [
        {"id": "d1", "side": "italy", "collapse": 9},
        {"id": "d2", "side": "italy", "collapse": 9, **more},
    ]
    units = [
        italy("A", "3010", sv=2, sp=5, max=6, formation="d1"),
        italy("B", "3010", sv=2, sp=5, max=6, formation="d2"),
    ]
    s = state(*units, austria("D", "3011"), mode=mode, formations=entries)
    assert losses.may_differ(s, s.of(["A", "B"]), in_combat=True) is differ
    assert losses.may_differ(s, s.of(["A", "B"]), in_combat=False) is False
    loose = state(
        italy("A", "3010", sv=2, reserve=True), italy("B", "3010", sv=2, reserve=True), austria("D", "3011"), mode=mode
    )
    assert losses.may_differ(loose, loose.of(["A", "B"]), in_combat=True) is False, "of no Formation"


@pytest.mark.rule("custoza:10.4.4-b", "custoza:7.1-a")
@pytest.mark.parametrize(("enemy", "cv", "differ"), [("3011", 7, False), ("3030", 7, True), ("3030", 8, False)])
def test_of_hidden_equals_it_is_asked_if_they_might_differ_for_all_the_enemy_knows(
    enemy: str, cv: int, differ: bool
) -> None:
    units = [italy("A", "3010", sv=2, cv=8), italy("B", "3010", sv=2, cv=8), italy("C", "2010", sv=2, cv=cv)]
    s = state(*units, austria("D", enemy))
    assert losses.may_differ(s, s.of(["A", "B"]), in_combat=False) is differ
    assert losses.may_differ(s, s.of(["A", "B"]), in_combat=True) is differ
    assert drive(losses.choose_lead(s, s.of(["A"]), "10.4.4-b")).id == "A", "one alone leads, whoever he is"


@pytest.mark.rule("custoza:10.4.4-b", "custoza:8.6-b")
def test_units_face_up_with_the_same_cohesion_now_need_not_be_told_apart() -> None:
    units = italy("A", "3010", sv=2, cv=8, status="shaken"), italy("B", "3010", sv=2, cv=7)
    s = state(*units, austria("D", "3011"))
    assert not losses.may_differ(s, s.of(["A", "B"]), in_combat=False)


# -- 10.6 --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:10.6.2-a", "custoza:10.6.2-b")
@pytest.mark.parametrize(
    ("kind", "sp", "march", "left", "box"),
    [
        ("artillery", 4, False, 2, None),
        ("artillery", 3, False, 1, None),
        ("artillery", 1, True, 0, "eliminated"),
        ("horse_artillery", 3, False, 3, None),
    ],
)
def test_guns_that_go_back_limber_and_lose_half(kind: str, sp: int, march: bool, left: int, box: str | None) -> None:
    s = state(italy("g", "3010", kind, sp=sp, march=march), FAR)
    drive(guns.limber_and_lose(s, s.of(["g"])))
    assert (s.units["g"].sp, s.units["g"].box, s.units["g"].march) == (left, box, True)
    limbered = [row["march"] for row in told(s, "march")]
    assert limbered == ([] if march else [True]), "limbered guns need not be told to be"
    assert [row["sp"] for row in told(s, "hit")] == ([] if kind == "horse_artillery" else [sp - left])


@pytest.mark.rule("custoza:10.6.1-a", "custoza:10.6.1-b")
def test_who_is_next_to_lone_guns_may_react_but_not_in_march() -> None:
    lone = austria("g", "3011", "artillery")
    s = state(italy("A", "3010"), lone, austria("N", "3012"), austria("M", "3111", march=True), austria("O", "3014"))
    target = s.board.hex("3011")
    trigger = guns.neighbours(s, "italy", ("A",), target)
    assert trigger is not None
    assert [force.ids for force in trigger.forces] == [("N",)]
    assert (trigger.kind, trigger.by, trigger.units, trigger.hex) == ("advance", "italy", ("A",), target)
    s = state(italy("A", "3010"), lone, austria("M", "3111", march=True), austria("O", "3014"))
    assert guns.neighbours(s, "italy", ("A",), target) is None
    assert guns.stand_alone(s.of(["g"]))
    assert not guns.stand_alone(s.of(["g", "O"]))


@pytest.mark.rule("custoza:10.6.1-a", "custoza:10.6.1-c", "custoza:2.2-a")
def test_lone_guns_are_lost_their_hex_taken_and_who_lies_beside_it_turned_up() -> None:
    units = italy("A", "3010", sv=2), austria("g", "3011", "artillery"), austria("M", "3012", march=True)
    hex = "3011"
    s = state(*units, victory={"type": "majority", "hexes": [hex]}, control={"austria": [hex]})
    shown = [asked.event.data for asked in guns.ride_down(s, s.of(["A"]), s.board.hex(hex))]
    assert len(shown) == 1, "M lay face down before"
    assert (s.units["g"].box, s.units["A"].hex, s.deeds) == ("eliminated", s.board.hex(hex), ())
    assert [row["why"] for row in told(s, "eliminated")] == ["lone_guns"]
    assert [(row["hex"], row["side"]) for row in told(s, "control")] == [(hex, "italy")]
    assert [(row["units"], row["to"]) for row in told(s, "advanced")] == [(["A"], hex)]


@pytest.mark.rule("custoza:10.6.1-a", "custoza:10.6.1-c")
def test_who_is_lost_on_the_way_to_lone_guns_has_not_got_them() -> None:
    """The wood around the guns tries the Force; it routs and the guns stand."""
    s = state(
        italy("A", "3010", status="disorganised", cv=4),
        austria("g", "3011", "artillery"),
        austria("far", "3030"),
        board={"terrain": {"3011": "woods"}},
    )
    assert drive(guns.ride_down(s, s.of(["A"]), s.board.hex("3011")), 6, 6) is False
    assert (s.units["A"].box, s.units["g"].box, s.deeds) == ("routed", None, ())
    assert told(s, "advanced") == []


@pytest.mark.rule("custoza:10.6.1-b", "custoza:2.6-c")
def test_one_unit_of_a_force_that_is_not_in_march_is_enough_to_react() -> None:
    pair = austria("N", "3012", sv=2), austria("M", "3012", march=True, sv=2)
    s = state(italy("A", "3010"), austria("g", "3011", "artillery"), *pair)
    trigger = guns.neighbours(s, "italy", ("A",), s.board.hex("3011"))
    assert trigger is not None
    assert [force.ids for force in trigger.forces] == [("N", "M")]


# -- 22.3 --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:22.3.4-a")
def test_beside_a_fortress_there_is_room_for_one_unit() -> None:
    units = fortress(), austria("B", "3012", sv=1), austria("C", "3013", sv=1), austria("E", "3014", sv=1)
    s = state(*units, italy("A", "3020"))
    here, away = s.board.hex("3012"), s.board.hex("3013")
    assert fortresses.has_room(s, s.of(["B"]), here), "he is inside"
    assert not fortresses.has_room(s, s.of(["C"]), here)
    assert fortresses.has_room(s, s.of(["C", "E"]), away), "no fortress"
    assert hexes_of(s, fortresses.without_room(s, s.of(["C"]))) == {"3012"}
    s = state(fortress(), *units[2:], italy("A", "3020"))
    assert fortresses.has_room(s, s.of(["C"]), here)
    assert not fortresses.has_room(s, s.of(["C", "E"]), here)
    assert hexes_of(s, fortresses.without_room(s, s.of(["C"]))) == set()
    assert hexes_of(s, fortresses.without_room(s, s.of(["C", "E"]))) == {"3012"}
    assert hexes_of(s, fortresses.without_room(s, s.of(["A"]))) == set(), "only friends leave no room"


def hexes_of(s: State, mask: int) -> set[str]:
    return hexes(s, [hex for hex in s.board.grid.all if mask >> hex & 1])


@pytest.mark.rule("custoza:22.3.5-c", "custoza:22.3.1-a")
def test_peschiera_is_attacked_from_three_hexes_and_others_from_where_the_position_says() -> None:
    s = state(
        fortress(hex="1705"), fortress("G", "3012"), fortress("H", "3020", attack_from=["3019"]), italy("A", "4010")
    )
    number = s.board.hex

    def able(target: str, *starts: str) -> set[str]:
        return {start for start in starts if fortresses.attackable_from(s, number(target), number(start))}

    around = s.board.numbers(s.board.grid.adjacent[number("1705")])
    assert able("1705", *around) == {"1606", "1704", "1805"} & set(around)
    assert able("3012", "3011", "3013") == {"3011", "3013"}
    assert able("3020", "3019", "3021") == {"3019"}
    assert able("4011", "4010") == {"4010"}, "no fortress at all"
    held = state(austria("B", "3012", sv=1), fortress("G", "3012"), italy("A", "4010"))
    for one in (s, held):
        garrison = fortresses.garrison(one, number("3012"))
        assert garrison is not None
        assert garrison.id == "G"
    assert fortresses.garrison(s, number("4010")) is None


@pytest.mark.rule("custoza:22.3.5-b")
def test_with_peschiera_its_outworks_fall_and_osteria_al_bosco_does_not() -> None:
    walls = fortress("out", "1905"), fortress("bosco", "4604"), fortress("ours", "2010", side="italy")
    s = state(*walls, italy("A", "1705"), austria("D", "6030"))
    drive(fortresses.occupied(s, "italy", s.board.hex("1706")))
    assert s.units["out"].hex >= 0, "another hex"
    drive(fortresses.occupied(s, "italy", s.board.hex("1705")))
    assert {id: s.units[id].box for id in ("out", "bosco", "ours")} == {
        "out": "eliminated",
        "bosco": None,
        "ours": None,
    }
    assert s.board.hex("1905") not in s.board.fortresses, "nothing is left of it on the map"
    assert [row["unit"] for row in told(s, "fortress_fell")] == ["out"]


@pytest.mark.rule("custoza:22.3.3-b", "custoza:22.3.5-b", "custoza:22.3.3-c")
def test_the_first_hex_of_the_map_has_a_fortress_as_any_other_and_its_fall_makes_room() -> None:
    s = state(
        fortress(hex="1004", status="shaken"),
        austria("B", "1004", sv=1),
        austria("C", "1006", sv=1),
        italy("A", "1705"),
    )
    fortresses.recover(s)
    assert s.units["F"].status == 0
    assert hexes_of(s, fortresses.without_room(s, s.of(["C"]))) == {"1004"}
    drive(fortresses.occupied(s, "italy", s.board.hex("1705")))
    assert s.units["F"].box == "eliminated"
    assert hexes_of(s, fortresses.without_room(s, s.of(["C"]))) == set()


@pytest.mark.rule("custoza:22.3.3-c")
def test_a_fortress_recovers_one_level_a_game_turn_and_nobody_else_does() -> None:
    s = state(fortress(status="disordered"), fortress("G", "3020"), italy("A", "3010", status="shaken"))
    s.remove(s.change(s.units["G"], status=1), "eliminated")
    fortresses.recover(s)
    assert {id: s.units[id].status for id in "FGA"} == {"F": 1, "G": 1, "A": 1}
    assert [(row["unit"], row["of"], row["levels"]) for row in told(s, "recovered")] == [("F", "status", 1)]
    fortresses.recover(s)
    fortresses.recover(s)
    assert (s.units["F"].status, len(told(s, "recovered"))) == (0, 2)


@pytest.mark.rule("custoza:22.1-a", "custoza:22.2-a", "custoza:7.4-a")
def test_why_a_hex_cannot_be_entered() -> None:
    board = {
        "terrain": {"3011": "mincio", "3012": "mincio", "3013": "tione", "3014": "lake"},
        "bridges": ["3012"],
        "roads": [{"class": "major", "path": ["3112", "3012", "2912"]}],
    }
    s = state(italy("g", "3010", "artillery"), italy("A", "3020"), board=board)

    def why(id: str, hex: str) -> str | None:
        return rivers.refuse_ground(s, s.units[id], s.units[id].hex, s.board.hex(hex)).rule

    assert [why("A", hex) for hex in ("3011", "3012", "3013", "3014")] == ["22.2-a", "22.2-b", "7.4-a", "7.4-a"]
    assert [why("g", hex) for hex in ("3011", "3012", "3013", "3014")] == ["22.2-a", "22.2-b", "22.1-a", "7.4-a"]
