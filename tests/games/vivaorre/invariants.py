"""What must hold after every answer of a battle of Viva o' rre!, and how its random battles are played."""

from __future__ import annotations

import random
from functools import cache

import msgspec

import quadrilatero as q
from quadrilatero.games.vivaorre import GAME
from quadrilatero.games.vivaorre.answers import Move
from quadrilatero.games.vivaorre.ground import DIFFICULT
from quadrilatero.games.vivaorre.lineup import Lineup
from quadrilatero.games.vivaorre.position_checks import ROUNDING
from quadrilatero.games.vivaorre.rules import ground, moving
from quadrilatero.games.vivaorre.rules.contact import enemies_touching
from quadrilatero.games.vivaorre.rules.manoeuvres import Walk
from quadrilatero.games.vivaorre.said import ENEMY, SIDES
from quadrilatero.games.vivaorre.state import State
from quadrilatero.table import TOUCH, overlap, overlaps_ground, shift
from tests import fuzzing

POINTS, LAST_TURN = 900, 4
TRIED = 2
"""How many of the listed answers are put to the rules at each question."""
READ = 7
"""At every so manyth question the position is read again."""


def check_units(s: State) -> None:
    """Figures left and removed are those at the start, at most one hit is carried, nobody stays routed."""
    wide, high = s.ground.size
    for unit in s.units.values():
        assert 1 <= unit.figures <= unit.start, unit.id
        assert unit.hits in (0, 1), unit.id
        assert unit.disorder in (None, "ground", "reorder"), unit.id
        if unit.at is not None:
            assert 0 <= unit.at[0] <= wide, unit.id
            assert 0 <= unit.at[1] <= high, unit.id


def check_score(s: State) -> None:
    """The score is the points of the enemy's units that are gone."""
    if s.result is None:
        for side in SIDES:
            assert s.score[side] == sum(gone.points for gone in s.eliminated if gone.side == ENEMY[side])


def check_ground(s: State) -> None:
    """Nobody stands in ground that is closed to it."""
    for unit in s.on_table():
        closed = ground.closed_at(s, unit, unit.pose)
        assert closed is None, f"{unit.id} stands in {closed[1].id}, closed by {closed[0]}"


def check_room(s: State) -> None:
    """Nobody whom the other can see stands on another."""
    standing = [unit for unit in s.on_table() if not unit.hidden]
    for number, unit in enumerate(standing):
        for other in standing[:number]:
            assert overlap(unit.pose, other.pose) <= TOUCH + ROUNDING, f"{unit.id} stands on {other.id}"


def check_lineup(s: State) -> None:
    """What is kept of the units is what a fresh look at them finds."""
    anew = s.copy()
    anew.lineup = Lineup()
    for side in (None, *SIDES):
        assert [unit.id for unit in s.on_table(side)] == [unit.id for unit in anew.on_table(side)]
    for unit in anew.on_table():
        assert s.units[unit.id] is unit
        assert [one.id for one in enemies_touching(s, unit)] == [one.id for one in enemies_touching(anew, unit)]
        assert s.friends_at(unit) == anew.friends_at(unit)
    for side in SIDES:
        assert s.enemies_known(side)[1] == anew.enemies_known(side)[1]


def grazes(s: State, answer: fuzzing.Answer) -> bool:
    """Whether a move ends with a hair's breadth in difficult ground: only who goes on from there has entered it."""
    walk = moving.judge_move(s, s.units[answer["unit"]], msgspec.convert(answer, Move))
    assert isinstance(walk, Walk)
    pose = walk.unit.pose
    x, y, facing, width, depth = shift(pose, pose[2], 2 * TOUCH)
    wide = (x, y, facing, width + 4 * TOUCH, depth + 4 * TOUCH)
    shapes = [shape for piece in s.ground.areas if piece.type in DIFFICULT for shape in piece.shapes]
    return any(overlaps_ground(wide, shape) and not overlaps_ground(pose, shape) for shape in shapes)


class Watch(fuzzing.Watch):
    """Units, score and room, what is kept of them, and the rules accept what is listed."""

    def __init__(self, match: q.Match, most_decisions: int) -> None:
        super().__init__(match, most_decisions)
        self._rng = random.Random(match.version)

    def check(self, match: q.Match) -> None:
        state = match.standing()[1]
        check_units(state)
        check_score(state)
        check_room(state)
        check_ground(state)
        check_lineup(state)
        if match.ask is None:
            return
        seat = match.ask.who[0]
        options = match.options(seat)
        assert len(options) <= 256
        for _ in range(min(TRIED, len(options))):
            answer = self._rng.choice(options)
            refusal = match.refuse(seat, answer)
            assert refusal is None, f"{answer} is listed and refused by {refusal.rule}"
            self.check_spoilt(match, seat, answer)
        if self.decisions % READ == 0 and not match.state()["since"]:
            GAME.read(match.state(), match.header.options)

    def check_spoilt(self, match: q.Match, seat: str, answer: fuzzing.Answer) -> None:
        """The longest lawful way of a move is lawful, and a thousandth of an inch more is not."""
        path = answer.get("path") or []
        if answer["do"] != "move" or not path or path[-1]["go"] != "advance" or answer.get("enter"):
            return
        far = match.refuse(seat, {**answer, "path": [*path[:-1], {**path[-1], "by": 24000}]})
        assert far is not None, f"{answer} goes on for ever"
        left = far.data.get("left")
        if left and far.rule in ("8-a", "8-b", "8-c"):
            longest = {**answer, "path": [*path[:-1], {**path[-1], "by": left}]}
            refusal = match.refuse(seat, longest)
            assert refusal is None or refusal.rule not in ("8-a", "8-b", "8-c"), f"{longest}: {refusal}"
            spoilt = {**answer, "path": [*path[:-1], {**path[-1], "by": left + 1}]}
            lawful = match.refuse(seat, spoilt) is None
            assert not lawful or grazes(match.standing()[1], spoilt), f"{spoilt} is one too far and is not refused"

    def _check_options(self, match: q.Match) -> None:
        """Where even having no choice is hidden, a single answer is asked for too."""
        assert match.ask is not None
        for seat in match.ask.who:
            assert len(match.options(seat)) >= 1, match.ask.what


@cache
def meeting(seed: int) -> tuple[dict[str, fuzzing.Answer], str]:
    """Two lawful armies that can meet, and where."""
    book, rng = q.army("vivaorre"), random.Random(seed)
    lists = book.lists()
    while True:
        ours, theirs = rng.sample(sorted(lists), 2)
        first = max(lists[ours]["years"][0], lists[theirs]["years"][0])
        last = min(lists[ours]["years"][1], lists[theirs]["years"][1])
        if first > last:
            continue
        year = rng.randint(first, last)
        colonial = lists[ours]["european"] != lists[theirs]["european"]
        theatre = (
            rng.choice(["south_africa", "north_africa", "afghanistan", "china", "india"]) if colonial else "europe"
        )
        try:
            red = book.suggest(list=ours, year=year, points=POINTS, against=theirs, theatre=theatre, seed=seed)
            blue = book.suggest(list=theirs, year=year, points=POINTS, against=ours, theatre=theatre, seed=seed)
        except q.NoSuchArmy:
            continue
        return {"red": red, "blue": blue}, theatre


class VivaFuzz(fuzzing.Fuzz):
    """Pick-up battles between random lawful armies; half of the answers are candidates, half from all there are."""

    tested = 40
    pairs = 4000
    moods = ("any", "candidates")

    def begin(self, scenario: str, options: dict[str, str], seed: int) -> q.Match:
        rng = random.Random(seed)
        armies, theatre = meeting(seed)
        position = q.pickup(
            "vivaorre",
            armies=armies,
            kind=rng.choice(["encounter", "defensive", "ambush", "roll"]),
            attacker=rng.choice(SIDES),
            theatre=theatre,
            terrain=rng.choice(["generated", "players"]),
            deployment=rng.choice(["automatic", "players"]),
            table=[48, 36],
            last_turn=LAST_TURN,
            seed=seed,
        )
        return q.start("vivaorre", position=position, options=options, seed=seed)

    def watch(self, match: q.Match) -> Watch:
        return Watch(match, self.most_decisions)

    def choose(self, match: q.Match, seat: str, rng: random.Random, mood: str) -> fuzzing.Answer:
        if rng.random() < 0.5:
            return match.random_answer(seat, rng)
        options = match.options(seat)
        busy = [option for option in options if option["do"] != "done"]
        return rng.choice(busy if busy and rng.random() < 0.9 else options)


FUZZ = VivaFuzz("vivaorre")
