"""Chapter 7.1 with 6.4: a side of several units falls back, one after another."""

from __future__ import annotations

import itertools

import pytest

import quadrilatero as q
from tests.games.camposanto.support import assault, at, austria, begin, events, find, refused, settle, spain

A = spain("A", "inf", "0810")
D = austria("D", "inf", "0809")
E = austria("E", "inf", "0909")
GATE = (
    spain("V", "inf", "0708", wing="left", facing="SE"),
    spain("W", "inf", "0908", wing="left", facing="N"),
)
"""D and E have one hex behind them, 0808, which lies on the Front of V."""


def asked(*units, targets):
    """The attacker has failed to strike; the defender is asked."""
    m = begin(*units, step="assault", dice=[1, 1])
    assault(m, targets)
    assert m.ask.what == "stand"
    return m


def back(**paths):
    return {"do": "fall_back", "paths": {id: path.split() for id, path in paths.items()}}


def ways(m):
    return [option["paths"] for option in m.options(m.ask.who[0]) if option["do"] == "fall_back"]


# -- one dies on the way -----------------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:7.1-b")
@pytest.mark.rule("camposanto:6.4-g")
def test_who_dies_on_the_way_leaves_its_hex_to_the_others():
    m = asked(A, D | {"steps": 1}, E, *GATE, targets={"A": ["D", "E"]})
    m.answer("austria", back(D="0808", E="0808"))
    settle(m)
    assert (at(m, "D"), at(m, "E")) == (None, "0808")
    assert [(e["unit"], e["path"]) for e in events(m, "fell_back")] == [("D", ["0808"]), ("E", ["0808"])]


@pytest.mark.rule("camposanto:6.4-f")
def test_nobody_slides_past_a_hex_that_the_dead_would_have_taken():
    m = asked(A, D | {"steps": 1}, E, *GATE, targets={"A": ["D", "E"]})
    assert refused(m, "austria", back(D="0808 0807", E="0808 0807")) is None
    assert refused(m, "austria", back(D="0808 0807", E="0808 0807 0706")) == "6.4-f"
    assert all(len(path) <= 2 for way in ways(m) if next(iter(way)) == "D" for path in way.values())


@pytest.mark.rule("camposanto:6.4-g")
def test_who_lives_through_its_hit_still_holds_its_hex():
    m = asked(A, D | {"steps": 2}, E, *GATE, targets={"A": ["D", "E"]})
    assert refused(m, "austria", back(D="0808", E="0808")) == "6.4-g"
    m.answer("austria", back(D="0808", E="0808 0807"))
    settle(m)
    assert (at(m, "D"), find(m, "D")["steps"], at(m, "E"), find(m, "E")["steps"]) == ("0808", 1, "0807", 4)


def test_the_odds_of_falling_back_count_the_dead_and_the_hits_after_them():
    m = asked(A, D | {"steps": 1}, E, *GATE, targets={"A": ["D", "E"]})
    (outcome, chance), *more = q.odds(m, "austria", back(D="0808", E="0808")).outcomes
    assert (outcome["hits"], outcome["eliminated"], chance, more) == (2, ["D"], 1.0, [])
    (outcome, _), *_ = q.odds(m, "austria", back(E="0808", D="0808 0807")).outcomes
    assert (outcome["hits"], outcome["eliminated"]) == (1, [])


def test_the_order_in_which_the_paths_are_given_is_the_order_in_which_they_are_walked():
    for order, alive in (("DE", False), ("ED", True)):
        m = asked(A, D | {"steps": 1}, E, *GATE, targets={"A": ["D", "E"]})
        paths = {"D": "0808 0807", "E": "0808"}
        m.answer("austria", back(**{id: paths[id] for id in order}))
        settle(m)
        assert (at(m, "D") is not None, at(m, "E")) == (alive, "0808")


# -- every way is listed -----------------------------------------------------------------------------------------------

BEHIND = austria("F", "inf", "0808")
BESIDE = spain("B", "inf", "0708", facing="SE")


def distinct(m, found):
    """What ways come to: where everyone ends and what it costs him."""
    return {frozenset((id, path[-1], *_costs(m, way)) for id, path in way.items()) for way in found}


def _costs(m, way):
    (outcome, _), *_ = q.odds(m, "austria", {"do": "fall_back", "paths": way}).outcomes
    return outcome["hits"], *outcome["eliminated"]


def possible(m, *ids):
    """All ways that are allowed, by trial."""
    found = []
    for order in itertools.permutations(ids):
        for chosen in itertools.product(*(list(backwards(at(m, id))) for id in order)):
            way = dict(zip(order, chosen, strict=True))
            if m.refuse("austria", {"do": "fall_back", "paths": way}) is None:
                found.append(way)
    return found


def backwards(hex, length=3):
    """Every path of so many hexes at most towards the Austrian edge."""
    col, row = int(hex[:2]), int(hex[2:])
    for behind in (f"{col - row % 2:02}{row - 1:02}", f"{col - row % 2 + 1:02}{row - 1:02}"):
        yield [behind]
        if length > 1:
            yield from ([behind, *further] for further in backwards(behind, length - 1))


@pytest.mark.rule("camposanto:7.1-b")
@pytest.mark.parametrize("named", [["D", "F"], ["F", "D"]])
def test_every_distinct_way_is_listed_whoever_is_named_first(named):
    m = asked(A, BESIDE, D, BEHIND, targets={"B": named, "A": ["D"]})
    listed = ways(m)
    assert distinct(m, listed) == distinct(m, possible(m, "D", "F"))
    assert all(refused(m, "austria", {"do": "fall_back", "paths": way}) is None for way in listed)


@pytest.mark.rule("camposanto:7.1-b", "camposanto:6.4-g")
def test_ways_that_open_only_when_the_other_has_gone_are_listed_too():
    m = asked(A, D, E, targets={"A": ["D", "E"]})
    assert {"E": ["0908", "0907"], "D": ["0808", "0907", "0906"]} in ways(m), "D slides over E"
    assert {"E": ["0808", "0807"], "D": ["0808", "0807", "0706"]} in ways(m)


@pytest.mark.rule("camposanto:7.1-b")
def test_no_way_is_listed_twice():
    m = asked(A, D, E, targets={"A": ["D", "E"]})
    listed = [frozenset((id, path[-1]) for id, path in way.items()) for way in ways(m)]
    assert len(set(listed)) == len(listed) > 4


def test_of_many_ways_two_hundred_are_listed_and_the_others_are_allowed():
    row = [austria(f"D{col}", "inf", f"{col:02}09") for col in range(5, 10)]
    line = [spain(f"A{col}", "inf", f"{col:02}10") for col in range(5, 9)]
    targets = {f"A{col}": [f"D{col}", f"D{col + 1}"] for col in range(5, 9)}
    m = asked(*line, *row, targets=targets)
    assert len(m.options("austria")) == 201
    assert len(ways(m)) == 200
    last = back(D5="0408", D6="0508", D7="0608", D8="0808 0807", D9="0908 0907")
    assert last not in m.options("austria")
    assert refused(m, "austria", last) is None


# -- bad answers, and orders that matter -------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:7.1-b")
@pytest.mark.parametrize("more", [{"unit": "D"}, {"path": ["0808"]}])
def test_a_side_names_a_path_for_each_unit_and_nothing_else(more):
    m = asked(A, D, targets={"A": ["D"]})
    assert refused(m, "austria", back(D="0808")) is None
    assert refused(m, "austria", back(D="0808") | more) == "7.1-b"


def test_who_goes_two_hexes_leaves_the_first_to_the_next():
    m = asked(A, D | {"steps": 2}, E, *GATE, targets={"A": ["D", "E"]})
    m.answer("austria", back(D="0808 0807", E="0808"))
    settle(m)
    assert [e["unit"] for e in events(m, "fell_back")] == ["D", "E"]
    assert (at(m, "D"), find(m, "D")["steps"], at(m, "E")) == ("0807", 1, "0808")
