"""The chain of blows of one Assault (7.1) as chances. What its numbers are, the rules say; see odds.py.

Roles are 0 for the attacker and 1 for the defender. `lost` counts the Marshals that each has lost on the way.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple, TypeAlias

from quadrilatero.kernel.chances import sum_at_least

ATTACKER, DEFENDER = 0, 1
ROLES = ("attacker", "defender")

Lost: TypeAlias = tuple[int, int]
Node: TypeAlias = tuple[int, Lost]
NONE: Lost = (0, 0)


class Leaf(NamedTuple):
    """How a chain ends: who comes out on top, whether the other fell back, and whether the game ended with it."""

    winner: int
    fell_back: bool
    lost: Lost
    over: bool = False


Chances: TypeAlias = dict[Leaf, float]


class Duel(NamedTuple):
    """All that the chances of an Assault hang on.

    `need` and `striker` are those of the next blow. `gives[role][lost]` says whether that side could fall back, where
    `lost` is an index (see `slot`); `ends[role]` holds which loss of a Marshal would end the game. `stand` and `reroll`
    are the policies: a side stands while its chance is at least that much, and repeats a roll that likely to succeed.
    """

    need: int
    striker: int
    modifier: tuple[int, int]
    marshals: Lost
    gives: tuple[tuple[bool, ...], tuple[bool, ...]]
    ends: tuple[tuple[bool, ...], tuple[bool, ...]]
    stand: tuple[float, float]
    reroll: tuple[float, float]

    def slot(self, lost: Lost) -> int:
        """Where `gives` keeps the answer for these losses."""
        return lost[0] * (self.marshals[1] + 1) + lost[1]


class Blow(NamedTuple):
    """One blow: its chance, how likely it is to be struck, and the striker's chance from there to the end."""

    need: int
    striker: int
    chance: float
    reach: float
    stand: float


class Solved(NamedTuple):
    """The chances of every end, and the blows on the way."""

    chances: Chances
    blows: tuple[Blow, ...]


@cache
def at_least(number: int) -> float:
    """The chance that two dice add up to that number or more."""
    return sum_at_least(number, dice=2)


def one_more(lost: Lost, role: int) -> Lost:
    """The losses after another Marshal of that side."""
    return (lost[0] + 1, lost[1]) if role == ATTACKER else (lost[0], lost[1] + 1)


def well(chances: Chances, role: int) -> float:
    """The chance that a side wins or sees the other fall back."""
    return sum(p for leaf, p in chances.items() if leaf.winner == role)


class Chain:
    """A duel worked out from its end backwards; every blow is looked at once for each count of Marshals lost."""

    def __init__(self, duel: Duel) -> None:
        self.duel = duel
        self.known: dict[Node, Chances] = {}

    def striker(self, blow: int) -> int:
        """Blows alternate."""
        return self.duel.striker ^ (blow & 1)

    def need(self, blow: int) -> int:
        """Each blow needs one less than the one before."""
        return self.duel.need - blow

    def chance(self, blow: int) -> float:
        """The chance of one roll."""
        return at_least(self.need(blow) - self.duel.modifier[self.striker(blow)])

    def blow(self, blow: int, lost: Lost) -> Chances:
        """As a blow is about to be struck."""
        found = self.known.get((blow, lost))
        if found is None:
            p = self.chance(blow)
            found = {Leaf(self.striker(blow), False, lost): p}
            if p < 1:
                _add(found, self.failed(blow, lost), 1 - p)
            self.known[blow, lost] = found
        return found

    def failed(self, blow: int, lost: Lost) -> Chances:
        """After a failed roll: a Marshal may have it repeated."""
        return self.repeat(blow, lost) if self.repeats(blow, lost) else self.stood(blow, lost)

    def repeats(self, blow: int, lost: Lost) -> bool:
        """Whether the policy sends a Marshal, who must be there and have a chance."""
        role, p = self.striker(blow), self.chance(blow)
        return lost[role] < self.duel.marshals[role] and p > 0 and p >= self.duel.reroll[role]

    def repeat(self, blow: int, lost: Lost) -> Chances:
        """The roll is repeated; if it fails again the Marshal is lost, which may end the game."""
        role, p = self.striker(blow), self.chance(blow)
        found = {Leaf(role, False, lost): p}
        after = one_more(lost, role)
        if self.duel.ends[role][lost[role]]:
            _add(found, {Leaf(1 - role, False, after, True): 1.0}, 1 - p)
        else:
            _add(found, self.stood(blow, after), 1 - p)
        return found

    def stood(self, blow: int, lost: Lost) -> Chances:
        """After a blow has failed for good: the other side falls back, or stays and strikes the next."""
        if self.falls_back(blow, lost):
            return {Leaf(self.striker(blow), True, lost): 1.0}
        return self.blow(blow + 1, lost)

    def falls_back(self, blow: int, lost: Lost) -> bool:
        """Whether the side that was not struck down falls back, by its policy and if it can."""
        duel, role = self.duel, 1 - self.striker(blow)
        if duel.stand[role] <= 0 or not duel.gives[role][duel.slot(lost)]:
            return False
        return well(self.blow(blow + 1, lost), role) < duel.stand[role]

    def walk(self, number: int, reach: dict[Lost, float]) -> tuple[Blow, ...]:
        """The blows in order from one on, which is as likely as `reach` says, up to one that cannot fail."""
        blows: list[Blow] = []
        while True:
            role, p = self.striker(number), self.chance(number)
            come = sum(reach.values())
            ahead = sum(there * well(self.blow(number, lost), role) for lost, there in reach.items())
            stand = ahead / come if come else well(self.blow(number, NONE), role)
            blows.append(Blow(self.need(number), role, p, come, stand))
            if p >= 1:
                return tuple(blows)
            reach = self._onward(number, p, reach)
            number += 1

    def _onward(self, blow: int, p: float, reach: dict[Lost, float]) -> dict[Lost, float]:
        """How likely the next blow is, by the Marshals lost until then."""
        role = self.striker(blow)
        onward: dict[Lost, float] = {}
        for before, there in reach.items():
            lost, come = before, there * (1 - p)
            if self.repeats(blow, lost):
                if self.duel.ends[role][lost[role]]:
                    continue
                lost, come = one_more(lost, role), come * (1 - p)
            if come and not self.falls_back(blow, lost):
                onward[lost] = onward.get(lost, 0.0) + come
        return onward


def _add(to: Chances, more: Chances, weight: float) -> None:
    for leaf, p in more.items():
        to[leaf] = to.get(leaf, 0.0) + p * weight


@lru_cache(maxsize=4096)
def solve(duel: Duel) -> Solved:
    """From the next blow on."""
    chain = Chain(duel)
    return Solved(_possible(chain.blow(0, NONE)), chain.walk(0, {NONE: 1.0}))


@lru_cache(maxsize=4096)
def solve_repeated(duel: Duel) -> Solved:
    """From a failed roll that a Marshal has repeated."""
    chain = Chain(duel)
    role, p = duel.striker, chain.chance(0)
    chances = chain.repeat(0, NONE)
    lost = one_more(NONE, role)
    goes_on = not duel.ends[role][0] and not chain.falls_back(0, lost)
    repeated = Blow(duel.need, role, p, 1.0, well(chances, role))
    return Solved(_possible(chances), (repeated, *chain.walk(1, {lost: 1 - p} if goes_on else {})))


@lru_cache(maxsize=4096)
def solve_let_stand(duel: Duel) -> Solved:
    """From a failed roll that nobody repeats."""
    chain = Chain(duel)
    reach = {} if chain.falls_back(0, NONE) else {NONE: 1.0}
    return Solved(_possible(chain.stood(0, NONE)), chain.walk(1, reach))


def _possible(chances: Chances) -> Chances:
    return {leaf: p for leaf, p in sorted(chances.items()) if p > 0}
