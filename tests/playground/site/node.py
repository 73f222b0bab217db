"""relgym in Node's WebAssembly, as a program that answers frames."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

SITE = Path(__file__).parents[3] / "playground" / "site"


class Node:
    """A process that answers frames of the general socket."""

    def __init__(self, folder: Path) -> None:
        """Start it with the files of Python in a folder."""
        self._process = subprocess.Popen(
            ["node", SITE / "node.mjs", folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __enter__(self) -> Node:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.stdin.close()
        self._process.wait(timeout=20)
        self._process.stdout.close()

    def answer(self, frame: str) -> str:
        """The answer to a frame."""
        self._process.stdin.write(f"{frame}\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        assert line, "Node has ended"
        return line

    def call(self, verb: str, data: dict[str, Any]) -> dict[str, Any]:
        """`{"ok"}` or `{"problem"}` for a verb."""
        return asked(self.answer, verb, data)

    def processor_seconds(self) -> float:
        """The processor time of the process so far."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def asked(answer: Any, verb: str, data: dict[str, Any]) -> dict[str, Any]:
    """`{"ok"}` or `{"problem"}` for a verb from a function that answers frames."""
    found = json.loads(answer(json.dumps({"id": 7, "verb": verb, "data": data})))
    assert found.pop("id") == 7
    return found


def run(folder: Path, script: Path) -> str:
    """What a Python program prints in Node."""
    command = ["node", SITE / "node.mjs", folder, script]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout
