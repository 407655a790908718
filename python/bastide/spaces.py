"""Spaces of observations and actions, shared by the adapters."""

from typing import Dict

import numpy as np
from gymnasium import spaces

from ._bastide import Game


def observation_space(game: Game, planes: str = "planes") -> spaces.Dict:
    """Returns the space of observations, in which the planes are called ``planes``."""
    return spaces.Dict(
        {
            planes: spaces.Box(0, 255, game.planes().shape, np.uint8),
            # Points and counts have no limit that a network could use.
            "scalars": spaces.Box(-np.inf, np.inf, game.scalars().shape, np.float32),
            "action_mask": spaces.Box(0, 1, (game.num_actions,), np.int8),
        }
    )


def action_space(game: Game) -> spaces.Discrete:
    """Returns the space of the numbers of actions."""
    return spaces.Discrete(game.num_actions)


def observe(game: Game, seat: int, planes: str = "planes") -> Dict[str, np.ndarray]:
    """Returns the observation of a seat. The mask is zero unless the seat is to act."""
    if game.to_act == seat:
        mask = game.legal_mask().astype(np.int8)
    else:
        mask = np.zeros(game.num_actions, np.int8)
    return {planes: game.planes(seat), "scalars": game.scalars(seat), "action_mask": mask}
