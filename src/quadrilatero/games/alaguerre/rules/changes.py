"""Chapter 5.2.7, 5.2.9 to 5.2.11, 2.10.3: changes of formation, which take a whole impulse."""

from __future__ import annotations

from quadrilatero.games.alaguerre.answers import About, Form
from quadrilatero.games.alaguerre.rules.control_zone import is_in_zone, zones_against
from quadrilatero.games.alaguerre.rules.formations import Unit
from quadrilatero.games.alaguerre.rules.rates import limbered_move
from quadrilatero.games.alaguerre.said import BATTERY, COLUMN, LIMBERED, LINE, PK, SKIRMISH, SQUARE
from quadrilatero.games.alaguerre.state import Pose, State
from quadrilatero.games.alaguerre.telling import no
from quadrilatero.kernel import Refusal
from quadrilatero.table import about, bases, reform, shift, turn


class Change:
    """A formation that a unit takes up: what its bases are then, and where each of them stands."""

    def __init__(self, unit: Unit, pose: Pose, poses: dict[str, Pose], formation: str, mounted: bool | None) -> None:
        self.unit = unit
        self.pose = pose
        self.poses = poses
        self.formation = formation
        self.mounted = mounted


def change(s: State, unit: Unit, step: About | Form) -> Change | Refusal:
    """5.2.9-b. What a change of formation makes of a unit, or why it cannot."""
    if isinstance(step, About):
        return about_face(unit)
    if unit.is_great:
        return no("2.11-b", "great_unit_stays")
    if unit.is_guns:
        return limber(s, unit, step)
    if unit.is_train:
        return no("5.2.9-b", "no_formations")
    if step.formation in (BATTERY, LIMBERED):
        return no("5.2.11-a", "only_guns")
    if step.mounted is not None and step.mounted != unit.bases[0].mounted:
        return mount(unit, step)
    return reformed(s, unit, step)


def about_face(unit: Unit) -> Change | Refusal:
    """5.2.7-a, 5.2.2-a. Foot and horse turn round on the spot; a battery cannot, limbered guns need not."""
    if unit.is_guns or unit.is_train:
        return no("5.2.7-a", "no_about")
    pose = about(unit.pose)
    poses = {base.id: about(base.pose) for base in unit.bases}
    return Change(unit, pose, poses, unit.bases[0].formation, None)


def limber(s: State, unit: Unit, step: Form) -> Change | Refusal:
    """5.2.11-a, 5.2.11-b, 5.4-c. Guns are limbered, or unlimbered facing anywhere; not in a zone of control."""
    base = unit.bases[0]
    if step.formation not in (BATTERY, LIMBERED) or step.formation == base.formation:
        return no("5.2.11-a", "no_such_change", formation=step.formation)
    if is_in_zone(base.pose, zones_against(s, unit.side)):
        return no("5.4-c", "guns_in_zone")
    if step.formation == LIMBERED and limbered_move(s, base) == 0:
        return no("5.2.11-a", "guns_stay")
    pose = base.pose
    if step.formation == BATTERY and step.facing is not None:
        pose = turn(pose, step.facing - pose[2])
    return Change(unit, pose, {base.id: pose}, step.formation, None)


def mount(unit: Unit, step: Form) -> Change | Refusal:
    """5.2.10-a, 2.9-a. Troops able to mount do so or dismount, who mounts turns round at the same time if he likes."""
    base = unit.bases[0]
    if len(unit.bases) > 1:
        return no("5.2.10-a", "one_base_at_a_time")
    if base.mounted_stats is None:
        return no("5.2.10-a", "cannot_mount")
    stats = base.mounted_stats if step.mounted else base.stats
    if step.formation not in allowed(stats):
        return no("2.8-a", "no_such_change", formation=step.formation)
    pose = base.pose
    if step.facing is not None and step.facing != base.facing:
        if not step.mounted or step.facing != (base.facing + 18000) % 36000:
            return no("5.2.10-a", "only_about")
        pose = about(pose)
    return Change(unit, pose, {base.id: pose}, step.formation, step.mounted)


def allowed(stats: str) -> tuple[str, ...]:
    """2.5-a, 2.8-a. The orders that troops can be in by their speciality."""
    if stats.endswith(" sk"):
        return (SKIRMISH,)
    return (LINE, COLUMN, SKIRMISH) if stats.endswith(" sk/ln") else (LINE, COLUMN)


def reformed(s: State, unit: Unit, step: Form) -> Change | Refusal:
    """5.2.9-b, 2.8-b, 2.10.3-a. Closed to open order and back, squares, units put in order anew."""
    base = unit.bases[0]
    if step.formation == unit.kind and (unit.kind != SQUARE):
        return no("5.2.9-b", "no_such_change", formation=step.formation)
    stats = base.mounted_stats if base.mounted and base.mounted_stats is not None else base.stats
    if step.formation == SQUARE:
        return square(s, unit)
    if step.formation not in allowed(stats):
        return no("2.5-a", "no_such_change", formation=step.formation)
    if step.formation == SKIRMISH and len(unit.bases) > 1:
        return no("2.8-b", "one_base_in_open_order")
    facing = step.facing
    if facing is not None and unit.kind != SQUARE and len(unit.bases) == 1:
        return no("5.2.9-b", "keeps_its_facing")
    pose = unit.pose if facing is None else turn(unit.pose, facing - unit.pose[2])
    count = len(unit.bases)
    width, depth = base.pose[3], base.pose[4]
    across, along = (1, count) if step.formation == COLUMN else (count, 1)
    whole = reform(pose, across * width, along * depth)
    laid = bases(whole, across, along)
    return Change(
        unit, whole, {one.id: place for one, place in zip(unit.bases, laid, strict=True)}, step.formation, None
    )


def square(s: State, unit: Unit) -> Change | Refusal:
    """2.10.3-a, 2.10.3-b. Foot that may: one base, two back to back, the third and fourth at the open sides."""
    may = all("square" in base.notes or (s.options["squares"] == "pikes" and base.acts == PK) for base in unit.bases)
    if not unit.is_foot or not may:
        return no("2.10.3-a", "no_square")
    if len(unit.bases) > 4:
        return no("2.10.3-b", "square_of_four")
    first = unit.bases[0].pose
    middle = shift(first, first[2], -first[4])
    places = [first, about(middle)]
    for hand in (9000, 27000):
        ahead = (first[2] + hand) % 36000
        places.append(shift((*middle[:2], ahead, first[3], first[4]), ahead, first[3] // 2 + first[4]))
    poses = {base.id: place for base, place in zip(unit.bases, places, strict=False)}
    return Change(unit, first if len(poses) == 1 else _whole(list(poses.values())), poses, SQUARE, None)


def _whole(places: list[Pose]) -> Pose:
    """2.10.3-b. The rectangle of a square of several bases: two deep, and a base more at each side that is taken."""
    first = places[0]
    extra = len(places) - 2
    width = first[3] + extra * first[4]
    aside = first[4] // 2 if extra == 1 else 0
    moved = shift(first, (first[2] + 9000) % 36000, aside)
    return moved[0], moved[1], first[2], width, 2 * first[4]
