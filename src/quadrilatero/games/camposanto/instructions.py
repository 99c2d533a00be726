"""Standing instructions in Camposanto: answers given for a player who is not there to decide.

Chances come from the same odds that a player is shown. Where an instruction would cost HITs or risk the game, it leaves
the decision to the player.
"""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

from quadrilatero.games.camposanto.duel import ROLES
from quadrilatero.games.camposanto.odds_fight import Fight, price
from quadrilatero.games.camposanto.odds_policy import read
from quadrilatero.games.camposanto.rules import fall_back, flight
from quadrilatero.games.camposanto.rules.components import is_combat
from quadrilatero.games.camposanto.state import State, Unit
from quadrilatero.hexes import FACINGS
from quadrilatero.kernel import Match, Plain, cases
from quadrilatero.kernel.cases import Answering, Wish, answer_by, enough, plainly, wish
from quadrilatero.kernel.instructions import Instruction, Orders, Standing, choice
from quadrilatero.kernel.log import Ordered
from quadrilatero.kernel.odds import odds
from quadrilatero.kernel.trial import aside

INSTRUCTIONS = (
    Instruction(
        "react",
        {
            "en": "Infantry enters the Front of my horse or light infantry",
            "it": "Fanteria nel Fronte della mia cavalleria o fanteria leggera",
        },
        ("6.4-c",),
        (
            choice("stay", "Stay", "Resta"),
            choice("fall_back", "Fall back", "Ripiega"),
            choice(
                "at_least",
                "Stay if I would beat its assault with at least … %, else fall back",
                "Resta se respingerei il suo assalto con almeno il … %, altrimenti ripiega",
                percent=True,
            ),
        ),
        pieces=True,
    ),
    Instruction(
        "stand",
        {"en": "In an Assault: fight on or fall back", "it": "In un Assalto: combattere ancora o ripiegare"},
        ("7.1-b", "7.1-e"),
        (
            choice("fight", "Fight on", "Combatti"),
            choice("fall_back", "Fall back", "Ripiega"),
            choice(
                "at_least",
                "Fight if I win with at least … %, else fall back",
                "Combatti se vinco con almeno il … %, altrimenti ripiega",
                percent=True,
            ),
        ),
        pieces=True,
    ),
    Instruction(
        "reroll",
        {"en": "My roll has failed and a Marshal is near", "it": "Il mio tiro è fallito e c'è un Maresciallo vicino"},
        ("8.2-h", "8.2-i"),
        (
            choice("always", "Re-roll", "Fallo ripetere"),
            choice("never", "Let it stand", "Il tiro resta com'è"),
            choice(
                "gain",
                "Re-roll if that adds at least … % to my chance of winning",
                "Fallo ripetere se aggiunge almeno il … % alla probabilità di vincere",
                percent=True,
            ),
        ),
    ),
    Instruction(
        "face",
        {
            "en": "After falling back or fleeing: which way to face",
            "it": "Dopo un ripiegamento o una fuga: orientamento",
        },
        ("6.1-c", "7.3-f"),
        (
            choice("keep", "As before", "Come prima"),
            choice("enemy", "Towards the nearest enemies", "Verso i nemici più vicini"),
        ),
    ),
    Instruction(
        "flee",
        {"en": "My units must flee", "it": "Le mie unità devono fuggire"},
        ("7.1-h", "7.3-a"),
        (choice("safest", "By the way that costs least", "Per la via che costa meno"),),
    ),
    Instruction(
        "hit",
        {"en": "One of several units takes the HIT", "it": "Il Colpo tocca a una di più unità"},
        ("7.1-g",),
        (choice("strongest", "The one with most steps left", "A quella con più step"),),
    ),
    Instruction(
        "advance",
        {"en": "I could advance after an Assault", "it": "Potrei avanzare dopo un Assalto"},
        ("7.1-c", "7.1-j"),
        (choice("stay", "Stay where we are", "Resta sul posto"),),
    ),
    Instruction(
        "swap",
        {
            "en": "I trail at nightfall: exchange the sets of order points",
            "it": "Sono in svantaggio a sera: scambio delle serie di PO",
        },
        ("4.3-c",),
        (choice("swap", "Exchange", "Scambia"), choice("keep", "Keep", "Mantieni")),
    ),
)


def instructable(view: Plain, seat: str) -> dict[str, list[str]]:
    """Whose reaction and whose stand can be ordered singly: those that can fall back at all."""
    mine = [unit for unit in view["units"] if unit["side"] == seat]
    return {
        "react": [unit["id"] for unit in mine if unit["type"] in ("cavalry", "light")],
        "stand": [unit["id"] for unit in mine if unit["type"] not in ("marshal", "artillery")],
    }


Case: TypeAlias = cases.Case[State]


def _role(case: Case) -> int:
    return 0 if case.state.acting().side == case.seat else 1


def _policy(case: Case, role: int) -> Plain:
    """What the odds take for granted of this seat's own re-rolls; of all else, that both sides fight it out."""
    reroll = case.orders.get("reroll", Standing()).all.do
    return {ROLES[role]: {"reroll_if": "never"}} if reroll == "never" else {}


def _chance(case: Case, answer: Plain) -> float:
    """The odds that this seat comes out well of the fight it is in."""
    return case.chance(answer, _policy(case, _role(case)))


# -- 6.4 and 7.1: hold or fall back ------------------------------------------------------------------------------------


def _react(case: Case) -> Ordered | None:
    """Whoever is to fall back goes, one after another; those who stay do so when all others have their orders too."""
    s = case.state
    units = [s.units[id] for id in case.data["units"]]
    wishes = {unit.id: wish(case.order.of(unit.id), "fall_back", lambda unit=unit: held(case, unit)) for unit in units}  # type: ignore[misc]
    for unit in units:
        own = wishes[unit.id]
        if own is not None and not own.holds:
            way = safest(s, unit, [option for option in case.options if option.get("unit") == unit.id])
            return None if way is None else Ordered(way, *own.told("falls_back", [unit.name]))
    stay = [own for own in wishes.values() if own is not None]
    if len(stay) < len(units):
        return None
    common = stay[0] if len(stay) == 1 else Wish(holds=True)
    return Ordered({"do": "stay"}, *common.told("stays", [unit.name for unit in units]))


def held(case: Case, unit: Unit) -> float:
    """The chance of the unit's stack to beat an Assault of the infantry that has come, should it turn on them."""
    s = aside(case.state)
    mover = s.units[case.data["mover"]]
    front = s.board.facings.front[mover.hex]
    s.turn_to(mover, next(facing for facing in range(len(FACINGS)) if unit.hex in front[facing]))
    links = tuple((mover.id, other.id) for other in s.stack(unit.hex) if is_combat(other))
    return Fight.of(s, links).odds(case.seat, 0, read(_policy(case, 1))).success


def safest(s: State, unit: Unit, options: list[Plain]) -> Plain | None:
    """The way back without a HIT that ends farthest from the enemy; None where every way costs one."""
    free = []
    for option in options:
        path = [s.board.hex(number) for number in option["path"]]
        if not fall_back.front_hits(s, unit, path):
            free.append((fall_back.distance_to_enemy(s, unit, path[-1]), option))
    return max(free, key=lambda way: way[0])[1] if free else None


def _stand(case: Case) -> Ordered | None:
    """The side stands or falls back as a whole: where its units' orders disagree, the player decides."""
    chance = cache(lambda: _chance(case, {"do": "fight"}))
    wishes = [wish(case.order.of(id), "fall_back", chance) for id in case.data["units"]]
    known = [own for own in wishes if own is not None]
    if len(known) < len(wishes) or len({own.holds for own in known}) > 1:
        return None
    common = max(known, key=lambda own: own.least or 0)
    if common.holds:
        return Ordered({"do": "fight"}, *common.told("fights", case.data["names"]))
    way = next(
        (option for option in case.options if option["do"] == "fall_back" and _is_free(case.state, option)), None
    )
    return None if way is None else Ordered(way, *common.told("falls_back", case.data["names"]))


def _is_free(s: State, option: Plain) -> bool:
    way = {id: tuple(map(s.board.hex, path)) for id, path in option["paths"].items()}
    return price(s, way)[0] == 0


# -- 8.2: a Marshal's re-roll ------------------------------------------------------------------------------------


def _reroll(case: Case) -> Ordered | None:
    """Never with a Marshal whose loss could end the game: that is for the player to risk."""
    order = case.order.all
    if order.do == "never":
        return Ordered({"do": "pass"}, "lets_stand", {})
    sends = [option for option in case.options if option["do"] == "reroll"]
    best = max(sends, key=lambda option: _chance(case, option))
    if _may_end_the_game(case, best):
        return None
    name = case.state.units[best["marshal"]].name
    if order.do == "always" or order.percent is None:
        return Ordered(best, "rerolls", {"name": name})
    gain = _chance(case, best) - _chance(case, {"do": "pass"})
    data = {"name": name, "gain": max(0, int(100 * gain)), "least": order.percent}
    if enough(gain, order.percent):
        return Ordered(best, "rerolls_gain", data)
    return Ordered({"do": "pass"}, "lets_stand_gain", data)


def _may_end_the_game(case: Case, answer: Plain) -> bool:
    outcomes = odds(case.match, case.seat, answer).outcomes
    return any(outcome["game_over"] and outcome["marshals_lost"][ROLES[_role(case)]] for outcome, _ in outcomes)


# -- what follows from a decision ------------------------------------------------------------------------------------


def _face(case: Case) -> Ordered | None:
    """Only in the enemy's activation: in one's own, facing is part of the move."""
    s, order = case.state, case.order.all
    unit = s.units[case.data["unit"]]
    if s.acting().side == case.seat:
        return None
    facing = case.data["facing"]
    if order.do == "enemy":
        fronts = s.board.facings.front[unit.hex]
        near = [
            sum(fall_back.distance_to_enemy(s, unit, hex) for hex in front) / max(len(front), 1) for front in fronts
        ]
        closest = min(near)
        facing = facing if near[FACINGS.index(facing)] == closest else FACINGS[near.index(closest)]
    answer = {"do": "face", "unit": unit.id, "facing": facing}
    return Ordered(answer, "faces", {"name": unit.name, "facing": facing})


def _flee(case: Case) -> Ordered | None:
    """The first that has to go, by the way that costs least and ends farthest from the enemy."""
    s = case.state
    unit = s.units[case.data["units"][0]]
    hits = {tuple(s.board.numbers(way.path)): way.hits for way in flight.flights(s, unit)}

    def worth(option: Plain) -> tuple[int, int]:
        end = s.board.hex(option["path"][-1])
        return -hits[tuple(option["path"])], fall_back.distance_to_enemy(s, unit, end)

    way = max((option for option in case.options if option["unit"] == unit.id), key=worth)
    return Ordered(way, "flees", {"name": unit.name, "hits": hits[tuple(way["path"])]})


def _hit(case: Case) -> Ordered | None:
    unit = max((case.state.units[option["unit"]] for option in case.options), key=lambda unit: unit.steps)
    return Ordered({"do": "hit", "unit": unit.id}, "takes_hit", {"name": unit.name})


ANSWERS: dict[str, Answering[State]] = {
    "react": _react,
    "stand": _stand,
    "reroll": _reroll,
    "face": _face,
    "flee": _flee,
    "hit": _hit,
    "advance": plainly(stay="pass"),
    "swap": plainly(swap="swap", keep="keep"),
}


def instructed(match: Match, seat: str, orders: Orders) -> Ordered | None:
    """What the instructions answer; None leaves it to the player."""
    return answer_by(ANSWERS, match, seat, orders)
