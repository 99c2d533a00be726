"""Keeps what stored runs show of a scenario's balance with their game: `python bench/record_balance.py FOLDER...`.

Each folder is one that `quadrilatero simulate --out FOLDER` has filled with games of a level against itself. The lobby
tells it while the game's data are those of the run.
"""

from __future__ import annotations

import sys
from pathlib import Path

from quadrilatero.kernel.rulebook import folder_of
from quadrilatero.lab.balance import FILE, from_run, read, written
from quadrilatero.lab.folder import read_plan, write_whole


def main(folders: list[Path]) -> None:
    for folder in folders:
        game = read_plan(folder).game
        write_whole(Path(str(folder_of(game))) / FILE, written([*read(game), from_run(folder)]))


if __name__ == "__main__":
    main([Path(argument) for argument in sys.argv[1:]])
