"""Chapter 7: going to short range; and 11.5, the search for a ford."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.alaguerre.rules import shots
from quadrilatero.games.alaguerre.rules.attack_ways import charged_on
from quadrilatero.games.alaguerre.rules.formations import unit_of
from tests.games.alaguerre.battle import Plain, base_of, blue, events, line, play, red, refused, rolls

LN = ("Ln", "1/1/1 -")
REI = ("Rei", "1/1/1 a")
CAV = ("Cav", "1/-/2 a")


def match(*bases: Plain, order: int = 5, dice: list[int] | None = None, **more: Any) -> q.Match:
    """A match at the moves of red's division a, one of whose bases stays behind; flanks are open to enemies far off."""
    mine = [{"division": "a", **base} if base["side"] == "red" else base for base in bases]
    strays = [
        red("far1", [1000, 2000], "LC", "0/-/0 -", division="a"),
        red("far2", [45000, 2000], "LC", "0/-/0 -", division="z"),
        blue("far3", [1000, 38000], "LC", "0/-/0 -"),
        blue("far4", [45000, 38000], "LC", "0/-/0 -"),
    ]
    return play(*mine, *strays, phase="manoeuvre", orders={"a": order}, dice=dice, **more)


def approach(unit: str, target: str, **more: Any) -> Plain:
    return {"do": "approach", "unit": unit, "target": target, **more}


@pytest.mark.rule("alaguerre:7-a", "alaguerre:7-b", "alaguerre:7.2-c")
def test_example_of_72_line_infantry_stops_exactly_at_short_range() -> None:
    """Middles at (20, 20) and (20, 23.6): 2.6um apart, within the move and the short range of muskets."""
    found = match(red("A", [20000, 20500], *LN), blue("B", [20000, 23100]), dice=[3, 4])
    found.answer("red", approach("A", "B"))
    first, second = [event.data["distance"] for event in events(found, "moved")]
    assert (first, second) == (1000, 600)
    assert base_of(found, "A")["at"] == [20000, 22100]
    (told,) = events(found, "engaged")
    assert (told.data["unit"], told.data["target"]) == ("A", "B")
    assert [base_of(found, id)["engaged"] for id in "AB"] == ["B", "A"]


@pytest.mark.rule("alaguerre:7.2.3-d")
@pytest.mark.parametrize(
    ("at", "dice", "late"),
    [(23100, [3, 3], True), (22400, [3, 5], True), (23100, [3, 5], False)],
)
def test_example_of_723_when_the_approached_answers_at_short_range(at: int, dice: list[int], late: bool) -> None:
    """E37: stands disordered; passed but already reached by the first um; passed in time."""
    found = match(red("A", [20000, 20500], *LN), blue("B", [20000, at], *LN), dice=dice)
    found.answer("red", approach("A", "B"))
    assert (base_of(found, "A")["late"], base_of(found, "B")["late"]) == (False, late)


@pytest.mark.rule("alaguerre:7.1-a", "alaguerre:7.1-b")
def test_who_may_go_to_short_range() -> None:
    target = blue("B", [20000, 22600])
    assert refused(match(red("A", [20000, 20000]), target), "red", approach("A", "B")) == "7.1-a"
    noted = red("A", [20000, 20000], notes=["short_range"])
    assert match(noted, target).refuse("red", approach("A", "B")) is None
    assert refused(match(red("A", [20000, 20000], *LN), target, order=4), "red", approach("A", "B")) == "7.1-b"
    shaken = red("A", [20000, 20000], *LN, state="shaken")
    assert refused(match(shaken, target), "red", approach("A", "B")) == "7.1-b"
    pistols = red("A", [20000, 20000], *REI)
    assert match(pistols, target).refuse("red", approach("A", "B")) is None
    none = match(pistols, target, options={"pistol_short": "none"})
    assert refused(none, "red", approach("A", "B")) == "7.1-a"


@pytest.mark.rule("alaguerre:7-b", "alaguerre:8.1.4-a", "alaguerre:8.2-t1")
@pytest.mark.parametrize(("at", "rule"), [(23000, None), (23001, "7-b"), (21000, "7-a")])
def test_within_the_move_and_the_short_range(at: int, rule: str | None) -> None:
    refusal = match(red("A", [20000, 20000], *LN), blue("B", [20000, at])).refuse("red", approach("A", "B"))
    assert (None if refusal is None else refusal.rule) == rule


@pytest.mark.rule("alaguerre:7.2-a", "alaguerre:7.2-e")
def test_an_approach_that_fails_stays_and_that_is_all() -> None:
    found = match(red("A", [20000, 20000], *LN, losses=2), blue("B", [20000, 22600]), dice=[1])
    found.answer("red", approach("A", "B"))
    base = base_of(found, "A")
    assert (base["at"], base["acted"], base["state"]) == ([20000, 20000], True, "ordered")
    (test,) = rolls(found, "morale")
    assert (test.data["row"], test.data["result"]) == ("charge", "stands_disordered")


@pytest.mark.rule("alaguerre:7.2-b")
def test_tests_of_approaches_know_no_modifiers_of_charges() -> None:
    found = match(red("A", [20000, 20000], *LN), blue("B", [20000, 22600]), dice=[4, 4])
    found.answer("red", approach("A", "B"))
    first, second = rolls(found, "morale")
    assert (first.modifiers, second.modifiers) == ([], []), "pikes add nothing here"


@pytest.mark.rule("alaguerre:7.2.1-a")
def test_who_is_engaged_moves_back_or_charges_that_enemy() -> None:
    found = match(
        red("A", [20000, 20000], *LN, engaged="B"), blue("B", [20000, 21000], engaged="A"), blue("C", [23000, 21500])
    )
    ahead = {"do": "move", "unit": "A", "path": [{"go": "advance", "by": 100}]}
    assert refused(found, "red", ahead) == "7.2.1-a"
    assert refused(found, "red", {"do": "charge", "unit": "A", "target": "C"}) == "7.2.1-a"
    assert found.refuse("red", {"do": "charge", "unit": "A", "target": "B"}) is None
    assert found.refuse("red", {"do": "move", "unit": "A", "path": [{"go": "back", "by": 1000}]}) is None


@pytest.mark.rule("alaguerre:7.2.1-b")
def test_moving_back_out_of_range_ends_it() -> None:
    found = match(red("A", [20000, 20000], *LN, engaged="B"), blue("B", [20000, 21300], engaged="A"))
    found.answer("red", {"do": "move", "unit": "A", "path": [{"go": "back", "by": 1000}]})
    assert [base_of(found, id)["engaged"] for id in "AB"] == [None, None]


@pytest.mark.rule("alaguerre:7.2.3-a", "alaguerre:7.2.3-b")
def test_horse_that_is_approached_may_counter_charge() -> None:
    found = match(red("A", [20000, 20000], *LN), blue("B", [20000, 22600], *CAV), dice=[4, 5])
    found.answer("red", approach("A", "B"))
    assert found.ask is not None
    assert (found.ask.what, found.ask.who) == ("react", ("blue",))
    found.answer("blue", {"do": "counter"})
    told = [(event.data["why"], event.data["unit"], event.data["distance"]) for event in events(found, "moved")]
    assert told == [("approach", "A", 1000), ("counter", "B", 1600)], "foot halts after its first um"
    assert len(events(found, "contact")) == 1


@pytest.mark.rule("alaguerre:7.2-f")
def test_when_the_target_goes_it_need_not_move_on() -> None:
    found = match(red("A", [20000, 20000], *LN), blue("B", [20000, 22600]), dice=[4, 2])
    found.answer("red", approach("A", "B"))
    assert found.ask is not None
    assert found.ask.what == "pursue"
    found.answer("red", {"do": "stay"})
    assert base_of(found, "A")["at"] == [20000, 21000]


@pytest.mark.rule("alaguerre:7.2-g")
def test_it_may_turn_on_another_who_tests_but_does_not_shoot() -> None:
    """B retreats; C is nearer to A's right, within its front sector, and passes."""
    found = match(
        red("A", [20000, 20000], *LN),
        blue("B", [20000, 22600]),
        blue("C", [22000, 22600], *LN, division="c"),
        dice=[4, 2, 6],
    )
    found.answer("red", approach("A", "B"))
    assert {"do": "approach", "target": "C"} in found.options("red")
    assert refused(found, "red", {"do": "approach", "target": "far4"}) == "7-b"
    found.answer("red", {"do": "approach", "target": "C"})
    assert [(one.data["unit"], one.data["row"]) for one in rolls(found, "morale")] == [
        ("A", "charge"),
        ("B", "charged"),
        ("C", "charged"),
    ]
    assert base_of(found, "C")["engaged"] == "A"
    assert base_of(found, "C")["silent"] is True
    s = found.standing()[1]
    refusal = shots.refuse_firer(s, s.bases["C"])
    assert refusal is not None
    assert refusal.rule == "7.2-g"
    assert shots.refuse_firer(s, s.bases["A"]) is None, "who came on may shoot"


@pytest.mark.rule("alaguerre:7.2-g")
def test_horse_that_is_approached_instead_of_another_counter_charges_without_a_shot() -> None:
    found = match(
        red("A", [20000, 20000], *LN),
        blue("B", [20000, 22600]),
        blue("C", [22000, 22600], *REI, division="c"),
        dice=[4, 2, 6],
    )
    found.answer("red", approach("A", "B"))
    found.answer("red", {"do": "approach", "target": "C"})
    assert found.ask is not None
    assert (found.ask.what, found.ask.data["unit"]) == ("react", "C")
    found.answer("blue", {"do": "counter"})
    assert len(events(found, "contact")) == 1
    assert found.ask is not None
    assert (found.ask.what, found.ask.who) == ("charge_fire", ("red",))
    found.answer("red", {"do": "hold"})
    assert rolls(found, "fire") == []
    assert base_of(found, "C")["fired"] is False


@pytest.mark.rule("alaguerre:7.2.2-a")
@pytest.mark.parametrize(
    ("facing", "dice", "asked"), [(8000, [4, 6], True), (8000, [4, 5], False), (17000, [4, 6], False)]
)
def test_who_is_approached_on_the_flank_may_wheel_to_face_if_it_passes(
    facing: int, dice: list[int], asked: bool
) -> None:
    """B looks away to its left; who stands disordered, or is approached from the front, is not asked."""
    found = match(red("A", [20000, 20000], *LN), blue("B", [20000, 22600], *LN, facing=facing), dice=dice)
    s = found.standing()[1]
    assert charged_on(s.bases["A"].pose, unit_of(s, s.bases["B"]), s) == ("flank" if facing == 8000 else "front")
    found.answer("red", approach("A", "B"))
    assert rolls(found, "morale")[1].data["result"] == ("stands_disordered" if dice[1] == 5 else "passed")
    assert (found.ask is not None and found.ask.what == "face") is asked
    if asked:
        assert found.ask is not None
        assert found.ask.rule == "7.2.2-a"
        assert found.options("blue") == [{"do": "stay"}, {"do": "face", "side": "right"}], "not away from it"
        found.answer("blue", {"do": "face", "side": "right"})
        base = base_of(found, "B")
        assert base["facing"] == facing + 2866, "as far as the corner goes 1um"
        assert base["acted"] is True
        assert base["engaged"] == "A"


@pytest.mark.rule("alaguerre:7.2.3-c")
@pytest.mark.parametrize(("troops", "band"), [(LN, "short"), (REI, "long")])
def test_a_counter_charge_on_an_approach_brings_charge_fire(troops: tuple[str, str], band: str) -> None:
    """Halted line infantry shoots at short range; reiters, who meet the others half-way, at long range."""
    found = match(red("A", [20000, 20000], *troops), blue("B", [20000, 22600], *REI), dice=[4, 5, 1, 6])
    found.answer("red", approach("A", "B"))
    found.answer("blue", {"do": "counter"})
    assert found.ask is not None
    assert (found.ask.what, found.ask.who) == ("charge_fire", ("blue",))
    found.answer("blue", {"do": "hold"})
    assert found.ask is not None
    assert (found.ask.what, found.ask.who) == ("charge_fire", ("red",))
    found.answer("red", {"do": "fire"})
    (shot,) = rolls(found, "fire")
    assert (shot.data["unit"], shot.data["range"]) == ("A", band)
    assert found.view(None)["phase"] == "manoeuvre"


@pytest.mark.rule("alaguerre:7.2.3-e", "alaguerre:5.6.5-n")
def test_a_battery_that_is_approached_may_limber_and_evade() -> None:
    found = match(red("A", [20000, 20000], *LN), blue("B", [20000, 22600], "MdArt", "1/1/- -"), dice=[4, 5])
    found.answer("red", approach("A", "B"))
    found.answer("blue", {"do": "evade"})
    base = base_of(found, "B")
    assert (base["formation"], base["at"][1]) == ("limbered", 24600)


# -- fords (11.5) -----------------------------------------------------------------------------------------------------

RIVER = line("R", "river", (0, 22), (45, 22), width=1000)


@pytest.mark.rule("alaguerre:11.5-a", "alaguerre:11.5-b")
@pytest.mark.parametrize(("face", "wide"), [(4, 0), (5, 1000), (6, 2000)])
def test_searching_for_a_ford(face: int, wide: int) -> None:
    options = {"ford_search": "on"}
    found = match(red("A", [20000, 21500], *CAV), terrain=(RIVER,), dice=[face], options=options)
    found.answer("red", {"do": "search", "unit": "A", "piece": "R"})
    assert base_of(found, "A")["acted"] is True
    pieces = found.view(None)["table"]["terrain"]
    assert [piece["wide"] for piece in pieces if piece["type"] == "ford"] == ([wide] if wide else [])


@pytest.mark.rule("alaguerre:11.5-a")
def test_a_ford_is_searched_for_at_the_bank_where_it_is_agreed() -> None:
    search = {"do": "search", "unit": "A", "piece": "R"}
    assert refused(match(red("A", [20000, 21500], *CAV), terrain=(RIVER,)), "red", search) == "11.5-a"
    away = match(red("A", [20000, 21000], *CAV), terrain=(RIVER,), options={"ford_search": "on"})
    assert refused(away, "red", search) == "11.5-a"
