"""Chapter 3: game turns and their phases; the course of a whole game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from quadrilatero.games.custoza.answers import Limber
from quadrilatero.games.custoza.board import ARTILLERY, ENEMY, SIDES
from quadrilatero.games.custoza.records import Moment
from quadrilatero.games.custoza.rules import (
    actions,
    campaign_sequence,
    fatigue,
    formations,
    fortresses,
    objectives,
    placing,
    pontoon,
    turning,
    victory,
    withdrawal,
)
from quadrilatero.games.custoza.rules.command import mark_out_of_command
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.telling import ask, no, roll, tell, tell_of
from quadrilatero.games.custoza.units import Unit
from quadrilatero.kernel import Plain, Refusal, Script
from quadrilatero.kernel.ask import Dice

PASSES: Final = 3
ADVANCED: Final = {"march": "14.6-a", "fatigue": "14.7.1-a"}
"""14.6-a: the phases that only the Advanced Game has, and what orders them."""

# -- 23 and 24: before the first game turn ----------------------------------------------------------------------------


def set_up(s: State) -> Script:
    """23-b, 23-c, 24.2-a, 25.3-a. Strategic Objectives, the free set-up, then who is limbered; Italy first."""
    if undecided := objectives.undecided(s):
        yield from objectives.choose_step(s, undecided)
        return
    if s.free:
        if s.step:
            yield from placing.place_step(s)
        s.step = s.step or "place"
        return
    if s.step == "objectives":
        yield from placing.objectives_step(s)
        return
    side = s.next
    guns = [unit for unit in s.on_map(side) if unit.kind == ARTILLERY]
    if guns:
        yield from limber(s, side, guns)
    s.next = ENEMY[side]
    if side == SIDES[-1]:
        begin_turn(s)


def limber(s: State, side: str, guns: list[Unit]) -> Script:
    """23-c. Any batteries may begin limbered; on a crossing of the Tione they have to (22.1-a)."""
    ids = [unit.id for unit in guns]
    as_placed = [unit.id for unit in guns if unit.march]
    bound = [unit.id for unit in guns if s.board.terrain[unit.hex] == "tione"]

    def options() -> list[Plain]:
        sets = [as_placed, bound, ids]
        return [{"do": "limber", "units": units} for n, units in enumerate(sets) if units not in sets[:n]]

    def refuse(answer: Limber) -> Refusal | None:
        if strange := [id for id in answer.units if id not in ids]:
            return no("23-c", "not_your_guns", units=strange)
        if len(set(answer.units)) != len(answer.units):
            return no("23-c", "named_twice")
        if missing := [id for id in bound if id not in answer.units]:
            return no("22.1-a", "limbered_on_crossing", units=missing)
        return None

    answer = yield ask(s, side, "limber", "23-c", (Limber,), options, refuse, units=ids)
    for unit in guns:
        s.change(unit, march=unit.id in answer.units)
    if answer.units:
        tell_of(s, "march", "23-c", [s.units[id] for id in ids if id in answer.units], march=True)


# -- 3.1 initiative ---------------------------------------------------------------------------------------------------


def begin_turn(s: State) -> None:
    """2.1-a: a game turn begins."""
    s.phase = "initiative"


def initiative_phase(s: State) -> Script:
    """3.1-a, 3.1-b. Both roll two dice and add the value of their General; the higher total has the initiative."""
    tell(s, "turn", "3.5-b", day=s.day, gt=s.gt, light=s.light)
    while not s.fixed_initiative:
        totals = {}
        for side in SIDES:
            totals[side] = yield from initiative_roll(s, side)
        if totals["italy"] != totals["austria"]:
            s.initiative = max(totals, key=totals.__getitem__)
            break
    tell(s, "initiative", "3.1-a", seat=s.initiative)
    if campaign_sequence.has_command_phase(s):
        campaign_sequence.begin_command_phase(s)
    else:
        yield from campaign_sequence.begin_actions(s)


def initiative_roll(s: State, side: str) -> Script:
    """2.4.2.2-a, 3.1-a. One side's roll for the initiative. Returns the total."""
    general = s.general(side)
    value = general.value if general else 0
    faces = yield Dice(2)
    total = sum(faces) + value
    roll(s, "3.1-a", "initiative", side, [], faces, modifiers=[("2.4.2.2-a", value)], seat=side)
    return total


# -- 3.2 action phase -------------------------------------------------------------------------------------------------


def begin_action_phase(s: State) -> Script:
    """3.2.1-a, 3.2.2-a. The command step, then attempts begin with the initiative."""
    s.phase, s.next, s.passes = "action", s.initiative, 0
    tell(s, "phase", "3.2.2-a", phase=s.phase, name=f"phase_{s.phase}")
    yield from mark_out_of_command(s)


def action_phase(s: State) -> Script:
    """3.2.2-c, 3.2.2-d. One attempt, or one step of the activated Formation; three passes in a row end the phase."""
    if s.active is not None:
        yield from actions.activation(s)
    elif s.passes >= PASSES:
        enter_phase(s, "non_activated")
    else:
        yield from formations.activation_step(s)


def enter_phase(s: State, phase: str) -> None:
    """3.3-c, 3.4-d, 14.6-a. In the phases after the activations the initiative comes last, but in the March Phase."""
    s.phase, s.next, s.passes, s.acted = phase, ENEMY[s.initiative], 0, {}
    if phase == "march":
        s.next = s.initiative
    tell(s, "phase", ADVANCED.get(phase, "3.3-c"), phase=phase, name=f"phase_{phase}")


# -- 3.5 end of the game turn -----------------------------------------------------------------------------------------


def remove_ammunition_markers(s: State) -> None:
    """3.5-a, 8.8-d. Low Ammo and Out of Ammo markers come off; in the Advanced Game by 14.8.1."""
    if s.mode == "advanced":
        campaign_sequence.remove_ammunition_markers(s)
        return
    for unit in s.units.values():
        if unit.ammo != "full":
            s.change(unit, ammo="full")


def forget_turn(s: State) -> None:
    """5.1.1-b: what counts for one game turn only is forgotten: attempts, activations, marks of command."""
    for formation in s.formations.values():
        s.change_formation(
            formation.id, attempts=0, this_turn=None, markers_placed=0, fought=False, moved=False, changed=False
        )
    for unit in s.units.values():
        if unit.ooc or unit.used:
            s.change(unit, ooc=False, used=False)
    s.active, s.acted, s.in_reach = None, {}, {}


def next_turn(s: State) -> None:
    """3.5-b, 14.8.3-a. The turn marker moves one box; after the last box of a day the next day begins."""
    last = s.board.charts.turns_per_day(full=s.options["night_turns"] == "full")
    s.day, s.gt = (s.day + 1, 1) if s.gt >= last else (s.day, s.gt + 1)
    s.light = s.board.charts.light(s.year, s.gt)
    begin_turn(s)


def is_last_turn(s: State) -> bool:
    """23.1.2-a, 23.2.2-a, 23.3.2-a. The game ends with the game turn that the scenario names."""
    return Moment(s.day, s.gt) == s.last


# -- the course of the game -------------------------------------------------------------------------------------------


def next_side(s: State, phase: str) -> None:
    """3.3-c, 3.4-d. The side with the initiative comes last; after it the next phase begins."""
    if s.next == s.initiative:
        enter_phase(s, phase)
    else:
        s.next = s.initiative


def final_result(s: State) -> None:
    """23-a, 24-a. A minor scenario is won by hexes, a campaign by Strategic Objectives."""
    if objectives.is_campaign(s):
        objectives.final_result(s)
    else:
        victory.final_result(s)


def end_phase(s: State) -> Script:
    """3.5-a, 3.5-b, 22.3.3-c. Ammunition markers come off, fortresses recover; the next game turn, or the end."""
    remove_ammunition_markers(s)
    fortresses.recover(s)
    if s.mode == "advanced":
        yield from pontoon.end_of_turn(s)
        yield from campaign_sequence.morning(s)
    victory.tell_held(s)
    if is_last_turn(s):
        final_result(s)
        return
    forget_turn(s)
    next_turn(s)
    yield from ()


PHASES: Final[dict[str, Callable[[State], Script]]] = {
    "setup": set_up,
    "initiative": initiative_phase,
    "action": action_phase,
    "non_activated": withdrawal.phase_step,
    "ooc": withdrawal.ooc_step,
    "end": end_phase,
    "command": campaign_sequence.command_phase,
    "march": campaign_sequence.march_phase,
    "fatigue": fatigue.fatigue_phase,
}


def segment(s: State) -> Script:
    """The next decision of the game and what follows from it; everything between two of them is in the state."""
    if s.result is not None:
        return
    if s.facing is not None:
        yield from turning.face_step(s)
    elif s.mode == "base":
        yield from PHASES[s.phase](s)
    else:
        before, working = campaign_sequence.fallen(s), pontoon.at_work(s)
        yield from campaign_sequence.interlude(s) or PHASES[s.phase](s)
        pontoon.look_after(s, working)
        campaign_sequence.tell_collapse(s, before)
