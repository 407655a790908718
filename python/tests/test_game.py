"""Single games."""

import copy
import pathlib
import pickle
import random
import re

import numpy as np
import pytest

import bastide
from bastide import CHANCE, OVER, Game, IllegalActionError


def play_randomly(game, seed):
    dice = random.Random(seed)
    while not game.is_over:
        game.play(dice.choice(game.legal_actions()))
    return game


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("rules", bastide.PRESETS.values())
def test_presets_are_played_to_their_end(rules, players):
    most = 2 if rules == "stronghold" else 6 if "inns" in rules else 5
    if players > most:
        with pytest.raises(ValueError):
            Game(rules, players=players, seed=3)
        return
    game = play_randomly(Game(rules, players=players, seed=3), 1)
    assert game == Game.from_record(game.record()) == Game.from_position(game.position())
    assert game._repr_svg_().startswith("<svg")
    assert game.to_act == OVER and game.legal_actions() == [] and game.legal_numbers() == []
    assert [seat for seat, points in enumerate(game.scores) if points == max(game.scores)] == game.winners


def test_kinds_are_those_of_actions_and_planes():
    kinds = bastide.kinds()
    assert kinds["figures"][:5] == ["meeple", "abbot", "large", "builder", "hog"]
    game = Game("base,fields,inns", chance="explicit")
    game.play("DV")
    game.play("P1,0r0")
    first = dict((name, start) for name, start, _ in bastide.action_blocks("land"))["deploy"]
    assert game.encode("L0") == first + kinds["figures"].index("large") * 16
    game.play("L0")
    planes = game.planes(0)[15, 16]
    assert planes[bastide.plane_names().index("figure of seat +0")] == kinds["figures"].index("large") + 1
    assert planes[bastide.plane_names().index("terrain of figure")] == kinds["terrains"].index("road") + 1


def test_a_seed_determines_the_draws():
    games = [play_randomly(Game(seed=seed), 1) for seed in (5, 5, 6)]
    assert games[0].actions == games[1].actions and games[0] == games[1]
    assert hash(games[0]) == hash(games[1])
    assert games[0].actions != games[2].actions
    assert Game().actions != Game().actions or Game().actions != Game().actions


def test_explicit_chance():
    game = Game("base,fields", chance="explicit")
    assert game.to_act == CHANCE and game.drawn is None
    chances = dict(game.chances())
    assert chances["DV"] == game.bag["V"] and sum(chances.values()) == game.tiles_left == 71
    events = game.play("DV")
    assert events == [{"event": "tile-drawn", "seat": 0, "tile": "V"}]
    assert game.to_act == 0 and game.drawn == "V" and game.chances() == []
    game.play("P1,0r0")
    game.play("M0")
    assert game.to_act == CHANCE and game.turn == 1
    assert game.supplies == [{"meeple": 6}, {"meeple": 7}]
    assert game.figures() == [{"seat": 0, "figure": "meeple", "spot": "1,0.0"}]


def test_tiles_in_a_given_order():
    game = Game(order=["V", "E"], deck=["E", "V"])
    assert game.drawn == "V" and game.tiles_left == 1
    game.play("P1,0r0")
    game.play(".")
    assert game.drawn == "E"


def test_events_and_tallies_explain_points():
    game = Game(order=["E"], deck=["E"], first=0)
    game.play("P0,-1r2")
    prospects = game.prospects()
    assert prospects == []
    events = game.play("M0")
    scored = [event for event in events if event["event"] == "scored"]
    assert scored[0]["points"] == 4 and scored[0]["reason"] == "completed"
    assert scored[0]["terrain"] == "city" and scored[0]["winners"] == [0]
    assert game.scores == [4, 0] and game.winners == [0]
    assert events[-1] == {"event": "game-ended", "winners": [0]}


def documented_events():
    """Returns the names and values of the table of events in the document."""
    path = pathlib.Path(__file__).parents[2] / "docs" / "python.md"
    table = path.read_text(encoding="utf-8").split("| event | values |", 1)[1].split("\n\n", 1)[0]
    rows = [[re.findall(r"`([a-z-]+)`", cell) for cell in line.split("|")[1:3]] for line in table.splitlines()[2:]]
    return {name: set(values) for names, values in rows for name in names}


def test_all_events_are_documented():
    expected, seen = documented_events(), set()
    for seed in range(4):
        for rules in set(bastide.PRESETS.values()):
            game, dice = Game(rules, seed=seed), random.Random(seed)
            while not game.is_over:
                for event in game.play(dice.choice(game.legal_actions())):
                    name = event.pop("event")
                    assert set(event) == expected[name], name
                    seen.add(name)
    # Too rare for a few games.
    assert expected.keys() - seen <= {"figure-moved", "tile-discarded"}


def test_copies_are_independent_and_draw_the_same():
    game = Game(seed=1)
    for other in (game.copy(), copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert other == game and other.fingerprint() == game.fingerprint()
        assert play_randomly(other, 2).actions == play_randomly(game.copy(), 2).actions
    assert len(game.actions) == 1


def test_pickles_in_the_middle_of_a_game():
    for game in (Game("stronghold", seed=4), Game("base,fields,river", players=4, seed=4)):
        for _ in range(30):
            game.play(game.legal_actions()[0])
        again = pickle.loads(pickle.dumps(game))
        assert play_randomly(again, 3).actions == play_randomly(game, 3).actions


def test_records_and_positions_read_back():
    game = play_randomly(Game("wheel,fields,abbot,bridges", players=3, seed=8), 1)
    for other in (Game.from_record(game.record()), Game.from_position(game.position())):
        assert other == game and other.actions == game.actions and other.rules == game.rules
    for wrong in ("", "bastide 2\n", game.record()[:-9].replace("P", "Q")):
        with pytest.raises(ValueError):
            Game.from_record(wrong)
    with pytest.raises(ValueError):
        Game.from_position("1nonsense")


def test_illegal_actions_change_nothing():
    game = Game(order=["V"], deck=["V"])
    before = game.fingerprint()
    for wrong in ("P9,9r0", "M0", "nonsense", "", -1, 10**12, game.num_actions):
        with pytest.raises(IllegalActionError):
            game.play(wrong)
        assert not game.is_legal(wrong)
    with pytest.raises(IllegalActionError, match="'P0,0r0' is not legal: that cell"):
        game.play("P0,0r0")
    for wrong in (None, 1.5, []):
        with pytest.raises(TypeError):
            game.play(wrong)
    assert game.fingerprint() == before


def test_bad_set_ups_are_refused():
    for arguments in (
        {"rules": "base,feilds"},
        {"players": 9},
        {"players": 0},
        {"first": 2},
        {"deck": ["nonsense"]},
        {"chance": "maybe"},
        {"chance": "explicit", "seed": 1},
        {"order": ["E"], "deck": ["V"]},
    ):
        with pytest.raises(ValueError):
            Game(**arguments)
    for arguments in ({"players": -1}, {"seed": -1}, {"seed": 2**64}):
        with pytest.raises(OverflowError):
            Game(**arguments)


def test_numbers_of_actions_in_all_mixes():
    assert bastide.ENCODING_VERSION == 1
    for n, rules in enumerate(bastide.mixes()):
        players = 2 if rules == "stronghold" else 2 + n % (5 if "inns" in rules else 4)
        game, dice = Game(rules, players=players, seed=n), random.Random(n)
        while not game.is_over:
            tokens = game.legal_actions()
            if dice.random() < 0.1:
                numbers = [game.encode(token) for token in tokens]
                assert sorted(numbers) == game.legal_numbers()
                assert len(set(numbers)) == len(numbers)
                assert [game.decode(number) for number in numbers] == tokens
                assert np.flatnonzero(game.legal_mask()).tolist() == game.legal_numbers()
                game.play(dice.choice(numbers))
            else:
                game.play(dice.choice(tokens))


def test_observations():
    game = Game(order=["V"], deck=["V"], first=0)
    planes, scalars = game.planes(), game.scalars()
    names, values = bastide.plane_names(), dict(zip(game.scalar_names(), scalars.tolist()))
    assert planes.shape == (31, 31, len(names)) and len(game.scalar_names()) == len(scalars)
    tile = planes[15, 15]
    shown = {name for name, value in zip(names, tile) if value}
    assert {"tile", "city or tower north", "road or path east", "road or path west", "joined e-w"} <= shown
    assert planes[..., 0].sum() == 1
    assert values["tiles left"] == 0 and values["supply 0 of seat +0"] == 7
    game.play("P1,0r0")
    game.play("M0")
    game = Game(chance="explicit")
    for action in ("DV", "P1,0r0", "M0"):
        game.play(action)
    own, other = (game.planes(seat)[15, 16, names.index("figure of seat +0")] for seat in (0, 1))
    assert (own, other) == (1, 0)
    assert game.scalars(1)[0] == 1
    with pytest.raises(ValueError):
        game.planes(2)


def test_pictures():
    game = Game(seed=1)
    assert game._repr_svg_().startswith("<svg") and game.svg("dark") != game.svg()
    with pytest.raises(ValueError):
        game.svg("pink")


def test_repr():
    assert repr(Game(seed=1, first=0)) == "<bastide.Game base,fields, 0:0, 70 tiles left, seat 0 to act>"
