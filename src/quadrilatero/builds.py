"""Which build of the rules runs: plain Python, the source of truth, or the same modules compiled to machine code.

Compiled modules lie in one folder with a stamp of all sources that they were made from (`hatch_compile.py` puts them
there). They are taken together or not at all: only if every source is still the same, and only by the Python they were
made for. So nobody who edits a rule runs an old one.

QUADRILATERO_BUILD=python    plain Python, whatever there is
QUADRILATERO_BUILD=compiled  an error, and what to do, if there is no compiled build that fits
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import sysconfig
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ExtensionFileLoader, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType

PACKAGE = Path(__file__).parent
FOLDER = PACKAGE / "_compiled"
STAMP = "made-from.json"
ROOMS = ("datapacks", "games", "hexes", "kernel", "server", "table")
"""What compiled modules may have looked at while they were compiled."""


def stamp_of(package: Path) -> str:
    """A hash of all sources that a compiled build rests on, and of the Python that can run it."""
    digest = hashlib.blake2b(str(sysconfig.get_config_var("EXT_SUFFIX")).encode(), digest_size=16)
    for room in ROOMS:
        for source in sorted((package / room).rglob("*.py")):
            digest.update(source.relative_to(package).as_posix().encode() + b"\0" + source.read_bytes() + b"\0")
    return digest.hexdigest()


class Compiled(MetaPathFinder):
    """Finds the compiled modules before their sources are looked for."""

    def __init__(self, modules: dict[str, str], folder: Path) -> None:
        self.modules = modules
        self.folder = folder

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname not in self.modules:
            return None
        file = str(self.folder / self.modules[fullname])
        return spec_from_file_location(fullname, file, loader=ExtensionFileLoader(fullname, file))


def choose() -> str:
    """Have the compiled modules imported if they may be; the name of the build that runs."""
    wanted = os.environ.get("QUADRILATERO_BUILD", "")
    if wanted not in ("", "python", "compiled"):
        raise ImportError(f"QUADRILATERO_BUILD is {wanted!r}; say python or compiled, or unset it")
    if wanted == "python":
        return "python"
    modules = fitting()
    if modules:
        sys.meta_path.insert(0, Compiled(modules, FOLDER))
        return "compiled"
    if wanted == "compiled":
        raise ImportError("There is no compiled build of these sources for this Python; `make compiled` makes one.")
    return "python"


def fitting() -> dict[str, str]:
    """The files of the compiled modules by name; none unless they were made from the sources as they are."""
    try:
        made = json.loads((FOLDER / STAMP).read_text("utf-8"))
    except FileNotFoundError:
        return {}
    return made["modules"] if made["from"] == stamp_of(PACKAGE) else {}


BUILD = choose()
