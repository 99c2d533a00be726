"""The Advanced Game by the book: rules that meet, one following from another."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from tests.games.custoza.blind.campaigns import (
    ROAD_HEXES,
    campaign,
    com,
    corps,
    general,
    inside,
    lazily,
    own,
    scout,
    tried,
    unit,
)
from tests.games.custoza.blind.situations import (
    AUSTRIA,
    ITALY,
    Plain,
    ah,
    asked,
    calm,
    flee,
    it,
    marker,
    now,
    roll,
    rolls,
    say,
    told,
    where,
)

FAR = ah("Z", "line", "6030")
QUIET = (6, 5, 1, 2) * 8
"""Dice by which nobody tires and nobody ties."""


def settle(m: q.Match) -> None:
    while m.ask is not None and m.ask.what in ("deploy", "scout", "screen"):
        m.answer(m.ask.who[0], m.options(m.ask.who[0])[0])


# ---------------------------------------------------------------- fights and what they leave behind


def assaulted(*dice: int, **formations: Any) -> q.Match:
    """Italy's active Formation assaults that of Austria, which is not active."""
    m = campaign(
        it("A", "line", "3010", facing="S", sp=9, max=9),
        ah("D", "line", "3011", facing="N", sp=4, max=6),
        formations=[
            corps(ITALY, **formations.get("mine", {})),
            corps(AUSTRIA, AUSTRIA, **formations.get("theirs", {})),
        ],
        active={"formation": ITALY, "markers": [marker("3010", "3011")]},
        board={},
        gt=6,
        dice=(*dice, *QUIET),
    )
    say(m, ITALY, "assault", units=["A"], path=[])
    while m.ask is not None and m.ask.what == "react":
        say(m, m.ask.who[0], "pass")
    flee(m)
    calm(m)
    return m


@pytest.mark.rule("custoza:18.2-e")
def test_a_formation_that_was_only_assaulted_tires_by_two() -> None:
    m = assaulted(6, 6, theirs={"fatigue": 4})
    assert own(m, AUSTRIA)["fought"] is True
    lazily(m)
    assert own(m, AUSTRIA)["fatigue"] == 6


@pytest.mark.rule("custoza:18.2-a", "custoza:5.2.1-a", "custoza:14.7.3-a")
def test_a_won_assault_lifts_morale_until_the_evening() -> None:
    m = assaulted(6, 6)
    assert (own(m, ITALY)["morale"], own(m, AUSTRIA)["morale"]) == (1, -1)
    lazily(m)
    assert (own(m, ITALY)["morale"], own(m, AUSTRIA)["morale"]) == (0, 0)


@pytest.mark.rule("custoza:19.1-a", "custoza:19.1-b")
def test_losses_in_a_fight_collapse_a_formation_at_once() -> None:
    """Two points were lost before; 12 and two more for the odds cost the defender two points."""
    m = assaulted(6, 6, theirs={"collapse": 4})
    assert own(m, AUSTRIA)["losses"] >= 4
    assert own(m, AUSTRIA)["collapsed"] is True
    assert [e["formation"] for e in told(m, "collapsed")] == [AUSTRIA]


@pytest.mark.rule("custoza:18.2-d", "custoza:18.2-e")
def test_fire_alone_does_not_count_as_a_fight() -> None:
    m = campaign(
        it("G", "artillery", "3010", facing="S"),
        ah("D", "line", "3013", facing="N"),
        formations=[corps(AUSTRIA, AUSTRIA, fatigue=5)],
        active={"formation": ITALY},
        board={},
        gt=6,
        dice=(1, 1, *QUIET),
    )
    say(m, ITALY, "fire", units=["G"], hex="3013")
    lazily(m)
    assert own(m, AUSTRIA)["fatigue"] == 3


@pytest.mark.rule("custoza:13.5-b", "custoza:20.1-b")
@pytest.mark.parametrize(("source", "box"), [("3020", "routed"), ("3004", "eliminated")])
def test_who_routs_without_a_way_to_his_supplies_is_lost(source: str, box: str) -> None:
    """The way south is open; the way north is shut by a line of Italians across the map."""
    wall = [it(f"w{c}", "light", f"{c}06") for c in (*range(11, 71, 3), 70)]
    m = campaign(
        it("A", "line", "3010", facing="S", sp=9, max=9),
        ah("D", "line", "3011", facing="N", status="disorganised"),
        *wall,
        active={"formation": ITALY, "markers": [marker("3010", "3011")]},
        board={},
        gt=6,
        dice=(6, 6, *QUIET),
        supply={AUSTRIA: [source]},
    )
    say(m, ITALY, "assault", units=["A"], path=[])
    while m.ask is not None and m.ask.what == "react":
        say(m, m.ask.who[0], "pass")
    assert where(m, "D") == box


# ---------------------------------------------------------------- ammunition of those without commander


@pytest.mark.rule("custoza:14.8.1-a", "custoza:24.1.3-a")
@pytest.mark.parametrize(("near", "left"), [("2010", "full"), ("4010", "low")])
def test_guns_of_the_reserve_share_the_line_of_the_nearest_commander(near: str, left: str) -> None:
    guns: Plain = {"id": "g", "side": ITALY, "type": "artillery", "formation": None, "reserve": True, "ammo": "low"}
    column = int(near[:2]) + 2
    m = campaign(
        guns | {"hex": f"{column}10"},
        com("d1", "2010"),
        unit("r1", "d1", "2010"),
        com("d2", "4010"),
        unit("r2", "d2", "4010"),
        FAR,
        formations=[corps("d1"), corps("d2")],
        phase="initiative",
        gt=6,
        dice=(6, 6, 1, 1, *QUIET),
        supply={ITALY: ["2004"]},
    )
    lazily(m)
    assert now(m, "g")["ammo"] == left


@pytest.mark.rule("custoza:14.8.1-a")
def test_units_in_a_column_are_supplied_by_its_line_too() -> None:
    m = campaign(
        com("d1", "2010"),
        inside("r1", "d1", ammo="low"),
        FAR,
        formations=[corps("d1", state="march", objective="2030")],
        phase="initiative",
        gt=6,
        dice=(6, 6, 1, 1, *QUIET),
        supply={ITALY: ["2004"]},
    )
    lazily(m)
    assert now(m, "r1")["ammo"] == "full"


@pytest.mark.rule("custoza:20.1-b")
def test_a_supply_source_held_by_the_enemy_is_none() -> None:
    m = campaign(
        com("d1", "2010"),
        unit("r1", "d1", "2010"),
        ah("Y", "line", "2004", march=True),
        FAR,
        formations=[corps("d1")],
        phase="initiative",
        gt=6,
        dice=(6, 6, 1, 1),
        supply={ITALY: ["2004"]},
    )
    lazily(m, "activate")
    assert own(m, "d1")["cut_off"] is True


@pytest.mark.rule("custoza:20.1.1-a", "custoza:16.1-e")
def test_that_a_hidden_column_is_cut_off_is_not_told() -> None:
    def seen(source: str) -> Any:
        m = campaign(
            com("d1", "3010"),
            inside("r1", "d1"),
            FAR,
            formations=[corps("d1", state="march", objective="3030")],
            phase="initiative",
            gt=6,
            dice=(6, 6, 1, 1),
            supply={ITALY: [source]},
            board={},
        )
        lazily(m, "march")
        mine = own(m, "d1")["cut_off"]
        theirs = m.view(AUSTRIA)
        del theirs["supply"]
        return mine, theirs["formations"], [(e.kind, e.data) for e in m.told(AUSTRIA)]

    far, near = seen("3030"), seen("3012")
    assert (far[0], near[0]) == (True, False)
    assert far[1:] == near[1:]


# ---------------------------------------------------------------- columns that meet the enemy


@pytest.mark.rule("custoza:16.11-a", "custoza:16.8-a")
def test_a_column_that_deploys_in_the_action_phase_may_be_activated_in_it() -> None:
    m = campaign(
        com("d1", "3010"),
        inside("r1", "d1"),
        ah("Y", "line", "3020"),
        formations=[corps("d1", state="march", objective="3034")],
        active={"formation": AUSTRIA},
        board={},
        gt=6,
        dice=(1, *QUIET),
    )
    say(m, AUSTRIA, "move", units=["Y"], path=["3019"])
    lazily(m, "deploy")
    settle(m)
    lazily(m, "activate")
    while asked(m) == ("activate", AUSTRIA):
        say(m, AUSTRIA, "pass")
    assert asked(m) == ("activate", ITALY)
    assert m.refuse(ITALY, {"do": "activate", "formation": "d1"}) is None


@pytest.mark.rule("custoza:16.8-a", "custoza:18.2-f")
def test_who_marches_into_the_enemy_tires_by_one_though_it_is_engaged_now() -> None:
    m = campaign(
        com("d1", "2010"),
        inside("r1", "d1"),
        ah("Y", "line", "2030"),
        formations=[corps("d1", state="march", objective="2034", fatigue=5)],
        phase="march",
        gt=6,
        dice=(1, *QUIET),
    )
    tried(m, "d1")
    say(m, ITALY, "move", units=["com.d1"], path=[f"20{row}" for row in range(11, 25)])
    settle(m)
    assert own(m, "d1")["state"] == "engaged"
    lazily(m)
    assert own(m, "d1")["fatigue"] == 6


@pytest.mark.rule("custoza:17.2-a", "custoza:16.8-b")
def test_a_column_that_comes_upon_a_formation_in_reserve_makes_both_deploy() -> None:
    m = campaign(
        com("d1", "2010"),
        inside("r1", "d1"),
        com("a1", "2030", AUSTRIA),
        inside("x1", "a1", AUSTRIA),
        formations=[corps("d1", state="march", objective="2034"), corps("a1", AUSTRIA, state="reserve")],
        phase="march",
        gt=6,
        dice=(1, *QUIET),
    )
    tried(m, "d1")
    say(m, ITALY, "move", units=["com.d1"], path=[f"20{row}" for row in range(11, 25)])
    assert asked(m) == ("deploy", AUSTRIA)
    settle(m)
    assert (own(m, "a1")["state"], own(m, "d1")["state"]) == ("engaged", "engaged")
    assert where(m, "com.d1") == "2021"


@pytest.mark.rule("custoza:16.9-a", "custoza:17.2-a")
def test_a_scout_that_comes_upon_a_formation_in_reserve_is_removed_and_nobody_deploys() -> None:
    m = campaign(
        com("d1", "2010"),
        inside("r1", "d1"),
        scout("s1", "4008"),
        com("a1", "4020", AUSTRIA),
        inside("x1", "a1", AUSTRIA),
        formations=[corps("d1", state="march", objective="2034"), corps("a1", AUSTRIA, state="reserve")],
        phase="march",
        gt=6,
        dice=(1, *QUIET),
    )
    tried(m, "d1")
    say(m, ITALY, "move", units=["com.d1"], path=[f"20{row}" for row in range(11, 20)])
    say(m, ITALY, "move", units=["s1"], path=["4009", "4010", "4011", "4012"])
    settle(m)
    assert where(m, "s1") == "2019"
    assert own(m, "a1")["state"] == "reserve"


@pytest.mark.rule("custoza:16.9-a")
def test_a_scout_is_removed_when_enemy_units_come_near_in_the_action_phase() -> None:
    m = campaign(
        com("d1", "1010"),
        inside("r1", "d1"),
        scout("s1", "3010"),
        ah("Y", "line", "3020"),
        formations=[corps("d1", state="march", objective="1030")],
        active={"formation": AUSTRIA},
        board={},
        gt=6,
    )
    say(m, AUSTRIA, "move", units=["Y"], path=["3019"])
    lazily(m, "scout", "activate")
    settle(m)
    assert where(m, "s1") == "1010"


@pytest.mark.rule("custoza:16.8-c", "custoza:15.4-a")
def test_stragglers_stay_where_they_are_when_their_column_deploys() -> None:
    m = campaign(
        com("d1", "2010"),
        inside("r1", "d1"),
        unit("r2", "d1", "3030", ooc=True),
        ah("Y", "line", "2018"),
        formations=[corps("d1", state="march", objective="2034")],
        phase="march",
        gt=6,
        dice=QUIET,
    )
    settle(m)
    assert where(m, "r1") in ROAD_HEXES
    assert where(m, "r2") == "3030"


@pytest.mark.rule("custoza:16.8-c")
def test_nobody_deploys_upon_an_enemy() -> None:
    m = campaign(
        com("d1", "2010"),
        inside("r1", "d1"),
        ah("Y", "line", "2012"),
        formations=[corps("d1", state="march", objective="2034")],
        phase="march",
        gt=6,
        dice=QUIET,
    )
    assert asked(m) == ("deploy", ITALY)
    hexes = {o["hex"] for o in m.options(ITALY)}
    assert "2012" not in hexes
    assert hexes <= set(ROAD_HEXES)


@pytest.mark.rule("custoza:14.6-b", "custoza:17.3-a")
def test_a_column_halted_at_night_rests_like_a_reserve() -> None:
    m = campaign(
        com("d1", "2010"),
        inside("r1", "d1"),
        FAR,
        formations=[corps("d1", state="march", objective="2034", fatigue=5)],
        phase="march",
        gt=20,
        dice=(6, *QUIET),
    )
    tried(m, "d1")
    assert roll(m, "activation").data["outcome"] == "halted"
    lazily(m)
    assert own(m, "d1")["fatigue"] == 2


@pytest.mark.rule("custoza:22.4-a", "custoza:16.4-a")
def test_columns_march_at_night() -> None:
    m = campaign(
        com("d1", "2010"),
        inside("r1", "d1"),
        FAR,
        formations=[corps("d1", state="march", objective="2034", fatigue=5)],
        phase="march",
        gt=20,
        dice=(1, *QUIET),
    )
    tried(m, "d1")
    say(m, ITALY, "move", units=["com.d1"], path=[f"20{row}" for row in range(11, 20)])
    lazily(m)
    assert own(m, "d1")["fatigue"] == 6


# ---------------------------------------------------------------- through several phases


@pytest.mark.rule("custoza:15.3-b", "custoza:15-b", "custoza:17.1-b")
def test_from_engaged_to_the_march_it_takes_two_command_phases() -> None:
    m = campaign(
        com("d1", "2010", up=True),
        unit("r1", "d1", "2010"),
        scout("s1", "2020"),
        FAR,
        formations=[corps("d1")],
        phase="command",
        gt=6,
        dice=QUIET,
        last={"day": 1, "gt": 9},
    )
    while asked(m) != ("states", ITALY):
        assert m.ask is not None
        say(m, m.ask.who[0], "done")
    say(m, ITALY, "reserve", formation="d1")
    lazily(m, "march")
    assert own(m, "d1")["state"] == "reserve"
    while m.view(ITALY)["gt"] == 6 or asked(m) != ("states", ITALY):
        assert m.ask is not None
        seat = m.ask.who[0]
        m.answer(seat, next((o for o in m.options(seat) if o["do"] in ("pass", "done")), m.options(seat)[0]))
    say(m, ITALY, "march", formation="d1", objective="2030")
    assert own(m, "d1")["state"] == "march"
    lazily(m, "march")
    assert m.refuse(ITALY, {"do": "activate", "formation": "d1"}) is None


@pytest.mark.rule("custoza:17.1-c", "custoza:18.2-g", "custoza:16.12-a")
def test_a_tired_column_that_rests_at_its_objective_recovers_at_once() -> None:
    m = campaign(
        com("d1", "2018"),
        inside("r1", "d1", status="disordered"),
        FAR,
        formations=[corps("d1", state="march", objective="2020", fatigue=5)],
        phase="command",
        gt=6,
        dice=QUIET,
    )
    while asked(m) != ("states", ITALY):
        assert m.ask is not None
        say(m, m.ask.who[0], "done")
    say(m, ITALY, "reserve", formation="d1")
    lazily(m)
    assert (own(m, "d1")["fatigue"], now(m, "r1")["status"]) == (2, "good_order")


@pytest.mark.rule("custoza:21.1-b")
def test_a_column_without_objective_does_not_enter_in_the_march_phase() -> None:
    m = campaign(
        {"id": "com.d1", "side": ITALY, "formation": "d1", "type": "commander", "box": "due"},
        inside("r1", "d1", box="due"),
        FAR,
        formations=[corps("d1", state="march", entry="2034")],
        phase="march",
        gt=6,
        dice=(1, *QUIET),
    )
    if asked(m) == ("march", ITALY) and m.refuse(ITALY, {"do": "activate", "formation": "d1"}) is None:
        tried(m, "d1")
        assert asked(m) != ("march_move", ITALY)
    assert where(m, "com.d1") == "due"


@pytest.mark.rule("custoza:16.4-c", "custoza:2.4.2.2-b")
def test_a_general_of_the_enemy_helps_nobody_on_the_march() -> None:
    m = campaign(
        com("d1", "2010"),
        inside("r1", "d1"),
        general(AUSTRIA, "2010"),
        FAR,
        formations=[corps("d1", state="march", objective="2034")],
        phase="march",
        gt=6,
        dice=(4, *QUIET),
    )
    tried(m, "d1")
    assert roll(m, "activation").modifiers == []


@pytest.mark.rule("custoza:24.1-c", "custoza:24.1-b")
@pytest.mark.parametrize(
    ("rank", "options", "left"),
    [("corps", {}, 6), ("division", {}, 4), ("brigade", {}, 2), ("brigade", {"brigades": "six"}, 6)],
)
def test_markers_by_rank(rank: str, options: Any, left: int) -> None:
    m = campaign(
        ah("A", "line", "3010", facing="S"),
        it("I", "line", "3011", facing="N"),
        formations=[corps(AUSTRIA, AUSTRIA, rank=rank)],
        active={"formation": AUSTRIA, "step": "declare"},
        board={},
        gt=6,
        options=options,
    )
    assert asked(m) == ("declare", AUSTRIA)
    assert m.ask is not None
    assert m.ask.data["left"] == left


@pytest.mark.rule("custoza:16.8-a", "custoza:16.12-a", "custoza:17.2-a")
def test_a_column_that_rests_near_the_enemy_has_to_deploy_in_the_action_phase() -> None:
    m = campaign(
        com("d1", "2010"),
        inside("r1", "d1"),
        ah("Y", "line", "2018"),
        formations=[corps("d1", state="march", objective="2010")],
        phase="command",
        gt=6,
        dice=QUIET,
    )
    while asked(m) != ("states", ITALY):
        assert m.ask is not None
        assert m.ask.what == "states"
        say(m, m.ask.who[0], "done")
    say(m, ITALY, "reserve", formation="d1")
    assert own(m, "d1")["state"] == "reserve"
    lazily(m, "deploy")
    assert asked(m) == ("deploy", ITALY)
    settle(m)
    assert own(m, "d1")["state"] == "engaged"


@pytest.mark.rule("custoza:18.2-e", "custoza:26.1.3-b")
def test_guns_that_are_taken_have_been_in_an_assault() -> None:
    m = campaign(
        ah("A", "line", "3010", facing="S"),
        it("G", "artillery", "3011", facing="N"),
        it("R", "line", "5010"),
        formations=[corps(ITALY, fatigue=4)],
        active={"formation": AUSTRIA, "markers": [marker("3010", "3011")]},
        initiative=AUSTRIA,
        reluctance=True,
        board={},
        gt=6,
        dice=QUIET,
    )
    say(m, AUSTRIA, "assault", units=["A"], path=[])
    while m.ask is not None and m.ask.what == "react":
        say(m, m.ask.who[0], "pass")
    calm(m)
    mine = own(m, ITALY)
    assert (mine["fought"], mine["blooded"], mine["morale"]) == (True, True, -1)
    lazily(m)
    assert own(m, ITALY)["fatigue"] == 6


@pytest.mark.rule("custoza:18.2-e")
def test_who_counter_attacks_has_fought() -> None:
    m = campaign(
        it("A", "line", "3010", facing="S"),
        ah("D", "line", "3012", facing="N"),
        formations=[corps(AUSTRIA, AUSTRIA, fatigue=4)],
        active={"formation": ITALY, "markers": [marker("3011", "3012")]},
        board={},
        gt=6,
        dice=(1, 1, 4, 4, 1, 1, 1, 1, *QUIET),
    )
    say(m, ITALY, "assault", units=["A"], path=["3011"])
    assert asked(m) == ("react", AUSTRIA)
    say(m, AUSTRIA, "assault", units=["D"])
    assert own(m, AUSTRIA)["fought"] is True
    assert own(m, ITALY)["fought"] is True


@pytest.mark.rule("custoza:19.4-a", "custoza:17.4-a")
def test_points_that_come_back_in_the_morning_may_end_a_collapse() -> None:
    m = campaign(
        com("d1", "3010"),
        inside("r1", "d1", sp=4, max=6),
        FAR,
        formations=[corps("d1", state="reserve", collapse=2)],
        phase="end",
        gt=1,
        board={},
        dice=QUIET,
        last={"day": 1, "gt": 3},
    )
    lazily(m, "states", "activate")
    assert (own(m, "d1")["losses"], own(m, "d1")["collapsed"]) == (1, False)
    assert [e["formation"] for e in told(m, "collapse_over")] == ["d1"]


@pytest.mark.rule("custoza:18.6-a")
def test_in_the_morning_fortresses_and_guns_of_the_reserve_are_in_good_order_too() -> None:
    fort = {"id": "F", "side": ITALY, "type": "fortress", "hex": "4010", "formation": None, "status": "disordered"}
    guns: Plain = {"id": "g", "side": ITALY, "type": "artillery", "formation": None, "reserve": True, "hex": "4020"}
    m = campaign(
        it("R", "line", "5010"), fort, guns | {"status": "shaken"}, FAR, phase="end", gt=1, board={}, dice=QUIET
    )
    lazily(m)
    assert (now(m, "F")["status"], now(m, "g")["status"]) == ("good_order", "good_order")


@pytest.mark.rule("custoza:16.1-c")
def test_the_march_begins_at_the_nearest_road_hexes_even_if_another_road_leads_better() -> None:
    """Three hexes to the road of column 20, four to that of column 27, which cavalry could reach."""
    roads = [{"class": "major", "path": [f"{c}{r:02}" for r in range(4, 34)]} for c in (20, 27)]
    m = campaign(
        com("d1", "2310"),
        inside("r1", "d1", kind="cavalry"),
        FAR,
        formations=[corps("d1", state="march", objective="2733")],
        phase="march",
        gt=6,
        dice=(1, *QUIET),
        board={"roads": roads},
    )
    tried(m, "d1")
    assert {o["path"][-1] for o in m.options(ITALY)} == {"2009", "2010", "2011", "2012"}


@pytest.mark.rule("custoza:26.1.2-d", "custoza:16.4-c")
def test_the_third_corps_gets_nothing_from_the_general_on_the_march_either() -> None:
    m = campaign(
        com("d1", "2010"),
        inside("r1", "d1"),
        general(ITALY, "2010", 0),
        FAR,
        formations=[corps("d1", state="march", objective="2034", no_general=True)],
        phase="march",
        gt=6,
        dice=(4, *QUIET),
    )
    tried(m, "d1")
    assert roll(m, "activation").modifiers == []


# ---------------------------------------------------------------- the Train in trouble


@pytest.mark.rule("custoza:24.1.4.1-c")
def test_a_train_that_fails_a_check_begins_its_bridge_anew() -> None:
    """An Italian Force assaults the regiment that stands with the Train; the cohesion of the guns is tried too."""
    river = {"terrain": {f"{c}{r}": "mincio" for c in range(10, 71) for r in ((15,) if c % 2 == 0 else (14, 15))}}
    train: Plain = {
        "id": "T", "side": AUSTRIA, "type": "train", "formation": None, "reserve": True, "hex": "3016", "march": True,
        "building": {"hex": "3015", "left": 2},
    }  # fmt: skip
    m = campaign(
        train,
        ah("D", "line", "3016", facing="S"),
        it("A", "line", "3017", facing="N"),
        board=river,
        gt=6,
        year=1848,
        active={"formation": ITALY, "markers": [marker("3017", "3016")]},
        dice=(4, 3, 6, 6, 6, 6, 6, 6, *QUIET),
    )
    say(m, ITALY, "assault", units=["A"], path=[])
    while m.ask is not None and m.ask.what == "react":
        say(m, m.ask.who[0], "pass")
    checked = [c for r in rolls(m, "cohesion") for c in r.data["checks"] if c["unit"] == "T"]
    assert checked
    assert not checked[0]["passed"]
    flee(m)
    assert now(m, "T").get("building") is None


@pytest.mark.rule("custoza:22.4-d")
def test_with_full_nights_a_day_has_24_game_turns() -> None:
    m = campaign(
        com("d1", "3010"),
        unit("r1", "d1", "3010"),
        FAR,
        formations=[corps("d1")],
        phase="end",
        gt=20,
        board={},
        last={"day": 2, "gt": 3},
        dice=(6, 6, 1, 1),
        options={"night_turns": "full"},
    )
    lazily(m, "states", "activate")
    assert (m.view(ITALY)["day"], m.view(ITALY)["gt"], m.view(ITALY)["light"]) == (1, 21, "night")
