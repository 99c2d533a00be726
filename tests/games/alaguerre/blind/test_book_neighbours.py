"""Bases that touch: what neighbours in a line, corner to corner or one behind another, do to each other."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.alaguerre.blind.situations import (
    IDLE,
    Plain,
    asked,
    barred,
    begun,
    blue,
    charged,
    fought,
    go,
    modifiers,
    move_barred,
    now,
    red,
    reply,
    roll,
    rolls,
    say,
    told,
)

FIGHT = {"fight": {"rounds": 1, "charged": False, "on": "front", "began": "red"}}
FOE = blue("Z", 40000, 38000, "Hv")


def three(side: Any = red, y: int = 10000, troops: str = "Hv", apart: int = 2000, **more: Any) -> list[Plain]:
    """Three brigades shoulder to shoulder, A in the middle of red's and T of blue's."""
    middle = "A" if side is red else "T"
    names = [f"{middle}l", middle, f"{middle}r"]
    return [side(name, 20000 + apart * (n - 1), y, troops, brigade=name, **more) for n, name in enumerate(names)]


@pytest.mark.parametrize("manoeuvre", [go("advance", by=2000), go("back", by=1000), go("about")])
@pytest.mark.rule("alaguerre:5.3-a", "alaguerre:2.10.1-b")
def test_one_moves_out_from_between_neighbours(manoeuvre: Plain) -> None:
    assert move_barred(begun("manoeuvre", *three(), FOE), "A", manoeuvre) is None


@pytest.mark.rule("alaguerre:5.3-a", "alaguerre:5.2.6-a")
def test_one_does_not_move_sideways_into_a_neighbour() -> None:
    assert move_barred(begun("manoeuvre", *three(), FOE), "A", go("sideways", side="left", by=500)) is not None


@pytest.mark.rule("alaguerre:5.3-d")
def test_a_wheel_may_sweep_over_friends_but_not_end_on_them() -> None:
    m = begun("manoeuvre", *three(), FOE)
    assert move_barred(m, "A", go("wheel", side="left", angle=2000)) is not None
    clear = begun("manoeuvre", *three()[:2], FOE)
    assert move_barred(clear, "A", go("wheel", side="left", angle=2000, back=False)) is None


@pytest.mark.rule("alaguerre:6.2-e")
def test_one_charges_out_of_a_line_of_brigades() -> None:
    m = charged(*three(troops="Cav"), blue("T", 20000, 12000, "Hv"), dice=(5, 5))
    assert now(m, "A")["at"] == [20000, 12000]
    assert (now(m, "Al")["state"], now(m, "Ar")["state"]) == ("ordered", "ordered")


@pytest.mark.rule("alaguerre:6.2-e", "alaguerre:9.3-d")
def test_a_charge_meets_the_middle_of_a_line_of_brigades() -> None:
    m = charged(red("A", 20000, 10000, "Cav"), *three(blue, 12000), dice=(5, 5))
    assert now(m, "A")["at"] == [20000, 12000]
    assert len(rolls(m, "morale", row="charged")) == 1


@pytest.mark.rule("alaguerre:9.3-d", "alaguerre:9.3-c", "alaguerre:9.4-t8")
def test_two_pairs_side_by_side_are_two_combats() -> None:
    """Each touches the other's enemy with a corner alone."""
    pairs = [
        red("A", 18000, 10000, "Hv", brigade="a", **FIGHT),
        red("B", 20000, 10000, "Hv", brigade="b", **FIGHT),
        blue("D", 18000, 10000, "Hv", brigade="d", **FIGHT),
        blue("E", 20000, 10000, "Hv", brigade="e", **FIGHT),
    ]
    m = fought(*pairs, dice=(5, 4, 5, 4))
    while m.ask is not None and m.ask.what == "melee":
        m.answer(m.ask.who[0], m.options(m.ask.who[0])[0])
    found = {each.data["unit"]: each.data["enemies"] for each in rolls(m, "melee")}
    assert found == {"A": ["D"], "D": ["A"], "B": ["E"], "E": ["B"]}
    assert all(modifiers(each) == {} for each in rolls(m, "melee"))


@pytest.mark.rule("alaguerre:9.3-d")
def test_who_could_join_two_joins_where_more_of_its_front_is_taken() -> None:
    """B faces D with half a um of its front and E with one and a half."""
    pairs = [
        red("A", 18500, 10000, "Hv", brigade="a", **FIGHT),
        red("B", 20500, 10000, "Hv", brigade="b", **FIGHT),
        blue("D", 19000, 10000, "Hv", brigade="d", **FIGHT),
        blue("E", 21000, 10000, "Hv", brigade="e", **FIGHT),
    ]
    m = fought(*pairs, dice=(5, 4, 5, 4))
    found = {each.data["unit"]: each.data["enemies"] for each in rolls(m, "melee")}
    assert found == {"A": ["D"], "D": ["A"], "B": ["E"], "E": ["B"]}


@pytest.mark.rule("alaguerre:5.6.1-b")
def test_a_recoil_between_neighbours_pushes_nobody() -> None:
    line = [
        {**each, **FIGHT} if each["id"] == "T" else each for each in three(blue, 10000, apart=2020, stats="0/-/0 -")
    ]
    line[1]["stats"] = "2/-/0 -"
    m = fought(red("A", 20000, 10000, "Hv", stats="1/-/4 -", **FIGHT), *line, dice=(6, 1, 6, 6, 6))
    assert now(m, "T")["at"] == [20000, 10500]
    assert rolls(m, "morale", row="contagion") == []
    assert (now(m, "Tl")["at"], now(m, "Tr")["at"]) == ([17980, 10000], [22020, 10000])


@pytest.mark.rule("alaguerre:5.6.4-e", "alaguerre:5.6.4-a")
def test_a_rout_between_neighbours_frightens_nobody() -> None:
    line = [
        {**each, **FIGHT, "state": "shaken"} if each["id"] == "T" else each
        for each in three(blue, 10000, apart=2020, stats="0/-/0 -")
    ]
    line[1]["stats"] = "2/-/0 -"
    m = fought(red("A", 20000, 10000, "Hv", stats="1/-/4 -", **FIGHT), *line, dice=(6, 4, 6, 6, 6))
    assert now(m, "T")["state"] == "routed"
    assert rolls(m, "morale", row="contagion") == []


@pytest.mark.rule("alaguerre:5.6.5-a", "alaguerre:5.6.5-b")
def test_an_evasion_between_neighbours() -> None:
    m = charged(red("A", 20000, 10000, "Cav"), *three(blue, 12000, troops="Sh"), dice=(5, 5))
    assert now(m, "T")["at"] == [20000, 14000]


@pytest.mark.rule("alaguerre:8.1.3-c", "alaguerre:8.1.3-a")
def test_everyone_in_a_line_shoots_straight_ahead() -> None:
    shooters = three(troops="Sh")
    targets = three(blue, 11500)
    m = begun("fire", *shooters, *targets)
    for name in ("Al", "A", "Ar"):
        assert barred(m, "red", "fire", unit=name, target=name.replace("A", "T")) is None


@pytest.mark.rule("alaguerre:8.1.3-c")
@pytest.mark.parametrize("side", ["left", "right", "both"])
def test_a_neighbour_a_step_ahead_closes_his_half(side: str) -> None:
    """Who stands half a um ahead beside the firer is in that half of his sector; the target is in both."""
    bases = three(troops="Sh")
    for place, name in ((0, "left"), (2, "right")):
        if side in (name, "both"):
            bases[place]["at"] = [bases[place]["at"][0], 10500]
    m = begun(
        "fire", *bases, blue("T", 20000, 11500, "Hv"), blue("U", 5000, 11500, "Hv"), red("O", 5000, 10000, "LtArt")
    )
    assert barred(m, "red", "fire", unit="A", target="T") == ("8.1.3" if side == "both" else None)


@pytest.mark.rule("alaguerre:8.1.3-a")
def test_two_enemies_equally_near_are_both_targets() -> None:
    m = begun(
        "fire", red("F", 20000, 10000, "Sh"), blue("T", 19000, 11500, "Hv"), blue("U", 21000, 11500, "Hv", brigade="u")
    )
    assert barred(m, "red", "fire", unit="F", target="T") is None
    assert barred(m, "red", "fire", unit="F", target="U") is None


@pytest.mark.rule("alaguerre:10.2.2-m2", "alaguerre:10.2.2-m3")
def test_neighbours_that_touch_support() -> None:
    around = (blue("W", 2000, 30000, "Hv"), blue("E", 44000, 30000, "Hv"))
    work = [{"test": "A", "row": "fire", "losses": 0, "damage": 0}]
    m = begun("fire", *three(), red("S", 20000, 9000, "Hv", brigade="s"), *around, pending=work, dice=(5,))
    assert modifiers(roll(m, "morale", unit="A")) == {"10.2.2-m2": 2, "10.2.2-m3": 2}


@pytest.mark.rule("alaguerre:10.2.2-f")
def test_one_unit_does_not_support_behind_and_beside() -> None:
    """A friend turned to the side who lies behind and beside at once gives one of both."""
    around = (blue("W", 2000, 30000, "Hv"), blue("E", 44000, 30000, "Hv"))
    work = [{"test": "A", "row": "fire", "losses": 0, "damage": 0}]
    corner = red("S", 22500, 8700, "Hv", brigade="s", facing=31500)
    left = red("L", 17500, 10000, "Hv", brigade="l")
    m = begun("fire", red("A", 20000, 10000, "Hv", brigade="a"), corner, left, *around, pending=work, dice=(5,))
    found = modifiers(roll(m, "morale", unit="A"))
    assert not ("10.2.2-m2" in found and "10.2.2-m3" in found)


@pytest.mark.rule("alaguerre:5.4-a", "alaguerre:5.4-b")
@pytest.mark.parametrize(("x", "lawful"), [(22005, True), (21500, False)])
def test_a_zone_is_as_wide_as_the_front(x: int, lawful: bool) -> None:
    """The enemy stands half a um ahead of the corner: beside his front one goes as one likes."""
    m = begun("manoeuvre", red("A", x, 10000, "Hv"), blue("T", 20000, 10500, "Hv"), IDLE)
    assert (move_barred(m, "A", go("sideways", side="right", by=500)) is None) == lawful


@pytest.mark.rule("alaguerre:6.2.2-a", "alaguerre:10.2.2-m12", "alaguerre:9.4.3-a")
@pytest.mark.parametrize(
    ("x", "y", "facing", "on", "bonus"),
    [
        (23000, 12900, 27000, "front", {}),
        (23000, 13800, 27000, "flank", {"10.2.2-m12": 3}),
        (22500, 15000, 25500, "rear", {"10.2.2-m12": 3}),
    ],
)
def test_where_a_charge_from_the_side_counts(x: int, y: int, facing: int, on: str, bonus: dict[str, int]) -> None:
    """The target looks south, its rear line at 14000; the charger comes from the east and is two um wide.

    The third starts beyond the line and meets the corner at its end.
    """
    m = begun(
        "manoeuvre",
        red("A", x, y, "Cav", facing=facing),
        IDLE,
        blue("T", 20000, 13000, "Hv"),
        dice=(5, 6),
    )
    found = barred(m, "red", "charge", unit="A", target="T")
    assert found is None
    say(m, "red", "charge", unit="A", target="T")
    reply(m, "react", "stand")
    reply(m, "face", "stay")
    mods = modifiers(roll(m, "morale", row="charge"))
    assert {key: value for key, value in mods.items() if key == "10.2.2-m12"} == bonus
    assert told(m, "contact")[0]["side"] == on


@pytest.mark.rule("alaguerre:6-a")
def test_a_second_charge_on_the_same_target() -> None:
    bases = [red("A", 19000, 10000, "Cav", brigade="a"), red("B", 21000, 10000, "Cav", brigade="b")]
    m = begun("manoeuvre", *bases, IDLE, blue("T", 20000, 12000, "Hv"), dice=(5, 5, 5, 5))
    say(m, "red", "charge", unit="A", target="T")
    reply(m, "react", "stand")
    say(m, "red", "charge", unit="B", target="T")
    reply(m, "react", "stand")
    assert modifiers(rolls(m, "morale", row="charge")[1])["10.2.2-m13"] == 3
    assert (now(m, "A")["at"], now(m, "B")["at"]) == ([19000, 12000], [21000, 12000])


@pytest.mark.rule("alaguerre:5.1-g")
def test_who_is_in_melee_does_not_move() -> None:
    bases = (red("A", 20000, 10000, "Hv", **FIGHT), blue("T", 20000, 10000, "Hv", **FIGHT))
    m = begun("manoeuvre", *bases, IDLE)
    assert move_barred(m, "A", go("back", by=500)) is not None
    assert asked(m) == ("move", "red")
