"""A table as clients see it."""

from __future__ import annotations

from functools import cache

from quadrilatero.kernel import LANGUAGES, find_game
from quadrilatero.kernel.plain import Plain
from quadrilatero.server.play import absence, clocks
from quadrilatero.server.play.sides import by_side, side_of, sides_of
from quadrilatero.server.settings import Settings
from quadrilatero.server.storage import Player, SeatHolder, TableRecord


@cache
def title(game: str, scenario: str) -> dict[str, str]:
    """Game and scenario in every language."""
    found = find_game(game)
    scene = next((s for s in found.scenarios() if s.id == scenario), None)
    return {
        language: f"{found.title[language]}: {scene.title[language]}" if scene else found.title[language]
        for language in LANGUAGES
    }


def describe(record: TableRecord, viewer: Player | None, now: float, patience: float = Settings.absent_after) -> Plain:
    """What that viewer may know of a table; the invitation is for its creator.

    `patience` is how long a seat without a clock may keep the others waiting.
    """
    return {**common(record, now), **personal(record, viewer, now, patience)}


def personal(record: TableRecord, viewer: Player | None, now: float, patience: float) -> Plain:
    """What differs from viewer to viewer."""
    mine = viewer.id if viewer else None
    return {
        "mine": record.held_by(mine),
        "host": mine is not None and record.creator == mine,
        "invitation": record.invitation if mine is not None and record.creator == mine else None,
        "may_replace": absence.replaceable(record, mine, now, patience),
        "may_claim": absence.claiming(record, mine, now),
    }


def common(record: TableRecord, now: float) -> Plain:
    """What all are told alike."""
    return {**lasting(record), **passing(record, now)}


def lasting(record: TableRecord) -> Plain:
    """What of that stays as it is from answer to answer: it changes with `seats`, `title` and `dice` alone."""
    return {
        "id": record.id,
        "game": record.game,
        "scenario": record.scenario,
        "title": record.title or title(record.game, record.scenario),
        "opponent": record.opponent,
        "seats": {seat: holding(holder) for seat, holder in record.seats.items()},
        "sides": by_side(record),
        "names": find_game(record.game).seat_names(record.header),
        "pace": record.pace,
        "assistance": record.assistance,
        "public": record.public,
        "options": record.options,
        "battle": _battle(record),
        "created": record.created,
        "study": record.study,
        "dice": _dice(record),
        "previous": record.previous,
    }


def _battle(record: TableRecord) -> Plain | None:
    """What was agreed on; an army's units are for the battle to show."""
    battle = record.battle
    if battle is None:
        return None
    lists = {seat: army["list"] for seat, army in battle.armies.items() if army is not None}
    war = {"year": battle.year, "points": battle.points, "theatre": battle.theatre, "agreed": battle.agreed}
    return {**war, "lists": lists, "awaits": battle.awaits}


def passing(record: TableRecord, now: float) -> Plain:
    """What of that an act may change."""
    return {
        "status": record.status,
        "turn": record.turn if record.status == "running" else [],
        "result": record.result,
        "clock": clocks.shown(record.clock, now),
        "revision": record.revision,
        "updated": record.updated,
        "offers": {"rematch": [], **record.offers},
        "rematch": record.rematch,
    }


def holding(holder: SeatHolder) -> Plain:
    """Who sits on a seat."""
    player = {"id": holder.player.id, "name": holder.player.name} if holder.player else None
    return {"player": player, "bot": holder.bot}


def others(record: TableRecord, player: str) -> list[SeatHolder]:
    """Whom a player plays against; those of his own side are not among them."""
    mine = sides_of(record, player)
    return [holder for seat, holder in record.seats.items() if not holder.free and side_of(record, seat) not in mine]


def against(record: TableRecord, player: str) -> str:
    """The same by name."""
    foes = others(record, player)
    return ", ".join(foe.player.name if foe.player else level_name(foe.bot or "") for foe in foes)


def level_name(level: str) -> str:
    """A level of the computer as players know it; its personality goes without saying."""
    return level.partition(":")[0].capitalize()


def _dice(record: TableRecord) -> Plain:
    return {"commitment": record.dice.get("commitment"), "verifiable": record.dice.get("kind") == "committed"}


def may_see(record: TableRecord, viewer: Player | None) -> bool:
    """Private tables are for those who sit there; one that waits for anybody is seen by anybody."""
    if record.public or (record.status == "open" and record.opponent == "open"):
        return True
    return viewer is not None and (record.creator == viewer.id or bool(record.held_by(viewer.id)))
