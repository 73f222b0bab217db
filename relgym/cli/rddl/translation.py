"""An RDDL instance as the program that an engine runs, or as RDDL again, beginning in the present state."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import assert_never

from relgym.backends.registry import evaluator_class
from relgym.cli.languages import Language
from relgym.cli.rddl.walk import RDDLWalk
from relgym.errors import UnsupportedFeature
from relgym.features import needed_by
from relgym.model.rddl.domain import Instance, Kind, Plain, Setting
from relgym.model.rddl.equations import Equations, Number, as_list
from relgym.model.rddl.state import RDDLState
from relgym.translate.equations.layout import Layout
from relgym.write.rddl import domain_text, instance_text


def rddl_translated(walk: RDDLWalk, to: Language, names: bool) -> str:
    """The text of a walk's instance, with its present state and the action that takes every default.

    Raises `UnsupportedFeature` for a language that has no words for what the instance uses.
    """
    program, state, idle = walk.reasoner.program, walk.state, walk.reasoner.dynamics.idle
    match to:
        case Language.PROLOG:
            from relgym.translate.prolog.equations.listing import translate_prolog_equations

            _refuse(program, "swipl", "Prolog")
            return translate_prolog_equations(program, state.values, idle, names=names, title=_title(walk))
        case Language.ASP:
            from relgym.translate.asp.equations.listing import translate_asp_equations

            _refuse(program, "clingo", "clingo")
            return translate_asp_equations(program, state.values, idle, names=names, title=_title(walk))
        case Language.PYTHON:
            from relgym.runtime.scope import scope_of
            from relgym.translate.python_equations.listing import translate_python_equations

            return translate_python_equations(program, scope_of({}), state.values, idle)
        case Language.RDDL:
            layout = walk.layout
            start = layout.instance if len(walk.history) == 1 else starting_in(layout, state)
            return f"{domain_text(layout.domain)}\n{instance_text(start)}"
        case Language.PDDL:
            raise UnsupportedFeature("RDDL is not written as PDDL", hint="--to rddl writes it back")
        case _:
            assert_never(to)


def _title(walk: RDDLWalk) -> str:
    instance, steps = walk.layout.instance, len(walk.history) - 1
    after = f", after {steps} step{'' if steps == 1 else 's'}" if steps else ""
    return (
        f"Instance {instance.name} of domain {instance.domain.name}{after}, with the action that takes every default,"
    )


def starting_in(layout: Layout, state: RDDLState) -> Instance:
    """The instance with another start: every value that is not its fluent's default."""
    return replace(layout.instance, start=tuple(_settings(layout, state)))


def _settings(layout: Layout, state: RDDLState) -> Iterator[Setting]:
    for fluent, values in zip(layout.of_kind(Kind.STATE), state.values, strict=True):
        default = layout.default(fluent)
        for row, value in zip(layout.rows(fluent.name), as_list(values), strict=True):
            if value != default:
                yield Setting(fluent.name, row, _plain(layout, fluent.range, value))


def _plain(layout: Layout, of: str, value: Number) -> Plain:
    return layout.items[of][int(value)] if of in layout.items else value


def _refuse(program: Equations, engine: str, language: str) -> None:
    """Raises `UnsupportedFeature` that names all that the engine of a language lacks, with the places."""
    carried = evaluator_class(engine).features
    found = {feature: span for feature, span in needed_by(program).items() if feature not in carried}
    if found:
        places = "; ".join(
            f"{feature.value} ({span.place})" if span else feature.value for feature, span in found.items()
        )
        raise UnsupportedFeature(
            f"a text for {language} does not support: {places}", span=next(iter(found.values())), hint="--to python"
        )
