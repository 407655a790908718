"""Learns to value positions from random games, plays by these values, and plots the progress.

    python tutorial.py [SECONDS] [PLOT.png]

1. A batch plays random games and writes observations into arrays.
2. A small network learns to predict the final margin of the player to act from each position.
3. A bot plays the action after which the predicted margin is best, in contests against `random`.

Everything takes less than two minutes on one core and needs only NumPy; with the extra `plots` the
progress is drawn. It ends with the first round after `SECONDS`, by default 90.
"""

import sys
import time

import numpy as np

import bastide

RULES = "base"
GAMES = 256
HIDDEN = 48
PLANES = bastide.plane_names()
OWN, OTHER = PLANES.index("figure of seat +0"), PLANES.index("figure of seat +1")
TERRAIN = PLANES.index("terrain of figure")
TERRAINS = 6


def features(planes, scalars):
    """Returns a few numbers for each position: points, supplies, tiles left, figures by terrain."""
    terrain = planes[..., TERRAIN]
    counts = [
        ((planes[..., seat] > 0) & (terrain == kind)).sum((1, 2))
        for seat in (OWN, OTHER)
        for kind in range(1, TERRAINS + 1)
    ]
    figures = np.stack(counts, 1)
    left = scalars[:, 2:3] / 70
    # In the order of `scalar_names`: points and supplies of both seats.
    points, supplies = scalars[:, SCORES] / 20, scalars[:, SUPPLIES] / 7
    both = np.concatenate([figures, supplies], 1)
    return np.concatenate([points, left, both, both * left], 1).astype(np.float32)


_names = bastide.Game(RULES, seed=0).scalar_names()
SCORES = [_names.index(f"score of seat +{seat}") for seat in (0, 1)]
SUPPLIES = [_names.index(f"supply 0 of seat +{seat}") for seat in (0, 1)]


def collect(batch, arrays, steps):
    """Steps a batch randomly; returns features and final margins of all positions of finished games."""
    rows, seats, ends = [], [], []
    margins = np.zeros((steps, GAMES), np.float32)
    for step in range(steps):
        rows.append(features(arrays["planes"], arrays["scalars"]))
        seats.append(arrays["to_act"].copy())
        batch.step(batch.sample())
        final = arrays["final_scores"]
        margins[step] = final[:, 0] - final[:, 1]
        ends.append(arrays["done"].copy())
    # From the last step back, the margin of a position is that of the next game that ended.
    known, margin = np.zeros(GAMES, bool), np.zeros(GAMES, np.float32)
    keep, targets = np.zeros((steps, GAMES), bool), np.zeros((steps, GAMES), np.float32)
    for step in reversed(range(steps)):
        known |= ends[step]
        margin = np.where(ends[step], margins[step], margin)
        keep[step] = known
        targets[step] = np.where(seats[step] == 0, margin, -margin)
    return np.stack(rows)[keep], targets[keep]


class Network:
    """A network with one hidden layer, trained by Adam."""

    def __init__(self, inputs, seed=0):
        dice = np.random.default_rng(seed)
        self.weights = [
            dice.normal(0, inputs**-0.5, (inputs, HIDDEN)).astype(np.float32),
            np.zeros(HIDDEN, np.float32),
            np.zeros((HIDDEN, 1), np.float32),
            np.zeros(1, np.float32),
        ]
        self.moments = [(np.zeros_like(w), np.zeros_like(w)) for w in self.weights]
        self.steps = 0

    def __call__(self, rows):
        first, bias, second, last = self.weights
        return (np.maximum(rows @ first + bias, 0) @ second + last)[:, 0]

    def learn(self, rows, targets, rate=2e-3):
        """Improves the prediction of margins, in units of 20 points."""
        first, bias, second, last = self.weights
        hidden = np.maximum(rows @ first + bias, 0)
        error = ((hidden @ second + last)[:, 0] - targets / 20)[:, None] / len(rows)
        back = (error @ second.T) * (hidden > 0)
        gradients = [rows.T @ back, back.sum(0), hidden.T @ error, error.sum(0)]
        self.steps += 1
        for weight, (mean, square), gradient in zip(self.weights, self.moments, gradients):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            scale = np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8
            weight -= rate * mean / (1 - 0.9**self.steps) / scale


class ValueBot:
    """Plays the action after which the network predicts the best margin for the player."""

    name = "value"

    def __init__(self, network):
        self.network = network

    def choose(self, game):
        seat, actions = game.to_act, game.legal_actions()
        planes, scalars = [], []
        for action in actions:
            # Chance is explicit in games of contests: the next draw stays unknown.
            after = game.copy()
            after.play(action)
            planes.append(after.planes(seat))
            scalars.append(after.scalars(seat))
        values = self.network(features(np.stack(planes), np.stack(scalars)))
        return actions[int(np.argmax(values))]


def train(seconds, report=print):
    """Returns the network, its errors, and its lead over `random` after every round."""
    batch = bastide.Batch(RULES, games=GAMES, seed=1)
    arrays = bastide.allocate(batch, "planes", "scalars", "to_act", "done", "final_scores")
    rows, targets = collect(batch, arrays, 300)
    mean, scale = rows.mean(0), rows.std(0) + 1e-3
    check, margins = (rows - mean) / scale, targets
    network, dice = Network(rows.shape[1]), np.random.default_rng(1)

    class Scaled(Network):
        """The network, for features that are not scaled."""

        def __init__(self):
            pass

        def __call__(self, rows):
            return network((rows - mean) / scale)

    def assess():
        """Notes the error of predictions and the lead of the bot in a short contest."""
        errors.append(float(np.abs(20 * network(check) - margins).mean()))
        found = bastide.contest([ValueBot(Scaled()), "random"], RULES, decks=3, seed=len(errors))
        leads.append(found["pairs"][0]["margin"]["mean"])
        report(f"round {len(errors) - 1}: error {errors[-1]:.2f}, lead {leads[-1]:+.1f} points")

    errors, leads, began = [], [], time.monotonic()
    assess()
    while len(errors) < 3 or time.monotonic() - began < seconds:
        rows, targets = collect(batch, arrays, 200)
        rows = (rows - mean) / scale
        for part in np.array_split(dice.permutation(len(rows)), max(1, len(rows) // 4096)):
            network.learn(rows[part], targets[part])
        assess()
    return network, errors, leads


def plot(errors, leads, path):
    """Draws the progress into a file. Needs matplotlib."""
    import matplotlib.pyplot as plt

    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.5))
    left.plot(errors)
    left.set(title="mean error of the predicted margin", xlabel="round", ylabel="points")
    right.plot(leads, ".-")
    right.set(title="mean lead over random", xlabel="round", ylabel="points")
    figure.tight_layout()
    figure.savefig(path)
    plt.close(figure)


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 90.0
    path = sys.argv[2] if len(sys.argv) > 2 else "tutorial.png"
    _, errors, leads = train(seconds)
    try:
        plot(errors, leads, path)
    except ImportError:
        print("install matplotlib for the plot")
        return
    print(f"wrote {path}")


if __name__ == "__main__":
    main()
