"""Chapter 8: the manoeuvres of a move, one after another: formations and wheels first, then straight ways and roads."""

from __future__ import annotations

from collections.abc import Sequence

from quadrilatero.games.vivaorre.answers import (
    About,
    Advance,
    Back,
    Follow,
    Form,
    Manoeuvre,
    Oblique,
    Sideways,
    To,
    TurnAside,
    Wheel,
)
from quadrilatero.games.vivaorre.pieces import Outline
from quadrilatero.games.vivaorre.rules import ground, marching, roads
from quadrilatero.games.vivaorre.rules.characters import commander_of, has
from quadrilatero.games.vivaorre.rules.formations import FORMATION_RULES, allowed_formations, files_formed
from quadrilatero.games.vivaorre.rules.going import Going
from quadrilatero.games.vivaorre.rules.rates import COLUMNS, change_cost, is_siege, longest
from quadrilatero.games.vivaorre.said import (
    BATTERY,
    LIMBERED,
    LINE,
    MARCH,
    MASS,
    SKIRMISH,
    SQUARE,
)
from quadrilatero.games.vivaorre.telling import at_fault, no
from quadrilatero.kernel import Refusal
from quadrilatero.table import (
    LEFT,
    RIGHT,
    about,
    along,
    arc_length,
    corners,
    overlaps_any,
    reform,
    span,
    to_line,
    turn,
    wheel,
    wheel_touch,
)
from quadrilatero.table import (
    bearing as bearing_to,
)
from quadrilatero.table.measure import apart

HANDS = {"left": LEFT, "right": RIGHT}
FREE_WHEEL, COLUMN_WHEEL, OBLIQUE = 4500, 9000, 4500
"""8-h, 8-m: how far lines and masses wheel for nothing, columns at a price; how far one may go off the straight."""
SWEEP = 500
"""7-c: a charge that wheels looks at the ground under it every five degrees."""
FIRST = (Form, About, TurnAside, Wheel)
"""8-l: what comes before any other movement."""


class Walk(Going):
    """A unit that goes through its manoeuvres: what each is open to, what it costs, and where it leads."""

    __slots__ = ()

    def twin(self) -> Walk:
        """A walk that goes on from here, with what is left of the move and with who is seen by now."""
        other = Walk(self.s, self.unit, self.faster, self.clip, self.charging)
        other.left, other.gone, other.hang = self.left, self.gone, self.hang
        other.wheeled, other.moved, other.spent = self.wheeled, self.moved, self.spent
        return other

    def fork(self) -> Walk:
        """A walk that goes on from here while this one stays, for what is tried out in one state."""
        other = Walk(self.s, self.unit, self.faster, self.clip, self.charging, self)
        other.left, other.gone, other.begun = self.left, self.gone, self.begun
        other.wheeled, other.moved, other.spent, other.met = self.wheeled, self.moved, self.spent, self.met
        return other

    # -- the whole path ---------------------------------------------------------------------------------------------

    def take(self, path: Sequence[Manoeuvre]) -> Refusal | None:
        """8-a, 8-l. Go the whole path; what refuses it names the manoeuvre at fault."""
        for number, step in enumerate(path):
            refusal = self.step(step)
            if refusal is not None:
                return at_fault(refusal, number, self.unit.id)
            if self.spent:
                break
        ends = self.ends()
        return None if ends is None else at_fault(ends, len(path) - 1, self.unit.id)

    def step(self, step: Manoeuvre) -> Refusal | None:
        """8-l. Changes of formation and wheels come first."""
        self.begun = self.gone
        if isinstance(step, FIRST) and self.moved:
            return no("8-l", "changes_first")
        if isinstance(step, Form):
            return self.form(step)
        if isinstance(step, About):
            return self.about()
        if isinstance(step, TurnAside):
            return self.turn(step)
        if isinstance(step, Wheel):
            return self.wheel(step)
        self.moved = True
        if isinstance(step, Advance):
            return self.advance(step)
        if isinstance(step, Oblique):
            return self.oblique(step)
        if isinstance(step, Back):
            return self.sidestep(18000, step.by)
        if isinstance(step, Sideways):
            return self.sidestep(27000 if step.side == "left" else 9000, step.by)
        return self.to(step) if isinstance(step, To) else self.follow(step)

    def ends(self) -> Refusal | None:
        """8-q. Nobody ends on top of another, not even skirmishers who pass through their friends."""
        pose = self.unit.pose
        if overlaps_any(pose, self.friends) >= 0 or overlaps_any(pose, self.enemies) >= 0:
            return no("8-q", "on_others")
        return None

    # -- changes on the spot ----------------------------------------------------------------------------------------

    def form(self, step: Form) -> Refusal | None:
        """8-j, 8-k. Another formation, in the saddle or out of it; it keeps its place and facing."""
        unit = self.unit
        mounted = unit.mounted if step.mounted is None else step.mounted
        if refusal := self.refuse_form(step, mounted):
            return refusal
        if refusal := self.pay(change_cost(unit), "8-k", "change_too_dear"):
            return refusal
        if is_siege(unit) and unit.forming != step.formation:
            unit.forming = step.formation
            self.left = 0
            return None
        unit.forming = None
        unit.formation, unit.ranks, unit.mounted = step.formation, step.ranks, mounted
        unit.files = files_formed(unit.figures, unit.impi)
        unit.settle()
        return self.fits()

    def refuse_form(self, step: Form, mounted: bool) -> Refusal | None:
        """2-e, 2-f, 2-g, 2-h, 2-i, 2-j, 2-k, 2-l, 5-ch15, 8-s. Why a formation is not for this unit, or not here."""
        unit = self.unit
        dismounts = unit.mounted and not mounted
        if mounted != unit.mounted and ("dismount" not in unit.notes or unit.arm != "cavalry"):
            return no("2-l", "cannot_dismount")
        if unit.disorder == "ground" and step.formation != MASS:
            return no("8-s", "disordered_here")
        arm = "infantry" if unit.arm == "cavalry" and not mounted else unit.arm
        open_to = allowed_formations(arm, unit.training, unit.notes, unit.impi)
        if step.formation not in open_to or (step.formation == SQUARE and unit.arm == "cavalry"):
            return no(FORMATION_RULES[step.formation], "not_its_formation", formation=step.formation, allowed=open_to)
        if dismounts and step.formation not in (LINE, MASS, SKIRMISH):
            return no("2-l", "dismounts_into", formation=step.formation)
        if step.formation == SKIRMISH and has(commander_of(self.s, unit), "ottuso"):
            return no("5-ch15", "general_forbids_skirmish")
        return None

    def about(self) -> Refusal | None:
        """8-i, 8-k. Front to rear: the figures turn about."""
        if refusal := self.pay(change_cost(self.unit), "8-k", "change_too_dear"):
            return refusal
        self.place(about(self.unit.pose))
        return self.fits()

    def turn(self, step: TurnAside) -> Refusal | None:
        """8-i, 8-k. Front to flank: a line becomes a march column and a march column a line, about the centre."""
        unit = self.unit
        if unit.formation not in (LINE, MARCH) or (unit.formation == MARCH and not unit.is_regular):
            return no("8-i", "no_turn", formation=unit.formation)
        if refusal := self.pay(change_cost(unit), "8-k", "change_too_dear"):
            return refusal
        turned = turn(unit.pose, 27000 if step.side == "left" else 9000)
        unit.formation = MARCH if unit.formation == LINE else LINE
        unit.settle()
        self.place(reform(turned, unit.pose[3], unit.pose[4], 0))
        return self.fits()

    def wheel(self, step: Wheel) -> Refusal | None:
        """8-h, 7-c. Once a move: lines, masses and batteries to 45 degrees for nothing, columns to 90 for the arc.

        A charge begins with it: it ends where it meets somebody.
        """
        unit = self.unit
        if unit.formation in (SKIRMISH, SQUARE) and not self.charging:
            return no("8-o", "no_wheel", formation=unit.formation)
        if self.wheeled:
            return no("8-h", "wheeled_already")
        column = unit.formation in COLUMNS
        most = COLUMN_WHEEL if column else FREE_WHEEL
        if step.angle > most:
            return no("8-h", "wheel_too_far", most=most, degrees=most // 100)
        side, angle = HANDS[step.side], step.angle
        met, enemy = wheel_touch(unit.pose, side, angle, self.enemies)
        stop, friend = wheel_touch(unit.pose, side, angle, [] if self.passes_through() else self.friends)
        if self.charging:
            angle = min(met, stop)
            self.spent = enemy >= 0 or friend >= 0
            self.met = self.foes[enemy] if enemy >= 0 and met <= stop else None
            angle = self.open_angle(side, angle)
        elif enemy >= 0 or (friend >= 0 and stop < angle):
            rule = "7-g" if enemy >= 0 and met <= stop else "8-q"
            return no(rule, "wheel_stopped", most=min(met, stop), degrees=max(0, min(met, stop) - 1) // 100)
        self.wheeled = True
        if column:
            times = 2 if ground.is_difficult(self.s, unit, unit.pose) else 1
            cost = self.grains(arc_length(unit.pose[3], angle), times)
            if cost > self.left:
                most = self.arc_left(times)
                return no("8-h", "wheel_too_dear", most=most, degrees=most // 100)
            self.left -= cost
        self.place(wheel(unit.pose, side, angle))
        return None if self.charging else self.fits()

    def open_angle(self, side: int, angle: int) -> int:
        """7-c, 8-ab, 12-n. How far a charge wheels before closed ground or the edge stops it; then it is over."""

        def is_open(to: int) -> bool:
            turned = wheel(self.unit.pose, side, to)
            return self.is_on_table(turned) and ground.closed_at(self.s, self.unit, turned) is None

        shut = next((to for to in (*range(SWEEP, angle, SWEEP), angle) if not is_open(to)), None)
        found = angle if shut is None else longest(shut, is_open)
        if found < angle:
            self.spent, self.met = True, None
        return found

    def arc_left(self, times: int) -> int:
        """8-h. The greatest angle of a column's wheel that can still be paid for."""
        width = self.unit.pose[3]
        return longest(COLUMN_WHEEL, lambda angle: self.grains(arc_length(width, angle), times) <= self.left)

    # -- straight ways ----------------------------------------------------------------------------------------------

    def advance(self, step: Advance) -> Refusal | None:
        """1-c, 8-a, 8-o, 8-p. Straight on; a square goes elsewhere by `to`, a battery an inch in the open."""
        unit = self.unit
        if unit.formation == SQUARE:
            return no("8-o", "square_goes_to")
        if unit.formation == BATTERY:
            if is_siege(unit) or ground.difficult_stretches(self.s, unit, unit.pose, unit.facing, step.by):
                return no("8-p", "battery_stays")
        return self.go(unit.facing, step.by, 1)

    def oblique(self, step: Oblique) -> Refusal | None:
        """8-m. Regular foot goes off the straight, facing as before, at double cost."""
        if not self.is_drilled():
            return no("8-m", "only_regular_foot")
        if step.angle > OBLIQUE:
            return no("8-m", "oblique_too_far", most=OBLIQUE, degrees=OBLIQUE // 100)
        bearing = self.unit.facing + (-step.angle if step.side == "left" else step.angle)
        return self.go(bearing % 36000, step.by, 2)

    def is_drilled(self) -> bool:
        """8-m, 8-n. Regular foot in close order; squares have their own way (8-o)."""
        unit = self.unit
        return unit.is_foot and unit.is_regular and unit.formation not in (SQUARE, SKIRMISH)

    def sidestep(self, off: int, by: int) -> Refusal | None:
        """8-n. Regular foot goes back or sideways at double cost."""
        if not self.is_drilled():
            return no("8-n", "only_regular_foot")
        return self.go((self.unit.facing + off) % 36000, by, 2)

    def to(self, step: To) -> Refusal | None:
        """8-o. Skirmishers go in any direction, and face as they like where they end; squares an inch."""
        unit = self.unit
        if unit.formation not in (SKIRMISH, SQUARE):
            return no("8-o", "only_skirmishers")
        x, y = unit.pose[0], unit.pose[1]
        by = span(x, y, step.at[0], step.at[1])
        if by:
            if refusal := self.go_to(step.at[0], step.at[1], by):
                return refusal
        if step.facing is None or step.facing == unit.facing or self.spent:
            return None
        if unit.formation == SQUARE:
            return no("8-o", "square_keeps_facing")
        return self.face(step.facing)

    def face(self, facing: int) -> Refusal | None:
        """8-o. Skirmishers turn about the middle of their front; the farthest way of a corner is paid for."""
        before = corners(self.unit.pose)
        pose = (self.unit.pose[0], self.unit.pose[1], facing, self.unit.pose[3], self.unit.pose[4])
        after = corners(pose)
        far = max(span(before[i], before[i + 1], after[i], after[i + 1]) for i in (0, 2, 4, 6))
        if refusal := self.pay(self.grains(far, 1), self.rate_rule(), "turn_too_dear"):
            return refusal
        self.place(pose)
        return self.fits()

    def go_to(self, x: int, y: int, by: int) -> Refusal | None:
        """8-o. Straight to a place; where nothing stopped it the unit stands on it exactly."""
        here = self.unit.pose
        if refusal := self.go(bearing_to(here[0], here[1], x, y), by, 1):
            return refusal
        if not self.spent:
            self.place((x, y, self.unit.facing, self.unit.pose[3], self.unit.pose[4]))
        return None

    def follow(self, step: Follow) -> Refusal | None:
        """8-aa. March columns and limbered guns go along the middle of a road, and face along it where they end."""
        unit = self.unit
        road = self.way_of(step.road)
        if road is None:
            return no("8-aa", "no_road", road=step.road)
        line, width = road
        if unit.formation not in (MARCH, LIMBERED):
            return no("8-aa", "road_for_columns")
        x, y = self.where()
        if to_line((x, y, 0, 1, 1), line) > width // 2:
            return no("8-aa", "not_on_road", road=step.road)
        onward, back = along(line, x, y, 1), along(line, x, y, -1)
        forward = apart(unit.facing, onward[2]) <= apart(unit.facing, back[2])
        legs = roads.legs_along(line, x, y, step.by, forward)
        length = sum(leg.by for leg in legs)
        if length < step.by:
            return no("8-aa", "road_ends", left=length)
        before = self.gone
        for leg in legs:
            self.place((self.unit.pose[0], self.unit.pose[1], leg.bearing, unit.pose[3], unit.pose[4]))
            if refusal := self.leg(leg.bearing, leg.by, 1):
                return refusal
            if self.spent:
                break
        by = self.gone - before
        to_x, to_y, bearing = along(line, x, y, by if forward else -by)
        self.place((to_x, to_y, bearing, unit.pose[3], unit.pose[4]))
        return self.fits()

    def way_of(self, id: str) -> tuple[Outline, int] | None:
        """8-aa, 3-d. The middle line of a road and its width; an army on the march has its written way too."""
        if id == marching.ROUTE and marching.is_marching(self.s, self.unit) and self.s.route is not None:
            return tuple([(x, y) for x, y in self.s.route.line]), marching.WIDE
        piece = self.s.ground.pieces.get(id)
        return None if piece is None or piece.type != "road" else (piece.line, piece.width)
