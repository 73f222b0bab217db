"""The reasoner's explanations of one state in words: the decisive branch of a tree is the rationale of an answer.

>>> import relgym
>>> from relgym.data.question_sets.material import Material
>>> from relgym.data.question_sets.problem import QuestionProblem
>>> material = Material(QuestionProblem(relgym.load(*roads("a b c", "a b", goal="b"))), 0)
>>> state = material.reasoner.initial_state
>>> print(material.reason(state, material.reasoner.valid_actions(state)[0]))
All its conditions hold: at a; a and b are in the relation "road".
"""

from __future__ import annotations

from collections.abc import Sequence

from relgym.data.question_sets.wording import Wording, number
from relgym.explain.actions import why_action
from relgym.explain.explanation import PDDLExplanation
from relgym.explain.past import Past
from relgym.explain.reasons import Reasons
from relgym.explain.search import FormulaSearch
from relgym.explain.subject import world_of
from relgym.model.numeric import fluents_in
from relgym.model.pddl.action import Action
from relgym.model.pddl.formulas import Atom, Compare, Equal, Forall, Formula, Not
from relgym.model.pddl.state import State
from relgym.reasoning.pddl.reasoner import PDDLReasoner

_LEVELS = 2
"""The number of levels of a tree that are told below the first."""

_REASONS = 4
"""The number of reasons of one statement that are told."""


class StateReasons:
    """Decides closed formulas in a state, and says why, by the search and the trees of `PDDLReasoner.explain`."""

    def __init__(self, reasoner: PDDLReasoner, state: State, wording: Wording) -> None:
        """Look at a state.

        Args:
            reasoner: The reasoner, which derives atoms and evaluates numbers.
            state: The state.
            wording: The words.
        """
        self._wording = wording
        self._search = FormulaSearch(world_of(reasoner, state))
        self._task = reasoner.task
        self._reasons = Reasons(self._search, Past(()), _LEVELS + 1)

    @property
    def derived(self) -> frozenset[Atom]:
        """The derived atoms that hold."""
        return self._search.world.derived

    def holds(self, formula: Formula) -> bool:
        """Return True if a closed formula is true."""
        return self._search.holds(formula)

    def why(self, formula: Formula) -> PDDLExplanation:
        """Return the tree that `PDDLReasoner.explain` gives for a closed formula, as deep as it is told."""
        if isinstance(formula, Forall) and self.holds(formula):
            # It depends on all its instances, so no branch decides it.
            return PDDLExplanation(str(formula), True, about=formula)
        self._reasons.begin()
        return self._reasons.why(formula)

    # -- words -------------------------------------------------------------------------------

    def of_action(self, action: Action, conditions: Sequence[Formula]) -> str:
        """Return the reason why an action is applicable, or is not, as sentences.

        Args:
            action: The action.
            conditions: The parts of its precondition.
        """
        failing = [part for part in conditions if not self.holds(part)]
        if not failing and self._task.functions:
            tree = why_action(self._reasons, action)
            if not tree.holds:
                reasons = "; ".join(each.line for each in tree.children if each.about is None)
                return f"Its conditions hold, but its effects on numbers cannot be carried out: {reasons}."
        return self.of_conditions(not failing, [self.why(part) for part in failing or conditions])

    def of_conditions(self, hold: bool, trees: Sequence[PDDLExplanation]) -> str:
        """Return the reason why an action is applicable by the trees of its conditions, or not by those that fail."""
        if not trees:
            return "The action has no conditions."
        if hold:
            what = "All its conditions hold"
        else:
            what = "This condition fails" if len(trees) == 1 else "These conditions fail"
        return f"{what}: {'; '.join(map(self._condition, trees))}.{self._further(trees)}"

    def of_formula(self, tree: PDDLExplanation) -> str:
        """Return the decisive branch of the tree of a formula as sentences; the first one says the formula."""
        return f"{_capital(self._claim(tree))}{self.since(tree)}"

    def since(self, tree: PDDLExplanation) -> str:
        """Return the decisive branch of the tree of a formula as the end of a sentence, and further sentences."""
        reason = self._because(tree)
        return f"{reason and f', since {reason}'}.{self._further([tree])}"

    def _condition(self, node: PDDLExplanation) -> str:
        assert node.about is not None
        reason = self._because(node)
        return self._wording.formula(node.about) + (reason and f" (since {reason})")

    def _further(self, nodes: Sequence[PDDLExplanation]) -> str:
        """Return a sentence for each level of the branch below statements whose reasons were told."""
        text = ""
        for _ in range(_LEVELS):
            nodes = next((below for each in nodes if (below := _reasons(each))), [])
            node = next((each for each in nodes if self._because(each)), None)
            if node is None:
                break
            text += f" {_capital(self._claim(node))}, since {self._because(node)}."
            nodes = [node]
        return text

    def _because(self, node: PDDLExplanation) -> str:
        """Return the reasons of a node; an empty text if it is a fact, or says all itself."""
        node = _positive(node)
        nodes = _reasons(node)
        if nodes:
            claims = "; ".join(dict.fromkeys(map(self._claim, nodes[:_REASONS])))
            return f"{claims}; and others" if len(nodes) > _REASONS or node.omitted else claims
        match node.about:
            case Compare(_, left, right) | Not(Compare(_, left, right)):
                fluents = dict.fromkeys((*fluents_in(left), *fluents_in(right)))
                values = [(self._wording.expression(each), self._search.world.value(each)) for each in fluents]
                return "; ".join(f"{words} is {number(value)}" for words, value in values)
            case Atom() if node.children:
                return "no rule makes it true"
            case _:
                return ""

    def _claim(self, node: PDDLExplanation) -> str:
        """Return what a node says of its formula, as a statement."""
        assert node.about is not None
        if node.holds:
            return self._wording.formula(node.about)
        match node.about:
            case Not(part):
                return self._wording.formula(part)
            case formula:
                return self._wording.formula(Not(formula))


def _reasons(node: PDDLExplanation) -> list[PDDLExplanation]:
    """Return the nearest atoms, equalities and comparisons on which a node rests.

    A universal formula that holds depends on all its instances, so no branch decides it.
    """
    node = _positive(node)
    if node.holds and isinstance(node.about, Forall):
        return []
    reasons: list[PDDLExplanation] = []
    for child in node.children:
        match _positive(child).about:
            case Atom() | Equal() | Compare() | Not():
                reasons.append(child)
            case _:
                reasons += _reasons(child)
    return reasons


def _positive(node: PDDLExplanation) -> PDDLExplanation:
    """Return the node on which a negation rests."""
    while isinstance(node.about, Not) and node.children:
        [node] = node.children
    return node


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
