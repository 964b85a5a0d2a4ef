"""Croupier: a workbench for CPU players of card and table games.

>>> import croupier
>>> env = croupier.make("kuhn")
>>> env.reset(seed=7) is not None
True
>>> env.legal_texts()
['p', 'b']

Environments: `make`, `vec`, `aec_env` (PettingZoo), `gym_env` (Gymnasium). Bots and evidence: `bot`, `match`, `compare`,
`league`. Analysis: `croupier.analysis`. Everything refused is a `croupier.CroupierError`.
"""

from __future__ import annotations

from ._croupier import GAMES, Bot, Env, __version__, bot, describe, make
from .errors import (
    ArgumentError,
    ArrayError,
    BotError,
    ConfigError,
    CroupierError,
    DataError,
    EpisodeOverError,
    IllegalActionError,
    RunError,
    SeedError,
)
from .runs import Result, compare, league, match

# `typing` alone would take as long to import as all of this.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from . import analysis
    from .aec import aec_env
    from .gym import gym_env
    from .vector import Buffers, VecEnv, vec

__all__ = [
    "GAMES",
    "ArgumentError",
    "ArrayError",
    "Bot",
    "BotError",
    "Buffers",
    "ConfigError",
    "CroupierError",
    "DataError",
    "Env",
    "EpisodeOverError",
    "IllegalActionError",
    "Result",
    "RunError",
    "SeedError",
    "VecEnv",
    "__version__",
    "aec_env",
    "analysis",
    "bot",
    "compare",
    "describe",
    "gym_env",
    "league",
    "make",
    "match",
    "vec",
]

# numpy, PettingZoo and Gymnasium are imported only by those who ask for what needs them.
_LAZY = {
    "aec_env": "aec",
    "gym_env": "gym",
    "vec": "vector",
    "VecEnv": "vector",
    "Buffers": "vector",
    "analysis": "analysis",
}


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module 'croupier' has no attribute '{name}'")
    from importlib import import_module

    module = import_module(f".{_LAZY[name]}", __name__)
    return module if name == "analysis" else getattr(module, name)


def __dir__() -> list[str]:
    return sorted(__all__)
