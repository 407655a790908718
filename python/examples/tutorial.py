"""Trains a small policy by self-play in about two minutes, and plots its progress.

    python tutorial.py [SECONDS] [PLOT.png]

The policy is linear: it scores every legal turn by a few features of the position after it, and plays
the best. The weights are found by an evolution strategy: random changes of the weights play against
the current ones, and the weights move towards the changes that won. Only NumPy is needed; with the
extra `plots` the curve of wins against the bot `random` is drawn.

The same loop with `Batch` and a neural network needs more than two minutes of one core;
`docs/python.md` shows its outline.
"""

import sys
import time

import numpy as np

import bastide

FEATURES = ("points", "prospects", "supply", "completed")
START = np.array([1.0, 0.0, 0.0, 0.0])


def features(before, after, seat):
    """Returns the change that an action makes for a seat, compared with the others."""
    own = after.scores[seat] - before.scores[seat]
    others = sum(after.scores) - sum(before.scores) - own
    expected = [0] * after.players
    for scoring in after.prospects():
        for winner in scoring["winners"]:
            expected[winner] += scoring["points"]
    supply = sum(after.supplies[seat].values())
    lead = expected[seat] - sum(expected) + expected[seat]
    return np.array([own - others, lead, supply, float(own > 0)])


class Linear:
    """A policy that plays the action with the highest weighted sum of features."""

    name = "linear"

    def __init__(self, weights, seed=0):
        self.weights = weights
        self.dice = np.random.default_rng(seed)

    def reseed(self, seed):
        self.dice = np.random.default_rng(seed)

    def choose(self, game):
        actions = game.legal_actions()
        # All placements would be slow to look at: a few of them are enough to learn from.
        if len(actions) > 12:
            actions = [actions[n] for n in self.dice.choice(len(actions), 12, replace=False)]
        best, seat = None, game.to_act
        for action in actions:
            after = game.copy()
            after.play(action)
            value = features(game, after, seat) @ self.weights + 1e-6 * self.dice.random()
            if best is None or value > best[0]:
                best = (value, action)
        return best[1]


def play(policies, rules, seed):
    """Plays a game and returns the margin of the first policy. Chance is explicit to the policies:
    they see no draw before it is made."""
    game = bastide.Game(rules, seed=seed, first=seed % 2)
    while not game.is_over:
        # Without its source of draws, a copy cannot look into the bag.
        seen = bastide.Game.from_record(game.record())
        game.play(policies[game.to_act].choose(seen))
    return game.scores[0] - game.scores[1]


def train(seconds, rules="base", step=0.4, noise=0.5, report=print):
    """Returns the weights, and the share of wins against `random` after every round."""
    dice, weights, history = np.random.default_rng(7), START.copy(), []
    end, round_number = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        change, gain = np.zeros_like(weights), []
        for _ in range(4):
            direction = dice.normal(size=weights.shape) * noise
            seed = int(dice.integers(2**31))
            rivals = [Linear(weights + direction, seed), Linear(weights - direction, seed)]
            margin = play(rivals, rules, seed)
            change += np.tanh(margin / 20) * direction
            gain.append(margin)
        weights = weights + step * change / 4
        report_ = bastide.contest([Linear(weights), "random"], rules, decks=2, seed=round_number)
        history.append(report_["bots"][0]["wins"]["mean"])
        round_number += 1
        report(f"round {round_number}: wins {history[-1]:.2f}, weights {np.round(weights, 2)}")
    return weights, history


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 120.0
    path = sys.argv[2] if len(sys.argv) > 2 else "tutorial.png"
    weights, history = train(seconds)
    print(dict(zip(FEATURES, np.round(weights, 2).tolist())))
    try:
        import matplotlib.pyplot as plt
    except ImportError:
        print("install matplotlib for the plot")
        return
    smooth = [np.mean(history[max(0, n - 9) : n + 1]) for n in range(len(history))]
    plt.plot(history, ".", alpha=0.4, label="four games")
    plt.plot(smooth, label="mean of ten rounds")
    plt.xlabel("round")
    plt.ylabel("wins against random")
    plt.ylim(0, 1.05)
    plt.legend()
    plt.savefig(path)
    print(f"wrote {path}")


if __name__ == "__main__":
    main()
