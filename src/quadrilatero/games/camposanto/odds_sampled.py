"""Assaults played out in many worlds: with what one does to the next, which the chain alone cannot tell.

Beside the policy: who flees takes the first way listed, nobody advances, turns or falls back as a reaction.
"""

from __future__ import annotations

from quadrilatero.games.camposanto.duel import ROLES
from quadrilatero.games.camposanto.odds_policy import Policy
from quadrilatero.games.camposanto.words import BOOK
from quadrilatero.kernel import Event, Match, Plain
from quadrilatero.kernel.odds import Details, Odds, Scene, odds, sampled
from quadrilatero.kernel.policy import ALWAYS, NEVER

GIVING_WAY = ("7.1-b", "7.1-e")
HITS_OF_DEFEAT = ("7.1-g", "11-d")
MARSHAL_LOST = "8.2-i"
WING_LOST = "wing_lost"
OF_A_FIGHT = ("stand", "reroll", "hit", "flee", "advance", "face", "react")


def sampled_fights(scene: Scene, attackers: list[set[str]], policy: Policy, *, begun: bool) -> Odds:
    """Play the Assaults of these attackers to the end; `begun`: the only one is being fought already."""
    seat = scene.state.acting().side
    role = ROLES[0] if scene.seat == seat else ROLES[1]
    past = len(scene.world(0).events)

    def play(match: Match) -> tuple[Plain, float]:
        while match.ask is not None and match.ask.what in OF_A_FIGHT and not (begun and _next_has_begun(match, past)):
            decide(match, seat, policy)
        told: list[list[Event]] = [[]] if begun else []
        for event in match.events[past:]:
            if event.kind == "assault":
                told.append([])
            if told:
                told[-1].append(event)
        found = [_outcome(events, attackers, seat) for events in (told[:1] if begun else told)]
        good = all(fight["winner"] == role or fight["fell_back"] == _other(role) for fight in found)
        return (found[0] if len(attackers) == 1 and found else {"assaults": found}), float(good)

    found = sampled(scene, policy.samples, play)
    data = {"success": found.success, "samples": policy.samples, "error": found.error}
    stated = {**policy.plain(), "samples": policy.samples}
    details = Details([("sampled", data), *policy.said()], [])
    return Odds(found.outcomes, False, found.error, stated, found.success, BOOK, lambda: details)


def _next_has_begun(match: Match, past: int) -> bool:
    return any(event.kind == "assault" for event in match.events[past:])


def _other(role: str) -> str:
    return ROLES[1 - ROLES.index(role)]


def decide(match: Match, attacker: str, policy: Policy) -> None:
    """Answer a question of a fight by the policy."""
    ask = match.ask
    assert ask is not None
    seat = ask.who[0]
    role = 0 if seat == attacker else 1
    answer: Plain
    if ask.what == "stand":
        answer = match.options(seat)[1] if _falls_back(match, seat, policy, policy.stand[role]) else {"do": "fight"}
    elif ask.what == "reroll":
        send: Plain = {"do": "reroll", "marshal": ask.data["marshals"][0]}
        answer = send if _repeats(match, seat, send, policy.reroll[role]) else {"do": "pass"}
    elif ask.what == "face":
        answer = {"do": "face", "unit": ask.data["unit"], "facing": ask.data["facing"]}
    elif ask.what in ("advance", "react"):
        answer = {"do": "pass" if ask.what == "advance" else "stay"}
    else:
        answer = match.options(seat)[0]
    match.answer(seat, answer)


def _falls_back(match: Match, seat: str, policy: Policy, threshold: float) -> bool:
    return threshold > ALWAYS and odds(match, seat, {"do": "fight"}, policy.plain()).success < threshold


def _repeats(match: Match, seat: str, send: Plain, threshold: float) -> bool:
    if threshold >= NEVER:
        return False
    chance: float = odds(match, seat, send).blows[0]["chance"]
    return chance > 0 and chance >= threshold


def _outcome(events: list[Event], attackers: list[set[str]], attacker: str) -> Plain:
    """What a fight came to, in the form of the exact odds."""
    found: Plain = {"assault": 0, "winner": None, "fell_back": None}
    found |= {"hits": 0, "eliminated": [], "game_over": False, "marshals_lost": dict.fromkeys(ROLES, 0)}
    struck: str | None = None
    for event in events:
        data = event.data
        if event.kind == "assault":
            found["assault"] = next(n for n, ids in enumerate(attackers) if ids & set(data["attackers"]))
        elif event.kind == "roll" and data["success"]:
            found["winner"] = data["role"]
        elif event.kind == "fell_back" and event.rule in GIVING_WAY:
            found["fell_back"] = ROLES[0] if data["side"] == attacker else ROLES[1]
        elif event.kind == "eliminated" and event.rule == MARSHAL_LOST:
            found["marshals_lost"][ROLES[0] if data["side"] == attacker else ROLES[1]] += 1
        elif event.kind == "eliminated" and data["unit"] == struck:
            found["eliminated"].append(struck)
        elif event.kind == "result" and data["why"] == WING_LOST:
            found["game_over"] = True
            found["winner"] = found["winner"] or (ROLES[0] if data["winner"] == attacker else ROLES[1])
        struck = data["unit"] if event.kind == "hit" and event.rule in HITS_OF_DEFEAT else None
        found["hits"] += struck is not None
    return found
