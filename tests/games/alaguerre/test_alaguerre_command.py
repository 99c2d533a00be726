"""Chapter 3: dice, initiative, orders and their priorities, who is activated, secret orders, several players."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.alaguerre.rules.orders import priority_of
from tests.games.alaguerre.battle import Plain, blue, events, general, play, red, refused, rolls, state

BLUE_ARMY = [blue("Z", [40000, 38000], division="z"), general("E", [40000, 39500], "blue", division="z")]


def army(*bases: Plain, generals: list[Plain], dice: list[int], **more: Any) -> q.Match:
    """A match that begins with activation; blue has one division and its CiC leads it."""
    start = {"phase": "activation", "turn": 2, **more}
    return play(*bases, BLUE_ARMY[0], generals=[*generals, BLUE_ARMY[1]], dice=dice, **start)


def orders(match: q.Match) -> dict[str, tuple[int, int | None]]:
    """Every order by its general: the die, and the priority it ended with."""
    return {event.data["general"]: (event.data["die"], event.data["priority"]) for event in events(match, "order")}


def activated(match: q.Match) -> list[str]:
    """The bases that were activated."""
    return [id for event in events(match, "activated") for id in event.data["bases"]]


def assign(match: q.Match, seat: str, **faces: int) -> None:
    match.answer(seat, {"do": "orders", "assign": faces})


# -- dice and initiative (3.3, 3.3.1) ---------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:3.3-a", "alaguerre:3.3-b")
def test_a_die_for_each_division_of_foot_or_horse_and_the_chiefs_level() -> None:
    match = army(
        red("A", [5000, 5000], division="a"),
        red("B", [9000, 5000], division="b"),
        red("K", [14000, 5000], "LtArt", "1/1/- -", division="k"),
        red("H", [17000, 5000], "HvArt", "1/1/- -", division=None),
        generals=[
            general("C", [7000, 3000], level=2, division="a"),
            general("D", [9000, 3000], division="b"),
            general("F", [14000, 3000], division="k"),
        ],
        dice=[3, 4, 6, 5, 1],
    )
    rolled, theirs = rolls(match, "activation")
    assert (list(rolled.dice), rolled.data["orders"]) == ([3, 4, 6, 5], [6, 5, 4])
    assert (list(theirs.dice), theirs.data["orders"]) == ([1], [])
    assert match.ask is not None
    assert match.ask.data == {"dice": [6, 5, 4], "generals": ["C", "D", "F"]}, "guns alone may be given an order too"


@pytest.mark.rule("alaguerre:3.3.1-a", "alaguerre:3.3.1-b")
@pytest.mark.parametrize(
    ("dice", "turn", "winner"),
    [
        ([6, 6, 1], 2, "red"),
        ([4, 4, 6], 2, "blue"),
        ([6, 4, 6], 2, "blue"),
        ([4, 4, 4, 3], 1, "red"),
        ([4, 4, 4, 4], 1, "blue"),
    ],
)
def test_more_sixes_have_the_initiative(dice: list[int], turn: int, winner: str) -> None:
    match = army(
        red("A", [5000, 5000], division="a"),
        generals=[general("C", [7000, 3000], level=1, division="a")],
        dice=dice,
        turn=turn,
        initiative="blue",
    )
    (told,) = events(match, "initiative")
    assert told.data["side"] == winner
    assert len(rolls(match, "lot")) == (turn == 1)


def test_without_a_chief_there_are_no_dice() -> None:
    match = army(
        red("A", [5000, 5000], division="a"),
        generals=[
            general("C", [7000, 3000], state="dead", lost=1, division=None),
            general("D", [7000, 3000], division="a"),
        ],
        dice=[1],
    )
    assert [roll.data["by"] for roll in rolls(match, "activation")] == ["blue"]


# -- orders (3.3.2, 3.3.3) --------------------------------------------------------------------------------------------

BRIGADE = [
    red("1", [25000, 10000], division="c", brigade="x"),
    red("2", [27000, 10000], division="c", brigade="x"),
    red("3", [29500, 10000], division="c", brigade="x"),
]
"""The example of 3.3.3, from the middle of base to the middle of base, with the chief at (5, 9.5)."""
CHAIN = [
    general("A", [5000, 9500]),
    general("B", [10000, 9500], level=1, division="b"),
    general("C", [17000, 9500], division="c"),
]


def example(**faces: int) -> q.Match:
    match = army(*BRIGADE, red("4", [10000, 5000], division="b"), generals=CHAIN, dice=[4, 5, 1])
    assign(match, "red", **faces)
    return match


@pytest.mark.rule("alaguerre:3.3.3-a", "alaguerre:3.3.3-b", "alaguerre:3.3.3-g")
def test_example_of_333_distance_and_level() -> None:
    match = example(C=5, B=4)
    assert orders(match) == {"C": (5, 4), "B": (4, 5)}
    told = {event.data["division"]: event.data["bases"] for event in events(match, "activated")}
    assert told["c"] == ["1", "2"], "the third is beyond the radius, and no formation with the others"


@pytest.mark.rule("alaguerre:3.3.3-d", "alaguerre:3.3.3-f")
def test_example_of_333_the_order_is_lost() -> None:
    match = example(C=4, B=5)
    assert orders(match) == {"C": (4, None), "B": (5, 6)}
    assert [event.data["division"] for event in events(match, "activated")] == ["b"]


@pytest.mark.rule("alaguerre:3.3.3-c", "alaguerre:3.3.3-e", "alaguerre:3.3.3-b")
@pytest.mark.parametrize(
    ("face", "links", "level", "priority"),
    [(4, 0, -1, None), (5, 1, -1, None), (6, 2, 1, 5), (5, 2, 2, None), (5, 0, 2, 6), (4, 0, 1, 5)],
)
def test_orders_at_their_limits(face: int, links: int, level: int, priority: int | None) -> None:
    """D01: two links, of which some are broken."""
    near, far = 10000, 30000
    found = state(
        red("A", [5000, 5000], division="a"),
        generals=[
            general("C", [1000, 1000]),
            general("I", [1000, far if links > 0 else 3000], radius=8000),
            general(
                "D", [near if links < 2 else far, far if links == 1 else 3000], level=level, division="a", superior="I"
            ),
        ],
    )
    if links == 1:
        found.lead(found.generals["D"], at=(1000, far - 2000))
    assert priority_of(found, found.generals["D"], face) == priority


@pytest.mark.rule("alaguerre:3.3.3-i", "alaguerre:3.3.3-j")
def test_a_formation_is_activated_by_one_base_and_a_chief_without_an_order_activates_nobody() -> None:
    match = army(
        red("A1", [5000, 5000], division="a", brigade="a"),
        red("D1", [20000, 12000], division="d", brigade="d"),
        red("D2", [22000, 12000], division="d", brigade="d"),
        red("D3", [30000, 12000], division="d", brigade="d"),
        generals=[general("A", [5000, 3000], division="a"), general("D", [11500, 11500], division="d")],
        dice=[5, 4, 1],
    )
    assign(match, "red", D=5)
    assert activated(match) == ["D1", "D2"]


@pytest.mark.rule("alaguerre:3.3.3-h", "alaguerre:2.7.5-c", "alaguerre:2.7.5-d")
def test_an_attached_general_activates_that_unit_alone() -> None:
    match = army(
        red("A1", [5000, 5000], division="a"),
        red("A2", [9000, 5000], division="a"),
        generals=[general("A", [5000, 3500], division="a")],
        dice=[5, 1],
    )
    assign(match, "red", A=5)
    assert activated(match) == ["A1"]


@pytest.mark.rule("alaguerre:3.3.4-a")
@pytest.mark.parametrize(("option", "priority"), [("minus_one", 4), ("off", 5)])
def test_a_chief_attached_to_a_unit(option: str, priority: int) -> None:
    generals = [general("C", [5000, 3500]), general("D", [9000, 3000], division="a")]
    match = army(red("A", [5000, 5000], division="a"), generals=generals, dice=[5, 1], options={"cic_attached": option})
    assign(match, "red", D=5)
    assert orders(match) == {"D": (5, priority)}


@pytest.mark.rule("alaguerre:3.3.4-a")
def test_a_chief_attached_to_a_unit_may_be_read_to_order_nobody_else() -> None:
    match = army(
        red("A", [5000, 5000], division="a"),
        red("B", [9000, 5000], division="b"),
        generals=[general("C", [5000, 3500], division="a"), general("D", [9000, 3000], division="b")],
        dice=[5, 4, 1],
        options={"cic_attached": "no_orders"},
    )
    assert refused(match, "red", {"do": "orders", "assign": {"D": 5}}) == "3.3.4-a"
    assert match.refuse("red", {"do": "orders", "assign": {"C": 5}}) is None


@pytest.mark.rule("alaguerre:3.3.2-a")
def test_orders_go_to_generals_of_combat_units_and_with_dice_in_hand() -> None:
    match = army(*BRIGADE, red("4", [10000, 5000], division="b"), generals=CHAIN, dice=[4, 5, 1])
    assert refused(match, "red", {"do": "orders", "assign": {"A": 4}}) == "3.3.2-a", "the chief leads no division"
    assert refused(match, "red", {"do": "orders", "assign": {"B": 6}}) == "3.3.2-a"
    assert refused(match, "red", {"do": "orders", "assign": {"B": 4, "C": 4}}) == "3.3.2-a"
    assert refused(match, "red", {"do": "orders", "assign": {"B": 4}, "dummies": ["C"]}) == "3.5.1-a"
    listed = [option["assign"] for option in match.options("red")]
    assert {} in listed
    assert len(listed) == 7


@pytest.mark.rule("alaguerre:3.3.2-b")
def test_who_has_the_initiative_gives_all_orders_first() -> None:
    match = army(red("A", [5000, 5000], division="a"), generals=[general("C", [7000, 3000], division="a")], dice=[4, 6])
    assert match.ask is not None
    assert match.ask.who == ("blue",)
    assign(match, "blue", E=6)
    assert match.ask.who == ("red",)


@pytest.mark.rule("alaguerre:2.7.4-c")
def test_guns_under_the_chief_go_with_any_activated_general() -> None:
    match = army(
        red("A", [9000, 5000], division="a"),
        red("H", [14000, 5000], "HvArt", "1/1/- -", division=None),
        red("I", [30000, 5000], "HvArt", "1/1/- -", division=None),
        generals=[general("C", [9000, 2000]), general("D", [10000, 3000], division="a")],
        dice=[4, 1],
    )
    assign(match, "red", D=4)
    assert activated(match) == ["A", "H"]


# -- secret orders (3.5) ----------------------------------------------------------------------------------------------


def secret(dice: list[int]) -> q.Match:
    return army(
        red("A", [5000, 5000], division="a"),
        red("B", [9000, 5000], division="b"),
        generals=[general("C", [7000, 3000], level=2, division="a"), general("D", [9000, 3000], division="b")],
        dice=dice,
        options={"orders": "secret"},
    )


@pytest.mark.rule("alaguerre:3.5-a", "alaguerre:3.5.1-a")
def test_secret_orders_have_as_many_markers_as_dice() -> None:
    match = secret([6, 4, 2, 1, 5])
    assert match.ask is not None
    assert match.ask.who == ("red", "blue")
    shown = match.view("red")["ask"]["data"]
    assert (shown["dice"], shown["dummies"], shown["markers"]) == ([6, 4], 2, {"red": 4, "blue": 1})
    assert match.view(None)["ask"]["data"] == {"markers": {"red": 4, "blue": 1}}
    assert refused(match, "red", {"do": "orders", "assign": {}, "dummies": ["C", "D", "D"]}) == "3.5.1-a"
    assert refused(match, "red", {"do": "orders", "assign": {"C": 6}, "dummies": ["C"]}) == "3.5.1-a"
    match.answer("red", {"do": "orders", "assign": {"C": 6}, "dummies": ["D"]})
    assert events(match, "order") == [], "nothing is seen before both have answered"
    assert match.view("blue")["orders"] == {}


@pytest.mark.rule("alaguerre:3.5.1-b")
def test_then_all_are_turned_up_and_corrected() -> None:
    match = secret([6, 4, 2, 1, 5])
    match.answer("red", {"do": "orders", "assign": {"D": 4}, "dummies": ["C"]})
    match.answer("blue", {"do": "orders", "assign": {"E": 5}})
    assert orders(match) == {"D": (4, 4), "E": (5, 5)}
    assert [event.data["dummies"] for event in events(match, "markers_up")] == [["C"], []]


@pytest.mark.rule("alaguerre:3.5.1-a")
def test_secret_orders_of_one_side_alone() -> None:
    bases = (red("A", [5000, 5000], division="a"), blue("Z", [40000, 38000], division="z"))
    generals = [general("C", [7000, 3000], level=1, division="a")]
    more: Any = {"phase": "activation", "turn": 2, "generals": generals, "options": {"orders": "secret"}}
    match = play(*bases, dice=[6, 1], **more)
    match.answer("red", {"do": "orders", "assign": {"C": 6}})
    assert orders(match) == {"C": (6, 6)}


# -- several players (3.4) --------------------------------------------------------------------------------------------


def players(level: int, dice: list[int]) -> q.Match:
    """The example of 3.4.2: B is out of reach, C (whose level is given) rolls for himself and leads D."""
    return army(
        red("a", [5000, 5000], division="a"),
        red("b", [30000, 5000], division="b"),
        red("d", [9000, 8000], division="d"),
        generals=[
            general("A", [5000, 3000], division="a"),
            general("B", [30000, 3000], division="b"),
            general("C", [9000, 3000], level=level),
            general("D", [9000, 6000], division="d", superior="C"),
        ],
        players=["B", "C"],
        dice=dice,
        options={"players": "several"},
    )


@pytest.mark.rule("alaguerre:3.4.2-a", "alaguerre:3.4.2-b", "alaguerre:3.4-a")
def test_example_of_342_a_player_general_adds_dice_of_his_own() -> None:
    match = players(2, [5, 6, 1, 1, 6, 2])
    assert [(roll.data["by"], roll.data["general"]) for roll in rolls(match, "activation")] == [
        ("red", None),
        ("blue", None),
        ("red", "C"),
    ]
    assert match.ask is not None
    assert match.ask.data["generals"] == ["A", "B", "C"], "what is below a player-general is his to give"
    assign(match, "red", B=5, A=6)
    assert match.ask.who == ("red.B",)
    assert match.ask.data["dice"] == [4], "the link to him is paid when the die is handed over"
    assign(match, "red.B", B=4)
    assert match.ask.who == ("red.C",)
    assert refused(match, "red.C", {"do": "orders", "assign": {"A": 6}}) == "3.4.2-b"
    assign(match, "red.C", D=6)
    assert orders(match) == {"A": (6, 6), "B": (4, 4), "D": (6, 6)}
    (told,) = events(match, "initiative")
    assert told.data["sixes"] == [1, 0], "his own six counts for nothing here"


@pytest.mark.rule("alaguerre:3.4.1-a", "alaguerre:3.4.2-c")
def test_a_player_general_of_level_minus_one_loses_an_order() -> None:
    match = players(-1, [5, 6, 1, 1])
    assert len(rolls(match, "activation")) == 2
    assert refused(match, "red", {"do": "orders", "assign": {"D": 6}}) == "3.3.2-a"
    assign(match, "red", C=6)
    assert orders(match) == {}, "he had one die and may use none"
