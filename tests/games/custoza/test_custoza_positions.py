"""Positions of Custoza: what they leave out, what they may not say, and that they come back as they were."""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec
import pytest

import quadrilatero as q
from quadrilatero.games.custoza import GAME
from quadrilatero.games.custoza.position import CODEC
from quadrilatero.games.custoza.rules import victory
from quadrilatero.games.custoza.units import Formation, Unit
from quadrilatero.games.custoza.writing import write_formation, write_state, write_unit
from quadrilatero.kernel import BadPosition
from tests.games.custoza.support import Plain, austria, italy, position, state

MINOR = ("vanguards", "morning", "tail")


def fault(plain: Plain) -> BadPosition:
    with pytest.raises(BadPosition) as caught:
        GAME.read(plain, GAME.choose_options(None))
    return caught.value


def test_only_units_are_required() -> None:
    s = state(italy("A", "3010"), austria("D", "3012"))
    assert (s.mode, s.year, s.day, s.gt, s.light, s.phase) == ("base", 1866, 1, 8, "day", "initiative")
    assert (s.last.day, s.last.gt, s.next, s.passes) == (1, 8, "italy", 0)
    assert s.formations.keys() == {"italy", "austria"}
    assert s.formations["italy"].command == 3
    assert "units" in str(fault({"map": {}}))


@pytest.mark.rule("custoza:2.4.1-b", "custoza:2.4.1-c", "custoza:22.3.1-a")
def test_values_by_type() -> None:
    types = ("line", "light", "cavalry", "artillery", "horse_artillery", "train", "fortress")
    s = state(*(italy(kind, f"30{10 + 2 * n}", kind) for n, kind in enumerate(types)))
    printed = {u.type: (u.sp, u.sv, u.cv, u.ma) for u in s.units.values()}
    assert printed == {
        "line": (6, 3, 8, 5),
        "light": (2, 1, 8, 6),
        "cavalry": (4, 3, 8, 8),
        "artillery": (4, 1, 8, 6),
        "horse_artillery": (4, 1, 8, 8),
        "train": (1, 1, 8, 6),
        "fortress": (3, 0, 9, 0),
    }
    assert s.units["fortress"].formation is None
    assert s.units["line"].formation == "italy"
    assert s.board.terrain[s.units["fortress"].hex] == "fortress"


def test_facings_and_strength_by_default() -> None:
    s = state(italy("A", "3010", sp=4, max=7), austria("D", "3014"), italy("B", "3020", max=5))
    assert (s.units["A"].facing, s.units["D"].facing) == (0, 3)
    assert (s.units["A"].lost, s.units["B"].sp) == (3, 5)


def test_light_follows_the_turn_track_unless_said() -> None:
    assert state(italy("A", "3010"), gt=18).light == "dusk"
    assert state(italy("A", "3010"), gt=18, year=1848).light == "night"
    assert state(italy("A", "3010"), gt=18, light="day").light == "day"


@pytest.mark.rule("custoza:19.1-a")
def test_collapse_level_follows_from_the_units() -> None:
    s = state(italy("A", "3010"), italy("B", "3012", sp=4, cv=7), formations=[{"id": "italy", "side": "italy"}])
    assert s.formations["italy"].collapse == 3


def test_the_active_formation_acts_first_and_then_the_other_side_tries() -> None:
    s = state(italy("A", "3010"), active={"formation": "italy"})
    assert (s.phase, s.next, s.active and s.active.step) == ("action", "austria", "act")


BAD: list[tuple[Plain, str, str | None]] = [
    (position(italy("A", "3010", box="routed")), "units[0]: say either the hex", None),
    (position({"id": "A", "side": "italy", "type": "line"}), "units[0]: say either the hex", None),
    (position(italy("A", "9910")), "units[0].hex: Hex 9910 is off the map", None),
    (position(italy("A", "3010", sp=7, max=6)), "units[0].sp", "2.4.1.1-a"),
    (position(italy("A", "3010"), italy("A", "3011")), "units[1].id: 'A' is used twice", None),
    (position(italy("A", "3010"), austria("D", "3010")), "units[0].hex: 3010 is held by 'D'", "7.2-c"),
    (position(italy("A", "3010"), italy("B", "3010")), "6 stacking points in 3010", "2.9-b"),
    (position(italy("A", "3010"), italy("B", "3010", "light", facing="S")), "face the same side", "7.6-a"),
    (position(italy("A", "3010"), board={"terrain": {"3010": "mincio"}}), "nobody can stand in 3010", "22.2-a"),
    (position(italy("A", "3010", "artillery"), board={"terrain": {"3010": "tione"}}), "in the Tione", "22.1-a"),
    (position(italy("A", "3010", "cavalry", square=True)), "units[0].square", "7.7-a"),
    (position(italy("A", "3010", exhausted=True)), "units[0].exhausted", "9.6-a"),
    (position(italy("c", "3010", "commander", sp=3)), "units[0].sp: a commander has none", "2.4.2.3-b"),
    (position(italy("A", "3010", formation="x"), formations=[{"id": "x", "side": "austria"}]), "'x'", "2.5-a"),
    (position(italy("A", "3010"), phase="march"), "phase: the base game has no phase 'march'", "14.3-a"),
    (position(italy("A", "3010"), active={"formation": "z"}), "active.formation", "5.1-a"),
    (
        position(
            italy("A", "3010"),
            active={"formation": "italy", "markers": [{"type": "assault", "hex": "3010", "target": "3012"}]},
        ),
        "active.markers[0].target",
        "6.1-b",
    ),
    (position(italy("A", "3010"), gt=9, last={"day": 1, "gt": 8}), "last: the last game turn is past", "3.5-b"),
    (position(italy("A", "3010"), area=[40, 50]), "outside the area", None),
    (
        position(italy("A", "3010"), board={"terrain": {"3010": "swamp"}}),
        "map: terrain: 3010: there is no 'swamp'",
        None,
    ),
    (position(italy("A", "3010"), board={"bridges": ["3010"]}), "map: bridges: 3010 is no river hex", None),
    (position(italy("A", "3010"), active={"formation": "italy", "acted": {"Z": {"did": "move"}}}), "no unit 'Z'", None),
    (position(italy("A", "3010"), colour="red"), "unknown field `colour`", None),
]


@pytest.mark.parametrize(("plain", "words", "rule"), BAD)
def test_faults_name_the_field_and_the_rule(plain: Plain, words: str, rule: str | None) -> None:
    found = fault(plain)
    assert words in str(found)
    assert found.rule == rule
    if rule is not None:
        assert found.said is not None
        assert found.text("it").endswith(f": {found.said['it']} [{rule}]")
        assert found.said["it"] != found.said["en"]


def written(plain: Plain, options: dict[str, str] | None = None) -> Plain:
    chosen = GAME.choose_options(options)
    found: Plain = GAME.position(GAME.read(plain, chosen))
    return found


def test_positions_come_back_as_they_were() -> None:
    plain = position(
        italy("com", "3009", "commander", up=True),
        italy("A", "3010", status="shaken", ammo="low", sp=3, max=6, used=True),
        italy("g", "3010", "artillery", march=True),
        austria("gen", "3020", "general", value=2),
        {"id": "r", "side": "austria", "type": "line", "box": "routed", "sp": 2, "max": 6},
        austria("f", "3030", "fortress", attack_from=["3029"], guns=2),
        board={"roads": [{"class": "major", "path": ["3009", "3010"]}], "levels": {"3010": 2}},
        active={
            "formation": "italy",
            "conduct": "bold",
            "markers": [{"type": "assault", "hex": "3010", "target": "3011"}],
            "acted": {"A": {"did": "move", "mp": "5/2"}},
        },
        control={"italy": ["3010"]},
        victory={"type": "majority", "hexes": ["3010"]},
        facing={"units": ["A"], "along": "NE"},
    )
    once = written(plain)
    assert once == written(once)
    assert once["active"]["acted"] == {"A": {"did": "move", "mp": "5/2"}}
    assert once["control"] == {"italy": ["3010"], "austria": []}
    assert once["facing"]["along"] == "NE"
    assert once["units"][4]["box"] == "routed"
    assert "hex" not in once["units"][4]
    json.dumps(once)


@pytest.mark.parametrize("scenario", GAME.data.scenarios)
def test_every_scenario_is_a_position(scenario: str) -> None:
    s = GAME.set_up(scenario, GAME.choose_options(None))
    plain = GAME.position(s)
    assert written(plain) == plain
    assert plain["phase"] == "setup"
    assert all(unit["sp"] == unit["max"] for unit in plain["units"] if "sp" in unit)


def test_names_of_scenarios() -> None:
    assert list(GAME.data.scenarios) == [
        "vanguards",
        "morning",
        "tail",
        "1848",
        "1848-free",
        "1866",
        "1866-free",
        "1848-late",
        "learning",
    ]
    assert [entry.id for entry in GAME.scenarios()] == list(GAME.data.scenarios)
    with pytest.raises(ValueError, match="custoza has no scenario 'x'; it has vanguards"):
        q.start("custoza", "x")


def test_the_schema_takes_what_positions_say() -> None:
    schema = GAME.schema()
    assert {"map", "units", "formations", "active", "since", "ended", "roster"} <= schema["properties"].keys()
    assert schema["required"] == ["units"]


def test_the_board_of_a_position_is_its_own() -> None:
    s = state(italy("A", "3010"), board={"terrain": {"3011": "woods"}, "levels": {"3011": 1}})
    assert s.board.terrain[s.board.hex("3011")] == "woods"
    assert s.board.levels[s.board.hex("3011")] == 1
    assert s.board.supply == {"italy": (), "austria": ()}
    real = GAME.read({"units": [italy("A", "3010")]}, GAME.choose_options(None))
    assert real.board.numbers(real.supply["austria"]) == ["7004", "7006", "7011", "7014"]


def test_a_match_goes_on_from_its_own_state() -> None:
    match = q.start("custoza", "tail", seed=5)
    rng = random.Random(1)
    for _ in range(2):
        seat = match.ask.who[0] if match.ask else ""
        match.answer(seat, match.random_answer(seat, rng))
    again = q.start("custoza", position=match.state(), seed=1)
    assert msgspec.json.encode(again.state()) == msgspec.json.encode(match.state())


def test_options_of_the_game() -> None:
    defaults = GAME.choose_options(None)
    wanted: dict[str, Any] = {"fog": "book", "sight": "literal", "night_turns": "short", "brigades": "two"}
    assert wanted.items() <= defaults.items()
    assert len(defaults) == 16


@pytest.mark.parametrize(
    ("value", "taken", "winner"),
    [
        ("none", 4, "austria"),
        ("italy_1", 4, None),
        ("italy_2", 4, "italy"),
        ("italy_2", 5, "austria"),
        ("italy_3", 5, None),
        ("austria_3", 2, None),
        ("austria_3", 3, "austria"),
    ],
)
def test_a_head_start_counts_with_the_hexes_at_the_end(value: str, taken: int, winner: str | None) -> None:
    vanguards = ["2713", "2913", "2915", "2617", "3318", "3119", "3321"]
    s = state(
        italy("A", "3010"),
        austria("D", "3030"),
        victory={"type": "majority", "hexes": vanguards},
        control={"austria": vanguards[:taken], "italy": vanguards[taken:]},
        options={"head_start": value},
    )
    victory.final_result(s)
    assert s.result is not None
    assert s.result.winner == winner


@pytest.mark.parametrize("seed", range(3))
def test_views_write_a_state_as_it_is_described(seed: int) -> None:
    as_described = CODEC.writer(without=("units", "formations", "control", "roster"))
    unit_described, formation_described = CODEC.record_writer(Unit), CODEC.record_writer(Formation)
    rng = random.Random(seed)
    match = q.start("custoza", scenario=MINOR[seed], seed=seed)
    while match.ask is not None:
        s, encode = match.standing()[1], msgspec.json.encode
        assert encode(write_state(s)) == encode(as_described(s))
        for unit in s.units.values():
            assert encode(write_unit(unit.copy(), s)) == encode(unit_described(unit.copy(), s))
        for formation in s.formations.values():
            assert encode(write_formation(formation.copy(), s)) == encode(formation_described(formation.copy(), s))
        seat = match.ask.who[0]
        match.answer(seat, rng.choice(match.options(seat)))


def test_views_write_fortresses_works_and_groups_as_they_are_described() -> None:
    works = {"building": {"hex": "3011", "left": 2}, "ferry": True}
    plain = position(
        italy("A", "3010") | works,
        italy("B", "3110") | {"ferry": {"hex": "3011", "left": 1}},
        austria("F", "3012", "fortress") | {"attack_from": ["3011"]},
        austria("G", "3015", "general"),
        austria("C", "3015", "commander"),
        austria("E", "3020") | {"hex": None, "box": "due"},
    )
    s = GAME.read(plain, GAME.choose_options(None))
    described = CODEC.record_writer(Unit)
    for unit in s.units.values():
        assert write_unit(unit.copy(), s) == described(unit.copy(), s)


@pytest.mark.parametrize(("year", "scenario"), [(1848, "1848"), (1866, "1866")])
def test_strategic_objectives_that_a_position_does_not_spell_are_those_of_the_year(year: int, scenario: str) -> None:
    plain = {"map": "custoza", "mode": "advanced", "year": year, "victory": {"type": "objectives"}, "units": []}
    campaign = q.start("custoza", scenario=scenario).state()["victory"]
    assert GAME.read(plain, GAME.choose_options(None)).victory == campaign
    bare = GAME.read({**plain, "victory": {"type": "objectives", "objectives": []}}, GAME.choose_options(None)).victory
    assert bare == {"type": "objectives", "hexes": [], "objectives": []}
