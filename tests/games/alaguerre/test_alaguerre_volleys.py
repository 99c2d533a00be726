"""Chapter 8: shots one after another: who is asked, what a shot spends, what the fire on a target brings."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.alaguerre.answers import Fire
from quadrilatero.games.alaguerre.records import Shot
from quadrilatero.games.alaguerre.rules import fire, morale
from quadrilatero.games.alaguerre.rules.formations import single
from tests.games.alaguerre.battle import area, base_of, blue, events, play, red, refused, rolls, state
from tests.games.alaguerre.test_alaguerre_meeting import drive

Plain = dict[str, Any]
AT = [20000, 18000]
SH = ("Sh", "1/1/0 - sk/ln")
SPENT: Plain = {"first_fire": False}
FAR = blue("Z", [45000, 39000])


def duel(*bases: Plain, dice: tuple[int, ...] = (), **more: Any) -> q.Match:
    return play(*bases, phase="fire", dice=list(dice), **more)


def shot(unit: str, target: str, **more: Any) -> Plain:
    return {"do": "fire", "unit": unit, "target": target, **more}


# -- the phase (8) -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:8-c", "alaguerre:8.2.1-e", "alaguerre:8.2.1-b")
def test_fire_on_a_target_is_over_when_another_is_named() -> None:
    """B could have shot at C too; that he shoots at D closes the fire on C."""
    match = duel(
        red("A", [19000, 18000], *SH, **SPENT),
        red("B", [21000, 18000], *SH, **SPENT),
        red("E", [30000, 18000], *SH, **SPENT),
        blue("C", [20000, 19500], stats="1/-/2 -"),
        blue("D", [22600, 19500], stats="1/-/2 -"),
        blue("F", [30000, 19500], stats="1/-/2 -"),
        dice=(5, 3, 1, 6),
    )
    match.answer("red", shot("A", "C"))
    assert base_of(match, "C")["state"] == "ordered", "B may still shoot at it"
    assert match.view("red")["ask"]["data"]["target"] == "C"
    match.answer("red", shot("B", "D"))
    assert (base_of(match, "C")["state"], base_of(match, "D")["state"]) == ("disordered", "ordered")
    assert match.state()["shots"] == []
    assert match.ask is not None
    assert match.ask.what == "fire"


@pytest.mark.rule("alaguerre:8-b", "alaguerre:8-c")
def test_who_is_done_closes_what_is_open() -> None:
    match = duel(
        red("A", [19000, 18000], *SH, **SPENT),
        red("B", [21000, 18000], *SH, **SPENT),
        blue("C", [20000, 19500], *SH, **SPENT),
        dice=(5, 3),
    )
    match.answer("red", shot("A", "C"))
    match.answer("blue", {"do": "hold"})
    match.answer("red", {"do": "done"})
    assert base_of(match, "C")["state"] == "disordered"
    assert match.ask is not None
    assert match.ask.who == ("blue",)
    assert {(one["unit"], one["target"]) for one in match.options("blue") if one["do"] == "fire"} == {
        ("C", "A"),
        ("C", "B"),
    }


@pytest.mark.rule("alaguerre:8-b", "alaguerre:8.1.3-a")
def test_a_shot_names_who_and_whom() -> None:
    match = duel(red("A", AT, *SH), red("O", None), blue("C", [20000, 19500]), FAR)
    assert refused(match, "red", {"do": "fire", "unit": "A"}) == "8-b"
    assert refused(match, "red", {"do": "fire", "target": "C"}) == "8-b"
    assert refused(match, "red", shot("C", "A")) == "8-b"
    assert refused(match, "red", shot("O", "C")) == "8-b"
    assert refused(match, "red", shot("nobody", "C")) == "8-b"
    assert refused(match, "red", shot("A", "nobody")) == "8.1.3-a"
    assert refused(match, "red", shot("A", "A")) == "8.1.3-a"
    assert match.refuse("red", shot("A", "C")) is None
    assert match.refuse("red", {"do": "done"}) is None
    assert match.options("red") == [shot("A", "C"), {"do": "done"}]


@pytest.mark.rule("alaguerre:8.3.2-b", "alaguerre:8.3.2-a")
def test_heavy_guns_batter_empty_houses_and_others_shoot_on() -> None:
    ground = (
        area("V", "village", 18, 22, 22, 26, vdf=2, material="stone"),
        area("E", "redoubt", 8, 22, 12, 26, vdf=2, material="earth"),
        area("O", "farm", 28, 22, 32, 26, vdf=0),
    )
    match = duel(
        red("G", AT, "HvArt", "1/2/- -"),
        red("M", [24000, 18000], "MdArt", "1/2/- -"),
        red("A", [40000, 18000], *SH),
        blue("C", [40000, 19500], stats="1/-/2 -"),
        terrain=ground,
        dice=(6, 1),
    )
    assert shot("G", "V") in match.options("red")
    assert refused(match, "red", shot("M", "V")) == "8.3.2-b"
    assert refused(match, "red", shot("G", "E")) == "8.3.2-b"
    assert refused(match, "red", shot("G", "O")) == "8.3.2-b"
    match.answer("red", shot("G", "V"))
    (one,) = rolls(match, "fire")
    assert (one.data["unit"], one.data["target"]) == ("G", "V")
    assert dict(one.modifiers)["8.4-t19"] == -2, "as if somebody were in it"
    assert base_of(match, "G")["fired"]
    assert match.ask is not None
    assert match.ask.who == ("red",)
    assert refused(match, "red", shot("G", "V")) == "8-b"


@pytest.mark.rule("alaguerre:8.3.2-b")
def test_a_structure_as_a_target_is_as_large_as_the_piece() -> None:
    s = state(red("G", AT, "HvArt", "1/2/- -"), terrain=(area("V", "village", 18, 22, 23, 26, vdf=2),))
    target = fire.stand_in(s, s.bases["G"], s.ground.pieces["V"])
    assert (target.id, target.side, target.pose) == ("V", "blue", (20500, 26000, 0, 5000, 4000))


# -- one shot (8.2) ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:8.1.3-b", "alaguerre:8.1.3-a")
def test_a_side_is_said_by_name_or_number_or_is_the_one_that_serves() -> None:
    assert [fire.spoken(side) for side in ("front", "rear", "2")] == ["front", "rear", 2]
    s = state(red("A", AT, "Pk", "1/1/0 -", formation="square"), blue("C", [20000, 15500], facing=0), phase="fire")
    base = s.bases["A"]
    assert fire.side_named(s, base, Fire("A", "C")) == "rear"
    assert fire.side_named(s, base, Fire("A", "C", "left")) == "left"
    assert fire.side_named(s, base, Fire("A", "nobody")) == "front"
    assert fire.possible(s, "red") == [("A", "C", "rear")]
    assert fire.possible(s, "red", "nobody") == []


@pytest.mark.rule("alaguerre:8.4.2-c", "alaguerre:8-b")
def test_what_a_shot_spends() -> None:
    s = state(red("A", AT, *SH), red("S", [30000, 18000], "Pk", "1/1/0 -", formation="square"))
    fire.spend(s, s.bases["A"], "front", "C")
    fire.spend(s, s.bases["S"], "front", "C")
    fire.spend(s, s.bases["S"], "rear", "D")
    assert [(s.bases[id].fired, s.bases[id].first_fire) for id in "AS"] == [(True, False), (True, True)]
    assert s.volleys == {"S": ("front:C", "rear:D")}
    s.side = s.initiative
    assert not fire.next_side(s)
    assert s.side == "blue"
    assert fire.next_side(s)
    assert not s.bases["S"].first_fire, "with the phase it is spent"


@pytest.mark.rule("alaguerre:8.1.4-b", "alaguerre:8-b")
def test_a_shot_out_of_range_is_told_and_brings_nothing() -> None:
    match = duel(red("A", AT, *SH), red("B", [24000, 18000], *SH), blue("C", [20000, 21000]), FAR)
    match.answer("red", shot("A", "C"))
    (told,) = events(match, "out_of_range")
    assert (told.rule, told.data["unit"], told.data["target"], told.data["distance"]) == ("8.1.4-b", "A", "C", 3000)
    assert (base_of(match, "A")["fired"], base_of(match, "A")["first_fire"]) == (True, False)
    assert rolls(match, "fire") == []
    assert match.state()["target"] is None


# -- what it brings (8.2.1 to 8.2.3) -----------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:8.2.1-a", "alaguerre:8.2.1-b", "alaguerre:8.3.3-a")
@pytest.mark.parametrize(
    ("shots", "damage", "lost"),
    [
        ((2,), 2, 0),
        ((3,), 3, 1),
        ((3, 2), 5, 1),
        ((3, 3), 6, 2),
        ((3, 3, 3), 9, 2),
        ((-3,), 3, 0),
        ((-3, 2), 5, 0),
        ((-3, 3), 6, 1),
    ],
)
def test_losses_by_the_damage_of_all_firers_but_of_none_at_extreme_range(
    shots: tuple[int, ...], damage: int, lost: int
) -> None:
    """Damage below zero stands for so much at extreme range."""
    s = state(red("A", AT, *SH), blue("C", [20000, 19500]), phase="fire")
    s.target = "C"
    s.shots = tuple([Shot("A", abs(one), extreme=one < 0) for one in shots])
    (victim,) = fire.hit_by(s)
    assert (victim.unit.id, victim.damage, victim.losses, victim.enemy) == ("C", damage, lost, "A")


@pytest.mark.rule("alaguerre:8.2.3-b", "alaguerre:8.2.3-c")
def test_firers_that_were_answered_are_victims_too() -> None:
    s = state(red("A", AT, *SH), red("B", [24000, 18000], *SH), blue("C", [20000, 19500]), phase="fire")
    s.target = "C"
    s.shots = (Shot("A", 0, True, 3), Shot("B", 1), Shot("gone", 0, True, 2))
    found = [(victim.unit.id, victim.damage, victim.losses, victim.enemy) for victim in fire.hit_by(s)]
    assert found == [("C", 1, 0, "A"), ("A", 3, 1, "C")]
    s.shots = (Shot("B"),)
    assert fire.hit_by(s) == [], "nobody is hit"


@pytest.mark.rule("alaguerre:8.2.1-c", "alaguerre:8.2.1-e", "alaguerre:8.2.1-f")
@pytest.mark.parametrize(
    ("before", "lost", "tests", "after"),
    [
        ("ordered", 0, False, ("disordered", 0, True)),
        ("ordered", 1, True, ("ordered", 1, True)),
        ("disordered", 0, True, ("disordered", 0, True)),
        ("shaken", 0, True, ("shaken", 0, True)),
        ("routed", 0, False, ("routed", 1, False)),
    ],
)
def test_what_a_hit_does_before_any_test(before: str, lost: int, tests: bool, after: tuple[str, int, bool]) -> None:
    s = state(red("A", AT, *SH), blue("C", [20000, 19500], state=before), FAR, phase="fire")
    victim = fire.victim_of(s, s.bases["C"], 3 * lost or 1, lost, "A")
    assert fire.yield_to(s, victim) == tests
    base = s.bases["C"]
    assert (base.state, base.losses, base.damaged) == after
    told = [(event.kind, event.rule, event.data["why"]) for event in s.sink if event.kind in ("state", "losses")]
    loss = ("losses", "8.2.1-f" if before == "routed" else "8.2.1-c", "fire")
    assert told == ([loss] if after[1] else [("state", "8.2.1-e", "fire")] if before == "ordered" else [])
    shooter = fire.enemy_of(s, victim)
    assert shooter is not None
    assert shooter.ids == ["A"]
    s.remove(s.bases["A"])
    assert fire.enemy_of(s, victim) is None
    dead = state(red("A", AT, *SH), blue("C", [20000, 19500], losses=3), FAR, phase="fire")
    assert not fire.yield_to(dead, fire.victim_of(dead, dead.bases["C"], 3, 1, "A")), "nobody is left to test"


def came_out(result: str) -> morale.Tested:
    return morale.Tested(result, 1)


@pytest.mark.rule("alaguerre:8.2.3-c", "alaguerre:10.2.1-c")
@pytest.mark.parametrize(
    ("before", "result", "routs"),
    [
        ("ordered", "rout", True),
        ("ordered", "two_levels", False),
        ("disordered", "two_levels", True),
        ("shaken", "level", True),
        ("shaken", "passed", False),
        ("disordered", "level", False),
    ],
)
def test_of_two_that_would_rout_each_other_the_initiative_is_shaken(before: str, result: str, routs: bool) -> None:
    s = state(red("A", AT, *SH, state=before), blue("C", [20000, 19500], state=before), phase="fire")
    hit = {id: fire.victim_of(s, s.bases[id], 1, 0, "X") for id in "AC"}
    assert fire.would_rout(s, hit["A"], came_out(result)) == routs
    both = [(hit[id], came_out(result), morale.NOTHING) for id in "CA"]
    found = {victim.unit.id: one.result for victim, one, _ in fire.spared(s, both)}
    assert found == {"C": result, "A": "shaken" if routs else result}
    alone = fire.spared(s, both[1:])
    assert [one.result for _, one, _ in alone] == [result]


@pytest.mark.rule("alaguerre:8.2.2-a", "alaguerre:8.1.5-c")
@pytest.mark.parametrize(
    ("now", "before", "may"),
    [("shaken", 1, True), ("shaken", 0, True), ("shaken", 2, False), ("routed", 1, False), ("disordered", 0, False)],
)
def test_who_has_just_been_shaken_by_fire_may_retreat(now: str, before: int, may: bool) -> None:
    s = state(red("A", AT, *SH, state=now), blue("C", [20000, 19500]))
    assert fire.may_retreat(s, single(s.bases["A"]), before) == may
    fighting = state(red("A", AT, *SH, state=now), blue("C", AT))
    assert not fire.may_retreat(fighting, single(fighting.bases["A"]), before)


# -- whom a shot may name ----------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:8-b", "alaguerre:8.3.2-b", "alaguerre:8.1.3-a")
def test_why_a_shot_is_refused_is_told() -> None:
    village = area("V", "village", 18, 22, 22, 26, vdf=2)
    match = duel(
        red("A", AT, *SH), blue("C", [20000, 19500]), blue("G", [30000, 30000], "HvArt", "1/1/- -"), terrain=(village,)
    )
    reasons: dict[str, Any] = {
        "say_who_and_whom": [{"do": "fire", "unit": "A"}, {"do": "fire", "target": "C"}],
        "not_yours_to_fire": [shot("C", "A"), shot("nobody", "V"), shot("G", "V")],
        "no_target": [shot("A", "nobody")],
    }
    for reason, answers in reasons.items():
        for answer in answers:
            refusal = match.refuse("red", answer)
            assert refusal is not None
            assert refusal.reason == reason
    assert match.ask is not None
    assert match.ask.rule == "8-b"


@pytest.mark.rule("alaguerre:8.3.2-b")
def test_only_structures_in_which_nobody_is_are_battered() -> None:
    ground = (
        area("V", "village", 17.6, 22, 18.6, 23, vdf=2),
        area("W", "village", 19.4, 22, 20.4, 23, vdf=2),
        area("F", "farm", 21.2, 22, 22.2, 23, vdf=2),
    )
    s = state(
        red("G", [20000, 14000], "HvArt", "1/2/- -"),
        blue("C", [18100, 22500], inside="V"),
        blue("D", [20300, 24500], occupies={"piece": "W", "sides": "all"}),
        terrain=ground,
        phase="fire",
    )
    assert fire.possible_works(s, "red") == [("G", "F")]
    assert fire.possible_works(s, "blue") == []
    assert [fire.named(s, id) for id in ("V", "W", "F")] == ["C", "D", "F"]
    s.change(s.bases["G"], fired=True)
    assert fire.possible_works(s, "red") == []


@pytest.mark.rule("alaguerre:2.11.1-b", "alaguerre:8-b", "alaguerre:8.4.2-a")
def test_shots_that_are_listed() -> None:
    """A great unit is shot at and shoots as its front base; who shoots on several sides says from which."""
    match = duel(
        red("A", AT, "Pk", "1/1/0 -", formation="square"),
        blue("F", [20000, 19500], great="T"),
        blue("R", [20000, 20500], great="T"),
        blue("C", [20000, 15500], facing=0),
    )
    listed = [{key: one[key] for key in ("target", "side")} for one in match.options("red") if one["do"] == "fire"]
    assert listed == [{"target": "F", "side": "front"}, {"target": "C", "side": "rear"}]
    s = state(red("F", AT, great="T"), red("R", [20000, 17000], great="T"), red("B", [30000, 18000]), phase="fire")
    assert [fire.shooter_id(s, id) for id in ("T", "B", "nobody", None)] == ["F", "B", "nobody", ""]
    assert fire.named(s, "") == ""


@pytest.mark.rule("alaguerre:8.4.2-c", "alaguerre:8.4-t3")
def test_first_fire_is_kept_by_who_has_not_shot() -> None:
    s = state(red("A", AT, *SH), red("B", [24000, 18000], *SH, fired=True), FAR)
    fire.next_side(s)
    fire.next_side(s)
    assert [s.bases[id].first_fire for id in "AB"] == [True, False]


@pytest.mark.rule("alaguerre:8.1.4-b", "alaguerre:8.4.2-c")
def test_a_square_that_shoots_too_far_has_spent_its_first_fire() -> None:
    s = state(red("A", AT, "Pk", "1/1/0 -", formation="square"), blue("C", [20000, 21000]), phase="fire")
    assert list(fire.shoot(s, s.bases["A"], s.bases["C"], "front")) == []
    assert (s.bases["A"].fired, s.bases["A"].first_fire) == (True, False)


@pytest.mark.rule("alaguerre:8.2.3-a", "alaguerre:8-c")
def test_an_open_shot_tells_that_it_was_answered() -> None:
    bases = (
        red("A", [19000, 18000], *SH, **SPENT),
        red("B", [21000, 18000], *SH, **SPENT),
        blue("C", [20000, 19500], *SH, **SPENT),
    )
    for answer in ("fire", "hold"):
        match = duel(*bases, dice=(3, 4))
        match.answer("red", shot("A", "C"))
        match.answer("blue", {"do": answer})
        (one,) = match.state()["shots"]
        assert (one["unit"], one.get("answered", False)) == ("A", answer == "fire")


# -- answers (8.2.3, 5.6.5) --------------------------------------------------------------------------------------------

REI = ("Rei", "1/1/1 -")


@pytest.mark.rule("alaguerre:8.2.3-a", "alaguerre:8.2.3-b", "alaguerre:8.2-a", "alaguerre:8-b")
def test_an_answer_is_a_shot_from_the_side_that_serves_and_is_spent() -> None:
    """The square answers to its rear."""
    match = duel(
        red("A", AT, *SH, **SPENT),
        blue("C", [20000, 20500], "Pk", "1/1/0 -", formation="square", facing=0, **SPENT),
        red("B", [30000, 18000], *SH),
        blue("D", [30000, 19500]),
        dice=(3, 4),
    )
    match.answer("red", shot("A", "C"))
    assert match.ask is not None
    assert (match.ask.what, match.ask.rule, match.ask.who) == ("return_fire", "8.2.3-a", ("blue",))
    refusal = match.refuse("blue", {"do": "evade"})
    assert refusal is not None
    assert (refusal.rule, refusal.reason) == ("5.6.5-h", "cannot_do_so")
    match.answer("blue", {"do": "fire"})
    first, second = rolls(match, "fire")
    assert [(one.rule, one.data["charge"], one.data["side"]) for one in (first, second)] == [
        ("8.2-a", False, "front"),
        ("8.2-a", False, "rear"),
    ]
    assert (first.dice, second.dice) == ((3, 4), (4, 3))
    assert match.state()["volleys"] == {"C": ["rear:A"]}
    assert base_of(match, "C")["fired"]


@pytest.mark.rule("alaguerre:5.6.5-h", "alaguerre:8.2.3-a")
def test_reiters_who_shoot_back_and_evade_stay_in_closed_order() -> None:
    match = duel(red("A", AT, *SH, **SPENT), blue("C", [20000, 19000], *REI, **SPENT), dice=(3, 4))
    match.answer("red", shot("A", "C"))
    assert [one["do"] for one in match.options("blue")] == ["hold", "fire", "evade", "fire_evade"]
    match.answer("blue", {"do": "fire_evade"})
    gone = base_of(match, "C")
    assert (gone["formation"], gone["evaded"], gone["fired"]) == ("line", True, True)
    spent = duel(red("A", AT, *SH, **SPENT), blue("C", [20000, 19000], *REI, fired=True), dice=(3, 4))
    spent.answer("red", shot("A", "C"))
    assert [one["do"] for one in spent.options("blue")] == ["hold", "evade"]


@pytest.mark.rule("alaguerre:5.6.5-d", "alaguerre:5.6.5-h")
def test_only_who_still_stands_in_hand_evades_after_the_shots() -> None:
    for change in ({}, {"state": "shaken"}, {"at": (20000, 25000)}, None):
        s = state(red("A", AT, *SH), blue("C", [20000, 19000], *REI), FAR, phase="fire")
        target = s.bases["C"]
        if change is None:
            s.remove(target)
        else:
            s.change(target, **change)
        assert list(fire.evade_afterwards(s, target, "evade")) == []
        assert ("C" in s.bases and s.bases["C"].evaded) == (change == {})


@pytest.mark.rule("alaguerre:8.2-b", "alaguerre:8.2-a")
@pytest.mark.parametrize(("dice", "damage"), [((2, 5), 0), ((5, 4), 1), ((5, 2), 2)])
def test_a_shot_succeeds_that_does_any_damage(dice: tuple[int, int], damage: int) -> None:
    match = duel(
        red("A", AT, "Sh", "1/0/0 -", **SPENT),
        red("B", [22000, 18000], *SH),
        blue("C", [20000, 19500], stats="1/-/2 a"),
        dice=dice,
    )
    match.answer("red", shot("A", "C"))
    (one,) = rolls(match, "fire")
    assert (one.data["damage"], one.data["success"], one.data["need"]) == (damage, damage > 0, dice[1] + 1)


@pytest.mark.rule("alaguerre:8.3.2-b", "alaguerre:8.1.4-b")
def test_houses_may_prove_too_far() -> None:
    village = area("V", "village", 18, 30, 22, 34, vdf=2)
    match = duel(red("G", AT, "HvArt", "1/2/- -"), red("A", [40000, 18000], *SH), FAR, terrain=(village,))
    match.answer("red", shot("G", "V"))
    (told,) = events(match, "out_of_range")
    assert (told.rule, told.data["unit"], told.data["target"], told.data["distance"]) == ("8.1.4-b", "G", "V", 12000)
    assert base_of(match, "G")["fired"]
    assert rolls(match, "fire") == []
    near = duel(red("G", AT, "HvArt", "1/2/- -"), FAR, terrain=(area("V", "village", 18, 22, 22, 26, vdf=0),))
    assert near.ask is None or near.ask.what != "fire", "there is nothing to batter"


@pytest.mark.rule("alaguerre:8-c", "alaguerre:8.2.1-c", "alaguerre:8.2.1-d", "alaguerre:8.2.3-c")
def test_both_who_were_hit_are_tested_when_fire_on_the_target_is_over() -> None:
    """The first of them is gone with its fourth loss; the other is tested all the same."""
    s = state(
        red("A", AT, *SH, state="disordered"),
        blue("C", [20000, 19500], *SH, losses=3),
        FAR,
        phase="fire",
        cohesion={"red": 9, "blue": 9},
    )
    s.target, s.shots = "C", (Shot("A", 3, True, 1),)
    assert len(drive(fire.close(s), (6,))) == 1
    assert "C" not in s.bases
    base = s.bases["A"]
    assert (base.tested, base.damaged, base.state) == (True, True, "disordered")
    assert fire.hit_by(s) == [], "nothing is open any more"
    both = state(red("A", AT, *SH), blue("C", [20000, 19500], *SH), FAR, phase="fire")
    both.target, both.shots = "C", (Shot("A", 3, True, 3),)
    assert len(drive(fire.close(both), (6,), (6,))) == 2
    assert [(both.bases[id].tested, both.bases[id].losses, both.bases[id].state) for id in "AC"] == [
        (True, 1, "disordered"),
        (True, 1, "disordered"),
    ]
    order = [event.data["unit"] for event in both.sink if event.kind == "roll"]
    assert order == ["C", "A"], "the target first"


@pytest.mark.rule("alaguerre:8.2.1-f", "alaguerre:2.6.7-e")
def test_a_routed_unit_that_is_hit_loses_and_runs_at_once() -> None:
    s = state(red("A", AT, *SH), blue("C", [20000, 19500], *SH, state="routed"), FAR, phase="fire")
    s.target, s.shots = "C", (Shot("A", 1),)
    assert drive(fire.close(s)) == []
    base = s.bases["C"]
    assert (base.losses, base.tested) == (1, False)
    assert base.pose[1] > 21000
    (lost,) = [event for event in s.sink if event.kind == "losses"]
    assert (lost.rule, lost.data["why"]) == ("8.2.1-f", "fire")


@pytest.mark.rule("alaguerre:8-c")
def test_fire_on_nobody_or_on_who_is_gone_brings_nothing() -> None:
    s = state(red("A", AT, *SH), FAR, phase="fire")
    assert drive(fire.close(s)) == []
    s.target, s.shots = "gone", (Shot("A", 2, True, 1),)
    assert fire.hit_by(s) == []
    assert drive(fire.close(s)) == []
    s.target, s.shots = "A", ()
    assert fire.hit_by(s) == []
    assert s.bases["A"].state == "ordered"
