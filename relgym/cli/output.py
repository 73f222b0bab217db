"""Files that commands write; the ending of a name determines the form."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO, TypeVar

from relgym.errors import RelgymError

Form = TypeVar("Form")


def form_of(output: Path, forms: Mapping[str, Form]) -> Form:
    """Return the form of a file's ending; raises `RelgymError` with the list of known endings."""
    known = forms.get(output.suffix.lower())
    if known is None:
        *others, last = forms
        raise RelgymError(
            f"'{output}' has no known ending",
            expected=f"a file that ends with {', '.join(others)} or {last}",
        )
    return known


@contextmanager
def replacing(output: Path) -> Iterator[IO[bytes]]:
    """Open a file to be written as a whole: it has its old content or its new one, whatever happens meanwhile.

    Raises `RelgymError` where it cannot be written.
    """
    try:
        if output.exists() and not output.is_file():
            # A device or a pipe cannot be replaced.
            with output.open("wb") as file:
                yield file
            return
        target = output.resolve()
        with NamedTemporaryFile(dir=target.parent, prefix=f".{target.name}.", delete=False) as temporary:
            try:
                yield temporary
                temporary.close()
                os.chmod(temporary.name, target.stat().st_mode if target.exists() else 0o666 & ~_umask())
                os.replace(temporary.name, target)
            except BaseException:
                os.unlink(temporary.name)
                raise
    except OSError as error:
        raise RelgymError(f"cannot write the file '{output}': {(error.strerror or str(error)).lower()}") from None


def write(output: Path, content: bytes) -> None:
    """Write a file as a whole. Raises `RelgymError` where that cannot be."""
    with replacing(output) as file:
        file.write(content)


def _umask() -> int:
    # It can only be read by setting it.
    mask = os.umask(0)
    os.umask(mask)
    return mask
