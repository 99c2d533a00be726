"""Chapter 2: which bases are a unit and what it can form; divisions, guns of the chief, generals beside units."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.alaguerre import GAME
from quadrilatero.games.alaguerre.answers import Form
from quadrilatero.games.alaguerre.records import Active
from quadrilatero.games.alaguerre.rules import (
    changes,
    charge,
    charge_fire,
    command,
    divisions,
    fire,
    formations,
    losses,
    melee_modifiers,
    moving,
    rally,
    sequence,
)
from quadrilatero.games.alaguerre.rules.combats import Combat
from quadrilatero.games.alaguerre.rules.formations import single, unit_of
from quadrilatero.games.alaguerre.scenario import starting_position
from quadrilatero.games.alaguerre.telling import as_said
from quadrilatero.kernel import Refusal
from tests.games.alaguerre.battle import base_of, blue, general, play, red, refused, rolls, state

Plain = dict[str, Any]
FAR = blue("Z", [45000, 39000])
LIGHT = "1/1/0 - sk/ln"
RIDERS = {"mounted_stats": "1/-2/-1 - sk/ln", "mounted_as": "LC"}


def moves(*bases: Plain, **more: Any) -> q.Match:
    """The moves of red's only division, with somebody who stays behind."""
    stray = red("S", [1000, 2000], "LC", "0/-/0 -")
    return play(*bases, stray, FAR, phase="manoeuvre", orders={"red": 5}, **more)


def advance(unit: str, by: int, **more: Any) -> Plain:
    return {"do": "move", "unit": unit, "path": [{"go": "advance", "by": by}], **more}


# -- units (2.7, 2.8, 2.10) --------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:2.7.1-a", "alaguerre:2.10.1-a")
def test_units_are_formations_and_single_bases() -> None:
    """A base that is shaken is in no formation; it is a unit by itself."""
    line = [red(id, [20000 + 2000 * n, 9000], brigade="b") for n, id in enumerate("ABC")]
    s = state(*line, red("D", [30000, 9000]), FAR)
    assert [unit.ids for unit in formations.units(s, "red")] == [["A", "B", "C"], ["D"]]
    assert [unit.ids for unit in formations.units(s)] == [["A", "B", "C"], ["D"], ["Z"]]
    shaken = state(*line[:2], {**line[2], "state": "shaken"}, FAR)
    assert [unit.ids for unit in formations.units(shaken, "red")] == [["A", "B"], ["C"]]


@pytest.mark.rule("alaguerre:2.7.1-e", "alaguerre:2.7.1-d")
def test_a_line_moves_as_one_only_where_all_of_it_may() -> None:
    line = [red("A", [20000, 9000], brigade="b"), red("B", [22000, 9000], brigade="b")]
    assert moves(*line).refuse("red", advance("A", 500)) is None
    tired = moves(line[0], {**line[1], "acted": True})
    assert refused(tired, "red", advance("A", 500)) == "5.2-a"
    assert tired.refuse("red", advance("A", 500, alone=True)) is None


@pytest.mark.rule("alaguerre:2.8-a", "alaguerre:2.9-a")
def test_the_order_and_the_class_of_a_unit() -> None:
    s = state(
        red("A", [20000, 9000], "LC", "1/0/0 - sk/ln", formation="skirmish"),
        red("B", [24000, 9000], "LC", "1/0/0 - sk/ln"),
        red("C", [28000, 9000], "Dr", "1/0/-1 - sk/ln", **RIDERS),
        red("D", [32000, 9000], "Dr", "1/0/-1 - sk/ln", mounted=True, **RIDERS),
    )
    units = {id: single(s.bases[id]) for id in "ABCD"}
    assert [units[id].is_open for id in "ABCD"] == [True, False, False, False]
    assert [units[id].acts for id in "ABCD"] == ["LC", "LC", "Dr", "LC"]


@pytest.mark.rule("alaguerre:2.8-a", "alaguerre:2.8-b", "alaguerre:2.9-a", "alaguerre:2.5-a")
@pytest.mark.parametrize(
    ("stats", "orders"),
    [
        ("1/0/2 a", ("line", "column")),
        ("1/1/0 - sk", ("skirmish",)),
        ("1/1/0 - sk/ln", ("line", "column", "skirmish")),
    ],
)
def test_orders_that_troops_can_be_in(stats: str, orders: tuple[str, ...]) -> None:
    assert changes.allowed(stats) == orders
    s = state(red("A", [20000, 9000], "Dr", "1/0/-1 - sk/ln", mounted_stats=stats, mounted_as="LC"), FAR)
    for formation in ("line", "column", "skirmish"):
        found = changes.mount(single(s.bases["A"]), Form(formation=formation, mounted=True))
        assert isinstance(found, Refusal) == (formation not in orders)
        if isinstance(found, Refusal):
            assert found.rule == "2.8-a"
        else:
            assert (found.formation, found.mounted) == (formation, True)


def formed(match: q.Match, unit: str, formation: str, **more: Any) -> Plain:
    return {"do": "move", "unit": unit, "path": [{"go": "form", "formation": formation, **more}]}


@pytest.mark.rule("alaguerre:2.8-b")
def test_open_order_is_for_single_bases() -> None:
    line = [red("A", [20000, 9000], "Sh", LIGHT, brigade="b"), red("B", [22000, 9000], "Sh", LIGHT, brigade="b")]
    match = moves(*line)
    assert refused(match, "red", formed(match, "A", "skirmish")) == "2.8-b"
    assert match.refuse("red", {**formed(match, "A", "skirmish"), "alone": True}) is None


@pytest.mark.rule("alaguerre:2.10.3-b", "alaguerre:2.10.3-a")
@pytest.mark.parametrize(
    ("count", "places", "box"),
    [
        (1, [(20000, 9000, 0)], (20000, 9000, 2000, 1000)),
        (2, [(20000, 9000, 0), (20000, 7000, 18000)], (20000, 9000, 2000, 2000)),
        (3, [(20000, 9000, 0), (20000, 7000, 18000), (22000, 8000, 9000)], (20500, 9000, 3000, 2000)),
        (
            4,
            [(20000, 9000, 0), (20000, 7000, 18000), (22000, 8000, 9000), (18000, 8000, 27000)],
            (20000, 9000, 4000, 2000),
        ),
    ],
)
def test_a_square_is_closed_back_to_back_and_at_its_sides(
    count: int, places: list[tuple[int, int, int]], box: tuple[int, int, int, int]
) -> None:
    line = [red(f"A{n}", [20000 + 2000 * n, 9000], brigade="b", notes=["square"]) for n in range(count)]
    s = state(*line, FAR)
    found = changes.square(s, unit_of(s, s.bases["A0"]))
    assert not isinstance(found, Refusal)
    assert [found.poses[f"A{n}"][:3] for n in range(count)] == places
    assert (found.pose[0], found.pose[1], *found.pose[3:]) == box
    match = moves(*line)
    match.answer("red", formed(match, "A0", "square"))
    assert [tuple(base_of(match, f"A{n}")["at"]) for n in range(count)] == [(x, y) for x, y, _ in places]
    assert {base_of(match, f"A{n}")["formation"] for n in range(count)} == {"square"}


@pytest.mark.rule("alaguerre:2.10.3-b")
def test_a_square_has_four_bases_at_most() -> None:
    line = [red(f"A{n}", [20000 + 2000 * n, 9000], brigade="b", notes=["square"]) for n in range(5)]
    match = moves(*line)
    assert refused(match, "red", formed(match, "A0", "square")) == "2.10.3-b"


@pytest.mark.rule("alaguerre:2.10.2-a")
def test_a_column_moves_one_base_behind_the_other() -> None:
    column = [red(id, [20000, 9000 - 1000 * n], brigade="b", formation="column") for n, id in enumerate("ABC")]
    match = moves(*column)
    match.answer("red", advance("C", 700))
    assert [base_of(match, id)["at"] for id in "ABC"] == [[20000, 9700], [20000, 8700], [20000, 7700]]


@pytest.mark.rule("alaguerre:2.10.2-b")
def test_nobody_joins_a_column_that_fights() -> None:
    """B comes up right behind A, who is in mêlée."""
    column = {"brigade": "b", "formation": "column"}
    fighting = (red("A", [20000, 9000], **column), blue("E", [20000, 9000]))
    match = moves(*fighting, red("B", [20000, 7200], **column))
    assert refused(match, "red", advance("B", 800)) == "2.10.2-b"
    assert match.refuse("red", advance("B", 500)) is None
    free = moves(fighting[0], red("B", [20000, 7200], **column))
    assert free.refuse("red", advance("B", 800)) is None


# -- great units (2.11) ------------------------------------------------------------------------------------------------


def tercio(side: Any, front: int, rear: int, **more: Any) -> tuple[Plain, Plain]:
    return side("F", [20000, front], great="T", **more), side("R", [20000, rear], great="T", **more)


@pytest.mark.rule("alaguerre:2.11.1-b")
def test_the_front_base_of_a_great_unit_shoots_and_fights_wherever_it_is_touched() -> None:
    """Horse has come upon the rear base."""
    horse = red("A", [22500, 18500], "Rei", "1/1/1 -", facing=27000)
    s = state(horse, *tercio(blue, 17000, 18000))
    whole, charger = unit_of(s, s.bases["R"]), single(s.bases["A"])
    mine, theirs = charge_fire.opponents(charger, whole)
    assert (mine.id, theirs.id) == ("A", "F")
    combat = Combat([charger], [whole])
    combat.principal = {"red": charger, "blue": whole}
    assert melee_modifiers.principal_base(s, combat, "blue").id == "F"
    assert melee_modifiers.principal_base(s, combat, "red").id == "A"


@pytest.mark.rule("alaguerre:6.3-e")
def test_of_lines_those_in_contact_shoot_at_each_other() -> None:
    mine = [red("A", [20000, 20000], brigade="b"), red("B", [22000, 20000], brigade="b")]
    theirs = [blue("C", [26000, 20000], brigade="c"), blue("D", [24000, 20000], brigade="c")]
    s = state(*mine, *theirs)
    one, other = charge_fire.opponents(unit_of(s, s.bases["A"]), unit_of(s, s.bases["C"]))
    assert (one.id, other.id) == ("B", "D")


@pytest.mark.rule("alaguerre:2.11.1-c")
def test_fire_concerns_a_great_unit_as_a_whole() -> None:
    s = state(
        *tercio(blue, 19500, 20500), blue("B", [24000, 19500], brigade="b"), blue("C", [26000, 19500], brigade="b")
    )
    assert fire.victim_unit(s, s.bases["F"]).ids == ["F", "R"]
    assert fire.victim_unit(s, s.bases["B"]).ids == ["B"], "of a line only the base that is hit"
    hit = fire.victim_of(s, s.bases["F"], 3, 1, "X")
    assert (hit.unit.ids, hit.damage, hit.losses, hit.enemy, hit.state) == (["F", "R"], 3, 1, "X", "ordered")


# -- who can fight and charge (2.6) ------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:2.6.4-a", "alaguerre:2.6.5-d")
@pytest.mark.parametrize(
    ("base", "order", "rule"),
    [
        (red("A", [20000, 9000], "Cav", "1/-/1 a"), 5, None),
        (red("A", [20000, 9000], "LtArt", "1/1/- -"), 6, "2.6.4-a"),
        (red("A", [20000, 9000], "Cav", "1/-/1 a"), 4, "6.1-a"),
        (red("A", [20000, 9000], "Cav", "1/-/1 a", notes=["any_order"]), 4, None),
        (red("A", [20000, 9000], "Cav", "1/-/1 a", state="shaken"), 6, "6.1-a"),
    ],
)
def test_who_can_charge_at_all(base: Plain, order: int, rule: str | None) -> None:
    s = state(base, FAR)
    refusal = charge.refuse_charger(single(s.bases["A"]), order)
    assert (refusal and refusal.rule) == rule


@pytest.mark.rule("alaguerre:2.6.5-d")
def test_a_unit_has_a_note_if_all_its_bases_have_it() -> None:
    both = [red("A", [20000, 9000], brigade="b", notes=["salvo"]), red("B", [22000, 9000], brigade="b")]
    s = state(*both)
    assert not unit_of(s, s.bases["A"]).has("salvo")
    assert single(s.bases["A"]).has("salvo")


# -- divisions and guns of the chief (2.7.3, 2.7.4) --------------------------------------------------------------------


@pytest.mark.rule("alaguerre:2.7.3-a")
def test_divisions_are_those_that_bases_and_generals_name() -> None:
    s = state(
        red("A", [20000, 9000], division="d"),
        red("B", [24000, 9000], brigade="b", division="e"),
        red("C", [26000, 9000], brigade="b", division="e"),
        generals=[general("G", [20000, 5000], division="d"), general("H", [9000, 5000], division="f")],
        eliminated=[{"id": "X", "side": "blue", "division": "x"}],
    )
    assert {id: one.side for id, one in s.divisions.items()} == {"d": "red", "e": "red", "f": "red", "x": "blue"}
    assert [unit.ids for unit in divisions.units_of(s, "e")] == [["B", "C"]]
    assert [unit.ids for unit in divisions.units_of(s, "d")] == [["A"]]


@pytest.mark.rule("alaguerre:2.7.4-c", "alaguerre:3.1-c")
def test_guns_of_the_chief_act_with_any_division_and_as_long_as_one_has_an_order() -> None:
    s = state(
        red("A", [20000, 9000], division="d"),
        red("B", [30000, 9000], division="e"),
        red("K", [25000, 9000], "LtArt", "1/1/- -", division=None),
        blue("Z", [25000, 30000], division="z"),
        orders={"d": 4, "e": 6, "z": 5},
        activated=["A", "B", "K", "Z"],
    )
    assert [id for id in "ABK" if moving.belongs(s, s.bases[id], Active("d"), "red")] == ["A", "K"]
    assert [id for id in "ABK" if moving.belongs(s, s.bases[id], Active("e"), "red")] == ["B", "K"]
    assert not moving.belongs(s, s.bases["Z"], Active("d"), "red")
    left = []
    for _ in range(3):
        sequence.remove_lowest(s)
        left.append("".join(s.activated))
    assert left == ["BKZ", "BK", ""]


@pytest.mark.rule("alaguerre:2.7.4-c")
def test_guns_of_a_battle_for_which_no_division_is_said_are_the_chiefs() -> None:
    found = {base["id"]: base for base in starting_position(GAME.data, "lens")["bases"]}
    assert found["red.guns1.1"]["division"] is None
    assert found["blue.b1.1"]["division"] == "blue.right"


# -- generals beside units (2.7.5) -------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:2.7.5-d", "alaguerre:2.7.5-c")
def test_a_general_is_with_units_of_his_own_command_only() -> None:
    s = state(
        red("A", [20000, 9000], division="d", state="disordered"),
        red("B", [30000, 9000], division="e", state="disordered"),
        generals=[
            general("C", [5000, 5000]),
            general("D", [30000, 7500], division="d"),
            general("E", [20000, 7500], division="e", superior="D"),
        ],
    )
    d, e = s.generals["D"], s.generals["E"]
    assert command.attached_to(s, e) is None
    with_d = command.attached_to(s, d)
    assert with_d is not None
    assert with_d.ids == ["B"], "its own general is below him"
    assert formations.unit_with(s, e) is None
    refusal = rally.refuse_rally(s, e, unit_of(s, s.bases["A"]))
    assert refusal is not None
    assert refusal.rule == "10.4.1-d"
    assert rally.refuse_rally(s, d, unit_of(s, s.bases["B"])) is None


@pytest.mark.rule("alaguerre:2.7.5-c", "alaguerre:10.3.1-b")
def test_the_losses_of_the_unit_he_is_with_count_against_a_general() -> None:
    match = play(
        red("A", [20000, 9000], lost=1, losses=1),
        FAR,
        phase="fire",
        generals=[general("G", [20000, 7500])],
        pending=[{"general": "G", "test": "wound"}],
        dice=[4],
    )
    (tried,) = rolls(match, "general")
    assert dict(tried.modifiers)["10.3.1-b"] == -1
    assert tried.data["total"] == 3


# -- states (2.6.7) ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:2.6.7-b")
def test_disorder_is_set_unless_a_unit_is_worse() -> None:
    for before, after in (("ordered", "disordered"), ("disordered", "disordered"), ("shaken", "shaken")):
        s = state(red("A", [20000, 9000], state=before), FAR)
        left = losses.disorder(s, single(s.bases["A"]), "tactical", "5.2.8-d")
        assert left is not None
        assert s.bases["A"].state == left.state == after


@pytest.mark.rule("alaguerre:3.1-a", "alaguerre:10.1.1-t2")
def test_a_new_turn_begins_with_nothing_of_the_old_one() -> None:
    s = state(
        red("A", [20000, 9000], moved=500, fired=True, tested=True, lost=1, losses=1),
        FAR,
        orders={"red": 4},
        impulse=2,
        phase="melee",
        turn=3,
        last_turn=9,
    )
    sequence.begin_turn(s)
    assert (s.turn, s.impulse, s.phase) == (4, 1, "reinforcements")
    assert (s.orders, s.activated, s.rolled) == ({}, (), None)
    base = s.bases["A"]
    assert (base.moved, base.fired, base.tested, base.lost, base.losses) == (0, False, False, 0, 1)


@pytest.mark.rule("alaguerre:12.1.1-a", "alaguerre:12.2.1-a")
def test_what_a_refusal_calls_him_whom_a_player_has_named() -> None:
    """Whoever is hidden only his own side may read of by name."""
    s = state(
        red("A", [20000, 9000], division="d", name="Guardie"),
        red("N", None, division="e", name="Picche"),
        FAR,
        generals=[general("C", [20000, 6000], division="d", name="Conte")],
    )
    assert as_said(s, "A", "blue") == "Guardie"
    assert as_said(s, "N", "blue") == "N"
    assert as_said(s, "N", "red") == "Picche"
    assert as_said(s, "e", "blue") == "e"
