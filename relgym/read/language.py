"""Which language a file or text is in.

>>> is_rddl("domain lamp { }"), is_rddl("(define (domain lamp))")
(True, False)

One that lacks its first bracket is RDDL, too, of which the reader of RDDL tells.

>>> is_rddl('''domain lamp
...   types { room : object; }; }''')
True
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from relgym.read.source import MARK, PathOrText

_BLOCK = re.compile(r"^\s*(domain|instance|non-fluents)\s+[A-Za-z_][\w-]*\s*(\{|$)", re.MULTILINE)


def is_rddl(path_or_text: PathOrText) -> bool:
    """Whether it is RDDL: by its file's ending if that is `.rddl`, and for texts by how a block begins."""
    text = os.fspath(path_or_text).removeprefix(MARK)
    if "{" not in text:
        return Path(text).suffix.lower() == ".rddl"
    return _BLOCK.search(text) is not None
