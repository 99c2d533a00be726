"""Compiles the modules that rules run in with mypyc, where there is a C compiler: `make compiled`.

What is compiled is said in pyproject.toml, by folder, so that a new game's rules are compiled with the others. The
result lies beside the sources, in the package's folder `_compiled`; `quadrilatero.builds` says when it is used. Without
a compiler nothing is made, and everything runs as plain Python.

A *quick* build is one that the C compiler has not optimised: made in less time, and slower. Tests are
content with it; whoever plays or measures gets the other.
"""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent
SOURCES = ROOT / "src"
PACKAGE = SOURCES / "quadrilatero"
WORKSHOP = ROOT / "build" / "compiled"
LIBRARY = "quadrilatero_rules"
NEEDS = ["mypy>=2.4", "setuptools>=77"]
CLOSED = [] if os.name == "nt" else ["-fvisibility=hidden", "-fno-semantic-interposition", "-fno-plt"]
"""Nobody outside calls into the library but Python, by the modules' entries: so calls inside it go straight."""
RARE = """\
struct _object;
__attribute__((cold)) void CPy_TypeError(const char *, struct _object *);
__attribute__((cold)) void CPy_AddTraceback(const char *, const char *, int, struct _object *);
__attribute__((cold)) void CPy_TypeErrorTraceback(
    const char *, const char *, int, struct _object *, const char *, struct _object *);
__attribute__((cold)) static void CPy_DecRef(struct _object *);
"""
"""What mypyc calls where something is raised, which is a third of the code: told so, the compiler keeps it apart from
the rest, of which more then lies close to the processor."""


START = f"""\
#include "rare.h"
#include "__native_internal_{LIBRARY}.h"
"""

HOTTEST = ("hexes", "table")
"""Folders of arithmetic in loops, which gain most from all that the C compiler can do; for the rest it does less."""


def builds() -> Any:
    """The module that decides which build runs; loaded by itself, because the package need not be installed."""
    spec = importlib.util.spec_from_file_location("builds", PACKAGE / "builds.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def compiler() -> str | None:
    """The C compiler that extensions of this Python are built with, if it is installed and Python's headers are."""
    command = os.environ.get("CC") or str(sysconfig.get_config_var("CC") or "cc")
    headers = Path(sysconfig.get_paths()["include"]) / "Python.h"
    return shutil.which(command.split()[0]) if headers.exists() else None


def chosen() -> list[Path]:
    """The sources that are compiled."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["quadrilatero"]["compiled"]
    found = {path for pattern in settings["modules"] for path in PACKAGE.glob(pattern)}
    found -= {path for pattern in settings["except"] for path in PACKAGE.glob(pattern)}
    found -= {path for path in found if "__file__" in path.read_text("utf-8")}  # it reads what lies beside the source
    return sorted(path.relative_to(SOURCES) for path in found)


def parts() -> list[Path]:
    """The modules that a compiled build has: those that are chosen, and what all of them share."""
    return [*chosen(), Path(f"{LIBRARY}__mypyc.py")]


def name_of(source: Path) -> str:
    """A module's name by its source."""
    return ".".join(source.with_suffix("").parts)


def make(*, quick: bool = False) -> None:
    """Compile if the sources, or the choice of them, are not those of the last time; the result replaces the last."""
    known = builds()
    names = {name_of(source) for source in parts()}
    folder = known.FOLDER
    if names == set(known.fitting()) and (quick or not is_quick(folder / known.STAMP)):
        return
    stamp = known.stamp_of(PACKAGE)
    command = [sys.executable, str(ROOT / "hatch_compile.py"), *(["quick"] if quick else []), "build"]
    subprocess.run(command, cwd=SOURCES, check=True)
    library, suffix = workplace("lib", quick=quick), sysconfig.get_config_var("EXT_SUFFIX")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    modules: dict[str, str] = {}
    for source in parts():
        name = name_of(source)
        modules[name] = f"{name}{suffix}"
        shutil.copy(library / source.with_suffix(suffix), folder / modules[name])
    made = {"from": stamp, "quick": quick, "modules": modules}
    (folder / known.STAMP).write_text(json.dumps(made, indent=1) + "\n", "utf-8")


def workplace(name: str, *, quick: bool) -> Path:
    """Where what a build comes to is put: quick ones and others apart, because nothing in a file tells them."""
    return WORKSHOP / (f"quick-{name}" if quick else name)


def is_quick(stamp: Path) -> bool:
    """Whether the build with that stamp is a quick one."""
    return bool(json.loads(stamp.read_text("utf-8")).get("quick"))


def build(*, quick: bool = False) -> None:
    """Translate to C and compile; in a process of its own, because mypyc reads the folder it stands in."""
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    extensions = mypycify(
        [f"--config-file={ROOT / 'pyproject.toml'}", "--no-warn-unused-configs", *map(str, chosen())],
        opt_level="0" if quick else "2",
        debug_level="0",
        multi_file=True,
        target_dir=str(WORKSHOP / "c"),
        group_name=LIBRARY,
    )
    for name, text in (("rare.h", RARE), ("start.h", START)):
        header = WORKSHOP / "c" / name
        if not header.exists() or header.read_text("utf-8") != text:  # a header is as old as what it says
            header.write_text(text, "utf-8")
    for extension in extensions:
        extension.extra_compile_args = [*extension.extra_compile_args, *CLOSED]
    command = build_ext(Distribution({"name": LIBRARY, "ext_modules": extensions}))
    command.build_temp, command.build_lib = str(workplace("o", quick=quick)), str(workplace("lib", quick=quick))
    command.parallel = os.cpu_count()
    command.ensure_finalized()
    one_by_one = command.build_extensions

    def build_together() -> None:
        command.compiler.compile = partial(compile_together, command.compiler, () if quick else HOTTEST)
        one_by_one()

    command.build_extensions = build_together
    command.run()


def compile_together(
    compiler: Any,
    hottest: Sequence[str],
    sources: list[str],
    output_dir: str | None = None,
    macros: Any = None,
    include_dirs: Any = None,
    debug: bool = False,
    extra_preargs: Any = None,
    extra_postargs: Any = None,
    depends: Any = None,
) -> list[str]:
    """Compile what has changed of an extension's sources, as many at once as there are processors.

    What lies in the `hottest` folders, and mypyc's own functions with it, is optimised most.
    """
    _, objects, extra, options, build = compiler._setup_compile(
        output_dir, macros, include_dirs, sources, depends, extra_postargs
    )
    arguments = compiler._get_cc_args(options, debug, extra_preargs)
    headers = max(path.stat().st_mtime for path in (WORKSHOP / "c").rglob("*.h"))

    def is_old(target: str) -> bool:
        made = Path(target)
        return not made.exists() or made.stat().st_mtime < max(headers, Path(build[target][0]).stat().st_mtime)

    def is_ours(target: str) -> bool:
        return Path(build[target][0]).name.startswith("__native_")

    def level(target: str) -> str:
        name = Path(build[target][0]).name
        most = bool(hottest) and (not is_ours(target) or name.startswith(tuple(map(native, hottest))))
        return "-O3" if most and os.name != "nt" else ""

    old = [target for target in objects if is_old(target)]
    if os.name != "nt" and any(map(is_ours, old)):
        shutil.rmtree(kept(), ignore_errors=True)
        for each in sorted({level(target) for target in old if is_ours(target)}):
            read_in(compiler, [*arguments, *extra, *each.split()], each)

    def one(target: str) -> None:
        source, suffix = build[target]
        first, last = read_first(ours=is_ours(target)), level(target).split()
        compiler._compile(target, source, suffix, [*arguments, *first], [*extra, *last], options)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(one, old))
    return list(objects)


def native(folder: str) -> str:
    """How the C sources begin that are made of a folder's modules."""
    return f"__native_{PACKAGE.name}___{folder}___"


def read_first(*, ours: bool) -> list[str]:
    """What has the compiler read first: which calls are rare, and for our modules all that they begin with."""
    return [] if os.name == "nt" else ["-include", str(WORKSHOP / "c" / ("start.h" if ours else "rare.h"))]


def kept() -> Path:
    """Where GCC looks for what it has read of that, and takes what it read with the same options."""
    return WORKSHOP / "c" / "start.h.gch"


def read_in(compiler: Any, arguments: list[str], level: str) -> None:
    """Have what our modules begin with, two megabytes, kept as GCC has read it; another compiler reads it each time."""
    *_, header = read_first(ours=True)
    kept().mkdir(exist_ok=True)
    made = [*compiler.compiler_so, *arguments, "-x", "c-header", header, "-o", str(kept() / f"read{level}")]
    subprocess.run(made, check=False, capture_output=True)


def says() -> str:
    """Which build of the rules runs here."""
    known = builds()
    if known.BUILD == "compiled":
        quick = is_quick(known.FOLDER / known.STAMP)
        return "rules: compiled" + (", quickly (`make compiled` makes them faster)" if quick else "")
    return "rules: plain Python (where there is a C compiler, `make compiled` makes them faster)"


def main(arguments: list[str]) -> int:
    """Compiles if the sources have changed. `says` only tells; `then COMMAND` runs a command on the compiled build.

    `quick` before any of it has a build made, if there is none, that serves for tests.
    """
    quick = arguments[:1] == ["quick"]
    arguments = arguments[quick:]
    if arguments == ["build"]:
        build(quick=quick)
        return 0
    if arguments == ["says"]:
        print(says())
        return 0
    if compiler() is None:
        print("There is no C compiler (Debian, Ubuntu: apt install gcc python3-dev), so nothing is compiled.")
        print(
            "Everything works without, in plain Python"
            + (f"; left out: {' '.join(arguments[1:])}" if arguments else "")
        )
        return 0
    make(quick=quick)
    if arguments[:1] == ["then"]:
        return subprocess.run(
            arguments[1:], env={**os.environ, "QUADRILATERO_BUILD": "compiled"}, check=False
        ).returncode
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
