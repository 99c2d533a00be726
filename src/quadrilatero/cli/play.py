"""`quadrilatero play`: a game in the terminal, against bots or with several players at one screen."""

from __future__ import annotations

import random
import secrets
from itertools import count
from pathlib import Path
from typing import Any

from rich.text import Text

from quadrilatero.bots import Bot, bot, describe, levels, personalities, usual_level
from quadrilatero.cli.app import fail
from quadrilatero.cli.rules import find_rules, rule_text
from quadrilatero.cli.screen import INTERRUPTED, Leave, Screen
from quadrilatero.cli.simulate import troubles
from quadrilatero.cli.words import Words
from quadrilatero.kernel import Game, Illegal, Match, Plain, Refusal, Seat, find_game, games
from quadrilatero.kernel.loading import load as load_match
from quadrilatero.kernel.log import Header
from quadrilatero.kernel.rulebook import atoms
from quadrilatero.kernel.saves import BadSave
from quadrilatero.kernel.speaker import Group, Speaker, Unreadable
from quadrilatero.kernel.start import start
from quadrilatero.kernel.worlds import sample
from quadrilatero.lab.plan import known_game, known_scenario

BUDGET = 1000  # plans that the highest level tries for a decision: well under a second
LONG_LIST = 40
NEWS = 10
COLUMN = 12
YES, NO = ("y", "yes", "s", "si", "sì"), ("", "n", "no", "q", "quit", "esci")
HUMAN, ALL, BOTH = "human", "all", "both"

COMMANDS = {
    "help": ("help", "h", "?", "aiuto"),
    "list": ("list", "l", "lista"),
    "why": ("why", "perché", "perche"),
    "undo": ("undo", "u", "annulla"),
    "save": ("save", "salva"),
    "rule": ("rule", "r", "regola"),
    "units": ("units", "unità", "unita"),
    "near": ("near", "vicini"),
    "log": ("log", "diario"),
    "board": ("board", "map", "mappa"),
    "resign": ("resign", "abbandona"),
    "quit": ("quit", "q", "exit", "esci"),
}
COMMAND_OF = {name: command for command, names in COMMANDS.items() for name in names}


def run(
    game: str | None,
    scenario: str | None,
    side: str | None,
    opponent: str | None,
    seed: int | None,
    language: str,
    load: Path | None,
) -> int:
    """Set a game up and play it; the exit code."""
    words = Words(language)
    screen = Screen(words)
    try:
        match = _load(load) if load else None
        found = match.game if match else _game(game, screen)
        with troubles(language):
            scenario = scenario and known_scenario(found, scenario)
        known = known_opponents(found.name)
        if opponent not in (None, HUMAN, *known):
            fail(words("play.bad_opponent", opponent=opponent, opponents=", ".join((*known, HUMAN))))
        if screen.live and side is None and opponent is None:
            scenario, side = _invite(screen, found, scenario, match)
            opponent = None if side == ALL else _invite_opponent(screen, found.name)
    except Leave as leave:
        return leave.code
    match = match or start(found.name, scenario=scenario, seed=seed)
    humans = set(match.seats) if opponent == HUMAN else _seats(side, match, words)
    level = opponent or usual_level(found.name)
    bots = {seat: bot(found.name, level) for seat in match.seats if seat not in humans}
    return Table(screen, match, bots, secrets.randbits(63) if seed is None else seed).play()


def _load(file: Path) -> Match:
    try:
        return load_match(file)
    except (BadSave, ValueError) as error:
        fail(str(error))


def _game(name: str | None, screen: Screen) -> Game[Any]:
    """The game named, the only one there is, or the one that a player at a terminal chooses."""
    words, known = screen.words, games()
    if name is None and len(known) > 1:
        if not screen.live:
            fail(words("play.name_a_game", games=", ".join(known)))
        for number, one in enumerate(known, 1):
            screen.say(f"  {number}  {find_game(one).title[words.language]}")
        name = known[screen.pick(words("play.which_game"), len(known))]
    with troubles(words.language):
        return known_game(name or known[0])


def _seats(side: str | None, match: Match, words: Words) -> set[Seat]:
    """The seats that people hold: those named, all of a side named, the first unless any is, or all."""
    if side in (ALL, BOTH):
        return set(match.seats)
    humans: set[Seat] = set()
    for name in (side or match.seats[0]).split(","):
        mine = [seat for seat in match.seats if name in (seat, match.game.side_of(seat))]
        if not mine:
            fail(words("play.bad_side", side=name, sides=", ".join((*match.seats, ALL))))
        humans.update(mine)
    return humans


def _invite(screen: Screen, game: Game[Any], scenario: str | None, match: Match | None) -> tuple[str | None, str]:
    """Ask a player who named nothing what to play; a match that was loaded needs no scenario."""
    words = screen.words
    screen.say(Text(game.title[words.language], "bold"))
    if scenario is None and match is None:
        known = game.scenarios()
        for number, entry in enumerate(known, 1):
            screen.say(f"  {number}  {entry.title[words.language]}: {entry.summary[words.language]}")
        scenario = known[screen.pick(words("play.which_scenario"), len(known))].id
    seats = match.seats if match else game.seats
    header = match.header if match else Header(game.name, game.rules_version, game.digest(), scenario, None, {})
    names = game.seat_names(header)
    for number, seat in enumerate(seats, 1):
        named = names[seat][words.language] if seat in names else game.book.word(seat, words.language)
        screen.say(f"  {number}  " + words("play.seat_choice", side=named))
    screen.say(f"  {len(seats) + 1}  {words('play.all_choice', count=len(seats))}")
    return scenario, (*seats, ALL)[screen.pick(words("play.which_side"), len(seats) + 1)]


def _invite_opponent(screen: Screen, game: str) -> str:
    """Ask which level is to play against them; where there is one alone, it does."""
    words, known = screen.words, levels(game)
    if len(known) == 1:
        return known[0]
    for number, level in enumerate(known, 1):
        screen.say(f"  {number}  {level.capitalize()}: {describe(game, level)['strength'][words.language]}")
    return known[screen.pick(words("play.which_level"), len(known), usual=known.index(usual_level(game)))]


def known_opponents(game: str) -> list[str]:
    """The levels of a game, and each with the personalities that it can have."""
    known = levels(game)
    return [*known, *(f"{level}:{one}" for level in known[1:] for one in personalities(game))]


class Table:
    """A game being played: whose turn it is, what they see and what they type."""

    def __init__(self, screen: Screen, match: Match, bots: dict[Seat, Bot], seed: int) -> None:
        self.screen = screen
        self.words = screen.words
        self.match = match
        self.bots = bots
        self.seed = seed
        self.seen: dict[Seat, int] = dict.fromkeys(match.seats, 0)
        self.speaker = self._speaker(None)
        self.menu: list[Plain | Group] = []
        self.drawn = False
        self.looking: Seat | None = None

    def _speaker(self, seat: Seat | None) -> Speaker:
        """Puts into words what a seat may know now."""
        return self.match.game.speaker(self.match.view(seat), self.words.language)

    # -- the course of the game ---------------------------------------------------------------------------------------

    def play(self) -> int:
        """Play to the end or until the player leaves; the exit code."""
        if self.match.notice:
            self.screen.say(self.match.notice)
        try:
            while self.match.ask is not None:
                seat = self.match.ask.who[0]
                if seat in self.bots:
                    self._bot_answers(seat)
                else:
                    self._turn(seat)
            self._show_end()
        except Leave as leave:
            return self._leave(leave)
        return 0

    def _bot_answers(self, seat: Seat) -> None:
        view = self.match.view(seat)
        question = {**view["ask"], "who": [seat]}
        own = random.Random(f"{self.seed}:{self.match.version}").getrandbits(63)
        self.match.answer(seat, self.bots[seat].choose(view, question, sample, BUDGET, own))

    def _turn(self, seat: Seat) -> None:
        """One seat's question, until something has changed."""
        version = self.match.version
        covered = self._needs_cover(seat)
        if covered:
            self._cover(seat)
        self.looking = seat
        self._show(seat)
        prompt = f"{self._side(seat)}> "
        while self.match.version == version:
            typed = self.screen.read(prompt)
            if typed:
                self._obey(seat, typed)
        if covered:
            self.screen.clear()

    def _needs_cover(self, seat: Seat) -> bool:
        """Whether others at this screen must look away: from sealed answers, or from what only this seat may know."""
        ask = self.match.ask
        assert ask is not None
        if len(self.match.seats) - len(self.bots) < 2:
            return False
        return len(ask.seats) > 1 or (not self.match.game.all_open and self.looking != seat)

    def _cover(self, seat: Seat) -> None:
        self.screen.clear()
        self.screen.say(Text(self.words("play.cover", side=self._named(seat)), "bold"))
        if self.screen.live:
            self.screen.read(self.words("play.press_enter"))

    def _named(self, seat: Seat) -> str:
        """A seat or a side as a sentence says it."""
        return self._known(seat) or self.match.game.book.word(seat, self.words.language)

    def _side(self, seat: Seat) -> str:
        return self._known(seat) or self.match.game.book.side(seat, self.words.language)

    def _known(self, seat: Seat) -> str:
        """What a seat is called that not every match of the game has."""
        return self.match.game.seat_names(self.match.header).get(seat, {}).get(self.words.language, "")

    def _leave(self, leave: Leave) -> int:
        if leave.offer and self.screen.live:
            try:
                name = self.screen.read(self.words("play.save_before"))
            except Leave:
                return INTERRUPTED
            if (file := self._file(name)) and not self._save(file):
                return 1
            self.screen.say(self.words("play.bye"))
            return 0
        return leave.code

    def _file(self, typed: str) -> str:
        """The file that an answer to "save?" names: a bare yes means one that does not exist yet, a no none."""
        if typed.lower() in NO:
            return ""
        if typed.lower() not in YES:
            return typed
        names = (f"{self.match.game.name}-{number}.json" for number in count(1))
        return next(name for name in names if not Path(name).exists())

    # -- what is shown ------------------------------------------------------------------------------------------------

    def _show(self, seat: Seat) -> None:
        """The whole screen: board, state, news, question, choices."""
        words, screen, asked = self.words, self.screen, self.match.asked(seat)
        assert asked is not None
        options = list(self.match.options(seat))
        self.speaker = self._speaker(seat)
        news = self._news(seat)
        lines = self._menu_lines(options)
        screen.clear()
        if screen.live or not self.drawn:
            self._board(options)
            self.drawn = True
        screen.show(self.speaker.status(screen.console.width))
        for sentence in news:
            screen.say(Text(sentence, "cyan"))
        screen.say()
        name, style = self.speaker.side(seat)
        screen.show(
            [[(f"{self._known(seat) or name}: ", style), (f"{asked.text(words.language)} [{asked.rule}]", "bold")]]
        )
        for line in lines:
            screen.say(line)
        screen.say(Text(self.speaker.hint(options), "dim"))

    def _board(self, options: list[Plain], *, opened: bool = False, whole: bool = False) -> None:
        self.screen.show(self.speaker.board(self.screen.window(whole=whole), options, opened=opened), wrap=False)

    def _news(self, seat: Seat) -> list[str]:
        """What happened since this seat last looked, the last of it if it is much."""
        told = self.match.told(seat)
        since = min(self.seen[seat], len(told))
        fresh = [
            event.text(self.words.language, self.match.called)
            for event in told[since:]
            if event.kind not in self.speaker.quiet
        ]
        self.seen[seat] = len(told)
        if len(fresh) > NEWS:
            hidden = len(fresh) - NEWS
            fresh = [self.words("play.more_news", count=hidden), *fresh[-NEWS:]]
        return [f"· {sentence}" for sentence in fresh]

    def _menu_lines(self, options: list[Plain]) -> list[str]:
        """The choices, numbered, or what to type instead."""
        menu = self.speaker.menu(options)
        self.menu = menu.entries
        return [*([menu.heading] if menu.heading else []), *self._numbered()]

    def _numbered(self) -> list[str]:
        lines = []
        for number, entry in enumerate(self.menu[:LONG_LIST], 1):
            text = entry.text if isinstance(entry, Group) else self.speaker.describe(entry)
            lines.append(f" {number:>3}  {text}")
        if len(self.menu) > LONG_LIST:
            lines.append("      " + self.words("play.more_options", count=len(self.menu) - LONG_LIST))
        return lines

    def _show_end(self) -> None:
        result = self.match.result
        assert result is not None
        book, language = self.match.game.book, self.words.language
        self.speaker = self._speaker(None)
        self.screen.clear()
        self._board([])
        self.screen.show(self.speaker.status(self.screen.console.width))
        human = next((seat for seat in self.match.seats if seat not in self.bots), self.match.seats[0])
        for sentence in self._news(human):
            self.screen.say(Text(sentence, "cyan"))
        key = "play.won" if result.winner else "play.drawn"
        rule = f" [{result.rule}]" if result.rule else ""
        winner = self._named(result.winner or "nobody")
        told = self.words(key, side=winner, reason=book.reason(result.reason, language))
        self.screen.say(Text(told + rule, "bold"))
        if self.screen.live:
            if file := self._file(self.screen.read(self.words("play.save_after"))):
                self._save(file)

    # -- what is typed ------------------------------------------------------------------------------------------------

    def _obey(self, seat: Seat, typed: str) -> None:
        first, *rest = typed.split()
        if typed.isdigit() and self.menu:
            self._choose(seat, typed)
            return
        command = COMMAND_OF.get(first.lower())
        if command is None:
            self._answer(seat, typed.split())
        else:
            getattr(self, f"_do_{command}")(seat, rest)

    def _choose(self, seat: Seat, typed: str) -> None:
        """A number of the list, or one that names a place."""
        shown = [entry for entry in self.menu if not isinstance(entry, Group)]
        meant = self.speaker.pointed(typed, shown, self.match.options(seat))
        if meant:
            self._take(seat, meant)
            return
        number = int(typed)
        if not 1 <= number <= len(self.menu):
            self.screen.say(self.words("play.number_please", count=len(self.menu)))
            return
        entry = self.menu[number - 1]
        if isinstance(entry, Group):
            self._list_group(entry.options)
        else:
            self._give(seat, entry)

    def _take(self, seat: Seat, fitting: list[Plain]) -> None:
        """The only option that fits, or a list of those that do."""
        if len(fitting) == 1:
            self._give(seat, fitting[0])
        else:
            self._list_group(fitting)

    def _answer(self, seat: Seat, typed: list[str]) -> None:
        """Take what was typed for an answer: the only option that fits, one of several, or a refusal with its rule."""
        try:
            fitting, spelt = self.speaker.read(typed, self.match.options(seat))
        except Unreadable as error:
            self.screen.say(str(error))
            return
        self._take(seat, fitting or [spelt])

    def _give(self, seat: Seat, answer: Plain) -> None:
        try:
            self.match.answer(seat, answer)
        except Illegal as error:
            self.screen.say(Text(error.text(self.words.language), "red"))

    def _list_group(self, options: list[Plain]) -> None:
        """Number these options, and show on the board where they lead."""
        self.menu = list(options)
        lines = self._columns(options) or self._numbered()
        if self.screen.live:
            self.screen.clear()
            self._board(options, opened=True)
        for line in lines:
            self.screen.say(line)

    def _columns(self, options: list[Plain]) -> list[str]:
        """Options by number and short name, side by side; nothing where they have no short names."""
        short = self.speaker.names(options)
        if short is None:
            return []
        cells = [f"{number:>4} {name}".ljust(COLUMN) for number, name in enumerate(short.names, 1)]
        across = max(1, (self.screen.console.width - 1) // COLUMN)
        return [short.heading, *("".join(cells[at : at + across]) for at in range(0, len(cells), across))]

    def _do_help(self, seat: Seat, rest: list[str]) -> None:
        self.screen.say(f"{self.speaker.help().strip()}\n{self.words('play.help').strip()}")

    def _do_list(self, seat: Seat, rest: list[str]) -> None:
        options = list(self.match.options(seat))
        if not rest:
            for line in self._menu_lines(options):
                self.screen.say(line)
            return
        fitting = self.speaker.sought(rest, options)
        if fitting:
            self._list_group(fitting)
        else:
            self.screen.say(self.words("play.nothing_fits", sought=" ".join(rest)))

    def _do_why(self, seat: Seat, rest: list[str]) -> None:
        """Why an answer is refused, with the text of the rule."""
        if not rest:
            self.screen.say(self.words("play.why_how"))
            return
        try:
            fitting, spelt = self.speaker.read(rest, self.match.options(seat))
        except Unreadable as error:
            self.screen.say(str(error))
            return
        refusal = None if fitting else self.match.refuse(seat, spelt)
        if refusal is None:
            self.screen.say(self.words("play.allowed"))
        else:
            self._explain(refusal)

    def _explain(self, refusal: Refusal) -> None:
        self.screen.say(Text(refusal.text(self.words.language), "red"))
        book = atoms(self.match.game.name)
        if refusal.rule in book:
            self.screen.say(rule_text(book[refusal.rule], self.words))

    def _do_undo(self, seat: Seat, rest: list[str]) -> None:
        try:
            self.match.undo(seat)
        except Illegal as error:
            self.screen.say(Text(error.text(self.words.language), "red"))
            return
        self.seen = {other: min(number, len(self.match.told(other))) for other, number in self.seen.items()}

    def _do_save(self, seat: Seat, rest: list[str]) -> None:
        if rest:
            self._save(" ".join(rest))
        else:
            self.screen.say(self.words("play.save_how"))

    def _save(self, name: str) -> bool:
        try:
            self.match.save(Path(name).expanduser())
        except OSError as error:
            self.screen.say(Text(self.words("play.not_saved", file=name, error=error.strerror), "red"))
            return False
        self.screen.say(self.words("play.saved", file=name))
        return True

    def _do_rule(self, seat: Seat, rest: list[str]) -> None:
        book, game = atoms(self.match.game.name), self.match.game.name
        if not rest:
            self.screen.say(self.words("play.rule_how", id=next(iter(book), "1-a")))
            return
        try:
            for id in find_rules(book, rest[0], game, self.words):
                self.screen.say(rule_text(book[id], self.words))
        except ValueError as error:
            self.screen.say(str(error))

    def _do_units(self, seat: Seat, rest: list[str]) -> None:
        sheet = self.speaker.pieces(" ".join(rest))
        if sheet is None:
            self.screen.say(self.words("play.no_units"))
        else:
            self.screen.tabulate(sheet)

    def _do_near(self, seat: Seat, rest: list[str]) -> None:
        lines = self.speaker.near(" ".join(rest))
        for line in lines or [self.words("play.nobody_near")]:
            self.screen.say(line)

    def _do_log(self, seat: Seat, rest: list[str]) -> None:
        last = int(rest[0]) if rest and rest[0].isdigit() else 30
        for event in self.match.told(seat)[-last:]:
            self.screen.say(f"· {event.text(self.words.language, self.match.called)}")

    def _do_board(self, seat: Seat, rest: list[str]) -> None:
        self._board(list(self.match.options(seat)), whole=True)

    def _do_resign(self, seat: Seat, rest: list[str]) -> None:
        sure = self.screen.read(self.words("play.resign_sure", side=self._named(seat)))
        if sure.lower() in YES:
            self.match.resign(seat)

    def _do_quit(self, seat: Seat, rest: list[str]) -> None:
        raise Leave(0, offer=True)
