"""What a fight costs each side, told before it is fought: against every end that the engine itself comes to."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

import quadrilatero as q
from quadrilatero.games.camposanto.duel import at_least
from quadrilatero.kernel import ScriptedDice
from quadrilatero.kernel.odds import Losses
from tests.games.camposanto.support import austria, begin, spain

SEATS = ("spain", "austria")
OF_THE_LOSER = ("hit", "flee")
DONE = {"do": "done", "from": "left"}
A = spain("A", "inf", "0810")
D = austria("D", "inf", "0809")
M = spain("M", "marshal", "0811")
FAR = (spain("F", "inf", "0115"), austria("E", "inf", "0101"))


class Loaded(ScriptedDice):
    """Dice that always show the same."""

    def faces(
        self, counter: int, count: int, sides: int = 6, seen_by: tuple[str, ...] | None = None
    ) -> tuple[int, ...]:
        return self.script


class End(NamedTuple):
    """Steps and pieces that each side has lost when nothing more hangs on the fight."""

    steps: dict[str, int]
    gone: dict[str, int]


def declared(*units: dict[str, Any], by: dict[str, list[str]], **how: Any) -> q.Match:
    m = begin(*units, step="assault", **how)
    for unit, targets in by.items():
        m.answer("spain", {"do": "assault", "unit": unit, "targets": targets})
    return m


def steps(m: q.Match) -> dict[str, int]:
    units = m.view(None)["units"]
    return {seat: sum(unit.get("steps", 0) for unit in units if unit["side"] == seat) for seat in SEATS}


def pieces(m: q.Match) -> dict[str, int]:
    units = m.view(None)["units"]
    return {seat: sum(unit["side"] == seat for unit in units) for seat in SEATS}


def ends(m: q.Match, start: q.Match) -> list[End]:
    """Whatever the losers may let happen to them, up to the first question that is not about it."""
    ask = m.ask
    if ask is not None and ask.what in OF_THE_LOSER:
        seat, found = ask.who[0], []
        for answer in m.options(seat):
            twin = m.clone()
            twin.answer(seat, answer)
            found += ends(twin, start)
        return found
    if ask is not None and ask.what == "face" and any(event.kind == "roll" for event in m.events):
        twin = m.clone()
        twin.answer(ask.who[0], {"do": "face", "unit": ask.data["unit"], "facing": ask.data["facing"]})
        return ends(twin, start)
    lost = {seat: steps(start)[seat] - left for seat, left in steps(m).items()}
    return [End(lost, {seat: pieces(start)[seat] - left for seat, left in pieces(m).items()})]


def fought(m: q.Match, answer: Any, start: q.Match, p: float = 1.0) -> list[tuple[float, End]]:
    """Every end of a fight in which nobody gives way, with its chance: each roll once as highest, once as lowest."""
    found: list[tuple[float, End]] = []
    for faces, lucky in (((6, 6), True), ((1, 1), False)):
        twin = m.clone()
        twin.dice = Loaded(faces)
        before = len(twin.events)
        twin.answer(m.ask.who[0], answer)
        roll = next(event for event in twin.events[before:] if event.kind == "roll")
        chance = at_least(roll.data["need"] - sum(value for _, value in roll.modifiers))
        share = p * (chance if lucky else 1 - chance)
        if not share:
            continue
        if lucky:
            loser = SEATS[roll.data["role"] == "attacker"]
            found.append((share, min(ends(twin, start), key=lambda end: (end.steps[loser], end.gone[loser]))))
        elif twin.ask.what == "reroll":
            found += fought(twin, twin.options(twin.ask.who[0])[0], start, share)
        else:
            found += fought(twin, {"do": "fight"}, start, share)
    return found


def expected(found: list[tuple[float, End]], seat: str) -> Losses:
    return Losses(
        sum(p * end.steps[seat] for p, end in found),
        max(end.steps[seat] for _, end in found),
        sum(p * bool(end.gone[seat]) for p, end in found),
    )


ON_D = {"A": ["D"]}
FIGHTS: dict[str, tuple[tuple[dict[str, Any], ...], dict[str, list[str]], dict[str, Any]]] = {
    "one to one": ((A, D), ON_D, {}),
    "better men": ((A | {"stars": 2}, D | {"steps": 2}), ON_D, {"state": "impetuous"}),
    "two against one": ((A, spain("B", "inf", "0710"), D), {"A": ["D"], "B": ["D"]}, {}),
    "a stack": ((A, D, austria("L", "light", "0809")), {"A": ["D", "L"]}, {}),
    "one against two": ((A, D, austria("C", "inf", "0909", steps=2)), {"A": ["D", "C"]}, {}),
    "the last step": ((A, D | {"steps": 1}, *FAR), ON_D, {}),
    "isolated in the evening": ((A, D, *FAR), ON_D, {"turn": "evening"}),
    "a Marshal is risked": ((A, D, M, *FAR), ON_D, {}),
    "a flight past a Front": ((A, D, spain("B", "inf", "0807", facing="S"), *FAR), ON_D, {}),
}


@pytest.mark.parametrize("case", FIGHTS)
def test_losses_are_those_of_every_end_the_engine_comes_to(case: str) -> None:
    units, by, how = FIGHTS[case]
    m = declared(*units, by=by, **how)
    found = fought(m, DONE, m)
    assert sum(p for p, _ in found) == pytest.approx(1)
    told = q.odds(m, "spain", DONE).losses
    for seat in SEATS:
        assert told[seat] == pytest.approx(expected(found, seat)), seat


@pytest.mark.parametrize(("case", "mine", "theirs"), [("one to one", 1, 1), ("a flight past a Front", 1, 2)])
def test_losses_of_known_fights(case: str, mine: int, theirs: int) -> None:
    """Without modifiers the attacker wins 0.5648 of all fights; a defeat costs a HIT, a Front on the way one more."""
    units, by, how = FIGHTS[case]
    told = q.odds(declared(*units, by=by, **how), "spain", DONE).losses
    assert told["spain"] == pytest.approx(Losses(0.43517 * mine, mine, 0.0), abs=1e-5)
    assert told["austria"] == pytest.approx(Losses(0.56483 * theirs, theirs, 0.0), abs=1e-5)


@pytest.mark.parametrize(("left", "gone"), [(4, 0.0), (1, 1.0)])
def test_falling_back_past_a_front_is_a_loss_and_may_be_the_last(left: int, gone: float) -> None:
    """7.1-b, 6.4-h: after the first blow the defender gives way; every way leads past the Front of B, for a HIT."""
    m = declared(A, D | {"steps": left}, spain("B", "inf", "0708", facing="NE"), *FAR, by=ON_D)
    odds = q.odds(m, "spain", DONE, {"defender": {"stand_if": "never"}})
    fails = 1 - odds.blows[0]["chance"]
    beaten = odds.blows[0]["chance"]
    defeat = q.odds(m, "spain", DONE).losses["austria"]
    assert odds.losses["spain"] == Losses(0.0, 0, 0.0)
    told = odds.losses["austria"]
    assert told.expected == pytest.approx(fails * 1 + beaten * defeat.worst)
    assert told.worst == max(1, defeat.worst)
    assert told.gone == pytest.approx(gone)
    assert odds.blows[1]["fall_back"] == 1


def test_losses_of_several_assaults_add_up() -> None:
    """Each on its own: means and worst cases are added, and that a counter is lost in one of them at least."""
    one = (spain("A", "inf", "0410"), austria("D", "inf", "0409", steps=1))
    other = (spain("B", "inf", "1010"), austria("C", "inf", "1009", steps=1))
    both = q.odds(declared(*one, *other, *FAR, by={"A": ["D"], "B": ["C"]}), "spain", DONE)
    first, second = (part.losses["austria"] for part in both.parts)
    assert first.gone > 0
    assert second.gone > 0
    told = both.losses["austria"]
    assert told.expected == pytest.approx(first.expected + second.expected)
    assert told.worst == 2
    assert told.gone == pytest.approx(1 - (1 - first.gone) * (1 - second.gone))
    assert [part.pieces for part in both.parts] == [["A", "D"], ["B", "C"]]
