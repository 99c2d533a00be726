"""A game's rulebook as data: every atom's title and explanation, and the functions that enforce it."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator, Set
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


REFUSALS = frozenset({"no", "Refusal", "BadPosition"})


class Named(msgspec.Struct, frozen=True):
    """The atoms that a game's rules name: `told` in an event, a modifier or a question, or in nothing but refusals."""

    told: frozenset[str]
    only_refused: frozenset[str]


@cache
def named(game: str) -> Named:
    """Found in the source of the rules: ids written there outside docstrings, and whether they reach only refusals.

    Through a variable too, where its module alone reads it. What cannot be followed, an argument say, counts as told.
    """
    sources = _sources(_folder(game).joinpath("rules"), f"quadrilatero.games.{game}.rules")
    trees = [ast.parse(path.read_text("utf-8")) for path, _ in sources]
    known = atoms(game).keys()
    elsewhere = {name for tree in trees for node in ast.walk(tree) for name in _from_elsewhere(node)}
    told = _ids((node for tree in trees for node in _told_nodes(tree, elsewhere)), known)
    return Named(told, _ids((node for tree in trees for node in ast.walk(tree)), known) - told)


def _ids(nodes: Iterable[ast.AST], known: Set[str]) -> frozenset[str]:
    written = (node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str))
    return frozenset(written) & known


def _from_elsewhere(node: ast.AST) -> list[str]:
    """What is read of another module here."""
    if isinstance(node, ast.ImportFrom):
        return [alias.name for alias in node.names]
    return [node.attr] if isinstance(node, ast.Attribute) else []


def _told_nodes(tree: ast.Module, elsewhere: set[str]) -> list[ast.AST]:
    """What stands neither in a refusal nor in the value of a variable that only refusals read."""
    local = {node for function in _functions(tree) for node in ast.walk(function)}
    shared = {name for node in ast.walk(tree) if node not in local for name in _assigned(node)} & elsewhere
    quiet = {name for node in ast.walk(tree) for name in _assigned(node)} - shared
    while True:
        nodes = list(_outside(tree, quiet))
        read = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
        if read.isdisjoint(quiet):
            return nodes
        quiet -= read


def _outside(node: ast.AST, quiet: set[str]) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Call) and isinstance(child.func, ast.Name) and child.func.id in REFUSALS:
            continue
        if not quiet.isdisjoint(_assigned(child)):
            continue
        yield child
        yield from _outside(child, quiet)


def _assigned(node: ast.AST) -> list[str]:
    """The variable that a plain assignment fills."""
    if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
        return [node.targets[0].id]
    return []


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
