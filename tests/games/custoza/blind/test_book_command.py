"""Chapters 3, 4 and 5 by the book: initiative, attempts and passes, command, Reserve, loose cannons."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.custoza.blind.situations import (
    AUSTRIA,
    ITALY,
    acting,
    ah,
    asked,
    barred,
    begun,
    formation,
    it,
    now,
    roll,
    rolls,
    say,
    told,
    where,
)

COM, A = it("C", "commander", "3010"), it("A", "line", "3011")
OTHER = ah("Z", "line", "5030")


def turn(*units: Any, dice: tuple[int, ...] = (), **keys: Any) -> Any:
    """A game turn begins; Italy has the initiative without a roll."""
    return begun(*units, dice=dice, **({"fixed_initiative": True} | keys))


def trying(*units: Any, dice: tuple[int, ...] = (), **keys: Any) -> Any:
    return begun(*units, dice=dice, phase="action", **keys)


def italy(**more: Any) -> list[Any]:
    return [{"id": ITALY, "side": ITALY, **more}]


# ---------------------------------------------------------------- initiative, attempts, passes


@pytest.mark.rule("custoza:3.1-a", "custoza:2.4.2.2-a")
def test_the_general_adds_to_the_initiative() -> None:
    general = ah("G", "general", "5031", value=3)
    m = begun(A, OTHER, general, dice=(4, 4, 3, 3))
    assert [(r.data["seat"], r.data["total"]) for r in rolls(m, "initiative")] == [(ITALY, 8), (AUSTRIA, 9)]
    assert asked(m) == ("activate", AUSTRIA)


@pytest.mark.rule("custoza:3.1-a")
def test_a_general_who_is_not_in_play_adds_nothing() -> None:
    general = ah("G", "general", "5031", value=3)
    del general["hex"]
    m = begun(A, OTHER, general | {"box": "due"}, dice=(4, 4, 3, 3))
    assert asked(m) == ("activate", ITALY)


@pytest.mark.rule("custoza:3.1-b")
def test_tied_initiative_is_rolled_again() -> None:
    m = begun(A, OTHER, dice=(4, 4, 6, 2, 1, 1, 1, 2))
    assert len(rolls(m, "initiative")) == 4
    assert m.view(None)["initiative"] == AUSTRIA


@pytest.mark.rule("custoza:5.1.1-a", "custoza:3.2.2-a")
@pytest.mark.parametrize(("die", "outcome", "then"), [(3, "activated", ITALY), (4, "failed", AUSTRIA)])
def test_a_formation_is_activated_by_its_command_value_or_less(die: int, outcome: str, then: str) -> None:
    m = trying(A, OTHER, dice=(die,))
    say(m, ITALY, "activate", formation=ITALY)
    assert (roll(m, "activation").data["outcome"], m.ask.who[0]) == (outcome, then)


@pytest.mark.rule("custoza:5.1.1-b")
def test_failed_attempts_help_the_next() -> None:
    m = trying(A, OTHER, formations=italy(command=2, attempts=3), dice=(5,))
    say(m, ITALY, "activate", formation=ITALY)
    tried = roll(m, "activation")
    assert (tried.data["outcome"], tried.data["total"], list(tried.modifiers)) == ("activated", 2, [("5.1.1-b", -3)])


@pytest.mark.rule("custoza:5.1.3-a", "custoza:2.4.2.2-b")
@pytest.mark.parametrize(
    ("value", "hex", "road", "near"),
    [
        (2, "3012", False, True),
        (2, "3013", False, False),
        (2, "3014", True, True),
        (2, "3015", True, False),
        (0, "3010", False, True),
        (0, "3011", True, False),
    ],
)
def test_a_general_within_his_radius_helps(value: int, hex: str, road: bool, near: bool) -> None:
    board = {"roads": [{"class": "minor", "path": [f"30{n}" for n in range(10, 20)]}]} if road else {}
    m = trying(COM, it("A", "line", "2910"), it("G", "general", hex, value=value), OTHER, board=board, dice=(4,))
    say(m, ITALY, "activate", formation=ITALY)
    assert list(roll(m, "activation").modifiers) == ([("5.1.3-a", -1)] if near else [])


@pytest.mark.rule("custoza:5.1-b")
def test_a_formation_is_activated_once() -> None:
    m = trying(
        A,
        it("B", "line", "2010", formation="x"),
        OTHER,
        formations=[*italy(this_turn="activated"), {"id": "x", "side": ITALY}],
    )
    assert barred(m, ITALY, "activate", formation=ITALY) == "5.1"
    assert barred(m, ITALY, "activate", formation="x") is None


@pytest.mark.rule("custoza:3.2.2-c", "custoza:3.2.2-b")
def test_three_passes_in_a_row_end_the_phase_and_an_attempt_begins_the_count_anew() -> None:
    m = trying(A, OTHER, dice=(5, 1, 2, 3, 4), last={"day": 1, "gt": 9})
    say(m, ITALY, "pass")
    say(m, AUSTRIA, "pass")
    say(m, ITALY, "activate", formation=ITALY)  # fails
    say(m, AUSTRIA, "pass")
    say(m, ITALY, "pass")
    assert asked(m) == ("activate", AUSTRIA)
    say(m, AUSTRIA, "pass")
    assert m.view(None)["gt"] == 9
    assert formation(m, ITALY)["attempts"] == 0  # the order markers are gone


@pytest.mark.rule("custoza:3.5-a", "custoza:8.8-d")
def test_ammunition_comes_back_at_the_end_of_the_turn() -> None:
    m = trying(A | {"ammo": "out"}, OTHER, passes=2, last={"day": 1, "gt": 9}, dice=(1, 2, 3, 4))
    say(m, ITALY, "pass")
    assert (m.view(None)["gt"], now(m, "A")["ammo"]) == (9, "full")


# ---------------------------------------------------------------- command


def out(m: Any, id: str = "A") -> bool:
    return bool(now(m, id)["ooc"])


def road(*hexes: str) -> Any:
    return {"class": "minor", "path": list(hexes)}


COLUMN = [f"30{row:02}" for row in range(10, 25)]
RANGES: dict[str, tuple[str, Any, tuple[Any, ...], bool]] = {
    "four hexes": ("3014", {}, (), True),
    "five hexes": ("3015", {}, (), False),
    "eight hexes of road": ("3018", {"roads": [road(*COLUMN)]}, (), True),
    "nine hexes of road": ("3019", {"roads": [road(*COLUMN)]}, (), False),
    "two hexes to the road, four along it": ("3016", {"roads": [road(*COLUMN[2:])]}, (), True),
    "two hexes to the road, five along it": ("3017", {"roads": [road(*COLUMN[2:])]}, (), False),
    "road hexes that no road joins": ("3015", {"roads": [road(hex, f"31{hex[2:]}") for hex in COLUMN[1:8]]}, (), False),
    "over the Mincio": ("3014", {"terrain": {f"{c}{12:02}": "mincio" for c in range(10, 71)}}, (), False),
    "over the lake": (
        "3014",
        {"terrain": {f"{c}12": "lake" for c in range(10, 71)}},
        (),
        False,
    ),
    "over a bridge of the Mincio": (
        "3014",
        {"terrain": {f"{c}{12:02}": "mincio" for c in range(10, 71)}, "bridges": ["3012"]},
        (),
        True,
    ),
}


@pytest.mark.rule("custoza:4.2-a", "custoza:4.2-c", "custoza:4.2-e")
@pytest.mark.parametrize("case", RANGES)
def test_command_range(case: str) -> None:
    hex, board, others, inside = RANGES[case]
    m = turn(COM, it("A", "line", hex), *others, OTHER, board=board)
    assert out(m) is not inside


RIVER = {f"{c}12": "mincio" for c in range(10, 71)} | {
    "3111": "mincio",
    "3113": "mincio",
    "3112": "woods",
    "3013": "woods",
}
GATES: dict[str, tuple[tuple[Any, ...], bool]] = {
    "nobody": ((), True),
    "an enemy zone": ((ah("E", "line", "3112"),), False),
    "an enemy column nearby": ((ah("E", "line", "3112", march=True),), True),
    "an enemy column in it": ((ah("E", "line", "3012", march=True),), False),
    "an enemy zone and a friend": ((ah("E", "line", "3112"), it("F", "light", "3012", march=True)), True),
    "an enemy zone and a commander": ((ah("E", "line", "3112"), it("F", "commander", "3012", formation="x")), False),
}


@pytest.mark.rule("custoza:4.2-d")
@pytest.mark.parametrize("case", GATES)
def test_enemies_bar_the_range(case: str) -> None:
    """The only way from 3010 to 3014 is the bridge 3012; the wood 3112 beside it holds the enemy."""
    others, inside = GATES[case]
    m = turn(COM, it("A", "line", "3014"), *others, OTHER, board={"terrain": RIVER, "bridges": ["3012"]})
    assert out(m) is not inside


@pytest.mark.rule("custoza:4.2-d")
def test_the_units_own_hex_counts_as_held() -> None:
    m = turn(COM, it("A", "line", "3012"), ah("E", "line", "3013"), OTHER)
    assert not out(m)


@pytest.mark.rule("custoza:3.2.1-a", "custoza:4.1-a")
def test_command_is_looked_at_once_before_the_first_activation() -> None:
    m = turn(COM, A, it("B", "line", "3016"), OTHER, dice=(1,))
    assert (out(m), out(m, "B")) == (False, True)
    say(m, ITALY, "activate", formation=ITALY)
    say(m, ITALY, "move", units=["C"], path=["3009", "3008", "3007", "3006", "3005"])
    assert barred(m, ITALY, "move", units=["A"], path=["3012"]) is None
    assert barred(m, ITALY, "move", units=["B"], path=["3015"]) is not None


@pytest.mark.rule("custoza:4.1.1-b", "custoza:3.4-c")
def test_who_is_out_of_command_moves_only_nearer_to_his_commander() -> None:
    m = begun(COM, it("A", "line", "3020", ooc=True), OTHER, phase="ooc")
    assert asked(m) == ("ooc", ITALY)
    assert barred(m, ITALY, "move", units=["A"], path=["3120"]) == "4.1.1"
    assert (
        barred(m, ITALY, "move", units=["A"], path=["3021", "2920", "2919", "2918"]) is None
    )  # it is the end that counts
    assert barred(m, ITALY, "done") is None


@pytest.mark.rule("custoza:4.1.1-a", "custoza:3.4-b")
def test_who_is_out_of_command_in_a_zone_falls_back() -> None:
    m = begun(COM, it("A", "line", "3020", ooc=True), ah("E", "line", "3021"), phase="ooc")
    assert asked(m) == ("ooc", ITALY)
    assert barred(m, ITALY, "done") in {"4.1.1", "12.1", "3.4"}
    assert barred(m, ITALY, "move", units=["A"], path=["3019"]) in {"4.1.1", "12.1", "3.4"}
    say(m, ITALY, "fall_back", units=["A"], path=["3019"])
    assert where(m, "A") == "3019"


@pytest.mark.rule("custoza:3.4-d", "custoza:3.3-c")
def test_the_side_with_the_initiative_moves_last() -> None:
    pair = (it("A", "line", "3020", ooc=True), ah("E", "line", "5020", ooc=True))
    coms = (COM, ah("CE", "commander", "5010"))
    assert asked(begun(*coms, *pair, phase="ooc", initiative=ITALY)) == ("ooc", AUSTRIA)
    assert asked(begun(*coms, *pair, phase="ooc", initiative=AUSTRIA)) == ("ooc", ITALY)
    clash = (it("A", "line", "3020"), ah("E", "line", "3021"))
    assert asked(begun(*clash, phase="non_activated", initiative=ITALY)) == ("fall_back", AUSTRIA)
    assert asked(begun(*clash, phase="non_activated", initiative=AUSTRIA)) == ("fall_back", ITALY)


@pytest.mark.rule("custoza:3.4-d", "custoza:3.3-c")
@pytest.mark.parametrize(("first", "last"), [(ITALY, AUSTRIA), (AUSTRIA, ITALY)])
def test_the_side_with_the_initiative_is_last_after_the_passes_too(first: str, last: str) -> None:
    m = begun(it("A", "line", "3020"), ah("E", "line", "3021"), phase="action", initiative=last, passes=2)
    say(m, last, "pass")
    assert asked(m) == ("fall_back", first)


@pytest.mark.rule("custoza:3.3-b")
def test_formations_not_activated_do_not_move_but_out_of_zones() -> None:
    m = begun(A, it("B", "line", "2010"), OTHER, phase="non_activated")
    assert m.ask is None  # nobody is in a zone: the turn and the game are over


# ---------------------------------------------------------------- the Reserve

RESERVE = it("R", "line", "3012", formation=None, reserve=True)


@pytest.mark.rule("custoza:4.4-a", "custoza:4.4-b")
def test_a_formation_takes_one_unit_of_the_reserve_along() -> None:
    second = it("Q", "light", "3013", formation=None, reserve=True)
    m = turn(COM, A, RESERVE, second, OTHER, dice=(1,))
    say(m, ITALY, "activate", formation=ITALY)
    assert (asked(m), set(m.ask.data["units"])) == (("reserve", ITALY), {"R", "Q"})
    say(m, ITALY, "reserve", unit="R")
    assert m.ask.what == "act"
    assert barred(m, ITALY, "move", units=["R"], path=["3112"]) is None
    assert barred(m, ITALY, "move", units=["Q"], path=["3014"]) == "4.4"


@pytest.mark.rule("custoza:4.4-a")
def test_a_unit_of_the_reserve_out_of_range_or_used_is_not_offered() -> None:
    for unit in (RESERVE | {"hex": "3015"}, RESERVE | {"used": True}):
        m = turn(COM, A, unit, OTHER, dice=(1,)) if unit["hex"] == "3015" else trying(COM, A, unit, OTHER, dice=(1,))
        say(m, ITALY, "activate", formation=ITALY)
        assert m.ask.what == "act"
        assert barred(m, ITALY, "move", units=["R"], path=["3112"]) == "4.4"


@pytest.mark.rule("custoza:4.4-c")
def test_units_of_the_reserve_left_over_move_freely_at_the_end() -> None:
    m = begun(COM, A, RESERVE | {"hex": "3015"}, OTHER, phase="ooc")
    assert asked(m) == ("ooc", ITALY)
    assert barred(m, ITALY, "move", units=["R"], path=["3016", "3017"]) is None


# ---------------------------------------------------------------- loose cannons


def loose(*units: Any, die: int, morale: int = 0, dice: tuple[int, ...] = (), **more: Any) -> Any:
    m = trying(*units, formations=italy(morale=morale, **more), dice=(6, die, *dice))
    say(m, ITALY, "activate", formation=ITALY)
    return m


@pytest.mark.rule("custoza:5.2-a")
def test_a_natural_six_comes_before_every_modifier() -> None:
    m = loose(A, OTHER, die=4, attempts=4)
    assert (roll(m, "activation").data["outcome"], roll(m, "activation").data["success"]) == ("loose_cannon", True)


@pytest.mark.rule("custoza:5.2-b", "custoza:chart.INI-a")
@pytest.mark.parametrize(
    ("die", "morale", "conduct"),
    [
        (1, -1, "fall_back"),
        (4, -3, "halt"),
        (2, 0, "hold"),
        (1, 2, "cautious"),
        (4, 0, "own_judgement"),
        (3, 2, "bold"),
        (5, 3, "rash"),
        (6, -1, "bold"),
    ],
)
def test_morale_moves_the_commanders_own_mind(die: int, morale: int, conduct: str) -> None:
    m = loose(A, ah("Z", "line", "3020"), die=die, morale=morale)
    assert roll(m, "loose_cannon").data["outcome"] == conduct
    assert told(m, "activated")[-1]["conduct"] == conduct


@pytest.mark.rule("custoza:5.2-b")
def test_a_halted_formation_leaves_zones_and_turns_and_does_no_more() -> None:
    units = (A, it("G", "artillery", "2010", facing="S"), ah("Z", "line", "2013"), ah("E", "line", "3012", facing="N"))
    m = loose(*units, die=1)
    assert m.ask.what == "act"
    assert barred(m, ITALY, "fire", units=["G"], hex="2013") == "5.2"
    assert barred(m, ITALY, "move", units=["G"], path=["2009"]) == "5.2"
    assert barred(m, ITALY, "move", units=["G"], path=[]) is None
    assert barred(m, ITALY, "move", units=["A"], path=["3010"]) == "5.2"
    assert barred(m, ITALY, "done") in {"5.2", "7.5", "12.1"}
    assert barred(m, ITALY, "fall_back", units=["A"], path=["3010"]) is None


@pytest.mark.rule("custoza:5.2-b")
def test_a_formation_that_holds_fires_its_guns_and_forms_square() -> None:
    m = loose(A, it("G", "artillery", "2010", facing="S"), ah("Z", "line", "2013"), die=2)
    assert barred(m, ITALY, "fire", units=["G"], hex="2013") is None
    assert barred(m, ITALY, "square", units=["A"]) is None
    assert barred(m, ITALY, "move", units=["A"], path=["3010"]) == "5.2"


@pytest.mark.rule("custoza:5.2-b")
def test_a_formation_that_falls_back_moves_only_away() -> None:
    m = loose(A, ah("Z", "line", "3014"), die=1, morale=-1)
    assert barred(m, ITALY, "move", units=["A"], path=["3012"]) == "5.2"
    assert barred(m, ITALY, "move", units=["A"], path=["3010"]) is None


@pytest.mark.rule("custoza:5.2-b", "custoza:6.2-b")
def test_a_cautious_division_has_two_markers_and_a_bold_one_must_place_two() -> None:
    lights = tuple(it(f"L{n}", "light", hex) for n, hex in enumerate(("3009", "2909", "3109")))
    enemy = ah("Z", "line", "3011")
    m = loose(*lights, enemy, die=3)
    for hex in ("3010", "2910"):
        say(m, ITALY, "declare", type="assault", hex=hex, target="3011")
    assert m.ask.what == "act" or barred(m, ITALY, "declare", type="assault", hex="3110", target="3011") in {
        "5.2",
        "6.2",
    }
    m = loose(*lights, enemy, die=5)
    say(m, ITALY, "declare", type="assault", hex="3010", target="3011")
    assert barred(m, ITALY, "done") == "5.2"
    say(m, ITALY, "declare", type="assault", hex="2910", target="3011")
    assert barred(m, ITALY, "done") is None


@pytest.mark.rule("custoza:22.4-b")
def test_at_night_a_six_activates_and_nobody_moves() -> None:
    m = begun(A, OTHER, phase="action", light="night", dice=(6,))
    say(m, ITALY, "activate", formation=ITALY)
    assert (roll(m, "activation").data["outcome"], asked(m)) == ("night", ("activate", AUSTRIA))
    assert formation(m, ITALY)["this_turn"] == "activated"


@pytest.mark.rule("custoza:5.1-b", "custoza:3.3-b")
def test_a_loose_cannon_counts_as_activated_and_need_not_withdraw_later() -> None:
    walls = dict.fromkeys(("3010", "3110", "2910"), "lake")
    m = begun(
        A,
        ah("E", "line", "3012", facing="N"),
        formations=italy(this_turn="activated"),
        phase="non_activated",
        board={"terrain": walls},
    )
    assert asked(m) != ("fall_back", ITALY)
    assert where(m, "A") == "3011"


@pytest.mark.rule("custoza:7.10-c")
def test_generals_move_at_the_end_of_the_turn_the_initiative_last() -> None:
    generals = (it("GI", "general", "3010"), ah("GA", "general", "5010"))
    m = begun(*generals, A, OTHER, phase="ooc", initiative=ITALY)
    assert asked(m) == ("general", AUSTRIA)
    say(m, AUSTRIA, "pass")
    assert asked(m) == ("general", ITALY)
    assert barred(m, ITALY, "move", units=["GI"], path=[f"30{r}" for r in range(11, 20)]) == "7.10"  # nine hexes
    assert barred(m, ITALY, "move", units=["GI"], path=[f"30{r}" for r in range(11, 19)]) is None


@pytest.mark.rule("custoza:3.2.2-e", "custoza:4.1-b")
def test_who_is_out_of_command_does_not_act_with_his_formation() -> None:
    m = acting(A, it("B", "line", "2010", ooc=True), OTHER)
    assert barred(m, ITALY, "move", units=["B"], path=["2011"]) == "4.1"
    assert barred(m, ITALY, "move", units=["A"], path=["3012"]) is None
