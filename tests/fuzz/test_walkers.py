"""Random tasks walked through by a walker beside a reasoner, what is kept in turns with what is found anew."""

from __future__ import annotations

from unittest.mock import patch

from fuzz.strategies import Case, Kinds, cases
from fuzz.test_fuzz import examples, read
from hypothesis import given
from simulate.walks import walk as walk_beside

from relgym import Reasoner
from relgym.errors import ModelError
from relgym.simulate.pddl import PDDLSimulator
from relgym.simulate.views import jumps
from relgym.translate.analysis import static_indexes as widened


def walk(case: Case) -> None:
    with Reasoner(read(case.task)) as reasoner:
        states = []
        for atoms in case.elsewhere:
            try:
                states.append(reasoner.state(atoms, dict(reasoner.initial_state.fluents)))
            except ModelError:
                # It would change what is static.
                continue
        for seed in range(4):
            kept = {action.name for number, action in enumerate(reasoner.task.domain.actions) if (number + seed) % 3}
            with patch.object(widened, "INDEX_SAVED_ROWS", 0.0 if seed else widened.INDEX_SAVED_ROWS):
                walker = PDDLSimulator(reasoner, keeps=kept.__contains__)
            if seed > 1:
                assert walker.ground()
            if seed % 2:
                walker.forget()
            with patch.object(jumps, "FIRST_FILLS", 0 if seed else 60):
                walk_beside(reasoner, walker, 12, seed, *states)


@examples(50)
@given(case=cases(Kinds()))
def test_logic(case: Case) -> None:
    walk(case)


@examples(20)
@given(case=cases(Kinds(numbers=True, chances=True, bound=True)))
def test_numbers_chances_and_bound_parameters(case: Case) -> None:
    walk(case)
