"""Chapter 10: how mêlées end: who tests, who gives way, who runs, who follows."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.vivaorre.rules import melee
from quadrilatero.games.vivaorre.rules.melee_modifiers import modifiers
from tests.games.vivaorre.battle import area, blue, events, line, play, red, refused, rolls, state, unit_of

Plain = dict[str, Any]
HERE = [30000, 10000]
UNARMED = {"class": "c-/-c", "weapon": "none"}
HORSE = {"arm": "cavalry", **UNARMED}


def outcome(*units: Plain, taken: dict[str, int], dice: list[int], **more: Any) -> q.Match:
    """A fight between A and D of which only the outcome is open."""
    pending = [{"outcome": list(taken), "taken": taken}]
    return play(*units, phase="melee", stage="outcomes", pending=pending, dice=dice, **more)


def states(match: q.Match) -> list[tuple[str, str]]:
    return [(event.data["unit"], event.data["state"]) for event in events(match, "state")]


# -- dice -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:10-a", "vivaorre:10-c", "vivaorre:6-c")
def test_both_strike_with_all_they_began_with() -> None:
    dice = [5] * 8 + [5] * 8 + [6, 6, 6]
    match = play(red("A", HERE, **UNARMED), blue("D", HERE, **UNARMED), phase="melee", dice=dice)
    first, second = rolls(match, "melee")
    assert (first.data["unit"], first.data["target"], first.data["count"], first.data["hits"]) == ("A", "D", 8, 8)
    assert (second.data["count"], second.data["need"], second.data["caught"]) == (8, 5, False)
    assert [unit_of(match, id)["figures"] for id in "AD"] == [4, 4]


@pytest.mark.rule("vivaorre:10-c", "vivaorre:1-j")
def test_a_six_strikes_and_a_one_misses_whatever_is_added() -> None:
    weak = red("A", HERE, training="regular", **{"class": "e-/-e"})
    lancers = blue("D", HERE, arm="cavalry", notes=["lance"], charged="A", **{"class": "a-/-a"})
    dice = [6] + [5] * 7 + [1, 2, 2, 2, 2, 2] + [6, 6, 6]
    match = play(weak, lancers, phase="melee", dice=dice)
    first, second = rolls(match, "melee")
    assert (first.data["need"], first.data["hits"]) == (6, 1)
    assert (second.data["need"], second.data["hits"]) == (2, 5)


@pytest.mark.rule("vivaorre:10-a", "vivaorre:10-b")
def test_who_touches_several_strikes_at_one_of_them() -> None:
    units = (
        red("A", HERE, formation="assault", **UNARMED),
        blue("D", [29250, 10000], figures=4, start=4, **UNARMED),
        blue("E", [30750, 10000], figures=4, start=4, **UNARMED),
    )
    match = play(*units, phase="melee", dice=[1] * 16 + [6] * 6)
    assert match.ask is not None
    assert (match.ask.what, match.ask.seats) == ("melee", ("red",))
    assert refused(match, "red", {"do": "melee", "targets": {}}) == "10-a"
    assert refused(match, "red", {"do": "melee", "targets": {"A": "X"}}) == "10-a"
    match.answer("red", {"do": "melee", "targets": {"A": "E"}})
    assert [(roll.data["unit"], roll.data["target"]) for roll in rolls(match, "melee")] == [
        ("A", "E"),
        ("D", "A"),
        ("E", "A"),
    ]


@pytest.mark.rule("vivaorre:10-a", "vivaorre:10-d")
def test_among_three_each_weighs_its_own_hits() -> None:
    units = (
        red("A", HERE, formation="mass", **UNARMED),
        blue("D", [29250, 10000], figures=4, start=4, **UNARMED),
        blue("E", [30750, 10000], figures=4, start=4, **UNARMED),
    )
    # A gives 2 to E and takes 1 from each: level; D gave 1 and took none; E took 2 and gave 1: it alone has lost
    dice = [5, 5, *[1] * 6, 5, 1, 1, 1, 5, 1, 1, 1, 2]
    match = play(*units, phase="melee", dice=dice)
    match.answer("red", {"do": "melee", "targets": {"A": "E"}})
    (test,) = rolls(match, "morale")
    assert (test.data["unit"], test.modifiers, test.data["total"]) == ("E", [("10-d", -1)], 1)
    assert states(match) == [("E", "shaken")]


@pytest.mark.rule("vivaorre:10-b", "vivaorre:20.zulu-d", "vivaorre:20.zulu-g")
def test_all_figures_of_an_impi_fight_and_of_a_shaken_one_those_who_touch() -> None:
    impi: Plain = {"figures": 24, "class": "b-*-c"}
    s = state(red("A", HERE, **impi), blue("D", HERE), phase="melee")
    assert melee.fighters(s, s.units["A"], s.units["D"]) == 24
    s = state(red("A", HERE, state="shaken", **impi), blue("D", [30000, 10000], figures=4, start=4), phase="melee")
    assert melee.fighters(s, s.units["A"], s.units["D"]) == 6, "four bases wide, and a corner at either end"


@pytest.mark.rule("vivaorre:10-b")
@pytest.mark.parametrize(("training", "count"), [("irregular", 8), ("regular", 16)])
def test_irregulars_fight_with_their_front_rank(training: str, count: int) -> None:
    s = state(red("A", HERE, training=training, formation="mass", figures=16, start=16), blue("D", HERE), phase="melee")
    assert melee.fighters(s, s.units["A"], s.units["D"]) == count


@pytest.mark.rule("vivaorre:10-m5", "vivaorre:10-m6", "vivaorre:10-m4")
def test_lancers_on_a_square() -> None:
    lancers = red("A", HERE, arm="cavalry", notes=["lance"], charged="D", **{"class": "b-/-b"})
    square = blue("D", HERE, formation="square", **UNARMED)
    match = play(lancers, square, phase="melee", dice=[1] * 14 + [6] * 3)
    horse, foot = rolls(match, "melee")
    assert (horse.data["count"], horse.data["need"]) == (6, 2)
    assert sorted(horse.modifiers) == [("10-m4", 1), ("10-m5", 1), ("10-m6", 1)]
    assert (foot.data["count"], foot.data["need"], foot.modifiers) == (8, 5, [])


@pytest.mark.rule("vivaorre:10-m1")
@pytest.mark.parametrize("kind", ["hedge", "wall"])
def test_blows_over_a_hedge_or_wall(kind: str) -> None:
    s = state(
        red("A", HERE),
        blue("D", [30000, 10010]),
        terrain=(line("h", kind, (20, 10), (40, 10)),),
        phase="melee",
    )
    assert ("10-m1", -1) in modifiers(s, s.units["A"], s.units["D"])


@pytest.mark.rule("vivaorre:10-m3", "vivaorre:10-m8", "vivaorre:2-l")
def test_who_has_dismounted_fights_as_foot() -> None:
    s = state(red("A", HERE, notes=["dismount"], mounted=False, **HORSE), blue("D", HERE, **HORSE), phase="melee")
    assert modifiers(s, s.units["A"], s.units["D"]) == [("10-m3", -1)]
    assert modifiers(s, s.units["D"], s.units["A"]) == [("10-m8", 1)]


# -- outcomes ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:10-e", "vivaorre:12-m1")
def test_a_loser_that_was_shaken_routs() -> None:
    match = outcome(
        red("A", HERE, training="irregular", **UNARMED),
        blue("D", HERE, state="shaken", shaken_since=1, formation="assault", **UNARMED),
        taken={"A": 0, "D": 1},
        dice=[5, 6],
    )
    tests = rolls(match, "morale")
    assert (tests[0].data["total"], tests[0].data["result"]) == (3, "routed")
    assert sorted(tests[0].modifiers) == [("10-d", -1), ("12-m1", -1)]
    assert states(match)[0] == ("D", "routed")


@pytest.mark.rule("vivaorre:10-e", "vivaorre:8-a")
@pytest.mark.parametrize(("formation", "by"), [("assault", 2500), ("mass", 1500)])
def test_a_retreat_is_half_a_move_of_the_formation_fought_in(formation: str, by: int) -> None:
    match = outcome(
        red("A", HERE, formation="mass", **UNARMED),
        blue("D", HERE, formation=formation, **UNARMED),
        taken={"A": 0, "D": 1},
        dice=[2],
    )
    (back,) = events(match, "moved")
    assert (back.data["why"], back.data["distance"], back.data["to"]["facing"]) == ("retreat", by, 18000)
    assert unit_of(match, "D")["retreated"] == 1


@pytest.mark.rule("vivaorre:10-e")
def test_a_retreat_ends_at_friends() -> None:
    match = outcome(
        red("A", HERE, **UNARMED),
        blue("D", HERE, **UNARMED),
        blue("F", [30000, 11125]),
        taken={"A": 0, "D": 1},
        dice=[2],
    )
    (back,) = events(match, "moved")
    assert back.data["distance"] == 500


@pytest.mark.rule("vivaorre:10-f", "vivaorre:8-ad")
def test_if_both_pass_it_goes_on() -> None:
    match = outcome(red("A", HERE, **UNARMED), blue("D", HERE, **UNARMED), taken={"A": 1, "D": 3}, dice=[6, 2])
    loser, winner = rolls(match, "morale")
    assert (loser.data["unit"], loser.modifiers) == ("D", [("10-d", -2)])
    assert (winner.data["unit"], winner.modifiers, winner.data["total"]) == ("A", [("10-f", 2)], 4)
    assert events(match, "moved") == []


@pytest.mark.rule("vivaorre:10-f", "vivaorre:10-e")
def test_a_winner_that_fails_gives_way() -> None:
    match = outcome(red("A", HERE, **UNARMED), blue("D", HERE, **UNARMED), taken={"A": 0, "D": 1}, dice=[6, 1])
    assert states(match) == [("A", "shaken")]
    assert events(match, "moved")[0].data["unit"] == "A"


@pytest.mark.rule("vivaorre:10-g")
@pytest.mark.parametrize(
    ("red_more", "blue_more", "first"),
    [
        ({"charged": "D"}, {}, "D"),
        ({}, {"charged": "A"}, "A"),
        ({"retreated": 2}, {}, "A"),
        ({}, {"retreated": 2}, "D"),
    ],
)
def test_who_tests_first_in_a_drawn_fight(red_more: Plain, blue_more: Plain, first: str) -> None:
    match = outcome(
        red("A", HERE, **UNARMED, **red_more),
        blue("D", HERE, **UNARMED, **blue_more),
        taken={"A": 1, "D": 1},
        dice=[4, 4],
        turn=3,
        last_turn=3,
    )
    tests = rolls(match, "morale")
    assert [test.data["unit"] for test in tests] == [first, {"A": "D", "D": "A"}[first]]
    assert tests[0].modifiers == []


@pytest.mark.rule("vivaorre:10-g")
@pytest.mark.parametrize(("lot", "first"), [(3, "A"), (4, "D")])
@pytest.mark.parametrize("charged", [True, False])
def test_otherwise_a_lot_says_who_tests_first(lot: int, first: str, charged: bool) -> None:
    both = (red("A", HERE, **UNARMED), blue("D", HERE, **UNARMED))
    if charged:
        both[0]["charged"], both[1]["charged"] = "D", "A"
    match = outcome(*both, taken={"A": 1, "D": 1}, dice=[lot, 4, 4])
    (die,) = rolls(match, "lot")
    assert (die.rule, die.data["by"]) == ("10-g", None)
    assert rolls(match, "morale")[0].data["unit"] == first


@pytest.mark.rule("vivaorre:10-h")
def test_horse_that_fails_against_foot_is_only_shaken() -> None:
    match = outcome(red("A", HERE, charged="D", **HORSE), blue("D", HERE, **UNARMED), taken={"A": 2, "D": 1}, dice=[3])
    assert states(match) == [("A", "shaken")]


@pytest.mark.rule("vivaorre:10-h")
@pytest.mark.parametrize(
    ("loser", "winner", "state"),
    [
        (HORSE, HORSE, "routed"),
        (UNARMED, HORSE, "routed"),
        ({**UNARMED, "formation": "square"}, HORSE, "routed"),
        (UNARMED, {**UNARMED, "formation": "assault"}, "routed"),
        (UNARMED, UNARMED, "shaken"),
        ({**UNARMED, "formation": "mass"}, {**UNARMED, "formation": "assault"}, "shaken"),
        ({**UNARMED, "formation": "assault"}, {**UNARMED, "formation": "assault"}, "shaken"),
        (UNARMED, {"class": "b-*-c", "figures": 24}, "routed"),
        (UNARMED, {"class": "b-*-c", "figures": 8}, "shaken"),
    ],
)
def test_who_routs_at_once(loser: Plain, winner: Plain, state: str) -> None:
    match = outcome(red("A", HERE, **winner), blue("D", HERE, **loser), taken={"A": 0, "D": 1}, dice=[2, 6])
    assert rolls(match, "morale")[0].data["result"] == state


@pytest.mark.rule("vivaorre:10-h", "vivaorre:10-m")
def test_guns_that_fail_against_anybody_are_gone() -> None:
    guns = blue("D", HERE, arm="artillery", points=70)
    match = outcome(red("A", HERE, **UNARMED), guns, taken={"A": 0, "D": 1}, dice=[2])
    (gone,) = events(match, "eliminated")
    assert (gone.rule, gone.data["unit"], gone.data["why"], gone.data["points"]) == ("10-m", "D", "battery", 70)
    assert match.view(None)["score"]["red"] == 70


@pytest.mark.rule("vivaorre:10-h")
@pytest.mark.parametrize("kind", ["light_works", "heavy_works", "building"])
def test_nobody_routs_at_once_in_works(kind: str) -> None:
    match = outcome(
        red("A", HERE, formation="assault", **UNARMED),
        blue("D", HERE, **UNARMED),
        taken={"A": 0, "D": 1},
        dice=[2],
        terrain=(area("f", kind, 25, 10, 35, 12),),
    )
    assert states(match) == [("D", "shaken")]


@pytest.mark.rule("vivaorre:10-n")
@pytest.mark.parametrize(("option", "left"), [("off", []), ("on", ["D"])])
def test_by_an_option_the_guns_stay_behind(option: str, left: list[str]) -> None:
    guns = blue("D", HERE, arm="artillery", sections=2)
    match = outcome(red("A", HERE, **UNARMED), guns, taken={"A": 0, "D": 1}, dice=[2], options={"guns_left": option})
    assert [one["id"] for one in match.view(None)["guns"]] == left
    if left:
        (found,) = match.view(None)["guns"]
        assert (found["sections"], found["gun"], found["side"]) == (2, "smooth_9", "red"), "who touches them owns them"
        assert [event.data["side"] for event in events(match, "guns")] == ["blue", "red"]


@pytest.mark.rule("vivaorre:10-i", "vivaorre:10-g", "vivaorre:10-f")
def test_horse_that_fails_too_makes_its_whole_move_shaken() -> None:
    match = outcome(
        red("A", HERE, charged="D", **HORSE),
        blue("D", HERE, **{"class": "b-/-b"}, weapon="none"),
        taken={"A": 2, "D": 2},
        dice=[3, 3],
    )
    first, second = rolls(match, "morale")
    assert [(test.data["unit"], test.data["total"]) for test in (first, second)] == [("D", 4), ("A", 3)]
    assert states(match) == [("A", "shaken")]
    (back,) = events(match, "moved")
    assert (back.data["why"], back.data["distance"], back.rule) == ("withdraw", 6000, "10-i")


@pytest.mark.rule("vivaorre:10-i")
def test_two_units_of_horse_both_withdraw() -> None:
    match = outcome(red("A", HERE, **HORSE), blue("D", HERE, **HORSE), taken={"A": 1, "D": 1}, dice=[1, 4, 4])
    assert [(event.data["unit"], event.data["distance"]) for event in events(match, "moved")] == [
        ("A", 6000),
        ("D", 6000),
    ]
    assert [unit_of(match, id)["at"] for id in "AD"] == [[30000, 4000], [30000, 16000]]


@pytest.mark.rule("vivaorre:10-i")
def test_horse_that_sends_its_enemy_back_stays() -> None:
    square = blue("D", HERE, **UNARMED)
    match = outcome(
        red("A", HERE, **HORSE),
        square,
        taken={"A": 0, "D": 1},
        dice=[2],
        terrain=(area("f", "light_works", 25, 10, 35, 12),),
    )
    assert [event.data["unit"] for event in events(match, "moved")] == ["D"]


# -- pursuit ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:10-k", "vivaorre:10-l")
def test_regulars_choose_and_horse_rides_foot_down() -> None:
    def fight() -> q.Match:
        return outcome(
            red("A", HERE, **HORSE), blue("D", HERE, points=50, **UNARMED), taken={"A": 0, "D": 1}, dice=[2, 6]
        )

    match = fight()
    assert match.ask is not None
    assert (match.ask.what, match.ask.seats) == ("pursue", ("red",))
    assert (match.ask.data["unit"], match.ask.data["target"]) == ("A", "D")
    match.answer("red", {"do": "pursue"})
    (gone,) = events(match, "eliminated")
    assert (gone.rule, gone.data["why"], gone.data["points"]) == ("10-l", "pursued", 50)
    assert [roll.data["occasion"] for roll in rolls(match, "morale")] == ["melee"], "caught without a test"
    match = fight()
    match.answer("red", {"do": "stay"})
    assert states(match) == [("D", "routed"), ("D", "shaken")]
    assert unit_of(match, "A")["at"] == HERE


@pytest.mark.rule("vivaorre:10-l", "vivaorre:8-ac")
def test_a_pursuit_in_vain_disorders_and_the_routers_test() -> None:
    match = outcome(
        red("A", HERE, training="irregular", **UNARMED),
        blue("D", HERE, state="shaken", shaken_since=1, **UNARMED),
        taken={"A": 0, "D": 1},
        dice=[2, 6],
    )
    assert [event.data["why"] for event in events(match, "moved")] == ["rout", "pursuit"]
    assert [(event.data["unit"], event.data["why"]) for event in events(match, "disordered")] == [
        ("A", "pursuit"),
        ("D", "fought"),
    ]
    assert unit_of(match, "A")["pursued"] is True
    assert [roll.data["occasion"] for roll in rolls(match, "morale")] == ["melee", "rout"]


@pytest.mark.rule("vivaorre:10-j")
@pytest.mark.parametrize(
    ("router", "terrain", "asked"),
    [
        ({"charged": "A"}, ("rough",), True),
        ({}, ("rough",), False),
        ({"charged": "A"}, (), False),
    ],
)
def test_irregulars_must_unless_they_were_charged_halted_in_cover(
    router: Plain, terrain: tuple[str, ...], asked: bool
) -> None:
    match = outcome(
        red("A", HERE, training="irregular", **UNARMED),
        blue("D", HERE, state="shaken", shaken_since=1, **UNARMED, **router),
        taken={"A": 0, "D": 1},
        dice=[2, 6],
        terrain=tuple(area("g", kind, 20, 5, 40, 10) for kind in terrain),
    )
    assert (match.ask is not None and match.ask.what == "pursue") is asked
    assert bool(events(match, "moved")[1:]) is not asked


@pytest.mark.rule("vivaorre:10-l", "vivaorre:12-i")
def test_guns_and_the_shaken_do_not_pursue() -> None:
    match = outcome(
        red("A", HERE, state="shaken", shaken_since=1, **HORSE),
        blue("D", HERE, **UNARMED),
        taken={"A": 0, "D": 1},
        dice=[2, 6],
    )
    assert match.ask is None
    assert [event.data["why"] for event in events(match, "moved")] == ["rout"]


@pytest.mark.rule("vivaorre:10-m5")
def test_a_pursuer_counts_as_one_who_charged() -> None:
    s = state(red("A", HERE, pursued=True), blue("D", HERE), phase="melee")
    assert modifiers(s, s.units["A"], s.units["D"]) == [("10-m5", 1)]
