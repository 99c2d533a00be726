"""Chapters 6, 7 and 9: the odds of charges, approaches and mêlées: tests, getting there, fire, blows, who gives way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from quadrilatero.games.alaguerre.answers import Approach, Charge
from quadrilatero.games.alaguerre.branches import FACES, Followed, Rule, added, blow_of, why_of
from quadrilatero.games.alaguerre.records import Attack
from quadrilatero.games.alaguerre.rules import approach, attack_ways, charge, combats, melee, morale, reactions
from quadrilatero.games.alaguerre.rules.combats import Combat
from quadrilatero.games.alaguerre.rules.contact import touches
from quadrilatero.games.alaguerre.rules.formations import Unit, again
from quadrilatero.games.alaguerre.rules.losses import disorder
from quadrilatero.games.alaguerre.rules.rates import extra_of
from quadrilatero.games.alaguerre.rules.shots import may_measure
from quadrilatero.games.alaguerre.said import LEVEL, ROUTED, SHAKEN
from quadrilatero.games.alaguerre.state import State
from quadrilatero.games.alaguerre.words import BOOK
from quadrilatero.kernel import Event, Plain, Refusal, Script
from quadrilatero.kernel.odds import Details, Losses, Mean, Odds

ATTACKER, DEFENDER = "attacker", "defender"
NO_CHARGE, SHORT, EVADED, FLED, REPULSED, FOUGHT, ENGAGED = (
    "no_charge",
    "short",
    "evaded",
    "fled",
    "repulsed",
    "fought",
    "engaged",
)
"""How an attack ends: its test failed, it fell short, its target evaded or fled before it, fire threw it back, a round
of mêlée, or at short range."""
STANDS, GONE = "stands", "gone"


class End(NamedTuple):
    """One way in which an attack or a round may end, with its chance and what is left of both."""

    chance: float
    how: str
    attacker: str
    defender: str
    losses: tuple[int, int]
    round: str | None = None

    @property
    def winner(self) -> str | None:
        """Who came out well: the other is gone, runs or is shaken, and he is not; else who has won the `round`."""
        if self.how == FLED:
            return ATTACKER
        if self.how in (REPULSED, NO_CHARGE):
            return DEFENDER
        worse = self.attacker != STANDS, self.defender != STANDS
        if worse[0] == worse[1]:
            return self.round
        return DEFENDER if worse[0] else ATTACKER


def became(after: State, unit: Unit) -> str:
    """What has become of a unit: gone, routed, shaken, or it stands."""
    left = again(after, unit)
    if left is None:
        return GONE
    if left.level == LEVEL[ROUTED]:
        return ROUTED
    return SHAKEN if left.level == LEVEL[SHAKEN] else STANDS


def lost(before: Unit, after: State) -> int:
    """The strength that a unit has lost in all."""
    total = 0
    for base in before.bases:
        now = after.bases.get(base.id)
        total += 4 - base.all_losses if now is None else now.losses - base.losses
    return total


def end(chance: float, how: str, after: State, one: Unit, other: Unit) -> End:
    """An end as a state tells it."""
    losses = lost(one, after), lost(other, after)
    return End(chance, how, became(after, one), became(after, other), losses, won_by(after, one.side))


def won_by(after: State, side: str) -> str | None:
    """9.1-c: who has won the round that was told last, seen from the side of the attacker."""
    told = [event.data["winner"] for event in after.sink if event.kind == "combat"]
    if not told or told[-1] is None:
        return None
    return ATTACKER if told[-1] == side else DEFENDER


def followed(s: State, units: Sequence[Unit]) -> Followed:
    """Odds about these units."""
    return Followed(s, [id for unit in units for id in (unit.id, *unit.ids)])


# -- mêlées ------------------------------------------------------------------------------------------------------------


def round_of(combat_units: Sequence[Unit]) -> Rule:
    """9.1: one round of the combat among these units, with its results and the moves that they force."""

    def rule(copy: State) -> Script:
        for combat in fresh_combats(copy, combat_units):
            yield from melee.name_principals(copy, combat)
            one = yield from melee.roll_round(copy, combat)
            melee.note_round(copy, [one])
            yield from melee.apply(copy, one)

    return rule


def fresh_combats(s: State, units: Sequence[Unit]) -> list[Combat]:
    """9.3-a: the combats among units as they stand now."""
    standing = [now for unit in units if (now := again(s, unit)) is not None]
    return combats.parted(s, standing, {})


def fought(s: State, one: Unit, other: Unit) -> list[End]:
    """9.1: the ends of the next round between two units that touch; who cannot fight routs as he is touched."""
    if any(base.melee is None for base in other.bases):
        return [End(1.0, FOUGHT, STANDS, ROUTED, (0, 1))]
    found = followed(s, (one, other)).branches(round_of((one, other)))
    return [end(chance, FOUGHT, after, one, other) for chance, after in found]


# -- charges -----------------------------------------------------------------------------------------------------------


def charging(answer: Charge, unit: Unit, target: Unit) -> Rule:
    """6.2: a charge from its test to contact and the fire there; where nobody may measure it gets there."""

    def rule(copy: State) -> Script:
        turn = attack_ways.wheel_for(copy, unit, target, answer.wheel, "6.2-b")
        assert not isinstance(turn, Refusal)
        on = attack_ways.charged_on(unit.pose, target, copy)
        cause = morale.Cause(enemy=target, on=on, melee=charge.is_in_melee(copy, target))
        tested = yield from morale.take_test(copy, unit, morale.CHARGE, cause)
        for base in unit.bases:
            copy.change(copy.bases[base.id], acted=True, occupies=None, inside=None)
        mine = again(copy, unit)
        assert mine is not None
        if not tested.passed:
            if tested.result == morale.STANDS:
                disorder(copy, mine, "charge", "10.2.1-t3")
            return
        reaction = yield from reactions.declared(copy, mine, target, on)
        extra = extra_of(mine) if tested.extra or not may_measure(copy) else 0
        yield from charge.run(copy, mine, target, turn, on, reaction, extra)
        charge.make_clear(copy, mine)

    return rule


def answered(s: State, unit: Unit, target: Unit, reaction: str, attack: Attack) -> list[End]:
    """6.2-c: the ends of a charge that has passed its test, by what its target declares."""

    def rule(copy: State) -> Script:
        turn = attack_ways.wheel_for(copy, unit, target, None, "6.2-b")
        assert not isinstance(turn, Refusal)
        yield from charge.run(copy, unit, target, turn, attack.on, reaction, attack.left)
        charge.make_clear(copy, unit)

    return ends_of(s, rule, unit, target)


def ends_of(s: State, rule: Rule, unit: Unit, target: Unit) -> list[End]:
    """The ends of a rule by which one unit comes at another."""
    found: list[End] = []
    about = followed(s, (unit, target))
    for chance, after in about.branches(rule):
        how = how_of(after, unit, target)
        if how == FOUGHT:
            mine, theirs = again(after, unit), again(after, target)
            assert mine is not None
            assert theirs is not None
            for one in fought(after, mine, theirs):
                mounted = lost(unit, after), lost(target, after)
                losses = one.losses[0] + mounted[0], one.losses[1] + mounted[1]
                found.append(one._replace(chance=chance * one.chance, losses=losses))
        else:
            found.append(end(chance, how, after, unit, target))
    return found


def how_of(after: State, unit: Unit, target: Unit) -> str:
    """How an attack has ended."""
    mine, theirs = again(after, unit), again(after, target)
    told = [event for event in after.sink if event.kind in ("contact", "engaged")]
    moved = why_of(after, frozenset(target.ids))
    if any(event.kind == "engaged" for event in told):
        return ENGAGED
    if not any(event.kind == "moved" and event.data["unit"] in unit.ids for event in after.sink) and not told:
        return NO_CHARGE
    if "evade" in moved or (theirs is None and target.is_guns):
        return EVADED
    if theirs is None or "rout" in moved or "retreat" in moved:
        return FLED
    if mine is None or not any(touches(a.pose, b.pose) for a in mine.bases for b in theirs.bases):
        return SHORT if not any(event.data.get("contact") for event in told) else REPULSED
    return FOUGHT


# -- approaches --------------------------------------------------------------------------------------------------------


def approached(s: State, answer: Approach, unit: Unit) -> Rule:
    """7.2: going to short range, as the rules play it."""

    def rule(copy: State) -> Script:
        mine = again(copy, unit)
        assert mine is not None
        yield from approach.approach(copy, mine, answer)

    return rule


# -- told --------------------------------------------------------------------------------------------------------------


def of_charge(s: State, answer: Charge, unit: Unit, target: Unit, policy: Plain) -> Odds:
    """The odds of a charge for who charges."""
    roll = _first_test(s, unit, target)
    return odds_of(
        s, unit, target, ends_of(s, charging(answer, unit, target), unit, target), policy, "charge", ATTACKER, [roll]
    )


def of_reaction(s: State, unit: Unit, target: Unit, reaction: str, attack: Attack, policy: Plain) -> Odds:
    """The odds of a charge for who is charged, by what he declares."""
    return odds_of(s, unit, target, answered(s, unit, target, reaction, attack), policy, "charged", DEFENDER, [])


def of_approach(s: State, answer: Approach, unit: Unit, target: Unit, policy: Plain) -> Odds:
    """The odds of going to short range."""
    ends = ends_of(s, approached(s, answer, unit), unit, target)
    return odds_of(s, unit, target, ends, policy, "approach", ATTACKER, [])


def of_round(s: State, combat: Combat, side: str, policy: Plain) -> Odds:
    """9.1: the odds of a round of one combat, of any number of units, for one of its sides."""
    mine = combat.units[side]
    theirs = [unit for unit in combat.everybody if unit.side != side]
    about = followed(s, combat.everybody)
    ends = [
        End(
            chance,
            FOUGHT,
            worst([became(after, unit) for unit in mine]),
            worst([became(after, unit) for unit in theirs]),
            (sum(lost(unit, after) for unit in mine), sum(lost(unit, after) for unit in theirs)),
            won_by(after, side),
        )
        for chance, after in about.branches(round_of(combat.everybody))
    ]
    rolls = about.tree(round_of(combat.everybody)).run(((1, 1),)).rolls[:2]
    return odds_of(s, mine[0], theirs[0], ends, policy, "melee", ATTACKER, rolls)


def worst(states: Sequence[str]) -> str:
    """The worst of what has become of several."""
    return max(states, key=(STANDS, SHAKEN, ROUTED, GONE).index)


def _first_test(s: State, unit: Unit, target: Unit) -> Event | None:
    """6.2-a: the charger's test as it is told."""

    def rule(copy: State) -> Script:
        on = attack_ways.charged_on(unit.pose, target, copy)
        cause = morale.Cause(enemy=target, on=on, melee=charge.is_in_melee(copy, target))
        yield from morale.take_test(copy, unit, morale.CHARGE, cause)

    return followed(s, (unit,)).tree(rule).first_roll()


def odds_of(
    s: State,
    one: Unit,
    other: Unit,
    ends: list[End],
    policy: Plain,
    what: str,
    by: str,
    rolls: Sequence[Event | None],
) -> Odds:
    """Ends as odds, with their words, for one of the two."""
    counted: dict[tuple[str, str | None, str, str], float] = {}
    for ended in ends:
        key = ended.how, ended.winner, ended.attacker, ended.defender
        counted[key] = counted.get(key, 0.0) + ended.chance
    outcomes: list[tuple[Plain, float]] = [
        ({"how": how, "winner": winner, "attacker": attacker, "defender": defender}, chance)
        for (how, winner, attacker, defender), chance in counted.items()
    ]
    won = {side: _sum(counted, 1, side) for side in (ATTACKER, DEFENDER)}
    losses = {unit.side: _losses(unit, ends, place) for place, unit in enumerate((one, other))}
    drawn = max(0.0, 1 - won[ATTACKER] - won[DEFENDER])
    there = sum((_sum(counted, 0, how) for how in (FOUGHT, FLED, EVADED, REPULSED, ENGAGED)), 0.0)
    names = {"name": one.name, "target": other.name}
    said: list[tuple[str, Plain]] = [(what, {**names, **won, "drawn": drawn, "home": there})]
    for unit, place in ((one, 2), (other, 3)):
        states = {state: _sum(counted, place, state) for state in (SHAKEN, ROUTED, GONE)}
        said.append(("suffers", {"name": unit.name, **states, "lost": Mean(losses[unit.side].expected)}))
    known = [roll for roll in rolls if roll is not None]
    said += [
        ("adds", {"name": roll.data["unit_name"], "added": added(roll), "modifiers": roll.modifiers}) for roll in known
    ]
    blows = [blow_of(roll, _passing(s, roll)) for roll in known]
    pieces = [*one.ids, *other.ids]
    return Odds(outcomes, True, 0.0, policy, won[by], BOOK, lambda: Details(said, blows, losses), pieces=pieces)


def _sum(counted: dict[tuple[str, str | None, str, str], float], place: int, value: Any) -> float:
    return sum((chance for key, chance in counted.items() if key[place] == value), 0.0)


def _passing(s: State, roll: Event) -> float:
    """The chance that a test is passed, or that a blow does any damage."""
    if roll.data["why"] == "morale":
        scores = [(die, max(1, die + added(roll))) for die in FACES]
        return sum(morale.outcome(s, roll.data["row"], *score) == morale.PASSED for score in scores) / 6
    return sum(max(1, one + added(roll)) > other for one in FACES for other in FACES) / 36


def _losses(unit: Unit, ends: list[End], place: int) -> Losses:
    gone = sum((one.chance for one in ends if one[2 + place] == GONE), 0.0)
    return Losses(
        sum(one.chance * one.losses[place] for one in ends), max((one.losses[place] for one in ends), default=0), gone
    )
