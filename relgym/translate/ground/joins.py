"""Grounding of rule bodies: the nodes of a circuit that are true where a body holds.

A body is evaluated by the plan of a rule over relations with a further column, the node of the row. The relation of a
changing symbol has the rows of its reachable atoms; a nested body or a comparison of numbers is a relation whose rows
are computed when they are looked up. Each row that the plan emits has the nodes that must be true together.

>>> from relgym.model.program import Role
>>> circuit, road, at = Circuit(), Symbol(Role.STATIC, "road", 2), Symbol(Role.FLUENT, "at", 1)
>>> facts, nodes = {road: frozenset({(0, 1), (1, 2)})}, {at: {(1,): circuit.leaf("at 1")}}
>>> x, y = Variable("?x"), Variable("?y")
>>> joins = Joins(circuit, {}, facts, nodes, lambda test, binding: FALSE)
>>> beside = joins.answers((Literal(road, (x, y)), Literal(at, (y,))), [], [x])
>>> beside() == {(0,): circuit.leaf("at 1")}
True
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Container, Mapping, Sequence
from functools import partial
from operator import itemgetter
from typing import Any

from relgym.model.pddl.grounded import FALSE
from relgym.model.plan import AccessPath, Emit, EmitKind
from relgym.model.program import (
    Body,
    Either,
    Goal,
    Literal,
    Role,
    Row,
    RowBinder,
    Some,
    Symbol,
    Test,
    Without,
    row_binder,
)
from relgym.model.terms import Object, Term, Variable
from relgym.translate.ground.circuit import Circuit
from relgym.translate.plans.indexes import Indexes
from relgym.translate.plans.lower import BodyLowering, variable
from relgym.translate.python.names import Names
from relgym.translate.python.printer import Printer
from relgym.translate.python_code import code_of

Formula = Callable[..., int]
"""A function that returns the node of a body for the objects of its bound variables."""

Answers = Callable[..., dict[Row, int]]
"""A function that returns the nodes of a rule's body by the rows of its head, for the objects of bound variables."""

_ALWAYS = Object("")
"""The first column of relations that would otherwise be looked up without a key; its number is 0."""


class Joins:
    """Compiles functions for one problem."""

    def __init__(
        self,
        circuit: Circuit,
        number: Mapping[str, int],
        facts: Mapping[Symbol, frozenset[Row]],
        nodes: Mapping[Symbol, Mapping[Row, int]],
        compare: Callable[[Test, Mapping[str, int]], int],
    ) -> None:
        """`facts` never change, and `nodes` are those of the reachable atoms that do.

        `compare` returns the node of a comparison of numbers, for the objects of variables by their names.
        """
        self._circuit = circuit
        self._compare = compare
        self._number = number
        self._facts = facts
        self._rows: dict[Symbol, Callable[[], Sequence[Row]]] = {
            symbol: partial(sorted, rows) for symbol, rows in facts.items()
        }
        self._nodes = nodes
        # With a single object, no plan checks the clock.
        self._indexes = Indexes({**number, _ALWAYS.name: 0}.__getitem__, None, 1)
        self._printer = Printer(Names())
        self._scope: dict[str, Any] = {"EMPTY": ()}
        self._bound = 0
        # By changing symbol, the relation with the nodes of its atoms.
        self._relations: dict[Symbol, Symbol] = {}
        # By symbol of a relation that is computed, the node of a row.
        self._computed: dict[Symbol, Callable[..., int]] = {}

    def formula(self, body: Body, bound: Sequence[Variable]) -> Formula:
        """Return the function for a body; variables that are not bound are local to the body."""
        match body:
            case (Without() | Some() as goal,):
                return self._node_of(goal, bound)
            case _ if all(goal.variables.issubset(bound) for goal in body if isinstance(goal, Literal)):
                return self._conjunction(body, bound)
        rows, width = self._function(body, bound, ())
        conjunction, disjunction = self._circuit.all, self._circuit.any

        def formula(*row: int) -> int:
            formulas: list[Any] = []
            rows(formulas.append, *row)
            return disjunction(formulas if width == 1 else map(conjunction, formulas))

        return formula

    def _conjunction(self, body: Body, bound: Sequence[Variable]) -> Formula:
        """Return the function for a body whose literals bind no variables: its goals are looked up one by one."""
        guards: list[tuple[Container[Any], RowBinder]] = []
        equations: list[tuple[RowBinder, bool]] = []
        nodes: list[tuple[Callable[[Row, int], int], RowBinder]] = []
        computed: list[tuple[Formula, RowBinder]] = []
        for goal in body:
            match goal:
                case Literal(symbol, terms) if symbol in self._facts:
                    guards.append((self._facts[symbol], row_binder(terms, bound, self._number)))
                case Literal(symbol, terms):
                    nodes.append((self._nodes[symbol].get, row_binder(terms, bound, self._number)))
                case Test(operator, Variable() | Object() as left, Variable() | Object() as right):
                    equations.append((row_binder((left, right), bound, self._number), operator == "="))
                case _:
                    known = [variable for variable in bound if variable in goal.variables]
                    computed.append((self._node_of(goal, known), row_binder(known, bound, self._number)))
        conjunction = self._circuit.all

        def formula(*row: int) -> int:
            for rows, row_of in guards:
                if row_of(row) not in rows:
                    return FALSE
            for sides, equal in equations:
                left, right = sides(row)
                if (left == right) is not equal:
                    return FALSE
            parts = [node(row_of(row), FALSE) for node, row_of in nodes]
            if computed and FALSE not in parts:
                parts += [node_of(*row_of(row)) for node_of, row_of in computed]
            return conjunction(parts)

        return formula

    def answers(self, body: Body, bound: Sequence[Variable], head: Sequence[Variable]) -> Answers:
        """Return the function for a rule's body and the variables of its head, which begin with the bound ones."""
        if not head:
            formula = self.formula(body, bound)
            return lambda: {(): node} if (node := formula()) != FALSE else {}
        rows, width = self._function(body, bound, head)
        start, conjunction, disjunction = len(head), self._circuit.all, self._circuit.any
        single = width == start + 1

        def answers(*row: int) -> dict[Row, int]:
            joined: list[Any] = []
            rows(joined.append, *row)
            nodes: defaultdict[Row, list[int]] = defaultdict(list)
            for each in joined:
                nodes[each[:start]].append(each[start] if single else conjunction(each[start:]))
            return {answer: disjunction(its) for answer, its in sorted(nodes.items())}

        return answers

    def _function(
        self, body: Body, bound: Sequence[Variable], head: Sequence[Variable]
    ) -> tuple[Callable[..., None], int]:
        """Return the function that emits the variables of a head and the nodes of a body for each binding.

        Returns:
            The function, and the number of columns of its rows.
        """
        known = {*bound}
        goals: list[Goal] = []
        nodes: list[Variable] = []
        for goal in body:
            if not _is_fixed(goal, self._rows):
                nodes.append(Variable(f"node {len(nodes)}"))
                goal = self._with_node(goal, nodes[-1], [each for each in known if each in goal.variables])
            if isinstance(goal, Literal):
                known |= goal.variables
            goals.append(goal)
        terms = (*head, *nodes)
        return self._compiled(tuple(goals), bound, terms, EmitKind.OUT if head else EmitKind.ITEM), len(terms)

    def _compiled(
        self, body: Body, bound: Sequence[Variable], terms: Sequence[Variable], action: EmitKind
    ) -> Callable[..., None]:
        """Return the function that emits some terms for each binding of a body."""
        arguments: dict[Term, str] = {term: variable(term, number) for number, term in enumerate(bound)}
        lowering = BodyLowering(self._indexes, arguments, lambda low: (Emit(action, "out", low.found_row()),), terms)
        name = f"ground_{self._indexes.helper()}"
        plan = lowering.procedure(name, ("out", *arguments.values()), lowering.block(body))
        text = self._printer.text(plan)
        for access in self._indexes.chosen[self._bound :]:
            self._scope[self._printer.names.container(access)] = self._container(access)
        self._bound = len(self._indexes.chosen)
        self._scope |= self._printer.names.constants
        exec(code_of(text), self._scope)
        function: Callable[..., None] = self._scope[name]
        return function

    # -- relations with a column of nodes ----------------------------------------------------

    def _with_node(self, goal: Goal, node: Variable, known: Sequence[Variable]) -> Literal:
        """Return the literal of the relation with the nodes of a goal, whose outer variables are known."""
        if isinstance(goal, Literal):
            terms = goal.terms or (_ALWAYS,)
            relation = self._relations.get(goal.symbol)
            symbol = self._relation(goal.symbol, len(terms)) if relation is None else relation
        else:
            terms = tuple(known) or (_ALWAYS,)
            symbol = Symbol(Role.AUX, "computed", len(terms) + 1, self._indexes.helper())
            node_of = self._node_of(goal, known)
            self._computed[symbol] = node_of if known else lambda always: node_of()
            self._indexes.determine(symbol, tuple(range(len(terms))))
        return Literal(symbol, (*terms, node))

    def _relation(self, symbol: Symbol, arity: int) -> Symbol:
        """Make the symbol of the relation with the nodes of a symbol's atoms."""
        relation = Symbol(Role.AUX, f"{symbol.role} {symbol.name}", arity + 1, symbol.index)
        rows = self._nodes[symbol]
        self._rows[relation] = lambda: [(*(row or (0,)), each) for row, each in sorted(rows.items())]
        self._indexes.determine(relation, tuple(range(arity)))
        self._relations[symbol] = relation
        return relation

    def _node_of(self, goal: Goal, known: Sequence[Variable]) -> Callable[..., int]:
        """Return the function that computes the node of a goal for the objects of its outer variables."""
        match goal:
            case Test():
                names, compare = [term.name for term in known], self._compare
                return lambda *row: compare(goal, dict(zip(names, row, strict=True)))
            case Without(body):
                formula, negated = self.formula(body, known), self._circuit.negated
                return lambda *row: negated(formula(*row))
            case Some(body):
                return self.formula(body, known)
            case Either(bodies):
                formulas, disjunction = [self.formula(body, known) for body in bodies], self._circuit.any
                return lambda *row: disjunction([formula(*row) for formula in formulas])
            case _:
                raise AssertionError(goal)

    def _container(self, access: AccessPath) -> Any:
        """Return the rows of a relation in the form in which generated functions read them."""
        if access.symbol in self._computed:
            return _Computed(self._computed[access.symbol])
        rows = self._rows[access.symbol]()
        if not access.known:
            return dict.fromkeys(row[0] if len(row) == 1 else row for row in rows).keys()
        # As `access.split`, with the only item of a part in its place.
        others = [column for column in range(access.symbol.arity) if column not in access.known]
        pairs = zip(map(itemgetter(*access.known), rows), map(itemgetter(*others), rows), strict=True)
        if access.single:
            return _RowIndex(None, pairs)
        items_by_key: defaultdict[Any, list[Any]] = defaultdict(list)
        for key, item in pairs:
            items_by_key[key].append(item)
        return _RowIndex((), items_by_key)


class _RowIndex(dict[Any, Any]):
    """A dict with a value for all missing keys."""

    def __init__(self, missing: Any, items: Any) -> None:
        super().__init__(items)
        self._missing = missing

    def __missing__(self, key: object) -> Any:
        return self._missing


class _Computed:
    """The nodes of a relation that is computed, by row; None for a node that is false."""

    def __init__(self, node: Callable[..., int]) -> None:
        self._node = node

    def get(self, row: Row) -> int | None:
        return self._node(*row) or None

    def __getitem__(self, item: int) -> int | None:
        return self._node(item) or None


def _is_fixed(goal: Goal, facts: Mapping[Symbol, object]) -> bool:
    """Return True if a goal holds in all states or in none, or binds no variables and never holds."""
    match goal:
        case Literal(symbol):
            return symbol in facts
        case Test(_, left, right):
            return isinstance(left, Variable | Object) and isinstance(right, Variable | Object)
        case Either(bodies):
            return not bodies
        case _:
            return False
