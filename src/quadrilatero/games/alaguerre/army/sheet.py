"""An army on paper."""

from __future__ import annotations

from quadrilatero.games.alaguerre.army.builder import Built, Muster, cohesion, dice
from quadrilatero.games.alaguerre.army.files import CIC, DivisionSpec
from quadrilatero.games.alaguerre.army.telling import about, error
from quadrilatero.games.alaguerre.words import BOOK
from quadrilatero.kernel.paper import Paper
from quadrilatero.kernel.phrases import number_of

COLUMNS = ("base", "troops", "stats", "notes", "points")


def printed(built: Muster, language: str, html: bool) -> str:
    """An army to be printed, as text or as a page: divisions with their generals and bases, then the CiC's guns."""
    return Paper(
        _title(built, language),
        _facts(built, language),
        tuple(_say(language, column) for column in COLUMNS),
        _parts(built, language),
        _end(built, language),
    ).printed(language, html)


def _say(language: str, key: str, **data: object) -> str:
    return BOOK.say("sheet", key, language, data)


def _title(built: Muster, language: str) -> str:
    title = getattr(built.roll.content.title, language)
    name = f"{built.file.name} ({title})" if built.file.name else title
    return _say(language, "heading", title=name, year=built.file.year)


def _facts(built: Muster, language: str) -> list[str]:
    file = built.file
    bases = len(built.bases)
    return [
        _say(language, "facts", points=built.points, limit=file.points, bases=bases),
        _say(language, "command", dice=dice(built), cohesion=cohesion(built)),
        _say(language, "cic", name=file.cic.name or "-", level=f"{file.cic.level:+d}", points=built.generals[CIC]),
    ]


def _parts(built: Muster, language: str) -> list[tuple[str, list[tuple[str, ...]]]]:
    parts = [
        (_heading(built, id, spec, language), [_row(base, language) for bases in brigades for base in bases])
        for (id, brigades), spec in zip(built.divisions.items(), built.file.divisions, strict=False)
    ]
    guns = [_row(base, language) for base in built.guns]
    return [*parts, (_say(language, "guns"), guns)] if guns else parts


def _heading(built: Muster, id: str, spec: DivisionSpec, language: str) -> str:
    heading = _say(language, "division", id=number_of(id)) + (f": {spec.name}" if spec.name else "")
    if spec.general == CIC:
        return f"{heading}, {_say(language, 'led_by_cic')}"
    if spec.general is None:
        return heading
    data = {"name": spec.general.name or "-", "level": f"{spec.general.level:+d}", "points": built.generals[id]}
    return f"{heading}, {_say(language, 'general', **data)}"


def _row(base: Built, language: str) -> tuple[str, ...]:
    entry = base.entry
    name = f"{number_of(base.id)} {base.spec.name}".strip()
    return name, getattr(entry.name, language), entry.stats, about(entry)[language], str(base.points)


def _end(built: Muster, language: str) -> list[str]:
    found = [error(fault) for fault in built.faults]
    if not found:
        return [_say(language, "lawful")]
    return [_say(language, "faults"), *(f"{fault['text'][language]} [{fault['rule']}]" for fault in found)]
