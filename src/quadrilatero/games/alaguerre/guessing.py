"""What a seat cannot know, made up: defence values rolled in secret, the enemy's cohesion, answers that are sealed."""

from __future__ import annotations

import random
from typing import Any

from quadrilatero.games.alaguerre.ground import piece_of, said_piece
from quadrilatero.games.alaguerre.rules.defence import random_value
from quadrilatero.games.alaguerre.view import without_additions
from quadrilatero.kernel import Game, Known, Plain, Seat
from quadrilatero.kernel.worlds import draw_sealed

SEALED = ("orders", "plan")


def guess(game: Game[Any], known: Known, rng: random.Random) -> tuple[Plain, dict[Seat, Plain]]:
    """11.1.1-a, 4.3-a, 3.5.1-a. A whole position, and what others may have sealed.

    Of the enemy's cohesion nothing is said: reading the position works it out from his bases.
    """
    position = without_additions(known.before)
    table = position["table"]
    if any(is_hidden(piece) for piece in table["terrain"]):
        position = {**position, "table": {**table, "terrain": [_whole(piece, rng) for piece in table["terrain"]]}}
    asked = known.ask
    if asked is None or asked["what"] not in SEALED:
        return position, {}
    return position, draw_sealed(game, known, position, rng)


def is_hidden(piece: Plain) -> bool:
    """11.1.1-b. Whether a piece has a defence value that the seat was not told."""
    return piece.get("secret") is not None and piece.get("vdf") is None


def _whole(piece: Plain, rng: random.Random) -> Plain:
    if not is_hidden(piece):
        return piece
    value = random_value(piece_of(said_piece(piece), "terrain"), rng.randint(1, 6))
    return {**piece, "vdf": value}
