"""What the addresses for correspondence play answer, for the document at /api/openapi.json."""

from __future__ import annotations

from typing import Literal

from pydantic import JsonValue

from quadrilatero.server.http.answers import Body, Holder, Seat, Text


class Standing(Body):
    """My standing instructions for a seat, and the pieces that each of them may name."""

    seat: Seat
    orders: dict[str, JsonValue]
    delay: bool
    delayable: bool
    chances: bool
    pieces: dict[str, list[str]]


class Vacation(Body):
    """Until when somebody is away, and what is left of the year's days."""

    until: float | None
    left: int
    a_year: int
    at_once: int


class Contact(Body):
    """How somebody is told what happens at the tables."""

    mail: bool
    webhooks_private: bool
    address: str | None
    confirmed: bool
    webhook: str | None
    secret: str | None
    events: list[str]
    kinds: list[str]
    language: Literal["en", "it"]


class Done(Body):
    """It is done."""

    done: Literal[True]


class Turn(Body):
    """A table where it is my turn."""

    id: str
    title: Text
    against: list[Holder]
    since: float


class Turns(Body):
    """The tables where it is my turn, the longest waiting first."""

    turns: list[Turn]
