"""A match: sealed questions, forced answers, undo and its barriers, endings, faults."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.kernel.contract import check_game, standing
from tests.kernel.toy import SEATS, Toy, pick


def begin(*plan: dict[str, Any], dice: list[int] | None = None) -> q.Match:
    return q.start("toy", position={"plan": list(plan)}, dice=dice or [], seed=0)


def ask(seat: str, of: int = 3) -> dict[str, Any]:
    return {"ask": seat, "of": of}


def seal(*seats: str, of: Any = 3) -> dict[str, Any]:
    return {"seal": list(seats), "of": of}


@pytest.fixture(autouse=True)
def _toy(toy: Toy) -> None:
    """Every test here may play the toy."""


def kinds(m: q.Match) -> list[str]:
    return [entry.kind for entry in m.entries]


# -- questions -------------------------------------------------------------------------------------------------------


def test_a_question_names_its_seat_rule_and_words():
    m = begin(ask("bob"))
    assert m.ask is not None
    assert (m.ask.who, m.ask.what, m.ask.rule) == (("bob",), "pick", "1-a")
    assert (m.ask.text("en"), m.ask.text("it")) == ("Pick a number.", "Scegli un numero.")
    assert m.options("bob") == [pick(1), pick(2), pick(3)]
    assert m.options("ann") == []
    assert m.options("nobody") == []


def test_options_may_be_changed_by_the_caller_without_harm():
    m = begin(ask("bob"))
    options = m.options("bob")
    assert isinstance(options, list)
    options.clear()
    assert len(m.options("bob")) == 3


@pytest.mark.parametrize(
    ("seat", "answer", "rule", "reason"),
    [
        ("ann", pick(1), None, "not_asked"),
        ("dot", pick(1), None, "no_seat"),
        ("bob", pick(9), "1-a", "out_of_range"),
        ("bob", {"do": "wave"}, "1-a", "wrong_verb"),
        ("bob", {"do": "pick"}, "1-a", "malformed"),
        ("bob", {"do": "pick", "number": "1"}, "1-a", "malformed"),
        ("bob", {"do": "pick", "number": True}, "1-a", "malformed"),
        ("bob", {"do": "pick", "number": 1, "more": 1}, "1-a", "malformed"),
        ("bob", {"number": 1}, "1-a", "malformed"),
        ("bob", None, "1-a", "malformed"),
        ("bob", [], "1-a", "malformed"),
    ],
)
def test_what_is_refused_and_why(seat: str, answer: Any, rule: str | None, reason: str):
    m = begin(ask("bob"))
    before = standing(m)
    refusal = m.refuse(seat, answer)
    assert refusal is not None
    assert (refusal.rule, refusal.reason) == (rule, reason)
    with pytest.raises(q.Illegal) as error:
        m.answer(seat, answer)
    assert (error.value.rule, error.value.reason) == (rule, reason)
    assert error.value.text("it") == refusal.text("it") != refusal.text("en")
    assert (standing(m), m.version) == (before, 0)


def test_the_version_grows_with_every_entry():
    m = begin(ask("ann"), ask("bob", of=1), ask("cid"))
    seen = [m.version]
    m.answer("ann", pick(1))
    seen.append(m.version)
    m.undo("ann")
    seen.append(m.version)
    m.answer("ann", pick(2))
    seen.append(m.version)
    assert seen == [0, 2, 3, 5]


# -- forced answers --------------------------------------------------------------------------------------------------


def test_a_question_with_one_answer_is_never_put_but_logged():
    m = begin(ask("ann", of=1), ask("bob", of=1), ask("cid"))
    assert m.ask is not None
    assert m.ask.who == ("cid",)
    assert [(e.kind, e.seat) for e in m.entries] == [("forced", "ann"), ("forced", "bob")]
    assert m.view(None)["picked"] == [1, 1]


def test_a_sealed_question_is_forced_only_if_every_seat_has_no_choice():
    m = begin(seal("ann", "bob", of=1), seal("ann", "bob", of={"ann": 1, "bob": 2}))
    assert m.ask is not None
    assert (m.ask.who, kinds(m)) == (("ann", "bob"), ["forced", "forced"])


def test_a_game_without_a_choice_is_over_at_once():
    m = begin(ask("ann", of=1))
    assert m.ask is None
    assert m.result is not None
    assert m.result.reason == "plan_done"


def test_rules_that_never_ask_are_stopped(toy: Toy, monkeypatch: pytest.MonkeyPatch):
    def turning(state: Any) -> Any:
        yield from ()

    monkeypatch.setattr(toy, "segment", turning)
    with pytest.raises(RuntimeError, match="run in a circle"):
        begin(ask("ann"))


# -- sealed questions ------------------------------------------------------------------------------------------------


def test_three_seats_seal_and_the_last_opens():
    m = begin(seal(*SEATS), ask("ann"))
    assert m.ask is not None
    m.answer("cid", pick(3))
    m.answer("ann", pick(1))
    assert (m.ask.who, m.sealed, m.events) == (("bob",), ("cid", "ann"), [])
    assert m.options("ann") == []
    assert m.view(None)["picked"] == []
    m.answer("bob", pick(2))
    assert m.view(None)["picked"] == [1, 2, 3]
    assert (m.sealed, kinds(m)) == ((), ["seal", "seal", "seal", "open"])


def test_a_sealed_answer_shows_only_to_its_own_seat():
    m = begin(seal(*SEATS))
    m.answer("cid", pick(3))
    assert m.view("cid")["since"]["answers"] == [{"seat": "cid", "answer": pick(3)}]
    assert "since" not in m.view("ann")
    assert "since" not in m.view(None)


def test_a_sealed_answer_can_be_withdrawn_until_the_seals_open():
    m = begin(seal(*SEATS), ask("ann"))
    before = standing(m)
    m.answer("bob", pick(3))
    assert m.can_undo("bob")
    assert not m.can_undo("ann")
    m.undo("bob")
    assert standing(m) == before
    for seat in SEATS:
        m.answer(seat, pick(2))
    assert kinds(m)[:3] == ["seal", "withdraw", "seal"]
    assert not any(m.can_undo(seat) for seat in SEATS)


def test_a_seat_does_not_answer_a_sealed_question_twice():
    m = begin(seal(*SEATS))
    m.answer("bob", pick(3))
    refusal = m.refuse("bob", pick(2))
    assert refusal is not None
    assert (refusal.rule, refusal.reason) == (None, "not_asked")


# -- undo ------------------------------------------------------------------------------------------------------------


def test_undo_goes_back_over_forced_answers_and_boundaries():
    m = begin(ask("ann"), ask("bob", of=1), ask("cid", of=1), ask("ann"), ask("bob"))
    places = [standing(m)]
    m.answer("ann", pick(2))
    places.append(standing(m))
    m.answer("ann", pick(3))
    m.undo("ann")
    assert standing(m) == places[1]
    m.undo("ann")
    assert standing(m) == places[0]
    assert m.events == []
    with pytest.raises(q.Illegal, match="Nothing can be undone"):
        m.undo("ann")


def test_a_question_put_to_another_seat_is_no_barrier_its_answer_is():
    m = begin(ask("ann"), ask("bob"), ask("cid"))
    m.answer("ann", pick(1))
    assert m.can_undo("ann")
    m.answer("bob", pick(1))
    assert not m.can_undo("ann")
    assert m.can_undo("bob")
    m.undo("bob")
    assert m.can_undo("ann")


@pytest.mark.parametrize("between", [{"roll": 1}, seal("bob", "cid", of=1)])
def test_a_die_is_a_barrier_a_forced_seal_is_not(between: dict[str, Any]):
    m = begin(ask("ann"), between, ask("bob"), dice=[4])
    m.answer("ann", pick(1))
    assert m.can_undo("ann") is ("roll" not in between)


def test_a_die_in_mid_segment_is_a_barrier_for_what_came_before_only():
    m = begin({"pair": ["ann", "ann"], "roll_between": 2}, ask("bob"), dice=[4, 5])
    m.answer("ann", pick(1))
    assert not m.can_undo("ann")
    before = standing(m)
    m.answer("ann", pick(2))
    m.undo("ann")
    assert standing(m) == before
    assert m.view(None)["picked"] == [1, 4, 5]


def test_opened_seals_are_a_barrier():
    m = begin(ask("ann"), seal("ann", "bob"), ask("ann"))
    m.answer("ann", pick(1))
    m.answer("ann", pick(1))
    m.undo("ann")
    assert m.can_undo("ann")
    m.answer("ann", pick(1))
    m.answer("bob", pick(1))
    assert not m.can_undo("ann")
    assert not m.can_undo("bob")


def test_the_answer_that_ended_the_game_can_be_taken_back():
    m = begin({"win": "bob"})
    before = standing(m)
    m.answer("bob", pick(1))
    assert m.result is not None
    m.undo("bob")
    assert standing(m) == before
    assert m.result is None


def test_the_dice_counter_never_goes_back():
    m = q.start("toy", position={"plan": [{"roll": 2}, ask("ann"), ask("bob"), {"roll": 1}, ask("ann")]}, seed=5)
    m.answer("ann", pick(1))
    m.undo("ann")
    assert m.rolled == 2


def test_undo_is_refused_to_strangers():
    m = begin(ask("ann"))
    m.answer("ann", pick(1))
    with pytest.raises(q.Illegal):
        m.undo("dot")


# -- faults in mid answer --------------------------------------------------------------------------------------------


def test_exhausted_dice_leave_the_match_at_the_question_before():
    m = begin(ask("ann"), {"pair": ["bob", "cid"], "roll_between": 3}, dice=[1, 2])
    m.answer("ann", pick(1))
    before, version = standing(m), m.version
    with pytest.raises(q.DiceExhausted, match="2 dice were scripted, 0 are used and 3 more"):
        m.answer("bob", pick(1))
    assert (standing(m), m.version, m.rolled) == (before, version, 0)
    assert m.can_undo("ann")
    assert len(m.events) == 1


def test_exhausted_dice_leave_seals_closed():
    m = begin(seal("ann", "bob"), {"roll": 1}, ask("ann"))
    m.answer("ann", pick(1))
    before = standing(m)
    with pytest.raises(q.DiceExhausted):
        m.answer("bob", pick(1))
    assert standing(m) == before
    assert m.ask is not None
    assert (m.sealed, m.ask.who, m.version) == (("ann",), ("bob",), 1)


def test_a_fault_in_a_rule_changes_nothing():
    m = begin(ask("ann"), {"fault": "bob"}, dice=[1])
    m.answer("ann", pick(1))
    before, version = standing(m), m.version
    with pytest.raises(ZeroDivisionError):
        m.answer("bob", pick(1))
    assert (standing(m), m.version, m.rolled, len(m.events)) == (before, version, 0, 1)


def test_the_game_can_end_in_the_middle_of_a_segment():
    m = begin({"win": "cid"}, ask("ann"))
    m.answer("cid", pick(1))
    assert m.ask is None
    assert m.result == q.Result("cid", "won", "2-b", {"at": 0})
    assert standing(m.clone()) == standing(m)


# -- ends outside the rules ------------------------------------------------------------------------------------------


def end_resign(m: q.Match) -> None:
    m.resign("spain")


def end_draw(m: q.Match) -> None:
    m.agree_draw()


def end_adjudicate(m: q.Match) -> None:
    m.adjudicate("austria", "time")


@pytest.mark.parametrize(
    ("end", "winner", "reason"),
    [(end_resign, "austria", "resigned"), (end_draw, None, "agreed"), (end_adjudicate, "austria", "time")],
)
def test_a_match_can_end_outside_the_rules(end: Any, winner: str | None, reason: str):
    m = q.start("camposanto", scenario="learning", seed=1)
    m.answer("spain", m.options("spain")[0])
    end(m)
    assert m.result == q.Result(winner, reason, None, {})
    assert (m.ask, m.sealed, m.options("austria")) == (None, (), [])
    assert not m.can_undo("spain")
    refusal = m.refuse("austria", {})
    assert refusal is not None
    assert refusal.reason == "over"
    assert standing(m.clone()) == standing(m)
    for again in (end_resign, end_draw, end_adjudicate):
        with pytest.raises(q.Illegal, match="over"):
            again(m)


def test_with_three_seats_a_resignation_has_no_winner():
    m = begin(ask("ann"))
    m.resign("ann")
    assert m.result is not None
    assert m.result.winner is None


@pytest.mark.parametrize("act", ["resign", "adjudicate", "export", "view"])
def test_acts_of_a_seat_that_is_not_there(act: str, tmp_path: Any):
    m = begin(ask("ann"))
    acts = {
        "resign": lambda: m.resign("dot"),
        "adjudicate": lambda: m.adjudicate("dot", "time"),
        "export": lambda: m.export("dot", tmp_path / "x.json"),
        "view": lambda: m.view("dot"),
    }
    with pytest.raises(q.Illegal, match="There is no seat called dot"):
        acts[act]()
    assert m.result is None


# -- what is told ----------------------------------------------------------------------------------------------------


def test_each_seat_is_told_its_own_numbered_story():
    m = begin({"secret": "bob"}, {"secret": "ann"}, ask("ann", of=1), {"secret": "ann"}, ask("bob"))
    kinds = {seat: [(e.number, e.kind) for e in m.told(seat)] for seat in (*SEATS, None)}
    assert kinds["ann"] == [(0, "whisper"), (1, "picked"), (2, "whisper")]
    assert kinds["bob"] == [(0, "whisper"), (1, "picked")]
    assert kinds["cid"] == kinds[None] == [(0, "picked")]
    assert [e.number for e in m.told("ann", since=2)] == [2]
    assert m.told("ann", since=99) == []


def test_a_roll_is_told_with_its_dice_and_each_modifiers_rule():
    m = begin({"roll": 2}, ask("ann"), dice=[3, 4])
    assert m.events[0].text("en") == "A roll of 7. (3 + 4, +1 [1-c])"
    assert m.events[0].text("it") == "Un tiro di 7. (3 + 4, +1 [1-c])"


def test_no_third_language():
    m = begin({"roll": 1}, ask("ann"), dice=[3])
    with pytest.raises(ValueError, match="no texts in 'de'"):
        m.events[0].text("de")


# -- clones ----------------------------------------------------------------------------------------------------------


def test_clones_go_their_own_ways():
    m = begin(ask("ann"), seal("bob", "cid"), ask("ann"))
    m.answer("ann", pick(3))
    m.answer("cid", pick(1))
    twin = m.clone()
    twin.undo("cid")
    twin.answer("bob", pick(1))
    twin.answer("cid", pick(2))
    assert (m.sealed, m.view(None)["picked"], len(m.events)) == (("cid",), [3], 1)
    m.answer("bob", pick(2))
    assert m.view(None)["picked"] == [3, 2, 1]
    assert twin.view(None)["picked"] == [3, 1, 2]


def test_a_clone_can_take_back_what_its_original_answered():
    m = begin(ask("ann"), ask("ann"), ask("ann"))
    m.answer("ann", pick(1))
    m.answer("ann", pick(2))
    twin = m.clone()
    twin.undo("ann")
    twin.undo("ann")
    assert (twin.view(None)["picked"], m.view(None)["picked"]) == ([], [1, 2])
    assert (len(twin.events), len(m.events)) == (0, 2)


def test_a_clone_keeps_the_coming_dice_or_takes_others():
    m = q.start("toy", position={"plan": [ask("ann"), {"roll": 20}, ask("ann")]}, seed=5)
    same, other = m.clone(), m.clone(seed=6)
    for match in (m, same, other):
        match.answer("ann", pick(1))
    assert m.view(None)["picked"] == same.view(None)["picked"] != other.view(None)["picked"]


def test_the_entries_since_a_version_are_the_end_of_the_log_however_often_it_was_cloned():
    m = begin(*(ask("ann"), {"roll": 1}) * 4, ask("ann"), dice=[1, 2, 3, 4])
    for number in (1, 2, 3):
        m.answer("ann", pick(number))
        if number != 2:
            m = m.clone()
    assert m.version == 6
    for version in range(8):
        assert m.entries_since(version) == m.entries[version:]


# -- the contract ----------------------------------------------------------------------------------------------------

PLAN = [
    ask("ann"),
    seal(*SEATS, of={"ann": 3, "bob": 1, "cid": 2}),
    {"secret": "bob"},
    {"pair": ["bob", "cid"], "roll_between": 2},
    ask("cid", of=1),
    seal("ann", "cid"),
    {"roll": 1},
    ask("bob"),
    {"win": "ann"},
]


@pytest.mark.parametrize("seed", range(5))
def test_the_toy_keeps_the_contract(seed: int):
    assert check_game("toy", position={"plan": PLAN}, seed=seed, samples=20).result is not None
