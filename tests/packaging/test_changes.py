"""What `CONTRIBUTING.md` says of common changes is enough: each is made in a copy of the package, and works there."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

Change = dict[str, tuple[str, str]]
"""For each file, a text in it and the text that takes its place; a new file has none before. `#2` is a second place."""

FUNCTION: Change = {
    "relgym/read/rddl/functions.py": ('"tanh")', '"tanh", "asinh")'),
    "relgym/runtime/functions.py": ('"tanh": math.tanh,', '"tanh": math.tanh,\n    "asinh": math.asinh,'),
    "relgym/translate/arrays/functions.py": ('"atan": "arctan",', '"atan": "arctan",\n    "asinh": "arcsinh",'),
    "relgym/translate/prolog/equations/values.py": ('"tanh")', '"tanh", "asinh")'),
}

FUNCTION_TRIED = """
import math
import relgym
from relgym.backends.registry import available
from relgym.envs import RDDLVectorEnv

DOMAIN = '''domain bend {
    pvariables { x : { state-fluent, real, default = 3.0 }; push : { action-fluent, bool, default = false }; };
    cpfs { x' = asinh[x]; };
    reward = x;
}'''
INSTANCE = '''non-fluents none { domain = bend; }
instance bend_1 { domain = bend; non-fluents = none; max-nondef-actions = 1; horizon = 3; discount = 1.0; }'''
for engine in available():
    env = relgym.make(relgym.Text(DOMAIN), relgym.Text(INSTANCE), backend=engine)
    env.reset(seed=0)
    value = float(env.step({"push": 0})[0]["x"])
    assert math.isclose(value, math.asinh(3.0)), (engine, value)
envs = RDDLVectorEnv(relgym.Text(DOMAIN), relgym.Text(INSTANCE), 2)
envs.reset(seed=0)
values = envs.step(envs.action_space.sample())[0]["x"]
assert all(math.isclose(value, math.asinh(3.0)) for value in values.ravel()), values
"""

WRAPPER: Change = {
    "relgym/envs/wrappers/shouted.py": (
        "",
        '''"""Observations as text in capitals."""

from __future__ import annotations

from typing import Any

from relgym.envs.pddl.observations import FactText
from relgym.envs.wrappers.text import TextObservation


class ShoutedObservation(TextObservation):
    """A `TextObservation` in capitals."""

    def observation(self, observation: Any) -> Any:
        return super().observation(observation).upper()
''',
    ),
    "relgym/envs/__init__.py": (
        '_HOMES = {\n    "ActionSpace"',
        '_HOMES = {\n    "ShoutedObservation": "wrappers.shouted",\n    "ActionSpace"',
    ),
    "relgym/data/trajectories/forms.py": (
        '        "text": PDDLForm(',
        '        "shouted": PDDLForm((ShoutedObservation,), numbered=False),\n        "text": PDDLForm(',
    ),
    "relgym/data/trajectories/forms.py#2": (
        "from relgym.envs.wrappers.text import TextObservation\n",
        "from relgym.envs.wrappers.shouted import ShoutedObservation\n"
        "from relgym.envs.wrappers.text import TextObservation\n",
    ),
}

WRAPPER_TRIED = """
import gymnasium, relgym
from relgym.data.trajectories.forms import form_named
from relgym.envs import ShoutedObservation

env = ShoutedObservation(gymnasium.make("relgym/Blocks-v0"))
text, _ = env.reset(seed=0)
assert "(CLEAR B1)" in text, text
assert form_named("shouted", "pddl") is not None
"""

LINT: Change = {
    "relgym/diagnostics.py": ('    "W301"', '    "W208": "an action with a long name",\n    "W301"'),
    "relgym/lint/domain.py": (
        "def _unused_names(",
        """def _long_names(domain: Domain) -> Iterator[Diagnostic]:
    for action in domain.actions:
        if len(action.name) > 30:
            yield _warning("W208", f"the action '{action.name}' has a long name", action.span, "take a shorter one")


def _unused_names(""",
    ),
    "relgym/lint/domain.py#2": (
        "        *_unused_variables(domain),",
        "        *_unused_variables(domain),\n        *_long_names(domain),",
    ),
}

LINT_TRIED = """
import relgym

NAME = "x" * 31
TEXT = f"(define (domain d) (:predicates (p)) (:action {NAME} :parameters () :precondition (p) :effect (not (p))))"
found = relgym.diagnose(relgym.Text(TEXT))
assert "W208" in [each.code for each in found], found
"""


@pytest.mark.parametrize(
    ("row", "change", "tried"),
    [
        ("a function of RDDL", FUNCTION, FUNCTION_TRIED),
        ("a wrapper", WRAPPER, WRAPPER_TRIED),
        ("a lint", LINT, LINT_TRIED),
    ],
)
def test_a_change_touches_the_files_that_are_named(row: str, change: Change, tried: str, tmp_path: Path) -> None:
    for part in ("relgym", "kb", "domains"):
        shutil.copytree(ROOT / part, tmp_path / part, ignore=shutil.ignore_patterns("__pycache__"), symlinks=True)
    for name, (before, after) in change.items():
        file = tmp_path / name.partition("#")[0]
        text = file.read_text("utf-8") if before else ""
        assert text.count(before) == 1, name
        file.write_text(text.replace(before, after), "utf-8")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", tried], env=environment, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    # The table names the folder of each file that the change touches.
    [line] = re.findall(rf"^\| {row} .*$", (ROOT / "CONTRIBUTING.md").read_text("utf-8"), re.MULTILINE)
    named = re.findall(r"`([\w/.]+)`", line)
    for name in change:
        inside = name.partition("#")[0].removeprefix("relgym/")
        assert any(inside.startswith(each.removeprefix("relgym/")) for each in named), (name, named)
