"""12.1.3, 12.2, 12.3: the map, intelligence, deployment and the reserve of pick-up battles."""

from __future__ import annotations

import random
from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.alaguerre.records import SetUp
from quadrilatero.games.alaguerre.rules import intelligence
from quadrilatero.games.alaguerre.rules.deployment import SECTOR
from tests.games.alaguerre.battle import area, base_of, blue, events, general, play, red, refused, rolls, state

Plain = dict[str, Any]
PLANS = {"red": {"a": [2, 0], "b": [3, 1]}, "blue": {"c": [2, 0], "d": [3, 0]}}


def waiting(dice: list[int] | None = None, rows: int = 6, **more: Any) -> q.Match:
    """Two divisions a side, of two bases each; the CiCs lead the first."""
    staff = [
        general("R", None, division="a"),  # type: ignore[arg-type]
        general("Q", None, division="b"),  # type: ignore[arg-type]
        general("U", None, "blue", division="c"),  # type: ignore[arg-type]
        general("V", None, "blue", division="d"),  # type: ignore[arg-type]
    ]
    bases = [red(id, None, division=id[0]) for id in ("a1", "a2", "b1", "b2")]
    bases += [blue(id, None, division=id[0]) for id in ("c1", "c2", "d1", "d2")]
    return play(
        *bases,
        *more.pop("others", ()),
        generals=more.pop("generals", staff),
        table={"size": [7 * SECTOR, rows * SECTOR], "terrain": list(more.pop("ground", ()))},
        phase="setup",
        last_turn=2,
        dice=dice or [],
        **more,
    )


def planned(dice: list[int], **more: Any) -> q.Match:
    match = waiting(dice, **more)
    for side, sectors in PLANS.items():
        match.answer(side, {"do": "plan", "sectors": sectors})
    return match


def deploys(match: q.Match, side: str, division: str, **more: Any) -> Plain:
    """A division side by side in the middle of its sector."""
    column, row = PLANS[side][division]
    near = row * SECTOR + SECTOR // 2
    rows = match.view(side)["table"]["size"][1]
    y = near if side == "red" else rows - near
    x = column * SECTOR + SECTOR // 2
    bases = {f"{division}{n}": {"at": [x + (2 * n - 3) * 1000, y]} for n in (1, 2)}
    return {"do": "deploy", "division": division, "bases": bases, **more}


def to_the_end(match: q.Match) -> q.Match:
    """Everybody deploys where he planned."""
    while match.ask is not None and match.ask.what == "deploy":
        side = match.ask.who[0]
        division = next(iter(match.view(side)["ask"]["data"]["divisions"]))
        match.answer(side, deploys(match, side, division))
    return match


# -- 12.1.3: the map --------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:12.1.3-a", "alaguerre:12.3-a")
def test_every_division_is_planned_in_the_own_area() -> None:
    match = waiting()
    assert match.ask is not None
    assert (match.ask.what, match.ask.who) == ("plan", ("red", "blue"))
    assert refused(match, "red", {"do": "plan", "sectors": {"a": [2, 0]}}) == "12.1.3-a"
    assert refused(match, "red", {"do": "plan", "sectors": {"a": [2, 0], "b": [7, 0]}}) == "12.1.3-a"
    assert refused(match, "red", {"do": "plan", "sectors": {"a": [2, 0], "b": [1, 1], "c": [2, 1]}}) == "12.1.3-a"
    assert refused(match, "red", {"do": "plan", "sectors": {"a": [2, 0], "b": [3, 2]}}) == "12.3-a"
    assert match.refuse("red", {"do": "plan", "sectors": {"a": [2, 0], "b": [3, 1]}}) is None


@pytest.mark.rule("alaguerre:12.3-a")
@pytest.mark.parametrize("rows", [3, 4])
def test_shallow_tables_have_one_row_to_deploy_in(rows: int) -> None:
    match = waiting(rows=rows)
    second = match.refuse("red", {"do": "plan", "sectors": {"a": [1, 0], "b": [2, 1]}})
    assert (second is None) == (rows == 4)


@pytest.mark.rule("alaguerre:12.1.3-a", "alaguerre:12.1.1-a")
def test_nobody_sees_the_others_map_or_who_is_in_which_division() -> None:
    match = planned([3, 3, 1])
    seen = match.view("blue")
    assert [base["id"] for base in seen["bases"]] == ["c1", "c2", "d1", "d2"]
    assert [one["id"] for one in seen["generals"]] == ["R", "U", "V"], "the enemy's CiC is known"
    assert seen["generals"][0]["division"] is None
    assert set(seen["setup"]["plan"]) == {"c", "d"}
    assert set(seen["divisions"]) == {"c", "d"}
    assert len(seen["roster"]["bases"]) == 4
    assert all("division" not in base and "id" not in base for base in seen["roster"]["bases"])
    assert not any("sectors" in str(event.data) for event in match.told("blue"))
    match.answer("red", deploys(match, "red", "a"))
    seen = match.view("blue")
    assert [base["id"] for base in seen["bases"]] == ["a1", "a2", "c1", "c2", "d1", "d2"]
    assert set(seen["setup"]["plan"]) == {"a", "c", "d"}
    assert len(seen["roster"]["bases"]) == 2


# -- 12.2: intelligence -----------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:12.2-m1", "alaguerre:12.2-m3")
def test_the_defender_and_the_own_country_count() -> None:
    s = state(red("A", [9000, 9000]), blue("B", [9000, 30000]))
    setup = SetUp(kind="assault", attacker="red", home="blue")
    assert [(atom, value) for atom, value in intelligence.modifiers_of(s, setup, "blue") if value] == [
        ("12.2-m1", -1),
        ("12.2-m3", 1),
    ]
    assert not any(value for _, value in intelligence.modifiers_of(s, setup, "red"))
    meeting = SetUp(kind="encounter", attacker="red")
    assert not any(value for _, value in intelligence.modifiers_of(s, meeting, "blue")), "nobody defends"


@pytest.mark.rule("alaguerre:12.2-m2", "alaguerre:12.2-m4", "alaguerre:12.2-m5")
def test_chiefs_dragoons_and_light_horse_count() -> None:
    s = state(
        red("D", None, "Dr", "1/0/-1 - sk"),
        red("L", None, "LC", "1/0/0 - sk/ln"),
        red("K", None, "LC", "1/0/0 - sk/ln"),
        blue("M", None, "LC", "1/0/0 - sk/ln"),
        generals=[general("R", None, level=1), general("U", None, "blue", level=-1)],  # type: ignore[arg-type]
    )
    assert dict(intelligence.modifiers_of(s, SetUp(), "red")) == {
        "12.2-m1": 0,
        "12.2-m2": 1,
        "12.2-m3": 0,
        "12.2-m4": 1,
        "12.2-m5": 2,
        "12.2-m6": 0,
    }
    assert sum(value for _, value in intelligence.modifiers_of(s, SetUp(), "blue")) == -1


@pytest.mark.rule("alaguerre:12.2-m6")
def test_light_foot_and_musketeers_are_counted_together() -> None:
    s = state(
        red("A", None, "Lt", "1/0/0 - sk"),
        red("B", None, "Sh", "1/1/0 - sk/ln"),
        blue("C", None, "Sh", "1/1/0 - sk/ln"),
    )
    assert ("12.2-m6", 1) in intelligence.modifiers_of(s, SetUp(), "red")
    assert ("12.2-m6", 0) in intelligence.modifiers_of(s, SetUp(), "blue")


@pytest.mark.rule("alaguerre:12.2-a")
def test_both_roll_once_and_the_higher_total_wins() -> None:
    match = planned([5, 2])
    mine, theirs = rolls(match, "intelligence")
    assert (mine.data["by"], mine.data["total"], mine.data["winner"], mine.data["difference"]) == ("red", 5, "red", 3)
    assert (theirs.data["by"], theirs.dice, theirs.data["success"]) == ("blue", (2,), False)


@pytest.mark.rule("alaguerre:12.2-b", "alaguerre:12.2-c", "alaguerre:12.2-d")
@pytest.mark.parametrize(
    ("difference", "turns", "reserves"),
    [
        (7, "bbbrrr", ("red",)),
        (6, "bbbrrr", ("red",)),
        (5, "bbrbrr", ("red",)),
        (4, "bbrbrr", ("red",)),
        (3, "brbrbr", ()),
        (2, "brbrbr", ()),
    ],
)
def test_what_a_lead_brings(difference: int, turns: str, reserves: tuple[str, ...]) -> None:
    found, kept = intelligence.order_of_deployment(difference, "red", {"red": 3, "blue": 3})
    assert "".join(side[0] for side in found) == turns
    assert kept == reserves


@pytest.mark.rule("alaguerre:12.2-e")
def test_without_a_lead_who_has_the_better_modifiers_begins_and_both_may_keep_a_reserve() -> None:
    better = [general("R", None, division="a"), general("U", None, "blue", level=1)]  # type: ignore[arg-type]
    match = planned([4, 3], generals=better)
    assert match.ask is not None
    assert match.ask.who == ("blue",)
    assert match.view("blue")["setup"]["turns"] == ["blue", "red", "blue", "red"]
    assert match.view("blue")["setup"]["reserves"] == ["red", "blue"]
    drawn = planned([4, 4, 5])
    assert drawn.ask is not None
    assert (rolls(drawn, "lot")[0].data["winner"], drawn.ask.who) == ("blue", ("blue",))
    again = planned([4, 4, 3])
    assert again.ask is not None
    assert again.ask.who == ("red",)


# -- 12.2, 12.3: deployment -------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:12.1.3-a", "alaguerre:12.3-a")
def test_a_division_deploys_whole_and_in_its_sector() -> None:
    match = planned([2, 5])
    good = deploys(match, "red", "a")
    assert match.refuse("red", good) is None
    assert refused(match, "red", {**good, "bases": {"a1": good["bases"]["a1"]}}) == "12.1.3-a"
    assert refused(match, "red", {**good, "division": "c"}) == "12.1.3-a"
    beside = {"a1": good["bases"]["a1"], "a2": {"at": [3 * SECTOR + 500, 3000]}}
    assert refused(match, "red", {**good, "bases": beside}) == "12.1.3-a", "its middle is in the next sector"
    over = {"a1": good["bases"]["a1"], "a2": good["bases"]["a1"]}
    assert refused(match, "red", {**good, "bases": over}) == "5.3-a"
    outside = {"a1": good["bases"]["a1"], "a2": {"at": [2 * SECTOR + 4000, 900]}}
    assert refused(match, "red", {**good, "bases": outside}) == "12.3-a", "it hangs over the edge"
    assert refused(match, "red", {**good, "generals": {"Q": [18000, 3000]}}) == "12.1.3-a"
    assert refused(match, "red", {**good, "generals": {"R": [18000, 3 * SECTOR]}}) == "12.3-a"
    match.answer("red", {**good, "generals": {"R": [15000, 1000]}})
    assert base_of(match, "a1")["at"] == good["bases"]["a1"]["at"]
    assert base_of(match, "a1")["facing"] == 0
    assert match.view("red")["generals"][0]["at"] == [15000, 1000]


@pytest.mark.rule("alaguerre:12.2-f")
@pytest.mark.parametrize(("rows", "row", "lawful"), [(2, 0, False), (3, 0, True), (6, 0, True), (6, 1, False)])
def test_columns_and_limbered_guns_deploy_at_the_own_edge_only(rows: int, row: int, lawful: bool) -> None:
    match = waiting([2, 5], rows=rows, others=(red("a3", None, "LtArt", "1/1/- -", division="a"),))
    match.answer("red", {"do": "plan", "sectors": {"a": [2, row], "b": [3, 0]}})
    match.answer("blue", {"do": "plan", "sectors": PLANS["blue"]})
    y = row * SECTOR + 3000
    for bent in ("column", "limbered"):
        bases = {
            "a1": {"at": [15000, y], "formation": "column" if bent == "column" else "line"},
            "a2": {"at": [18000, y]},
            "a3": {"at": [16500, y + 2000], "formation": "limbered" if bent == "limbered" else "battery"},
        }
        found = match.refuse("red", {"do": "deploy", "division": "a", "bases": bases})
        assert (found is None) == lawful
        assert found is None or found.rule == "12.2-f"


@pytest.mark.rule("alaguerre:2.5-a", "alaguerre:11.2-g")
def test_formations_and_ground_are_those_of_the_troops() -> None:
    pond = area("P", "pond", 13.5, 0, 15.5, 6)
    match = planned([2, 5], ground=(pond,))
    good = deploys(match, "red", "a")
    bent = {**good["bases"], "a1": {**good["bases"]["a1"], "formation": "skirmish"}}
    assert refused(match, "red", {**good, "bases": bent}) == "2.5-a"
    wet = {"a1": {"at": [14500, 3000]}, "a2": good["bases"]["a2"]}
    assert refused(match, "red", {**good, "bases": wet}) == "11.2-g"


@pytest.mark.rule("alaguerre:2.7.4-c")
def test_guns_of_the_cic_deploy_with_the_last_division_at_the_latest() -> None:
    match = planned([2, 5], others=(red("k", None, "LtArt", "1/1/- -", division=None),))
    match.answer("red", deploys(match, "red", "a"))
    match.answer("blue", deploys(match, "blue", "c"))
    last = deploys(match, "red", "b")
    assert refused(match, "red", last) == "12.1.3-a"
    match.answer("red", {**last, "bases": {**last["bases"], "k": {"at": [1000, 5000]}}})
    assert base_of(match, "k")["at"] == [1000, 5000]


@pytest.mark.rule("alaguerre:12.2-d", "alaguerre:4.1-a")
def test_when_all_have_deployed_the_battle_begins() -> None:
    match = to_the_end(planned([2, 5, 1, 1, 1, 1, 1]))
    state_now = match.state()
    assert state_now["cohesion"] == {"red": 2, "blue": 2}
    assert state_now.get("setup") is None
    assert all(one["at"] is not None for one in state_now["generals"])
    assert match.told("blue")
    assert [event.data["division"] for event in events(match, "deployed")] == ["a", "c", "b", "d"]


@pytest.mark.rule("alaguerre:12.1.1-a", "alaguerre:12.1.3-a")
def test_a_division_that_was_seen_is_not_taken_back() -> None:
    match = planned([2, 5])
    match.answer("red", deploys(match, "red", "a"))
    assert not match.can_undo("red")
    (shown,) = events(match, "deployed")
    assert (shown.data["side"], shown.data["division"], shown.data["bases"]) == ("red", "a", ["a1", "a2"])
    assert {base["id"] for base in match.view("blue")["bases"] if base["side"] == "red"} == {"a1", "a2"}


@pytest.mark.rule("alaguerre:11.1.1-b")
def test_defence_values_of_what_is_lined_at_the_start_are_the_owners_secret() -> None:
    wood = area("W", "wood", 13, 1, 20, 6)
    match = to_the_end(planned([2, 5, 6, 1, 1, 1, 1, 1], ground=(wood,)))
    (mine,) = [piece for piece in match.view("red")["table"]["terrain"] if piece["id"] == "W"]
    (theirs,) = [piece for piece in match.view("blue")["table"]["terrain"] if piece["id"] == "W"]
    assert mine["vdf"] == 2
    assert "vdf" not in theirs
    told = [event for event in match.told("blue") if event.data.get("why") == "vdf"]
    assert told == []


# -- 12.2.1: the reserve ----------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:12.2-b", "alaguerre:12.2.1-a")
def test_who_wins_clearly_may_keep_one_division_back() -> None:
    level = [general("R", None, division="a", level=2), general("Q", None, division="b")]  # type: ignore[arg-type]
    match = planned([6, 1], generals=[*level, general("U", None, "blue")])  # type: ignore[arg-type]
    assert refused(match, "blue", {"do": "reserve", "division": "c"}) == "12.2.1-a"
    match.answer("blue", deploys(match, "blue", "c"))
    match.answer("blue", deploys(match, "blue", "d"))
    assert refused(match, "red", {"do": "reserve", "division": "a"}) == "12.2.1-b", "the CiC leads it"
    match.answer("red", {"do": "reserve", "division": "b"})
    assert refused(match, "red", {"do": "reserve", "division": "a"}) == "12.2.1-a", "one only"
    (group,) = match.view("red")["reinforcements"]
    assert (group["divisions"], group["turn"], group["hidden"]) == (["b"], None, True)
    seen = match.view("blue")
    assert seen["reinforcements"] == []
    assert "b" not in seen["divisions"]
    assert all("b1" not in str(event.data) for event in match.told("blue"))


def hidden(ground: tuple[Plain, ...] = (), dice: list[int] | None = None, **more: Any) -> q.Match:
    """Red keeps a division of two bases hidden; the general is of level -1, the CiC far away."""
    return play(
        red("A", [5000, 5000], division="a"),
        red("N", None, division="d", stats="2/0/2 a"),
        red("M", None, division="d", stats="2/0/2 a"),
        blue("Z", [20000, 38000], division="z"),
        *more.pop("others", ()),
        generals=[
            general("C", [5000, 3000], division="a"),
            general("D", None, division="d", level=-1),  # type: ignore[arg-type]
            general("Y", [20000, 39500], "blue", division="z"),
        ],
        reinforcements=[{"id": "g", "side": "red", "divisions": ["d"], "hidden": True}],
        terrain=ground,
        phase="reinforcements",
        last_turn=2,
        dice=dice or [4, 4, 1, 1, 1],
        **more,
    )


WOOD = area("W", "wood", 16, 16, 24, 22, vdf=1)
THERE = {"do": "appear", "group": "g", "bases": {"N": {"at": [19000, 20000]}, "M": {"at": [21000, 20000]}}}


@pytest.mark.rule("alaguerre:12.1.1-a", "alaguerre:12.2.1-a")
@pytest.mark.parametrize(
    "answer",
    [
        {"do": "charge", "unit": "Z", "target": "N"},
        {"do": "approach", "unit": "Z", "target": "N"},
        {"do": "move", "unit": "N", "path": [{"go": "advance", "by": 500}]},
        {"do": "charge", "unit": "Z", "target": "D"},
    ],
    ids=lambda answer: f"{answer['do']}-{answer.get('target')}",
)
def test_no_refusal_names_who_is_hidden(answer: Plain) -> None:
    match = play(
        red("A", [5000, 5000], division="a"),
        red("N", None, division="d", name="Guardie"),
        blue("Z", [20000, 38000], division="z"),
        generals=[
            general("C", [5000, 3000], division="a"),
            general("D", None, division="d", name="Conte"),  # type: ignore[arg-type]
            general("Y", [20000, 39500], "blue", division="z"),
        ],
        reinforcements=[{"id": "g", "side": "red", "divisions": ["d"], "hidden": True}],
        phase="manoeuvre",
        orders={"z": 6},
    )
    assert match.ask is not None
    assert match.ask.who == ("blue",)
    refusal = match.refuse("blue", answer)
    assert refusal is not None
    told = str(refusal.data) + refusal.text("en") + refusal.text("it")
    assert "Guardie" not in told
    assert "Conte" not in told


@pytest.mark.rule("alaguerre:3.2-a", "alaguerre:12.2.1-a")
def test_a_reserve_that_has_come_in_was_seen_and_is_not_taken_back() -> None:
    match = hidden()
    match.answer("red", {"do": "enter", "group": "g"})
    assert base_of(match, "N")["at"] is not None
    assert not match.can_undo("red")


@pytest.mark.rule("alaguerre:12.2.1-a", "alaguerre:12.2.1-c", "alaguerre:12.2.1-d")
def test_a_reserve_appears_in_a_wood_that_no_enemy_has_entered() -> None:
    match = hidden((WOOD,))
    assert match.ask is not None
    assert (match.ask.what, match.ask.who) == ("reinforce", ("red",))
    assert refused(hidden(), "red", THERE) == "12.2.1-c", "in the open it is seen"
    assert refused(hidden((WOOD,), others=(blue("X", [20000, 17000]),)), "red", THERE) == "12.2.1-c"
    match.answer("red", THERE)
    assert not match.can_undo("red"), "the enemy has seen it"
    assert base_of(match, "N")["at"] == [19000, 20000]
    assert not base_of(match, "N")["acted"]
    (told,) = [event for event in events(match, "cohesion") if event.data["side"] == "red"]
    assert told.data["by"] == 2, "half of five, less half of one"
    match.answer("red", {"do": "orders", "assign": {"D": 4}})
    match.answer("red", {"do": "move", "unit": "N", "path": [{"go": "advance", "by": 500}]})
    assert base_of(match, "N")["at"] == [19000, 20500]


@pytest.mark.rule("alaguerre:12.2.1-c", "alaguerre:1.2-a")
@pytest.mark.parametrize(("where", "lawful"), [([20000, 38000], True), ([20000, 26000], False)])
def test_a_reserve_appears_behind_a_hill_unless_the_enemy_was_on_it(where: list[int], lawful: bool) -> None:
    hill = area("H", "hill", 10, 24, 30, 28)
    poses = [[*where, 18000, 2000, 1000]]
    match = hidden((hill,), watched={"red": poses})
    assert (match.refuse("red", THERE) is None) == lawful


@pytest.mark.rule("alaguerre:12.2.1-c")
def test_where_the_enemy_has_stood_is_remembered() -> None:
    match = hidden((WOOD,), dice=[1, 1, 1, 1, 1, 1])
    match.answer("red", {"do": "wait"})
    assert match.state()["watched"]["red"] == [[20000, 38000, 18000, 2000, 1000]]
    for _ in range(2):
        assert match.ask is not None
        assert match.ask.what == "move", "generals and light troops without an order"
        match.answer(match.ask.who[0], {"do": "done"})
    assert match.ask is not None
    assert (match.ask.what, match.state()["turn"]) == ("reinforce", 2), "it may come in any turn"


@pytest.mark.rule("alaguerre:12.2.1-b")
def test_the_order_of_a_reserve_has_no_modifier_and_must_be_given() -> None:
    match = hidden((WOOD,), dice=[4, 5, 1, 1])
    match.answer("red", THERE)
    assert match.ask is not None
    assert match.ask.what == "orders"
    assert refused(match, "red", {"do": "orders", "assign": {"C": 5}}) == "12.2.1-b"
    assert refused(match, "red", {"do": "orders", "assign": {}}) == "12.2.1-b"
    match.answer("red", {"do": "orders", "assign": {"D": 4, "C": 5}})
    (told,) = [event for event in events(match, "order") if event.data["general"] == "D"]
    assert (told.data["priority"], told.data["lost"]) == (4, False), "neither distance nor level"
    assert match.state()["divisions"]["d"]["reserve"]


@pytest.mark.rule("alaguerre:12.2.1-a", "alaguerre:12.1.2-b")
def test_a_reserve_may_enter_from_the_edge() -> None:
    match = hidden(communications={"red": [[30000, 0]]})
    match.answer("red", {"do": "enter", "group": "g"})
    assert base_of(match, "N")["at"] == [30000, 1000]
    assert base_of(match, "N")["formation"] == "column"


@pytest.mark.rule("alaguerre:12.1.1-a", "alaguerre:12.2.1-a")
@pytest.mark.parametrize("seed", range(3))
def test_a_seat_can_imagine_what_it_is_not_shown(seed: int) -> None:
    book = q.army("alaguerre")
    armies = {side: book.suggest(list="free", year=1640, points=250, seed=seed + n) for n, side in enumerate(PLANS)}
    match = q.start("alaguerre", position=q.pickup("alaguerre", armies=armies, seed=seed), seed=seed)
    rng = random.Random(seed)
    while match.ask is not None and match.ask.what != "move":
        for seat in match.seats:
            world = q.sample(match.view(seat), rng)
            assert world.view(seat) == match.view(seat)
        who = match.ask.who[0]
        match.answer(who, match.random_answer(who, rng))
