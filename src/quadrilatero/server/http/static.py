"""The page and what belongs to it. Built files carry their hash in their name and are kept for ever by browsers."""

from __future__ import annotations

from pathlib import Path

from fastapi import APIRouter
from starlette.responses import FileResponse, HTMLResponse, Response

from quadrilatero.server.errors import Problem

FOLDER = Path(__file__).resolve().parents[2] / "static"
FOR_EVER = "public, max-age=31536000, immutable"
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


@router.get("/{path:path}")
async def page(path: str) -> Response:
    """A built file, or the page itself, which finds its own way."""
    if path.startswith(("api/", "ws/")) or path in ("api", "ws"):
        raise Problem("not_found")
    if file := find(path, FOLDER):
        kept = FOR_EVER if path.startswith("assets/") else "no-cache"
        return FileResponse(file, headers={"Cache-Control": kept})
    if path.startswith("assets/"):
        raise Problem("not_found")
    if index := find("index.html", FOLDER):
        return FileResponse(index, headers={"Cache-Control": "no-cache"})
    return HTMLResponse(NOT_BUILT, 503, headers={"Cache-Control": "no-store"})
