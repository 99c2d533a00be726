"""Chapter 10: Assaults, their odds, their results, retreats and guns."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.custoza.rules import combat, retreat
from tests.games.custoza.support import Plain, austria, decline, events, italy, now, play, refused, rolls, state, where

MARKER = {"type": "assault", "hex": "3010", "target": "3011"}
ACTIVE = {"formation": "italy", "markers": [MARKER]}
STRIKE = {"do": "assault", "units": ["A"], "path": []}


def foe(id: str, hex: str, kind: str = "line", **more: Any) -> Plain:
    """An Austrian counter that faces the Attacker."""
    return austria(id, hex, kind, facing="N", **more)


def assault(*units: Plain, dice: list[int], **more: Any) -> q.Match:
    """The Assault of A from 3010 on 3011, up to the first question it leaves open."""
    m = play(italy("A", "3010", facing="S", **more.pop("attacker", {})), *units, dice=dice, active=ACTIVE, **more)
    m.answer("italy", STRIKE)
    return m


def fought(m: q.Match) -> q.Event:
    """The roll of the combat."""
    return next(event for event in events(m, "roll") if event.data["why"] in ("assault", "charge"))


@pytest.mark.rule("custoza:10.4.1-a", "custoza:10.4.2-a", "custoza:10.4.5-a")
def test_odds_are_rounded_to_the_nearest_row() -> None:
    m = assault(foe("D", "3011", sp=4), attacker={"sp": 9}, dice=[5, 4])
    roll = fought(m)
    assert (roll.data["odds"], roll.data["row"], roll.data["column"]) == ("9:4", "2-1", 0)
    assert roll.modifiers == [("10.4.2-a", 2)]
    assert (roll.data["total"], roll.data["result"]) == (11, "blue 1S0/1S2")
    even = fought(assault(foe("D", "3011", sp=4), attacker={"sp": 5}, dice=[1, 1]))
    assert even.data["row"] == "1-1", "an exact middle is the Defender's"


@pytest.mark.rule("custoza:10.4.1-b", "custoza:10.6-a")
def test_guns_add_nothing_to_a_combat() -> None:
    m = assault(foe("D", "3011", sp=6), foe("g", "3011", "artillery"), dice=[5, 6])
    assert fought(m).data["odds"] == "6:6"


@pytest.mark.rule("custoza:10.4.4-a", "custoza:13.1-a", "custoza:13.2-d")
def test_the_column_is_the_difference_of_current_cohesion() -> None:
    m = assault(foe("D", "3011"), attacker={"status": "shaken"}, dice=[1, 1])
    assert fought(m).data["column"] == -1
    worse = assault(foe("D", "3011", status="disordered"), dice=[6, 6])
    assert fought(worse).data["column"] == 2


@pytest.mark.rule("custoza:10.4.4-b")
def test_the_largest_unit_counts_and_among_unlike_equals_the_owner_chooses() -> None:
    big = foe("D", "3011", cv=6), foe("l", "3011", "light", cv=9)
    assert fought(assault(*big, dice=[1, 1])).data["column"] == 2
    pair = foe("D", "3011", sv=2, cv=6), foe("E", "3011", sv=2, cv=9)
    m = assault(*pair, dice=[1, 1])
    assert (m.ask.what, m.ask.who, m.ask.data["units"]) == ("lead", ("austria",), ["D", "E"])
    m.answer("austria", {"do": "lead", "unit": "E"})
    assert fought(m).data["column"] == -1


@pytest.mark.rule("custoza:10.4.3-a", "custoza:2.7-b")
def test_ground_and_rear_are_added_up() -> None:
    board = {"terrain": {"3011": "woods"}, "levels": {"3011": 1}}
    s = state(italy("A", "3010", facing="S"), austria("D", "3011", facing="S"), board=board, active=ACTIVE)
    ahead = combat.prospects(s, [s.units["A"]], s.board.hex("3011"), "assault")
    assert ahead is not None
    assert sorted(ahead.modifiers) == [("10.4.2-a", 0), ("10.4.3-a", -1), ("10.4.3-a", -1), ("2.7-b", 2)]
    assert ahead.drm == 0


@pytest.mark.rule("custoza:10.4.6-a", "custoza:10.4.10-a", "custoza:10.5-a")
def test_on_red_the_attacker_goes_back_to_a_rear_hex() -> None:
    m = assault(foe("D", "3011"), dice=[1, 2])
    assert fought(m).data["colour"] == "red"
    assert (m.ask.what, m.ask.who, m.ask.data["hexes"]) == ("retreat", ("italy",), 1)
    assert {tuple(option["path"]) for option in m.options("italy")} == {("2909",), ("3009",), ("3109",)}
    assert refused(m, "italy", {"do": "retreat", "units": ["A"], "path": ["2910"]}) == "10.5-a"


@pytest.mark.rule("custoza:10.4.10-b", "custoza:10.5-b")
def test_a_beaten_defender_ends_three_hexes_from_the_marker() -> None:
    m = assault(foe("D", "3011"), dice=[5, 6])
    assert (m.ask.what, m.ask.who, m.ask.data["hexes"]) == ("retreat", ("austria",), 2)
    s = m.standing()[1]
    ends = {s.board.hex(option["path"][-1]) for option in m.options("austria")}
    assert {s.board.grid.distance(s.board.hex("3010"), hex) for hex in ends} == {3}
    assert refused(m, "austria", {"do": "retreat", "units": ["D"], "path": ["3012"]}) == "10.5-b"


@pytest.mark.rule("custoza:10.3-a", "custoza:10.4.11-c", "custoza:10.4.11-b")
def test_a_winning_attacker_advances_and_then_chooses_his_facing() -> None:
    m = assault(foe("D", "3011"), dice=[5, 6])
    m.answer("austria", m.options("austria")[0])
    if m.ask.what == "face" and m.ask.who == ("austria",):
        m.answer("austria", m.options("austria")[0])
    assert events(m, "advanced")[0].data["to"] == "3011"
    assert m.standing()[1].units["A"].hex == m.standing()[1].board.hex("3011")
    assert (m.ask.what, m.ask.who) == ("face", ("italy",))


@pytest.mark.rule("custoza:10.4.7-b", "custoza:10.4.8-d")
def test_the_defender_applies_his_result_first() -> None:
    m = assault(foe("D", "3011"), dice=[5, 6])
    order = [(event.kind, event.data["unit"]) for event in m.events if event.kind in ("hit", "status")]
    assert order == [("hit", "D"), ("status", "D"), ("hit", "A")], "SP before levels, the Defender before the Attacker"


@pytest.mark.rule("custoza:10.4.6-b", "custoza:10.4.9-a", "custoza:10.4.8-a")
def test_on_white_fewer_levels_win_and_equal_ones_are_a_draw() -> None:
    m = assault(foe("D", "3011"), dice=[4, 4, 6, 3, 3, 3])
    checks = [event for event in events(m, "roll") if event.data["why"] == "cohesion"]
    assert [check.data["by"] for check in checks] == ["austria", "italy"]
    assert checks[0].modifiers == [("10.4.8-a", 3)]
    assert checks[0].data["checks"][0]["levels"] == 2
    assert events(m, "combat")[0].data["winner"] == "attacker"
    equal = assault(foe("D", "3011"), dice=[4, 4, 1, 1, 1, 1])
    assert events(equal, "combat")[0].data["winner"] == "draw"


@pytest.mark.rule("custoza:10.4.10-c", "custoza:10.4.11-a")
def test_after_a_draw_all_stay_and_a_defender_never_advances() -> None:
    m = assault(foe("D", "3011"), dice=[4, 4, 1, 1, 1, 1])
    s = m.standing()[1]
    assert [s.board.grid.numbers[s.units[id].hex] for id in "AD"] == ["3010", "3011"]
    lost = assault(foe("D", "3011"), dice=[1, 2])
    lost.answer("italy", lost.options("italy")[0])
    s = lost.standing()[1]
    assert s.board.grid.numbers[s.units["D"].hex] == "3011"


@pytest.mark.rule("custoza:5.2.1-a")
def test_victory_raises_morale_and_defeat_lowers_it() -> None:
    s = assault(foe("D", "3011"), dice=[5, 6]).standing()[1]
    assert (s.formations["italy"].morale, s.formations["austria"].morale) == (1, -1)


@pytest.mark.rule("custoza:10.4.8-b", "custoza:10.4.8-c")
def test_the_largest_unit_loses_the_first_sp_and_all_lose_levels() -> None:
    m = assault(foe("D", "3011", sp=6), foe("l", "3011", "light"), dice=[6, 6], attacker={"sp": 12})
    assert refused(m, "austria", {"do": "hit", "unit": "A"}) == "10.4.8-b"
    m.answer("austria", {"do": "hit", "unit": "l"})
    s = m.standing()[1]
    assert (s.units["D"].sp, s.units["l"].sp) == (5, 1)
    assert (s.units["D"].status, s.units["l"].status) == (2, 2)


# -- 10.5 --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:10.5-c")
def test_no_zone_before_room_before_cost() -> None:
    board = {"terrain": {"3111": "heavy_cultivation"}}
    s = state(
        foe("D", "3011", sv=2),
        austria("B", "2911", sv=4),
        italy("Z", "3013"),
        italy("A", "3010"),
        board=board,
        active=ACTIVE,
    )
    flight = retreat.Flight(s.board.hex("3010"), 2)
    first = retreat.steps(s, [s.units["D"]], s.board.hex("3011"), (), flight)
    assert s.board.numbers(first) == ["3111"]


@pytest.mark.rule("custoza:10.5.1-a", "custoza:10.5.3-a")
def test_who_has_no_way_is_lost() -> None:
    around = {"2911": "lake", "3012": "lake"}
    m = assault(foe("D", "3011"), italy("E", "3111"), dice=[5, 6], board={"terrain": around})
    lost = events(m, "eliminated")
    assert [(event.data["unit"], event.data["why"]) for event in lost] == [("D", "no_retreat")]
    assert m.standing()[1].units["D"].box == "eliminated"


@pytest.mark.rule("custoza:10.5.2-a", "custoza:10.5.2-b")
def test_who_finds_no_room_goes_on_and_disturbs_whom_he_passes() -> None:
    barred = {"2911": "lake", "3111": "lake", "2912": "lake", "3112": "lake"}
    full = austria("F", "3013", sv=5)
    m = assault(foe("D", "3011"), full, dice=[5, 6], board={"terrain": barred})
    while m.ask.what in ("retreat", "face") and m.ask.who == ("austria",):
        m.answer("austria", m.options("austria")[0])
    s = m.standing()[1]
    assert s.units["F"].status == 1
    assert s.board.grid.distance(s.units["D"].hex, s.board.hex("3010")) == 4


@pytest.mark.rule("custoza:10.5.4-a")
def test_a_beaten_stack_may_part() -> None:
    m = assault(foe("D", "3011", sv=2), foe("E", "3011", sv=2), dice=[6, 6], attacker={"sp": 12})
    while m.ask.what in ("hit", "lead"):
        m.answer("austria", m.options("austria")[0])
    m.answer("austria", {"do": "retreat", "units": ["D"], "path": ["2911", "2912"]})
    while m.ask.what == "face":
        m.answer("austria", m.options("austria")[0])
    assert (m.ask.what, m.ask.data["units"]) == ("retreat", ["E"])


@pytest.mark.rule("custoza:10.5.5-a")
def test_after_a_retreat_the_facing_is_free() -> None:
    m = assault(foe("D", "3011"), dice=[5, 6])
    m.answer("austria", {"do": "retreat", "units": ["D"], "path": ["3012", "3013"]})
    assert (m.ask.what, m.ask.who, m.ask.rule, m.ask.data["facing"]) == ("face", ("austria",), "10.5.5-a", "S")
    assert len(m.options("austria")) == 6


# -- 10.6 --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:10.6.1-a")
def test_lone_guns_are_lost_without_a_roll() -> None:
    m = assault(foe("g", "3011", "artillery"), dice=[])
    assert not events(m, "roll")
    assert events(m, "eliminated")[0].data["why"] == "lone_guns"
    s = m.standing()[1]
    assert (s.units["g"].box, s.board.grid.numbers[s.units["A"].hex]) == ("eliminated", "3011")


@pytest.mark.rule("custoza:10.6.1-b", "custoza:10.6.1-c", "custoza:11.5.3-a")
def test_a_neighbour_who_throws_the_attacker_back_saves_the_guns() -> None:
    m = assault(foe("g", "3011", "artillery"), austria("F", "3012"), dice=[5, 3, 6, 5])
    assert (m.ask.what, m.ask.data["forces"][0]["units"]) == ("react", ["F"])
    m.answer("austria", {"do": "assault", "units": ["F"]})
    while m.ask is not None and m.ask.what in ("retreat", "face", "hit"):
        m.answer(m.ask.who[0], m.options(m.ask.who[0])[0])
    s = m.standing()[1]
    assert s.board.grid.numbers[s.units["g"].hex] == "3011"
    assert s.units["A"].hex not in (s.board.hex("3011"), -1)


@pytest.mark.rule("custoza:11.5.3-c")
def test_who_fails_the_check_neither_attacks_nor_loses_status() -> None:
    m = assault(foe("g", "3011", "artillery"), austria("F", "3012"), dice=[6, 3])
    m.answer("austria", {"do": "assault", "units": ["F"]})
    s = m.standing()[1]
    assert (s.units["F"].status, s.units["g"].box) == (0, "eliminated")


@pytest.mark.rule("custoza:10.6.2-a", "custoza:10.6.2-b")
@pytest.mark.parametrize(("kind", "sp", "left"), [("artillery", 5, 2), ("horse_artillery", 5, 5), ("artillery", 1, 0)])
def test_guns_that_go_back_with_others_limber_and_lose_half(kind: str, sp: int, left: int) -> None:
    m = assault(foe("D", "3011"), foe("g", "3011", kind, sp=sp), dice=[5, 6])
    while m.ask.what in ("hit", "lead"):
        m.answer("austria", m.options("austria")[0])
    gun = m.standing()[1].units["g"]
    assert gun.sp == left
    assert gun.march is (left > 0) or gun.box == "eliminated"


# -- 10, 10.1, 10.2: who may assault, from where, and whom it meets ----------------------------------------------------


def come(*path: str, units: tuple[str, ...] = ("A",)) -> Plain:
    """An Assault along a path."""
    return {"do": "assault", "units": list(units), "path": list(path)}


@pytest.mark.rule("custoza:10-a", "custoza:10.1-a")
def test_guns_do_not_assault_and_nobody_does_without_a_marker() -> None:
    units = (
        italy("g", "3009", "artillery", march=True),
        italy("K", "3008", "cavalry"),
        italy("b", "3109", "light"),
        italy("A", "2909"),
        foe("D", "3011"),
    )
    m = play(*units, active=ACTIVE, dice=[1, 2])
    assert refused(m, "italy", come("3010", units=("g",))) == "10-a"
    assert refused(m, "italy", come("2910")) == "10.1-a"
    for id, path in (("K", ["3009", "3010"]), ("b", ["3010"]), ("A", ["3010"])):
        assert m.refuse("italy", come(*path, units=(id,))) is None
    m.answer("italy", come("3009", "3010", units=("K",)))
    decline(m)
    assert fought(m).data["why"] == "assault"


@pytest.mark.rule("custoza:10.1-b")
def test_the_target_counts_towards_the_allowance_but_for_who_stands_there() -> None:
    def ask(ma: int, hex: str, *path: str) -> str | None:
        m = play(italy("A", hex, ma=ma), italy("rest", "5010"), foe("D", "3011"), active=ACTIVE)
        refusal = m.refuse("italy", come(*path))
        return refusal.rule if refusal else None

    assert ask(3, "3008", "3009", "3010") is None
    assert ask(2, "3008", "3009", "3010") == "10.1-b"
    assert ask(1, "3010") is None


@pytest.mark.rule("custoza:10.2-a", "custoza:10.2-b")
def test_after_the_reactions_one_force_fights_all_that_stands_in_the_hex() -> None:
    stack = foe("D", "3011", sp=3), foe("k", "3011", "cavalry", sv=1, sp=2), foe("g", "3011", "artillery")
    m = play(italy("A", "3009"), italy("B", "3010", sv=1), *stack, active=ACTIVE, dice=[1, 2])
    m.answer("italy", come("3010"))
    assert (m.ask.what, events(m, "combat")) == ("react", [])
    decline(m)
    roll = fought(m)
    assert (roll.data["attackers"], roll.data["defenders"], roll.data["odds"]) == (["A"], ["D", "k", "g"], "6:5")


@pytest.mark.rule("custoza:10-b", "custoza:7.5-d")
def test_light_infantry_that_has_fired_from_a_marker_has_served_it_and_does_not_assault() -> None:
    units = italy("b", "3009", "light", facing="S"), italy("rest", "5010"), foe("D", "3011")
    m = play(*units, active=ACTIVE, dice=[1, 1])
    m.answer("italy", {"do": "fire", "units": ["b"], "hex": "3011", "path": ["3010"]})
    decline(m, "face")
    assert now(m).active.markers[0].spent
    assert refused(m, "italy", come(units=("b",))) == "6-a"
    assert m.refuse("italy", {"do": "done"}) is None


@pytest.mark.rule("custoza:10.5.1-b", "custoza:10.5.1-a")
def test_a_retreat_enters_no_hex_twice_and_no_hex_with_a_marker() -> None:
    marks = [MARKER, {"type": "assault", "hex": "2911", "target": "2912"}]
    active = {"formation": "italy", "markers": marks}
    m = play(italy("A", "3010", facing="S"), foe("D", "3011"), foe("E", "2912", "light"), active=active, dice=[5, 6])
    m.answer("italy", STRIKE)
    assert refused(m, "austria", {"do": "retreat", "units": ["D"], "path": ["3012", "3011"]}) == "10.5.1-b"
    assert refused(m, "austria", {"do": "retreat", "units": ["D"], "path": ["2911", "2812"]}) == "10.5.1-a"
    assert all("2911" not in option["path"] for option in m.options("austria"))


# -- chart.OAM, 10.6 ---------------------------------------------------------------------------------------------------

OTHERS = [
    ("a Square by infantry", {}, {"square": True}, "assault", ("11.5.4-b", 2)),
    ("a Square by cavalry", {"kind": "cavalry"}, {"square": True}, "charge", ("9.4-a", -4)),
    ("infantry charged", {"kind": "cavalry"}, {}, "charge", ("9.3-b", 1)),
    ("a column charged", {"kind": "cavalry"}, {"march": True}, "charge", ("9.3-b", 3)),
    ("a column assaulted", {}, {"march": True}, "assault", ("7.8.3-b", 2)),
    ("by a column", {"march": True}, {}, "assault", ("7.8.3-a", -2)),
    ("from behind", {}, {"facing": "S"}, "assault", ("2.7-b", 2)),
    ("exhausted cavalry", {}, {"kind": "cavalry", "exhausted": True}, "assault", ("9.6-a", 1)),
    ("without cartridges", {"ammo": "out"}, {}, "assault", ("8.8-c", -1)),
]


@pytest.mark.rule("custoza:chart.OAM-a", "custoza:10.4.3-a")
@pytest.mark.parametrize(("ours", "theirs", "why", "drm"), [case[1:] for case in OTHERS], ids=[c[0] for c in OTHERS])
def test_other_modifiers_of_a_combat(ours: Plain, theirs: Plain, why: str, drm: tuple[str, int]) -> None:
    ours, theirs = dict(ours), {"facing": "N", **theirs}
    s = state(
        italy("A", "3010", ours.pop("kind", "line"), sp=6, facing="S", **ours),
        austria("D", "3011", theirs.pop("kind", "line"), sp=6, **theirs),
    )
    ahead = combat.prospects(s, [s.units["A"]], s.board.hex("3011"), why)
    assert ahead is not None
    assert [modifier for modifier in ahead.modifiers if modifier[1]] == [drm]


@pytest.mark.rule("custoza:10.6.1-a", "custoza:7.3-b")
def test_who_takes_lone_guns_enters_their_ground() -> None:
    board = {"terrain": {"3011": "woods"}, "roads": [{"class": "minor", "path": ["3011", "3012"]}]}
    m = assault(austria("g", "3011", "artillery", march=True), dice=[6, 3], board=board)
    assert [event.data["reason"] for event in rolls(m, "cohesion")] == ["terrain"]
    assert (now(m).units["A"].status, where(m, "A"), where(m, "g")) == (1, "3011", "eliminated")
    assert events(m, "advanced")[0].data["to"] == "3011"


@pytest.mark.rule("custoza:10.4.7-a")
def test_left_of_the_slash_is_for_the_attacker_and_right_of_it_for_the_defender() -> None:
    m = assault(foe("D", "3011", sp=4), attacker={"sp": 9}, dice=[5, 4])
    roll = fought(m)
    assert (roll.data["result"], roll.data["attacker"], roll.data["defender"]) == ("blue 1S0/1S2", "1S0", "1S2")
    units = now(m).units
    assert [(units[id].lost, units[id].status) for id in "AD"] == [(1, 0), (1, 2)]
