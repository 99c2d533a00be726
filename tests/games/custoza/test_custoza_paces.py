"""Chapter 7 in its finer points: what teams cost, which hex is named, and what becomes of a way that is cut short."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.custoza.answers import GoOn, Stop
from quadrilatero.games.custoza.deeds import Deed, DeedKind
from quadrilatero.games.custoza.records import Turning
from quadrilatero.games.custoza.rules import movement
from quadrilatero.games.custoza.state import State
from tests.games.custoza.support import (
    Plain,
    austria,
    decline,
    events,
    italy,
    now,
    play,
    refused,
    rolls,
    state,
    where,
)

FAR = austria("far", "6010")
IDLE = italy("idle", "5010")


def act(*units: Plain, dice: list[int] | None = None, **more: Any) -> q.Match:
    """The Italians act."""
    return play(*units, IDLE, dice=dice or [], active={"formation": "italy", **more.pop("active", {})}, **more)


def move(*path: str, units: tuple[str, ...] = ("g",), **more: Any) -> Plain:
    """A move along a path."""
    return {"do": "move", "units": list(units), "path": list(path), **more}


# -- 7.9: teams --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:7.9-b", "custoza:7.9-c")
@pytest.mark.parametrize(
    ("kinds", "marching", "march", "unlimber", "points"),
    [
        (("artillery", "artillery"), (False, False), False, False, 6),
        (("artillery", "artillery"), (False, False), True, False, 4),
        (("artillery", "artillery"), (True, False), True, False, 4),
        (("artillery", "artillery"), (True, True), True, False, 6),
        (("artillery", "artillery"), (True, True), True, True, 4),
        (("artillery", "horse_artillery"), (True, True), True, True, 4),
        (("horse_artillery", "horse_artillery"), (True, True), True, True, 6),
        (("line", "line"), (False, False), True, False, 6),
    ],
)
def test_two_points_are_left_with_the_teams(
    kinds: tuple[str, str], marching: tuple[bool, bool], march: bool, unlimber: bool, points: int
) -> None:
    units = [italy(id, "3010", kind, sv=1, ma=6, march=on) for id, kind, on in zip("gh", kinds, marching, strict=True)]
    s = state(*units, FAR)
    assert movement.points_for(s.of(["g", "h"]), march, unlimber=unlimber) == points * 6


@pytest.mark.rule("custoza:7.9-b")
def test_who_has_not_two_points_cannot_limber_but_may_turn() -> None:
    for allowance, rule in ((2, None), (1, "7.9-b")):
        m = act(italy("g", "3010", "artillery", ma=allowance), FAR)
        refusal = m.refuse("italy", move(march=True))
        assert (refusal and (refusal.rule, refusal.reason)) == (rule and (rule, "limbering"))
        m.answer("italy", move())
        assert now(m).acting().acted["g"].mp == 0, "to turn costs nothing"


@pytest.mark.rule("custoza:22.1-a", "custoza:7.2-d")
def test_where_guns_cannot_unlimber_is_named_unless_they_do_not_come_so_far() -> None:
    path = ["3010", "3011", "3012", "3013"]
    board = {"terrain": {"3012": "tione"}, "bridges": ["3012"], "roads": [{"class": "major", "path": path}]}
    m = act(italy("g", "3010", "horse_artillery", march=True), FAR, board=board)
    refusal = m.refuse("italy", move("3011", "3012", unlimber=True))
    assert refusal is not None
    assert (refusal.rule, refusal.data["hex"]) == ("22.1-a", "3012")
    assert m.refuse("italy", move("3011", "3012")) is None
    slow = act(italy("g", "3007", "horse_artillery", march=True, ma=1), FAR, board=board)
    assert refused(slow, "italy", move("3008", "3009", "3010", "3011", "3012", unlimber=True)) == "7.2-d"


@pytest.mark.rule("custoza:7.9-b", "custoza:7.9-c")
def test_guns_come_into_action_in_the_corner_of_the_map_too() -> None:
    m = act(italy("g", "1006", "horse_artillery", march=True), FAR)
    m.answer("italy", move("1005", "1004", unlimber=True))
    assert (where(m, "g"), now(m).units["g"].march) == ("1004", False)


@pytest.mark.rule("custoza:11.5.5-d", "custoza:7.9-b")
@pytest.mark.parametrize("on", [None, ["3209"]])
def test_guns_that_break_off_their_way_stay_limbered(on: list[str] | None) -> None:
    m = act(italy("g", "3010", "horse_artillery", march=True), austria("D", "3011", facing="N"), FAR, dice=[1, 1])
    m.answer("italy", move("3109", "3210", "3211", unlimber=True))
    m.answer("austria", {"do": "fall_back", "units": ["D"], "path": ["3111"]})
    assert (m.ask.what, m.ask.data["why"], where(m, "g")) == ("go_on", "way", "3210")
    assert [event.data["path"] for event in events(m, "moved")] == [["3109", "3210"]], "how far it came is told first"
    m.answer("italy", {"do": "stop"} if on is None else {"do": "go_on", "path": on})
    assert (where(m, "g"), now(m).units["g"].march) == ("3210", True) if on is None else ("3209", False)


# -- 7.6: who turns when all is over -----------------------------------------------------------------------------------


@pytest.mark.rule("custoza:7.6-b", "custoza:7.8.2-c", "custoza:13.4-a")
@pytest.mark.parametrize(
    ("march", "more", "later"),
    [
        (False, {"heading": 3}, Turning(("A",), None, "7.6-b")),
        (True, {"heading": 3}, Turning(("A",), 3, "7.6-b")),
        (True, {"heading": 0}, Turning(("A",), 0, "7.6-b")),
        (True, {}, Turning(("A",), None, "7.6-b")),
        (False, {"heading": 3, "stopped": True}, None),
    ],
)
def test_who_may_turn_after_a_move(march: bool, more: dict[str, Any], later: Turning | None) -> None:
    s = state(italy("A", "3010", march=march), FAR)
    movement.face_after(s, s.of(["A"]), Deed("move", "italy", ("A",), **more))
    assert s.facing == later


@pytest.mark.rule("custoza:7.6-b", "custoza:7.6-c")
def test_who_has_joined_friends_in_the_north_has_their_facing() -> None:
    s = state(italy("A", "3010", sv=1), italy("B", "3010", sv=1), FAR)
    movement.face_after(s, s.of(["A"]), Deed("move", "italy", ("A",), heading=0))
    assert s.facing is None
    movement.face_after(s, s.of(["A"]), Deed("move", "italy", ("A",)))
    assert s.facing == Turning(("A",), None, "7.6-b"), "where it stands it turns them along"


@pytest.mark.rule("custoza:7.6-b", "custoza:13.4-a")
def test_a_force_that_has_parted_does_not_turn_and_who_is_left_of_it_does() -> None:
    units = italy("A", "1004", sv=1), italy("B", "3011", sv=1)
    deed = Deed("move", "italy", ("A", "B"), heading=3)
    s = state(*units, FAR)
    found: list[Turning | None] = []
    for lost in ("", "B", "A"):
        if lost:
            s.remove(s.units[lost], "eliminated")
        s.facing = None
        movement.face_after(s, s.of(["A", "B"]), deed)
        found.append(s.facing)
    assert found == [None, Turning(("A",), None, "7.6-b"), None]


# -- 24.2-j: a way that leaves the map ---------------------------------------------------------------------------------

SAID: list[Plain] = [
    {"side": "austria", "number": 3, "conditions": [{"kind": "corps_exited"}]},
    {"side": "italy", "number": 1, "conditions": [{"kind": "control_all", "hexes": ["3010"]}]},
]


def leaving(*units: Plain, dice: list[int] | None = None) -> q.Match:
    """Austro-Hungarians who may leave by the south edge."""
    return play(
        *units,
        austria("idle", "5010", formation="a1"),
        mode="advanced",
        year=1848,
        victory={"type": "objectives", "objectives": SAID},
        strategy={"italy": 1, "austria": 1},
        active={"formation": "a1"},
        formations=[{"id": "a1", "side": "austria", "rank": "corps"}],
        dice=dice or [],
    )


@pytest.mark.rule("custoza:24.2-j", "custoza:7.2-d")
def test_the_step_off_the_map_costs_a_point_and_is_made_from_the_last_hex() -> None:
    m = leaving(austria("A", "3931", formation="a1", ma=3), italy("I", "6010"))
    m.answer("austria", move("3932", "3933", "exit", units=("A",)))
    assert where(m, "A") == "exited"
    assert (now(m).acting().acted["A"].did, now(m).acting().acted["A"].mp) == ("move", 3 * 6)
    slow = leaving(austria("A", "3931", formation="a1", ma=2), italy("I", "6010"))
    assert refused(slow, "austria", move("3932", "3933", "exit", units=("A",))) == "7.2-d"


@pytest.mark.rule("custoza:24.2-j", "custoza:11.4-a")
def test_who_is_thrown_back_on_his_way_does_not_leave_the_map() -> None:
    m = leaving(
        austria("A", "3932", facing="S", formation="a1", sp=1, march=True),
        italy("I", "3931", facing="S", sp=12),
        dice=[1, 1, 6, 6, *[1] * 8],
    )
    m.answer("austria", move("3933", "exit", units=("A",), march=False))
    m.answer("italy", {"do": "assault", "units": ["I"]})
    decline(m, "retreat", "face", "hit")
    assert rolls(m, "assault")[0].data["by"] == "italy"
    assert where(m, "A") != "exited"
    assert not events(m, "exited")


# -- 7.2: a way that is barred -----------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:7.2-c", "custoza:11.5.5-d", "custoza:9.3-b")
def test_a_charge_does_not_ride_through_enemies_who_have_fallen_back_into_its_way() -> None:
    m = act(
        italy("K", "3009", "cavalry", facing="S"),
        austria("D", "3110", facing="N"),
        austria("E", "3113", facing="N"),
        active={"markers": [{"type": "charge", "hex": "3112", "target": "3113"}]},
        dice=[1] * 8,
    )
    m.answer("italy", {"do": "charge", "units": ["K"], "path": ["3010", "3011", "3111", "3112"]})
    m.answer("austria", {"do": "fall_back", "units": ["D"], "path": ["3111"]})
    decline(m)
    assert (where(m, "K"), where(m, "D")) == ("3011", "3111")
    assert (m.ask.what, now(m).units["K"].exhausted) == ("after_charge", True)
    assert events(m, "moved")[-1].data["path"] == ["3011"]


@pytest.mark.rule("custoza:7.2-c", "custoza:11.5.5-d")
def test_a_move_does_not_lead_through_enemies_who_have_fallen_back_into_its_way() -> None:
    woods = {"terrain": {"2911": "lake", "3012": "lake"} | dict.fromkeys(("3110", "3111", "3112"), "woods")}
    m = act(italy("A", "3010", ma=12), austria("D", "3011", facing="N"), FAR, board=woods, dice=[1] * 8)
    m.answer("italy", move("3110", "3111", "3112", units=("A",)))
    m.answer("austria", {"do": "fall_back", "units": ["D"], "path": ["3111"]})
    decline(m)
    assert (m.ask.what, m.ask.data["why"], where(m, "A")) == ("go_on", "way", "3110")


@pytest.mark.rule("custoza:7.5-b", "custoza:11.5.5-d", "custoza:9.6-b")
@pytest.mark.parametrize(
    ("do", "reaction", "barred", "called"),
    [
        ("move", False, True, False),
        ("ooc", False, True, False),
        ("assault", False, True, True),
        ("fire", False, True, True),
        ("charge", False, False, False),
        ("after_charge", False, False, False),
        ("assault", True, False, False),
    ],
)
def test_whose_way_a_zone_bars_and_whom_a_marker_calls_into_it(
    do: DeedKind, reaction: bool, barred: bool, called: bool
) -> None:
    marker = {"type": "assault", "hex": "3010", "target": "3011"}
    units = italy("A", "3009"), austria("D", "3011", facing="N")
    for laid in (True, False):
        s = state(*units, active={"formation": "italy", "markers": [marker] if laid else []})
        s.begin(Deed(do, "italy", ("A",), reaction=reaction))
        refusal = movement.refuse_next(s, s.of(["A"]), s.board.hex("3010"))
        assert (refusal and refusal.rule) == ("7.5-b" if barred and not (called and laid) else None)


@pytest.mark.rule("custoza:2.9-b", "custoza:11.5.5-d")
def test_friends_who_have_come_into_the_way_may_fill_it() -> None:
    s = state(italy("A", "3009", sv=3), italy("B", "3010", sv=3), italy("C", "3008", sv=2), FAR)
    s.begin(Deed("move", "italy", ("A",)))
    refusal = movement.refuse_next(s, s.of(["A"]), s.board.hex("3010"))
    assert refusal is not None
    assert (refusal.rule, refusal.reason, refusal.data["hex"]) == ("2.9-b", "stacking", "3010")
    assert movement.refuse_next(s, s.of(["A"]), s.board.hex("3008")) is None
    s.move(s.units["B"], s.board.hex("3020"))
    refusal = movement.refuse_next(s, s.of(["A"]), s.board.hex("3020"))
    assert refusal is not None
    assert refusal.rule == "7.2-b", "what is no way at all is said first"


@pytest.mark.rule("custoza:9.3-b", "custoza:7.2-b")
def test_it_is_told_which_way_a_charge_came() -> None:
    m = act(
        italy("K", "3008", "cavalry", facing="S"),
        austria("E", "3012", facing="N"),
        active={"markers": [{"type": "charge", "hex": "3011", "target": "3012"}]},
        dice=[1] * 8,
    )
    m.answer("italy", {"do": "charge", "units": ["K"], "path": ["3009", "3010", "3011"]})
    assert m.ask.what == "react", "it is told first, and once"
    assert [event.data["path"] for event in events(m, "moved")] == [["3009", "3010", "3011"]]


@pytest.mark.rule("custoza:3.4-a", "custoza:7.2-b")
def test_it_is_told_which_way_a_stray_came_past_enemies_without_a_zone() -> None:
    units = italy("A", "3010", ooc=True), italy("com", "3020", "commander"), austria("D", "3112", march=True)
    m = play(*units, phase="ooc", next="italy", initiative="austria")
    m.answer("italy", move("3011", "3012", "3013", units=("A",)))
    assert [event.data["path"] for event in events(m, "moved")] == [["3011", "3012", "3013"]]


def barred(*units: Plain, do: DeedKind = "move", mp: int = 0, **more: Any) -> tuple[State, Any]:
    """Italians whose way has been barred, and what they are asked."""
    s = state(*units, active={"formation": "italy"}, **more)
    ids = tuple(id for id, unit in s.units.items() if unit.side == "italy")
    s.begin(Deed(do, "italy", ids, mp=mp, path=(s.board.hex("3011"),)))
    return s, movement.another_way(s, s.of(ids))


def end(script: Any, answer: Any = None) -> Any:
    """What a script returns that asks nothing more."""
    with pytest.raises(StopIteration) as over:
        script.send(answer)
    return over.value.value


@pytest.mark.rule("custoza:11.5.5-d", "custoza:7.2-d")
@pytest.mark.parametrize("do", ["move", "assault", "fire", "after_charge"])
def test_whose_way_is_barred_goes_elsewhere_as_far_as_his_points_go(do: DeedKind) -> None:
    s, script = barred(italy("A", "3010", ma=2), FAR, do=do, mp=6)
    question = next(script)
    assert (s.deed.do, s.deed.path) == ("after_charge" if do == "after_charge" else "move", ())
    assert (question.what, question.rule, question.data) == (
        "go_on",
        "11.5.5-d",
        {"why": "way", "units": ["A"], "left": "1"},
    )
    assert {tuple(option.get("path", ())) for option in question.options("italy")} == {
        (),
        *((number,) for number in ("2909", "2910", "3009", "3011", "3109", "3110")),
    }
    nowhere, far = (question.refuse("italy", GoOn(path)) for path in (None, ["3011", "3012"]))
    assert (nowhere.rule, nowhere.reason, nowhere.data["hex"]) == ("11.5.5-d", "off_map", "?")
    assert far.rule == "7.2-d"
    assert question.refuse("italy", Stop()) is None
    assert end(script, GoOn(["3009"])) is True
    assert s.deed.path == (s.board.hex("3009"),)


@pytest.mark.rule("custoza:11.5.5-d", "custoza:7.1-a")
def test_who_can_go_no_farther_is_asked_all_the_same_if_the_enemy_does_not_know_it() -> None:
    for units, asked in (
        ((italy("A", "3010", ma=2), FAR), True),
        ((italy("A", "3010", ma=2), austria("D", "3011", march=True)), False),
    ):
        s, script = barred(*units, mp=12)
        if asked:
            assert list(next(script).options("italy")) == [{"do": "stop"}]
            assert end(script, Stop()) is False
        else:
            assert end(script) is False
        assert s.deed.path == ()


@pytest.mark.rule("custoza:9.3-b", "custoza:11.5.5-d")
def test_a_charge_whose_way_is_barred_is_over() -> None:
    s, script = barred(italy("K", "3010", "cavalry"), FAR, do="charge")
    assert end(script) is False
    assert (s.deed.do, s.deed.path) == ("charge", ())


# -- 7.3, 11.1: who goes on --------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:13.4-a", "custoza:7.3-a")
def test_who_has_stopped_goes_nowhere_else() -> None:
    m = act(italy("A", "3010", facing="S"), FAR, board={"terrain": {"3011": "woods"}}, dice=[6, 6])
    m.answer("italy", move("3011", "3012", units=("A",)))
    m.answer("italy", {"do": "stop"})
    decline(m, "retreat", "face")
    assert (m.ask.what, events(m, "moved")[0].data["path"]) == ("act", ["3011"])
    assert where(m, "A") in ("2910", "3010", "3110")


@pytest.mark.rule("custoza:11.4-a", "custoza:7.2-b")
@pytest.mark.parametrize("start", ["3010", "3008"])
def test_who_is_shot_on_the_way_stays_behind_and_the_others_go_on(start: str) -> None:
    """3010 lies in the zone of D, who fires when they leave it, or when they enter it on their way by its marker."""
    pair = italy("A", start, sv=2, facing="S"), italy("B", start, sv=3, sp=1, facing="S")
    marker = {"type": "assault", "hex": "3010", "target": "3011"}
    foe = austria("D", "3011", facing="N", sp=9)
    m = act(*pair, foe, active={"markers": [marker] if start == "3008" else []}, dice=[5, 4, *[1] * 8])
    if start == "3008":
        m.answer("italy", {"do": "assault", "units": ["A", "B"], "path": ["3009", "3010"]})
    else:
        m.answer("italy", move("3009", "3008", "3007", units=("A", "B")))
    m.answer("austria", {"do": "fire", "units": ["D"]})
    assert where(m, "B") == "eliminated"
    decline(m)
    assert where(m, "B") == "eliminated"
    assert where(m, "A") == ("3010" if start == "3008" else "3007")
    assert now(m).acting().acted["A"].did == ("assault" if start == "3008" else "move")


@pytest.mark.rule("custoza:12.2-a", "custoza:10.5.6-a")
def test_a_way_back_into_a_zone_is_no_move() -> None:
    narrow = {"terrain": {"2911": "lake", "3111": "lake"}}
    m = play(
        austria("a", "3009", facing="S"),
        italy("i", "3011", facing="N"),
        austria("b", "3013", facing="N"),
        active={"formation": "austria", "markers": [{"type": "assault", "hex": "3010", "target": "3011"}]},
        board=narrow,
        dice=[1] * 8,
    )
    m.answer("austria", {"do": "assault", "units": ["a"], "path": ["3010"]})
    m.answer("italy", {"do": "fall_back", "units": ["i"], "path": ["3012"]})
    assert (m.ask.what, m.ask.who, m.ask.rule) == ("react", ("austria",), "10.5.6-a")
    assert [event.data["units"] for event in events(m, "moved")] == [["a"]]


@pytest.mark.rule("custoza:2.2-a", "custoza:2.4.2.3-d", "custoza:11.5.4.2-a")
def test_who_rides_through_a_square_takes_neither_its_hex_nor_its_commander() -> None:
    m = act(
        italy("K", "3008", "cavalry", facing="S"),
        austria("D", "3011", facing="N", square=True),
        austria("com", "3011", "commander"),
        austria("E", "3014", facing="N"),
        active={"markers": [{"type": "charge", "hex": "3010", "target": "3011"}]},
        control={"austria": ["3011"]},
        dice=[6, 5, *[1] * 8],
    )
    m.answer("italy", {"do": "charge", "units": ["K"], "path": ["3009", "3010"]})
    decline(m)
    m.answer("italy", {"do": "go_on"})
    m.answer("italy", {"do": "charge", "units": ["K"], "path": ["3012", "3013"], "target": "3014"})
    decline(m)
    s = now(m)
    assert (where(m, "K"), where(m, "com")) == ("3013", "3011")
    assert s.board.hex("3011") in s.control["austria"]
    assert s.board.hex("3012") in s.control["italy"]
