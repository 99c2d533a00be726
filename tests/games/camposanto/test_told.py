"""What questions and events say: the rule they rest on, and what a reader needs of them."""

from __future__ import annotations

import quadrilatero as q
from tests.games.camposanto.support import assault, at, austria, begin, ends, events, find, refused, settle, spain

A = spain("A", "inf", "0810")
D = austria("D", "inf", "0809")
FAR = austria("Z", "inf", "0101")
LOSE, WIN = [1, 1], [6, 6]


def told(m, kind):
    """The rules of all events of one kind."""
    return [event.rule for event in m.events if event.kind == kind]


def test_states_are_told_with_the_points_and_with_who_is_first():
    m = q.start("camposanto", "battle", seed=1)
    m.answer("spain", {"do": "orders", "left": 4, "centre": 18, "right": 5})
    m.answer("austria", {"do": "orders", "left": 2, "centre": 3, "right": 6})
    (data,) = events(m, "states")
    assert told(m, "states") == ["4.1-a"]
    assert (data["first"], data["first_wing"]) == ("spain", "centre")
    assert (data["spain_points"], data["austria_points"]) == ([4, 18, 5], [2, 3, 6])
    assert told(m, "activated")[0] == "5-a"
    assert events(m, "activated")[0] == {"side": "spain", "wing": "centre", "state": "impetuous"}


def ended(**position):
    return begin(spain("S", "inf", "0815"), austria("A", "inf", "0801"), step="assault", **position)


def test_the_next_phase_and_the_evening_are_told():
    assert (told(ended(phase=1), "phase"), events(ended(phase=1), "phase")) == (
        ["4.2-c"],
        [{"turn": "day", "phase": 2}],
    )
    even = ended(phase=3)
    assert (told(even, "swapped"), told(even, "kept")) == (["4.3-d"], [])
    assert (told(even, "phase"), events(even, "phase")) == (["4.3-a"], [{"turn": "evening", "phase": 1}])
    for do, kind in (("swap", "swapped"), ("keep", "kept")):
        m = ended(phase=3, vp={"spain": 1, "austria": 0})
        m.answer("austria", {"do": do})
        assert [told(m, one) for one in ("swapped", "kept")] == [
            ["4.3-c"] * (one == kind) for one in ("swapped", "kept")
        ]


def test_the_point_of_a_phase_and_the_result_say_who_has_it_or_nobody():
    m = ended(phase=1, inflicted={"spain": 2, "austria": 1})
    assert (events(m, "vp")[0]["scorer"], events(m, "vp")[0]["side"]) == ("spain", "spain")
    assert told(m, "vp") == ["12.2-b"]
    assert (events(ended(phase=1), "vp")[0]["scorer"], events(ended(phase=1), "vp")[0]["side"]) == ("nobody", None)
    last = {"turn": "evening", "phase": 3}
    won = ended(**last, vp={"spain": 0, "austria": 1})
    assert (events(won, "result")[0]["victor"], won.result.winner) == ("austria", "austria")
    drawn = ended(**last)
    assert (events(drawn, "result")[0]["victor"], drawn.result.winner) == ("nobody", None)


def test_a_move_is_asked_for_and_told_by_its_rule():
    m = begin(A, spain("M", "marshal", "0812"), FAR)
    assert m.ask.rule == "6-e"
    m.answer("spain", {"do": "move", "unit": "A", "path": ["0809", "0808"]})
    assert (told(m, "moved"), events(m, "moved")[0]["to"]) == (["6-e"], "0808")
    m.answer("spain", {"do": "face", "unit": "A", "facing": "N"})
    assert (m.ask.what, m.ask.rule, m.ask.data["units"]) == ("move", "8.2-c", ["M"])


def test_fire_is_asked_for_by_the_rule_of_its_arm_and_of_those_who_have_a_target():
    guns = spain("G", "art", "0808"), spain("H", "art", "1212"), austria("T", "inf", "0806")
    m = begin(*guns, step="artillery")
    assert (m.ask.rule, m.ask.data["units"]) == ("9.1-a", ["G"])
    foot = spain("L", "light", "0808"), spain("K", "light", "1212"), austria("T", "inf", "0807")
    m = begin(*foot, step="light_fire")
    assert (m.ask.rule, m.ask.data["units"]) == ("10.2-a", ["L"])


def test_guns_reach_four_hexes_and_no_farther():
    m = begin(spain("G", "art", "0810"), austria("T", "inf", "0806"), austria("U", "inf", "0705"), step="artillery")
    assert [option["hex"] for option in m.options("spain") if option["do"] == "fire"] == ["0806"]
    assert refused(m, "spain", {"do": "fire", "unit": "G", "hex": "0705"}) == "9.1-c"


def test_a_gun_that_has_fired_is_told_so():
    units = (
        spain("G", "art", "0808"),
        spain("H", "art", "1008"),
        austria("T", "inf", "0806"),
        austria("U", "inf", "1006"),
    )
    m = begin(*units, step="artillery", dice=LOSE)
    m.answer("spain", {"do": "fire", "unit": "G", "hex": "0806"})
    again = m.refuse("spain", {"do": "fire", "unit": "G", "hex": "0806"})
    assert (again.rule, again.reason) == ("9.1-a", "fired_already")


def test_an_assault_and_its_blows_are_told():
    m = begin(A, D, step="assault", dice=[*LOSE, *WIN])
    assault(m, {"A": ["D"]})
    m.answer("austria", {"do": "fight"})
    assert told(m, "assault") == ["7-b"]
    assert [(e["why"], e["role"]) for e in events(m, "roll")] == [("assault", "attacker"), ("assault", "defender")]
    assert told(m, "roll") == ["7.1-a", "7.1-d"]


def test_the_general_and_a_repeated_roll_are_told():
    m = begin(A, D, step="start", state="cautious")
    m.answer("spain", {"do": "general"})
    assert told(m, "general") == ["8.1-b"]
    m = begin(A, spain("M", "marshal", "0811"), D, step="assault", dice=[*LOSE, *WIN])
    assault(m, {"A": ["D"]})
    m.answer("spain", {"do": "reroll", "marshal": "M"})
    assert told(m, "reroll") == ["8.2-h"]


def test_who_falls_back_and_who_is_hit_on_the_way_are_told_by_their_rules():
    wall = [spain("W", "inf", "0708", wing="left", facing="NE"), spain("E", "inf", "0907", wing="left", facing="S")]
    m = begin(spain("U", "inf", "0810"), austria("C", "cav", "0808"), FAR, *wall)
    m.answer("spain", {"do": "move", "unit": "U", "path": ["0809"]})
    m.answer("austria", {"do": "fall_back", "unit": "C", "path": ["0807"]})
    assert (told(m, "fell_back"), told(m, "hit")) == (["6.4-f"], ["6.4-h"])
    assert (m.ask.what, m.ask.rule, m.ask.who) == ("face", "6.1-c", ("austria",))
    settle(m)
    assert (at(m, "C"), find(m, "C")["steps"]) == ("0807", 3)


def test_who_has_one_step_left_after_a_hit_lives_and_turns():
    wall = [spain("W", "inf", "0708", wing="left", facing="NE"), spain("E", "inf", "0907", wing="left", facing="S")]
    m = begin(spain("U", "inf", "0810"), austria("C", "cav", "0808", steps=2, max=4), FAR, *wall)
    m.answer("spain", {"do": "move", "unit": "U", "path": ["0809"]})
    m.answer("austria", {"do": "fall_back", "unit": "C", "path": ["0807"]})
    assert (find(m, "C")["steps"], m.ask.what, m.ask.who) == (1, "face", ("austria",))


def test_a_path_too_long_by_one_hex_in_the_evening_is_so_because_of_it_and_a_longer_one_is_not():
    m = begin(A, FAR, turn="evening")
    path = ["0809", "0808", "0807", "0806"]
    assert refused(m, "spain", {"do": "move", "unit": "A", "path": path[:2]}) is None
    assert refused(m, "spain", {"do": "move", "unit": "A", "path": path[:3]}) == "11-a"
    assert refused(m, "spain", {"do": "move", "unit": "A", "path": path}) == "6-b"


def test_where_a_unit_can_go_is_found_anew_for_another_state_of_its_wing():
    """The map of the battle is the same for all matches, and so is what is remembered of it."""
    units = spain("U", "inf", "1212"), austria("E", "inf", "1210", facing="N")
    reached = {}
    for state in ("titubant", "aggressive", "titubant", "aggressive"):
        found = ends(begin(*units, state=state, board="camposanto"), "spain", "U")
        assert reached.setdefault(state, found) == found
    assert reached["titubant"] < reached["aggressive"]
    far = {state: ends(begin(units[0], FAR, state=state, board="camposanto"), "spain", "U") for state in reached}
    assert far["titubant"] == far["aggressive"] > reached["aggressive"]


def test_an_exchange_is_refused_by_the_rule_of_the_moment():
    def by(**position):
        m = begin(A, FAR, **position)
        assert refused(m, "spain", {"do": "keep"}) == refused(m, "spain", {"do": "swap"})
        return refused(m, "spain", {"do": "swap"})

    assert by(turn="evening", phase=1) == "4.3-d"
    assert by(turn="day", phase=1) == by(turn="evening", phase=2) == "4.3-c"
    assert by(turn="evening", phase=1, vp={"spain": 1, "austria": 0}) == "4.3-c"


def test_fire_out_of_its_step_is_refused_by_the_order_of_operations_unless_it_was_the_units_own_to_give():
    m = begin(A, spain("G", "art", "1010", wing="left"), FAR)
    for id in ("A", "G", "nobody"):
        assert refused(m, "spain", {"do": "fire", "unit": id, "hex": "0809"}) == "5.5-a"
