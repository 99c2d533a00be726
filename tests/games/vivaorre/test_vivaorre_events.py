"""Chapter 17: the twenty random events."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from tests.games.vivaorre.battle import area, blue, events, play, red, refused, rolls, unit_of

Plain = dict[str, Any]
ON = {"events": "on"}


def event(number: int, *more: Plain, dice: list[int] | None = None, **said: Any) -> q.Match:
    """A match in which red's unit A has rolled an event against blue's unit D, in the fire phase of turn 1."""
    unit: Plain = {"class": "c-c-c", **said.pop("unit", {})}
    enemy: Plain = {"class": "c-c-c", **said.pop("enemy", {})}
    return play(
        red("A", [30000, 10000], **unit),
        blue("D", [30000, 24000], **enemy),
        *more,
        phase="fire",
        stage="over",
        pending=[{"event": number, "unit": "A", "enemy": "D", "why": "fire"}],
        dice=dice or [6, 1] * 4,
        options=ON,
        **{"last_turn": 9, **said},
    )


def fired(options: dict[str, str], dice: list[int]) -> q.Match:
    match = play(
        red("A", [30000, 10000], weapon="rifled_musket"),
        blue("D", [30000, 11500], weapon="none"),
        phase="fire",
        dice=dice,
        options=options,
        last_turn=9,
    )
    match.answer("red", {"do": "fire", "shots": [{"unit": "A", "target": "D"}]})
    return match


@pytest.mark.rule("vivaorre:17-a", "vivaorre:17-b")
def test_three_natural_sixes_in_one_roll_bring_an_event_found_with_a_die_of_twenty_sides():
    match = fired(ON, [6, 6, 6, 1, 1, 1, 1, 1, 18, 6, 1, 6, 1])
    assert rolls(match, "event")[0].data["number"] == 18
    assert events(match, "event")[0].data["unit"] == "A"
    assert unit_of(match, "A")["class"] == "c-b-c"
    kinds = [one.kind for one in match.events if one.kind in ("losses", "event")]
    assert kinds == ["losses", "event"]
    assert rolls(fired(ON, [6, 6, 5, 5, 1, 1, 1, 1, 6, 1, 6, 1]), "event") == []
    assert rolls(fired({}, [6, 6, 6, 1, 1, 1, 1, 1, 6, 1, 6, 1]), "event") == []


@pytest.mark.rule("vivaorre:17-ev1")
def test_1_a_storm_brings_rain_until_a_die_of_4_or_more_in_a_later_turn():
    match = event(1, last_turn=9, dice=[3, 6, 1])
    assert (match.view(None)["weather"], match.view(None)["weather_rolls"]) == ("rain", True)
    assert rolls(match, "weather")[0].data["success"] is False
    over = event(1, dice=[4, 6, 1])
    assert over.view(None)["weather"] == "clear"


@pytest.mark.rule("vivaorre:17-ev2")
def test_2_a_unit_without_ammunition_fires_no_more():
    match = event(2)
    assert unit_of(match, "A")["ammunition"] is False
    fire = play(
        red("A", [30000, 10000], ammunition=False),
        red("B", [34000, 10000]),
        blue("D", [32000, 12000]),
        phase="fire",
        dice=[1] * 30,
    )
    assert refused(fire, "red", {"do": "fire", "shots": [{"unit": "A", "target": "D"}]}) == "17-ev2"


@pytest.mark.rule("vivaorre:17-ev3", "vivaorre:17-ev18")
def test_3_and_18_the_fire_class_drops_or_rises_a_level_not_beyond_the_ends():
    assert unit_of(event(3), "A")["class"] == "c-d-c"
    assert unit_of(event(18), "A")["class"] == "c-b-c"
    assert unit_of(event(3, unit={"class": "c-e-c"}), "A")["class"] == "c-e-c"
    assert unit_of(event(18, unit={"class": "c-a-c"}), "A")["class"] == "c-a-c"


@pytest.mark.rule("vivaorre:17-ev4", "vivaorre:17-ev10")
def test_4_and_10_the_morale_class_rises_or_drops_a_level():
    assert unit_of(event(4), "A")["class"] == "b-c-c"
    assert unit_of(event(10), "A")["class"] == "d-c-c"


@pytest.mark.rule("vivaorre:17-ev9", "vivaorre:17-ev17")
def test_9_and_17_the_melee_class_rises_or_drops_a_level():
    assert unit_of(event(9), "A")["class"] == "c-c-b"
    assert unit_of(event(17), "A")["class"] == "c-c-d"


@pytest.mark.rule("vivaorre:17-ev5")
def test_5_raw_recruits_rout_at_once():
    match = event(5, dice=[6, 6, 1, 6, 1])
    moved = [one for one in events(match, "moved") if one.data["why"] == "rout"]
    assert [one.data["unit"] for one in moved] == ["A"]
    assert [one.data["occasion"] for one in rolls(match, "morale")] == ["rout"]


@pytest.mark.rule("vivaorre:17-ev6")
def test_6_poor_visibility_is_very_bad_weather_until_a_die_ends_it():
    match = event(6, dice=[3, 6, 1])
    assert (match.view(None)["weather"], match.view(None)["weather_rolls"]) == ("bad", True)
    assert event(6, dice=[5, 6, 1]).view(None)["weather"] == "clear"


@pytest.mark.rule("vivaorre:17-ev7")
def test_7_a_hidden_enemy_drawn_by_lot_is_revealed():
    wood = area("w", "open_wood", 40, 30, 60, 40)
    hidden = [blue(id, [45000 + 4000 * n, 33000], hidden=True, training="irregular", formation="mass", figures=6)
              for n, id in enumerate(("E", "F", "G"))]  # fmt: skip
    match = event(7, *hidden, terrain=(wood,), dice=[19, 20, 2, 6, 1])
    assert [one.data for one in events(match, "revealed")] == [{"unit": "F", "name": "F", "why": "event"}]
    assert len(rolls(match, "lot")) == 3
    assert events(event(7), "revealed") == []


@pytest.mark.rule("vivaorre:17-ev8")
def test_8_an_ally_of_who_rolled_goes_over_to_the_enemy():
    allies = [red(id, [10000 + 8000 * n, 5000], ally=True, brigade="b1") for n, id in enumerate(("B", "C"))]
    match = event(8, *allies, blue("E", [60000, 40000], ally=True), dice=[4, 6, 1])
    assert (unit_of(match, "C")["side"], unit_of(match, "C")["brigade"]) == ("blue", None)
    assert unit_of(match, "B")["side"] == "red"
    assert unit_of(match, "E")["side"] == "blue"
    assert rolls(event(8), "lot") == []


@pytest.mark.rule("vivaorre:17-ev11", "vivaorre:1-k")
def test_11_half_of_the_figures_lost_come_back_rounded_up():
    match = event(11, unit={"figures": 3, "start": 8, "hits": 1})
    assert (unit_of(match, "A")["figures"], unit_of(match, "A")["hits"]) == (6, 1)
    whole = event(11)
    assert unit_of(whole, "A")["figures"] == 8


@pytest.mark.rule("vivaorre:17-ev12")
def test_12_a_stroke_of_genius_is_a_move_a_shot_or_nothing_more():
    match = event(12, unit={"weapon": "breech_rifle", "moved": True, "fired": True}, dice=[1] * 8 + [6, 1] * 4)
    assert match.ask is not None
    assert (match.ask.what, match.ask.rule, list(match.ask.who)) == ("extra", "17-ev12", ["red"])
    move: Plain = {"do": "move", "unit": "A", "path": [{"go": "advance", "by": 3000}]}
    shot: Plain = {"do": "fire", "shots": [{"unit": "A", "target": "D"}]}
    assert match.refuse("red", {"do": "pass"}) is None
    assert refused(match, "red", {**move, "unit": "D"}) == "17-ev12"
    assert refused(match, "red", {"do": "melee", "targets": {"A": "D"}}) == "17-ev12"
    again = match.clone()
    match.answer("red", move)
    assert unit_of(match, "A")["at"] == [30000, 13000]
    near = event(12, unit={"weapon": "breech_rifle"}, enemy={"weapon": "none"}, dice=[6] * 8 + [6, 1] * 4)
    assert near.ask is not None
    assert near.ask.what == "extra"
    assert again.refuse("red", shot) is not None  # out of range: 14 inches
    assert all(near.refuse("red", answer) is None for answer in near.options("red"))


@pytest.mark.rule("vivaorre:17-ev13")
def test_13_the_brigadier_shows_his_true_character():
    general = {"id": "G", "side": "red", "brigade": "b1", "at": [30000, 8000], "characters": ["cauto"]}
    match = event(13, unit={"brigade": "b1"}, generals=[general], dice=[12, 6, 1])
    assert match.view(None)["generals"][0]["characters"] == ["vigliacco"]
    assert rolls(event(13), "which_character") == []


@pytest.mark.rule("vivaorre:17-ev14")
def test_14_the_enemys_morale_class_drops_a_level():
    match = event(14)
    assert unit_of(match, "D")["class"] == "d-c-c"
    assert unit_of(match, "A")["class"] == "c-c-c"


@pytest.mark.rule("vivaorre:17-ev15")
def test_15_a_battalion_of_line_foot_may_enter_from_the_own_edge_next_turn():
    armies = {"red": {"list": "nap"}}
    unit = unit_of(event(15, armies=armies), "red.reserve1")
    assert (unit["entry"], unit["class"], unit["weapon"]) == ("nap.inf.linea", "d-d-d", "rifled_musket")
    assert (unit["figures"], unit["brigade"], unit["at"], unit["arrives"]) == (8, None, None, 2)
    assert unit["points"] == 8 * 18
    plain = unit_of(event(15), "red.reserve1")
    assert (plain["class"], plain["weapon"], plain["side"]) == ("c-c-c", "musket", "red")


@pytest.mark.rule("vivaorre:5-j", "vivaorre:17-ev15")
def test_reinforcements_enter_from_their_own_edge_in_their_turn_and_not_before():
    outside = red("B", None, arrives=2)
    early = play(red("A", [30000, 10000]), outside, blue("D", [30000, 40000]), phase="movement")
    enter: Plain = {"do": "move", "unit": "B", "path": [{"go": "advance", "by": 2000}], "enter": [20000, 0]}
    assert refused(early, "red", enter) == "5-j"
    match = play(red("A", [30000, 10000]), outside, blue("D", [30000, 40000]), phase="movement", turn=2, last_turn=2)
    assert refused(match, "red", {**enter, "enter": [20000, 48000]}) == "5-j"
    match.answer("red", enter)
    assert (unit_of(match, "B")["at"], unit_of(match, "B")["facing"]) == ([20000, 2000], 0)


@pytest.mark.rule("vivaorre:17-ev16")
def test_16_who_is_berserk_has_to_charge_in_the_next_charge_phase():
    assert unit_of(event(16), "A")["berserk"] is True
    match = play(red("A", [30000, 10000], berserk=True), blue("D", [30000, 12500]), phase="charges", dice=[1] * 30)
    assert refused(match, "red", {"do": "done"}) == "17-ev16"


@pytest.mark.rule("vivaorre:17-ev19")
def test_19_the_unit_fires_at_the_nearest_friends():
    friends = (red("B", [30000, 11500]), red("C", [40000, 10000]))
    match = event(19, *friends, dice=[6, 6, 1, 1, 1, 1, 1, 1, *[6, 1] * 6])
    roll = rolls(match, "fire")[0]
    assert (roll.data["unit"], roll.data["target"], roll.data["count"]) == ("A", "B", 8)
    assert unit_of(match, "B")["figures"] == 7
    assert rolls(event(19), "fire") == []


@pytest.mark.rule("vivaorre:17-ev20")
def test_20_the_unit_takes_a_morale_test_at_once():
    match = event(20, dice=[2, 6, 1])
    assert rolls(match, "morale")[0].data["occasion"] == "event"
    assert unit_of(match, "A")["state"] == "shaken"
    assert unit_of(event(20, dice=[4, 6, 1]), "A")["state"] == "steady"


def genius(enemy: list[int], *more: Plain, dice: list[int], **unit: Any) -> q.Match:
    """Red's A has a stroke of genius in the fire phase, with an enemy there."""
    return play(
        red("A", [30000, 10000], **unit),
        blue("D", enemy, weapon="none", figures=8),
        *more,
        phase="fire",
        stage="over",
        pending=[{"event": 12, "unit": "A", "enemy": "D", "why": "fire"}],
        dice=dice,
        options=ON,
    )


@pytest.mark.rule("vivaorre:17-ev12")
def test_12_the_extra_shot_hits_and_its_losses_are_tested_for() -> None:
    match = genius([30000, 11000], dice=[6, 6, 6, 6, 1, 1, 1, 1, 20, 2, 2, 2, 6, 1], fired=True)
    far: Plain = {"do": "fire", "shots": [{"unit": "A", "target": "X"}]}
    assert refused(match, "red", {"do": "fire", "shots": []}) == "17-ev12"
    assert refused(match, "red", far) == "9-a"
    match.answer("red", {"do": "fire", "shots": [{"unit": "A", "target": "D"}]})
    (shot,) = rolls(match, "fire")
    assert (shot.data["unit"], shot.data["hits"]) == ("A", 4)
    assert unit_of(match, "D")["figures"] == 6
    assert [roll.data["unit"] for roll in rolls(match, "morale")] == ["D", "A"], "of the losses, then event 20"


@pytest.mark.rule("vivaorre:17-ev12")
@pytest.mark.parametrize(("faces", "tested"), [([6] * 2 + [1] * 6, ["D", "A"]), ([1] * 8, [])])
def test_12_the_extra_blow_is_struck_without_reply(faces: list[int], tested: list[str]) -> None:
    match = genius([30000, 10000], dice=[*faces, *[6] * 4, *[1] * 40])
    assert match.ask is not None
    assert match.ask.what == "extra"
    move: Plain = {"do": "move", "unit": "A", "path": [{"go": "back", "by": 1000}]}
    assert refused(match, "red", move) == "17-ev12", "who is in contact does not move"
    assert {"do": "melee", "targets": {"A": "D"}} in match.options("red")
    match.answer("red", {"do": "melee", "targets": {"A": "D"}})
    kinds = [one.kind for one in match.events]
    at_once = match.events[: kinds.index("phase")]
    assert [one.data["unit"] for one in at_once if one.data.get("why") == "melee" and one.kind == "roll"] == ["A"]
    assert [one.data["unit"] for one in at_once if one.data.get("why") == "morale"] == tested
    lost = [(one.data["hits"], one.data["why"]) for one in at_once if one.kind == "losses"]
    assert lost == [(faces.count(6), "melee")] * bool(tested)


@pytest.mark.rule("vivaorre:17-ev1", "vivaorre:17-ev6")
def test_1_and_6_a_storm_makes_worse_weather_no_better_and_bad_weather_makes_rain_worse() -> None:
    assert event(1, weather="bad", dice=[6, 1]).view(None)["weather"] == "bad"
    assert event(1, weather="rain", dice=[6, 1]).view(None)["weather_rolls"] is False, "it has rained all day"
    worse = event(6, weather="rain", dice=[1, 6, 1]).view(None)
    assert (worse["weather"], worse["weather_rolls"]) == ("bad", True)
    assert event(6, weather="bad", dice=[6, 1]).view(None)["weather_rolls"] is False


@pytest.mark.rule("vivaorre:17-b")
def test_an_event_of_a_unit_that_is_gone_does_nothing() -> None:
    match = play(
        red("A", [30000, 10000]),
        blue("D", [30000, 24000]),
        phase="fire",
        stage="over",
        pending=[{"event": 20, "unit": "X", "enemy": "D", "why": "fire"}],
        dice=[6, 1],
        options=ON,
    )
    assert events(match, "event") == []
    assert rolls(match, "morale") == []


@pytest.mark.rule("vivaorre:17-ev8")
def test_8_a_traitor_leaves_the_general_behind_and_declares_for_nobody() -> None:
    general = {"id": "G", "side": "red", "brigade": "b1", "with": "B"}
    ally = red("B", [10000, 5000], ally=True, brigade="b1", out=True)
    match = event(8, ally, generals=[general], unit={"brigade": "b1"}, dice=[1, 6, 1, *[1] * 9], last_turn=1)
    traitor = unit_of(match, "B")
    assert (traitor["side"], traitor["ally"], traitor["out"]) == ("blue", False, False)
    left = match.view(None)["generals"][0]
    assert (left["side"], left["with"], left["at"]) == ("red", None, [10000, 5000])


@pytest.mark.rule("vivaorre:17-ev11")
def test_11_who_comes_back_needs_room_to_stand() -> None:
    small: Plain = {"figures": 2, "start": 8}
    beside = red("B", [29000, 10000], figures=2, start=8)
    behind = unit_of(event(11, beside, unit=small), "A")
    assert (behind["figures"], behind["at"]) == (5, [30000, 9000]), "its line of five stands behind its neighbour"
    column = red("B", [29000 + 187, 10000], formation="march")
    fewer = unit_of(event(11, column, unit=small), "A")
    assert (fewer["figures"], fewer["at"]) == (3, [30000, 10000]), "beside a column there is room for one more"


@pytest.mark.rule("vivaorre:17-ev19")
def test_19_friends_out_of_reach_or_a_unit_that_cannot_fire_fire_nothing() -> None:
    near, far = red("B", [30000, 11500]), red("C", [10000, 30000])
    assert rolls(event(19, far), "fire") == []
    assert rolls(event(19, near, unit={"weapon": "none"}), "fire") == []
    square = event(19, near, unit={"formation": "square"}, dice=[1] * 2 + [6, 1] * 9)
    assert [roll.data["target"] for roll in rolls(square, "fire")] == ["B"]
    guns = event(19, near, unit={"arm": "artillery", "gun": "smooth_12"}, dice=[1] * 4 + [6, 1] * 9)
    assert [(roll.data["target"], roll.data["ammo"]) for roll in rolls(guns, "fire")] == [("B", "shell")]


@pytest.mark.rule("vivaorre:17-ev12")
def test_12_what_is_offered_is_what_the_unit_could_do_there() -> None:
    def offered(match: q.Match) -> list[str]:
        found = match.options("red")
        assert all(match.refuse("red", answer) is None for answer in found)
        return sorted({answer["do"] for answer in found})

    assert offered(genius([30000, 11000], dice=[])) == ["fire", "move", "pass"]
    assert offered(genius([30000, 40000], dice=[])) == ["move", "pass"]
    assert offered(genius([30000, 11000], dice=[], disorder="reorder")) == ["fire", "pass"]
    assert offered(genius([30000, 11000], dice=[], weapon="none")) == ["move", "pass"]
    assert offered(genius([30000, 10000], dice=[])) == ["melee", "pass"]


@pytest.mark.rule("vivaorre:17-ev12")
def test_12_only_that_unit_acts_and_only_on_whom_it_touches() -> None:
    match = genius([30000, 10000], red("B", [36000, 10000]), blue("E", [36000, 11000]), dice=[])
    shots = [{"unit": "A", "target": "D"}, {"unit": "B", "target": "E"}]
    assert refused(match, "red", {"do": "fire", "shots": shots}) == "17-ev12"
    assert refused(match, "red", {"do": "melee", "targets": {"A": "E"}}) == "17-ev12"
    assert refused(match, "red", {"do": "melee", "targets": {"A": "D", "B": "E"}}) == "17-ev12"
    assert refused(match, "red", {"do": "melee", "targets": {"B": "D"}}) == "17-ev12"
    assert match.refuse("red", {"do": "melee", "targets": {"A": "D"}}) is None


@pytest.mark.rule("vivaorre:17-ev19")
def test_19_a_machine_gun_names_no_ammunition() -> None:
    guns: Plain = {"arm": "artillery", "gun": "mg_old"}
    match = event(19, red("B", [30000, 11500]), unit=guns, dice=[1] * 10 + [6, 1] * 9, year=1879)
    assert [(roll.data["target"], roll.data["ammo"]) for roll in rolls(match, "fire")] == [("B", None)]


@pytest.mark.rule("vivaorre:17-ev12")
def test_12_who_passes_does_nothing_more() -> None:
    match = genius([30000, 10000], dice=[1] * 40)
    match.answer("red", {"do": "pass"})
    kinds = [one.kind for one in match.events]
    assert kinds[: kinds.index("phase")] == ["event"]


@pytest.mark.rule("vivaorre:17-ev1", "vivaorre:17-ev6")
@pytest.mark.parametrize(("number", "weather"), [(1, "rain"), (6, "bad")])
def test_1_and_6_the_weather_is_told(number: int, weather: str) -> None:
    told = events(event(number, dice=[6, 1], last_turn=1), "weather")
    assert [(one.rule, one.data["weather"]) for one in told] == [(f"17-ev{number}", weather)]


@pytest.mark.rule("vivaorre:17-ev8", "vivaorre:13-g")
def test_8_a_traitor_does_not_stay_hidden() -> None:
    wood = area("w", "open_wood", 8, 3, 14, 8)
    ally = red("B", [10000, 5000], ally=True, hidden=True, formation="mass", training="irregular", figures=6)
    match = event(8, ally, terrain=(wood,), dice=[1, 6, 1, *[1] * 9], last_turn=1)
    assert (unit_of(match, "B")["side"], unit_of(match, "B")["hidden"]) == ("blue", False)


@pytest.mark.rule("vivaorre:17-ev11")
@pytest.mark.parametrize(
    ("beside", "figures", "at"),
    [
        ({"arm": "cavalry", "formation": "assault", "figures": 3, "start": 6, "files": 1}, 5, [30000, 7000]),
        ({"formation": "march", "figures": 5}, 3, [30000, 10000]),
    ],
)
def test_11_who_comes_back_steps_back_three_inches_at_most(beside: Plain, figures: int, at: list[int]) -> None:
    wide = 500 if beside.get("arm") else 187
    neighbour = red("B", [30000 - 625 - wide, 10000], **beside)
    match = event(11, neighbour, unit={"figures": 2, "start": 8})
    assert (unit_of(match, "A")["figures"], unit_of(match, "A")["at"]) == (figures, at)


@pytest.mark.rule("vivaorre:17-ev13", "vivaorre:17-ev14")
def test_13_and_14_who_is_gone_has_neither_character_nor_morale() -> None:
    dead = {"id": "G", "side": "red", "brigade": "b1", "state": "dead"}
    assert rolls(event(13, unit={"brigade": "b1"}, generals=[dead], dice=[6, 1]), "which_character") == []
    match = play(
        red("A", [30000, 10000]),
        blue("D", [30000, 24000]),
        phase="fire",
        stage="over",
        pending=[{"event": 14, "unit": "A", "enemy": "X", "why": "fire"}],
        dice=[6, 1],
        options=ON,
    )
    assert unit_of(match, "D")["class"] == "c-c-c"
