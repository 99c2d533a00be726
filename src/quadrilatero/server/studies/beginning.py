"""Studies: private tables at which one player holds all seats, begun from any moment of a game or from a file."""

from __future__ import annotations

import secrets
from functools import partial

import msgspec

from quadrilatero.kernel import LANGUAGES, Match, find_game
from quadrilatero.kernel.branching import branch, branch_known
from quadrilatero.kernel.plain import Seat
from quadrilatero.kernel.start import start
from quadrilatero.server.computer.thinking import is_level
from quadrilatero.server.errors import Problem
from quadrilatero.server.fairness import Asker
from quadrilatero.server.lobby import seating
from quadrilatero.server.play.describe import title
from quadrilatero.server.play.fetching import beside, standing
from quadrilatero.server.play.room import Room
from quadrilatero.server.services import Services
from quadrilatero.server.storage import Player, SeatHolder, TableRecord, studies
from quadrilatero.server.storage.records import STUDY
from quadrilatero.server.storage.studies import rolled
from quadrilatero.server.studies.films import Film
from quadrilatero.server.studies.importing import Begun
from quadrilatero.server.studies.replay_http import Eyes, eyes

LONGEST = 80
"""Letters of a study's title."""


TELLING, FEW = 24, 6
"""So many dice tell a game, and fewer could be those of another."""


class StudyForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a study is to begin from; files stay bytes until a process of their own reads them."""

    table: str | None = None
    frame: int | None = None
    seat: str | None = None
    game: str | None = None
    scenario: str | None = None
    options: dict[str, str] = {}
    level: str | None = None
    position: msgspec.Raw = msgspec.Raw()
    save: msgspec.Raw = msgspec.Raw()


def fresh_seed() -> int:
    """For dice that are those of no game."""
    return secrets.randbits(63)


async def refuse_surplus(services: Services, player: Player) -> None:
    """Problem where a player keeps too many studies already."""
    most = services.settings.studies_per_player
    if await services.store(studies.count, player.id) >= most:
        raise Problem("too_many_studies", most=most)


async def from_table(
    services: Services, player: Player, asker: Asker, room: Room, frame: int, seat: Seat | None
) -> TableRecord:
    """A study from a moment of a game: as one's seat knows it while the game runs, as anybody when it is over."""
    record = room.record
    if record.assistance == "tournament" and record.status != "over":
        raise Problem("no_study")
    shown = eyes(room, player, seat)
    match, moment = await services.films.show(asker, room, partial(_branched, frame=frame, shown=shown))
    if match.result is not None:
        raise Problem("study_over")
    return await _put_up(services, player, match, record.scenario, record.id, moment)


def _branched(film: Film, frame: int, shown: Eyes) -> tuple[Match, dict[str, str] | None]:
    """The match from that moment on, and what the moment is called: the part of the game that had begun last."""
    here, seed = film.at(frame), fresh_seed()
    begun = [mark for mark in film.index(shown.seat)["marks"] if mark["frame"] <= frame]
    match = branch(here, seed) if shown.whole else branch_known(here, shown.seat, seed)
    return match, begun[-1]["text"] if begun else None


async def from_scenario(
    services: Services, player: Player, game: str, scenario: str | None, options: dict[str, str]
) -> TableRecord:
    """A study from the beginning of a scenario."""
    try:
        found = find_game(game)
        chosen = found.scenarios()[0].id if scenario is None else scenario
        if chosen not in (known.id for known in found.scenarios()):
            raise Problem("no_game")
        match = start(game, chosen, options=options, seed=fresh_seed())
    except ValueError:
        raise Problem("no_game") from None
    return await _put_up(services, player, match, chosen, None)


async def from_position(services: Services, player: Player, asker: Asker, form: StudyForm) -> TableRecord:
    """A study from a position, or a game from it: on the seat that is named, against that level of the computer."""
    game = form.game or ""
    try:
        find_game(game).choose_options(form.options)
    except ValueError:
        raise Problem("no_game") from None
    if form.level is not None and not is_level(game, form.level):
        raise Problem("no_game")
    begun = await services.importing.position(asker, game, bytes(form.position), form.options, fresh_seed())
    if form.level is None:
        return await _from_file(services, player, begun)
    match = await beside(standing, begun.header, begun.dice, begun.entries, begun.checkpoints)
    if form.seat not in match.seats or match.result is not None:
        raise Problem("bad_study")
    plan = seating.TablePlan(game, "", match.header.options, "bot", {"kind": "none"}, "novice", public=False)
    bots = {seat: SeatHolder(bot=form.level) for seat in match.seats}
    return await seating.put_up(services, plan, player, bots | {form.seat: SeatHolder(player)}, match)


async def from_save(services: Services, player: Player, asker: Asker, save: bytes) -> TableRecord:
    """A study from a save file: its whole game, to be looked at again and played on."""
    begun = await services.importing.save(asker, save, fresh_seed())
    await _refuse_tournament(services, player, begun)
    return await _from_file(services, player, begun)


async def _refuse_tournament(services: Services, player: Player, begun: Begun) -> None:
    """A Problem where a file is a tournament game that its player still plays: the same dice, or the same rolls."""
    faces = rolled(begun.entries, TELLING)
    for found in await services.store(studies.tournaments, player.id, begun.header.game, TELLING):
        copied = len(found.faces) >= FEW and found.faces == faces[: len(found.faces)]
        if copied or (begun.commitment and found.commitment == begun.commitment):
            raise Problem("no_study")


async def _from_file(services: Services, player: Player, begun: Begun) -> TableRecord:
    match = await beside(standing, begun.header, begun.dice, begun.entries, begun.checkpoints)
    return await _put_up(services, player, match, begun.header.scenario or "", None)


async def _put_up(
    services: Services,
    player: Player,
    match: Match,
    scenario: str,
    previous: str | None,
    moment: dict[str, str] | None = None,
) -> TableRecord:
    played = title(match.header.game, scenario)
    plan = seating.TablePlan(
        game=match.header.game,
        scenario=scenario,
        options=match.header.options,
        opponent=STUDY,
        pace={"kind": "none"},
        assistance="novice",
        public=False,
        previous=previous,
        title=moment and {language: f"{played[language]}. {moment[language]}"[:LONGEST] for language in played},
    )
    return await seating.put_up(services, plan, player, dict.fromkeys(match.seats, SeatHolder(player)), match)


async def rename(player: Player, room: Room, wanted: str) -> TableRecord:
    """Give a study another title; Problem where it is empty, too long or cannot be printed."""
    if not room.record.study or room.record.creator != player.id:
        raise Problem("not_found")
    text = " ".join(wanted.split())
    if not 1 <= len(text) <= LONGEST or not text.isprintable():
        raise Problem("bad_title", most=LONGEST)
    return (await room.change(_entitled, dict.fromkeys(LANGUAGES, text))).after


def _entitled(match: Match, record: TableRecord, words: dict[str, str]) -> TableRecord:
    return msgspec.structs.replace(record, title=words)


async def discard(services: Services, player: Player, room: Room) -> None:
    """Let a study go for good."""
    if not room.record.study or room.record.creator != player.id:
        raise Problem("not_found")
    async with room.lock:
        room.give_up()
        await services.store(studies.discard, room.record.id)
