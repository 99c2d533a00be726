"""5.3, 5.4: who has a zone of control and who is in it, and who passes through whom."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.alaguerre.rules import control_zone, interpenetration
from quadrilatero.games.alaguerre.rules.formations import single
from tests.games.alaguerre.battle import blue, red, state

Plain = dict[str, Any]
AT = [20000, 20000]
OPEN = {"formation": "skirmish"}


@pytest.mark.rule("alaguerre:5.4-a")
@pytest.mark.parametrize(
    ("base", "has"),
    [
        (blue("E", AT), True),
        (blue("E", AT, state="shaken"), True),
        (blue("E", AT, state="routed"), False),
        (blue("E", AT, "LtArt", "1/1/- -"), True),
        (blue("E", AT, "LtArt", "1/1/- -", formation="limbered"), False),
        (blue("E", AT, "baggage", "-/-/- -"), False),
        (blue("E", AT, "Lt", "1/1/0 - sk"), True),
    ],
)
def test_who_has_a_zone_of_control(base: Plain, has: bool) -> None:
    s = state(base, red("A", [20000, 10000]))
    assert control_zone.has_zone(s.bases["E"]) == has
    assert [enemy.id for enemy in control_zone.zones_against(s, "red")] == ["E"] * has
    assert [enemy.id for enemy in control_zone.zones_against(s, "blue")] == ["A"]
    x, y, facing, width, depth = control_zone.zone_of(s.bases["E"])
    assert (x, y, facing, depth) == (20000, 19000, 18000, 1000)
    assert width == (1000 if base["type"] == "LtArt" else 2000)


@pytest.mark.rule("alaguerre:5.4-b")
@pytest.mark.parametrize(
    ("pose", "points"),
    [
        ((20000, 17000, 0, 2000, 1000), True),
        ((22500, 17000, 0, 2000, 1000), False),
        ((21900, 17000, 0, 2000, 1000), True),
        ((20000, 24000, 18000, 2000, 1000), False),
        ((17000, 20500, 9000, 2000, 1000), False),
        ((17000, 20500, 8999, 2000, 1000), True),
        ((23000, 20400, 27100, 2000, 1000), True),
        ((20000, 17000, 18000, 2000, 1000), False),
    ],
)
def test_who_marches_at_an_enemy(pose: Any, points: bool) -> None:
    """Straight on he comes to him, against his front and not along it."""
    s = state(blue("E", AT))
    assert control_zone.points_at(pose, s.bases["E"]) == points


@pytest.mark.rule("alaguerre:5.4-b", "alaguerre:5.4-a")
@pytest.mark.parametrize(("by", "met"), [(400, []), (600, ["E"]), (3000, ["E"])])
def test_whose_zones_lie_on_a_way(by: int, met: list[str]) -> None:
    """E's zone begins half a um ahead; F is beside the way, and G behind it."""
    s = state(
        red("A", AT),
        blue("E", [20000, 21500]),
        blue("F", [23100, 21500]),
        blue("G", [20000, 15000]),
    )
    zones = control_zone.zones_against(s, "red")
    assert [enemy.id for enemy in control_zone.met_on_way(s.bases["A"].pose, 0, by, zones)] == met
    here = (20000, 20000 + min(by, 1000), 0, 2000, 1000)
    assert [enemy.id for enemy in control_zone.is_in_zone(here, zones)] == met


@pytest.mark.rule("alaguerre:5.3-b", "alaguerre:5.3.2-b", "alaguerre:5.3.3-b")
@pytest.mark.parametrize(
    ("mine", "friend", "more", "mine_after", "friend_after"),
    [
        ("closed", "closed", {"moved": 500}, "disordered", "disordered"),
        ("closed", "closed", {"acted": True}, "disordered", "disordered"),
        ("closed", "closed", {}, "ordered", "ordered"),
        ("open", "closed", {"moved": 500}, "ordered", "disordered"),
        ("closed", "open", {"moved": 500}, "ordered", "ordered"),
        ("closed", "guns", {"acted": True}, "disordered", "ordered"),
        ("open", "guns", {"acted": True}, "disordered", "ordered"),
        ("closed", "guns", {}, "ordered", "ordered"),
    ],
)
def test_what_it_costs_to_pass_through_friends(
    mine: str, friend: str, more: Plain, mine_after: str, friend_after: str
) -> None:
    troops: dict[str, Any] = {
        "closed": ("Hv", "1/-/1 -", {}),
        "open": ("Sh", "1/1/0 - sk", OPEN),
        "guns": ("LtArt", "1/1/- -", {}),
    }
    kind, stats, shape = troops[mine]
    other_kind, other_stats, other_shape = troops[friend]
    s = state(
        red("A", AT, kind, stats, **shape), red("F", [30000, 20000], other_kind, other_stats, **other_shape, **more)
    )
    interpenetration.pass_through(s, single(s.bases["A"]), s.bases["F"])
    assert (s.bases["A"].state, s.bases["F"].state) == (mine_after, friend_after)
    still = not more and friend != "open"
    assert s.bases["F"].crossed == (("A",) if still else ())
    interpenetration.moves_after_all(s, single(s.bases["F"]))
    if still:
        late = ("disordered", "ordered" if friend == "guns" else "disordered")
        assert (s.bases["A"].state, s.bases["F"].state) == late
    assert s.bases["F"].crossed == ()


@pytest.mark.rule("alaguerre:5.3-b", "alaguerre:5.3-t7", "alaguerre:5.3.3-a")
def test_guns_and_trains_and_friends() -> None:
    s = state(
        red("H", AT, "Hv", "1/-/1 -"),
        red("B", [24000, 20000], "LtArt", "1/1/- -"),
        red("L", [26000, 20000], "LtArt", "1/1/- -", formation="limbered"),
        red("W", [28000, 20000], "baggage", "-/-/- -"),
        red("M", [32000, 20000], "MC", "1/1/1 -"),
        red("O", [36000, 20000], "LC", "1/0/0 - sk/ln", **OPEN),
        red("P", [40000, 20000]),
    )
    units = {id: single(s.bases[id]) for id in "HBLWMOP"}
    how = {one: "".join(interpenetration.crossing(units[one], s.bases[id])[0] for id in "HBLWMOP") for one in "HBLWMO"}
    assert how == {
        "H": "ssfnnfn",
        "B": "nsfnnnn",
        "L": "fsfnnff",
        "W": "nsfnnnn",
        "M": "ssfnsfn",
        "O": "ssfnffn",
    }


@pytest.mark.rule("alaguerre:5.3-b", "alaguerre:5.3.2-b")
def test_who_is_passed_by_open_order_and_closed_order_and_then_moves() -> None:
    """All who have gone through are disordered with it, unless all of them were in open order."""
    s = state(
        red("F", AT, "Hv", "1/-/1 -", crossed=["S", "H", "gone"]),
        red("S", [24000, 20000], "Sh", "1/1/0 - sk", **OPEN),
        red("H", [28000, 20000], "Hv", "1/-/1 -"),
    )
    interpenetration.moves_after_all(s, single(s.bases["F"]))
    assert {id: s.bases[id].state for id in "FSH"} == dict.fromkeys("FSH", "disordered")
    light = state(
        red("F", AT, "Hv", "1/-/1 -", crossed=["S"]),
        red("S", [24000, 20000], "Sh", "1/1/0 - sk", **OPEN),
    )
    interpenetration.moves_after_all(light, single(light.bases["F"]))
    assert {id: light.bases[id].state for id in "FS"} == {"F": "disordered", "S": "ordered"}


@pytest.mark.rule("alaguerre:5.3-b")
def test_of_a_line_only_the_base_that_is_crossed_is_disordered() -> None:
    heavy = ("Hv", "1/-/1 -")
    line = [red("F", AT, *heavy, brigade="b", moved=500), red("G", [22000, 20000], *heavy, brigade="b", moved=500)]
    s = state(*line, red("A", [30000, 20000], "Hv", "1/-/1 -"))
    interpenetration.pass_through(s, single(s.bases["A"]), s.bases["F"])
    assert {id: s.bases[id].state for id in "FGA"} == {"F": "disordered", "G": "ordered", "A": "disordered"}
    told = [(event.rule, event.data["unit"], event.data["why"]) for event in s.sink if event.kind == "state"]
    assert told == [("5.3-b", "A", "crossed"), ("5.3-b", "F", "crossed")]
