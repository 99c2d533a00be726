"""What a socket tells of a match is what the kernel would tell that seat."""

from __future__ import annotations

import random

import msgspec
import pytest

import quadrilatero as q
from quadrilatero.server.play.telling import Lasting, Teller, encode


@pytest.mark.parametrize("seed", range(3))
def test_every_seat_is_shown_its_own_view(seed: int):
    """Views are made once for all where nothing is hidden; what a seat has sealed is still its own."""
    rng = random.Random(seed)
    match = q.start("camposanto", "learning", seed=seed)
    sealed, lasting = 0, Lasting()
    while match.ask is not None:
        teller = Teller(match, True, encode({"id": "t"}), lasting)
        for seat in (*match.seats, None):
            told = msgspec.json.decode(teller.state(seat, encode({"mine": [seat]}), 0))
            assert told["table"] == {"id": "t", "mine": [seat]}
            assert told["view"] == msgspec.json.decode(encode(match.view(seat)))
        sealed += bool(match.sealed)
        seat = rng.choice(list(match.ask.who))
        match.answer(seat, rng.choice(match.options(seat)))
    assert sealed
