"""The book's searches written a second time from its text: zones, costs, command, sight, retreats. Slow and plain."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from heapq import heappop, heappush
from typing import Any

Plain = dict[str, Any]
CLOSED = {"woods", "village", "fortress"}
ENTRY = {  # infantry, cavalry, artillery; None: never off road
    "clear": (1, 1, 1),
    "light_cultivation": (1, 2, 2),
    "heavy_cultivation": (2, 3, 3),
    "woods": (2, 3, None),
    "village": (2, 2, 2),
    "tione": (2, 3, None),
    "lake": (None, None, None),
    "mincio": (None, None, None),
}
UP = {"stream": (1, 1, 2), "slope": (1, 1, 2), "steep_slope": (2, 3, None)}
DOWN = {"stream": (1, 1, 2), "slope": (0, 0, 1), "steep_slope": (1, 2, None)}
CLASS = {"line": 0, "light": 0, "cavalry": 1, "artillery": 2, "horse_artillery": 2}


def neighbours(hex: str) -> list[str]:
    c, r = int(hex[:2]), int(hex[2:])
    low = r if c % 2 else r - 1  # the upper row of the columns beside it
    around = [(c, r - 1), (c + 1, low), (c + 1, low + 1), (c, r + 1), (c - 1, low + 1), (c - 1, low)]
    return [f"{x:02}{y:02}" for x, y in around if on_board(x, y)]


def on_board(c: int, r: int) -> bool:
    return 10 <= c <= 70 and 4 <= r <= (33 if c % 2 else 34)


def point(hex: str) -> tuple[int, int]:
    """The centre, on a grid stretched so that corners are whole numbers."""
    c, r = int(hex[:2]), int(hex[2:])
    return 3 * c, 2 * r + c % 2


def distance(a: str, b: str) -> int:
    (ax, ay), (bx, by) = point(a), point(b)
    across, along = abs(ax - bx) // 3, abs(ay - by)
    return across + max(0, (along - across) // 2)


class Ground:
    """A blank board with what was put on it."""

    def __init__(self, board: Plain, units: list[Plain]) -> None:
        self.board = board
        self.terrain: Plain = board.get("terrain", {})
        self.levels: dict[str, int] = board.get("levels", {})
        self.sides = {frozenset(s[:2]): s for s in board.get("hexsides", [])}
        self.roads: dict[frozenset[str], Fraction] = {}
        for road in board.get("roads", []):
            step = Fraction(1, 3) if road["class"] == "major" else Fraction(1, 2)
            for a, b in zip(road["path"], road["path"][1:], strict=False):
                self.roads[frozenset((a, b))] = min(step, self.roads.get(frozenset((a, b)), step))
        self.units = units

    def kind(self, hex: str) -> str:
        return str(self.terrain.get(hex, "clear"))

    def entry(self, a: str, b: str, kind: str) -> int | None:
        """Cost of a step off road, None if it can never be made."""
        who = CLASS[kind]
        cost = ENTRY[self.kind(b)][who]
        side = self.sides.get(frozenset((a, b)))
        if side:
            more = (UP if b == side[1] or side[2] == "stream" else DOWN)[side[2]][who]
            cost = None if cost is None or more is None else cost + more
        return cost

    def held(self, hex: str, side: str) -> bool:
        return any(u["hex"] == hex and u["side"] == side and u["type"] in CLASS for u in self.units)

    def points(self, hex: str) -> int:
        return sum(int(u["sv"]) for u in self.units if u["hex"] == hex and u["type"] in CLASS)

    def zones(self, side: str) -> set[str]:
        found = set()
        for u in self.units:
            if u["side"] == side and u["type"] in CLASS and not u.get("march"):
                found |= {
                    h
                    for h in neighbours(u["hex"])
                    if self.kind(h) not in CLOSED and self.reachable(u["hex"], h, u["type"])
                }
        return found

    def reachable(self, a: str, b: str, kind: str) -> bool:
        return self.entry(a, b, kind) is not None or frozenset((a, b)) in self.roads

    def reach(self, unit: Plain, enemy: str, march: bool) -> dict[str, Fraction]:
        """7.2, 7.4, 7.5, 7.8, 2.9: the least cost of every hex that the unit can end in."""
        barred = self.zones(enemy)
        room = {h: 5 - unit["sv"] - self.points(h) for h in {u["hex"] for u in self.units}}
        allowance = Fraction(unit["ma"])

        def steps(a: str) -> Iterator[tuple[str, Fraction]]:
            for b in neighbours(a):
                if self.held(b, enemy) or b in barred or (b != unit["hex"] and room.get(b, 2) < 0):
                    continue
                road = self.roads.get(frozenset((a, b))) if march else None
                crowd = self.points(b) - (unit["sv"] if b == unit["hex"] else 0) + unit["sv"]
                off = self.entry(a, b, unit["type"])
                if road is not None and crowd <= 3:
                    yield b, road
                elif off is not None:
                    yield b, Fraction(off)

        best = cheapest(unit["hex"], steps, allowance)
        for b, _ in steps(unit["hex"]):
            best.setdefault(b, allowance)
        del best[unit["hex"]]
        return best

    def command(self, commander: str, side: str, enemy: str) -> set[str]:
        """4.2: hexes in range; the last one, where the unit stands, counts as held."""
        barred = self.zones(enemy)

        def steps(a: str) -> Iterator[tuple[str, Fraction]]:
            if a != commander and a in barred and not self.held(a, side):
                return
            for b in neighbours(a):
                if not self.held(b, enemy) and self.kind(b) != "mincio":
                    yield b, Fraction(1, 2) if frozenset((a, b)) in self.roads else Fraction(1)

        return set(cheapest(commander, steps, Fraction(4)))

    def sight(self, a: str, b: str) -> bool:
        """8.9: whole hexes on the line block alone, hexes that it only touches along a side block in pairs."""
        crossed, beside = on_the_line(a, b)
        return not any(map(self.blocks(a, b), crossed)) and not any(
            all(map(self.blocks(a, b), pair)) for pair in beside
        )

    def blocks(self, a: str, b: str) -> Callable[[str], bool]:
        ends = (self.levels.get(a, 0), self.levels.get(b, 0))

        def blocking(hex: str) -> bool:
            level = self.levels.get(hex, 0)
            closed = self.kind(hex) in CLOSED or self.points(hex) > 0
            return level > max(ends) or (closed and level == ends[0] == ends[1])

        return blocking

    def retreats(self, unit: Plain, marker: str, enemy: str) -> set[tuple[str, ...]]:
        """10.5: all ways of a beaten Defender: by the priorities, away from the marker, to room three hexes from it."""
        zones = self.zones(enemy)
        ways = set()

        def full(hex: str) -> bool:
            return self.points(hex) + int(unit["sv"]) > 5

        def go(at: str, path: tuple[str, ...]) -> None:
            if path and distance(at, marker) >= 3 and not full(at):
                ways.add(path)
                return
            rank = {}
            for b in neighbours(at):
                cost = self.entry(at, b, unit["type"])
                if distance(b, marker) == distance(at, marker) + 1 and cost is not None and not self.held(b, enemy):
                    rank[b] = (b in zones, full(b), cost)
            for b, r in rank.items():
                if r == min(rank.values()):
                    go(b, (*path, b))

        go(unit["hex"], ())
        return ways


def cheapest(
    start: str, steps: Callable[[str], Iterator[tuple[str, Fraction]]], limit: Fraction
) -> dict[str, Fraction]:
    best = {start: Fraction(0)}
    queue: list[tuple[Fraction, str]] = [(Fraction(0), start)]
    while queue:
        so_far, at = heappop(queue)
        if so_far > best[at]:
            continue
        for b, cost in steps(at):
            if so_far + cost <= limit and so_far + cost < best.get(b, limit + 1):
                best[b] = so_far + cost
                heappush(queue, (so_far + cost, b))
    return best


def on_the_line(a: str, b: str) -> tuple[list[str], list[tuple[str, ...]]]:
    """Hexes that the line from centre to centre crosses, and the pairs that it runs between."""
    (ax, ay), (bx, by) = point(a), point(b)
    crossed: list[str] = []
    touched: dict[tuple[Fraction, Fraction], list[str]] = {}
    for c in range(min(ax, bx) // 3 - 1, max(ax, bx) // 3 + 2):
        for r in range(min(ay, by) // 2 - 2, max(ay, by) // 2 + 3):
            hex = f"{c:02}{r:02}"
            if hex in (a, b) or not on_board(c, r):
                continue
            x, y = point(hex)
            low, high, along = Fraction(0), Fraction(1), False
            for p, q, width in ((0, 1, 1), (1, 1, 2), (1, -1, 2)):  # |dy| < 1, |dx + dy| < 2, |dx - dy| < 2
                at0, slope = p * (ax - x) + q * (ay - y), p * (bx - ax) + q * (by - ay)
                if slope == 0:
                    along |= abs(at0) == width
                    low, high = (low, high) if abs(at0) <= width else (Fraction(1), Fraction(0))
                else:
                    ends = sorted((Fraction(-width - at0, slope), Fraction(width - at0, slope)))
                    low, high = max(low, ends[0]), min(high, ends[1])
            if low < high:
                if along:
                    touched.setdefault((low, high), []).append(hex)
                else:
                    crossed.append(hex)
    return crossed, [tuple(pair) for pair in touched.values()]
