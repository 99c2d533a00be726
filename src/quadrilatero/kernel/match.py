"""A match: one running game, its log, and everything that can be asked of it or done to it."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec

from quadrilatero.kernel import history, saves
from quadrilatero.kernel.ask import Answer, Ask, Asked, Dice, Ended, Illegal, Refusal, Reveal
from quadrilatero.kernel.dice import CommittedDice, DiceSource, SeededDice, logged
from quadrilatero.kernel.events import Event, Told
from quadrilatero.kernel.game import Game, Result
from quadrilatero.kernel.history import EVERY, Past, Tale
from quadrilatero.kernel.listing import Listing
from quadrilatero.kernel.log import Entry, Header, Ordered, faces_of, plain_answer
from quadrilatero.kernel.plain import Plain, Seat
from quadrilatero.kernel.records import NOBODY, NOTHING_VEILED, Here, Mark, Moment, Step, Tellings

SEGMENT_LIMIT = 10_000


@cache
def _decoder(kinds: tuple[type[Answer], ...]) -> Callable[[Any], Answer]:
    """What reads an answer of these kinds. The verb picks the kind: to convert to a union costs ten times as much."""
    union: Any = kinds[0]
    for kind in kinds[1:]:
        union = union | kind
    verb = str(kinds[0].__struct_config__.tag_field)
    by_verb: dict[Any, type[Answer]] = {kind.__struct_config__.tag: kind for kind in kinds}

    def decode(plain: Any) -> Answer:
        if not isinstance(plain, dict):
            raise msgspec.ValidationError(f"Expected `object`, got `{type(plain).__name__}`")
        said = plain.get(verb)
        if said is None:
            raise msgspec.ValidationError(f"Object missing required field `{verb}`")
        answer: Answer = msgspec.convert(plain, by_verb.get(said, union) if isinstance(said, str) else union)
        return answer

    return decode


_PARTS = (
    "_counted",
    "_disclosed",
    "_ending",
    "_events",
    "_listed",
    "_marks",
    "_moments",
    "_past",
    "_past_events",
    "_past_log",
    "_script",
    "_sealed",
    "_state",
    "_untold",
    "ask",
    "dice",
    "game",
    "header",
    "log",
    "notice",
    "rolled",
    "seats",
)


class Match:
    """Runs a game's scripts, keeps the log, and tells each seat what it may know."""

    __slots__ = _PARTS

    ask: Ask | None
    _listed: dict[Seat, Sequence[Plain]]
    _script: Any

    def __init__(
        self,
        game: Game[Any],
        state: Any,
        dice: DiceSource,
        header: Header,
        seats: tuple[Seat, ...] | None = None,
        like: Match | None = None,
    ) -> None:
        """A match that is still to `begin`, or one that goes on `like` another from its last mark."""
        self.game = game
        self.seats = game.seats_of(state) if seats is None else seats
        self.header = header
        self.dice = dice
        self._state = state
        self._counted: dict[Seat | None, tuple[int, int]] = {}
        if like is None:
            self.rolled = 0
            self.notice = ""
            self.log: list[Entry] = []
            self._past: Past | None = None
            self._past_log = 0
            self._past_events = 0
            self._events: list[Event] = []
            self._moments: list[Moment] = []
            self._sealed: dict[Seat, Answer] = {}
            self._ending: Result | None = None
            self._untold: Mapping[Seat | None, int] = NOBODY
            self._disclosed: dict[Seat | None, int] = {}
            self._marks: list[Mark] = []
        else:
            self.rolled = like.rolled
            self.notice = like.notice
            self.log = like.log.copy()
            self._past = like._past
            self._past_log = like._past_log
            self._past_events = like._past_events
            self._events = like._events[: like._marks[-1].told - like._past_events]
            self._moments = like._moments.copy()
            self._sealed = like._sealed
            self._ending = like._ending
            self._untold = like._untold
            self._disclosed = like._disclosed
            self._marks = like._marks[:-1]

    def begin(self) -> Match:
        """Run to the first question."""
        self._state.sink = self._events
        self._mark()
        self._run(None)
        self._rest()
        return self

    @classmethod
    def at(cls, past: Past, game: Game[Any], dice: DiceSource, header: Header) -> Match:
        """A match that stands where its past ends, at the first question after that boundary."""
        match = cls(game, past.boundary().copy(), dice, header)
        match._follow(past)
        return match.begin()

    def _follow(self, past: Past) -> None:
        self._past, self._past_log, self._past_events = past, past.entries, past.told
        self.rolled, self._untold = past.rolled, past.untold

    # -- running the script ------------------------------------------------------------------------------------------

    def _mark(self) -> None:
        told = self._past_events + len(self._events)
        entries = self._past_log + len(self.log)
        self._marks.append(Mark(self._state.copy(), entries, self.rolled, told, self._untold))
        self._script = self.game.segment(self._state)

    def _run(self, value: Any) -> None:
        """Feed the script until a seat must decide or the game is over: dice and forced answers are given at once."""
        for _ in range(SEGMENT_LIMIT):
            try:
                ask = self._script.send(value)
            except (StopIteration, Ended):
                if self._state.result is not None:
                    self.ask = None
                    return
                self._mark()
                value = None
                continue
            if type(ask) is Dice:
                value = self._roll(ask)
                continue
            if type(ask) is Reveal:
                self._events.append(ask.event)
                self._step(Step(None, None))
                value = None
                continue
            assert isinstance(ask, Ask)
            self.ask = ask
            self._listed = {}
            if ask.certain or any(len(self._options(seat)) != 1 for seat in ask.seats):
                return
            value = self._forced(ask)
        raise RuntimeError(f"{self.game.name}: {SEGMENT_LIMIT} steps without a question; the rules run in a circle")

    def _roll(self, dice: Dice) -> tuple[int, ...]:
        if dice.sides == 6 and dice.seen_by is None:
            faces = self.dice.faces(self.rolled, dice.count)
        else:
            faces = self.dice.faces(self.rolled, dice.count, dice.sides, dice.seen_by)
        self.rolled += dice.count
        self.log.append(Entry("roll", None, logged(faces, dice.sides)))
        if dice.seen_by is not None:
            self._not_told(*(seat for seat in (*self.seats, None) if seat not in dice.seen_by))
        self._step(Step(None, faces, dice=dice))
        return faces

    def _not_told(self, *seats: Seat | None) -> None:
        """Take note that these seats may not know of the last entry of the log."""
        self._untold = {**self._untold, **{seat: self._untold.get(seat, 0) + 1 for seat in seats}}

    def _step(self, step: Step) -> None:
        """Take note of a step; nothing before a die, a reveal or an opened seal can be taken back any more."""
        self._marks[-1].line.append(step)
        if step.seat is None and len(self._marks) > 1:
            self._marks = self._marks[-1:]
        if not self.game.all_open:
            self._disclose(step)

    def _disclose(self, step: Step) -> None:
        """Take note for each seat of what it is told by chance: a roll, a reveal, answers that were opened to it."""
        if step.seat is not None:
            return
        told: dict[Seat | None, int] = {}
        last: Any = None
        written = b""
        for seat in (*self.seats, None):
            if (item := self._disclosure(step, seat)) is not None:
                if item is not last:  # mostly all are told the same
                    last, written = item, msgspec.json.encode(item.plain() if isinstance(item, Event) else item)
                told[seat] = hash((self._disclosed.get(seat, 0), written))
        self._disclosed = {**self._disclosed, **told}

    def _disclosure(self, step: Step, seat: Seat | None) -> Any:
        if step.dice is not None:
            return step.value if step.dice.seen_by is None or seat in step.dice.seen_by else None
        if step.value is None:
            return self._events[-1].told(seat)
        opened = {by: step.told.get(by, {}).get(seat, plain_answer(answer)) for by, answer in step.value.items()}
        return opened if any(answer is not None for by, answer in opened.items() if by != seat) else None

    def _forced(self, ask: Ask) -> Any:
        decode = _decoder(ask.kinds)
        answers = {seat: decode(self._options(seat)[0]) for seat in ask.seats}
        for seat, answer in answers.items():
            self.log.append(Entry("forced", seat, answer))
            if not self.game.all_open:
                self._not_told(*(other for other in (*self.seats, None) if other != seat))
        value = answers if len(ask.seats) > 1 else answers[ask.seats[0]]
        self._step(Step(ask.seats[0], value, forced=True))
        return value

    def _options(self, seat: Seat) -> Sequence[Plain]:
        assert self.ask is not None
        listed = self._listed.get(seat)
        if listed is None:
            listed = self._listed[seat] = self.ask.options(seat)
        return listed

    # -- what a seat can do ------------------------------------------------------------------------------------------

    def options(self, seat: Seat) -> Sequence[Plain]:
        """Every distinct answer open to that seat, in a fixed order; [] for a seat not asked. Do not change them.

        Where there are many the game may write them one by one, as they are looked at (`Listing`).
        """
        if self.ask is None or seat not in self.ask.waiting:
            return []
        listed = self._options(seat)
        return listed if type(listed) is Listing else list(listed)

    def random_answer(self, seat: Seat, rng: random.Random) -> Plain:
        """A lawful answer at random: of an open question from all there are, otherwise one of the options."""
        assert self.ask is not None
        if self.ask.sample is not None:
            return self.ask.sample(seat, rng)
        return rng.choice(self._options(seat))

    def refuse(self, seat: Any, answer: Any) -> Refusal | None:
        """None where the answer is allowed, otherwise why it is not: one that no seat gave, whoever did, is not."""
        return self._judge(seat, answer)[0]

    def _judge(self, seat: Any, plain: Any) -> tuple[Refusal | None, Answer | None]:
        ask = self.ask
        if ask is None or seat not in ask.waiting:
            return self._not_asked(seat), None
        try:
            answer = _decoder(ask.kinds)(plain)
        except (msgspec.ValidationError, UnicodeEncodeError) as error:  # or half of a character, which no text can hold
            return self._misread(ask, seat, plain, error), None
        return ask.refuse(seat, answer), answer

    def judged(self, seat: Any, answer: Any) -> Answer:
        """The answer as its own type; raises Illegal where it is not allowed."""
        refusal, typed = self._judge(seat, answer)
        if refusal is not None:
            raise Illegal(refusal)
        assert typed is not None
        return typed

    def standing(self) -> tuple[Any, Any]:
        """The state where the open segment began, and the state now: for the odds to read, not to change."""
        return self._marks[-1].state, self._state

    def _not_asked(self, seat: Any) -> Refusal:
        if seat not in self.seats:
            return self._no_seat(seat)
        if self.ask is None:
            return Refusal(None, "over", self.game.book)
        return Refusal(None, "not_asked", self.game.book, {"seat": seat})

    def _no_seat(self, seat: Any) -> Refusal:
        return Refusal(None, "no_seat", self.game.book, {"seat": seat, "seats": list(self.seats)})

    def _misread(self, ask: Ask, seat: Seat, plain: Any, error: Exception) -> Refusal:
        """An answer meant for another question is refused by the rule that puts it elsewhere; others are malformed."""
        try:
            answer = _decoder(self.game.answers)(plain)
        except (msgspec.ValidationError, UnicodeEncodeError):
            return Refusal(ask.rule, "malformed", self.game.book, {"detail": str(error)})
        return self.game.misplaced(self._state, ask, seat, answer)

    def answer(self, seat: Any, answer: Any) -> None:
        """Give an answer; raises Illegal (or DiceExhausted) and changes nothing where it cannot stand."""
        self._answer(seat, answer, None)

    def obey(self, seat: Seat, ordered: Ordered) -> None:
        """Give the answer of a standing instruction: an answer like any other, marked in the log for its own seat."""
        self._answer(seat, ordered.answer, ordered)

    def _answer(self, seat: Any, answer: Any, ordered: Ordered | None) -> None:
        refusal, typed = self._judge(seat, answer)
        if refusal is not None:
            raise Illegal(refusal)
        ask = self.ask
        assert ask is not None
        if len(ask.seats) > 1:
            self._seal(ask, seat, typed)
            return
        here = self._here()
        note = None
        if ordered is None:
            self.log.append(Entry("answer", seat, typed))
        else:
            self.log.append(Entry("instructed", seat, Ordered(typed, ordered.why, ordered.data)))
            note = instructed_event(self.game, ask.rule, seat, ordered)
            self._events.append(note)
        told = NOTHING_VEILED if self.game.all_open else self._tellings(ask, {seat: typed})
        self._step(Step(seat, typed, False, note, None, told))
        self._proceed(typed, here)

    def _tellings(self, ask: Ask, answers: Mapping[Seat, Answer | None]) -> Tellings:
        """What seats are told of each other's answers, where that is not all."""
        everybody = (*self.seats, None)
        told = {seat: ask.told(seat, answer, everybody) for seat, answer in answers.items()}
        return {seat: tellings for seat, tellings in told.items() if tellings is not None}

    def _seal(self, ask: Ask, seat: Seat, answer: Any) -> None:
        here = self._here()
        self._sealed = {**self._sealed, seat: answer}
        self.log.append(Entry("seal", seat, answer))
        ask.waiting = tuple(s for s in ask.waiting if s != seat)
        if ask.waiting:
            return
        self.log.append(Entry("open", None, ask.seats))
        opened = {s: self._sealed[s] for s in ask.seats}
        self._sealed = {}
        told = NOTHING_VEILED if self.game.all_open else self._tellings(ask, opened)
        self._step(Step(None, opened, told=told))
        self._proceed(opened, here)

    def _here(self) -> Here:
        marks = self._marks
        return Here(len(self.log), self.rolled, marks, len(marks), len(marks[-1].line), self._sealed, self._untold)

    def _proceed(self, value: Any, here: Here) -> None:
        try:
            self._run(value)
        except BaseException:
            self._return(here)
            raise
        self._rest()

    def _rest(self) -> None:
        """Note what has happened by now, and hand over to the past what can no longer change."""
        told = self._past_events + len(self._events)
        self._moments.append(Moment(self._past_log + len(self.log), told, self._untold))
        if self._marks[0].entries - self._past_log >= EVERY:
            self._settle()

    def undo(self, seat: Seat) -> None:
        """Take back the last answer that a seat gave itself, and what its standing instructions answered after it.

        Not where a die, a reveal, an opened seal or another seat's answer came since.
        """
        if seat not in self._sealed and self._last_answer(seat) is None:
            raise Illegal(Refusal(None, "nothing_to_undo", self.game.book, {"seat": seat}))
        while self.go_back(seat):
            pass

    def go_back(self, seat: Seat) -> bool:
        """One answer of a seat goes, whoever gave it; whether a standing instruction did."""
        if seat in self._sealed:
            assert self.ask is not None
            self._sealed = {s: answer for s, answer in self._sealed.items() if s != seat}
            self.ask.waiting = tuple(s for s in self.ask.seats if s not in self._sealed)
            self.log.append(Entry("withdraw", seat, None))
            return False
        where = self._last_answer(seat, by_hand=False)
        if where is None:
            raise Illegal(Refusal(None, "nothing_to_undo", self.game.book, {"seat": seat}))
        mark, number = where
        instructed = self._marks[mark].line[number].note is not None
        self.log.append(Entry("undo", seat, None))
        self._rewind(mark, number)
        self._rest()
        return instructed

    def _last_answer(self, seat: Seat, *, by_hand: bool = True) -> tuple[int, int] | None:
        """Where a seat's last answer is that can still be taken back; `by_hand` passes over its instructions' own."""
        if self._ending is not None or self._sealed:
            return None
        for m in range(len(self._marks) - 1, -1, -1):
            line = self._marks[m].line
            for n in range(len(line) - 1, -1, -1):
                step = line[n]
                if not step.forced and not (by_hand and step.note is not None and step.seat == seat):
                    return (m, n) if step.seat == seat else None
        return None

    def can_undo(self, seat: Seat) -> bool:
        """Whether undo would take anything back."""
        return seat in self._sealed or self._last_answer(seat) is not None

    # -- going back ------------------------------------------------------------------------------------------------

    def _rewind(self, mark: int, steps: int) -> None:
        """Stand again where that mark's segment had taken so many steps."""
        target, self._marks = self._marks[mark], self._marks[:mark]
        del self._events[target.told - self._past_events :]
        self._counted = {}
        self._resume(target.after(target.line[:steps]))
        told = self._past_events + len(self._events)
        came = None
        while self._moments and self._moments[-1].told > told:
            came = self._moments.pop()
        if came is not None:
            self._moments.append(Moment(came.version, told, came.untold))

    def _resume(self, mark: Mark) -> None:
        """Open a segment at a boundary and feed it the steps it has already seen."""
        self._state = mark.state.copy()
        self._state.sink = self._events
        self._marks.append(mark)
        script = self._script = self.game.segment(self._state)
        ask: Any = None
        try:
            ask = script.send(None)
            for step in mark.line:
                if step.note is not None:
                    self._events.append(step.note)
                elif type(ask) is Reveal:
                    self._events.append(ask.event)
                ask = script.send(step.value)
        except (StopIteration, Ended):
            ask = None
        self.ask = ask
        self._listed = {}

    def skip(self, entries: list[Entry]) -> None:
        """Take entries into the log that no longer stand: none of them is played, but their dice stay rolled."""
        self.log += entries
        if not self.game.all_open:
            for entry in entries:
                if entry.kind == "forced":
                    self._not_told(*(other for other in (*self.seats, None) if other != entry.seat))
        self.rolled += sum(len(faces_of(entry)) for entry in entries)
        self._rest()

    def become(self, twin: Match) -> None:
        """Go on as another match, which is not to be used any more, with the dice of this one."""
        for part in _PARTS:
            if part not in ("dice", "_untold", "_disclosed"):
                setattr(self, part, getattr(twin, part))

    def roll_with(self, dice: DiceSource) -> None:
        """Take these dice from here on; the counter goes on."""
        self.dice = dice

    def _return(self, here: Here) -> None:
        """Undo a step that failed half way: a rule without dice to go on, or a fault in a rule."""
        del self.log[here.log :]
        self.rolled = here.rolled
        self._untold = here.untold
        self._marks = here.marks
        self._rewind(here.count - 1, here.line)
        self._sealed = here.sealed
        if self.ask is not None and here.sealed:
            self.ask.waiting = tuple(seat for seat in self.ask.seats if seat not in here.sealed)

    def clone(self, seed: int | None = None) -> Match:
        """The same match to play on by itself: with the same coming dice, or with those of another seed."""
        dice = self.dice if seed is None else SeededDice(seed, self.rolled)
        twin = Match(self.game, None, dice, self.header, self.seats, self)
        mark = self._marks[-1]
        twin._resume(mark.after(list(mark.line)))
        if self.ask is None:
            twin.ask = None
        elif twin.ask is not None:
            twin.ask.waiting = self.ask.waiting
        return twin

    def change_dice(self, dice: DiceSource) -> Match:
        """Go on with other dice, counted anew: for worlds that are made up and lead nowhere. The match itself."""
        self.dice, self.rolled = dice, 0
        return self

    def begin_here(self, dice: DiceSource) -> None:
        """Take where the match stands for its beginning: the way here is part of the position, not of the log.

        Only answers that are still sealed become entries, because an export must know to leave them out.
        """
        events = self.events
        self.dice, self.rolled, self._untold = dice, 0, NOBODY
        self._past, self._past_log, self._past_events = None, 0, 0
        self._events = self._state.sink = events
        self._counted = {}
        self._moments = [Moment(0, len(events))]
        for mark in self._marks:
            mark.entries, mark.rolled, mark.untold = 0, 0, NOBODY
        self.log = [Entry("seal", seat, answer) for seat, answer in self._sealed.items()]
        if self.header.position is not None and self._sealed:
            since = self.header.position["since"][: -len(self._sealed)]
            self.header = msgspec.structs.replace(self.header, position={**self.header.position, "since": since})

    def remember(self, events: list[Event]) -> None:
        """Have what happened before the match began told too."""
        tale, state = Tale(events, [Moment(0, len(events))]), self._marks[0].state
        self._past = Past(None, [], tale, lambda: state, entries=0, settled=0, rolled=0, told=len(events), closed=True)
        self._past_events = len(events)
        self._moments = [Moment(moment.version, moment.told + len(events), moment.untold) for moment in self._moments]
        for mark in self._marks:
            mark.told += len(events)

    def _settle(self) -> None:
        """Hand everything before the first mark over to the past."""
        mark, past = self._marks[0], self._until(self._marks[0])
        came = len(past.tale.moments)
        self.log = self.log[mark.entries - self._past_log :]
        self._events = self._state.sink = self._events[mark.told - self._past_events :]
        self._counted = {}
        self._moments = self._moments[came:]
        self._past, self._past_log, self._past_events = past, mark.entries, mark.told

    def until_boundary(self) -> Past:
        """The past up to where the open segment began."""
        return self._until(self._marks[-1])

    def _until(self, mark: Mark) -> Past:
        entries, told = mark.entries - self._past_log, mark.told - self._past_events
        came = sum(moment.version <= mark.entries and moment.told <= mark.told for moment in self._moments)
        return Past(
            self._past,
            self.log[:entries],
            Tale(self._events[:told], self._moments[:came]),
            lambda: mark.state,
            entries=mark.entries,
            settled=self.version,
            rolled=mark.rolled,
            told=mark.told,
            untold=mark.untold,
        )

    # -- acts outside a question -------------------------------------------------------------------------------------

    def resign(self, seat: Seat) -> None:
        """That seat gives up for its side; with two sides the other one wins."""
        if seat not in self.seats:
            raise Illegal(self._no_seat(seat))
        others = [side for side in self.sides if side != self.game.side_of(seat)]
        self._end("resign", seat, Result(others[0] if len(others) == 1 else None, "resigned", None, {}))

    def agree_draw(self) -> None:
        """All agree that nobody wins."""
        self._end("draw", None, Result(None, "agreed", None, {}))

    def adjudicate(self, winner: Seat | None, reason: str) -> None:
        """The host ends the game in favour of a side: a clock ran out, or a stalled game was claimed."""
        if winner is not None and winner not in self.sides:
            raise Illegal(self._no_seat(winner))
        self._end("adjudicate", winner, Result(winner, reason, None, {}))

    def _end(self, kind: str, seat: Seat | None, result: Result) -> None:
        if self.result is not None:
            raise Illegal(Refusal(None, "over", self.game.book))
        self.log.append(Entry(kind, seat, result.reason))
        self.stop(result)

    def stop(self, result: Result) -> None:
        """Stand still with a result that the rules did not lead to."""
        self._ending = result
        self._sealed = {}
        self.ask = None

    def can_salt(self, seat: Seat) -> bool:
        """Whether that seat may still add its salt: the dice are committed, none is rolled, and it has added none."""
        return not self.rolled and isinstance(self.dice, CommittedDice) and not self._has_salted(seat)

    def _has_salted(self, seat: Seat) -> bool:
        return any(entry.kind == "salt" and entry.seat == seat for entry in self.entries)

    def add_salt(self, seat: Seat, salt: str) -> None:
        """A player's own salt for committed dice, once and until the first die is rolled."""
        if seat not in self.seats:
            raise Illegal(self._no_seat(seat))
        if self.rolled or not isinstance(self.dice, CommittedDice):
            raise Illegal(Refusal(None, "salt_late", self.game.book))
        if self._has_salted(seat):
            raise Illegal(Refusal(None, "salt_given", self.game.book, {"seat": seat}))
        self.dice = self.dice.salted(seat, salt)
        self.log.append(Entry("salt", seat, salt))

    # -- keeping it ---------------------------------------------------------------------------------------------------

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the host's own file: everything, with the secret of the dice."""
        saves.write(saves.pack(self), path)

    def export(self, seat: Seat, path: str | os.PathLike[str]) -> None:
        """Write what that seat may know."""
        if seat not in self.seats:
            raise Illegal(self._no_seat(seat))
        saves.write(saves.pack(self, seat), path)

    # -- what can be known --------------------------------------------------------------------------------------------

    @property
    def sealed(self) -> tuple[Seat, ...]:
        """The seats whose sealed answers wait for the others."""
        return tuple(self._sealed)

    @property
    def sides(self) -> tuple[Seat, ...]:
        """The sides that the seats play for, in the order of the seats."""
        return tuple(dict.fromkeys(map(self.game.side_of, self.seats)))

    @property
    def result(self) -> Result | None:
        """None while the game goes on."""
        if self._ending is not None:
            return self._ending
        result: Result | None = self._state.result
        return result

    @property
    def entries(self) -> list[Entry]:
        """The whole log of what can be played again."""
        return self.entries_since(self.first)

    @property
    def first(self) -> int:
        """The version that the log of what can be played again begins with: 0 unless it goes on from other rules."""
        return history.first_of(self._past)

    def entries_since(self, version: int) -> list[Entry]:
        """The log since that version."""
        if version >= self._past_log:
            return self.log[version - self._past_log :]
        found, first, past = [self.log], self._past_log, self._past
        while past is not None and first > version:
            found.append(list(past.log))
            first = past.entries - len(past.log)
            past = None if past.closed else past.before
        return [entry for part in reversed(found) for entry in part][max(0, version - first) :]

    @property
    def events(self) -> list[Event]:
        """Everything that happened on the line of play that stands, since it is played under these rules."""
        _, own = history.stretches(self._past)
        return [event for past in own for event in past.tale.events] + self._events

    @property
    def earlier(self) -> list[Event]:
        """What happened before the match was reopened under other rules or data."""
        closed, _ = history.stretches(self._past)
        return [event for past in closed for event in past.tale.events]

    @property
    def past(self) -> Past | None:
        """The log and the events up to the last checkpoint."""
        return self._past

    def told(self, seat: Seat | None, since: int = 0, until: int | None = None) -> list[Told]:
        """That seat's own stream of events, numbered without gaps, from number `since` on and up to another."""
        if self._past is not None and since < self._past.number(seat):
            return history.told(self._past, self._recent(), seat, since, until)
        happened = self._past_events + len(self._events)
        stream = history.latest(self._recent(), seat, since, self.told_count(seat), happened)
        return stream if until is None else stream[: max(0, until - since)]

    def told_count(self, seat: Seat | None) -> int:
        """How long that seat's stream of events is."""
        before = 0 if self._past is None else self._past.number(seat)
        gone, told = self._counted.get(seat, (0, 0))
        if gone < len(self._events):
            told += history.how_many(self._events[gone:], seat)
            self._counted[seat] = len(self._events), told
        return before + told

    def told_by(self, seat: Seat | None, version: int) -> int:
        """How many of that seat's events had come when the log had so many entries, and still stand.

        Whoever was told everything then has these, and needs those from this number on.
        """
        return history.told_by(self._past, self._recent(), seat, version, self.told_count(seat))

    def _recent(self) -> Tale:
        return Tale(self._events, self._moments)

    @property
    def version(self) -> int:
        """A number that grows with every entry of the log."""
        return self._past_log + len(self.log)

    def version_for(self, seat: Seat | None) -> int:
        """The same, counting only the entries that a seat (None: a spectator) may know of."""
        return self.version - self._untold.get(seat, 0)

    def disclosed(self, seat: Seat | None) -> int:
        """A number that changes when a roll, a reveal or opened answers tell a seat something, in a game that hides.

        It is the same in two matches that began alike where the seat was told the same.
        """
        return self._disclosed.get(seat, 0)

    def asked(self, seat: Seat | None) -> Asked | None:
        """The open question as that seat (None: a spectator) is shown it."""
        return None if self.ask is None else self.ask.shown(seat, self.game.all_open)

    def state(self) -> Plain:
        """The position at the last boundary and the answers and dice since: enough to stand here again."""
        mark = self._marks[-1]
        position = self.game.position(mark.state)
        position["since"] = [*self._since(mark.line), *self._pending(self._sealed)]
        if self._ending is not None:
            position["ended"] = msgspec.to_builtins(self._ending)
        return position

    def view(self, seat: Seat | None) -> Plain:
        """What that seat (None: a spectator) may know: the position as it stands, the question, and the way here."""
        if seat is not None and seat not in self.seats:
            raise Illegal(self._no_seat(seat))
        game = self.game
        if not game.all_open and self.result is not None:
            return self._completed(game.disclosed(self._state), seat)
        return self._completed(game.view(self._state, seat), seat)

    def view_apart(self, seat: Seat | None) -> tuple[Plain, dict[str, bytes]]:
        """The same for a host that sends it on: without the lists that the game has as JSON, and these by key."""
        if not self.game.all_open:
            return self.view(seat), {}
        view, lists = self.game.view_apart(self._state)
        return self._completed(view, seat), lists

    def _completed(self, view: Plain, seat: Seat | None) -> Plain:
        """A view with what every game's views have."""
        game, ask, result = self.game, self.ask, self.result
        hiding = not game.all_open
        view["game"] = self.header.game
        view["readings"] = self.header.options
        view["seat"] = seat
        view["ask"] = None if ask is None else ask.shown(seat, False).plain() if hiding else ask.plain()
        view["result"] = None if result is None else msgspec.to_builtins(result)
        mark = self._marks[-1]
        own = self._pending({s: answer for s, answer in self._sealed.items() if s == seat})
        if hiding and result is not None:
            view["since"] = {"before": game.disclosed(mark.state), "answers": self._since(mark.line)}
        elif mark.line or own:
            before = game.view(mark.state, seat) if mark.line else None
            told = self._told_since(mark.line, seat) if hiding else self._since(mark.line)
            view["since"] = {"before": before, "answers": [*told, *own]}
            if hiding:
                heard = [event.told(seat) for event in self._events[mark.told - self._past_events :]]
                view["since"]["told"] = [event.plain() for event in heard if event is not None]
        return view

    @staticmethod
    def _since(line: list[Step]) -> list[Plain]:
        """The answers and dice of a segment, whole."""
        plain: list[Plain] = []
        for step in line:
            if step.dice is not None:
                plain.append(_plain_roll(step.dice, step.value))
            elif step.seat is not None:
                if not step.forced:
                    plain.append({"seat": step.seat, "answer": plain_answer(step.value)})
            elif step.value is not None:
                plain.extend({"seat": seat, "answer": plain_answer(answer)} for seat, answer in step.value.items())
        return plain

    @staticmethod
    def _told_since(line: list[Step], seat: Seat | None) -> list[Plain]:
        """The answers and dice of a segment as a seat was told of them; an answer it was told nothing of is None."""
        plain: list[Plain] = []
        for step in line:
            if step.dice is not None:
                if step.dice.seen_by is None or seat in step.dice.seen_by:
                    plain.append(_plain_roll(step.dice, step.value))
            elif not step.forced and step.value is not None:
                answers = step.value if step.seat is None else {step.seat: step.value}
                for by, answer in answers.items():
                    veiled = step.told.get(by)
                    told = plain_answer(answer) if veiled is None or by == seat else veiled[seat]
                    plain.append({"seat": by, "answer": told})
        return plain

    @staticmethod
    def _pending(sealed: dict[Seat, Answer]) -> list[Plain]:
        return [{"seat": seat, "answer": plain_answer(answer)} for seat, answer in sealed.items()]


def _plain_roll(dice: Dice, faces: tuple[int, ...]) -> Plain:
    return {"dice": list(faces)} if dice.sides == 6 else {"dice": list(faces), "sides": dice.sides}


def instructed_event(game: Game[Any], rule: str, seat: Seat, ordered: Ordered) -> Event:
    """What a seat is told of an answer that its standing instruction gave; nobody else is."""
    return Event("instructed", rule, {**ordered.data, "why": ordered.why}, game.book, seen_by=(seat,))
