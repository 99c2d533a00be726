"""24.2, 26.2 and 28.2 by the book: Strategic Objectives, who has met them, and who may change his mind."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from tests.games.custoza.blind.campaigns import com, corps, inside, lazily, scenario, unit
from tests.games.custoza.blind.situations import AUSTRIA, ITALY, Plain, ah, asked, it, say

VALEGGIO, VILLAFRANCA = ["2529", "2430"], ["4929", "5029", "5030", "5129"]
SOMMACAMPAGNA = ["4913", "4914", "5014"]


def ended(
    italy: int,
    austria: int,
    *units: Plain,
    year: int = 1848,
    mine: Any = (),
    theirs: Any = (),
    options: Any = None,
    **keys: Any,
) -> Any:
    """The result of a campaign that ends with these objectives and hexes."""
    position = {
        "mode": "advanced",
        "year": year,
        "day": 1,
        "gt": 17,
        "phase": "end",
        "victory": {"type": "objectives"},
        "strategy": {ITALY: italy, AUSTRIA: austria},
        "control": {ITALY: list(mine), AUSTRIA: list(theirs)},
        "units": [it("I", "light", "1033"), ah("Z", "light", "6910"), *units],
        **keys,
    }
    m = q.start("custoza", position=position, dice=[], options=options or {})
    lazily(m)
    return m.result


def met(side: str, number: int, *units: Plain, **keys: Any) -> bool:
    """Whether the side has met that objective; the other has chosen one that it has not."""
    other = (
        {ITALY: (number, 2), AUSTRIA: (2, number)}[side]
        if keys.get("year") != 1866
        else {ITALY: (number, 3), AUSTRIA: (2, number)}[side]
    )
    result = ended(*other, *units, **keys)
    return bool(result.score["objectives"][side]["met"])


# ---------------------------------------------------------------- 1848 Italy


@pytest.mark.rule("custoza:24.2-d", "custoza:24.2-e", "custoza:24.2-f")
@pytest.mark.parametrize(
    ("number", "hexes"),
    [(1, VALEGGIO + VILLAFRANCA), (2, ["2315", "2309", "3105"]), (3, ["4707", *SOMMACAMPAGNA, *VILLAFRANCA])],
)
def test_italy_meets_its_objectives_of_1848_with_all_the_hexes_and_not_with_one_less(
    number: int, hexes: list[str]
) -> None:
    assert met(ITALY, number, mine=hexes)
    for lost in hexes:
        assert not met(ITALY, number, mine=[h for h in hexes if h != lost], theirs=[lost]), lost


@pytest.mark.rule("custoza:24.2-c", "custoza:24.2-d")
def test_who_alone_has_met_his_objective_wins() -> None:
    result = ended(1, 2, mine=VALEGGIO + VILLAFRANCA)
    assert (result.winner, result.reason) == (ITALY, "objective")


@pytest.mark.rule("custoza:24.2-c")
def test_nobody_wins_if_neither_or_both_have_met_theirs() -> None:
    assert (ended(1, 2).winner, ended(1, 2).reason) == (None, "no_objective")
    both = ended(2, 2, mine=["2315", "2309", "3105"], theirs=["1705"])
    assert (both.winner, both.reason) == (None, "both_objectives")


@pytest.mark.rule("custoza:24.2-c")
def test_the_hexes_of_an_objective_not_chosen_do_not_count() -> None:
    assert ended(2, 2, mine=VALEGGIO + VILLAFRANCA).winner is None


@pytest.mark.rule("custoza:24.2-d")
def test_control_outlasts_the_units_that_took_the_hex() -> None:
    assert met(ITALY, 1, it("g", "line", "4929"), mine=[h for h in VALEGGIO + VILLAFRANCA if h != "4929"])


# ---------------------------------------------------------------- 1848 Austria


CORPS = [corps("a48.i", AUSTRIA, rank="corps"), corps("a48.ii", AUSTRIA, rank="corps", collapse=9)]
GARRISON = [unit("v1", "a48.i", "2529", AUSTRIA), unit("v2", "a48.i", "2430", AUSTRIA)]
WEST, EAST = "1526", "3105"


def bridgehead(*units: Plain, formations: Any = None, garrison: Any = None, **keys: Any) -> bool:
    return met(
        AUSTRIA, 1, *(GARRISON if garrison is None else garrison), *units, formations=formations or CORPS, **keys
    )


@pytest.mark.rule("custoza:24.2-h")
def test_a_bridgehead_is_a_corps_west_of_the_mincio_and_units_in_both_hexes_of_valeggio() -> None:
    assert bridgehead(unit("b1", "a48.ii", WEST, AUSTRIA))
    assert not bridgehead(unit("b1", "a48.ii", WEST, AUSTRIA), unit("b2", "a48.ii", EAST, AUSTRIA))
    assert not bridgehead(unit("b1", "a48.ii", EAST, AUSTRIA))


@pytest.mark.rule("custoza:24.2-h")
def test_valeggio_is_to_be_occupied_not_only_controlled() -> None:
    one = [GARRISON[0]]
    assert not bridgehead(unit("b1", "a48.ii", WEST, AUSTRIA), garrison=one, theirs=VALEGGIO)
    assert bridgehead(
        unit("b1", "a48.ii", WEST, AUSTRIA), garrison=one, theirs=VALEGGIO, options={"valeggio": "control"}
    )


@pytest.mark.rule("custoza:24.2-h")
def test_routed_and_lost_units_do_not_keep_a_corps_from_its_bridgehead() -> None:
    assert bridgehead(
        unit("b1", "a48.ii", WEST, AUSTRIA),
        inside("b2", "a48.ii", AUSTRIA, box="routed", sp=2),
        inside("b3", "a48.ii", AUSTRIA, box="eliminated", sp=2),
    )


@pytest.mark.rule("custoza:24.2-h")
def test_a_collapsed_corps_holds_no_bridgehead() -> None:
    assert not bridgehead(unit("b1", "a48.ii", WEST, AUSTRIA), inside("b2", "a48.ii", AUSTRIA, box="routed", sp=9))


@pytest.mark.rule("custoza:24.2-h")
def test_a_corps_that_has_nobody_on_the_map_holds_nothing() -> None:
    assert not bridgehead(inside("b1", "a48.ii", AUSTRIA, box="due"))


@pytest.mark.rule("custoza:24.2-h")
def test_a_brigade_is_no_corps() -> None:
    few = [CORPS[0], corps("a48.per", AUSTRIA, rank="brigade")]
    assert not bridgehead(unit("b1", "a48.per", WEST, AUSTRIA), formations=few)


@pytest.mark.rule("custoza:24.2-l")
def test_haller_and_taxis_hold_a_bridgehead_only_together() -> None:
    both = [
        CORPS[0],
        corps("a48.hal", AUSTRIA, rank="corps", corps="a48.res"),
        corps("a48.tax", AUSTRIA, rank="corps", corps="a48.res"),
    ]
    haller = unit("b1", "a48.hal", WEST, AUSTRIA)
    assert bridgehead(haller, unit("b2", "a48.tax", "1525", AUSTRIA), formations=both)
    assert not bridgehead(haller, unit("b2", "a48.tax", EAST, AUSTRIA), formations=both)


@pytest.mark.rule("custoza:24.2-i")
def test_peschiera_counts_with_a_line_to_verona() -> None:
    assert met(AUSTRIA, 2, theirs=["1705"])
    assert not met(AUSTRIA, 2)
    ring = [it(f"w{h}", "line", h) for h in ("1606", "1704", "1805", "1904")]
    assert not met(AUSTRIA, 2, *ring, theirs=["1705"])


@pytest.mark.rule("custoza:24.2-j", "custoza:24.2-k")
def test_the_siege_is_broken_by_a_whole_corps_that_has_left() -> None:
    held = {"theirs": VALEGGIO + VILLAFRANCA, "formations": CORPS}
    gone = inside("b1", "a48.ii", AUSTRIA, box="exited")
    stays = unit("v1", "a48.i", "2529", AUSTRIA)
    assert met(AUSTRIA, 3, gone, stays, **held)
    assert met(AUSTRIA, 3, gone, stays, inside("b2", "a48.ii", AUSTRIA, box="routed", sp=2), **held)
    assert not met(AUSTRIA, 3, gone, stays, unit("b2", "a48.ii", EAST, AUSTRIA), **held)
    assert not met(AUSTRIA, 3, gone, stays, inside("b2", "a48.ii", AUSTRIA, box="routed", sp=9), **held)
    assert not met(AUSTRIA, 3, gone, stays, formations=CORPS, theirs=[*VALEGGIO, *VILLAFRANCA[1:]])


@pytest.mark.rule("custoza:24.2-l", "custoza:24.2-k")
def test_haller_alone_does_not_break_the_siege() -> None:
    both = [
        corps("a48.hal", AUSTRIA, rank="corps", corps="a48.res"),
        corps("a48.tax", AUSTRIA, rank="corps", corps="a48.res"),
    ]
    held: Plain = {"theirs": VALEGGIO + VILLAFRANCA, "formations": both}
    gone = inside("b1", "a48.hal", AUSTRIA, box="exited")
    assert not met(AUSTRIA, 3, gone, unit("b2", "a48.tax", EAST, AUSTRIA), **held)
    assert met(AUSTRIA, 3, gone, inside("b2", "a48.tax", AUSTRIA, box="exited"), **held)


@pytest.mark.rule("custoza:24.2-j")
@pytest.mark.parametrize(
    ("hex", "leaves"), [("4034", True), ("3933", True), ("2034", True), ("4133", False), ("4434", False)]
)
def test_austrians_leave_by_the_south_edge_up_to_4034(hex: str, leaves: bool) -> None:
    if hex == "2034":
        hex = "2234"
    m = q.start(
        "custoza",
        position={
            "mode": "advanced",
            "year": 1848,
            "units": [ah("A", "light", hex), it("I", "light", "1004")],
            "victory": {"type": "objectives"},
            "strategy": {ITALY: 1, AUSTRIA: 1},
            "active": {"formation": AUSTRIA},
        },
        dice=[],
    )
    assert (m.refuse(AUSTRIA, {"do": "move", "units": ["A"], "path": ["exit"]}) is None) is leaves


# ---------------------------------------------------------------- 1866


@pytest.mark.rule("custoza:26.2-b")
def test_peschiera_is_isolated_when_no_line_leads_from_it_to_7004() -> None:
    assert not met(ITALY, 1, year=1866)
    assert met(ITALY, 1, *[it(f"w{h}", "line", h) for h in ("1606", "1704", "1805", "1904")], year=1866)


@pytest.mark.rule("custoza:26.2-c")
def test_control_of_peschiera_is_that_of_1705() -> None:
    assert met(ITALY, 2, year=1866, mine=["1705"])
    assert not met(ITALY, 2, year=1866, mine=["1704"], theirs=["1705"])


@pytest.mark.rule("custoza:26.2-d", "custoza:26.2-f", "custoza:26.2-g")
@pytest.mark.parametrize(
    ("side", "number", "hexes"),
    [
        (ITALY, 3, [*VALEGGIO, "3923", *VILLAFRANCA]),
        (AUSTRIA, 2, ["2625", "3125", "3923"]),
        (AUSTRIA, 3, ["1526", "1621", "1513"]),
    ],
)
def test_objectives_of_1866_need_all_their_hexes(side: str, number: int, hexes: list[str]) -> None:
    mine, other = ("mine", "theirs") if side == ITALY else ("theirs", "mine")
    assert met(side, number, year=1866, **{mine: hexes})
    for lost in hexes:
        assert not met(side, number, year=1866, **{mine: [h for h in hexes if h != lost], other: [lost]}), lost


@pytest.mark.rule("custoza:26.2-e")
def test_the_line_of_the_mincio_is_the_east_side_of_both_bridges() -> None:
    assert met(AUSTRIA, 1, year=1866, theirs=["1821", "2330"])
    assert not met(AUSTRIA, 1, year=1866, theirs=["1821"], mine=["2330"])


@pytest.mark.rule("custoza:26.2-f")
def test_by_option_both_hexes_of_custoza_count() -> None:
    held = ["2625", "3125", "3923"]
    assert not met(AUSTRIA, 2, year=1866, theirs=held, options={"custoza_hexes": "both"})
    assert met(AUSTRIA, 2, year=1866, theirs=[*held, "3924"], options={"custoza_hexes": "both"})


# ---------------------------------------------------------------- choosing and changing


@pytest.mark.rule("custoza:24.2-a", "custoza:26.2-a")
@pytest.mark.parametrize("name", ["1848", "1848-free", "1866", "1866-free"])
def test_both_choose_at_once_and_neither_sees_what_the_other_chose(name: str) -> None:
    assert scenario(name).ask is not None
    assert (scenario(name).ask.what, set(scenario(name).ask.who)) == ("strategy", {ITALY, AUSTRIA})

    def seen(number: int) -> Any:
        m = q.start("custoza", scenario=name, seed=1)
        say(m, ITALY, "choose", objective=number)
        return m.view(AUSTRIA), m.view(None), [e.data for e in m.told(AUSTRIA)]

    assert seen(1) == seen(3)


@pytest.mark.rule("custoza:24.2-a")
def test_nobody_chooses_a_fourth_objective() -> None:
    m = scenario("1848")
    for number in (0, 4):
        assert m.refuse(ITALY, {"do": "choose", "objective": number}) is not None


@pytest.mark.rule("custoza:28.2-a")
def test_in_the_late_campaign_only_austria_chooses_and_italy_has_the_third() -> None:
    m = scenario("1848-late")
    assert asked(m) == ("strategy", AUSTRIA)
    assert m.view(ITALY)["strategy"][ITALY] == 3


def dawn(day: int, gt: int, year: int = 1848, italy: int = 1, austria: int = 2, **keys: Any) -> q.Match:
    position = {
        "mode": "advanced",
        "year": year,
        "day": day,
        "gt": gt,
        "phase": "command",
        "last": {"day": 3, "gt": 17},
        "victory": {"type": "objectives"},
        "strategy": {ITALY: italy, AUSTRIA: austria},
        "units": [it("I", "light", "1033"), com(ITALY, "1033"), ah("Z", "light", "6910")],
        **keys,
    }
    return q.start("custoza", position=position, dice=[6, 5, 1, 2] * 5)


@pytest.mark.rule("custoza:24.2-b")
def test_only_italy_may_change_its_objective_and_only_on_the_second_morning() -> None:
    m = dawn(2, 1)
    assert asked(m) == ("strategy", ITALY)
    assert {"do": "keep"} in m.options(ITALY)
    say(m, ITALY, "choose", objective=3)
    assert m.view(ITALY)["strategy"][ITALY] == 3
    assert asked(m) != ("strategy", AUSTRIA)
    for day, gt in ((1, 1), (2, 2), (3, 1)):
        later = asked(dawn(day, gt))
        assert later is None or later[0] != "strategy", (day, gt)


@pytest.mark.rule("custoza:26.2-a")
def test_in_1866_nobody_changes_his_objective() -> None:
    question = asked(dawn(2, 1, year=1866))
    assert question is None or question[0] != "strategy"


@pytest.mark.rule("custoza:24.2-b", "custoza:24.2-a")
def test_whether_italy_has_changed_is_not_told() -> None:
    def seen(**answer: Any) -> Any:
        m = dawn(2, 1)
        say(m, ITALY, **answer)
        return m.view(AUSTRIA), [(e.kind, e.data) for e in m.told(AUSTRIA)]

    assert seen(do="keep") == seen(do="choose", objective=2)


# ---------------------------------------------------------------- optional reinforcements


def called(objective: int, options: Any = None) -> q.Match:
    position = {
        "mode": "advanced",
        "year": 1848,
        "day": 2,
        "gt": 6,
        "phase": "command",
        "last": {"day": 3, "gt": 17},
        "victory": {"type": "objectives"},
        "strategy": {ITALY: objective, AUSTRIA: 2},
        "units": [
            unit("I", "d1", "1033"),
            com("d1", "1033"),
            inside("r9", "d1", box="due"),
            ah("Z", "light", "6910"),
        ],
        "reinforcements": [
            {
                "id": "g",
                "side": ITALY,
                "formation": None,
                "units": ["r9"],
                "day": 2,
                "gt": 6,
                "entry": "4434",
                "condition": "optional",
            }
        ],
    }
    return q.start("custoza", position=position, dice=[6, 5, 1, 2] * 5, options=options or {})


@pytest.mark.rule("custoza:24.2-g")
@pytest.mark.parametrize(("objective", "come"), [(1, False), (2, True), (3, True)])
def test_optional_reinforcements_come_with_the_second_or_third_objective(objective: int, come: bool) -> None:
    m = called(objective)
    assert asked(m) == ("reinforcements", ITALY)
    assert (m.refuse(ITALY, {"do": "claim", "group": "g"}) is None) is come


@pytest.mark.rule("custoza:24.2-g")
def test_by_option_they_never_come() -> None:
    m = called(2, {"optional_reinforcements": "never"})
    assert asked(m) != ("reinforcements", ITALY) or m.refuse(ITALY, {"do": "claim", "group": "g"}) is not None
