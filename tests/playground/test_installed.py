"""The page of an installed relgym has its editor: a wheel that is built from the sdist, as an index has them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.playground.conftest import ROOT, Opens


def run(*command: str, folder: Path = ROOT, environment: dict[str, str] | None = None) -> str:
    given = {"capture_output": True, "text": True, "stdin": subprocess.DEVNULL, "cwd": folder, "env": environment}
    done = subprocess.run(command, check=False, **given)
    assert done.returncode == 0, done.stdout + done.stderr
    return str(done.stdout)


@pytest.fixture(scope="module")
def installed(editor_built: bool, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a service of relgym that was installed from the wheel of the sdist."""
    if not editor_built:
        pytest.skip("npm is not here, so the editor cannot be built")
    folder = tmp_path_factory.mktemp("installed")
    run(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(folder))
    (sdist,) = folder.glob("*.tar.gz")
    shutil.unpack_archive(sdist, folder / "sdist", filter="data")
    (source,) = (folder / "sdist").iterdir()
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder), folder=source)
    (wheel,) = folder.glob("*.whl")
    target, data = folder / "target", folder / "data"
    # A wheel of Python alone is installed by unpacking it; pip would take as long as all the rest.
    shutil.unpack_archive(wheel, target, "zip")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("RELGYM", "PYTHON"))}
    environment["PYTHONPATH"] = str(target)
    found = run(sys.executable, "-c", "import relgym; print(relgym.__file__)", folder=folder, environment=environment)
    assert found.startswith(str(target)), "the checkout was imported, not the wheel"
    command = [sys.executable, "-m", "relgym.cli", "serve", "--port", "0", "--data", str(data), "--workers", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=folder, env=environment) as service:
        assert service.stdout is not None
        try:
            yield service.stdout.readline().split()[-1]
        finally:
            service.terminate()


def test_the_page_of_an_installed_relgym_has_its_editor(opens: Opens, installed: str) -> None:
    page = opens(address=installed)
    page.type("(define (domain lamp) (:predicates (lit)) (:action press :effect (lit)))")
    page.type("(define (problem dark) (:domain lamp) (:init) (:goal (lit)))", "Problem")
    assert page.tab.locator(".codemirror").count() == 1
    assert not page.tab.locator(".editor-note").is_visible()
    page.lists("(press)")
