"""Walks recorded from independent planners, replayed: every one on every engine that can carry its problem.

`RELGYM_IPC` names the folder with them; its README tells the format.
"""

from __future__ import annotations

import os
import warnings
from pathlib import Path

import pytest
from ipc.traces import Trace, replay, traces

from relgym import Reasoner, Task, load
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


@pytest.mark.parametrize("trace", TRACES, ids=lambda trace: trace.name)
def test_replay(trace: Trace, backend: str) -> None:
    if backend == "clingo" and trace.name.startswith(WITH_FRACTIONS):
        with pytest.raises(UnsupportedFeature, match="comparisons of numbers that are not integers"):
            Reasoner(read(trace), backend)
        return
    with Reasoner(read(trace), backend) as reasoner:
        assert replay(trace, reasoner) > 0
