"""The command that checks files: it reports their content, their errors and everything unusual."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from relgym.catalogue.entries import meant
from relgym.checking import Checked, checked_domain, checked_problem, lints
from relgym.cli import completion, forms
from relgym.cli.check_report import CheckReport, carried, lines_of, texts_of
from relgym.cli.codes import WRONG_INPUT
from relgym.cli.options import Axioms, Json
from relgym.cli.rddl.checking import LANGUAGE, checked_rddl, domain_lines, instance_lines
from relgym.errors import ParseError, RelgymError
from relgym.features import needed
from relgym.model.pddl.domain import Domain
from relgym.model.pddl.problem import Problem, Task
from relgym.model.span import Source, Span
from relgym.progress import tracked
from relgym.read.language import is_rddl
from relgym.read.pddl.sections import KINDS
from relgym.read.pddl.strata import strata
from relgym.read.source import PathOrText, read_source, without_pddl_comments, without_rddl_comments
from relgym.reasoning.pddl.reasoner import PDDLReasoner
from relgym.render.scene_files import FILE, read_tables

_KIND = re.compile(r"\(\s*define\s*\(\s*(domain|problem)\b", re.IGNORECASE)
_BEGUN = re.compile(r"\S.*?(?=\s*$)", re.MULTILINE)
_DOMAIN = re.compile(r"\(\s*:domain\s+([^\s()]+)", re.IGNORECASE)

Notes = Annotated[
    bool, typer.Option("--notes", help="Also show notes: facts worth knowing that are not likely mistakes.")
]


def check(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILES",
            help="Domain files and problems of theirs, or names of domains that come with relgym.",
            autocompletion=completion.domains,
        ),
    ],
    axioms: Axioms = None,
    notes: Notes = False,
    as_json: Json = False,
) -> None:
    """Read files, and say what they hold, which engines carry that, and all that is wrong or unusual in them.

    \b
    relgym check domain.pddl
    relgym check domain.pddl problem1.pddl problem2.pddl
    relgym check domain.rddl instance.rddl
    relgym check sysadmin

    Errors go to standard error. Each finding has a code, which docs/diagnostics.md explains.

    Exit codes: 0 there are no errors, whatever the warnings; 1 there are some.
    """
    report = checked(files, axioms or ())
    if as_json:
        typer.echo(forms.text_of(report.to_json()))
    else:
        for line in _lines(report, notes):
            typer.echo(line)
        for text in texts_of(report.elsewhere(), notes):
            typer.echo(text, err=True)
    for error in report.errors:
        typer.echo(f"error: {error}", err=True)
    if report.errors:
        raise typer.Exit(WRONG_INPUT)


def checked(words: Sequence[str], axioms: Sequence[str]) -> CheckReport:
    """Read every file; an error in one does not stop the others."""
    report = CheckReport()
    sources: dict[str, list[Source]] = {"domain": [], "problem": []}
    processes: list[Source] = []
    further_of: dict[str, Sequence[PathOrText]] = {}
    for path, further in dict(_files(words, axioms, report)).items():
        try:
            if is_rddl(path):
                processes.append(read_source(path, "domain or instance", without_rddl_comments))
                continue
            source = read_source(path, "domain or problem")
            further_of[source.name] = further
            for kind in _kinds(source, path):
                sources[kind].append(source)
        except RelgymError as error:
            report.fail(error)
    domains = {source: checked_domain(source, further_of[source.name]) for source in sources["domain"]}
    for source, domain in domains.items():
        report.add(domain.diagnostics)
        if domain.sound is not None:
            report.domains.append(_domain_form(source, domain.sound))
    problems = _check_problems(sources["problem"], domains, report)
    for source, domain in domains.items():
        _lint(source, domain, [problem for problem, its in problems if its is domain], report)
    checked_rddl(processes, report)
    if not report.errors:
        # A folder's other files speak of its domain, and are checked once the domain can be read.
        for named in filter(None, map(meant, words)):
            try:
                named.spec.check()
            except RelgymError as error:
                report.fail(error)
    return report


def _lint(source: Source, domain: Checked[Domain], problems: Sequence[Problem | None], report: CheckReport) -> None:
    """Add the findings about a domain and its problems, if it has no errors."""
    if domain.sound is not None:
        # A problem with errors has no goal that could be checked.
        known = [problem for problem in problems if problem is not None]
        whole = known if len(known) == len(problems) else []
        report.add(item for _, item in lints(domain.sound, whole, drawn(Path(source.name))))


def _kinds(source: Source, path: Path) -> Sequence[str]:
    """`domain` or `problem`, or both for a file that holds both; raises `ParseError` for a file that is neither."""
    text = without_pddl_comments(source.text)
    kinds = [kind.lower() for kind in _KIND.findall(text)]
    if not kinds:
        begun = _BEGUN.search(text)
        raise ParseError(
            f"{path} is empty" if begun is None else "this is neither a domain nor a problem",
            span=None if begun is None else Span(source, *begun.span()),
            expected="(define (domain name) ...) or (define (problem name) ...)",
            code="E101" if begun is None else "E104",
        )
    return kinds[:1] if len(set(kinds)) == 1 else KINDS


def _files(
    words: Sequence[str], axioms: Sequence[str], report: CheckReport
) -> Iterator[tuple[Path, Sequence[PathOrText]]]:
    """Every file that is meant, with the axioms for it: for a domain's folder also those of its env.toml."""
    for word in words:
        try:
            named = meant(word)
            if named is None:
                yield Path(word), axioms
            else:
                further: list[PathOrText] = [*named.spec.axiom_files(), *axioms]
                yield from ((path, further) for path in named.files())
        except RelgymError as error:
            report.fail(error)


def _check_problems(
    sources: Sequence[Source], domains: Mapping[Source, Checked[Domain]], report: CheckReport
) -> list[tuple[Problem | None, Checked[Domain]]]:
    """Each problem that has a domain, or `None` for one with errors, and its domain."""
    pairs: list[tuple[Problem | None, Checked[Domain]]] = []
    for source in tracked(sources, "checking"):
        try:
            domain = _domain_of(source, domains)
        except RelgymError as error:
            report.fail(error)
            continue
        problem = checked_problem(source, domain)
        report.add(problem.diagnostics)
        pairs.append((problem.sound, domain))
        if problem.sound is not None and domain.sound is not None:
            report.problems.append(_problem_form(source, Task(domain.sound, problem.sound)))
    return pairs


def _domain_of(source: Source, domains: Mapping[Source, Checked[Domain]]) -> Checked[Domain]:
    """The domain of a problem: the one that it names, or the only one, for the reader of problems to refuse."""
    named = _DOMAIN.search(without_pddl_comments(source.text))
    for domain in domains.values():
        if named is not None and domain.model is not None and domain.model.name == named[1].lower():
            return domain
    readable = [domain for domain in domains.values() if domain.model is not None]
    if len(readable) == 1 or (domains and not readable):
        return readable[0] if readable else next(iter(domains.values()))
    which = f"the domain '{named[1].lower()}'" if named else "its domain"
    raise RelgymError(
        f"{source.name} cannot be checked without {which}",
        hint="name the domain's file, too: relgym check DOMAIN PROBLEM",
        code="E209",
    )


def drawn(domain: Path) -> set[str]:
    """All texts of the scene.toml beside a domain of a folder with an env.toml: predicates among them are drawn."""
    if not domain.with_name("env.toml").is_file():
        return set()
    try:
        return set(_texts(read_tables(domain.with_name(FILE))[1]))
    except RelgymError:
        # The painter reports the errors of a scene.
        return set()


def _texts(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            for item in value.values():
                yield from _texts(item)
        case list():
            for item in value:
                yield from _texts(item)
        case _:
            pass


def _domain_form(source: Source, domain: Domain) -> forms.Form:
    return {
        "file": source.name,
        "name": domain.name,
        "types": len(domain.types) - 1,
        "predicates": len(domain.predicates),
        "functions": len(domain.functions),
        "actions": len(domain.actions),
        "axioms": len(domain.axioms),
        "strata": len(strata(domain.axioms)),
    }


def _problem_form(source: Source, task: Task) -> forms.Form:
    features = {feature.value: None if span is None else span.place for feature, span in needed(task).items()}
    return {
        "file": source.name,
        "name": task.problem.name,
        "domain": task.domain.name,
        "objects": len(task.objects),
        "atoms": len(task.problem.init),
        "values": len(task.problem.values),
        "features": features,
        "engines": carried(lambda engine: PDDLReasoner(task, engine).close()),
    }


def _lines(report: CheckReport, notes: bool) -> Iterator[str]:
    for form in report.domains:
        if form.get("language") == LANGUAGE:
            yield from domain_lines(form)
        else:
            yield f"{form['file']}: domain {form['name']}"
            sizes = ["type", "predicate", "function", "action", "axiom"]
            yield f"   {', '.join(_counted(form[f'{size}s'], size) for size in sizes)}"
            if form["axioms"]:
                yield f"   derived in {_counted(form['strata'], 'stratum', 'strata')}"
        yield from lines_of(report.of_file(form["file"]), notes)
    for form in report.problems:
        if form.get("language") == LANGUAGE:
            yield from instance_lines(form)
        else:
            yield f"{form['file']}: problem {form['name']} of {form['domain']}"
            sizes = ["object", "atom", "value"]
            yield f"   {', '.join(_counted(form[f'{size}s'], size) for size in sizes)}"
            yield f"   uses {', '.join(form['features']) or 'nothing beyond STRIPS'}"
            for name, carried in form["engines"].items():
                yield f"   {name}: {carried.splitlines()[0]}"
        if all(form["file"] != domain["file"] for domain in report.domains):
            yield from lines_of(report.of_file(form["file"]), notes)


def _counted(number: int, one: str, many: str | None = None) -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"
