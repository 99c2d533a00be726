"""What can be looked up on the map says what the rules of fire and Assault say."""

from __future__ import annotations

import pytest

from quadrilatero.kernel.game import BadQuery
from quadrilatero.kernel.inspection import inspect
from tests.games.camposanto.support import austria, begin, spain

GUN = spain("G", "art", "0810", fire=[1, 1, 0, 0], facing="N")


def field(found):
    return {entry["hex"]: entry["range"] for entry in found["field"]}


def test_a_gun_commands_its_cone_front_and_zone():
    found = inspect(begin(GUN), "spain", {"look": "unit", "unit": "G"})
    assert sorted(found["front"]) == ["0809", "0909"]
    assert len(found["zone"]) == 6
    assert [list(field(found).values()).count(far) for far in (1, 2, 3, 4)] == [2, 3, 4, 5]
    evening = begin(GUN, turn="evening")
    assert field(inspect(evening, "spain", {"look": "unit", "unit": "G"})) == {"0809": 1, "0909": 1}


def test_a_marshal_commands_nothing_and_foot_does_not_fire():
    m = begin(spain("M", "marshal", "0810"), spain("I", "inf", "0812"))
    marshal = inspect(m, None, {"look": "unit", "unit": "M"})
    assert (marshal["front"], marshal["zone"], marshal["field"]) == ([], [], [])
    line = inspect(m, None, {"look": "line", "from": "I", "to": "0811"})
    assert line["refusal"]["rule"] == "9.1-a"
    assert all(line["refusal"]["text"].values())


@pytest.mark.parametrize("seat", ["spain", "austria", None])
def test_a_line_names_the_first_hex_that_bars_it(seat):
    target, between = austria("E", "inf", "0806"), austria("B", "inf", "0808")
    clear = inspect(begin(GUN, target), seat, {"look": "line", "from": "G", "to": "0806"})
    assert (clear["refusal"], clear["blocked"], clear["range"]) == (None, None, 4)
    assert begin(GUN, target, step="artillery").refuse("spain", {"do": "fire", "unit": "G", "hex": "0806"}) is None
    barred = inspect(begin(GUN, target, between), seat, {"look": "line", "from": "G", "to": "0806"})
    assert (barred["refusal"]["rule"], barred["blocked"]) == ("9.1-d", ["0808"])


def test_a_line_between_two_hexes_needs_both_to_be_barred():
    one, two = spain("A", "inf", "0809"), spain("B", "inf", "0909")
    enemy = austria("E", "inf", "0808")
    assert inspect(begin(GUN, enemy, one), None, {"look": "line", "from": "G", "to": "0808"})["refusal"] is None
    both = inspect(begin(GUN, enemy, one, two), None, {"look": "line", "from": "G", "to": "0808"})
    assert sorted(both["blocked"]) == ["0809", "0909"]


def test_from_a_bare_hex_the_line_is_judged_as_for_a_gun_there():
    m = begin(austria("B", "inf", "0808"))
    assert inspect(m, None, {"look": "line", "from": "0810", "to": "0806"})["refusal"]["rule"] == "9.1-d"
    assert inspect(m, None, {"look": "line", "from": "0510", "to": "0506"})["refusal"] is None
    assert inspect(m, None, {"look": "line", "from": "0510", "to": "0505"})["refusal"]["rule"] == "9.1-c"


def test_what_threatens_a_hex():
    m = begin(
        spain("I", "inf", "0810"), austria("G", "art", "0806", facing="S"), austria("E", "cav", "0809", facing="S")
    )
    found = inspect(m, "spain", {"look": "threats", "hex": "0810", "side": "spain"})
    assert {(u["unit"], u["by"]) for u in found["units"]} == {("E", "assault"), ("G", "fire")}
    away = begin(spain("I", "inf", "0810"), austria("E", "cav", "0809", facing="N"))
    assert inspect(away, "spain", {"look": "threats", "hex": "0810", "side": "spain"})["units"] == []


@pytest.mark.parametrize(
    "query",
    [
        [],
        {},
        {"look": "secrets"},
        {"look": ["unit"]},
        {"look": "unit"},
        {"look": "unit", "unit": "nobody"},
        {"look": "unit", "unit": ["G"]},
        {"look": "line", "from": "G", "to": "9999"},
        {"look": "line", "from": None, "to": "0808"},
        {"look": "threats", "hex": "0810", "side": "france"},
        {"look": "unit", "unit": "G", "more": 1},
    ],
)
def test_a_query_that_makes_no_sense_is_refused(query):
    with pytest.raises(BadQuery):
        inspect(begin(GUN), "spain", query)


def test_nothing_changes():
    m = begin(GUN, austria("E", "inf", "0806"))
    before = m.state()
    for query in (
        {"look": "unit", "unit": "G"},
        {"look": "line", "from": "G", "to": "0806"},
        {"look": "threats", "hex": "0806", "side": "austria"},
    ):
        inspect(m, "spain", query)
    assert m.state() == before


def marched(m, **goals):
    return inspect(m, "spain", {"look": "march", "goals": goals})["ways"]


def test_a_line_marches_as_those_ahead_leave_their_hexes():
    """B's hex is taken until B has gone: the order is that in which the moves can be made."""
    m = begin(spain("A", "inf", "0812"), spain("B", "inf", "0811"), austria("E", "inf", "0202"))
    ways = marched(m, A="0811", B="0810")
    assert [(way["unit"], way["path"], way["refusal"]) for way in ways] == [
        ("B", ["0810"], None),
        ("A", ["0811"], None),
    ]
    for way in ways:
        m.answer("spain", {"do": "move", "unit": way["unit"], "path": way["path"]})
        m.answer("spain", {"do": "face", "unit": way["unit"], "facing": "N"})
    assert {unit["id"]: unit["hex"] for unit in m.view("spain")["units"]} == {"A": "0811", "B": "0810", "E": "0202"}


def test_who_cannot_march_is_told_why():
    m = begin(
        spain("A", "inf", "0812"), spain("B", "inf", "0811"), spain("C", "inf", "0211"), austria("E", "inf", "0810")
    )
    ways = {way["unit"]: way for way in marched(m, A="0811", B="0810", C="0207")}
    assert ways["B"]["refusal"]["rule"] == "6-e"
    assert ways["A"]["refusal"]["rule"] == "6.2-c"
    assert ways["C"]["refusal"]["rule"] == "6-b"
    assert all(all(way["refusal"]["text"].values()) for way in ways.values())


def test_a_cautious_wing_marches_with_four():
    five = [spain(f"U{n}", "inf", f"0{n}12") for n in range(1, 6)]
    m = begin(*five, austria("E", "inf", "1502"), state="cautious")
    ways = marched(m, **{f"U{n}": f"0{n}11" for n in range(1, 6)})
    assert [bool(way["path"]) for way in ways] == [True] * 4 + [False]
    assert ways[-1]["refusal"]["rule"] == "5.3-a"


@pytest.mark.parametrize("goals", [None, {"nobody": "0811"}, {"A": "9999"}, {"A": 811}])
def test_a_march_of_nobody_or_nowhere_is_no_query(goals):
    with pytest.raises(BadQuery):
        inspect(begin(spain("A", "inf", "0812")), "spain", {"look": "march", "goals": goals})


def costs(m, *answers):
    return inspect(m, "austria", {"look": "costs", "answers": list(answers)})["costs"]


@pytest.mark.parametrize("left", [1, 2, 4])
def test_a_way_back_says_what_it_costs_before_it_is_taken(left):
    """Horse that falls back over the Front of other enemies takes a HIT for each such hex, even its last."""
    m = begin(
        spain("I", "inf", "0810", facing="N"),
        spain("F", "inf", "0806", facing="SE"),
        austria("H", "cav", "0808", facing="S", steps=left),
        austria("E", "inf", "1501"),
    )
    m.answer("spain", {"do": "move", "unit": "I", "path": ["0809"]})
    assert m.ask.what == "react"
    ways = [option for option in m.options("austria") if option["do"] == "fall_back"]
    found = costs(m, *ways)
    assert {sum(cost["steps"].values()) for cost in found} == {0, 1, min(left, 2)}
    assert any(cost["gone"] for cost in found) is (left <= 2)
    for way, cost in zip(ways, found, strict=True):
        after = m.clone()
        after.answer("austria", way)
        now = next((unit["steps"] for unit in after.view("austria")["units"] if unit["id"] == "H"), 0)
        assert cost["steps"] == ({"H": left - now} if now < left else {})
        assert cost["gone"] == ([] if now else ["H"])
        assert sum(event.kind == "hit" for event in after.events) == left - now


def test_a_flight_says_what_it_costs():
    """7.1-h: the beaten flees past the Front of B by every way, and is told so way by way before it goes."""
    m = begin(
        spain("A", "inf", "0810"),
        spain("B", "inf", "0807", facing="S"),
        austria("D", "inf", "0809"),
        austria("E", "inf", "1501"),
        step="assault",
        dice=[6, 6],
    )
    m.answer("spain", {"do": "assault", "unit": "A", "targets": ["D"]})
    m.answer("spain", {"do": "done", "from": "left"})
    assert m.ask.what == "flee"
    ways = m.options("austria")
    found = costs(m, *ways)
    assert any(cost["steps"] for cost in found)
    for way, cost in zip(ways, found, strict=True):
        after = m.clone()
        after.answer("austria", way)
        now = next((unit["steps"] for unit in after.view("austria")["units"] if unit["id"] == "D"), 0)
        assert cost == {"steps": {"D": 3 - now} if now < 3 else {}, "gone": [] if now else ["D"]}


def test_what_is_no_way_costs_nothing_and_nonsense_is_no_query():
    m = begin(spain("I", "inf", "0810"), austria("H", "cav", "0808"))
    assert costs(m, {"do": "fall_back", "unit": "H", "path": ["0815"]}) == [None]
    for answers in ([{"do": "fall_back", "unit": "X", "path": ["0807"]}], [{"do": "fall_back"}], [{"do": "fight"}], 3):
        with pytest.raises(BadQuery):
            inspect(m, None, {"look": "costs", "answers": answers})
