"""The Bastide tile-laying games for Python.

``Game`` is one game, ``Batch`` steps thousands of games on threads and writes into NumPy arrays.
``docs/python.md`` of the project describes the arrays and the numbers of actions.
"""

from typing import Dict

from ._bastide import (
    CHANCE,
    ENCODING_VERSION,
    OBSERVATION_VERSION,
    OVER,
    Batch,
    Bot,
    Game,
    IllegalActionError,
    __version__,
    action_blocks,
    benchmark,
    bot_names,
    contest,
    evaluate,
    forecast,
    kinds,
    mixes,
    plane_names,
    rank,
    review,
    solve,
)
from .arrays import allocate

#: Rules of well-known games by name.
PRESETS: Dict[str, str] = {
    "base": "base",
    "fields": "base,fields",
    "river": "base,fields,river",
    "abbot": "base,fields,river,abbot",
    "inns": "base,fields,inns",
    "traders": "base,fields,traders",
    "bigbox": "base,fields,river,abbot,inns,traders",
    "buildings": "base,fields,bridges,castles,barns",
    "wheel": "wheel,fields",
    "stronghold": "stronghold",
}

__all__ = [
    "CHANCE",
    "ENCODING_VERSION",
    "OBSERVATION_VERSION",
    "OVER",
    "PRESETS",
    "Batch",
    "Bot",
    "Game",
    "IllegalActionError",
    "__version__",
    "action_blocks",
    "allocate",
    "benchmark",
    "bot_names",
    "contest",
    "evaluate",
    "forecast",
    "kinds",
    "mixes",
    "plane_names",
    "rank",
    "review",
    "solve",
]
