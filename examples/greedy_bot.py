#!/usr/bin/env python3
"""A whole bot for mini mahjong in Python's standard library.

    croupier match mini-mahjong "cmd:python3 examples/greedy_bot.py" tsumogiri --blocks 100

It speaks bot-jsonl version 1 (docs/PROTOCOL.md) and plays like the built-in `greedy`: it keeps the tiles for which most
unseen tiles win; ties discard the drawn tile, then the one held longest. Hands of more than one set seldom wait for
anything, so there it first keeps what is fewest tiles from complete, then what most unseen tiles bring nearer.
"""

import functools
import json
import sys

SUITS = {"m": 9, "p": 9, "s": 9, "z": 7}
NEVER = -99


def tiles_of(text):
    """The number of each tile in play, from text such as `1-9m+67zx3`."""
    counts = {}
    for term in text.split("+"):
        kinds, _, number = term.partition("x")
        ranks, suits = kinds.rstrip("mpsz"), kinds.lstrip("0123456789-")
        numbers = []
        for i, c in enumerate(ranks):
            if i > 0 and ranks[i - 1] == "-":
                numbers.extend(range(numbers[-1] + 1, int(c) + 1))
            elif c != "-":
                numbers.append(int(c))
        for suit in suits:
            for rank in numbers:
                counts[f"{rank}{suit}"] = int(number or 4)
    return counts


@functools.lru_cache(maxsize=1 << 16)
def useful_in_suit(counts, before, earlier, sets, pairs, honours):
    """The most tiles of one suit that belong to exactly so many sets and pairs of it.

    `counts` are the tiles from some rank up; `before` and `earlier` runs began one and two ranks lower.
    """
    if not counts:
        return 0 if (before, earlier, sets, pairs) == (0, 0, 0, 0) else NEVER
    best = NEVER
    for runs in range(1 if honours or len(counts) < 3 else sets + 1):
        for triplets in range(2 if sets > runs else 1):
            for pair in range(pairs + 1):
                need = earlier + before + runs + 3 * triplets + 2 * pair
                if need <= 4:
                    rest = useful_in_suit(counts[1:], runs, before, sets - runs - triplets, pairs - pair, honours)
                    best = max(best, min(counts[0], need) + rest)
    return best


@functools.lru_cache(maxsize=1 << 14)
def useful(counts, sets, pair, honours):
    """All of one suit: the most useful tiles for each number of sets and pairs that it may give the hand."""
    return [
        (s, p, useful_in_suit(counts, 0, 0, s, p, honours)) for s in range(sets + 1) for p in range(pair + 1)
    ]


def missing(counts, sets, pair):
    """How many tiles a hand is from complete, whatever else it holds; `counts` are its tiles, suit by suit."""
    most = {(0, 0): 0}
    for suit, numbers in zip(SUITS, counts):
        reached = {}
        for (s, p), before in most.items():
            for more_s, more_p, here in useful(numbers, sets - s, pair - p, suit == "z"):
                key = (s + more_s, p + more_p)
                reached[key] = max(reached.get(key, NEVER), before + here)
        most = reached
    return 3 * sets + 2 * pair - most[sets, pair]


def changed(counts, tile, by):
    """The counts with `by` more of a tile."""
    rank, suit = int(tile[0]), list(SUITS).index(tile[1])
    numbers = list(counts[suit])
    numbers[rank - 1] += by
    return counts[:suit] + (tuple(numbers),) + counts[suit + 1 :]


def choose(view):
    """The discard, as the text of an action: `5m`, or `5m*` for the tile just drawn."""
    hand, drawn, rules = view["hand"], view["drawn"], view["rules"]
    sets, pair = rules["sets"], rules["pair"]
    unseen = tiles_of(rules["tiles"])
    for tile in hand + [drawn] + [discard.rstrip("*") for river in view["rivers"] for discard in river]:
        unseen[tile] -= 1
    held = tuple((0,) * ranks for ranks in SUITS.values())
    for tile in hand + [drawn]:
        held = changed(held, tile, 1)

    # The drawn tile first, then those held longest: of equals the first is taken.
    choices = []
    for action in [drawn + "*"] + hand:
        kept = changed(held, action[:2], -1)
        choices.append((missing(kept, sets, pair), kept, action))
    nearest = 1 if (sets, pair) == (1, 0) else min(choice[0] for choice in choices)

    def bringing_nearer(choice):
        distance, kept, _ = choice
        if distance > nearest:
            return 0
        return sum(n for t, n in unseen.items() if n > 0 and missing(changed(kept, t, 1), sets, pair) < distance)

    if (sets, pair) != (1, 0):
        choices = [choice for choice in choices if choice[0] == nearest]
    return max(choices, key=bringing_nearer)[2]


def answer(message):
    """The reply to one message, or None where none is due."""
    if message["type"] == "hello":
        if message["version"] != 1 or message["game"] != "mini-mahjong":
            return {"error": "this bot plays mini-mahjong by bot-jsonl version 1"}
        return {"ready": "greedy in Python", "version": "1"}
    if message["type"] == "turn":
        return {"action": choose(message["view"])}
    return None  # series, begin, end: this bot needs no memory and draws no random numbers


def main():
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "quit":
            break
        reply = answer(message)
        if reply is not None:
            print(json.dumps({"id": message["id"], **reply}), flush=True)


if __name__ == "__main__":
    main()
