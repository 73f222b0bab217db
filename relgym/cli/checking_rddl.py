"""What `relgym check` says of RDDL files."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from textwrap import wrap

from relgym.backends.registry import EVALUATORS, Needed, evaluator, names, refuse_missing
from relgym.cli import forms
from relgym.errors import BackendError, MissingEngine, RelgymError, UnsupportedFeature
from relgym.features import needed_by
from relgym.model.rddl import Instance, Kind, Process
from relgym.model.span import Source
from relgym.progress import tracked
from relgym.read.rddl import holds, instance_in, process_in
from relgym.read.rddl_brackets import without_comments
from relgym.read.rddl_words import counted
from relgym.translate.equations import EquationWriter
from relgym.translate.rddl_graph import head, levels
from relgym.translate.rddl_layout import Layout

LANGUAGE = "rddl"

WIDTH = 100
"""Long levels are broken into lines."""

_DOMAIN = re.compile(r"\bdomain\s*=\s*([\w-]+)")

Collected = Callable[[], AbstractContextManager[list[str]]]
"""Gathers the warnings of what is done inside, and keeps its error for the report."""


def checked_rddl(
    sources: Sequence[Source], domains: list[forms.Form], instances: list[forms.Form], collected: Collected
) -> None:
    """Adds the forms of all domains and of all instances; a file may hold both."""
    processes: dict[str, Process] = {}
    readable: list[Source] = []
    for source in sources:
        with collected() as said:
            holds_domain = holds(source, "domain")
            readable.append(source)
            if holds_domain:
                process = processes[source.name] = process_in(source)
                domains.append(_process_form(source, process, said))
    fixed = [source for source in readable if holds(source, "nonfluents")]
    for source in tracked([source for source in readable if holds(source, "instance")], "checking"):
        with collected() as said:
            if not processes:
                raise RelgymError(
                    f"{source.name} cannot be checked without its domain",
                    hint="name the domain's file, too: relgym check DOMAIN INSTANCE",
                )
            process = _process_of(source, processes)
            instance = instance_in(source, process, [other for other in fixed if other is not source])
            instances.append(_instance_form(source, process, instance, said))


def _process_of(source: Source, processes: Mapping[str, Process]) -> Process:
    """The domain of an instance: in its own file, or the one that it names, or else any, for the reader to refuse."""
    if source.name in processes:
        return processes[source.name]
    named = _DOMAIN.search(without_comments(source.text))
    every = list(processes.values())
    return next((process for process in every if named is not None and process.name == named[1]), every[0])


def _process_form(source: Source, process: Process, said: list[str]) -> forms.Form:
    kinds = Counter(fluent.kind.value for fluent in process.fluents)
    return {
        "file": source.name,
        "name": process.name,
        "language": LANGUAGE,
        "types": len(process.types),
        "fluents": {kind.value: kinds[kind.value] for kind in Kind if kinds[kind.value]},
        "conditions": {
            "preconditions": len(process.preconditions) + len(process.constraints),
            "invariants": len(process.invariants),
            "termination": len(process.termination),
        },
        "order": [[head(process.declared[cpf.fluent]) for cpf in level] for level in levels(process)],
        "warnings": said,
    }


def _instance_form(source: Source, process: Process, instance: Instance, said: list[str]) -> forms.Form:
    writer = EquationWriter(process, instance)
    program, layout = writer.program(), writer.layout
    needed = needed_by(program)
    return {
        "file": source.name,
        "name": instance.name,
        "domain": process.name,
        "language": LANGUAGE,
        "objects": sum(len(items) for _, items in instance.objects),
        "values": _cells(layout, Kind.STATE),
        "actions": _cells(layout, Kind.ACTION),
        "draws": program.uniforms,
        "horizon": instance.horizon,
        "discount": instance.discount,
        "features": {feature.value: None if span is None else span.place for feature, span in needed.items()},
        "engines": {name: _carried(needed, name) for name in names(EVALUATORS)},
        "warnings": said,
    }


def _carried(needed: Needed, engine: str) -> str:
    """`yes`, or the engine's own words for why not."""
    try:
        refuse_missing(evaluator(engine), needed)
    except MissingEngine as error:
        return f"not installed: {error}"
    except (UnsupportedFeature, BackendError) as error:
        return f"no: {error.message}"
    return "yes"


def _cells(layout: Layout, kind: Kind) -> int:
    return sum(layout.cells(fluent.name) for fluent in layout.of_kind(kind))


def process_lines(form: forms.Form) -> Iterator[str]:
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
    for name, carried in form["engines"].items():
        yield f"   {name}: {carried.splitlines()[0]}"
