"""What the server answers about the computer's reasons."""

from __future__ import annotations

from quadrilatero.server.http.answers import Body, Loose, Plain, Seat, Text


class Term(Body):
    """A part of an answer's value, with its name."""

    name: str
    value: float
    text: Text


class Weighed(Body):
    """An answer and what spoke for and against it; the value is the sum of all parts, the small ones untold."""

    answer: Plain
    value: float
    terms: list[Term]


class Thought(Loose):
    """Why the computer decided as it did: at the frame `frame`, for a seat, with the best few other answers."""

    frame: int
    seat: Seat
    level: str
    answer: Plain
    value: float
    terms: list[Term]
    alternatives: list[Weighed]
    note: str
    cut: bool


class Thoughts(Body):
    """The computer's last decisions before a frame, the oldest first."""

    thoughts: list[Thought]
