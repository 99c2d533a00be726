"""Battles between armies that players bring to a table, or have suggested."""

from __future__ import annotations

import secrets
from typing import Any

import msgspec

from quadrilatero.kernel import Game, Match, Plain, Seat, find_game
from quadrilatero.kernel.game import choose
from quadrilatero.kernel.start import start
from quadrilatero.server.errors import Problem, sentence
from quadrilatero.server.fairness import Asker
from quadrilatero.server.http.forms import ArmyChoice, BattleForm, TableForm
from quadrilatero.server.lobby import armies
from quadrilatero.server.play.fetching import beside
from quadrilatero.server.services import Services
from quadrilatero.server.storage import Player, SeatHolder
from quadrilatero.server.storage.records import Battle

SEED = 2**48


def game_of(form: TableForm, asked: BattleForm) -> Game[Any]:
    """The game of a battle; Problem where there are none in it, or not with these options and agreements."""
    try:
        game = find_game(form.game)
        game.choose_options(form.options)
        choose(game.name, game.agreements, asked.agreed)
    except ValueError:
        raise Problem("no_game") from None
    if not game.agreements or form.scenario is not None:
        raise Problem("no_game")
    return game


def planned(asked: BattleForm, holders: dict[Seat, SeatHolder], player: Player) -> Battle:
    """A battle as its form has it; an army is awaited with whoever is to sit down."""
    mine = next(seat for seat, holder in holders.items() if holder.player == player)
    wanted = {seat: asked.mine if seat == mine else asked.theirs for seat in holders}
    if any(choice is None and not holders[seat].free for seat, choice in wanted.items()):
        raise Problem("army_first")
    by_seat = {seat: None if choice is None else chosen(choice) for seat, choice in wanted.items()}
    return Battle(asked.year, asked.points, asked.theatre, asked.agreed, by_seat)


def chosen(choice: ArmyChoice) -> Plain:
    """What somebody brings: an army, or the list that one is suggested from; Problem where it is not one of both."""
    if (choice.army is None) == (choice.list is None):
        raise Problem("army_first")
    return choice.model_dump(exclude_none=True)


async def begun(
    services: Services, asker: Asker, game: Game[Any], options: dict[str, str], battle: Battle
) -> tuple[Battle, Match]:
    """A battle with its armies, and the match at its first question."""
    asked = {**msgspec.to_builtins(battle), "armies": _brought(battle), "seed": secrets.randbelow(SEED)}
    found = await armies.battle(services, asker, game.name, options, asked)
    awaited = {seat: None if battle.armies[seat] is None else army for seat, army in found["armies"].items()}
    match = await beside(start, game.name, position=found["position"], options=options)
    return msgspec.structs.replace(battle, armies=awaited), match


def _brought(battle: Battle) -> dict[Seat, Plain | None]:
    """What each seat brings: those that have been looked at are armies as their files have them."""
    return {seat: {"army": army} if army and "kind" in army else army for seat, army in battle.armies.items()}


def title(game: Game[Any], battle: Battle) -> dict[str, str]:
    """What such a table is called."""
    return sentence("battle_title", title=game.title, points=battle.points, year=battle.year)
