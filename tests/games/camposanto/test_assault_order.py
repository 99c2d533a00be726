"""Chapter 7: which links are one Assault, in what order Assaults are fought, and which of them lapse."""

from __future__ import annotations

import pytest

from tests.games.camposanto.support import assault, at, austria, begin, events, find, refused, rolls, settle, spain

LOSE = [1, 1]
WIN = [6, 6]
SPANISH = [spain("S1", "inf", "0310"), spain("S2", "inf", "0710"), spain("S3", "inf", "1110")]
AUSTRIANS = [austria("E1", "inf", "0309"), austria("E2", "inf", "0709"), austria("E3", "inf", "1109")]
PAIRS = {"S1": ["E1"], "S2": ["E2"], "S3": ["E3"]}


def ready(*units, **how):
    return begin(*units, step="assault", **how)


def fought(m):
    return [(e["attackers"], e["defenders"]) for e in events(m, "assault")]


def defenders(m):
    return [e["defenders"] for e in events(m, "assault")]


# -- one Assault or several --------------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:7-g")
@pytest.mark.rule("camposanto:7-h")
def test_links_that_share_a_unit_are_one_assault_with_one_roll():
    m = ready(
        spain("A1", "inf", "0710"),
        spain("A2", "inf", "0810"),
        spain("A3", "inf", "0910"),
        austria("D1", "inf", "0809"),
        austria("D2", "inf", "0909"),
        dice=WIN,
    )
    assault(m, {"A1": ["D1"], "A3": ["D2"], "A2": ["D1", "D2"]})
    ((attackers, targets),) = fought(m)
    assert (sorted(attackers), sorted(targets)) == (["A1", "A2", "A3"], ["D1", "D2"])
    assert len(rolls(m)) == 1
    assert sorted(rolls(m)[0].data["targets"]) == ["D1", "D2"]
    assert sorted(rolls(m)[0].data["units"]) == ["A1", "A2", "A3"]


@pytest.mark.rule("camposanto:7-h")
def test_enemies_assaulted_by_different_units_are_fought_apart_and_once_each():
    m = ready(*SPANISH, *AUSTRIANS, dice=WIN * 3)
    assault(m, PAIRS)
    settle(m)
    assert fought(m) == [(["S1"], ["E1"]), (["S2"], ["E2"]), (["S3"], ["E3"])]
    assert m.ask.what == "orders"


@pytest.mark.rule("camposanto:7-g")
def test_a_winner_who_has_advanced_upon_another_enemy_does_not_assault_again():
    m = ready(
        spain("A", "inf", "0810"),
        austria("D", "inf", "0809"),
        austria("E", "inf", "0808", wing="left", facing="N"),
        dice=WIN,
    )
    assault(m, {"A": ["D"]})
    settle(m, "advance")
    m.answer("spain", {"do": "advance", "unit": "A", "hex": "0809"})
    m.answer("spain", {"do": "face", "unit": "A", "facing": "N"})
    assert m.ask.what == "orders"
    assert len(fought(m)) == 1


# -- from left or right ------------------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:7-f")
@pytest.mark.rule("camposanto:aid.assault-b")
@pytest.mark.parametrize(("start", "order"), [("left", ["E1", "E2", "E3"]), ("right", ["E3", "E2", "E1"])])
def test_the_spanish_count_left_and_right_from_the_southern_edge(start, order):
    m = ready(*SPANISH, *AUSTRIANS, dice=WIN * 3)
    assault(m, PAIRS, start)
    settle(m)
    assert defenders(m) == [[id] for id in order]


@pytest.mark.rule("camposanto:7-f")
@pytest.mark.parametrize(("start", "order"), [("left", ["S3", "S2", "S1"]), ("right", ["S1", "S2", "S3"])])
def test_the_austrians_count_left_and_right_from_the_northern_edge(start, order):
    m = ready(*SPANISH, *AUSTRIANS, active="austria.centre", dice=WIN * 3)
    assault(m, {"E1": ["S1"], "E2": ["S2"], "E3": ["S3"]}, start)
    settle(m)
    assert defenders(m) == [[id] for id in order]


def test_with_several_assaults_an_end_must_be_named():
    m = ready(*SPANISH, *AUSTRIANS)
    m.answer("spain", {"do": "assault", "unit": "S1", "targets": ["E1"]})
    assert [o for o in m.options("spain") if o["do"] == "done"] == [{"do": "done", "from": "left"}]
    assert refused(m, "spain", {"do": "done"}) is None
    m.answer("spain", {"do": "assault", "unit": "S2", "targets": ["E2"]})
    assert [o["from"] for o in m.options("spain") if o["do"] == "done"] == ["left", "right"]
    assert refused(m, "spain", {"do": "done"}) == "7-f"


@pytest.mark.rule("camposanto:7-f")
def test_after_an_attacker_has_fallen_back_the_next_assault_is_fought():
    m = ready(*SPANISH, *AUSTRIANS, dice=[*LOSE, *LOSE, *WIN])
    assault(m, {"S1": ["E1"], "S2": ["E2"]})
    m.answer("austria", {"do": "fight"})
    m.answer("spain", next(o for o in m.options("spain") if o["do"] == "fall_back"))
    settle(m)
    assert fought(m) == [(["S1"], ["E1"]), (["S2"], ["E2"])]
    assert find(m, "E2")["steps"] == 3


@pytest.mark.parametrize("start", ["left", "right"])
def test_an_assault_on_several_hexes_counts_by_its_outermost_defender(start):
    m = ready(
        spain("A", "inf", "0610"),
        spain("B", "inf", "0607", facing="S"),
        austria("D1", "inf", "0609"),
        austria("D2", "inf", "0709"),
        austria("D3", "inf", "0608"),
        dice=WIN * 2,
    )
    assault(m, {"B": ["D3"], "A": ["D1", "D2"]}, start)
    settle(m)
    assert [sorted(ids) for ids in defenders(m)] == [["D1", "D2"], ["D3"]]


@pytest.mark.rule("camposanto:7-f")
@pytest.mark.parametrize("first", ["E1", "E2"])
def test_between_enemies_equally_far_out_the_active_player_chooses(first):
    m = ready(
        spain("S1", "inf", "0710"),
        spain("S2", "inf", "0708"),
        austria("E1", "inf", "0709"),
        austria("E2", "inf", "0707", facing="N"),
        dice=WIN * 2,
    )
    assault(m, {"S1": ["E1"], "S2": ["E2"]})
    assert (m.ask.what, m.ask.who) == ("next", ("spain",))
    assert m.ask.text("en")
    assert m.ask.text("it")
    assert sorted(o["unit"] for o in m.options("spain")) == ["E1", "E2"]
    assert refused(m, "spain", {"do": "next", "unit": "S1"}) == "7-f"
    m.answer("spain", {"do": "next", "unit": first})
    settle(m)
    assert defenders(m) == [[first], [{"E1": "E2", "E2": "E1"}[first]]]


def test_the_order_is_fixed_before_the_first_roll():
    m = ready(*SPANISH, *AUSTRIANS, dice=WIN)
    assault(m, PAIRS)
    assert m.ask.what == "flee"
    assert m.refuse("spain", {"do": "assault", "unit": "S3", "targets": []})
    settle(m, "face")
    while m.ask.who == ("austria",):
        m.answer("austria", {"do": "face", "unit": "E1", "facing": "S"})
    assert refused(m, "spain", {"do": "assault", "unit": "S3", "targets": []}) == "7.1-j"


# -- links that lapse --------------------------------------------------------------------------------------------------

FIRST = (spain("A1", "inf", "0710"), austria("D1", "inf", "0809"))
HORSE = austria("C", "cav", "0909", facing="SW")
SECOND = spain("A2", "inf", "0910")


def onto_the_front_of_the_horse(m):
    """A1 beats D1 and advances before the cavalry, which makes off."""
    settle(m, "advance")
    m.answer("spain", {"do": "advance", "unit": "A1", "hex": "0809"})
    way = next(o for o in m.options("austria") if o["do"] == "fall_back")
    m.answer("austria", way)
    settle(m, "advance", "flee", "hit")


def test_an_assault_on_a_defender_who_has_made_off_is_skipped():
    m = ready(*FIRST, SECOND, HORSE, dice=WIN)
    assault(m, {"A1": ["D1"], "A2": ["C"]})
    onto_the_front_of_the_horse(m)
    assert fought(m) == [(["A1"], ["D1"])]
    assert m.ask.what == "orders"
    assert find(m, "C")["steps"] == 4


def test_the_other_defenders_of_such_an_assault_are_fought_without_him():
    m = ready(*FIRST, SECOND, HORSE, austria("D2", "inf", "1009"), dice=WIN * 2)
    assault(m, {"A1": ["D1"], "A2": ["C", "D2"]})
    onto_the_front_of_the_horse(m)
    assert fought(m) == [(["A1"], ["D1"]), (["A2"], ["D2"])]
    assert rolls(m)[1].data["targets"] == ["D2"]
    assert rolls(m)[1].modifiers == []


def test_a_defender_who_stays_is_assaulted_as_declared():
    m = ready(*FIRST, SECOND, HORSE, dice=WIN * 2)
    assault(m, {"A1": ["D1"], "A2": ["C"]})
    settle(m, "advance")
    m.answer("spain", {"do": "advance", "unit": "A1", "hex": "0809"})
    m.answer("austria", {"do": "stay"})
    settle(m)
    assert fought(m) == [(["A1"], ["D1"]), (["A2"], ["C"])]


ATTACKING_HORSE = (
    spain("A", "inf", "0710"),
    spain("K", "cav", "0610", facing="NE"),
    austria("D1", "inf", "0809"),
    austria("D2", "inf", "0709"),
)


@pytest.mark.parametrize("stays", [True, False])
def test_an_assault_whose_attacker_has_made_off_is_skipped(stays):
    m = ready(*ATTACKING_HORSE, dice=[*LOSE, *WIN, *WIN])
    assault(m, {"A": ["D1"], "K": ["D2"]}, "right")
    m.answer("austria", {"do": "fight"})
    settle(m, "advance")
    m.answer("austria", {"do": "advance", "unit": "D1", "hex": "0710"})
    assert (m.ask.what, m.ask.who, m.ask.data["units"]) == ("react", ("spain",), ["K"])
    away = next(o for o in m.options("spain") if o["do"] == "fall_back")
    m.answer("spain", {"do": "stay"} if stays else away)
    settle(m)
    assert len(fought(m)) == (2 if stays else 1)
    assert (at(m, "K") == "0610") == stays


def test_an_assault_whose_attacker_has_died_on_its_way_back_is_skipped():
    behind = (
        austria("B", "inf", "0513", wing="left", facing="NE"),
        austria("F", "inf", "0712", wing="left", facing="NW"),
    )
    a, k, *defenders = ATTACKING_HORSE
    m = ready(a, k | {"steps": 1}, *defenders, *behind, dice=[*LOSE, *WIN])
    assault(m, {"A": ["D1"], "K": ["D2"]}, "right")
    m.answer("austria", {"do": "fight"})
    settle(m, "advance")
    m.answer("austria", {"do": "advance", "unit": "D1", "hex": "0710"})
    m.answer("spain", next(o for o in m.options("spain") if o["do"] == "fall_back" and len(o["path"]) == 2))
    settle(m)
    assert at(m, "K") is None
    assert len(fought(m)) == 1
