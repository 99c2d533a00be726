"""What the builder says: limits and faults in both languages, and the shares of an army."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from quadrilatero.datapacks import Text
from quadrilatero.games.vivaorre.army.limits import Army, Fault
from quadrilatero.games.vivaorre.army.lists import Roll, Setting, holds
from quadrilatero.games.vivaorre.datapack import DataPack
from quadrilatero.games.vivaorre.datapack.contents import ARMS, Carried, Ceiling, Share
from quadrilatero.games.vivaorre.words import BOOK
from quadrilatero.kernel import LANGUAGES, Plain


def said(section: str, key: str, data: Mapping[str, Any], names: DataPack | None = None) -> dict[str, str]:
    """A sentence of the builder in both languages; names stand in the language of the reader."""
    return {
        language: BOOK.say(
            section, key, language, {field: in_words(value, language, names) for field, value in data.items()}
        )
        for language in LANGUAGES
    }


def in_words(value: Any, language: str, names: DataPack | None) -> Any:
    """A value as a sentence has it: names and arms in the reader's language."""
    if isinstance(value, Text):
        return getattr(value, language)
    if isinstance(value, list):
        return [in_words(part, language, names) for part in value]
    if isinstance(value, str) and names is not None:
        return arm_name(value, names, language)
    return value


def arm_name(arms: str, data: DataPack, language: str) -> str:
    """A weapon or gun by its name, with the mount where it has one; anything else as it is."""
    id, _, mount = arms.partition("/")
    known = data.small_arms.get(id) or data.guns.get(id)
    name = getattr(known.name, language) if known else BOOK.find("note", id, language, id)
    return f"{name}, {BOOK.find('note', mount, language, mount)}" if mount else name


def in_both(notes: list[str]) -> dict[str, str]:
    """What troops are and can do, in a few words of each language."""
    return {language: ", ".join(BOOK.find("note", note, language, note) for note in notes) for language in LANGUAGES}


def error(fault: Fault, data: DataPack) -> Plain:
    """A fault as programs and players read it."""
    return {
        "rule": fault.rule,
        "reason": fault.reason,
        "data": msgspec.to_builtins(fault.data),
        "text": said("army", fault.reason, fault.data, data),
    }


def shares(army: Army) -> dict[str, float]:
    """The parts of an army in per cent of its points: arms, then groups, then troops."""
    whole = sum(unit.points for unit in army.units) or 1
    parts: Counter[str] = Counter(dict.fromkeys(ARMS, 0))
    groups: Counter[str] = Counter()
    troops: Counter[str] = Counter()
    for unit in army.units:
        entry = army.roll.entries[unit.entry]
        parts[entry.arm] += unit.points
        if entry.group is not None:
            groups[f"{army.roll.content.id}.{entry.group}"] += unit.points
        troops[unit.entry] += unit.points
    return {name: round(100 * part / whole, 1) for each in (parts, groups, troops) for name, part in each.items()}


def limits_of(roll: Roll, id: str, setting: Setting) -> list[Plain]:
    """The limits that bear on some troops then and there, each with its rule."""
    return [{"rule": rule, "text": text} for rule, text in _limits(roll, id, setting)]


def _limits(roll: Roll, id: str, setting: Setting) -> Iterator[tuple[str, dict[str, str]]]:
    content = roll.content
    for share in content.share:
        if id in roll.chosen(share.entries) and holds(share, setting):
            yield share.rule, _share(share)
    for ceiling in content.ceiling:
        if id in roll.chosen(ceiling.entries) and holds(ceiling, setting):
            yield ceiling.rule, _ceiling(ceiling)
    for equal in content.equal:
        if id in roll.chosen(equal.entries) | roll.chosen(equal.others):
            yield equal.rule, said("limit", "equal", {"who": equal.who})
    for carried in content.carried:
        if id in roll.chosen(carried.entries) and holds(carried, setting):
            yield carried.rule, _carried(carried)
    for choice in content.one_of:
        if roll.entries[id].group in choice.groups:
            groups = [content.groups[group].name for group in choice.groups]
            yield choice.rule, said("limit", "one_of", {"groups": groups})
    for kinds in content.each_kind:
        if id in roll.chosen(kinds.entries):
            yield kinds.rule, said("limit", "each_kind", {})


def _share(share: Share) -> dict[str, str]:
    data = {"who": share.who, "most": share.most, "least": share.least, "about": share.about}
    bounds = (share.least is not None, share.most is not None)
    key = {(True, True): "between", (True, False): "least", (False, True): "most", (False, False): "about"}[bounds]
    text = said("limit", key, data)
    if not share.if_used:
        return text
    return {language: BOOK.say("limit", "if_used", language, {"limit": text[language]}) for language in LANGUAGES}


def _ceiling(ceiling: Ceiling) -> dict[str, str]:
    key = "sections" if ceiling.gun else "units_at" if ceiling.at else "units"
    return said("limit", key, {"who": ceiling.who, "most": ceiling.most, "at": ceiling.at})


def _carried(carried: Carried) -> dict[str, str]:
    key = "carried_most" if carried.most is not None else "carried_about"
    return said("limit", key, {"who": carried.who, "most": carried.most, "about": carried.about})
