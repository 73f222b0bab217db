"""Build the playground as a folder of static files that works from any host, under any path, without a service.

    python playground/site/build.py [FOLDER]

needs Node with npm; FOLDER is build/playground by default, and is replaced. It gets the page with a first look at its
first world, Pyodide as npm has it, and relgym's wheel with lark, compiled.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from relgym.service.browser import ENGINES
from relgym.service.local import LocalService

SITE = Path(__file__).resolve().parent
ROOT = SITE.parents[1]
PYODIDE = SITE / "node_modules" / "pyodide"
LIBRARY = SITE / "node_modules" / ".compiled" / "python_stdlib.zip"
"""Python's library, compiled once for an installation of Pyodide: `npm ci` removes it with the rest."""

PAGE = ("favicon.svg", "src", "styles", "vendor")
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json")
FETCHED = ("pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip", "relgym.tar.gz")
"""The files whose bytes the page counts while it loads them; modules are imported, which tells nothing meanwhile."""

FIRST = "blocks"
"""The domain that the page opens when it is asked for none; `src/play.js` names it, too."""

POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "img-src 'self' data: blob:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
    )
)
"""The content security policy of the page; hosts of static files send none."""

TRANSPORT = '<meta name="relgym-transport" content="socket">'
CHARSET = '<meta charset="utf-8">'


def install() -> None:
    """Install Pyodide from npm, unless it is there already."""
    installed = SITE / "node_modules" / ".package-lock.json"
    if not installed.is_file() or installed.stat().st_mtime < (SITE / "package-lock.json").stat().st_mtime:
        run(["npm", "ci", "--no-fund", "--no-audit"], SITE)


def python_files(folder: Path) -> None:
    """Write Python's library and relgym for Pyodide into a folder."""
    install()
    if not LIBRARY.is_file():
        LIBRARY.parent.mkdir(exist_ok=True)
        made = LIBRARY.with_suffix(f".{os.getpid()}")
        run(["node", str(SITE / "pack.mjs"), "library", str(made)], SITE)
        made.replace(LIBRARY)
    shutil.copyfile(LIBRARY, folder / "python_stdlib.zip")
    with tempfile.TemporaryDirectory() as temporary:
        command = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", temporary]
        run([*command, str(ROOT)], ROOT)
        (wheel,) = Path(temporary).glob("relgym-*.whl")
        lark = Path(temporary) / "lark.zip"
        zip_package("lark", lark)
        target = folder / "relgym.tar.gz"
        run(["node", str(SITE / "pack.mjs"), "packages", *map(str, (target, LIBRARY, wheel, lark))], SITE)


def zip_package(name: str, target: Path) -> None:
    """Write the files of an installed package, which is pure Python, into an archive."""
    found = find_spec(name)
    assert found is not None and found.origin is not None, f"{name} is not installed"
    package = Path(found.origin).parent
    with zipfile.ZipFile(target, "w") as archive:
        for path in sorted(package.rglob("*")):
            if path.is_file() and path.suffix in (".py", ".lark"):
                archive.write(path, path.relative_to(package.parent))


def page(folder: Path) -> None:
    """Write the page into a folder, with the transport that needs no service, and its policy."""
    for name in PAGE:
        source = ROOT / "playground" / name
        (shutil.copytree if source.is_dir() else shutil.copyfile)(source, folder / name)
    text = (ROOT / "playground" / "index.html").read_text("utf-8")
    assert TRANSPORT in text and CHARSET in text
    text = text.replace(TRANSPORT, TRANSPORT.replace("socket", "pyodide"))
    policy = f'<meta http-equiv="content-security-policy" content="{POLICY}">'
    (folder / "index.html").write_text(text.replace(CHARSET, f"{CHARSET}\n    {policy}"), "utf-8")


def first_look() -> dict[str, Any]:
    """What the page shows of its first world before Python is there: its name, picture, goal and valid actions."""
    service = LocalService(engines=ENGINES)
    found = service.call("catalogue.get", {"name": FIRST})
    texts = {name: found[name] for name in ("domain", "problem", "axioms")}
    task = service.call("tasks.create", texts)
    node = service.call("sessions.create", {"task": task["id"], "seed": 0})
    asked = {"session": node["id"], "question": "picture", "options": {"goal": True}}
    svg = service.call("sessions.ask", asked)["svg"]
    return {
        "source": FIRST,
        "domain": task["domain"],
        "name": task["name"],
        "problem": texts["problem"],
        "actions": node["actions"],
        "svg": svg,
    }


def build(folder: Path) -> None:
    """Build the page; what was in the folder is removed."""
    if folder.exists() and any(folder.iterdir()) and not (folder / "pyodide").is_dir():
        raise SystemExit(f"{folder} is not empty, and no page of this script; choose another folder")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    page(folder)
    runtime = folder / "pyodide"
    runtime.mkdir()
    python_files(runtime)
    for name in RUNTIME:
        shutil.copyfile(PYODIDE / name, runtime / name)
    sizes = {name: (runtime / name).stat().st_size for name in FETCHED}
    (runtime / "sizes.json").write_text(json.dumps(sizes), "utf-8")
    (folder / "first.json").write_text(json.dumps(first_look()), "utf-8")


def run(command: list[str], folder: Path) -> None:
    """Run a program; ends this one if it fails."""
    done = subprocess.run(command, cwd=folder, check=False, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(command)} failed:\n{(done.stdout + done.stderr)[-2000:]}")


def main(words: list[str]) -> None:
    """Build the page into the folder that is named, and say where it is."""
    if shutil.which("npm") is None:
        raise SystemExit("npm is not here: install Node.js 20 or later, which brings it")
    folder = Path(words[0] if words else ROOT / "build" / "playground").resolve()
    build(folder)
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    print(f"{folder}: {size / 1e6:.1f} MB; any host of files can serve it: python -m http.server -d {folder}")


if __name__ == "__main__":
    main(sys.argv[1:])
