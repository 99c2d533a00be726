"""Putting changed definitions into loaded modules, and counting which statements are run."""

from __future__ import annotations

import ast
import copy
import sys
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from tests.mutation.operators import Mutant, Top, definitions, is_text, statements

HIT = "__hit__"


def install(module: ModuleType, name: str, tree: Top) -> None:
    """Let a function run a changed body, or a constant have a changed value, wherever it was imported to."""
    if isinstance(tree, ast.FunctionDef):
        function = _function(module, name)
        function.__code__ = _code(name, tree, module)
        args, space = tree.args, vars(module)
        if args.defaults:
            function.__defaults__ = tuple(_value(value, space) for value in args.defaults)
        if function.__kwdefaults__:
            named = zip(args.kwonlyargs, args.kw_defaults, strict=True)
            function.__kwdefaults__ = {arg.arg: _value(value, space) for arg, value in named if value is not None}
        return
    target = tree.targets[0] if isinstance(tree, ast.Assign) else tree.target
    assert isinstance(target, ast.Name)
    assert tree.value is not None
    before, value = getattr(module, target.id), ast.literal_eval(tree.value)
    for loaded in list(sys.modules.values()):
        if vars(loaded).get(target.id) is before:
            setattr(loaded, target.id, value)


def _function(module: ModuleType, name: str) -> FunctionType:
    """A function of a module, or a method, whatever its class or a cache has made of it."""
    inside, _, method = name.rpartition(".")
    found = vars(vars(module)[inside] if inside else module)[method]
    found = getattr(found, "fget", None) or getattr(found, "__func__", None) or getattr(found, "__wrapped__", found)
    assert isinstance(found, FunctionType)
    return found


def _value(default: ast.expr, space: dict[str, Any]) -> Any:
    """What a default is where its function stands: a literal, or a name of the module."""
    return eval(compile(ast.Expression(default), "", "eval"), space)  # noqa: S307 - our own source


def install_mutant(mutant: Mutant, package: str) -> None:
    """Let the rules be as the mutant has them."""
    install(sys.modules[f"{package}.{mutant.module}"], mutant.where, mutant.tree)


def _code(name: str, tree: ast.FunctionDef, module: ModuleType) -> CodeType:
    """The code of a definition; that of a method is compiled in its class, which gives it `super` and private names."""
    inside = name.rpartition(".")[0]
    bare = copy.copy(tree)
    bare.decorator_list = []
    whole: ast.stmt = ast.ClassDef(inside, [], [], [bare], []) if inside else bare
    compiled = compile(ast.fix_missing_locations(ast.Module([whole], [])), module.__file__ or "", "exec")
    if inside:
        compiled = _inner(compiled, inside)
    return _inner(compiled, tree.name)


def _inner(code: CodeType, name: str) -> CodeType:
    return next(part for part in code.co_consts if isinstance(part, CodeType) and part.co_name == name)


def watch(module: ModuleType, hits: set[tuple[str, str, int]]) -> None:
    """Let every function of a module note the statements that it runs: module, function, number."""
    name = module.__name__.rpartition(".")[2]
    vars(module)[HIT] = hits.add
    for where, tree in definitions(Path(module.__file__ or "").read_text()):
        if isinstance(tree, ast.FunctionDef):
            numbers = {id(node): number for number, node in enumerate(statements(tree))}
            _note(tree, name, where, numbers)
            install(module, where, ast.fix_missing_locations(tree))


def _note(node: ast.AST, module: str, function: str, numbers: dict[int, int]) -> None:
    for field in ("body", "orelse", "finalbody"):
        block = getattr(node, field, None)
        if not isinstance(block, list):
            continue
        noted: list[ast.stmt] = []
        for statement in block:
            if not is_text(statement):
                place = ast.Tuple(
                    [ast.Constant(part) for part in (module, function, numbers[id(statement)])], ast.Load()
                )
                noted.append(ast.Expr(ast.Call(ast.Name(HIT, ast.Load()), [place], [])))
                _note(statement, module, function, numbers)
            noted.append(statement)
        setattr(node, field, noted)
    for handler in getattr(node, "handlers", []):
        _note(handler, module, function, numbers)
