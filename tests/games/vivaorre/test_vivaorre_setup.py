"""Chapters 3 and 19: types of battle, terrain, deployment, the march into an ambush; pick-up battles."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.vivaorre import GAME
from quadrilatero.games.vivaorre.answers import Terrain
from quadrilatero.games.vivaorre.rules import elements, setup
from quadrilatero.table import TOUCH, corners, overlap
from tests.games.vivaorre.battle import area, events, line, red, refused, rolls
from tests.games.vivaorre.pickups import (
    BOERS,
    ETHIOPIA,
    GARIBALDI,
    HORSE,
    ITALY,
    NAPLES,
    army,
    battle,
    fight,
    places,
    state,
)

Plain = dict[str, Any]
THEATRES = {
    "europe": {"gentle_hill", "open_wood", "stream", "building"},
    "south_africa": {"rough", "gully", "bushes", "gentle_hill", "stream"},
    "north_africa": {"sand", "gully", "rough", "bushes", "gentle_hill", "building"},
    "afghanistan": {"gentle_hill", "steep_hill", "rough", "stream", "gully", "building", "open_wood"},
    "china": {"gentle_hill", "stream", "building", "open_wood", "marsh"},
    "india": {"gentle_hill", "open_wood", "dense_wood", "stream", "building"},
}


# -- the position of a pick-up battle ---------------------------------------------------------------------------------


def test_the_same_agreement_gives_the_same_position_and_another_seed_another():
    said: Plain = {"terrain": "generated", "deployment": "automatic"}
    assert battle(**said, seed=3) == battle(**said, seed=3)
    assert battle(**said, seed=3) != battle(**said, seed=4)


def test_ids_name_seat_brigade_and_place_in_it():
    found = battle(deployment="automatic")
    assert [unit["id"] for unit in found["units"]] == ["red.b1.1", "red.b1.2", "blue.b1.1", "blue.b1.2", "blue.b1.3"]
    assert [general["id"] for general in found["generals"]] == ["red.cic", "red.b1", "blue.cic", "blue.b1"]


@pytest.mark.rule("vivaorre:20-a")
def test_units_of_a_pickup_have_what_their_list_says_of_them():
    gun = battle()["units"][-1]
    assert (gun["arm"], gun["gun"], gun["sections"], gun["brigade"]) == ("artillery", "smooth_6", 1, "blue.b1")
    foot = battle()["units"][0]
    assert (foot["class"], foot["figures"], foot["points"]) == ("b-c-c", 8, 8 * 28)


@pytest.mark.rule("vivaorre:5-c", "vivaorre:5-e")
def test_who_has_no_name_of_its_own_is_called_by_its_list_in_both_languages():
    named = army("nap", 1860, {"entry": "inf.linea", "name": "3° di linea"}, "inf.linea")
    found = battle(named, NAPLES)
    assert [unit["name"] for unit in found["units"]][:2] == [
        "3° di linea",
        {"en": "Line infantry b1.2", "it": "Fanteria di linea b1.2"},
    ]
    assert found["armies"]["red"]["name"] == {"en": "Naples", "it": "Napoli"}
    assert [general["name"] for general in found["generals"]][:2] == [
        {"en": "Commander-in-chief", "it": "Comandante in capo"},
        {"en": "Brigadier b1", "it": "Brigadiere b1"},
    ]
    ranks = [(one["rank"], one["brigade"]) for one in found["generals"] if one["side"] == "red"]
    assert ranks == [("cic", None), ("brigade", "red.b1")]
    match = q.start("vivaorre", position=battle(named, NAPLES, deployment="automatic"), seed=1)
    assert match.view("red")["units"][1]["name"]["en"] == "Line infantry b1.2"


def test_a_name_in_one_language_alone_is_a_fault():
    position = {"units": [{"id": "A", "side": "red", "at": [1000, 1000], "name": {"en": "Line"}}]}
    with pytest.raises(q.BadPosition, match=r"units\[0\]\.name: expected one name, or one for each of en, it"):
        q.start("vivaorre", position=position)


@pytest.mark.rule("vivaorre:8-q")
def test_who_loses_a_file_beside_a_friend_still_stands_lawfully():
    """Its edge is drawn anew and rounded: a thousandth of an inch deeper in its neighbour's than it could have come."""
    files = {"formation": "skirmish", "notes": ["skirmish"], "facing": 35578}
    mass = red("M", [21171, 23451], formation="mass", training="irregular", facing=31500, figures=14, start=16)

    def beside(by: int, figures: int) -> Plain:
        return {"units": [mass, red("S", [19560, 21534 + by], figures=figures, start=8, **files)], "last_turn": 1}

    poses = [q.start("vivaorre", position=beside(0, count)).standing()[1].units for count in (7, 6)]
    assert [overlap(units["M"].pose, units["S"].pose) for units in poses] == [TOUCH, TOUCH + 1]
    with pytest.raises(q.BadPosition, match="'S' stands on 'M'"):
        q.start("vivaorre", position=beside(8, 6))


@pytest.mark.rule("vivaorre:1-a")
def test_a_table_for_figures_of_25_mm_has_two_thirds_of_its_inches_in_inches_of_the_rules():
    assert battle()["table"]["size"] == [72000, 48000]
    assert battle(table=[72, 48], figures="25")["table"]["size"] == [48000, 32000]


@pytest.mark.rule("vivaorre:20.gar-c", "vivaorre:20.zulu-b", "vivaorre:20.zulu-c")
def test_generals_have_the_characters_that_their_list_gives_them():
    generals = {general["id"]: general for general in battle()["generals"]}
    assert generals["red.cic"]["characters"] == ["carismatico"]
    assert generals["blue.cic"]["characters"] == []
    impi = {"entry": "zulu.inf.scapoli", "figures": 20}
    zulu = {**army("zulu", 1879), "brigades": [{"units": [impi]} for _ in range(4)]}
    british = army("uk", 1879, "inglesi.inf.linea", "inglesi.inf.linea")
    found = [one for one in battle(british, zulu, theatre="south_africa")["generals"] if one["side"] == "blue"]
    assert [(one["role"], one["characters"]) for one in found] == [
        ("head", ["impetuoso"]),
        ("left", ["impetuoso"]),
        ("right", ["impetuoso"]),
        ("loins", ["cauto"]),
    ]


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        ({"kind": "siege"}, "kind: expected one of encounter"),
        ({"attacker": "green"}, "attacker"),
        ({"home": "green"}, "home"),
        ({"theatre": "moon"}, "theatre"),
        ({"deployment": "none"}, "deployment"),
        ({"weather": "snow"}, "weather"),
        ({"figures": "28"}, "figures"),
        ({"terrain": "none"}, "terrain"),
        ({"table": [72]}, "table"),
        ({"table": "large"}, "table"),
        ({"dice": []}, "dice"),
    ],
)
def test_what_is_wrong_with_an_agreement_is_named(said: Plain, fault: str):
    with pytest.raises(q.BadPosition, match=fault):
        battle(**said)


def test_both_sides_need_an_army_with_units():
    with pytest.raises(q.BadArmy, match="one of red and one of blue"):
        q.pickup("vivaorre", armies={"red": NAPLES})
    with pytest.raises(q.BadArmy, match="both need units"):
        battle(army("nap", 1860))


def test_a_game_without_armies_has_no_pickup():
    with pytest.raises(q.BadPosition, match="its scenarios say who fights"):
        q.pickup("camposanto", armies={})


# -- 3-a, 3-f, 3-g: the type of battle --------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:3-f", "vivaorre:3-g")
def test_vector_d19_horse_and_home_add_one_and_a_lead_of_two_is_a_defensive_battle():
    match = fight(HORSE, GARIBALDI, kind="roll", home="blue", dice=[4, 2])
    roll = rolls(match, "type")[0]
    assert roll.data["totals"] == {"red": 5, "blue": 3}
    assert list(roll.modifiers) == [("3-f", 1), ("3-f", 1)]
    assert match.ask is not None
    assert list(match.ask.who) == ["red"]
    assert events(match, "type")[0].data["attacker"] == "blue"


@pytest.mark.rule("vivaorre:3-f", "vivaorre:3-g")
def test_vector_d19_a_lead_of_three_is_an_ambush_by_who_rolled_higher():
    match = fight(HORSE, GARIBALDI, kind="roll", home="red", dice=[6, 5])
    assert rolls(match, "type")[0].data["totals"] == {"red": 8, "blue": 5}
    assert events(match, "type")[0].data == {"type": "ambush", "attacker": "blue"}


@pytest.mark.rule("vivaorre:3-g")
def test_vector_d19_a_smaller_lead_is_an_encounter():
    match = fight(kind="roll", dice=[3, 4])
    assert events(match, "type")[0].data["type"] == "encounter"
    assert setup.type_of_battle({"red": 1, "blue": 3}, "red") == ("defensive", "red")
    assert setup.type_of_battle({"red": 1, "blue": 4}, "blue") == ("ambush", "red")


@pytest.mark.rule("vivaorre:3-a")
def test_there_are_three_types_and_one_is_said_without_a_roll():
    for kind in ("encounter", "defensive", "ambush"):
        match = fight(kind=kind)
        assert events(match, "type")[0].data["type"] == kind
        assert rolls(match, "type") == []


# -- 3-h to 3-l, 19: terrain ------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:3-h", "vivaorre:3-i")
def test_vector_d19_who_is_in_defence_has_one_element_more_and_his_enemy_one_less():
    match = fight(ITALY, ETHIOPIA, kind="defensive", terrain="players", theatre="north_africa", dice=[1, 6, 2])
    assert rolls(match, "elements")[0].data["totals"] == {"red": 0, "blue": 7}
    assert match.ask is not None
    assert (match.ask.what, list(match.ask.who)) == ("terrain", ["blue"])
    attacking = fight(ITALY, ETHIOPIA, attacker="blue", kind="defensive", terrain="players", dice=[3, 3, 2])
    assert rolls(attacking, "elements")[0].data["totals"] == {"red": 2, "blue": 4}


@pytest.mark.rule("vivaorre:3-h")
def test_in_an_ambush_the_ambusher_counts_as_in_defence_and_in_an_encounter_nobody_does():
    ambush = fight(kind="ambush", attacker="red", terrain="players", dice=[3, 3, 2])
    assert rolls(ambush, "elements")[0].data["totals"] == {"red": 2, "blue": 4}
    encounter = fight(kind="encounter", terrain="players", dice=[3, 3, 2])
    assert rolls(encounter, "elements")[0].data["totals"] == {"red": 3, "blue": 3}
    assert elements.number_of_elements({"red": 1, "blue": 1}, "blue") == {"red": 0, "blue": 2}


WOOD: Plain = {"do": "terrain", "type": "open_wood", "shape": [[0, 0], [12000, 0], [12000, 9000], [0, 9000]]}


@pytest.mark.rule("vivaorre:3-l")
def test_elements_are_placed_one_at_a_time_in_turn_and_the_first_by_lot():
    match = fight(terrain="players", dice=[2, 1, 5])
    assert rolls(match, "first_element")[0].data["winner"] == "blue"
    order = []
    while match.ask is not None and match.ask.what == "terrain":
        order.append(match.ask.who[0])
        x = 14000 * len(order)
        match.answer(order[-1], {**WOOD, "shape": [[x, 0], [x + 12000, 0], [x + 12000, 9000], [x, 9000]]})
    assert order == ["blue", "red", "red"]
    assert len(match.view(None)["table"]["terrain"]) == 3
    first_red = fight(terrain="players", dice=[2, 1, 3])
    assert first_red.ask is not None
    assert first_red.ask.who[0] == "red"


@pytest.mark.rule("vivaorre:3-l")
def test_who_passes_places_no_more():
    match = fight(terrain="players", dice=[2, 2, 1])
    match.answer("red", {"do": "pass"})
    assert match.ask is not None
    assert match.ask.who[0] == "blue"
    match.answer("blue", WOOD)
    assert match.ask.who[0] == "blue"


@pytest.mark.rule("vivaorre:3-j")
def test_an_element_is_at_most_twelve_inches_long_and_wide_turned_as_one_likes():
    match = fight(terrain="players", dice=[2, 2, 1])
    assert match.refuse("red", WOOD) is None
    long = {**WOOD, "shape": [[0, 0], [13000, 0], [13000, 9000], [0, 9000]]}
    assert refused(match, "red", long) == "3-j"
    turned = {**WOOD, "shape": [[20000, 10000], [28400, 18400], [20000, 26800], [11600, 18400]]}
    assert match.refuse("red", turned) is None
    assert refused(match, "red", {**WOOD, "shape": [[-1000, 0], [3000, 0], [3000, 3000], [-1000, 3000]]}) == "3-j"
    assert refused(match, "red", {"do": "terrain", "type": "open_wood", "line": [[0, 0], [1000, 0]]}) == "3-j"
    assert match.refuse("red", {**WOOD, "type": "open"}) is None
    wall = {"do": "terrain", "type": "wall", "line": [[0, 5000], [12000, 5000]]}
    assert match.refuse("red", wall) is None
    assert refused(match, "red", {**wall, "line": [[0, 5000], [12100, 5000]]}) == "3-j"


@pytest.mark.rule("vivaorre:3-j")
def test_streams_and_roads_cross_the_whole_table():
    match = fight(terrain="players", dice=[2, 2, 1])
    for kind in ("stream", "road"):
        whole = {"do": "terrain", "type": kind, "line": [[0, 5000], [30000, 9000], [72000, 5000]]}
        assert match.refuse("red", whole) is None
        assert refused(match, "red", {**whole, "line": [[0, 5000], [12000, 5000]]}) == "3-j"
        assert refused(match, "red", {**whole, "line": [[0, 5000], [0, 15000]]}) == "3-j"


@pytest.mark.rule("vivaorre:3-k")
def test_impassable_ground_needs_an_agreement():
    cliff = {**WOOD, "type": "impassable"}
    assert refused(fight(terrain="players", dice=[2, 2, 1]), "red", cliff) == "3-k"
    agreed = fight(terrain="players", dice=[2, 2, 1], options={"impassable_terrain": "on"})
    assert agreed.refuse("red", cliff) is None


@pytest.mark.rule("vivaorre:19-a")
def test_in_a_tournament_only_the_elements_of_the_theatre_are_placed():
    rough = {**WOOD, "type": "rough"}
    friendly = fight(terrain="players", dice=[2, 2, 1])
    assert friendly.refuse("red", rough) is None
    tournament = fight(terrain="players", dice=[2, 2, 1], options={"tournament_terrain": "on"})
    assert refused(tournament, "red", rough) == "19-a"
    assert tournament.refuse("red", WOOD) is None
    assert tournament.refuse("red", {**WOOD, "type": "open"}) is None


def types_of(theatre: str) -> set[str]:
    setup = battle(theatre=theatre)["setup"]
    return set(setup["types"])


@pytest.mark.rule("vivaorre:19-c", "vivaorre:19-d", "vivaorre:19-e")
def test_the_elements_of_europe_and_of_africa():
    for theatre in ("europe", "south_africa", "north_africa"):
        assert types_of(theatre) == THEATRES[theatre]


@pytest.mark.rule("vivaorre:19-f", "vivaorre:19-g")
def test_the_elements_of_afghanistan_china_and_india():
    for theatre in ("afghanistan", "china", "india"):
        assert types_of(theatre) == THEATRES[theatre]


@pytest.mark.parametrize("theatre", THEATRES)
@pytest.mark.rule("vivaorre:3-j", "vivaorre:19-a", "vivaorre:3-h")
def test_generated_terrain_is_lawful_in_its_theatre(theatre: str):
    kinds = set()
    for seed in range(12):
        found = battle(terrain="generated", theatre=theatre, seed=seed)
        pieces = found["table"]["terrain"]
        assert len(pieces) <= 12
        bare = state({**found, "table": {"size": found["table"]["size"]}}, tournament_terrain="on")
        for piece in pieces:
            answer = Terrain(piece["type"], piece.get("shape"), piece.get("line"))
            assert elements.refuse_element(bare, tuple(THEATRES[theatre]), answer) is None
        kinds |= {piece["type"] for piece in pieces}
    assert kinds <= THEATRES[theatre] | {"open"}
    assert len(kinds) > 2


def test_candidates_for_terrain_are_lawful_and_few():
    match = fight(terrain="players", dice=[2, 2, 1], options={"tournament_terrain": "on"})
    found = match.options("red")
    assert 8 < len(found) <= 24
    assert found[-1] == {"do": "pass"}
    assert all(match.refuse("red", answer) is None for answer in found)


# -- 3-b, 3-c: deployment ---------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:3-c")
def test_in_an_encounter_both_deploy_at_once_sealed_in_their_own_half():
    match = fight()
    assert match.ask is not None
    assert (match.ask.what, list(match.ask.who)) == ("deploy", ["red", "blue"])
    mine = places(match, "red")
    assert match.refuse("red", mine) is None
    mine["units"]["red.b1.1"]["at"] = [30000, 24001]
    assert refused(match, "red", mine) == "3-c"
    mine["units"]["red.b1.1"]["at"] = [30000, 24000]
    assert match.refuse("red", mine) is None
    match.answer("red", mine)
    assert [unit["at"] for unit in match.view("blue")["units"] if unit["side"] == "red"] == [None, None]
    match.answer("blue", places(match, "blue"))
    assert unit_at(match, "red.b1.1") == [30000, 24000]
    assert match.view(None)["phase"] != "setup"


def unit_at(match: q.Match, id: str) -> list[int] | None:
    found: list[int] | None = next(unit["at"] for unit in match.view(None)["units"] if unit["id"] == id)
    return found


@pytest.mark.rule("vivaorre:3-b")
def test_in_a_defensive_battle_the_defender_deploys_in_his_half_and_the_attacker_enters_from_his_edge():
    match = fight(kind="defensive", attacker="red", dice=[1, 6])
    assert match.ask is not None
    assert list(match.ask.who) == ["blue"]
    mine = places(match, "blue")
    mine["units"]["blue.b1.1"]["at"] = [30000, 23000]
    assert refused(match, "blue", mine) == "3-b"
    theirs = places(match, "blue")
    match.answer("blue", theirs)
    assert unit_at(match, "blue.b1.1") == theirs["units"]["blue.b1.1"]["at"]
    told = [event.data["units"] for event in events(match, "deployed")]
    assert told == [["blue.b1.1", "blue.b1.2", "blue.b1.3"]]
    assert unit_at(match, "red.b1.1") is None
    leads = {one["id"]: one["with"] for one in match.view(None)["generals"]}
    assert leads["red.b1"] == "red.b1.1", "he comes with the first of his units"
    assert match.ask.what == "initiative"
    match.answer("blue", {"do": "second"})
    assert match.ask.what in ("charge", "move")
    if match.ask.what == "charge":
        match.answer(match.ask.who[0], {"do": "done"})
    enter = {"do": "move", "unit": "red.b1.1", "path": [{"go": "advance", "by": 3000}], "enter": [30000, 0]}
    assert refused(match, "red", {**enter, "enter": [30000, 48000]}) == "5-j"
    match.answer("red", enter)
    assert unit_at(match, "red.b1.1") == [30000, 3000]


@pytest.mark.rule("vivaorre:3-c", "vivaorre:5-c", "vivaorre:8-u")
def test_a_deployment_names_every_unit_once_on_ground_open_to_it_and_apart_from_others():
    wood = area("w", "dense_wood", 20, 10, 30, 20)
    match = fight(HORSE, NAPLES, terrain=[wood])
    mine = places(match, "red")
    first, second = (mine["units"][id] for id in ("red.b1.1", "red.b1.2"))
    assert refused(match, "red", {**mine, "units": {"red.b1.1": first}}) == "3-c"
    assert refused(match, "red", {**mine, "units": {**mine["units"], "blue.b1.1": first}}) == "3-c"
    assert (
        refused(match, "red", {**mine, "units": {"red.b1.1": first, "red.b1.2": {**second, "at": first["at"]}}})
        == "3-c"
    )
    inside = {"red.b1.1": {"at": [25000, 15000]}, "red.b1.2": second}
    assert refused(match, "red", {**mine, "units": inside}) == "8-u"
    square = {"red.b1.1": {**first, "formation": "square"}, "red.b1.2": second}
    assert refused(match, "red", {**mine, "units": square}) == "2-i"
    assert refused(match, "red", {**mine, "generals": {"blue.b1": [1, 1]}}) == "3-c"
    assert refused(match, "red", {**mine, "generals": {"red.b1": [1, 40000]}}) == "3-c"
    match.answer("red", {**mine, "generals": {"red.b1": [2000, 3000]}})
    match.answer("blue", places(match, "blue"))
    generals = {general["id"]: general for general in match.view(None)["generals"]}
    assert generals["red.b1"]["at"] == [2000, 3000]
    assert generals["red.cic"]["with"] == "red.b1.1"


@pytest.mark.rule("vivaorre:2-e")
def test_irregular_foot_is_not_deployed_in_line():
    match = fight(ETHIOPIA, ITALY, theatre="north_africa")
    mine = places(match, "red")
    assert match.refuse("red", mine) is None
    mine["units"]["red.b1.1"]["formation"] = "line"
    assert refused(match, "red", mine) == "2-e"


@pytest.mark.rule("vivaorre:8-s")
def test_close_order_deployed_in_difficult_ground_is_a_mass():
    match = fight(terrain=[area("w", "open_wood", 20, 10, 30, 20)])
    mine = places(match, "red")
    mine["units"]["red.b1.1"] = {"at": [25000, 15000], "formation": "line"}
    match.answer("red", mine)
    match.answer("blue", places(match, "blue"))
    unit = next(unit for unit in match.view(None)["units"] if unit["id"] == "red.b1.1")
    assert (unit["formation"], unit["disorder"]) == ("mass", "ground")


# -- 13-g, 20.boer-d: hidden, trenches --------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:13-g")
def test_units_are_hidden_only_in_ground_that_conceals():
    pieces = [area("w", "open_wood", 20, 10, 30, 20), line("g", "gully", (40, 5), (40, 20))]
    match = fight(terrain=pieces)
    mine = places(match, "red")
    mine["units"]["red.b1.1"] = {"at": [10000, 15000], "hidden": True}
    assert refused(match, "red", mine) == "13-g"
    mine["units"]["red.b1.1"]["at"] = [40000, 15000]
    assert match.refuse("red", mine) is None
    mine["units"]["red.b1.1"]["at"] = [25000, 15000]
    match.answer("red", mine)
    match.answer("blue", places(match, "blue"))
    assert "red.b1.1" not in [unit["id"] for unit in match.view("blue")["units"]]
    assert "red.b1.1" in [unit["id"] for unit in match.view("red")["units"]]
    assert match.view("blue")["unseen"] == {"red": 1, "blue": 0}
    told = [event for event in match.told("blue") if event.kind == "deployed"]
    assert [event.data["hidden"] for event in told] == [1, 0]
    assert "concealed" not in [event.kind for event in match.told("blue")]


@pytest.mark.rule("vivaorre:20.boer-d", "vivaorre:14-a")
def test_boers_dig_a_trench_for_every_three_units_before_the_battle():
    match = fight(BOERS, ITALY, theatre="south_africa")
    mine = places(match, "red")
    trench = [[2000, 2000], [14000, 2000]]
    assert [match.asked(seat).data["trenches"] for seat in ("red", "blue")] == [2, 0]
    assert match.refuse("red", {**mine, "trenches": [trench, [[2000, 4000], [8000, 4000]]]}) is None
    assert refused(match, "red", {**mine, "trenches": [trench] * 3}) == "20.boer-d"
    assert refused(match, "red", {**mine, "trenches": [[[2000, 2000], [14001, 2000]]]}) == "20.boer-d"
    assert refused(match, "red", {**mine, "trenches": [[[2000, 2000], [2000, 30000]]]}) == "20.boer-d"
    theirs = places(match, "blue")
    assert refused(match, "blue", {**theirs, "trenches": [[[2000, 40000], [9000, 40000]]]}) == "20.boer-d"
    match.answer("red", {**mine, "trenches": [trench]})
    match.answer("blue", theirs)
    piece = match.view(None)["table"]["terrain"][0]
    assert piece["type"] == "light_works"
    assert sorted(piece["shape"]) == [[2000, 1500], [2000, 2500], [14000, 1500], [14000, 2500]]


@pytest.mark.rule("vivaorre:20.boer-d")
@pytest.mark.parametrize("y", [-1, 30000])
def test_trenches_lie_in_the_own_zone(y: int) -> None:
    match = fight(BOERS, ITALY, theatre="south_africa")
    for trench in ([[2000, y], [8000, y]], [[-1, 2000], [8000, 2000]], [[2000, 2000]], [[2000, 2000], [2000, 2000]]):
        assert refused(match, "red", {**places(match, "red"), "trenches": [trench]}) == "20.boer-d"


# -- 3-d, 3-e: ambush -------------------------------------------------------------------------------------------------


def ambushed() -> tuple[q.Match, Plain]:
    """An ambush of red by blue, and what blue writes down: all on the far side of a hedge."""
    hedge = line("h", "hedge", (50, 0), (50, 48))
    match = fight(kind="ambush", attacker="red", terrain=[hedge], dice=[1, 6, *[3] * 40])
    mine = {
        "do": "deploy",
        "units": {
            "blue.b1.1": {"at": [60000, 8000], "facing": 27000},
            "blue.b1.2": {"at": [60000, 20000], "facing": 27000},
            "blue.b1.3": {"at": [60000, 40000], "facing": 27000},
        },
    }
    return match, mine


WAY: Plain = {"do": "route", "order": ["red.b1.2", "red.b1.1"], "line": [[10000, 0], [10000, 48000]]}


@pytest.mark.rule("vivaorre:3-d")
def test_an_ambusher_stands_anywhere_and_the_other_writes_order_and_way_from_edge_to_edge():
    match, mine = ambushed()
    assert match.ask is not None
    assert list(match.ask.who) == ["red", "blue"]
    assert match.refuse("blue", mine) is None
    assert refused(match, "red", mine) == "3-d"
    assert refused(match, "blue", {**mine, "units": {"blue.b1.1": {"at": [60000, 8000]}}}) == "3-d", "all of them"
    outside = {**mine["units"], "blue.b1.1": {"at": [71500, 8000]}}
    assert refused(match, "blue", {**mine, "units": outside}) == "3-d", "on the table"
    assert refused(match, "blue", WAY) == "3-d"
    assert refused(match, "red", {**WAY, "order": ["red.b1.2"]}) == "3-d"
    assert refused(match, "red", {**WAY, "line": [[10000, 0], [10000, 40000]]}) == "3-d"
    assert refused(match, "red", {**WAY, "line": [[10000, 0], [20000, 0]]}) == "3-d"
    assert match.refuse("red", {**WAY, "line": [[10000, 0], [30000, 9000], [72000, 20000]]}) is None


@pytest.mark.rule("vivaorre:3-d")
@pytest.mark.parametrize(
    "way",
    [
        [[10000, 0]],
        [[10000, 0], [10000, 49000], [72000, 20000]],
        [[10000, 0], [-1, 20000], [72000, 20000]],
        [[10000, 0], [10000, 0], [10000, 48000]],
        [[10000, 5000], [10000, 48000]],
        [[40000, 0], [40000, 48000]],
    ],
)
def test_the_way_of_the_ambushed_stays_on_the_table_and_on_open_ground(way: list[list[int]]) -> None:
    river = line("r", "impassable", (35, 24), (45, 24), material="river")
    match = fight(kind="ambush", attacker="red", terrain=[river], dice=[1, 6, *[3] * 40])
    assert match.refuse("red", WAY) is None
    assert refused(match, "red", {**WAY, "line": way}) == "3-d"


NORTHWARD = [[40000, 0], [40000, 48000]]


def closed_way(terrain: list[Plain], way: list[list[int]] = NORTHWARD, red: Plain = GARIBALDI) -> str | None:
    """The piece by which a way is closed to an army that is to be ambushed; None where it may march there."""
    match = fight(red, kind="ambush", attacker="red", terrain=terrain, dice=[1, 6, *[3] * 40])
    order = [unit["id"] for unit in match.view("red")["units"] if unit["side"] == "red"]
    refusal = match.refuse("red", {"do": "route", "order": order, "line": way})
    assert refusal is None or (refusal.rule, refusal.reason) == ("3-d", "closed_to_march"), refusal
    return None if refusal is None else refusal.data["piece"]


@pytest.mark.rule("vivaorre:3-d", "vivaorre:8-ab")
@pytest.mark.parametrize("material", ["river", "cliff", "crest", "jungle"])
def test_the_way_of_the_ambushed_leads_through_no_closed_ground(material: str) -> None:
    across = area("x", "impassable", 30, 20, 50, 26, material=material)
    assert closed_way([across]) == "x"
    assert closed_way([line("l", "impassable", (30, 20), (50, 20), material=material)]) == "l"
    assert closed_way([across], [[20000, 0], [20000, 48000]]) is None
    assert closed_way([across], [[29700, 0], [29700, 48000]]) is None, "a column is as wide as its figure"
    assert closed_way([across], [[29900, 0], [29900, 48000]]) == "x"


@pytest.mark.rule("vivaorre:3-d", "vivaorre:8-aa")
@pytest.mark.parametrize("passage", ["bridge", "ford"])
def test_the_way_of_the_ambushed_leads_over_water_where_columns_cross_it(passage: str) -> None:
    over = line("b", passage, (40, 19), (40, 27))
    for river in (
        area("x", "impassable", 0, 20, 72, 26, material="river"),
        line("x", "impassable", (0, 22), (72, 22), material="river"),
    ):
        assert closed_way([river]) == "x"
        assert closed_way([river, over]) is None
        assert closed_way([river, over], [[44000, 0], [44000, 48000]]) == "x"
        assert closed_way([river, over], [[30000, 0], [40000, 10000], [40000, 48000]]) is None


@pytest.mark.rule("vivaorre:3-d", "vivaorre:8-u", "vivaorre:8-x")
@pytest.mark.parametrize(
    "ground", [area("x", "dense_wood", 30, 20, 50, 26), line("x", "gully", (30, 22), (50, 22))], ids=["wood", "gully"]
)
def test_the_way_of_the_ambushed_is_open_to_every_unit_of_the_army(ground: Plain) -> None:
    assert closed_way([ground]) is None, "foot passes"
    assert closed_way([ground], red=NAPLES) == "x", "its guns do not"


def test_ways_are_offered_to_the_ambushed_wherever_one_is_open() -> None:
    river = area("x", "impassable", 0, 20, 72, 26, material="river")
    match = fight(kind="ambush", attacker="red", terrain=[river], dice=[1, 6, *[3] * 40])
    offered = match.options("red")
    assert offered
    assert all(match.refuse("red", way) is None for way in offered)


@pytest.mark.rule("vivaorre:3-d", "vivaorre:3-e")
def test_ambushers_are_not_on_the_table_and_the_others_march_on_their_way_in_their_order():
    match, mine = ambushed()
    match.answer("red", WAY)
    match.answer("blue", mine)
    assert [unit["id"] for unit in match.view("red")["units"]] == ["red.b1.1", "red.b1.2"]
    assert match.view("red")["unseen"] == {"red": 0, "blue": 3}
    assert match.ask is not None
    match.answer("blue", {"do": "second"})
    match.answer("blue", {"do": "done"})
    follow: Plain = {"go": "follow", "road": "route", "by": 4000}
    enter: Plain = {"do": "move", "unit": "red.b1.2", "path": [follow], "enter": [10000, 0]}
    assert refused(match, "red", {**enter, "unit": "red.b1.1"}) == "3-d"
    assert refused(match, "red", {**enter, "enter": [12000, 0]}) == "3-d"
    assert refused(match, "red", {**enter, "path": [{"go": "advance", "by": 4000}]}) == "3-d"
    match.answer("red", enter)
    unit = next(unit for unit in match.view("red")["units"] if unit["id"] == "red.b1.2")
    assert (unit["at"], unit["facing"], unit["formation"]) == ([10000, 4000], 0, "march")


# -- automatic deployment ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["encounter", "defensive", "ambush"])
def test_automatic_deployments_are_lawful(kind: str):
    book = q.army("vivaorre")
    for seed in range(3):
        red = book.suggest(list="pru", year=1866, points=2500, against="aus", seed=seed)
        blue = book.suggest(list="aus", year=1866, points=2500, against="pru", seed=seed)
        said = {"kind": kind, "terrain": "generated", "deployment": "automatic", "seed": seed}
        found = state(battle(red, blue, **said))
        standing = list(found.on_table())
        assert {unit.side for unit in standing} == ({"red", "blue"} if kind == "encounter" else {"blue"})
        for number, unit in enumerate(standing):
            assert unit.hidden == (kind == "ambush")
            assert all(overlap(unit.pose, other.pose) == 0 for other in standing[:number])
            ys = corners(unit.pose)[1::2]
            assert kind == "ambush" or (max(ys) <= 24000 if unit.side == "red" else min(ys) >= 24000)


def test_nothing_is_asked_where_terrain_and_deployment_are_made():
    match = fight(deployment="automatic", dice=[6, 1])
    assert match.ask is not None
    assert match.ask.what == "initiative"
    rolled = fight(kind="roll", deployment="automatic", dice=[3, 3, 6, 1])
    assert rolled.ask is not None
    assert rolled.ask.what == "initiative"


# -- 5-m, 5-n ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:5-m", "vivaorre:5-n")
def test_subordinate_generals_roll_for_a_character_before_the_battle():
    match = fight(deployment="automatic", options={"characters": "on"}, dice=[4, 5, 12, 6, 1])
    generals = {general["id"]: general["characters"] for general in match.view(None)["generals"]}
    assert generals == {"red.cic": ["carismatico"], "red.b1": [], "blue.cic": [], "blue.b1": ["vigliacco"]}


@pytest.mark.rule("vivaorre:5-ch20")
def test_a_caotico_has_two_more_characters_and_rolls_again_for_a_second_20_or_the_same():
    match = fight(deployment="automatic", options={"characters": "on"}, dice=[1, 6, 20, 20, 4, 4, 8, 6, 1])
    generals = {general["id"]: general["characters"] for general in match.view(None)["generals"]}
    assert generals["blue.b1"] == ["caotico", "carismatico", "rapido"]


def test_an_army_that_finds_no_room_is_named():
    many = army("nap", 1860, *["inf.linea"] * 60)
    with pytest.raises(ValueError, match="too small for the army of red"):
        battle(many, NAPLES, table=[12, 12], deployment="automatic")


def test_the_game_reads_its_own_pickups():
    found = battle(terrain="players", kind="roll")
    assert GAME.position(GAME.read(found, GAME.choose_options({}))) == found
