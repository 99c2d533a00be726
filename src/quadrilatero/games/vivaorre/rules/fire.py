"""Chapter 9: fire of small arms and guns. Both sides declare sealed, all dice are rolled, all losses come at once."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, NamedTuple

from quadrilatero.games.vivaorre.answers import Fire, Shot
from quadrilatero.games.vivaorre.pieces import Piece
from quadrilatero.games.vivaorre.records import Task
from quadrilatero.games.vivaorre.rules import bombardment, ground, hidden, special, visibility
from quadrilatero.games.vivaorre.rules.characters import throw
from quadrilatero.games.vivaorre.rules.contact import enemies_touching, neighbours
from quadrilatero.games.vivaorre.rules.event_dice import trigger
from quadrilatero.games.vivaorre.rules.fire_modifiers import lowest_face, of_direction, of_firer, of_target
from quadrilatero.games.vivaorre.rules.formations import sections_left
from quadrilatero.games.vivaorre.rules.losses import has_lost, take
from quadrilatero.games.vivaorre.rules.weapons import GUNS, SHARES, SMALL_ARMS, Ranges, band
from quadrilatero.games.vivaorre.said import BATTERY, ROUTED, SIDES, SQUARE
from quadrilatero.games.vivaorre.state import Pose, State, Unit
from quadrilatero.games.vivaorre.telling import Modifiers, no, roll
from quadrilatero.games.vivaorre.words import VOICE
from quadrilatero.kernel import Plain, Refusal, Script, Seat
from quadrilatero.table import FRONT, LEFT, REAR, RIGHT, distance, in_arc, to_point

CANISTER = 3000
MOST = 24
"""How many plans of fire are put forward at most; any lawful plan may be answered."""
FUSES = 1870
"""9-k: from this year on shell has percussion fuses."""
ARC_SIDES = {"front": FRONT, "left": LEFT, "right": RIGHT, "rear": REAR}


class Aim(NamedTuple):
    """A shot as the rules reckon it: `figures` and `power` times `share` make the dice, `need` is what hits."""

    distance: int
    band: str
    figures: int
    power: int
    share: str
    dice: int
    modifiers: Modifiers
    need: int


# -- who may fire -----------------------------------------------------------------------------------------------------


def refuse_firer(s: State, unit: Unit) -> Refusal | None:
    """7-i, 9-a, 12-k, 14-d, 17-ev2. Why a unit does not fire at all."""
    if unit.at is None or unit.state == ROUTED:
        return no("12-k", "cannot_fire", name=unit.name)
    if unit.is_guns and unit.formation != BATTERY:
        return no("2-k", "not_in_battery", name=unit.name)
    if not unit.impi and (unit.fire == "/" or (not unit.is_guns and unit.weapon == "none")):
        return no("9-g", "no_firearms", name=unit.name)
    if not unit.ammunition:
        return no("17-ev2", "no_ammunition", name=unit.name)
    if unit.digging:
        return no("14-d", "digs", name=unit.name)
    if unit.charged is not None:
        return no("7-i", "has_charged", name=unit.name)
    return None


def ranges_of(unit: Unit) -> Ranges:
    """9-g, 20.zulu-e. How far the unit's weapon reaches; an impi's few firearms 10 inches."""
    if unit.impi:
        return 10, 10, 10
    return GUNS[unit.gun].ranges if unit.gun is not None else SMALL_ARMS[unit.weapon]


def refuse_at(s: State, unit: Unit, target: Unit, side: str | None) -> Refusal | None:
    """7-i, 7-j, 9-a, 9-g. Why a unit cannot fire at an enemy, whatever it fires with."""
    if enemies_touching(s, unit) or enemies_touching(s, target):
        charged = s.units.get(target.charged or "")
        if charged is None or charged.side != unit.side:
            return no("7-j", "in_contact", name=unit.name)
        if charged.id != unit.id and unit not in neighbours(s, charged):
            return no("7-j", "in_contact", name=unit.name)
    if not in_front(s, unit, target.pose, side):
        return no("9-a", "outside_arc", name=unit.name)
    if band_of(s, unit, distance(unit.pose, target.pose)) is None:
        return no("9-g", "out_of_range", name=unit.name)
    return None


def in_front(s: State, unit: Unit, target: Pose, side: str | None) -> bool:
    """9-a, 9-b, 2-m. In the front arc; a square has one to each side, a garrison of men fires all around."""
    if is_garrison(s, unit) and not unit.is_guns and unit.formation != SQUARE:
        return True
    return in_arc(unit.pose, target, 4500, ARC_SIDES[side or "front"])


def is_garrison(s: State, unit: Unit) -> bool:
    """9-b, 8-w. Whether a unit holds a building or works: it fires by facing and is no mass."""
    return any(piece.type in GARRISONED and ground.centre_in(unit.pose, piece) for piece in s.ground.areas)


GARRISONED = ("building", "light_works", "heavy_works")


def band_of(s: State, unit: Unit, far: int) -> str | None:
    """9-g, 9-l. The band of a distance for a unit's weapon; None beyond its reach."""
    return band(ranges_of(unit), far, s.options["extreme_range"] == "on" and not unit.impi)


def could_fire_at(s: State, unit: Unit, target: Unit) -> bool:
    """8-g. Whether a unit could fire at an enemy as both stand: in arc, in range, in sight."""
    if refuse_firer(s, unit) is not None:
        return False
    side = next(iter(sides_towards(s, unit, target.pose)), None) if unit.formation == SQUARE else None
    return refuse_at(s, unit, target, side) is None and visibility.sees(s, unit, target)


def sides_towards(s: State, unit: Unit, target: Pose) -> list[str]:
    """9-b. The sides of a square that have a target in their arc."""
    return [side for side in ARC_SIDES if in_arc(unit.pose, target, 4500, ARC_SIDES[side])]


# -- a shot -----------------------------------------------------------------------------------------------------------


def refuse_shot(s: State, seat: Seat, shot: Shot) -> Refusal | None:
    """9-a, 9-c, 9-g, 9-i, 9-j, 11-d. Why a shot is not lawful."""
    unit = s.units.get(shot.unit)
    if unit is None or unit.side != seat:
        return no("9-a", "not_yours", unit=shot.unit)
    if refusal := refuse_firer(s, unit) or refuse_manner(s, unit, shot):
        return refusal
    if shot.at is not None:
        return hidden.refuse_suspected(s, unit, shot)
    if shot.target is None:
        return no("9-a", "no_target", target="-")
    if shot.target in s.ground.pieces:
        return refuse_structure(s, unit, s.ground.pieces[shot.target], shot)
    if shot.target in s.generals:
        return no("11-d", "not_at_generals")
    target = s.units.get(shot.target)
    if target is None or target.side == seat or target.at is None or (target.hidden and not target.located):
        return no("9-a", "no_target", target=shot.target)
    if refusal := refuse_at(s, unit, target, shot.side) or refuse_unseen(s, unit, target, shot.ammo):
        return refusal
    return refuse_ammunition(s, unit, target, shot.ammo) or refuse_choice(s, unit, target)


def refuse_unseen(s: State, unit: Unit, target: Unit, ammo: str | None) -> Refusal | None:
    """13-a, 13-c, 13-d, 13-f. Nobody fires at what he does not see but howitzers, and they only shell."""
    if visibility.sees(s, unit, target) or (is_howitzer(unit) and ammo == "shell"):
        return None
    if is_howitzer(unit):
        return no("13-f", "unseen_shell_only", name=target.name)
    return no(visibility.why_unseen(s, unit, target), "not_in_sight", name=target.name)


def is_howitzer(unit: Unit) -> bool:
    """13-f. Guns that can fire at what they do not see."""
    return unit.gun is not None and GUNS[unit.gun].howitzer


def refuse_manner(s: State, unit: Unit, shot: Shot) -> Refusal | None:
    """9-b, 9-i. Squares say the side, garrisons the figures, guns that are no machine guns the ammunition."""
    if (unit.formation == SQUARE) != (shot.side is not None):
        return no("9-b", "say_the_side", name=unit.name)
    if shot.figures is not None and (not is_garrison(s, unit) or unit.is_guns):
        return no("9-b", "figures_of_garrisons", name=unit.name)
    if shot.figures is not None and shot.figures > unit.figures:
        return no("9-b", "too_many_figures", figures=shot.figures)
    needs = unit.gun is not None and not GUNS[unit.gun].machine
    if needs != (shot.ammo is not None):
        return no("9-i", "say_the_ammunition" if needs else "no_kinds_of_ammunition", name=unit.name)
    return None


def refuse_ammunition(s: State, unit: Unit, target: Unit, ammo: str | None) -> Refusal | None:
    """9-i, 9-j. Canister carries 3 inches; round shot is not fired at guns or skirmishers."""
    if ammo == "canister" and distance(unit.pose, target.pose) > CANISTER:
        return no("9-i", "canister_too_far")
    if ammo == "ball" and (target.is_guns or target.is_skirmishing):
        return no("9-j", "no_ball", name=target.name)
    return None


def refuse_choice(s: State, unit: Unit, target: Unit) -> Refusal | None:
    """9-c. Irregulars fire at the nearest target."""
    if unit.is_regular:
        return None
    far = distance(unit.pose, target.pose)
    for other in s.enemies_of(unit.side):
        if other.id == target.id or (other.hidden and not other.located):
            continue
        if distance(unit.pose, other.pose) < far:
            if could_fire_at(s, unit, other):
                return no("9-c", "not_the_nearest", name=other.name)
    return None


def refuse_structure(s: State, unit: Unit, piece: Piece, shot: Shot) -> Refusal | None:
    """15-a, 15-d. Structures are bombarded by artillery, not with canister."""
    if unit.gun is None or bombardment.hits_needed(piece) is None:
        return no("15-a", "no_structure", piece=piece.id)
    if shot.ammo == "canister":
        return no("15-d", "no_canister")
    at = aim_point(piece)
    if band_of(s, unit, to_point(unit.pose, at[0], at[1])) is None:
        return no("9-g", "out_of_range", name=unit.name)
    if not in_front(s, unit, (at[0], at[1], 0, 1, 1), shot.side):
        return no("9-a", "outside_arc", name=unit.name)
    return None


def aim_point(piece: Piece) -> tuple[int, int]:
    """15-a. The middle of a structure."""
    points = piece.line or piece.shapes[0]
    return sum(x for x, _ in points) // len(points), sum(y for _, y in points) // len(points)


# -- dice -------------------------------------------------------------------------------------------------------------


def dice_of(s: State, unit: Unit, shot: Shot, far: str, heavy: bool) -> tuple[int, int, str, int]:
    """9-d, 9-e, 9-f, 9-g, 9-h, 9-k, 1-k. Figures, power, share and dice: all shares first, then one rounding up."""
    if unit.impi:
        return 1, 1, "1", 1
    share = SHARES[far] * (2 if heavy else 1)
    figures = first_rank(s, unit, shot)
    power = 1
    if unit.gun is not None:
        gun = GUNS[unit.gun]
        power = gun.power if s.options["calibre"] == "table" else gun.by_calibre
        if shot.ammo == "shell" and s.year < FUSES:
            power -= 1
    return figures, power, f"1/{share}" if share > 1 else "1", max(1, -(-figures * power // share))


def first_rank(s: State, unit: Unit, shot: Shot) -> int:
    """9-b, 9-d, 9-e. Who fires: the first rank, a quarter of a square, sections of guns, a garrison's figures."""
    if unit.is_guns:
        return sections_left(unit.figures)
    if shot.figures is not None:
        return shot.figures
    return unit.figures if is_garrison(s, unit) and unit.formation != SQUARE else unit.first_rank


def aim(s: State, unit: Unit, target: Unit, shot: Shot) -> Aim:
    """9-d, 9-e, 9-g, 9-m. Everything that a shot at a unit is made of."""
    far = distance(unit.pose, target.pose)
    reach = band_of(s, unit, far) or "long"
    cover = ground.cover_of(s, target, unit.pose)
    unseen = target.hidden or not visibility.sees(s, unit, target)
    figures, power, share, count = dice_of(s, unit, shot, reach, cover == "heavy")
    if unit.impi:
        return Aim(far, reach, figures, power, share, count, [], 6)
    added = [
        *of_target(s, target, cover=cover is not None, unseen=unseen, garrison=is_garrison(s, target)),
        *of_firer(s, unit, shot.ammo),
        *of_direction(unit, target),
    ]
    return Aim(far, reach, figures, power, share, count, added, lowest_face(added))


# -- the phase --------------------------------------------------------------------------------------------------------


def phase(s: State) -> Script:
    """4-a, 6-c, 9-a. Both declare sealed; all dice from the figures at the start; losses together; then the tests."""
    open_to = {seat: shots_open(s, seat) for seat in SIDES}
    seats = tuple([seat for seat in SIDES if open_to[seat] or hidden.is_asked(s, seat)])
    if not seats:
        return True
    answers = yield _question(s, seats, open_to)
    declared = [(seat, answers[seat] if len(seats) > 1 else answers) for seat in seats]
    hits: dict[str, int] = {}
    under_guns: list[str] = []
    for _, answer in declared:
        for shot in answer.shots:
            yield from hidden.after_firing(s, s.units[shot.unit])
    for seat, answer in declared:
        for shot in answer.shots:
            yield from shoot(s, seat, shot, hits, under_guns)
    for id in dict.fromkeys([shot.unit for _, answer in declared for shot in answer.shots]):
        special.spend_volley(s, s.units[id])
    work = suffer(s, hits, under_guns)
    s.pending = (*s.pending, *work)
    return True


def suffer(s: State, hits: dict[str, int], under_guns: list[str]) -> list[Task]:
    """6-c, 11-a, 11-e, 12-d. All losses at once, in order; what is then to be done: generals' dice, then tests."""
    struck = [id for id in s.order if id in s.units and hits.get(id)]
    leaders = [general.id for id in struck for general in s.with_general(s.units[id])]
    for id in struck:
        take(s, s.units[id], hits[id], "fire")
    tests = [
        Task(test=id, why=why)
        for id in s.order
        if id in s.units and (why := why_tested(s.units[id], id in hits, id in under_guns)) is not None
    ]
    return [Task(general=id, why="fire") for id in leaders] + tests


def why_tested(unit: Unit, struck: bool, under_guns: bool) -> str | None:
    """12-d, 20.zulu-f. Why a unit tests after the fire: hit, once a quarter is lost; an impi under guns; None: not."""
    if struck and has_lost(unit, 1):
        return "fire"
    return "guns" if under_guns and unit.impi else None


def shots_open(s: State, seat: Seat) -> dict[str, list[Plain]]:
    """9-a. The shots that a side may fire, unit by unit, nearest target first."""
    able = [unit for unit in s.on_table(seat) if refuse_firer(s, unit) is None]
    found = {unit.id: shots_of(s, seat, unit) for unit in able}
    return {id: shots for id, shots in found.items() if shots}


def shots_of(s: State, seat: Seat, unit: Unit) -> list[Plain]:
    """9-a, 9-i, 9-k. The lawful shots of a unit at enemy units, nearest first, the best ammunition first."""
    kinds: tuple[str | None, ...] = (None,)
    if unit.gun is not None and not GUNS[unit.gun].machine:
        kinds = ("canister", "ball", "shell")
    found: list[Plain] = []
    enemies = [enemy for enemy in s.enemies_of(seat) if not enemy.hidden or enemy.located]
    far = {enemy.id: distance(unit.pose, enemy.pose) for enemy in enemies}
    in_range = [enemy for enemy in enemies if band_of(s, unit, far[enemy.id]) is not None]
    for target in sorted(in_range, key=lambda enemy: far[enemy.id]):
        sides = sides_towards(s, unit, target.pose) if unit.formation == SQUARE else (None,)
        for side in sides:
            for ammo in kinds:
                shot = Shot(unit.id, target.id, ammo=ammo, side=side)  # type: ignore[arg-type]
                if refuse_shot(s, seat, shot) is None:
                    found.append(plain_shot(shot))
    return found + structures_open(s, seat, unit, kinds)


def structures_open(s: State, seat: Seat, unit: Unit, kinds: tuple[str | None, ...]) -> list[Plain]:
    """15-a. The structures that guns may fire at."""
    if not unit.is_guns:
        return []
    shots = [
        Shot(unit.id, piece.id, ammo=ammo)  # type: ignore[arg-type]
        for piece in s.ground.pieces.values()
        if bombardment.hits_needed(piece) is not None
        for ammo in kinds
    ]
    return [plain_shot(shot) for shot in shots if refuse_shot(s, seat, shot) is None]


def plain_shot(shot: Shot) -> Plain:
    """A shot as answers write it."""
    plain: Plain = {"unit": shot.unit, "target": shot.target}
    if shot.ammo is not None:
        plain["ammo"] = shot.ammo
    if shot.side is not None:
        plain["side"] = shot.side
    return plain


def _question(s: State, seats: tuple[Seat, ...], open_to: dict[Seat, dict[str, list[Plain]]]) -> Any:
    """9-a. Who fires at whom; units left out hold their fire. The candidates: all at the nearest, some, nobody."""

    def options(seat: Seat) -> list[Plain]:
        choices = open_to[seat]
        nearest = [shots[0] for shots in choices.values()]
        plans = [nearest]
        for id, shots in choices.items():
            plans += [[shot if one["unit"] == id else one for one in nearest] for shot in shots[1:3]]
        plans = [*plans[: MOST - 1], []]
        return [{"do": "fire", "shots": plan} for plan in plans]

    def sample(seat: Seat, rng: random.Random) -> Plain:
        shots = [rng.choice(shots) for shots in open_to[seat].values() if rng.random() < 0.9]
        return {"do": "fire", "shots": shots}

    def refuse(seat: Seat, answer: Fire) -> Refusal | None:
        return refuse_plan(s, seat, answer)

    def targets(*whose: Seat) -> dict[str, list[str]]:
        return {
            id: list(dict.fromkeys([shot["target"] for shot in shots]))
            for seat in whose
            for id, shots in open_to[seat].items()
        }

    def tell(seat: Seat | None) -> Plain:
        return {"units": targets(seat), "open": True} if seat in open_to else {"open": True}

    return VOICE.ask_all(
        *(seats, "fire", "9-a", (Fire,), options, refuse, True),
        open=True,
        tell=tell,
        sample=sample,
        units=targets(*seats),
    )


def refuse_plan(s: State, seat: Seat, answer: Fire) -> Refusal | None:
    """9-a, 9-b. Every shot is lawful and nobody fires twice: a square once to each side, a garrison by its figures."""
    seen: set[tuple[str, str | None]] = set()
    figures: dict[str, int] = {}
    for number, shot in enumerate(answer.shots):
        refusal = refuse_shot(s, seat, shot)
        if refusal is None and shot.figures is None and (shot.unit, shot.side) in seen:
            refusal = no("9-a", "fires_once", name=shot.unit)
        if refusal is None and is_garrison(s, s.units[shot.unit]):
            unit = s.units[shot.unit]
            figures[unit.id] = figures.get(unit.id, 0) + first_rank(s, unit, shot)
            if unit.formation != SQUARE and figures[unit.id] > unit.figures:
                refusal = no("9-b", "too_many_figures", figures=figures[unit.id])
        if refusal is not None:
            return Refusal(
                refusal.rule, refusal.reason, refusal.book, {**refusal.data, "at": number, "unit": shot.unit}
            )
        seen.add((shot.unit, shot.side))
    return None


def shoot(s: State, seat: Seat, shot: Shot, hits: dict[str, int], under_guns: list[str]) -> Script:
    """9-m, 11-a. The dice of a shot; its hits are counted, and taken when everybody has fired."""
    unit = s.units[shot.unit]
    s.change(unit, fired=True)
    if shot.at is not None:
        yield from hidden.fire_at_place(s, unit, shot, hits)
        return
    assert shot.target is not None
    if shot.target in s.ground.pieces:
        yield from bombard(s, unit, shot)
        return
    target = s.units[shot.target]
    found = aim(s, unit, target, shot)
    faces = yield from throw(s, found.dice, seat, [unit, target], "fire")
    struck = sum(face >= found.need for face in faces)
    roll(
        s,
        "9-m",
        "fire",
        seat,
        faces,
        need=found.need,
        total=struck,
        success=struck > 0,
        unit=unit,
        units=[unit],
        modifiers=found.modifiers,
        target=target.id,
        distance=found.distance,
        band=found.band,
        figures=found.figures,
        power=found.power,
        ammo=shot.ammo,
        share=found.share,
        count=found.dice,
        hits=struck,
    )
    if struck:
        hits[target.id] = hits.get(target.id, 0) + struck
    if target.impi and unit.is_guns and target.id not in under_guns:
        under_guns.append(target.id)
    yield from trigger(s, faces, unit, target, "fire")


def bombard(s: State, unit: Unit, shot: Shot) -> Script:
    """15-a. Guns fire at a structure as at troops; cover does not count for it."""
    assert shot.target is not None
    at = aim_point(s.ground.pieces[shot.target])
    struck = yield from throw_at_point(s, unit, shot, at, "15-a", of_firer(s, unit, shot.ammo))
    if struck and shot.target in s.ground.pieces:
        bombardment.batter(s, shot.target, struck, "15-a")
    return None


def throw_at_point(s: State, unit: Unit, shot: Shot, at: Sequence[int], rule: str, added: Modifiers) -> Script:
    """9-m: the dice of a shot that is aimed at no unit; returns the hits."""
    far = to_point(unit.pose, at[0], at[1])
    reach = band_of(s, unit, far) or "long"
    figures, power, share, count = dice_of(s, unit, shot, reach, False)
    need = lowest_face(added)
    faces = yield from throw(s, count, unit.side, [unit], "fire")
    struck = sum(face >= need for face in faces)
    roll(
        s,
        rule,
        "fire",
        unit.side,
        faces,
        need=need,
        total=struck,
        success=struck > 0,
        unit=unit,
        modifiers=added,
        target=shot.target,
        distance=far,
        band=reach,
        figures=figures,
        power=power,
        ammo=shot.ammo,
        share=share,
        count=count,
        hits=struck,
    )
    return struck
