"""Every engine says the same of the states of a random walk through every domain."""

from __future__ import annotations

import numpy as np
import pytest

from relgym.catalogue.domains import EnvSpec, catalogue
from relgym.errors import UnsupportedFeature
from relgym.model.pddl.state import State
from relgym.read.loading import load
from relgym.reasoning.reasoner import Reasoner

NO_WHOLE_NUMBERS = {("clingo", "fuel-transport")}


def said(reasoner: Reasoner, state: State) -> tuple[object, ...]:
    """All answers about a state, whatever order the engine gives them in."""
    own = reasoner.state(state.atoms, state.fluents)
    valid = sorted(map(str, reasoner.valid_actions(own)))
    return valid, sorted(map(str, reasoner.derived(own))), reasoner.goal(own)


@pytest.mark.parametrize("own", catalogue("pddl"), ids=lambda own: own.name)
def test_a_walk(own: EnvSpec, backend: str):
    path = own.problems("train")[7]
    task = load(own.domain, path, axioms=own.axiom_files())
    if (backend, own.name) in NO_WHOLE_NUMBERS:
        with pytest.raises(UnsupportedFeature):
            Reasoner(task, backend=backend)
        return
    rng = np.random.default_rng(0)
    with Reasoner(task) as reference, Reasoner(task, backend=backend) as reasoner:
        state = reference.initial_state
        for _ in range(50):
            assert said(reasoner, state) == said(reference, state)
            actions = reference.valid_actions(state)
            if not actions:
                break
            state = reference.successor(state, actions[rng.integers(len(actions))], rng)
