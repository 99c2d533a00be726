"""A state described once: copied, and its positions described, read and written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated, Any, ClassVar, Literal

import msgspec
import pytest
from msgspec import Meta

from quadrilatero.kernel import BadPosition, Event, Plain, Result
from quadrilatero.kernel.position import (
    As,
    Beside,
    ById,
    Codec,
    Deduced,
    Key,
    Own,
    Shown,
    copied,
    replace,
    said_record,
    says,
)

PLACES = ("home", "ford", "hill")


def sixths(text: str, s: Any) -> int:
    points = Fraction(text) * 6
    if points.denominator != 1 or points < 0:
        raise ValueError(f"{text!r} is no number of sixths")
    return int(points)


Place = Annotated[
    int, Key(type=Literal["home", "ford", "hill"], read=lambda n, s: s.table[n], write=lambda n, s: PLACES[n])
]
Points = Annotated[int, Key(type=str, read=sixths, write=lambda points, s: str(Fraction(points, 6)))]


class Bare(msgspec.Struct, forbid_unknown_fields=True):
    """An empty board."""

    size: Annotated[int, Meta(ge=1)] = 3


class Piece(msgspec.Struct, gc=False):
    said: ClassVar = As("PieceAt", "A piece.")

    id: str
    kind: Annotated[str, Key(type=Literal["foot", "gun"])]
    at: Place
    name: Deduced[str]
    spent: Annotated[Points, Key(default="0")]
    range: Annotated[tuple[int, ...], Key(default=(), when=lambda piece: piece.kind == "gun")]
    shown: Shown = None


@dataclass(slots=True)
class Deed:
    piece: str
    left: Deduced[Points]
    way: tuple[Place, ...] = ()
    done: dict[str, Points] = field(default_factory=dict)
    shown: Shown = None


says(Deed, "Deed", "What is being done.")


@dataclass(slots=True, kw_only=True, eq=False, repr=False)
class Field:
    board: Annotated[
        Mapping[str, int],
        Key(name="map", type=Literal["field"] | Bare, default="field", read=None, write=lambda board, s: "field"),
    ]
    turn: Annotated[int, Meta(ge=1)] = 1
    pieces: Own[ById[Piece]]
    deed: Deed | None = None
    held: Annotated[dict[str, tuple[Place, ...]], Key(default=dict)]
    result: Result | None = None

    table: Beside[Mapping[str, int]]
    sink: Beside[list[Event]]
    count: Beside[Own[dict[str, int]]]


def piece(said: Any, where: str) -> Plain:
    if said.name == "":
        raise BadPosition(f"position: {where}.name: say a name", "2-a")
    return {"name": said.name or said.id.upper()}


CODEC = Codec(Field, As("Position", "A field."), {Piece: piece})
GUN = {"id": "b", "kind": "gun", "at": "hill", "name": "Big", "spent": "5/2", "range": [1, 2]}
FOOT = {"id": "a", "kind": "foot", "at": "ford"}


def read(**said: Any) -> Field:
    table = {name: number for number, name in enumerate(PLACES)}
    s = CODEC.read(CODEC.parse({"pieces": [FOOT, GUN], **said}), table=table, sink=[], count={"n": 1})
    s.board = table
    return s


def test_what_is_said_becomes_the_state_and_again_the_position():
    deed = {"piece": "a", "left": "1/3", "way": ["ford", "home"], "done": {"b": "1/2"}}
    s = read(turn=4, deed=deed, held={"red": ["home"]})
    assert (s.turn, s.pieces["b"].at, s.pieces["b"].spent, s.pieces["a"].spent) == (4, 2, 15, 0)
    assert s.deed == Deed("a", 2, (1, 0), {"b": 3})
    assert s.held == {"red": (0,)}
    whole = {
        "map": "field",
        "turn": 4,
        "pieces": [{"id": "a", "kind": "foot", "at": "ford", "name": "A", "spent": "0"}, GUN],
        "deed": deed,
        "held": {"red": ["home"]},
        "result": None,
    }
    assert CODEC.write(s) == whole
    assert CODEC.write(read(**whole)) == whole
    assert list(CODEC.write(s)) == list(whole)


def test_what_a_position_leaves_out():
    s = read(deed={"piece": "a"})
    assert (s.turn, s.result, s.held, s.pieces["a"].name) == (1, None, {}, "A")
    assert s.deed is not None
    assert s.deed.left is None, "the game has yet to work it out"


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        ({"turn": 0}, r"position: Expected `int` >= 1 - at `\$.turn`"),
        ({"tern": 1}, "position: Object contains unknown field `tern`"),
        ({"pieces": [FOOT, FOOT]}, r"position: pieces\[1\].id: 'a' is used twice"),
        ({"pieces": [FOOT, {**GUN, "spent": "1/7"}]}, r"position: pieces\[1\].spent: '1/7' is no number of sixths"),
        ({"pieces": [{**FOOT, "name": ""}]}, r"position: pieces\[0\].name: say a name \[2-a\]"),
        ({"deed": {"piece": "a", "done": {"b": "-1"}}}, "position: deed.done.b: '-1' is no number"),
        ({"deed": {"piece": "a", "left": "x"}}, "position: deed.left: Invalid literal for Fraction"),
    ],
)
def test_faults_are_named_with_their_place(said: Plain, fault: str):
    with pytest.raises(BadPosition, match=fault):
        read(**said)


def test_a_copy_has_its_own_dictionaries_and_shares_the_rest():
    s = read()
    twin = copied(s)
    assert type(twin) is Field
    assert (twin.pieces, twin.count, twin.turn) == (s.pieces, s.count, s.turn)
    assert twin.pieces is not s.pieces
    assert twin.count is not s.count
    assert twin.held is s.held
    assert twin.pieces["a"] is s.pieces["a"]
    assert not hasattr(twin, "__dict__")


def test_a_record_changed_forgets_what_was_written_of_it():
    s = read(deed={"piece": "a", "left": "1/3"})
    deed = s.deed
    assert deed is not None
    written = CODEC.write(s)["deed"]
    other = replace(deed, left=1)
    assert (other.piece, other.left, other.shown) == ("a", 1, None)
    assert (deed.left, deed.shown) == (2, written)


def test_records_are_written_once_unless_they_must_be_apart():
    s = read()
    shared, again = CODEC.write(s), CODEC.write(s)
    assert shared["pieces"][1] is again["pieces"][1]
    apart = CODEC.write_apart(s)
    assert apart == shared
    assert apart["pieces"][1] is not shared["pieces"][1]
    assert apart["pieces"][1]["range"] is not shared["pieces"][1]["range"]


def test_a_view_may_tell_some_keys_in_its_own_way():
    s = read()
    rest = CODEC.writer(without=("pieces", "deed"))(s)
    assert rest == {"map": "field", "turn": 1, "held": {}, "result": None}


def test_the_schema():
    schema = CODEC.schema(("red", "blue"))
    assert (schema["title"], schema["description"], schema["required"]) == ("Position", "A field.", ["pieces"])
    assert schema["properties"]["map"]["anyOf"] == [{"enum": ["field"]}, {"$ref": "#/$defs/Bare"}]
    assert schema["properties"]["turn"] == {"type": "integer", "minimum": 1, "default": 1}
    at = schema["$defs"]["PieceAt"]
    assert (at["required"], at["additionalProperties"]) == (["id", "kind", "at"], False)
    assert at["properties"]["spent"] == {"type": "string", "default": "0"}
    assert at["properties"]["range"] == {"type": "array", "items": {"type": "integer"}, "default": []}
    assert "shown" not in at["properties"]
    assert {"since", "ended"} <= schema["properties"].keys()


def test_a_record_may_be_said_in_two_ways():
    gone = said_record(Piece, As("PieceGone", "Lost."), at=str | None)
    assert gone.__name__ == "PieceGone"
    assert msgspec.convert({"id": "a", "kind": "foot"}, gone).at is None  # type: ignore[attr-defined]  # made at run time
    assert said_record(Piece) is said_record(Piece)
