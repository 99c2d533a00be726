"""Random duels and shots: what the game reckons against what a second hand reckons."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.games.custoza.blind import duels
from tests.games.custoza.blind.duels import FACINGS, GUNS, INFANTRY, LEVELS
from tests.games.custoza.blind.situations import (
    AUSTRIA,
    ITALY,
    acting,
    ah,
    asked,
    barred,
    calm,
    it,
    marker,
    roll,
    rolls,
    say,
)

STACKS = (
    ("line3",),
    ("light1",),
    ("cavalry3",),
    ("line3", "light1"),
    ("line3", "artillery2"),
    ("light1", "artillery2"),
    ("cavalry3", "artillery1"),
    ("line3", "light1", "artillery1"),
    ("light1", "cavalry3"),
    ("line3", "cavalry2"),
)


def stack(rng: Random, side: Any, hex: str, kinds: tuple[str, ...], facing: str, *, square: bool = False) -> list[Any]:
    made = []
    for n, kind in enumerate(kinds):
        name, sp = kind[:-1], rng.randint(1, 8)
        unit = side(
            f"{side.__name__}{n}", name, hex, facing=facing, sv=int(kind[-1]), sp=sp, max=sp + rng.randint(0, sp + 1)
        )
        unit |= {"cv": rng.randint(6, 10), "status": LEVELS[rng.choice((0, 0, 1, 2) if square else (0, 0, 1, 2, 3))]}
        unit |= {"ammo": rng.choice(("full", "full", "low", "out")), "march": not square and rng.random() < 0.2}
        unit |= {"square": square, "exhausted": name == "cavalry" and rng.random() < 0.3}
        made.append(unit)
    return made


def slope(rng: Random, board: dict[str, Any], low: str, high: str) -> None:
    board["levels"][high] = 1
    if rng.random() < 0.7:
        board["hexsides"].append([low, high, rng.choice(("slope", "steep_slope"))])


def grounds(units: list[Any]) -> list[str]:
    """Where these can stand."""
    return [kind for kind in duels.HEX if kind != "tione" or not any(u["type"] in GUNS for u in units)]


def field(rng: Random, defenders: list[Any], *, charge: bool) -> dict[str, Any]:
    kinds = ["clear", "light_cultivation", "heavy_cultivation"] if charge else grounds(defenders)
    board: dict[str, Any] = {"terrain": {"3011": rng.choice(kinds)}, "levels": {}, "hexsides": []}
    if not charge and rng.random() < 0.2:
        board["terrain"]["3010"] = "tione"
    if not charge and rng.random() < 0.4:
        slope(rng, board, *rng.choice((("3010", "3011"), ("3011", "3010"))))
    if rng.random() < 0.2:
        board["hexsides"].append(["3010", "3011", "stream"])
    return board


def fought(m: Any) -> list[Any]:
    """What happened until it was known who had won."""
    end = next(n for n, e in enumerate(m.events) if e.kind == "combat")
    return list(m.events[:end])


def settle(m: Any, why: str) -> None:
    """The owners take losses as they come; the rest is of no interest once the winner is known."""
    while not any(e.kind == "combat" for e in m.events):
        calm(m)
        if m.ask.what == "break_off":
            say(m, ITALY, "go_on")
        elif m.ask.what == "hit":
            say(m, m.ask.who[0], "hit", unit=m.ask.data["units"][0])
        else:
            raise AssertionError((why, m.ask.what))


@pytest.mark.rule("custoza:10.4.5-a", "custoza:10.4.9-a", "custoza:13.2.1-a")
@pytest.mark.parametrize("why", ["assault", "charge"])
@pytest.mark.parametrize("seed", range(40))
def test_a_combat_from_odds_to_winner(seed: int, why: str) -> None:
    rng = Random(f"{seed} {why}")
    charge = why == "charge"
    kinds = rng.choice(STACKS)
    square = not any(kind.startswith("cavalry") for kind in kinds) and rng.random() < 0.25
    defenders = stack(rng, ah, "3011", kinds, rng.choice(FACINGS), square=square)
    attackers = stack(rng, it, "3007" if charge else "3010", ("cavalry3",) if charge else rng.choice(STACKS[:4]), "S")
    for unit in attackers if charge else ():
        unit |= {"exhausted": False, "march": False}
    march = any(unit["march"] for unit in attackers)
    for unit in attackers if march and len(attackers) > 1 else ():
        unit["march"] = False  # columns attack one by one
    board, dice = field(rng, defenders, charge=charge), [rng.randint(1, 6) for _ in range(60)]
    m = acting(*attackers, *defenders, markers=(marker("3010", "3011", why),), board=board, dice=tuple(dice))
    say(m, ITALY, why, units=[u["id"] for u in attackers], path=["3008", "3009", "3010"] if charge else [])
    settle(m, why)

    fight = roll(m, why)
    column = duels.ccv(duels.lead(attackers)) - duels.ccv(duels.lead(defenders))
    total = sum(fight.dice) + duels.drm(attackers, defenders, board, charge=charge)
    assert (fight.data["row"], fight.data["total"]) == (duels.odds(attackers, defenders)[0], total)
    assert fight.data["result"] == duels.cell(column, total)

    colour, results = fight.data["result"].split()
    ours, theirs = results.split("/")
    events = fought(m)
    checks = {r.data["units"][0]: r for r in rolls(m, "cohesion") if r.data["reason"] == "combat"}
    worst = {}
    for side, result, units in (("defender", theirs, defenders), ("attacker", ours, attackers)):
        ids = {u["id"] for u in units}
        blows = [e.data for e in events if e.kind == "hit" and e.data["unit"] in ids]
        hits = [blow["unit"] for blow in blows for _ in range(blow["sp"])]
        wanted = int(result[0]) if result[0].isdigit() else 0
        assert len(hits) == min(wanted, sum(u["sp"] for u in units))
        assert not hits or hits[0] == max(units, key=lambda u: int(u["sv"]))["id"]
        lost = {}
        for unit in units:
            left = unit | {"sp": unit["sp"] - hits.count(unit["id"])}
            if left["sp"] == 0:
                continue
            lost[unit["id"]] = int(result[2]) if wanted or "S" in result else 0
            if result.startswith("cc"):
                kin = next(u for u in units if force(u) == force(unit))
                more = duels.burden(unit, attackers, board["terrain"].get("3011", "clear"), charge=charge)
                here = more if side == "defender" else 0
                lost[unit["id"]] = duels.levels_lost(unit, sum(checks[kin["id"]].dice), int(result[2]), burden=here)
        standing = {u["id"]: LEVELS.index(u["status"]) for u in units}
        for one, level in lost.items():
            seen = [LEVELS.index(e.data["to"]) for e in events if e.kind == "status" and e.data["unit"] == one]
            gone = any(e.kind == "routed" and e.data.get("unit") == one for e in events)
            assert (4 if gone else [standing[one], *seen][-1]) == min(4, standing[one] + level)
        fighters = {u["id"] for u in units if u["type"] not in GUNS} & set(lost)
        alive = any(standing[one] + lost[one] < 4 for one in fighters)
        worst[side] = max((lost[one] for one in fighters), default=0) if alive else 99
    uncertain = {True: "draw"}.get(worst["attacker"] == worst["defender"])
    uncertain = uncertain or ("attacker" if worst["attacker"] < worst["defender"] else "defender")
    winner = {"red": "defender", "blue": "attacker", "grey": "draw", "white": uncertain}[colour]
    assert next(e.data["winner"] for e in m.events if e.kind == "combat") == winner


def force(unit: Any) -> str:
    return "infantry" if unit["type"] in INFANTRY else str(unit["type"])


@pytest.mark.rule("custoza:8.6-a", "custoza:8.6-b", "custoza:8.6-c")
@pytest.mark.parametrize("seed", range(60))
def test_a_shot_from_power_to_result(seed: int) -> None:
    rng = Random(seed)
    reach = rng.randint(2, 5)
    hex = f"30{10 + reach}"
    guns = stack(rng, it, "3010", rng.choice((("artillery1",), ("artillery2", "horse_artillery1"))), "S")
    for gun in guns:
        gun |= {"march": False, "ammo": "full"}
    square = rng.random() < 0.2
    target = stack(
        rng,
        ah,
        hex,
        rng.choice(STACKS[:2] if square else (*STACKS, ("artillery2",))),
        rng.choice(FACINGS),
        square=square,
    )
    board: dict[str, Any] = {
        "terrain": {hex: rng.choice(grounds(target))},
        "levels": {hex: rng.choice((0, 1)), "3010": rng.choice((0, 1))},
    }
    aimed = rng.choice(sorted({force(u) for u in target}))
    hit = [u for u in target if force(u) == aimed]
    if aimed == "infantry" and len({u["march"] for u in hit}) > 1:
        for unit in hit:
            unit["march"] = True
    dice = [rng.randint(1, 6) for _ in range(8)]
    m = acting(*guns, *target, it("S", "light", "1010"), board=board, dice=tuple(dice))
    assert barred(m, ITALY, "fire", units=[u["id"] for u in guns], hex=hex, at=aimed) is None
    say(m, ITALY, "fire", units=[u["id"] for u in guns], hex=hex, at=aimed)
    power, column, extra = duels.shot(guns, hit, reach, board, sum(u["sv"] for u in target))
    if column is None:
        assert [r for r in rolls(m, "fire") if r.dice] == []
        return
    fire = roll(m, "fire")
    assert (fire.data["power"], fire.data["column"], fire.data["total"]) == (power, column, sum(dice[:2]) + extra)
    row = next(r for r in duels.CHARTS["fire_table"]["rows"] if r["min"] <= fire.data["total"] <= r["max"])
    labels = [c["label"] for c in duels.CHARTS["fire_table"]["columns"]]
    assert fire.data["result"] == row["cells"][labels.index(column)]
    if asked(m) == ("hit", AUSTRIA):
        assert fire.data["result"][0] > "1" or len({u["sv"] for u in hit}) < len(hit)
