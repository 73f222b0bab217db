"""A wheel, built and installed elsewhere, is whole: the package, `kb/`, `domains/` and the page."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

LOOK = """
import json, relgym
from relgym import resources
from relgym.read.loading import load
folder = resources.domains() / "blocks"
task = load(folder / "domain.pddl", sorted(folder.glob("problems/train/*.pddl"))[0])
print(json.dumps({
    "package": relgym.__file__,
    "domains": {str(file.relative_to(resources.domains())): file.read_text("utf-8")
                for file in resources.domains().rglob("*.*") if "__pycache__" not in file.parts},
    "kb": sorted(str(file.relative_to(resources.kb())) for file in resources.kb().rglob("*.*")),
    "playground": sorted(str(file.relative_to(resources.playground())) for file in resources.playground().rglob("*.*")),
    "public": sorted(relgym.__all__),
    "task": task.domain.name,
}))
"""


def run(command: list[str], **options: object) -> str:
    done = subprocess.run(command, check=False, capture_output=True, text=True, stdin=subprocess.DEVNULL, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    """What a Python that has nothing of the checkout on its path sees of the installed wheel."""
    target = tmp_path_factory.mktemp("installed")
    install = [sys.executable, "-m", "pip", "install", "--no-deps", "--no-index", "--no-compile", "-q"]
    run([*install, "--target", str(target), str(wheel)])
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("RELGYM", "PYTHON"))}
    environment["PYTHONPATH"] = str(target)
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    seen = json.loads(run([sys.executable, "-c", LOOK], cwd=elsewhere, env=environment))
    assert Path(seen["package"]).is_relative_to(target), "the checkout was imported, not the wheel"
    return seen


def files(folder: str, pattern: str) -> list[Path]:
    return sorted(file for file in (ROOT / folder).rglob(pattern) if "__pycache__" not in file.parts)


def test_domains_are_those_of_the_checkout(installed: dict[str, object]) -> None:
    ours = {str(file.relative_to(ROOT / "domains")): file.read_text("utf-8") for file in files("domains", "*.*")}
    assert {".pddl", ".rddl", ".toml", ".py"} <= {Path(name).suffix for name in ours}
    assert installed["domains"] == ours
    assert installed["task"] == "blocks"


def test_rules_are_those_of_the_checkout(installed: dict[str, object]) -> None:
    ours = [str(file.relative_to(ROOT / "kb")) for file in files("kb", "*.*")]
    assert any(name.endswith(".pddl") for name in ours)
    assert installed["kb"] == ours


def test_page_is_that_of_the_checkout(installed: dict[str, object]) -> None:
    folder = ROOT / "playground"
    ours = {str(file.relative_to(folder)) for part in ("src", "styles") for file in files(f"playground/{part}", "*.*")}
    # The editor is there where it has been built.
    built = {f"vendor/{file.name}" for file in (folder / "vendor").iterdir()}
    assert {"src/main.js", "styles/base.css"} <= ours
    assert set(installed["playground"]) == ours | built | {"index.html", "favicon.svg"}


def test_public_names_are_there(installed: dict[str, object]) -> None:
    assert {"Reasoner", "load", "make"} <= set(installed["public"])


def test_wheel_holds_nothing_else(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.split("/")[0].split("-")[0] for name in names} == {"relgym"}
    assert not [name for name in names if "__pycache__" in name or name.endswith(".pyc")]
    assert "relgym/py.typed" in names
    assert any(name.endswith("licenses/LICENSE") for name in names)


def test_wheel_offers_command_engines_and_environments(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    (entry,) = (name for name in archive.namelist() if name.endswith("entry_points.txt"))
    text = archive.read(entry).decode()
    for line in ("[console_scripts]", "[relgym.backends]", "relgym = relgym.cli:main"):
        assert line in text
