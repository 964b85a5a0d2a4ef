"""Every argument of everything public, given what it cannot be: taken, or refused by the hierarchy; never another exception."""

import subprocess
import sys

import pytest

# Each line is a call that works, with `?` where an argument is replaced in turn.
CALLS = """
croupier.make(?"leduc", ?"standard", fractions=?None)
croupier.make("go", ?"13x13", komi=?6.5, ko=?"positional")
croupier.describe(?"leduc")
croupier.bot(?"leduc", ?"random", ?"standard", seed=?3)
croupier.vec(?"leduc", ?4, ?"standard", threads=?1, actions=?"index", fractions=?None)
croupier.aec_env(?"leduc", ?"standard", ?"ansi")
croupier.gym_env(?"leduc", ?0, ?["random"], ?"raise", profile=?"standard", penalty=?-1.0, render_mode=?None)
croupier.match(?"kuhn", ?"first", ?"first", profile=?"standard", blocks=2, luck=?1, deck=?"dev", series=?1, seatings=?"all")
croupier.match("kuhn", "first", "first", blocks=2, sprt=?None, nodes=?None, time=?None, threads=?1)
croupier.compare(?"kuhn", ?"first", ?"first", against=?"first", profile=?"standard", blocks=2)
croupier.league(?"kuhn", ?"first", ?"random", profile=?None, blocks=2)
result.to_html(?file)
env().reset(?1)
env().step(?1)
env().action_text(?1)
env().action_index(?"c")
env().observe(?0, ?np.zeros(44, np.float32))
env().action_mask(?0)
env().view(?0)
env().render(?0)
env().reluck(?1)
env().determinize(?0, seed=?1)
env().at_view(?view, seed=?1)
bot.begin(?0, ?1)
bot.act(?view, ?None, ?None)
bot.choose(?env(), ?None)
v.reset(?1, ?b)
v.step(?v.sample(np.zeros(4, np.int64)), ?b)
v.observe(?b)
v.sample(?np.zeros(4, np.int64))
aec.reset(?1)
aec.observe(?"seat_0")
aec.observation_space(?"seat_0")
aec.action_space(?"seat_0")
aec.step(?1)
gym.reset(seed=?1)
gym.step(?1)
analysis.big_two(?"3d 4d", ?None, profile=?"standard")
analysis.daifugo(?daifugo, enumerate=?False, profile=?None)
analysis.go(?go, bot=?"mcts:playouts=16", most=?3)
analysis.holdem_equity(?["AcAd", "KhKs"], ?"2c3c4c5d", samples=?10, seed=?1)
analysis.holdem_strength(?"AdQc", ?"3h4cJh", ?["KhKs"], samples=?10, seed=?1)
analysis.holdem_range(?"QQ+")
analysis.holdem_cards(?"AcAd")
analysis.holdem_evaluate(?np.array([[0, 1, 2, 3, 4]]))
analysis.holdem_evaluate_all(?"3h4cJh")
analysis.holdem_category(?"AcAd2c3c4c")
""".strip().splitlines()

# What an argument may turn out to be: other types, nothing, numbers beyond every limit, arrays of every wrong kind.
ODD = """
None; True; False; 7; -1; 2**63; 2**64; 2**200; 0.5; nan; inf; 1e300; 1j; ""; "x"; "\\0"; "\\ud800"; "x" * 100_000; b"leduc";
bytearray(8); [None]; []; (); {}; {1: 2}; {"seat": 0}; {"nodes": 0}; {"seconds": nan}; {1}; range(3); object(); object;
Exception("x"); [nan]; ["first"]; [["first"]]; looped; wide; Odd(); Odd; np.float32(1); np.int8(-1); np.uint64(2**63); np.bool_(True);
np.array(1); np.array("leduc"); np.zeros(0, np.int64); np.zeros(4); np.zeros(4, np.int32); np.zeros(4, ">i8"); np.zeros(44, ">f4");
np.zeros(8, np.int64)[::2]; np.zeros(88, np.float32)[::2]; np.zeros((4, 44), np.float32, "F"); np.zeros(4, object);
np.zeros(177, np.int8)[1:].view(np.float32); np.zeros(33, np.int8)[1:].view(np.int64); frozen(np.zeros(44, np.float32));
frozen(np.zeros(4, np.int64)); np.full(4, 2**62); np.zeros((2, 5), np.int64); np.full((1, 5), -1); np.full(1326, nan);
np.full(1326, -1.0); np.full(1326, np.inf); np.zeros(1326); np.zeros(1326, np.float32); np.ma.zeros(4, np.int64);
croupier.make("kuhn"); kuhn_buffers; Half(); env(); v; bot; croupier; result
"""

START = """
import pathlib, sys, tempfile, warnings
from math import inf, nan
import numpy as np
import croupier
from croupier import analysis
warnings.simplefilter("ignore")
class Odd:
    def __repr__(self): raise RuntimeError("no repr")
    def __index__(self): raise KeyError("no index")
    def __len__(self): raise KeyError("no len")
    def __iter__(self): raise KeyError("no iter")
    def __getattr__(self, name): raise AttributeError("no " + name)
class Half:
    observation = action_mask = seat = None
def frozen(array):
    array.flags.writeable = False
    return array
looped = []; looped.append(looped)
wide = [0] * 10
for _ in range(30): wide = [wide] * 10
def env():
    made = croupier.make("leduc")
    made.reset(1)
    return made
view, bot = env().view(), croupier.bot("leduc", "random")
v = croupier.vec("leduc", 4)
b = v.buffers(); v.reset(1, b)
kuhn_buffers = croupier.vec("kuhn", 4).buffers()
daifugo, go = croupier.make("daifugo"), croupier.make("go")
result = croupier.match("kuhn", "first", "first", blocks=2)
aec, gym = croupier.aec_env("leduc"), croupier.gym_env("leduc")
file = pathlib.Path(tempfile.mkdtemp()) / "page.html"
def fresh():
    aec.reset(1); gym.reset(seed=1); v.reset(1, b); bot.begin(0)
"""


def arguments(line):
    """The call with each of its arguments replaced by `odd`, one at a time."""
    pieces = line.split("?")
    for i in range(1, len(pieces)):
        depth = 0
        for end, c in enumerate(pieces[i]):
            depth += (c in "([{") - (c in ")]}")
            if depth < 0 or c == "," and depth == 0:
                break
        yield "".join([*pieces[:i], "odd", pieces[i][end:], *pieces[i + 1 :]])


@pytest.mark.parametrize("line", CALLS, ids=lambda line: line.split("(")[0] if "env()" not in line else line[6:].split("(")[0])
def test_a_wrong_argument_is_taken_or_refused_by_the_hierarchy(line, tmp_path):
    code = [START, "import re", f"odds = {[o.strip() for o in ODD.split(';')]!r}", "refused = 0"]
    code.append(f"fresh(); {line.replace('?', '')}")
    for call in arguments(line):
        code.append(f"""
for text in odds:
    odd = eval(text)
    fresh()
    try:
        {call}
    except OSError as error:
        assert 'to_html' in {call!r}, text
    except croupier.CroupierError as error:
        refused += 1
        message = str(error)
        assert message
        if error.field is not None:
            assert error.field in message and error.allowed and len(message) < 3000, (text, message)
    except BaseException as error:
        raise AssertionError({call!r} + " with " + text) from error
""")
    code.append("print('refused', refused)")
    done = subprocess.run([sys.executable, "-c", "\n".join(code)], capture_output=True, text=True, timeout=120, cwd=tmp_path)
    assert done.returncode == 0 and done.stdout.startswith("refused"), done.stderr[-3000:]
    # Whatever an argument takes, most of these it does not.
    assert int(done.stdout.split()[1]) > 20, done.stdout


def test_a_call_that_fits_no_signature_is_pythons_own_error():
    import croupier

    for call, missing in (
        (lambda: croupier.make(), "game"),
        (lambda: croupier.vec("leduc"), "n"),
        (lambda: croupier.make("leduc").step(), "action"),
        (lambda: croupier.bot("leduc"), "spec"),
        (lambda: croupier.compare("leduc", "first", "first"), "against"),
    ):
        with pytest.raises(TypeError, match=missing):
            call()


def test_a_wrong_type_is_a_type_error_too_and_says_what_is_taken():
    import croupier

    with pytest.raises(croupier.ArgumentError, match=r"game: `7` is not allowed; it takes a str") as caught:
        croupier.make(7)
    assert isinstance(caught.value, TypeError) and isinstance(caught.value, croupier.ConfigError)
    assert (caught.value.field, caught.value.value, caught.value.allowed) == ("game", "7", "a str")
