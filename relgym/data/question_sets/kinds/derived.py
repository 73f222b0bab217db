"""Questions about derived predicates: the atoms that follow from a state by the axioms."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from random import Random

from relgym.data.question_sets.material import Material
from relgym.data.question_sets.pddl_forms import atom_forms, atom_patterns
from relgym.data.question_sets.question import Validator
from relgym.data.question_sets.topic import OpenQuestion, Topic
from relgym.model.pddl.formulas import Atom
from relgym.model.pddl.state import State

_DRAWN = 8
"""The number of atoms that are drawn for a topic as wrong answers."""


def topics(material: Material, rng: Random) -> Iterator[Topic]:
    """Yield a topic for each state."""
    names = sorted(material.task.derived)
    for number in count():
        yield _topic(material, material.state(number), names, rng)


def _topic(material: Material, state: State, names: list[str], rng: Random) -> Topic:
    holding = material.reasons(state).derived
    right = sorted(holding, key=str)
    drawn = [material.random_atom(rng, names) for _ in range(_DRAWN)]
    wrong = [atom for atom in dict.fromkeys(drawn) if atom is not None and atom not in holding]
    wording = material.wording

    def why(atom: Atom, is_right: bool) -> str:
        reasons = material.reasons(state)
        return reasons.of_formula(reasons.why(atom))

    def asked() -> OpenQuestion:
        predicate = material.task.predicates[rng.choice(names)]
        texts = tuple(str(atom) for atom in right if atom.predicate == predicate.name)
        return OpenQuestion(
            f"Which facts of this form are true now? List all of them, or none. {atom_forms(wording, [predicate])}",
            Validator("set", texts, atom_patterns([predicate])),
            " ".join(texts) or "none",
            f"{len(texts)} of them follow from the rules.",
        )

    return Topic(
        state,
        right,
        wrong,
        "Is it true now that {}?",
        "Which of these statements is true now?",
        lambda atom: wording.atom(atom.predicate, atom.terms),
        str,
        why,
        asked,
    )
