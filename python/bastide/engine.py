"""Bots written in Python as programs that speak the engine protocol.

A program that plays in the arena of the command line, or wherever engines can play::

    import random
    import bastide.engine

    class Mine:
        name = "mine"

        def choose(self, game):
            return random.choice(game.legal_actions())

    bastide.engine.serve(Mine())

``bastide arena greedy --engine 'python3 mine.py'`` then lets it play against another bot.

A bot whose ``choose`` has a parameter ``seconds`` or ``nodes`` gets the limit of the controller by
that name, if there is one. Give both a default, since a controller may set no limit or the other
one::

    def choose(self, game, *, seconds=1.0): ...
"""

import inspect
import sys
import traceback
from typing import Any, Callable, Dict, FrozenSet, Iterable, List, Optional, TextIO, Union

from ._bastide import CHANCE, Game, __version__, engine_rules

__all__ = ["serve", "Session"]

#: Errors of the controller, and of the bot, that are answered; others end the program. A file that
#: the bot cannot read must not look like a lost connection.
ANSWERED = (ValueError, TypeError, LookupError, OSError)
#: Parameters of ``choose`` that get the limit of an action.
LIMITS = frozenset({"seconds", "nodes"})
#: The form of a request for an action.
GO = "write: go [nodes N|movetime MS|clock MS [increment MS]] [legal ACTION ...]"


class Session:
    """The engine's side of a dialogue: lines of the controller in, lines of the engine out."""

    def __init__(self, bot: Any) -> None:
        if not callable(getattr(bot, "choose", None)):
            raise TypeError("a bot has a method choose(game)")
        self._bot = bot
        self._accepted = _accepted(bot.choose)
        self._start: Optional[Game] = None
        self._game: Optional[Game] = None
        self._seat: Optional[int] = None
        self.is_over = False

    def answer(self, line: str) -> List[str]:
        """Returns the answer to one line; empty for blank lines and comments."""
        line = line.strip()
        if not line or line.startswith("#"):
            return []
        command, _, rest = line.partition(" ")
        method = self._commands().get(command)
        if method is None:
            return [f"error unknown command '{_plain(command)}'"]
        try:
            return list(method(rest.strip()))
        except ANSWERED as error:
            return [f"error {_plain(str(error))}"]

    def _commands(self) -> Dict[str, Callable[[str], Iterable[str]]]:
        return {
            "hello": self._hello,
            "set": self._set,
            "game": self._begin,
            "newgame": self._newgame,
            "seat": self._take,
            "position": self._position,
            "play": self._play,
            "go": self._go,
            "legal": self._legal,
            "score": self._score,
            "quit": self._quit,
        }

    def _hello(self, rest: str) -> Iterable[str]:
        if rest.split() != ["1"]:
            raise ValueError("this engine speaks version 1 of the protocol")
        name = getattr(self._bot, "name", type(self._bot).__name__)
        yield f"name {_plain(str(name))} (bastide {__version__} for Python)"
        yield from engine_rules()
        yield "option seed 0"
        yield "ready 1"

    def _set(self, rest: str) -> Iterable[str]:
        option, _, text = rest.partition(" ")
        if option != "seed":
            raise ValueError(f"unknown option '{option}'; the only option is seed")
        seed = int(text)
        if callable(getattr(self._bot, "reseed", None)):
            self._ask(self._bot.reseed, seed)
        return ["ok"]

    def _begin(self, rest: str) -> Iterable[str]:
        self._start = Game.from_record(f"bastide 1\ngame {rest}\n")
        return self._newgame("")

    def _newgame(self, rest: str) -> Iterable[str]:
        self._game = self._known().copy()
        self._seat = None
        return ["ok"]

    def _take(self, rest: str) -> Iterable[str]:
        seat = int(rest)
        if not 0 <= seat < self._known().players:
            raise ValueError(f"there is no seat {seat}")
        self._seat = seat
        return ["ok"]

    def _position(self, rest: str) -> Iterable[str]:
        self._game = self._known().copy() if rest == "start" else Game.from_position(rest)
        return ["ok"]

    def _play(self, rest: str) -> Iterable[str]:
        after = self._current().copy()
        for action in rest.split():
            after.play(action)
        self._game = after
        return ["ok"]

    def _go(self, rest: str) -> Iterable[str]:
        game = self._current()
        if game.is_over:
            raise ValueError("the game is over")
        if game.to_act == CHANCE:
            raise ValueError("chance is to act")
        if self._seat is not None and game.to_act != self._seat:
            raise ValueError(f"seat {game.to_act} is to act, and this engine plays seat {self._seat}")
        limits = {name: limit for name, limit in _limits(rest, game).items() if name in self._accepted}
        # The bot gets a copy, so that nothing it does changes the game.
        action = self._ask(self._bot.choose, game.copy(), **limits)
        token = game.decode(int(action)) if not isinstance(action, str) else action
        if not game.is_legal(token):
            raise ValueError(f"the bot chose '{token}', which is not legal")
        return [f"move {token}"]

    def _ask(self, method: Callable[..., Any], *arguments: Any, **limits: Any) -> Any:
        """Calls a method of the bot, and prints the traceback of an error that is answered."""
        try:
            return method(*arguments, **limits)
        except ANSWERED:
            # The answer has one line and does not say where in the bot the error is.
            traceback.print_exc()
            raise

    def _legal(self, rest: str) -> Iterable[str]:
        return [" ".join(["legal", *self._current().legal_actions()])]

    def _score(self, rest: str) -> Iterable[str]:
        return [" ".join(["score", *map(str, self._current().scores)])]

    def _quit(self, rest: str) -> Iterable[str]:
        self.is_over = True
        return ["bye"]

    def _known(self) -> Game:
        if self._start is None:
            raise ValueError("no game has been set; send 'game' first")
        return self._start

    def _current(self) -> Game:
        if self._game is None:
            raise ValueError("no game has been set; send 'game' first")
        return self._game


def _accepted(choose: Callable[..., Any]) -> FrozenSet[str]:
    """Returns the limits that a method of a bot accepts by name, after the game."""
    try:
        parameters = list(inspect.signature(choose).parameters.values())
    except (TypeError, ValueError):
        # Methods of extension modules need not have a signature.
        return frozenset()
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters):
        return LIMITS
    by_name = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return LIMITS & {parameter.name for parameter in parameters[1:] if parameter.kind in by_name}


def _limits(rest: str, game: Game) -> Dict[str, Union[int, float]]:
    """Returns the limit that a request for an action sets: seconds, nodes, or none."""
    words = rest.split()
    if "legal" in words:
        words = words[: words.index("legal")]
    names, digits = tuple(words[::2]), words[1::2]
    if len(names) != len(digits) or not all(text.isdecimal() and int(text) > 0 for text in digits):
        raise ValueError(GO)
    numbers = list(map(int, digits))
    if names == ():
        return {}
    if names == ("nodes",):
        return {"nodes": numbers[0]}
    if names == ("movetime",):
        return {"seconds": numbers[0] / 1000}
    if names in (("clock",), ("clock", "increment")):
        left, increment = numbers[0] / 1000, sum(numbers[1:]) / 1000
        turns = 1 + game.tiles_left // game.players
        # A turn has about two actions. A third at most, so that the clock never runs out.
        return {"seconds": min(left / 3, (left / turns + increment) / 2)}
    raise ValueError(GO)


def _plain(text: str) -> str:
    """Returns a text on one line."""
    return " ".join(text.split())[:200]


def serve(bot: Any, lines: Optional[TextIO] = None, out: Optional[TextIO] = None) -> None:
    """Answers the lines of a controller until it sends ``quit`` or its output ends.

    ``bot`` is an object with a method ``choose(game)``, which returns a legal action as a string or
    a number; optionally with a ``name``, a method ``reseed(seed)`` and parameters of ``choose`` for
    limits (see above). Anything else that it prints must go to standard error, where the tracebacks
    of its errors go too.
    """
    session = Session(bot)
    source, target = lines or sys.stdin, out or sys.stdout
    for line in source:
        for answer in session.answer(line):
            print(answer, file=target)
        # The controller cannot see a line that is still in a buffer.
        target.flush()
        if session.is_over:
            return
