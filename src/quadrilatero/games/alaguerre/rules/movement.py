"""Chapter 5.2: a unit on its way, manoeuvre by manoeuvre. What judges a move also carries it out."""

from __future__ import annotations

from quadrilatero.games.alaguerre.answers import (
    About,
    Advance,
    Back,
    Enter,
    Form,
    Leave,
    Manoeuvre,
    Oblique,
    Sideways,
    Tactical,
    To,
    Wheel,
)
from quadrilatero.games.alaguerre.ground import BUILT, CLOSED_WORKS, Piece
from quadrilatero.games.alaguerre.rules import (
    areas,
    changes,
    control_zone,
    interpenetration,
    obstacles,
    tactical,
    terrain,
)
from quadrilatero.games.alaguerre.rules.contact import touches
from quadrilatero.games.alaguerre.rules.formations import Unit, laid_out
from quadrilatero.games.alaguerre.rules.rates import move_of, wheel_of
from quadrilatero.games.alaguerre.said import BATTERY, LIMBERED, LINE, SQUARE, UM
from quadrilatero.games.alaguerre.state import Base, General, Pose, State
from quadrilatero.games.alaguerre.telling import at_fault, no, um
from quadrilatero.kernel import Refusal
from quadrilatero.table import (
    LEFT,
    RIGHT,
    TOUCH,
    arc_length,
    bearing,
    corners,
    distance,
    first_touch,
    may_meet,
    overlaps,
    overlaps_any,
    shift,
    span,
    stretch_in,
    wheel,
    wheel_touch,
)

OBLIQUE = 4500
"""5.2.3-a: how far from straight ahead one may go keeping one's facing."""
SIDES = {"left": LEFT, "right": RIGHT}
WHOLE = (Sideways, About, Form, Tactical)
"""5.2.6-a, 5.2.9-a: what takes up the whole move."""


class Walk:
    """A unit on its way: its rectangle, how far it has gone, and what it has met.

    `slowing` are the areas that count for its speed, `crossed` the friends it has passed through, `obstacle` the one it
    began at and goes over, `at_obstacle` the one that it has come to, `met` pieces it has touched, `generals` enemy
    generals in its way.
    """

    def __init__(self, s: State, unit: Unit) -> None:
        self.s = s
        self.unit = unit
        self.pose: Pose = unit.pose
        self.move: int = move_of(s, unit)
        self.gone: int = 0
        self.wheeled: int = 0
        self.aside: int = 0
        self.began: list[Piece] = [piece for piece in s.ground.areas if terrain.lies_on(unit.pose, piece)]
        self.slowing: list[Piece] = []
        self.crossed: list[Base] = []
        self.shifted: list[tuple[Base, Pose]] = []
        self.obstacle: Piece | None = None
        self.passed: set[str] = set()
        self.at_obstacle: Piece | None = None
        self.generals: list[General] = []
        self.change: changes.Change | None = None
        self.inside: str | None = unit.bases[0].inside
        self.way: str = "move"
        own = set(unit.ids)
        self.friends: list[Base] = [base for base in s.on_table(unit.side) if base.id not in own]
        self.foes: list[Pose] = s.foes_of(unit.side)
        self.zones: list[Base] = control_zone.zones_against(s, unit.side)

    # -- the path -----------------------------------------------------------------------------------------------------

    def take(self, path: list[Manoeuvre]) -> Refusal | None:
        """5.2-a. All manoeuvres of a path one after another; why it is not lawful, with the one at fault."""
        for number, step in enumerate(path):
            if len(path) > 1 and isinstance(step, WHOLE):
                return at_fault(
                    no("5.2.6-a" if isinstance(step, Sideways) else "5.2.9-a", "whole_impulse"), number, self.unit.id
                )
            if self.at_obstacle is not None:
                return at_fault(
                    no("11.3.1-a", "stops_at_obstacle", piece=self.at_obstacle.called), number, self.unit.id
                )
            if isinstance(step, Enter) and number + 1 < len(path):
                return at_fault(no("5.5.1-a", "entering_is_last"), number, self.unit.id)
            if isinstance(step, Leave) and number > 0:
                return at_fault(no("5.5.1-c", "leaving_is_first"), number, self.unit.id)
            if refusal := self.step(step) or self.too_far():
                return at_fault(refusal, number, self.unit.id)
        if refusal := self.ends():
            return at_fault(refusal, len(path) - 1, self.unit.id)
        return None

    def step(self, step: Manoeuvre) -> Refusal | None:
        """One manoeuvre."""
        if self.inside is not None and not isinstance(step, Leave | Form | About):
            return no("5.5.1-c", "leave_first", piece=self.inside)
        if isinstance(step, Advance):
            return self.advance(step.by)
        if isinstance(step, Wheel):
            return self.wheel(step)
        if isinstance(step, Oblique):
            return self.oblique(step)
        if isinstance(step, Back):
            return self.back(step.by)
        if isinstance(step, Sideways):
            return self.sideways(step)
        if isinstance(step, To):
            return self.to(step)
        if isinstance(step, Tactical):
            return self.tactical(step)
        if isinstance(step, Enter):
            return self.enter(step.piece)
        if isinstance(step, Leave):
            return self.leave(step)
        found = changes.change(self.s, self.unit, step)
        if isinstance(found, Refusal):
            return found
        self.change, self.pose = found, found.pose
        return None

    def advance(self, by: int) -> Refusal | None:
        """5.2-a, 5.2.2-a, 5.2.2-b. Straight ahead; limbered guns have no front, and not every battery moves."""
        if self.unit.kind == LIMBERED:
            return no("5.2.2-a", "limbered_goes_to")
        if self.unit.kind == BATTERY and self.move == 0:
            return no("5.2.2-b", "guns_stay")
        return self.leg(self.pose[2], by, "advance")

    def oblique(self, step: Oblique) -> Refusal | None:
        """5.2.3-a, 5.2.3-b. Foot and horse go aside keeping their facing: half the move in closed order."""
        if self.unit.is_guns or self.unit.is_train:
            return no("5.2.3-b", "no_oblique")
        if step.angle > OBLIQUE:
            return no("5.2.3-a", "too_oblique", most=OBLIQUE)
        turn = -step.angle if step.side == "left" else step.angle
        refusal = self.leg((self.pose[2] + turn) % 36000, step.by, "oblique")
        self.aside += step.by
        most = self.limit() if self.unit.is_open else self.limit() // 2
        return refusal or (no("5.2.3-a", "too_far", left=most, um=um(most)) if self.aside > most else None)

    def back(self, by: int) -> Refusal | None:
        """5.2.5-a, 5.2.5-b. Back at half speed, open order at full; great foot 1um, batteries never."""
        if self.unit.is_guns:
            return no("5.2.5-b", "no_way_back")
        refusal = self.leg((self.pose[2] + 18000) % 36000, by, "back")
        self.aside += by
        whole = self.unit.is_open or self.unit.is_great_foot or self.unit.kind == SQUARE
        most = self.limit() if whole else self.limit() // 2
        return refusal or (no("5.2.5-a", "too_far", left=most, um=um(most)) if self.aside > most else None)

    def sideways(self, step: Sideways) -> Refusal | None:
        """5.2.6-a. A line or open order shifts 1um to a side, and does nothing else."""
        if self.unit.is_guns or self.unit.is_train or self.unit.kind not in (LINE, "skirmish", SQUARE):
            return no("5.2.6-a", "no_sideways")
        if step.by > UM:
            return no("5.2.6-a", "too_far", left=UM, um=um(UM))
        turn = -9000 if step.side == "left" else 9000
        return self.leg((self.pose[2] + turn) % 36000, step.by, "sideways")

    def to(self, step: To) -> Refusal | None:
        """5.2.2-a. Limbered guns go straight to a place, as often as their move lasts."""
        if self.unit.kind != LIMBERED:
            return no("5.2.2-a", "only_limbered")
        x, y = step.at
        by = span(self.pose[0], self.pose[1], x, y)
        if by == 0:
            return None
        refusal = self.leg(bearing(self.pose[0], self.pose[1], x, y), by, "to")
        if refusal is None:
            self.pose = (x, y, *self.pose[2:])
        return refusal

    def wheel(self, step: Wheel) -> Refusal | None:
        """5.2.4-a, 5.2.4-b. About a front corner, forward or back; the other corner's arc counts."""
        if self.unit.kind == LIMBERED:
            return no("5.2.4-b", "limbered_needs_none")
        side, angle = SIDES[step.side], -step.angle if step.back else step.angle
        arc = arc_length(self.pose[3], step.angle)
        most = wheel_of(self.s, self.unit)
        self.wheeled += arc
        if self.wheeled > most:
            return no("5.2.4-b", "too_far", left=most, um=um(most))
        if wheel_touch(self.pose, side, angle, self.foes)[1] >= 0:
            return no("5.1-h", "touches_enemy")
        self.pose = wheel(self.pose, side, angle)
        if self.move or not self.unit.is_guns:
            self.gone += arc
        return self.after_wheel()

    def after_wheel(self) -> Refusal | None:
        """5.4-b, 11.2-g. Where a wheel ends: in no closed ground, and in a zone of control only towards who has it."""
        for piece in (*self.s.ground.closed, *self.s.ground.areas):
            rule = terrain.closed_to(self.unit, piece)
            if rule is not None and terrain.lies_on(self.pose, piece):
                return no(rule, "closed_ground", piece=piece.called)
        for enemy in control_zone.is_in_zone(self.pose, self.zones):
            if not control_zone.points_at(self.pose, enemy):
                return no("5.4-b", "zone_of_control", target=enemy.name)
        self.note_areas([piece for piece in self.s.ground.areas if terrain.lies_on(self.pose, piece)])
        return None

    def tactical(self, step: Tactical) -> Refusal | None:
        """5.2.8-a, 5.2.8-b, 5.2.8-c. Twice as far without regard to front, far from all enemies."""
        if refusal := tactical.refuse(self.s, self.unit):
            return refusal
        self.way, self.move = "tactical", tactical.move_for(self.s, self.unit)
        found = tactical.walk(self, step)
        if isinstance(found, Refusal):
            return found
        self.pose = found
        return None

    def enter(self, id: str) -> Refusal | None:
        """5.5.1-a, 11.2-d. Into an area whose edge it touches, with all that is left of its move.

        A closed work is an obstacle as well: one stops at it, and comes over it from there.
        """
        found = areas.entering(self.s, self.unit, self.pose, id)
        if isinstance(found, Refusal):
            return found
        piece = self.s.ground.pieces[id]
        if piece.type in CLOSED_WORKS and piece.obstacle != 0:
            if self.gone or self.wheeled:
                return no("11.3.1-a", "stops_at_obstacle", piece=piece.called)
            if not obstacles.may_cross(self.unit, piece):
                return no("11.3.1-g", "cannot_cross", piece=piece.called)
            self.obstacle = piece
        if self.gone >= self.limit():
            return no("5.5.1-a", "nothing_left", piece=piece.called)
        self.pose, self.inside, self.way = found, id, "enter"
        self.gone = self.limit()
        return None

    def leave(self, step: Leave) -> Refusal | None:
        """5.5.1-c, 11.3.2-c. Out of an area by any of its sides, for 1um."""
        found = areas.leaving(self.s, self.unit, step.piece, step.side)
        if isinstance(found, Refusal):
            return found
        self.pose, self.inside = found, None
        self.began = [piece for piece in self.began if piece.id != step.piece]
        self.gone += UM
        if overlaps_any(self.pose, self.foes) >= 0 or any(distance(self.pose, foe) <= TOUCH for foe in self.foes):
            return no("5.1-h", "touches_enemy")
        return None

    # -- straight legs ------------------------------------------------------------------------------------------------

    def leg(self, bearing: int, by: int, kind: str) -> Refusal | None:
        """5.1-h, 5.4-b, 11.2-g, 11.3.1-a. A straight stretch of the way, and everything that lies on it."""
        if refusal := self.obstructed(bearing, by):
            return refusal
        if refusal := self.zone_refusal(bearing, by, kind):
            return refusal
        if first_touch(self.pose, bearing, by + TOUCH, self.foes)[1] >= 0:
            return no("5.1-h", "touches_enemy")
        if closed := terrain.closed_on_way(self.s, self.unit, self.pose, bearing, by):
            return no(closed[0], "closed_ground", piece=closed[1].called, left=closed[2])
        touched = [piece for piece in self.s.ground.areas if terrain.meets(self.pose, bearing, by, piece)]
        built = [piece for piece in touched if piece.type in BUILT and piece not in self.began]
        if built:
            return no("5.5.1-a", "enter_it", piece=built[0].called)
        if refusal := self.through_friends(bearing, by, kind):
            return refusal
        self.note_areas([*touched, *self.astride(bearing, by)])
        self.meet_generals(bearing, by)
        self.pose = shift(self.pose, bearing, by)
        self.gone += by
        return None if terrain.is_on_table(self.s, self.pose) else no("5.2-a", "off_the_table")

    def obstructed(self, bearing: int, by: int) -> Refusal | None:
        """11.3.1-a, 11.3.1-d, 11.3.1-g. Obstacles end a way; one that it began at is gone over, if the unit can."""
        for piece in self.s.ground.obstacles:
            if piece.id in self.passed or not obstacles.is_at(self.pose, piece):
                continue
            if not obstacles.leads_across(self.pose, bearing, by, piece):
                continue
            if self.gone or self.wheeled:
                return no("11.3.1-a", "stops_at_obstacle", piece=piece.called)
            if not obstacles.by_gap(self.unit, self.pose, bearing, by, piece):
                if not obstacles.may_cross(self.unit, piece):
                    return no("11.3.1-g", "cannot_cross", piece=piece.called)
                self.obstacle = piece
            self.passed.add(piece.id)
        found = obstacles.first_obstacle(self.s, self.pose, bearing, by, self.passed)
        if found is None:
            return None
        way, piece = found
        if way + 1 < by:
            return no("11.3.1-a", "stops_at_obstacle", piece=piece.called, left=way)
        self.at_obstacle = piece
        return None

    def astride(self, bearing: int, by: int) -> list[Piece]:
        """11-t8, 11-t9. Streams that the way lies along, and fords."""
        fords = [way for way in self.s.ground.ways if way.type == "ford" and terrain.meets(self.pose, bearing, by, way)]
        streams = [
            piece
            for piece in self.s.ground.obstacles
            if piece.type == "stream"
            and piece.id not in self.passed
            and obstacles.is_at(self.pose, piece)
            and obstacles.is_at(shift(self.pose, bearing, by), piece)
        ]
        return [*fords, *streams]

    def zone_refusal(self, bearing: int, by: int, kind: str) -> Refusal | None:
        """5.4-b. In a zone of control one goes straight towards who has it, or back."""
        for enemy in control_zone.met_on_way(self.pose, bearing, by, self.zones):
            if kind == "advance" and control_zone.points_at(self.pose, enemy):
                continue
            if kind == "back" and overlaps(self.pose, control_zone.zone_of(enemy)):
                continue
            return no("5.4-b", "zone_of_control", target=enemy.name)
        return None

    def through_friends(self, bearing: int, by: int, kind: str) -> Refusal | None:
        """5.3-b, 5.3-d, 5.3.5-a. Friends in the way: who may be passed through, aslant only in open order."""
        for friend in self.friends:
            if not may_meet(self.pose, bearing, by, friend.pose) or friend in self.crossed:
                continue
            if stretch_in(self.pose, bearing, by, outline(friend.pose)) is None:
                continue
            allowed = interpenetration.crossing(self.unit, friend)
            if allowed == interpenetration.NO and not areas.holds_both(self.s, self.unit, friend):
                return no("5.3-b", "through_friend", target=friend.name)
            if kind == "oblique" and not friend.is_open:
                return no("5.3-d", "through_friend", target=friend.name)
            self.crossed.append(friend)
        return None

    def meet_generals(self, bearing: int, by: int) -> None:
        """10.3.2-a. Enemy generals whom the way touches."""
        for general in self.s.present():
            if general.side != self.unit.side and general not in self.generals:
                if first_touch(self.pose, bearing, by, [general.pose])[1] >= 0:
                    self.generals.append(general)

    # -- speed and end ------------------------------------------------------------------------------------------------

    def note_areas(self, pieces: list[Piece]) -> None:
        self.slowing += [piece for piece in pieces if piece not in self.slowing]

    def slow_pieces(self) -> list[Piece]:
        """11.4.1-a, 11.4.1-b. The areas that count for the speed: entered on the way, or begun in and not left."""
        entered = [piece for piece in self.slowing if piece not in self.began]
        stayed = [piece for piece in self.began if terrain.lies_on(self.pose, piece) and piece.type not in BUILT]
        return entered + stayed

    def limit(self) -> int:
        """11.4.1-a. How far the unit may go in all, in the ground of its way."""
        return terrain.slowed(self.move, self.unit, self.slow_pieces())

    def too_far(self) -> Refusal | None:
        """5.2-a, 11.4.1-a. Farther than its move lets it go, or than the ground does."""
        most = self.limit()
        if self.gone <= most:
            return None
        rule = "5.2.8-c" if self.way == "tactical" else "5.2-a"
        return no("11.4.1-a" if self.gone <= self.move else rule, "too_far", left=most, um=um(most))

    def ends(self) -> Refusal | None:
        """5.1-h, 5.3-e, 5.3-f, 11.2-g. Where it ends: clear of all, open order makes room; in no closed ground."""
        places = list((self.change.poses if self.change is not None else laid_out(self.unit, self.pose)).values())
        if any(touches(place, foe) for place in places for foe in self.foes):
            return no("5.1-h", "touches_enemy")
        if not all(terrain.is_on_table(self.s, place) for place in places):
            return no("5.2-a", "off_the_table")
        for place in places:
            closed = terrain.stands_in_closed(self.s, place)
            if closed is not None:
                return no("11.2-g", "closed_ground", piece=closed.id)
        for friend in self.friends:
            if overlaps_any(friend.pose, places) < 0:
                continue
            allowed = interpenetration.crossing(self.unit, friend)
            aside = self.made_way(friend) if friend.is_open and allowed == interpenetration.FREE else None
            if aside is None:
                return no("5.3-e", "ends_on_friend", target=friend.name)
            self.shifted.append((friend, aside))
        return None

    def made_way(self, friend: Base) -> Pose | None:
        """5.3-f. Where open order goes that has to make room: back or forward, as little as it can."""
        others = [base.pose for base in self.friends if base.id != friend.id] + self.foes
        others += [place for _, place in self.shifted]
        for by in range(TOUCH, 4 * UM, 50):
            for way in (18000, 0):
                there = shift(friend.pose, (friend.facing + way) % 36000, by)
                free = not overlaps(there, self.pose) and overlaps_any(there, others) < 0
                if free and terrain.is_on_table(self.s, there):
                    return there
        return None


def outline(pose: Pose) -> list[tuple[int, int]]:
    """The corners of a footprint as an area."""
    q = corners(pose)
    return [(q[i], q[i + 1]) for i in (0, 2, 4, 6)]
