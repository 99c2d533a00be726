"""Which small changes of a game's rules or of a room would no test notice? `make mutants GAME=camposanto FILE=assault`.

Verdicts are kept in .cache/mutants: a run that was stopped goes on where it was. A mutant that some test noticed is not
tried again until its function changes, one that none noticed not until its tests do (`--fresh` tries all). Those that
make no difference are listed with a reason in tests/mutation/GAME.toml; the scores are kept beside it.
"""

from __future__ import annotations

import argparse
import os
import sys
import tomllib
from collections import Counter
from pathlib import Path

import msgspec

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ["QUADRILATERO_BUILD"] = "python"  # what is compiled cannot be changed while it runs

from tests.mutation.forks import KILLED, SURVIVED, meet
from tests.mutation.operators import Mutant, mutants, sources
from tests.mutation.runner import ROOMS, Runner, collect, keep, rule_files

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "tests" / "mutation"
CACHE = ROOT / ".cache" / "mutants"


class Equivalent(msgspec.Struct, forbid_unknown_fields=True):
    """A change that makes no difference, and why."""

    mutant: str
    reason: str


def equivalents(game: str) -> dict[str, str]:
    """The listed ones of a game."""
    path = FOLDER / f"{game}.toml"
    listed = tomllib.loads(path.read_text()).get("equivalent", []) if path.exists() else []
    found = msgspec.convert(listed, list[Equivalent])
    return {one.mutant: one.reason for one in found}


class Kept(msgspec.Struct):
    """A verdict with the source it was given on, and the tests by which it survived."""

    source: str
    fate: str
    by: str | None
    met: str = ""


class Survey:
    """The mutants of some files of a game, with the verdicts of earlier runs."""

    def __init__(
        self, game: str, files: list[Path], only: str, cache: Path, *, every: int, fresh: bool, jobs: int, partial: bool
    ) -> None:
        self.game, self.files, self.only, self.fresh, self.jobs = game, files, only, fresh, jobs
        self.every = every
        self.partial = partial or bool(only) or every > 1
        self.cache = cache / game
        self.spared = equivalents(game)
        self.left: list[Mutant] = []

    def work(self, runner: Runner) -> None:
        """File by file."""
        scores: dict[str, Counter[str]] = {}
        for path in self.files:
            scores[path.stem] = self._file(runner, path)
            if not self.partial:
                keep_scores(self.game, scores)
        print(f"all: {_line(sum(scores.values(), Counter()))}")

    def _file(self, runner: Runner, path: Path) -> Counter[str]:
        found = [mutant for mutant in mutants(path)[:: self.every] if self.only in mutant.key]
        now = sources(path)
        kept_at = self.cache / f"{path.stem}.json"
        kept = (
            {}
            if self.fresh or not kept_at.exists()
            else msgspec.json.decode(kept_at.read_bytes(), type=dict[str, Kept])
        )
        score: Counter[str] = Counter(mutants=len(found))
        score["equivalent"] = sum(mutant.key in self.spared for mutant in found)
        verdicts: dict[str, Kept] = {}
        untried = []
        for mutant in found:
            before = kept.get(mutant.key)
            if mutant.key in self.spared:
                continue
            if before is None or before.source != now[mutant.where]:
                untried.append(mutant)
            elif before.fate != SURVIVED:
                verdicts[mutant.key] = before
                score[KILLED] += 1
                runner.note(mutant, before.by)
            elif before.met != runner.met(mutant):
                untried.append(mutant)
            else:
                verdicts[mutant.key] = before
                self._survivor(mutant)
        done = 0
        try:
            for mutant, verdict in meet(runner.task, untried, self.jobs):
                done += 1
                runner.note(mutant, verdict.by)
                met = runner.met(mutant) if verdict.fate == SURVIVED else ""
                verdicts[mutant.key] = Kept(now[mutant.where], verdict.fate, verdict.by, met)
                if verdict.fate == SURVIVED:
                    self._survivor(mutant)
                else:
                    score[KILLED] += 1
                print(f"\r{path.stem}: {done} of {len(untried)}", end="", flush=True)
                if done % 20 == 0:
                    _write(kept_at, {**kept, **verdicts})
        finally:
            _write(kept_at, {**kept, **verdicts})
        print(f"\r{path.stem}: {_line(score)}")
        return score

    def _survivor(self, mutant: Mutant) -> None:
        self.left.append(mutant)
        print(f"\r  line {mutant.line}: {mutant.key}\n", end="")


def known(game: str, path: Path, cache: Path) -> Counter[str]:
    """The score of a module by kept verdicts alone, whatever tests they rest on; and how many have been tried."""
    kept_at, now, spared = cache / game / f"{path.stem}.json", sources(path), equivalents(game)
    kept = msgspec.json.decode(kept_at.read_bytes(), type=dict[str, Kept]) if kept_at.exists() else {}
    score: Counter[str] = Counter()
    for mutant in mutants(path):
        before = kept.get(mutant.key)
        score["mutants"] += 1
        score["equivalent"] += mutant.key in spared
        tried = before is not None and before.source == now[mutant.where] and mutant.key not in spared
        score["tried"] += tried
        score[KILLED] += tried and before is not None and before.fate != SURVIVED
    return score


def _write(path: Path, kept: dict[str, Kept]) -> None:
    keep(path, msgspec.json.encode(kept))


def rate(score: Counter[str]) -> float:
    """How many of those that make a difference were noticed."""
    real = score["mutants"] - score["equivalent"]
    return score[KILLED] / real if real else 1.0


def _line(score: Counter[str]) -> str:
    real = score["mutants"] - score["equivalent"]
    return f"{score[KILLED]} of {real} noticed ({rate(score):.1%}), {score['equivalent']} make no difference"


def keep_scores(game: str, scores: dict[str, Counter[str]]) -> None:
    """Write the scores of these files beside those of the others."""
    path = FOLDER / f"{game}.scores.toml"
    known = tomllib.loads(path.read_text()) if path.exists() else {}
    for name, score in scores.items():
        known[name] = {kind: score[kind] for kind in ("mutants", "equivalent", KILLED)}
    lines = [
        "# Written by `make mutants`: how many changes of each module there are, make no difference, were noticed."
    ]
    for name in sorted(known):
        row = ", ".join(f"{kind} = {count}" for kind, count in known[name].items())
        lines.append(f"{name} = {{ {row} }}")
    path.write_text("\n".join(lines) + "\n")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--file", action="append", default=[], help="only this module of the rules")
    parser.add_argument("--tests", action="append", default=[], help="only these tests (the score is not kept)")
    parser.add_argument("--only", default="", help="only mutants whose name has this in it (the score is not kept)")
    parser.add_argument("--every", type=int, default=1, help="only one mutant in so many (the score is not kept)")
    parser.add_argument("--seconds", type=float, default=10.0, help="no more than so long for the tests of each")
    parser.add_argument(
        "--kept", action="store_true", help="try nothing: keep the scores of modules of which all is known"
    )
    parser.add_argument("--fresh", action="store_true", help="also try again what was noticed before")
    parser.add_argument("--jobs", type=int, default=2, help="how many at a time")
    parser.add_argument("--cache", type=Path, default=CACHE, help="where verdicts are kept")
    asked = parser.parse_args()
    files = rule_files(asked.game)
    names = {path.stem for path in files}
    if unknown := set(asked.file) - names:
        parser.error(f"no module {', '.join(sorted(unknown))} in the rules of {asked.game}: {', '.join(sorted(names))}")
    chosen = [path for name in asked.file for path in files if path.stem == name] or files
    if asked.kept:
        scores = {path.stem: known(asked.game, path, asked.cache) for path in chosen}
        for name, score in scores.items():
            print(f"{name}: {_line(score)}, {score['tried']} tried")
        whole = {name: one for name, one in scores.items() if one["tried"] == one["mutants"] - one["equivalent"]}
        keep_scores(asked.game, whole)
        return 0
    survey = Survey(
        asked.game,
        chosen,
        asked.only,
        asked.cache,
        every=asked.every,
        fresh=asked.fresh,
        jobs=asked.jobs,
        partial=bool(asked.tests),
    )
    runner = Runner(asked.game, survey.cache, asked.seconds, survey.work)
    collect(runner, asked.tests or [f"tests/{asked.game}" if asked.game in ROOMS else f"tests/games/{asked.game}"])
    if runner.stopped:
        print("\nstopped; the same command goes on from here")
        return 130
    if runner.error:
        print(runner.error, file=sys.stderr)
        return 2
    return 1 if survey.left else 0


if __name__ == "__main__":
    sys.exit(main())
