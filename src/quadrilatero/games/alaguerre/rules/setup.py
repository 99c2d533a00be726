"""Chapter 12.1.3, 12.2: what comes before the first turn of a pick-up battle, one stage or answer a segment."""

from __future__ import annotations

from typing import Any

from msgspec import to_builtins
from msgspec.structs import replace

from quadrilatero.games.alaguerre import laying
from quadrilatero.games.alaguerre.answers import Deploy, Plan, Reserve
from quadrilatero.games.alaguerre.records import SetUp
from quadrilatero.games.alaguerre.rules import cohesion, defence, deployment, intelligence, reserve
from quadrilatero.games.alaguerre.said import SIDES
from quadrilatero.games.alaguerre.state import State
from quadrilatero.games.alaguerre.telling import ask_all, reveal, side_of, tell
from quadrilatero.kernel import Ask, Plain, Refusal, Script, Seat


def phase(s: State) -> Script:
    """12.1.3-a, 12.2-a. The next thing to settle; returns whether the battle can begin."""
    setup = s.setup
    if setup is None:
        return True
    if setup.stage == "plan":
        yield from plan(s, setup)
    elif setup.stage == "intelligence":
        left = {side: len(deployment.to_deploy(s, side)) for side in SIDES}
        yield from intelligence.patrol(s, setup, left)
    elif setup.turns:
        yield from deploy(s, setup)
    else:
        yield from defence.find_secret_values(s)
        s.setup = None
        s.cohesion = cohesion.at_start(s)
        return True
    return False


# -- 12.1.3: the map --------------------------------------------------------------------------------------------------


def plan(s: State, setup: SetUp) -> Script:
    """12.1.3-a. Both write down unseen in which sector each of their divisions is to deploy."""
    asked = tuple([side for side in SIDES if deployment.to_deploy(s, side)])
    if not asked:
        s.setup = replace(setup, stage="deploy")
        return
    answered = yield plan_question(s, asked)
    answers: dict[Seat, Plan] = answered if len(asked) > 1 else {asked[0]: answered}
    sectors = {
        deployment.whole_id(s, side, id): list(sector) for side in asked for id, sector in answers[side].sectors.items()
    }
    s.setup = replace(setup, stage="intelligence", plan=sectors)
    for side in asked:
        tell(s, "sectors_written", "12.1.3-a", side=side)


def plan_question(s: State, asked: tuple[Seat, ...]) -> Ask:
    """12.1.3-a, 12.3-a. The sector of each division; nobody is told what the other has written."""

    def shown(seat: Seat | None) -> Plain:
        columns, rows = deployment.sectors(s)
        told: Plain = {"open": True, "columns": columns, "rows": deployment.rows_to_deploy(rows)}
        return told if seat not in asked else {**told, "divisions": deployment.to_deploy(s, seat)}

    return ask_all(
        asked,
        "plan",
        "12.1.3-a",
        (Plan,),
        lambda seat: laying.plans(s, seat),
        lambda seat, answer: deployment.refuse_plan(s, seat, answer),
        open=True,
        tell=shown,
        retell=lambda seat, answer: None,
        sample=lambda seat, rng: laying.random_plan(s, seat, rng),
    )


# -- 12.2: deployment -------------------------------------------------------------------------------------------------


def deploy(s: State, setup: SetUp) -> Script:
    """12.2-b, 12.2-c, 12.2-d, 12.2-e, 12.1.1-a. The next side deploys a division, which all see then, or keeps it."""
    side = setup.turns[0]
    answer = yield deploy_question(s, setup, side)
    rest = replace(setup, turns=setup.turns[1:])
    division = deployment.whole_id(s, side, answer.division)
    if isinstance(answer, Reserve):
        reserve.keep(s, side, division)
        kept = tuple([one for one in rest.reserves if one != side])
        s.setup = replace(rest, reserves=kept, kept=(*rest.kept, side))
        return
    staff = deployment.staff_to_deploy(s, side, division)
    bases = deployment.put_down(s, answer.bases)
    last = not deployment.to_deploy(s, side)
    for general in staff:
        if general.id in answer.generals or general.division == division or last:
            deployment.put_general(s, general, answer.generals.get(general.id))
    s.setup = rest
    yield reveal(s, "deployed", "12.1.3-a", side=side, division=division, bases=bases)


def deploy_question(s: State, setup: SetUp, side: str) -> Ask:
    """12.1.3-a, 12.2-f. Which division deploys next, and where its bases stand; or whether it is kept as a reserve."""

    def refuse(seat: Seat, answer: Deploy | Reserve) -> Refusal | None:
        if isinstance(answer, Reserve):
            return deployment.refuse_reserve(s, setup, side, answer)
        return deployment.refuse_deploy(s, setup, side, answer)

    def retell(seat: Seat | None, answer: Deploy | Reserve) -> Plain | None:
        if isinstance(answer, Reserve) and (seat is None or side_of(seat) != side):
            return None
        found: Plain = to_builtins(answer)
        return found

    def shown(seat: Seat | None) -> Plain:
        if seat is None or side_of(seat) != side:
            return {"open": True}
        divisions = deployment.to_deploy(s, side)
        guns = [gun.id for gun in deployment.guns_to_deploy(s, side)]
        return {
            "open": True,
            "divisions": {id: setup.plan[id] for id in divisions},
            "guns": guns,
            "reserve": side in setup.reserves,
        }

    def options(seat: Seat) -> list[Any]:
        return laying.deployments(s, setup, side)

    return ask_all(
        (side,),
        "deploy",
        "12.1.3-a",
        (Deploy, Reserve),
        options,
        refuse,
        open=True,
        tell=shown,
        retell=retell,
        sample=lambda seat, rng: laying.random_deployment(s, setup, side, rng),
    )
