"""Chapter 5: brigades, generals and their radii; who is in command is settled at the start of a turn."""

from __future__ import annotations

from quadrilatero.games.vivaorre.answers import Orders
from quadrilatero.games.vivaorre.records import Order
from quadrilatero.games.vivaorre.rules import characters, special, zulu
from quadrilatero.games.vivaorre.rules.characters import has, throw
from quadrilatero.games.vivaorre.said import SIDES
from quadrilatero.games.vivaorre.state import General, State, Unit
from quadrilatero.games.vivaorre.telling import no, roll, tell
from quadrilatero.games.vivaorre.words import VOICE
from quadrilatero.kernel import Ask, Plain, Refusal, Script, Seat
from quadrilatero.table import span, to_point

INCH = 1000
BRIGADE, WIDE, SUBSTITUTE, REDUCED = 10 * INCH, 15 * INCH, 8 * INCH, 10 * INCH
SHORTENED = BRIGADE * REDUCED // WIDE
"""11-f: what the option makes of 10 inches, in the proportion in which 15 become 10."""
MOVES_ON = 4
"""5-e: what an out-of-command general needs to move."""
TOLD = ("cauto", "temerario", "testardo")
"""5-ch2, 5-ch3, 5-ch16: characters for whom it matters what they are told."""
DISOBEYS = 5


# -- radii ------------------------------------------------------------------------------------------------------------


def reduced(s: State, general: General) -> bool:
    """5-ch19, 11-f. Whether a general's radius is cut to 10 inches: by a serious wound or a poor staff."""
    return general.state == "wounded" or has(general, "incapace")


def brigade_radius(s: State, general: General) -> int:
    """5-c, 5-f, 5-l, 5-ch19. How far a brigadier's word carries: 10 inches, 15 while he is out of command himself."""
    if general.substitute:
        return SUBSTITUTE
    if is_in_command(s, general):
        return SHORTENED if reduced(s, general) and s.options["wound"] == "all_radii" else BRIGADE
    return REDUCED if reduced(s, general) else WIDE


def superior_radius(s: State, general: General) -> int:
    """5-e, 5-h, 5-l, 5-ch19, 11-f. How far a general's word carries to the generals under him."""
    if general.substitute:
        return SUBSTITUTE
    return REDUCED if reduced(s, general) else WIDE


def superior(s: State, general: General) -> General | None:
    """5-e, 5-h. Whom a general has to be near: with divisions his divisional general, otherwise the CiC."""
    if general.rank == "cic":
        return None
    if general.rank == "brigade" and s.options["divisions"] == "on":
        for other in s.generals.values():
            if other.side == general.side and other.rank == "division" and other.division == general.division:
                return other
    for other in s.generals.values():
        if other.side == general.side and other.rank == "cic":
            return other
    return None


def is_in_command(s: State, general: General) -> bool:
    """5-e, 5-h. Whether a general is near enough to his superior, or has none in the list."""
    above = superior(s, general)
    if above is None:
        return True
    here, there = s.place_of(general), s.place_of(above)
    if here is None or there is None or not above.is_there:
        return False
    return span(here[0], here[1], there[0], there[1]) <= superior_radius(s, above)


def is_commanded(s: State, unit: Unit) -> bool:
    """5-c, 5-f, 5-j, 5-k, 20.zulu-b. Whether a unit may move: its nearest figure is near its brigadier.

    Without a brigade, or a general named for it, it needs none; a general who is gone and not yet replaced commands
    nobody. Reinforcements count as in command until they have reached him.
    """
    general = s.brigadier(unit.brigade)
    if general is None:
        return True
    if zulu.has_divisions(s, unit.side):
        return zulu.keeps_the_buffalo(s, unit.side)
    if not general.is_there:
        return False
    if unit.arriving or unit.at is None:
        return True
    place = s.place_of(general)
    if place is None or unit.at is None:
        return False
    return to_point(unit.pose, place[0], place[1]) <= brigade_radius(s, general)


# -- the phase --------------------------------------------------------------------------------------------------------


def phase(s: State) -> Script:
    """4-a, 5-e, 5-k, 3-m. Weather, reserves, substitutes, generals out of command, orders; then who is in command."""
    yield from weather_clears(s)
    yield from special.let_reserves_go(s)
    substitutes_arrive(s)
    for general in list(s.generals.values()):
        yield from try_to_move(s, s.generals[general.id])
    yield from give_orders(s)
    settle(s)
    return True


def weather_clears(s: State) -> Script:
    """17-ev1, 17-ev6. Weather that came up during the battle ends with a 4 or more, rolled for each turn."""
    if not s.weather_rolls or s.weather == "clear":
        return
    faces = yield from throw(s, 1, None, (), "weather")
    clears = faces[0] >= 4
    roll(s, "17-ev1", "weather", None, faces, need=4, total=faces[0], success=clears)
    if clears:
        s.weather, s.weather_rolls = "clear", False
        tell(s, "weather", "17-ev1", weather="clear")


def substitutes_arrive(s: State) -> None:
    """5-k, 5-l. Who was eliminated is replaced after a turn; the substitute takes over where his brigade stands."""
    for general in list(s.generals.values()):
        if general.is_there or general.returns is None or general.returns > s.turn:
            continue
        place = _middle_of(s, general)
        if place is None:
            continue
        s.lead(general, state="well", substitute=True, characters=(), returns=None, at=place, with_unit=None)
        tell(s, "general", "5-k", general=general.id, name=general.name, what="substitute")


def _middle_of(s: State, general: General) -> tuple[int, ...] | None:
    """Where a substitute is found: with the first unit that he is to lead."""
    for unit in s.on_table(general.side):
        if general.brigade is None or unit.brigade == general.brigade:
            return unit.at
    return None


def try_to_move(s: State, general: General) -> Script:
    """5-e, 5-ch17, 5-ch18. A general out of command moves only with a 4 or more; a 6 if Stupido, a 2 Intraprendente."""
    if general.rank == "cic" or not general.is_there or zulu.has_divisions(s, general.side):
        return
    if general.rank == "division" and s.options["divisions"] == "off":
        return
    if is_in_command(s, general) or s.place_of(general) is None:
        s.lead(general, may_move=None)
        return
    need, rule = MOVES_ON, "5-e"
    if has(general, "stupido"):
        need, rule = 6, "5-ch17"
    elif has(general, "intraprendente"):
        need, rule = 2, "5-ch18"
    faces = yield from throw(s, 1, general.side, _led(s, general), "command")
    moves = faces[0] >= need
    s.lead(s.generals[general.id], may_move=moves)
    roll(
        s,
        rule,
        "command",
        general.side,
        faces,
        need=need,
        total=faces[0],
        success=moves,
        seen_by=characters.veiled(_led(s, general)),
        general=general.id,
        name=general.name,
    )


def _led(s: State, general: General) -> list[Unit]:
    return [unit for unit in s.units.values() if characters.commands(s, general, unit)]


def settle(s: State) -> None:
    """5-c, 5-d. For the whole turn: which units are out of command, and which generals."""
    for unit in list(s.units.values()):
        out = not is_commanded(s, unit)
        if out != unit.out:
            s.change(unit, out=out)
    lost = [unit for unit in s.on_table() if unit.out and not unit.hidden]
    tell(
        s,
        "command",
        "5-c",
        out=[unit.id for unit in lost],
        names=[unit.name for unit in lost],
        why="some" if lost else "nobody",
        generals=[
            general.id
            for general in s.generals.values()
            if general.may_move is not None and characters.veiled(_led(s, general)) is None
        ],
    )


# -- orders that generals may not carry out ---------------------------------------------------------------------------


def told_generals(s: State, seat: Seat) -> list[General]:
    """5-ch2, 5-ch3, 5-ch16, 20.zulu-c. The generals of a seat to whom it matters what they are told."""
    return [
        general
        for general in s.generals.values()
        if general.side == seat and general.is_there and any(has(general, one) for one in TOLD)
    ]


def give_orders(s: State) -> Script:
    """5-ch2, 5-ch3, 5-ch16. Such generals are told to advance or to hold, sealed; each then obeys or not."""
    seats = tuple([seat for seat in SIDES if any(one.id not in s.orders for one in told_generals(s, seat))])
    if not seats:
        return
    answers = yield _orders_question(s, seats)
    given = {seat: answers[seat].orders for seat in seats} if len(seats) > 1 else {seats[0]: answers.orders}
    for general in list(s.generals.values()):
        told = given.get(general.side, {}).get(general.id)
        if told is not None:
            yield from obey(s, s.generals[general.id], told)


def _orders_question(s: State, seats: tuple[Seat, ...]) -> Ask:
    def names(seat: Seat) -> list[str]:
        return [general.id for general in told_generals(s, seat)]

    def options(seat: Seat) -> list[Plain]:
        found: list[dict[str, str]] = [{}]
        for id in names(seat):
            found = [{**orders, id: told} for orders in found for told in ("advance", "hold")]
        return [{"do": "orders", "orders": orders} for orders in found[:256]]

    def refuse(seat: Seat, answer: Orders) -> Refusal | None:
        wanted = names(seat)
        if strange := [id for id in answer.orders if id not in wanted]:
            return no("5-ch2", "no_orders_for", generals=strange)
        if missing := [id for id in wanted if id not in answer.orders]:
            return no("5-ch2", "orders_missing", generals=missing)
        return None

    return VOICE.ask_all(seats, "orders", "5-ch2", (Orders,), options, refuse)


def obey(s: State, general: General, told: str) -> Script:
    """5-ch2, 5-ch3, 5-ch16. On a 5 or more a Cauto holds, a Temerario advances, a Testardo does the opposite."""
    other = "hold" if told == "advance" else "advance"
    does = told
    if zulu.turns_impetuous(s, general, told):
        general = s.generals[general.id]
    for character, rule, when in (
        ("cauto", "5-ch2", "advance"),
        ("testardo", "5-ch3", None),
        ("temerario", "5-ch16", "hold"),
    ):
        if not has(general, character) or (when is not None and told != when):
            continue
        faces = yield from throw(s, 1, general.side, _led(s, general), character)
        disobeys = faces[0] >= DISOBEYS
        roll(
            s,
            rule,
            character,
            general.side,
            faces,
            need=DISOBEYS,
            total=faces[0],
            success=disobeys,
            general=general.id,
            name=general.name,
        )
        if disobeys:
            does = other
    s.orders = {**s.orders, general.id: Order(told, does)}


def wide_radius(s: State, general: General) -> int:
    """5-f. How far from an out-of-command general his units may go."""
    return brigade_radius(s, general)
