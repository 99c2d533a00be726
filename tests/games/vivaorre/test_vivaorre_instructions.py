"""Standing instructions: what is answered for a player who is away, and what is left to him."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.vivaorre import GAME
from quadrilatero.kernel.instructions import ordered, read
from tests.games.vivaorre.battle import blue, play, red

Plain = dict[str, Any]
HERE = [30000, 10000]
UNARMED = {"class": "c-/-c", "weapon": "none"}


def told(match: q.Match, seat: str, **orders: Any) -> Plain | None:
    """What these instructions answer; a bare word is the order for all."""
    plain = {name: {"all": {"do": value}} if isinstance(value, str) else value for name, value in orders.items()}
    known = read(GAME, plain, GAME.instructable(match.view(seat), seat))
    found = ordered(match, seat, known)
    if found is None:
        return None
    assert match.refuse(seat, found.answer) is None
    for language in ("en", "it"):
        assert GAME.book.say("event", f"instructed_{found.why}", language, found.data)
    answer: Plain = found.answer
    return answer


def charged(charger: Plain, target: Plain) -> q.Match:
    """A match at the reaction of a unit that is charged."""
    match = play(red("A", HERE, **charger), blue("D", [30000, 12000], **target), phase="charges")
    match.answer("red", {"do": "charge", "unit": "A", "target": "D"})
    while match.ask is not None and match.ask.what == "charge":
        match.answer(match.ask.who[0], {"do": "done"})
    return match


@pytest.mark.rule("vivaorre:7-p", "vivaorre:7-m")
@pytest.mark.parametrize(
    ("arm", "order", "done"),
    [
        ("cavalry", "square", "square"),
        ("infantry", "square", "stand"),
        ("cavalry", "stand", "stand"),
        ("cavalry", "evade", "stand"),
    ],
)
def test_reactions(arm: str, order: str, done: str) -> None:
    match = charged({"arm": arm}, {})
    assert told(match, "blue", react=order) == {"do": done}
    assert told(match, "blue") is None
    single = {"all": {"do": "stand"}, "pieces": {"D": {"do": "ask"}}}
    assert told(match, "blue", react=single) is None


@pytest.mark.rule("vivaorre:7-m")
def test_skirmishers_run_from_skirmishers_if_told() -> None:
    loose: Plain = {"notes": ["skirmish"], "formation": "skirmish"}
    assert told(charged(loose, loose), "blue", react="evade") == {"do": "evade"}


@pytest.mark.rule("vivaorre:7-a", "vivaorre:7-h")
@pytest.mark.parametrize(("percent", "done"), [(0, "charge"), (100, "done")])
def test_counter_charges_by_their_odds(percent: int, done: str) -> None:
    match = play(
        red("A", HERE, arm="cavalry", figures=2, start=2),
        blue("D", [30000, 12000], arm="cavalry", figures=2, start=2),
        phase="charges",
    )
    order = {"all": {"do": "counter", "percent": percent}}
    assert told(match, "red", charge=order) is None, "nobody has declared a charge on red"
    match.answer("red", {"do": "charge", "unit": "A", "target": "D"})
    match.answer("red", {"do": "done"})
    answer = told(match, "blue", charge=order)
    assert answer is not None
    assert answer["do"] == done
    assert told(match, "blue", charge="receive") == {"do": "done"}


@pytest.mark.rule("vivaorre:10-k")
def test_pursuit() -> None:
    pending = [{"outcome": ["A", "D"], "taken": {"A": 0, "D": 1}}]
    units = red("A", HERE, arm="cavalry"), blue("D", HERE, **UNARMED)
    match = play(*units, phase="melee", stage="outcomes", pending=pending, dice=[2])
    assert told(match, "red", pursue="stay") == {"do": "stay"}
    assert told(match, "red", pursue={"all": {"do": "likely", "percent": 90}}) == {"do": "pursue"}


@pytest.mark.rule("vivaorre:8-ad")
def test_reordering() -> None:
    owing = red("A", HERE, formation="mass", disorder="reorder")
    match = play(owing, red("B", [50000, 10000]), blue("D", [30000, 40000]), phase="movement")
    assert told(match, "red", move="spot") == {"do": "reorder", "unit": "A"}
    assert told(match, "red", move="back") == {"do": "reorder", "unit": "A", "back": 3000}
    match.answer("red", {"do": "reorder", "unit": "A"})
    assert told(match, "red", move="spot") is None, "the others are the player's"


@pytest.mark.rule("vivaorre:9-g")
@pytest.mark.parametrize(("order", "firing"), [("short", "A"), ("medium", "AB"), ("all", "AB"), ("hold", "")])
def test_fire_within_a_band(order: str, firing: str) -> None:
    match = play(
        red("A", HERE),
        red("B", [50000, 10000]),
        blue("D", [30000, 11000], **UNARMED),
        blue("E", [50000, 12000], **UNARMED),
        phase="fire",
    )
    answer = told(match, "red", fire=order)
    assert answer is not None
    assert [shot["unit"] for shot in answer["shots"]] == list(firing)


# -- measures ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:9-m", "vivaorre:12-g")
def test_how_likely_rolls_were() -> None:
    firer, target = red("A", HERE, figures=2, start=2), blue("D", [30000, 11000], figures=2, start=2, **UNARMED)
    match = play(firer, target, phase="fire", dice=[5, 5, 4])
    match.answer("red", {"do": "fire", "shots": [{"unit": "A", "target": "D"}]})
    fire, test = [found for event in match.events if (found := GAME.chance(event)) is not None]
    assert (fire.seat, fire.success) == ("red", True)
    assert fire.chance == pytest.approx(1 - (4 / 6) ** 2)
    assert (test.seat, test.success) == ("blue", False)
    assert test.chance == pytest.approx(2 / 6), "half is lost: it takes a 5"


@pytest.mark.rule("vivaorre:1-g", "vivaorre:11-a")
def test_who_leads_and_what_was_lost() -> None:
    weak = blue("D", [30000, 11000], figures=3, start=8, points=50, **UNARMED)
    other = blue("E", [60000, 40000], points=50)
    match = play(red("A", HERE), weak, other, phase="fire", dice=[5, 5, 1, 1, 1, 1, 1, 1])
    before = match.state()
    match.answer("red", {"do": "fire", "shots": [{"unit": "A", "target": "D"}]})
    stages = [stage for event in match.events if (stage := GAME.stage_end(event)) is not None]
    assert [stage.leader for stage in stages] == ["red"]
    lost = {loss.unit: (loss.steps, loss.gone) for loss in GAME.losses(before, match.state())}
    assert lost == {"A": (0, False), "D": (3, True), "E": (0, False)}
