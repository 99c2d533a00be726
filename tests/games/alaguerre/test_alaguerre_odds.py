"""The odds, held against the engine: every face of every die is played out and counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.alaguerre import GAME
from quadrilatero.games.alaguerre.answers import Charge, Done, Fire, Melee
from quadrilatero.games.alaguerre.branches import Followed
from quadrilatero.games.alaguerre.odds_fight import became, charging, followed, lost
from quadrilatero.games.alaguerre.rules.formations import unit_of
from quadrilatero.games.alaguerre.rules.sequence import segment
from quadrilatero.games.alaguerre.state import State
from quadrilatero.kernel.ask import Dice, Ended, Reveal
from quadrilatero.kernel.trial import aside
from tests.games.alaguerre.battle import blue, line, play, red, state

Plain = dict[str, Any]
HERE = [20000, 10000]
CHARGING: Plain = {"phase": "manoeuvre", "orders": {"red": 5}, "dice": [3, 6, 3, 3, 6, 6]}
MEASURED = {"measuring": "before", "cohesion_shown": "all"}


def every_face(s: State, answers: list[Any], until: str, said: Callable[[State], Any]) -> dict[Any, float]:
    """What the engine leads to from a state to the beginning of a phase, by all faces, segment by segment.

    The first questions get these answers, others what odds take for granted, and moves are done.
    """
    waiting: dict[Any, tuple[float, State, int]] = {0: (1.0, s, 0)}
    found: dict[Any, float] = {}
    while waiting:
        later: dict[Any, tuple[float, State, int]] = {}
        for chance, before, used in waiting.values():
            for p, after, now_used in _segments(before, answers, used):
                if after.phase == until or after.result is not None or after.turn > 1:
                    found[said(after)] = found.get(said(after), 0.0) + chance * p
                    continue
                bases = [
                    (base.id, base.pose, base.losses, base.state, base.fired, base.acted)
                    for base in after.bases.values()
                ]
                key = (
                    said(after),
                    after.phase,
                    after.stage,
                    now_used,
                    str((after.pending, after.active, after.done, bases)),
                )
                later[key] = (later[key][0] + chance * p if key in later else chance * p, after, now_used)
        waiting = later
    return found


def _segments(s: State, answers: list[Any], used: int) -> Iterator[tuple[float, State, int]]:
    """One segment with every face there is; what was told before it is kept."""
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        faces = waiting.pop()
        copy = aside(s)
        copy.sink = list(s.sink)
        now_used = _run(copy, list(faces), answers, used)
        if now_used is not None:
            yield 6.0 ** -len(faces), copy, now_used
        else:
            waiting += [(*faces, face) for face in range(1, 7)]


def _run(copy: State, given: list[int], answers: list[Any], used: int) -> int | None:
    """Run a segment; how many answers were used, or None where the dice were too few."""
    policy = Followed(copy, [])
    script = segment(copy)
    reply: Any = None
    try:
        while True:
            step = script.send(reply)
            if isinstance(step, Reveal):
                reply = None
            elif isinstance(step, Dice):
                if len(given) < step.count:
                    return None
                reply, given[:] = tuple(given[: step.count]), given[step.count :]
            elif used < len(answers):
                reply = answers[used]
                used += 1
            elif step.what in ("move", "fire"):
                reply = Done()
            else:
                reply = policy.reply(step)
    except (StopIteration, Ended):
        return used


def agree(found: dict[Any, float], played: dict[Any, float]) -> None:
    assert {key for key, chance in found.items() if chance > 1e-12} == set(played)
    for key, chance in played.items():
        assert found[key] == pytest.approx(chance), key


def counted(outcomes: list[tuple[Plain, float]], key: Callable[[Plain], Any]) -> dict[Any, float]:
    found: dict[Any, float] = {}
    for outcome, chance in outcomes:
        found[key(outcome)] = found.get(key(outcome), 0.0) + chance
    return found


# -- fire --------------------------------------------------------------------------------------------------------------


def standing(s: State, id: str) -> tuple[str, int]:
    base = s.bases.get(id)
    return ("gone", 0) if base is None else (base.state, base.losses)


@pytest.mark.rule("alaguerre:8.2-b", "alaguerre:8.2.1-a", "alaguerre:8.2.3-b")
@pytest.mark.parametrize("target", [{}, {"state": "disordered"}, {"losses": 2}, {"fire": "-"}])
def test_a_shot_and_its_answer(target: Plain) -> None:
    line_of = "1/-/2 -" if "fire" in target else "1/0/2 -"
    more = {key: value for key, value in target.items() if key != "fire"}
    bases = red("A", HERE, "Sh", "1/1/0 -"), blue("D", [20000, 11900], "Pk", line_of, **more)
    match = play(*bases, phase="fire", options=MEASURED)
    found = q.odds(match, "red", {"do": "fire", "unit": "A", "target": "D"})
    before = {id: base.losses for id, base in state(*bases).bases.items()}

    def of(told: Plain) -> tuple[str, int]:
        gone = told["state"] == "gone"
        return told["state"], 0 if gone else before[told["unit"]] + told["losses"]

    played = every_face(
        state(*bases, phase="fire", options=MEASURED),
        [Fire("A", "D")],
        "melee",
        lambda after: (standing(after, "D"), standing(after, "A")),
    )
    agree(counted(found.outcomes, lambda one: (of(one["target"]), of(one["firer"]))), played)
    assert found.exact
    assert found.success == pytest.approx(found.blows[0]["chance"])


@pytest.mark.rule("alaguerre:8.2.1-b")
def test_a_shot_adds_to_what_its_target_has_taken() -> None:
    bases = red("A", HERE, "Sh", "1/1/0 -"), blue("D", [20000, 11900], "Pk", "1/-/2 -")
    open_fire: Plain = {"phase": "fire", "target": "D", "shots": [{"unit": "A", "damage": 2}]}
    alone = q.odds(play(*bases, phase="fire", options=MEASURED), "red", {"do": "fire", "unit": "A", "target": "D"})
    after = q.odds(play(*bases, options=MEASURED, **open_fire), "red", {"do": "fire", "unit": "A", "target": "D"})
    assert after.losses["blue"].expected > alone.losses["blue"].expected


@pytest.mark.rule("alaguerre:1.1.3-b")
def test_odds_tell_no_distance_before_declaring() -> None:
    """A battery at long and at extreme range has the same odds where nobody may measure, and others where one may."""
    texts = {}
    for way, options in (("after", None), ("before", MEASURED)):
        for far in (3500, 6500):
            bases = red("A", HERE, "MdArt", "1/1/- -"), blue("D", [20000, 10000 + far])
            match = play(*bases, phase="fire", options=options)
            texts[way, far] = q.odds(match, "red", {"do": "fire", "unit": "A", "target": "D"}).text("en")
    assert texts["after", 3500] == texts["after", 6500]
    assert texts["before", 3500] != texts["before", 6500]


# -- charges and mêlées ------------------------------------------------------------------------------------------------


def ends(s: State, first: State) -> tuple[str, str, int, int]:
    one, other = (unit_of(first, first.bases[id]) for id in ("A", "D"))
    return became(s, one), became(s, other), lost(one, s), lost(other, s)


@pytest.mark.rule("alaguerre:6.2-c", "alaguerre:6.3-c")
@pytest.mark.parametrize(
    ("kind", "stats", "more"),
    [
        ("Pk", "0/-/1 -", {}),
        ("Cav", "0/-/1 -", {"state": "disordered"}),
        ("Hv", "-1/0/0 -", {"losses": 1}),
        ("Sh", "0/-/0 -", {}),
    ],
)
def test_a_charge_to_contact(kind: str, stats: str, more: Plain) -> None:
    """Its end is compared with the engine at the end of the Manoeuvre phase; the round of mêlée follows by itself."""
    bases = red("A", HERE, "Cav", "1/-/2 -"), blue("D", [20000, 12500], kind, stats, **more)
    first = state(*bases, phase="manoeuvre", orders={"red": 5}, options=MEASURED)
    one, other = (unit_of(first, first.bases[id]) for id in ("A", "D"))
    branches = followed(first, (one, other)).branches(charging(Charge("D", "A"), one, other))
    found: dict[Any, float] = {}
    for chance, after in branches:
        key = *ends(after, first), after.bases["A"].at
        found[key] = found.get(key, 0.0) + chance
    played = every_face(first, [Charge("D", "A")], "rally", lambda after: (*ends(after, first), after.bases["A"].at))
    agree(found, played)


@pytest.mark.rule("alaguerre:9.1-c")
def test_a_charge_and_the_round_that_follows() -> None:
    bases = red("A", HERE, "Cav", "1/-/2 -"), blue("D", [20000, 12500], "Hv", "0/-/1 -")
    match = play(*bases, phase="manoeuvre", orders={"red": 5}, options=MEASURED)
    found = q.odds(match, "red", {"do": "charge", "unit": "A", "target": "D"})
    assert found.exact
    assert sum(chance for _, chance in found.outcomes) == pytest.approx(1)
    hows = counted(found.outcomes, lambda one: one["how"])
    assert set(hows) == {"fled", "fought"}
    assert found.success > 0.5


@pytest.mark.rule("alaguerre:9.1-b", "alaguerre:9.1.2-a")
def test_a_round_of_melee() -> None:
    bases = (
        red("A", HERE, "Pk", "1/-/2 a"),
        blue("D", HERE, "Pk", "0/-/1 -", state="disordered"),
        red("B", [30000, 10000]),
        blue("E", [30000, 10000]),
    )
    match = play(*bases, phase="melee")
    found = q.odds(match, "red", {"do": "melee", "unit": "A"})
    first = state(*bases, phase="melee")
    pairs: dict[Any, float] = {}
    for one, after_chance in _rounds(first):
        pairs[one] = pairs.get(one, 0.0) + after_chance
    told = counted(found.outcomes, lambda one: (one["attacker"], one["defender"]))
    agree(told, pairs)
    assert found.losses["blue"].expected > found.losses["red"].expected
    for language in ("en", "it"):
        assert len(found.text(language).splitlines()) >= 3


def _rounds(first: State) -> Iterator[tuple[Any, float]]:
    for chance, after, _ in _segments(first, [Melee("A")], 0):
        yield ends(after, first)[:2], chance


@pytest.mark.rule("alaguerre:6.2-d", "alaguerre:6.2.1-a")
def test_reactions_have_odds_of_their_own() -> None:
    bases = red("A", HERE, "Cav", "1/-/2 -"), blue("D", [20000, 13000], "Cav", "1/-/2 -")
    match = play(*bases, phase="manoeuvre", orders={"red": 5}, dice=[5])
    match.answer("red", {"do": "charge", "unit": "A", "target": "D"})
    assert match.ask is not None
    assert match.ask.what == "react"
    stand, counter = (q.odds(match, "blue", {"do": do}) for do in ("stand", "counter"))
    beaten = [counted(one.outcomes, lambda outcome: outcome["winner"])["attacker"] for one in (stand, counter)]
    assert beaten[1] < beaten[0], "who counter-charges strikes as hard as the charger"


@pytest.mark.rule("alaguerre:7.2-b")
def test_going_to_short_range() -> None:
    bases = red("A", HERE, "Ln", "0/1/1 -"), blue("D", [20000, 12500], "Sh", "-1/0/0 -", losses=1)
    match = play(*bases, phase="manoeuvre", orders={"red": 5})
    found = q.odds(match, "red", {"do": "approach", "unit": "A", "target": "D"})
    hows = counted(found.outcomes, lambda one: one["how"])
    assert set(hows) == {"no_charge", "fled", "engaged"}
    assert found.success == pytest.approx(hows["fled"])


@pytest.mark.rule("alaguerre:11.3.1-b")
def test_an_obstacle() -> None:
    match = play(
        red("A", HERE),
        blue("D", [20000, 20000]),
        terrain=(line("h", "hedge", (15, 10), (25, 10), obstacle=3),),
        phase="manoeuvre",
        orders={"red": 4},
    )
    found = q.odds(match, "red", {"do": "move", "unit": "A", "path": [{"go": "advance", "by": 500}]})
    assert counted(found.outcomes, lambda one: one["result"]) == pytest.approx(
        {"crosses": 1 / 6, "crosses_disordered": 1 / 6, "stays": 4 / 6}
    )


def test_what_hangs_on_no_die_is_certain() -> None:
    match = play(red("A", HERE), blue("D", [20000, 20000]), phase="manoeuvre", orders={"red": 4})
    assert q.odds(match, "red", {"do": "unit", "unit": "A"}).success == 1.0
    assert q.odds(match, "red", {"do": "move", "unit": "A", "path": [{"go": "advance", "by": 500}]}).exact


def test_rolls_tell_how_likely_they_were() -> None:
    match = play(red("A", HERE, "Cav", "1/-/2 -"), blue("D", [20000, 12500], "Hv", "0/-/1 -"), **CHARGING)
    before = match.state()
    match.answer("red", {"do": "charge", "unit": "A", "target": "D"})
    rolled = [event for event in match.events if event.kind == "roll"]
    found = [GAME.chance(event) for event in rolled]
    assert [one.success for one in found if one is not None] == [event.data["success"] for event in rolled]
    charge = found[0]
    assert charge is not None
    assert charge.chance == pytest.approx(1.0), "1 for morale and 2 for flanks that nobody threatens: even a 1 passes"
    assert {loss.unit: loss.steps for loss in GAME.losses(before, match.state())} == {"A": 0, "D": 1}
