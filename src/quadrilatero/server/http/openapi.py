"""The document at /api/openapi.json: what FastAPI knows of each address, and what every address has in common.

Errors and safety are not written out at each address but follow from what it is: who may ask, whether it changes
anything, whether it names something that may not be there. What does not follow an address declares by `responses`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from fastapi import APIRouter, FastAPI
from fastapi.dependencies.models import Dependant
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute

from quadrilatero.server.http import answers
from quadrilatero.server.http.security import SAFE
from quadrilatero.server.http.sessions import by_page, somebody, visitor

DESCRIPTION = "Wargames by the book. Sockets, and what the answers mean: docs/protocol.md. Programs: docs/program.md."
TAGS = {
    "session": "Who plays: names, accounts, the cookie.",
    "programs": "Tokens for programs.",
    "catalogue": "What can be played.",
    "armies": "Armies that players build for games that have lists of them.",
    "tables": "Tables and what is done at them outside the socket.",
    "standing instructions": "Questions that are answered in a player's absence.",
    "correspondence": "Vacation, and how to be told of what happens.",
    "replay": "Looking back at a game, and its save file.",
    "studies": "Playing on alone from any moment of a game, or from a file.",
    "laboratory": "Reports of many games played by the computer.",
    "operation": "For whoever runs the server.",
}
SCHEMES = {
    "cookie": {"type": "apiKey", "in": "cookie", "name": "q_session", "description": "POST /api/session sets it."},
    "page": {
        "type": "apiKey",
        "in": "header",
        "name": "X-Quadrilatero",
        "description": 'Always "1": with the cookie, every change needs it.',
    },
    "bearer": {"type": "http", "scheme": "bearer", "description": "A program's token, from POST /api/tokens."},
}
MEANING = {
    401: "Nobody is known to ask: give a name, log in, or show a valid token.",
    403: "Not for whoever asks.",
    404: "There is nothing here, or it is not for whoever asks.",
    409: "Not as things stand, or against the rules.",
    413: "Too large.",
    415: "Bodies are sent without a content encoding.",
    422: "The request cannot be read, or names what does not exist.",
    429: "Too many requests; wait a moment.",
    431: "Address and headers are too long.",
    500: "A fault of the server; nothing was changed.",
    503: "Not stored, or not available now; try again.",
}


def install(app: FastAPI, parts: Sequence[APIRouter]) -> None:
    """Let the application, made of these parts, answer with this document."""

    def document() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _document(app, (app.router, *parts))
        return app.openapi_schema

    app.openapi = document  # type: ignore[method-assign]  # as FastAPI's own documentation does it


def _document(app: FastAPI, parts: Sequence[APIRouter]) -> dict[str, Any]:
    tags = [{"name": name, "description": text} for name, text in TAGS.items()]
    document = get_openapi(title=app.title, version=app.version, description=DESCRIPTION, routes=app.routes, tags=tags)
    components = document.setdefault("components", {})
    schemas = components.setdefault("schemas", {})
    for fastapis_own in ("HTTPValidationError", "ValidationError"):
        schemas.pop(fastapis_own, None)
    problem = answers.Problem.model_json_schema(ref_template="#/components/schemas/{model}")
    schemas.update(problem.pop("$defs"))
    schemas["Problem"] = problem
    components["securitySchemes"] = SCHEMES
    body = {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    for route in _routes(parts):
        for method in sorted(route.methods or ()):
            operation = document["paths"][route.path_format][method.lower()]
            calls = set(_calls(route.dependant))
            declared = (int(status) for status in operation["responses"] if status >= "400")
            for status in sorted({*_errors(route, method, calls), *declared}):
                operation["responses"][str(status)] = {"description": MEANING[status], "content": body}
            operation["security"] = _security(method, calls)
    return document


def _routes(parts: Sequence[APIRouter]) -> Iterator[APIRoute]:
    for part in parts:
        for route in part.routes:
            if isinstance(route, APIRoute) and route.include_in_schema:
                yield route


def _calls(dependant: Dependant) -> Iterator[Any]:
    """Everything that is called before the address answers."""
    for part in dependant.dependencies:
        yield part.call
        yield from _calls(part)


def _errors(route: APIRoute, method: str, calls: set[Any]) -> Iterator[int]:
    """The statuses of the errors that an address may answer with."""
    yield from (431, 500)
    if route.path.startswith("/api"):
        yield 429
    if visitor in calls or route.path == "/api/login":
        yield 401
    if route.dependant.path_params:
        yield from (403, 404, 409) if visitor in calls else (404,)
    if route.dependant.path_params or route.dependant.query_params or route.dependant.body_params:
        yield 422
    if by_page in calls:
        yield 403
    if method not in SAFE:
        yield from (403, 409, 413, 415)
    yield 503


def _security(method: str, calls: set[Any]) -> list[dict[str, list[str]]]:
    """What to show: one of these; nothing where it does not matter who asks."""
    if method in SAFE and visitor not in calls:
        return []
    page: dict[str, list[str]] = {} if method in SAFE else {"page": []}
    shown: list[dict[str, list[str]]] = [{"cookie": [], **page}]
    if by_page not in calls:
        shown.append({"bearer": []})
    return shown if somebody in calls else [*shown, page]
