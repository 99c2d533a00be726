"""Weights of the evaluation: one file for each personality of a game, with a record of how it was made."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from quadrilatero.kernel import find_game
from quadrilatero.kernel.mind import Mind

STEADY = "steady"


def mind_of(game: str) -> Mind:
    """What computer players know of a game; a ValueError where they know nothing."""
    mind = find_game(game).mind()
    if mind is None:
        raise ValueError(f"{game} has no computer players but recluta")
    return mind


def personalities(game: str) -> list[str]:
    """The personalities there are for a game, the usual one first."""
    mind = find_game(game).mind()
    names = [] if mind is None else sorted(path.stem for path in mind.folder.glob("*.toml"))
    return sorted(names, key=lambda name: name != STEADY)


def path_of(game: str, personality: str) -> Path:
    """The file of a personality, which need not be there yet."""
    return mind_of(game).folder / f"{personality}.toml"


def read(game: str, personality: str = STEADY, level: str = "") -> dict[str, float]:
    """The weights of a personality, each term's, with what the file says of one level alone.

    A ValueError lists the personalities or names a term at fault.
    """
    if personality not in personalities(game):
        raise ValueError(f"{game} has no personality {personality!r}; it has {', '.join(personalities(game))}")
    file = tomllib.loads(path_of(game, personality).read_text(encoding="utf-8"))
    return checked(game, {**file["weights"], **file.get("level", {}).get(level, {})})


def checked(game: str, weights: Mapping[str, float]) -> dict[str, float]:
    """The weights as floats, if they are of this game's terms."""
    terms = mind_of(game).terms
    for name, weight in weights.items():
        if name not in terms:
            raise ValueError(f"weights: {game} has no term {name!r}; it has {', '.join(terms)}")
        if isinstance(weight, bool) or not isinstance(weight, int | float):
            raise ValueError(f"weights: {name}: expected a number, got {weight!r}")
    return {name: float(weights.get(name, 0.0)) for name in terms}


def record(game: str, personality: str = STEADY) -> dict[str, Any]:
    """How the weights of a personality were made."""
    found: dict[str, Any] = tomllib.loads(path_of(game, personality).read_text(encoding="utf-8")).get("record", {})
    return found


def write(game: str, personality: str, weights: Mapping[str, float], record: Mapping[str, Any]) -> Path:
    """Keep the weights of a personality with a record of how they were made (plain strings and numbers)."""
    lines = ["[weights]", *(f"{name} = {round(weight, 4)}" for name, weight in checked(game, weights).items())]
    lines += ["", "[record]", *(f"{name} = {_toml(value)}" for name, value in record.items())]
    path = path_of(game, personality)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return repr(value)
    text = str(value).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{text}"'
