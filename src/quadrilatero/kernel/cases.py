"""How a game answers by standing instructions: each question met as a case, by the order that stands for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

from quadrilatero.kernel.instructions import ASK, Order, Orders, Standing
from quadrilatero.kernel.log import Ordered
from quadrilatero.kernel.match import Match
from quadrilatero.kernel.odds import odds
from quadrilatero.kernel.plain import Plain, Seat

S = TypeVar("S")


class Case(Generic[S]):
    """An open question as a seat's instructions meet it; `state` is the game's own, to be read and never changed."""

    def __init__(self, match: Match, seat: Seat, orders: Orders) -> None:
        assert match.ask is not None
        self.match = match
        self.seat = seat
        self.orders = orders
        self.what = match.ask.what
        self.data = match.ask.data
        self.state: S = match.standing()[1]

    @property
    def order(self) -> Standing:
        """What the seat has ordered for this question."""
        return self.orders[self.what]

    @property
    def options(self) -> list[Plain]:
        """The answers there are."""
        return list(self.match.options(self.seat))

    def chance(self, answer: Plain, policy: Plain) -> float:
        """The odds that the seat comes out well of an answer, as it could ask for them itself."""
        return odds(self.match, self.seat, answer, policy).success


Answering = Callable[[Case[S]], Ordered | None]
"""What the instructions answer in a case; None leaves it to the player."""


def answer_by(answers: Mapping[str, Answering[Any]], match: Match, seat: Seat, orders: Orders) -> Ordered | None:
    """Let the question's own function answer, unless the player is to be asked in every case."""
    case: Case[Any] = Case(match, seat, orders)
    answering = answers.get(case.what)
    if answering is None or case.order == Standing():
        return None
    return answering(case)


def plainly(**answers: str) -> Answering[Any]:
    """For orders that are answers in themselves: the verb of each, told by the sentence of question and order."""

    def answer(case: Case[Any]) -> Ordered | None:
        do = case.order.all.do
        return Ordered({"do": answers[do]}, f"{case.what}_{do}", {})

    return answer


class Wish(NamedTuple):
    """What an order comes to for a piece: whether it holds its ground, and by which chance of which wanted."""

    holds: bool
    chance: float | None = None
    least: int | None = None

    def told(self, verb: str, names: list[str]) -> tuple[str, Plain]:
        """The sentence (key and data) that tells the seat; where a chance decided, it is told too."""
        if self.chance is None:
            return verb, {"names": names}
        return f"{verb}_chance", {"names": names, "chance": int(100 * self.chance), "least": self.least}


def wish(order: Order, gives_way: str, chance: Callable[[], float]) -> Wish | None:
    """What an order to hold, to give way, or to hold by a chance comes to; None where the player is to be asked."""
    if order.do == ASK:
        return None
    if order.percent is None:
        return Wish(order.do != gives_way)
    found = chance()
    return Wish(enough(found, order.percent), found, order.percent)


def enough(chance: float, percent: int) -> bool:
    """Whether a chance reaches a percentage, but for the rounding of floating point."""
    return 100 * chance >= percent - 1e-9
