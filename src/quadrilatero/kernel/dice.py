"""Dice that can be checked: face n is a pure function of a key and the counter n.

The mapping, so that anybody can repeat it: take BLAKE2b with a 16 byte digest, keyed with the 32 byte key, of the
counter as 8 bytes big-endian (and an attempt byte if ever needed); the first byte below 252, modulo 6, plus 1 is the
face. Bytes from 252 on are passed over, so that no face is favoured.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from typing import Any, Protocol

from quadrilatero.kernel.ask import DiceExhausted

UNBIASED = 252


class DiceSource(Protocol):
    """Where faces come from. The counter of faces already rolled lives in the match and never goes back."""

    def faces(self, counter: int, count: int) -> tuple[int, ...]:
        """The next `count` faces after `counter` faces have been rolled."""

    def plain(self) -> dict[str, Any]:
        """What the host's own file keeps."""

    def public(self) -> dict[str, Any]:
        """What players may know during the game."""


def face(key: bytes, counter: int) -> int:
    """Face number `counter` under a key.

    >>> [face(bytes(32), n) for n in range(8)]
    [2, 3, 6, 4, 5, 1, 1, 2]
    """
    data = counter.to_bytes(8, "big")
    while True:
        for byte in hashlib.blake2b(data, digest_size=16, key=key).digest():
            if byte < UNBIASED:
                return byte % 6 + 1
        data += b"+"


class SeededDice:
    """Dice of a whole number, for tests and the laboratory: repeatable and therefore unverifiable."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.key = hashlib.blake2b(str(seed).encode(), digest_size=32, person=b"quadri.seed").digest()

    def faces(self, counter: int, count: int) -> tuple[int, ...]:
        return tuple(face(self.key, n) for n in range(counter, counter + count))

    def plain(self) -> dict[str, Any]:
        return {"kind": "seeded", "seed": self.seed}

    def public(self) -> dict[str, Any]:
        return {"kind": "seeded", "verifiable": False}


class CommittedDice:
    """Dice of a secret whose hash is published before the first roll; players may add salt until then."""

    def __init__(self, secret: bytes | None = None, salts: Sequence[str] = ()) -> None:
        self.secret = secrets.token_bytes(32) if secret is None else secret
        self.salts = tuple(salts)
        self.key = hashlib.blake2b("\n".join(self.salts).encode(), digest_size=32, key=self.secret).digest()

    @property
    def commitment(self) -> str:
        """The published hash of the secret."""
        return hashlib.sha256(self.secret).hexdigest()

    def faces(self, counter: int, count: int) -> tuple[int, ...]:
        return tuple(face(self.key, n) for n in range(counter, counter + count))

    def plain(self) -> dict[str, Any]:
        return {
            "kind": "committed",
            "commitment": self.commitment,
            "salts": list(self.salts),
            "secret": self.secret.hex(),
        }

    def public(self) -> dict[str, Any]:
        return {"kind": "committed", "commitment": self.commitment, "salts": list(self.salts), "verifiable": True}


class ScriptedDice:
    """Given faces, for tests and for setting up a moment; they can run out."""

    def __init__(self, script: Sequence[int]) -> None:
        for number in script:
            if type(number) is not int or not 1 <= number <= 6:
                raise ValueError(f"dice must be whole numbers from 1 to 6, not {number!r}")
        self.script = tuple(script)

    def faces(self, counter: int, count: int) -> tuple[int, ...]:
        if counter + count > len(self.script):
            raise DiceExhausted(
                f"{len(self.script)} dice were scripted, {counter} are used and {count} more are needed; script more"
            )
        return self.script[counter : counter + count]

    def plain(self) -> dict[str, Any]:
        return {"kind": "scripted", "script": list(self.script)}

    def public(self) -> dict[str, Any]:
        return {"kind": "scripted", "verifiable": False}


class RecordedDice:
    """Faces already rolled, as a log recorded them, and the source that goes on after them."""

    def __init__(self, record: Sequence[int], then: DiceSource) -> None:
        self.record = tuple(record)
        self.then = then

    def faces(self, counter: int, count: int) -> tuple[int, ...]:
        if counter + count <= len(self.record):
            return self.record[counter : counter + count]
        return self.then.faces(counter, count)

    def plain(self) -> dict[str, Any]:
        return self.then.plain()

    def public(self) -> dict[str, Any]:
        return self.then.public()


def dice_from(plain: dict[str, Any]) -> DiceSource:
    """The source that `plain()` or `public()` described; what was kept secret is replaced by fresh dice."""
    kind = plain.get("kind")
    if kind == "seeded" and "seed" in plain:
        return SeededDice(plain["seed"])
    if kind == "scripted" and "script" in plain:
        return ScriptedDice(plain["script"])
    if kind == "committed" and "secret" in plain:
        return CommittedDice(bytes.fromhex(plain["secret"]), plain["salts"])
    return CommittedDice()
