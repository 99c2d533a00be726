"""What runs in worker processes: bots and odds. Only what a seat may know comes here, as bytes."""

from __future__ import annotations

import random
import signal

import msgspec

from quadrilatero.bots import bot
from quadrilatero.kernel import LANGUAGES, Illegal
from quadrilatero.kernel.odds import odds
from quadrilatero.kernel.start import sample


def ready() -> None:
    """Ctrl-C and an orderly stop are for the server, which then ends its workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def choose(seen: bytes, level: str, seed: int, budget: int) -> bytes:
    """A bot's answer to the question in what its seat sees."""
    view = msgspec.json.decode(seen)
    ask = {**view["ask"], "who": [view["seat"]]}
    return msgspec.json.encode(bot(view["game"], level).choose(view, ask, sample, budget, seed))


def weigh(seen: bytes, answer: bytes) -> bytes:
    """What an answer may lead to from what its seat sees, or the refusal if it is not allowed."""
    view = msgspec.json.decode(seen)
    match = sample(view, random.Random(0))
    try:
        found = odds(match, view["seat"], msgspec.json.decode(answer))
    except Illegal as error:
        text = {language: error.text(language) for language in LANGUAGES}
        return msgspec.json.encode({"refusal": {"rule": error.rule, "text": text}})
    text = {language: found.text(language) for language in LANGUAGES}
    return msgspec.json.encode({"odds": {**found.plain(), "text": text}})
