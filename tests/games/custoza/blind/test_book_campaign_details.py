"""The Advanced Game by the book: smaller print of the chapters 13 to 28."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from tests.games.custoza.blind.campaigns import (
    ROAD,
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
    it,
    now,
    roll,
    say,
    told,
    where,
)

FAR = ah("Z", "line", "6030")
QUIET = (6, 5, 1, 2) * 8
MARCH: Plain = {"state": "march", "objective": "2034"}


def on_the_march(
    *dice: int, more: Any = (), others: Any = (), gt: int = 6, phase: str = "march", **formation: Any
) -> q.Match:
    """Italy's column d1 at 2010, bound for 2034; Austria has a Formation In Reserve far away."""
    return campaign(
        com("d1", "2010"),
        inside("r1", "d1"),
        *more,
        com("a9", "6904", AUSTRIA),
        inside("x9", "a9", AUSTRIA),
        FAR,
        formations=[corps("d1", **(MARCH | formation)), *others, corps("a9", AUSTRIA, state="reserve")],
        phase=phase,
        gt=gt,
        dice=(*dice, *QUIET),
    )


def settle(m: q.Match) -> None:
    while m.ask is not None and m.ask.what in ("deploy", "scout", "screen"):
        m.answer(m.ask.who[0], m.options(m.ask.who[0])[0])


# ---------------------------------------------------------------- scouts


@pytest.mark.rule("custoza:16.9-b")
def test_a_removed_scout_goes_to_any_marching_piece_of_its_side_another_scout_too() -> None:
    m = on_the_march(1, more=[ah("Y", "line", "4020"), scout("s1", "4008"), scout("s2", "1030")])
    tried(m, "d1")
    say(m, ITALY, "move", units=["com.d1"], path=[f"20{row}" for row in range(11, 20)])
    say(m, ITALY, "move", units=["s1"], path=["4009", "4010", "4011"])
    assert asked(m) == ("scout", ITALY)
    assert {o["hex"] for o in m.options(ITALY)} == {"2019", "1030"}


@pytest.mark.rule("custoza:16.9-a", "custoza:16.9-b")
def test_a_scout_that_is_the_last_marching_piece_waits_off_the_map() -> None:
    m = campaign(
        com("d1", "1010"),
        unit("r1", "d1", "1010"),
        scout("s1", "3010"),
        ah("Y", "line", "3020"),
        formations=[corps("d1")],
        active={"formation": AUSTRIA},
        board={},
        gt=6,
    )
    say(m, AUSTRIA, "move", units=["Y"], path=["3019"])
    lazily(m, "scout", "activate")
    assert where(m, "s1") == "pool"


@pytest.mark.rule("custoza:16.4-b")
def test_without_a_scout_a_natural_six_halts_the_column_alone() -> None:
    m = on_the_march(6)
    tried(m, "d1")
    assert asked(m) == ("march", AUSTRIA)


@pytest.mark.rule("custoza:16.7-b")
def test_a_scout_on_the_road_rides_three_hexes_for_a_point() -> None:
    m = on_the_march(1, more=[scout("s1", "2006")])
    tried(m, "d1")
    say(m, ITALY, "move", units=["com.d1"], path=[f"20{row}" for row in range(11, 20)])
    far = [f"20{row:02}" for row in range(7, 31)]
    assert len(far) == 24
    assert m.refuse(ITALY, {"do": "move", "units": ["s1"], "path": far}) is None
    assert m.refuse(ITALY, {"do": "move", "units": ["s1"], "path": [*far, "2031"]}) is not None


# ---------------------------------------------------------------- deployment and control


@pytest.mark.rule("custoza:16.8-c", "custoza:2.2-a")
def test_deployed_units_control_where_they_are_placed_and_columns_control_nothing() -> None:
    m = on_the_march(1, more=[ah("Y", "line", "2030")])
    assert not set(m.view(ITALY)["control"][ITALY]) & {"2010", "2019", "2021"}
    tried(m, "d1")
    say(m, ITALY, "move", units=["com.d1"], path=[f"20{row}" for row in range(11, 25)])
    assert asked(m) == ("deploy", ITALY)
    say(m, ITALY, "place", unit="r1", hex="2019")
    held = set(m.view(ITALY)["control"][ITALY])
    assert "2019" in held
    assert not held & {"2011", "2015", "2021"}


@pytest.mark.rule("custoza:16.8-c")
def test_units_deploy_with_what_they_have_suffered() -> None:
    m = campaign(
        com("d1", "2010"),
        inside("r1", "d1", status="shaken", sp=4, max=6, ammo="low"),
        ah("Y", "line", "2018"),
        com("a9", "6904", AUSTRIA),
        inside("x9", "a9", AUSTRIA),
        formations=[corps("d1", **MARCH), corps("a9", AUSTRIA, **(MARCH | {"objective": "6930"}))],
        phase="march",
        gt=6,
        dice=QUIET,
    )
    settle(m)
    assert asked(m) == ("march", AUSTRIA)
    r1 = now(m, "r1")
    assert (r1["status"], r1["sp"], r1["ammo"]) == ("shaken", 4, "low")


@pytest.mark.rule("custoza:16.8-a")
def test_routed_units_do_not_deploy() -> None:
    m = campaign(
        com("d1", "2010"),
        inside("r1", "d1"),
        inside("r2", "d1", box="routed"),
        ah("Y", "line", "2018"),
        formations=[corps("d1", **MARCH)],
        phase="march",
        gt=6,
        dice=QUIET,
    )
    settle(m)
    assert where(m, "r2") == "routed"


@pytest.mark.rule("custoza:16.8-a")
def test_a_fortress_makes_a_column_deploy() -> None:
    fort = {"id": "F", "side": AUSTRIA, "type": "fortress", "hex": "2030", "formation": None}
    m = on_the_march(1, more=[fort])
    tried(m, "d1")
    say(m, ITALY, "move", units=["com.d1"], path=[f"20{row}" for row in range(11, 25)])
    settle(m)
    assert (where(m, "com.d1"), own(m, "d1")["state"]) == ("2021", "engaged")


@pytest.mark.rule("custoza:16.12-c", "custoza:15-a")
def test_who_enters_reserve_keeps_its_scars() -> None:
    m = campaign(
        com("d1", "2010", up=True),
        unit("r1", "d1", "2010", status="disorganised", sp=3, max=6, ammo="low"),
        FAR,
        formations=[corps("d1", fatigue=7, morale=-2)],
        phase="command",
        gt=6,
        dice=QUIET,
    )
    while asked(m) != ("states", ITALY):
        assert m.ask is not None
        say(m, m.ask.who[0], "done")
    say(m, ITALY, "reserve", formation="d1")
    r1, d1 = now(m, "r1"), own(m, "d1")
    assert (r1["status"], r1["sp"], r1["ammo"]) == ("disorganised", 3, "low")
    assert (d1["fatigue"], d1["morale"]) == (7, -2)


# ---------------------------------------------------------------- entering Engaged


WAITING = [
    {"id": "com.d1", "side": ITALY, "formation": "d1", "type": "commander", "box": "due"},
    inside("r1", "d1", box="due"),
    inside("r2", "d1", box="due"),
]
GROUP: Plain = {
    "id": "g1", "side": ITALY, "formation": "d1", "units": ["com.d1", "r1", "r2"], "day": 1, "gt": 6, "entry": "2034",
    "condition": None,
}  # fmt: skip


@pytest.mark.rule("custoza:21.3-a", "custoza:21.3-b", "custoza:14.2.2-a")
def test_a_formation_at_the_edge_may_be_engaged_and_comes_in_unit_by_unit() -> None:
    m = campaign(
        *WAITING,
        FAR,
        formations=[corps("d1", state="march")],
        phase="command",
        gt=6,
        reinforcements=[GROUP],
        dice=(2, *QUIET),
        board={},
    )
    while asked(m) != ("states", ITALY):
        assert m.ask is not None
        say(m, m.ask.who[0], "done")
    say(m, ITALY, "deploy", formation="d1")
    assert own(m, "d1")["state"] == "engaged"
    lazily(m, "activate")
    tried(m, "d1")
    lazily(m, "act")
    four, five = [f"20{row}" for row in range(34, 30, -1)], [f"20{row}" for row in range(34, 29, -1)]
    say(m, ITALY, "move", units=["r1"], path=five)
    calm(m)
    assert where(m, "r1") == "2030"
    assert m.refuse(ITALY, {"do": "move", "units": ["r2"], "path": five}) is not None
    assert m.refuse(ITALY, {"do": "move", "units": ["r2"], "path": four}) is None


@pytest.mark.rule("custoza:20.1-a")
def test_who_waits_beyond_the_edge_is_not_cut_off() -> None:
    m = campaign(
        *WAITING,
        FAR,
        formations=[corps("d1", state="march")],
        phase="initiative",
        gt=6,
        reinforcements=[GROUP],
        dice=(6, 6, 1, 1, *QUIET),
        supply={ITALY: ["6904"]},
    )
    lazily(m, "activate", "march")
    assert own(m, "d1")["cut_off"] is False


# ---------------------------------------------------------------- fatigue, night, rally


@pytest.mark.rule("custoza:18.2-b", "custoza:5.2-a")
def test_a_loose_cannon_tires_like_any_activated_formation() -> None:
    m = campaign(
        com("d1", "3010"),
        unit("r1", "d1", "3010"),
        FAR,
        formations=[corps("d1", fatigue=5)],
        phase="action",
        gt=6,
        dice=(6, 4, *QUIET),
        board={},
    )
    tried(m, "d1")
    lazily(m)
    assert own(m, "d1")["fatigue"] == 6


@pytest.mark.rule("custoza:17.3-a", "custoza:13.7-e")
def test_at_night_a_column_that_stands_rallies_too() -> None:
    m = campaign(
        com("d1", "2010"),
        inside("r1", "d1"),
        inside("r2", "d1", box="routed", sp=4),
        FAR,
        formations=[corps("d1", collapse=30, **MARCH)],
        phase="march",
        gt=20,
        dice=(1, 1, *QUIET),
    )
    while m.ask is not None and m.ask.what == "march":
        say(m, m.ask.who[0], "pass")
    say(m, ITALY, "rally", unit="r2")
    assert [e["unit"] for e in told(m, "rallied")] == ["r2"]
    lazily(m)
    assert (where(m, "r2"), now(m, "r2")["sp"]) == ("formation", 3)


@pytest.mark.rule("custoza:14.6-d", "custoza:14.6-e")
def test_units_rally_after_the_attempts_and_before_the_generals_the_initiative_last() -> None:
    m = campaign(
        com("d1", "2010"),
        inside("r1", "d1"),
        inside("r2", "d1", box="routed"),
        general(ITALY, "2012"),
        com("a1", "6010", AUSTRIA),
        inside("x1", "a1", AUSTRIA),
        inside("x2", "a1", AUSTRIA, box="routed"),
        formations=[corps("d1", state="reserve"), corps("a1", AUSTRIA, state="reserve")],
        phase="march",
        gt=6,
        dice=QUIET,
    )
    order = []
    while m.ask is not None:
        order.append(asked(m))
        seat = m.ask.who[0]
        m.answer(seat, next(o for o in m.options(seat) if o["do"] in ("pass", "done")))
    after = [step for step in order if step is not None and step[0] != "march"]
    assert after == [("rally", AUSTRIA), ("rally", ITALY), ("general", ITALY)]


@pytest.mark.rule("custoza:13.7-b")
@pytest.mark.parametrize("status", ["good_order", "disorganised"])
def test_rallying_is_tried_against_the_printed_cohesion(status: str) -> None:
    m = campaign(
        com("d1", "2010"),
        inside("r1", "d1"),
        inside("r2", "d1", box="routed", sp=4, status=status, cv=9),
        FAR,
        formations=[corps("d1", state="reserve", collapse=30)],
        phase="march",
        gt=6,
        dice=(2, 3, *QUIET),
    )
    while m.ask is not None and m.ask.what == "march":
        say(m, m.ask.who[0], "pass")
    say(m, ITALY, "rally", unit="r2")
    assert roll(m, "cohesion").data["success"] is True


@pytest.mark.rule("custoza:13.7-a")
def test_only_who_belongs_to_the_resting_formation_rallies() -> None:
    m = on_the_march(
        more=[
            com("d2", "4004"),
            inside("q1", "d2"),
            inside("q2", "d2", box="routed"),
            inside("r2", "d1", box="routed"),
        ],
        others=[corps("d2", state="reserve")],
    )
    while m.ask is not None and m.ask.what == "march":
        say(m, m.ask.who[0], "pass")
    assert asked(m) == ("rally", ITALY)
    assert {o.get("unit") for o in m.options(ITALY)} == {"q2", None}


@pytest.mark.rule("custoza:22.4-a", "custoza:3.4-a")
def test_at_night_a_stray_does_not_walk_into_an_enemy_zone() -> None:
    m = campaign(
        com("d1", "3010"),
        unit("r1", "d1", "3010"),
        unit("r2", "d1", "3018", ooc=True),
        ah("Y", "line", "3015"),
        formations=[corps("d1")],
        phase="ooc",
        gt=20,
        board={},
        dice=QUIET,
    )
    lazily(m, "ooc")
    assert asked(m) == ("ooc", ITALY)
    assert m.refuse(ITALY, {"do": "move", "units": ["r2"], "path": ["3017"]}) is None
    assert m.refuse(ITALY, {"do": "move", "units": ["r2"], "path": ["3017", "3016"]}) is not None


# ---------------------------------------------------------------- objectives


def isolated(*units: Plain) -> bool:
    """Whether Italy has met its first objective of 1866 with these units around Peschiera."""
    m = q.start(
        "custoza",
        position={
            "mode": "advanced",
            "year": 1866,
            "gt": 18,
            "phase": "end",
            "victory": {"type": "objectives"},
            "strategy": {ITALY: 1, AUSTRIA: 3},
            "units": [it("I", "light", "1033"), ah("Z", "light", "6910"), *units],
        },
        dice=[],
    )
    assert m.result is not None
    return bool(m.result.score["objectives"][ITALY]["met"])


@pytest.mark.rule("custoza:26.2-b", "custoza:20.1-b")
def test_austrians_in_the_zones_around_peschiera_keep_it_connected() -> None:
    """Italians at 1606, on the way to the bridge of Monzambano, and at 1904 shut the town in; Austrians open a way."""
    shut = [it("V", "line", "1606"), it("W", "line", "1904")]
    assert isolated(*shut)
    assert not isolated(*shut, ah("a", "light", "1805"), ah("b", "light", "1905"))
    assert not isolated()


@pytest.mark.rule("custoza:24.2-b", "custoza:24.2-g")
def test_a_changed_objective_opens_the_optional_reinforcements() -> None:
    position = {
        "mode": "advanced",
        "year": 1848,
        "day": 2,
        "gt": 1,
        "phase": "command",
        "last": {"day": 3, "gt": 17},
        "victory": {"type": "objectives"},
        "strategy": {ITALY: 1, AUSTRIA: 2},
        "units": [unit("I", "d1", "1033"), com("d1", "1033"), inside("r9", "d1", box="due"), ah("Z", "light", "6910")],
        "reinforcements": [
            {
                "id": "g",
                "side": ITALY,
                "formation": None,
                "units": ["r9"],
                "day": 2,
                "gt": 2,
                "entry": "4434",
                "condition": "optional",
            }
        ],
    }
    m = q.start("custoza", position=position, dice=list(QUIET))
    assert asked(m) == ("strategy", ITALY)
    say(m, ITALY, "choose", objective=2)
    lazily(m, "reinforcements")
    assert (m.view(ITALY)["gt"], asked(m)) == (2, ("reinforcements", ITALY))
    assert m.refuse(ITALY, {"do": "claim", "group": "g"}) is None


@pytest.mark.rule("custoza:24.2-j")
def test_italians_do_not_leave_the_map() -> None:
    m = q.start(
        "custoza",
        position={
            "mode": "advanced",
            "year": 1848,
            "units": [it("A", "light", "3034"), ah("Z", "light", "6910")],
            "victory": {"type": "objectives"},
            "strategy": {ITALY: 1, AUSTRIA: 1},
            "active": {"formation": ITALY},
        },
        dice=[],
    )
    assert m.refuse(ITALY, {"do": "move", "units": ["A"], "path": ["exit"]}) is not None


@pytest.mark.rule("custoza:24.2-j")
def test_who_leaves_is_gone_and_seen_to_go() -> None:
    m = q.start(
        "custoza",
        position={
            "mode": "advanced",
            "year": 1848,
            "units": [ah("A", "light", "3034"), ah("B", "light", "3033"), it("I", "light", "1004")],
            "victory": {"type": "objectives"},
            "strategy": {ITALY: 1, AUSTRIA: 1},
            "active": {"formation": AUSTRIA},
        },
        dice=[],
    )
    say(m, AUSTRIA, "move", units=["A"], path=["exit"])
    assert where(m, "A") == "exited"
    assert not any(u.get("hex") == "3034" for u in m.view(ITALY)["units"])


# ---------------------------------------------------------------- the campaigns as they begin


def chosen(name: str) -> q.Match:
    m = q.start("custoza", scenario=name, seed=3)
    for seat in (ITALY, AUSTRIA):
        say(m, seat, "choose", objective=1)
    while m.ask is not None and m.ask.what == "limber":
        m.answer(m.ask.who[0], m.options(m.ask.who[0])[0])
    return m


@pytest.mark.rule("custoza:26.1.6-b")
def test_1866_begins_without_a_command_phase_1848_with_one() -> None:
    first = chosen("1866")
    assert first.ask is not None
    assert first.ask.what in ("activate", "march")
    assert own(first, "i66.d1")["cut_off"] is False
    other = chosen("1848")
    assert other.ask is not None
    assert other.ask.what == "states"


@pytest.mark.rule("custoza:27.3-a")
def test_in_1866_free_each_stands_in_its_zone_or_chooses_its_entry() -> None:
    m = q.start("custoza", scenario="1866-free", seed=3)
    for seat in (ITALY, AUSTRIA):
        say(m, seat, "choose", objective=1)
    assert asked(m) == ("place", ITALY)

    def fine(unit: str, hex: str) -> bool:
        return m.refuse(ITALY, {"do": "place", "unit": unit, "hex": hex}) is None

    assert fine("com.i66.d1", "2430")
    assert not fine("com.i66.d1", "3105")
    assert not fine("com.i66.d1", "3923")
    assert fine("com.i66.d7", "4034")
    assert not fine("com.i66.d7", "7004")
    assert not fine("com.a66.v", "4104")


@pytest.mark.rule("custoza:16.1-e", "custoza:26.2-a")
@pytest.mark.parametrize("name", ["1866", "1848"])
def test_neither_the_enemy_nor_a_spectator_sees_objectives_and_columns_from_within(name: str) -> None:
    m = chosen(name)
    for seat, mine in ((ITALY, ITALY), (AUSTRIA, AUSTRIA), (None, None)):
        view = m.view(seat)
        for formation in view["formations"]:
            if formation["side"] != mine and formation["state"] != "engaged":
                assert formation["objective"] is None
        assert not any(u["side"] != mine and u.get("box") == "formation" for u in view["units"])
        assert not any(u["side"] != mine and u["type"] == "scout" for u in view["units"])
        for side in (ITALY, AUSTRIA):
            if side != mine:
                assert view["strategy"][side] is None


@pytest.mark.rule("custoza:16.3-a", "custoza:26.1.6-a")
def test_in_1866_each_column_has_its_scout_beside_it() -> None:
    view = chosen("1866").view(ITALY)
    columns = {f["id"] for f in view["formations"] if f["side"] == ITALY and f["state"] in ("march", "reserve")}
    stands = {u["formation"]: u.get("hex") for u in view["units"] if u["type"] == "commander" and u["side"] == ITALY}
    scouts = [u.get("hex") for u in view["units"] if u["type"] == "scout" and u["side"] == ITALY]
    for id in columns:
        if stands[id] is not None:
            assert stands[id] in scouts


@pytest.mark.rule("custoza:16.8-a", "custoza:26.3-a")
@pytest.mark.parametrize("name", ["1866", "1848"])
def test_no_column_begins_within_nine_hexes_of_the_enemy(name: str) -> None:
    m = chosen(name)
    assert told(m, "deployed") == []


@pytest.mark.rule("custoza:16.1-a")
def test_on_the_map_of_the_game_objectives_are_places() -> None:
    m = campaign(
        com("d1", "3105"),
        inside("r1", "d1"),
        FAR,
        formations=[corps("d1", state="reserve")],
        phase="command",
        gt=6,
        board="custoza",
    )
    while asked(m) != ("states", ITALY):
        assert m.ask is not None
        say(m, m.ask.who[0], "done")
    assert m.refuse(ITALY, {"do": "march", "formation": "d1", "objective": "4707"}) is None
    assert m.refuse(ITALY, {"do": "march", "formation": "d1", "objective": "4119"}) is not None


@pytest.mark.rule("custoza:16.1-b", "custoza:22.2-a")
def test_a_column_does_not_swim_the_mincio() -> None:
    gap = {**ROAD, "terrain": {"2020": "mincio"}}
    m = campaign(
        com("d1", "2010"),
        inside("r1", "d1"),
        FAR,
        formations=[corps("d1", **MARCH)],
        phase="march",
        gt=6,
        dice=(1, *QUIET),
        board=gap,
    )
    tried(m, "d1")
    through = [f"20{row}" for row in range(11, 24)]
    assert m.refuse(ITALY, {"do": "move", "units": ["com.d1"], "path": through}) is not None
    assert m.refuse(ITALY, {"do": "move", "units": ["com.d1"], "path": through[:9]}) is None


ABSENT: Plain = {"id": "gen.i", "side": ITALY, "type": "general", "formation": None, "box": "due", "value": 3}


@pytest.mark.rule("custoza:14.1-a", "custoza:2.4.2.2-a")
def test_a_general_who_has_not_come_yet_adds_nothing_to_the_initiative() -> None:
    m = campaign(
        com("d1", "2010"),
        inside("r1", "d1"),
        ABSENT,
        FAR,
        formations=[corps("d1", **MARCH)],
        phase="initiative",
        gt=6,
        dice=(3, 3, 4, 4),
        reinforcements=[GROUP | {"units": ["gen.i"], "formation": None, "gt": 9}],
    )
    assert m.view(ITALY)["initiative"] == AUSTRIA


@pytest.mark.rule("custoza:16.2-a")
def test_a_general_who_has_not_come_yet_does_not_help_to_change_an_objective() -> None:
    m = campaign(
        com("d1", "2010"),
        inside("r1", "d1"),
        ABSENT,
        FAR,
        formations=[corps("d1", **MARCH)],
        phase="command",
        gt=6,
        dice=(4, *QUIET),
        reinforcements=[GROUP | {"units": ["gen.i"], "formation": None, "gt": 9}],
    )
    while asked(m) != ("objectives", ITALY):
        assert m.ask is not None
        say(m, m.ask.who[0], "done")
    say(m, ITALY, "objective", formation="d1", hex="2030")
    assert own(m, "d1")["objective"] == "2034"


RIVER: Plain = {
    "terrain": {f"{c}{r}": "mincio" for c in range(10, 71) for r in ((15,) if c % 2 == 0 else (14, 15))},
    "west": [f"{c}{r:02}" for c in range(10, 71) for r in range(4, 15 if c % 2 == 0 else 14)],
}
TRAIN: Plain = {"id": "T", "side": AUSTRIA, "type": "train", "formation": None, "reserve": True, "march": True}


@pytest.mark.rule("custoza:24.1.4.3-e")
def test_a_battery_of_two_points_is_ferried_in_two_game_turns() -> None:
    m = campaign(
        TRAIN | {"hex": "3016"},
        com("a1", "3017", AUSTRIA),
        unit("g", "a1", "3016", AUSTRIA, "artillery", sv=2, march=True),
        it("I", "line", "6030"),
        formations=[corps("a1", AUSTRIA, rank="corps")],
        active={"formation": "a1", "reserve": "T"},
        board=RIVER,
        year=1848,
        gt=6,
        dice=(1, 2, 6, 6, 6, 6) * 9,
        initiative=AUSTRIA,
        last={"day": 1, "gt": 9},
    )
    say(m, AUSTRIA, "ferry", units=["g"], hex="3014")
    over = 0
    while m.ask is not None and not over:
        before, seat = m.view(ITALY)["gt"], m.ask.who[0]
        m.answer(seat, next((o for o in m.options(seat) if o["do"] in ("done", "pass")), m.options(seat)[0]))
        over = before if where(m, "g") == "3014" else 0
    assert over == 7


@pytest.mark.rule("custoza:24.1.4.3-a", "custoza:24.1.4.3-e")
@pytest.mark.parametrize("busy", [False, True])
def test_a_train_that_ferries_a_regiment_ferries_nobody_else_meanwhile(busy: bool) -> None:
    waiting: Plain = {"ferry": {"hex": "3014", "left": 2}} if busy else {}
    m = campaign(
        TRAIN | {"hex": "3016"} | ({"ferry": True} if busy else {}),
        com("a1", "3017", AUSTRIA),
        unit("b", "a1", "3016", AUSTRIA) | waiting,
        unit("s", "a1", "3016", AUSTRIA, "light"),
        it("I", "line", "6030"),
        formations=[corps("a1", AUSTRIA, rank="corps")],
        active={"formation": "a1", "reserve": "T"},
        board=RIVER,
        year=1848,
        gt=6,
    )
    assert (m.refuse(AUSTRIA, {"do": "ferry", "units": ["s"], "hex": "3014"}) is not None) is busy


@pytest.mark.rule("custoza:24.1.4.1-c")
def test_a_train_that_is_taken_builds_no_more() -> None:
    m = campaign(
        TRAIN | {"hex": "3016", "building": {"hex": "3015", "left": 1}},
        it("A", "line", "3017", facing="N"),
        ah("Z", "line", "6030"),
        active={"formation": ITALY, "markers": [{"type": "assault", "hex": "3017", "target": "3016"}]},
        board=RIVER,
        year=1848,
        gt=6,
        dice=(1, 2, 6, 6, 6, 6) * 6,
        last={"day": 1, "gt": 8},
    )
    say(m, ITALY, "assault", units=["A"], path=[])
    calm(m)
    assert where(m, "T") == "eliminated"
    lazily(m)
    assert m.view(ITALY)["pontoon"] is None
