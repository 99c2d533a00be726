"""What the server answers over HTTP, for the document at /api/openapi.json: tests hold every real answer to it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

Seat = Annotated[str, Field(examples=["spain"])]
Plain = dict[str, JsonValue]


class Body(BaseModel):
    """Any answer."""

    model_config = ConfigDict(extra="forbid")


class Text(Body):
    """A sentence in every language."""

    en: str
    it: str


class Error(Body):
    """Why something was not done. Codes are stable, texts are not; `rule` is the rule that forbids an act."""

    code: Annotated[str, Field(examples=["not_found"])]
    rule: str | None
    text: Text


class Problem(Body):
    """The body of every error."""

    error: Error


# -- players ------------------------------------------------------------------------------------------------------


class Me(Body):
    """A player as it sees itself."""

    id: str
    name: Annotated[str, Field(examples=["Anna"])]
    account: bool


class Session(Body):
    """Who asks."""

    player: Me | None


class Person(Body):
    """A player as others see it."""

    id: str
    name: Annotated[str, Field(examples=["Anna", "(program) Montemar"])]


class TokenInfo(Body):
    """A program that may play for its owner."""

    id: str
    name: Annotated[str, Field(examples=["(program) Montemar"])]
    player: str
    created: float


class NewToken(TokenInfo):
    """A program's token, shown this once."""

    token: Annotated[str, Field(examples=["qp_…"])]


class Tokens(Body):
    """Somebody's programs."""

    tokens: list[TokenInfo]


# -- what can be played ---------------------------------------------------------------------------------------------


class Loose(BaseModel):
    """An answer that a game may add to."""

    model_config = ConfigDict(extra="allow")


class SideScore(Loose):
    """What a side scored, out of 100, draws as halves, with the 95 % interval."""

    side: Seat
    score: int
    low: int
    high: int


class Balance(Loose):
    """How many games between two players of one level came out, with which options, and how to play them again."""

    level: Annotated[str, Field(examples=["capitano"])]
    options: dict[str, str]
    games: int
    rules: int
    command: str
    scores: list[SideScore]


class Scenario(Loose):
    """A scenario, the seats that it has with the usual options and what it calls them, and its balance as measured."""

    id: Annotated[str, Field(examples=["learning"])]
    title: Text
    summary: Text
    seats: list[Seat]
    names: dict[Seat, Text]
    measured: list[Balance]


class Option(Loose):
    """A reading of the rules that a table may choose."""

    name: str
    values: list[str]
    rules: list[str]
    en: str
    it: str
    labels: dict[str, Text]


class Personality(Body):
    """A way in which a computer player likes to play."""

    id: Annotated[str, Field(examples=["bold"])]
    text: Text


class Opponent(Body):
    """A level of computer players: how strong and how quick, and its personalities, the usual one first."""

    level: Annotated[str, Field(examples=["capitano"])]
    strength: Text
    time: Text
    personalities: list[Personality]


class SeatInfo(Body):
    """A seat: what it is called, and the side that it plays for."""

    seat: Seat
    side: Seat
    name: Text


class SideInfo(Body):
    """A side: what it is called."""

    side: Seat
    name: Text


class Game(Loose):
    """A game with what can be chosen. `seating` has every seat of its scenarios."""

    game: Annotated[str, Field(examples=["camposanto"])]
    title: Text
    seats: list[Seat]
    seating: list[SeatInfo]
    sides: list[SideInfo]
    scenarios: list[Scenario]
    options: list[Option]
    levels: Annotated[list[str], Field(examples=[["recluta"]])]
    usual: Annotated[str, Field(examples=["sergente"])]
    opponents: list[Opponent]
    armies: Annotated[bool, Field(description="Whether players can build armies for it.")]
    agreements: Annotated[list[Option], Field(description="What they agree on before a battle between such armies.")]


class Catalogue(Body):
    """Everything that can be played."""

    games: list[Game]


class Rule(Body):
    """One rule of a game, in both languages."""

    id: str
    kind: str
    title: Text
    text: Text
    information: str | None
    reconstructed: bool | str | None


class RuleProved(Body):
    """The code that enforces a rule, and the tests that prove it."""

    id: str
    code: list[str]
    tests: list[str]


class Proofs(Body):
    """What stands behind the rules of a game, and the titles of its chapters."""

    chapters: dict[str, Text]
    rules: list[RuleProved]


# -- armies ---------------------------------------------------------------------------------------------------------


class Theatre(Body):
    """A country that armies are made for."""

    id: Annotated[str, Field(examples=["europe"])]
    name: Text


class ArmyList(Loose):
    """An army list, for the first to the last of its years."""

    id: str
    title: Text
    years: tuple[int, int]


class ArmyLists(Body):
    """What armies can be made from, and for which countries."""

    lists: list[ArmyList]
    theatres: list[Theatre]


class Limit(Body):
    """A limit of a list."""

    rule: str
    text: Text


class Arms(Loose):
    """What troops may carry, with the price of a figure and of a unit of the usual size."""

    name: Text
    figure: int
    unit: int


class ArmyEntry(Loose):
    """Troops of a list; where units have sizes and may carry this or that, with what they cost so."""

    id: str
    name: Text
    arm: str
    about: Text
    size: int | None = None
    sizes: tuple[int, int] | None = None
    arms: list[Arms] = []
    limits: list[Limit]


class ArmyEntries(Body):
    """The troops that may be used then, there and against that army."""

    entries: list[ArmyEntry]


class Cost(Body):
    """What a unit costs, and a figure where units have so many, and of what that is made, each part with its rule."""

    figure: int | None = None
    unit: int
    parts: list[tuple[str, int]]


class UnitPoints(Loose):
    """A unit of an army."""

    id: str
    points: int


class Fault(Body):
    """A limit that an army breaks."""

    rule: str
    reason: str
    data: Plain
    text: Text


class ArmyCheck(Loose):
    """The points of an army, its parts in per cent where they are limited, and everything that is wrong with it."""

    points: int
    units: list[UnitPoints]
    shares: dict[str, float] = {}
    errors: list[Fault]


class Army(Loose):
    """An army as its file has it."""

    kind: Literal["quadrilatero-army"]
    format: int
    game: str


# -- tables ------------------------------------------------------------------------------------------------------


class Holder(Loose):
    """Who sits on a seat: a player, a bot's level, or (both null) nobody yet."""

    player: Person | None
    bot: str | None


class Result(Body):
    """How a game ended."""

    winner: Seat | None
    reason: str
    rule: str | None
    score: JsonValue


class Clock(Body):
    """Seconds left as of `at`, whose time runs, for whom it stands still until when, whose has run out."""

    remaining: dict[str, float]
    running: list[Seat]
    stopped: dict[str, float]
    at: float
    out: list[Seat]


class Pace(Loose):
    """How fast a game is played."""

    kind: Literal["none", "minutes", "days"]


class DiceInfo(Loose):
    """The published hash of the dice's secret."""

    commitment: str | None
    verifiable: bool


class Offers(Body):
    """Which seats offer what."""

    draw: list[Seat]
    takeback: list[Seat]
    rematch: list[Seat]


class Battle(Body):
    """A battle between armies: what was agreed on, the lists by seat, and whose army is still awaited."""

    year: int
    points: int
    theatre: str
    agreed: dict[str, str]
    lists: dict[str, str]
    awaits: list[Seat]


class Table(Loose):
    """A table as the one who asks may see it."""

    id: str
    game: str
    scenario: str
    title: Text
    status: Literal["open", "running", "over"]
    opponent: Annotated[str, Field(examples=["bot", "same_screen", "open", "invitation", "rematch"])]
    seats: dict[str, Holder]
    sides: dict[str, list[Seat]]
    names: Annotated[dict[str, Text], Field(description="What seats are called that not every match of the game has.")]
    mine: list[Seat]
    host: Annotated[bool, Field(description="Whether the one who asks has set the table up.")]
    turn: list[Seat]
    result: Result | None
    pace: Pace
    clock: Clock | None
    assistance: Literal["novice", "standard", "tournament"]
    public: bool
    invitation: str | None
    options: dict[str, str]
    battle: Battle | None
    revision: int
    created: float
    updated: float
    study: bool
    dice: DiceInfo
    offers: Offers
    previous: str | None
    rematch: str | None
    may_replace: list[Seat]
    may_claim: list[Seat]


class Tables(Body):
    """A list of tables, the latest first."""

    tables: list[Table]


class Notes(Body):
    """Private notes."""

    text: str


# -- looking back ---------------------------------------------------------------------------------------------------


class PositionFault(Body):
    """A fault of a position: its field (empty where it is in none), what is wrong, and the rule it breaks."""

    where: str
    text: Text
    rule: str | None


class Asked(Body):
    """What is asked first, and of whom."""

    what: str
    who: list[str]


class PositionCheck(Body):
    """All that is wrong with a position; where nothing is, the whole of it and what is asked first."""

    faults: list[PositionFault]
    asked: Asked | None
    position: Plain | None


class DataFiles(Body):
    """A game's data files by their names."""

    files: dict[str, Plain]


class TrialArm(Body):
    """The games of a trial with one set of data: who won, and the first side's share with its interval."""

    played: int
    wins: dict[str, int]
    draws: int
    share: list[float]


class Trial(Body):
    """A trial of changed data. `difference`: the first side's share with the change less that without, its interval."""

    id: str
    state: Literal["waiting", "running", "done", "stopped", "failed"]
    fault: str
    games: int
    sides: list[str]
    arms: dict[str, TrialArm]
    difference: list[float] | None


class Discarded(Body):
    """A study that is gone."""

    discarded: str


class Event(Loose):
    """Something that happened, as one seat was told. In the list of a replay `frame` says when.

    A roll has its `chance`: whose it was (`seat`), how likely to succeed (`chance`), and whether it did (`success`).
    """

    n: int
    kind: str
    rule: str | None
    data: Plain
    dice: list[int]
    modifiers: list[tuple[str, int]]
    text: Text


class Mark(Body):
    """A frame with which a new part of the game begins; the greater the part, the lower its level."""

    frame: int
    level: int
    text: Text


class Replay(Loose):
    """How many frames a game has, those worth stepping to, and how many events a seat was told."""

    header: Table
    seat: Seat | None
    first: int
    frames: int
    stops: list[int]
    told: int
    marks: list[Mark]


class FilmedEvents(Loose):
    """A page of what a seat had been told at one moment of the game."""

    from_: Annotated[int, Field(alias="from")]
    events: list[Event]


class Question(Loose):
    """An open question."""

    what: str
    rule: str | None
    text: Text
    data: Plain


class Frame(Loose):
    """What a seat saw at one moment of the game."""

    frame: int
    view: Plain
    question: Question | None
    sealed: dict[str, Plain]
    from_: Annotated[int, Field(alias="from")]
    events: list[Event]


class Reel(Body):
    """Frames of several stops."""

    frames: list[Frame]


class SaveFile(Loose):
    """The save file; docs/save-format.md says what is in it."""

    kind: Literal["quadrilatero"]
    format: int
    seat: Seat | None
    header: Plain
    dice: Plain
    rolled: int
    entries: list[tuple[str, Seat | None, Any]]
    chain: str
    checkpoint: Plain
    events: list[Plain] | str
    past: list[Plain] | str
    result: Result | None
    hash: str


class Health(Body):
    """Whether the server works."""

    status: Literal["ok"]
    version: str
