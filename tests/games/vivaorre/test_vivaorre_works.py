"""Chapters 14, 15 and 16: works, bombardment, engineers."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.vivaorre.answers import Crew
from quadrilatero.games.vivaorre.ground import piece_of, said_piece
from quadrilatero.games.vivaorre.rules import engineers, works
from quadrilatero.games.vivaorre.rules.bombardment import hits_needed
from quadrilatero.games.vivaorre.rules.ground import cover_of
from tests.games.vivaorre.battle import area, bad, blue, events, line, play, red, refused, rolls, state, unit_of

Plain = dict[str, Any]
FAR = blue("D", [30000, 46000])


# -- 14: works --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:14-a", "vivaorre:14-b")
def test_temporary_works_and_civil_buildings_are_light_cover_and_fortifications_heavy():
    def cover(kind: str, **more: Any) -> str | None:
        s = state(red("A", [30000, 10000], formation="mass", training="irregular"), FAR,
                  terrain=(area("x", kind, 25, 5, 35, 12, **more),))  # fmt: skip
        return cover_of(s, s.units["A"], s.units["D"].pose)

    assert cover("light_works") == "light"
    assert cover("building", material="stone") == "light"
    assert cover("building", material="fortified") == "heavy"
    assert cover("heavy_works") == "heavy"
    assert cover("open") is None


def shot_at(kind: str) -> q.Event:
    match = play(
        red("A", [30000, 10000], weapon="breech_rifle"),
        blue("D", [30000, 12000], formation="mass", training="irregular", figures=16),
        phase="fire",
        terrain=(area("x", kind, 20, 11, 40, 20),),
        dice=[1] * 8 + [6, 1] * 12,
        last_turn=9,
    )
    match.answer("red", {"do": "fire", "shots": [{"unit": "A", "target": "D"}]})
    if match.ask is not None and match.ask.what == "fire":
        match.answer("blue", {"do": "fire", "shots": []})
    return rolls(match, "fire")[0]


@pytest.mark.rule("vivaorre:14-b")
def test_fire_dice_against_heavy_cover_are_halved_and_both_kinds_give_the_modifier():
    assert shot_at("open").data["count"] == 8
    assert shot_at("light_works").data["count"] == 8
    assert shot_at("heavy_works").data["count"] == 4
    plain = sum(value for _, value in shot_at("open").modifiers)
    assert sum(value for _, value in shot_at("light_works").modifiers) < plain
    assert sum(value for _, value in shot_at("heavy_works").modifiers) < plain


@pytest.mark.rule("vivaorre:14-c")
def test_mounted_cavalry_never_occupies_works():
    held = area("x", "light_works", 25, 12, 35, 16)
    rider = red("A", [30000, 10000], arm="cavalry")
    match = play(rider, FAR, phase="movement", terrain=(held,))
    assert refused(match, "red", {"do": "move", "unit": "A", "path": [{"go": "advance", "by": 3000}]}) == "14-c"
    assert refused(match, "red", {"do": "dig", "unit": "A"}) == "14-c"
    assert bad(red("A", [30000, 14000], arm="cavalry"), terrain=(held,)).rule == "14-c"


def dug(die: int, **more: Any) -> q.Match:
    """Red's unit A digs for a whole turn."""
    said: Plain = {"armies": {}, **more.pop("said", {})}
    match = play(red("A", [30000, 10000], **more), FAR, phase="movement", dice=[die, 6, 1, 6, 1], last_turn=9, **said)
    match.answer("red", {"do": "dig", "unit": "A"})
    while match.ask is not None and match.view(None)["turn"] == 1:
        match.answer(match.ask.who[0], {"do": "done"})
    return match


@pytest.mark.rule("vivaorre:14-d")
def test_vector_d21_a_unit_that_neither_moves_nor_fights_makes_light_cover_with_5_or_more():
    assert events(dug(4), "works")[0].data["built"] is False
    match = dug(5)
    assert events(match, "works")[0].data["built"] is True
    piece = match.view(None)["table"]["terrain"][0]
    assert piece["type"] == "light_works"
    assert sorted(piece["shape"]) == [[28500, 9375], [28500, 10000], [31500, 9375], [31500, 10000]]


@pytest.mark.rule("vivaorre:14-d")
def test_who_digs_does_nothing_else():
    match = play(
        red("A", [30000, 10000]), red("B", [40000, 10000]), blue("D", [30000, 12000]), phase="movement", dice=[1] * 40
    )
    match.answer("red", {"do": "dig", "unit": "A"})
    assert refused(match, "red", {"do": "move", "unit": "A", "path": [{"go": "advance", "by": 500}]}) == "8-a"
    digging = play(
        red("A", [30000, 10000], digging=True),
        red("B", [34000, 10000]),
        blue("D", [32000, 11500]),
        phase="fire",
        dice=[1] * 40,
    )
    assert refused(digging, "red", {"do": "fire", "shots": [{"unit": "A", "target": "D"}]}) == "14-d"


@pytest.mark.rule("vivaorre:14-d", "vivaorre:8-g")
def test_who_fights_does_not_dig():
    dig = {"do": "dig", "unit": "A"}
    busy = red("A", [30000, 10000], charged="E"), red("B", [50000, 10000]), blue("E", [30000, 20000]), FAR
    assert refused(play(*busy, phase="movement"), "red", dig) == "7-c"
    touched = red("A", [30000, 10000]), red("B", [50000, 10000]), blue("E", [30000, 10000]), FAR
    assert refused(play(*touched, phase="movement"), "red", dig) == "8-g"


@pytest.mark.rule("vivaorre:14-d", "vivaorre:16-b", "vivaorre:5-j")
def test_who_is_not_on_the_table_yet_enters_and_does_nothing_else():
    guns = red("G", None, arm="artillery", sections=2, figures=2, start=4)
    match = play(red("A", None), red("E", None, notes=["engineers"]), guns, FAR, phase="movement")
    assert refused(match, "red", {"do": "dig", "unit": "A"}) == "5-j"
    assert refused(match, "red", {"do": "crew", "unit": "E", "battery": "G", "figures": 1}) == "5-j"
    enters = {"do": "move", "unit": "A", "enter": [30000, 0], "path": [{"go": "advance", "by": 1000}]}
    assert match.refuse("red", enters) is None


@pytest.mark.rule("vivaorre:16-a")
def test_engineers_add_2_to_the_die_for_cover():
    match = dug(3, notes=["engineers"])
    assert list(rolls(match, "works")[0].modifiers) == [("16-a", 2)]
    assert events(match, "works")[0].data["built"] is True
    assert events(dug(2, notes=["engineers"]), "works")[0].data["built"] is False


@pytest.mark.rule("vivaorre:20.boer-d")
def test_vector_d21_all_boers_count_as_engineers_for_cover():
    assert events(dug(3, said={"armies": {"red": {"list": "boer"}}}), "works")[0].data["built"] is True
    assert events(dug(3), "works")[0].data["built"] is False


@pytest.mark.rule("vivaorre:14-d", "vivaorre:1-j")
def test_a_natural_1_never_makes_cover():
    match = dug(1, notes=["engineers"], said={"armies": {"red": {"list": "boer"}}})
    assert events(match, "works")[0].data["built"] is False


# -- 15: bombardment --------------------------------------------------------------------------------------------------


def needed(kind: str, material: str | None = None, long: int = 3) -> int | None:
    said: Plain = {"id": "x", "type": kind}
    if kind in ("wall", "hedge", "bridge"):
        said["line"] = [[0, 0], [long * 1000, 0]]
    else:
        said["shape"] = [[0, 0], [3000, 0], [3000, 3000], [0, 3000]]
    if material is not None:
        said["material"] = material
    return hits_needed(piece_of(said_piece(said), "x"))


@pytest.mark.rule("vivaorre:15-b")
def test_walls_take_one_hit_an_inch_of_wood_and_two_of_stone_rounded_up():
    assert needed("wall", "stone") == 6
    assert needed("wall", "wood") == 3
    said = said_piece({"id": "x", "type": "wall", "line": [[0, 0], [2400, 0]], "material": "stone"})
    assert hits_needed(piece_of(said, "x")) == 5


@pytest.mark.rule("vivaorre:15-c")
def test_bridges_and_buildings_take_5_10_or_15_hits():
    assert [needed("bridge", one) for one in ("wood", "stone")] == [5, 10]
    assert [needed("building", one) for one in ("wood", "stone", "fortified")] == [5, 10, 15]
    assert needed("open_wood") is None


def bombarded(piece: Plain, dice: list[int], ammo: str = "ball") -> q.Match:
    match = play(
        red("B", [30000, 10000], arm="artillery", gun="smooth_9", sections=2),
        FAR,
        phase="fire",
        terrain=(piece,),
        dice=[*dice, *[6, 1] * 5],
        last_turn=9,
    )
    match.answer("red", {"do": "fire", "shots": [{"unit": "B", "target": piece["id"], "ammo": ammo}]})
    return match


@pytest.mark.rule("vivaorre:15-a")
def test_vector_d21_hits_on_a_structure_add_up_until_it_is_no_more():
    hut = area("hut", "building", 28, 14, 32, 17, material="stone", hits=4)
    match = bombarded(hut, [6] * 6 + [1] * 10)
    event = events(match, "structure")[0]
    assert event.data["piece"] == "hut"
    assert event.data["total"] == 4 + event.data["hits"]
    assert event.data["needed"] == 10
    assert event.data["destroyed"] is (event.data["total"] >= 10)
    frail = bombarded({**hut, "hits": 9}, [6] * 16)
    assert events(frail, "structure")[0].data["destroyed"] is True
    assert frail.view(None)["table"]["terrain"] == []
    assert all(rule != "9-m3" for rule, _ in rolls(match, "fire")[0].modifiers)


@pytest.mark.rule("vivaorre:15-a", "vivaorre:15-d")
def test_vector_d21_only_artillery_bombards_and_never_with_canister():
    wall = line("wall", "wall", (28, 12), (32, 12), material="wood")
    match = play(
        red("B", [30000, 10000], arm="artillery", gun="smooth_9", sections=1),
        red("A", [36000, 10000], weapon="breech_rifle"),
        blue("D", [36000, 13000]),
        phase="fire",
        terrain=(wall,),
        dice=[1] * 40,
    )
    canister = {"do": "fire", "shots": [{"unit": "B", "target": "wall", "ammo": "canister"}]}
    assert refused(match, "red", canister) == "15-d"
    assert match.refuse("red", {"do": "fire", "shots": [{"unit": "B", "target": "wall", "ammo": "ball"}]}) is None
    assert refused(match, "red", {"do": "fire", "shots": [{"unit": "A", "target": "wall"}]}) == "15-a"


# -- 16: engineers ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:16-b")
def test_engineers_become_gunners_where_gunners_were_lost():
    engineers = red("E", [30000, 10000], notes=["engineers"])
    battery = red("B", [32190, 10000], arm="artillery", sections=2, figures=2, start=4)
    match = play(engineers, battery, red("A", [40000, 10000]), FAR, phase="movement")
    crew: Plain = {"do": "crew", "unit": "E", "battery": "B", "figures": 2}
    assert refused(match, "red", {**crew, "figures": 3}) == "16-b"
    assert refused(match, "red", {**crew, "unit": "A"}) == "16-b"
    assert refused(match, "red", {**crew, "battery": "A"}) == "16-b"
    match.answer("red", crew)
    assert (unit_of(match, "B")["figures"], unit_of(match, "E")["figures"]) == (4, 6)


def demolished(dice: list[int]) -> q.Match:
    hut = area("hut", "building", 28, 10, 32, 13, material="wood")
    match = play(
        red("E", [30000, 10000], notes=["engineers"]),
        FAR,
        phase="movement",
        terrain=(hut,),
        dice=[dice[0], 6, 1, *dice[1:], 6, 1, 6, 1],
        last_turn=9,
    )
    for _ in dice:
        turn = match.view(None)["turn"]
        match.answer("red", {"do": "demolish", "unit": "E", "piece": "hut"})
        while match.ask is not None and match.view(None)["turn"] == turn:
            match.answer(match.ask.who[0], {"do": "done"})
        while match.ask is not None and match.ask.what != "move":
            match.answer(match.ask.who[0], {"do": "first"} if match.ask.what == "initiative" else {"do": "done"})
    return match


@pytest.mark.rule("vivaorre:16-c")
def test_vector_d21_each_turn_of_engineers_at_a_structure_is_a_die_of_hits():
    match = demolished([4, 1])
    assert [one.data["total"] for one in events(match, "structure")] == [4, 5]
    assert events(match, "structure")[-1].data["destroyed"] is True


@pytest.mark.rule("vivaorre:16-c")
def test_only_engineers_who_touch_a_structure_demolish_it():
    hut = area("hut", "building", 28, 10, 32, 13, material="wood")
    wood = area("wood", "open_wood", 50, 10, 60, 20)
    units = (red("E", [30000, 9000], notes=["engineers"]), red("A", [30000, 6000]))
    match = play(*units, FAR, phase="movement", terrain=(hut, wood))
    assert refused(match, "red", {"do": "demolish", "unit": "E", "piece": "hut"}) == "16-c"
    assert refused(match, "red", {"do": "demolish", "unit": "A", "piece": "hut"}) == "16-c"
    assert refused(match, "red", {"do": "demolish", "unit": "E", "piece": "wood"}) == "16-c"


@pytest.mark.rule("vivaorre:15-b", "vivaorre:15-c")
@pytest.mark.parametrize(
    ("mils", "material", "hits"), [(1000, "wood", 1), (1001, "wood", 2), (1000, "stone", 2), (1001, "stone", 3)]
)
def test_part_of_an_inch_of_wall_counts_for_a_hit(mils: int, material: str, hits: int) -> None:
    wall = {"id": "w", "type": "wall", "line": [[1000, 1000], [1000 + mils, 1000]], "material": material}
    assert hits_needed(piece_of(said_piece(wall), "w")) == hits


@pytest.mark.rule("vivaorre:15-a")
def test_a_structure_is_told_of_by_its_name_or_its_kind() -> None:
    house = area("h", "building", 29, 12, 31, 14, material="stone")
    for named, told in (({"name": "Mulino"}, "Mulino"), ({}, "type_building")):
        battery = red("A", [30000, 10000], arm="artillery", gun="smooth_12")
        match = play(battery, FAR, terrain=({**house, **named},), phase="fire", dice=[6, 6, 1, 1])
        match.answer("red", {"do": "fire", "shots": [{"unit": "A", "target": "h", "ammo": "ball"}]})
        (struck,) = events(match, "structure")
        assert (struck.data["name"], struck.data["hits"], struck.data["total"]) == (told, 2, 2)
        assert (struck.data["needed"], struck.data["destroyed"]) == (10, False)


@pytest.mark.rule("vivaorre:15-b", "vivaorre:15-c")
def test_structures_of_which_nothing_is_said_are_of_stone_and_hedges_of_wood() -> None:
    def needs(piece: Plain) -> int | None:
        return hits_needed(piece_of(said_piece(piece), "x"))

    assert needs(line("x", "wall", (10, 10), (13, 10))) == 6
    assert needs(line("x", "hedge", (10, 10), (13, 10))) == 3
    assert needs(line("x", "hedge", (10, 10), (13, 10), (13, 14))) == 7, "all its parts"
    assert needs(line("x", "bridge", (10, 10), (10, 12))) == 10
    assert needs(area("x", "building", 10, 10, 12, 12)) == 10
    assert needs(area("x", "heavy_works", 10, 10, 12, 12)) == 15
    assert needs(area("x", "light_works", 10, 10, 12, 12)) is None
    assert needs(line("x", "stream", (10, 10), (13, 10))) is None


# -- 16: function by function ------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:16-c")
def test_who_touches_a_structure_or_stands_in_it_is_at_it() -> None:
    def at(piece: Plain, y: int) -> bool:
        s = state(red("A", [30000, y], notes=["engineers"]), FAR, terrain=(piece,))
        return engineers.is_at(s.units["A"], s.ground.pieces[piece["id"]])

    house = area("h", "building", 28, 20, 32, 24)
    assert [at(house, y) for y in (19989, 19990, 22000, 24635, 24636)] == [False, True, True, True, False]
    inside = area("h", "building", 20, 10, 40, 40)
    assert at(inside, 25000), "it touches no wall"
    wall = line("w", "wall", (25, 20), (35, 20))
    half = state(red("A", [30000, 10000]), FAR, terrain=(wall,)).ground.pieces["w"].width // 2
    assert [at(wall, 20000 - half - far) for far in (11, 10, 0)] == [False, True, True]
    assert [at(wall, 20625 + half + far) for far in (11, 10, 0)] == [False, True, True]


@pytest.mark.rule("vivaorre:16-b")
def test_gunners_come_out_of_the_engineers_for_good() -> None:
    battery = red("B", [30000, 10000], arm="artillery", figures=1, start=4, sections=2)
    s = state(red("E", [30000, 8625], notes=["engineers"], figures=5, start=8), battery, FAR)
    engineers.crew(s, s.units["E"], Crew("E", "B", 2))
    assert (s.units["E"].figures, s.units["E"].start) == (3, 6)
    assert (s.units["B"].figures, s.units["B"].start) == (3, 4)
    foe = blue("C", [30000, 8625], arm="artillery", figures=1, start=4, sections=2)
    s = state(red("E", [30000, 8625], notes=["engineers"]), foe, red("F", [33000, 8625]))
    assert engineers.refuse_crew(s, s.units["E"], Crew("E", "C", 1)) is not None, "the enemy's guns"
    assert engineers.refuse_crew(s, s.units["E"], Crew("E", "F", 1)) is not None, "no guns"


@pytest.mark.rule("vivaorre:16-c")
def test_a_turn_of_work_is_a_die_of_hits_unless_one_fought_or_all_is_gone() -> None:
    house = area("h", "building", 28, 10, 32, 14)

    def worked(demolitions: dict[str, str], **more: Any) -> tuple[int, int]:
        sappers = red("A", [30000, 9995], notes=["engineers"], **more)
        match = play(sappers, FAR, terrain=(house,), phase="recovery", demolitions=demolitions, dice=[4, 6, 1, 6, 1])
        done = rolls(match, "demolition")
        assert all((roll.rule, roll.data["need"], roll.data["success"]) == ("16-c", 1, True) for roll in done)
        return len(done), sum(event.data["hits"] for event in events(match, "structure"))

    assert worked({"A": "h"}) == (1, 4)
    assert worked({"A": "h"}, fought=True) == (0, 0)
    assert worked({}) == (0, 0)


@pytest.mark.rule("vivaorre:14-d")
def test_who_has_fired_or_fought_has_built_nothing_and_the_others_roll_on() -> None:
    units = (
        red("A", [10000, 10000], digging=True, fired=True),
        red("B", [20000, 10000], digging=True, fought=True),
        red("C", [30000, 10000], digging=True),
        red("E", [40000, 10000], digging=True),
        red("F", [50000, 10000]),
    )
    s = state(*units, FAR)
    script = works.raise_works(s)
    next(script)
    script.send((4,))
    with pytest.raises(StopIteration):
        script.send((5,))
    told = [(event.data["unit"], event.data["built"], event.data["why"]) for event in s.sink if event.kind == "works"]
    assert told == [("C", False, "failed"), ("E", True, "built")]
    assert list(s.ground.pieces) == ["works1"]


@pytest.mark.rule("vivaorre:14-d", "vivaorre:14-a")
def test_works_are_numbered_after_those_there_are() -> None:
    dug = area("works1", "light_works", 1, 1, 2, 2), area("x", "light_works", 3, 1, 4, 2)
    s = state(red("A", [30000, 10000]), FAR, terrain=(*dug, area("works3", "rough", 5, 1, 6, 2)))
    works.build(s, s.units["A"])
    assert list(s.ground.pieces) == ["works1", "x", "works3", "works4"]
    assert s.ground.pieces["works4"].material == "wood"
    works.build(s, s.units["A"])
    assert list(s.ground.pieces)[-1] == "works5"
