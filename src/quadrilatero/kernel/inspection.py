"""What a player may look up on the board between decisions, judged by the game from what the seat knows.

Where facts are hidden, a look-up is tried in several worlds that the seat cannot tell apart, and its answer says how
much it is worth: `known` (nothing hidden bears on it), `likely` (all worlds agree), `possible` (they do not).
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from quadrilatero.kernel.game import BadQuery
from quadrilatero.kernel.match import Match
from quadrilatero.kernel.plain import Plain, Seat
from quadrilatero.kernel.worlds import WORLDS, worlds

KNOWN, LIKELY, POSSIBLE = "known", "likely", "possible"


def inspect(match: Match, seat: Seat | None, query: Any) -> Plain:
    """The game's answer to a query; raises BadQuery. Nothing changes in the match.

    In a game that hides facts it has a `certainty`, the `share` of worlds that it holds in, and the `others`; where
    nothing hidden bears on it, whatever the game says by these names stands.
    """
    if not isinstance(query, dict):
        raise BadQuery("expected an object")
    game = match.game
    open_query = game.is_open_query(query)
    told = [
        game.inspect(world.standing()[1], seat, query) for world in worlds(match, seat, 1 if open_query else WORLDS)
    ]
    if game.all_open:
        return told[0]
    if open_query:
        return {"certainty": KNOWN, "share": 1.0, "others": [], **told[0]}
    shares = Counter(msgspec.json.encode(answer) for answer in told).most_common()
    answers = [{**msgspec.json.decode(data), "share": count / len(told)} for data, count in shares]
    return {**answers[0], "certainty": LIKELY if len(answers) == 1 else POSSIBLE, "others": answers[1:]}


def snap(match: Match, seat: Seat, intent: Any) -> Plain:
    """The lawful answer nearest to what a player means, for a question with endless answers; raises BadQuery."""
    return match.game.snap(_known_state(match, seat), seat, _object(intent))


def reach(match: Match, seat: Seat, what: Any) -> Plain:
    """Where a piece can get to, as outlines to be painted; raises BadQuery."""
    return match.game.reach(_known_state(match, seat), seat, _object(what))


def propose(match: Match, seat: Seat, unit: str, count: int = 24) -> list[Plain]:
    """Answers for one piece that are worth a thought, at most so many; raises BadQuery."""
    return match.game.propose(_known_state(match, seat), seat, unit, count)


def _known_state(match: Match, seat: Seat) -> Any:
    """A state as the seat knows it. What is lawful hangs on nothing hidden, so that one world is as good as another."""
    return worlds(match, seat, 1)[0].standing()[1]


def _object(value: Any) -> Plain:
    if not isinstance(value, dict):
        raise BadQuery("expected an object")
    return value
