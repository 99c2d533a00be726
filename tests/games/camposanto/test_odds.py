"""Odds: the published figures, the chain against many rolls and against the engine itself, and that nothing leaks."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.camposanto.duel import Duel, at_least, solve, well
from quadrilatero.kernel import Dice, ScriptedDice
from tests.games.camposanto.support import austria, begin, spain

A = spain("A", "inf", "0810")
D = austria("D", "inf", "0809")
M = spain("M", "marshal", "0811")
N = austria("N", "marshal", "0808")
ON_D = {"do": "assault", "unit": "A", "targets": ["D"]}
DONE = {"do": "done"}
FIGHT = {"do": "fight"}
NEVER: dict[str, Any] = {"attacker": {"reroll_if": "never"}, "defender": {"reroll_if": "never"}}
CAREFUL: dict[str, Any] = {
    "attacker": {"stand_if": 0.65, "reroll_if": 0.5},
    "defender": {"stand_if": 0.7, "reroll_if": "never"},
}
ELSEWHERE = (spain("F", "inf", "0115"), austria("E", "inf", "0101"))


def ready(*units: dict[str, Any], declared: bool = True, **how: Any) -> q.Match:
    m = begin(*units, step="assault", **how)
    if declared:
        m.answer("spain", ON_D)
    return m


def total(odds: q.Odds) -> float:
    return sum(p for _, p in odds.outcomes)


def duel(attack: int, defence: int) -> Duel:
    never = ((False,), (False,))
    return Duel(9, 0, (attack, defence), (0, 0), never, ((), ()), (0.0, 0.0), (0.0, 0.0))


# -- the figures -------------------------------------------------------------------------------------------------------


def test_two_dice():
    of_36 = {12: 1, 11: 3, 10: 6, 9: 10, 8: 15, 7: 21, 6: 26, 5: 30, 4: 33, 3: 35, 2: 36, 1: 36, 13: 0}
    assert {number: round(at_least(number) * 36) for number in of_36} == of_36


@pytest.mark.parametrize(
    ("attack", "defence", "wins"),
    [
        (0, 0, 0.565),
        (1, 0, 0.687),
        (0, -1, 0.660),
        (1, -1, 0.766),
        (2, -1, 0.855),
        (2, -2, 0.906),
        (3, -2, 0.946),
        (3, -3, 0.971),
        (-1, 0, 0.428),
        (-1, 1, 0.336),
        (-2, 1, 0.217),
        (-2, 2, 0.163),
    ],
)
def test_an_assault_fought_to_the_end(attack, defence, wins):
    chances = solve(duel(attack, defence)).chances
    assert round(well(chances, 0), 3) == wins
    assert sum(chances.values()) == pytest.approx(1)


@pytest.mark.parametrize(("state", "wins"), [("aggressive", 0.565), ("impetuous", 0.687)])
def test_the_same_through_the_table(state, wins):
    odds = q.odds(ready(A, D, state=state), "spain", DONE)
    assert odds.exact
    assert odds.error == 0
    assert round(odds.success, 3) == wins
    assert [(o["winner"], o["hits"], o["fell_back"]) for o, _ in odds.outcomes] == [
        ("attacker", 1, None),
        ("defender", 1, None),
    ]
    assert odds.policy == {side: {"stand_if": "always", "reroll_if": "always"} for side in ("attacker", "defender")}


def test_modifiers_are_those_of_the_rules():
    m = ready(A | {"stars": 2}, D | {"stars": 1, "steps": 3}, state="impetuous", board={"farmhouses": ["0809"]})
    first, second = q.odds(m, "spain", DONE).blows[:2]
    assert first["modifiers"] == [("7.2-b", 1), ("7.2-c", 1), ("7.2-d", 1), ("7.2-f", -1)]
    assert second["modifiers"] == [("7.2-c", -1), ("7.2-d", -1)]
    assert (first["need"], second["need"]) == (9, 8)
    assert first["chance"] == pytest.approx(21 / 36)
    assert second["reach"] == pytest.approx(15 / 36)


# -- fire --------------------------------------------------------------------------------------------------------------

GUN = spain("G", "art", "0810", fire=[2, 1, 0, -1])
SHOT = {"do": "fire", "unit": "G"}


@pytest.mark.parametrize(("hex", "of_36"), [("0809", 21), ("0808", 15), ("0807", 10), ("0806", 6)])
def test_a_shot_by_its_number_for_the_range(hex, of_36):
    m = begin(GUN, D | {"hex": hex}, step="artillery")
    odds = q.odds(m, "spain", SHOT | {"hex": hex})
    hit, miss = odds.outcomes
    assert hit[0] == {"hit": True, "unit": "D", "steps": 3, "eliminated": False, "game_over": False}
    assert miss[0] == {"hit": False, "unit": "D", "steps": 4, "eliminated": False, "game_over": False}
    assert [hit[1], miss[1]] == pytest.approx([of_36 / 36, 1 - of_36 / 36])
    assert odds.success == hit[1]


def test_a_shot_at_the_top_of_a_stack_in_farmhouses():
    light = austria("L", "light", "0809")
    m = begin(GUN, D, light, *ELSEWHERE, step="artillery", board={"farmhouses": ["0809"]})
    odds = q.odds(m, "spain", SHOT | {"hex": "0809"})
    assert odds.outcomes[0][0] == {"hit": True, "unit": "L", "steps": 0, "eliminated": True, "game_over": False}
    assert odds.blows[0]["modifiers"] == [("9.1-g", 2), ("9.1-j", -1)]
    assert odds.success == pytest.approx(15 / 36)
    assert "L" in odds.text("it")


def test_light_infantry_fires_without_help_and_a_marshal_is_killed():
    m = begin(spain("L", "light", "0810"), N | {"hex": "0809"}, D | {"hex": "0101"}, step="light_fire")
    odds = q.odds(m, "spain", {"do": "fire", "unit": "L", "hex": "0809"})
    assert odds.outcomes[0][0] == {"hit": True, "unit": "N", "steps": 0, "eliminated": True, "game_over": False}
    assert odds.success == pytest.approx(10 / 36)


def test_a_shot_that_would_end_the_game_says_so():
    m = begin(GUN, austria("L", "light", "0809"), step="artillery")
    assert q.odds(m, "spain", SHOT | {"hex": "0809"}).outcomes[0][0]["game_over"]


# -- against many rolls ------------------------------------------------------------------------------------------------


def struck_by_hand(modifiers: tuple[int, int], marshals: list[int], rng: random.Random) -> int:
    """7.1 and 8.2 with nothing but dice; the side that wins."""
    need, side = 9, 0
    while True:
        missing = need - modifiers[side]
        if rng.randint(1, 6) + rng.randint(1, 6) >= missing:
            return side
        if marshals[side]:
            if rng.randint(1, 6) + rng.randint(1, 6) >= missing:
                return side
            marshals[side] -= 1
        need, side = need - 1, 1 - side


@pytest.mark.parametrize(("modifiers", "marshals"), [((1, -1), (0, 0)), ((0, 0), (1, 2))])
def test_the_chain_agrees_with_200_000_fights_rolled_by_hand(modifiers, marshals):
    fights, rng = 200_000, random.Random(1743)
    won = sum(struck_by_hand(modifiers, list(marshals), rng) == 0 for _ in range(fights))
    never = (False,) * 6
    ends = tuple((False,) * count for count in marshals)
    chances = solve(duel(*modifiers)._replace(marshals=marshals, gives=(never, never), ends=ends)).chances
    p = well(chances, 0)
    assert won / fights == pytest.approx(p, abs=4 * (p * (1 - p) / fights) ** 0.5)


SITUATIONS = [
    ((A, D), {}, {}),
    ((A, D, M, N), {}, {}),
    ((A, D, M, N), {"state": "impetuous"}, CAREFUL),
    ((A, D, *ELSEWHERE), {"turn": "evening"}, NEVER),
]


@pytest.mark.parametrize(("units", "how", "policy"), SITUATIONS)
def test_the_chain_agrees_with_fights_played_in_the_engine(units, how, policy):
    m = ready(*units, **how)
    exact = q.odds(m, "spain", DONE, policy)
    played = q.odds(m, "spain", DONE, {**policy, "samples": 250})
    assert (exact.exact, played.exact) == (True, False)
    assert 0 < played.error <= 0.5 / 250**0.5
    assert total(played) == pytest.approx(1)
    counted = {repr(sorted(o.items())): p for o, p in played.outcomes}
    for outcome, p in exact.outcomes:
        found = counted.pop(repr(sorted(outcome.items())), 0.0)
        assert found == pytest.approx(p, abs=4.5 * (p * (1 - p) / 250) ** 0.5), outcome
    assert not counted, "the engine came to an end that the chain does not know"


def walked(m: q.Match, answer: Any, p: float, ends: dict[tuple[Any, ...], float]) -> None:
    """Every end of an Assault by the engine itself: each roll once as the highest and once as the lowest."""
    for faces, lucky in (((6, 6), True), ((1, 1), False)):
        twin = m.clone()
        twin.dice = Loaded(faces)
        before = len(twin.events)
        twin.answer(m.ask.who[0], answer)
        new = twin.events[before:]
        roll = next(event for event in new if event.kind == "roll")
        chance = at_least(roll.data["need"] - sum(value for _, value in roll.modifiers))
        share = p * (chance if lucky else 1 - chance)
        if share == 0:
            continue
        if lucky:
            lost = sum(event.rule == "8.2-i" for event in twin.events)
            ends[roll.data["role"], lost] = ends.get((roll.data["role"], lost), 0.0) + share
        else:
            following = {"reroll": lambda t=twin: t.options(t.ask.who[0])[0]}.get(twin.ask.what, lambda: FIGHT)()
            walked(twin, following, share, ends)


class Loaded(ScriptedDice):
    """Dice that always show the same: every question after a roll must be met by a player."""

    def faces(
        self, counter: int, count: int, sides: int = 6, seen_by: tuple[str, ...] | None = None
    ) -> tuple[int, ...]:
        assert count == Dice(2).count
        return self.script


@pytest.mark.parametrize("units", [(A, D), (A, D, M), (A, D, N), (A, D, M, N), (A | {"stars": 1}, D, M, N)])
@pytest.mark.parametrize("state", ["aggressive", "impetuous"])
def test_the_chain_is_the_engine_s_own_tree(units, state):
    m = ready(*units, state=state)
    ends: dict[tuple[Any, ...], float] = {}
    walked(m, DONE, 1.0, ends)
    found: dict[tuple[Any, ...], float] = {}
    for outcome, p in q.odds(m, "spain", DONE).outcomes:
        key = (outcome["winner"], sum(outcome["marshals_lost"].values()))
        found[key] = found.get(key, 0.0) + p
    assert found == pytest.approx(ends)


# -- in the midst of an Assault ----------------------------------------------------------------------------------------


def stood(*units: dict[str, Any], **how: Any) -> q.Match:
    """Austria is asked whether it stands, after a first blow that failed."""
    m = ready(*units, dice=[1, 1], **how)
    m.answer("spain", DONE)
    return m


def test_standing_starts_from_the_blow_that_comes():
    m = stood(A, D)
    assert m.ask.what == "stand"
    odds = q.odds(m, "austria", FIGHT)
    whole = q.odds(ready(A, D), "spain", DONE)
    assert odds.blows[0]["need"] == 8
    assert odds.success == pytest.approx(whole.blows[1]["stand"])
    assert whole.success == pytest.approx(10 / 36 + 26 / 36 * (1 - odds.success))
    assert [blow["fall_back"] for blow in whole.blows] == [None] + [0] * 7


def test_falling_back_is_certain_and_names_its_price():
    m = stood(A, D, spain("B", "inf", "0708", facing="NE"))
    answers = [answer for answer in m.options("austria") if answer["do"] == "fall_back"]
    prices = set()
    for answer in answers:
        ((outcome, p),) = q.odds(m, "austria", answer).outcomes
        assert (outcome["winner"], outcome["fell_back"], p) == (None, "defender", 1.0)
        twin = m.clone(seed=1)
        twin.answer("austria", answer)
        assert outcome["hits"] == sum(event.kind == "hit" for event in twin.events)
        prices.add(outcome["hits"])
    assert prices == {1}


def test_a_side_that_cannot_fall_back_stands_whatever_its_policy():
    m = ready(A, austria("D", "art", "0809"))
    odds = q.odds(m, "spain", DONE, {"defender": {"stand_if": "never"}})
    assert {outcome["fell_back"] for outcome, _ in odds.outcomes} == {None}
    assert {blow["fall_back"] for blow in odds.blows if blow["by"] == "defender"} == {None}


def test_a_marshal_may_bar_the_way_until_he_is_lost():
    edge = (A | {"hex": "0803"}, D | {"hex": "0802"}, N | {"hex": "0801"}, austria("W", "inf", "0901"))
    m = ready(*edge)
    policy = {"defender": {"stand_if": "never"}}
    odds = q.odds(m, "spain", DONE, policy)
    fell = [(outcome["marshals_lost"]["defender"], p) for outcome, p in odds.outcomes if outcome["fell_back"]]
    assert [lost for lost, _ in fell] == [1]
    assert fell[0][1] == pytest.approx(26 / 36 * (21 / 36) ** 2 * 15 / 36)
    played = q.odds(m, "spain", DONE, policy | {"samples": 200})
    assert played.success == pytest.approx(odds.success, abs=4 * played.error)


def test_thresholds_decide_who_falls_back_and_when():
    m = ready(A, D)
    odds = q.odds(m, "spain", DONE, {"defender": {"stand_if": 0.61}})
    assert [(o["winner"], o["fell_back"]) for o, _ in odds.outcomes] == [("attacker", None), (None, "defender")]
    assert [p for _, p in odds.outcomes] == pytest.approx([10 / 36, 26 / 36])
    assert odds.success == pytest.approx(1)
    assert odds.blows[1]["reach"] == 0
    assert odds.blows[1]["stand"] == pytest.approx(0.6025, abs=1e-4)
    assert q.odds(m, "spain", DONE, {"defender": {"stand_if": 0.6}}).success == pytest.approx(0.565, abs=5e-4)
    attacker = q.odds(m, "spain", DONE, {"attacker": {"stand_if": "never"}})
    assert {outcome["fell_back"]: p for outcome, p in attacker.outcomes}["attacker"] == pytest.approx(26 * 21 / 36**2)


def test_marshals_always_never_or_for_a_likely_roll():
    m = ready(A, D, M)
    always, never = q.odds(m, "spain", DONE), q.odds(m, "spain", DONE, NEVER)
    later = q.odds(m, "spain", DONE, {"attacker": {"reroll_if": 0.5}})
    assert never.success == pytest.approx(0.565, abs=5e-4)
    assert never.success < later.success < always.success
    assert all(outcome["marshals_lost"]["attacker"] == 0 for outcome, _ in never.outcomes)


def test_sending_a_marshal_now_and_letting_the_failure_stand():
    m = ready(A, D, M, dice=[1, 1])
    m.answer("spain", DONE)
    assert m.ask.what == "reroll"
    send, leave = (q.odds(m, "spain", answer, NEVER) for answer in m.options("spain"))
    ahead = q.odds(stood(A, D), "austria", FIGHT).success
    assert send.success == pytest.approx(10 / 36 + 26 / 36 * (1 - ahead))
    assert leave.success == pytest.approx(1 - ahead)
    assert (send.blows[0]["by"], send.blows[0]["need"], leave.blows[0]["need"]) == ("attacker", 9, 8)
    lost = sum(p for outcome, p in send.outcomes if outcome["marshals_lost"]["attacker"])
    assert lost == pytest.approx(26 / 36)
    played = q.odds(m, "spain", m.options("spain")[0], {**NEVER, "samples": 300})
    assert played.success == pytest.approx(send.success, abs=4 * played.error)


def test_a_marshal_whose_loss_ends_the_game():
    alone = M | {"wing": "left"}
    m = ready(A, D, alone, N, wings=["spain.left", "austria.centre"])
    over = [(outcome, p) for outcome, p in q.odds(m, "spain", DONE).outcomes if outcome["game_over"]]
    ((outcome, p),) = over
    assert (outcome["winner"], outcome["hits"], outcome["marshals_lost"]["attacker"]) == ("defender", 0, 1)
    assert p == pytest.approx((26 / 36) ** 2)


def test_the_marshal_named_is_the_one_who_is_risked():
    alone = M | {"id": "M2", "hex": "0911", "wing": "left"}
    m = ready(A, D, M, alone, dice=[1, 1], wings=["spain.left", "austria.centre"])
    m.answer("spain", DONE)
    for marshal, ends in (("M", False), ("M2", True)):
        odds = q.odds(m, "spain", {"do": "reroll", "marshal": marshal}, NEVER)
        assert any(outcome["game_over"] for outcome, _ in odds.outcomes) is ends


# -- what a defeat costs -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("turn", "hits"), [("day", 1), ("evening", 2)])
def test_an_isolated_loser_takes_two_hits_in_the_evening(turn, hits):
    odds = q.odds(ready(A, D, *ELSEWHERE, turn=turn), "spain", DONE)
    assert {outcome["hits"] for outcome, _ in odds.outcomes} == {hits}


def test_who_is_eliminated_by_the_defeat():
    odds = q.odds(ready(A, D | {"steps": 1}, *ELSEWHERE, turn="evening"), "spain", DONE)
    assert [(o["winner"], o["hits"], o["eliminated"]) for o, _ in odds.outcomes] == [
        ("attacker", 1, ["D"]),
        ("defender", 2, []),
    ]


# -- declaring, and several Assaults -----------------------------------------------------------------------------------

TWO = (
    spain("A", "inf", "0710"),
    spain("B", "inf", "0910", stars=1),
    austria("D", "inf", "0809", facing="N"),
    austria("E", "inf", "0909"),
)


def test_a_declaration_shows_the_assault_as_it_would_be_fought():
    m = ready(A, spain("W", "inf", "0710"), D, declared=False)
    alone = q.odds(m, "spain", ON_D)
    m.answer("spain", ON_D)
    both = q.odds(m, "spain", {"do": "assault", "unit": "W", "targets": ["D"]})
    assert alone.success == pytest.approx(0.565, abs=5e-4)
    assert both.blows[0]["modifiers"] == [("7.2-c", 1)]
    withdrawn = q.odds(m, "spain", {"do": "assault", "unit": "A", "targets": []})
    assert withdrawn.outcomes == [({}, 1.0)]


@pytest.mark.parametrize(("start", "order"), [("left", ["A", "B"]), ("right", ["B", "A"])])
def test_several_assaults_each_on_its_own_in_their_order(start, order):
    m = begin(*TWO, step="assault")
    single = {}
    for id, target in (("A", "D"), ("B", "E")):
        answer = {"do": "assault", "unit": id, "targets": [target]}
        single[id] = q.odds(m, "spain", answer)
        m.answer("spain", answer)
    odds = q.odds(m, "spain", DONE | {"from": start})
    assert [part.success for part in odds.parts] == [single[id].success for id in order]
    assert len(odds.outcomes) == 4
    assert total(odds) == pytest.approx(1)
    assert odds.success == pytest.approx(single["A"].success * single["B"].success)
    assert odds.policy["assaults"] == "each_on_its_own"
    assert q.odds(m, "spain", DONE | {"from": start}, odds.policy).success == odds.success
    played = q.odds(m, "spain", DONE | {"from": start}, {"samples": 100})
    assert not played.exact
    assert total(played) == pytest.approx(1)
    assert played.policy["samples"] == 100


def test_between_assaults_equally_far_out_the_one_chosen_is_shown():
    m = begin(
        spain("A", "inf", "0810"),
        spain("B", "inf", "0804", facing="N", stars=2),
        austria("D", "inf", "0809"),
        austria("E", "inf", "0803"),
        step="assault",
    )
    for id, target in (("A", "D"), ("B", "E")):
        m.answer("spain", {"do": "assault", "unit": id, "targets": [target]})
    m.answer("spain", DONE | {"from": "left"})
    assert m.ask.what == "next"
    chances = [round(q.odds(m, "spain", answer).success, 3) for answer in m.options("spain")]
    assert sorted(chances) == [0.565, 0.906]


# -- everything else ---------------------------------------------------------------------------------------------------


def test_an_answer_without_dice_has_one_outcome():
    m = q.start("camposanto", seed=3)
    odds = q.odds(m, "spain", m.options("spain")[0])
    assert odds.outcomes == [({}, 1.0)]
    assert odds.exact
    assert odds.text("it") != odds.text("en")


@pytest.mark.parametrize(
    ("seat", "answer", "rule"),
    [
        ("spain", {"do": "assault", "unit": "D", "targets": ["A"]}, "7-a"),
        ("spain", {"do": "assault", "unit": "A", "targets": ["X"]}, "7-c"),
        ("spain", {"do": "fight"}, "7-b"),
        ("spain", {"nonsense": 1}, "7-b"),
        ("austria", DONE, None),
        ("nobody", DONE, None),
    ],
)
def test_an_answer_that_is_not_allowed_is_refused_as_ever(seat, answer, rule):
    with pytest.raises(q.Illegal) as refused:
        q.odds(ready(A, D), seat, answer)
    assert refused.value.rule == rule


@pytest.mark.parametrize(
    "policy",
    [
        {"attacker": {"stand_if": 2}},
        {"attacker": {"stand_if": "maybe"}},
        {"attacker": {"stand_if": True}},
        {"defender": {"stands": 0.5}},
        {"defender": 0.5},
        {"spain": {}},
        {"samples": -1},
        {"samples": "many"},
    ],
)
def test_a_policy_that_makes_no_sense_is_named(policy):
    with pytest.raises(ValueError, match="policy: "):
        q.odds(ready(A, D), "spain", DONE, policy)


@pytest.mark.parametrize("policy", [{}, NEVER, CAREFUL, {"samples": 20}])
def test_both_languages(policy):
    for m in (ready(A, D, M, N), begin(*TWO, step="assault")):
        if m.ask.data["declared"] == {}:
            m.answer("spain", {"do": "assault", "unit": "A", "targets": ["D"]})
            m.answer("spain", {"do": "assault", "unit": "B", "targets": ["E"]})
        odds = q.odds(m, "spain", DONE | {"from": "left"}, policy)
        english, italian = odds.text("en"), odds.text("it")
        assert len(english.splitlines()) == len(italian.splitlines())
        assert "{" not in english + italian
        assert re.search(r"\d\.\d%", english)
        assert re.search(r"\d,\d%", italian)
        assert odds.plain()["success"] == odds.success


def test_words_and_blows_keep_to_the_moment_they_were_asked_for():
    m = ready(A, D)
    odds, again = q.odds(m, "spain", DONE), q.odds(m, "spain", DONE)
    text = again.text()
    m.undo("spain")
    m.answer("spain", DONE)
    assert odds.text() == text


def everything(m: q.Match, seat: str, policy: dict[str, Any]) -> list[Any]:
    return [q.odds(m, seat, answer, policy).plain() for answer in m.options(seat)[:12]]


@pytest.mark.parametrize("policy", [{}, CAREFUL, {"samples": 5}])
def test_coming_dice_tell_nothing(policy):
    for what, units in (("assault", (A, D, M, N)), ("artillery", (GUN, D))):
        seen = []
        for dice in ([6] * 40, [1] * 40):
            m = begin(*units, step=what, dice=dice)
            if what == "assault":
                m.answer("spain", ON_D)
            seen.append(everything(m, "spain", policy))
            assert m.rolled == 0
        assert seen[0] == seen[1]


def test_sealed_orders_tell_nothing():
    seen = []
    for number in (0, 50):
        m = q.start("camposanto", seed=5)
        m.answer("austria", m.options("austria")[number])
        seen.append(everything(m, "spain", {"samples": 3}))
    assert seen[0] == seen[1]


@pytest.mark.parametrize("seed", range(4))
def test_in_random_play_all_chances_add_up_and_nothing_changes(seed):
    rng = random.Random(seed)
    m = q.start("camposanto", seed=seed)
    asked = 0
    while m.ask is not None and asked < 60:
        seat = rng.choice(m.ask.who)
        answer = rng.choice(m.options(seat))
        if m.ask.what in ("fire", "assault", "stand", "reroll", "next") or rng.random() < 0.01:
            before = m.state()
            odds = q.odds(m, seat, answer, rng.choice([{}, CAREFUL]))
            assert total(odds) == pytest.approx(1)
            assert 0 <= odds.success <= 1 + 1e-9
            assert all(p > 0 for _, p in odds.outcomes)
            assert odds.text("it")
            assert m.state() == before
            asked += 1
        m.answer(seat, answer)
    assert asked > 20


def test_the_example_of_the_page():
    page = Path(__file__).parents[3].joinpath("docs", "odds.md").read_text("utf-8")
    code, shown = re.findall(r"```(?:python|text)\n(.*?)```", page, re.DOTALL)
    names: dict[str, Any] = {}
    exec(compile(code, "docs/odds.md", "exec"), names)  # noqa: S102 - the page's own example
    assert names["odds"].text("en") == shown.strip()
