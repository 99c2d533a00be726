"""The ghost of a move that is being put together: where it leads, and the longest lawful one where it leads too far."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.vivaorre import GAME
from quadrilatero.kernel.game import BadQuery
from tests.games.vivaorre.battle import area, blue, play, red


def ghost(match: q.Match, unit: str, *path: dict[str, Any], **more: Any) -> dict[str, Any]:
    found: dict[str, Any] = q.inspect(match, "red", {"look": "way", "unit": unit, "path": list(path), **more})
    return found


def table(**more: Any) -> q.Match:
    general = {"id": "G", "side": "red", "rank": "cic", "at": [30000, 15000]}
    return play(red("A", [30000, 20000]), blue("D", [60000, 40000]), phase="movement", generals=[general], **more)


def test_a_lawful_way_is_followed_step_by_step() -> None:
    found = ghost(table(), "A", {"go": "form", "formation": "assault"}, {"go": "advance", "by": 2000})
    assert found["refusal"] is None
    assert [pose[:2] for pose in found["steps"]] == [[30000, 20000], [30000, 22000]]
    assert (found["formation"], found["pose"][3], found["left"], found["gone"]) == ("assault", 1500, 500, 2000)


@pytest.mark.parametrize(
    ("step", "rule", "given"),
    [
        ({"go": "advance", "by": 9000}, "8-a", {"go": "advance", "by": 3000}),
        ({"go": "wheel", "side": "left", "angle": 9000}, "8-h", {"go": "wheel", "side": "left", "angle": 4500}),
        ({"go": "oblique", "side": "left", "angle": 3000, "by": 9000}, "8-a", {"by": 1500}),
    ],
)
def test_what_goes_too_far_is_cut_to_the_longest_lawful(step: dict[str, Any], rule: str, given: dict[str, Any]) -> None:
    match = table()
    found = ghost(match, "A", step)
    assert found["refusal"]["rule"] == rule
    assert given.items() <= found["answer"]["path"][0].items()
    assert match.refuse("red", found["answer"]) is None


def test_every_formation_says_what_it_leaves_of_the_move_or_why_not() -> None:
    forms = {form["go"]["formation"]: form for form in ghost(table(), "A", forms=True)["forms"]}
    assert set(forms) == {"assault", "march", "square"}
    assert {form["unspent"] for form in forms.values()} == {500}


def test_difficult_ground_is_foreseen() -> None:
    wood = area("w", "open_wood", 20, 21, 40, 30)
    found = ghost(table(terrain=(wood,)), "A", {"go": "advance", "by": 2000})
    assert (found["formation"], found["disorder"]) == ("mass", "ground")
    assert "disorder" in found["notes"]


def test_a_general_goes_as_far_as_he_can() -> None:
    match = table()
    found = ghost(match, "G", {"go": "to", "at": [30000, 48000]})
    assert found["refusal"]["rule"] == "5-g"
    assert 26900 <= found["pose"][1] <= 27000
    assert match.refuse("red", found["answer"]) is None


def test_nobody_follows_the_enemys_moves() -> None:
    with pytest.raises(BadQuery):
        ghost(table(), "D")


def test_a_view_tells_footprints_and_is_read_as_a_position() -> None:
    state = GAME.read({"units": [red("A", [30000, 20000]), blue("D", [60000, 40000])]}, GAME.choose_options({}))
    view = GAME.view(state, "red")
    assert view["footprints"] == {"A": [3000, 625], "D": [3000, 625]}
    plain = {key: value for key, value in view.items() if key != "result"}
    assert GAME.view(GAME.read(plain, GAME.choose_options({})), "red")["units"] == view["units"]


def test_when_all_is_over_views_tell_as_much() -> None:
    hidden = blue("D", [60000, 40000], hidden=True)
    state = GAME.read({"units": [red("A", [30000, 20000]), hidden]}, GAME.choose_options({}))
    assert [unit["id"] for unit in GAME.view(state, "red")["units"]] == ["A"]
    shown = GAME.disclosed(state)
    assert shown["footprints"] == {"A": [3000, 625], "D": [3000, 625]}
    assert shown.keys() == GAME.view(state, "red").keys() - {"roster"}
    assert shown["unseen"] == {"red": 0, "blue": 0}
