"""PDDLGym's dialect: action predicates, named in a comment, that say which parameters the agent chooses.

>>> from relgym.model.span import Source
>>> sorted(action_predicates(Source("<domain>", "(define (domain d) ; (:actions Pick put)\\n)")))
['pick', 'put']
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from relgym.errors import ModelError
from relgym.model.pddl.domain import Predicate
from relgym.model.span import Source
from relgym.read.pddl.sexpr import Node, SExpression, Word

_COMMENT = re.compile(r";[ \t;]*\(:actions\b((?:[^()\n]|\n[ \t]*;)*)\)", re.IGNORECASE)


def action_predicates(source: Source) -> frozenset[str]:
    """The names in a domain's comment `; (:actions ...)`, which may run over several comment lines."""
    match = _COMMENT.search(source.text)
    return frozenset(match[1].replace(";", " ").lower().split()) if match else frozenset()


def split_action_atom(
    precondition: Node | None, predicates: Mapping[str, Predicate]
) -> tuple[SExpression | None, Node | None]:
    """The atom of an action predicate in a precondition, and the precondition without it.

    Raises `ModelError` for a second one.
    """
    if not isinstance(precondition, SExpression) or not predicates:
        return None, precondition
    if precondition.head in predicates:
        return precondition, None
    if precondition.head != "and":
        return None, precondition
    atoms = [item for item in precondition.items if isinstance(item, SExpression) and item.head in predicates]
    if not atoms:
        return None, precondition
    if len(atoms) > 1:
        raise ModelError(
            f"a second action predicate, '{atoms[1].head}', beside '{atoms[0].head}'",
            span=atoms[1].span,
            expected="one action predicate in a precondition",
            code="E202",
        )
    rest = [item for item in precondition.items if item is not atoms[0]]
    if len(rest) == 2:
        return atoms[0], rest[1]
    return atoms[0], SExpression(precondition.source, precondition.start, rest, precondition.end)


def chosen(atom: SExpression) -> tuple[str, ...]:
    """The variables of an action predicate's atom, in its order: the free parameters."""
    names = (str(item) for item in atom.items[1:] if isinstance(item, Word) and item.startswith("?"))
    return tuple(dict.fromkeys(names))
