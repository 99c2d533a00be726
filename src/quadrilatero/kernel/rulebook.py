"""A game's rulebook as data: every atom's title and explanation, and the functions that enforce it."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

import msgspec

from quadrilatero.kernel.game import find_game

_ID = r"(?:aid\.[a-z]+|\d+(?:\.\d+)*)-[a-z]"
_CITED = re.compile(rf"({_ID}(?:, {_ID})*)\. ")


class Atom(msgspec.Struct, frozen=True):
    """One rule: its text in both languages; `information` says why it states nothing to enforce, where it does not."""

    id: str
    kind: str
    title: dict[str, str]
    text: dict[str, str]
    information: str | None
    reconstructed: bool


def _folder(game: str) -> Traversable:
    find_game(game)
    return files(f"quadrilatero.games.{game}")


@cache
def atoms(game: str) -> dict[str, Atom]:
    """The rules of a game by id, in the book's order."""
    english, italian = (
        tomllib.loads(_folder(game).joinpath(name).read_text("utf-8"))["rule"]
        for name in ("rulebook.toml", "rulebook.it.toml")
    )
    return {
        en["id"]: Atom(
            en["id"],
            en["kind"],
            {"en": en["title"], "it": it["title"]},
            {"en": en["text"], "it": it["text"]},
            en.get("information"),
            en.get("reconstructed", False),
        )
        for en, it in zip(english, italian, strict=True)
    }


def citations(game: str) -> dict[str, list[str]]:
    """The functions whose docstring begins with an atom's id, as `module:function`, by atom."""
    found: dict[str, list[str]] = {id: [] for id in atoms(game)}
    for path, module in _sources(_folder(game), f"quadrilatero.games.{game}"):
        for function in _functions(ast.parse(path.read_text("utf-8"))):
            cited = _CITED.match(ast.get_docstring(function) or "")
            for id in cited.group(1).split(", ") if cited else ():
                if id not in found:
                    raise ValueError(f"{module}:{function.name} cites {id}, which {game} does not have")
                found[id].append(f"{module}:{function.name}")
    return found


SILENT = frozenset({"no", "Refusal", "BadPosition"})


@cache
def told(game: str) -> frozenset[str]:
    """The atoms that the game's code may name in an event, a modifier or a question; the others work in silence.

    Found in the source of its rules: ids written there outside docstrings, but for those given to a refusal. It errs
    on the side of too many: an id handed on in a variable may still end in a refusal.
    """
    known, found = atoms(game), set[str]()
    for path, _ in _sources(_folder(game).joinpath("rules"), f"quadrilatero.games.{game}.rules"):
        for node in _outside_silent_calls(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and node.value in known:
                found.add(node.value)
    return frozenset(found)


def _outside_silent_calls(node: ast.AST) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Call) and isinstance(child.func, ast.Name) and child.func.id in SILENT:
            continue
        yield child
        yield from _outside_silent_calls(child)


def _functions(tree: ast.Module) -> list[ast.FunctionDef]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]


def _sources(folder: Traversable, package: str) -> list[tuple[Traversable, str]]:
    sources: list[tuple[Traversable, str]] = []
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir() and entry.joinpath("__init__.py").is_file():
            sources += _sources(entry, f"{package}.{entry.name}")
        elif entry.name.endswith(".py"):
            sources.append((entry, f"{package}.{entry.name.removesuffix('.py')}"))
    return sources
