"""The battles: they start as their files say, with provenance, can be replaced, and their faults are named."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import quadrilatero as q
from quadrilatero.datapacks import BadData
from quadrilatero.games.vivaorre.datapack import load
from quadrilatero.table import overlap
from tests.games.vivaorre.battle import area, blue, events, play, red, refused, rolls, unit_of
from tests.games.vivaorre.test_vivaorre_data import own

BATTLES = ["calatafimi", "volturno", "isandlwana", "adua", "scaramuccia"]


def test_there_are_four_battles_and_a_skirmish_to_learn_by():
    assert list(q.scenarios("vivaorre")) == BATTLES
    for title in q.scenarios("vivaorre").values():
        assert title["en"]
        assert title["it"]


def test_sides_are_called_by_their_armies_in_a_battle_and_in_a_position_made_from_it():
    names = {
        "red": {"en": "Garibaldi (Red)", "it": "Garibaldi (Rosso)"},
        "blue": {"en": "Landi (Blue)", "it": "Landi (Blu)"},
    }
    match = q.start("vivaorre", scenario="calatafimi", seed=1)
    assert match.game.seat_names(match.header) == names
    again = q.start("vivaorre", position=match.state(), seed=1)
    assert again.game.seat_names(again.header) == names


@pytest.mark.rule("vivaorre:3-m")
@pytest.mark.parametrize(("face", "comes"), [(5, True), (4, False)])
def test_a_reserve_is_let_go_by_a_die(face: int, comes: bool):
    far = red("R", [5000, 5000])
    held = blue("H", None, waits=5, arrives=2)
    match = play(far, blue("D", [60000, 40000]), held, phase="command", turn=2, last_turn=2, dice=[face, 1, 6])
    match.answer("blue", {"do": "first"})
    [roll] = rolls(match, "reserve")
    assert (roll.data["unit"], roll.data["need"], roll.data["success"], roll.rule) == ("H", 5, comes, "3-m")
    enter = {"do": "move", "unit": "H", "path": [{"go": "advance", "by": 1000}], "enter": [30000, 48000]}
    refusal = match.refuse("blue", enter)
    assert (None if refusal is None else refusal.rule) == (None if comes else "3-m")


@pytest.mark.rule("vivaorre:3-m")
def test_a_reserve_rolls_for_nothing_before_its_turn():
    held = blue("H", None, waits=5, arrives=2)
    match = play(red("R", [5000, 5000]), blue("D", [60000, 40000]), held, phase="command", dice=[1, 6])
    assert not rolls(match, "reserve")
    match.answer("blue", {"do": "first"})
    assert refused(match, "blue", {"do": "move", "unit": "H", "path": [], "enter": [30000, 48000]}) == "5-j"


@pytest.mark.rule("vivaorre:3-m")
def test_guns_that_are_fixed_stay_and_fire():
    gun = red("A", [30000, 10000], arm="artillery", fixed=True)
    match = play(gun, red("B", [5000, 5000]), blue("D", [30000, 14000]), phase="movement")
    assert refused(match, "red", {"do": "move", "unit": "A", "path": []}) == "3-m"
    assert {"do": "unit", "unit": "A"} not in match.options("red")
    match = play(gun, blue("D", [30000, 14000]), phase="fire")
    assert match.refuse("red", {"do": "fire", "shots": [{"unit": "A", "target": "D", "ammo": "ball"}]}) is None
    foot = red("A", [30000, 10000], fixed=True)
    match = play(foot, red("B", [34000, 10000]), blue("D", [30000, 12000]), blue("E", [34000, 12000]), phase="charges")
    assert refused(match, "red", {"do": "charge", "unit": "A", "target": "D"}) == "3-m"


@pytest.mark.rule("vivaorre:3-m")
def test_after_their_last_full_volley_troops_fire_worse():
    unarmed = {"weapon": "none", "class": "c-/-c"}
    shot = {"do": "fire", "shots": [{"unit": "A", "target": "D"}]}
    for volleys, modifiers, left in ((2, [], 1), (1, [], 0), (0, [("3-m", -1)], 0)):
        one = red("A", [30000, 10000], volleys=volleys)
        match = play(one, blue("D", [30000, 11000], **unarmed), phase="fire", dice=[2] * 8)
        match.answer("red", shot)
        assert rolls(match, "fire")[0].modifiers == modifiers
        assert unit_of(match, "A")["volleys"] == left
        assert len(events(match, "runs_short")) == (volleys == 1)


def test_battles_use_their_own_rules():
    units = {unit["id"]: unit for unit in q.start("vivaorre", scenario="calatafimi", seed=0).view(None)["units"]}
    assert units["red.b2.4"]["fixed"] is True
    assert {units[f"blue.b2.{n}"]["waits"] for n in (1, 2, 3)} == {5}
    units = {unit["id"]: unit for unit in q.start("vivaorre", scenario="isandlwana", seed=0).view(None)["units"]}
    assert {units[f"red.b1.{n}"]["volleys"] for n in (1, 2, 3)} == {6}


@pytest.mark.parametrize("name", BATTLES)
def test_a_battle_starts_with_everybody_apart_and_on_the_table(name: str):
    match = q.start("vivaorre", scenario=name, seed=0)
    state = match.standing()[1]
    wide, high = state.ground.size
    standing = list(state.on_table())
    assert {unit.side for unit in standing} == {"red", "blue"}
    for number, unit in enumerate(standing):
        assert 0 <= unit.pose[0] <= wide
        assert 0 <= unit.pose[1] <= high
        for other in standing[:number]:
            assert overlap(unit.pose, other.pose) == 0, (unit.id, other.id)


def test_the_skirmish_has_three_units_a_side_no_generals_and_six_turns():
    view = q.start("vivaorre", scenario="scaramuccia", seed=0).view(None)
    assert [sum(unit["side"] == side for unit in view["units"]) for side in ("red", "blue")] == [3, 3]
    assert view["generals"] == []
    assert view["last_turn"] == 6


def test_reinforcements_of_a_battle_come_in_their_turn():
    view = q.start("vivaorre", scenario="calatafimi", seed=0).view(None)
    coming = {unit["id"]: unit["arrives"] for unit in view["units"] if unit["at"] is None}
    assert coming["blue.b1.4"] == 4
    assert coming["blue.b1.5"] == 8


@pytest.mark.parametrize("name", BATTLES)
def test_every_value_of_a_battle_says_where_it_comes_from(name: str):
    battle = load().battles[name]
    assert battle.source.table in ("rulebook", "history", "estimate")
    for unit in battle.unit:
        assert {unit.source.troops, unit.source.size, unit.source.place} <= {"rulebook", "history", "estimate"}
    for piece in battle.terrain:
        assert piece.source.place == "estimate"


def test_a_battle_of_ones_own_replaces_the_built_in_one(tmp_path: Path):
    folder = own(tmp_path, "scenarios/adua.toml", "last_turn = 18", "last_turn = 12")
    assert load(folder).battles["adua"].last_turn == 12
    assert list(load(folder).battles) == BATTLES


FAULTS = [
    ("adua", 'id = "adua"', 'id = "adwa"', 'the file is called "adua"'),
    ("adua", 'list = "eth"', 'list = "xyz"', "there is no list 'xyz'"),
    ("adua", "year = 1896", "year = 1850", "the list it is of 1861 to 1900"),
    ("adua", 'id = "red.b1.2"', 'id = "red.b1.1"', "the id is already used on line"),
    ("adua", 'id = "broken.2"', 'id = "broken.1"', "the id is already used on line"),
    ("adua", "at = [30000, 29000]", "at = [90000, 29000]", "this place is not on the table"),
    ("adua", "at = [34000, 30500]", "at = [34000, 60000]", "this place is not on the table"),
    ("adua", "arrives = 7", "arrives = 19", "this turn is not played"),
    ("calatafimi", "arrives = 4", "arrives = 4\nfixed = true", "could never come"),
    ("calatafimi", "at = [20000, 22500]", "at = [20000, 22500]\nwaits = 4", "waits for nothing"),
    ("adua", "it.coloniali.inf.ascari", "it.coloniali.inf.alpini", "no list has 'it.coloniali.inf.alpini'"),
    ("adua", '30500]\nbrigade = "red.b1"', '30500]\nbrigade = "red.b7"', "has no units of his"),
    ("adua", "[armies.blue]", "[armies.green]", "unknown key"),
    ("adua", 'kind = "hold"', 'kind = "destroy"', "to hold wants a shape, to destroy wants units"),
    ("isandlwana", 'units = ["red.b1.1"', 'units = ["blue.b1.1"', "is no unit of the enemy"),
]


@pytest.mark.parametrize(("battle", "old", "new", "fault"), FAULTS)
def test_what_is_wrong_in_a_battle_is_named(tmp_path: Path, battle: str, old: str, new: str, fault: str):
    with pytest.raises(BadData, match=fault):
        load(own(tmp_path, f"scenarios/{battle}.toml", old, new))


def test_there_is_no_other_battle():
    with pytest.raises(ValueError, match="no scenario 'marengo'; it has calatafimi"):
        q.start("vivaorre", scenario="marengo")


def test_the_skirmish_can_be_played_to_its_end():
    match = q.start("vivaorre", scenario="scaramuccia", seed=3)
    rng = random.Random(3)
    while match.ask:
        seat = match.ask.who[0]
        match.answer(seat, rng.choice(match.options(seat)))
    assert match.result is not None
    assert match.result.rule == "1-g"


# -- 1-g: objectives, breaking, points --------------------------------------------------------------------------------


HILL = [[28000, 8000], [32000, 8000], [32000, 12000], [28000, 12000]]
HOLD = {"id": "hill", "side": "red", "kind": "hold", "shape": HILL}


def ended(*units: dict[str, object], **more: object) -> tuple[str | None, str]:
    """Who wins, and why, when the recovery of the last turn is over."""
    match = play(*units, phase="recovery", **more)  # type: ignore[arg-type]
    assert match.result is not None
    return match.result.winner, match.result.reason


@pytest.mark.rule("vivaorre:1-g")
def test_ground_is_held_by_who_is_alone_there_and_not_shaken():
    far = blue("D", [30000, 40000])
    assert ended(red("A", [30000, 10000]), far, objectives=[HOLD]) == ("red", "objective")
    assert ended(red("A", [10000, 10000]), far, objectives=[HOLD]) == ("blue", "objective")
    assert ended(red("A", [30000, 10000]), blue("D", [30000, 11500]), objectives=[HOLD]) == ("blue", "objective")
    shaken = red("A", [30000, 10000], state="shaken", shaken_since=1)
    assert ended(shaken, far, objectives=[HOLD]) == ("blue", "objective")


@pytest.mark.rule("vivaorre:1-g")
def test_units_to_be_destroyed_decide_at_once_and_only_when_all_are_gone():
    wanted = {"id": "all", "side": "blue", "kind": "destroy", "units": ["A", "B"]}
    gone = [{"id": "A", "side": "red"}, {"id": "B", "side": "red"}]
    rest = (red("C", [30000, 10000]), blue("D", [30000, 40000]))
    assert ended(*rest, eliminated=gone, objectives=[wanted], last_turn=9) == ("blue", "objective")
    assert ended(red("B", [10000, 10000]), *rest, eliminated=gone[:1], objectives=[wanted]) == ("red", "objective")


@pytest.mark.rule("vivaorre:1-g")
def test_where_both_sides_have_an_objective_points_decide_unless_one_alone_has_reached_it():
    both = [HOLD, {**HOLD, "id": "other", "side": "blue"}]
    near, far = red("A", [30000, 10000]), blue("D", [30000, 40000])
    assert ended(near, far, objectives=both) == ("red", "objective")
    neither = (red("A", [10000, 10000]), far)
    assert ended(*neither, objectives=both, score={"red": 5, "blue": 9}) == ("blue", "points")


@pytest.mark.rule("vivaorre:1-g")
def test_an_army_breaks_when_half_of_its_brigades_are_demoralised():
    units = (
        red("A", [10000, 10000], brigade="b1"),
        red("B", [20000, 10000], brigade="b2"),
        red("C", [30000, 10000], brigade="b3"),
        blue("D", [30000, 40000]),
    )
    down = {"side": "red", "strength": 1, "demoralised": True}
    two = {"b1": down, "b2": down}
    assert ended(*units, brigades=two, last_turn=9) == ("blue", "broken")
    match = play(*units, brigades={"b1": down}, phase="recovery", last_turn=9, dice=[1, 2])
    assert match.result is None
    by_points = play(*units, brigades=two, phase="recovery", last_turn=9, dice=[1, 2], options={"victory": "points"})
    assert by_points.result is None


@pytest.mark.rule("vivaorre:1-g")
def test_two_broken_armies_compare_their_points():
    down = {"strength": 1, "demoralised": True}
    units = (red("A", [10000, 10000], brigade="b1"), blue("D", [30000, 40000], brigade="b2"))
    brigades = {"b1": {"side": "red", **down}, "b2": {"side": "blue", **down}}
    assert ended(*units, brigades=brigades, score={"red": 7, "blue": 3}, last_turn=9) == ("red", "broken")
    assert ended(*units, brigades=brigades, last_turn=9) == (None, "broken")


@pytest.mark.rule("vivaorre:1-g", "vivaorre:1-k")
def test_points_count_what_is_lost_whole_and_what_is_at_half_strength_by_half_rounded_up():
    half = red("A", [10000, 10000], figures=4, start=8, points=31)
    more = red("B", [20000, 10000], figures=5, start=8, points=31)
    match = play(half, more, blue("D", [30000, 40000]), phase="recovery", score={"red": 3, "blue": 10})
    assert match.result is not None
    assert match.result.score == {"red": 3, "blue": 10 + 16}
    assert (match.result.winner, match.result.reason) == ("blue", "points")
    even = play(red("A", [10000, 10000]), blue("D", [30000, 40000]), phase="recovery")
    assert even.result is not None
    assert even.result.winner is None


@pytest.mark.rule("vivaorre:1-g")
def test_an_army_without_a_unit_left_is_destroyed():
    assert ended(red("A", [10000, 10000]), last_turn=9) == ("red", "destroyed")
    assert ended(terrain=(area("w", "open_wood", 1, 1, 3, 3),)) == (None, "destroyed")
