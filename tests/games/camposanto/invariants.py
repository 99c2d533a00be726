"""What must hold after every answer of a Camposanto game, and how its random games are begun and played."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import quadrilatero as q
from quadrilatero.games.camposanto import GAME
from quadrilatero.games.camposanto.bounds import MOST_DECISIONS
from tests import fuzzing

View = dict[str, Any]
STACKS = (["artillery", "infantry"], ["infantry", "light"])
ENEMY = {"spain": "austria", "austria": "spain"}
REGIMENTS = ("infantry", "cavalry")
RELUCTANT = ("done", "pass", "stop", "stay", "fall_back")
GRID = GAME.board.grid


class Watch(fuzzing.Watch):
    """Counters, stacks, steps, points and order points add up, whatever has happened."""

    def __init__(self, match: q.Match, most_decisions: int) -> None:
        super().__init__(match, most_decisions)
        view = match.view(None)
        self.ids = _ids(view)
        self.shared = match.header.options["marshal_stacking"] == "shared"
        self._points: Counter[str] = Counter(view["vp"])
        self._steps = _steps(view)
        self._played: dict[str, set[int]] = {"spain": set(), "austria": set()}

    def follow(self, match: q.Match, event: q.Event) -> None:
        """Points scored, order points laid."""
        if event.kind == "vp":
            self._score(event.data, match.view(None))
        elif event.kind in ("swapped", "kept"):
            self._played = {"spain": set(), "austria": set()}
        elif event.kind == "states":
            for side in self._played:
                self._played[side] |= set(event.data["orders"][side].values())

    def check(self, match: q.Match) -> None:
        view = match.view(None)
        check_places(view)
        check_stacks(view, self.shared)
        check_steps(view)
        assert _ids(view) == self.ids, "units and eliminated are not the counters the game began with"
        self._check_points(view)
        self._check_orders(view)
        self._check_sealed(match)

    def _score(self, data: View, view: View) -> None:
        """A Phase was scored: the losses it counted are the steps lost in it, and the higher one has the point."""
        now, inflicted = _steps(view), data["inflicted"]
        for side in ENEMY:
            assert inflicted[side] == self._steps[ENEMY[side]] - now[ENEMY[side]], "inflicted is not the steps lost"
        best = max(inflicted.values())
        scorers = [side for side in ENEMY if inflicted[side] == best]
        assert data["side"] == (scorers[0] if len(scorers) == 1 else None)
        if data["side"]:
            self._points[data["side"]] += 1
        self._steps = now

    def _check_points(self, view: View) -> None:
        assert view["vp"] == {side: self._points[side] for side in ENEMY}, "victory points do not add up"
        now = _steps(view)
        for side in ENEMY:
            lost = self._steps[ENEMY[side]] - now[ENEMY[side]]
            assert view["inflicted"][side] == lost, f"{side} has inflicted {view['inflicted'][side]}, not {lost}"

    def _check_orders(self, view: View) -> None:
        for side in ENEMY:
            left, played = set(view["orders_left"][side]), self._played[side]
            assert len(left) == len(view["orders_left"][side])
            assert not left & played, f"{side} holds a point that it has played"
            assert left | played == set(view["series"][side]), f"{side} has lost or gained an order point"

    def _check_sealed(self, match: q.Match) -> None:
        for seat in match.sealed:
            for other in (ENEMY[seat], None):
                seen = match.view(other)
                assert seen["orders"] is None, f"{other} sees what {seat} has laid"
                assert "since" not in seen, f"{other} sees what {seat} has laid"


def _ids(view: View) -> set[str]:
    ids = [unit["id"] for unit in (*view["units"], *view["eliminated"])]
    assert len(set(ids)) == len(ids), "a counter is there twice"
    return set(ids)


def _steps(view: View) -> Counter[str]:
    """The steps that each army's regiments have left."""
    steps = Counter({"spain": 0, "austria": 0})
    for unit in view["units"]:
        if unit["type"] in REGIMENTS:
            steps[unit["side"]] += unit["steps"]
    return steps


def check_places(view: View) -> None:
    """Nobody stands in the river, in the pond or out of play."""
    for unit in view["units"]:
        assert GRID.index(unit["hex"]) in GAME.board.open, f"{unit['id']} stands in {unit['hex']}"


def check_steps(view: View) -> None:
    """Counters on the map have between one step and all of theirs; those off it have none."""
    for unit in view["units"]:
        assert unit["type"] == "marshal" or 1 <= unit["steps"] <= unit["max"], unit
    assert not any(unit.get("steps") for unit in view["eliminated"])


def check_stacks(view: View, shared: bool) -> None:
    """Stacks are of one side, of the kinds allowed, with one facing; a unit in mid move or still to face may differ."""
    hexes: dict[str, list[View]] = {}
    for unit in view["units"]:
        hexes.setdefault(unit["hex"], []).append(unit)
    bad = []
    for hex, stack in hexes.items():
        if len(stack) > 1:
            assert len({unit["side"] for unit in stack}) == 1, f"both sides stand in {hex}"
            if not _is_lawful(stack, shared):
                bad.append(hex)
    moving = "since" in view or (view["ask"] is not None and view["ask"]["what"] == "face")
    assert len(bad) <= moving, f"unlawful stacks in {bad}"


def _is_lawful(stack: list[View], shared: bool) -> bool:
    combat = [unit for unit in stack if unit["type"] != "marshal"]
    if len(combat) < len(stack) and not shared:
        return False
    if len(combat) > 1 and sorted(unit["type"] for unit in combat) not in STACKS:
        return False
    return len({unit["facing"] for unit in combat}) <= 1


# -- random games that are watched -----------------------------------------------------------------------------------


def choose(match: q.Match, seat: str, rng: random.Random, mood: str) -> View:
    """An answer at random: any of them, the verb first, or (eager) what brings the armies together."""
    options = match.options(seat)
    if mood == "verbs":
        verb = rng.choice(sorted({option["do"] for option in options}))
        options = [option for option in options if option["do"] == verb]
    elif mood == "eager" and rng.random() < (0.5 if options[0]["do"] == "assault" else 0.9):
        options = [
            option for option in options if option["do"] not in RELUCTANT and option.get("targets") != []
        ] or options
        if options[0]["do"] == "move":
            return _nearest(match, seat, rng.sample(options, min(6, len(options))))
    answer: View = rng.choice(options)
    return answer


def _nearest(match: q.Match, seat: str, moves: list[View]) -> View:
    """Of some moves the one that ends nearest to an enemy."""
    units = match.view(None)["units"]
    enemies = [GRID.index(unit["hex"]) for unit in units if unit["side"] != seat]
    where = {unit["id"]: unit["hex"] for unit in units}

    def distance(move: View) -> int:
        if "path" not in move:
            return 0
        end = GRID.index(move["path"][-1] if move["path"] else where[move["unit"]])
        return min((GRID.distance(end, enemy) for enemy in enemies), default=0)

    return min(moves, key=distance)


def begin(scenario: str, options: dict[str, str], seed: int) -> q.Match:
    """A scenario of the game, or `worn`: the battle with small wings of tired regiments, which soon break."""
    if scenario != "worn":
        return q.start("camposanto", scenario, options=options, seed=seed)
    kept: Counter[str] = Counter()
    units = []
    for unit in q.start("camposanto", "battle", seed=seed).view(None)["units"]:
        wing = f"{unit['side']}.{unit['wing']}"
        kept[wing] += unit["type"] in REGIMENTS
        if unit["type"] in REGIMENTS and kept[wing] <= 2:
            units.append({**unit, "steps": 1})
    return q.start("camposanto", position={"units": units}, options=options, seed=seed)


class CamposantoFuzz(fuzzing.Fuzz):
    """Both scenarios and worn armies; some players are eager for a fight."""

    most_decisions = MOST_DECISIONS
    moods = ("any", "any", "verbs", "eager")
    tested = 200

    def __init__(self) -> None:
        super().__init__("camposanto")
        self.scenarios = ["battle", "battle", "battle", "learning", "learning", "worn"]

    def begin(self, scenario: str, options: dict[str, str], seed: int) -> q.Match:
        return begin(scenario, options, seed)

    def watch(self, match: q.Match) -> Watch:
        return Watch(match, self.most_decisions)

    def choose(self, match: q.Match, seat: str, rng: random.Random, mood: str) -> View:
        return choose(match, seat, rng, mood)


FUZZ = CamposantoFuzz()
