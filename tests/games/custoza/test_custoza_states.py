"""Chapters 15, 16.10, 16.12 and 17.1, rule by rule: which Formation may change its state, and what comes of it."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.custoza.answers import Deploy, Done, March, Place, Reserve
from quadrilatero.games.custoza.records import Task
from quadrilatero.games.custoza.rules import states
from quadrilatero.games.custoza.state import State
from quadrilatero.kernel import Refusal, Script
from tests.games.custoza.support import Plain, austria, drive, hexes, italy, state

CHIEF = italy("com", "3010", "commander", formation="d1", up=True)
FAR = austria("Z", "6030", formation="a1")
THEIRS: Plain = {"id": "a1", "side": "austria"}


def inside(id: str, **more: Any) -> Plain:
    """A unit off the map with its commander."""
    return {"id": id, "side": "italy", "type": "line", "box": "formation", "formation": "d1", **more}


def camp(*units: Plain, entry: Plain | None = None, **more: Any) -> State:
    """The Formation d1 and what is around it."""
    said: Plain = {"id": "d1", "side": "italy", "command": 3, **(entry or {})}
    return state(*units, **{"mode": "advanced", "formations": [said, THEIRS], **more})


def why(refusal: Refusal | None) -> tuple[str | None, str] | None:
    return None if refusal is None else (refusal.rule, refusal.reason)


def told(s: State) -> list[tuple[str, str]]:
    return [(event.kind, event.rule) for event in s.sink]


def revealed(script: Script) -> list[tuple[str, str]]:
    """What a script that asks nothing makes known."""
    return [(asked.event.kind, asked.event.rule) for asked in script]


# -- who may change ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:16.10-a", "custoza:15-b", "custoza:16.1-d")
@pytest.mark.parametrize(
    ("entry", "rule"),
    [
        ({"state": "march", "objective": "3012"}, None),
        ({"state": "march", "objective": "3013"}, "16.10-a"),
        ({"state": "march"}, "16.10-a"),
        ({"state": "engaged"}, "16.10-a"),
        ({"state": "reserve"}, "16.10-a"),
        ({"state": "march", "objective": "3012", "changed": True}, "15-b"),
    ],
)
def test_who_may_deploy_of_his_own_will(entry: Plain, rule: str | None) -> None:
    s = camp(CHIEF, inside("A"), FAR, entry=entry)
    reason = "changed_already" if rule == "15-b" else "cannot_deploy"
    assert why(states.refuse_deploy(s, "italy", "d1")) == (rule and (rule, reason))
    for side, name in (("austria", "d1"), ("italy", "a1"), ("italy", "nobody")):
        assert why(states.refuse_deploy(s, side, name)) == ("16.10-a", "cannot_deploy")


@pytest.mark.rule("custoza:21.3-b", "custoza:21.1-a")
def test_who_waits_at_the_edge_may_deploy_there_once_his_time_has_come() -> None:
    due = [{**inside(id), "type": kind, "box": "due"} for id, kind in (("com", "commander"), ("A", "line"))]
    group: Plain = {"id": "g1", "side": "italy", "formation": "d1", "units": ["com", "A"], "day": 1, "entry": "1010"}
    for gt, rule in ((8, None), (9, "16.10-a")):
        s = camp(*due, FAR, entry={"state": "march"}, gt=8, reinforcements=[{**group, "gt": gt}])
        refusal = states.refuse_deploy(s, "italy", "d1")
        assert (refusal and refusal.rule) == rule
        assert states.is_at_the_edge(s, s.formations["d1"]) is (rule is None)
    s = camp(*due, FAR, entry={"state": "march"}, gt=8, reinforcements=[{**group, "gt": 8}])
    assert revealed(states.deploy(s, s.formations["d1"])) == [("state", "21.3-b")]
    now = s.formations["d1"]
    assert (now.state, now.objective, now.changed, s.tasks) == ("engaged", -1, True, ())


@pytest.mark.rule("custoza:16.10-a", "custoza:16.8-c", "custoza:15-b")
def test_to_deploy_of_one_s_own_will_is_a_change_of_state() -> None:
    s = camp(CHIEF, inside("A"), FAR, entry={"state": "march", "objective": "3012"})
    assert revealed(states.deploy(s, s.formations["d1"])) == [("deployed", "16.10-a")]
    assert (s.formations["d1"].state, s.formations["d1"].changed) == ("engaged", True)
    assert [task.what for task in s.tasks] == ["deploy", "scout_leaves"]


@pytest.mark.rule("custoza:15.3-b", "custoza:15-b", "custoza:17.1-b")
@pytest.mark.parametrize(
    ("entry", "rule"),
    [
        ({"state": "reserve"}, None),
        ({"state": "march"}, "15.3-b"),
        ({"state": "engaged"}, "15.3-b"),
        ({"state": "reserve", "changed": True}, "15-b"),
    ],
)
def test_only_out_of_reserve_a_march_begins(entry: Plain, rule: str | None) -> None:
    s = camp(CHIEF, inside("A"), FAR, entry=entry)
    refusal = states.refuse_leaving(s, "italy", "d1")
    assert (refusal and refusal.rule) == rule
    assert states.refuse_march(s, "italy", "d1", "3033") == refusal
    assert why(states.refuse_march(s, "italy", "d1", "9999")) == (
        ("16.1-a", "no_objective") if rule is None else why(refusal)
    )
    for side, name in (("austria", "d1"), ("italy", "a1"), ("italy", "nobody")):
        assert why(states.refuse_leaving(s, side, name)) == ("15.3-b", "not_in_reserve")
    gone = camp({**CHIEF, "hex": "1004"}, inside("A"), FAR, entry=entry)
    assert states.own(gone, "italy", "d1") is not None, "the corner of the map is on it"
    gone.remove(gone.units["com"], "exited")
    assert states.own(gone, "italy", "d1") is None
    assert why(states.refuse_leaving(gone, "italy", "d1")) == ("15.3-b", "not_in_reserve")


@pytest.mark.rule("custoza:16.12-a", "custoza:16.2.1-a", "custoza:15-b")
@pytest.mark.parametrize(
    ("entry", "rule"),
    [
        ({"state": "march", "objective": "3012"}, None),
        ({"state": "march", "objective": "3013"}, "16.2.1-a"),
        ({"state": "reserve"}, "16.12-a"),
        ({"state": "march", "objective": "3012", "changed": True}, "15-b"),
    ],
)
def test_from_the_march_a_formation_rests_where_its_objective_is(entry: Plain, rule: str | None) -> None:
    s = camp(CHIEF, inside("A"), FAR, entry=entry)
    reason = "changed_already" if rule == "15-b" else "cannot_rest"
    assert why(states.refuse_reserve(s, "italy", "d1")) == (rule and (rule, reason))
    assert why(states.refuse_reserve(s, "austria", "d1")) == ("16.12-a", "cannot_rest")
    assert why(states.refuse_reserve(s, "italy", "nobody")) == ("16.12-a", "cannot_rest")


@pytest.mark.rule("custoza:16.12-b", "custoza:4.2-a")
@pytest.mark.parametrize(
    ("own", "enemy", "far", "together"),
    [
        (("3011",), "3020", True, True),
        (("3011",), "3019", False, True),
        (("3014",), "3119", True, True),
        (("3014",), "3118", False, True),
        (("3011", "3015"), "6030", True, False),
        ((), "6030", True, True),
        ((), "3019", False, True),
    ],
)
def test_how_far_from_the_enemy_and_how_near_to_each_other(
    own: tuple[str, ...], enemy: str, far: bool, together: bool
) -> None:
    units = [italy(f"A{hex}", hex, formation="d1") for hex in own]
    lost = {**inside("R"), "box": "routed"}
    s = camp(CHIEF, *units, lost, austria("Z", enemy, formation="a1"))
    formation = s.formations["d1"]
    assert (states.is_far(s, formation), states.is_together(s, formation)) == (far, together)
    expected = None if far and together else ("16.12-b", "cannot_rest")
    assert why(states.refuse_reserve(s, "italy", "d1")) == expected
    assert [unit.id for unit in states.on_map(s, formation)] == [f"A{hex}" for hex in own]


@pytest.mark.rule("custoza:16.12-b")
def test_who_has_no_commander_is_neither_far_nor_together() -> None:
    s = camp(italy("A", "3010", formation="d1"), FAR)
    assert not states.is_far(s, s.formations["d1"])
    assert not states.is_together(s, s.formations["d1"])
    rim = camp({**CHIEF, "hex": "1005"}, italy("A", "1004", formation="d1"), FAR)
    assert [unit.id for unit in states.on_map(rim, rim.formations["d1"])] == ["A"]


@pytest.mark.rule("custoza:15-a", "custoza:16.12-b")
@pytest.mark.parametrize(
    ("units", "entry", "might"),
    [
        ((CHIEF, italy("A", "3011", formation="d1"), austria("Z", "3016", formation="a1")), {}, True),
        ((CHIEF, italy("A", "3011", formation="d1"), austria("Z", "3015", formation="a1")), {}, False),
        (
            (
                CHIEF,
                italy("A", "3011", formation="d1"),
                italy("B", "3016", formation="d1"),
                austria("Z", "3018", formation="a1"),
            ),
            {},
            False,
        ),
        ((CHIEF, inside("A"), FAR), {"state": "march"}, True),
        ((CHIEF, inside("A"), FAR), {"state": "reserve"}, True),
        ((CHIEF, {**inside("A"), "box": "routed"}, FAR), {}, False),
    ],
)
def test_what_the_enemy_knows_of_who_might_change(units: tuple[Plain, ...], entry: Plain, might: bool) -> None:
    s = camp(*units, entry=entry)
    assert states.might_change(s, "italy") is might
    near = camp(italy("A", "3010", formation="d1"), austria("Z", "3012", formation="a1"))
    assert not states.might_change(near, "austria")
    assert states.might_change(camp(CHIEF, FAR), "austria")


# -- the step ----------------------------------------------------------------------------------------------------------


def asked(s: State) -> tuple[Script, Any]:
    """The step of the Italians, and its question."""
    s.next = "italy"
    script = states.states_step(s)
    return script, next(script)


@pytest.mark.rule("custoza:14.2.2-a", "custoza:15-a")
def test_nobody_is_asked_who_can_change_nothing() -> None:
    s = camp(italy("A", "3010", formation="d1"), austria("Z", "3012", formation="a1"), next="italy")
    s.next = "italy"
    assert drive(states.states_step(s)) is True


@pytest.mark.rule("custoza:14.2.2-a", "custoza:16.10-a", "custoza:16.12-a")
def test_what_is_listed_for_each_formation_and_what_is_refused() -> None:
    entries: list[Plain] = [
        {"id": "d1", "side": "italy", "state": "march", "objective": "3012"},
        {"id": "d2", "side": "italy", "state": "reserve"},
        {"id": "d3", "side": "italy", "state": "march", "objective": "2030"},
        THEIRS,
    ]
    units = (
        CHIEF,
        inside("A"),
        italy("c2", "2010", "commander", formation="d2"),
        {**inside("B"), "formation": "d2"},
        italy("c3", "2020", "commander", formation="d3"),
        {**inside("C"), "formation": "d3"},
    )
    s = camp(*units, FAR, formations=entries)
    _, question = asked(s)
    assert (question.what, question.rule, question.data) == (
        "states",
        "14.2.2-a",
        {"formations": ["d1", "d2", "d3"]},
    )
    found = list(question.options("italy"))
    assert found[:3] == [
        {"do": "done"},
        {"do": "deploy", "formation": "d1"},
        {"do": "reserve", "formation": "d1"},
    ]
    assert {option["do"] for option in found[3:]} == {"march"}
    assert {option["formation"] for option in found[3:]} == {"d2"}
    assert {option["objective"] for option in found[3:]} >= {"3033", "1004"}
    answers: list[tuple[Any, str | None]] = [
        (Done(), None),
        (Deploy("d1"), None),
        (Deploy("d3"), "16.10-a"),
        (Reserve(formation="d1"), None),
        (Reserve(formation="d2"), "16.12-a"),
        (Reserve(), "16.12-a"),
        (March("d2", "3033"), None),
        (March("d1", "3033"), "15.3-b"),
    ]
    for answer, rule in answers:
        refusal = question.refuse("italy", answer)
        assert (refusal and refusal.rule) == rule, answer


def after(script: Script, answer: Any) -> tuple[list[str], Any]:
    """What is made known once the step has its answer, and what it returns."""
    found: list[str] = []
    sent = answer
    while True:
        try:
            found.append(script.send(sent).event.kind)
        except StopIteration as over:
            return found, over.value
        sent = None


@pytest.mark.rule("custoza:14.2.2-a", "custoza:17.1-b", "custoza:16.2-c")
def test_what_comes_of_each_answer() -> None:
    ready: Plain = {"state": "march", "objective": "3012"}
    for answer, entry, state_, done in (
        (Done(), ready, "march", True),
        (Deploy("d1"), ready, "engaged", False),
        (Reserve(formation="d1"), ready, "reserve", False),
        (March("d1", "3033"), {"state": "reserve"}, "march", False),
    ):
        s = camp(CHIEF, inside("A"), FAR, entry=entry)
        script, _ = asked(s)
        revealed, result = after(script, answer)
        assert (result, s.formations["d1"].state, s.formations["d1"].changed) == (done, state_, not done)
        assert revealed == {"march": ["orders_given"] if done else [], "engaged": ["deployed"], "reserve": []}[state_]
        if isinstance(answer, March):
            assert hexes(s, [s.formations["d1"].objective]) == {"3033"}
            assert told(s) == [("state", "17.1-b"), ("objective", "16.2-c")]


# -- Reserve -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:16.12-a", "custoza:15.3-a")
def test_from_the_march_nobody_sees_that_a_formation_rests() -> None:
    s = camp(CHIEF, inside("A"), FAR, entry={"state": "march", "objective": "3012"})
    assert revealed(states.enter_reserve(s, s.formations["d1"])) == []
    now = s.formations["d1"]
    assert (now.state, now.objective, now.changed, s.tasks) == ("reserve", -1, True, ())
    assert told(s) == [("state", "16.12-a")]


@pytest.mark.rule("custoza:16.12-c", "custoza:15.3-a")
def test_who_was_engaged_leaves_the_map_as_he_stood() -> None:
    units = italy("A", "3011", formation="d1", march=True), italy("B", "3012", formation="d1", square=True, ooc=True)
    lost = {**inside("R"), "box": "routed"}
    s = camp(CHIEF, *units, lost, FAR)
    assert revealed(states.enter_reserve(s, s.formations["d1"])) == [("state", "16.12-c")]
    for id in "AB":
        unit = s.units[id]
        assert (unit.hex, unit.box, unit.march, unit.square, unit.ooc) == (-1, "formation", False, False, False)
    assert (s.units["R"].box, s.units["com"].up, s.formations["d1"].changed) == ("routed", False, True)
    assert s.tasks == (Task("scout_joins", "italy", "d1"),)


@pytest.mark.rule("custoza:11.5.4-b", "custoza:16.12-c", "custoza:15.4-a")
@pytest.mark.parametrize("strayed", [False, True])
@pytest.mark.parametrize("stays", [False, True])
def test_guns_are_in_no_square_once_all_infantry_of_their_hex_has_left_the_map(strayed: bool, stays: bool) -> None:
    units = [
        italy("A", "3012", formation="d1", square=True),
        italy("g", "3012", "artillery", formation="d2", square=True),
        *([italy("B", "3012", formation="d2", sv=1, square=True)] if stays else []),
    ]
    s = camp(CHIEF, *units, FAR, entry={"state": "reserve" if strayed else "engaged"})
    revealed(states.take_in_stragglers(s) if strayed else states.enter_reserve(s, s.formations["d1"]))
    assert s.units["A"].box == "formation"
    assert s.units["g"].square is stays
    assert (("left_square", "11.5.4-b") in told(s)) is not stays


@pytest.mark.rule("custoza:16.12-c", "custoza:16.3-a")
def test_which_scout_may_join_a_commander_who_rests() -> None:
    pool: Plain = {"id": "s3", "side": "italy", "type": "scout", "box": "pool"}
    scouts = italy("s1", "1004", "scout"), italy("s2", "3010", "scout"), pool, austria("s9", "2020", "scout")
    s = camp(CHIEF, inside("A"), *scouts, FAR, entry={"state": "reserve"})
    question = next(states.scout_joins_step(s, Task("scout_joins", "italy", "d1")))
    assert (question.what, question.rule, question.data) == (
        "scout",
        "16.12-c",
        {"why": "joins", "units": ["s1", "s3"]},
    )
    assert list(question.options("italy")) == [{"do": "place", "unit": id, "hex": "3010"} for id in ("s1", "s3")]
    for answer, fits in (
        (Place("s1", "3010"), True),
        (Place("s2", "3010"), False),
        (Place("s1", "3011"), False),
        (Place("s1", "3010", facing="N"), False),
    ):
        assert (question.refuse("italy", answer) is None) is fits
    refusal = question.refuse("italy", Place("s2", "3010"))
    assert (why(refusal), refusal.data["choices"]) == (("16.12-c", "not_listed"), ["s1", "s3"])
    for bare in (camp(CHIEF, inside("A"), FAR, italy("s2", "3010", "scout")), camp(inside("A"), scouts[0], FAR)):
        assert list(states.scout_joins_step(bare, Task("scout_joins", "italy", "d1"))) == []


# -- 15.4: stragglers --------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:15.4-a")
@pytest.mark.parametrize(
    ("state_", "at", "back"),
    [("march", "3010", True), ("reserve", "3010", True), ("engaged", "3010", False), ("march", None, False)],
)
def test_who_has_strayed_from_a_formation_that_is_not_engaged_comes_back_to_it(
    state_: str, at: str | None, back: bool
) -> None:
    chief = CHIEF if at else {key: value for key, value in CHIEF.items() if key != "hex"} | {"box": "due"}
    units = (
        italy("A", "3014", formation="d1", march=True, ooc=True),
        italy("B", "3012", formation="d1", square=True),
        italy("C", "3015", formation="d1", ooc=True),
    )
    s = camp(chief, *units, FAR, entry={"state": state_})
    found = revealed(states.take_in_stragglers(s))
    assert found == [("rejoined", "15.4-a")] * (2 * back)
    for id in "AB":
        unit = s.units[id]
        if back:
            assert (unit.hex, unit.box, unit.march, unit.square, unit.ooc) == (-1, "formation", False, False, False)
        else:
            assert unit.hex >= 0
    assert hexes(s, [s.units["C"].hex]) == {"3015"}
