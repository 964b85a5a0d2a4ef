"""Many environments in one call, into arrays that the caller owns."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ._croupier import VecCore

__all__ = ["Buffers", "VecEnv", "vec"]


class Buffers:
    """The arrays of a `VecEnv`, a row for each environment. Set one to None and it is not written.

    Put your own arrays in: they must be C-contiguous and of these types and shapes.
    """

    __slots__ = (
        "action_mask",
        "done",
        "features",
        "observation",
        "offsets",
        "reward",
        "scores",
        "seat",
        "undecided",
    )

    observation: NDArray[np.float32] | None
    """float32 (n, *observation_shape): what the seat to move sees."""
    action_mask: NDArray[np.int8] | None
    """int8 (n, num_actions): 1 at the canonical indices of legal actions."""
    seat: NDArray[np.int8] | None
    """int8 (n,): the seat to move."""
    reward: NDArray[np.float32] | None
    """float32 (n, seats): the scores of the episode that this step ended, else 0."""
    done: NDArray[np.bool_] | None
    """bool (n,): whether this step ended an episode; the row already shows the next one."""
    scores: NDArray[np.float64] | None
    """float64 (n, seats): the scores of the last episode that ended, kept until another ends."""
    undecided: NDArray[np.int32] | None
    """int32 (n,): episodes since the step before that ended before any seat had a decision."""
    features: NDArray[np.float32] | None
    """float32 (rows, feature_size), rows at least those needed: the features of every legal action, one environment
    after the other; None where actions have no features. Replaced by a larger array when it gets too small."""
    offsets: NDArray[np.int64] | None
    """int64 (n + 1,): environment i's rows of `features` are offsets[i] to offsets[i + 1]."""


class VecEnv:
    """`n` environments of one game, stepped together with the GIL released.

    All lucks come from the seed of `reset`, apart for each environment, so that results are the same on any number of
    threads. An episode that ends is followed by the next at once. Before the first `reset` it is as after `reset(0)`. Make one
    with `croupier.vec`.
    """

    def __init__(
        self,
        game: str,
        n: int,
        *,
        profile: str | None = None,
        threads: int = 1,
        actions: Literal["index", "choice"] = "index",
        fractions: list[float] | None = None,
        **switches: Any,
    ) -> None:
        self._core = VecCore(game, n, profile, threads, actions, fractions, switches)
        self.game, self.profile, self.seats, self.num_actions, self.observation_shape, self.feature_size = (
            self._core.info()
        )
        self.n = int(n)
        self.actions = actions
        """How actions are named: by canonical index, or by place among the legal actions."""

    def buffers(self, *, observation: bool = True, action_mask: bool | None = None, features: bool | None = None) -> Buffers:
        """Fresh arrays for this environment.

        `action_mask` is there by default where actions are named by index, `features` where they have some and are named
        by place.
        """
        n = self.n
        masked = self.actions == "index" if action_mask is None else action_mask
        featured = (self.actions == "choice" if features is None else features) and self.feature_size > 0
        b = Buffers()
        b.observation = np.zeros((n, *self.observation_shape), np.float32) if observation else None
        b.action_mask = np.zeros((n, self.num_actions), np.int8) if masked else None
        b.seat = np.zeros(n, np.int8)
        b.reward = np.zeros((n, self.seats), np.float32)
        b.done = np.zeros(n, np.bool_)
        b.scores = np.zeros((n, self.seats), np.float64)
        b.undecided = np.zeros(n, np.int32)
        b.features = np.zeros((16 * n, self.feature_size), np.float32) if featured else None
        b.offsets = np.zeros(n + 1, np.int64) if featured else None
        return b

    def reset(self, seed: int, buffers: Buffers) -> None:
        """Begins again, all lucks drawn from `seed` (0 to 2**64 - 1)."""
        self._core.reset(seed, buffers)

    def step(self, actions: NDArray[np.int64], buffers: Buffers) -> None:
        """Does one action in each environment: int64 (n,), canonical indices or places among the legal actions.

        If one is not legal, IllegalActionError names the first environment concerned and none has moved.
        """
        self._core.step(actions, buffers)

    def observe(self, buffers: Buffers) -> None:
        """Writes everything again as it is now."""
        self._core.write(buffers)

    def sample(self, out: NDArray[np.int64]) -> NDArray[np.int64]:
        """Fills int64 (n,) with legal actions drawn uniformly, by each environment's own stream, and returns it."""
        self._core.pick(out)
        return out

    @property
    def lucks(self) -> list[int]:
        """The luck of each environment's episode: `make(game).reset(luck)` deals the same."""
        return self._core.lucks()

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return f"<croupier.VecEnv {self.n} x {self.game} ({self.profile})>"


def vec(
    game: str,
    n: int,
    profile: str | None = None,
    *,
    threads: int = 1,
    actions: Literal["index", "choice"] = "index",
    fractions: list[float] | None = None,
    **switches: Any,
) -> VecEnv:
    """`n` environments of a game stepped in one call; see `VecEnv` and `Buffers`.

    >>> import croupier, numpy as np
    >>> v = croupier.vec("leduc", 1024, threads=2)
    >>> b = v.buffers()
    >>> v.reset(1, b)
    >>> actions = np.zeros(1024, np.int64)
    >>> v.step(v.sample(actions), b)
    >>> b.observation.shape, b.action_mask.shape
    ((1024, 44), (1024, 3))
    """
    return VecEnv(
        game, n, profile=profile, threads=threads, actions=actions, fractions=fractions, **switches
    )
