"""Dice that can be checked: face n is a pure function of a key and the counter n.

The mapping, so that anybody can repeat it: take BLAKE2b with a 16 byte digest, keyed with the 32 byte key, of the
counter as 8 bytes big-endian; the first byte of the digest below 252, modulo 6, plus 1 is the face. Bytes from 252 on
are passed over, so that no face is favoured; should all sixteen be, a "+" is added to the counter's bytes and the
digest taken again. For dice of other sides 252 and 6 give way to the greatest multiple of the number of sides up to
256, and to that number.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from typing import Any, Protocol, TypeGuard

from quadrilatero.kernel.ask import DiceExhausted
from quadrilatero.kernel.plain import Seat

MOST_SIDES = 256
LONGEST_SALT = 200


class DiceSource(Protocol):
    """Where faces come from. The counter of faces already rolled lives in the match and never goes back."""

    def faces(
        self, counter: int, count: int, sides: int = 6, seen_by: tuple[Seat, ...] | None = None
    ) -> tuple[int, ...]:
        """The next `count` faces after `counter` faces have been rolled; `seen_by`: those who are told, if not all."""

    def plain(self) -> dict[str, Any]:
        """What the host's own file keeps."""

    def public(self) -> dict[str, Any]:
        """What players may know during the game."""


def face(key: bytes, counter: int, sides: int = 6) -> int:
    """Face number `counter` under a key.

    >>> [face(bytes(32), n) for n in range(8)]
    [2, 3, 6, 4, 5, 1, 1, 2]
    >>> [face(bytes(32), n, 20) for n in range(8)]
    [2, 3, 2, 2, 13, 7, 13, 8]
    """
    unbiased = MOST_SIDES - MOST_SIDES % sides
    data = counter.to_bytes(8, "big")
    while True:
        for byte in hashlib.blake2b(data, digest_size=16, key=key).digest():
            if byte < unbiased:
                return byte % sides + 1
        data += b"+"


def is_roll(faces: object, sides: int = 6) -> TypeGuard[Sequence[int]]:
    """Whether a value is a list of faces."""
    return isinstance(faces, (list, tuple)) and all(type(number) is int and 1 <= number <= sides for number in faces)


def logged(faces: Sequence[int], sides: int) -> Any:
    """A roll as the log keeps it: the faces, and the number of sides where it is not six."""
    return tuple(faces) if sides == 6 else {"sides": sides, "faces": list(faces)}


def read_roll(value: object) -> tuple[list[int], int] | None:
    """The faces and the number of sides of a roll in a log; None where it is no roll."""
    faces, sides = (value.get("faces"), value.get("sides")) if isinstance(value, dict) else (value, 6)
    if type(sides) is not int or not 2 <= sides <= MOST_SIDES or (isinstance(value, dict) and sides == 6):
        return None
    return (list(faces), sides) if faces and is_roll(faces, sides) else None


class SeededDice:
    """Dice of a whole number, for tests and the laboratory: repeatable and therefore unverifiable.

    `first` is the number of the first face that is theirs: a branch of a match goes on with dice of its own.
    """

    def __init__(self, seed: int, first: int = 0) -> None:
        self.seed = seed
        self.first = first
        self.key = hashlib.blake2b(str(seed).encode(), digest_size=32, person=b"quadri.seed").digest()

    def faces(
        self, counter: int, count: int, sides: int = 6, seen_by: tuple[Seat, ...] | None = None
    ) -> tuple[int, ...]:
        return tuple(face(self.key, n, sides) for n in range(counter, counter + count))

    def plain(self) -> dict[str, Any]:
        return {"kind": "seeded", "seed": self.seed, "first": self.first}

    def public(self) -> dict[str, Any]:
        return {"kind": "seeded", "verifiable": False}


class CommittedDice:
    """Dice of a secret whose hash is published before the first roll; players may add salt until then."""

    def __init__(self, secret: bytes | None = None, salts: Sequence[str] = (), first: int = 0) -> None:
        self.secret = secrets.token_bytes(32) if secret is None else secret
        self.salts = tuple(salts)
        self.first = first
        self.key = hashlib.blake2b("\n".join(self.salts).encode(), digest_size=32, key=self.secret).digest()

    @property
    def commitment(self) -> str:
        """The published hash of the secret."""
        return hashlib.sha256(self.secret).hexdigest()

    def salted(self, seat: str, salt: str) -> CommittedDice:
        """The dice of the same secret with one more salt, a line of text."""
        return CommittedDice(self.secret, (*self.salts, salt_line(seat, salt)), self.first)

    def faces(
        self, counter: int, count: int, sides: int = 6, seen_by: tuple[Seat, ...] | None = None
    ) -> tuple[int, ...]:
        return tuple(face(self.key, n, sides) for n in range(counter, counter + count))

    def plain(self) -> dict[str, Any]:
        return {
            "kind": "committed",
            "commitment": self.commitment,
            "salts": list(self.salts),
            "secret": self.secret.hex(),
            "first": self.first,
        }

    def public(self) -> dict[str, Any]:
        return {
            "kind": "committed",
            "commitment": self.commitment,
            "salts": list(self.salts),
            "first": self.first,
            "verifiable": True,
        }


class ScriptedDice:
    """Given faces, for tests and for setting up a moment; they can run out."""

    def __init__(self, script: Sequence[int], sides: int = 6) -> None:
        if not is_roll(script, sides):
            raise ValueError(f"dice must be a list of whole numbers from 1 to {sides}, not {script!r}")
        self.script = tuple(script)

    def faces(
        self, counter: int, count: int, sides: int = 6, seen_by: tuple[Seat, ...] | None = None
    ) -> tuple[int, ...]:
        if counter + count > len(self.script):
            raise DiceExhausted(
                f"{len(self.script)} dice were scripted, {counter} are used and {count} more are needed; script more"
            )
        faces = self.script[counter : counter + count]
        if not is_roll(faces, sides):
            raise ValueError(f"the dice {list(faces)} are scripted where dice of {sides} sides are rolled")
        return faces

    def plain(self) -> dict[str, Any]:
        return {"kind": "scripted", "script": list(self.script)}

    def public(self) -> dict[str, Any]:
        return {"kind": "scripted", "verifiable": False}


class RecordedDice:
    """Faces already rolled, as a log recorded them, and the source that goes on after them."""

    def __init__(self, record: Sequence[int], then: DiceSource) -> None:
        self.record = tuple(record)
        self.then = then

    def faces(
        self, counter: int, count: int, sides: int = 6, seen_by: tuple[Seat, ...] | None = None
    ) -> tuple[int, ...]:
        if counter + count <= len(self.record):
            return self.record[counter : counter + count]
        return self.then.faces(counter, count, sides, seen_by)

    def plain(self) -> dict[str, Any]:
        return self.then.plain()

    def public(self) -> dict[str, Any]:
        return self.then.public()


def salt_line(seat: str, salt: str) -> str:
    """A player's salt as the key takes it in: who gave it and one line of text."""
    if not salt.isprintable() or not 1 <= len(salt) <= LONGEST_SALT:
        raise ValueError(f"salt must be one line of 1 to {LONGEST_SALT} printable characters")
    return f"{seat}:{salt}"


def dice_from(plain: dict[str, Any], rolled: int = 0) -> DiceSource:
    """The source that `plain()` or `public()` described; what was kept secret goes on with fresh dice."""
    kind = plain.get("kind")
    if not is_open(plain):
        return CommittedDice(first=rolled)
    if kind == "seeded":
        return SeededDice(_whole(plain, "seed"), _whole(plain, "first", 0))
    if kind == "scripted":
        return ScriptedDice(plain["script"], MOST_SIDES)
    secret, salts = plain["secret"], plain.get("salts", [])
    if not isinstance(secret, str) or not isinstance(salts, list) or not all(isinstance(s, str) for s in salts):
        raise ValueError("the dice have no proper secret and salts")
    return CommittedDice(bytes.fromhex(secret), salts, _whole(plain, "first", 0))


def is_open(plain: dict[str, Any]) -> bool:
    """Whether a description of dice holds what their faces follow from."""
    kind = plain.get("kind")
    secret = {"seeded": "seed", "scripted": "script", "committed": "secret"}.get(str(kind))
    if secret is None:
        raise ValueError(f"no dice of the kind {kind!r} are known")
    return secret in plain


def _whole(plain: dict[str, Any], key: str, default: int | None = None) -> int:
    number = plain.get(key, default)
    if type(number) is not int:
        raise ValueError(f"the dice have no whole number {key!r}")
    return number
