"""Camposanto's speaker: the state of the battle, the counters and the answers in words."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from quadrilatero.games.camposanto.text.answers import PATH_VERBS, Reader, destination, is_hex
from quadrilatero.games.camposanto.text.board import (
    ARROWS,
    BRIDGE,
    COUNTERS,
    HOUSE,
    LETTERS,
    SIDE_LETTERS,
    WATER,
    blank_field,
    draw_board,
    own_field,
)
from quadrilatero.kernel import Phrasebook, Plain
from quadrilatero.kernel.speaker import Group, Line, Menu, Names, Sheet, Span, Speaker, Window

if TYPE_CHECKING:
    from quadrilatero.games.camposanto.game import Camposanto

FOLDER = Path(__file__).parent
BOOK = Phrasebook(FOLDER.with_name("phrases.toml"), FOLDER / "phrases.toml")
NAMES = {"spain": "bold red", "austria": "bold yellow"}
SHORT_LIST = 12
GAP = 3


def units_of(options: Sequence[Plain]) -> frozenset[str]:
    """The units that some options move, fire or assault with."""
    return frozenset(option["unit"] for option in options if "unit" in option)


class CamposantoSpeaker(Speaker):
    """Speaks for one view of a battle."""

    quiet = frozenset({"faced"})

    def __init__(self, game: Camposanto, view: Plain, language: str) -> None:
        super().__init__(game, view, language, BOOK)
        own = view["map"] == "camposanto"
        self.field = own_field(game.data, game.board.grid) if own else blank_field(view["map"])
        self.reader = Reader(view, self.field, BOOK, language)

    # -- showing -------------------------------------------------------------------------------------------------------

    def side(self, seat: str | None) -> Span:
        return self.book.side(seat, self.language), NAMES.get(seat or "", "bold")

    def board(self, window: Window, options: Sequence[Plain] = (), *, opened: bool = False) -> list[Line]:
        reached = frozenset(hex for option in options if (hex := destination(option))) if opened else frozenset[str]()
        return [*draw_board(self.view, self.field, window, reached, units_of(options)), self._legend()]

    def _legend(self) -> Line:
        """What the signs mean."""
        signs = (f"{sign} {self.say('board', name)}" for sign, name in zip((HOUSE, WATER, BRIDGE), SIGNS, strict=True))
        told = "  ".join([self.say("board", "types"), *signs, self.say("board", "marks")])
        sides = ((f" {self.book.side(side, self.language)} ", style) for side, style in COUNTERS.items())
        return [part for side in sides for part in (side, (" ", ""))] + [(f" {told}", "dim")]

    def status(self, width: int) -> list[Line]:
        """Turn and Phase, points, losses, and the order in which the wings act."""
        view = self.view
        turn = f"{self.book.word(view['turn'], self.language)}, {self.say('status', 'phase')} {view['phase']}"
        parts: list[Line] = [[(turn, "bold")]]
        for side in SIDE_LETTERS:
            gone = sum(unit["side"] == side for unit in view["eliminated"])
            general = self.say("status", "general_used" if view["general_used"][side] else "general_free")
            points = {"vp": view["vp"][side], "hits": view["inflicted"][side], "lost": gone, "general": general}
            parts.append([self.side(side), (f" {self.say('status', 'side', **points)}", "")])
        return _in_lines(parts, width) + _in_lines([[self._wing(key)] for key in view["order"]], width)

    def _wing(self, key: str) -> Span:
        view = self.view
        side, wing = key.split(".")
        state = view["states"].get(side, {}).get(wing, "")
        active = view["active"] or {}
        acting = f"{active.get('side')}.{active.get('wing')}"
        done = acting in view["order"] and view["order"].index(key) < view["order"].index(acting)
        points = view["orders"][side][wing] if view["orders"] else ""
        mark = "▶ " if key == acting else "✓ " if done else ""
        tired = "!" if key in view["fatigued"] else ""
        names = f"{self._name('wing', wing)} {points} {self.book.word(state, self.language)}"
        style = f"{NAMES[side]} reverse" if key == acting else "dim" if done else ""
        return f"{mark}{SIDE_LETTERS[side]} {names}{tired}", style

    def _name(self, section: str, key: str) -> str:
        return self.book.find(section, key, self.language, key)

    def pieces(self, sought: str) -> Sheet:
        """Every counter with its values."""
        side = next((side for side in SIDE_LETTERS if sought and side.startswith(sought.lower())), None)
        gone = [{**unit, "hex": self.say("units", "lost")} for unit in self.view["eliminated"]]
        units = [unit for unit in [*self.view["units"], *gone] if side in (None, unit["side"])]
        return Sheet([self.say("units", name) for name in COLUMNS], [self._row(unit) for unit in units])

    def _row(self, unit: Plain) -> list[Span]:
        facing = unit.get("facing", "")
        cells = (
            unit["name"],
            f"{LETTERS[unit['type']]} {self._name('type', unit['type'])}",
            self._name("wing", unit["wing"]),
            unit["hex"],
            f"{ARROWS[facing]} {self.book.word(facing, self.language)}" if facing else "",
            f"{unit['steps']}/{unit['max']}" if "steps" in unit else "",
            "*" * unit.get("stars", 0),
        )
        return [(unit["id"], NAMES[unit["side"]]), *((cell, "") for cell in cells)]

    def hint(self, options: Sequence[Plain]) -> str:
        what = (self.view["ask"] or {}).get("what", "")
        example: Plain = next((option for option in options if option.get("unit") and option.get("path")), {})
        key = what if what in self.book.sections["hint"] else "any"
        return self.say("hint", key, unit=example.get("unit", ""), hex=destination(example) or "")

    # -- telling answers -----------------------------------------------------------------------------------------------

    def label(self, id: str) -> str:
        """A unit's id and name."""
        unit = self.reader.units.get(id)
        return id if unit is None or unit["name"] == id else f"{id} {unit['name']}"

    def describe(self, option: Plain) -> str:
        verb = option["do"]
        if "paths" in option:
            ways = [f"{self.label(id)} {self._way(path)}" for id, path in option["paths"].items()]
            return self.say("answer", "fall_back", what=", ".join(ways))
        if verb in PATH_VERBS:
            return self._described_path(verb, option)
        if verb == "face":
            return f"{ARROWS[option['facing']]}  {self.book.word(option['facing'], self.language)}"
        if verb == "done":
            return self.say("answer", f"done_{option['from']}" if "from" in option else "done")
        if verb == "assault":
            targets = ", ".join(map(self.label, option["targets"]))
            key = "assault" if targets else "withdraw"
            return self.say("answer", key, unit=self.label(option["unit"]), targets=targets)
        fields = {key: self.label(value) if key in ("unit", "marshal") else value for key, value in option.items()}
        there = ", ".join(map(self.label, self.reader.at.get(option.get("hex", ""), ())))
        return self.say("answer", verb, **fields, there=f" ({there})" if there else "")

    def _described_path(self, verb: str, option: Plain) -> str:
        unit = option.get("unit")
        if option["path"] == []:
            return self.say("answer", "turn", unit=self.label(unit or ""))
        way = self._way(option["path"])
        return self.say("answer", verb, what=f"{self.label(unit)} {way}" if unit else way)

    def _way(self, path: Sequence[str]) -> str:
        way = "→ " + " ".join(path[-1:])
        return way if len(path) <= 1 else f"{way} ({self.say('answer', 'by', path=' '.join(path[:-1]))})"

    def menu(self, options: Sequence[Plain]) -> Menu:
        """Each option by itself when they are few, otherwise unit by unit; points are typed."""
        if options and options[0]["do"] == "orders":
            points = sorted({option["left"] for option in options})
            return Menu([], self.say("terminal", "orders", points=" ".join(map(str, points))))
        if len(options) <= SHORT_LIST:
            return Menu(list(options))
        by_unit: dict[str, list[Plain]] = {}
        for number, option in enumerate(options):
            by_unit.setdefault(option.get("unit", f"#{number}"), []).append(option)
        return Menu([some[0] if len(some) == 1 else self._group(unit, some) for unit, some in by_unit.items()])

    def _group(self, id: str, options: list[Plain]) -> Group:
        unit = self.reader.units.get(id, {})
        what = self.say("choices", options[0]["do"], many=len(options))
        return Group(
            f"{self.label(id)}, {self._name('type', unit.get('type', ''))}, {unit.get('hex', '')}: {what}", options
        )

    def names(self, options: Sequence[Plain]) -> Names | None:
        """One unit's many options by their hexes alone."""
        units = units_of(options)
        if len(units) != 1 or len(options) <= SHORT_LIST:
            return None
        heading = self.say("terminal", "unit_moves", unit=self.label(*units))
        return Names(heading, [destination(option) or self.say("terminal", "on_the_spot") for option in options])

    # -- reading -------------------------------------------------------------------------------------------------------

    def pointed(self, typed: str, shown: Sequence[Plain], options: Sequence[Plain]) -> list[Plain]:
        """A hex means the option shown that leads there, or else all options of the unit that stands there."""
        if not is_hex(typed):
            return []
        there = [option for option in shown if destination(option) == typed]
        here = self.reader.at.get(typed, ())
        return there[:1] or [option for option in options if option.get("unit") in here]

    def sought(self, words: Sequence[str], options: Sequence[Plain]) -> list[Plain]:
        unit = self.reader.ids.get(words[0].lower())
        if unit is None:
            return super().sought(words, options)
        return [option for option in options if unit in (option.get("unit"), *option.get("paths", ()))]

    def read(self, typed: Sequence[str], options: Sequence[Plain]) -> tuple[list[Plain], Plain]:
        return self.reader.read(typed, options)


SIGNS = ("house", "water", "bridge")
COLUMNS = ("id", "name", "type", "wing", "hex", "facing", "steps", "stars")


def _in_lines(parts: list[Line], width: int) -> list[Line]:
    """Parts side by side, none broken over two lines."""
    lines: list[Line] = []
    used = width
    for part in parts:
        length = sum(len(text) for text, _ in part)
        if used + GAP + length > width:
            lines.append(list(part))
            used = length
        else:
            lines[-1] += [(" " * GAP, ""), *part]
            used += GAP + length
    return lines
