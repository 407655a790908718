#!/usr/bin/env python3
"""A minimal engine that plays random legal actions.

It does not track the board. It requests the list of legal actions with every
`go` and chooses one of them. docs/engine-protocol.md specifies the protocol.
"""

import random
import sys


def answer(line):
    """Prints the answer to one line from the controller."""
    command, _, rest = line.partition(" ")
    if command == "hello":
        print("name random_engine.py 1")
        print("plays land seats=2..6 rules=base,wheel,fields,river,river=2021,abbot,bridges,castles,barns,inns,traders")
        print("plays stronghold seats=2")
        print("option seed 0")
        print("wants legal")
        print("ready 1")
    elif command == "set":
        name, _, value = rest.partition(" ")
        if name == "seed":
            random.seed(value)
            print("ok")
        else:
            print(f"error unknown option '{name}'; the only option is seed")
    elif command in ("game", "newgame", "seat", "position", "play"):
        print("ok")  # A stronger engine would track the game here.
    elif command == "go":
        _, _, legal = rest.partition("legal ")
        print(f"move {random.choice(legal.split())}" if legal else "error say what is legal")
    elif command == "quit":
        print("bye")
    else:
        print(f"error unknown command '{command}'")


def main():
    random.seed(0)
    for line in sys.stdin:
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        answer(line)
        sys.stdout.flush()  # The controller cannot see buffered output.
        if line == "quit":
            return


main()
