"""Generated Python that grounds bodies of rules: a loop for each literal that binds variables, look-ups for all others.

A function takes the objects of the bound variables. For every binding of the others it makes the conjunction of the
nodes that must be true for it. Static atoms need no node, and unreachable atoms end the binding.

>>> from relgym.model.program import Role
>>> circuit, road, at = Circuit(), Symbol(Role.STATIC, "road", 2), Symbol(Role.FLUENT, "at", 1)
>>> facts, nodes = {road: frozenset({(0, 1), (1, 2)})}, {at: {(1,): circuit.leaf("at 1")}}
>>> x, y = Variable("?x"), Variable("?y")
>>> joins = Joins(circuit, {}, facts, nodes, lambda test, binding: FALSE)
>>> beside = joins.answers((Literal(road, (x, y)), Literal(at, (y,))), [], ["?x"])
>>> beside() == {(0,): circuit.leaf("at 1")}
True
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, assert_never

from relgym.model.pddl.grounded import FALSE
from relgym.model.program import Body, Either, Goal, Literal, Row, Some, Symbol, Test, Without
from relgym.model.terms import Object, Term, Variable
from relgym.translate.ground.circuit import Circuit
from relgym.translate.python_code import code_of

Formula = Callable[..., int]
"""A function that returns the node of a body for the objects of its bound variables."""

Answers = Callable[..., dict[Row, int]]
"""A function that returns the nodes of a rule's body by the rows of its head, for the objects of bound variables."""

DEEPEST = 15
"""The number of nested loops after which the rest becomes a new function; Python allows twenty nested blocks."""


class Joins:
    """Writes functions for one problem: `facts` never change, and `nodes` are those of the reachable atoms that do.

    `compare` returns the node of a comparison of numbers, for the objects of variables by their names.
    """

    def __init__(
        self,
        circuit: Circuit,
        number: Mapping[str, int],
        facts: Mapping[Symbol, frozenset[Row]],
        nodes: Mapping[Symbol, Mapping[Row, int]],
        compare: Callable[[Test, Mapping[str, int]], int],
    ) -> None:
        self.circuit = circuit
        self.number = number
        self.facts = facts
        self.nodes = nodes
        self.compare = compare
        self._indices: dict[Hashable, Mapping[Row, list[tuple[int, ...]]]] = {}

    def formula(self, body: Body, bound: Sequence[str]) -> Formula:
        """Return the function for a body; variables that are not bound are local to the body."""
        part = _Writer(self, None).function(body, _arguments(bound), [])
        disjunction = self.circuit.any

        def formula(*row: int) -> int:
            found: list[int] = []
            part(found, *row)
            return disjunction(found)

        return formula

    def answers(self, body: Body, bound: Sequence[str], head: Sequence[str]) -> Answers:
        """Return the function for a rule's body and the variables of its head."""
        part = _Writer(self, head).function(body, _arguments(bound), [])
        disjunction = self.circuit.any

        def answers(*row: int) -> dict[Row, int]:
            found: defaultdict[Row, list[int]] = defaultdict(list)
            part(found, *row)
            return {own: disjunction(nodes) for own, nodes in sorted(found.items())}

        return answers

    def index(self, symbol: Symbol, known: Sequence[int], new: Sequence[int], same: Sequence[tuple[int, int]]) -> Any:
        """Index the objects in the `new` columns, with the node if the atom may change, by those in the `known` ones.

        Only rows with equal objects in the two columns of each pair in `same` count.
        """
        key = symbol, *map(tuple, (known, new, same))
        found = self._indices.get(key)
        if found is None:
            found = self._indices[key] = defaultdict(list)
            for row, *node in self._rows(symbol):
                if all(row[one] == row[other] for one, other in same):
                    found[tuple([row[n] for n in known])].append((*[row[n] for n in new], *node))
        return found

    def _rows(self, symbol: Symbol) -> Iterator[tuple[Any, ...]]:
        if symbol in self.facts:
            return zip(sorted(self.facts[symbol]))
        return iter(sorted(self.nodes[symbol].items()))


def _arguments(bound: Sequence[str]) -> dict[str, str]:
    """Return the Python names of bound variables in a function."""
    return {name: f"x{place}" for place, name in enumerate(bound)}


class _Writer:
    """Writes the functions of one body; objects that they look up have names in their scope."""

    def __init__(self, joins: Joins, head: Sequence[str] | None) -> None:
        self._joins = joins
        self._head = head
        self._names: dict[str, Any] = {"all_": joins.circuit.all, "any_": joins.circuit.any}
        self._lines: list[str] = []

    def function(self, body: Body, known: dict[str, str], nodes: list[str]) -> Callable[..., None]:
        """Return the function that adds the nodes of all bindings of further variables to its first argument.

        Its other arguments, with these names, are the objects of bound variables and the nodes found before.
        """
        self._lines += [f"def part(found, {', '.join([*known.values(), *nodes])}):", " for _ in (0,):"]
        self._write(body, known, nodes)
        scope: dict[str, Any] = dict(self._names)
        exec(code_of("\n".join(self._lines)), scope)
        found: Callable[..., None] = scope["part"]
        return found

    def _write(self, body: Body, known: dict[str, str], nodes: list[str]) -> None:
        """Write goal after goal."""
        depth = 2
        for place, goal in enumerate(body):
            if depth >= DEEPEST:
                arguments = ", ".join(["found", *known.values(), *nodes])
                rest = _Writer(self._joins, self._head).function(body[place:], dict(known), [*nodes])
                self._lines.append(" " * depth + f"{self._name(rest)}({arguments})")
                return
            if isinstance(goal, Either) and not goal.bodies:
                # It is never true, so the variables of later goals may be left unbound.
                self._lines.append(" " * depth + "continue")
                return
            depth = self._goal(goal, known, nodes, depth)
        node = f"all_([{', '.join(nodes)}])"
        if self._head is None:
            self._lines.append(" " * depth + f"found.append({node})")
        else:
            row = "".join(f"{known[name]}, " for name in self._head)
            self._lines.append(" " * depth + f"found[({row})].append({node})")

    def _goal(self, goal: Goal, known: dict[str, str], nodes: list[str], depth: int) -> int:
        """Write a goal, and note its variables and its node; return the depth of the next goal."""
        if isinstance(goal, Literal) and any(isinstance(t, Variable) and t.name not in known for t in goal.terms):
            return self._loop(goal, known, nodes, depth)
        if isinstance(goal, Literal) and goal.symbol in self._joins.facts:
            row = self._row(goal.terms, known)
            self._lines.append(" " * depth + f"if {row} not in {self._name(self._joins.facts[goal.symbol])}: continue")
            return depth
        if isinstance(goal, Test) and isinstance(goal.left, Term) and isinstance(goal.right, Term):
            left, right = (self._term(side, known) for side in (goal.left, goal.right))
            self._lines.append(" " * depth + f"if {left} {'!=' if goal.operator == '=' else '=='} {right}: continue")
            return depth
        node = self._new(nodes)
        self._lines.append(" " * depth + f"{node} = {self._node(goal, known)}")
        self._lines.append(" " * depth + f"if {node} == {FALSE}: continue")
        return depth

    def _loop(self, literal: Literal, known: dict[str, str], nodes: list[str], depth: int) -> int:
        """Write a loop over the bindings of a literal's new variables; return the depth of the next goal."""
        columns = range(len(literal.terms))
        bound = [n for n in columns if not self._is_new(literal.terms[n], known)]
        first: dict[str, int] = {}
        same = []
        for n in columns:
            term = literal.terms[n]
            if self._is_new(term, known):
                assert isinstance(term, Variable)
                # A variable may stand in several columns.
                if term.name in first:
                    same.append((first[term.name], n))
                first.setdefault(term.name, n)
        index = self._name(self._joins.index(literal.symbol, bound, [*first.values()], same))
        key = self._row([literal.terms[n] for n in bound], known)
        targets = []
        for name in first:
            known[name] = f"x{len(known)}"
            targets.append(known[name])
        if literal.symbol not in self._joins.facts:
            targets.append(self._new(nodes))
        self._lines.append(" " * depth + f"for {', '.join(targets)}, in {index}.get({key}, ()):")
        return depth + 1

    @staticmethod
    def _is_new(term: Term, known: Mapping[str, str]) -> bool:
        return isinstance(term, Variable) and term.name not in known

    def _node(self, goal: Goal, known: Mapping[str, str]) -> str:
        """Return the expression of a goal's node, all of whose outer variables are bound."""
        match goal:
            case Literal(symbol, terms):
                return f"{self._name(self._joins.nodes[symbol])}.get({self._row(terms, known)}, {FALSE})"
            case Test():
                binding = ", ".join(f"{name!r}: {value}" for name, value in known.items())
                return f"{self._name(partial(self._joins.compare, goal))}({{{binding}}})"
            case Without(body):
                return f"{self._name(self._joins.circuit.negated)}({self._body(body, known)})"
            case Some(body):
                return self._body(body, known)
            case Either(bodies):
                return f"any_([{', '.join(self._body(body, known) for body in bodies)}])"
            case _:
                assert_never(goal)

    def _body(self, body: Body, known: Mapping[str, str]) -> str:
        return f"{self._name(self._joins.formula(body, [*known]))}({', '.join(known.values())})"

    def _row(self, terms: Sequence[Term], known: Mapping[str, str]) -> str:
        return f"({''.join(f'{self._term(term, known)}, ' for term in terms)})"

    def _term(self, term: Term, known: Mapping[str, str]) -> str:
        return str(self._joins.number[term.name]) if isinstance(term, Object) else known[term.name]

    def _new(self, nodes: list[str]) -> str:
        nodes.append(f"n{len(nodes)}")
        return nodes[-1]

    def _name(self, value: Any) -> str:
        name = f"look{len(self._names)}"
        self._names[name] = value
        return name
