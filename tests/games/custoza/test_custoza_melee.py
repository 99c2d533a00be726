"""Chapter 10 in its finer points: options, the rim of the map, who is left, who goes along."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.custoza.answers import Hit
from quadrilatero.games.custoza.rules import combat, losses
from tests.games.custoza.support import Plain, austria, decline, events, italy, now, play, refused, rolls, state, where

STRIKE = {"do": "assault", "units": ["A"], "path": []}
BLUE, RED = [5, 6], [1, 2]
CORNER, BESIDE = "1004", "1005"


def active(hex: str = "3010", target: str = "3011", kind: str = "assault") -> Plain:
    return {"formation": "italy", "markers": [{"type": kind, "hex": hex, "target": target}]}


def foe(id: str = "D", hex: str = "3011", kind: str = "line", **more: Any) -> Plain:
    return austria(id, hex, kind, **{"facing": "N", **more})


def assault(*units: Plain, dice: list[int], **more: Any) -> q.Match:
    """A from 3010 on 3011."""
    own = italy("A", "3010", **{"facing": "S", **more.pop("attacker", {})})
    m = play(own, *units, dice=dice, **{"active": active(), **more})
    m.answer("italy", STRIKE)
    return m


def charge(*units: Plain, dice: list[int], **more: Any) -> q.Match:
    """K from 3008 over 3010 on 3011, nobody reacting."""
    rider = italy("K", "3008", "cavalry", facing="S", sp=6, **more.pop("rider", {}))
    m = play(rider, *units, dice=dice, active=active(kind="charge"), **more)
    m.answer("italy", {"do": "charge", "units": ["K"], "path": ["3009", "3010"]})
    decline(m)
    m.answer("italy", {"do": "go_on"})
    return m


def modifiers(*units: Plain, why: str = "assault", **more: Any) -> list[tuple[str, int]]:
    """What is added where A in 3010 fights 3011, the odds left out."""
    s = state(*units, active=active(), **more)
    ahead = combat.prospects(s, [s.units["A"]], s.board.hex("3011"), why)
    assert ahead is not None
    return [pair for pair in ahead.modifiers if pair[0] != "10.4.2-a"]


# -- 10.4.2, 10.4.3 ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:10.4.2-a")
@pytest.mark.parametrize(("option", "row"), [("ratio", "1-1.5"), ("inverse", "1-1")])
def test_odds_below_one_are_rounded_as_the_option_says(option: str, row: str) -> None:
    m = assault(foe(sp=6), attacker={"sp": 5}, dice=[*RED, *[1] * 8], options={"odds_below_one": option})
    assert rolls(m, "assault")[0].data["row"] == row


@pytest.mark.rule("custoza:10.4.3-a", "custoza:chart.TEC-a")
def test_higher_ground_counts_across_a_stream_but_not_besides_a_slope() -> None:
    board: Plain = {"levels": {"3011": 1}}
    stream = {**board, "hexsides": [["3010", "3011", "stream"]]}
    slope = {**board, "hexsides": [["3010", "3011", "slope"]]}
    units = italy("A", "3010", facing="S"), foe()
    assert modifiers(*units, board=board) == [("10.4.3-a", -1)]
    assert modifiers(*units, board=stream) == [("10.4.3-a", -1), ("10.4.3-a", -1)]
    assert modifiers(*units, board=slope) == [("10.4.3-a", -1)]


@pytest.mark.rule("custoza:18.4-a", "custoza:20.1.1-a")
def test_what_weighs_on_formations_counts_in_the_advanced_game_alone() -> None:
    units = italy("A", "3010", facing="S"), foe()
    burdened = [{"id": side, "side": side, "fatigued": True, "cut_off": True} for side in ("italy", "austria")]
    assert modifiers(*units, formations=burdened) == []
    weighed = modifiers(*units, formations=burdened, mode="advanced")
    assert sorted(weighed) == [("18.4-a", -1), ("18.4-a", 1), ("20.1.1-a", -1), ("20.1.1-a", 1)]


# -- 13.2 by option ----------------------------------------------------------------------------------------------------

ALWAYS = {"charge_check": "always"}


@pytest.mark.rule("custoza:13.2-g", "custoza:13.2-e")
def test_an_assault_demands_no_check_beforehand() -> None:
    m = assault(foe(cv=9), dice=RED, options=ALWAYS)
    assert not rolls(m, "cohesion")


@pytest.mark.rule("custoza:13.2-g")
@pytest.mark.parametrize("more", [{"kind": "cavalry"}, {"square": True}])
def test_only_infantry_out_of_square_checks_before_a_charge(more: Plain) -> None:
    m = charge(foe(**more), dice=[1, 1], options=ALWAYS)
    assert not rolls(m, "cohesion")
    assert rolls(m, "charge")


@pytest.mark.rule("custoza:13.2-g", "custoza:10.4.11-c")
def test_where_the_charged_have_run_nobody_is_fought() -> None:
    m = charge(foe(cv=8, status="disordered"), dice=[6, 6], options=ALWAYS)
    assert (where(m, "D"), where(m, "K")) == ("routed", "3011")
    assert not events(m, "combat")
    assert [f.morale for f in now(m).formations.values()] == [0, 0]


# -- 10.4.5 to 10.4.9 --------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:10.4.5-a", "custoza:10.4.6-a")
@pytest.mark.parametrize(("dice", "won"), [(BLUE, True), (RED, False)])
def test_the_roll_tells_whether_the_attacker_has_won(dice: list[int], won: bool) -> None:
    (roll,) = rolls(assault(foe(), dice=dice), "assault")
    assert roll.data["success"] is won
    assert (roll.data["hex"], roll.data["target"], roll.data["by"]) == ("3010", "3011", "italy")
    assert (roll.data["attackers"], roll.data["defenders"]) == (["A"], ["D"])


@pytest.mark.rule("custoza:10.4.8-c", "custoza:10.4.8-d")
def test_who_has_lost_his_last_strength_loses_no_levels() -> None:
    m = assault(foe(sp=1, max=6), attacker={"sp": 1, "max": 6}, dice=BLUE)
    assert rolls(m, "assault")[0].data["result"] == "blue 1S0/1S2"
    assert [(e.kind, e.data["unit"]) for e in m.events if e.kind in ("hit", "eliminated", "status")] == [
        ("hit", "D"),
        ("eliminated", "D"),
        ("hit", "A"),
        ("eliminated", "A"),
    ]
    assert not events(m, "advanced")


@pytest.mark.rule("custoza:10.4.8-c", "custoza:10.4.10-b")
def test_a_combat_in_the_corner_of_the_map_has_its_result() -> None:
    m = play(
        italy("A", BESIDE, facing="N"),
        foe("D", CORNER, facing="S"),
        dice=BLUE,
        active=active(BESIDE, CORNER),
    )
    m.answer("italy", STRIKE)
    assert [(e.kind, e.data["unit"]) for e in m.events if e.kind in ("hit", "status")] == [
        ("hit", "D"),
        ("status", "D"),
        ("hit", "A"),
    ]


@pytest.mark.rule("custoza:10.6-a", "custoza:10.4.6-b")
def test_levels_that_guns_lose_do_not_decide() -> None:
    s = state(
        italy("A", "3010"), italy("g", "3010", "artillery"), foe(), foe("h", "3011", "artillery"), active=active()
    )
    u = s.units
    melee = combat.Melee("assault", (u["A"], u["g"]), (u["D"], u["h"]), u["A"].hex, u["D"].hex, u["A"], u["D"])
    assert combat.uncertain(s, melee, {"A": 1, "g": 3}, {"D": 1, "h": 0}) == "draw"
    assert combat.uncertain(s, melee, {"A": 1, "g": 0}, {"D": 1, "h": 3}) == "draw"
    assert combat.uncertain(s, melee, {}, {"D": 1}) == "attacker", "who is not named has lost nothing"
    assert combat.uncertain(s, melee, {"A": 1}, {}) == "defender"


@pytest.mark.rule("custoza:10.4.9-a")
@pytest.mark.parametrize(
    ("standing", "own", "other", "winner"),
    [
        ((False, False), [], [2], "draw"),
        ((True, False), [3], [1], "attacker"),
        ((False, True), [0], [3], "defender"),
        ((True, True), [1], [1], "draw"),
        ((True, True), [1], [2], "attacker"),
        ((True, True), [2], [1], "defender"),
    ],
)
def test_the_steadier_side_wins(standing: tuple[bool, bool], own: list[int], other: list[int], winner: str) -> None:
    assert combat.steadier(standing, own, other, added_up=False) == winner


# -- 10.4.10 to 10.4.12 ------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:5.2.1-a", "custoza:18.2-e")
@pytest.mark.parametrize(("dice", "morale"), [(BLUE, (1, -1)), (RED, (-1, 1)), ([4, 4, 1, 1, 1, 1], (0, 0))])
def test_morale_follows_who_has_won(dice: list[int], morale: tuple[int, int]) -> None:
    m = assault(foe(), dice=dice)
    assert (now(m).formations["italy"].morale, now(m).formations["austria"].morale) == morale
    (told,) = events(m, "combat")
    assert (told.data["attackers"], told.data["defenders"], told.data["target"]) == (["A"], ["D"], "3011")


@pytest.mark.rule("custoza:2.4.2.3-c")
def test_commanders_go_along_as_their_owner_likes() -> None:
    general = italy("G", "3010", "general")
    m = assault(foe(), general, dice=BLUE)
    while m.ask.what in ("retreat", "face", "react"):
        seat = m.ask.who[0]
        m.answer(seat, {"do": "pass"} if m.ask.what == "react" else m.options(seat)[0])
    assert (m.ask.what, m.ask.data["hex"], m.ask.data["commanders"]) == ("advance", "3011", ["G"])
    assert refused(m, "italy", {"do": "advance", "with": ["A"]}) == "2.4.2.3-c"
    assert refused(m, "italy", {"do": "advance", "with": ["G", "G"]}) == "2.4.2.3-c"
    stays = m.clone()
    stays.answer("italy", {"do": "advance", "with": []})
    assert (where(stays, "A"), where(stays, "G")) == ("3011", "3010")
    m.answer("italy", {"do": "advance", "with": ["G"]})
    assert (where(m, "A"), where(m, "G")) == ("3011", "3011")


@pytest.mark.rule("custoza:10.4.12-a", "custoza:7.8.3-b")
def test_after_a_combat_those_in_march_may_leave_it() -> None:
    road = {"roads": [{"class": "major", "path": ["3011", "3012", "3013", "3014"]}]}
    m = assault(foe(march=True, sp=6), attacker={"sp": 2}, dice=RED, board=road)
    decline(m, "retreat", "face")
    assert (m.ask.what, m.ask.who, m.ask.data["units"]) == ("leave_march", ("austria",), ["D"])
    assert refused(m, "austria", {"do": "leave_march", "units": []}) == "10.4.12-a"
    assert refused(m, "austria", {"do": "leave_march", "units": ["A"]}) == "10.4.12-a"
    stays = m.clone()
    stays.answer("austria", {"do": "pass"})
    assert now(stays).units["D"].march
    m.answer("austria", {"do": "leave_march", "units": ["D"]})
    assert not now(m).units["D"].march


# -- 8.7, 10.4.8: losses -----------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:10.4.8-b", "custoza:8.7-b")
def test_the_first_loss_is_the_largest_units_and_the_owner_chooses_the_others() -> None:
    s = state(foe("D", sv=2, sp=4), foe("E", sv=1, sp=4), foe("F", sv=1, sp=4))
    script = losses.take(s, s.stack(s.board.hex("3011")), 2, "10.4.8-b")
    question = next(script)
    assert (question.what, question.data) == ("hit", {"units": ["D", "E", "F"], "left": 1})
    assert [s.units[id].sp for id in "DEF"] == [3, 4, 4]
    refusal = question.refuse("austria", Hit("Z"))
    assert refusal.rule == "10.4.8-b"
    with pytest.raises(StopIteration):
        script.send(Hit("E"))
    assert [s.units[id].sp for id in "DEF"] == [3, 3, 4]


@pytest.mark.rule("custoza:10.4.8-b")
def test_more_losses_than_there_is_strength_lapse() -> None:
    s = state(foe("D", sp=2, max=6, sv=2), foe("E", sp=1, max=6, sv=2))
    list(losses.take(s, s.stack(s.board.hex("3011")), 5, "10.4.8-b"))
    assert [(s.units[id].sp, s.units[id].box) for id in "DE"] == [(0, "eliminated")] * 2


# -- in reaction -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:10.4.11-b", "custoza:11.5.3-b")
def test_who_wins_in_reaction_advances_and_faces_at_once() -> None:
    inside = {"formation": "austria", "markers": [{"type": "assault", "hex": "3010", "target": "3011"}]}
    units = austria("a", "3009", facing="S"), italy("i", "3011", facing="N", sp=12)
    m = play(*units, active=inside, dice=[1, 1, 6, 6])
    m.answer("austria", {"do": "assault", "units": ["a"], "path": ["3010"]})
    m.answer("italy", {"do": "assault", "units": ["i"]})
    while m.ask.who == ("austria",) and m.ask.what in ("retreat", "face", "react"):
        m.answer("austria", {"do": "pass"} if m.ask.what == "react" else m.options("austria")[0])
    assert where(m, "i") == "3010"
    assert (m.ask.what, m.ask.who, m.ask.rule, m.ask.data["units"]) == ("face", ("italy",), "10.4.11-b", ["i"])


@pytest.mark.rule("custoza:10.4.4-b")
def test_the_attacker_says_which_of_two_equals_leads_his_side() -> None:
    own = italy("A", "3010", facing="S", sv=2, cv=7), italy("B", "3010", facing="S", sv=2, cv=9)
    m = play(*own, foe(), dice=[*RED, *[1] * 8], active=active())
    m.answer("italy", {"do": "assault", "units": ["A", "B"], "path": []})
    decline(m)
    assert (m.ask.what, m.ask.rule, m.ask.who, m.ask.data["units"]) == ("lead", "10.4.4-b", ("italy",), ["A", "B"])
    assert refused(m, "italy", {"do": "lead", "unit": "D"}) == "10.4.4-b"
    m.answer("italy", {"do": "lead", "unit": "B"})
    assert rolls(m, "assault")[0].data["column"] == now(m).board.charts.combat_column(1), "9 against 8"


@pytest.mark.rule("custoza:10.4.9-a", "custoza:10.6-a")
def test_who_stands_in_the_first_hex_of_the_map_is_still_there() -> None:
    s = state(italy("A", CORNER), italy("g", CORNER, "artillery"), foe(hex=BESIDE))
    assert [unit.id for unit in combat._fighting(s, s.of(["A", "g"]))] == ["A"]
    s.remove(s.units["A"], "eliminated")
    assert combat._fighting(s, s.of(["A", "g"])) == []


@pytest.mark.rule("custoza:22.3.3-a", "custoza:10.4.10-b")
def test_a_fortress_that_stands_holds_all_who_are_in_it() -> None:
    fort = {"id": "F", "side": "austria", "type": "fortress", "hex": "3011", "sp": 9}
    m = assault(fort, foe(sv=2), attacker={"sp": 20, "cv": 10}, dice=[6, 6, *[1] * 8])
    decline(m, "hit", "lead", "face")
    assert events(m, "combat")[0].data["winner"] == "attacker"
    assert (where(m, "F"), where(m, "D"), where(m, "A")) == ("3011", "3011", "3010")
    assert events(m, "retreated") == []


@pytest.mark.rule("custoza:6.5-b", "custoza:10.4.12-a")
def test_a_marker_whose_enemy_was_driven_off_by_another_is_void() -> None:
    markers = [{"type": "assault", "hex": hex, "target": "3011"} for hex in ("3010", "3111")]
    other = italy("B", "3111", facing="SW")
    said: Plain = {"active": {"formation": "italy", "markers": markers}}
    m = assault(foe(cv=4), other, attacker={"sp": 20, "cv": 10}, dice=[6, 6, *[1] * 8], **said)
    decline(m, "retreat", "face", "advance", "hit")
    assert events(m, "combat")[0].data["winner"] == "attacker"
    assert {(now(m).board.grid.numbers[marker.hex], marker.spent) for marker in now(m).acting().markers} == {
        ("3010", True),
        ("3111", True),
    }


@pytest.mark.rule("custoza:10.4.11-b", "custoza:10.4.11-c")
def test_who_has_advanced_chooses_his_facing_once() -> None:
    m = assault(foe(cv=4), attacker={"sp": 20, "cv": 10}, dice=[6, 6, *[1] * 8])
    decline(m, "retreat", "hit")
    while m.ask is not None and m.ask.what == "face" and m.ask.who == ("austria",):
        m.answer("austria", m.options("austria")[0])
    assert (m.ask.what, m.ask.rule, where(m, "A")) == ("face", "10.4.11-b", "3011")
    m.answer("italy", m.options("italy")[0])
    assert m.ask is None or m.ask.what != "face"


@pytest.mark.rule("custoza:11.5.3-b", "custoza:10.4.11-b")
def test_a_counter_attack_that_wins_advances_unmolested_and_turns_at_once() -> None:
    """Italy's D throws A back and follows; W, who watches 3010, does not react to it."""
    m = play(
        austria("A", "3009", facing="S", cv=4),
        austria("W", "2909", facing="SE"),
        italy("D", "3011", facing="N", sp=20, cv=10),
        active={"formation": "austria", "markers": [{"type": "assault", "hex": "3010", "target": "3011"}]},
        dice=[1, 1, 6, 6, *[1] * 8],
    )
    m.answer("austria", {"do": "assault", "units": ["A"], "path": ["3010"]})
    m.answer("italy", {"do": "assault", "units": ["D"]})
    while m.ask is not None and m.ask.who == ("austria",) and m.ask.what in ("retreat", "hit", "face"):
        m.answer("austria", m.options("austria")[0])
    assert where(m, "D") == "3010"
    assert (m.ask.what, m.ask.who, m.ask.rule) == ("face", ("italy",), "10.4.11-b")
    m.answer("italy", m.options("italy")[0])
    assert m.ask is None or (m.ask.what, m.ask.who) != ("react", ("austria",))


@pytest.mark.rule("custoza:10.4.5-a", "custoza:10.6.1-a")
def test_nothing_is_reckoned_where_nobody_or_only_guns_defend_and_a_fortress_leads_its_hex() -> None:
    def ahead(*units: Plain) -> combat.Prospect | None:
        s = state(italy("A", "3010", facing="S", cv=8), *units)
        return combat.prospects(s, [s.units["A"]], s.board.hex("3011"), "assault")

    assert ahead(foe(hex="3020")) is None
    assert ahead(foe("g", kind="artillery")) is None
    fort = {"id": "F", "side": "austria", "type": "fortress", "hex": "3011", "cv": 4}
    large, small = ahead(foe(cv=4)), ahead(foe(cv=10))
    assert large is not None
    assert small is not None
    assert large.column != small.column
    both = ahead(fort, foe(cv=10, sv=4))
    assert both is not None
    assert both.column == large.column, "the fortress counts, not the larger unit beside it"


@pytest.mark.rule("custoza:10.4.12-a", "custoza:7.8.3-b")
def test_after_a_combat_those_who_are_left_may_leave_march_also_in_the_first_hex_of_the_map() -> None:
    s = state(italy("A", CORNER, march=True, sv=2), italy("B", CORNER, sv=2), foe(hex=BESIDE))
    question = next(combat.leave_march(s, s.of(["A", "B"])))
    assert (question.what, question.rule, question.data["units"]) == ("leave_march", "10.4.12-a", ["A"])
    for units, refused_by in ((["A"], None), (["B"], "10.4.12-a"), ([], "10.4.12-a")):
        refusal = question.refuse("italy", question.kinds[0](units))
        assert (None if refusal is None else refusal.rule) == refused_by
    fought = s.of(["A", "B"])
    s.remove(s.units["A"], "routed")
    assert list(combat.leave_march(s, fought)) == [], "who marched has gone"


@pytest.mark.rule("custoza:10.6.1-a", "custoza:10.6.1-c", "custoza:6.5-b")
def test_who_takes_lone_guns_may_leave_march_and_other_markers_on_them_are_void() -> None:
    markers = [{"type": "assault", "hex": hex, "target": "3011"} for hex in ("3010", "3111")]
    said: Plain = {"active": {"formation": "italy", "markers": markers}}
    m = assault(foe("g", kind="artillery"), italy("B", "3111"), attacker={"march": True}, dice=[], **said)
    assert (m.ask.what, m.ask.rule) == ("leave_march", "10.4.12-a")
    m.answer("italy", {"do": "leave_march", "units": ["A"]})
    decline(m, "face")
    assert (where(m, "g"), where(m, "A")) == ("eliminated", "3011")
    assert all(marker.spent for marker in now(m).acting().markers)
