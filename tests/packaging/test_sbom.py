"""The bill of materials of a release: what `.ci/sbom.py` gives to cyclonedx-py, and what it demands of the answer.

The tool itself needs packages of an index, so `make sbom` runs it; here are the script's own parts.
"""

from __future__ import annotations

import json
import re
import runpy
import tomllib
import zipfile
from importlib.metadata import Distribution
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import relgym

ROOT = Path(__file__).parents[2]
sbom = SimpleNamespace(**runpy.run_path(str(ROOT / ".ci" / "sbom.py")))
DECLARED = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
NAMES = [re.split(r"[<>=]", line)[0] for line in DECLARED]


@pytest.fixture
def metadata(tmp_path: Path) -> Distribution:
    """A wheel with the metadata of this checkout, and with the editor."""
    lines = ["Metadata-Version: 2.4", "Name: relgym", f"Version: {relgym.__version__}", 'Summary: "Any" engine']
    lines += ["License-Expression: MIT", *(f"Requires-Dist: {line}" for line in DECLARED)]
    lines += ["Requires-Dist: jax>=0.10; extra == 'jax'"]
    path = tmp_path / "relgym.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("relgym.dist-info/METADATA", "\n".join(lines) + "\n")
        archive.writestr("relgym.dist-info/RECORD", "relgym/data/playground/vendor/codemirror.js,,\n")
    return sbom.opened(path)


@pytest.fixture
def bill(metadata: Distribution) -> dict[str, Any]:
    """A bill in the form of cyclonedx-py."""
    return {
        "metadata": {"component": {"bom-ref": "root", "name": "relgym", "version": metadata.version}},
        "components": [{"bom-ref": f"{name}==1", "name": name, "version": "1"} for name in NAMES],
        "dependencies": [{"ref": "root", "dependsOn": [f"{name}==1" for name in NAMES]}],
    }


def test_the_project_has_the_version_and_what_is_declared(metadata: Distribution) -> None:
    project = tomllib.loads(sbom.project(metadata))["project"]
    assert (project["name"], project["version"]) == ("relgym", relgym.__version__)
    assert project["dependencies"] == DECLARED
    assert project["license"] == "MIT"


def test_a_whole_bill_lacks_nothing(bill: dict[str, Any], metadata: Distribution) -> None:
    assert sbom.missing(bill, metadata) == []
    whole = sbom.with_bundled(bill, [{"name": "crelt"}])
    assert sbom.missing(whole, metadata) == []
    assert whole["metadata"]["component"]["components"] == [{"name": "crelt"}]


def test_a_bill_without_the_version_or_a_dependency_is_refused(bill: dict[str, Any], metadata: Distribution) -> None:
    bill["metadata"]["component"]["version"] = "0.1.0"
    bill["components"] = [part for part in bill["components"] if part["name"] != "lark"]
    bill["dependencies"][0]["dependsOn"].remove("numpy==1")
    assert [re.split(r"[<>=]", line)[0] for line in sbom.missing(bill, metadata)] == ["version", "lark", "numpy"]


def test_packages_inside_the_editor_have_versions_and_licences(metadata: Distribution) -> None:
    components = sbom.bundled(metadata, json.loads(sbom.LOCK.read_text("utf-8")))
    names = {part["name"] for part in components}
    assert {"@codemirror/view", "@lezer/common", "crelt"} <= names
    assert not any("esbuild" in name for name in names)
    assert all(part["licenses"][0]["license"]["id"] and part["version"] in part["purl"] for part in components)
