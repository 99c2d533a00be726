"""A match: one running game, its log, and everything that can be asked of it or done to it."""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from typing import Any

import msgspec

from quadrilatero.kernel import history, saves, steps
from quadrilatero.kernel.ask import Answer, Ask, Asked, Dice, Ended, Illegal, Refusal, Reveal
from quadrilatero.kernel.chronicle import Chronicle
from quadrilatero.kernel.dice import CommittedDice, DiceSource, SeededDice, logged
from quadrilatero.kernel.events import Event, Told
from quadrilatero.kernel.game import Game, Result
from quadrilatero.kernel.history import EVERY, Past
from quadrilatero.kernel.judging import decoder, judge, no_seat
from quadrilatero.kernel.listing import Listing
from quadrilatero.kernel.log import Entry, Header, Ordered, faces_of
from quadrilatero.kernel.phrases import Names
from quadrilatero.kernel.plain import Plain, Seat
from quadrilatero.kernel.records import NOBODY, NOTHING_VEILED, Here, Mark, Step

SEGMENT_LIMIT = 10_000

_PARTS = (
    "_called",
    "_chronicle",
    "_disclosed",
    "_ending",
    "_listed",
    "_marks",
    "_script",
    "_sealed",
    "_state",
    "ask",
    "dice",
    "game",
    "header",
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
        self._called: Names | None = None
        self._state = state
        if like is None:
            self.rolled = 0
            self.notice = ""
            self._chronicle = Chronicle()
            self._sealed: dict[Seat, Answer] = {}
            self._ending: Result | None = None
            self._disclosed: steps.Disclosures | None = None
            self._marks: list[Mark] = []
        else:
            self.rolled = like.rolled
            self.notice = like.notice
            self._chronicle = Chronicle(like._chronicle, like._marks[-1].told)
            self._sealed = like._sealed
            self._ending = like._ending
            self._disclosed = like._disclosed
            self._marks = like._marks[:-1]

    @property
    def called(self) -> Names:
        """What sentences call the seats and sides of this match that have names of their own in it."""
        if self._called is None:
            self._called = self.game.called(self.header)
        return self._called

    def begin(self) -> Match:
        """Run to the first question."""
        self._state.sink = self._chronicle.events
        self._mark()
        self._run(None)
        self._rest()
        return self

    @classmethod
    def at(cls, past: Past, game: Game[Any], dice: DiceSource, header: Header) -> Match:
        """A match that stands where its past ends, at the first question after that boundary."""
        match = cls(game, past.boundary().copy(), dice, header)
        match._chronicle.follow(past)
        match.rolled = past.rolled
        return match.begin()

    # -- running the script ------------------------------------------------------------------------------------------

    def _mark(self) -> None:
        noted = self._chronicle
        self._marks.append(Mark(self._state.copy(), noted.version, self.rolled, noted.happened, noted.untold))
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
                self._chronicle.events.append(ask.event)
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
        self._chronicle.log.append(Entry("roll", None, logged(faces, dice.sides)))
        if dice.seen_by is not None:
            self._chronicle.keep_from(self.seats, dice.seen_by)
        self._step(Step(None, faces, dice=dice))
        return faces

    def _step(self, step: Step) -> None:
        """Take note of a step; nothing before a die, a reveal or an opened seal can be taken back any more."""
        self._marks[-1].line.append(step)
        if step.seat is None and len(self._marks) > 1:
            self._marks = self._marks[-1:]
        if step.seat is None and not self.game.all_open:
            event = self._chronicle.events[-1] if step.value is None else None
            self._disclosed = steps.Disclosures(self._disclosed, step, event)

    def _forced(self, ask: Ask) -> Any:
        decode = decoder(ask.kinds)
        answers = {seat: decode(self._options(seat)[0]) for seat in ask.seats}
        for seat, answer in answers.items():
            self._chronicle.log.append(Entry("forced", seat, answer))
            if not self.game.all_open:
                self._chronicle.keep_from(self.seats, (seat,))
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
        return judge(self.game, self.seats, self._state, self.ask, seat, answer)[0]

    def judged(self, seat: Any, answer: Any) -> Answer:
        """The answer as its own type; raises Illegal where it is not allowed."""
        refusal, typed = judge(self.game, self.seats, self._state, self.ask, seat, answer)
        if refusal is not None:
            raise Illegal(refusal)
        assert typed is not None
        return typed

    def standing(self) -> tuple[Any, Any]:
        """The state where the open segment began, and the state now: for the odds to read, not to change."""
        return self._marks[-1].state, self._state

    def answer(self, seat: Any, answer: Any) -> None:
        """Give an answer; raises Illegal (or DiceExhausted) and changes nothing where it cannot stand."""
        self._answer(seat, answer, None)

    def obey(self, seat: Seat, ordered: Ordered) -> None:
        """Give the answer of a standing instruction: an answer like any other, marked in the log for its own seat."""
        self._answer(seat, ordered.answer, ordered)

    def _answer(self, seat: Any, answer: Any, ordered: Ordered | None) -> None:
        typed = self.judged(seat, answer)
        ask = self.ask
        assert ask is not None
        if len(ask.seats) > 1:
            self._seal(ask, seat, typed)
            return
        here = self._here()
        note = None
        if ordered is None:
            self._chronicle.log.append(Entry("answer", seat, typed))
        else:
            self._chronicle.log.append(Entry("instructed", seat, Ordered(typed, ordered.why, ordered.data)))
            note = steps.instructed_event(self.game.book, ask.rule, seat, ordered)
            self._chronicle.events.append(note)
        self._step(Step(seat, typed, False, note))
        self._proceed(typed, here)

    def _seal(self, ask: Ask, seat: Seat, answer: Any) -> None:
        here = self._here()
        self._sealed = {**self._sealed, seat: answer}
        self._chronicle.log.append(Entry("seal", seat, answer))
        ask.waiting = tuple(s for s in ask.waiting if s != seat)
        if ask.waiting:
            return
        self._chronicle.log.append(Entry("open", None, ask.seats))
        opened = {s: self._sealed[s] for s in ask.seats}
        self._sealed = {}
        told = NOTHING_VEILED if self.game.all_open else steps.tellings(ask, opened, (*self.seats, None))
        self._step(Step(None, opened, told=told))
        self._proceed(opened, here)

    def _here(self) -> Here:
        marks, noted = self._marks, self._chronicle
        return Here(len(noted.log), self.rolled, marks, len(marks), len(marks[-1].line), self._sealed, noted.untold)

    def _proceed(self, value: Any, here: Here) -> None:
        try:
            self._run(value)
        except BaseException:
            self._return(here)
            raise
        self._rest()

    def _rest(self) -> None:
        """Note what has happened by now, and hand over to the past what can no longer change."""
        noted = self._chronicle
        noted.rest()
        if self._marks[0].entries - noted.past_log >= EVERY:
            noted.settle(self._marks[0])
            self._state.sink = noted.events

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
            self._chronicle.log.append(Entry("withdraw", seat, None))
            return False
        where = self._last_answer(seat, by_hand=False)
        if where is None:
            raise Illegal(Refusal(None, "nothing_to_undo", self.game.book, {"seat": seat}))
        mark, number = where
        instructed = self._marks[mark].line[number].note is not None
        self._chronicle.log.append(Entry("undo", seat, None))
        self._rewind(mark, number)
        self._rest()
        return instructed

    def _last_answer(self, seat: Seat, *, by_hand: bool = True) -> tuple[int, int] | None:
        """Where a seat's last answer is that can still be taken back; `by_hand` passes over its instructions' own."""
        if self._ending is not None or self._sealed:
            return None
        return steps.last_answer(self._marks, seat, by_hand=by_hand)

    def can_undo(self, seat: Seat) -> bool:
        """Whether undo would take anything back."""
        return seat in self._sealed or self._last_answer(seat) is not None

    # -- going back ------------------------------------------------------------------------------------------------

    def _rewind(self, mark: int, taken: int) -> None:
        """Stand again where that mark's segment had taken so many steps."""
        target, self._marks = self._marks[mark], self._marks[:mark]
        self._chronicle.cut(target.told)
        self._resume(target.after(target.line[:taken]))
        self._chronicle.rest_again()

    def _resume(self, mark: Mark) -> None:
        """Open a segment at a boundary and feed it the steps it has already seen."""
        events = self._chronicle.events
        self._state = mark.state.copy()
        self._state.sink = events
        self._marks.append(mark)
        script = self._script = self.game.segment(self._state)
        ask: Any = None
        try:
            ask = script.send(None)
            for step in mark.line:
                if step.note is not None:
                    events.append(step.note)
                elif type(ask) is Reveal:
                    events.append(ask.event)
                ask = script.send(step.value)
        except (StopIteration, Ended):
            ask = None
        self.ask = ask
        self._listed = {}

    def skip(self, entries: list[Entry]) -> None:
        """Take entries into the log that no longer stand: none of them is played, but their dice stay rolled."""
        self._chronicle.log += entries
        if not self.game.all_open:
            for entry in entries:
                if entry.kind == "forced":
                    self._chronicle.keep_from(self.seats, (entry.seat,))
        self.rolled += sum(len(faces_of(entry)) for entry in entries)
        self._rest()

    def become(self, twin: Match) -> None:
        """Go on as another match, which is not to be used any more, with the dice of this one."""
        untold = self._chronicle.untold
        for part in _PARTS:
            if part not in ("dice", "_disclosed"):
                setattr(self, part, getattr(twin, part))
        self._chronicle.untold = untold

    def roll_with(self, dice: DiceSource) -> None:
        """Take these dice from here on; the counter goes on."""
        self.dice = dice

    def _return(self, here: Here) -> None:
        """Undo a step that failed half way: a rule without dice to go on, or a fault in a rule."""
        del self._chronicle.log[here.log :]
        self._chronicle.untold = here.untold
        self.rolled = here.rolled
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
        self.dice, self.rolled = dice, 0
        self._chronicle.begin_with([Entry("seal", seat, answer) for seat, answer in self._sealed.items()])
        self._state.sink = self._chronicle.events
        for mark in self._marks:
            mark.entries, mark.rolled, mark.untold = 0, 0, NOBODY
        if self.header.position is not None and self._sealed:
            since = self.header.position["since"][: -len(self._sealed)]
            self.header = msgspec.structs.replace(self.header, position={**self.header.position, "since": since})

    def remember(self, events: list[Event]) -> None:
        """Have what happened before the match began told too."""
        self._chronicle.remember(events, self._marks[0].state)
        for mark in self._marks:
            mark.told += len(events)

    def until_boundary(self) -> Past:
        """The past up to where the open segment began."""
        return self._chronicle.until(self._marks[-1])

    # -- acts outside a question -------------------------------------------------------------------------------------

    def resign(self, seat: Seat) -> None:
        """That seat gives up for its side; with two sides the other one wins."""
        if seat not in self.seats:
            raise Illegal(no_seat(self.game, self.seats, seat))
        others = [side for side in self.sides if side != self.game.side_of(seat)]
        self._end("resign", seat, Result(others[0] if len(others) == 1 else None, "resigned", None, {}))

    def agree_draw(self) -> None:
        """All agree that nobody wins."""
        self._end("draw", None, Result(None, "agreed", None, {}))

    def adjudicate(self, winner: Seat | None, reason: str) -> None:
        """The host ends the game in favour of a side: a clock ran out, or a stalled game was claimed."""
        if winner is not None and winner not in self.sides:
            raise Illegal(no_seat(self.game, self.seats, winner))
        self._end("adjudicate", winner, Result(winner, reason, None, {}))

    def _end(self, kind: str, seat: Seat | None, result: Result) -> None:
        if self.result is not None:
            raise Illegal(Refusal(None, "over", self.game.book))
        self._chronicle.log.append(Entry(kind, seat, result.reason))
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
            raise Illegal(no_seat(self.game, self.seats, seat))
        if self.rolled or not isinstance(self.dice, CommittedDice):
            raise Illegal(Refusal(None, "salt_late", self.game.book))
        if self._has_salted(seat):
            raise Illegal(Refusal(None, "salt_given", self.game.book, {"seat": seat}))
        self.dice = self.dice.salted(seat, salt)
        self._chronicle.log.append(Entry("salt", seat, salt))

    # -- keeping it ---------------------------------------------------------------------------------------------------

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the host's own file: everything, with the secret of the dice."""
        saves.write(saves.pack(self), path)

    def export(self, seat: Seat, path: str | os.PathLike[str]) -> None:
        """Write what that seat may know."""
        if seat not in self.seats:
            raise Illegal(no_seat(self.game, self.seats, seat))
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
        return history.first_of(self._chronicle.past)

    def entries_since(self, version: int) -> list[Entry]:
        """The log since that version."""
        return self._chronicle.entries_since(version)

    @property
    def events(self) -> list[Event]:
        """Everything that happened on the line of play that stands, since it is played under these rules."""
        return self._chronicle.all_events()

    @property
    def earlier(self) -> list[Event]:
        """What happened before the match was reopened under other rules or data."""
        return self._chronicle.earlier()

    @property
    def past(self) -> Past | None:
        """The log and the events up to the last checkpoint."""
        return self._chronicle.past

    def told(self, seat: Seat | None, since: int = 0, until: int | None = None) -> list[Told]:
        """That seat's own stream of events, numbered without gaps, from number `since` on and up to another."""
        return self._chronicle.told(seat, since, until)

    def told_count(self, seat: Seat | None) -> int:
        """How long that seat's stream of events is."""
        return self._chronicle.told_count(seat)

    def told_by(self, seat: Seat | None, version: int) -> int:
        """How many of that seat's events had come when the log had so many entries, and still stand.

        Whoever was told everything then has these, and needs those from this number on.
        """
        return self._chronicle.told_by(seat, version)

    @property
    def version(self) -> int:
        """A number that grows with every entry of the log."""
        return self._chronicle.version

    def version_for(self, seat: Seat | None) -> int:
        """The same, counting only the entries that a seat (None: a spectator) may know of."""
        return self.version - self._chronicle.untold.get(seat, 0)

    def disclosed(self, seat: Seat | None) -> int:
        """A number that changes when a roll, a reveal or opened answers tell a seat something, in a game that hides.

        It is the same in two matches that began alike where the seat was told the same.
        """
        return 0 if self._disclosed is None else self._disclosed.number(seat)

    def asked(self, seat: Seat | None) -> Asked | None:
        """The open question as that seat (None: a spectator) is shown it."""
        return None if self.ask is None else self.ask.shown(seat, self.game.all_open)

    def state(self) -> Plain:
        """The position at the last boundary and the answers and dice since: enough to stand here again."""
        mark = self._marks[-1]
        position = self.game.position(mark.state)
        position["since"] = [*steps.whole(mark.line), *steps.pending(self._sealed)]
        if self._ending is not None:
            position["ended"] = msgspec.to_builtins(self._ending)
        return position

    def view(self, seat: Seat | None) -> Plain:
        """What that seat (None: a spectator) may know: the position as it stands, the question, and the way here."""
        if seat is not None and seat not in self.seats:
            raise Illegal(no_seat(self.game, self.seats, seat))
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
        sealed = {s: answer for s, answer in self._sealed.items() if s == seat}
        way = steps.way_here(game, mark, sealed, seat, self._chronicle, over=result is not None)
        if way is not None:
            view["since"] = way
        return view
