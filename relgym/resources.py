"""The folders of the files that belong to relgym: `kb/`, `domains/` and `playground/`.

In a checkout they stand beside the package; a wheel carries them inside it. A checkout comes first.

>>> (domains() / "blocks" / "domain.pddl").exists(), kb("axioms").is_dir(), (playground() / "index.html").exists()
(True, True, True)
"""

from __future__ import annotations

from pathlib import Path

from relgym.errors import RelgymError

_PACKAGE = Path(__file__).resolve().parent


def domains() -> Path:
    """The folder with one folder per domain; raises `RelgymError` if it is missing."""
    return _root() / "domains"


def kb(*parts: str) -> Path:
    """A file or folder of the hand-written rules, `kb("axioms", "stacks.pddl")`; raises `RelgymError` if missing."""
    path = _root().joinpath("kb", *parts)
    if not path.exists():
        raise RelgymError(f"there is no {Path('kb', *parts)} in {_root()}", hint=_REINSTALL)
    return path


def playground() -> Path:
    """The folder of the page that the service serves."""
    return _root() / "playground"


def module_text(*parts: str) -> str:
    """The source text of a module of relgym, `module_text("runtime", "functions.py")`."""
    return _PACKAGE.joinpath(*parts).read_text(encoding="utf-8")


_REINSTALL = "the installation is not whole; run `pip install --force-reinstall relgym`, or work from a checkout"


def _root() -> Path:
    for root in (_PACKAGE.parent, _PACKAGE / "data"):
        if (root / "kb").is_dir() and (root / "domains").is_dir():
            return root
    tried = " nor in ".join(str(root) for root in (_PACKAGE.parent, _PACKAGE / "data"))
    raise RelgymError(f"the folders kb/ and domains/ are not there, neither in {tried}", hint=_REINSTALL)
