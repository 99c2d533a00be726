"""What a socket tells of a match is what the kernel would tell that seat."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

import quadrilatero as q
from quadrilatero.server.http.frames import whole
from quadrilatero.server.play.describe import common, personal
from quadrilatero.server.play.described import MOST_VIEWERS, Described
from quadrilatero.server.play.telling import Lasting, Questions, Teller, encode, question
from quadrilatero.server.storage import Player, SeatHolder, TableRecord
from tests.server.tellings import NOW, holder_of, record_of


@pytest.mark.parametrize("seed", range(3))
def test_every_seat_is_shown_its_own_view(seed: int):
    """Views are made once for all where nothing is hidden; what a seat has sealed is still its own."""
    rng = random.Random(seed)
    match = q.start("camposanto", "learning", seed=seed)
    sealed, lasting = 0, Lasting()
    while match.ask is not None:
        teller = Teller(match, True, encode({"id": "t"}), lasting)
        for seat in (*match.seats, None):
            told = msgspec.json.decode(whole(teller.state(seat, encode({"mine": [seat]}), 0)))
            assert told["table"] == {"id": "t", "mine": [seat]}
            assert told["view"] == msgspec.json.decode(encode(match.view(seat)))
        sealed += bool(match.sealed)
        seat = rng.choice(list(match.ask.who))
        match.answer(seat, rng.choice(match.options(seat)))
    assert sealed


def test_values_that_a_game_never_changes_are_encoded_anew_where_they_are_others():
    """Each seat's own, beside what else the view says, and where it says nothing else."""
    lasting, rng = Lasting(), random.Random(4)
    values: dict[str, dict[str, Any]] = {"red": {"a": [0], "b": 0}, "blue": {"a": [0], "b": 0}}
    for step in range(100):
        seat = rng.choice(list(values))
        values[seat] = {**values[seat], rng.choice("ab"): [step]}
        for rest, lists in (({}, {}), ({"at": step}, {}), ({}, {"some": b"1,2", "none": b""})):
            said = whole((b"{", *lasting.encoded({**values[seat], **rest}, lists, ("a", "b"), seat)))
            others = {"some": [1, 2], "none": []} if lists else {}
            assert msgspec.json.decode(said) == {**values[seat], **rest, **others}
    kept: dict[str, Any] = {"a": [1]}
    told = [whole((b"{", *lasting.encoded(dict(kept), {}, ("a",), "green"))) for _ in range(2)]
    kept["a"].append(2)
    assert [*told, whole((b"{", *lasting.encoded(dict(kept), {}, ("a",), "green")))] == [b'{"a":[1]}'] * 3


def test_a_question_that_was_put_before_is_put_in_the_same_words():
    """What is kept of questions goes by all that they say, and is no more than was agreed."""
    known = Questions(most=3)
    rng = random.Random(5)
    match = q.start("camposanto", "learning", seed=5)
    asked = 0
    while match.ask is not None:
        ask = match.asked(None)
        assert known.encoded(ask) == known.encoded(match.asked("spain")) == encode(question(ask))
        assert len(known._known) <= 3
        asked += 1
        seat = rng.choice(list(match.ask.who))
        match.answer(seat, rng.choice(match.options(seat)))
    assert asked > 10
    assert known.encoded(None) == b"null"
    assert Questions(longest=0).encoded(q.start("camposanto", "learning").asked(None)).startswith(b'{"what":')


def test_what_is_told_of_a_table_is_what_is_so_now():
    """What stays the same is encoded once, but not longer than it stays the same."""
    match = q.start("camposanto", "learning", seed=1)
    anna, bela = holder_of("spain"), holder_of("austria")
    record = msgspec.structs.replace(record_of(match), clock=None, since={"asked": dict.fromkeys(match.seats, NOW)})
    described = Described(60.0)

    def told(record: TableRecord, viewer: Player | None, now: float) -> None:
        whole = msgspec.json.decode(described.common(record, now))
        assert whole == msgspec.json.decode(encode(common(record, now)))
        own = msgspec.json.decode(described.personal(record, viewer, now))
        assert own == msgspec.json.decode(encode(personal(record, viewer, now, 60.0)))

    late = NOW + 61
    assert personal(record, anna, late, 60.0) != personal(record, anna, NOW, 60.0)
    swapped = {"spain": record.seats["austria"], "austria": record.seats["spain"]}
    for one in (
        record,
        msgspec.structs.replace(record, revision=9, turn=["austria"], updated=NOW + 1),
        msgspec.structs.replace(record, seats=swapped),
        msgspec.structs.replace(record, seats={**record.seats, "spain": SeatHolder()}, status="open"),
        msgspec.structs.replace(record, invitation="come"),
        msgspec.structs.replace(record, title={"en": "A study", "it": "Uno studio"}),
        msgspec.structs.replace(
            record, clock={"remaining": {"spain": 1.0, "austria": 9.0}, "running": ["spain"], "at": NOW}
        ),
        msgspec.structs.replace(record, status="over", turn=[]),
    ):
        for now in (NOW, late, NOW):
            for viewer in (anna, bela, Player("nobody", "Nobody"), None):
                told(one, viewer, now)


def test_what_many_viewers_are_told_for_themselves_is_not_kept_for_all():
    record = msgspec.structs.replace(record_of(q.start("camposanto", "learning", seed=1)), clock=None)
    described = Described(60.0)
    for number in range(3 * MOST_VIEWERS):
        described.personal(record, Player(str(number), "Somebody"), NOW)
    assert len(described._personal) <= MOST_VIEWERS
