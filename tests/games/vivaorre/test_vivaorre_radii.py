"""Chapter 5: whose word carries how far to whom."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.vivaorre.rules import command
from quadrilatero.games.vivaorre.state import State
from tests.games.vivaorre.battle import area, blue, events, play, red, rolls, state, unit_of

Plain = dict[str, Any]
FAR = blue("D", [60000, 40000])
DIVISIONS = {"divisions": "on"}


def general(id: str, rank: str, x: int, **more: Any) -> Plain:
    return {"id": id, "side": "red", "rank": rank, "at": [x, 10000], **more}


def led(*generals: Plain, **more: Any) -> State:
    return state(red("A", [30000, 10000], brigade="b"), FAR, generals=list(generals), **more)


@pytest.mark.rule("vivaorre:5-e", "vivaorre:5-h")
def test_a_brigadier_is_under_his_divisional_general_where_there_are_divisions() -> None:
    chain = [
        general("E", "cic", 9000, side="blue"),
        general("X", "division", 2000, division="other"),
        general("V", "division", 4000, division="one"),
        general("C", "cic", 6000),
        general("B", "brigade", 8000, brigade="b", division="one"),
    ]

    def above(id: str, **options: str) -> str | None:
        s = led(*chain, options=options)
        found = command.superior(s, s.generals[id])
        return None if found is None else found.id

    assert above("B", **DIVISIONS) == "V"
    assert above("B") == "C"
    assert above("V", **DIVISIONS) == "C"
    assert above("C", **DIVISIONS) is None
    s = led(*chain[:3], chain[4])
    assert command.superior(s, s.generals["B"]) is None, "the enemy's commander is nobody's superior"


@pytest.mark.rule("vivaorre:5-e", "vivaorre:5-h")
def test_a_general_is_in_command_within_fifteen_inches_of_a_superior_who_is_there() -> None:
    def commanded(x: int, **more: Any) -> bool:
        s = led(general("B", "brigade", x, brigade="b"), general("C", "cic", 6000, **more))
        return command.is_in_command(s, s.generals["B"])

    assert commanded(21000)
    assert not commanded(21001)
    assert commanded(14000, substitute=True)
    assert not commanded(14001, substitute=True)
    assert commanded(16000, state="wounded")
    assert not commanded(16001, state="wounded")
    assert commanded(16000, characters=["incapace"])
    assert not commanded(16001, characters=["incapace"])
    gone = led(general("B", "brigade", 6000, brigade="b"), {"id": "C", "side": "red", "rank": "cic", "state": "dead"})
    assert not command.is_in_command(gone, gone.generals["B"])


@pytest.mark.rule("vivaorre:5-c", "vivaorre:5-f", "vivaorre:11-f")
@pytest.mark.parametrize(
    ("x", "more", "options", "radius"),
    [
        (6000, {}, {}, 10000),
        (30000, {}, {}, 15000),
        (6000, {"state": "wounded"}, {}, 10000),
        (30000, {"state": "wounded"}, {}, 10000),
        (6000, {"state": "wounded"}, {"wound": "all_radii"}, 6666),
        (6000, {}, {"wound": "all_radii"}, 10000),
        (6000, {"characters": ["incapace"]}, {"wound": "all_radii"}, 6666),
        (30000, {"substitute": True}, {}, 8000),
    ],
)
def test_a_brigadiers_word_carries_ten_inches_and_fifteen_while_he_is_lost(
    x: int, more: Plain, options: dict[str, str], radius: int
) -> None:
    s = led(general("B", "brigade", x, brigade="b", **more), general("C", "cic", 6000), options=options)
    assert command.brigade_radius(s, s.generals["B"]) == radius


@pytest.mark.rule("vivaorre:5-c", "vivaorre:5-j", "vivaorre:5-k")
def test_who_needs_no_general_and_who_has_none() -> None:
    def commanded(unit: Plain, *generals: Plain) -> bool:
        s = state(unit, FAR, generals=list(generals), turn=3, last_turn=9)
        return command.is_commanded(s, s.units["A"])

    far = general("B", "brigade", 60000, brigade="b")
    dead = {"id": "B", "side": "red", "rank": "brigade", "brigade": "b", "state": "dead"}
    here = [30000, 10000]
    assert commanded(red("A", here), far), "a unit of no brigade"
    assert commanded(red("A", here, brigade="c"), far), "a brigade without a general"
    assert not commanded(red("A", here, brigade="b"), far)
    assert not commanded(red("A", here, brigade="b"), dead)
    assert commanded(red("A", here, brigade="b", arrives=2), far), "it has not reached him yet"
    assert commanded(red("A", None, brigade="b", arrives=4), far)
    assert commanded(red("A", here, brigade="b"), general("B", "brigade", 41500, brigade="b")), "its nearest figure"
    assert not commanded(red("A", here, brigade="b"), general("B", "brigade", 41501, brigade="b"))


@pytest.mark.rule("vivaorre:5-e", "vivaorre:5-h")
def test_who_rolls_to_move_out_of_command() -> None:
    far: Plain = {"at": [30000, 45000]}

    def rolled(*generals: Plain, **options: str) -> list[str]:
        match = play(red("A", [30000, 10000], brigade="b"), FAR, generals=list(generals), dice=[4, 6, 1, 1, 1],
                     options=options)  # fmt: skip
        return [roll.data["general"] for roll in rolls(match, "command")]

    lost = general("B", "brigade", 30000, brigade="b")
    assert rolled(lost, general("C", "cic", 0, **far)) == ["B"]
    assert rolled(lost, general("C", "cic", 30000)) == []
    division = general("V", "division", 30000, division="one")
    assert rolled(division, general("C", "cic", 0, **far)) == [], "divisions are an option"
    assert rolled(division, general("C", "cic", 0, **far), **DIVISIONS) == ["V"]
    dead = {"id": "B", "side": "red", "rank": "brigade", "brigade": "b", "state": "dead"}
    assert rolled(dead, general("C", "cic", 0, **far)) == []


@pytest.mark.rule("vivaorre:5-c", "vivaorre:13-g")
def test_all_are_told_who_is_out_of_command_but_for_hidden_units() -> None:
    wood = area("w", "open_wood", 20, 3, 28, 12)
    units = red("A", [40000, 10000], brigade="b"), red("B", [24000, 10000], brigade="b", hidden=True)
    match = play(*units, FAR, generals=[general("G", "brigade", 70000, brigade="b")], terrain=(wood,), dice=[6, 1])
    (told,) = events(match, "command")
    assert (told.data["out"], told.data["why"]) == (["A"], "some")
    assert unit_of(match, "A")["out"] is True
    near = play(units[0], FAR, generals=[general("G", "brigade", 40000, brigade="b")], dice=[6, 1])
    assert [(one.data["out"], one.data["why"]) for one in events(near, "command")] == [([], "nobody")]


@pytest.mark.rule("vivaorre:5-k", "vivaorre:5-l")
def test_a_substitute_takes_over_with_the_first_unit_of_the_brigade_in_his_turn() -> None:
    lost: Plain = {"id": "B", "side": "red", "rank": "brigade", "brigade": "b", "state": "dead", "returns": 3}
    units = [red("A", [10000, 10000]), red("B1", [20000, 10000], brigade="b"), red("B2", [30000, 10000], brigade="b")]

    def arrives(turn: int, *others: Plain, **more: Any) -> tuple[bool, Any]:
        s = state(*others, FAR, generals=[{**lost, **more}], turn=turn, last_turn=9)
        command.substitutes_arrive(s)
        return s.generals["B"].is_there, s.generals["B"].at

    assert arrives(2, *units) == (False, None)
    assert arrives(3, *units) == (True, (20000, 10000))
    assert arrives(3, units[0]) == (False, None), "nobody of his brigade is left"
    assert arrives(3, *units, returns=None) == (False, None)
    assert arrives(3, *units, brigade=None, rank="cic") == (True, (10000, 10000))


# -- what the phase of command tells ----------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:17-ev1", "vivaorre:17-ev6")
@pytest.mark.parametrize(("die", "weather", "rolls_on"), [(4, "clear", False), (3, "rain", True)])
def test_weather_that_came_up_clears_with_a_four(die: int, weather: str, rolls_on: bool) -> None:
    match = play(red("A", [30000, 10000]), FAR, weather="rain", weather_rolls=True, dice=[die, 6, 1])
    (rolled,) = rolls(match, "weather")
    assert (rolled.rule, rolled.data["need"], rolled.data["success"]) == ("17-ev1", 4, not rolls_on)
    told = [(one.rule, one.data["weather"]) for one in events(match, "weather")]
    assert told == ([] if rolls_on else [("17-ev1", "clear")])
    assert (match.view(None)["weather"], match.view(None)["weather_rolls"]) == (weather, rolls_on)
    assert rolls(play(red("A", [30000, 10000]), FAR, weather="rain", dice=[6, 1]), "weather") == []


@pytest.mark.rule("vivaorre:5-e", "vivaorre:5-c")
def test_generals_who_are_lost_are_told_and_free_again_once_they_are_not() -> None:
    unit = red("A", [30000, 10000], brigade="b")
    lost = general("B", "brigade", 30000, brigade="b")
    match = play(unit, FAR, generals=[lost, general("C", "cic", 70000)], dice=[3, 6, 1])
    assert events(match, "command")[0].data["generals"] == ["B"]
    assert match.view("red")["generals"][0]["may_move"] is False
    found = play(unit, FAR, generals=[{**lost, "may_move": False}, general("C", "cic", 31000)], dice=[6, 1])
    assert events(found, "command")[0].data["generals"] == []
    assert found.view("red")["generals"][0]["may_move"] is None
    zulus = [general("H", "brigade", 30000, role="head", brigade="b"), general("C", "cic", 70000)]
    assert rolls(play(unit, FAR, generals=zulus, dice=[6, 1]), "command") == [], "who keep the buffalo need no chief"


@pytest.mark.rule("vivaorre:5-ch2", "vivaorre:5-ch3", "vivaorre:5-ch16")
def test_both_sides_tell_their_generals_sealed_and_each_disobeys_by_his_own_rule() -> None:
    units = red("A", [30000, 10000], brigade="b"), blue("D", [60000, 40000], brigade="e")
    generals = [
        general("B", "brigade", 30000, brigade="b", characters=["testardo"]),
        {"id": "E", "side": "blue", "brigade": "e", "at": [60000, 42000], "characters": ["cauto"]},
    ]
    match = play(*units, generals=generals, dice=[5, 4, 6, 1])
    assert match.ask is not None
    assert match.ask.who == ("red", "blue")
    match.answer("red", {"do": "orders", "orders": {"B": "hold"}})
    match.answer("blue", {"do": "orders", "orders": {"E": "advance"}})
    first, second = events(match, "roll")[:2]
    told = [(roll.rule, roll.data["why"], roll.data["general"], roll.data["success"]) for roll in (first, second)]
    assert told == [("5-ch3", "testardo", "B", True), ("5-ch2", "cauto", "E", False)]
    orders = match.view("red")["orders"] | match.view("blue")["orders"]
    assert orders == {"B": {"told": "hold", "does": "advance"}, "E": {"told": "advance", "does": "advance"}}


@pytest.mark.rule("vivaorre:20.zulu-c")
def test_the_loins_once_told_to_attack_are_no_longer_cautious() -> None:
    loins = general("B", "brigade", 30000, brigade="b", role="loins", characters=["cauto"])
    head = general("H", "brigade", 30000, role="head", at=[30000, 20000], brigade="c")
    match = play(red("A", [30000, 10000], brigade="b"), FAR, generals=[loins, head], dice=[6, 1])
    match.answer("red", {"do": "orders", "orders": {"B": "advance"}})
    assert match.view("red")["orders"]["B"] == {"told": "advance", "does": "advance"}
    assert [roll.data["why"] for roll in events(match, "roll") if roll.data["why"] == "cauto"] == []
    assert match.view("red")["generals"][0]["characters"] == ["impetuoso"]


@pytest.mark.rule("vivaorre:5-h")
def test_a_divisional_general_of_the_enemy_is_nobodys_superior() -> None:
    s = led(
        general("E", "division", 4000, division="one", side="blue"),
        general("B2", "brigade", 5000, division="one"),
        general("B", "brigade", 8000, brigade="b", division="one"),
        options=DIVISIONS,
    )
    assert command.superior(s, s.generals["B"]) is None
