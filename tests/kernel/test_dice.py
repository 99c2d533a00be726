"""Dice: the published mapping, no favoured face, commitments and salts."""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import quadrilatero as q
from quadrilatero.kernel.contract import random_answer
from quadrilatero.kernel.dice import (
    CommittedDice,
    RecordedDice,
    ScriptedDice,
    SeededDice,
    dice_from,
    face,
)
from quadrilatero.kernel.loading import load, verify
from quadrilatero.kernel.saves import pack

SECRET = bytes(range(32))
CHI_SQUARE_5_AT_ONE_IN_A_MILLION = 35.9


def by_the_document(key: bytes, counter: int) -> int:
    """The mapping as docs/save-format.md has it, written a second time."""
    text = counter.to_bytes(8, "big")
    while True:
        usable = [byte for byte in hashlib.blake2b(text, digest_size=16, key=key).digest() if byte < 252]
        if usable:
            return usable[0] % 6 + 1
        text += b"+"


@given(st.binary(min_size=32, max_size=32), st.integers(0, 2**64 - 1))
def test_the_documented_mapping(key: bytes, counter: int):
    assert face(key, counter) == by_the_document(key, counter)


@pytest.mark.parametrize("key", [bytes(32), SECRET, hashlib.sha256(b"another").digest()])
def test_no_face_is_favoured(key: bytes):
    rolls = 12_000
    seen = Counter(face(key, counter) for counter in range(rolls))
    pairs = Counter(face(key, n) * 6 + face(key, n + 1) - 7 for n in range(0, rolls, 2))
    assert sum((seen[f] - rolls / 6) ** 2 / (rolls / 6) for f in range(1, 7)) < CHI_SQUARE_5_AT_ONE_IN_A_MILLION
    expected = rolls / 72
    assert sum((pairs[p] - expected) ** 2 / expected for p in range(36)) < 90  # 35 degrees, one in a million


@given(st.integers(), st.integers(0, 1000), st.integers(0, 9), st.integers(0, 9))
def test_faces_depend_on_their_number_alone(seed: int, counter: int, first: int, second: int):
    dice = SeededDice(seed)
    assert dice.faces(counter, first) + dice.faces(counter + first, second) == dice.faces(counter, first + second)


def test_scripted_dice_run_out_with_a_message():
    dice = ScriptedDice([1, 2, 3])
    assert dice.faces(1, 2) == (2, 3)
    with pytest.raises(q.DiceExhausted, match="3 dice were scripted, 2 are used and 2 more"):
        dice.faces(2, 2)


@pytest.mark.parametrize("script", [[0], [7], [1.0], [True], ["1"], "123", 5])
def test_what_is_no_die_cannot_be_scripted(script: object):
    with pytest.raises((ValueError, TypeError), match="dice"):
        ScriptedDice(script)  # type: ignore[arg-type]


def test_recorded_dice_go_on_with_the_source_behind_them():
    live = SeededDice(1)
    dice = RecordedDice([6, 6], live)
    assert dice.faces(0, 2) == (6, 6)
    assert dice.faces(2, 3) == live.faces(2, 3)
    assert (dice.plain(), dice.public()) == (live.plain(), live.public())


@pytest.mark.parametrize(
    "dice", [SeededDice(7), SeededDice(7, 12), CommittedDice(SECRET, ["a:b"]), ScriptedDice([1, 6])]
)
def test_a_source_comes_back_from_its_description(dice: SeededDice | CommittedDice | ScriptedDice):
    again = dice_from(msgspec.json.decode(msgspec.json.encode(dice.plain())))
    assert again.plain() == dice.plain()
    assert again.faces(0, 2) == dice.faces(0, 2)


@pytest.mark.parametrize(
    "plain",
    [
        {},
        {"kind": "loaded"},
        {"kind": "seeded", "seed": "x"},
        {"kind": "scripted", "script": [257]},
        {"kind": "committed", "secret": 5, "salts": []},
        {"kind": "committed", "secret": "zz", "salts": []},
        {"kind": "committed", "secret": "00", "salts": [1]},
    ],
)
def test_descriptions_that_make_no_dice(plain: dict[str, object]):
    with pytest.raises(ValueError, match=r"."):
        dice_from(plain)


# -- committed dice --------------------------------------------------------------------------------------------------


def committed(salts: tuple[str, ...] = ()) -> q.Match:
    return q.start("camposanto", scenario="learning", dice=CommittedDice(SECRET, salts))


def test_without_a_seed_the_dice_are_secret_and_committed():
    first, second = q.start("camposanto").dice.public(), q.start("camposanto").dice.public()
    assert first["kind"] == "committed"
    assert first["verifiable"] is True
    assert first["commitment"] != second["commitment"]


def test_the_commitment_is_the_hash_of_the_secret():
    assert CommittedDice(SECRET).commitment == hashlib.sha256(SECRET).hexdigest()


def test_the_secret_is_not_in_what_players_may_know(tmp_path: Path):
    m = committed()
    m.add_salt("spain", "grappa")
    m.export("spain", tmp_path / "spain.json")
    told = (tmp_path / "spain.json").read_text() + str(m.dice.public()) + str(m.view("spain")) + str(m.view(None))
    assert SECRET.hex() not in told
    assert str(m.dice.plain()["commitment"]) in told
    m.save(tmp_path / "host.json")
    assert SECRET.hex() in (tmp_path / "host.json").read_text()


def test_salts_change_the_dice_and_stand_in_the_log():
    m = committed()
    plain = m.dice.faces(0, 20)
    m.add_salt("spain", "grappa")
    m.add_salt("austria", "slivovitz")
    assert m.dice.faces(0, 20) != plain
    assert [(e.kind, e.seat, e.value) for e in m.entries] == [
        ("salt", "spain", "grappa"),
        ("salt", "austria", "slivovitz"),
    ]
    assert m.dice.public()["salts"] == ["spain:grappa", "austria:slivovitz"]


@pytest.mark.parametrize("salt", ["", "two\nlines", "x" * 201])
def test_salt_is_one_line_of_text(salt: str):
    m = committed()
    with pytest.raises(ValueError, match="salt must be one line"):
        m.add_salt("spain", salt)
    assert m.version == 0


def test_no_salt_after_the_first_die_nor_into_other_dice_nor_from_strangers():
    late = committed()
    late.rolled = 1
    for m, seat in [(late, "spain"), (q.start("camposanto", seed=1), "spain"), (committed(), "venice")]:
        with pytest.raises(q.Illegal):
            m.add_salt(seat, "grappa")


def test_verify_checks_every_die_against_the_commitment(tmp_path: Path):
    m = q.start("camposanto", scenario="battle", dice=CommittedDice(SECRET))
    m.add_salt("austria", "slivovitz")
    path = tmp_path / "m.json"
    play_until_rolled(m)
    m.save(path)
    report = verify(path)
    assert (report.ok, report.dice_verified, report.problems) == (True, True, [])
    assert report.dice == m.rolled > 0
    m.export("spain", path)
    assert (verify(path).ok, verify(path).dice_verified) == (True, False)


def play_until_rolled(m: q.Match) -> None:
    """Play at random until some dice have been rolled."""
    rng = random.Random(1)
    while m.rolled < 6:
        random_answer(m, rng)


def test_verify_finds_a_changed_die_and_a_changed_secret(tmp_path: Path):
    m = q.start("camposanto", scenario="battle", dice=CommittedDice(SECRET))
    play_until_rolled(m)
    m.dice = CommittedDice(bytes(32))
    m.save(tmp_path / "m.json")
    report = verify(tmp_path / "m.json")
    assert (report.ok, report.dice_verified) == (False, False)
    assert "not those of the seed" in report.problems[0]
    assert load(tmp_path / "m.json").rolled == m.rolled


def test_a_branch_with_other_dice_is_saved_and_verified_from_there_on(tmp_path: Path):
    m = q.start("camposanto", scenario="battle", dice=CommittedDice(SECRET))
    play_until_rolled(m)
    branch = m.clone(seed=3)
    branch.save(tmp_path / "m.json")
    report = verify(tmp_path / "m.json")
    assert (report.ok, report.dice_verified) == (True, False)
    again = load(tmp_path / "m.json")
    assert again.dice.faces(again.rolled, 9) == branch.dice.faces(branch.rolled, 9)


def test_the_secret_is_published_at_the_end():
    m = committed()
    m.agree_draw()
    assert pack(m, "spain").dice["secret"] == SECRET.hex()
