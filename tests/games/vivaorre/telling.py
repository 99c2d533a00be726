"""Whatever a match tells, asks and refuses has a sentence, and names rules that are in the book."""

from __future__ import annotations

import quadrilatero as q
from quadrilatero.kernel.ask import Refusal
from quadrilatero.kernel.rulebook import atoms

LONG = ("move", "deploy", "terrain")
"""Questions with so many answers that their tests look at them one by one."""


def is_said(refusal: Refusal) -> None:
    """There is a sentence for a refusal, and the rule it rests on."""
    assert refusal.text("en")
    assert refusal.rule is None or refusal.rule in atoms("vivaorre"), refusal.rule


def all_is_told(match: q.Match) -> None:
    """There is a sentence for all that has happened, and for the question that is open."""
    known = atoms("vivaorre")
    for event in match.events:
        assert event.text("en")
        assert not event.rule or event.rule in known, event.rule
        assert all(rule in known for rule, _ in event.modifiers), event.modifiers
    if match.ask is not None:
        assert match.ask.text("en")
        assert match.ask.rule in known, match.ask.rule
        if match.ask.what not in LONG:
            offers_are_lawful(match)


def offers_are_lawful(match: q.Match) -> None:
    """What a question puts forward may be answered."""
    assert match.ask is not None
    for seat in match.ask.who:
        for answer in match.options(seat):
            refusal = match.refuse(seat, answer)
            assert refusal is None, (answer, refusal.text("en"))
