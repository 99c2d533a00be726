"""Chapters 14, 24.2 and 26: the turn of the Advanced Game, Strategic Objectives, and the campaign of 1866."""

from __future__ import annotations

import random
from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.custoza import GAME
from quadrilatero.games.custoza.rules import columns, command, formations, objectives
from quadrilatero.games.custoza.scenario import starting_position
from quadrilatero.hexes import HexSet
from tests.games.custoza.support import Plain, austria, events, italy, now, play, refused, state

# -- 14: the turn ------------------------------------------------------------------------------------------------------

D1: Plain = {"id": "d1", "side": "italy", "state": "march", "objective": "3033"}
A1: Plain = {"id": "a1", "side": "austria", "state": "march", "objective": "3005"}
BOTH: list[Plain] = [
    italy("com.d1", "1010", "commander", formation="d1"),
    {"id": "r1", "side": "italy", "formation": "d1", "type": "line", "box": "formation"},
    austria("com.a1", "6010", "commander", formation="a1"),
    {"id": "b1", "side": "austria", "formation": "a1", "type": "line", "box": "formation"},
]


@pytest.mark.rule("custoza:14.2-a", "custoza:14.1-a", "custoza:14.3-a")
def test_the_phases_follow_in_order_and_the_initiative_comes_second_in_the_command_phase() -> None:
    said: Plain = {
        "mode": "advanced",
        "gt": 6,
        "phase": "initiative",
        "last": {"day": 1, "gt": 7},
        "formations": [D1, A1],
    }
    m = play(*BOTH, **said, dice=[6, 6, 1, 1, 6, 6, 6, 6, 1, 2, 3, 4])
    asked = []
    while m.ask is not None and now(m).gt == 6:
        seat = m.ask.who[0]
        asked.append((m.ask.what, seat))
        m.answer(seat, {"do": "done" if m.ask.what in ("states", "objectives") else "pass"})
    assert asked == [
        ("states", "austria"),
        ("states", "italy"),
        ("objectives", "austria"),
        ("objectives", "italy"),
        ("march", "italy"),
        ("march", "austria"),
        ("march", "italy"),
    ]
    phases = [event.data["phase"] for event in events(m, "phase")]
    assert phases[:6] == ["command", "action", "non_activated", "ooc", "march", "fatigue"]
    assert phases[6] == "end"


@pytest.mark.rule("custoza:14.8.3-a", "custoza:26.1.6-b")
def test_the_turn_marker_advances_and_a_turn_may_lack_its_command_phase() -> None:
    said: Plain = {"mode": "advanced", "gt": 3, "phase": "initiative", "skip_command": 3, "last": {"day": 1, "gt": 5}}
    m = play(*BOTH, **said, formations=[D1, A1], dice=[6, 6, 1, 1, 6, 6, 6, 6, 6, 6, 1, 1])
    assert m.ask is not None
    assert m.ask.what == "march", "straight to the action phase, in which nobody can act"
    while m.ask.what == "march":
        m.answer(m.ask.who[0], {"do": "pass"})
    assert (now(m).gt, m.ask.what) == (4, "states")


# -- 24.2, 26.2: Strategic Objectives ----------------------------------------------------------------------------------


def objective(side: str, number: int, *parts: Plain) -> Plain:
    return {"side": side, "number": number, "conditions": list(parts)}


HOLD = objective("italy", 1, {"kind": "control_all", "hexes": ["3010", "3011"]})
TAKE = objective("austria", 1, {"kind": "control_all", "hexes": ["3030"]})


def finished(control: Plain, *units: Plain, said: list[Plain] | None = None, **more: Any) -> q.Result:
    victory = {"type": "objectives", "objectives": said or [HOLD, TAKE]}
    strategy = more.pop("strategy", {"italy": 1, "austria": 1})
    m = play(
        *(units or (italy("I", "1010"), austria("A", "6010"))),
        mode="advanced",
        phase="end",
        victory=victory,
        strategy=strategy,
        control=control,
        **more,
    )
    assert m.result is not None
    return m.result


@pytest.mark.rule("custoza:26.2-a", "custoza:24.2-c")
@pytest.mark.parametrize(
    ("control", "winner", "reason"),
    [
        ({"italy": ["3010", "3011"]}, "italy", "objective"),
        ({"austria": ["3030"]}, "austria", "objective"),
        ({"italy": ["3010", "3011"], "austria": ["3030"]}, None, "both_objectives"),
        ({"italy": ["3010"]}, None, "no_objective"),
    ],
)
def test_who_has_met_his_own_objective_wins_and_both_or_neither_is_a_draw(
    control: Plain, winner: str | None, reason: str
) -> None:
    for year in (1848, 1866):
        result = finished(control, year=year)
        assert (result.winner, result.reason) == (winner, reason)
        assert result.score["objectives"]["italy"]["number"] == 1


@pytest.mark.rule("custoza:26.2-b")
def test_peschiera_is_isolated_when_no_line_leads_from_it_to_verona() -> None:
    cut = objective("italy", 1, {"kind": "no_ah_loc", "from": "3010", "to": "3020"})
    road: Plain = {"roads": [{"class": "minor", "path": [f"30{row}" for row in range(10, 21)]}]}
    assert finished({}, said=[cut, TAKE], board=road).winner is None
    wall = [italy(f"I{column}", f"{column}15") for column in range(10, 71, 2)]
    assert finished({}, *wall, austria("A", "6030"), said=[cut, TAKE], board=road).winner == "italy"


@pytest.mark.rule("custoza:24.2-h", "custoza:24.2-l")
def test_a_bridgehead_needs_one_whole_corps_in_the_west_and_units_in_both_hexes() -> None:
    parts: list[Plain] = [{"kind": "corps_west_of_mincio"}, {"kind": "occupy_all", "hexes": ["4010", "4011"]}]
    board = {"west": [f"{column}{row:02}" for column in range(10, 30) for row in range(4, 34)]}
    entries: list[Plain] = [
        {"id": "hal", "side": "austria", "rank": "corps", "corps": "res"},
        {"id": "tax", "side": "austria", "rank": "corps", "corps": "res"},
        {"id": "ii", "side": "austria", "rank": "corps"},
    ]
    garrison = [austria("G", "4010", formation="ii"), austria("H", "4011", formation="ii")]

    def met(*units: Plain, **more: Any) -> bool:
        s = state(*units, italy("I", "6030"), mode="advanced", board=board, formations=entries, **more)
        s.victory = {"type": "objectives", "objectives": [objective("austria", 1, *parts)]}
        return objectives.is_met(s, "austria", 1)

    west = [austria("X", "2010", formation="hal"), austria("Y", "2012", formation="tax")]
    assert met(*west, *garrison)
    assert not met(west[0], austria("Y", "3512", formation="tax"), *garrison), "Haller and Taxis are one Corps"
    assert not met(*west, garrison[0]), "4011 is empty"
    assert met(*west, garrison[0], control={"austria": ["4011"]}, options={"valeggio": "control"})
    broken = {**west[0], "sp": 1, "max": 9}
    assert not met(broken, {**west[1], "sp": 1, "max": 9}, *garrison), "a collapsed Corps does not count"


@pytest.mark.rule("custoza:24.2-i")
def test_peschiera_is_of_use_only_with_a_line_of_communication() -> None:
    parts = [{"kind": "control_all", "hexes": ["3010"]}, {"kind": "valid_loc", "hexes": ["3010"]}]
    said: list[Plain] = [objective("austria", 2, *parts), HOLD]
    road: Plain = {"roads": [{"class": "minor", "path": [f"30{row}" for row in range(10, 21)]}]}
    more: Plain = {"said": said, "board": road, "strategy": {"italy": 1, "austria": 2}, "year": 1848}
    assert finished({"austria": ["3010"]}, **more, supply={"austria": ["3020"]}).winner == "austria"
    assert finished({"austria": ["3010"]}, **more, supply={"austria": ["6020"]}).winner is None
    assert finished({}, **more, supply={"austria": ["3020"]}).winner is None


@pytest.mark.rule("custoza:26.2-d", "custoza:26.2-f")
def test_by_option_both_hexes_of_custoza_count() -> None:
    part = {"kind": "control_all", "hexes": ["2625", "3923"]}
    for option, met in (("one", True), ("both", False)):
        s = state(italy("I", "1010"), control={"italy": ["2625", "3923"]}, options={"custoza_hexes": option})
        assert objectives.controls_all(s, "italy", part) is met


# -- 26: the campaign of 1866 ------------------------------------------------------------------------------------------


def campaign(seed: int = 1, **options: str) -> q.Match:
    return q.start("custoza", "1866", seed=seed, options=options)


def chosen(match: q.Match, italy: int = 1, austria: int = 1) -> q.Match:
    match.answer("italy", {"do": "choose", "objective": italy})
    match.answer("austria", {"do": "choose", "objective": austria})
    return match


@pytest.mark.rule("custoza:26.2-a", "custoza:24.2-a")
def test_both_choose_at_once_and_neither_ever_sees_the_other_s_choice() -> None:
    m = campaign()
    assert m.ask is not None
    assert (m.ask.what, tuple(m.ask.who)) == ("strategy", ("italy", "austria"))
    assert refused(m, "italy", {"do": "choose", "objective": 4}) == "24.2-a"
    chosen(m, 3, 2)
    assert now(m).strategy == {"italy": 3, "austria": 2}
    assert m.view("italy")["strategy"] == {"italy": 3, "austria": None}
    assert m.view(None)["strategy"] == {"italy": None, "austria": None}


@pytest.mark.rule("custoza:26.1.1-a", "custoza:26.1.5-a", "custoza:26.1.6-a")
def test_the_campaign_of_1866_begins_in_turn_3_and_ends_with_turn_18() -> None:
    s = now(chosen(campaign()))
    assert (s.day, s.gt, (s.last.day, s.last.gt), s.mode) == (1, 3, (1, 18), "advanced")
    assert {unit.side for unit in s.units.values() if unit.type == "fortress"} == {"austria"}
    assert s.board.numbers(s.supply["italy"]) == ["1004", "1034", "2533", "4434", "4834"]
    assert s.board.numbers(s.supply["austria"]) == ["7004", "7006", "7011", "7014"]


@pytest.mark.rule("custoza:26.1.2-b", "custoza:26.1.4-a", "custoza:26.1.2-c")
def test_italian_formations_are_divisions_and_austrian_ones_corps_reserves_among_them() -> None:
    s = now(chosen(campaign()))
    ranks = {side: {entry.rank for entry in s.formations.values() if entry.side == side} for side in s.armies}
    assert ranks == {"italy": {"division"}, "austria": {"corps"}}
    assert {"i66.ris", "a66.res", "a66.cav"} <= s.formations.keys()
    assert not any(unit.reserve for unit in s.units.values()), "nobody is a unit of the Reserve (4.4)"


@pytest.mark.rule("custoza:26.1.2-a", "custoza:26.1.2-d", "custoza:26.1.2-e")
def test_la_marmora_helps_only_who_is_stacked_with_him_and_never_the_third_corps() -> None:
    s = now(chosen(campaign()))
    general = s.general("italy")
    assert general is not None
    assert general.value == 0
    stranger = {"i66.d7", "i66.d8", "i66.d9", "i66.d16", "i66.cav"}
    assert {entry.id for entry in s.formations.values() if entry.no_general} == stranger
    for name, entry in s.formations.items():
        commander = s.commander(name)
        if entry.side == "italy" and commander is not None and commander.hex >= 0:
            s.move(s.units[general.id], commander.hex)
            assert command.general_helps(s, name) is (name not in stranger), name
            s.move(s.units[general.id], s.board.grid.adjacent[commander.hex][0])
            assert not command.general_helps(s, name), name


@pytest.mark.rule("custoza:26.1.3-a", "custoza:26.1.3-b", "custoza:26.1.3-c")
def test_engaged_italians_are_reluctant_until_they_have_fought_and_both_players_see_it() -> None:
    m = chosen(campaign())
    s = now(m)
    s.change_formation("i66.d1", state="engaged")
    for face, outcome in ((4, "failed"), (5, "reluctant"), (6, "reluctant")):
        assert formations.activation_outcome(s, s.formations["i66.d1"], face, []) == outcome
    formations.mark_fought(s, ["i66.d1"])
    assert formations.activation_outcome(s, s.formations["i66.d1"], 6, []) == "loose_cannon"
    entries = {entry["id"]: entry for entry in m.view("austria")["formations"]}
    assert entries["i66.d1"]["blooded"] is True
    assert formations.is_reluctant(now(chosen(campaign(italian_reluctance="never"))), s.formations["i66.d3"]) is False


@pytest.mark.rule("custoza:14-a", "custoza:15.2-a", "custoza:15.3-a")
def test_formations_in_march_and_in_reserve_are_shown_by_commander_and_scout_alone() -> None:
    m = chosen(campaign())
    s = now(m)
    for name in ("i66.d1", "i66.d2", "a66.v"):
        assert {unit.box for unit in s.of_formation(name)} == {"formation"}
        commander = s.commander(name)
        assert commander is not None
        assert s.units[f"scout.{name}"].hex == commander.hex
    italians = [unit for unit in m.view("austria")["units"] if unit["side"] == "italy"]
    assert {unit["type"] for unit in italians} == {"piece"}


@pytest.mark.rule("custoza:24-a")
@pytest.mark.parametrize("seed", range(1))
def test_a_campaign_is_played_to_its_end_by_random_answers(seed: int) -> None:
    m, rng = campaign(seed), random.Random(seed)
    while m.ask is not None:
        seat = rng.choice(m.ask.who)
        m.answer(seat, rng.choice(m.options(seat)))
    assert m.result is not None
    assert (now(m).gt, m.result.reason) == (18, m.result.reason)
    assert m.result.reason in ("objective", "both_objectives", "no_objective")
    assert {"deployed", "scout_removed", "collapsed"} & {event.kind for event in m.events}


@pytest.mark.rule("custoza:15.1-a", "custoza:16.11-a", "custoza:14-a")
def test_an_engaged_formation_hides_nothing_not_even_at_the_edge_and_one_in_march_all() -> None:
    entry: Plain = {"id": "d1", "side": "italy", "fatigue": 3, "attempts": 1}
    unit = italy("I", "1011", formation="d1")
    due = {"id": "J", "side": "italy", "formation": "d1", "type": "line", "box": "due"}
    for units, said in (((unit,), "engaged"), ((unit, due), "engaged"), ((due,), "engaged"), ((due,), "march")):
        commander = italy("com.d1", "1010", "commander", formation="d1")
        if unit not in units:
            del commander["hex"]
            commander["box"] = "due"
        position: Plain = {"mode": "advanced", "phase": "action", "formations": [{**entry, "state": said}]}
        m = play(commander, *units, austria("A", "6030"), **position)
        seen = next(entry for entry in m.view("austria")["formations"] if entry["id"] == "d1")
        assert (seen["state"], seen["fatigue"], seen["attempts"]) == (
            ("engaged", 3, 1) if said == "engaged" else ("march", 0, 0)
        )


@pytest.mark.rule("custoza:26.2-c", "custoza:26.2-e", "custoza:26.2-g")
@pytest.mark.parametrize(
    ("side", "number", "hexes"),
    [
        ("italy", 2, ["1705"]),
        ("italy", 3, ["2529", "2430", "3923", "4929", "5029", "5030", "5129"]),
        ("austria", 1, ["1821", "2330"]),
        ("austria", 2, ["2625", "3125", "3923"]),
        ("austria", 3, ["1526", "1621", "1513"]),
    ],
)
def test_the_hexes_of_1866_are_to_be_controlled_all_of_them(side: str, number: int, hexes: list[str]) -> None:
    s = now(chosen(campaign()))
    empty = {"italy": HexSet.of([]), "austria": HexSet.of([])}
    garrisons = [unit for unit in s.units.values() if unit.hex >= 0 and s.board.grid.numbers[unit.hex] in hexes]
    for unit in garrisons:
        s.remove(unit, "eliminated")
    for missing in (None, hexes[0]):
        held = HexSet.of(s.board.hex(hex) for hex in hexes if hex != missing)
        s.control = {**empty, side: held}
        assert objectives.is_met(s, side, number) is (missing is None)


@pytest.mark.rule("custoza:26.3-a")
def test_the_set_up_of_1866_is_that_of_the_data_and_all_groups_are_due_later() -> None:
    s = now(chosen(campaign()))
    assert [(group.formation, group.gt) for group in s.reinforcements] == [
        ("i66.d8", 4),
        ("i66.cav", 5),
        ("i66.ris", 5),
        ("i66.d9", 6),
    ]
    waiting = {group.formation for group in s.reinforcements}
    for name in s.formations:
        commander = s.commander(name)
        assert commander is not None
        assert (commander.box == "due") is (name in waiting), name
        assert s.units[f"scout.{name}"].box == ("pool" if name in waiting else None)


@pytest.mark.rule("custoza:chart.OM-a", "custoza:16.1-a")
def test_any_named_place_of_the_map_may_be_an_objective_and_nothing_else() -> None:
    s = now(chosen(campaign()))
    assert {"3923", "1705", "4707"} <= set(s.board.numbers(columns.goals(s)))
    refusal = columns.refuse_goal(s, "3333")
    assert refusal is not None
    assert refusal.rule == "16.1-a"
    bare = state(italy("I", "1010"))
    assert columns.refuse_goal(bare, "3333") is None


# -- 24, 25, 27, 28: what is settled of the other campaigns ------------------------------------------------------------


def beginning(name: str) -> Plain:
    return starting_position(GAME.data, GAME.charts, name)


@pytest.mark.rule("custoza:24.1.6-a", "custoza:25.1.6-a", "custoza:28.1.6-a")
def test_the_campaigns_of_1848_last_into_the_afternoon_of_the_third_day() -> None:
    starts = {"1848": (1, 4), "1848-free": (1, 3), "1848-late": (2, 11)}
    for name, start in starts.items():
        said = beginning(name)
        assert ((said["day"], said["gt"]), said["last"]) == (start, {"day": 3, "gt": 17})


@pytest.mark.rule("custoza:27.1.3-a", "custoza:27.1.6-a")
def test_the_free_campaign_of_1866_begins_in_turn_1_and_knows_no_reluctance() -> None:
    said, historical = beginning("1866-free"), beginning("1866")
    assert (said["gt"], said["last"], said["skip_command"]) == (1, {"day": 1, "gt": 18}, None)
    assert (said["reluctance"], historical["reluctance"]) == (False, True)


@pytest.mark.rule("custoza:24.1.5-a", "custoza:24.1.5-b")
def test_the_sources_of_supply_of_1848() -> None:
    for name in ("1848", "1848-free", "1848-late"):
        assert beginning(name)["supply"] == {
            "italy": ["1004", "1034", "2533", "4434", "4834"],
            "austria": ["7004", "7006", "7011", "7014"],
        }


@pytest.mark.rule("custoza:24.1-b", "custoza:24.1-c")
def test_in_1848_bava_has_a_corps_and_two_austrians_brigades() -> None:
    ranks = {entry["id"]: entry["rank"] for entry in beginning("1848")["formations"]}
    assert {name for name, rank in ranks.items() if rank == "corps" and name.startswith("i48")} == {"i48.c1"}
    assert {name for name, rank in ranks.items() if rank == "brigade"} == {"a48.sim", "a48.per"}
    assert {rank for name, rank in ranks.items() if name.startswith("a48")} == {"corps", "brigade"}


@pytest.mark.rule("custoza:24.2-d", "custoza:24.2-e", "custoza:24.2-f")
@pytest.mark.parametrize(
    ("number", "hexes"),
    [
        (1, ["2529", "2430", "4929", "5029", "5030", "5129"]),
        (2, ["2315", "2309", "3105"]),
        (3, ["4707", "4913", "4914", "5014", "4929", "5029", "5030", "5129"]),
    ],
)
def test_the_italian_objectives_of_1848_are_hexes_to_be_controlled(number: int, hexes: list[str]) -> None:
    s = state(italy("I", "1010"), year=1848)
    s.victory = beginning("1848")["victory"]
    for missing in (None, *hexes):
        held = HexSet.of(s.board.hex(hex) for hex in hexes if hex != missing)
        s.control = {"italy": held, "austria": HexSet.of([])}
        assert objectives.is_met(s, "italy", number) is (missing is None), missing


@pytest.mark.rule("custoza:24.2-b")
def test_the_italian_alone_may_change_his_mind_at_the_start_of_the_second_day() -> None:
    said: Plain = {"mode": "advanced", "year": 1848, "phase": "command", "victory": {"type": "objectives"}}
    said |= {"last": {"day": 3, "gt": 17}, "strategy": {"italy": 1, "austria": 1}, "formations": [D1, A1]}
    for day, gt, asked in ((2, 1, True), (1, 1, False), (2, 2, False)):
        m = play(*BOTH, **said, day=day, gt=gt)
        assert m.ask is not None
        assert (m.ask.what == "strategy") is asked
    m = play(*BOTH, **said, day=2, gt=1)
    assert m.ask is not None
    assert (m.ask.what, tuple(m.ask.who)) == ("strategy", ("italy",))
    assert refused(m, "italy", {"do": "choose", "objective": 1}) == "24.2-b", "that is what he has"
    m.answer("italy", {"do": "choose", "objective": 3})
    assert now(m).strategy == {"italy": 3, "austria": 1}
    assert m.view("austria")["strategy"] == {"italy": None, "austria": 1}


@pytest.mark.rule("custoza:28.2-a")
def test_in_the_late_campaign_the_italian_objective_is_the_third() -> None:
    said = beginning("1848-late")
    assert said["strategy"]["italy"] == 3
    s = GAME.read(said, GAME.choose_options(None))
    assert objectives.undecided(s) == ["austria"]


@pytest.mark.rule("custoza:24.2-k")
def test_a_whole_corps_has_left_when_all_but_the_routed_and_the_lost_are_gone() -> None:
    entries: list[Plain] = [{"id": "ii", "side": "austria", "rank": "corps", "collapse": 9}]

    def left(*boxes: str, **more: Any) -> bool:
        units = [
            {"id": f"u{n}", "side": "austria", "type": "line", "formation": "ii", "box": box}
            for n, box in enumerate(boxes)
        ]
        entry = {**entries[0], **more}
        s = state(*units, italy("I", "1010"), mode="advanced", formations=[entry])
        return objectives.corps_has_left(s, "austria", {})

    assert left("exited", "exited", "routed")
    assert not left("exited", "formation")
    assert not left("exited", "routed", collapse=6), "collapsed"
