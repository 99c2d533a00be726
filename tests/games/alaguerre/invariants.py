"""What must hold after every answer of a battle of A la Guerre..., and how its random battles are played."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

import quadrilatero as q
from quadrilatero.games.alaguerre import GAME
from quadrilatero.games.alaguerre.lineup import Lineup, Troops
from quadrilatero.games.alaguerre.rules.contact import enemies_touching
from quadrilatero.games.alaguerre.rules.formations import units
from quadrilatero.games.alaguerre.said import SIDES
from quadrilatero.games.alaguerre.state import State
from quadrilatero.table import centre, join, overlaps, overlaps_ground
from tests import fuzzing

POINTS, LAST_TURN = 250, 5
TRIED = 2
"""How many of the listed answers are put to the rules at each question."""
READ = 7
"""At every so manyth question the position is read again."""


def check_bases(s: State) -> None:
    """Bases on the table have strength left, stand on it, and great units stand together."""
    wide, high = s.ground.size
    great: dict[str, list[tuple[int, int, int, int, int]]] = {}
    for base in s.on_table():
        assert base.all_losses < 4, f"{base.id} has no strength left"
        x, y = centre(base.pose)
        assert 0 <= x <= wide, base.id
        assert 0 <= y <= high, base.id
        if base.great is not None:
            great.setdefault(base.great, []).append(base.pose)
    for id, poses in great.items():
        assert join(poses) is not None, f"the bases of {id} are apart"


def check_room(s: State) -> None:
    """Nobody stands on another, or in ground that is closed to all, but on bridges and fords."""
    standing = list(s.on_table())
    ways = [area for piece in s.ground.ways for area in piece.areas]
    for number, base in enumerate(standing):
        for other in standing[:number]:
            assert not overlaps(base.pose, other.pose), f"{base.id} stands on {other.id}"
        if not any(overlaps_ground(base.pose, way) for way in ways):
            for piece in s.ground.closed:
                assert not any(overlaps_ground(base.pose, area) for area in piece.areas), f"{base.id} in {piece.id}"


def check_orders(s: State) -> None:
    """Orders are of divisions with a priority from 4 to 6; a turn has at most three impulses."""
    assert all(4 <= priority <= 6 for priority in s.orders.values())
    assert len(set(s.orders.values())) <= 4 - s.impulse


def check_lineup(s: State) -> None:
    """What is kept of the bases is what a fresh look at them finds."""
    anew = s.copy()
    anew.lineup, anew.formed = Lineup(Troops(), Troops()), {}
    for side in (None, *SIDES):
        assert [base.id for base in s.on_table(side)] == [base.id for base in anew.on_table(side)]
        found = [[(unit.id, unit.kind, unit.ids, unit.pose) for unit in units(one, side)] for one in (s, anew)]
        assert found[0] == found[1]
    for base in anew.on_table():
        assert s.bases[base.id] is base
        assert [one.id for one in enemies_touching(s, base)] == [one.id for one in enemies_touching(anew, base)]
    for side in SIDES:
        assert s.foes_of(side) == anew.foes_of(side)


class Watch(fuzzing.Watch):
    """Bases, room, orders, what is kept of them, and cohesion; the rules accept what is listed."""

    def __init__(self, match: q.Match, most_decisions: int) -> None:
        super().__init__(match, most_decisions)
        self._rng = random.Random(match.version)
        self._gained: Counter[str] = Counter()
        self._began: dict[str, int] | None = None

    def follow(self, match: q.Match, event: q.Event) -> None:
        if event.kind == "cohesion":
            self._gained[event.data["side"]] += event.data["by"]

    def check(self, match: q.Match) -> None:
        state = match.standing()[1]
        check_bases(state)
        check_room(state)
        check_orders(state)
        check_lineup(state)
        self.check_cohesion(state)
        if match.ask is None:
            return
        seat = match.ask.who[0]
        options = match.options(seat)
        for _ in range(min(TRIED, len(options))):
            answer = self._rng.choice(options)
            refusal = match.refuse(seat, answer)
            assert refusal is None, f"{answer} is listed and refused by {refusal.rule}"
        if self.decisions % READ == 0 and not match.state()["since"]:
            GAME.read(match.state(), match.header.options)

    def check_cohesion(self, s: State) -> None:
        """4.1: an army's cohesion is that of its start with all changes that were told."""
        if s.setup is not None:
            return
        if self._began is None:
            self._began = {side: s.cohesion[side] - self._gained[side] for side in SIDES}
        for side in SIDES:
            assert s.cohesion[side] == self._began[side] + self._gained[side], side


@cache
def armies(seed: int) -> dict[str, fuzzing.Answer]:
    """Two lawful armies of equal points."""
    book = q.army("alaguerre")
    return {
        side: book.suggest(list="free", year=1640, points=POINTS, seed=2 * seed + number)
        for number, side in enumerate(SIDES)
    }


class AlaguerreFuzz(fuzzing.Fuzz):
    """Pick-up battles between random lawful armies; half of the answers are candidates, half from all there are."""

    tested = 12
    pairs = 200
    moods = ("any", "candidates")

    def begin(self, scenario: str, options: dict[str, str], seed: int) -> q.Match:
        rng = random.Random(seed)
        kind = rng.choice(["encounter", "assault"])
        position = q.pickup(
            "alaguerre",
            armies=armies(seed),
            kind=kind,
            attacker=rng.choice(SIDES) if kind == "assault" else None,
            home=rng.choice([None, *SIDES]),
            deployment=rng.choice(["automatic", "players"]),
            table=[6, 5],
            last_turn=LAST_TURN,
            seed=seed,
        )
        return q.start("alaguerre", position=position, options=options, seed=seed)

    def watch(self, match: q.Match) -> Watch:
        return Watch(match, self.most_decisions)

    def choose(self, match: q.Match, seat: str, rng: random.Random, mood: str) -> fuzzing.Answer:
        if rng.random() < 0.3:
            return match.random_answer(seat, rng)
        options = match.options(seat)
        busy = [option for option in options if option["do"] not in ("done", "stay", "hold")]
        bold = [option for option in busy if option["do"] in ("charge", "approach", "fire")]
        if bold and rng.random() < 0.7:
            return rng.choice(bold)
        return rng.choice(busy if busy and rng.random() < 0.9 else options)


FUZZ = AlaguerreFuzz("alaguerre")
