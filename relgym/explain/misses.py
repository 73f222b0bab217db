"""Near misses: bindings that nearly make an existential formula true, and the conditions that fail."""

from __future__ import annotations

from dataclasses import dataclass

from relgym.explain.binding import Binding, filled_formula
from relgym.explain.search import Assumptions, FormulaSearch
from relgym.model.pddl.formulas import And, Atom, Equal, Exists, Formula, Not
from relgym.model.pddl.traversal import conjuncts
from relgym.model.terms import Variable
from relgym.translate.program.normalize import free_variables


@dataclass(frozen=True, slots=True)
class Miss:
    """A binding of some variables, and a condition that fails for it."""

    variables: tuple[Variable, ...]
    binding: Binding
    failing: Formula


@dataclass(frozen=True, slots=True)
class Misses:
    """Bindings that come close, and in which sense they do."""

    reason: str
    misses: tuple[Miss, ...]


def near_misses(search: FormulaSearch, variables: tuple[Variable, ...], body: Formula, assumed: Assumptions) -> Misses:
    """Return the near misses of a body that no binding makes true.

    For a conjunction: the bindings for which all conditions but one hold; if there are none, those that satisfy the
    longest prefix of the conditions. For any other formula: its instances.
    """
    names = ", ".join(variable.name for variable in variables)
    parts = tuple(conjuncts(body))
    if len(parts) == 1:
        if isinstance(parts[0], Atom):
            return Misses(f"for no {names}", ())
        # The empty conjunction: every binding is a candidate.
        return Misses(f"for no {names}", _split(search, variables, (), parts[0], assumed))
    close = tuple(
        miss
        for number in reversed(range(len(parts)))
        for miss in _split(search, variables, parts[:number] + parts[number + 1 :], parts[number], assumed)
    )
    if close:
        # Conditions that no action can change come last.
        close = tuple(sorted(close, key=lambda miss: is_fixed(miss.failing, search)))
        return Misses(f"for no {names}; all conditions but one hold", close)
    length = next(
        number for number in reversed(range(len(parts))) if _solvable(search, variables, parts[:number], assumed)
    )
    if length == 0:
        return Misses(
            f"for no {names}; not even the first condition holds",
            _split(search, variables, (), parts[0], assumed),
        )
    reason = f"for no {names}; only the first {length} of {len(parts)} conditions hold together"
    return Misses(reason, _split(search, variables, parts[:length], parts[length], assumed))


def is_fixed(formula: Formula, search: FormulaSearch) -> bool:
    """Return True if a formula is about a single atom whose predicate no action changes."""
    atom = formula.body if isinstance(formula, Exists) else formula
    atom = atom.part if isinstance(atom, Not) else atom
    if not isinstance(atom, Atom):
        return isinstance(atom, Equal)
    return atom.predicate not in search.world.task.changing and atom.predicate not in search.world.task.derived


def _solvable(
    search: FormulaSearch, variables: tuple[Variable, ...], parts: tuple[Formula, ...], assumed: Assumptions
) -> bool:
    return next(search.solutions(And(parts), variables, assumed), None) is not None


def _split(
    search: FormulaSearch,
    variables: tuple[Variable, ...],
    holding: tuple[Formula, ...],
    failing: Formula,
    assumed: Assumptions,
) -> tuple[Miss, ...]:
    """The bindings that make some conditions true, each with what another condition then says."""
    conjunction = And(holding)
    bound = tuple(variable for variable in variables if variable in free_variables(conjunction)) or ()
    left = tuple(variable for variable in variables if variable in free_variables(failing) and variable not in bound)
    if left and not isinstance(failing, Atom):
        bound, left = (*bound, *left), ()
    goal = Exists(left, failing) if left else failing
    return tuple(
        Miss(bound, binding, filled_formula(goal, binding)) for binding in search.distinct(conjunction, bound, assumed)
    )
