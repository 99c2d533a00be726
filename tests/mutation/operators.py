"""Small changes of a module's functions and constants, each of which some test of the rules should notice."""

from __future__ import annotations

import ast
import copy
import hashlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

OTHER_COMPARISON: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
OTHER_SUM: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
OTHER_NAME = {"any": "all", "all": "any", "min": "max", "max": "min"}

Place = tuple[ast.AST, str, int | None]
Top = ast.FunctionDef | ast.Assign | ast.AnnAssign


class Mutant(NamedTuple):
    """One change: in which module and function (or constant), what becomes of what, and how it is made.

    `statement` is the number of the statement it stands in, among those of the function; -1 for a whole function.
    """

    module: str
    where: str
    change: str
    line: int
    statement: int
    top: Top
    place: Place
    new: ast.AST

    @property
    def tree(self) -> Top:
        """The changed definition."""
        parent, field, place = self.place
        before = getattr(parent, field)
        after = self.new if place is None else [*before[:place], self.new, *before[place + 1 :]]
        setattr(parent, field, after)
        try:
            return ast.fix_missing_locations(copy.deepcopy(self.top))
        finally:
            setattr(parent, field, before)

    @property
    def key(self) -> str:
        """Its name in lists, the same as long as the function is not rewritten."""
        return f"{self.module}.{self.where}: {self.change}"


def mutants(path: Path) -> list[Mutant]:
    """All changes of a module: its functions' and methods' bodies and defaults, and its constants."""
    found: list[Mutant] = []
    for where, top in definitions(path.read_text()):
        seen: Counter[str] = Counter()
        for change, line, statement, place, new in _changes(top):
            seen[change] += 1
            numbered = change if seen[change] == 1 else f"{change} ({seen[change]})"
            found.append(Mutant(path.stem, where, numbered, line, statement, top, place, new))
    return found


def sources(path: Path) -> dict[str, str]:
    """A fingerprint of every definition of a module."""
    named = definitions(path.read_text())
    return {name: hashlib.sha256(ast.dump(top).encode()).hexdigest()[:16] for name, top in named}


def definitions(source: str) -> Iterator[tuple[str, Top]]:
    """The functions, methods (`Class.method`) and constants of a module by their names."""
    for top in ast.parse(source).body:
        if isinstance(top, ast.FunctionDef):
            yield top.name, top
        elif isinstance(top, ast.ClassDef):
            yield from ((f"{top.name}.{one.name}", one) for one in top.body if isinstance(one, ast.FunctionDef))
        elif isinstance(top, ast.Assign | ast.AnnAssign) and is_literal(top.value):
            target = top.targets[0] if isinstance(top, ast.Assign) else top.target
            if isinstance(target, ast.Name):
                yield target.id, top


def is_literal(value: ast.expr | None) -> bool:
    """Whether a constant is written out, so that another can be put in its place."""
    try:
        ast.literal_eval(value or "")
    except (ValueError, SyntaxError, TypeError):
        return False
    return True


def statements(top: Top) -> list[ast.stmt]:
    """The statements of a definition in order, those of inner functions too, docstrings left out."""
    return [node for node in ast.walk(top) if isinstance(node, ast.stmt) and node is not top and not is_text(node)]


def is_text(node: ast.AST) -> bool:
    """Whether it is a docstring."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _changes(top: Top) -> Iterator[tuple[str, int, int, Place, ast.AST]]:
    places = dict(_places(top))
    numbers = {id(node): number for number, node in enumerate(statements(top))}
    nodes = list(ast.walk(top))
    skipped = {id(inner) for node in nodes for part in _untouched(node) for inner in ast.walk(part)}
    for node in nodes:
        if id(node) in skipped or id(node) not in places:
            continue
        for new in _instead(node, places[id(node)]):
            change = f"{_said(node)} -> {_said(new)}"
            line = getattr(node, "lineno", top.lineno)
            yield change, line, _statement(node, places, numbers), places[id(node)], new


def _said(node: ast.AST) -> str:
    return " ".join(ast.unparse(node).split())


def _places(top: ast.AST) -> Iterator[tuple[int, Place]]:
    for parent in ast.walk(top):
        for field, value in ast.iter_fields(parent):
            if isinstance(value, ast.AST):
                yield id(value), (parent, field, None)
            elif isinstance(value, list):
                yield from ((id(one), (parent, field, i)) for i, one in enumerate(value) if isinstance(one, ast.AST))


def _untouched(node: ast.AST) -> Iterator[ast.AST]:
    """Annotations, decorators, docstrings and the words inside f-strings."""
    if is_text(node):
        yield node
    for field in ("annotation", "returns"):
        if isinstance(part := getattr(node, field, None), ast.AST):
            yield part
    if isinstance(node, ast.FunctionDef):
        yield from node.decorator_list
    if isinstance(node, ast.JoinedStr):
        yield from node.values
    if isinstance(node, ast.Assert):
        yield node


def _statement(node: ast.AST, places: dict[int, Place], numbers: dict[int, int]) -> int:
    inside: ast.AST | None = node
    while inside is not None and id(inside) not in numbers:
        inside = places[id(inside)][0] if id(inside) in places else None
    return -1 if inside is None else numbers[id(inside)]


def _instead(node: ast.AST, place: Place) -> Iterator[ast.AST]:
    """What may stand in place of a node."""
    parent, field, _ = place
    if isinstance(node, ast.expr) and isinstance(parent, ast.If | ast.IfExp) and field == "test":
        yield from (ast.Constant(True), ast.Constant(False))
    if isinstance(node, ast.expr) and isinstance(parent, ast.comprehension) and field == "ifs":
        yield from (ast.Constant(True), ast.Constant(False))
    if isinstance(node, ast.Compare):
        yield from _comparisons(node)
    elif isinstance(node, ast.BoolOp):
        yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
        for left_out in range(len(node.values)):
            rest = [value for i, value in enumerate(node.values) if i != left_out]
            yield rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.operand
    elif isinstance(node, ast.BinOp) and type(node.op) in OTHER_SUM:
        yield ast.BinOp(node.left, OTHER_SUM[type(node.op)](), node.right)
    elif isinstance(node, ast.AugAssign) and type(node.op) in OTHER_SUM:
        yield ast.AugAssign(node.target, OTHER_SUM[type(node.op)](), node.value)
    elif isinstance(node, ast.Constant):
        yield from _constants(node)
    elif isinstance(node, ast.Name) and node.id in OTHER_NAME and isinstance(parent, ast.Call) and field == "func":
        yield ast.Name(OTHER_NAME[node.id], ast.Load())
    elif isinstance(node, ast.Expr):
        yield ast.Pass()
    elif isinstance(node, ast.Break):
        yield ast.Continue()
    elif isinstance(node, ast.Continue):
        yield ast.Break()


def _comparisons(node: ast.Compare) -> Iterator[ast.Compare]:
    for i, op in enumerate(node.ops):
        ops: list[ast.cmpop] = [OTHER_COMPARISON[type(op)]() if i == j else one for j, one in enumerate(node.ops)]
        yield ast.Compare(node.left, ops, node.comparators)


def _constants(node: ast.Constant) -> Iterator[ast.Constant]:
    value = node.value
    if isinstance(value, bool):
        yield ast.Constant(not value)
    elif isinstance(value, int):
        yield ast.Constant(value + 1)
        if value > 0:
            yield ast.Constant(value - 1)
    elif isinstance(value, str):
        yield ast.Constant(f"{value}?")
