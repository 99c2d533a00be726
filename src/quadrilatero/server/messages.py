"""What clients may send over a socket."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

Id = Annotated[str, Meta(min_length=1, max_length=64)]
Name = Annotated[str, Meta(max_length=40)]


class Message(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="t"):
    """Any message."""


class Answer(Message, frozen=True, tag="answer"):
    """Answer the open question for a seat."""

    id: Id
    version: int
    seat: Name
    answer: Any


class Undo(Message, frozen=True, tag="undo"):
    """Take back a seat's last answer."""

    id: Id
    version: int
    seat: Name


class Why(Message, frozen=True, tag="why"):
    """Ask whether an answer would be allowed, and if not, why."""

    id: Id
    seat: Name
    answer: Any


class Odds(Message, frozen=True, tag="odds"):
    """Ask what an answer may lead to."""

    id: Id
    seat: Name
    answer: Any


class Chat(Message, frozen=True, tag="chat"):
    """Say something to those at the table."""

    id: Id
    text: str


class Ping(Message, frozen=True, tag="ping"):
    """Keep the connection open."""


Incoming = Answer | Undo | Why | Odds | Chat | Ping
DECODER = msgspec.json.Decoder(Incoming)
