"""Chapters 24 to 28 by the book: what the five campaigns begin with, free set-ups, La Marmora and reluctance."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from tests.games.custoza.blind.campaigns import campaign, com, corps, general, lazily, own, scenario, tried, unit
from tests.games.custoza.blind.situations import AUSTRIA, ITALY, Plain, ah, asked, it, marker, now, roll, rolls, say

CAMPAIGNS = ("1848", "1848-free", "1866", "1866-free", "1848-late")


def units(name: str, side: str) -> list[Plain]:
    return [u for u in scenario(name).view(side)["units"] if u["side"] == side]


def formations(name: str, side: str) -> dict[str, Plain]:
    return {f["id"]: f for f in scenario(name).view(side)["formations"] if f["side"] == side}


# ---------------------------------------------------------------- frames


@pytest.mark.rule("custoza:24.1.6-a", "custoza:25.1.6-a", "custoza:28.1.6-a")
@pytest.mark.parametrize(
    ("name", "first", "last"),
    [("1848", (1, 4), (3, 17)), ("1848-free", (1, 3), (3, 17)), ("1848-late", (2, 11), (3, 17))],
)
def test_the_campaigns_of_1848_begin_and_end_when_the_book_says(name: str, first: Any, last: Any) -> None:
    view = scenario(name).view(ITALY)
    assert (view["day"], view["gt"]) == first
    assert (view["last"]["day"], view["last"]["gt"]) == last


@pytest.mark.rule("custoza:26.1.6-a", "custoza:27.1.6-a", "custoza:26.1.6-b")
@pytest.mark.parametrize(("name", "gt", "skipped"), [("1866", 3, 3), ("1866-free", 1, None)])
def test_the_campaigns_of_1866_last_a_day(name: str, gt: int, skipped: Any) -> None:
    view = scenario(name).view(ITALY)
    assert (view["day"], view["gt"], view["last"]) == (1, gt, {"day": 1, "gt": 18})
    assert view["skip_command"] == skipped


@pytest.mark.rule("custoza:24-a")
@pytest.mark.parametrize("name", CAMPAIGNS)
def test_campaigns_are_played_by_the_advanced_game_on_the_whole_map(name: str) -> None:
    view = scenario(name).view(ITALY)
    assert (view["mode"], view["area"]) == ("advanced", [10, 70])
    assert view["victory"]["type"] == "objectives"


@pytest.mark.rule("custoza:24.1.5-a", "custoza:24.1.5-b", "custoza:26.1.5-a")
@pytest.mark.parametrize("name", CAMPAIGNS)
def test_supplies_come_from_the_hexes_of_the_book(name: str) -> None:
    supply = scenario(name).view(ITALY)["supply"]
    assert set(supply[ITALY]) == {"1004", "1034", "2533", "4434", "4834"}
    assert set(supply[AUSTRIA]) == {"7004", "7006", "7011", "7014"}


@pytest.mark.rule("custoza:24.1-b", "custoza:24.1-c")
@pytest.mark.parametrize("name", ["1848", "1848-free", "1848-late"])
def test_ranks_of_1848(name: str) -> None:
    italian = {id: f["rank"] for id, f in formations(name, ITALY).items()}
    assert italian.pop("i48.c1") == "corps"
    assert set(italian.values()) == {"division"}
    austrian = {id: f["rank"] for id, f in formations(name, AUSTRIA).items()}
    assert {id for id, rank in austrian.items() if rank == "brigade"} == {"a48.per", "a48.sim"}
    assert {austrian[id] for id in ("a48.i", "a48.ii", "a48.hal", "a48.tax")} == {"corps"}


@pytest.mark.rule("custoza:26.1.2-b", "custoza:26.1.4-a", "custoza:26.1.2-c")
@pytest.mark.parametrize("name", ["1866", "1866-free"])
def test_ranks_of_1866_and_no_units_of_the_reserve(name: str) -> None:
    assert {f["rank"] for f in formations(name, ITALY).values()} == {"division"}
    assert {f["rank"] for f in formations(name, AUSTRIA).values()} == {"corps"}
    assert {"a66.res", "a66.cav"} <= set(formations(name, AUSTRIA))
    assert "i66.ris" in formations(name, ITALY)
    for side in (ITALY, AUSTRIA):
        assert not any(u.get("reserve") for u in units(name, side))


@pytest.mark.rule("custoza:24.2-l")
def test_haller_and_taxis_are_of_one_corps_and_two_formations() -> None:
    both = formations("1848", AUSTRIA)
    assert both["a48.hal"]["corps"] == both["a48.tax"]["corps"]
    assert len({f["corps"] for f in both.values()}) == len(both) - 1


@pytest.mark.rule("custoza:24.1.1-a", "custoza:26.1.1-a", "custoza:22.3.1-a")
@pytest.mark.parametrize(
    ("name", "side"),
    [("1848", ITALY), ("1848-free", ITALY), ("1848-late", ITALY), ("1866", AUSTRIA), ("1866-free", AUSTRIA)],
)
def test_peschiera_belongs_to_whom_the_book_says(name: str, side: str) -> None:
    forts = [u for u in units(name, side) if u["type"] == "fortress" and u["hex"] != "4604"]
    assert "1705" in {u["hex"] for u in forts}
    assert len(forts) == 6
    assert {(u["sp"], u["guns"], u["cv"]) for u in forts} == {(3, 1, 9)}
    assert "1705" in scenario(name).view(side)["control"][side]


@pytest.mark.rule("custoza:24.1.2-a", "custoza:28.1.2-a", "custoza:25.3-a")
@pytest.mark.parametrize(("name", "stands"), [("1848", True), ("1848-free", True), ("1848-late", False)])
def test_osteria_al_bosco_is_a_small_fortress_until_the_late_campaign(name: str, stands: bool) -> None:
    found = [u for u in units(name, ITALY) if u["type"] == "fortress" and u.get("hex") == "4604"]
    assert [(u["sp"], u["guns"], u["cv"]) for u in found] == ([(2, 0, 9)] if stands else [])


@pytest.mark.rule("custoza:24.1.3-a", "custoza:28.1-a")
@pytest.mark.parametrize(("name", "train"), [("1848", True), ("1848-free", True), ("1848-late", False)])
def test_the_train_and_the_guns_of_the_reserve_are_austrian(name: str, train: bool) -> None:
    reserve = [u for u in units(name, AUSTRIA) if u.get("reserve")]
    assert {u["type"] for u in reserve} == ({"artillery", "train"} if train else {"artillery"})
    assert all(u["formation"] is None for u in reserve)
    assert (scenario(name).view(ITALY)["pontoon"] is None) is train


# ---------------------------------------------------------------- free set-ups


def free(name: str) -> q.Match:
    m = q.start("custoza", scenario=name, seed=1)
    for seat in (ITALY, AUSTRIA):
        say(m, seat, "choose", objective=1)
    return m


@pytest.mark.rule("custoza:25.3-a")
def test_in_1848_italians_stand_anywhere_up_to_column_54() -> None:
    m = free("1848-free")
    assert asked(m) == ("place", ITALY)
    place: Plain = {"do": "place", "unit": "i48.d3.r1"}
    for hex, fine in (("5408", True), ("1110", True), ("5508", False), ("6010", False), ("2810", True)):
        assert (m.refuse(ITALY, place | {"hex": hex}) is None) is fine, hex


@pytest.mark.rule("custoza:25.3-a")
def test_in_1848_osteria_al_bosco_is_not_moved() -> None:
    m = free("1848-free")
    fort = next(u["id"] for u in units("1848-free", ITALY) if u.get("hex") == "4604" and u["type"] == "fortress")
    assert m.refuse(ITALY, {"do": "place", "unit": fort, "hex": "4610"}) is not None


@pytest.mark.rule("custoza:25.3-b")
def test_in_1848_no_austrian_stands_on_the_map() -> None:
    assert not any("hex" in u for u in units("1848-free", AUSTRIA))


@pytest.mark.rule("custoza:25.3-a")
def test_a_free_set_up_is_secret_while_it_lasts() -> None:
    def seen(hex: str) -> Any:
        m = free("1848-free")
        say(m, ITALY, "place", unit="i48.d3.r1", hex=hex)
        return m.view(AUSTRIA), [e.data for e in m.told(AUSTRIA)]

    assert seen("5408") == seen("2810")


@pytest.mark.rule("custoza:25.3-a", "custoza:2.9-b")
def test_stacking_binds_a_free_set_up() -> None:
    m = free("1848-free")
    say(m, ITALY, "place", unit="i48.d3.r1", hex="2810")
    assert m.refuse(ITALY, {"do": "place", "unit": "i48.d3.r2", "hex": "2810"}) is not None


@pytest.mark.rule("custoza:27.1.6-a", "custoza:27.1-a")
def test_in_1866_free_the_first_game_turn_has_a_command_phase() -> None:
    m = free("1866-free")
    while m.ask is not None and m.ask.what in ("place", "objectives", "limber"):
        seat = m.ask.who[0]
        m.answer(seat, next((o for o in m.options(seat) if o["do"] == "done"), m.options(seat)[0]))
    assert m.ask is not None
    assert (m.ask.what, m.view(ITALY)["gt"]) == ("states", 1)


# ---------------------------------------------------------------- La Marmora


@pytest.mark.rule("custoza:26.1.2-a")
def test_la_marmora_has_value_nothing() -> None:
    for name in ("1866", "1866-free"):
        assert [u["value"] for u in units(name, ITALY) if u["id"] == "gen.lamarmora"] == [0]


@pytest.mark.rule("custoza:26.1.2-d", "custoza:26.1.2-e")
@pytest.mark.parametrize("name", ["1866", "1866-free"])
def test_the_third_corps_and_the_cavalry_get_nothing_from_him(name: str) -> None:
    alone = {id for id, f in formations(name, ITALY).items() if f["no_general"]}
    assert alone == {"i66.d7", "i66.d8", "i66.d9", "i66.d16", "i66.cav"}


def attempt(
    die: int,
    *more: Plain,
    reluctance: bool = False,
    dice: Any = (),
    options: Any = None,
    board: Any = None,
    **formation: Any,
) -> q.Match:
    m = campaign(
        com("d1", "3010"),
        unit("r1", "d1", "3010"),
        *more,
        ah("Z", "line", "6030"),
        formations=[corps("d1", **formation)],
        phase="action",
        reluctance=reluctance,
        dice=(die, *dice),
        board=board or {},
        gt=6,
        options=options,
    )
    tried(m, "d1")
    return m


@pytest.mark.rule("custoza:26.1.2-a", "custoza:26.1.2-d")
@pytest.mark.parametrize(
    ("hex", "formation", "drm"), [("3010", {}, [-1]), ("3011", {}, []), ("3010", {"no_general": True}, [])]
)
def test_la_marmora_helps_whom_he_stands_with_but_not_the_third_corps(hex: str, formation: Any, drm: list[int]) -> None:
    m = attempt(4, general(ITALY, hex, 0), **formation)
    assert [n for _, n in roll(m, "activation").modifiers] == drm
    assert (own(m, "d1")["this_turn"] == "activated") is bool(drm)


# ---------------------------------------------------------------- reluctance


@pytest.mark.rule("custoza:26.1.3-a", "custoza:27.1.3-a")
def test_reluctance_is_in_force_in_the_historical_campaign_of_1866_only() -> None:
    assert {name: scenario(name).view(ITALY)["reluctance"] for name in CAMPAIGNS} == {
        "1848": False,
        "1848-free": False,
        "1866": True,
        "1866-free": False,
        "1848-late": False,
    }


@pytest.mark.rule("custoza:26.1.3-a")
def test_by_option_nobody_is_reluctant() -> None:
    m = attempt(5, reluctance=True, attempts=2, options={"italian_reluctance": "never"})
    assert own(m, "d1")["this_turn"] == "activated"


@pytest.mark.rule("custoza:26.1.3-a")
@pytest.mark.parametrize("die", [5, 6])
def test_a_natural_five_or_six_ends_the_attempts_of_a_reluctant_formation(die: int) -> None:
    m = attempt(die, reluctance=True, attempts=3)
    assert roll(m, "activation").data["outcome"] == "reluctant"
    assert own(m, "d1")["this_turn"] == "halted"
    if asked(m) == ("activate", AUSTRIA):
        say(m, AUSTRIA, "pass")
    refusal = m.refuse(ITALY, {"do": "activate", "formation": "d1"})
    assert asked(m) != ("activate", ITALY) or refusal is not None
    assert rolls(m, "loose_cannon") == []


@pytest.mark.rule("custoza:26.1.3-a")
def test_a_four_fails_a_reluctant_formation_only_this_once() -> None:
    m = attempt(4, reluctance=True)
    assert (own(m, "d1")["this_turn"], own(m, "d1")["attempts"]) == (None, 1)


@pytest.mark.rule("custoza:26.1.3-b")
def test_who_has_fought_is_reluctant_no_more() -> None:
    m = attempt(5, reluctance=True, blooded=True, attempts=2)
    assert own(m, "d1")["this_turn"] == "activated"
    m = attempt(6, reluctance=True, blooded=True, dice=(4,))
    assert rolls(m, "loose_cannon") != []


@pytest.mark.rule("custoza:26.1.3-a")
def test_austrians_are_never_reluctant() -> None:
    m = campaign(
        ah("Z", "line", "6030"),
        it("I", "line", "1010"),
        formations=[corps(AUSTRIA, AUSTRIA, attempts=2)],
        phase="action",
        reluctance=True,
        dice=(5,),
        initiative=AUSTRIA,
        board={},
        gt=6,
    )
    tried(m, AUSTRIA, AUSTRIA)
    assert own(m, AUSTRIA)["this_turn"] == "activated"


@pytest.mark.rule("custoza:26.1.3-b", "custoza:26.1.3-c")
def test_the_first_assault_frees_attacker_and_defender_for_all_to_see() -> None:
    def fought(active: str) -> q.Match:
        m = campaign(
            it("A", "line", "3010", facing="S"),
            ah("D", "line", "3011", facing="N"),
            board={},
            reluctance=True,
            gt=6,
            active={
                "formation": active,
                "markers": [marker("3010", "3011") if active == ITALY else marker("3011", "3010")],
            },
            dice=(4, 4, 1, 1, 1, 1),
            initiative=active,
        )
        say(m, active, "assault", units=["A" if active == ITALY else "D"], path=[])
        while m.ask is not None and m.ask.what == "react":
            say(m, m.ask.who[0], "pass")
        return m

    for active in (ITALY, AUSTRIA):
        seen = next(f for f in fought(active).view(AUSTRIA)["formations"] if f["id"] == ITALY)
        assert seen["blooded"] is True, active


@pytest.mark.rule("custoza:26.1.3-a", "custoza:3.3-b")
def test_a_reluctant_formation_withdraws_from_an_enemy_zone() -> None:
    guns = ah("Y", "artillery", "3011", facing="N")
    wood = {"terrain": {"3011": "woods"}}
    m = attempt(5, guns, reluctance=True, board=wood)
    lazily(m, "fall_back")
    assert asked(m) == ("fall_back", ITALY)


# ---------------------------------------------------------------- night


@pytest.mark.rule("custoza:22.4-b")
def test_at_night_a_six_activates_and_nobody_moves() -> None:
    m = campaign(
        com("d1", "3010"),
        unit("r1", "d1", "3010"),
        ah("Z", "line", "6030"),
        formations=[corps("d1")],
        phase="action",
        gt=20,
        dice=(6, *(6, 6) * 4),
        board={},
    )
    tried(m, "d1")
    assert roll(m, "activation").data["outcome"] == "night"
    assert own(m, "d1")["this_turn"] == "activated"
    assert asked(m) != ("act", ITALY)


@pytest.mark.rule("custoza:22.4-b", "custoza:18.2-b")
def test_a_six_at_night_tires_like_any_activation() -> None:
    m = campaign(
        com("d1", "3010"),
        unit("r1", "d1", "3010"),
        ah("Z", "line", "6030"),
        formations=[corps("d1", fatigue=5)],
        phase="action",
        gt=20,
        dice=(6, *(6, 6) * 4),
        board={},
    )
    tried(m, "d1")
    lazily(m)
    assert own(m, "d1")["fatigue"] == 6


@pytest.mark.rule("custoza:22.4-a")
def test_at_night_nobody_declares_an_assault_fires_or_enters_a_zone() -> None:
    m = campaign(
        it("A", "line", "3010", facing="S"),
        it("G", "artillery", "3009", facing="S"),
        ah("D", "line", "3012", facing="N"),
        board={},
        gt=20,
        active={"formation": ITALY},
    )
    assert m.refuse(ITALY, {"do": "move", "units": ["A"], "path": ["3011"]}) is not None
    assert m.refuse(ITALY, {"do": "fire", "units": ["G"], "hex": "3012"}) is not None
    m = campaign(
        it("A", "line", "3010", facing="S"),
        ah("D", "line", "3012", facing="N"),
        board={},
        gt=20,
        active={"formation": ITALY, "step": "declare"},
    )
    assert (
        asked(m) != ("declare", ITALY)
        or m.refuse(ITALY, {"do": "declare", "type": "assault", "hex": "3011", "target": "3012"}) is not None
    )


@pytest.mark.rule("custoza:22.4-d")
@pytest.mark.parametrize(
    ("year", "night", "dawn", "dusk"), [(1848, {1, 18, 19, 20}, {2}, {17}), (1866, {1, 19, 20}, {2}, {18})]
)
def test_light_follows_the_turn_track_of_the_year(year: int, night: set[int], dawn: set[int], dusk: set[int]) -> None:
    def light(gt: int) -> str:
        m = campaign(it("I", "line", "1010"), ah("Z", "line", "6030"), year=year, gt=gt, board={}, phase="action")
        return str(m.view(ITALY)["light"])

    seen = {gt: light(gt) for gt in range(1, 21)}
    assert {gt for gt, what in seen.items() if what == "night"} == night
    assert {gt for gt, what in seen.items() if what == "dawn"} == dawn
    assert {gt for gt, what in seen.items() if what == "dusk"} == dusk


@pytest.mark.rule("custoza:14.8.3-a", "custoza:22.4-d")
def test_after_the_twentieth_game_turn_a_new_day_begins() -> None:
    m = campaign(
        com("d1", "3010"),
        unit("r1", "d1", "3010"),
        ah("Z", "line", "6030"),
        formations=[corps("d1")],
        phase="end",
        gt=20,
        board={},
        last={"day": 2, "gt": 3},
        dice=(6, 6, 1, 1),
    )
    lazily(m, "states", "activate")
    assert (m.view(ITALY)["day"], m.view(ITALY)["gt"]) == (2, 1)
    assert now(m, "r1")["status"] == "good_order"
