"""A la Guerre... in words: how the battle stands, who is near whom, the answers, and what a player types read back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quadrilatero.games.alaguerre.said import SIDES
from quadrilatero.games.alaguerre.text.board import (
    COUNTERS,
    FILLS,
    GENERAL,
    draw_board,
    is_general,
    signs_of,
    standing,
)
from quadrilatero.kernel import Phrasebook, Plain
from quadrilatero.kernel.speaker import Line, Sheet, Span, Speaker, Unreadable, Window
from quadrilatero.table.text import arrow, neighbours, pieced, read_step, short_names

if TYPE_CHECKING:
    from quadrilatero.games.alaguerre.game import ALaGuerre

FOLDER = Path(__file__).parent
BOOK = Phrasebook(FOLDER.with_name("phrases.toml"), FOLDER / "phrases.toml")
NAMES = {"red": "bold red", "blue": "bold blue"}
COLUMNS = ("short", "name", "kind", "division", "formation", "strength", "state", "place")
MOVE, ORDERS = ("move", "muovi"), ("orders", "ordini")
ATTACKS = {
    **dict.fromkeys(("charge", "carica"), "charge"),
    **dict.fromkeys(("approach", "avvicina"), "approach"),
    **dict.fromkeys(("fire", "tira"), "fire"),
}
MARKS = ("moved", "fired", "engaged", "fight", "tactical")
MOST_ASKED, MOST_NEAR = 4, 12
FORMED = {
    **dict.fromkeys(("line", "linea"), "line"),
    **dict.fromkeys(("column", "colonna"), "column"),
    **dict.fromkeys(("square", "quadrato"), "square"),
    **dict.fromkeys(("open", "aperto"), "skirmish"),
    **dict.fromkeys(("battery", "batteria"), "battery"),
    **dict.fromkeys(("limber", "avantreno"), "limbered"),
}
OF_PIECES = ("unit", "target", "enemy", "general", "piece")


class GuerreSpeaker(Speaker):
    """Speaks for one view of a battle."""

    quiet = frozenset({"moved"})

    def __init__(self, game: ALaGuerre, view: Plain, language: str) -> None:
        super().__init__(game, view, language, BOOK)
        self.known = {one["id"]: one for one in (*view["bases"], *view["generals"])}
        self.units = {unit["unit"]: unit["bases"] for unit in view["formations"]}
        self.short = short_names((*self.known, *self.units))
        self.ground = {piece["id"]: piece for piece in view["table"]["terrain"]}
        self.poses = {one["id"]: pose for one, pose in standing(view)}

    # -- showing -------------------------------------------------------------------------------------------------------

    def side(self, seat: str | None) -> Span:
        return self._army(seat), NAMES.get((seat or "").partition(".")[0], "bold")

    def _army(self, seat: str | None) -> str:
        """A side by its army, or by its armies; a player-general's seat as his side."""
        side = (seat or "").partition(".")[0]
        told = (self.view.get("armies") or {}).get(side) or {}
        names = [self._word(army.get("name") or "") for army in (told if isinstance(told, list) else [told])]
        return ", ".join(filter(None, names)) or self.book.side(side or None, self.language)

    def _word(self, value: object) -> str:
        return self.book.word(value, self.language)

    def board(self, window: Window, options: Sequence[Plain] = (), *, opened: bool = False) -> list[Line]:
        ready = frozenset(base for option in options for id in about(option) for base in self._bases(id))
        table = draw_board(self.view, window, self.short, ready, self._word)
        asked = [id for id in self.poses if id in ready][:MOST_ASKED]
        return [*table, *self._legend(), *([(self._whereabouts(id), "")] for id in asked)]

    def _bases(self, id: str) -> Sequence[str]:
        """The bases of a unit on the table."""
        return [base for base in self.units.get(id, (id,)) if base in self.poses]

    def _legend(self) -> list[Line]:
        """What the signs mean."""
        line: Line = []
        for side in SIDES:
            line += [(f" {FILLS[side]} {self._army(side)} ", COUNTERS[side]), (" ", "")]
        signs = [f"{sign} {self.say('sign', kind)}" for kind, sign in signs_of(self.view).items()]
        told = "  ".join([f"{GENERAL} {self.say('board', 'general')}", *signs, self.say("board", "marks")])
        return [[*line, (told, "dim")]]

    def _whereabouts(self, id: str) -> str:
        """A piece that is asked about: what it is, and how far the nearest enemy stands."""
        foes = self._around(id, (foe for foe in self.poses if self.known[foe]["side"] != self.known[id]["side"]))[:1]
        return "; ".join([self._told(id), *(self.say("near", "enemy", told=foe) for foe in foes)])

    def _around(self, id: str, others: Iterable[str]) -> list[str]:
        """Others round a piece in words, the nearest first."""
        return [
            self.say("near", "at", told=self._told(one.id), far=one.far, hour=one.hour)
            for one in neighbours(self.poses[id], ((other, self.poses[other]) for other in others if other != id))
        ]

    def _told(self, id: str) -> str:
        """A piece by its names, with how it stands and what it is worth still."""
        one = self.known[id]
        name = self._piece(id)
        if is_general(one):
            return self.say("near", "general", name=name)
        left = one.get("strength", 4) - one.get("losses", 0)
        told = self.say("near", "base", name=name, formation=one["formation"], left=left, of=one.get("strength", 4))
        return ", ".join([told, *self._marks(one)])

    def _marks(self, one: Plain) -> list[str]:
        state = [self._word(one["state"])] if one.get("state", "ordered") != "ordered" else []
        return [*state, *(self.say("mark", mark) for mark in MARKS if one.get(mark))]

    def near(self, sought: str) -> list[str] | None:
        found = [base for id in self._found(sought) for base in self._bases(id)]
        if not found:
            return None
        return [self._told(found[0]), *self._around(found[0], self.poses)[:MOST_NEAR]]

    def status(self, width: int) -> list[Line]:
        """Turn, impulse and phase; of each side its cohesion as far as it is known, its bases and its orders."""
        view = self.view
        phase = self._word(view["phase"])
        told = self.say(
            "status", "turn", turn=view["turn"], last=view["last_turn"], impulse=view["impulse"], phase=phase
        )
        lines: list[Line] = [[(told, "bold")]]
        for side in SIDES:
            armies = {
                side,
                *(one["army"] for one in view["divisions"].values() if one["side"] == side and one.get("army")),
            }
            cohesion = [str(value) for army, value in view["cohesion"].items() if army in armies]
            data = {
                "cohesion": " + ".join(cohesion) or "?",
                "bases": sum(base["side"] == side and base["at"] is not None for base in view["bases"]),
                "lost": sum(gone["side"] == side for gone in view["eliminated"]),
            }
            parts = [self.say("status", "side", **data)]
            parts += ["; ".join(orders)] if (orders := self._orders(side)) else []
            lines.append([self.side(side), (f" {'; '.join(parts)}", "")])
        return lines

    def _orders(self, side: str) -> list[str]:
        """The orders of a side that are in sight, the highest first."""
        divisions, orders = self.view["divisions"], self.view["orders"]
        own = {id: n for id, n in orders.items() if divisions.get(id, {}).get("side") == side}
        return [
            self.say("status", "order", division=self._division(id), n=n)
            for id, n in sorted(own.items(), key=lambda item: -item[1])
        ]

    def _division(self, id: str) -> str:
        """A division by the name of its general."""
        led = next((one["id"] for one in self.view["generals"] if one.get("division") == id), None)
        return self._word(self.known[led]["name"]) if led else self._word(id)

    def pieces(self, sought: str) -> Sheet:
        """Every base and general in sight with what it is worth; those of a side or with a word in their name."""
        wanted = sought.lower()
        chosen = [
            one
            for one in self.known.values()
            if wanted in f"{self._army(one['side'])} {self._piece(one['id'])}".lower()
        ]
        return Sheet([self.say("units", name) for name in COLUMNS], [self._row(one) for one in chosen])

    def _row(self, one: Plain) -> list[Span]:
        place = self.poses.get(one["id"])
        name, division = self._word(one["name"]), self._division(one.get("division") or "")
        if is_general(one):
            where = self.say("units", "at", x=place[0], y=place[1], front="").strip() if place else ""
            cells = [name, self.say("units", "general", level=f"{one['level']:+d}"), division, "", "", "", where]
        else:
            where = self.say("units", "at", x=place[0], y=place[1], front=arrow(place[2])) if place else ""
            strength = one.get("strength", 4)
            cells = [
                name,
                f"{self.book.find('note', one['type'], self.language, one['type'])} {one['stats']}",
                division,
                self._word(one["formation"]),
                f"{strength - one.get('losses', 0)}/{strength}",
                ", ".join(self._marks(one)),
                where,
            ]
        return [(self.short[one["id"]], NAMES[one["side"]]), *((cell, "") for cell in cells)]

    def hint(self, options: Sequence[Plain]) -> str:
        what = (self.view["ask"] or {}).get("what", "")
        return self.say("hint", what if what in self.book.sections["hint"] else "any")

    # -- telling answers -----------------------------------------------------------------------------------------------

    def _piece(self, value: str) -> str:
        """A piece by its short and its full name; a unit of several bases by its first; ground by its name."""
        if value in self.known:
            name = self._word(self.known[value]["name"])
            short = self.short[value]
            return name if name.lower() == short else f"{short} {name}".strip()
        if value in self.units:
            return self.say(
                "units", "several", short=self.short[value], name=self._bare(value), n=len(self.units[value])
            )
        if value in self.ground:
            return self._word(self.ground[value].get("name") or f"type_{self.ground[value]['type']}")
        return value

    def _bare(self, unit: str) -> str:
        """A unit of several bases by the name of its first, without the number of that."""
        first = self.known.get(self.units[unit][0])
        words = self._word(first["name"]).split() if first else []
        return " ".join(words[:-1] if len(words) > 1 and words[-1].lstrip("d").replace(".", "").isdigit() else words)

    def describe(self, option: Plain) -> str:
        key, data = self._spelt(option)
        told = {name: self._piece(option[name]) for name in OF_PIECES if isinstance(option.get(name), str)}
        return self.say("answer", key, **{**option, **told, **data}) if key else super().describe(option)

    def _spelt(self, option: Plain) -> tuple[str, Plain]:
        """The sentence for an answer with fields that may be left out, and what fills it; no key where it has none."""
        verb = option["do"]
        wheel = option.get("wheel")
        way = f", {self._step({'go': 'wheel', **wheel})}" if wheel else ""
        alone = f", {self.say('go', 'alone')}" if option.get("alone") else ""
        match verb:
            case "move":
                return verb, {
                    "way": (", ".join(map(self._step, option.get("path") or [])) or self.say("go", "stand")) + alone
                }
            case "charge" | "approach" if option.get("unit"):
                return verb, {"way": way + alone}
            case "charge" | "approach":
                return f"{verb}_it", {"way": way + alone}
            case "fire" if option.get("target"):
                side = "".join(f", {one}" for one in self._sides(option.get("side")))
                return ("fire" if option.get("unit") else "fire_at"), {"side": side}
            case "orders":
                told = [f"{self._piece(id)} {die}" for id, die in option["assign"].items()]
                told += [f"{self._piece(id)} {self.say('go', 'dummy')}" for id in option.get("dummies") or ()]
                return ("orders" if told else "orders_none"), {"orders": ", ".join(told)}
            case "occupy":
                more = [*self._sides(option.get("sides")), *self._facing(option)]
                return verb, {"way": "".join(f", {one}" for one in more) + alone}
            case "division" | "reserve":
                return verb, {"division": self._division(option["division"])}
            case "plan":
                told = [
                    f"{self._division(id)} {chr(65 + column)}{row + 1}"
                    for id, (column, row) in option["sectors"].items()
                ]
                return verb, {"sectors": ", ".join(told)}
            case "deploy" | "appear":
                placed = {**option["bases"], **option.get("generals", {})}
                told = [f"{self.short.get(id, id)} {self._at(where)}" for id, where in placed.items()]
                who = self._division(option["division"]) if verb == "deploy" else option["group"]
                return verb, {"who": who, "placed": "; ".join(told)}
            case "enter":
                return f"enter_{option.get('formation', 'column')}", {}
            case "evade":
                return ("evade_open" if option.get("formation") else "evade"), {}
            case "face":
                return verb, {"side": self.say("hand", option["side"])}
            case "go_on":
                return ("go_on_by" if option.get("by") else "go_on"), {}
            case "turn":
                return verb, {"front": arrow(option["facing"]), "degrees": option["facing"] * 10}
        return "", {}

    def _sides(self, said: Any) -> list[str]:
        """A face of a base, or sides of a piece of ground by their numbers; nothing where none are named."""
        if said is None or isinstance(said, str):
            return [self.say("face", said)] if said else []
        return [self.say("go", "sides", sides=", ".join(map(str, said if isinstance(said, list) else [said])))]

    def _facing(self, said: Plain) -> list[str]:
        return [] if said.get("facing") is None else [self.say("go", "facing", degrees=said["facing"] * 10)]

    def _at(self, where: Any) -> str:
        x, y = where["at"] if isinstance(where, dict) else where
        return self.say("go", "at", x=x, y=y)

    def _step(self, step: Plain) -> str:
        """A manoeuvre as one says it on the field."""
        data = {**step, "degrees": step.get("angle", 0) * 10}
        key = step["go"]
        if key == "wheel" and step.get("back"):
            key = "wheel_back"
        if isinstance(step.get("side"), str):
            data["side"] = self.say("hand", step["side"])
        if "piece" in step:
            data["piece"] = self._piece(step["piece"])
        more: list[str] = []
        if "at" in step:
            data["x"], data["y"] = step["at"]
        if key == "tactical":
            *between, (data["x"], data["y"]) = step["by"]
            places = "; ".join(map(self._at, between))
            more = [self.say("go", "by", places=places)] if places else []
        if key == "form":
            data["formation"] = self._word(step["formation"])
            if step.get("mounted") is not None:
                key = "mount" if step["mounted"] else "dismount"
        more += self._facing(step)
        return " ".join([self.say("go", key, **data), *more])

    # -- reading -------------------------------------------------------------------------------------------------------

    def _found(self, text: str) -> list[str]:
        """The units, bases and generals that a word means: by their short name, or else by a part of their name."""
        wanted = text.strip().lower()
        every = (*self.units, *self.known)
        exact = [id for id in every if wanted in (id.lower(), self.short[id].lower())]
        known = exact or [id for id in every if wanted and wanted in self._piece(id).lower()]
        return sorted(known, key=self._is_foe)

    def _is_foe(self, id: str) -> bool:
        bases = self.units.get(id, (id,))
        side = (self.view["seat"] or "").partition(".")[0]
        return next((self.known[base]["side"] for base in bases if base in self.known), side) != side

    def sought(self, words: Sequence[str], options: Sequence[Plain]) -> list[Plain]:
        found = set(self._found(" ".join(words)))
        return [option for option in options if found & set(about(option))] or super().sought(words, options)

    def read(self, typed: Sequence[str], options: Sequence[Plain]) -> tuple[list[Plain], Plain]:
        verb, rest = typed[0].lower(), " ".join(typed[1:])
        if verb in MOVE and ":" in rest:
            answer = self._read_move(rest)
        elif verb in ATTACKS and (pair := self._pair(typed[1:])):
            answer = {"do": ATTACKS[verb], "unit": pair[0], "target": pair[1]}
        elif verb in ORDERS and rest:
            answer = self._read_orders(rest)
        else:
            return super().read(typed, options)
        return [option for option in options if option == answer], answer

    def _read_move(self, text: str) -> Plain:
        """`NAME: advance 2, wheel left 30`."""
        name, _, way = text.partition(":")
        found = self._found(name)
        if not found:
            raise Unreadable(self.say("terminal", "unknown", typed=name))
        path = []
        for part in pieced(way):
            step = self._read_step(part)
            if step is None:
                raise Unreadable(self.say("terminal", "no_step", typed=part))
            path.append(step)
        return {"do": "move", "unit": found[0], "path": path}

    def _read_step(self, text: str) -> Plain | None:
        verb = text.lower().split()[0]
        return {"go": "form", "formation": FORMED[verb]} if verb in FORMED else read_step(text)

    def _read_orders(self, text: str) -> Plain:
        """`NAME 5, NAME 4`."""
        assign = {}
        for part in pieced(text):
            name, _, die = part.rpartition(" ")
            found = [id for id in self._found(name) if id in self.known and is_general(self.known[id])]
            if not found or not die.isdigit():
                raise Unreadable(self.say("terminal", "no_order", typed=part))
            assign[found[0]] = int(die)
        return {"do": "orders", "assign": assign}

    def _pair(self, words: Sequence[str]) -> tuple[str, str] | None:
        """Two pieces named one after the other, one's own first."""
        for cut in range(1, len(words)):
            here, there = (self._found(" ".join(part)) for part in (words[:cut], words[cut:]))
            if here and there:
                return here[0], next(filter(self._is_foe, there), there[0])
        return None

    @cached_property
    def _named(self) -> dict[str, str]:
        return {id: self._piece(id) for id in (*self.known, *self.units)}


def about(option: Plain) -> list[str]:
    """The pieces that an answer is about."""
    one = [option[name] for name in ("unit", "general") if isinstance(option.get(name), str)]
    return [*one, *option.get("assign", {})]
