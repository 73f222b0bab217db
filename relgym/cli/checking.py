"""The command that reads files and says what they hold."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from relgym.backends.registry import names
from relgym.cli import forms
from relgym.cli.checking_rddl import LANGUAGE, checked_rddl, instance_lines, process_lines
from relgym.cli.codes import WRONG_INPUT
from relgym.cli.entries import meant
from relgym.cli.options import Axioms, Json
from relgym.errors import BackendError, MissingEngine, ParseError, RelgymError, RelgymWarning, UnsupportedFeature
from relgym.features import needed
from relgym.model.domain import Domain
from relgym.model.problem import Task
from relgym.model.span import Source, Span
from relgym.progress import tracked
from relgym.read.axioms import extend
from relgym.read.domain import domain_of
from relgym.read.language import is_rddl
from relgym.read.problem import problem_of
from relgym.read.rddl_brackets import without_comments as rddl_comments
from relgym.read.sexpr import without_comments
from relgym.read.source import PathOrText, read_source
from relgym.read.strata import strata
from relgym.reasoner import Reasoner

_KIND = re.compile(r"\(\s*define\s*\(\s*(domain|problem)\b", re.IGNORECASE)
_BEGUN = re.compile(r"\S.*?(?=\s*$)", re.MULTILINE)
_DOMAIN = re.compile(r"\(\s*:domain\s+([^\s()]+)", re.IGNORECASE)


@dataclass(slots=True)
class Report:
    """What has been found in the files, in their order, domains first."""

    domains: list[forms.Form] = field(default_factory=list)
    problems: list[forms.Form] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


def check(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILES", help="Domain files and problems of theirs, or names of domains that come with relgym."
        ),
    ],
    axioms: Axioms = None,
    as_json: Json = False,
) -> None:
    """Read files, and say what they hold, what they use, and which engines carry that.

    \b
    relgym check domain.pddl
    relgym check domain.pddl problem1.pddl problem2.pddl
    relgym check domain.rddl instance.rddl
    relgym check sysadmin
    """
    report = checked(files, axioms or ())
    if as_json:
        form = {"domains": report.domains, "problems": report.problems, "errors": report.errors}
        typer.echo(forms.text_of(form))
    else:
        for line in _lines(report):
            typer.echo(line)
    for error in report.errors:
        typer.echo(f"error: {error}", err=True)
    if report.errors:
        raise typer.Exit(WRONG_INPUT)


def checked(words: Sequence[str], axioms: Sequence[str]) -> Report:
    """Read every file; what is wrong with one does not keep the others from being read."""
    report = Report()
    sources: dict[str, list[Source]] = {"domain": [], "problem": []}
    processes: list[Source] = []
    further_of: dict[str, Sequence[PathOrText]] = {}
    for path, further in _files(words, axioms, report):
        try:
            if is_rddl(path):
                processes.append(read_source(path, "domain or instance", rddl_comments))
                continue
            source = read_source(path, "domain or problem")
            further_of[source.name] = further
            text = without_comments(source.text)
            kind = _KIND.search(text)
            if kind is None:
                begun = _BEGUN.search(text)
                raise ParseError(
                    f"{path} is empty" if begun is None else "this is neither a domain nor a problem",
                    span=None if begun is None else Span(source, *begun.span()),
                    expected="(define (domain name) ...) or (define (problem name) ...)",
                )
            sources[kind[1].lower()].append(source)
        except RelgymError as error:
            report.errors.append(str(error))
    models: dict[str, Domain] = {}
    for source in sources["domain"]:
        with _collected(report) as said:
            domain = domain_of(source)
            for file in further_of[source.name]:
                domain = extend(domain, read_source(file, "axioms"))
            models[domain.name] = domain
            report.domains.append(_domain_form(source, domain, said))
    for source in tracked(sources["problem"], "checking"):
        with _collected(report) as said:
            task = _task(source, models, bool(sources["domain"]))
            if task is not None:
                report.problems.append(_problem_form(source, task, said))
    checked_rddl(processes, report.domains, report.problems, partial(_collected, report))
    if not report.errors:
        # What a folder's other files say of its domain means something once that can be read.
        for found in filter(None, map(meant, words)):
            with _collected(report):
                found.spec.check()
    return report


def _files(words: Sequence[str], axioms: Sequence[str], report: Report) -> Iterator[tuple[Path, Sequence[PathOrText]]]:
    """Every file that is meant, with the axioms for it: for a domain's folder also those of its env.toml."""
    for word in words:
        try:
            found = meant(word)
            if found is None:
                yield Path(word), axioms
            else:
                further: list[PathOrText] = [*found.spec.axiom_files(), *axioms]
                yield from ((path, further) for path in found.files())
        except RelgymError as error:
            report.errors.append(str(error))


@contextmanager
def _collected(report: Report) -> Iterator[list[str]]:
    """The warnings of what is done inside; an error of relgym goes into the report."""
    said: list[str] = []

    def note(message: Warning | str, category: type[Warning], *place: object, **more: object) -> None:
        if issubclass(category, RelgymWarning):
            said.append(str(message))

    with warnings.catch_warnings():
        warnings.simplefilter("always", RelgymWarning)
        warnings.showwarning = note
        try:
            yield said
        except RelgymError as error:
            report.errors.append(str(error))


def _task(source: Source, models: Mapping[str, Domain], domains_given: bool) -> Task | None:
    """The task of a problem; `None` where its domain is among the files, and wrong."""
    named = _DOMAIN.search(without_comments(source.text))
    domain = models.get(named[1].lower()) if named else None
    if domain is None and len(models) == 1:
        # The reader of problems says best what is wrong with a name.
        domain = next(iter(models.values()))
    if domain is None:
        if domains_given and not models:
            return None
        which = f"the domain '{named[1].lower()}'" if named else "its domain"
        raise RelgymError(
            f"{source.name} cannot be checked without {which}",
            hint="name the domain's file, too: relgym check DOMAIN PROBLEM",
        )
    return Task(domain, problem_of(source, domain))


def _domain_form(source: Source, domain: Domain, said: list[str]) -> forms.Form:
    return {
        "file": source.name,
        "name": domain.name,
        "types": len(domain.types) - 1,
        "predicates": len(domain.predicates),
        "functions": len(domain.functions),
        "actions": len(domain.actions),
        "axioms": len(domain.axioms),
        "strata": len(strata(domain.axioms)),
        "warnings": said,
    }


def _problem_form(source: Source, task: Task, said: list[str]) -> forms.Form:
    features = {feature.value: None if span is None else span.place for feature, span in needed(task).items()}
    return {
        "file": source.name,
        "name": task.problem.name,
        "domain": task.domain.name,
        "objects": len(task.objects),
        "atoms": len(task.problem.init),
        "values": len(task.problem.values),
        "features": features,
        "engines": {name: _carried(task, name) for name in names()},
        "warnings": said,
    }


def _carried(task: Task, engine: str) -> str:
    """`yes`, or the engine's own words for why not."""
    try:
        Reasoner(task, engine).close()
    except MissingEngine as error:
        return f"not installed: {error}"
    except (UnsupportedFeature, BackendError) as error:
        return f"no: {error.message}"
    return "yes"


def _lines(report: Report) -> Iterator[str]:
    for form in report.domains:
        if form.get("language") == LANGUAGE:
            yield from process_lines(form)
            yield from _warnings(form)
            continue
        yield f"{form['file']}: domain {form['name']}"
        sizes = ["type", "predicate", "function", "action", "axiom"]
        yield f"   {', '.join(_counted(form[f'{size}s'], size) for size in sizes)}"
        if form["axioms"]:
            yield f"   derived in {_counted(form['strata'], 'stratum', 'strata')}"
        yield from _warnings(form)
    for form in report.problems:
        if form.get("language") == LANGUAGE:
            yield from instance_lines(form)
            yield from _warnings(form)
            continue
        yield f"{form['file']}: problem {form['name']} of {form['domain']}"
        sizes = ["object", "atom", "value"]
        yield f"   {', '.join(_counted(form[f'{size}s'], size) for size in sizes)}"
        yield f"   uses {', '.join(form['features']) or 'nothing beyond STRIPS'}"
        for name, carried in form["engines"].items():
            yield f"   {name}: {carried.splitlines()[0]}"
        yield from _warnings(form)


def _counted(number: int, one: str, many: str | None = None) -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"


def _warnings(form: forms.Form) -> Iterator[str]:
    for said in form["warnings"]:
        yield "\n   ".join(f"   warning: {said}".splitlines())
