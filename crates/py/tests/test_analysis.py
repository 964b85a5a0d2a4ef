"""Analysis from Python, against values known from rules or from elsewhere."""

import itertools

import croupier
import numpy as np
import pytest
from conftest import make, play
from croupier import analysis


def test_big_two_lists_plays_and_answers():
    found = analysis.big_two("3d 4d 5c 6h 7s 7h 2s", field="4s")
    # Seven singles, the pair of 7s, 34567 with either 7, and 23456.
    assert found["counts"] == {"single": 7, "pair": 1, "straight": 3}
    assert found["legal"] == ["5c", "6h", "7h", "7s", "2s", "pass"]
    assert "fewest plays 2" in analysis.big_two("3d 4d 5c 6h 7s 7h 2s", table=True)


def test_daifugo_ledger_balances_and_risks_agree_with_enumeration(rng):
    env = croupier.make("daifugo", deals=1)
    env.reset(1)
    checked = 0
    while not env.over:
        view = env.view()
        found = analysis.daifugo(env, enumerate=True)
        assert found == analysis.daifugo(view, enumerate=True, deals=1)
        for play_ in found["plays"]:
            assert 0 <= play_["risk"] <= 1 and (play_["risk"] == 0) == play_["holds"]
            if play_["enumerated"] is not None:
                checked += 1
                assert play_["enumerated"] == pytest.approx(play_["risk"], abs=1e-9)
        play(env, rng, most=7)
    assert checked > 0


def test_holdem_equities_are_the_published_ones():
    # Aces against the black kings, all 1,712,304 boards: 1,388,072 won, 6,538 split.
    first, second = analysis.holdem_equity(["AcAd", "KhKs"])
    assert first["win"] == pytest.approx(1_388_072 / 1_712_304) and first["tie"] == pytest.approx(6_538 / 1_712_304)
    assert first["equity"] + second["equity"] == pytest.approx(1)
    rows = analysis.holdem_equity(["AcAd", "KhKs", "QQ"], samples=20_000, seed=3)
    assert sum(r["equity"] for r in rows) == pytest.approx(1) and 0.6 < rows[0]["equity"] < 0.75
    assert rows == analysis.holdem_equity(["AcAd", "KhKs", "QQ"], samples=20_000, seed=3)


def test_holdem_strength_is_that_of_the_paper():
    # Billings and others (1998), A♦Q♣ on 3♥4♣J♥ against a random hand.
    found = analysis.holdem_strength("AdQc", "3h4cJh")
    assert (found["ahead"], found["tied"], found["behind"]) == (628, 9, 444)
    assert round(found["hs"], 3) == 0.585
    weights = analysis.holdem_range("AA,KK:0.5")
    assert weights.sum() == 6 + 3 and weights.shape == (1326,) and weights.dtype == np.float64
    assert analysis.holdem_strength("AdQc", "3h4cJh", weights) == analysis.holdem_strength("AdQc", "3h4cJh", "AA,KK:0.5")
    two = analysis.holdem_strength("AdQc", "3h4cJh", [np.ones(1326), np.ones(1326)], samples=20_000)
    assert abs(two["hs"] - 0.585**2) < 0.02


def test_the_evaluator_counts_the_hands_of_five_cards():
    hands = np.array(list(itertools.combinations(range(52), 5)), np.int64)
    values = analysis.holdem_evaluate(hands)
    assert values.dtype == np.uint16 and len(values) == 2_598_960
    # Straight flushes, quads, full houses, flushes, straights, trips, two pairs, pairs, nothing (any textbook).
    tops = np.cumsum([1277, 2860, 858, 858, 10, 1277, 156, 156, 10])
    counts = np.bincount(np.searchsorted(tops, values), minlength=9)
    assert counts.tolist() == [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40]


def test_the_evaluators_agree_over_a_board():
    board = "AhKhQhJh2c"
    values, names = analysis.holdem_evaluate_all(board), analysis.holdem_hands()
    fixed = analysis.holdem_cards(board)
    for i in range(0, 1326, 37):
        own = analysis.holdem_cards(names[i])
        if set(own) & set(fixed):
            assert values[i] == 32767
        else:
            assert values[i] == analysis.holdem_evaluate(np.concatenate([own, fixed])[None])[0]
    assert values[names.index("Th9h") if "Th9h" in names else names.index("9hTh")] == 7462
    assert analysis.holdem_category("AhKhQhJhTh") == "straight flush"


def test_go_search_tells_its_candidates(rng):
    env = make("go")
    env.reset(1)
    play(env, rng, most=4)
    found = analysis.go(env, bot="mcts:playouts=200", most=3)
    assert 0 < len(found["candidates"]) <= 3 and found["playouts"] > 0
    best = found["candidates"][0]
    assert best["variation"][0] == best["move"] and best["move"] in env.legal_texts()
    assert np.array(found["owners"]).shape == (5, 5)
