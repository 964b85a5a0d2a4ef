"""The vector environment, held to scalar ones step by step."""

import threading
import time

import croupier
import numpy as np
import pytest
from conftest import SMALL, make


def start(game, n=6, seed=1, **more):
    v = croupier.vec(game, n, **SMALL.get(game, {}), **more)
    b = v.buffers(action_mask=True, features=True)
    v.reset(seed, b)
    return v, b


@pytest.mark.parametrize("actions", ["index", "choice"])
def test_every_row_is_what_a_scalar_environment_of_its_luck_says(game, actions):
    v, b = start(game, actions=actions)
    envs = [make(game) for _ in range(v.n)]
    for env, luck in zip(envs, v.lucks, strict=True):
        env.reset(luck)
    chosen = np.zeros(v.n, np.int64)
    scores = np.zeros((v.n, v.seats))
    finished = 0
    for _ in range(120):
        for i, env in enumerate(envs):
            assert b.seat[i] == env.turn
            assert (b.observation[i] == env.observe()).all()
            assert (b.action_mask[i] == env.action_mask()).all()
            if b.features is not None:
                assert (b.features[b.offsets[i] : b.offsets[i + 1]] == env.features()).all()
        v.sample(chosen)
        for i, env in enumerate(envs):
            if actions == "index":
                env.step(int(chosen[i]))
            elif game == "holdem":
                env.step(nth(env.legal_texts(), int(chosen[i])))
            else:
                env.step(env.legal_actions()[chosen[i]])
        v.step(chosen, b)
        for i, env in enumerate(envs):
            assert b.done[i] == env.over
            if env.over:
                finished += 1
                scores[i] = env.scores
                assert np.allclose(b.reward[i], env.scores)
                env.reset(v.lucks[i])
            else:
                assert (b.reward[i] == 0).all()
        assert (b.scores == scores).all()
    assert finished > 0 or game == "daifugo"


def nth(texts, place):
    """The action at a place of the legal list in which runs of amounts are one text."""
    for text in texts:
        first, _, last = text.partition("..")
        count = int(last[1:]) - int(first[1:]) + 1 if last else 1
        if place < count:
            return f"r{int(first[1:]) + place}" if last else first
        place -= count
    raise AssertionError("no such place")


@pytest.mark.parametrize("threads", [2, 3, 16])
def test_results_are_the_same_on_any_number_of_threads(game, threads):
    (one, a), (many, b) = start(game, 7), start(game, 7, threads=threads)
    x, y = np.zeros(7, np.int64), np.zeros(7, np.int64)
    for _ in range(60):
        assert (one.sample(x) == many.sample(y)).all()
        one.step(x, a)
        many.step(y, b)
        for name in croupier.Buffers.__slots__:
            left, right = getattr(a, name), getattr(b, name)
            if name == "features" and left is not None:
                left, right = left[: a.offsets[-1]], right[: b.offsets[-1]]
            assert (left is None and right is None) or (left == right).all(), name


def test_a_seed_says_everything_and_another_says_otherwise(game):
    (v, a), (_, b), (_, c) = start(game, seed=4), start(game, seed=4), start(game, seed=5)
    assert (a.observation == b.observation).all()
    assert game == "go" or not (a.observation == c.observation).all()
    v.reset(5, a)
    assert (a.observation == c.observation).all()


def test_one_illegal_action_stops_all_and_is_named(game):
    v, b = start(game)
    chosen = v.sample(np.zeros(v.n, np.int64))
    before = b.observation.copy()
    wrong = chosen.copy()
    wrong[4] = v.num_actions
    with pytest.raises(croupier.IllegalActionError, match="environment 4: action: "):
        v.step(wrong, b)
    v.observe(b)
    assert (b.observation == before).all()
    v.step(chosen, b)


def test_what_is_none_is_not_written_and_what_is_the_callers_is():
    v, b = start("leduc")
    mine = np.zeros((v.n, 44), np.float32)
    b.observation, b.reward, b.done = mine, None, None
    v.step(v.sample(np.zeros(v.n, np.int64)), b)
    assert b.observation is mine and mine.any() and b.reward is None


def test_hands_that_chance_decides_are_counted():
    v = croupier.vec("mini-mahjong", 512)
    b = v.buffers()
    v.reset(1, b)
    chosen, undecided, ended = np.zeros(512, np.int64), 0, 0
    for _ in range(200):
        v.step(v.sample(chosen), b)
        undecided += b.undecided.sum()
        ended += b.done.sum()
        assert (b.undecided[~b.done] == 0).all()
    # The first draw completes a hand of three tiles about once in a hundred hands.
    assert 0.002 < undecided / ended < 0.05


def test_the_gil_is_free_while_a_step_runs():
    v = croupier.vec("go", 600)
    b = v.buffers()
    v.reset(1, b)
    chosen, ticks, stop = np.zeros(600, np.int64), [], threading.Event()

    def tick():
        while not stop.is_set():
            ticks.append(time.monotonic())
            time.sleep(0)

    thread = threading.Thread(target=tick)
    thread.start()
    inside = 0
    for _ in range(100):
        v.sample(chosen)
        begun = time.monotonic()
        v.step(chosen, b)
        ended = time.monotonic()
        inside += sum(begun < t < ended for t in ticks[-1000:])
    stop.set()
    thread.join()
    assert inside > 0


def test_the_caller_sees_the_arrays_grow_only_where_features_need_it():
    v, b = start("big-two", 3, actions="choice")
    b.features = np.zeros((1, v.feature_size), np.float32)
    v.observe(b)
    assert len(b.features) >= b.offsets[-1] > 1
