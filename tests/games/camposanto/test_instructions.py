"""Standing instructions decide by the odds that their seat could ask for itself."""

from __future__ import annotations

import random

import quadrilatero as q
from quadrilatero.kernel import Match, find_game
from quadrilatero.kernel.instructions import Order, Standing, ordered
from quadrilatero.kernel.odds import odds


def at_question(what: str, seat: str = "spain") -> Match:
    """A game at such a question to that seat."""
    for seed in range(40):
        match = q.start("camposanto", "battle", seed=seed)
        rng = random.Random(seed)
        while match.result is None:
            assert match.ask is not None
            asked = match.ask.who[0]
            if match.ask.what == what and asked == seat:
                return match
            options = match.options(asked)
            bold = [option for option in options if option["do"] in ("assault", "fight")]
            match.answer(asked, rng.choice(bold if bold and rng.random() < 0.6 else options))
    raise AssertionError(f"{what} was never asked")


def test_a_side_fights_while_its_exact_chance_is_enough():
    match = at_question("stand")
    assert match.ask is not None
    chance = 100 * odds(match, "spain", {"do": "fight"}).success
    enough = ordered(match, "spain", {"stand": Standing(Order("at_least", int(chance)))})
    assert enough is not None
    assert (enough.answer, enough.data["chance"]) == ({"do": "fight"}, int(chance))
    more = ordered(match, "spain", {"stand": Standing(Order("at_least", min(100, int(chance) + 1)))})
    assert more is None or more.answer["do"] == "fall_back"


def test_units_that_disagree_leave_it_to_the_player():
    match = at_question("stand")
    assert match.ask is not None
    units = match.ask.data["units"]
    single = {"stand": Standing(Order("fall_back"), {unit: Order("fight") for unit in units})}
    found = ordered(match, "spain", single)
    assert found is not None
    assert found.answer == {"do": "fight"}
    assert ordered(match, "spain", {"stand": Standing(Order("fight"), {units[0]: Order("ask")})}) is None


def test_what_is_not_instructed_is_asked():
    match = at_question("stand")
    assert ordered(match, "spain", {"advance": Standing(Order("stay"))}) is None
    assert ordered(match, "austria", {"stand": Standing(Order("fight"))}) is None


def test_every_instruction_has_its_sentences_and_rules():
    from quadrilatero.kernel.rulebook import atoms

    game = find_game("camposanto")
    for instruction in game.instructions:
        assert set(instruction.rules) <= set(atoms("camposanto"))
        assert all(choice.text["it"] and choice.text["en"] for choice in instruction.choices)
