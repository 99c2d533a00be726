"""Rules tried on a copy, and the chances of dice, counted one by one."""

from __future__ import annotations

from itertools import product
from typing import Literal

import pytest

from quadrilatero.kernel import Ask, Dice, Ended, Script
from quadrilatero.kernel.chances import sum_at_least, sum_at_most, ways
from quadrilatero.kernel.policy import ALWAYS, NEVER, Given, Samples, Threshold, read_policy, threshold
from quadrilatero.kernel.trial import Luck, attempt, decide, play_on
from quadrilatero.kernel.voice import Voice
from tests.kernel.toy import BOOK, Pick, ToyState

VOICE = Voice(BOOK)


def rule(s: ToyState) -> Script:
    """Rolls, asks, and ends the game on a one."""
    faces = yield Dice(1)
    VOICE.tell(s, "picked", "1-a", seat="nobody", number=faces[0])
    answer = yield VOICE.ask("ann", "pick", "1-a", (Pick,), list, lambda _: None)
    s.picked = (*s.picked, answer.number)
    if answer.number == 1:
        raise Ended
    VOICE.tell(s, "picked", "1-a", seat="ann", number=answer.number)


def test_a_rule_is_tried_on_a_copy_as_far_as_the_answers_go():
    s = ToyState([], 0, ())
    after, told = attempt(s, rule, (4,), Pick(2))
    assert (after.picked, [event.data["number"] for event in told]) == ((2,), [4, 2])
    assert (s.picked, s.sink) == ((), [])
    halfway, told = attempt(s, rule, (4,))
    assert (halfway.picked, len(told)) == ((), 1)
    ended, told = attempt(s, rule, (4,), Pick(1))
    assert (ended.picked, len(told)) == ((1,), 1)


def test_a_rule_that_asks_nothing_is_tried_too():
    def plainly(s: ToyState) -> None:
        s.picked = (9,)

    assert attempt(ToyState([], 0, ()), plainly)[0].picked == (9,)


def test_what_comes_to_light_on_the_way_is_told():
    def reveals(s: ToyState) -> Script:
        yield VOICE.reveal("picked", "1-a", seat="ann", number=1)
        faces = yield Dice(1)
        s.picked = faces

    after, told = attempt(ToyState([], 0, ()), reveals, (5,))
    assert (after.picked, [event.kind for event in told]) == ((5,), ["picked"])


def test_questions_are_answered_as_they_come():
    after, _ = decide(ToyState([], 0, ()), rule, lambda step: Pick(3) if isinstance(step, Ask) else (6,) * step.count)
    assert after.picked == (3,)


def test_in_a_world_made_up_every_seat_replies_and_each_stage_has_its_own_dice():
    rolls: list[tuple[int, ...]] = []
    answers: list[object] = []

    def both(s: ToyState) -> Script:
        yield VOICE.reveal("picked", "1-a", seat="ann", number=1)
        rolls.append((yield Dice(20)))
        answers.append((yield VOICE.ask("ann", "pick", "1-a", (Pick,), list, lambda _: None)))
        answers.append((yield Ask(BOOK, ("ann", "bob"), "pick", "1-a", (Pick,), lambda _: [], lambda *_: None)))

    luck = Luck(7)
    for stage in (1, 2, 2, 1):
        luck.enter((stage,))
        play_on(both(ToyState([], 0, ())), luck, lambda ask, seat: (ask.what, seat))
    assert answers[:2] == [("pick", "ann"), {"ann": ("pick", "ann"), "bob": ("pick", "bob")}]
    assert rolls[0] == rolls[3] != rolls[1], "whatever was rolled in between"
    assert rolls[1] != rolls[2], "within a stage the dice go on"
    assert not luck.enter((1,))
    alone = []
    for whom in ("A", "B", "A"):
        luck.turn_to(whom)
        alone.append(luck.dice.random())
    assert alone[0] == alone[2] != alone[1]


@pytest.mark.parametrize(("dice", "sides"), [(1, 6), (2, 6), (3, 6), (1, 20), (2, 10)])
def test_chances_of_sums_are_those_of_all_rolls(dice: int, sides: int):
    sums = [sum(faces) for faces in product(range(1, sides + 1), repeat=dice)]
    assert ways(dice, sides) == {total: sums.count(total) for total in sums}
    for number in range(dice * sides + 2):
        assert sum_at_least(number, dice, sides) == sum(total >= number for total in sums) / len(sums)
        assert sum_at_most(number, dice, sides) == sum(total <= number for total in sums) / len(sums)


class Reacts(Given, frozen=True):
    stand_if: Threshold = "always"
    reactions: Literal["none", "best"] = "best"
    samples: Samples = 0


def test_a_policy_is_read_strictly():
    assert threshold(read_policy({}, Reacts).stand_if) == ALWAYS
    assert threshold(read_policy({"stand_if": "never"}, Reacts).stand_if) == NEVER
    assert threshold(read_policy({"stand_if": 0.25, "reactions": "none"}, Reacts).stand_if) == 0.25


@pytest.mark.parametrize(
    ("policy", "where"),
    [
        ({"stand_if": 1.5}, "stand_if"),
        ({"stand_if": float("nan")}, "stand_if"),
        ({"reactions": "all"}, "reactions"),
        ({"samples": -1}, "samples"),
        ({"stands": 1}, "stands"),
    ],
)
def test_a_policy_that_makes_no_sense_is_named(policy: dict[str, object], where: str):
    with pytest.raises(ValueError, match=f"policy: .*{where}"):
        read_policy(policy, Reacts)
