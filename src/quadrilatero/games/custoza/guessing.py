"""Worlds that a seat cannot tell from the real one: what lies face down is dealt from the roster (2.4.1-f)."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from quadrilatero.games.custoza import marches
from quadrilatero.games.custoza.board import SIDES
from quadrilatero.games.custoza.fog import named, renamed
from quadrilatero.games.custoza.said import PIECES
from quadrilatero.games.custoza.units import CLASS_OF
from quadrilatero.games.custoza.view import without_additions
from quadrilatero.kernel import Plain, Seat
from quadrilatero.kernel.worlds import Contradiction

MARKERS = ("hex", "facing", "status", "ammo", "march", "square", "exhausted", "ooc")
GONE = ("routed", "eliminated")
USED_BEFORE = 0.8
"""How likely cavalry that was turned up since the boundary, and has moved, had done so before it."""
WAS_SHOWN = 0.9
"""How likely an answer meant a counter that was turned up after it, where it may have meant others."""
HAD_A_PART = 0.5
"""How often the losses of those who have had a part since the boundary are drawn first, evenly: they may have told."""
RODE_BEFORE = 0.5
"""How likely exhausted cavalry that lies face down has moved in this game turn."""
WHOLE = 0.7
"""How likely a unit of the Reserve that lies face down has lost nothing: no Formation's losses tell of it."""
ALL_IN_TIME = 0.9
"""How likely nobody of those who come without a Formation has been held up, and nobody is there before his time."""
Group = tuple[str, str | None, str, int]
"""Counters that look alike from behind: side, Formation, class and stacking value."""


def complete(
    before: Plain, seat: Seat | None, rng: random.Random, view: Plain | None = None, goals: Sequence[str] = ()
) -> Plain:
    """A whole position that looks to the seat like this one, and fits what was turned up since, as its view tells.

    `goals` are the hexes that Formations In March may have as objectives.
    """
    deal = Deal(before, seat, rng, view or before)
    units = deal.units()
    bare = without_additions(before)
    strategy = {side: before["strategy"][side] or deal.strategy(side, seat) for side in SIDES}
    named = {key: renamed(bare[key], deal.names) for key in ("active", "facing", "acted") if bare.get(key)}
    for part in (named, named.get("active", {})):
        if part.get("acted"):
            acted = part["acted"].items()
            part["acted"] = {id: done if "mp" in done else {**done, "mp": deal.spent(units, id)} for id, done in acted}
    in_reach = {**bare.get("in_reach", {}), **deal.in_reach(seat)}
    if bare["mode"] == "advanced":
        named["formations"] = marches.formations(bare["formations"], seat, goals, rng)
        named["tasks"] = marches.tasks(bare.get("tasks", ()))
    return {**bare, **named, "units": units, "strategy": strategy, **({"in_reach": in_reach} if in_reach else {})}


class Deal:
    """The counters of a roster dealt to those that lie face down in a view."""

    def __init__(self, before: Plain, seat: Seat | None, rng: random.Random, view: Plain) -> None:
        self.before, self.view, self.seat = before, view, seat
        since: Plain = view.get("since") or {}
        self.now: dict[str, Plain] = {unit["id"]: unit for unit in view["units"] if not unit.get("hidden")}
        self.moved = named(since.get("answers", ()))
        self.spoken_of = self.moved | named([event["data"] for event in since.get("told", ())])
        """The names of all counters that have had a part in what has happened since the boundary."""
        self.hits = hits(since)
        self.done: dict[str, Plain] = {**(view.get("acted") or {}), **((view.get("active") or {}).get("acted") or {})}
        """What counters have done in this activation, as the view tells it now."""
        self.rng = rng
        self.own = [unit["id"] for unit in before["units"] if unit["side"] == seat]
        self.seen: dict[str, Plain] = {unit["id"]: unit for unit in before["units"] if not unit.get("hidden")}
        self.dark: list[Plain] = [unit for unit in before["units"] if unit.get("hidden")]
        self.turned_up = turned_up(since) | self._set_aside(since)
        self.formations = {entry["id"] for entry in before["formations"]}
        self.awaited: set[str] = set()
        """Those who are still to come without a Formation, once they have been kept back."""
        self.names: dict[str, str] = {}
        """From the alias of a counter to the id it was dealt."""

    def _set_aside(self, since: Plain) -> dict[str, Found]:
        """2.4.1-f, 7.1-a: counters that were routed or lost out of sight lie face up now: where they may have lain.

        What was told of each names its hex, but not which of those that left it was the one.
        """
        shown = turned_up(since)
        gone = [id for id, unit in self.now.items() if unit.get("box") in GONE and id not in {*self.seen, *shown}]
        places = [
            event["data"]["unit"]
            for event in since.get("told", ())
            if event["kind"] in GONE and event["data"]["unit"].startswith("?")
        ]
        self.rng.shuffle(places)
        told = len(since.get("told", ()))
        return {id: Found(place[1:-1], self.now[id]["sp"], told) for id, place in zip(gone, places, strict=False)}

    def _keep_back(self, cards: dict[Group, list[Plain]]) -> None:
        """21.4-a, 21.6-a: takes enemies who come without a Formation, and are not there yet, out of what may be dealt.

        Of an Engaged Formation whoever does not lie on the map is one of them, so that their number is known. While
        another marches or rests, whoever of it lies on the map has most likely come alone. Those who were held up wait
        for a later time than those who are there.
        """
        lone = [g for g in self.before["reinforcements"] if g["side"] != self.seat and g["formation"] is None]
        when = {id: (coming["day"], coming["gt"]) for coming in lone for id in coming["units"]}
        now = self.before["day"], self.before["gt"]
        engaged = {entry["id"] for entry in self.before["formations"] if entry["state"] == "engaged"}
        lying = Counter([_group_of(unit) for unit in self.dark if unit["type"] != "piece"])
        for group, heap in cards.items():
            named = [card for card in heap if card["id"] in when and card["id"] not in self.turned_up]
            self.rng.shuffle(named)
            in_time = self.rng.random() < ALL_IN_TIME
            named.sort(key=lambda card: in_time and when[card["id"]] <= now)
            inside = len(heap) - lying[group]
            if group[1] in engaged:
                count = inside
            elif in_time:
                count = len(named) - lying[group]
            else:
                count = self.rng.randint(0, min(len(named), max(0, inside)))
            for card in named[: max(0, count)]:
                heap.remove(card)
                self.awaited.add(card["id"])

    def spent(self, units: list[Plain], id: str) -> str:
        """7.9-b, 13.6.1-a: what a gun has spent that was hidden: as is seen now, else next to nothing or too much to
        recover."""
        if "mp" in (shown := self.done.get(id, {})):
            return str(shown["mp"])
        return self.rng.choice(["0", str(next(unit["ma"] for unit in units if unit["id"] == id))])

    def units(self) -> list[Plain]:
        """All units of the world: those the seat sees in their order, the others in that of the roster."""
        cards, pieces = self._unseen()
        self._keep_back(cards)
        dealt: dict[str, Plain] = dict(self.seen)
        groups: dict[Group, list[Plain]] = defaultdict(list)
        masked: dict[str, list[Plain]] = defaultdict(list)
        left = self._deal_the_turned_up(cards, pieces, dealt)
        for unit in left:
            if unit["type"] == "piece":
                masked[unit["side"]].append(unit)
            else:
                groups[_group_of(unit)].append(unit)
        for group, hidden in groups.items():
            for unit, card in zip(hidden, self._draw(cards[group], len(hidden)), strict=True):
                dealt[card["id"]] = self._fighter(unit, card)
                self.names[unit["id"]] = card["id"]
        for side, hidden in masked.items():
            for unit, card in self._draw_pieces(side, hidden, pieces[side]):
                dealt[card["id"]] = self._piece(unit, card)
                self.names[unit["id"]] = card["id"]
                pieces[side].remove(card)
        self.led = {unit["formation"] for unit in dealt.values() if unit["type"] == "commander" and "hex" in unit}
        for card in self._cards():
            if card["id"] not in dealt:
                dealt[card["id"]] = self._off_map(card)
        self._share_losses(dealt)
        order = dict.fromkeys([*self.own, *(card["id"] for _, card in self._in_scenario_order())])
        return [dealt[id] for id in order if id in dealt]

    def _cards(self) -> list[Plain]:
        """Every counter in play, each with its Formation."""
        return [{**card, "formation": key if key in self.formations else None} for key, card in self._roster()]

    def _in_scenario_order(self) -> list[tuple[str, Plain]]:
        """The roster as scenarios list their counters: those of Formations, then all others."""
        return sorted(self._roster(), key=lambda entry: entry[0] not in self.formations)

    def _deal_the_turned_up(
        self, cards: dict[Group, list[Plain]], pieces: dict[str, list[Plain]], dealt: dict[str, Plain]
    ) -> list[Plain]:
        """7.1-a: counters that were turned up since lay where they were found, or are among those that have moved.

        Returns the counters that are left to be dealt.
        """
        left = self.rng.sample(self.dark, len(self.dark))
        for heap in (*cards.values(), *pieces.values()):
            for card in [card for card in heap if card["id"] in self.turned_up]:
                like = [unit for unit in left if _looks_like(unit, card)]
                there = [unit for unit in like if unit["hex"] == self.turned_up[card["id"]].hex]
                found = there or [unit for unit in like if unit["id"] in self.moved]
                if found:
                    heap.remove(card)
                    left.remove(found[0])
                    make = self._piece if card["type"] in PIECES else self._fighter
                    dealt[card["id"]] = make(found[0], card)
                    self.names[found[0]["id"]] = card["id"]
        return sorted(left, key=self.dark.index)

    def _roster(self) -> list[tuple[str, Plain]]:
        """Every counter in play with its Formation, in the order in which positions list them."""
        return [(key, card) for key, cards in self.before["roster"].items() for card in cards]

    def _unseen(self) -> tuple[dict[Group, list[Plain]], dict[str, list[Plain]]]:
        """The counters that the seat does not see, by what their backs show."""
        cards: dict[Group, list[Plain]] = defaultdict(list)
        pieces: dict[str, list[Plain]] = defaultdict(list)
        for card in self._cards():
            if card["id"] in self.seen:
                continue
            if card["type"] in PIECES:
                pieces[card["side"]].append(card)
            else:
                cards[card["side"], card["formation"], CLASS_OF[card["type"]], card["sv"]].append(card)
        return cards, pieces

    def _draw_pieces(self, side: str, hidden: list[Plain], cards: list[Plain]) -> list[tuple[Plain, Plain]]:
        """16.8-a, 16.9-a: pieces that lie face down, each with the card it is dealt.

        Where all counters are played face up, scouts alone are not (option `fog`). In the Advanced Game who marches is
        not so near to the enemy that he would have been found out.
        """
        if self.view.get("readings", {}).get("fog") == "open":
            cards = [card for card in cards if card["type"] == "scout"]
        if self.before["mode"] == "advanced":
            return marches.deal_pieces(self.before, side, hidden, cards, self.rng)
        if len(cards) < len(hidden):
            raise Contradiction
        return list(zip(hidden, self.rng.sample(cards, len(hidden)), strict=True))

    def _draw(self, cards: list[Plain], count: int) -> list[Plain]:
        if len(cards) < count:
            raise Contradiction
        drawn = self.rng.sample(cards, count)
        for card in drawn:
            cards.remove(card)
        return drawn

    def _fighter(self, unit: Plain, card: Plain) -> Plain:
        plain = {**_printed(card), **{marker: unit[marker] for marker in MARKERS}}
        found, now = self.turned_up.get(card["id"]), self.now.get(card["id"])
        if found is not None:
            plain |= {"sp": min(card["sp"], found.sp + self._hits_of(unit, found.told))}
        elif card["formation"] is None and self.rng.random() >= (HAD_A_PART if unit["id"] in self.spoken_of else WHOLE):
            plain |= {"sp": self.rng.randint(1, card["sp"])}
        if found is not None and now is not None:
            plain |= {"used": now["used"] and self.rng.random() < USED_BEFORE}
        elif unit["exhausted"]:
            plain |= {"used": self.rng.random() < RODE_BEFORE}
        return plain

    def _hits_of(self, unit: Plain, until: int) -> int:
        """SP that a counter had lost when so many events had been told: what was told of it, or, of several that look
        alike, a share at random."""
        alike = [other["id"] for other in self.dark if _same_back(other, unit)]
        own = sum(hit.sp for hit in self.hits if hit.told < until and hit.unit == unit["id"])
        if len(alike) < 2 or self.rng.random() < WAS_SHOWN / 2:
            return own
        return self.rng.randint(0, sum(hit.sp for hit in self.hits if hit.told < until and hit.unit in alike))

    def _piece(self, unit: Plain, card: Plain) -> Plain:
        return {**_printed(card), "hex": unit["hex"]}

    def _off_map(self, card: Plain) -> Plain:
        """15.2-a, 16.8-c, 21: what is nowhere to be seen marches with its commander, deploys, or is still to come."""
        states = {entry["id"]: entry["state"] for entry in self.before["formations"]}
        if card["type"] == "scout":
            return {**_printed(card), "box": "pool"}
        if card["id"] in self.awaited:
            return {**_printed(card), "box": "due"}
        name = card["formation"] or ""
        inside = states.get(name) != "engaged" or name in marches.deploying(self.before)
        return {**_printed(card), "box": "formation" if inside and name in self.led else "due"}

    def _share_losses(self, dealt: dict[str, Plain]) -> None:
        """19.1-b: the losses of a Formation are open; what the seat did not see lost is dealt out among the rest."""
        inside = {id for id, unit in dealt.items() if unit.get("box") == "formation"}
        hidden = (set(self.names.values()) | inside) - self.turned_up.keys() - self.now.keys()
        for entry in self.before["formations"]:
            mine = [unit for unit in dealt.values() if unit.get("formation") == entry["id"] and "sp" in unit]
            known = sum(unit["max"] if unit.get("box") in GONE else unit["max"] - unit["sp"] for unit in mine)
            left = entry["losses"] - known
            able = [unit for unit in mine if unit["id"] in hidden]
            if left > sum(unit["sp"] - 1 for unit in able):
                raise Contradiction
            if left > 0 and self.rng.random() < HAD_A_PART:
                left -= self._lost_by_those_with_a_part(able, left)
            while left > 0:
                self.rng.choice([unit for unit in able if unit["sp"] > 1])["sp"] -= 1
                left -= 1

    def _lost_by_those_with_a_part(self, able: list[Plain], left: int) -> int:
        """Losses of counters whose strength may have told in what has happened since: anything, each as likely."""
        meant = {id for name, id in self.names.items() if name in self.spoken_of}
        first = [unit for unit in able if unit["id"] in meant]
        before = left
        for unit in self.rng.sample(first, len(first)):
            lost = self.rng.randint(0, min(left, unit["sp"] - 1))
            unit["sp"] -= lost
            left -= lost
        return before - left

    def in_reach(self, seat: Seat | None) -> dict[str, list[str]]:
        """4.4-a: which Formations could take along the enemy's units of the Reserve is not known: any of them might."""
        found: dict[str, list[str]] = {}
        for key, card in self._roster():
            if card["side"] == seat or not key.endswith(".reserve") or card["type"] in PIECES:
                continue
            near = [e["id"] for e in self.before["formations"] if e["side"] == card["side"] and self.rng.random() < 0.5]
            if near:
                found[card["id"]] = near
        return found

    def strategy(self, side: str, seat: Seat | None) -> int | None:
        """24.2-a: the enemy's Strategic Objective is one of three, once it has been chosen."""
        victory = self.before["victory"]
        campaign = victory is not None and victory["type"] == "objectives"
        chosen = campaign and side != seat and not marches.is_choosing(self.before, self.view, side)
        return self.rng.randint(1, 3) if chosen else None


class Found(NamedTuple):
    """Where a counter lay when it was turned up, with what strength, and how many events had been told by then."""

    hex: str
    sp: int
    told: int


class Hit(NamedTuple):
    """SP that a counter lost, by the name under which the seat was told of it, after so many other events."""

    unit: str
    sp: int
    told: int


def turned_up(since: Plain) -> dict[str, Found]:
    """How each counter was found that has been turned up since the boundary, the first time."""
    found: dict[str, Found] = {}
    for told, event in enumerate(since.get("told", ())):
        if event["kind"] == "revealed":
            data = event["data"]
            for id, hex, sp in zip(data["units"], data["places"], data["sp"], strict=True):
                found.setdefault(id, Found(hex, sp, told))
    return found


def who_it_was(view: Plain, rng: random.Random) -> Callable[[list[str]], str]:
    """Which of several counters that nothing tells apart an answer meant: most likely one that was turned up since."""
    shown = turned_up(view.get("since") or {})

    def choose(ids: list[str]) -> str:
        likely = [id for id in ids if id in shown]
        return rng.choice(likely if likely and rng.random() < WAS_SHOWN else ids)

    return choose


def hits(since: Plain) -> list[Hit]:
    """What counters have lost since the boundary."""
    events = enumerate(since.get("told", ()))
    return [Hit(event["data"]["unit"], event["data"]["sp"], told) for told, event in events if event["kind"] == "hit"]


def _group_of(unit: Plain) -> Group:
    """The group of a counter that lies face down."""
    return unit["side"], unit["formation"], unit["type"], unit["sv"]


def _same_back(one: Plain, other: Plain) -> bool:
    """Whether two counters that lie face down in one hex look alike."""
    return all(one.get(key) == other.get(key) for key in ("side", "type", "hex", "formation", "sv", *MARKERS))


def _looks_like(unit: Plain, card: Plain) -> bool:
    """Whether a counter that lies face down could be this one, by its back."""
    if unit["side"] != card["side"] or (unit["type"] == "piece") != (card["type"] in PIECES):
        return False
    if unit["type"] == "piece":
        return True
    back = unit["formation"], unit["type"], unit["sv"]
    return back == (card["formation"], CLASS_OF[card["type"]], card["sv"])


def _printed(card: Plain) -> Plain:
    """A counter as printed, in the words of positions."""
    plain: Plain = {key: card[key] for key in ("id", "side", "type", "name", "ma")}
    plain["formation"] = card["formation"]
    if card["type"] == "general":
        plain["value"] = card["value"]
    if card["type"] not in PIECES:
        reserve = {"reserve": True} if card["formation"] is None else {}
        plain |= {"sp": card["sp"], "max": card["sp"], "cv": card["cv"], "sv": card["sv"], **reserve}
    return plain


def twin(position: Plain, seat: Seat | None, rng: random.Random, contact: Any) -> Plain | None:
    """A position that differs in what lies face down only: counters whose backs are alike change places.

    `contact(unit)` says whether a unit of the position lies face up. Nothing here leans on views.
    """
    units = [dict(unit) for unit in position["units"]]
    groups: dict[Any, list[Plain]] = defaultdict(list)
    for unit in units:
        if unit["side"] == seat or "hex" not in unit or contact(unit):
            continue
        kind = "piece" if unit["type"] in PIECES else CLASS_OF[unit["type"]]
        if kind == "piece" and position["mode"] == "advanced" and not marches.may_be_any(position, unit):
            continue
        back = None if kind == "piece" else (unit["formation"], unit["sv"])
        groups[unit["side"], kind, back].append(unit)
    names: dict[str, str] = {}
    for group in groups.values():
        seen = ("hex",) if group[0]["type"] in PIECES else (*MARKERS, "used")
        looks = [{key: unit[key] for key in seen if key in unit} for unit in group]
        ids = [unit["id"] for unit in group]
        order = rng.sample(range(len(group)), len(group))
        for unit, source in zip(group, order, strict=True):
            unit.update(looks[source])
            names[ids[source]] = unit["id"]
    named = {key: renamed(position[key], names) for key in ("active", "facing", "acted") if position.get(key)}
    changed = {**position, **named, "units": units}
    if position["mode"] == "advanced":
        return marches.twin(changed, seat, rng) or (None if changed == position else changed)
    return None if all(one == other for one, other in names.items()) else changed
