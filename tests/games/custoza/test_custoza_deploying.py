"""16.8, 16.9 and 17.2, rule by rule: who has met whom, where units are placed, and what becomes of scouts."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.custoza.answers import Pass, Place, Remove
from quadrilatero.games.custoza.records import Task
from quadrilatero.games.custoza.rules import deployment
from quadrilatero.games.custoza.state import State
from quadrilatero.kernel import Refusal, Script
from tests.games.custoza.support import Plain, austria, hexes, italy, state

ROAD = [f"30{row:02}" for row in range(5, 34)]
BOARD: Plain = {"roads": [{"class": "major", "path": ROAD}]}


def chief(side: str, hex: str, name: str) -> Plain:
    return {"id": f"com.{name}", "side": side, "type": "commander", "hex": hex, "formation": name}


def inside(id: str, side: str = "italy", name: str = "d1", **more: Any) -> Plain:
    """A unit off the map with its commander."""
    return {"id": id, "side": side, "type": "line", "box": "formation", "formation": name, **more}


def scout(id: str, side: str, hex: str | None) -> Plain:
    return {"id": id, "side": side, "type": "scout", **({"hex": hex} if hex else {"box": "pool"})}


def field(*units: Plain, d1: str = "march", d2: str = "march", a1: str = "march", **more: Any) -> State:
    entries = [
        {"id": "d1", "side": "italy", "state": d1},
        {"id": "d2", "side": "italy", "state": d2},
        {"id": "a1", "side": "austria", "state": a1},
    ]
    return state(*units, **{"mode": "advanced", "board": BOARD, "phase": "march", "formations": entries, **more})


def why(refusal: Refusal | None) -> tuple[str | None, str] | None:
    return None if refusal is None else (refusal.rule, refusal.reason)


def revealed(script: Script) -> list[tuple[str, str]]:
    """What a script that asks nothing makes known."""
    return [(asked.event.kind, asked.event.rule) for asked in script]


def after(script: Script, answer: Any) -> list[tuple[str, str, Plain]]:
    """What is made known once a script has its answer."""
    found: list[tuple[str, str, Plain]] = []
    sent = answer
    while True:
        try:
            event = script.send(sent).event
        except StopIteration:
            return found
        found.append((event.kind, event.rule, event.data))
        sent = None


def result(script: Script, answer: Any) -> Any:
    """What a script returns once it has its answer."""
    sent = answer
    while True:
        try:
            script.send(sent)
        except StopIteration as over:
            return over.value
        sent = None


# -- who meets whom ----------------------------------------------------------------------------------------------------

HERE = chief("italy", "3010", "d1")


@pytest.mark.rule("custoza:16.8-a", "custoza:16.9-a", "custoza:17.2-a")
@pytest.mark.parametrize(
    ("other", "troops", "scouts"),
    [
        (austria("A", "3019", formation="a1"), True, False),
        (austria("A", "3020", formation="a1"), False, False),
        (chief("austria", "3019", "a1"), True, False),
        (chief("austria", "3020", "a1"), False, False),
        (scout("s9", "austria", "3019"), False, True),
        (scout("s9", "austria", "3020"), False, False),
        (scout("s9", "austria", None), False, False),
        (scout("s1", "italy", "3011"), False, False),
        (austria("gen", "3012", "general"), False, False),
    ],
)
def test_what_meets_a_piece_within_nine_hexes(other: Plain, troops: bool, scouts: bool) -> None:
    s = field(HERE, inside("I"), other, inside("Z", "austria", "a1", box="routed"))
    piece = s.units["com.d1"]
    assert (deployment.meets_troops(s, piece), deployment.meets_scouts(s, piece)) == (troops, scouts)
    assert deployment.is_met(s, piece) is (troops or scouts)


@pytest.mark.rule("custoza:16-a", "custoza:17-a", "custoza:16.3-a")
def test_which_pieces_lie_face_down() -> None:
    units = (
        HERE,
        chief("italy", "1004", "d2"),
        chief("austria", "5010", "a1"),
        scout("s1", "italy", "1004"),
        scout("s2", "italy", None),
    )
    for d1, d2, found in (
        ("march", "reserve", ["com.d1", "com.d2"]),
        ("engaged", "march", ["com.d2"]),
        ("engaged", "engaged", []),
    ):
        s = field(*units, d1=d1, d2=d2)
        assert [unit.id for unit in deployment.hidden_commanders(s, "italy")] == found
        assert [unit.id for unit in deployment.commanders(s, "italy")] == ["com.d1", "com.d2"]
        assert [unit.id for unit in deployment.all_scouts(s, "italy")] == ["s1"]
    s = field(*units)
    s.remove(s.units["com.d2"], "exited")
    assert [unit.id for unit in deployment.hidden_commanders(s, "italy")] == ["com.d1"]
    assert [unit.id for unit in deployment.commanders(s, "italy")] == ["com.d1"]


@pytest.mark.rule("custoza:16.8-b", "custoza:16.9-a", "custoza:17.2-a")
def test_who_stood_still_deploys_first() -> None:
    units = HERE, chief("austria", "3015", "a1"), inside("I"), inside("A", "austria", "a1")
    for next_, order in (("italy", ["d1", "a1"]), ("austria", ["a1", "d1"])):
        s = field(*units)
        s.next = next_
        assert deployment.meeting(s).deploying == order, "in the March Phase the other side tries next"
        assert deployment.has_meeting(s)
    entries: list[Plain] = [
        {"id": "d1", "side": "italy", "state": "reserve"},
        {"id": "d2", "side": "italy"},
        {"id": "a1", "side": "austria", "state": "march"},
    ]
    active = field(
        *units, italy("X", "6010", formation="d2"), formations=entries, phase="action", active={"formation": "d2"}
    )
    assert deployment.meeting(active).deploying == ["a1", "d1"]
    (first, *_) = revealed(deployment.meet(active))
    assert first == ("deployed", "16.8-a")
    assert active.formations["a1"].state == "engaged"
    active.memory = {}
    assert [rule for kind, rule in revealed(deployment.meet(active)) if kind == "deployed"] == ["17.2-a"]


@pytest.mark.rule("custoza:16.9-a", "custoza:16.9-b", "custoza:16.9-c")
def test_scouts_that_meet_anything_go_and_whom_they_met_may_be_screened() -> None:
    units = (
        HERE,
        inside("I"),
        scout("s9", "austria", "3015"),
        scout("s1", "italy", "3030"),
        austria("Z", "6005", formation="a1"),
    )
    s = field(*units, a1="engaged")
    found = deployment.meeting(s)
    assert (found.deploying, found.scouts, found.screened) == ([], ["s9"], ["d1"])
    assert deployment.has_meeting(s)
    assert revealed(deployment.meet(s)) == [("scout_removed", "16.9-a")]
    assert s.tasks == (Task("scout_returns", "austria", None, "s9"), Task("screen", "italy", "d1"))
    assert (s.units["s9"].hex, s.units["s9"].box) == (-1, "pool")
    far = field(*units[:2], scout("s9", "austria", "3030"), austria("Z", "6005", formation="a1"), a1="engaged")
    assert not deployment.has_meeting(far)


# -- 16.8: deployment --------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:16.8-a", "custoza:16.11-a", "custoza:15-b")
@pytest.mark.parametrize(("before", "own", "after_"), [(False, False, False), (False, True, True), (True, False, True)])
def test_a_forced_deployment_is_no_change_of_state(before: bool, own: bool, after_: bool) -> None:
    entries: list[Plain] = [
        {"id": "d1", "side": "italy", "state": "march", "objective": "3012", "changed": before},
        {"id": "a1", "side": "austria"},
    ]
    s = field(HERE, inside("I"), austria("Z", "6005", formation="a1"), formations=entries)
    found = revealed(deployment.deploy(s, s.formations["d1"], "16.8-a", changed=own))
    assert found == [("deployed", "16.8-a"), ("revealed", "16.8-c")]
    now = s.formations["d1"]
    assert (now.state, now.objective, now.changed, s.units["com.d1"].up) == ("engaged", -1, after_, True)
    assert s.tasks == (Task("deploy", "italy", "d1"), Task("scout_leaves", "italy", "d1"))


@pytest.mark.rule("custoza:16.8-c", "custoza:7.1-a")
def test_a_commander_who_is_known_is_not_shown_again() -> None:
    up = field({**HERE, "up": True}, inside("I"), austria("Z", "6005", formation="a1"))
    assert revealed(deployment.deploy(up, up.formations["d1"], "16.8-a")) == [("deployed", "16.8-a")]
    bare = field(HERE, inside("I"), austria("Z", "6005", formation="a1"), options={"fog": "open"})
    assert revealed(deployment.deploy(bare, bare.formations["d1"], "16.8-a")) == [("deployed", "16.8-a")]
    assert bare.units["com.d1"].up


@pytest.mark.rule("custoza:22.1-a", "custoza:7.4-a", "custoza:22.2-b")
@pytest.mark.parametrize(
    ("kind", "hex", "able"),
    [
        ("line", "2010", True),
        ("line", "2011", True),
        ("line", "2012", False),
        ("line", "2013", False),
        ("line", "2014", True),
        ("artillery", "2011", False),
        ("artillery", "2014", True),
        ("artillery", "2015", True),
        ("artillery", "2016", True),
        ("artillery", "2012", False),
    ],
)
def test_where_a_unit_could_stand(kind: str, hex: str, able: bool) -> None:
    """A field, the Tione, the Mincio, a lake, a bridge of the Tione, a ford of it, a bridge of the Mincio."""
    ground = {
        "2011": "tione",
        "2012": "mincio",
        "2013": "lake",
        "2014": "tione",
        "2015": "tione",
        "2016": "mincio",
    }
    board = {
        "terrain": ground,
        "bridges": ["2014", "2016"],
        "fords": ["2015"],
        "roads": [{"class": "minor", "path": ["2116", "2016", "1916"]}],
    }
    s = state(italy("u", "3010", kind), austria("Z", "6005"), board=board)
    assert deployment.can_stand(s, s.units["u"], s.board.hex(hex)) is able


@pytest.mark.rule("custoza:16.8-c", "custoza:2.9-b")
def test_units_are_placed_where_the_road_has_room_near_their_commander() -> None:
    s = field(HERE, inside("I", sv=3), austria("Z", "6005", formation="a1"))
    road = {f"30{row:02}" for row in range(6, 15)}
    assert hexes(s, deployment.room_for(s, s.units["I"])) == road
    crowd = [italy(f"f{hex}", hex, sv=5, formation="d2") for hex in sorted(road - {"3014"})]
    s = field(HERE, inside("I", sv=3), *crowd, austria("Z", "6005", formation="a1"), d2="engaged")
    assert hexes(s, deployment.room_for(s, s.units["I"])) == {"3014"}
    full = [*crowd, italy("f3014", "3014", sv=3, formation="d2")]
    s = field(HERE, inside("I", sv=3), *full, austria("Z", "6005", formation="a1"), d2="engaged")
    beside = hexes(s, deployment.room_for(s, s.units["I"]))
    assert beside
    assert beside <= {f"{column}{row:02}" for column in (29, 31) for row in range(5, 16)}
    small = field(HERE, inside("I", sv=2), *full, austria("Z", "6005", formation="a1"), d2="engaged")
    assert hexes(small, deployment.room_for(small, small.units["I"])) == {"3014"}


@pytest.mark.rule("custoza:16.8-c", "custoza:2.6-a")
def test_nobody_is_placed_among_enemies_nor_in_their_zones_if_there_is_another_place() -> None:
    s = field(HERE, inside("I"), austria("Z", "3013", formation="a1"), a1="engaged")
    assert hexes(s, deployment.room_for(s, s.units["I"])) == {f"30{row:02}" for row in range(6, 12)}
    piece = field(HERE, inside("I"), chief("austria", "3008", "a1"), inside("Z", "austria", "a1"))
    assert "3008" not in hexes(piece, deployment.room_for(piece, piece.units["I"]))


@pytest.mark.rule("custoza:16.8-c", "custoza:2.6-a", "custoza:2.9-b")
def test_where_there_is_no_other_place_an_enemy_zone_will_do() -> None:
    around = ("3009", "2909", "2910", "3109", "3110", "2911", "3111", "3013", "2912", "3112")
    board: Plain = {"terrain": dict.fromkeys(around, "lake")}
    foe = austria("Z", "3012", formation="a1")
    for friends, found in (([], {"3010"}), ([italy("f", "3010", sv=5, formation="d2")], {"3011"})):
        s = field(HERE, inside("I"), *friends, foe, a1="engaged", d2="engaged", board=board)
        assert hexes(s, deployment.room_for(s, s.units["I"])) == found


@pytest.mark.rule("custoza:16.8-c", "custoza:7.6-a")
def test_the_units_are_placed_one_by_one_in_march_and_facing_as_their_friends() -> None:
    s = field(
        HERE,
        inside("I", square=False),
        inside("J", sv=1),
        austria("Z", "3033", formation="a1"),
        italy("f", "3012", sv=1, facing="NE", formation="d2"),
        a1="engaged",
        d2="engaged",
    )
    s.tasks = (task := Task("deploy", "italy", "d1"),)
    assert [unit.id for unit in deployment.waiting(s, "d1")] == ["I", "J"]
    script = deployment.deploy_step(s, task)
    question = next(script)
    assert (question.what, question.rule, question.data["unit"]) == ("deploy", "16.8-c", "I")
    assert question.certain
    assert question.retell is not None
    assert question.retell("austria", Place("I", "3012")) is None
    assert list(question.options("italy")) == [
        {"do": "place", "unit": "I", "hex": hex} for hex in question.data["hexes"]
    ]
    for answer, fits in (
        (Place("I", "3012"), True),
        (Place("J", "3012"), False),
        (Place("I", "2912"), False),
        (Place("I", "3012", facing="N"), False),
        (Place("I", "3012", march=True), False),
    ):
        assert why(question.refuse("italy", answer)) == (None if fits else ("16.8-c", "not_listed"))
    told = after(script, Place("I", "3012"))
    assert told[0][:2] == ("unit_placed", "16.8-c")
    assert told[0][2]["hex"] == "3012"
    unit = s.units["I"]
    assert (hexes(s, [unit.hex]), unit.box, unit.march, unit.facing) == ({"3012"}, None, True, 1)
    script = deployment.deploy_step(s, task)
    next(script)
    assert result(script, Place("J", "3011")) is False, "that was the last one"
    assert s.units["J"].facing == 3, "towards the enemy"
    with pytest.raises(StopIteration) as over:
        next(deployment.deploy_step(s, task))
    assert over.value.value is False


@pytest.mark.rule("custoza:7.6-c", "custoza:16.8-c")
@pytest.mark.parametrize(
    ("enemies", "facing"),
    [(("3019",), 3), (("3005",), 0), (("3610",), 1), (("2809",), 5), (("2610",), 4), (("3005", "3019"), 0), ((), 4)],
)
def test_who_is_placed_faces_the_nearest_enemy(enemies: tuple[str, ...], facing: int) -> None:
    units = [austria(f"Z{hex}", hex, formation="a1") for hex in enemies]
    s = field(HERE, inside("I", facing="SW"), *units, a1="engaged")
    assert deployment.towards_enemy(s, s.units["I"], s.board.hex("3010")) == facing


@pytest.mark.rule("custoza:7.6-c", "custoza:16.8-c")
def test_at_the_edge_of_the_map_nobody_faces_off_it() -> None:
    for hex, enemy in (("1004", "7033"), ("1005", "1004"), ("7033", "1004")):
        s = field(HERE, inside("I"), austria("Z", enemy, formation="a1"), a1="engaged")
        there = s.board.hex(hex)
        facing = deployment.towards_enemy(s, s.units["I"], there)
        ahead = s.board.grid.neighbours[there][facing]
        assert ahead >= 0
        distance = s.board.grid.distance
        assert distance(ahead, s.board.hex(enemy)) < distance(there, s.board.hex(enemy))


@pytest.mark.rule("custoza:16.8-c", "custoza:7.1-a")
def test_who_is_placed_next_to_the_enemy_is_seen() -> None:
    units = HERE, inside("I"), inside("J"), austria("Z", "3012", formation="a1")
    s = field(*units, a1="engaged")
    assert [kind for kind, _ in revealed(deployment.put(s, s.units["I"], s.board.hex("3011")))] == [
        "unit_placed",
        "revealed",
    ]
    assert [kind for kind, _ in revealed(deployment.put(s, s.units["J"], s.board.hex("3009")))] == ["unit_placed"]


@pytest.mark.rule("custoza:16.8-c", "custoza:22.1-a")
def test_guns_are_not_placed_in_the_tione_nor_anybody_beyond_the_area_of_play() -> None:
    board: Plain = {"terrain": dict.fromkeys(("3011", "2910", "3009"), "tione")}
    s = field(HERE, inside("g", type="artillery"), inside("I"), austria("Z", "6005", formation="a1"), board=board)
    tione = {"3011", "2910", "3009"}
    assert not tione & hexes(s, deployment.room_for(s, s.units["g"]))
    assert tione <= hexes(s, deployment.room_for(s, s.units["I"]))
    small = field(HERE, inside("I"), austria("Z", "2005", formation="a1"), area=[10, 40])
    beyond = small.board.grid.numbers.index("4110")
    assert not deployment.can_stand(small, small.units["I"], beyond)


# -- scouts ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:16.8-d")
def test_which_scout_leaves_the_map() -> None:
    units = HERE, inside("I"), scout("s1", "italy", "1004"), scout("s2", "italy", "2010"), scout("s3", "italy", None)
    s = field(*units, scout("s9", "austria", "5010"), austria("Z", "6005", formation="a1"), a1="engaged")
    script = deployment.scout_leaves_step(s, Task("scout_leaves", "italy", "d1"))
    question = next(script)
    assert (question.what, question.rule, question.data) == (
        "scout",
        "16.8-d",
        {"why": "leaves", "units": ["s1", "s2"]},
    )
    assert list(question.options("italy")) == [{"do": "remove", "unit": id} for id in ("s1", "s2")]
    assert question.secret
    assert question.refuse("italy", Remove("s2")) is None
    for id in ("s3", "s9"):
        assert why(question.refuse("italy", Remove(id))) == ("16.8-d", "not_listed")
    told = after(script, Remove("s2"))
    assert told == [("scout_removed", "16.8-d", {"hex": "2010", "side": "italy"})]
    assert s.units["s2"].box == "pool"
    s.remove(s.units["s1"], "pool")
    assert list(deployment.scout_leaves_step(s, Task("scout_leaves", "italy", "d1"))) == []


@pytest.mark.rule("custoza:16.9-b")
def test_a_scout_comes_back_on_a_piece_that_nobody_has_met() -> None:
    units = (
        HERE,
        inside("I"),
        chief("italy", "1004", "d2"),
        inside("J", name="d2"),
        scout("s1", "italy", "2030"),
        scout("s2", "italy", None),
        scout("s9", "austria", "3015"),
        inside("Z", "austria", "a1"),
        chief("austria", "6020", "a1"),
    )
    s = field(*units)
    task = Task("scout_returns", "italy", None, "s2")
    script = deployment.scout_returns_step(s, task)
    question = next(script)
    assert (question.what, question.rule, question.data) == ("scout", "16.9-b", {"why": "returns", "unit": "s2"})
    assert list(question.options("italy")) == [{"do": "place", "unit": "s2", "hex": hex} for hex in ("1004", "2030")]
    assert question.secret
    for answer, fits in (
        (Place("s2", "2030"), True),
        (Place("s1", "2030"), False),
        (Place("s2", "3010"), False),
        (Place("s2", "2030", facing="N"), False),
        (Place("s2", "2030", march=True), False),
    ):
        assert why(question.refuse("italy", answer)) == (None if fits else ("16.9-b", "not_listed"))
    assert after(script, Place("s2", "1004")) == [
        ("piece_placed", "16.9-b", {"hex": "1004", "side": "italy", "from": None})
    ]
    assert list(deployment.scout_returns_step(s, task)) == [], "it is on the map"
    alone = field(
        HERE,
        inside("I"),
        scout("s2", "italy", None),
        scout("s9", "austria", "3015"),
        austria("Z", "6020", formation="a1"),
        a1="engaged",
    )
    assert list(deployment.scout_returns_step(alone, task)) == [], "it waits"


@pytest.mark.rule("custoza:16.9-c")
def test_another_scout_may_screen_the_commander_who_was_met() -> None:
    units = HERE, inside("I"), scout("s1", "italy", "1004"), scout("s2", "italy", "3010"), scout("s3", "italy", None)
    s = field(*units, austria("Z", "6005", formation="a1"), a1="engaged")
    script = deployment.screen_step(s, Task("screen", "italy", "d1"))
    question = next(script)
    assert (question.what, question.rule, question.data) == ("screen", "16.9-c", {"units": ["s1"]})
    assert list(question.options("italy")) == [{"do": "pass"}, {"do": "place", "unit": "s1", "hex": "3010"}]
    assert (question.certain, question.secret) == (True, True)
    for answer, fits in (
        (Pass(), True),
        (Place("s1", "3010"), True),
        (Place("s2", "3010"), False),
        (Place("s1", "3011"), False),
        (Place("s1", "3010", march=True), False),
    ):
        assert why(question.refuse("italy", answer)) == (None if fits else ("16.9-c", "not_listed"))
    told = after(script, Place("s1", "3010"))
    assert told == [("piece_placed", "16.9-c", {"hex": "3010", "side": "italy", "from": "1004"})]
    corner = field(
        {**HERE, "hex": "1004"}, inside("I"), scout("s1", "italy", "1010"), austria("Z", "6005", formation="a1")
    )
    in_it = next(deployment.screen_step(corner, Task("screen", "italy", "d1")))
    assert list(in_it.options("italy"))[1:] == [{"do": "place", "unit": "s1", "hex": "1004"}]
    passed = deployment.screen_step(s, Task("screen", "italy", "d1"))
    assert list(next(passed).options("italy")) == [{"do": "pass"}]
    assert after(passed, Pass()) == []
