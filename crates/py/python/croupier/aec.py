"""PettingZoo: every game as an AEC environment."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from pettingzoo import AECEnv  # type: ignore[import-untyped]

from ._croupier import Env, check_seed, make
from .errors import ConfigError, EpisodeOverError, IllegalActionError, one_of, refusal

__all__ = ["CroupierAEC", "aec_env", "mask_of", "space_of"]

_MODES = ("human", "ansi")


def space_of(env: Env) -> gymnasium.spaces.Dict:
    """The space of `{"observation": float32, "action_mask": int8}` of an environment."""
    return gymnasium.spaces.Dict(
        {
            "observation": gymnasium.spaces.Box(-np.inf, np.inf, env.observation_shape, np.float32),
            "action_mask": gymnasium.spaces.Box(0, 1, (env.num_actions,), np.int8),
        }
    )


def mask_of(env: Env, seat: int) -> dict[str, Any]:
    """What `seat` sees, with the mask of its legal actions: all zero off turn and at the end."""
    return {"observation": env.observe(seat), "action_mask": env.action_mask(seat)}


def check_mode(render_mode: str | None) -> None:
    """Refuses a render mode that there is not."""
    if render_mode is not None:
        one_of("render_mode", render_mode, _MODES)


def check_skipped(skipped: list[list[float]], env: Env) -> None:
    """Refuses a configuration under which episode after episode has no decision."""
    if len(skipped) >= 10_000:
        allowed = "a configuration and opponents that leave decisions; 10000 episodes had none"
        raise refusal(ConfigError, "config", env.config, allowed)


class CroupierAEC(AECEnv):  # type: ignore[misc]
    """A game for PettingZoo. Agents are `seat_0`, `seat_1`, ... and act by canonical index.

    An observation is `{"observation": float32 (*observation_shape), "action_mask": int8 (num_actions,)}`; `infos[agent]` has the
    mask too. It is all zero off turn. Rewards are the scores, given at the end; then each agent is stepped with None.

    `env` is the `croupier.Env` inside.
    """

    def __init__(self, game: str, profile: str | None = None, render_mode: str | None = None, **switches: Any) -> None:
        super().__init__()
        check_mode(render_mode)
        self.env: Env = make(game, profile, **switches)
        self.render_mode = render_mode
        self.metadata = {
            "render_modes": list(_MODES),
            "name": f"{game.replace('-', '_')}_v{self.env.rules}",
            "is_parallelizable": False,
        }
        self.possible_agents = [f"seat_{i}" for i in range(self.env.seats)]
        self.observation_spaces = {a: space_of(self.env) for a in self.possible_agents}
        self.action_spaces = {
            a: gymnasium.spaces.Discrete(self.env.num_actions) for a in self.possible_agents
        }
        # Before the first reset nobody is to move.
        self.agents: list[str] = []
        self.agent_selection = ""

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.observation_spaces[one_of("agent", agent, self.possible_agents)]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.action_spaces[one_of("agent", agent, self.possible_agents)]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins an episode on the luck `seed`; without one, on a luck from the system.

        An episode that chance ends before anybody decides is followed by one on the next luck of a fixed sequence; `skipped`
        has the scores of those.
        """
        if seed is None:
            self.env.reset()
        else:
            self.env.reset(check_seed(seed))
        self.skipped: list[list[float]] = []
        while (scores := self.env.scores) is not None:
            self.skipped.append(scores)
            check_skipped(self.skipped, self.env)
            self.env.reset((self.env.seed * 6364136223846793005 + 1442695040888963407) % 2**64)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {}
        self.agent_selection = self.agents[self.env.turn or 0]
        self._settle()

    def _settle(self) -> None:
        """After something happened: the masks, and at the end the scores."""
        scores = self.env.scores
        if scores is not None:
            for agent, score in zip(self.possible_agents, scores, strict=True):
                self.rewards[agent] = score
                self._cumulative_rewards[agent] += score
                self.terminations[agent] = True
        self.infos = {
            a: {"action_mask": self.env.action_mask(i)}
            for i, a in enumerate(self.possible_agents)
            if a in self.agents
        }

    def observe(self, agent: str) -> dict[str, Any]:
        return mask_of(self.env, self.possible_agents.index(one_of("agent", agent, self.possible_agents)))

    def step(self, action: int | None) -> None:
        if not self.agents:
            raise EpisodeOverError("the episode is over; reset() begins another")
        agent = self.agent_selection
        if self.terminations[agent]:
            if action is not None:
                raise refusal(IllegalActionError, "action", action, "None once the episode is over")
            self._was_dead_step(None)
            return
        if action is None:
            raise refusal(IllegalActionError, "action", action, "a canonical index")
        turn = self.env.step(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if turn is not None:
            self.agent_selection = self.possible_agents[turn]
        self._settle()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """What the seat to move knows: printed in mode `human`, returned in mode `ansi`."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() without a render_mode shows nothing; make it with human or ansi")
            return None
        text: str = self.env.render()
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Nothing to close."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


def aec_env(game: str, profile: str | None = None, render_mode: str | None = None, **switches: Any) -> CroupierAEC:
    """A PettingZoo environment of a game; see `CroupierAEC`. Needs `pip install croupier[envs]`.

    >>> import croupier
    >>> env = croupier.aec_env("leduc")
    >>> env.reset(seed=3)
    >>> env.agent_selection, env.last()[0]["action_mask"].tolist()
    ('seat_0', [0, 1, 1])
    """
    return CroupierAEC(game, profile, render_mode, **switches)
