"""The odds of one Assault. Every number is asked of the rules; the chain of blows is in duel.py."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from itertools import islice, product
from typing import Any, NamedTuple

from quadrilatero.games.camposanto import answers, losses
from quadrilatero.games.camposanto.duel import (
    ROLES,
    Duel,
    Leaf,
    Lost,
    Solved,
    solve,
    solve_let_stand,
    solve_repeated,
    well,
)
from quadrilatero.games.camposanto.odds_policy import Policy
from quadrilatero.games.camposanto.rules import assault, commanders
from quadrilatero.games.camposanto.rules.evening import isolated_units
from quadrilatero.games.camposanto.rules.fall_back import after, front_hits
from quadrilatero.games.camposanto.rules.modifiers import Melee, modifiers
from quadrilatero.games.camposanto.state import Links, State, Unit
from quadrilatero.games.camposanto.words import BOOK
from quadrilatero.kernel import Plain
from quadrilatero.kernel.odds import Details, Losses, Mean, Odds
from quadrilatero.kernel.trial import attempt

WAYS = 50
REPEATED, LET_STAND = "reroll", "pass"


def nothing_lost() -> Plain:
    """What every outcome of an Assault tells of losses, where there are none."""
    return {"hits": 0, "eliminated": [], "game_over": False}


def spelt_losses(names: list[str], losses: Losses) -> tuple[str, Plain]:
    """What a side may lose, in words."""
    data: Plain = {"names": names, "expected": Mean(losses.expected), "worst": losses.worst, "gone": losses.gone}
    return ("losses_gone" if losses.gone else "losses"), data


class Fight(NamedTuple):
    """One Assault, from its first blow or from an answer in the midst of it; `sent` is the Marshal risked by it."""

    state: State
    melee: Melee
    isolated: frozenset[str]
    need: int = assault.FIRST_NEED
    striker: int = 0
    lead: str = "fight"
    sent: str | None = None

    @classmethod
    def of(cls, s: State, links: Links) -> Fight:
        melee = assault.still_standing(s, links)
        return cls(s, melee, isolated_units(s, [*melee.attackers, *melee.defenders]))

    def from_question(self, seat: str, need: int, answer: Any) -> Fight:
        """In the midst of it: who is asked strikes next, or has just failed to strike."""
        verb = str(answer.__struct_config__.tag)
        sent = answer.marshal if verb == REPEATED else None
        return self._replace(need=need, striker=self.seats.index(seat), lead=verb, sent=sent)

    @property
    def seats(self) -> tuple[str, str]:
        return self.melee.attackers[0].side, self.melee.defenders[0].side

    @property
    def sides(self) -> tuple[list[Unit], list[Unit]]:
        return self.melee.attackers, self.melee.defenders

    def odds(self, seat: str, number: int, policy: Policy) -> Odds:
        added = [modifiers(self.state, self.melee, attacking=attacking) for attacking in (True, False)]
        solved = SOLVERS[self.lead](self.duel(added, policy))
        role = self.seats.index(seat)
        defeats: dict[int, Plain] = {leaf.winner: {} for leaf in solved.chances}
        found = [(self.outcome(number, leaf, defeats), p) for leaf, p in solved.chances.items()]
        kept = self._replace(state=self.state.copy())
        details = cache(lambda: kept.details(solved, added, policy))
        pieces = [unit.id for units in self.sides for unit in units]
        return Odds(found, True, 0.0, policy.plain(), well(solved.chances, role), BOOK, details, pieces=pieces)

    def duel(self, added: list[list[tuple[str, int]]], policy: Policy) -> Duel:
        """The numbers of this Assault, as the rules give them."""
        attack, defence = (sum(value for _, value in found) for found in added)
        marshals, ends = self._marshals(policy)
        return Duel(
            self.need,
            self.striker,
            (attack, defence),
            marshals,
            self._gives(marshals, policy),
            ends,
            policy.stand,
            policy.reroll,
        )

    def _marshals(self, policy: Policy) -> tuple[Lost, tuple[tuple[bool, ...], tuple[bool, ...]]]:
        """8.2: how many Marshals each side could send, and whether losing them would end the game."""
        ends = [
            tuple(state.result is not None for state in self._without(role, policy.sends_marshals(role))[1:])
            for role in (0, 1)
        ]
        return (len(ends[0]), len(ends[1])), (ends[0], ends[1])

    def _without(self, role: int, sends: bool) -> list[State]:
        """8.2-i: the state as it is, and after each further loss of a Marshal by a side: first him who is sent now."""
        states = [self.state]
        if self.sent and role == self.striker:
            states.append(self._lose(self.state, self.state.units[self.sent]))
        units = self.sides[role]
        while sends and states[-1].result is None and (near := commanders.reroll_marshals(states[-1], units)):
            states.append(self._lose(states[-1], near[0]))
        return states

    @staticmethod
    def _lose(s: State, marshal: Unit) -> State:
        def rule(copy: State) -> None:
            commanders.reroll_failed(copy, marshal)

        return attempt(s, rule)[0]

    def _gives(self, marshals: Lost, policy: Policy) -> tuple[tuple[bool, ...], tuple[bool, ...]]:
        """7.1-b: whether a side could fall back, for every count of Marshals lost; not asked of one that always stands.

        A Marshal can stand in the way of his own side.
        """
        pairs = list(product(range(marshals[0] + 1), range(marshals[1] + 1)))
        gives: list[tuple[bool, ...]] = []
        for role in (0, 1):
            ways = [False] * len(pairs)
            if policy.stand[role]:
                ways = [self._gives_way(state, role) for state in self._without(role, policy.sends_marshals(role))]
                ways = [ways[pair[role]] for pair in pairs]
            gives.append(tuple(ways))
        return gives[0], gives[1]

    def _gives_way(self, s: State, role: int) -> bool:
        side = [s.units[unit.id] for unit in self.sides[role]]
        return next(assault.ways_to_give(s, side), None) is not None

    def outcome(self, number: int, leaf: Leaf, defeats: dict[int, Plain]) -> Plain:
        """An end of the chain in a player's words; `defeats` keeps what a defeat costs once it is worked out."""
        lost = dict(zip(ROLES, leaf.lost, strict=True))
        found: Plain = {"assault": number, "winner": ROLES[leaf.winner], "fell_back": None, **nothing_lost()}
        if leaf.fell_back:
            found |= {"winner": None, "fell_back": ROLES[1 - leaf.winner]}
        elif leaf.over:
            found["game_over"] = True
        else:
            defeats[leaf.winner] = defeats[leaf.winner] or self.defeat(1 - leaf.winner)
            found |= defeats[leaf.winner]
        return {**found, "marshals_lost": lost}

    def defeat(self, loser: int) -> Plain:
        """7.1-g, 11-d: what the beaten side loses by the HITs of defeat; it lets the unit suffer that costs least."""
        units = [self.state.units[unit.id] for unit in self.sides[loser]]
        ways: list[Plain] = []
        for id in dict.fromkeys(unit.id for unit in assault.must_suffer(units)):
            after, told = attempt(
                self.state, lambda copy: assault.choose_loss(copy, units, self.isolated), answers.Hit(id)
            )
            gone = [event.data["unit"] for event in told if event.kind == "eliminated"]
            hits = sum(event.kind == "hit" for event in told)
            ways.append({"hits": hits, "eliminated": gone, "game_over": after.result is not None})
        return min(ways, key=lambda way: (way["game_over"], way["hits"], len(way["eliminated"])))

    def cheapest_retreat(self, units: list[Unit]) -> tuple[int, list[str]] | None:
        """7.1-b: the fewest HITs for which a side could fall back now, and who is lost by them; None: it cannot."""
        cheapest: tuple[int, list[str]] | None = None
        side = [self.state.units[unit.id] for unit in units]
        for way in islice(assault.ways_to_give(self.state, side), WAYS):
            cost = price(self.state, way)
            cheapest = cost if cheapest is None else min(cheapest, cost, key=lambda one: (one[0], len(one[1])))
            if not cheapest[0]:
                break
        return cheapest

    def losses(self, solved: Solved) -> dict[str, Losses]:
        """What each side may lose by every end of the chain: by defeat and flight, or by falling back."""
        units = [[self.state.units[unit.id] for unit in side] for side in self.sides]
        costs = cache(lambda loser: losses.of_defeat(self.state, units[1 - loser], units[loser], self.isolated))
        retreats = cache(lambda role: self.cheapest_retreat(units[role]) or (0, []))
        found: dict[str, Losses] = {}
        for role, seat in enumerate(self.seats):
            expected, worst, gone = 0.0, 0, 0.0
            for leaf, p in solved.chances.items():
                steps, lost = 0, bool(leaf.lost[role])
                if leaf.winner != role and leaf.fell_back:
                    steps, lost = retreats(role)[0], lost or bool(retreats(role)[1])
                elif leaf.winner != role and not leaf.over:
                    steps, lost = costs(role).total, lost or bool(costs(role).gone)
                expected, worst, gone = expected + p * steps, max(worst, steps), gone + p * lost
            found[seat] = Losses(expected, worst, gone)
        return found

    def details(self, solved: Solved, added: list[list[tuple[str, int]]], policy: Policy) -> Details:
        """The chances in words and the blows as a table."""
        names = [[unit.name for unit in units] for units in self.sides]
        data: Plain = {"attackers": names[0], "defenders": names[1]}
        for role, name in enumerate(ROLES):
            data[name] = _sum(p for leaf, p in solved.chances.items() if leaf.winner == role and not leaf.fell_back)
        said: list[tuple[str, Plain]] = [("assault", data)]
        for role in (0, 1):
            fell = _sum(p for leaf, p in solved.chances.items() if leaf.winner != role and leaf.fell_back)
            gone = _sum(p for leaf, p in solved.chances.items() if leaf.lost[role])
            said += [("falls_back", {"names": names[role], "chance": fell})] if fell else []
            said += [("marshal_lost", {"names": names[role], "chance": gone})] if gone else []
        blows = self.blows(solved, added)
        for blow in blows:
            row = {**blow, "hits": blow["fall_back"]}
            said.append(("blow" if blow["fall_back"] is None else "blow_or_fall_back", row))
        costs = self.losses(solved)
        for role, seat in enumerate(self.seats):
            said.append(spelt_losses(names[role], costs[seat]))
        return Details([*said, *policy.said()], blows, costs)

    def blows(self, solved: Solved, added: list[list[tuple[str, int]]]) -> list[Plain]:
        """Before its blow each side could fall back instead, but for the attacker's first."""
        fewest = [retreat and retreat[0] for retreat in map(self.cheapest_retreat, self.sides)]
        return [
            {
                "by": ROLES[blow.striker],
                "side": self.seats[blow.striker],
                "need": blow.need,
                "modifiers": added[blow.striker],
                "chance": blow.chance,
                "reach": blow.reach,
                "stand": blow.stand,
                "fall_back": None if blow.need == assault.FIRST_NEED else fewest[blow.striker],
            }
            for blow in solved.blows
        ]


SOLVERS: dict[str, Callable[[Duel], Solved]] = {
    "fight": solve,
    REPEATED: solve_repeated,
    LET_STAND: solve_let_stand,
}


def _sum(chances: Iterable[float]) -> float:
    return sum(chances, 0.0)


def price(s: State, way: assault.Way) -> tuple[int, list[str]]:
    """6.4-h: the HITs that a side takes as it falls back in this order, and who is lost by them."""
    total, gone = 0, []
    for id, path in way.items():
        unit = s.units[id]
        total += min(front_hits(s, unit, path), unit.steps)
        s = after(s, unit, path)
        if id not in s.units:
            gone.append(id)
    return total, gone
