"""What an answer may lead to, and how likely that is, from what a seat may know."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from quadrilatero.kernel.ask import Ask
from quadrilatero.kernel.game import Game
from quadrilatero.kernel.inspection import KNOWN, LIKELY
from quadrilatero.kernel.match import Match
from quadrilatero.kernel.phrases import Phrasebook
from quadrilatero.kernel.plain import Plain, Seat
from quadrilatero.kernel.worlds import sample, worlds

SAMPLES = 400
MOST_SAMPLES = 1_000_000
SEEDS = 0x0DD5 << 44  # far from any seed that a match is likely to be played with


class Losses(NamedTuple):
    """What an answer may cost a seat, as the game counts: on average, at worst, and how likely a piece is lost."""

    expected: float
    worst: int
    gone: float

    def __add__(self, other: Any) -> Losses:
        """Those of two fights, each on its own."""
        gone = 1 - (1 - self.gone) * (1 - other.gone)
        return Losses(self.expected + other.expected, self.worst + other.worst, gone)


class Details(NamedTuple):
    """What odds can tell beside the chances: sentences (key and data of each), the rolls on the way, losses by seat."""

    said: list[tuple[str, Plain]]
    blows: list[Plain]
    losses: dict[Seat, Losses] = {}  # noqa: RUF012  # never changed


class Odds(msgspec.Struct, frozen=True, eq=False):
    """The outcomes of an answer with their chances, which add up to 1.

    `exact`: worked out, under what `policy` says of the decisions still to come; otherwise sampled, and `error` is the
    largest standard error of a chance. `success` is the chance that the seat comes out well. `parts` are the odds of
    each of several fights that one answer sets off, `pieces` the ids of all who are in one. `details` is asked only
    when a text or the blows are wanted.
    `certainty` is `known` where nothing hidden bears on them, otherwise `likely`: they are then the mean over several
    worlds that the seat cannot tell apart.
    """

    outcomes: list[tuple[Plain, float]]
    exact: bool
    error: float
    policy: Plain
    success: float
    book: Phrasebook
    details: Callable[[], Details]
    parts: list[Odds] = []
    pieces: list[str] = []
    certainty: str = KNOWN

    @property
    def blows(self) -> list[Plain]:
        """The rolls on the way, each with what it needs, its modifiers and its chance."""
        return self.details().blows

    @property
    def losses(self) -> dict[Seat, Losses]:
        """What each seat may lose by the answer, where the game tells that."""
        return self.details().losses

    def text(self, language: str = "en") -> str:
        """The odds in words, a line for each thing to know."""
        said = [self.book.say("odds", key, language, self._spelt(data, language)) for key, data in self.details().said]
        return "\n".join([*said, *(part.text(language) for part in self.parts)])

    def _spelt(self, data: Plain, language: str) -> Plain:
        """Chances written as percentages, and what is added to dice in words."""
        spelt = {key: written(value, language) if isinstance(value, float) else value for key, value in data.items()}
        return {**spelt, "modifiers": self.book.modifiers(data.get("modifiers", ()), language)}

    def plain(self) -> Plain:
        """The odds as JSON values, for a page or a program."""
        return {
            "outcomes": [{"outcome": outcome, "chance": p} for outcome, p in self.outcomes],
            "exact": self.exact,
            "error": self.error,
            "policy": self.policy,
            "success": self.success,
            "blows": self.blows,
            "losses": {seat: losses._asdict() for seat, losses in self.losses.items()},
            "parts": [part.plain() for part in self.parts],
            "pieces": self.pieces,
            "certainty": self.certainty,
        }


class Mean(float):
    """A number of things, to be written as such and not as a chance."""


def written(value: float, language: str) -> str:
    """A chance as a percentage, a mean as a number."""
    if not isinstance(value, Mean):
        return percent(value, language)
    return f"{value:.1f}".replace(".", "," if language == "it" else ".")


def percent(chance: float, language: str) -> str:
    """A chance as a reader of that language writes it."""
    written = f"{100 * chance:.1f}%"
    return written.replace(".", ",") if language == "it" else written


class Scene(NamedTuple):
    """Where an answer is to be given, as its seat knows it: `before` is the state where the open segment began.

    States are to be read, never changed. `world(n)` is a match at the same question with dice of its own and with
    whatever the seat cannot know made up.
    """

    seat: Seat
    ask: Ask
    before: Any
    state: Any
    world: Callable[[int], Match]
    answer: Plain


def odds(match: Match, seat: Seat, answer: Any, policy: Mapping[str, Any] | None = None) -> Odds:
    """What an answer may lead to; raises Illegal where it is not allowed. Nothing changes in the match."""
    typed = match.judged(seat, answer)
    chosen = dict(policy or {})
    game = match.game
    if game.all_open:
        return _scene_odds(match, game, seat, answer, typed, chosen)
    known: dict[bytes, Odds] = {}
    found: list[Odds] = []
    for world in worlds(match, seat, seed=SEEDS):
        state = world.standing()[1]
        key = msgspec.json.encode([game.view(state, one) for one in game.seats_of(state)])
        if key not in known:
            known[key] = _scene_odds(world, game, seat, answer, typed, chosen)
        found.append(known[key])
    return _mean(found)


def _scene_odds(match: Match, game: Game[Any], seat: Seat, answer: Plain, typed: Any, policy: Plain) -> Odds:
    """The odds as they are in one match, which the seat may know or which was made up for it."""
    ask = match.ask
    assert ask is not None

    def world(number: int) -> Match:
        if not match.sealed:
            return match.clone(seed=SEEDS + number)
        return sample(match.view(seat), random.Random(SEEDS + number))

    before, state = match.standing()
    scene = Scene(seat, ask, before, state, world, answer)
    found = game.odds(scene, typed, policy)
    return sampled_rolls(scene, game.book, policy) if found is None else found


def _mean(found: list[Odds]) -> Odds:
    """The odds over several worlds, each as likely as the others."""
    first = found[0]
    if all(other.outcomes == first.outcomes and other.success == first.success for other in found):
        return msgspec.structs.replace(first, certainty=LIKELY)
    chances: dict[bytes, float] = {}
    for one in found:
        for outcome, chance in one.outcomes:
            key = msgspec.json.encode(outcome, order="sorted")
            chances[key] = chances.get(key, 0.0) + chance / len(found)
    outcomes = [(msgspec.json.decode(key), chance) for key, chance in sorted(chances.items())]
    success = sum(one.success for one in found) / len(found)
    spread = math.sqrt(sum((one.success - success) ** 2 for one in found) / (len(found) - 1) / len(found))
    error = max(spread, *(one.error for one in found))
    details = Details([("worlds", {"success": success, "worlds": len(found), "error": error})], [])
    return Odds(outcomes, False, error, first.policy, success, first.book, lambda: details, certainty=LIKELY)


def certain(book: Phrasebook, outcome: Plain | None = None, policy: Plain | None = None, success: float = 1.0) -> Odds:
    """An answer on which no die hangs."""
    known = ({} if outcome is None else outcome, 1.0)
    return Odds([known], True, 0.0, policy or {}, success, book, lambda: Details([("certain", {})], []))


class Sampled(NamedTuple):
    """Chances counted in many plays, with the largest standard error among them."""

    outcomes: list[tuple[Plain, float]]
    success: float
    error: float


def sampled(scene: Scene, samples: int, play: Callable[[Match], tuple[Plain, float]]) -> Sampled:
    """Give the answer in so many worlds; `play` goes on from there and says what came of it and how well."""
    counts: dict[bytes, int] = {}
    success = 0.0
    for number in range(samples):
        match = scene.world(number)
        match.answer(scene.seat, scene.answer)
        outcome, good = play(match)
        key = msgspec.json.encode(outcome, order="sorted")
        counts[key] = counts.get(key, 0) + 1
        success += good
    outcomes = [(msgspec.json.decode(key), count / samples) for key, count in sorted(counts.items())]
    error = max(_standard_error(count, samples) for count in counts.values())
    return Sampled(outcomes, success / samples, error)


def _standard_error(count: int, samples: int) -> float:
    """With one success and one failure added, so that what was never seen is not held to be impossible."""
    p = (count + 1) / (samples + 2)
    return math.sqrt(p * (1 - p) / samples)


def count_samples(policy: Plain, default: int) -> int:
    """How many plays a policy asks for; a ValueError where that is no sensible number."""
    samples = policy.get("samples", default)
    if not isinstance(samples, int) or isinstance(samples, bool) or not 0 <= samples <= MOST_SAMPLES:
        raise ValueError(f"policy: samples: expected a whole number up to {MOST_SAMPLES}, got {samples!r}")
    return samples


def sampled_rolls(scene: Scene, book: Phrasebook, policy: Plain) -> Odds:
    """For a game without odds of its own: the rolls that follow at once, sampled."""
    samples = count_samples(policy, SAMPLES) or SAMPLES
    met: list[int] = []

    def play(match: Match) -> tuple[Plain, float]:
        rolls = [event for event in match.events if event.kind == "roll"][past:]
        met.append(len(rolls))
        kept = [{key: roll.data[key] for key in ("by", "total", "success") if key in roll.data} for roll in rolls]
        return {"rolls": kept}, float(all(roll.data.get("success", True) for roll in rolls))

    past = sum(event.kind == "roll" for event in scene.world(0).events)
    found = sampled(scene, samples, play)
    if not any(met):
        return certain(book)
    data = {"success": found.success, "samples": samples, "error": found.error}
    details = Details([("sampled", data)], [])
    return Odds(found.outcomes, False, found.error, {"samples": samples}, found.success, book, lambda: details)
