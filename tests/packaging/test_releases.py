"""Files for releases and contributors, which other programs read: their form, and that they name what there is."""

from __future__ import annotations

import re
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


def test_hooks_are_programs_of_the_lint() -> None:
    lint = (ROOT / "Makefile").read_text(encoding="utf-8")
    for repository in read(ROOT / ".pre-commit-config.yaml")["repos"]:
        for hook in repository["hooks"]:
            assert hook["entry"].replace(".venv/bin", "$(BIN)") in lint
