"""What rules of movement, facing, markers and conduct come to in play: in the action that carries them out."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.custoza.answers import Declare
from quadrilatero.games.custoza.rules import declarations, listing
from tests.games.custoza.invariants import forgetful
from tests.games.custoza.support import (
    Plain,
    austria,
    decline,
    events,
    italy,
    now,
    play,
    refused,
    rolls,
    state,
    where,
)

FAR = austria("far", "6010")
IDLE = italy("idle", "5010")


def act(*units: Plain, dice: list[int] | None = None, **more: Any) -> q.Match:
    """The Italians act."""
    return play(*units, dice=dice or [], active={"formation": "italy", **more.pop("active", {})}, **more)


def move(*path: str, units: tuple[str, ...] = ("A",), **more: Any) -> Plain:
    """A move along a path."""
    return {"do": "move", "units": list(units), "path": list(path), **more}


def marker(hex: str, target: str, kind: str = "assault") -> Plain:
    """A marker that aims at a hex."""
    return {"type": kind, "hex": hex, "target": target}


def facing_of(m: q.Match, id: str) -> int:
    return int(now(m).units[id].facing)


# -- 2.2, 7.2, 7.4: a move ---------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:2.2-a", "custoza:7.2-b", "custoza:3.2.2b-b")
def test_a_force_pays_for_the_ground_and_controls_each_hex_it_has_entered() -> None:
    m = act(
        italy("A", "3010"),
        IDLE,
        FAR,
        board={"terrain": {"3011": "heavy_cultivation"}},
        control={"austria": ["3011", "3012", "3013"]},
        victory={"type": "majority", "hexes": ["3012"]},
    )
    assert refused(m, "italy", move("3012")) == "7.2-b", "hex by hex"
    m.answer("italy", move("3011", "3012"))
    assert events(m, "moved")[0].data["mp"] == "3"
    s = now(m)
    assert {side: {"3011", "3012", "3013"} & set(s.board.numbers(s.control[side])) for side in s.control} == {
        "italy": {"3011", "3012"},
        "austria": {"3013"},
    }
    assert [event.data for event in events(m, "control")] == [{"hex": "3012", "side": "italy"}]


@pytest.mark.rule("custoza:7.4-a")
def test_one_hex_whatever_it_costs_is_listed_and_a_lake_is_not() -> None:
    ground = {"3011": "heavy_cultivation", "3009": "lake"}
    m = act(italy("A", "3010", ma=1), IDLE, FAR, board={"terrain": ground})
    listed = [option["path"] for option in m.options("italy") if option["do"] == "move" and option["units"] == ["A"]]
    assert ["3011"] in listed
    assert ["3009"] not in listed
    assert refused(m, "italy", move("3009")) == "7.4-a"


@pytest.mark.rule("custoza:3.2.2b-b")
def test_an_action_is_what_its_own_rules_allow() -> None:
    m = act(italy("K", "3010", "cavalry", facing="S"), IDLE, austria("D", "3012", march=True))
    assert refused(m, "italy", {"do": "fire", "units": ["K"], "hex": "3012"}) == "8.3-e"
    assert refused(m, "italy", {"do": "square", "units": ["K"]}) == "7.7-a"
    assert refused(m, "italy", {"do": "assault", "units": ["K"], "path": []}) == "10.1-a"
    m.answer("italy", move("3009", units=("K",)))
    assert now(m).active.acted["K"].did == "move"


# -- 7.6, 2.7: facing --------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:7.6-a")
def test_an_assault_turns_the_guns_of_its_hex_along() -> None:
    units = italy("A", "3010", facing="N"), italy("g", "3010", "artillery", facing="N")
    m = act(
        *units, austria("D", "3011", facing="N"), active={"markers": [marker("3010", "3011")]}, dice=[4, 4, 1, 1, 1, 1]
    )
    m.answer("italy", {"do": "assault", "units": ["A"], "path": []})
    decline(m)
    assert [facing_of(m, id) for id in "Ag"] == [3, 3]


@pytest.mark.rule("custoza:7.6-a", "custoza:7.6-b")
def test_who_has_moved_or_assaulted_turns_as_one() -> None:
    m = act(italy("A", "3010", sv=2), italy("B", "3010", sv=2), IDLE, FAR)
    m.answer("italy", move("3011", units=("A", "B")))
    assert refused(m, "italy", {"do": "face", "units": ["A"], "facing": "NE"}) == "7.6-a"
    m.answer("italy", {"do": "face", "units": ["A", "B"], "facing": "NE"})
    assert [facing_of(m, id) for id in "AB"] == [1, 1]
    fought = act(
        italy("A", "3010", facing="S"),
        IDLE,
        austria("D", "3011", facing="N"),
        active={"markers": [marker("3010", "3011")]},
        dice=[4, 4, 1, 1, 1, 1],
    )
    fought.answer("italy", {"do": "assault", "units": ["A"], "path": []})
    assert (fought.ask.what, fought.ask.rule) == ("face", "10.4.11-b")
    fought.answer("italy", {"do": "face", "units": ["A"], "facing": "NE"})
    assert facing_of(fought, "A") == 1


@pytest.mark.rule("custoza:7.6-b", "custoza:7.6-f")
def test_who_moves_freely_has_no_rear_and_who_stands_has_one() -> None:
    watch = austria("D", "3010", facing="S")
    passing = act(italy("A", "3011", facing="S"), IDLE, watch, dice=[1, 1])
    passing.answer("italy", move("3012"))
    passing.answer("austria", {"do": "fire", "units": ["D"]})
    assert "7.6-f" not in dict(rolls(passing, "fire")[0].modifiers)
    standing = play(
        italy("A", "3012", facing="S"),
        austria("g", "3010", "artillery", facing="S"),
        active={"formation": "austria"},
        dice=[1, 1],
    )
    standing.answer("austria", {"do": "fire", "units": ["g"], "hex": "3012"})
    assert ("7.6-f", 2) in rolls(standing, "fire")[0].modifiers


@pytest.mark.rule("custoza:7.6-c", "custoza:2.7-c")
def test_who_joins_friends_or_enters_a_village_is_not_asked_for_a_facing() -> None:
    m = act(italy("A", "3010", sv=2), italy("B", "3011", facing="SE"), IDLE, FAR)
    m.answer("italy", move("3011"))
    assert (m.ask.what, facing_of(m, "A")) == ("act", 2)
    for ground, asked in (("village", "act"), ("clear", "face")):
        alone = act(italy("A", "3010"), IDLE, FAR, board={"terrain": {"3011": ground}})
        alone.answer("italy", move("3011"))
        assert alone.ask.what == asked


@pytest.mark.rule("custoza:7.6-d", "custoza:9.3-a")
def test_a_charge_does_not_leave_its_front() -> None:
    rider = italy("K", "3008", "cavalry", facing="S")
    m = act(rider, IDLE, austria("D", "3011", facing="N"), active={"markers": [marker("3010", "3011", "charge")]})
    ride = {"do": "charge", "units": ["K"]}
    assert refused(m, "italy", {**ride, "path": ["2907", "2908", "2909", "3010"]}) == "9.3-a", "sideways first"
    assert m.refuse("italy", {**ride, "path": ["3009", "3010"]}) is None


@pytest.mark.rule("custoza:2.7-b", "custoza:2.7-c")
@pytest.mark.parametrize(
    ("facing", "ground", "added"),
    [("S", "clear", ("2.7-b", 1)), ("S", "village", ("2.7-c", -1)), ("N", "clear", None)],
)
def test_who_is_assaulted_from_behind_checks_the_harder_and_walls_have_no_rear(
    facing: str, ground: str, added: tuple[str, int] | None
) -> None:
    m = act(
        italy("A", "3010", facing="S", sp=9),
        IDLE,
        austria("D", "3011", facing=facing, sp=9),
        active={"markers": [marker("3010", "3011")]},
        board={"terrain": {"3011": ground}},
        dice=[4, 4 if added != ("2.7-b", 1) else 2, 1, 1, 1, 1],
    )
    m.answer("italy", {"do": "assault", "units": ["A"], "path": []})
    check = next(event for event in rolls(m, "cohesion") if event.data["by"] == "austria")
    own = [tuple(pair) for pair in check.data["checks"][0]["modifiers"] if pair[0] != "10.4.8-a"]
    assert own == ([added] if added else [])


# -- 2.4.2, 7.1: commanders --------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:2.4.2.3-d")
def test_who_rides_down_lone_guns_drives_their_commander_to_his_nearest_unit() -> None:
    m = act(
        italy("A", "3010", facing="S"),
        IDLE,
        austria("g", "3011", "artillery", facing="N"),
        austria("com", "3011", "commander"),
        austria("near", "3015"),
        austria("off", "3025"),
        active={"markers": [marker("3010", "3011")]},
    )
    m.answer("italy", {"do": "assault", "units": ["A"], "path": []})
    assert (where(m, "A"), where(m, "g"), where(m, "com")) == ("3011", "eliminated", "3015")


@pytest.mark.rule("custoza:7.1-c")
def test_an_activation_turns_the_commander_up_for_all() -> None:
    units = italy("A", "3010"), austria("com", "3020", "commander"), austria("D", "3021")
    m = play(*units, fixed_initiative=True, initiative="austria", dice=[1])
    assert "com" not in {unit["id"] for unit in m.view("italy")["units"]}
    m.answer("austria", {"do": "activate", "formation": "austria"})
    shown = events(m, "revealed")
    assert [(event.rule, event.data["units"]) for event in shown] == [("7.1-c", ["com"])]
    assert "com" in {unit["id"] for unit in m.view("italy")["units"]}


# -- 6: markers --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:6.2-a", "custoza:6.2-b", "custoza:6.2-c")
@pytest.mark.parametrize(("rank", "most"), [("corps", 6), ("division", 4), ("brigade", 2)])
def test_markers_beyond_the_limit_of_the_rank_are_refused(rank: str, most: int) -> None:
    foes = [austria(f"D{n}", f"30{11 + 2 * n}", march=True) for n in range(7)]
    force = [italy(f"A{n}", f"29{10 + 2 * n}") for n in range(7)]
    edge = [marker(f"29{10 + 2 * n}", f"30{11 + 2 * n}") for n in range(7)]
    given: dict[str, Any] = {"formations": [{"id": "italy", "side": "italy", "rank": rank}]}
    for count in (most - 1, most):
        s = state(*force, *foes, active={"formation": "italy", "step": "declare", "markers": edge[:count]}, **given)
        refusal = declarations.refuse_declare(s, Declare("assault", edge[count]["hex"], edge[count]["target"]))
        assert (refusal and refusal.rule) == (None if count < most else "6.2-a")


@pytest.mark.rule("custoza:6.4-a")
def test_fire_of_light_infantry_from_its_hex_serves_a_marker() -> None:
    units = italy("b", "3009", "light", facing="S"), IDLE, austria("D", "3011", facing="N")
    m = act(*units, active={"markers": [marker("3010", "3011")]}, dice=[1, 1])
    assert refused(m, "italy", {"do": "done"}) == "6.4-a"
    m.answer("italy", {"do": "fire", "units": ["b"], "hex": "3011", "path": ["3010"]})
    decline(m, "face")
    assert m.ask.data["markers"][0]["spent"]
    assert m.refuse("italy", {"do": "done"}) is None


@pytest.mark.rule("custoza:6.5-a", "custoza:9.3-a")
@pytest.mark.parametrize(("facing", "fights"), [("S", ["2910"]), ("SE", [])])
def test_a_charge_whose_marker_was_turned_goes_home_only_on_who_is_before_it(facing: str, fights: list[str]) -> None:
    m = act(
        italy("K", "3008", "cavalry", facing=facing),
        IDLE,
        austria("l", "3011", "light", facing="N"),
        austria("D", "2910", facing="NE"),
        active={"markers": [marker("3010", "3011", "charge")]},
        dice=[1, 1, 6, 6, 1, 1],
    )
    m.answer("italy", {"do": "charge", "units": ["K"], "path": ["3009", "3010"]})
    while m.ask.data["hex"] != "3010":
        m.answer("austria", {"do": "pass"})
    m.answer("austria", {"do": "fall_back", "units": ["l"], "path": ["3012"]})
    decline(m)
    assert (m.ask.what, m.ask.data["targets"]) == ("turn_marker", ["2910"])
    m.answer("italy", {"do": "turn", "hex": "3010", "target": "2910"})
    decline(m, "break_off")
    assert [event.data["target"] for event in events(m, "combat")] == fights


# -- 5.2, 12.1: withdrawals --------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:5.2-b", "custoza:12.1-b")
def test_only_a_commander_who_falls_back_has_his_units_fall_back_as_an_action() -> None:
    units = italy("A", "3010", facing="S"), IDLE, austria("D", "3011", facing="N")
    back = {"do": "fall_back", "units": ["A"], "path": ["3009"]}
    assert refused(act(*units), "italy", back) == "12.1-b"
    m = act(*units, active={"conduct": "fall_back"})
    assert refused(m, "italy", {**back, "units": ["idle"], "path": ["5009"]}) == "12.1-a", "nobody threatens it"
    assert refused(m, "italy", move("3009")) == "5.2-b"
    m.answer("italy", back)
    assert where(m, "A") == "3009"


@pytest.mark.rule("custoza:2.8-b", "custoza:12.1-a")
def test_guns_and_infantry_do_not_withdraw_as_one_force() -> None:
    m = play(
        italy("A", "3010", facing="S"),
        italy("g", "3010", "artillery", facing="S", march=True),
        austria("D", "3011", facing="N"),
        phase="non_activated",
        next="italy",
        initiative="austria",
    )
    assert m.ask.what == "fall_back"
    assert refused(m, "italy", {"do": "fall_back", "units": ["A", "g"], "path": ["3009"]}) == "2.8-b"
    m.answer("italy", {"do": "fall_back", "units": ["A"], "path": ["3009"]})
    assert where(m, "A") == "3009"


# -- 7.8, 7.9, 7.10: marching, guns, commanders ------------------------------------------------------------------------

ROAD = {"roads": [{"class": "major", "path": ["3010", "3011", "3012"]}], "terrain": {"3011": "woods"}}


@pytest.mark.rule("custoza:7.8-a", "custoza:7.8.1-b")
@pytest.mark.parametrize(("crowd", "tried"), [([], []), ([italy("b", "3011", "light", march=True)], ["terrain"])])
def test_a_wood_tries_who_marches_through_it_only_where_the_road_is_full(crowd: list[Plain], tried: list[str]) -> None:
    m = act(italy("A", "3010", march=True), *crowd, IDLE, FAR, board=ROAD, dice=[1, 1])
    m.answer("italy", move("3011"))
    assert [event.data["reason"] for event in rolls(m, "cohesion")] == tried


@pytest.mark.rule("custoza:7.8-b")
def test_to_enter_march_movement_costs_nothing_and_adds_nothing() -> None:
    m = act(italy("A", "3020"), IDLE, FAR)
    far = [f"30{row}" for row in range(21, 27)]
    assert refused(m, "italy", move(*far, march=True)) == "7.2-d"
    m.answer("italy", move(*far[:5], march=True))
    assert (where(m, "A"), now(m).units["A"].march, now(m).active.acted["A"].mp) == ("3025", True, 5 * 6)


@pytest.mark.rule("custoza:7.7-a", "custoza:7.8.3-b")
def test_who_marches_and_forms_square_marches_no_longer() -> None:
    m = act(italy("A", "3010", march=True), IDLE, FAR)
    m.answer("italy", {"do": "square", "units": ["A"]})
    assert (now(m).units["A"].square, now(m).units["A"].march) == (True, False)
    assert [(event.kind, event.rule) for event in m.events] == [("left_march", "7.8.3-b"), ("square", "7.7-a")]
    q.start("custoza", position=m.state())


@pytest.mark.rule("custoza:7.9-a", "custoza:7.9-b")
def test_guns_move_limbered_and_then_cannot_fire() -> None:
    battery, foe = italy("g", "3010", "artillery", facing="S"), austria("D", "3013", facing="N")
    m = act(battery, IDLE, foe)
    shot = {"do": "fire", "units": ["g"], "hex": "3013"}
    assert m.refuse("italy", shot) is None
    assert refused(m, "italy", move("3009", units=("g",), march=False)) == "7.9-a"
    assert refused(m, "italy", move(units=("idle",), unlimber=True)) == "7.9-b"
    assert refused(m, "italy", move(units=("g",), unlimber=True)) == "7.9-b", "it is not limbered"
    m.answer("italy", move("3009", units=("g",)))
    assert (now(m).units["g"].march, now(m).active.acted["g"].mp) == (True, 3 * 6)
    assert refused(act({**battery, "march": True}, IDLE, foe), "italy", shot) == "7.9-a"


@pytest.mark.rule("custoza:7.9-a", "custoza:7.9-b", "custoza:11.5.6-a")
def test_guns_limber_as_a_reaction_once_the_enemy_has_gone_by() -> None:
    guns = austria("g", "3011", "artillery", facing="N")
    m = act(italy("A", "3010", facing="S"), IDLE, guns)
    m.answer("italy", move("3009"))
    m.answer("austria", {"do": "limber", "units": ["g"]})
    assert now(m).units["g"].march
    assert events(m, "march")[0].rule == "11.5.6-a"


@pytest.mark.rule("custoza:7.8.3-b")
def test_who_marches_is_an_easy_target() -> None:
    units = italy("g", "3010", "artillery", facing="S"), IDLE, austria("D", "3012", march=True, facing="N")
    m = act(*units, dice=[1, 1])
    m.answer("italy", {"do": "fire", "units": ["g"], "hex": "3012"})
    assert rolls(m, "fire")[0].modifiers == [("7.8.3-b", 1)]


@pytest.mark.rule("custoza:7.10-a", "custoza:7.10-c")
def test_commander_and_general_ride_eight_points() -> None:
    m = act(italy("A", "3010"), italy("com", "3020", "commander"), FAR)
    far = [f"30{row:02d}" for row in range(19, 10, -1)]
    m.answer("italy", move(*far[:8], units=("com",)))
    assert where(m, "com") == far[7]
    general = play(
        italy("A", "5010"), italy("gen", "3020", "general"), FAR, phase="ooc", next="italy", initiative="austria"
    )
    assert (general.ask.what, general.ask.data["unit"]) == ("general", "gen")
    assert refused(general, "italy", move(*far, units=("gen",))) == "7.10-a"
    general.answer("italy", move(*far[:8], units=("gen",)))
    assert where(general, "gen") == far[7]


# -- 9.1, 10.1: whom a marker can be declared for ----------------------------------------------------------------------


@pytest.mark.rule("custoza:9.1-b", "custoza:10.1-b", "custoza:6.3-a")
@pytest.mark.parametrize(("kind", "marked"), [("line", "assault"), ("cavalry", "charge")])
def test_a_marker_needs_a_force_that_can_pay_for_its_target_too(kind: str, marked: str) -> None:
    answer = {"do": "declare", "type": marked, "hex": "3010", "target": "3011"}
    for allowance, rule in ((3, None), (2, "6.3-a")):
        units = italy("A", "3008", kind, facing="S", ma=allowance), austria("D", "3011", facing="N")
        m = act(*units, austria("E", "3007", march=True, facing="N"), active={"step": "declare"})
        assert m.ask.what == "declare"
        refusal = m.refuse("italy", answer)
        assert (refusal and refusal.rule) == rule


# -- 7.2: the list of moves --------------------------------------------------------------------------------------------


def test_moves_are_written_anew_only_where_the_way_has_changed() -> None:
    """The list is what it would be if nothing had been written before, whoever has come into the way or gone."""
    friends = italy("B", "2909", sv=5), italy("C", "3111", sv=5)
    s = state(italy("A", "3010"), *friends, IDLE, FAR, active={"formation": "italy"})

    def listed() -> dict[str, Plain]:
        """The moves on foot of A by where they lead."""
        found = list(listing.acts(s))
        assert found == list(listing.acts(forgetful(s)))
        return {
            option["path"][-1]: option
            for option in found
            if option["do"] == "move" and option["units"] == ["A"] and option["path"] and "march" not in option
        }

    first = listed()
    s.move(s.units["B"], s.board.hex("3011"))
    second = listed()
    assert "3011" in first
    assert "3011" not in second
    assert first["3012"]["path"] == ["3011", "3012"]
    assert "3011" not in second["3012"]["path"]
    assert second["3009"] is first["3009"], "nothing has changed on that side"
    s.move(s.units["B"], s.board.hex("2909"))
    assert listed() == first
    s.move(s.units["A"], s.board.hex("3011"))
    third = listed()
    assert third["3012"]["path"] == ["3012"], "from where it stands now"
    assert third["3009"]["path"] == ["3010", "3009"]


def test_what_the_enemy_is_told_of_a_hidden_unit_is_by_its_name_of_then() -> None:
    """The sentence is made when somebody asks for it, and by then the unit has gone on."""
    m = act(italy("A", "3010"), IDLE, FAR)
    m.answer("italy", move("3011"))
    m.answer("italy", {"do": "face", "units": ["A"], "facing": "SE"})
    s = now(m)
    s.move(s.units["A"], s.board.hex("3014"))
    for seat in ("austria", None):
        told = [event for event in m.told(seat) if event.kind in ("moved", "faced")]
        assert [event.data["units"] for event in told] == [["?3011a"], ["?3011a"]]
        assert told[0].data["names"] == ["hidden_infantry"]
    assert events(m, "moved")[0].data["units"] == ["A"]
