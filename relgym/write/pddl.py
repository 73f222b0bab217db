"""Models as PDDL text: what `relgym.read.pddl.loading` makes of the text equals the model.

>>> from relgym.model.pddl.domain import Predicate, Type
>>> light = Domain("light", (":strips",), (Type("object", ()),), (), (Predicate("on"),), (), (), ())
>>> print(write_domain(light), end="")
(define (domain light)
  (:requirements :strips)
  (:predicates
    (on)))
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import count
from textwrap import wrap

from relgym.model.numeric import Number
from relgym.model.pddl.domain import ActionSchema, Axiom, Domain, NumericFunction, Predicate, Typed
from relgym.model.pddl.effects import Assign
from relgym.model.pddl.formulas import And, Atom, Formula, Truth
from relgym.model.pddl.problem import Problem
from relgym.model.terms import OBJECT, Variable
from relgym.write.layout import STEP, WIDTH, Parenthesized, text
from relgym.write.spelling import KEYWORDS, Initial, Node, Part, name, spell, typed, union, variables, word


def write_domain(domain: Domain) -> str:
    """The domain as PDDL text; free parameters other than all of them are said in PDDLGym's way.

    Raises `ModelError` for what PDDL has no words for, such as a name with a space in it.
    """
    choices = _choices(domain)
    predicates = (*domain.predicates, *choices.values())
    types = [(word(item.name), item.parents) for item in domain.types if item.name != OBJECT or item.parents]
    sections: list[Part] = [
        *_requirements(domain.requirements),
        *_names(":types", types),
        *_names(":constants", map(_typed, domain.constants)),
        *_section(":predicates", map(_declaration, predicates)),
        *_section(":functions", map(_declaration, domain.functions)),
    ]
    if choices:
        sections += _filled(f"(:actions {' '.join(choice.name for choice in choices.values())})", "; ")
    declared = {item.name: item.parameters for item in domain.predicates}
    sections += [_axiom(axiom, declared[axiom.predicate]) for axiom in domain.axioms]
    for action in domain.actions:
        sections += ["", _action(_choosing(action, choices[action.name]) if action.name in choices else action)]
    return _file(f"(domain {word(domain.name)})", sections)


def write_problem(problem: Problem) -> str:
    """The problem as PDDL text; raises `ModelError` for what PDDL has no words for."""
    init: list[Part] = [
        *problem.init,
        *(Initial(Assign("assign", fluent, Number(value))) for fluent, value in problem.values),
        *map(Initial, problem.chances),
    ]
    sections: list[Part] = [
        f"(:domain {word(problem.domain)})",
        *_requirements(problem.requirements),
        *_names(":objects", map(_typed, problem.objects)),
        Parenthesized("(:init", tuple(init), tall=bool(init)),
        Parenthesized("(:goal", (problem.goal,)),
    ]
    if problem.goal_reward is not None:
        sections.append(Parenthesized("(:goal-reward", (problem.goal_reward,)))
    if problem.metric is not None:
        sections.append(Parenthesized(f"(:metric {problem.metric.direction}", (problem.metric.expression,)))
    return _file(f"(problem {word(problem.name)})", sections)


def write_action(action: ActionSchema) -> str:
    """An action as a domain has it."""
    return text(_action(action), spell)


def _file(title: str, sections: list[Part]) -> str:
    root: Parenthesized[Node] = Parenthesized(f"(define {title}", tuple(sections), tall=True)
    return text(root, spell) + "\n"


def _section(head: str, parts: Iterable[Part]) -> list[Part]:
    """A section with one part a line, or none if there is nothing in it."""
    every = tuple(parts)
    return [Parenthesized(f"({head}", every, tall=True)] if every else []


def _names(head: str, items: Iterable[tuple[str, tuple[str, ...]]]) -> list[Part]:
    lines = [line for group in typed(items) for line in _filled(group)]
    return [Parenthesized(f"({head}", tuple(lines))] if lines else []


def _filled(line: str, mark: str = "") -> list[str]:
    """The words of a line on as many as they need, each of them behind `mark`."""
    room = WIDTH - 2 * STEP - len("))")
    return wrap(line, room, initial_indent=mark, subsequent_indent=mark, break_long_words=False, break_on_hyphens=False)


def _requirements(requirements: tuple[str, ...]) -> list[Part]:
    return [Parenthesized("(:requirements", requirements)] if requirements else []


def _typed(item: Typed) -> tuple[str, tuple[str, ...]]:
    return name(item.object), item.types


def _declaration(item: Predicate | NumericFunction) -> str:
    return f"({' '.join([word(item.name), variables(item.parameters)]).strip()})"


def _axiom(axiom: Axiom, declared: tuple[Variable, ...]) -> Parenthesized[Node]:
    parameters = axiom.parameters
    head = [word(axiom.predicate)]
    if [each.types for each in parameters] == [each.types for each in declared]:
        head += map(name, parameters)  # A head without types has those of the predicate.
    else:
        head += [f"{name(each)} - {union(each.types)}" for each in parameters]
    return Parenthesized(f"(:derived ({' '.join(head)})", (axiom.body,))


def _action(action: ActionSchema) -> Parenthesized[Node]:
    first, *others = typed((name(each), each.types) for each in action.parameters) or [""]
    parts: tuple[Part, ...] = (Parenthesized(f"({first}", tuple(others)), action.precondition, action.effect)
    return Parenthesized(f"(:action {word(action.name)}", parts, (":parameters", ":precondition", ":effect"), tall=True)


def _choices(domain: Domain) -> dict[str, Predicate]:
    """For each action with bound parameters a new predicate of the free ones, named like the action if it can be."""
    taken = KEYWORDS | {item.name for item in domain.predicates} | {item.name for item in domain.functions}
    predicates: dict[str, Predicate] = {}
    for action in domain.actions:
        parameters = {parameter.name: parameter for parameter in action.parameters}
        if action.free != tuple(parameters):
            spare = (f"{action.name}-action{number or ''}" for number in count())
            fresh = action.name if action.name not in taken else next(item for item in spare if item not in taken)
            taken |= {fresh}
            predicates[action.name] = Predicate(fresh, tuple(parameters[each] for each in action.free))
    return predicates


def _choosing(action: ActionSchema, choice: Predicate) -> ActionSchema:
    """The action with an atom in its precondition that names its free parameters."""
    chosen: Formula = Atom(choice.name, choice.parameters)
    match action.precondition:
        case Truth(True):
            return replace(action, precondition=chosen)
        case And(parts) if len(parts) > 1:
            return replace(action, precondition=And((chosen, *parts)))
        case precondition:
            return replace(action, precondition=And((chosen, precondition)))
