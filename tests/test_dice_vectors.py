"""What the page's own dice and hashes are held to; `python -m tests.test_dice_vectors` writes it anew."""

from __future__ import annotations

import hashlib
import random
from pathlib import Path
from typing import Any

import msgspec

from quadrilatero.kernel import CommittedDice
from quadrilatero.kernel.saves import pack
from quadrilatero.kernel.start import start

FILE = Path(__file__).resolve().parents[1] / "web" / "tests" / "dice.json"
SECRET = bytes(range(32))


def vectors() -> dict[str, Any]:
    """Digests, faces and a whole game with salts in its dice, all as the kernel makes them."""
    dice = []
    for secret, salts in (
        (SECRET, []),
        (SECRET, ["spain:grappa", "austria:slivovitz"]),
        (bytes(32), ["spain:caffè corretto ☕"]),
    ):
        source = CommittedDice(secret, salts)
        known = {"secret": secret.hex(), "salts": salts, "commitment": source.commitment, "key": source.key.hex()}
        dice.append({**known, "faces": list(source.faces(0, 60)), "far": list(source.faces(2**33, 12))})
    texts = ["x" * length for length in (0, 1, 55, 56, 64, 111, 127, 128, 129, 300)]
    hashes = [
        {
            "data": text,
            "blake2b": hashlib.blake2b(text.encode(), digest_size=32).hexdigest(),
            "sha256": hashlib.sha256(text.encode()).hexdigest(),
        }
        for text in texts
    ]
    return {"dice": dice, "hashes": hashes, "save": msgspec.to_builtins(_game())}


def _game() -> Any:
    match = start("camposanto", "battle", dice=CommittedDice(SECRET))
    match.add_salt("spain", "grappa")
    match.add_salt("austria", "caffè")
    rng = random.Random(3)
    while match.result is None:
        assert match.ask is not None
        seat = rng.choice(match.ask.who)
        options = match.options(seat)
        shots = [option for option in options if option["do"] == "fire"]
        match.answer(seat, rng.choice(shots or options))
    return pack(match)


def test_the_pages_vectors_are_what_the_kernel_gives():
    same = FILE.read_bytes() == written()  # told apart here: pytest would take minutes to show how they differ
    assert same, "web/tests/dice.json is out of date"


def written() -> bytes:
    return msgspec.json.encode(vectors()) + b"\n"


if __name__ == "__main__":
    FILE.write_bytes(written())
