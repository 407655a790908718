"""Bots written in Python as engines of a server, over a WebSocket.

The operator of a server issues a token with ``bastide admin add-engine NAME``. A bot with a method
``choose(game)`` then plays there, against people and for a rating::

    bastide.online.play(MyBot(), "https://games.example", os.environ["BASTIDE_TOKEN"])

The server gives each action a time: ``choose(game, *, seconds=1.0)`` gets it (``bastide.engine``).

Needs version 15 of the package ``websockets`` or later: ``pip install 'bastide[online]'``.
"""

import ipaddress
import sys
import time
from typing import Any, Callable, Literal, Optional
from urllib.parse import urlsplit

from .engine import Session

__all__ = ["play"]

#: The longest time between two attempts to connect, in seconds.
MOST = 60.0
#: Reasons after which another attempt is pointless: revoked, banned, replaced.
FINAL = (4401, 4403, 4409)


#: Schemes of addresses, and those of their WebSockets.
SCHEMES = {"http": "ws", "https": "wss", "ws": "ws", "wss": "wss"}


def _address(server: str, insecure: bool) -> str:
    """Returns the address of the WebSocket of a server, if a token may be sent there."""
    parts = urlsplit(server)
    if parts.scheme not in SCHEMES or not parts.hostname:
        raise ValueError(f"the address of a server looks like https://games.example, not {server!r}")
    scheme = SCHEMES[parts.scheme]
    if scheme == "ws" and not insecure and not _is_this_machine(parts.hostname):
        raise ValueError(
            f"{server} has no encryption, so others on the way can read the token: use https, or"
            " insecure=True in a network that you trust"
        )
    return f"{scheme}://{parts.netloc}{parts.path.rstrip('/')}/engine"


def _is_this_machine(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def play(
    bot: Any,
    server: str,
    token: str,
    *,
    insecure: bool = False,
    report: Optional[Callable[[str], None]] = None,
    attempts: Optional[int] = None,
) -> None:
    """Plays on a server until the token is revoked or another connection uses it.

    ``server`` is the address of the server, such as ``https://games.example``. A lost connection is
    opened again, at first after a second and then less often. ``report`` gets the comments of the
    server, such as the reason why it refuses an action; by default they go to standard error. With
    ``attempts``, the function returns after that many connections that failed in a row.

    The token is only sent over an encrypted connection, or to this machine; otherwise the function
    raises ``ValueError``. ``insecure=True`` sends it in any case. Connections to this machine use no
    proxy; others use that of the environment (``https_proxy``), to which encrypted connections stay
    closed.

    Raises ``PermissionError`` if the token is wrong, expired or revoked, and ``RuntimeError`` if
    another connection uses it.
    """
    url = _address(server, insecure)
    from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
    from websockets.sync.client import connect

    tell = report or (lambda line: print(line, file=sys.stderr))
    headers = {"Authorization": f"Bearer {token}"}
    # Without encryption, a proxy could read the token.
    is_direct = _is_this_machine(urlsplit(url).hostname or "")
    proxy: Optional[Literal[True]] = None if is_direct else True
    failed, wait = 0, 1.0
    while attempts is None or failed < attempts:
        try:
            with connect(url, additional_headers=headers, proxy=proxy) as socket:
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
