"""Answers as they are typed: a verb, and whatever tells one option from the others: units, hexes, facings, names."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from quadrilatero.kernel import Phrasebook, Plain
from quadrilatero.kernel.speaker import Unreadable

VERBS = {
    "activate": ("activate", "attiva"),
    "pass": ("p", "pass", "passa"),
    "declare": ("declare", "dichiara"),
    "done": ("d", "done", "fine"),
    "move": ("m", "move", "muovi"),
    "fire": ("f", "fire", "spara", "fuoco"),
    "assault": ("a", "assault", "assalta"),
    "charge": ("c", "charge", "carica"),
    "square": ("square", "quadrato"),
    "leave_square": ("unsquare", "esci-quadrato"),
    "leave_march": ("leave", "lascia"),
    "fall_back": ("b", "back", "ripiega"),
    "face": ("face", "orienta"),
    "limber": ("limber", "traino"),
    "unlimber": ("unlimber", "posizione"),
    "reserve": ("reserve", "riserva"),
    "go_on": ("go", "prosegui"),
    "stop": ("stop", "ferma"),
    "turn": ("turn", "ruota"),
    "break_off": ("break", "interrompi"),
    "hit": ("hit", "colpo"),
    "lead": ("lead", "guida"),
    "retreat": ("retreat", "ritira"),
    "advance": ("advance", "avanza"),
    "place": ("place", "piazza"),
    "recover": ("recover", "recupera"),
    "choose": ("choose", "scegli"),
    "keep": ("keep", "tieni"),
    "march": ("march", "marcia"),
    "objective": ("objective", "obiettivo"),
    "deploy": ("deploy", "schiera"),
    "remove": ("remove", "togli"),
    "halt": ("halt", "alt"),
    "rally": ("rally", "riordina"),
    "claim": ("claim", "chiama"),
    "shift": ("shift", "devia"),
    "build": ("build", "costruisci"),
    "ferry": ("ferry", "traghetta"),
}
VERB_OF = {short: verb for verb, shorts in VERBS.items() for short in shorts}
ITALIAN = {
    "NO": "NW",
    "SO": "SW",
    "ASSALTO": "ASSAULT",
    "CARICA": "CHARGE",
    "STATO": "STATUS",
    "ESAURIMENTO": "EXHAUSTION",
}
NUMBER = 4
FACINGS = ("N", "NE", "SE", "S", "SW", "NW")


def destination(option: Plain) -> str | None:
    """The hex an option leads to or strikes."""
    if path := option.get("path"):
        return str(path[-1])
    objective = option.get("objective")
    return objective if isinstance(objective, str) else option.get("hex")


def is_hex(word: str) -> bool:
    """Whether a word is written like the number of a hex."""
    return len(word) == NUMBER and word.isascii() and word.isdigit()


class Reader:
    """Reads what is typed while one view stands."""

    def __init__(self, view: Plain, book: Phrasebook, language: str) -> None:
        self.book, self.language = book, language
        self.units: dict[str, Plain] = {unit["id"]: unit for unit in view["units"]}
        self.at: dict[str, list[str]] = {}
        for unit in view["units"]:
            if "hex" in unit:
                self.at.setdefault(unit["hex"], []).append(unit["id"])
        self.asked: Plain = (view.get("ask") or {}).get("data", {})

    def read(self, typed: Sequence[str], options: Sequence[Plain]) -> tuple[list[Plain], Plain]:
        """The listed options that fit what was typed, and the answer it spells out by itself."""
        text = " ".join(typed)
        if text.startswith("{"):
            try:
                spelt = json.loads(text)
            except json.JSONDecodeError as error:
                raise Unreadable(self._say("bad_json", why=str(error))) from None
            return [option for option in options if option == spelt], spelt
        verb, rest = self._verb(list(typed), options)
        words = [self._word(word) for word in rest]
        fitting = [option for option in options if option["do"] == verb and all(self._names(option, w) for w in words)]
        exact = [option for option in fitting if [w for w in words if is_hex(w)][-1:] == [destination(option)]]
        return exact if len(exact) == 1 else fitting, self._spell(verb, words, options)

    def _say(self, key: str, **data: Any) -> str:
        return self.book.say("terminal", key, self.language, data)

    def _verb(self, typed: list[str], options: Sequence[Plain]) -> tuple[str, list[str]]:
        """The verb typed; a bare facing, unit or hex stands for the only verb there is."""
        verb = VERB_OF.get(typed[0].lower())
        if verb is not None:
            return verb, typed[1:]
        asked = list(dict.fromkeys(option["do"] for option in options))
        if self._word(typed[0]) in FACINGS and "face" in asked:
            return "face", typed
        about = [v for v in asked if v not in ("pass", "done", "stop")]
        if len(about) == 1 and any(self._names(option, self._word(typed[0])) for option in options):
            return about[0], typed
        raise Unreadable(self._say("unknown", typed=" ".join(typed)))

    @staticmethod
    def _word(word: str) -> str:
        upper = word.upper()
        return ITALIAN.get(upper, upper)

    def _names(self, option: Plain, word: str) -> bool:
        """Whether an option is about what a word names: a unit, where it stands, a hex on its way, a value."""
        if is_hex(word) and any(word == self.units.get(id, {}).get("hex") for id in option.get("units", ())):
            return True
        return word in _words(option)

    def _spell(self, verb: str, words: list[str], options: Sequence[Plain]) -> Plain:
        """The answer that the words spell out, whether or not it is allowed."""
        ids = {id.upper(): id for id in self.units}
        units = [ids[word] for word in words if word in ids]
        hexes = [word for word in words if is_hex(word)]
        answer: Plain = {"do": verb}
        if units or verb in ("move", "assault", "charge"):
            answer["units"] = units or self._standing(hexes[:1])
            hexes = hexes if units else hexes[1:]
        if verb in ("move", "assault", "charge", "retreat", "fall_back"):
            answer["path"] = hexes
        elif verb == "fire" and hexes:
            answer["hex"] = hexes[-1]
        elif verb == "declare" and len(hexes) > 1:
            kind = "charge" if "CHARGE" in words else "assault"
            return {"do": verb, "type": kind, "hex": hexes[0], "target": hexes[1]}
        facing = [word for word in words if word in FACINGS]
        if facing and verb == "face":
            answer |= {"units": units or self.asked.get("units", []), "facing": facing[-1]}
        return answer

    def _standing(self, hexes: list[str]) -> list[str]:
        able = set(self.asked.get("units", ()))
        return [id for hex in hexes for id in self.at.get(hex, ()) if id in able]


def _words(value: Any) -> set[str]:
    """Every value in an option, in capitals."""
    if isinstance(value, dict):
        return set().union(*(_words(inner) | {str(key).upper()} for key, inner in value.items() if key != "do"))
    if isinstance(value, list):
        return set().union(*map(_words, value)) if value else set()
    return {str(value).upper()}
