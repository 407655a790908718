"""Adapters, tested by the suites of the libraries they adapt to."""

import pickle
import warnings

import numpy as np
import pytest

import bastide


needs_zoo = pytest.mark.needs("pettingzoo")
needs_gym = pytest.mark.needs("gymnasium")
needs_spiel = pytest.mark.needs("pyspiel", "open_spiel")


@needs_zoo
@pytest.mark.parametrize(("rules", "players"), [("base,fields", 2), ("wheel,fields", 3), ("base,fields,inns,traders", 6), (bastide.PRESETS["bigbox"], 4), ("stronghold", 2)])
def test_pettingzoo_api(rules, players):
    from pettingzoo.test import api_test

    from bastide.pettingzoo import env

    with warnings.catch_warnings():
        # The suite warns about observations that are not only an array.
        warnings.simplefilter("ignore")
        api_test(env(rules, players), num_cycles=200)


@needs_zoo
def test_pettingzoo_seeds():
    from pettingzoo.test import seed_test

    from bastide.pettingzoo import env

    seed_test(lambda: env("base,fields"), num_cycles=100)


@needs_zoo
def test_pettingzoo_rewards_are_points():
    from bastide.pettingzoo import BastideAEC

    game = BastideAEC("base,fields", 3, render_mode="svg")
    game.reset(seed=1)
    total = dict.fromkeys(game.possible_agents, 0.0)
    for agent in game.agent_iter():
        observation, reward, terminated, _, _ = game.last()
        total[agent] += reward
        mask = observation["action_mask"]
        assert terminated or mask.any()
        scores, picture = game.game.scores, game.render()
        game.step(None if terminated else int(np.flatnonzero(mask)[-1]))
    assert list(total.values()) == scores and picture.startswith("<svg")


@needs_gym
@pytest.mark.parametrize(("rules", "players"), [("base,fields", 2), ("base,fields,inns,traders", 6), ("stronghold", 2)])
def test_gymnasium_checks(rules, players):
    import gymnasium
    from gymnasium.utils.env_checker import check_env

    import bastide.gymnasium  # noqa: F401

    env = gymnasium.make("Bastide-v1", rules=rules, players=players, opponent="random")
    with warnings.catch_warnings():
        # The suite warns about the unbounded scalars and unusual render modes.
        warnings.simplefilter("ignore")
        check_env(env.unwrapped)


@needs_gym
def test_gymnasium_plays_whole_games():
    from bastide.gymnasium import BastideEnv

    env, dice = BastideEnv(opponent="greedy", seat=1, render_mode="svg"), np.random.default_rng(1)
    observation, info = env.reset(seed=4)
    total, over = 0.0, False
    while not over:
        before = env.game.fingerprint()
        _, reward, over, _, info = env.step(env.action_space.n - 1)
        assert reward == -1.0 and info["illegal"] and env.game.fingerprint() == before
        mask = observation["action_mask"]
        assert np.array_equal(mask, env.action_masks())
        action = dice.choice(np.flatnonzero(mask))
        observation, reward, over, _, info = env.step(action)
        assert not info["illegal"]
        total += reward
    assert total == info["scores"][1] - info["scores"][0] and env.render().startswith("<svg")
    with pytest.raises(ValueError):
        BastideEnv(seat=2)
    strict = BastideEnv(illegal_reward=None)
    strict.reset(seed=1)
    with pytest.raises(bastide.IllegalActionError):
        strict.step(strict.action_space.n - 1)


@needs_gym
@pytest.mark.parametrize("players", range(2, 7))
def test_gymnasium_plays_the_big_box(players):
    from bastide.gymnasium import BastideEnv

    env, dice = BastideEnv(bastide.PRESETS["bigbox"], players, opponent="random"), np.random.default_rng(players)
    observation, info = env.reset(seed=players)
    total, over = 0.0, False
    while not over:
        observation, reward, over, _, info = env.step(dice.choice(np.flatnonzero(observation["action_mask"])))
        total += reward
    others = np.delete(info["scores"], info["seat"])
    assert len(others) == players - 1 and total == info["scores"][info["seat"]] - others.max()


@needs_gym
@pytest.mark.parametrize("mode", ["sync", "async"])
def test_gymnasium_vectors(mode):
    import gymnasium

    import bastide.gymnasium  # noqa: F401

    # Processes begin like those of a user: without the threads of this one.
    how = {"vector_kwargs": {"context": "spawn"}} if mode == "async" else {}
    name = "bastide.gymnasium:Bastide-v1"
    envs = gymnasium.make_vec(name, num_envs=3, vectorization_mode=mode, opponent="random", **how)
    observation, _ = envs.reset(seed=5)
    dice = np.random.default_rng(2)
    ended = 0
    for _ in range(160):
        actions = [dice.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in observation["action_mask"]]
        observation, rewards, over, _, _ = envs.step(np.array(actions))
        assert rewards.shape == (3,) and observation["planes"].shape[0] == 3
        ended += over.sum()
    assert ended >= 6
    envs.close()


@needs_spiel
@pytest.mark.parametrize("parameters", [{}, {"rules": "base+fields+river:2021+abbot", "players": 3}, {"rules": "base+fields+inns+traders", "players": 6}, {"rules": "base+fields+river+abbot+inns+traders", "players": 4}, {"rules": "stronghold"}])
def test_openspiel_simulations(parameters):
    import pyspiel

    import bastide.openspiel  # noqa: F401

    game = pyspiel.load_game("bastide", parameters)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@needs_spiel
def test_openspiel_serialization_and_clones():
    import pyspiel

    import bastide.openspiel  # noqa: F401

    game = pyspiel.load_game("bastide")
    state = game.new_initial_state()
    dice = np.random.default_rng(1)
    for _ in range(60):
        legal = [o for o, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(int(dice.choice(legal)))
    clone = state.clone()
    assert str(clone) == str(state)
    clone.apply_action(clone.legal_actions()[0] if not clone.is_chance_node() else clone.chance_outcomes()[0][0])
    assert str(clone) != str(state)
    again = pickle.loads(pickle.dumps(state))
    assert str(again) == str(state)
    assert sum(p for _, p in state.chance_outcomes()) == pytest.approx(1) if state.is_chance_node() else True


@needs_spiel
def test_openspiel_playthrough():
    from open_spiel.python.algorithms import generate_playthrough

    import bastide.openspiel  # noqa: F401

    name = "bastide(rules=base,deck=V)"
    text = generate_playthrough.playthrough(name, action_sequence=None, seed=3, observation_params_string=None)
    again = generate_playthrough.playthrough(name, action_sequence=None, seed=3, observation_params_string=None)
    assert "IsTerminal() = True" in text and text == again
