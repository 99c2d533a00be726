"""24.1.3 and 24.1.4 by the book: units of the Reserve, the Bridge Train, its boat bridge and its ferry.

The Mincio flows along row 15, where a unit stands on the east bank in row 16 and goes over to row 14; odd columns have
their river hexes in row 15 too, so that the bank is whole.
"""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from tests.games.custoza.blind.campaigns import campaign, com, corps, lazily, unit
from tests.games.custoza.blind.situations import (
    AUSTRIA,
    ITALY,
    Plain,
    ah,
    asked,
    barred,
    calm,
    it,
    now,
    say,
    told,
    where,
)

RIVER: Plain = {
    "terrain": {f"{c}{r}": "mincio" for c in range(10, 71) for r in ((15,) if c % 2 == 0 else (14, 15))},
    "west": [f"{c}{r:02}" for c in range(10, 71) for r in range(4, 15 if c % 2 == 0 else 14)],
}
TRAIN: Plain = {
    "id": "T",
    "side": AUSTRIA,
    "type": "train",
    "formation": None,
    "reserve": True,
    "hex": "3016",
    "march": True,
}
LEADER = [com("a1", "3017", AUSTRIA), unit("x1", "a1", "3018", AUSTRIA)]
ENEMY = it("I", "line", "6030")


def building(*more: Plain, train: Any = None, active: Any = None, **keys: Any) -> q.Match:
    """The Austrian Formation a1 is active and has taken the Train along."""
    taken = {"formation": "a1", "reserve": "T"} | (active or {})
    return campaign(
        TRAIN | (train or {}),
        *LEADER,
        *more,
        ENEMY,
        formations=[corps("a1", AUSTRIA, rank="corps")],
        gt=6,
        year=1848,
        board=keys.pop("board", RIVER),
        active=taken,
        initiative=AUSTRIA,
        last={"day": 1, "gt": 15},
        **keys,
    )


def do(m: q.Match, what: str, **more: Any) -> None:
    say(m, AUSTRIA, what, **more)


# ---------------------------------------------------------------- the Train


@pytest.mark.rule("custoza:24.1.3-b")
def test_the_train_cannot_fire() -> None:
    m = building(it("J", "line", "3019"), train={"hex": "3017", "march": False})
    assert m.refuse(AUSTRIA, {"do": "fire", "units": ["T"], "hex": "3019"}) is not None


@pytest.mark.rule("custoza:24.1.3-b")
def test_the_train_moves_like_guns_six_points_limbered() -> None:
    m = building(train={"hex": "4016"})
    path = [f"40{row}" for row in range(17, 24)]
    assert m.refuse(AUSTRIA, {"do": "move", "units": ["T"], "path": path[:6]}) is None
    assert m.refuse(AUSTRIA, {"do": "move", "units": ["T"], "path": path}) is not None


@pytest.mark.rule("custoza:24.1.3-a", "custoza:4.4-a", "custoza:4.4-b")
def test_a_commander_takes_along_one_unit_of_the_reserve_in_his_range() -> None:
    guns = [
        {"id": f"g{n}", "side": AUSTRIA, "type": "artillery", "formation": None, "reserve": True, "hex": hex}
        for n, hex in enumerate(("3020", "3022"))
    ]
    m = campaign(
        TRAIN,
        *LEADER,
        *guns,
        ENEMY,
        formations=[corps("a1", AUSTRIA, rank="corps")],
        gt=6,
        year=1848,
        board=RIVER,
        phase="initiative",
        dice=(1, 1, 6, 6, 1),
        last={"day": 1, "gt": 15},
    )
    lazily(m, "activate")
    do(m, "activate", formation="a1")
    assert asked(m) == ("reserve", AUSTRIA)
    assert {o.get("unit") for o in m.options(AUSTRIA)} == {"T", "g0", None}
    do(m, "reserve", unit="g0")
    assert asked(m) != ("reserve", AUSTRIA)
    lazily(m, "act")
    assert m.refuse(AUSTRIA, {"do": "move", "units": ["T"], "path": ["3017"]}) is not None


@pytest.mark.rule("custoza:4.4-c")
def test_a_unit_of_the_reserve_that_nobody_took_moves_among_the_units_out_of_command() -> None:
    m = campaign(
        TRAIN,
        *LEADER,
        ENEMY,
        formations=[corps("a1", AUSTRIA)],
        gt=6,
        year=1848,
        board=RIVER,
        phase="ooc",
        initiative=ITALY,
    )
    assert asked(m) == ("ooc", AUSTRIA)
    assert m.refuse(AUSTRIA, {"do": "move", "units": ["T"], "path": ["3017", "3018"]}) is None
    assert m.refuse(AUSTRIA, {"do": "move", "units": ["T"], "path": ["3116"]}) is None


# ---------------------------------------------------------------- building


@pytest.mark.rule("custoza:24.1.4.1-a", "custoza:24.1.4-a")
def test_the_work_begins_next_to_the_river_with_a_four() -> None:
    m = building()
    for bad in ("3016", "3014", "4015"):
        assert barred(m, AUSTRIA, "build", hex=bad) == "24.1.4.1"
    do(m, "build", hex="3015")
    assert now(m, "T")["building"] == {"hex": "3015", "left": 4}


@pytest.mark.rule("custoza:24.1.4.1-a")
def test_away_from_the_river_there_is_nothing_to_build() -> None:
    m = building(train={"hex": "3017"})
    assert m.refuse(AUSTRIA, {"do": "build", "hex": "3015"}) is not None


@pytest.mark.rule("custoza:24.1.4.1-a")
def test_a_train_that_was_not_taken_along_does_not_build() -> None:
    m = building(active={"reserve": None})
    assert m.refuse(AUSTRIA, {"do": "build", "hex": "3015"}) is not None


def command_phase(train: Any, **keys: Any) -> q.Match:
    m = campaign(
        TRAIN | train,
        *LEADER,
        ENEMY,
        formations=[corps("a1", AUSTRIA, rank="corps")],
        gt=7,
        year=1848,
        board=RIVER,
        phase="command",
        last={"day": 1, "gt": 15},
        **keys,
    )
    lazily(m, "activate", "ooc", "march")
    return m


@pytest.mark.rule("custoza:24.1.4.1-b")
@pytest.mark.parametrize("left", [4, 3, 2])
def test_each_command_phase_takes_one_off(left: int) -> None:
    m = command_phase({"building": {"hex": "3015", "left": left}})
    assert now(m, "T")["building"] == {"hex": "3015", "left": left - 1}
    assert m.view(ITALY)["pontoon"] is None


@pytest.mark.rule("custoza:24.1.4.1-b", "custoza:24.1.4.1-d", "custoza:24.1.4.2-a")
def test_at_nothing_the_bridge_stands_and_the_train_is_used_up() -> None:
    m = command_phase({"building": {"hex": "3015", "left": 1}})
    assert m.view(ITALY)["pontoon"] == "3015"
    assert [e["hex"] for e in told(m, "bridge")] == ["3015"]
    assert not any(u["id"] == "T" and "hex" in u for u in m.view(AUSTRIA)["units"])


@pytest.mark.rule("custoza:24.1.4.1-d", "custoza:22.2-b")
def test_one_goes_over_the_boat_bridge_in_march_movement_only() -> None:
    m = campaign(
        ah("A", "line", "3016"),
        it("I", "line", "6030"),
        gt=6,
        year=1848,
        board=RIVER,
        pontoon="3015",
        active={"formation": AUSTRIA},
    )
    assert m.refuse(AUSTRIA, {"do": "move", "units": ["A"], "path": ["3015", "3014"], "march": True}) is None
    assert m.refuse(AUSTRIA, {"do": "move", "units": ["A"], "path": ["3015", "3014"]}) is not None


@pytest.mark.rule("custoza:24.1.4.1-d")
def test_italians_use_the_boat_bridge_too() -> None:
    m = campaign(
        it("A", "line", "3014"),
        ah("Z", "line", "6030"),
        gt=6,
        year=1848,
        board=RIVER,
        pontoon="3015",
        active={"formation": ITALY},
    )
    assert m.refuse(ITALY, {"do": "move", "units": ["A"], "path": ["3015", "3016"], "march": True}) is None


@pytest.mark.rule("custoza:24.1.4.1-c")
def test_a_train_that_moves_gives_its_work_up() -> None:
    m = building(train={"building": {"hex": "3015", "left": 2}})
    do(m, "move", units=["T"], path=["3017"])
    assert now(m, "T").get("building") is None


@pytest.mark.rule("custoza:24.1.4.1-a", "custoza:24.1.4.1-b")
def test_declared_in_one_turn_the_bridge_is_ready_four_turns_later() -> None:
    m = building(dice=(1, 2, 6, 6, 6, 6) * 12)
    do(m, "build", hex="3015")
    gts = []
    while m.view(ITALY)["pontoon"] is None and m.ask is not None:
        seat = m.ask.who[0]
        m.answer(seat, next((o for o in m.options(seat) if o["do"] in ("done", "pass")), m.options(seat)[0]))
        gts.append(m.view(ITALY)["gt"])
    assert gts[-1] == 10


# ---------------------------------------------------------------- ferry


SMALL = ah("s", "light", "3016", formation="a1")
LARGE = ah("b", "line", "3016", formation="a1")


@pytest.mark.rule("custoza:24.1.4.3-a", "custoza:24.1.4.3-c")
def test_the_ferry_takes_a_unit_of_one_point_across() -> None:
    m = building(SMALL)
    do(m, "ferry", units=["s"], hex="3014")
    calm(m)
    assert (where(m, "s"), where(m, "T")) == ("3014", "3016")
    assert m.refuse(AUSTRIA, {"do": "move", "units": ["s"], "path": ["3013"]}) is not None


@pytest.mark.rule("custoza:24.1.4.3-c")
def test_one_lands_next_to_the_river_within_two_hexes_of_the_train_in_an_empty_hex() -> None:
    m = building(SMALL)
    for bad in ("3013", "3414", "3017", "3015"):
        assert barred(m, AUSTRIA, "ferry", units=["s"], hex=bad) == "24.1.4.3", bad
    m = building(SMALL, it("J", "light", "3014"))
    assert barred(m, AUSTRIA, "ferry", units=["s"], hex="3014") == "24.1.4.3"


@pytest.mark.rule("custoza:24.1.4.3-c")
def test_one_may_land_in_an_enemy_zone() -> None:
    m = building(SMALL, it("J", "line", "3013"))
    assert m.refuse(AUSTRIA, {"do": "ferry", "units": ["s"], "hex": "3014"}) is None


@pytest.mark.rule("custoza:24.1.4.3-a")
def test_the_ferry_takes_one_unit_in_a_game_turn() -> None:
    m = building(SMALL, SMALL | {"id": "s2"})
    do(m, "ferry", units=["s"], hex="3014")
    calm(m)
    assert barred(m, AUSTRIA, "ferry", units=["s2"], hex="3014") == "24.1.4.3"


@pytest.mark.rule("custoza:24.1.4.3-b")
def test_who_is_ferried_is_stacked_with_the_train() -> None:
    m = building(SMALL | {"hex": "3116"})
    assert barred(m, AUSTRIA, "ferry", units=["s"], hex="3014") == "24.1.4.3"


@pytest.mark.rule("custoza:24.1.4.3-a")
def test_who_has_acted_is_not_ferried() -> None:
    m = building(SMALL, active={"acted": {"s": {"did": "move", "mp": "1"}}})
    assert m.refuse(AUSTRIA, {"do": "ferry", "units": ["s"], "hex": "3014"}) is not None


@pytest.mark.rule("custoza:24.1.4.3-d")
def test_the_train_ferries_while_it_builds() -> None:
    m = building(SMALL, train={"building": {"hex": "3015", "left": 3}})
    do(m, "ferry", units=["s"], hex="3014")
    calm(m)
    assert where(m, "s") == "3014"
    assert now(m, "T")["building"] == {"hex": "3015", "left": 3}


@pytest.mark.rule("custoza:24.1.4.3-e")
def test_a_regiment_needs_as_many_game_turns_as_it_has_points() -> None:
    m = building(LARGE, dice=(1, 2, 6, 6, 6, 6) * 12)
    do(m, "ferry", units=["b"], hex="3014")
    assert where(m, "b") == "3016"
    crossed = None
    while m.ask is not None and crossed is None and m.view(ITALY)["gt"] < 11:
        before = m.view(ITALY)["gt"]
        seat = m.ask.who[0]
        m.answer(seat, next((o for o in m.options(seat) if o["do"] in ("done", "pass")), m.options(seat)[0]))
        if where(m, "b") == "3014":
            crossed = before
    assert crossed == 8
