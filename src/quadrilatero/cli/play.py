"""`quadrilatero play`: a game in the terminal, two players at one screen or one against a bot."""

from __future__ import annotations

import random
import secrets
import sys
from contextlib import suppress
from itertools import count
from pathlib import Path

from rich.console import Console
from rich.text import Text

from quadrilatero.bots import Bot, bot, describe, levels, personalities
from quadrilatero.cli.answers_text import Group, Speaker, Unreadable, destination, group_options
from quadrilatero.cli.app import fail
from quadrilatero.cli.board_text import NAMES, choose_frame, draw_board, draw_status, legend, units_table
from quadrilatero.cli.rules import find_rules, rule_text
from quadrilatero.cli.words import Words
from quadrilatero.kernel import Illegal, Match, Plain, Refusal, Seat, find_game
from quadrilatero.kernel.loading import load as load_match
from quadrilatero.kernel.rulebook import atoms
from quadrilatero.kernel.saves import BadSave
from quadrilatero.kernel.start import start
from quadrilatero.kernel.worlds import sample

BUDGET = 1000  # plans that the highest level tries for a decision: well under a second
SHORT_LIST = 12
LONG_LIST = 40
NEWS = 10
PIPED_WIDTH, PIPED_HEIGHT = 140, 60
BELOW = 22  # lines kept for what stands below the board
INTERRUPTED = 130
QUIET = ("faced",)  # the board shows it
COLUMN = 12
YES, NO = ("y", "yes", "s", "si", "sì"), ("", "n", "no", "q", "quit", "esci")
HUMAN, BOTH = "human", "both"
USUAL = "sergente"  # knows the game, and can be beaten

COMMANDS = {
    "help": ("help", "h", "?", "aiuto"),
    "list": ("list", "l", "lista"),
    "why": ("why", "perché", "perche"),
    "undo": ("undo", "u", "annulla"),
    "save": ("save", "salva"),
    "rule": ("rule", "r", "regola"),
    "units": ("units", "unità", "unita"),
    "log": ("log", "cronaca"),
    "board": ("board", "map", "mappa"),
    "resign": ("resign", "abbandona"),
    "quit": ("quit", "q", "exit", "esci"),
}
COMMAND_OF = {name: command for command, names in COMMANDS.items() for name in names}


class Leave(Exception):
    """The player wants to stop."""

    def __init__(self, code: int = 0, offer: bool = False) -> None:
        super().__init__(code)
        self.code = code
        self.offer = offer


def run(
    game: str,
    scenario: str | None,
    side: str | None,
    opponent: str | None,
    seed: int | None,
    language: str,
    load: Path | None,
) -> int:
    """Set a game up and play it; the exit code."""
    words = Words(language)
    try:
        seats = find_game(game).seats
    except ValueError as error:
        fail(str(error))
    if side not in (None, BOTH, *seats):
        fail(words("play.bad_side", side=side, sides=", ".join((*seats, BOTH))))
    if opponent not in (None, HUMAN, *known_opponents(game)):
        fail(words("play.bad_opponent", opponent=opponent, opponents=", ".join((*known_opponents(game), HUMAN))))
    screen = Screen(words)
    try:
        if screen.live and side is None and opponent is None:
            scenario, side = _invite(screen, game, scenario, load)
            opponent = None if side == BOTH else _invite_opponent(screen)
        match = load_match(load) if load else start(game, scenario=scenario, seed=seed)
    except (BadSave, ValueError) as error:
        fail(str(error))
    except Leave as leave:
        return leave.code
    human = side == BOTH or opponent == HUMAN
    humans = set(seats) if human else {side or seats[0]}
    bots = {seat: bot(game, opponent or USUAL) for seat in seats if seat not in humans}
    return Table(screen, match, bots, secrets.randbits(63) if seed is None else seed).play()


def _invite(screen: Screen, game: str, scenario: str | None, load: Path | None) -> tuple[str | None, str]:
    """Ask a player who named nothing what to play."""
    words, found = screen.words, find_game(game)
    screen.say(Text(found.title[words.language], "bold"))
    if scenario is None and load is None:
        known = found.scenarios()
        for number, entry in enumerate(known, 1):
            screen.say(f"  {number}  {entry.title[words.language]}: {entry.summary[words.language]}")
        scenario = known[screen.pick(words("play.which_scenario"), len(known))].id
    for number, seat in enumerate(found.seats, 1):
        screen.say(f"  {number}  " + words("play.seat_choice", side=words.find("side", seat, seat)))
    screen.say(f"  {len(found.seats) + 1}  {words('play.both_choice')}")
    return scenario, (*found.seats, BOTH)[screen.pick(words("play.which_side"), len(found.seats) + 1)]


def _invite_opponent(screen: Screen) -> str:
    """Ask which level is to play the other side."""
    words = screen.words
    for number, level in enumerate(levels(), 1):
        screen.say(f"  {number}  {level.capitalize()}: {describe(level)['strength'][words.language]}")
    return levels()[screen.pick(words("play.which_level"), len(levels()), usual=levels().index(USUAL))]


def known_opponents(game: str) -> list[str]:
    """The levels, and each with the personalities that it can have."""
    own = [f"{level}:{one}" for level in levels() if level != levels()[0] for one in personalities(game)]
    return [*levels(), *own]


class Screen:
    """Where to write and read: a terminal, or a pipe."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.live = sys.stdin.isatty() and sys.stdout.isatty()
        self.console = Console(highlight=False, width=None if sys.stdout.isatty() else PIPED_WIDTH)
        self.read_any = False
        if self.live:
            with suppress(ImportError):
                import readline  # noqa: F401 - gives input() its line editing and history

    def say(self, text: object = "", wrap: bool = True) -> None:
        self.console.print(text, markup=False, soft_wrap=not wrap)

    def clear(self) -> None:
        if self.live:
            self.console.clear()

    def read(self, prompt: str) -> str:
        """A line; Leave at the end of the input."""
        try:
            line = input(prompt) if self.live else self._piped(prompt)
        except EOFError:
            if not self.live and not self.read_any:
                print(f"quadrilatero: {self.words('play.no_input')}", file=sys.stderr)
                raise Leave(2) from None
            self.say()
            self.say(self.words("play.end_of_input"))
            raise Leave from None
        except KeyboardInterrupt:
            self.say()
            raise Leave(INTERRUPTED, offer=True) from None
        self.read_any = True
        return line.strip()

    def _piped(self, prompt: str) -> str:
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        self.say(prompt + line.rstrip("\n"))
        return line

    def pick(self, question: str, count: int, usual: int = 0) -> int:
        """A number from 1 to count, Enter for the usual one; counted from 0."""
        while True:
            typed = self.read(f"{question} [{usual + 1}] ") or str(usual + 1)
            if typed.isdigit() and 1 <= int(typed) <= count:
                return int(typed) - 1
            self.say(self.words("play.number_please", count=count))


class Table:
    """A game being played: whose turn it is, what they see and what they type."""

    def __init__(self, screen: Screen, match: Match, bots: dict[Seat, Bot], seed: int) -> None:
        self.screen = screen
        self.words = screen.words
        self.match = match
        self.bots = bots
        self.seed = seed
        self.seen: dict[Seat, int] = dict.fromkeys(match.seats, 0)
        self.menu: list[Plain | Group] = []
        self.drawn = False

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
        match, ask = self.match, self.match.ask
        assert ask is not None

        question = {**ask.plain(), "who": [seat]}
        own = random.Random(f"{self.seed}:{match.version}").getrandbits(63)
        match.answer(seat, self.bots[seat].choose(match.view(seat), question, sample, BUDGET, own))

    def _turn(self, seat: Seat) -> None:
        """One seat's question, until something has changed."""
        version = self.match.version
        ask = self.match.ask
        sealed = ask is not None and len(ask.seats) > 1 and len(self.bots) < len(self.match.seats) - 1
        if sealed:
            self._cover(seat)
        self._show(seat)
        prompt = f"{self._side(seat)}> "
        while self.match.version == version:
            typed = self.screen.read(prompt)
            if typed:
                self._obey(seat, typed)
        if sealed:
            self.screen.clear()

    def _cover(self, seat: Seat) -> None:
        self.screen.clear()
        self.screen.say(Text(self.words("play.cover", side=self._side(seat)), "bold"))
        if self.screen.live:
            self.screen.read(self.words("play.press_enter"))

    def _side(self, seat: Seat | None) -> str:
        return self.words.find("side", seat or "nobody", seat or "")

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
        words, screen = self.words, self.screen
        view, ask = self.match.view(seat), self.match.ask
        assert ask is not None
        options = self.match.options(seat)
        self.speaker = Speaker(view, words)
        news = self._news(seat)
        lines = self._menu_lines(options)
        ready = frozenset(option["unit"] for option in options if "unit" in option)
        screen.clear()
        if screen.live or not self.drawn:
            self._board(view, ready=ready)
            self.drawn = True
        screen.say(draw_status(view, words, screen.console.width))
        for sentence in news:
            screen.say(Text(sentence, "cyan"))
        screen.say()
        question = Text(f"{self._side(seat)}: ", NAMES.get(seat, "bold"))
        screen.say(question.append(Text(f"{ask.text(words.language)} [{ask.rule}]", "bold")))
        for line in lines:
            screen.say(line)
        screen.say(Text(self._hint(ask.what, options), "dim"))

    def _board(
        self,
        view: Plain,
        ready: frozenset[str] = frozenset(),
        reached: frozenset[str] = frozenset(),
        whole: bool = False,
    ) -> None:
        console = self.screen.console
        height = console.height - BELOW if self.screen.live else PIPED_HEIGHT
        frame = choose_frame(view, console.width, height, whole, focus=ready)
        self.screen.say(draw_board(view, frame, reached, ready), wrap=False)
        self.screen.say(legend(self.words))

    def _news(self, seat: Seat) -> list[str]:
        """What happened since this seat last looked, the last of it if it is much."""
        told = self.match.told(seat)
        since = min(self.seen[seat], len(told))
        fresh = [event.text(self.words.language) for event in told[since:] if event.kind not in QUIET]
        self.seen[seat] = len(told)
        if len(fresh) > NEWS:
            hidden = len(fresh) - NEWS
            fresh = [self.words("play.more_news", count=hidden), *fresh[-NEWS:]]
        return [f"· {sentence}" for sentence in fresh]

    def _menu_lines(self, options: list[Plain]) -> list[str]:
        """The choices, numbered: each by itself when they are few, otherwise unit by unit."""
        if options and options[0]["do"] == "orders":
            self.menu = []
            points = sorted({option["left"] for option in options})
            return [self.words("play.orders", points=" ".join(map(str, points)))]
        if len(options) <= SHORT_LIST:
            self.menu = list(options)
        else:
            groups = group_options(options)
            self.menu = [group if len(group.options) > 1 else group.options[0] for group in groups]
        return self._numbered()

    def _numbered(self) -> list[str]:
        lines = []
        for number, entry in enumerate(self.menu[:LONG_LIST], 1):
            text = self.speaker.summary(entry) if isinstance(entry, Group) else self.speaker.describe(entry)
            lines.append(f" {number:>3}  {text}")
        if len(self.menu) > LONG_LIST:
            lines.append("      " + self.words("play.more_options", count=len(self.menu) - LONG_LIST))
        return lines

    def _hint(self, what: str, options: list[Plain]) -> str:
        example: Plain = next((option for option in options if option.get("unit") and option.get("path")), {})
        goal = destination(example) or ""
        return self.words.find("hint", what, self.words("hint.any")).format(unit=example.get("unit", ""), hex=goal)

    def _show_end(self) -> None:
        result = self.match.result
        assert result is not None
        view = self.match.view(None)
        self.screen.clear()
        self._board(view)
        self.screen.say(draw_status(view, self.words, self.screen.console.width))
        human = next((seat for seat in self.match.seats if seat not in self.bots), self.match.seats[0])
        for sentence in self._news(human):
            self.screen.say(Text(sentence, "cyan"))
        reason = self.words.find("reason", result.reason, result.reason)
        key = "play.won" if result.winner else "play.drawn"
        rule = f" [{result.rule}]" if result.rule else ""
        self.screen.say(Text(self.words(key, side=self._side(result.winner), reason=reason) + rule, "bold"))
        if self.screen.live:
            if file := self._file(self.screen.read(self.words("play.save_after"))):
                self._save(file)

    # -- what is typed ------------------------------------------------------------------------------------------------

    def _obey(self, seat: Seat, typed: str) -> None:
        first, *rest = typed.split()
        if typed.isdigit() and not self._is_orders():
            self._choose(seat, typed)
            return
        command = COMMAND_OF.get(first.lower())
        if command is None:
            self._answer(seat, typed.split())
        else:
            getattr(self, f"_do_{command}")(seat, rest)

    def _is_orders(self) -> bool:
        return self.match.ask is not None and self.match.ask.what == "orders"

    def _choose(self, seat: Seat, typed: str) -> None:
        """A number of the list, or a hex: where one of the options shown leads, or where a unit stands."""
        number = int(typed)
        if len(typed) == len("CCRR"):
            there = [one for one in self.menu if not isinstance(one, Group) and destination(one) == typed]
            here = [option for option in self.match.options(seat) if self.speaker.stands(option.get("unit"), typed)]
            if not there and here:
                self._list_group(seat, here)
                return
            number = self.menu.index(there[0]) + 1 if there else 0
        if not 1 <= number <= len(self.menu):
            self.screen.say(self.words("play.number_please", count=len(self.menu)))
            return
        entry = self.menu[number - 1]
        if isinstance(entry, Group):
            self._list_group(seat, entry.options)
        else:
            self._give(seat, entry)

    def _answer(self, seat: Seat, typed: list[str]) -> None:
        """Take what was typed for an answer: the only option that fits, one of several, or a refusal with its rule."""
        try:
            fitting, spelt = self.speaker.read(typed, self.match.options(seat))
        except Unreadable as error:
            self.screen.say(str(error))
            return
        if len(fitting) == 1:
            self._give(seat, fitting[0])
        elif len(fitting) > 1:
            self._list_group(seat, fitting)
        else:
            self._give(seat, spelt)

    def _give(self, seat: Seat, answer: Plain) -> None:
        try:
            self.match.answer(seat, answer)
        except Illegal as error:
            self.screen.say(Text(error.text(self.words.language), "red"))

    def _list_group(self, seat: Seat, options: list[Plain]) -> None:
        """Number these options, and show on the board where they lead."""
        self.menu = list(options)
        reached = frozenset(hex for option in options if (hex := destination(option)))
        units = frozenset(option["unit"] for option in options if "unit" in option)
        lines = self._columns(*units) if len(units) == 1 and len(options) > SHORT_LIST else self._numbered()
        if self.screen.live and reached:
            self.screen.clear()
            self._board(self.match.view(seat), ready=units, reached=reached)
        for line in lines:
            self.screen.say(line)

    def _columns(self, unit: str) -> list[str]:
        """One unit's many options, each by number and hex alone, side by side."""
        cells = []
        for number, option in enumerate(self.menu, 1):
            assert not isinstance(option, Group)
            cells.append(f"{number:>4} {destination(option) or self.words('play.on_the_spot')}".ljust(COLUMN))
        across = max(1, (self.screen.console.width - 1) // COLUMN)
        rows = ["".join(cells[at : at + across]) for at in range(0, len(cells), across)]
        return [self.words("play.unit_moves", unit=self.speaker.label(unit)), *rows]

    def _do_help(self, seat: Seat, rest: list[str]) -> None:
        self.screen.say(self.words("play.help"))

    def _do_list(self, seat: Seat, rest: list[str]) -> None:
        options = self.match.options(seat)
        if not rest:
            for line in self._menu_lines(options):
                self.screen.say(line)
            return
        unit = self.speaker.ids.get(rest[0].lower())
        if unit is not None:
            fitting = [option for option in options if unit in (option.get("unit"), *option.get("paths", ()))]
        else:
            sought = " ".join(rest).lower()
            fitting = [option for option in options if sought in self.speaker.describe(option).lower()]
        if fitting:
            self._list_group(seat, fitting)
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
            self.screen.say(self.words("play.rule_how"))
            return
        try:
            for id in find_rules(book, rest[0], game):
                self.screen.say(rule_text(book[id], self.words))
        except ValueError as error:
            self.screen.say(str(error))

    def _do_units(self, seat: Seat, rest: list[str]) -> None:
        view = self.match.view(seat)
        side = next((one for one in self.match.seats if rest and one.startswith(rest[0].lower())), None)
        self.screen.say(units_table(view, self.words, side))

    def _do_log(self, seat: Seat, rest: list[str]) -> None:
        last = int(rest[0]) if rest and rest[0].isdigit() else 30
        for event in self.match.told(seat)[-last:]:
            self.screen.say(f"· {event.text(self.words.language)}")

    def _do_board(self, seat: Seat, rest: list[str]) -> None:
        ready = frozenset(option["unit"] for option in self.match.options(seat) if "unit" in option)
        self._board(self.match.view(seat), ready=ready, whole=True)

    def _do_resign(self, seat: Seat, rest: list[str]) -> None:
        sure = self.screen.read(self.words("play.resign_sure", side=self._side(seat)))
        if sure.lower() in YES:
            self.match.resign(seat)

    def _do_quit(self, seat: Seat, rest: list[str]) -> None:
        raise Leave(0, offer=True)
