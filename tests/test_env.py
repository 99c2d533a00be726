"""The PettingZoo environment: its own tests pass, nothing sealed leaks, games end with their result."""

from __future__ import annotations

import builtins
import random
import re
from pathlib import Path

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from quadrilatero import env as module
from quadrilatero.env import env, raw_env
from quadrilatero.kernel import find_game

DOCS = Path(__file__).resolve().parent.parent / "docs"


def play(environment, seed, most=10_000):
    """A random game to its end; what each agent got."""
    rng = random.Random(seed)
    environment.reset(seed=seed)
    rewards = dict.fromkeys(environment.possible_agents, 0.0)
    for agent in environment.agent_iter(most):
        seen, reward, over, cut, _ = environment.last()
        rewards[agent] += reward
        action = None if over or cut else rng.choice(np.flatnonzero(seen["action_mask"]).tolist())
        environment.step(action)
    return rewards


# PettingZoo itself warns: of a space without bounds, and that an AEC game with masks may not suit its seed test.
@pytest.mark.filterwarnings("ignore::UserWarning", "ignore::DeprecationWarning")
def test_pettingzoos_own_tests():
    api_test(env("camposanto", scenario="learning"), num_cycles=120)
    seed_test(lambda: env("camposanto", scenario="learning"), num_cycles=60)


def test_a_game_ends_with_its_result():
    environment = env("camposanto", scenario="learning")
    for seed in (1, 2):
        rewards = play(environment, seed)
        result = environment.unwrapped.match.result
        expected = {seat: 0.0 if result.winner is None else 1.0 if seat == result.winner else -1.0 for seat in rewards}
        assert rewards == expected


def test_one_seed_one_game_and_another_seed_another():
    raw = raw_env("camposanto", scenario="learning")
    stories = []
    for seed in (5, 5, 6):
        play(raw, seed)
        stories.append([event.text() for event in raw.match.events])
    assert stories[0] == stories[1] != stories[2]


def test_sealed_answers_come_one_after_the_other_and_do_not_show():
    first, second = (raw_env("camposanto", scenario="learning") for _ in range(2))
    for raw, action in ((first, 0), (second, 400)):
        raw.reset(seed=1)
        assert raw.agent_selection == "spain"
        raw.step(action)
        assert raw.agent_selection == "austria"
    a, b = first.observe("austria"), second.observe("austria")
    assert np.array_equal(a["observation"], b["observation"])
    assert np.array_equal(a["action_mask"], b["action_mask"])
    assert a["action_mask"].sum() == len(first.answers()) == 504


def test_the_encoding_is_of_one_size_and_tells_positions_apart():
    raw = raw_env("camposanto", scenario="battle")
    game = find_game("camposanto")
    raw.reset(seed=3)
    rng = random.Random(3)
    rows = []
    for _ in range(60):
        seen = raw.observe(raw.agent_selection)["observation"]
        assert seen.shape == (game.encoding,)
        assert np.isfinite(seen).all()
        assert np.abs(seen).max() <= 1
        rows.append(seen.tobytes())
        raw.step(rng.randrange(len(raw.answers())))
    assert len(set(rows)) > 40


def test_render_tells_the_question():
    raw = raw_env("camposanto", scenario="learning", render_mode="ansi")
    raw.reset(seed=1)
    assert raw.render().startswith("spain: ")
    with pytest.raises(ValueError, match="render_mode"):
        raw_env("camposanto", render_mode="human")


def test_without_the_extra_it_says_what_to_install(monkeypatch):
    real = builtins.__import__

    def without(name, *args, **kwargs):
        if name.startswith("pettingzoo"):
            raise ImportError(name)
        return real(name, *args, **kwargs)

    module._environment.cache_clear()
    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(ImportError, match="extra `env`"):
        env("camposanto")


def test_the_example_of_the_document_runs(capsys):
    (example,) = re.findall(r"```python\n(.*?)```", (DOCS / "env.md").read_text("utf-8"), re.DOTALL)
    exec(compile(example, "env.md", "exec"), {})  # noqa: S102 - our own document
    assert re.match(r"\{'spain': (-1\.0|0\.0|1\.0), 'austria': (-1\.0|0\.0|1\.0)\}", capsys.readouterr().out)
