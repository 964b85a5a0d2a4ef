"""What the tests share."""

import random

import croupier
import pytest

GAMES = list(croupier.GAMES)
# Small enough to play whole episodes quickly; every other rule is the default.
SMALL = {"go": {"width": 5, "height": 5}, "daifugo": {"deals": 2}}


def make(game, **more):
    """A small environment of a game."""
    return croupier.make(game, **{**SMALL.get(game, {}), **more})


def begin(env, luck):
    """Resets to the first luck from `luck` on that leaves a seat to move: an East can win mini mahjong with the hand dealt."""
    env.reset(luck)
    while env.over:
        luck += 1
        env.reset(luck)


def play(env, rng, most=100_000):
    """Random steps until the end, or `most` of them; the actions' texts."""
    done = []
    while env.turn is not None and len(done) < most:
        index = rng.choice(env.legal_actions())
        done.append(env.action_text(index))
        env.step(index)
    return done


@pytest.fixture(params=GAMES)
def game(request):
    return request.param


@pytest.fixture
def rng():
    return random.Random(1)
