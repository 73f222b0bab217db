"""Short walks through problems, which films show: by a shortest plan, or by a policy where chance or time has a say.

The work is bounded by counts of states, trials and steps, so that every build makes the same walks.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from math import inf
from typing import Any, NamedTuple

from sources import DOCS

from relgym.catalogue.difficulty import difficulty
from relgym.catalogue.domains import EnvSpec
from relgym.catalogue.entries import Entry
from relgym.catalogue.fitting import scene_for
from relgym.catalogue.loading import load
from relgym.data.policy_search.learn import learn_policy
from relgym.data.question_sets.rddl.wording import InstanceWording
from relgym.data.question_sets.wording import Wording
from relgym.features import Feature, needed
from relgym.limits import Budget, Limits
from relgym.model.rddl.domain import Instance
from relgym.planning.search.algorithms import Counted, cheapest
from relgym.planning.search.space import Space
from relgym.planning.stochastic.policy import Policy
from relgym.planning.stochastic.solving import solve
from relgym.reasoning.pddl.reasoner import PDDLReasoner
from relgym.reasoning.randomness import seeded
from relgym.reasoning.rddl.reasoner import RDDLReasoner
from relgym.render.forms import StatePainter
from relgym.render.painter import Painter
from relgym.render.rddl.painter import RDDLPainter
from relgym.render.rddl.scene import Plane
from relgym.simulate.simulator import Simulator

STEPS = 12
"""The most steps of a plan that a film shows whole."""

EPISODE_STEPS = 15
"""The most steps of an episode whose states are all drawn."""

EXPANSIONS_LIMIT = 20_000
"""The most states that the search for a plan expands."""

TASK_PLACE = 5
"""The number of the problem of PDDL with chance whose policies docs/policy-baselines.json compares."""

TASK_METHOD: tuple[str, Mapping[str, Any]] = ("uct", {"trials": 200})
INSTANCE_METHODS: Mapping[str, Mapping[str, Any]] = {"random": {}, "replan": {"trials": 25}, "uct": {"trials": 50}}
"""The methods for RDDL that act, as docs/policy-baselines.json compares them."""

GENERATIONS = 10
"""The number of generations for which a policy learns where no method reaches more than another one."""

SEED = 0


class Walk(NamedTuple):
    """States of a problem with the words for what led to them.

    Attributes:
        problem: The name of the problem's file, such as `p01`; it is one of the train problems.
        painter: What draws the states.
        steps: The states, each with the words for the action that led to it; the start has none.
        caption: What one sees: a part of a sentence.
        flowing: True if a state is much like the one before, so that some may be left out.
    """

    problem: str
    painter: StatePainter[Any]
    steps: list[tuple[str, Any]]
    caption: str
    flowing: bool = False


def walk(domain: EnvSpec) -> Walk:
    """Return a walk through a problem of a domain; of its start alone where none is found.

    Args:
        domain: The domain.
    """
    if domain.language == "rddl":
        return _instance_walk(domain)
    task = Entry(domain, "train").task(0)
    return _chance_walk(domain) if Feature.PROBABILISTIC in needed(task) else plan_walk(domain)


# -- plans -----------------------------------------------------------------------------------


class _Bounded(Counted):
    """Counts the work of a search that ends after a number of states."""

    def expand(self, generated: int) -> None:
        super().expand(generated)
        if self.expanded > EXPANSIONS_LIMIT:
            raise TimeoutError


def plan_walk(domain: EnvSpec, problem: str | None = None) -> Walk:
    """Return the walk by a cheapest plan.

    Args:
        domain: A domain of PDDL.
        problem: The name of one of its train problems; by default the one with the longest plan that a film shows.
    """
    name = _telling(domain) if problem is None else problem
    task = Entry(domain, "train").task(name)
    reasoner = PDDLReasoner(task)
    wording, space = Wording(task, domain.templates()), Space(reasoner)
    state = reasoner.initial_state
    steps = [("", state)]
    try:
        plan = cheapest(space, state, _Bounded(Budget("search", Limits(seconds=inf)), lambda number: None))
    except TimeoutError:
        plan = None
    for action in plan or ():
        state = reasoner.successor(state, action)
        steps.append((wording.action(action), state))
    kind = "a plan of lowest cost" if space.has_costs else "a shortest plan"
    caption = f"{kind}, {_counted(len(steps) - 1)}" if plan else "the start"
    return Walk(name, Painter(task, scene_for(domain.domain, task)), steps, caption)


def _telling(domain: EnvSpec) -> str:
    """Return the name of the train problem with the longest shortest plan that is not too long for a film."""
    known = difficulty(domain).train
    lengths = {name: item.shortest for name, item in known.items() if item.shortest and item.shortest <= STEPS}
    if not lengths:
        return domain.problems("train")[0].stem
    return max(lengths, key=lambda name: (lengths[name], name))


# -- policies --------------------------------------------------------------------------------


def _chance_walk(domain: EnvSpec) -> Walk:
    files = domain.problems("train")
    name = files[min(TASK_PLACE, len(files) - 1)].stem
    task = Entry(domain, "train").task(name)
    reasoner, (method, options) = PDDLReasoner(task), TASK_METHOD
    wording = Wording(task, domain.templates())
    policy = solve(reasoner, method, seed=SEED, limits={"seconds": inf}, **options)
    policy.begin(SEED)
    rng = seeded(SEED)
    simulator = Simulator(reasoner)
    simulator.go_to(reasoner.start(rng))
    steps = [("", simulator.state)]
    while len(steps) <= EPISODE_STEPS and not simulator.goal():
        action = policy(simulator.state, len(steps) - 1)
        if action is None:
            break
        simulator.step(action, rng)
        steps.append((wording.action(action), simulator.state))
    end = "up to the goal" if simulator.goal() else "not yet at the goal"
    caption = (
        f"an episode that UCT plays with {options['trials']} trials for a decision, {_counted(len(steps) - 1)} {end}"
    )
    if domain.seen:
        caption += "; the policy knows the whole state, of which an agent sees a part"
    return Walk(name, Painter(task, scene_for(domain.domain, task)), steps, caption)


def _instance_walk(domain: EnvSpec) -> Walk:
    path = domain.problems("train")[0]
    instance: Instance = load(domain.domain, path)
    reasoner = RDDLReasoner(instance)
    scene = domain.rddl_scene()
    # Things in a plane move little in a step.
    flowing = scene is not None and isinstance(scene.panels[0], Plane) and "networks" not in domain.tags
    policy, who = _policy(domain, reasoner)
    policy.begin(SEED)
    simulator, rng = Simulator(reasoner), seeded(SEED)
    words = InstanceWording(reasoner.dynamics.layout)
    most = instance.horizon if flowing and instance.horizon else EPISODE_STEPS
    steps: list[tuple[str, Any]] = [("", simulator.state)]
    total = 0.0
    while len(steps) <= most and not simulator.goal():
        action = policy(simulator.state, len(steps) - 1)
        if action is None:
            break
        reward = simulator.apply(action, rng)
        total += reward
        said = f"step {len(steps)}" if flowing else _set(words, reasoner, action)
        steps.append((f"{said}: reward {reward:.3g}", simulator.state))
    count = len(steps) - 1
    part = f"the first {_counted(count)}" if instance.horizon and count < instance.horizon else _counted(count)
    if simulator.goal():
        part = f"{_counted(count)} up to the end"
    caption = f"an episode that {who}, {part}, with a return of {total:.4g}"
    return Walk(path.stem, RDDLPainter(reasoner, scene), steps, caption, flowing)


def _set(words: InstanceWording, reasoner: RDDLReasoner, action: Mapping[str, Any]) -> str:
    """Return an action of RDDL in words, with numbers of three digits."""
    cells = []
    for name, value in action.items():
        cell = reasoner.actions[name]
        number = cell.read(f"{value:.3g}" if isinstance(value, float) else str(value))
        if number is not None:
            cells.append((cell.fluent, cell.place or 0, number))
    return words.action(cells)


def _policy(domain: EnvSpec, reasoner: RDDLReasoner) -> tuple[Policy, str]:
    """Return the best method for an instance that acts, and what it does in words."""
    figures = json.loads((DOCS / "policy-baselines.json").read_text("utf-8"))["instances"].get(domain.name, {})
    means = {name: cell["mean"] for name, cell in figures.items() if "mean" in cell}
    acting = {name: mean for name, mean in means.items() if name in INSTANCE_METHODS}
    if len({*means.values()}) > 1:
        method = max(acting, key=lambda name: acting[name])
        options = INSTANCE_METHODS[method]
        policy = solve(reasoner, method, seed=SEED, limits={"seconds": inf}, **options)
        trials = f" with {options['trials']} trials for a decision" if options else ""
        names = {"random": "random actions play", "replan": "replanning plays", "uct": "UCT plays"}
        return policy, names[method] + trials
    instances = [load(domain.domain, path) for path in domain.problems("train")]
    learned = learn_policy(instances, seed=SEED, generations=GENERATIONS)
    return learned.for_instance(reasoner), f"a policy plays that has learned for {GENERATIONS} generations"


def _counted(steps: int) -> str:
    return "1 step" if steps == 1 else f"{steps} steps"
