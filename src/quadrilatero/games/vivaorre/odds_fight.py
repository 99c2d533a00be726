"""Chapters 7 and 10: the odds of charges and mêlées: getting home through tests and fire, blows, and who gives way."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import NamedTuple

from quadrilatero.games.vivaorre.answers import Shot
from quadrilatero.games.vivaorre.branches import Rule, branches, first_roll, spread, work
from quadrilatero.games.vivaorre.odds_fire import struck, volley
from quadrilatero.games.vivaorre.records import Declared
from quadrilatero.games.vivaorre.rules import charge_moves, charges, fire, melee
from quadrilatero.games.vivaorre.rules.contact import touches
from quadrilatero.games.vivaorre.said import ENEMY, ROUTED, SHAKEN
from quadrilatero.games.vivaorre.state import State
from quadrilatero.games.vivaorre.words import BOOK
from quadrilatero.kernel import Event, Plain, Script
from quadrilatero.kernel.odds import Details, Losses, Mean, Odds
from quadrilatero.kernel.trial import aside

ATTACKER, DEFENDER = "attacker", "defender"
NO_CHARGE, SHORT, EVADED, CAUGHT, REPULSED, FOUGHT = "no_charge", "short", "evaded", "caught", "repulsed", "fought"
"""How a charge ends: its test failed, it fell short, its target ran or was caught, fire threw it back, or a fight."""
STANDS, GONE = "stands", "gone"


class End(NamedTuple):
    """One way in which a charge or fight may end, with its chance and what is left of both."""

    chance: float
    how: str
    attacker: str
    defender: str
    figures: tuple[int, int]

    @property
    def winner(self) -> str | None:
        """Who came out well: the other is gone, has run or given way, and he has not."""
        if self.how == CAUGHT:
            return ATTACKER
        if self.how in (REPULSED, NO_CHARGE):
            return DEFENDER
        worse = {self.attacker != STANDS, self.defender != STANDS}
        if len(worse) == 1:
            return None
        return DEFENDER if self.attacker != STANDS else ATTACKER


# -- mêlées -----------------------------------------------------------------------------------------------------------


def fights(s: State, ids: list[str], targets: dict[str, str], *, pursue: bool = False) -> Iterable[tuple[float, State]]:
    """10-a, 10-d, 10-f: the states after a fight among these units, in order, with these targets."""
    rolls = {id: first_roll(s, _striking(id, targets[id])) for id in ids}
    spreads = [() if roll is None else spread(roll.data["count"], roll.data["need"]) for roll in rolls.values()]
    for hits in product(*(range(len(one)) for one in spreads)):
        chance = 1.0
        for one, number in zip(spreads, hits, strict=True):
            chance *= one[number]
        if chance:
            given = dict(zip(ids, hits, strict=True))
            for p, after in branches(s, _settling(ids, targets, given), pursue=pursue):
                yield chance * p, after


def _striking(id: str, target: str) -> Rule:
    def rule(copy: State) -> Script:
        return melee.blows(copy, copy.units[id], copy.units[target])

    return rule


def _settling(ids: list[str], targets: dict[str, str], given: dict[str, int]) -> Rule:
    taken: dict[str, int] = {}
    for id, hits in given.items():
        taken[targets[id]] = taken.get(targets[id], 0) + hits

    def rule(copy: State) -> Script:
        at_risk = melee.suffer(copy, [ids], taken)
        copy.pending = (*copy.pending, *at_risk, melee.outcome_of(ids, taken, given))
        yield from work(copy)

    return rule


def became(after: State, id: str) -> str:
    """What has become of a unit: gone, it has run, given way, or stands."""
    if id not in after.units:
        return GONE
    told = [event.data["state"] for event in after.sink if event.kind == "state" and event.data["unit"] == id]
    if ROUTED in told:
        return ROUTED
    return SHAKEN if SHAKEN in told else STANDS


def end(s: State, chance: float, how: str, after: State, one: str, other: str) -> End:
    """An end as a state tells it."""
    figures = tuple([after.units[id].figures if id in after.units else 0 for id in (one, other)])
    return End(chance, how, became(after, one), became(after, other), (figures[0], figures[1]))


def fought(s: State, one: str, other: str, *, pursue: bool = False) -> list[End]:
    """The ends of a fight between two units that touch."""
    ids = sorted((one, other), key=s.order.__getitem__)
    targets = {one: other, other: one}
    return [end(s, chance, FOUGHT, after, one, other) for chance, after in fights(s, ids, targets, pursue=pursue)]


# -- charges ----------------------------------------------------------------------------------------------------------


def charged(s: State, charge: Declared, *, pursue: bool = False) -> list[End]:
    """7-f, 7-g, 7-i, 7-k, 7-n: the ends of a charge by itself: tests, the move, the fire of those charged, the mêlée.

    Nobody else charges; the target does what it must, or stands, and all who may fire at the charger.
    """
    alone = aside(s)
    alone.charges, alone.reactions, alone.reacting, alone.stage = (charge,), {}, (), None
    one, other = charge.unit, charge.target
    found: list[End] = []
    for chance, after in branches(alone, _charging(other), pursue=pursue):
        if one not in after.units or other not in after.units or _has_run(after, other):
            how = CAUGHT if other not in after.units or became(after, other) == ROUTED else EVADED
            found.append(end(s, chance, how, after, one, other))
        elif not after.charges:
            found.append(end(s, chance, NO_CHARGE, after, one, other))
        elif not touches(after.units[one].pose, after.units[other].pose):
            found.append(end(s, chance, SHORT, after, one, other))
        else:
            found += [ended._replace(chance=chance * ended.chance) for ended in at_contact(after, one, other, pursue)]
    return found


def _charging(target: str) -> Rule:
    def rule(copy: State) -> Script:
        yield from charges.doubtful(copy)
        if copy.charges:
            yield from charges.react(copy, target)
            yield from charge_moves.carry_out(copy)

    return rule


def _has_run(after: State, id: str) -> bool:
    return any(
        event.kind == "moved" and event.data["unit"] == id and event.data["why"] in ("evade", "rout")
        for event in after.sink
    )


def at_contact(s: State, one: str, other: str, pursue: bool = False) -> list[End]:
    """7-i, 7-j, 7-k: from contact on: the fire on the charger, its test, and the fight if it still stands there."""
    s = aside(s)
    found: list[End] = []
    shots = defensive(s, one)
    if not shots:
        return fought(s, one, other, pursue=pursue)
    merged: dict[tuple[object, ...], tuple[float, State]] = {}
    for chance, after in struck(s, one, volley(s, ENEMY[s.units[one].side], shots)):
        unit = after.units.get(one)
        key = (None,) if unit is None else (unit.figures, unit.hits, unit.state, unit.at)
        merged[key] = (merged[key][0] + chance if key in merged else chance, after)
    for chance, after in merged.values():
        if one in after.units and touches(after.units[one].pose, after.units[other].pose):
            found += [
                ended._replace(chance=chance * ended.chance) for ended in fought(after, one, other, pursue=pursue)
            ]
        else:
            found.append(end(s, chance, REPULSED, after, one, other))
    return found


def defensive(s: State, charger: str) -> list[Shot]:
    """7-i, 7-j: the shots at a charger of all who may fire at it, each with what hits most often."""
    best: dict[str, tuple[float, Shot]] = {}
    enemy = ENEMY[s.units[charger].side]
    for unit in s.on_table(enemy):
        if fire.refuse_firer(s, unit) is not None:
            continue
        for plain in fire.shots_of(s, enemy, unit):
            if plain["target"] != charger:
                continue
            shot = Shot(**plain)
            aim = fire.aim(s, unit, s.units[charger], shot)
            worth = aim.dice * (7 - aim.need) / 6
            if unit.id not in best or worth > best[unit.id][0]:
                best[unit.id] = worth, shot
    return [shot for _, shot in best.values()]


# -- told -------------------------------------------------------------------------------------------------------------


def of_charge(s: State, charge: Declared, policy: Plain, *, by: str = ATTACKER, pursue: bool = False) -> Odds:
    """The odds of a charge, for the side that charges or the one that is charged."""
    return _odds(s, charge.unit, charge.target, charged(s, charge, pursue=pursue), policy, "charge", by)


def of_fight(s: State, one: str, other: str, policy: Plain, *, pursue: bool = False) -> Odds:
    """The odds of a mêlée between two units."""
    return _odds(s, one, other, fought(s, one, other, pursue=pursue), policy, "melee", ATTACKER)


def _odds(s: State, one: str, other: str, ends: list[End], policy: Plain, what: str, by: str) -> Odds:
    chances: dict[tuple[str, str | None, str, str], float] = {}
    for ended in ends:
        key = ended.how, ended.winner, ended.attacker, ended.defender
        chances[key] = chances.get(key, 0.0) + ended.chance
    outcomes: list[tuple[Plain, float]] = [
        ({"how": how, "winner": winner, "attacker": attacker, "defender": defender}, chance)
        for (how, winner, attacker, defender), chance in chances.items()
    ]
    won = {side: sum((p for key, p in chances.items() if key[1] == side), 0.0) for side in (ATTACKER, DEFENDER)}
    losses = {s.units[id].side: _losses(s, id, ends, place) for place, id in enumerate((one, other))}
    home = sum((p for key, p in chances.items() if key[0] in (FOUGHT, CAUGHT)), 0.0)
    names = {"name": s.units[one].name, "target": s.units[other].name}
    said: list[tuple[str, Plain]] = [
        (
            what,
            {**names, ATTACKER: won[ATTACKER], DEFENDER: won[DEFENDER], "drawn": 1 - sum(won.values()), "home": home},
        )
    ]
    for id, place in ((one, 2), (other, 3)):
        ran, gone = (sum((p for key, p in chances.items() if key[place] == state), 0.0) for state in (ROUTED, GONE))
        mean = Mean(losses[s.units[id].side].expected)
        said.append(("suffers", {"name": s.units[id].name, "routed": ran, "gone": gone, "figures": mean}))
    blows = blows_of(s, ((one, other), (other, one)))
    if what == "melee":
        said += dice_of(s, blows)
    success = won[by]
    return Odds(outcomes, True, 0.0, policy, success, BOOK, lambda: Details(said, blows, losses), pieces=[one, other])


def _losses(s: State, id: str, ends: list[End], place: int) -> Losses:
    before = s.units[id].figures
    lost = [(ended.chance, before - ended.figures[place]) for ended in ends]
    gone = sum((ended.chance for ended in ends if ended.figures[place] == 0), 0.0)
    return Losses(sum(p * number for p, number in lost), max(number for _, number in lost), gone)


def dice_of(s: State, blows: list[Plain]) -> list[tuple[str, Plain]]:
    """Blows in words: dice, what they need, and every modifier with its rule."""
    keys = ("count", "need", "modifiers")
    return [("dice", {"name": s.units[one["unit"]].name, **{key: one[key] for key in keys}}) for one in blows]


def blows_of(s: State, pairs: Iterable[tuple[str, str]]) -> list[Plain]:
    """The blows of each at its enemy as they would be struck now."""
    rolls: list[Event | None] = [first_roll(s, _striking(a, b)) for a, b in pairs]
    return [
        {
            "why": "melee",
            **{key: roll.data[key] for key in ("unit", "target", "figures", "count", "need")},
            "modifiers": list(roll.modifiers),
            "chance": 1 - spread(roll.data["count"], roll.data["need"])[0],
        }
        for roll in rolls
        if roll is not None
    ]
