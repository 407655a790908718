"""Measures steps per second of batches, and of OpenSpiel's backgammon in the same run.

    python throughput.py [--threads N] [SECONDS]
    python throughput.py --check [SECONDS]

A step is one action of a player, with the draws that follow. The first table has steps per second of
CPU time of the process, so that other programs on the machine do not count, and of elapsed time. The
second one divides the steps per second of elapsed time of `N` threads, by default 2, by those of one
thread: only on an idle machine with a core for each thread are they useful. All figures are measured
once, for `SECONDS` each (by default 2), so that the tables agree; they are those of `docs/python.md`.

`--check` compares batches with backgammon and fails if they are slower than in `LEAST`. The speed of
the machine does not matter for that.
"""

import argparse
import random
import sys
import time

import numpy as np

import bastide

OBSERVED = ("planes", "scalars", "mask", "to_act", "rewards", "done")

#: Least number of steps of a batch of 64 games during one step of backgammon: without arrays, and with
#: observations and masks: 0.8 and 0.5 million steps per second where backgammon has 0.063. About half
#: of what was measured.
LEAST = {(): 13.0, OBSERVED: 8.0}


#: Numbers of games for which one and several threads are compared.
SIZES = (64, 128, 256, 512, 1024, 4096)
#: Parts of a measurement. Those that are compared are measured in turn, since the clock of the
#: processor changes.
ROUNDS = 4


def measure(step, count, seconds):
    """Calls `step` for about `seconds`; returns steps per second of CPU time and of elapsed time."""
    return in_turn([(step, count)], seconds, 1)[0]


def in_turn(calls, seconds, rounds=ROUNDS):
    """Measures several functions, with their numbers of steps, for about `seconds` each, in turn."""
    sums = [[0, 0.0, 0.0] for _ in calls]
    for step, _ in calls:
        step()
    for _ in range(rounds):
        for (step, count), total in zip(calls, sums):
            steps, wall, cpu = 0, time.perf_counter(), time.process_time()
            while time.perf_counter() - wall < seconds / rounds:
                step()
                steps += count
            cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
            for at, value in enumerate((steps, cpu, wall)):
                total[at] += value
    return [(steps / cpu, steps / wall) for steps, cpu, wall in sums]


def batch_step(games, threads, names, in_numpy=False):
    """Returns a function that steps a batch with random actions."""
    batch = bastide.Batch("base,fields", games=games, threads=threads, seed=1)
    arrays = bastide.allocate(batch, *names) if names else {}
    actions, dice = np.zeros(games, np.int32), np.random.default_rng(1)
    rows = np.arange(games)

    def step():
        if in_numpy:
            # A policy in Python: a random column of the lists of legal actions.
            columns = (dice.random(games) * arrays["legal_count"]).astype(np.int64)
            batch.step(arrays["legal"][rows, columns])
        else:
            batch.step(batch.sample(actions))

    return step


def game_step():
    """Returns a function that plays single games by the numbers of actions."""
    state, dice = [bastide.Game(seed=1)], random.Random(1)

    def step():
        if state[0].is_over:
            state[0] = bastide.Game(seed=dice.randrange(2**32))
        state[0].play(dice.choice(state[0].legal_numbers()))

    return step


def backgammon_step():
    """Returns a function that plays OpenSpiel's backgammon, or `None` without OpenSpiel."""
    try:
        import pyspiel
    except ImportError:
        return None
    game, dice = pyspiel.load_game("backgammon"), random.Random(1)
    state = [game.new_initial_state()]

    def step():
        while state[0].is_chance_node():
            outcomes, weights = zip(*state[0].chance_outcomes())
            state[0].apply_action(dice.choices(outcomes, weights)[0])
        if state[0].is_terminal():
            state[0] = game.new_initial_state()
            return
        state[0].apply_action(dice.choice(state[0].legal_actions()))

    return step


def ratios(seconds):
    """Returns, for each case of `LEAST`, the speed of a batch as a multiple of that of backgammon."""
    found = {}
    for names in LEAST:
        ours, theirs = in_turn([(batch_step(64, 1, names), 64), (backgammon_step(), 1)], seconds / 2)
        found[names] = ours[0] / theirs[0]
    return found


def check(seconds):
    """Compares the ratios with `LEAST`. Returns true if none is lower."""
    passed = True
    for names, ratio in ratios(seconds).items():
        least = LEAST[names]
        kind = "observations and masks" if names else "no arrays"
        print(f"batch of 64, {kind}: {ratio:.1f} times backgammon, at least {least:.1f} required")
        passed &= ratio >= least
    return passed


def compare(threads, seconds, sizes):
    """Measures batches of all `sizes` with one thread and with `threads`, without arrays and with
    observations. Returns rates of CPU and elapsed time by names of arrays, games and threads."""
    found, counts = {}, (1, threads) if threads > 1 else (1,)
    for names in LEAST:
        for games in sizes:
            calls = [(batch_step(games, count, names), games) for count in counts]
            for count, rates in zip(counts, in_turn(calls, seconds)):
                found[names, games, count] = rates
    return found


def rates_table(found, threads, seconds, sizes):
    """Returns the lines of the table of steps per second."""
    yield "| | M steps/s of CPU time | elapsed |"
    yield "|---|---:|---:|"

    def row(name, rates):
        return f"| {name} | " + (f"{digits(rates[0] / 1e6)} | {digits(rates[1] / 1e6)} |" if rates else "not installed | |")

    first = f"batch of {sizes[0]:,} games"
    arrays = ", ".join(f"`{name}`" for name in OBSERVED)
    observed = "observations and masks"
    yield row(f"{first}, no arrays", found[(), sizes[0], 1])
    yield row(f"{first}, {observed} ({arrays})", found[OBSERVED, sizes[0], 1])
    in_numpy = batch_step(sizes[0], 1, ("legal", "legal_count"), in_numpy=True)
    yield row(f"{first}, actions chosen by NumPy from `legal`", measure(in_numpy, sizes[0], seconds))
    for games in [games for games in sizes[1:] if games in (512, sizes[-1])]:
        yield row(f"batch of {games:,} games, {observed}", found[OBSERVED, games, 1])
        if threads > 1:
            yield row(f"the same on {threads} threads", found[OBSERVED, games, threads])
    yield row("single games, by `legal_numbers` and `play`", measure(game_step(), 1, seconds))
    backgammon = backgammon_step()
    rates = measure(backgammon, 1, seconds) if backgammon else None
    yield row("OpenSpiel's backgammon from Python, in the same run", rates)
    if rates:
        times = " and ".join(digits(found[names, sizes[0], 1][0] / rates[0]) for names in LEAST)
        yield f"\nOf CPU time, the first two are {times} times as fast as backgammon."


def threads_table(found, threads, sizes):
    """Returns the lines of the table of elapsed times of `threads` threads and one."""
    yield "| games | " + " | ".join(f"{games:,}" for games in sizes) + " |"
    yield "|---|" + "---:|" * len(sizes)
    for names in LEAST:
        ratios = [found[names, games, threads][1] / found[names, games, 1][1] for games in sizes]
        yield f"| {'observations and masks' if names else 'no arrays'} | " + " | ".join(map(digits, ratios)) + " |"


def digits(value):
    """Returns a number with three significant digits, so that quotients of printed figures agree."""
    return f"{value:.{max(0, 2 - int(np.floor(np.log10(value))))}f}"


def report(threads, seconds, sizes=SIZES):
    """Measures everything and prints both tables."""
    found = compare(threads, seconds, sizes)
    for line in rates_table(found, threads, seconds, sizes):
        print(line, flush=True)
    if threads > 1:
        print(f"\nSteps per second of elapsed time on {threads} threads, divided by those on one:\n")
        print("\n".join(threads_table(found, threads, sizes)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("seconds", nargs="?", type=float, default=2.0, help="time of each measurement")
    parser.add_argument("--threads", type=int, default=2, help="number of threads to compare with one")
    parser.add_argument("--check", action="store_true", help="only compare batches with backgammon")
    options = parser.parse_args()
    if options.seconds <= 0 or options.threads < 1:
        parser.error("SECONDS and --threads are positive")
    if options.check:
        sys.exit(0 if check(options.seconds) else "a batch is too slow")
    report(options.threads, options.seconds)


if __name__ == "__main__":
    main()
