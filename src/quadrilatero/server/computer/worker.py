"""What runs in worker processes: bots, odds, and looking things up where facts are hidden.

Only what a seat may know comes here, as bytes.
"""

from __future__ import annotations

import importlib
import multiprocessing
import os
import random
import signal
import threading
from functools import cache
from multiprocessing.connection import wait
from typing import Any

import msgspec

from quadrilatero.bots import bot
from quadrilatero.kernel import LANGUAGES, Illegal, Match, Plain, Seat
from quadrilatero.kernel.game import BadQuery
from quadrilatero.kernel.odds import odds
from quadrilatero.kernel.worlds import sample
from quadrilatero.server.computer import looks


def ready() -> None:
    """Ctrl-C is for the server, which then ends its workers; should it be killed, they end by themselves."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    importlib.import_module("numpy")  # bots load it when they first need it: not on the time of a decision
    threading.Thread(target=_outlive_nobody, daemon=True).start()


def awake() -> None:
    """Nothing to do: whoever hears the answer knows that a process has started."""


def _outlive_nobody() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


_bot = cache(bot)


def consider(seen: bytes, level: str, seed: int, budget: int, deadline: float, attentive: bool) -> bytes:
    """A bot's answer to the question in what its seat sees, with its reasons."""
    view = msgspec.json.decode(seen)
    ask = {**view["ask"], "who": [view["seat"]]}
    player = _bot(view["game"], level, attentive=attentive)
    return msgspec.json.encode(player.consider(view, ask, sample, budget, seed, deadline))


def look_up(seen: bytes, what: str, query: bytes) -> bytes:
    """What a seat finds when it looks something up, or what is wrong with its query."""
    view = msgspec.json.decode(seen)
    try:
        found = looks.look_up(what, sample(view, random.Random(0)), view["seat"], msgspec.json.decode(query))
    except BadQuery as error:
        return msgspec.json.encode({"bad": str(error)})
    return msgspec.json.encode({"found": found})


def weigh(seen: bytes, answers: bytes) -> bytes:
    """What each answer may lead to from what its seat sees, or the refusal if it is not allowed."""
    view = msgspec.json.decode(seen)
    match = sample(view, random.Random(0))
    return msgspec.json.encode([_weighed(match, view["seat"], answer) for answer in msgspec.json.decode(answers)])


def _weighed(match: Match, seat: Seat, answer: Any) -> Plain:
    try:
        found = odds(match, seat, answer)
    except Illegal as error:
        return {"refusal": {"rule": error.rule, "text": {language: error.text(language) for language in LANGUAGES}}}
    return {"odds": {**found.plain(), "text": {language: found.text(language) for language in LANGUAGES}}}
