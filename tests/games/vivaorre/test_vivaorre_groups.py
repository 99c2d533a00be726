"""Several units moved as one: their line is kept, the slowest sets the pace, and who cannot follow is named."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.kernel.game import BadQuery
from quadrilatero.table import aligned
from tests.games.vivaorre.battle import area, blue, play, red, unit_of

Plain = dict[str, Any]
FAR = blue("D", [60000, 40000])
LINE = (red("A", [20000, 10000]), red("B", [23000, 10000]), red("C", [26000, 10000]))
"""Three lines of eight, flank to flank."""


def group(match: q.Match, units: str, *path: Plain, **more: Any) -> Plain:
    return q.inspect(match, "red", {"look": "group", "units": units.split(), "path": list(path), **more})


def carried_out(match: q.Match, told: Plain) -> dict[str, Plain]:
    """Give the answers in the order they were told; everybody then stands where his ghost stood."""
    after = {}
    for one in told["members"]:
        if one["answer"] is not None:
            assert match.refuse("red", one["answer"]) is None, one
            match.answer("red", one["answer"])
            if one["unit"] in {unit["id"] for unit in match.view(None)["units"]}:
                unit = unit_of(match, one["unit"])
                assert [*unit["at"], unit["facing"]] == one["pose"][:3]
                after[one["unit"]] = one
    return after


def match(*units: Plain, **more: Any) -> q.Match:
    return play(*(units or LINE), FAR, phase="movement", **more)


ADVANCE = {"go": "advance", "by": 2000}


def test_a_line_advances_by_what_was_asked_and_stays_a_line() -> None:
    told = group(found := match(), "A B C", ADVANCE)
    assert told["slowest"] is None
    assert told["refusal"] is None
    assert told["path"] == [ADVANCE]
    after = carried_out(found, told)
    assert [after[id]["pose"][1] for id in "ABC"] == [12000] * 3
    assert [after[id]["left"] for id in "ABC"] == [1000] * 3


def test_the_slowest_sets_the_pace_and_is_named() -> None:
    units = (*LINE[:2], red("C", [26000, 10000], formation="assault"), red("H", [31000, 10000], arm="cavalry"))
    told = group(found := match(*units), "H A B C", {"go": "advance", "by": 6000})
    assert told["path"] == [{"go": "advance", "by": 3000}]
    assert told["slowest"] in ("A", "B")
    assert told["refusal"]["rule"] == "8-a"
    after = carried_out(found, told)
    assert {one["pose"][1] for one in after.values()} == {13000}


def test_who_is_in_the_way_of_others_goes_first() -> None:
    """Three columns one behind the other: asked for from the rear, they still go from the head."""
    units = [red(id, [20000, 10000 - 2000 * n], formation="assault") for n, id in enumerate("ABC")]
    told = group(found := match(*units), "C B A", {"go": "advance", "by": 4000})
    assert [one["unit"] for one in told["members"]] == ["A", "B", "C"]
    carried_out(found, told)
    back = group(match(*units), "A B C", {"go": "back", "by": 1000})
    assert [one["unit"] for one in back["members"]] == ["C", "B", "A"]


@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize("angle", [1, 37, 215, 300, 777, 1000, 1313])
def test_a_line_wheels_as_one_about_its_outer_corner(side: str, angle: int) -> None:
    wheel = {"go": "wheel", "side": side, "angle": angle}
    told = group(found := match(), "B A C", wheel)
    assert told["path"] == [wheel]
    after = carried_out(found, told)
    poses = [tuple(after[id]["pose"]) for id in "ABC"]
    facing = 36000 - angle if side == "left" else angle
    assert {pose[2] for pose in poses} == {facing}
    for here, there in pairwise(poses):
        assert aligned(here, there) is not None, "flank to flank, fronts level"
    outer = after["A" if side == "left" else "C"]
    assert len(outer["answer"]["path"]) == 1, "the wing it wheels on only wheels"


def test_a_wheel_is_cut_to_what_the_outer_wing_can_do_and_goes_on_from_there() -> None:
    told = group(found := match(), "A B C", {"go": "wheel", "side": "left", "angle": 4500})
    assert 1000 < told["path"][0]["angle"] < 2500
    assert told["slowest"] == "C"
    carried_out(found, told)
    on = group(match(), "A B C", {"go": "wheel", "side": "left", "angle": 500}, {"go": "advance", "by": 3000})
    assert on["path"][0]["angle"] == 500
    assert on["slowest"] == "C"
    assert on["path"][1]["by"] < 3000


def test_who_cannot_follow_is_named_and_the_others_go() -> None:
    units = (
        *LINE,
        red("S", [30000, 10000], disorder="reorder"),
        red("G", [34000, 10000], arm="artillery"),
        red("O", None),
    )
    found = match(*units)
    told = group(found, "A B C S G O", {"go": "oblique", "side": "right", "angle": 3000, "by": 1500})
    refused = {one["unit"]: one["refusal"]["rule"] for one in told["members"] if one["refusal"]}
    assert refused == {"S": "8-ad", "G": "8-m", "O": "5-j"}
    assert carried_out(found, told).keys() == {"A", "B", "C"}


def test_skirmishers_squares_and_generals_go_along() -> None:
    units = (
        LINE[0],
        red("S", [25000, 12000], notes=["skirmish"], formation="skirmish"),
        red("Q", [30000, 9000], formation="square"),
    )
    general = {"id": "G", "side": "red", "rank": "brigade", "at": [22000, 7000]}
    found = match(*units, generals=[general])
    told = group(found, "A S Q G", {"go": "advance", "by": 900})
    after = carried_out(found, told)
    assert after["S"]["pose"][:3] == [25000, 12900, 0]
    assert after["Q"]["pose"][:3] == [30000, 9900, 0]
    assert found.view(None)["generals"][0]["at"] == [22000, 7900]
    told = group(found := match(*units[:2], generals=[general]), "A S G", {"go": "wheel", "side": "left", "angle": 600})
    assert carried_out(found, told)["S"]["pose"][2] == 35400


def test_formations_are_changed_together_and_offered() -> None:
    told = group(found := match(), "A B C", {"go": "form", "formation": "assault"}, forms=True)
    assert {form["go"]["formation"] for form in told["forms"]} >= {"assault", "march", "square"}
    after = carried_out(found, told)
    assert {one["formation"] for one in after.values()} == {"assault"}


def test_ground_that_makes_a_mass_of_one_is_told() -> None:
    wood = area("w", "open_wood", 18, 11, 21, 14)
    told = group(found := match(terrain=(wood,)), "A B C", {"go": "advance", "by": 1500})
    carried_out(found, told)
    notes = {one["unit"]: one["notes"] for one in told["members"]}
    assert notes == {"A": ["disorder"], "B": [], "C": []}


def test_a_hidden_enemy_changes_nothing_of_what_is_told() -> None:
    lurking = blue("L", [23000, 13500], hidden=True)
    wood = area("w", "open_wood", 21, 13, 25, 16)
    with_him, without = match(*LINE, lurking, terrain=(wood,)), match(terrain=(wood,))
    assert group(with_him, "A B C", ADVANCE) == group(without, "A B C", ADVANCE)


NO_ORDERS: list[Plain] = [
    {"units": []},
    {"units": ["D"]},
    {"units": ["A", "nobody"]},
    {"units": ["A"], "path": [{"go": "to", "at": [1, 1]}]},
    {"units": ["A"], "way": "north"},
]


@pytest.mark.parametrize("query", NO_ORDERS)
def test_what_is_no_order_is_refused_in_words(query: Plain) -> None:
    with pytest.raises(BadQuery):
        q.inspect(match(), "red", {"look": "group", **query})
