"""What every thinking player keeps to: lawful, repeatable, blind to secrets, in time, and able to say why."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache, partial
from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.bots import Sampler, bot, describe, levels, personalities
from quadrilatero.bots.maresciallo import Maresciallo
from quadrilatero.bots.tacticians import Capitano
from quadrilatero.bots.weights import mind_of, read
from quadrilatero.kernel import LANGUAGES, Match, find_game
from quadrilatero.kernel.worlds import resample

THINKERS = [level for level in levels("camposanto") if level != "recluta"]
BUDGET = 60
MOST_OF_A_KIND = 2


def question(m: Match, seat: str) -> dict[str, Any]:
    assert m.ask is not None
    return {**m.ask.plain(), "who": [seat]}


def quick(m: Match, seat: str) -> Sampler:
    return lambda _, rng: resample(m, seat, rng)


def seen_enough(looks: Iterator[int]) -> bool:
    return next(looks) >= 5


@cache
def asked() -> list[tuple[str, Match, str]]:
    """A few moments of each kind of question, from games between sergente and recluta."""
    found: list[tuple[str, Match, str]] = []
    count: dict[str, int] = {}
    for seed in range(40):
        if seed > 2 and len(count) >= 14:
            break
        m = q.start("camposanto", scenario=("battle", "learning")[seed % 2], seed=seed)
        player = bot("camposanto", "sergente")
        rng = random.Random(seed)
        while m.ask is not None:
            seat = m.ask.who[0]
            what = m.ask.what
            if count.get(what, 0) < MOST_OF_A_KIND and rng.random() < 0.5:
                count[what] = count.get(what, 0) + 1
                found.append((what, m.clone(), seat))
            if seat == m.seats[seed % 2] and rng.random() < 0.8:
                answer = player.choose({}, question(m, seat), quick(m, seat), 1, 1)
            else:
                answer = rng.choice(m.options(seat))
            m.answer(seat, answer)
    return found


def test_the_moments_are_of_nearly_every_kind():
    kinds = {what for what, _, _ in asked()}
    assert {"orders", "move", "face", "assault", "stand", "flee", "fire", "general", "react", "advance"} <= kinds


@pytest.mark.parametrize("level", THINKERS)
def test_answers_are_options_repeatable_and_explained(level):
    player = bot("camposanto", level)
    for what, m, seat in asked():
        view, ask = m.view(seat), question(m, seat)
        choice = player.consider(view, ask, q.sample, BUDGET, 5)
        assert choice.answer in m.options(seat), what
        assert m.refuse(seat, choice.answer) is None
        assert not choice.cut
        assert choice.work > 0
        assert choice.value == pytest.approx(sum(choice.terms.values())), what
        for other in choice.alternatives:
            assert other.answer in m.options(seat), what
            assert other.answer != choice.answer, what
            assert other.value == pytest.approx(sum(other.terms.values()))
        again = bot("camposanto", level).consider(view, ask, q.sample, BUDGET, 5)
        assert again == choice, what
        assert player.choose(view, ask, q.sample, BUDGET, 5) == choice.answer


@pytest.mark.parametrize("level", THINKERS)
def test_past_the_deadline_the_answer_is_lawful_and_marked(level):
    player = bot("camposanto", level)
    for what, m, seat in asked():
        choice = player.consider(m.view(seat), question(m, seat), q.sample, 10**6, 1, deadline=0.0)
        assert choice.cut, what
        assert choice.answer in m.options(seat), what


def test_a_search_that_is_stopped_gives_its_best_so_far():
    mind = mind_of("camposanto")
    for what, m, seat in asked():
        if what != "move":
            continue
        looks = iter(range(100))
        weighed = mind.weigh(m.clone(), seat, read("camposanto"), 3, 10**6, partial(seen_enough, looks))
        assert all(one.answer in m.options(seat) for one in weighed)
        assert next(looks) < 20


@pytest.mark.parametrize("level", levels("camposanto"))
def test_what_the_other_side_has_sealed_makes_no_difference(level):
    answers = []
    for sealed in ({"left": 1, "centre": 4, "right": 5}, {"left": 18, "centre": 16, "right": 13}):
        m = q.start("camposanto", seed=5)
        m.answer("spain", {"do": "orders", **sealed})
        assert m.ask is not None
        answers.append(bot("camposanto", level).consider(m.view("austria"), m.ask, q.sample, BUDGET, 2))
    assert answers[0] == answers[1]


@pytest.mark.parametrize("level", THINKERS)
def test_coming_dice_make_no_difference(level):
    """The only other secret of the game: the faces still to be rolled."""
    player = bot("camposanto", level)
    for what, m, seat in asked():
        worlds = [m.clone(seed=seed) for seed in (1, 2)]
        answers = [player.choose(world.view(seat), question(world, seat), q.sample, BUDGET, 3) for world in worlds]
        assert answers[0] == answers[1], what


def test_the_quick_way_to_a_sample_leads_to_the_same_match():
    for what, m, seat in asked():
        slow = q.sample(m.view(seat), random.Random(4))
        fast = resample(m, seat, random.Random(4))
        assert fast.view(seat) == slow.view(seat), what
        assert fast.options(seat) == slow.options(seat), what
        for twin in (slow, fast):
            rng = random.Random(7)
            for _ in range(30):
                if twin.ask is None:
                    break
                who = twin.ask.who[0]
                twin.answer(who, rng.choice(twin.options(who)))
        assert fast.view(seat) == slow.view(seat), what
        assert m.view(seat)["ask"]["what"] == what


def test_the_quick_way_forgets_what_others_have_sealed():
    m = q.start("camposanto", seed=5)
    m.answer("spain", {"do": "orders", "left": 1, "centre": 4, "right": 5})
    laid = set()
    for seed in range(5):
        twin = resample(m, "austria", random.Random(seed))
        twin.answer("austria", twin.options("austria")[0])
        laid.add(str(twin.view("austria")["orders"]["spain"]))
    assert len(laid) > 1


@pytest.mark.parametrize("level", [*THINKERS, "capitano:bold", "capitano:cautious"])
def test_whole_games_are_played_to_the_end(level):
    for scenario in (scenario.id for scenario in find_game("camposanto").scenarios()):
        m = q.start("camposanto", scenario=scenario, seed=11)
        player = bot("camposanto", level)
        rng = random.Random(1)
        decisions = 0
        while m.ask is not None:
            seat = m.ask.who[0]
            if seat == "spain":
                answer = player.choose({}, question(m, seat), quick(m, "spain"), 20, decisions)
                assert m.refuse(seat, answer) is None
            else:
                answer = rng.choice(m.options(seat))
            m.answer(seat, answer)
            decisions += 1
        assert m.result is not None


def test_personalities_differ_and_can_be_overruled():
    assert personalities("camposanto")[0] == "steady"
    assert {"bold", "cautious"} <= set(personalities("camposanto"))
    _, m, seat = next(moment for moment in asked() if moment[0] == "move")
    view, ask = m.view(seat), question(m, seat)
    nothing = bot("camposanto", "capitano", weights=dict.fromkeys(find_game("camposanto").mind().terms, 0.0))
    assert nothing.choose(view, ask, q.sample, 1, 1) == {"do": "done"}
    players = [bot("camposanto", f"capitano:{name}") for name in ("bold", "cautious")]
    bold, cautious = (player.consider(view, ask, q.sample, 1, 1) for player in players)
    assert bold != cautious


def test_a_level_can_have_weights_of_its_own():
    shared, own = read("camposanto", "steady"), read("camposanto", "steady", "maresciallo")
    assert Capitano("camposanto").weights == shared
    assert Maresciallo("camposanto").weights == own != shared
    assert Maresciallo("camposanto", {"approach": 0.5}).weights == {**own, "approach": 0.5}


def test_a_level_can_be_made_to_overlook_answers(monkeypatch: pytest.MonkeyPatch):
    """Now and then the best, never all; equal seeds overlook the same; who is attentive, or another level, none."""
    _, m, seat = next(moment for moment in asked() if moment[0] == "move" and len(moment[1].options(moment[2])) > 20)
    view, ask = m.view(seat), question(m, seat)

    def choices(level: str, *, attentive: bool = False) -> list[Any]:
        player = bot("camposanto", level, attentive=attentive)
        return [player.choose(view, ask, q.sample, 1, seed) for seed in range(20)]

    sharp = choices("sergente")
    monkeypatch.setattr(mind_of("camposanto"), "attention", {"sergente": 0.5})
    dull = choices("sergente")
    assert 4 <= sum(one != other for one, other in zip(sharp, dull, strict=True)) <= 16
    assert all(answer in m.options(seat) for answer in dull)
    assert choices("sergente") == dull
    assert choices("sergente", attentive=True) == sharp
    monkeypatch.setattr(mind_of("camposanto"), "attention", {"sergente": 0.0, "capitano": 0.5})
    assert len({str(answer) for answer in choices("sergente")}) > 4
    monkeypatch.setattr(mind_of("camposanto"), "attention", {"capitano": 0.5})
    assert choices("sergente") == sharp


@pytest.mark.parametrize("level", ["capitano:reckless", "recluta:bold", "generale"])
def test_unknown_personalities_and_levels_are_named(level):
    with pytest.raises(ValueError, match=level):
        bot("camposanto", level)


def test_every_level_and_term_is_told_in_both_languages():
    for level in levels("camposanto"):
        told = describe("camposanto", level)
        assert all(told[part][language] for part in ("strength", "time") for language in LANGUAGES)
    game = find_game("camposanto")
    mind = game.mind()
    assert mind is not None
    for term in mind.terms:
        assert all(game.book.say("term", term, language, {}) for language in LANGUAGES)
