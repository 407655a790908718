"""OpenSpiel: games registered with ``pyspiel``.

Needs the extra ``openspiel``. Importing this module registers the game ``bastide``::

    import pyspiel
    import bastide.openspiel

    game = pyspiel.load_game("bastide(rules=base+fields,players=3)")

The strings of OpenSpiel use commas and equals signs themselves, so that rules are joined by ``+``, and
``river:2021`` stands for ``river=2021``. ``deck`` limits the tiles, as in ``deck=V+V+E``.
"""

from typing import Any, Dict, List, Optional, Tuple

import numpy as np
import pyspiel

from ._bastide import CHANCE, Game

__all__ = ["BastideGame", "BastideState"]

#: Limit of points that no game reaches.
_MOST_POINTS = 10_000.0
#: Limit of the number of actions that no game reaches.
_MOST_ACTIONS = 4_000
_TOKENS = 9

_DEFAULTS: Dict[str, Any] = {"rules": "base+fields", "players": 2, "first": 0, "deck": ""}

_TYPE = pyspiel.GameType(
    short_name="bastide",
    long_name="Bastide",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=6,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=_DEFAULTS,
)


class BastideGame(pyspiel.Game):
    """The game. The utility of a player is its points minus the mean of those of the others."""

    def __init__(self, params: Optional[Dict[str, Any]] = None) -> None:
        given = {**_DEFAULTS, **(params or {})}
        rules = given["rules"].replace("+", ",").replace(":", "=")
        deck = given["deck"].split("+") if given["deck"] else None
        self.start = Game(
            rules, given["players"], first=given["first"], deck=deck, chance="explicit"
        )
        #: Actions of chance by number: draws in the order of tiles, then wall tokens.
        self.chance_actions = [f"D{name}" for name in self.start.bag]
        self.chance_actions += [f"T{kind}" for kind in range(1, _TOKENS + 1)]
        info = pyspiel.GameInfo(
            num_distinct_actions=self.start.num_actions,
            max_chance_outcomes=len(self.chance_actions),
            num_players=self.start.players,
            min_utility=-_MOST_POINTS,
            max_utility=_MOST_POINTS,
            utility_sum=0.0,
            max_game_length=_MOST_ACTIONS,
        )
        super().__init__(_TYPE, info, params or {})

    def new_initial_state(self) -> "BastideState":
        """Returns the state before the first draw."""
        return BastideState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "BastideObserver":
        """Returns an observer of planes and scalars."""
        return BastideObserver(self.start, params)


class BastideState(pyspiel.State):
    """A state."""

    def __init__(self, game: BastideGame) -> None:
        super().__init__(game)
        self.position = game.start.copy()
        self._chance = game.chance_actions

    def current_player(self) -> int:
        """Returns the seat to act, or the number of chance or of the end."""
        if self.position.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        if self.position.to_act == CHANCE:
            return int(pyspiel.PlayerId.CHANCE)
        return self.position.to_act

    def _legal_actions(self, player: int) -> List[int]:
        return self.position.legal_numbers()

    def chance_outcomes(self) -> List[Tuple[int, float]]:
        """Returns the numbers of the possible draws with their probabilities."""
        chances = self.position.chances()
        total = sum(weight for _, weight in chances)
        return sorted((self._chance.index(token), weight / total) for token, weight in chances)

    def _apply_action(self, action: int) -> None:
        if self.position.to_act == CHANCE:
            self.position.play(self._chance[action])
        else:
            self.position.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self._chance[action]
        return self.position.decode(action)

    def is_terminal(self) -> bool:
        """Returns true if the game is over."""
        return self.position.is_over

    def returns(self) -> List[float]:
        """Returns the margin of each player; 0 before the end."""
        scores = self.position.scores
        if not self.position.is_over:
            return [0.0] * len(scores)
        others = len(scores) - 1
        return [points - (sum(scores) - points) / others for points in scores]

    def __str__(self) -> str:
        return " ".join(self.position.actions)


class BastideObserver:
    """Observations: planes and scalars as one tensor."""

    def __init__(self, game: Game, params: Any) -> None:
        if params:
            raise ValueError(f"observations have no parameters, and got {params}")
        planes, scalars = game.planes(), game.scalars()
        self.tensor = np.zeros(planes.size + scalars.size, np.float32)
        self.dict = {
            "planes": self.tensor[: planes.size].reshape(planes.shape),
            "scalars": self.tensor[planes.size :],
        }

    def set_from(self, state: BastideState, player: int) -> None:
        """Writes the state as a player sees it."""
        self.dict["planes"][:] = state.position.planes(player)
        self.dict["scalars"][:] = state.position.scalars(player)

    def string_from(self, state: BastideState, player: int) -> str:
        """Returns the state as a text."""
        return f"seat {player}: {state}"


pyspiel.register_game(_TYPE, BastideGame)
