"""What players are not allowed, and what questions offer: reason by reason, where one rule has several."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.vivaorre.battle import area, blue, line, play, red, why_not

Plain = dict[str, Any]
HERE = [30000, 10000]
FAR = blue("D", [60000, 40000])
UNARMED = {"class": "c-/-c", "weapon": "none"}


def general(at: list[int] | None, **more: Any) -> Plain:
    return {"id": "G", "side": "red", "brigade": "b", **({} if at is None else {"at": at}), **more}


@pytest.mark.rule("vivaorre:5-ch9")
def test_a_duro_names_one_of_the_dice_that_lie() -> None:
    led = [general([30000, 8000], characters=["duro"])]
    found = play(
        red("A", HERE, brigade="b", **UNARMED), blue("D", [30000, 12000]), generals=led, phase="fire", dice=[1] * 9
    )
    found.answer("blue", {"do": "fire", "shots": [{"unit": "D", "target": "A"}]})
    assert found.ask is not None
    dice = len(found.ask.data["roll"]["dice"])
    assert dice == 4, "eight figures at medium range"
    again: Plain = {"do": "reroll", "general": "G"}
    assert found.options("red") == [{"do": "pass"}, *({**again, "die": number} for number in range(dice))]
    assert found.refuse("red", {**again, "die": dice - 1}) is None
    assert why_not(found, "red", {**again, "die": dice}) == ("5-ch9", "no_such_die")
    assert why_not(found, "red", again) == ("5-ch9", "one_die")
    assert why_not(found, "red", {**again, "general": "X", "die": 0}) == ("5-ch9", "no_reroll")


@pytest.mark.rule("vivaorre:5-ch14")
def test_an_imprevedibile_names_no_die() -> None:
    led = [general([30000, 24000], characters=["imprevedibile"])]
    cic = {"id": "C", "side": "red", "rank": "cic", "at": [30000, 47000]}
    found = play(red("A", HERE, brigade="b"), FAR, generals=[*led, cic], dice=[1, 5, 1, 6, 1])
    assert found.options("red") == [{"do": "pass"}, {"do": "reroll", "general": "G"}]
    assert why_not(found, "red", {"do": "reroll", "general": "G", "die": 0}) == ("5-ch14", "all_dice")


@pytest.mark.rule("vivaorre:7-a", "vivaorre:7-d")
def test_a_charge_is_of_ones_own_units_on_the_table_at_an_enemy() -> None:
    late = red("B", None, arrives=2)
    found = play(red("A", HERE), late, blue("D", [30000, 13000]), phase="charges", first="red")
    charge: Plain = {"do": "charge", "unit": "A", "target": "D"}
    assert found.refuse("red", charge) is None
    assert why_not(found, "red", {**charge, "unit": "X"}) == ("7-a", "not_yours")
    assert why_not(found, "red", {**charge, "unit": "D"}) == ("7-a", "not_yours")
    assert why_not(found, "red", {**charge, "target": "X"}) == ("7-a", "no_target")
    assert why_not(found, "red", {**charge, "target": "A"}) == ("7-a", "no_target")
    assert why_not(found, "red", {**charge, "unit": "B"}) == ("7-d", "not_yet_here")
    assert why_not(found, "red", {**charge, "target": None}) == ("7-a", "nothing_declared")
    at_nobody = play(
        red("A", HERE), late, blue("D", None, arrives=2), blue("E", [31000, 13000]), phase="charges", first="red"
    )
    assert why_not(at_nobody, "red", charge) == ("7-a", "no_target")


@pytest.mark.rule("vivaorre:5-ch2")
def test_orders_are_given_to_all_who_may_disobey_and_to_no_others() -> None:
    led = [
        general([30000, 9000], characters=["cauto"]),
        general([40000, 9000], id="H", brigade="c", characters=["temerario"]),
        general([50000, 9000], id="I", brigade="d", characters=["rapido"]),
    ]
    units = [red(id, [x, 10000], brigade=brigade) for id, x, brigade in (("A", 30000, "b"), ("B", 40000, "c"))]
    found = play(*units, red("C", [50000, 10000], brigade="d"), FAR, generals=led, dice=[1] * 20)
    told: Plain = {"G": "advance", "H": "hold"}
    assert len(found.options("red")) == 4
    assert {"do": "orders", "orders": told} in found.options("red")
    assert why_not(found, "red", {"do": "orders", "orders": {**told, "I": "hold"}}) == ("5-ch2", "no_orders_for")
    assert why_not(found, "red", {"do": "orders", "orders": {"G": "hold"}}) == ("5-ch2", "orders_missing")


@pytest.mark.rule("vivaorre:9-a", "vivaorre:11-d", "vivaorre:9-b")
def test_shots_are_of_ones_own_units_at_an_enemy_that_is_there() -> None:
    led = [general([30000, 8000]), general([31000, 12500], id="H", side="blue")]
    found = play(
        red("A", HERE), red("B", [40000, 10000]), blue("D", [30000, 12000]), blue("E", None, arrives=2),
        generals=led, phase="fire",
    )  # fmt: skip

    def shot(**more: Any) -> tuple[str, str]:
        return why_not(found, "red", {"do": "fire", "shots": [{"unit": "A", "target": "D", **more}]})

    assert shot(unit="X") == ("9-a", "not_yours")
    assert shot(unit="D", target="A") == ("9-a", "not_yours")
    assert shot(target=None) == ("9-a", "no_target")
    assert shot(target="X") == ("9-a", "no_target")
    assert shot(target="E") == ("9-a", "no_target")
    assert shot(target="B") == ("9-a", "no_target")
    assert shot(target="H") == ("11-d", "not_at_generals")
    assert shot(figures=3) == ("9-b", "figures_of_garrisons")
    assert shot(side="front") == ("9-b", "say_the_side")
    assert shot(ammo="shell") == ("9-i", "no_kinds_of_ammunition")


@pytest.mark.rule("vivaorre:9-b")
def test_a_garrison_fires_with_no_more_figures_than_it_has() -> None:
    house = area("h", "building", 28, 7, 32, 10, material="stone")
    foot = red("A", [30000, 9500], figures=6, formation="mass", training="irregular")
    found = play(foot, blue("D", [30000, 12000]), terrain=(house,), phase="fire")
    shot: Plain = {"unit": "A", "target": "D"}
    assert found.refuse("red", {"do": "fire", "shots": [{**shot, "figures": 6}]}) is None
    assert why_not(found, "red", {"do": "fire", "shots": [{**shot, "figures": 7}]}) == ("9-b", "too_many_figures")


@pytest.mark.rule("vivaorre:16-c")
def test_engineers_demolish_structures_that_they_touch() -> None:
    pieces = area("h", "building", 28, 10, 32, 14, material="wood"), area("w", "open_wood", 28, 0, 32, 9)
    sappers = red("A", [30000, 9995], notes=["engineers"])
    found = play(sappers, red("B", [30000, 4000], notes=["engineers"]), red("C", [30000, 2000]), FAR,
                 terrain=pieces, phase="movement")  # fmt: skip
    work: Plain = {"do": "demolish", "unit": "A", "piece": "h"}
    assert found.refuse("red", work) is None
    assert why_not(found, "red", {**work, "piece": "x"}) == ("16-c", "no_structure")
    assert why_not(found, "red", {**work, "piece": "w"}) == ("16-c", "no_structure")
    assert why_not(found, "red", {**work, "unit": "B"}) == ("16-c", "not_at_structure")
    assert why_not(found, "red", {**work, "unit": "C"}) == ("16-c", "no_engineers")
    foe = blue("D", [29500, 9370], facing=0, formation="assault")
    fought = play(sappers, foe, red("C", [10000, 3000]), terrain=pieces, phase="movement")
    assert why_not(fought, "red", work) == ("8-g", "in_contact"), "who fights does not demolish"


@pytest.mark.rule("vivaorre:16-b")
def test_engineers_crew_their_own_sides_guns_that_they_touch() -> None:
    hurt: Plain = {"arm": "artillery", "figures": 2, "start": 4, "sections": 2}
    sappers = red("A", [30000, 8625], notes=["engineers"], figures=2)
    found = play(sappers, red("B", HERE, **hurt), red("C", [40000, 10000], **hurt), red("E", [50000, 10000]),
                 FAR, phase="movement")  # fmt: skip
    crew: Plain = {"do": "crew", "unit": "A", "battery": "B", "figures": 1}
    assert found.refuse("red", crew) is None
    assert why_not(found, "red", {**crew, "figures": 2}) == ("16-b", "too_many_figures"), "one of them stays"
    assert why_not(found, "red", {**crew, "battery": "C"}) == ("16-b", "no_battery")
    assert why_not(found, "red", {**crew, "battery": "E"}) == ("16-b", "no_battery")
    assert why_not(found, "red", {**crew, "battery": "X"}) == ("16-b", "no_battery")
    assert why_not(found, "red", {**crew, "unit": "E"}) == ("16-b", "no_engineers")


@pytest.mark.rule("vivaorre:5-g", "vivaorre:11-c", "vivaorre:12-n")
def test_a_general_rides_straight_to_a_free_place_on_the_table() -> None:
    units = red("A", [10000, 5000]), red("L", None, arrives=2), blue("D", [30000, 14000])
    found = play(*units, generals=[general(HERE)], phase="movement")

    def ride(*path: Plain, **more: Any) -> tuple[str, str]:
        return why_not(found, "red", {"do": "move", "unit": "G", "path": list(path), **more})

    near: Plain = {"go": "to", "at": [30000, 11000]}
    assert found.refuse("red", {"do": "move", "unit": "G", "path": []}) is None
    assert ride({"go": "advance", "by": 1000}) == ("5-g", "generals_go_to")
    assert ride(near, near) == ("5-g", "generals_go_to")
    assert ride({"go": "to", "at": [30000, -1]}) == ("12-n", "leaves_table")
    assert ride({"go": "to", "at": [30000, 13600]}) == ("11-c", "general_into_enemy")
    assert ride(near, join="X") == ("5-g", "not_yours")
    assert ride(near, join="D") == ("5-g", "not_yours")
    assert ride(near, join="L") == ("5-g", "not_yours")
    assert ride(near, join="A") == ("5-g", "too_far_to_join")


@pytest.mark.rule("vivaorre:5-g", "vivaorre:8-x", "vivaorre:8-ab")
def test_gullies_and_rivers_stop_a_general_but_for_a_bridge() -> None:
    def ride(*terrain: Plain) -> tuple[str, str] | None:
        found = play(red("A", [10000, 5000]), FAR, generals=[general(HERE)], terrain=terrain, phase="movement")
        answer: Plain = {"do": "move", "unit": "G", "path": [{"go": "to", "at": [30000, 14000]}]}
        return None if found.refuse("red", answer) is None else why_not(found, "red", answer)

    river = line("r", "impassable", (20, 12), (40, 12), material="river")
    assert ride(line("g", "gully", (20, 12), (40, 12))) == ("8-x", "closed_to_general")
    assert ride(river) == ("8-ab", "closed_to_general")
    assert ride(river, line("b", "bridge", (30, 11), (30, 13), material="stone")) is None
