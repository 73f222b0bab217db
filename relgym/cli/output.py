"""Files that commands write; the ending of a name determines the form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TypeVar

from relgym.errors import RelgymError
from relgym.write.files import new_file

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
    with new_file(output) as part, part.open("wb") as file:
        yield file


def write(output: Path, content: bytes) -> None:
    """Write a file as a whole. Raises `RelgymError` where that cannot be."""
    with replacing(output) as file:
        file.write(content)
