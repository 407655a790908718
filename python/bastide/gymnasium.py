"""Gymnasium: one seat of a game, against bots.

Needs the extra ``gymnasium``. Importing this module registers ``Bastide-v1``::

    import gymnasium
    import bastide.gymnasium

    env = gymnasium.make("Bastide-v1", opponent="greedy")
    envs = gymnasium.make_vec("Bastide-v1", num_envs=8, opponent="easy")
"""

from typing import Any, Dict, Optional, Tuple

import gymnasium
import numpy as np

from ._bastide import Bot, Game
from .spaces import action_space, observation_space, observe

__all__ = ["BastideEnv"]


class BastideEnv(gymnasium.Env):
    """A seat of a game; a built-in bot, or an object with a method ``choose(game)``, plays the others.

    Rewards add up to the final lead over the best opponent. An illegal action changes nothing
    but costs ``illegal_reward``; with ``None`` it raises ``IllegalActionError``. ``seat`` is the own
    seat, by default drawn for every game.
    """

    metadata = {"render_modes": ["svg"]}

    def __init__(
        self,
        rules: str = "base,fields",
        players: int = 2,
        *,
        opponent: Any = "greedy",
        seat: Optional[int] = None,
        illegal_reward: Optional[float] = -1.0,
        render_mode: Optional[str] = None,
    ) -> None:
        if seat is not None and not 0 <= seat < players:
            raise ValueError(f"there is no seat {seat} in a game for {players}")
        self._rules, self._players, self._wanted = rules, players, seat
        self._opponent = opponent
        self._illegal_reward = illegal_reward
        self.render_mode = render_mode
        self._game = Game(rules, players, seed=0)
        self._bot: Any = Bot(opponent) if isinstance(opponent, str) else opponent
        self._seat = seat or 0
        #: Lead that rewards have covered.
        self._counted = 0
        self.observation_space = observation_space(self._game)
        self.action_space = action_space(self._game)

    @property
    def game(self) -> Game:
        """A copy of the game."""
        return self._game.copy()

    def action_masks(self) -> np.ndarray:
        """Returns the legal actions, under the name that masked algorithms expect."""
        return self._game.legal_mask()

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
    ) -> Tuple[Dict[str, np.ndarray], Dict[str, Any]]:
        super().reset(seed=seed)
        draw = int(self.np_random.integers(2**63))
        self._game = Game(self._rules, self._players, seed=draw)
        if isinstance(self._opponent, str):
            self._bot = Bot(self._opponent, seed=draw)
        drawn = int(self.np_random.integers(self._players))
        self._seat = drawn if self._wanted is None else self._wanted
        self._counted = 0
        self._reply()
        return self._observe(), self._info(False)

    def step(self, action: Any) -> Tuple[Dict[str, np.ndarray], float, bool, bool, Dict[str, Any]]:
        is_legal = self._game.is_legal(int(action))
        if is_legal or self._illegal_reward is None:
            self._game.play(int(action))
            self._reply()
            # The first reward includes what opponents did before the first own action.
            lead = self._lead()
            reward, self._counted = float(lead - self._counted), lead
        else:
            reward = float(self._illegal_reward)
        return self._observe(), reward, self._game.is_over, False, self._info(not is_legal)

    def render(self) -> Optional[str]:
        return self._game.svg() if self.render_mode == "svg" else None

    def _reply(self) -> None:
        """Plays the actions of the opponents."""
        while not self._game.is_over and self._game.to_act != self._seat:
            self._game.play(self._bot.choose(self._game))

    def _lead(self) -> int:
        scores = self._game.scores
        own = scores.pop(self._seat)
        return own - max(scores)

    def _observe(self) -> Dict[str, np.ndarray]:
        return observe(self._game, self._seat)

    def _info(self, is_illegal: bool) -> Dict[str, Any]:
        return {"seat": self._seat, "scores": np.array(self._game.scores), "illegal": is_illegal}


gymnasium.register(id="Bastide-v1", entry_point="bastide.gymnasium:BastideEnv")
