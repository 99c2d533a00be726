"""Chapter 8 where something comes between: a way that is barred, a shot that is answered, ammunition that runs out."""

from __future__ import annotations

import pytest

import quadrilatero as q
from tests.games.custoza.support import Plain, austria, decline, events, italy, now, play, refused, rolls, where

ACTIVE = {"formation": "italy"}
REST = italy("rest", "5010")


# -- who fires ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:8.4-a", "custoza:4.1-a")
def test_a_battery_out_of_command_stays_silent_and_does_not_keep_the_other_from_firing() -> None:
    guns = (
        italy("g", "3010", "artillery", facing="S", sv=1),
        italy("h", "3010", "artillery", facing="S", sv=1, ooc=True),
    )
    m = play(*guns, REST, austria("D", "3012"), active=ACTIVE, dice=[1, 1])
    assert refused(m, "italy", {"do": "fire", "units": ["g", "h"], "hex": "3012"}) == "4.1-a"
    m.answer("italy", {"do": "fire", "units": ["g"], "hex": "3012"})
    assert rolls(m, "fire")[0].data["units"] == ["g"]


@pytest.mark.rule("custoza:8.1-e")
def test_the_corner_of_the_map_is_named_where_nobody_stands_in_it() -> None:
    m = play(italy("g", "1006", "artillery", facing="N"), REST, austria("D", "1104"), active=ACTIVE)
    refusal = m.refuse("italy", {"do": "fire", "units": ["g"], "hex": "1004"})
    assert refusal is not None
    assert (refusal.rule, refusal.reason, refusal.data["hex"]) == ("8.1-e", "no_target", "1004")


@pytest.mark.rule("custoza:22.4-c", "custoza:8.9-a")
def test_in_dim_light_a_wood_blocks_three_hexes_off_and_the_dark_beyond() -> None:
    wood = {"terrain": {"3011": "woods"}}
    units = italy("g", "3010", "artillery", facing="S"), REST, austria("D", "3013"), austria("E", "3014")
    m = play(*units, active=ACTIVE, board=wood, light="dusk")
    assert refused(m, "italy", {"do": "fire", "units": ["g"], "hex": "3013"}) == "8.9-a"
    assert refused(m, "italy", {"do": "fire", "units": ["g"], "hex": "3014"}) == "22.4-c"


# -- the way to the marker ---------------------------------------------------------------------------------------------

SHOT: Plain = {"do": "fire", "units": ["l"], "hex": "3011", "path": ["3109", "3010"]}


def approach(*others: Plain, dice: list[int]) -> q.Match:
    """Light infantry in 3110 is to go around D in 3011 to a marker in 3010, and to fire at him from there."""
    m = play(
        italy("l", "3110", "light", facing="S"),
        REST,
        austria("D", "3011", facing="N"),
        *others,
        active={**ACTIVE, "markers": [{"type": "assault", "hex": "3010", "target": "3011"}]},
        dice=dice,
    )
    m.answer("italy", SHOT)
    assert (m.ask.what, m.ask.rule, m.ask.data["to"]) == ("react", "11.1-c", "3109")
    return m


@pytest.mark.rule("custoza:8.3-c", "custoza:11.5.5-d", "custoza:6.5-b")
def test_who_does_not_come_to_the_marker_does_not_fire() -> None:
    m = approach(austria("E", "2910", facing="N"), dice=[1, 1])
    m.answer("austria", {"do": "fall_back", "units": ["D"], "path": ["3012"]})
    assert (m.ask.what, m.ask.data["targets"]) == ("turn_marker", ["2910"])
    m.answer("italy", {"do": "pass"})
    assert (m.ask.what, m.ask.rule, where(m, "l")) == ("go_on", "11.5.5-d", "3109"), "nothing calls it to 3010 now"
    m.answer("italy", {"do": "go_on", "path": ["3108"]})
    assert (m.ask.what, where(m, "l")) == ("face", "3108")
    assert not rolls(m, "fire")
    assert now(m).units["l"].ammo == "full"


@pytest.mark.rule("custoza:8.3-c", "custoza:7.5-d", "custoza:7.6-b")
def test_who_comes_to_the_marker_fires_serves_it_and_chooses_his_facing() -> None:
    m = decline(approach(dice=[1, 1]))
    assert where(m, "l") == "3010"
    assert (rolls(m, "fire")[0].data["hex"], rolls(m, "fire")[0].data["range"]) == ("3011", 1)
    assert now(m).acting().markers[0].spent
    assert (m.ask.what, m.ask.rule, m.ask.data["units"]) == ("face", "8.3-b", ["l"])


@pytest.mark.rule("custoza:8.2.2-a", "custoza:10.5.5-a")
def test_who_is_thrown_back_after_his_shot_chooses_his_facing_once() -> None:
    mark = {"type": "assault", "hex": "3010", "target": "3011"}
    m = play(
        italy("l", "3009", "light", facing="S"),
        REST,
        austria("D", "3011", facing="N", sp=12),
        active={**ACTIVE, "markers": [mark]},
        dice=[1, 1, 1, 1, 6, 6, *[1] * 6],
    )
    m.answer("italy", {"do": "fire", "units": ["l"], "hex": "3011", "path": ["3010"]})
    m.answer("austria", {"do": "pass"})
    assert rolls(m, "fire")
    m.answer("austria", {"do": "assault", "units": ["D"]})
    asked = []
    while m.ask.what in ("retreat", "face", "react", "hit"):
        asked += [m.ask.rule] if m.ask.what == "face" and m.ask.who == ("italy",) else []
        seat = m.ask.who[0]
        m.answer(seat, {"do": "pass"} if m.ask.what == "react" else m.options(seat)[0])
    assert now(m).units["l"].hex != now(m).board.hex("3010")
    assert asked in ([], ["10.5.5-a"]), "not again at the end of the action"


# -- 8.6, 8.8: the shot ------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:8.8-a", "custoza:8.8-b")
@pytest.mark.parametrize(("die", "left"), [(3, "low"), (2, "out")])
def test_who_is_low_rolls_for_what_is_left(die: int, left: str) -> None:
    gun = italy("g", "3010", "artillery", facing="S", ammo="low")
    m = play(gun, REST, austria("D", "3012", facing="N"), active=ACTIVE, dice=[die, 1, 1])
    m.answer("italy", {"do": "fire", "units": ["g"], "hex": "3012"})
    assert now(m).units["g"].ammo == left
    told = [(event.rule, event.data["unit"], event.data["ammo"]) for event in events(m, "ammo")]
    assert told == ([("8.8-b", "g", "out")] if left == "out" else []), "who stays low is not told to become it"
    assert bool(rolls(m, "fire")) is (left == "low")
    (roll,) = rolls(m, "ammo")
    assert (roll.data["unit"], roll.data["need"], roll.data["success"]) == ("g", 3, left == "low")


@pytest.mark.rule("custoza:8.6-b")
def test_among_batteries_of_one_size_the_owner_says_whose_cohesion_counts() -> None:
    guns = (italy(id, "3010", "artillery", facing="S", sv=1, cv=cv) for id, cv in (("g", 7), ("h", 3)))
    m = play(*guns, REST, austria("D", "3012", facing="N"), active=ACTIVE, dice=[1, 1])
    m.answer("italy", {"do": "fire", "units": ["g", "h"], "hex": "3012"})
    assert (m.ask.what, m.ask.rule, m.ask.data["units"]) == ("lead", "8.6-b", ["g", "h"])


@pytest.mark.rule("custoza:8.8-a", "custoza:8.7-a")
@pytest.mark.parametrize(("dice", "lost", "levels"), [([1, 1], 0, 0), ([4, 4], 1, 0), ([6, 6], 2, 1)])
def test_a_shot_takes_strength_then_levels_and_costs_the_first_ammunition(
    dice: list[int], lost: int, levels: int
) -> None:
    gun = italy("g", "3010", "artillery", facing="S", sp=4, cv=8)
    m = play(gun, REST, austria("D", "3012", facing="N", sp=6), active=ACTIVE, dice=dice)
    m.answer("italy", {"do": "fire", "units": ["g"], "hex": "3012"})
    (roll,) = rolls(m, "fire")
    assert (roll.data["power"], roll.data["column"], roll.data["success"]) == (8, "8-10", bool(lost or levels))
    assert (6 - now(m).units["D"].sp, now(m).units["D"].status) == (lost, levels)
    assert (len(events(m, "hit")), len(events(m, "status"))) == (bool(lost) * lost, bool(levels))
    assert [(event.rule, event.data["ammo"]) for event in events(m, "ammo")] == [("8.8-a", "low")]


@pytest.mark.rule("custoza:8.6-c", "custoza:8.6-a")
def test_a_shot_too_weak_for_the_table_is_told_and_does_nothing() -> None:
    near = austria("D", "3014", facing="N", march=True)
    m = play(
        italy("l", "3010", "artillery", facing="S", sp=1),
        REST,
        near,
        board={"terrain": {"3014": "woods"}},
        active=ACTIVE,
    )
    m.answer("italy", {"do": "fire", "units": ["l"], "hex": "3014"})
    assert [(event.rule, event.data["units"], event.data["hex"]) for event in events(m, "fired")] == [
        ("8.6-c", ["l"], "3014")
    ]
    assert not rolls(m, "fire")
    assert now(m).units["l"].ammo == "low"


@pytest.mark.rule("custoza:7.1-a", "custoza:8.6-a")
def test_who_does_not_see_a_battery_is_told_the_dice_and_not_its_strength() -> None:
    m = play(
        italy("g", "3010", "artillery", facing="S"), REST, austria("D", "3012", facing="N"), active=ACTIVE, dice=[1, 1]
    )
    m.answer("italy", {"do": "fire", "units": ["g"], "hex": "3012"})
    roll = rolls(m, "fire")[0].told("austria")
    assert (roll.data["hex"], roll.data["range"], roll.data["result"]) == ("3012", 2, "-")
    assert not {"sp", "power", "shifts", "column", "total"} & roll.data.keys()


@pytest.mark.rule("custoza:8.3-a", "custoza:8.1-d")
def test_a_shot_backwards_is_listed_with_the_turn_it_needs() -> None:
    units = italy("g", "3010", "artillery", facing="S"), REST, austria("D", "3012"), austria("E", "3008")
    m = play(*units, active=ACTIVE)
    listed = {option["hex"]: option.get("facing") for option in m.options("italy") if option["do"] == "fire"}
    assert listed.keys() == {"3012", "3008"}
    assert listed["3012"] is None
    assert m.refuse("italy", {"do": "fire", "units": ["g"], "hex": "3008", "facing": listed["3008"]}) is None
    assert refused(m, "italy", {"do": "fire", "units": ["g"], "hex": "3008"}) == "8.1-d"
