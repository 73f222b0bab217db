"""The files of an RDDL domain and of an instance, as the command line names them.

>>> found = rddl_files("sysadmin", "test/0")
>>> found.domain.name, found.instance.parent.name
('domain.rddl', 'test')
>>> rddl_files("blocks", "0") is None
True
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from relgym.catalogue.entries import meant
from relgym.cli.options import file_of_problem
from relgym.errors import UnsupportedFeature
from relgym.read.language import is_rddl


@dataclass(frozen=True, slots=True)
class RDDLFiles:
    """`further` are files in which the instance's non-fluents may stand."""

    domain: Path
    instance: Path
    further: tuple[Path, ...] = ()

    @property
    def problem(self) -> list[Path]:
        """Return the instance and its non-fluents, as `RDDLEnv` takes them."""
        return [self.instance, *self.further]


def rddl_files(domain: str, problem: str | None, further: Sequence[Path] | None = None) -> RDDLFiles | None:
    """The files of a domain, or of one that comes with relgym, and of a problem; `None` if they are PDDL.

    Raises `UnsupportedFeature` for further files beside PDDL.
    """
    named = meant(domain)
    if is_rddl(Path(domain)) if named is None else named.spec.language == "rddl":
        if named is not None:
            return RDDLFiles(named.spec.domain, Path(named.problem(problem)), tuple(further or ()))
        return RDDLFiles(Path(domain), file_of_problem(domain, problem), tuple(further or ()))
    if further:
        raise UnsupportedFeature("PDDL has no non-fluents", hint="leave --non-fluents out")
    return None


def refuse_axioms(axioms: Sequence[str] | None) -> None:
    """Raise `UnsupportedFeature` for axioms beside RDDL."""
    if axioms:
        raise UnsupportedFeature("RDDL has no axioms", hint="leave --axioms out; a derived-fluent does the same")
