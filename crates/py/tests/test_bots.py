"""Bots as objects, Python classes as seats, results."""

import subprocess
import sys

import croupier
import pytest
from conftest import SMALL, make, play


def test_every_bot_of_every_game_acts_on_a_view_as_on_the_environment(game, rng):
    env = make(game)
    env.reset(3)
    play(env, rng, most=4)
    if env.over:
        env.reset(4)
    for entry in croupier.describe(game)["bots"]:
        spec = entry["name"]
        if spec in ("mcts", "uct"):
            spec += ":playouts=20"
        if spec == "strategy":  # it needs a solved game's file, and says so
            with pytest.raises(croupier.ConfigError, match="parameter file"):
                croupier.bot(game, spec)
            continue
        one, two = (croupier.bot(game, spec, **SMALL.get(game, {})) for _ in range(2))
        for player in (one, two):
            player.begin(env.turn, seed=5)
        budget = {"nodes": 20}
        assert one.act(env.view(), env.legal_texts(), budget) == two.choose(env, budget), spec


def test_a_python_class_plays_as_the_same_bot_in_rust():
    class First:
        def act(self, view, legal, budget):
            return legal[0].split("..")[0]

    class Place:
        def act(self, view, legal, budget):
            return 0

    for name in ("kuhn", "leduc", "mini-mahjong"):
        rust = croupier.match(name, "first", "random", blocks=40, luck=3)
        for player in (First, Place):
            python = croupier.match(name, player, "random", blocks=40, luck=3)
            assert [b["mean"] for b in python.bots] == [b["mean"] for b in rust.bots]
            assert python.bots[0]["spec"].startswith("python:")


def test_an_exception_is_the_seats_forfeit_with_its_traceback():
    class Faulty:
        def act(self, view, legal, budget):
            return self.think(view)

        def think(self, view):
            raise KeyError("a fault of its own")

    result = croupier.match("leduc", Faulty, "random", blocks=5)
    bot = result.bots[0]
    assert bot["forfeits"] == {"error": 10} and bot["mean"] == -13
    for part in ("Traceback", "in think", "KeyError: 'a fault of its own'", "test_bots.py"):
        assert part in bot["forfeit"]


@pytest.mark.parametrize(
    ("reply", "fault"),
    [("fly", "garbage"), (None, "garbage"), (99, "garbage"), (1.5, "garbage"), ("f", "illegal")],
)
def test_a_reply_that_is_no_legal_action_is_a_forfeit_of_its_kind(reply, fault):
    class Odd:
        def act(self, view, legal, budget):
            return reply if view["seat"] == 0 and not view["rounds"][0] else legal[0]

    result = croupier.match("leduc", Odd, "random", blocks=5)
    assert result.bots[0]["forfeits"] == {fault: 5}


def test_a_class_that_cannot_be_made_or_begun_forfeits():
    class Unmade:
        def __init__(self):
            raise OSError("no weights")

    class Unready:
        def begin(self, seat, seed):
            raise OSError("no seat")

        def act(self, view, legal, budget):
            return 0

    for player, text in ((Unmade, "no weights"), (Unready, "no seat")):
        bot = croupier.match("kuhn", player, "random", blocks=3).bots[0]
        assert sum(bot["forfeits"].values()) == 6 and text in bot["forfeit"]


def test_players_are_told_seat_seed_budget_and_end():
    told = []

    class Told:
        def begin(self, seat, seed):
            told.append(("begin", seat, seed))

        def act(self, view, legal, budget):
            told.append(("act", view["seat"], budget))
            return legal[0]

        def end(self, view, scores):
            told.append(("end", view["seat"], scores))

    croupier.match("kuhn", Told, "random", blocks=1, nodes=7, threads=1)
    assert {t[0] for t in told} == {"begin", "act", "end"}
    assert all(t[2] == {"nodes": 7} for t in told if t[0] == "act")
    assert {t[1] for t in told if t[0] == "begin"} == {0, 1}
    assert all(sum(t[2]) == 0 for t in told if t[0] == "end")


def test_results_are_those_of_the_command_line_whatever_the_threads():
    results = [
        croupier.match("mini-mahjong", "greedy", "tsumogiri", blocks=300, luck=2, deck="test", threads=t)
        for t in (1, 3)
    ]
    for result in results:
        for bot in result.data["bots"]:
            del bot["decision_ms"]
    assert results[0].data == results[1].data
    result = results[0]
    keys = "game profile rules version luck deck blocks episodes stop bots pairs details".split()
    assert all(key in result.data for key in keys)
    assert result.blocks == 300 and result.bots[0]["ci95"][0] > 0
    assert "greedy" in str(result)


def test_frames_have_a_row_for_each_bot_and_pair(tmp_path):
    pytest.importorskip("pandas")
    result = croupier.league("kuhn", "first", "random", "first", blocks=30)
    frame = result.to_frame()
    assert list(frame["spec"]) == ["first", "random", "first"]
    assert (frame["low"] <= frame["mean"]).all() and (frame["mean"] <= frame["high"]).all()
    assert len(result.pairs_frame()) == 3 and len(result.ratings) == 3
    result.to_html(tmp_path / "page.html")
    assert "<svg" in (tmp_path / "page.html").read_text()


def test_compare_pairs_two_bots_on_the_same_luck():
    result = croupier.compare("mini-mahjong", "greedy", "tsumogiri", against="tsumogiri", blocks=200)
    assert len(result.pairs) == 1 and result.pairs[0]["diff"] > 0


def test_python_players_on_many_threads_end_and_give_what_one_thread_gives():
    def make(place):
        class Player:
            def act(self, view, legal, budget):
                return legal[place]

        return Player

    one, two = make(0), make(1)
    results = [croupier.match("kuhn", one, two, blocks=200, threads=t) for t in (1, 4)]
    assert results[0].bots[0]["mean"] == results[1].bots[0]["mean"]
    assert results[0].episodes == 400, "two classes of one name are two entrants"
    assert [b["spec"].endswith("#2") for b in results[0].bots] == [False, True]
    # One class twice is one entrant at two seats: both seatings are the same.
    assert croupier.match("kuhn", one, one, blocks=200).episodes == 200


def test_ctrl_c_stops_a_run():
    code = """
import _thread, threading, croupier
threading.Timer(0.5, _thread.interrupt_main).start()
try:
    croupier.match("mini-mahjong", "greedy2", "greedy", blocks=10**9)
except KeyboardInterrupt:
    print("stopped")
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout == "stopped\n", done.stderr
