"""What clients may send over HTTP. Strict: nothing is converted, nothing unknown is let through."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Word = Annotated[str, Field(min_length=1, max_length=40)]
Text = Annotated[str, Field(max_length=400)]


class Form(BaseModel):
    """Any form."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class NameForm(Form):
    """A name to play under."""

    name: Text


class PasswordForm(Form):
    """A password for a new account."""

    password: Text


class LoginForm(Form):
    """Name and password of an account."""

    name: Text
    password: Text


class BotOpponent(Form):
    """The computer."""

    kind: Literal["bot"]
    level: Word


class SameScreen(Form):
    """Both sides at one screen."""

    kind: Literal["same_screen"]


class OpenSeat(Form):
    """Whoever comes."""

    kind: Literal["open"]


class Invitation(Form):
    """Whoever has the link."""

    kind: Literal["invitation"]


class NoPace(Form):
    """No clock."""

    kind: Literal["none"]


class Minutes(Form):
    """So many minutes for each side."""

    kind: Literal["minutes"]
    minutes: Annotated[int, Field(ge=1, le=1440)]


class Days(Form):
    """Days to begin with, hours gained with each turn, and the most there can be."""

    kind: Literal["days"]
    days: Annotated[int, Field(ge=1, le=60)]
    increment_hours: Annotated[int, Field(ge=0, le=240)]
    cap_days: Annotated[int, Field(ge=1, le=90)]


class TableForm(Form):
    """A table to set up."""

    game: Word
    scenario: Word
    options: Annotated[dict[Word, Word], Field(max_length=50)] = {}
    seat: Word = "random"
    opponent: Annotated[BotOpponent | SameScreen | OpenSeat | Invitation, Field(discriminator="kind")]
    pace: Annotated[NoPace | Minutes | Days, Field(discriminator="kind")] = NoPace(kind="none")
    assistance: Literal["novice", "standard", "tournament"] = "standard"
    public: bool = False


class JoinForm(Form):
    """A seat to take, with the invitation if one is needed."""

    token: Word | None = None


class SeatForm(Form):
    """Which of one's seats acts."""

    seat: Word


class OfferForm(Form):
    """An offer by a seat, made or withdrawn."""

    seat: Word
    offer: bool


class ReplaceForm(Form):
    """A seat for the computer."""

    seat: Word
    level: Word


class NotesForm(Form):
    """Private notes."""

    text: Annotated[str, Field(max_length=10_000)]
