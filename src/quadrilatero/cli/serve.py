"""`quadrilatero serve`: the server for the browser."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import typer

from quadrilatero.cli.mail import NO_MAIL, BadMail, MailOptions
from quadrilatero.cli.words import Words


def default_database() -> str:
    """A file in the user's data folder."""
    base = os.environ.get("XDG_DATA_HOME") or (os.environ.get("LOCALAPPDATA") if sys.platform == "win32" else None)
    folder = (Path(base) if base else Path.home() / ".local" / "share") / "quadrilatero"
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{(folder / 'quadrilatero.db').as_posix()}"


def run(
    host: str,
    port: int,
    database: str | None,
    open_page: bool,
    durable: bool,
    language: str,
    post: MailOptions = NO_MAIL,
    workers: int = 1,
    reports: Path | None = None,
    guests: int = 40,
) -> int:
    """Serve until stopped; 1 where it cannot begin."""
    from quadrilatero.server.storage.locking import InUse
    from quadrilatero.server.storage.migrations import WrongVersion
    from quadrilatero.server.storage.store import BadUrl, open_store

    words = Words(language)
    database = database or default_database()
    if workers > 1 and database.startswith("sqlite"):
        typer.echo(f"quadrilatero: {words('serve.workers_sqlite')}", err=True)
        return 1
    try:
        mail = post.mail(words)
        open_store(database).close()
    except (BadUrl, WrongVersion, InUse, BadMail) as error:
        typer.echo(f"quadrilatero: {error}", err=True)
        return 1

    from quadrilatero.server.serving import PortTaken, serve
    from quadrilatero.server.settings import Settings

    settings = Settings(
        database,
        durable=durable,
        public_url=post.base,
        mail=mail,
        webhook_private=post.webhooks_private,
        reports=reports,
        guests_at_once=guests,
    )
    try:
        serve(
            settings,
            host,
            port,
            open_page=open_page,
            workers=workers,
            say=lambda address: typer.echo(words("serve.ready", address=address)),
        )
    except PortTaken as error:
        typer.echo(f"quadrilatero: {error}", err=True)
        return 1
    return 0
