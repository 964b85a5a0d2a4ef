"""Decisions per CPU-second of random play from Python, one thread, beside OpenSpiel where it is installed.

    python crates/py/bench/speed.py [seconds per row]

Scalar: legal actions, one drawn by `random`, a step, until the end; no observations. Vector: 1,024 environments, a legal action of
each drawn by `sample`, then a step that writes observations, masks (for climbing games features of every legal play), seats,
rewards and scores. CPU time of the process; the columns of a row are measured in turn, five times, and the best of each is shown,
so that a machine whose clock wanders slows them alike.
"""

import random
import sys
import time

import croupier
import numpy as np

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
PEERS = {"kuhn": "kuhn_poker", "leduc": "leduc_poker", "go": "go(board_size=9,komi=7.0)"}
N = 1024


def timed(episodes):
    """Decisions per CPU-second of a generator of decision counts."""
    begun, decisions = time.process_time(), 0
    for count in episodes:
        decisions += count
        spent = time.process_time() - begun
        if spent > SECONDS:
            return decisions / spent
    raise AssertionError("episodes do not end")


def scalar(game):
    env, choice = croupier.make(game), random.Random(1).random

    def episodes():
        luck = 0
        while True:
            luck += 1
            turn, n = env.reset(luck), 0
            while turn is not None:
                legal = env.legal_actions()
                turn = env.step(legal[int(choice() * len(legal))])
                n += 1
            yield n

    return timed(episodes())


def peer(name):
    import pyspiel

    game, choice = pyspiel.load_game(name), random.Random(1).random

    def episodes():
        while True:
            state, n = game.new_initial_state(), 0
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    point, at = choice(), 0
                    for action, p in outcomes:
                        at += p
                        if point < at:
                            break
                    state.apply_action(action)
                    continue
                legal = state.legal_actions()
                state.apply_action(legal[int(choice() * len(legal))])
                n += 1
            yield n

    return timed(episodes())


def vector(game, climbing):
    v = croupier.vec(game, N, actions="choice" if climbing else "index")
    b = v.buffers()
    v.reset(1, b)
    actions = np.zeros(N, np.int64)

    def steps():
        while True:
            for _ in range(4):
                v.step(v.sample(actions), b)
            yield 4 * N

    return timed(steps())


def main():
    try:
        import importlib.metadata

        import pyspiel  # noqa: F401

        version = importlib.metadata.version("open_spiel")
    except ImportError:
        version = None
    print(f"croupier {croupier.__version__}, OpenSpiel {version}, numpy {np.__version__}, Python {sys.version.split()[0]}")
    print(f"{'game':<14} {'scalar':>10} {'OpenSpiel':>10} {'vector':>10}   decisions per CPU-second, thousands")
    for game in croupier.GAMES:
        climbing = game in ("big-two", "daifugo")
        known = version and game in PEERS
        columns = (
            lambda: scalar(game),
            lambda: peer(PEERS[game]) if known else None,
            lambda: vector(game, climbing),
        )
        rounds = [[measure() for measure in columns] for _ in range(5)]
        row = [max(cells) if cells[0] else None for cells in zip(*rounds, strict=True)]
        cells = (f"{x / 1e3:>10.1f}" if x else f"{'-':>10}" for x in row)
        print(f"{game:<14} {' '.join(cells)}", flush=True)


if __name__ == "__main__":
    main()
