"""Putting the server together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import PackageNotFoundError, version

from fastapi import FastAPI
from starlette.responses import Response

from quadrilatero.server import catalogue, errors, replay_http, sessions, socket, static, tables_http
from quadrilatero.server.errors import Json
from quadrilatero.server.films import Films
from quadrilatero.server.limits import Limiter
from quadrilatero.server.logs import LOG
from quadrilatero.server.metrics import Metrics
from quadrilatero.server.opponents import Opponents
from quadrilatero.server.rooms import Rooms
from quadrilatero.server.security import Gate
from quadrilatero.server.services import Doors, Services
from quadrilatero.server.sessions import Here
from quadrilatero.server.settings import Settings
from quadrilatero.server.storage import open_store, players, tables
from quadrilatero.server.thinking import Thinking


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
        await _wake_bots(services)
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

    @app.get("/api/health", tags=["operation"])
    async def health(services: Here) -> Response:
        """Whether the server and its database answer."""
        await services.store(players.find, "")
        return Json({"status": "ok", "version": app.version})

    @app.get("/metrics", tags=["operation"])
    async def read_metrics() -> Response:
        """Counters for Prometheus."""
        return Response(metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")

    for part in (sessions, catalogue, tables_http, replay_http, socket, static):
        app.include_router(part.router)
    return app


def _open(settings: Settings, metrics: Metrics) -> Services:
    store = open_store(settings.database, settings.durable)
    thinking = Thinking(settings)
    opponents = Opponents(thinking, metrics)
    return Services(
        settings=settings,
        store=store,
        metrics=metrics,
        thinking=thinking,
        opponents=opponents,
        rooms=Rooms(store, settings, metrics, opponents),
        films=Films(),
        doors=Doors(settings),
        logins=Limiter(settings.logins_per_minute / 60, settings.logins_per_minute),
        costly=Limiter(4 * settings.costly_per_second, 20 * settings.costly_per_second),
    )


async def _wake_bots(services: Services) -> None:
    """Let the computer go on where the server was stopped before it had answered."""
    for id in await services.store(tables.waiting_for_bots):
        try:
            await services.rooms.get(id)
        except errors.Problem as problem:
            LOG.error("not resumed", extra={"table": id, "why": problem.code})


async def _close(services: Services) -> None:
    """In this order: no more bots, the acts under way committed, then the database."""
    await services.opponents.close()
    await services.rooms.close()
    services.thinking.close()
    services.films.close()
    services.store.close()
