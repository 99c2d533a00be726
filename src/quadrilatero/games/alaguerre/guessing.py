"""What a seat cannot know, made up: defence values rolled in secret, the enemy's cohesion, answers that are sealed."""

from __future__ import annotations

import random
from typing import Any

from quadrilatero.games.alaguerre.ground import piece_of, said_piece
from quadrilatero.games.alaguerre.rules.defence import random_value
from quadrilatero.games.alaguerre.rules.deployment import SECTOR
from quadrilatero.games.alaguerre.said import GUNS, ROUTED, SIDES
from quadrilatero.games.alaguerre.view import without_additions
from quadrilatero.kernel import Game, Known, Plain, Seat
from quadrilatero.kernel.worlds import draw_sealed

SEALED = ("orders", "plan")
UNCOUNTED = ("abandoned", "steady_off")
"""Why a base may be gone without costing its army cohesion."""
LIKELY, MOST_MORE = 0.8, 12
"""How often the enemy is taken to have gained no cohesion, and the most that he may have."""


def guess(game: Game[Any], known: Known, rng: random.Random) -> tuple[Plain, dict[Seat, Plain]]:
    """11.1.1-a, 4.3-a, 3.5.1-a, 12.1.1-a. A whole position, and what others may have sealed."""
    position = without_additions(known.before)
    if position["phase"] != "setup":
        position = {**position, "cohesion": {**unseen_cohesion(position, known.view, rng), **position["cohesion"]}}
    table = position["table"]
    if any(is_hidden(piece) for piece in table["terrain"]):
        position = {**position, "table": {**table, "terrain": [_whole(piece, rng) for piece in table["terrain"]]}}
    if "roster" in known.before:
        position = with_unseen(position, known.before["roster"], known, rng)
    asked = known.ask
    if asked is None or asked["what"] not in SEALED:
        return position, {}
    return position, draw_sealed(game, known, position, rng)


def is_hidden(piece: Plain) -> bool:
    """11.1.1-b. Whether a piece has a defence value that the seat was not told."""
    return piece.get("secret") is not None and piece.get("vdf") is None


def _whole(piece: Plain, rng: random.Random) -> Plain:
    if not is_hidden(piece):
        return piece
    value = random_value(piece_of(said_piece(piece), "terrain"), rng.randint(1, 6))
    return {**piece, "vdf": value}


# -- the enemy's cohesion (4.3) ---------------------------------------------------------------------------------------


def unseen_cohesion(position: Plain, view: Plain, rng: random.Random) -> dict[str, int]:
    """4.1-a, 4.1.1-a, 4.3-a. What each army may have left: what its troops began with, less who was seen to go.

    What was gained by objectives and recoveries is not known; mostly it is taken for nothing. It has outlived all that
    the view has seen since.
    """
    armies = {id: division.get("army") or division["side"] for id, division in position["divisions"].items()}
    whole = began_with(position, armies)
    lost, now_lost = gone_from(position, armies), gone_from(view, armies)
    chiefs = {one["side"]: one["level"] for one in position["generals"] if one["cic"]}
    more = 0 if rng.random() < LIKELY else rng.randint(1, MOST_MORE)
    found: dict[str, int] = {}
    for army, morale in whole.items():
        least = 1 + now_lost.get(army, 0) - lost.get(army, 0)
        found[army] = max(1, least, morale // 2 + chiefs.get(army, 0) - lost.get(army, 0)) + more
    return found


def began_with(position: Plain, armies: dict[str, str]) -> dict[str, int]:
    """4.1-a. The morale of all foot and horse of each army, those who are gone included; these had a mêlée value."""
    found: dict[str, int] = {}
    for base in position["bases"]:
        if base["at"] is not None and base["type"] not in GUNS:
            army = armies.get(base["division"], base["side"])
            found[army] = found.get(army, 0) + _morale(base["stats"])
    for gone in position["eliminated"]:
        if not gone["stats"].split(" ")[0].endswith("-"):
            army = armies.get(gone["division"], gone["side"])
            found[army] = found.get(army, 0) + _morale(gone["stats"])
    return found


def gone_from(position: Plain, armies: dict[str, str]) -> dict[str, int]:
    """4.1.1-a. The morale of those of each army who have routed or are gone; guns that were left do not count."""
    gone = [one for one in position["eliminated"] if one["why"] not in UNCOUNTED]
    found: dict[str, int] = {}
    for one in [*gone, *[base for base in position["bases"] if base["state"] == ROUTED]]:
        army = armies.get(one["division"], one["side"])
        found[army] = found.get(army, 0) + _morale(one["stats"])
    return found


def _morale(stats: str) -> int:
    """2.6-a. The morale of a line of characteristics; a dash is none."""
    said, _, _ = stats.partition("/")
    return 0 if said == "-" else int(said)


# -- divisions that were not shown yet (12.1.1, 12.2.1) ---------------------------------------------------------------


def with_unseen(position: Plain, roster: Plain, known: Known, rng: random.Random) -> Plain:
    """12.1.1-a, 12.2.1-a. The troops of a roster in divisions that may be theirs, planned somewhere or hidden."""
    whole = {key: list(position[key]) for key in ("bases", "generals", "reinforcements")}
    divisions: Plain = dict(position["divisions"])
    setup: Plain | None = position.get("setup")
    for side in SIDES:
        bases = [dict(base) for base in roster["bases"] if base["side"] == side]
        if not bases:
            continue
        staff = [{**one, "id": f"unseen.{side}.{n}"} for n, one in enumerate(roster["generals"]) if one["side"] == side]
        leaders = [*staff, *[one for one in whole["generals"] if is_free(one, side)]]
        kept = setup is None or side in setup["kept"]
        waiting = 0 if setup is None else setup["turns"].count(side) or len(leaders) - kept
        names = [f"unseen.{side}.d{n}" for n in range(min(len(leaders), waiting + kept))]
        rng.shuffle(bases)
        whole["bases"] += [
            {**base, "id": f"unseen.{side}.b{n}", "at": None, "division": names[n % len(names)]}
            for n, base in enumerate(bases)
        ]
        led = dict(zip([leader["id"] for leader in leaders], names, strict=False))
        whole["generals"] = [
            {**one, "division": led[one["id"]]} if one["id"] in led else one for one in whole["generals"]
        ]
        whole["generals"] += [{**one, "at": None, "division": led.get(one["id"])} for one in staff]
        divisions |= {name: {"side": side, "reserve": kept and name == names[0]} for name in names}
        if kept:
            due = known.ask is not None and known.ask["what"] == "reinforce" and known.seat not in known.ask["who"]
            turn = None if due else position["turn"] + 1
            group = {"id": names[0], "side": side, "turn": turn, "divisions": names[:1], "hidden": True}
            whole["reinforcements"].append(group)
        if setup is not None and setup["stage"] != "plan":
            columns = position["table"]["size"][0] // SECTOR
            planned = {name: [rng.randrange(columns), 0] for name in names[kept:]}
            setup = {**setup, "plan": {**setup["plan"], **planned}}
    return {**position, **whole, "divisions": divisions, **({} if setup is None else {"setup": setup})}


def is_free(general: Plain, side: str) -> bool:
    """Whether a general who is not on the table may lead a division that was not shown yet."""
    return bool(general["side"] == side and general["at"] is None and general["division"] is None)
