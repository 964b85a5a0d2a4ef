"""One environment: luck, actions, views, copies, worlds for planning."""

import copy
import pickle
import random

import croupier
import numpy as np
import pytest
from conftest import begin, make, play


def test_equal_lucks_deal_equal_episodes_and_others_do_not(game, rng):
    lines = set()
    for luck in (3, 3, 4, 5, 6):
        env = make(game)
        env.reset(luck)
        play(env, random.Random(9))
        lines.add("\n".join(env.events))
    assert len(lines) == 1 if game == "go" else 1 < len(lines) <= 4


def test_legal_indices_texts_and_mask_say_the_same(game, rng):
    env = make(game)
    begin(env, 1)
    for _ in range(40):
        if env.over:
            begin(env, env.seed + 1)
        legal = env.legal_actions()
        assert legal and np.flatnonzero(env.action_mask()).tolist() == sorted(legal)
        assert env.action_mask().dtype == np.int8 and env.action_mask().shape == (env.num_actions,)
        for index in legal[:50]:
            assert env.action_index(env.action_text(index)) == index
        if game != "holdem":
            assert [env.action_text(i) for i in legal] == env.legal_texts()
        for seat in range(env.seats):
            assert (env.action_mask(seat).any()) == (seat == env.turn)
        twin = env.clone()
        index = rng.choice(legal)
        assert env.step(index) == twin.step(env.clone() and twin.action_text(index))
        assert env.events == twin.events


def test_scores_come_at_the_end_and_sum_to_zero(game, rng):
    for luck in range(5):
        env = make(game)
        env.reset(luck)
        while not env.over:
            assert env.scores is None
            env.step(rng.choice(env.legal_actions()))
        assert len(env.scores) == env.seats and env.turn is None and env.legal_actions() == []
        if game != "daifugo":
            assert abs(sum(env.scores)) < 1e-9


def test_observations_have_their_shape_type_and_place(game):
    env = make(game)
    begin(env, 2)
    seen = env.observe()
    assert seen.shape == env.observation_shape and seen.dtype == np.float32 and seen.flags.c_contiguous
    out = np.full(env.observation_shape, np.nan, np.float32)
    assert env.observe(env.turn, out) is out and (out == seen).all()
    if env.feature_size:
        assert env.features().shape == (len(env.legal_actions()), env.feature_size)
    view = env.view()
    assert isinstance(view, dict) and view["seat"] == env.turn
    assert isinstance(env.render(), str) and len(env.render()) > 10


@pytest.mark.parametrize("how", ["pickle", "deepcopy", "copy", "clone"])
def test_copies_continue_identically_luck_included(game, how, rng):
    ways = {
        "pickle": lambda e: pickle.loads(pickle.dumps(e)),
        "deepcopy": copy.deepcopy,
        "copy": copy.copy,
        "clone": lambda e: e.clone(),
    }
    env = make(game)
    for luck in range(6):
        env.reset(luck)
        play(env, rng, most=luck * 7)
        twin = ways[how](env)
        assert twin.events == env.events and twin.view(0) == env.view(0)
        play(env, random.Random(luck))
        play(twin, random.Random(luck))
        assert twin.events == env.events and twin.scores == env.scores


def test_a_copy_goes_its_own_way(game, rng):
    env = make(game)
    env.reset(1)
    before = env.events
    play(env.clone(), rng)
    assert env.events == before


# Games in which chance acts after the first decision: their future can be re-lucked.
@pytest.mark.parametrize("game", ["leduc", "mini-mahjong", "holdem", "daifugo"])
def test_a_relucked_clone_keeps_the_past_and_meets_another_future(game):
    env = make(game)
    begin(env, 11)
    lines = set()
    for luck in range(8):
        clone = env.clone()
        clone.reluck(luck)
        assert clone.events == env.events
        for _ in range(400):
            if clone.over:
                break
            calls = [t for t in clone.legal_texts() if t in ("c", "k")]
            clone.step(calls[0] if calls else clone.legal_actions()[0])
        lines.add(tuple(e for e in clone.events if e.startswith("*")))
        twin = pickle.loads(pickle.dumps(clone))
        assert twin.events == clone.events
    assert len(lines) > 1


def test_a_determinized_world_looks_the_same_to_its_seat_and_hides_the_truth(game, rng):
    env = make(game)
    env.reset(5)
    play(env, rng, most=3)
    if env.over:
        env.reset(6)
    seat, differ = env.turn, 0
    for seed in range(12):
        world = env.determinize(seed=seed)
        assert world.view(seat) == env.view(seat)
        assert world.legal_texts() == env.legal_texts()
        assert (world.observe(seat) == env.observe(seat)).all()
        assert world.seed != env.seed, "a world has a luck of its own"
        assert world.seed == env.determinize(seat, seed=seed).seed
        differ += any(world.view(s) != env.view(s) for s in range(env.seats))
        # Its pickle holds the view and nothing of the true luck or the true deal.
        frozen = world.__reduce__()[1][0].decode()
        assert f'"luck":{env.seed},' not in frozen
        assert all(e not in frozen for e in env.events if e.startswith("*") and game in ("big-two", "daifugo"))
        twin = pickle.loads(pickle.dumps(world))
        play(world, random.Random(seed))
        play(twin, random.Random(seed))
        assert world.scores == twin.scores and world.events == twin.events
        # An environment that never knew the truth makes the very same world of the view: nothing else is in it.
        again = make(game).at_view(env.view(), seed=seed)
        assert again.__reduce__() == env.determinize(seed=seed).__reduce__() != env.__reduce__()
    assert differ > 0 or game == "go"


def test_profiles_and_switches_are_those_of_the_command_line(game):
    about = croupier.describe(game)
    assert about["game"] == game and about["bots"][0]["name"] == "first"
    for profile in about["profiles"]:
        env = croupier.make(game, profile["name"])
        assert env.profile == profile["name"] and env.config == profile["config"]
        assert env.turn is not None or env.over


def test_switches_take_python_values():
    env = croupier.make("holdem", seats=3, stacks="500/1000/20000", free_fold=True, fractions=[0.5, 2.0])
    assert (env.seats, env.num_actions, env.config["free_fold"]) == (3, 5, True)
    assert croupier.make("go", komi=6.5).config["komi"] == 6.5


def test_holdem_indices_are_fold_call_fractions_and_all_in():
    env = croupier.make("holdem", fractions=[1.0])
    env.reset(1)
    # Blinds 50/100 of 20,000: the pot after a call is 200, so a raise by the pot goes to 300.
    assert [env.action_text(i) for i in env.legal_actions()] == ["f", "c", "r300", "r20000"]
    assert env.legal_texts() == ["f", "c", "r200..r20000"]
    env.step("r250")
    assert env.legal_texts()[-1] == "r400..r20000"
