"""Types of the compiled part. The texts here are the API reference."""

from typing import Any, Dict, List, Optional, Sequence, Tuple, Union, final

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "__version__",
    "ENCODING_VERSION",
    "OBSERVATION_VERSION",
    "CHANCE",
    "OVER",
    "IllegalActionError",
    "Game",
    "Batch",
    "Bot",
    "mixes",
    "engine_rules",
    "plane_names",
    "kinds",
    "action_blocks",
    "bot_names",
    "evaluate",
    "rank",
    "solve",
    "review",
    "forecast",
    "contest",
    "benchmark",
]

__version__: str
#: Version of the numbers of actions. It changes if a number gets another meaning.
ENCODING_VERSION: int
#: Version of planes and scalars. It changes if a plane or scalar moves or gets another meaning.
OBSERVATION_VERSION: int
#: ``Game.to_act`` if chance acts.
CHANCE: int
#: ``Game.to_act`` if the game is over.
OVER: int

#: An action: its notation, such as ``"P1,0r0"``, or its number.
_Action = Union[str, int]

class IllegalActionError(ValueError):
    """An action that is not legal. The game or batch has not changed."""

@final
class Game:
    """A game in progress.

    ``rules`` is a list such as ``"base,fields,river"`` or ``"stronghold"``. With the default
    ``chance="dealt"`` tiles are drawn from ``seed`` or in the given ``order`` of names, and only
    players act. With ``chance="explicit"`` draws are played like other actions. ``deck`` limits the
    bag to these tiles; ``first`` is the first player, drawn from the seed if not given.
    """

    def __new__(
        cls,
        rules: str = "base,fields",
        players: int = 2,
        *,
        seed: Optional[int] = None,
        first: Optional[int] = None,
        deck: Optional[Sequence[str]] = None,
        order: Optional[Sequence[str]] = None,
        chance: str = "dealt",
    ) -> Game: ...
    @staticmethod
    def from_record(text: str) -> Game:
        """Reads a record, as text or JSON. Chance is explicit."""
    @staticmethod
    def from_position(text: str) -> Game:
        """Reads a position string. Chance is explicit."""
    @staticmethod
    def _restore(
        text: str, seed: Optional[int], order: Optional[Sequence[str]], is_dealt: bool
    ) -> Game: ...
    def __reduce__(self) -> Any: ...
    def __copy__(self) -> Game: ...
    def __deepcopy__(self, _memo: Any) -> Game: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __repr__(self) -> str: ...
    @property
    def rules(self) -> str:
        """The rules, in canonical form."""
    @property
    def players(self) -> int:
        """Number of players."""
    @property
    def to_act(self) -> int:
        """Seat to act, ``CHANCE`` or ``OVER``."""
    @property
    def turn(self) -> int:
        """Seat whose turn it is."""
    @property
    def is_over(self) -> bool:
        """True once the game is over."""
    @property
    def scores(self) -> List[int]:
        """Points of each seat."""
    @property
    def winners(self) -> Optional[List[int]]:
        """Seats with the most points, or ``None`` if the game is not over."""
    @property
    def drawn(self) -> Optional[str]:
        """Tile that is drawn but not laid."""
    @property
    def tiles_left(self) -> int:
        """Number of tiles in the bag."""
    @property
    def bag(self) -> Dict[str, int]:
        """Number of tiles in the bag by name."""
    @property
    def supplies(self) -> List[Dict[str, int]]:
        """Figures in the supply of each seat by kind."""
    @property
    def actions(self) -> List[str]:
        """All actions so far, draws included."""
    @property
    def num_actions(self) -> int:
        """Number of numbers of actions with these rules."""
    def copy(self) -> Game:
        """Returns an independent copy with the same further draws."""
    def legal_actions(self) -> List[str]:
        """Returns the legal actions in ascending order; empty once the game is over."""
    def legal_numbers(self) -> List[int]:
        """Returns the numbers of the legal actions of a player, ascending."""
    def is_legal(self, action: _Action) -> bool:
        """Returns true if an action is legal."""
    def encode(self, action: str) -> int:
        """Returns the number of a legal action."""
    def decode(self, number: int) -> str:
        """Returns the action with a number. It may be illegal."""
    def play(self, action: _Action) -> List[Dict[str, Any]]:
        """Plays an action, and deals if chance acts next. Returns the events."""
    def chances(self) -> List[Tuple[str, int]]:
        """Returns the actions of chance with their weights; empty if chance is not to act."""
    def board(self) -> List[Dict[str, Any]]:
        """Returns the tiles on the board in the order they were laid."""
    def figures(self) -> List[Dict[str, Any]]:
        """Returns the figures on the board."""
    def prospects(self) -> List[Dict[str, Any]]:
        """Returns the tallies of all occupied features, as if the game ended now."""
    def fingerprint(self) -> int:
        """Returns a hash of the state that is the same on every machine."""
    def record(self) -> str:
        """Returns the game as a record."""
    def position(self) -> str:
        """Returns the game as a position string."""
    def svg(self, theme: str = "light", *, owners: bool = False, fields: bool = False) -> str:
        """Draws the board. Themes are light, dark, contrast and print."""
    def _repr_svg_(self) -> str: ...
    def planes(self, seat: Optional[int] = None) -> NDArray[np.uint8]:
        """Returns the planes of the position as a new array, as ``seat`` or the seat to act sees it."""
    def scalars(self, seat: Optional[int] = None) -> NDArray[np.float32]:
        """Returns the scalars of the position as a new array, as ``seat`` or the seat to act sees it."""
    def legal_mask(self) -> NDArray[np.bool_]:
        """Returns an array that is true for the number of each legal action."""
    def scalar_names(self) -> List[str]:
        """Returns the names of the scalars."""

@final
class Batch:
    """Many games with the same rules that are stepped together, on ``threads`` threads.

    The games, their draws and sampled actions depend only on ``seed``. ``reward`` is ``"points"``,
    ``"margin"`` or ``"win"``. With ``auto_reset`` the next game begins as soon as one is over.
    ``first`` is the first player; by default each game draws it.
    """

    def __new__(
        cls,
        rules: str = "base,fields",
        games: int = 64,
        players: int = 2,
        *,
        seed: int = 0,
        threads: int = 1,
        reward: str = "points",
        auto_reset: bool = True,
        first: Optional[int] = None,
        deck: Optional[Sequence[str]] = None,
    ) -> Batch: ...
    @staticmethod
    def _restore(about: Any, options: Any, records: Any, sampling: str = "seed") -> Batch: ...
    def __reduce__(self) -> Any: ...
    def __len__(self) -> int: ...
    def __repr__(self) -> str: ...
    @property
    def rules(self) -> str:
        """The rules, in canonical form."""
    @property
    def players(self) -> int:
        """Number of players of each game."""
    @property
    def num_actions(self) -> int:
        """Number of numbers of actions with these rules."""
    def shape(self, name: str) -> Tuple[int, ...]:
        """Returns the shape of an array. ``legal`` may have any number of columns."""
    def attach(self, **arrays: Any) -> None:
        """Sets the arrays that every ``step`` and ``reset`` updates, and fills them.

        Arrays are C-contiguous NumPy arrays, or objects with ``__dlpack__``, each with memory of its
        own. The batch writes differences only, so the caller must not change ``planes`` and
        ``mask``. After an error, the arrays are those from before.
        """
    def refresh(self) -> None:
        """Writes all values of the attached arrays again."""
    def write(self, **arrays: Any) -> None:
        """Writes the current positions into other arrays, such as a row of a replay buffer."""
    def step(self, actions: Any) -> None:
        """Plays an action in each game, given as an array of ``int32`` or ``int64``, or an object with
        ``__dlpack__``.

        An illegal action raises ``IllegalActionError``, which names the game and the action, and no
        game changes. Actions of games that are over are ignored.
        """
    def reset(self, which: Optional[Sequence[bool]] = None) -> None:
        """Begins new games: all, or those for which ``which`` is true."""
    def sample(self, out: Optional[NDArray[np.int32]] = None) -> NDArray[np.int32]:
        """Returns a random legal action of each game, or -1 where the game is over."""
    def game(self, index: int) -> Game:
        """Returns a copy of a game. Chance is explicit."""

@final
class Bot:
    """A built-in bot by name, such as ``"greedy"``, ``"quick@50ms"`` or ``"strong@20000n"``."""

    def __new__(cls, name: str = "quick", *, seed: int = 0) -> Bot: ...
    @staticmethod
    def _make(name: str, seed: int) -> Bot: ...
    def __reduce__(self) -> Any: ...
    def __repr__(self) -> str: ...
    @property
    def name(self) -> str:
        """Name with the budget."""
    def turn(
        self, game: Game, *, nodes: Optional[int] = None, seconds: Optional[float] = None
    ) -> List[str]:
        """Returns the actions that the seat to act plays now: the rest of its turn or a part."""
    def choose(
        self, game: Game, *, nodes: Optional[int] = None, seconds: Optional[float] = None
    ) -> str:
        """Returns the first action of ``turn``."""
    def insight(self, game: Game) -> Optional[Dict[str, Any]]:
        """Returns nodes, value and expected line of the last search, if the bot records them."""

def mixes() -> List[str]:
    """Returns the rules of all games: all mixes of expansions, and Stronghold."""

def engine_rules() -> List[str]:
    """Returns the lines in which an engine lists the games that it plays."""

def plane_names() -> List[str]:
    """Returns the names of the planes."""

def kinds() -> Dict[str, List[str]]:
    """Returns the names of all kinds by number: ``figures``, ``pieces`` and ``terrains``.

    Numbers of actions and supplies count kinds from 0. Planes count them from 1, since 0 stands for
    none.
    """

def action_blocks(family: str) -> List[Tuple[str, int, int]]:
    """Returns the blocks of numbers of ``"land"`` or ``"stronghold"``: name, first number, length."""

def bot_names() -> List[str]:
    """Returns the names of all bots."""

def evaluate(game: Game) -> List[float]:
    """Returns the expected final points of each seat, without a search."""

def rank(
    game: Game, *, nodes: Optional[int] = None, seconds: Optional[float] = None
) -> List[Dict[str, Any]]:
    """Returns all turns of the seat to act with their values, best first."""

def solve(game: Game, *, nodes: int = 1_000_000) -> Optional[List[Dict[str, Any]]]:
    """Returns the exact values of all turns, or ``None`` if that takes more than ``nodes`` states.

    Feasible with about three tiles left.
    """

def review(game: Game, *, nodes: int = 300_000) -> Dict[str, Any]:
    """Reviews all decisions of a game with ``nodes`` evaluated states each.

    The dictionary has ``steps`` with the best turns and the ``luck`` and ``win_luck`` of the draws
    by seat, ``players``, ``turning_points`` (numbers of steps), ``over`` and ``is_calibrated``: false
    if chances of winning in games with exactly these rules were not compared with results.
    """

def forecast(game: Game, *, rollouts: Optional[int] = None, seed: int = 0) -> Dict[str, Any]:
    """Returns the expected margin and the chance of winning of each seat, with standard errors.

    Without ``rollouts`` the calibrated number for this group of games is used. ``is_calibrated`` is
    false with another number, and for games whose rules are not exactly those that were compared
    with results: they have the parameters of the nearest group.
    """

def contest(
    bots: Sequence[Any],
    rules: str = "base,fields",
    *,
    players: int = 2,
    decks: int = 10,
    seed: int = 0,
    threads: Optional[int] = None,
) -> Dict[str, Any]:
    """Plays a contest and returns the report of the arena.

    A bot is a name, ``"program:COMMAND"`` for an engine, or an object with a method
    ``choose(game)`` and optionally ``name`` and ``reseed(seed)``. A bot that raises or chooses an
    illegal action forfeits its game. Ctrl-C raises ``KeyboardInterrupt`` in ``choose`` too.
    """

def benchmark(
    bot: Any,
    suite: str = "endgames",
    *,
    games: Optional[int] = None,
    threads: Optional[int] = None,
) -> Dict[str, Any]:
    """Measures the points that a bot loses in positions whose values are known.

    ``suite`` is ``"endgames"`` or ``"middles"``; ``games`` limits it to a sample.
    """
