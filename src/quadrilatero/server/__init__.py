"""The server: lobby, seats, live and correspondence play, storage, security. It owns no rule."""

from quadrilatero.server.app import create_app
from quadrilatero.server.settings import Settings

__all__ = ["Settings", "create_app"]
