"""A world played on by rules of thumb, quickly: what a plan comes to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from quadrilatero.games.custoza.answers import Assault, Charge
from quadrilatero.games.custoza.board import ARTILLERY, ENEMY
from quadrilatero.games.custoza.mind.acting import WORTH_IT, weigh_deed
from quadrilatero.games.custoza.mind.attacking import SECOND
from quadrilatero.games.custoza.mind.places import Places
from quadrilatero.games.custoza.mind.scene import Scene
from quadrilatero.games.custoza.mind.weighing import weigh
from quadrilatero.games.custoza.records import Marker
from quadrilatero.games.custoza.rules import actions, listing, movement, routes
from quadrilatero.games.custoza.rules.retreat import groups
from quadrilatero.games.custoza.rules.sequence import segment
from quadrilatero.games.custoza.rules.victory import counted
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.units import Unit
from quadrilatero.hexes.flood import path as way_to
from quadrilatero.kernel import Ask, Plain
from quadrilatero.kernel.mind import Weights
from quadrilatero.kernel.trial import Luck, aside, play_on

INSIGHT = 2
"""Both sides think of the turns left and of garrisons, but work out no odds."""
MOVED = -0.06
LOOKED_AT = 3
"""Of so many ends of a Force's move the checks on the way are looked at."""


class Playout:
    """One world, played on; the first question is answered as a plan says.

    In a world that is made up nothing needs to be hidden, so counters lie open, which is quicker.
    """

    def __init__(self, s: State, weights: Weights, seed: int, plan: Plain | None = None) -> None:
        self.s = aside(s)
        self.s.options = {**s.options, "fog": "open"}
        self.weights, self.plan, self.luck = weights, plan, Luck(seed)
        self._resting: set[tuple[str, ...]] = set()
        self._places: Places | None = None
        self._attacks: dict[tuple[Marker, tuple[str, ...]], float | None] = {}

    def run(self) -> State:
        """Play on to the end."""
        while self.s.result is None:
            self._look_up()
            play_on(segment(self.s), self.luck, self._answer)
        return self.s

    def _look_up(self) -> None:
        """Every activation and every attempt has dice of its own, the same for all plans."""
        s = self.s
        tried = tuple([(one.attempts, one.this_turn) for one in s.formations.values()])
        acting = s.day, s.gt, s.phase, s.active.formation if s.active else (s.next, s.passes, tried)
        if self.luck.enter(acting):
            self._resting, self._places, self._attacks = set(), None, {}
        s.sink.clear()

    def _answer(self, ask: Ask, seat: str) -> Any:
        scene = Scene(self.s, ask, seat, self.weights, INSIGHT, thought=True)
        if ask.what == "declare":
            scene.attacks = self._attacks
        if self.plan is not None:
            planned, self.plan = scene.read(self.plan), None
            if ask.refuse(seat, planned) is None:
                return self._heed(planned)
        if ask.what == "act":
            return self._heed(scene.read(self._act(scene)))
        options = scene.options
        if len(options) == 1:
            return scene.read(options[0])
        return scene.read(max(weigh(scene), key=lambda one: one.value).answer)

    def _heed(self, answer: Any) -> Any:
        """Each Force has dice of its own as well, so that what one does changes no roll of another."""
        if units := getattr(answer, "units", None):
            self.luck.turn_to(units)
        if isinstance(answer, Assault | Charge):
            self._places = None  # who is beaten stands elsewhere
        return answer

    # -- what Forces do ----------------------------------------------------------------------------------------------

    def _act(self, scene: Scene) -> Plain:
        """3.2.2b: shots and attacks, then moves, the nearest to the enemy first; who found no move is left alone."""
        deeds = [weigh_deed(scene, option) for option in self._deeds(scene)]
        best = max(deeds, key=lambda one: one.value, default=None)
        if best is not None and best.value > SECOND:
            return best.answer
        move = self._move(scene)
        if move is not None:
            return move
        if actions.refuse_done(scene.s) is None:
            return {"do": "done"}
        if best is not None:
            return best.answer
        return max(weigh(scene), key=lambda one: one.value).answer

    def _forces(self, scene: Scene) -> Iterator[list[Unit]]:
        able = actions.acting_units(scene.s)
        for hex in sorted(dict.fromkeys([unit.hex for unit in able]), key=scene.nearest_enemy):
            yield from groups([unit for unit in able if unit.hex == hex])

    def _deeds(self, scene: Scene) -> Iterator[Plain]:
        for units in self._forces(scene):
            for option in listing.other_actions(scene.s, units, [unit.id for unit in units]):
                if option["do"] != "move":
                    yield option

    def _move(self, scene: Scene) -> Plain | None:
        """The best move of the first Force that has one worth while."""
        bound = {unit.id for unit in actions.duties(scene.s)}
        for units in self._forces(scene):
            ids = tuple([unit.id for unit in units])
            must = not bound.isdisjoint(ids)
            if ids in self._resting and not must:
                continue
            found = self._best_move(scene, units, must=must)
            if found is not None:
                return found
            self._resting.add(ids)
        return None

    def _best_move(self, scene: Scene, units: Sequence[Unit], *, must: bool) -> Plain | None:
        s = scene.s
        if self._places is None or self._places.scene.seat != scene.seat:
            self._places = Places(scene)
        places = self._places
        here, guns, ids = units[0].hex, units[0].kind == ARTILLERY, [unit.id for unit in units]
        now = sum(scene.by_weight(places.terms(units, here, march=units[0].march)).values())
        found: list[tuple[float, int, bool, bool, dict[int, int]]] = []
        for march in (True,) if guns else (False, True):
            if march and len(units) > 1:
                continue
            for unlimber in (False, True) if guns else (False,):
                points = movement.points_for(units, march, unlimber=unlimber)
                if points <= 0:
                    continue
                reached = routes.reach(s, units, points, march)
                wish = None if guns or march == units[0].march else march
                for end in actions.led_by_conduct(s, units, reached.hexes, wish):
                    if not (unlimber and s.board.terrain[end] == "tione"):
                        then = places.terms(units, end, march=march and not unlimber)
                        worth = sum(scene.by_weight(then).values()) - now + MOVED
                        if must or worth > WORTH_IT:
                            found.append((worth, end, march, unlimber, reached.before))
        found.sort(key=lambda one: (-one[0], one[1]))
        best, chosen = 0.0, None
        for rough, end, march, unlimber, before in found[:LOOKED_AT]:
            path = way_to(before, end)
            worth = rough - scene.weights["order"] * places.checks(units, path, march=march)
            if chosen is None or worth > best:
                more = {"unlimber": True} if unlimber else {} if guns or march == units[0].march else {"march": march}
                best, chosen = worth, {"do": "move", "units": ids, "path": s.board.numbers(path), **more}
        return chosen if must or best > WORTH_IT else None


# -- what it comes to --------------------------------------------------------------------------------------------------

VICTORY = 4.0
"""What winning is worth beside not losing, in victory hexes each way; one hex more may decide where dice fall worse."""


def standing(s: State, seat: str) -> float:
    """What an end is worth to a seat: the result, and by how many victory hexes."""
    count = counted(s)
    won = 0.0 if s.result is None or s.result.winner is None else VICTORY if s.result.winner == seat else -VICTORY
    return won + count[seat] - count[ENEMY[seat]]
