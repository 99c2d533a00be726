"""Chapter 11 once more: who is left to react, to what, and what is refused of his reaction."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from tests.games.custoza.support import Plain, austria, decline, events, italy, now, play, refused, rolls, where

REST = italy("rest", "5010")
ACTIVE = {"formation": "austria"}


def marked(hex: str, target: str) -> Plain:
    """The Austrians are activated, with an Assault marker in a hex."""
    return {**ACTIVE, "markers": [{"type": "assault", "hex": hex, "target": target}]}


def enter(*units: Plain, by: tuple[Plain, ...] | None = None, dice: list[int] | None = None, **more: Any) -> q.Match:
    """Austrians enter 3010, next to the Italians in 3011."""
    comers = by or (austria("a", "3009", facing="S"),)
    m = play(*comers, *units, REST, active=marked("3010", "3011"), dice=dice or [1] * 12, **more)
    m.answer("austria", {"do": "assault", "units": [comer["id"] for comer in comers], "path": ["3010"]})
    return m


def shelled(*units: Plain, dice: list[int] | None = None, sp: int = 4, at: str = "infantry", **more: Any) -> q.Match:
    """Austrian guns in 3008 have fired at the Italians in 3011."""
    guns = austria("h", "3008", "artillery", facing="S", sp=sp, cv=8)
    m = play(guns, *units, REST, austria("off", "6010"), active=ACTIVE, dice=dice or [1] * 12, **more)
    m.answer("austria", {"do": "fire", "units": ["h"], "hex": "3011", "at": at})
    return m


def may(m: q.Match) -> dict[str, list[str]]:
    """What is open to each Force, by its first unit."""
    return {force["units"][0]: force["may"] for force in m.ask.data["forces"]}


# -- who is left -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:11.1-a", "custoza:8.2.2-a")
def test_a_force_that_was_shot_to_pieces_does_not_react() -> None:
    m = shelled(italy("i", "3011", facing="N", sp=1, max=1), dice=[6, 6], sp=12)
    assert events(m, "eliminated")
    assert m.ask.what == "face", "the guns have fired, and choose their facing"


@pytest.mark.rule("custoza:11.1-a", "custoza:11.1-f")
def test_of_a_force_partly_in_march_the_whole_may_react_to_fire() -> None:
    m = shelled(italy("i", "3011", facing="N", sv=2), italy("j", "3011", facing="N", sv=2, march=True))
    assert (m.ask.what, m.ask.rule) == ("react", "11.1-a")
    assert "face" in may(m)["i"]
    assert "leave_march" not in may(m)["i"], "only a Force that is in march as a whole leaves it"


@pytest.mark.rule("custoza:11.2-a", "custoza:11.5.2-a")
def test_fire_in_reaction_strikes_those_of_the_trigger_who_still_stand() -> None:
    pair = austria("a", "3009", facing="S", sv=2, sp=6, max=6), austria("b", "3009", facing="S", sv=3, sp=1, max=6)
    units = italy("i", "3011", facing="N"), italy("j", "2910", "artillery", facing="NE", sp=12, cv=8)
    m = enter(*units, by=pair, dice=[2, 6, 1, 1, *[1] * 8])
    assert (m.ask.what, m.ask.rule, m.ask.data["action"]) == ("react", "11.1-b", "assault")
    m.answer("italy", {"do": "fire", "units": ["j"]})
    while m.ask.what == "hit":
        m.answer("austria", {"do": "hit", "unit": "b"})
    assert now(m).units["b"].hex < 0
    m.answer("italy", {"do": "fire", "units": ["i"]})
    assert [roll.data["targets"] for roll in rolls(m, "fire")] == [["a", "b"], ["a"]]


@pytest.mark.rule("custoza:11.4-a", "custoza:11.3-a")
def test_when_the_trigger_has_been_thrown_back_the_others_have_nobody_to_react_to() -> None:
    units = italy("i", "3011", facing="N", sp=20), italy("j", "2910", facing="NE")
    m = enter(*units, dice=[1, 1, 6, 6, *[1] * 8])
    assert sorted(may(m)) == ["i", "j"]
    m.answer("italy", {"do": "assault", "units": ["i"]})
    while m.ask.what in ("retreat", "hit", "face"):
        assert m.ask.data.get("units") != ["j"]
        m.answer(m.ask.who[0], m.options(m.ask.who[0])[0])
    assert where(m, "a") != "3010"
    assert m.ask.what != "react"
    assert not rolls(m, "assault")[1:], "his Assault is over"


# -- the corner of the map ---------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:11.1-b", "custoza:11.1-c", "custoza:11.1-d")
def test_the_corner_of_the_map_is_entered_and_left_like_any_hex() -> None:
    units = austria("a", "1005", facing="N"), italy("i", "1104", facing="N"), REST
    m = play(*units, active=marked("1004", "1104"), dice=[1] * 8)
    m.answer("austria", {"do": "assault", "units": ["a"], "path": ["1004"]})
    assert (m.ask.what, m.ask.data["hex"]) == ("react", "1004")
    assert [force["trigger"] for force in m.ask.data["forces"]] == ["within" if near(m, "1005", "1104") else "enters"]
    back = play(austria("a", "1004", facing="S"), italy("i", "1104", facing="N"), REST, active=marked("1005", "1104"))
    if near(back, "1005", "1104"):
        back.answer("austria", {"do": "assault", "units": ["a"], "path": ["1005"]})
        assert [force["trigger"] for force in back.ask.data["forces"]] == ["within"]
    out = play(austria("a", "1005", facing="S"), italy("i", "1006", facing="N"), REST, active=ACTIVE)
    out.answer("austria", {"do": "move", "units": ["a"], "path": ["1004"]})
    assert (out.ask.what, out.ask.rule, out.ask.data["to"]) == ("react", "11.1-c", "1004")


def near(m: q.Match, one: str, other: str) -> bool:
    board = now(m).board
    return board.grid.distance(board.hex(one), board.hex(other)) == 1


# -- what is refused ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:11.5.1-a", "custoza:2.7-c")
def test_in_a_village_nobody_turns_in_reaction() -> None:
    m = enter(italy("i", "3011", facing="N"), board={"terrain": {"3011": "village"}})
    assert "face" not in may(m)["i"]
    assert refused(m, "italy", {"do": "face", "units": ["i"], "facing": "S"}) == "11.5.1-a"


@pytest.mark.rule("custoza:11.5.3-b")
def test_a_counter_attack_goes_to_a_hex_beside_the_trigger() -> None:
    m = shelled(italy("i", "3011", facing="N"))
    attack: Plain = {"do": "assault", "units": ["i"]}
    assert m.refuse("italy", {**attack, "path": ["3010", "3009"]}) is None
    assert refused(m, "italy", {**attack, "path": ["3010"]}) == "11.5.3-b"
    assert refused(m, "italy", {**attack, "path": []}) == "11.5.3-b"
    assert refused(m, "italy", {**attack, "path": ["3009"]}) == "7.2-b"


@pytest.mark.rule("custoza:11.5.3-d", "custoza:11.5.3-e", "custoza:9.3-a")
def test_a_counter_charge_goes_straight_ahead_and_an_assault_as_it_likes() -> None:
    m = shelled(italy("k", "3011", "cavalry", facing="S"), at="cavalry")
    assert {"assault"} <= set(may(m)["k"])
    assert "charge" not in may(m)["k"], "the guns are not before it"
    m = shelled(italy("k", "3011", "cavalry", facing="N"), at="cavalry")
    assert {"assault", "charge"} <= set(may(m)["k"])
    ways = {do: [option["path"] for option in m.options("italy") if option["do"] == do] for do in ("assault", "charge")}
    assert ["3010", "3009"] in ways["charge"]
    ahead = {"2910", "3010", "3110", "3009", "2909", "3109", "2908", "3108"}
    assert all(set(path) <= ahead for path in ways["charge"])
    assert {path[-1] for path in ways["assault"]} > {path[-1] for path in ways["charge"]}
    assert all(m.refuse("italy", option) is None for option in m.options("italy"))
    around = next(path for path in ways["assault"] if path[-1] not in {way[-1] for way in ways["charge"]})
    assert refused(m, "italy", {"do": "charge", "units": ["k"], "path": around}) == "9.3-a"


@pytest.mark.rule("custoza:22.3.2-b", "custoza:22.3.4-a")
def test_the_garrison_of_a_fortress_and_who_stands_with_it_only_fire() -> None:
    m = enter(italy("F", "3011", "fortress"), italy("i", "3011", sv=2))
    assert all(verbs == ["fire"] for verbs in may(m).values())
    assert {force["class"] for force in m.ask.data["forces"]} == {"infantry", "artillery"}


# -- 11.5.6 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:11.5.6-a", "custoza:11.5.4.1-b")
@pytest.mark.parametrize(("what", "rule"), [("march", "11.5.6-a"), ("square", "11.5.4.1-b")])
def test_infantry_under_fire_leaves_march_or_square_by_its_rule(what: str, rule: str) -> None:
    more: Plain = {what: True}
    m = shelled(italy("i", "3011", facing="N", **more))
    assert f"leave_{what}" in may(m)["i"]
    m.answer("italy", {"do": f"leave_{what}", "units": ["i"]})
    assert not getattr(now(m).units["i"], what)
    assert [(event.rule, event.data["units"]) for event in events(m, f"left_{what}")] == [(rule, ["i"])]


@pytest.mark.rule("custoza:11.5.6-a", "custoza:7.9-a")
def test_limbered_guns_under_fire_unlimber_when_it_is_over() -> None:
    m = shelled(italy("g", "3011", "artillery", facing="N", march=True), at="artillery")
    assert may(m)["g"] == ["unlimber"]
    m.answer("italy", {"do": "unlimber", "units": ["g"]})
    assert not now(m).units["g"].march
    assert [(event.rule, event.data["units"]) for event in events(m, "left_march")] == [("11.5.6-a", ["g"])]


@pytest.mark.rule("custoza:11.5.6-a", "custoza:22.1-a")
def test_in_the_bed_of_the_tione_nobody_unlimbers_in_reaction() -> None:
    board = {
        "terrain": {"3011": "tione"},
        "bridges": ["3011"],
        "roads": [{"class": "major", "path": ["3010", "3011", "3012"]}],
    }
    m = shelled(italy("g", "3011", "artillery", facing="N", march=True), at="artillery", board=board)
    assert m.ask.what == "face", "there is nothing that they could do"


# -- 11.5.5 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:11.5.5-b", "custoza:10.5.4-a")
def test_each_unit_goes_its_own_way_and_the_slowest_counts_for_the_check() -> None:
    pair = italy("i", "3011", facing="N", sv=2, ma=4), italy("j", "3011", "light", facing="N", sv=1, ma=7)
    m = enter(*pair, by=(austria("a", "3009", "cavalry", facing="S", ma=9),))
    m.answer("italy", {"do": "fall_back", "units": ["i", "j"], "paths": {"i": ["3012"], "j": ["2911"]}})
    (check,) = rolls(m, "cohesion")
    assert [row["modifiers"] for row in check.data["checks"]] == [[["11.5.5-b", 5]]] * 2
    assert (where(m, "i"), where(m, "j")) == ("3012", "2911")
    assert sorted(event.data["units"] for event in events(m, "fell_back")) == [["i"], ["j"]]


@pytest.mark.rule("custoza:11.5.5-a")
def test_a_force_of_which_one_cannot_get_away_does_not_fall_back() -> None:
    closed = {"terrain": {"2911": "lake", "3111": "lake"}}
    m = enter(
        italy("i", "3011", facing="N", sv=1), italy("j", "3011", facing="N", sv=4), austria("b", "3012"), board=closed
    )
    assert "fall_back" not in may(m)["i"]
    assert refused(m, "italy", {"do": "fall_back", "units": ["i", "j"], "path": ["3012"]}) == "11.5.5-a"


# -- 6.5 ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:6.5-a", "custoza:6.5-b")
@pytest.mark.parametrize("turns", [True, False])
def test_a_marker_whose_target_has_gone_is_turned_or_void(turns: bool) -> None:
    m = enter(italy("i", "3011", "light", facing="N"), italy("j", "2910", facing="N"))
    m.answer("italy", {"do": "fall_back", "units": ["i"], "path": ["3012"]})
    decline(m)
    assert (m.ask.what, m.ask.rule, m.ask.who, m.ask.data) == (
        "turn_marker",
        "6.5-a",
        ("austria",),
        {"hex": "3010", "targets": ["2910"]},
    )
    turn = {"do": "turn", "hex": "3010", "target": "2910"}
    assert list(m.options("austria")) == [turn, {"do": "pass"}]
    assert refused(m, "austria", {**turn, "target": "3011"}) == "6.5-a"
    m.answer("austria", turn if turns else {"do": "pass"})
    told = [
        (event.rule, event.data["type"], event.data["hex"], event.data["target"])
        for event in events(m, "marker_turned")
    ]
    assert told == ([("6.5-a", "assault", "3010", "2910")] if turns else [])
    assert [roll.data["target"] for roll in rolls(m, "assault")] == (["2910"] if turns else [])
    if not turns:
        assert (m.ask.what, m.ask.rule) == ("go_on", "11.5.5-d")
        assert now(m).acting().markers[0].spent
