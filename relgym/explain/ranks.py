"""In which order recursive derived atoms can be proved, so that no proof depends on itself.

An atom of rank n has a proof from facts and from atoms of lower ranks alone: the rounds in which
the least model is built (van Emden and Kowalski, 1976), computed only for what a proof may need.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from relgym.errors import BackendError
from relgym.explain.binding import Binding, filled, filled_formula
from relgym.explain.search import Assumptions, FormulaSearch
from relgym.model.pddl.domain import Axiom
from relgym.model.pddl.formulas import Atom, Formula, Imply, Not
from relgym.model.pddl.traversal import formulas_in
from relgym.model.terms import Object, Variable
from relgym.read.pddl.strata import strata
from relgym.tuning.reasoning import COUNTED_BINDINGS_LIMIT


def instance(axiom: Axiom, atom: Atom) -> Formula:
    """The body of an axiom for the objects of an atom of its predicate."""
    terms = [term for term in atom.terms if isinstance(term, Object)]
    names = [variable.name for variable in axiom.parameters]
    return filled_formula(axiom.body, dict(zip(names, terms, strict=True)))


class Ranks:
    """The ranks of the true derived atoms of one world, computed when they are asked for."""

    def __init__(self, search: FormulaSearch) -> None:
        self.search = search
        self._task = search.world.task
        self._rank: dict[Atom, int] = {}

    @cached_property
    def _component(self) -> dict[str, frozenset[str]]:
        """For each recursive predicate those that it is mutually recursive with, itself included."""
        layers = strata(self._task.domain.axioms)
        return {name: frozenset(names) for names, recursive in layers if recursive for name in names}

    def axioms(self, atom: Atom) -> list[Axiom]:
        """The axioms that speak of the objects of a derived atom."""
        return [
            axiom
            for axiom in self._task.domain.axioms
            if axiom.predicate == atom.predicate
            and all(
                isinstance(term, Object) and self.search.world.within(term, variable)
                for term, variable in zip(atom.terms, axiom.parameters, strict=True)
            )
        ]

    def assumed(self, atom: Atom) -> Assumptions:
        """Return the atoms that a proof of a true derived atom may use."""
        together = self._component.get(atom.predicate)
        if together is None:
            return self.search.certain
        if atom not in self._rank:
            self._compute(atom, together)
        return self._below(together, self._rank[atom])

    def _below(self, together: frozenset[str], rank: int) -> Assumptions:
        world = self.search.world

        def proved(atom: Atom) -> bool:
            if atom.predicate in together:
                return self._rank.get(atom, rank) < rank
            return atom in world

        return Assumptions(proved, world.__contains__)

    def _compute(self, target: Atom, together: frozenset[str]) -> None:
        """Rank the target and all that its proofs may use, round by round."""
        users: dict[Atom, set[Atom]] = {target: set()}
        todo = [target]
        while todo:
            user = todo.pop()
            for used in self._uses(user, together):
                if used not in users:
                    users[used] = set()
                    todo.append(used)
                users[used].add(user)
        waiting = {atom for atom in users if atom not in self._rank}
        due = set(waiting)
        # Atoms that an earlier question has ranked keep their ranks; new ones come above all of them.
        rank = max(self._rank.values(), default=0)
        while due:
            rank += 1
            assumed = self._below(together, rank)
            new = {atom for atom in due if self._provable(atom, assumed)}
            self._rank.update(dict.fromkeys(new, rank))
            waiting -= new
            due = {user for atom in new for user in users[atom]} & waiting
        if target in waiting:
            raise BackendError(f"the engine answers {target}, but no axiom derives it")

    def _provable(self, atom: Atom, assumed: Assumptions) -> bool:
        return any(self.search.holds(instance(axiom, atom), assumed) for axiom in self.axioms(atom))

    def _uses(self, atom: Atom, together: frozenset[str]) -> set[Atom]:
        """The true atoms of the component that some derivation of an atom may depend on."""
        atoms: set[Atom] = set()
        for axiom in self.axioms(atom):
            body = instance(axiom, atom)
            for number, binding in enumerate(self.search.solutions(body, ())):
                if number == COUNTED_BINDINGS_LIMIT:
                    # Too many to go through: any atom of the component may be needed.
                    return {other for other in self.search.world.derived if other.predicate in together}
                atoms.update(self._positive(self.search.normal(body), binding, together))
        return atoms

    def _positive(self, formula: Formula, binding: Binding, together: frozenset[str]) -> Iterator[Atom]:
        """The true atoms of the component in a formula in normal form, as far as its variables are bound."""
        match formula:
            case Atom(predicate, terms):
                if predicate in together:
                    yield from self._fitting(Atom(predicate, tuple(filled(term, binding) for term in terms)))
            case Not():
                return
            case Imply():
                raise ValueError(f"not in normal form: {formula}")
            case _:
                for part in formulas_in(formula):
                    yield from self._positive(part, binding, together)

    def _fitting(self, atom: Atom) -> Iterator[Atom]:
        variables = tuple(dict.fromkeys(term for term in atom.terms if isinstance(term, Variable)))
        for binding in self.search.solutions(atom, variables):
            yield Atom(atom.predicate, tuple(filled(term, binding) for term in atom.terms))
