"""Chapter 6 and 7.5: markers and who may serve them, duties, and what the whole of an action may not do."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from tests.games.custoza.support import Plain, austria, decline, events, italy, now, play, refused, rolls, where

REST = italy("rest", "5010")
FOE = austria("D", "3011", facing="NW")


def marker(hex: str, target: str, kind: str = "assault", **more: Any) -> Plain:
    """A marker that aims at a hex."""
    return {"type": kind, "hex": hex, "target": target, **more}


def act(*units: Plain, markers: tuple[Plain, ...] = (), dice: list[int] | None = None, **more: Any) -> q.Match:
    """The Italians act."""
    return play(*units, REST, active={"formation": "italy", "markers": list(markers)}, dice=dice or [], **more)


def strike(unit: str, *path: str, **more: Any) -> Plain:
    """An Assault of one unit."""
    return {"do": "assault", "units": [unit], "path": list(path), **more}


def move(unit: str, *path: str) -> Plain:
    """A move of one unit."""
    return {"do": "move", "units": [unit], "path": list(path)}


# -- 6.3: one marker, several Forces -----------------------------------------------------------------------------------


@pytest.mark.rule("custoza:6.3-b", "custoza:6.4-a")
def test_a_second_force_may_attack_by_a_marker_that_has_been_served() -> None:
    units = italy("A", "3009", facing="S"), italy("B", "2909", facing="S"), austria("D", "3011", facing="N")
    m = act(*units, markers=(marker("3010", "3011"),), dice=[1, 2, 1, 2])
    m.answer("italy", strike("A", "3010"))
    decline(m)
    m.answer("italy", {"do": "retreat", "units": ["A"], "path": ["3109"]})
    decline(m, "face")
    assert now(m).active.markers[0].spent
    assert m.refuse("italy", {"do": "done"}) is None, "the duty is met"
    assert strike("B", "3010") in m.options("italy")
    m.answer("italy", strike("B", "3010"))
    decline(m)
    assert [event.data["attackers"] for event in events(m, "combat")] == [["A"], ["B"]]


@pytest.mark.rule("custoza:6.4-a", "custoza:7.5-b")
def test_who_stands_at_a_marker_may_go_to_another() -> None:
    units = italy("A", "3010", facing="S"), austria("D", "3011", facing="N")
    m = act(*units, markers=(marker("3010", "3011"), marker("3110", "3011")))
    attacks = [option for option in m.options("italy") if option["do"] == "assault" and "march" not in option]
    assert attacks == [strike("A"), strike("A", "3110")]


@pytest.mark.rule("custoza:6.3-b", "custoza:6.5-a")
def test_a_marker_whose_target_has_gone_serves_nobody_any_more() -> None:
    units = italy("A", "3010", facing="S", sp=12), italy("B", "3009"), austria("D", "3011", facing="N")
    m = act(*units, markers=(marker("3010", "3011"),), dice=[6, 6])
    m.answer("italy", strike("A"))
    decline(m, "retreat", "face", "hit")
    assert where(m, "A") == "3011"
    assert refused(m, "italy", strike("B", "3010")) == "10.1-a"


@pytest.mark.rule("custoza:6.6-a")
def test_two_forces_never_combine_the_second_meets_what_is_left() -> None:
    units = italy("A", "3010", facing="S", sp=6), italy("B", "2910", facing="SE", sp=6), FOE
    m = act(*units, markers=(marker("3010", "3011"), marker("2910", "3011")), dice=[4, 3, 2, 2, 2, 2, 1, 2])
    m.answer("italy", strike("A"))
    decline(m)
    with pytest.raises(q.Illegal):
        m.answer("italy", {"do": "assault", "units": ["A", "B"], "path": []})
    decline(m, "face")
    m.answer("italy", strike("B"))
    fights = rolls(m, "assault")
    assert [roll.data["attackers"] for roll in fights] == [["A"], ["B"]]
    assert [roll.data["odds"] for roll in fights] == ["6:6", "6:6"]


@pytest.mark.rule("custoza:6.6-a", "custoza:11.4-a")
def test_while_an_action_is_under_way_nobody_else_acts() -> None:
    units = italy("A", "3009", facing="S"), italy("B", "2909"), austria("D", "3011", facing="N")
    m = act(*units, markers=(marker("3010", "3011"),))
    m.answer("italy", strike("A", "3010"))
    assert (m.ask.what, m.ask.who) == ("react", ("austria",))
    with pytest.raises(q.Illegal):
        m.answer("italy", move("B", "2908"))


# -- 6.4, 6.5 ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:6.4-b", "custoza:8.3-e")
def test_only_light_infantry_moves_and_fires() -> None:
    units = (
        italy("b", "3009", "light", facing="S"),
        italy("L", "3109", facing="S"),
        italy("g", "2909", "artillery", facing="SE"),
        italy("K", "2908", "cavalry", facing="S"),
        austria("D", "3011", facing="N"),
    )
    m = act(*units, markers=(marker("3010", "3011"),), dice=[1, 1])
    found = {
        id: refused(m, "italy", {"do": "fire", "units": [id], "hex": "3011", "path": path})
        for id, path in (("L", ["3010"]), ("g", ["3010"]), ("K", ["2909", "3010"]))
    }
    assert found == {"L": "8.3-e", "g": "8.3-b", "K": "8.3-e"}
    m.answer("italy", {"do": "fire", "units": ["b"], "hex": "3011", "path": ["3010"]})
    decline(m)
    assert rolls(m, "fire")[0].data["units"] == ["b"]


@pytest.mark.rule("custoza:3.2.2b-c", "custoza:8.3-c")
def test_fire_of_light_infantry_may_include_its_move_but_for_the_assault_marker_nothing_else_will_do() -> None:
    units = italy("b", "3008", "light", facing="S"), austria("D", "3011", facing="N")
    shot = {"do": "fire", "units": ["b"], "hex": "3011", "path": ["3009", "3010"]}
    assert refused(act(*units), "italy", shot) == "8.3-c"
    assert refused(act(*units, markers=(marker("3010", "3011", "charge"),)), "italy", shot) == "8.3-c"
    m = act(*units, markers=(marker("3010", "3011"),), dice=[1, 1])
    m.answer("italy", shot)
    decline(m)
    assert (where(m, "b"), len(rolls(m, "fire"))) == ("3010", 1)


@pytest.mark.rule("custoza:6.5-b")
def test_after_a_victory_another_marker_on_that_hex_may_be_turned() -> None:
    units = (
        italy("A", "3010", facing="S", sp=20),
        italy("B", "2910", facing="SE"),
        austria("D", "3011", facing="N"),
        austria("E", "2911", facing="N"),
    )
    m = act(*units, markers=(marker("3010", "3011"), marker("2910", "3011")), dice=[6, 6])
    m.answer("italy", strike("A"))
    while m.ask.what != "turn_marker":
        decline(m, "retreat", "face", "hit")
    assert (m.ask.rule, m.ask.data["hex"], m.ask.data["targets"]) == ("6.5-a", "2910", ["2911"])
    m.answer("italy", {"do": "turn", "hex": "2910", "target": "2911"})
    assert events(m, "marker_turned")[0].data["target"] == "2911"
    decline(m, "face")
    assert m.ask.data["markers"][1] == {**marker("2910", "2911"), "spent": False}


# -- 7.5: duties -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:7.5-a", "custoza:6.3-b")
def test_each_force_in_an_enemy_zone_has_a_duty_of_its_own() -> None:
    units = italy("A", "3010", sv=2, facing="S"), italy("B", "3010", sv=2, facing="S"), austria("D", "3011", facing="N")
    m = act(*units, markers=(marker("3010", "3011"),), dice=[4, 3, 2, 2, 2, 2, 1, 2])
    assert m.ask.data["must"] == ["A", "B"]
    m.answer("italy", strike("A"))
    decline(m, "face")
    assert events(m, "combat")[0].data["winner"] == "draw"
    assert m.ask.data["must"] == ["B"], "its comrade has attacked, it has not"
    assert refused(m, "italy", {"do": "done"}) == "7.5-a"
    m.answer("italy", strike("B"))
    assert events(m, "combat")[1].data["attackers"] == ["B"]


@pytest.mark.rule("custoza:7.5-a", "custoza:7.5-d")
def test_who_can_neither_attack_nor_leave_stays_without_penalty() -> None:
    closed = dict.fromkeys(("2909", "3009", "3109", "2910", "3110"), "lake")
    m = act(italy("A", "3010"), austria("D", "3011"), board={"terrain": closed})
    assert m.ask.data["must"] == []
    m.answer("italy", {"do": "done"})
    assert where(m, "A") == "3010"


@pytest.mark.rule("custoza:7.5-d", "custoza:8.3-c")
def test_light_infantry_that_stays_and_fires_has_attacked_only_by_a_marker() -> None:
    units = italy("b", "3010", "light", facing="S"), austria("D", "3011", facing="N")
    shot = {"do": "fire", "units": ["b"], "hex": "3011"}
    assert refused(act(*units), "italy", shot) == "7.5-a"
    m = act(*units, markers=(marker("3010", "3011"),), dice=[1, 1])
    m.answer("italy", shot)
    decline(m, "face")
    assert m.ask.data["must"] == []
    assert m.refuse("italy", {"do": "done"}) is None
    free = act(italy("b", "3010", "light", facing="S"), austria("D", "3011", march=True), dice=[1, 1])
    free.answer("italy", shot)
    assert rolls(free, "fire"), "out of enemy zones it needs no marker"


@pytest.mark.rule("custoza:7.5-b", "custoza:7.5-c")
def test_who_enters_an_enemy_zone_attacks_there() -> None:
    units = italy("A", "3009"), austria("D", "3011", facing="N"), austria("E", "2911", facing="N")
    m = act(*units, markers=(marker("3010", "3011"), marker("2910", "2911")), dice=[1, 2])
    assert refused(m, "italy", move("A", "3010")) == "7.5-b", "a mere move does not go there"
    assert refused(m, "italy", strike("A", "3010", "2910")) == "7.5-c", "nor does one pass such a hex"
    m.answer("italy", strike("A", "3010"))
    decline(m)
    assert events(m, "combat")[0].data["target"] == "3011"


@pytest.mark.rule("custoza:7.5-b", "custoza:7.5-c")
def test_ways_into_an_enemy_zone_end_at_their_marker() -> None:
    units = italy("A", "3009"), austria("D", "3011", facing="N"), austria("E", "2911", facing="N")
    m = act(*units, markers=(marker("3010", "3011"), marker("2910", "2911")))
    ways = [answer["path"] for answer in m.options("italy") if answer["do"] == "assault"]
    assert {way[-1] for way in ways} == {"3010", "2910"}
    assert not any({"3010", "2910"} & set(way[:-1]) for way in ways)


@pytest.mark.rule("custoza:7.5-a", "custoza:2.6-b")
def test_no_zone_no_duty() -> None:
    wood = {"terrain": {"3010": "woods"}}
    m = act(italy("A", "3010"), austria("D", "3011"), board=wood)
    assert m.ask.data["must"] == []
    assert m.refuse("italy", {"do": "square", "units": ["A"]}) is None
    m.answer("italy", {"do": "done"})
    assert now(m).active is None
