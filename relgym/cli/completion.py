"""The words that a shell offers while one is typed: names of domains and problems, beside the files that are there.

Where no name fits, nothing is returned, and the shell completes names of files in its own way.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from typer import Context

from relgym import resources
from relgym.catalogue.entries import find
from relgym.errors import RelgymError


def domains(incomplete: str) -> list[str]:
    """Return the domains that come along, and the files here, whose names go on so; nothing if no domain's does."""
    folders = resources.domains().glob("*/env.toml")
    names = sorted(path.parent.name for path in folders if path.parent.name.startswith(incomplete))
    files = sorted(path for path in Path().iterdir() if incomplete and path.name.startswith(incomplete))
    return [*names, *(f"{path}/" if path.is_dir() else str(path) for path in files)] if names else []


def problems(context: Context, incomplete: str) -> list[str]:
    """Return the problems whose names go on so, of the domain that is the command's first argument."""
    first = next(each.name for each in context.command.params if each.param_type_name == "argument")
    known = None
    # Behind an option that has no value yet, arguments are not read.
    given = context.params.get(first or "") or next(iter(context.args), None)
    # The command itself says what is wrong.
    with suppress(RelgymError, OSError):
        known = find(given) if isinstance(given, str) else None
    if known is None:
        return []
    names = [path.stem for path in known.spec.problems(known.split)]
    names += [f"{split}/{path.stem}" for split in known.spec.ids for path in known.spec.problems(split)]
    return [name for name in names if name.startswith(incomplete)]
