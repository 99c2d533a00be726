"""Chapter 5: attempts to activate a Formation, loose cannons, and the Morale of commanders."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from quadrilatero.games.custoza.answers import Activate, Pass
from quadrilatero.games.custoza.board import ENEMY
from quadrilatero.games.custoza.fog import turned_up
from quadrilatero.games.custoza.records import Active
from quadrilatero.games.custoza.rules import actions, reinforcements
from quadrilatero.games.custoza.rules.command import general_helps
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.telling import Modifiers, ask, no, roll, tell
from quadrilatero.games.custoza.units import Formation
from quadrilatero.kernel import Plain, Refusal, Script
from quadrilatero.kernel.ask import Dice

SIX: Final = 6
RELUCTANT: Final = 5


def exists(s: State, formation: Formation) -> bool:
    """5.1-a, 21.2-a: whether a Formation has anything that could act: a commander, units on the map or at its edge."""
    commander, can_come = s.commander(formation.id), reinforcements.may_come
    if commander is not None and (commander.hex >= 0 or (commander.box == "due" and can_come(s, commander))):
        return True
    units = s.of_formation(formation.id)
    return any(unit.hex >= 0 for unit in units) or any(
        can_come(s, unit) for unit in reinforcements.company(s, formation.id)
    )


def refuse_attempt(s: State, side: str, name: str) -> Refusal | None:
    """5.1-a, 5.1-b, 5.1.2-a, 26.1.3-a. Engaged Formations that were neither activated nor halted in this game turn."""
    formation = s.formations.get(name)
    if formation is None or formation.side != side or not exists(s, formation):
        return no("5.1-a", "not_your_formation", formation=name)
    if formation.this_turn == "activated":
        return no("5.1-b", "already_activated", name=formation.name)
    if formation.this_turn == "halted":
        reluctant = is_reluctant(s, formation)
        return no("26.1.3-a" if reluctant else "5.1.2-a", "halted", name=formation.name)
    if formation.state != "engaged":
        return no("5.1-a", "not_engaged", name=formation.name)
    return None


def eligible(s: State, side: str) -> list[str]:
    """3.2.2-b: the Formations that a side may try to activate."""
    return s.remembered_of(side, _eligible)


def _eligible(s: State, side: str) -> list[str]:
    return [id for id, entry in s.formations.items() if entry.side == side and refuse_attempt(s, side, id) is None]


def activation_step(s: State) -> Script:
    """3.2.2-a, 3.2.2-b. The side whose turn it is tries to activate a Formation or passes; then it is the other's."""
    side = s.next
    candidates = eligible(s, side)

    def options() -> list[Plain]:
        return [*({"do": "activate", "formation": id} for id in candidates), {"do": "pass"}]

    def refuse(answer: Activate | Pass) -> Refusal | None:
        return refuse_attempt(s, side, answer.formation) if isinstance(answer, Activate) else None

    answer = yield ask(
        s,
        side,
        "activate",
        "3.2.2-a",
        (Activate, Pass),
        options,
        refuse,
        certain=bool(candidates),
        passes=s.passes,
        formations=candidates,
    )
    s.next = ENEMY[side]
    if isinstance(answer, Pass):
        s.passes += 1
        tell(s, "passed", "3.2.2-b", seat=side, passes=s.passes)
        return
    s.passes = 0
    yield from attempt(s, answer.formation)


def attempt(s: State, name: str) -> Script:
    """5.1.1-a, 5.2-a, 22.4-b, 26.1.3-a. One die; what it shows by itself comes before what the modifiers make of it."""
    formation = s.formations[name]
    modifiers = activation_modifiers(s, formation)
    faces = yield Dice(1)
    outcome = activation_outcome(s, formation, faces[0], modifiers)
    activated = outcome in ("activated", "loose_cannon", "night")
    roll(
        s,
        "5.1.1-a",
        "activation",
        formation.side,
        [],
        faces,
        modifiers=modifiers,
        guarded={"5.1.3-a": s.generals(formation.side)},
        success=activated,
        formation=name,
        name=formation.name,
        need=formation.command,
        outcome=outcome,
    )
    if outcome == "failed":
        s.change_formation(name, attempts=formation.attempts + 1)
        return
    if outcome in ("reluctant", "halted"):
        s.change_formation(name, this_turn="halted")
        return
    s.change_formation(name, this_turn="activated")
    conduct = "free"
    if outcome == "loose_cannon":
        conduct = yield from loose_cannon(s, formation)
    yield from turn_up_commander(s, name)
    if outcome == "night":
        tell(s, "activated", "22.4-b", formation=name, name=formation.name, conduct="night")
        return
    s.active = Active(name, "declare", conduct)
    tell(s, "activated", "5.1.1-a", formation=name, name=formation.name, conduct=conduct)
    yield from actions.take_reserve(s)


def activation_modifiers(s: State, formation: Formation) -> Modifiers:
    """5.1.1-b, 5.1.3-a. One less for each failed attempt of this game turn, and one less near the General."""
    near = -1 if general_helps(s, formation.id) else 0
    return [("5.1.1-b", -formation.attempts), ("5.1.3-a", near)]


def activation_outcome(s: State, formation: Formation, face: int, modifiers: Modifiers) -> str:
    """5.1.1-a, 2.4.2.1-a, 5.2-a, 22.4-b. What an activation roll comes to, the natural die first."""
    if is_reluctant(s, formation) and face >= RELUCTANT:
        return "reluctant"
    if face == SIX:
        return "night" if s.light == "night" else "loose_cannon"
    total = face + sum(value for _, value in modifiers)
    return "activated" if total <= formation.command else "failed"


def is_reluctant(s: State, formation: Formation) -> bool:
    """26.1.3-a, 26.1.3-b. Italian Formations until their first Assault or Charge, where the scenario says so."""
    if not s.reluctance or s.mode == "base" or s.options["italian_reluctance"] == "never":
        return False
    return formation.side == "italy" and formation.state == "engaged" and not formation.blooded


def loose_cannon(s: State, formation: Formation) -> Script:
    """5.2-b. A die with the commander's Morale says how he acts on his own initiative. Returns the conduct."""
    faces = yield Dice(1)
    total = faces[0] + formation.morale
    row = s.board.charts.conduct(total)
    roll(
        s,
        "5.2-b",
        "loose_cannon",
        formation.side,
        [],
        faces,
        modifiers=[("5.2-b", formation.morale)],
        success=True,
        formation=formation.id,
        name=formation.name,
        outcome=row.id,
    )
    return row.id


def turn_up_commander(s: State, formation: str) -> Script:
    """7.1-c. A commander lies face up once his Formation has been activated."""
    commander = s.commander(formation)
    if commander is None or commander.up or commander.hex < 0:
        return
    commander = s.change(commander, up=True)
    if s.options["fog"] != "open":
        yield turned_up(s, [commander], "7.1-c")


# -- 5.2.1 Morale -----------------------------------------------------------------------------------------------------


def change_morale(s: State, formations: Iterable[str | None], by: int) -> None:
    """5.2.1-a, chart.MORALE-a. Each Assault or Charge won raises a Formation's Morale by one, each lost lowers it."""
    for name in dict.fromkeys(formations):
        if name is None:
            continue
        formation = s.formations[name]
        morale = s.board.charts.morale(formation.morale + by)
        if morale != formation.morale:
            s.change_formation(name, morale=morale)
            tell(s, "morale", "5.2.1-a", formation=name, name=formation.name, morale=morale)


def mark_fought(s: State, formations: Iterable[str | None]) -> None:
    """26.1.3-b, 26.1.3-c, 18.2-e. Formations that were in an Assault or Charge: reluctance is over, and it tires."""
    for name in dict.fromkeys(formations):
        if name is not None:
            s.change_formation(name, fought=True, blooded=True)
