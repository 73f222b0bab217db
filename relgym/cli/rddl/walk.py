"""A walk through an RDDL instance: its steps and their results."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, field
from typing import Any

from relgym.cli import forms
from relgym.cli.options import StateOptions
from relgym.cli.rddl.files import RDDLFiles, refuse_axioms
from relgym.envs.rddl.env import RDDLEnv
from relgym.errors import InvalidAction
from relgym.model.rddl.domain import Kind
from relgym.model.rddl.equations import Number
from relgym.model.rddl.state import RDDLState
from relgym.questions.asking import ask
from relgym.questions.question import Answer
from relgym.questions.rddl.lines import changes, table
from relgym.read.rddl.plans import read_steps
from relgym.reasoning.rddl.cells import Plain, cells_of
from relgym.reasoning.rddl.texts import action_text, read, text, written

_STEPPED = re.compile(r"reward|[\w-]+___[\w-]+'?|[\w-]+'")


@dataclass(frozen=True, slots=True)
class Moment:
    """The result of a step; the first one has no action. `ends` is the reason why the episode is over, if it is.

    `numbers` is the action as the environment takes it.
    """

    action: Mapping[str, Plain] | None
    state: RDDLState
    values: Mapping[str, Plain]
    reward: float = 0.0
    terminated: bool = False
    truncated: bool = False
    ends: str | None = None
    numbers: Mapping[str, Any] = field(default_factory=dict)


def opened(files: RDDLFiles, options: StateOptions) -> RDDLEnv:
    """The environment of an instance; raises `UnsupportedFeature` for options that mean nothing for RDDL."""
    refuse_axioms(options.axioms)
    limits = asdict(options.limits)
    return RDDLEnv(files.domain, files.problem, backend=options.backend, limits=limits, raise_on_invalid=True)


class RDDLWalk:
    """The moments from the start on, with observations if the domain has them, or else with states."""

    def __init__(self, env: RDDLEnv, seed: int | None) -> None:
        self.env = env
        self.reasoner = env.reasoner
        self.layout = layout = env.dynamics.layout
        self.actions = env.reasoner.actions
        idle = env.dynamics.idle
        self.defaults = {name: cell.written(cell.of(idle)) for name, cell in self.actions.items()}
        observed = layout.of_kind(Kind.OBSERVED)
        self.partial = bool(observed)
        self.seen = cells_of(layout, observed) if observed else env.reasoner.states
        self._seed = seed or 0
        env.action_space.seed(self._seed)
        self.history: list[Moment] = []
        self.restart()

    @property
    def last(self) -> Moment:
        return self.history[-1]

    @property
    def state(self) -> RDDLState:
        return self.env.get_state()

    @property
    def total(self) -> float:
        """The sum of all rewards."""
        return sum(moment.reward for moment in self.history)

    def step(self, line: str) -> Moment:
        """Go on by an action, as `action` reads it; `InvalidAction` says why it cannot be taken."""
        return self._taken(self.action(line))

    def action(self, line: str) -> dict[str, Number]:
        """Read the cells of an action, `name = value, name = value` or `noop`; may raise `InvalidAction`."""
        return read(self.actions, line)

    def ask(self, question: str, subject: str = "", **options: Any) -> Answer:
        """Answer a question about the present state, `explain` also about the last step: `on___a`, `reward`."""
        subject = subject.strip()
        if question != "explain" or not _STEPPED.fullmatch(subject):
            path = [(moment.action, moment.state) for moment in self.history]
            return ask(self.reasoner, question, subject, self.state, path, **options)
        if len(self.history) == 1:
            raise InvalidAction(f"no step has been taken that '{subject}' could come from", hint="--after noop")
        explanation = self.env.explain_step(subject.removesuffix("'"))
        return (
            {**explanation.to_json(), "lines": str(explanation).splitlines()}
            if options.get("lines")
            else explanation.to_json()
        )

    def random_step(self) -> Moment:
        """Go on by an action that chance chooses."""
        sampled = self.env.action_space.sample()
        return self._taken({name: value for name, value in sampled.items() if self._differs(name, value)})

    def undo(self) -> None:
        """Take the last step back; at the start there is none. The same action has the same outcome again."""
        # The environment draws from its seed: the same steps have the same results.
        taken = [moment.numbers for moment in self.history[1:-1]]
        self.restart()
        for numbers in taken:
            self._taken(numbers)

    def restart(self) -> None:
        """Go back to the start; chance begins anew with the same seed."""
        observation, info = self.env.reset(seed=self._seed)
        ends = "the start is an end already" if info["ended"] else None
        values = written(self.seen, observation)
        self.history = [Moment(None, self.state, values, terminated=info["ended"], ends=ends)]

    def follow(self, lines: Iterable[str]) -> Iterator[Moment]:
        """Go on by one action after another; `InvalidAction` says which cannot be taken, and why."""
        for line in lines:
            number = len(self.history)
            try:
                moment = self.step(line)
            except InvalidAction as error:
                message = f"step {number} cannot be taken: {error.message}"
                raise InvalidAction(
                    message, span=error.span, expected=error.expected, hint=error.hint, code=error.code
                ) from error
            yield moment

    def read_plan(self, plan: str) -> Sequence[str]:
        """Read the actions of a plan, a file or a text."""
        return read_steps(plan)

    def form(self, number: int) -> forms.Form:
        """Return the last moment as a line of JSON of a simulation.

        Args:
            number: The number of steps since the simulation began.
        """
        moment = self.last
        return {
            "step": number,
            "action": None if moment.action is None else dict(moment.action),
            "observation": dict(moment.values),
            "reward": moment.reward,
            "terminated": moment.terminated,
            "truncated": moment.truncated,
        }

    def lines(self, number: int) -> Iterator[str]:
        """Yield the values of the last moment, or what the last step has changed, as lines of text."""
        moment = self.last
        if number == 0 or moment.action is None:
            yield "0: start"
            yield from table({name: text(value) for name, value in moment.values.items()})
        else:
            yield f"{number}: {action_text(moment.action)}, reward {moment.reward:g}"
            yield from changes(self.history[-2].values, moment.values)
        if moment.ends is not None:
            yield f"The episode has ended, {moment.ends}. Return {self.total:g}."

    def _differs(self, name: str, value: Any) -> bool:
        return self.actions[name].written(value) != self.defaults[name]

    def _taken(self, numbers: Mapping[str, Any]) -> Moment:
        if self.last.ends is not None:
            raise InvalidAction(f"the episode has ended, {self.last.ends}")
        observation, reward, terminated, truncated, info = self.env.step(numbers)
        ends = _reason(terminated, truncated, info["broken"])
        action, values = written(self.actions, numbers), written(self.seen, observation)
        self.history.append(Moment(action, self.state, values, float(reward), terminated, truncated, ends, numbers))
        return self.last


@contextmanager
def rddl_walking(files: RDDLFiles, options: StateOptions) -> Iterator[RDDLWalk]:
    """A walk that has taken the steps of the plan `--after`; its engine is closed in the end."""
    with closing(opened(files, options)) as env:
        walk = RDDLWalk(env, options.seed)
        for _ in walk.follow(walk.read_plan(options.after or "")):
            pass
        yield walk


def _reason(terminated: bool, truncated: bool, broken: str | None) -> str | None:
    if terminated:
        return "a condition of its end holds"
    if broken is not None:
        return f"an invariant is broken: {broken}"
    return "its horizon is reached" if truncated else None
