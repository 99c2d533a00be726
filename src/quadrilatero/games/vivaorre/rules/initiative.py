"""Chapter 6: who declares charges and moves first."""

from __future__ import annotations

from msgspec.structs import replace

from quadrilatero.games.vivaorre.answers import First, Second, When
from quadrilatero.games.vivaorre.rules.characters import has, throw
from quadrilatero.games.vivaorre.said import BLUE, ENEMY, RED
from quadrilatero.games.vivaorre.state import State
from quadrilatero.games.vivaorre.telling import Modifiers, ask, no, roll
from quadrilatero.kernel import Plain, Refusal, Script, Seat


def phase(s: State) -> Script:
    """6-a, 6-b. The higher roll chooses to go first or second; by an option the loser always goes first."""
    winner = yield from roll_for_it(s)
    if s.options["order"] == "loser_first":
        s.first = ENEMY[winner]
    else:
        answer = yield ask(
            s, winner, "initiative", "6-a", (First, Second), lambda: [{"do": "second"}, {"do": "first"}], lambda _: None
        )
        s.first = winner if isinstance(answer, First) else ENEMY[winner]
    yield from choose_halves(s, ENEMY[winner])
    return True


def roll_for_it(s: State) -> Script:
    """6-a, 6-d. A die each, again while they are equal; by an option armies add their modifier. Returns the winner."""
    while True:
        faces = yield from throw(s, 2, None, (), "initiative")
        modifiers: Modifiers = []
        totals = {RED: faces[0], BLUE: faces[1]}
        if s.options["initiative_modifiers"] == "on":
            for seat in totals:
                modifiers.append(("6-d", s.armies[seat].initiative))
                totals[seat] += s.armies[seat].initiative
        tied = totals[RED] == totals[BLUE]
        winner = None if tied else max(totals, key=totals.__getitem__)
        roll(
            s,
            "6-a",
            "initiative",
            None,
            faces,
            need=0,
            total=sum(totals.values()),
            success=not tied,
            modifiers=modifiers,
            totals=totals,
            winner=winner,
            red=totals[RED],
            blue=totals[BLUE],
            first=winner or "nobody",
        )
        if winner is not None:
            return winner


def choose_halves(s: State, loser: Seat) -> Script:
    """5-ch7. The brigades of an Intuitivo choose when to move though the initiative was lost."""
    for general in list(s.generals.values()):
        if general.side != loser or not has(general, "intuitivo") or general.brigade not in s.brigades:
            continue
        brigade = general.brigade

        def options(brigade: str = brigade) -> list[Plain]:
            return [{"do": "when", "brigade": brigade, "half": half} for half in ("first", "second")]

        def refuse(answer: When, brigade: str = brigade) -> Refusal | None:
            return None if answer.brigade == brigade else no("5-ch7", "not_his_brigade", brigade=answer.brigade)

        answer = yield ask(s, loser, "when", "5-ch7", (When,), options, refuse, brigade=brigade)
        s.brigades = {**s.brigades, brigade: replace(s.brigades[brigade], half=answer.half)}
