"""Chapter 12: intelligence, deployment by sectors, the reserve; what neither side may know of the other."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from tests.games.alaguerre.blind.situations import Plain, asked, barred, modifiers, rolls

FOOT: Plain = {"type": "Hv", "stats": "1/-/2 -"}
SHOT: Plain = {"type": "Sh", "stats": "1/1/0 -"}
DRAGOONS: Plain = {
    "type": "Dr",
    "stats": "1/0/-1 - sk",
    "mounted_stats": "1/-2/-1 - sk/ln",
    "mounted_as": "LC",
}
HUSSARS: Plain = {"type": "LC", "stats": "1/0/0 - sk/ln"}


def army(name: str, level: int = 0, divisions: int = 2, first: Plain = FOOT) -> Plain:
    """Divisions of two brigades of one base; the first base of the army may be of another kind."""
    made = [
        {
            "id": f"d{n + 1}",
            "general": {"name": f"{name} {n + 1}", "level": 0},
            "brigades": [{"bases": [first if n == 0 else FOOT]}, {"bases": [FOOT]}],
        }
        for n in range(divisions)
    ]
    told = {"kind": "quadrilatero-army", "format": 1, "game": "alaguerre", "list": "free", "year": 1640}
    return {**told, "points": 400, "name": name, "cic": {"name": name, "level": level}, "divisions": made}


def planned(own: Plain, theirs: Plain, dice: tuple[int, ...] = (3, 3), **more: Any) -> Any:
    """Both have written their map; the dice of intelligence have fallen."""
    kind = {"kind": "assault", "attacker": "red", **more}
    position = q.pickup("alaguerre", armies={"red": own, "blue": theirs}, terrain="open", **kind)
    m = q.start("alaguerre", position=position, dice=[*dice, *(2,) * 40])
    for seat in ("red", "blue"):
        m.answer(seat, m.options(seat)[0])
    return m


INTELLIGENCE: list[tuple[str, str, Plain, Plain, Plain, dict[str, int], dict[str, int]]] = [
    ("12.2-m1", "the defender", army("r"), army("b"), {}, {}, {"12.2-m1": -1}),
    (
        "12.2-m2",
        "the level of the chief",
        army("r", 2),
        army("b", 1),
        {},
        {"12.2-m2": 2},
        {"12.2-m1": -1, "12.2-m2": 1},
    ),
    ("12.2-m3", "at home", army("r"), army("b"), {"home": "blue"}, {}, {"12.2-m1": -1, "12.2-m3": 1}),
    ("12.2-m4", "more dragoons", army("r", first=DRAGOONS), army("b"), {}, {"12.2-m4": 1}, {"12.2-m1": -1}),
    ("12.2-m5", "more light horse", army("r"), army("b", first=HUSSARS), {}, {}, {"12.2-m1": -1, "12.2-m5": 2}),
    ("12.2-m6", "more shot", army("r", first=SHOT), army("b"), {}, {"12.2-m6": 1}, {"12.2-m1": -1}),
    ("12.2-m6", "as many shot", army("r", first=SHOT), army("b", first=SHOT), {}, {}, {"12.2-m1": -1}),
]


@pytest.mark.parametrize(
    ("own", "theirs", "more", "red", "blue"),
    [pytest.param(*rest, id=name, marks=pytest.mark.rule(f"alaguerre:{rule}")) for rule, name, *rest in INTELLIGENCE],
)
def test_modifiers_of_intelligence(own: Plain, theirs: Plain, more: Plain, red: Any, blue: Any) -> None:
    first, second = rolls(planned(own, theirs, **more), "intelligence")[:2]
    assert (modifiers(first), modifiers(second)) == (red, blue)


def deploying(m: Any) -> list[str]:
    """Who deploys, in order, one answer after another; nobody keeps a reserve."""
    found = []
    while m.ask is not None and m.ask.what == "deploy":
        seat = m.ask.who[0]
        found.append(seat)
        m.answer(seat, next(each for each in m.options(seat) if each["do"] == "deploy"))
    return found


@pytest.mark.parametrize(
    ("dice", "levels", "order"),
    [
        ((6, 2), (2, 0), ["blue", "blue", "blue", "red", "red", "red"]),
        ((5, 2), (0, 0), ["blue", "blue", "red", "blue", "red", "red"]),
        ((4, 3), (0, 0), ["blue", "red", "blue", "red", "blue", "red"]),
        ((3, 3), (0, 0), ["red", "blue", "red", "blue", "red", "blue"]),
        ((1, 5), (0, 0), ["red", "blue", "red", "blue", "red", "blue"]),
        ((1, 6), (0, 0), ["red", "red", "blue", "red", "blue", "blue"]),
        ((2, 3), (0, 1), ["red", "blue", "red", "blue", "red", "blue"]),
    ],
)
@pytest.mark.rule("alaguerre:12.2-b", "alaguerre:12.2-c", "alaguerre:12.2-d")
def test_the_order_of_deployment(dice: tuple[int, int], levels: tuple[int, int], order: list[str]) -> None:
    """Blue defends: its die counts one less. With equal modifiers a lot: a die of 2 is red's."""
    m = planned(army("r", levels[0], 3), army("b", levels[1], 3), dice)
    assert deploying(m) == order


@pytest.mark.parametrize(
    ("dice", "red", "blue"),
    [((6, 2), True, False), ((5, 2), True, False), ((4, 3), False, False), ((3, 3), True, True), ((1, 6), False, True)],
)
@pytest.mark.rule("alaguerre:12.2-b", "alaguerre:12.2-e", "alaguerre:12.2-c")
def test_who_may_keep_a_reserve(dice: tuple[int, int], red: bool, blue: bool) -> None:
    m = planned(army("r", 0, 3), army("b", 0, 3), dice)
    may = {"red": False, "blue": False}
    while m.ask is not None and m.ask.what == "deploy":
        seat = m.ask.who[0]
        may[seat] |= any(each["do"] == "reserve" for each in m.options(seat))
        m.answer(seat, next(each for each in m.options(seat) if each["do"] == "deploy"))
    assert may == {"red": red, "blue": blue}


@pytest.mark.parametrize(("sector", "lawful"), [([0, 0], True), ([6, 1], True), ([3, 2], False), ([7, 0], False)])
@pytest.mark.rule("alaguerre:12.1.3-a", "alaguerre:12.3-a")
def test_sectors_of_the_deployment_area(sector: list[int], lawful: bool) -> None:
    position = q.pickup("alaguerre", armies={"red": army("r"), "blue": army("b")}, terrain="open")
    m = q.start("alaguerre", position=position, dice=[3, 3])
    found = barred(m, "red", "plan", sectors={"red.d1": sector, "red.d2": [1, 0]})
    assert (found is None) == lawful


@pytest.mark.rule("alaguerre:12.1.3-a")
def test_plans_are_sealed() -> None:
    position = q.pickup("alaguerre", armies={"red": army("r"), "blue": army("b")}, terrain="open")
    m = q.start("alaguerre", position=position, dice=[3, 3])
    before = m.view("blue")
    m.answer("red", {"do": "plan", "sectors": {"red.d1": [5, 1], "red.d2": [6, 0]}})
    after = m.view("blue")
    for key in before:
        if key not in ("ask", "since"):
            assert after[key] == before[key], key
    assert "[5, 1]" not in str(after)


@pytest.mark.rule("alaguerre:12.1.1-a")
def test_the_enemys_order_of_battle_is_hidden_until_deployed() -> None:
    m = planned(army("r", 0, 3), army("b", 0, 3), (4, 3))
    seen = [each for each in m.view("red")["bases"] if each["side"] == "blue"]
    assert all(each["at"] is None for each in seen)
    assert len({each["division"] for each in seen}) < 3, "nothing tells how they are divided"
    deploying(m)
    seen = [each for each in m.view("red")["bases"] if each["side"] == "blue"]
    assert all(each["at"] is not None for each in seen)
    assert len({each["division"] for each in seen}) == 3


@pytest.mark.rule("alaguerre:12.2.1-a", "alaguerre:4.3-c")
def test_a_reserve_is_not_seen_and_counts_only_when_it_comes() -> None:
    m = planned(army("r", 0, 3), army("b", 0, 3), (6, 2))
    while asked(m) == ("deploy", "blue"):
        m.answer("blue", next(each for each in m.options("blue") if each["do"] == "deploy"))
    kept = next(each for each in m.options("red") if each["do"] == "reserve")
    m.answer("red", kept)
    deploying(m)
    own = [each for each in m.view("red")["bases"] if each["division"] == kept["division"]]
    assert own
    assert all(each["at"] is None for each in own)
    assert m.view("red")["cohesion"]["red"] == 2, "four bases of morale 1, halved"
    seen = [each for each in m.view("blue")["bases"] if each["side"] == "red" and each["at"] is not None]
    assert len(seen) == 4


@pytest.mark.parametrize(
    ("count", "least", "most", "turns"),
    [(2, 0, 199, 15), (12, 200, 299, 15), (18, 300, 399, 20), (24, 400, 499, 25), (40, 500, 999, 30)],
)
@pytest.mark.rule("alaguerre:4.1.3-c")
def test_how_long_a_battle_lasts(count: int, least: int, most: int, turns: int) -> None:
    big = army("r", 0, 1)
    big["points"] = 2000
    big["divisions"][0]["brigades"] = [{"bases": [FOOT]} for _ in range(count)]
    found = q.army("alaguerre").check(big)
    assert least <= found["points"] <= most
    assert found["last_turn"] == turns


@pytest.mark.parametrize(
    ("asked_for", "price"),
    [
        ({"entry": "bavaria.pk"}, 22),
        ({"entry": "bavaria.cav.cuirassiers"}, 19),
        ({"entry": "spain.pk.italian"}, 24),
        ({"entry": "denmark.hvart"}, 31),
        ({"entry": "france.pk.militia"}, 9),
        ({"general": 1, "cic": True}, 36),
        ({"general": 0}, 10),
        ({"general": 1}, 18),
        ({"general": 1, "player": True}, 36),
        ({"general": 2}, 26),
        ({"general": -1}, 2),
    ],
)
@pytest.mark.rule("alaguerre:2.6.1-a", "alaguerre:12.1-c", "alaguerre:3.4.2-d")
def test_prices(asked_for: Plain, price: int) -> None:
    assert q.army("alaguerre").cost(asked_for)["unit"] == price
