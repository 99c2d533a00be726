"""Custoza, Fields of Doom as the kernel runs it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from msgspec import convert

from quadrilatero.games.custoza import answers, drawing, guessing, instructions, position
from quadrilatero.games.custoza.board import SIDES, Ground, printed_ground
from quadrilatero.games.custoza.charts import Charts
from quadrilatero.games.custoza.datapack import PACK, DataPack
from quadrilatero.games.custoza.datapack.checks_map import grid_of
from quadrilatero.games.custoza.fog import is_open, recalled
from quadrilatero.games.custoza.options import OPTIONS
from quadrilatero.games.custoza.rules.sequence import segment
from quadrilatero.games.custoza.said import BlankMap
from quadrilatero.games.custoza.scenario import starting_position, victory_of
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.view import counted, view, without_additions
from quadrilatero.games.custoza.words import BOOK
from quadrilatero.kernel import Answer, Event, Game, Known, Match, Plain, Scenario, Script, Seat
from quadrilatero.kernel.game import DataFolder
from quadrilatero.kernel.instructions import Orders
from quadrilatero.kernel.log import Ordered
from quadrilatero.kernel.measures import Chance, Loss, Stage
from quadrilatero.kernel.mind import Mind
from quadrilatero.kernel.odds import Odds, Scene
from quadrilatero.kernel.speaker import Speaker


class Custoza(Game[State]):
    """The game and the data pack it is played with."""

    name = "custoza"
    title = {"en": "Custoza, Fields of Doom", "it": "Custoza, Fields of Doom"}  # noqa: RUF012
    seats = SIDES
    rules_version = 5
    additions = ("in_reach", "plan")
    book = BOOK
    answers = answers.ALL
    options = OPTIONS
    instructions = instructions.INSTRUCTIONS
    landmarks = ("turn", "phase", "activated", "result")
    stage = {"en": "Game turn", "it": "Turno di gioco"}  # noqa: RUF012

    @cached_property
    def data(self) -> DataPack:
        """The built-in data, or those of the folder that the environment names."""
        chosen = PACK.chosen()
        BOOK.learn(drawing.names(chosen))
        return chosen

    @cached_property
    def charts(self) -> Charts:
        """The charts of the data pack."""
        charts = Charts(self.data.charts)
        BOOK.learn(drawing.effects(charts))
        return charts

    @cached_property
    def ground(self) -> Ground:
        """The map of the data pack."""
        return printed_ground(self.data.field, self.charts, grid_of(self.data.field.grid))

    def ground_of(self, said: str | Plain) -> Ground:
        """The map of a view: that of the data pack, or a bare board that a position brought with it."""
        return self.ground if isinstance(said, str) else position.blank_ground(convert(said, BlankMap), self.charts)

    def scenarios(self) -> list[Scenario]:
        """The minor scenarios, the guided first game and the campaigns, in the order of their files."""
        return [
            Scenario(
                scenario.id,
                {"en": scenario.title.en, "it": scenario.title.it},
                {"en": scenario.summary.en, "it": scenario.summary.it},
            )
            for scenario in self.data.scenarios.values()
        ]

    def data_folder(self) -> DataFolder:
        return DataFolder(PACK.built_in, PACK.variable)

    def digest(self) -> str:
        return self.data.digest

    def drawing(self) -> Plain:
        return drawing.of(self.data, self.charts)

    def set_up(self, scenario: str, options: Mapping[str, str]) -> State:
        """A scenario at its start; put together once for the same options, so that further games begin with a copy."""
        key = scenario, *sorted(options.items())
        if key not in self.starts:
            self.starts[key] = self.read(starting_position(self.data, self.charts, scenario), options)
        return self.starts[key].another_game()

    @cached_property
    def starts(self) -> dict[tuple[Any, ...], State]:
        """The states that scenarios start from, by their options."""
        return {}

    def read(self, plain: Plain, options: Mapping[str, str]) -> State:
        return position.read(without_additions(plain), options, self.ground, self.campaigns)

    @cached_property
    def campaigns(self) -> dict[int, Plain]:
        """How the campaigns of each year are won: the first of its scenarios that has Strategic Objectives says so."""
        found: dict[int, Plain] = {}
        for scenario in self.data.scenarios.values():
            if scenario.objective:
                found.setdefault(scenario.year, victory_of(scenario))
        return found

    def position(self, state: State) -> Plain:
        return position.write_apart(state)

    def disclosed(self, state: State) -> Plain:
        """Everything, with the losses that views have (19.1-b)."""
        plain = self.position(state)
        plain["formations"] = [counted(state, state.formations[entry["id"]], entry) for entry in plain["formations"]]
        return plain

    def view(self, state: State, seat: Seat | None) -> Plain:
        """What a seat knows (7.1). Records that views share are to be read, not changed."""
        return view(state, seat)

    def segment(self, state: State) -> Script:
        return segment(state)

    def guess(self, known: Known, rng: random.Random) -> tuple[Plain, dict[Seat, Plain]]:
        goals = self.ground_of(known.before["map"]).goals
        return guessing.complete(known.before, known.seat, rng, known.view, goals), {}

    def recall(self, match: Match, known: Known, by: Seat, told: Plain | None, rng: random.Random) -> Plain | None:
        """An answer with the names of the world that was made up."""
        if told is None or by == known.seat:
            return told
        back: Plain = recalled(match.standing()[1], known.seat, by, told, guessing.who_it_was(known.view, rng))
        return back

    def twin(self, position: Plain, seat: Seat | None, rng: random.Random) -> Plain | None:
        state = self.read(position, self.choose_options(None))
        return guessing.twin(position, seat, rng, lambda unit: is_open(state, state.units[unit["id"]]))

    def odds(self, scene: Scene, answer: Answer, policy: Plain) -> Odds:
        from quadrilatero.games.custoza import odds

        return odds.odds(scene, answer, policy)

    def inspect(self, state: State, seat: Seat | None, query: Plain) -> Plain:
        from quadrilatero.games.custoza import inspection

        return inspection.inspect(state, seat, query)

    def is_open_query(self, query: Plain) -> bool:
        """Nothing that can be looked up hangs on what lies face down: hexes, classes and markers are open (7.1-b)."""
        return True

    def chance(self, event: Event) -> Chance | None:
        from quadrilatero.games.custoza import measures

        return measures.chance(self.charts, event)

    def stage_end(self, event: Event) -> Stage | None:
        from quadrilatero.games.custoza import measures

        return measures.stage_end(event)

    def losses(self, before: Plain, after: Plain) -> list[Loss]:
        from quadrilatero.games.custoza import measures

        return measures.losses(before, after)

    def instructable(self, view: Plain, seat: Seat) -> dict[str, list[str]]:
        return instructions.instructable(view, seat)

    def instructed(self, match: Match, seat: Seat, orders: Orders) -> Ordered | None:
        from quadrilatero.games.custoza import obeying

        return obeying.instructed(match, seat, orders)

    def speaker(self, view: Plain, language: str) -> Speaker:
        from quadrilatero.games.custoza.text.speaker import CustozaSpeaker

        return CustozaSpeaker(self, view, language)

    def mind(self) -> Mind:
        from quadrilatero.games.custoza.mind import MIND

        return MIND

    def schema(self) -> Plain:
        return position.schema()


GAME = Custoza()
