"""10.4: the combat of an Assault or a Charge, from the odds to the advance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from quadrilatero.games.custoza.answers import Advance, LeaveMarch, Pass
from quadrilatero.games.custoza.board import ARTILLERY, CAVALRY, ENEMY, INFANTRY
from quadrilatero.games.custoza.charts import CombatResult, Effect
from quadrilatero.games.custoza.deeds import Deed
from quadrilatero.games.custoza.rules import (
    cohesion,
    formations,
    fortresses,
    guns,
    losses,
    marching,
    movement,
    reactions,
    routes,
    turning,
)
from quadrilatero.games.custoza.rules.collapse import collapsed
from quadrilatero.games.custoza.rules.concepts import ccv, comes_from_behind, leads
from quadrilatero.games.custoza.rules.retreat import Flight, companions, retreat
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.telling import Modifiers, ask, no, roll, tell, tell_of
from quadrilatero.games.custoza.units import Unit
from quadrilatero.kernel import Plain, Refusal, Script
from quadrilatero.kernel.ask import Dice

ATTACKER: Final = "attacker"
DEFENDER: Final = "defender"
DRAW: Final = "draw"
WINNER: Final = {"blue": ATTACKER, "red": DEFENDER, "grey": DRAW}
BACK: Final = 1
AWAY: Final = 2


class Melee(NamedTuple):
    """Who fights whom: the Attacker's Force, the Defender's stack, where they stand, and the unit that leads each."""

    why: str
    attackers: tuple[Unit, ...]
    defenders: tuple[Unit, ...]
    hex: int
    target: int
    lead: Unit
    met: Unit


class Prospect(NamedTuple):
    """10.4.1 to 10.4.5 before the dice: the odds, their row, all modifiers and the column."""

    odds: str
    row: str
    modifiers: Modifiers
    column: int

    @property
    def drm(self) -> int:
        """10.4.3-a: all modifiers together."""
        return sum(value for _, value in self.modifiers)


# -- 10.4.1 to 10.4.4 --------------------------------------------------------------------------------------------------


def strength(units: Sequence[Unit]) -> int:
    """10.4.1-a, 10.4.1-b, 2.4.2.3-b. The SP of a side, artillery left out; commanders have none."""
    return sum(unit.sp for unit in units if unit.kind != ARTILLERY)


def prospect(s: State, melee: Melee) -> Prospect:
    """10.4.1-a, 10.4.2-a, 10.4.4-a. The odds and their row, what is added, the difference of cohesion."""
    ours, theirs = strength(melee.attackers), strength(melee.defenders)
    row = s.board.charts.odds(ours, theirs, inverse=s.options["odds_below_one"] == "inverse")
    column = s.board.charts.combat_column(ccv(s, melee.lead) - ccv(s, melee.met))
    return Prospect(f"{ours}:{theirs}", row.label, [("10.4.2-a", row.drm), *modifiers(s, melee)], column)


def modifiers(s: State, melee: Melee) -> Modifiers:
    """10.4.3-a. Every entry of the Other Assault Modifiers that applies, each with its own rule; zeros left out."""
    found = [
        charge_modifier(s, melee),
        ("11.5.4-b", infantry_on_square(s, melee)),
        ("7.8.3-b", defender_marches(s, melee)),
        ("7.8.3-a", _drm(s, "attacker_march") if melee.lead.march else 0),
        ("2.7-b", _drm(s, "rear") if comes_from_behind(s, melee.defenders, melee.hex) else 0),
        ("9.6-a", _drm(s, "exhausted_defender") if melee.met.exhausted else 0),
        *weaknesses(s, melee),
        *(("10.4.3-a", value) for value in ground(s, melee)),
    ]
    return [(rule, value) for rule, value in found if value]


def charge_modifier(s: State, melee: Melee) -> tuple[str, int]:
    """9.3-b, 9.4-a, chart.OAM-a. What a Charge adds; cavalry on a Square has it hard, in an Assault too."""
    if melee.met.square and melee.lead.kind == CAVALRY:
        return "9.4-a", _drm(s, "cavalry_square")
    if melee.why != "charge":
        return "9.3-b", 0
    if melee.met.march:
        return "9.3-b", _drm(s, "charge_march")
    return "9.3-b", _drm(s, "charge_cavalry" if melee.met.kind == CAVALRY else "charge_infantry")


def infantry_on_square(s: State, melee: Melee) -> int:
    """11.5.4-b: infantry that assaults a Square finds it an easy target."""
    return _drm(s, "infantry_square") if melee.met.square and melee.lead.kind == INFANTRY else 0


def defender_marches(s: State, melee: Melee) -> int:
    """7.8.3-b: units in March Movement are ill prepared for an Assault."""
    return _drm(s, "defender_march") if melee.met.march and melee.why != "charge" else 0


def weaknesses(s: State, melee: Melee) -> Modifiers:
    """8.8-c, 18.4-a, 19.3-a, 20.1.1-a, 20.1.1-b. Lead units Out of Ammo, Fatigued, Collapsed or Cut off."""
    found: Modifiers = []
    for unit, attacking in ((melee.lead, True), (melee.met, False)):
        if unit.ammo == "out":
            found.append(("8.8-c", _of_side(s, "out_of_ammo", attacking=attacking)))
        formation = s.formations.get(unit.formation or "")
        if formation is None or s.mode != "advanced":
            continue
        if formation.fatigued:
            found.append(("18.4-a", _of_side(s, "fatigued", attacking=attacking)))
        if collapsed(s, formation.id) or formation.cut_off:
            rule = "19.3-a" if collapsed(s, formation.id) else "20.1.1-a"
            found.append((rule, _of_side(s, "collapsed_or_cut_off", attacking=attacking)))
    return found


def ground(s: State, melee: Melee) -> list[int]:
    """10.4.3-a, 22.1-c, chart.TEC-a. The Defender's ground, the side that is crossed, a river behind, higher ground."""
    board, here, there = s.board, melee.hex, melee.target
    hex = board.at(there).assault
    found = [hex.cavalry if melee.lead.kind == CAVALRY else hex.infantry]
    slopes = False
    for feature in board.between(here, there):
        side = board.charts.hexside[feature.kind].assault
        found.append(side.drm_down if feature.high == here else side.drm)
        slopes = slopes or feature.kind != "stream"
    found.append(board.at(here).assault.attack_out_of)
    if board.levels[here] < board.levels[there] and not slopes:
        found.append(_drm(s, "lower_level"))
    return found


def _drm(s: State, entry: str) -> int:
    drm = s.board.charts.assault[entry].drm
    assert isinstance(drm, int)
    return drm


def _of_side(s: State, entry: str, *, attacking: bool) -> int:
    modifier = s.board.charts.assault[entry]
    return (modifier.attacker if attacking else modifier.defender) or 0


# -- 10.4.5 to 10.4.9 --------------------------------------------------------------------------------------------------


def fight(s: State, attackers: Sequence[Unit], target: int, *, why: str, marker: int) -> Script:
    """10.2-b, 10.4.5-a, 10.4.6-a. A Force fights all that stands in a hex. Returns `attacker`, `defender` or `draw`.

    `marker` is the hex of the marker, or of a counter-attacker: the Defender retreats from there.
    """
    side, hex = attackers[0].side, attackers[0].hex
    if why == "charge" and s.options["charge_check"] == "always":
        yield from try_the_charged(s, target, ENEMY[side])
    defenders = s.stack(target, ENEMY[side])
    if not defenders:
        yield from advance(s, attackers, target, charging=True)
        return ATTACKER
    if guns.stand_alone(defenders):
        return (yield from take_guns(s, attackers, defenders, target, why=why))
    lead = yield from losses.choose_lead(s, attackers, "10.4.4-b")
    met = yield from losses.choose_lead(s, defenders, "10.4.4-b")
    melee = Melee(why, tuple(attackers), tuple(defenders), hex, target, lead, met)
    result = yield from roll_combat(s, melee)
    theirs = yield from apply(s, melee, melee.defenders, result.defender)
    ours = yield from apply(s, melee, melee.attackers, result.attacker)
    winner = WINNER.get(result.colour) or uncertain(s, melee, ours, theirs)
    yield from conclude(s, melee, winner, marker)
    return winner


def try_the_charged(s: State, target: int, side: str) -> Script:
    """13.2-g, 13.2-e. By option infantry that is charged out of Square has a check to pass before the combat."""
    charged = [unit for unit in s.stack(target, side) if unit.kind == INFANTRY and not unit.square]
    if charged:
        yield from cohesion.check(
            s, charged, "charged", [("13.2-e", s.board.charts.check_drm("charged_not_in_square"))]
        )


def roll_combat(s: State, melee: Melee) -> Script:
    """10.4.5-a, 10.4.7-a. Two dice with all modifiers, read in the column of the cohesion. Returns the result."""
    ahead = prospect(s, melee)
    faces = yield Dice(2)
    result: CombatResult = s.board.charts.combat_result(ahead.column, sum(faces) + ahead.drm)
    own, other = result.cell.split(" ")[1].split("/")
    roll(
        s,
        "10.4.5-a",
        melee.why,
        melee.lead.side,
        melee.attackers,
        faces,
        modifiers=ahead.modifiers,
        success=result.colour == "blue",
        attackers=[unit.id for unit in melee.attackers],
        defenders=[unit.id for unit in melee.defenders],
        hex=s.board.grid.numbers[melee.hex],
        target=s.board.grid.numbers[melee.target],
        odds=ahead.odds,
        row=ahead.row,
        column=ahead.column,
        result=result.cell,
        colour=result.colour,
        attacker=own,
        defender=other,
    )
    return result


def apply(s: State, melee: Melee, units: Sequence[Unit], effect: Effect) -> Script:
    """10.4.7-b, 10.4.8-a, 10.4.8-c, 10.4.8-d. One side's result, whole: SP, then levels, or a cohesion check.

    Returns the levels that each unit lost by it, artillery's among them.
    """
    ids = [unit.id for unit in units]
    if effect.sp:
        yield from losses.take(s, units, effect.sp, "10.4.8-b")
    left = [s.units[id] for id in ids if s.units[id].hex >= 0]
    if effect.levels:
        yield from cohesion.lose_levels(s, left, effect.levels, "10.4.8-c")
        return {unit.id: effect.levels for unit in left}
    if effect.check is None or not left:
        return {}
    checks = yield from cohesion.check(s, left, "combat", [("10.4.8-a", effect.check)], melee=melee)
    return {id: check.levels for id, check in checks.items()}


def uncertain(s: State, melee: Melee, ours: dict[str, int], theirs: dict[str, int]) -> str:
    """10.6-a. On white the levels that infantry and cavalry have lost decide; artillery does not count."""
    standing = bool(_fighting(s, melee.attackers)), bool(_fighting(s, melee.defenders))
    own = [ours.get(unit.id, 0) for unit in melee.attackers if unit.kind != ARTILLERY]
    other = [theirs.get(unit.id, 0) for unit in melee.defenders if unit.kind != ARTILLERY]
    return steadier(standing, own, other, added_up=s.options["uncertain"] == "sum")


def steadier(standing: tuple[bool, bool], own: Sequence[int], other: Sequence[int], *, added_up: bool) -> str:
    """10.4.6-b, 10.4.9-a. The side that lost fewer levels has won; the worst single loss of each side is compared.

    By option they are added up. A side with nobody left loses to one with any, and cannot win over another.
    """
    if not any(standing):
        return DRAW
    if standing[0] != standing[1]:
        return ATTACKER if standing[0] else DEFENDER
    ours, theirs = (sum(levels) if added_up else max(levels, default=0) for levels in (own, other))
    return DRAW if ours == theirs else ATTACKER if ours < theirs else DEFENDER


def _fighting(s: State, units: Sequence[Unit]) -> list[Unit]:
    """Those of a side who are still there, artillery left out."""
    return [now for unit in units if (now := s.units[unit.id]).hex >= 0 and now.kind != ARTILLERY]


# -- 10.4.10 to 10.4.12 ------------------------------------------------------------------------------------------------


def conclude(s: State, melee: Melee, winner: str, marker: int) -> Script:
    """10.4.10-a, 10.4.10-b, 10.4.10-c, 10.4.11-a, 10.4.12-a. The loser goes, a winning Attacker advances."""
    tell_winner(s, melee.why, melee.attackers, melee.defenders, melee.target, winner)
    involved = [unit.id for unit in (*melee.attackers, *melee.defenders)]
    if winner == ATTACKER:
        yield from drive_off(s, melee, Flight(marker, AWAY, rule="10.5-b"), involved)
        yield from advance(s, melee.attackers, melee.target, charging=melee.why == "charge")
    elif winner == DEFENDER:
        beaten = [now for unit in melee.attackers if (now := s.units[unit.id]).hex == melee.hex]
        if beaten:
            yield from retreat(s, beaten, Flight(melee.target, BACK, rule="10.5-a"), involved)
    for units in (melee.defenders, melee.attackers):
        yield from leave_march(s, units)
    yield from reactions.turn_markers(s)


def tell_winner(
    s: State, why: str, attackers: Sequence[Unit], defenders: Sequence[Unit], target: int, winner: str
) -> None:
    """5.2.1-a, 18.2-e. The outcome of a combat, what it does to the commanders' Morale, and that they have fought."""
    tell(
        s,
        "combat",
        "10.4.6-a",
        attackers=[unit.id for unit in attackers],
        defenders=[unit.id for unit in defenders],
        target=s.board.grid.numbers[target],
        why=why,
        winner=winner,
    )
    for units, side in ((attackers, ATTACKER), (defenders, DEFENDER)):
        names = [unit.formation for unit in units]
        formations.mark_fought(s, names)
        if winner != DRAW:
            formations.change_morale(s, names, 1 if winner == side else -1)


def drive_off(s: State, melee: Melee, flight: Flight, involved: Sequence[str]) -> Script:
    """10.4.10-b, 10.6.2-a, 22.3.3-a. The beaten stack retreats, its guns limbered; a fortress that stands holds all."""
    left = s.stack(melee.target, melee.met.side)
    if any(unit.type == "fortress" for unit in left):
        return
    yield from guns.limber_and_lose(s, [unit for unit in left if unit.kind == ARTILLERY])
    left = s.stack(melee.target, melee.met.side)
    for unit in left:
        if unit.square:
            s.change(unit, square=False)
    if left:
        yield from retreat(s, s.stack(melee.target, melee.met.side), flight, involved)


def advance(s: State, attackers: Sequence[Unit], target: int, *, charging: bool) -> Script:
    """10.3-a, 10.4.11-c, 2.4.2.3-c, 2.9-c. The winning Force goes into the hex it has won.

    Such commanders as like go along. Not while the hex is held (22.3.3-b), nor where guns that it has saved leave no
    room for all of it; others may react to it (11.1-e).
    """
    force = [now for unit in attackers if (now := s.units[unit.id]).hex == attackers[0].hex]
    if not force or target in s.held[ENEMY[force[0].side]] or not routes.has_room(s, force, target):
        return
    start, side = force[0].hex, force[0].side
    along = yield from choose_companions(s, start, target, side)
    s.begin(Deed("advance", side, tuple(unit.id for unit in force), target=target, reaction=s.deed.reaction))
    yield from movement.step(s, target)
    deed = s.finish()
    here = [unit for unit in s.of(deed.units) if unit.hex == target]
    if not here:
        return
    for id in along:
        if s.units[id].hex == start:
            s.move(s.units[id], target)
    tell_of(s, "advanced", "10.4.11-c", here, to=s.board.grid.numbers[target])
    if not charging and not deed.stopped and len(s.deeds) > 1 and turning.has_choice(s, here):
        yield from turning.choose_facing(s, here, "10.4.11-b")


def choose_companions(s: State, start: int, target: int, side: str) -> Script:
    """2.4.2.3-c. Commanders stacked with a winning Force may go along. Returns the ids of those who do."""
    able = [piece.id for piece in companions(s, start, side)]
    if not able:
        return []

    def options() -> list[Plain]:
        return [{"do": "advance", "with": able}, {"do": "advance", "with": []}]

    def refuse(answer: Advance) -> Refusal | None:
        if set(answer.along) <= set(able) and len(set(answer.along)) == len(answer.along):
            return None
        return no("2.4.2.3-c", "not_listed", choices=able)

    answer = yield ask(
        s,
        side,
        "advance",
        "2.4.2.3-c",
        (Advance,),
        options,
        refuse,
        hex=s.board.grid.numbers[target],
        commanders=able,
    )
    return answer.along


def leave_march(s: State, units: Sequence[Unit]) -> Script:
    """10.4.12-a, 7.8.3-b. After a combat those in it may leave March Movement."""
    able = [now.id for unit in units if (now := s.units[unit.id]).hex >= 0 and marching.may_leave_march(s, now)]
    if not able:
        return

    def options() -> list[Plain]:
        return [{"do": "pass"}, {"do": "leave_march", "units": able}]

    def refuse(answer: LeaveMarch | Pass) -> Refusal | None:
        if isinstance(answer, Pass) or (answer.units and set(answer.units) <= set(able)):
            return None
        return no("10.4.12-a", "not_in_march", units=answer.units)

    answer = yield ask(
        s, s.units[able[0]].side, "leave_march", "10.4.12-a", (LeaveMarch, Pass), options, refuse, units=able
    )
    if isinstance(answer, LeaveMarch):
        marching.leave_march(s, s.of(answer.units), "10.4.12-a")


def take_guns(s: State, attackers: Sequence[Unit], defenders: Sequence[Unit], target: int, *, why: str) -> Script:
    """10.6.1-a, 10.6.1-c. Lone guns: no dice, lost as in a combat unless the Attacker is thrown back before."""
    taken = yield from guns.ride_down(s, attackers, target)
    if not taken:
        return DEFENDER
    tell_winner(s, why, attackers, defenders, target, ATTACKER)
    yield from leave_march(s, attackers)
    yield from reactions.turn_markers(s)
    return ATTACKER


def prospects(s: State, attackers: Sequence[Unit], target: int, why: str) -> Prospect | None:
    """10.4.5-a: what a combat would be decided by, for the odds; None where guns stand alone and nobody rolls."""
    defenders = s.stack(target, ENEMY[attackers[0].side])
    if not defenders or guns.stand_alone(defenders):
        return None
    hex, fortress = attackers[0].hex, fortresses.garrison(s, target)
    met = fortress or leads(defenders)[0]
    return prospect(s, Melee(why, tuple(attackers), tuple(defenders), hex, target, leads(attackers)[0], met))
