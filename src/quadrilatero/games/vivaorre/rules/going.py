"""Chapter 8: a unit on its way over the ground: what a stretch costs, what disorders it, who and what stops it.

It goes on a copy, so that the same code judges what a player tries and carries out what is lawful.
"""

from __future__ import annotations

from typing import Any

from quadrilatero.games.vivaorre.rules import ground, roads
from quadrilatero.games.vivaorre.rules.contact import clear_until
from quadrilatero.games.vivaorre.rules.rates import WHOLE, longest, rate
from quadrilatero.games.vivaorre.said import ASSAULT, BATTERY, LIMBERED, LINE, MARCH, MASS, SKIRMISH, SQUARE
from quadrilatero.games.vivaorre.state import Pose, State, Unit
from quadrilatero.games.vivaorre.telling import no
from quadrilatero.kernel import Plain, Refusal
from quadrilatero.table import TOUCH, first_touch, overlaps_any, shift, span

CLOSE_ORDER = (LINE, ASSAULT, MARCH, SQUARE)
"""8-s: what difficult ground turns into a mass."""


class Going:
    """A unit on its way. `left` are the grains it may still spend, `gone` the mils it has covered.

    With `faster` (numerator and denominator) it goes by that much farther. With `clip` it stops where its grains end
    instead of being refused. `charging` it goes on until it touches an enemy, who is then `met`, and stops wherever
    it cannot go on. `wheeled` and `moved` say which manoeuvres are behind it.
    """

    __slots__ = (
        *("begun", "charging", "clip", "enemies", "faster", "foes", "friends", "gone", "hang", "left", "met", "moved"),
        *("s", "spent", "unit", "wheeled"),
    )

    def __init__(
        self,
        s: State,
        unit: Unit,
        faster: tuple[int, int] = (1, 1),
        clip: bool = False,
        charging: bool = False,
        like: Going | None = None,
    ) -> None:
        """A walk that begins, or one that meets the same others as another (`like`)."""
        self.s = s
        self.unit = unit.copy()
        self.faster = faster
        self.clip = clip or charging
        self.charging = charging
        self.left = WHOLE
        self.gone = 0
        self.begun = 0
        self.wheeled = False
        self.moved = False
        self.spent = False
        self.met: Unit | None = None
        if like is None:
            self.foes, self.enemies = s.enemies_known(unit.side)
            self.friends = s.friends_at(unit)
            self.hang = ground.overhang(s, unit.pose)
        else:
            self.foes, self.enemies, self.friends, self.hang = like.foes, like.enemies, like.friends, like.hang

    # -- standing ---------------------------------------------------------------------------------------------------

    def pay(self, grains: int, rule: str, reason: str, **data: Any) -> Refusal | None:
        if grains > self.left:
            return no(rule, reason, **self.allowed(0), **data)
        self.left -= grains
        return None

    def place(self, pose: Pose) -> None:
        self.unit.stand(pose)

    def fits(self) -> Refusal | None:
        """8-q, 8-s, 8-u, 8-ab. Whether the unit has room where it stands without having moved on, and its order."""
        if ground.is_difficult(self.s, self.unit, self.unit.pose) and ground.disorders_at(self.s, self.unit):
            self.becomes_mass()
            self.leaves_difficult_ground()
        pose = self.unit.pose
        if overlaps_any(pose, self.enemies) >= 0:
            return no("7-g", "no_room")
        if overlaps_any(pose, self.friends) >= 0 and not self.passes_through():
            return no("8-q", "no_room")
        if closed := ground.closed_at(self.s, self.unit, pose):
            return no(closed[0], "closed_here", piece=closed[1].id, type=closed[1].type)
        return self.on_table()

    def on_table(self) -> Refusal | None:
        """12-n, 5-j. No part of a unit leaves the table; what was outside when it began counts as on it."""
        return None if self.is_on_table(self.unit.pose) else no("12-n", "leaves_table")

    def is_on_table(self, pose: Pose) -> bool:
        """12-n, 5-j. Whether a footprint is on the table, but for what was outside when the move began."""
        return ground.is_on_table(self.s, pose, self.hang)

    # -- straight ways ----------------------------------------------------------------------------------------------

    def grains(self, by: int, times: int) -> int:
        """8-a, 8-b, 8-c, 8-f. The grains of so many mils at the present rate, once or several times."""
        ahead, of = self.faster
        return by * times * WHOLE * of // (rate(self.unit) * ahead)

    def allowed(self, more: int) -> Plain:
        """8-a. What a refusal says would have been allowed: so many mils of this manoeuvre."""
        left = self.gone - self.begun + max(0, more)
        return {"left": left}

    def in_reach(self, times: int) -> int:
        """8-a, 8-b, 8-c, 8-f. The mils that the grains left are enough for at the present rate."""
        ahead, of = self.faster
        return self.left * rate(self.unit) * ahead // (WHOLE * of * times)

    def passes_through(self) -> bool:
        """8-q, 7-g. Foot skirmishers pass freely through any troops, but for a charge, which friends stop."""
        return not self.charging and self.unit.is_foot and self.unit.formation == SKIRMISH

    def rate_rule(self) -> str:
        """8-a, 8-b, 8-c, 8-o, 8-p: the rule that gives the unit its rate."""
        if self.unit.is_guns:
            return "8-p" if self.unit.formation == BATTERY else "8-c"
        if self.unit.formation == SQUARE:
            return "8-o"
        return "8-b" if self.unit.is_horse else "8-a"

    def go(self, bearing: int, by: int, times: int) -> Refusal | None:
        """8-s, 8-t. A straight way, stretch by stretch of difficult ground: there everything costs double.

        Close order becomes a mass where it enters such ground, and is in order again where it has left it.
        """
        while by > 0 and not self.spent:
            unit = self.unit
            free = 0
            if unit.formation in (MARCH, LIMBERED) and roads.on_road(self.s, unit.pose):
                free = roads.road_ahead(self.s, unit.pose[0], unit.pose[1], bearing, by)
            if free > 0:
                if refusal := self.leg(bearing, free, times):
                    return refusal
                by -= free
                continue
            stretches = ground.difficult_stretches(self.s, unit, unit.pose, bearing, by)
            inside = bool(stretches) and stretches[0][0] <= 0 < stretches[0][1]
            if inside and self.is_disordered_here(bearing, by) and self.becomes_mass():
                continue
            if inside:
                leg = min(by, stretches[0][1])
            else:
                ahead = [begin for begin, _ in stretches if begin > 0]
                leg = min(by, *ahead) if ahead else by
            if refusal := self.leg(bearing, leg, 2 * times if inside else times):
                return refusal
            by -= leg
            self.leaves_difficult_ground()
        return None

    def is_disordered_here(self, bearing: int, by: int) -> bool:
        """8-s, 8-w. Whether the difficult ground at hand makes a mass of close order."""
        stretches = ground.difficult_stretches(self.s, self.unit, self.unit.pose, bearing, by, disordering=True)
        return bool(stretches) and stretches[0][0] <= 0

    def becomes_mass(self) -> bool:
        """8-s. A formed unit in difficult ground is disordered and takes mass there and then; whether it did."""
        unit = self.unit
        changed = unit.formation in CLOSE_ORDER
        if changed or (unit.formation == MASS and unit.disorder is None):
            unit.disorder = unit.disorder or "ground"
        if changed:
            formation = unit.formation
            unit.formation = MASS
            unit.settle()
            if self.charging and (
                overlaps_any(unit.pose, self.friends) >= 0 or ground.closed_at(self.s, unit, unit.pose)
            ):
                unit.formation = formation
                unit.settle()
                return False
        return changed

    def leaves_difficult_ground(self) -> None:
        """8-t, 8-ae. All of it out, the unit is in order again, still a mass; by an option it has to reorder."""
        unit = self.unit
        if unit.disorder == "ground" and not ground.is_difficult(self.s, unit, unit.pose):
            unit.disorder = None if self.s.options["disorder"] == "ground_free" else "reorder"

    def leg(self, bearing: int, by: int, times: int) -> Refusal | None:
        """7-g, 8-q, 8-u, 8-aa, 8-ab. A part of a straight way on one kind of ground, if nothing is in the way."""
        pose = self.unit.pose
        if self.charging:
            by = self.until_stopped(bearing, by)
        elif refusal := self.refuse_way(bearing, by):
            return refusal
        there = shift(pose, bearing, by)
        stopped = self.spent
        self.spent = False
        end = self.gone + by
        for crossing in ground.crossed(self.s, pose[0], pose[1], there[0], there[1]):
            before = min(crossing.way, by) - by + end - self.gone
            if refusal := self.cross(crossing, bearing, before, times):
                return refusal
            if self.spent:
                self.met = None
                return None
        refusal = self.stride(bearing, end - self.gone, times)
        if self.spent:
            self.met = None
        self.spent = self.spent or stopped
        if self.charging:
            self.stand_clear(pose, bearing)
        return refusal

    def stand_clear(self, start: Pose, bearing: int) -> None:
        """7-g. A charge that grazes somebody on its way does not end on top of him: it is stopped there."""
        others = [*self.enemies, *self.friends]
        hit = overlaps_any(self.unit.pose, others)
        if hit >= 0:
            here = self.unit.pose
            far = span(start[0], start[1], here[0], here[1])
            way = clear_until(start, bearing, far, others)
            self.gone -= far - way
            self.place(shift(start, bearing, way))
            self.spent, self.met = True, self.foes[hit] if hit < len(self.foes) else None

    def refuse_way(self, bearing: int, by: int) -> Refusal | None:
        """7-g, 8-q, 8-u, 8-aa, 8-ab. Enemies, friends or closed ground on a straight way, and how far it is free."""
        pose = self.unit.pose
        way, enemy = first_touch(pose, bearing, by + TOUCH, self.enemies)
        if enemy >= 0:
            free = max(0, way - TOUCH - 1)
            return no("7-g", "touches_enemy", **self.allowed(free))
        if not self.passes_through():
            way, friend = first_touch(pose, bearing, by, self.friends)
            if friend >= 0 and way < by:
                return no("8-q", "through_others", **self.allowed(way))
        closed = ground.closed_on_way(self.s, self.unit, pose, bearing, by)
        if closed is None:
            return None
        rule, piece, way = closed
        return no(rule, "closed_ground", piece=piece.id, type=piece.type, **self.allowed(way))

    def until_stopped(self, bearing: int, by: int) -> int:
        """7-g. How far a charge goes on this leg: to the first enemy, friend or closed ground; then it is over."""
        pose = self.unit.pose
        way, index = first_touch(pose, bearing, by, self.enemies)
        friend, who = first_touch(pose, bearing, by, [] if self.passes_through() else self.friends)
        closed = ground.closed_on_way(self.s, self.unit, pose, bearing, min(way, friend))
        most = self.on_table_until(bearing, min(way, friend, closed[2] if closed else by))
        if index >= 0 and way <= most:
            self.met = self.foes[index]
        self.spent = index >= 0 or who >= 0 or closed is not None or most < by
        return most

    def on_table_until(self, bearing: int, by: int) -> int:
        """12-n. How far of a straight way a charge stays on the table."""
        return longest(by, lambda way: self.is_on_table(shift(self.unit.pose, bearing, way)))

    def where(self) -> tuple[int, int]:
        return self.unit.pose[0], self.unit.pose[1]

    def cross(self, crossing: ground.Crossing, bearing: int, by: int, times: int) -> Refusal | None:
        """8-x, 8-y, 8-aa. Up to a line and over it, for its share of the move; a charge stops where it cannot."""
        piece = crossing.piece
        rule = ground.refuses_crossing(self.unit, crossing)
        if rule is not None and not self.charging:
            return no(rule, "closed_line", piece=piece.id, type=piece.type, **self.allowed(by - 1))
        if refusal := self.stride(bearing, by, times):
            return refusal
        cost = ground.crossing_cost(self.unit, crossing)
        if (cost > self.left or rule is not None) and self.clip:
            self.spent = True
            return None
        rule = "8-aa" if crossing.by is not None else ground.SHARES.get(piece.type, ("8-aa", 2))[0]
        return self.pay(cost, rule, "crossing_too_dear", piece=piece.id, type=piece.type)

    def stride(self, bearing: int, by: int, times: int) -> Refusal | None:
        """8-a, 8-b, 8-c. So many mils on free ground, or as many as are left where the walk is clipped."""
        if by <= 0:
            return None
        most = self.in_reach(times)
        if by > most:
            if not self.clip:
                return no(self.rate_rule(), "too_far", **self.allowed(most))
            by, self.spent = most, True
        self.left -= self.grains(by, times)
        self.gone += by
        self.place(shift(self.unit.pose, bearing, by))
        return self.on_table()
