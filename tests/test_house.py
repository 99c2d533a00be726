"""The house is in order: nothing names the machine it was built on, requirements are pinned, `make` has its targets."""

import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ["bootstrap", "dev", "runtime"]

# Written with gaps, so that this file does not contain what it looks for.
HOSTS = "py pi.org|pythonho sted.org|npm js.org|npm js.com|yarn pkg.com".replace(" ", "").split("|")
FOLDERS = "wo rk|sha red|ro ot|opt/py pi".replace(" ", "").split("|")
PEOPLE = "ho me|Us ers".replace(" ", "").split("|")
FORBIDDEN = {
    "a package registry's host": re.compile("|".join(map(re.escape, HOSTS))),
    "a path of somebody's machine": re.compile(
        rf"(?<![\w.~$}}-])/(?:(?:{'|'.join(FOLDERS)})(?:/[\w.]|(?![\w/.-]))|(?:{'|'.join(PEOPLE)})/\w)"
    ),
}


def tracked_texts() -> list[tuple[Path, str]]:
    """Every text file that is committed or could be."""
    if not shutil.which("git"):
        pytest.skip("git is not installed: no way to tell which files are tracked")
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listing = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if listing.returncode:
        pytest.skip(f"not a git repository that may be read: {listing.stderr.strip()}")
    texts = []
    for name in filter(None, listing.stdout.split("\0")):
        path = ROOT / name
        if path.is_file() and not path.is_symlink() and b"\0" not in (data := path.read_bytes()):
            texts.append((path.relative_to(ROOT), data.decode("utf-8", "replace")))
    return texts


@pytest.mark.parametrize("what", FORBIDDEN)
def test_no_tracked_file_names(what: str) -> None:
    found = [
        f"{path}:{number}: {line.strip()[:120]}"
        for path, text in tracked_texts()
        for number, line in enumerate(text.splitlines(), 1)
        if FORBIDDEN[what].search(line)
    ]
    assert not found, f"{what} is named:\n" + "\n".join(found)


@pytest.mark.parametrize(
    ("what", "line", "caught"),
    [
        ("a package registry's host", f"--index-url https://{HOSTS[0]}/simple", True),
        ("a package registry's host", "see the package index", False),
        ("a path of somebody's machine", f"cd /{FOLDERS[0]}/main", True),
        ("a path of somebody's machine", f'"/{FOLDERS[1]}"', True),
        ("a path of somebody's machine", f"file:///{PEOPLE[0]}/anna/game.json", True),
        ("a path of somebody's machine", f"the page /{PEOPLE[0]}", False),
        ("a path of somebody's machine", f"tests/{FOLDERS[0]}/notes", False),
        ("a path of somebody's machine", f"/{FOLDERS[0]}ers/7", False),
        ("a path of somebody's machine", f"$HOME/{FOLDERS[0]}/x", False),
    ],
)
def test_the_search_itself(what: str, line: str, caught: bool) -> None:
    assert bool(FORBIDDEN[what].search(line)) is caught


def pinned(lock: str) -> dict[str, tuple[str, list[str]]]:
    """Name -> version and hashes, as requirements/LOCK.txt has them; anything else in the file is an error."""
    entries: dict[str, tuple[str, list[str]]] = {}
    text = (ROOT / "requirements" / f"{lock}.txt").read_text(encoding="utf-8")
    for logical in text.replace("\\\n", " ").splitlines():
        line = logical.split("#")[0].strip()
        if not line:
            continue
        requirement, *hashes = re.split(r"\s+--hash=", line)
        match = re.fullmatch(r"([\w.-]+)==([\w.!+]+)(\s*;.*)?", requirement.strip())
        assert match, f"not a pinned requirement: {requirement}"
        entries[canonicalize_name(match[1])] = (match[2], hashes)
    return entries


@pytest.mark.parametrize("lock", LOCKS)
def test_requirements_are_pinned_with_hashes_and_name_no_place(lock: str) -> None:
    entries = pinned(lock)
    assert entries
    for name, (_, hashes) in entries.items():
        assert hashes, f"{name} has no hash"
        assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", digest) for digest in hashes), name
    text = (ROOT / "requirements" / f"{lock}.txt").read_text(encoding="utf-8")
    assert "://" not in text
    assert not re.search(r"^\s*-(-index-url|-extra-index-url|-find-links|i |f )", text, re.MULTILINE)


@pytest.mark.parametrize("lock", ["bootstrap", "runtime"])
def test_the_smaller_requirements_are_part_of_dev(lock: str) -> None:
    dev = pinned("dev")
    assert {name: entry for name, entry in pinned(lock).items() if dev.get(name) != entry} == {}


@pytest.mark.parametrize("lock", LOCKS)
def test_requirements_satisfy_pyproject(lock: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    groups = project["dependency-groups"]
    runtime, bootstrap = project["project"]["dependencies"], groups["bootstrap"]
    dev = [entry for entry in groups["dev"] if isinstance(entry, str)]
    wanted = {"runtime": runtime, "bootstrap": bootstrap, "dev": [*runtime, *bootstrap, *dev]}[lock]
    entries = pinned(lock)
    for requirement in map(Requirement, wanted):
        version, _ = entries.get(canonicalize_name(requirement.name), (None, []))
        assert version, f"{requirement} is not in requirements/{lock}.txt: run `make lock`"
        assert requirement.specifier.contains(version), f"{requirement} is pinned at {version}: run `make lock`"


def test_every_dependency_has_its_reason() -> None:
    reasons = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    listed = {name for row in re.findall(r"^\| ([\w, -]+) \|", reasons, re.MULTILINE) for name in row.split(", ")}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = [*project["project"]["dependencies"], *project["dependency-groups"]["bootstrap"]]
    wanted += [entry for entry in project["dependency-groups"]["dev"] if isinstance(entry, str)]
    assert {Requirement(entry).name for entry in wanted} - listed == set()


def test_ci_runs_make_test() -> None:
    script = ROOT / ".ci" / "run"
    assert script.stat().st_mode & 0o111, ".ci/run is not executable"
    lines = script.read_text(encoding="utf-8").splitlines()
    assert lines[0] == "#!/usr/bin/env bash"
    assert "set -euo pipefail" in lines
    assert "make test" in lines


def test_make_has_its_targets_and_help_lists_them() -> None:
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    explained = dict(re.findall(r"^([a-z]+):.*?## (.+)$", text, re.MULTILINE))
    assert explained.keys() >= {"help", "setup", "play", "test", "fuzz", "lint", "bench", "lock", "clean"}
    if not shutil.which("make"):
        pytest.skip("make is not installed")
    alone = {name: value for name, value in os.environ.items() if name not in {"MAKEFLAGS", "MFLAGS", "MAKELEVEL"}}
    shown = subprocess.run(["make"], cwd=ROOT, env=alone, capture_output=True, text=True, check=True).stdout
    for target, what in explained.items():
        assert re.search(rf"^ +{target} +{re.escape(what)}$", shown, re.MULTILINE), target
