"""Chapters 13 to 16 by the book: hidden units, weather, works, bombardment, engineers."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.vivaorre.blind.situations import (
    asked,
    barred,
    begun,
    blue,
    box,
    done,
    general,
    go,
    modifiers,
    move,
    now,
    red,
    roll,
    say,
    told,
    volley,
)

WOOD = box("w", "open_wood", 20000, 15000, 40000, 25000)


def seen(m: Any, id: str, by: str = "red") -> bool:
    return any(unit["id"] == id for unit in m.view(by)["units"])


@pytest.mark.rule("vivaorre:13-g")
def test_a_hidden_unit_is_in_nobody_s_view_but_its_own() -> None:
    m = begun("movement", red("A", 30000, 10000), blue("D", 30000, 16000, hidden=True), terrain=(WOOD,))
    assert not seen(m, "D")
    assert seen(m, "D", by="blue")
    assert not any(unit["id"] == "D" for unit in m.view(None)["units"])


@pytest.mark.rule("vivaorre:13-g")
def test_a_march_stops_two_inches_from_a_hidden_unit_and_may_go_on() -> None:
    m = begun(
        "movement",
        red("A", 30000, 10000, formation="assault"),
        blue("D", 30000, 16000, hidden=True),
        terrain=(WOOD,),
    )
    move(m, "A", go("advance", by=5000))
    assert asked(m) == ("go_on", "red")
    assert now(m, "A")["at"] == [30000, 14000]
    assert seen(m, "D")
    assert told(m, "revealed", unit="D")[0]["why"] == "near"
    assert barred(m, "red", "go_on", path=[go("advance", by=900)]) is None
    assert barred(m, "red", "go_on", path=[go("advance", by=1100)]) is not None
    say(m, "red", "stop")
    assert now(m, "A")["at"] == [30000, 14000]


@pytest.mark.rule("vivaorre:13-g")
@pytest.mark.parametrize(("y", "shows"), [(14000, True), (13999, False)])
def test_two_inches_are_near_enough(y: int, shows: bool) -> None:
    m = begun(
        "movement",
        red("A", 30000, y - 1000, formation="assault"),
        red("B", 60000, 1000),
        blue("D", 30000, 16000, hidden=True),
        terrain=(WOOD,),
    )
    move(m, "A", go("advance", by=1000))
    assert seen(m, "D") is shows


@pytest.mark.rule("vivaorre:13-g")
def test_who_fires_or_moves_shows_himself() -> None:
    m = begun(
        "fire", red("A", 30000, 12500), blue("D", 30000, 15000, hidden=True, weapon="rifled_musket"), terrain=(WOOD,)
    )
    assert not seen(m, "D")
    say(m, "blue", "fire", shots=[{"unit": "D", "target": "A"}])
    if asked(m) == ("fire", "red"):
        say(m, "red", "fire", shots=[])
    assert told(m, "revealed", unit="D")[0]["why"] == "fired"
    m = begun(
        "movement",
        red("A", 30000, 1000),
        blue("D", 30000, 16000, hidden=True),
        blue("E", 60000, 46000),
        terrain=(WOOD,),
        seat="blue",
    )
    move(m, "D", go("advance", by=500), seat="blue")
    assert told(m, "revealed", unit="D")[0]["why"] == "moved"


@pytest.mark.rule("vivaorre:13-h", "vivaorre:9-m4")
def test_a_suspected_place_can_be_fired_at_whether_anybody_is_there_or_not() -> None:
    for x in (30000, 60000):
        m = begun(
            "fire",
            red("A", 30000, 12500, weapon="rifled_musket"),
            blue("D", x, 15500, hidden=True),
            terrain=(WOOD, box("v", "open_wood", 55000, 15000, 65000, 25000)),
            dice=(2, 2, 2, 2, 6, 1),
            last_turn=2,
        )
        assert barred(m, "red", "fire", shots=[{"unit": "A", "at": [30000, 15500]}]) is None
        say(m, "red", "fire", shots=[{"unit": "A", "at": [30000, 15500]}])
        if asked(m) == ("fire", "blue"):
            say(m, "blue", "fire", shots=[])
        fired = roll(m, "fire", unit="A")
        assert modifiers(fired)["9-m4"] == -2
        assert not seen(m, "D")


@pytest.mark.rule("vivaorre:20.boer-c", "vivaorre:13-i")
def test_boers_with_smokeless_powder_are_located_and_not_put_on_the_table() -> None:
    boer = blue("D", 30000, 15000, entry="boer.cav.kommandos", hidden=True, mounted=False)
    m = begun(
        "fire",
        red("A", 30000, 9000),
        boer,
        terrain=(WOOD,),
        year=1899,
        armies={"blue": {"list": "boer"}},
    )
    say(m, "blue", "fire", shots=[{"unit": "D", "target": "A"}])
    if asked(m) == ("fire", "red"):
        say(m, "red", "fire", shots=[])
    assert now(m, "D")["hidden"] is True
    assert now(m, "D")["located"] is True
    assert seen(m, "D")


@pytest.mark.rule("vivaorre:5-ch6")
@pytest.mark.parametrize(("characters", "shows"), [(["osservatore"], True), ([], False)])
def test_an_osservatore_finds_whom_he_sees(characters: list[str], shows: bool) -> None:
    m = begun(
        "command",
        red("A", 30000, 5000, brigade="b"),
        blue("D", 30000, 16000, hidden=True),
        blue("E", 60000, 46000),
        generals=[general("G", "red", brigade="b", at=[30000, 8000], characters=characters)],
        terrain=(WOOD,),
        dice=(6, 1),
    )
    assert seen(m, "D") is shows


@pytest.mark.rule("vivaorre:13-a")
def test_in_bad_weather_one_sees_two_inches() -> None:
    for gap, rule in ((2000, None), (2001, "13-a")):
        m = begun(
            "fire",
            red("A", 30000, 10000, weapon="rifled_musket"),
            red("B", 50000, 10000),
            blue("D", 30000, 10000 + gap),
            blue("E", 50000, 11000),
            weather="bad",
        )
        assert barred(m, "red", "fire", shots=[{"unit": "A", "target": "D"}]) == rule


@pytest.mark.rule("vivaorre:14-d", "vivaorre:16-a")
@pytest.mark.parametrize(
    ("notes", "die", "built"), [([], 5, True), ([], 4, False), (["engineers"], 3, True), (["engineers"], 2, False)]
)
def test_digging_takes_a_turn_and_a_five(notes: list[str], die: int, built: bool) -> None:
    m = begun("movement", red("A", 30000, 10000, notes=notes), blue("Z", 60000, 46000), dice=(die,))
    say(m, "red", "dig", unit="A")
    done(m, "move")
    assert roll(m, "works").data["success"] is built
    assert told(m, "works", unit="A")[0]["built"] is built


@pytest.mark.rule("vivaorre:14-d")
def test_who_digs_does_not_fire() -> None:
    m = begun("fire", red("A", 30000, 10000, digging=True), red("B", 34000, 10000), blue("D", 30000, 11000))
    assert barred(m, "red", "fire", shots=[{"unit": "A", "target": "D"}]) == "14-d"


@pytest.mark.rule("vivaorre:15-a", "vivaorre:15-c", "vivaorre:15-d")
@pytest.mark.parametrize(("hits", "falls"), [(3, True), (2, False)])
def test_a_wooden_building_falls_with_its_fifth_hit(hits: int, falls: bool) -> None:
    house = box("h", "building", 28000, 15000, 32000, 18000, material="wood", hits=hits)
    gun = red("A", 30000, 10000, arm="artillery", gun="smooth_12")
    m = begun("fire", gun, blue("Z", 60000, 46000), terrain=(house,), dice=(5, 6, 2, 2))
    assert barred(m, "red", "fire", shots=[{"unit": "A", "target": "h", "ammo": "canister"}]) in ("15-d", "9-i")
    say(m, "red", "fire", shots=[{"unit": "A", "target": "h", "ammo": "ball"}])
    [found] = told(m, "structure", piece="h")
    assert (found["hits"], found["total"], found["needed"], found["destroyed"]) == (2, hits + 2, 5, falls)


@pytest.mark.rule("vivaorre:15-b")
def test_a_stone_wall_takes_two_hits_an_inch() -> None:
    wall = {"id": "h", "type": "wall", "line": [[28000, 13000], [32500, 13000]], "material": "stone"}
    gun = red("A", 30000, 10000, arm="artillery", gun="smooth_12")
    m = begun("fire", gun, blue("Z", 60000, 46000), terrain=(wall,), dice=(6, 2, 2, 2))
    say(m, "red", "fire", shots=[{"unit": "A", "target": "h", "ammo": "ball"}])
    assert told(m, "structure", piece="h")[0]["needed"] == 9


@pytest.mark.rule("vivaorre:15-a")
def test_small_arms_do_not_bombard() -> None:
    house = box("h", "building", 28000, 11000, 32000, 14000, material="wood")
    m = begun("fire", red("A", 30000, 10000), blue("D", 33500, 11000), terrain=(house,))
    assert barred(m, "red", "fire", shots=[{"unit": "A", "target": "h"}]) is not None


@pytest.mark.rule("vivaorre:16-c")
def test_engineers_demolish_what_they_touch_by_a_die() -> None:
    bridge = {"id": "p", "type": "bridge", "line": [[30000, 10500], [30000, 13000]], "material": "wood"}
    m = begun(
        "movement",
        red("A", 30000, 10500, notes=["engineers"]),
        red("B", 10000, 1000),
        blue("Z", 60000, 46000),
        terrain=(bridge,),
        dice=(4,),
    )
    assert barred(m, "red", "demolish", unit="B", piece="p") == "16-c"
    say(m, "red", "demolish", unit="A", piece="p")
    done(m, "move")
    [found] = told(m, "structure", piece="p")
    assert (found["hits"], found["needed"], found["destroyed"]) == (4, 5, False)


@pytest.mark.rule("vivaorre:16-b")
def test_engineers_replace_gunners() -> None:
    m = begun(
        "movement",
        red("A", 30000, 10000, notes=["engineers"]),
        red("B", 32875, 10000, arm="artillery", sections=2, figures=3, start=4),
        blue("Z", 60000, 46000),
    )
    assert barred(m, "red", "crew", unit="A", battery="B", figures=2) == "16-b"
    say(m, "red", "crew", unit="A", battery="B", figures=1)
    assert (now(m, "A")["figures"], now(m, "B")["figures"]) == (7, 4)


@pytest.mark.rule("vivaorre:14-b", "vivaorre:14-a")
def test_light_works_cover_without_halving_the_dice() -> None:
    works = box("w", "light_works", 27000, 11500, 33000, 15000)
    m = volley(
        red("A", 30000, 10000, weapon="rifled_musket"),
        blue("D", 30000, 12000),
        shots=[{"unit": "A", "target": "D"}],
        terrain=(works,),
    )
    fired = roll(m, "fire", unit="A")
    assert (fired.data["count"], modifiers(fired)) == (8, {"9-m2": -1})


@pytest.mark.rule("vivaorre:13-h")
def test_what_a_shot_in_the_dark_did_is_told_to_the_owner_alone() -> None:
    m = begun(
        "fire",
        red("A", 30000, 12500, weapon="rifled_musket"),
        blue("D", 30000, 15000, hidden=True, weapon="none"),
        terrain=(WOOD,),
        dice=(6, 6, 2, 2, 6, 1),
        last_turn=2,
    )
    say(m, "red", "fire", shots=[{"unit": "A", "at": [30000, 15300]}])
    if asked(m) == ("fire", "blue"):
        say(m, "blue", "fire", shots=[])
    assert now(m, "D")["figures"] == 7
    assert not seen(m, "D")
    assert [e.seen_by for e in m.events if e.kind == "losses"] == [("blue",)]


@pytest.mark.rule("vivaorre:13-g", "vivaorre:8-q")
def test_hidden_units_do_not_bar_the_way_in_words() -> None:
    """A refusal would tell where the hidden unit is: the move through its place is lawful, and stops short."""
    m = begun(
        "movement",
        red("A", 30000, 13000, arm="cavalry", formation="assault"),
        blue("D", 30000, 16000, hidden=True),
        terrain=(WOOD,),
    )
    assert barred(m, "red", "move", unit="A", path=[go("advance", by=4200)]) is None
