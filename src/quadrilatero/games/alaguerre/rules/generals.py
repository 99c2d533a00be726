"""Chapter 10.3: generals who are hit, captured and replaced."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from quadrilatero.games.alaguerre.answers import Successor
from quadrilatero.games.alaguerre.rules.contact import touches
from quadrilatero.games.alaguerre.rules.formations import Unit, unit_with
from quadrilatero.games.alaguerre.said import SIDES, UM
from quadrilatero.games.alaguerre.state import Base, General, State
from quadrilatero.games.alaguerre.tables import RADIUS
from quadrilatero.games.alaguerre.telling import as_said, ask, called, no, roll, tell
from quadrilatero.games.alaguerre.words import followed_by
from quadrilatero.kernel import Plain, Refusal, Script
from quadrilatero.kernel.ask import Dice
from quadrilatero.table import distance, shift

WOUND, CAPTURE = "wound", "capture"
FATES = {
    WOUND: ("mortal", "light", "light", "unharmed", "unharmed", "unharmed"),
    CAPTURE: ("captured", "escapes_wounded", "escapes_wounded", "escapes", "escapes", "escapes"),
}
"""10.3.1-c, 10.3.2-c: what the second die brings, from 1 to 6."""
LATE = 2
"""10.3.3-c: how many turns after a loss the substitute takes over."""
LOWEST = -1


# -- at risk (10.3.1, 10.3.2) ------------------------------------------------------------------------------------------


def risk(s: State, unit: Unit, company: Sequence[General], losses: int, *, routs: bool, from_melee: bool) -> Script:
    """10.3.1-a, 10.3.2-a, 10.3.2-d. Generals with a unit that took losses, or that routs from a mêlée, are tried.

    A loss that comes of the rout alone calls for the trial of capture, where it is a rout from a mêlée.
    """
    for general in company:
        if losses or (routs and not from_melee):
            yield from try_general(s, s.generals[general.id], WOUND, unit, routs)
        elif routs:
            yield from try_general(s, s.generals[general.id], CAPTURE, unit, routs)


def try_general(s: State, general: General, test: str, unit: Unit | None, routs: bool) -> Script:
    """10.3.1-a, 10.3.1-b, 10.3.2-b. One die, less his level for a wound, less losses and rout; then his fate."""
    lost = 0 if unit is None else max((base.lost for base in _of(s, unit)), default=0)
    found = [("10.3.1-b", -lost - routs)]
    if test == WOUND:
        found.insert(0, ("10.3.1-a", -general.level))
    (die,) = yield Dice(1)
    total = die + sum(value for _, value in found)
    at_risk = total <= 1
    rule = "10.3.1-a" if test == WOUND else "10.3.2-b"
    data: Plain = {"general": general.id, "test": test, "at_risk": at_risk}
    roll(s, rule, "general", general.side, (die,), need=2, total=total, success=not at_risk, modifiers=found, **data)
    if at_risk:
        yield from meet_fate(s, general, test)
    elif test == CAPTURE:
        join_nearest(s, general)


def meet_enemy(s: State, general: General) -> Script:
    """10.3.2-a. A general who is with no unit and whom a moving enemy touches may be captured; else he gets away."""
    now = s.generals[general.id]
    if now.is_there and unit_with(s, now) is None:
        yield from try_general(s, now, CAPTURE, None, False)


def _of(s: State, unit: Unit) -> list[Base]:
    return [s.bases.get(base.id, base) for base in unit.bases]


def meet_fate(s: State, general: General, test: str) -> Script:
    """10.3.1-c, 10.3.1-d, 10.3.2-c. What becomes of a general at risk."""
    (die,) = yield Dice(1)
    result = FATES[test][die - 1]
    rule = "10.3.1-c" if test == WOUND else "10.3.2-c"
    data: Plain = {"general": general.id, "test": test, "result": result}
    roll(s, rule, "fate", general.side, (die,), need=4, total=die, success=die >= 4, **data)
    if result in ("light", "escapes_wounded"):
        general = s.lead(general, state="wounded", until=next_impulse(s))
        tell(s, "general", rule, general=general.id, what="light")
    if result in ("escapes", "escapes_wounded"):
        join_nearest(s, general)
    if result in ("mortal", "captured"):
        lose_general(s, general, result, rule)


def next_impulse(s: State) -> tuple[int, int]:
    """10.3.1-d. The impulse after this one, to whose end a light wound holds a general to his unit."""
    more = len(set(s.orders.values())) > (s.phase == "manoeuvre")
    return (s.turn, s.impulse + 1) if more else (s.turn + 1, 1)


def heal(s: State) -> None:
    """10.3.1-d. A light wound is over with the impulse to which it held."""
    for general in list(s.generals.values()):
        if general.state == "wounded" and general.until is not None and general.until <= (s.turn, s.impulse):
            s.lead(general, state="well", until=None)


def lose_general(s: State, general: General, what: str, rule: str) -> None:
    """10.3.1-c, 10.3.2-c. A general is dead or captured: nobody commands for him until he is replaced."""
    state = "dead" if what == "mortal" else "captured"
    s.lead(general, state=state, lost=s.turn, fell=general.at, at=None, until=None)
    tell(s, "general", rule, general=general.id, what=what)


def join_nearest(s: State, general: General) -> None:
    """10.3.2-c. He is put in contact with the nearest friendly unit: behind it."""
    pose = general.pose
    friends = [base for base in s.on_table(general.side) if not touches(base.pose, pose)]
    near = min(friends, key=lambda base: (distance(base.pose, pose), s.order[base.id]), default=None)
    if near is not None:
        s.lead(s.generals[general.id], at=behind(near))
        tell(s, "general", "10.3.2-c", general=general.id, what="escapes")


def unit_of_general(s: State, general: General) -> Unit | None:
    """2.7.5-c. The unit that a general is with."""
    return unit_with(s, general)


def behind(base: Base) -> tuple[int, int]:
    """The place of a general in contact with the rear of a base."""
    x, y, *_ = shift(base.pose, (base.pose[2] + 18000) % 36000, base.pose[4] + UM // 2)
    return x, y


# -- replaced (10.3.3) -------------------------------------------------------------------------------------------------


def successions(s: State) -> Script:
    """10.3.3-a, 10.3.3-b, 10.3.3-c. Generals lost the turn before last are replaced, the CiC by one of his own."""
    for side in SIDES:
        cic = s.cic(side)
        if cic is not None and is_due(s, cic):
            yield from succeed(s, cic)
    for general in list(s.generals.values()):
        if is_due(s, general) and not general.cic:
            replace_general(s, general)


def is_due(s: State, general: General) -> bool:
    """10.3.3-c. Whether the turn has come in which a lost general's substitute takes over."""
    return general.lost is not None and not general.is_there and s.turn >= general.lost + LATE


def succeed(s: State, cic: General) -> Script:
    """10.3.3-a, 10.3.3-d. A general next in the chain becomes CiC, a level lower; his own command goes to another."""
    heirs = [general for general in s.present(cic.side) if general.superior == cic.id]
    if not heirs:
        replace_general(s, cic)
        return
    answer = yield successor_question(s, cic, heirs)
    heir = s.generals[answer.general]
    level = max(LOWEST, heir.level - 1)
    deputy = heir.division
    s.lead(cic, cic=False, lost=None, superior=heir.id)
    s.lead(heir, cic=True, level=level, superior=None, division=cic.division)
    for general in list(s.generals.values()):
        if general.superior == cic.id and general.id != heir.id:
            s.lead(general, superior=heir.id)
    if deputy is not None:
        anonymous(s, heir, deputy)
    tell(s, "successor", "10.3.3-a", general=heir.id, level=level, side=cic.side)


def successor_question(s: State, cic: General, heirs: list[General]) -> Any:
    """10.3.3-a. Who takes over the army."""
    ids = [general.id for general in heirs]

    def refuse(answer: Successor) -> Refusal | None:
        return (
            None
            if answer.general in ids
            else no(
                "10.3.3-a",
                "no_successor",
                general=as_said(s, answer.general, cic.side),
                generals=[called(s, id) for id in ids],
            )
        )

    def options() -> list[Any]:
        return [Successor(id) for id in ids]

    return ask(s, cic.side, "successor", "10.3.3-a", (Successor,), options, refuse, len(ids) > 1, generals=ids)


def anonymous(s: State, heir: General, division: str) -> None:
    """10.3.3-a, 10.3.3-b. A general of level -1 takes the division that the new CiC led, beside him."""
    at = heir.at
    place = None if at is None else (at[0] + UM, at[1])
    id = next(id for n in range(2, 99) if (id := f"{heir.id}_{n}") not in s.generals)
    s.generals[id] = General(
        id, heir.side, place, LOWEST, RADIUS[LOWEST], division, heir.id, cic=False, name=followed_by(heir.name, " II")
    )
    tell(s, "general", "10.3.3-b", general=id, what="replaced")


def replace_general(s: State, general: General) -> None:
    """10.3.3-b. A general of level -1 takes over where the lost one fell: not known, behind his first base."""
    own = [base for base in s.on_table(general.side) if base.division == general.division]
    at = behind(own[0]) if general.fell is None and own else general.fell
    s.lead(general, at=at, level=LOWEST, radius=RADIUS[LOWEST], state="well", lost=None, fell=None)
    tell(s, "general", "10.3.3-b", general=general.id, what="replaced")
