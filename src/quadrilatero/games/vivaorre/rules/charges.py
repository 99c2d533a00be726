"""Chapter 7: charges and counter-charges: who may charge whom, what both sides declare, and what the charged do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from quadrilatero.games.vivaorre.answers import Charge, Done, Evade, FormSquare, Stand
from quadrilatero.games.vivaorre.records import Declared, Order, Wheeled
from quadrilatero.games.vivaorre.rules import charge_moves, hidden
from quadrilatero.games.vivaorre.rules.characters import bound_to_hold, commands, has, throw
from quadrilatero.games.vivaorre.rules.charge_moves import declared_by, farthest, is_counter, reach, way_to
from quadrilatero.games.vivaorre.rules.contact import enemies_touching, is_within
from quadrilatero.games.vivaorre.rules.formations import files_formed
from quadrilatero.games.vivaorre.rules.morale import take_test
from quadrilatero.games.vivaorre.said import ENEMY, MARCH, SKIRMISH, SQUARE
from quadrilatero.games.vivaorre.state import State, Unit
from quadrilatero.games.vivaorre.telling import ask, no, roll, tell_of
from quadrilatero.kernel import Plain, Refusal, Script, Seat
from quadrilatero.table import distance, overlaps_any

MOST_WHEEL = 4500
IMPETUOUS = 5
Reaction = type[Stand] | type[Evade] | type[FormSquare]


# -- who may charge whom ----------------------------------------------------------------------------------------------


def refuse_charger(s: State, unit: Unit) -> Refusal | None:
    """7-d, 3-m, 8-o, 5-d, 5-ch2, 5-ch12, 8-ad, 8-g. Who may neither charge nor counter-charge."""
    if unit.at is None:
        return no("7-d", "not_yet_here", name=unit.name, turn=unit.arrives)
    if unit.fixed:
        return no("3-m", "stays_put", name=unit.name)
    if unit.is_guns or unit.formation == MARCH or unit.state != "steady":
        return no("7-d", "may_not_charge", name=unit.name)
    if unit.formation == SQUARE:
        return no("8-o", "may_not_charge", name=unit.name)
    if unit.out and not unit.berserk:
        return no("5-d", "out_of_command", name=unit.name)
    if s.generals and (rule := bound_to_hold(s, unit)):
        return no(rule, "general_holds", name=unit.name)
    if unit.disorder == "reorder":
        return no("8-ad", "must_reorder", name=unit.name)
    if enemies_touching(s, unit):
        return no("8-g", "in_contact", name=unit.name)
    return None


def refuse_pair(s: State, unit: Unit, target: Unit) -> Refusal | None:
    """7-e, 7-a. Skirmishers charge only skirmishers; one charges an enemy on the table."""
    if target.at is None or target.side == unit.side:
        return no("7-a", "no_target", target=target.id)
    if unit.is_skirmishing and not target.is_skirmishing:
        return no("7-e", "skirmishers_only", name=unit.name)
    return None


def refuse_charge(s: State, seat: Seat, answer: Charge) -> Refusal | None:
    """7-a, 7-c, 7-d, 7-e. Why a charge cannot be declared; neither reach nor sight is a condition of it."""
    unit = s.units.get(answer.unit)
    if unit is None or unit.side != seat:
        return no("7-a", "not_yours", unit=answer.unit)
    if answer.target is None:
        return None if declared_by(s, unit.id) is not None else no("7-a", "nothing_declared", name=unit.name)
    target = s.units.get(answer.target)
    if target is None or (target.hidden and not target.located):
        return no("7-a", "no_target", target=answer.target)
    if refusal := refuse_charger(s, unit) or refuse_pair(s, unit, target):
        return refusal
    if answer.wheel is not None and answer.wheel.angle > MOST_WHEEL:
        return no("7-c", "wheel_too_far", most=MOST_WHEEL, degrees=MOST_WHEEL // 100)
    wheel = None if answer.wheel is None else Wheeled(answer.wheel.side, answer.wheel.angle)
    far = farthest(s, unit, target)
    if not is_within(unit.pose, target.pose, far) or way_to(s, unit, target, far, wheel) is None:
        return no("7-c", "not_in_sector", name=unit.name, left=far)
    nearest = must_take(s, unit)
    if nearest and target.id not in nearest:
        rule = "17-ev16" if unit.berserk else "5-ch1"
        return no(rule, "must_charge_nearest", name=unit.name, units=[s.units[id].name for id in nearest])
    return None


def must_take(s: State, unit: Unit) -> list[str]:
    """5-ch1, 17-ev16. Whom a unit that must charge has to charge: the nearest it can reach, several if equally near."""
    if not is_ordered_to_charge(s, unit):
        return []
    found = [target for target in _targets(s, unit) if way_to(s, unit, target, reach(unit)) is not None]
    if not found:
        return []
    near = distance(unit.pose, found[0].pose)
    return [target.id for target in found if distance(unit.pose, target.pose) == near]


def is_ordered_to_charge(s: State, unit: Unit) -> bool:
    """5-ch1, 17-ev16. Whether a unit's general has rolled that it charges, or it has gone berserk."""
    general = s.brigadier(unit.brigade)
    order = None if general is None else s.orders.get(general.id)
    return unit.berserk or (order is not None and order.does == "charge")


# -- 7-a: declarations ------------------------------------------------------------------------------------------------


def phase(s: State) -> Script:
    """4-a, 7-a, 7-b. A declaration, or the end of a side's; when both have declared all is carried out."""
    if s.seat is None:
        return (yield from resolve(s))
    seat = s.seat
    yield from hot_heads(s, seat)
    able = {
        unit.id: targets
        for unit in s.on_table(seat)
        if refuse_charger(s, unit) is None and (targets := _targets(s, unit))
    }
    if not able and not hidden.has_hidden(s, seat):
        s.seat = ENEMY[seat] if seat == s.first else None
        return False
    answer = yield _question(s, seat, able)
    if isinstance(answer, Done):
        s.seat = ENEMY[seat] if seat == s.first else None
        return False
    if answer.unit in s.units:
        yield from hidden.come_to_light(s, s.units[answer.unit], "moved")
    declare(s, answer)
    return False


def hot_heads(s: State, seat: Seat) -> Script:
    """5-ch1. An Impetuoso who rolls a 5 or more orders every unit that can to charge."""
    for general in list(s.generals.values()):
        if general.side != seat or not has(general, "impetuoso") or general.id in s.orders:
            continue
        units = [unit for unit in s.units.values() if commands(s, general, unit)]
        faces = yield from throw(s, 1, seat, units, "impetuoso")
        charges = faces[0] >= IMPETUOUS
        roll(
            s,
            "5-ch1",
            "impetuoso",
            seat,
            faces,
            need=IMPETUOUS,
            total=faces[0],
            success=charges,
            general=general.id,
            name=general.name,
        )
        s.orders = {**s.orders, general.id: Order(None, "charge" if charges else "free")}


def _targets(s: State, unit: Unit) -> list[Unit]:
    """The enemies whom a unit could declare a charge on, nearest first."""
    found = [
        target
        for target in s.enemies_of(unit.side)
        if (not target.hidden or target.located)
        and not (unit.is_skirmishing and not target.is_skirmishing)
        and is_within(unit.pose, target.pose, farthest(s, unit, target))
        and way_to(s, unit, target, farthest(s, unit, target)) is not None
    ]
    return sorted(found, key=lambda target: (distance(unit.pose, target.pose), s.order[target.id]))


def bound_to_charge(s: State, able: Iterable[str]) -> list[str]:
    """5-ch1, 17-ev16. Units that must charge and have declared nothing yet: within reach of somebody."""
    return [id for id in able if declared_by(s, id) is None and must_take(s, s.units[id])]


def _question(s: State, seat: Seat, able: dict[str, list[Unit]]) -> Any:
    """7-a. Who charges whom, one after the other; what was declared can be replaced or withdrawn."""
    bound = bound_to_charge(s, able)

    def options() -> list[Plain]:
        found: list[Plain] = []
        for id, targets in able.items():
            now = declared_by(s, id)
            only = must_take(s, s.units[id])
            found += [
                {"do": "charge", "unit": id, "target": target.id}
                for target in targets
                if (now is None or now.target != target.id) and (not only or target.id in only)
            ]
            if now is not None:
                found.append({"do": "charge", "unit": id, "target": None})
        done: Plain = {"do": "done"}
        return [*found[:255], done] if not bound else found[:256]

    def refuse(answer: Charge | Done) -> Refusal | None:
        if isinstance(answer, Charge):
            return refuse_charge(s, seat, answer)
        if not bound:
            return None
        berserk = all(s.units[id].berserk for id in bound)
        return no("17-ev16" if berserk else "5-ch1", "must_charge", units=[s.units[id].name for id in bound])

    return ask(
        s,
        seat,
        "charge",
        "7-a",
        (Charge, Done),
        options,
        refuse,
        True,
        units=list(able),
        declared=[{"unit": one.unit, "target": one.target} for one in s.charges if s.units[one.unit].side == seat],
        must=bound,
    )


def declare(s: State, answer: Charge) -> None:
    """7-a. A charge is declared, replaced or withdrawn; in the order declared it is carried out."""
    others = tuple([one for one in s.charges if one.unit != answer.unit])
    if answer.target is None:
        s.charges = others
        return
    given = None if answer.wheel is None else Wheeled(answer.wheel.side, answer.wheel.angle)
    s.charges = (*others, Declared(answer.unit, answer.target, given))
    unit, target = s.units[answer.unit], s.units[answer.target]
    wheel = None if given is None else {"side": given.side, "angle": given.angle}
    tell_of(s, "charge", "7-a", unit, target=target.id, counter=is_counter(s, unit, target), wheel=wheel)


# -- 7-b, 7-f, 7-l, 7-p: tests and reactions ---------------------------------------------------------------------------


def resolve(s: State) -> Script:
    """7-b. Tests of doubtful chargers, one reaction after the other, then evasions, moves and those caught."""
    if s.stage is None:
        yield from doubtful(s)
        s.stage = "reactions"
        s.reacting = tuple(dict.fromkeys([one.target for one in s.charges if is_received(s, one)]))
        return False
    if s.reacting:
        yield from react(s, s.reacting[0])
        s.reacting = s.reacting[1:]
        return False
    yield from charge_moves.carry_out(s)
    return True


def is_received(s: State, charge: Declared) -> bool:
    """7-h, 7-l. Whether the target of a charge receives it, and does not charge itself."""
    return declared_by(s, charge.target) is None


def doubtful(s: State) -> Script:
    """7-f, 12-a. Units of morale D or E pass a test to charge, or they neither charge nor move; berserk need none."""
    for charge in s.charges:
        unit = s.units[charge.unit]
        if unit.morale not in "de" or unit.berserk:
            continue
        tested = yield from take_test(s, unit, "charge")
        if not tested.passed:
            s.change(s.units[unit.id], no_move=True)
            s.charges = tuple([one for one in s.charges if one.unit != unit.id])


def react(s: State, id: str) -> Script:
    """7-l, 7-m, 7-p, 20.zulu-g. The one reaction of the charged: skirmishers run from formed troops, others choose."""
    unit = s.units[id]
    chargers = [s.units[one.unit] for one in s.charges if one.target == id]
    if not chargers:
        return
    if unit.is_skirmishing and any(not one.is_skirmishing for one in chargers):
        s.reactions = {**s.reactions, id: "evade"}
        return
    kinds = reactions_open(s, unit)
    if len(kinds) == 1:
        return
    answer = yield _react_question(s, unit, chargers, kinds)
    if isinstance(answer, Evade):
        s.reactions = {**s.reactions, id: "evade"}
    elif isinstance(answer, FormSquare):
        yield from form_square(s, id)


def form_square(s: State, id: str) -> Script:
    """7-p, 12-e. An emergency square: with a passed test it stands, otherwise the unit stays as it is."""
    tested = yield from take_test(s, s.units[id], "square")
    if tested.passed:
        unit = s.units[id]
        square = s.change(unit, formation=SQUARE, files=files_formed(unit.figures, unit.impi))
        tell_of(s, "formed", "7-p", square, formation=SQUARE, why="square")


def reactions_open(s: State, unit: Unit) -> list[Reaction]:
    """7-m, 7-p. What a charged unit may do: stand, evade if it skirmishes, form square if it is regular foot."""
    kinds: list[Reaction] = [Stand]
    if unit.is_skirmishing:
        kinds.append(Evade)
    if unit.is_foot and unit.is_regular and unit.arm == "infantry" and not unit.impi:
        if unit.formation not in (SQUARE, SKIRMISH) and unit.disorder is None and has_room_for_square(s, unit):
            kinds.append(FormSquare)
    return kinds


def has_room_for_square(s: State, unit: Unit) -> bool:
    """7-p, 8-q. Whether a unit could stand in square where it is."""
    square = unit.copy()
    square.formation = SQUARE
    square.settle()
    return overlaps_any(square.pose, [other.pose for other in s.on_table() if other.id != unit.id]) < 0


def _react_question(s: State, unit: Unit, chargers: list[Unit], kinds: list[Reaction]) -> Any:
    verbs: dict[Reaction, str] = {Stand: "stand", Evade: "evade", FormSquare: "square"}
    near = min(distance(unit.pose, one.pose) for one in chargers)
    return ask(
        s,
        unit.side,
        "react",
        "7-l" if Evade in kinds else "7-p",
        tuple(kinds),
        lambda: [{"do": verbs[kind]} for kind in kinds],
        lambda _: None,
        unit=unit.id,
        name=unit.name,
        by=[one.id for one in chargers],
        distance=near,
    )
