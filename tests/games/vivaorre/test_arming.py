"""20: what the troops of every list carry, year by year, as the book has it."""

from __future__ import annotations

import pytest

from quadrilatero.games.vivaorre.army.builder import arm_of
from tests.games.vivaorre.support import army, book, errors

BOOK = book()


def carried(entry: str, year: int, **options: str) -> str:
    """What an entry may carry in a year, in the order of the list."""
    lists = book(**options) if options else BOOK
    return " ".join(arm_of(issue) for issue in lists.rolls[entry.split(".", maxsplit=1)[0]].issues(entry, year))


def rows(rule: str, *table: tuple[str, dict[int, str]]):
    return [pytest.param(entry, years, id=entry, marks=pytest.mark.rule(f"vivaorre:{rule}")) for entry, years in table]


def dated(first: str, until: int, second: str, to: int, third: str) -> dict[int, str]:
    return {until: first, until + 1: second, to: second, to + 1: third}


FOOT = ("musket", "rifled_musket", "breech_rifle")
HORSE = ("smooth_carbine", "rifled_carbine", "breech_carbine")


def both(until: int, to: int, foot: str, horse: str) -> list[tuple[str, dict[int, str]]]:
    return [
        (foot, dated(FOOT[0], until, FOOT[1], to, FOOT[2])),
        (horse, dated(HORSE[0], until, HORSE[1], to, HORSE[2])),
    ]


ARMING = [
    *rows(
        "20.uk-d",
        *both(1854, 1865, "uk.inglesi.inf.linea", "uk.inglesi.cav.dragoni"),
        ("uk.inglesi.inf.fucilieri", {1820: "rifled_musket", 1865: "rifled_musket", 1866: "breech_rifle"}),
        ("uk.indiani.inf.sepoy", {1854: "musket", 1866: "breech_rifle"}),
        ("uk.inglesi.cav.ussari", {1850: "none", 1900: "none"}),
    ),
    *rows(
        "20.uk-e",
        (
            "uk.inglesi.art.artiglieria",
            {
                1860: "smooth_6 smooth_9 smooth_12 smooth_18 smooth_6/horse smooth_9/horse",
                1861: "rifled_9 rifled_12 rifled_4/mountain rifled_9/horse",
                1870: "rifled_9 rifled_12 rifled_4/mountain rifled_9/horse mg_old",
                1881: "breech_12 breech_15 breech_12/horse rapid_6 mg_modern",
            },
        ),
    ),
    *rows(
        "20.afg-c",
        ("afg.afghani.inf.regolari", {1870: "breech_rifle"}),
        ("afg.afghani.inf.milizia", {1830: "rifled_musket", 1900: "rifled_musket"}),
        ("afg.pathan.inf.jezzailachi", {1830: "rifled_musket"}),
        ("afg.afghani.cav.regolari", {1880: "none"}),
        ("afg.afghani.cav.milizia", {1880: "rifled_musket"}),
        ("afg.afghani.art.artiglieria", {1880: "smooth_6 smooth_9 smooth_12 rifled_6 rifled_9 rifled_12"}),
    ),
    *rows(
        "20.ind-b",
        ("ind.stati_indiani.inf.guerrieri", {1842: "musket rifled_musket"}),
        ("ind.stati_indiani.inf.barkandazes", {1857: "musket"}),
        ("ind.ammutinati.inf.sepoy", {1857: "musket"}),
        ("ind.ammutinati.inf.leggeri", {1857: "rifled_musket"}),
        ("ind.stati_indiani.art.artiglieria", {1857: "smooth_6 smooth_9 smooth_12"}),
        ("ind.ammutinati.art.artiglieria", {1857: "smooth_6 smooth_9 smooth_12 smooth_6/horse"}),
    ),
    *rows(
        "20.sik-c",
        ("sik.khalsa.inf.fanteria", {1845: "musket"}),
        ("sik.miliziani.cav.ghorchurra", {1845: "musket"}),
        ("sik.afghani.inf.jezzailachi", {1849: "rifled_musket"}),
        ("sik.khalsa.art.artiglieria", {1849: "smooth_4 smooth_6 smooth_12 smooth_18 smooth_24 smooth_6/horse"}),
    ),
    *rows(
        "20.eth-c",
        ("eth.inf.guardia", {1880: "rifled_musket", 1881: "breech_rifle rifled_musket"}),
        ("eth.inf.fanteria_spear", {1880: "none"}),
        ("eth.cav.cavalleria_fire", {1880: "rifled_musket", 1881: "breech_rifle rifled_musket"}),
        ("eth.art.artiglieria", {1880: "smooth_12", 1881: "rapid_4"}),
    ),
    *rows(
        "20.boer-b",
        ("boer.cav.kommandos", dated("musket", 1850, "rifled_musket", 1860, "breech_rifle")),
        ("boer.art.staatsartillerie", {1899: "rifled_9 pom_pom long_tom mg_modern"}),
    ),
    *rows(
        "20.sud-b",
        ("sud.ansar.inf.beja", {1881: "breech_rifle rifled_musket"}),
        ("sud.ansar.cav.nobili", {1898: "breech_rifle rifled_musket"}),
        ("sud.ansar.art.artiglieria", {1890: "rifled_9 rapid_6"}),
    ),
    *rows("20.zulu-a", ("zulu.inf.scapoli", {1879: "none"})),
    *rows(
        "20.chi-c",
        ("chi.imperiali.inf.linea", dated("musket", 1860, "rifled_musket", 1875, "breech_rifle")),
        ("chi.imperiali.inf.reclute", dated("musket", 1860, "rifled_musket", 1875, "breech_rifle")),
        ("chi.imperiali.inf.coraggiosi", {1875: "musket", 1876: "rifled_musket"}),
        ("chi.imperiali.inf.miliziani", {1900: "none"}),
        ("chi.boxer.inf.moschettieri", {1900: "rifled_musket"}),
        ("chi.boxer.inf.arcieri", {1900: "bow"}),
        ("chi.imperiali.cav.mongoli", {1820: "bow", 1900: "bow"}),
    ),
    *rows(
        "20.chi-d",
        (
            "chi.imperiali.art.artiglieria",
            {
                1870: "smooth_9 smooth_12",
                1871: "rifled_9 rifled_12",
                1890: "rifled_9 rifled_12",
                1891: "rapid_6 rifled_9 rifled_12 mg_modern",
            },
        ),
    ),
    *rows(
        "20.egy-a",
        ("egy.inf.fellah", {1882: "breech_rifle"}),
        ("egy.cav.cavalleria", {1882: "breech_carbine"}),
        ("egy.art.artiglieria", {1882: "rifled_9 rifled_12 rifled_4/mountain rifled_9/horse"}),
    ),
    *rows(
        "20.pru-c",
        ("pru.esercito.inf.linea", {1840: "musket", 1841: "dreyse_rifle"}),
        ("pru.landwehr.inf.fanteria", {1840: "musket", 1870: "dreyse_rifle"}),
        ("pru.esercito.cav.dragoni", {1840: "smooth_carbine", 1841: "dreyse_carbine"}),
        (
            "pru.esercito.art.artiglieria",
            {
                1865: "smooth_12 smooth_4/horse",
                1866: "smooth_12 smooth_4/horse rapid_4 rapid_6 rapid_4/horse",
                1869: "smooth_12 smooth_4/horse rapid_4 rapid_6 rapid_4/horse",
                1870: "rapid_4 rapid_6 rapid_4/horse",
            },
        ),
    ),
    *rows(
        "20.rus-c",
        *both(1854, 1867, "rus.esercito.inf.linea", "rus.esercito.cav.dragoni"),
        ("rus.esercito.inf.fucilieri", {1820: "rifled_musket", 1867: "rifled_musket", 1868: "breech_rifle"}),
        ("rus.rumeni.inf.fucilieri", {1850: "rifled_musket"}),
        ("rus.esercito.cav.cosacchi", {1859: "none", 1860: "rifled_carbine", 1868: "breech_carbine"}),
        ("rus.guardia.cav.ulani", {1859: "none", 1867: "rifled_carbine", 1868: "breech_carbine"}),
    ),
    *rows(
        "20.rus-d",
        (
            "rus.esercito.art.artiglieria",
            {
                1860: "smooth_18",
                1861: "rifled_4 rifled_9 rifled_4/horse",
                1876: "rifled_4 rifled_9 rifled_4/horse",
                1877: "russian_4 russian_6",
            },
        ),
    ),
    *rows(
        "20.aus-b",
        *both(1850, 1867, "aus.inf.linea", "aus.cav.dragoni"),
        (
            "aus.art.artiglieria",
            {
                1860: "smooth_6 smooth_12",
                1861: "rifled_4 rifled_8",
                1871: "rifled_4 rifled_8",
                1872: "rapid_4 rapid_6",
            },
        ),
    ),
    *rows(
        "20.fra-d",
        *both(1850, 1866, "fra.esercito.inf.linea", "fra.esercito.cav.dragoni"),
        (
            "fra.guardia_imp.art.artiglieria",
            {
                1858: "smooth_4 smooth_12 smooth_4/horse",
                1859: "smooth_4 smooth_12 smooth_4/horse rifled_12",
                1900: "smooth_4 smooth_12 smooth_4/horse rifled_12 mg_old",
            },
        ),
    ),
    *rows(
        "20.it-d",
        ("it.nazionali.inf.linea", {1867: "rifled_musket", 1868: "breech_rifle"}),
        ("it.nazionali.cav.cavalleggeri", {1867: "rifled_carbine", 1868: "breech_carbine"}),
        (
            "it.nazionali.art.artiglieria",
            {
                1861: "smooth_8 smooth_16 smooth_8/horse howitzer_8",
                1862: "rifled_9 rifled_12 rifled_6/horse",
                1880: "rifled_9 rifled_12 rifled_6/horse",
                1881: "rapid_4 rapid_6",
            },
        ),
    ),
    *rows(
        "20.tur-b",
        *both(1850, 1876, "tur.inf.nizan", "tur.cav.linea"),
        (
            "tur.art.artiglieria",
            {1850: "smooth_12", 1851: "rifled_9", 1876: "rifled_9", 1877: "rapid_6 rapid_4/horse mg_old"},
        ),
    ),
    *rows(
        "20.pie-c",
        ("pie.inf.linea", {1859: "musket", 1860: "rifled_musket"}),
        ("pie.inf.bersaglieri", {1836: "rifled_musket"}),
        ("pie.cav.carabinieri", {1859: "smooth_carbine", 1860: "rifled_carbine"}),
        ("pie.art.artiglieria", {1849: "smooth_8 smooth_16 smooth_8/horse howitzer_8"}),
    ),
    *rows(
        "20.pap-c",
        *both(1850, 1868, "pap.inf.linea_estera", "pap.cav.cavalleggeri"),
        (
            "pap.art.artiglieria",
            {1859: "smooth_6 smooth_12 smooth_4/horse", 1860: "rifled_6 rifled_12 rifled_4/horse"},
        ),
    ),
    *rows(
        "20.nap-b",
        ("nap.inf.linea", {1850: "musket", 1851: "rifled_musket"}),
        ("nap.inf.cacciatori", {1820: "rifled_musket"}),
        ("nap.inf.tiragliatori", {1820: "rifled_musket"}),
        ("nap.cav.dragoni", {1850: "smooth_carbine", 1851: "rifled_carbine"}),
        (
            "nap.art.artiglieria",
            {
                1859: "smooth_6 smooth_12 smooth_6/horse howitzer_6",
                1860: "smooth_6 smooth_12 smooth_6/horse howitzer_6 rifled_6",
            },
        ),
    ),
    *rows(
        "20.gar-b",
        ("gar.inf.veterani", {1860: "musket rifled_musket"}),
        ("gar.art.artiglieria", {1860: "smooth_4 smooth_6 smooth_12"}),
    ),
    *rows(
        "20.mex-c",
        ("mex.inf.fucilieri", {1846: "rifled_musket"}),
        ("mex.inf.guardia", {1846: "musket"}),
        ("mex.cav.fucilieri", {1846: "rifled_musket"}),
        ("mex.cav.lancieri", {1846: "smooth_carbine"}),
        ("mex.cav.ussari", {1846: "none"}),
        ("mex.art.artiglieria", {1846: "smooth_4 smooth_8"}),
    ),
    *rows(
        "20.usa-b",
        ("usa.inf.linea", {1846: "musket rifled_musket"}),
        ("usa.inf.fucilieri", {1846: "rifled_musket"}),
        ("usa.inf.milizia", {1846: "musket"}),
        ("usa.cav.dragoni", {1846: "smooth_carbine"}),
        ("usa.cav.ranger", {1846: "rifled_musket"}),
        ("usa.art.artiglieria", {1846: "smooth_6 smooth_6/horse"}),
    ),
]


@pytest.mark.parametrize(("entry", "years"), ARMING)
def test_arms_by_year(entry: str, years: dict[int, str]):
    assert {year: carried(entry, year) for year in years} == years


@pytest.mark.rule("vivaorre:20.mex-c")
def test_mexican_rifles_carry_no_muskets():
    rules = {
        fault["rule"]
        for fault in book().check(army("mex", 1846, [{"entry": "inf.fucilieri", "weapon": "musket"}]))["errors"]
    }
    assert "20.mex-c" in rules


def test_every_entry_with_a_firearm_has_one_in_every_year_it_may_be_used():
    for roll in BOOK.rolls.values():
        first, last = roll.content.years
        for id in roll.entries:
            assert all(roll.issues(id, year) for year in range(first, last + 1)), id


@pytest.mark.rule("vivaorre:20.pru-d")
def test_the_dreyse_ends_in_1871_or_never():
    line = "pru.esercito.inf.linea"
    assert [carried(line, year) for year in (1871, 1872)] == ["dreyse_rifle", "breech_rifle"]
    assert [carried(line, year, dreyse="always") for year in (1871, 1900)] == ["dreyse_rifle", "dreyse_rifle"]
    assert carried("pru.esercito.cav.dragoni", 1872, dreyse="always") == "dreyse_carbine"


@pytest.mark.rule("vivaorre:20.nap-b", "vivaorre:20.uk-e")
def test_a_weapon_that_troops_do_not_have_yet_or_no_longer_breaks_the_rule_of_their_list():
    early = army("nap", 1850, [{"entry": "inf.linea", "weapon": "rifled_musket"}, "inf.linea"])
    late = army("nap", 1851, [{"entry": "inf.linea", "weapon": "musket"}, "inf.linea"])
    assert ("20.nap-b", "not_carried") in errors(early)
    assert ("20.nap-b", "not_carried") in errors(late)
    guns = army("uk", 1870, ["inglesi.inf.linea"] * 2 + [{"entry": "inglesi.art.artiglieria", "gun": "smooth_9"}])
    assert ("20.uk-e", "not_carried") in errors(guns)
    horse = {"entry": "inglesi.art.artiglieria", "gun": "rifled_12", "mount": "horse"}
    assert ("20.uk-e", "not_carried") in errors(army("uk", 1870, ["inglesi.inf.linea"] * 2 + [horse]))
    (error,) = (e for e in BOOK.check(early)["errors"] if e["reason"] == "not_carried")
    assert error["text"]["en"] == "1.1: Line infantry do not carry this in 1850: rifled musket; they may have: musket."
    assert error["data"]["carried"] == ["musket"]


@pytest.mark.rule("vivaorre:20-a")
def test_troops_without_a_firearm_cannot_be_given_one():
    made = army("uk", 1870, [{"entry": "inglesi.cav.ussari", "weapon": "breech_carbine"}, "inglesi.cav.ussari"])
    assert ("20-a", "not_carried") in errors(made)


@pytest.mark.rule("vivaorre:20-e")
def test_the_muzzle_loading_rifle_is_the_rifled_musket():
    for entry, year in (("boer.cav.kommandos", 1855), ("chi.boxer.inf.moschettieri", 1900)):
        assert carried(entry, year) == "rifled_musket"


@pytest.mark.rule("vivaorre:20-f")
def test_some_horse_has_long_arms():
    lists = {"afg.afghani.cav.milizia": 1880, "sik.miliziani.cav.ghorchurra": 1845, "usa.cav.ranger": 1846}
    assert [carried(entry, year) for entry, year in lists.items()] == ["rifled_musket", "musket", "rifled_musket"]


@pytest.mark.rule("vivaorre:20-d")
def test_lance_and_cuirass_come_by_name_or_only_where_they_are_printed():
    notes = {
        id: (BOOK.rolls["pru"].notes(id), book(lance="printed").rolls["pru"].notes(id))
        for id in BOOK.rolls["pru"].entries
    }
    assert notes["pru.esercito.cav.ulani"] == (("lance",), ())
    assert notes["pru.guardia.cav.corazzieri"] == (("cuirass",), ())
    assert BOOK.cost({"entry": "pru.esercito.cav.ulani", "year": 1870})["figure"] == 20
    assert book(lance="printed").cost({"entry": "pru.esercito.cav.ulani", "year": 1870})["figure"] == 16
    assert book(lance="printed").cost({"entry": "aus.cav.ulani", "year": 1870})["figure"] == 20


@pytest.mark.rule("vivaorre:20-a", "vivaorre:20.rus-c")
def test_the_class_of_troops_without_a_firearm_has_no_fire_value():
    def shown(list: str, id: str, year: int) -> str:
        return next(str(entry["class"]) for entry in BOOK.entries(list, year) if entry["id"] == id)

    assert shown("rus", "rus.esercito.cav.cosacchi", 1855) == "d-/-e"
    assert shown("rus", "rus.esercito.cav.cosacchi", 1860) == "d-e-e"
    assert shown("zulu", "zulu.inf.scapoli", 1879) == "b-*-c"
    assert BOOK.cost({"entry": "rus.esercito.cav.ussari", "year": 1855})["figure"] == 16


@pytest.mark.rule("vivaorre:20.afg-d")
def test_only_pathan_foot_climbs():
    climbers = [id for roll in BOOK.rolls.values() for id in roll.entries if "climb" in roll.notes(id)]
    assert climbers == ["afg.pathan.inf.jezzailachi"]
