"""An RDDL instance as the program of an engine, or as RDDL again, with a state as its start."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from relgym.backends.registry import evaluator_class
from relgym.errors import UnsupportedFeature
from relgym.features import needed_by
from relgym.model.rddl.domain import Instance, Kind, Plain, Setting
from relgym.model.rddl.equations import Equations, Number, as_list
from relgym.model.rddl.state import RDDLState
from relgym.questions.programs import language_of
from relgym.questions.question import Answer, Asked
from relgym.questions.rddl.play import RDDLPlay
from relgym.translate.equations.layout import Layout


def translate(play: RDDLPlay, asked: Asked) -> Answer:
    """Answer `translate`; the program has the action that takes every default."""
    language = language_of(asked, play.reasoner.engine.name)
    return {"text": _text(play, asked, language), "language": language}


def _text(play: RDDLPlay, asked: Asked, language: str) -> str:
    # Only the printer that is wanted is imported.
    reasoner, state, names = play.reasoner, asked.state, asked.options["names"]
    program, idle, layout = reasoner.program, reasoner.dynamics.idle, reasoner.dynamics.layout
    match language:
        case "prolog":
            from relgym.translate.prolog.equations.listing import translate_prolog_equations

            _refuse(program, "swipl", "Prolog")
            title = _title(layout.instance, asked.steps)
            return translate_prolog_equations(program, state.values, idle, names=names, title=title)
        case "asp":
            from relgym.translate.asp.equations.listing import translate_asp_equations

            _refuse(program, "clingo", "clingo")
            title = _title(layout.instance, asked.steps)
            return translate_asp_equations(program, state.values, idle, names=names, title=title)
        case "python":
            from relgym.runtime.scope import scope_of
            from relgym.translate.python_equations.listing import translate_python_equations

            return translate_python_equations(program, scope_of({}), state.values, idle)
        case "rddl":
            from relgym.write.rddl import domain_text, instance_text

            is_start = not asked.steps and state == reasoner.initial_state
            start = layout.instance if is_start else starting_in(layout, state)
            return f"{domain_text(layout.domain)}\n{instance_text(start)}"
        case _:
            raise UnsupportedFeature("RDDL is not written as PDDL", hint="--to rddl writes it back")


def _title(instance: Instance, steps: int) -> str:
    after = f", after {steps} step{'' if steps == 1 else 's'}" if steps else ""
    return (
        f"Instance {instance.name} of domain {instance.domain.name}{after}, with the action that takes every default,"
    )


def starting_in(layout: Layout, state: RDDLState) -> Instance:
    """Return the instance with another start: every value that is not its fluent's default."""
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
    lacking = {feature: span for feature, span in needed_by(program).items() if feature not in carried}
    if lacking:
        places = "; ".join(
            f"{feature.value} ({span.place})" if span else feature.value for feature, span in lacking.items()
        )
        raise UnsupportedFeature(
            f"a text for {language} does not support: {places}", span=next(iter(lacking.values())), hint="--to python"
        )
