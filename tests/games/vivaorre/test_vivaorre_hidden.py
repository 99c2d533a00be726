"""Chapter 13, hidden units: who sees them when, what a move that meets them does, fire at places, worlds made up."""

from __future__ import annotations

import random
from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.vivaorre import GAME
from quadrilatero.games.vivaorre.answers import Advance, Form, To, Wheel
from quadrilatero.games.vivaorre.rules import discovery, hidden
from quadrilatero.kernel.leaks import walks
from tests.games.vivaorre.battle import area, blue, events, line, play, red, refused, rolls, state, unit_of
from tests.games.vivaorre.pickups import fight, places

Plain = dict[str, Any]
WOOD = area("w", "open_wood", 20, 18, 40, 26)


def seen(match: q.Match, seat: str | None) -> list[str]:
    return [unit["id"] for unit in match.view(seat)["units"]]


def moving(*units: Plain, dice: list[int] | None = None, **more: Any) -> q.Match:
    """A match in red's half of the movement, with blue's unit D hidden in a wood."""
    said: Plain = {"phase": "movement", "terrain": (WOOD,), **more}
    return play(red("A", [30000, 10000]), *units, dice=dice, **said)


def advance(unit: str, by: int) -> Plain:
    return {"do": "move", "unit": unit, "path": [{"go": "advance", "by": by}]}


D = blue("D", [30000, 19000], hidden=True, formation="mass", training="irregular")


@pytest.mark.rule("vivaorre:13-g")
def test_a_hidden_unit_is_in_its_owners_view_alone_and_only_its_number_in_others():
    match = moving(D)
    assert seen(match, "blue") == ["A", "D"]
    assert seen(match, "red") == ["A"]
    assert seen(match, None) == ["A"]
    assert match.view("red")["unseen"] == {"red": 0, "blue": 1}
    assert "at" not in match.view("red")["roster"]["units"][0]


@pytest.mark.rule("vivaorre:13-g")
def test_a_move_stops_where_it_comes_within_two_inches_and_the_hidden_unit_is_found():
    near = blue("D", [30000, 14500], hidden=True, facing=0, formation="mass", training="irregular")
    match = moving(near, terrain=(area("w", "open_wood", 20, 13, 40, 26),))
    rear = 14500 - 1250
    assert match.refuse("red", advance("A", 3000)) is None
    match.answer("red", advance("A", 3000))
    assert unit_of(match, "A")["at"] == [30000, rear - 2000]
    assert events(match, "revealed")[0].data["why"] == "near"
    assert match.ask is not None
    assert (match.ask.what, match.ask.rule) == ("go_on", "13-g")
    assert seen(match, "red") == ["A", "D"]


def met() -> q.Match:
    near = blue("D", [30000, 14500], hidden=True, facing=0, formation="mass", training="irregular")
    match = moving(near, terrain=(area("w", "open_wood", 20, 13, 40, 26),))
    match.answer("red", advance("A", 3000))
    return match


@pytest.mark.rule("vivaorre:13-g")
def test_who_has_met_a_hidden_unit_goes_on_with_what_is_left_of_its_move_or_stops():
    match = met()
    on: Plain = {"do": "go_on", "path": [{"go": "advance", "by": 1000}]}
    assert match.refuse("red", on) is None
    assert refused(match, "red", {"do": "go_on", "path": [{"go": "advance", "by": 1751}]}) == "8-a"
    match.answer("red", on)
    assert unit_of(match, "A")["at"] == [30000, 12250]
    stopped = met()
    stopped.answer("red", {"do": "stop"})
    assert unit_of(stopped, "A")["at"] == [30000, 11250]
    assert {"do": "stop"} in met().options("red")


@pytest.mark.rule("vivaorre:13-g")
def test_a_hidden_unit_that_moves_is_seen_and_one_that_stays_is_not():
    match = play(blue("A", [30000, 45000]), red("D", [30000, 19000], hidden=True), phase="movement", terrain=(WOOD,))
    match.answer("red", {"do": "move", "unit": "D", "path": []})
    assert seen(match, "blue") == ["A"]
    assert "'D'" not in str({**match.view("blue"), "roster": None})
    again = play(blue("A", [30000, 45000]), red("D", [30000, 19000], hidden=True), phase="movement", terrain=(WOOD,))
    again.answer("red", advance("D", 500))
    assert events(again, "revealed")[0].data["why"] == "moved"
    assert seen(again, "blue") == ["A", "D"]


@pytest.mark.rule("vivaorre:13-g")
def test_a_hidden_unit_that_fires_is_seen():
    match = play(
        red("A", [30000, 16000], weapon="rifled_musket"),
        blue("D", [30000, 19000], hidden=True, weapon="rifled_musket"),
        phase="fire",
        terrain=(area("w", "bushes", 20, 18, 40, 26),),
        dice=[1] * 20,
    )
    match.answer("blue", {"do": "fire", "shots": [{"unit": "D", "target": "A"}]})
    if match.ask is not None and "red" in match.ask.who and match.ask.what == "fire":
        match.answer("red", {"do": "fire", "shots": []})
    assert [event.data["why"] for event in events(match, "revealed")] == ["fired"]


def smokeless(year: int, army: str, **options: str) -> list[Plain]:
    match = play(
        red("A", [30000, 8000]),
        blue("D", [30000, 19000], hidden=True, weapon="breech_rifle"),
        phase="fire",
        terrain=(area("w", "bushes", 20, 18, 40, 26),),
        dice=[1] * 16 + [1, 2] * 9,
        year=year,
        armies={"blue": {"list": army, "european": False}},
        last_turn=9,
        options=options,
    )
    match.answer("blue", {"do": "fire", "shots": [{"unit": "D", "target": "A"}]})
    match.answer("red", {"do": "fire", "shots": []})
    return [unit_of(match, "D")]


@pytest.mark.rule("vivaorre:13-i", "vivaorre:20.boer-c")
def test_boers_from_1890_are_only_located_when_they_fire_and_stay_hidden_targets():
    (boer,) = smokeless(1899, "boer")
    assert (boer["hidden"], boer["located"]) == (True, True)
    (early,) = smokeless(1881, "boer")
    assert (early["hidden"], early["located"]) == (False, False)
    (british,) = smokeless(1899, "uk")
    assert british["hidden"] is False
    (by_option,) = smokeless(1899, "uk", smokeless="from_1890")
    assert by_option["located"] is True


@pytest.mark.rule("vivaorre:13-i")
def test_a_located_unit_is_a_target_at_the_penalty_of_a_hidden_one():
    match = play(
        red("A", [30000, 13000], weapon="breech_rifle"),
        blue("D", [30000, 19000], hidden=True, located=True),
        phase="fire",
        terrain=(area("w", "bushes", 20, 18, 40, 26),),
        dice=[6] * 20,
    )
    match.answer("red", {"do": "fire", "shots": [{"unit": "A", "target": "D"}]})
    assert ("9-m4", -2) in list(rolls(match, "fire")[0].modifiers)


def suspected(at: list[int]) -> q.Match:
    match = play(
        red("A", [30000, 13000], weapon="breech_rifle"),
        blue("D", [30000, 19000], hidden=True, formation="mass", training="irregular", figures=16),
        phase="fire",
        terrain=(WOOD,),
        dice=[6] * 8 + [6, 1] * 8,
        last_turn=9,
    )
    assert match.ask is not None
    match.answer("red", {"do": "fire", "shots": [{"unit": "A", "at": at}]})
    match.answer("blue", {"do": "fire", "shots": []})
    return match


@pytest.mark.rule("vivaorre:13-h")
def test_fire_at_a_suspected_place_rolls_the_same_whoever_is_there_and_only_the_owner_learns_of_losses():
    there, elsewhere = suspected([30000, 19500]), suspected([36000, 19500])
    for match in (there, elsewhere):
        roll = rolls(match, "fire")[0]
        assert ("9-m4", -2) in list(roll.modifiers)
        assert roll.data["target"] is None
    assert [event.kind for event in there.told("red") if event.kind == "losses"] == []
    assert [event.data["unit"] for event in there.told("blue") if event.kind == "losses"] == ["D"]
    assert events(elsewhere, "losses") == []
    assert seen(there, "red") == ["A"]


@pytest.mark.rule("vivaorre:3-e")
def test_ambushers_in_the_open_are_seen_as_soon_as_there_is_a_line_of_sight():
    hedge = line("h", "hedge", (10, 20), (50, 20))
    far = blue("D", [30000, 30000], hidden=True)
    covered = play(red("A", [30000, 17000]), far, phase="movement", terrain=(hedge,))
    assert seen(covered, "red") == ["A"]
    covered.answer("red", advance("A", 2800))
    assert events(covered, "revealed")[0].data["why"] == "seen"
    bare = play(red("A", [30000, 17000]), far, phase="movement")
    assert seen(bare, "red") == ["A", "D"]


@pytest.mark.rule("vivaorre:5-ch6")
def test_an_osservatore_discovers_hidden_troops_in_his_line_of_sight():
    general: Plain = {"id": "G", "side": "red", "at": [30000, 9000], "characters": ["osservatore"]}
    match = play(red("A", [10000, 10000]), D, phase="movement", terrain=(WOOD,), generals=[general])
    assert events(match, "revealed")[0].data["why"] == "observer"
    wall = line("x", "wall", (20, 15), (40, 15))
    blocked = play(red("A", [10000, 10000]), D, phase="movement", terrain=(WOOD, wall), generals=[general])
    assert events(blocked, "revealed") == []
    without = play(
        red("A", [10000, 10000]), D, phase="movement", terrain=(WOOD,), generals=[{**general, "characters": []}]
    )
    assert events(without, "revealed") == []


@pytest.mark.rule("vivaorre:13-g")
def test_a_hidden_unit_that_is_destroyed_is_told_to_everybody():
    weak = blue("D", [30000, 19000], hidden=True, figures=3, start=8)
    match = play(
        red("A", [30000, 13000], weapon="breech_rifle"),
        weak,
        blue("E", [60000, 40000]),
        phase="fire",
        terrain=(WOOD,),
        dice=[6] * 9 + [6, 1] * 8,
        last_turn=9,
    )
    match.answer("red", {"do": "fire", "shots": [{"unit": "A", "at": [30000, 19200]}]})
    match.answer("blue", {"do": "fire", "shots": []})
    assert [event.data["unit"] for event in match.told("red") if event.kind == "eliminated"] == ["D"]


# -- worlds ---------------------------------------------------------------------------------------------------------


def ambush(seed: int) -> q.Match:
    match = fight(kind="ambush", attacker="red", terrain="generated", seed=seed, dice=[3, 5] * 200)
    rng = random.Random(seed)
    for seat in ("red", "blue"):
        match.answer(seat, match.random_answer(seat, rng))
    return match


def test_worlds_made_up_for_a_seat_look_like_the_real_one_to_it():
    for seed in range(4):
        match = ambush(seed)
        for number in range(6):
            if match.ask is None:
                break
            for seat in ("red", "blue", None):
                world = q.sample(match.view(seat), random.Random(number))
                assert world.view(seat)["units"] == match.view(seat)["units"]
                assert sum(unit["hidden"] for unit in world.state()["units"]) == sum(
                    unit["hidden"] for unit in match.state()["units"]
                )
            by = match.ask.who[0]
            match.answer(by, match.random_answer(by, random.Random(number)))


def test_worlds_are_made_up_where_a_move_has_met_a_hidden_unit():
    """Who came to light since the last boundary stood there before, and is put nowhere else."""
    match = met()
    world = q.sample(match.view("red"), random.Random(2))
    assert world.ask is not None
    assert world.ask.what == "go_on"
    assert world.view("red") == match.view("red")


def test_worlds_are_made_up_while_the_other_has_sealed_his_answer():
    match = fight(terrain="generated", seed=2)
    match.answer("red", places(match, "red"))
    world = q.sample(match.view("blue"), random.Random(1))
    assert world.ask is not None
    assert list(world.ask.who) == ["blue"]


def test_secret_rosters_tell_only_how_many_are_hidden():
    match = play(red("A", [30000, 5000]), D, phase="movement", terrain=(WOOD,), options={"rosters": "secret"})
    assert match.view("red")["roster"] == {"units": [{"side": "blue"}], "generals": []}
    world = q.sample(match.view("red"), random.Random(3))
    assert world.view("red") == match.view("red")


@pytest.mark.rule("vivaorre:13-g")
def test_who_has_hidden_units_ends_his_half_himself_though_none_of_them_can_move():
    """Out of command or not, the other sees no difference."""
    far = {"id": "G", "side": "blue", "brigade": "b", "at": [60000, 40000]}
    near = {"id": "G", "side": "blue", "brigade": "b", "at": [30000, 24000], "may_move": False}
    for general in (far, near):
        match = moving({**D, "brigade": "b"}, generals=[{**general, "moved": True}], seat="blue", last_turn=2)
        assert match.ask is not None
        assert (match.ask.what, match.ask.who[0]) == ("move", "blue")
        assert {"do": "done"} in match.options("blue")
        assert match.refuse("blue", match.random_answer("blue", random.Random(1))) is None


def test_worlds_are_made_up_where_some_come_to_light_and_others_do_not():
    """The order of units and generals is that of the real world, and generals of who is still hidden stay so."""
    unarmed = {"weapon": "none", "class": "c-/-c"}
    match = play(
        blue("F", [38000, 12000], hidden=True, brigade="f", **unarmed),
        blue("D", [30000, 12000], hidden=True, brigade="b", **unarmed),
        red("A", [30000, 5000], formation="assault"),
        blue("E", [26500, 12000], hidden=True, brigade="b", **unarmed),
        generals=[
            {"id": "H", "side": "blue", "brigade": "f", "with": "F"},
            {"id": "G", "side": "blue", "brigade": "b", "with": "D"},
            {"id": "C", "side": "blue", "rank": "cic", "with": "F"},
        ],
        phase="movement",
        last_turn=2,
        terrain=(area("w", "open_wood", 20, 11, 45, 20),),
    )
    match.answer("red", {"do": "move", "unit": "A", "path": [{"go": "advance", "by": 5000}]})
    assert match.ask is not None
    assert match.ask.what == "go_on"
    for number in range(5):
        world = q.sample(match.view("red"), random.Random(number))
        assert world.view("red") == match.view("red")


@pytest.mark.rule("vivaorre:3-d")
@pytest.mark.parametrize("kind", ["encounter", "defensive", "ambush"])
def test_secret_rosters_say_nothing_of_who_is_not_on_the_table_yet(kind: str):
    match = fight(
        kind=kind, attacker="red", terrain="generated", seed=3, dice=[3, 5] * 200, options={"rosters": "secret"}
    )
    for seat, other in (("red", "blue"), ("blue", "red")):
        view = match.view(seat)
        assert {unit["side"] for unit in view["units"]} == {seat}
        assert {general["side"] for general in view["generals"]} == {seat}
        assert {brigade["side"] for brigade in view["brigades"].values()} == {seat}
        assert view["unseen"][other] == len(match.view(other)["units"])
    assert match.view(None)["units"] == []
    rng = random.Random(1)
    for number in range(40):
        if match.ask is None:
            break
        for seat in ("red", "blue"):
            shown = match.view(seat)
            on_table = {unit["id"] for unit in shown["units"] if unit["side"] != seat}
            assert all(unit["at"] is not None for unit in shown["units"] if unit["id"] in on_table)
            world = q.sample(shown, random.Random(number))
            assert world.view(seat) == shown
        by = match.ask.who[0]
        match.answer(by, match.random_answer(by, rng))


def test_nothing_tells_a_seat_where_hidden_units_are():
    match = moving(D, blue("E", [60000, 40000]), terrain=(WOOD, area("v", "bushes", 50, 20, 60, 30)), last_turn=2)
    rng = random.Random(5)
    assert GAME.twin(match.state(), "red", rng) is not None
    for seat in ("red", None):
        assert walks(match, seat, rng, 3, many=3) > 0


# -- 13-g, function by function ----------------------------------------------------------------------------------------


def finder(y: int, *more: Plain, terrain: tuple[Plain, ...] = (WOOD,), **said: Any) -> str | None:
    """Why red's A, its front at that height, finds blue's hidden D in the wood, its front at 19000."""
    hidden_one = blue("D", [30000, 19000], hidden=True, formation="mass", training="irregular")
    s = state(red("A", [30000, y]), hidden_one, *more, terrain=terrain, **said)
    return hidden.found_by(s, s.units["D"])


@pytest.mark.rule("vivaorre:13-g", "vivaorre:3-e")
def test_a_hidden_unit_is_found_from_two_inches_and_in_the_open_from_as_far_as_one_sees() -> None:
    assert finder(17000) == "near"
    assert finder(16999) is None
    assert finder(16999, terrain=()) == "seen"
    assert finder(5000, red("B", [30000, 17500], hidden=True)) is None, "who is hidden finds nobody"
    assert finder(5000, blue("E", [30000, 17000])) is None, "nor do friends"


@pytest.mark.rule("vivaorre:5-ch6")
def test_an_osservatore_is_of_the_other_side_alive_and_not_blinded_by_others() -> None:
    eye: Plain = {"id": "G", "side": "red", "at": [30000, 12000], "characters": ["osservatore"]}
    assert finder(5000, generals=[eye]) == "observer"
    assert finder(5000, generals=[{**eye, "side": "blue"}]) is None
    assert finder(5000, generals=[{"id": "G", "side": "red", "state": "dead", "characters": ["osservatore"]}]) is None
    assert (
        finder(12000, generals=[{"id": "G", "side": "red", "with": "A", "characters": ["osservatore"]}]) == "observer"
    )
    assert finder(5000, blue("E", [30000, 15000]), generals=[eye]) is None, "E stands between"
    assert finder(5000, blue("E", [30000, 15000], hidden=True), generals=[eye]) == "observer"
    assert finder(5000, generals=[eye], weather="bad") is None, "seven inches are too far in bad weather"


@pytest.mark.rule("vivaorre:13-g", "vivaorre:13-h")
def test_who_has_hidden_units_or_may_suspect_some_is_asked_for_fire() -> None:
    def asked(seat: str, unit: Plain, enemy: Plain) -> bool:
        s = state(unit, enemy, phase="fire", terrain=(WOOD,))
        return hidden.is_asked(s, seat)

    far = [10000, 2000]
    assert asked("red", red("A", far), blue("D", [30000, 19000], hidden=True))
    assert asked("blue", red("A", far), blue("D", [30000, 19000], hidden=True))
    assert not asked("red", red("A", far), blue("D", [30000, 19000], hidden=True, located=True))
    assert not asked("red", red("A", far), blue("D", [30000, 19000]))
    assert not asked("red", red("A", far, weapon="none"), blue("D", [30000, 19000], hidden=True))


@pytest.mark.rule("vivaorre:13-i")
def test_smokeless_powder_is_of_small_arms_from_1890_on() -> None:
    def has(year: int, army: str, unit: Plain, **options: str) -> bool:
        s = state(unit, blue("D", [30000, 40000]), year=year, armies={"red": {"list": army}}, options=options)
        return hidden.has_smokeless_powder(s, s.units["A"])

    foot, guns = red("A", [30000, 5000], weapon="breech_rifle"), red("A", [30000, 5000], arm="artillery")
    assert has(1890, "boer", foot)
    assert not has(1889, "boer", foot)
    assert not has(1890, "boer", guns)
    assert not has(1890, "uk", foot)
    assert has(1890, "uk", foot, smokeless="from_1890")


@pytest.mark.rule("vivaorre:13-g", "vivaorre:8-q")
def test_who_is_found_beneath_others_gives_way_back_then_forward_then_aside() -> None:
    def goes(*others: Plain) -> tuple[int, ...] | None:
        one = red("A", [60000, 2000], figures=2, start=8)
        s = state(blue("D", [30000, 20000], figures=4, start=8), one, *others)
        s.change(s.units["A"], at=(30000, 20300))
        hidden.stand_clear(s, s.units["D"])
        return s.units["D"].at

    assert goes() == (30000, 20500), "its back is to the north"
    column = red("B", [30000, 25700], formation="march")
    assert goes(column) == (30000, 19000), "behind it a column stands"
    other = red("C", [30000, 19300], formation="march")
    assert goes(column, other) == (31500, 20000), "and another before it"


@pytest.mark.rule("vivaorre:13-g")
def test_who_has_met_a_hidden_unit_is_offered_the_rest_of_its_move_and_shorter_ways() -> None:
    match = met()
    offered = match.options("red")
    ways = [answer["path"] for answer in offered if answer["do"] == "go_on"]
    assert offered[0] == {"do": "stop"}
    assert [{"go": "advance", "by": 1000}] in ways
    assert [{"go": "advance", "by": 2000}] not in ways, "it would touch the enemy"
    assert all(match.refuse("red", answer) is None for answer in offered)


@pytest.mark.rule("vivaorre:13-g")
def test_a_manoeuvre_is_cut_at_every_place() -> None:
    here = (30000, 10000)
    ahead = discovery.Parts(Advance(3000), here)
    assert (len(ahead), ahead[0], ahead[999], ahead[2999]) == (3000, Advance(1), Advance(1000), Advance(3000))
    turned = discovery.Parts(Wheel("left", 4500), here)
    assert (len(turned), turned[99], turned[4499]) == (4500, Wheel("left", 100), Wheel("left", 4500))
    goal = To([33000, 14000], 9000)
    straight = discovery.Parts(goal, here)
    assert (len(straight), straight[2499], straight[4999]) == (5000, To([31500, 12000], None), goal)
    whole = discovery.Parts(Form("march"), here)
    assert (len(whole), whole[0]) == (1, Form("march")), "what cannot be cut is there whole"
    assert len(discovery.Parts(To([30000, 10000], 9000), here)) == 1, "who only turns goes nowhere"


@pytest.mark.rule("vivaorre:13-g")
def test_a_wheel_and_a_way_to_a_place_end_where_a_hidden_unit_is_met() -> None:
    wood = area("w", "open_wood", 20, 13, 40, 26)
    near = blue("D", [30000, 14500], hidden=True, facing=0, formation="mass", training="irregular")
    runner = red("A", [30000, 10000], notes=["skirmish"], formation="skirmish", figures=4, start=8)
    match = play(runner, near, terrain=(wood,), phase="movement")
    match.answer("red", {"do": "move", "unit": "A", "path": [{"go": "to", "at": [30000, 12000]}]})
    assert unit_of(match, "A")["at"] == [30000, 11250]
    assert [event.data["why"] for event in events(match, "revealed")] == ["near"]


@pytest.mark.rule("vivaorre:5-ch6", "vivaorre:13-g")
def test_it_is_told_by_which_rule_a_hidden_unit_was_found() -> None:
    general: Plain = {"id": "G", "side": "red", "at": [30000, 9000], "characters": ["osservatore"]}
    observed = play(red("A", [10000, 10000]), D, phase="movement", terrain=(WOOD,), generals=[general])
    assert [event.rule for event in events(observed, "revealed")] == ["5-ch6"]
    near = play(red("A", [30000, 17500]), D, phase="movement", terrain=(WOOD,))
    assert [event.rule for event in events(near, "revealed")] == ["13-g"]


@pytest.mark.rule("vivaorre:5-ch6")
def test_an_osservatore_who_is_not_on_the_table_yet_finds_nobody() -> None:
    eye: Plain = {"id": "G", "side": "red", "with": "B", "characters": ["osservatore"]}
    assert finder(5000, red("B", None), generals=[eye]) is None


@pytest.mark.rule("vivaorre:3-d", "vivaorre:13-g")
def test_an_ambusher_who_comes_to_light_ends_the_march_of_the_others() -> None:
    route = {"side": "red", "order": ["A"], "line": [[30000, 0], [30000, 48000]]}
    s = state(red("A", [30000, 5000]), D, terrain=(WOOD,), route=route)
    list(hidden.come_to_light(s, s.units["D"], "fired"))
    assert s.route is None


@pytest.mark.rule("vivaorre:13-g")
def test_a_move_that_meets_nobody_is_over_though_somebody_is_hidden_elsewhere() -> None:
    match = moving(D)
    match.answer("red", advance("A", 1000))
    assert unit_of(match, "A")["at"] == [30000, 11000]
    assert match.ask is None or match.ask.what != "go_on"
