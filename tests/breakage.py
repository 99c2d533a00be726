"""Does a test of a rule fail when a function that enforces it is broken? Run `python tests/breakage.py camposanto`."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from quadrilatero.kernel.rulebook import citations

ROOT = Path(__file__).parent.parent


def survives(game: str, atom: str, function: str) -> bool:
    """Whether the atom's tests still pass without the function."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", "-o", "addopts="]
    command += ["--import-mode=importlib", f"tests/games/{game}", "--atom", f"{game}:{atom}", "--break", function]
    return subprocess.run(command, cwd=ROOT, capture_output=True, check=False).returncode != 1


def main() -> int:
    game, *wanted = sys.argv[1:]
    pairs = [(a, f) for a, fs in citations(game).items() if not wanted or a in wanted for f in fs]
    with ThreadPoolExecutor(2) as pool:
        alive = list(pool.map(lambda pair: survives(game, *pair), pairs))
    lazy = [pair for pair, still in zip(pairs, alive, strict=True) if still]
    for atom, function in lazy:
        print(f"{atom}: no test of it fails without {function}")
    print(f"{len(pairs) - len(lazy)} of {len(pairs)} breakages noticed")
    return 1 if lazy else 0


if __name__ == "__main__":
    sys.exit(main())
