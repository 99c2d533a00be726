"""How good it is for a unit of the acting wing to stand in a hex and face one way, term by term."""

from __future__ import annotations

from quadrilatero.games.camposanto.duel import at_least
from quadrilatero.games.camposanto.mind.outlook import ASSAULTING, FLIGHT, ON_TOP, Outlook, far_from, fighters, moved
from quadrilatero.games.camposanto.mind.threat import Threats
from quadrilatero.games.camposanto.rules import fire
from quadrilatero.games.camposanto.rules.activation import starts_no_assault
from quadrilatero.games.camposanto.rules.artillery import cone, line_is_blocked
from quadrilatero.games.camposanto.rules.evening import artillery_range
from quadrilatero.games.camposanto.rules.movement import movement_points, refuse_entering_zoc
from quadrilatero.games.camposanto.rules.moving import movers
from quadrilatero.games.camposanto.rules.reach import reach
from quadrilatero.games.camposanto.rules.zones import in_zoc
from quadrilatero.games.camposanto.state import State, Unit
from quadrilatero.hexes import NO_HEXES, HexSet
from quadrilatero.kernel.mind import Terms

MOST_HELPERS = 2
HELP = 0.85
"""How much of the help that friends could still bring is counted on."""

HOME = {"spain": 0, "austria": 3}
TURNS = tuple(tuple((home + turn) % 6 for turn in (0, 1, 5, 2, 4, 3)) for home in range(6))
"""The six facings, those nearest to one of them first."""

LIKELY = 0.3
"""Who is assaulted with so much to gain is not expected to strike back."""

WATCHED = 4
"""Enemies farther than this do not turn a unit's head."""


class Places:
    """Places for the units of the wing that acts, as one decision sees them; `insight` 2 looks at the enemy's reply."""

    def __init__(self, outlook: Outlook, insight: int) -> None:
        self.outlook = outlook
        self.insight = insight
        self.s = outlook.s
        self.grid = outlook.grid
        self.front, self.ahead = self.s.board.facings.front, self.s.board.facings.ahead
        self.weights = outlook.weights
        self.active = self.s.acting()
        self.mine = outlook.side == self.active.side
        self.foes = self.s.held[outlook.enemy]
        self.free = self.s.board.open - self.s.held[outlook.side]
        self.far = far_from(self.s.board, self.foes)
        self.strikes = self.mine and self.active.step != "assault" and not starts_no_assault(self.active)
        self.threats = Threats(outlook, outlook.side) if insight > 1 else None
        self._in_place: dict[int, list[Unit]] = {}
        self._joined: dict[tuple[str, int, int], float] = {}
        self._coming: dict[int, list[tuple[Unit, HexSet]]] | None = None
        self._ground: dict[int, tuple[float, float, float, float, int, HexSet]] = {}
        self._flank: dict[int, list[float]] = {}
        self._outward: dict[int, int] = {}

    # -- all terms ------------------------------------------------------------------------------------------------

    def score(self, unit: Unit, hex: int) -> tuple[float, int]:
        """The value of a hex with the best facing in it, and that facing."""
        value = sum(self.standing(unit, hex).values())
        best, chosen = None, 0
        for facing in self.facings(unit, hex):
            found = sum(self.facing(unit, hex, facing).values())
            if best is None or found > best:
                best, chosen = found, facing
        assert best is not None
        return value + best, chosen

    def unthreatened(self, unit: Unit, hex: int) -> tuple[float, int]:
        """The same for a hex away from the enemy, the threats left aside."""
        best, chosen = max(
            (sum(self._looking(unit, hex, facing).values()), -number, facing)
            for number, facing in enumerate(self.facings(unit, hex))
        )[::2]
        return sum(self.standing(unit, hex).values()) + best, chosen

    def best(self, unit: Unit, hex: int) -> Terms:
        """The terms of a hex with the best facing in it."""
        return self.terms(unit, hex, self.score(unit, hex)[1])

    def terms(self, unit: Unit, hex: int, facing: int) -> Terms:
        """All terms of one hex and one facing."""
        return {**self.standing(unit, hex), **self.facing(unit, hex, facing)}

    def facings(self, unit: Unit, hex: int) -> list[int]:
        """The facings worth a look: towards each enemy in contact, and towards most of the others."""
        if unit.type == "artillery":
            return list(range(6)) if self.far[hex] <= artillery_range(self.s) else [self.outward(hex)]
        found = [self.outward(hex)]
        if self.grid.around[hex].meets(self.foes):
            ahead = self.ahead[hex]
            found += [facing for facing in range(6) if ahead[facing].meets(self.foes) and facing != found[0]]
        return found

    def standing(self, unit: Unit, hex: int) -> Terms:
        """What does not hang on the facing."""
        fixed = self._ground.get(hex)
        if fixed is None:
            fixed = self._ground[hex] = self._fixed(hex)
        edge, approach, cover, shot, beside, near = fixed
        w = self.weights
        if unit.hex in near:
            beside -= 1
        terms = {"cohesion": self.cohesion(beside), "cover": cover}
        if unit.type == "artillery":
            terms["approach"] = -w["approach"] * 0.1 * abs(self.far[hex] - min(3, artillery_range(self.s) + 1))
        else:
            terms["approach"] = approach
            terms["edge"] = edge
        if shot:
            terms["cannon"] = -w["cannon"] * shot * self.outlook.price(unit, 1)
        return terms

    def cohesion(self, beside: int) -> float:
        """What it is worth to have so many friends alongside; in the Evening to have none is worse (11-c)."""
        alone = 0.2 if self.outlook.evening else 0.1
        return self.weights["cohesion"] * (0.05 * min(beside, 2) if beside else -alone)

    def _fixed(self, hex: int) -> tuple[float, float, float, float, int, HexSet]:
        """What a hex is to any unit of the side: edge, approach, cover, fire, and the friends around it."""
        w, s, side = self.weights, self.s, self.outlook.side
        back = s.board.to_edge[side][hex]
        far = self.far[hex]
        exposed = max(0, 5 - far) / 4
        near = self.grid.around[hex] & s.held[side]
        return (
            -w["edge"] * exposed * (1.0 if back == 0 else 0.35 if back < FLIGHT else 0.0),
            -w["approach"] * 0.1 * far,
            w["cover"] * 0.1 if hex in s.board.farmhouses and far <= WATCHED else 0.0,
            0.0 if self.threats is None else self.threats.cannon(hex),
            len(near),
            near,
        )

    def facing(self, unit: Unit, hex: int, facing: int) -> Terms:
        """What hangs on the facing."""
        w = self.weights
        terms = self._looking(unit, hex, facing)
        ahead = self.ahead[hex][facing]
        gone = NO_HEXES
        if self.strikes and unit.type != "artillery" and ahead.meets(self.foes):
            gain = self.assault(unit, hex, facing)
            terms["assault"] = w["assault"] * gain
            if gain > LIKELY:
                gone = ahead & self.foes
        if self.threats is not None:
            risk = self.threats.of(unit, hex, facing, gone)
            if risk:
                terms["threat"] = -w["threat"] * risk
        return terms

    def _looking(self, unit: Unit, hex: int, facing: int) -> Terms:
        """What hangs on the facing but for Assaults, its own and the enemy's."""
        terms: Terms = {"flank": -self.weights["flank"] * 0.1 * self._flanks(hex)[facing]}
        if unit.type in ON_TOP:
            terms["fire"] = self.weights["fire"] * self.shot(unit, hex, facing)
        return terms

    # -- facing -----------------------------------------------------------------------------------------------------

    def _flanks(self, hex: int) -> list[float]:
        """For each facing how near the enemy is to the Flank; friends and closed hexes let nobody in."""
        found = self._flank.get(hex)
        if found is None:
            free, far = self.free, self.far
            watch = [
                (1 + WATCHED - far[n]) / WATCHED if n in free and far[n] <= WATCHED else 0.0
                for n in self.grid.neighbours[hex]
            ]
            around = sum(watch)
            found = self._flank[hex] = [around - watch[facing] - watch[facing - 1] for facing in range(6)]
        return found

    def outward(self, hex: int) -> int:
        """The facing that looks at most of the enemy, or at his side of the field where he is far."""
        found = self._outward.get(hex)
        if found is None:
            found = self._outward[hex] = min(TURNS[HOME[self.outlook.side]], key=self._flanks(hex).__getitem__)
        return found

    # -- assaults -----------------------------------------------------------------------------------------------------

    def in_place(self, hex: int) -> list[Unit]:
        """The units of the wing that could assault an enemy hex from where they stand."""
        found = self._in_place.get(hex)
        if found is None:
            s, active = self.s, self.active
            found = self._in_place[hex] = [
                unit
                for near in self.grid.adjacent[hex]
                if near in s.held[active.side]
                for unit in s.stack(near)
                if unit.wing == active.wing and unit.type in ASSAULTING and hex in self.ahead[near][unit.facing]
            ]
        return found

    def expect(self, unit: Unit, hex: int, facing: int) -> None:
        """Count on a unit of the wing in a place: it can take part in Assaults from there."""
        here = moved(unit, hex, facing)
        self._joined.clear()
        for target in self.front[hex][facing]:
            if target in self.foes:
                self._in_place[target] = [*(other for other in self.in_place(target) if other.id != unit.id), here]

    def coming(self, hex: int) -> list[tuple[Unit, HexSet]]:
        """Who can still come next to an enemy hex, and where."""
        if self._coming is None:
            self._coming = {}
            s = self.s
            targets = [(foe, self.grid.around[foe]) for foe in self.foes]
            for unit in movers(s) if self.active.step == "movement" else ():
                if unit.type == "artillery" or unit.id == self.active.facing:
                    continue
                allowed = refuse_entering_zoc(s, unit, in_zoc(s, unit.side, unit.hex)) is None
                ways = reach(s, unit, movement_points(s, unit), True).ways if allowed else ()
                places = HexSet.of([place for place in ways if place not in s.at]).plus(unit.hex)
                for foe, near in targets:
                    if near.meets(places):
                        self._coming.setdefault(foe, []).append((unit, near & places))
            for pairs in self._coming.values():
                pairs.sort(key=lambda pair: (-pair[0].steps - 2 * pair[0].stars, pair[0].id))
        return self._coming.get(hex, [])

    def assault(self, unit: Unit, hex: int, facing: int) -> float:
        """What a unit adds to the wing's Assaults by standing there."""
        targets = [near for near in self.front[hex][facing] if near in self.foes]
        if not targets:
            return 0.0
        here = moved(unit, hex, facing)
        if len(targets) == 1:
            return self.joins(here, targets[0])
        covered = [t for t in targets if any(other.id != unit.id for other in self.in_place(t))]
        if covered:
            return max(self.joins(here, t) for t in targets if t not in covered or len(covered) == 2)
        return max(0.0, self.value((here,), tuple(targets)))

    def joins(self, here: Unit, target: int) -> float:
        """One more against one target: its part, and what friends still to come could make of it."""
        key = here.id, here.hex, target
        found = self._joined.get(key)
        if found is None:
            others = tuple([other for other in self.in_place(target) if other.id != here.id])
            before = max(0.0, self.value(others, (target,))) if others else 0.0
            group = (*others, here)
            now = max(0.0, self.value(group, (target,)))
            if self.insight > 1 and len(group) <= MOST_HELPERS:
                now = max(now, HELP * self._with_help(group, target))
            found = self._joined[key] = now - before
        return found

    def _with_help(self, group: tuple[Unit, ...], target: int) -> float:
        """The best that the group could become with those who can still come."""
        taken = HexSet.of([unit.hex for unit in group])
        there = {unit.id for unit in group}
        defender = fighters(self.s, target)
        front = self.ahead[target][defender[0].facing] if defender else NO_HEXES
        best = 0.0
        for helper, places in self.coming(target):
            free = places - taken
            if helper.id in there or not free:
                continue
            place = (free - front or free).first()
            group = (*group, moved(helper, place))
            taken = taken.plus(place)
            there.add(helper.id)
            best = max(best, self.value(group, (target,)))
            if len(group) > MOST_HELPERS:
                break
        return best

    def value(self, group: tuple[Unit, ...], targets: tuple[int, ...]) -> float:
        """What an Assault of a group on these hexes is worth."""
        defenders = [unit for target in targets for unit in fighters(self.s, target)]
        return self.outlook.assault(self.s, group, defenders)

    # -- fire ---------------------------------------------------------------------------------------------------------

    def shot(self, unit: Unit, hex: int, facing: int) -> float:
        """What the best shot from there is worth, now for light infantry and the next time for guns."""
        s = self.s
        if unit.type == "light":
            if self.active.state == "titubant" or not self.mine:
                return 0.0
            aims = [near for near in self.front[hex][facing] if near in self.foes]
            return max((chance_to_hit(s, unit, aim) * self.outlook.aim(aim) for aim in aims), default=0.0)
        gun = moved(unit, hex, facing)
        best = 0.0
        for aim in cone(s, gun):
            if aim in self.foes:
                worth = chance_to_hit(s, gun, aim) * self.outlook.aim(aim)
                if worth > best and not line_is_blocked(s, gun, aim):
                    best = worth
        return best


def chance_to_hit(s: State, unit: Unit, hex: int) -> float:
    """9.1-h, 10.2-d: the chance of one shot."""
    return at_least(fire.NEED - sum(value for _, value in fire.modifiers(s, unit, hex)))
