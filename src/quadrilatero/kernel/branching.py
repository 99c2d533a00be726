"""Branches: a moment of a match as one seat knows it, to be played on by itself with dice of its own."""

from __future__ import annotations

import random
from itertools import accumulate

from quadrilatero.kernel.dice import SeededDice
from quadrilatero.kernel.events import Event
from quadrilatero.kernel.history import Past, Tale, stretches
from quadrilatero.kernel.loading import resume
from quadrilatero.kernel.log import Entry
from quadrilatero.kernel.match import Match
from quadrilatero.kernel.plain import Seat
from quadrilatero.kernel.records import Moment
from quadrilatero.kernel.saves import known_log, plain_entries
from quadrilatero.kernel.worlds import sample


def branch(match: Match, seed: int) -> Match:
    """The same match with everything in it, and other dice from here on."""
    return match.clone(seed)


def branch_known(match: Match, seat: Seat | None, seed: int) -> Match:
    """The same moment with nothing in it that the seat (None: a spectator) may not know, and other dice from here on.

    Where a state hides nothing, the log without what others have sealed is what the seat knows, and those others are
    asked again. In other games what the seat cannot know is made up.
    """
    if not match.game.all_open:
        return sample(match.view(seat), random.Random(seed))
    known, counted = known_log(match.entries, seat)
    past = _known_past(match, seat, known, counted)
    return resume(match.header, SeededDice(seed, match.rolled).plain(), plain_entries(known), past)


def _known_past(match: Match, seat: Seat | None, known: list[Entry], counted: list[int]) -> Past | None:
    """The past of what a seat knows; `counted` says how many known entries there are after each number of entries."""
    closed, own = stretches(match.past)
    first, past = match.first, None
    for stretch in (*closed, *own):
        told = 0 if past is None else past.told
        entries, settled = stretch.entries, stretch.settled
        log = list(stretch.log)
        if not stretch.closed and entries > first:
            begin = 0 if past is None else past.entries - first
            entries, settled = (first + counted[number - first] for number in (entries, settled))
            log = known[begin : entries - first]
        tale = _known_tale(stretch, told, first, seat, counted)
        past = Past(
            past,
            log,
            tale,
            stretch.boundary,
            entries=entries,
            settled=settled,
            rolled=stretch.rolled,
            told=told + len(tale.events),
            closed=stretch.closed,
        )
    return past


def _known_tale(stretch: Past, told: int, first: int, seat: Seat | None, counted: list[int]) -> Tale:
    """What happened in a stretch, without what others' standing instructions told them."""
    before = 0 if stretch.before is None else stretch.before.told
    events = [event for event in stretch.tale.events if _is_known(event, seat)]
    shown = [0, *accumulate(_is_known(event, seat) for event in stretch.tale.events)]
    moments = [
        Moment(
            moment.version if moment.version <= first else first + counted[moment.version - first],
            told + shown[max(0, moment.told - before)],
        )
        for moment in stretch.tale.moments
    ]
    return Tale(events, moments)


def _is_known(event: Event, seat: Seat | None) -> bool:
    return event.kind != "instructed" or event.told(seat) is not None
