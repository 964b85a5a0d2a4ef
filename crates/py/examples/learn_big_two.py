"""A PyTorch learner for Big Two: deep Monte Carlo, a value for each legal play from its features and what the seat sees.

Needs `pip install torch`. Not run in CI; `python learn_big_two.py 600` trains for ten minutes of CPU time, then plays a match.
"""

import sys
import time

import numpy as np
import torch
from torch import nn

import croupier

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 600.0
N, STEPS, EXPLORE = 128, 200, 0.05
torch.set_num_threads(1)


class Value(nn.Module):
    """The expected chips of a play, in tens."""

    def __init__(self, seen, features):
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(seen + features, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU(), nn.Linear(256, 1)
        )

    def forward(self, seen, features):
        return self.layers(torch.cat([seen, features], dim=1)).squeeze(1)


def rows_of(b):
    """What is seen at each row of features, as tensors."""
    counts = np.diff(b.offsets)
    features = b.features[: b.offsets[-1]]
    seen = np.repeat(b.observation, counts, axis=0)
    return torch.from_numpy(seen), torch.from_numpy(features.copy()), counts


def best(values, offsets):
    """The place of the highest value of each environment."""
    return np.array([values[a:z].argmax() for a, z in zip(offsets[:-1], offsets[1:], strict=True)], np.int64)


def train(seconds, seed=1):
    rng = np.random.default_rng(seed)
    torch.manual_seed(seed)
    v = croupier.vec("big-two", N, actions="choice")
    b = v.buffers()
    v.reset(seed, b)
    value = Value(v.observation_shape[0], v.feature_size)
    optimiser = torch.optim.Adam(value.parameters(), lr=1e-3)
    pending = [[] for _ in range(N)]
    end, updates = time.process_time() + seconds, 0
    while time.process_time() < end:
        inputs, targets = [], []
        for _ in range(STEPS):
            seen, features, counts = rows_of(b)
            with torch.no_grad():
                values = value(seen, features).numpy()
            choice = best(values, b.offsets)
            wild = rng.random(N) < EXPLORE
            choice[wild] = (rng.random(wild.sum()) * counts[wild]).astype(np.int64)
            rows = b.offsets[:-1] + choice
            for i in range(N):
                pending[i].append((int(b.seat[i]), torch.cat([seen[rows[i]], features[rows[i]]])))
            v.step(choice, b)
            for i in np.flatnonzero(b.done):
                inputs += [x for _, x in pending[i]]
                targets += [b.scores[i, seat] / 10 for seat, _ in pending[i]]
                pending[i] = []
        if not inputs:
            continue
        x, y = torch.stack(inputs), torch.tensor(targets, dtype=torch.float32)
        for part in torch.randperm(len(y)).split(1024):
            loss = nn.functional.mse_loss(value.layers(x[part]).squeeze(1), y[part])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
        updates += 1
        print(f"update {updates}: {len(y)} decisions, loss {loss.item():.3f}", flush=True)
    return value


def player(value):
    env = croupier.make("big-two")

    class Learner:
        def act(self, view, legal, budget):
            world = env.at_view(view, seed=0)
            features = torch.from_numpy(world.features())
            seen = torch.from_numpy(world.observe()).expand(len(features), -1)
            with torch.no_grad():
                return int(value(seen, features).argmax())

    return Learner


if __name__ == "__main__":
    learned = player(train(SECONDS))
    print(croupier.compare("big-two", learned, "random", against="random", blocks=50, deck="test", threads=1))
