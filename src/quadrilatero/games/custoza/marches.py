"""Worlds that a seat cannot tell from the real one, in the Advanced Game: who marches where, and under which piece."""

from __future__ import annotations

import random
from collections.abc import Sequence

from quadrilatero.games.custoza.board import CONTACT, SIDES, printed_grid
from quadrilatero.games.custoza.said import PIECES
from quadrilatero.hexes import HexSet
from quadrilatero.kernel import Plain, Seat
from quadrilatero.kernel.worlds import Contradiction

RESTS = 0.2
"""How likely a Formation that is not deployed is In Reserve."""
NUMBERS = (1, 2, 3)
NO_FIGHTERS = (*PIECES, "piece")


def formations(known: Sequence[Plain], seat: Seat | None, goals: Sequence[str], rng: random.Random) -> list[Plain]:
    """15.2-a, 16.1-e: Formations that are not deployed march towards any objective, or rest."""
    found = []
    for entry in known:
        if entry["side"] != seat and entry["state"] != "engaged":
            resting = rng.random() < RESTS
            order = {"state": "reserve"} if resting else {"state": "march", "objective": rng.choice(goals)}
            found.append({**entry, **order})
        else:
            found.append(entry)
    return found


def tasks(known: Sequence[Plain]) -> list[Plain]:
    """16.6-a: of what another side has to see to a seat knows nothing: it may be a scout to be put on a commander."""
    return [{"what": "screen", "side": task["side"]} if task["what"] == "secret" else task for task in known]


def deploying(before: Plain) -> set[str]:
    """16.8-c: the Formations whose units are being placed."""
    return {task["formation"] for task in before.get("tasks", ()) if task["what"] in ("deploy", "place")}


def is_choosing(before: Plain, view: Plain, side: str) -> bool:
    """24.2-a: whether a side is still to choose its Strategic Objective; who has is not asked any more."""
    ask = view.get("ask")
    if before["phase"] != "setup" or before.get("step") or ask is None:
        return False
    return ask["what"] in ("strategy", "secret") and side in ask["who"]


def deal_pieces(
    before: Plain, side: str, hidden: list[Plain], cards: list[Plain], rng: random.Random
) -> list[tuple[Plain, Plain]]:
    """16.8-a, 16.9-a, 16-a: pieces that lie face down, each with a card that it may be.

    Near the enemy are only Generals and commanders of Formations that are deployed already. Commanders of these, and
    of Formations that have fought, are on the map if there are pieces enough. Who is Engaged without a unit that was
    ever seen waits at the map's edge, and so does his commander (21.3, 21.4): on the map all would have been deployed.
    Who lies among enemies is a scout that waits for a deployment (16.8-d).
    """
    engaged = {entry["id"] for entry in before["formations"] if entry["state"] == "engaged"}
    known = {entry["id"] for entry in before["formations"] if entry["losses"] or entry["blooded"]}
    known |= {unit.get("formation") for unit in before["units"] if _is_fighter(unit)} - {None}
    cards = [card for card in cards if card["formation"] not in engaged - known]
    if len(cards) < len(hidden):
        raise Contradiction
    heap = rng.sample(cards, len(cards))
    calm = [card for card in heap if card["type"] == "general" or card["formation"] in engaged]
    leaders = [card for card in heap if card["type"] == "commander" and card["formation"] in engaged | known]
    needed = [*(card for card in heap if card["type"] == "general"), *leaders]
    danger = near_enemies(before, side)
    taken = {unit["hex"] for unit in before["units"] if unit["side"] != side and _is_fighter(unit) and "hex" in unit}
    pairs: list[tuple[Plain, Plain]] = []
    in_order = sorted(
        rng.sample(hidden, len(hidden)), key=lambda unit: (unit["hex"] not in taken, not lies_in(unit, danger))
    )
    for unit in in_order:
        if unit["hex"] in taken:
            fitting = [card for card in heap if card["type"] == "scout"]
        elif lies_in(unit, danger):
            fitting = [card for card in needed if card in calm] or calm
        else:
            fitting = needed or heap
        if not fitting:
            fitting = heap
        card = fitting[0]
        for pile in (heap, calm, needed):
            if card in pile:
                pile.remove(card)
        pairs.append((unit, card))
    if any(card["type"] == "general" for card in needed):
        raise Contradiction
    return pairs


def _is_fighter(unit: Plain) -> bool:
    return unit["type"] not in NO_FIGHTERS


def near_enemies(before: Plain, side: str) -> HexSet:
    """16.8-a: the hexes within nine of the other side's units, commanders and scouts, as far as they are seen."""
    grid, mask = printed_grid(), 0
    for unit in before["units"]:
        if unit["side"] != side and "hex" in unit and unit["type"] not in ("general", "piece"):
            mask |= grid.within(grid.index(unit["hex"]), CONTACT).mask
    return HexSet(mask)


def lies_in(unit: Plain, hexes: HexSet) -> bool:
    """Whether a counter of a position lies in one of these hexes."""
    return printed_grid().index(unit["hex"]) in hexes


def may_be_any(position: Plain, unit: Plain) -> bool:
    """16.3-a, 16.8-a: whether a piece is a scout or marches, so far from the enemy that it might be any other such.

    While one of them is about to ride it is where its owner is asked from.
    """
    if position.get("tasks"):
        return False
    states = {entry["id"]: entry["state"] for entry in position["formations"]}
    hidden = unit["type"] == "scout" or (unit["type"] == "commander" and states[unit["formation"]] != "engaged")
    return hidden and not lies_in(unit, near_enemies(position, unit["side"]))


def twin(position: Plain, seat: Seat | None, rng: random.Random) -> Plain | None:
    """A position that differs in what is planned out of sight only: objectives, fatigue, Strategic Objectives."""
    entries, changed = [], False
    places = [entry["objective"] for entry in position["formations"] if entry["objective"]]
    for entry in position["formations"]:
        marches = entry["side"] != seat and entry["state"] == "march" and bool(places)
        secret = {"objective": rng.choice(places), "fatigue": rng.randint(0, 9)} if marches else {}
        entries.append({**entry, **secret})
        changed = changed or marches
    strategy = dict(position["strategy"])
    for side in SIDES:
        if side != seat and strategy[side] is not None:
            strategy[side], changed = rng.choice(NUMBERS), True
    return {**position, "formations": entries, "strategy": strategy} if changed else None
