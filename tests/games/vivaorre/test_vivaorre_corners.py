"""Where chapters meet: what one rule asks of another, function by function."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.vivaorre import GAME
from quadrilatero.games.vivaorre.answers import Move, Wheel
from quadrilatero.games.vivaorre.records import Task
from quadrilatero.games.vivaorre.rules import (
    characters,
    charges,
    command,
    discovery,
    disorder,
    elements,
    events,
    fire,
    generals,
    ground,
    hidden,
    marching,
    melee,
    movement,
    rout,
    visibility,
    works,
    zulu,
)
from quadrilatero.games.vivaorre.rules.contact import enemies_touching
from quadrilatero.games.vivaorre.rules.manoeuvres import Walk
from quadrilatero.games.vivaorre.view import view
from quadrilatero.table import overlaps_any
from tests.games.vivaorre.battle import area, blue, line, play, position, red, refused, state, unit_of

Plain = dict[str, Any]
HERE = [30000, 10000]
FAR = blue("D", [60000, 40000])
FOOT: Plain = {"formation": "march"}
HORSE: Plain = {"arm": "cavalry"}
GUNS: Plain = {"arm": "artillery", "formation": "limbered"}


def why(
    unit: Plain, *path: Plain, others: tuple[Plain, ...] = (FAR,), terrain: tuple[Plain, ...] = (), **more: Any
) -> str:
    """The rule by which a move of a unit at the usual place is refused."""
    match = play(red("A", HERE, **unit), *others, terrain=terrain, phase="movement", **more)
    return refused(match, "red", {"do": "move", "unit": "A", "path": list(path)})


def moved(unit: Plain, *path: Plain, terrain: tuple[Plain, ...] = ()) -> Plain:
    """The unit at the usual place after a lawful move."""
    match = play(red("A", HERE, **unit), FAR, terrain=terrain, phase="movement")
    match.answer("red", {"do": "move", "unit": "A", "path": list(path)})
    return unit_of(match, "A")


def form(formation: str, **more: Any) -> Plain:
    return {"go": "form", "formation": formation, **more}


def advance(by: int) -> Plain:
    return {"go": "advance", "by": by}


# -- 2, 8: formations and the ground they are taken on ----------------------------------------------------------------


@pytest.mark.rule("vivaorre:2-g", "vivaorre:2-k")
def test_march_columns_are_not_for_batteries_and_batteries_not_for_foot() -> None:
    assert why({}, form("battery")) == "2-k"
    assert why({}, form("limbered")) == "2-k"
    assert why(GUNS, form("march")) == "2-g"


@pytest.mark.rule("vivaorre:8-k")
def test_a_turn_is_paid_for_as_a_change_of_formation() -> None:
    turn, about = {"go": "turn", "side": "left"}, {"go": "about"}
    assert why({}, turn, about, {"go": "form", "formation": "line"}) == "8-k"
    assert moved({}, turn, about)["formation"] == "march"


@pytest.mark.rule("vivaorre:8-q", "vivaorre:8-u", "vivaorre:8-ab")
def test_who_forms_has_room_among_friends_and_on_ground_that_is_open_to_it() -> None:
    beside = red("B", [31200, 10000], formation="march")
    assert why(FOOT, form("line"), others=(beside, FAR)) == "8-q"
    assert why(HORSE | FOOT, form("line"), terrain=(area("w", "dense_wood", 31, 8, 36, 12),)) == "8-u"
    assert why(FOOT, form("line"), terrain=(area("c", "impassable", 31, 8, 36, 12, material="cliff"),)) == "8-ab"


@pytest.mark.rule("vivaorre:8-z", "vivaorre:8-aa")
def test_guns_do_not_unlimber_on_rough_ground_nor_lines_stand_on_bridges() -> None:
    assert why(GUNS | {"sections": 2}, form("battery"), terrain=(area("r", "rough", 31, 8, 36, 12),)) == "8-z"
    river = area("v", "impassable", 20, 9, 40, 11, material="river")
    bridge = line("b", "bridge", (30, 8), (30, 12), width=1000)
    assert why(FOOT, form("line"), terrain=(river, bridge)) == "8-aa"


@pytest.mark.rule("vivaorre:8-w")
def test_buildings_let_horse_through_in_march_column_alone_and_make_a_mass_of_foot() -> None:
    houses = area("h", "building", 26, 11, 34, 16)
    assert why(HORSE, advance(3000), terrain=(houses,)) == "8-w"
    column = moved(HORSE | FOOT, advance(3000), terrain=(houses,))
    assert (column["formation"], column["disorder"], column["at"]) == ("march", None, [30000, 13000])
    line_of_foot = moved({}, advance(1500), terrain=(houses,))
    assert (line_of_foot["formation"], line_of_foot["disorder"]) == ("mass", "ground")
    beside = moved(FOOT, form("line"), terrain=(area("h", "building", 31, 9, 36, 12),))
    assert (beside["formation"], beside["disorder"]) == ("mass", None), "as a mass it is out of them"
    inside = position(red("A", [30000, 13000], **HORSE), FAR, terrain=(houses,))
    with pytest.raises(q.BadPosition, match="closed to it"):
        q.start("vivaorre", position=inside)


@pytest.mark.rule("vivaorre:8-ab")
def test_nobody_begins_in_impassable_ground() -> None:
    cliff = area("c", "impassable", 29, 8, 31, 12, material="cliff")
    with pytest.raises(q.BadPosition, match=r"units\[0\]\.at: in ground that is closed to it, 'c'"):
        q.start("vivaorre", position=position(red("A", HERE), FAR, terrain=(cliff,)))


@pytest.mark.rule("vivaorre:8-x", "vivaorre:8-z")
def test_gullies_cover_against_those_outside_and_rough_ground_against_all() -> None:
    target, outside = red("A", [30000, 10300]), blue("D", [30000, 16000])
    gully = line("g", "gully", (20, 10), (40, 10))
    s = state(target, outside, terrain=(gully,))
    assert ground.cover_of(s, s.units["A"], s.units["D"].pose) == "light"
    s = state(target, outside, terrain=(area("r", "rough", 28, 8, 32, 11),))
    assert ground.cover_of(s, s.units["A"], s.units["D"].pose) == "light"
    s = state(target, outside)
    assert ground.cover_of(s, s.units["A"], s.units["D"].pose) is None


@pytest.mark.rule("vivaorre:8-x")
def test_who_has_no_choice_is_stopped_by_a_gully_that_is_closed_to_it() -> None:
    gully = line("g", "gully", (20, 14), (40, 14))
    s = state(red("A", HERE, **HORSE), red("B", [36000, 10000]), FAR, terrain=(gully,))
    stop = ground.shut_on_way(s, s.units["A"], s.units["A"].pose, 0, 8000)
    assert stop is not None
    assert 3000 <= stop < 4000
    assert ground.shut_on_way(s, s.units["B"], s.units["B"].pose, 0, 8000) is None, "foot crosses it"


@pytest.mark.rule("vivaorre:8-h")
def test_a_wheel_that_is_too_dear_says_how_far_it_may_go() -> None:
    match = play(red("A", HERE, formation="assault"), FAR, phase="movement")
    path = [form("march"), form("assault"), {"go": "wheel", "side": "left", "angle": 9000}]
    refusal = match.refuse("red", {"do": "move", "unit": "A", "path": path})
    assert refusal is not None
    assert refusal.rule == "8-h"
    assert refusal.data["most"] <= 1, "both changes have taken the whole move"
    column = play(red("A", HERE, formation="assault", figures=20, start=20), FAR, phase="movement")
    refusal = column.refuse(
        "red", {"do": "move", "unit": "A", "path": [{"go": "wheel", "side": "left", "angle": 9000}]}
    )
    assert refusal is not None
    most = refusal.data["most"]
    lawful = {"do": "move", "unit": "A", "path": [{"go": "wheel", "side": "left", "angle": most}]}
    assert column.refuse("red", lawful) is None
    assert 0 < most < 9000


@pytest.mark.rule("vivaorre:8-ab", "vivaorre:12-n")
def test_a_charge_wheels_no_farther_than_closed_ground_and_the_edge_let_it() -> None:
    cliff = area("c", "impassable", 26, 11, 29, 14, material="cliff")
    for place, terrain in ((HERE, (cliff,)), ([1510, 10000], ())):
        s = state(red("A", place), FAR, terrain=terrain)
        faced = {}
        for side in ("left", "right"):
            walk = Walk(s, s.units["A"], charging=True)
            walk.wheel(Wheel(side=side, angle=4500))
            faced[side] = walk.unit.facing, walk.spent
        assert faced["left"] == (31500, False)
        assert 0 < faced["right"][0] < 4500, "it has begun to wheel and was stopped"
        assert faced["right"][1]


@pytest.mark.rule("vivaorre:12-n", "vivaorre:5-j")
def test_what_was_beyond_the_edge_may_stay_so_and_no_more_of_it() -> None:
    s = state(red("A", [30000, 300], formation="march"), FAR)
    now = s.units["A"].pose
    assert ground.stays_on_table(s, now, now)
    assert ground.stays_on_table(s, now, (now[0], 600, *now[2:]))
    assert not ground.stays_on_table(s, now, (now[0], 200, *now[2:]))
    there = state(red("A", [30000, 10000], formation="march"), FAR)
    pose = there.units["A"].pose
    assert not ground.stays_on_table(there, pose, (30000, 100, *pose[2:]))


@pytest.mark.rule("vivaorre:12-n")
def test_a_mass_finds_room_on_the_table() -> None:
    s = state(red("A", [30000, 700]), FAR)
    pose = disorder.room_for_mass(s, s.units["A"])
    assert pose is not None
    assert pose[1] - pose[4] >= 0, "two ranks deep, with its rear where it was"


@pytest.mark.rule("vivaorre:8-v", "vivaorre:13-c")
def test_crests_and_hedges_stop_sight_unless_somebody_stands_at_them() -> None:
    hill = {**area("h", "gentle_hill", 20, 12, 40, 18), "crest": [[21000, 15000], [39000, 15000]]}
    s = state(red("A", HERE), blue("D", [30000, 20000]), terrain=(hill,))
    assert [screen for piece in s.ground.areas for screen in visibility.screens_of(piece)]
    assert not visibility.sees(s, s.units["A"], s.units["D"])
    long, wide = elements.crest_of([(20000, 12000), (40000, 12000), (40000, 18000), (20000, 18000)])
    assert abs(long[0] - wide[0]) > 9000, "along its length"
    hedge = line("e", "hedge", (20, 15), (40, 15))
    s = state(red("A", HERE), red("B", [36000, 14800]), blue("D", [33000, 20000]), terrain=(hedge,))
    assert not visibility.sees(s, s.units["A"], s.units["D"])
    assert visibility.sees(s, s.units["B"], s.units["D"]), "it lines the hedge"


# -- 5: generals ------------------------------------------------------------------------------------------------------


def general(id: str = "G", side: str = "red", **more: Any) -> Plain:
    return {"id": id, "side": side, "rank": "brigade", "brigade": "b", "at": [30000, 8000], **more}


@pytest.mark.rule("vivaorre:5-c")
def test_a_unit_has_the_general_of_its_brigade_while_he_is_there() -> None:
    s = state(red("A", HERE, brigade="b"), red("B", [36000, 10000]), FAR, generals=[general()])
    assert characters.commander_of(s, s.units["A"]) is s.generals["G"]
    assert characters.commander_of(s, s.units["B"]) is None
    s.lead(s.generals["G"], state="dead")
    assert characters.commander_of(s, s.units["A"]) is None


@pytest.mark.rule("vivaorre:5-ch15")
def test_who_has_reordered_under_an_ottuso_does_not_skirmish() -> None:
    notes = {"notes": ["skirmish"], "brigade": "b"}
    dull = state(red("A", HERE, **notes), FAR, generals=[general(characters=["ottuso"])])
    assert not disorder.may_take(dull, dull.units["A"], "skirmish")
    bright = state(red("A", HERE, **notes), FAR, generals=[general()])
    assert disorder.may_take(bright, bright.units["A"], "skirmish")


@pytest.mark.rule("vivaorre:5-l", "vivaorre:11-f")
def test_words_of_substitutes_carry_eight_inches_those_of_the_wounded_ten() -> None:
    chief = {"id": "C", "side": "red", "rank": "cic", "at": [30000, 8000]}
    for more, radius in (({}, 15000), ({"substitute": True}, 8000), ({"state": "wounded"}, 10000)):
        s = state(red("A", HERE), FAR, generals=[{**chief, **more}])
        assert command.superior_radius(s, s.generals["C"]) == radius


@pytest.mark.rule("vivaorre:5-k", "vivaorre:5-l")
def test_a_general_who_is_lost_is_replaced_a_turn_later_by_one_with_no_character() -> None:
    s = state(red("A", HERE, brigade="b"), FAR, generals=[general(characters=["carismatico"])], turn=3)
    for _ in generals.eliminate(s, s.generals["G"], "dead", "11-f"):
        pass
    assert (s.generals["G"].state, s.generals["G"].returns) == ("dead", 5)
    s.turn = 4
    command.substitutes_arrive(s)
    assert not s.generals["G"].is_there
    s.turn = 5
    command.substitutes_arrive(s)
    found = s.generals["G"]
    assert (found.state, found.substitute, found.characters) == ("well", True, ())


@pytest.mark.rule("vivaorre:5-g", "vivaorre:5-k")
def test_a_general_rides_once_and_one_who_is_gone_not_at_all() -> None:
    s = state(red("A", HERE), FAR, generals=[general(brigade=None)], phase="movement")
    assert generals.refuse_general(s.generals["G"]) is None
    for more, rule in (({"moved": True}, "5-g"), ({"state": "dead"}, "5-k")):
        refusal = generals.refuse_general(s.lead(s.generals["G"], **more))
        assert refusal is not None
        assert refusal.rule == rule
        s.lead(s.generals["G"], moved=False, state="well")


def ride(y: float, *terrain: Plain) -> str | None:
    s = state(red("A", [60000, 10000]), FAR, generals=[general(brigade=None, at=[30000, 8000])], terrain=terrain)
    refusal = generals.refuse_ride(s, s.generals["G"], 30000, 8000, 30000, int(1000 * y))
    return None if refusal is None else refusal.rule


@pytest.mark.rule("vivaorre:8-s", "vivaorre:8-x", "vivaorre:8-y")
def test_generals_ride_over_ground_as_mounted_skirmishers_do() -> None:
    assert (ride(20), ride(20.1)) == (None, "5-g")
    wood, hedge = area("w", "open_wood", 28, 10, 32, 14), line("e", "hedge", (20, 15), (40, 15))
    assert (ride(15.9, wood), ride(16.1, wood)) == (None, "5-g"), "four inches of wood count double"
    assert (ride(17, hedge), ride(17.1, hedge)) == (None, "5-g"), "a hedge takes a quarter"
    assert ride(17, line("g", "gully", (20, 15), (40, 15))) == "8-x"


@pytest.mark.rule("vivaorre:5-d")
def test_a_column_out_of_command_goes_on_along_its_road_and_nowhere_else() -> None:
    road = line("r", "road", (30, 0), (30, 40))
    far = [general(at=[60000, 20000])]
    more: Plain = {"formation": "march", "brigade": "b", "out": True}
    assert why(more, advance(2000), terrain=(road,), generals=far) == "5-d"
    match = play(red("A", HERE, **more), FAR, terrain=(road,), generals=far, phase="movement")
    assert match.refuse("red", {"do": "move", "unit": "A", "path": [{"go": "follow", "road": "r", "by": 2000}]}) is None


# -- 6, 7: halves and charges -----------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:6-a")
def test_after_the_first_half_the_second_side_moves() -> None:
    s = state(red("A", HERE), FAR, phase="movement", first="blue", seat="blue")
    assert movement.next_half(s) is False
    assert s.seat == "red"
    assert movement.next_half(s) is True


@pytest.mark.rule("vivaorre:7-a", "vivaorre:5-d", "vivaorre:8-g")
def test_who_charges_whom() -> None:
    near = blue("D", [30000, 13000])
    s = state(red("A", HERE, out=True), red("B", [34000, 10000]), near, FAR | {"id": "E", "at": None}, phase="charges")
    assert charges.refuse_pair(s, s.units["B"], s.units["D"]) is None
    for target in "AE":
        refusal = charges.refuse_pair(s, s.units["B"], s.units[target])
        assert refusal is not None
        assert refusal.rule == "7-a"
    refusal = charges.refuse_charger(s, s.units["A"])
    assert refusal is not None
    assert refusal.rule == "5-d"
    fighting = state(red("A", HERE), blue("D", [30000, 10000]), phase="charges")
    refusal = charges.refuse_charger(fighting, fighting.units["A"])
    assert refusal is not None
    assert refusal.rule == "8-g"
    assert [unit.id for unit in enemies_touching(fighting, fighting.units["A"])] == ["D"]


@pytest.mark.rule("vivaorre:8-g")
def test_who_is_in_contact_does_not_move_away() -> None:
    touching = blue("D", [30000, 10000])
    assert why({}, {"go": "back", "by": 500}, others=(touching, red("C", [50000, 10000]))) == "8-g"


@pytest.mark.rule("vivaorre:5-ch12")
def test_the_brigade_of_a_vigliacco_that_has_lost_a_quarter_does_not_charge() -> None:
    lost = [{"id": "X", "side": "red", "brigade": "b"}]
    for gone, rule in (([], None), (lost, "5-ch12")):
        coward = [general(characters=["vigliacco"])]
        units = (red("A", HERE, brigade="b"), red("B", [36000, 10000], brigade="b"), blue("D", [30000, 12500]))
        s = state(*units, generals=coward, eliminated=gone, phase="charges")
        refusal = charges.refuse_charger(s, s.units["A"])
        assert (refusal and refusal.rule) == rule


@pytest.mark.rule("vivaorre:8-q")
def test_a_square_in_haste_needs_room_for_its_second_rank() -> None:
    charged = red("A", HERE)
    s = state(charged, blue("D", [30000, 12500], **HORSE))
    assert charges.has_room_for_square(s, s.units["A"])
    s = state(charged, red("B", [30000, 9300], formation="mass"), blue("D", [30000, 12500], **HORSE))
    assert not charges.has_room_for_square(s, s.units["A"])


@pytest.mark.rule("vivaorre:7-g")
def test_only_a_charge_ends_at_an_enemy() -> None:
    beside = blue("D", [31692, 10000], formation="march", facing=0)
    assert why(FOOT, form("line"), others=(beside,)) == "7-g"
    s = state(red("A", HERE), beside)
    refusal = discovery.ends_at_enemy(s, s.units["A"])
    assert refusal is not None
    assert refusal.rule == "7-g"
    assert discovery.ends_at_enemy(state(red("A", HERE), FAR), s.units["A"]) is None


# -- 9 to 14: fire, losses, routs, hidden units, works -----------------------------------------------------------------


@pytest.mark.rule("vivaorre:12-k")
def test_routed_units_do_not_fire_and_stand_in_no_position() -> None:
    s = state(red("A", HERE), FAR)
    assert fire.refuse_firer(s, s.units["A"]) is None
    refusal = fire.refuse_firer(s, s.change(s.units["A"], state="routed"))
    assert refusal is not None
    assert refusal.rule == "12-k"
    with pytest.raises(q.BadPosition, match="a rout is played out at once"):
        state(red("A", HERE, state="routed"), FAR)


@pytest.mark.rule("vivaorre:2-e")
def test_a_position_has_no_line_of_irregular_foot() -> None:
    with pytest.raises(q.BadPosition, match="line is not open to this unit") as fault:
        state(red("A", HERE, training="irregular", formation="line"), FAR)
    assert fault.value.rule == "2-e"


@pytest.mark.rule("vivaorre:11-a")
def test_losses_of_a_melee_fall_on_all_at_once() -> None:
    s = state(red("A", HERE), blue("D", HERE), phase="melee")
    assert melee.suffer(s, [["A", "D"]], {"A": 3, "D": 2}) == []
    assert [(s.units[id].figures, s.units[id].hits, s.units[id].fought) for id in "AD"] == [(7, 1, True), (7, 0, True)]


@pytest.mark.rule("vivaorre:12-l")
def test_routers_leave_behind_whom_they_touch_with_their_backs() -> None:
    s = state(red("A", [30000, 20000], facing=18000), red("B", [30000, 21250]), red("C", [30000, 20000]), FAR)
    router = s.units["A"]
    assert rout.is_left_behind(router, s.units["B"])
    assert not rout.is_left_behind(router, s.units["C"])


@pytest.mark.rule("vivaorre:13-h", "vivaorre:9-a", "vivaorre:9-g")
def test_a_suspected_place_lies_in_arc_and_range_and_is_no_target_besides() -> None:
    wood = area("w", "open_wood", 20, 12, 40, 18)
    match = play(
        red("A", HERE), blue("D", [30000, 14000], hidden=True), FAR | {"id": "E"}, terrain=(wood,), phase="fire"
    )
    for shot, rule in (
        ({"at": [30000, 13000]}, None),
        ({"at": [40000, 10500]}, "9-a"),
        ({"at": [30000, 16000]}, "9-g"),
        ({"at": [30000, 13000], "target": "E"}, "13-h"),
    ):
        refusal = match.refuse("red", {"do": "fire", "shots": [{"unit": "A", **shot}]})
        assert (refusal and refusal.rule) == rule


@pytest.mark.rule("vivaorre:13-g", "vivaorre:8-q")
def test_who_is_found_beneath_others_gives_way_until_it_has_room() -> None:
    s = state(red("A", HERE), blue("D", [30000, 14000], hidden=True), terrain=(area("w", "open_wood", 20, 9, 40, 18),))
    s.change(s.units["D"], at=(30000, 9800), hidden=False)
    hidden.stand_clear(s, s.units["D"])
    assert overlaps_any(s.units["D"].pose, [s.units["A"].pose]) < 0


@pytest.mark.rule("vivaorre:13-g")
def test_rolls_work_and_generals_of_hidden_units_are_their_owners_alone() -> None:
    wood = area("w", "open_wood", 25, 12, 45, 24)
    lurks = blue("D", [30000, 20000], hidden=True)
    led = [{"id": "H", "side": "blue", "rank": "brigade", "with": "D"}]
    s = state(red("A", HERE), lurks, FAR | {"id": "E"}, terrain=(wood,), generals=led)
    assert characters.veiled([s.units["D"]]) == ("blue",)
    assert characters.veiled([s.units["E"]]) is None
    assert view(s, "red")["generals"] == []
    assert [one["id"] for one in view(s, "blue")["generals"]] == ["H"]
    s.pending = (Task(test="D", why="fire"), Task(test="E", why="fire"))
    assert [task["test"] for task in view(s, "red")["pending"]] == ["E"]
    assert [task["test"] for task in view(s, "blue")["pending"]] == ["D", "E"]


@pytest.mark.rule("vivaorre:3-d", "vivaorre:3-e")
def test_the_march_ends_when_the_first_ambusher_is_seen() -> None:
    s = state(
        red("A", HERE),
        blue("D", [30000, 30000]),
        route={"side": "red", "order": ["A"], "line": [[30000, 0], [30000, 48000]]},
    )
    marching.spring(s, s.units["A"])
    assert s.route is not None, "those who march do not spring it"
    marching.spring(s, s.units["D"])
    assert s.route is None


@pytest.mark.rule("vivaorre:3-e")
def test_who_hides_in_the_open_is_found_by_sight_and_in_a_wood_only_from_near() -> None:
    s = state(red("A", HERE), blue("D", [30000, 20000], hidden=True))
    assert discovery.finds(s, s.units["A"], s.units["D"]) == "seen"
    wood = area("w", "open_wood", 25, 11, 45, 24)
    s = state(red("A", HERE), blue("D", [30000, 20000], hidden=True), terrain=(wood,))
    assert discovery.finds(s, s.units["A"], s.units["D"]) is None
    s = state(red("A", HERE), blue("D", [30000, 12000], hidden=True), terrain=(wood,))
    assert discovery.finds(s, s.units["A"], s.units["D"]) == "near"
    s = state(red("A", HERE), blue("D", [30000, 20000], hidden=True))
    assert list(discovery.come_upon(s, [s.units["A"]]))
    assert not s.units["D"].hidden


@pytest.mark.rule("vivaorre:13-g")
def test_a_hidden_unit_that_stands_is_not_told_of() -> None:
    wood = area("w", "open_wood", 25, 12, 45, 24)
    s = state(red("A", HERE), blue("D", [30000, 20000], hidden=True), terrain=(wood,))
    stands = Move(unit="D", path=[])
    assert movement.retold(s, "red", stands) is None
    said = movement.retold(s, "blue", stands)
    assert said is not None
    assert said["unit"] == "D"


@pytest.mark.rule("vivaorre:20.zulu-c")
def test_the_general_of_the_loins_is_impetuous_once_he_is_to_attack() -> None:
    loins = general(role="loins", characters=["cauto"])
    s = state(red("A", HERE, brigade="b"), FAR, generals=[loins, general("N", brigade=None)])
    assert [one.id for one in command.told_generals(s, "red")] == ["G"]
    assert not zulu.turns_impetuous(s, s.generals["G"], "hold")
    assert zulu.turns_impetuous(s, s.generals["G"], "advance")
    assert s.generals["G"].characters == ("impetuoso",)


@pytest.mark.rule("vivaorre:18-a", "vivaorre:2-d", "vivaorre:20-a")
def test_units_of_a_position_are_priced_and_take_from_their_list_what_it_leaves_open() -> None:
    plain = position(red("A", HERE, entry="nap.inf.linea"), FAR, year=1860)
    s = GAME.read(plain, GAME.choose_options({}))
    assert (s.units["A"].letters, s.units["A"].weapon) == ("d-d-d", "rifled_musket")
    each = q.army("vivaorre").cost({"entry": "nap.inf.linea", "year": 1860})["figure"]
    assert s.units["A"].points == 8 * each
    whole = GAME.read(plain, GAME.choose_options({"unit_costs": "on"}))
    assert whole.units["A"].points == each


@pytest.mark.rule("vivaorre:14-a", "vivaorre:14-d")
def test_works_that_a_unit_has_dug_cover_it_lightly() -> None:
    s = state(red("A", HERE), FAR)
    works.build(s, s.units["A"])
    assert ground.cover_of(s, s.units["A"], s.units["D"].pose) == "light"


@pytest.mark.rule("vivaorre:17-b")
def test_what_an_event_brings_comes_before_all_else_that_is_open() -> None:
    s = state(red("A", HERE), FAR)
    first, last, new = Task(event=1, unit="A"), Task(test="A", why="fire"), Task(test="D", why="event")
    s.pending = (first, last)
    events.come_next(s, new)
    assert list(s.pending) == [first, new, last]
