"""Chapter 6.2, 6.4, 7.2.3: what the target of a charge or an approach declares, tests and does."""

from __future__ import annotations

from typing import Any

from quadrilatero.games.alaguerre.answers import Counter, Evade, FaceThem, Stand, Stay
from quadrilatero.games.alaguerre.rules import counter_charge, evasion, forced, generals, morale, terrain
from quadrilatero.games.alaguerre.rules.command import seat_for_base
from quadrilatero.games.alaguerre.rules.contact import enemies_touching
from quadrilatero.games.alaguerre.rules.formations import Unit, attached, put
from quadrilatero.games.alaguerre.rules.rates import wheel_of
from quadrilatero.games.alaguerre.said import LEVEL, ROUTED, SQUARE
from quadrilatero.games.alaguerre.state import Pose, State
from quadrilatero.games.alaguerre.telling import ask, no, tell_moved
from quadrilatero.kernel import Plain, Refusal, Script
from quadrilatero.table import LEFT, RIGHT, apart, centre, parallel, span, wheel, wheel_touch

HELD = ("passed", "stands_disordered")
"""5.6.5-d: the results with which a unit may still do what it declared."""


class Answered:
    """How the target has come out of its test: whether it passed, may evade, has gone."""

    def __init__(self, result: str, gone: bool) -> None:
        self.result = result
        self.gone = gone

    @property
    def passed(self) -> bool:
        """6.2-d. Passed outright."""
        return self.result == morale.PASSED

    @property
    def may_evade(self) -> bool:
        """5.6.5-d. At least standing disordered."""
        return self.result in HELD


# -- declared before the test (6.2.1-c, 6.4-a) ------------------------------------------------------------------------


def choices(s: State, charger: Unit, target: Unit, on: str) -> list[str]:
    """6.2-d, 6.4-a, 5.6.5-e, 5.6.5-g. What the target may declare; who must evade has no choice."""
    if target.level == LEVEL[ROUTED]:
        return [evasion.STAND]
    if evasion.must_evade(s, target, charger):
        return [evasion.EVADE]
    found = [evasion.STAND]
    if counter_charge.may_counter(s, target, charger, on):
        found.append(evasion.COUNTER)
    return found + evasion.may_evade(s, target, charger)


def declared(s: State, charger: Unit, target: Unit, on: str) -> Script:
    """1.1.3-a, 6.2.1-c, 6.4-a. The owner of the target says what it does, before it tests."""
    able = choices(s, charger, target, on)
    if len(able) == 1:
        return able[0]
    return (yield from asked(s, charger, target, on, able, "6.2-d"))


SAID: dict[str, Plain] = {
    evasion.STAND: {"do": "stand"},
    evasion.COUNTER: {"do": "counter"},
    evasion.EVADE: {"do": "evade"},
    evasion.EVADE_OPEN: {"do": "evade", "formation": "skirmish"},
}


def asked(s: State, charger: Unit, target: Unit, on: str, able: list[str], rule: str) -> Script:
    """1.1.3-a. The question what the target does, of what it can."""

    def refuse(answer: Any) -> Refusal | None:
        if meant(answer) in able:
            return None
        return no("6.2.1-b" if isinstance(answer, Counter) else "5.6.5-g", "not_open_to_it", name=target.name)

    answer = yield ask(
        s,
        seat_for_base(s, target.bases[0]),
        "react",
        rule,
        (Stand, Counter, Evade),
        lambda: [SAID[one] for one in able],
        refuse,
        True,
        unit=target.id,
        charger=charger.id,
        side=on,
    )
    return meant(answer)


def meant(answer: Stand | Counter | Evade) -> str:
    """What an answer declares."""
    if isinstance(answer, Counter):
        return evasion.COUNTER
    if isinstance(answer, Evade):
        return evasion.EVADE_OPEN if answer.formation is not None else evasion.EVADE
    return evasion.STAND


# -- its test (6.2-c, 7.2-b) ------------------------------------------------------------------------------------------


def tested(s: State, target: Unit, charger: Unit, on: str, *, approach: bool) -> Script:
    """6.2-c, 2.6.7-e, 2.6.7-f, 7.2-b. The target tests and obeys at once; a routed one runs without a test."""
    if target.level == LEVEL[ROUTED]:
        yield from forced.rout(s, target)
        return Answered("rout", gone=True)
    cause = morale.Cause(enemy=charger, on=on, approach=approach)
    found = yield from morale.take_test(s, target, morale.CHARGED, cause)
    company = attached(s, target)
    move = morale.suffer(s, target, morale.CHARGED, found, cause)
    yield from generals.risk(s, target, company, 0, routs=forced.is_routed(s, target), from_melee=False)
    yield from forced.obey(s, target, move, (charger,))
    return Answered(found.result, gone=move is not None)


# -- turning to face (6.2-f, 6.2.2-b, 7.2.2) --------------------------------------------------------------------------


def faced(s: State, target: Unit, charger: Unit, on: str, passed: bool, rule: str = "6.2-f") -> Script:
    """6.2-f, 6.2.2-b, 7.2.2-a. The target may wheel to stand parallel to who comes, as far as its limits let it."""
    fixed = target.is_guns or target.is_train or target.kind == SQUARE or (on != "front" and not passed)
    busy = any(
        base.occupies is not None or base.inside is not None or enemies_touching(s, base) for base in target.bases
    )
    if fixed or busy:
        return target
    turns = {side: pivoted(s, target, charger.pose, side) for side in ("left", "right")}
    able = [side for side, pose in turns.items() if pose is not None]
    if not able:
        return target

    def refuse(answer: Any) -> Refusal | None:
        if isinstance(answer, Stay) or answer.side in able:
            return None
        return no(rule, "cannot_face", name=target.name)

    answer = yield ask(
        s,
        seat_for_base(s, target.bases[0]),
        "face",
        rule,
        (Stay, FaceThem),
        lambda: [{"do": "stay"}, *[{"do": "face", "side": side} for side in able]],
        refuse,
        True,
        unit=target.id,
        charger=charger.id,
    )
    if isinstance(answer, Stay):
        return target
    pose = turns[answer.side]
    assert pose is not None
    moved = put(s, target, pose, acted=True)
    for before, base in zip(target.bases, moved.bases, strict=True):
        tell_moved(s, rule, before, base, "move", span(*centre(before.pose), *centre(base.pose)))
    return moved


def pivoted(s: State, target: Unit, towards: Pose, side: str) -> Pose | None:
    """6.2-f. Where a unit stands that pivots on that corner until it faces the enemy's front, or as far as it may."""
    hand = RIGHT if side == "right" else LEFT
    wanted = (towards[2] + 18000) % 36000
    turned, _ = parallel(target.pose, hand, wanted, wheel_of(s, target))
    if apart(turned[2], wanted) >= apart(target.pose[2], wanted):
        return None
    angle = (turned[2] - target.pose[2] if hand == RIGHT else target.pose[2] - turned[2]) % 36000
    others = [base.pose for base in s.on_table() if base.id not in target.ids]
    angle = min(angle, wheel_touch(target.pose, hand, angle, others)[0])
    pose = wheel(target.pose, hand, angle)
    return pose if angle > 0 and terrain.stands_in_closed(s, pose) is None else None
