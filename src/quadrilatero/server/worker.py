"""What runs in worker processes: bots and odds. Only what a seat may know comes here, as bytes."""

from __future__ import annotations

import random
import signal

import msgspec

from quadrilatero.bots import bot
from quadrilatero.kernel import LANGUAGES, Illegal, Match, Plain
from quadrilatero.kernel.odds import odds
from quadrilatero.kernel.start import sample


class Situation(msgspec.Struct, frozen=True):
    """A seat at a question: all that a bot or the odds get."""

    game: str
    options: dict[str, str]
    seat: str
    view: Plain


def ready() -> None:
    """Ctrl-C and an orderly stop are for the server, which then ends its workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def choose(situation: bytes, level: str, seed: int, budget: int) -> bytes:
    """A bot's answer."""
    known = msgspec.json.decode(situation, type=Situation)

    def sampler(view: Plain, rng: random.Random) -> Match:
        return sample(known.game, view, known.seat, known.options, rng)

    ask = {**known.view["ask"], "who": [known.seat]}
    return msgspec.json.encode(bot(known.game, level).choose(known.view, ask, sampler, budget, seed))


def weigh(situation: bytes, answer: bytes) -> bytes:
    """What an answer may lead to, or the refusal if it is not allowed."""
    known = msgspec.json.decode(situation, type=Situation)
    match = sample(known.game, known.view, known.seat, known.options, random.Random(0))
    try:
        found = odds(match, known.seat, msgspec.json.decode(answer))
    except Illegal as error:
        return msgspec.json.encode(
            {"refusal": {"rule": error.rule, "text": {language: error.text(language) for language in LANGUAGES}}}
        )
    return msgspec.json.encode(
        {"odds": {**found.plain(), "text": {language: found.text(language) for language in LANGUAGES}}}
    )
