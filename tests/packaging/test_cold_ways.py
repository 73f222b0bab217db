"""The ways of a first call: in how many files of relgym something is called until it returns.

Code that runs as a file is imported does not count, nor do files that are imported and not called.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "relgym"

LIMITS = {"load": 31, "simulator": 65, "step": 18}
"""The largest number of files on each way: reading a task, making its simulator, an environment's first step."""

WALK = """
import json, sys
import gymnasium, relgym
from relgym.catalogue.domains import spec

package, files = sys.argv[1], {}
def watched(name, call):
    seen = files[name] = set()
    importing = 0
    def look(frame, event, argument):
        nonlocal importing
        code = frame.f_code
        if code.co_name == "<module>":
            importing += {"call": 1, "return": -1}.get(event, 0)
        elif event == "call" and not importing and code.co_filename.startswith(package):
            seen.add(code.co_filename)
    sys.setprofile(look)
    try:
        return call()
    finally:
        sys.setprofile(None)

blocks, load, Simulator = spec("blocks"), relgym.load, relgym.Simulator
task = watched("load", lambda: load(blocks.domain, blocks.problem("test", "p01")))
watched("simulator", lambda: Simulator(task))
env = gymnasium.make("relgym/Blocks-v0")
env.reset(seed=0)
[action, *_] = env.unwrapped.valid_actions()
watched("step", lambda: env.step(action))
print(json.dumps({name: sorted(each) for name, each in files.items()}))
"""


@pytest.fixture(scope="module")
def files() -> dict[str, list[str]]:
    done = subprocess.run(
        [sys.executable, "-c", WALK, f"{PACKAGE}/"], capture_output=True, text=True, check=False, cwd=PACKAGE.parent
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("way", LIMITS)
def test_a_first_call_goes_through_few_files(files: dict[str, list[str]], way: str) -> None:
    assert 5 < len(files[way]) <= LIMITS[way], [each.removeprefix(f"{PACKAGE}/") for each in files[way]]
