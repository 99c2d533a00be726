"""Chapter 3: who deploys where by the type of battle (3-b to 3-e), what may be hidden (13-g), trenches (20.boer-d)."""

from __future__ import annotations

from collections.abc import Iterable

from quadrilatero.games.vivaorre.answers import Deploy, Placed, Route
from quadrilatero.games.vivaorre.ground import CONCEALING, piece_of, said_piece
from quadrilatero.games.vivaorre.pieces import Piece
from quadrilatero.games.vivaorre.records import Route as Way
from quadrilatero.games.vivaorre.records import SetUp
from quadrilatero.games.vivaorre.rules import ground, marching
from quadrilatero.games.vivaorre.rules.disorder import may_take
from quadrilatero.games.vivaorre.rules.formations import FORMATION_RULES, files_formed, usual_formation
from quadrilatero.games.vivaorre.rules.going import CLOSE_ORDER
from quadrilatero.games.vivaorre.said import ENEMY, MASS, SIDES
from quadrilatero.games.vivaorre.state import General, State, Unit
from quadrilatero.games.vivaorre.telling import no
from quadrilatero.kernel import Refusal
from quadrilatero.table import band, centre, corners, overlaps_any, span, to_line

TRENCH_LONG, TRENCH_WIDE = 12_000, 1000
UNITS_TO_A_TRENCH = 3
DIGGERS = ("boer",)
"""20.boer-d: the lists that may place trenches."""
INWARD = {"south": 0, "north": 18000, "west": 9000, "east": 27000}
Box = tuple[int, int, int, int]


def deployers(setup: SetUp) -> tuple[str, ...]:
    """3-b, 3-c, 3-d. Who has something to write down: both, but an attacker, who enters from his edge."""
    return (ENEMY[setup.attacker],) if setup.kind == "defensive" else SIDES


def marches(setup: SetUp, seat: str) -> bool:
    """3-d. Whether a seat writes down an order of march and a route instead of places."""
    return setup.kind == "ambush" and seat == setup.attacker


def zone_of(s: State, setup: SetUp, seat: str) -> Box:
    """3-b, 3-c, 3-d. Where a seat may deploy: in its own half, an ambusher anywhere; west, south, east, north."""
    wide, high = s.ground.size
    if setup.kind == "ambush":
        return 0, 0, wide, high
    return {
        "south": (0, 0, wide, high // 2),
        "north": (0, high - high // 2, wide, high),
        "west": (0, 0, wide // 2, high),
        "east": (wide - wide // 2, 0, wide, high),
    }[s.edges[seat]]


def zone_rule(setup: SetUp) -> str:
    """The rule that says where one deploys."""
    return {"encounter": "3-c", "defensive": "3-b"}.get(setup.kind, "3-d")


# -- what may not be written down -------------------------------------------------------------------------------------


def refuse_deploy(s: State, setup: SetUp, seat: str, answer: Deploy) -> Refusal | None:
    """3-b, 3-c, 3-d, 13-g, 20.boer-d. Why a deployment is not lawful: the first unit, general or trench at fault."""
    rule = zone_rule(setup)
    own = [unit for unit in s.units.values() if unit.side == seat and unit.at is None]
    ids = {unit.id for unit in own}
    if strange := [id for id in answer.units if id not in ids]:
        return no(rule, "not_yours", unit=strange[0])
    if missing := [unit for unit in own if unit.id not in answer.units]:
        return no(rule, "not_deployed", unit=missing[0].id, name=missing[0].name)
    if refusal := refuse_trenches(s, setup, seat, answer.trenches):
        return refusal
    dug = with_trenches(s, answer.trenches)
    placed: list[tuple[int, int, int, int, int]] = []
    for unit in own:
        there = stood(dug, unit, answer.units[unit.id])
        if refusal := refuse_place(dug, setup, unit, there, answer.units[unit.id]):
            return refusal
        if overlaps_any(there.pose, placed) >= 0:
            return no(rule, "on_others", unit=unit.id)
        placed.append(there.pose)
    return refuse_generals(s, setup, seat, answer)


def refuse_place(s: State, setup: SetUp, unit: Unit, there: Unit, said: Placed) -> Refusal | None:
    """3-b, 3-c, 3-d, 2-e, 8-u, 13-g. Why a unit may not stand there: formation, zone, closed ground, hiding."""
    rule = zone_rule(setup)
    if said.formation is not None and not (
        may_take(s, unit, said.formation) and (said.formation != MASS or not unit.is_regular)
    ):
        return no(FORMATION_RULES[said.formation], "not_its_formation", formation=said.formation)
    if not _inside(there.pose, zone_of(s, setup, unit.side)):
        return no(rule, "outside_zone", unit=unit.id, name=unit.name)
    if closed := ground.closed_at(s, there, there.pose):
        return no(closed[0], "closed_here", piece=closed[1].id, type=closed[1].type)
    if said.hidden and setup.kind != "ambush" and not conceals(s, there):
        return no("13-g", "nothing_hides_it", name=unit.name)
    return None


def _inside(pose: tuple[int, int, int, int, int], box: Box) -> bool:
    west, south, east, north = box
    found = corners(pose)
    return all(west <= x <= east for x in found[::2]) and all(south <= y <= north for y in found[1::2])


def conceals(s: State, unit: Unit) -> bool:
    """13-g. Whether a unit stands in ground that hides it, by its centre."""
    x, y = centre(unit.pose)
    for piece in s.ground.pieces.values():
        if piece.type in CONCEALING:
            if piece.shapes and ground.centre_in(unit.pose, piece):
                return True
            if piece.line and to_line((x, y, 0, 1, 1), piece.line) <= piece.width // 2:
                return True
    return False


def refuse_generals(s: State, setup: SetUp, seat: str, answer: Deploy) -> Refusal | None:
    """3-c, 5-c. Generals stand where their units may; who is left out stands with the first of his units."""
    west, south, east, north = zone_of(s, setup, seat)
    for id, (x, y) in answer.generals.items():
        general = s.generals.get(id)
        if general is None or general.side != seat:
            return no(zone_rule(setup), "not_yours", unit=id)
        if not (west <= x <= east and south <= y <= north):
            return no(zone_rule(setup), "outside_zone", unit=id, name=general.name)
    return None


def most_trenches(s: State, seat: str) -> int:
    """20.boer-d. Boers may place a trench for every three whole units."""
    units = sum(unit.side == seat for unit in s.units.values())
    return units // UNITS_TO_A_TRENCH if s.armies[seat].list in DIGGERS else 0


def refuse_trenches(s: State, setup: SetUp, seat: str, trenches: list[list[list[int]]]) -> Refusal | None:
    """20.boer-d. Boers place a trench for every three whole units: at most 12 inches long, in their own zone."""
    if not trenches:
        return None
    most = most_trenches(s, seat)
    if len(trenches) > most:
        return no("20.boer-d", "too_many_trenches", most=most)
    west, south, east, north = zone_of(s, setup, seat)
    for trench in trenches:
        if len(trench) != 2 or not 0 < span(*trench[0], *trench[1]) <= TRENCH_LONG:
            return no("20.boer-d", "no_trench")
        if any(not (west <= x <= east and south <= y <= north) for x, y in trench):
            return no("20.boer-d", "no_trench")
    return None


def refuse_route(s: State, seat: str, answer: Route) -> Refusal | None:
    """3-d. The order names every unit once; the way leads from one edge of the table to another, open to all."""
    own = sorted(unit.id for unit in s.units.values() if unit.side == seat and unit.at is None)
    if sorted(answer.order) != own:
        return no("3-d", "order_of_march")
    wide, high = s.ground.size
    if len(answer.line) < 2 or any(not (0 <= x <= wide and 0 <= y <= high) for x, y in answer.line):
        return no("3-d", "edge_to_edge")
    first, last = answer.line[0], answer.line[-1]
    entered, left = _edges(s, first), _edges(s, last)
    if not any(one != other for one in entered for other in left):
        return no("3-d", "edge_to_edge")
    legs = list(zip(answer.line, answer.line[1:], strict=False))
    if any(a == b for a, b in legs):
        return no("3-d", "edge_to_edge")
    for id in answer.order:
        for (x1, y1), (x2, y2) in legs:
            unit = marching.in_column(s.units[id], x1, y1, x2, y2)
            if closed := closed_to_march(s, unit, x2, y2):
                return no("3-d", "closed_to_march", name=unit.name, piece=closed.id, type=closed.type)
    return None


def closed_to_march(s: State, unit: Unit, x: int, y: int) -> Piece | None:
    """3-d, 8-aa, 8-ab. What is closed to a unit straight ahead, up to a place; columns go over water by bridges."""
    here = unit.pose
    closed = ground.closed_on_way(s, unit, here, unit.facing, span(here[0], here[1], x, y))
    if closed is not None:
        return closed[1]
    crossed = ground.crossed(s, here[0], here[1], x, y)
    return next((one.piece for one in crossed if ground.refuses_crossing(unit, one) is not None), None)


def _edges(s: State, point: list[int]) -> list[str]:
    wide, high = s.ground.size
    at = {"west": point[0] == 0, "east": point[0] == wide, "south": point[1] == 0, "north": point[1] == high}
    return [edge for edge, there in at.items() if there]


# -- what comes of it -------------------------------------------------------------------------------------------------


def stood(s: State, unit: Unit, said: Placed) -> Unit:
    """3-c, 8-s. A unit as it stands once it is deployed; close order in difficult ground is a mass."""
    there = unit.copy()
    there.at = (said.at[0], said.at[1])
    there.facing = INWARD[s.edges[unit.side]] if said.facing is None else said.facing
    there.formation = said.formation or usual_formation(unit.arm, unit.training, unit.impi, unit.figures)
    there.files, there.ranks = files_formed(unit.figures, unit.impi), said.ranks
    there.hidden = said.hidden
    there.settle()
    if any(ground.disorders(there, piece) for piece in ground.areas_under(s, there.pose)):
        if there.formation in CLOSE_ORDER or there.formation == MASS:
            there.formation, there.disorder = MASS, "ground"
            there.settle()
    return there


def deploy(s: State, setup: SetUp, seat: str, answer: Deploy) -> None:
    """3-b, 3-c, 3-d, 3-e. What was written down is done; all that an ambusher has is out of sight."""
    s.ground = with_trenches(s, answer.trenches).ground
    for id, said in answer.units.items():
        there = stood(s, s.units[id], said)
        s.change(
            s.units[id],
            at=there.at,
            facing=there.facing,
            formation=there.formation,
            files=there.files,
            ranks=there.ranks,
            disorder=there.disorder,
            hidden=there.hidden or setup.kind == "ambush",
        )
    for general in [one for one in s.generals.values() if one.side == seat]:
        if general.id in answer.generals and setup.kind != "ambush":
            s.lead(general, at=tuple(answer.generals[general.id]), with_unit=None)
        else:
            attach(s, general)


def attach(s: State, general: General) -> None:
    """5-c. A general goes with the first of the units that he leads."""
    for unit in led(s, general):
        s.lead(general, at=None, with_unit=unit.id)
        return


def led(s: State, general: General) -> Iterable[Unit]:
    """5-c. The units of a general's brigade, or of the army."""
    return (
        unit
        for unit in s.units.values()
        if unit.side == general.side and (general.brigade is None or unit.brigade == general.brigade)
    )


def with_trenches(s: State, trenches: list[list[list[int]]]) -> State:
    """20.boer-d, 14-a. The same battle with these trenches dug: light works an inch wide."""
    if not trenches:
        return s
    dug = s.copy()
    for (x1, y1), (x2, y2) in trenches:
        number = 1
        while f"trench{number}" in dug.ground.pieces:
            number += 1
        shape = [list(point) for point in band(((x1, y1), (x2, y2)), TRENCH_WIDE)[0]]
        said = said_piece({"id": f"trench{number}", "type": "light_works", "shape": shape})
        dug.ground = dug.ground.with_piece(piece_of(said, "trenches"))
    return dug


def enter_from_edge(s: State, seat: str) -> None:
    """3-b. An attacker's units are outside and may enter in the first turn; his generals come with them."""
    for general in [one for one in s.generals.values() if one.side == seat]:
        attach(s, general)


def march_out(s: State, seat: str, answer: Route) -> None:
    """3-d. The army enters in the order written down, in march column, on the way written down."""
    s.route = Way(seat, tuple(answer.order), tuple([(x, y) for x, y in answer.line]))
    for id in answer.order:
        s.change(s.units[id], formation=marching.formation_of(s.units[id]))
    enter_from_edge(s, seat)
