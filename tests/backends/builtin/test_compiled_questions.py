"""Questions to the engine of RDDL are compiled once for the same functions, whichever sequence holds them."""

from __future__ import annotations

import relgym
from relgym.catalogue.domains import spec
from relgym.data import problems_of
from relgym.data.question_sets import making
from relgym.data.question_sets.registry import RDDL_MODULES, material_of, refused


def reasoner(name: str):
    own = spec(name)
    return relgym.Reasoner(relgym.load(own.domain, own.problem("train", 0)))


def compiled(own) -> int:
    engine = own.dynamics.engine
    assert len(engine._questions) == len(engine._questions_by_content)
    return len(engine._questions)


def test_the_same_functions_in_other_sequences_are_one_question() -> None:
    own = reasoner("sysadmin")
    state = own.initial_state
    first = own.value(state, "running(c1)"), own.holds(state, "running(c2)")
    known = compiled(own)
    for _ in range(20):
        assert (own.value(state, "running(c1)"), own.holds(state, "running(c2)")) == first
    assert compiled(own) == known


def test_lists_take_the_place_of_arrays_for_all_sequences() -> None:
    own = reasoner("sysadmin")
    dynamics = own.dynamics
    functions = dynamics.stepped
    uniforms = [0.5] * dynamics.uniforms
    before = dynamics.engine.values(functions, dynamics.start, dynamics.idle, uniforms)
    known = compiled(own)
    dynamics.engine.use_lists((*functions,))
    assert compiled(own) == known
    assert dynamics.engine.values(functions, dynamics.start, dynamics.idle, uniforms) == before


def test_question_sets_compile_a_bounded_number_of_questions() -> None:
    material = material_of(problems_of("sysadmin", "train")[0], 0)
    kinds = [kind for kind in RDDL_MODULES if refused(kind, material) is None]

    def ask(count: int, seed: int) -> int:
        assert len([*making.questions_of([material], kinds, ["boolean", "choice", "open"], count, seed)]) == count
        return compiled(material.reasoner)

    known = ask(60, 0)
    assert ask(120, 1) == known
