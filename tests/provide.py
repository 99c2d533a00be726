"""Brings what the tests need and Python cannot: Chromium and PostgreSQL. `make test` runs it first.

Uses what is installed, else Debian's packages where we are root, else stops with the command to run.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.browser.program import browser_program
from tests.server.postgres import find as postgres_folder

NEEDED = {"chromium-headless-shell": browser_program, "postgresql": postgres_folder}


def missing() -> list[str]:
    """The packages of what is not there."""
    return [package for package, find in NEEDED.items() if find() is None]


def install(packages: list[str]) -> None:
    """Debian's packages, without the rest they recommend."""
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update"], ["install", "-y", "--no-install-recommends", *packages]):
        subprocess.run(["apt-get", "-qq", *command], env=environment, check=False, stdout=subprocess.DEVNULL)


def main() -> int:
    packages = missing()
    if packages and shutil.which("apt-get") and os.geteuid() == 0:
        print(f"installing {', '.join(packages)}")
        install(packages)
    if packages := missing():
        print(f"The tests need Chromium and PostgreSQL. Not found: {', '.join(packages)}. On Debian and Ubuntu run:")
        print(f"  sudo apt-get update && sudo apt-get install -y --no-install-recommends {' '.join(packages)}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
