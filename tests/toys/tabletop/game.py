"""Two runners on a free table of whole millimetres; who is first at the far edge, or nearer to it in the end, wins.

1-a: a runner goes straight, at most REACH far, stays on the table and keeps CLEAR of the other. 2-a: the end.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from math import isqrt
from pathlib import Path
from typing import Annotated, Any

import msgspec

from quadrilatero.kernel import (
    Answer,
    Ask,
    BadPosition,
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
from quadrilatero.kernel.game import BadQuery

SEATS = ("red", "blue")
SIZE = 600
REACH = 100
CLEAR = 30
FULL = ((0, 100), (60, 80), (80, 60), (100, 0), (80, -60), (60, -80), (0, -100), (-60, -80), (-100, 0), (-60, 80))
BOOK = Phrasebook(Path(__file__).with_name("phrases.toml"))
Point = tuple[int, int]


class Run(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="run"):
    to: Annotated[list[int], msgspec.Meta(min_length=2, max_length=2)]


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    runners: dict[str, Point]
    active: str = "red"
    left: int = 12
    result: Result | None = None


class State:
    def __init__(self, position: Position) -> None:
        self.runners, self.active, self.left = dict(position.runners), position.active, position.left
        self.result = position.result
        self.sink: list[Event] = []

    def copy(self) -> State:
        twin = State.__new__(State)
        vars(twin).update(vars(self), runners=self.runners.copy())
        return twin


def refuse(s: State, seat: Seat, to: Point) -> Refusal | None:
    """1-a. Within reach, on the table, clear of the other."""
    here, other = s.runners[seat], s.runners[_other(seat)]
    if (to[0] - here[0]) ** 2 + (to[1] - here[1]) ** 2 > REACH**2:
        return Refusal("1-a", "too_far", BOOK, {"reach": REACH})
    if not all(0 <= axis <= SIZE for axis in to):
        return Refusal("1-a", "off_table", BOOK)
    if (to[0] - other[0]) ** 2 + (to[1] - other[1]) ** 2 < CLEAR**2:
        return Refusal("1-a", "too_near", BOOK, {"clear": CLEAR})
    return None


def candidates(s: State, seat: Seat) -> list[Plain]:
    """1-a. Ways worth a thought: full tilt in ten directions, half of it, and staying."""
    x, y = s.runners[seat]
    points = [(x + dx // by, y + dy // by) for by in (1, 2) for dx, dy in FULL] + [(x, y)]
    return [{"do": "run", "to": list(point)} for point in points if refuse(s, seat, point) is None]


def draw(s: State, seat: Seat, rng: random.Random) -> Plain:
    """1-a. Any lawful point, each as likely as the others."""
    x, y = s.runners[seat]
    while True:
        point = x + rng.randint(-REACH, REACH), y + rng.randint(-REACH, REACH)
        if refuse(s, seat, point) is None:
            return {"do": "run", "to": list(point)}


def segment(s: State) -> Script:
    """2-a. They run in turn until one is there or nobody has a turn left."""
    seat = s.active
    answer = yield Ask(
        BOOK,
        (seat,),
        "run",
        "1-a",
        (Run,),
        lambda seat: candidates(s, seat),
        lambda seat, answer: refuse(s, seat, tuple(answer.to)),
        {"reach": REACH},
        open=True,
        sample=lambda seat, rng: draw(s, seat, rng),
    )
    s.runners[seat] = tuple(answer.to)
    s.sink.append(Event("ran", "1-a", {"seat": seat, "to": answer.to}, BOOK))
    s.active, s.left = _other(seat), s.left - 1
    way = {"red": SIZE - s.runners["red"][1], "blue": s.runners["blue"][1]}
    if s.left == 0 or way[seat] == 0:
        winner = None if way["red"] == way["blue"] else min(way, key=lambda one: way[one])
        s.result = Result(winner, "arrived", "2-a", way)
        s.sink.append(Event("result", "2-a", {"winner": winner or "nobody"}, BOOK))


def _other(seat: Seat) -> Seat:
    return SEATS[1 - SEATS.index(seat)]


class Tabletop(Game[State]):
    name = "tabletop"
    title = {"en": "The tabletop toy", "it": "Il gioco da tavolo libero"}  # noqa: RUF012
    seats = SEATS
    rules_version = 1
    book = BOOK
    answers = (Run,)
    options = ()
    all_open = True
    most_options = 2 * len(FULL) + 1
    encoding = 5

    def scenarios(self) -> list[Scenario]:
        return [Scenario("race", {"en": "The race", "it": "La corsa"}, {"en": "Across.", "it": "Da parte a parte."})]

    def digest(self) -> str:
        return "tabletop data"

    def set_up(self, scenario: str, options: Mapping[str, str]) -> State:
        if scenario != "race":
            raise ValueError(f"tabletop has no scenario {scenario!r}; it has race")
        return State(Position({"red": (SIZE // 2, 0), "blue": (SIZE // 2, SIZE)}))

    def read(self, position: Plain, options: Mapping[str, str]) -> State:
        try:
            read = msgspec.convert(position, Position)
        except msgspec.ValidationError as error:
            raise BadPosition(f"position: {error}") from None
        if read.runners.keys() != set(SEATS) or read.active not in SEATS:
            raise BadPosition("position: runners: expected red and blue", "1-a")
        return State(read)

    def position(self, state: State) -> Plain:
        return {
            "runners": {seat: list(point) for seat, point in state.runners.items()},
            "active": state.active,
            "left": state.left,
            "result": msgspec.to_builtins(state.result),
        }

    def view(self, state: State, seat: Seat | None) -> Plain:
        return self.position(state)

    def segment(self, state: State) -> Script:
        return segment(state)

    def misplaced(self, state: State, ask: Ask, seat: Seat, answer: Answer) -> Refusal:
        return Refusal(ask.rule, "wrong_verb", BOOK, {"verb": "?", "verbs": ["run"]})

    def guess(self, known: Known, rng: random.Random) -> tuple[Plain, dict[Seat, Plain]]:
        return known.before, {}

    def snap(self, state: State, seat: Seat, intent: Plain) -> Plain:
        """The lawful point nearest to where the pointer is, on the straight line to it."""
        to, (x, y) = _point(intent.get("to")), state.runners[seat]
        dx, dy = to[0] - x, to[1] - y
        far = max(isqrt(dx * dx + dy * dy), 1)
        for by in range(min(far, REACH), -1, -1):
            point = x + dx * by // far, y + dy * by // far
            if refuse(state, seat, point) is None:
                return {"answer": {"do": "run", "to": list(point)}, "left": REACH - by}
        raise BadQuery("nothing lawful lies that way")

    def reach(self, state: State, seat: Seat, what: Plain) -> Plain:
        x, y = state.runners[seat]
        return {"regions": [{"by": "run", "outline": [[x + dx, y + dy] for dx, dy in FULL]}], "exact": False}

    def propose(self, state: State, seat: Seat, unit: str, count: int) -> list[Plain]:
        if unit != seat:
            raise BadQuery(f"{unit} is not yours to move")
        return candidates(state, seat)[:count]

    def encode(self, view: Plain) -> list[float]:
        return [*(float(axis) for seat in SEATS for axis in view["runners"][seat]), float(view["left"])]


def _point(value: Any) -> Point:
    try:
        point: Point = msgspec.convert(value, Point)
    except msgspec.ValidationError:
        raise BadQuery('expected {"to": [x, y]}') from None
    return point


GAME = Tabletop()
