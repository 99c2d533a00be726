"""What clients may send over a socket."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

NO_ZERO = r"^[^\x00]*$"
Id = Annotated[str, Meta(min_length=1, max_length=64, pattern=NO_ZERO)]
Name = Annotated[str, Meta(max_length=40)]
MOST_COMPARED = 32


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


class Compare(Message, frozen=True, tag="compare"):
    """Ask what each of several answers may lead to."""

    id: Id
    seat: Name
    answers: Annotated[list[Any], Meta(min_length=1, max_length=MOST_COMPARED)]


class Suggest(Message, frozen=True, tag="suggest"):
    """Ask what a good player would answer for a seat."""

    id: Id
    seat: Name


class Inspect(Message, frozen=True, tag="inspect"):
    """Look something up on the board, such as a line of fire."""

    id: Id
    query: Any


class Events(Message, frozen=True, tag="events"):
    """Ask for earlier events of the seat that the socket shows."""

    id: Id
    before: Annotated[int, Meta(ge=0)]
    count: Annotated[int, Meta(ge=1, le=200)] = 200


class Snap(Message, frozen=True, tag="snap"):
    """Ask for the lawful answer nearest to what a seat's player means, where answers are endless."""

    id: Id
    seat: Name
    query: Any


class Reach(Message, frozen=True, tag="reach"):
    """Ask where a piece of a seat can get to."""

    id: Id
    seat: Name
    query: Any


class Propose(Message, frozen=True, tag="propose"):
    """Ask for answers for one piece of a seat that are worth a thought."""

    id: Id
    seat: Name
    query: Any


class Chat(Message, frozen=True, tag="chat"):
    """Say something to everybody at the table, or to one's own side."""

    id: Id
    text: Annotated[str, Meta(pattern=NO_ZERO)]
    to: Literal["all", "side"] = "all"


class Salt(Message, frozen=True, tag="salt"):
    """Add a seat's own salt to the dice before the first is rolled."""

    id: Id
    seat: Name
    salt: str


class Ping(Message, frozen=True, tag="ping"):
    """Keep the connection open."""


Act = Answer | Undo | Salt
Look = Inspect | Snap | Reach | Propose
Other = Why | Odds | Compare | Suggest | Look | Events | Chat | Ping
Incoming = Act | Other
DECODER = msgspec.json.Decoder(Incoming)
