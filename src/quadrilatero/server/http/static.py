"""The page and what belongs to it. Built files carry their hash in their name and are kept for ever by browsers.

They are built with a packed copy or two beside them, of which a browser gets the smallest that it can unpack.
"""

from __future__ import annotations

import mimetypes
from pathlib import Path

from fastapi import APIRouter, Request
from starlette.responses import FileResponse, HTMLResponse, Response

from quadrilatero.server.errors import Problem

FOLDER = Path(__file__).resolve().parents[2] / "static"
FOR_EVER = "public, max-age=31536000, immutable"
PACKED = {"br": ".br", "gzip": ".gz"}
"""By the name of an encoding, the smallest first: how a packed file's name ends."""
router = APIRouter(include_in_schema=False)

NOT_BUILT = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Quadrilatero: the client is not built</title>
<h1>The client is not built</h1>
<p>The server is running, but the page it should show here has not been built yet.
Run <code>make play</code> in the project's folder, or install a released package.</p>
<p lang="it">Il server è in funzione, ma la pagina da mostrare qui non è ancora stata costruita.
Esegui <code>make play</code> nella cartella del progetto, o installa un pacchetto pubblicato.</p>
</html>
"""


def find(path: str, folder: Path) -> Path | None:
    """The built file of that path, and nothing outside the folder."""
    if not path:
        return None
    try:
        candidate = (folder / path).resolve()
        return candidate if candidate.is_relative_to(folder.resolve()) and candidate.is_file() else None
    except (OSError, ValueError):  # no name that a file could have: too long, or with a zero byte
        return None


def accepted(header: str) -> set[str]:
    """The encodings that a browser takes."""
    wanted = (part.strip().partition(";") for part in header.lower().split(","))
    return {
        name.strip()
        for name, _, weight in wanted
        if weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    }


def served(file: Path, encodings: set[str], kept: str) -> Response:
    """A built file as it travels."""
    kind = mimetypes.guess_type(file.name)[0]
    headers = {"Cache-Control": kept, "Vary": "Accept-Encoding"}
    for encoding, ending in PACKED.items():
        if encoding in encodings and (packed := file.with_name(file.name + ending)).is_file():
            return FileResponse(packed, media_type=kind, headers={**headers, "Content-Encoding": encoding})
    return FileResponse(file, media_type=kind, headers=headers)


@router.get("/{path:path}")
async def page(path: str, request: Request) -> Response:
    """A built file, or the page itself, which finds its own way."""
    if path.startswith(("api/", "ws/")) or path in ("api", "ws"):
        raise Problem("not_found")
    encodings = accepted(request.headers.get("accept-encoding", ""))
    if file := find(path, FOLDER):
        kept = FOR_EVER if path.startswith("assets/") else "no-cache"
        return served(file, encodings, kept)
    if path.startswith("assets/"):
        raise Problem("not_found")
    if index := find("index.html", FOLDER):
        return served(index, encodings, "no-cache")
    return HTMLResponse(NOT_BUILT, 503, headers={"Cache-Control": "no-store"})
