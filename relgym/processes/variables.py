"""The environment variables of programs of others: those of this process without what is secret of the service.

>>> variables({"PATH": "/bin", "RELGYM_DATABASE": "postgresql://ann:secret@db/x", "PGPASSWORD": "secret"}, {"A": "1"})
{'PATH': '/bin', 'A': '1'}
"""

from __future__ import annotations

from collections.abc import Mapping

_OWN = ("RELGYM_", "PG")
"""Beginnings of names: of relgym's own variables, and of those of PostgreSQL's clients."""

_SECRET = ("PASSWORD", "PASSWD", "SECRET", "TOKEN", "DATABASE_URL", "API_KEY")
"""Parts of names whose variables hold secrets."""


def variables(present: Mapping[str, str], more: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return the variables for a program.

    Args:
        present: The variables of this process. Planners need many of them, such as those that find libraries.
        more: Variables to set in addition to them.
    """
    kept = {name: value for name, value in present.items() if not _is_secret(name.upper(), value)}
    return {**kept, **(more or {})}


def _is_secret(name: str, value: str) -> bool:
    return name.startswith(_OWN) or any(part in name for part in _SECRET) or value.startswith("postgres")
