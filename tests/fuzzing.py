"""Random games, watched after every answer for what must hold. `tests/games/NAME/invariants.py` adds what a game knows.

Such a module has a `FUZZ`, made from a class of its own; a game without one is played by the class here.
"""

from __future__ import annotations

import importlib.util
import random
from collections import Counter
from typing import Any

import quadrilatero as q
from quadrilatero.kernel import find_game

Answer = dict[str, Any]


class Watch:
    """Follows one match; calling it checks everything that must hold where the match stands now."""

    def __init__(self, match: q.Match, most_decisions: int) -> None:
        self.fired: Counter[str] = Counter()
        self.decisions = 0
        self.largest = 0
        self._most_decisions = most_decisions
        self._told = 0

    def __call__(self, match: q.Match) -> None:
        for event in match.events[self._told :]:
            self._told += 1
            self.fired[event.rule] += 1
            self.fired.update(rule for rule, _ in event.modifiers)
            self.follow(match, event)
        self.check(match)
        if match.ask is not None:
            self.decisions += 1
            self.fired[match.ask.rule] += 1
            assert self.decisions <= self._most_decisions, "the game does not end"
            self._check_options(match)

    def follow(self, match: q.Match, event: q.Event) -> None:
        """Take in a new event."""

    def check(self, match: q.Match) -> None:
        """What must hold in this game."""

    def _check_options(self, match: q.Match) -> None:
        assert match.ask is not None
        most = match.game.most_options
        fewest = 0 if match.ask.open else 1 if match.ask.secret else 2  # where a choice is secret, so is having none
        for seat in match.ask.who:
            count = len(match.options(seat))
            self.largest = max(self.largest, count)
            assert count >= fewest, f"{count} options at {match.ask.what}"
            assert most is None or count <= most, f"{count} options at {match.ask.what}, more than most_options"


class Fuzz:
    """How random games of one game are begun, played and watched."""

    most_decisions = 20_000
    moods: tuple[str, ...] = ("any", "any", "verbs")
    tested = 50
    """How many games `make test` plays."""
    pairs = 20_000
    """How many pairs of worlds `make test` compares, where facts are hidden."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.scenarios: list[str] = [scenario.id for scenario in find_game(game).scenarios()]

    def begin(self, scenario: str, options: dict[str, str], seed: int) -> q.Match:
        return q.start(self.game, scenario, options=options, seed=seed)

    def watch(self, match: q.Match) -> Watch:
        return Watch(match, self.most_decisions)

    def choose(self, match: q.Match, seat: str, rng: random.Random, mood: str) -> Answer:
        """An answer at random: any of them, or (verbs) of a verb that is drawn first."""
        options = match.options(seat)
        if mood == "verbs" and options:
            verb = rng.choice(sorted({option["do"] for option in options}))
            return rng.choice([option for option in options if option["do"] == verb])
        return match.random_answer(seat, rng)

    def play(self, seed: int, scenario: str = "") -> tuple[q.Match, Watch]:
        """A random game of a scenario (one at random unless named), mood and set of options, watched all the way."""
        rng = random.Random(seed)
        drawn = rng.choice(self.scenarios)
        scenario = scenario or drawn
        varied = rng.random() < 0.5
        options = {option.name: rng.choice(option.values) for option in q.options(self.game)} if varied else {}
        mood = rng.choice(self.moods)
        match = self.begin(scenario, options, seed)
        watch = self.watch(match)
        try:
            watch(match)
            while match.ask is not None:
                seat = rng.choice(match.ask.who)
                match.answer(seat, self.choose(match, seat, rng, mood))
                watch(match)
        except Exception as error:
            error.add_note(f"seed {seed}, {scenario}, {options}, {mood}, decision {watch.decisions}")
            raise
        return match, watch


def fuzz_of(game: str) -> Fuzz:
    """How that game is fuzzed."""
    find_game(game)
    name = f"tests.games.{game}.invariants"
    if importlib.util.find_spec(f"tests.games.{game}") is None or importlib.util.find_spec(name) is None:
        return Fuzz(game)
    fuzz = importlib.import_module(name).FUZZ
    assert isinstance(fuzz, Fuzz)
    return fuzz
