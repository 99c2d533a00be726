"""The builder: armies as files, what is wrong with them, lists and entries as programs read them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import quadrilatero as q
from quadrilatero.games.vivaorre.army import theatres
from quadrilatero.games.vivaorre.words import BOOK as SENTENCES
from quadrilatero.kernel import Plain
from quadrilatero.kernel.rulebook import atoms
from tests.games.vivaorre.support import army, book, errors

BOOK = book()
SCHEMA = Path(q.__file__).parent / "games" / "vivaorre" / "army.schema.json"
LINE, HORSE = "inglesi.inf.linea", "inglesi.cav.ussari"


def landi() -> Plain:
    """A Neapolitan column that keeps to its list."""
    light = {"entry": "inf.cacciatori", "figures": 8, "weapon": "rifled_musket", "name": "8° Cacciatori"}
    howitzers = {"entry": "art.artiglieria", "sections": 1, "gun": "howitzer_6"}
    foot = ["inf.linea", "inf.linea", "inf.linea", light, howitzers, "inf.linea", "inf.linea"]
    made = army("nap", 1860, foot, ["cav.dragoni", "cav.dragoni"], points=1500, against="gar", name="Landi")
    return {**made, "cic": {"name": "Landi"}}


def test_a_game_without_armies_says_so():
    with pytest.raises(q.NoArmies, match=r"camposanto has no armies to build.*vivaorre"):
        q.army("camposanto")


def test_readings_are_checked():
    with pytest.raises(ValueError, match="no option 'shades'"):
        q.army("vivaorre", {"shades": "exact"})


# -- lists and entries -------------------------------------------------------------------------------------------------


def test_the_lists():
    lists = q.army("vivaorre").lists()
    assert " ".join(lists) == (
        "uk afg ind sik eth boer sud zulu chi egy pru rus aus fra it tur pie pap nap gar mex usa"
    )
    assert lists["zulu"] == {
        "title": {"en": "Zulu", "it": "Zulu"},
        "years": [1879, 1879],
        "initiative": 1,
        "european": False,
        "rules": ["20.zulu-b", "20.zulu-c", "20.zulu-d", "20.zulu-e", "20.zulu-f", "20.zulu-g"],
    }


INITIATIVE = {
    1: "boer zulu pru gar",
    0: "uk afg sik eth sud tur usa",
    -1: "ind chi egy rus aus fra it pie pap nap mex",
}


@pytest.mark.rule("vivaorre:6-d")
def test_the_initiative_of_every_list():
    lists = BOOK.lists()
    for initiative, ids in INITIATIVE.items():
        assert {id for id in lists if lists[id]["initiative"] == initiative} == set(ids.split())


def test_every_rule_that_lists_name_is_in_the_rulebook():
    known = atoms("vivaorre")
    for roll in BOOK.rolls.values():
        content = roll.content
        named = set(content.rules) | {armament.rule for armament in content.armament.values()}
        for limits in (content.bound, content.share, content.ceiling, content.equal, content.carried, content.one_of):
            named |= {limit.rule for limit in limits}
        named |= {kinds.rule for kinds in content.each_kind}
        assert all(rule in known and rule.startswith(f"20.{content.id}-") for rule in named), content.id
    data = BOOK.data
    tables = ({arm.rule for arm in data.small_arms.values()}, {gun.rule for gun in data.guns.values()})
    assert set.union(*tables, {theatre.rule for theatre in data.theatres.values()}) <= known.keys()


def test_entries_say_what_can_be_had_and_for_how_much():
    entries = {entry["id"]: entry for entry in BOOK.entries("uk", 1870, against="zulu")}
    assert "uk.sudafricani.inf.nativi" in entries
    assert "uk.indiani.inf.sepoy" not in entries
    guns = entries["uk.inglesi.art.artiglieria"]
    assert guns["guns"][2:] == [
        {"gun": "rifled_4", "mount": "mountain"},
        {"gun": "rifled_9", "mount": "horse"},
        {"gun": "mg_old", "mount": None},
    ]
    assert guns["cost"]["rifled_9/horse"] == 102
    rifles = entries["uk.inglesi.inf.fucilieri"]
    assert {key: rifles[key] for key in ("arm", "training", "class", "notes", "size", "weapons", "cost")} == {
        "arm": "infantry",
        "training": "regular",
        "class": "b-a-c",
        "notes": ["skirmish"],
        "size": 8,
        "weapons": ["breech_rifle"],
        "cost": {"breech_rifle": 44},
    }
    assert [(limit["rule"], limit["text"]["en"]) for limit in rifles["limits"]] == [
        ("20.uk-a", "infantry: at most 80 % of the army"),
        ("20.uk-b", "rifles: at most 1 unit in 3000 points"),
    ]
    assert entries["uk.sudafricani.inf.nativi"]["ally"]


def test_every_limit_can_be_said_in_both_languages():
    for id, roll in BOOK.rolls.items():
        for year in roll.content.years:
            for against in (None, "tur", "zulu"):
                for entry in BOOK.entries(id, year, against=against):
                    assert all(limit["text"]["en"] and limit["text"]["it"] for limit in entry["limits"])


@pytest.mark.parametrize(
    ("asked", "fault"),
    [
        ({"list": "oz", "year": 1860}, "no army list 'oz'; choose one of uk"),
        ({"list": "uk", "year": 1860, "against": "oz"}, "against: there is no army list 'oz'"),
        ({"list": "uk", "year": 1860, "theatre": "moon"}, "theatre: there is no 'moon'; choose one of europe"),
    ],
)
def test_what_there_is_not_is_named(asked: dict[str, Any], fault: str):
    with pytest.raises(q.BadArmy, match=fault):
        BOOK.entries(**asked)


# -- checking ----------------------------------------------------------------------------------------------------------


def test_a_lawful_army_with_its_points_and_shares():
    made = BOOK.check(landi())
    assert made["errors"] == []
    assert made["points"] == 5 * 144 + 240 + 58 + 2 * 114
    assert made["units"][3:5] == [{"id": "b1.4", "points": 240}, {"id": "b1.5", "points": 58}]
    assert made["shares"]["infantry"] == 77.0
    assert made["shares"]["nap.art.artiglieria"] == 4.7
    assert made["trenches"] == 0


@pytest.mark.rule("vivaorre:20-a")
def test_the_year_must_be_of_the_list_and_the_entries_in_it():
    assert errors(army("gar", 1871, ["inf.reclute"] * 2))[0] == ("20-a", "year_outside")
    assert ("20-a", "year_outside") not in errors(army("gar", 1870, ["inf.reclute"] * 2))
    foreign = army("uk", 1870, [LINE, LINE])
    foreign["brigades"][0]["units"].append({"entry": "fra.esercito.inf.linea"})
    assert ("20-a", "unknown_entry") in errors(foreign)
    assert ("20-a", "unknown_entry") in errors(army("uk", 1870, [LINE, LINE, "inglesi.inf.alpini"]))


@pytest.mark.rule("vivaorre:18-m")
def test_an_army_costs_no_more_than_the_battle_has():
    made = army("uk", 1870, [LINE] * 2, points=640)
    assert ("18-m", "points_over") not in errors(made)
    assert ("18-m", "points_over") in errors({**made, "points": 639})


@pytest.mark.rule("vivaorre:2-b")
@pytest.mark.parametrize(
    ("entry", "standard", "free"),
    [
        ("uk.inglesi.inf.linea", (8, 8), (4, 16)),
        ("uk.sudafricani.inf.nativi", (16, 16), (4, 32)),
        ("uk.inglesi.cav.dragoni", (6, 6), (4, 12)),
        ("tur.cav.bashi_bazouk", (12, 12), (4, 24)),
        ("zulu.inf.sposati", (8, 40), (8, 40)),
        ("uk.inglesi.art.artiglieria", (1, 6), (1, 6)),
    ],
)
def test_sizes_of_units(entry: str, standard: tuple[int, int], free: tuple[int, int]):
    list, _, rest = entry.partition(".")
    key = "sections" if ".art." in entry else "figures"
    for options, (least, most) in (({}, standard), ({"unit_sizes": "free"}, free)):
        for count, lawful in ((least - 1, False), (least, True), (most, True), (most + 1, False)):
            if count < 1:
                continue
            year = BOOK.rolls[list].content.years[0]
            made = army(list, year, [{"entry": rest, key: count}], points=9000)
            assert (any(reason == "size" for _, reason in errors(made, **options))) != lawful, (count, options)


@pytest.mark.rule("vivaorre:2-b")
def test_batteries_are_counted_in_sections_and_others_in_figures():
    guns = {"entry": "inglesi.art.artiglieria", "figures": 2}
    assert ("2-b", "sections_wanted") in errors(army("uk", 1870, [LINE, LINE, guns]))
    foot = {"entry": LINE, "sections": 8}
    assert ("2-b", "figures_wanted") in errors(army("uk", 1870, [LINE, LINE, foot]))


@pytest.mark.rule("vivaorre:16-e")
def test_one_unit_of_regular_foot_may_be_engineers():
    sappers = {"entry": LINE, "engineers": True}
    one = army("uk", 1870, [sappers, LINE])
    assert not any(rule == "16-e" for rule, _ in errors(one))
    assert BOOK.check(one)["units"][0]["points"] == BOOK.check(one)["units"][1]["points"] + 8 * 4
    assert ("16-e", "engineers_twice") in errors(army("uk", 1870, [sappers, sappers]))
    for entry in (HORSE, "sudafricani.inf.nativi", "inglesi.art.artiglieria"):
        wrong = army("uk", 1870, [LINE, LINE, {"entry": entry, "engineers": True}], against="zulu")
        assert ("16-e", "engineers_who") in errors(wrong)


@pytest.mark.rule("vivaorre:5-b")
@pytest.mark.parametrize(
    ("foot", "horse", "lawful"),
    [
        (1, 0, False),
        (2, 0, True),
        (6, 0, True),
        (7, 0, False),
        (0, 1, False),
        (0, 2, True),
        (0, 4, True),
        (0, 5, False),
        (2, 1, True),
        (6, 1, True),
        (2, 2, False),
        (1, 1, False),
        (1, 2, True),
        (1, 4, True),
        (0, 0, False),
    ],
)
def test_brigades(foot: int, horse: int, lawful: bool):
    for guns in (0, 2):
        units = [LINE] * foot + [HORSE] * horse + ["inglesi.art.artiglieria"] * guns
        assert (("5-b", "brigade") not in errors(army("uk", 1870, units, points=9000))) == lawful


@pytest.mark.rule("vivaorre:5-b")
def test_an_army_has_brigades_with_ids_of_their_own():
    assert ("5-b", "no_brigades") in errors(army("uk", 1870))
    made = army("uk", 1870, [LINE] * 2, [LINE] * 2)
    assert [unit["id"] for unit in BOOK.check(made)["units"]] == ["b1.1", "b1.2", "b2.1", "b2.2"]
    for brigade in made["brigades"]:
        brigade["id"] = "left"
    assert ("5-b", "brigade_twice") in errors(made)


def test_every_error_is_said_in_both_languages_and_names_a_rule_that_there_is():
    reasons = set()
    boxers = [f"boxer.inf.{kind}" for kind in ("picchieri", "arcieri", "tigri")]
    wrong = [
        army("gar", 1871, ["inf.reclute"] * 2),
        army("uk", 1870, [LINE, "inglesi.inf.alpini", {"entry": LINE, "sections": 2}, {"entry": LINE, "figures": 9}]),
        army("uk", 1870, [LINE, {"entry": "turchi.inf.fanteria", "weapon": "bow"}], points=1),
        army("uk", 1870, [{"entry": LINE, "engineers": True}, {"entry": HORSE, "engineers": True}]),
        army("uk", 1870, [LINE, {"entry": "inglesi.art.artiglieria", "figures": 2}]),
        army("uk", 1870),
        army("zulu", 1879, ["inf.scapoli"]),
        army("uk", 1870, ["turchi.inf.fanteria", "indiani.inf.sepoy"], against="rus"),
        army("nap", 1860, ["cav.ussari"] * 5),
        army("pap", 1860, ["inf.linea_nazionale"]),
        army("eth", 1890, [{"entry": "inf.fanteria_fire", "weapon": "rifled_musket"}] * 4),
        army("boer", 1899, [{"entry": "art.staatsartillerie", "gun": "long_tom", "sections": 2}]),
        army("chi", 1900, ["boxer.inf.picchieri", "boxer.art.artiglieria"], ["imperiali.inf.linea"] * 2),
        army("chi", 1900, [*boxers, "boxer.art.artiglieria"], ["boxer.cav.cavalleria"] * 3),
        {**army("uk", 1870, [LINE] * 2, [LINE] * 2), "brigades": [{"id": "x", "units": []}, {"id": "x", "units": []}]},
    ]
    for made in wrong:
        for error in BOOK.check(made)["errors"]:
            reasons.add(error["reason"])
            assert error["rule"] in atoms("vivaorre")
            assert all(text and "{" not in text for text in error["text"].values())
            json.dumps(error)
    assert reasons == SENTENCES.sections["army"].keys()


# -- files -------------------------------------------------------------------------------------------------------------


def test_an_army_goes_to_a_file_and_comes_back(tmp_path: Path):
    file = tmp_path / "landi.json"
    BOOK.write(landi(), file)
    assert BOOK.read(file) == landi()
    assert json.loads(file.read_text("utf-8"))["name"] == "Landi"


def test_the_schema_is_made_from_the_types_and_armies_fit_it():
    assert json.loads(SCHEMA.read_text("utf-8")) == BOOK.schema(), "write it anew: quadrilatero army schema"
    jsonschema.validate(landi(), BOOK.schema())
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**landi(), "year": "1860"}, BOOK.schema())


def spoilt(change: Callable[[Plain], Any]) -> Plain:
    made = landi()
    change(made)
    return made


BAD = {
    "year": (lambda made: made.update(year="1860"), r"year: expected an integer from 1820 to 1900, got \"1860\""),
    "early": (lambda made: made.update(year=1700), r"year: expected an integer from 1820 to 1900, got 1700"),
    "format": (lambda made: made.update(format=2), r"format: expected"),
    "game": (lambda made: made.update(game="chess"), r'game: expected "vivaorre", got "chess"'),
    "unknown": (
        lambda made: made.update(colour="red"),
        r"colour: there is no such field; remove it, or use one of kind",
    ),
    "missing": (lambda made: made.pop("points"), r"points: it is missing; add an integer"),
    "list": (lambda made: made.update(list="oz"), r"list: there is no army list 'oz'; choose one of uk"),
    "theatre": (lambda made: made.update(theatre="moon"), r'theatre: expected "europe".*got "moon"'),
    "figures": (
        lambda made: made["brigades"][0]["units"][1].update(figures=0),
        r"brigades\[0\]\.units\[1\]\.figures: expected a whole number from 1 to 99, got 0",
    ),
    "weapon": (
        lambda made: made["brigades"][0]["units"][0].update(weapon="club"),
        r'brigades\[0\]\.units\[0\]\.weapon: expected "musket".*got "club"',
    ),
    "entry": (
        lambda made: made["brigades"][1]["units"][0].pop("entry"),
        r"brigades\[1\]\.units\[0\]\.entry: it is missing",
    ),
    "no army": (lambda made: made.clear(), r"kind: it is missing"),
}


@pytest.mark.parametrize("case", BAD)
def test_what_cannot_be_read_is_named_with_its_field(case: str):
    change, fault = BAD[case]
    with pytest.raises(q.BadArmy, match=fault):
        BOOK.check(spoilt(change))


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (b"{", r"is not JSON \(line 1, column 2"),
        (b"\xff", "is not UTF-8 text"),
        (b"[]", "army: expected"),
        (b"[" * 100_000, "nested too deeply"),
    ],
)
def test_files_that_hold_no_army(tmp_path: Path, text: bytes, fault: str):
    file = tmp_path / "army.json"
    file.write_bytes(text)
    with pytest.raises(q.BadArmy, match=fault):
        BOOK.read(file)


def test_a_file_that_is_not_there(tmp_path: Path):
    with pytest.raises(q.BadArmy, match="cannot be read: No such file"):
        BOOK.read(tmp_path / "none.json")


def test_nothing_but_an_army_is_written(tmp_path: Path):
    with pytest.raises(q.BadArmy, match="kind: it is missing"):
        BOOK.write({}, tmp_path / "army.json")
    assert not (tmp_path / "army.json").exists()


# -- theatres ----------------------------------------------------------------------------------------------------------

TERRAIN = {
    "europe": "gentle_hill open_wood stream building",
    "south_africa": "rough gully bushes gentle_hill stream",
    "north_africa": "sand gully rough bushes gentle_hill building",
    "afghanistan": "gentle_hill steep_hill rough stream gully building open_wood",
    "china": "gentle_hill stream building open_wood marsh",
    "india": "gentle_hill open_wood dense_wood stream building",
}


@pytest.mark.parametrize(
    "theatre",
    [
        pytest.param(id, marks=pytest.mark.rule("vivaorre:19-a", f"vivaorre:{rule}"))
        for id, rule in zip(TERRAIN, ("19-c", "19-d", "19-e", "19-f", "19-g", "19-g"), strict=True)
    ],
)
def test_in_tournaments_a_theatre_has_its_own_terrain_only(theatre: str):
    here = theatres.elements(BOOK.data, theatre, book(tournament_terrain="on").options)
    assert here == ("open", *TERRAIN[theatre].split())
    everywhere = theatres.elements(BOOK.data, theatre, BOOK.options)
    assert set(here) < set(everywhere)


@pytest.mark.rule("vivaorre:19-h")
def test_paddies_are_marsh_and_fordable_rivers_streams():
    tournament = book(tournament_terrain="on").options
    placed = {id: theatres.elements(BOOK.data, id, tournament) for id in TERRAIN}
    assert [id for id in TERRAIN if "marsh" in placed[id]] == ["china"]
    assert [id for id in TERRAIN if "stream" not in placed[id]] == ["north_africa"]


@pytest.mark.rule("vivaorre:19-b")
def test_a_colonial_battle_is_not_fought_in_europe():
    lists = BOOK.data.lists
    assert "europe" not in theatres.theatres_of(BOOK.data, lists["uk"], lists["zulu"])
    assert "europe" not in theatres.theatres_of(BOOK.data, lists["eth"], lists["it"])
    assert theatres.theatres_of(BOOK.data, lists["fra"], lists["pru"]) == list(TERRAIN)
    assert theatres.theatres_of(BOOK.data, lists["mex"], lists["usa"]) == list(TERRAIN)


# -- on paper ----------------------------------------------------------------------------------------------------------


def test_the_sheet_of_an_army():
    lines = BOOK.sheet(landi(), "en").splitlines()
    assert lines[0] == "Landi (Naples), 1860"
    assert lines[2] == "1246 of 1500 points · 9 units · initiative -1"
    assert lines[3] == "Commander-in-chief: Landi"
    (light,) = (line for line in lines if "8° Cacciatori" in line)
    for said in ("1.4 8° Cacciatori", "Light infantry", "C-C-C regular, skirmish", "rifled musket", "240"):
        assert said in light
    assert lines[-1] == "The army is lawful."
    widths = {len(line) for line in lines if line.startswith("  ")}
    assert len(widths) == 1


def test_the_sheet_says_what_is_wrong_and_in_italian():
    text = BOOK.sheet(army("uk", 1870, [LINE]), "it")
    assert "Che cosa non va:" in text
    assert text.rstrip().endswith("[20.uk-a]")
    assert "Brigata 1" in text


def test_divisions_and_trenches_on_the_sheet():
    zulu = BOOK.suggest(list="zulu", year=1879, points=1500)
    assert "Division 4 (loins)" in BOOK.sheet(zulu, "en")
    boers = BOOK.suggest(list="boer", year=1880, points=3000)
    assert f"Trenches to place: {BOOK.check(boers)['trenches']}" in BOOK.sheet(boers, "en")


def test_the_sheet_as_a_page_hides_nothing_in_markup():
    made = {**landi(), "name": "<b>Landi</b>"}
    page = BOOK.sheet(made, "it", html=True)
    assert page.startswith('<!doctype html><html lang="it">')
    assert "&lt;b&gt;Landi&lt;/b&gt; (Napoli), 1860" in page
    assert page.count("<tr>") == 2 + 9
