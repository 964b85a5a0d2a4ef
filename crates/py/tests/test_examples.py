"""The examples of the documentation run, and docstrings say what happens."""

import doctest
import pathlib
import subprocess
import sys

import croupier.aec
import croupier.analysis
import croupier.gym
import croupier.runs
import croupier.vector
import pytest

EXAMPLES = pathlib.Path(__file__).parents[1] / "examples"


def run(name, *args):
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / name), *args], capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def code_lines(name):
    body = (EXAMPLES / name).read_text().split('"""')[2]
    return [line for line in body.splitlines() if line.strip()]


def test_a_match_with_its_interval_in_six_lines():
    assert len(code_lines("first_match.py")) <= 6
    assert "95 % interval 0." in run("first_match.py")


def test_a_hand_written_bot_in_twenty_lines_plays():
    assert len(code_lines("own_bot.py")) <= 20
    assert "python:Keeper" in run("own_bot.py")


def test_a_learner_in_numpy_beats_tsumogiri_within_a_minute():
    assert "beats tsumogiri: True" in run("learn_mini_mahjong.py", "30")


@pytest.mark.parametrize(
    "module",
    [croupier, croupier.aec, croupier.analysis, croupier.gym, croupier.runs, croupier.vector],
)
def test_docstrings_say_what_happens(module):
    found = doctest.testmod(module)
    assert found.attempted > 0 and found.failed == 0


def test_import_loads_neither_numpy_nor_frameworks():
    code = "import sys, croupier; print([m for m in ('numpy', 'gymnasium', 'pettingzoo', 'pandas') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "[]\n", done.stdout + done.stderr
