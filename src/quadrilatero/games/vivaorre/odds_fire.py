"""Chapter 9: the odds of a plan of fire: hits by each target, figures, tests and what they make of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from quadrilatero.games.vivaorre.answers import Shot
from quadrilatero.games.vivaorre.branches import Branch, Rule, branches, first_roll, spread, together, work
from quadrilatero.games.vivaorre.rules import fire
from quadrilatero.games.vivaorre.said import Name
from quadrilatero.games.vivaorre.state import State
from quadrilatero.games.vivaorre.words import BOOK
from quadrilatero.kernel import Event, Plain, Script, Seat
from quadrilatero.kernel.odds import Details, Losses, Mean, Odds, certain

GONE = "gone"


class Volley(NamedTuple):
    """The shots at one target: the chances of 0, 1, 2 … hits by all of them, and each shot's roll as it is told."""

    hits: tuple[float, ...]
    rolls: list[Event]
    under_guns: bool


def volley(s: State, seat: Seat, shots: Sequence[Shot]) -> Volley:
    """9-d, 9-m: what the rules give each of the shots at a target, put together."""
    hits: tuple[float, ...] = (1.0,)
    rolls: list[Event] = []
    under_guns: list[str] = []
    for shot in shots:
        roll = first_roll(s, _shooting(seat, shot, under_guns))
        assert roll is not None
        rolls.append(roll)
        hits = together(hits, spread(roll.data["count"], roll.data["need"]))
    return Volley(hits, rolls, bool(under_guns))


def _shooting(seat: Seat, shot: Shot, under_guns: list[str]) -> Rule:
    def rule(copy: State) -> Script:
        return fire.shoot(copy, seat, shot, {}, under_guns)

    return rule


def struck(s: State, target: str, found: Volley) -> list[Branch]:
    """11-a, 12-d: the states after the losses of a volley and all tests that follow, and the chance of each."""
    all_branches: list[Branch] = []
    for hits, chance in enumerate(found.hits):
        if chance == 0.0:
            continue
        all_branches += [(chance * p, after) for p, after in branches(s, _suffering(target, hits, found.under_guns))]
    return all_branches


def _suffering(target: str, hits: int, under_guns: bool) -> Rule:
    def rule(copy: State) -> Script:
        copy.pending = tuple(fire.suffer(copy, {target: hits} if hits else {}, [target] if under_guns else []))
        yield from work(copy)

    return rule


def of_plan(s: State, seat: Seat, shots: Sequence[Shot]) -> Odds:
    """9-a: the odds of a plan: of each target by itself, in the order in which it is fired at."""
    targets = dict.fromkeys([shot.target for shot in shots if shot.target in s.units])
    parts = [of_target(s, seat, str(id), [shot for shot in shots if shot.target == id]) for id in targets]
    if not parts:
        return certain(BOOK)
    if len(parts) == 1:
        return parts[0]
    missed = 1.0
    losses = Losses(0.0, 0, 0.0)
    for part in parts:
        missed *= 1 - part.success
        losses += next(iter(part.losses.values()))
    outcomes: list[tuple[Plain, float]] = [({"hit": True}, 1 - missed), ({"hit": False}, missed)]
    enemy = s.units[str(next(iter(targets)))].side
    details = Details([("plan", {"chance": 1 - missed, "targets": len(parts)})], [], {enemy: losses})
    return Odds(outcomes, True, 0.0, {}, 1 - missed, BOOK, lambda: details, parts=parts)


def of_target(s: State, seat: Seat, id: str, shots: Sequence[Shot]) -> Odds:
    """9-m, 11-a, 12-d: the odds of all fire at one target: outcomes by figures left and state."""
    found = volley(s, seat, shots)
    before = s.units[id]
    chances: dict[tuple[int, str], float] = {}
    for chance, after in struck(s, id, found):
        now = after.units.get(id)
        key = (0, GONE) if now is None else (now.figures, _state(before.state, now.state, now.at != before.at))
        chances[key] = chances.get(key, 0.0) + chance
    outcomes: list[tuple[Plain, float]] = [
        ({"unit": id, "figures": figures, "state": state}, chance) for (figures, state), chance in chances.items()
    ]
    success = 1 - found.hits[0]
    gone = sum((chance for (_, state), chance in chances.items() if state == GONE), 0.0)
    lost = sum(chance * (before.figures - figures) for (figures, _), chance in chances.items())
    worst = max(before.figures - figures for figures, _ in chances)
    details = Details(
        _said(s, before.name, found, chances, success), _blows(found), {before.side: Losses(lost, worst, gone)}
    )
    return Odds(outcomes, True, 0.0, {}, success, BOOK, lambda: details, pieces=[id, *(shot.unit for shot in shots)])


def _state(was: str, now: str, moved: bool) -> str:
    """What became of a unit: one that ran and rallied stands elsewhere, shaken."""
    return "rallied" if moved and now == "shaken" and was == "shaken" else now


def _said(
    s: State, name: Name, found: Volley, chances: dict[tuple[int, str], float], success: float
) -> list[tuple[str, Plain]]:
    firers = [s.units[roll.data["unit"]].name for roll in found.rolls]
    mean = sum(hits * chance for hits, chance in enumerate(found.hits))
    lines: list[tuple[str, Plain]] = [
        ("fire", {"names": firers, "target": name, "chance": success, "hits": Mean(mean)})
    ]
    lines += [
        (
            "dice",
            {
                "name": s.units[roll.data["unit"]].name,
                "count": roll.data["count"],
                "need": roll.data["need"],
                "modifiers": roll.modifiers,
            },
        )
        for roll in found.rolls
    ]
    shaken = sum((chance for (_, state), chance in chances.items() if state in ("shaken", "rallied")), 0.0)
    gone = sum((chance for (_, state), chance in chances.items() if state == GONE), 0.0)
    lines.append(("becomes", {"name": name, "shaken": shaken, "gone": gone}))
    return lines


def _blows(found: Volley) -> list[Plain]:
    keys = ("unit", "target", "distance", "band", "figures", "share", "count", "need")
    return [
        {
            "why": "fire",
            **{key: roll.data[key] for key in keys},
            "modifiers": list(roll.modifiers),
            "chance": 1 - spread(roll.data["count"], roll.data["need"])[0],
        }
        for roll in found.rolls
    ]
