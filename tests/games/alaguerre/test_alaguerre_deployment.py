"""12.1.2, 12.1.3, 12.3: sectors, and in which formations and on what ground troops may be deployed."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.alaguerre.answers import Placed
from quadrilatero.games.alaguerre.rules import deployment
from quadrilatero.games.alaguerre.rules.deployment import SECTOR
from quadrilatero.games.alaguerre.state import Base, State
from quadrilatero.table import overlaps
from tests.games.alaguerre.battle import area, blue, general, red, state

Plain = dict[str, Any]
NOWHERE: Any = None
AT = [20000, 5000]
LINES = {"Lt": "1/1/0 - sk", "LC": "1/0/0 - sk/ln", "LtArt": "1/1/- -", "baggage": "-/-/- -"}


def deployed(s: State, id: str, at: list[int], **more: Any) -> Base:
    """A base as it would stand."""
    return deployment.stood(s, s.bases[id], Placed(at, **more))


def troops(kind: str, **more: Any) -> Plain:
    return red("A", None, kind, LINES.get(kind, "1/0/2 a"), **more)


@pytest.mark.rule("alaguerre:12.1.2-a")
@pytest.mark.parametrize(
    ("size", "sectors"),
    [([7 * SECTOR, 6 * SECTOR], (7, 6)), ([46667, 40000], (7, 6)), ([20000, 19000], (3, 3)), ([16000, 10000], (2, 1))],
)
def test_a_table_is_parted_into_sectors(size: list[int], sectors: tuple[int, int]) -> None:
    s = state(red("A", None), table={"size": size, "terrain": []})
    assert deployment.sectors(s) == sectors


@pytest.mark.rule("alaguerre:2.5-a", "alaguerre:2.8-a", "alaguerre:2.8-b", "alaguerre:2.10.3-a", "alaguerre:5.2.9-b")
@pytest.mark.rule("alaguerre:12.2-f")
@pytest.mark.parametrize(
    ("base", "formation", "rule"),
    [
        (troops("Pk"), "line", None),
        (troops("Pk"), "skirmish", "2.5-a"),
        (troops("LC"), "skirmish", None),
        (troops("LC", great="T"), "skirmish", "2.5-a"),
        (troops("Lt"), "skirmish", None),
        (troops("Lt"), "line", "2.8-a"),
        (troops("Pk"), "square", "2.10.3-a"),
        (troops("Pk"), "battery", "5.2.9-b"),
        (troops("LtArt"), "battery", None),
        (troops("LtArt"), "line", "5.2.9-b"),
    ],
)
def test_troops_deploy_in_what_they_can_form(base: Plain, formation: Any, rule: str | None) -> None:
    s = state(base)
    refusal = deployment.refuse_formation(s, deployed(s, "A", AT, formation=formation), 0)
    assert (refusal and refusal.rule) == rule


GROUND = {
    "river": ("impassable", {}),
    "village": ("village", {}),
    "marsh": ("marsh", {}),
    "field": ("field", {}),
    "slope": ("hill", {"slope": "steep"}),
    "hill": ("hill", {}),
    "wood": ("wood", {}),
}


@pytest.mark.rule(
    "alaguerre:11.2-g", "alaguerre:11-t2", "alaguerre:11-t3", "alaguerre:11-t7", "alaguerre:5.5.1-a", "alaguerre:5.3-a"
)
@pytest.mark.parametrize(
    ("kind", "ground", "rule"),
    [
        ("Pk", "river", "11.2-g"),
        ("Pk", "village", "5.5.1-a"),
        ("Pk", "marsh", None),
        ("LtArt", "marsh", "11-t3"),
        ("baggage", "marsh", "11-t3"),
        ("LtArt", "field", "11-t7"),
        ("Pk", "field", None),
        ("LtArt", "slope", "11-t2"),
        ("baggage", "slope", "11-t2"),
        ("Pk", "slope", None),
        ("LtArt", "hill", None),
        ("LtArt", "wood", None),
    ],
)
def test_nobody_deploys_where_he_could_not_stand(kind: str, ground: str, rule: str | None) -> None:
    piece, more = GROUND[ground]
    s = state(troops(kind), terrain=(area("P", piece, 18, 2, 22, 6, **more),))
    refusal = deployment.refuse_place(s, deployed(s, "A", AT), [])
    assert (refusal and refusal.rule) == rule
    aside = deployment.refuse_place(s, deployed(s, "A", [30000, 5000]), [])
    assert aside is None


@pytest.mark.rule("alaguerre:5.3-a", "alaguerre:12.3-a")
def test_nobody_deploys_on_others_or_off_the_table() -> None:
    s = state(red("A", None), red("B", [20000, 5500]), red("C", None))
    on = deployment.refuse_place(s, deployed(s, "A", AT), [])
    assert on is not None
    assert on.rule == "5.3-a"
    placed = [deployed(s, "C", [30000, 5000])]
    on = deployment.refuse_place(s, deployed(s, "A", [31000, 5000]), placed)
    assert on is not None
    assert on.rule == "5.3-a"
    assert deployment.refuse_place(s, deployed(s, "A", [32000, 5000]), placed) is None
    over = deployment.refuse_place(s, deployed(s, "A", [10000, 900]), [])
    assert over is not None
    assert over.rule == "12.3-a"


@pytest.mark.rule("alaguerre:2.11-b", "alaguerre:11-t3")
@pytest.mark.parametrize(
    ("rear", "marsh", "rule"), [(4000, False, None), (3500, False, "2.11-b"), (4000, True, "11-t3")]
)
def test_a_great_unit_deploys_together_and_where_it_may_be(rear: int, marsh: bool, rule: str | None) -> None:
    ground = (area("M", "marsh", 18, 2, 22, 6),) if marsh else ()
    s = state(red("F", None, great="T"), red("R", None, great="T"), terrain=ground)
    found = deployment.refuse_great(s, [deployed(s, "F", AT), deployed(s, "R", [20000, rear])])
    assert (found and found.rule) == rule


@pytest.mark.rule("alaguerre:2.7.4-c")
def test_guns_of_the_chief_wait_beside_the_divisions() -> None:
    s = state(
        red("A", None, division="d"),
        red("K", None, "LtArt", "1/1/- -", division=None),
        red("L", [9000, 5000], "LtArt", "1/1/- -", division=None),
        blue("M", None, "LtArt", "1/1/- -", division=None),
    )
    assert [gun.id for gun in deployment.guns_to_deploy(s, "red")] == ["K"]
    assert deployment.to_deploy(s, "red") == ["d"]


@pytest.mark.rule("alaguerre:2.7.5-b")
def test_a_division_brings_its_general_and_the_chief_while_he_waits() -> None:
    staff = [
        general("C", NOWHERE, division="c"),
        general("D", NOWHERE, division="d"),
        general("E", NOWHERE, division="e"),
        general("F", NOWHERE, "blue", division="f"),
    ]
    s = state(red("A", None, division="d"), red("B", None, division="c"), generals=staff)
    assert [one.id for one in deployment.staff_to_deploy(s, "red", "d")] == ["C", "D"]
    s.lead(s.generals["C"], at=(1000, 1000))
    assert [one.id for one in deployment.staff_to_deploy(s, "red", "d")] == ["D"]


@pytest.mark.rule("alaguerre:2.7.5-a")
def test_a_general_stands_where_it_is_said_or_near_his_troops() -> None:
    """He takes a square of 1um near the middle of his division where nobody stands, and nobody of another matters."""
    troops = [red("A", [20000, 5000], division="d"), red("B", [23000, 5000], division="d")]
    other = red("X", [40000, 5000], division="x")
    s = state(*troops, other, generals=[general("C", NOWHERE, division="d")])
    deployment.put_general(s, s.generals["C"], [7000, 3000])
    assert s.generals["C"].at == (7000, 3000)
    s.lead(s.generals["C"], at=None)
    deployment.put_general(s, s.generals["C"], None)
    placed = s.generals["C"]
    assert placed.at is not None
    assert abs(placed.at[0] - 21500) <= 1000
    assert abs(placed.at[1] - 5000) <= 3000
    assert not any(overlaps(placed.pose, base.pose) for base in s.on_table())
