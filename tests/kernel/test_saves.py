"""Saves: written whole or not at all, opened where they were left, refused with a clear word where not ours."""

from __future__ import annotations

import contextlib
import gc
import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import quadrilatero as q
from quadrilatero.kernel import saves
from quadrilatero.kernel.contract import random_answer, standing
from quadrilatero.kernel.dice import CommittedDice
from quadrilatero.kernel.loading import load, verify
from quadrilatero.kernel.packing import packed, unpacked
from quadrilatero.kernel.saves import BadSave, Save, SavedEntry, _fingerprint, chain, pack, read
from tests.kernel.toy import SEATS, Toy, pick

PLAN = [
    {"ask": "ann", "of": 3},
    {"roll": 2},
    {"seal": list(SEATS), "of": 3},
    {"secret": "bob"},
    {"pair": ["bob", "cid"], "roll_between": 2},
]
SECRET = bytes(range(32))


@pytest.fixture(autouse=True)
def _toy(toy: Toy) -> None:
    """Every test here may play the toy."""


@pytest.fixture
def m() -> q.Match:
    """A match in the middle of a sealed question, with some rolls behind it."""
    match = q.start("toy", position={"plan": PLAN}, dice=CommittedDice(SECRET))
    match.answer("ann", pick(2))
    match.answer("bob", pick(1))
    match.undo("bob")
    match.answer("bob", pick(3))
    return match


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.json"


def forge(save: Save, path: Path, **changes: Any) -> None:
    """Write a changed save with hashes that fit, as somebody would who knows how."""
    changed = msgspec.structs.replace(save, **changes)
    changed = msgspec.structs.replace(changed, chain=chain(changed.header, changed.entries))
    sealed = msgspec.structs.replace(changed, hash=_fingerprint(changed))
    path.write_bytes(msgspec.json.encode(sealed))


# -- writing ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_failed_write_leaves_the_old_file_and_no_rubbish(m: q.Match, path: Path, monkeypatch: Any, step: str):
    m.save(path)
    before = path.read_bytes()
    m.answer("ann", pick(1))

    def broken(*_: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(*((os, "fsync") if step == "fsync" else (Path, "replace")), broken)
    with pytest.raises(OSError, match="disk is full"):
        m.save(path)
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


def test_saving_twice_writes_the_same_bytes(m: q.Match, path: Path):
    m.save(path)
    before = path.read_bytes()
    load(path).save(path)
    assert path.read_bytes() == before


# -- opening ---------------------------------------------------------------------------------------------------------


def test_a_save_opens_where_it_was_left(m: q.Match, path: Path):
    m.save(path)
    again = load(path)
    assert standing(again) == standing(m)
    assert (again.sealed, again.rolled, again.version) == (("bob",), 2, m.version)
    for seat in ("ann", "cid"):
        again.answer(seat, pick(1))
        m.answer(seat, pick(1))
    again.answer("bob", pick(1))
    m.answer("bob", pick(1))
    assert again.view(None)["picked"] == m.view(None)["picked"]
    assert again.rolled == m.rolled == 4


def test_salts_survive(path: Path):
    m = q.start("toy", scenario="short", dice=CommittedDice(SECRET))
    m.add_salt("cid", "rum")
    m.answer("ann", pick(1))
    m.save(path)
    again = load(path)
    assert again.dice.plain() == m.dice.plain()
    assert again.entries[0] == m.entries[0]


def test_a_position_that_begins_with_dice_is_saved_too(path: Path):
    m = q.start("toy", position={"plan": [{"roll": 3}, {"ask": "ann", "of": 2}]}, seed=8)
    m.save(path)
    assert standing(load(path)) == standing(m)


def test_a_match_started_in_mid_segment_is_saved_too(m: q.Match, path: Path):
    for seat in ("ann", "cid"):
        m.answer(seat, pick(1))
    m.answer("bob", pick(2))
    branch = q.start("toy", position=m.state(), seed=4)
    branch.answer("cid", pick(2))
    branch.save(path)
    assert standing(load(path)) == standing(branch)
    assert verify(path).ok


@pytest.mark.parametrize(
    "end", [lambda m: m.resign("ann"), lambda m: m.agree_draw(), lambda m: m.adjudicate("bob", "x")]
)
def test_ended_matches_open_ended(m: q.Match, path: Path, end: Callable[[q.Match], None]):
    end(m)
    m.save(path)
    assert standing(load(path)) == standing(m)
    assert verify(path).ok
    assert standing(q.start("toy", position=m.state(), seed=1)) == standing(m)


# -- what is wrong with a file ---------------------------------------------------------------------------------------


def truncated(data: bytes) -> bytes:
    return data[: len(data) // 2]


def edited(data: bytes) -> bytes:
    return data.replace(b'"number":2', b'"number":3', 1)


def newer_format(data: bytes) -> bytes:
    return data.replace(b'"format":1', b'"format":99')


def no_format(data: bytes) -> bytes:
    return data.replace(b'"format":1', b'"format":"one"')


def other_field(data: bytes) -> bytes:
    return data.replace(b'"rolled"', b'"rolling"', 1)


def negative(data: bytes) -> bytes:
    return data.replace(b'"rolled":2', b'"rolled":-2')


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (truncated, "not whole or not JSON"),
        (edited, "was changed after it was written"),
        (newer_format, "comes from a newer version \\(format 99"),
        (no_format, "damaged: its format is 'one'"),
        (other_field, "damaged"),
        (negative, "damaged"),
        (lambda _: b'{"game": "chess"}', "not a Quadrilatero save"),
        (lambda _: b"[1, 2]", "not a Quadrilatero save"),
        (lambda _: b"", "not whole or not JSON"),
        (lambda _: b"\xff\xfe\x00", "not whole or not JSON"),
        (lambda _: b"[" * 100_000, "not whole or not JSON"),
    ],
)
def test_a_file_that_is_not_a_sound_save(m: q.Match, path: Path, change: Callable[[bytes], bytes], message: str):
    m.save(path)
    path.write_bytes(change(path.read_bytes()))
    for act in (load, verify):
        with pytest.raises(q.BadSave, match=message):
            act(path)


@pytest.fixture
def _everything_is_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saves, "LARGE", 0)


@pytest.mark.usefixtures("_everything_is_large")
def test_large_lists_are_packed_and_change_nothing_but_the_size(m: q.Match, path: Path):
    m.save(path)
    written = msgspec.json.decode(path.read_bytes())
    assert (type(written["events"]), type(written["past"]), type(written["entries"])) == (str, str, list)
    assert msgspec.json.decode(unpacked(written["events"])) == [event.plain() for event in m.events]
    assert standing(load(path)) == standing(m)
    assert verify(path).ok
    assert read(path).hash == pack(m).hash


@pytest.mark.usefixtures("_everything_is_large")
@pytest.mark.parametrize("letters", ["", "no letters", packed(b"[")[:-1], packed(b"["), packed(b"[{}]"), packed(b"{}")])
def test_packed_lists_that_hold_none_of_ours(m: q.Match, path: Path, letters: str):
    m.save(path)
    written = msgspec.json.decode(path.read_bytes())
    path.write_bytes(msgspec.json.encode({**written, "events": letters}))
    with pytest.raises(q.BadSave, match="damaged"):
        load(path)


def test_what_unpacks_to_too_much_is_refused():
    letters = packed(bytes(1000))
    assert unpacked(letters, 1000) == bytes(1000)
    with pytest.raises(ValueError, match="more than 999 bytes"):
        unpacked(letters, 999)


def test_no_file_and_a_folder(tmp_path: Path):
    with pytest.raises(q.BadSave, match=r"nothing\.json cannot be read"):
        q.load(tmp_path / "nothing.json")
    with pytest.raises(q.BadSave, match="cannot be read"):
        q.load(tmp_path)


def entries(*added: tuple[str, str | None, Any]) -> Callable[[Save], dict[str, Any]]:
    return lambda save: {"entries": [*save.entries, *(SavedEntry(*entry) for entry in added)]}


def header(**changes: Any) -> Callable[[Save], dict[str, Any]]:
    return lambda save: {"header": msgspec.structs.replace(save.header, **changes)}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (entries(("seal", "ann", pick(9))), "entry 5: ann has no such number"),
        (entries(("seal", "bob", pick(1))), "entry 5: It is not for this seat"),
        (entries(("answer", "ann", pick(1))), "entry 5 comes out differently"),
        (entries(("forced", "ann", pick(1))), "entry 5 comes out differently"),
        (entries(("roll", None, [4])), "2 dice are counted, but 3"),
        (entries(("undo", "ann", None)), "entry 5: Nothing can be undone"),
        (entries(("answer", None, pick(1))), "entry 5: 'answer' by None"),
        (entries(("roll", "ann", [1])), "entry 5: 'roll' by 'ann'"),
        (entries(("roll", None, [0])), "is no roll"),
        (entries(("roll", None, -1)), "is no roll"),
        (entries(("roll", None, [])), "is no roll"),
        (entries(("resign", "dot", "x")), "there is no seat 'dot'"),
        (entries(("adjudicate", "ann", 5)), "needs a text"),
        (entries(("salt", "ann", "late")), "salt"),
        (entries(("dance", "ann", None)), "unknown kind 'dance'"),
        (lambda save: {"entries": save.entries[1:]}, "entry"),
        (lambda save: {"entries": save.entries[::-1]}, "entry"),
        (lambda _: {"rolled": 1}, "1 dice are counted, but 2"),
        (lambda _: {"dice": {"kind": "loaded"}}, "no dice of the kind 'loaded'"),
        (lambda _: {"dice": {"kind": "scripted", "script": [0]}}, "dice must be"),
        (header(position=None), "must begin with a scenario or with a position"),
        (header(scenario="short"), "must begin with a scenario or with a position"),
        (header(position=None, scenario="long"), "no scenario 'long'"),
        (header(position={"plan": 5}), "plan: expected a list"),
        (header(game="chess"), "there is no game 'chess'"),
        (header(options={"mood": "sad"}), "option 'mood' is one of"),
        (header(options={"hat": "red"}), "has no option 'hat'"),
        (header(rules_version=99), "newer rules \\(version 99, known: 3\\)"),
    ],
)
def test_a_forged_save_with_hashes_that_fit(m: q.Match, path: Path, change: Callable[[Save], Any], message: str):
    save = pack(m)
    forge(save, path, **change(save))
    with pytest.raises(q.BadSave, match=message):
        q.load(path)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
KINDS = ["answer", "seal", "open", "withdraw", "undo", "roll", "forced", "salt", "resign", "draw", "adjudicate", "?"]


@given(st.sampled_from(KINDS), st.sampled_from([None, *SEATS, "dot"]), VALUES | st.just(pick(1)), st.integers(0, 6))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_any_entry_put_anywhere_is_played_or_refused(
    m: q.Match, path: Path, kind: str, seat: str | None, value: Any, place: int
):
    save = pack(m)
    changed = list(save.entries)
    changed.insert(place, SavedEntry(kind, seat, value))
    forge(save, path, entries=changed)
    with contextlib.suppress(q.BadSave):
        q.load(path)
    assert isinstance(verify(path), q.Report)


def test_verify_names_what_does_not_follow(m: q.Match, path: Path):
    save = pack(m)
    forge(save, path, checkpoint={**save.checkpoint, "picked": [9]}, events=[], result={"winner": "ann"})
    assert verify(path).problems == [
        "stored position: not what the entries lead to",
        "stored events: not what the entries lead to",
        "stored result: not what the entries lead to",
    ]


def test_verify_finds_a_broken_chain_and_a_changed_die(m: q.Match, path: Path):
    save = pack(m)
    faces = [face % 6 + 1 for face in save.entries[1].value]
    changed = [save.entries[0], SavedEntry("roll", None, faces), *save.entries[2:]]
    forge(save, path, entries=changed)
    assert f"entry 1: the dice {faces} are not those of the seed" in verify(path).problems
    broken = msgspec.structs.replace(save, chain="0" * 64)
    path.write_bytes(msgspec.json.encode(msgspec.structs.replace(broken, hash=_fingerprint(broken))))
    assert "the chain of entries is broken" in verify(path).problems


# -- other rules and data --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "notice"),
    [
        ({"rules_version": 4}, "played under rules version 3 until here, goes on under version 4"),
        ({"data": "x"}, "data"),
    ],
)
def test_a_save_of_older_rules_or_other_data_goes_on_from_its_last_boundary(
    m: q.Match, path: Path, toy: Toy, monkeypatch: Any, change: dict[str, Any], notice: str
):
    m.save(path)
    for name, value in change.items():
        monkeypatch.setattr(toy, name, value, raising=False)
    again = q.load(path)
    assert notice in again.notice
    assert again.ask is not None
    assert again.ask.who == SEATS, "the sealed answers of the open segment are asked for again"
    assert [event.text() for event in again.earlier] == [event.text() for event in m.events]
    assert again.rolled == m.rolled
    for seat in SEATS:
        again.answer(seat, pick(1))
    again.answer("bob", pick(1))
    assert again.rolled == m.rolled + 2
    again.save(path)
    assert (verify(path).ok, verify(path).dice_verified) == (True, True)
    assert standing(q.load(path)) == standing(again)
    assert q.load(path).rolled == again.rolled


def test_a_checkpoint_that_fits_no_more_is_a_bad_save(m: q.Match, path: Path, toy: Toy, monkeypatch: Any):
    forge(pack(m), path, checkpoint={"plan": "none"})
    monkeypatch.setattr(toy, "rules_version", 4, raising=False)
    with pytest.raises(q.BadSave, match="its last position does not fit"):
        q.load(path)
    assert "only hashes and dice were checked" in verify(path).problems[-1]


# -- exports ---------------------------------------------------------------------------------------------------------


def test_an_export_has_neither_the_secret_nor_the_others_seals(m: q.Match, path: Path):
    m.answer("cid", pick(2))
    m.export("cid", path)
    save = read(path)
    assert SECRET.hex() not in path.read_text()
    assert [(e.kind, e.seat) for e in save.entries] == [("answer", "ann"), ("roll", None), ("seal", "cid")]
    assert save.checkpoint["since"] == [{"seat": "cid", "answer": pick(2)}]
    again = q.load(path)
    assert again.ask is not None
    assert (again.ask.what, again.ask.who, again.options("ann")) == ("pick", ("ann", "bob"), m.options("ann"))


def test_an_export_has_opened_seals_in_the_seats_order_without_what_was_withdrawn(m: q.Match, path: Path):
    m.answer("cid", pick(2))
    m.answer("ann", pick(1))
    m.export("ann", path)
    seals = [(e.kind, e.seat, e.value) for e in read(path).entries[2:]]
    assert seals[:3] == [("seal", "ann", pick(1)), ("seal", "bob", pick(3)), ("seal", "cid", pick(2))]
    assert seals[3] == ("open", None, list(SEATS))
    assert q.load(path).view("ann") == m.view("ann")


def test_an_export_keeps_what_was_sealed_in_the_position_the_match_began_with(m: q.Match, path: Path):
    branch = q.start("toy", position=m.state(), seed=1)
    branch.export("ann", path)
    assert str(pick(3)).replace("'", '"') not in path.read_text()
    assert (branch.state(), branch.sealed) == (m.state(), ("bob",))


def test_an_export_has_only_the_events_that_its_seat_saw(m: q.Match, path: Path):
    for seat in ("ann", "cid"):
        m.answer(seat, pick(1))
    for seat in SEATS:
        m.export(seat, path)
        assert ("whisper" in {event.kind for event in read(path).events}) is (seat == "bob")


def test_camposanto_exports_never_have_the_others_sealed_orders(path: Path):
    m = q.start("camposanto", dice=CommittedDice(SECRET))
    order = {"do": "orders", "left": 2, "centre": 3, "right": 7}
    m.answer("austria", order)
    m.undo("austria")
    m.answer("austria", order)
    m.export("spain", path)
    exported = msgspec.json.decode(path.read_bytes())
    assert (exported["entries"], exported["checkpoint"]["since"]) == ([], [])
    assert q.load(path).options("spain") == m.options("spain")


# -- a whole game ----------------------------------------------------------------------------------------------------


def test_a_game_saved_after_every_answer_is_the_same_game(path: Path):
    m, rng = q.start("camposanto", scenario="learning", seed=11), random.Random(11)
    for _ in range(60):
        if m.ask is None:
            break
        random_answer(m, rng)
        m.save(path)
        m = q.load(path)
    assert verify(path).ok


@pytest.mark.parametrize("was_on", [True, False])
def test_reading_leaves_the_garbage_collector_as_it_was(tmp_path: Path, was_on: bool) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text("{", encoding="utf-8")
    before = gc.isenabled()
    (gc.enable if was_on else gc.disable)()
    try:
        with pytest.raises(BadSave):
            load(bad)
        assert gc.isenabled() == was_on
    finally:
        (gc.enable if before else gc.disable)()
