"""Everything that is wrong or unusual in a domain and its problems: all errors, the reader's warnings, and lints.

>>> domain = "(define (domain d) (:predicates (p)) (:action a :parameters () :precondition (q) :effect (r)))"
>>> [found.message for found in diagnose(domain)]
["unknown predicate 'q'", "unknown predicate 'r'"]
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Generic, TypeVar

from relgym.diagnostics import Diagnostic, Severity
from relgym.errors import RelgymError
from relgym.lint.domain import domain_lints
from relgym.lint.rddl import rddl_lints
from relgym.lint.task import Reach
from relgym.model.pddl.domain import Domain
from relgym.model.pddl.problem import Problem
from relgym.model.rddl.domain import Instance, RDDLDomain
from relgym.model.span import Source, Span
from relgym.read.language import is_rddl
from relgym.read.loading import is_whole
from relgym.read.pddl.axioms.ready_made import extended
from relgym.read.pddl.domain import domain_of
from relgym.read.pddl.problem import problem_of
from relgym.read.pddl.sections import read_define
from relgym.read.rddl.loading import domain_in, instance_in
from relgym.read.reporting import collecting
from relgym.read.source import PathOrText, read_source, role_of, without_rddl_comments

Model = TypeVar("Model")
ProblemModel = TypeVar("ProblemModel")

_ORDER = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.INFO: 2}


@dataclass(frozen=True, slots=True)
class Checked(Generic[Model]):
    """The result of reading a file: a model, and all errors and warnings.

    With errors, the model lacks what they are about, and is `None` where nothing of it could be read; `doubted` are the
    names whose declarations are wrong.
    """

    model: Model | None
    diagnostics: tuple[Diagnostic, ...]
    doubted: frozenset[str]

    @property
    def sound(self) -> Model | None:
        """The model, if there are no errors."""
        return None if any(each.severity is Severity.ERROR for each in self.diagnostics) else self.model


def checked(read: Callable[[], Model], doubted: Iterable[str] = ()) -> Checked[Model]:
    """Read a file, going on after errors; nothing is said of names that are in doubt."""
    model = None
    with collecting() as reports:
        reports.doubted.update(doubted)
        try:
            model = read()
        except RelgymError as error:
            reports.add(error)
    diagnostics = [*map(Diagnostic.of, reports.errors), *map(Diagnostic.of, reports.warnings)]
    if reports.left_out:
        message = f"there are {reports.left_out} more errors than are listed"
        diagnostics.insert(len(reports.errors), Diagnostic("E001", Severity.ERROR, message))
    return Checked(model, tuple(diagnostics), frozenset(reports.doubted))


def checked_domain(source: Source, axioms: Sequence[PathOrText] = ()) -> Checked[Domain]:
    """The domain of a PDDL file, with the derived predicates of further files."""

    def read() -> Domain:
        domain = domain_of(source)
        for further in axioms:
            domain = extended(domain, further)
        return domain

    return checked(read)


def checked_problem(source: Source, domain: Checked[Domain]) -> Checked[Problem]:
    """The problem of a PDDL file; of a domain that could not be read at all, only its outer form is looked at."""
    model = domain.model
    if model is None:
        outer = checked(lambda: read_define(source, "problem"))
        return Checked(None, outer.diagnostics, outer.doubted)
    return checked(partial(problem_of, source, model), domain.doubted)


def checked_rddl_domain(source: Source) -> Checked[RDDLDomain]:
    """The domain of an RDDL file."""
    return checked(partial(domain_in, source))


def checked_instance(source: Source, domain: Checked[RDDLDomain], further: Sequence[Source] = ()) -> Checked[Instance]:
    """The instance of an RDDL file, if there is a domain to read it for; `further` may hold its non-fluents."""
    model = domain.model
    if model is None:
        return Checked(None, (), frozenset())
    result = checked(partial(instance_in, source, model, further), domain.doubted)
    if domain.sound is not None:
        return result
    # An instance reads the values of its domain again, and of these some are missing.
    new = tuple(item for item in result.diagnostics if not _within(item.span, model.span))
    return Checked(result.model, new, result.doubted)


def _within(span: Span | None, whole: Span | None) -> bool:
    return (
        span is not None and whole is not None and span.source == whole.source and whole.start <= span.start < whole.end
    )


def lints(
    domain: Domain, problems: Sequence[Problem], read_elsewhere: Iterable[str] = ()
) -> list[tuple[Problem | None, Diagnostic]]:
    """The lints of a PDDL domain and of problems of it, each with the problem that it is about.

    Args:
        domain: a domain without errors.
        problems: all problems that are at hand; a goal or metric of one may make a lint of the domain void.
        read_elsewhere: predicates and functions that something beside the files reads, such as a picture.
    """
    pairs: list[tuple[Problem | None, Diagnostic]] = [
        (None, item) for item in domain_lints(domain, problems, read_elsewhere)
    ]
    return [*pairs, *Reach(domain, problems).lints()]


def sorted_diagnostics(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Errors in the order in which they were found, then warnings and infos by their places."""

    def key(item: Diagnostic) -> tuple[int, str, int]:
        if item.severity is Severity.ERROR or item.span is None:
            return _ORDER[item.severity], "", 0
        return _ORDER[item.severity], item.span.source.name, item.span.start

    return tuple(sorted(diagnostics, key=key))


def diagnose(
    domain: PathOrText, problem: PathOrText | None = None, *, axioms: Sequence[PathOrText] | PathOrText = ()
) -> tuple[Diagnostic, ...]:
    """Find all errors and unusual parts of a domain, and of one of its problems.

    Args:
        domain: A PDDL or RDDL domain, as a path or text.
        problem: A problem or instance of it, as a path or text; by default that of the domain's file, if any.
        axioms: Files or texts of further derived predicates (PDDL).

    Returns:
        All errors, in the order in which they were found: the first one is the error that `relgym.load` raises. Then
        warnings and infos by their places. Lints are looked for only if there are no errors.
    """
    if problem is None:
        # Errors of the file are those of its domain.
        with suppress(RelgymError):
            problem = domain if is_whole(domain) else None
    if is_rddl(domain):
        process = _read(domain, "domain", checked_rddl_domain)
        instance = (
            None
            if problem is None
            else _read(problem, role_of(domain, problem, "instance"), lambda source: checked_instance(source, process))
        )
        return _diagnosed(process, instance, rddl_lints)
    further = [axioms] if isinstance(axioms, str | os.PathLike) else list(axioms)
    first = _read(domain, "domain", lambda source: checked_domain(source, further))
    second = (
        None
        if problem is None
        else _read(problem, role_of(domain, problem, "problem"), lambda source: checked_problem(source, first))
    )
    return _diagnosed(first, second, lambda model, problems: (item for _, item in lints(model, problems)))


def _diagnosed(
    domain: Checked[Model],
    problem: Checked[ProblemModel] | None,
    lint: Callable[[Model, Sequence[ProblemModel]], Iterable[Diagnostic]],
) -> tuple[Diagnostic, ...]:
    """The findings about a domain and a problem of it; lints are looked for where neither has errors."""
    diagnostics = [*domain.diagnostics, *(() if problem is None else problem.diagnostics)]
    problems = [] if problem is None or problem.sound is None else [problem.sound]
    if domain.sound is not None and (problem is None or problems):
        diagnostics += lint(domain.sound, problems)
    return sorted_diagnostics(diagnostics)


def _read(given: PathOrText, role: str, check: Callable[[Source], Checked[Model]]) -> Checked[Model]:
    """Read a file and return `check(source)`; a file that cannot be read gives an error diagnostic."""
    try:
        source = read_source(given, role, without_rddl_comments) if is_rddl(given) else read_source(given, role)
    except RelgymError as error:
        return Checked(None, (Diagnostic.of(error),), frozenset())
    return check(source)
