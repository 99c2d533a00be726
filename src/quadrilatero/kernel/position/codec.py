"""Positions of one game: their schema, and how they are read and written."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, Generic, TypeVar, cast

import msgspec

from quadrilatero.kernel.game import BadPosition
from quadrilatero.kernel.plain import Plain, Seat
from quadrilatero.kernel.position.fields import As, Mark, is_compiled, said_fields
from quadrilatero.kernel.position.reading import Deduce, Reading
from quadrilatero.kernel.position.said import said_record
from quadrilatero.kernel.position.writing import Writing

S = TypeVar("S")


class Codec(Generic[S]):
    """All that follows from how a state is described.

    `write(s)` is the position of a state; records are written once and shared by all positions: read them only.
    `write_apart(s)` shares nothing. `deduce` holds what the game makes of what a position leaves out, by record.
    """

    def __init__(self, state: type[S], said: As, deduce: Mapping[Any, Deduce] | None = None) -> None:
        self.state = cast("Any", state)
        self.said: Any = said_record(self.state, said)
        self.write = self.writer()
        self.write_apart = self.writer(share=False)
        reading = Reading(deduce or {})
        read = [field for field in said_fields(state) if field.key.read is not None]
        self._reads = [(field.name, field.said, reading.of(field.type), Mark.DEDUCED in field.marks) for field in read]

    def writer(self, *, share: bool = True, without: Collection[str] = ()) -> Callable[[S], Plain]:
        """A function that writes positions, but for some keys: a view may tell those in its own way."""
        return Writing(share).of_state(self.state, without)

    def record_writer(self, record: Any) -> Callable[[Any, S], Plain]:
        """A function that writes a record of a state, for views that show some and not others."""
        return Writing(share=True).of_record(record)

    def parse(self, plain: Plain) -> Any:
        """What a position says, defaults included; a BadPosition where a key or a type is wrong."""
        try:
            return msgspec.convert({key: value for key, value in plain.items() if key != "since"}, self.said)
        except msgspec.ValidationError as error:
            raise BadPosition(f"position: {error}") from None

    def read(self, said: Any, **beside: Any) -> S:
        """A state of what a position says and of what stands beside; the rest is for the game to work out.

        What was left out and is to be deduced is None, or not there yet in a compiled state, which keeps to its types.
        """
        s: S = self.state.__new__(self.state)
        strict = is_compiled(self.state)
        for name, value in beside.items():
            setattr(s, name, value)
        for name, key, read, deduced in self._reads:
            value = getattr(said, key)
            if value is not None or not (deduced and strict):
                setattr(s, name, value if read is None else read(value, s, key))
        return s

    def schema(self, seats: tuple[Seat, ...]) -> Plain:
        """The JSON Schema of a position, for documents and editors, with the two keys that the kernel adds to it."""
        definitions = msgspec.json.schema(self.said)["$defs"]
        whole = definitions.pop(self.said.__name__)
        face = {"type": "integer", "minimum": 1, "maximum": 6}
        rolled = {"dice": {"type": "array", "items": face, "minItems": 1}}
        answered = {"seat": {"enum": list(seats)}, "answer": {"type": "object"}}
        steps = [
            {"type": "object", "properties": step, "required": list(step), "additionalProperties": False}
            for step in (rolled, answered)
        ]
        whole["properties"]["since"] = {"type": "array", "items": {"anyOf": steps}, "default": []}
        whole["properties"]["ended"] = {"anyOf": [{"type": "null"}, {"$ref": "#/$defs/Result"}], "default": None}
        return {"$schema": "https://json-schema.org/draft/2020-12/schema", **whole, "$defs": definitions}
