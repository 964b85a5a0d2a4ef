"""Stubs that mypy accepts, and that say what there is; docstrings everywhere."""

import ast
import inspect
import pathlib
import subprocess
import sys

import croupier
import croupier._croupier as compiled

PACKAGE = pathlib.Path(croupier.__file__).parent

USE = '''
import numpy as np
import croupier

env: croupier.Env = croupier.make("leduc")
turn: int | None = env.reset(1)
env.step(env.legal_actions()[0])
seen: np.ndarray = env.observe(0)
v = croupier.vec("leduc", 8, threads=2)
b = v.buffers()
v.reset(1, b)
v.step(v.sample(np.zeros(8, np.int64)), b)

class Player:
    def act(self, view: dict[str, object], legal: list[str], budget: object) -> str:
        return legal[0]

result: croupier.Result = croupier.match("leduc", Player, "random", blocks=5)
croupier.bot("leduc", "first").act(env.view(0))
'''


def test_mypy_accepts_the_package_and_a_user_of_it(tmp_path):
    user = tmp_path / "user.py"
    user.write_text(USE)
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), "-p", "croupier"]
    for done in (
        subprocess.run(command, capture_output=True, text=True),
        subprocess.run([*command[:-2], str(user)], capture_output=True, text=True),
    ):
        assert done.returncode == 0, done.stdout
    user.write_text(USE + "\nenv.step(1.5)\n")
    wrong = subprocess.run([*command[:-2], str(user)], capture_output=True, text=True)
    assert wrong.returncode == 1 and "arg-type" in wrong.stdout


def test_the_stub_names_what_the_compiled_half_has():
    stub = ast.parse((PACKAGE / "_croupier.pyi").read_text())
    named = {n.name: n for n in stub.body if isinstance(n, (ast.FunctionDef, ast.ClassDef))}
    public = {n for n in dir(compiled) if not n.startswith("_")} - {"GAMES"}
    assert public == set(named)
    for name, node in named.items():
        if isinstance(node, ast.ClassDef):
            methods = {m.name for m in node.body if isinstance(m, ast.FunctionDef) and not m.name.startswith("_")}
            assert methods == {m for m in vars(getattr(compiled, name)) if not m.startswith("_")}, name


def test_everything_public_has_a_docstring():
    for name in croupier.__all__:
        thing = getattr(croupier, name)
        if name in ("GAMES", "__version__"):
            continue
        assert inspect.getdoc(thing), name
        if inspect.isclass(thing):
            for key, member in vars(thing).items():
                if not key.startswith("_") and callable(member) and thing.__module__.startswith("croupier"):
                    overrides = any(hasattr(base, key) for base in thing.__mro__[1:])
                    assert overrides or inspect.getdoc(member), f"{name}.{key}"
