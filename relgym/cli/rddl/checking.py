"""The part of `relgym check` for RDDL files."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from textwrap import wrap

from relgym.backends.registry import evaluator, refuse_missing
from relgym.checking import Checked, checked, checked_instance, checked_rddl_domain
from relgym.cli import forms
from relgym.cli.check_report import CheckReport, carried
from relgym.errors import RelgymError
from relgym.features import needed_by
from relgym.lint.rddl import rddl_lints
from relgym.model.rddl.domain import Instance, Kind, RDDLDomain
from relgym.model.span import Source
from relgym.progress import tracked
from relgym.read.rddl.loading import kinds_of
from relgym.read.rddl.words import counted
from relgym.read.source import without_rddl_comments
from relgym.translate.equations.equations import EquationWriter
from relgym.translate.equations.graph import head, levels
from relgym.translate.equations.layout import Layout

LANGUAGE = "rddl"

WIDTH = 100
"""The length of lines, in characters; longer levels are broken."""

_DOMAIN = re.compile(r"\bdomain\s*=\s*([\w-]+)")


def checked_rddl(sources: Sequence[Source], report: CheckReport) -> None:
    """Check all domains and all instances; a file may hold both."""
    blocks: dict[Source, frozenset[str]] = {}
    processes: dict[Source, Checked[RDDLDomain]] = {}
    for source in sources:
        kinds = checked(partial(kinds_of, source))
        report.add(kinds.diagnostics)
        blocks[source] = frozenset() if kinds.model is None else kinds.model
        if "domain" in blocks[source]:
            domain = processes[source] = checked_rddl_domain(source)
            report.add(domain.diagnostics)
            if domain.sound is not None:
                report.domains.append(_domain_form(source, domain.sound))
    fixed = [source for source in sources if "nonfluents" in blocks[source]]
    instances: dict[Source, list[Instance]] = {source: [] for source in processes}
    for source in tracked([source for source in sources if "instance" in blocks[source]], "checking"):
        if not processes:
            message = f"{source.name} cannot be checked without its domain"
            hint = "name the domain's file, too: relgym check DOMAIN INSTANCE"
            report.fail(RelgymError(message, hint=hint, code="E209"))
            continue
        file = _domain_file(source, processes)
        domain = processes[file]
        instance = checked_instance(source, domain, [other for other in fixed if other is not source])
        report.add(instance.diagnostics)
        if instance.sound is not None:
            instances[file].append(instance.sound)
            if domain.sound is not None:
                report.problems.append(_instance_form(source, domain.sound, instance.sound))
    for file, domain in processes.items():
        if domain.sound is not None:
            report.add(rddl_lints(domain.sound, instances[file]))


def _domain_file(source: Source, processes: Mapping[Source, Checked[RDDLDomain]]) -> Source:
    """The domain's file of an instance: its own, or the one that it names, or else any, for the reader to refuse."""
    if source in processes:
        return source
    named = _DOMAIN.search(without_rddl_comments(source.text))
    for file, domain in processes.items():
        if named is not None and domain.model is not None and domain.model.name == named[1]:
            return file
    return next(iter(processes))


def _domain_form(source: Source, domain: RDDLDomain) -> forms.Form:
    kinds = Counter(fluent.kind.value for fluent in domain.fluents)
    return {
        "file": source.name,
        "name": domain.name,
        "language": LANGUAGE,
        "types": len(domain.types),
        "fluents": {kind.value: kinds[kind.value] for kind in Kind if kinds[kind.value]},
        "conditions": {
            "preconditions": len(domain.preconditions) + len(domain.constraints),
            "invariants": len(domain.invariants),
            "termination": len(domain.termination),
        },
        "order": [[head(domain.declared[cpf.fluent]) for cpf in level] for level in levels(domain)],
    }


def _instance_form(source: Source, domain: RDDLDomain, instance: Instance) -> forms.Form:
    writer = EquationWriter(instance)
    program, layout = writer.program(), writer.layout
    needed = needed_by(program)
    return {
        "file": source.name,
        "name": instance.name,
        "domain": domain.name,
        "language": LANGUAGE,
        "objects": sum(len(items) for _, items in instance.objects),
        "values": _cells(layout, Kind.STATE),
        "actions": _cells(layout, Kind.ACTION),
        "draws": program.uniforms,
        "horizon": instance.horizon,
        "discount": instance.discount,
        "features": {feature.value: None if span is None else span.place for feature, span in needed.items()},
        "engines": carried(lambda engine: refuse_missing(evaluator(engine), lambda: needed)),
    }


def _cells(layout: Layout, kind: Kind) -> int:
    return sum(layout.cells(fluent.name) for fluent in layout.of_kind(kind))


def domain_lines(form: forms.Form) -> Iterator[str]:
    yield f"{form['file']}: domain {form['name']} (RDDL)"
    yield f"   {', '.join(counted(count, kind) for kind, count in form['fluents'].items()) or 'no fluents'}"
    if form["order"]:
        yield "   a step computes, each line from those above it"
    for number, level in enumerate(form["order"], 1):
        # Names have hyphens, and are not to be broken there.
        lines = wrap(", ".join(level), WIDTH - 8, break_on_hyphens=False, break_long_words=False)
        yield from (f"{mark:>6}  {line}" for mark, line in zip([str(number), *[""] * len(lines)], lines, strict=False))


def instance_lines(form: forms.Form) -> Iterator[str]:
    yield f"{form['file']}: instance {form['name']} of {form['domain']}"
    steps = "no horizon" if form["horizon"] is None else f"horizon {form['horizon']}"
    yield f"   {counted(form['objects'], 'object')}, {steps}, discount {form['discount']:g}"
    parts = counted(form["actions"], "action value"), counted(form["values"], "state value")
    yield f"   a step: {', '.join(parts)}, {counted(form['draws'], 'random number')}"
    yield f"   uses {', '.join(form['features']) or 'truth values, items and whole numbers alone'}"
    for name, answer in form["engines"].items():
        yield f"   {name}: {answer.splitlines()[0]}"
