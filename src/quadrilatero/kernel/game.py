"""What the kernel asks of a game. A game is a folder under `quadrilatero.games` whose package has a `GAME`."""

from __future__ import annotations

import importlib
import pkgutil
import random
import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, Self, TypeVar

import msgspec

from quadrilatero.kernel.ask import Answer, Ask, Refusal, Script
from quadrilatero.kernel.events import Event
from quadrilatero.kernel.measures import Chance, Loss, Stage
from quadrilatero.kernel.phrases import LANGUAGES, Phrasebook
from quadrilatero.kernel.plain import Plain, Seat
from quadrilatero.kernel.speaker import Speaker

if TYPE_CHECKING:
    from quadrilatero.kernel.armies import ArmyBook
    from quadrilatero.kernel.instructions import Instruction, Orders
    from quadrilatero.kernel.log import Header, Ordered
    from quadrilatero.kernel.match import Match
    from quadrilatero.kernel.mind import Mind
    from quadrilatero.kernel.odds import Odds, Scene


UNFINISHED = "UNFINISHED"
"""A file of this name in a game's folder keeps it off the lists until it can be played to the end."""


class BadPosition(ValueError):
    """A position that cannot be set up; the message names the field, and the rule if one is broken.

    `said` is what is wrong, without its place, in every language; None where there are English words alone.
    """

    def __init__(self, message: str, rule: str | None = None, said: Mapping[str, str] | None = None) -> None:
        super().__init__(f"{message} [{rule}]" if rule else message)
        self.rule = rule
        self.said = said

    def text(self, language: str = "en") -> str:
        """The message, as far as there are words in that language."""
        return str(self) if self.said is None else str(self).replace(self.said["en"], self.said[language])


class BadQuery(ValueError):
    """A question about the board that the game does not understand; the message says what it expects."""


class Result(msgspec.Struct, frozen=True):
    """How a game ended. `winner` is a seat, or None for a draw."""

    # where several seats play for a side, the winner is the side; in most games a seat is a side

    winner: Seat | None
    reason: str
    rule: str | None
    score: dict[str, Any]


class DataFolder(NamedTuple):
    """Where a game's data files are, and the environment variable that names a folder of others in their place."""

    built_in: Path
    variable: str


class State(Protocol):
    """A game's state at any instant; `sink` is where its rules append events."""

    sink: list[Event]
    result: Result | None

    def copy(self) -> Self:
        """A copy that shares no changeable part with the original."""


class GameOption(msgspec.Struct, frozen=True):
    """One named reading of the rules: its values, the default first, and the rules it touches."""

    name: str
    values: tuple[str, ...]
    rules: tuple[str, ...]
    en: str
    it: str
    labels: dict[str, dict[str, str]] = {}
    """What each value says in each language."""


class Scenario(msgspec.Struct, frozen=True):
    """A scenario as a lobby lists it."""

    id: str
    title: dict[str, str]
    summary: dict[str, str]


class Known(NamedTuple):
    """What a seat (None: a spectator) knows: its view, and of that the position at the last boundary."""

    seat: Seat | None
    view: Plain
    before: Plain

    @property
    def ask(self) -> Plain | None:
        """The open question as the seat is shown it."""
        ask: Plain | None = self.view["ask"]
        return ask


S = TypeVar("S", bound=State)


class Game(ABC, Generic[S]):
    """A rulebook the kernel can run. It is stateless; every method is a function of its arguments."""

    name: str
    title: dict[str, str]
    seats: tuple[Seat, ...]
    """The seats of a match, one for each side in most games; see `seats_of` where matches differ."""
    rules_version: int
    book: Phrasebook
    answers: tuple[type[Answer], ...]
    options: tuple[GameOption, ...]
    agreements: tuple[GameOption, ...] = ()
    """What players agree on before a battle between armies that they bring; none where there are no such battles."""
    instructions: tuple[Instruction, ...] = ()
    """The questions that a seat may have answered by standing instructions."""
    all_open: bool = False
    """Whether a state holds nothing that any seat may not know (sealed answers wait in the kernel, not in a state)."""
    unchanging: tuple[str, ...] = ()
    """Keys of all views whose values are never changed but written anew: a host writes out each of them once."""
    additions: tuple[str, ...] = ()
    """Keys that views have and positions lack, or that only some seats are shown."""
    dice: tuple[int, ...] = (6,)
    """How many sides the dice have that the rules call for."""

    most_options: int | None = None
    """No question of a scenario lists more answers than this; None where nobody has worked it out."""
    encoding: int = 0
    """How many numbers `encode` makes of any view; 0 where the game has no such encoding."""
    stage: dict[str, str] = {"en": "Turn", "it": "Turno"}  # noqa: RUF012
    """What the game calls the stretch of play that `stage_end` closes."""

    landmarks: tuple[str, ...] = ()
    """Kinds of events with which a new part of the game begins, the greater parts first: what a replay jumps to."""

    @abstractmethod
    def scenarios(self) -> list[Scenario]:
        """The scenarios on offer, the main one first."""

    @abstractmethod
    def digest(self) -> str:
        """A hash of the data (map, counters, set-ups) in use."""

    def data_folder(self) -> DataFolder | None:
        """Where the data can be read and replaced; None where they are part of the program."""
        return None

    @abstractmethod
    def set_up(self, scenario: str, options: Mapping[str, str]) -> S:
        """The state at the start of a scenario."""

    @abstractmethod
    def read(self, position: Plain, options: Mapping[str, str]) -> S:
        """The state of a position; raises BadPosition."""

    @abstractmethod
    def position(self, state: S) -> Plain:
        """The position of a state at a boundary, whole."""

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> Plain:
        """What that seat (None: a spectator) may know, copied and never stripped."""

    def view_apart(self, state: S) -> tuple[Plain, dict[str, bytes]]:
        """What all know, where nothing is hidden, without long lists that the game keeps as JSON, and these, without
        brackets, by their keys: a host sends them on as they are."""
        return self.view(state, None), {}

    @abstractmethod
    def segment(self, state: S) -> Script:
        """The script of the next segment from a state at a boundary."""

    @abstractmethod
    def guess(self, known: Known, rng: random.Random) -> tuple[Plain, dict[Seat, Plain]]:
        """Complete what a seat knows: a whole boundary position, and answers for those who have sealed theirs.

        The kernel plays the open segment again from there and draws anew where that does not lead to the same view,
        so a guess that heeds what was seen since the boundary is faster, and one that does not is not wrong.
        """

    def recall(self, match: Match, known: Known, by: Seat, told: Plain | None, rng: random.Random) -> Plain | None:
        """An answer that a seat was told of, as it must have been in a world made up for that seat.

        `match` stands at the question in that world. For games that tell of hidden pieces by other names, or nothing
        (`told` is None) though what came of it was seen; where None is returned too, the kernel draws at random.
        """
        return told

    def twin(self, position: Plain, seat: Seat | None, rng: random.Random) -> Plain | None:
        """A boundary position that differs from this one in what the rulebook hides from a seat, and in nothing else.

        Only the search for leaks asks for it. It must not lean on `view`, whose faults it is there to find; None where
        nothing is hidden.
        """
        return None

    def disclosed(self, state: S) -> Plain:
        """What everybody may know once the game is over, also in the middle of a segment."""
        return self.position(state)

    def seats_of(self, state: S) -> tuple[Seat, ...]:
        """The seats of a match that begins with this state; they stay the same to its end."""
        return self.seats

    def seat_names(self, header: Header) -> dict[Seat, dict[str, str]]:
        """What seats are called in this match where not every match calls them so, in every language."""
        return {}

    def called(self, header: Header) -> dict[Seat, dict[str, str]]:
        """The same as sentences say it: without brackets and what follows a comma, where that tells them apart."""
        names = self.seat_names(header)
        short = {seat: {one: re.split(r" \(|, ", name)[0] for one, name in by.items()} for seat, by in names.items()}
        return short if len({name["en"] for name in short.values()}) == len(names) else names

    def by_army(self, armies: Mapping[Seat, Plain]) -> dict[Seat, dict[str, str]]:
        """Sides called by their armies, with what the rules call them in brackets."""
        return {
            side: {one: f"{self.book.word(army['name'], one)} ({self.book.side(side, one)})" for one in LANGUAGES}
            for side, army in armies.items()
            if army.get("name")
        }

    def side_of(self, seat: Seat) -> Seat:
        """The side that a seat plays for; results name sides."""
        return seat

    @property
    def sides(self) -> tuple[Seat, ...]:
        """The sides, in the order of their seats."""
        return tuple(dict.fromkeys(map(self.side_of, self.seats)))

    def superior(self, seat: Seat) -> Seat | None:
        """The seat of the same side that takes over when this one leaves; None where the side gives up with it."""
        return None

    def misplaced(self, state: S, ask: Ask, seat: Seat, answer: Answer) -> Refusal:
        """Why an answer of another question cannot be given now; unless a rule says more, it is the wrong verb."""
        verbs = [f"`{kind.__struct_config__.tag}`" for kind in ask.kinds]
        return Refusal(ask.rule, "wrong_verb", self.book, {"verb": f"`{answer.__struct_config__.tag}`", "verbs": verbs})

    def drawing(self) -> Plain:
        """What a page needs to draw the board and the pieces, beyond what views tell; it never changes."""
        return {}

    def odds(self, scene: Scene, answer: Any, policy: Plain) -> Odds | None:
        """What a lawful answer may lead to; None leaves it to the kernel, which samples the rolls that follow."""
        return None

    def inspect(self, state: S, seat: Seat | None, query: Plain) -> Plain:
        """What a player may look up on the board, such as a line of fire; raises BadQuery. The state stays as it is."""
        raise BadQuery("this game has nothing to look up")

    def is_open_query(self, query: Plain) -> bool:
        """Whether nothing hidden bears on what `inspect` answers, so that it is known whatever the seat cannot see."""
        return False

    def snap(self, state: S, seat: Seat, intent: Plain) -> Plain:
        """The lawful answer nearest to what a player means, for a question with endless answers; raises BadQuery.

        Like `reach` and `propose` it must lean on what the seat knows alone.
        """
        raise BadQuery("this game has no answers to be drawn by hand")

    def reach(self, state: S, seat: Seat, what: Plain) -> Plain:
        """Where a piece can get to, as outlines to be painted; raises BadQuery."""
        raise BadQuery("this game has no reach to be painted")

    def propose(self, state: S, seat: Seat, unit: str, count: int) -> list[Plain]:
        """Answers for one piece that are worth a thought, at most so many; raises BadQuery."""
        raise BadQuery("this game proposes nothing for single pieces")

    def army(self, options: Mapping[str, str]) -> ArmyBook | None:
        """The lists that players build their armies from; None where the scenarios say who fights."""
        return None

    def agree(self, chosen: Mapping[str, str]) -> dict[str, Any]:
        """What was chosen of the `agreements`, as `pickup` takes it; a ValueError names what is unknown."""
        return choose(self.name, self.agreements, chosen)

    def pickup(self, agreed: Mapping[str, Any], options: Mapping[str, str] | None = None) -> Plain:
        """The position of a battle between armies that players bring; raises BadPosition or BadArmy.

        Every game takes `armies` by seat, the `theatre` and a `seed`; the rest is its own. The same agreement gives
        the same position.
        """
        raise BadPosition(f"{self.name} has no pick-up battles: its scenarios say who fights")

    def chance(self, event: Event) -> Chance | None:
        """For an event that is a roll: how likely it was to succeed before the dice fell, and whether it did."""
        return None

    def stage_end(self, event: Event) -> Stage | None:
        """For an event that closes a turn: who led then."""
        return None

    def losses(self, before: Plain, after: Plain) -> list[Loss]:
        """What each counter of one position has lost by a later one; those unhurt are listed too."""
        return []

    def encode(self, view: Plain) -> Sequence[float]:
        """A seat's view as a row of numbers for learning programs, `encoding` of them whatever the view."""
        return ()

    def schema(self) -> Plain | None:
        """The JSON Schema of this game's positions; None where nobody has written one."""
        return None

    def speaker(self, view: Plain, language: str) -> Speaker:
        """What a terminal says and reads for a view."""
        return Speaker(self, view, language)

    def mind(self) -> Mind | None:
        """What computer players know of this game; None leaves them nothing but random answers."""
        return None

    def instructable(self, view: Plain, seat: Seat) -> dict[str, list[str]]:
        """The pieces of a seat that each instruction may name, by the instruction's name."""
        return {}

    def instructed(self, match: Match, seat: Seat, orders: Orders) -> Ordered | None:
        """What a seat's instructions answer to the question open to it alone; None where they leave it to the player.

        The match holds nothing that the seat does not know. It is to be read, never changed.
        """
        return None

    def choose_options(self, chosen: Mapping[str, str] | None) -> dict[str, str]:
        """Every option with the value chosen or its default; a ValueError names what is unknown."""
        return choose(self.name, self.options, chosen or {})


def choose(game: str, options: Sequence[GameOption], chosen: Mapping[str, str]) -> dict[str, str]:
    """Every option with the value chosen or its default; a ValueError names what is unknown."""
    full = {option.name: option.values[0] for option in options}
    for name, value in chosen.items():
        known = next((option for option in options if option.name == name), None)
        if known is None:
            raise ValueError(f"{game} has no option {name!r}; it has {', '.join(full)}")
        if value not in known.values:
            raise ValueError(f"option {name!r} is one of {', '.join(known.values)}, not {value!r}")
        full[name] = value
    return full


def games() -> list[str]:
    """The names of the games on offer: those installed but for the unfinished, which `find_game` finds all the same."""
    return [name for name, folder in installed().items() if not folder.joinpath(UNFINISHED).is_file()]


def installed() -> Mapping[str, Path]:
    """The folder of each game there is, finished or not."""
    return _found_in(tuple(importlib.import_module("quadrilatero.games").__path__))


@cache
def _found_in(folders: tuple[str, ...]) -> Mapping[str, Path]:
    """The folder of each game in these; looked through once, because every rule that a test names is asked for."""
    found = {module.name: Path(getattr(module.module_finder, "path", "")) for module in pkgutil.iter_modules(folders)}
    return {name: found[name] / name for name in sorted(found)}


@cache
def find_game(name: str) -> Game[Any]:
    """The game of that name; a ValueError lists those there are."""
    if name not in (*games(), *installed()):
        raise ValueError(f"there is no game {name!r}; there is {', '.join(games())}")
    game = importlib.import_module(f"quadrilatero.games.{name}").GAME
    assert isinstance(game, Game)
    return game
