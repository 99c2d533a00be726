"""Three seats on a line of cells, each with three units that nobody else sees until something brings them to light.

Chapter 1, plans: each seat decides in secret how strong each of its units is and which cell is its objective.
Chapter 2, moves: in turn, one unit steps, searches or strikes. Who runs into a unit he does not see stops before it
and both are shown. After a step the others may ambush from the next cell, and are asked whether they can or not.
Chapter 3, blows: a die and the hidden strength against that of the other; the loser is gone.
Chapter 4, the end: a point for each unit on its objective and for each unit beaten.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from itertools import permutations
from pathlib import Path
from typing import Annotated, Any

import msgspec

from quadrilatero.kernel import (
    BadPosition,
    Dice,
    Event,
    Game,
    GameOption,
    Known,
    Match,
    Phrasebook,
    Plain,
    Refusal,
    Result,
    Scenario,
    Script,
    Seat,
)
from quadrilatero.kernel.game import BadQuery
from quadrilatero.kernel.measures import Chance
from quadrilatero.kernel.voice import Voice
from quadrilatero.kernel.worlds import Contradiction

SEATS = ("ann", "bob", "cid")
CELLS = range(1, 13)
STRENGTHS = (1, 2, 3)
HOMES = {"ann": (1, 2, 2), "bob": (6, 6, 7), "cid": (11, 12, 11)}
STEPS = (-2, -1, 1, 2)
UNSEEN = "?"
"""How others are told of a unit that they do not see."""
FOUND = 8
DEALS = 200
"""How often strengths are dealt anew until they explain what was seen; one deal in eighteen at the least does."""
NEED = 5
EVERYBODY = tuple(f"{seat}-{n}" for seat in SEATS for n in STRENGTHS)
BOOK = Phrasebook(Path(__file__).with_name("phrases.toml"))
VOICE = Voice(BOOK)


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="plan"):
    strengths: list[int]
    objective: int


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="step"):
    unit: str
    by: int


class Search(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="search"):
    unit: str


class Strike(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="strike"):
    unit: str
    target: str


class Rest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="rest"):
    pass


class Ambush(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="ambush"):
    unit: str


class Hold(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="hold"):
    pass


class Advance(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="advance"):
    pass


class Stay(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="stay"):
    pass


class Unit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    owner: str
    cell: Annotated[int, msgspec.Meta(ge=1, le=12)]
    strength: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0
    shown: bool = False


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    turn: int = 1
    last_turn: int = 4
    active: str = "ann"
    planned: bool = False
    units: list[Unit] = []
    gone: list[str] = []
    objectives: dict[str, int | None] = {}
    beaten: dict[str, int] = {}
    result: Result | None = None


class State:
    """Units are never changed in place: a new one takes the old one's room."""

    def __init__(self, position: Position) -> None:
        self.turn, self.last_turn, self.active = position.turn, position.last_turn, position.active
        self.planned = position.planned
        self.units = {unit.id: unit for unit in position.units}
        self.gone = tuple(position.gone)
        self.objectives = {seat: position.objectives.get(seat) for seat in SEATS}
        self.beaten = {seat: position.beaten.get(seat, 0) for seat in SEATS}
        self.result = position.result
        self.sink: list[Event] = []

    def copy(self) -> State:
        twin = State.__new__(State)
        vars(twin).update(vars(self))
        twin.units, twin.objectives, twin.beaten = self.units.copy(), self.objectives.copy(), self.beaten.copy()
        return twin

    def position(self) -> Plain:
        return {
            "turn": self.turn,
            "last_turn": self.last_turn,
            "active": self.active,
            "planned": self.planned,
            "units": [msgspec.to_builtins(unit) for unit in self.units.values()],
            "gone": list(self.gone),
            "objectives": dict(self.objectives),
            "beaten": dict(self.beaten),
            "result": msgspec.to_builtins(self.result),
        }

    def of(self, seat: Seat) -> list[Unit]:
        return [unit for unit in self.units.values() if unit.owner == seat]

    def change(self, unit: Unit, **changes: Any) -> Unit:
        self.units[unit.id] = changed = msgspec.structs.replace(unit, **changes)
        return changed


# -- 1 plans -------------------------------------------------------------------------------------------------------


def plan(s: State) -> Script:
    """1-a. All plan at once and in secret."""

    def options(seat: Seat) -> list[Plain]:
        return [
            {"do": "plan", "strengths": list(order), "objective": cell}
            for order in permutations(STRENGTHS)
            for cell in CELLS
        ]

    def refuse(seat: Seat, answer: Plan) -> Refusal | None:
        fits = sorted(answer.strengths) == [*STRENGTHS] and answer.objective in CELLS
        return None if fits else VOICE.no("1-a", "bad_plan")

    answers = yield VOICE.ask_all(SEATS, "plan", "1-a", (Plan,), options, refuse, secret=True)
    for seat in SEATS:
        s.objectives[seat] = answers[seat].objective
        for unit, strength in zip(s.of(seat), answers[seat].strengths, strict=True):
            s.change(unit, strength=strength)
    s.planned = True
    VOICE.tell(s, "planned", "1-a")


# -- 2 moves -------------------------------------------------------------------------------------------------------


def enemies_seen(s: State, seat: Seat) -> list[Unit]:
    """2-a. What a seat sees of the others."""
    return [unit for unit in s.units.values() if unit.owner != seat and unit.shown]


def refuse_step(s: State, seat: Seat, unit: Unit | None, by: int) -> Refusal | None:
    """2-b. One or two cells along the line, not through a unit of another that can be seen."""
    if unit is None or unit.owner != seat:
        return VOICE.no("2-b", "not_yours")
    if by not in STEPS or unit.cell + by not in CELLS:
        return VOICE.no("2-b", "too_far")
    way = _way(unit.cell, by)
    return VOICE.no("2-b", "barred") if {enemy.cell for enemy in enemies_seen(s, seat)} & set(way) else None


def _way(cell: int, by: int) -> list[int]:
    return [cell + n * (1 if by > 0 else -1) for n in range(1, abs(by) + 1)]


def move(s: State) -> Script:
    """2-c. The active seat steps, searches, strikes or rests; what an unseen unit does stays unseen."""
    seat = s.active

    def targets(unit: Unit) -> list[Unit]:
        return [enemy for enemy in enemies_seen(s, seat) if abs(enemy.cell - unit.cell) <= 1]

    def options(_: Seat) -> list[Plain]:
        mine = s.of(seat)
        return [
            *({"do": "step", "unit": u.id, "by": by} for u in mine for by in STEPS if not refuse_step(s, seat, u, by)),
            *({"do": "search", "unit": unit.id} for unit in mine),
            *({"do": "strike", "unit": unit.id, "target": enemy.id} for unit in mine for enemy in targets(unit)),
            {"do": "rest"},
        ]

    def refuse(_: Seat, answer: Step | Search | Strike | Rest) -> Refusal | None:
        if isinstance(answer, Rest):
            return None
        unit = s.units.get(answer.unit)
        if isinstance(answer, Step):
            return refuse_step(s, seat, unit, answer.by)
        if unit is None or unit.owner != seat:
            return VOICE.no("2-c", "not_yours")
        if isinstance(answer, Strike) and answer.target not in (enemy.id for enemy in targets(unit)):
            return VOICE.no("2-c", "no_target")
        return None

    def retell(_: Seat | None, answer: Step | Search | Strike | Rest) -> Plain | None:
        told: Plain = msgspec.to_builtins(answer)
        if isinstance(answer, (Step, Search)) and not s.units[answer.unit].shown:
            return {"do": told["do"], "unit": UNSEEN}
        return told

    answer = yield VOICE.ask_all(
        (seat,),
        "move",
        "2-c",
        (Step, Search, Strike, Rest),
        options,
        refuse,
        certain=True,
        retell=retell,
        units=[unit.id for unit in s.of(seat)],
    )
    if isinstance(answer, Step):
        yield from step(s, s.units[answer.unit], answer.by)
    elif isinstance(answer, Search):
        yield from search(s, s.units[answer.unit])
    elif isinstance(answer, Strike):
        yield from show(s, "struck", [s.units[answer.unit]])
        yield from blow(s, s.units[answer.unit], s.units[answer.target])


def step(s: State, unit: Unit, by: int) -> Script:
    """2-d. Cell by cell; a unit of another that was not seen stops it, and both are shown."""
    for cell in _way(unit.cell, by):
        met = [other for other in s.units.values() if other.owner != unit.owner and other.cell == cell]
        if met:
            yield from show(s, "met", [unit, *met])
            break
        unit = s.change(unit, cell=cell)
    unit = s.units[unit.id]
    if unit.shown:
        VOICE.tell(s, "moved", "2-d", unit=unit.id, cell=unit.cell)
    else:
        VOICE.tell_to(s, (unit.owner,), "moved", "2-d", unit=unit.id, cell=unit.cell)
    yield from ambush(s, unit)


def show(s: State, why: str, units: list[Unit]) -> Script:
    """2-e. Units come to light for everybody."""
    fresh = [s.change(unit, shown=True) for unit in units if not unit.shown]
    if fresh:
        units_shown, cells = [unit.id for unit in fresh], [unit.cell for unit in fresh]
        yield VOICE.reveal("revealed", "2-e", units=units_shown, cells=cells, why=why)


def search(s: State, unit: Unit) -> Script:
    """2-f. A die of twenty sides that only the searcher sees; what is found within two cells is shown to all."""
    faces = yield Dice(1, 20, seen_by=(unit.owner,))
    whose = {"by": unit.owner, "unit": unit.id}
    found = VOICE.roll(s, "2-f", whose, faces, [], FOUND, seen_by=(unit.owner,), why="search")
    near = [other for other in s.units.values() if other.owner != unit.owner and abs(other.cell - unit.cell) <= 2]
    if found:
        yield from show(s, "found", near)


def ambush(s: State, unit: Unit) -> Script:
    """2-g. Others next to the unit hear it and may strike from hiding unless they sleep, a 1 on a die in private.

    All are asked, so that nobody learns who can.
    """
    others = tuple(seat for seat in SEATS if seat != unit.owner)
    near = {
        seat: [other.id for other in s.of(seat) if not other.shown and abs(other.cell - unit.cell) == 1]
        for seat in others
    }
    hearers = tuple(seat for seat in others if near[seat])
    for seat in hearers:
        (face,) = yield Dice(1, 20, seen_by=(seat,))
        if face == 1:
            near[seat] = []
    yield VOICE.reveal("rustle", "2-g", seen_by=hearers, cell=unit.cell)

    def options(seat: Seat) -> list[Plain]:
        return [{"do": "hold"}, *({"do": "ambush", "unit": own} for own in near[seat])]

    def refuse(seat: Seat, answer: Ambush | Hold) -> Refusal | None:
        if isinstance(answer, Ambush) and answer.unit not in near[seat]:
            return VOICE.no("2-g", "no_ambush")
        return None

    answers = yield VOICE.ask_all(
        others,
        "ambush",
        "2-g",
        (Ambush, Hold),
        options,
        refuse,
        certain=True,
        secret=True,
        tell=lambda seat: {} if seat is None else {"near": near[seat]},
        near=near,
    )
    for seat in others:
        answer = answers[seat]
        if isinstance(answer, Ambush) and unit.id in s.units and answer.unit in s.units:
            yield from show(s, "ambush", [s.units[answer.unit], s.units[unit.id]])
            yield from blow(s, s.units[answer.unit], s.units[unit.id])


# -- 3 blows -------------------------------------------------------------------------------------------------------


def blow(s: State, unit: Unit, target: Unit) -> Script:
    """3-a, 3-b. A die with the strength of one against five and the strength of the other; strengths stay hidden."""
    faces = yield Dice(1)
    modifiers = [("3-a", unit.strength), ("3-a", -target.strength)]
    owners = {unit.owner: ("strength", unit.strength), target.owner: ("against", target.strength)}
    open_to_all = {"by": unit.owner, "unit": unit.id, "target": target.id}
    success = faces[0] + unit.strength - target.strength >= NEED - 1
    told = {**open_to_all, "success": success, "why": "blow"}
    VOICE.roll(
        s,
        "3-a",
        {**open_to_all, **dict(owners.values())},
        faces,
        modifiers,
        NEED - 1,
        instead={seat: {**told, **dict([owners[seat]] if seat in owners else [])} for seat in (*SEATS, None)},
        why="blow",
    )
    if success:
        del s.units[target.id]
        s.gone = (*s.gone, target.id)
        s.beaten[unit.owner] += 1
        VOICE.tell(s, "gone", "3-b", unit=target.id)
        yield from advance(s, unit, target.cell)


def advance(s: State, unit: Unit, cell: int) -> Script:
    """3-c. Who has won a blow may take the place of the loser if nobody else is there."""
    if unit.cell == cell or any(other.cell == cell for other in s.units.values() if other.owner != unit.owner):
        return
    options = [{"do": "advance"}, {"do": "stay"}]
    answer = yield VOICE.ask(
        unit.owner,
        "advance",
        "3-c",
        (Advance, Stay),
        lambda: options,
        lambda _: None,
        tell=lambda _: {"unit": unit.id, "cell": cell},
        unit=unit.id,
        cell=cell,
    )
    if isinstance(answer, Advance):
        s.change(unit, cell=cell)
        VOICE.tell(s, "moved", "3-c", unit=unit.id, cell=cell)


# -- 4 the end -----------------------------------------------------------------------------------------------------


def segment(s: State) -> Script:
    """4-a. Plans, then turns of one move for each seat, then the count."""
    if not s.planned:
        yield from plan(s)
        return
    if s.of(s.active):
        yield from move(s)
    place = SEATS.index(s.active)
    s.active = SEATS[(place + 1) % len(SEATS)]
    if place + 1 == len(SEATS):
        s.turn += 1
        VOICE.tell(s, "turn", "4-a", turn=min(s.turn, s.last_turn))
    if s.turn > s.last_turn:
        count(s)


def count(s: State) -> None:
    """4-b. Units on their objectives and units beaten; who has most alone wins."""
    score = {seat: s.beaten[seat] + sum(unit.cell == s.objectives[seat] for unit in s.of(seat)) for seat in SEATS}
    best = [seat for seat in SEATS if score[seat] == max(score.values())]
    s.result = Result(best[0] if len(best) == 1 else None, "counted", "4-b", score)
    VOICE.tell(s, "result", "4-b", winner=s.result.winner or "nobody")


class Veiled(Game[State]):
    name = "veiled"
    title = {"en": "The veiled toy", "it": "Il gioco velato"}  # noqa: RUF012
    seats = SEATS
    rules_version = 1
    book = BOOK
    answers = (Plan, Step, Search, Strike, Rest, Ambush, Hold, Advance, Stay)
    options = (GameOption("mood", ("calm", "wild"), ("2-c",), "How it feels.", "Che aria tira."),)
    dice = (6, 20)
    landmarks = ("turn", "result")
    most_options = 72

    def scenarios(self) -> list[Scenario]:
        return [
            Scenario("line", {"en": "The line", "it": "La linea"}, {"en": "Four turns.", "it": "Quattro turni."}),
        ]

    def digest(self) -> str:
        return "veiled data"

    def set_up(self, scenario: str, options: Mapping[str, str]) -> State:
        if scenario != "line":
            raise ValueError(f"veiled has no scenario {scenario!r}; it has line")
        units = [Unit(f"{seat}-{n}", seat, cell) for seat in SEATS for n, cell in enumerate(HOMES[seat], 1)]
        return State(Position(units=units))

    def read(self, position: Plain, options: Mapping[str, str]) -> State:
        try:
            read = msgspec.convert(position, Position)
        except msgspec.ValidationError as error:
            raise BadPosition(f"position: {error}") from None
        for first, second in _pairs(read.units):
            if first.cell == second.cell and first.owner != second.owner:
                raise BadPosition(f"position: units: {first.id} and {second.id} share a cell", "2-b")
        return State(read)

    def position(self, state: State) -> Plain:
        return state.position()

    def view(self, state: State, seat: Seat | None) -> Plain:
        view = state.position()
        view["units"] = [
            unit if unit["owner"] == seat else {**unit, "strength": 0}
            for unit in view["units"]
            if unit["shown"] or unit["owner"] == seat
        ]
        view["objectives"] = {other: cell if other == seat else None for other, cell in state.objectives.items()}
        return view

    def segment(self, state: State) -> Script:
        return segment(state)

    def guess(self, known: Known, rng: random.Random) -> tuple[Plain, dict[Seat, Plain]]:
        before, seen = known.before, Seen(known.view)
        units = {unit["id"]: unit for unit in before["units"]}
        taken = {unit["cell"]: unit["owner"] for unit in units.values()} | seen.stood(before["active"])
        lost = [id for id in EVERYBODY if id not in before["gone"] and id not in units]
        mover = seen.mover([id for id in lost if owner(id) == before["active"]], before["active"], rng)
        dealt = self._dealt(known, seen, rng)
        for id in lost:
            free = [cell for cell in CELLS if taken.get(cell, owner(id)) == owner(id)]
            if id == mover:
                free = [cell for cell in free if abs(cell - seen.reached(id)) <= 2]
            elif id in seen.cells:
                free = [seen.cells[id]]
            if not free:
                raise Contradiction
            cell = rng.choice(free)
            taken[cell] = owner(id)
            units[id] = {"id": id, "owner": owner(id), "cell": cell, "strength": 0, "shown": False}
        for id, unit in units.items():
            if owner(id) != known.seat:
                units[id] = {**unit, "strength": dealt[id]}
        objectives = {
            seat: cell if seat == known.seat or not before["planned"] else rng.choice(CELLS)
            for seat, cell in before["objectives"].items()
        }
        ordered = [units[id] for id in EVERYBODY if id in units]
        return {**before, "units": ordered, "objectives": objectives}, self._sealed(known, rng)

    def _dealt(self, known: Known, seen: Seen, rng: random.Random) -> dict[str, int]:
        """Strengths by unit: a seat's own as they are, the others' such that they explain the blows that were seen."""
        own = {unit["id"]: unit["strength"] for unit in known.before["units"] if unit["owner"] == known.seat}
        for _ in range(DEALS):
            order = {seat: rng.sample(STRENGTHS, 3) if known.before["planned"] else (0, 0, 0) for seat in SEATS}
            dealt = {id: order[owner(id)][int(id[-1]) - 1] for id in EVERYBODY} | own
            if all((face + dealt[unit] - dealt[target] >= NEED - 1) == hit for unit, target, face, hit in seen.blows):
                return dealt
        raise Contradiction

    def twin(self, position: Plain, seat: Seat | None, rng: random.Random) -> Plain | None:
        """Of others are hidden: strengths, where a unit is that was not shown, and objectives."""
        units = [dict(unit) for unit in position["units"]]
        fixed = {unit["cell"]: unit["owner"] for unit in units if unit["shown"] or unit["owner"] == seat}
        others = [unit for unit in units if unit["owner"] != seat]
        for unit in others:
            if not unit["shown"]:
                free = [cell for cell in CELLS if fixed.get(cell, unit["owner"]) == unit["owner"]]
                unit["cell"] = rng.choice(free)
                fixed[unit["cell"]] = unit["owner"]
            if position["planned"]:
                unit["strength"] = rng.choice(STRENGTHS)
        objectives = {
            other: cell if other == seat or cell is None else rng.choice(CELLS)
            for other, cell in position["objectives"].items()
        }
        return {**position, "units": units, "objectives": objectives}

    def recall(self, match: Match, known: Known, by: Seat, told: Plain | None, rng: random.Random) -> Plain | None:
        """A move by a unit that was not seen must have led to what was seen of it, and so must an ambush."""
        seen = Seen(known.view)
        if told is None and match.ask is not None and match.ask.what == "ambush":
            struck = next((id for id in seen.ambushers if owner(id) == by), None)
            return {"do": "hold"} if struck is None else {"do": "ambush", "unit": struck}
        if told is None or told.get("unit") != UNSEEN:
            return told
        state = match.standing()[1]
        fits = [one for one in match.options(by) if one["do"] == told["do"] and seen.fits(state, one)]
        if not fits:
            raise Contradiction
        return rng.choice(fits)

    def _sealed(self, known: Known, rng: random.Random) -> dict[Seat, Plain]:
        """Answers for those who have sealed theirs: all plan at once, and all but who moves may lie in ambush."""
        ask = known.ask
        if ask is None or ask["what"] in ("move", "advance"):
            return {}
        planning = not known.before["planned"]
        asked = [seat for seat in SEATS if planning or seat != known.before["active"]]
        sealed = [seat for seat in asked if seat not in ask["who"] and seat != known.seat]
        if planning:
            return {
                seat: {"do": "plan", "strengths": rng.sample(STRENGTHS, 3), "objective": rng.choice(CELLS)}
                for seat in sealed
            }
        return {seat: {"do": "hold"} for seat in sealed}

    def inspect(self, state: State, seat: Seat | None, query: Plain) -> Plain:
        if query.get("what") == "length":
            return {"cells": len(CELLS)}
        if query.get("what") != "cell" or query.get("cell") not in CELLS:
            raise BadQuery('expected {"what": "cell", "cell": 1 to 12} or {"what": "length"}')
        return {"units": [unit.id for unit in state.units.values() if unit.cell == query["cell"]]}

    def is_open_query(self, query: Plain) -> bool:
        return query.get("what") == "length"

    def chance(self, event: Event) -> Chance | None:
        if event.kind != "roll" or event.data["why"] != "search":
            return None
        return Chance(event.data["by"], (21 - FOUND) / 20, event.data["success"])


class Seen:
    """What a seat was shown of the open segment: where units came to light, why, and where something moved."""

    def __init__(self, view: Plain) -> None:
        self.cells: dict[str, int] = {}
        self.ambushers: list[str] = []
        self.blows: list[tuple[str, str, int, bool]] = []
        self.why, self.rustle = "", 0
        for event in (view.get("since") or {}).get("told", ()):
            data = event["data"]
            if event["kind"] == "revealed" and data["why"] == "ambush":
                self.ambushers.append(data["units"][0])
            elif event["kind"] == "roll" and data["why"] == "blow":
                self.blows.append((data["unit"], data["target"], event["dice"][0], data["success"]))
            if event["kind"] == "revealed":
                self.cells |= dict(zip(event["data"]["units"], event["data"]["cells"], strict=True))
                self.why = self.why or event["data"]["why"]
            elif event["kind"] == "rustle":
                self.rustle = event["data"]["cell"]

    def stood(self, active: Seat) -> dict[int, Seat]:
        """The cells of those who came to light without having moved."""
        return {cell: owner(id) for id, cell in self.cells.items() if owner(id) != active}

    def mover(self, unseen: list[str], active: Seat, rng: random.Random) -> str | None:
        """Which of the units that nobody saw has acted, if something was seen of it."""
        shown = [id for id in unseen if id in self.cells]
        if shown or not (self.cells or self.rustle) or not unseen:
            return shown[0] if shown else None
        return rng.choice(unseen)

    def reached(self, id: str) -> int:
        """Near which cell the unit must have stood."""
        return self.cells.get(id) or self.rustle or next(iter(self.cells.values()))

    def fits(self, s: State, answer: Plain) -> bool:
        """Whether an unseen answer leads to what was seen."""
        unit = s.units[answer["unit"]]
        if unit.shown:
            return False
        others = [other for other in s.units.values() if other.owner != unit.owner]
        if answer["do"] == "search":
            near = {other.id for other in others if not other.shown and abs(other.cell - unit.cell) <= 2}
            return not self.cells or (self.why == "found" and near == self.cells.keys())
        end = unit.cell
        for cell in _way(unit.cell, answer["by"]):
            if any(other.cell == cell for other in others):
                break
            end = cell
        return end == (self.cells.get(unit.id) or self.rustle or end) and self.why != "found"


def owner(id: str) -> Seat:
    return id.partition("-")[0]


def _pairs(units: Iterable[Unit]) -> Iterator[tuple[Unit, Unit]]:
    listed = list(units)
    return ((first, second) for n, first in enumerate(listed) for second in listed[n + 1 :])


GAME = Veiled()
