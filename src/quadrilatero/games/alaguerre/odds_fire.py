"""Chapter 8: the odds of a shot: its damage with what the target has taken already, losses, tests, and the answer."""

from __future__ import annotations

from typing import Any

from quadrilatero.games.alaguerre.answers import Fire, Hold
from quadrilatero.games.alaguerre.branches import FACES, Followed, Rule, added, blow_of
from quadrilatero.games.alaguerre.rules import fire, shots
from quadrilatero.games.alaguerre.rules.fire_modifiers import LONG, Aim
from quadrilatero.games.alaguerre.rules.shots import may_measure
from quadrilatero.games.alaguerre.said import ROUTED, SHAKEN
from quadrilatero.games.alaguerre.state import Base, State
from quadrilatero.games.alaguerre.words import BOOK
from quadrilatero.kernel import Event, Plain, Script
from quadrilatero.kernel.odds import Details, Losses, Odds

GONE = "gone"


def aimed(s: State, base: Base, target: Base, side: str) -> Aim:
    """8.1.4-b, 1.1.3-b: a shot as it is reckoned if it is in range; of guns at long range, where nobody may measure."""
    shot = shots.aim(s, base, target, side)
    return shot._replace(range=LONG) if base.is_guns and not may_measure(s) else shot


def of_shot(s: State, base: Base, target: Base, side: str, answers: bool, policy: Plain) -> Odds:
    """8.2, 8.2.1: what a shot does together with those that its target has taken, and what the target then is."""
    shot = aimed(s, base, target, side)
    can_answer = shots.may_answer(s, target, base) is not None
    answer = Fire() if answers and can_answer else Hold()
    return of_exchange(s, shot, answer, policy)


def of_exchange(s: State, shot: Aim, answer: Any, policy: Plain, by_target: bool = False) -> Odds:
    """The odds of a shot that is answered or not, for who shoots or for its target."""
    base, target = shot.firer, shot.target
    followed = Followed(s, [*members(s, base), *members(s, target)])
    tree = followed.tree(_delivering(shot, answer))
    found = followed.branches(_delivering(shot, answer))
    roll = tree.first_roll()
    hit = 0.0 if roll is None else chance_to_hit(roll)
    outcomes = [
        ({"target": state_of(after, target), "firer": state_of(after, base)}, chance) for chance, after in found
    ]
    losses = {one.side: losses_of(one, found) for one in (base, target)}
    said = told(s, shot, roll, hit, outcomes)
    blows = [] if roll is None else [blow_of(roll, hit)]
    success = 1 - hit if by_target else hit
    details = Details(said, blows, losses)
    return Odds(_merged(outcomes), True, 0.0, policy, success, BOOK, lambda: details, pieces=[base.id, target.id])


def _delivering(shot: Aim, answer: Any) -> Rule:
    def rule(copy: State) -> Script:
        if copy.target != shot.target.id:
            copy.target, copy.shots = None, ()
        yield from fire.deliver(copy, shot, answer)
        if copy.target is not None:
            yield from fire.close(copy)

    return rule


def members(s: State, base: Base) -> list[str]:
    """2.11.1-c: a base, or the great unit it is of, with its bases."""
    unit = fire.victim_unit(s, base)
    return [unit.id, *unit.ids]


def chance_to_hit(roll: Event) -> float:
    """8.2-b: the chance of any damage."""
    pairs = [(one, other) for one in FACES for other in FACES]
    return sum(fire.damage_of(max(1, one + added(roll)), other) > 0 for one, other in pairs) / 36


def state_of(after: State, base: Base) -> Plain:
    """What has become of a base: its state and the losses it has taken."""
    now = after.bases.get(base.id)
    if now is None:
        return {"unit": base.id, "state": GONE, "losses": 4 - base.all_losses}
    return {"unit": base.id, "state": now.state, "losses": now.losses - base.losses}


def losses_of(base: Base, found: list[tuple[float, State]]) -> Losses:
    """2.6.6-a: the strength that a base may lose."""
    lost = [(chance, state_of(after, base)) for chance, after in found]
    gone = sum((chance for chance, told in lost if told["state"] == GONE), 0.0)
    return Losses(sum(chance * told["losses"] for chance, told in lost), max(one["losses"] for _, one in lost), gone)


def _merged(outcomes: list[tuple[Plain, float]]) -> list[tuple[Plain, float]]:
    found: list[tuple[Plain, float]] = []
    for outcome, chance in outcomes:
        for number, (known, before) in enumerate(found):
            if known == outcome:
                found[number] = known, before + chance
                break
        else:
            found.append((outcome, chance))
    return found


def told(
    s: State, shot: Aim, roll: Event | None, hit: float, outcomes: list[tuple[Plain, float]]
) -> list[tuple[str, Plain]]:
    """The odds of a shot in words."""
    names = {"name": shot.firer.name, "target": shot.target.name}
    said: list[tuple[str, Plain]] = [("shot" if may_measure(s) else "shot_if_in_range", {**names, "chance": hit})]
    if roll is not None:
        said.append(("adds", {"name": shot.firer.name, "added": added(roll), "modifiers": roll.modifiers}))
    said.append(("becomes", {"name": shot.target.name, **chances(outcomes, "target")}))
    if any(outcome["firer"]["state"] != shot.firer.state or outcome["firer"]["losses"] for outcome, _ in outcomes):
        said.append(("becomes", {"name": shot.firer.name, **chances(outcomes, "firer")}))
    return said


def chances(outcomes: list[tuple[Plain, float]], who: str) -> Plain:
    """How likely a unit loses strength, is shaken, routs or is gone."""

    def of(good: Any) -> float:
        return float(sum(chance for outcome, chance in outcomes if good(outcome[who])))

    return {
        "loses": of(lambda one: one["losses"] > 0),
        "shaken": of(lambda one: one["state"] == SHAKEN),
        "routed": of(lambda one: one["state"] == ROUTED),
        "gone": of(lambda one: one["state"] == GONE),
    }
