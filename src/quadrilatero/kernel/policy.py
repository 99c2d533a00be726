"""What odds take for granted of the decisions still to come: read from a caller, and stated with the odds."""

from __future__ import annotations

from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec import Meta

from quadrilatero.kernel.odds import MOST_SAMPLES
from quadrilatero.kernel.plain import Plain

Threshold = Annotated[float, Meta(ge=0, le=1)] | Literal["always", "never"]
"""How likely something must be to be done."""
Samples = Annotated[int, Meta(ge=0, le=MOST_SAMPLES)]
ALWAYS, NEVER = 0.0, 2.0
WORDS = {"always": ALWAYS, "never": NEVER}

P = TypeVar("P", bound="Given")


class Given(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A policy, or part of one, as a caller gives it; a game says what it may hold."""


def read_policy(policy: Plain, kind: type[P]) -> P:
    """The policy of a caller; a ValueError names what is wrong with it."""
    try:
        return msgspec.convert(policy, kind)
    except msgspec.ValidationError as error:
        raise ValueError(f"policy: {error}") from None


def threshold(given: Threshold) -> float:
    """The chance from which on something is done; above 1 where it never is."""
    return WORDS[given] if isinstance(given, str) else float(given)


def threshold_word(number: float) -> Threshold:
    """The threshold as it is stated.

    >>> threshold_word(ALWAYS), threshold_word(0.4), threshold_word(NEVER)
    ('always', 0.4, 'never')
    """
    return "always" if number == ALWAYS else "never" if number > 1 else number
