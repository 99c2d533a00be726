"""Viva o' rre! in words: how the battle stands, who is near whom, the answers, and what a player types read back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quadrilatero.games.vivaorre.said import SIDES
from quadrilatero.games.vivaorre.text.board import (
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
    from quadrilatero.games.vivaorre.game import VivaORre

FOLDER = Path(__file__).parent
BOOK = Phrasebook(FOLDER.with_name("phrases.toml"), FOLDER / "phrases.toml")
NAMES = {"red": "bold red", "blue": "bold blue"}
COLUMNS = ("short", "name", "kind", "formation", "figures", "state", "place")
MOVE, CHARGE = ("move", "muovi"), ("charge", "carica")
MARKS = ("moved", "fired", "fought", "out", "hidden")
MOST_ASKED, MOST_NEAR = 4, 12
FORMED = {
    **dict.fromkeys(("line", "linea"), "line"),
    **dict.fromkeys(("column", "colonna", "assault", "assalto"), "assault"),
    **dict.fromkeys(("march", "marcia"), "march"),
    **dict.fromkeys(("square", "quadrato"), "square"),
    **dict.fromkeys(("skirmish", "sparso"), "skirmish"),
    **dict.fromkeys(("mass", "massa"), "mass"),
    **dict.fromkeys(("battery", "batteria"), "battery"),
    **dict.fromkeys(("limber", "traino"), "limbered"),
}


class VivaSpeaker(Speaker):
    """Speaks for one view of a battle."""

    quiet = frozenset({"moved"})

    def __init__(self, game: VivaORre, view: Plain, language: str) -> None:
        super().__init__(game, view, language, BOOK)
        known = [*view["units"], *view["generals"]]
        self.known = {one["id"]: one for one in known}
        self.short = short_names(self.known)
        self.ground = {piece["id"]: piece for piece in view["table"]["terrain"]}
        self.poses = {one["id"]: pose for one, pose in standing(view)}

    # -- showing -------------------------------------------------------------------------------------------------------

    def side(self, seat: str | None) -> Span:
        return self._army(seat), NAMES.get(seat or "", "bold")

    def _army(self, seat: str | None) -> str:
        army = (self.view.get("armies") or {}).get(seat) or {}
        return self.book.word(army.get("name") or "", self.language) or self.book.side(seat, self.language)

    def board(self, window: Window, options: Sequence[Plain] = (), *, opened: bool = False) -> list[Line]:
        ready = frozenset(id for option in options for id in about(option) if id in self.poses)
        table = draw_board(self.view, window, self.short, ready, self._word)
        asked = [id for id in self.poses if id in ready][:MOST_ASKED]
        return [*table, *self._legend(), *([(self._whereabouts(id), "")] for id in asked)]

    def _word(self, value: object) -> str:
        return self.book.word(value, self.language)

    def _legend(self) -> list[Line]:
        """What the signs mean."""
        line: Line = []
        for side in SIDES:
            line += [(f" {FILLS[side]} {self._army(side)} ", COUNTERS[side]), (" ", "")]
        signs = [f"{sign} {self._word(f'type_{kind}')}" for kind, sign in signs_of(self.view).items()]
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
        marks = [self.book.word(one["state"], self.language)] if one.get("state", "steady") != "steady" else []
        marks += [self.say("mark", mark) for mark in MARKS if one.get(mark)]
        told = self.say("near", "unit", name=name, formation=one["formation"], figures=one["figures"], of=one["start"])
        return ", ".join([told, *marks])

    def near(self, sought: str) -> list[str] | None:
        found = [id for id in self._found(sought) if id in self.poses]
        if not found:
            return None
        return [self._told(found[0]), *self._around(found[0], self.poses)[:MOST_NEAR]]

    def status(self, width: int) -> list[Line]:
        """Turn, phase, and of each side what it has and has lost."""
        view = self.view
        told = self.say("status", "turn", turn=view["turn"], last=view["last_turn"], phase=view["phase"])
        lines: list[Line] = [[(told, "bold")]]
        for side in SIDES:
            units = [unit for unit in view["units"] if unit["side"] == side]
            data = {
                "points": view["score"].get(side, 0),
                "units": len(units),
                "lost": sum(gone["side"] == side for gone in view["eliminated"]),
                "unseen": view["unseen"].get(side, 0),
            }
            key = "side_unseen" if data["unseen"] else "side"
            lines.append([self.side(side), (f" {self.say('status', key, **data)}", "")])
        return lines

    def pieces(self, sought: str) -> Sheet:
        """Every unit and general in sight with what it is worth; those of a side or with a word in their name."""
        wanted = sought.lower()
        chosen = [
            one
            for one in self.known.values()
            if wanted in f"{self._army(one['side'])} {self._piece(one['id'])}".lower()
        ]
        return Sheet([self.say("units", name) for name in COLUMNS], [self._row(one) for one in chosen])

    def _row(self, one: Plain) -> list[Span]:
        place = self.poses.get(one["id"])
        where = self.say("units", "at", x=place[0], y=place[1], front=arrow(place[2])) if place else ""
        if is_general(one):
            if one.get("with"):
                where = self.say("units", "with", unit=self._piece(one["with"]))
            cells = [self._word(one["name"]), self.say("rank", one["rank"]), "", "", "", where.rstrip(" ↑")]
        else:
            marks = [self._word(one["state"])] if one.get("state", "steady") != "steady" else []
            marks += [self.say("mark", mark) for mark in MARKS if one.get(mark)]
            cells = [
                self._word(one["name"]),
                f"{self.say('arm', one['arm'])} {one['class'].upper()}",
                self._word(f"formation_{one['formation']}"),
                f"{one['figures']}/{one['start']}",
                ", ".join(marks),
                where,
            ]
        return [(self.short[one["id"]], NAMES[one["side"]]), *((cell, "") for cell in cells)]

    def hint(self, options: Sequence[Plain]) -> str:
        what = (self.view["ask"] or {}).get("what", "")
        return self.say("hint", what if what in self.book.sections["hint"] else "any")

    # -- telling answers -----------------------------------------------------------------------------------------------

    def _piece(self, value: str) -> str:
        """A piece by its short and its full name; ground by its name."""
        if value in self.known:
            name = self._word(self.known[value]["name"])
            short = self.short[value]
            return name if name.lower() == short else f"{short} {name}".strip()
        if value in self.ground:
            return self._word(self.ground[value].get("name") or f"type_{self.ground[value]['type']}")
        return value

    def describe(self, option: Plain) -> str:
        key, data = self._spelt(option)
        return self.say("answer", key, **data) if key else super().describe(option)

    def _spelt(self, option: Plain) -> tuple[str, Plain]:
        """The sentence for an answer with fields that may be left out, and what fills it; no key where it has none."""
        unit, target = (self._piece(option.get(name) or "") for name in ("unit", "target"))
        match option["do"]:
            case "move":
                path = list(option.get("path") or [])
                more = [self.say("go", name) for name in ("forced",) if option.get(name)]
                more += [self.say("go", "join", unit=self._piece(option["join"]))] if option.get("join") else []
                more += [self.say("go", "enter", **_place(option["enter"]))] if option.get("enter") else []
                return "move", {
                    "unit": unit,
                    "way": ", ".join([*more, *map(self._step, path)]) or self.say("go", "stand"),
                }
            case "go_on":
                path = list(option.get("path") or [])
                return "go_on", {"way": ", ".join(map(self._step, path)) or self.say("go", "stand")}
            case "charge":
                wheel = option.get("wheel")
                way = f", {self._step({'go': 'wheel', **wheel})}" if wheel else ""
                return "charge" if option["target"] else "withdraw", {"unit": unit, "target": target, "way": way}
            case "orders":
                told = [f"{self._piece(id)}: {self.say('order', word)}" for id, word in option["orders"].items()]
                return "orders", {"orders": "; ".join(told)}
            case "fire":
                shots = [self._shot(shot) for shot in option["shots"]]
                return "fire" if shots else "fire_hold", {"shots": "; ".join(shots)}
            case "melee":
                fights = [f"{self._piece(id)} → {self._piece(foe)}" for id, foe in option["targets"].items()]
                return "melee", {"fights": "; ".join(fights)}
            case "deploy":
                placed = {**option.get("units", {}), **option.get("generals", {})}
                told = [f"{self.short.get(id, id)} {self._at(where)}" for id, where in placed.items()]
                return "deploy", {"placed": "; ".join(told)}
            case "when":
                return f"when_{option['half']}", {"brigade": option["brigade"].rpartition(".")[2].removeprefix("b")}
        return "", {}

    def _at(self, where: Any) -> str:
        return self.say("go", "at", **_place(where["at"] if isinstance(where, dict) else where))

    def _shot(self, shot: Plain) -> str:
        target = self._piece(shot["target"]) if shot.get("target") else self._at(shot["at"]) if shot.get("at") else ""
        more = [self.say("shot", shot[name]) for name in ("ammo", "side") if shot.get(name)]
        return f"{self._piece(shot['unit'])} → {', '.join([target, *more])}"

    def _step(self, step: Plain) -> str:
        """A manoeuvre as one says it on the field."""
        data = {**step, "formation": self._word(f"formation_{step.get('formation')}")}
        data["side"] = self.say("hand", step["side"]) if "side" in step else ""
        data["degrees"] = step.get("angle", 0) * 10
        if "at" in step:
            data |= _place(step["at"])
        key = step["go"]
        if step.get("mounted") is not None:
            key = "mount" if step["mounted"] else "dismount"
        more = [self.say("go", "ranks", ranks=step["ranks"])] if step.get("ranks", 1) > 1 else []
        more += [self.say("go", "facing", degrees=step["facing"] * 10)] if step.get("facing") is not None else []
        return " ".join([self.say("go", key, **data), *more])

    # -- reading -------------------------------------------------------------------------------------------------------

    def _found(self, text: str) -> list[str]:
        """The pieces that a word means: by their short name, or else by a part of their name; one's own first."""
        wanted = text.strip().lower()
        exact = [id for id, short in self.short.items() if wanted in (id.lower(), short.lower())]
        known = exact or [id for id in self.known if wanted and wanted in self._piece(id).lower()]
        return sorted(known, key=lambda id: self.known[id]["side"] != self.view["seat"])

    def sought(self, words: Sequence[str], options: Sequence[Plain]) -> list[Plain]:
        found = set(self._found(" ".join(words)))
        return [option for option in options if found & set(about(option))] or super().sought(words, options)

    def read(self, typed: Sequence[str], options: Sequence[Plain]) -> tuple[list[Plain], Plain]:
        verb, rest = typed[0].lower(), " ".join(typed[1:])
        if verb in MOVE and ":" in rest:
            answer: Plain = self._read_move(rest)
        elif verb in CHARGE and (pair := self._pair(typed[1:])):
            answer = {"do": "charge", "unit": pair[0], "target": pair[1]}
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
        verb, *rest = text.lower().split()
        if verb in FORMED:
            ranks = {"ranks": int(rest[0])} if rest and rest[0].isdigit() and int(rest[0]) > 1 else {}
            return {"go": "form", "formation": FORMED[verb], **ranks}
        return read_step(text)

    def _pair(self, words: Sequence[str]) -> tuple[str, str] | None:
        """Two pieces named one after the other, one's own first."""
        for cut in range(1, len(words)):
            here, there = (self._found(" ".join(part)) for part in (words[:cut], words[cut:]))
            if here and there:
                return here[0], next((id for id in there if self.known[id]["side"] != self.view["seat"]), there[0])
        return None

    @cached_property
    def _named(self) -> dict[str, str]:
        return {id: self._piece(id) for id in self.known}


def _place(at: Sequence[int]) -> dict[str, int]:
    return {"x": at[0], "y": at[1]}


def about(option: Plain) -> list[str]:
    """The pieces that an answer is about."""
    one = [option[name] for name in ("unit", "general") if isinstance(option.get(name), str)]
    many = [shot["unit"] for shot in option.get("shots", ())]
    return [*one, *many, *option.get("orders", {}), *option.get("targets", {})]
