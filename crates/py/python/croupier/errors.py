"""The exceptions of the package: one hierarchy, rooted at `CroupierError`.

Each carries what was refused: `field`, `value` and `allowed`, all text, or None where the message says it all.
"""

from __future__ import annotations

from reprlib import Repr

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "ArgumentError",
    "ArrayError",
    "BotError",
    "ConfigError",
    "CroupierError",
    "DataError",
    "EpisodeOverError",
    "IllegalActionError",
    "RunError",
    "SeedError",
]


class CroupierError(Exception):
    """Anything that this package refuses."""

    def __init__(
        self, message: str, field: str | None = None, value: str | None = None, allowed: str | None = None
    ) -> None:
        super().__init__(message, field, value, allowed)
        self.message = message
        self.field = field
        self.value = value
        self.allowed = allowed

    def __str__(self) -> str:
        return self.message


class ConfigError(CroupierError, ValueError):
    """A game, profile, switch, bot spec, seat or option that is refused; names the nearest known."""


class ArgumentError(ConfigError, TypeError):
    """An argument of another type than it takes."""


class IllegalActionError(CroupierError, ValueError):
    """An action that is not legal here, or no action at all; nothing has happened."""


class EpisodeOverError(CroupierError, RuntimeError):
    """Something asked of an episode that is over."""


class SeedError(CroupierError, ValueError):
    """A seed that is no whole number from 0 to 2**64 - 1."""


class ArrayError(CroupierError, ValueError):
    """An array of the wrong kind, type, shape, order, or shared with another."""


class DataError(CroupierError, ValueError):
    """A pickle or view that is none, or of other rules."""


class BotError(CroupierError, RuntimeError):
    """A bot that failed at a decision."""


class RunError(CroupierError, RuntimeError):
    """A match, comparison or league that failed."""


_BRIEFLY = Repr()
_BRIEFLY.maxlevel = 3
_BRIEFLY.maxstring = _BRIEFLY.maxother = _BRIEFLY.maxlong = 80


def shown(value: object) -> str:
    """How a value looks in messages: its repr, cut short however large, deep or broken it is."""
    try:
        text = _BRIEFLY.repr(value)
    except Exception:
        text = f"a {type(value).__name__}"
    return text if len(text) <= 120 else text[:117] + "..."


def one_of(field: str, value: object, known: Sequence[str]) -> str:
    """The value, where it is one of these texts."""
    if isinstance(value, str) and value in known:
        return value
    if not isinstance(value, str):
        raise refusal(ArgumentError, field, value, ", ".join(known))
    from difflib import get_close_matches

    near = "".join(f", did you mean `{name}`?" for name in get_close_matches(value, known, 1))
    raise refusal(ConfigError, field, value, ", ".join(known) + near)


def refusal(kind: type[CroupierError], field: str, value: object, allowed: str) -> CroupierError:
    """The exception of a value that its field does not take, worded as everywhere."""
    text = value[:120] if isinstance(value, str) else shown(value)
    return kind(f"{field}: `{text}` is not allowed; it takes {allowed}", field, text, allowed)
