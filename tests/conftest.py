"""Options for rule tests: those of one rule only (`--atom camposanto:7.1-d`), or with a function broken (`--break`)."""

from __future__ import annotations

import gc
import importlib
import os
import sys
from operator import attrgetter
from types import FunctionType

import pytest

os.environ.setdefault("QUADRILATERO_BUILD", "python")  # the compiled build is tested when asked for

from quadrilatero.builds import BUILD
from quadrilatero.kernel.rulebook import BadRule, check_mark

gc.disable()  # until all is collected: that stays, and looking through it again and again took a third of the time


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--atom", action="append", default=[], help="only tests of this rule, e.g. camposanto:7.1-d")
    parser.addoption("--break", dest="broken", default=None, help="module:function to replace by one that returns None")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        for mark in item.iter_markers("rule"):
            for rule in mark.args:
                _check_mark(rule, item)
    wanted = set(config.getoption("--atom"))
    if wanted:
        items[:] = [i for i in items if any(wanted & set(mark.args) for mark in i.iter_markers("rule"))]


@pytest.fixture
def plain() -> None:
    """For a test that changes code while it runs, or reads the examples in it: compiled code has neither."""
    if BUILD == "compiled":
        pytest.skip("only for the plain build")


def _check_mark(rule: str, item: pytest.Item) -> None:
    try:
        check_mark(rule)
    except BadRule as fault:
        raise pytest.UsageError(f"{item.nodeid} is marked {rule!r}: {fault}") from None


def pytest_collection_finish(session: pytest.Session) -> None:
    gc.freeze()
    gc.enable()
    if spec := session.config.getoption("broken"):
        break_function(spec)


def break_function(spec: str) -> None:
    """Let a function do nothing, whoever holds it: its code is replaced, or where it is kept in a cache, its name.

    Of a property it is the function that reads it.
    """
    module, name = spec.split(":")
    found = attrgetter(name)(importlib.import_module(module))
    original = found.fget if isinstance(found, property) else found

    def broken(*_: object, **__: object) -> None:
        return None

    if isinstance(original, FunctionType):
        original.__code__ = broken.__code__
        return
    for loaded in list(sys.modules.values()):
        for key, value in list(getattr(loaded, "__dict__", {}).items()):
            if value is original:
                setattr(loaded, key, broken)
