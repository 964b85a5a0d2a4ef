"""The tests of PettingZoo and Gymnasium themselves, for every game."""

import warnings

import croupier
import numpy as np
import pytest
from conftest import SMALL
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.test.save_obs_test import test_save_obs as save_obs

pytestmark = pytest.mark.filterwarnings("ignore")


def aec(game, **more):
    return croupier.aec_env(game, **SMALL.get(game, {}), **more)


def test_api_test_passes(game):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for _ in range(3):
            api_test(aec(game), num_cycles=60)


def test_seed_test_passes(game):
    seed_test(lambda: aec(game), num_cycles=60)


def test_render_test_passes(game, capsys):
    render_test(lambda render_mode=None: aec(game, render_mode=render_mode))


def test_save_obs_test_passes(game, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    save_obs(aec(game))


def test_the_mask_is_zero_off_turn_and_rewards_are_the_scores(game, rng):
    env = aec(game)
    env.reset(seed=7)
    earned = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, info = env.last()
        earned[agent] += reward
        for other in env.agents:
            mask = env.observe(other)["action_mask"]
            assert mask.any() == (other == agent and not terminated)
            assert (env.infos[other]["action_mask"] == mask).all()
        env.step(None if terminated else int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    assert list(earned.values()) == pytest.approx(env.env.scores)


@pytest.mark.parametrize("seat", [0, 1])
def test_check_env_passes_with_terminate(game, seat):
    env = croupier.gym_env(game, seat=seat, on_illegal="terminate", render_mode="ansi", **SMALL.get(game, {}))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(env)


def test_a_gym_episode_ends_with_the_seats_score(game, rng):
    env = croupier.gym_env(game, seat=1, opponents=["random"], **SMALL.get(game, {}))
    for seed in range(3):
        seen, info = env.reset(seed=seed)
        over = False
        while not over:
            assert seen["action_mask"].any() and (seen["action_mask"] == info["action_mask"]).all()
            choice = int(rng.choice(np.flatnonzero(seen["action_mask"])))
            seen, reward, over, truncated, info = env.step(choice)
            assert not truncated
        assert reward == info["scores"][1]
        with pytest.raises(croupier.EpisodeOverError):
            env.step(0)


def test_on_illegal_raises_or_terminates():
    env = croupier.gym_env("kuhn")
    env.reset(seed=1)
    with pytest.raises(croupier.IllegalActionError):
        env.step(2)
    env = croupier.gym_env("kuhn", on_illegal="terminate", penalty=-3)
    env.reset(seed=1)
    _, reward, over, _, info = env.step(2)
    assert (reward, over) == (-3, True) and "action: `2`" in info["illegal"]


def test_python_objects_sit_as_opponents():
    class Caller:
        def act(self, view, legal, budget):
            return legal[0] if "c" not in legal else "c"

    env = croupier.gym_env("leduc", opponents=[Caller])
    env.reset(seed=1)
    over = False
    while not over:
        _, _, over, _, info = env.step(1)
    assert len(info["scores"]) == 2
