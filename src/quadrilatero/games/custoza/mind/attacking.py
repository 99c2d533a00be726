"""Assaults and Charges: which of those that were declared to make now, and by whom."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from quadrilatero.games.custoza import odds_fight
from quadrilatero.games.custoza.answers import Assault, Charge
from quadrilatero.games.custoza.branches import TooMany
from quadrilatero.games.custoza.mind.places import Places
from quadrilatero.games.custoza.mind.scene import Scene
from quadrilatero.games.custoza.mind.worth import of_attack, of_check, of_odds, shooters_on
from quadrilatero.games.custoza.odds_policy import Policy
from quadrilatero.games.custoza.records import Marker
from quadrilatero.games.custoza.rules import listing
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.units import Unit
from quadrilatero.kernel import Plain
from quadrilatero.kernel.mind import Weighed
from quadrilatero.kernel.trial import aside

Ids = list[str] | tuple[str, ...]
ATTACKS = ("assault", "charge")
SECOND = 10.0
"""What puts an attack before moves, and after the fire of guns."""
LOOKED_INTO = 3
"""Of so many Forces' attacks the odds are worked out with every reaction on the way."""
RECKONED, MOST, TOLL = 1, 600, 1.0
"""So many shots and checks may meet an attack on its way for that, and so many trials tell; beyond, what a shot costs
it, more or less."""


def weigh_attack(scene: Scene, option: Plain) -> Weighed:
    """9, 10: what the combat promises to these units; a marker that was declared is to be served by somebody."""
    path, units = scene.hexes(option["path"]), scene.units(option)
    marker = marker_of(scene, option)
    worth = None if marker is None else scene.expected(partial(roughly, scene, option["units"], marker))
    if marker is None or worth is None:
        return scene.weighed(option, attack=-1.0)
    places = Places(scene)
    checks = places.checks(units, path, march=bool(option.get("march")))
    if not scene.is_far_sighted:
        return scene.weighed(option, attack=worth, order=-checks, tempo=SECOND)
    left = places.leaving(units, marker.hex)
    pays = worth - checks - left > 0
    return scene.weighed(option, attack=worth, order=-checks, ground=-left, tempo=SECOND if pays else 0.0)


def marker_of(scene: Scene, option: Plain) -> Marker | None:
    """6.4: the marker that an attack would serve."""
    s = scene.s
    path, target = scene.hexes(option["path"]), option.get("target")
    hex = path[-1] if path else scene.units(option)[0].hex
    here = (m for m in s.acting().markers if m.hex == hex and m.type == option["do"] and not m.spent)
    return next((m for m in here if target in (None, s.board.grid.numbers[m.target])), None)


def looked_into(scene: Scene, found: Sequence[Weighed]) -> list[Weighed]:
    """The attacks that promise most, by their odds with all that meets them on the way; the others wait."""
    attacks = sorted((one for one in found if one.answer["do"] in ATTACKS), key=lambda one: -one.value)
    kept = [one for one in found if one.answer["do"] not in ATTACKS]
    tried: set[str] = set()
    for one in attacks:
        force = f"{one.answer['units']} {one.answer.get('target')}"
        if one.value <= SECOND or len(tried) == LOOKED_INTO or force in tried:
            kept.append(Weighed(one.answer, {**one.terms, "tempo": 0.0}))
            continue
        tried.add(force)
        kept.append(by_odds(scene, one))
    return kept


def by_odds(scene: Scene, one: Weighed) -> Weighed:
    """An attack by its exact odds, to be made only if they are good as well."""
    marker = marker_of(scene, one.answer)
    answer = scene.read(one.answer)
    assert marker is not None
    assert isinstance(answer, Assault | Charge)
    worth = on_its_way(scene, scene.s, answer, marker) + elsewhere(scene, one.answer["units"], marker)
    terms = {**one.terms, "attack": scene.weights["attack"] * worth, "order": 0.0, "tempo": 0.0}
    pays = sum(terms.values()) > 0
    return Weighed(one.answer, {**terms, "tempo": scene.weights["tempo"] * SECOND if pays else 0.0})


def on_its_way(scene: Scene, s: State, answer: Assault | Charge, marker: Marker) -> float:
    """What an attack is worth with all that meets it on its way: by the odds, or where too much may happen roughly."""
    units, path = s.of(answer.units), [*map(s.board.hex, answer.path)]
    march = units[0].march if answer.march is None else answer.march
    met = sum(shooters_on(s, scene.enemy, hex) for hex in path)
    checks = [*Places(scene).tried(units, path, march=march)]
    try:
        if met + len(checks) <= RECKONED:
            odds = odds_fight.of_attack(s, scene.ask, answer, Policy(), MOST)
            return of_odds(odds, scene.seat, marker.target, scene.to_win, scene.stakes)
    except TooMany:
        pass
    rough = of_attack(s, units, marker, scene.to_win, scene.stakes) or 0.0
    return rough - scene.stakes.force * (TOLL * met + sum(of_check(s, tried) for tried in checks))


def roughly(scene: Scene, ids: Ids, marker: Marker, s: State) -> float | None:
    """What a Force's attack from a marker is worth in a world, by the rough."""
    return of_attack(s, s.of(ids), marker, scene.to_win, scene.stakes)


def elsewhere(scene: Scene, ids: Ids, marker: Marker) -> float:
    """How much more an attack promises, by the rough, in all the worlds that fit the view than in the one at hand."""
    if len(scene.worlds) == 1:
        return 0.0
    mean = scene.expected(partial(roughly, scene, ids, marker))
    here = roughly(scene, ids, marker, scene.s)
    return 0.0 if mean is None or here is None else mean - here


def if_declared(scene: Scene, units: Sequence[Unit], marker: Marker) -> float | None:
    """What a Force's attack from a marker is worth that has yet to be declared; None where it cannot serve it."""
    s = aside(scene.s)
    s.change_active(markers=(*s.acting().markers, marker), step="act")
    force = s.of([unit.id for unit in units])
    ways = [way for way in listing.ways_to_markers(s, force) if way.marker == marker]
    tried = [answer for _, answer in listing.attacks(s, [unit.id for unit in force], ways)]
    worth = [on_its_way(scene, s, one, marker) for one in tried[:2] if isinstance(one, Assault | Charge)]
    return max(worth) + elsewhere(scene, [unit.id for unit in units], marker) if worth else None
