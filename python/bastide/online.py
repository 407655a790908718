"""Bots written in Python as engines of a server, over a WebSocket.

The operator of a server issues a token with ``bastide admin add-engine NAME``. A bot with a method
``choose(game)`` then plays there, against people and for a rating::

    bastide.online.play(MyBot(), "https://games.example", os.environ["BASTIDE_TOKEN"])

Needs the package ``websockets``: ``pip install 'bastide[online]'``.
"""

import sys
import time
from typing import Any, Callable, Optional

from .engine import Session

__all__ = ["play"]

#: The longest time between two attempts to connect, in seconds.
MOST = 60.0
#: Reasons after which another attempt is pointless: revoked, banned, replaced.
FINAL = (4401, 4403, 4409)


def play(
    bot: Any,
    server: str,
    token: str,
    *,
    report: Optional[Callable[[str], None]] = None,
    attempts: Optional[int] = None,
) -> None:
    """Plays on a server until the token is revoked or another connection uses it.

    ``server`` is the address of the server, such as ``https://games.example``. A lost connection is
    opened again, at first after a second and then less often. ``report`` gets the comments of the
    server, such as the reason why it refuses an action; by default they go to standard error. With
    ``attempts``, the function returns after that many connections that failed in a row.

    Raises ``PermissionError`` if the token is wrong, expired or revoked, and ``RuntimeError`` if
    another connection uses it.
    """
    from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
    from websockets.sync.client import connect

    tell = report or (lambda line: print(line, file=sys.stderr))
    url = f"{server.rstrip('/').replace('http', 'ws', 1)}/engine"
    headers = {"Authorization": f"Bearer {token}"}
    failed, wait = 0, 1.0
    while attempts is None or failed < attempts:
        try:
            with connect(url, additional_headers=headers) as socket:
                session = Session(bot)
                for message in socket:
                    failed, wait = 0, 1.0
                    lines = str(message).splitlines()
                    for comment in filter(lambda line: line.startswith("#"), lines):
                        tell(comment.lstrip("# "))
                    answers = [answer for line in lines for answer in session.answer(line)]
                    if answers:
                        socket.send("\n".join(answers))
        except InvalidStatus as error:
            if error.response.status_code in (401, 403):
                raise PermissionError("the token is wrong, expired or revoked") from error
            tell(f"the server answers {error.response.status_code}")
        except ConnectionClosed as error:
            code, reason = (error.rcvd.code, error.rcvd.reason) if error.rcvd else (0, "connection lost")
            if code in FINAL:
                raise (RuntimeError if code == 4409 else PermissionError)(reason) from error
            tell(reason)
        except (OSError, InvalidHandshake) as error:
            tell(f"cannot connect to {url}: {error}")
        failed += 1
        if attempts is None or failed < attempts:
            time.sleep(wait)
            wait = min(2 * wait, MOST)
