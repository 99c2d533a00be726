"""24.2 and 26.2: Strategic Objectives, chosen in secret, and how a campaign is won by them."""

from __future__ import annotations

from typing import Any, Final

from quadrilatero.games.custoza.answers import Choose, Keep
from quadrilatero.games.custoza.board import AUSTRIA, ITALY, SIDES
from quadrilatero.games.custoza.rules import communications
from quadrilatero.games.custoza.rules.collapse import collapsed
from quadrilatero.games.custoza.rules.concepts import controls
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.telling import ask, ask_all, no, reveal, tell
from quadrilatero.kernel import Plain, Refusal, Result, Script

NUMBERS: Final = (1, 2, 3)
CHANGE: Final = (2, 1)
"""24.2-b: the day and game turn in which the Italian may change his mind."""
CUSTOZA: Final = ("3923", "3924")
RULES: Final = {
    (1848, ITALY, 1): "24.2-d",
    (1848, ITALY, 2): "24.2-e",
    (1848, ITALY, 3): "24.2-f",
    (1848, AUSTRIA, 1): "24.2-h",
    (1848, AUSTRIA, 2): "24.2-i",
    (1848, AUSTRIA, 3): "24.2-j",
    (1866, ITALY, 1): "26.2-b",
    (1866, ITALY, 2): "26.2-c",
    (1866, ITALY, 3): "26.2-d",
    (1866, AUSTRIA, 1): "26.2-e",
    (1866, AUSTRIA, 2): "26.2-f",
    (1866, AUSTRIA, 3): "26.2-g",
}

# -- choosing ----------------------------------------------------------------------------------------------------------


def is_campaign(s: State) -> bool:
    """24-a. Whether the game is a campaign, won by Strategic Objectives."""
    return s.victory is not None and s.victory["type"] == "objectives"


def undecided(s: State) -> list[str]:
    """24.2-a, 26.2-a, 28.2-a. The sides that have still to choose; a scenario may have chosen for one."""
    return [side for side in SIDES if s.strategy[side] is None] if is_campaign(s) else []


def choose_step(s: State, seats: list[str]) -> Script:
    """24.2-a, 26.2-a. At the start each player chooses one of three Strategic Objectives, in secret and at once."""

    def refuse(_: str, answer: Choose) -> Refusal | None:
        return None if answer.objective in NUMBERS else no("24.2-a", "no_such_objective")

    answers = yield ask_all(
        tuple(seats),
        "strategy",
        "24.2-a" if s.year == 1848 else "26.2-a",
        (Choose,),
        lambda _: [{"do": "choose", "objective": number} for number in NUMBERS],
        refuse,
    )
    chosen = answers if isinstance(answers, dict) else {seats[0]: answers}
    s.strategy = {**s.strategy, **{seat: answer.objective for seat, answer in chosen.items()}}


def change_step(s: State) -> Script:
    """24.2-b. In the first game turn of the second day the Italian, and he alone, may choose anew."""
    if not (is_campaign(s) and s.year == 1848 and s.next == ITALY and (s.day, s.gt) == CHANGE):
        return
    other = [number for number in NUMBERS if number != s.strategy[ITALY]]

    def options() -> list[Plain]:
        return [{"do": "keep"}, *({"do": "choose", "objective": number} for number in other)]

    def refuse(answer: Choose | Keep) -> Refusal | None:
        fits = isinstance(answer, Keep) or answer.objective in other
        return None if fits else no("24.2-b", "no_such_objective")

    answer = yield ask(
        s, ITALY, "strategy", "24.2-b", (Choose, Keep), options, refuse, secret=True, now=s.strategy[ITALY]
    )
    if isinstance(answer, Choose):
        s.strategy = {**s.strategy, ITALY: answer.objective}
    yield reveal("orders_given", "24.2-b", seat=ITALY)


# -- the result --------------------------------------------------------------------------------------------------------


def conditions(s: State, side: str, number: int) -> list[Plain]:
    """24.2-a, 26.2-a: what a Strategic Objective asks for, as the scenario says it."""
    said: list[Plain] = (s.victory or {}).get("objectives") or []
    return [part for each in said if (each["side"], each["number"]) == (side, number) for part in each["conditions"]]


def is_met(s: State, side: str, number: int) -> bool:
    """24.2-c, 26.2-a: whether all that a Strategic Objective asks for is true now."""
    parts = conditions(s, side, number)
    return bool(parts) and all(MET[part["kind"]](s, side, part) for part in parts)


def controls_all(s: State, side: str, part: Plain) -> bool:
    """24.2-d, 24.2-e, 24.2-f, 24.2-j, 26.2-c, 26.2-d, 26.2-e, 26.2-f, 26.2-g. All the hexes are the side's.

    By option both hexes of Custoza count.
    """
    numbers = list(part["hexes"])
    if s.options["custoza_hexes"] == "both" and CUSTOZA[0] in numbers:
        numbers.append(CUSTOZA[1])
    return all(controls(s, side, s.board.grid.index(number)) for number in numbers)


def occupies_all(s: State, side: str, part: Plain) -> bool:
    """24.2-h. Units stand in each of the hexes; by option control is enough."""
    if s.options["valeggio"] == "control":
        return controls_all(s, side, part)
    return all(s.board.grid.index(number) in s.held[side] for number in part["hexes"])


def has_line(s: State, side: str, part: Plain) -> bool:
    """24.2-i. A line of communication leads from the hexes to a source of supply of the side."""
    return all(communications.has_line(s, side, s.board.grid.index(number)) for number in part["hexes"])


def austria_has_no_line(s: State, side: str, part: Plain) -> bool:
    """26.2-b. The Austro-Hungarians cannot trace a line of communication between the two hexes."""
    start, end = s.board.grid.index(part["from"]), s.board.grid.index(part["to"])
    return not communications.line_between(s, AUSTRIA, start, end)


def corps(s: State, side: str) -> dict[str, list[str]]:
    """24.2-h, 24.2-k, 24.2-l. The Formations of each Corps; Haller and Taxis are one, and Brigades are none."""
    found: dict[str, list[str]] = {}
    for formation in s.formations.values():
        if formation.side == side and formation.rank == "corps":
            found.setdefault(formation.corps, []).append(formation.id)
    return found


def corps_is_west(s: State, side: str, part: Plain) -> bool:
    """24.2-h. All units on the map of some Corps that is not collapsed stand west of the Mincio."""
    for names in corps(s, side).values():
        units = [unit for name in names for unit in s.of_formation(name) if unit.hex >= 0]
        fit = not any(collapsed(s, name) for name in names)
        if fit and units and all(unit.hex in s.board.west for unit in units):
            return True
    return False


def corps_has_left(s: State, side: str, part: Plain) -> bool:
    """24.2-j, 24.2-k. A whole Corps, but for routed and eliminated units, has left the map and is not collapsed."""
    gone = ("routed", "eliminated")
    for names in corps(s, side).values():
        units = [unit for name in names for unit in s.of_formation(name) if unit.box not in gone]
        fit = not any(collapsed(s, name) for name in names)
        if fit and units and all(unit.box == "exited" for unit in units):
            return True
    return False


MET: Final[dict[str, Any]] = {
    "control_all": controls_all,
    "control_all_bridge_east_sides": controls_all,
    "occupy_all": occupies_all,
    "valid_loc": has_line,
    "no_ah_loc": austria_has_no_line,
    "corps_west_of_mincio": corps_is_west,
    "corps_exited": corps_has_left,
}


def final_result(s: State) -> None:
    """24.2-c, 26.2-a. Who has met his own Strategic Objective wins; if both or neither have, nobody does."""
    scored = {
        side: {"number": number, "met": number is not None and is_met(s, side, number)}
        for side, number in s.strategy.items()
    }
    winners = [side for side in SIDES if scored[side]["met"]]
    rule = "24.2-c" if s.year == 1848 else "26.2-a"
    if len(winners) == 1:
        side = winners[0]
        s.result = Result(side, "objective", RULES[s.year, side, s.strategy[side] or 0], {"objectives": scored})
    else:
        s.result = Result(None, "both_objectives" if winners else "no_objective", rule, {"objectives": scored})
    tell(s, "result", s.result.rule or rule, winner=s.result.winner or "nobody", reason=s.result.reason)
