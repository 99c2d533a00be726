"""What a battle must satisfy beyond its types; what no position may say is found when it is set up."""

from __future__ import annotations

from quadrilatero.datapacks import Document, Way, repeated
from quadrilatero.games.alaguerre.datapack.battles import BattleData


def check_battle(doc: Document[BattleData]) -> None:
    """All that a battle must satisfy."""
    name = doc.name.removeprefix("scenarios/").removesuffix(".toml")
    if doc.content.id != name:
        raise doc.bad(("id",), f'the file is called "{name}"', "give both the same name")
    check_ids(doc)
    check_command(doc)
    check_places(doc)
    check_objectives(doc)


def check_ids(doc: Document[BattleData]) -> None:
    """Bases, generals and pieces of ground each with an id of their own."""
    content = doc.content
    ids: list[tuple[Way, str]] = [(("base", n, "id"), base.id) for n, base in enumerate(content.base)]
    ids += [(("general", n, "id"), general.id) for n, general in enumerate(content.general)]
    pieces: list[tuple[Way, str]] = [(("terrain", n, "id"), piece.id) for n, piece in enumerate(content.terrain)]
    for named in (ids, pieces):
        if twice := repeated(named):
            raise doc.bad(twice.way, f"the id is already used on line {doc.line(twice.earlier)}", "give each its own")


def check_command(doc: Document[BattleData]) -> None:
    """2.7.3-a, 2.7.5-b, 3.4-a: a general for each division, one commander in chief a side; who may be a player."""
    generals = {general.division: general for general in doc.content.general if general.division is not None}
    for n, base in enumerate(doc.content.base):
        if base.division is None:
            continue
        general = generals.get(base.division)
        if general is None or general.side != base.side:
            raise doc.bad(("base", n, "division"), f"no general of {base.side} leads {base.division!r}", "add one")
    for side in ("red", "blue"):
        chiefs = [general for general in doc.content.general if general.side == side and general.cic]
        if len(chiefs) != 1:
            raise doc.bad(("general",), f"{side} has {len(chiefs)} commanders in chief", "mark one of them")
    able = {general.id for general in doc.content.general if not general.cic and general.division is not None}
    for n, id in enumerate(doc.content.players):
        if id not in able:
            raise doc.bad(
                ("players", n), f"no general {id!r} leads a division under the commander in chief", "name one"
            )


def check_places(doc: Document[BattleData]) -> None:
    """Everybody stands on the table, or comes while the battle lasts."""
    wide, high = doc.content.table
    coming = {division for arrival in doc.content.arrival for division in arrival.divisions}
    for n, base in enumerate(doc.content.base):
        if base.at is None and base.division not in coming:
            raise doc.bad(("base", n), "it neither stands on the table nor comes later", "give it a place")
        if base.at is not None and not (base.at[0] <= wide and base.at[1] <= high):
            raise doc.bad(("base", n, "at"), "this place is not on the table", "move the base")
    for n, arrival in enumerate(doc.content.arrival):
        if arrival.turn > doc.content.last_turn:
            raise doc.bad(("arrival", n, "turn"), "this turn is not played", "let it come earlier")


def check_objectives(doc: Document[BattleData]) -> None:
    """4.1.2-a: an objective is a piece of ground that there is, or a place."""
    pieces = {piece.id for piece in doc.content.terrain}
    for n, objective in enumerate(doc.content.objective):
        if (objective.piece is None) == (objective.at is None):
            raise doc.bad(("objective", n), "it is either a piece of ground or a place", "give one of them")
        if objective.piece is not None and objective.piece not in pieces:
            raise doc.bad(("objective", n, "piece"), f"there is no {objective.piece!r}", "name one that there is")
