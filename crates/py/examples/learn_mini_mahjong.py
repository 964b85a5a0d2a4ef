"""A policy for mini mahjong, learned in numpy within a minute, and the match that shows it beats tsumogiri.

REINFORCE: one hidden layer over the observation, both seats in turn against the tile just drawn, the hand's score as return.
"""

import sys
import time

import numpy as np

import croupier

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 30.0
N, STEPS, HIDDEN, DRAWN = 256, 96, 64, 34


class Policy:
    """A softmax over legal discards: two layers, trained by Adam."""

    def __init__(self, inputs, actions, rng):
        self.w = [rng.normal(0, inputs**-0.5, (inputs, HIDDEN)), np.zeros((HIDDEN, actions))]
        self.w = [w.astype(np.float32) for w in self.w]
        self.m = [np.zeros_like(w) for w in self.w]
        self.v = [np.zeros_like(w) for w in self.w]
        self.t = 0

    def probabilities(self, seen, mask):
        hidden = np.tanh(seen @ self.w[0])
        logits = np.where(mask > 0, hidden @ self.w[1], -1e9)
        p = np.exp(logits - logits.max(axis=1, keepdims=True))
        return hidden, p / p.sum(axis=1, keepdims=True)

    def learn(self, seen, mask, actions, advantage, rate=0.003):
        hidden, p = self.probabilities(seen, mask)
        entropy_gradient = -p * (np.log(p + 1e-9) - (p * np.log(p + 1e-9)).sum(axis=1, keepdims=True))
        out = -p
        out[np.arange(len(actions)), actions] += 1
        out = (out * advantage[:, None] + 0.01 * entropy_gradient) / len(actions)
        back = (out @ self.w[1].T) * (1 - hidden**2)
        self.t += 1
        for i, g in enumerate((seen.T @ back, hidden.T @ out)):
            self.m[i] += 0.1 * (g - self.m[i])
            self.v[i] += 0.001 * (g * g - self.v[i])
            scale = np.sqrt(self.v[i] / (1 - 0.999**self.t)) + 1e-8
            self.w[i] += rate * self.m[i] / (1 - 0.9**self.t) / scale


def train(seconds, seed=1):
    rng = np.random.default_rng(seed)
    v = croupier.vec("mini-mahjong", N)
    b = v.buffers()
    v.reset(seed, b)
    policy = Policy(v.observation_shape[0], v.num_actions, rng)
    learner = np.arange(N) % 2  # the seat that learns in each environment
    end = time.process_time() + seconds
    while time.process_time() < end:
        rows, actions_taken = [], []
        rewards, dones = np.zeros((STEPS, N), np.float32), np.zeros((STEPS, N), bool)
        for t in range(STEPS):
            _, p = policy.probabilities(b.observation, b.action_mask)
            actions = (p.cumsum(axis=1) > rng.random((N, 1))).argmax(axis=1)
            own = b.seat == learner
            actions = np.where(own, actions, DRAWN + b.action_mask[:, DRAWN:].argmax(axis=1))
            rows.append((b.observation.copy(), b.action_mask.copy(), own))
            actions_taken.append(actions)
            v.step(actions, b)
            rewards[t], dones[t] = b.reward[np.arange(N), learner], b.done
        # A decision's return is the score of its hand; hands still going on are left out.
        returns, known = np.zeros((STEPS, N), np.float32), np.zeros((STEPS, N), bool)
        last, ended = np.zeros(N, np.float32), np.zeros(N, bool)
        for t in reversed(range(STEPS)):
            last, ended = np.where(dones[t], rewards[t], last), ended | dones[t]
            returns[t], known[t] = last, ended & rows[t][2]
        keep = known.ravel()
        seen = np.concatenate([r[0] for r in rows])[keep]
        mask = np.concatenate([r[1] for r in rows])[keep]
        gain = returns.ravel()[keep]
        policy.learn(seen, mask, np.concatenate(actions_taken)[keep], gain - gain.mean())
    return policy


def player(policy):
    env = croupier.make("mini-mahjong")

    class Learner:
        def act(self, view, legal, budget):
            world = env.at_view(view, seed=0)
            _, p = policy.probabilities(world.observe()[None], world.action_mask()[None])
            return world.action_text(int(p.argmax()))

    return Learner


if __name__ == "__main__":
    result = croupier.match("mini-mahjong", player(train(SECONDS)), "tsumogiri", blocks=1500, deck="test")
    print(result)
    low = result.bots[0]["ci95"][0]
    print(f"beats tsumogiri: {low > 0}, the interval begins at {low:.3f}")
    sys.exit(0 if low > 0 else 1)
