"""PettingZoo: a game as an environment of agents that act in turn (AEC).

Needs the extra ``pettingzoo``::

    from bastide.pettingzoo import env

    game = env("base,fields", players=3)
    game.reset(seed=7)
    for agent in game.agent_iter():
        observation, reward, termination, truncation, info = game.last()
        mask = observation["action_mask"]
        game.step(None if termination else game.action_space(agent).sample(mask))
"""

from typing import Any, Dict, Optional

import gymnasium
import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ._bastide import Game
from .spaces import action_space, observation_space, observe

__all__ = ["BastideAEC", "env"]


class BastideAEC(AECEnv):
    """A game. Rewards are the points that each agent gains.

    The observation of an agent has the ``observation`` planes, the ``scalars`` and the
    ``action_mask``, which is zero unless the agent is to act.
    """

    metadata = {"name": "bastide_v1", "render_modes": ["svg"], "is_parallelizable": False}

    def __init__(
        self, rules: str = "base,fields", players: int = 2, render_mode: Optional[str] = None
    ) -> None:
        super().__init__()
        self._rules, self._players = rules, players
        self.render_mode = render_mode
        self._seeds = np.random.default_rng()
        self._game = Game(rules, players, seed=0)
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents = self.possible_agents[:]
        self._observation = observation_space(self._game, planes="observation")
        self._action = {agent: action_space(self._game) for agent in self.possible_agents}

    @property
    def game(self) -> Game:
        """A copy of the game."""
        return self._game.copy()

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        return self._observation

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        return self._action[agent]

    def observe(self, agent: str) -> Dict[str, np.ndarray]:
        return observe(self._game, self.possible_agents.index(agent), planes="observation")

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> None:
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self._game = Game(self._rules, self._players, seed=int(self._seeds.integers(2**63)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: Dict[str, Dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._game.to_act]

    def step(self, action: Optional[int]) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        before = self._game.scores
        self._game.play(int(action))  # type: ignore[arg-type]
        self._cumulative_rewards[agent] = 0.0
        gained = [now - then for now, then in zip(self._game.scores, before)]
        self.rewards = {name: float(gained[n]) for n, name in enumerate(self.possible_agents)}
        if self._game.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[self._game.to_act]
        self._accumulate_rewards()

    def render(self) -> Optional[str]:
        return self._game.svg() if self.render_mode == "svg" else None

    def close(self) -> None:
        """Does nothing: there is nothing to close."""


def env(
    rules: str = "base,fields", players: int = 2, render_mode: Optional[str] = None
) -> AECEnv:
    """Returns the environment with the usual checks: an illegal action ends the game."""
    game: AECEnv = BastideAEC(rules, players, render_mode)
    game = wrappers.TerminateIllegalWrapper(game, illegal_reward=-1)
    game = wrappers.AssertOutOfBoundsWrapper(game)
    return wrappers.OrderEnforcingWrapper(game)
