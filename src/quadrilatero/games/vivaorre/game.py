"""Viva o' rre! as the kernel runs it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from msgspec import to_builtins

from quadrilatero.games.vivaorre import (
    answers,
    inspection,
    instructions,
    measures,
    obeying,
    odds,
    position,
    proposals,
    snapping,
)
from quadrilatero.games.vivaorre.agreements import AGREEMENTS, arranged
from quadrilatero.games.vivaorre.army.book import Book
from quadrilatero.games.vivaorre.datapack import PACK, DataPack
from quadrilatero.games.vivaorre.guessing import guess, twin
from quadrilatero.games.vivaorre.options import OPTIONS
from quadrilatero.games.vivaorre.pickup import pickup
from quadrilatero.games.vivaorre.rules.sequence import segment
from quadrilatero.games.vivaorre.said import SIDES
from quadrilatero.games.vivaorre.scenario import starting_position
from quadrilatero.games.vivaorre.state import State
from quadrilatero.games.vivaorre.view import ADDITIONS, disclosed, view, without_additions
from quadrilatero.games.vivaorre.words import BOOK
from quadrilatero.kernel import Event, Game, Known, Match, Plain, Scenario, Script, Seat
from quadrilatero.kernel.game import BadQuery
from quadrilatero.kernel.instructions import Orders
from quadrilatero.kernel.log import Header, Ordered
from quadrilatero.kernel.measures import Chance, Loss, Stage
from quadrilatero.kernel.mind import Mind
from quadrilatero.kernel.odds import Odds, Scene
from quadrilatero.kernel.speaker import Speaker


class VivaORre(Game[State]):
    """The game and the data pack it is played with."""

    name = "vivaorre"
    title = {"en": "Viva o' rre!", "it": "Viva o' rre!"}  # noqa: RUF012
    seats = SIDES
    rules_version = 4
    book = BOOK
    answers = answers.ALL
    options = OPTIONS
    agreements = AGREEMENTS
    instructions = instructions.INSTRUCTIONS
    dice = (6, 20)
    additions = ADDITIONS
    landmarks = ("turn", "phase", "result")
    stage = {"en": "Turn", "it": "Turno"}  # noqa: RUF012

    @cached_property
    def data(self) -> DataPack:
        """The built-in data, or those of the folder that the environment names."""
        return PACK.chosen()

    def army(self, options: Mapping[str, str]) -> Book:
        return Book(self.data, options)

    def agree(self, chosen: Mapping[str, str]) -> dict[str, Any]:
        return arranged(super().agree(chosen))

    def pickup(self, agreed: Mapping[str, Any], options: Mapping[str, str] | None = None) -> Plain:
        return pickup(agreed, self.army(self.choose_options(options)))

    def scenarios(self) -> list[Scenario]:
        return [
            Scenario(
                battle.id,
                {"en": battle.title.en, "it": battle.title.it},
                {"en": battle.summary.en, "it": battle.summary.it},
            )
            for battle in self.data.battles.values()
        ]

    def digest(self) -> str:
        return self.data.digest

    def set_up(self, scenario: str, options: Mapping[str, str]) -> State:
        """A battle at its start; put together once for the same options, so that further games begin with a copy."""
        key = scenario, *sorted(options.items())
        if key not in self.starts:
            self.starts[key] = self.read(starting_position(self.data, scenario), options)
        state = self.starts[key].copy()
        state.sink = []
        return state

    @cached_property
    def starts(self) -> dict[tuple[Any, ...], State]:
        """The states that battles start from, by their options."""
        return {}

    def read(self, plain: Plain, options: Mapping[str, str]) -> State:
        return position.read(without_additions(plain), options, self.army(options))

    def position(self, state: State) -> Plain:
        return position.write_apart(state)

    def seat_names(self, header: Header) -> dict[Seat, dict[str, str]]:
        """Sides by their armies."""
        if battle := self.data.battles.get(header.scenario or ""):
            return self.by_army(to_builtins(battle.armies))
        return self.by_army((header.position or {}).get("armies", {}))

    def view(self, state: State, seat: Seat | None) -> Plain:
        """What a seat knows (13-g). Records that views share are to be read, not changed."""
        return view(state, seat)

    def disclosed(self, state: State) -> Plain:
        return disclosed(state)

    def segment(self, state: State) -> Script:
        return segment(state)

    def guess(self, known: Known, rng: random.Random) -> tuple[Plain, dict[Seat, Plain]]:
        return guess(self, known, rng)

    def twin(self, position: Plain, seat: Seat | None, rng: random.Random) -> Plain | None:
        return twin(position, seat, rng)

    def inspect(self, state: State, seat: Seat | None, query: Plain) -> Plain:
        """What can be looked up on the table, by `look`."""
        return inspection.inspect(state, seat, query)

    def snap(self, state: State, seat: Seat, intent: Plain) -> Plain:
        """The lawful move nearest to where a piece was put."""
        return snapping.snap(state, seat, intent)

    def reach(self, state: State, seat: Seat, what: Plain) -> Plain:
        """Where the middle of a unit's front can get to, by each kind of manoeuvre."""
        return snapping.regions(state, seat, what)

    def propose(self, state: State, seat: Seat, unit: str, count: int) -> list[Plain]:
        """Moves of one unit or general that are worth a thought."""
        led = state.units.get(unit) or state.generals.get(unit)
        if led is None or led.side != seat:
            raise BadQuery("unit: name one of your own")
        return proposals.candidates(state, unit)[:count]

    def is_open_query(self, query: Plain) -> bool:
        """Everything is judged by what the seat sees."""
        return True

    def odds(self, scene: Scene, answer: Any, policy: Plain) -> Odds | None:
        return odds.odds(scene, answer, policy)

    def chance(self, event: Event) -> Chance | None:
        return measures.chance(event)

    def stage_end(self, event: Event) -> Stage | None:
        return measures.stage_end(event)

    def losses(self, before: Plain, after: Plain) -> list[Loss]:
        return measures.losses(before, after)

    def instructable(self, view: Plain, seat: Seat) -> dict[str, list[str]]:
        return instructions.instructable(view, seat)

    def instructed(self, match: Match, seat: Seat, orders: Orders) -> Ordered | None:
        return obeying.instructed(match, seat, orders)

    def schema(self) -> Plain:
        return position.schema()

    def speaker(self, view: Plain, language: str) -> Speaker:
        from quadrilatero.games.vivaorre.text.speaker import VivaSpeaker

        return VivaSpeaker(self, view, language)

    def mind(self) -> Mind:
        from quadrilatero.games.vivaorre.mind import MIND

        return MIND


GAME = VivaORre()
