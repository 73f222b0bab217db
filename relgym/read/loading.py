"""Files of either language as a model.

>>> load("(define (domain lamp) (:predicates (on)))", "(define (problem dark) (:domain lamp) (:init) (:goal (on)))")
Task(dark of lamp)
>>> load('''domain lamp { pvariables { on : { state-fluent, bool }; }; cpfs { on' = ~on; }; }''',
...     "instance dark { domain = lamp; }").domain.name
'lamp'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from relgym.errors import RelgymError
from relgym.limits import Limits
from relgym.read.language import is_rddl
from relgym.read.pddl.axioms.ready_made import listed_axioms
from relgym.read.pddl.loading import load_task
from relgym.read.pddl.sections import holds_problem
from relgym.read.source import PathOrText, first_of, listed, read_source, role_of, without_rddl_comments


def given_problem(
    domain: PathOrText, problem: PathOrText | Iterable[PathOrText] | None
) -> PathOrText | Iterable[PathOrText]:
    """Return the problem that is given, or the domain's file or text where that holds one.

    Raises:
        RelgymError: No problem is given, and the domain's file holds none.
        ParseError: No problem is given, and the domain's file cannot be read.
    """
    if problem is not None:
        return problem
    if is_whole(domain):
        return domain
    expected = "the problem's file or text, or one file that holds the domain and the problem"
    raise RelgymError("there is no problem", expected=expected)


def is_whole(domain: PathOrText) -> bool:
    """Return True if the domain's file or text holds a problem or instance, too; raises `ParseError`."""
    if not is_rddl(domain):
        return holds_problem(read_source(domain, "domain"))
    from relgym.read.rddl.loading import kinds_of

    return "instance" in kinds_of(read_source(domain, "domain", without_rddl_comments))


def load(
    domain: PathOrText,
    problem: PathOrText | Iterable[PathOrText] | None = None,
    axioms: PathOrText | Iterable[PathOrText] = (),
    *,
    limits: Limits | Mapping[str, float] | None = None,
) -> Any:
    """Read a domain with a PDDL problem or an RDDL instance, as paths or texts.

    Arguments, errors and warnings are those of `relgym.load` (`relgym.catalogue.loading`), which knows names, too.
    """
    files, further = listed(given_problem(domain, problem)), listed_axioms(axioms)
    first = first_of(files, "problem")
    if not is_rddl(domain):
        if files[1:]:
            raise RelgymError(f"there are {len(files)} problems", expected="one problem of PDDL")
        return load_task(domain, first, further, limits=limits)
    if further:
        raise RelgymError("axioms are for PDDL", hint="RDDL has derived-fluents and interm-fluents")
    # The grammar of RDDL takes a while to import.
    from relgym.read.rddl.loading import read_domain, read_instance

    return read_instance(first, read_domain(domain), files[1:], role_of(domain, first, "instance"))
