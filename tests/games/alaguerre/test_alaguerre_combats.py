"""9.3: who is in contact with whom, which mêlées there are, and how they are parted into combats."""

from __future__ import annotations

import pytest

from quadrilatero.games.alaguerre.records import Fight
from quadrilatero.games.alaguerre.rules import combats
from quadrilatero.games.alaguerre.rules.formations import Unit, unit_of
from quadrilatero.games.alaguerre.state import State
from tests.games.alaguerre.battle import Plain, area, blue, line, red, state

AT = [20000, 18000]
X: Plain = {"brigade": "x"}
HOUSE = area("V", "village", 18, 20, 22, 23, vdf=1)


def unit(s: State, id: str) -> Unit:
    return unit_of(s, s.bases[id])


def together(s: State) -> list[list[str]]:
    return [[one.id for one in units] for units in combats.melees(s)]


def parted(s: State, *ids: str, choices: dict[str, str] | None = None) -> list[list[list[str]]]:
    found = combats.parted(s, [unit(s, id) for id in ids], choices or {})
    return [[[one.id for one in combat.units[side]] for side in ("red", "blue")] for combat in found]


@pytest.mark.rule("alaguerre:9-a", "alaguerre:9.1.5-b")
@pytest.mark.parametrize(
    ("one", "other", "met"),
    [
        (red("A", AT), blue("B", AT), True),
        (red("A", AT), blue("B", [20000, 18010]), True),
        (red("A", AT), blue("B", [20000, 18011]), False),
        (red("A", AT), red("B", AT, facing=18000), False),
        (red("A", AT, state="shaken"), blue("B", AT), True),
        (red("A", AT, state="routed"), blue("B", AT), False),
        (red("A", AT), blue("B", AT, state="routed"), False),
        (red("A", AT, "baggage", "-/-/- -"), blue("B", AT), False),
        (red("A", AT), blue("B", AT, "baggage", "-/-/- -"), False),
        (red("A", AT), blue("B", None), False),
        (red("A", [20000, 20000]), blue("B", [20000, 21500], inside="V"), True),
        (red("A", [20000, 19990]), blue("B", [20000, 21500], inside="V"), True),
        (red("A", [20000, 19989]), blue("B", [20000, 21500], inside="V"), False),
        (red("A", [18000, 21500], facing=9000), blue("B", [20000, 21500], inside="V"), True),
        (red("A", [20000, 21500], inside="V"), blue("B", [20000, 23000]), True),
        (red("A", [20000, 20100], inside="V"), blue("B", [20000, 22900], inside="V"), False),
    ],
)
def test_bases_in_contact_fight_unless_one_has_routed_or_is_baggage(one: Plain, other: Plain, met: bool) -> None:
    s = state(one, other, terrain=(HOUSE,))
    a, b = s.bases["A"], s.bases["B"]
    assert (combats.in_contact(s, a, b), combats.in_contact(s, b, a)) == (met, met)
    assert [combats.fights(base) for base in (a, b)] == [
        said["at"] is not None and said.get("state") != "routed" and said["type"] != "baggage" for said in (one, other)
    ]


@pytest.mark.rule("alaguerre:9-a", "alaguerre:5.5.1-a")
def test_a_piece_of_several_parts_is_touched_at_any_of_them() -> None:
    shapes = [[[x, 20000], [x + 2000, 20000], [x + 2000, 23000], [x, 23000]] for x in (18000, 24000)]
    town = {"id": "V", "type": "village", "shapes": shapes, "vdf": 1}
    s = state(red("A", AT), red("E", [25000, 20000]), blue("B", [19000, 21500], inside="V"), terrain=(town,))
    piece = s.ground.pieces["V"]
    assert [combats.is_at(s.bases[id], piece) for id in "AE"] == [False, True]
    assert combats.in_contact(s, s.bases["E"], s.bases["B"])


@pytest.mark.rule("alaguerre:9.3-a", "alaguerre:9.3-b")
def test_the_opponents_of_a_unit_are_all_that_one_of_its_bases_touches() -> None:
    s = state(
        red("A", AT, **X),
        red("E", [22000, 18000], **X),
        blue("B", [23000, 18000], **X),
        blue("C", [25000, 18000], **X),
        blue("D", [18500, 18000]),
        blue("F", [30000, 18000]),
    )
    assert [one.id for one in combats.opponents(s, unit(s, "A"))] == ["B", "D"]
    assert [one.id for one in combats.opponents(s, unit(s, "B"))] == ["A"]
    assert combats.opponents(s, unit(s, "F")) == []


@pytest.mark.rule("alaguerre:9-b", "alaguerre:9.3-c")
def test_each_melee_that_is_still_to_be_fought_is_found_once() -> None:
    s = state(
        red("Z", [2000, 2000]),
        red("R", [20000, 10000], state="routed"),
        red("A", AT),
        red("E", [30000, 18000]),
        red("F", [32050, 18000]),
        blue("Q", [20000, 10000]),
        blue("B", AT),
        blue("C", [31000, 18000]),
    )
    assert together(s) == [["A", "B"], ["E", "F", "C"]]
    s.fought = ("A", "B")
    assert together(s) == [["E", "F", "C"]]
    s.fought = ("A", "B", "E", "F", "C")
    assert together(s) == []


# -- who fights whom ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:9.3-d")
def test_how_much_of_a_front_an_enemy_covers() -> None:
    s = state(
        red("A", AT, **X),
        red("E", [22000, 18000], **X),
        blue("B", [19500, 18000]),
        blue("C", [22500, 18000], **X),
        blue("D", [24500, 18000], **X),
        blue("F", [40000, 18000]),
    )
    line_of_two = unit(s, "A")
    assert [combats.covered(s, line_of_two, unit(s, id)) for id in "BCF"] == [1500, 1500, 0]
    assert combats.covered(s, unit(s, "C"), line_of_two) == 1500
    corner = state(red("A", AT), blue("B", [22000, 18000]))
    assert combats.covered(corner, unit(corner, "A"), unit(corner, "B")) == 1


def between() -> State:
    """A has equal parts of its front covered by B and C, each of whom has another enemy before it."""
    return state(
        red("D", [17900, 18000]),
        red("A", [20000, 18000]),
        red("E", [22100, 18000]),
        blue("B", [18950, 18000]),
        blue("C", [21050, 18000]),
    )


@pytest.mark.rule("alaguerre:9.3-d")
def test_of_enemies_who_cover_equal_parts_the_chosen_one_is_fought() -> None:
    s = between()
    a = unit(s, "A")
    assert [combats.covered(s, a, unit(s, id)) for id in "BC"] == [950, 950]
    fought = [combats.preferred(s, a, choices) for choices in ({}, {"A": "C"}, {"A": "B"}, {"D": "C"}, {"A": "Z"})]
    assert [one and one.id for one in fought] == ["B", "C", "B", "B", "B"]
    alone = state(red("A", AT), blue("B", [30000, 30000]))
    assert combats.preferred(alone, unit(alone, "A"), {}) is None
    more = state(red("A", AT), blue("B", [21500, 18000]), blue("C", [19400, 18000]))
    (best,) = [combats.preferred(more, unit(more, "A"), {"A": "B"})]
    assert best is not None
    assert best.id == "C"


@pytest.mark.rule("alaguerre:9.3-d")
def test_it_is_asked_whom_a_unit_fights_only_where_it_makes_a_difference() -> None:
    s = between()
    units = [unit(s, id) for id in "DAEBC"]
    found = [(one.id, [enemy.id for enemy in enemies]) for one, enemies in combats.undecided(s, units)]
    assert found == [("A", ["B", "C"])]
    s.change(s.bases["E"], at=(5000, 5000))
    assert combats.undecided(s, units) == []
    lone = state(red("A", AT), red("E", [30000, 18000]), blue("B", [18950, 18000]), blue("C", [21050, 18000]))
    assert combats.undecided(lone, [unit(lone, id) for id in "AEBC"]) == []
    wide = state(
        red("D", [17850, 18000]),
        red("A", [20000, 18000], **X),
        red("F", [22000, 18000], **X),
        red("E", [24150, 18000]),
        blue("B", [18900, 18000]),
        blue("G", [21000, 18000]),
        blue("C", [23100, 18000]),
    )
    assert [combats.covered(wide, unit(wide, "A"), unit(wide, id)) for id in "BGC"] == [900, 2000, 900]
    assert combats.undecided(wide, [unit(wide, "A")]) == []


@pytest.mark.rule("alaguerre:9.3-a", "alaguerre:9.3-d")
def test_a_melee_is_parted_into_combats_of_those_who_fight_one_another() -> None:
    s = between()
    everybody = ("D", "A", "E", "B", "C")
    assert parted(s, *everybody) == [[["D", "A"], ["B"]], [["E"], ["C"]]]
    assert parted(s, *everybody, choices={"A": "C"}) == [[["D"], ["B"]], [["A", "E"], ["C"]]]
    assert parted(s, "D", "A", "B") == [[["D", "A"], ["B"]]]
    assert parted(s, "A", "E") == []
    assert parted(s, "A", "E", "C") == [[["E"], ["C"]]]


# -- which bases count -------------------------------------------------------------------------------------------------


def taking_part(s: State, id: str, *enemies: str) -> list[str]:
    return [base.id for base in combats.taking_part(s, unit(s, id), [unit(s, one) for one in enemies])]


@pytest.mark.rule("alaguerre:2.10.1-f", "alaguerre:9.3-b")
def test_bases_of_a_line_that_are_touched_or_have_an_enemy_ahead_take_part() -> None:
    line_of_three = [red(id, [x, 18000], **X) for id, x in (("A", 20000), ("E", 22000), ("F", 24000))]
    s = state(*line_of_three, blue("B", [19500, 18000]), blue("C", [22000, 19000]))
    assert taking_part(s, "A", "B") == ["A"]
    assert taking_part(s, "A", "B", "C") == ["A", "E"]
    assert taking_part(s, "A", "C") == ["E"]


@pytest.mark.rule("alaguerre:2.10.2-c", "alaguerre:9.3-e")
@pytest.mark.parametrize(
    ("rounds", "at", "facing", "found"),
    [
        (0, [20000, 18000], 18000, ["A"]),
        (1, [20000, 18000], 18000, ["A", "E"]),
        (2, [21000, 18200], 27000, ["A"]),
        (2, [19000, 18200], 9000, ["A"]),
        (2, [20000, 16000], 0, ["E"]),
    ],
)
def test_a_column_supports_its_head_from_the_second_round_on(
    rounds: int, at: list[int], facing: int, found: list[str]
) -> None:
    fight: Plain = {"fight": {"rounds": rounds}}
    s = state(
        red("A", AT, formation="column", **X, **fight),
        red("E", [20000, 17000], formation="column", **X, **fight),
        blue("B", at, facing=facing),
    )
    assert unit(s, "A").kind == "column"
    assert taking_part(s, "A", "B") == found


@pytest.mark.rule("alaguerre:9.3-b", "alaguerre:2.10.2-c")
def test_a_head_that_touches_one_of_two_enemies_takes_part() -> None:
    s = state(
        red("A", AT, formation="column", **X),
        red("E", [20000, 17000], formation="column", **X),
        blue("B", AT),
        blue("C", [22100, 18000]),
    )
    assert taking_part(s, "A", "C", "B") == ["A"]


@pytest.mark.rule("alaguerre:9.3-b", "alaguerre:2.10.2-c")
def test_of_a_square_only_those_who_are_touched_take_part() -> None:
    square: Plain = {"formation": "square", "notes": ["square"], "fight": {"rounds": 2}, **X}
    s = state(red("A", AT, **square), red("E", [20000, 16000], facing=18000, **square), blue("B", AT))
    assert unit(s, "A").ids == ["A", "E"]
    assert taking_part(s, "A", "B") == ["A"]


@pytest.mark.rule("alaguerre:2.10.2-c")
def test_a_column_that_is_not_in_a_fight_gives_no_support() -> None:
    s = state(red("A", AT, formation="column", **X), red("E", [20000, 17000], formation="column", **X), blue("B", AT))
    enemy = s.bases["B"]
    s.change(s.bases["A"], fight=None)
    assert not combats.column_supports(s, unit(s, "A"), [enemy])
    s.change(s.bases["A"], fight=Fight(rounds=1))
    assert combats.column_supports(s, unit(s, "A"), [enemy])
    assert not combats.column_supports(s, unit(s, "A"), [])
    away = state(
        red("A", AT, formation="column", fight={"rounds": 1}, **X),
        red("E", [20000, 17000], formation="column", **X),
        blue("B", [20000, 24000]),
    )
    assert not combats.column_supports(away, unit(away, "A"), [away.bases["B"]])
    walls = state(
        red("A", [20000, 20000], formation="column", fight={"rounds": 1}, **X),
        red("E", [20000, 19000], formation="column", **X),
        blue("B", [20000, 21500], inside="V"),
        terrain=(HOUSE,),
    )
    assert combats.column_supports(walls, unit(walls, "A"), [walls.bases["B"]])


@pytest.mark.rule("alaguerre:9.3-e")
def test_all_of_a_great_unit_take_part() -> None:
    great = {"great": "T"}
    s = state(red("A", AT, **great), red("E", [20000, 17000], **great), blue("B", AT))
    assert taking_part(s, "A", "B") == ["A", "E"]


@pytest.mark.rule("alaguerre:9.1.3-a")
def test_what_is_noted_of_a_fight() -> None:
    s = state(red("A", AT, fight={"rounds": 2, "charged": True}), blue("B", [30000, 30000]))
    noted = [combats.fight_of(s.bases[id]) for id in "AB"]
    assert [(fight.rounds, fight.charged, fight.on) for fight in noted] == [(2, True, "front"), (0, False, "front")]


@pytest.mark.rule("alaguerre:9-a")
def test_a_line_of_works_is_no_wall_between_bases() -> None:
    trench = line("T", "trench", (15, 18), (25, 18), vdf=1, own="blue")
    s = state(red("A", AT), blue("B", AT, occupies="T"), terrain=(trench,))
    assert combats.in_contact(s, s.bases["A"], s.bases["B"])
