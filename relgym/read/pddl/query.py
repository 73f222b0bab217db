"""Formulas, atoms, actions and plans that a user writes about a task."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from relgym.errors import InvalidAction, ParseError
from relgym.model.pddl.action import Action
from relgym.model.pddl.domain import ActionSchema
from relgym.model.pddl.formulas import Atom, Formula, variable_list
from relgym.model.pddl.problem import Task
from relgym.model.span import Source
from relgym.model.terms import OBJECT, Object, Variable
from relgym.read.pddl.formula import FormulaReader
from relgym.read.pddl.scope import Scope, unknown
from relgym.read.pddl.sexpr import Node, SExpression, Word, parse
from relgym.read.pddl.typed import shortened, type_names
from relgym.read.source import PathOrText, read_source

_PLANNER_WORD = re.compile(r"\d+(\.\d*)?:?|\.\d+:?|:|\[.*|[\d.]*\]")
"""Words that planners print beside an action: its number or time, and its duration as `[1]` or `[D:1; C:2]`."""


def read_formula(text: str, task: Task, source_name: str = "<query>") -> Formula:
    """A formula in the names of a task; its free variables range over all objects.

    A free variable may be given a type where it first stands in an atom: `(on ?x - block ?y)`.
    Raises `ParseError`, `ModelError` or `UnsupportedFeature`.
    """
    node = _one_form(Source(source_name, text), "a formula, such as (p a ?x)")
    scope = scope_of(task)
    free: dict[str, Variable] = {}
    plain = _without_types(node, scope, free)
    return FormulaReader(scope).formula(plain, free)


def read_atom(text: str, task: Task) -> Atom:
    """A ground atom, of a derived predicate or another. Raises `ParseError` or `ModelError`."""
    node = _one_form(Source("<atom>", text), "a ground atom, such as (p a b)")
    if not node.head:
        raise ParseError(f"{shortened(node)} is not an atom", span=node.span, expected="(predicate object ...)")
    return FormulaReader(scope_of(task)).atom(node, {})


def read_action(text: str, task: Task) -> Action:
    """An action of the task, by its free parameters. Raises `ParseError` or `InvalidAction`."""
    return _action(_one_form(Source("<action>", text), "an action, such as (move a b)"), task)


def read_operators(text: str, task: Task) -> tuple[Action, ...]:
    """The actions whose PDDLGym action atom this is, in the domain's order; none for any other text."""
    try:
        node = _one_form(Source("<action>", text), "an action atom, such as (pickup a)")
    except ParseError:
        return ()
    if not all(isinstance(item, Word) for item in node.items):
        return ()
    operators = (_operator(schema, list(map(str, node.items)), task) for schema in task.domain.actions)
    return tuple(action for action in operators if action is not None)


def _operator(schema: ActionSchema, words: Sequence[str], task: Task) -> Action | None:
    """The action of a schema whose atom these words are, if they fit it."""
    atom = schema.atom
    if atom is None or words[:1] != [atom.predicate] or len(words) - 1 != len(atom.terms):
        return None
    types = {variable.name: variable.types for variable in schema.parameters}
    bound: dict[str, int] = {}
    for term, word in zip(atom.terms, words[1:], strict=True):
        number = task.number.get(word)
        if number is None:
            return None
        if isinstance(term, Object):
            if term.name != word:
                return None
        elif number not in task.ranged(types[term.name]) or bound.setdefault(term.name, number) != number:
            return None
    return Action(schema.name, tuple(task.objects[bound[name]] for name in schema.free))


def read_plan(path_or_text: PathOrText, task: Task) -> list[Action]:
    """The actions of a plan, one on a line, as planners print them: `0.000: (move a b) [1]`, `; comment`.

    Raises `ParseError`, or `InvalidAction` if the task has no such action.
    """
    return [_action(node, task) for node in _steps(path_or_text)]


def read_steps(path_or_text: PathOrText, task: Task) -> list[str]:
    """The texts of a plan's actions, which may be action atoms of PDDLGym. Raises as `read_plan` does."""
    steps = []
    for node in _steps(path_or_text):
        text = " ".join(node.raw.lower().split())
        steps.append(text if read_operators(text, task) else str(_action(node, task)))
    return steps


def _steps(path_or_text: PathOrText) -> list[SExpression]:
    steps = []
    for node in parse(read_source(path_or_text, "plan")):
        if isinstance(node, SExpression):
            steps.append(node)
        elif not _PLANNER_WORD.fullmatch(node):
            raise ParseError(
                f"'{node.raw}' is not an action",
                span=node.span,
                expected="(action object ...) or 0: (action object ...)",
            )
    return steps


def scope_of(task: Task) -> Scope:
    """The names of a domain and its problem."""
    scope = Scope.of(task.domain)
    for item in task.problem.objects:
        scope.add_object(item)
    return scope


def _one_form(source: Source, expected: str) -> SExpression:
    top = parse(source)
    if not top:
        raise ParseError(f"{source.name} is empty", expected=expected, code="E101")
    if len(top) > 1:
        raise ParseError(f"{shortened(top[1])} follows the end", span=top[1].span, expected=expected)
    if not isinstance(top[0], SExpression):
        raise ParseError(f"'{top[0].raw}' has no parentheses", span=top[0].span, expected=expected)
    return top[0]


def _without_types(node: Node, scope: Scope, free: dict[str, Variable]) -> Node:
    """The node without the types in its atoms; all its variables go to `free`, with the types that they had."""
    if isinstance(node, Word):
        if node.startswith("?"):
            free.setdefault(str(node), Variable(str(node), (OBJECT,), node.span))
        return node
    if node.head in ("forall", "exists") and len(node.items) > 1:
        # Its own variables hide the free ones inside, so that it does no harm to collect those too.
        rest = [_without_types(item, scope, free) for item in node.items[2:]]
        return SExpression(node.source, node.start, [*node.items[:2], *rest], node.end)
    items: list[Node] = []
    others = iter(node.items)
    for item in others:
        if item == "-" and items and isinstance(items[-1], Word) and items[-1].startswith("?"):
            type_node = next(others, None)
            if type_node is None:
                raise ParseError("no type stands after this '-'", span=item.span, expected="?x - type")
            name = items[-1]
            free[str(name)] = Variable(str(name), scope.range_of(type_names(type_node)), name.span)
        else:
            items.append(_without_types(item, scope, free))
    return SExpression(node.source, node.start, items, node.end)


def _action(node: SExpression, task: Task) -> Action:
    name = node.items[0] if node.items else node
    if isinstance(name, SExpression):
        raise ParseError(f"{shortened(node)} is not an action", span=node.span, expected="(action object ...)")
    schema = task.actions.get(name)
    if schema is None:
        raise _no_such("action", name, task.actions, [signature(item) for item in task.actions.values()])
    given = node.items[1:]
    if len(given) != len(schema.free):
        raise _wrong_number(node, schema)
    types = {variable.name: variable.types for variable in schema.parameters}
    terms = (
        _argument(item, variable, types[variable], task) for item, variable in zip(given, schema.free, strict=True)
    )
    return Action(schema.name, tuple(terms))


def signature(schema: ActionSchema) -> str:
    """An action's name and the free parameters that it takes, with their types."""
    types = {variable.name: variable for variable in schema.parameters}
    return f"({' '.join([schema.name, variable_list(tuple(types[name] for name in schema.free))]).strip()})"


def _wrong_number(node: SExpression, schema: ActionSchema) -> InvalidAction:
    given = len(node.items) - 1
    many = f"{len(schema.free)} argument" + ("s" if len(schema.free) != 1 else "")
    bound = [variable.name for variable in schema.parameters if variable.name not in schema.free]
    hint = None
    if bound and given == len(schema.parameters):
        hint = f"leave out {' '.join(bound)}: the precondition binds what the agent does not choose"
    return InvalidAction(
        f"'{schema.name}' takes {many}, not {given}",
        span=node.span,
        expected=signature(schema),
        hint=hint,
        code="E203",
    )


def _argument(item: Node, variable: str, types: tuple[str, ...], task: Task) -> Object:
    if isinstance(item, SExpression):
        raise ParseError(f"{shortened(item)} is not an object", span=item.span, expected="the name of an object")
    number = task.number.get(item)
    if number is None:
        raise _no_such("object", item, task.number, list(task.number))
    if number not in task.ranged(types):
        types_of_item = " and ".join(task.typed[number].types)
        raise InvalidAction(
            f"'{item.raw}' is of type {types_of_item}, not {' or '.join(types)}",
            span=item.span,
            expected=f"an object of type {' or '.join(types)} for {variable}",
            code="E210",
        )
    return task.objects[number]


def _no_such(what: str, word: Word, known: Iterable[str], listed: Sequence[str]) -> InvalidAction:
    error = unknown(what, word, known, listed)
    return InvalidAction(error.message, span=error.span, expected=error.expected, hint=error.hint, code=error.code)
