"""Chapter 18: how Formations tire and rest; the Morale of commanders drifts back (14.7)."""

from __future__ import annotations

from typing import Final

from quadrilatero.games.custoza.fog import is_deployed
from quadrilatero.games.custoza.rules import reserve
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.telling import roll, roll_unseen, tell, tell_own
from quadrilatero.games.custoza.units import Formation
from quadrilatero.kernel import Script
from quadrilatero.kernel.ask import Dice

ATTACKED = FOUGHT = 2
ACTED = MARCHED = 1
RESTED: Final = -2
IN_RESERVE: Final = -3


def fatigue_phase(s: State) -> Script:
    """14.7.1-a, 14.7.2-a, 14.7.3-a. Levels are adjusted, every Formation on the map checks, Morale drifts to 0."""
    ordered = in_order(s)
    for formation in ordered:
        adjust(s, formation)
    for formation in ordered:
        yield from check(s, s.formations[formation.id])
    drift(s)
    s.phase = "end"
    tell(s, "phase", "14.8.1-a", phase=s.phase, name="phase_end")


def in_order(s: State) -> list[Formation]:
    """14.7.1-a: the Formations that are on the map, those of the side with the initiative last."""
    present = [formation for formation in s.formations.values() if is_present(s, formation)]
    return sorted(present, key=lambda formation: formation.side == s.initiative)


def is_present(s: State, formation: Formation) -> bool:
    """18.1-a: whether a Formation has come on the map: with its commander, or with units of its own."""
    commander = s.commander(formation.id)
    if commander is not None and commander.hex >= 0:
        return True
    return any(unit.hex >= 0 for unit in s.of_formation(formation.id))


def change_of(s: State, formation: Formation) -> int:
    """18.2-a, 18.2-b, 18.2-c, 18.2-d, 18.2-e, 18.2-f, 18.2-g. By how much its level changes in this game turn.

    Who has marched counts as having moved even if he has deployed since. At night who rests counts as In Reserve.
    """
    if formation.state == "reserve" or reserve.rests_at_night(s, formation):
        return IN_RESERVE
    if formation.moved:
        return MARCHED
    if formation.state == "march":
        return RESTED
    if formation.this_turn == "activated":
        return ATTACKED if formation.markers_placed else ACTED
    return FOUGHT if formation.fought else RESTED


def next_level(s: State, formation: Formation) -> int:
    """18.1-a: the level that a Formation would have if the game turn ended now."""
    return max(0, formation.fatigue + change_of(s, formation))


def adjust(s: State, formation: Formation) -> None:
    """18.1-a, 18.5-a. The level is adjusted, never below 0; a Fatigued Formation that rests is Fatigued no longer."""
    level = next_level(s, formation)
    if level == formation.fatigue:
        return
    fatigued = formation.fatigued and level > formation.fatigue
    tell_level(s, s.change_formation(formation.id, fatigue=level, fatigued=fatigued), "18.2-a")


def check(s: State, formation: Formation) -> Script:
    """18.3-a, 14.7.2-a. Two dice and the commander's value: not more than the level, and the Formation is Fatigued."""
    seen = is_deployed(s, formation)
    faces = yield Dice(2) if seen else Dice(2, seen_by=(formation.side,))
    total = sum(faces) + formation.command
    tired = total <= formation.fatigue
    modifiers = [("18.3-a", formation.command)]
    outcome = "tired" if tired else "not_tired"
    if seen:
        roll(
            s,
            "18.3-a",
            "fatigue",
            formation.side,
            [],
            faces,
            modifiers=modifiers,
            success=not tired,
            formation=formation.id,
            name=formation.name,
            need=formation.fatigue,
            fatigued=tired,
            outcome=outcome,
        )
    else:
        roll_unseen(
            s,
            "18.3-a",
            "fatigue",
            formation.side,
            faces,
            modifiers,
            dice_seen=False,
            total=total,
            success=not tired,
            outcome=outcome,
            formation=formation.id,
            name=formation.name,
            need=formation.fatigue,
            fatigued=tired,
        )
    if tired and not formation.fatigued:
        tell_level(s, s.change_formation(formation.id, fatigued=True), "18.3-a")


def tell_level(s: State, formation: Formation, rule: str) -> None:
    """18.1-a: the level lies open beside a commander who is deployed; of others only their owner knows."""
    id, name, level, tired = formation.id, formation.name, formation.fatigue, formation.fatigued
    if is_deployed(s, formation):
        tell(s, "fatigue", rule, formation=id, name=name, level=level, fatigued=tired)
    else:
        tell_own(s, formation.side, "fatigue", rule, formation=id, name=name, level=level, fatigued=tired)


def drift(s: State) -> None:
    """14.7.3-a, 5.2.1-c. Every commander's Morale moves one step towards 0."""
    for formation in list(s.formations.values()):
        if formation.morale:
            morale = formation.morale - (1 if formation.morale > 0 else -1)
            s.change_formation(formation.id, morale=morale)
            tell(s, "morale", "5.2.1-c", formation=formation.id, name=formation.name, morale=morale)


def recover_all(s: State) -> None:
    """18.6-a, 14.8.2-a. At the end of the first game turn of a day nobody is tired, and all units are in Good Order."""
    for formation in list(s.formations.values()):
        if formation.fatigue or formation.fatigued:
            tell_level(s, s.change_formation(formation.id, fatigue=0, fatigued=False), "18.6-a")
    for unit in list(s.units.values()):
        if not unit.is_piece and unit.status and unit.box not in ("routed", "eliminated"):
            s.change(unit, status=0)
    tell(s, "morning", "18.6-a")
