"""Chapter 7: charges and counter-charges, declared by both sides and then carried out together."""

from __future__ import annotations

from typing import Any, NamedTuple

from quadrilatero.games.vivaorre.answers import Charge, Done, Evade, FormSquare, Stand, Wheel
from quadrilatero.games.vivaorre.records import Declared, Order, Wheeled
from quadrilatero.games.vivaorre.rules import disorder, generals, guns_left, melee, rout
from quadrilatero.games.vivaorre.rules.characters import has, throw
from quadrilatero.games.vivaorre.rules.contact import enemies_touching
from quadrilatero.games.vivaorre.rules.formations import files_formed
from quadrilatero.games.vivaorre.rules.losses import take
from quadrilatero.games.vivaorre.rules.manoeuvres import HANDS, Walk
from quadrilatero.games.vivaorre.rules.morale import take_test
from quadrilatero.games.vivaorre.rules.rates import COLUMNS, WHOLE, charge_reach, flight
from quadrilatero.games.vivaorre.said import ENEMY, MARCH, SKIRMISH, SQUARE
from quadrilatero.games.vivaorre.state import Pose, State, Unit
from quadrilatero.games.vivaorre.telling import ask, no, roll, tell_of
from quadrilatero.kernel import Plain, Refusal, Script, Seat
from quadrilatero.table import (
    arc_length,
    centre,
    distance,
    first_touch,
    shift,
    side_towards,
    touch,
    wheel,
)
from quadrilatero.table import (
    bearing as bearing_to,
)

MOST_WHEEL = 4500
COARSE = 150
"""How finely a wheel that touches is looked for before it is made the smallest."""
IMPETUOUS = 5
SIDE_NAMES = {1: "front", 2: "right", 4: "rear", 8: "left"}
ON = (3, 2)
Reaction = type[Stand] | type[Evade] | type[FormSquare]


class Way(NamedTuple):
    """7-c, 7-g: how a charge gets to its target: the wheel it begins with, and how far it then goes straight on."""

    side: str | None
    angle: int
    by: int

    def cost(self, unit: Unit) -> int:
        """8-h. The mils of its reach that it takes: columns pay for the arc of their wheel."""
        arc = arc_length(unit.pose[3], self.angle) if self.angle and unit.formation in COLUMNS else 0
        return arc + self.by


# -- who may charge whom ----------------------------------------------------------------------------------------------


def reach(unit: Unit) -> int:
    """7-g, 8-e. How far a unit charges."""
    return charge_reach(unit)


def refuse_charger(s: State, unit: Unit) -> Refusal | None:
    """7-d, 5-d, 8-ad, 8-g. Who may neither charge nor counter-charge."""
    if unit.at is None:
        return no("7-d", "not_yet_here", name=unit.name, turn=unit.arrives)
    if unit.is_guns or unit.formation == MARCH or unit.state != "steady":
        return no("7-d", "may_not_charge", name=unit.name)
    if unit.formation == SQUARE:
        return no("7-d", "may_not_charge", name=unit.name)
    if unit.out and not unit.berserk:
        return no("5-d", "out_of_command", name=unit.name)
    if unit.disorder == "reorder":
        return no("8-ad", "must_reorder", name=unit.name)
    if enemies_touching(s, unit):
        return no("8-g", "in_contact", name=unit.name)
    return None


def refuse_pair(s: State, unit: Unit, target: Unit) -> Refusal | None:
    """7-e, 7-a, 8-w. Skirmishers charge only skirmishers; one charges an enemy on the table."""
    if target.at is None or target.side == unit.side:
        return no("7-a", "no_target", target=target.id)
    if unit.is_skirmishing and not target.is_skirmishing:
        return no("7-e", "skirmishers_only", name=unit.name)
    return None


def way_to(s: State, unit: Unit, target: Unit, most: int, given: Wheeled | None = None) -> Way | None:
    """7-c, 7-g. The way of a charge within so many mils: straight on, or after the smallest wheel that touches."""
    if given is not None:
        found = _after(unit.pose, given.side, given.angle, target.pose, most)
        return found if found is not None and found.cost(unit) <= most else None
    straight = _after(unit.pose, None, 0, target.pose, most)
    if straight is not None:
        return straight
    ways = [way for side in HANDS if (way := _smallest(unit, side, target.pose, most)) is not None]
    return min(ways, key=lambda way: way.angle) if ways else None


def _after(pose: Pose, side: str | None, angle: int, target: Pose, most: int) -> Way | None:
    turned = pose if side is None else wheel(pose, HANDS[side], angle)
    by, index = first_touch(turned, turned[2], most, [target])
    return Way(side, angle, by) if index == 0 else None


def _smallest(unit: Unit, side: str, target: Pose, most: int) -> Way | None:
    """The smallest wheel to a side after which going straight on touches the target; by steps, then by halves."""
    low = 0
    for angle in range(COARSE, MOST_WHEEL + 1, COARSE):
        found = _after(unit.pose, side, angle, target, most)
        if found is None or found.cost(unit) > most:
            low = angle
            continue
        high = angle
        while high - low > 1:
            middle = (low + high) // 2
            half = _after(unit.pose, side, middle, target, most)
            if half is None or half.cost(unit) > most:
                low = middle
            else:
                high, found = middle, half
        return found
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
    wheel = None if answer.wheel is None else Wheeled(answer.wheel.side, min(answer.wheel.angle, 9000))
    if wheel is not None and wheel.angle > MOST_WHEEL:
        return no("7-c", "wheel_too_far", most=MOST_WHEEL)
    if way_to(s, unit, target, farthest(s, unit, target), wheel) is None:
        return no("7-c", "not_in_sector", name=unit.name)
    return None


def farthest(s: State, unit: Unit, target: Unit) -> int:
    """7-a. Charges are declared at up to twice the reach; a counter-charge at any distance."""
    return 2 * sum(s.ground.size) if is_counter(s, unit, target) else 2 * reach(unit)


def declared_by(s: State, id: str) -> Declared | None:
    """The charge that a unit has declared."""
    return next((one for one in s.charges if one.unit == id), None)


def is_counter(s: State, unit: Unit, target: Unit) -> bool:
    """7-a. Whether a charge would answer one that its target has declared on the unit."""
    other = declared_by(s, target.id)
    return other is not None and other.target == unit.id


# -- 7-a: declarations ------------------------------------------------------------------------------------------------


def phase(s: State) -> Script:
    """4-a, 7-a, 7-b. A declaration, or the end of a side's; when both have declared all is carried out."""
    if s.seat is None:
        return (yield from resolve(s))
    seat = s.seat
    yield from hot_heads(s, seat)
    able = [unit for unit in s.on_table(seat) if refuse_charger(s, unit) is None and _targets(s, unit)]
    if not able:
        s.seat = ENEMY[seat] if seat == s.first else None
        return False
    answer = yield _question(s, seat, able)
    if isinstance(answer, Done):
        s.seat = ENEMY[seat] if seat == s.first else None
        return False
    declare(s, answer)
    return False


def hot_heads(s: State, seat: Seat) -> Script:
    """5-ch1. An Impetuoso who rolls a 5 or more orders every unit that can to charge."""
    for general in list(s.generals.values()):
        if general.side != seat or not has(general, "impetuoso") or general.id in s.orders:
            continue
        units = [unit for unit in s.units.values() if unit.brigade == general.brigade]
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
        if not target.hidden
        and refuse_pair(s, unit, target) is None
        and way_to(s, unit, target, farthest(s, unit, target)) is not None
    ]
    return sorted(found, key=lambda target: (distance(unit.pose, target.pose), s.order[target.id]))


def bound_to_charge(s: State, able: list[Unit]) -> list[str]:
    """5-ch1, 17-ev16. Units that must charge and have declared nothing yet: within reach of somebody."""
    found = []
    for unit in able:
        general = s.brigadier(unit.brigade)
        order = None if general is None else s.orders.get(general.id)
        ordered = order is not None and order.does == "charge"
        if (ordered or unit.berserk) and declared_by(s, unit.id) is None:
            if any(way_to(s, unit, target, reach(unit)) is not None for target in _targets(s, unit)):
                found.append(unit.id)
    return found


def _question(s: State, seat: Seat, able: list[Unit]) -> Any:
    """7-a. Who charges whom, one after the other; what was declared can be replaced or withdrawn."""

    def options() -> list[Plain]:
        found: list[Plain] = []
        for unit in able:
            now = declared_by(s, unit.id)
            found += [
                {"do": "charge", "unit": unit.id, "target": target.id}
                for target in _targets(s, unit)
                if now is None or now.target != target.id
            ]
            if now is not None:
                found.append({"do": "charge", "unit": unit.id, "target": None})
        done: Plain = {"do": "done"}
        return [*found[:255], done] if not bound_to_charge(s, able) else found[:256]

    def refuse(answer: Charge | Done) -> Refusal | None:
        if isinstance(answer, Charge):
            return refuse_charge(s, seat, answer)
        bound = bound_to_charge(s, able)
        return no("5-ch1", "must_charge", units=bound) if bound else None

    return ask(
        s,
        seat,
        "charge",
        "7-a",
        (Charge, Done),
        options,
        refuse,
        True,
        units=[unit.id for unit in able],
        declared=[{"unit": one.unit, "target": one.target} for one in s.charges if s.units[one.unit].side == seat],
        must=bound_to_charge(s, able),
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
    tell_of(
        s, "charge", "7-a", unit, target=target.id, counter=is_counter(s, unit, target), wheel=answer.wheel is not None
    )


# -- 7-b, 7-f to 7-p: all is carried out ------------------------------------------------------------------------------


def resolve(s: State) -> Script:
    """7-b. Tests of doubtful chargers, one reaction after the other, then evasions, moves and those caught."""
    if s.stage is None:
        yield from doubtful(s)
        s.stage = "reactions"
        s.reacting = tuple(dict.fromkeys([one.target for one in s.charges if is_received(s, one)]))
        return False
    if s.reacting:
        target, s.reacting = s.reacting[0], s.reacting[1:]
        yield from react(s, target)
        return False
    yield from charge_moves(s)
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
    """7-l, 7-m, 7-p. The one reaction of a charged unit: skirmishers run from formed troops, others may choose."""
    unit = s.units[id]
    chargers = [s.units[one.unit] for one in s.charges if one.target == id]
    if not chargers:
        return
    hit = [one for one in chargers if gets_home(s, one, unit)]
    if unit.is_skirmishing and any(not one.is_skirmishing for one in hit):
        s.reactions = {**s.reactions, id: "evade"}
        return
    kinds = reactions_open(unit)
    if len(kinds) == 1:
        return
    answer = yield _react_question(s, unit, chargers, kinds)
    if isinstance(answer, Evade):
        s.reactions = {**s.reactions, id: "evade"}
    elif isinstance(answer, FormSquare):
        tested = yield from take_test(s, unit, "square")
        if tested.passed:
            unit = s.units[id]
            square = s.change(unit, formation=SQUARE, files=files_formed(unit.figures, unit.impi))
            tell_of(s, "formed", "7-p", square, formation=SQUARE, why="square")


def gets_home(s: State, unit: Unit, target: Unit) -> bool:
    """7-g. Whether a charger reaches its target as both stand now."""
    given = declared_by(s, unit.id)
    return way_to(s, unit, target, reach(unit), None if given is None else given.wheel) is not None


def reactions_open(unit: Unit) -> list[Reaction]:
    """7-l, 7-m, 7-p. What a charged unit may do: stand, evade if it skirmishes, form square if it is regular foot."""
    kinds: list[Reaction] = [Stand]
    if unit.is_skirmishing and not unit.impi:
        kinds.append(Evade)
    if unit.is_foot and unit.is_regular and unit.arm == "infantry" and not unit.impi:
        if unit.formation not in (SQUARE, SKIRMISH) and unit.disorder is None:
            kinds.append(FormSquare)
    return kinds


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
        by=[one.id for one in chargers],
        distance=near,
    )


# -- the moves --------------------------------------------------------------------------------------------------------


def charge_moves(s: State) -> Script:
    """7-b, 7-g, 7-h, 7-n. Evaders run, then all charge, the shortest way first; who catches an evader strikes."""
    ways = {one.unit: _length(s, one) for one in s.charges}
    for id in s.reactions:
        if s.reactions[id] == "evade":
            evade(s, s.units[id])
    caught: list[tuple[str, str]] = []
    done: set[str] = set()
    for charge in sorted(s.charges, key=lambda one: (ways[one.unit], s.order[one.unit])):
        if charge.unit in done or charge.unit not in s.units or charge.target not in s.units:
            continue
        if is_mutual(s, charge):
            done |= {charge.unit, charge.target}
            meet(s, charge)
        else:
            met = yield from run_home(s, charge)
            if met is not None and s.reactions.get(met) == "evade":
                caught.append((charge.unit, met))
    for unit, evader in caught:
        if unit in s.units and evader in s.units:
            yield from strike_evader(s, s.units[unit], s.units[evader])
    s.reactions = {}


def _length(s: State, charge: Declared) -> int:
    unit, target = s.units[charge.unit], s.units[charge.target]
    way = way_to(s, unit, target, farthest(s, unit, target), charge.wheel)
    return distance(unit.pose, target.pose) if way is None else way.cost(unit)


def is_mutual(s: State, charge: Declared) -> bool:
    """7-h. Whether the target has declared a charge on its charger."""
    other = declared_by(s, charge.target)
    return other is not None and other.target == charge.unit


def run_home(s: State, charge: Declared) -> Script:
    """7-g, 8-ac. Wheel, then straight on until an enemy is touched; who touches nobody is disordered. Returns whom."""
    unit, target = s.units[charge.unit], s.units[charge.target]
    far = 4 * sum(s.ground.size)
    way = way_to(s, unit, target, far, charge.wheel) or Way(None, 0, 0)
    gap = distance(unit.pose, target.pose)
    walk = Walk(s, unit, ON if unit.is_horse else (1, 1), charging=True)
    if way.side is not None:
        walk.wheel(Wheel(way.side, way.angle))  # type: ignore[arg-type]
    walk.go(walk.unit.facing, far, 1)
    side = None if walk.met is None else struck_side(walk.met, walk.unit, unit.pose)
    moved = put(s, unit, walk, charge.target)
    met = walk.met
    tell_of(
        s,
        "contact",
        "7-g",
        moved,
        target=charge.target if met is None else met.id,
        reach=reach(unit),
        distance=gap,
        contact=met is not None,
        side=side,
    )
    if met is None:
        disorder.disorder(s, s.units[moved.id], "charge")
    guns_left.take(s, s.units[moved.id])
    yield from generals.capture_alone(s, s.units[moved.id])
    return None if met is None else met.id


def struck_side(target: Unit, charger: Unit, start: Pose) -> str:
    """7-g. The side of the target that is touched; at a corner the one that looks at where the charger began."""
    found = touch(charger.pose, target.pose)
    side = side_towards(target.pose, start[0], start[1]) if found is None or found[2] == 0 else found[1]
    return SIDE_NAMES.get(side, "front")


def put(s: State, unit: Unit, walk: Walk, target: str) -> Unit:
    """7-g. The charger where it has come to, as it is then."""
    after = walk.unit
    before = {"at": list(unit.pose[:2]), "facing": unit.facing, "formation": unit.formation}
    moved = s.change(
        unit,
        at=after.at,
        facing=after.facing,
        formation=after.formation,
        files=after.files,
        disorder=after.disorder,
        charged=target,
        moved=True,
        berserk=False,
    )
    now = {"at": list(moved.pose[:2]), "facing": moved.facing, "formation": moved.formation}
    tell_of(s, "moved", "7-g", moved, why="charge", distance=walk.gone, **{"from": before, "to": now})
    return moved


def meet(s: State, charge: Declared) -> None:
    """7-h, 8-ac. Both move: the gap is shared by the reaches if their sum covers it; else half each, disordered."""
    one, other = s.units[charge.unit], s.units[charge.target]
    gap = distance(one.pose, other.pose)
    total = reach(one) + reach(other)
    covered = gap <= total
    shares = {
        one.id: gap * reach(one) // total if covered else reach(one) // 2,
        other.id: gap - gap * reach(one) // total if covered else reach(other) // 2,
    }
    for unit, target in ((one, other), (other, one)):
        way = way_to(s, unit, target, 4 * sum(s.ground.size)) or Way(None, 0, 0)
        walk = Walk(s, s.units[unit.id], (1, 1), charging=True)
        if way.side is not None:
            walk.wheel(Wheel(way.side, way.angle))  # type: ignore[arg-type]
        walk.left = WHOLE
        walk.go(walk.unit.facing, shares[unit.id], 1)
        moved = put(s, s.units[unit.id], walk, target.id)
        tell_of(
            s,
            "contact",
            "7-h",
            moved,
            target=target.id,
            reach=reach(unit),
            distance=gap,
            contact=covered,
            side="front" if covered else None,
        )
    if not covered:
        for id in (one.id, other.id):
            disorder.disorder(s, s.units[id], "charge")


def evade(s: State, unit: Unit) -> None:
    """7-l, 8-d, 8-ac. Straight away from the charger, as far as in rout, facing that way; then disordered."""
    charge = next(one for one in s.charges if one.target == unit.id)
    charger = s.units[charge.unit]
    x, y = centre(unit.pose)
    bearing = bearing_to(charger.pose[0], charger.pose[1], x, y)
    before = {"at": list(unit.pose[:2]), "facing": unit.facing, "formation": unit.formation}
    turned = (unit.pose[0], unit.pose[1], bearing, unit.pose[3], unit.pose[4])
    by = rout.free_way(s, unit, turned, bearing, flight(unit), through=unit.is_foot)
    pose = shift(turned, bearing, by)
    moved = s.change(unit, at=(pose[0], pose[1]), facing=bearing, moved=True)
    now = {"at": list(moved.pose[:2]), "facing": moved.facing, "formation": moved.formation}
    tell_of(s, "moved", "7-l", moved, why="evade", distance=by, **{"from": before, "to": now})
    disorder.disorder(s, moved, "evade")


def strike_evader(s: State, unit: Unit, evader: Unit) -> Script:
    """7-n. Who is caught takes the charger's blows without reply, and routs."""
    hits = yield from melee.blows(s, unit, evader, caught=True)
    hurt = take(s, s.units[evader.id], hits, "melee") if hits else s.units[evader.id]
    if hurt is not None:
        yield from rout.rout(s, hurt, (unit.id,), "7-n")
