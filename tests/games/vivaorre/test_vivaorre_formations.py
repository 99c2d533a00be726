"""Chapters 1 and 2: the ground that units take up, who stands in the first rank, what may be formed."""

from __future__ import annotations

import pytest

from tests.games.vivaorre.battle import bad, blue, red, state

HERE = [30000, 10000]


@pytest.mark.rule("vivaorre:1-e", "vivaorre:2-e", "vivaorre:2-f")
@pytest.mark.parametrize(
    ("formation", "width", "depth", "rank"),
    [("line", 8 * 375, 625, 8), ("assault", 4 * 375, 2 * 625, 4), ("march", 375, 8 * 625, 1)],
)
def test_regular_foot_takes_up_the_ground_of_its_bases(formation: str, width: int, depth: int, rank: int) -> None:
    unit = state(red("A", HERE, formation=formation)).units["A"]
    assert unit.pose == (30000, 10000, 0, width, depth)
    assert unit.first_rank == rank


@pytest.mark.rule("vivaorre:2-f")
def test_a_column_loses_figures_from_its_rear_rank() -> None:
    six = state(red("A", HERE, formation="assault", figures=6, start=8)).units["A"]
    assert (six.first_rank, six.pose[3:]) == (4, (1500, 1250)), "two of the rear rank are gone"
    three = state(red("A", HERE, formation="assault", figures=3, start=8)).units["A"]
    assert (three.first_rank, three.pose[3:]) == (3, (1125, 625)), "no other rank is left"


@pytest.mark.rule("vivaorre:2-j")
def test_a_mass_loses_figures_from_both_ranks() -> None:
    full = state(red("A", HERE, training="irregular")).units["A"]
    assert (full.formation, full.figures, full.first_rank, full.pose[3:]) == ("mass", 16, 8, (3000, 1250))
    less = state(red("A", HERE, training="irregular", figures=13, start=16)).units["A"]
    assert (less.first_rank, less.pose[3:]) == (7, (7 * 375, 1250))


@pytest.mark.rule("vivaorre:2-h")
@pytest.mark.parametrize(
    ("ranks", "width", "depth"), [(1, 15 * 375, 625), (2, 7 * 375, 3 * 625), (3, 5 * 375, 5 * 625)]
)
def test_skirmishers_stand_a_base_apart(ranks: int, width: int, depth: int) -> None:
    unit = state(red("A", HERE, notes=["skirmish"], formation="skirmish", ranks=ranks)).units["A"]
    assert unit.pose[3:] == (width, depth)
    assert unit.first_rank == 8, "all of them fire"


@pytest.mark.rule("vivaorre:2-h", "vivaorre:2-i", "vivaorre:2-k")
def test_a_formation_that_is_not_a_unit_s_own_is_no_position() -> None:
    assert bad(red("A", HERE, formation="skirmish")).rule == "2-h"
    assert bad(red("A", HERE, training="irregular", formation="square")).rule == "2-i"
    assert bad(red("A", HERE, formation="battery")).rule == "2-k"
    assert bad(red("A", HERE, arm="artillery", formation="line")).rule == "2-k"


@pytest.mark.rule("vivaorre:2-b", "vivaorre:2-k", "vivaorre:9-e")
def test_standard_sizes_and_sections() -> None:
    s = state(
        red("A", [10000, 10000], arm="cavalry"),
        red("B", [20000, 10000], arm="cavalry", training="irregular"),
        red("C", [40000, 10000], arm="artillery", sections=2),
        red("D", [60000, 10000], arm="artillery", sections=3, figures=3, formation="limbered"),
    )
    assert [s.units[id].figures for id in "ABCD"] == [6, 12, 4, 3]
    assert s.units["C"].pose[3:] == (2750, 1375)
    assert s.units["D"].pose[3:] == (1375, 2750), "a section is lost with its second gunner: two of three are left"


@pytest.mark.rule("vivaorre:20.zulu-d")
@pytest.mark.parametrize(
    ("figures", "formation", "files", "depth"), [(8, "line", 8, 625), (9, "assault", 8, 1250), (7, "assault", 4, 1250)]
)
def test_an_impi_on_its_front_of_eight(figures: int, formation: str, files: int, depth: int) -> None:
    unit = state(red("Z", HERE, **{"class": "b-*-c"}, figures=figures, start=20)).units["Z"]
    assert (unit.formation, unit.first_rank, unit.pose[4]) == (formation, files, depth)


@pytest.mark.rule("vivaorre:2-l")
def test_only_who_may_dismounts() -> None:
    assert bad(red("A", HERE, arm="cavalry", mounted=False, formation="line")).rule == "2-l"
    s = state(red("A", HERE, arm="cavalry", mounted=False, notes=["dismount"], **{"class": "c-c-c"}))
    assert s.units["A"].is_foot
    assert s.units["A"].pose[3:] == (6 * 375, 625)


def test_a_position_comes_back_as_it_was_written() -> None:
    from quadrilatero.games.vivaorre import GAME

    s = state(red("A", HERE), blue("D", None, arm="cavalry"), generals=[{"id": "G", "side": "red", "with": "A"}])
    written = GAME.position(s)
    assert GAME.position(GAME.read(written, s.options)) == written
