"""Whatever the rules say in a test of this room can be said: it has its sentence, and rests on rules of the book."""

from __future__ import annotations

from collections.abc import Iterator
from string import Formatter
from typing import Any

import pytest

from quadrilatero.builds import BUILD
from quadrilatero.games.alaguerre import telling
from quadrilatero.games.alaguerre.words import BOOK
from quadrilatero.kernel import voice
from quadrilatero.kernel.ask import Ask, Refusal
from quadrilatero.kernel.events import Event
from quadrilatero.kernel.rulebook import atoms

RULES = atoms("alaguerre").keys()
FIELDS: dict[tuple[str, str], set[str]] = {}
CAUSES = """
abandoned advance approach blocked break_off charge charged contagion control counter crossed division enter evade fire
leave loss losses melee move objective obstacle overrun penetration push rally recoil recovery reinforcements retreat
ridden_down rout routed_off second_melee shaken_off steady_off tactical terrain test
"""
"""What things happen for that are not rolls."""


def fields(section: str, key: str) -> set[str]:
    """What a sentence needs to be told, in both languages."""
    if (section, key) not in FIELDS:
        parts = [part for text in BOOK.sections[section][key].values() for part in Formatter().parse(text)]
        FIELDS[section, key] = {field.split("|")[0] for _, field, _, _ in parts if field}
    return FIELDS[section, key]


def checked_refusal(rule: str | None, reason: str, book: Any, data: Any) -> Refusal:
    if book is BOOK:
        assert rule is None or rule in RULES, rule
        assert fields("refusal", reason) <= data.keys()
    return Refusal(rule, reason, book, data)


def checked_event(kind: str, rule: str, data: Any, book: Any, *more: Any, **others: Any) -> Event:
    if book is BOOK:
        assert rule in RULES, rule
        why = data.get("why")
        said = kind if why is None or f"{kind}_{why}" not in BOOK.sections["event"] else f"{kind}_{why}"
        assert why is None or said != kind or why in CAUSES.split(), why
        assert fields("event", said) <= data.keys()
        assert data.get("outcome", "success") in BOOK.sections["words"]
        assert all(name in RULES for added in more if isinstance(added, list) for name, _ in added)
    return Event(kind, rule, data, book, *more, **others)


def checked_question(book: Any, who: Any, what: str, rule: str, *more: Any, **others: Any) -> Ask:
    if book is BOOK:
        assert rule in RULES, rule
        assert fields("ask", what) is not None
    return Ask(book, who, what, rule, *more, **others)


@pytest.fixture(autouse=True, scope="package")
def all_that_is_said_can_be_said() -> Iterator[None]:
    """Of plain Python: what is compiled keeps what it was made with."""
    with pytest.MonkeyPatch.context() as patch:
        if BUILD != "compiled":
            for module, name, checked in (
                (telling, "Event", checked_event),
                (telling, "Refusal", checked_refusal),
                (voice, "Event", checked_event),
                (voice, "Refusal", checked_refusal),
                (voice, "Ask", checked_question),
            ):
                patch.setattr(module, name, checked)
        yield
