"""Chapter 8 in its finer points: who may fire, at what, and from which side a shot comes."""

from __future__ import annotations

import pytest

from quadrilatero.games.custoza.deeds import Deed
from quadrilatero.games.custoza.rules import fire
from quadrilatero.hexes import FACINGS
from tests.games.custoza.support import Plain, austria, events, italy, now, play, refused, rolls, state, where

ACTIVE = {"formation": "italy"}
GUN = italy("g", "3010", "artillery", facing="S")


@pytest.mark.rule("custoza:8.1-a", "custoza:8.1-b", "custoza:8.8-b")
@pytest.mark.parametrize(
    ("kind", "more", "action", "reaction"),
    [
        ("line", {}, False, True),
        ("light", {}, True, True),
        ("artillery", {}, True, True),
        ("cavalry", {}, False, False),
        ("light", {"march": True}, False, False),
        ("light", {"ammo": "out"}, False, False),
        ("line", {"ammo": "out"}, False, False),
        ("fortress", {}, False, True),
        ("train", {}, False, False),
    ],
)
def test_who_may_fire_when(kind: str, more: Plain, action: bool, reaction: bool) -> None:
    unit = state(italy("U", "3010", kind, **more)).units["U"]
    assert (fire.may_fire(unit, reaction=False), fire.may_fire(unit, reaction=True)) == (action, reaction)


@pytest.mark.rule("custoza:8.8-b", "custoza:8.3-e")
def test_without_ammunition_each_is_refused_by_his_rule() -> None:
    units = italy("l", "3010", "light", ammo="out"), italy("L", "3020", ammo="out")
    m = play(*units, austria("D", "3011"), austria("E", "3021"), active=ACTIVE)
    assert refused(m, "italy", {"do": "fire", "units": ["l"], "hex": "3011"}) == "8.8-b"
    assert refused(m, "italy", {"do": "fire", "units": ["L"], "hex": "3021"}) == "8.3-e"


@pytest.mark.rule("custoza:8.4-a", "custoza:8.4-b")
def test_who_has_acted_does_not_fire_with_the_others() -> None:
    pair = italy("g", "3010", "artillery", facing="S", sv=1), italy("h", "3010", "artillery", facing="S", sv=1)
    m = play(*pair, austria("D", "3012"), active={**ACTIVE, "acted": {"h": {"did": "fire", "mp": "0"}}}, dice=[1, 1])
    assert refused(m, "italy", {"do": "fire", "units": ["g", "h"], "hex": "3012"})
    assert m.refuse("italy", {"do": "fire", "units": ["g"], "hex": "3012"}) is None


@pytest.mark.rule("custoza:8.1-e")
def test_a_shot_needs_a_target_on_the_map() -> None:
    m = play(GUN, austria("D", "3012"), active=ACTIVE)
    for answer in ({}, {"hex": "9999"}, {"hex": "3013"}):
        refusal = m.refuse("italy", {"do": "fire", "units": ["g"], **answer})
        assert refusal is not None
        assert (refusal.rule, refusal.reason) == ("8.1-e", "no_target")
        assert refusal.data["hex"] == (answer.get("hex") if answer.get("hex") == "3013" else "?")


@pytest.mark.rule("custoza:8.7-a", "custoza:8.8-a")
def test_guns_in_the_corner_of_the_map_fire_and_are_fired_at() -> None:
    m = play(
        italy("g", "1004", "artillery", facing="S"),
        italy("i", "1804", facing="S"),
        austria("D", "1006", facing="N"),
        active=ACTIVE,
        dice=[6, 6],
    )
    m.answer("italy", {"do": "fire", "units": ["g"], "hex": "1006"})
    assert now(m).units["g"].ammo == "low"
    there = play(
        italy("g", "1006", "artillery", facing="N"),
        italy("i", "1806", facing="S"),
        austria("D", "1004", facing="S"),
        active=ACTIVE,
        dice=[6, 6],
    )
    there.answer("italy", {"do": "fire", "units": ["g"], "hex": "1004"})
    assert rolls(there, "fire")[0].data["targets"] == ["D"]
    assert events(there, "hit")
    assert events(there, "status")


@pytest.mark.rule("custoza:8.3-c", "custoza:8.3-b")
def test_only_light_infantry_goes_before_it_fires_and_only_to_an_assault_marker() -> None:
    marks = [{"type": "assault", "hex": "3010", "target": "3011"}, {"type": "charge", "hex": "3109", "target": "3110"}]
    light, gun = italy("l", "3009", "light", facing="S"), italy("g", "3108", "artillery", facing="S")
    m = play(light, gun, austria("D", "3011", facing="N"), active={**ACTIVE, "markers": marks}, dice=[1] * 8)
    shot: Plain = {"do": "fire", "units": ["l"], "hex": "3011", "path": ["3010"]}
    assert m.refuse("italy", shot) is None
    assert refused(m, "italy", {**shot, "path": ["3109"]}) == "8.3-c"
    assert refused(m, "italy", {"do": "fire", "units": ["g"], "hex": "3011", "path": ["3109"]}) == "8.3-b"
    m.answer("italy", shot)
    while m.ask is not None and m.ask.what == "react":
        m.answer(m.ask.who[0], {"do": "pass"})
    assert where(m, "l") == "3010"
    assert rolls(m, "fire")


# -- 7.6-f: from behind ------------------------------------------------------------------------------------------------


def behind(do: str | None, *, march: bool = False, **deed: object) -> bool:
    """Whether a shot from 3012 comes from behind at a Force in 3010 that faces north and is doing that."""
    s = state(austria("D", "3010", facing="N", march=march), italy("g", "3012", "artillery", facing="N"))
    if do is not None:
        s.begin(Deed(do, "austria", ("D",), **deed))  # type: ignore[arg-type]  # whatever the deed has
    return fire.from_behind(s, s.units["g"].hex, [s.units["D"]])


@pytest.mark.rule("custoza:7.6-f", "custoza:7.6-b", "custoza:7.6-d")
def test_who_moves_freely_has_no_rear_and_who_stands_or_charges_has() -> None:
    assert behind(None)
    for do in ("move", "assault", "after_charge", "fall_back", "advance", "ooc"):
        assert not behind(do, heading=0), do
    assert behind("charge", heading=0)


@pytest.mark.rule("custoza:8.3-c", "custoza:10.5.5-a")
def test_who_fires_from_his_place_has_a_rear_and_who_retreats_has_it_where_he_came_from() -> None:
    hex = state(austria("D", "3010")).units["D"].hex
    assert behind("fire", marker=hex)
    assert not behind("fire", marker=hex, heading=0)
    assert not behind("fire", marker=hex + 1)
    assert behind("retreat", heading=0)
    assert not behind("retreat", heading=3)
    assert behind("retreat")
    assert behind("move", march=True, heading=0)
    assert not behind("move", march=True, heading=3)


@pytest.mark.rule("custoza:8.3-a", "custoza:8.1-d")
@pytest.mark.parametrize("now", range(6))
@pytest.mark.parametrize("hex", ["3008", "3109", "3111", "3012", "2911", "2909"])
def test_a_battery_turns_no_farther_than_it_must(now: int, hex: str) -> None:
    s = state(italy("g", "3010", "artillery", facing=FACINGS[now]), austria("D", hex))
    units, target = [s.units["g"]], s.board.hex(hex)
    bears = {facing: fire.in_arc(s, units, units[0].hex, target, facing) for facing in range(6)}
    turn = {facing: min(abs(facing - now), 6 - abs(facing - now)) for facing in range(6)}
    least = min(turn[facing] for facing in range(6) if bears[facing])
    found = fire.facing_for(s, units, target)
    assert (found is None) == (least == 0)
    if found is not None:
        assert bears[found]
        assert turn[found] == least


@pytest.mark.rule("custoza:2.7-c", "custoza:8.2-c")
def test_in_a_village_guns_fire_all_around() -> None:
    board = {"terrain": {"3010": "village"}}
    behind = austria("D", "3008", facing="S")
    m = play(GUN, italy("i", "2020"), behind, active=ACTIVE, board=board, dice=[1, 1])
    assert m.refuse("italy", {"do": "fire", "units": ["g"], "hex": "3008"}) is None
    assert [option.get("facing") for option in m.options("italy") if option.get("do") == "fire"] == [None]
    open_field = play(GUN, italy("i", "2020"), behind, active=ACTIVE, dice=[1, 1])
    assert refused(open_field, "italy", {"do": "fire", "units": ["g"], "hex": "3008"}) == "8.1-d"


@pytest.mark.rule("custoza:8.1-e", "custoza:8.9-a")
def test_only_enemies_in_sight_and_range_are_listed_as_targets() -> None:
    units = GUN, italy("i", "3011"), austria("D", "2911"), austria("E", "3014"), austria("F", "3016")
    m = play(*units, austria("G", "3211"), active=ACTIVE, board={"terrain": {"3012": "woods"}}, dice=[1, 1])
    assert [option["hex"] for option in m.options("italy") if option.get("do") == "fire"] == ["2911", "3211"]
    assert refused(m, "italy", {"do": "fire", "units": ["g"], "hex": "3014"}) == "8.9-a"
    assert refused(m, "italy", {"do": "fire", "units": ["g"], "hex": "3011"}) == "8.1-e"


@pytest.mark.rule("custoza:8.1-e", "custoza:22.3.2-b")
def test_a_fortress_is_fired_at_as_garrison_or_as_guns() -> None:
    walls = austria("F", "3012", "fortress")
    m = play(GUN, italy("i", "2020"), walls, active=ACTIVE, dice=[1, 1])
    shots = [(option["hex"], option["at"]) for option in m.options("italy") if option.get("do") == "fire"]
    assert shots == [("3012", "infantry"), ("3012", "artillery")]
    s = now(play(GUN, walls, austria("h", "3012", "artillery"), active=ACTIVE))
    assert [(f.kind, f.ids) for f in fire.forces_at(s, s.board.hex("3012"), "italy")] == [
        ("infantry", ("F",)),
        ("artillery", ("h",)),
    ]


# -- the action --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:8.3-a", "custoza:8.3-b")
def test_a_battery_turns_fires_and_may_turn_again() -> None:
    m = play(GUN, italy("i", "2020"), austria("D", "3008"), active=ACTIVE, dice=[1, 1])
    m.answer("italy", {"do": "fire", "units": ["g"], "hex": "3008", "facing": "N"})
    assert [event.data["facing"] for event in events(m, "faced")] == ["N"]
    while m.ask.what == "react":
        m.answer(m.ask.who[0], {"do": "pass"})
    assert (m.ask.what, m.ask.rule, m.ask.data["units"], m.ask.data["facing"]) == ("face", "8.3-b", ["g"], "N")
    m.answer("italy", {"do": "face", "units": ["g"], "facing": "NE"})
    acted = m.state()["active"]["acted"]
    assert {id: deed["did"] for id, deed in acted.items()} == {"g": "fire"}


@pytest.mark.rule("custoza:6.4-b")
@pytest.mark.parametrize(("kind", "served"), [("light", True), ("artillery", False)])
def test_light_infantry_serves_a_marker_by_fire_and_guns_do_not(kind: str, served: bool) -> None:
    mark = {"type": "assault", "hex": "3010", "target": "3011"}
    shooter = italy("x", "3010", kind, facing="S")
    m = play(
        shooter,
        italy("i", "2020"),
        austria("D", "3011", facing="N"),
        active={**ACTIVE, "markers": [mark]},
        dice=[1] * 8,
    )
    m.answer("italy", {"do": "fire", "units": ["x"], "hex": "3011"})
    while m.ask.what in ("react", "face"):
        m.answer(m.ask.who[0], {"do": "pass"} if m.ask.what == "react" else m.options(m.ask.who[0])[0])
    (marker,) = now(m).acting().markers
    assert bool(marker.spent) is served


@pytest.mark.rule("custoza:8.3-c")
def test_where_the_target_has_gone_nobody_fires() -> None:
    mark = {"type": "assault", "hex": "3010", "target": "3011"}
    units = italy("l", "3009", "light", facing="S"), italy("i", "2020"), austria("D", "3011", facing="N")
    m = play(*units, active={**ACTIVE, "markers": [mark]}, dice=[1] * 8)
    m.answer("italy", {"do": "fire", "units": ["l"], "hex": "3011", "path": ["3010"]})
    back = next(option for option in m.options("austria") if option["do"] == "fall_back")
    m.answer("austria", back)
    while m.ask is not None and m.ask.what in ("react", "face", "turn_marker"):
        m.answer(m.ask.who[0], m.options(m.ask.who[0])[0] if m.ask.what == "face" else {"do": "pass"})
    assert where(m, "D") != "3011"
    assert not rolls(m, "fire")
    assert now(m).units["l"].ammo == "full"


@pytest.mark.rule("custoza:7.7-b")
def test_light_infantry_fires_out_of_its_square_but_leaves_it_to_move() -> None:
    mark = {"type": "assault", "hex": "3010", "target": "3011"}
    for hex, path, square in (("3010", [], True), ("3009", ["3010"], False)):
        units = italy("l", hex, "light", facing="S", square=True), italy("i", "2020"), austria("D", "3011", facing="N")
        m = play(*units, active={**ACTIVE, "markers": [mark]}, dice=[1] * 8)
        m.answer("italy", {"do": "fire", "units": ["l"], "hex": "3011", "path": path})
        assert now(m).units["l"].square is square
