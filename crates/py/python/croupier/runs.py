"""Matches, comparisons and leagues, with the evidence that the command line gives."""

from __future__ import annotations

from os import PathLike

from ._croupier import describe, run
from .errors import ArgumentError, one_of, refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Player = str | Callable[[], Any]

__all__ = ["Result", "compare", "league", "match"]


class Result:
    """What a run says: the object that `croupier match --json` prints.

    Its keys are attributes: `game profile rules version config kind deck luck blocks episodes series stop bots pairs details
    warnings`. `bots` is a list of dict (`spec mean ci95 wins draws losses places forfeits decision_ms`), `pairs` of dict
    (`a b diff ci95`). `str(result)` is the table.
    """

    def __init__(self, data: dict[str, Any], text: str, page: str) -> None:
        self.data = data
        self._text = text
        self._page = page

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name == "data":
            raise AttributeError(name)
        try:
            return self.data[name]
        except KeyError:
            raise AttributeError(f"a result has no `{name}`; it has {', '.join(self.data)}") from None

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.data]

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<croupier.Result {self.data['kind']} {self.data['game']}, {self.data['blocks']} blocks>"

    def to_json(self) -> str:
        """The result as one JSON object."""
        import json

        return json.dumps(self.data)

    def to_html(self, file: str | PathLike[str]) -> None:
        """Writes the result as one self-contained page with plots."""
        try:
            if not isinstance(file, (str, PathLike)):
                raise TypeError("a number would be a file that is open already")
            with open(file, "w", encoding="utf-8") as page:
                page.write(self._page)
        except (TypeError, ValueError) as error:
            raise refusal(ArgumentError, "file", file, "a path") from error

    def to_frame(self) -> Any:
        """A pandas DataFrame, a row for each bot: `spec episodes mean low high wins draws losses` and forfeits by kind."""
        rows = []
        for bot in self.data["bots"]:
            keys = ("spec", "episodes", "mean", "wins", "draws", "losses")
            row = {key: bot[key] for key in keys}
            row["low"], row["high"] = bot["ci95"]
            row["forfeits"] = sum(bot.get("forfeits", {}).values())
            rows.append(row)
        return _frame(rows)

    def pairs_frame(self) -> Any:
        """A pandas DataFrame, a row for each pair of bots: `a b diff low high`."""
        bots = self.data["bots"]
        rows = [
            {
                "a": bots[p["a"]]["spec"],
                "b": bots[p["b"]]["spec"],
                "diff": p["diff"],
                "low": p["ci95"][0],
                "high": p["ci95"][1],
            }
            for p in self.data["pairs"]
        ]
        return _frame(rows)


def _frame(rows: list[dict[str, Any]]) -> Any:
    from importlib import import_module

    return import_module("pandas").DataFrame(rows)


_OPTIONS = ("blocks", "luck", "deck", "series", "seatings", "sprt", "nodes", "time", "threads")


def _run(kind: str, game: str, bots: list[Player], profile: str | None, given: dict[str, Any]) -> Result:
    import json

    options = {key: given[key] for key in _OPTIONS if key in given}
    switches = {key: value for key, value in given.items() if key not in _OPTIONS}
    known = [*_OPTIONS, *(switch["key"] for switch in describe(game)["switches"])]
    for key in switches:
        one_of("option", key, known)
    text, table, page = run(kind, game, bots, profile, switches, options)
    return Result(json.loads(text), table, page)


def match(game: str, *bots: Player, profile: str | None = None, **options: Any) -> Result:
    """Bots at one table, every distinct seating of each luck.

    A bot is a spec, or a class (or function) that makes an object with `act(view, legal, budget)`: `view` is a dict, `legal` a
    list of texts, `budget` None, {"nodes": n} or {"seconds": x}; it returns an action's text or its place in `legal`.
    `begin(seat, seed)` and `end(view, scores)` are called where they are defined. One object plays a series. An exception is
    that seat's forfeit, and the first one's traceback is kept in `Result.bots[i]["forfeit"]`.

    Options, as on the command line: `blocks` (1000), `luck` (1), `deck` ("dev" or "test"), `series`, `seatings`, `sprt`,
    `nodes` or `time` (ms) a decision, `threads` (all cores). Other keywords are switches of the rules.

    >>> import croupier
    >>> croupier.match("mini-mahjong", "greedy", "tsumogiri", blocks=2000).pairs[0]["ci95"][0] > 0
    True
    """
    return _run("match", game, list(bots), profile, options)


def compare(
    game: str, a: Player, b: Player, *, against: Player | list[Player], profile: str | None = None, **options: Any
) -> Result:
    """Two bots in turn against the same opponents on the same luck: the paired difference. Options as `match`."""
    others = list(against) if isinstance(against, (list, tuple)) else [against]
    return _run("compare", game, [a, b, *others], profile, options)


def league(game: str, *bots: Player, profile: str | None = None, **options: Any) -> Result:
    """Every selection of the bots: pairs and ratings. Options as `match`."""
    return _run("league", game, list(bots), profile, options)
