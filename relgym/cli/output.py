"""Files that commands write; the ending of a name determines the form."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

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


def write(output: Path, content: bytes) -> None:
    """Write a file; raises `RelgymError` where that cannot be."""
    try:
        output.write_bytes(content)
    except OSError as error:
        raise RelgymError(f"cannot write the file '{output}': {(error.strerror or str(error)).lower()}") from None
