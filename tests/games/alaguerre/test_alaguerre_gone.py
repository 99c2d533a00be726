"""2.6.6, 2.6.7 and 4.1.1: order and strength that are lost, and what of it counts for divisions and armies."""

from __future__ import annotations

import pytest

from quadrilatero.games.alaguerre.rules import losses
from quadrilatero.games.alaguerre.rules.formations import Unit, unit_of
from quadrilatero.games.alaguerre.state import State
from tests.games.alaguerre.battle import Plain, blue, course, red, state

AT = [20000, 20000]
X: Plain = {"brigade": "x"}
D: Plain = {"division": "d"}
OTHERS = (red("Y", [1000, 2000], division="y"), blue("Z", [45000, 39000]))
DIVISIONS: Plain = {"d": {"side": "red"}, "y": {"side": "red"}}


def field(*bases: Plain, cohesion: int = 9) -> State:
    return state(*bases, *OTHERS, divisions=DIVISIONS, cohesion={"red": cohesion, "blue": 9})


def unit(s: State, id: str = "A") -> Unit:
    return unit_of(s, s.bases[id])


def gone(s: State) -> list[tuple[str, str]]:
    return [(one.id, one.why) for one in s.eliminated]


def marked_of(s: State) -> list[str]:
    return [id for id, division in s.divisions.items() if division.tests]


@pytest.mark.rule("alaguerre:2.6.7-b", "alaguerre:10.2.1-c")
@pytest.mark.parametrize(
    ("states", "wanted", "after", "told"),
    [
        (("ordered", "ordered"), "disordered", ("disordered", "disordered"), ["state test A disordered"]),
        (("disordered", "ordered"), "disordered", ("disordered", "disordered"), ["state test A disordered"]),
        (("ordered", "disordered"), "shaken", ("shaken", "shaken"), ["state test A shaken"]),
        (("disordered", "disordered"), "disordered", ("disordered", "disordered"), []),
        (("shaken", "routed"), "disordered", ("shaken", "routed"), []),
        (("shaken", "ordered"), "disordered", ("shaken", "disordered"), ["state test A disordered"]),
    ],
)
def test_a_state_is_set_unless_a_base_is_as_bad(
    states: tuple[str, str], wanted: str, after: tuple[str, str], told: list[str]
) -> None:
    pair = red("A", AT, state=states[0], **X), red("B", [22000, 20000], state=states[1], **X)
    s = field(*pair)
    both = Unit("A", "line", (s.bases["A"], s.bases["B"]))
    left = losses.at_least(s, both, wanted, "test", "10.2.1-c")
    assert left is not None
    assert [base.state for base in left.bases] == list(after)
    assert tuple(s.bases[id].state for id in "AB") == after
    assert course(s) == told


@pytest.mark.rule("alaguerre:5.2.8-e", "alaguerre:10.1.1-a", "alaguerre:4.1.1-b")
@pytest.mark.parametrize(
    ("base", "wanted", "tactical", "told", "marked"),
    [
        (red("A", AT, tactical=True, **D), "disordered", True, ["state rally A disordered"], []),
        (
            red("A", AT, tactical=True, state="disordered", **D),
            "ordered",
            False,
            ["state rally A ordered"],
            [],
        ),
        (red("A", AT, state="disordered", **D), "shaken", False, ["state rally A shaken"], []),
        (
            red("A", AT, "Pk", "3/0/2 a", state="shaken", **D),
            "routed",
            False,
            ["state rally A routed", "cohesion rout red 6"],
            ["d"],
        ),
        (
            red("A", AT, "Pk", "2/0/2 a", state="routed", **D),
            "shaken",
            False,
            ["state rally A shaken", "cohesion recovery red 10"],
            [],
        ),
        (red("A", AT, "Pk", "3/0/2 a", state="shaken", **D), "disordered", False, ["state rally A disordered"], []),
        (red("A", AT, "Pk", "3/0/2 a", state="routed", **D), "routed", False, [], []),
    ],
)
def test_what_a_new_state_brings(base: Plain, wanted: str, tactical: bool, told: list[str], marked: list[str]) -> None:
    s = field(base)
    losses.set_state(s, unit(s), wanted, "rally", "5.2.8-e")
    assert (s.bases["A"].state, s.bases["A"].tactical) == (wanted, tactical)
    assert course(s) == told
    assert marked_of(s) == marked


@pytest.mark.rule("alaguerre:10.2-f", "alaguerre:4.1.1-a", "alaguerre:10.1.1-a")
@pytest.mark.parametrize(
    ("how", "why", "told", "marked"),
    [
        ("ordered", "steady_off", ["disengaged A E", "eliminated steady_off A"], []),
        ("disordered", "steady_off", ["disengaged A E", "eliminated steady_off A"], []),
        ("shaken", "shaken_off", ["disengaged A E", "eliminated shaken_off A", "cohesion shaken_off red 6"], ["d"]),
        ("routed", "routed_off", ["disengaged A E", "eliminated routed_off A"], ["d"]),
    ],
)
def test_who_leaves_the_table_is_gone(how: str, why: str, told: list[str], marked: list[str]) -> None:
    s = field(red("A", AT, "Pk", "3/0/2 a", **D), blue("E", [20000, 21500]))
    for id, other in (("A", "E"), ("E", "A")):
        s.change(s.bases[id], engaged=other, **({"state": how} if id == "A" else {}))
    losses.leave_table(s, unit(s))
    assert "A" not in s.bases
    assert s.bases["E"].engaged is None
    assert (gone(s), course(s), marked_of(s)) == ([("A", why)], told, marked)
    assert {event.rule for event in s.sink if event.kind == "eliminated"} == {"10.2-f"}


@pytest.mark.rule("alaguerre:2.6.6-a", "alaguerre:4.1.1-a", "alaguerre:10.1.1-a")
@pytest.mark.parametrize(
    ("base", "told", "marked"),
    [
        (red("A", AT, "Pk", "3/0/2 a", **D), ["eliminated losses A", "cohesion losses red 6"], ["d"]),
        (red("A", AT, "Pk", "3/0/2 a", state="routed", **D), ["eliminated losses A"], ["d"]),
        (red("A", AT, "baggage", "0/-/- -", **D), ["eliminated losses A"], []),
        (red("A", AT, "MdArt", "1/1/- -", division=None), ["eliminated losses A", "cohesion losses red 8"], []),
    ],
)
def test_what_is_lost_with_a_base(base: Plain, told: list[str], marked: list[str]) -> None:
    s = field(base)
    losses.eliminate(s, s.bases["A"], "losses", "2.6.6-a")
    assert "A" not in s.bases
    assert (gone(s), course(s), marked_of(s)) == ([("A", "losses")], told, marked)
