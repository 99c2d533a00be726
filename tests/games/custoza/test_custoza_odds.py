"""The odds, held against the engine: every roll that can fall is played out and counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.custoza import duel as reckoning
from quadrilatero.games.custoza.deeds import Deed, DeedKind
from quadrilatero.games.custoza.duel import duel
from quadrilatero.games.custoza.rules import combat
from quadrilatero.games.custoza.said import STATUSES
from quadrilatero.games.custoza.state import State
from quadrilatero.kernel.ask import Dice, Reveal, Script
from quadrilatero.kernel.events import Event
from quadrilatero.kernel.trial import aside
from tests.games.custoza.support import Plain, austria, italy, play, state

ROLLS: dict[int, list[tuple[tuple[int, ...], float]]] = {
    1: [((face,), 1 / 6) for face in range(1, 7)],
    2: [((min(6, total - 1), total - min(6, total - 1)), (6 - abs(7 - total)) / 36) for total in range(2, 13)],
}
ASSAULT = {"type": "assault", "hex": "3010", "target": "3011"}
CHARGE = {"type": "charge", "hex": "3010", "target": "3011"}


def all_rolls(s: State, rule: Callable[[State], Script], until: str) -> Iterator[tuple[float, State, list[Event]]]:
    """Run a rule on copies with every roll there is, up to an event; whoever loses SP is the one with most left."""
    waiting: list[tuple[float, list[tuple[int, ...]]]] = [(1.0, [])]
    while waiting:
        chance, faces = waiting.pop()
        copy, given = aside(s), iter(faces)
        script, ended = rule(copy), False
        reply: Any = None
        try:
            while not any(event.kind == until for event in copy.sink):
                step = script.send(reply)
                if any(event.kind == until for event in copy.sink):
                    break
                if isinstance(step, Reveal):
                    reply = None
                elif isinstance(step, Dice):
                    reply = next(given, None)
                    if reply is None:
                        waiting += [(chance * p, [*faces, roll]) for roll, p in ROLLS[step.count]]
                        ended = True
                        break
                elif step.what == "hit":
                    most = max(step.data["units"], key=lambda id: copy.units[id].sp)
                    reply = step.kinds[0](most)
                else:
                    raise AssertionError(step.what)
        except StopIteration:
            pass
        if not ended:
            yield chance, copy, copy.sink


def fought_out(s: State, why: str) -> dict[tuple[Any, ...], float]:
    """What every roll of a combat comes to, from 3010 on 3011: the winner, SP and levels of both sides."""
    found: dict[tuple[Any, ...], float] = {}
    target, start = s.board.hex("3011"), s.board.hex("3010")
    attackers = s.stack(start)

    do: DeedKind = "charge" if why == "charge" else "assault"
    deed = Deed(do, attackers[0].side, tuple(unit.id for unit in attackers), target=target, marker=start)

    def rule(copy: State) -> Script:
        copy.begin(deed)
        return combat.fight(copy, copy.stack(start), target, why=why, marker=start)

    own = {unit.id for unit in attackers}
    for chance, _, told in all_rolls(s, rule, "combat"):
        sp, levels = [0, 0], [0, 0]
        status = {unit.id: unit.status for unit in s.units.values()}
        for event in told:
            data = event.data
            if event.kind == "combat":
                break
            side = 0 if data.get("unit") in own else 1
            if event.kind == "hit":
                sp[side] += data["sp"]
            elif event.kind in ("status", "routed"):
                now = 4 if event.kind == "routed" else STATUSES.index(data["to"])
                levels[side] += now - status[data["unit"]]
        key = event.data["winner"], tuple(sp), tuple(levels)
        found[key] = found.get(key, 0.0) + chance
    return found


FIGHTS: dict[str, tuple[list[Plain], str]] = {
    "even": ([italy("A", "3010", facing="S"), austria("D", "3011", facing="N")], "assault"),
    "from behind, shaken": (
        [italy("A", "3010", facing="S", status="shaken"), austria("D", "3011", facing="S", status="disordered")],
        "assault",
    ),
    "stacks with guns": (
        [
            italy("A", "3010", facing="S", sp=4, max=9),
            italy("B", "3010", "light", facing="S", cv=7),
            austria("D", "3011", facing="N", sp=3, max=6),
            austria("E", "3011", "light", facing="N", sp=1),
            austria("g", "3011", "artillery", facing="N", cv=6),
        ],
        "assault",
    ),
    "charge on a Square": (
        [
            italy("A", "3010", "cavalry", facing="S"),
            austria("D", "3011", facing="N", square=True),
        ],
        "charge",
    ),
    "charge on the shaken": (
        [
            italy("A", "3010", "cavalry", facing="S", status="shaken"),
            austria("D", "3011", facing="N", status="disorganised", sp=2),
        ],
        "charge",
    ),
    "a fortress": ([italy("A", "3010", facing="S", sp=9), austria("F", "3011", "fortress", facing="N")], "assault"),
}


COARSE = {3: 0.3, 7: 0.4, 10: 0.2, 12: 0.1}
"""Dice with four faces, so that many rolls in a row can be played out."""


@pytest.fixture
def coarse_dice(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(reckoning, "TWO_DICE", COARSE)
    monkeypatch.setitem(ROLLS, 2, [((total - total // 2, total // 2), p) for total, p in COARSE.items()])
    for kept in (reckoning.ends_of, reckoning.tolls):
        kept.cache_clear()
    yield
    for kept in (reckoning.ends_of, reckoning.tolls):
        kept.cache_clear()


@pytest.mark.usefixtures("coarse_dice")
@pytest.mark.parametrize("name", FIGHTS)
@pytest.mark.parametrize("uncertain", ["worst_unit", "sum"])
def test_a_combat_is_reckoned_as_the_engine_fights_it(name: str, uncertain: str) -> None:
    compare(name, uncertain)


@pytest.mark.parametrize("name", ["even", "charge on the shaken"])
def test_a_combat_is_reckoned_with_all_dice(name: str) -> None:
    compare(name, "worst_unit")


def compare(name: str, uncertain: str) -> None:
    units, why = FIGHTS[name]
    s = state(*units, options={"uncertain": uncertain})
    ahead = duel(s, s.stack(s.board.hex("3010")), s.board.hex("3011"), why)
    assert ahead is not None
    reckoned: dict[tuple[Any, ...], float] = {}
    for end, chance in ahead.ends.items():
        key = end.winner, end.sp, end.levels
        reckoned[key] = reckoned.get(key, 0.0) + chance
    assert reckoned == pytest.approx(fought_out(s, why))
    assert sum(reckoned.values()) == pytest.approx(1.0)


@pytest.mark.rule("custoza:10.4.6-b")
def test_an_even_assault_goes_as_the_charts_were_made_to() -> None:
    m = play(*FIGHTS["even"][0], active={"formation": "italy", "markers": [ASSAULT]})
    found = q.odds(m, "italy", {"do": "assault", "units": ["A"], "path": []}, policy={"reactions": "none"})
    by_winner: dict[str, float] = {}
    for outcome, chance in found.outcomes:
        by_winner[outcome["winner"]] = by_winner.get(outcome["winner"], 0.0) + chance
    assert [round(100 * by_winner[who]) for who in ("attacker", "draw", "defender")] == [43, 25, 32]
    assert found.success == by_winner["attacker"]
    assert found.exact
    assert found.policy == {"reactions": "none"}
    assert "row 1-1" in found.text("en")
    assert "riga 1-1" in found.text("it")
    assert found.losses["austria"].worst == 1, "a total of 12 at the most"


@pytest.mark.rule("custoza:11.5.2-a")
def test_the_fire_of_those_who_react_is_reckoned_in() -> None:
    units = [
        italy("A", "3008", facing="S"),
        austria("D", "3011", facing="N"),
        austria("E", "3111", facing="NW"),
    ]
    m = play(*units, active={"formation": "italy", "markers": [ASSAULT]})
    answer = {"do": "assault", "units": ["A"], "path": ["3009", "3010"]}
    calm = q.odds(m, "italy", answer, policy={"reactions": "none"})
    met = q.odds(m, "italy", answer)
    assert met.policy == {"reactions": "best"}
    assert met.success < calm.success
    assert met.losses["italy"].expected > calm.losses["italy"].expected
    assert sum(chance for _, chance in met.outcomes) == pytest.approx(1.0)


@pytest.mark.rule("custoza:11.5.4-b", "custoza:9.4-a")
def test_infantry_forms_square_against_a_charge_if_that_serves_it() -> None:
    units = [italy("K", "3007", "cavalry", facing="S"), austria("D", "3011", facing="N", cv=9)]
    m = play(*units, active={"formation": "italy", "markers": [CHARGE]})
    answer = {"do": "charge", "units": ["K"], "path": ["3008", "3009", "3010"]}
    assert q.odds(m, "italy", answer).success < q.odds(m, "italy", answer, policy={"reactions": "none"}).success / 2


def test_guns_alone_are_taken_for_certain() -> None:
    m = play(
        italy("A", "3010", facing="S"),
        austria("g", "3011", "artillery", facing="N"),
        active={"formation": "italy", "markers": [ASSAULT]},
    )
    found = q.odds(m, "italy", {"do": "assault", "units": ["A"], "path": []})
    assert found.outcomes == [({"winner": "attacker", "sp": [0, 4], "levels": [0, 0]}, 1.0)]
    assert "without a roll" in found.text("en")


@pytest.mark.parametrize("ammo", ["full", "low"])
def test_a_shot_is_reckoned_as_the_engine_fires_it(ammo: str) -> None:
    units = [
        italy("g", "3010", "artillery", facing="S", ammo=ammo),
        italy("h", "3010", "artillery", facing="S", sp=2),
        austria("D", "3012", facing="N"),
    ]
    m = play(*units, active={"formation": "italy"})
    answer = {"do": "fire", "units": ["g", "h"], "hex": "3012", "at": "infantry"}
    found = q.odds(m, "italy", answer)
    counted: dict[tuple[int, int], float] = {}
    for faces, chance in every_roll([1, 2] if ammo == "low" else [2]):
        shot = play(*units, active={"formation": "italy"}, dice=list(faces))
        shot.answer("italy", answer)
        target = next(unit for unit in shot.view("austria")["units"] if unit["id"] == "D")
        key = 6 - target["sp"], ["good_order", "shaken", "disordered", "disorganised"].index(target["status"])
        counted[key] = counted.get(key, 0.0) + chance
    assert {(o["sp"], o["levels"]): p for o, p in found.outcomes} == pytest.approx(counted)
    assert found.success == pytest.approx(1 - counted.get((0, 0), 0.0))
    assert found.blows[0]["range"] == 2


def every_roll(dice: list[int]) -> Iterator[tuple[tuple[int, ...], float]]:
    """Each combination of such rolls."""
    if not dice:
        yield (), 1.0
        return
    for faces, chance in ROLLS[dice[0]]:
        for rest, p in every_roll(dice[1:]):
            yield (*faces, *rest), chance * p


@pytest.mark.rule("custoza:5.1.1-a", "custoza:5.2-a")
def test_an_attempt_is_activated_by_the_value_or_a_natural_six() -> None:
    m = play(
        italy("A", "3010"),
        austria("D", "3030"),
        formations=[{"id": "italy", "side": "italy", "command": 2}],
        phase="action",
    )
    found = q.odds(m, "italy", {"do": "activate", "formation": "italy"})
    assert found.success == pytest.approx(3 / 6)
    by_outcome: dict[str, float] = {}
    for outcome, chance in found.outcomes:
        by_outcome[outcome["outcome"]] = by_outcome.get(outcome["outcome"], 0.0) + chance
    assert by_outcome == pytest.approx({"activated": 2 / 6, "failed": 3 / 6, "loose_cannon": 1 / 6})
    assert "50.0%" in found.text("en")


@pytest.mark.rule("custoza:16.4-c", "custoza:14.6-b")
def test_an_attempt_to_march_is_halted_by_a_natural_six() -> None:
    column = {"id": "d1", "side": "italy", "command": 2, "state": "march", "objective": "2015", "attempts": 1}
    m = play(
        italy("com.d1", "2010", "commander", formation="d1"),
        {"id": "r1", "side": "italy", "formation": "d1", "type": "line", "box": "formation"},
        board={"roads": [{"class": "major", "path": [f"20{row}" for row in range(10, 16)]}]},
        mode="advanced",
        phase="march",
        formations=[column],
    )
    found = q.odds(m, "italy", {"do": "activate", "formation": "d1"})
    assert {each["outcome"]: chance for each, chance in found.outcomes} == pytest.approx(
        {"activated": 3 / 6, "failed": 2 / 6, "halted": 1 / 6}
    )
    assert found.success == pytest.approx(3 / 6)


@pytest.mark.rule("custoza:11.5.4-a", "custoza:11.5.1-b", "custoza:11.5.3-a")
def test_the_checks_of_reactions() -> None:
    units = [italy("A", "3009", facing="S"), austria("D", "3011", facing="N")]
    m = play(*units, active={"formation": "italy", "markers": [ASSAULT]})
    m.answer("italy", {"do": "assault", "units": ["A"], "path": ["3010"]})
    assert m.ask.what == "react"
    square = q.odds(m, "austria", {"do": "square", "units": ["D"]})
    face = q.odds(m, "austria", {"do": "face", "units": ["D"], "facing": "NE"})
    assert face.success == pytest.approx(26 / 36), "8 or less"
    assert square.success == pytest.approx(30 / 36), "9 or less"
    assert {o["levels"]: p for o, p in face.outcomes} == pytest.approx({0: 26 / 36, 1: 9 / 36, 2: 1 / 36})
    back = q.odds(m, "austria", {"do": "assault", "units": ["D"]})
    idle = sum(p for o, p in back.outcomes if o["winner"] is None)
    assert idle == pytest.approx(10 / 36), "who fails does not attack"
    assert back.success == pytest.approx(26 / 36 * 0.43177726, abs=1e-6)
    assert q.odds(m, "austria", {"do": "pass"}).outcomes == [({}, 1.0)]


@pytest.mark.rule("custoza:7.3-a", "custoza:chart.TEC-a")
def test_a_move_is_reckoned_with_the_checks_of_its_ground() -> None:
    board = {"terrain": {"3011": "woods"}}
    m = play(italy("A", "3010", facing="S"), austria("D", "3030"), board=board, active={"formation": "italy"})
    tried = q.odds(m, "italy", {"do": "move", "units": ["A"], "path": ["3011"]})
    assert {o["levels"]: p for o, p in tried.outcomes} == pytest.approx({0: 26 / 36, 1: 9 / 36, 2: 1 / 36})
    free = q.odds(m, "italy", {"do": "move", "units": ["A"], "path": ["3009"]})
    assert free.outcomes == [({}, 1.0)]


def test_an_unknown_policy_is_named() -> None:
    m = play(*FIGHTS["even"][0], active={"formation": "italy", "markers": [ASSAULT]})
    with pytest.raises(ValueError, match="reactions"):
        q.odds(m, "italy", {"do": "assault", "units": ["A"], "path": []}, policy={"reactions": "perhaps"})
