"""11.5.5 and chapter 12: withdrawals whose way turns out otherwise than it looked when it was chosen."""

from __future__ import annotations

import pytest

import quadrilatero as q
from quadrilatero.games.custoza.rules import withdrawal
from quadrilatero.games.custoza.rules.retreat import Flight
from quadrilatero.hexes import FACINGS
from tests.games.custoza.support import Plain, austria, drive, events, hexes, italy, now, play, state, where

MARKER = {"type": "assault", "hex": "3010", "target": "3011"}
ACTIVE = {"formation": "italy", "markers": [MARKER]}
FIELDS = {"3112": "heavy_cultivation", "3212": "heavy_cultivation"}


def crowd(hex: str, points: int = 5) -> Plain:
    return austria(f"crowd {hex}", hex, sv=points)


def met(*units: Plain, board: Plain | None = None, dice: list[int] | None = None) -> q.Match:
    """An Italian regiment comes to 3010, next to the Austrians in 3011, who may react."""
    m = play(italy("A", "3009", facing="S"), *units, board=board, active=ACTIVE, dice=dice or [1, 1])
    m.answer("italy", {"do": "assault", "units": ["A"], "path": ["3010"]})
    assert m.ask.what == "react"
    return m


@pytest.mark.rule("custoza:11.5.5-a", "custoza:10.5.2-a", "custoza:10.5.2-b")
def test_who_falls_back_onto_a_crowd_goes_on_away_from_the_enemy() -> None:
    """3211 would cost less than 3112, but leads no farther from the Force that came."""
    m = met(austria("D", "3011", facing="N"), *map(crowd, ("2911", "3012", "3111")), board={"terrain": FIELDS})
    m.answer("austria", {"do": "fall_back", "units": ["D"], "path": ["3111", "3112"]})
    assert where(m, "D") == "3112"
    assert events(m, "fell_back")[-1].data["path"] == ["3111", "3112"]
    assert {unit.id: unit.status for unit in now(m).units.values() if unit.status} == {"crowd 3111": 1}


@pytest.mark.rule("custoza:11.5.5-a", "custoza:10.5.4-a", "custoza:12.2-a")
def test_who_finds_the_place_taken_by_his_companion_chooses_anew() -> None:
    """Both name 3012, where three points are left: the second is asked where he goes instead."""
    both = [austria(id, "3011", facing="N", sv=2) for id in ("D", "E")]
    m = met(*both, crowd("3012", 2))
    m.answer("austria", {"do": "fall_back", "units": ["D", "E"], "paths": {"D": ["3012"], "E": ["3012"]}})
    assert (m.ask.what, m.ask.who, m.ask.data["units"]) == ("fall_back", ("austria",), ["E"])
    assert where(m, "D") == "3012"
    assert [option["path"] for option in m.options("austria")] == [["3111"], ["2911"]]
    assert m.refuse("austria", {"do": "fall_back", "units": ["E"], "path": ["3012"]}).rule == "12.2-a"
    m.answer("austria", {"do": "fall_back", "units": ["E"], "path": ["2911"]})
    assert where(m, "E") == "2911"


@pytest.mark.rule("custoza:11.5.5-a", "custoza:12.2-a")
def test_who_finds_one_other_way_takes_it_unasked() -> None:
    both = [austria(id, "3011", facing="N", sv=2) for id in ("D", "E")]
    m = met(*both, crowd("3012", 2), board={"terrain": {"2911": "lake"}})
    m.answer("austria", {"do": "fall_back", "units": ["D", "E"], "paths": {"D": ["3012"], "E": ["3012"]}})
    assert (where(m, "D"), where(m, "E")) == ("3012", "3111")


@pytest.mark.rule("custoza:10.5.3-a", "custoza:12.3-a")
@pytest.mark.parametrize(("gone", "box"), [(["3011"], "eliminated"), ([], None)])
def test_who_has_set_out_and_finds_no_way_on_is_lost(gone: list[str], box: str | None) -> None:
    """In reaction nobody has to set out: who has not done so yet stays. Whoever is lost face down is turned up."""
    lakes = dict.fromkeys(("3013", "2911", "3111", "3112", "2912"), "lake")
    s = state(austria("D", "3012"), italy("A", "3010", facing="S"), board={"terrain": lakes})
    flight = Flight(s.board.hex("3010"), 1, rule="11.5.5-a")
    anew = withdrawal.choose_anew(s, [s.units["D"]], flight, tuple(map(s.board.hex, gone)))
    assert [told.event.kind for told in anew] == (["revealed"] if box else [])
    assert s.units["D"].box == box


@pytest.mark.rule("custoza:10.5.2-b", "custoza:22.2.2-a")
def test_friends_on_a_bridge_are_not_disturbed_where_there_was_room_for_all() -> None:
    """The retreat goes on because nobody may stop on the bridge, not for want of room."""
    lakes = dict.fromkeys(("2911", "3111", "2912", "3112"), "lake")
    m = play(
        italy("A", "3010", facing="S", sp=9),
        austria("D", "3011", facing="N", sp=4),
        austria("E", "3013", "light", facing="N", march=True),
        board={"terrain": lakes | {"3013": "mincio"}, "bridges": ["3013"]},
        active=ACTIVE,
        dice=[5, 4],
    )
    m.answer("italy", {"do": "assault", "units": ["A"], "path": []})
    if m.ask.what == "retreat":
        m.answer("austria", m.options("austria")[0])
    assert where(m, "D") in ("3014", "2913", "3113")
    assert now(m).units["E"].status == 0


@pytest.mark.rule("custoza:10.4.11-c", "custoza:2.9-c", "custoza:10.6.1-c")
@pytest.mark.parametrize(("points", "there"), [(5, "3012"), (4, "3011")])
def test_who_saves_guns_advances_only_if_all_have_room_beside_them(points: int, there: str) -> None:
    m = play(
        italy("A", "3010", facing="S", sp=2),
        austria("guns", "3011", "artillery", facing="N"),
        austria("F", "3012", facing="N", sp=9, sv=points),
        active=ACTIVE,
        dice=[1, 1, 6, 6],
    )
    m.answer("italy", {"do": "assault", "units": ["A"], "path": []})
    m.answer("austria", {"do": "assault", "units": ["F"]})
    while m.ask is not None and m.ask.what == "retreat":
        m.answer("italy", m.options("italy")[0])
    assert events(m, "combat")[0].data["winner"] == "attacker"
    assert (where(m, "guns"), where(m, "F")) == ("3011", there)


@pytest.mark.rule("custoza:7.6-a", "custoza:12.1-a")
@pytest.mark.parametrize("marching", ["D", "E"])
def test_a_force_of_which_one_marches_faces_one_way_when_it_has_fallen_back(marching: str) -> None:
    units = [austria(id, "3011", facing="NE", sv=1, march=id == marching) for id in ("D", "E")]
    s = state(*units, italy("A", "3010", facing="S"))
    drive(withdrawal.fall_back(s, s.of(["D", "E"]), (s.board.hex("3012"),)))
    assert [hexes(s, [s.units[id].hex]) for id in ("D", "E")] == [{"3012"}, {"3012"}]
    assert {FACINGS[s.units[id].facing] for id in ("D", "E")} == {"S"}
