"""Chapters 3, 18, 19 and 20 by the book: setting up, costs and limits of armies."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from tests.games.vivaorre.blind.situations import begun, blue, box, go, move_barred, red, rolls

BOOK = q.army("vivaorre")


@pytest.mark.rule("vivaorre:18-a", "vivaorre:18-c", "vivaorre:18-l")
@pytest.mark.parametrize(
    ("spec", "cost"),
    [
        ({"arm": "infantry", "training": "regular", "class": "b-b-b", "notes": [], "weapon": "breech_rifle"}, 40),
        ({"arm": "infantry", "training": "irregular", "class": "e-/-e", "notes": [], "weapon": "none"}, 1),
        ({"arm": "infantry", "training": "regular", "class": "d-d-d", "notes": [], "weapon": "rifled_musket"}, 18),
        (
            {"arm": "cavalry", "training": "regular", "class": "d-e-e", "notes": ["lance"], "weapon": "rifled_carbine"},
            19,
        ),
        (
            {
                "arm": "artillery",
                "training": "regular",
                "class": "b-c-e",
                "notes": [],
                "gun": "rifled_9",
                "mount": "horse",
            },
            102,
        ),
        ({"arm": "artillery", "training": "irregular", "class": "c-d-e", "notes": [], "gun": "smooth_9"}, 50),
        ({"arm": "artillery", "training": "regular", "class": "c-c-e", "notes": [], "gun": "long_tom"}, 178),
    ],
)
def test_what_a_figure_costs(spec: dict[str, Any], cost: int) -> None:
    assert BOOK.cost(spec)["figure"] == cost


def faults(list: str, year: int, *units: Any, points: int = 3000, **more: Any) -> set[str]:
    said = [{"entry": f"{list}.{unit}"} if isinstance(unit, str) else unit for unit in units]
    army = {
        "kind": "quadrilatero-army",
        "format": 1,
        "game": "vivaorre",
        "list": list,
        "year": year,
        "points": points,
        "brigades": [{"id": "b1", "units": said}],
        **more,
    }
    return {error["rule"] for error in BOOK.check(army)["errors"]}


@pytest.mark.rule("vivaorre:20.nap-a", "vivaorre:20-a", "vivaorre:5-b")
def test_limits_of_naples() -> None:
    line = [*["inf.linea"] * 4, {"entry": "nap.art.artiglieria", "sections": 1, "gun": "smooth_6"}]
    assert faults("nap", 1860, *line, "cav.ussari") == set()
    assert "20.nap-a" in faults("nap", 1860, *line, "cav.ussari", "cav.ussari")
    assert "20.nap-a" in faults("nap", 1860, "inf.cacciatori", "inf.cacciatori", "inf.cacciatori")
    assert "20-a" in faults("nap", 1861, *line)
    assert "5-b" in faults("nap", 1860, *["inf.linea"] * 7)


@pytest.mark.rule("vivaorre:20.afg-b", "vivaorre:20.boer-a")
def test_entries_that_come_later() -> None:
    assert "20.afg-b" in faults("afg", 1869, "afghani.inf.regolari", "afghani.inf.milizia")
    assert "20.afg-b" not in faults("afg", 1870, "afghani.inf.regolari", "afghani.inf.milizia")
    before = {entry["id"] for entry in BOOK.entries("boer", 1898)}
    after = {entry["id"] for entry in BOOK.entries("boer", 1899)}
    assert any(".art." in id for id in after - before)
    assert not any(".art." in id for id in before)


@pytest.mark.rule("vivaorre:20.uk-c")
@pytest.mark.parametrize(("against", "allowed"), [("zulu", True), ("boer", True), ("afg", False)])
def test_south_africans_fight_zulu_and_boers_alone(against: str, allowed: bool) -> None:
    ids = {entry["id"] for entry in BOOK.entries("uk", 1879, against=against, theatre="south_africa")}
    assert ("uk.sudafricani.cav.europei" in ids) is allowed


@pytest.mark.rule("vivaorre:20.pru-d", "vivaorre:20.uk-d", "vivaorre:20.nap-b")
@pytest.mark.parametrize(
    ("entry", "year", "weapon"),
    [
        ("pru.esercito.inf.linea", 1840, "musket"),
        ("pru.esercito.inf.linea", 1866, "dreyse_rifle"),
        ("pru.esercito.inf.linea", 1872, "breech_rifle"),
        ("uk.inglesi.inf.linea", 1854, "musket"),
        ("uk.inglesi.inf.linea", 1855, "rifled_musket"),
        ("uk.inglesi.inf.linea", 1866, "breech_rifle"),
        ("uk.inglesi.inf.fucilieri", 1850, "rifled_musket"),
        ("nap.inf.linea", 1850, "musket"),
        ("nap.inf.cacciatori", 1850, "rifled_musket"),
        ("nap.inf.linea", 1851, "rifled_musket"),
    ],
)
def test_weapons_by_year(entry: str, year: int, weapon: str) -> None:
    found = {each["id"]: each for each in BOOK.entries(entry.split(".", maxsplit=1)[0], year)}
    assert found[entry]["weapons"] == [weapon]


@pytest.mark.rule("vivaorre:20-d", "vivaorre:2-c")
def test_lancers_and_cuirassiers_by_name() -> None:
    found = {each["id"]: each for each in BOOK.entries("pru", 1860)}
    assert "lance" in found["pru.esercito.cav.ulani"]["notes"]
    assert "cuirass" in found["pru.esercito.cav.corazzieri"]["notes"]
    assert "lance" not in found["pru.esercito.cav.ussari"]["notes"]


ONE = {
    "kind": "quadrilatero-army",
    "format": 1,
    "game": "vivaorre",
    "list": "nap",
    "year": 1860,
    "points": 3000,
    "brigades": [{"id": "b1", "units": [{"entry": "nap.inf.linea"}, {"entry": "nap.inf.linea"}]}],
}
OTHER = ONE | {
    "list": "gar",
    "brigades": [{"id": "b1", "units": [{"entry": "gar.inf.reclute"}, {"entry": "gar.inf.veterani"}]}],
}


def pickup(*dice: int, **more: Any) -> q.Match:
    said = {"terrain": [], "kind": "encounter", "attacker": "red", **more}
    position = q.pickup("vivaorre", armies={"red": ONE, "blue": OTHER}, **said)
    return q.start("vivaorre", position=position, dice=[*dice, *(2,) * 30])


@pytest.mark.rule("vivaorre:3-c")
def test_in_an_encounter_both_deploy_under_seal_in_their_own_half() -> None:
    m = pickup()
    assert m.ask is not None
    assert (m.ask.what, set(m.ask.who)) == ("deploy", {"red", "blue"})
    units = {"red.b1.1": {"at": [20000, 20000]}, "red.b1.2": {"at": [30000, 24000]}}
    generals = {each["id"]: [25000, 12000] for each in m.view("red")["generals"] if each["side"] == "red"}
    answer = {"do": "deploy", "units": units, "generals": generals}
    assert m.refuse("red", answer) is None
    units["red.b1.2"] = {"at": [30000, 24001]}
    refusal = m.refuse("red", answer)
    assert refusal is not None
    assert refusal.rule == "3-c"


@pytest.mark.rule("vivaorre:3-b")
def test_in_a_defensive_battle_only_the_defender_deploys() -> None:
    m = pickup(kind="defensive")
    assert m.ask is not None
    assert (m.ask.what, list(m.ask.who)) == ("deploy", ["blue"])


@pytest.mark.rule("vivaorre:3-d")
def test_in_an_ambush_one_places_everywhere_and_the_other_writes_his_way() -> None:
    m = pickup(kind="ambush")
    assert m.ask is not None
    assert (m.ask.what, set(m.ask.who)) == ("deploy", {"red", "blue"})
    assert {option["do"] for option in m.options("red")} == {"route"}
    assert {option["do"] for option in m.options("blue")} == {"deploy"}


@pytest.mark.rule("vivaorre:3-f", "vivaorre:3-g")
@pytest.mark.parametrize(
    ("dice", "home", "kind"),
    [((4, 3), None, "encounter"), ((5, 3), None, "defensive"), ((6, 3), None, "ambush"), ((4, 3), "red", "defensive")],
)
def test_the_kind_of_battle_by_dice(dice: tuple[int, int], home: str | None, kind: str) -> None:
    m = pickup(*dice, kind="roll", home=home)
    [found] = [e for e in m.events if e.kind == "type"]
    assert found.data["type"] == kind
    assert rolls(m, "type")


@pytest.mark.rule("vivaorre:13-g")
def test_hiding_needs_ground_that_hides() -> None:
    m = pickup(terrain=[box("w", "open_wood", 15000, 15000, 25000, 23000)])
    for x, rule in ((20000, None), (40000, "13-g")):
        answer = {
            "do": "deploy",
            "units": {"red.b1.1": {"at": [x, 20000], "hidden": True}, "red.b1.2": {"at": [30000, 12000]}},
            "generals": {g["id"]: [25000, 12000] for g in m.view("red")["generals"] if g["side"] == "red"},
        }
        refusal = m.refuse("red", answer)
        assert (None if refusal is None else refusal.rule) == rule


@pytest.mark.rule("vivaorre:20.afg-d")
def test_pathans_climb_where_nobody_else_goes() -> None:
    crest = box("c", "impassable", 20000, 11000, 40000, 20000, material="crest")
    far = blue("Z", 60000, 46000)
    m = begun("movement", red("A", 30000, 10000, training="irregular", notes=["climb"]), far, terrain=(crest,))
    assert move_barred(m, "A", go("advance", by=2000)) is None
    m = begun("movement", red("A", 30000, 10000, training="irregular"), far, terrain=(crest,))
    assert move_barred(m, "A", go("advance", by=2000)) == "8-ab"
