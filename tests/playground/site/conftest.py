"""The page without a service: built once for all tests, and its Python in Node."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.playground.site.hosting import Host, hosted
from tests.playground.site.node import SITE, Node

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the built page, which all processes of a test run share."""
    if shutil.which("npm") is not None:
        for script in ("build-editor", "install-pyodide"):
            subprocess.run([ROOT / ".ci" / script], check=True, capture_output=True)
    if not (SITE / "node_modules" / "pyodide").is_dir():
        message = "Pyodide is not installed (.ci/install-pyodide does it where npm is)"
        pytest.fail(message) if os.environ.get("RELGYM_REQUIRE_ENGINES") else pytest.skip(message)
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "site"
    with open(folder.with_suffix(".lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.is_dir():
            partial = folder.with_suffix(".partial")
            done = subprocess.run(
                [sys.executable, SITE / "build.py", partial], check=False, capture_output=True, text=True
            )
            assert done.returncode == 0, done.stderr
            partial.rename(folder)
    return folder


@pytest.fixture(scope="module")
def node(site: Path) -> Iterator[Node]:
    """relgym in Node, which answers frames."""
    with Node(site / "pyodide") as running:
        yield running


@pytest.fixture(scope="module")
def host(site: Path) -> Iterator[Host]:
    """A host of files that has the page under a path."""
    with hosted(site, "some/path") as running:
        yield running
