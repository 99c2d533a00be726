"""7.3, 13.4 and 22.1: whom the ground tries on its way, and what those may do who fail."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.custoza.answers import GoOn, Stop
from quadrilatero.games.custoza.deeds import Deed, DeedKind
from quadrilatero.games.custoza.rules import terrain
from quadrilatero.games.custoza.state import State
from quadrilatero.kernel import Ask, Script
from quadrilatero.kernel.ask import Dice
from tests.games.custoza.support import Plain, austria, hexes, italy, state

FAR = austria("far", "6010")


def there(*units: Plain, ground: str, do: DeedKind = "move", **more: Any) -> State:
    """Units that have just come from 3009 to 3010, on this ground."""
    options = more.pop("options", None)
    s = state(*units, FAR, board={"terrain": {"3010": ground}}, active={"formation": "italy"}, options=options)
    s.begin(Deed(do, "italy", tuple(unit["id"] for unit in units), heading=3, trail=(s.board.hex("3010"),), **more))
    return s


def check(s: State, *dice: int) -> tuple[Script, Any]:
    """The check of whoever is under way, with these dice: the script, and what is asked then."""
    left = list(dice)
    script = terrain.terrain_check(s, s.board.hex("3009"), s.board.hex("3010"))
    asked: Any = None
    try:
        asked = next(script)
        while not isinstance(asked, Ask):
            rolled = isinstance(asked, Dice)
            asked = script.send(tuple(left.pop(0) for _ in range(asked.count)) if rolled else None)
    except StopIteration:
        asked = None
    assert not left
    return script, asked


@pytest.mark.rule("custoza:7.3-a", "custoza:22.1-c", "custoza:7.10-b")
@pytest.mark.parametrize(
    ("kind", "ground", "do", "tried"),
    [
        ("line", "woods", "move", True),
        ("light", "woods", "move", False),
        ("cavalry", "woods", "move", True),
        ("artillery", "woods", "move", False),
        ("line", "clear", "move", False),
        ("line", "heavy_cultivation", "assault", False),
        ("cavalry", "heavy_cultivation", "charge", True),
        ("cavalry", "heavy_cultivation", "move", False),
        ("line", "heavy_cultivation", "charge", False),
        ("line", "tione", "move", True),
        ("light", "tione", "move", True),
        ("cavalry", "tione", "charge", False),
        ("commander", "tione", "move", False),
    ],
)
def test_whom_the_ground_tries(kind: str, ground: str, do: DeedKind, tried: bool) -> None:
    s = there(italy("A", "3010", kind), ground=ground, do=do)
    assert terrain.is_tried(s, s.units["A"], s.board.hex("3009"), s.board.hex("3010")) is tried


@pytest.mark.rule("custoza:13.4-a", "custoza:7.3-b")
@pytest.mark.parametrize(
    ("kind", "ground", "do", "asked"),
    [
        ("line", "woods", "move", True),
        ("line", "woods", "fire", True),
        ("line", "woods", "assault", True),
        ("cavalry", "heavy_cultivation", "charge", True),
        ("cavalry", "woods", "after_charge", True),
        ("line", "woods", "ooc", False),
        ("line", "woods", "advance", False),
        ("line", "woods", "retreat", False),
        ("line", "woods", "fall_back", False),
    ],
)
def test_who_fails_in_his_own_action_may_stop(kind: str, ground: str, do: DeedKind, asked: bool) -> None:
    for reaction in (False, True):
        s = there(italy("A", "3010", kind), ground=ground, do=do, reaction=reaction)
        _, question = check(s, 5, 5)
        assert (question is not None) is (asked and not reaction)
        assert s.units["A"].status > 0
    s = there(italy("A", "3010", kind), ground=ground, do=do)
    assert check(s, 1, 1)[1] is None
    assert s.units["A"].status == 0


@pytest.mark.rule("custoza:13.4-a", "custoza:13.5-a")
def test_who_routs_is_not_asked_and_the_others_go_on() -> None:
    units = italy("A", "3010", sv=1, cv=2, status="disorganised"), italy("B", "3010", sv=1, cv=12)
    s = there(*units, ground="woods")
    _, question = check(s, 5, 5)
    assert question is None
    assert (s.units["A"].hex, s.deed.units, s.deed.stopped) == (-1, ("B",), False)
    alone = there(units[0], ground="woods")
    assert check(alone, 5, 5)[1] is None
    assert (alone.deed.units, alone.deed.stopped) == (("A",), True)


@pytest.mark.rule("custoza:22.1-d", "custoza:13.5-a")
def test_cavalry_loses_a_level_in_the_tione_and_none_elsewhere() -> None:
    for ground, kind, status in (("tione", "cavalry", 1), ("heavy_cultivation", "cavalry", 0), ("clear", "cavalry", 0)):
        s = there(italy("K", "3010", kind), ground=ground)
        assert check(s)[1] is None
        assert s.units["K"].status == status
        assert [event.kind for event in s.sink] == (["status"] if status else [])
    lost = there(italy("K", "3010", "cavalry", status="disorganised"), ground="tione")
    assert check(lost)[1] is None
    assert (lost.units["K"].hex, lost.deed.stopped) == (-1, True)


@pytest.mark.rule("custoza:13.4-a")
@pytest.mark.parametrize(("option", "must"), [("may_stop", False), ("must_stop", True)])
def test_what_those_may_do_who_fail(option: str, must: bool) -> None:
    units = italy("A", "3010", sv=1, cv=7), italy("B", "3010", sv=1, cv=12)
    s = there(*units, ground="woods", mp=6, options={"failed_check": option})
    _, question = check(s, 4, 4)
    assert (question.what, question.rule, question.data) == (
        "go_on",
        "13.4-a",
        {"why": "check", "units": ["A"], "left": "4"},
    )
    assert list(question.options("italy")) == [*([] if must else [{"do": "go_on"}]), {"do": "stop"}]
    assert question.refuse("italy", Stop()) is None
    for answer, refused in ((GoOn(), must), (GoOn(["3011"]), True)):
        refusal = question.refuse("italy", answer)
        assert (refusal and (refusal.rule, refusal.reason, refusal.data["choices"])) == (
            ("13.4-a", "not_listed", ["A"]) if refused else None
        )
    spent = there(units[0], ground="woods", mp=36)
    assert check(spent, 4, 4)[1].data["left"] == "0"


@pytest.mark.rule("custoza:13.4-a", "custoza:10.5-a", "custoza:7.2-b")
def test_who_stops_goes_back_and_the_others_go_on() -> None:
    units = italy("A", "3010", sv=1, cv=7, facing="S"), italy("B", "3010", sv=1, cv=12, facing="S")
    s = there(*units, ground="woods", mp=6)
    script, _ = check(s, 4, 4)
    question = script.send(Stop())
    assert [(event.kind, event.data["path"]) for event in s.sink if event.kind == "moved"] == [("moved", ["3010"])]
    deed = s.deeds[0] if len(s.deeds) > 1 else s.deed
    assert (deed.units, deed.stopped) == (("B",), False)
    assert question.what == "retreat"
    assert {tuple(option["path"]) for option in question.options("italy")} <= {("2909",), ("3009",), ("3109",)}
    alone = there(units[0], ground="woods", mp=6)
    script, _ = check(alone, 4, 4)
    script.send(Stop())
    deed = alone.deeds[0] if len(alone.deeds) > 1 else alone.deed
    assert (deed.units, deed.stopped) == (("A",), True)
    assert hexes(alone, [alone.units["A"].hex]) == {"3010"}
    on = there(units[0], ground="woods", mp=6)
    script, _ = check(on, 4, 4)
    with pytest.raises(StopIteration):
        script.send(GoOn())
    assert (on.deed.units, on.deed.stopped) == (("A",), False)
