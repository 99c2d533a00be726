"""Chapter 7 and 7.1: declaring Assaults and fighting them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TypeAlias

from quadrilatero.games.camposanto.answers import Assault, Done, FallBack, Fight, Hit, Next
from quadrilatero.games.camposanto.board import AUSTRIA, ENEMY
from quadrilatero.games.camposanto.rules import commanders, fall_back, flight
from quadrilatero.games.camposanto.rules.activation import starts_no_assault
from quadrilatero.games.camposanto.rules.aftermath import leave_aftermath, may_advance
from quadrilatero.games.camposanto.rules.artillery import is_gun, is_lone_gun
from quadrilatero.games.camposanto.rules.components import is_combat, is_regiment, roll_2d6
from quadrilatero.games.camposanto.rules.evening import hits_of_defeat, isolated_units
from quadrilatero.games.camposanto.rules.hits import take_hit, who_takes
from quadrilatero.games.camposanto.rules.modifiers import Melee, modifiers
from quadrilatero.games.camposanto.rules.zones import front_hexes
from quadrilatero.games.camposanto.state import Links, State, Unit
from quadrilatero.games.camposanto.telling import ask, no, roll, tell
from quadrilatero.kernel import Plain, Refusal, Script

FIRST_NEED = 9
MOST_LISTED = 200

Way: TypeAlias = dict[str, tuple[int, ...]]
Come: TypeAlias = frozenset[tuple[str, int, int]]
Waiting: TypeAlias = tuple[str, ...]

# -- 7: who assaults whom --------------------------------------------------------------------------------------------


def attackers(s: State) -> list[Unit]:
    """5.3-b, 7-a, 7-b, aid.assault-a. Whoever of the acting wing has enemies on its Front may assault them."""
    active = s.acting()
    if starts_no_assault(active):
        return []
    ahead, enemies = s.board.facings.ahead, s.held[ENEMY[active.side]]
    near = [u for u in s.of_wing(active.side, active.wing) if ahead[u.hex][u.facing].meets(enemies) and is_combat(u)]
    return [u for u in near if enemies_on_front(s, u) and not is_gun_of_another_wing(s, u)]


def is_gun_of_another_wing(s: State, unit: Unit) -> bool:
    """9.3-c: a gun on infantry of another wing has no regiment to assault with in this activation."""
    return is_gun(unit) and not any(is_regiment(other) and other.wing == unit.wing for other in s.stack(unit.hex))


def enemies_on_front(s: State, unit: Unit) -> list[str]:
    """7-c. Only an enemy combat unit on a unit's Front can be assaulted by it; a gun by itself assaults nobody."""
    if not front_hexes(s, unit).meets(s.held[ENEMY[unit.side]]) or is_lone_gun(s, unit):
        return []
    hexes = s.board.facings.front[unit.hex][unit.facing]
    return [other.id for hex in hexes for other in s.stack(hex) if other.side != unit.side and is_combat(other)]


def whole_stacks(s: State, targets: Sequence[str]) -> tuple[str, ...]:
    """7-d: who assaults a unit assaults its stack."""
    hexes = dict.fromkeys(s.units[id].hex for id in targets)
    return tuple(unit.id for hex in hexes for unit in s.stack(hex) if is_combat(unit))


def refuse_declaration(s: State, answer: Assault) -> Refusal | None:
    """7-c: whether a unit may assault these enemies; [] takes back what it has declared."""
    active = s.acting()
    unit = s.units.get(answer.unit)
    if unit is None:
        return no("7-b", "no_such_unit", unit=answer.unit)
    if unit.side != active.side or unit.wing != active.wing:
        return no("7-a", "not_of_the_wing", unit=unit.name, wing=active.wing, side=active.side)
    if not is_combat(unit):
        return no("2.2-a", "commander_does_not_fight", unit=unit.name)
    if is_lone_gun(s, unit):
        return no("9.3-a", "lone_gun", unit=unit.name)
    if is_gun_of_another_wing(s, unit):
        return no("9.3-c", "gun_without_regiment", unit=unit.name)
    front = enemies_on_front(s, unit)
    if len(set(answer.targets)) != len(answer.targets):
        return no("7-d", "named_twice")
    for target in answer.targets:
        if target in s.units and not is_combat(s.units[target]):
            return no("7-d", "marshal_no_target", unit=s.units[target].name)
        if target not in front:
            name = s.units[target].name if target in s.units else target
            return no("7-c", "not_on_front_of", unit=unit.name, target=name)
    return None


def refuse_without_effect(s: State, answer: Assault) -> Refusal | None:
    """7-b: an answer that leaves the declarations as they are is none."""
    if set(whole_stacks(s, answer.targets)) != set(s.acting().declared.get(answer.unit, ())):
        return None
    said = "declared_already" if answer.targets else "no_assault_declared"
    return no("7-b", said, unit=s.units[answer.unit].name)


def refuse_left_out(s: State) -> Refusal | None:
    """7-d. Who assaults must assault every enemy on its Front."""
    declared = s.acting().declared
    for id in declared:
        for enemy in enemies_on_front(s, s.units[id]):
            if enemy not in declared[id] and not is_assaulted_by_another(s, id, enemy):
                return no("7-d", "left_out", unit=s.units[id].name, target=s.units[enemy].name)
    return refuse_gun_without_regiment(s)


def is_assaulted_by_another(s: State, id: str, enemy: str) -> bool:
    """7-e. It may leave out one that other units of its wing assault in this activation."""
    return any(enemy in targets for other, targets in s.acting().declared.items() if other != id)


def refuse_gun_without_regiment(s: State) -> Refusal | None:
    """9.3-c. Stacked with infantry a gun may take part in assaulting what that assaults, not in its stead."""
    declared = s.acting().declared
    for id, targets in declared.items():
        unit = s.units[id]
        under = [declared.get(other.id, ()) for other in s.stack(unit.hex) if other.id != id]
        if is_gun(unit) and not any(set(targets) <= set(theirs) for theirs in under):
            return no("9.3-c", "gun_without_regiment", unit=unit.name)
    return None


def declare_step(s: State) -> Script:
    """7-b: the wing names its Assaults unit by unit, all before the first roll."""
    units = attackers(s)
    if not units:
        return None
    active = s.acting()

    def options() -> list[Plain]:
        listed: list[Plain] = []
        for unit in units:
            now = set(active.declared.get(unit.id, ()))
            listed += [
                {"do": "assault", "unit": unit.id, "targets": choice}
                for choice in _choices(s, unit)
                if set(choice) != now
            ]
        if refuse_left_out(s) is None:
            sides = ("left", "right") if len(assaults(active.declared)) > 1 else ("left",)
            listed += [{"do": "done", "from": side} for side in sides]
        return listed

    def refuse(answer: Assault | Done) -> Refusal | None:
        if isinstance(answer, Assault):
            return refuse_declaration(s, answer) or refuse_without_effect(s, answer)
        if answer.start is None and len(assaults(active.declared)) > 1:
            return no("7-f", "left_or_right")
        return refuse_left_out(s)

    answer = yield ask(
        active.side,
        "assault",
        "7-b",
        (Assault, Done),
        options,
        refuse,
        certain=True,
        wing=active.wing,
        units=[unit.id for unit in units],
        declared={id: list(targets) for id, targets in active.declared.items()},
    )
    if isinstance(answer, Done):
        yield from put_in_order(s, answer.start or "left")
        return bool(s.acting().pending)
    declared = {id: targets for id, targets in active.declared.items() if id != answer.unit}
    if answer.targets:
        declared[answer.unit] = whole_stacks(s, answer.targets)
    active.declared = declared
    return True


def _choices(s: State, unit: Unit) -> list[list[str]]:
    """The sets of stacks on a unit's Front that it can name, the empty one to withdraw."""
    stacks: dict[int, list[str]] = {}
    for id in enemies_on_front(s, unit):
        stacks.setdefault(s.units[id].hex, []).append(id)
    first, *rest = list(stacks.values())
    second = rest[0] if rest else []
    return [first + second, first, second, []] if second else [first, []]


def assaults(declared: dict[str, tuple[str, ...]]) -> list[Links]:
    """7-g, 7-h. Links that share a unit are one Assault, so that nobody assaults or is assaulted twice."""
    groups: list[tuple[set[str], list[tuple[str, str]]]] = []
    for attacker, targets in declared.items():
        members, links = {attacker, *targets}, [(attacker, target) for target in targets]
        apart = []
        for group in groups:
            if group[0] & members:
                members |= group[0]
                links = group[1] + links
            else:
                apart.append(group)
        groups = [*apart, (members, links)]
    return [tuple(links) for _, links in groups]


def put_in_order(s: State, start: str) -> Script:
    """7-f, aid.assault-b. From one end of the enemy line to the other, as the active player sees it and chooses."""
    waiting = assaults(s.acting().declared)
    ordered: list[Links] = []
    while waiting:
        places = [_outermost(s, links, start) for links in waiting]
        first = [links for links, place in zip(waiting, places, strict=True) if place == min(places)]
        chosen = first[0] if len(first) == 1 else (yield from _choose_next(s, first))
        waiting.remove(chosen)
        ordered.append(chosen)
    active = s.acting()
    active.pending, active.declared, active.fighting = tuple(ordered), {}, True


def _outermost(s: State, links: Links, start: str) -> int:
    """7-f: the place of an Assault's outermost defender, counted from that end of the line."""
    towards_right = 1 if (start == "left") != (s.acting().side == AUSTRIA) else -1
    return min(towards_right * s.board.grid.xy(s.units[defender].hex)[0] for _, defender in links)


def _choose_next(s: State, equals: list[Links]) -> Script:
    """7-f: between defenders equally far out the active player chooses."""
    named = {links[0][1]: links for links in equals}
    answer = yield ask(
        s.acting().side,
        "next",
        "7-f",
        (Next,),
        lambda: [{"do": "next", "unit": id} for id in named],
        lambda answer: None if answer.unit in named else no("7-f", "not_next", unit=answer.unit),
        certain=True,
        units=list(named),
        names=[s.units[id].name for id in named],
    )
    return named[answer.unit]


# -- 7.1: fighting one ------------------------------------------------------------------------------------------------


def assault_step(s: State) -> Script:
    """7-f: the first of the Assaults still to be fought."""
    active = s.acting()
    first, *rest = active.pending
    active.pending = tuple(rest)
    melee = still_standing(s, first)
    if melee.attackers and melee.defenders:
        yield from fight(s, melee)
    return bool(active.pending or active.aftermath)


def still_standing(s: State, links: Links) -> Melee:
    """7-e: what is left of an Assault; a link lapses with its attacker or its defender, or when they lost touch."""
    alive = tuple(
        (attacker, defender)
        for attacker, defender in links
        if attacker in s.units and defender in s.units and defender in enemies_on_front(s, s.units[attacker])
    )
    return Melee(
        [s.units[id] for id in dict.fromkeys(attacker for attacker, _ in alive)],
        [s.units[id] for id in dict.fromkeys(defender for _, defender in alive)],
        alive,
    )


def fight(s: State, melee: Melee) -> Script:
    """7.1-a, 7.1-f, aid.assault-c. Blows alternate, the attacker's first; each needs one less than the one before."""
    tell_assault(s, melee)
    isolated = isolated_units(s, [*melee.attackers, *melee.defenders])
    need = FIRST_NEED
    attacking = True
    while True:
        striker, other = (melee.attackers, melee.defenders) if attacking else (melee.defenders, melee.attackers)
        if (yield from blow(s, melee, need, attacking=attacking)):
            yield from win(s, striker, other, isolated)
            return
        if (yield from gives_way(s, other, need - 1, attacking=attacking)):
            if attacking:
                leave_aftermath(s, "7.1-c", [unit.id for unit in striker], other, [])
            return
        attacking = not attacking
        need -= 1


def tell_assault(s: State, melee: Melee) -> None:
    """Who fights whom, as an event."""
    tell(
        s,
        "assault",
        "7-b",
        side=melee.attackers[0].side,
        attackers=[unit.id for unit in melee.attackers],
        defenders=[unit.id for unit in melee.defenders],
        names=[unit.name for unit in melee.attackers],
        targets=[unit.name for unit in melee.defenders],
    )


def blow(s: State, melee: Melee, need: int, *, attacking: bool) -> Script:
    """7.1-d. The attacker's first blow needs nine, the defender's answer eight. A Marshal may have it struck again."""
    fighters = melee.attackers if attacking else melee.defenders
    if (yield from _strike(s, melee, need, attacking=attacking)):
        return True
    marshal = yield from commanders.ask_reroll(s, fighters, need)
    if marshal is None:
        return False
    if (yield from _strike(s, melee, need, attacking=attacking)):
        return True
    commanders.reroll_failed(s, marshal)
    return False


def _strike(s: State, melee: Melee, need: int, *, attacking: bool) -> Script:
    own, enemy = (melee.attackers, melee.defenders) if attacking else (melee.defenders, melee.attackers)
    faces = yield from roll_2d6()
    return roll(
        s,
        "7.1-a" if attacking else "7.1-d",
        own,
        faces,
        modifiers(s, melee, attacking=attacking),
        need,
        why="assault",
        role="attacker" if attacking else "defender",
        targets=[unit.id for unit in enemy],
        target_names=[unit.name for unit in enemy],
    )


def gives_way(s: State, units: list[Unit], need: int, *, attacking: bool) -> Script:
    """7.1-b, 7.1-e. After the enemy's failed blow a side falls back or stays to strike. Returns whether it fell."""
    side = [s.units[unit.id] for unit in units]
    can_give = next(ways_to_give(s, side), None) is not None

    def options() -> list[Plain]:
        ways = islice(ways_to_give(s, side), MOST_LISTED)
        return [
            {"do": "fight"},
            *({"do": "fall_back", "paths": {id: s.board.numbers(path) for id, path in way.items()}} for way in ways),
        ]

    def refuse(answer: Fight | FallBack) -> Refusal | None:
        return None if isinstance(answer, Fight) else refuse_giving_way(s, side, answer)

    rule = "7.1-b" if attacking else "7.1-e"
    answer = yield ask(
        side[0].side,
        "stand",
        rule,
        (Fight, FallBack),
        options,
        refuse,
        certain=can_give,
        units=[unit.id for unit in side],
        names=[unit.name for unit in side],
        need=need,
    )
    if isinstance(answer, Fight):
        return False
    for id in possible_order(s, answer.paths):
        yield from fall_back.fall_back(s, s.units[id], [s.board.hex(n) for n in answer.paths[id]], rule)
    return True


def ways_to_give(s: State, units: list[Unit]) -> Iterator[Way]:
    """7.1-b: every way for the whole side to fall back, one unit after another; none if one of them cannot."""
    if all(fall_back.could_fall_back(s, unit) for unit in units):
        yield from _one_after_another(s, units, {}, frozenset(), set())


def _one_after_another(s: State, waiting: list[Unit], gone: Way, come: Come, seen: set[Come]) -> Iterator[Way]:
    """Whoever goes first: where the same units have come to the same places at the same price, the rest is the same."""
    for unit in waiting:
        for retreat in fall_back.distinct(fall_back.fall_backs(s, unit)):
            there = come | {(unit.id, retreat.path[-1], retreat.hits)}
            if there in seen:
                continue
            seen.add(there)
            way, rest = {**gone, unit.id: retreat.path}, [other for other in waiting if other.id != unit.id]
            if rest:
                yield from _one_after_another(fall_back.after(s, unit, retreat.path), rest, way, there, seen)
            else:
                yield way


def refuse_giving_way(s: State, units: list[Unit], answer: FallBack) -> Refusal | None:
    """7.1-b: the whole side, each unit by a lawful path."""
    if answer.paths is None or answer.unit is not None or answer.path is not None:
        return no("7.1-b", "one_path_each")
    if set(answer.paths) != {unit.id for unit in units}:
        return no("7.1-b", "whole_side", names=[unit.name for unit in units])
    return None if possible_order(s, answer.paths) else _first_obstacle(s, answer.paths)


def possible_order(s: State, paths: dict[str, list[str]]) -> tuple[str, ...]:
    """7.1-b: an order in which these paths can be walked, that given if possible; () where there is none."""
    return _walkable(s, tuple(paths), paths, set()) or ()


def _walkable(
    s: State, waiting: Waiting, paths: dict[str, list[str]], stuck: set[tuple[Waiting, Waiting]]
) -> Waiting | None:
    """The order for those who still wait; `stuck` are the situations (who waits, who lives) that lead nowhere."""
    if not waiting:
        return ()
    here = waiting, tuple(id for id in paths if id in s.units)
    if here in stuck:
        return None
    for id in waiting:
        unit, rest = s.units[id], tuple(other for other in waiting if other != id)
        if fall_back.refuse_fall_back(s, unit, paths[id]) is None:
            order = _walkable(fall_back.after(s, unit, [s.board.hex(n) for n in paths[id]]), rest, paths, stuck)
            if order is not None:
                return (id, *order)
    stuck.add(here)
    return None


def _first_obstacle(s: State, paths: dict[str, list[str]]) -> Refusal:
    refusals = (fall_back.refuse_fall_back(s, s.units[id], path) for id, path in paths.items())
    return next((refusal for refusal in refusals if refusal), no("6.4-g", "paths_cross"))


def win(s: State, winners: list[Unit], losers: list[Unit], isolated: frozenset[str]) -> Script:
    """7.1-g: the loser takes its HIT and flees; then comes what the winner may do."""
    free = [unit.id for unit in winners if may_advance(s, unit, losers)]
    yield from choose_loss(s, losers, isolated)
    yield from flight.flee(s, losers, "7.1-h")
    leave_aftermath(s, "7.1-j", free, losers, winners)


def choose_loss(s: State, losers: list[Unit], isolated: frozenset[str]) -> Script:
    """7.1-g. One HIT for the beaten side, on a unit that its player chooses."""
    candidates = must_suffer(losers)
    by_taker = {getattr(who_takes(s, unit.hex), "id", unit.id): unit for unit in reversed(candidates)}
    listed = [unit for unit in candidates if unit in by_taker.values()]
    answer = yield ask(
        losers[0].side,
        "hit",
        "7.1-i" if candidates[0].stars else "7.1-g",
        (Hit,),
        lambda: [{"do": "hit", "unit": unit.id} for unit in listed],
        lambda answer: refuse_loss(s, losers, candidates, answer),
        units=[unit.id for unit in listed],
        names=[unit.name for unit in listed],
    )
    struck = s.units[answer.unit]
    for rule in ("7.1-g", "11-d")[: hits_of_defeat(struck, isolated)]:
        take_hit(s, struck.hex, rule)


def must_suffer(losers: list[Unit]) -> list[Unit]:
    """7.1-i. If starred units were beaten, one of them takes the HIT."""
    return [unit for unit in losers if unit.stars] or losers


def refuse_loss(s: State, losers: list[Unit], candidates: list[Unit], answer: Hit) -> Refusal | None:
    """7.1-i: why a unit cannot take the HIT."""
    if any(unit.id == answer.unit for unit in candidates):
        return None
    if any(unit.id == answer.unit for unit in losers):
        return no("7.1-i", "star_first", names=[unit.name for unit in candidates])
    return no("7.1-g", "not_beaten", unit=answer.unit)
