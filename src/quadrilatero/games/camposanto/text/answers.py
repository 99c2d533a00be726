"""What a player types as an answer: verbs in both languages, units by id or hex, the way to a hex. No rules here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from quadrilatero.games.camposanto.text.board import ARROWS, Field
from quadrilatero.hexes import flood, path
from quadrilatero.kernel import Phrasebook, Plain
from quadrilatero.kernel.speaker import Unreadable

VERBS = {
    "orders": ("o", "orders", "ordini", "po"),
    "general": ("general", "generale"),
    "pass": ("p", "pass", "passo"),
    "fire": ("f", "fire", "fuoco"),
    "move": ("m", "move", "muovi"),
    "done": ("d", "done", "fatto", "fine"),
    "go_on": ("go", "go_on", "prosegui"),
    "stop": ("stop", "ferma"),
    "face": ("face", "fronte"),
    "stay": ("stay", "resta"),
    "fall_back": ("b", "back", "fall_back", "ripiega"),
    "flee": ("flee", "fuggi"),
    "assault": ("a", "assault", "assalta"),
    "next": ("next", "prossimo"),
    "fight": ("fight", "combatti"),
    "reroll": ("reroll", "ripeti"),
    "hit": ("hit", "colpo"),
    "advance": ("adv", "advance", "avanza"),
    "swap": ("swap", "scambia"),
    "keep": ("keep", "mantieni"),
}
VERB_OF = {short: verb for verb, shorts in VERBS.items() for short in shorts}
ITALIAN_FACINGS = {"NO": "NW", "SO": "SW"}
ITALIAN_ENDS = {"sinistra": "left", "destra": "right"}
UNIT_VERBS = ("fire", "move", "face", "fall_back", "flee", "assault", "next", "hit", "advance", "reroll")
PATH_VERBS = ("move", "go_on", "fall_back", "flee")
NUMBER = 4


def destination(option: Plain) -> str | None:
    """The hex an option leads to or strikes."""
    if path := option.get("path"):
        return str(path[-1])
    return option.get("hex")


def is_hex(word: str) -> bool:
    """Whether a word is written like the number of a hex."""
    return len(word) == NUMBER and word.isascii() and word.isdigit()


class Reader:
    """Reads what is typed while one view stands."""

    def __init__(self, view: Plain, field: Field, book: Phrasebook, language: str) -> None:
        self.field = field
        self.book, self.language = book, language
        self.units = {unit["id"]: unit for unit in view["units"]}
        self.at: dict[str, list[str]] = {}
        for unit in view["units"]:
            self.at.setdefault(unit["hex"], []).append(unit["id"])
        self.ids: dict[str, str] = {id.lower(): id for id in self.units} | {
            id.lower().replace("-", ""): id for id in self.units
        }
        self.asked = (view.get("ask") or {}).get("data", {})

    def _say(self, key: str, **data: Any) -> str:
        return self.book.say("terminal", key, self.language, data)

    def read(self, typed: Sequence[str], options: Sequence[Plain]) -> tuple[list[Plain], Plain]:
        """The listed options that fit what was typed, and the one answer it spells out by itself."""
        verb, rest = self._verb(list(typed), options)
        unit, rest = self._unit(verb, rest, options)
        fitting = [option for option in options if self._fits(option, verb, unit, rest)]
        exact = [option for option in fitting if verb == "move" and len(rest) > 1 and option["path"] == rest]
        return exact or fitting, self._spell(verb, unit, rest)

    def _verb(self, typed: list[str], options: Sequence[Plain]) -> tuple[str, list[str]]:
        """The verb typed; a bare facing, unit or hex stands for the only verb that can take it."""
        verb = VERB_OF.get(typed[0].lower())
        if verb is not None:
            return verb, typed[1:]
        asked = list(dict.fromkeys(option["do"] for option in options))
        first = ITALIAN_FACINGS.get(typed[0].upper(), typed[0].upper())
        if first in ARROWS and "face" in asked:
            return "face", typed
        if asked == ["orders"] and all(word.isdigit() for word in typed):
            return "orders", typed
        if self._known(typed[0]):
            with_unit = [verb for verb in asked if verb in UNIT_VERBS]
            if len(with_unit) == 1:
                return with_unit[0], typed
        raise Unreadable(self._say("unknown", typed=" ".join(typed)))

    def _known(self, word: str) -> bool:
        return word.lower() in self.ids or is_hex(word)

    def _unit(self, verb: str, rest: list[str], options: Sequence[Plain]) -> tuple[str | None, list[str]]:
        """The unit named first: by its id, or by its hex where one of the units to choose from stands there."""
        if verb not in UNIT_VERBS or not rest:
            return None, rest
        if rest[0].lower() in self.ids:
            return self.ids[rest[0].lower()], rest[1:]
        if is_hex(rest[0]):
            able = {option.get("unit") for option in options}
            here = self.at.get(rest[0], [])
            if mine := [id for id in here if id in able] or (here if len(rest) > 1 else []):
                return mine[0], rest[1:]
            return None, rest
        if verb == "face":
            return None, rest
        raise Unreadable(self._say("no_unit", unit=rest[0]))

    def _fits(self, option: Plain, verb: str, unit: str | None, rest: list[str]) -> bool:
        if option["do"] != verb:
            return False
        if unit is not None and unit not in (option.get("unit"), option.get("marshal"), *option.get("paths", ())):
            return False
        if not rest:
            return True
        if verb == "orders":
            laid = [str(option[wing]) for wing in ("left", "centre", "right")]
            return laid[: len(rest)] == rest
        if verb == "assault":
            return set(option["targets"]) == {self._id(word) for word in rest}
        if verb == "face":
            return bool(option["facing"] == self._facing(rest[-1]))
        if verb == "done":
            return bool(option.get("from") == self._end(rest[-1]))
        if "paths" in option:
            return all(any(word in path[-1:] for path in option["paths"].values()) for word in rest)
        if verb in PATH_VERBS and len(rest) > 1:
            return bool(option["path"] == rest)
        return destination(option) == rest[-1]

    def _id(self, word: str) -> str:
        if word.lower() in self.ids:
            return self.ids[word.lower()]
        here = self.at.get(word)
        return here[0] if here else word

    @staticmethod
    def _facing(word: str) -> str:
        return ITALIAN_FACINGS.get(word.upper(), word.upper())

    @staticmethod
    def _end(word: str) -> str:
        return ITALIAN_ENDS.get(word.lower(), word.lower())

    def _spell(self, verb: str, unit: str | None, rest: list[str]) -> Plain:
        """The answer that the words spell out, whether or not it is allowed."""
        answer: Plain = {"do": verb}
        if verb == "orders":
            if len(rest) != 3 or not all(word.isdigit() for word in rest):
                raise Unreadable(self._say("orders_how"))
            return answer | dict(zip(("left", "centre", "right"), map(int, rest), strict=True))
        if verb == "done":
            return answer | ({"from": self._end(rest[-1])} if rest else {})
        if verb in ("go_on", *UNIT_VERBS) and verb != "go_on":
            answer["marshal" if verb == "reroll" else "unit"] = unit or self.asked.get("unit")
        if verb in PATH_VERBS:
            origin = self.units.get(unit or self.asked.get("unit", ""), {}).get("hex")
            return answer | {"path": self._path(origin, rest)}
        if verb == "assault":
            return answer | {"targets": [self._id(word) for word in rest]}
        if verb == "face":
            return answer | ({"facing": self._facing(rest[-1])} if rest else {})
        if verb in ("fire", "advance"):
            return answer | ({"hex": rest[-1]} if rest else {})
        return answer

    def _path(self, origin: str | None, rest: list[str]) -> list[str]:
        """The hexes named; towards a single one that is not near, a shortest way over ground that can be entered."""
        grid = self.field.grid
        if len(rest) != 1 or origin is None or rest[0] not in grid.numbers:
            return list(rest)
        closed = (self.field.water | self.field.far) - {self.field.bridge, rest[0]}
        for barred in (closed, frozenset[str]()):
            shut = [grid.index(number) for number in barred]
            if way := path(flood(grid.adjacent, grid.index(origin), grid.size, barred=shut), grid.index(rest[0])):
                return [grid.number(hex) for hex in way]
        return list(rest)
