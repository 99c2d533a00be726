"""Chapter 6: movement points and the course of a move; guns on the move (9.2-b, 9.2-c)."""

from __future__ import annotations

import pytest

import quadrilatero as q
from quadrilatero.games.camposanto.rules.moving import movers
from tests.games.camposanto.support import at, austria, begin, ends, events, find, refused, spain

TYPES = ("infantry", "light", "cavalry", "artillery", "marshal")


def by_type(*values):
    return list(zip(TYPES, values, strict=True))


def east(count, start=2, row=8):
    """So many hexes to the right along a row."""
    return [f"{start + step:02}{row:02}" for step in range(1, count + 1)]


def alone(kind, state="aggressive", turn="day", **more):
    """One Spanish unit in the open whose wing is to move."""
    step = "marshal" if kind == "marshal" else "movement"
    return begin(spain("U", kind, "0208"), state=state, step=step, turn=turn, **more)


def points(m):
    """How far the unit U can go, by the listing and by what is refused."""
    listed = max((len(o["path"]) for o in m.options("spain") if o.get("path")), default=0)
    allowed = max((n for n in range(1, 8) if refused(m, "spain", move("U", *east(n))) is None), default=0)
    assert listed == allowed
    return allowed


def move(id, *path):
    return {"do": "move", "unit": id, "path": list(path)}


def face(id, facing):
    return {"do": "face", "unit": id, "facing": facing}


def neighbours(number):
    """The six hexes around one, by the printed numbers: even rows lie half a hex to the right."""
    col, row = int(number[:2]), int(number[2:])
    shift = 0 if row % 2 else 1
    around = [(col - 1 + shift, row - 1), (col + shift, row - 1), (col + 1, row), (col - 1, row)]
    around += [(col - 1 + shift, row + 1), (col + shift, row + 1)]
    return [f"{c:02}{r:02}" for c, r in around if 1 <= c <= 15 and 1 <= r <= 15]


def walks(start, longest):
    border = [[start]]
    for _ in range(longest):
        border = [[*walk, hex] for walk in border for hex in neighbours(walk[-1])]
        yield from (walk[1:] for walk in border)


# -- movement points ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:6-b")
@pytest.mark.rule("camposanto:10.1-a")
@pytest.mark.rule("camposanto:aid.move-a")
@pytest.mark.parametrize("kind", ["infantry", "light"])
def test_foot_of_either_kind_goes_three_hexes(kind):
    m = alone(kind)
    assert points(m) == 3
    assert refused(m, "spain", move("U", *east(4))) == "6-b"


@pytest.mark.rule("camposanto:6-c")
@pytest.mark.rule("camposanto:aid.move-a")
@pytest.mark.parametrize("kind", ["cavalry", "marshal"])
def test_horse_and_marshals_go_four_hexes(kind):
    m = alone(kind)
    assert points(m) == 4
    assert refused(m, "spain", move("U", *east(5))) == "6-c"


@pytest.mark.rule("camposanto:6-d")
@pytest.mark.rule("camposanto:aid.move-a")
def test_a_gun_goes_one_hex():
    m = alone("artillery")
    assert points(m) == 1
    assert refused(m, "spain", move("U", *east(2))) == "6-d"


@pytest.mark.rule("camposanto:5.1-b")
@pytest.mark.parametrize(("kind", "expected"), by_type(4, 4, 5, 2, 5))
def test_an_impetuous_wing_has_a_point_more_guns_and_marshal_included(kind, expected):
    assert points(alone(kind, "impetuous")) == expected


@pytest.mark.rule("camposanto:11-a")
@pytest.mark.rule("camposanto:aid.evening-a")
@pytest.mark.parametrize(("kind", "expected"), by_type(2, 2, 3, 0, 3))
def test_in_the_evening_every_unit_has_a_point_less(kind, expected):
    m = alone(kind, turn="evening")
    assert points(m) == expected
    assert refused(m, "spain", move("U", *east(expected + 1))) == "11-a"


@pytest.mark.rule("camposanto:11-a")
@pytest.mark.rule("camposanto:5.1-b")
@pytest.mark.parametrize(("kind", "expected"), by_type(3, 3, 4, 1, 4))
def test_the_impetuous_point_makes_up_for_the_evening(kind, expected):
    assert points(alone(kind, "impetuous", "evening")) == expected


@pytest.mark.parametrize(
    ("state", "turn", "named"),
    [
        ("aggressive", "day", []),
        ("impetuous", "day", ["5.1-b"]),
        ("aggressive", "evening", ["11-a"]),
        ("impetuous", "evening", ["5.1-b", "11-a"]),
    ],
)
def test_who_goes_too_far_is_told_what_has_changed_the_points(state, turn, named):
    m = alone("infantry", state, turn)
    refusal = m.refuse("spain", move("U", *east(points(m) + 1)))
    assert refusal is not None
    for language in ("en", "it"):
        text = refusal.text(language)
        assert f" {points(m)} " in text
        assert [rule for rule in ("5.1-b", "11-a") if f"({rule})" in text] == named


@pytest.mark.parametrize("state", ["aggressive", "cautious", "titubant"])
@pytest.mark.rule("camposanto:6-b")
def test_no_other_state_changes_the_points(state):
    assert points(alone("infantry", state)) == 3


@pytest.mark.rule("camposanto:11-a")
def test_a_gun_without_points_can_only_turn():
    m = alone("artillery", turn="evening")
    assert m.options("spain") == [move("U"), {"do": "done"}]
    assert refused(m, "spain", move("U", "0308")) == "11-a"
    m.answer("spain", move("U"))
    m.answer("spain", face("U", "SE"))
    assert (find(m, "U")["hex"], find(m, "U")["facing"]) == ("0208", "SE")


@pytest.mark.rule("camposanto:6-a")
def test_farmhouses_cost_no_more_than_open_ground():
    m = begin(spain("U", "inf", "0208"), board={"farmhouses": east(3)})
    assert refused(m, "spain", move("U", *east(3))) is None
    assert refused(m, "spain", move("U", *east(4))) == "6-b"


@pytest.mark.rule("camposanto:6-a")
def test_a_detour_costs_every_hex_of_it():
    m = begin(spain("U", "inf", "0208"))
    assert refused(m, "spain", move("U", "0308", "0208", "0308")) is None
    assert refused(m, "spain", move("U", "0308", "0208", "0308", "0208")) == "6-b"


# -- hex by hex --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:6-e")
def test_a_move_leaves_out_no_hex():
    m = begin(spain("U", "cav", "0208"))
    assert refused(m, "spain", move("U", "0408")) == "6-e"
    assert refused(m, "spain", move("U", "0308", "0508")) == "6-e"
    assert refused(m, "spain", move("U", "0208")) == "6-e"


@pytest.mark.rule("camposanto:6-e")
@pytest.mark.parametrize("nowhere", ["0108", "0008", "1699", "", "here"])
def test_no_move_leaves_the_map(nowhere):
    m = begin(spain("U", "cav", "0108"))
    assert refused(m, "spain", move("U", nowhere)) == "6-e"


@pytest.mark.rule("camposanto:6-e")
@pytest.mark.parametrize("kind", ["inf", "cav", "art", "light"])
def test_no_combat_unit_is_ever_walked_over(kind):
    m = begin(spain("U", "cav", "0208"), austria("E", kind, "0308"), state="impetuous")
    assert refused(m, "spain", move("U", "0308")) == "6-e"
    assert "0308" not in ends(m, "spain", "U")


@pytest.mark.rule("camposanto:6-e")
def test_a_move_tells_its_hexes_in_order():
    m = begin(spain("U", "inf", "0208"))
    m.answer("spain", move("U", *east(3)))
    assert [event["path"] for event in events(m, "moved")] == [east(3)]
    assert at(m, "U") == "0508"


def test_what_is_listed_is_what_is_allowed():
    m = begin(
        spain("U", "inf", "0708"),
        spain("F", "inf", "0709"),
        spain("G", "art", "0608"),
        spain("L", "light", "0609", wing="left"),
        spain("M", "marshal", "0908"),
        austria("C", "cav", "0906"),
        austria("E", "inf", "0411"),
        austria("N", "marshal", "0710"),
        board={"pond": ["0807"], "river": ["0611"]},
    )
    for id in ("U", "F", "G"):
        allowed = {
            walk[-1]
            for walk in walks(at(m, id), 3)
            if refused(m, "spain", {"do": "move", "unit": id, "path": walk}) is None
        }
        assert allowed - {at(m, id)} == ends(m, "spain", id)
    assert all(refused(m, "spain", option) is None for option in m.options("spain"))


def test_one_path_is_listed_for_each_place_and_others_are_accepted():
    m = begin(spain("U", "inf", "0208"))
    listed = [o["path"] for o in m.options("spain") if o.get("path")]
    assert len({path[-1] for path in listed}) == len(listed) == len(ends(m, "spain", "U"))
    to_0407 = [move("U", "0308", "0407"), move("U", "0307", "0407")]
    assert [refused(m, "spain", answer) for answer in to_0407] == [None, None]
    assert sum(answer in m.options("spain") for answer in to_0407) == 1


def test_only_fresh_units_of_the_wing_move():
    m = begin(
        spain("U", "inf", "0208"),
        spain("V", "inf", "0508"),
        spain("W", "inf", "0808", wing="left"),
        austria("E", "inf", "0802"),
        marks={"moved": ["V"]},
    )
    assert refused(m, "spain", move("V", "0608")) == "5.5-b"
    assert refused(m, "spain", move("W", "0908")) == "5-a"
    assert refused(m, "spain", move("E", "0902")) == "5-a"
    assert refused(m, "spain", move("nobody", "0902")) == "5.5-b"
    assert m.ask.data["units"] == ["U"]


# -- taking back -------------------------------------------------------------------------------------------------------


def test_a_move_can_be_taken_back_before_the_facing_and_after_it():
    m = begin(spain("U", "inf", "0208"), spain("V", "inf", "0210"))
    before = m.state()
    m.answer("spain", move("U", *east(2)))
    m.undo("spain")
    assert (m.ask.what, at(m, "U"), events(m, "moved"), m.state()) == ("move", "0208", [], before)
    m.answer("spain", move("U", *east(1)))
    m.answer("spain", face("U", "S"))
    m.undo("spain")
    assert (m.ask.what, at(m, "U"), find(m, "U")["facing"]) == ("face", "0308", "N")
    m.undo("spain")
    assert (m.ask.what, m.state()) == ("move", before)


def test_a_move_cannot_be_taken_back_once_the_enemy_has_reacted_to_it():
    m = begin(spain("U", "inf", "0810"), austria("C", "cav", "0808"))
    m.answer("spain", move("U", "0809"))
    assert m.ask.what == "react"
    m.undo("spain")
    assert (m.ask.what, at(m, "U")) == ("move", "0810")
    m.answer("spain", move("U", "0809"))
    m.answer("austria", {"do": "stay"})
    with pytest.raises(q.Illegal):
        m.undo("spain")
    m.undo("austria")
    assert (m.ask.what, at(m, "U")) == ("react", "0809")


# -- guns --------------------------------------------------------------------------------------------------------------


def assaulted(*units, dice, **more):
    m = begin(*units, step="assault", dice=dice, **more)
    for option in [o for o in m.options("spain") if o["do"] == "assault" and o["targets"]]:
        if option["unit"] not in m.ask.data["declared"]:
            m.answer("spain", option)
    m.answer("spain", {"do": "done", "from": "left"})
    return m


@pytest.mark.rule("camposanto:9.2-b")
def test_after_a_victory_the_regiment_advances_and_its_gun_can_only_turn():
    m = assaulted(spain("A", "inf", "0809"), spain("G", "art", "0809"), austria("D", "inf", "0808"), dice=[6, 6])
    m.answer("austria", m.options("austria")[0])
    m.answer("austria", face("D", "S"))
    assert m.ask.what == "advance"
    assert m.options("spain") == [{"do": "advance", "unit": "A", "hex": "0808"}, {"do": "pass"}]
    assert refused(m, "spain", {"do": "advance", "unit": "G", "hex": "0808"}) == "9.2-b"
    m.answer("spain", {"do": "advance", "unit": "A", "hex": "0808"})
    m.answer("spain", face("A", "N"))
    m.answer("spain", face("G", "NE"))
    assert (at(m, "A"), at(m, "G"), find(m, "G")["facing"]) == ("0808", "0809", "NE")


@pytest.mark.rule("camposanto:9.2-b")
def test_a_beaten_gun_that_has_to_flee_is_lost_where_it_stands():
    m = assaulted(
        spain("A", "inf", "0809"),
        austria("G", "art", "0708"),
        austria("D", "inf", "0808", stars=1),
        austria("F", "inf", "0101"),
        dice=[6, 6],
    )
    assert m.ask.what == "flee"
    assert {option["unit"] for option in m.options("austria")} == {"D"}
    assert find(m, "D")["steps"] == 3
    m.answer("austria", m.options("austria")[0])
    m.answer("austria", face("D", "S"))
    assert at(m, "D") is not None
    assert at(m, "G") is None
    assert [e.rule for e in m.events if e.kind == "eliminated"] == ["7.3-i"]


@pytest.mark.rule("camposanto:9.2-c")
def test_a_side_with_a_gun_has_to_stand_where_another_may_fall_back():
    regiments = spain("A", "inf", "0809"), austria("D", "inf", "0808")
    free = assaulted(*regiments, dice=[1, 1])
    assert free.ask.what == "stand"
    held = assaulted(*regiments, austria("G", "art", "0808"), dice=[1, 1, 6, 6])
    assert held.ask.what == "flee"
    assert [event["by"] for event in events(held, "roll")] == ["spain", "austria"]


@pytest.mark.rule("camposanto:9.2-c")
def test_a_gun_does_not_react_to_infantry_on_its_front_but_horse_beside_it_does():
    m = begin(spain("U", "inf", "0810"), austria("G", "art", "0808"), austria("C", "cav", "0708"))
    m.answer("spain", move("U", "0809"))
    assert (m.ask.what, m.ask.data["units"]) == ("react", ["C"])
    assert refused(m, "austria", {"do": "fall_back", "unit": "G", "path": ["0807"]}) == "6.4-a"


@pytest.mark.rule("camposanto:6-e")
def test_a_move_is_asked_for_and_told_whole():
    m = begin(spain("si", "inf", "0810"), spain("sj", "inf", "0910"), austria("ai", "inf", "0801"))
    assert (m.ask.what, m.ask.rule) == ("move", "6-e")
    m.answer("spain", {"do": "move", "unit": "si", "path": ["0809", "0808"]})
    (event,) = [event for event in m.events if event.kind == "moved"]
    assert (event.rule, event.data["path"], event.data["to"]) == ("6-e", ["0809", "0808"], "0808")


@pytest.mark.rule("camposanto:8.2-d", "camposanto:5.1-a")
def test_who_may_still_act_are_those_on_the_map_and_the_marshal_apart():
    units = spain("si", "inf", "0810"), spain("sj", "inf", "0910"), spain("sm", "marshal", "0811")
    s = begin(*units, austria("ai", "inf", "0801")).standing()[1]
    s.remove(s.units["sj"])
    assert [unit.id for unit in movers(s)] == ["si"]
    m = begin(*units, austria("ai", "inf", "0801"), step="marshal")
    assert (m.ask.rule, m.ask.data["units"]) == ("8.2-c", ["sm"])
    m.answer("spain", {"do": "move", "unit": "sm", "path": ["0812"]})
    marshal = m.standing()[1].active
    assert marshal is None or "sm" not in marshal.activated
