"""Chapters 5.2.9 and 5.5, seen aslant: works and houses of any shape, formations of units that face any way."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from quadrilatero.games.alaguerre.answers import Move, Occupy
from quadrilatero.games.alaguerre.rules import areas, changes
from quadrilatero.games.alaguerre.rules.formations import unit_of
from quadrilatero.games.alaguerre.state import State
from quadrilatero.kernel import Refusal
from tests.games.alaguerre.battle import Plain, area, blue, line, red, state

AT = [20000, 20000]
FAR = (red("Y", [1000, 2000], "LC", "0/-/0 -"), blue("Z", [45000, 39000], "LC", "0/-/0 -"))
CAV = ("Cav", "1/-/2 a")
LC = ("LC", "1/0/0 - sk/ln")
GUNS = ("MdArt", "1/1/- -")
TRAIN = ("baggage", "-/-/- -")
LIMBERED: Plain = {"formation": "limbered"}
SQUARES: Plain = {"notes": ["square"]}
C: Plain = {"brigade": "c"}
G: Plain = {"great": "T"}
DR: Plain = {"mounted_stats": "1/-2/-1 - sk/ln", "mounted_as": "LC"}
HOUSE = area("V", "village", 15, 20, 25, 24, vdf=1)
FIVE: Plain = {
    "id": "V",
    "type": "village",
    "shape": [[15000, 20000], [25000, 20000], [27000, 24000], [20000, 28000], [13000, 24000]],
    "vdf": 1,
}


def at(y: int, x: int = 20000) -> list[int]:
    return [x, y]


def outcome(found: object) -> list[str]:
    """A refusal, or where a unit comes to stand and what it occupies."""
    if isinstance(found, Refusal):
        return [f"{found.rule} {found.reason}"]
    assert isinstance(found, tuple)
    pose, occupied = found
    return [" ".join(map(str, pose)), f"{occupied.piece} {occupied.sides}"]


@pytest.mark.rule("alaguerre:5.5.2-b", "alaguerre:5.5.2-d")
@pytest.mark.parametrize(
    ("base", "piece", "told"),
    [
        (red("A", at(21000)), line("V", "hedge", (15, 20), (25, 22), vdf=1), ["19904 20981 34869 2000 1000", "V None"]),
        (red("A", at(21000)), line("V", "hedge", (25, 22), (15, 20), vdf=1), ["19904 20981 34869 2000 1000", "V None"]),
        (
            red("A", at(21000)),
            line("V", "hedge", (15, 20), (25, 22), vdf=1, width=400),
            ["19943 20785 34869 2000 1000", "V None"],
        ),
        (
            red("A", at(20000), facing=9000),
            line("V", "hedge", (20, 15), (20, 25), vdf=1),
            ["20000 20000 9000 2000 1000", "V None"],
        ),
        (
            red("A", at(20000), facing=27000),
            line("V", "hedge", (20, 15), (20, 25), vdf=1, width=300),
            ["20150 20000 27000 2000 1000", "V None"],
        ),
        (
            red("A", at(20000), facing=18000),
            line("V", "hedge", (15, 20), (25, 20), vdf=1, width=300),
            ["20000 20150 18000 2000 1000", "V None"],
        ),
        (
            red("A", at(20000, 15500)),
            line("V", "hedge", (15, 20), (25, 20), vdf=1),
            ["15500 20000 0 2000 1000", "V None"],
        ),
        (
            red("A", at(20000), *GUNS),
            line("V", "hedge", (15, 20), (25, 20), vdf=1, width=300),
            ["20000 19850 0 1000 1000", "V None"],
        ),
        (
            red("A", at(20000)),
            line("V", "hedge", (15, 20), (25, 20), vdf=1, own="blue"),
            ["20000 20000 0 2000 1000", "V None"],
        ),
    ],
)
def test_how_a_unit_stands_that_lines_a_work(base: Plain, piece: Plain, told: list[str]) -> None:
    s = state(base, *FAR, terrain=(piece,))
    assert outcome(areas.occupied(s, unit_of(s, s.bases["A"]), Occupy("A", "V"))) == told


INSIDE = red("A", at(22000), inside="V")


@pytest.mark.rule("alaguerre:5.5.2-f", "alaguerre:5.5.2-c")
@pytest.mark.parametrize(
    ("base", "piece", "more", "told"),
    [
        ({**INSIDE, "facing": 9000}, HOUSE, {"sides": "all"}, ["20000 22000 9000 2000 1000", "V all"]),
        (
            {**INSIDE, "facing": 9000},
            HOUSE,
            {"sides": "all", "facing": 27000},
            ["19000 22000 27000 2000 1000", "V all"],
        ),
        ({**INSIDE, "facing": 9000}, HOUSE, {"sides": [0, 1]}, ["19970 21829 10998 2000 1000", "V [0, 1]"]),
        ({**INSIDE, "facing": 9000}, HOUSE, {"sides": [0, 3]}, ["19043 21797 24604 2000 1000", "V [0, 3]"]),
        ({**INSIDE, "facing": 9000}, HOUSE, {"sides": [3, 2]}, ["19043 22203 29396 2000 1000", "V [2, 3]"]),
        (INSIDE, HOUSE, {"sides": [0, 4]}, ["5.5.2-f no_such_side"]),
        (INSIDE, HOUSE, {"sides": [4, 0]}, ["5.5.2-f no_such_side"]),
        (INSIDE, FIVE, {"sides": [0, 4]}, ["19521 21356 25330 2000 1000", "V [0, 4]"]),
        (INSIDE, FIVE, {"sides": [4, 0]}, ["19521 21356 25330 2000 1000", "V [0, 4]"]),
        (INSIDE, FIVE, {"sides": [3, 4]}, ["19529 21668 28965 2000 1000", "V [3, 4]"]),
        (INSIDE, FIVE, {"sides": [1, 3]}, ["5.5.2-f two_adjacent_sides"]),
        (INSIDE, FIVE, {"sides": [1, 4]}, ["5.5.2-f two_adjacent_sides"]),
        (INSIDE, FIVE, {"sides": [1, 1]}, ["5.5.2-f two_adjacent_sides"]),
        (
            red("A", at(22000), *GUNS, **{**LIMBERED, "inside": "V", "facing": 4500}),
            HOUSE,
            {"sides": [1]},
            ["20146 21646 9000 1000 1000", "V [1]"],
        ),
        (
            red("A", at(22000), *GUNS, **{**LIMBERED, "inside": "V", "facing": 4500}),
            FIVE,
            {"sides": [2]},
            ["19894 22080 2974 1000 1000", "V [2]"],
        ),
    ],
)
def test_how_a_unit_stands_in_houses(base: Plain, piece: Plain, more: Plain, told: list[str]) -> None:
    s = state(base, *FAR, terrain=(piece,))
    assert outcome(areas.occupied(s, unit_of(s, s.bases["A"]), Occupy("A", "V", **more))) == told


@pytest.mark.rule("alaguerre:5.5-d", "alaguerre:5.3.5-a", "alaguerre:5.5.1-c")
def test_who_finds_room_in_houses_and_who_leaves_them() -> None:
    narrow = area("V", "village", 15, 20, 17.15, 24, vdf=1, capacity={"foot": 9, "guns": 1, "order": "any"})
    s = state(red("A", at(20000, 16150)), red("F", at(21000, 16150), inside="V"), *FAR, terrain=(narrow,))
    one, friend = unit_of(s, s.bases["A"]), s.bases["F"]
    full = areas.entering(s, one, one.pose, "V")
    assert isinstance(full, Refusal)
    assert full.reason == "no_room"
    assert areas.holds_both(s, one, friend)
    assert not areas.holds_both(s, one, s.bases["Y"])
    nowhere = areas.entering(s, one, one.pose, "Q")
    assert isinstance(nowhere, Refusal)
    assert nowhere.reason == "cannot_be_entered"
    for id, side, reason in (("Y", 0, "not_inside"), ("F", 4, "no_such_side")):
        found = areas.leaving(s, unit_of(s, s.bases[id]), "V", side)
        assert isinstance(found, Refusal)
        assert found.reason == reason
    assert areas.leaving(s, unit_of(s, friend), "V", 3) == (14000, 22000, 27000, 2000, 1000)
    gone = areas.leaving(s, unit_of(s, friend), "Q", 0)
    assert isinstance(gone, Refusal)
    small = area("V", "village", 15, 20, 17.4, 24, vdf=1, capacity={"foot": 1, "guns": 1, "order": "any"})
    crowded = state(red("A", at(20000, 16200)), red("F", at(21000, 16200), inside="V"), *FAR, terrain=(small,))
    assert not areas.holds_both(crowded, unit_of(crowded, crowded.bases["A"]), crowded.bases["F"])
    for order, rooms in (("open", False), ("any", True), ("closed", True)):
        kind = area("V", "village", 15, 20, 25, 24, vdf=1, capacity={"foot": 1, "guns": 1, "order": order})
        lone = state(red("A", AT), *FAR, terrain=(kind,))
        piece = lone.ground.pieces["V"]
        assert areas.has_room(lone, unit_of(lone, lone.bases["A"]), piece) is rooms
    battery = state(
        red("A", AT, *GUNS, **LIMBERED),
        red("F", at(22000), inside="V"),
        *FAR,
        terrain=(small | {"shape": HOUSE["shape"]},),
    )
    assert areas.has_room(battery, unit_of(battery, battery.bases["A"]), battery.ground.pieces["V"])


# -- formations --------------------------------------------------------------------------------------------------------


def formed(s: State, step: Plain) -> list[str]:
    """The formation that A takes up, and where its bases stand; or why it cannot."""
    (read,) = msgspec.convert({"do": "move", "unit": "A", "path": [step]}, Move).path
    found = changes.change(s, unit_of(s, s.bases["A"]), read)  # type: ignore[arg-type]
    if isinstance(found, Refusal):
        return [f"{found.rule} {found.reason}"]
    places = [f"{id} {pose[0]},{pose[1]} {pose[2]}" for id, pose in found.poses.items()]
    return [f"{found.formation} {found.mounted}", *places, " ".join(map(str, found.pose))]


def form(formation: str, **more: Any) -> Plain:
    return {"go": "form", "formation": formation, **more}


def many(count: int, **more: Any) -> tuple[Plain, ...]:
    return tuple([red("ABDEF"[n], at(20000, 20000 + 2000 * n), **C, **more) for n in range(count)])


ABOUT = {"go": "about"}


@pytest.mark.rule("alaguerre:5.2.9-b", "alaguerre:5.2.10-a", "alaguerre:2.10.3-a")
@pytest.mark.parametrize(
    ("bases", "options", "step", "told"),
    [
        ((red("A", AT, **G), red("B", at(19000), **G)), {}, form("line"), ["2.11-b great_unit_stays"]),
        (
            (red("A", AT, **G), red("B", at(19000), **G)),
            {},
            ABOUT,
            ["line None", "A 20000,19000 18000", "B 20000,18000 18000", "20000 18000 18000 2000 2000"],
        ),
        ((red("A", AT, *TRAIN),), {}, form("column"), ["5.2.9-b no_formations"]),
        ((red("A", AT, *TRAIN),), {}, ABOUT, ["5.2.7-a no_about"]),
        ((red("A", AT, *GUNS),), {}, ABOUT, ["5.2.7-a no_about"]),
        (
            (red("A", AT, "HvArt", "1/1/- -", **LIMBERED),),
            {},
            form("battery"),
            ["battery None", "A 20000,20000 0", "20000 20000 0 1000 1000"],
        ),
        (
            (red("A", AT, *GUNS, facing=9000),),
            {},
            form("limbered"),
            ["limbered None", "A 20000,20000 9000", "20000 20000 9000 1000 1000"],
        ),
        (
            (red("A", AT, *GUNS, **{**LIMBERED, "facing": 9000}),),
            {},
            form("battery", facing=18000),
            ["battery None", "A 19500,19500 18000", "19500 19500 18000 1000 1000"],
        ),
        (
            (red("A", AT, *GUNS, **LIMBERED),),
            {},
            form("battery"),
            ["battery None", "A 20000,20000 0", "20000 20000 0 1000 1000"],
        ),
        (
            many(2, type="Dr", stats="1/0/-1 - sk/ln", **DR),
            {},
            form("line", mounted=True),
            ["5.2.10-a one_base_at_a_time"],
        ),
        (
            (red("A", AT, "Dr", "1/0/-1 - sk/ln", **{**DR, "facing": 27000}),),
            {},
            form("line", mounted=True, facing=9000),
            ["line True", "A 21000,20000 9000", "21000 20000 9000 2000 1000"],
        ),
        (
            (red("A", AT, "Dr", "1/0/-1 - sk/ln", **DR),),
            {},
            form("line", mounted=True, facing=0),
            ["line True", "A 20000,20000 0", "20000 20000 0 2000 1000"],
        ),
        (
            (red("A", AT, "Dr", "1/0/-1 - sk", **{**DR, "mounted": True}),),
            {},
            form("line", mounted=False),
            ["2.8-a no_such_change"],
        ),
        (
            (red("A", AT, "Dr", "1/0/-1 - sk", **{**DR, "mounted": True}),),
            {},
            form("skirmish", mounted=False, facing=18000),
            ["5.2.10-a only_about"],
        ),
        (
            (red("A", AT, "Dr", "1/0/-1 - sk", **{**DR, "mounted": True}),),
            {},
            form("skirmish"),
            ["skirmish None", "A 20000,20000 0", "20000 20000 0 2000 1000"],
        ),
        (
            (red("A", AT, "Dr", "1/0/-1 - sk", **{**DR, "mounted": True}),),
            {},
            form("column"),
            ["column None", "A 20000,20000 0", "20000 20000 0 2000 1000"],
        ),
        (
            (red("A", AT, "Dr", "1/0/-1 - sk/ln", **{**DR, "mounted_stats": "1/-2/-1 -"}),),
            {},
            form("skirmish"),
            ["skirmish None", "A 20000,20000 0", "20000 20000 0 2000 1000"],
        ),
        (
            many(4, **SQUARES),
            {},
            form("square"),
            [
                "square None",
                "A 20000,20000 0",
                "B 20000,18000 18000",
                "D 22000,19000 9000",
                "E 18000,19000 27000",
                "20000 20000 0 4000 2000",
            ],
        ),
        (
            many(3, facing=9000, **SQUARES),
            {},
            form("square"),
            ["square None", "A 20000,20000 9000", "20000 20000 9000 2000 1000"],
        ),
        (many(5, **SQUARES), {}, form("square"), ["2.10.3-b square_of_four"]),
        (
            (red("A", AT),),
            {"squares": "pikes"},
            form("square"),
            ["square None", "A 20000,20000 0", "20000 20000 0 2000 1000"],
        ),
        ((red("A", AT, "Ln", "1/1/1 -"),), {"squares": "pikes"}, form("square"), ["2.10.3-a no_square"]),
        (
            (red("A", AT, **{**SQUARES, "formation": "square"}),),
            {},
            form("square"),
            ["square None", "A 20000,20000 0", "20000 20000 0 2000 1000"],
        ),
        (
            (red("A", AT, **{**SQUARES, "formation": "square", "facing": 4500}),),
            {},
            form("column", facing=27000),
            ["column None", "A 19146,19646 27000", "19146 19646 27000 2000 1000"],
        ),
        (
            many(2),
            {},
            form("column", facing=9000),
            ["column None", "A 21500,19500 9000", "B 20500,19500 9000", "21500 19500 9000 2000 2000"],
        ),
        ((red("A", AT, facing=27000),), {}, ABOUT, ["line None", "A 21000,20000 9000", "21000 20000 9000 2000 1000"]),
        (
            many(2),
            {},
            ABOUT,
            ["line None", "A 20000,19000 18000", "B 22000,19000 18000", "21000 19000 18000 4000 1000"],
        ),
    ],
)
def test_formations_of_units_that_face_any_way(
    bases: tuple[Plain, ...], options: dict[str, str], step: Plain, told: list[str]
) -> None:
    s = state(*bases, *FAR, options=options)
    assert formed(s, step) == told
