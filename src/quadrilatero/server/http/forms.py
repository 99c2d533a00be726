"""What clients may send over HTTP. Strict: nothing is converted, nothing unknown is let through."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

NO_ZERO = r"^[^\x00]*$"
"""Databases keep no text with a zero byte."""

Word = Annotated[str, Field(min_length=1, max_length=40, pattern=NO_ZERO)]
Text = Annotated[str, Field(max_length=400)]


class Form(BaseModel):
    """Any form."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    @model_validator(mode="before")
    @classmethod
    def _refuse_half_characters(cls, data: Any) -> Any:
        """JSON can spell halves of characters, which no text can hold, and zeros, which no database keeps."""
        if not _is_whole(data):
            raise ValueError("half a character, or a zero")
        return data


def _is_whole(data: Any) -> bool:
    if isinstance(data, str):
        return "\0" not in data and (data.isascii() or not any("\ud800" <= one <= "\udfff" for one in data))
    if isinstance(data, dict):
        return all(_is_whole(key) and _is_whole(value) for key, value in data.items())
    return not isinstance(data, list) or all(map(_is_whole, data))


class NameForm(Form):
    """A name to play under."""

    name: Annotated[Text, Field(examples=["Anna"])]


class PasswordForm(Form):
    """A password for a new account."""

    password: Text


class NewPasswordForm(Form):
    """Another password for an account, with the one it has."""

    old: Text
    password: Text


class LoginForm(Form):
    """Name and password of an account."""

    name: Text
    password: Text


class TokenForm(Form):
    """A name for a program."""

    name: Text


class BotOpponent(Form):
    """The computer."""

    kind: Literal["bot"]
    level: Word


class SameScreen(Form):
    """All sides at one screen."""

    kind: Literal["same_screen"]


class OpenSeat(Form):
    """Whoever comes."""

    kind: Literal["open"]


class Invitation(Form):
    """Whoever has the link."""

    kind: Literal["invitation"]


class Mine(Form):
    """Whoever sets the table up."""

    kind: Literal["mine"]


class NoPace(Form):
    """No clock."""

    kind: Literal["none"]


class Minutes(Form):
    """So many minutes for each seat."""

    kind: Literal["minutes"]
    minutes: Annotated[int, Field(ge=1, le=1440)]


class Days(Form):
    """Days to begin with, hours gained with each turn, and the most there can be."""

    kind: Literal["days"]
    days: Annotated[int, Field(ge=1, le=60)]
    increment_hours: Annotated[int, Field(ge=0, le=240)]
    cap_days: Annotated[int, Field(ge=1, le=90)]


Year = Annotated[int, Field(ge=1, le=2100)]
Points = Annotated[int, Field(ge=1, le=20_000)]
Army = Annotated[dict[Word, Any], Field(max_length=20, description="An army as its file has it.")]
Options = Annotated[dict[Word, Word], Field(max_length=50)]


class ListForm(Form):
    """An army list in a year, against an army and in a theatre."""

    list: Word
    year: Year
    against: Word | None = None
    theatre: Word
    options: Options = {}


class ArmyForm(Form):
    """An army, by some readings of the rules."""

    army: Army
    options: Options = {}


class CostForm(Form):
    """Troops to be priced, in the words of their game."""

    spec: Annotated[dict[Word, Any], Field(max_length=20)]
    options: Options = {}


class SuggestionForm(ListForm):
    """An army to be suggested; the units of the one to be kept stay."""

    points: Points
    seed: Annotated[int, Field(ge=0, le=2**53)] = 0
    keep: Army | None = None


class ArmyChoice(Form):
    """An army that a player brings, or the list that one is suggested from: one of both."""

    army: Army | None = None
    list: Word | None = None


class BattleForm(Form):
    """A battle between armies. Where somebody is awaited, his army may be left to him."""

    year: Year
    points: Points
    theatre: Word
    agreed: Annotated[Options, Field(description="As the catalogue lists it under `agreements`.")] = {}
    mine: ArmyChoice
    theirs: ArmyChoice | None = None


class TableForm(Form):
    """A table to set up."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "game": "camposanto",
                    "scenario": "learning",
                    "seat": "spain",
                    "opponent": {"kind": "bot", "level": "recluta"},
                }
            ]
        }
    )

    game: Word
    scenario: Annotated[Word | None, Field(description="What is fought; null for a battle between armies.")] = None
    battle: BattleForm | None = None
    options: Annotated[dict[Word, Word], Field(max_length=50)] = {}
    seat: Word = "random"
    opponent: Annotated[BotOpponent | SameScreen | OpenSeat | Invitation, Field(discriminator="kind")]
    seats: Annotated[
        dict[Word, Annotated[BotOpponent | Mine, Field(discriminator="kind")]],
        Field(max_length=50, description="Single seats that are not filled as `opponent` says."),
    ] = {}
    pace: Annotated[NoPace | Minutes | Days, Field(discriminator="kind")] = NoPace(kind="none")
    assistance: Literal["novice", "standard", "tournament"] = "standard"
    public: bool = False


class Change(Form):
    """Another value in a data file: the keys and numbers that lead to it, and what is to stand there."""

    file: Word
    way: Annotated[list[Word | int], Field(min_length=1, max_length=12)]
    value: bool | int | float | Annotated[str, Field(max_length=400)]


class TrialForm(Form):
    """Games of a scenario with other values in its data; what they are compared with is played with the data in use."""

    game: Word
    scenario: Word
    level: Word = "recluta"
    games: Annotated[int, Field(ge=1, le=200)] = 20
    changes: Annotated[list[Change], Field(min_length=1, max_length=20)]


class JoinForm(Form):
    """A seat to take, any that is free where none is named, with the invitation if one is needed.

    In a battle between armies whoever is awaited brings his.
    """

    token: Word | None = None
    seat: Word | None = None
    army: ArmyChoice | None = None


class SeatForm(Form):
    """Which of one's seats acts."""

    seat: Word


class OfferForm(Form):
    """An offer by a seat, made or withdrawn. `accept`: only if somebody else offers it too."""

    seat: Word
    offer: bool
    accept: bool = False


class ReplaceForm(Form):
    """A seat for the computer."""

    seat: Word
    level: Word


class StandingForm(Form):
    """A seat's standing instructions, as the catalogue describes them; `delay`: answer after a while only."""

    orders: Annotated[dict[Word, Any], Field(max_length=50)]
    delay: bool = False


class VacationForm(Form):
    """Days to be away, from now."""

    days: Annotated[int, Field(ge=1, le=366)]


class ContactForm(Form):
    """How to be told of what happens: a mail address, a webhook, which events, in which language."""

    address: Annotated[str, Field(max_length=254, pattern=NO_ZERO)] | None = None
    webhook: Annotated[str, Field(max_length=500, pattern=NO_ZERO)] | None = None
    events: Annotated[list[Literal["turn", "over", "joined", "chat", "offer"]], Field(max_length=5)]
    language: Literal["en", "it"]


class LinkForm(Form):
    """The token of a link that was sent by mail."""

    token: Annotated[str, Field(min_length=1, max_length=100, pattern=NO_ZERO)]


class TitleForm(Form):
    """What a study is to be called."""

    title: Text


class NotesForm(Form):
    """Private notes."""

    text: Annotated[str, Field(max_length=10_000, pattern=NO_ZERO)]
