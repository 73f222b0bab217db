"""Calls of PDDLGym and pyRDDLGym, and what to write instead of each.

Classes refuse the names of their table by a descriptor, which costs nothing where other attributes are read.

>>> @knows_former("state")
... class Facts:
...     pass
>>> Facts().literals
Traceback (most recent call last):
    ...
AttributeError: 'Facts' has no 'literals', as PDDLGym has: state.atoms is the set of true atoms
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any, Literal, NoReturn, ParamSpec, TypeVar

Holder = Literal["PDDL environment", "RDDL environment", "action space", "observation space", "state", "action", "atom"]

P = ParamSpec("P")
R = TypeVar("R")
C = TypeVar("C", bound=type)


@dataclass(frozen=True, slots=True)
class Former:
    """A name that another library has, and the sentence that says what to write here."""

    library: str
    sentence: str


def _of(library: str, **sentences: str) -> dict[str, Former]:
    return {name: Former(library, sentence) for name, sentence in sentences.items()}


SEED = "env.reset(seed=0) seeds the environment, and env.action_space.seed(0) its samples"

ATTRIBUTES: Mapping[Holder, Mapping[str, Former]] = {
    "PDDL environment": _of(
        "PDDLGym",
        action_predicates="env.unwrapped.reasoner.task.domain.actions has the actions",
        domain="env.unwrapped.reasoner.task.domain is the domain",
        extrinsic_reward="the argument `reward` of relgym.make says what a step earns",
        fix_problem_index="env.reset(options={'problem': 2}) plays problem 2; so does relgym.make(NAME, problem=2)",
        get_all_possible_transitions="env.unwrapped.outcomes(action) gives all outcomes with their probabilities",
        load_pddl="relgym.load(domain, problem) reads files",
        operators_as_actions="relgym.make(..., free='all') has the agent choose all parameters",
        rng="env.unwrapped.np_random is the generator",
        sample_transition="env.unwrapped.reasoner.successor(state, action, rng) draws a successor",
        seed=SEED,
    ),
    "RDDL environment": _of(
        "pyRDDLGym",
        discount="env.unwrapped.reasoner.instance.discount, and each info, have it",
        done="each step returns `terminated` and `truncated`",
        enforce_action_constraints="the argument `enforce` of relgym.make says it",
        horizon="env.unwrapped.reasoner.instance.horizon is the number of steps",
        max_allowed_actions="env.unwrapped.reasoner.instance.most_actions is the number",
        model="env.unwrapped.reasoner.instance is the model",
        sampler="env.unwrapped.reasoner answers questions about states and steps",
        seed=SEED,
        set_visualizer="relgym.make(..., render_mode='rgb_array', scene=FILE) says how states are drawn",
        state="env.unwrapped.get_state() is the state",
        vectorized="env.unwrapped.form is 'cells' or 'arrays'",
    ),
    "action space": _of(
        "PDDLGym",
        all_ground_literals="env.unwrapped.valid_actions() lists the valid actions",
        predicates="env.unwrapped.reasoner.task.domain.actions has the actions",
        reset_initial_state="the space follows the environment by itself; leave the call out",
        sample_literal="env.action_space.sample() draws a valid action",
    ),
    "observation space": _of(
        "PDDLGym",
        all_ground_literals="the wrapper FlatObservation numbers all atoms, and FactsObservation those that hold",
        predicates="env.unwrapped.reasoner.task.predicates has the predicates",
    ),
    "state": _of(
        "PDDLGym",
        goal="env.unwrapped.reasoner.task.problem.goal is the goal, and info['goal'] says if it holds",
        literals="state.atoms is the set of true atoms",
        objects="env.unwrapped.reasoner.task.objects are the objects",
        with_literals="env.unwrapped.reasoner.state(atoms) makes a state of atoms",
    ),
    "action": _of(
        "PDDLGym",
        predicate="action.name is the name of the operator",
        variables="action.terms are the objects",
    ),
    "atom": _of("PDDLGym", variables="atom.terms are the objects"),
}
"""For each kind of object, the names of other libraries."""

ARGUMENTS: Mapping[str, Former] = _of(
    "PDDLGym",
    dynamic_action_space="env.action_space.sample() always draws a valid action; leave it out",
    operators_as_actions="free='all' has the agent choose all parameters",
    problem_dir="give the files as `problems`: sorted(Path('problems').glob('*.pddl'))",
    raise_error_on_invalid_action="write raise_on_invalid=True",
    render="render_mode='rgb_array' makes pictures, and scene=FILE says how",
    seed=SEED,
) | _of(
    "pyRDDLGym",
    domain="the domain is the first argument of relgym.make, and the instance the second one",
    instance="the domain is the first argument of relgym.make, and the instance the second one",
    backend_kwargs="`backend` names an engine, `limits` bounds it, functions={'f': f} are what the domain calls as $f",
    base_class="wrappers=[...] puts wrappers around the environment",
    debug_path="relgym.data.record(env, path=FILE) writes what happens",
    enforce_action_constraints="enforce=True is the default here; enforce=False lets actions break preconditions",
    enforce_action_count_non_bool="max-nondef-actions counts every action-fluent that differs from its default",
    log_path="relgym.data.record(env, path=FILE) writes what happens",
    vectorized="form='arrays' has an array for each fluent",
)
"""Arguments of the functions that make environments elsewhere."""

SAMPLE_OF_A_STATE = (
    "a space is sampled without a state, which PDDLGym needs: env.action_space.sample() draws a valid action of the "
    "present state"
)


class _Refusal:
    """A descriptor that raises the `AttributeError` of a name; an attribute of an instance goes before it."""

    def __init__(self, name: str, former: Former) -> None:
        self.name, self.former = name, former

    def __get__(self, instance: object, owner: type) -> NoReturn:
        raise AttributeError(
            f"'{owner.__name__}' has no '{self.name}', as {self.former.library} has: {self.former.sentence}"
        )


def knows_former(*holders: Holder) -> Callable[[C], C]:
    """Return a decorator for classes: the names of these kinds of objects raise errors that say what to write.

    The names are not in `dir()` of an instance.
    """

    def decorated(kind: C) -> C:
        refused = [(name, former) for holder in holders for name, former in ATTRIBUTES[holder].items()]
        for name, former in refused:
            assert not hasattr(kind, name), f"{kind} has the attribute '{name}'"
            setattr(kind, name, _Refusal(name, former))
        names = {name for name, _ in refused}
        every: Any = kind.__dir__

        def listed(self: Any) -> Iterable[str]:
            return [name for name in every(self) if name not in names or name in getattr(self, "__dict__", {})]

        kind.__dir__ = listed  # type: ignore[assignment, method-assign]
        return kind

    return decorated


def refuses_former_arguments(function: Callable[P, R]) -> Callable[P, R]:
    """Return a function that refuses arguments of other libraries by a `TypeError` that says what to write."""

    @wraps(function)
    def checked(*args: P.args, **kwargs: P.kwargs) -> R:
        for name in kwargs:
            if (former := ARGUMENTS.get(name)) is not None:
                raise TypeError(
                    f"relgym.{function.__name__} has no argument '{name}', as {former.library} has: {former.sentence}"
                )
        return function(*args, **kwargs)

    return checked
