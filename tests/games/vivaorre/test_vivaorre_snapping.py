"""What a hand on the table means: the nearest lawful move, the reach to be painted, proposals, moves at random."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

import quadrilatero as q
from quadrilatero.games.vivaorre import proposals
from quadrilatero.games.vivaorre.answers import Move
from quadrilatero.games.vivaorre.rules import moving
from quadrilatero.games.vivaorre.rules.manoeuvres import Walk
from quadrilatero.kernel.game import BadQuery
from tests.games.vivaorre.battle import area, blue, line, play, red

Plain = dict[str, Any]
HERE = [30000, 10000]
FAR = blue("D", [60000, 40000])


def match(unit: Plain, *others: Plain, **more: Any) -> q.Match:
    return play(red("A", HERE, **unit), *(others or (FAR,)), phase="movement", **more)


def snap(found: q.Match, at: list[int], **more: Any) -> Plain:
    told = q.snap(found, "red", {"unit": "A", "at": at, **more})
    assert found.refuse("red", told["answer"]) is None
    return told


@pytest.mark.parametrize(
    ("unit", "at", "there"),
    [
        ({}, [30000, 12000], [30000, 12000]),
        ({}, [30000, 19000], [30000, 13000]),
        ({}, [30700, 10700], [30700, 10700]),
        ({}, [30000, 9000], [30000, 9000]),
        ({}, [31200, 10000], [31200, 10000]),
        ({"arm": "cavalry"}, [30000, 15000], [30000, 15000]),
        ({"formation": "square"}, [31000, 10000], [31000, 10000]),
        ({"notes": ["skirmish"], "formation": "skirmish"}, [27000, 8000], [27000, 8000]),
    ],
)
def test_a_unit_goes_where_it_was_put_or_as_far_as_it_may(unit: Plain, at: list[int], there: list[int]) -> None:
    told = snap(match(unit), at, facing=0)
    assert max(abs(told["pose"][i] - there[i]) for i in (0, 1)) <= 3
    assert told["pose"][2] == 0


def test_without_a_facing_it_wheels_to_where_it_is_put() -> None:
    told = snap(match({"arm": "cavalry"}), [32000, 15000])
    assert [step["go"] for step in told["answer"]["path"]] == ["wheel", "advance"]
    assert abs(told["pose"][0] - 32000) <= 30
    assert abs(told["pose"][1] - 15000) <= 30


def test_a_facing_is_wheeled_to_and_a_formation_taken() -> None:
    told = snap(match({}), [29600, 11000], facing=33000)
    assert told["pose"][2] == 33000
    formed = snap(match({}), [30000, 12500], facing=0, formation="assault")
    assert (formed["formation"], formed["pose"][:2], formed["left"]) == ("assault", [30000, 12500], 0)
    assert formed["answer"]["path"] == [{"go": "form", "formation": "assault"}, {"go": "advance", "by": 2500}]


def test_skirmishers_are_clipped_on_the_straight_way() -> None:
    told = snap(match({"notes": ["skirmish"], "formation": "skirmish"}), [36000, 18000])
    assert 4990 <= ((told["pose"][0] - 30000) ** 2 + (told["pose"][1] - 10000) ** 2) ** 0.5 <= 5001


def test_a_unit_slides_into_line_with_its_neighbour() -> None:
    friend = red("B", [33000, 12000])
    told = snap(match({}, friend, FAR), [29900, 11850], facing=100)
    assert (told["pose"][:3], told["touches"]) == ([30000, 12000, 0], ["B"])


def test_a_friend_in_the_way_and_an_enemy_stop_it_short() -> None:
    assert snap(match({}, red("B", [30000, 12000]), FAR), [30000, 12000], facing=0)["pose"][1] == 11375
    assert snap(match({}, blue("E", [30000, 12000])), [30000, 12000], facing=0)["pose"][1] == 11989


def test_notes_say_what_comes_of_it() -> None:
    wood = area("w", "open_wood", 20, 11, 40, 30)
    assert "disorder" in snap(match({}, terrain=(wood,)), [30000, 12000], facing=0)["notes"]
    generals = [{"id": "G", "side": "red", "brigade": "b", "at": [30000, 0]}]
    assert "command" in snap(match({"brigade": "b"}, generals=generals), [30000, 12000], facing=0)["notes"]
    assert "fire" in snap(match({}, blue("E", [30000, 15000])), [30000, 12000], facing=0)["notes"]
    assert snap(match({}), [30000, 12000], facing=0)["notes"] == []


def test_generals_ride_as_far_as_they_can() -> None:
    found = match({}, generals=[{"id": "G", "side": "red", "rank": "cic", "at": [30000, 15000]}])
    told = q.snap(found, "red", {"unit": "G", "at": [30000, 40000]})
    assert found.refuse("red", told["answer"]) is None
    assert 26900 <= told["pose"][1] <= 27000


def test_who_enters_does_so_opposite_to_where_it_is_put() -> None:
    found = play(red("A", None), red("B", [50000, 5000]), FAR, phase="movement")
    told = snap(found, [20000, 2000])
    assert (told["answer"]["enter"], told["pose"][:2]) == ([20000, 0], [20000, 2000])


def test_what_cannot_be_snapped_is_said() -> None:
    for intent in ({"unit": "D", "at": HERE}, {"unit": "A"}, {"unit": "A", "at": HERE, "colour": "red"}):
        with pytest.raises(BadQuery):
            q.snap(match({}), "red", intent)


# -- reach -------------------------------------------------------------------------------------------------------------


def reach(found: q.Match, unit: str = "A", **more: Any) -> dict[str, list[list[int]]]:
    told = q.reach(found, "red", {"unit": unit, **more})
    assert told["exact"] is False
    return {region["by"]: region["outline"] for region in told["regions"]}


def test_each_manoeuvre_has_its_region() -> None:
    found = reach(match({}))
    assert list(found) == ["advance", "wheel", "oblique", "back", "sideways"]
    assert found["advance"] == [HERE, [30000, 13000]]
    assert found["back"] == [HERE, [30000, 8500]]
    assert found["sideways"] == [HERE, [28500, 10000], [31500, 10000]]
    assert [30000, 13000] in found["wheel"]


def test_reach_heeds_formation_force_and_what_is_in_the_way() -> None:
    assert set(reach(match({"arm": "cavalry"}))) == {"advance", "wheel"}
    assert reach(match({"formation": "assault"}), forced=True)["advance"][1] == [30000, 17500]
    assert reach(match({}, red("B", [30000, 12000]), FAR))["advance"][1] == [30000, 11375]
    skirmishers = reach(match({"notes": ["skirmish"], "formation": "skirmish"}))
    assert all(4980 <= ((x - 30000) ** 2 + (y - 10000) ** 2) ** 0.5 <= 5001 for x, y in skirmishers["to"])
    road = line("r", "road", (30, 0), (30, 40))
    assert reach(match({"formation": "march"}, terrain=(road,)))["follow"] == [HERE, [30000, 17500]]
    assert reach(match({"moved": True}, red("B", [50000, 5000]), FAR)) == {}


def test_the_reach_of_a_charge_ends_at_the_enemy() -> None:
    charge = reach(match({"arm": "cavalry"}, blue("D", [30000, 15000])), charge=True)["charge"]
    assert [30000, 15000] in charge
    assert reach(match({"arm": "artillery"}), charge=True) == {}


def test_a_general_s_reach_is_round() -> None:
    found = match({}, generals=[{"id": "G", "side": "red", "rank": "cic", "at": [30000, 20000]}])
    assert [30000, 32000] in reach(found, "G")["to"]


# -- proposals and fuzz ------------------------------------------------------------------------------------------------

UNITS: list[Plain] = [
    {},
    {"formation": "assault"},
    {"formation": "march"},
    {"formation": "square"},
    {"training": "irregular"},
    {"arm": "cavalry", "notes": ["dismount"]},
    {"arm": "artillery"},
    {"arm": "artillery", "formation": "limbered"},
    {"notes": ["skirmish"], "formation": "skirmish"},
]


@pytest.mark.parametrize("unit", UNITS)
def test_proposals_are_lawful_distinct_and_not_too_many(unit: Plain) -> None:
    found = match(unit, blue("D", [33000, 18000]), red("B", [36000, 10500]))
    proposed = q.propose(found, "red", "A")
    assert 4 <= len(proposed) <= 24
    assert proposed[0]["path"] == []
    assert len({str(one) for one in proposed}) == len(proposed)
    assert all(found.refuse("red", one) is None for one in proposed)
    assert len(q.propose(found, "red", "A", 3)) == 3
    with pytest.raises(BadQuery):
        q.propose(found, "red", "D")


@pytest.mark.parametrize("unit", UNITS)
def test_random_moves_are_lawful_and_of_many_kinds(unit: Plain) -> None:
    wood, road = area("w", "open_wood", 24, 12, 29, 20), line("r", "road", (30, 0), (30, 40))
    found = match(unit, blue("D", [33000, 18000]), red("B", [36000, 10500]), terrain=(wood, road))
    found.answer("red", {"do": "unit", "unit": "A"})
    rng = random.Random(7)
    drawn = [found.random_answer("red", rng) for _ in range(60)]
    assert all(found.refuse("red", one) is None for one in drawn)
    assert len({str(one["path"]) for one in drawn}) > 20


def test_moves_that_begin_alike_are_judged_as_each_by_itself() -> None:
    """What several moves share is worked out once; at every unit's question of a battle it makes no difference."""
    rng = random.Random(3)
    found = q.start("vivaorre", "scaramuccia", seed=3)
    judged = 0
    while found.ask is not None:
        state, seat = found.standing()[1], found.ask.who[0]
        if found.ask.what == "move" and found.ask.data["unit"] in state.units:
            unit = state.units[found.ask.data["unit"]]
            begun: moving.Begun = {}
            for plain in proposals._ideas(state, unit):
                answer = msgspec.convert(plain, Move)
                alone, together = moving.judge_move(state, unit, answer), moving.judge_move(state, unit, answer, begun)
                assert type(alone) is type(together), plain
                if isinstance(alone, Walk) and isinstance(together, Walk):
                    assert (alone.unit, alone.left, alone.gone) == (together.unit, together.left, together.gone)
                judged += 1
        found.answer(seat, rng.choice(found.options(seat)))
    assert judged > 200
