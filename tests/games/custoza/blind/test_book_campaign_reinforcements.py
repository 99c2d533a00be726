"""Chapter 21 by the book: who comes, when, where, and what if the enemy bars the way."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from tests.games.custoza.blind.campaigns import ROAD, campaign, com, corps, inside, lazily, own, paths, tried, unit
from tests.games.custoza.blind.situations import AUSTRIA, ITALY, Plain, ah, asked, barred, now, rolls, say, told, where

FAR = ah("Z", "line", "6930")
WAITING = [
    {"id": "com.d1", "side": ITALY, "formation": "d1", "type": "commander", "box": "due"},
    inside("r1", "d1", box="due"),
]
AT_HOME = [com("d2", "1010"), unit("r2", "d2", "1010")]


def group(gt: int = 6, entry: str = "2034", units: tuple[str, ...] = ("com.d1", "r1"), formation: Any = "d1") -> Plain:
    return {
        "id": "g1",
        "side": ITALY,
        "formation": formation,
        "units": list(units),
        "day": 1,
        "gt": gt,
        "entry": entry,
        "condition": None,
    }


def arriving(
    *dice: int,
    more: Any = (),
    due: Any = None,
    phase: str = "command",
    waiting: Any = None,
    board: Any = ROAD,
    **formation: Any,
) -> q.Match:
    keys = {"state": "march"} | formation
    return campaign(
        *(waiting or WAITING),
        *AT_HOME,
        *more,
        FAR,
        formations=[corps("d1", **keys), corps("d2")],
        phase=phase,
        gt=6,
        reinforcements=[due or group()],
        dice=(*dice, *(6, 5, 1, 2) * 9),
        board=board,
        last={"day": 1, "gt": 12},
    )


def sent(m: q.Match, hex: str = "2004") -> None:
    """The column is given that objective and everybody waits for the March Phase."""
    while m.ask is not None and m.ask.what != "march":
        seat = m.ask.who[0]
        if (m.ask.what, seat) == ("objectives", ITALY) and m.refuse(
            ITALY, {"do": "objective", "formation": "d1", "hex": hex}
        ) is None:
            say(m, ITALY, "objective", formation="d1", hex=hex)
        else:
            m.answer(seat, next(o for o in m.options(seat) if o["do"] in ("done", "pass")))


@pytest.mark.rule("custoza:14.2.5-a", "custoza:21.1-b")
def test_a_column_that_arrives_is_given_its_objective_without_a_roll() -> None:
    m = arriving()
    sent(m)
    assert own(m, "d1")["objective"] == "2004"
    assert rolls(m, "objective") == []


@pytest.mark.rule("custoza:21.1-a", "custoza:21.2-a", "custoza:14.2.1-a")
def test_a_column_enters_in_the_march_phase_when_it_is_activated() -> None:
    m = arriving(2)
    sent(m)
    assert where(m, "com.d1") == "due"
    tried(m, "d1")
    assert asked(m) == ("march_move", ITALY)
    assert all(o["path"][0] == "2034" for o in m.options(ITALY))
    say(m, ITALY, "move", units=["com.d1"], path=[f"20{row}" for row in range(34, 24, -1)])
    assert where(m, "com.d1") == "2025"
    assert where(m, "r1") == "formation"
    assert own(m, "d1")["state"] == "march"


@pytest.mark.rule("custoza:21.2-a")
def test_a_failed_activation_keeps_a_column_off_the_map() -> None:
    m = arriving(5)
    sent(m)
    tried(m, "d1")
    assert where(m, "com.d1") == "due"
    assert own(m, "d1")["attempts"] == 1


@pytest.mark.rule("custoza:21.6-a")
def test_reinforcements_may_wait_as_long_as_their_owner_likes() -> None:
    m = arriving(*(6, 6) * 3, 6, 6, 1, 1)
    lazily(m, "march")
    while m.view(ITALY)["gt"] == 6:
        assert m.ask is not None
        seat = m.ask.who[0]
        m.answer(seat, next((o for o in m.options(seat) if o["do"] in ("pass", "done")), m.options(seat)[0]))
    assert where(m, "com.d1") == "due"
    sent(m)
    assert m.refuse(ITALY, {"do": "activate", "formation": "d1"}) is None


@pytest.mark.rule("custoza:14.2.1-a")
def test_nobody_comes_before_his_time() -> None:
    m = arriving(due=group(gt=7))
    lazily(m, "march")
    assert asked(m) != ("march", ITALY) or m.refuse(ITALY, {"do": "activate", "formation": "d1"}) is not None


@pytest.mark.rule("custoza:21.3-a", "custoza:16.8-a")
@pytest.mark.parametrize(("foe", "met"), [("2025", True), ("2024", False)])
def test_an_enemy_within_nine_hexes_makes_a_column_deploy_as_it_enters(foe: str, met: bool) -> None:
    m = arriving(2, more=[ah("Y", "line", foe)])
    sent(m, "2004")
    tried(m, "d1")
    say(m, ITALY, "move", units=["com.d1"], path=[f"20{row}" for row in range(34, 26, -1)])
    while m.ask is not None and m.ask.what in ("deploy", "scout"):
        m.answer(m.ask.who[0], m.options(m.ask.who[0])[0])
    assert where(m, "com.d1") == ("2034" if met else "2033")
    assert own(m, "d1")["state"] == "engaged"


def column(*path: str, entered: int = 0, board: Any = None, unit_type: str = "line", **more: Any) -> str | None:
    """What bars a unit of the active Formation on its way in from 2034, so many being before it."""
    m = campaign(
        {"id": "com.d1", "side": ITALY, "formation": "d1", "type": "commander", "box": "due"},
        inside("r1", "d1", kind=unit_type, box="due"),
        inside("r2", "d1", box="due"),
        inside("r3", "d1", box="due"),
        FAR,
        formations=[corps("d1", entry="2034")],
        active={"formation": "d1", "entered": entered},
        board={} if board is None else board,
    )
    return barred(m, ITALY, "move", units=["r1"], path=list(path), **more)


def inwards(hexes: int) -> list[str]:
    return [f"20{row}" for row in range(34, 34 - hexes, -1)]


@pytest.mark.rule("custoza:21.3-b", "custoza:21.3-c")
@pytest.mark.parametrize(("entered", "hexes"), [(0, 5), (1, 4), (2, 3)])
def test_each_place_in_the_column_costs_a_point_off_the_road(entered: int, hexes: int) -> None:
    assert column(*inwards(hexes), entered=entered) is None
    assert column(*inwards(hexes + 1), entered=entered) is not None


@pytest.mark.rule("custoza:21.3-b", "custoza:21.3-c")
@pytest.mark.parametrize(("entered", "hexes"), [(0, 15), (1, 14), (2, 13)])
def test_each_place_in_the_column_costs_a_third_on_a_major_road(entered: int, hexes: int) -> None:
    assert column(*inwards(hexes), entered=entered, board=ROAD, march=True) is None
    assert column(*inwards(hexes + 1), entered=entered, board=ROAD, march=True) is not None


@pytest.mark.rule("custoza:21.3-b")
@pytest.mark.parametrize(("entered", "hexes"), [(0, 10), (1, 9), (3, 7)])
def test_each_place_in_the_column_costs_half_a_point_on_a_minor_road(entered: int, hexes: int) -> None:
    minor = {"roads": [{"class": "minor", "path": ROAD["roads"][0]["path"]}]}
    assert column(*inwards(hexes), entered=entered, board=minor, march=True) is None
    assert column(*inwards(hexes + 1), entered=entered, board=minor, march=True) is not None


@pytest.mark.rule("custoza:21.1-a", "custoza:21.2-a")
def test_an_engaged_formation_enters_in_the_action_phase_when_it_is_activated() -> None:
    m = arriving(2, phase="action", state="engaged", entry="2034")
    assert asked(m) == ("activate", ITALY)
    tried(m, "d1")
    while m.ask is not None and m.ask.what == "declare":
        say(m, ITALY, "done")
    assert asked(m) == ("act", ITALY)
    say(m, ITALY, "move", units=["r1"], path=["2034", "2033"], march=True)
    while m.ask is not None and m.ask.what == "face":
        m.answer(ITALY, m.options(ITALY)[0])
    assert where(m, "r1") == "2033"


# ---------------------------------------------------------------- 21.4 alone


ALONE = [inside("r9", "d2", box="due")]


@pytest.mark.rule("custoza:21.4-a")
def test_units_without_their_commander_come_among_the_units_out_of_command_towards_the_nearest_one() -> None:
    m = campaign(
        com("d2", "2020"),
        unit("r2", "d2", "2020"),
        *ALONE,
        FAR,
        formations=[corps("d2")],
        phase="ooc",
        gt=6,
        board={},
        reinforcements=[group(units=("r9",), formation=None)],
        dice=(6, 5, 1, 2) * 3,
    )
    assert asked(m) == ("ooc", ITALY)
    ends = paths(m, "r9")
    assert "2033" in ends
    assert m.refuse(ITALY, {"do": "move", "units": ["r9"], "path": ["2034", "2033", "2032", "2031", "2030"]}) is None
    say(m, ITALY, "move", units=["r9"], path=["2034", "2033"])
    while m.ask is not None and m.ask.what == "face":
        m.answer(ITALY, m.options(ITALY)[0])
    assert where(m, "r9") == "2033"


@pytest.mark.rule("custoza:21.4-a")
def test_units_without_their_commander_do_not_come_with_an_activation() -> None:
    m = campaign(
        com("d2", "2020"),
        unit("r2", "d2", "2020"),
        *ALONE,
        FAR,
        formations=[corps("d2")],
        gt=6,
        board={},
        reinforcements=[group(units=("r9",), formation=None)],
        active={"formation": "d2"},
    )
    assert m.refuse(ITALY, {"do": "move", "units": ["r9"], "path": ["2034"]}) is not None


# ---------------------------------------------------------------- 21.5 barred


BORDER = {
    "roads": [
        {"class": "major", "path": [f"{c}34" if c % 2 == 0 else f"{c}33" for c in range(10, 60)]},
    ]
}


def blocked(*more: Any, entry: str = "3034") -> q.Match:
    return arriving(more=more, due=group(entry=entry), board=BORDER)


@pytest.mark.rule("custoza:21.5-a")
@pytest.mark.parametrize("foe", [("3034", {}), ("3033", {}), ("3034", {"march": True})])
def test_an_enemy_on_the_entry_or_his_zone_bars_it(foe: Any) -> None:
    m = blocked(ah("Y", "line", foe[0], **foe[1]))
    assert asked(m) == ("reinforcements", ITALY)
    say(m, ITALY, "done")
    assert where(m, "com.d1") == "due"


@pytest.mark.rule("custoza:21.5-a")
@pytest.mark.parametrize(
    "more",
    [
        [ah("Y", "line", "3032")],
        [ah("Y", "line", "3033", march=True)],
        [ah("Y", "line", "3033"), unit("r5", "d2", "3034", ooc=True)],
    ],
)
def test_no_zone_or_a_friend_in_it_leaves_the_entry_free(more: Any) -> None:
    m = blocked(*more)
    assert asked(m) != ("reinforcements", ITALY)


@pytest.mark.rule("custoza:21.5-b")
@pytest.mark.parametrize(("hex", "delay"), [("2834", 1), ("2533", 1), ("2434", 2), ("2034", 2), ("1933", 3)])
def test_a_shifted_entry_costs_a_game_turn_for_every_five_hexes(hex: str, delay: int) -> None:
    m = blocked(ah("Y", "line", "3034"))
    say(m, ITALY, "shift", group="g1", hex=hex)
    due = next(g for g in m.view(ITALY)["reinforcements"] if g["id"] == "g1")
    assert (due["gt"], due["entry"]) == (6 + delay, hex)


@pytest.mark.rule("custoza:21.5-c")
def test_italians_are_led_west_and_only_to_a_road_at_the_edge() -> None:
    m = blocked(ah("Y", "line", "3034"))
    for bad in ("3234", "3434", "2832", "2804", "3034"):
        assert m.refuse(ITALY, {"do": "shift", "group": "g1", "hex": bad}) is not None, bad
    assert m.refuse(ITALY, {"do": "shift", "group": "g1", "hex": "2634"}) is None


@pytest.mark.rule("custoza:21.5-c")
def test_austrians_are_led_east() -> None:
    theirs = [
        {"id": "com.a1", "side": AUSTRIA, "formation": "a1", "type": "commander", "box": "due"},
        inside("x1", "a1", AUSTRIA, box="due"),
    ]
    due = group(entry="3034", units=("com.a1", "x1"), formation="a1") | {"side": AUSTRIA}
    m = campaign(
        *theirs,
        *AT_HOME,
        unit("r4", "d2", "3034", ooc=True),
        FAR,
        formations=[corps("a1", AUSTRIA, state="march"), corps("d2")],
        phase="command",
        gt=6,
        reinforcements=[due],
        board=BORDER,
        last={"day": 1, "gt": 12},
    )
    assert asked(m) == ("reinforcements", AUSTRIA)
    assert m.refuse(AUSTRIA, {"do": "shift", "group": "g1", "hex": "2834"}) is not None
    assert m.refuse(AUSTRIA, {"do": "shift", "group": "g1", "hex": "3234"}) is None


@pytest.mark.rule("custoza:21.5-a", "custoza:21.2-a")
def test_a_column_cannot_enter_where_the_enemy_stands() -> None:
    m = blocked(ah("Y", "line", "3034"))
    say(m, ITALY, "done")
    lazily(m, "march", "activate")
    while m.ask is not None and m.ask.what == "activate":
        say(m, m.ask.who[0], "pass")
    lazily(m, "march", "states")
    if asked(m) == ("march", ITALY) and m.refuse(ITALY, {"do": "activate", "formation": "d1"}) is None:
        tried(m, "d1")
        assert asked(m) != ("march_move", ITALY) or not paths(m, "com.d1")
    assert where(m, "com.d1") == "due"


@pytest.mark.rule("custoza:16.1-e", "custoza:21.5-a")
def test_the_enemy_does_not_learn_where_a_barred_column_is_led() -> None:
    def seen(hex: str) -> Any:
        m = blocked(ah("Y", "line", "3034"))
        say(m, ITALY, "shift", group="g1", hex=hex)
        return m.view(AUSTRIA), [e.data for e in m.told(AUSTRIA)]

    assert seen("2834") == seen("2634")


@pytest.mark.rule("custoza:21.1-a")
def test_the_enemy_does_not_see_who_waits_beyond_the_edge() -> None:
    m = arriving()
    assert not any(u["id"] in ("com.d1", "r1") for u in m.view(AUSTRIA)["units"])
    assert now(m, "r1")["box"] == "due"
    assert told(m, "entered") == []
