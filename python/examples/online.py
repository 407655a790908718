"""A bot that plays on a server, against people and for a rating.

    bastide admin add-engine Miller                     # on the server: prints the token
    pip install 'bastide[online]'
    BASTIDE_TOKEN=... python3 online.py https://games.example
"""

import os
import sys

import bastide
from bastide import online


class Miller:
    """Plays the action after which it is ahead by most points; figures come first."""

    name = "miller 1.0"

    def choose(self, game):
        seat = game.to_act

        def lead(action):
            after = game.copy()
            after.play(action)
            others = [points for other, points in enumerate(after.scores) if other != seat]
            return after.scores[seat] - max(others), action.startswith("M")

        return max(game.legal_actions(), key=lead)


def main():
    if len(sys.argv) != 2 or "BASTIDE_TOKEN" not in os.environ:
        sys.exit(__doc__)
    online.play(Miller(), sys.argv[1], os.environ["BASTIDE_TOKEN"])


if __name__ == "__main__":
    main()
