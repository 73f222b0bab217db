"""The page holds the figures of docs/accelerator.json, and compiled rollouts are compared with those over NumPy."""

from __future__ import annotations

import json
import sys
from importlib.util import find_spec

import pytest

from tests.bench import accelerator, functions
from tests.bench.processes import Process, rddl_archive
from tests.bench.rollouts import PLAYER, files


def test_the_page_holds_the_figures() -> None:
    text, figures = (
        accelerator.PAGE.read_text(encoding="utf-8"),
        json.loads(accelerator.JSON.read_text(encoding="utf-8")),
    )
    assert accelerator.filled(text, figures) == text, "run `python -m tests.bench.accelerator --report`"
    other = {**figures, "device": "another device"}
    assert "on one another device" in accelerator.filled("", other)


def test_a_library_that_fails_leaves_an_empty_cell() -> None:
    row = {"NumPy": 100.0, "JAX": 300.0, "agree": {"ends": True, "rewards": 2e-16}, "failed": "died"}
    found = accelerator.sheet({"device": "GPU", "problems": {"CartPole": {"1024": row}}})
    assert found.rows == [["CartPole", "1,024", "100", "300", "", "", "2e-16"]]


def test_functions_tell_the_part_of_the_bandwidth() -> None:
    rows = {"1024": {"rate": 1e9, "bytes": 24, "compiling": 3.24}, "16384": {"failed": "over 180 s"}}
    figures = {"device": "GPU", "bandwidth": 4.8e12, "problems": {"Blocks-5": rows}}
    assert functions.sheet(figures).rows == [
        ["Blocks-5", "1,024", "1,000,000,000", "48", "0.01", "3.2"],
        ["Blocks-5", "16,384", "", "", "", ""],
    ]
    assert functions.filled("a page", {}) == "a page"


@pytest.mark.skipif(find_spec("jax") is None, reason="JAX is not installed (pip install 'relgym[jax]')")
def test_rollouts_agree_and_are_timed_by_the_clock() -> None:
    archive = rddl_archive()
    assert archive is not None
    with Process(sys.executable, PLAYER, "relgym") as process:
        process.ask(within=60, make=files(archive, "MarsRover"), copies=4, steps=3)
        agreed = process.ask(agree=1)
        assert agreed["ends"] is True
        assert agreed["rewards"] < 1e-12
        assert process.ask(wall=0.01, way="compiled") > 0
