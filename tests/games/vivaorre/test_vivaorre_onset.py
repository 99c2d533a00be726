"""Chapter 7, the moves of charges and evasions: their ways, what they cost, and what is told of them."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.vivaorre.records import Declared, Wheeled
from quadrilatero.games.vivaorre.rules import charge_moves
from quadrilatero.games.vivaorre.rules.charge_moves import Way
from quadrilatero.games.vivaorre.state import State
from quadrilatero.table import arc_length
from tests.games.vivaorre.battle import area, blue, events, play, red, rolls, state, unit_of

Plain = dict[str, Any]
HERE = [30000, 10000]
UNARMED = {"class": "c-/-c", "weapon": "none"}
SKIRMISH = {"notes": ["skirmish"], "formation": "skirmish", **UNARMED}
IDLE = red("idle", [2000, 2000], **UNARMED)


def charged(*units: Plain, charges: tuple[tuple[str, str], ...] = (("A", "D"),), **more: Any) -> q.Match:
    """All has been declared; whoever may react stands."""
    said = [{"unit": unit, "target": target} for unit, target in charges]
    match = play(*units, IDLE, phase="charges", seat="blue", charges=said, **more)
    while match.ask is not None and match.ask.what in ("charge", "react"):
        match.answer(match.ask.who[0], {"do": "done" if match.ask.what == "charge" else "stand"})
    return match


def told(match: q.Match, kind: str, *keys: str) -> list[tuple[Any, ...]]:
    return [tuple(event.data[key] for key in keys) for event in events(match, kind)]


# -- ways -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:8-h", "vivaorre:7-g")
def test_columns_pay_for_the_arc_of_their_wheel_and_lines_do_not() -> None:
    s = state(red("A", HERE), red("B", [40000, 10000], formation="assault"), blue("D", [30000, 20000]))
    assert Way("right", 3000, 1000).cost(s.units["A"]) == 1000
    assert Way("right", 3000, 1000).cost(s.units["B"]) == 1000 + arc_length(1500, 3000)
    assert Way(None, 0, 1000).cost(s.units["B"]) == 1000


@pytest.mark.rule("vivaorre:7-c", "vivaorre:7-g")
def test_a_way_is_no_longer_than_it_may_be_and_begins_with_the_wheel_that_was_said() -> None:
    s = state(red("A", HERE), blue("D", [30000, 13000]))
    one, other = s.units["A"], s.units["D"]
    assert charge_moves.way_to(s, one, other, 3000) == Way(None, 0, 3000)
    assert charge_moves.way_to(s, one, other, 2999) is None
    wheeled = charge_moves.way_to(s, one, other, 9000, Wheeled("left", 500))
    assert wheeled is not None
    assert (wheeled.side, wheeled.angle) == ("left", 500)
    far = state(red("A", HERE), blue("D", [30000, 20000]))
    assert charge_moves.way_to(far, far.units["A"], far.units["D"], 90000) is not None
    past = charge_moves.way_to(far, far.units["A"], far.units["D"], 90000, Wheeled("left", 4500))
    assert past is None, "that leads past it"
    away = state(red("A", HERE, facing=18000), blue("D", [30000, 13000]))
    assert charge_moves.way_to(away, away.units["A"], away.units["D"], 90000) is None


@pytest.mark.rule("vivaorre:7-c")
@pytest.mark.parametrize(("x", "side"), [(36000, "right"), (24000, "left")])
def test_the_smallest_wheel_just_touches(x: int, side: str) -> None:
    s = state(red("A", HERE), blue("D", [x, 15000], figures=4))
    one, other = s.units["A"], s.units["D"]
    found = charge_moves.way_to(s, one, other, 20000)
    assert found is not None
    assert found.side == side
    assert 0 < found.angle < 4500
    less = charge_moves.way_to(s, one, other, 20000, Wheeled(side, found.angle - 1))
    assert less is None
    same = charge_moves.way_to(s, one, other, 20000, Wheeled(side, found.angle))
    assert same == found


@pytest.mark.rule("vivaorre:7-c")
@pytest.mark.parametrize(("facing", "ahead"), [(0, (0, 1)), (9000, (1, 0)), (18000, (0, -1)), (27000, (-1, 0))])
@pytest.mark.parametrize(("aside", "side"), [(6000, "right"), (-6000, "left")])
def test_a_charge_wheels_to_the_side_on_which_its_target_is(
    facing: int, ahead: tuple[int, int], aside: int, side: str
) -> None:
    x, y = ahead
    place = [30000 + 5000 * x + aside * y, 20000 + 5000 * y - aside * x]
    s = state(
        red("A", [30000, 20000], facing=facing), blue("D", place, figures=4, start=8, facing=(facing + 18000) % 36000)
    )
    found = charge_moves.way_to(s, s.units["A"], s.units["D"], 20000)
    assert found is not None
    assert found.side == side
    assert 0 < found.angle < 4500


@pytest.mark.rule("vivaorre:7-c")
@pytest.mark.parametrize(("x", "angle"), [(43609, 4500), (43612, None)])
def test_no_charge_wheels_more_than_45_degrees(x: int, angle: int | None) -> None:
    s = state(red("A", HERE), blue("D", [x, 20000]))
    found = charge_moves.way_to(s, s.units["A"], s.units["D"], 90000)
    assert (None if found is None else found.angle) == angle


@pytest.mark.rule("vivaorre:7-a", "vivaorre:7-h")
def test_how_far_charges_are_declared() -> None:
    s = state(red("A", HERE), blue("D", [30000, 13000], arm="cavalry"), blue("E", [40000, 13000]))
    one, other = s.units["A"], s.units["D"]
    assert (charge_moves.farthest(s, one, other), charge_moves.farthest(s, other, one)) == (6000, 18000)
    s.charges = (Declared("D", "A", None),)
    assert charge_moves.is_counter(s, one, other)
    assert not charge_moves.is_counter(s, one, s.units["E"])
    assert charge_moves.farthest(s, one, other) == 2 * (72000 + 48000)
    assert charge_moves.farthest(s, one, s.units["E"]) == 6000
    assert charge_moves.declared_by(s, "D") == s.charges[0]
    assert charge_moves.declared_by(s, "A") is None
    assert not charge_moves.is_mutual(s, s.charges[0])
    s.charges = (Declared("D", "A", None), Declared("A", "E", None))
    assert not charge_moves.is_mutual(s, s.charges[0]), "it charges somebody else"
    assert not charge_moves.is_counter(s, other, one), "who is charged by nobody answers nobody"
    s.charges = (Declared("D", "A", None), Declared("A", "D", None))
    assert charge_moves.is_mutual(s, s.charges[0])


# -- what is told -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:7-g", "vivaorre:7-b")
def test_a_charge_that_gets_home_is_told_whole() -> None:
    match = charged(red("A", HERE, berserk=True, **UNARMED), blue("D", [30000, 12500], **UNARMED))
    (moved,) = events(match, "moved")
    assert (moved.rule, moved.data["unit"], moved.data["why"], moved.data["distance"]) == ("7-g", "A", "charge", 2500)
    assert moved.data["from"] == {"at": HERE, "facing": 0, "formation": "line"}
    assert moved.data["to"] == {"at": [30000, 12500], "facing": 0, "formation": "line"}
    (contact,) = events(match, "contact")
    assert contact.rule == "7-g"
    found = {key: contact.data[key] for key in ("unit", "target", "why", "reach", "distance", "contact", "side")}
    assert found == {
        "unit": "A",
        "target": "D",
        "why": "home",
        "reach": 3000,
        "distance": 2500,
        "contact": True,
        "side": "front",
    }
    after = unit_of(match, "A")
    assert (after["charged"], after["moved"], after["berserk"]) == ("D", True, False)


@pytest.mark.rule("vivaorre:7-g", "vivaorre:8-ac")
def test_a_charge_that_falls_short_is_told_whole() -> None:
    match = charged(red("A", HERE, **UNARMED), blue("D", [30000, 13001], **UNARMED))
    (contact,) = events(match, "contact")
    assert (contact.data["why"], contact.data["contact"], contact.data["side"]) == ("short", False, None)
    assert (contact.data["target"], contact.data["distance"]) == ("D", 3001)
    assert told(match, "disordered", "unit", "why") == [("A", "charge")]
    assert unit_of(match, "A")["charged"] == "D"


@pytest.mark.rule("vivaorre:7-g")
def test_who_is_met_on_the_way_is_charged_instead() -> None:
    units = red("A", HERE, **UNARMED), blue("D", [32000, 12800], **UNARMED), blue("E", [28800, 12000], **UNARMED)
    match = charged(*units)
    assert unit_of(match, "A")["charged"] == "E"
    assert told(match, "contact", "target", "contact") == [("E", True)]


@pytest.mark.rule("vivaorre:7-l", "vivaorre:8-d", "vivaorre:8-ac")
def test_an_evasion_is_told_whole() -> None:
    match = charged(red("A", HERE, **UNARMED), blue("D", [31000, 12000], **SKIRMISH))
    evasion = events(match, "moved")[0]
    assert (evasion.rule, evasion.data["unit"], evasion.data["why"]) == ("7-l", "D", "evade")
    assert evasion.data["distance"] == 6000
    assert evasion.data["from"] == {"at": [31000, 12000], "facing": 18000, "formation": "skirmish"}
    facing = evasion.data["to"]["facing"]
    assert 2200 < facing < 2500, "away from the front of the charger: 1000 to 2312"
    assert unit_of(match, "D")["moved"] is True
    assert told(match, "disordered", "unit", "why") == [("D", "evade"), ("A", "charge")]


@pytest.mark.rule("vivaorre:7-n", "vivaorre:11-a")
def test_evaders_who_are_caught_are_struck_and_told_so() -> None:
    units = red("A", HERE, arm="cavalry", **UNARMED), blue("D", [30000, 11000], **SKIRMISH)
    match = charged(*units, dice=[5, 5, 1, 1, 1, 1, 6])
    assert told(match, "contact", "target", "contact") == [("D", True)]
    (blows,) = rolls(match, "melee")
    assert (blows.data["caught"], blows.data["hits"]) == (True, 2)
    assert told(match, "losses", "unit", "why", "removed") == [("D", "melee", 1)]
    assert events(match, "state")[0].rule == "7-n"
    assert match.ask is not None
    assert (match.ask.what, match.ask.data["unit"]) == ("pursue", "A")


@pytest.mark.rule("vivaorre:7-n")
def test_evaders_who_are_caught_and_not_hit_rout_all_the_same() -> None:
    units = red("A", HERE, arm="cavalry", **UNARMED), blue("D", [30000, 11000], **SKIRMISH)
    match = charged(*units, dice=[1, 1, 1, 1, 1, 1, 6])
    assert told(match, "losses", "unit") == []
    assert told(match, "state", "unit", "state")[0] == ("D", "routed")


# -- both charge ------------------------------------------------------------------------------------------------------


BOTH = (("A", "D"), ("D", "A"))


@pytest.mark.rule("vivaorre:7-h")
@pytest.mark.parametrize(
    ("gap", "met", "ends"),
    [
        (4000, True, (12000, 12000)),
        (6000, True, (13000, 13000)),
        (6001, False, (11500, 14501)),
        (9000, False, (11500, 17500)),
    ],
)
def test_two_who_charge_each_other_share_the_way_or_go_half_of_theirs(
    gap: int, met: bool, ends: tuple[int, int]
) -> None:
    match = charged(red("A", HERE, **UNARMED), blue("D", [30000, 10000 + gap], **UNARMED), charges=BOTH)
    assert (unit_of(match, "A")["at"][1], unit_of(match, "D")["at"][1]) == ends
    assert told(match, "contact", "unit", "target", "contact", "distance") == [
        ("A", "D", met, gap),
        ("D", "A", met, gap),
    ]
    assert [event.rule for event in events(match, "contact")] == ["7-h", "7-h"]
    assert told(match, "disordered", "unit", "why") == ([] if met else [("A", "charge"), ("D", "charge")])
    assert (unit_of(match, "A")["charged"], unit_of(match, "D")["charged"]) == ("D", "A")


@pytest.mark.rule("vivaorre:7-h", "vivaorre:8-e")
def test_the_quicker_of_two_goes_the_longer_way() -> None:
    units = red("A", HERE, **UNARMED), blue("D", [30000, 20000], arm="cavalry", **UNARMED)
    match = charged(*units, charges=BOTH)
    assert (unit_of(match, "A")["at"][1], unit_of(match, "D")["at"][1]) == (12500, 12500), "3 to 9 of 10 inches"


@pytest.mark.rule("vivaorre:7-b", "vivaorre:7-g")
def test_the_shorter_way_is_gone_first() -> None:
    units = red("A", HERE, **UNARMED), red("B", [33200, 9000], **UNARMED), blue("D", [31600, 11500], **UNARMED)
    match = charged(*units, charges=(("B", "D"), ("A", "D")))
    assert [unit for (unit,) in told(match, "contact", "unit")] == ["A", "B"]


# -- evaders ----------------------------------------------------------------------------------------------------------


def flight(*others: Plain, at: list[int] = HERE, bearing: int = 0, by: int = 6000, **more: Any) -> int:
    terrain = more.pop("terrain", ())
    s: State = state(blue("D", at, facing=bearing, **{**SKIRMISH, **more}), *others, red("Z", [70000, 1000], figures=1),
                     terrain=terrain)  # fmt: skip
    unit = s.units["D"]
    return charge_moves.free_flight(s, unit, unit.pose, bearing, by)


@pytest.mark.rule("vivaorre:7-l", "vivaorre:8-q", "vivaorre:12-n")
def test_how_far_evaders_get() -> None:
    assert flight() == 6000
    assert flight(blue("F", [30000, 13000])) == 6000, "through friends"
    assert flight(blue("F", [30000, 15800])) < 6000, "but not onto them"
    assert flight(red("E", [30000, 13000])) in range(2364, 2386), "enemies stop them"
    assert flight(at=[30000, 45000]) in range(2950, 3001), "the edge does too"
    assert flight(terrain=(area("c", "impassable", 20, 14, 40, 16),)) in range(4000, 4011)
    riders: Plain = {"arm": "cavalry", "notes": ["skirmish"], "formation": "skirmish"}
    found = flight(blue("F", [30000, 15000], facing=0), by=12000, **riders)
    assert found in range(4364, 4386), "horse passes through nobody"


@pytest.mark.rule("vivaorre:7-l")
def test_evaders_without_room_to_turn_stay() -> None:
    s = state(blue("D", HERE, **SKIRMISH), red("E", [29700, 8000], figures=1, start=1))
    unit = s.units["D"]
    turned = (*unit.pose[:2], 9000, *unit.pose[3:])
    assert charge_moves.free_flight(s, unit, turned, 9000, 0) == -1


# -- where charges then go --------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:7-c", "vivaorre:7-n")
def test_a_charge_goes_to_where_its_target_stands_now_unless_it_evades_or_the_wheel_was_said() -> None:
    s = state(red("A", HERE, **UNARMED), blue("D", [30000, 13000], **UNARMED))
    before, here = Way("left", 500, 4000), Way(None, 0, 3000)
    plain, said = Declared("A", "D", None), Declared("A", "D", Wheeled("left", 500))
    assert charge_moves.aim(s, plain, before) == here
    assert charge_moves.aim(s, plain, None) == here
    assert charge_moves.aim(s, said, before) == before
    s.reactions = {"D": "evade"}
    assert charge_moves.aim(s, plain, before) == before
    s.reactions = {}
    s.change(s.units["D"], at=(30000, 5000))
    assert charge_moves.aim(s, plain, before) == before, "it has gone out of the sector"
    assert charge_moves.aim(s, plain, None) == Way(None, 0, 0)


@pytest.mark.rule("vivaorre:7-b", "vivaorre:7-h")
def test_who_has_met_his_charger_has_charged_and_others_still_do() -> None:
    units = (
        red("A", HERE, **UNARMED),
        blue("D", [30000, 11000], **UNARMED),
        red("B", [50000, 10000], **UNARMED),
        blue("E", [50000, 12900], **UNARMED),
    )
    match = charged(*units, charges=(*BOTH, ("B", "E")))
    assert told(match, "contact", "unit", "target") == [("A", "D"), ("D", "A"), ("B", "E")]


@pytest.mark.rule("vivaorre:7-g")
@pytest.mark.parametrize(
    ("facing", "side"), [(18000, "front"), (0, "rear"), (9000, "right"), (27000, "left")]
)  # fmt: skip
def test_a_charge_strikes_the_side_it_comes_to(facing: int, side: str) -> None:
    at = {18000: [30000, 12000], 0: [30000, 12625], 9000: [31500, 13500], 27000: [28500, 13500]}[facing]
    match = charged(red("A", HERE, **UNARMED), blue("D", at, facing=facing, **UNARMED))
    assert told(match, "contact", "contact", "side") == [(True, side)]


@pytest.mark.rule("vivaorre:7-n")
def test_two_who_catch_an_evader_strike_while_there_is_one() -> None:
    units = (
        red("A", HERE, arm="cavalry", figures=4, start=8, **UNARMED),
        red("B", [32100, 11700], facing=27000, figures=4, start=8, formation="march", **UNARMED),
        blue("D", [30000, 11000], figures=2, start=8, **SKIRMISH),
    )
    wall = (area("c", "impassable", 20, 12, 32, 14),)
    match = charged(*units, charges=(("A", "D"), ("B", "D")), terrain=wall, dice=[6] * 4)
    assert told(match, "contact", "unit", "target", "contact") == [("A", "D", True), ("B", "D", True)]
    assert [blows.data["unit"] for blows in rolls(match, "melee")] == ["A"]
    assert told(match, "eliminated", "unit") == [("D",)]


@pytest.mark.rule("vivaorre:7-g")
def test_at_a_corner_the_side_counts_that_looks_at_where_the_charger_began() -> None:
    flank = state(red("A", [30000, 12000]), blue("D", [31500, 13500], facing=9000))
    met = flank.units["D"], flank.units["A"]
    assert charge_moves.struck_side(*met, (40000, 13500, 0, 3000, 625)) == "right", "whatever lies before its front"
    corner = state(red("A", [30000, 12000]), blue("D", [33000, 12000]))
    met = corner.units["D"], corner.units["A"]
    assert charge_moves.struck_side(*met, (33000, 5000, 0, 3000, 625)) == "front"
    assert charge_moves.struck_side(*met, (20000, 12300, 0, 3000, 625)) == "right"
    apart = state(red("A", [30000, 10000]), blue("D", [33000, 12000]))
    assert charge_moves.struck_side(apart.units["D"], apart.units["A"], (33000, 20000, 0, 3000, 625)) == "rear"


@pytest.mark.rule("vivaorre:7-h", "vivaorre:7-c")
@pytest.mark.parametrize("said", [None, {"side": "right", "angle": 3500}])
def test_two_who_charge_each_other_wheel_first_as_they_have_said(said: Plain | None) -> None:
    answer: Plain = {"unit": "D", "target": "A"} | ({} if said is None else {"wheel": said})
    match = play(
        red("A", [30000, 20000], **UNARMED),
        blue("D", [34000, 24000], **UNARMED),
        IDLE,
        phase="charges",
        seat="blue",
        charges=[{"unit": "A", "target": "D"}, answer],
    )
    match.answer("blue", {"do": "done"})
    turned = unit_of(match, "D")["facing"] - 18000
    assert turned == 3500 if said else 0 < turned < 3500


@pytest.mark.rule("vivaorre:7-l")
def test_an_evader_without_room_to_turn_keeps_its_place_and_facing() -> None:
    walls = (area("e", "impassable", 32, 5, 34, 14),)
    foe = red("A", [24000, 10000], facing=9000, **UNARMED)
    s = state(foe, blue("D", [30000, 10100], figures=4, **SKIRMISH), blue("F", [30000, 9000]), terrain=walls)
    s.charges = (Declared("A", "D", None),)
    list(charge_moves.evade(s, s.units["D"]))
    assert (s.units["D"].at, s.units["D"].facing) == ((30000, 10100), 18000)
    assert s.units["D"].moved
    assert [event.data["distance"] for event in s.sink if event.kind == "moved"] == [0]


@pytest.mark.rule("vivaorre:7-l")
def test_an_evader_runs_from_its_own_charger() -> None:
    units = red("B", [10000, 12000], **UNARMED), red("A", HERE, **UNARMED)
    s = state(*units, blue("E", [10000, 14000]), blue("D", [30000, 12000], **SKIRMISH))
    s.charges = (Declared("B", "E", None), Declared("A", "D", None))
    list(charge_moves.evade(s, s.units["D"]))
    assert s.units["D"].facing == 0


@pytest.mark.rule("vivaorre:11-c", "vivaorre:7-g")
def test_a_charge_takes_the_general_whom_it_finds_alone() -> None:
    general = {"id": "G", "side": "blue", "rank": "cic", "at": [30000, 11500]}
    match = charged(red("A", HERE, **UNARMED), blue("D", [30000, 12500], **UNARMED), generals=[general])
    assert [one["state"] for one in match.view(None)["generals"] if one["id"] == "G"] == ["captured"]
