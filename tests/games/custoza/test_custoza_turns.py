"""Chapters 3 to 5 from the first activation to the end of a game turn: phases, units of the Reserve, loose cannons."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.custoza.rules import declarations
from tests.games.custoza.support import Plain, austria, decline, events, italy, now, play, refused, state, where

AWAY = austria("far", "6010")
FIXED: Plain = {"fixed_initiative": True, "last": {"day": 1, "gt": 9}}
ACTIVATE = {"do": "activate", "formation": "italy"}


def marker(hex: str, target: str, kind: str = "assault") -> Plain:
    """A marker that aims at a hex."""
    return {"type": kind, "hex": hex, "target": target}


def move(unit: str, *path: str) -> Plain:
    """A move of one unit."""
    return {"do": "move", "units": [unit], "path": list(path)}


def pass_on(m: q.Match) -> q.Match:
    """Three passes in a row end the Action Phase."""
    turn = now(m).gt
    while m.ask.what == "activate" and now(m).gt == turn:
        m.answer(m.ask.who[0], {"do": "pass"})
    return m


def after_passes(*units: Plain, **more: Any) -> q.Match:
    """A game turn in which nobody tries anything, at its first question after the Action Phase."""
    return pass_on(play(*units, **{**FIXED, **more}))


# -- 3.2: the activation -----------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:3.2.2-e", "custoza:3.2.2-f", "custoza:3.4-a")
def test_who_is_out_of_command_waits_for_a_phase_of_its_own() -> None:
    units = italy("com", "3010", "commander"), italy("A", "3011"), italy("B", "3110"), italy("o", "3020")
    m = play(*units, AWAY, **FIXED, dice=[1])
    m.answer("italy", ACTIVATE)
    assert (m.ask.what, m.ask.data["units"]) == ("act", ["A", "B"])
    assert refused(m, "italy", move("o", "3019")) == "4.1-a"
    m.answer("italy", move("A", "3012"))
    m.answer("italy", {"do": "face", "units": ["A"], "facing": "N"})
    assert m.ask.data["units"] == ["B"], "one Force after another"
    m.answer("italy", {"do": "done"})
    pass_on(m)
    assert (m.ask.what, m.ask.data["units"]) == ("ooc", ["o"])
    m.answer("italy", move("o", "3019"))
    assert where(m, "o") == "3019"


@pytest.mark.rule("custoza:3.2.2a-a", "custoza:6.1-b")
def test_all_attacks_are_declared_before_the_first_action() -> None:
    m = play(italy("A", "3009"), italy("B", "3008"), austria("D", "3011"), **FIXED, dice=[1])
    m.answer("italy", ACTIVATE)
    assert m.ask.what == "declare"
    with pytest.raises(q.Illegal):
        m.answer("italy", move("B", "3007"))
    m.answer("italy", {"do": "declare", "type": "assault", "hex": "3010", "target": "3011"})
    told = events(m, "declared")[0]
    assert (told.data["type"], told.data["hex"], told.data["target"]) == ("assault", "3010", "3011")
    m.answer("italy", {"do": "done"})
    assert m.ask.what == "act"
    assert m.ask.data["markers"] == [{"type": "assault", "hex": "3010", "target": "3011", "spent": False}]
    with pytest.raises(q.Illegal):
        m.answer("italy", {"do": "declare", "type": "assault", "hex": "2910", "target": "3011"})


@pytest.mark.rule("custoza:3.2.2b-a", "custoza:3.2.2b-b")
def test_an_action_is_a_move_or_fire_or_an_attack_and_there_is_but_one() -> None:
    units = italy("K", "3008", "cavalry", facing="S"), italy("b", "2909", "light", facing="SE"), italy("x", "5010")
    marks = [marker("3010", "3011", "charge"), marker("2910", "3011")]
    m = play(*units, austria("D", "3011"), active={"formation": "italy", "markers": marks}, dice=[1, 1])
    verbs = {(option["do"], *option.get("units", ())) for option in m.options("italy")}
    assert {("move", "K"), ("charge", "K"), ("move", "b"), ("fire", "b"), ("assault", "b"), ("square", "b")} <= verbs
    assert ("fire", "K") not in verbs
    m.answer("italy", {"do": "fire", "units": ["b"], "hex": "3011", "path": ["2910"]})
    decline(m, "face")
    for answer in (move("b", "2909"), {"do": "assault", "units": ["b"], "path": []}):
        assert refused(m, "italy", answer) == "6-a"


@pytest.mark.rule("custoza:3.2.2c-a", "custoza:3.2.2c-b")
def test_at_the_end_of_an_activation_units_recover_and_markers_come_off() -> None:
    active = {"formation": "italy", "markers": [{**marker("3010", "3011"), "spent": True}]}
    m = play(italy("A", "3020", status="disordered"), austria("D", "3011"), active=active, **FIXED)
    m.answer("italy", {"do": "done"})
    assert now(m).units["A"].status == 0
    assert now(m).active is None
    assert m.view(None)["active"] is None
    assert (m.ask.what, m.ask.who) == ("activate", ("austria",))


# -- 3.3 to 3.5 --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:3.3-a", "custoza:3.3-b", "custoza:3.3-c")
def test_who_was_not_activated_withdraws_and_recovers_the_initiative_last() -> None:
    units = italy("A", "3010", status="disordered"), austria("D", "3011"), italy("B", "4010", status="disorganised")
    m = after_passes(*units, initiative="italy")
    assert (m.ask.what, m.ask.who, m.ask.data["units"]) == ("fall_back", ("austria",), ["D"])
    assert all(option["do"] == "fall_back" for option in m.options("austria")), "there is no other movement"
    m.answer("austria", {"do": "fall_back", "units": ["D"], "path": ["3012"]})
    decline(m, "face")
    s = now(m)
    assert (where(m, "A"), s.units["A"].status, s.units["B"].status) == ("3010", 0, 1), "nobody threatens A any more"
    other = after_passes(*units, initiative="austria")
    assert (other.ask.what, other.ask.who, other.ask.data["units"]) == ("fall_back", ("italy",), ["A"])


@pytest.mark.rule("custoza:3.4-b", "custoza:3.4-d", "custoza:4.1.1-a")
def test_who_is_out_of_command_withdraws_from_zones_the_initiative_last() -> None:
    units = (
        italy("com", "1010", "commander"),
        italy("A", "3010"),
        italy("B", "4010"),
        austria("bar", "6010", "commander"),
        austria("D", "3011"),
    )
    m = after_passes(*units, initiative="austria")
    assert (m.ask.what, m.ask.who, m.ask.data["units"], m.ask.data["must"]) == ("ooc", ("italy",), ["A", "B"], ["A"])
    assert refused(m, "italy", {"do": "done"}) == "3.4-b"
    assert refused(m, "italy", move("A", "2909")) == "4.1.1-a"
    m.answer("italy", {"do": "fall_back", "units": ["A"], "path": ["2909"]})
    decline(m, "face")
    m.answer("italy", {"do": "done"})
    assert (m.ask.what, m.ask.who, m.ask.data["must"]) == ("ooc", ("austria",), [])


@pytest.mark.rule("custoza:3.5-a", "custoza:3.5-b", "custoza:8.8-d")
def test_ammunition_markers_stay_until_the_end_of_the_game_turn() -> None:
    guns = italy("g", "3010", "artillery", ammo="low"), italy("h", "3020", "artillery", ammo="out")
    m = play(*guns, AWAY, **FIXED)
    for seat in ("italy", "austria"):
        m.answer(seat, {"do": "pass"})
        assert [now(m).units[id].ammo for id in "gh"] == ["low", "out"]
    assert now(m).gt == 8
    m.answer("italy", {"do": "pass"})
    assert [now(m).units[id].ammo for id in "gh"] == ["full", "full"]
    assert (now(m).gt, events(m, "turn")[-1].data["gt"]) == (9, 9)


@pytest.mark.rule("custoza:7.10-c", "custoza:2.4.2.3-a")
def test_generals_move_at_the_end_of_the_base_game_turn_the_initiative_second() -> None:
    units = italy("A", "3010"), italy("gi", "3010", "general"), AWAY, austria("ga", "6010", "general")
    m = after_passes(*units, initiative="italy")
    assert (m.ask.what, m.ask.who, m.ask.data["unit"]) == ("general", ("austria",), "ga")
    far = [f"60{row:02d}" for row in range(11, 20)]
    assert refused(m, "austria", move("ga", *far)) == "7.10-a"
    m.answer("austria", move("ga", *far[:8]))
    assert where(m, "ga") == "6018"
    assert (m.ask.what, m.ask.who) == ("general", ("italy",))


@pytest.mark.rule("custoza:7.10-c")
@pytest.mark.parametrize("always", [False, True])
def test_by_option_idle_commanders_move_in_the_phase_of_their_formation(always: bool) -> None:
    units = italy("com", "3010", "commander"), italy("A", "3010"), AWAY
    m = after_passes(*units, options={"commanders": "always" if always else "activation"})
    assert (m.ask.what == "general") is always
    if always:
        assert (m.ask.who, m.ask.data["unit"], now(m).phase) == (("italy",), "com", "non_activated")
        m.answer("italy", move("com", "3011"))
        assert (where(m, "com"), now(m).gt) == ("3011", 9)
    active = play(*units, active={"formation": "italy"})
    active.answer("italy", move("com", "3011"))
    assert where(active, "com") == "3011"


# -- 4.4: units of the Reserve -----------------------------------------------------------------------------------------


def with_reserves(*more: Plain, dice: list[int], **others: Any) -> q.Match:
    """Two units of the Reserve near the first commander, a third far from everybody."""
    reserve: Plain = {"formation": None, "reserve": True}
    return play(
        italy("com", "3010", "commander"),
        italy("A", "3011"),
        italy("com2", "3012", "commander", formation="two"),
        italy("B", "3013", formation="two"),
        italy("R", "3012", "artillery", **reserve),
        italy("Q", "2912", "cavalry", **reserve),
        italy("lost", "5020", **reserve),
        *more,
        AWAY,
        dice=dice,
        **{**FIXED, **others},
    )


@pytest.mark.rule("custoza:4.4-a", "custoza:4.4-b")
def test_a_formation_takes_along_one_unit_of_the_reserve_that_is_in_its_range() -> None:
    m = with_reserves(dice=[1, 1])
    m.answer("italy", ACTIVATE)
    assert (m.ask.what, m.ask.data["units"]) == ("reserve", ["R", "Q"])
    assert refused(m, "italy", {"do": "reserve", "unit": "lost"}) == "4.4-a"
    m.answer("italy", {"do": "reserve", "unit": "Q"})
    assert (m.ask.what, m.ask.data["units"]) == ("act", ["A", "Q"])
    assert refused(m, "italy", move("R", "3111")) == "4.4-a"
    m.answer("italy", move("Q", "2812"))
    assert where(m, "Q") == "2812"
    m.answer("italy", {"do": "face", "units": ["Q"], "facing": "N"})
    m.answer("italy", {"do": "done"})
    m.answer("austria", {"do": "pass"})
    m.answer("italy", {"do": "activate", "formation": "two"})
    assert (m.ask.what, m.ask.data["units"]) == ("reserve", ["R"]), "once in a game turn"


@pytest.mark.rule("custoza:4.4-c")
def test_units_of_the_reserve_that_nobody_took_along_move_as_they_like_later() -> None:
    m = pass_on(with_reserves(dice=[], initiative="austria"))
    assert (m.ask.what, m.ask.data["units"]) == ("ooc", ["R", "Q", "lost"])
    m.answer("italy", move("lost", "5021"))
    assert where(m, "lost") == "5021", "it has no commander to approach"


# -- 5.2: loose cannons ------------------------------------------------------------------------------------------------


def conducted(conduct: str, *units: Plain, step: str = "act", dice: list[int] | None = None) -> q.Match:
    """A Formation whose commander acts on his own initiative."""
    return play(*units, active={"formation": "italy", "step": step, "conduct": conduct}, dice=dice or [])


CALM = (
    italy("A", "3010"),
    italy("B", "3020"),
    italy("g", "3022", "artillery", facing="S"),
    austria("D", "3011"),
    austria("E", "3025"),
)


@pytest.mark.rule("custoza:5.2-b", "custoza:chart.INI-a")
@pytest.mark.parametrize("conduct", ["fall_back", "halt", "hold"])
def test_commanders_who_lose_heart_withdraw_from_zones_and_attack_nobody(conduct: str) -> None:
    m = conducted(conduct, *CALM, step="declare", dice=[1, 1])
    assert m.ask.what == "act", "no markers"
    assert refused(m, "italy", move("A", "3009")) == "5.2-b", "a withdrawal, no move"
    assert refused(m, "italy", {"do": "done"}) == "7.5-a"
    m.answer("italy", {"do": "fall_back", "units": ["A"], "path": ["3009"]})
    decline(m, "face")
    assert where(m, "A") == "3009"
    assert refused(m, "italy", move("B", "3021")) == "5.2-b"
    back = m.refuse("italy", move("B", "3019"))
    assert (back is None) is (conduct == "fall_back"), "only who falls back moves at all, and away"
    square = m.refuse("italy", {"do": "square", "units": ["B"]})
    assert (square is None) is (conduct == "hold")
    shot = m.refuse("italy", {"do": "fire", "units": ["g"], "hex": "3025"})
    assert (shot is None) is (conduct == "hold")


@pytest.mark.rule("custoza:5.2-b", "custoza:chart.INI-a")
@pytest.mark.parametrize(
    ("conduct", "limits"),
    [("cautious", (2, 0)), ("own_judgement", (4, 0)), ("bold", (4, 2)), ("rash", (4, 4)), ("halt", (0, 0))],
)
def test_how_many_markers_a_conduct_allows_and_demands(conduct: str, limits: tuple[int, int]) -> None:
    s = state(italy("A", "3010"), AWAY, active={"formation": "italy", "step": "declare", "conduct": conduct})
    assert declarations.marker_limits(s) == limits


@pytest.mark.rule("custoza:5.2-b")
def test_a_bold_commander_places_his_share_of_markers_while_there_are_targets() -> None:
    own = [italy(f"A{n}", f"30{n:02d}", sv=1) for n in (8, 9, 7)]
    m = conducted("bold", *own, austria("D", "3011"), step="declare")
    for _ in range(2):
        assert refused(m, "italy", {"do": "done"}) == "5.2-b"
        m.answer("italy", m.options("italy")[0])
    assert {"do": "done"} in m.options("italy")


@pytest.mark.rule("custoza:5.2-b", "custoza:chart.INI-a")
def test_a_rash_commander_drives_everybody_as_near_to_the_enemy_as_can_be() -> None:
    units = italy("A", "3010"), italy("g", "2010", "artillery"), italy("b", "3010", "light"), austria("D", "3020")
    m = conducted("rash", *units)
    assert refused(m, "italy", {"do": "done"}) == "5.2-b"
    for path in (["3009"], ["3011"], ["3011", "3012", "3013", "3014"]):
        assert refused(m, "italy", move("A", *path)) == "5.2-b"
    assert refused(m, "italy", {"do": "square", "units": ["A", "b"]}) == "5.2-b"
    assert refused(m, "italy", move("A")) == "5.2-b", "nor does it turn where it stands"
    listed = [option for option in m.options("italy") if option["units"] == ["A"]]
    assert listed
    assert {option["path"][-1] for option in listed} == {"3015"}
    m.answer("italy", move("A", "3011", "3012", "3013", "3014", "3015"))
    m.answer("italy", {"do": "face", "units": ["A"], "facing": "S"})
    assert refused(m, "italy", {"do": "done"}) == "5.2-b", "the light infantry has not gone"
    m.answer("italy", move("b", "3011", "3012", "3013", "3014", "3015", "3016"))
    m.answer("italy", {"do": "face", "units": ["b"], "facing": "S"})
    assert {"do": "done"} in m.options("italy"), "guns act freely"


@pytest.mark.rule("custoza:5.2-b")
def test_under_a_rash_commander_who_stands_at_the_enemy_attacks_or_leaves() -> None:
    m = conducted("rash", italy("A", "3010"), italy("B", "5010"), austria("D", "3011"))
    assert m.refuse("italy", move("A", "3009")) is None
    assert refused(m, "italy", {"do": "done"}) == "7.5-a"


@pytest.mark.rule("custoza:5.2.1-b")
@pytest.mark.parametrize("scenario", ["vanguards", "morning", "tail"])
def test_every_commander_begins_with_morale_nought(scenario: str) -> None:
    view = q.start("custoza", scenario, seed=1).view(None)
    assert {formation["morale"] for formation in view["formations"]} == {0}
