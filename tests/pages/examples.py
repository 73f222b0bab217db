"""The examples of a page, and what they print now.

- A `python` block is a program. The `text` block after it is what it prints; without one it prints nothing.
- A `console` block holds commands, each after `$ `, and below each command what it prints.
- An `sh` block holds commands that succeed; what they print is not compared.
- A comment `<!-- not executed: reason -->` before an `sh` block leaves it out; before a `python` block, it must name
  another library that it imports, with the version: `needs pddlgym 0.0.7, which the tests do not install`.
- A `diff` block is a cure: in the files of the page, the lines with `+` stand for those with `-`, which are wrong; an
  empty line parts two changes. The `text` block after it is what `relgym.diagnose` finds before the cure.
- A block with `title="NAME"` is a file that is there for all examples of its page. A `pyproject.toml` is installed.

Each example runs in a folder of its own, with the files of the page, and with links to the `domains` and `tests` of the
checkout if the page names files of them.
"""

from __future__ import annotations

import io
import os
import re
import shlex
import subprocess
import sys
import tomllib
from contextlib import chdir, redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from relgym import diagnose
from relgym.cli import main
from tests.pages.fresh import Interpreter
from tests.pages.markdown import ROOT, Block, blocks

RUN = ("python", "console", "sh", "diff")

PROGRAMS = {"relgym": "relgym.cli", "clingo": "clingo", "python": None}
"""The modules behind the commands, since they need not be on the path of the one who tests."""

PROMPT = "$ "

SETTINGS = {"PYTHONWARNINGS": "ignore", "COLUMNS": "110", "NO_COLOR": "1"}

REQUIRED = tuple(re.findall(r'"([\w.-]+)[^"]*"', (ROOT / "pyproject.toml").read_text(encoding="utf-8")))
"""Names of the packages that the project file lists, and other words of it."""

INTERPRETER = Interpreter({**os.environ, **SETTINGS, "PYTHONPATH": str(ROOT)})

INFO = "example-1.0.dist-info"
"""The folder that offers the entry points of a page."""


class PageError(Exception):
    """A block that nobody executes."""


@dataclass(frozen=True)
class Example:
    """A block to be executed, and the block with what it prints, if there is one."""

    block: Block
    output: Block | None = None

    @property
    def expected(self) -> str:
        """What the page says it prints."""
        return self.block.text if self.block.language == "console" else self.output.text if self.output else ""


def examples(page: str) -> list[Example]:
    """The examples of a page; raises `PageError` for a block that is neither executed nor used by an example."""
    found: list[Example] = []
    before: Block | None = None
    every = blocks(page)
    for block in every:
        if block.reason is not None and (block.language == "sh" or _is_foreign(block)):
            pass
        elif block.title is not None:
            others = [other.text for other in every if other is not block]
            if block.title != "pyproject.toml" and not any(block.title.split("/")[0] in text for text in others):
                raise PageError(f"line {block.line}: no example uses the file {block.title}")
        elif block.language in RUN:
            found.append(Example(block))
        elif (
            block.language == "text"
            and before is not None
            and before.language in ("python", "diff")
            and before.title is None
        ):
            found[-1] = Example(before, block)
        else:
            raise PageError(f"line {block.line}: nobody executes this block of {block.language or 'no language'}")
        before = block
    return found


def _is_foreign(block: Block) -> bool:
    """True for Python that imports a library which the reason names with its version, and no test may rest on."""
    needed = re.fullmatch(r"needs (\w+) \d[\d.]*, which the tests do not install", block.reason or "")
    imported = needed is not None and re.search(rf"^(?:import|from) {needed[1]}\b", block.text, re.MULTILINE)
    return block.language == "python" and bool(imported) and needed is not None and needed[1] not in REQUIRED


def furnish(page: str, folder: Path) -> None:
    """Put the files of a page into a folder."""
    for name in ("domains", "tests"):
        if f"{name}/" in page:
            (folder / name).symlink_to(ROOT / name)
    for block in blocks(page):
        if block.title is not None:
            path = folder / block.title
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, encoding="utf-8")
            if path.name == "pyproject.toml":
                _install(tomllib.loads(block.text), folder)


def _install(project: dict[str, dict[str, dict[str, dict[str, str]]]], folder: Path) -> None:
    """Offer the entry points of a project in a folder that is on Python's path."""
    info = folder / INFO
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: example\nVersion: 1.0\n", encoding="utf-8")
    lines = []
    for group, entries in project["project"]["entry-points"].items():
        lines += [f"[{group}]", *(f"{name} = {place}" for name, place in entries.items())]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def printed(example: Example, folder: Path) -> str:
    """What an example prints in a folder, errors after the rest; raises `RuntimeError` if a program fails."""
    block = example.block
    match block.language:
        case "python":
            return _program(block.text, folder)
        case "sh":
            _succeed(block.text, folder)
            return ""
        case "diff":
            return tidied(_findings(block.text, folder))
        case _:
            lines = [line for line in block.text.splitlines() if line.startswith(PROMPT)]
            texts = [_answer(line.removeprefix(PROMPT), folder) for line in lines]
            return "".join(f"{line}\n{text}" for line, text in zip(lines, texts, strict=True))


def _findings(cure: str, folder: Path) -> str:
    """What is found in the files of a page that a cure has not reached yet: it leads from `-` to `+`."""
    changed = set()
    for change in cure.split("\n\n"):
        lines = f"{change.rstrip()}\n".splitlines(keepends=True)
        wrong, right = ("".join(line[1:] for line in lines if line[0] in marks) for marks in ("- ", "+ "))
        [file] = [file for file in folder.iterdir() if file.is_file() and file.read_text("utf-8").count(right) == 1]
        file.write_text(file.read_text("utf-8").replace(right, wrong), encoding="utf-8")
        changed.add(file.suffix)
    [language] = changed
    with chdir(folder):
        found = diagnose(f"domain{language}", f"{'problem' if language == '.pddl' else 'instance'}{language}")
    return "".join(f"{each}\n" for each in found)


def _program(text: str, folder: Path) -> str:
    """What a Python program prints; one that needs entry points has an interpreter of its own, which finds them."""
    if (folder / INFO).exists() or not hasattr(os, "fork"):
        return _run([sys.executable, "-c", text], folder)
    status, out, err = INTERPRETER.run(text, folder)
    if status:
        raise RuntimeError(f"{text}\n{out}{err}")
    return tidied(out + err)


def _answer(line: str, folder: Path) -> str:
    """What a command prints; commands of relgym run in this process, since Python takes longer to start."""
    first, operator, rest = _split(line)
    if not _runs_here(first, folder) or operator not in ("", "|", ">"):
        return _run(_bash(line), folder, fails=True)
    _, out, err = _here(first, folder)
    if not operator:
        return tidied(out + err)
    return tidied(err) + _run(_bash(f"cat {operator} {rest}"), folder, fails=True, given=out)


def _succeed(script: str, folder: Path) -> None:
    """Run a script; raises `RuntimeError` if a command fails."""
    commands = [_split(line) for line in script.splitlines()]
    if not all(_runs_here(first, folder) and not operator for first, operator, _ in commands):
        _run(_bash(script), folder)
        return
    for first, _, _ in commands:
        status, out, err = _here(first, folder)
        if status:
            raise RuntimeError(f"{first}\n{out}{err}")


def _split(line: str) -> tuple[str, str, str]:
    """A command line up to the first operator of the shell, the operator, and the rest."""
    for place in (place for place, character in enumerate(line) if character in "|><&;"):
        # An operator within quotes is none, and leaves them open.
        with suppress(ValueError):
            shlex.split(line[:place])
            return line[:place], line[place], line[place + 1 :]
    return line, "", ""


def _runs_here(command: str, folder: Path) -> bool:
    return command.startswith("relgym ") and not (folder / INFO).exists()


def _here(command: str, folder: Path) -> tuple[int, str, str]:
    """The exit status of a command of relgym, what it prints, and its errors."""
    out, err = io.StringIO(), io.StringIO()
    with chdir(folder), patch.dict(os.environ, SETTINGS), redirect_stdout(out), redirect_stderr(err):
        status = main(shlex.split(command, comments=True)[1:])
    return status, out.getvalue(), err.getvalue()


def _bash(script: str) -> list[str]:
    python = shlex.quote(sys.executable)
    functions = [
        f'{name}() {{ {python} {f"-m {module} " if module else ""}"$@"; }}' for name, module in PROGRAMS.items()
    ]
    return ["bash", "-e", "-o", "pipefail", "-c", "\n".join([*functions, script])]


def _run(command: list[str], folder: Path, fails: bool = False, given: str = "") -> str:
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        cwd=folder,
        timeout=120,
        input=given,
        env={**os.environ, **SETTINGS, "PYTHONPATH": f"{ROOT}{os.pathsep}{folder}"},
        check=False,
    )
    if done.returncode and not fails:
        raise RuntimeError(f"{command[-1]}\n{done.stdout}{done.stderr}")
    return tidied(done.stdout + done.stderr)


def tidied(text: str) -> str:
    """A text without blanks at the ends of lines, and without empty lines at its ends."""
    text = "\n".join(line.rstrip() for line in text.splitlines()).strip("\n")
    return f"{text}\n" if text else ""
