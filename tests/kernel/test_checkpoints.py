"""Checkpoints: a long match is resumed, looked back into and taken back from the nearest one, not from the start."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import quadrilatero as q
from quadrilatero.kernel import match as kernel_match
from quadrilatero.kernel.checkpoints import Checkpoint, checkpoint, past_of
from quadrilatero.kernel.history import EVERY, stretches
from quadrilatero.kernel.loading import resume
from quadrilatero.kernel.log import Entry
from quadrilatero.kernel.replaying import stood_at, take_back
from quadrilatero.kernel.saves import links, pack, plain_entries, sealed
from quadrilatero.kernel.standing import before_last_answer, direct
from tests.campaign import campaign_found, play, played
from tests.kernel.toy import SEATS, Toy, pick

__all__ = ["campaign_found"]
FEW = 6


@pytest.fixture(autouse=True)
def _games(campaign: object) -> None:
    """Every test here may play the campaign."""


@pytest.fixture(name="often")
def checkpoints_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Checkpoints every few entries, so that short matches have many."""
    monkeypatch.setattr(kernel_match, "EVERY", FEW)


@pytest.fixture(name="given")
def answers_given(plain: None, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The seats whose answers were judged and played, here or again."""
    given: list[str] = []
    answer = kernel_match.Match.answer

    def counted(self: q.Match, seat: str, plain: Any) -> None:
        given.append(seat)
        answer(self, seat, plain)

    monkeypatch.setattr(kernel_match.Match, "answer", counted)
    return given


def kept(m: q.Match) -> list[Checkpoint]:
    closed, own = stretches(m.past)
    return [checkpoint(past, m.game, m.seats) for past in (*closed, *own)]


def resumed(m: q.Match, points: list[Checkpoint]) -> q.Match:
    entries = plain_entries(m.entries)
    return resume(m.header, m.dice.plain(), entries, past_of(points, entries, m.game, m.header.options))


def known(m: q.Match) -> list[Any]:
    """Everything that can be asked of a match."""
    everybody = (*m.seats, None)
    told = [[(e.plain(), e.number, e.frame) for e in m.told(seat)] for seat in everybody]
    can = [(m.options(seat), m.can_undo(seat)) for seat in m.seats]
    views = [(m.view(seat), m.version_for(seat)) for seat in everybody]
    return [views, told, can, m.rolled, plain_entries(m.entries), [e.plain() for e in m.events], m.state()]


def wander(m: q.Match, rng: random.Random, steps: int) -> Iterator[None]:
    """Answer, undo and take back at random; a rest after each."""
    for _ in range(steps):
        if m.ask is None:
            return
        act, seat = rng.random(), rng.choice(m.seats)
        if act < 0.15 and m.can_undo(seat):
            m.undo(seat)
        elif act < 0.25 and before_last_answer(m.entries, seat) is not None:
            take_back(m, seat)
        else:
            seat = rng.choice(m.ask.who)
            m.answer(seat, rng.choice(m.options(seat)))
        yield


# -- standing again ----------------------------------------------------------------------------------------------------


def test_a_long_match_is_resumed_from_its_last_checkpoint(given: list[str]):
    m = played(1200)
    points = kept(m)
    assert len(points) >= m.version // (EVERY + 8)
    given.clear()
    again = resumed(m, points)
    assert len(given) <= EVERY
    assert known(again) == known(m)
    rng, twin = random.Random(3), random.Random(3)
    assert known(play(again, 300, rng)) == known(play(m, 300, twin))


@pytest.mark.parametrize("seed", range(8))
def test_with_undos_and_take_backs_it_comes_out_the_same_from_any_checkpoint(often: None, seed: int):
    m = q.start("campaign", seed=seed)
    points: dict[int, Checkpoint] = {}
    stood: dict[int, Any] = {m.version: m.view(None)}
    for _ in wander(m, random.Random(seed), 120):
        points |= {point.entries: point for point in kept(m)}
        stood[m.version] = m.view(None)
    assert len(points) > 5
    assert any(entry.kind == "take_back" for entry in m.entries)
    assert known(resumed(m, list(points.values()))) == known(m)
    assert known(resumed(m, [])) == known(m)
    for version, view in stood.items():
        assert stood_at(m, version).view(None) == view


def test_clones_share_the_past_and_leave_each_other_alone(often: None):
    m = played(60)
    before = known(m)
    twin = m.clone()
    assert twin.past is m.past
    play(twin, 30, random.Random(5))
    assert known(m) == before


def test_what_was_whispered_stays_whispered(often: None, toy: Toy, monkeypatch: pytest.MonkeyPatch):
    plan = [{"ask": "ann", "of": 3}, {"secret": "bob"}, {"roll": 1}] * 8
    m = q.start("toy", position={"plan": plan}, seed=4)
    for _ in range(6):
        m.answer("ann", pick(1))
    again = resumed(m, kept(m))
    assert m.past is not None
    assert known(again) == known(m)
    assert (len(again.told("bob")), len(again.told("ann"))) == (18, 12)


# -- taking back -------------------------------------------------------------------------------------------------------


def test_take_backs_never_play_through_each_other(toy: Toy, given: list[str]):
    plan = [{"ask": "ann", "of": 3}, {"roll": 1}] * 60
    m = q.start("toy", position={"plan": plan}, seed=4)
    for _ in range(25):
        m.answer("ann", pick(1))
        m.answer("ann", pick(2))
        given.clear()
        take_back(m, "ann")
        assert len(given) <= 2 * len(m.entries)
    for _ in range(20):
        given.clear()
        take_back(m, "ann")
        assert len(given) <= 26, "only what still stands is played again"
    given.clear()
    again = resumed(m, [])
    assert len(given) == 5
    assert known(again) == known(m)


def test_a_take_back_late_in_a_long_match_plays_a_stretch_again(given: list[str]):
    m = played(2000)
    given.clear()
    for _ in range(10):
        take_back(m, "north")
    assert len(given) <= 10 * 2 * EVERY
    assert m.entries[-1].kind == "take_back"


def test_verify_plays_taken_back_answers_once(toy: Toy, given: list[str], tmp_path: Path):
    m = q.start("toy", position={"plan": [{"ask": "ann", "of": 3}, {"roll": 1}] * 60}, seed=4)
    for _ in range(40):
        m.answer("ann", pick(1))
        take_back(m, "ann")
    m.save(tmp_path / "m.json")
    given.clear()
    assert q.verify(tmp_path / "m.json").ok
    assert len(given) == 40


def test_the_direct_way_passes_by_what_was_taken_back():
    kinds = [("answer", None), ("answer", None), ("take_back", 1), ("answer", None), ("take_back", 0), ("answer", None)]
    entries = [Entry(kind, "ann", value) for kind, value in kinds]
    assert [[*way] for way in direct(entries)] == [[], [5]]
    assert [[*way] for way in direct(entries, 4)] == [[0], [3]]
    with pytest.raises(ValueError, match="entry 0: 3 is no number of entries before it"):
        direct([Entry("take_back", "ann", 3)])


# -- the numbered streams ----------------------------------------------------------------------------------------------


def test_pages_of_a_stream_are_parts_of_the_whole(often: None, toy: Toy):
    plan = [{"ask": "ann", "of": 3}, {"secret": "bob"}, {"roll": 1}, {"seal": list(SEATS), "of": 2}] * 8
    m = q.start("toy", position={"plan": plan}, seed=4)
    for _ in range(6):
        m.answer("ann", pick(1))
        for seat in SEATS:
            m.answer(seat, pick(1))
    everybody: tuple[str | None, ...] = (*SEATS, None)
    for whose in everybody:
        whole = m.told(whose)
        assert m.told_count(whose) == len(whole)
        for since in range(len(whole) + 2):
            for until in (None, since, since + 1, since + 7):
                assert m.told(whose, since, until) == whole[since:until]


def test_a_page_reads_only_the_stretches_it_lies_in():
    m = played(1200)
    again = resumed(m, kept(m))
    again.told("north", 900, 950)
    _, own = stretches(again.past)
    read = [past for past in own if not callable(past._tale)]
    assert 1 <= len(read) <= 3


@pytest.mark.parametrize("seed", range(6))
def test_what_a_seat_had_and_has_still(often: None, seed: int):
    m = q.start("campaign", seed=seed)
    had: dict[int, list[Any]] = {}
    for _ in wander(m, random.Random(seed), 60):
        had[m.version] = [e.plain() for e in m.told("north")]
        now = [e.plain() for e in m.told("north")]
        for version, then in had.items():
            same = m.told_by("north", version)
            assert now[:same] == then[:same]
            cut = any(entry.kind in ("undo", "take_back") for entry in m.entries_since(version))
            assert cut or same == len(then)


def test_the_log_since_a_version():
    m = played(300)
    entries = m.entries
    for version in (0, 1, 127, 128, 200, m.version - 1, m.version):
        assert m.entries_since(version) == entries[version:]


# -- saves -------------------------------------------------------------------------------------------------------------


def test_a_long_save_opens_at_its_last_checkpoint(given: list[str], tmp_path: Path):
    m = played(3000)
    take_back(m, "north")
    m.save(tmp_path / "m.json")
    given.clear()
    again = q.load(tmp_path / "m.json")
    assert len(given) <= 2 * EVERY
    assert [again.view(seat) for seat in m.seats] == [m.view(seat) for seat in m.seats]
    assert [e.plain() for e in again.events] == [e.plain() for e in m.events]
    assert (again.version, again.rolled) == (m.version, m.rolled)
    assert pack(again).hash == pack(m).hash
    assert 4 <= len(msgspec.json.decode((tmp_path / "m.json").read_bytes())["checkpoints"]) <= 16
    assert q.verify(tmp_path / "m.json").ok


def test_a_short_save_has_no_checkpoints(tmp_path: Path):
    played(20).save(tmp_path / "m.json")
    assert "checkpoints" not in msgspec.json.decode((tmp_path / "m.json").read_bytes())


@pytest.mark.parametrize("change", [{"hash": "0" * 64}, {"rolled": 1}, {"position": {}}, {"entries": 7}])
def test_a_damaged_checkpoint_is_passed_over(tmp_path: Path, change: dict[str, Any]):
    m = played(600)
    save = pack(m)
    assert save.checkpoints
    spoilt = [msgspec.structs.replace(point, **change) for point in save.checkpoints]
    path = tmp_path / "m.json"
    path.write_bytes(msgspec.json.encode(msgspec.structs.replace(save, checkpoints=spoilt)))
    assert q.load(path).view(None) == m.view(None)
    assert not q.verify(path).ok


def test_a_forged_checkpoint_with_a_hash_that_fits_is_found_out(tmp_path: Path):
    m = played(600)
    save = pack(m)
    assert save.checkpoints
    chained = list(links(save.header, save.entries))
    forged = []
    for point in save.checkpoints:
        point.position["units"][5]["steps"] = 3
        forged.append(sealed(point, chained[point.entries]))
    path = tmp_path / "m.json"
    path.write_bytes(msgspec.json.encode(msgspec.structs.replace(save, checkpoints=forged)))
    assert q.verify(path).problems == [
        f"checkpoint after {point.entries} entries: not what the entries lead to" for point in forged
    ]


def test_a_seats_own_file_has_no_checkpoints():
    assert pack(played(600), "north").checkpoints is msgspec.UNSET
