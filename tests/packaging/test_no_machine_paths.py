"""No file of the project speaks of the machine that it was written on."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PLACES = ("work", "tmp", "root", "opt", "home", "Users", "mnt", "workspace")
MACHINE_PATH = re.compile(rf"(?<![\w.$}}~/-])/({'|'.join(PLACES)})/\w|file:/{{3}}|[A-Z]:\\Users")


def tracked() -> list[Path]:
    done = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        pytest.skip("not a git checkout, so which files are the project's is not known")
    return [ROOT / name for name in done.stdout.split("\0") if name and (ROOT / name).is_file()]


def test_no_file_names_a_place_on_a_machine() -> None:
    files = tracked()
    assert len(files) > 50
    found = [
        f"{file.relative_to(ROOT)}:{number}: {line.strip()}"
        for file in files
        for number, line in enumerate(file.read_bytes().decode("utf-8", "ignore").splitlines(), 1)
        if MACHINE_PATH.search(line)
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("place", PLACES)
def test_the_check_sees_such_paths(place: str) -> None:
    assert MACHINE_PATH.search(f"open('/{place}/a/b')")
    assert not MACHINE_PATH.search(f"https://example.org/{place}/a and relgym/{place}/b and ../{place}/c")
