"""Putting the server together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import PackageNotFoundError, version

from fastapi import FastAPI
from starlette.responses import PlainTextResponse, Response

from quadrilatero.server import errors
from quadrilatero.server.computer import coach_http
from quadrilatero.server.computer.opponents import Opponents
from quadrilatero.server.computer.thinking import Thinking
from quadrilatero.server.errors import Json
from quadrilatero.server.fairness import Bounds
from quadrilatero.server.http import answers, openapi, reports, sessions, static, tokens
from quadrilatero.server.http.limits import Limiter
from quadrilatero.server.http.security import Gate
from quadrilatero.server.http.sessions import Here
from quadrilatero.server.lobby import armies_http, catalogue, tables_http
from quadrilatero.server.logs import LOG
from quadrilatero.server.mail import contacts_http, vacation, vacation_http
from quadrilatero.server.mail.notifier import Notifier
from quadrilatero.server.metrics import Metrics
from quadrilatero.server.play import acts_http, instructions_http, socket
from quadrilatero.server.play.backlog import Backlogs
from quadrilatero.server.play.delays import Delays
from quadrilatero.server.play.rooms import Rooms
from quadrilatero.server.relay import Relay
from quadrilatero.server.services import Doors, Health, Services
from quadrilatero.server.settings import HOUR, Settings
from quadrilatero.server.storage import open_store, players
from quadrilatero.server.studies import positions_http, replay_http, studies_http, trials_http
from quadrilatero.server.studies.films import Films
from quadrilatero.server.studies.importing import Importing
from quadrilatero.server.studies.trials import Trials

STRANGERS = 5
"""Logins from one address may be so many times those to one account from there."""


def _version() -> str:
    try:
        return version("quadrilatero")
    except PackageNotFoundError:
        return "0"


def create_app(settings: Settings) -> FastAPI:
    """The server as an ASGI application. The database is opened when it starts."""
    metrics = Metrics()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        services = app.state.services = _open(settings, metrics)
        LOG.info("started", extra={"database": services.store.kind, "version": app.version})
        await services.store(players.forget_expired, settings.now())
        await services.relay.start(services.rooms.hear, services.rooms.wake_bots, services.rooms.catch_up)
        services.rooms.begin(vacation.restore(services))
        services.notifier.start()
        try:
            yield
        finally:
            await _close(services)
            LOG.info("stopped")

    app = FastAPI(
        title="Quadrilatero",
        version=_version(),
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    errors.install(app)
    app.add_middleware(Gate, settings=settings, metrics=metrics)

    @app.get("/api/health", response_model=answers.Health, tags=["operation"])
    async def health(services: Here) -> Response:
        """Whether the server answers and its database can be written to; 503 where it cannot."""
        await services.health()
        return Json({"status": "ok", "version": app.version})

    @app.get("/metrics", response_class=PlainTextResponse, tags=["operation"])
    async def read_metrics() -> Response:
        """Counters for Prometheus."""
        return Response(metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")

    parts = [
        part.router
        for part in (
            sessions,
            tokens,
            contacts_http,
            vacation_http,
            catalogue,
            armies_http,
            tables_http,
            acts_http,
            instructions_http,
            replay_http,
            coach_http,
            studies_http,
            positions_http,
            trials_http,
            reports,
            socket,
            static,
        )
    ]
    for part in parts:
        app.include_router(part)
    openapi.install(app, parts)
    return app


def _open(settings: Settings, metrics: Metrics) -> Services:
    store = open_store(settings.database, settings.durable)
    opponents = Opponents(Thinking(settings, settings.bot_workers), store, metrics)
    one, every = settings.asked_by_one, settings.asked_in_all
    advice = Thinking(settings, settings.advice_workers, Bounds(one, every // 2, every))
    delays = Delays(settings, metrics)
    relay = Relay(store)
    rooms = Rooms(store, settings, metrics, opponents, delays, relay)
    return Services(
        settings=settings,
        store=store,
        metrics=metrics,
        advice=advice,
        opponents=opponents,
        delays=delays,
        relay=relay,
        rooms=rooms,
        notifier=Notifier(settings, store, metrics, rooms),
        films=Films(settings),
        importing=Importing(settings),
        trials=Trials(settings.trial_seconds),
        doors=Doors(settings),
        backlogs=Backlogs(settings),
        logins=Limiter(settings.logins_per_minute / 60, settings.logins_per_minute),
        strangers=Limiter(STRANGERS * settings.logins_per_minute / 60, STRANGERS * settings.logins_per_minute),
        health=Health(store),
        confirmations=Limiter(settings.confirmations_from_one / HOUR, settings.confirmations_from_one, settings.now),
        costly=Limiter(4 * settings.costly_per_second, 20 * settings.costly_per_second),
        asking=Limiter(settings.costly_per_second, 2 * settings.costly_per_second),
        messages=Limiter(settings.messages_per_second, settings.messages_at_once),
        guests=Limiter(settings.guests_per_hour / HOUR, settings.guests_at_once),
    )


async def _close(services: Services) -> None:
    """In this order: no more bots, the acts under way committed, then the database."""
    await services.relay.close()
    await services.opponents.close()
    await services.delays.close()
    await services.notifier.close()
    await services.rooms.close()
    services.advice.close()
    services.films.close()
    services.importing.close()
    await services.trials.close()
    services.store.close()
