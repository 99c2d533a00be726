"""What every game owes the kernel, as checks that any game can be put through.

`check_game` plays a random game to its end and makes every check at some of its questions; each check is also a
function of its own, of a match and a source of chance. A check that fails raises AssertionError and says where.
"""

from __future__ import annotations

import random
import re
import tempfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from quadrilatero.kernel.ask import Ask, Illegal
from quadrilatero.kernel.events import Event
from quadrilatero.kernel.game import Result
from quadrilatero.kernel.leaks import known, mutants, walks
from quadrilatero.kernel.listing import Listing
from quadrilatero.kernel.loading import load, verify
from quadrilatero.kernel.match import Match
from quadrilatero.kernel.phrases import LANGUAGES
from quadrilatero.kernel.plain import Plain, Seat
from quadrilatero.kernel.saves import pack
from quadrilatero.kernel.start import start
from quadrilatero.kernel.worlds import sample

Check = Callable[[Match, random.Random], None]
STRANGER = "nobody of this game"
MUTANTS = 12
WALK = 3
"""How many answers two worlds are played on side by side."""


def random_game(match: Match, rng: random.Random, each: Callable[[Match], None] | None = None) -> Result:
    """Play to the end with answers chosen at random; `each` is called at every question."""
    while match.ask is not None:
        if each is not None:
            each(match)
        random_answer(match, rng)
    assert match.result is not None
    return match.result


def random_answer(match: Match, rng: random.Random) -> tuple[Seat, Plain]:
    """Let one of the seats that are asked answer at random; returns what was answered."""
    assert match.ask is not None
    seat = rng.choice(match.ask.who)
    answer = match.random_answer(seat, rng)
    match.answer(seat, answer)
    return seat, answer


def check_game(
    game: str,
    scenario: str | None = None,
    position: Plain | None = None,
    options: Mapping[str, str] | None = None,
    seed: int = 0,
    samples: int = 10,
    most: int | None = None,
) -> Match:
    """Play a random game, making every check about `samples` times, and at the first questions to several seats.

    Returns the match, finished, or after so many answers at `most`.
    """
    rng = random.Random(seed)
    match = start(game, scenario, position, options, seed)
    chance = samples / _length(match.clone(), random.Random(seed), most)
    shared = 0

    def each(at: Match) -> None:
        nonlocal shared
        for check in CHEAP:
            check(at, rng)
        shared += len(_asked(at).seats) > 1
        if rng.random() < chance or (len(_asked(at).seats) > 1 and shared <= 2 * samples):
            for check in THOROUGH:
                check(at, rng)

    while match.ask is not None and (most is None or match.version < most):
        each(match)
        random_answer(match, rng)
    for check in (
        *([check_end] if match.ask is None else []),
        check_texts,
        check_told,
        check_clone,
        check_position,
        check_save,
        check_views,
        check_sample,
    ):
        check(match, rng)
    return match


def _length(match: Match, rng: random.Random, most: int | None) -> int:
    questions = 1
    while match.ask is not None and questions != most:
        random_answer(match, rng)
        questions += 1
    return questions


# -- helpers -----------------------------------------------------------------------------------------------------------


def _bytes(value: Any) -> bytes:
    return msgspec.json.encode(value)


def _story(events: Iterable[Event]) -> bytes:
    return _bytes([event.plain() for event in events])


def _asked(match: Match) -> Ask:
    assert match.ask is not None
    return match.ask


def _where(match: Match) -> str:
    """Where a check failed, for its message."""
    asked = "the end" if match.ask is None else f"{match.ask.what!r} to {match.ask.who}"
    return f"{match.game.name}, version {match.version}, at {asked}"


def _everybody(match: Match) -> tuple[Seat | None, ...]:
    return (*match.seats, None)


def standing(match: Match) -> bytes:
    """Everything that can be seen of where a match stands, as bytes."""
    ask = None if match.ask is None else match.ask.plain()
    views = [match.view(seat) for seat in _everybody(match)]
    options = [list(match.options(seat)) for seat in match.seats]
    return _bytes([match.state(), views, ask, options, match.result])


def _same(first: Match, second: Match, what: str) -> None:
    if standing(first) == standing(second):
        return
    for name, get in (
        ("state", Match.state),
        ("ask", lambda m: m.ask and m.ask.plain()),
        ("result", lambda m: m.result),
    ):
        assert _bytes(get(first)) == _bytes(get(second)), f"{what}: another {name} ({_where(first)})"
    raise AssertionError(f"{what}: other views or options ({_where(first)})")


def _play_on(match: Match, answers: list[tuple[Seat, Plain]]) -> None:
    for seat, answer in answers:
        match.answer(seat, answer)


def _some_answers(match: Match, rng: random.Random, most: int = 5) -> list[tuple[Seat, Plain]]:
    """Play a few answers and return them."""
    return [random_answer(match, rng) for _ in range(most) if match.ask is not None]


# -- questions and answers ---------------------------------------------------------------------------------------------


def check_question(match: Match, rng: random.Random) -> None:
    """A question has no result, is put only where there is a choice, and goes to seats of the game."""
    ask = _asked(match)
    assert match.result is None, f"a question after the end ({_where(match)})"
    assert set() < set(ask.who) <= set(match.seats), f"asked of {ask.who} ({_where(match)})"
    counts = [len(match.options(seat)) for seat in ask.who]
    assert all(counts), f"a dead end: nothing can be answered ({_where(match)})"
    may_be_single = len(ask.seats) > 1 or ask.open or (ask.certain and not match.game.all_open)
    assert may_be_single or counts[0] > 1, f"a forced answer was asked for ({_where(match)})"


def check_options(match: Match, rng: random.Random) -> None:
    """Options are distinct, plain, in a fixed order, written as they are, and none is refused."""
    for seat in _asked(match).who:
        listed = match.options(seat)
        options = list(listed)
        keys = [_bytes(option) for option in options]
        assert len(set(keys)) == len(keys), f"an option is listed twice ({_where(match)})"
        assert msgspec.json.decode(_bytes(options)) == options, f"options are not plain JSON values ({_where(match)})"
        assert _bytes(list(match.clone().options(seat))) == _bytes(options), f"options change order ({_where(match)})"
        written = listed.encoded() if isinstance(listed, Listing) else _bytes(options)
        assert msgspec.json.decode(written) == options, f"options are written otherwise ({_where(match)})"
        for option in options:
            refusal = match.refuse(seat, option)
            if refusal is not None:
                raise AssertionError(f"{option} is offered and refused: {refusal.text()} ({_where(match)})")


def check_others(match: Match, rng: random.Random) -> None:
    """Seats that are not asked have no options and are refused without a rule."""
    ask = _asked(match)
    answer = match.options(ask.who[0])[0]
    for seat in (*match.seats, STRANGER):
        if seat not in ask.who:
            assert match.options(seat) == [], f"options for {seat} ({_where(match)})"
            refusal = match.refuse(seat, answer)
            assert refusal is not None, f"{seat} is not refused ({_where(match)})"
            assert refusal.rule is None, f"{seat} is refused by {refusal.rule} ({_where(match)})"
            _check_sentences(refusal.text, _where(match))


def check_refusals(match: Match, rng: random.Random) -> None:
    """A spoilt answer is refused in both languages and changes nothing."""
    seat = rng.choice(_asked(match).who)
    spoilt = list(mutants(rng.choice(match.options(seat))))
    before, version = standing(match), match.version
    for answer in rng.sample(spoilt, min(MUTANTS, len(spoilt))):
        refusal = match.refuse(seat, answer)
        assert refusal is not None, f"{answer} is not refused ({_where(match)})"
        _check_sentences(refusal.text, f"refusal of {answer}, {_where(match)}")
        illegal = _illegal(lambda answer=answer: match.answer(seat, answer))  # type: ignore[misc]
        assert illegal is not None, f"{answer} is refused and accepted ({_where(match)})"
        assert (illegal.rule, illegal.reason) == (refusal.rule, refusal.reason), f"{answer} is refused in two ways"
    assert (standing(match), match.version) == (before, version), f"a refusal changed something ({_where(match)})"


def _illegal(act: Callable[[], None]) -> Illegal | None:
    """The error of an act that is not allowed; None where it went through."""
    try:
        act()
    except Illegal as error:
        return error
    return None


# -- other ways to the same place --------------------------------------------------------------------------------------


def check_clone(match: Match, rng: random.Random) -> None:
    """A clone stands at the same place, plays on alike with the same dice, and leaves the original alone."""
    before, version, rolled = standing(match), match.version, match.rolled
    first, second, other = match.clone(), match.clone(), match.clone(seed=rng.getrandbits(32))
    for twin in (first, second, other):
        _same(match, twin, "a clone")
    assert _story(first.told(None)) == _story(match.told(None)), f"a clone tells another story ({_where(match)})"
    answers = _some_answers(first, rng)
    _play_on(second, answers)
    _same(first, second, "two clones with the same answers")
    assert plain_log(first) == plain_log(second), f"two clones log differently ({_where(match)})"
    _some_answers(other, rng)
    assert (standing(match), match.version, match.rolled) == (before, version, rolled), (
        f"a clone changed its original ({_where(match)})"
    )


def plain_log(match: Match) -> bytes:
    """The log as bytes."""
    return _bytes(match.entries)


def check_undo(match: Match, rng: random.Random) -> None:
    """Undo stands where the answer was given, and the same answer leads to the same place again."""
    twin = match.clone()
    before, told = standing(twin), _story(twin.events)
    seat, answer = random_answer(twin, rng)
    after, told_after = standing(twin), _story(twin.events)
    if not twin.can_undo(seat):
        return
    twin.undo(seat)
    assert standing(twin) == before, f"undo does not restore where {answer} was given ({_where(match)})"
    assert _story(twin.events) == told, f"undo leaves events of {answer} ({_where(match)})"
    twin.answer(seat, answer)
    assert standing(twin) == after, f"{answer} after undo leads elsewhere ({_where(match)})"
    assert _story(twin.events) == told_after, f"{answer} after undo is told differently ({_where(match)})"


def check_position(match: Match, rng: random.Random) -> None:
    """A match started from the state stands where the match stands, and goes on alike."""
    state = msgspec.json.decode(_bytes(match.state()))
    seed = rng.getrandbits(32)
    again = start(match.game.name, position=state, options=match.header.options, seed=seed)
    _same(match, again, "a match started from state()")
    answers = _some_answers(again, rng)
    twin = start(match.game.name, position=match.state(), options=match.header.options, seed=seed)
    _play_on(twin, answers)
    _same(again, twin, "two matches started from state()")


def check_save(match: Match, rng: random.Random) -> None:
    """A save opens where it was left, with the same hashes and coming dice; an export at the same question."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "match.json"
        match.save(path)
        again = load(path)
        _same(match, again, "a loaded save")
        assert pack(again).hash == pack(match).hash, f"a loaded save has another hash ({_where(match)})"
        report = verify(path)
        assert report.ok, f"a fresh save does not verify: {report.problems} ({_where(match)})"
        twin = match.clone()
        _play_on(again, _some_answers(twin, rng))
        _same(twin, again, "a loaded save that goes on")
        for seat in match.seats:
            match.export(seat, path)
            _check_export(match, load(path), seat)


def _check_export(match: Match, opened: Match, seat: Seat) -> None:
    where = f"an export for {seat} ({_where(match)})"
    assert opened.result == match.result, f"{where}: another result"
    assert opened.options(seat) == match.options(seat), f"{where}: other options"
    if match.ask is not None:
        assert opened.ask is not None, where
        shown, whole = opened.asked(seat), match.asked(seat)
        assert shown is not None, where
        assert whole is not None, where
        assert (shown.what, shown.data) == (whole.what, whole.data), f"{where}: another question"
    assert _story(opened.told(seat)) == _story(match.told(seat)), f"{where}: another story"


# -- what can be known -------------------------------------------------------------------------------------------------


def check_views(match: Match, rng: random.Random) -> None:
    """Views are plain and have the position's keys, what their game adds, and the question."""
    keys = match.game.position(match._state).keys() | {"ask", "game", "readings", "result", "seat"}
    free = {"since", *match.game.additions}
    for seat in _everybody(match):
        view = match.view(seat)
        assert msgspec.json.decode(_bytes(view)) == view, f"the view of {seat} is not plain ({_where(match)})"
        other = (view.keys() ^ keys) - free
        assert not other, f"the view of {seat} differs in {sorted(other)} ({_where(match)})"
        assert (view["ask"] is None) == (match.ask is None), (
            f"the view of {seat} has another question ({_where(match)})"
        )


def check_sample(match: Match, rng: random.Random) -> None:
    """What a seat knows, completed at random, looks the same to that seat."""
    for seat in _everybody(match):
        view = match.view(seat)
        guessed = sample(view, rng)
        assert _bytes(guessed.view(seat)) == _bytes(view), f"sample(view) looks otherwise to {seat} ({_where(match)})"
        if seat is not None:
            assert guessed.options(seat) == match.options(seat), f"sample(view) has other options ({_where(match)})"


def check_secrets(match: Match, rng: random.Random) -> None:
    """Of two worlds that differ only in what another seat has sealed or answered in secret, a seat sees the same."""
    ask = _asked(match)
    if len(ask.who) < 2 and not ask.secret:
        return
    for other in ask.who:
        options = list(match.options(other))
        if len(options) < 2:
            continue
        told = {seat: match.disclosed(seat) for seat in _everybody(match)}
        worlds = [_world(match, other, answer) for answer in rng.sample(options, 2)]
        for seat in _everybody(match):
            if seat == other or any(world.disclosed(seat) != told[seat] for world in worlds):
                continue
            first, second = (known(world, seat) for world in worlds)
            for what, seen in first.items():
                assert seen == second[what], f"{what} of {seat} tells what {other} has answered ({_where(match)})"


def _world(match: Match, seat: Seat, answer: Plain) -> Match:
    """The match after that seat has given an answer, taken it back if it can, and given it again."""
    world = match.clone()
    world.answer(seat, answer)
    if world.can_undo(seat):
        world.undo(seat)
        world.answer(seat, answer)
    return world


def check_leaks(match: Match, rng: random.Random) -> None:
    """Of two worlds that differ in hidden facts only a seat is told the same, also when they are played on."""
    if not match.game.all_open:
        for seat in _everybody(match):
            walks(match, seat, rng, WALK)


# -- what is said ------------------------------------------------------------------------------------------------------


def _check_sentences(text: Callable[[str], str], where: str) -> None:
    for language in LANGUAGES:
        try:
            sentence = text(language)
        except (KeyError, IndexError, ValueError) as error:
            raise AssertionError(f"no sentence in {language!r}: {error!r} ({where})") from error
        assert sentence.strip(), f"an empty sentence in {language!r} ({where})"
        assert not set(sentence) & set("{}"), f"a gap in {sentence!r} ({where})"
        assert not re.search(r"\bNone\b", sentence), f"a missing word in {sentence!r} ({where})"


def check_asked(match: Match, rng: random.Random) -> None:
    """The question has words in every language, for those who are asked and for those who wait."""
    for seat in _everybody(match):
        asked = match.asked(seat)
        assert asked is not None
        _check_sentences(asked.text, _where(match))


def check_texts(match: Match, rng: random.Random) -> None:
    """Every event has words in every language."""
    for event in match.events:
        _check_sentences(event.text, f"event {event.plain()}, {match.game.name}")


def check_told(match: Match, rng: random.Random) -> None:
    """Each seat's stream is numbered without gaps and has what it may see, no more."""
    for seat in _everybody(match):
        told = match.told(seat)
        assert [event.number for event in told] == list(range(len(told))), f"gaps in what {seat} is told"
        assert all(event.told(seat) is not None for event in told), f"{seat} is told too much ({_where(match)})"
        since = rng.randint(0, len(told))
        assert [e.number for e in match.told(seat, since)] == list(range(since, len(told))), f"told({seat!r}, {since})"


def check_apart(match: Match, rng: random.Random) -> None:
    """Views that are written apart say what views say, whatever is played; values that a game calls unchanging stay as
    they were first written."""
    twin = match.clone()
    kept: list[tuple[Any, bytes]] = []
    for _ in range(2):
        for seat in _everybody(match):
            view, lists = twin.view_apart(seat)
            kept += [(view[key], _bytes(view[key])) for key in match.game.unchanging]
            whole = {**view, **{key: msgspec.json.decode(b"[" + records + b"]") for key, records in lists.items()}}
            told = msgspec.json.decode(_bytes(twin.view(seat)))
            assert msgspec.json.decode(_bytes(whole)) == told, f"a view is written apart otherwise ({_where(match)})"
        _some_answers(twin, rng)
    for value, written in kept:
        assert _bytes(value) == written, f"an unchanging value was changed: {written!r} ({_where(match)})"


def check_end(match: Match, rng: random.Random) -> None:
    """After the end there is a result and nothing more to do."""
    assert match.ask is None, f"no end ({_where(match)})"
    assert match.result is not None, f"no result ({_where(match)})"
    for seat in match.seats:
        assert match.options(seat) == [], f"options after the end ({_where(match)})"
        refusal = match.refuse(seat, {})
        assert refusal is not None, f"an answer after the end ({_where(match)})"
        assert refusal.rule is None, f"refused by {refusal.rule} after the end ({_where(match)})"
        for act in (lambda seat=seat: match.resign(seat), match.agree_draw):
            assert _illegal(act), f"the game could be ended twice ({_where(match)})"


CHEAP: tuple[Check, ...] = (check_question, check_asked)
THOROUGH: tuple[Check, ...] = (
    check_options,
    check_others,
    check_refusals,
    check_clone,
    check_undo,
    check_position,
    check_save,
    check_views,
    check_sample,
    check_secrets,
    check_leaks,
    check_told,
    check_apart,
)
