"""What the server sends over a socket, for the page's types and for whoever writes a client.

Messages are put together from parts that are already encoded (`telling.py`), so these models make none of them; the
tests hold every message that a socket sends to them.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from quadrilatero.kernel.plain import Plain, Seat

Modifiers: TypeAlias = list[tuple[str, int]]


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of a message."""


class Sentence(Part, frozen=True):
    """A sentence in every language."""

    en: str
    it: str


class Asked(Part, frozen=True):
    """The open question as a seat is shown it in its view."""

    what: str
    rule: str | None
    who: list[Seat]
    data: Plain


class Result(Part, frozen=True):
    """How a game ended; `winner` is a side."""

    winner: Seat | None
    reason: str
    rule: str | None
    score: Any


class View(msgspec.Struct, frozen=True):
    """What a seat may know of a match: what every game tells. The rest is the game's own."""

    game: str
    seat: Seat | None
    ask: Asked | None
    result: Result | None
    readings: dict[str, str] = {}


class Question(Part, frozen=True):
    """The open question with its sentence."""

    what: str
    rule: str | None
    text: Sentence
    data: Plain


class Chance(Part, frozen=True):
    """Of a roll: whose it was, how likely to succeed before the dice fell, and whether it did."""

    seat: Seat
    chance: float
    success: bool


class Event(Part, frozen=True):
    """Something that happened, as one seat was told; `n` is its number in that seat's stream."""

    n: int
    kind: str
    rule: str | None
    data: Plain
    dice: list[int]
    modifiers: Modifiers
    text: Sentence
    chance: Chance | None = None


class Refusal(Part, frozen=True):
    """Why an answer is not allowed."""

    rule: str | None
    text: Sentence


class Blow(msgspec.Struct, frozen=True):
    """A roll on the way of an answer: what it needs, and how likely it is."""

    by: str
    need: int
    modifiers: Modifiers
    chance: float
    reach: float


class Outcome(Part, frozen=True):
    """One way in which an answer may end."""

    outcome: Plain
    chance: float


class Losses(Part, frozen=True):
    """What an answer may cost a seat: on average, at worst, and how likely it is that a piece is lost."""

    expected: float
    worst: int
    gone: float


class Odds(msgspec.Struct, frozen=True):
    """What an answer may lead to; `error` is the largest standard error where it was sampled, `pieces` are all
    whom a single combat is about.
    """

    outcomes: list[Outcome]
    exact: bool
    error: float
    policy: Plain
    success: float | None
    blows: list[Blow]
    losses: dict[str, Losses]
    parts: list[Odds]
    pieces: list[str]


class Term(Part, frozen=True):
    """A part of an answer's value."""

    name: str
    value: float
    text: Sentence


class Weighed(Part, frozen=True):
    """An answer and what spoke for and against it."""

    answer: Plain
    value: float
    terms: list[Term]


class Suggestion(Part, frozen=True):
    """An answer that a good player (`level`) would give at `version`, with its reasons and the best few others."""

    version: int
    seat: Seat
    level: str
    answer: Plain
    value: float
    terms: list[Term]
    alternatives: list[Weighed]
    note: str
    cut: bool


class Author(Part, frozen=True):
    """Who wrote a line of chat."""

    id: str
    name: str


class Message(msgspec.Struct, frozen=True, tag_field="t", forbid_unknown_fields=True):
    """Any message."""


class State(Message, frozen=True, tag="state", rename={"since": "from"}):
    """A match as it stands now, and what is new to the seat: its events from number `from` on.

    `anew`: they replace all that came before. `mark` names the place in the stream to come back to.
    """

    version: int
    seat: Seat | None
    table: Plain
    view: View
    options: list[Plain] | None
    question: Question | None
    can_undo: bool
    can_salt: bool
    events: list[Event]
    since: int
    mark: str
    anew: bool = False


class Ack(Message, frozen=True, tag="ack"):
    """What was asked for is committed."""

    id: str
    version: int


class Error(Message, frozen=True, tag="error"):
    """Why something was not done; `id` null where the message had none that could be read."""

    id: str | None
    code: str
    rule: str | None
    text: Sentence


class Why(Message, frozen=True, tag="why"):
    """Whether an answer would be allowed."""

    id: str
    refusal: Refusal | None


class OddsReply(Message, frozen=True, tag="odds"):
    """The odds of an answer."""

    id: str
    odds: Odds


class Compare(Message, frozen=True, tag="compare"):
    """The odds of several answers in their order; null for one that is not allowed."""

    id: str
    odds: list[Odds | None]


class Suggest(Message, frozen=True, tag="suggest"):
    """What a good player would answer."""

    id: str
    suggestion: Suggestion


class Inspect(Message, frozen=True, tag="inspect"):
    """What was looked up on the board; the game says what is in it."""

    id: str
    found: Plain


class Snap(Message, frozen=True, tag="snap"):
    """The lawful answer nearest to what the player means; the game says what is in it."""

    id: str
    found: Any


class Reach(Message, frozen=True, tag="reach"):
    """Where a piece can get to; the game says what is in it."""

    id: str
    found: Any


class Propose(Message, frozen=True, tag="propose"):
    """Answers for one piece that are worth a thought."""

    id: str
    found: Any


class Events(Message, frozen=True, tag="events", rename={"since": "from"}):
    """Earlier events of the seat's stream, from number `from` on."""

    id: str
    since: int
    events: list[Event]


class Chat(Message, frozen=True, tag="chat"):
    """A line of chat, number `n` for its audience: the side that `to` names, or everybody."""

    n: int
    to: Seat | None
    player: Author
    text: str
    at: float


class Notice(Message, frozen=True, tag="notice"):
    """A sentence for everybody at the table."""

    text: Sentence


class Presence(Message, frozen=True, tag="presence"):
    """By the id of a player: since when he is away (0: he has not been here), null for who is there."""

    players: dict[str, float | None]


class Pong(Message, frozen=True, tag="pong"):
    """The answer to a ping."""


Outgoing = (
    State
    | Ack
    | Error
    | Why
    | OddsReply
    | Compare
    | Suggest
    | Inspect
    | Snap
    | Reach
    | Propose
    | Events
    | Chat
    | Notice
    | Presence
    | Pong
)
