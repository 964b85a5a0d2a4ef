"""Every kind of bad input for every game, each in an interpreter of its own: an exception of the hierarchy, and it lives on."""

import inspect
import subprocess
import sys
import textwrap

import pytest
from conftest import SMALL, begin

START = """
import pickle, random, sys
import numpy as np
import croupier
game, small = {game!r}, {small!r}
env = croupier.make(game, **small)
{begin}
begin(env, 1)
def finish():
    rng = random.Random(1)
    while not env.over:
        env.step(rng.choice(env.legal_actions()))
def vec():
    v = croupier.vec(game, 4, **small)
    b = v.buffers()
    v.reset(1, b)
    return v, b, v.sample(np.zeros(4, np.int64))
def refused(kind, call, *parts):
    try:
        call()
    except croupier.CroupierError as error:
        assert isinstance(error, getattr(croupier, kind)), (type(error), error)
        assert isinstance(error, (ValueError, RuntimeError))
        for part in parts:
            assert part in str(error), (part, str(error))
        if error.field is not None:
            assert error.value is not None and error.allowed is not None
        pickle.loads(pickle.dumps(error))
    else:
        raise AssertionError("nothing was refused")
"""

KINDS = {
    "illegal_action": """
        for wrong in (-1, env.num_actions, 2**70, None, 1.0, "fly", b"0", [], True, float("nan")):
            before = env.events
            refused("IllegalActionError", lambda: env.step(wrong), "action")
            assert env.events == before
        legal = set(env.legal_actions())
        other = next((i for i in range(env.num_actions) if i not in legal), None)
        if other is not None:
            refused("IllegalActionError", lambda: env.step(other), "action", "is not allowed")
        v, b, chosen = vec()
        chosen[2] = -1
        refused("IllegalActionError", lambda: v.step(chosen, b), "environment 2")
        env.step(env.legal_actions()[0])
    """,
    "step_after_the_end": """
        finish()
        for action in (0, env.num_actions - 1, "pass"):
            refused("EpisodeOverError", lambda: env.step(action), "over")
        refused("EpisodeOverError", lambda: env.observe())
        refused("EpisodeOverError", lambda: env.view())
        refused("EpisodeOverError", lambda: env.determinize(seed=1))
        assert env.legal_actions() == [] and env.legal_texts() == [] and not env.action_mask().any()
        assert env.observe(0).shape == env.observation_shape
        env.reset(1)
    """,
    "bad_seed": """
        for wrong in (-1, 2**64, "1", 1.0, 1.5, True, b"1", [1], np.float32(1), float("inf")):
            refused("SeedError", lambda: env.reset(wrong), "seed", "0 to 18446744073709551615")
            refused("SeedError", lambda: env.reluck(wrong), "seed")
            refused("SeedError", lambda: env.determinize(seed=wrong), "seed")
            v, b, chosen = vec()
            refused("SeedError", lambda: v.reset(wrong, b), "seed")
            refused("SeedError", lambda: croupier.match(game, *["first"] * env.seats, luck=wrong, **small), "luck")
            refused("SeedError", lambda: croupier.bot(game, "first", seed=wrong, **small), "seed")
            refused("SeedError", lambda: croupier.aec_env(game, **small).reset(seed=wrong))
            refused("SeedError", lambda: croupier.gym_env(game, **small).reset(seed=wrong))
        for right in (0, 2**64 - 1, np.uint64(2**63 + 5), np.int32(3)):
            env.reset(right)
            assert env.seed == int(right)
    """,
    "unknown_names": """
        refused("ConfigError", lambda: croupier.make(game + "x"), "did you mean `" + game + "`")
        refused("ConfigError", lambda: croupier.make(""), "unknown game")
        refused("ConfigError", lambda: croupier.vec(game[:-1], 1), "did you mean")
        refused("ConfigError", lambda: croupier.make(game, "nosuch"), "unknown profile")
        refused("ConfigError", lambda: croupier.bot(game, "randon"), "did you mean `random`")
        refused("ConfigError", lambda: croupier.match(game, "fisrt", "first"), "did you mean `first`")
        refused("ConfigError", lambda: croupier.match(game, "first", "first", block=5), "did you mean `blocks`")
        refused("ConfigError", lambda: croupier.describe("chess"), "unknown game")
        refused("ConfigError", lambda: croupier.make(game, nosuch=1), "unknown switch `nosuch`")
        for switch in croupier.describe(game)["switches"]:
            key = switch["key"]
            refused("ConfigError", lambda: croupier.make(game, **{key + "x": 1}), "did you mean")
    """,
    "bad_configuration": """
        for switch in croupier.describe(game)["switches"]:
            for wrong in (object(), None, {}, [1], "\\x00", -(10**30)):
                refused("ConfigError", lambda: croupier.make(game, **{switch["key"]: wrong}), switch["key"])
        refused("ConfigError", lambda: croupier.make(game, fractions=[0.5, 0.5]), "fractions")
        refused("ConfigError", lambda: croupier.vec(game, 0), "n: `0`")
        refused("ConfigError", lambda: croupier.vec(game, 1.5), "n: `1.5`")
        refused("ConfigError", lambda: croupier.vec(game, 2, threads=0), "threads")
        refused("ConfigError", lambda: croupier.vec(game, 2, actions="texts"), "index or choice")
        refused("ConfigError", lambda: env.observe(env.seats), "seat")
        refused("ConfigError", lambda: env.view(-1), "seat")
        refused("ConfigError", lambda: env.render("0"), "seat")
        first = ["first"] * env.seats
        refused("ConfigError", lambda: croupier.match(game, "first", **small), "seats")
        refused("ConfigError", lambda: croupier.match(game, *first[1:], 7, **small), "bot")
        for key, wrong in (("blocks", 0), ("blocks", 1.5), ("deck", "prod"), ("threads", 0), ("series", 0),
                           ("seatings", "none"), ("sprt", "low"), ("nodes", 0), ("time", -1)):
            refused("ConfigError", lambda: croupier.match(game, *first, **small, **{key: wrong}), key)
        refused("ConfigError", lambda: croupier.match(game, *first, nodes=1, time=1, **small), "nodes, time")
        refused("ConfigError", lambda: croupier.gym_env(game, seat=99, **small), "seat")
        refused("ConfigError", lambda: croupier.gym_env(game, on_illegal="ignore", **small), "on_illegal")
        refused("ConfigError", lambda: croupier.gym_env(game, opponents=["first"] * 9, **small), "opponents")
        refused("ConfigError", lambda: croupier.aec_env(game, render_mode="rgb_array", **small), "render_mode")
    """,
    "wrong_shape": """
        v, b, chosen = vec()
        shape = env.observation_shape
        refused("ArrayError", lambda: env.observe(out=np.zeros((*shape, 1), np.float32)), "out")
        refused("ArrayError", lambda: env.observe(out=np.zeros(shape[0] + 1, np.float32)), "out")
        for name in croupier.Buffers.__slots__:
            array = getattr(b, name)
            if array is not None and name != "features":
                setattr(b, name, np.zeros((array.shape[0] + 1, *array.shape[1:]), array.dtype))
                refused("ArrayError", lambda: v.step(chosen, b), name, "(4")
                setattr(b, name, array)
        for wrong in (chosen[:3], chosen[None], np.zeros(0, np.int64)):
            refused("ArrayError", lambda: v.step(wrong, b), "actions", "(4)")
        v.step(chosen, b)
    """,
    "wrong_dtype": """
        v, b, chosen = vec()
        refused("ArrayError", lambda: env.observe(out=np.zeros(env.observation_shape)), "out", "float32")
        refused("ArrayError", lambda: env.observe(out=[0.0]), "out", "list")
        for name in croupier.Buffers.__slots__:
            array = getattr(b, name)
            if array is not None:
                setattr(b, name, array.astype(np.complex64))
                refused("ArrayError", lambda: v.step(chosen, b), name, "complex64")
                setattr(b, name, "text")
                refused("ArrayError", lambda: v.step(chosen, b), name, "str")
                setattr(b, name, array)
        for wrong in (chosen.astype(np.int32), chosen.astype(float), chosen.tolist(), None):
            refused("ArrayError", lambda: v.step(wrong, b), "actions", "int64")
        v.step(v.sample(chosen), b)
    """,
    "wrong_order": """
        v, b, chosen = vec()
        wide = np.zeros((2 * env.observation_shape[0], *env.observation_shape[1:]), np.float32)[::2]
        refused("ArrayError", lambda: env.observe(out=wide), "out", "not C-contiguous")
        b.observation = np.zeros(b.observation.shape[::-1], np.float32).T
        refused("ArrayError", lambda: v.step(chosen, b), "observation", "not C-contiguous")
        v, b, chosen = vec()
        refused("ArrayError", lambda: v.step(np.zeros(8, np.int64)[::2], b), "actions", "not C-contiguous")
        b.scores.flags.writeable = False
        refused("ArrayError", lambda: v.step(chosen, b), "scores", "writable")
        v, b, chosen = vec()
        # One memory under two names.
        memory = np.zeros(4 * max(8, b.reward.nbytes // 4 + 8), np.int8)
        b.seat, b.done = memory[:4], memory[:4].view(np.bool_)
        refused("ArrayError", lambda: v.step(chosen, b), "shares no memory")
    """,
    "unpickling_garbage": """
        from croupier._croupier import restore
        good = env.__reduce__()[1][0]
        assert restore(good).view(0) == env.view(0)
        rng = random.Random(1)
        for wrong in (None, "text", 7, b"", b"{}", b"null", b"\\xff\\xfe", good[:-1], good + b"x", bytearray(good)):
            refused("DataError", lambda: restore(wrong), "pickle")
        for old, new in ((b'"rules":', b'"rules":9'), (b'"events":[', b'"events":["* nothing",'),
                         (b'"events":[', b'"events":["9 fly",'), (b'"game":"', b'"game":"x'),
                         (b'"fingerprint":', b'"fingerprint":1'), (b'"croupier":1', b'"croupier":2'),
                         (b'"base":"start"', b'"base":{"view":{"view":{},"seed":1}}')):
            assert old in good
            refused("DataError", lambda: restore(good.replace(old, new, 1)))
        world = env.determinize(seed=1).__reduce__()[1][0]
        for data in (good, world):
            for _ in range(300):
                at = rng.randrange(len(data))
                try:
                    restore(data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :]).view(0)
                except croupier.DataError:
                    pass
        hostile = b"ccroupier._croupier\\nrestore\\n(Vjunk\\ntR."
        refused("DataError", lambda: pickle.loads(hostile), "pickle")
    """,
    "garbage_views": """
        bot = croupier.bot(game, "random", **small)
        view, rng = env.view(), random.Random(1)
        for wrong in (None, 1, "view", [], {}, {"seat": 0}, {"seat": "x"}, {1: 2}, {"seat": object()}):
            refused("DataError", lambda: bot.act(wrong), "view")
            refused("DataError", lambda: env.at_view(wrong, seed=1), "view")
        deep = []
        for _ in range(100_000):
            deep = [deep]
        refused("DataError", lambda: bot.act({"seat": 0, "x": deep}), "view")
        def bend(value):
            if isinstance(value, list) and value:
                yield from (value[1:], value + value[:1], value[::-1])
                yield from ([new, *value[1:]] for new in bend(value[0]))
            elif isinstance(value, dict):
                yield from ({**value, k: new} for k in value for new in bend(value[k]))
            elif type(value) is int:
                yield from (value + 1, value - 1, 255)
            elif type(value) is bool:
                yield not value
            yield from (None, -1, 4, 10**30, "x", [], {}, 1.5, [[]])
        for _ in range(12):
            if env.over:
                break
            env.step(rng.choice(env.legal_actions()))
        if env.over:
            begin(env, env.seed + 1)
        view, taken = env.view(), 0
        for key in view:
            for value in bend(view[key]):
                try:
                    world = env.at_view({**view, key: value}, seed=1)
                    taken += 1
                    for _ in range(200):
                        if world.over:
                            break
                        world.observe(), world.view(), world.render()
                        world.step(rng.choice(world.legal_actions()))
                    bot.act({**view, key: value})
                except croupier.CroupierError:
                    pass
        print("made-up views that some table shows:", taken, file=sys.stderr)
        refused("DataError", lambda: bot.act({**view, "seat": 99}), "seat")
        refused("IllegalActionError", lambda: bot.act(view, ["fly"]), "legal")
        refused("ConfigError", lambda: bot.act(view, None, {"hours": 1}), "budget")
        refused("ConfigError", lambda: bot.act(view, None, {"seconds": -1}), "budget")
        refused("ConfigError", lambda: bot.begin(99), "seat")
        assert bot.act(view, env.legal_texts())
        finish()
        refused("EpisodeOverError", lambda: bot.choose(env), "over")
    """,
}


@pytest.mark.parametrize("kind", KINDS)
def test_bad_input_is_an_exception_and_the_interpreter_lives(game, kind):
    start = START.format(game=game, small=SMALL.get(game, {}), begin=inspect.getsource(begin))
    code = start + textwrap.dedent(KINDS[kind]) + "\nprint('alive')\n"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stdout) == (0, "alive\n"), done.stderr[-3000:]


def test_games_are_not_mixed_up():
    import croupier
    from croupier import analysis

    leduc = croupier.make("leduc")
    with pytest.raises(croupier.ConfigError, match="an environment of kuhn"):
        croupier.bot("kuhn", "first").choose(leduc)
    with pytest.raises(croupier.ConfigError, match="an environment of go"):
        analysis.go(leduc)
    with pytest.raises(croupier.ConfigError, match="an environment of daifugo"):
        analysis.daifugo(leduc)
    with pytest.raises(croupier.ConfigError, match="no features"):
        leduc.features()


def test_analysis_refuses_what_it_cannot_read():
    import croupier
    import numpy as np
    from croupier import analysis

    for call, part in (
        (lambda: analysis.big_two("3d 4x"), "position 5"),
        (lambda: analysis.big_two("3d", field="4d 5d"), "no play"),
        (lambda: analysis.holdem_equity(["AcAd"]), "players"),
        (lambda: analysis.holdem_equity(["AcAd", "AcKd"]), "possible"),
        (lambda: analysis.holdem_equity(["AcAd", "QQx"]), "players"),
        (lambda: analysis.holdem_equity(["AA", "KK"], board="Ah"), ""),
        (lambda: analysis.holdem_strength("AdQc", "3h4c"), "board"),
        (lambda: analysis.holdem_strength("Ad", "3h4cJh"), "hand"),
        (lambda: analysis.holdem_range(np.zeros(5)), "range"),
        (lambda: analysis.holdem_range(-np.ones(1326)), "weight"),
        (lambda: analysis.holdem_evaluate(np.zeros((2, 5), np.int64)), "twice"),
        (lambda: analysis.holdem_evaluate(np.zeros((2, 4), np.int64)), "cards"),
        (lambda: analysis.holdem_evaluate(np.array([[0, 1, 2, 3, 52]])), "row 0"),
        (lambda: analysis.holdem_evaluate([[0, 1, 2, 3, 4]]), "numpy"),
        (lambda: analysis.holdem_cards("Ax"), "card"),
        (lambda: analysis.go(croupier.make("go"), bot="random"), "mcts"),
    ):
        if part == "":
            call()  # a board of one card is allowed
            continue
        with pytest.raises(croupier.CroupierError, match=part):
            call()


def test_a_game_without_decisions_is_refused_where_it_would_never_begin():
    import croupier

    # Four tiles of one kind: every hand of a pair is complete at its first draw.
    switches = {"tiles": "1m", "sets": 0, "pair": 1}
    env = croupier.make("mini-mahjong", **switches)
    for luck in range(20):
        env.reset(luck)
        assert env.over, "the test's configuration has decisions"
    with pytest.raises(croupier.ConfigError, match="no decision"):
        croupier.vec("mini-mahjong", 2, **switches)
    for make in (croupier.aec_env, croupier.gym_env):
        with pytest.raises(croupier.ConfigError, match="had none"):
            make("mini-mahjong", **switches).reset(seed=1)
