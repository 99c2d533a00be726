"""A PostgreSQL of our own for the tests: started in a temporary folder as an unprivileged user, reached by a socket."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
import uuid
from pathlib import Path

import psycopg

MISSING = "no PostgreSQL server was found: run tests/provide.py, as `make test` does"


def find() -> Path | None:
    """The folder with initdb and pg_ctl, the newest there is."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    folders = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    return max((path.parent for path in folders), key=lambda path: float(path.parent.name), default=None)


class Postgres:
    """A running server."""

    def __init__(self, folder: Path) -> None:
        self.bin = folder
        self.home = Path(tempfile.mkdtemp(prefix="quadrilatero-pg-"))
        self.user: list[str] = []
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            name = next(entry.pw_name for entry in pwd.getpwall() if entry.pw_name in ("postgres", "nobody"))
            shutil.chown(self.home, name)
            self.user = ["runuser", "-u", name, "--"]

    def _run(self, tool: str, *arguments: str) -> None:
        command = [*self.user, str(self.bin / tool), *arguments]
        done = subprocess.run(command, cwd=self.home, capture_output=True, text=True, timeout=60, check=False)
        if done.returncode:
            raise RuntimeError(f"{tool} failed: {done.stderr or done.stdout}")

    def start(self) -> None:
        data = str(self.home / "data")
        self._run("initdb", "-D", data, "-A", "trust", "-U", "quadri", "--no-sync", "-E", "UTF8", "--locale=C")
        settings = f"-k {self.home} -c listen_addresses='' -c fsync=off"
        self._run("pg_ctl", "-D", data, "-l", str(self.home / "log"), "-w", "-o", settings, "start")

    def url(self, name: str) -> str:
        return f"postgresql://quadri@/{name}?host={self.home}"

    def new_database(self) -> str:
        """The URL of an empty database."""
        name = f"q{uuid.uuid4().hex}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self.url(name)

    def stop(self) -> None:
        pid = int((self.home / "data" / "postmaster.pid").read_text().split()[0])
        os.kill(pid, signal.SIGINT)
        for _ in range(200):
            if not (self.home / "data" / "postmaster.pid").exists():
                break
            time.sleep(0.05)
        shutil.rmtree(self.home, ignore_errors=True)
