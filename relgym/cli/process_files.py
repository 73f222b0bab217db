"""The files of an RDDL domain and of an instance, as the command line names them.

>>> found = process_files("sysadmin", "test/0")
>>> found.domain.name, found.instance.parent.name
('domain.rddl', 'test')
>>> process_files("blocks", "0") is None
True
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from relgym.cli.entries import meant
from relgym.read.language import is_rddl


@dataclass(frozen=True, slots=True)
class ProcessFiles:
    domain: Path
    instance: Path


def process_files(domain: str, problem: str) -> ProcessFiles | None:
    """The files of a domain, or of one that comes with relgym, and of a problem; `None` if they are PDDL."""
    found = meant(domain)
    if found is not None:
        return ProcessFiles(found.spec.domain, found.instance(problem)) if found.spec.language == "rddl" else None
    return ProcessFiles(Path(domain), Path(problem)) if is_rddl(Path(domain)) else None
