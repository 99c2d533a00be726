"""A tiny game for the kernel's tests: a list of questions to three seats, written down in the position.

A position is `{"plan": [...]}`; each segment takes the next item of the plan:
`ask` (one seat, answers 1 to n), `seal` (seats at once), `roll`, `pair` (ask, roll, ask), `fault` (a rule that breaks),
`win` (the game ends in the middle of a segment), `secret` (an event only one seat sees).
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import pytest

from quadrilatero.kernel import (
    Answer,
    Ask,
    BadPosition,
    Dice,
    Ended,
    Event,
    Game,
    GameOption,
    Known,
    Phrasebook,
    Plain,
    Refusal,
    Result,
    Scenario,
    Script,
    Seat,
)
from quadrilatero.kernel import game as kernel_game

SEATS: tuple[Seat, ...] = ("ann", "bob", "cid")
BOOK = Phrasebook(Path(__file__).with_name("toy.toml"))


class Pick(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="pick"):
    number: int


class Wave(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="wave"):
    pass


class ToyState:
    """The plan, how far it has come, and what was picked and rolled."""

    def __init__(self, plan: list[Plain], at: int, picked: tuple[Any, ...]) -> None:
        self.plan, self.at, self.picked = plan, at, picked
        self.result: Result | None = None
        self.sink: list[Event] = []

    def copy(self) -> ToyState:
        twin = ToyState(self.plan, self.at, self.picked)
        twin.result, twin.sink = self.result, self.sink
        return twin


def _ask(seats: tuple[Seat, ...], choices: Mapping[str, int] | int) -> Ask:
    """Each seat picks a number from 1 to its own limit."""
    limits = dict.fromkeys(seats, choices) if isinstance(choices, int) else choices

    def options(seat: Seat) -> list[Plain]:
        return [{"do": "pick", "number": number} for number in range(1, limits[seat] + 1)]

    def refuse(seat: Seat, answer: Pick) -> Refusal | None:
        return None if 1 <= answer.number <= limits[seat] else Refusal("1-a", "out_of_range", BOOK, {"seat": seat})

    return Ask(BOOK, seats, "pick", "1-a", (Pick,), options, refuse)


class Toy(Game[ToyState]):
    name = "toy"
    title = {"en": "Toy", "it": "Gioco"}  # noqa: RUF012
    seats = SEATS
    rules_version = 3
    book = BOOK
    answers = (Pick, Wave)
    options = (GameOption("mood", ("calm", "wild"), ("1-a",), "How it feels.", "Che aria tira."),)
    data = "toy data"
    all_open = True

    def scenarios(self) -> list[Scenario]:
        return [Scenario("short", {"en": "Short", "it": "Corta"}, {"en": "One pick each.", "it": "Uno a testa."})]

    def digest(self) -> str:
        return self.data

    def set_up(self, scenario: str, options: Mapping[str, str]) -> ToyState:
        if scenario != "short":
            raise ValueError(f"toy has no scenario {scenario!r}")
        return ToyState([{"ask": seat, "of": 2} for seat in SEATS], 0, ())

    def read(self, position: Plain, options: Mapping[str, str]) -> ToyState:
        if not isinstance(position.get("plan"), list):
            raise BadPosition("position: plan: expected a list")
        state = ToyState(position["plan"], position.get("at", 0), tuple(position.get("picked", ())))
        state.result = msgspec.convert(position.get("result"), Result | None)
        return state

    def position(self, state: ToyState) -> Plain:
        result = msgspec.to_builtins(state.result)
        return {"plan": state.plan, "at": state.at, "picked": list(state.picked), "result": result}

    def view(self, state: ToyState, seat: Seat | None) -> Plain:
        return self.position(state)

    def segment(self, state: ToyState) -> Script:
        if state.at == len(state.plan):
            state.result = Result(None, "plan_done", "2-a", {})
            return
        item = state.plan[state.at]
        yield from self._play(state, item)
        state.at += 1

    def _play(self, state: ToyState, item: Plain) -> Script:
        if "ask" in item:
            yield from self._pick(state, item["ask"], item["of"])
        elif "seal" in item:
            answers = yield _ask(tuple(item["seal"]), item["of"])
            for seat, answer in answers.items():
                self._tell(state, "picked", seat=seat, number=answer.number)
                state.picked = (*state.picked, answer.number)
        elif "roll" in item:
            faces = yield Dice(item["roll"])
            state.picked = (*state.picked, *faces)
            state.sink.append(Event("roll", "1-b", {"total": sum(faces)}, BOOK, faces, [("1-c", 1)]))
        elif "pair" in item:
            yield from self._pick(state, item["pair"][0], 3)
            yield from self._play(state, {"roll": item["roll_between"]})
            yield from self._pick(state, item["pair"][1], 3)
        elif "secret" in item:
            state.sink.append(Event("whisper", "1-d", {"to": item["secret"]}, BOOK, seen_by=(item["secret"],)))
        elif "win" in item:
            yield from self._pick(state, item["win"], 2)
            state.result = Result(item["win"], "won", "2-b", {"at": state.at})
            raise Ended
        elif "fault" in item:
            yield from self._pick(state, item["fault"], 2)
            self._tell(state, "picked", seat="nobody", number=0)
            yield Dice(1)
            raise ZeroDivisionError("a fault in a rule")

    def _pick(self, state: ToyState, seat: Seat, choices: int) -> Script:
        answer = yield _ask((seat,), choices)
        self._tell(state, "picked", seat=seat, number=answer.number)
        state.picked = (*state.picked, answer.number)

    def _tell(self, state: ToyState, kind: str, **data: Any) -> None:
        state.sink.append(Event(kind, "1-a", data, BOOK))

    def misplaced(self, state: Any, ask: Ask, seat: Seat, answer: Answer) -> Refusal:
        return Refusal(ask.rule, "wrong_verb", BOOK, {"verb": "wave", "verbs": ["pick"]})

    def guess(self, known: Known, rng: random.Random) -> tuple[Plain, dict[Seat, Plain]]:
        position, ask, seat = known.before, known.ask, known.seat
        sealed: dict[Seat, Plain] = {}
        item = position["plan"][position["at"]] if ask is not None else {}
        for other in item.get("seal", ()):
            if ask is not None and other not in ask["who"] and other != seat:
                most = item["of"] if isinstance(item["of"], int) else item["of"][other]
                sealed[other] = {"do": "pick", "number": rng.randint(1, most)}
        return position, sealed


@pytest.fixture(name="toy")
def register_toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[Toy]:
    """The toy as a game that can be found by its name."""
    module = ModuleType("quadrilatero.games.toy")
    toy = Toy()
    vars(module)["GAME"] = toy
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setattr(kernel_game, "games", lambda: ["camposanto", "toy"])
    kernel_game.find_game.cache_clear()
    yield toy
    kernel_game.find_game.cache_clear()


def pick(number: int) -> Plain:
    return {"do": "pick", "number": number}
