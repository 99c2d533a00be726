"""Chapter 8: who may shoot at whom, how far, and what a shot brings."""

from __future__ import annotations

import pytest

from tests.games.alaguerre.blind.situations import (
    Plain,
    asked,
    barred,
    begun,
    blue,
    box,
    done,
    modifiers,
    now,
    red,
    reply,
    roll,
    rolls,
    say,
    shot,
    told,
)

USED = {"first_fire": False}


def foot(**more: object) -> Plain:
    return red("F", 20000, 18000, "Sh", **{**USED, **more})


def at(distance: int, troops: str = "Hv", **more: object) -> Plain:
    return blue("T", 20000, 18000 + distance, troops, **more)


@pytest.mark.parametrize(
    ("troops", "weapon", "reach"),
    [
        ("Sh", "Mk", 2000),
        ("Sh", "Aq", 1500),
        ("Sh", "Bw", 1500),
        ("Sh", "LBw", 3000),
        ("Sh", "XBw", 2500),
        ("Sh", "various", 500),
        ("Rei", "Ps", 1000),
        ("MC", "Bw", 1500),
        ("LC", "Aq", 1500),
        ("LC", "Mk", 2000),
        ("LtArt", None, 6000),
        ("MdArt", None, 8000),
        ("HvArt", None, 10000),
    ],
)
@pytest.mark.rule("alaguerre:8.2-t1", "alaguerre:8.2-t3", "alaguerre:8.1.4-b")
def test_the_range_of_every_weapon(troops: str, weapon: str | None, reach: int) -> None:
    more = {} if weapon is None else {"weapon": weapon}
    near = shot(red("F", 20000, 8000, troops, **more), blue("T", 20000, 8000 + reach, "Hv"))
    assert (roll(near, "fire").data["distance"], told(near, "out_of_range")) == (reach, [])
    far = shot(red("F", 20000, 8000, troops, **more), blue("T", 20000, 8001 + reach, "Hv"))
    assert rolls(far, "fire") == []
    assert [each["unit"] for each in told(far, "out_of_range")] == ["F"]
    assert not now(far, "F")["first_fire"], "it counts as having fired"


@pytest.mark.parametrize(
    ("die", "against", "damage"),
    [(4, 5, 0), (4, 4, 0), (4, 3, 1), (5, 4, 1), (4, 2, 2), (6, 3, 2), (3, 1, 3), (6, 2, 3), (6, 1, 3), (2, 1, 2)],
)
@pytest.mark.rule("alaguerre:8.2-a", "alaguerre:8.2-b")
def test_damage_goes_by_multiples_of_the_natural_die(die: int, against: int, damage: int) -> None:
    m = shot(foot(stats="1/0/0 -"), at(1500), dice=(die, against))
    assert roll(m, "fire").data["damage"] == damage


@pytest.mark.parametrize(("die", "total"), [(1, 1), (2, 1), (4, 1), (5, 2)])
@pytest.mark.rule("alaguerre:1.1.2-b", "alaguerre:8.2-b")
def test_a_score_pressed_down_to_one_beats_nothing(die: int, total: int) -> None:
    m = shot(foot(stats="1/-1/0 -", losses=2), at(1500), dice=(die, 1))
    assert (roll(m, "fire").data["total"], roll(m, "fire").data["damage"]) == (total, total if total > 1 else 0)


@pytest.mark.rule("alaguerre:8.2.1-e")
def test_an_ordered_unit_hit_without_loss_is_disordered_and_takes_no_test() -> None:
    m = shot(foot(stats="1/0/0 -"), at(1500), dice=(4, 2))
    assert (now(m, "T")["state"], now(m, "T")["losses"], rolls(m, "morale")) == ("disordered", 0, [])


@pytest.mark.parametrize("state", ["disordered", "shaken"])
@pytest.mark.rule("alaguerre:8.2.1-e", "alaguerre:10.2-a")
def test_a_unit_already_in_disorder_tests_instead(state: str) -> None:
    m = shot(foot(stats="1/0/0 -"), at(1500, state=state), dice=(4, 2, 6))
    assert roll(m, "morale", unit="T").data["row"] == "fire"
    assert roll(m, "morale", unit="T").data["result"] == "passed"
    assert now(m, "T")["state"] == state


@pytest.mark.rule("alaguerre:8.2.1-a", "alaguerre:8.2.1-c", "alaguerre:10.2.1-d")
def test_three_damages_are_one_loss_and_a_test() -> None:
    m = shot(foot(stats="1/0/0 -"), at(1500), dice=(6, 1, 6))
    assert (now(m, "T")["losses"], roll(m, "morale").data["result"], now(m, "T")["state"]) == (
        1,
        "passed",
        "disordered",
    )


@pytest.mark.parametrize(
    ("dice", "losses"),
    [
        ((4, 2, 3, 2), 1),
        ((3, 2, 3, 2), 0),
        ((3, 1, 4, 2), 1),
        ((3, 1, 3, 1), 2),
        ((3, 1, 3, 1, 3, 1), 2),
        ((4, 2, 4, 2, 4, 2), 2),
    ],
)
@pytest.mark.rule("alaguerre:8.2.1-b", "alaguerre:8-c")
def test_damage_of_several_firers_is_added(dice: tuple[int, ...], losses: int) -> None:
    firers = [red(f"F{n}", 18000 + 2000 * n, 18000, "Sh", stats="1/0/0 -", brigade=f"b{n}", **USED) for n in range(3)]
    m = begun("fire", *firers, at(1500), dice=(*dice, 6))
    for n in range(len(dice) // 2):
        say(m, "red", "fire", unit=f"F{n}", target="T")
        reply(m, "return_fire", "hold")
    done(m, "fire")
    assert now(m, "T")["losses"] == losses
    assert len(rolls(m, "morale", unit="T")) == (losses > 0)


@pytest.mark.rule("alaguerre:8.2.1-f", "alaguerre:2.6.7-e", "alaguerre:2.6.7-f")
def test_a_routed_unit_that_is_hit_loses_and_runs_without_a_test() -> None:
    m = shot(foot(stats="1/0/0 -"), at(1500, state="routed"), dice=(4, 2))
    assert (now(m, "T")["losses"], rolls(m, "morale")) == (1, [])
    assert told(m, "moved", unit="T")[0]["why"] == "rout"
    assert told(m, "moved", unit="T")[0]["distance"] == 3000


@pytest.mark.rule("alaguerre:8.3.3-a")
def test_extreme_range_takes_no_strength_but_makes_test() -> None:
    m = shot(red("F", 20000, 18000, "LtArt", stats="1/3/- -"), at(5000, state="disordered"), dice=(6, 1, 6))
    assert (roll(m, "fire").data["damage"], now(m, "T")["losses"]) == (3, 0)
    assert roll(m, "morale", unit="T").data["row"] == "fire"


@pytest.mark.parametrize(
    ("firer", "rule"),
    [
        (foot(stats="1/-/0 -"), "8.1.1"),
        (foot(state="shaken"), "8.1.2"),
        (foot(state="routed"), "8.1.2"),
        (foot(fired=True), "8"),
        (foot(moved=1001), "8.1.2"),
        (red("F", 20000, 18000, "LtArt", formation="limbered"), "8.1.2"),
        (foot(moved=1000), None),
        (foot(state="disordered"), None),
        (foot(stats="1/-2/0 -"), None),
    ],
)
@pytest.mark.rule("alaguerre:8.1.1-a", "alaguerre:8.1.2-a", "alaguerre:8.1.2-b")
def test_who_may_shoot(firer: Plain, rule: str | None) -> None:
    other = red("O", 5000, 18000, "LtArt")
    m = begun("fire", firer, other, at(1500), blue("U", 5000, 20000, "Hv"))
    found = barred(m, "red", "fire", unit="F", target="T")
    assert found == rule


@pytest.mark.parametrize(
    ("troops", "x", "rule"),
    [("Sh", 23080, None), ("Sh", 23120, "8.1.3"), ("LtArt", 21990, None), ("LtArt", 22030, "8.1.3")],
)
@pytest.mark.rule("alaguerre:8.1.3-a", "alaguerre:8.1.3-b")
def test_the_sector_opens_by_thirty_degrees_or_fifteen(troops: str, x: int, rule: str | None) -> None:
    """The rear of the target is 1900 ahead: the sector is 1097 wider there than the front, 509 that of a gun."""
    target = blue("T", x, 18900, "Hv")
    m = begun(
        "fire", red("F", 20000, 18000, troops), red("O", 5000, 18000, "LtArt"), target, blue("U", 5000, 20000, "Hv")
    )
    assert barred(m, "red", "fire", unit="F", target="T") == rule


@pytest.mark.rule("alaguerre:8.1.3-c")
@pytest.mark.parametrize("side", ["red", "blue"])
def test_who_stands_in_a_half_closes_it_for_those_beyond(side: str) -> None:
    near = {"red": red, "blue": blue}[side]("N", 20000, 18900, "Hv", facing=18000)
    far = blue("T", 20000, 19950, "Hv")
    m = begun(
        "fire", red("F", 20000, 17900, "Sh"), red("O", 5000, 18000, "LtArt"), near, far, blue("U", 5000, 20000, "Hv")
    )
    assert barred(m, "red", "fire", unit="F", target="T") == "8.1.3"


@pytest.mark.rule("alaguerre:8.1.3-a")
def test_one_open_half_is_enough() -> None:
    near = red("N", 18900, 18100, "LtArt", facing=0)
    m = begun("fire", red("F", 20000, 17000, "Sh"), near, at(900), blue("U", 5000, 20000, "Hv"))
    assert barred(m, "red", "fire", unit="F", target="T") is None


@pytest.mark.rule("alaguerre:8.1.3-c")
def test_a_hill_between_stops_fire() -> None:
    hill = box("H", "hill", 15000, 19000, 25000, 21000)
    m = begun(
        "fire",
        red("F", 20000, 18000, "MdArt"),
        red("O", 5000, 18000, "LtArt"),
        at(4000),
        blue("U", 5000, 20000, "Hv"),
        terrain=(hill,),
    )
    assert (barred(m, "red", "fire", unit="F", target="T") or "").split(".")[0] in ("8", "1")


@pytest.mark.rule("alaguerre:8.1.6-c")
def test_the_engaged_shoot_at_nobody_else() -> None:
    firer = red("F", 20000, 18000, "Ln", engaged="E")
    enemies = (blue("E", 19000, 19000, "Hv", engaged="F"), blue("T", 21000, 19000, "Hv"))
    m = begun("fire", firer, *enemies)
    assert barred(m, "red", "fire", unit="F", target="T") == "8.1.6"
    assert barred(m, "red", "fire", unit="F", target="E") is None


@pytest.mark.rule("alaguerre:8.1.5-b")
@pytest.mark.parametrize(("troops", "rule"), [("Sh", None), ("LtArt", "8.1.5")])
def test_guns_do_not_shoot_into_a_melee(troops: str, rule: str | None) -> None:
    """The target fights to the west, its rear half is in the open before the firer."""
    fighters = (red("A", 19000, 20000, "Hv", facing=9000), blue("T", 19000, 20000, "Hv", facing=27000))
    m = begun(
        "fire", red("F", 20500, 18000, troops), red("O", 5000, 18000, "LtArt"), blue("U", 5000, 20000, "Hv"), *fighters
    )
    assert barred(m, "red", "fire", unit="F", target="T") == rule


@pytest.mark.rule("alaguerre:8.1.5-a")
def test_who_fights_does_not_shoot() -> None:
    m = begun(
        "fire",
        foot(),
        red("O", 5000, 18000, "LtArt"),
        blue("A", 20000, 18000, "Hv"),
        blue("T", 21600, 19000, "Hv"),
        blue("U", 5000, 20000, "Hv"),
    )
    assert barred(m, "red", "fire", unit="F", target="T") is not None


@pytest.mark.rule("alaguerre:8.2.1-d")
def test_who_has_tested_is_no_target_any_more() -> None:
    m = begun("fire", foot(), at(1500, tested=True), red("O", 5000, 18000, "LtArt"), blue("U", 5000, 20000, "Hv"))
    assert barred(m, "red", "fire", unit="F", target="T") == "8.2.1"


@pytest.mark.rule("alaguerre:8.2.3-a", "alaguerre:8.2.3-b", "alaguerre:1.1.2-c")
def test_an_answer_reads_the_same_dice_the_other_way() -> None:
    """5 and 2: the firer's 5 against 2 makes two damages; the answer's 2 against 5 none."""
    m = shot(foot(stats="1/0/0 -"), at(1500, "Sh", stats="1/0/0 -", **USED), answer="fire", dice=(5, 2))
    first, second = rolls(m, "fire")
    assert (first.data["total"], first.data["damage"], second.data["total"], second.data["damage"]) == (5, 2, 2, 0)
    assert second.data["answer"]
    assert (now(m, "F")["state"], now(m, "T")["state"]) == ("ordered", "disordered")


@pytest.mark.rule("alaguerre:8.2.3-b")
def test_an_answer_is_not_weakened_by_the_shot_it_answers() -> None:
    m = shot(foot(stats="1/0/0 -"), at(1500, "Sh", stats="1/4/0 -", **USED), answer="fire", dice=(3, 1, 6))
    answer = rolls(m, "fire")[1]
    assert (modifiers(answer), answer.data["total"], answer.data["damage"]) == ({}, 5, 1)
    assert (now(m, "F")["state"], now(m, "T")["losses"]) == ("disordered", 1)


@pytest.mark.rule("alaguerre:8.2.3-c")
def test_of_two_that_would_rout_each_other_the_initiative_is_shaken() -> None:
    """3 against a die of 1, 8 against one of 2; both then test with 1 + 2 for the flanks - 2 losses - 1 = 0."""
    one = foot(stats="0/3/0 -", state="disordered", losses=1)
    two = at(1500, "Sh", stats="0/9/0 -", state="disordered", losses=1, **USED)
    m = shot(one, two, answer="fire", dice=(2, 1, 1, 1))
    assert [each.data["damage"] for each in rolls(m, "fire")] == [3, 3]
    assert [each.data["result"] for each in rolls(m, "morale")][:2] == ["rout", "rout"]
    assert (now(m, "F")["state"], now(m, "T")["state"]) == ("shaken", "routed")


@pytest.mark.rule("alaguerre:8.2.2-a")
@pytest.mark.parametrize(("answer", "y"), [("stay", 19500), ("retreat", 21500)])
def test_who_is_shaken_by_fire_may_retreat(answer: str, y: int) -> None:
    """Two levels: 1 + 1 + 2 for the flanks - 1 for the loss = 3."""
    m = begun("fire", foot(stats="1/0/0 -"), at(1500), dice=(6, 1, 1))
    say(m, "red", "fire", unit="F", target="T")
    done(m, "fire")
    assert asked(m) == ("retreat", "blue")
    say(m, "blue", answer)
    assert (now(m, "T")["state"], now(m, "T")["at"]) == ("shaken", [20000, y])


@pytest.mark.rule("alaguerre:8-a")
def test_the_initiative_shoots_first() -> None:
    m = begun("fire", foot(), at(1500, "Sh"), initiative="blue")
    assert asked(m) == ("fire", "blue")
    say(m, "blue", "done")
    assert asked(m) == ("fire", "red")


@pytest.mark.rule("alaguerre:8-b")
def test_nobody_shoots_twice() -> None:
    m = begun(
        "fire", foot(), red("O", 22000, 18000, "Sh", brigade="o"), at(1500), blue("U", 22000, 19500, "Hv"), dice=(1, 6)
    )
    say(m, "red", "fire", unit="F", target="T")
    assert barred(m, "red", "fire", unit="F", target="T") is not None
    assert barred(m, "red", "fire", unit="O", target="U") is None


@pytest.mark.rule("alaguerre:8.4.2-a", "alaguerre:8.4.2-d")
def test_a_square_shoots_on_every_side_at_another_target() -> None:
    firer = red("F", 20000, 18000, "Pk", notes=["square"], formation="square", **USED)
    m = begun("fire", firer, at(1500), blue("W", 17500, 17500, "Hv", facing=9000), dice=(1, 6, 1, 6))
    say(m, "red", "fire", unit="F", target="T", side="front")
    assert barred(m, "red", "fire", unit="F", target="T", side="left") is not None
    say(m, "red", "fire", unit="F", target="W", side="left")
    assert [(each.data["target"], modifiers(each)["8.4-t17"]) for each in rolls(m, "fire")] == [("T", -2), ("W", -2)]


@pytest.mark.rule("alaguerre:8.1.2-d")
def test_only_the_head_of_a_column_shoots() -> None:
    bases = (
        red("F", 20000, 18000, "Sh", brigade="b", formation="column"),
        red("R", 20000, 17000, "Sh", brigade="b", formation="column"),
    )
    m = begun("fire", *bases, at(600), red("O", 5000, 18000, "LtArt"), blue("U", 5000, 20000, "Hv"))
    assert barred(m, "red", "fire", unit="F", target="T") is None
    assert barred(m, "red", "fire", unit="R", target="T") is not None


@pytest.mark.rule("alaguerre:8.3.2-a")
@pytest.mark.parametrize(("troops", "vdf"), [("HvArt", 1), ("MdArt", 2)])
def test_heavy_guns_break_masonry(troops: str, vdf: int) -> None:
    house = box("V", "village", 18000, 20000, 22000, 22000, vdf=2, material="stone")
    m = shot(red("F", 20000, 18000, troops, stats="1/9/- -"), at(2500, inside="V"), terrain=(house,), dice=(6, 1, 6))
    assert roll(m, "fire").data["damage"] == 3
    piece = next(each for each in m.view("red")["table"]["terrain"] if each["id"] == "V")
    assert piece["vdf"] == vdf


@pytest.mark.rule("alaguerre:8.3.2-a")
def test_earth_is_not_broken() -> None:
    work = box("V", "redoubt", 18000, 20000, 22000, 22000, vdf=2, material="earth", obstacle=1)
    m = shot(red("F", 20000, 18000, "HvArt", stats="1/9/- -"), at(2500, inside="V"), terrain=(work,), dice=(6, 1, 6))
    piece = next(each for each in m.view("red")["table"]["terrain"] if each["id"] == "V")
    assert (roll(m, "fire").data["damage"], piece["vdf"]) == (3, 2)


@pytest.mark.rule("alaguerre:2.11.1-a", "alaguerre:2.11.1-b")
def test_a_great_unit_loses_behind_and_shoots_with_its_front() -> None:
    tercio = (at(1500, "Pk", great="g", brigade="g"), blue("R", 20000, 20500, "Pk", great="g", brigade="g"))
    m = shot(foot(stats="1/0/0 -"), *tercio, dice=(6, 1, 6))
    assert (now(m, "T")["losses"], now(m, "R")["losses"]) == (0, 1)
    assert {now(m, "T")["state"], now(m, "R")["state"]} == {"disordered"}
