"""States and positions, described once.

A state is a dataclass whose `copy` is `copied`. Its parts are records: dataclasses too, which `says` names, or msgspec
Structs with a `said`, which rules read more slowly once they are compiled. Every field is spelled there and nowhere
else, with the type that it has in the state; what else there is to know stands in its annotation:

- `Own[...]`: copied with the state. All other values are only ever replaced, and shared between copies.
- `Beside[...]`: no part of a position, but given when one is read, or worked out from the rest.
- `Deduced[...]`: a position may leave it out, or say null; the game then works it out.
- `ById[...]`: records by their id, in positions a list.
- `Shown`: where an immutable record keeps what positions write of it.
- `Key(...)`: stands in positions under another name, as another type, or only sometimes.

From that follow the copying of states, the JSON Schema of positions, and how positions are read and written. Copying
and writing are compiled, as dataclasses do it, because both happen at every decision.
"""

from quadrilatero.kernel.position.codec import Codec
from quadrilatero.kernel.position.copying import copied, replace
from quadrilatero.kernel.position.fields import As, Beside, ById, Deduced, Key, Own, Shown, says
from quadrilatero.kernel.position.said import said_record, said_type

__all__ = [
    "As",
    "Beside",
    "ById",
    "Codec",
    "Deduced",
    "Key",
    "Own",
    "Shown",
    "copied",
    "replace",
    "said_record",
    "said_type",
    "says",
]
