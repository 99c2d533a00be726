"""Chapter 11: reactions to what the enemy does, one inside another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from msgspec.structs import replace

from quadrilatero.games.custoza.answers import (
    Assault,
    Charge,
    Face,
    FallBack,
    Fire,
    LeaveMarch,
    LeaveSquare,
    Limber,
    Pass,
    Reaction,
    Square,
    Turn,
    Unlimber,
)
from quadrilatero.games.custoza.board import ARTILLERY, CAVALRY, ENEMY, INFANTRY
from quadrilatero.games.custoza.charts import MP
from quadrilatero.games.custoza.deeds import Deed, Force, Trigger, TriggerKind
from quadrilatero.games.custoza.records import Marker
from quadrilatero.games.custoza.rules import (
    assault,
    charge,
    cohesion,
    daylight,
    fire,
    fortresses,
    marching,
    rivers,
    routes,
    sight,
    turning,
    withdrawal,
)
from quadrilatero.games.custoza.rules.concepts import (
    all_round,
    allowance,
    has_zone,
    in_enemy_zone,
    projecting,
    zone_of,
)
from quadrilatero.games.custoza.rules.retreat import Flight, refuse_way, ways
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.telling import ask, no, tell
from quadrilatero.games.custoza.units import Unit
from quadrilatero.hexes import FACINGS
from quadrilatero.kernel import Answer, Plain, Refusal, Script

REACTIONS: Final[tuple[type[Answer], ...]] = (
    Face,
    Fire,
    Assault,
    Charge,
    Square,
    FallBack,
    LeaveMarch,
    LeaveSquare,
    Limber,
    Unlimber,
    Pass,
)
RULES: Final = {
    "fire": "11.1-a",
    "enters": "11.1-b",
    "leaves": "11.1-c",
    "within": "11.1-d",
    "advance": "11.1-e",
    "retreat": "10.5.6-a",
}
AFTERWARDS: Final = ("leave_march", "leave_square", "limber", "unlimber")
DISORGANISED: Final = 3

# -- 11.1: what sets off reactions -------------------------------------------------------------------------------------


def triggered(s: State, kind: TriggerKind, *, to: int = -1, came: int = -1) -> Trigger | None:
    """11.1-b, 11.1-c, 11.1-d, 11.1-e, 10.5.6-a, 11.1-g, 22.4-a. Who may react to the Force under way; None if nobody.

    `to` is where it is about to go (`leaves`), `came` where it came from. At night there are no reactions.
    A withdrawal outside an activation is met only by those whose zone it did not stand in before.
    """
    deed = s.deed
    alive = tuple(id for id in deed.units if s.units[id].hex >= 0)
    if not alive or daylight.is_night(s) or is_quiet(s, kind):
        return None
    hex = s.units[alive[0]].hex
    if not in_enemy_zone(s, deed.side, hex):
        return None
    able = [force for force in watching(s, ENEMY[deed.side], hex) if not set(force.ids) & set(deed.excluded)]
    if kind == "leaves":
        able = [force for force in able if not _watches(s, force, to)]
    elif kind == "retreat" and s.active is None:
        able = [force for force in able if not _watches(s, force, came)]
    return Trigger(kind, deed.side, alive, hex, to, came, tuple(able)) if able else None


def is_quiet(s: State, kind: str) -> bool:
    """11.1-g, 11.5.3-b, 11.5.3.1-b. What sets off nothing: attacks and moves in reaction, and all but entering outside
    an enemy activation; by option nothing there at all.
    """
    if kind == "retreat":
        return s.active is None and s.options["quiet_withdrawals"] == "none"
    if s.active is None:
        return kind == "leaves" or s.options["quiet_withdrawals"] == "none"
    return s.deed.reaction or s.deed.side != s.formations[s.active.formation].side


def watching(s: State, side: str, hex: int) -> list[Force]:
    """11.1-b, 11.1-f, 7.8.3-c, 22.3.1-a. The Forces of a side whose zone has a hex, but for units in march.

    A fortress is two of them, its garrison and its guns.
    """
    found = []
    for force in projecting(s, side, hex):
        ids = tuple(id for id in force.ids if has_zone(s.units[id]))
        found.append(force._replace(ids=ids))
        walls = tuple(id for id in ids if s.units[id].type == "fortress" and s.units[id].guns)
        if walls:
            found.append(force._replace(kind=ARTILLERY, ids=walls))
    return found


def _watches(s: State, force: Force, hex: int) -> bool:
    return any(hex in zone_of(s, s.units[id]) for id in force.ids)


def kind_for(s: State, trigger: Trigger, force: Force) -> str:
    """11.1-d. From one hex of a Force's zone to another is `within` for that Force, whatever it is for others."""
    if trigger.kind == "enters" and trigger.came >= 0 and _watches(s, force, trigger.came):
        return "within"
    return trigger.kind


# -- 11.3, 11.4: one after another -------------------------------------------------------------------------------------


def react(s: State, trigger: Trigger | None) -> Script:
    """11.3-a, 11.4-a, 11.4-b. All who may react do so, each Force once, in the order its player likes.

    Returns whether the Force that set it off still stands there and may go on.
    """
    if trigger is None:
        return True
    s.triggers = (*s.triggers, trigger)
    later: list[Reaction] = []
    while menu := open_menu(s):
        answer = yield from choose_reaction(s, menu)
        if isinstance(answer, Pass):
            break
        now = s.triggers[-1]
        s.triggers = (*s.triggers[:-1], replace(now, used=(*now.used, *used_by(menu, answer))))
        if isinstance(answer, (LeaveMarch, LeaveSquare, Limber, Unlimber)):
            later.append(answer)
        else:
            yield from carry_out(s, answer)
        if not still_stands(s, trigger):
            break
    s.triggers = s.triggers[:-1]
    for answer in later:
        change_formation(s, answer)
    yield from turn_markers(s)
    return still_stands(s, trigger)


def named(menu: list[tuple[Force, list[str]]], answer: Reaction) -> list[tuple[Force, list[str]]]:
    """11.3-a: the Force of the menu that an answer means; of a fortress the class says which."""
    found = [(force, may) for force, may in menu if list(force.ids) == answer.units]
    if isinstance(answer, Fire) and answer.kind is not None:
        found = [(force, may) for force, may in found if force.kind == answer.kind]
    return found


def used_by(menu: list[tuple[Force, list[str]]], answer: Reaction) -> tuple[tuple[str, str], ...]:
    """11.3-a: the units of the Force that reacts, each with its class."""
    force, _ = named(menu, answer)[0]
    return tuple((force.kind, id) for id in force.ids)


def still_stands(s: State, trigger: Trigger) -> bool:
    """11.4-a: whether anybody of the Force is still where it set off the reactions, and may go on."""
    if s.deeds and s.deed.stopped:
        return False
    return any(s.units[id].hex == trigger.hex for id in trigger.units)


def open_menu(s: State) -> list[tuple[Force, list[str]]]:
    """11.5-a: the Forces that can still react to the present trigger, and what each may do."""
    trigger = s.triggers[-1]
    if not still_stands(s, trigger):
        return []
    found = []
    for force in trigger.forces:
        if any((force.kind, id) in trigger.used for id in force.ids):
            continue
        ids = tuple(id for id in force.ids if s.units[id].hex == force.hex)
        if ids and (may := choices(s, force._replace(ids=ids))):
            found.append((force._replace(ids=ids), may))
    return found


def choose_reaction(s: State, menu: list[tuple[Force, list[str]]]) -> Script:
    """11.4-b, 11.5-a. The reacting player names a Force and its reaction, or passes for all. Returns the answer."""
    trigger = s.triggers[-1]
    side = ENEMY[trigger.by]

    def options() -> list[Plain]:
        found = [plain for force, may in menu for verb in may for plain in listed(s, force, verb)]
        return [*found, {"do": "pass"}]

    def refuse(answer: Reaction | Pass) -> Refusal | None:
        return None if isinstance(answer, Pass) else refuse_reaction(s, menu, answer)

    numbers = s.board.grid.numbers
    return (
        yield ask(
            s,
            side,
            "react",
            RULES[trigger.kind],
            REACTIONS,
            options,
            refuse,
            certain=True,
            by=trigger.by,
            hex=numbers[trigger.hex],
            to=numbers[trigger.to] if trigger.to >= 0 else None,
            action=s.deed.do if s.deeds else "fire",
            forces=[
                {
                    "units": list(force.ids),
                    "hex": numbers[force.hex],
                    "class": force.kind,
                    "trigger": kind_for(s, trigger, force),
                    "may": may,
                }
                for force, may in menu
            ],
        )
    )


# -- 11.5: what a Force may do -----------------------------------------------------------------------------------------


def choices(s: State, force: Force) -> list[str]:
    """11.5-a, 11.1-f, 22.3.2-b. The reactions open to a Force; in March Movement it can only leave that."""
    units = s.of(force.ids)
    if any(unit.type == "fortress" for unit in units):
        return ["fire"] if can_fire(s, units, force.kind) else []
    if all(unit.march for unit in units):
        return [verb for verb in ("leave_march", "unlimber") if can_change(s, units, verb)]
    able: dict[str, Callable[[], bool]] = {
        "face": lambda: not all_round(s, units),
        "fire": lambda: can_fire(s, units, force.kind),
        "assault": lambda: bool(approaches(s, units, assault_refusal)),
        "charge": lambda: bool(approaches(s, units, charge.refuse_counter)),
        "square": lambda: refuse_square(units) is None,
        "fall_back": lambda: can_fall_back(s, units),
        **{verb: _changing(s, units, verb) for verb in AFTERWARDS},
    }
    return [verb for verb, test in able.items() if test()]


def _changing(s: State, units: Sequence[Unit], verb: str) -> Callable[[], bool]:
    return lambda: can_change(s, units, verb)


def listed(s: State, force: Force, verb: str) -> list[Plain]:
    """11.5-a: the answers that are listed for a Force and a reaction."""
    units, ids = s.of(force.ids), list(force.ids)
    plain: Plain = {"do": verb, "units": ids}
    if verb == "face":
        return [{**plain, "facing": name} for facing, name in enumerate(FACINGS) if facing != units[0].facing]
    if verb == "fire":
        return [{**plain, "class": force.kind} if units[0].type == "fortress" else plain]
    if verb == "fall_back":
        return [{**plain, "path": s.board.numbers(path)} for path in ways(s, units, away(s))]
    if verb in ("assault", "charge"):
        test = assault_refusal if verb == "assault" else charge.refuse_counter
        return [{**plain, "path": s.board.numbers(path)} if path else plain for path in approaches(s, units, test)]
    return [plain]


def refuse_reaction(s: State, menu: list[tuple[Force, list[str]]], answer: Reaction) -> Refusal | None:
    """11.3-a, 11.5-a. A reaction of a whole Force that may still react, of a kind that is open to it."""
    found = named(menu, answer)
    if not found:
        return no("11.3-a", "not_reacting", units=answer.units)
    force, may = found[0]
    verb, units = type(answer).__struct_config__.tag, s.of(force.ids)
    if isinstance(answer, Square) and (refusal := refuse_square(units)):
        return refusal
    if verb not in may:
        return no(REACTION_RULES[str(verb)], "no_reaction", units=answer.units)
    if isinstance(answer, (Assault, Charge)):
        path = [s.board.hex(number) for number in answer.path]
        refuse = assault_refusal if isinstance(answer, Assault) else charge.refuse_counter
        return refuse(s, units, path, s.triggers[-1].hex)
    if isinstance(answer, FallBack):
        return refuse_fall_back(s, units, answer)
    return None


REACTION_RULES: Final = {
    "face": "11.5.1-a",
    "fire": "11.5.2-a",
    "assault": "11.5.3-b",
    "charge": "11.5.3-d",
    "square": "11.5.4-a",
    "fall_back": "11.5.5-a",
    "leave_march": "11.5.6-a",
    "leave_square": "11.5.6-a",
    "limber": "11.5.6-a",
    "unlimber": "11.5.6-a",
}


def carry_out(s: State, answer: Reaction) -> Script:
    """11.5-a, 11.2-a. One reaction, from its check to its end."""
    units = s.of(answer.units)
    if isinstance(answer, Face):
        yield from change_facing(s, units, FACINGS.index(answer.facing))
    elif isinstance(answer, Fire):
        yield from fire_back(s, units, answer.kind)
    elif isinstance(answer, (Assault, Charge)):
        yield from attack_back(s, units, answer)
    elif isinstance(answer, Square):
        yield from form_square(s, units)
    elif isinstance(answer, FallBack):
        yield from fall_back(s, units, answer)


# -- 11.5.1 ------------------------------------------------------------------------------------------------------------


def change_facing(s: State, units: Sequence[Unit], facing: int) -> Script:
    """11.5.1-a, 11.5.1-b. The Force turns, its hex with it, and checks; the facing stands in any case."""
    turning.turn(s, s.stack(units[0].hex), facing, "11.5.1-a")
    yield from cohesion.check(s, s.of([unit.id for unit in units]), "face")


# -- 11.5.2 ------------------------------------------------------------------------------------------------------------


def target_of(s: State) -> Force:
    """11.2-a, 11.5.2-a. Fire in reaction strikes the Force that set it off, as far as it still stands there."""
    trigger = s.triggers[-1]
    ids = tuple(id for id in trigger.units if s.units[id].hex == trigger.hex)
    return Force(trigger.by, s.units[ids[0]].kind, trigger.hex, ids)


def can_fire(s: State, units: Sequence[Unit], kind: str) -> bool:
    """11.5.2-a, 8.2.1-a, 8.8-b. Whether a Force can fire at the trigger: range, arc, sight."""
    able = [unit for unit in units if fire.may_fire(unit, reaction=True)]
    trigger = s.triggers[-1]
    if not able or kind == CAVALRY:
        return False
    here, far = units[0].hex, s.board.grid.distance(units[0].hex, trigger.hex)
    if far > fire.reach(kind) or not fire.in_arc(s, able, here, trigger.hex, units[0].facing):
        return False
    return sight.sees(s, here, trigger.hex)


def fire_back(s: State, units: Sequence[Unit], kind: str | None) -> Script:
    """11.5.2-a, 8.2.2-a. The Force fires at the trigger, by the rules of fire."""
    able = [unit for unit in units if fire.may_fire(unit, reaction=True)]
    yield from fire.resolve(s, able, target_of(s), kind=kind, reaction=True)


# -- 11.5.3 ------------------------------------------------------------------------------------------------------------


def assault_refusal(s: State, units: Sequence[Unit], path: Sequence[int], target: int) -> Refusal | None:
    """11.5.3-b, 11.5.3-d, 10.1-b. Who may counter-attack, and whether the trigger's hex is within reach."""
    if not assault.may_assault(units):
        return no("11.5.3-d", "cannot_assault")
    march = units[0].march
    if refusal := routes.refuse_path(s, units, path, routes.budget(units), march, zones=False):
        return refusal
    here = path[-1] if path else units[0].hex
    if target not in s.board.grid.adjacent[here] or routes.costs(s, units, march, here, target) is None:
        return no("11.5.3-b", "too_far", hex=s.board.grid.numbers[target])
    if not fortresses.attackable_from(s, target, here):
        return no("22.3.5-c", "peschiera")
    return assault.refuse_reach(s, units, path, target, march)


def approaches(
    s: State,
    units: Sequence[Unit],
    refuse: Callable[[State, Sequence[Unit], Sequence[int], int], Refusal | None],
) -> list[tuple[int, ...]]:
    """11.5.3-b. The ways to attack the trigger: none is needed next to it, else the cheapest to each hex beside it."""
    target = s.triggers[-1].hex
    if target in s.board.grid.adjacent[units[0].hex]:
        return [()] if refuse(s, units, [], target) is None else []
    if s.board.grid.distance(units[0].hex, target) > allowance(units) * MP:
        return []
    beside = s.board.grid.around[target]
    found = routes.paths(s, units, routes.budget(units), units[0].march, zones=False)
    return [path for path in found if path[-1] in beside and refuse(s, units, list(path), target) is None]


def attack_back(s: State, units: Sequence[Unit], answer: Assault | Charge) -> Script:
    """11.5.3-a, 11.5.3-b, 11.5.3-c. Those who pass a check attack; the others lose nothing but that."""
    charging = isinstance(answer, Charge)
    checks = yield from cohesion.check(s, units, "charge" if charging else "assault", apply=False)
    able = [unit for unit in s.of(answer.units) if checks[unit.id].passed]
    target = s.triggers[-1].hex
    path = [s.board.hex(number) for number in answer.path]
    if able:
        marching.change(s, able, None)
        able = s.of([unit.id for unit in able])
        yield from (charge.counter if charging else assault.counter)(s, able, path, target)


# -- 11.5.4 ------------------------------------------------------------------------------------------------------------


def refuse_square(units: Sequence[Unit]) -> Refusal | None:
    """11.5.4-a, 7.7-c. Infantry of both kinds; one Disorganised unit bars its whole Force."""
    if any(unit.kind != INFANTRY or unit.type == "fortress" or unit.square for unit in units):
        return no("11.5.4-a", "no_square")
    if any(unit.status >= DISORGANISED for unit in units):
        return no("7.7-c", "no_square")
    return None


def form_square(s: State, units: Sequence[Unit]) -> Script:
    """11.5.4-a, 11.5.4-b, 11.5.4-c. A check with one less; if nobody loses a level the Square stands, guns included."""
    checks = yield from cohesion.check(s, units, "square", [("11.5.4-a", s.board.charts.check_drm("form_square"))])
    if all(check.levels == 0 for check in checks.values()):
        marching.form_square(s, s.of([unit.id for unit in units]), "11.5.4-b")


# -- 11.5.5 ------------------------------------------------------------------------------------------------------------


def away(s: State) -> Flight:
    """11.5.5-a: one hex away from the Force that set it off."""
    return Flight(s.triggers[-1].hex, 1, rule="11.5.5-a")


def can_fall_back(s: State, units: Sequence[Unit]) -> bool:
    """11.5.5-a, 12.1-a. Whether there is a way; unlimbered guns cannot, since to limber is a reaction of its own."""
    if any(unit.kind == ARTILLERY for unit in units):
        return False
    return all(ways(s, [unit], away(s)) for unit in units)


def refuse_fall_back(s: State, units: Sequence[Unit], answer: FallBack) -> Refusal | None:
    """11.5.5-a, 10.5.4-a. One way for all of the Force, or a way for each of its units."""
    if (answer.path is None) == (answer.paths is None):
        return no("11.5.5-a", "not_listed", choices=answer.units)
    if answer.path is not None:
        return refuse_way(s, units, away(s), [s.board.hex(number) for number in answer.path])
    assert answer.paths is not None
    if list(answer.paths) != answer.units:
        return no("11.5.5-a", "whole_force", units=answer.units)
    for unit in units:
        if refusal := refuse_way(s, [unit], away(s), [s.board.hex(number) for number in answer.paths[unit.id]]):
            return refusal
    return None


def fall_back(s: State, units: Sequence[Unit], answer: FallBack) -> Script:
    """11.5.5-b, 11.5.5-c. A check with the difference of the allowances; it goes all the same, keeping its facing."""
    trigger, flight = s.triggers[-1], away(s)
    faster = allowance(s.of(trigger.units)) - allowance(units)
    yield from cohesion.check(s, units, "fall_back", [("11.5.5-b", faster)])
    parts = answer.paths or {"": answer.path or []}
    for id, numbers in parts.items():
        ids = [id] if id else answer.units
        left = [unit for unit in s.of(ids) if unit.hex == units[0].hex]
        if left:
            yield from withdrawal.fall_back(s, left, tuple(map(s.board.hex, numbers)), flight)


# -- 11.5.6 ------------------------------------------------------------------------------------------------------------


def can_change(s: State, units: Sequence[Unit], verb: str) -> bool:
    """11.5.6-a, 22.1-a. Any unit may leave March Movement, infantry a Square, guns limber or unlimber."""
    guns = all(unit.kind == ARTILLERY for unit in units)
    if verb == "leave_march":
        return not guns and all(unit.march for unit in units)
    if verb == "leave_square":
        return units[0].kind == INFANTRY and all(unit.square for unit in units)
    if verb == "limber":
        return guns and not any(unit.march or unit.square for unit in units)
    return guns and all(unit.march and rivers.may_unlimber(s, unit) for unit in units)


def change_formation(s: State, answer: Reaction) -> None:
    """11.5.6-a, 11.5.4.1-b. Done when what set it off is over, by those who are still there."""
    units = [unit for unit in s.of(answer.units) if unit.hex >= 0]
    if not units:
        return
    if isinstance(answer, LeaveMarch):
        marching.leave_march(s, units, "11.5.6-a")
    elif isinstance(answer, LeaveSquare):
        marching.leave_square(s, units, "11.5.4.1-b")
    elif isinstance(answer, Limber):
        marching.limber(s, units, "11.5.6-a")
    else:
        marching.unlimber(s, units, "11.5.6-a")


# -- 6.5: markers that point at nobody ---------------------------------------------------------------------------------


def turn_markers(s: State) -> Script:
    """6.5-a, 6.5-b. A marker whose target has gone may be turned one side to another; else it is void."""
    if s.active is None:
        return
    side = s.formations[s.active.formation].side
    for number, marker in enumerate(s.active.markers):
        if marker.spent or marker.target in s.held[ENEMY[side]]:
            continue
        found = new_targets(s, marker, side)
        target = (yield from choose_target(s, marker, found, side)) if found else None
        turned = replace(marker, spent=True) if target is None else replace(marker, target=target)
        markers = list(s.acting().markers)
        markers[number] = turned
        s.change_active(markers=tuple(markers))
        if target is not None:
            numbers = s.board.grid.numbers
            tell(s, "marker_turned", "6.5-a", type=marker.type, hex=numbers[marker.hex], target=numbers[target])
            s.deeds = tuple(_follow(deed, marker, target) for deed in s.deeds)


def _follow(deed: Deed, marker: Marker, target: int) -> Deed:
    """A Force on its way to a marker goes for the new target."""
    return replace(deed, target=target) if (deed.marker, deed.target) == (marker.hex, marker.target) else deed


def new_targets(s: State, marker: Marker, side: str) -> list[int]:
    """6.5-a: enemies one side to the left or right of where a marker points."""
    facing = s.board.direction(marker.hex, marker.target)
    beside = (s.board.grid.neighbours[marker.hex][(facing + turn) % 6] for turn in (-1, 1))
    enemies = s.held[ENEMY[side]]
    return [hex for hex in beside if hex in enemies and fortresses.attackable_from(s, hex, marker.hex)]


def choose_target(s: State, marker: Marker, found: list[int], side: str) -> Script:
    """6.5-a. The owner turns the marker or gives it up. Returns the new target, or None."""
    numbers = s.board.grid.numbers
    hex = numbers[marker.hex]

    def options() -> list[Plain]:
        return [*({"do": "turn", "hex": hex, "target": numbers[target]} for target in found), {"do": "pass"}]

    def refuse(answer: Turn | Pass) -> Refusal | None:
        if isinstance(answer, Pass) or (answer.hex == hex and s.board.hex(answer.target) in found):
            return None
        return no("6.5-a", "no_target", hex=answer.target)

    answer = yield ask(
        s,
        side,
        "turn_marker",
        "6.5-a",
        (Turn, Pass),
        options,
        refuse,
        hex=hex,
        targets=s.board.numbers(found),
    )
    return s.board.hex(answer.target) if isinstance(answer, Turn) else None
