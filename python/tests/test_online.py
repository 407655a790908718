"""Engines online, over real WebSockets: the tests are the server."""

import importlib.util
import pathlib
import socketserver
import threading

import pytest

from bastide import Game, online

needs_sockets = pytest.mark.needs("websockets")

EXAMPLE = pathlib.Path(__file__).parent.parent / "examples" / "online.py"


def example():
    spec = importlib.util.spec_from_file_location("online_example", EXAMPLE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Miller()


class Timed:
    """A bot that notes the time of each action."""

    def __init__(self):
        self.seconds = []

    def choose(self, game, *, seconds=None):
        self.seconds.append(seconds)
        return game.legal_actions()[0]


class Host:
    """A server that runs a function on each connection, one after another."""

    def __init__(self, *talks, status=None):
        from websockets.sync import server

        self.talks, self.tokens = list(talks), []

        def check(connection, request):
            self.tokens.append((request.path, request.headers["Authorization"]))
            return connection.respond(status, "no") if status else None

        self.server = server.serve(lambda socket: self.talks.pop(0)(socket), "127.0.0.1", 0, process_request=check)
        self.url = "http://127.0.0.1:%d" % self.server.socket.getsockname()[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.shutdown()


def ask(socket, line):
    """Sends a line and returns the last line of the answer."""
    socket.send(line)
    return socket.recv(timeout=20).splitlines()[-1]


def turn(socket):
    """Has the engine choose a turn of a game."""
    assert ask(socket, "hello 1") == "ready 1"
    assert ask(socket, "game land rules=base,fields seats=2 first=0") == "ok"
    assert ask(socket, "seat 0") == "ok"
    assert ask(socket, "play DV") == "ok"
    game = Game.from_record("bastide 1\ngame land rules=base,fields seats=2 first=0\n")
    game.play("DV")
    while game.to_act == 0:
        word, action = ask(socket, "go movetime 500").split()
        assert word == "move" and game.is_legal(action)
        game.play(action)
        assert ask(socket, f"play {action}") == "ok"


@needs_sockets
def test_the_example_plays_and_connects_again():
    comments = []

    def first(socket):
        turn(socket)
        socket.send("# error illegal: 'P9,9r0'")
        socket.close(1012, "restarting")

    def second(socket):
        turn(socket)
        socket.close(4401, "revoked: ask the operator")

    with Host(first, second) as host:
        with pytest.raises(PermissionError, match="revoked"):
            online.play(example(), host.url, "secret", report=comments.append)
        assert host.tokens == [("/engine", "Bearer secret")] * 2
    assert comments[0] == "error illegal: 'P9,9r0'"


@needs_sockets
def test_bots_learn_the_time_of_each_action():
    def talk(socket):
        turn(socket)
        socket.close(4409, "replaced")

    bot = Timed()
    with Host(talk) as host, pytest.raises(RuntimeError):
        online.play(bot, host.url, "secret")
    assert set(bot.seconds) == {0.5}


@needs_sockets
def test_a_wrong_token_is_an_error():
    with Host(status=401) as host:
        with pytest.raises(PermissionError):
            online.play(example(), host.url, "wrong")


@needs_sockets
def test_another_connection_ends_the_engine():
    with Host(lambda socket: socket.close(4409, "replaced")) as host:
        with pytest.raises(RuntimeError, match="replaced"):
            online.play(example(), host.url, "secret")


@needs_sockets
def test_a_server_that_is_not_there_is_reported():
    comments = []
    online.play(example(), "http://127.0.0.1:1", "secret", report=comments.append, attempts=1)
    assert comments and comments[0].startswith("cannot connect to ws://127.0.0.1:1/engine")


class Proxy(socketserver.ThreadingTCPServer):
    """A proxy that records the first line of each connection and refuses it."""

    allow_reuse_address = daemon_threads = True

    class Handler(socketserver.StreamRequestHandler):
        def handle(self):
            self.server.seen.append(self.rfile.readline().decode().strip())
            self.wfile.write(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n")

    def __init__(self):
        super().__init__(("127.0.0.1", 0), self.Handler)
        self.seen = []
        threading.Thread(target=self.serve_forever, daemon=True).start()


@pytest.fixture
def proxy(monkeypatch):
    """A proxy that the environment names for all addresses."""
    with Proxy() as server:
        for name in ("http_proxy", "https_proxy", "ws_proxy", "wss_proxy"):
            monkeypatch.setenv(name, "http://127.0.0.1:%d" % server.server_address[1])
        for name in ("no_proxy", "NO_PROXY"):
            monkeypatch.delenv(name, raising=False)
        yield server
        server.shutdown()


@needs_sockets
@pytest.mark.parametrize("name", ["127.0.0.1", "localhost"])
def test_no_proxy_gets_a_token_for_this_machine(proxy, name):
    with Host(lambda socket: socket.close(4401, "revoked")) as host:
        with pytest.raises(PermissionError, match="revoked"):
            online.play(example(), host.url.replace("127.0.0.1", name), "secret", attempts=1)
        assert host.tokens == [("/engine", "Bearer secret")]
    assert not proxy.seen


@needs_sockets
def test_other_machines_are_reached_through_the_proxy(proxy):
    comments = []
    online.play(example(), "https://games.example", "secret", report=comments.append, attempts=1)
    assert proxy.seen == ["CONNECT games.example:443 HTTP/1.1"]
    assert comments[0].startswith("cannot connect to wss://games.example/engine")


@pytest.mark.parametrize("address", ["http://games.example", "ws://192.0.2.1:8080/", "http://127.0.0.1.games.example", "http://[2001:db8::1]"])
def test_tokens_are_not_sent_without_encryption(address):
    comments = []
    with pytest.raises(ValueError, match="insecure=True"):
        online.play(example(), address, "secret", report=comments.append, attempts=1)
    assert not comments, "no connection was opened"
    assert online._address(address, True).startswith("ws://")


@pytest.mark.parametrize(
    ("address", "url"),
    [
        ("https://games.example/", "wss://games.example/engine"),
        ("wss://games.example/bastide", "wss://games.example/bastide/engine"),
        ("http://localhost:8080", "ws://localhost:8080/engine"),
        ("http://[::1]:8080", "ws://[::1]:8080/engine"),
        ("http://127.1.2.3", "ws://127.1.2.3/engine"),
    ],
)
def test_addresses_of_servers(address, url):
    assert online._address(address, False) == url


@pytest.mark.parametrize("address", ["games.example", "", "ftp://games.example", "https://"])
def test_wrong_addresses_are_refused(address):
    for insecure in (False, True):
        with pytest.raises(ValueError, match="looks like"):
            online.play(example(), address, "secret", insecure=insecure)
