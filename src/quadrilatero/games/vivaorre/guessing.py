"""What a seat cannot know, made up: hidden units where they could be, and answers that others have sealed (13-g)."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Any

from quadrilatero.games.vivaorre.ground import CONCEALING
from quadrilatero.games.vivaorre.position_checks import check_place
from quadrilatero.games.vivaorre.state import State
from quadrilatero.games.vivaorre.view import without_additions
from quadrilatero.kernel import BadPosition, Game, Known, Plain, Seat
from quadrilatero.kernel.worlds import draw_sealed

SEALED = ("deploy", "orders", "fire", "melee")
TRIES = 60


def guess(game: Game[Any], known: Known, rng: random.Random) -> tuple[Plain, dict[Seat, Plain]]:
    """13-g: A whole position: those on the open roster are put where nobody has looked; and sealed answers drawn."""
    position = without_additions(known.before)
    missing = known.before.get("roster")
    options = known.view["readings"]
    if missing:
        position, missing = with_revealed(position, missing, known.view)
        position = complete(game, position, missing, options, rng, without_additions(known.view))
        position = {**position, **{each: _in_order(position[each], known, each) for each in ("units", "generals")}}
    asked = known.ask
    if asked is None or asked["what"] not in SEALED:
        return position, {}
    return position, draw_sealed(game, known, position, rng)


def _in_order(told: list[Plain], known: Known, each: str) -> list[Plain]:
    """All of them in an order that agrees with what was seen at the boundary, with the roster, and with the view."""
    order: list[str] = []
    for sequence in (known.view[each], known.before[each], known.before["roster"][each]):
        place = 0
        for id in [one["id"] for one in sequence if "id" in one]:
            if id not in order:
                order.insert(place, id)
            place = order.index(id) + 1
    return sorted(told, key=lambda one: order.index(one["id"]) if one["id"] in order else len(order))


def with_revealed(position: Plain, missing: Plain, view: Plain) -> tuple[Plain, Plain]:
    """13-g: who has come to light since the boundary stood there hidden, where the seat sees it now; who is left."""
    units, left = _revealed(position["units"], missing["units"], view["units"])
    generals, others = _revealed(position["generals"], missing["generals"], view["generals"])
    units = [
        {**unit, "moved": False} if unit["at"] is None else {**unit, "hidden": True, "located": False} for unit in units
    ]
    led = {**position, "units": [*position["units"], *units], "generals": [*position["generals"], *generals]}
    return led, {"units": left, "generals": others}


def _revealed(before: list[Plain], missing: list[Plain], now: list[Plain]) -> tuple[list[Plain], list[Plain]]:
    """Those of a roster whom the view shows by now, and the rest of it."""
    known, left = {one["id"] for one in before}, list(missing)
    shown = []
    for one in now:
        if one["id"] in known:
            continue
        told = next((said for said in left if _agrees(said, one)), None)
        if told is not None:
            left.remove(told)
            shown.append({**one, **{key: value for key, value in told.items() if key == "at"}})
    return shown, left


def _agrees(said: Plain, one: Plain) -> bool:
    """Whether a unit or general may be the one of whom a roster says this; it may have come onto the table since."""
    return all(one.get(key) == value for key, value in said.items() if key != "at")


def complete(
    game: Game[Any], position: Plain, missing: Plain, options: Plain, rng: random.Random, now: Plain | None = None
) -> Plain:
    """The position with each missing unit in ground that conceals it, or anywhere out of the way.

    `now` is what the seat sees since: they must not have been found by that either.
    """
    whole = {**position, "units": list(position["units"]), "generals": list(position["generals"])}
    taken = {unit["id"] for unit in whole["units"]}
    for number, said in enumerate(missing["units"]):
        unit = {"id": _free_id(taken, number), **said, "hidden": True}
        if "start" in unit:
            unit["figures"] = unit["start"]
        taken.add(unit["id"])
        if "at" in said:
            whole["units"].append({**unit, "hidden": False})
        else:
            whole["units"].append(_placed(game, whole, unit, options, rng, now))
    hidden = [unit for unit in whole["units"][len(position["units"]) :] if unit["hidden"]]
    for said in missing["generals"]:
        own = [unit["id"] for unit in hidden if unit["side"] == said["side"]]
        led = [unit["id"] for unit in hidden if unit.get("brigade") == said["brigade"] is not None]
        whole["generals"].append({**said, "with": rng.choice(led or own)})
    return whole


def _free_id(taken: set[str], number: int) -> str:
    while f"hidden.{number}" in taken:
        number += 1
    return f"hidden.{number}"


def _placed(
    game: Game[Any], position: Plain, unit: Plain, options: Plain, rng: random.Random, now: Plain | None
) -> Plain:
    """A unit at a place where it may stand and would not have been found: the first of some drawn by lot."""
    outside = {**unit, "at": None, "arrives": 200}
    states = []
    for moment in (position, now):
        if moment is not None:
            with suppress(BadPosition):
                states.append(game.read({**moment, "units": [*moment["units"], outside]}, options))
    for tried in range(TRIES):
        at = _spot(position, rng, concealed=tried < TRIES * 2 // 3)
        facing = rng.randrange(0, 36000, 4500)
        if all(_lies_hidden(state, unit["id"], at, facing) for state in states):
            return {**unit, "at": at, "facing": facing}
    return outside


def _lies_hidden(state: State, id: str, at: list[int], facing: int) -> bool:
    """13-g: whether a unit may stand there and is found by nobody."""
    from quadrilatero.games.vivaorre.rules.hidden import found_by

    there = state.change(state.units[id], at=(at[0], at[1]), facing=facing)
    try:
        check_place(state, there, id)
    except BadPosition:
        return False
    return found_by(state, there) is None


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


def twin(position: Plain, seat: Seat | None, rng: random.Random) -> Plain | None:
    """13-g: the same position with a hidden unit that has no general somewhere else in the ground that hides it."""
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
