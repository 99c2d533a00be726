"""What a seat cannot know, made up: hidden units where they could be, and answers that others have sealed (13-g)."""

from __future__ import annotations

import random
from typing import Any

from quadrilatero.games.vivaorre.ground import CONCEALING
from quadrilatero.games.vivaorre.said import SIDES
from quadrilatero.games.vivaorre.view import without_additions
from quadrilatero.kernel import BadPosition, Game, Known, Plain, Seat
from quadrilatero.kernel.start import start

SEALED = ("deploy", "orders", "fire", "melee")
TRIES = 60


def guess(game: Game[Any], known: Known, rng: random.Random) -> tuple[Plain, dict[Seat, Plain]]:
    """13-g. A whole position: those on the open roster are put where nobody has looked; and sealed answers drawn."""
    position = without_additions(known.before)
    missing = known.before.get("roster")
    options = known.view["readings"]
    if missing:
        position, missing = with_revealed(position, missing, known.view)
        position = complete(game, position, missing, options, rng)
    return position, sealed(game, known, position, options, rng)


def with_revealed(position: Plain, missing: Plain, view: Plain) -> tuple[Plain, Plain]:
    """13-g. Who has come to light since the boundary stood there hidden, where the seat sees it now; who is left."""
    units, left = _revealed(position["units"], missing["units"], view["units"])
    generals, others = _revealed(position["generals"], missing["generals"], view["generals"])
    seen = [unit["id"] for unit in view["units"]]
    units = [{**unit, "hidden": True, "located": False} for unit in units]
    in_order = sorted(
        [*position["units"], *units], key=lambda unit: seen.index(unit["id"]) if unit["id"] in seen else -1
    )
    led = {**position, "units": in_order if units else position["units"]}
    return {**led, "generals": [*position["generals"], *generals]}, {"units": left, "generals": others}


def _revealed(before: list[Plain], missing: list[Plain], now: list[Plain]) -> tuple[list[Plain], list[Plain]]:
    """Those of a roster whom the view shows by now, and the rest of it."""
    known, left = {one["id"] for one in before}, list(missing)
    shown = []
    for one in now:
        if one["id"] in known:
            continue
        told = next((said for said in left if all(one.get(key) == value for key, value in said.items())), None)
        if told is not None:
            left.remove(told)
            shown.append(one)
    return shown, left


def complete(game: Game[Any], position: Plain, missing: Plain, options: Plain, rng: random.Random) -> Plain:
    """The position with each missing unit in ground that conceals it, or anywhere out of the way."""
    whole = {**position, "units": list(position["units"]), "generals": list(position["generals"])}
    taken = {unit["id"] for unit in whole["units"]}
    for number, said in enumerate(missing["units"]):
        unit = {"id": _free_id(taken, number), **said, "hidden": True}
        if "start" in unit:
            unit["figures"] = unit["start"]
        taken.add(unit["id"])
        whole["units"].append(_placed(game, whole, unit, options, rng))
    hidden = [unit for unit in whole["units"] if unit.get("hidden")]
    for said in missing["generals"]:
        own = [unit["id"] for unit in hidden if unit["side"] == said["side"]]
        led = [unit["id"] for unit in hidden if unit.get("brigade") == said["brigade"] is not None]
        whole["generals"].append({**said, "with": rng.choice(led or own)})
    return whole


def _free_id(taken: set[str], number: int) -> str:
    while f"hidden.{number}" in taken:
        number += 1
    return f"hidden.{number}"


def _placed(game: Game[Any], position: Plain, unit: Plain, options: Plain, rng: random.Random) -> Plain:
    """A unit at a place where it may stand and would not have been found: the first of some drawn by lot."""
    for tried in range(TRIES):
        at = _spot(position, rng, concealed=tried < TRIES * 2 // 3)
        there = {**unit, "at": at, "facing": rng.randrange(0, 36000, 4500)}
        try:
            state = game.read({**position, "units": [*position["units"], there]}, options)
        except BadPosition:
            continue
        if _is_unfound(state, unit["id"]):
            return there
    return {**unit, "at": None, "arrives": 200}


def _is_unfound(state: Any, id: str) -> bool:
    from quadrilatero.games.vivaorre.rules.hidden import found_by

    return found_by(state, state.units[id]) is None


def _spot(position: Plain, rng: random.Random, *, concealed: bool) -> list[int]:
    """A place in concealing ground, or anywhere on the table."""
    table = position["table"]
    pieces = [piece for piece in table["terrain"] if piece["type"] in CONCEALING]
    if pieces and concealed:
        piece = rng.choice(pieces)
        points = piece.get("shape") or piece.get("line") or rng.choice(piece["shapes"])
        weights = [rng.random() for _ in points]
        total = sum(weights)
        return [
            round(sum(w * point[axis] for w, point in zip(weights, points, strict=True)) / total) for axis in (0, 1)
        ]
    return [rng.randint(0, side) for side in table["size"]]


def sealed(game: Game[Any], known: Known, position: Plain, options: Plain, rng: random.Random) -> dict[Seat, Plain]:
    """What those have answered who wait for the others: drawn by lot from what they could have."""
    asked = known.ask
    if asked is None or asked["what"] not in SEALED:
        return {}
    found: dict[Seat, Plain] = {}
    match = start(game.name, position=position, options=options, seed=rng.getrandbits(62))
    for seat in SIDES:
        if seat in asked["who"] or match.ask is None or match.ask.what != asked["what"] or seat not in match.ask.who:
            continue
        if seat != known.seat:
            found[seat] = match.random_answer(seat, rng)
    return found


def twin(position: Plain, seat: Seat | None, rng: random.Random) -> Plain | None:
    """13-g. The same position with a hidden unit that has no general somewhere else in the ground that hides it."""
    accompanied = {general.get("with") for general in position.get("generals", ())}
    hidden = [
        unit
        for unit in position["units"]
        if unit.get("hidden") and not unit.get("located") and unit["side"] != seat and unit["id"] not in accompanied
    ]
    enemies = [unit["at"] for unit in position["units"] if unit["at"] is not None]
    if not hidden:
        return None
    moved = rng.choice(hidden)
    for _ in range(TRIES):
        at = _spot(position, rng, concealed=True)
        if all(abs(x - at[0]) + abs(y - at[1]) > 8000 for x, y in enemies):
            units = [{**unit, "at": at} if unit is moved else unit for unit in position["units"]]
            return {**position, "units": units}
    return None
