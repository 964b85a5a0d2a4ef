"""Gymnasium: one seat of a game, the others played by bots."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, Literal

import gymnasium
import numpy as np

from ._croupier import Bot, Env, bot, check_seat, check_seed, make
from .aec import check_mode, check_skipped, mask_of, space_of
from .errors import (
    ArgumentError,
    BotError,
    ConfigError,
    EpisodeOverError,
    IllegalActionError,
    one_of,
    refusal,
)

__all__ = ["CroupierGym", "gym_env"]

_SEEDS = 2**63
_PLAYER = "bot specs, or classes (or functions) that make an object with act(view, legal, budget)"


class CroupierGym(gymnasium.Env[dict[str, Any], Any]):
    """One seat of a game for Gymnasium; the other seats are bots by spec, or objects with `act(view, legal, budget)`.

    An observation is `{"observation": float32 (*observation_shape), "action_mask": int8 (num_actions,)}`, as is
    `info["action_mask"]`; an action a canonical index. The reward is the seat's score, at the end. Episodes in which the seat
    has no decision at all are played over; their scores are in `info["skipped"]`. At the end `info["scores"]` has all
    seats' scores.

    `on_illegal`: "raise" an IllegalActionError, or "terminate" the episode with `penalty` as reward and
    `info["illegal"]` the refusal's text.
    """

    metadata: dict[str, Any] = {"render_modes": ["human", "ansi"], "render_fps": 4}

    def __init__(
        self,
        game: str,
        seat: int = 0,
        opponents: Sequence[str | Callable[[], Any]] | str = "random",
        on_illegal: Literal["raise", "terminate"] = "raise",
        *,
        profile: str | None = None,
        penalty: float = -1.0,
        render_mode: str | None = None,
        **switches: Any,
    ) -> None:
        check_mode(render_mode)
        self.env: Env = make(game, profile, **switches)
        if not isinstance(penalty, (int, float)) or not math.isfinite(penalty):
            raise refusal(ArgumentError, "penalty", penalty, "a finite number")
        self.seat = check_seat(seat, self.env.seats)
        self.on_illegal = one_of("on_illegal", on_illegal, ("raise", "terminate"))
        self.penalty = float(penalty)
        self.render_mode = render_mode
        self.observation_space = space_of(self.env)
        self.action_space = gymnasium.spaces.Discrete(self.env.num_actions)
        self._bots = self._seated(game, profile, opponents, switches)
        self._over = True

    def _seated(
        self, game: str, profile: str | None, opponents: Any, switches: dict[str, Any]
    ) -> dict[int, Any]:
        others = [s for s in range(self.env.seats) if s != self.seat]
        specs = list(opponents) if isinstance(opponents, (list, tuple)) else [opponents]
        for spec in specs:
            if not isinstance(spec, str) and not callable(spec):
                raise refusal(ArgumentError, "opponents", spec, _PLAYER)
        if len(specs) not in (1, len(others)):
            raise refusal(ConfigError, "opponents", specs, f"one bot for all other seats, or {len(others)}")
        made = dict(zip(others, specs * len(others), strict=False))
        return {s: self._player(game, profile, spec, switches) for s, spec in made.items()}

    @staticmethod
    def _player(game: str, profile: str | None, spec: Any, switches: dict[str, Any]) -> Any:
        player = bot(game, spec, profile, **switches) if isinstance(spec, str) else spec()
        if not hasattr(player, "act"):
            raise refusal(ArgumentError, "opponents", spec, _PLAYER)
        return player

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begins an episode on a luck drawn from `np_random`, which `seed` sets: 0 to 2**64 - 1."""
        if seed is not None:
            self._np_random, self._np_random_seed = gymnasium.utils.seeding.np_random(check_seed(seed))
        skipped: list[list[float]] = []
        while True:
            self.env.reset(int(self.np_random.integers(_SEEDS)))
            for s, player in self._bots.items():
                if hasattr(player, "begin"):
                    player.begin(s, int(self.np_random.integers(_SEEDS)))
            self._play_others()
            scores = self.env.scores
            if scores is None:
                break
            skipped.append(scores)
            check_skipped(skipped, self.env)
        self._over = False
        seen = mask_of(self.env, self.seat)
        return seen, {"action_mask": seen["action_mask"], "skipped": skipped}

    def _play_others(self) -> None:
        """Lets the bots act until this seat is to move, or the end."""
        turn = self.env.turn
        while turn is not None and turn != self.seat:
            player = self._bots[turn]
            if isinstance(player, Bot):
                action = player.choose(self.env)
            else:
                legal = self.env.legal_texts()
                action = player.act(self.env.view(turn), legal, None)
                if isinstance(action, (int, np.integer)) and 0 <= action < len(legal):
                    action = legal[action]
            try:
                if not isinstance(action, str):
                    raise refusal(IllegalActionError, "action", action, "a text, or its place in `legal`")
                turn = self.env.step(action)
            except IllegalActionError as error:
                raise BotError(f"the opponent at seat {turn}: {error}") from error

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        if self._over:
            raise EpisodeOverError("the episode is over; reset() begins another")
        illegal = None
        try:
            self.env.step(action)
        except IllegalActionError as error:
            if self.on_illegal == "raise":
                raise
            illegal = str(error)
        if illegal is None:
            self._play_others()
        scores = self.env.scores
        self._over = illegal is not None or scores is not None
        seen = mask_of(self.env, self.seat)
        info: dict[str, Any] = {"action_mask": seen["action_mask"]}
        reward = 0.0
        if illegal is not None:
            info["illegal"], reward = illegal, self.penalty
        elif scores is not None:
            info["scores"], reward = scores, scores[self.seat]
        if self.render_mode == "human":
            self.render()
        return seen, reward, self._over, False, info

    def render(self) -> Any:
        """What the seat knows: printed in mode `human`, returned in mode `ansi`."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() without a render_mode shows nothing; make it with human or ansi")
            return None
        text = self.env.render(self.seat)
        if self.render_mode == "human":
            print(text)
            return None
        return text


def gym_env(
    game: str,
    seat: int = 0,
    opponents: Sequence[str | Callable[[], Any]] | str = "random",
    on_illegal: Literal["raise", "terminate"] = "raise",
    *,
    profile: str | None = None,
    penalty: float = -1.0,
    render_mode: str | None = None,
    **switches: Any,
) -> CroupierGym:
    """A Gymnasium environment of one seat of a game; see `CroupierGym`. Needs `pip install croupier[envs]`.

    >>> import croupier
    >>> env = croupier.gym_env("mini-mahjong", opponents=["greedy"])
    >>> seen, info = env.reset(seed=1)
    >>> seen["observation"].shape
    (239,)
    """
    return CroupierGym(
        game, seat, opponents, on_illegal, profile=profile, penalty=penalty, render_mode=render_mode, **switches
    )
