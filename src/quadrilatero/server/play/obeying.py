"""Standing instructions at work: they answer as soon as the question is put, in the same commit as what put it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from quadrilatero.kernel import Match
from quadrilatero.kernel.ask import Illegal
from quadrilatero.kernel.instructions import ordered
from quadrilatero.kernel.log import Ordered
from quadrilatero.kernel.plain import Seat
from quadrilatero.server.logs import LOG
from quadrilatero.server.storage.instructions import Instructions
from quadrilatero.server.storage.records import TableRecord

InstructionsBySeat = Mapping[Seat, Instructions]
MOST_AT_ONCE = 200


def is_delayed(record: TableRecord, instructions: Instructions) -> bool:
    """Whether these instructions wait a while: by the player's wish, where a turn has days."""
    return instructions.delay and record.pace["kind"] == "days"


def next_answer(
    match: Match, record: TableRecord, given: InstructionsBySeat, *, delayed: bool
) -> tuple[Seat, Ordered] | None:
    """What the instructions of the seat to answer say; None where it has none, or must decide itself."""
    if not given or match.ask is None or record.status != "running" or len(match.ask.seats) != 1:
        return None
    seat = match.ask.seats[0]
    instructions, holder = given.get(seat), record.seats[seat].player
    if instructions is None or holder is None or holder.id != instructions.player:
        return None
    if is_delayed(record, instructions) and not delayed:
        return None
    found = ordered(match, seat, instructions.orders)
    return None if found is None else (seat, found)


def obey(
    match: Match, record: TableRecord, given: InstructionsBySeat, turns: list[Sequence[Seat]], *, delayed: bool = False
) -> bool:
    """Let the instructions answer while they can; whether they did. `delayed`: also those that had to wait.

    Who was to answer before each of their answers is added to `turns`.
    """
    if not given:
        return False
    for number in range(MOST_AT_ONCE):
        try:
            found = next_answer(match, record, given, delayed=delayed)
            if found is None:
                return number > 0
            turns.append(match.ask.who if match.ask is not None else ())
            match.obey(*found)
        except Illegal as error:  # nothing has changed: the player decides
            LOG.error("instruction refused", extra={"table": record.id, "why": error.reason})
            return number > 0
        except Exception as error:  # noqa: BLE001 - a fault here must not undo what another player has done
            LOG.error("instruction failed", extra={"table": record.id}, exc_info=error)
            return number > 0
    return True
