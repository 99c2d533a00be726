"""The odds, held against the engine: every face of every die is played out and counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.vivaorre.branches import answer
from quadrilatero.games.vivaorre.odds_fight import became
from quadrilatero.games.vivaorre.rules.sequence import segment
from quadrilatero.games.vivaorre.state import State
from quadrilatero.kernel.ask import Dice, Reveal
from quadrilatero.kernel.trial import aside
from tests.games.vivaorre.battle import blue, play, red, state

Plain = dict[str, Any]
HERE = [30000, 10000]
UNARMED = {"class": "c-/-c", "weapon": "none"}


def every_face(s: State, until: str, said: Callable[[State], Any]) -> dict[Any, float]:
    """What the engine leads to from a state to the beginning of a phase, by all faces, segment by segment.

    Questions get the answer that odds take for granted; states in which nothing differs are put together.
    """
    waiting: dict[Any, tuple[float, State]] = {0: (1.0, s)}
    found: dict[Any, float] = {}
    while waiting:
        later: dict[Any, tuple[float, State]] = {}
        for chance, before in waiting.values():
            for p, after in _segments(before):
                if after.phase == until or after.result is not None:
                    found[said(after)] = found.get(said(after), 0.0) + chance * p
                    continue
                units = [(unit.id, unit.pose, unit.figures, unit.hits, unit.state) for unit in after.units.values()]
                key = said(after), after.phase, after.stage, str((after.pending, after.charges, units))
                later[key] = (later[key][0] + chance * p if key in later else chance * p, after)
        waiting = later
    return found


def _segments(s: State) -> Iterator[tuple[float, State]]:
    """One segment with every face there is; what was told before it is kept."""
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        faces = waiting.pop()
        copy = aside(s)
        copy.sink = list(s.sink)
        if _is_enough(copy, list(faces)):
            yield 6.0 ** -len(faces), copy
        else:
            waiting += [(*faces, face) for face in range(1, 7)]


def _is_enough(copy: State, given: list[int]) -> bool:
    """Run a segment; whether the dice were enough. None is left over, since they are added one by one."""
    script, reply = segment(copy), None
    try:
        while True:
            step = script.send(reply)
            if isinstance(step, Reveal):
                reply = None
            elif isinstance(step, Dice):
                if len(given) < step.count:
                    return False
                reply, given[:] = tuple(given[: step.count]), given[step.count :]
            else:
                reply = answer(step, False)
    except StopIteration:
        return True


def agree(found: list[tuple[Plain, float]], keys: tuple[str, ...], played: dict[Any, float]) -> None:
    told: dict[Any, float] = {}
    for outcome, chance in found:
        key = tuple(outcome[key] for key in keys)
        told[key] = told.get(key, 0.0) + chance
    assert {key for key, chance in told.items() if chance > 1e-12} == set(played)
    for key, chance in played.items():
        assert told[key] == pytest.approx(chance), key


@pytest.mark.rule("vivaorre:9-m", "vivaorre:12-d")
@pytest.mark.parametrize("target", [{}, {"state": "shaken", "shaken_since": 1}, {"figures": 2}, {"class": "e-/-c"}])
def test_fire(target: Plain) -> None:
    units = (
        red("A", HERE, figures=3, start=3),
        blue("D", [30000, 11000], **{"figures": 4, "start": 4, **UNARMED, **target}),
    )
    match = play(*units, phase="fire")
    found = q.odds(match, "red", {"do": "fire", "shots": [{"unit": "A", "target": "D"}]})

    def said(after: State) -> tuple[int, str]:
        unit = after.units.get("D")
        if unit is None:
            return 0, "gone"
        rallied = unit.state == "shaken" and units[1].get("state") == "shaken" and unit.at != (30000, 11000)
        return unit.figures, "rallied" if rallied else unit.state

    agree(found.outcomes, ("figures", "state"), every_face(state(*units, phase="fire"), "melee", said))
    assert found.success == pytest.approx(1 - (4 / 6) ** 3)
    assert found.exact
    assert found.losses["blue"].expected == pytest.approx(
        sum(chance * ((2 if target.get("figures") else 4) - outcome["figures"]) for outcome, chance in found.outcomes)
    )


@pytest.mark.rule("vivaorre:9-a", "vivaorre:11-a")
def test_fire_of_several_at_one_and_at_two() -> None:
    units = (
        red("A", [29000, 10000], figures=2, start=2),
        red("B", [31000, 10000], figures=1, start=1),
        blue("D", [29000, 11000], figures=4, start=4, **UNARMED),
        blue("E", [31000, 11000], figures=4, start=4, **UNARMED),
    )
    match = play(*units, phase="fire")
    both = q.odds(match, "red", {"do": "fire", "shots": [{"unit": id, "target": "D"} for id in "AB"]})
    assert both.success == pytest.approx(1 - (4 / 6) ** 3)
    assert [blow["unit"] for blow in both.blows] == ["A", "B"]
    apart = q.odds(match, "red", {"do": "fire", "shots": [{"unit": "A", "target": "D"}, {"unit": "B", "target": "E"}]})
    assert [part.success for part in apart.parts] == pytest.approx([1 - (4 / 6) ** 2, 2 / 6])
    assert apart.success == pytest.approx(1 - (4 / 6) ** 3)
    assert "D" in apart.text("it")
    assert q.odds(match, "red", {"do": "fire", "shots": []}).outcomes == [({}, 1.0)]


CASES: list[tuple[Plain, Plain]] = [
    ({}, UNARMED),
    ({"arm": "cavalry"}, UNARMED),
    ({"class": "d-/-c", "weapon": "none"}, {"arm": "cavalry"}),
    ({"formation": "mass"}, {"arm": "artillery", "figures": 1}),
]


@pytest.mark.rule("vivaorre:10-d", "vivaorre:10-f", "vivaorre:10-h")
@pytest.mark.parametrize(("charger", "target"), CASES)
def test_a_charge_from_its_test_to_its_end(charger: Plain, target: Plain) -> None:
    one = red("A", HERE, **{"figures": 2, "start": 2, **UNARMED, **charger})
    other = blue("D", [30000, 12000], **{"figures": 1, "start": 1 if target.get("arm") != "artillery" else 2, **target})
    match = play(one, other, phase="charges")
    found = q.odds(match, "red", {"do": "charge", "unit": "A", "target": "D"})
    declared = [{"unit": "A", "target": "D"}]

    def said(after: State) -> tuple[str, str]:
        return became(after, "A"), became(after, "D")

    s = state(one, other, phase="charges", seat=None, charges=declared)
    agree(found.outcomes, ("attacker", "defender"), every_face(s, "recovery", said))
    assert sum(chance for _, chance in found.outcomes) == pytest.approx(1)
    assert found.text("en") != found.text("it")


@pytest.mark.rule("vivaorre:7-i", "vivaorre:7-k")
def test_a_charge_through_fire() -> None:
    one = red("A", HERE, figures=1, start=1, **UNARMED)
    other = blue("D", [30000, 12000], figures=1, start=1, **{"class": "c-a-c"}, weapon="breech_rifle")
    match = play(one, other, phase="charges")
    found = q.odds(match, "red", {"do": "charge", "unit": "A", "target": "D"})
    s = state(one, other, phase="charges", seat=None, charges=[{"unit": "A", "target": "D"}])
    played = every_face(s, "recovery", lambda after: (became(after, "A"), became(after, "D")))
    agree(found.outcomes, ("attacker", "defender"), played)


@pytest.mark.rule("vivaorre:7-g")
def test_a_charge_that_falls_short_or_is_run_from() -> None:
    match = play(red("A", HERE), blue("D", [30000, 14000]), phase="charges")
    found = q.odds(match, "red", {"do": "charge", "unit": "A", "target": "D"})
    assert [outcome["how"] for outcome, _ in found.outcomes] == ["short"]
    runners = blue("D", [30000, 11000], notes=["skirmish"], formation="skirmish")
    match = play(red("A", HERE), runners, phase="charges")
    found = q.odds(match, "red", {"do": "charge", "unit": "A", "target": "D"})
    assert [outcome["how"] for outcome, _ in found.outcomes] == ["evaded"]
    rider = red("A", HERE, arm="cavalry", formation="assault")
    found = q.odds(play(rider, runners, phase="charges"), "red", {"do": "charge", "unit": "A", "target": "D"})
    assert {outcome["how"] for outcome, _ in found.outcomes} == {"caught"}
    assert found.success == pytest.approx(1)


@pytest.mark.rule("vivaorre:7-p", "vivaorre:7-m")
def test_reactions() -> None:
    rider = red("A", HERE, arm="cavalry", figures=1, start=1)
    match = play(rider, blue("D", [30000, 12000], figures=1, start=1, **UNARMED), phase="charges", dice=[])
    match.answer("red", {"do": "charge", "unit": "A", "target": "D"})
    match.answer("red", {"do": "done"})
    while match.ask is not None and match.ask.what != "react":
        match.answer(match.ask.who[0], {"do": "done"})
    assert q.odds(match, "blue", {"do": "square"}).success == pytest.approx(1 / 2)
    stand = q.odds(match, "blue", {"do": "stand"})
    assert 0 < stand.success < 1
    assert {outcome["winner"] for outcome, _ in stand.outcomes} >= {"attacker", "defender"}


@pytest.mark.rule("vivaorre:10-l", "vivaorre:12-o")
def test_pursuit() -> None:
    horse, foot = red("A", HERE, arm="cavalry"), blue("D", HERE, **UNARMED)
    pending = [{"outcome": ["A", "D"], "taken": {"A": 0, "D": 1}}]
    match = play(horse, foot, phase="melee", stage="outcomes", pending=pending, dice=[2])
    assert match.ask is not None
    assert q.odds(match, "red", {"do": "pursue"}).success == pytest.approx(1)
    assert q.odds(match, "red", {"do": "stay"}).success == pytest.approx(5 / 6), "only a six saves them"


@pytest.mark.rule("vivaorre:10-a")
def test_whom_to_strike() -> None:
    units = (
        red("A", HERE, figures=2, start=2, formation="mass", **UNARMED),
        blue("D", [29812, 10000], figures=1, start=1, **UNARMED),
        blue("E", [30188, 10000], figures=1, start=1, **UNARMED),
    )
    match = play(*units, phase="melee")
    found = q.odds(match, "red", {"do": "melee", "targets": {"A": "E"}})
    assert sum(chance for _, chance in found.outcomes) == pytest.approx(1)
    assert {id for outcome, _ in found.outcomes for id in outcome["units"]} == {"A", "D", "E"}
    gone = {id: sum(p for outcome, p in found.outcomes if outcome["units"][id] == "gone") for id in "ADE"}
    said = found.text("en").splitlines()
    for id in "ADE":
        assert any(line.startswith(f"- {id}: routs in ") and f"gone in {100 * gone[id]:.1f}%" in line for line in said)
    assert [(blow["unit"], blow["target"], blow["count"]) for blow in found.blows] == [
        ("A", "E", 2),
        ("D", "A", 1),
        ("E", "A", 1),
    ]
    assert "- D: 1 die, 5 or more hits." in said


@pytest.mark.rule("vivaorre:8-f", "vivaorre:13-b")
def test_moves_that_want_a_test() -> None:
    match = play(red("A", HERE), blue("D", [30000, 40000]), phase="movement", weather="bad")
    path = [{"go": "advance", "by": 3000}]
    assert q.odds(match, "red", {"do": "move", "unit": "A", "path": path}).success == pytest.approx(1 / 2)
    clear = play(red("A", HERE), blue("D", [30000, 40000]), phase="movement")
    assert q.odds(clear, "red", {"do": "move", "unit": "A", "path": path}).success == 1.0
    forced = {"do": "move", "unit": "A", "path": [{"go": "advance", "by": 4000}], "forced": True}
    assert q.odds(clear, "red", forced).success == pytest.approx(1 / 2)


@pytest.mark.rule("vivaorre:5-ch2", "vivaorre:5-ch3", "vivaorre:5-ch16")
def test_orders() -> None:
    general = {"id": "G", "side": "red", "at": HERE, "brigade": "b", "characters": ["cauto"]}
    match = play(red("A", [30000, 12000], brigade="b"), blue("D", [30000, 40000]), generals=[general], dice=[])
    assert match.ask is not None
    assert match.ask.what == "orders"
    assert q.odds(match, "red", {"do": "orders", "orders": {"G": "advance"}}).success == pytest.approx(4 / 6)
    assert q.odds(match, "red", {"do": "orders", "orders": {"G": "hold"}}).success == pytest.approx(1)
