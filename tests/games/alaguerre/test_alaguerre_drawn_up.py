"""12.1.2, 12.1.3, 12.2, 12.3: sectors of odd tables, who is still to deploy, and where generals come to stand."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.alaguerre.answers import Deploy, Placed, Plan, Reserve
from quadrilatero.games.alaguerre.records import SetUp
from quadrilatero.games.alaguerre.rules import deployment
from quadrilatero.games.alaguerre.state import State
from quadrilatero.kernel import Refusal
from tests.games.alaguerre.battle import Plain, blue, general, red, state

GUNS = ("MdArt", "1/1/- -")
D: Plain = {"division": "d"}
E: Plain = {"division": "e"}
NORTH = {"red": "north", "blue": "south"}
SETUP = SetUp(stage="deploy", plan={"d": [1, 0], "e": [2, 1]}, turns=("red", "blue"), reserves=("red",))


def away(id: str, side: str = "red", **more: Any) -> Plain:
    return {**general(id, [1000, 1000], side, **more), "at": None}


def put(x: int, y: int, **more: Any) -> Placed:
    return Placed([x, y], **more)


def table(wide: int, high: int) -> Plain:
    return {"size": [wide, high], "terrain": []}


def said(refusal: Refusal | None) -> str | None:
    return None if refusal is None else f"{refusal.rule} {refusal.reason}"


@pytest.mark.rule("alaguerre:12.1.2-a", "alaguerre:12.3-a")
@pytest.mark.parametrize(
    ("size", "sectors", "deep"),
    [((10700, 10700), (2, 2), 6667), ((46667, 20000), (7, 3), 6667), ((20000, 26700), (3, 4), 13334)],
)
def test_more_than_half_a_sector_counts_as_one(size: tuple[int, int], sectors: tuple[int, int], deep: int) -> None:
    s = state(red("A", None), table=table(*size))
    assert deployment.sectors(s) == sectors
    assert deployment.area_of(s, "red") == (0, 0, size[0], deep)
    assert deployment.area_of(s, "blue") == (0, size[1] - deep, size[0], size[1])


@pytest.mark.rule("alaguerre:12.1.3-a")
def test_sectors_are_counted_from_the_own_edge() -> None:
    s = state(red("A", None), table=table(46667, 40000))
    assert deployment.sector_box(s, "red", 2, 1) == (13334, 6667, 20001, 13334)
    assert deployment.sector_box(s, "blue", 2, 1) == (13334, 26666, 20001, 33333)
    assert deployment.is_inside((1000, 4000, 0, 2000, 1000), (0, 0, 2000, 5000))


@pytest.mark.rule("alaguerre:12.1.3-a")
def test_who_is_still_to_deploy() -> None:
    s = state(red("A", None, **D), red("B", [20000, 5000], **D), red("L", [30000, 5000], **E), blue("Z", None))
    assert deployment.to_deploy(s, "red") == ["d"]
    assert [base.id for base in deployment.members(s, "d")] == ["A"]
    assert deployment.members(s, "e") == []


@pytest.mark.rule("alaguerre:12.1.3-a")
def test_a_player_may_leave_out_the_side_of_a_division() -> None:
    s = state(red("A", None, division="red.d"), red("B", None, division="e"), red("C", None, division="red.e"))
    found = [deployment.whole_id(s, "red", id) for id in ("d", "red.d", "e", "q")]
    assert found == ["red.d", "red.d", "e", "q"]
    refusal = deployment.refuse_plan(s, "red", Plan({"d": [0, 0], "e": [7, 0], "red.e": [0, 0]}))
    assert refusal is not None
    assert refusal.data["columns"] == 6, "the last column, counted from naught"


@pytest.mark.rule("alaguerre:12.2.1-a", "alaguerre:12.2.1-b", "alaguerre:2.7.4-c")
def test_the_last_division_stays_for_the_guns_and_the_cic() -> None:
    guns = red("K", None, *GUNS, division=None)
    people = [general("C", [9000, 3000], division="d"), away("H", division="e")]
    waits = state(red("L", None, **E), guns, blue("Z", [40000, 38000]), generals=people)
    assert said(deployment.refuse_reserve(waits, SETUP, "red", Reserve("e"))) == "12.2.1-a last_to_deploy"
    there = state(red("L", None, **E), blue("Z", [40000, 38000]), generals=people)
    assert deployment.refuse_reserve(there, SETUP, "red", Reserve("e")) is None
    nobody = state(red("L", None, division="f"), blue("Z", [40000, 38000]), generals=people)
    assert said(deployment.refuse_reserve(nobody, SETUP, "red", Reserve("f"))) == "12.2.1-b reserve_of_cic"


@pytest.mark.rule("alaguerre:2.11-b", "alaguerre:12.1.3-a")
@pytest.mark.parametrize(("rear", "why"), [(4000, None), (3900, "2.11-b great_apart")])
def test_a_great_unit_deploys_in_one_piece_among_others(rear: int, why: str | None) -> None:
    great = {**D, "great": "T"}
    s = state(red("A", None, **great), red("B", None, **great), red("X", None, **D), blue("Z", [40000, 38000]))
    placed = {"A": put(10000, 5000), "B": put(10000, rear), "X": put(12500, 5000)}
    assert said(deployment.refuse_deploy(s, SETUP, "red", Deploy("d", placed))) == why


@pytest.mark.rule("alaguerre:12.3-a")
def test_how_many_rows_deep_a_side_deploys_is_told_with_the_refusal() -> None:
    """Of a table three rows deep the first alone, be it as wide as it likes."""
    s = state(
        *(red("A", None, **D), red("K", None, *GUNS, division=None)),
        blue("Z", [40000, 19000]),
        generals=[away("C", division="d")],
        table=table(46667, 20000),
    )
    outside = {"A": put(10000, 5000), "K": put(30000, 6900)}
    behind: Plain = {"C": [9000, 7000]}
    for answer in (Deploy("d", outside), Deploy("d", {**outside, "K": put(30000, 6000)}, behind)):
        refusal = deployment.refuse_deploy(s, SETUP, "red", answer)
        assert refusal is not None
        assert (refusal.rule, refusal.reason, refusal.data["rows"]) == ("12.3-a", "outside_area", 1)


@pytest.mark.rule("alaguerre:5.3-a", "alaguerre:12.3-a")
def test_a_base_may_stand_at_the_very_edge() -> None:
    s = state(red("A", None), blue("Z", [40000, 38000]))
    for at, why in (([1000, 1000], None), ([999, 1000], "12.3-a off_table"), ([1000, 999], "12.3-a off_table")):
        there = deployment.stood(s, s.bases["A"], Placed(at))
        assert said(deployment.refuse_place(s, there, [])) == why


@pytest.mark.rule("alaguerre:12.1.3-a", "alaguerre:12.1.2-b")
@pytest.mark.parametrize(
    ("edges", "facings"),
    [(("south", "north"), (0, 18000)), (("west", "east"), (9000, 27000)), (("east", "west"), (27000, 9000))],
)
def test_who_deploys_faces_inward_unless_it_is_said_otherwise(edges: tuple[str, str], facings: tuple[int, int]) -> None:
    s = state(red("A", None), blue("B", None), edges=dict(zip(("red", "blue"), edges, strict=True)))
    found = [deployment.stood(s, s.bases[id], put(20000, 20000)).facing for id in "AB"]
    assert found == list(facings)
    assert deployment.stood(s, s.bases["A"], put(20000, 20000, facing=123)).facing == 123


@pytest.mark.rule("alaguerre:2.7.5-b")
def test_who_has_fallen_does_not_deploy() -> None:
    people = [general("C", [1000, 1000], division="c"), away("D", division="d"), away("E", division="e")]
    s = state(red("A", None, **D), generals=people)
    assert [one.id for one in deployment.staff_to_deploy(s, "red", "d")] == ["D"]
    s.lead(s.generals["D"], state="dead")
    assert deployment.staff_to_deploy(s, "red", "d") == []


def led(*troops: Plain, edges: dict[str, str] | None = None, others: tuple[Plain, ...] = ()) -> State:
    """Red's general H leads the division d, and has still to be put on the table."""
    people = [general("C", [44000, 20000], division="c"), away("H", **D), *others]
    return state(*troops, generals=people, edges=edges or {"red": "south", "blue": "north"})


A = red("A", [20000, 5000], **D)


@pytest.mark.rule("alaguerre:2.7.5-a")
@pytest.mark.parametrize(
    ("s", "at"),
    [
        (led(A), (19000, 5500)),
        (led(red("A", [20000, 5000], **D, facing=18000), edges=NORTH), (19000, 4500)),
        (led(red("A", [20000, 9000], **D), red("B", [20000, 6000], **D)), (19000, 6500)),
        (led(red("A", [20000, 9000], facing=18000, **D), red("B", [20000, 6000], facing=18000, **D), edges=NORTH),
         (19000, 8500)),
        (led(A, red("B", [23000, 5000], **D), red("X", [40000, 5000], **E)), (20500, 5500)),
        (led(red("A", [20000, 5000], **E), red("B", [26000, 9000], **E)), (22000, 4000)),
        (led(red("A", [20000, 5000], facing=9000, **D)), (20500, 4000)),
        (led(red("A", [20000, 1000], **D)), (19000, 1500)),
        (led(red("A", [1000, 1000], **D)), (500, 1500)),
        (led(A, others=(general("O", [19000, 5500], division="o"),)), (20000, 5500)),
    ],
)  # fmt: skip
def test_a_general_without_a_place_takes_the_first_free_square_near_his_troops(s: State, at: tuple[int, int]) -> None:
    """A square of 1um, counted from the rear of those he leads, of all where he leads nobody who is there."""
    deployment.put_general(s, s.generals["H"], None)
    assert s.generals["H"].at == at
    assert s.generals["H"].pose == (at[0], at[1] + 500, 0, 1000, 1000)
