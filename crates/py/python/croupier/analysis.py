"""What a hand or position looks like to the one who knows only its seat.

Each function of a game returns a dict, or numpy arrays for hold'em's evaluator; `table=True` returns the text of
`croupier analyze` instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _croupier as _c

__all__ = [
    "big_two",
    "daifugo",
    "go",
    "holdem_cards",
    "holdem_category",
    "holdem_equity",
    "holdem_evaluate",
    "holdem_evaluate_all",
    "holdem_hands",
    "holdem_range",
    "holdem_strength",
]

Range = str | NDArray[np.float64]
"""Text such as `QQ+,AKs:0.5` or `AhKh`, or weights: float64 (1326,) in the order of `holdem_hands()`."""


def big_two(hand: str, field: str | None = None, *, profile: str | None = None, table: bool = False, **switches: Any) -> Any:
    """All plays of a hand by kind with what they beat, those that answer `field`, the fewest plays that empty it.

    >>> from croupier import analysis
    >>> analysis.big_two("3d 4d 5c 6h 7s 7h 2s", field="4s")["fewest"]
    ['7h 7s', '3d 4d 5c 6h 2s']
    """
    data, text = _c.big_two(hand, field, profile, **switches)
    return text if table else data


def daifugo(
    at: _c.Env | dict[str, Any],
    *,
    enumerate: bool = False,
    profile: str | None = None,
    table: bool = False,
    **switches: Any,
) -> Any:
    """The ledger of the seat to move of an environment, or of a view (a dict; `profile` and switches say which rules), who may
    answer, and the exact risk of every legal play. `enumerate` also counts risks out where there are few placements."""
    data, text = _c.daifugo(at, enumerate, profile, **switches)
    return text if table else data


def go(env: _c.Env, *, bot: str = "mcts", most: int = 10, table: bool = False) -> Any:
    """The `most` best candidates of a search with visits, value, prior and variation, and who will own what."""
    data, text = _c.go(env, bot, most)
    return text if table else data


def holdem_equity(
    players: Sequence[Range], board: str = "", *, samples: int | None = None, seed: int = 0
) -> list[dict[str, float]]:
    """`equity win tie lose error` of each player: two exactly, more (or with `samples`) by sampling, `error` the standard error.

    >>> from croupier import analysis
    >>> round(analysis.holdem_equity(["AcAd", "KhKs"])[0]["equity"], 6)
    0.812555
    """
    result: list[dict[str, float]] = _c.holdem_equity(players, board, samples, seed)
    return result


def holdem_strength(
    hand: str, board: str, opponents: Range | Sequence[Range] | None = None, *, samples: int = 100_000, seed: int = 0
) -> dict[str, Any]:
    """Against one opponent (all hands alike by default): `ahead tied behind hs ppot npot ehs equity moves`, exact. Against several:
    `hs error`, sampled."""
    if opponents is None:
        opponents = np.ones(1326)
    rows = opponents if isinstance(opponents, (list, tuple)) else [opponents]
    result: dict[str, Any] = _c.holdem_strength(hand, board, rows, samples, seed)
    return result


def holdem_range(text: Range) -> NDArray[np.float64]:
    """The weights of a range: float64 (1326,) in the order of `holdem_hands()`."""
    return _c.holdem_range(text)


def holdem_hands() -> list[str]:
    """The 1,326 hands in the order of weights."""
    return _c.holdem_hands()


def holdem_cards(text: str) -> NDArray[np.int64]:
    """The indices of cards, 4 x rank (from the deuce) + suit (clubs, diamonds, hearts, spades): int64 (cards,)."""
    return np.array(_c.holdem_cards(text), np.int64)


def holdem_evaluate(cards: NDArray[np.int64]) -> NDArray[np.uint16]:
    """The value of each row of int64 (n, 5 to 7) card indices: uint16 (n,), 7462 the royal flush, equal values tie."""
    return _c.holdem_evaluate(cards)


def holdem_evaluate_all(board: str) -> NDArray[np.int16]:
    """The value of every hand on a board of 3 to 5 cards: int16 (1326,), 32767 where a card lies on the board."""
    return _c.holdem_evaluate_all(board)


def holdem_category(cards: str) -> str:
    """The name of what 5 to 7 cards are."""
    return _c.holdem_category(cards)
