"""What the odds take for granted of the decisions still to come in an Assault."""

from __future__ import annotations

from typing import Any, NamedTuple

from quadrilatero.games.camposanto.duel import ROLES
from quadrilatero.kernel import Plain
from quadrilatero.kernel.odds import count_samples

ALWAYS, NEVER = 0.0, 2.0
WORDS = {"always": ALWAYS, "never": NEVER}
KEYS = ("stand_if", "reroll_if")
EACH_ON_ITS_OWN = {"assaults": "each_on_its_own"}


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
        return {role: {"stand_if": _word(stand), "reroll_if": _word(reroll)} for role, stand, reroll in sides}

    def said(self) -> list[tuple[str, Plain]]:
        """The policy in words."""
        lines: list[tuple[str, Plain]] = []
        for role, stand, reroll in zip(ROLES, self.stand, self.reroll, strict=True):
            stands = "stands" if stand == ALWAYS else "stands_never" if stand > 1 else "stands_if"
            rerolls = "rerolls" if reroll == ALWAYS else "rerolls_never" if reroll > 1 else "rerolls_if"
            lines += [(stands, {"by": role, "chance": stand}), (rerolls, {"by": role, "chance": reroll})]
        return [("all_out", {})] if self._replace(samples=0) == Policy() else lines


def _word(threshold: float) -> float | str:
    return "always" if threshold == ALWAYS else "never" if threshold > 1 else threshold


def read_policy(policy: Plain) -> Policy:
    """The policy of a caller; a ValueError names what is wrong with it."""
    if unknown := set(policy) - {*ROLES, *EACH_ON_ITS_OWN, "samples"}:
        raise ValueError(f"policy: {', '.join(sorted(map(str, unknown)))}: expected attacker, defender or samples")
    sides = [_side(policy, role) for role in ROLES]
    return Policy(
        (sides[0]["stand_if"], sides[1]["stand_if"]),
        (sides[0]["reroll_if"], sides[1]["reroll_if"]),
        count_samples(policy, 0),
    )


def _side(policy: Plain, role: str) -> dict[str, float]:
    given: Any = policy.get(role, {})
    if not isinstance(given, dict) or set(given) - set(KEYS):
        raise ValueError(f"policy: {role}: expected an object with {' and '.join(KEYS)}")
    return {key: _threshold(given.get(key, ALWAYS), f"{role}.{key}") for key in KEYS}


def _threshold(value: Any, where: str) -> float:
    if isinstance(value, str) and value in WORDS:
        return WORDS[value]
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise ValueError(f"policy: {where}: expected a chance from 0 to 1, 'always' or 'never', got {value!r}")
    return float(value)
