"""Write a wheel's software bill of materials as CycloneDX: build/sbom/NAME-VERSION.cdx.json.

    python .ci/sbom.py dist/relgym-0.2.0-py3-none-any.whl

cyclonedx-py describes an environment that holds the wheel and what it needs, and nothing else. It knows neither the
wheel's version nor the JavaScript packages inside the page's editor, so both are added here.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import zipfile
from importlib.metadata import Distribution, PathDistribution
from pathlib import Path
from typing import Any
from urllib.parse import quote

ROOT = Path(__file__).resolve().parents[1]
LOCK = ROOT / "playground" / "package-lock.json"
FOLDER = ROOT / "build" / "sbom"


def opened(wheel: Path) -> Distribution:
    """Return the metadata inside a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        (entry,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
    return PathDistribution(zipfile.Path(wheel, entry.removesuffix("METADATA")))  # type: ignore[arg-type]


def declared(wheel: Distribution) -> list[str]:
    """Return the requirements of a wheel that no extra names."""
    return [line for line in wheel.requires or () if not re.search(r";.*\bextra\b", line)]


def project(wheel: Distribution) -> str:
    """Return a pyproject.toml with what cyclonedx-py reads of it."""
    values = {
        "name": wheel.name,
        "version": wheel.version,
        "description": wheel.metadata["Summary"],
        "license": wheel.metadata["License-Expression"],
        "dependencies": declared(wheel),
    }
    return "[project]\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in values.items())


def bundled(wheel: Distribution, lock: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the packages of npm inside the page's editor: all that are locked, but the bundler.

    A wheel that was built without npm has no editor.
    """
    if not any(file.match("vendor/codemirror.js") for file in wheel.files or ()):
        return []
    components = []
    for path, package in lock["packages"].items():
        name = path.rpartition("node_modules/")[2]
        if name and not re.match(r"@?esbuild\b", name):
            purl = f"pkg:npm/{quote(name)}@{package['version']}"
            licenses = [{"license": {"id": package["license"]}}]
            component = {"type": "library", "bom-ref": purl, "name": name, "version": package["version"]}
            components.append(component | {"licenses": licenses, "purl": purl})
    return components


def with_bundled(bom: dict[str, Any], components: list[dict[str, Any]]) -> dict[str, Any]:
    """Return a bill with components that the wheel itself contains."""
    main = bom["metadata"]["component"]
    return bom | {"metadata": bom["metadata"] | {"component": main | {"components": components}}}


def missing(bom: dict[str, Any], wheel: Distribution) -> list[str]:
    """Return what a bill does not say of a wheel: its name, its version, each package that it declares."""
    main = bom["metadata"]["component"]
    needs = next((node.get("dependsOn", []) for node in bom["dependencies"] if node["ref"] == main["bom-ref"]), [])
    named = {part["name"].lower() for part in bom["components"] if part["bom-ref"] in needs and "version" in part}
    absent = [key for key in ("name", "version") if main.get(key) != getattr(wheel, key)]
    return absent + [line for line in declared(wheel) if re.match(r"[\w.-]+", line)[0].lower() not in named]  # type: ignore[index]


def main(path: Path) -> None:
    """Write the bill of a wheel, and say where it is."""
    wheel = opened(path)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        environment, tool = folder / "environment", folder / "tool"
        bill, settings = folder / "bill.json", folder / "pyproject.toml"
        settings.write_text(project(wheel), encoding="utf-8")
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
        subprocess.run([sys.executable, "-m", "venv", tool], check=True)
        install = [tool / "bin" / "python", "-m", "pip", "--disable-pip-version-check"]
        subprocess.run([*install, "install", "-qq", "cyclonedx-bom>=7"], check=True)
        subprocess.run([*install, "--python", environment, "install", "-qq", path.resolve()], check=True)
        describe = [tool / "bin" / "cyclonedx-py", "environment", "--output-reproducible", "--mc-type", "library"]
        subprocess.run([*describe, "--pyproject", settings, "-o", bill, environment], check=True)
        inside = bundled(wheel, json.loads(LOCK.read_text("utf-8")))
        bom = with_bundled(json.loads(bill.read_text("utf-8")), inside)
    if gaps := missing(bom, wheel):
        raise SystemExit(f"the bill of {path.name} lacks: {', '.join(gaps)}")
    FOLDER.mkdir(parents=True, exist_ok=True)
    target = FOLDER / f"{wheel.name}-{wheel.version}.cdx.json"
    target.write_text(json.dumps(bom, indent=2) + "\n", encoding="utf-8")
    print(f"{target.relative_to(ROOT)}: {len(bom['components'])} packages beside it, {len(inside)} inside it")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
