"""Questions about a task as a whole: its names, its strata, its program, what is wrong with it, further problems."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from relgym.errors import RelgymError, WrongForm
from relgym.model.rddl.domain import Kind
from relgym.model.rddl.expressions import BOOL as TRUTH
from relgym.model.terms import Variable
from relgym.questions import catalogue
from relgym.questions.forms import GENERATED
from relgym.questions.plays import PDDLPlay, RDDLPlay
from relgym.questions.question import BOOL, Answer, Asked, Field, Question, options
from relgym.read.pddl.strata import strata
from relgym.translate.equations.graph import head, levels


def _pddl_names(play: PDDLPlay, _: Asked) -> Answer:
    task, domain = play.reasoner.task, play.reasoner.task.domain
    derived = {axiom.predicate for axiom in domain.axioms}
    return {
        "types": [{"name": own.name, "parents": list(own.parents)} for own in domain.types],
        "objects": [{"name": own.object.name, "types": list(own.types)} for own in task.typed],
        "predicates": [
            {"name": own.name, "parameters": _parameters(own.parameters), "derived": own.name in derived}
            for own in domain.predicates
        ],
        "functions": [{"name": own.name, "parameters": _parameters(own.parameters)} for own in domain.functions],
        "actions": [
            {"name": own.name, "parameters": _parameters(own.parameters), "free": list(own.free)}
            for own in domain.actions
        ],
    }


def _parameters(variables: Iterable[Variable]) -> list[dict[str, Any]]:
    return [{"name": variable.name, "types": list(variable.types)} for variable in variables]


def _rddl_names(play: RDDLPlay, _: Asked) -> Answer:
    layout = play.reasoner.dynamics.layout
    found: dict[str, list[dict[str, Any]]] = {"predicates": [], "functions": [], "actions": []}
    for fluent in layout.domain.fluents:
        parameters = [{"name": f"?{of}", "types": [of]} for of in fluent.parameters]
        form = {"name": fluent.name, "parameters": parameters, "kind": fluent.kind.value, "range": fluent.range}
        member = "actions" if fluent.kind is Kind.ACTION else "predicates" if fluent.range == TRUTH else "functions"
        found[member].append({**form, "derived": fluent.kind is Kind.DERIVED})
    return {
        "types": [{"name": own, "parents": []} for own in layout.items],
        "objects": [{"name": item.name, "types": [own]} for own, items in layout.items.items() for item in items],
        **found,
    }


def _pddl_strata(play: PDDLPlay, _: Asked) -> Answer:
    found = strata(play.reasoner.task.domain.axioms)
    return {
        "strata": [list(names) for names, _ in found],
        "derived": sorted(name for names, _ in found for name in names),
        "recursive": sorted(name for names, recursive in found if recursive for name in names),
    }


def _rddl_strata(play: RDDLPlay, _: Asked) -> Answer:
    domain = play.reasoner.dynamics.layout.domain
    derived = sorted(fluent.name for fluent in domain.fluents if fluent.kind is Kind.DERIVED)
    found = [[head(domain.declared[cpf.fluent]) for cpf in level] for level in levels(domain)]
    return {"strata": found, "derived": derived, "recursive": []}


def _pddl_program(play: PDDLPlay, asked: Asked) -> Answer:
    # Only the printer that is wanted is imported.
    reasoner, names = play.reasoner, asked.options["names"]
    match _language(reasoner.engine.name):
        case "python":
            from relgym.reasoning.pddl.listing import python_listing

            _refuse_numbers(names)
            return {"text": python_listing(reasoner.task), "language": "python"}
        case "prolog":
            from relgym.translate.program.origins import sources
            from relgym.translate.prolog.listing import translate_prolog

            said = sources(reasoner.translation)
            text = translate_prolog(reasoner.translation.program, asked.state, names, said)
            return {"text": text, "language": "prolog"}
        case "asp":
            from relgym.translate.asp.listing import translate_asp
            from relgym.translate.program.origins import sources

            said = sources(reasoner.translation)
            text = translate_asp(reasoner.translation.program, asked.state, names, said)
            return {"text": text, "language": "asp"}
        case never:
            raise AssertionError(never)


def _rddl_program(play: RDDLPlay, asked: Asked) -> Answer:
    reasoner, names = play.reasoner, asked.options["names"]
    program, values, idle = reasoner.program, asked.state.values, reasoner.dynamics.idle
    match _language(reasoner.engine.name):
        case "python":
            from relgym.runtime.scope import scope_of
            from relgym.translate.python_equations.listing import translate_python_equations

            _refuse_numbers(names)
            return {"text": translate_python_equations(program, scope_of({}), values, idle), "language": "python"}
        case "prolog":
            from relgym.translate.prolog.equations.listing import translate_prolog_equations

            text = translate_prolog_equations(program, values, idle, names=names)
            return {"text": text, "language": "prolog"}
        case "asp":
            from relgym.translate.asp.equations.listing import translate_asp_equations

            text = translate_asp_equations(program, values, idle, names=names)
            return {"text": text, "language": "asp"}
        case never:
            raise AssertionError(never)


_LANGUAGES = {"builtin": "python", "sld": "prolog", "swipl": "prolog", "clingo": "asp"}
"""The language in which the program of an engine is written; `sld` resolves clauses, as Prolog does."""


def _language(engine: str) -> str:
    if engine not in _LANGUAGES:
        known = ", ".join(_LANGUAGES)
        raise RelgymError(f"the program of the engine '{engine}' cannot be printed", expected=f"one of {known}")
    return _LANGUAGES[engine]


def _check(_: PDDLPlay | RDDLPlay, asked: Asked) -> Answer:
    return catalogue.checked(asked.texts)


def _generate(_: PDDLPlay | RDDLPlay, asked: Asked) -> Answer:
    return catalogue.generated(catalogue.name_of(asked.texts["domain"]), **asked.options)


def _refuse_numbers(names: bool) -> None:
    if not names:
        raise WrongForm("a program in Python has one spelling", hint="leave the option 'names' out")


TEXTS = (
    Question(
        "names",
        "the names that a task declares: types, objects, predicates, functions, actions",
        "state",
        _pddl_names,
        _rddl_names,
        example={
            "types": [{"name": "object", "parents": []}],
            "objects": [],
            "predicates": [{"name": "lit", "parameters": [], "derived": False}],
            "functions": [],
            "actions": [{"name": "press", "parameters": [], "free": []}],
        },
    ),
    Question(
        "strata",
        "the order in which derived predicates are computed, or the values of a step of RDDL",
        "state",
        _pddl_strata,
        _rddl_strata,
        example={"strata": [["dark"]], "derived": ["dark"], "recursive": []},
    ),
    Question(
        "translate",
        "the program that the engine runs, with the state as its facts",
        "state",
        _pddl_program,
        _rddl_program,
        options(Field("names", BOOL, "Spell objects and predicates as the files do.", default=True)),
        example={"text": "% A task for SWI-Prolog …", "language": "prolog"},
    ),
    Question(
        "check",
        "errors, warnings and lints of the texts of the task",
        "state",
        _check,
        _check,
        needs_texts=True,
        example={"sound": True, "diagnostics": []},
    ),
    Question(
        "generate",
        "a new problem of the domain of the task, if that is one of the catalogue",
        "state",
        _generate,
        _generate,
        options(*GENERATED),
        needs_texts=True,
        example={"name": "blocks", "problem": "(define (problem blocks-6-7) …"},
    ),
)
