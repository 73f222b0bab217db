"""Random small STRIPS domains with negation, equality, types and a constant, learned from all of their transitions.

The learned model equals the original on all reachable states. On any other state, the safe model allows nothing that
the original does not, and the general model all that it does.
"""

from __future__ import annotations

from itertools import product

from data.learning.wandering import everything, reachable
from hypothesis import given, note, settings
from hypothesis import strategies as st
from thorough import examples_of

import relgym
from relgym.data import learn_model
from relgym.data.learning.learned import LearnedModel
from relgym.model.pddl.domain import ActionSchema, Domain, Predicate, Type, Typed
from relgym.model.pddl.effects import Add, All, Delete, Effect
from relgym.model.pddl.formulas import TRUE, And, Atom, Equal, Formula, Not
from relgym.model.pddl.problem import Problem, Task
from relgym.model.terms import OBJECT, Object, Variable
from relgym.read.source import Text
from relgym.reasoning.pddl.reasoner import PDDLReasoner
from relgym.write.pddl import write_domain, write_problem

TYPES = (Type(OBJECT, ()), Type("a", (OBJECT,)), Type("b", ("a",)))
CONSTANT = Typed(Object("c"), ("b",))
STATES = 60


@st.composite
def tasks(draw: st.DrawFn) -> Task:
    """A task with two to four predicates, one or two actions and three or four objects."""
    kind = st.sampled_from(["a", "b"])

    def variables(most: int) -> tuple[Variable, ...]:
        return tuple(Variable(f"?{'xyz'[n]}", (draw(kind),)) for n in range(draw(st.integers(0, most))))

    predicates = tuple(Predicate(f"p{n}", variables(2)) for n in range(draw(st.integers(2, 4))))
    constants = (CONSTANT,) if draw(st.booleans()) else ()
    objects = tuple(Typed(Object(f"o{n}"), (draw(kind),)) for n in range(draw(st.integers(2, 3))))

    def atom(scope: tuple[Variable, ...]) -> Atom | None:
        predicate = draw(st.sampled_from(predicates))
        terms: list[Variable | Object] = []
        for parameter in predicate.parameters:
            fitting: list[Variable | Object] = [
                v for v in scope if v.types == parameter.types or parameter.types == ("a",)
            ]
            fitting += [item.object for item in constants]
            if not fitting:
                return None
            terms.append(draw(st.sampled_from(fitting)))
        return Atom(predicate.name, tuple(terms))

    def action(number: int) -> ActionSchema:
        parameters = variables(3)
        conditions: list[Formula] = []
        for _ in range(draw(st.integers(0, 3))):
            found = atom(parameters)
            if found is not None:
                conditions.append(found if draw(st.booleans()) else Not(found))
        if len(parameters) > 1 and draw(st.booleans()):
            same = Equal(parameters[0], parameters[1])
            conditions.append(same if draw(st.integers(0, 3)) == 0 else Not(same))
        effects: list[Effect] = []
        for _ in range(draw(st.integers(1, 3))):
            found = atom(parameters)
            if found is not None:
                effects.append(Add(found) if draw(st.booleans()) else Delete(found))
        free = tuple(variable.name for variable in parameters)
        return ActionSchema(f"act{number}", parameters, free, And(tuple(conditions)), All(tuple(effects)))

    actions = tuple(action(n) for n in range(draw(st.integers(1, 2))))
    requirements = (":strips", ":typing", ":negative-preconditions", ":equality")
    domain = Domain("fuzz", requirements, TYPES, constants, predicates, (), (), actions)
    blank = Task(domain, Problem("p", "fuzz", objects, (), (), (), TRUE))
    init = tuple(each for each in all_atoms(blank) if draw(st.booleans()))
    return Task(domain, Problem("p", "fuzz", objects, init, (), (), TRUE))


def all_atoms(task: Task) -> list[Atom]:
    return [
        Atom(predicate.name, tuple(task.objects[number] for number in row))
        for predicate in task.domain.predicates
        for row in product(*(sorted(task.ranged(variable.types)) for variable in predicate.parameters))
    ]


def behaviour(task: Task, domain: Domain, atoms: list[Atom]) -> dict[str, frozenset[str]]:
    """The applicable actions in a state and what is true after each; the state is a start, so nothing is static."""
    init = Problem("p", "fuzz", task.problem.objects, tuple(atoms), (), (), TRUE)
    reasoner = PDDLReasoner(Task(domain, init))
    start = reasoner.initial_state
    return {str(action): frozenset(map(str, after.atoms)) for action, after in reasoner.successors(start)}


def reread(task: Task, model: LearnedModel) -> tuple[Domain, Domain]:
    """Both domains of a model, printed and read again."""
    problem = Text(write_problem(task.problem))
    assert model.general is not None
    safe, general = (relgym.load(Text(write_domain(each)), problem) for each in (model.domain, model.general))
    return safe.domain, general.domain


@settings(max_examples=examples_of(20))
@given(tasks(), st.lists(st.lists(st.booleans(), min_size=1, max_size=40), max_size=3), st.booleans())
def test_learned_models_equal_the_original_where_they_should(
    task: Task, elsewhere: list[list[bool]], known: bool
) -> None:
    note(write_domain(task.domain))
    reasoner = PDDLReasoner(task)
    states = reachable(reasoner, STATES)
    transitions = list(everything(reasoner, states))
    if not any(each.applicable for each in transitions):
        return
    predicates = task.domain if known else None
    constants = () if known else [item.object.name for item in task.domain.constants]
    model = learn_model(transitions, predicates, constants=constants)
    note(str(model))
    if known:
        safe, general = reread(task, model)
    else:
        # Names of types are found again; a type without objects has no names.
        safe, general = model.domain, model.general or model.domain
    for state in states:
        atoms = sorted(state.atoms, key=str)
        true = behaviour(task, task.domain, atoms)
        assert behaviour(task, safe, atoms) == true
        assert behaviour(task, general, atoms) == true
    if not known:
        return
    for bits in elsewhere:
        check_bounds(task, safe, general, bits)


def check_bounds(task: Task, safe: Domain, general: Domain, bits: list[bool]) -> None:
    """In a state, the lower bound has nothing that the domain has not, and the upper bound all applicable actions."""
    names = {schema.name for schema in safe.actions}
    every = all_atoms(task)
    atoms = [atom for atom, bit in zip(every, bits * len(every), strict=False) if bit]
    true = {
        action: after
        for action, after in behaviour(task, task.domain, atoms).items()
        if action.strip("()").split()[0] in names
    }
    careful, bold = behaviour(task, safe, atoms), behaviour(task, general, atoms)
    assert careful.items() <= true.items()
    assert true.keys() <= bold.keys()


@settings(max_examples=examples_of(20))
@given(
    tasks(),
    st.lists(st.integers(0, 10_000), min_size=1, max_size=6),
    st.lists(st.lists(st.booleans(), min_size=1, max_size=40), min_size=1, max_size=4),
)
def test_bounds_hold_after_few_transitions(task: Task, chosen: list[int], elsewhere: list[list[bool]]) -> None:
    """The lower bound is safe however little was seen, also where different parameters were always one object."""
    note(write_domain(task.domain))
    reasoner = PDDLReasoner(task)
    states = reachable(reasoner, STATES)
    transitions = list(everything(reasoner, states))
    # Half of what is seen has one object for several parameters, where such actions can be carried out.
    rows = [(each, each.action.split()) for each in transitions if each.applicable]
    same = [each for each, words in rows if len(set(words)) < len(words)]
    pools = [same or transitions, transitions]
    some = [pools[number % 2][number % len(pools[number % 2])] for number in chosen] if transitions else []
    if not any(each.applicable for each in some):
        return
    model = learn_model(some, task.domain)
    note(str(model))
    assert model.general is not None
    every = all_atoms(task)
    reached = [[atom in state for atom in every] for state in states[:20]]
    for bits in [*elsewhere, *reached]:
        check_bounds(task, model.domain, model.general, bits)


def test_the_check_sees_a_wrong_model() -> None:
    """The comparison of behaviours tells domains apart that differ in one literal."""
    x = Variable("?x", ("a",))
    on = Predicate("on", (x,))
    action = ActionSchema("act", (x,), ("?x",), Atom("on", (x,)), Delete(Atom("on", (x,))))
    first = Domain("fuzz", (), TYPES, (), (on,), (), (), (action,))
    other = ActionSchema("act", (x,), ("?x",), TRUE, Delete(Atom("on", (x,))))
    second = Domain("fuzz", (), TYPES, (), (on,), (), (), (other,))
    task = Task(first, Problem("p", "fuzz", (Typed(Object("o"), ("a",)),), (), (), (), TRUE))
    assert behaviour(task, first, []) != behaviour(task, second, [])
