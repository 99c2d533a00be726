"""12: battles between armies that players bring."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.alaguerre.rules.deployment import SECTOR
from quadrilatero.kernel import BadPosition
from quadrilatero.kernel.armies import BadArmy

BOOK = q.army("alaguerre")


def army(seed: int, points: int = 250, **more: Any) -> dict[str, Any]:
    return {**BOOK.suggest(list="free", year=1640, points=points, seed=seed), **more}


@pytest.mark.rule("alaguerre:12.3-a", "alaguerre:12.1.2-a", "alaguerre:12.1.2-b")
@pytest.mark.parametrize("seed", range(6))
def test_armies_stand_within_two_sectors_of_their_edge(seed: int) -> None:
    position = q.pickup(
        "alaguerre", armies={"red": army(seed), "blue": army(seed + 50)}, seed=seed, deployment="automatic"
    )
    assert position["table"]["size"] == [7 * SECTOR, 6 * SECTOR]
    for base in position["bases"]:
        own = base["at"][1] if base["side"] == "red" else 6 * SECTOR - base["at"][1]
        assert 0 <= own <= 2 * SECTOR
    assert position["communications"] == {"red": [[7 * SECTOR // 2, 0]], "blue": [[7 * SECTOR // 2, 6 * SECTOR]]}
    again = q.pickup(
        "alaguerre", armies={"red": army(seed), "blue": army(seed + 50)}, seed=seed, deployment="automatic"
    )
    assert position == again
    match = q.start("alaguerre", position=position, seed=seed)
    assert match.ask is not None
    assert match.ask.what == "orders"
    for side in ("red", "blue"):
        other = {"red": seed, "blue": seed + 50}[side]
        assert match.state()["cohesion"][side] == BOOK.check(army(other))["cohesion"]


@pytest.mark.rule("alaguerre:12.1-b")
def test_an_encounter_wants_equal_points() -> None:
    with pytest.raises(BadPosition, match="250 and 300"):
        q.pickup("alaguerre", armies={"red": army(1), "blue": army(2, 300)})
    position = q.pickup("alaguerre", armies={"red": army(1), "blue": army(2, 300)}, kind="assault", attacker="blue")
    assert position["last_turn"] == BOOK.check(army(2, 300))["last_turn"]


@pytest.mark.rule("alaguerre:4.1.3-d")
def test_the_larger_army_says_how_long_it_lasts() -> None:
    armies = {"red": army(1, 250), "blue": army(2, 500)}
    assert BOOK.check(armies["blue"])["points"] >= 450
    position = q.pickup("alaguerre", armies=armies, kind="assault", attacker="blue")
    assert position["last_turn"] == max(BOOK.check(one)["last_turn"] for one in armies.values())
    assert q.pickup("alaguerre", armies=armies, kind="assault", attacker="red", last_turn=5)["last_turn"] == 5


def test_what_an_army_says_is_on_the_table() -> None:
    own = army(1, 400)
    own["divisions"] = [
        {
            "id": "d1",
            "general": {"name": "Carafa", "level": 1, "player": True},
            "brigades": [
                {"great": True, "bases": [{"entry": "free.pk.line"}] * 2},
                {"bases": [{"entry": "free.dr"}]},
            ],
        },
        {"id": "d2", "general": "cic", "brigades": [{"bases": [{"entry": "free.cav.line"}] * 3}]},
    ]
    own["guns"] = [{"entry": "free.ltart"}]
    position = q.pickup("alaguerre", armies={"red": own, "blue": army(1, 400)}, deployment="automatic")
    bases = {base["id"]: base for base in position["bases"]}
    assert bases["red.d1.1.1"]["great"] == bases["red.d1.1.2"]["great"] == "red.d1.1"
    assert bases["red.d1.1.1"]["at"][1] - bases["red.d1.1.2"]["at"][1] == 1000
    assert bases["red.d1.2.1"]["mounted_as"] == "LC"
    assert bases["red.guns.1"]["division"] is None
    assert position["players"] == ["red.d1"]
    staff = {general["id"]: general for general in position["generals"]}
    assert staff["red.cic"]["division"] == "red.d2"
    assert staff["red.d1"]["superior"] == "red.cic"
    match = q.start("alaguerre", position=position, seed=1, options={"players": "several"})
    assert match.seats == ("red", "blue", "red.red.d1")


def test_what_is_wrong_with_an_agreement_is_told() -> None:
    with pytest.raises(BadArmy, match=r"armies\.red: .* at most 10 were agreed"):
        q.pickup("alaguerre", armies={"red": army(1, points=250) | {"points": 10}, "blue": army(2)})
    with pytest.raises(BadPosition, match="one for red and one for blue"):
        q.pickup("alaguerre", armies={"red": army(1)})
    with pytest.raises(BadPosition, match="kind: expected"):
        q.pickup("alaguerre", armies={"red": army(1), "blue": army(2)}, kind="siege")
    with pytest.raises(BadPosition, match="deployment: expected"):
        q.pickup("alaguerre", armies={"red": army(1), "blue": army(2)}, deployment="secret")
    with pytest.raises(BadPosition, match="say who attacks"):
        q.pickup("alaguerre", armies={"red": army(1), "blue": army(2)}, kind="assault")
