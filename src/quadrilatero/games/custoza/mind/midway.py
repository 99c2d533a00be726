"""Decisions inside an action: going on, markers that turn, Charges, losses, facings and what is left to choose."""

from __future__ import annotations

from quadrilatero.games.custoza.duel import duel
from quadrilatero.games.custoza.mind.places import Places
from quadrilatero.games.custoza.mind.scene import Scene
from quadrilatero.games.custoza.mind.worth import of_check, of_duel
from quadrilatero.games.custoza.rules.concepts import ccv
from quadrilatero.games.custoza.units import Unit
from quadrilatero.hexes import FACINGS
from quadrilatero.kernel.mind import Weighed

SEES = 6
LEVEL_LOST = 0.4


def weigh_go_on(scene: Scene) -> list[Weighed]:
    """13.4, 11.5.5-d: go on unless the Force is too shaken to be of use; by another way if one leads somewhere."""
    s = scene.s
    units = s.of(scene.data["units"])
    if scene.data["why"] == "way":
        places = Places(scene)
        here = sum(scene.by_weight(places.terms(units, units[0].hex)).values())
        found = []
        for option in scene.options:
            if option["do"] == "stop":
                found.append(scene.weighed(option))
            else:
                there = places.terms(units, scene.hexes(option["path"])[-1])
                terms = scene.by_weight(there)
                found.append(Weighed(option, {**terms, "tempo": -here - 0.05}))
        return found
    worst = max(unit.status for unit in units)
    return [
        scene.weighed(option, order=1.0 - LEVEL_LOST * worst if option["do"] == "go_on" else 0.0)
        for option in scene.options
    ]


def weigh_turn_marker(scene: Scene) -> list[Weighed]:
    """6.5: a marker is turned to whom it pays to attack."""
    s, found = scene.s, []
    for option in scene.options:
        if option["do"] == "pass":
            found.append(scene.weighed(option))
            continue
        hex, target = s.board.hex(option["hex"]), s.board.hex(option["target"])
        bound = [unit for unit in s.stack(hex, scene.seat) if unit.kind != "artillery"]
        units = bound or [unit for deed in s.deeds for unit in s.of(deed.units) if unit.side == scene.seat]
        fought = duel(s, units, target, "assault", hex=hex) if units else None
        found.append(
            scene.weighed(option, attack=0.0 if fought is None else of_duel(fought, target, scene.to_win, scene.stakes))
        )
    return found


def weigh_break_off(scene: Scene) -> list[Weighed]:
    """9.5: charge home unless that promises worse than the check."""
    s = scene.s
    units, target = s.of(scene.data["units"]), s.board.hex(scene.data["target"])
    fought = duel(s, units, target, "charge")
    home = 0.0 if fought is None else of_duel(fought, target, scene.to_win, scene.stakes)
    return [
        scene.weighed(option, **({"attack": home} if option["do"] == "go_on" else {"order": -of_check(s, units)}))
        for option in scene.options
    ]


def weigh_charge_on(scene: Scene) -> list[Weighed]:
    """9.4: on to whom it pays to charge."""
    s, found = scene.s, []
    for option in scene.options:
        if option["do"] == "stop":
            found.append(scene.weighed(option))
            continue
        path = scene.hexes(option["path"])
        target = s.board.hex(option["target"])
        hex = path[-1] if path else s.deed.target
        fought = duel(s, scene.units(option), target, "charge", hex=hex)
        found.append(
            scene.weighed(
                option, attack=-1.0 if fought is None else of_duel(fought, target, scene.to_win, scene.stakes) - 0.3
            )
        )
    return found


def weigh_hit(scene: Scene) -> list[Weighed]:
    """8.7: who has most strength bears it best; a unit about to fall below half had better not."""

    def bears(unit: Unit) -> float:
        halved = 2 * (unit.lost + 1) >= unit.max and 2 * unit.lost < unit.max
        return 0.1 * unit.sp - (0.3 if halved else 0.0) - (1.0 if unit.sp == 1 else 0.0)

    return [scene.weighed(option, order=bears(scene.s.units[option["unit"]])) for option in scene.options]


def weigh_lead(scene: Scene) -> list[Weighed]:
    """10.4.4: the steadiest leads."""
    return [scene.weighed(option, order=0.1 * ccv(scene.s, scene.s.units[option["unit"]])) for option in scene.options]


def weigh_face(scene: Scene) -> list[Weighed]:
    """7.6: enemies near by in front and none behind; far from them, towards the victory hexes."""
    s = scene.s
    units = s.of(scene.data["units"])
    hex, board = units[0].hex, s.board
    enemies = dict.fromkeys(board.grid.within(hex, SEES) & s.held[scene.enemy], 1.0)
    looked_at = enemies or dict.fromkeys(scene.wanted, 1.0)
    found = []
    for option in scene.options:
        facing, worth = FACINGS.index(option["facing"]), 0.0
        for place in looked_at:
            far = board.grid.distance(hex, place)
            if far == 0:
                continue
            near = 1.0 / far**2
            if place in board.facings.arc(hex, facing, far):
                nearer = sum(far - board.grid.distance(ahead, place) for ahead in board.facings.ahead[hex][facing])
                worth += near * (1.0 + nearer / 10)  # straight ahead rather than at the edge
            elif place in board.facings.arc(hex, (facing + 3) % 6, far):
                worth -= near
        found.append(scene.weighed(option, threat=worth))
    return found


def weigh_recover(scene: Scene) -> list[Weighed]:
    """13.6: status before exhaustion."""
    return [scene.weighed(option, order=1.0 if option["of"] == "status" else 0.5) for option in scene.options]


def weigh_leave_march(scene: Scene) -> list[Weighed]:
    """10.4.12: after a combat nobody wants to be in March Movement."""
    return [scene.weighed(option, threat=1.0 if option["do"] == "leave_march" else 0.0) for option in scene.options]


def weigh_first(scene: Scene) -> list[Weighed]:
    """Where it hardly matters: what is listed first."""
    return [scene.weighed(option, tempo=-0.01 * number) for number, option in enumerate(scene.options)]
