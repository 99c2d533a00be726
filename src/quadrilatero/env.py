"""The games as PettingZoo environments, for programs that learn. See docs/env.md.

Needs the extra `env`. The module can be imported without it; making an environment then says what is missing.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from quadrilatero.kernel import Match, Plain, Seat, find_game
from quadrilatero.kernel.start import start

MISSING = (
    "quadrilatero.env needs pettingzoo, gymnasium and numpy: install quadrilatero with its extra `env`. / "
    "quadrilatero.env ha bisogno di pettingzoo, gymnasium e numpy: installa quadrilatero con il suo extra `env`."
)


def env(
    game: str,
    scenario: str | None = None,
    options: Mapping[str, str] | None = None,
    seed: int | None = None,
    render_mode: str | None = None,
) -> Any:
    """An environment of the AEC kind, wrapped as PettingZoo advises: illegal actions lose, misuse raises.

    An action is the place of an answer among the canonical options; `action_mask` says how many there are. `seed` is
    that of the first game's dice unless `reset` names one; later games go on from it.
    """
    raw = raw_env(game, scenario, options, seed, render_mode)
    from pettingzoo.utils import wrappers

    wrapped: Any = wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


def raw_env(
    game: str,
    scenario: str | None = None,
    options: Mapping[str, str] | None = None,
    seed: int | None = None,
    render_mode: str | None = None,
) -> Any:
    """The environment without the wrappers."""
    try:
        made = _environment()
    except ImportError:
        raise ImportError(MISSING) from None
    return made(game, scenario, options, seed, render_mode)


@cache
def _environment() -> Any:
    """The class, made when it is first wanted, because it inherits from a package that need not be there."""
    import numpy as np
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv

    class Quadrilatero(AECEnv):  # type: ignore[misc] # untyped as far as mypy can see
        """One game. Seats asked at once answer one after the other, and none sees what another has sealed."""

        metadata = {"render_modes": ["ansi"], "name": "quadrilatero_v0", "is_parallelizable": False}  # noqa: RUF012

        def __init__(
            self,
            game: str,
            scenario: str | None,
            options: Mapping[str, str] | None,
            seed: int | None,
            render_mode: str | None,
        ) -> None:
            super().__init__()
            if render_mode not in (None, "ansi"):
                raise ValueError(f"render_mode is None or 'ansi', not {render_mode!r}")
            self.game = find_game(game)
            most = self.game.most_options
            if most is None or not self.game.encoding:
                raise ValueError(f"{game} has no encoding for learning programs yet")
            self.most = most
            self.scenario = scenario
            self.readings = self.game.choose_options(options)
            self.render_mode = render_mode
            self.possible_agents: list[Seat] = list(self._begin(dice=0).seats)
            self._random, _ = seeding.np_random(seed)
            observation = spaces.Dict(
                {
                    "observation": spaces.Box(-np.inf, np.inf, (self.game.encoding,), np.float32),
                    "action_mask": spaces.Box(0, 1, (most,), np.int8),
                }
            )
            self.observation_spaces = dict.fromkeys(self.possible_agents, observation)
            self.action_spaces = {agent: spaces.Discrete(most, seed=seed) for agent in self.possible_agents}

        def observation_space(self, agent: Seat) -> Any:
            return self.observation_spaces[agent]

        def action_space(self, agent: Seat) -> Any:
            return self.action_spaces[agent]

        def _begin(self, dice: int) -> Match:
            return start(self.game.name, self.scenario, options=self.readings, seed=dice)

        def reset(self, seed: int | None = None, options: Plain | None = None) -> None:
            if seed is not None:
                self._random, _ = seeding.np_random(seed)
            dice = int(self._random.integers(2**62))
            self.match = self._begin(dice)
            self.agents = list(self.possible_agents)
            self.rewards = dict.fromkeys(self.agents, 0.0)
            self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
            self.terminations = dict.fromkeys(self.agents, False)
            self.truncations = dict.fromkeys(self.agents, False)
            self.infos: dict[Seat, Plain] = {agent: {} for agent in self.agents}
            self._next()

        def step(self, action: Any) -> None:
            agent = self.agent_selection
            if self.terminations[agent] or self.truncations[agent]:
                self._was_dead_step(action)
                return
            self._cumulative_rewards[agent] = 0.0
            self.match.answer(agent, self._options(agent)[int(action)])
            self._clear_rewards()
            self._next()
            self._accumulate_rewards()

        def _next(self) -> None:
            """Turn to who is asked, the first of several; or close the game with its rewards."""
            ask = self.match.ask
            if ask is not None:
                self.agent_selection = ask.who[0]
                return
            result = self.match.result
            assert result is not None
            for agent in self.agents:
                won = result.winner == self.game.side_of(agent)
                self.rewards[agent] = 0.0 if result.winner is None else 1.0 if won else -1.0
                self.terminations[agent] = True
            self.agent_selection = self.agents[0]

        def observe(self, agent: Seat) -> Plain:
            mask = np.zeros(self.most, np.int8)
            mask[: len(self._options(agent))] = 1
            numbers = np.asarray(self.game.encode(self.match.view(agent)), np.float32)
            return {"observation": numbers, "action_mask": mask}

        def _options(self, agent: Seat) -> list[Plain]:
            """The answers that actions stand for; of a question with endless answers the candidates."""
            options = self.match.options(agent)
            if len(options) > self.most:
                asked = self.match.asked(agent)
                raise RuntimeError(
                    f"{self.game.name} lists {len(options)} answers to {asked and asked.what!r}, "
                    f"more than its most_options of {self.most}: raise that bound"
                )
            return list(options)

        def answers(self) -> list[Plain]:
            """The answers that the actions of whoever is asked stand for, in order."""
            return [] if self.match.ask is None else self._options(self.agent_selection)

        def view(self) -> Plain:
            """What whoever is asked may know, as views write it."""
            return self.match.view(self.agent_selection)

        def render(self) -> str | None:
            if self.render_mode is None:
                return None
            asked, result = self.match.asked(None), self.match.result
            told = [event.text("en") for event in self.match.told(None)[-5:]]
            now = f"{self.agent_selection}: {asked.text('en')}" if asked else f"over: {result and result.reason}"
            return "\n".join([*told, now])

        def close(self) -> None:
            pass

    return Quadrilatero
