"""Camposanto in the terminal: what is typed becomes answers, and the board and the answers are put into words."""

from __future__ import annotations

import random
import re

import pytest

import quadrilatero as q
from quadrilatero.games.camposanto.answers import ALL
from quadrilatero.games.camposanto.board import SIDES
from quadrilatero.games.camposanto.state import COMBAT, WING_STATES, WINGS
from quadrilatero.games.camposanto.text.speaker import BOOK
from quadrilatero.kernel.speaker import Group, Unreadable, Window


def moving():
    """A match in which the Spanish right wing moves."""
    m = q.start("camposanto", scenario="learning", seed=1)
    m.answer("spain", {"do": "orders", "left": 1, "centre": 4, "right": 18})
    m.answer("austria", {"do": "orders", "left": 17, "centre": 2, "right": 3})
    return m


def speaker(m, seat="spain", lang="en"):
    return m.game.speaker(m.view(seat), lang)


# -- reading and telling -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "typed", ["m S-R5 2113", "m sr5 2113", "move s-r5 2113", "muovi SR5 2113", "m 2115 2113", "sr5 2113"]
)
def test_a_move_can_be_typed_in_many_ways(typed):
    m = moving()
    fitting, spelt = speaker(m).read(typed.split(), m.options("spain"))
    assert [(option["unit"], option["path"][-1]) for option in fitting] == [("S-R5", "2113")]
    assert spelt["path"][-1] == "2113"


def test_a_unit_alone_means_all_its_moves():
    m = moving()
    fitting, _ = speaker(m).read(["m", "S-R5"], m.options("spain"))
    assert fitting == [option for option in m.options("spain") if option.get("unit") == "S-R5"]


def test_a_whole_path_is_taken_as_it_is():
    m = moving()
    _, spelt = speaker(m).read(["m", "S-R5", "2114", "2113"], m.options("spain"))
    assert spelt == {"do": "move", "unit": "S-R5", "path": ["2114", "2113"]}
    assert m.refuse("spain", spelt) is None


def test_what_is_out_of_reach_is_spelt_out_hex_by_hex_so_that_a_rule_can_refuse_it():
    m = moving()
    fitting, spelt = speaker(m).read(["m", "S-R5", "2101"], m.options("spain"))
    assert not fitting
    refusal = m.refuse("spain", spelt)
    assert refusal is not None
    assert refusal.rule


@pytest.mark.parametrize("typed", ["xyzzy", "m S-X9 2113", "2113 x"])
def test_nonsense_is_called_so(typed):
    m = moving()
    with pytest.raises(Unreadable):
        speaker(m).read(typed.split(), [option for option in m.options("spain") if option["do"] == "done"])


def test_facings_in_both_languages():
    m = moving()
    m.answer("spain", next(o for o in m.options("spain") if o.get("unit") == "S-R5" and o["path"]))
    for typed in (["NW"], ["no"], ["face", "NW"], ["fronte", "NO"], ["face", "S-R5", "nw"]):
        fitting, _ = speaker(m).read(typed, m.options("spain"))
        assert [option["facing"] for option in fitting] == ["NW"]


def test_orders_by_number():
    m = q.start("camposanto", seed=1)
    for typed in (["o", "9", "4", "13"], ["9", "4", "13"]):
        fitting, spelt = speaker(m).read(typed, m.options("spain"))
        assert fitting == [spelt] == [{"do": "orders", "left": 9, "centre": 4, "right": 13}]


def test_options_are_grouped_by_unit():
    m = moving()
    entries = speaker(m).menu(m.options("spain")).entries
    groups = [entry.options if isinstance(entry, Group) else [entry] for entry in entries]
    assert [option for group in groups for option in group] == m.options("spain")
    assert all(len({option.get("unit") for option in group}) == 1 for group in groups)
    assert len(groups) < len(m.options("spain")) / 4


@pytest.mark.parametrize("lang", ["en", "it"])
def test_every_answer_has_words_and_can_be_told_apart(lang):
    rng = random.Random(4)
    for seed in range(2):
        m = q.start("camposanto", seed=seed)
        while m.ask is not None:
            seat, options = m.ask.who[0], m.options(m.ask.who[0])
            speaks = speaker(m, seat, lang)
            some = options if len(options) < 60 else rng.sample(options, 20)
            assert len({speaks.describe(option) for option in some}) == len(some)
            m.answer(seat, rng.choice(options))


# -- drawing -----------------------------------------------------------------------------------------------------------


def plain(lines):
    return "\n".join("".join(text for text, _ in line) for line in lines)


def board(m, width, height, *, whole=False, options=(), opened=False):
    return plain(speaker(m, None).board(Window(width, height, whole), options, opened=opened)[:-1])


def test_the_board_shows_every_counter_by_side_type_and_facing():
    m = q.start("camposanto", scenario="learning", seed=1)
    tall = board(m, 200, 100, whole=True)
    assert "SR5" in tall
    assert "C↑4*" in tall
    assert "ALM" in tall
    small = board(m, 80, 24)
    assert "SC↑4" in small
    assert "AC↓4" in small
    assert max(map(len, small.splitlines())) <= 80
    for sign in "⌂≈╫·":
        assert sign in tall


def test_the_signs_of_the_board_are_explained_beneath_it():
    legend = plain(speaker(q.start("camposanto", seed=1), None, "it").board(Window(200, 100))[-1:])
    assert "Spagnoli" in legend
    assert "⌂ casolare  ≈ acqua  ╫ ponte" in legend


def test_even_rows_are_shifted_by_half_a_hex():
    lines = board(q.start("camposanto", seed=1), 200, 10, whole=True).splitlines()
    assert [line.index("·") for line in lines[1:4]] == [5, 7, 5]


def test_a_narrow_screen_shows_the_columns_of_the_units_in_focus():
    m = q.start("camposanto", seed=1)
    left = board(m, 60, 24, options=[{"do": "move", "unit": "S-L1"}, {"do": "move", "unit": "S-L2"}])
    right = board(m, 60, 24, options=[{"do": "move", "unit": "S-R5"}])
    assert " 07 " in left.splitlines()[0]
    assert " 21 " in right.splitlines()[0]
    assert " 21 " not in left.splitlines()[0]
    for text in (left, right, board(m, 20, 10)):
        assert max(map(len, text.splitlines())) <= 60


def test_no_part_of_the_status_is_broken_over_two_lines():
    for line in plain(speaker(moving(), None, "it").status(60)).splitlines():
        assert len(line) <= 60


def test_hexes_that_can_be_reached_show_their_number():
    m = q.start("camposanto", seed=1)
    options = [{"do": "move", "unit": "S-R5", "path": ["1010"]}]
    assert "1010" in board(m, 200, 100, options=options, opened=True)
    assert "1010" not in board(m, 200, 100, options=options)


def test_blank_boards_and_bare_positions_can_be_drawn():
    position = {
        "map": {"cols": 9, "rows": 7, "pond": ["0303"], "farmhouses": ["0404"]},
        "units": [
            {"id": "A1", "side": "spain", "wing": "centre", "type": "infantry", "steps": 2, "hex": "0505"},
            {"id": "D", "side": "austria", "wing": "centre", "type": "cavalry", "steps": 2, "hex": "0502"},
        ],
        "active": {"side": "spain", "wing": "centre", "step": "movement"},
    }
    m = q.start("camposanto", position=position, seed=1)
    assert "A1" in board(m, 80, 40)
    assert "Day, Phase 1" in plain(speaker(m, "spain").status(80))
    assert len(speaker(m, "spain", "it").pieces("").rows) == 2
    assert [row[0][0] for row in speaker(m, "spain").pieces("aus").rows] == ["D"]


def test_every_word_of_the_terminal_is_there_in_both_languages():
    sections = BOOK.sections
    assert {kind.__struct_config__.tag for kind in ALL} - {"face"} <= sections["answer"].keys()
    assert set(SIDES) <= sections["side"].keys()
    assert set(WINGS) <= sections["wing"].keys()
    assert {*COMBAT, "marshal"} <= sections["type"].keys()
    assert set(WING_STATES) <= sections["words"].keys()
    for section, phrases in sections.items():
        for key, phrase in phrases.items():
            fields = [set(re.findall(r"{(\w+)", phrase[language])) for language in ("en", "it")]
            assert fields[0] == fields[1], f"{section}.{key}"
