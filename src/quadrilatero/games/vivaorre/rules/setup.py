"""Chapter 3: what is settled before a pick-up battle begins, stage by stage, one stage or answer a segment."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from quadrilatero.games.vivaorre import laying
from quadrilatero.games.vivaorre.answers import Deploy, Pass, Route, Terrain
from quadrilatero.games.vivaorre.records import SetUp, Sides
from quadrilatero.games.vivaorre.rules import deployment, elements, tempers
from quadrilatero.games.vivaorre.said import BLUE, CAVALRY, ENEMY, RED, SIDES
from quadrilatero.games.vivaorre.state import State
from quadrilatero.games.vivaorre.telling import ask, no, roll, tell
from quadrilatero.games.vivaorre.words import BOOK, VOICE
from quadrilatero.kernel import Ask, Event, Plain, Refusal, Script, Seat
from quadrilatero.kernel.ask import Dice

AMBUSH, DEFENSIVE = 3, 2
"""3-g: leads of the roll for the type of battle."""


def phase(s: State) -> Script:
    """3-a, 3-l, 5-m. The next thing to settle; returns whether the battle can begin."""
    setup = s.setup
    if setup is None:
        return True
    if setup.stage == "kind":
        yield from roll_type(s, setup)
    elif setup.stage == "elements":
        yield from roll_elements(s, setup)
    elif setup.stage == "terrain":
        yield from lay_terrain(s, setup)
    elif setup.stage == "characters":
        yield from tempers.roll_characters(s)
        s.setup = replace(setup, stage="deploy")
    else:
        yield from deploy(s, setup)
        s.setup = None
        return True
    return False


# -- 3-f, 3-g: the type of battle -------------------------------------------------------------------------------------


def roll_type(s: State, setup: SetUp) -> Script:
    """3-f, 3-g. Where the players wish it is rolled what battle is fought; who rolls higher ambushes or defends."""
    if setup.kind == "roll":
        faces: tuple[int, ...] = yield Dice(2)
        totals, modifiers = type_totals(s, setup, faces)
        kind, attacker = type_of_battle(totals, setup.attacker)
        roll(
            s,
            "3-f",
            "type",
            None,
            faces,
            need=0,
            total=abs(totals[RED] - totals[BLUE]),
            success=kind != "encounter",
            modifiers=modifiers,
            totals=totals,
            type=kind,
        )
        setup = replace(setup, kind=kind, attacker=attacker)
    tell(s, "type", "3-a", type=setup.kind, attacker=setup.attacker)
    s.setup = replace(setup, stage="elements" if setup.terrain == "players" else "characters")


def type_totals(s: State, setup: SetUp, faces: tuple[int, ...]) -> tuple[dict[str, int], list[tuple[str, int]]]:
    """3-f. The dice, one more for having more cavalry, one more for playing in one's own country."""
    horse = {
        side: sum(unit.figures for unit in s.units.values() if unit.side == side and unit.arm == CAVALRY)
        for side in SIDES
    }
    added = {side: [horse[side] > horse[ENEMY[side]], setup.home == side] for side in SIDES}
    totals = {side: face + sum(added[side]) for side, face in zip(SIDES, faces, strict=True)}
    return totals, [("3-f", 1) for side in SIDES for one in added[side] if one]


def type_of_battle(totals: dict[str, int], attacker: str) -> tuple[str, str]:
    """3-g. A lead of 3 is an ambush, of 2 a defensive battle, less an encounter; and who attacks or is ambushed."""
    lead = totals[RED] - totals[BLUE]
    if abs(lead) < DEFENSIVE:
        return "encounter", attacker
    return "ambush" if abs(lead) >= AMBUSH else "defensive", BLUE if lead > 0 else RED


# -- 3-h to 3-l: terrain ----------------------------------------------------------------------------------------------


def roll_elements(s: State, setup: SetUp) -> Script:
    """3-h, 3-i, 3-l. How many elements each may place, and by lot who begins."""
    faces: tuple[int, ...] = yield Dice(2)
    defender = elements.in_defence(s, setup.kind, setup.attacker)
    numbers = elements.number_of_elements(dict(zip(SIDES, faces, strict=True)), defender)
    modifiers = [("3-h", 1), ("3-h", -1)] if defender is not None else []
    roll(
        s,
        "3-h",
        "elements",
        None,
        faces,
        need=1,
        total=sum(numbers.values()),
        success=any(numbers.values()),
        modifiers=modifiers,
        totals=numbers,
    )
    lot: tuple[int, ...] = yield Dice(1)
    first = RED if lot[0] <= 3 else BLUE
    roll(s, "3-l", "first_element", None, lot, need=4, total=lot[0], success=first == BLUE, winner=first)
    s.setup = turn_to(replace(setup, elements=Sides(**numbers), stage="terrain"), first)


def turn_to(setup: SetUp, seat: Seat) -> SetUp:
    """3-l. Elements are placed in turn; who has none left is passed over, and when nobody has any it is done."""
    for side in (seat, ENEMY[seat]):
        if getattr(setup.elements, side):
            return replace(setup, placing=side)
    return replace(setup, placing=None, terrain="done", stage="characters")


def lay_terrain(s: State, setup: SetUp) -> Script:
    """3-l, 3-h. A seat places one of its elements, or no more of them."""
    if setup.placing is None:
        s.setup = turn_to(setup, RED)
        return
    seat = setup.placing
    answer = yield terrain_question(s, setup, seat)
    left = 0
    if isinstance(answer, Terrain):
        piece = elements.place_element(s, answer)
        tell(s, "terrain", "3-l", seat=seat, piece=piece.id, type=piece.type)
        left = getattr(setup.elements, seat) - 1
    s.setup = turn_to(replace(setup, elements=replace(setup.elements, **{seat: left})), ENEMY[seat])


def terrain_question(s: State, setup: SetUp, seat: Seat) -> Ask:
    """3-j, 3-k, 3-l, 19-a. Which element, and where; or none."""

    def refuse(answer: Terrain | Pass) -> Refusal | None:
        return elements.refuse_element(s, setup.types, answer) if isinstance(answer, Terrain) else None

    return ask(
        s,
        seat,
        "terrain",
        "3-l",
        (Terrain, Pass),
        lambda: [*laying.terrain_candidates(s, setup.types), {"do": "pass"}],
        refuse,
        True,
        open=True,
        sample=lambda _, rng: laying.random_element(s, setup.types, rng),
        left=getattr(setup.elements, seat),
        types=list(setup.types),
    )


# -- 3-b to 3-e: deployment -------------------------------------------------------------------------------------------


def deploy(s: State, setup: SetUp) -> Script:
    """3-b, 3-c, 3-d. Both write down their places at once and sealed, or one alone; an attacker enters in turn 1."""
    waiting = tuple([seat for seat in deployment.deployers(setup) if _has_to_deploy(s, seat)])
    if setup.deployment != "players":
        given: dict[str, Any] = {seat: laying.automatic(s, setup, seat) for seat in waiting}
    elif waiting:
        answers = yield deploy_question(s, setup, waiting)
        given = answers if len(waiting) > 1 else {waiting[0]: answers}
    else:
        given = {}
    for seat in SIDES:
        if seat in given:
            settle(s, setup, seat, given[seat])
        elif seat not in deployment.deployers(setup):
            deployment.enter_from_edge(s, seat)


def _has_to_deploy(s: State, seat: Seat) -> bool:
    return any(unit.side == seat and unit.at is None and unit.arrives == 1 for unit in s.units.values())


def settle(s: State, setup: SetUp, seat: Seat, answer: Deploy | Route) -> None:
    """3-b, 3-c, 3-d, 13-g. What a seat has written down is done; what it has hidden is told to it alone."""
    rule = deployment.zone_rule(setup)
    if isinstance(answer, Route):
        deployment.march_out(s, seat, answer)
        tell(s, "deployed", rule, seat=seat, units=[], hidden=0)
        return
    deployment.deploy(s, setup, seat, answer)
    own = [s.units[id] for id in answer.units]
    shown = [unit.id for unit in own if not unit.hidden]
    tell(s, "deployed", rule, seat=seat, units=shown, hidden=len(own) - len(shown))
    if secret := [unit.id for unit in own if unit.hidden]:
        s.sink.append(Event("concealed", "13-g", {"units": secret}, BOOK, seen_by=(seat,)))


def deploy_question(s: State, setup: SetUp, seats: tuple[Seat, ...]) -> Ask:
    """3-b, 3-c, 3-d, 13-g. Where everybody stands, or in what order and on what way an army marches."""

    def refuse(seat: Seat, answer: Deploy | Route) -> Refusal | None:
        if isinstance(answer, Route):
            if not deployment.marches(setup, seat):
                return no("3-d", "not_on_the_march")
            return deployment.refuse_route(s, seat, answer)
        if deployment.marches(setup, seat):
            return no("3-d", "on_the_march")
        return deployment.refuse_deploy(s, setup, seat, answer)

    def retell(seat: Seat | None, answer: Deploy | Route) -> Plain | None:
        """3-e, 13-g: others are told nothing of what was written down; they see what stands on the table."""
        return None

    return VOICE.ask_all(
        seats,
        "deploy",
        deployment.zone_rule(setup),
        (Deploy, Route),
        lambda seat: laying.deploy_candidates(s, setup, seat),
        refuse,
        open=True,
        retell=retell,
        sample=lambda seat, rng: laying.random_deployment(s, setup, seat, rng),
        tell=lambda seat: {"open": True, "kind": setup.kind, **_told(s, setup, seat)},
    )


def _told(s: State, setup: SetUp, seat: Seat | None) -> Plain:
    """The zone of a seat and the trenches it may dig."""
    if seat is None:
        return {}
    units = [unit.id for unit in s.units.values() if unit.side == seat and unit.at is None]
    return {
        "zone": list(deployment.zone_of(s, setup, seat)),
        "units": units,
        "marches": deployment.marches(setup, seat),
        "trenches": deployment.most_trenches(s, seat),
    }
