"""Chapter 9.2: winners who go on: penetration, zones of control, horse under control or not."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.alaguerre.rules import momentum
from quadrilatero.games.alaguerre.rules.formations import unit_of
from tests.games.alaguerre.battle import Plain, area, base_of, blue, events, line, play, red, refused, rolls, state

CAV = ("Cav", "1/-/2 a")
WON = [6, 1]
"""The dice of a round that the first throws away his enemy with."""


def match(*others: Plain, dice: list[int], mine: tuple[str, str] = CAV, **more: Any) -> q.Match:
    """A red unit A in its first round against B, who will be gone after it; flanks are open to enemies far off."""
    return play(
        red("A", [20000, 20000], *mine, fight={"charged": True, "began": "red"}, **more),
        red("far1", [1000, 2000], "LC", "0/-/0 -"),
        red("far2", [45000, 2000], "LC", "0/-/0 -"),
        blue("B", [20000, 20000], "Hv", "0/-/-2 -", losses=3),
        *others,
        blue("far3", [1000, 38000], "LC", "0/-/0 -"),
        blue("far4", [45000, 38000], "LC", "0/-/0 -"),
        phase="melee",
        dice=[*WON, *dice],
    )


def ways(found: q.Match, id: str) -> list[tuple[str, int]]:
    """The moves of a base: why, and how far."""
    return [(one.data["why"], one.data["distance"]) for one in events(found, "moved") if one.data["unit"] == id]


@pytest.mark.rule("alaguerre:9.2.1-a")
def test_foot_that_wins_its_first_round_goes_on_by_one_um() -> None:
    found = match(dice=[], mine=("Pk", "1/0/2 a"))
    assert ways(found, "A") == [("penetration", 1000)]
    tired = match(dice=[], mine=("Pk", "1/0/2 a"), state="disordered")
    assert ways(tired, "A") == [], "only who is in order"


@pytest.mark.rule("alaguerre:9.2.2-a", "alaguerre:9.2.2-b")
def test_horse_under_control_goes_where_it_likes() -> None:
    """D29: cuirassiers pass with a 4, and may make a whole move."""
    found = match(dice=[4], notes=["cuirassiers"])
    (test,) = rolls(found, "morale")
    assert (test.data["row"], test.modifiers, test.data["total"]) == ("charge", [("10.2.2-m18", -1)], 4)
    assert found.ask is not None
    assert found.ask.what == "control"
    far = {"do": "move", "unit": "A", "path": [{"go": "advance", "by": 3001}]}
    assert refused(found, "red", far) == "5.2-a"
    found.answer("red", {"do": "move", "unit": "A", "path": [{"go": "advance", "by": 3000}]})
    assert base_of(found, "A")["at"][1] == 24000
    stays = match(dice=[4])
    stays.answer("red", {"do": "stay"})
    assert base_of(stays, "A")["at"][1] == 21000


@pytest.mark.rule("alaguerre:9.2.2-d", "alaguerre:10.2.2-m19")
def test_horse_out_of_control_goes_straight_on() -> None:
    """D29: light horse fails with a 4, is disordered and goes its move less the um of penetration."""
    found = match(dice=[4], mine=("LC", "1/-/2 -"))
    assert rolls(found, "morale")[0].data["result"] == "stands"
    assert ways(found, "A") == [("penetration", 1000), ("control", 4000)]
    assert base_of(found, "A")["state"] == "disordered"


@pytest.mark.rule("alaguerre:9.2.2-d", "alaguerre:10.2-f")
def test_horse_out_of_control_may_ride_off_the_table() -> None:
    """Neither shaken nor routed, it does not come back, but costs its army nothing; without a test one stops."""
    foe = blue("B", [20000, 37000], "Hv", "0/-/-2 -", losses=3)
    others = [blue("far3", [1000, 30000], "LC", "0/-/0 -"), red("far1", [1000, 2000], "LC", "0/-/0 -")]
    fighting = {"charged": True, "began": "red"}
    rider = red("A", [20000, 37000], "LC", "1/-/2 -", fight=fighting)
    terms: dict[str, Any] = {"phase": "melee", "cohesion": {"red": 9, "blue": 9}}
    found = play(rider, foe, *others, dice=[*WON, 4], **terms)
    assert ways(found, "A") == [("penetration", 1000), ("control", 4000)]
    assert [(one["id"], one["why"]) for one in found.state()["eliminated"]][-1:] == [("A", "steady_off")]
    assert found.state()["cohesion"]["red"] == 9
    assert not [one for one in found.state()["divisions"].values() if one["tests"] and one["side"] == "red"]
    state = play(red("A", [20000, 40200], "Pk", "1/0/2 a"), *others, phase="melee").standing()[1]
    assert momentum.to_the_edge(state, unit_of(state, state.bases["A"]), 1000) == 300


@pytest.mark.rule("alaguerre:9.2.2-d", "alaguerre:9.2.2-c", "alaguerre:9.2.1-c")
def test_horse_out_of_control_charges_whom_it_can() -> None:
    """The new target tests, nobody shoots, and the mêlée is fought at once."""
    other = blue("C", [20000, 23000], "Ln", "1/1/1 -")
    found = match(other, dice=[1, 4, 3, 3])
    assert [(one.data["unit"], one.data["row"]) for one in rolls(found, "morale")][:2] == [
        ("A", "charge"),
        ("C", "charged"),
    ]
    assert rolls(found, "fire") == []
    assert [one.data["unit"] for one in events(found, "contact")] == ["A"]
    assert len(rolls(found, "melee")) == 4, "two rounds, each read both ways"
    assert base_of(found, "A")["state"] != "ordered"


@pytest.mark.rule("alaguerre:9.2.2-b", "alaguerre:9.2.2-c")
def test_a_charge_with_the_control_move_needs_no_test() -> None:
    found = match(blue("C", [20000, 23500], "Ln", "1/1/1 -"), dice=[5, 4, 3, 3])
    assert found.ask is not None
    assert found.ask.what == "control"
    assert {"do": "charge", "target": "C"} in found.options("red")
    assert refused(found, "red", {"do": "charge", "target": "far3"}) == "9.2.2-b"
    found.answer("red", {"do": "charge", "target": "C"})
    assert [one.data["unit"] for one in rolls(found, "morale")][:2] == ["A", "C"]
    assert len(events(found, "contact")) == 1


@pytest.mark.rule("alaguerre:9.2.1-b")
def test_who_has_the_zone_that_a_winner_enters_tests_and_may_counter_charge() -> None:
    """C's zone begins at 20.9; A comes to 21. A stands, or comes on and fights at once."""
    other = blue("C", [20000, 21900], *CAV)
    stands = match(other, dice=[4], mine=("Pk", "1/0/2 a"))
    assert stands.ask is not None
    assert (stands.ask.what, stands.ask.who) == ("react", ("blue",))
    stands.answer("blue", {"do": "stand"})
    assert [(one.data["unit"], one.data["row"]) for one in rolls(stands, "morale")] == [("C", "charged")]
    assert events(stands, "contact") == []
    counters = match(other, dice=[5, 3, 3], mine=("Pk", "1/0/2 a"))
    counters.answer("blue", {"do": "counter"})
    assert ways(counters, "C")[0] == ("counter", 900)
    assert len(rolls(counters, "melee")) == 4


@pytest.mark.rule("alaguerre:9.1.1-c")
def test_who_follows_up_into_another_zone_is_met() -> None:
    """B takes a loss and recoils; A follows by half a um into the zone of C, who comes on and fights at once."""
    found = play(
        red("A", [20000, 20000], brigade="a", fight={"rounds": 1, "began": "red"}),
        red("A2", [22000, 20000], brigade="a"),
        red("far1", [1000, 2000], "LC", "0/-/0 -"),
        red("far2", [45000, 2000], "LC", "0/-/0 -"),
        blue("B", [20000, 20000], "Hv", "0/-/-2 -", fight={"rounds": 1, "began": "red"}),
        blue("C", [22100, 21400], *CAV),
        blue("far3", [1000, 38000], "LC", "0/-/0 -"),
        blue("far4", [45000, 38000], "LC", "0/-/0 -"),
        phase="melee",
        dice=[*WON, 5, 3, 3],
    )
    assert found.ask is not None
    assert (found.ask.what, found.ask.data["unit"]) == ("react", "C")
    found.answer("blue", {"do": "counter"})
    assert ("counter", 900) in ways(found, "C")
    assert base_of(found, "A")["fight"]["rounds"] >= 2, "no new first round"


@pytest.mark.rule("alaguerre:5.6.2-b")
def test_nobody_shoots_at_who_follows_up() -> None:
    """As above, but C are reiters with their pistols, who in a charge would shoot at contact."""
    found = play(
        red("A", [20000, 20000], brigade="a", fight={"rounds": 1, "began": "red"}),
        red("A2", [22000, 20000], brigade="a"),
        red("far1", [1000, 2000], "LC", "0/-/0 -"),
        red("far2", [45000, 2000], "LC", "0/-/0 -"),
        blue("B", [20000, 20000], "Hv", "0/-/-2 -", fight={"rounds": 1, "began": "red"}),
        blue("C", [22100, 21400], "Rei", "1/1/1 a"),
        blue("far3", [1000, 38000], "LC", "0/-/0 -"),
        blue("far4", [45000, 38000], "LC", "0/-/0 -"),
        phase="melee",
        dice=[*WON, 5, 3, 3],
    )
    assert ("advance", 500) in ways(found, "A")
    found.answer("blue", {"do": "counter"})
    assert len(events(found, "contact")) == 1
    assert len(rolls(found, "melee")) == 4, "the new mêlée is fought at once"
    assert rolls(found, "fire") == []


@pytest.mark.rule("alaguerre:6.3.1-a")
@pytest.mark.parametrize(("die", "does"), [(1, "rush"), (5, "control")])
def test_nobody_shoots_in_a_charge_that_comes_of_a_won_melee(die: int, does: str) -> None:
    """Reiters charge line infantry out of control, or with the control move: both could shoot in a charge by order."""
    other = blue("C", [20000, 23000], "Ln", "1/1/1 -", first_fire=False)
    found = match(other, dice=[die, 5, 3, 3], mine=("Rei", "1/1/1 a"))
    if does == "control":
        found.answer("red", {"do": "charge", "target": "C"})
    assert [(one.data["unit"], one.data["target"]) for one in events(found, "contact")] == [("A", "C")]
    assert len(rolls(found, "melee")) == 4
    assert rolls(found, "fire") == []
    assert (base_of(found, "A")["fired"], base_of(found, "C")["fired"]) == (False, False)


def test_a_control_move_is_drawn_by_hand_like_any_other() -> None:
    found = match(dice=[4], notes=["cuirassiers"])
    assert found.ask is not None
    assert found.ask.what == "control"
    told = q.snap(found, "red", {"unit": "A", "at": [20000, 23000], "facing": 0, "control": True})
    assert told["answer"] == {"do": "move", "unit": "A", "path": [{"go": "advance", "by": 2000}]}
    far = {"look": "way", "unit": "A", "path": [{"go": "advance", "by": 9000}], "control": True}
    ghost = q.inspect(found, "red", far)
    assert (ghost["refusal"]["rule"], ghost["pose"][:2], ghost["left"]) == ("5.2-a", [20000, 24000], 0)
    assert q.reach(found, "red", {"unit": "A", "control": True})["regions"]
    found.answer("red", ghost["answer"])
    assert base_of(found, "A")["at"] == [20000, 24000]


@pytest.mark.rule("alaguerre:9.2.1-a", "alaguerre:5.5-c")
@pytest.mark.parametrize(("y", "within"), [(19500, "F"), (20500, "F"), (22000, None)])
def test_who_goes_on_out_of_a_farm_is_in_it_no_more(y: int, within: str | None) -> None:
    """The farm ends at 21um and a base is 1um deep: what would reach him there would pass through him outside."""
    farm = area("F", "farm", 15, 15, 25, 20, vdf=1)
    s = state(red("A", [20000, y - 1000], inside="F"), blue("B", [20000, 30000]), terrain=(farm,))
    left = momentum.go_straight(s, unit_of(s, s.bases["A"]), 1000, "penetration", "9.2.1-a")
    assert (left.pose[1], left.bases[0].inside) == (y, within)


@pytest.mark.rule("alaguerre:9.2.1-a", "alaguerre:5.5-c")
def test_who_goes_on_from_a_wall_lines_it_no_more() -> None:
    wall = line("W", "wall", (15, 20), (25, 20), vdf=1)
    lined: Plain = {"occupies": {"piece": "W", "sides": [0]}}
    s = state(red("A", [20000, 20000], **lined), blue("B", [20000, 30000]), terrain=(wall,))
    kept = momentum.go_straight(s, unit_of(s, s.bases["A"]), 10, "penetration", "9.2.1-a")
    assert kept.bases[0].occupies is not None
    gone = momentum.go_straight(s, kept, 1500, "penetration", "9.2.1-a")
    assert gone.bases[0].occupies is None
