"""Why a closed formula is true or false in a world: the tree of its minimal reasons."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice, product
from math import prod
from typing import assert_never

from relgym.explain.binding import filled_formula, shown
from relgym.explain.explanation import PDDLExplanation
from relgym.explain.misses import Miss, near_misses
from relgym.explain.past import Past
from relgym.explain.ranks import Ranks, instance
from relgym.explain.search import Assumptions, FormulaSearch
from relgym.explain.values import values_in
from relgym.model.pddl.domain import Axiom
from relgym.model.pddl.formulas import And, Atom, Compare, Equal, Exists, Forall, Formula, Imply, Not, Or, Truth
from relgym.model.terms import OBJECT, Variable
from relgym.tuning.reasoning import EXPLAINED_ATOMS_LIMIT

CLOSEST = 3
"""The largest number of near misses, or of bindings that break a rule, that are shown."""

INSTANCES = 6
"""The largest number of instances of a universal formula that are all shown."""

DEPTH = 50
"""The largest nesting depth of derived atoms; deeper ones are only named."""

UNDEFINED = "a comparison over a number without a value does not hold, and neither does its negation"
"""The reason why neither a formula nor its negation holds."""


class Reasons:
    """Explains closed formulas in one world; each derived atom is explained once, and named after that.

    Args:
        search: Decides formulas in the world.
        past: Says since when they have their truth values.
        depth: The largest nesting depth of derived atoms that are explained; deeper ones are only named.
    """

    def __init__(self, search: FormulaSearch, past: Past, depth: int = DEPTH) -> None:
        self.search = search
        self._most = depth
        self.world = search.world
        self.past = past
        self._ranks = Ranks(search)
        self._said: set[Atom] = set()
        self._depth = 0

    def begin(self) -> None:
        """Begin another explanation: derived atoms are explained again."""
        self._said = set()

    def why(self, formula: Formula, assumed: Assumptions | None = None) -> PDDLExplanation:
        """The reasons why a closed formula holds or fails; `assumed` limits the atoms that reasons may use."""
        assumed = assumed or self.search.certain
        match formula:
            case Truth(value):
                return _told(formula, value, "always")
            case Atom():
                return self._derived(formula) if formula.predicate in self.world.task.derived else self._fact(formula)
            case Equal(left, right):
                same = left == right
                return _told(formula, same, "the same object" if same else "different objects")
            case Compare(_, left, right):
                reason = _together(values_in((left, right), self.world), self.past.turn(formula))
                return _told(formula, self.search.holds(formula), reason)
            case Not(part):
                return self._negation(formula, self.why(part, assumed.flipped), assumed)
            case And((part,)):
                return self.why(part, assumed)
            case And(parts):
                return self._conjunction(formula, parts, assumed)
            case Or(parts):
                return self._disjunction(formula, parts, assumed)
            case Imply(premise, conclusion):
                return self._implication(formula, premise, conclusion, assumed)
            case Forall():
                return self._universal(formula, assumed)
            case Exists():
                return self._existential(merged(formula), assumed)
            case _:
                assert_never(formula)

    # -- atoms -------------------------------------------------------------------------------

    def _fact(self, atom: Atom) -> PDDLExplanation:
        holds = atom in self.world
        reason = "a fact" if holds else "no such fact"
        if atom.predicate not in self.world.task.changing:
            reason += f"{' that' if holds else ', and'} no action changes"
            reason += "" if holds else f" '{atom.predicate}'"
        return _told(atom, holds, _together(reason, self.past.turn(atom)))

    def _derived(self, atom: Atom) -> PDDLExplanation:
        holds = atom in self.world
        if atom in self._said:
            return _told(atom, holds, "as said above")
        if self._depth >= self._most or len(self._said) >= EXPLAINED_ATOMS_LIMIT:
            return _told(atom, holds, "its reasons are left out here; ask for them alone")
        self._said.add(atom)
        self._depth += 1
        reason = self._proof(atom) if holds else self._refutation(atom)
        self._depth -= 1
        return replace(reason, reason=_together(reason.reason, self.past.turn(atom)))

    def _proof(self, atom: Atom) -> PDDLExplanation:
        assumed = self._ranks.assumed(atom)
        axiom = next(a for a in self._ranks.axioms(atom) if self.search.holds(instance(a, atom), assumed))
        inner = self.why(instance(axiom, atom), assumed)
        return _told(atom, True, f"by the axiom{_place(axiom)}", self._parts(inner, axiom.body))

    def _refutation(self, atom: Atom) -> PDDLExplanation:
        axioms = self._ranks.axioms(atom)
        if not axioms:
            return _told(atom, False, "no axiom is about objects of these types")
        children = tuple(self.why(instance(axiom, atom)) for axiom in axioms)
        if len(axioms) == 1:
            return _told(atom, False, f"the axiom{_place(axioms[0])} does not derive it", children)
        return _told(atom, False, f"none of {len(axioms)} axioms derives it", children)

    def _parts(self, inner: PDDLExplanation, formula: Formula) -> tuple[PDDLExplanation, ...]:
        """Return the reasons of a true formula; a conjunction is replaced by its parts."""
        return inner.children if isinstance(formula, And) else (inner,)

    # -- connectives -------------------------------------------------------------------------

    def _negation(self, formula: Not, part: PDDLExplanation, assumed: Assumptions) -> PDDLExplanation:
        holds = self.search.holds(formula, assumed)
        if holds == part.holds:
            children = () if isinstance(formula.part, Compare) else (part,)
            return _told(formula, False, _together(part.reason if not children else "", UNDEFINED), children)
        match formula.part:
            case Atom(predicate) if predicate not in self.world.task.derived:
                reason = part.reason if holds else f"{part.statement} is {part.reason}"
                return _told(formula, holds, reason)
            case Equal() | Compare() | Truth():
                return _told(formula, holds, part.reason)
            case _:
                return _told(formula, holds, "", (part,))

    def _conjunction(self, formula: And, parts: tuple[Formula, ...], assumed: Assumptions) -> PDDLExplanation:
        failing = [part for part in parts if not self.search.holds(part, assumed)]
        if failing:
            children = tuple(self.why(part, assumed) for part in failing)
            return _told(formula, False, fails(len(failing), len(parts)), children)
        return _told(formula, True, "", tuple(self.why(part, assumed) for part in parts))

    def _disjunction(self, formula: Or, parts: tuple[Formula, ...], assumed: Assumptions) -> PDDLExplanation:
        for part in parts:
            if self.search.holds(part, assumed):
                return _told(formula, True, "", (self.why(part, assumed),))
        children = tuple(self.why(part, assumed) for part in parts)
        return _told(formula, False, f"none of {len(parts)} alternatives holds", children)

    def _implication(
        self, formula: Imply, premise: Formula, conclusion: Formula, assumed: Assumptions
    ) -> PDDLExplanation:
        if self.search.holds(Not(premise), assumed):
            return _told(formula, True, "its premise is false", (self.why(premise, assumed.flipped),))
        if self.search.holds(conclusion, assumed):
            return _told(formula, True, "its conclusion is true", (self.why(conclusion, assumed),))
        if not self.search.holds(premise, assumed.flipped):
            children = self.why(premise, assumed.flipped), self.why(conclusion, assumed)
            return _told(formula, False, f"its conclusion is not true; {UNDEFINED}", children)
        children = self.why(premise, assumed.flipped), self.why(conclusion, assumed)
        return _told(formula, False, "its premise is true, its conclusion is not", children)

    # -- quantifiers -------------------------------------------------------------------------

    def _universal(self, formula: Forall, assumed: Assumptions) -> PDDLExplanation:
        variables, body = formula.variables, formula.body
        total = prod(len(self.world.ranged(variable)) for variable in variables)
        if self.search.holds(formula, assumed):
            if not total:
                return _told(formula, True, nothing_in(self._empty(variables)))
            ranges = [self.world.ranged(variable) for variable in variables]
            rows = islice(product(*ranges), total if total <= INSTANCES else CLOSEST)
            names = [variable.name for variable in variables]
            children = tuple(
                self.why(filled_formula(body, dict(zip(names, row, strict=True))), assumed) for row in rows
            )
            reason = "" if total == 1 else f"all {total} instances are"
            return _told(formula, True, reason, children, total - len(children))
        broken = self.search.counterexamples(body, variables, assumed.flipped)
        children = tuple(self.why(filled_formula(body, binding), assumed) for binding in broken[:CLOSEST])
        some = f"{len(broken)} of {total} instances {'is' if len(broken) == 1 else 'are'} false"
        return _told(formula, False, some, children, len(broken) - len(children))

    def _existential(self, formula: Exists, assumed: Assumptions) -> PDDLExplanation:
        variables, body = formula.variables, formula.body
        witness = next(self.search.solutions(body, variables, assumed), None)
        if witness is None:
            return self._no_witness(formula, assumed)
        inner = self.why(filled_formula(body, {v.name: witness[v.name] for v in variables}), assumed)
        return _told(formula, True, f"with {shown(variables, witness)}", self._parts(inner, body))

    def _no_witness(self, formula: Exists, assumed: Assumptions) -> PDDLExplanation:
        variables, body = formula.variables, formula.body
        empty = self._empty(variables)
        if empty:
            return _told(formula, False, nothing_in(empty))
        if isinstance(body, Or):
            children = tuple(self.why(Exists(variables, part), assumed) for part in body.parts)
            return _told(formula, False, "none of its alternatives holds for any binding", children)
        nearest = near_misses(self.search, variables, body, assumed)
        children = tuple(self._miss(miss, assumed) for miss in nearest.misses[:CLOSEST])
        return _told(formula, False, nearest.reason, children, len(nearest.misses) - len(children))

    def _miss(self, miss: Miss, assumed: Assumptions) -> PDDLExplanation:
        inner = self.why(miss.failing, assumed)
        where = f"with {shown(miss.variables, miss.binding)}" if miss.variables else ""
        return replace(inner, reason=_together(where, inner.reason))

    def _empty(self, variables: tuple[Variable, ...]) -> tuple[Variable, ...]:
        return tuple(variable for variable in variables if not self.world.ranged(variable))


def merged(formula: Exists) -> Exists:
    """The formula with a quantifier right inside taken into it, where that hides no variable."""
    match formula.body:
        case And((part,)) | (Exists() as part):
            if not isinstance(part, Exists):
                return merged(Exists(formula.variables, part))
            names = [variable.name for variable in (*formula.variables, *part.variables)]
            if len(set(names)) == len(names):
                return merged(Exists((*formula.variables, *part.variables), part.body))
        case _:
            pass
    return formula


def _told(
    formula: Formula, holds: bool, reason: str = "", children: tuple[PDDLExplanation, ...] = (), omitted: int = 0
) -> PDDLExplanation:
    return PDDLExplanation(str(formula), holds, reason, children, omitted, about=formula)


def fails(failing: int, total: int) -> str:
    if total == 1:
        return "its condition fails"
    return f"{failing} of {total} conditions {'fails' if failing == 1 else 'fail'}"


def nothing_in(variables: tuple[Variable, ...]) -> str:
    """Return the message about a quantifier over a type without objects."""
    if not variables:
        return ""
    types = variables[0].types
    return "there are no objects" if types == (OBJECT,) else f"there is no object of type {' or '.join(types)}"


def _together(*parts: str) -> str:
    return "; ".join(part for part in parts if part)


def _place(axiom: Axiom) -> str:
    return f" at {axiom.span.place}" if axiom.span is not None else ""
