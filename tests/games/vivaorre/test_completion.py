"""Armies that are begun, completed: what is there stays, and what comes of it is lawful."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import quadrilatero as q

BOOK = q.army("vivaorre")


def units(army: Any) -> Counter[str]:
    return Counter(str(sorted(unit.items())) for brigade in army["brigades"] for unit in brigade["units"])


@pytest.mark.parametrize("list", sorted(BOOK.lists()))
def test_an_army_of_any_list_is_completed(list: str) -> None:
    year = BOOK.lists()[list]["years"][0]
    whole = BOOK.suggest(list=list, year=year, points=2000, seed=3)
    first = whole["brigades"][0]
    begun = {**whole, "name": "Ours", "brigades": [{**first, "units": first["units"][:2]}]}
    army = BOOK.suggest(list=list, year=year, points=2000, seed=1, keep=begun)
    assert BOOK.check(army)["errors"] == []
    assert BOOK.check(army)["points"] >= 1800
    assert not units(begun) - units(army)
    assert army["name"] == "Ours"


def test_brigades_stay_with_their_names_and_take_what_they_can() -> None:
    foot = [{"entry": "it.nazionali.inf.linea"}] * 4
    begun = {**BOOK.suggest(list="it", year=1866, points=1500), "brigades": [{"id": "x", "name": "Re", "units": foot}]}
    army = BOOK.suggest(list="it", year=1866, points=2500, keep=begun)
    assert (army["brigades"][0]["id"], army["brigades"][0]["name"]) == ("x", "Re")
    assert army["brigades"][0]["units"][:4] == foot
    assert len({brigade["id"] for brigade in army["brigades"]}) == len(army["brigades"])


def test_units_that_cannot_stay_are_refused() -> None:
    army = BOOK.suggest(list="nap", year=1860, points=1500)
    for wrong in (
        [{"entry": "nap.inf.linea", "figures": 5}, {"entry": "nap.inf.linea"}],
        [{"entry": "nap.inf.linea"}, {"entry": "zulu.inf.impi"}],
        [{"entry": "nap.inf.tiragliatori"}, {"entry": "nap.inf.tiragliatori"}],
        [{"entry": "nap.inf.linea"}] * 20,
    ):
        with pytest.raises(q.NoSuchArmy):
            BOOK.suggest(list="nap", year=1860, points=1500, keep={**army, "brigades": [{"units": wrong}]})


def test_an_army_goes_to_a_battle_as_it_is_agreed() -> None:
    army = BOOK.suggest(list="uk", year=1879, points=1500, against="zulu", theatre="south_africa")
    fitted = BOOK.fitted(army, year=1850, points=1000, theatre="europe")
    assert (fitted["year"], fitted["points"], fitted["theatre"], fitted["against"]) == (1850, 1000, "europe", None)
    assert {error["rule"] for error in BOOK.check(fitted)["errors"]} >= {"18-m", "20.uk-d"}
