"""A domain to begin with: files that play at once, for an author to write over.

The files lie in kb/new, and are a whole domain; a new domain has its name and id in place of theirs.
"""

from __future__ import annotations

import re
from pathlib import Path

from relgym.catalogue.domains import Language, catalogue, read_spec
from relgym.catalogue.generate import write
from relgym.errors import RelgymError
from relgym.resources import kb

FORMER: dict[Language, str] = {"pddl": "delivery", "rddl": "garden"}
"""The names of the domains in kb/new."""

_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def begin_domain(folder: Path, language: Language) -> list[Path]:
    """Write a domain with a generator, problems, a scene and tests into a new folder.

    Args:
        folder: The folder, which is made; its name becomes that of the domain, and its id in capitals.
        language: `pddl` or `rddl`.

    Returns:
        The files.

    Raises:
        RelgymError: The path is there and is no empty folder, its name cannot be that of a domain, or a domain of
            the catalogue has its id.
    """
    name = folder.resolve().name
    identifier = "".join(part.capitalize() for part in name.split("-"))
    if not _NAME.fullmatch(name):
        expected = "small letters, digits and dashes, a letter first, such as lunch-break"
        raise RelgymError(f"'{name}' cannot be the name of a domain", expected=expected)
    # The ids of test problems end in Test, so that a domain blocks-test would have an id of blocks.
    if identifier.lower().removesuffix("test") in {each.id.lower() for each in catalogue()}:
        reason = f"'{name}' would have an id of a domain that comes with relgym"
        raise RelgymError(reason, hint="choose another name for the folder")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise RelgymError(f"{folder} is there already, and is no empty folder", hint="choose another folder")
    folder.mkdir(parents=True, exist_ok=True)
    former, files = FORMER[language], []
    for source in sorted(path for path in kb("new", language).iterdir() if path.is_file()):
        text = source.read_text(encoding="utf-8")
        text = re.sub(rf"\b{former}\b", name, text)
        text = re.sub(rf"\b{former.capitalize()}\b", identifier, text)
        files.append(folder / source.name)
        files[-1].write_text(text, encoding="utf-8", newline="\n")
    return [*files, *write(read_spec(folder))]
