"""Files for releases and contributors, which other programs read: their form, and that they name what there is."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

import relgym

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
FORMS = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))


def read(path: Path) -> Any:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def test_the_citation_has_the_version() -> None:
    citation = read(ROOT / "CITATION.cff")
    assert {"cff-version", "message", "title", "authors"} <= citation.keys()
    assert citation["version"] == relgym.__version__


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_workflows_call_what_there_is(path: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    workflow = read(path)
    # YAML 1.1 reads the key `on` as true.
    assert {"name", True, "permissions", "jobs"} <= workflow.keys()
    for job in workflow["jobs"].values():
        assert {job["needs"]} <= workflow["jobs"].keys() if "needs" in job else "runs-on" in job
        for step in job["steps"]:
            assert ("run" in step) != ("uses" in step)
            command = step.get("run", "").split()
            if command[:1] == ["make"]:
                assert command[1] in targets
            elif command[:1] == [".ci/run"]:
                assert (ROOT / ".ci" / "run").is_file()
            for word in command:
                assert not word.startswith("tests/") or (ROOT / word).is_dir()


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.name)
def test_forms_of_issues_have_labels(path: Path) -> None:
    form = read(path)
    assert {"name", "description", "body"} <= form.keys()
    for field in form["body"]:
        assert field["attributes"]["label"]
    ids = [field["id"] for field in form["body"]]
    assert len(ids) == len(set(ids))


def test_the_sdist_has_all_that_a_checkout_has() -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("no checkout: only Git knows which files belong to one")
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    there = {line.split("/")[0] for line in listed.splitlines()} - {".gitignore", "pyproject.toml"}
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"]["sdist"]
    # hatchling adds these two by itself.
    assert set(settings["include"]) == there


def test_pictures_of_the_readme_are_absolute_once_the_address_is_known() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    relative = re.findall(r"!\[[^\]]*\]\((?!https://)[^)]+\)", (ROOT / "README.md").read_text("utf-8"))
    left = (ROOT / "docs" / "releasing.md").read_text("utf-8").partition("## Before the first publication")[2]
    assert bool(relative) == ("urls" not in project) == ("- [ ] The README's pictures" in left)


def test_hooks_are_programs_of_the_lint() -> None:
    lint = (ROOT / "Makefile").read_text(encoding="utf-8")
    for repository in read(ROOT / ".pre-commit-config.yaml")["repos"]:
        for hook in repository["hooks"]:
            assert hook["entry"].replace(".venv/bin", "$(BIN)") in lint
