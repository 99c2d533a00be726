"""A la Guerre... as the kernel runs it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from msgspec import to_builtins

from quadrilatero.games.alaguerre import (
    answers,
    inspection,
    instructions,
    measures,
    naming,
    obeying,
    odds,
    position,
    snapping,
)
from quadrilatero.games.alaguerre.agreements import AGREEMENTS, arranged
from quadrilatero.games.alaguerre.army.book import Book
from quadrilatero.games.alaguerre.datapack import PACK, DataPack
from quadrilatero.games.alaguerre.guessing import guess
from quadrilatero.games.alaguerre.options import OPTIONS
from quadrilatero.games.alaguerre.pickup import pickup
from quadrilatero.games.alaguerre.rules.command import seats
from quadrilatero.games.alaguerre.rules.sequence import segment
from quadrilatero.games.alaguerre.said import SIDES
from quadrilatero.games.alaguerre.scenario import starting_position
from quadrilatero.games.alaguerre.state import State
from quadrilatero.games.alaguerre.telling import side_of
from quadrilatero.games.alaguerre.view import ADDED, disclosed, view, without_additions
from quadrilatero.games.alaguerre.words import BOOK
from quadrilatero.kernel import Event, Game, Known, Match, Plain, Scenario, Script, Seat
from quadrilatero.kernel.instructions import Orders
from quadrilatero.kernel.log import Header, Ordered
from quadrilatero.kernel.measures import Chance, Loss
from quadrilatero.kernel.mind import Mind
from quadrilatero.kernel.odds import Odds, Scene
from quadrilatero.kernel.speaker import Speaker


class ALaGuerre(Game[State]):
    """The game."""

    name = "alaguerre"
    title = {"en": "A la Guerre...", "it": "A la Guerre..."}  # noqa: RUF012
    seats = SIDES
    rules_version = 6
    book = BOOK
    answers = answers.ALL
    options = OPTIONS
    agreements = AGREEMENTS
    instructions = instructions.INSTRUCTIONS
    additions = ADDED
    landmarks = ("turn", "impulse", "phase", "result")
    stage = {"en": "Turn", "it": "Turno"}  # noqa: RUF012

    @cached_property
    def data(self) -> DataPack:
        """Tables, lists and battles: the built-in ones, or those of the folder that the environment names."""
        return PACK.chosen()

    def army(self, options: Mapping[str, str]) -> Book:
        return Book(self.data, options)

    def agree(self, chosen: Mapping[str, str]) -> dict[str, Any]:
        return arranged(super().agree(chosen))

    def pickup(self, agreed: Mapping[str, Any], options: Mapping[str, str] | None = None) -> Plain:
        return pickup(self.army(self.choose_options(options)), agreed)

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
        return self.read(starting_position(self.data, scenario), options)

    def read(self, plain: Plain, options: Mapping[str, str]) -> State:
        return position.read(without_additions(plain), options)

    def position(self, state: State) -> Plain:
        return position.write_apart(state)

    def view(self, state: State, seat: Seat | None) -> Plain:
        """What a seat knows. Records that views share are to be read, not changed."""
        return view(state, seat)

    def disclosed(self, state: State) -> Plain:
        return disclosed(state)

    def segment(self, state: State) -> Script:
        return segment(state)

    def seats_of(self, state: State) -> tuple[Seat, ...]:
        return seats(state)

    def seat_names(self, header: Header) -> dict[Seat, dict[str, str]]:
        """3.4-a: sides by their armies; player-generals by their names and what they lead."""
        start: Plain = header.position or {}
        if battle := self.data.battles.get(header.scenario or ""):
            start = to_builtins({"armies": battle.armies, "generals": battle.general if header.seats else ()})
        return self.by_army(start.get("armies", {})) | naming.seat_names(start.get("generals", ()), header.seats or ())

    def side_of(self, seat: Seat) -> Seat:
        return side_of(seat)

    def superior(self, seat: Seat) -> Seat | None:
        """3.4-a. The CiC's player takes over from a player-general."""
        return side_of(seat) if "." in seat else None

    def guess(self, known: Known, rng: random.Random) -> tuple[Plain, dict[Seat, Plain]]:
        return guess(self, known, rng)

    def inspect(self, state: State, seat: Seat | None, query: Plain) -> Plain:
        """What can be looked up on the table, by `look`."""
        return inspection.inspect(state, seat, query)

    def is_open_query(self, query: Plain) -> bool:
        """Defence values that one side alone knows bear on shots, mêlées and tests."""
        return query.get("look") in inspection.OPEN_LOOKS

    def snap(self, state: State, seat: Seat, intent: Plain) -> Plain:
        """The lawful move nearest to where a unit or general was put."""
        return snapping.snap(state, seat, intent)

    def reach(self, state: State, seat: Seat, what: Plain) -> Plain:
        """Where the middle of a unit's front can get to, by each kind of manoeuvre."""
        return snapping.regions(state, seat, what)

    def propose(self, state: State, seat: Seat, unit: str, count: int) -> list[Plain]:
        """Moves of one unit or general that are worth a thought, in the division in hand."""
        return snapping.proposed(state, seat, unit)[:count]

    def odds(self, scene: Scene, answer: Any, policy: Plain) -> Odds | None:
        return odds.odds(scene, answer, policy)

    def chance(self, event: Event) -> Chance | None:
        return measures.chance(event)

    def losses(self, before: Plain, after: Plain) -> list[Loss]:
        return measures.losses(before, after)

    def instructable(self, view: Plain, seat: Seat) -> dict[str, list[str]]:
        return instructions.instructable(view, seat)

    def instructed(self, match: Match, seat: Seat, orders: Orders) -> Ordered | None:
        return obeying.instructed(match, seat, orders)

    def schema(self) -> Plain:
        return position.schema()

    def speaker(self, view: Plain, language: str) -> Speaker:
        from quadrilatero.games.alaguerre.text.speaker import GuerreSpeaker

        return GuerreSpeaker(self, view, language)

    def mind(self) -> Mind:
        from quadrilatero.games.alaguerre.mind import MIND

        return MIND


GAME = ALaGuerre()
