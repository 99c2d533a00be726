"""What the book says in general: rolls, declarations, sight, states, command, and when tests are taken."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.alaguerre.rules import (
    activation,
    combats,
    defence,
    interpenetration,
    losses,
    melee_modifiers,
    obstacles,
    rates,
    sight,
    support,
    terrain,
)
from quadrilatero.games.alaguerre.rules.formations import single, unit_of
from tests.games.alaguerre.battle import area, base_of, blue, events, general, line, play, red, refused, rolls, state

Plain = dict[str, Any]
FAR = blue("Z", [45000, 39000])


def moves(*bases: Plain, order: int = 5, **more: Any) -> q.Match:
    """A match at the moves of red's division a, of whom one stays behind."""
    mine = [{"division": "a", **base} if base["side"] == "red" else base for base in bases]
    stray = red("S", [1000, 2000], "LC", "0/-/0 -", division="a")
    return play(*mine, stray, FAR, phase="manoeuvre", orders={"a": order}, **more)


def go(unit: str, *path: Plain, **more: Any) -> Plain:
    return {"do": "move", "unit": unit, "path": list(path), **more}


def advance(by: int) -> Plain:
    return {"go": "advance", "by": by}


# -- rolls and declarations (1.1) -------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:1.1.1-a", "alaguerre:10.2-a")
def test_a_test_is_a_die_a_characteristic_and_modifiers() -> None:
    match = play(
        red("F", [20000, 18000], "Sh", "1/3/0 - sk/ln", formation="line", first_fire=False),
        blue("T", [20000, 19500], stats="1/-/2 -", state="disordered"),
        phase="fire",
        dice=[4, 2, 5],
    )
    match.answer("red", {"do": "fire", "unit": "F", "target": "T"})
    (test,) = rolls(match, "morale")
    assert test.data["value"] == 1
    assert test.data["total"] == 5 + 1 + sum(value for _, value in test.modifiers)
    assert test.data["row"] == "fire"


@pytest.mark.rule("alaguerre:1.1.2-a", "alaguerre:8.2-a")
def test_fire_is_a_score_against_a_bare_die() -> None:
    match = play(
        red("F", [20000, 18000], "Sh", "1/1/0 - sk/ln", formation="line", first_fire=False),
        blue("T", [20000, 19500], stats="1/-/2 -"),
        phase="fire",
        dice=[4, 5],
    )
    match.answer("red", {"do": "fire", "unit": "F", "target": "T"})
    (shot,) = rolls(match, "fire")
    assert shot.dice == (4, 5)
    assert shot.data["total"] == 4 + 1 + sum(value for _, value in shot.modifiers)
    assert shot.data["need"] == 6, "above the die of the target, whatever the target is"


@pytest.mark.rule("alaguerre:9.1-a")
def test_in_melee_each_score_is_set_against_the_other_die() -> None:
    match = play(
        red("A", [20000, 18000], "Hv", "1/-/1 -"),
        blue("B", [20000, 18000], "Hv", "1/-/0 -"),
        phase="melee",
        dice=[3, 2],
    )
    mine, theirs = rolls(match, "melee")
    assert (mine.dice, theirs.dice) == ((3, 2), (2, 3))
    assert mine.data["total"] == 3 + 1 + sum(value for _, value in mine.modifiers)
    assert (mine.data["need"], theirs.data["need"]) == (3, 4)


@pytest.mark.rule("alaguerre:1.1.3-a", "alaguerre:6-b", "alaguerre:10.2-b")
def test_a_reaction_is_declared_before_the_die_of_the_target() -> None:
    match = moves(red("A", [20000, 20000], "Cav", "2/-/2 a"), blue("B", [20000, 22500], "Cav", "1/-/2 a"), dice=[5])
    match.answer("red", {"do": "charge", "unit": "A", "target": "B"})
    assert [roll.data["unit"] for roll in rolls(match, "morale")] == ["A"], "who charges tests"
    assert match.ask is not None
    assert (match.ask.what, match.ask.who) == ("react", ("blue",))


@pytest.mark.rule("alaguerre:6-b", "alaguerre:6-a", "alaguerre:9-a", "alaguerre:9.4.2-a")
def test_a_place_may_be_charged_and_who_is_in_it_fights() -> None:
    farm = area("V", "farm", 18, 22, 22, 24, vdf=1, capacity={"foot": 1, "guns": 1, "order": "any"})
    match = moves(
        red("A", [20000, 20500], "Hv", "3/-/2 -"),
        blue("B", [20000, 23500], "Hv", "3/-/0 -", inside="V"),
        terrain=(farm,),
        dice=[6, 6, 1, 1],
    )
    match.answer("red", {"do": "charge", "unit": "A", "target": "V"})
    while match.ask is not None and match.ask.what != "move":
        match.answer(match.ask.who[0], match.options(match.ask.who[0])[0])
    (told,) = events(match, "contact")
    assert (told.data["target"], told.data["contact"]) == ("B", True)
    assert base_of(match, "A")["fight"]["charged"]


@pytest.mark.rule("alaguerre:1.1.3-b", "alaguerre:5.1-c")
def test_a_shot_may_be_declared_beyond_range_where_nobody_measures() -> None:
    bases = (red("F", [20000, 18000], "Sh", "1/1/0 - sk/ln", formation="line"), blue("T", [20000, 21500]))
    shot = {"do": "fire", "unit": "F", "target": "T"}
    hidden = play(*bases, phase="fire")
    assert hidden.refuse("red", shot) is None
    hidden.answer("red", shot)
    assert events(hidden, "out_of_range")[0].data["distance"] == 3500
    assert base_of(hidden, "F")["fired"], "the shot is spent"
    measured = play(*bases, blue("U", [20000, 19500]), phase="fire", options={"measuring": "before"})
    assert refused(measured, "red", shot) == "8.1.3-a"


@pytest.mark.rule("alaguerre:1.1.4-a")
def test_a_um_is_the_depth_of_a_standard_base() -> None:
    s = state(red("A", [20000, 18000]), red("G", [30000, 18000], "LtArt", "1/1/- -"))
    assert (s.bases["A"].pose[3:], s.bases["G"].pose[3:]) == ((2000, 1000), (1000, 1000))


# -- sight (1.2, 11.2) ------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:1.2-a", "alaguerre:1.2-b", "alaguerre:11.2-a")
@pytest.mark.parametrize(
    ("kind", "wide", "seen"),
    [
        ("hill", 4, False),
        ("village", 4, False),
        ("wood", 4, False),
        ("field", 4, True),
        ("pond", 4, True),
        ("hill", 1, True),
    ],
)
def test_what_stops_a_line_of_sight(kind: str, wide: float, seen: bool) -> None:
    """Any free line will do: a narrow hill is seen past."""
    piece = area("P", kind, 20 - wide / 2, 22, 20 + wide / 2, 24)
    s = state(red("A", [20000, 20000]), blue("B", [20000, 26000]), red("C", [20000, 21500]), terrain=(piece,))
    assert sight.sees(s, s.bases["A"].pose, s.bases["B"].pose) == seen


@pytest.mark.rule("alaguerre:11.2-b")
def test_one_sees_1um_into_a_wood() -> None:
    wood = area("W", "wood", 15, 22, 25, 30)
    s = state(red("A", [20000, 20000]), blue("B", [20000, 22900]), blue("C", [20000, 25200]), terrain=(wood,))
    assert sight.sees(s, s.bases["A"].pose, s.bases["B"].pose)
    assert not sight.sees(s, s.bases["A"].pose, s.bases["C"].pose)


# -- states (2.6.7) ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:2.6.7-a", "alaguerre:2.6.7-b", "alaguerre:2.6.7-c")
@pytest.mark.parametrize(
    ("state", "level", "shoots", "charges"),
    [("ordered", 0, True, True), ("disordered", 1, True, True), ("shaken", 2, False, False)],
)
def test_what_disorder_lets_a_unit_do(state: str, level: int, shoots: bool, charges: bool) -> None:
    firer = red("F", [20000, 18000], "Sh", "1/1/0 - sk/ln", formation="line", state=state)
    other = red("O", [30000, 18000], "Sh", "1/1/0 - sk/ln", formation="line")
    targets = (blue("T", [20000, 19500]), blue("U", [30000, 19500]))
    match = play(firer, other, *targets, phase="fire")
    assert (match.refuse("red", {"do": "fire", "unit": "F", "target": "T"}) is None) == shoots
    cav = red("A", [20000, 20000], "Cav", "1/-/2 a", state=state)
    moving = moves(cav, blue("B", [20000, 22500]))
    assert (moving.refuse("red", {"do": "charge", "unit": "A", "target": "B"}) is None) == charges
    assert moving.refuse("red", go("A", advance(500))) is None, "all of them move"


@pytest.mark.rule("alaguerre:2.6.7-d")
def test_a_routed_unit_does_nothing() -> None:
    match = moves(red("A", [20000, 20000], state="routed"))
    assert refused(match, "red", go("A", advance(500))) == "2.6.7-d"
    s = state(red("A", [20000, 20000], state="routed"), blue("B", [20000, 20000]))
    assert combats.melees(s) == [], "it does not fight"


@pytest.mark.rule("alaguerre:5-a", "alaguerre:3.3.3-g", "alaguerre:3.3.3-i")
def test_only_activated_bases_move() -> None:
    match = moves(red("A", [20000, 20000]), red("B", [30000, 20000]), activated=["A", "S"])
    assert match.refuse("red", go("A", advance(500))) is None
    assert refused(match, "red", go("B", advance(500))) == "3.3.3-g"


# -- units and command (2.7) ------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:2.7.1-c")
def test_bases_in_line_shoot_each_for_itself() -> None:
    both = {"brigade": "b", "formation": "line"}
    match = play(
        red("A", [20000, 18000], "Sh", "1/1/0 - sk/ln", **both),
        red("B", [22000, 18000], "Sh", "1/2/0 - sk/ln", **both),
        blue("T", [20000, 19500], stats="1/-/2 a"),
        blue("U", [22000, 19500], stats="1/-/2 a"),
        phase="fire",
        dice=[1, 6, 1, 6],
    )
    match.answer("red", {"do": "fire", "unit": "A", "target": "T"})
    match.answer("red", {"do": "fire", "unit": "B", "target": "U"})
    assert [(shot.data["unit"], shot.data["value"]) for shot in rolls(match, "fire")] == [("A", 1), ("B", 2)]


@pytest.mark.rule("alaguerre:2.7.1-e")
def test_a_line_charges_as_one() -> None:
    both: Plain = {"brigade": "b"}
    match = moves(
        red("A", [20000, 20000], "Cav", "2/-/2 a", **both),
        red("B", [22000, 20000], "Cav", "2/-/2 a", **both),
        blue("T", [21000, 22500], stats="0/-/0 -"),
        dice=[1],
    )
    match.answer("red", {"do": "charge", "unit": "A", "target": "T"})
    (test,) = rolls(match, "morale")
    assert test.data["units"] == ["A", "B"]
    assert [base_of(match, id)["acted"] for id in "AB"] == [True, True]


@pytest.mark.rule("alaguerre:2.7.4-a", "alaguerre:2.7.4-b")
def test_guns_are_activated_with_the_general_they_are_under() -> None:
    s = state(
        red("A", [20000, 5000], division="d"),
        red("K", [23000, 5000], "LtArt", "1/1/- -", division="d"),
        red("L", [26000, 5000], "LtArt", "1/1/- -", division="guns"),
        generals=[general("G", [22000, 3000], division="d"), general("H", [26000, 3000], division="guns")],
    )
    assert activation.activated_by(s, {"d": 5}) == ("A", "K")
    assert activation.activated_by(s, {"guns": 5}) == ("L",)


@pytest.mark.rule("alaguerre:2.7.5-a", "alaguerre:2.7.5-e")
@pytest.mark.parametrize(("x", "within"), [(29500, True), (29501, False)])
def test_a_radius_goes_from_the_generals_square_to_the_nearest_point(x: int, within: bool) -> None:
    s = state(red("A", [x, 3000], division="d"), generals=[general("G", [20000, 2500], division="d", radius=8000)])
    assert s.generals["G"].pose[3:] == (1000, 1000)
    assert (activation.activated_by(s, {"d": 5}) == ("A",)) == within


@pytest.mark.rule("alaguerre:2.7.3-c")
def test_no_answer_takes_a_base_to_another_division() -> None:
    match = moves(red("A", [20000, 20000]))
    match.answer("red", go("A", advance(500)))
    assert base_of(match, "A")["division"] == "a"


@pytest.mark.rule("alaguerre:2.11-a", "alaguerre:2.11-b")
def test_a_great_unit_stays_as_it_is() -> None:
    tercio = (red("F", [20000, 20000], great="G"), red("R", [20000, 19000], great="G"))
    match = moves(*tercio)
    s = state(*tercio)
    assert unit_of(s, s.bases["R"]).ids == ["F", "R"]
    match.answer("red", go("F", advance(500), alone=True))
    assert [base_of(match, id)["at"][1] for id in "FR"] == [20500, 19500], "never base by base"
    again = moves(*tercio)
    assert refused(again, "red", go("F", {"go": "form", "formation": "line"})) != ""


@pytest.mark.rule("alaguerre:10.1.1-d", "alaguerre:10.3.3-d")
def test_dice_follow_the_divisions_that_are_left_and_the_chief() -> None:
    staff = [general("C", [5000, 3000], division="a", level=1), general("D", [15000, 3000], division="d")]
    both = (red("A", [5000, 5000], division="a"), red("B", [15000, 5000], division="d"))
    assert activation.dice_of(state(*both, generals=staff), "red") == 3
    assert activation.dice_of(state(both[0], generals=staff), "red") == 2
    lost = [{**staff[0], "state": "dead", "at": None}, staff[1]]
    assert activation.dice_of(state(*both, generals=lost), "red") == 0


# -- moving through friends (5.3) -------------------------------------------------------------------------------------

HORSE = {"Cav": "1/-/2 a", "Rei": "1/1/0 a", "MC": "1/1/0 -", "LC": "1/0/0 - sk/ln"}
FOOT = {"Pk": "1/0/2 a", "Hv": "1/-/2 -", "Wb": "1/-/2 -", "Sh": "1/1/0 - sk/ln"}


def crossings(kind: str, stats: str, **more: Any) -> dict[str, str]:
    """How a unit crosses troops of each type in closed order."""
    others = [
        red(name, [3000 + 4000 * n, 5000], name, line, formation="line")
        for n, (name, line) in enumerate((FOOT | HORSE).items())
    ]
    s = state(red("X", [20000, 30000], kind, stats, **more), *others)
    return {name: interpenetration.crossing(single(s.bases["X"]), s.bases[name]) for name in FOOT | HORSE}


@pytest.mark.rule("alaguerre:5.3-t5")
@pytest.mark.parametrize("kind", ["MC", "LC"])
def test_lighter_horse_crosses_all_but_pikes(kind: str) -> None:
    found = crossings(kind, HORSE[kind], formation="line")
    assert found.pop("Pk") == "no"
    assert set(found.values()) == {"still"}


@pytest.mark.rule("alaguerre:5.3-t6", "alaguerre:2.8-a")
def test_light_horse_in_open_order() -> None:
    found = crossings("LC", HORSE["LC"], formation="skirmish")
    assert (found["Pk"], found["MC"], found["LC"], found["Sh"], found["Cav"]) == (
        "no",
        "free",
        "free",
        "still",
        "still",
    )


@pytest.mark.rule("alaguerre:5.3-t7")
def test_limbered_guns() -> None:
    found = crossings("LtArt", "1/1/- -", formation="limbered")
    assert {name for name, how in found.items() if how == "no"} == {"MC", "LC"}
    assert set(crossings("LtArt", "1/1/- -", formation="battery").values()) == {"no"}


@pytest.mark.rule("alaguerre:5.3-c")
def test_dragoons_cross_as_what_they_are_now() -> None:
    dragoons: Plain = {"mounted_stats": "1/-2/-1 - sk/ln", "mounted_as": "LC"}
    afoot = crossings("Dr", "1/0/-1 - sk/ln", formation="line", **dragoons)
    riding = crossings("Dr", "1/0/-1 - sk/ln", formation="line", mounted=True, **dragoons)
    assert (afoot["Cav"], riding["Cav"]) == ("no", "still")


@pytest.mark.rule("alaguerre:5.3-a")
def test_enemies_are_never_passed_through() -> None:
    match = moves(
        red("A", [20000, 20000], "LC", HORSE["LC"], formation="skirmish"), blue("B", [20000, 21500], "Sh", "1/1/0 - sk")
    )
    assert match.refuse("red", go("A", advance(3500))) is not None


@pytest.mark.rule("alaguerre:5.2-t5")
@pytest.mark.parametrize(("kind", "extra"), [("Pk", 1000), ("Cav", 2000), ("LtArt", 1000)])
def test_what_a_charge_or_a_rout_adds(kind: str, extra: int) -> None:
    stats = {"Pk": "1/0/2 a", "Cav": "1/-/2 a", "LtArt": "1/1/- -"}[kind]
    s = state(red("A", [20000, 20000], kind, stats))
    assert rates.extra_of(single(s.bases["A"])) == extra


@pytest.mark.rule("alaguerre:5.2.8-e")
def test_a_tactical_move_lasts_until_order_is_restored() -> None:
    s = state(red("A", [20000, 20000], tactical=True, state="shaken"))
    losses.set_state(s, single(s.bases["A"]), "disordered", "rally", "10.4-a")
    assert s.bases["A"].tactical
    losses.set_state(s, single(s.bases["A"]), "ordered", "rally", "10.4-a")
    assert not s.bases["A"].tactical


# -- terrain (11) -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:11-t1")
def test_a_normal_slope_does_nothing() -> None:
    hill = area("H", "hill", 10, 10, 30, 30)
    s = state(red("A", [20000, 20000]), terrain=(hill,))
    unit = single(s.bases["A"])
    assert terrain.slowed(2000, unit, s.ground.areas) == 2000
    assert not terrain.disorders(unit, s.ground.areas[0])


@pytest.mark.rule("alaguerre:11-t6", "alaguerre:11.2-c")
@pytest.mark.parametrize("kind", ["farm", "village"])
def test_houses_slow_all_but_columns_and_open_order(kind: str) -> None:
    s = state(
        red("A", [5000, 5000]),
        red("B", [10000, 5000], formation="column"),
        red("C", [15000, 5000], "Sh", "1/1/0 - sk"),
        terrain=(area("V", kind, 18, 20, 22, 24),),
    )
    assert [terrain.slowed(2000, single(s.bases[id]), s.ground.areas) for id in "ABC"] == [1000, 2000, 2000]


@pytest.mark.rule("alaguerre:11-t8", "alaguerre:11.3-a")
def test_a_stream_is_an_obstacle_that_slows_and_disorders_who_goes_along_it() -> None:
    stream = line("W", "stream", (10, 20), (30, 20), obstacle=2)
    s = state(red("A", [20000, 20000]), terrain=(stream,))
    unit = single(s.bases["A"])
    (piece,) = s.ground.obstacles
    assert obstacles.number_for(unit, 2) == 4
    assert terrain.disorders(unit, piece)
    assert terrain.is_halved(unit, "stream")
    fighter = state(
        red("A", [20000, 20300]),
        blue("B", [20000, 20300]),
        terrain=(line("W", "stream", (10, 20), (30, 20), obstacle=2),),
    )
    assert melee_modifiers.of_ground(fighter, fighter.bases["A"]) == -1


@pytest.mark.rule("alaguerre:11-t10", "alaguerre:11-t11", "alaguerre:11.1-b")
@pytest.mark.parametrize("kind", ["hedge", "wall", "rampart"])
def test_works_help_in_melee_only_who_occupies_them(kind: str) -> None:
    work = line("W", kind, (10, 20), (30, 20), obstacle=1, vdf=2)
    found = []
    for occupies in (None, "W"):
        s = state(red("A", [20000, 20000], occupies=occupies), blue("B", [20000, 20000]), terrain=(work,))
        (combat,) = combats.parted(s, combats.melees(s)[0], {})
        combat.principal = {side: combat.units[side][0] for side in ("red", "blue")}
        found.append(dict(melee_modifiers.modifiers(s, combat, "blue"))["9.4-t11"])
    assert found == [0, -2]


@pytest.mark.rule("alaguerre:11.1-a")
def test_values_by_lot_are_higher_for_works_built_for_war() -> None:
    s = state(
        red("A", [5000, 5000]), terrain=(area("V", "village", 18, 20, 22, 24), area("R", "redoubt", 28, 20, 32, 24))
    )
    village, redoubt = s.ground.pieces["V"], s.ground.pieces["R"]
    assert [defence.random_value(village, face) for face in range(1, 7)] == [0, 0, 1, 1, 2, 2]
    assert [defence.random_value(redoubt, face) for face in range(1, 7)] == [1, 1, 2, 2, 3, 3]


@pytest.mark.rule("alaguerre:5.5-a")
def test_ground_is_areas_and_lines() -> None:
    pieces = (
        area("W", "wood", 10, 10, 14, 14),
        line("H", "hedge", (20, 20), (24, 20)),
        line("R", "stream", (30, 1), (30, 9)),
    )
    s = state(red("A", [5000, 5000]), terrain=pieces)
    assert [piece.id for piece in s.ground.areas] == ["W"]
    assert {piece.id for piece in s.ground.lines} == {"H", "R"}


@pytest.mark.rule("alaguerre:10.2.2-j")
def test_a_place_is_friendly_while_friends_are_in_it_and_no_enemy() -> None:
    village = area("V", "village", 18, 20, 22, 24, capacity={"foot": 2, "guns": 1, "order": "any"})
    mine = red("A", [20000, 22000], inside="V")
    assert support.is_held(state(mine, terrain=(village,)), "V", "red")
    assert not support.is_held(state({**mine, "state": "routed"}, terrain=(village,)), "V", "red")
    assert not support.is_held(state(mine, blue("B", [20000, 22000], inside="V"), terrain=(village,)), "V", "red")
