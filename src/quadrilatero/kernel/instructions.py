"""Standing instructions: what a seat lets be answered without being asked.

A game lists the questions that can be instructed (`Game.instructions`) and answers by them (`Game.instructed`), from
what the seat knows. An instruction is data; whatever it does not settle is asked as usual.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from quadrilatero.kernel.log import Ordered
from quadrilatero.kernel.plain import Seat
from quadrilatero.kernel.worlds import worlds

if TYPE_CHECKING:
    from quadrilatero.kernel.game import Game
    from quadrilatero.kernel.match import Match

ASK = "ask"
MOST_PIECES = 1000


class Choice(msgspec.Struct, frozen=True):
    """One thing an instruction can say; with `percent` it names a chance, and so rests on the odds."""

    name: str
    text: dict[str, str]
    percent: bool = False


def choice(name: str, en: str, it: str, percent: bool = False) -> Choice:
    """A choice with its words in both languages."""
    return Choice(name, {"en": en, "it": it}, percent)


class Instruction(msgspec.Struct, frozen=True):
    """A question that can be instructed, by its name. With `pieces` single pieces may have an order of their own."""

    name: str
    title: dict[str, str]
    rules: tuple[str, ...]
    choices: tuple[Choice, ...]
    pieces: bool = False


class Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What to do: the name of a choice, or `ask`."""

    do: str = ASK
    percent: Annotated[int, msgspec.Meta(ge=0, le=100)] | None = None


class Standing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The order for all pieces, and those of single ones."""

    all: Order = Order()
    pieces: dict[str, Order] = {}

    def of(self, piece: str) -> Order:
        """The order that holds for a piece."""
        return self.pieces.get(piece, self.all)


Orders = dict[str, Standing]


class BadInstructions(ValueError):
    """Instructions that cannot be taken; `where` names the place."""

    def __init__(self, where: str) -> None:
        super().__init__(f"instructions: {where} cannot be taken")
        self.where = where


def read(game: Game[Any], plain: Any, pieces: Mapping[str, Sequence[str]], *, chances: bool = True) -> Orders:
    """The instructions of a caller, strictly; those that say nothing are left out.

    `pieces` are those that each instruction may name; without `chances` an order may not rest on the odds.
    """
    if not isinstance(plain, dict):
        raise BadInstructions("{}")
    known = {instruction.name: instruction for instruction in game.instructions}
    kept: Orders = {}
    for name, value in plain.items():
        if name not in known:
            raise BadInstructions(str(name))
        try:
            standing = msgspec.convert(value, Standing)
        except msgspec.ValidationError as error:
            _, inside, place = str(error).rpartition("$")
            raise BadInstructions(name + place.rstrip("`") if inside else name) from None
        _check(known[name], standing.all, f"{name}.all", chances)
        if standing.pieces and (not known[name].pieces or len(standing.pieces) > MOST_PIECES):
            raise BadInstructions(f"{name}.pieces")
        for piece, order in standing.pieces.items():
            if piece not in pieces.get(name, ()):
                raise BadInstructions(f"{name}.pieces.{piece}")
            _check(known[name], order, f"{name}.pieces.{piece}", chances)
        if standing != Standing():
            kept[name] = standing
    return kept


def _check(instruction: Instruction, order: Order, where: str, chances: bool) -> None:
    percent = False
    if order.do != ASK:
        choice = next((choice for choice in instruction.choices if choice.name == order.do), None)
        if choice is None or (choice.percent and not chances):
            raise BadInstructions(f"{where}.do")
        percent = choice.percent
    if percent != (order.percent is not None):
        raise BadInstructions(f"{where}.percent")


def ordered(match: Match, seat: Seat, orders: Orders) -> Ordered | None:
    """What a seat's instructions answer to the open question; None where it must be asked. Nothing changes.

    Where facts are hidden they answer only what they would answer in every world that the seat thinks possible.
    """
    ask = match.ask
    if ask is None or ask.seats != (seat,) or ask.what not in orders:
        return None
    found: Ordered | None = None
    for world in worlds(match, seat):
        told = match.game.instructed(world, seat, orders)
        if told is None or (found is not None and told.answer != found.answer):
            return None
        found = found or told
    return found
