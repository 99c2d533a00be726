"""Chapter 5, the optional rule: generals of character (5-ch1 to 5-ch20), and dice that are rolled again."""

from __future__ import annotations

from collections.abc import Sequence

from quadrilatero.games.vivaorre.answers import Pass, Reroll
from quadrilatero.games.vivaorre.said import ENEMY, SIDES
from quadrilatero.games.vivaorre.state import General, State, Unit
from quadrilatero.games.vivaorre.telling import ask, no, roll, tell
from quadrilatero.kernel import Ask, Plain, Refusal, Script, Seat
from quadrilatero.kernel.ask import Dice

TABLE = (
    *("impetuoso", "cauto", "testardo", "carismatico", "invulnerabile", "osservatore", "intuitivo", "rapido", "duro"),
    *("metodico", "tirannico", "vigliacco", "combattivo", "imprevedibile", "ottuso", "temerario", "stupido"),
    *("intraprendente", "incapace", "caotico"),
)
"""5-n: the characters in the order of the die of twenty sides."""


def has(general: General | None, character: str) -> bool:
    """Whether there is such a general, and he is of that character."""
    return general is not None and general.is_there and character in general.characters


def commander_of(s: State, unit: Unit) -> General | None:
    """5-c. The general of a unit's brigade, while he commands."""
    general = s.brigadier(unit.brigade)
    return general if general is not None and general.is_there else None


def commands(s: State, general: General, unit: Unit) -> bool:
    """5-ch4, 5-ch9. Whether a unit is under a general's command: his brigade, his division's, of a CiC the army."""
    if general.side != unit.side or not general.is_there:
        return False
    if general.rank == "cic":
        return True
    if general.rank == "division":
        brigadier = s.brigadier(unit.brigade)
        return brigadier is not None and brigadier.division == general.division
    return general.brigade is not None and general.brigade == unit.brigade


# -- generals who will not, or will ----------------------------------------------------------------------------------


def bound_to_hold(s: State, unit: Unit) -> str | None:
    """5-ch2, 5-ch3, 5-ch12, 5-ch16. The rule by which a unit's general will not have it advance or charge."""
    general = commander_of(s, unit)
    if general is None:
        return None
    order = s.orders.get(general.id)
    if order is not None and order.does == "hold":
        return _rule_of(general)
    if has(general, "vigliacco") and unit.brigade is not None:
        lost = sum(gone.brigade == unit.brigade for gone in s.eliminated)
        if 4 * lost >= s.brigades[unit.brigade].strength:
            return "5-ch12"
    return None


def bound_to_advance(s: State, unit: Unit) -> str | None:
    """5-ch3, 5-ch16. The rule by which a unit's general has it advance against his order."""
    general = commander_of(s, unit)
    order = None if general is None else s.orders.get(general.id)
    if general is None or order is None or order.does != "advance" or order.told != "hold":
        return None
    return _rule_of(general)


def _rule_of(general: General) -> str:
    for character, rule in (("testardo", "5-ch3"), ("temerario", "5-ch16")):
        if has(general, character):
            return rule
    return "5-ch2"


# -- 5-ch9, 5-ch14: rolls that are made again -------------------------------------------------------------------------


def veiled(units: Sequence[Unit]) -> tuple[Seat, ...] | None:
    """13-g. Who is told of a roll for units that are all hidden: their owner; None where everybody is."""
    if units and all(unit.hidden and not unit.located for unit in units):
        return (units[0].side,)
    return None


def throw(s: State, count: int, by: Seat | None, units: Sequence[Unit], why: str, *, sides: int = 6) -> Script:
    """1-i, 5-ch9, 5-ch14. Dice are rolled; generals who may have them rolled again are asked, the roller's side first.

    `units` are those by or against whom the roll is made. Returns the faces that stand.
    """
    seen_by = None if why == "fire" else veiled(units)
    faces: tuple[int, ...] = yield Dice(count, sides, seen_by)
    if seen_by is not None:
        return faces
    for seat in (by, ENEMY[by]) if by is not None else SIDES:
        who = _who_may(s, seat, by, units)
        if not who:
            continue
        answer = yield _reroll_question(s, seat, who, faces, why)
        if isinstance(answer, Reroll):
            faces = yield from _again(s, seat, answer, faces, sides)
    return faces


def _who_may(s: State, seat: Seat, by: Seat | None, units: Sequence[Unit]) -> list[General]:
    """5-ch9, 5-ch14. Generals who may have a roll made again: one of theirs, once a turn; an Imprevedibile's enemy."""
    found = [
        general
        for general in s.generals.values()
        if general.side == seat
        and not general.rerolled
        and (
            (has(general, "duro") and any(commands(s, general, unit) for unit in units))
            or (has(general, "imprevedibile") and by == seat)
        )
    ]
    if s.rerolls[seat] and by == seat:
        found += [
            general for general in s.generals.values() if general.side != seat and "imprevedibile" in general.characters
        ][:1]
    return found


def _reroll_question(s: State, seat: Seat, who: list[General], faces: tuple[int, ...], why: str) -> Ask:
    """5-ch9, 5-ch14. A Duro has one die rolled again, an Imprevedibile all of them."""
    ids = [general.id for general in who]

    def options() -> list[Plain]:
        found: list[Plain] = [{"do": "pass"}]
        for general in who:
            if has(general, "duro") and general.side == seat:
                found += [{"do": "reroll", "general": general.id, "die": number} for number in range(len(faces))]
            else:
                found.append({"do": "reroll", "general": general.id})
        return found

    def refuse(answer: Reroll | Pass) -> Refusal | None:
        if isinstance(answer, Pass):
            return None
        if answer.general not in ids:
            return no("5-ch9", "no_reroll", general=answer.general)
        one_die = has(s.generals[answer.general], "duro") and s.generals[answer.general].side == seat
        if one_die != (answer.die is not None):
            return no("5-ch9" if one_die else "5-ch14", "one_die" if one_die else "all_dice")
        if answer.die is not None and answer.die >= len(faces):
            return no("5-ch9", "no_such_die", die=answer.die)
        return None

    return ask(
        s,
        seat,
        "reroll",
        "5-ch9",
        (Reroll, Pass),
        options,
        refuse,
        True,
        roll={"why": why, "dice": list(faces)},
        generals=ids,
    )


def _again(s: State, seat: Seat, answer: Reroll, faces: tuple[int, ...], sides: int) -> Script:
    """5-ch9, 5-ch14. The second result stands; the enemy of an Imprevedibile may get a roll of his own in turn."""
    general = s.generals[answer.general]
    if general.side != seat:
        s.rerolls = {**s.rerolls, seat: s.rerolls[seat] - 1}
        tell(s, "rerolled", "5-ch14", general=general.id, name=general.name, seat=seat)
        again: tuple[int, ...] = yield Dice(len(faces), sides)
        return again
    s.lead(general, rerolled=True)
    if answer.die is not None:
        tell(s, "rerolled", "5-ch9", general=general.id, name=general.name, seat=seat)
        one: tuple[int, ...] = yield Dice(1, sides)
        return (*faces[: answer.die], one[0], *faces[answer.die + 1 :])
    tell(s, "rerolled", "5-ch14", general=general.id, name=general.name, seat=seat)
    again = yield Dice(len(faces), sides)
    price: tuple[int, ...] = yield Dice(1)
    backfires = price[0] >= 5
    roll(s, "5-ch14", "imprevedibile", seat, price, need=5, total=price[0], success=backfires)
    if backfires:
        enemy = ENEMY[seat]
        s.rerolls = {**s.rerolls, enemy: s.rerolls[enemy] + 1}
    return again
