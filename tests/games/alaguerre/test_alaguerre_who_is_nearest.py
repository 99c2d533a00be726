"""4.1.2: who is nearest to an objective wherever it lies, who stands on it, and what it is called when it is taken."""

from __future__ import annotations

import pytest

from quadrilatero.games.alaguerre.records import GunsLeft
from quadrilatero.games.alaguerre.rules import objectives
from quadrilatero.games.alaguerre.state import State
from tests.games.alaguerre.battle import Plain, area, blue, red, state

FAR = blue("Z", [45000, 39000])


def placed(*bases: Plain, at: list[int], terrain: tuple[Plain, ...] = (), **more: str) -> State:
    return state(*bases, FAR, objectives=[{"id": "o", "at": at, "value": 3, **more}], terrain=terrain)


@pytest.mark.rule("alaguerre:4.1.2-h", "alaguerre:4.1.2-g")
@pytest.mark.parametrize("x", [3000, 40000])
@pytest.mark.parametrize("y", [3000, 36000])
def test_the_nearest_of_several_is_found_wherever_the_objective_lies(x: int, y: int) -> None:
    """The first stands 4um off, the second 1um: to the east, west, north or south of it."""
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        inward = (1 if x < 20000 else -1, 1 if y < 20000 else -1)
        first = red("A", [x + 5000 * inward[0], y + 500])
        s = placed(first, red("B", [x + 2000 * dx, y + 500 + 1500 * dy]), at=[x, y])
        one = s.objectives[0]
        assert objectives.far(s, s.bases["A"], one) == 4000
        assert objectives.far(s, s.bases["B"], one) == 1000
        assert objectives.nearest(s, one, "red", objectives.FAR) == 1000
        assert not objectives.stands_on(s, s.bases["B"], one)
        s.change(s.bases["B"], at=(x, y))
        assert objectives.stands_on(s, s.bases["B"], one)
        assert objectives.nearest(s, one, "red", objectives.FAR) == 0


@pytest.mark.rule("alaguerre:4.1.2-h")
def test_who_stands_in_a_wide_piece_is_no_way_off_and_of_two_parts_the_nearer_counts() -> None:
    town = area("T", "town", 10, 20, 30, 36, vdf=1)
    parts = {"id": "P", "type": "wood", "shapes": [[[1000 * x, 1000 * y] for x, y in part] for part in (
        ((40, 30), (42, 30), (42, 32)), ((40, 10), (42, 10), (42, 12)))]}  # fmt: skip
    said = [{"id": "o", "piece": "T", "value": 1}, {"id": "p", "piece": "P", "value": 1}]
    s = state(red("A", [20000, 28000]), red("B", [41000, 8000]), FAR, objectives=said, terrain=(town, parts))
    one, other = s.objectives
    assert [objectives.far(s, s.bases[id], one) for id in "AB"] == [0, objectives.far(s, s.bases["B"], one)]
    assert objectives.far(s, s.bases["B"], one) > 9000
    assert objectives.far(s, s.bases["B"], other) == 2000
    nowhere = state(red("A", [20000, 28000]), FAR, objectives=[{"id": "o", "value": 1, "owner": "red"}])
    assert objectives.nearest(nowhere, nowhere.objectives[0], "red", objectives.FAR) == 0


@pytest.mark.rule("alaguerre:4.1.1-d", "alaguerre:4.1.1-e")
def test_what_is_taken_is_called_by_its_name() -> None:
    village = area("V", "village", 10, 20, 14, 24, vdf=1, name="Breitenfeld")
    said = [{"id": "o", "piece": "V", "value": 2, "owner": "blue"}, {"id": "q", "at": [30000, 30000], "value": 1}]
    s = state(red("A", [12000, 22000]), red("B", [30000, 30000]), FAR, objectives=said, terrain=(village,))
    objectives.look(s)
    told = [(e.rule, e.data) for e in s.sink if e.kind == "objective"]
    assert told == [
        ("4.1.1-d", {"id": "o", "owner": "red", "value": 2, "name": "Breitenfeld"}),
        ("4.1.1-d", {"id": "q", "owner": "red", "value": 1, "name": "q"}),
    ]
    changes = [(e.rule, e.data["side"], e.data["by"]) for e in s.sink if e.kind == "cohesion"]
    assert changes == [("4.1.1-d", "red", 2), ("4.1.1-e", "blue", -2), ("4.1.1-d", "red", 1)]


@pytest.mark.rule("alaguerre:4.1.1-c", "alaguerre:4.1.1-d")
def test_guns_that_are_left_where_an_enemy_stands_are_overrun_though_nothing_else_has_changed() -> None:
    alone = state(red("A", [20000, 20000]), FAR)
    for s in (placed(red("A", [20000, 20000]), at=[30000, 30000]), alone):
        objectives.look(s)
        objectives.look(s)
        s.guns = (GunsLeft("K", "blue", (20000, 19500), 0, 2),)
        objectives.look(s)
        assert list(s.guns) == []
        assert [e.kind for e in s.sink] == ["overrun", "cohesion"]
