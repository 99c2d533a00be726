"""Files and answers that nobody thought of: told what is wrong with them, never with a trace."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner, Result

import quadrilatero as q
from quadrilatero.cli.app import app
from quadrilatero.kernel import saves
from quadrilatero.kernel.loading import examine, open_save
from quadrilatero.kernel.saves import BadSave, Save, _fingerprint, chain, pack


def verified(path: Path) -> Result:
    """What the program says of a file."""
    return CliRunner().invoke(app, ["verify", str(path)])


def played(answers: int = 12) -> q.Match:
    """A game of which something has been played, with committed dice."""
    match = q.start("camposanto", "learning")
    rng = random.Random(4)
    for _ in range(answers):
        assert match.ask is not None
        seat = match.ask.who[0]
        match.answer(seat, rng.choice(match.options(seat)))
    return match


def forged(save: Save, **changes: Any) -> Save:
    """The save with other contents, and hashes that fit them: whoever reads the program can make it."""
    save = msgspec.structs.replace(save, **changes)
    save = msgspec.structs.replace(save, chain=chain(save.header, save.entries))
    return msgspec.structs.replace(save, hash=_fingerprint(save))


@pytest.mark.parametrize("salts", [None, 1.5, "salt", {"a": 1}, [1]])
def test_dice_with_odd_salts(salts: Any, tmp_path: Path):
    save = pack(played())
    odd = forged(save, dice={**save.dice, "salts": salts})
    assert not examine(odd, "it").ok
    with pytest.raises(BadSave):
        open_save(odd, "it")
    saves.write(odd, tmp_path / "odd.json")
    said = verified(tmp_path / "odd.json")
    assert said.exit_code == 1
    assert said.exception is None or isinstance(said.exception, SystemExit)


@pytest.mark.parametrize("salts", [[], ["spain:other"], None, "spain:salt"])
def test_dice_with_other_salts_than_were_added(salts: Any):
    match = q.start("camposanto", "learning")
    match.add_salt("spain", "mine")
    save = pack(match)
    assert examine(save, "it").ok
    odd = forged(save, dice={**save.dice, "salts": salts})
    report = examine(odd, "it")
    assert (report.ok, report.problems) == (False, ["the salts of the dice are not those of the entries"])
    with pytest.raises(BadSave, match="salts of the dice"):
        open_save(odd, "it")


@pytest.mark.parametrize("seat", ["nobody", "", "\u00e9"])
def test_a_save_of_a_seat_that_there_is_not(seat: str, tmp_path: Path):
    odd = forged(pack(played()), seat=seat)
    assert not examine(odd, "it").ok
    with pytest.raises(BadSave, match="no seat"):
        open_save(odd, "it")
    saves.write(odd, tmp_path / "odd.json")
    said = verified(tmp_path / "odd.json")
    assert said.exit_code == 1
    assert said.exception is None or isinstance(said.exception, SystemExit)


ODD = [None, 1.5, -1, 10**30, "", "x", [], {}, [None], {"x": None}, True, "\u0000"]


def test_any_field_of_a_save_may_be_odd():
    """Each field in turn, with hashes that fit: opened, refused, or found wrong."""
    save = pack(played())
    plain = msgspec.to_builtins(save)
    for where in _places(plain, 3):
        for odd in ODD:
            changed = msgspec.json.decode(msgspec.json.encode(plain))
            _set(changed, where, odd)
            try:
                fitting = forged(msgspec.convert(changed, Save))
            except (msgspec.ValidationError, OverflowError):
                continue
            for work in (examine, open_save):
                try:
                    work(fitting, "it")
                except BadSave:
                    pass
                except Exception as error:  # noqa: BLE001 - that is what this looks for
                    pytest.fail(f"{work.__name__}: {where} = {odd!r}: {type(error).__name__}: {error}")


def _places(plain: Any, depth: int, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    if not depth or not isinstance(plain, (dict, list)):
        return [at]
    items = list(plain.items()) if isinstance(plain, dict) else list(enumerate(plain))[:3]
    return [place for key, value in items for place in [(*at, key), *_places(value, depth - 1, (*at, key))]]


def _set(plain: Any, where: tuple[Any, ...], value: Any) -> None:
    for key in where[:-1]:
        plain = plain[key]
    plain[where[-1]] = value


@pytest.mark.parametrize(
    "answer",
    [
        "\ud800",
        {"do": "\ud800"},
        {"\ud800": 1},
        {"do": "orders", "left": "\udfff", "centre": 4, "right": 5},
        {"do": "orders", "left": 1, "centre": 4, "right": 5, "\ud800": 6},
        ["\ud800"],
        {"do": ["\ud800"]},
    ],
)
def test_half_a_character_is_no_answer(answer: Any):
    match = q.start("camposanto", "learning")
    assert match.ask is not None
    seat = match.ask.who[0]
    assert match.refuse(seat, answer) is not None
    with pytest.raises(q.Illegal):
        match.answer(seat, answer)
