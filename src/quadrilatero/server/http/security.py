"""The gate that every request passes: size, rate, and that changes are asked for by our own page."""

from __future__ import annotations

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from quadrilatero.server.errors import Problem, answer, unstored
from quadrilatero.server.http.limits import Limiter, origin
from quadrilatero.server.logs import LOG
from quadrilatero.server.metrics import Metrics
from quadrilatero.server.settings import Settings

MARK = "x-quadrilatero"
STUDIES, POSITIONS = "/api/studies", "/api/positions/"
SAFE = ("GET", "HEAD", "OPTIONS")
POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "font-src 'self'; connect-src 'self'; worker-src 'self' blob:; manifest-src 'self'; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


def bearer(headers: Headers) -> str | None:
    """The token that a program shows, if any. Where there is one it alone says who asks."""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


class Gate:
    """The middleware before everything else."""

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics) -> None:
        self.app, self.settings, self.metrics = app, settings, metrics
        self.limiter = Limiter(settings.requests_per_second, settings.requests_at_once)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        method = scope["method"] if scope["method"] in (*SAFE, "POST", "PUT") else "other"

        begun: list[int] = []

        async def send_out(message: Message) -> None:
            if message["type"] == "http.response.start":
                begun.append(message["status"])
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api"):
                    headers.setdefault("Cache-Control", "no-store")
                self.metrics.requests.labels(method, str(message["status"])).inc()
            await send(message)

        problem = self._problem(scope)
        if problem is not None:
            await answer(problem)(scope, receive, send_out)
            return
        body = _Body(receive, self._most(scope))
        try:
            await self.app(scope, body.receive, send_out)
        except Exception as error:  # noqa: BLE001 - whatever it is, the client learns no more than that it happened
            problem = unstored(error)
            if problem is None:
                self.metrics.faults.inc()
                LOG.error("fault", extra={"path": scope["path"]}, exc_info=error)
            if not begun:
                await answer(problem or Problem("internal"))(scope, receive, send_out)

    def _most(self, scope: Scope) -> int:
        """How large a body may be: studies begin from whole save files, positions are whole armies."""
        path = scope["path"]
        if path.startswith(POSITIONS):
            return self.settings.position_bytes
        return self.settings.study_bytes if path == STUDIES else self.settings.message_bytes

    def _problem(self, scope: Scope) -> Problem | None:
        headers = Headers(scope=scope)
        address = origin(scope["client"][0] if scope.get("client") else "")
        if scope["path"].startswith("/api") and not self.limiter.allows(address):
            return Problem("too_fast")
        if "\0" in scope["path"]:
            return Problem("not_found")
        if b"%00" in scope["query_string"]:
            return Problem("invalid", detail="%00")
        if scope["method"] in SAFE:
            return None
        # No page of another site can make a browser send a token, as it can a cookie: programs need no mark.
        if headers.get(MARK) != "1" and bearer(headers) is None:
            return Problem("forbidden")
        if headers.get("content-encoding", "identity").lower() != "identity":
            return Problem("encoded")
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > self._most(scope):
            return Problem("too_large")
        return None


class _Body:
    """A body that may say nothing of its length but not exceed the limit."""

    def __init__(self, receive: Receive, most: int) -> None:
        self._receive, self._left = receive, most

    async def receive(self) -> Message:
        message = await self._receive()
        if message["type"] == "http.request":
            self._left -= len(message.get("body", b""))
            if self._left < 0:
                raise HTTPException(413)
        return message
