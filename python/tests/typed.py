"""Uses of the package that mypy checks; pytest does not run them."""

from typing import List

import numpy as np
from numpy.typing import NDArray

import bastide


def play(game: bastide.Game) -> List[int]:
    bot = bastide.Bot("greedy", seed=1)
    while not game.is_over:
        game.play(bot.choose(game))
    return game.scores


def steps(batch: bastide.Batch) -> NDArray[np.int32]:
    arrays = bastide.allocate(batch, "mask")
    actions = batch.sample()
    batch.step(actions)
    assert arrays["mask"].any()
    return actions


print(play(bastide.Game(bastide.PRESETS["fields"], seed=1)), steps(bastide.Batch(games=2)))
