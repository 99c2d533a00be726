"""What a worker process looks up in a game's army book. It loads nothing of the server: a process starts with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from quadrilatero.kernel import BadPosition, find_game
from quadrilatero.kernel.armies import ArmyBook, BadArmy, NoSuchArmy, army
from quadrilatero.kernel.plain import Plain

QUESTIONS: dict[str, Callable[[ArmyBook, Plain], Any]] = {
    "entries": lambda book, asked: {"entries": book.entries(**asked)},
    "cost": lambda book, asked: book.cost(asked),
    "check": lambda book, asked: book.check(asked),
    "suggest": lambda book, asked: book.suggest(**asked),
}


def consult(game: str, options: dict[str, str], what: str, data: bytes) -> bytes:
    """What a game's book answers, in the worker."""
    try:
        return msgspec.json.encode({"found": QUESTIONS[what](army(game, options), msgspec.json.decode(data))})
    except BadArmy as error:
        return msgspec.json.encode({"code": "bad_army", "detail": str(error)})
    except NoSuchArmy:
        return msgspec.json.encode({"code": "no_such_army"})


def lay_out(game: str, options: dict[str, str], data: bytes) -> bytes:
    """The position of a battle between armies that players bring or have suggested, with these armies, in the worker.

    Where an army is awaited, one of the other's list stands for it.
    """
    asked = msgspec.json.decode(data)
    chosen: dict[str, Plain | None] = asked["armies"]
    some = next(choice for choice in chosen.values() if choice)
    lists = {seat: _list(choice or some) for seat, choice in chosen.items()}
    war = {"year": asked["year"], "points": asked["points"], "theatre": asked["theatre"]}
    try:
        book = army(game, options)
        armies = {}
        for number, (seat, choice) in enumerate(chosen.items()):
            against = next((lists[other] for other, theirs in chosen.items() if other != seat and theirs), None)
            if choice and choice.get("army"):
                armies[seat] = book.fitted(choice["army"], **war, against=against)
                if errors := book.check(armies[seat])["errors"]:
                    refused = {"code": "unlawful_army", "rule": errors[0]["rule"], "why": errors[0]["text"]}
                    return msgspec.json.encode(refused)
            else:
                seed = asked["seed"] + number
                armies[seat] = book.suggest(list=lists[seat], **war, against=against, seed=seed)
        found = find_game(game)
        agreed = {**found.agree(asked["agreed"]), "theatre": asked["theatre"], "seed": asked["seed"]}
        position = found.pickup({**agreed, "armies": armies}, options)
    except BadArmy as error:
        return msgspec.json.encode({"code": "bad_army", "detail": str(error)})
    except NoSuchArmy:
        return msgspec.json.encode({"code": "no_such_army"})
    except BadPosition as error:
        return msgspec.json.encode({"code": "bad_position", "detail": str(error)})
    return msgspec.json.encode({"found": {"position": position, "armies": armies}})


def _list(choice: Plain) -> str:
    return str(choice.get("list") or (choice.get("army") or {}).get("list"))
