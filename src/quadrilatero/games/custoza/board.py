"""The field: ground, roads and rivers, and the tables of costs, zones and sight that are made from them when needed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, Final, Literal, NamedTuple

from quadrilatero.games.custoza.charts import BY_ROAD, MP, PROHIBITED, Charts, sixths
from quadrilatero.games.custoza.datapack import MapFile
from quadrilatero.games.custoza.datapack.tables import Costs, HexTerrain
from quadrilatero.hexes import NO_HEXES, Blocks, Facings, Feature, Grid, HexSet, Hexsides, Sight, cheapest
from quadrilatero.hexes.flood import PricedWays
from quadrilatero.hexes.hexset import bit

ITALY: Final = "italy"
AUSTRIA: Final = "austria"
SIDES: Final = (ITALY, AUSTRIA)
ENEMY: Final = {ITALY: AUSTRIA, AUSTRIA: ITALY}
INFANTRY: Final = "infantry"
CAVALRY: Final = "cavalry"
ARTILLERY: Final = "artillery"
CLASSES: Final = (INFANTRY, CAVALRY, ARTILLERY)
SIGHT: Final = 5
"""8.2-a: nobody fires farther."""
CONTACT: Final = 9
"""16.8-a: so near to the enemy, eight hexes between, a Formation deploys."""
PESCHIERA: Final = "1705"

RoadClass = Literal["major", "minor"]
Reading = Literal["literal", "higher_end"]


class Slope(NamedTuple):
    """A slope, a steep slope or a stream as a board is given it: the two hexes, the lower one first, and the kind."""

    low: str
    high: str
    kind: str


@cache
def printed_grid() -> Grid:
    """2.2-b: the printed numbering, columns 10 to 70 and rows 04 to 34, odd columns half a hex south and shorter."""
    short = [f"{column}34" for column in range(11, 71, 2)]
    return Grid(range(10, 71), range(4, 35), layout="flat", shifted="odd", missing=short)


@cache
def facings_of(grid: Grid) -> Facings:
    """Fronts and rears of a grid; made once, because boards share their grid."""
    return Facings(grid, to="side")


class Region:
    """The hexes that matter to a search from one of them, as a mask: there may be more, but none is left out.

    `beyond` are the same without the hex where it begins, `roads` those of them with a road.
    """

    __slots__ = ("beyond", "mask", "roads")

    def __init__(self, grid: Grid, roads: HexSet, start: int, hexes: HexSet) -> None:
        self.mask: Final = hexes.mask | grid.around[start].mask | bit(start)
        self.beyond: Final = self.mask ^ bit(start)
        self.roads: Final = self.beyond & roads.mask


class Ground:
    """A map as it is printed, or a blank one with what a position puts on it. Hexes are integers here.

    `plain` is how positions name it. A `Board` is made of it for the area, the fortresses and the bridge of a game.
    """

    def __init__(
        self,
        grid: Grid,
        charts: Charts,
        *,
        plain: Any,
        terrain: Mapping[str, str] = {},
        levels: Mapping[str, int] = {},
        slopes: Iterable[Slope] = (),
        roads: Iterable[tuple[RoadClass, Sequence[str]]] = (),
        bridges: Iterable[str] = (),
        fords: Iterable[str] = (),
        west: Iterable[str] = (),
        supply: Mapping[str, Sequence[str]] = {},
        exits: Iterable[str] = (),
        places: Iterable[str] = (),
    ) -> None:
        self.grid = grid
        self.charts = charts
        self.plain = plain
        self.facings = facings_of(grid)
        self.numbered = {number: hex for hex, number in enumerate(grid.numbers)}
        kinds = ["clear"] * grid.size
        for number, kind in terrain.items():
            if kind not in charts.hex or kind == "mincio_bridge":
                known = ", ".join(name for name in charts.hex if name != "mincio_bridge")
                raise ValueError(f"terrain: {number}: there is no {kind!r}; there is {known}")
            kinds[grid.index(number)] = kind
        self.terrain = tuple(kinds)
        heights = [0] * grid.size
        for number, level in levels.items():
            heights[grid.index(number)] = level
        self.levels = tuple(heights)
        self.sides: Hexsides[str] = Hexsides(grid, [self._feature(slope) for slope in slopes])
        self.bridges, self.fords = self._crossings(bridges, "bridges"), self._crossings(fords, "fords")
        self.west = HexSet.of(map(grid.index, west))
        self.roads = self._roads(roads)
        self.supply = {side: tuple(map(grid.index, supply.get(side, ()))) for side in SIDES}
        self.exits = HexSet.of(map(grid.index, exits))
        self.places = HexSet.of(map(grid.index, places))
        self.goals = [grid.numbers[hex] for hex in self.places or grid.all]
        """chart.OM-a: what may be the objective of a march: a place of the map, or on a bare board any hex."""
        self._boards: dict[tuple[Any, ...], Board] = {}

    def _feature(self, slope: Slope) -> tuple[int, int, Feature[str]]:
        if slope.kind not in self.charts.hexside:
            known = ", ".join(self.charts.hexside)
            raise ValueError(f"hexsides: there is no {slope.kind!r}; there is {known}")
        low, high = self.grid.index(slope.low), self.grid.index(slope.high)
        return low, high, Feature(slope.kind, -1 if slope.kind == "stream" else high)

    def _crossings(self, numbers: Iterable[str], key: str) -> HexSet:
        hexes = [self.grid.index(number) for number in numbers]
        for hex in hexes:
            if self.terrain[hex] not in ("tione", "mincio", "fortress"):
                raise ValueError(f"{key}: {self.grid.numbers[hex]} is no river hex")
            if key == "fords" and self.terrain[hex] != "tione":
                raise ValueError(f"fords: {self.grid.numbers[hex]} is no hex of the Tione")
        return HexSet.of(hexes)

    def _roads(self, roads: Iterable[tuple[RoadClass, Sequence[str]]]) -> dict[tuple[int, int], RoadClass]:
        """The class of the road across each hexside, both ways; where two run together the better one counts."""
        links: dict[tuple[int, int], RoadClass] = {}
        for kind, numbers in roads:
            for one, other in pairwise(map(self.grid.index, numbers)):
                if other not in self.grid.adjacent[one]:
                    names = f"{self.grid.numbers[one]} and {self.grid.numbers[other]}"
                    raise ValueError(f"roads: {names} are not neighbours")
                for link in ((one, other), (other, one)):
                    links[link] = "major" if links.get(link) == "major" else kind
        for hex in self.bridges | self.fords:
            if not any((hex, other) in links for other in self.grid.adjacent[hex]):
                links |= self.joined(hex, self.bridges)
        return links

    def joined(self, hex: int, bridges: HexSet) -> dict[tuple[int, int], RoadClass]:
        """7.8-a: a crossing that no road runs over is joined by a minor road to each neighbour one can stand in."""
        links: dict[tuple[int, int], RoadClass] = {}
        for other in self.grid.adjacent[hex]:
            if self.terrain[other] == "lake" or (self.terrain[other] == "mincio" and other not in bridges):
                continue
            links[hex, other] = links[other, hex] = "minor"
        return links

    def board(
        self,
        area: tuple[int, int] | None = None,
        fortresses: HexSet = NO_HEXES,
        pontoon: int = -1,
        *,
        ford_guns: bool = True,
    ) -> Board:
        """The board of a game; the same one for the same circumstances."""
        key = area, fortresses.mask, pontoon, ford_guns
        board = self._boards.get(key)
        if board is None:
            board = self._boards[key] = Board(self, area, fortresses, pontoon, ford_guns=ford_guns)
        return board


def printed_ground(field: MapFile, charts: Charts, grid: Grid) -> Ground:
    """The map of a data pack."""
    slopes = []
    for side in field.hexside:
        one, other = side.between
        if side.slope is not None:
            slopes.append(Slope(one if side.up == other else other, side.up or other, side.slope))
        if side.stream is not None:
            slopes.append(Slope(one, other, "stream"))
    return Ground(
        grid,
        charts,
        plain="custoza",
        terrain={entry.hex: entry.terrain for entry in field.hex},
        levels={entry.hex: entry.level for entry in field.hex},
        slopes=slopes,
        roads=[(road.kind, road.hexes) for road in field.road],
        bridges=[crossing.hex for crossing in field.crossing if crossing.kind != "ford"],
        fords=[crossing.hex for crossing in field.crossing if crossing.kind == "ford"],
        west=[entry.hex for entry in field.hex if entry.bank == "west"],
        supply={side: [entry.hex for entry in field.entry if entry.supply_of == side] for side in SIDES},
        exits=field.exit.hexes,
        places=[hex for place in field.place for hex in place.hexes],
    )


def price(move: Costs, kind: str, *, alone: bool = True) -> int | None:
    """22.1-b. A cost of the chart; what is added to the rest of a hex, as in the Tione, lies over clear ground."""
    cost: str = getattr(move, kind)
    if cost in (PROHIBITED, BY_ROAD):
        return None
    return sixths(cost) + (MP if alone and cost.startswith("+") else 0)


def _least_cost(charts: Charts, kind: str) -> int:
    """22.1-b: what a class pays at the least for a hex, whatever lies in it."""
    return min([cost for terrain in charts.hex.values() if (cost := price(terrain.move, kind)) is not None], default=MP)


class Board:
    """The ground of one game as it is now. Tables are made when first asked for and shared by all states.

    `open` are the hexes in play that somebody can stand in. Costs are in sixths of a movement point, None where there
    is no way.
    """

    def __init__(
        self, ground: Ground, area: tuple[int, int] | None, fortresses: HexSet, pontoon: int, *, ford_guns: bool
    ) -> None:
        self.ground = ground
        self.area = area
        self.fortresses = fortresses
        self.pontoon = pontoon
        self.ford_guns = ford_guns
        self.charts = ground.charts
        self.grid = grid = ground.grid
        self.adjacent = grid.adjacent
        self.facings = ground.facings
        self.numbered = ground.numbered
        self.plain = ground.plain
        self.levels = ground.levels
        self.west = ground.west
        self.fords = ground.fords
        self.supply = ground.supply
        self.exits = ground.exits
        self.places = ground.places
        self.bridges = ground.bridges if pontoon < 0 else ground.bridges.plus(pontoon)
        self.terrain = tuple(self._kind(hex) for hex in range(grid.size))
        self.links = ground.roads if pontoon < 0 else self._with_pontoon(pontoon)
        first, last = area or (grid.cols[0], grid.cols[-1])
        self.in_area = HexSet.of(hex for hex in range(grid.size) if first <= grid.place(hex)[0] <= last)
        barred = ("lake", "mincio")
        self.open = HexSet.of(hex for hex in self.in_area if self.terrain[hex] not in barred)
        self.closed = HexSet.of(hex for hex in range(grid.size) if self.at(hex).flags.blocks_los)
        self.walls = HexSet.of(hex for hex in range(grid.size) if self.at(hex).flags.all_round_front)
        self.roads = HexSet.of(one for one, _ in self.links)
        self.strongholds = frozenset((*fortresses, self.numbered.get(PESCHIERA, -1)))
        self._in_play = {grid.numbers[hex]: hex for hex in self.in_area}
        self._far: dict[int, list[int]] = {}
        self._over = {kind: self._priced(self._off_road, kind) for kind in CLASSES}
        self._along = {kind: self._priced(self._by_road, kind) for kind in CLASSES}
        self._tried: list[dict[int, frozenset[str]] | None] = [None] * grid.size
        self._march_ways: dict[str, PricedWays] = {}
        self._least = {kind: _least_cost(self.charts, kind) for kind in CLASSES}
        self._regions: dict[tuple[str, bool, int, int], Region] = {}
        self._zones: dict[str, list[HexSet | None]] = {kind: [None] * grid.size for kind in CLASSES}
        self._command_ways: PricedWays | None = None
        self._command_regions: dict[tuple[int, int], HexSet] = {}
        self._sights: dict[str, Sight] = {}
        self._heights: tuple[int, ...] | None = None
        self.single = [[number] for number in grid.numbers]
        """By hex: the way of one step there, in printed numbers; it is put behind other ways, and not to be changed."""
        self.reaches: dict[Any, Any] = {}
        """Where a search of the rules keeps what it has found, by all that it depends on."""

    def _kind(self, hex: int) -> str:
        if hex in self.fortresses:
            return "fortress"
        kind = self.ground.terrain[hex]
        return "mincio_bridge" if kind == "mincio" and hex in self.bridges else kind

    def _with_pontoon(self, pontoon: int) -> dict[tuple[int, int], RoadClass]:
        if any((pontoon, other) in self.ground.roads for other in self.grid.adjacent[pontoon]):
            return self.ground.roads
        return self.ground.roads | self.ground.joined(pontoon, self.bridges)

    # -- what lies where --------------------------------------------------------------------------------------------

    def hex(self, number: str) -> int:
        """The hex of a printed number, or -1 where the map has none in play."""
        return self._in_play.get(number, -1)

    def numbers(self, hexes: Iterable[int]) -> list[str]:
        """Printed numbers of hexes."""
        numbers = self.grid.numbers
        return [numbers[hex] for hex in hexes]

    def at(self, hex: int) -> HexTerrain:
        """What the Terrain Effects Chart says of a hex."""
        return self.charts.hex[self.terrain[hex]]

    def between(self, one: int, other: int) -> tuple[Feature[str], ...]:
        """Slopes and streams on the side between two neighbours."""
        return self.ground.sides.between(one, other)

    def far(self, hex: int) -> list[int]:
        """How far each hex of the map is from one of them."""
        found = self._far.get(hex)
        if found is None:
            distance = self.grid.distance
            found = self._far[hex] = [distance(hex, other) for other in range(self.grid.size)]
        return found

    def direction(self, here: int, there: int) -> int:
        """The facing from a hex towards a neighbour."""
        return self.grid.neighbours[here].index(there)

    # -- movement ---------------------------------------------------------------------------------------------------

    def off_road(self, kind: str, here: int, there: int) -> int | None:
        """7.2-b, 22.1-b, 22.1-d: What a class pays for a step over the ground: the hex and what lies on its side."""
        return self._over[kind].price(here, there)

    def _off_road(self, kind: str, here: int, there: int) -> int | None:
        if there not in self.open:
            return None
        cost = price(self.at(there).move, kind)
        if cost is None:
            return None
        for feature in self.between(here, there):
            side = self.charts.hexside[feature.kind]
            move = side.move_down if feature.high == here and side.move_down else side.move
            more = price(move, kind, alone=False)
            if more is None:
                return None
            cost += more
        return cost

    def by_road(self, kind: str, here: int, there: int) -> int | None:
        """7.8-a, 22.1-a: What a class pays for a step along a road or over a crossing in March Movement."""
        return self._along[kind].price(here, there)

    def _by_road(self, kind: str, here: int, there: int) -> int | None:
        link = self.links.get((here, there))
        if link is None or there not in self.open:
            return None
        if there in self.fords:
            if kind == ARTILLERY and not self.ford_guns:
                return None
            return self._road_cost("minor", kind) + MP
        return self._road_cost(link, kind)

    def _road_cost(self, link: RoadClass, kind: str) -> int:
        cost = getattr(self.charts.road[f"{link}_road"].move, kind)
        assert isinstance(cost, str)
        return sixths(cost)

    def ways(self, kind: str, *, march: bool = False) -> PricedWays:
        """What each step costs a class, over the ground or in March Movement, which takes the road where it is cheaper.

        Roads too crowded to be used (7.8.1) are the rules' business: they ask `off_road` and `by_road`.
        """
        if not march:
            return self._over[kind]
        table = self._march_ways.get(kind)
        if table is None:
            table = self._march_ways[kind] = self._priced(self._in_march, kind)
        return table

    def _in_march(self, kind: str, here: int, there: int) -> int | None:
        over, along = self.off_road(kind, here, there), self.by_road(kind, here, there)
        return over if along is None else along if over is None else min(along, over)

    def _priced(self, cost: Callable[[str, int, int], int | None], kind: str) -> PricedWays:
        return PricedWays(self.grid.adjacent, lambda here, there: cost(kind, here, there))

    def region(self, kind: str, march: bool, here: int, points: int) -> Region:
        """7.2-d: where a class could come to from a hex if nobody were in its way; no search there looks farther.

        In march that is searched for, because roads lead far in one direction and nowhere in others; over the ground
        what lies within so many steps at the least price is little more, and costs no search.
        """
        key = kind, march, here, points
        found = self._regions.get(key)
        if found is None:
            if march:
                hexes = HexSet.of(cheapest(self.ways(kind, march=True), here, points).hexes)
            else:
                hexes = self.grid.within(here, points // self._least[kind])
            found = self._regions[key] = Region(self.grid, self.roads, here, hexes)
        return found

    def can_enter(self, kind: str, here: int, there: int) -> bool:
        """2.6-a: whether a class could ever step from one hex into the next, over the ground or by road."""
        return self.off_road(kind, here, there) is not None or self.by_road(kind, here, there) is not None

    def command_ways(self) -> PricedWays:
        """4.2-c, 4.2-e: what each hex counts for command, in halves: one by road, two else; the Mincio bars it."""
        if self._command_ways is None:

            def cost(here: int, there: int) -> int | None:
                return None if there not in self.open else 1 if (here, there) in self.links else 2

            self._command_ways = PricedWays(self.grid.adjacent, cost)
        return self._command_ways

    def tried(self, here: int, there: int) -> frozenset[str]:
        """7.3-a: whom the ground tries that steps from a hex into the next, in the words of the chart."""
        known = self._tried[here]
        if known is None:
            known = self._tried[here] = {near: self._who_is_tried(here, near) for near in self.adjacent[here]}
        return known[there]

    def _who_is_tried(self, here: int, there: int) -> frozenset[str]:
        sides = [self.charts.hexside[feature.kind].check.who for feature in self.between(here, there)]
        return frozenset(self.at(there).check.who).union(*sides)

    def command_region(self, start: int, halves: int) -> HexSet:
        """4.2-c: where a range of so many halves would come to from a hex if nobody were in its way."""
        found = self._command_regions.get((start, halves))
        if found is None:
            found = HexSet.of(cheapest(self.command_ways(), start, halves).hexes)
            self._command_regions[start, halves] = found
        return found

    # -- zones and sight --------------------------------------------------------------------------------------------

    def zone(self, kind: str, hex: int) -> HexSet:
        """2.6-a, 2.6-b: The hexes around that a class could enter, but for woods, villages and fortresses."""
        zone = self._zones[kind][hex]
        if zone is None:
            zone = self._zones[kind][hex] = HexSet.of(
                near for near in self.grid.adjacent[hex] if self.at(near).flags.zor and self.can_enter(kind, hex, near)
            )
        return zone

    def height(self, hex: int) -> int:
        """22.3.5-a: The level of a hex for sight: Peschiera stands above all hexes around it."""
        if self._heights is None:
            heights = list(self.levels)
            place = self.numbered.get(PESCHIERA, -1)
            if place >= 0 and self.terrain[place] == "fortress":
                heights[place] = 1 + max(self.levels[near] for near in self.grid.adjacent[place])
            self._heights = tuple(heights)
        return self._heights[hex]

    def sight(self, reading: str) -> Sight:
        """8.9-c, 8.9-d, 8.9-f, 8.9-g: Lines of sight; by option what is on the level of the higher end blocks too."""
        found = self._sights.get(reading)
        if found is None:

            def rule(start: int, end: int, hex: int) -> Blocks:
                height, ends = self.height(hex), (self.height(start), self.height(end))
                if height > max(ends):
                    return Blocks.ALWAYS
                level = height == max(ends) if reading == "higher_end" else ends == (height, height)
                if not level:
                    return Blocks.NEVER
                return Blocks.ALWAYS if hex in self.closed else Blocks.IF_HELD

            found = self._sights[reading] = Sight(self.grid, SIGHT, rule, grazed=False)
        return found
