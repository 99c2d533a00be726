"""What can be looked up on the table, by every `look` there is."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.vivaorre import GAME
from quadrilatero.kernel.game import BadQuery
from tests.games.vivaorre.battle import area, blue, line, play, red, state

Plain = dict[str, Any]
HERE = [30000, 10000]
UNARMED = {"class": "c-/-c", "weapon": "none"}


def looked(match: q.Match, look: str, seat: str = "red", **more: Any) -> Plain:
    return q.inspect(match, seat, {"look": look, **more})


@pytest.fixture(name="match")
def _match() -> q.Match:
    return play(
        red("A", HERE, brigade="b"),
        red("B", [50000, 10000], brigade="b"),
        blue("D", [30000, 15000], **UNARMED),
        blue("E", [50000, 16000], arm="cavalry"),
        terrain=(area("w", "open_wood", 40, 10, 44, 14), line("h", "hedge", (10, 5), (10, 15))),
        generals=[{"id": "G", "side": "red", "at": [30000, 5000], "brigade": "b"}],
        phase="movement",
    )


@pytest.mark.rule("vivaorre:1-a")
@pytest.mark.parametrize(
    ("start", "end", "mils", "tape"),
    [
        ("A", "D", 5000, [[28500, 10000], [28500, 15000]]),
        ("G", "A", 4375, [[30000, 5000], [30000, 9375]]),
        ([30000, 5000], [33000, 9000], 5000, [[30000, 5000], [33000, 9000]]),
        ("A", "w", 8500, [[31500, 10000], [40000, 10000]]),
        ("A", "h", 18500, None),
        ("w", [42000, 12000], 0, None),
    ],
)
def test_the_tape(match: q.Match, start: Any, end: Any, mils: int, tape: Any) -> None:
    found = looked(match, "measure", **{"from": start, "to": end})
    assert found["distance"] == mils
    assert (found["inches"], found["cm"]) == (mils / 1000, round(mils * 0.00254, 2))
    if tape is not None:
        assert found["line"] == tape
    back = looked(match, "measure", **{"from": end, "to": start})
    assert back["distance"] == mils


@pytest.mark.rule("vivaorre:1-a")
def test_the_tape_of_larger_figures_is_longer() -> None:
    match = play(red("A", HERE), blue("D", [30000, 15000]), phase="movement", options={"figures": "25"})
    found = looked(match, "measure", **{"from": "A", "to": "D"})
    assert (found["distance"], found["inches"]) == (5000, 7.5)


@pytest.mark.rule("vivaorre:1-f")
def test_a_unit(match: q.Match) -> None:
    found = looked(match, "unit", unit="A")
    assert found["footprint"] == [[28500, 10000], [31500, 10000], [31500, 9375], [28500, 9375]]
    assert (found["figures"], found["rate"], found["charge_reach"]) == (8, 3000, 3000)
    assert found["ranges"] == [1000, 2000, 4000]
    assert found["arc"][0] == [28500, 10000]
    assert found["command"] == {"general": "G", "in": True, "out": False, "radius": 10000, "distance": 4375}
    assert found["may"] == {"move": None, "charge": None, "fire": None}
    assert found["certainty"] == "known"
    far = looked(match, "unit", unit="B")
    assert (far["command"]["in"], far["may"]["move"]["rule"]) == (False, "5-d")


@pytest.mark.rule("vivaorre:9-a")
def test_a_shot() -> None:
    match = play(red("A", HERE, weapon="breech_rifle"), blue("D", [30000, 14000], arm="cavalry"), phase="movement")
    found = looked(match, "shot", unit="A", target="D")
    kept = {
        key: found[key] for key in ("refusal", "distance", "band", "figures", "share", "count", "need", "modifiers")
    }
    assert kept == {
        "refusal": None,
        "distance": 4000,
        "band": "medium",
        "figures": 8,
        "share": "1/2",
        "count": 4,
        "need": 3,
        "modifiers": [["9-m9", 1], ["9-m13", 1]],
    }
    assert looked(match, "shot", unit="D", target="A")["refusal"]["rule"] == "9-g"


def test_a_plan_of_fire_is_told_shot_by_shot() -> None:
    match = play(red("A", HERE), red("B", [36000, 10000]), blue("D", [30000, 12000]), phase="movement")
    shots = [{"unit": id, "target": "D"} for id in "AB"]
    found = looked(match, "plan", shots=shots)["shots"]
    alone = [looked(match, "shot", **shot) for shot in shots]
    assert [(one["count"], one["need"], one["refusal"]) for one in found] == [
        (one["count"], one["need"], one["refusal"]) for one in alone
    ]


@pytest.mark.rule("vivaorre:9-i", "vivaorre:9-k")
def test_a_shot_of_guns_takes_the_best_ammunition() -> None:
    for inches, ammo in ((3, "canister"), (4, "ball")):
        match = play(red("A", HERE, arm="artillery"), blue("D", [30000, 10000 + 1000 * inches]), phase="movement")
        assert looked(match, "shot", unit="A", target="D")["ammo"] == ammo
    match = play(red("A", HERE, arm="artillery"), blue("D", [30000, 14000]), phase="movement")
    assert looked(match, "shot", unit="A", target="D", ammo="canister")["refusal"]["rule"] == "9-i"


@pytest.mark.rule("vivaorre:7-g", "vivaorre:7-c")
@pytest.mark.parametrize(("mils", "contact", "side"), [(3000, True, "front"), (3001, False, None)])
def test_a_charge(mils: int, contact: bool, side: str | None) -> None:
    match = play(red("A", HERE), blue("D", [30000, 10000 + mils]), phase="charges")
    found = looked(match, "charge", unit="A", target="D")
    kept = {key: found[key] for key in ("refusal", "reach", "distance", "wheel", "contact", "side")}
    expected = {"refusal": None, "reach": 3000, "distance": mils, "wheel": None, "contact": contact, "side": side}
    assert kept == expected


@pytest.mark.rule("vivaorre:7-c", "vivaorre:7-d")
def test_a_charge_that_cannot_be() -> None:
    match = play(red("A", HERE), blue("D", [30000, 20000]), red("B", [40000, 10000], arm="artillery"), phase="charges")
    assert looked(match, "charge", unit="A", target="D")["refusal"]["rule"] == "7-c"
    assert looked(match, "charge", unit="B", target="D")["refusal"]["rule"] == "7-d"


@pytest.mark.rule("vivaorre:10-a", "vivaorre:10-b")
def test_a_fight() -> None:
    lancers = red("A", HERE, arm="cavalry", notes=["lance"], charged="D", **{"class": "b-/-b"})
    match = play(lancers, blue("D", HERE, formation="square"), phase="fire", dice=[])
    found = looked(match, "melee", unit="A", target="D")
    assert (found["count"], found["need"]) == (6, 2)
    assert sorted(map(tuple, found["modifiers"])) == [("10-m4", 1), ("10-m5", 1), ("10-m6", 1)]
    assert (found["against"]["count"], found["against"]["need"], found["against"]["modifiers"]) == (8, 5, [])


@pytest.mark.rule("vivaorre:12-g", "vivaorre:12-h")
@pytest.mark.parametrize(
    ("why", "lowest", "fails"), [("fire", 6, "routed"), ("charge", 6, "no_charge"), ("surrender", 4, "surrendered")]
)
def test_a_morale_test(why: str, lowest: int, fails: str) -> None:
    match = play(red("A", HERE, state="shaken", **{"class": "e-c-c"}), blue("D", [30000, 40000]), phase="movement")
    found = looked(match, "morale", unit="A", why=why)
    assert (found["need"], found["lowest"], found["fails"]) == (4, lowest, fails)
    assert found["chance"] == pytest.approx((7 - lowest) / 6)


@pytest.mark.rule("vivaorre:13-c")
def test_sight(match: q.Match) -> None:
    assert looked(match, "sight", **{"from": "A", "to": "D"})["clear"] is True
    blind = play(
        red("A", HERE), blue("D", [30000, 15000]), terrain=(line("h", "hedge", (20, 12), (40, 12)),), phase="movement"
    )
    found = looked(blind, "sight", **{"from": "A", "to": "D"})
    assert (found["clear"], found["rule"], found["stops"]) == (False, "13-c", ["hedge"])


@pytest.mark.rule("vivaorre:8-g", "vivaorre:7-g")
def test_threats(match: q.Match) -> None:
    assert looked(match, "threats", unit="B") == {
        **looked(match, "threats", unit="B"),
        "fire": [],
        "charge": ["E"],
    }
    assert looked(match, "threats", seat="blue", unit="D")["fire"] == []
    assert looked(match, "threats", at=[50000, 10000], side="red")["charge"] == ["E"]
    assert looked(match, "threats", at=[30000, 13000], side="blue")["fire"] == ["A"]


@pytest.mark.rule("vivaorre:5-c", "vivaorre:5-e")
def test_command(match: q.Match) -> None:
    found = looked(match, "command", side="red")
    assert found["out"] == ["B"]
    assert found["generals"] == {"G": {"at": [30000, 5000], "radius": 10000, "in": True}}


@pytest.mark.rule("vivaorre:13-g")
def test_nothing_is_told_of_hidden_units() -> None:
    wood = area("w", "open_wood", 45, 15, 55, 20)
    hidden = blue("D", [50000, 19000], weapon="breech_rifle", hidden=True)
    s = state(red("A", [50000, 14000]), hidden, blue("E", [20000, 40000]), terrain=(wood,), phase="movement")
    for query in ({"look": "unit", "unit": "D"}, {"look": "measure", "from": "A", "to": "D"}):
        with pytest.raises(BadQuery):
            GAME.inspect(s, "red", query)
        assert GAME.inspect(s, "blue", query)
    assert GAME.inspect(s, "red", {"look": "threats", "unit": "A"}) == {"fire": [], "charge": []}


@pytest.mark.parametrize(
    "query",
    [
        {},
        {"look": "stars"},
        {"look": "measure", "from": "A"},
        {"look": "shot", "unit": "A", "target": "X"},
        {"look": "shot", "unit": "A", "target": "D", "ammo": "soup"},
        {"look": "plan", "shots": "all"},
        {"look": "plan"},
        {"look": "charge", "unit": "A", "target": "D", "wheel": {"side": "up"}},
        {"look": "morale", "unit": "A", "why": "soup"},
        {"look": "morale", "unit": "A", "by": "x"},
        {"look": "threats", "at": [1]},
        {"look": "command", "side": "green"},
    ],
)
def test_queries_that_mean_nothing(match: q.Match, query: Plain) -> None:
    with pytest.raises(BadQuery):
        q.inspect(match, "red", query)
