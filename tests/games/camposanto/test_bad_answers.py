"""Answers that cannot stand: at every question each is refused in both languages and changes nothing."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.kernel.rulebook import atoms
from tests.games.camposanto.support import BLANK, assault, austria, begin, spain

RULES = atoms("camposanto").keys()
A, D = spain("A", "inf", "0808"), austria("D", "inf", "0807")
FAR = austria("Z", "inf", "0101")


def question(m: q.Match) -> str:
    assert m.ask is not None
    return m.ask.what


def declared(*units: dict[str, Any], targets: dict[str, list[str]], dice: list[int]) -> q.Match:
    m = begin(*units, FAR, step="assault", dice=dice)
    assault(m, targets)
    return m


def chase() -> q.Match:
    """Cavalry that has come next to a Marshal with a point to spare."""
    m = begin(spain("C", "cav", "0809"), austria("M", "marshal", "0805"), FAR)
    m.answer("spain", {"do": "move", "unit": "C", "path": ["0808", "0807", "0806"]})
    return m


def on(m: q.Match, answer: dict[str, Any] | None = None) -> q.Match:
    """The match one answer later."""
    assert m.ask is not None
    seat = m.ask.who[0]
    m.answer(seat, answer or m.options(seat)[0])
    return m


def moved() -> q.Match:
    return on(begin(A, FAR), {"do": "move", "unit": "A", "path": []})


def approached() -> q.Match:
    m = begin(spain("A", "inf", "0809"), austria("H", "cav", "0807"))
    return on(m, {"do": "move", "unit": "A", "path": ["0808"]})


def two_equally_far_out() -> q.Match:
    others = spain("B", "inf", "0812"), austria("E", "inf", "0811")
    return declared(A, D, *others, targets={"A": ["D"], "B": ["E"]}, dice=[1, 1])


def won() -> q.Match:
    m = declared(A, D, targets={"A": ["D"]}, dice=[6, 6])
    while question(m) in ("flee", "face") and m.ask and m.ask.who == ("austria",):
        on(m)
    return m


def trailing() -> q.Match:
    position = {"map": BLANK, "units": [A, FAR], "phase": 3, "swap": "spain", "vp": {"austria": 1}}
    return q.start("camposanto", position=position, seed=0)


def two_beaten() -> q.Match:
    return declared(A, D, austria("E", "inf", "0907"), targets={"A": ["D", "E"]}, dice=[6, 6])


SITUATIONS: dict[str, tuple[str, Callable[[], q.Match]]] = {
    "orders": ("orders", lambda: q.start("camposanto", scenario="learning", seed=1)),
    "general": ("general", lambda: begin(A, FAR, state="cautious", step="start")),
    "guns": ("fire", lambda: begin(spain("G", "art", "0808"), D, step="artillery")),
    "light infantry": ("fire", lambda: begin(spain("L", "light", "0808"), D, step="light_fire")),
    "move": ("move", lambda: begin(A, spain("B", "cav", "0212"), FAR)),
    "Marshal": ("move", lambda: begin(A, spain("M", "marshal", "0212"), FAR, step="marshal")),
    "face": ("face", moved),
    "react": ("react", approached),
    "flee": ("flee", chase),
    "go on": ("go_on", lambda: on(chase())),
    "assault": ("assault", lambda: begin(A, D, FAR, step="assault")),
    "next": ("next", two_equally_far_out),
    "stand": ("stand", lambda: declared(A, D, targets={"A": ["D"]}, dice=[1, 1])),
    "reroll": (
        "reroll",
        lambda: declared(A, D, spain("M", "marshal", "0809"), targets={"A": ["D"]}, dice=[1, 1]),
    ),
    "hit": ("hit", two_beaten),
    "advance": ("advance", won),
    "swap": ("swap", trailing),
}
EVERY = pytest.mark.parametrize("name", SITUATIONS)
NONSENSE: list[Any] = [None, [], "done", 5, 1.5, True, b"done", object(), {}, {1: 2}, {"do": None}, {"do": []}]
NONSENSE += [{"do": "dance"}, {"do": "DONE"}, {"unit": "A"}, [{"do": "done"}], {"do": {"do": "done"}}]
OTHER_TYPE: dict[type, list[Any]] = {
    int: ["x", None, 1.5, True, [1]],
    str: [7, None, ["A"], {}, True],
    list: ["0808", None, {}, [7], [None], [["0808"]]],
    dict: ["A", None, [], {"D": "0808"}, {"D": [7]}],
}


def situation(name: str) -> q.Match:
    what, build = SITUATIONS[name]
    m = build()
    assert question(m) == what
    return m


def check_refused(m: q.Match, seat: Any, answer: Any) -> q.Refusal:
    """The answer is refused, told in both languages, raised by `answer`, and the match is as it was."""
    before = json.dumps([m.state(), m.view(None), m.version, len(m.events)])
    refusal = m.refuse(seat, answer)
    assert refusal is not None, answer
    assert refusal.rule is None or refusal.rule in RULES
    english, italian = refusal.text("en"), refusal.text("it")
    assert english
    assert italian
    assert english != italian
    with pytest.raises(q.Illegal) as raised:
        m.answer(seat, answer)
    assert (raised.value.rule, raised.value.reason, raised.value.text("it")) == (refusal.rule, refusal.reason, italian)
    assert json.dumps([m.state(), m.view(None), m.version, len(m.events)]) == before
    return refusal


def bent(option: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A lawful answer with a key too many, a key missing, or a value of another type."""
    yield {**option, "extra": 1}
    yield {**option, "": None}
    for key, value in option.items():
        if key != "from":
            yield {other: kept for other, kept in option.items() if other != key}
        for other_type in OTHER_TYPE[type(value)]:
            if not (key == "from" and other_type is None):
                yield {**option, key: other_type}


@EVERY
def test_nonsense_is_refused(name):
    m = situation(name)
    assert m.ask is not None
    for answer in NONSENSE:
        check_refused(m, m.ask.who[0], answer)


@EVERY
def test_a_lawful_answer_bent_out_of_shape_is_refused(name):
    m = situation(name)
    assert m.ask is not None
    seat = m.ask.who[0]
    verbs: dict[str, dict[str, Any]] = {}
    for option in m.options(seat):
        verbs.setdefault(option["do"], option)
    for option in verbs.values():
        assert m.refuse(seat, option) is None
        for answer in bent(option):
            check_refused(m, seat, answer)


@EVERY
def test_an_answer_to_another_question_is_refused_by_a_rule(name):
    m = situation(name)
    assert m.ask is not None
    seat = m.ask.who[0]
    own = {option["do"] for option in m.options(seat)}
    for other in SITUATIONS:
        elsewhere = situation(other)
        assert elsewhere.ask is not None
        for option in elsewhere.options(elsewhere.ask.who[0])[:20]:
            if option["do"] not in own:
                assert check_refused(m, seat, option).rule is not None


@EVERY
def test_only_the_seat_that_is_asked_may_answer(name):
    m = situation(name)
    assert m.ask is not None
    seat = m.ask.who[0]
    for other in ({*m.seats} - {*m.ask.who}) | {"france", "", "SPAIN"}:
        check_refused(m, other, m.options(seat)[0])
        assert m.options(other) == []
    for stranger in (None, 1, ("spain",)):
        check_refused(m, stranger, m.options(seat)[0])


@EVERY
def test_a_question_is_put_in_both_languages_with_its_rule(name):
    m = situation(name)
    assert m.ask is not None
    assert m.ask.rule in RULES
    assert m.ask.text("en")
    assert m.ask.text("it")
    assert m.ask.text("en") != m.ask.text("it")
    with pytest.raises(ValueError, match="no texts in 'fr'"):
        m.ask.text("fr")


@EVERY
def test_units_and_hexes_that_do_not_exist_are_refused_by_a_rule(name):
    m = situation(name)
    assert m.ask is not None
    seat = m.ask.who[0]
    for option in m.options(seat):
        for key, ghost in (("unit", "ghost"), ("hex", "9999"), ("hex", "x"), ("path", ["9999"]), ("marshal", "ghost")):
            if key in option:
                assert check_refused(m, seat, {**option, key: ghost}).rule is not None
        if option.get("targets"):
            assert check_refused(m, seat, {**option, "targets": ["ghost"]}).rule == "7-c"


def test_after_the_end_nothing_can_be_answered():
    m = situation("move")
    m.resign("spain")
    assert check_refused(m, "austria", {"do": "done"}).reason == "over"


def test_an_order_point_that_is_not_in_hand_or_laid_twice_is_refused():
    m = situation("orders")
    good = {"do": "orders", "left": 1, "centre": 4, "right": 5}
    for point in (0, 2, 17, 19, -1, 10**30):
        assert check_refused(m, "spain", {**good, "left": point}).rule == "3-c"
    assert check_refused(m, "spain", {**good, "left": 4}).rule == "3-c"


def test_a_sealed_answer_cannot_be_given_twice():
    m = situation("orders")
    good = {"do": "orders", "left": 1, "centre": 4, "right": 5}
    m.answer("spain", good)
    assert check_refused(m, "spain", good).reason == "not_asked"


def test_names_with_braces_do_not_confuse_the_sentences():
    m = begin(spain("A", "inf", "0808", name="{unit} %s {0}"), FAR)
    refusal = check_refused(m, "spain", {"do": "move", "unit": "A", "path": ["0101"]})
    assert "{unit} %s {0}" in refusal.text("en")
