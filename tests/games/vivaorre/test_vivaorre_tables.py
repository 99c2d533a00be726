"""The tables of the book, value by value: ranges, rates of movement, bases and formations; and how a battle ends."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.vivaorre.records import Objective, Task
from quadrilatero.games.vivaorre.rules import (
    contact,
    event_dice,
    formations,
    rates,
    special,
    threats,
    victory,
    visibility,
    weapons,
)
from quadrilatero.games.vivaorre.state import State
from quadrilatero.kernel.ask import Dice
from quadrilatero.table import TOUCH, distance
from tests.games.vivaorre.battle import area, blue, line, red, state

Plain = dict[str, Any]
HERE = [30000, 10000]
FAR = blue("D", [60000, 40000])


# -- 9 and 18: ranges -------------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:9-g", "vivaorre:18-e")
@pytest.mark.parametrize(
    ("weapon", "short", "medium", "long"),
    [
        ("musket", 1, 2, 4),
        ("rifled_musket", 2, 4, 8),
        ("breech_rifle", 3, 6, 12),
        ("smooth_carbine", 0, 1, 2),
        ("rifled_carbine", 1, 2, 4),
        ("breech_carbine", 2, 4, 8),
        ("bow", 0, 1, 2),
        ("dreyse_rifle", 2, 4, 8),
        ("dreyse_carbine", 1, 2, 4),
    ],
)
def test_how_far_small_arms_reach(weapon: str, short: int, medium: int, long: int) -> None:
    ranges = weapons.SMALL_ARMS[weapon]
    ends = [("short", short), ("medium", medium), ("long", long)]
    for name, inches in ends:
        if inches:
            assert weapons.band(ranges, 1000 * inches, False) == name
    assert weapons.band(ranges, 1000 * short + TOUCH + 1, False) == "medium"
    assert weapons.band(ranges, 1000 * medium + 1, False) == "long"
    assert weapons.band(ranges, 1000 * long + 1, False) is None
    assert weapons.band(ranges, 1000 * long + 1, True) == weapons.band(ranges, 2000 * long, True) == "extreme"
    assert weapons.band(ranges, 2000 * long + 1, True) is None
    assert weapons.band(ranges, TOUCH, False) == "short"


@pytest.mark.rule("vivaorre:9-g", "vivaorre:9-l", "vivaorre:9-m13")
def test_what_a_band_divides_by_and_how_small_arms_load() -> None:
    assert [weapons.SHARES[weapons.band((1, 2, 4), 1000 * far, True) or ""] for far in (1, 2, 4, 8)] == [1, 2, 4, 8]
    assert set(weapons.SHARES) == set(weapons.BANDS)
    assert set(weapons.BREECH) == {name for name in weapons.SMALL_ARMS if name.startswith(("breech", "dreyse"))}
    assert set(weapons.MUZZLE) == set(weapons.SMALL_ARMS) - set(weapons.BREECH) - {"bow"}


# -- 8: rates ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:8-a", "vivaorre:8-b", "vivaorre:8-c")
@pytest.mark.parametrize(
    ("unit", "inches", "charge", "flight"),
    [
        ({}, 3, 3, 6),
        ({"formation": "assault"}, 5, 5, 6),
        ({"formation": "march"}, 5, 5, 6),
        ({"formation": "square"}, 1, 1, 6),
        ({"formation": "skirmish", "notes": ["skirmish"]}, 5, 5, 6),
        ({"training": "irregular"}, 5, 5, 6),
        ({"arm": "cavalry"}, 6, 9, 12),
        ({"arm": "cavalry", "formation": "assault"}, 8, 12, 12),
        ({"arm": "cavalry", "training": "irregular"}, 8, 12, 12),
        ({"arm": "cavalry", "notes": ["dismount"], "mounted": False}, 3, 3, 6),
        ({"arm": "artillery", "formation": "limbered"}, 3, 3, 3),
        ({"arm": "artillery", "formation": "limbered", "mount": "horse"}, 6, 6, 6),
        ({"arm": "artillery", "formation": "limbered", "gun": "smooth_24"}, 2, 2, 2),
        ({"arm": "artillery"}, 1, 1, 3),
    ],
)
def test_the_table_of_movement(unit: Plain, inches: int, charge: int, flight: int) -> None:
    found = state(red("A", HERE, **unit), FAR).units["A"]
    assert rates.rate(found) == 1000 * inches
    assert rates.charge_reach(found) == 1000 * charge
    assert rates.flight(found) == 1000 * flight
    assert rates.WHOLE % (2 * rates.rate(found)) == 0, "every mil and every half of it is a whole number of grains"


@pytest.mark.rule("vivaorre:8-k", "vivaorre:8-c")
@pytest.mark.parametrize(
    ("unit", "part", "siege"),
    [
        ({}, 2, False),
        ({"training": "irregular"}, 1, False),
        ({"arm": "artillery"}, 2, False),
        ({"arm": "artillery", "gun": "smooth_18"}, 1, True),
        ({"arm": "artillery", "gun": "smooth_16"}, 2, False),
    ],
)
def test_what_a_change_of_formation_costs(unit: Plain, part: int, siege: bool) -> None:
    found = state(red("A", HERE, **unit), FAR).units["A"]
    assert rates.change_cost(found) == rates.WHOLE // part
    assert rates.is_siege(found) is siege


@pytest.mark.parametrize(
    ("most", "limit", "found"), [(10, 10, 10), (10, 3, 3), (10, 0, 0), (10, 9, 9), (0, 5, 0), (1, 0, 0)]
)
def test_the_greatest_that_is_allowed(most: int, limit: int, found: int) -> None:
    assert rates.longest(most, lambda value: value <= limit) == found


# -- 1 and 2: bases and formations ------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:1-e", "vivaorre:2-b")
def test_bases_and_standard_sizes() -> None:
    assert formations.base("infantry", False) == formations.base("cavalry", False) == (375, 625)
    assert formations.base("cavalry", True) == (1000, 1000)
    assert formations.base("artillery", True) == (1375, 1375)
    sizes = [
        formations.standard_size(arm, how, 1) for arm in ("infantry", "cavalry") for how in ("regular", "irregular")
    ]
    assert sizes == [8, 16, 6, 12]
    assert formations.standard_size("artillery", "regular", 3) == 6
    assert [formations.sections_left(gunners) for gunners in (1, 2, 3, 4)] == [1, 1, 2, 2]


@pytest.mark.rule("vivaorre:2-e", "vivaorre:2-h", "vivaorre:2-j")
@pytest.mark.parametrize(
    ("formation", "figures", "files", "ranks", "size", "rank"),
    [
        ("line", 8, 4, 1, (3000, 625), 8),
        ("assault", 8, 4, 1, (1500, 1250), 4),
        ("assault", 7, 4, 1, (1500, 1250), 4),
        ("assault", 3, 4, 1, (1500, 625), 3),
        ("march", 8, 4, 1, (375, 5000), 1),
        ("skirmish", 8, 4, 1, (5625, 625), 8),
        ("skirmish", 8, 4, 2, (2625, 1875), 8),
        ("skirmish", 7, 4, 3, (1875, 3125), 7),
        ("square", 8, 4, 1, (1500, 1250), 2),
        ("square", 9, 4, 1, (1875, 1250), 3),
        ("mass", 8, 4, 1, (1500, 1250), 4),
        ("mass", 7, 4, 1, (1500, 1250), 4),
    ],
)
def test_what_formations_take_up(
    formation: str, figures: int, files: int, ranks: int, size: tuple[int, int], rank: int
) -> None:
    assert formations.footprint("infantry", False, formation, figures, files, ranks) == size
    assert formations.first_rank(formation, figures, files) == rank


@pytest.mark.rule("vivaorre:2-k")
def test_guns_stand_side_by_side_in_battery_and_behind_each_other_limbered() -> None:
    assert formations.footprint("artillery", False, "battery", 5, 1, 1) == (4125, 1375)
    assert formations.footprint("artillery", False, "limbered", 5, 1, 1) == (1375, 4125)


@pytest.mark.rule("vivaorre:20.zulu-d", "vivaorre:2-e", "vivaorre:2-j")
def test_the_formation_of_which_nothing_is_said() -> None:
    assert formations.usual_formation("infantry", "regular", False, 8) == "line"
    assert formations.usual_formation("infantry", "irregular", False, 16) == "mass"
    assert formations.usual_formation("artillery", "regular", False, 2) == "battery"
    assert [formations.usual_formation("infantry", "regular", True, n) for n in (7, 8, 9)] == [
        "assault",
        "line",
        "assault",
    ]
    assert [formations.files_formed(n, True) for n in (7, 8, 9, 24)] == [4, 8, 8, 8]
    assert [formations.files_formed(n, False) for n in (7, 8, 9)] == [4, 4, 5]
    assert formations.files_left(4, 3, False) == 3
    assert formations.files_left(4, 6, False) == 4
    assert formations.files_left(8, 7, True) == 4


@pytest.mark.rule("vivaorre:2-e", "vivaorre:2-h", "vivaorre:2-i")
@pytest.mark.parametrize(
    ("arm", "training", "notes", "impi", "found"),
    [
        ("infantry", "regular", (), False, {"line", "assault", "march", "square"}),
        ("infantry", "regular", ("skirmish",), False, {"line", "assault", "march", "square", "skirmish"}),
        ("infantry", "irregular", (), False, {"mass", "march"}),
        ("infantry", "irregular", ("skirmish",), False, {"mass", "march", "skirmish"}),
        ("cavalry", "regular", (), False, {"line", "assault", "march"}),
        ("cavalry", "irregular", (), False, {"mass", "march"}),
        ("artillery", "regular", (), False, {"battery", "limbered"}),
        ("infantry", "regular", (), True, {"line", "assault", "march"}),
    ],
)
def test_what_troops_form(arm: str, training: str, notes: tuple[str, ...], impi: bool, found: set[str]) -> None:
    assert set(formations.allowed_formations(arm, training, notes, impi)) == found


@pytest.mark.rule("vivaorre:2-c")
@pytest.mark.parametrize(
    ("arm", "notes", "melee", "heavy"),
    [
        ("cavalry", (), "c", True),
        ("cavalry", (), "a", True),
        ("cavalry", (), "d", False),
        ("cavalry", ("lance",), "a", False),
        ("cavalry", ("dismount",), "a", False),
        ("infantry", (), "a", False),
    ],
)
def test_heavy_cavalry(arm: str, notes: tuple[str, ...], melee: str, heavy: bool) -> None:
    assert formations.is_heavy_cavalry(arm, notes, melee) is heavy


# -- contact ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:7-o", "vivaorre:7-j")
def test_who_touches_whom() -> None:
    here = (0, 0, 0, 3000, 625)
    assert contact.touches(here, (0, TOUCH, 18000, 3000, 625))
    assert not contact.touches(here, (0, TOUCH + 1, 18000, 3000, 625))
    for there in (
        (0, 5000, 18000, 1000, 500),
        (0, -5625, 0, 1000, 500),
        (7000, 0, 0, 4000, 625),
        (-7000, 0, 0, 4000, 625),
    ):
        far = distance(here, there)
        assert contact.is_within(here, there, far)
        assert not contact.is_within(here, there, far - 1)
    units = red("A", HERE), red("B", [33000, 10000]), red("C", [36000, 10000]), red("E", [27000, 9000])
    s = state(*units, blue("F", HERE), FAR)
    assert [unit.id for unit in contact.neighbours(s, s.units["A"])] == ["B"]
    assert [unit.id for unit in contact.neighbours(s, s.units["B"])] == ["A", "C"]
    assert [unit.id for unit in contact.enemies_touching(s, s.units["A"])] == ["F"]
    assert contact.enemies_touching(s, s.units["C"]) == []


@pytest.mark.rule("vivaorre:7-a", "vivaorre:7-o")
@pytest.mark.parametrize(
    ("large", "small"),
    [
        ((0, 0, 0, 20000, 100), (10300, 0, 0, 200, 100)),
        ((0, 0, 0, 20000, 100), (-10300, 0, 0, 200, 100)),
        ((0, 0, 0, 100, 20000), (0, -20300, 0, 200, 100)),
        ((0, 0, 0, 100, 20000), (0, 400, 0, 200, 100)),
        ((0, 0, 9000, 20000, 100), (0, 10300, 9000, 200, 100)),
        ((0, 0, 9000, 100, 20000), (-20300, 0, 9000, 200, 100)),
    ],
)
def test_long_and_deep_units_are_measured_to_their_ends(large: Any, small: Any) -> None:
    far = distance(large, small)
    assert 150 <= far <= 400
    for one, other in ((large, small), (small, large)):
        assert contact.is_within(one, other, far)
        assert not contact.is_within(one, other, far - 1)


@pytest.mark.rule("vivaorre:8-n", "vivaorre:8-g")
@pytest.mark.parametrize(
    ("charger", "can"),
    [
        ({}, True),
        ({"state": "shaken"}, False),
        ({"facing": 0}, False),
        ({"notes": ["skirmish"], "formation": "skirmish"}, False),
        ({"at": [30000, 13001]}, False),
        ({"at": [32500, 12800]}, True),
        ({"at": [35500, 11000]}, False),
    ],
)
def test_who_could_charge(charger: Plain, can: bool) -> None:
    s = state(red("A", HERE), blue("D", **{"at": [30000, 13000], **charger}))
    assert threats.can_charge(s, s.units["D"], s.units["A"]) is can


@pytest.mark.rule("vivaorre:8-g")
def test_who_could_fire() -> None:
    s = state(red("A", HERE), blue("D", [30000, 13000], weapon="musket"), blue("E", [40000, 11000], weapon="musket"))
    assert threats.can_fire_at(s, s.units["D"], s.units["A"])
    assert not threats.can_fire_at(s, s.units["E"], s.units["A"])


# -- sight ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:13-a", "vivaorre:13-c", "vivaorre:13-d")
@pytest.mark.parametrize(
    ("terrain", "weather", "rule"),
    [
        ((), "bad", "13-a"),
        ((area("w", "open_wood", 20, 12, 40, 16),), "clear", "13-d"),
        ((area("w", "dense_wood", 20, 12, 40, 16),), "clear", "13-d"),
        ((area("b", "building", 20, 12, 40, 16),), "clear", "13-c"),
        ((area("b", "heavy_works", 20, 12, 40, 16),), "clear", "13-c"),
        ((line("h", "hedge", (10, 14), (50, 14)),), "clear", "13-c"),
        ((area("j", "impassable", 10, 12, 50, 16, material="jungle"),), "clear", "13-c"),
        ((line("c", "impassable", (10, 14), (50, 14), material="crest"),), "clear", "13-c"),
    ],
)
def test_why_a_target_is_not_seen(terrain: tuple[Plain, ...], weather: str, rule: str) -> None:
    s = state(red("A", HERE), blue("D", [30000, 18000]), terrain=terrain, weather=weather)
    assert not visibility.sees(s, s.units["A"], s.units["D"])
    assert visibility.why_unseen(s, s.units["A"], s.units["D"]) == rule


@pytest.mark.rule("vivaorre:13-c", "vivaorre:13-e")
@pytest.mark.parametrize(
    "terrain",
    [
        (),
        (area("m", "marsh", 20, 12, 40, 16),),
        (area("j", "impassable", 10, 12, 50, 16, material="river"),),
        (area("w", "light_works", 20, 12, 40, 16),),
        (area("w", "open_wood", 20, 12, 40, 14),),
        (line("h", "hedge", (10, 14), (50, 14)), area("g", "gentle_hill", 20, 8, 40, 11)),
    ],
)
def test_what_does_not_stand_in_the_way(terrain: tuple[Plain, ...]) -> None:
    s = state(red("A", HERE), blue("D", [30000, 18000]), terrain=terrain)
    assert visibility.sees(s, s.units["A"], s.units["D"])


# -- 3-m and 17: dice of a battle -------------------------------------------------------------------------------------


def rolled(script: Any, *faces: int) -> list[Dice]:
    """What a script rolls, with these faces."""
    asked, left = [], iter(faces)
    found = next(script, None)
    while found is not None:
        asked.append(found)
        try:
            found = script.send((next(left),))
        except StopIteration:
            found = None
    return asked


@pytest.mark.rule("vivaorre:17-a", "vivaorre:17-b")
@pytest.mark.parametrize(
    ("faces", "events", "comes"),
    [([6, 6, 6], "on", True), ([6, 6, 6, 6, 1], "on", True), ([6, 6, 5], "on", False), ([6, 6, 6], "off", False)],
)
def test_three_sixes_bring_an_event_by_a_die_of_twenty(faces: list[int], events: str, comes: bool) -> None:
    s = state(red("A", HERE), FAR, options={"events": events})
    asked = rolled(event_dice.trigger(s, faces, s.units["A"], s.units["D"], "fire"), 7)
    assert [(one.count, one.sides) for one in asked] == ([(1, 20)] if comes else [])
    assert list(s.pending) == ([Task(event=7, unit="A", enemy="D", why="fire")] if comes else [])
    told = [(event.rule, event.data["number"], event.data["sides"], event.data["success"]) for event in s.sink]
    assert told == ([("17-b", 7, 20, True)] if comes else [])


@pytest.mark.rule("vivaorre:17-ev7")
@pytest.mark.parametrize(
    ("ids", "faces", "found"), [("ab", [1], "a"), ("ab", [20], "b"), ("abc", [19, 20, 18], "c"), ("abc", [4], "a")]
)
def test_one_of_several_is_drawn_by_a_die_that_goes_round_evenly(ids: str, faces: list[int], found: str) -> None:
    s = state(red("A", HERE), FAR)

    def drawing() -> Any:
        drawn.append((yield from event_dice.one_of(s, list(ids), s.units["A"])))

    drawn: list[str] = []
    assert len(rolled(drawing(), *faces)) == len(faces)
    assert drawn == [found]
    assert [event.data["success"] for event in s.sink] == [False] * (len(faces) - 1) + [True]
    assert all((event.rule, event.data["sides"], event.data["need"]) == ("17-b", 20, 1) for event in s.sink)


@pytest.mark.rule("vivaorre:3-m")
def test_reserves_roll_one_by_one_from_their_turn_on() -> None:
    units = (
        red("A", HERE),
        red("B", None, waits=5, arrives=3),
        red("C", None, waits=4, arrives=4),
        red("E", None, waits=6),
        red("F", None),
    )
    s = state(*units, FAR, turn=3, last_turn=9)
    assert len(rolled(special.let_reserves_go(s), 5, 5)) == 2
    assert [(event.data["unit"], event.data["need"], event.data["success"]) for event in s.sink] == [
        ("B", 5, True),
        ("E", 6, False),
    ]
    assert (s.units["B"].waits, s.units["C"].waits, s.units["E"].waits) == (None, 4, 6)


@pytest.mark.rule("vivaorre:3-m")
def test_troops_run_short_after_their_last_volley() -> None:
    s = state(red("A", HERE, volleys=2), red("B", [40000, 10000]), FAR)
    special.spend_volley(s, s.units["A"])
    assert (s.units["A"].volleys, s.sink) == (1, [])
    special.spend_volley(s, s.units["A"])
    assert (s.units["A"].volleys, [event.kind for event in s.sink]) == (0, ["runs_short"])
    special.spend_volley(s, s.units["A"])
    special.spend_volley(s, s.units["B"])
    assert (s.units["A"].volleys, s.units["B"].volleys, len(s.sink)) == (0, None, 1)


# -- 1-g: the end -----------------------------------------------------------------------------------------------------


def judged(s: State) -> tuple[str, str | None] | None:
    victory.judge(s)
    return None if s.result is None else (s.result.reason, s.result.winner)


@pytest.mark.rule("vivaorre:1-g")
def test_a_battle_ends_with_its_last_turn_and_not_before() -> None:
    both = red("A", HERE, points=10), blue("D", [60000, 40000], points=10)
    assert judged(state(*both, turn=2, last_turn=3)) is None
    assert judged(state(*both, turn=3, last_turn=3)) == ("points", None)
    assert judged(state(*both, turn=4, last_turn=3)) == ("points", None)
    assert judged(state(*both, turn=3, last_turn=3, score={"red": 1, "blue": 0})) == ("points", "red")
    s = state(*both, turn=3, last_turn=3, score={"red": 0, "blue": 1})
    assert judged(s) == ("points", "blue")
    (told,) = [event for event in s.sink if event.kind == "result"]
    assert (told.rule, told.data["winner"], told.data["reason"]) == ("1-g", "blue", "points")
    assert told.data["score"] == {"red": 0, "blue": 1}


@pytest.mark.rule("vivaorre:1-g")
@pytest.mark.parametrize(("figures", "points", "counted"), [(5, 11, 0), (4, 11, 6), (4, 10, 5), (1, 1, 1)])
def test_half_of_a_units_points_count_once_half_of_it_is_gone(figures: int, points: int, counted: int) -> None:
    s = state(red("A", HERE, figures=figures, start=8, points=points), FAR, score={"red": 2, "blue": 3})
    assert victory.points(s) == {"red": 2, "blue": 3 + counted}


@pytest.mark.rule("vivaorre:1-g")
@pytest.mark.parametrize(("broken", "of", "lost"), [(1, 2, True), (1, 3, False), (2, 3, True), (0, 1, False)])
def test_an_army_is_broken_with_half_of_its_brigades(broken: int, of: int, lost: bool) -> None:
    units = [red(f"A{n}", [10000 + 4000 * n, 10000], brigade=f"b{n}") for n in range(of)]
    brigades = {f"b{n}": {"side": "red", "strength": 2, "demoralised": n < broken} for n in range(of)}
    s = state(*units, FAR, brigades=brigades)
    assert victory.is_broken(s, "red") is lost
    assert not victory.is_broken(s, "blue")
    assert (judged(state(*units, FAR, brigades=brigades, last_turn=9)) == ("broken", "blue")) is lost
    off = state(*units, FAR, brigades=brigades, last_turn=9, options={"victory": "points"})
    assert judged(off) is None


@pytest.mark.rule("vivaorre:1-g")
def test_ground_is_held_by_a_steady_unit_alone_in_it() -> None:
    ground = Objective(
        id="O", side="red", kind="hold", shape=((20000, 5000), (40000, 5000), (40000, 15000), (20000, 15000))
    )

    def held(*units: Plain) -> bool:
        return victory.is_met(state(*units, FAR), ground)

    assert held(red("A", HERE))
    assert not held(red("A", HERE, state="shaken"))
    assert held(red("A", HERE, state="shaken"), red("B", [35000, 10000]))
    assert not held(red("A", HERE), blue("E", [35000, 10000]))
    assert not held(red("A", HERE), blue("E", [35000, 10000], state="shaken"))
    assert not held(red("A", [50000, 10000]))
    assert not held(blue("E", [35000, 10000]))


@pytest.mark.rule("vivaorre:1-g")
def test_units_are_destroyed_when_all_of_them_are_gone() -> None:
    s = state(red("A", HERE), FAR)
    assert victory.is_destroyed(s, Objective(id="O", side="red", kind="destroy", units=("X", "Y")))
    assert not victory.is_destroyed(s, Objective(id="O", side="red", kind="destroy", units=("X", "D")))
    assert not victory.is_destroyed(s, Objective(id="O", side="red", kind="hold", units=("X",)))
