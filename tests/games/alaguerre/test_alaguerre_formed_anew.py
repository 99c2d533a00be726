"""2.10.3, 5.2.9 and 5.2.10: where bases stand that form squares, lines and columns, mount and turn about."""

from __future__ import annotations

import pytest

from quadrilatero.games.alaguerre.answers import About, Form
from quadrilatero.games.alaguerre.rules import changes
from quadrilatero.games.alaguerre.rules.formations import Unit, unit_of
from quadrilatero.games.alaguerre.state import Pose, State
from quadrilatero.kernel import Refusal
from tests.games.alaguerre.battle import Plain, blue, red, state

X: Plain = {"brigade": "x", "notes": ["square"]}
FAR = (red("Y", [1000, 2000]), blue("Z", [45000, 39000]))


def line_of(count: int, facing: int = 0, depth: int = 1000) -> State:
    """So many bases in line, to the right of the first; the deeper ones are of warbands."""
    dx, dy = {0: (2000, 0), 27000: (0, 2000), 18000: (-2000, 0)}[facing]
    places = [[20000 + dx * n, 20000 + dy * n] for n in range(count)]
    kind, stats = ("Pk", "1/0/2 a") if depth == 1000 else ("Wb", "1/-/2 -")
    bases = [red("ABEFG"[n], place, kind, stats, facing=facing, depth=depth, **X) for n, place in enumerate(places)]
    return state(*bases, *FAR)


def unit(s: State, id: str = "A") -> Unit:
    return unit_of(s, s.bases[id])


@pytest.mark.rule("alaguerre:2.10.3-a", "alaguerre:2.10.3-b")
@pytest.mark.parametrize(
    ("count", "facing", "depth", "places", "whole"),
    [
        (1, 0, 1000, [(20000, 20000, 0)], (20000, 20000, 0, 2000, 1000)),
        (2, 0, 1000, [(20000, 20000, 0), (20000, 18000, 18000)], (20000, 20000, 0, 2000, 2000)),
        (
            3,
            0,
            1000,
            [(20000, 20000, 0), (20000, 18000, 18000), (22000, 19000, 9000)],
            (20500, 20000, 0, 3000, 2000),
        ),
        (
            4,
            0,
            1000,
            [(20000, 20000, 0), (20000, 18000, 18000), (22000, 19000, 9000), (18000, 19000, 27000)],
            (20000, 20000, 0, 4000, 2000),
        ),
        (
            4,
            27000,
            1500,
            [(20000, 20000, 27000), (23000, 20000, 9000), (21500, 22500, 0), (21500, 17500, 18000)],
            (20000, 20000, 27000, 5000, 3000),
        ),
        (
            3,
            27000,
            1500,
            [(20000, 20000, 27000), (23000, 20000, 9000), (21500, 22500, 0)],
            (20000, 20750, 27000, 3500, 3000),
        ),
        (
            3,
            18000,
            1000,
            [(20000, 20000, 18000), (20000, 22000, 0), (18000, 21000, 27000)],
            (19500, 20000, 18000, 3000, 2000),
        ),
    ],
)
def test_where_the_bases_of_a_square_stand(
    count: int, facing: int, depth: int, places: list[tuple[int, int, int]], whole: Pose
) -> None:
    s = line_of(count, facing, depth)
    assert len(unit(s).bases) == count
    found = changes.change(s, unit(s), Form("square"))
    assert not isinstance(found, Refusal)
    assert [pose[:3] for pose in found.poses.values()] == places
    assert {pose[3:] for pose in found.poses.values()} == {(2000, depth)}
    assert (list(found.poses), found.formation, found.pose) == (list("ABEF")[:count], "square", whole)


@pytest.mark.rule("alaguerre:2.10.3-a", "alaguerre:2.10.3-b")
def test_who_forms_no_square() -> None:
    five = line_of(5)
    refusal = changes.change(five, unit(five), Form("square"))
    assert isinstance(refusal, Refusal)
    assert (refusal.rule, refusal.reason) == ("2.10.3-b", "square_of_four")
    some: Plain = {"notes": ["square"], "brigade": "x"}
    mixed = state(red("A", [20000, 20000], **some), red("B", [22000, 20000], brigade="x"), *FAR)
    horse = state(red("A", [20000, 20000], "Cav", "1/-/2 a", **some), *FAR)
    pikes = {"squares": "pikes"}
    alone = state(red("A", [20000, 20000]), *FAR, options=pikes)
    heavy = state(red("A", [20000, 20000], "Hv", "1/-/2 a"), *FAR, options=pikes)
    for s, may in ((mixed, False), (horse, False), (alone, True), (heavy, False)):
        found = changes.change(s, unit(s), Form("square"))
        assert isinstance(found, Refusal) is not may
    plain = state(red("A", [20000, 20000]), *FAR)
    refusal = changes.change(plain, unit(plain), Form("square"))
    assert isinstance(refusal, Refusal)
    assert (refusal.rule, refusal.reason) == ("2.10.3-a", "no_square")


DRAGOONS: Plain = {"mounted_stats": "1/-/0 - sk/ln"}


@pytest.mark.rule("alaguerre:5.2.10-a", "alaguerre:2.9-a")
@pytest.mark.parametrize(
    ("base", "step", "result"),
    [
        (red("A", [20000, 20000], "Sh", "1/1/0 -", **DRAGOONS), Form("line", mounted=True), (20000, 20000, 0)),
        (
            red("A", [20000, 20000], "Sh", "1/1/0 -", **DRAGOONS),
            Form("line", facing=18000, mounted=True),
            (20000, 19000, 18000),
        ),
        (
            red("A", [20000, 20000], "Sh", "1/1/0 -", facing=27000, **DRAGOONS),
            Form("line", facing=9000, mounted=True),
            (21000, 20000, 9000),
        ),
        (red("A", [20000, 20000], "Sh", "1/1/0 -", **DRAGOONS), Form("line", facing=9000, mounted=True), "only_about"),
        (red("A", [20000, 20000], "Sh", "1/1/0 -"), Form("line", mounted=True), "cannot_mount"),
        (
            red("A", [20000, 20000], "Sh", "1/1/0 -", mounted=True, **DRAGOONS),
            Form("line", facing=18000, mounted=False),
            "only_about",
        ),
        (
            red("A", [20000, 20000], "Sh", "1/1/0 -", mounted=True, **DRAGOONS),
            Form("line", mounted=False),
            (20000, 20000, 0),
        ),
        (red("A", [20000, 20000], "Sh", "1/1/0 -", **DRAGOONS), Form("skirmish"), "no_such_change"),
        (red("A", [20000, 20000], "Sh", "1/1/0 -", mounted=True, **DRAGOONS), Form("skirmish"), (20000, 20000, 0)),
    ],
)
def test_mounting_and_dismounting(base: Plain, step: Form, result: tuple[int, int, int] | str) -> None:
    s = state(base, *FAR)
    found = changes.change(s, unit(s), step)
    if isinstance(found, Refusal):
        assert found.reason == result
        return
    assert found.poses["A"][:3] == result
    assert (found.formation, found.mounted) == (step.formation, step.mounted)


@pytest.mark.rule("alaguerre:5.2.9-b", "alaguerre:2.10.1-a", "alaguerre:2.10.2-a")
def test_a_line_of_three_forms_a_column_and_turns_about() -> None:
    s = line_of(3)
    column = changes.change(s, unit(s), Form("column"))
    assert not isinstance(column, Refusal)
    assert [pose[:3] for pose in column.poses.values()] == [(22000, 20000 - 1000 * n, 0) for n in range(3)]
    assert (column.pose, column.formation) == ((22000, 20000, 0, 2000, 3000), "column")
    about = changes.change(s, unit(s), About())
    assert not isinstance(about, Refusal)
    assert about.poses == {"ABE"[n]: (20000 + 2000 * n, 19000, 18000, 2000, 1000) for n in range(3)}
    assert about.pose == (22000, 19000, 18000, 6000, 1000)
