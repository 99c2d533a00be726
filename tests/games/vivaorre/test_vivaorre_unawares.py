"""Chapters 7, 10, 12 and 13 together: charges, flights and pursuits that come upon hidden enemies or closed ground."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from tests.games.vivaorre.battle import area, blue, events, line, play, red, rolls, unit_of

Plain = dict[str, Any]
UNARMED = {"class": "c-/-c", "weapon": "none"}
HORSE = {"arm": "cavalry", **UNARMED}
LIGHT = {"notes": ["skirmish"], "formation": "skirmish", "ranks": 2, **UNARMED}
WOOD = area("w", "open_wood", 20, 14, 40, 18)
"""Where D hides, in the way of whatever goes north from 30, 10."""


def charge(*units: Plain, target: str = "T", **more: Any) -> q.Match:
    match = play(*units, phase="charges", first="red", last_turn=2, terrain=(WOOD,), **more)
    match.answer("red", {"do": "charge", "unit": "A", "target": target})
    while match.ask is not None and match.ask.what == "charge":
        match.answer(match.ask.who[0], {"do": "done"})
    while match.ask is not None and match.ask.what == "react":
        match.answer(match.ask.who[0], {"do": "stand"})
    return match


def outcome(*units: Plain, taken: dict[str, int], dice: list[int], **more: Any) -> q.Match:
    """A fight of which only the outcome is open."""
    pending = [{"outcome": list(taken), "taken": taken}]
    return play(*units, phase="melee", stage="outcomes", pending=pending, dice=dice, **{"last_turn": 2, **more})


def seen(match: q.Match, id: str, seat: str) -> bool:
    return any(unit["id"] == id for unit in match.view(seat)["units"])


# -- charges ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:7-g", "vivaorre:13-g")
def test_a_charge_fights_the_hidden_enemy_that_it_runs_into() -> None:
    hidden = blue("D", [30000, 15000], hidden=True, formation="assault", **UNARMED)
    target = blue("T", [30000, 19000], arm="artillery", facing=0)
    match = charge(red("A", [30000, 10000], formation="assault", **HORSE), target, hidden)
    [revealed] = events(match, "revealed")
    assert (revealed.data["unit"], revealed.data["why"]) == ("D", "near")
    [contact] = events(match, "contact")
    assert (contact.data["unit"], contact.data["target"], contact.data["contact"]) == ("A", "D", True)
    assert unit_of(match, "A")["charged"] == "D"
    assert unit_of(match, "A")["at"][1] in range(14989, 15001)
    assert unit_of(match, "D")["at"] == [30000, 15000]


@pytest.mark.rule("vivaorre:7-g", "vivaorre:13-g")
def test_a_charge_that_passes_a_hidden_enemy_by_shows_it_and_goes_on() -> None:
    """D lies beside the way, a little more than an inch off; the charge still comes home."""
    hidden = blue("D", [33500, 15000], hidden=True, formation="march", **UNARMED)
    target = blue("T", [30000, 15500], **UNARMED)
    match = charge(red("A", [30000, 10000], formation="assault", **HORSE), target, hidden)
    assert [event.data["unit"] for event in events(match, "revealed")] == ["D"]
    [contact] = events(match, "contact")
    assert (contact.data["target"], contact.data["contact"]) == ("T", True)


@pytest.mark.rule("vivaorre:7-h", "vivaorre:13-g")
def test_a_counter_charge_may_end_at_somebody_nobody_had_seen() -> None:
    hidden = blue("D", [30000, 14000], hidden=True, formation="march", **UNARMED)
    target = blue("T", [30000, 21000], **HORSE)
    match = play(
        red("A", [30000, 10000], **HORSE), target, hidden, phase="charges", first="red", terrain=(WOOD,), dice=[2] * 40
    )
    match.answer("red", {"do": "charge", "unit": "A", "target": "T"})
    match.answer("red", {"do": "done"})
    match.answer("blue", {"do": "charge", "unit": "T", "target": "A"})
    match.answer("blue", {"do": "done"})
    told = {event.data["unit"]: event.data for event in events(match, "contact")}
    assert (told["A"]["target"], told["A"]["contact"]) == ("D", True)
    assert told["T"]["contact"] is False
    assert unit_of(match, "A")["charged"] == "D"
    assert unit_of(match, "T")["disorder"] == "reorder"


@pytest.mark.rule("vivaorre:7-l", "vivaorre:13-g")
def test_an_evader_stops_at_the_hidden_enemy_it_runs_into() -> None:
    wood = area("w", "open_wood", 20, 2, 40, 6)
    match = play(
        blue("A", [30000, 13000], **UNARMED),
        red("T", [30000, 10000], **LIGHT),
        blue("D", [30000, 5000], facing=0, hidden=True, **UNARMED),
        phase="charges",
        first="blue",
        terrain=(wood,),
        dice=[2] * 40,
    )
    match.answer("blue", {"do": "charge", "unit": "A", "target": "T"})
    match.answer("blue", {"do": "done"})
    [run] = [event for event in events(match, "moved") if event.data["why"] == "evade"]
    assert run.data["distance"] in range(4500, 5011)
    assert [event.data["unit"] for event in events(match, "revealed")] == ["D"]
    assert unit_of(match, "D")["at"] == [30000, 5000]


# -- retreats, routs, pursuits ----------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:10-i", "vivaorre:13-g")
def test_horse_that_goes_back_stops_at_a_hidden_enemy() -> None:
    wood = area("w", "open_wood", 20, 2, 40, 7)
    match = outcome(
        red("A", [30000, 10000], charged="T", **HORSE),
        blue("T", [30000, 10000], **UNARMED),
        blue("D", [30000, 6000], facing=0, hidden=True, **UNARMED),
        taken={"A": 0, "T": 0},
        dice=[5, 5, 6, 1],
        terrain=(wood,),
    )
    [back] = [event for event in events(match, "moved") if event.data["why"] == "withdraw"]
    assert back.data["distance"] in range(2990, 3001)
    assert seen(match, "D", "red")


@pytest.mark.rule("vivaorre:12-m", "vivaorre:13-g")
def test_routers_who_run_into_hidden_enemies_surrender_to_them() -> None:
    """Nothing free to either side: a wall of hidden units, of which those on the way come to light."""
    wood = area("w", "open_wood", 0, 1, 72, 7)
    wall = [blue(f"D{n}", [10000 + 3000 * n, 6000], facing=0, hidden=True, **UNARMED) for n in range(15)]
    match = outcome(
        red("A", [30000, 10000], state="shaken", **UNARMED),
        blue("T", [30000, 10000], charged="A", **UNARMED),
        *wall,
        taken={"A": 2, "T": 0},
        dice=[1, 6, 1],
        terrain=(wood,),
    )
    [lost] = events(match, "eliminated")
    assert (lost.data["unit"], lost.data["why"]) == ("A", "surrendered")
    shown = {event.data["unit"] for event in events(match, "revealed")}
    assert {"D6", "D7"} <= shown
    assert "D0" not in shown


@pytest.mark.rule("vivaorre:12-l", "vivaorre:13-g")
def test_routers_do_not_go_round_those_whom_they_cannot_see_until_they_come_upon_them() -> None:
    wood = area("w", "open_wood", 20, 1, 40, 6)
    both = (red("A", [30000, 12000], state="shaken", **UNARMED), blue("T", [30000, 12000], charged="A", **UNARMED))
    position: Plain = {
        "taken": {"A": 2, "T": 0},
        "dice": [1, 6, 6, 1],
        "terrain": (wood,),
    }
    far = blue("D", [30000, 2000], facing=0, hidden=True, formation="march", **UNARMED)
    near = blue("D", [30000, 5500], facing=0, hidden=True, formation="march", **UNARMED)
    for hidden, straight in ((far, True), (near, False)):
        match = outcome(*both, hidden, **position)
        if match.ask is not None and match.ask.what == "pursue":
            match.answer("blue", {"do": "stay"})
        assert (unit_of(match, "A")["at"][0] == 30000) is straight
        assert seen(match, "D", "red") is not straight


@pytest.mark.rule("vivaorre:10-l", "vivaorre:13-g")
def test_a_pursuer_stops_at_the_hidden_enemy_it_runs_into() -> None:
    """D and A are on one side: blue's A has run past its own hidden friend, red's horse runs into him."""
    wood = area("w", "open_wood", 26, 12, 34, 14)
    match = outcome(
        red("T", [30000, 10000], charged="A", **HORSE),
        blue("A", [30000, 10000], **UNARMED),
        blue("D", [31200, 12500], hidden=True, formation="march", **UNARMED),
        taken={"A": 2, "T": 0},
        dice=[1, 6, 6, 6, 1, 6, 1],
        terrain=(wood,),
    )
    while match.ask is not None and match.ask.what == "pursue":
        match.answer("red", {"do": "pursue"})
    [run] = [event for event in events(match, "moved") if event.data["why"] == "pursuit"]
    assert run.data["distance"] < 3000
    assert seen(match, "D", "red")


# -- closed ground ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:12-k", "vivaorre:8-ab")
@pytest.mark.parametrize("wide", [True, False])
def test_routers_go_round_closed_ground_or_stop_at_it(wide: bool) -> None:
    south = 8 if wide else 5
    cliff = area("c", "impassable", 0 if wide else 29, south, 72 if wide else 31, south + 1, material="cliff")
    match = outcome(
        red("A", [30000, 12000], state="shaken", **UNARMED),
        blue("T", [30000, 12000], charged="A", **UNARMED),
        taken={"A": 2, "T": 0},
        dice=[1, 6, 6, 1],
        terrain=(cliff,),
    )
    match.answer("blue", {"do": "stay"})
    x, y = unit_of(match, "A")["at"]
    if wide:
        assert x == 30000
        assert y in range(8990, 9011)
    else:
        assert x != 30000
        assert y < 6700


@pytest.mark.rule("vivaorre:8-ab", "vivaorre:12-k")
def test_a_river_stops_routers() -> None:
    river = line("r", "impassable", (0, 7), (72, 7), material="river")
    match = outcome(
        red("A", [30000, 12000], state="shaken", **UNARMED),
        blue("T", [30000, 12000], charged="A", **UNARMED),
        taken={"A": 2, "T": 0},
        dice=[1, 6, 6, 1],
        terrain=(river,),
    )
    match.answer("blue", {"do": "stay"})
    assert unit_of(match, "A")["at"][1] in range(7000, 7011)


# -- what random battles found ----------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:8-ac", "vivaorre:12-n")
def test_a_column_half_outside_the_table_takes_mass_on_it() -> None:
    """Its front is hemmed in by a friend; its middle and its rear are still beyond the edge."""
    match = outcome(
        red("A", [24000, 1700], formation="march", charged="T", **UNARMED),
        blue("T", [24000, 1700], **UNARMED),
        red("F", [24600, 1600], formation="march", **UNARMED),
        red("G", [23400, 1600], formation="march", **UNARMED),
        taken={"A": 1, "T": 1},
        dice=[5, 5, 6, 1],
    )
    assert unit_of(match, "A")["disorder"] == "reorder"
    assert unit_of(match, "A")["at"] == [24000, 1700]


@pytest.mark.rule("vivaorre:7-a", "vivaorre:10-l")
def test_charges_of_who_is_gone_are_gone_with_them() -> None:
    match = play(
        red("A", [30000, 10000], formation="assault", **HORSE),
        blue("T", [30000, 12000], figures=3, start=8, hits=1, **{**LIGHT, "ranks": 1}),
        blue("E", [50000, 40000]),
        phase="charges",
        first="red",
        last_turn=2,
        dice=[6] * 6,
    )
    match.answer("red", {"do": "charge", "unit": "A", "target": "T"})
    while match.ask is not None and match.ask.what == "charge":
        match.answer(match.ask.who[0], {"do": "done"})
    assert [event.data["unit"] for event in events(match, "eliminated")] == ["T"]
    assert match.state()["charges"] == []
    assert rolls(match, "melee")[0].data["caught"] is True
