"""Chapters 3 and 4: Turns, Phases, order points and the states of the wings; and the course of a whole game."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations

from quadrilatero.games.camposanto.answers import Keep, Orders, Swap
from quadrilatero.games.camposanto.board import ENEMY, SIDES
from quadrilatero.games.camposanto.rules.activation import activation_order, next_step
from quadrilatero.games.camposanto.rules.aftermath import aftermath_step
from quadrilatero.games.camposanto.rules.assault import assault_step, declare_step
from quadrilatero.games.camposanto.rules.commanders import general_step
from quadrilatero.games.camposanto.rules.fire import fire_step
from quadrilatero.games.camposanto.rules.moving import face_step, movement_step
from quadrilatero.games.camposanto.rules.victory import check_points, final_result, score_phase
from quadrilatero.games.camposanto.state import AGGRESSIVE, CAUTIOUS, IMPETUOUS, TITUBANT, WINGS, Active, State, by_side
from quadrilatero.games.camposanto.telling import ask, ask_all, no, tell
from quadrilatero.kernel import Plain, Refusal, Script

PHASES = 3
TURNS = ("day", "evening")

# -- 3 and 4: order points ---------------------------------------------------------------------------------------------


def is_last_turn(s: State) -> bool:
    """3-a. A game has two Turns, Day and then Evening; a short scenario may end sooner."""
    return s.turn == s.last_turn


def is_last_phase(s: State) -> bool:
    """3-b. A Turn has three Phases."""
    return s.phase >= PHASES


def order_choices(left: tuple[int, ...]) -> list[Plain]:
    """3-c. Exactly three order points a Phase, one for each wing."""
    return [
        {"do": "orders", "left": left_wing, "centre": centre, "right": right}
        for left_wing, centre, right in permutations(left, len(WINGS))
    ]


def refuse_orders(s: State, side: str, answer: Orders) -> Refusal | None:
    """3-c: three different points, all of them still in hand; one once played is spent for the Turn."""
    points = [answer.left, answer.centre, answer.right]
    for point in points:
        if point not in s.orders_left[side]:
            return no("3-c", "point_not_left", point=point, left=list(s.orders_left[side]))
    return no("3-c", "point_twice") if len(set(points)) < len(points) else None


def choose_orders(s: State) -> Script:
    """4-a, 4-b. Both players choose at the same time, blind to the other's choice, and lay the points face down."""
    answers = yield ask_all(
        SIDES,
        "orders",
        "4-a",
        (Orders,),
        lambda seat: order_choices(s.orders_left[seat]),
        lambda seat, answer: refuse_orders(s, seat, answer),
        certain=True,
        turn=s.turn,
        phase=s.phase,
    )
    reveal(s, {side: {wing: getattr(answers[side], wing) for wing in WINGS} for side in SIDES})


# -- 4.1 -------------------------------------------------------------------------------------------------------------


def reveal(s: State, orders: dict[str, dict[str, int]]) -> None:
    """4.1-a. All six points are turned up together; they are spent."""
    s.orders = orders
    s.orders_left = {
        side: tuple(point for point in s.orders_left[side] if point not in orders[side].values()) for side in SIDES
    }
    s.states = wing_states(orders, s.fatigued if s.options["fatigue"] == "limits" else ())
    s.order = activation_order(orders)
    mark_fatigued(s)
    first = s.order[0]
    tell(
        s,
        "states",
        "4.1-a",
        orders=orders,
        states=by_side(s.states),
        order=list(s.order),
        fatigued=list(s.fatigued),
        first=first.split(".")[0],
        first_wing=first.split(".")[1],
        **{f"{side}_points": [orders[side][wing] for wing in WINGS] for side in SIDES},
    )


def wing_states(orders: dict[str, dict[str, int]], spent: tuple[str, ...] = ()) -> dict[str, str]:
    """4.1-c, 4.1-e, 4.1-h. The highest of the six makes its wing Impetuous, the lowest Titubant; 1, 2, 2, 1 in all.

    By option a wing in `spent` (Fatigued) cannot be Impetuous again and is Aggressive instead.
    """
    points = {f"{side}.{wing}": orders[side][wing] for side in SIDES for wing in WINGS}
    states = {key: compared(orders, *key.split(".")) for key in points}
    highest = max(points, key=points.__getitem__)
    states[highest] = AGGRESSIVE if highest in spent else IMPETUOUS
    states[min(points, key=points.__getitem__)] = TITUBANT
    return states


def compared(orders: dict[str, dict[str, int]], side: str, wing: str) -> str:
    """4.1-b, 4.1-f, 4.1-g. Wings of the same name are compared: the higher point is Aggressive, the lower Cautious."""
    return AGGRESSIVE if orders[side][wing] > orders[ENEMY[side]][wing] else CAUTIOUS


def mark_fatigued(s: State) -> None:
    """4.1-d. The Impetuous wing is marked Fatigued; the book gives the mark no effect."""
    wing = next((key for key, state in s.states.items() if state == IMPETUOUS), None)
    if wing and wing not in s.fatigued:
        s.fatigued = (*s.fatigued, wing)


# -- 4.2 and 4.3 -----------------------------------------------------------------------------------------------------


def end_phase(s: State) -> None:
    """4.2-b. The Phase's victory point is awarded, if there is one, and victory is looked for."""
    score_phase(s)
    s.orders = None
    s.active = None
    s.states = {}
    s.order = ()
    check_points(s)
    if is_last_phase(s):
        end_turn(s)
    else:
        next_phase(s)


def next_phase(s: State) -> None:
    """4.2-c. With order points of the Turn still in hand a new Phase begins."""
    s.phase += 1
    tell(s, "phase", "4.2-c", turn=s.turn, phase=s.phase)


def end_turn(s: State) -> None:
    """4.3-a, 4.3-e. After the third Phase the Day ends, or, in the Evening, the battle with its result."""
    if is_last_turn(s):
        final_result(s)
        return
    refresh_wings(s)
    s.swap = swap_chooser(s)
    if s.swap is None:
        begin_evening(s, swapped=True)


def refresh_wings(s: State) -> None:
    """4.3-b. Fatigued wings are fresh again."""
    s.fatigued = ()


def swap_chooser(s: State) -> str | None:
    """4.3-c. The side that trails decides about the exchange; with equal points nobody is asked."""
    spain, austria = s.vp["spain"], s.vp["austria"]
    return None if spain == austria else "spain" if spain < austria else "austria"


def ask_swap(s: State, side: str) -> Script:
    """4.3-c. The trailing player decides whether the two exchange their sets of order points."""
    answer = yield ask(
        side, "swap", "4.3-c", (Swap, Keep), lambda: [{"do": "swap"}, {"do": "keep"}], lambda _: None, certain=True
    )
    begin_evening(s, swapped=isinstance(answer, Swap))


def begin_evening(s: State, *, swapped: bool) -> None:
    """4.3-d. Each player starts the Evening with a whole set: the other's if exchanged, as equal points demand."""
    s.swap = None
    s.turn = TURNS[1]
    s.phase = 1
    if swapped:
        s.series = {side: s.series[ENEMY[side]] for side in SIDES}
    s.orders_left = dict(s.series)
    tell(s, "swapped" if swapped else "kept", "4.3-d" if s.vp["spain"] == s.vp["austria"] else "4.3-c")
    tell(s, "phase", "4.3-a", turn=s.turn, phase=s.phase)


# -- the course of the game --------------------------------------------------------------------------------------------


def begin_next_wing(s: State) -> None:
    """4.2-a. The next wing in the order is activated; after the sixth the Phase ends. Empty wings are passed over."""
    s.last = s.active
    done = -1 if s.active is None else s.order.index(s.active.key)
    for key in s.order[done + 1 :]:
        side, wing = key.split(".")
        if s.of_wing(side, wing):
            s.active = Active(side, wing, s.states[key])
            tell(s, "activated", "5-a", side=side, wing=wing, state=s.states[key])
            return
    end_phase(s)


def fight_step(s: State) -> Script:
    """5.5-a: Assaults are declared one by one, then fought one by one."""
    if s.acting().aftermath:
        return (yield from aftermath_step(s))
    return (yield from (assault_step(s) if s.acting().fighting else declare_step(s)))


STEP_SCRIPTS: dict[str, Callable[[State], Script]] = {
    "start": general_step,
    "artillery": fire_step,
    "movement": movement_step,
    "marshal": movement_step,
    "light_fire": fire_step,
    "assault": fight_step,
}


def segment(s: State) -> Script:
    """The next decision of the game and what follows from it; everything between two of them is in the state."""
    if s.result:
        return
    if s.swap:
        yield from ask_swap(s, s.swap)
    elif s.active is None:
        if s.orders is None:
            yield from choose_orders(s)
        begin_next_wing(s)
    else:
        while not (yield from act(s)):
            pass


def act(s: State) -> Script:
    """5.5-a: one operation of the acting wing. Returns whether a player had to decide or the wing has done."""
    active = s.acting()
    if active.facing:
        yield from face_step(s)
        return True
    step = active.step
    goes_on = yield from STEP_SCRIPTS[step](s)
    following = step if goes_on else next_step(step)
    if following is None:
        begin_next_wing(s)
    elif following != step:
        active.step, active.began = following, {}
    return goes_on is not None or following is None
