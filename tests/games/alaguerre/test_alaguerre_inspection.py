"""What can be looked up on the table, by every `look` there is; and what is not told before declaring."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.kernel.game import BadQuery
from tests.games.alaguerre.battle import Plain, area, blue, general, line, play, red

LN = ("Ln", "1/1/1 -")
CAV = ("Cav", "1/-/2 a")
GUNS = ("MdArt", "1/1/- -")
BEFORE = {"measuring": "before"}


def looked(match: q.Match, look: str, seat: str = "red", **more: Any) -> Plain:
    return q.inspect(match, seat, {"look": look, **more})


def field(options: dict[str, str], **more: Any) -> q.Match:
    return play(
        red("A", [20000, 20000], *LN, division="a", first_fire=False),
        red("H", [26000, 20000], *CAV, division="a"),
        red("G", [10000, 20000], *GUNS, division="b"),
        blue("B", [20000, 21800], division="x"),
        blue("C", [26000, 22500], *CAV, division="x"),
        terrain=(area("W", "wood", 30, 20, 34, 24, vdf=1), line("E", "hedge", (10, 30), (14, 30), vdf=1, obstacle=1)),
        generals=[general("K", [20000, 17000], division="a"), general("L", [2000, 2000], division="b")],
        phase="manoeuvre",
        orders={"a": 5},
        options=options,
        **more,
    )


@pytest.fixture(name="match")
def _match() -> q.Match:
    return field(BEFORE)


@pytest.mark.rule("alaguerre:1.1.4-c", "alaguerre:1.1.3-b")
@pytest.mark.parametrize(("figures", "um"), [("15", 40), ("2", 20), ("6", 30), ("10", 30), ("20", 40), ("25", 60)])
def test_the_tape_shows_a_um_of_the_figures_in_use(figures: str, um: int) -> None:
    found = looked(field({**BEFORE, "figures": figures}), "measure", **{"from": "A", "to": "B"})
    assert (found["refusal"], found["distance"], found["um"], found["mm"]) == (None, 1800, 1.8, 1.8 * um)


@pytest.mark.parametrize(
    ("start", "end", "far"),
    [
        ("A", "B", 1800),
        ("K", "A", 1500),
        ([20000, 5000], [23000, 9000], 5000),
        ("W", [32000, 22000], 0),
        ("H", "W", 3000),
        ([12000, 33000], "E", 3000),
    ],
)
def test_the_tape(match: q.Match, start: Any, end: Any, far: int) -> None:
    for one, two in ((start, end), (end, start)):
        assert looked(match, "measure", **{"from": one, "to": two})["distance"] == far


@pytest.mark.rule("alaguerre:1.1.3-b")
def test_nothing_is_measured_before_declaring() -> None:
    """Distances, ranges that follow from them and who is within a radius are kept back; the rest is told."""
    match = field({})
    found = looked(match, "measure", **{"from": "A", "to": "B"})
    assert (found["refusal"]["rule"], found["distance"], found["line"]) == ("1.1.3-b", None, None)
    assert set(found["refusal"]["text"]) == {"en", "it"}
    charge = looked(match, "charge", unit="H", target="C")
    assert [charge[key] for key in ("distance", "way", "contact", "wheel")] == [None] * 4
    assert (charge["refusal"], charge["reach"], charge["side"]) == (None, 5000, "front")
    shot = looked(match, "shot", unit="A", target="B")
    assert (shot["distance"], shot["in_range"], shot["band"]) == (None, None, "long"), "small arms by engagement alone"
    guns = looked(match, "shot", unit="G", target="B")
    assert (guns["distance"], guns["band"], guns["modifiers"]) == (None, None, None)
    command = looked(match, "command")
    assert (command["out"], command["generals"]["K"]["in"]) == (None, None)
    assert looked(match, "unit", unit="A")["command"] == {"general": "K", "radius": 8000, "in": None, "distance": None}
    assert looked(match, "threats", unit="A")["refusal"]["rule"] == "1.1.3-b"


def test_a_unit(match: q.Match) -> None:
    found = looked(match, "unit", unit="A")
    assert found["footprint"] == [[19000, 20000], [21000, 20000], [21000, 19000], [19000, 19000]]
    assert found["zones"] == [[[19000, 21000], [21000, 21000], [21000, 20000], [19000, 20000]]]
    assert (found["move"], found["wheel"], found["charge_reach"], found["ranges"]) == (2000, 1000, 3000, [1000, 2000])
    assert found["command"] == {"general": "K", "radius": 8000, "in": True, "distance": 1500}
    assert found["may"] == {"move": None, "charge": None, "fire": None}
    guns = looked(match, "unit", unit="G")
    assert (guns["command"]["in"], guns["charge_reach"]) == (False, None)
    assert {deed: refusal["rule"] for deed, refusal in guns["may"].items() if refusal} == {
        "move": "5.1-d",
        "charge": "2.6.4-a",
    }


def test_a_shot(match: q.Match) -> None:
    found = looked(match, "shot", unit="A", target="B")
    kept = {key: found[key] for key in ("refusal", "side", "distance", "in_range", "band", "value", "modifiers")}
    assert kept == {
        "refusal": None,
        "side": "front",
        "distance": 1800,
        "in_range": True,
        "band": "long",
        "value": 1,
        "modifiers": [["8.4-t5", 1], ["8.4-t13", -1]],
    }
    assert looked(match, "shot", unit="H", target="C")["refusal"]["rule"] == "8.1.1-a"
    assert looked(match, "shot", unit="A", target="C")["refusal"]["rule"] == "8.1.3-a"


def test_a_charge_and_an_approach(match: q.Match) -> None:
    found = looked(match, "charge", unit="H", target="C")
    assert (found["refusal"], found["reach"], found["distance"], found["way"]) == (None, 5000, 2500, 2500)
    assert (found["contact"], found["side"], found["wheel"]) == (True, "front", None)
    assert found["react"] == [{"do": "stand"}, {"do": "counter"}]
    assert looked(match, "charge", unit="H", target="B")["refusal"] is not None
    near = looked(match, "approach", unit="A", target="B")
    assert (near["refusal"], near["reach"], near["way"], near["contact"]) == (None, 3000, 800, True)
    assert near["react"] == [{"do": "stand"}]
    assert looked(match, "approach", unit="H", target="C")["refusal"]["rule"] == "7.1-a"


def test_a_melee() -> None:
    match = play(
        red("A", [20000, 20000], *CAV, fight={"charged": True, "began": "red"}),
        blue("B", [20000, 20000], "Hv", "1/-/0 -"),
        blue("C", [30000, 20000], "Hv", "1/-/0 -"),
        red("D", [40000, 10000], *LN, division="d"),
        phase="manoeuvre",
        orders={"d": 5},
    )
    found = looked(match, "melee", unit="A")["combat"]
    assert (found["red"]["units"], found["blue"]["units"], found["red"]["value"]) == (["A"], ["B"], 2)
    assert ["9.4-t4", 2] in found["red"]["modifiers"]
    assert looked(match, "melee", unit="C")["combat"] is None


def test_a_test(match: q.Match) -> None:
    found = looked(match, "morale", unit="C", target="H", why="charged")
    assert (found["need"], found["value"], found["modifiers"]) == (5, 1, [])
    assert found["results"] == [
        "two_levels_retreats",
        "level_retreats",
        "stands_disordered",
        "passed",
        "passed",
        "passed",
    ]
    assert found["chance"] == 0.5
    pikes = looked(match, "morale", unit="H", target="B", why="charge")
    assert pikes["modifiers"] == [["10.2.2-m16", -1]]
    assert looked(match, "morale", unit="H", target="B", why="charge", approach=True)["modifiers"] == []


def test_sight_threats_and_command(match: q.Match) -> None:
    assert looked(match, "sight", **{"from": "A", "to": "C"})["clear"] is True
    threats = looked(match, "threats", unit="H")
    assert (threats["fire"], threats["charge"]) == ([], ["C"])
    assert looked(match, "threats", "blue", unit="B")["fire"] == ["A"]
    found = looked(match, "command")
    assert found["out"] == ["G"]
    assert found["generals"]["K"] == {"at": [20000, 17000], "level": 0, "radius": 8000, "in": True}
    assert found["generals"]["L"]["in"] is False, "too far from the chief"


@pytest.mark.rule("alaguerre:11.1.1-b", "alaguerre:11.1.1-a")
def test_what_one_side_alone_knows_is_only_guessed() -> None:
    """11.1.1-b: a defence value of the enemy's own works; how good a shot is hangs on it."""
    village = area("V", "village", 18, 21.5, 22, 24, vdf=2, secret="blue")
    inside = blue("B", [20000, 22000], inside="V", occupies={"piece": "V", "sides": "all"}, division="x")
    match = play(red("A", [20000, 20000], *LN), inside, terrain=(village,), phase="manoeuvre", orders={})
    assert looked(match, "shot", unit="A", target="B")["certainty"] == "possible"
    assert looked(match, "unit", unit="A")["certainty"] == "known"


@pytest.mark.parametrize(
    "query",
    [
        {},
        {"look": "stars"},
        {"look": "measure", "from": "A"},
        {"look": "unit", "unit": "K"},
        {"look": "shot", "unit": "A", "target": "H"},
        {"look": "shot", "unit": "A", "target": "B", "side": "left"},
        {"look": "shot", "unit": "A", "target": "B", "side": "up"},
        {"look": "charge", "unit": "A", "target": "X"},
        {"look": "charge", "unit": "A", "target": "B", "wheel": {"side": "up"}},
        {"look": "morale", "unit": "A", "why": "soup"},
        {"look": "command", "side": "green"},
    ],
)
def test_queries_that_mean_nothing(match: q.Match, query: Plain) -> None:
    with pytest.raises(BadQuery):
        q.inspect(match, "red", query)


@pytest.mark.rule("alaguerre:10.2.2-m2", "alaguerre:10.2.2-m3", "alaguerre:1.1.3-b")
def test_what_is_behind_and_beside_a_unit_is_told_side_by_side() -> None:
    bases = [
        red("A", [20000, 20000], *LN),
        red("S", [20000, 18000], *CAV),
        red("R", [22500, 20000], *LN),
        blue("B", [15000, 22000], *CAV),
    ]
    found = looked(play(*bases, phase="fire", options=BEFORE), "unit", unit="A")
    told = {strip["side"]: strip for strip in found["strips"]}
    assert {side: strip["safe"] for side, strip in told.items()} == {"rear": True, "left": False, "right": True}
    assert sorted(map(tuple, told["rear"]["shape"])) == [(19000, 17000), (19000, 19000), (21000, 17000), (21000, 19000)]
    blind = looked(play(*bases, phase="fire"), "unit", unit="A")["strips"]
    assert [strip["safe"] for strip in blind] == [strip["safe"] for strip in found["strips"]]
    assert min(y for _, y in blind[0]["shape"]) == 18700  # where nothing is measured, 2um are not shown


@pytest.mark.rule("alaguerre:8.1.3-a", "alaguerre:8.1.3-c", "alaguerre:1.1.3-b")
def test_who_closes_a_half_of_the_fire_is_told_with_what_lies_beyond() -> None:
    bases = [
        red("G", [20000, 20000], *GUNS),
        red("F", [18500, 22500], *LN),
        blue("E", [21500, 24000], *CAV),
        blue("B", [21500, 27000], *CAV),
    ]
    left, right = looked(play(*bases, phase="fire", options=BEFORE), "unit", unit="G")["halves"]
    assert [(half["half"], half["by"]) for half in (left, right)] == [("left", "F"), ("right", "E")]
    assert left["shape"][-1] == [20000, 21500]
    assert looked(play(*bases, phase="fire"), "unit", unit="G")["halves"] == []
