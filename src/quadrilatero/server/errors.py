"""Problems as players read them: a code and a sentence in both languages, never anything from inside."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import InterfaceError, InternalError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from starlette.exceptions import HTTPException
from starlette.responses import Response

from quadrilatero.kernel.ask import Illegal, Refusal
from quadrilatero.kernel.phrases import LANGUAGES, Filling
from quadrilatero.kernel.plain import Plain
from quadrilatero.server.logs import LOG

PHRASES = Path(__file__).with_name("phrases.toml")
STATUS = {
    "invalid": 422,
    "too_large": 413,
    "too_fast": 429,
    "encoded": 415,
    "long_head": 431,
    "imports_spent": 429,
    "guests_full": 429,
    "no_storage": 503,
    "misleading_name": 422,
    "forbidden": 403,
    "not_found": 404,
    "no_method": 405,
    "internal": 500,
    "try_again": 503,
    "unavailable": 503,
    "name_first": 401,
    "bad_token": 401,
    "not_for_programs": 403,
    "wrong_login": 401,
    "wrong_password": 403,
    "not_yours": 403,
    "wrong_token": 403,
    "no_odds": 403,
    "no_suggestions": 403,
    "no_thoughts": 403,
    "silent": 403,
    "no_side": 403,
    "bad_name": 422,
    "reserved_name": 422,
    "bad_salt": 422,
    "bad_password": 422,
    "no_game": 422,
    "bad_instructions": 422,
    "bad_address": 422,
    "bad_webhook": 422,
    "confirmations_to_one": 429,
    "confirmations_by_one": 429,
    "confirmations_from_one": 429,
    "confirmations_in_all": 429,
    "wrong_link": 404,
    "bad_instructions_no_odds": 422,
    "bad_army": 422,
    "no_such_army": 422,
    "unlawful_army": 422,
    "army_first": 422,
    "no_study": 403,
    "bad_study": 422,
    "bad_title": 422,
    "bad_position": 422,
    "no_such_value": 422,
    "trial_running": 409,
    "save_foreign": 422,
    "save_newer": 422,
    "save_damaged": 422,
    "save_changed": 422,
    "save_unplayable": 422,
    "save_heavy": 422,
}


@cache
def phrases() -> dict[str, dict[str, str]]:
    """The server's sentences by code, each in every language."""
    with PHRASES.open("rb") as file:
        return tomllib.load(file)


def sentence(code: str, **fields: Any) -> dict[str, str]:
    """A sentence in every language; a field that is a text itself stands there in the sentence's own language."""

    def filled(language: str) -> str:
        words = {name: value[language] if isinstance(value, dict) else value for name, value in fields.items()}
        return phrases()[code][language].format_map(Filling(words))

    return {language: filled(language) for language in LANGUAGES}


class Problem(Exception):
    """Why something is not done. `rule` and `text` are the rules' own where they are at stake."""

    def __init__(
        self, code: str, *, rule: str | None = None, text: dict[str, str] | None = None, **fields: Any
    ) -> None:
        super().__init__(code)
        self.code = code
        self.rule = rule
        self.text = sentence(code, **fields) if text is None else text

    @classmethod
    def of(cls, refusal: Refusal) -> Problem:
        """The problem that a refusal of the rules is."""
        return cls("illegal", rule=refusal.rule, text=told(refusal))

    def plain(self) -> Plain:
        """As HTTP answers carry it."""
        return {"error": {"code": self.code, "rule": self.rule, "text": self.text}}

    @property
    def status(self) -> int:
        """The HTTP status that goes with it: 409, a matter of the table's state, unless the code is listed."""
        return STATUS.get(self.code, 409)


def unstored(error: BaseException) -> Problem | None:
    """The problem that it is when the database is down, full or cannot be written to; None for any other error."""
    if not isinstance(error, (OperationalError, InterfaceError, InternalError, PoolTimeout)):
        return None
    LOG.error("database fails", extra={"why": str(error.__cause__ or error)[:200]})
    return Problem("no_storage")


def told(refusal: Refusal) -> dict[str, str]:
    """A refusal's sentence in every language."""
    return {language: refusal.text(language) for language in LANGUAGES}


class Json(Response):
    """A JSON answer, written by msgspec."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        return content if isinstance(content, bytes) else msgspec.json.encode(content)


def answer(problem: Problem) -> Json:
    """A problem as an HTTP answer."""
    return Json(problem.plain(), problem.status)


def install(app: FastAPI) -> None:
    """Let every error leave the server in the one form that clients know."""

    async def on_problem(_: Request, error: Exception) -> Response:
        assert isinstance(error, Problem)
        return answer(error)

    async def on_illegal(_: Request, error: Exception) -> Response:
        assert isinstance(error, Illegal)
        return answer(Problem.of(error.refusal))

    async def on_invalid(_: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        return answer(Problem("invalid", detail=_where(error)))

    async def on_http(_: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        code = {404: "not_found", 405: "no_method", 413: "too_large"}.get(error.status_code)
        return answer(Problem(code) if code else Problem("invalid", detail="JSON"))

    app.add_exception_handler(Problem, on_problem)
    app.add_exception_handler(Illegal, on_illegal)
    app.add_exception_handler(RequestValidationError, on_invalid)
    app.add_exception_handler(HTTPException, on_http)


def _where(error: RequestValidationError) -> str:
    """The fields that are wrong, by name; what was sent is not repeated."""
    places = {".".join(str(part) for part in fault["loc"][1:] if isinstance(part, str)) for fault in error.errors()}
    return ", ".join(sorted(filter(None, places)))[:200] or "JSON"
