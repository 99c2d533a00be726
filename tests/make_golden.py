"""Record the finished games of tests/golden anew: `python tests/make_golden.py`, or only those that are named.

One game for every way in which a match can end, of every scenario of Custoza, of each kind of battle of
Viva o' rre!, and of A la Guerre... with armies that stand or are deployed. Do this only after `rules_version` was
raised (or before a first release): the recorded games are there to notice when the rules behave differently and nobody
said so.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import quadrilatero as q
from tests.fuzzing import fuzz_of
from tests.games.camposanto.support import BLANK, austria, spain

FOLDER = Path(__file__).resolve().parent / "golden"
LARGEST = 300_000
MOST_SEEDS = 2_000
BOTH = ("red", "blue")
MOST_ENTRIES = 800
SHORT = 200
"""Entries of Custoza that fit into a file of that size."""

Begin = Callable[[int], q.Match]


def battle(seed: int) -> q.Match:
    return q.start("camposanto", "battle", seed=seed)


def learning(seed: int) -> q.Match:
    return q.start("camposanto", "learning", seed=seed)


def last_phase(**more: Any) -> Begin:
    """A few units face to face in the last Phase of the Evening."""
    units = [
        spain("A1", "inf", "0808", steps=2, max=4),
        spain("A2", "cav", "0608", steps=1, max=3, stars=1),
        spain("A3", "light", "0908"),
        spain("AM", "marshal", "0710"),
        austria("B1", "inf", "0807", steps=1, max=4),
        austria("B2", "cav", "0607", steps=2, max=3),
        austria("BM", "marshal", "0704"),
    ]
    lost = {"id": "B9", "side": "austria", "wing": "centre", "type": "infantry", "name": "Roth", "max": 4}
    position = {"map": BLANK, "turn": "evening", "phase": 3, "units": units, "eliminated": [lost], **more}
    return lambda seed: q.start("camposanto", position=position, seed=seed)


def lone_wing(seed: int) -> q.Match:
    """Spain's left is a single tired regiment in front of the enemy."""
    units = [
        spain("A1", "inf", "0808", wing="left", steps=1, max=4),
        spain("A2", "inf", "1010", steps=3),
        austria("B1", "inf", "0807", steps=4, stars=1),
        austria("B2", "cav", "0907", steps=3),
    ]
    return q.start("camposanto", position={"map": BLANK, "units": units}, seed=seed)


def custoza(scenario: str) -> Begin:
    return lambda seed: q.start("custoza", scenario, seed=seed)


def skirmish(seed: int) -> q.Match:
    """Two regiments and a turn, and nothing to be won."""
    units = [
        {"id": id, "side": side, "type": "line", "hex": hex, "facing": facing}
        for id, side, hex, facing in (("A", "italy", "3009", "S"), ("D", "austria", "3012", "N"))
    ]
    return q.start("custoza", position={"map": {}, "units": units}, seed=seed)


def scaramuccia(seed: int) -> q.Match:
    return q.start("vivaorre", "scaramuccia", seed=seed)


def last_stand(seed: int) -> q.Match:
    """A brigade that has lost half of its units fights on for a turn; at the end of it its army is broken."""
    units = [
        {"id": "A", "side": "red", "at": [20000, 10000], "brigade": "b"},
        {"id": "D", "side": "blue", "at": [20000, 14000], "brigade": "e"},
        {"id": "H", "side": "blue", "at": [26000, 15000], "brigade": "e", "arm": "cavalry"},
    ]
    lost = [{"id": "B", "side": "red", "brigade": "b", "points": 80}]
    broken = {"b": {"side": "red", "strength": 2, "demoralised": True}}
    position = {"units": units, "eliminated": lost, "brigades": broken, "score": {"red": 0, "blue": 80}}
    return q.start("vivaorre", position=position, seed=seed)


def armies(kind: str, **more: Any) -> Begin:
    """A pick-up battle of a few turns between two lawful armies; terrain and deployment are the players'."""
    book = q.army("vivaorre")
    asked: dict[str, Any] = {"year": 1879, "points": 600, "theatre": "south_africa", "seed": 1}
    position = q.pickup(
        "vivaorre",
        armies={
            "red": book.suggest(list="uk", against="zulu", **asked),
            "blue": book.suggest(list="zulu", against="uk", **asked),
        },
        kind=kind,
        theatre="south_africa",
        table=[36, 36],
        last_turn=4,
        **more,
    )
    return lambda seed: q.start("vivaorre", position=position, options={"characters": "on", "events": "on"}, seed=seed)


def tercios(deployment: str) -> Begin:
    """A battle of a few turns between two lawful armies of the seventeenth century."""
    book = q.army("alaguerre")
    brought = {side: book.suggest(list="free", year=1640, points=200, seed=seed) for seed, side in enumerate(BOTH)}
    position = q.pickup("alaguerre", armies=brought, kind="encounter", deployment=deployment, table=[6, 5], last_turn=3)
    return lambda seed: q.start("alaguerre", position=position, seed=seed)


def by_rules(begin: Begin, reason: str, mood: str, reactions: int = 0, entries: int = MOST_ENTRIES) -> q.Match:
    """The first random game from there that ends so, with so many reactions within one action."""
    for seed in range(MOST_SEEDS):
        match, rng, chain = begin(seed), random.Random(seed), [0]
        choose = fuzz_of(match.header.game).choose
        while match.ask is not None and match.version <= entries:
            seat, asked = rng.choice(match.ask.who), match.ask.what
            answer = choose(match, seat, rng, mood)
            match.answer(seat, answer)
            if asked == "act":
                chain.append(0)
            elif asked == "react" and answer["do"] != "pass":
                chain[-1] += 1
        if match.result is not None and match.result.reason == reason and max(chain) >= reactions:
            return match
    raise SystemExit(f"no game of {MOST_SEEDS} ends with {reason}")


def by_act(begin: Begin, answers: int, act: Callable[[q.Match], None]) -> q.Match:
    """A game that was broken off, with some answers taken back on the way."""
    match, rng = begin(1), random.Random(1)
    choose = fuzz_of(match.header.game).choose
    for _ in range(answers):
        assert match.ask is not None
        seat = rng.choice(match.ask.who)
        match.answer(seat, choose(match, seat, rng, "eager"))
        if rng.random() < 0.1 and match.can_undo(seat):
            match.undo(seat)
    act(match)
    return match


GAMES: dict[str, Callable[[], q.Match]] = {
    "wing_lost": lambda: by_rules(lone_wing, "wing_lost", "eager"),
    "four_points": lambda: by_rules(last_phase(vp={"spain": 3, "austria": 2}), "four_points", "eager"),
    "more_points": lambda: by_rules(battle, "more_points", "any"),
    "fewer_regiments_lost": lambda: by_rules(
        last_phase(vp={"spain": 1, "austria": 2}), "fewer_regiments_lost", "eager"
    ),
    "drawn": lambda: by_rules(learning, "drawn", "any"),
    "resigned": lambda: by_act(battle, 120, lambda match: match.resign("austria")),
    "agreed": lambda: by_act(learning, 60, lambda match: match.agree_draw()),
    "adjudicated": lambda: by_act(learning, 1, lambda match: match.adjudicate("spain", "time")),
    "custoza_vanguards": lambda: by_rules(custoza("vanguards"), "majority", "verbs", reactions=3, entries=SHORT),
    "custoza_morning": lambda: by_rules(custoza("morning"), "majority", "verbs", entries=SHORT),
    "custoza_tail": lambda: by_rules(custoza("tail"), "tied", "verbs", entries=SHORT),
    "custoza_undecided": lambda: by_rules(skirmish, "undecided", "any"),
    "vivaorre_skirmish": lambda: by_rules(scaramuccia, "points", "any"),
    "vivaorre_encounter": lambda: by_rules(armies("encounter", terrain="players"), "points", "any"),
    "vivaorre_ambush": lambda: by_rules(armies("ambush", attacker="red"), "points", "any"),
    "vivaorre_broken": lambda: by_rules(last_stand, "broken", "any"),
    "alaguerre_standing": lambda: by_rules(tercios("automatic"), "turns", "any"),
    "alaguerre_deployed": lambda: by_rules(tercios("players"), "draw", "any"),
}


def main(names: list[str]) -> int:
    FOLDER.mkdir(exist_ok=True)
    for name, play in GAMES.items():
        if names and name not in names:
            continue
        path = FOLDER / f"{name}.json"
        match = play()
        match.save(path)
        size = path.stat().st_size
        assert size < LARGEST, f"{path.name} has {size} bytes; choose a shorter game"
        assert q.verify(path).ok
        print(f"{path.name}: {match.version} entries, {size // 1000} kB, {match.result}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
