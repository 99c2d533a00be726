"""What odds take for granted of the other side: how it reacts."""

from __future__ import annotations

from typing import Literal, NamedTuple

from quadrilatero.games.custoza.branches import FIRE, NONE, SQUARE
from quadrilatero.kernel import Plain
from quadrilatero.kernel.policy import Given, read_policy

BEST = "best"


class _Given(Given, frozen=True, kw_only=True):
    reactions: Literal["none", "best"] = "best"


class Policy(NamedTuple):
    """How the other side reacts: not at all, or by fire or Square, whichever serves it better."""

    reactions: str = BEST

    def plain(self) -> Plain:
        """As it is stated with the odds."""
        return {"reactions": self.reactions}

    @property
    def tries(self) -> tuple[str, ...]:
        """The ways to react among which the other side chooses."""
        return (NONE,) if self.reactions == NONE else (FIRE, SQUARE)


def read(policy: Plain) -> Policy:
    """The policy of a caller; a ValueError names what is wrong with it."""
    return Policy(read_policy(policy, _Given).reactions)
