"""7.1: what a seat is shown, told and asked, and the worlds made up from it."""

from __future__ import annotations

import math
import random
from collections import Counter

import msgspec
import pytest

import quadrilatero as q
from quadrilatero.games.custoza import GAME
from quadrilatero.games.custoza.fog import described
from quadrilatero.games.custoza.rules.cohesion import lose_levels
from quadrilatero.kernel.leaks import walks
from quadrilatero.kernel.worlds import sample
from tests.games.custoza.support import Plain, austria, italy, play, state

FIXED: Plain = {"fixed_initiative": True}
AUSTRIANS: Plain = {"formation": "austria"}
DRAWS = 20


def seen(match: q.Match, seat: str | None) -> dict[str, Plain]:
    return {unit["id"]: unit for unit in match.view(seat)["units"]}


@pytest.mark.rule("custoza:7.1-a", "custoza:2.4.1-f", "custoza:7.1-b")
def test_units_apart_show_their_backs_and_markers_only() -> None:
    match = play(italy("A", "3010"), austria("D", "3015", "light", status="shaken", sp=1, max=2), **FIXED)
    assert seen(match, "italy")["?3015a"] == {
        "id": "?3015a",
        "side": "austria",
        "type": "infantry",
        "hex": "3015",
        "hidden": True,
        "formation": "austria",
        "sv": 1,
        "facing": "S",
        "status": "shaken",
        "ammo": "full",
        "march": False,
        "square": False,
        "exhausted": False,
        "ooc": False,
    }
    assert seen(match, "austria")["D"]["sp"] == 1
    assert seen(match, None).keys() == {"?3010a", "?3015a"}


@pytest.mark.rule("custoza:7.1-a")
def test_units_in_contact_are_open_to_all() -> None:
    match = play(italy("A", "3010"), austria("D", "3011"), austria("E", "3012"), **FIXED)
    assert seen(match, "italy").keys() == {"A", "D", "?3012a"}
    assert seen(match, None).keys() == {"A", "D", "?3012a"}
    open_game = play(italy("A", "3010"), austria("E", "3012"), options={"fog": "open"}, **FIXED)
    assert seen(open_game, "italy").keys() == {"A", "E"}


@pytest.mark.rule("custoza:7.1-c")
def test_commanders_are_pieces_until_they_are_activated() -> None:
    units = [
        italy("A", "3010"),
        austria("com", "3020", "commander"),
        austria("gen", "3020", "general"),
        austria("D", "3021"),
    ]
    match = play(*units, **FIXED, dice=[1])
    assert seen(match, "italy")["?3020a"] == {
        "id": "?3020a",
        "side": "austria",
        "type": "piece",
        "hex": "3020",
        "hidden": True,
    }
    up = play(*units[:1], austria("com", "3020", "commander", up=True), *units[2:], **FIXED)
    assert seen(up, "italy")["com"]["up"] is True
    assert "gen" not in seen(up, "italy")


@pytest.mark.rule("custoza:5.1.3-a", "custoza:2.4.1-f")
@pytest.mark.parametrize("near", ["3020", "3030"])
def test_only_who_sees_the_general_is_told_what_he_adds_to_an_activation(near: str) -> None:
    units = [
        italy("A", "3010"),
        austria("com", "3020", "commander"),
        austria("gen", near, "general"),
        austria("D", "3021"),
    ]
    match = play(*units, **FIXED, initiative="austria", dice=[2, 1])
    match.answer("austria", {"do": "activate", "formation": "austria"})
    tellings = {seat: next(e for e in match.told(seat) if e.kind == "roll") for seat in ("italy", "austria", None)}
    helped = near == "3020"
    assert tellings["austria"].modifiers == ([("5.1.3-a", -1)] if helped else [])
    assert tellings["austria"].data["total"] == 2 - helped
    for seat in ("italy", None):
        assert tellings[seat].modifiers == []
        assert "total" not in tellings[seat].data
        assert (tellings[seat].dice, tellings[seat].data["outcome"]) == ((2,), "activated")


def test_letters_follow_from_what_everybody_sees() -> None:
    first = play(italy("A", "3010"), austria("g", "3020", "artillery"), austria("D", "3020"), **FIXED)
    second = play(italy("A", "3010"), austria("D", "3020"), austria("g", "3020", "artillery"), **FIXED)
    for match in (first, second):
        assert {id: unit["type"] for id, unit in seen(match, "italy").items() if id.startswith("?")} == {
            "?3020a": "infantry",
            "?3020b": "artillery",
        }


# -- counters that nothing tells apart ---------------------------------------------------------------------------------

GOES = {"do": "move", "path": ["3021"]}
MARCHES = {"do": "move", "path": ["3019"], "march": True}


@pytest.mark.rule("custoza:2.4.1-f", "custoza:7.1-b")
@pytest.mark.parametrize(
    ("here", "there", "more", "answer"),
    [
        pytest.param("3020", "3021", {}, GOES, id="who joins another"),
        pytest.param("3020", "3020", {"march": True}, MARCHES, id="who marches off beside another in march"),
    ],
)
def test_of_counters_that_look_alike_it_is_not_told_which_one_it_was(
    here: str, there: str, more: Plain, answer: Plain
) -> None:
    """Two cards change places; what the enemy hears of the one that goes must not follow from which card it is."""

    def heard(mover: str, other: str) -> list[Plain]:
        placed = {mover: {"hex": here, "march": False}, other: {"hex": there, "march": False, **more}}
        units = [austria(id, cv=cv, sv=2, facing="S", **placed[id]) for id, cv in (("D", 7), ("E", 8))]
        m = play(italy("A", "3010"), *units, austria("idle", "4020"), active={"formation": "austria"})
        m.answer("austria", {**answer, "units": [mover]})
        return [event.plain() for event in m.told("italy")]

    assert heard("D", "E") == heard("E", "D") != []


@pytest.mark.rule("custoza:2.4.1-f")
def test_the_enemy_hears_of_a_hidden_unit_by_its_back() -> None:
    m = play(italy("A", "3010"), austria("D", "3020", name="IR 1"), austria("i", "4020"), active=AUSTRIANS)
    m.answer("austria", {"do": "move", "units": ["D"], "path": ["3021"]})
    names = {seat: next(e for e in m.told(seat) if e.kind == "moved").data["names"] for seat in ("italy", "austria")}
    assert names == {"italy": ["hidden_infantry"], "austria": ["IR 1"]}


@pytest.mark.rule("custoza:2.4.1-f", "custoza:7.1-a")
def test_the_enemy_hears_of_a_unit_that_lies_open_by_its_name() -> None:
    s = state(italy("A", "3010"), austria("D", "3011", name="IR 1"), austria("E", "3020", name="IR 2"))
    assert [described(s, "italy", s.units[id]) for id in "DE"] == ["IR 1", "hidden_infantry"]


@pytest.mark.rule("custoza:2.4.1-f", "custoza:2.4.2.3-d")
def test_of_pieces_that_look_alike_it_is_not_told_which_one_was_driven_off() -> None:
    def heard(driven: str, other: str) -> list[Plain]:
        places = {driven: "3012", other: "3020"}
        pieces = [austria(id, places[id], "commander", formation=id) for id in ("com1", "com2")]
        units = [austria("D", "3020", formation="com1", sv=2), austria("E", "3020", formation="com2", sv=2)]
        m = play(italy("A", "3010"), italy("B", "5010"), *pieces, *units, active={"formation": "italy"})
        m.answer("italy", {"do": "move", "units": ["A"], "path": ["3011", "3012"]})
        return [event.plain() for event in m.told("italy") if event.kind == "displaced"]

    assert heard("com1", "com2") == heard("com2", "com1") != []


@pytest.mark.rule("custoza:2.4.2.3-d", "custoza:7.1-c")
def test_a_piece_that_is_driven_off_is_turned_up_before_anybody_is_asked() -> None:
    """Whether its owner has a choice of refuges hangs on what it is: without the reveal the question would tell it."""
    units = austria("D", "3015", formation="one"), austria("E", "3114", formation="two")
    pieces = austria("com", "3012", "commander", formation="one"), austria("gen", "3030", "general")
    m = play(italy("A", "3010"), italy("B", "5010"), *units, *pieces, active={"formation": "italy"})
    m.answer("italy", {"do": "move", "units": ["A"], "path": ["3011", "3012"]})
    shown = [event for event in m.told("italy") if event.kind == "revealed"]
    assert [(event.rule, event.data["units"], event.data["places"]) for event in shown] == [
        ("2.4.2.3-d", ["com"], ["3012"])
    ]
    assert not m.can_undo("italy")
    assert sample(m.view("italy"), random.Random(1)).view("italy") == m.view("italy")


@pytest.mark.rule("custoza:7.1-a", "custoza:7.9-b")
def test_what_a_hidden_gun_spends_on_unlimbering_does_not_tell_which_gun_it_is() -> None:
    spent, looks = [], []
    for mover, field, horse in (("F", "3020", "3030"), ("H", "3030", "3020")):
        guns = austria("F", field, "artillery", march=True), austria("H", horse, "horse_artillery", march=True)
        m = play(italy("A", "3010"), *guns, active={"formation": "austria"}, **FIXED)
        m.answer("austria", {"do": "move", "units": [mover], "path": ["3021"], "unlimber": True})
        spent.append(m.view("austria")["active"]["acted"][mover]["mp"])
        looks.append((m.view("italy"), m.view(None), [event.plain() for event in m.told("italy")]))
    assert spent == ["3", "1"], "horse artillery unlimbers for nothing"
    assert looks[0] == looks[1]


@pytest.mark.rule("custoza:7.1-a", "custoza:13.3-a")
def test_what_befalls_counters_one_by_one_comes_in_an_order_that_everybody_sees() -> None:
    heard = []
    for fired in ("F", "H"):
        guns = austria("F", "3020", "artillery"), austria("H", "3020", "horse_artillery")
        active = {"formation": "austria", "acted": {fired: {"did": "fire", "mp": "0"}}}
        s = state(italy("A", "3010"), *guns, active=active, **FIXED)
        assert list(lose_levels(s, s.of(["F", "H"]), 1, "13.2-c")) == []
        heard.append([telling.plain() for event in s.sink if (telling := event.told("italy"))])
    assert heard[0] == heard[1]
    assert [event["data"]["unit"] for event in heard[0]] == ["?3020b", "?3020b"]


def test_the_course_of_an_activation_is_told_by_aliases() -> None:
    match = play(
        italy("A", "3010"),
        austria("D", "3020"),
        active={"formation": "austria", "acted": {"D": {"did": "move", "mp": "2"}}},
        phase="action",
        facing={"units": ["D"]},
        **FIXED,
    )
    view = match.view("italy")
    assert view["active"]["acted"] == {"?3020a": {"did": "move", "mp": "2"}}
    assert view["facing"]["units"] == ["?3020a"]
    assert match.ask is not None
    assert (match.ask.what, match.ask.who) == ("face", ("austria",))
    asked = match.asked("italy")
    assert asked is not None
    assert asked.data == {}
    told = match.ask.told("austria", match.judged("austria", match.options("austria")[1]), ("italy", None))
    assert told == {key: {"do": "face", "units": ["?3020a"], "facing": "NE"} for key in ("italy", None)}


@pytest.mark.rule("custoza:19.1-b", "custoza:19.2-a")
def test_losses_of_a_formation_are_open() -> None:
    match = play(
        italy("A", "3010"),
        austria("D", "3020", sp=4, max=6),
        {"id": "E", "side": "austria", "type": "line", "box": "routed", "sp": 5, "max": 6},
        **FIXED,
    )
    entry = next(entry for entry in match.view("italy")["formations"] if entry["id"] == "austria")
    assert (entry["losses"], entry["collapsed"]) == (8, False)
    assert seen(match, "italy")["E"]["box"] == "routed"


@pytest.mark.parametrize("scenario", ["vanguards", "morning", "tail"])
@pytest.mark.parametrize("seat", ["italy", "austria", None])
def test_worlds_look_like_the_view_they_are_made_from(scenario: str, seat: str | None) -> None:
    match = q.start("custoza", scenario, seed=4)
    for asked in ("italy", "austria"):
        match.answer(asked, match.options(asked)[0])
    view = match.view(seat)
    worlds = [sample(view, random.Random(seed)) for seed in range(DRAWS)]
    for world in worlds:
        assert msgspec.json.encode(world.view(seat)) == msgspec.json.encode(view)
    drawn = {msgspec.json.encode(sorted(world.state()["units"], key=lambda unit: unit["id"])) for world in worlds}
    assert len(drawn) == min(DRAWS, deals(view)), (
        "every deal of what is hidden is drawn, and none twice for want of others"
    )


def deals(view: Plain) -> int:
    """In how many ways the counters of a view that lie face down can lie: those with the same back change places."""
    backs = Counter(
        (unit["side"], unit["type"], unit.get("formation"), unit.get("sv"))
        for unit in view["units"]
        if unit.get("hidden")
    )
    return math.prod(map(math.factorial, backs.values()))


def test_losses_that_were_not_seen_are_dealt_out() -> None:
    match = play(
        italy("A", "3010"), austria("D", "3020", sp=3, max=6), austria("E", "3025", sp=6, max=6, cv=7), **FIXED
    )
    view = match.view("italy")
    lost = [
        [unit["max"] - unit["sp"] for unit in sample(view, random.Random(seed)).state()["units"][1:]]
        for seed in range(8)
    ]
    assert all(sum(losses) == 3 for losses in lost)
    assert len({tuple(losses) for losses in lost}) > 1


def test_secret_facts_do_not_leak_before_the_first_activation() -> None:
    match = q.start("custoza", "tail", seed=2)
    for seat in ("italy", "austria", None):
        assert walks(match, seat, random.Random(3), 1) >= 2


def test_twins_differ_in_what_is_hidden_and_nothing_else() -> None:
    s = state(italy("A", "3010"), austria("D", "3020"), austria("E", "3025", cv=7), austria("F", "3011"))
    plain = GAME.position(s)
    twin = next(t for seed in range(9) if (t := GAME.twin(plain, "italy", random.Random(seed))))
    places = {unit["id"]: unit["hex"] for unit in twin["units"]}
    assert places == {"A": "3010", "D": "3025", "E": "3020", "F": "3011"}
    options = GAME.choose_options(None)
    assert GAME.view(GAME.read(twin, options), "italy") == GAME.view(s, "italy")


def test_views_tell_of_an_answer_what_was_to_be_told_when_it_was_given() -> None:
    """It is worked out only when somebody looks, by going through the segment again."""
    rng, match, veiled = random.Random(5), q.start("custoza", "vanguards", seed=5), 0
    while match.ask is not None and veiled < 3:
        ask, (seat,) = match.ask, match.ask.who
        answer = rng.choice(match.options(seat))
        others = [other for other in ("italy", "austria", None) if other != seat]
        told = ask.told(seat, match.judged(seat, answer), others)
        assert told is not None
        match.answer(seat, answer)
        if match.result is not None or not match.state()["since"]:
            continue
        for other in others:
            given = [step for step in match.view(other)["since"]["answers"] if "answer" in step]
            assert given[-1] == {"seat": seat, "answer": told[other]}
            veiled += told[other] != answer
    assert veiled >= 3
