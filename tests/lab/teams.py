"""Two games for more than two seats: teams, where ann and cid play for the reds and bob for the blues, and a trio."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from quadrilatero import games as package
from quadrilatero.kernel import Event, Plain, Result, Script, Seat, find_game
from quadrilatero.kernel.measures import Chance, Stage
from tests.kernel.toy import SEATS, Toy, ToyState

FOLDER = Path(__file__).parent / "games"
SIDES = {"ann": "reds", "bob": "blues", "cid": "reds"}
PICKS = 4


class Teams(Toy):
    """The highest of three picks wins for its side."""

    name = "squads"
    most_options = PICKS
    encoding = 2

    def side_of(self, seat: Seat) -> Seat:
        return SIDES[seat]

    def set_up(self, scenario: str, options: Mapping[str, str]) -> ToyState:
        return ToyState([{"ask": seat, "of": PICKS} for seat in SEATS], 0, ())

    def segment(self, state: ToyState) -> Script:
        if state.at < len(state.plan):
            yield from super().segment(state)
            return
        best = max(state.picked)
        winners = {SIDES[seat] for seat, number in zip(SEATS, state.picked, strict=True) if number == best}
        winner = winners.pop() if len(winners) == 1 else None
        state.result = Result(winner, "highest" if winner else "equal", "2-a", {"best": best})

    def stage_end(self, event: Event) -> Stage | None:
        return Stage(SIDES[event.data["seat"]])

    def chance(self, event: Event) -> Chance | None:
        return None

    def encode(self, view: Plain) -> Sequence[float]:
        return (float(view["at"]), float(SEATS.index(view["seat"])))


class Trio(Toy):
    """Three seats, each a side; every game is drawn."""

    name = "trio"


GAME, TRIO = Teams(), Trio()


@pytest.fixture(name="teams")
def find_teams(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The game of teams, and the trio, found by their names in this process and in those that it starts."""
    monkeypatch.setenv("QUADRILATERO_GAMES", str(FOLDER))
    found: Any = package
    monkeypatch.setattr(found, "__path__", [*found.__path__, str(FOLDER)])
    find_game.cache_clear()
    yield GAME.name
    find_game.cache_clear()
