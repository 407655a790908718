"""Measures steps per second of batches, and of OpenSpiel's backgammon in the same run.

    python throughput.py [--check] [SECONDS]

A step is one action of a player, with the draws that follow. Times are CPU times of the process, so
that other programs on the machine do not count; for several threads, also elapsed times.

`--check` compares batches with backgammon and fails if they are slower than in `LEAST`. The speed of
the machine does not matter for that.
"""

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


def measure(step, count, seconds):
    """Calls `step` for about `seconds`; returns steps per second of CPU time and of elapsed time."""
    step()
    steps, wall, cpu = 0, time.perf_counter(), time.process_time()
    while time.perf_counter() - wall < seconds:
        step()
        steps += count
    return steps / (time.process_time() - cpu), steps / (time.perf_counter() - wall)


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
        batch, backgammon = batch_step(64, 1, names), backgammon_step()
        # Halves in turn, since the clock of the processor changes.
        pairs = [(measure(batch, 64, seconds / 4)[0], measure(backgammon, 1, seconds / 4)[0]) for _ in "12"]
        found[names] = sum(ours for ours, _ in pairs) / sum(theirs for _, theirs in pairs)
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


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--check"]
    seconds = float(arguments[0]) if arguments else 2.0
    if len(arguments) < len(sys.argv) - 1:
        sys.exit(0 if check(seconds) else "a batch is too slow")
    rows = [
        ("batch of 64, no arrays", batch_step(64, 1, ()), 64),
        ("batch of 64, observations and masks", batch_step(64, 1, OBSERVED), 64),
        ("batch of 64, actions chosen by NumPy", batch_step(64, 1, ("legal", "legal_count"), True), 64),
        ("batch of 4096, observations and masks", batch_step(4096, 1, OBSERVED), 4096),
        ("batch of 64, 2 threads, no arrays", batch_step(64, 2, ()), 64),
        ("batch of 512, 1 thread, observations", batch_step(512, 1, OBSERVED), 512),
        ("batch of 512, 2 threads, the same", batch_step(512, 2, OBSERVED), 512),
        ("batch of 4096, 2 threads, the same", batch_step(4096, 2, OBSERVED), 4096),
        ("single games", game_step(), 1),
        ("OpenSpiel's backgammon from Python", backgammon_step(), 1),
    ]
    print(f"{'':<42}{'M steps/s (CPU)':>16}{'(elapsed)':>12}")
    for name, step, count in rows:
        if step is None:
            print(f"{name:<42}{'not installed':>16}")
            continue
        cpu, wall = measure(step, count, seconds)
        print(f"{name:<42}{cpu / 1e6:>16.3f}{wall / 1e6:>12.3f}")


if __name__ == "__main__":
    main()
