"""Chapters 5 and 13.6 in their finer points: who may be activated, what a roll comes to, who recovers what."""

from __future__ import annotations

from dataclasses import replace

import pytest

from quadrilatero.games.custoza.records import Acted
from quadrilatero.games.custoza.rules import cohesion, formations, losses, recovery
from tests.games.custoza.support import Plain, austria, events, italy, now, play, refused, rolls, state

FORMATION = {"id": "italy", "side": "italy"}


# -- 5.1 ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:5.1-a", "custoza:5.1-b", "custoza:5.1.2-a")
@pytest.mark.parametrize(
    ("more", "rule", "reason"),
    [
        ({}, None, None),
        ({"this_turn": "activated"}, "5.1-b", "already_activated"),
        ({"this_turn": "halted"}, "5.1.2-a", "halted"),
        ({"state": "reserve"}, "5.1-a", "not_engaged"),
    ],
)
def test_which_formations_may_be_tried(more: Plain, rule: str | None, reason: str | None) -> None:
    s = state(italy("A", "3010"), austria("D", "3020"))
    s.formations = {**s.formations, "italy": replace(s.formations["italy"], **more)}
    refusal = formations.refuse_attempt(s, "italy", "italy")
    assert (refusal and refusal.rule, refusal and refusal.reason) == (rule, reason)
    assert formations.eligible(s, "italy") == ([] if rule else ["italy"])


@pytest.mark.rule("custoza:5.1-a")
def test_only_ones_own_formations_that_have_anybody_are_tried() -> None:
    m = play(italy("A", "3010"), austria("D", "3020"), fixed_initiative=True, phase="action", next="italy")
    assert m.ask.what == "activate"
    assert (m.ask.data["formations"], m.ask.data["passes"]) == (["italy"], 0)
    for name in ("austria", "nobody"):
        refusal = m.refuse("italy", {"do": "activate", "formation": name})
        assert refusal is not None
        assert (refusal.rule, refusal.reason) == ("5.1-a", "not_your_formation")
    s = now(m)
    s.remove(s.units["A"], "eliminated")
    assert not formations.exists(s, s.formations["italy"])
    refusal = formations.refuse_attempt(s, "italy", "italy")
    assert refusal is not None
    assert (refusal.rule, refusal.reason) == ("5.1-a", "not_your_formation")
    assert formations.eligible(s, "italy") == []
    alone = state(italy("G", "3010", "commander", formation="italy"), italy("A", "1004"), austria("D", "3020"))
    alone.remove(alone.units["A"], "routed")
    assert formations.exists(alone, alone.formations["italy"])


@pytest.mark.rule("custoza:5.1.1-a", "custoza:5.2-a", "custoza:22.4-b")
@pytest.mark.parametrize(
    ("face", "modifiers", "outcome"),
    [
        (3, [], "activated"),
        (4, [], "failed"),
        (4, [("5.1.1-b", -1)], "activated"),
        (5, [("5.1.1-b", -1)], "failed"),
        (5, [("5.1.1-b", -1), ("5.1.3-a", -1)], "activated"),
        (6, [("5.1.1-b", -5)], "loose_cannon"),
    ],
)
def test_what_an_activation_roll_comes_to(face: int, modifiers: list[tuple[str, int]], outcome: str) -> None:
    s = state(italy("A", "3010"), austria("D", "3020"))
    assert s.formations["italy"].command == 3
    assert formations.activation_outcome(s, s.formations["italy"], face, modifiers) == outcome


@pytest.mark.rule("custoza:26.1.3-a", "custoza:26.1.3-b")
@pytest.mark.parametrize(
    ("said", "changes", "side", "option", "reluctant"),
    [
        ({"reluctance": True}, {}, "italy", "scenario", True),
        ({"reluctance": False}, {}, "italy", "scenario", False),
        ({"reluctance": True}, {}, "italy", "never", False),
        ({"reluctance": True}, {}, "austria", "scenario", False),
        ({"reluctance": True}, {"blooded": True}, "italy", "scenario", False),
        ({"reluctance": True}, {"state": "reserve"}, "italy", "scenario", False),
    ],
)
def test_who_is_reluctant(said: Plain, changes: Plain, side: str, option: str, reluctant: bool) -> None:
    units = italy("A", "3010"), austria("D", "3020")
    s = state(*units, mode="advanced", options={"italian_reluctance": option}, **said)
    formation = replace(s.formations[side], **changes)
    assert formations.is_reluctant(s, formation) is reluctant
    for face, outcome in ((5, "reluctant"), (6, "reluctant"), (1, "activated")):
        found = formations.activation_outcome(s, formation, face, [])
        assert (found == "reluctant") is (reluctant and outcome == "reluctant")
    base = state(*units, options={"italian_reluctance": option}, **said)
    assert not formations.is_reluctant(base, formation)


@pytest.mark.rule("custoza:5.1.1-b", "custoza:3.2.2-b")
def test_failures_add_up_and_the_turn_passes_to_the_other_side() -> None:
    m = play(italy("A", "3010"), austria("D", "3020"), fixed_initiative=True, phase="action", next="italy", dice=[5, 4])
    m.answer("italy", {"do": "activate", "formation": "italy"})
    assert (now(m).formations["italy"].attempts, m.ask.who) == (1, ("austria",))
    m.answer("austria", {"do": "pass"})
    assert (m.ask.who, m.ask.data["passes"], events(m, "passed")[0].data["passes"]) == (("italy",), 1, 1)
    m.answer("italy", {"do": "activate", "formation": "italy"})
    (first, second) = rolls(m, "activation")
    assert (first.data["outcome"], first.data["success"], first.data["need"]) == ("failed", False, 3)
    assert second.modifiers == [("5.1.1-b", -1)]
    assert (second.data["outcome"], second.data["success"]) == ("activated", True)
    assert now(m).formations["italy"].this_turn == "activated"
    assert now(m).passes == 0


@pytest.mark.rule("custoza:5.2-b")
def test_a_loose_cannon_acts_by_the_die_and_his_morale() -> None:
    formation = [{**FORMATION, "morale": 1}, {"id": "austria", "side": "austria"}]
    m = play(
        italy("A", "3010"),
        austria("D", "3020"),
        fixed_initiative=True,
        phase="action",
        next="italy",
        formations=formation,
        dice=[6, 2],
    )
    m.answer("italy", {"do": "activate", "formation": "italy"})
    (roll,) = rolls(m, "loose_cannon")
    assert (roll.data["total"], roll.modifiers) == (3, [("5.2-b", 1)])
    assert events(m, "activated")[0].data["conduct"] == roll.data["outcome"]
    assert now(m).acting().conduct == roll.data["outcome"]


@pytest.mark.rule("custoza:5.2.1-a")
def test_morale_stays_within_its_track_and_is_told_when_it_changes() -> None:
    s = state(italy("A", "3010"), austria("D", "3020"))
    for _ in range(9):
        formations.change_morale(s, ["italy", "italy", None], 1)
    highest = s.formations["italy"].morale
    assert highest == s.board.charts.morale(99)
    assert [event.data["morale"] for event in s.sink] == list(range(1, highest + 1))
    assert s.formations["austria"].morale == 0


# -- 13.6 --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:13.6.1-a", "custoza:13.6.1-b", "custoza:13.6.2-a")
@pytest.mark.parametrize(
    ("status", "acted", "levels"),
    [
        ("good_order", None, 0),
        ("shaken", None, 1),
        ("disordered", None, 2),
        ("disorganised", None, 2),
        ("disorganised", ("move", 15), 1),
        ("disorganised", ("move", 16), 0),
        ("disorganised", ("square", 0), 1),
        ("disorganised", ("fall_back", 0), 1),
        ("disorganised", ("fire", 0), 0),
        ("disorganised", ("assault", 0), 0),
        ("disorganised", ("charge", 0), 0),
    ],
)
def test_how_many_levels_come_back(status: str, acted: tuple[str, int] | None, levels: int) -> None:
    s = state(italy("A", "3010", status=status, ma=5))
    done = None if acted is None else Acted(*acted)
    assert recovery.levels_back(s, s.units["A"], done) == levels


@pytest.mark.rule("custoza:9.7-a", "custoza:13.6.1-c")
@pytest.mark.parametrize(
    ("kind", "more", "acted", "rests"),
    [
        ("cavalry", {"exhausted": True}, False, True),
        ("cavalry", {"exhausted": True}, True, False),
        ("cavalry", {"exhausted": True, "used": True}, False, False),
        ("cavalry", {}, False, False),
    ],
)
def test_who_recovers_from_exhaustion(kind: str, more: Plain, acted: bool, rests: bool) -> None:
    s = state(italy("K", "3010", kind, **more))
    assert recovery.rests(s.units["K"], {"K": Acted("move", 0)} if acted else {}) is rests


@pytest.mark.rule("custoza:13.6.1-c")
def test_status_or_exhaustion_as_the_owner_chooses() -> None:
    rider = italy("K", "3010", "cavalry", exhausted=True, status="shaken")
    m = play(rider, austria("D", "3030"), active={"formation": "italy"})
    m.answer("italy", {"do": "done"})
    assert (m.ask.what, m.ask.rule, m.ask.data) == ("recover", "13.6.1-c", {"unit": "K"})
    assert refused(m, "italy", {"do": "recover", "unit": "Z", "of": "status"}) == "13.6.1-a"
    other = m.clone()
    other.answer("italy", {"do": "recover", "unit": "K", "of": "exhaustion"})
    assert (now(other).units["K"].exhausted, now(other).units["K"].status) == (False, 1)
    m.answer("italy", {"do": "recover", "unit": "K", "of": "status"})
    assert (now(m).units["K"].exhausted, now(m).units["K"].status) == (True, 0)


@pytest.mark.rule("custoza:13.6.1-a", "custoza:13.6.2-a")
@pytest.mark.parametrize(("hex", "back"), [("3011", []), ("3020", ["A"])])
def test_nobody_recovers_in_an_enemy_zone(hex: str, back: list[str]) -> None:
    s = state(italy("A", "3010", status="shaken"), austria("D", hex))
    found = list(recovery.after_phase(s, [s.units["A"]]))
    assert [reveal.event.data["unit"] for reveal in found] == back


# -- 13.2, 13.5 --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:13.2-a", "custoza:chart.CCMT-a")
@pytest.mark.parametrize(
    ("kind", "more", "reason", "rules"),
    [
        ("line", {"sp": 4, "max": 6}, "combat", set()),
        ("line", {"sp": 3, "max": 6}, "combat", {"chart.CCMT-a"}),
        ("light", {}, "terrain", {"7.3-a"}),
        ("light", {}, "combat", set()),
        ("line", {}, "terrain", set()),
    ],
)
def test_what_is_added_to_a_check(kind: str, more: Plain, reason: str, rules: set[str]) -> None:
    s = state(italy("A", "3010", kind, **more))
    assert {rule for rule, _ in cohesion.modifiers(s, s.units["A"], reason, None)} == rules


@pytest.mark.rule("custoza:13.5-a", "custoza:13.5-b")
@pytest.mark.parametrize(
    ("supply", "ring", "box"), [([], False, "routed"), (["3030"], False, "routed"), (["3030"], True, "eliminated")]
)
def test_who_routs_without_a_way_home_is_lost(supply: list[str], ring: bool, box: str) -> None:
    around = ("3009", "3109", "3110", "3011", "2910", "2909")
    foes = [austria(f"d{n}", hex) for n, hex in enumerate(around)] if ring else [austria("d", "3020")]
    s = state(italy("A", "3010", status="disorganised"), *foes, supply={"italy": supply, "austria": []})
    for _ in cohesion.lose_levels(s, [s.units["A"]], 1, "13.3-a"):
        pass
    assert s.units["A"].box == box


@pytest.mark.rule("custoza:13.3-a")
def test_levels_are_lost_one_status_at_a_time_until_the_rout() -> None:
    s = state(italy("A", "1004"), austria("D", "3020"))
    for status in (1, 2, 3):
        list(cohesion.lose_levels(s, [s.units["A"]], 1, "13.3-a"))
        assert s.units["A"].status == status
    list(cohesion.lose_levels(s, [s.units["A"]], 1, "13.3-a"))
    assert (s.units["A"].box, [event.kind for event in s.sink]) == ("routed", [*["status"] * 3, "routed"])
    list(cohesion.lose_levels(s, [s.units["A"]], 1, "13.3-a"))
    assert len(s.sink) == 4, "who is gone loses nothing more"


@pytest.mark.rule("custoza:10.4.4-b")
@pytest.mark.parametrize(
    ("more", "in_combat", "differ"),
    [
        ({}, True, False),
        ({"cv": 7}, True, True),
        ({"status": "shaken"}, True, True),
        ({"ammo": "out"}, True, True),
        ({"ammo": "low"}, True, False),
        ({"ammo": "out"}, False, False),
        ({"cv": 7}, False, True),
    ],
)
def test_whether_it_matters_which_unit_leads(more: Plain, in_combat: bool, differ: bool) -> None:
    s = state(italy("A", "3010", sv=2), italy("B", "3010", sv=2, **more), austria("D", "3011"))
    assert losses.may_differ(s, [s.units["A"], s.units["B"]], in_combat=in_combat) is differ


@pytest.mark.rule("custoza:26.1.3-a")
def test_the_reluctant_stay_where_they_are_for_the_rest_of_the_game_turn() -> None:
    units = italy("A", "3010"), italy("com", "3010", "commander"), austria("D", "3020")
    m = play(*units, mode="advanced", reluctance=True, phase="action", initiative="italy", dice=[5])
    m.answer("italy", {"do": "activate", "formation": "italy"})
    roll = next(event for event in events(m, "roll") if event.data["why"] == "activation")
    assert roll.data["outcome"] == "reluctant"
    assert now(m).active is None
    refusal = formations.refuse_attempt(now(m), "italy", "italy")
    assert refusal is not None
    assert refusal.rule == "26.1.3-a"
