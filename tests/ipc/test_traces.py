"""Walks recorded from independent planners, replayed, on every engine that can carry their problems.

`RELGYM_IPC` names the folder with them; its README tells the format.
"""

from __future__ import annotations

import os
import warnings
from pathlib import Path

import pytest
from ipc.traces import Trace, replay, traces
from thorough import THOROUGH

from relgym import Reasoner, Task, load
from relgym.backends.registry import names
from relgym.errors import RelgymWarning, UnsupportedFeature

ROOT = os.environ.get("RELGYM_IPC")
if ROOT is None:
    pytest.skip("no recorded walks: set RELGYM_IPC to a folder with them", allow_module_level=True)
TRACES = traces(Path(ROOT))

# Numbers with decimals stand in their comparisons.
WITH_FRACTIONS = "ipc-2002/satellite-numeric-automatic/"


def read(trace: Trace) -> Task:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RelgymWarning)
        return load(trace.domain, trace.problem)


def test_the_folder_holds_walks() -> None:
    assert TRACES, f"no walk lies below {ROOT}"


FIRST = {trace.name.rpartition("/")[0]: trace for trace in reversed(TRACES)}
"""The first walk of each domain."""

PAIRS = [
    pytest.param(trace, engine, id=f"{engine}-{trace.name}")
    for trace in TRACES
    for engine in names()
    if THOROUGH or engine == "builtin" or trace in FIRST.values()
]
"""Every walk on the default engine, and one of each domain on the others; in a thorough run, all on all."""


@pytest.mark.parametrize(("trace", "backend"), PAIRS, indirect=["backend"])
def test_replay(trace: Trace, backend: str) -> None:
    if backend == "clingo" and trace.name.startswith(WITH_FRACTIONS):
        with pytest.raises(UnsupportedFeature, match="comparisons of numbers that are not integers"):
            Reasoner(read(trace), backend)
        return
    with Reasoner(read(trace), backend) as reasoner:
        assert replay(trace, reasoner) > 0
