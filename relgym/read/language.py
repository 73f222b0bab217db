"""Recognition of the language of a file or text.

>>> is_rddl("domain lamp { }"), is_rddl("(define (domain lamp))")
(True, False)

A block without its first bracket is RDDL, too; the reader of RDDL reports the error.

>>> is_rddl('''domain lamp
...   types { room : object; }; }''')
True
"""

from __future__ import annotations

import re
from pathlib import Path

from relgym.read.source import MARK, PathOrText, as_path, is_text

_BLOCK = re.compile(r"^\s*(domain|instance|non-fluents)\s+[A-Za-z_][\w-]*\s*(\{|$)", re.MULTILINE)


def is_rddl(path_or_text: PathOrText) -> bool:
    """Return True for RDDL: a file by its ending `.rddl`, a text by the beginning of a block."""
    named = as_path(path_or_text)
    if isinstance(path_or_text, str) and is_text(named):
        return _BLOCK.search(named.removeprefix(MARK)) is not None
    return Path(named).suffix.lower() == ".rddl"
