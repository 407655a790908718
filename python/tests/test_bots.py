"""Bots, evaluation, exact search, reviews, contests, and interrupts."""

import io
import os
import pickle
import random
import signal
import subprocess
import sys
import threading
import time

import pytest

import bastide
from bastide import Bot, Game
from bastide.engine import Session, serve


class Chooser:
    """A bot written in Python."""

    name = "chooser"

    def __init__(self):
        self.dice = random.Random(0)

    def reseed(self, seed):
        self.dice = random.Random(seed)

    def choose(self, game):
        return self.dice.choice(game.legal_numbers())


def late_game(left=2):
    game = Game(seed=11)
    while game.tiles_left > left or game.drawn is None:
        game.play(Bot("greedy").choose(game))
    return game


def test_bots_play_by_the_rules():
    assert "strong" in bastide.bot_names()
    for name in ("random", "greedy", "oneply", "quick@2000n", "strong@3000n"):
        game, bot = Game(seed=2, deck=["V", "E", "W", "D"]), Bot(name, seed=1)
        assert bot.name == name
        while not game.is_over:
            for action in bot.turn(game):
                game.play(action)


def test_the_same_seed_and_nodes_give_the_same_turn():
    game = Game(seed=5)
    one, other = Bot("strong", seed=3), pickle.loads(pickle.dumps(Bot("strong", seed=3)))
    assert one.turn(game, nodes=20_000) == other.turn(game, nodes=20_000)
    insight = one.insight(game)
    assert insight["nodes"] > 1000 and game.is_legal(insight["line"][0])


def test_a_budget_in_seconds_limits_the_search():
    bot, game, used = Bot("strong"), Game(seed=1), time.process_time()
    bot.turn(game, seconds=0.2)
    # A search of the whole tree would take several seconds.
    assert time.process_time() - used < 1.5


def test_bad_questions_are_refused():
    for name in ("deep", "quick@", "quick@0ms"):
        with pytest.raises(ValueError):
            Bot(name)
    bot, game = Bot("quick"), Game(seed=1)
    for arguments in ({"nodes": 0}, {"seconds": 0}, {"seconds": -1}, {"nodes": 1, "seconds": 1}):
        with pytest.raises(ValueError):
            bot.choose(game, **arguments)
    with pytest.raises(ValueError, match="chance"):
        bot.choose(Game(chance="explicit"))
    with pytest.raises(ValueError):
        bastide.solve(Game(chance="explicit"))


def test_evaluation_ranking_and_exact_values():
    game = late_game()
    assert len(bastide.evaluate(game)) == 2
    ranked = bastide.rank(game, nodes=2000)
    assert [turn["value"] for turn in ranked] == sorted((t["value"] for t in ranked), reverse=True)
    solved = bastide.solve(game)
    assert {tuple(turn["actions"]) for turn in solved} >= {tuple(ranked[0]["actions"])}
    assert all(0 <= turn["win"] <= 1 for turn in solved)
    assert bastide.solve(Game(seed=1), nodes=100) is None


def test_reviews_and_forecasts():
    game = late_game(0)
    while not game.is_over:
        game.play(game.legal_actions()[-1])
    review = bastide.review(game, nodes=200)
    for player in review["players"]:
        total = player["start"] + player["luck"] + player["skill"]
        assert total == pytest.approx(player["margin"], abs=1e-6)
    assert review["over"] and review["steps"][0]["verdict"] and review["is_calibrated"]
    assert len(review["steps"]) > max(review["turning_points"], default=0)
    for seat, player in enumerate(review["players"]):
        luck = sum(step["luck"][seat] for step in review["steps"])
        assert luck == pytest.approx(player["luck"], abs=1e-6)
    for step in review["steps"]:
        assert step["best"][0]["is_equal"] and any(turn["is_played"] for turn in step["best"])
    forecast = bastide.forecast(Game(seed=1), rollouts=4)
    assert sum(forecast["win"]) == pytest.approx(1)
    assert forecast["rollouts"] == 4 and not forecast["is_calibrated"]
    usual = bastide.forecast(Game(seed=1))
    assert usual["is_calibrated"] and all(error > 0 for error in usual["win_error"])


def test_bots_of_python_play_in_contests():
    report = bastide.contest([Chooser(), "greedy"], decks=3, seed=1, threads=2)
    assert report["games"] == 6 and report["pairs"][0]["lost"] == 6
    assert [bot["bot"] for bot in report["bots"]] == ["chooser", "greedy"]
    assert report["bots"][0]["forfeits"] == 0

    class Faulty:
        def choose(self, game):
            raise RuntimeError("no idea")

    report = bastide.contest([Faulty(), "random"], decks=1)
    assert report["bots"][0]["forfeits"] == 2
    assert "no idea" in report["bots"][0]["first_forfeit"]
    for wrong in ([object(), "random"], ["random"], ["deep", "random"]):
        with pytest.raises(ValueError):
            bastide.contest(wrong, decks=1)


def test_benchmarks():
    found = bastide.benchmark("greedy", games=3)
    assert found["positions"] > 0 and found["failed"] == 0
    # The sample of the suite must have a bot of Python answer too.
    assert bastide.benchmark(Chooser(), games=1)["failed"] == 0
    with pytest.raises(ValueError, match="endgames"):
        bastide.benchmark("greedy", "openings")


DIALOGUE = [
    ("hello 1", "ready 1"),
    ("set seed 3", "ok"),
    ("set colour red", "error unknown option 'colour'; the only option is seed"),
    ("go", "error no game has been set; send 'game' first"),
    ("game land rules=base,fields seats=2 first=0", "ok"),
    ("seat 0", "ok"),
    ("seat 5", "error there is no seat 5"),
    ("go", "error chance is to act"),
    ("play DV", "ok"),
    ("legal", None),
    ("play P9,9r0", None),
    ("play P1,0r0 M0 DE", "ok"),
    ("go", "error seat 1 is to act, and this engine plays seat 0"),
    ("score", "score 0 0"),
    ("position nonsense", None),
    ("newgame", "ok"),
    ("fly", "error unknown command 'fly'"),
    ("quit", "bye"),
]


def test_a_dialogue_of_the_engine_protocol():
    session = Session(Chooser())
    for line, expected in DIALOGUE:
        answer = session.answer(line)
        assert answer, line
        if expected is None:
            assert answer[-1].split()[0] in ("legal", "error"), line
        else:
            assert answer[-1] == expected, line
    assert session.answer("# a comment") == [] and session.is_over
    with pytest.raises(TypeError):
        Session(object())
    out = io.StringIO()
    serve(Chooser(), io.StringIO("hello 1\nquit\nhello 1\n"), out)
    assert out.getvalue().endswith("ready 1\nbye\n")


GAME = "game land rules=base,fields seats=2 first=0"


def told(choose, *requests):
    """Returns the limits that a bot with this method gets with each request."""
    found = []

    class Told:
        pass

    bot = Told()
    bot.choose = choose(found)
    session = Session(bot)
    assert session.answer(GAME) == session.answer("play DV") == ["ok"]
    for request in requests:
        assert session.answer(request)[0].startswith("move"), request
    return found


def by_name(found):
    def choose(game, *, seconds=1.5, nodes=None):
        found.append((seconds, nodes))
        return game.legal_actions()[0]

    return choose


def by_position(found):
    def choose(game, seconds=None):
        found.append(seconds)
        return game.legal_numbers()[0]

    return choose


def all_names(found):
    def choose(game, **limits):
        found.append(limits)
        return game.legal_actions()[0]

    return choose


def no_limits(found):
    # The game is a first parameter by any name.
    def choose(seconds):
        found.append(seconds.tiles_left)
        return seconds.legal_actions()[0]

    return choose


def test_bots_learn_the_limit_of_an_action():
    requests = ("go", "go movetime 500", "go nodes 2000 legal P1,0r0")
    assert told(by_name, *requests) == [(1.5, None), (0.5, None), (1.5, 2000)]
    assert told(by_position, *requests) == [None, 0.5, None]
    assert told(all_names, *requests) == [{}, {"seconds": 0.5}, {"nodes": 2000}]
    assert told(no_limits, *requests) == [70, 70, 70]
    # A clock is divided: 36 turns of two actions are left, and at most a third is for one.
    shares = told(by_position, "go clock 72000", "go clock 72000 increment 1000", "go clock 300 increment 9000")
    assert shares == pytest.approx([1.0, 1.5, 0.1])
    # Built-in bots have both.
    session = Session(Bot("strong"))
    assert [session.answer(line) for line in (GAME, "play DV")] == [["ok"]] * 2
    used = time.process_time()
    assert session.answer("go movetime 100")[0].startswith("move")
    assert session.answer("go nodes 100")[0].startswith("move")
    assert time.process_time() - used < 1.5


def test_wrong_limits_are_refused():
    session = Session(Chooser())
    session.answer(GAME)
    session.answer("play DV")
    for wrong in ("fast", "nodes", "nodes 0", "movetime -5", "movetime 5 nodes 5", "increment 5", "clock 5 6"):
        assert session.answer(f"go {wrong}")[0].startswith("error write: go [nodes N|"), wrong


@pytest.mark.parametrize("error", [ValueError, TypeError, KeyError, FileNotFoundError])
def test_errors_of_a_bot_are_printed_with_their_place(error, capfd):
    class Faulty:
        def reseed(self, seed):
            raise error("no seed")

        def choose(self, game):
            raise error("no idea")

    session = Session(Faulty())
    for line in (GAME, "play DV", "fly", "seat 5", "play P9,9r0"):
        session.answer(line)
    assert capfd.readouterr().err == "", "errors of the controller"
    for line, place in [("set seed 1", "in reseed"), ("go", "in choose")]:
        (answer,) = session.answer(line)
        assert answer.startswith("error ") and answer.strip("'").endswith(("no seed", "no idea"))
        out, err = capfd.readouterr()
        assert out == "" and place in err and error.__name__ in err and "test_bots.py" in err


PROGRAM = """
import bastide.engine

class Last:
    name = "last"
    def choose(self, game):
        return game.legal_actions()[-1]

bastide.engine.serve(Last())
"""


def test_a_program_in_python_plays_in_the_arena(tmp_path):
    path = tmp_path / "last.py"
    path.write_text(PROGRAM)
    program = f"program:{sys.executable} {path}"
    report = bastide.contest([program, "random"], "base,fields", decks=1, seed=2)
    assert report["games"] == 2 and report["bots"][0]["forfeits"] == 0


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize(
    "work",
    [
        lambda: Bot("strong").choose(Game(seed=1), nodes=10**10),
        lambda: bastide.contest(["strong@1000000000n", "random"], decks=1),
        lambda: bastide.review(late_game(), nodes=300_000),
    ],
)
def test_long_calls_can_be_interrupted(work):
    # Ignored in processes that a shell has started in the background.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        work()
        time.sleep(5)  # The call was short: the signal arrives here.
    timer.join()
    signal.signal(signal.SIGINT, before)


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_saving_and_loading_a_large_batch_can_be_interrupted():
    batch = bastide.Batch(games=8192, seed=1)
    for _ in range(100):
        batch.step(batch.sample())
    saved = pickle.dumps(batch)
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        for work in (lambda: pickle.dumps(batch), lambda: pickle.loads(saved)):
            parts = []
            # Other programs may delay one attempt.
            while len(parts) < 3 and min(parts, default=1) > 0.6:
                began = time.perf_counter()
                work()
                whole = time.perf_counter() - began
                began = time.perf_counter()
                signal.setitimer(signal.ITIMER_REAL, whole / 10)
                with pytest.raises(KeyboardInterrupt):
                    work()
                    time.sleep(5)  # The call was short: the signal arrives here.
                parts.append((time.perf_counter() - began) / whole)
            assert min(parts) < 0.6, "only a part of the games was saved or loaded"
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert pickle.dumps(batch) == saved, "the batch is as before"


ENDLESS = [
    "bastide.rank(game, nodes=10**12)",
    "bastide.solve(game, nodes=10**12)",
    "bastide.forecast(game, rollouts=10**8)",
    "bastide.review(game, nodes=10**12)",
    "bastide.benchmark('strong@1000000000n', games=1)",
    "bastide.Bot('strong').choose(game, nodes=10**12)",
    "bastide.contest([Loop(), 'random'], decks=1, threads=2)",
    "bastide.contest([Stubborn(), 'random'], decks=1, threads=2)",
    "bastide.benchmark(Loop(), games=1)",
    "bastide.benchmark('greedy', 'middles', threads=1)",
    "bastide.benchmark(program, threads=1)",
    "pickle.dumps(bastide.Batch(games=4096))",
    "pickle.loads(pickle.dumps(bastide.Batch(games=4096)))",
]


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize("call", ENDLESS)
def test_calls_without_an_end_stop_after_an_interrupt(call, tmp_path):
    path = tmp_path / "last.py"
    path.write_text(PROGRAM)
    program = f"program:{sys.executable} {path}"
    code = f"""
import bastide, pickle, signal, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)

class Loop:
    def choose(self, game):
        while True:
            pass

class Stubborn:
    def choose(self, game):
        try:
            Loop().choose(game)
        except BaseException:
            Loop().choose(game)

program = {program!r}
game = bastide.Game("base,fields", 3, seed=1)
for _ in range(4):
    game.play(game.legal_actions()[0])
print("begins", flush=True)
try:
    while True:
        {call}
except KeyboardInterrupt:
    # No thread computes any more.
    used = time.process_time()
    time.sleep(0.5)
    used = time.process_time() - used
    sys.exit(42 if used < 0.1 else f"{{used}} s of CPU time after the interrupt")
"""
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as child:
        assert child.stdout.readline() == b"begins\n"
        time.sleep(0.5)
        child.send_signal(signal.SIGINT)
        try:
            assert child.wait(20) == 42
        finally:
            child.kill()


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_waiting_for_a_search_of_another_thread_can_be_interrupted():
    bot, game, ended = Bot("strong", seed=1), Game(seed=1), []

    def search():
        bot.turn(game, seconds=2)
        ended.append(True)

    searching, asking = threading.Thread(target=search), threading.Thread(target=bot.insight, args=(game,))
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    searching.start()
    try:
        time.sleep(0.3)
        asking.start()
        time.sleep(0.1)
        assert not ended and asking.is_alive(), "this thread runs while the other one waits"
        for wait in (lambda: bot.insight(game), lambda: bot.turn(game, nodes=10)):
            timer = threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT))
            timer.start()
            with pytest.raises(KeyboardInterrupt):
                wait()
                time.sleep(5)
            timer.join()
        assert not ended, "the search of the other thread goes on"
    finally:
        signal.signal(signal.SIGINT, before)
        searching.join()
        asking.join()
    assert ended and bot.insight(game)["nodes"] > 0


def test_examples_in_the_documentation():
    import doctest

    import bastide.arrays

    assert doctest.testmod(bastide.arrays).failed == 0


def test_help_needs_no_optional_package():
    code = "import bastide, sys; assert 'gymnasium' not in sys.modules and 'pyspiel' not in sys.modules"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
