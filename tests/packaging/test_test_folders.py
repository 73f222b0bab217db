"""Test folders have the names of the package's folders, so that the tests of a module are found where the module is."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[2]

# What these folders hold is not the code of one folder of the package.
EXCEPTIONS = {
    "bad": "PDDL files with mistakes and the messages about them",
    "bad_rddl": "RDDL files with mistakes and the messages about them",
    "bench": "measures speed; not run by `make test` but for its reports",
    "domains": "the files of the folder `domains`",
    "features": "language features, each from its file to the environment, on every engine",
    "fuzz": "random models, each from its text to the environment, on every engine",
    "ipc": "public problems, from their files to walks on every engine",
    "load": "the service under load; not run by `make test` but for a few steps",
    "oracles": "other libraries as judges of everything",
    "packaging": "the package as a whole",
    "pages": "README, guide, examples and pictures",
    "playground": "the page of the folder `playground`, in a browser",
    "site": "the documentation site: the scripts of docs/site",
    "threads": "several threads that use any part",
    "warned": "unusual files and the warnings about them",
}


def folders(root: Path, pattern: str) -> set[str]:
    """Names of the folders below `root` that hold files of the pattern, or hold a folder that does."""
    return {
        str(folder.relative_to(root))
        for path in root.rglob(pattern)
        for folder in path.parents
        if root in folder.parents
    }


def test_folders_of_tests_mirror_folders_of_the_package() -> None:
    for folder in folders(ROOT / "tests", "test_*.py"):
        first = folder.partition("/")[0]
        assert first in EXCEPTIONS or (ROOT / "relgym" / folder).is_dir(), f"relgym/{folder} is not a folder"


def test_every_exception_is_one() -> None:
    for name in EXCEPTIONS:
        assert (ROOT / "tests" / name).is_dir()
        assert not (ROOT / "relgym" / name).is_dir(), f"relgym/{name} is a folder: tests/{name} mirrors it"
