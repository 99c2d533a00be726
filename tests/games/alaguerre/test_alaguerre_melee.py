"""Chapter 9: combats, the table of mêlée, rounds and what comes of them."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.alaguerre.rules import combats, melee_modifiers
from tests.games.alaguerre.battle import area, base_of, blue, events, general, line, play, red, refused, rolls, state

Plain = dict[str, Any]
AT = [20000, 18000]


def melee(*bases: Plain, dice: list[int], terrain: tuple[Plain, ...] = (), **more: Any) -> q.Match:
    more.setdefault("cohesion", {"red": 9, "blue": 9})
    return play(*bases, terrain=terrain, dice=dice, phase="melee", **more)


def foot(id: str, stats: str = "1/-/0 -", kind: str = "Hv", at: list[int] = AT, **more: Any) -> Plain:
    return red(id, at, kind, stats, **more)


def enemy(id: str, stats: str = "1/-/0 -", kind: str = "Hv", at: list[int] = AT, **more: Any) -> Plain:
    return blue(id, at, kind, stats, **more)


def mods(*bases: Plain, terrain: tuple[Plain, ...] = (), generals: list[Plain] | None = None, **options: str) -> Any:
    """The modifiers of red and blue in the only combat."""
    s = state(*bases, terrain=terrain, options=options, generals=generals or [])
    (together,) = combats.melees(s)
    (combat,) = combats.parted(s, together, {})
    for side in ("red", "blue"):
        combat.principal[side] = combat.units[side][0]
        found = [one.id for one in s.generals.values() if one.side == side]
        combat.leader[side] = found[0] if found else None
    return tuple(
        {rule: value for rule, value in melee_modifiers.modifiers(s, combat, side) if value} for side in ("red", "blue")
    )


# -- worked examples ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:9.1-b", "alaguerre:9.1-c", "alaguerre:9.4.2-e")
@pytest.mark.parametrize(
    ("options", "score", "damage", "lost"),
    [({}, 7, 2, 0), ({"charge_bonus_vs_works": "yes"}, 9, 3, 1)],
)
def test_the_tercio_at_the_entrenchment(options: dict[str, str], score: int, damage: int, lost: int) -> None:
    trench = line("T", "trench", (15, 18), (25, 18), vdf=1, own="blue")
    charged = {"fight": {"rounds": 0, "charged": True, "began": "red"}}
    match = melee(
        red("F", AT, "Pk", "2/0/2 -", great="G", **charged),
        red("R", [20000, 17000], "Pk", "2/0/2 -", great="G", **charged),
        blue("C", AT, "Pk", "1/-1/1 -", occupies="T"),
        terrain=(trench,),
        dice=[5, 5],
        options=options,
    )
    spanish, french = rolls(match, "melee")
    assert (spanish.data["total"], spanish.data["damage"], spanish.data["bases"]) == (score, damage, [2, 1])
    assert dict(spanish.modifiers) == {**({"9.4-t4": 2} if options else {}), "9.4-t8": 1, "9.4-t11": -1}
    assert (french.data["total"], french.data["damage"], dict(french.modifiers)) == (6, 1, {})
    assert (base_of(match, "C")["losses"], base_of(match, "C")["state"]) == (lost, "disordered")
    assert base_of(match, "C")["at"] == AT  # who occupies a work does not recoil
    assert {base_of(match, id)["state"] for id in "FR"} == {"ordered"}


@pytest.mark.rule("alaguerre:9.1-c", "alaguerre:9.1.2-a")
def test_a_tie_without_damage_disorders_both() -> None:
    match = melee(foot("A"), enemy("B", state="disordered"), dice=[3, 3, 6])
    first, second = rolls(match, "melee")
    assert (first.data["total"], second.data["total"]) == (3, 2)
    assert dict(second.modifiers) == {"9.4-t13": -1}
    assert base_of(match, "A")["state"] == "disordered"
    assert base_of(match, "B")["state"] == "shaken"
    (test,) = rolls(match, "morale")
    assert (test.data["unit"], test.data["row"]) == ("B", "melee")
    assert dict(test.modifiers)["10.2.2-m9"] == -2
    assert "10.2.2-m8" not in dict(test.modifiers)


@pytest.mark.rule("alaguerre:9.1.2-a", "alaguerre:9.1.2-c", "alaguerre:10.2.1-f")
@pytest.mark.parametrize(
    ("dice", "result", "added"),
    [([5, 3, 1], "rout_loss", 2), ([5, 3, 3], "rout", 1), ([5, 3, 4], "passed", 0)],
)
def test_who_is_shaken_in_a_round_tests(dice: list[int], result: str, added: int) -> None:
    match = melee(foot("A"), enemy("B", state="disordered", at=AT), dice=dice, last_turn=1)
    (test,) = rolls(match, "morale")
    assert test.data["result"] == result
    assert {"10.2.2-m8": -1, "10.2.2-m9": -2}.items() <= dict(test.modifiers).items()
    assert base_of(match, "B")["losses"] == added
    assert base_of(match, "B")["state"] == ("shaken" if result == "passed" else "routed")
    assert base_of(match, "B")["at"] != AT


@pytest.mark.rule("alaguerre:9.1.1-a", "alaguerre:9.1.1-b", "alaguerre:5.6.2-a")
def test_a_loser_with_a_loss_recoils_and_the_winner_follows() -> None:
    match = melee(foot("A", "1/-/3 -"), enemy("B"), dice=[5, 1])
    assert base_of(match, "B")["at"] == [20000, 18500]
    assert base_of(match, "B")["losses"] == 1
    assert base_of(match, "A")["at"] == [20000, 18500]
    assert [event.data["why"] for event in events(match, "moved")] == ["recoil", "advance"]
    assert base_of(match, "A")["fight"]["rounds"] == 1


@pytest.mark.rule("alaguerre:9.1.2-b")
def test_who_was_shaken_before_tests_though_it_won() -> None:
    match = melee(foot("A", "1/-/6 -", state="shaken"), enemy("B"), dice=[6, 1, 6])
    assert [test.data["unit"] for test in rolls(match, "morale")] == ["A"]


@pytest.mark.rule("alaguerre:9.1-c", "alaguerre:4.1.3-a")
def test_one_round_may_beat_both_armies() -> None:
    match = melee(
        foot("A", "1/-/0 -", state="shaken"),
        enemy("B", "1/-/0 -", state="shaken"),
        foot("C", at=[5000, 5000]),
        enemy("D", at=[5000, 30000]),
        dice=[3, 3],
        cohesion={"red": 1, "blue": 1},
    )
    assert match.result is not None
    assert (match.result.winner, match.result.reason) == (None, "draw")
    one = melee(
        foot("A", "1/-/0 -", state="shaken"),
        enemy("B", "1/-/0 -", state="shaken"),
        foot("C", at=[5000, 5000]),
        enemy("D", at=[5000, 30000]),
        dice=[3, 3, 6, 6],
        cohesion={"red": 1, "blue": 5},
    )
    assert one.result is not None
    assert (one.result.winner, one.result.reason) == ("blue", "rout")


# -- combats (9.3) -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:9.3-a", "alaguerre:9.3-d")
def test_each_unit_fights_the_enemy_that_covers_most_of_it() -> None:
    s = state(
        foot("A", at=[20000, 18000]),
        foot("B", at=[22100, 18000]),
        enemy("C", at=[19500, 18000]),
        enemy("D", at=[21600, 18000]),
        enemy("E", at=[23700, 18000]),
    )
    (together,) = combats.melees(s)
    found = combats.parted(s, together, {})
    assert [[[unit.id for unit in one.units[side]] for side in ("red", "blue")] for one in found] == [
        [["A"], ["C"]],
        [["B"], ["D", "E"]],
    ]


@pytest.mark.rule("alaguerre:9.3-e", "alaguerre:9.4-t8")
def test_a_great_unit_is_in_one_combat() -> None:
    s = state(
        red("F", [20000, 18000], "Pk", "1/0/2 -", great="G"),
        red("R", [20000, 17000], "Pk", "1/0/2 -", great="G"),
        enemy("B", at=[20000, 18000]),
        enemy("C", at=[21000, 16500], facing=27000),
    )
    (together,) = combats.melees(s)
    (combat,) = combats.parted(s, together, {})
    assert melee_modifiers.bases(s, combat) == {"red": 2, "blue": 2}


@pytest.mark.rule("alaguerre:9.3.1-a", "alaguerre:9.3.1-d", "alaguerre:9.3.1-e")
def test_two_against_one_name_a_principal_who_takes_the_losses() -> None:
    match = melee(
        foot("A", "1/-/0 -", at=[19000, 18000]),
        foot("B", "1/-/1 -", at=[21050, 18000]),
        enemy("C", "1/-/5 -", at=[20000, 18000]),
        dice=[1, 6],
    )
    assert match.ask is not None
    assert match.ask.what == "principal"
    assert refused(match, "red", {"do": "principal", "unit": "C"}) == "9.3.1-c"
    match.answer("red", {"do": "principal", "unit": "B"})
    own, theirs = rolls(match, "melee")
    assert (own.data["unit"], own.data["value"], dict(own.modifiers)["9.4-t8"]) == ("B", 1, 1)
    assert theirs.data["damage"] == 3
    assert (base_of(match, "A")["losses"], base_of(match, "B")["losses"]) == (0, 1)
    assert {base_of(match, id)["state"] for id in "AB"} == {"disordered"}
    assert base_of(match, "C")["at"] == [20000, 18000]  # it follows nobody while A still stands


@pytest.mark.rule("alaguerre:9.3.1-c")
def test_light_troops_are_not_principal_beside_closed_order() -> None:
    match = melee(
        foot("A", "1/1/5 - sk/ln", "Sh", at=[19000, 18000]),
        foot("B", "1/-/1 -", at=[21050, 18000]),
        enemy("C", at=[20000, 18000]),
        dice=[3, 3],
    )
    assert rolls(match, "melee")[0].data["unit"] == "B"


@pytest.mark.rule("alaguerre:9.3-d")
def test_the_initiative_says_whom_a_unit_fights_between_equals() -> None:
    match = melee(
        foot("A", at=[19000, 18000]),
        foot("B", at=[21050, 18000]),
        enemy("C", at=[20025, 18000]),
        enemy("D", at=[17900, 18000]),
        enemy("E", at=[22150, 18000]),
        dice=[3, 3, 3, 3, 3, 3],
        initiative="blue",
    )
    assert match.ask is not None
    assert (match.ask.what, match.ask.seats) == ("join", ("blue",))
    assert refused(match, "blue", {"do": "join", "unit": "C", "enemy": "E"}) == "9.3-d"


@pytest.mark.rule("alaguerre:2.10.1-f", "alaguerre:2.10.1-g", "alaguerre:9.3-b")
def test_a_base_of_a_line_supports_without_contact() -> None:
    own, _ = mods(
        foot("A", at=[20000, 18000], brigade="x"),
        foot("B", at=[22000, 18000], brigade="x"),
        enemy("C", at=[21496, 18087], facing=17500),
    )
    assert own["9.4-t8"] == 1


@pytest.mark.rule("alaguerre:2.10.2-c")
@pytest.mark.parametrize(("rounds", "more"), [(0, None), (1, 1)])
def test_a_column_supports_from_the_second_round(rounds: int, more: int | None) -> None:
    head = foot("A", at=[20000, 18000], brigade="x", formation="column", fight={"rounds": rounds})
    rear = foot("B", at=[20000, 17000], brigade="x", formation="column")
    own, _ = mods(head, rear, enemy("C"))
    assert own.get("9.4-t8") == more


# -- the table (9.4) ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:9.4.2-b", "alaguerre:9.4.2-c", "alaguerre:9.4.2-d")
@pytest.mark.parametrize(
    ("own", "their", "bonus"),
    [
        ("Cav", "Cav", 2),
        ("Cav", "Pk", 0),
        ("Pk", "Pk", 2),
        ("Pk", "Cav", 0),
        ("Wb", "Hv", 2),
        ("Wb", "Pk", 0),
        ("Wb", "LC", 0),
        ("LC", "Sh", 0),
        ("Rei", "Cav", 0),
        ("Hv", "Hv", 0),
        ("LC", "LtArt", 2),
        ("Sh", "HvArt", 2),
    ],
)
def test_who_has_impact_in_a_charge(own: str, their: str, bonus: int) -> None:
    stats = "1/0/- -" if "Art" in their else "1/0/0 -"
    charged = {"fight": {"rounds": 0, "charged": True}}
    found, _ = mods(red("A", AT, own, "1/0/0 -", **charged), blue("B", AT, their, stats))
    assert found.get("9.4-t4", 0) == bonus
    later = {"fight": {"rounds": 1, "charged": True}}
    found, _ = mods(red("A", AT, own, "1/0/0 -", **later), blue("B", AT, their, stats))
    assert "9.4-t4" not in found


@pytest.mark.rule("alaguerre:9.4-t1", "alaguerre:9.4.1-a", "alaguerre:9.4.1-b")
@pytest.mark.parametrize(
    ("light", "heavy", "terrain", "bonus"),
    [
        (blue("B", AT, "LC", "1/-/0 - sk/ln"), red("A", AT, "Cav", "1/-/1 -"), False, 3),
        (blue("B", AT, "Sh", "1/1/0 - sk/ln"), red("A", AT, "Pk", "1/0/2 -"), False, 3),
        (blue("B", AT, "Sh", "1/1/0 - sk/ln"), red("A", AT, "Pk", "1/0/2 -"), True, 0),
        (blue("B", AT, "LC", "1/-/0 - sk/ln", fight={"on": "flank"}), red("A", AT, "Cav", "1/-/1 -"), False, 0),
        (blue("B", AT, "Sh", "1/1/0 - sk/ln"), red("A", AT, "Pk", "1/0/2 -", state="shaken"), False, 0),
        (blue("B", AT, "Sh", "1/1/0 - sk", formation="skirmish"), red("A", AT, "Pk", "1/0/2 -"), True, 0),
    ],
)
def test_when_open_order_is_exposed(light: Plain, heavy: Plain, terrain: bool, bonus: int) -> None:
    wood = (area("W", "wood", 15, 18, 25, 25, vdf=0),) if terrain else ()
    own, theirs = mods(heavy, light, terrain=wood)
    assert own.get("9.4-t1", 0) == bonus
    assert theirs.get("9.4-t9", 0) == int(terrain and light.get("formation") == "skirmish")


@pytest.mark.rule("alaguerre:9.4.1-c")
def test_closed_order_friends_cover_light_troops() -> None:
    own, _ = mods(
        red("A", AT, "Pk", "1/0/2 -"),
        blue("B", [19000, 18000], "Sh", "1/1/0 - sk/ln"),
        blue("C", [21050, 18000], "Pk", "1/0/2 -"),
    )
    assert "9.4-t1" not in own


@pytest.mark.rule("alaguerre:9.4-t3", "alaguerre:9.4-t5", "alaguerre:9.4.7-a")
@pytest.mark.parametrize(
    ("on", "found"),
    [("front", {"9.4-t16": -1}), ("flank", {"9.4-t5": 2}), ("rear", {"9.4-t3": 3})],
)
def test_flank_and_rear_and_the_armour_of_pikes(on: str, found: dict[str, int]) -> None:
    own, _ = mods(red("A", AT, "Pk", "1/0/2 -", fight={"on": on}), blue("B", AT, "Pk", "1/0/2 a"))
    assert own == found
    own, _ = mods(red("A", AT, "Pk", "1/0/2 -", fight={"on": "rear"}), blue("B", AT, "Hv", "1/0/2 a"))
    assert own == {"9.4-t3": 3, "9.4-t16": -1}


@pytest.mark.rule("alaguerre:9.4-t6", "alaguerre:9.4.5-a", "alaguerre:9.4-t19")
def test_horse_against_foot() -> None:
    horse = red("A", AT, "Cav", "1/-/1 -")
    assert mods(horse, enemy("B"))[0] == {"9.4-t6": 2}
    assert mods(horse, enemy("B", notes=["halberds"]))[0] == {}
    assert mods(horse, enemy("B", notes=["long_spears"]))[0] == {}
    assert mods(horse, blue("B", AT, "Pk", "1/0/0 -"))[0] == {"9.4-t19": -2}


@pytest.mark.rule("alaguerre:9.4-t18")
def test_foot_against_pikes() -> None:
    assert mods(foot("A"), blue("B", AT, "Pk", "1/0/0 -"))[0] == {"9.4-t18": -2}
    assert mods(red("A", AT, "Pk", "1/0/0 -"), blue("B", AT, "Pk", "1/0/0 -"))[0] == {}


@pytest.mark.rule("alaguerre:9.4-t7", "alaguerre:9.4-t20", "alaguerre:9.4.9-a")
@pytest.mark.parametrize(("rounds", "own", "theirs"), [(0, {"9.4-t20": -2}, {"9.4-t7": 1}), (1, {}, {})])
def test_a_tactical_move_harms_in_the_first_round(rounds: int, own: dict[str, int], theirs: dict[str, int]) -> None:
    assert mods(foot("A", tactical=True, fight={"rounds": rounds}), enemy("B")) == (own, theirs)


@pytest.mark.rule("alaguerre:9.4-t10")
def test_one_general_leads_for_better_or_worse() -> None:
    leader = general("G", [20000, 16500], level=-1)
    assert mods(foot("A"), enemy("B"), generals=[leader])[0] == {"9.4-t10": -1}
    two = [general("G", [19500, 16500], level=-1), general("H", [20500, 16500], level=2)]
    match = melee(foot("A"), enemy("B"), dice=[3, 3], generals=two)
    assert match.ask is not None
    assert match.ask.what == "leader"
    match.answer("red", {"do": "leader", "general": "H"})
    assert dict(rolls(match, "melee")[0].modifiers) == {"9.4-t10": 2}


@pytest.mark.rule("alaguerre:9.4-t14", "alaguerre:9.4-t13")
def test_own_losses_and_disorder() -> None:
    assert mods(foot("A", losses=1, strength=3, state="shaken"), enemy("B"))[0] == {"9.4-t13": -2, "9.4-t14": -2}


@pytest.mark.rule("alaguerre:9.4-t12")
def test_higher_ground() -> None:
    hill = area("H", "hill", 15, 18, 25, 25)
    assert mods(foot("A"), enemy("B"), terrain=(hill,)) == ({"9.4-t12": -1}, {})
    assert mods(foot("A"), enemy("B"), terrain=(hill,), higher_ground="0") == ({}, {})


@pytest.mark.rule("alaguerre:9.4-t15", "alaguerre:9.4.6-a", "alaguerre:9.4.6-b")
def test_shields_and_who_does_not_mind_them() -> None:
    assert mods(foot("A"), enemy("B", notes=["shields"]))[0] == {"9.4-t15": -1}
    assert mods(foot("A", fight={"on": "flank"}), enemy("B", notes=["stakes"]))[0] == {"9.4-t5": 2}
    assert mods(foot("A"), enemy("B", notes=["pavises"]))[0] == {"9.4-t15": -1}
    assert mods(foot("A", notes=["halberds"]), enemy("B", notes=["shields"]))[0] == {}
    assert mods(red("A", AT, "Pk", "1/0/0 -"), enemy("B", notes=["shields"]))[0] == {}


@pytest.mark.rule("alaguerre:9.4-t17", "alaguerre:9.4.8-a", "alaguerre:11.4.3-a")
def test_difficult_ground_counts_each_kind() -> None:
    ground = (area("W", "wood", 15, 10, 25, 18, vdf=0), area("H", "hill", 15, 10, 25, 18, slope="steep"))
    assert mods(foot("A"), enemy("B"), terrain=ground)[0] == {"9.4-t17": -2}
    assert mods(foot("A"), enemy("B"), terrain=ground[:1])[0] == {"9.4-t17": -1}
    assert mods(foot("A"), enemy("B"), terrain=ground[:1], difficult_ground="2")[0] == {"9.4-t17": -2}
    light = red("A", AT, "Sh", "1/1/0 - sk")
    assert "9.4-t17" not in mods(light, enemy("B"), terrain=ground[:1])[0]


@pytest.mark.rule("alaguerre:9.1.6-a")
@pytest.mark.parametrize(("rounds", "found"), [(0, {}), (1, {"9.1.6-a": 1})])
def test_halberds_from_the_second_round(rounds: int, found: dict[str, int]) -> None:
    own, _ = mods(
        red("A", AT, "Pk", "1/0/2 -", notes=["halberds"], fight={"rounds": rounds}), blue("B", AT, "Cav", "1/-/1 -")
    )
    assert own == found


# -- helpless, momentum ------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:9.1.5-a", "alaguerre:2.6.4-a")
def test_who_has_no_melee_value_loses_and_runs() -> None:
    match = melee(foot("A"), blue("G", [20000, 18000], "MdArt", "1/1/- -"), dice=[])
    guns = base_of(match, "G")
    assert (guns["state"], guns["losses"]) == ("routed", 1)
    assert rolls(match, "melee") == []
    assert (base_of(match, "A")["state"], base_of(match, "A")["losses"]) == ("ordered", 0)


@pytest.mark.rule("alaguerre:9.1.5-b")
def test_baggage_is_gone_at_the_end_of_the_impulse() -> None:
    match = melee(foot("A"), blue("W", AT, "baggage", "-/-/- -"), enemy("D", at=[5000, 30000]), dice=[], last_turn=1)
    assert [(gone.rule, gone.data["unit"]) for gone in events(match, "eliminated")] == [("9.1.5-b", "W")]


@pytest.mark.rule("alaguerre:9.2.1-a", "alaguerre:9.2.2-a", "alaguerre:10.2.2-m18", "alaguerre:9.2-a")
def test_horse_that_wins_at_once_penetrates_and_tests_for_control() -> None:
    match = melee(
        red("A", AT, "Cav", "1/-/6 -", notes=["cuirassiers"], fight={"rounds": 0}),
        blue("B", AT, "Cav", "1/-/0 -", state="shaken"),
        blue("D", [5000, 39000]),
        dice=[6, 1, 4],
    )
    assert [event.data["why"] for event in events(match, "moved")] == ["rout", "penetration"]
    (test,) = rolls(match, "morale")
    assert (test.data["row"], test.data["unit"]) == ("charge", "A")
    assert dict(test.modifiers)["10.2.2-m18"] == -1
    assert base_of(match, "A")["at"] == [20000, 19000]
    assert base_of(match, "A")["state"] == "ordered"


@pytest.mark.rule("alaguerre:9.2.2-d", "alaguerre:10.2.2-m19")
def test_light_horse_out_of_control_rushes_on() -> None:
    match = melee(
        red("A", AT, "LC", "1/-/6 -", fight={"rounds": 0}),
        blue("B", AT, "LC", "1/-/0 -", state="shaken"),
        blue("D", [40000, 39000]),
        dice=[6, 1, 1],
    )
    (test,) = rolls(match, "morale")
    assert dict(test.modifiers)["10.2.2-m19"] == -2
    assert not test.data["success"]
    assert base_of(match, "A")["state"] == "disordered"
    assert base_of(match, "A")["at"] == [20000, 23000]


@pytest.mark.rule("alaguerre:9.2.1-a")
@pytest.mark.parametrize("more", [{"state": "disordered"}, {"fight": {"rounds": 1}}])
def test_no_penetration_in_disorder_or_in_a_later_round(more: Plain) -> None:
    match = melee(
        red("A", AT, "Cav", "1/-/6 -", **more),
        blue("B", AT, "Cav", "1/-/0 -", state="shaken"),
        blue("D", [5000, 39000]),
        dice=[6, 1],
    )
    assert base_of(match, "A")["at"] == AT


@pytest.mark.rule("alaguerre:10.3.2-a", "alaguerre:10.3.2-b", "alaguerre:10.3.2-c")
@pytest.mark.parametrize(
    ("dice", "state"), [([2, 1], "captured"), ([2, 3], "wounded"), ([2, 5], "well"), ([6], "well")]
)
def test_a_general_with_who_routs_from_a_melee_may_be_captured(dice: list[int], state: str) -> None:
    match = melee(
        foot("A", "1/-/1 -"),
        enemy("B", state="shaken"),
        enemy("D", at=[21000, 26000]),
        dice=[4, 3, *dice],
        generals=[general("G", [20000, 19500], "blue", level=2)],
    )
    (tried,) = rolls(match, "general")
    assert (tried.data["test"], dict(tried.modifiers)) == ("capture", {"10.3.1-b": -2})
    (found,) = match.state()["generals"]
    assert found["state"] == state
    assert (found["at"] is None) is (state == "captured")


def won(*others: Plain, dice: list[int], kind: str = "Cav", **more: Any) -> q.Match:
    """Red A wins in its first round against a shaken blue B, who runs."""
    return melee(
        red("A", AT, kind, "1/-/6 -", **more),
        blue("B", AT, "LC", "1/-/0 -", state="shaken"),
        *others,
        dice=dice,
    )


@pytest.mark.rule("alaguerre:9.2.2-b", "alaguerre:9.2.2-c", "alaguerre:9.2-b")
def test_horse_under_control_may_charge_again_and_is_disordered_after_it() -> None:
    there = blue("C", [20000, 21500], "Hv", "1/0/0 -", weapon="Mk")
    match = won(there, dice=[6, 1, 6, 6, 6, 1])
    assert match.ask is not None
    assert (match.ask.what, match.ask.seats) == ("control", ("red",))
    assert refused(match, "red", {"do": "charge", "target": "B"}) != ""
    match.answer("red", {"do": "charge", "target": "C"})
    tests = [(test.data["unit"], test.data["row"]) for test in rolls(match, "morale")]
    assert tests[:2] == [("A", "charge"), ("C", "charged")]
    assert len(rolls(match, "melee")) == 4  # two rounds, two dice rolls told each
    assert rolls(match, "fire") == []
    assert base_of(match, "A")["state"] == "disordered"


@pytest.mark.rule("alaguerre:9.2.2-b")
def test_horse_under_control_may_stay() -> None:
    match = won(blue("C", [20000, 21500], "Hv", "1/-/0 -"), dice=[6, 1, 6])
    match.answer("red", {"do": "stay"})
    assert base_of(match, "A")["at"] == [20000, 19000]
    assert base_of(match, "A")["state"] == "ordered"


@pytest.mark.rule("alaguerre:9.2.2-d")
def test_horse_out_of_control_charges_whom_it_can() -> None:
    match = won(blue("C", [20000, 20800], "Hv", "1/-/0 -"), blue("D", [5000, 39000]), dice=[6, 1, 1, 6, 6, 1, 6])
    tests = [(test.data["unit"], test.data["row"]) for test in rolls(match, "morale")]
    assert tests[:2] == [("A", "charge"), ("C", "charged")]
    assert len(rolls(match, "melee")) == 4


@pytest.mark.rule("alaguerre:9.2.1-b", "alaguerre:9.2.1-c")
@pytest.mark.parametrize(("answer", "rounds"), [("stand", 2), ("counter", 4)])
def test_enemies_whose_zone_is_entered_test_and_may_come_on(answer: str, rounds: int) -> None:
    match = won(blue("C", [20000, 19600], "Pk", "1/0/2 -"), dice=[6, 1, 6, 6, 1, 6], kind="Pk")
    assert match.ask is not None
    assert match.ask.what == "react"
    match.answer("blue", {"do": answer})
    (test,) = [test for test in rolls(match, "morale") if test.data["row"] == "charged"]
    assert test.data["unit"] == "C"
    assert len(rolls(match, "melee")) == rounds
    if rounds == 4:
        assert base_of(match, "A")["state"] != "ordered"


@pytest.mark.rule("alaguerre:9-b", "alaguerre:9.1.3-a")
def test_the_initiative_orders_the_melees_and_each_has_one_round() -> None:
    match = melee(
        foot("A", at=[10000, 18000]),
        enemy("B", at=[10000, 18000]),
        foot("C", at=[30000, 18000]),
        enemy("D", at=[30000, 18000]),
        dice=[3, 3, 4, 4],
        initiative="blue",
    )
    assert match.ask is not None
    assert (match.ask.what, match.ask.seats) == ("melee", ("blue",))
    assert refused(match, "blue", {"do": "melee", "unit": "nobody"}) == "9-b"
    match.answer("blue", {"do": "melee", "unit": "D"})
    assert [one.data["unit"] for one in rolls(match, "melee")] == ["D", "C", "B", "A"]
    assert {base_of(match, id)["fight"]["rounds"] for id in "ABCD"} == {1}


@pytest.mark.rule("alaguerre:9.4-t2", "alaguerre:9.4-t11", "alaguerre:9.4-t16")
def test_guns_works_and_armour() -> None:
    wall = line("W", "wall", (15, 18), (25, 18), vdf=2)
    assert mods(foot("A"), blue("B", AT, "LtArt", "1/0/- -"))[0] == {"9.4-t2": 3}
    assert mods(foot("A"), enemy("B", occupies="W"), terrain=(wall,))[0] == {"9.4-t11": -2}
    assert mods(foot("A"), enemy("B"), terrain=(wall,))[0] == {}
    assert mods(foot("A"), enemy("B", "1/-/0 a"))[0] == {"9.4-t16": -1}


@pytest.mark.rule("alaguerre:10.3.2-d")
@pytest.mark.parametrize(("dice", "test", "lost"), [([3, 3], "capture", 1), ([6, 1], "wound", 1)])
def test_a_general_is_tried_for_capture_only_where_no_wound_is_due(dice: list[int], test: str, lost: int) -> None:
    """B, shaken, is routed by a draw, and its loss comes of the rout alone; or by a loss in the mêlée."""
    leader = general("G", [20000, 19500], "blue")
    match = melee(foot("A"), enemy("B", state="shaken"), dice=[*dice, 6, 6], generals=[leader])
    assert [(one.data["general"], one.data["test"]) for one in rolls(match, "general")] == [("G", test)]
    assert (base_of(match, "B")["state"], base_of(match, "B")["losses"]) == ("routed", lost)
