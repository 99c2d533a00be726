"""6.3, 6.4 and 7.2 in their finer points: which markers are open, and how far a stride leads."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.custoza.deeds import Deed
from quadrilatero.games.custoza.records import Marker
from quadrilatero.games.custoza.rules import marking, strides
from quadrilatero.games.custoza.state import State
from quadrilatero.kernel import Refusal
from tests.games.custoza.support import Plain, austria, hexes, italy, state

FAR = austria("far", "6010")


def laid(*markers: tuple[str, str, str], units: tuple[Plain, ...] = ()) -> State:
    said = [{"type": kind, "hex": hex, "target": target} for kind, hex, target in markers]
    own = units or (italy("A", "3008"),)
    return state(*own, austria("D", "3011"), austria("E", "3110"), active={"formation": "italy", "markers": said})


def ahead(s: State, kind: str, path: list[str], target: str | None = None) -> Any:
    return marking.marker_ahead(s, kind, s.of(["A"]), [s.board.hex(number) for number in path], target, "10.1-a")


@pytest.mark.rule("custoza:6.4-a", "custoza:6.3-b")
def test_the_marker_where_a_way_ends() -> None:
    s = laid(
        ("assault", "3010", "3011"),
        ("charge", "2910", "3011"),
        ("assault", "3109", "3110"),
        ("assault", "3109", "3009"),
    )
    marker = ahead(s, "assault", ["3009", "3010"])
    assert marker == Marker("assault", s.board.hex("3010"), s.board.hex("3011"))
    assert ahead(s, "assault", ["3109"]).target == s.board.hex("3110"), "nobody stands in 3009"
    for kind, path, target, reason, hex in (
        ("charge", ["3009", "3010"], None, "no_such_marker", "3010"),
        ("assault", ["2910"], None, "no_such_marker", "2910"),
        ("assault", ["3010", "3009"], None, "no_such_marker", "3009"),
        ("assault", ["3010"], "3110", "no_such_marker", "3010"),
        ("assault", [], None, "no_such_marker", "3008"),
        ("assault", ["9999"], None, "no_such_marker", "?"),
    ):
        refusal = ahead(s, kind, path, target)
        assert isinstance(refusal, Refusal)
        assert (refusal.rule, refusal.reason, refusal.data["hex"]) == ("10.1-a", reason, hex)
    two = laid(("assault", "3010", "3011"), ("assault", "3010", "3110"), units=(italy("A", "3010"),))
    refusal = ahead(two, "assault", [])
    assert (refusal.reason, refusal.data["hex"]) == ("choose_target", "3010")
    assert ahead(two, "assault", [], "3110").target == two.board.hex("3110")
    corner = laid(("assault", "1005", "1006"), units=(italy("A", "1004"),))
    assert ahead(corner, "assault", []).data["hex"] == "1004"


@pytest.mark.rule("custoza:6.3-b", "custoza:7.5-b")
def test_markers_are_open_while_the_enemy_is_there() -> None:
    s = laid(("assault", "3010", "3011"), ("assault", "3109", "3110"))
    assert [marker.target for marker in marking.open_markers(s)] == [s.board.hex("3011"), s.board.hex("3110")]
    assert hexes(s, marking.marker_hexes(s)) == {"3010", "3109"}
    s.move(s.units["D"], s.board.hex("3020"))
    assert hexes(s, marking.marker_hexes(s)) == {"3109"}
    s.change_active(markers=())
    assert marking.open_markers(s) == []
    idle = state(italy("A", "3010"), austria("D", "3011"), phase="non_activated")
    assert marking.open_markers(idle) == []
    assert not marking.marker_hexes(idle)


# -- 7.2: a stride -----------------------------------------------------------------------------------------------------


def striding(*others: Plain, path: tuple[str, ...], **more: Any) -> State:
    """A goes along its path as far as nothing can happen."""
    board = more.pop("board", None)
    unit = italy("A", "3010", **{"facing": "N", "sv": 2, **more})
    s = state(unit, *(others or (FAR,)), board=board, active={"formation": "italy"})
    s.begin(Deed("move", "italy", ("A",), path=tuple(s.board.hex(number) for number in path)))
    strides.stride(s, s.of(["A"]))
    return s


@pytest.mark.rule("custoza:7.2-b", "custoza:7.6-c", "custoza:2.2-a")
@pytest.mark.parametrize(
    ("others", "more", "came"),
    [
        ((), {}, "3013"),
        ((austria("D", "3014", march=True),), {}, "3012"),
        ((austria("D", "3113", march=True),), {}, "3012"),
        ((austria("D", "3011"),), {}, "3010"),
        ((austria("com", "3012", "commander"), FAR), {}, "3011"),
        ((italy("com", "3012", "commander"), FAR), {}, "3013"),
        ((italy("f", "3012", sv=4), FAR), {}, "3011"),
        ((italy("f", "3012", sv=3), FAR), {}, "3013"),
        ((italy("F", "3012", "fortress"), FAR), {}, "3011"),
        ((), {"board": {"terrain": {"3012": "woods"}}}, "3011"),
        ((), {"board": {"terrain": {"3012": "lake"}}}, "3011"),
    ],
)
def test_how_far_a_stride_leads(others: tuple[Plain, ...], more: Plain, came: str) -> None:
    s = striding(*others, path=("3011", "3012", "3013"), **more)
    assert hexes(s, [s.units["A"].hex]) == {came}
    gone = int(came) - 3010
    deed = s.deed
    assert (s.board.numbers(deed.path), s.board.numbers(deed.trail)) == (
        ["3011", "3012", "3013"][gone:],
        ["3011", "3012", "3013"][:gone],
    )
    assert (deed.mp, deed.heading) == (6 * gone, 3 if gone else -1)
    assert hexes(s, s.control["italy"]) & {"3011", "3012", "3013"} == {f"30{row}" for row in range(11, 11 + gone)}


@pytest.mark.rule("custoza:7.6-c", "custoza:7.8.2-b")
def test_which_way_a_stride_ends_facing() -> None:
    assert striding(path=("3011",)).units["A"].facing == 0
    assert striding(path=("3011", "3111"), march=True).units["A"].facing == 2
    joined = striding(italy("f", "3011", sv=1, facing="SE"), FAR, path=("3011",))
    assert joined.units["A"].facing == 2
    passed = striding(italy("f", "3011", sv=1, facing="SE"), FAR, path=("3011", "3012"))
    assert passed.units["A"].facing == 2, "as it came past its friends"


@pytest.mark.rule("custoza:7.3-a", "custoza:7.8-a", "custoza:22.1-d")
@pytest.mark.parametrize(
    ("kind", "ground", "march", "came"),
    [
        ("cavalry", "tione", False, "3010"),
        ("cavalry", "tione", True, "3012"),
        ("line", "woods", True, "3012"),
        ("light", "woods", False, "3012"),
        ("cavalry", "heavy_cultivation", False, "3012"),
    ],
)
def test_by_road_no_ground_tries_a_column(kind: str, ground: str, march: bool, came: str) -> None:
    board = {
        "terrain": {"3011": ground},
        "roads": [{"class": "major", "path": ["3010", "3011", "3012"]}],
        "bridges": ["3011"],
    }
    if ground != "tione":
        del board["bridges"]
    s = striding(path=("3011", "3012"), board=board, type=kind, march=march)
    assert hexes(s, [s.units["A"].hex]) == {came}
