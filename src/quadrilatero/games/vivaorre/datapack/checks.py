"""What the data files must satisfy beyond their types."""

from __future__ import annotations

from collections.abc import Iterator

from quadrilatero.datapacks import Document, Way, repeated
from quadrilatero.games.vivaorre.datapack.contents import ARMS, ArmsFile, ListFile, TheatresFile
from quadrilatero.games.vivaorre.options import OPTIONS

READINGS = {f"{option.name}={value}" for option in OPTIONS for value in option.values}
SELECTING = ("bound", "share", "ceiling", "equal", "carried", "each_kind")


def check_arms(doc: Document[ArmsFile]) -> None:
    """No weapon stands in the tables twice."""
    ids: list[tuple[Way, str]] = [(("small_arm", n, "id"), arm.id) for n, arm in enumerate(doc.content.small_arm)]
    ids += [(("gun", n, "id"), gun.id) for n, gun in enumerate(doc.content.gun)]
    _unique(doc, ids)


def check_theatres(doc: Document[TheatresFile]) -> None:
    """Each theatre once."""
    _unique(doc, [(("theatre", n, "id"), theatre.id) for n, theatre in enumerate(doc.content.theatre)])


def check_list(doc: Document[ListFile], arms: ArmsFile) -> None:
    """Entries with ids of their own, in groups that there are, armed as their fire value says."""
    content = doc.content
    if content.years[0] > content.years[1]:
        raise doc.bad(("years",), "the last year comes before the first", "put the earlier year first")
    _unique(doc, [(("entry", n, "id"), entry.id) for n, entry in enumerate(content.entry)])
    for n, entry in enumerate(content.entry):
        if entry.group is not None and entry.group not in content.groups:
            raise doc.bad(("entry", n, "group"), f"there is no group {entry.group!r}", "add it under [groups]")
        if entry.arms is not None and entry.arms not in content.armament:
            raise doc.bad(("entry", n, "arms"), f"there is no armament {entry.arms!r}", "add it under [armament]")
        if (entry.arms is None) != (entry.grade[2] in "/*"):
            raise doc.bad(("entry", n), "it has arms and no fire value, or a fire value and no arms", "correct one")
    _check_issues(doc, arms)
    for way, names in _selections(content):
        for name in names:
            if name not in (*ARMS, *content.groups, *(entry.id for entry in content.entry)):
                raise doc.bad(way, f"there is no arm, group or entry {name!r}", "name one that there is")
    for n, choice in enumerate(content.one_of):
        for group in choice.groups:
            if group not in content.groups:
                raise doc.bad(("one_of", n, "groups"), f"there is no group {group!r}", "name one that there is")


def _check_issues(doc: Document[ListFile], arms: ArmsFile) -> None:
    known = {arm.id for arm in arms.small_arm} | {gun.id for gun in arms.gun} | {"none"}
    for name, armament in doc.content.armament.items():
        for n, issue in enumerate(armament.issue):
            way: Way = ("armament", name, "issue", n)
            if (issue.weapon is None) == (issue.gun is None):
                raise doc.bad(way, "expected either a weapon or a gun")
            if (issue.weapon or issue.gun) not in known:
                raise doc.bad(way, f"{issue.weapon or issue.gun} is not in arms.toml", "add it there")
            if issue.reading is not None and issue.reading not in READINGS:
                raise doc.bad(
                    (*way, "reading"), f"no reading of the rules is called {issue.reading!r}", "see options.py"
                )


def _selections(content: ListFile) -> Iterator[tuple[Way, tuple[str, ...]]]:
    """Every choice of troops in a list, with its place."""
    for kind in SELECTING:
        for n, limit in enumerate(getattr(content, kind)):
            for key in ("entries", "others", "among"):
                if names := getattr(limit, key, None):
                    yield (kind, n, key), names


def _unique(doc: Document[ArmsFile] | Document[TheatresFile] | Document[ListFile], ids: list[tuple[Way, str]]) -> None:
    if twice := repeated(ids):
        raise doc.bad(twice.way, f"the id is already used on line {doc.line(twice.earlier)}", "give each its own")
