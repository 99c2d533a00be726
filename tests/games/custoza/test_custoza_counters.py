"""Chapters 2 and 23: counters, commanders, and what the minor scenarios set up."""

from __future__ import annotations

import pytest

import quadrilatero as q
from quadrilatero.games.custoza import GAME
from quadrilatero.games.custoza.datapack.checks_armies import units_of
from quadrilatero.games.custoza.rules import cohesion, combat, concepts, fortresses
from quadrilatero.kernel.ask import Reveal
from tests.games.custoza.support import Plain, austria, decline, events, hexes, italy, now, play, refused, state, where

ACTIVE = {"formation": "italy", "markers": [{"type": "assault", "hex": "3010", "target": "3011"}]}
STRIKE = {"do": "assault", "units": ["A"], "path": []}
AWAY = austria("far", "6010")
MINOR = {"vanguards": (10, 37), "morning": (38, 49), "tail": (38, 70)}


def go(unit: str, *path: str) -> Plain:
    """A move of one unit."""
    return {"do": "move", "units": [unit], "path": list(path)}


# -- 2.4: counters -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:2.4.1-a", "custoza:2.8-b")
def test_the_classes_of_combat_units() -> None:
    kinds = ["line", "light", "cavalry", "artillery", "horse_artillery", "fortress"]
    s = state(*(italy(kind, f"30{10 + n}", kind) for n, kind in enumerate(kinds)))
    assert [s.units[kind].kind for kind in kinds] == [
        "infantry",
        "infantry",
        "cavalry",
        "artillery",
        "artillery",
        "infantry",
    ]
    assert [concepts.is_infantry(s.units[kind]) for kind in kinds] == [True, True, False, False, False, True]


@pytest.mark.rule("custoza:2.4.1-b", "custoza:2.4.1-c", "custoza:2.4.1-d")
@pytest.mark.parametrize("year", [1848, 1866])
def test_movement_allowances_of_all_counters(year: int) -> None:
    found: dict[str, set[int]] = {}
    for _, unit in units_of(GAME.data.armies[year]):
        found.setdefault(unit.type, set()).add(unit.ma)
    assert (found["line"], found["light"]) == ({5}, {6})
    assert found["artillery"] == {6}
    assert found.get("horse_artillery", {8}) == {8}
    assert found["cavalry"] == {8}, "printed on the counters; ours are a reconstruction"


@pytest.mark.rule("custoza:2.4.1-g")
def test_each_battle_has_the_units_of_its_year() -> None:
    for scenario, year in (("vanguards", "66"), ("morning", "66"), ("tail", "48")):
        units = q.start("custoza", scenario, seed=1).state()["units"]
        own = {unit["id"] for unit in units if unit["type"] not in ("fortress", "general")}
        assert own
        assert {id.split(".")[0][-2:] for id in own if not id.startswith(("com", "gen"))} == {year}


@pytest.mark.rule("custoza:2.4.1.1-a")
def test_strength_fights_and_who_has_lost_all_is_gone_and_counted() -> None:
    m = play(
        italy("A", "3010", facing="S", sp=9),
        austria("D", "3011", facing="N", sp=1, max=3),
        AWAY,
        active=ACTIVE,
        dice=[6, 6],
    )
    m.answer("italy", STRIKE)
    decline(m, "face")
    assert (where(m, "D"), events(m, "eliminated")[0].data["why"]) == ("eliminated", "strength")
    losses = {entry["id"]: entry["losses"] for entry in m.view(None)["formations"]}
    assert losses["austria"] == 3


@pytest.mark.rule("custoza:2.4.1.3-a", "custoza:13.3-a", "custoza:2.4.1.3-c")
def test_status_gets_worse_level_by_level_until_rout_takes_the_unit_away() -> None:
    s = state(italy("A", "3010"), AWAY)
    seen = []
    for _ in range(4):
        for step in cohesion.lose_levels(s, [s.units["A"]], 1, "13.3-a"):
            assert isinstance(step, Reveal), "nobody is asked and no dice are rolled"
        seen.append((s.units["A"].status, s.units["A"].hex >= 0, s.units["A"].box))
    assert seen == [(1, True, None), (2, True, None), (3, True, None), (3, False, "routed")]
    assert [event.data["to"] for event in s.sink if event.kind == "status"] == ["shaken", "disordered", "disorganised"]


@pytest.mark.rule("custoza:2.4.1.4-a", "custoza:2.4.1-d")
def test_the_allowance_is_the_number_of_points() -> None:
    m = play(italy("A", "3010", ma=4), italy("B", "5010"), AWAY, active={"formation": "italy"})
    assert refused(m, "italy", go("A", "3011", "3012", "3013", "3014", "3015")) == "7.2-d"
    m.answer("italy", go("A", "3011", "3012", "3013", "3014"))
    assert where(m, "A") == "3014"
    ride = [f"30{row}" for row in range(11, 18)]
    slow = play(italy("K", "3010", "cavalry", ma=6), italy("B", "5010"), AWAY, active={"formation": "italy"})
    assert refused(slow, "italy", go("K", *ride)) == "7.2-d"
    assert slow.refuse("italy", go("K", *ride[:6])) is None


@pytest.mark.rule("custoza:chart.CMD-a")
def test_collapse_levels_follow_from_the_units() -> None:
    s = state(italy("A", "3010", sp=6, cv=8), italy("B", "3012", sp=2, max=4, cv=7), AWAY)
    assert s.formations["italy"].collapse == 3
    said = state(italy("A", "3010"), AWAY, formations=[{"id": "italy", "side": "italy", "collapse": 7}])
    assert said.formations["italy"].collapse == 7


@pytest.mark.rule("custoza:2.5-a")
def test_a_formation_acts_by_itself() -> None:
    m = play(italy("A", "3010"), italy("B", "3012", formation="two"), AWAY, active={"formation": "two"})
    assert m.ask.data["units"] == ["B"]
    assert refused(m, "italy", go("A", "3011")) == "4.1-a"


# -- 2.4.2: commanders -------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:2.4.2.1-a")
@pytest.mark.parametrize(("command", "outcome"), [(2, "failed"), (3, "activated"), (4, "activated")])
def test_a_higher_command_value_is_better(command: int, outcome: str) -> None:
    formation = {"id": "italy", "side": "italy", "command": command}
    m = play(italy("A", "3010"), AWAY, formations=[formation], fixed_initiative=True, dice=[3])
    m.answer("italy", {"do": "activate", "formation": "italy"})
    assert events(m, "roll")[0].data["outcome"] == outcome


@pytest.mark.rule("custoza:2.4.2.3-b", "custoza:2.9-a")
def test_commanders_neither_fight_nor_take_room() -> None:
    units = italy("A", "3010", facing="S"), austria("D", "3011", facing="N")
    heads = italy("com", "3010", "commander"), austria("bar", "3011", "commander"), austria("gen", "3011", "general")
    found = []
    for s in (state(*units), state(*units, *heads)):
        ahead = combat.prospects(s, [s.units["A"]], s.board.hex("3011"), "assault")
        found.append((ahead, concepts.stacking_points(s, s.board.hex("3011"), "austria")))
    assert found[0] == found[1]
    s = state(italy("com", "3010", "commander"), AWAY)
    assert not concepts.zone(s, "italy")


@pytest.mark.rule("custoza:2.4.2.3-c", "custoza:10.5.4-a")
def test_commanders_retreat_with_their_units_and_advance_if_they_like() -> None:
    units = (
        italy("A", "3010", facing="S"),
        italy("com", "3010", "commander"),
        austria("D", "3011", facing="N"),
        austria("bar", "3011", "commander"),
    )
    m = play(*units, active=ACTIVE, dice=[6, 6])
    m.answer("italy", STRIKE)
    m.answer("austria", {"do": "retreat", "units": ["D"], "path": ["3012", "3013"]})
    decline(m, "face")
    assert where(m, "bar") == "3013"
    assert (m.ask.what, m.ask.rule, m.ask.data["commanders"]) == ("advance", "2.4.2.3-c", ["com"])
    m.answer("italy", {"do": "advance", "with": []})
    assert (where(m, "A"), where(m, "com")) == ("3011", "3010")
    both = austria("E", "3011", sv=1, facing="N")
    parted = play(italy("A", "3010", facing="S", sp=24), *units[1:], both, active=ACTIVE, dice=[6, 6])
    parted.answer("italy", STRIKE)
    decline(parted, "hit", "lead")
    parted.answer("austria", {"do": "retreat", "units": ["D"], "path": ["3012", "3013"], "with": ["bar"]})
    decline(parted, "face")
    assert (where(parted, "bar"), parted.ask.data["units"]) == ("3013", ["E"])


@pytest.mark.rule("custoza:2.4.2.3-c", "custoza:12.2-a")
def test_a_commander_goes_along_when_the_last_units_of_his_hex_withdraw() -> None:
    units = italy("A", "3010"), italy("b", "3010", "light"), italy("com", "3010", "commander"), austria("D", "3011")
    m = play(*units, phase="non_activated", next="italy", initiative="italy")
    m.answer("italy", {"do": "fall_back", "units": ["A"], "path": ["3009"]})
    decline(m, "face")
    assert where(m, "com") == "3010"
    m.answer("italy", {"do": "fall_back", "units": ["b"], "path": ["2909"]})
    assert where(m, "com") == "2909"


@pytest.mark.rule("custoza:2.4.2.3-d")
def test_a_lone_commander_whose_hex_is_entered_rides_to_his_nearest_unit() -> None:
    lone = austria("bar", "3012", "commander", formation="two")
    near, his = austria("D", "3014"), austria("E", "3018", formation="two")
    free = play(italy("A", "3009"), lone, near, his, active={"formation": "italy"})
    free.answer("italy", go("A", "3010", "3011", "3012"))
    assert where(free, "bar") == "3018"
    assert events(free, "displaced")[0].rule == "2.4.2.3-d"
    twin = austria("F", "2415", formation="two")
    tied = play(italy("A", "3009"), lone, his, twin, AWAY, active={"formation": "italy"})
    tied.answer("italy", go("A", "3010", "3011", "3012"))
    assert (tied.ask.what, tied.ask.who, tied.ask.data["hexes"]) == ("displace", ("austria",), ["2415", "3018"])
    tied.answer("austria", {"do": "place", "unit": "bar", "hex": "2415"})
    assert where(tied, "bar") == "2415"


@pytest.mark.rule("custoza:2.4.2.3-d")
def test_a_general_rides_to_the_nearest_unit_of_any_formation() -> None:
    m = play(
        italy("A", "3009"),
        austria("gen", "3012", "general"),
        austria("E", "3018", formation="two"),
        active={"formation": "italy"},
    )
    m.answer("italy", go("A", "3010", "3011", "3012"))
    assert where(m, "gen") == "3018"


@pytest.mark.rule("custoza:2.4.2.3-e", "custoza:2.4.2.3-a")
def test_a_commander_without_units_rides_eight_points_through_whatever_there_is() -> None:
    wall = [italy(f"W{n}", hex) for n, hex in enumerate(("3013", "2912", "3112", "2911", "3111"))]
    lone = austria("bar", "3012", "commander", formation="two")
    m = play(italy("A", "3010"), *wall, lone, AWAY, active={"formation": "italy"})
    m.answer("italy", go("A", "3011", "3012"))
    assert m.ask.what == "displace"
    places = set(m.ask.data["hexes"])
    assert "3020" in places, "eight hexes away, past the enemy"
    assert "3021" not in places
    assert not places & {"3012", "3013", "2912", "3112", "2911", "3111"}


# -- 2.7 ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:2.7-a", "custoza:7.6-b")
def test_who_has_moved_must_choose_one_side_to_face() -> None:
    m = play(italy("A", "3010", facing="N"), italy("B", "5010"), AWAY, active={"formation": "italy"})
    m.answer("italy", go("A", "3011", "3110"))
    assert (m.ask.what, m.ask.rule) == ("face", "7.6-b")
    assert [option["facing"] for option in m.options("italy")] == ["N", "NE", "SE", "S", "SW", "NW"]
    m.answer("italy", {"do": "face", "units": ["A"], "facing": "SW"})
    assert (now(m).units["A"].facing, m.ask.what) == (4, "act")


# -- 22.3, 23 ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:22.3.1-a", "custoza:22.3.1-b", "custoza:22.3.2-a")
def test_peschiera_and_its_outworks_in_the_valley_of_the_tione() -> None:
    s = now(q.start("custoza", "vanguards", seed=1))
    forts = [unit for unit in s.units.values() if unit.type == "fortress"]
    places = hexes(s, (unit.hex for unit in forts))
    assert "1705" in places
    assert len(places) == 6
    assert all(fortresses.garrison(s, unit.hex) == unit for unit in forts)
    values = {(unit.side, unit.sp, unit.guns, unit.cv, unit.formation) for unit in forts}
    assert values == {("austria", 3, 1, 9, None)}
    assert all(unit.formation for unit in s.units.values() if unit.type == "line" and not unit.reserve)


@pytest.mark.rule("custoza:23.1.2-a", "custoza:23.2.2-a", "custoza:23.3.2-a")
@pytest.mark.parametrize(("scenario", "turns"), [("vanguards", (5, 7)), ("morning", (5, 7)), ("tail", (11, 15))])
def test_a_minor_scenario_lasts_from_its_first_game_turn_to_the_end_of_its_last(
    scenario: str, turns: tuple[int, int]
) -> None:
    m = q.start("custoza", scenario, seed=1)
    seen: list[int] = []
    while m.ask is not None:
        seat, s = m.ask.who[0], now(m)
        if m.ask.what == "activate" and (not seen or seen[-1] != s.gt):
            seen.append(s.gt)
        answers = m.options(seat)
        m.answer(seat, next((a for a in answers if a["do"] in ("pass", "done")), answers[0]))
    assert seen == list(range(turns[0], turns[1] + 1))
    assert m.result is not None
    assert m.result.reason == "majority"


@pytest.mark.rule("custoza:23.1.1-a", "custoza:23.2.1-a", "custoza:23.3.1-a")
@pytest.mark.parametrize(("scenario", "seat"), [("vanguards", "austria"), ("morning", "austria"), ("tail", "italy")])
def test_the_initiative_of_a_minor_scenario_is_never_rolled_for(scenario: str, seat: str) -> None:
    m = q.start("custoza", scenario, seed=1)
    decline(m, "limber")
    assert [event.data["seat"] for event in events(m, "initiative")] == [seat]
    assert not events(m, "roll")
    assert m.ask.who == (seat,)
    assert now(m).fixed_initiative


@pytest.mark.rule("custoza:23.1.3-a", "custoza:23.2.3-a", "custoza:23.3.3-a")
@pytest.mark.parametrize("scenario", MINOR)
def test_nobody_leaves_the_area_of_a_minor_scenario(scenario: str) -> None:
    first, last = MINOR[scenario]
    s = now(q.start("custoza", scenario, seed=1))
    columns = {int(s.board.grid.numbers[hex][:2]) for hex in s.board.in_area}
    assert (min(columns), max(columns)) == (first, last)
    edge = next(
        f"{last}{row:02d}" for row in range(5, 30) if s.board.terrain[s.board.hex(f"{last}{row:02d}")] == "clear"
    )
    m = play(
        italy("A", edge),
        AWAY if last == 70 else austria("far", f"{first}06"),
        area=[first, last],
        active={"formation": "italy"},
    )
    beyond = [n for n in s.board.numbers(s.board.grid.adjacent[s.board.hex(edge)]) if int(n[:2]) > last]
    assert bool(beyond) is (last < 70)
    for number in beyond:
        assert refused(m, "italy", go("A", number)) == "7.2-b"


@pytest.mark.rule("custoza:23.1.5-a", "custoza:23.2.5-a", "custoza:23.3.5-a")
@pytest.mark.parametrize("scenario", MINOR)
def test_the_set_up_of_a_minor_scenario_is_that_of_its_file_within_its_area(scenario: str) -> None:
    s = now(q.start("custoza", scenario, seed=1))
    file = {place.unit: place.hex for place in GAME.data.scenarios[scenario].place}
    placed = {unit.id: s.board.grid.numbers[unit.hex] for unit in s.units.values() if unit.hex >= 0}
    assert {id: hex for id, hex in placed.items() if id in file} == file
    assert {side for side in ("italy", "austria") if list(s.on_map(side))} == {"italy", "austria"}
    first, last = MINOR[scenario]
    assert all(first <= int(number[:2]) <= last for number in placed.values())
    assert all(not concepts.overstacks(s, [unit], unit.hex) for unit in s.units.values() if unit.hex >= 0)


@pytest.mark.rule("custoza:23-a")
@pytest.mark.parametrize("scenario", MINOR)
def test_minor_scenarios_are_base_games_with_the_ranks_of_their_year(scenario: str) -> None:
    position = q.start("custoza", scenario, seed=1).state()
    assert position["mode"] == "base"
    assert position["victory"]["type"] == "majority"
    assert len(position["victory"]["hexes"]) >= 3
    assert position["reluctance"] is False
    ranks = {(f["side"], f["rank"]) for f in position["formations"]}
    assert ranks == {("italy", "division"), ("austria", "brigade" if scenario == "tail" else "corps")}
