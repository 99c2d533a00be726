"""Two sides of 132 units march about a field of 60 by 100 places, one unit an answer, and wear themselves out.

Every third answer rolls two dice; with what they bring it makes about 1.7 events an answer. Nothing is hidden.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path

import msgspec

from quadrilatero.kernel import (
    Answer,
    Ask,
    BadPosition,
    Dice,
    Event,
    Game,
    Known,
    Phrasebook,
    Plain,
    Refusal,
    Result,
    Scenario,
    Script,
    Seat,
)

SEATS = ("north", "south")
EACH = 132
CORPS = 22
ACROSS, DOWN = 60, 100
STEPS = 12
LAST = 25_000
"""Answers until the campaign is over."""
A_DAY = 24
BOOK = Phrasebook(Path(__file__).with_name("phrases.toml"))
NAMES = {f"{seat[0].upper()}{n}": f"{n}. Regiment of the {seat.title()}" for seat in SEATS for n in range(1, EACH + 1)}


class March(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="march"):
    unit: str
    to: int


class State:
    """Where everybody stands and how many steps he has left, and the number of the answer that is due."""

    def __init__(self, units: dict[str, tuple[int, int]], answers: int) -> None:
        self.units, self.answers = units, answers
        self.result: Result | None = None
        self.sink: list[Event] = []

    def copy(self) -> State:
        twin = State(self.units.copy(), self.answers)
        twin.result, twin.sink = self.result, self.sink
        return twin

    @property
    def seat(self) -> Seat:
        return SEATS[self.answers % 2]

    @property
    def corps(self) -> list[str]:
        """The units that may march now: six of the side whose turn it is."""
        first = self.answers // 2 % CORPS * (EACH // CORPS) + 1
        return [f"{self.seat[0].upper()}{n}" for n in range(first, first + EACH // CORPS)]

    def ways(self, unit: str) -> list[int]:
        place = self.units[unit][0]
        row, column = divmod(place, ACROSS)
        near = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
        return [r * ACROSS + c for r, c in near if 0 <= r < DOWN and 0 <= c < ACROSS]


class Campaign(Game[State]):
    name = "campaign"
    title = {"en": "Campaign", "it": "Campagna"}  # noqa: RUF012
    seats = SEATS
    rules_version = 1
    book = BOOK
    answers = (March,)
    options = ()
    all_open = True
    landmarks = ("day",)
    data = "campaign data"

    def scenarios(self) -> list[Scenario]:
        text = {"en": "The whole campaign", "it": "L'intera campagna"}
        return [Scenario("whole", text, text)]

    def digest(self) -> str:
        return self.data

    def set_up(self, scenario: str, options: Mapping[str, str]) -> State:
        if scenario != "whole":
            raise ValueError(f"campaign has no scenario {scenario!r}")
        return State({unit: (n * 22 + 7, STEPS) for n, unit in enumerate(NAMES)}, 0)

    def read(self, position: Plain, options: Mapping[str, str]) -> State:
        try:
            units = {unit["id"]: (unit["place"], unit["steps"]) for unit in position["units"]}
            state = State(units, position["answers"])
            state.result = msgspec.convert(position.get("result"), Result | None)
        except (KeyError, TypeError, msgspec.ValidationError) as error:
            raise BadPosition(f"position: {error!r}") from None
        if units.keys() != NAMES.keys():
            raise BadPosition("position: units: not those of the campaign")
        return state

    def position(self, state: State) -> Plain:
        return {
            "units": [
                {
                    "id": unit,
                    "name": NAMES[unit],
                    "side": SEATS[unit[0] == "S"],
                    "type": "infantry",
                    "place": place,
                    "steps": steps,
                    "max": STEPS,
                }
                for unit, (place, steps) in state.units.items()
            ],
            "answers": state.answers,
            "result": msgspec.to_builtins(state.result),
        }

    def view(self, state: State, seat: Seat | None) -> Plain:
        return self.position(state)

    def segment(self, state: State) -> Script:
        if state.answers == LAST:
            state.result = Result(None, "over", "1-c", {})
            return
        if state.answers % A_DAY == 0:
            state.sink.append(Event("day", "1-c", {"day": state.answers // A_DAY + 1}, BOOK))
        answer = yield self._question(state)
        place, steps = state.units[answer.unit]
        state.units[answer.unit] = (answer.to, steps)
        name = NAMES[answer.unit]
        state.sink.append(
            Event("marched", "1-a", {"unit": answer.unit, "name": name, "from": place, "to": answer.to}, BOOK)
        )
        state.answers += 1
        if state.answers % 3 == 0:
            yield from self._wear(state, answer.unit)

    def _wear(self, state: State, unit: str) -> Script:
        faces = yield Dice(2)
        place, steps = state.units[unit]
        steps = STEPS if steps == 1 else steps - 1
        state.units[unit] = (place, steps)
        name = NAMES[unit]
        state.sink.append(Event("roll", "1-b", {"unit": unit, "name": name, "total": sum(faces)}, BOOK, faces))
        state.sink.append(Event("tired", "1-b", {"unit": unit, "name": name, "steps": steps}, BOOK))

    def _question(self, state: State) -> Ask:
        def options(seat: Seat) -> list[Plain]:
            return [{"do": "march", "unit": unit, "to": to} for unit in state.corps for to in state.ways(unit)]

        def refuse(seat: Seat, answer: March) -> Refusal | None:
            if answer.unit in state.corps and answer.to in state.ways(answer.unit):
                return None
            return Refusal("1-a", "no_march", BOOK, {"unit": answer.unit, "to": answer.to})

        data = {"corps": state.answers // 2 % CORPS + 1}
        return Ask(BOOK, (state.seat,), "march", "1-a", (March,), options, refuse, data, certain=True)

    def misplaced(self, state: State, ask: Ask, seat: Seat, answer: Answer) -> Refusal:
        raise AssertionError("there is one kind of answer only")

    def guess(self, known: Known, rng: random.Random) -> tuple[Plain, dict[Seat, Plain]]:
        return known.before, {}


GAME = Campaign()
