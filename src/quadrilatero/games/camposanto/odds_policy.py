"""What the odds take for granted of the decisions still to come in an Assault."""

from __future__ import annotations

from typing import Literal, NamedTuple

from quadrilatero.games.camposanto.duel import ROLES
from quadrilatero.kernel import Plain
from quadrilatero.kernel.policy import ALWAYS, Given, Samples, Threshold, read_policy, threshold, threshold_word

EACH_ON_ITS_OWN = {"assaults": "each_on_its_own"}


class _Side(Given, frozen=True):
    stand_if: Threshold = "always"
    reroll_if: Threshold = "always"


class _Given(Given, frozen=True):
    """The policy of a caller, who may also give back one that was stated with odds."""

    attacker: _Side = _Side()
    defender: _Side = _Side()
    samples: Samples = 0
    assaults: Literal["each_on_its_own"] | None = None


class Policy(NamedTuple):
    """Thresholds of attacker and defender: stand while the chance is at least so much; repeat a roll that likely.

    By default both do all they can to win: they stand to the end and send a Marshal after every failed roll.
    """

    stand: tuple[float, float] = (ALWAYS, ALWAYS)
    reroll: tuple[float, float] = (ALWAYS, ALWAYS)
    samples: int = 0

    def sends_marshals(self, role: int) -> bool:
        """Whether a side could ever have a roll repeated."""
        return self.reroll[role] <= 1

    def plain(self) -> Plain:
        """The policy as it is stated with the odds."""
        sides = zip(ROLES, self.stand, self.reroll, strict=True)
        return {
            role: {"stand_if": threshold_word(stand), "reroll_if": threshold_word(reroll)}
            for role, stand, reroll in sides
        }

    def said(self) -> list[tuple[str, Plain]]:
        """The policy in words."""
        lines: list[tuple[str, Plain]] = []
        for role, stand, reroll in zip(ROLES, self.stand, self.reroll, strict=True):
            stands = "stands" if stand == ALWAYS else "stands_never" if stand > 1 else "stands_if"
            rerolls = "rerolls" if reroll == ALWAYS else "rerolls_never" if reroll > 1 else "rerolls_if"
            lines += [(stands, {"by": role, "chance": stand}), (rerolls, {"by": role, "chance": reroll})]
        return [("all_out", {})] if self._replace(samples=0) == Policy() else lines


def read(policy: Plain) -> Policy:
    """The policy of a caller; a ValueError names what is wrong with it."""
    given = read_policy(policy, _Given)
    sides = given.attacker, given.defender
    return Policy(
        (threshold(sides[0].stand_if), threshold(sides[1].stand_if)),
        (threshold(sides[0].reroll_if), threshold(sides[1].reroll_if)),
        given.samples,
    )
