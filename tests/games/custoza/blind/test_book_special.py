"""Chapters 22, 23 and 7.1 by the book: rivers, fortresses, light, victory, fog."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from tests.games.custoza.blind.situations import (
    AUSTRIA,
    ITALY,
    acting,
    ah,
    asked,
    barred,
    begun,
    calm,
    it,
    marker,
    may,
    now,
    roll,
    rolls,
    say,
    told,
    where,
)

A, FAR = it("A", "line", "3010", facing="S"), ah("Z", "line", "5030")
IDLE = it("S", "light", "1010")
ROAD = [{"class": "minor", "path": ["3009", "3010", "3011", "3012", "3013"]}]
TIONE = {"terrain": {"3011": "tione"}}
BRIDGE, FORD = TIONE | {"bridges": ["3011"], "roads": ROAD}, TIONE | {"fords": ["3011"], "roads": ROAD}
MINCIO = {"terrain": {"3011": "mincio"}}
MINCIO_BRIDGE = MINCIO | {"bridges": ["3011"], "roads": ROAD}


def stop(unit: Any, *path: str, board: Any = None, options: Any = None, **more: Any) -> str | None:
    m = acting(unit, IDLE, FAR, board=board, options=options)
    return barred(m, ITALY, "move", units=[unit["id"]], path=list(path), **more)


def move(unit: Any, *path: str, board: Any = None, dice: tuple[int, ...] = (), **more: Any) -> Any:
    m = acting(unit, IDLE, FAR, board=board, dice=dice)
    say(m, ITALY, "move", units=[unit["id"]], path=list(path), **more)
    return m


# ---------------------------------------------------------------- rivers


@pytest.mark.rule("custoza:22.1-b", "custoza:22.1-d")
def test_the_tione_costs_infantry_one_more_and_cavalry_two_and_a_level() -> None:
    m = move(A, "3011", board=TIONE, dice=(1, 1))
    assert (told(m, "moved")[-1]["mp"], len(rolls(m, "cohesion"))) == ("2", 1)
    m = move(it("A", "cavalry", "3010"), "3011", board=TIONE)
    assert (told(m, "moved")[-1]["mp"], now(m, "A")["status"], rolls(m, "cohesion")) == ("3", "shaken", [])
    m = move(it("A", "commander", "3010"), "3011", board=TIONE)
    assert (told(m, "moved")[-1]["mp"], rolls(m, "cohesion")) == ("2", [])


@pytest.mark.rule("custoza:22.1-c")
def test_along_the_river_every_hex_is_tested() -> None:
    m = move(A, "3011", "3012", board={"terrain": {"3011": "tione", "3012": "tione"}}, dice=(1, 1, 1, 1))
    assert len(rolls(m, "cohesion")) == 2


@pytest.mark.rule("custoza:22.1-c", "custoza:7.8-a")
@pytest.mark.parametrize(("board", "cost"), [(BRIDGE, "1"), (FORD, "2")])
def test_a_column_on_bridge_or_ford_is_not_tested(board: Any, cost: str) -> None:
    m = move(A, "3011", "3012", board=board, march=True)
    assert (told(m, "moved")[-1]["mp"], rolls(m, "cohesion")) == (cost, [])
    m = move(it("A", "cavalry", "3010"), "3011", "3012", board=board, march=True)
    assert now(m, "A")["status"] == "good_order"


@pytest.mark.rule("custoza:22.1-c")
def test_without_the_march_a_bridge_is_a_river_hex() -> None:
    m = move(A, "3011", board=BRIDGE, dice=(1, 1))
    assert len(rolls(m, "cohesion")) == 1


@pytest.mark.rule("custoza:22.1-a")
def test_guns_enter_the_tione_on_bridges_and_fords_and_stay_limbered_there() -> None:
    gun = it("A", "horse_artillery", "3010", march=True)
    assert stop(gun, "3011", board=TIONE) == "22.1"
    assert stop(gun, "3011", board=BRIDGE) is None
    assert stop(gun, "3011", board=FORD) is None
    assert stop(gun, "3011", board=FORD, options={"ford_guns": "barred"}) == "22.1"
    assert stop(gun, "3011", board=BRIDGE, unlimber=True) == "22.1"
    assert stop(gun, "3011", "3012", board=BRIDGE, unlimber=True) is None


@pytest.mark.rule("custoza:22.2-a", "custoza:22.2-b")
def test_the_mincio_is_crossed_on_bridges_in_the_march_alone() -> None:
    assert stop(A, "3011", board=MINCIO) == "22.2"
    assert stop(A, "3011", board=MINCIO, march=True) == "22.2"
    assert stop(A, "3011", board=MINCIO_BRIDGE) == "22.2"
    assert stop(A, "3011", "3012", board=MINCIO_BRIDGE, march=True) is None


@pytest.mark.rule("custoza:7.8.1-b", "custoza:22.2-b")
def test_a_crowded_bridge_of_the_mincio_cannot_be_entered() -> None:
    m = acting(A, it("G", "artillery", "3011", march=True), FAR, board=MINCIO_BRIDGE)
    assert barred(m, ITALY, "move", units=["A"], path=["3011"], march=True) in {"7.8.1", "22.2"}


@pytest.mark.rule("custoza:22.1-c", "custoza:10.3-a")
def test_who_advances_into_the_tione_is_tested_and_cavalry_shaken() -> None:
    d = ah("D", "line", "3011", facing="N", sp=1)
    for kind, status in (("line", "good_order"), ("cavalry", "shaken")):
        m = acting(
            it("A", kind, "3010", facing="S", sp=8),
            d,
            board=TIONE,
            markers=(marker("3010", "3011"),),
            dice=(6, 6, 1, 1),
        )
        say(m, ITALY, "assault", units=["A"], path=[])
        assert (where(m, "A"), now(m, "A")["status"], len(rolls(m, "cohesion"))) == (
            "3011",
            status,
            1 if kind == "line" else 0,
        )


# ---------------------------------------------------------------- fortresses

FORT = ah("F", "fortress", "3011")


def siege(*others: Any, dice: tuple[int, ...], a: Any = None, fort: Any = FORT, **keys: Any) -> Any:
    m = acting(a or A | {"sp": 9}, fort, *others, markers=(marker("3010", "3011"),), dice=dice, **keys)
    say(m, ITALY, "assault", units=["A"], path=[])
    return m


@pytest.mark.rule("custoza:22.3.1-a", "custoza:22.3.2-b")
def test_a_fortress_defends_with_three_points_and_cohesion_nine() -> None:
    fight = roll(siege(dice=(3, 4, *(1,) * 12)), "assault")
    assert (fight.data["odds"], fight.data["column"], sum(v for _, v in fight.modifiers)) == ("9:3", -1, 0)


@pytest.mark.rule("custoza:22.3.3-a", "custoza:22.3.3-b")
def test_a_beaten_fortress_does_not_retreat_and_is_not_entered() -> None:
    m = siege(dice=(6, 6))  # 12 with three for the odds, three against for the walls, column -1: blue -/1S2
    calm(m)
    assert (now(m, "F")["sp"], now(m, "F")["status"], where(m, "F"), where(m, "A")) == (2, "disordered", "3011", "3010")


@pytest.mark.rule("custoza:22.3.3-b")
@pytest.mark.parametrize("fort", [FORT | {"sp": 1}, FORT | {"status": "disordered", "cv": 11}])
def test_a_fortress_that_routs_or_has_lost_its_men_falls(fort: Any) -> None:
    m = siege(dice=(6, 6), fort=fort, a=A | {"sp": 9 if fort.get("sp") is None else 3})
    calm(m)
    assert told(m, "fortress_fell")
    assert where(m, "A") == "3011"


@pytest.mark.rule("custoza:22.3.2-b", "custoza:22.3.1-a", "custoza:11.3-a")
def test_a_fortress_only_fires_its_men_and_its_guns_each_once() -> None:
    m = acting(A | {"hex": "3009"}, FORT, markers=(marker("3010", "3011"),), dice=(1, 1, 3, 1, 1, 1, 1))
    say(m, ITALY, "assault", units=["A"], path=["3010"])
    assert {tuple(f["may"]) for f in m.ask.data["forces"]} == {("fire",)}
    for kind in ("infantry", "artillery"):
        m.answer(AUSTRIA, {"do": "fire", "units": ["F"], "class": kind})
    assert sorted(r.data["power"] for r in rolls(m, "fire")) == [2, 3]


@pytest.mark.rule("custoza:22.3.2-b", "custoza:8.2.2-a")
def test_guns_of_a_fortress_fire_back_at_those_who_fire_at_them() -> None:
    m = acting(it("G", "artillery", "3014", facing="N"), IDLE, FORT, dice=(1, 1, 1, 1))
    say(m, ITALY, "fire", units=["G"], hex="3011", at="artillery")
    assert "fire" in may(m, "F")


@pytest.mark.rule("custoza:22.3.4-a")
def test_one_unit_shelters_in_a_fortress_adds_to_it_and_loses_nothing() -> None:
    guest = ah("D", "light", "3011", formation=AUSTRIA)
    m = siege(guest, dice=(6, 6), a=A | {"sp": 15})
    assert roll(m, "assault").data["odds"] == "15:5"
    calm(m)
    assert (now(m, "F")["sp"], now(m, "D")["sp"], where(m, "D")) == (2, 2, "3011")
    own = acting(A, it("B", "light", "3011"), it("F", "fortress", "3011"), FAR)
    assert barred(own, ITALY, "move", units=["A"], path=["3011"]) == "22.3.4"
    own = acting(A, it("F", "fortress", "3011"), IDLE, FAR)
    assert barred(own, ITALY, "move", units=["A"], path=["3011"]) is None


@pytest.mark.rule("custoza:22.3.4-a", "custoza:22.3.3-b")
def test_when_the_fortress_falls_its_guest_retreats() -> None:
    guest = ah("D", "light", "3011", formation=AUSTRIA)
    m = siege(guest, dice=(6, 6), fort=FORT | {"sp": 1}, a=A | {"sp": 9})
    calm(m)
    if asked(m) == ("retreat", AUSTRIA):
        m.answer(AUSTRIA, m.options(AUSTRIA)[0])
        calm(m)
    assert where(m, "D") not in {"3011", "eliminated", "routed"}
    assert where(m, "A") == "3011"


@pytest.mark.rule("custoza:22.3.5-c")
def test_peschiera_is_attacked_from_three_hexes_only() -> None:
    lights = tuple(it(f"L{n}", "light", hex) for n, hex in enumerate(("1606", "1704", "1805", "1806", "1706", "1605")))
    m = acting(
        *lights,
        ah("F", "fortress", "1705"),
        active={"step": "declare"},
        formations=[{"id": ITALY, "side": ITALY, "rank": "corps"}],
    )
    for hex in ("1606", "1704", "1805"):
        assert barred(m, ITALY, "declare", type="assault", hex=hex, target="1705") is None
    for hex in ("1806", "1706", "1605"):
        assert barred(m, ITALY, "declare", type="assault", hex=hex, target="1705") == "22.3.5"


@pytest.mark.rule("custoza:22.3.5-b")
def test_with_peschiera_fall_the_others_but_not_osteria_al_bosco() -> None:
    forts = (ah("F", "fortress", "1705", sp=1), ah("G", "fortress", "1408"), ah("H", "fortress", "4604"))
    m = acting(it("A", "line", "1606", facing="NE", sp=9), *forts, markers=(marker("1606", "1705"),), dice=(6, 6))
    say(m, ITALY, "assault", units=["A"], path=[])
    calm(m)
    assert where(m, "A") == "1705"
    left = {u["id"] for u in m.view(AUSTRIA)["units"] if u.get("hex") and u["side"] == AUSTRIA}
    assert left == {"H"}


@pytest.mark.rule("custoza:22.3.5-a", "custoza:8.9-c")
def test_peschiera_stands_higher_for_sight_alone() -> None:
    gun = it("G", "artillery", "1704", facing="S")
    m = acting(gun, it("A", "line", "1605"), ah("F", "fortress", "1705"), ah("D", "line", "1707"))
    assert barred(m, ITALY, "fire", units=["G"], hex="1707") == "8.9"
    m = acting(it("G", "artillery", "1708", facing="N"), IDLE, ah("F", "fortress", "1705"), dice=(3, 4))
    say(m, ITALY, "fire", units=["G"], hex="1705", at="infantry")
    assert "8.9-c" not in dict(roll(m, "fire").modifiers)


@pytest.mark.rule("custoza:22.3.3-c")
def test_a_fortress_recovers_a_level_at_the_end_of_the_turn() -> None:
    m = begun(
        A, FORT | {"hex": "5030", "status": "disorganised"}, phase="end", last={"day": 1, "gt": 9}, dice=(1, 2, 3, 4)
    )
    assert now(m, "F")["status"] == "disordered"


# ---------------------------------------------------------------- light


@pytest.mark.rule("custoza:22.4-d")
@pytest.mark.parametrize(
    ("year", "gt", "light"),
    [
        (1866, 1, "night"),
        (1866, 2, "dawn"),
        (1866, 3, "day"),
        (1866, 17, "day"),
        (1866, 18, "dusk"),
        (1866, 19, "night"),
        (1848, 17, "dusk"),
        (1848, 18, "night"),
    ],
)
def test_light_of_the_turns(year: int, gt: int, light: str) -> None:
    m = begun(A, FAR, phase="action", year=year, gt=gt)
    assert m.view(None)["light"] == light


@pytest.mark.rule("custoza:22.4-a")
def test_at_night_who_stands_in_a_zone_may_leave_and_is_not_fired_at() -> None:
    m = acting(A, IDLE, ah("D", "line", "3011", facing="N"), light="night")
    say(m, ITALY, "move", units=["A"], path=["3009"])
    if asked(m) == ("react", AUSTRIA):
        assert not {"fire", "assault", "charge"} & may(m, "D")
        say(m, AUSTRIA, "pass")
    assert where(m, "A") == "3009"


# ---------------------------------------------------------------- victory


def ended(victory: Any, control: Any, *units: Any) -> Any:
    return begun(*(units or (A, FAR)), phase="end", victory=victory, control=control)


MAJORITY = {"type": "majority", "hexes": ["2005", "2006", "2007", "2008"]}


@pytest.mark.rule("custoza:23.1.4-a", "custoza:23.3.4-a", "custoza:2.2-a")
@pytest.mark.parametrize(
    ("italian", "austrian", "winner"),
    [
        (["2005", "2006", "2007"], ["2008"], ITALY),
        (["2005"], ["2007", "2008", "2006"], AUSTRIA),
        (["2005", "2006"], ["2007", "2008"], None),
    ],
)
def test_who_holds_more_hexes_wins(italian: list[str], austrian: list[str], winner: str | None) -> None:
    m = ended(MAJORITY, {ITALY: italian, AUSTRIA: austrian})
    assert m.result is not None
    assert m.result.winner == winner
    assert m.result.score == {"hexes": {ITALY: len(italian), AUSTRIA: len(austrian)}}
    if winner is None:
        assert m.result.reason == "tied"


@pytest.mark.rule("custoza:2.2-a")
def test_who_stands_on_a_hex_holds_it_whoever_came_before() -> None:
    m = ended(MAJORITY, {AUSTRIA: ["2005", "2006"], ITALY: ["2007", "2008"]}, it("A", "light", "2006"), FAR)
    assert m.result is not None
    assert m.result.winner == ITALY


@pytest.mark.rule("custoza:23.1.1-a", "custoza:23-c", "custoza:23.1.3-a")
@pytest.mark.parametrize(
    ("scenario", "initiative", "area", "gts"),
    [
        ("vanguards", AUSTRIA, [10, 37], (5, 7)),
        ("morning", AUSTRIA, [38, 49], (5, 7)),
        ("tail", ITALY, [38, 70], (11, 15)),
    ],
)
def test_minor_scenarios_begin_by_the_book(
    scenario: str, initiative: str, area: list[int], gts: tuple[int, int]
) -> None:
    m = q.start("custoza", scenario=scenario, seed=1)
    assert asked(m) == ("limber", ITALY)
    m.answer(ITALY, m.options(ITALY)[0])
    assert asked(m) == ("limber", AUSTRIA)
    m.answer(AUSTRIA, m.options(AUSTRIA)[0])
    assert asked(m) == ("activate", initiative)
    assert rolls(m, "initiative") == []
    view = m.view(None)
    assert (view["area"], view["gt"], view["last"]["gt"], view["mode"]) == (area, *gts, "base")


@pytest.mark.rule("custoza:23.1.3-a")
def test_the_area_of_a_scenario_is_not_left() -> None:
    m = acting(it("A", "line", "3010"), FAR | {"hex": "2030"}, area=[10, 30])
    assert barred(m, ITALY, "move", units=["A"], path=["3110"]) is not None
    assert barred(m, ITALY, "move", units=["A"], path=["2910"]) is None


# ---------------------------------------------------------------- fog


def seen(m: Any, seat: str | None, hex: str) -> list[Any]:
    return [u for u in m.view(seat)["units"] if u.get("hex") == hex]


@pytest.mark.rule("custoza:7.1-a", "custoza:7.1-b", "custoza:2.4.1-f")
def test_an_enemy_not_adjacent_shows_class_points_formation_and_markers_only() -> None:
    m = acting(A, ah("D", "light", "3013", status="shaken", ammo="low", name="Kaiserjäger"))
    (d,) = seen(m, ITALY, "3013")
    assert (d["type"], d["sv"], d["formation"], d["hidden"], d["status"], d["ammo"]) == (
        "infantry",
        1,
        AUSTRIA,
        True,
        "shaken",
        "low",
    )
    assert not {"sp", "max", "cv", "ma", "name"} & set(d)
    assert d["id"] != "D"


@pytest.mark.rule("custoza:7.1-a")
def test_adjacent_units_are_seen_even_without_a_zone_and_hidden_again_afterwards() -> None:
    m = acting(A, IDLE, ah("D", "line", "3012", march=True), board={"terrain": {"3011": "woods"}}, dice=(1, 1))
    assert seen(m, ITALY, "3012")[0]["hidden"] is True
    say(m, ITALY, "move", units=["A"], path=["3011"])
    assert seen(m, ITALY, "3012")[0]["id"] == "D"
    assert seen(m, AUSTRIA, "3011")[0]["id"] == "A"
    m = acting(A, IDLE, ah("D", "line", "3011", march=True))
    say(m, ITALY, "move", units=["A"], path=["3009", "3008"])
    assert seen(m, ITALY, "3011")[0]["hidden"] is True


@pytest.mark.rule("custoza:7.1-a")
def test_fire_from_afar_and_a_commander_nearby_show_nothing() -> None:
    m = acting(
        it("G", "artillery", "3010", facing="S"),
        it("C", "commander", "3012"),
        IDLE,
        ah("D", "line", "3013", march=True),
        dice=(1, 1),
    )
    assert seen(m, ITALY, "3013")[0]["hidden"] is True
    say(m, ITALY, "fire", units=["G"], hex="3013")
    assert seen(m, AUSTRIA, "3010")[0]["hidden"] is True


@pytest.mark.rule("custoza:7.1-c")
def test_commanders_are_pieces_until_their_formation_is_activated() -> None:
    m = begun(it("C", "commander", "3010"), it("A", "line", "3011"), FAR, phase="action", dice=(1,))
    assert seen(m, AUSTRIA, "3010")[0]["type"] == "piece"
    say(m, ITALY, "activate", formation=ITALY)
    assert seen(m, AUSTRIA, "3010")[0]["type"] == "commander"


@pytest.mark.rule("custoza:7.1-a")
def test_by_option_everything_lies_open() -> None:
    m = acting(A, ah("D", "light", "3013"), options={"fog": "open"})
    assert seen(m, ITALY, "3013")[0]["id"] == "D"


@pytest.mark.rule("custoza:7.1-a", "custoza:7.1-b")
def test_a_roll_of_a_hidden_unit_tells_the_enemy_no_strength() -> None:
    m = acting(it("G", "artillery", "3010", facing="S"), IDLE, ah("D", "line", "3013", facing="N"), dice=(6, 6))
    say(m, ITALY, "fire", units=["G"], hex="3013")
    shot = next(e for e in m.told(AUSTRIA) if e.kind == "roll" and e.data["why"] == "fire")
    assert not {"sp", "power", "column"} & set(shot.data)
    assert "G" not in shot.data["units"]
    assert shot.data["result"] == "1S1"
