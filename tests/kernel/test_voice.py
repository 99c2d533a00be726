"""The voice of a game: what its rules say, to whom, and in which words."""

from __future__ import annotations

from typing import Any

from quadrilatero.kernel import Event, Result
from quadrilatero.kernel.voice import Voice
from tests.kernel.toy import BOOK, Pick

VOICE = Voice(BOOK)


class Listening:
    """No more of a state than a voice needs."""

    def __init__(self) -> None:
        self.sink: list[Event] = []
        self.result: Result | None = None

    def copy(self) -> Listening:
        return self


def test_a_roll_counts_what_is_added_and_says_whether_it_was_enough():
    s = Listening()
    added = [("1-c", 2), ("1-d", -1)]
    assert VOICE.roll(s, "1-b", {"by": "ann"}, (3, 4), added, 8, why="shot")
    assert not VOICE.roll(s, "1-b", {"by": "ann"}, (3, 4), added, 9, seen_by=("bob",))
    hit, miss = s.sink
    assert hit.data == {"by": "ann", "need": 8, "total": 8, "success": True, "outcome": "success", "why": "shot"}
    assert (hit.dice, hit.modifiers, hit.rule) == ((3, 4), added, "1-b")
    assert (miss.data["success"], miss.data["outcome"]) == (False, "failure")
    assert [event.seen_by for event in s.sink] == [None, ("bob",)]


def test_seats_may_be_told_less_of_a_roll_and_of_anything_else():
    s = Listening()
    VOICE.roll(s, "1-b", {"by": "ann"}, (3,), [("1-c", 2)], 5, instead={"bob": {"by": "ann"}, None: {}}, why="shot")
    (roll,) = s.sink
    told = roll.told("bob")
    assert told is not None
    assert (told.data, told.dice, told.modifiers) == ({"by": "ann"}, (3,), [])
    assert roll.told("ann") is roll
    VOICE.tell_apart(s, "picked", "1-a", {"bob": {"seat": "ann", "number": "?"}}, seat="ann", number=3)
    assert [(event.data["number"]) for seat in ("ann", "bob") if (event := s.sink[1].told(seat))] == [3, "?"]


def test_a_reveal_is_made_for_its_audience():
    fact = VOICE.reveal("picked", "1-a", seen_by=("bob",), seat="ann", number=1)
    assert (fact.event.told("bob"), fact.event.told("ann")) == (fact.event, None)


def test_what_is_told_to_some_is_not_told_to_all():
    s = Listening()
    VOICE.tell(s, "picked", "1-a", seat="ann", number=2)
    VOICE.tell_to(s, ("bob",), "whisper", "1-d", to="bob")
    assert [(event.kind, event.seen_by) for event in s.sink] == [("picked", None), ("whisper", ("bob",))]
    assert s.sink[0].text("en") != s.sink[0].text("it")


def test_a_question_knows_who_is_asked():
    def refuse(answer: Any) -> Any:
        return VOICE.no("1-a", "out_of_range", seat="ann") if answer.number > 1 else None

    one = VOICE.ask("ann", "pick", "1-a", (Pick,), lambda: [{"do": "pick", "number": 1}], refuse, limit=1)
    assert (one.seats, one.data, one.certain) == (("ann",), {"limit": 1}, False)
    assert one.options("ann") == [{"do": "pick", "number": 1}]
    assert one.refuse("ann", Pick(1)) is None
    assert one.refuse("ann", Pick(2)) == VOICE.no("1-a", "out_of_range", seat="ann")
    hidden = VOICE.ask("ann", "pick", "1-a", (Pick,), list, refuse, secret=True, limit=2)
    assert (hidden.secret, hidden.data) == (True, {"limit": 2})
    both = VOICE.ask_all(
        ("ann", "bob"), "pick", "1-a", (Pick,), lambda seat: [{"for": seat}], lambda seat, _: refuse(Pick(2)), True
    )
    assert (both.seats, both.certain, both.options("bob")) == (("ann", "bob"), True, [{"for": "bob"}])


def test_what_others_are_told_may_be_made_when_it_is_first_asked_for():
    asked: list[str] = []

    def later() -> Event:
        asked.append("made")
        return Event("whisper", "1-d", {"to": "somebody"}, BOOK)

    event = Event("whisper", "1-d", {"to": "ann"}, BOOK, tellings={"bob": later})
    ann = event.told("ann")
    assert ann is event
    assert not asked
    bob = event.told("bob")
    assert bob is not None
    assert (bob.data, asked) == ({"to": "somebody"}, ["made"])
    assert event.plain()["tellings"]["bob"]["data"] == {"to": "somebody"}
