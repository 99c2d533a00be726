"""Camposanto 1743 as the kernel runs it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from quadrilatero.games.camposanto import answers, drawing, inspection, instructions, measures, odds, position
from quadrilatero.games.camposanto.board import SIDES, Board
from quadrilatero.games.camposanto.bounds import MOST_OPTIONS
from quadrilatero.games.camposanto.datapack import PACK, DataPack, first_reconstruction, starting_steps
from quadrilatero.games.camposanto.options import OPTIONS, head_start
from quadrilatero.games.camposanto.rules import misplaced
from quadrilatero.games.camposanto.rules.sequence import order_choices, segment
from quadrilatero.games.camposanto.state import UNCHANGING, State
from quadrilatero.games.camposanto.words import BOOK
from quadrilatero.hexes import Grid
from quadrilatero.kernel import (
    Answer,
    Ask,
    BadPosition,
    Event,
    Game,
    Known,
    Match,
    Plain,
    Refusal,
    Scenario,
    Script,
    Seat,
)
from quadrilatero.kernel.game import DataFolder
from quadrilatero.kernel.instructions import Orders
from quadrilatero.kernel.log import Ordered
from quadrilatero.kernel.measures import Chance, Loss, Stage
from quadrilatero.kernel.mind import Mind
from quadrilatero.kernel.odds import Odds, Scene
from quadrilatero.kernel.speaker import Speaker


class Camposanto(Game[State]):
    """The game and the data pack it is played with."""

    name = "camposanto"
    title = {"en": "Camposanto 1743", "it": "Camposanto 1743"}  # noqa: RUF012
    seats = SIDES
    rules_version = 2
    book = BOOK
    answers = answers.ALL
    options = OPTIONS
    instructions = instructions.INSTRUCTIONS
    all_open = True
    unchanging = UNCHANGING
    landmarks = ("phase", "activated", "result")
    most_options = MOST_OPTIONS
    stage = {"en": "Phase", "it": "Fase"}  # noqa: RUF012

    @cached_property
    def data(self) -> DataPack:
        """The built-in data, or those of the folder that the environment names."""
        return PACK.chosen()

    @cached_property
    def first_data(self) -> DataPack:
        """The same with what we had first guessed of its counters."""
        return first_reconstruction(self.data)

    @cached_property
    def board(self) -> Board:
        """The map of the data pack."""
        data = self.data
        return Board(
            Grid(data.grid.cols, data.grid.rows, layout=data.grid.layout, shifted=data.grid.shifted),
            plain="camposanto",
            farmhouses=(house.hex for house in data.farmhouses),
            river=data.river,
            bridge=data.bridge,
            pond=data.pond,
            out_of_play=data.out_of_play,
        )

    def scenarios(self) -> list[Scenario]:
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
        return drawing.of(self.data)

    def set_up(self, scenario: str, options: Mapping[str, str]) -> State:
        data = self.first_data if options["reconstruction"] == "first" else self.data
        return self.read({**self.scenario_position(scenario, data), "vp": head_start(options)}, options)

    def scenario_position(self, name: str, data: DataPack) -> Plain:
        """1.3-a: the position that a scenario starts from."""
        scenario = data.scenarios.get(name)
        if scenario is None:
            raise ValueError(f"camposanto has no scenario {name!r}; it has {', '.join(data.scenarios)}")
        units = {unit.id: unit for unit in data.units}
        placed = [(units[place.unit], place) for place in scenario.places]
        steps = starting_steps(data, name)
        return {
            "turn": scenario.first_turn,
            "last_turn": scenario.last_turn,
            "units": [
                {
                    "id": unit.id,
                    "side": unit.side,
                    "wing": unit.wing,
                    "type": unit.type,
                    "name": unit.name,
                    "hex": place.hex,
                    **({} if unit.type == "marshal" else {"steps": steps[unit.id], "facing": place.facing}),
                    **({"stars": unit.stars} if unit.stars else {}),
                    **({"regiment": unit.regiment} if unit.regiment else {}),
                    **({"fire": list(unit.fire)} if unit.fire else {}),
                }
                for unit, place in placed
            ],
        }

    def read(self, plain: Plain, options: Mapping[str, str]) -> State:
        if isinstance(gone := plain.get("eliminated"), list):
            plain = {**plain, "eliminated": [self._counter(unit, at) for at, unit in enumerate(gone)]}
        return position.read(
            plain, options, self.board, {side: self.data.series[side] for side in ("spain", "austria")}
        )

    def _counter(self, unit: Any, at: int) -> Any:
        """A lost counter, which may be named by the id it has in the order of battle."""
        if not isinstance(unit, str):
            return unit
        found = next((known for known in self.data.units if known.id == unit), None)
        if found is None:
            raise BadPosition(f"position: eliminated[{at}]: {unit!r} is not in the order of battle; describe the unit")
        plain = {"id": found.id, "side": found.side, "wing": found.wing, "type": found.type, "name": found.name}
        return plain | ({"regiment": found.regiment} if found.regiment else {})

    def position(self, state: State) -> Plain:
        return position.write_apart(state)

    def view(self, state: State, seat: Seat | None) -> Plain:
        """What a seat knows. All is open but the points laid and not yet turned up, which the kernel keeps sealed.

        Views are made at every decision, so their units are shared between them: read them, do not change them.
        """
        return position.write(state)

    def view_apart(self, state: State) -> tuple[Plain, dict[str, bytes]]:
        plain, units = state.write_apart()
        return plain, {"units": units}

    def segment(self, state: State) -> Script:
        return segment(state)

    def misplaced(self, state: State, ask: Ask, seat: Seat, answer: Answer) -> Refusal:
        return misplaced.refuse(state, ask, seat, answer) or super().misplaced(state, ask, seat, answer)

    def odds(self, scene: Scene, answer: Answer, policy: Plain) -> Odds:
        return odds.odds(scene, answer, policy)

    def inspect(self, state: State, seat: Seat | None, query: Plain) -> Plain:
        return inspection.inspect(state, query)

    def instructable(self, view: Plain, seat: Seat) -> dict[str, list[str]]:
        return instructions.instructable(view, seat)

    def instructed(self, match: Match, seat: Seat, orders: Orders) -> Ordered | None:
        return instructions.instructed(match, seat, orders)

    def schema(self) -> Plain:
        return position.schema()

    def speaker(self, view: Plain, language: str) -> Speaker:
        from quadrilatero.games.camposanto.text.speaker import CamposantoSpeaker

        return CamposantoSpeaker(self, view, language)

    def mind(self) -> Mind:
        from quadrilatero.games.camposanto.mind import MIND

        return MIND

    def guess(self, known: Known, rng: random.Random) -> tuple[Plain, dict[Seat, Plain]]:
        position, ask = known.before, known.ask
        if ask is None or ask["what"] != "orders":
            return position, {}
        sealed = [other for other in SIDES if other not in ask["who"] and other != known.seat]
        return position, {other: rng.choice(order_choices(tuple(position["orders_left"][other]))) for other in sealed}

    def chance(self, event: Event) -> Chance | None:
        return measures.chance(event)

    def stage_end(self, event: Event) -> Stage | None:
        return measures.stage_end(event)

    def losses(self, before: Plain, after: Plain) -> list[Loss]:
        return measures.losses(before, after)

    @cached_property
    def encoding(self) -> int:  # type: ignore[override]
        """As many numbers as the counters of the data pack need."""
        return measures.size(len(self.data.units))

    def encode(self, view: Plain) -> list[float]:
        grid = self.data.grid
        return measures.encode(view, [unit.id for unit in self.data.units], grid.cols, grid.rows)


GAME = Camposanto()
