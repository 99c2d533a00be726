"""The kernel's toy with two sides: each has a commander and, by an option, one below him who is a player too."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from quadrilatero.kernel import GameOption, Phrasebook, Seat
from tests.kernel.toy import Toy, ToyState

COMMANDERS = ("red", "blue")
ROUNDS = 4


class Teams(Toy):
    name = "teams"
    title = {"en": "Teams", "it": "Squadre"}  # noqa: RUF012
    seats = ("red", "blue", "red.C", "blue.C")
    book = Phrasebook(Path(__file__).with_name("phrases.toml"))
    options = (GameOption("players", ("several", "one"), ("1-a",), "Who plays.", "Chi gioca."),)

    def set_up(self, scenario: str, options: Mapping[str, str]) -> ToyState:
        super().set_up(scenario, {})
        seats = self.seats if options["players"] == "several" else COMMANDERS
        each = [{"seal": list(seats), "of": 2}, *({"ask": seat, "of": 2} for seat in seats)]
        return ToyState(each * ROUNDS, 0, ())

    def seats_of(self, state: ToyState) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.seats if any(item.get("ask") == seat for item in state.plan))

    def side_of(self, seat: Seat) -> Seat:
        return seat.partition(".")[0]

    def superior(self, seat: Seat) -> Seat | None:
        return None if seat in COMMANDERS else self.side_of(seat)


GAME = Teams()
