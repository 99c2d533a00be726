"""Custoza's speaker: the state of the battle, the counters and the answers in words."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from quadrilatero.games.custoza.board import SIDES
from quadrilatero.games.custoza.text.answers import Reader, destination, is_hex
from quadrilatero.games.custoza.text.board import ARROWS, COUNTERS, GOAL, LETTERS, draw_board, goals_of
from quadrilatero.kernel import Phrasebook, Plain
from quadrilatero.kernel.speaker import Group, Line, Menu, Names, Sheet, Span, Speaker, Window

if TYPE_CHECKING:
    from quadrilatero.games.custoza.game import Custoza

FOLDER = Path(__file__).parent
BOOK = Phrasebook(FOLDER.with_name("phrases.toml"), FOLDER / "phrases.toml")
NAMES = {"italy": "bold green", "austria": "bold yellow"}
SHORT_LIST = 14
COLUMNS = ("id", "name", "type", "formation", "hex", "facing", "sp", "cv", "status", "marks")
MARKS = ("march", "square", "exhausted", "ooc")


class CustozaSpeaker(Speaker):
    """Speaks for one view of a battle."""

    quiet = frozenset({"faced"})

    def __init__(self, game: Custoza, view: Plain, language: str) -> None:
        super().__init__(game, view, language, BOOK)
        self.reader = Reader(view, BOOK, language)
        self.map = game.ground_of(view["map"]).board()
        self.formations = {formation["id"]: formation for formation in view["formations"]}
        self.places = {hex: place.name for place in game.data.field.place for hex in place.hexes}

    # -- showing -------------------------------------------------------------------------------------------------------

    def side(self, seat: str | None) -> Span:
        return self.book.side(seat, self.language), NAMES.get(seat or "", "bold")

    def board(self, window: Window, options: Sequence[Plain] = (), *, opened: bool = False) -> list[Line]:
        reached = frozenset(hex for option in options if (hex := destination(option))) if opened else frozenset[str]()
        ready = frozenset(id for option in options for id in option.get("units", ()))
        return [*draw_board(self.view, self.map, window, reached, ready), self._legend()]

    def _legend(self) -> Line:
        sides = ((f" {self.book.side(side, self.language)} ", style) for side, style in COUNTERS.items())
        told = f" {self.say('board', 'types')}  {GOAL} {self.say('board', 'goal')}  {self.say('board', 'marks')}"
        return [part for side in sides for part in (side, (" ", ""))] + [(told, "dim")]

    def status(self, width: int) -> list[Line]:
        """Game turn, light, phase, victory hexes, and the Formations with what they have done."""
        view = self.view
        light, phase = (self.book.word(word, self.language) for word in (view["light"], f"phase_{view['phase']}"))
        last = self.say("status", "last", **view["last"])
        turn = self.say("status", "turn", gt=view["gt"], day=view["day"], light=light, phase=phase)
        lines: list[Line] = [[(turn, "bold"), (f" {last}", "dim"), *self._hexes()]]
        if number := self.view["strategy"].get(self.view["seat"] or ""):
            told = self.say("status", "strategy", number=number, title=self._title(self.view["seat"], number))
            lines.append([(told, "bold")])
        for side in SIDES:
            own = [self._formation(f) for f in view["formations"] if f["side"] == side]
            lines.append([self.side(side), (": ", ""), *(span for one in own for span in (one, ("  ", "")))])
        return lines

    def _title(self, seat: str, number: int) -> str:
        """What a Strategic Objective is called."""
        return self.book.find("objective", f"{self.view['year']}_{seat}_{number}", self.language, str(number))

    def _place(self, hex: str) -> str:
        """A hex with the name of the place there."""
        return f"{hex} {self.places[hex]}" if hex in self.places else hex

    def _hexes(self) -> Line:
        goals = goals_of(self.view)
        if not goals:
            return []
        held: dict[str, list[str]] = {side: [] for side in SIDES}
        standing = {unit["hex"]: unit["side"] for unit in self.view["units"] if unit.get("sv") and "hex" in unit}
        for hex in goals:
            owner = standing.get(hex) or next((side for side in SIDES if hex in self.view["control"][side]), None)
            if owner:
                held[owner].append(hex)
        told = [f"{self.book.side(side, self.language)} {len(held[side])} ({' '.join(held[side])})" for side in SIDES]
        return [(f"  {GOAL} {'; '.join(told)}", "")]

    def _formation(self, formation: Plain) -> Span:
        active = (self.view["active"] or {}).get("formation") == formation["id"]
        done = formation["this_turn"]
        mark = "▶" if active else "✓" if done == "activated" else "×" if done else ""
        told = self.say(
            "status", "formation", name=formation["name"], command=formation["command"], morale=formation["morale"]
        )
        if self.view["mode"] == "advanced" and formation["side"] == self.view["seat"]:
            state = self.book.word(formation["state"], self.language)
            told = self.say("status", "state", told=told, state=state, fatigue=formation["fatigue"])
            if formation["objective"]:
                told += f" {self.say('status', 'bound', place=self._place(formation['objective']))}"
        return f"{mark}{told}", "reverse" if active else "dim" if done else ""

    def pieces(self, sought: str) -> Sheet:
        """Every counter with what the seat knows of it."""
        side = next((side for side in SIDES if sought and side.startswith(sought.lower())), None)
        units = [unit for unit in self.view["units"] if side in (None, unit["side"])]
        return Sheet([self.say("units", name) for name in COLUMNS], [self._row(unit) for unit in units])

    def _row(self, unit: Plain) -> list[Span]:
        facing = unit.get("facing", "")
        formation = self.formations.get(unit.get("formation") or "", {}).get("name", "")
        marks = [self.say("units", mark) for mark in MARKS if unit.get(mark)]
        if unit.get("ammo", "full") != "full":
            marks.append(self.say("units", f"ammo_{unit['ammo']}"))
        cells = (
            unit.get("name") or self.say("units", "hidden"),
            f"{LETTERS[unit['type']]} {self._name('type', unit['type'])}",
            formation,
            unit.get("hex") or self.say("box", unit["box"]),
            f"{ARROWS[facing]} {self.book.word(facing, self.language)}" if facing and "hex" in unit else "",
            f"{unit['sp']}/{unit['max']}" if "sp" in unit else "",
            str(unit.get("cv", "")),
            self._name("status", unit["status"]) if unit.get("status", "good_order") != "good_order" else "",
            " ".join(marks),
        )
        return [(unit["id"], NAMES[unit["side"]]), *((cell, "") for cell in cells)]

    def _name(self, section: str, key: str) -> str:
        return self.book.find(section, key, self.language, key)

    def hint(self, options: Sequence[Plain]) -> str:
        what = (self.view["ask"] or {}).get("what", "")
        key = what if what in self.book.sections["hint"] else "any"
        example: Plain = next((option for option in options if option.get("path")), {})
        return self.say("hint", key, unit=(example.get("units") or [""])[0], hex=destination(example) or "")

    # -- telling answers -----------------------------------------------------------------------------------------------

    def label(self, ids: Sequence[str]) -> str:
        """Units by id and name."""
        return ", ".join(self._labelled(id) for id in ids)

    def _labelled(self, id: str) -> str:
        name = self.reader.units.get(id, {}).get("name", id)
        return id if name == id else f"{id} {name}"

    def describe(self, option: Plain) -> str:
        verb = option["do"]
        ids = option.get("units") or ([option["unit"]] if option.get("unit") else [])
        key = verb
        if verb == "move" and not option["path"]:
            key = "limber_here" if option.get("march") else "unlimber_here" if option.get("unlimber") else "turn_here"
        if verb == "limber" and self.reader.asked.get("units") and (self.view["ask"] or {}).get("what") == "limber":
            key = "limber_start" if ids else "limber_none"
        if verb == "unlimber":
            key = "unlimber_after"
        if verb == "reserve" and "formation" in option:
            key = "reserve_state"
        if verb == "march":
            key = "march_to"
        if verb == "move" and option["path"][-1:] == ["exit"]:
            key = "exit"
        if "group" in option:
            groups = {group["id"]: group["units"] for group in self.view["reinforcements"]}
            ids = groups.get(option["group"], [])
        data = {
            **option,
            "what": self.label(ids),
            "way": self._way(option),
            "formation": self.formations.get(option.get("formation", ""), {}).get("name", ""),
            "with": self.label(option.get("with", ())),
            "type": self.book.word(option.get("type", ""), self.language),
            "of": self.book.word(option.get("of", ""), self.language),
            "facing": self._facing(option),
            "hex_told": self._aimed(option),
            "place": self._place(destination(option) or ""),
            "title": self._title(self.view["seat"] or "", option.get("objective", 0)) if verb == "choose" else "",
        }
        return self.say("answer", key, **data) if key in self.book.sections["answer"] else super().describe(option)

    def _aimed(self, option: Plain) -> str:
        if "hex" not in option:
            return self.say("answer", "fire_trigger")
        at = self.book.word(option.get("at", ""), self.language)
        return self.say("answer", "fire_at", hex=option["hex"], at=at)

    def _facing(self, option: Plain) -> str:
        facing = option.get("facing", "")
        return f"{ARROWS[facing]} {self.book.word(facing, self.language)}" if facing else ""

    def _way(self, option: Plain) -> str:
        if "paths" in option:
            return ", ".join(f"{id} → {path[-1]}" for id, path in option["paths"].items())
        path = option.get("path") or []
        way = f"→ {path[-1]}" if path else ""
        if len(path) > 1:
            way += f" ({self.say('answer', 'by', path=' '.join(path[:-1]))})"
        more = [self.say("answer", key) for key in ("march", "unlimber") if option.get(key)]
        if option.get("march") is False:
            more.append(self.say("answer", "no_march"))
        if target := self._target(option):
            more.append(self.say("answer", "on", target=target))
        return " ".join([way, *more]).strip()

    def _target(self, option: Plain) -> str | None:
        """Whom an attack strikes: as it says, or by the marker where its way ends."""
        if option.get("target") or option["do"] not in ("assault", "charge"):
            return option.get("target")
        end = destination(option) or self.reader.units[option["units"][0]].get("hex")
        markers = self.reader.asked.get("markers", ())
        return next((m["target"] for m in markers if m["hex"] == end and m["type"] == option["do"]), None)

    def menu(self, options: Sequence[Plain]) -> Menu:
        """Each option by itself when they are few, otherwise the moves of each Force under one number."""
        if len(options) <= SHORT_LIST:
            return Menu(list(options))
        by_force: dict[str, list[Plain]] = {}
        for number, option in enumerate(options):
            key = " ".join(_about(option)) if option["do"] in GROUPED and _about(option) else f"#{number}"
            by_force.setdefault(f"{option['do']} {key}", []).append(option)
        return Menu([some[0] if len(some) == 1 else self._group(some) for some in by_force.values()])

    def _group(self, options: list[Plain]) -> Group:
        ids = _about(options[0])
        hex = self.reader.units.get(ids[0], {}).get("hex", "")
        verb = self.say("choices", options[0]["do"])
        if ids[0] in self.formations:
            what, hex = self.formations[ids[0]]["name"], self.formations[ids[0]]["objective"] or ""
        else:
            what = self.label(ids)
        return Group(self.say("choices", "force", what=what, hex=hex, verb=verb, many=len(options)), options)

    def names(self, options: Sequence[Plain]) -> Names | None:
        """One Force's many ways by their hexes alone."""
        forces = {tuple(_about(option)) for option in options}
        if len(forces) != 1 or len(options) <= SHORT_LIST or any(option["do"] not in NAMED for option in options):
            return None
        ids = next(iter(forces))
        what = ", ".join(self.formations[id]["name"] if id in self.formations else self._labelled(id) for id in ids)
        heading = self.say("terminal", "force_moves", what=what)
        return Names(heading, [self._short(option) for option in options])

    def _short(self, option: Plain) -> str:
        sign = "u" if option.get("unlimber") else "m" if option.get("march") else ""
        return f"{destination(option) or self.say('terminal', 'on_the_spot')}{sign}"

    # -- reading -------------------------------------------------------------------------------------------------------

    def pointed(self, typed: str, shown: Sequence[Plain], options: Sequence[Plain]) -> list[Plain]:
        """A hex means the option shown that leads there, or else all options of those who stand there."""
        if not is_hex(typed):
            return []
        there = [option for option in shown if destination(option) == typed]
        here = set(self.reader.at.get(typed, ()))
        return there[:1] or [option for option in options if here & set(option.get("units", ()))]

    def sought(self, words: Sequence[str], options: Sequence[Plain]) -> list[Plain]:
        ids = {id.lower(): id for id in self.reader.units}
        unit = ids.get(words[0].lower())
        if unit is None:
            return super().sought(words, options)
        return [option for option in options if unit in (option.get("unit"), *option.get("units", ()))]

    def read(self, typed: Sequence[str], options: Sequence[Plain]) -> tuple[list[Plain], Plain]:
        return self.reader.read(typed, options)


GROUPED = ("move", "fire", "fall_back", "retreat", "objective", "march", "place", "ferry")
NAMED = ("move", "objective", "march", "place")


def _about(option: Plain) -> list[str]:
    """The units that an option is about, or its Formation."""
    one = option.get("unit") or option.get("formation")
    return option.get("units") or ([one] if one else [])
