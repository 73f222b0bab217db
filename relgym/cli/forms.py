"""JSON that the commands print."""

from __future__ import annotations

import json
from typing import Any

Form = dict[str, Any]


def text_of(form: Form) -> str:
    """One line of JSON."""
    return json.dumps(form)
