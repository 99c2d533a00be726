"""A game's rulebook as data: every atom's title and explanation, and the functions that enforce it."""

from __future__ import annotations

import ast
import re
import tomllib
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

import msgspec

from quadrilatero.kernel.game import find_game, games, installed

_PARAGRAPH = r"(?:\d+(?:\.\d+)*[a-z]?(?:\.[a-z]+)?|[a-z]+\.[A-Za-z]+)"
_ID = rf"{_PARAGRAPH}-[a-z]{{1,2}}\d*"
_CITED = re.compile(rf"({_ID}(?:, {_ID})*)\. ")
_MENTIONED = re.compile(rf"({_PARAGRAPH}(?:-[a-z]{{1,2}}\d*)?(?:, {_PARAGRAPH}(?:-[a-z]{{1,2}}\d*)?)*): ")
_LIKE_AN_ID = re.compile(r"(?:\d|[a-z]+\.\w)[\w.]*[-.,:]")

PROOFS = "proofs.json"


class BadRule(ValueError):
    """A rule id that cannot be read, or that the game does not have."""


class Atom(msgspec.Struct, frozen=True):
    """One rule: its text in both languages; `information` says why it states nothing to enforce, where it does not.

    A rule for `later` belongs to a part of the game that is not played yet.
    """

    id: str
    kind: str
    title: dict[str, str]
    text: dict[str, str]
    information: str | None
    reconstructed: bool
    later: bool


def folder_of(game: str) -> Traversable:
    """Where a game lies: its rulebook, its phrases and what else it brings."""
    find_game(game)
    return files(f"quadrilatero.games.{game}")


@cache
def atoms(game: str) -> dict[str, Atom]:
    """The rules of a game by id, in the book's order; none where the game has no rulebook yet."""
    if not folder_of(game).joinpath("rulebook.toml").is_file():
        return {}
    english, italian = (
        tomllib.loads(folder_of(game).joinpath(name).read_text("utf-8"))["rule"]
        for name in ("rulebook.toml", "rulebook.it.toml")
    )
    return {
        check_id(en["id"]): Atom(
            en["id"],
            en["kind"],
            {"en": en["title"], "it": it["title"]},
            {"en": en["text"], "it": it["text"]},
            en.get("information"),
            en.get("reconstructed", False),
            en.get("later", False),
        )
        for en, it in zip(english, italian, strict=True)
    }


def chapter_of(id: str) -> str:
    """The chapter a rule stands in: 7 for 7.1-d, aid for the player's card."""
    return re.split(r"[.-]", id, maxsplit=1)[0]


def chapters(game: str) -> dict[str, dict[str, str]]:
    """Titles of the chapters by number, in both languages, where the game gives them."""
    path = folder_of(game).joinpath("chapters.toml")
    return tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}


def check_id(id: str) -> str:
    """The id itself, if it is one; a BadRule says how ids are written."""
    if not re.fullmatch(_ID, id):
        raise BadRule(
            f"{id!r} is no rule id: write a paragraph, a dash, and letters or a row, as 7.1-d, 5-ch2, aid.fire-a"
        )
    return id


def paragraph_of(id: str) -> str:
    """The paragraph a rule stands in: 7.1 for 7.1-d."""
    return id.rpartition("-")[0]


def check_mark(mark: str) -> None:
    """Whether a test's mark, `GAME:ID`, names a rule that there is; a BadRule says what is wrong with it."""
    game, colon, id = mark.partition(":")
    if not colon or game not in (*games(), *installed()):
        raise BadRule(f"write GAME:ID, the game one of {', '.join(games())}")
    if check_id(id) not in atoms(game):
        raise BadRule(f"{game} does not have {id}")


def citations(game: str) -> dict[str, list[str]]:
    """The functions whose docstring begins with an atom's id, as `module:function` or `module:Class.method`, by atom.

    A docstring that begins `7.1-d, 7.1-e. ` says which rules the function enforces; one that begins `7.1-d: ` only
    mentions them. Whatever else looks like an id there is a BadRule, and so is an id that the game does not have.
    """
    found: dict[str, list[str]] = {id: [] for id in atoms(game)}
    for path, module in _sources(folder_of(game), f"quadrilatero.games.{game}"):
        for name, function in _functions(ast.parse(path.read_text("utf-8"))):
            place = f"{module}:{name}"
            for id in _cited(ast.get_docstring(function) or "", place, game):
                found[id].append(place)
    return found


def proofs(game: str) -> dict[str, list[str]]:
    """The tests that prove each atom, as `quadrilatero rules GAME --coverage --keep` has written them down last."""
    path = folder_of(game).joinpath(PROOFS)
    return msgspec.json.decode(path.read_bytes(), type=dict[str, list[str]]) if path.is_file() else {}


def _cited(docstring: str, place: str, game: str) -> list[str]:
    """The atoms that a docstring says its function enforces."""
    if not _LIKE_AN_ID.match(docstring):
        return []
    enforced, mentioned = _CITED.match(docstring), _MENTIONED.match(docstring)
    lead = enforced or mentioned
    if lead is None:
        begins = docstring.splitlines()[0]
        raise BadRule(f"{place} begins like a rule id and is none: {begins!r}; write `7.1-d, 7.1-e. What they say.`")
    known = atoms(game).keys()
    ids: list[str] = lead.group(1).split(", ")
    for id in ids:
        if id not in known and (enforced or id not in _paragraphs(game)):
            raise BadRule(f"{place} cites {id}, which {game} does not have")
    return ids if enforced else []


@cache
def _paragraphs(game: str) -> frozenset[str]:
    """Every paragraph and chapter that holds a rule: 7.1-d stands in 7.1 and in 7."""
    parts = [paragraph_of(id).split(".") for id in atoms(game)]
    return frozenset(".".join(part[:depth]) for part in parts for depth in range(1, len(part) + 1))


@cache
def written(game: str) -> frozenset[str]:
    """The atoms that a game names in what it tells, asks or refuses: ids in its source outside docstrings."""
    sources = _sources(folder_of(game), f"quadrilatero.games.{game}")
    nodes = (node for path, _ in sources for node in ast.walk(ast.parse(path.read_text("utf-8"))))
    texts = (node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str))
    return frozenset(texts) & atoms(game).keys()


def _functions(tree: ast.AST, within: str = "") -> list[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """All functions with their names, those of classes with the name of the class before it."""
    found: list[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]] = []
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found.append((within + node.name, node))
        name = f"{within}{node.name}." if isinstance(node, ast.ClassDef) else within
        found += _functions(node, name)
    return found


def _sources(folder: Traversable, package: str) -> list[tuple[Traversable, str]]:
    sources: list[tuple[Traversable, str]] = []
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir() and entry.joinpath("__init__.py").is_file():
            sources += _sources(entry, f"{package}.{entry.name}")
        elif entry.name.endswith(".py"):
            sources.append((entry, f"{package}.{entry.name.removesuffix('.py')}"))
    return sources
