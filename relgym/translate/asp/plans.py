"""Plans as answer set programs: one action a step, chosen freely, and the goal at a time that is asked about.

Each answer set is a plan. The parts are ground time after time, so a program of `n` steps becomes one of `n + 1`
(multi-shot solving; Gebser, Kaminski, Kaufmann and Schaub, 2019).

>>> import relgym
>>> domain, problem = roads("a b", "a b", goal="b")
>>> writer = PlanWriter(Translation(relgym.load(domain, problem)))
>>> print(writer.step().text)
{ do0'(X0,X1,t) : go(X0,X1,t) } = 1.
h0'(X1,t) :- do0'(X0,X1,t).
h1'(X0,t) :- do0'(X0,X1,t).
at(X0,t+1) :- h0'(X0,t).
at(X0,t+1) :- at(X0,t), not h1'(X0,t).
>>> print(writer.goal().text)
#external asked'(t).
:- asked'(t), not goal(t).
"""

from __future__ import annotations

from collections.abc import Iterable

from relgym.model.pddl.vocabulary import Key
from relgym.model.program import Row, Symbol
from relgym.translate.asp.plan_costs import CostWriter
from relgym.translate.asp.plan_mutexes import mutex_constraints
from relgym.translate.asp.program import TIME
from relgym.translate.asp.unrolled import ProgramPart, Unrolled, columns_of, timed_call
from relgym.translate.program.costs import Costs
from relgym.translate.program.task import GOAL, Schema, Translation

ASKED = "asked'"
"""The external atom that says at which time the goal must hold."""

FULL = "full'"
"""The external atom that says up to which time each step takes an action."""

Grounding = tuple[ProgramPart, Row]
"""A part to ground, and the values of its parameters."""


class PlanWriter:
    """Writes the parts of one task.

    With costs, the last steps of a plan may take no action, so that its cost is minimized over all plans that are not
    longer.

    Args:
        translation: The translation of the task.
        costs: The costs of the actions, if plans have costs.

    Attributes:
        translation: The translation of the task.
        costs: The costs of the actions.

    Raises:
        UnsupportedFeature: A precondition, a condition or the goal depends on numbers that change.
    """

    def __init__(self, translation: Translation, costs: Costs | None = None) -> None:
        self.translation = translation
        self.costs = costs
        self._unrolled = Unrolled(translation, "preconditions, conditions or the goal")
        self._actions = [symbol for schema in translation.schemas for symbol in _rules_of(schema)]
        self._unrolled.needed([*self._actions, GOAL])
        self._costs = None if costs is None else CostWriter(self._unrolled, costs)
        self._defined: set[tuple[Symbol, Row]] = set()
        self._mutexes: list[str] = []
        self._step: ProgramPart | None = None

    def start(self, atoms: Iterable[Key]) -> list[Grounding]:
        """Write the state at time 0.

        Args:
            atoms: The true atoms of predicates that change.
        """
        atoms = [*atoms]
        self._mutexes = mutex_constraints(self._unrolled, atoms)
        fluents = {symbol.name: symbol for symbol in self.translation.program.fluents}
        lines = ["#show."]
        lines += [f"#show {done_name(number)}/{len(s.variables) + 1}." for number, s in self._numbered()]
        lines += [self._unrolled.plain.fact(fluents[name], row) for name, row in atoms]
        return [(ProgramPart("start", (TIME,), "\n".join(lines)), (0,))]

    def at_goal(self, time: int) -> list[Grounding]:
        """Return the parts that ask for the goal at a time."""
        return [*self._definitions([GOAL], time), (self.goal(), (time,)), *self._full(time)]

    def after(self, time: int) -> list[Grounding]:
        """Return the parts that take an action at a time."""
        groundings: list[Grounding] = []
        if self._step is None:
            self._step = self.step()
            if self._costs is not None:
                self._suffix = self._costs.suffix()
                groundings.append((self._costs.amounts(), ()))
        return [*groundings, *self._definitions(self._actions, time), (self._step, (time,))]

    def before_relaxed(self, time: int) -> list[Grounding]:
        """Return the parts of a relaxed plan that begins at a time; an action was taken before."""
        assert self._costs is not None
        return [*self._definitions(self._costs.symbols, time), (self._suffix, (time,))]

    def missed(self, time: int) -> list[Grounding]:
        """Return the part that says that no plan has reached the goal at a time, which is a help for later times."""
        goal = self._unrolled.plain.atom(GOAL, [])
        return [(ProgramPart("missed", (TIME,), f":- {goal}."), (time,))]

    def distinct(self, time: int, other: int) -> list[Grounding]:
        """Return the part that says that the states of two times differ."""
        # Of two equal states, the second one follows an action: a plan may wait for its end.
        lines = [":- not differ'(t,u)." if self._costs is None else ":- not differ'(t,u), acts'(u-1)."]
        for symbol in self.translation.program.fluents:
            columns, name = columns_of(symbol.arity), self._unrolled.name(symbol)
            one, two = timed_call(name, columns), timed_call(name, columns, "u")
            lines += [f"differ'(t,u) :- {one}, not {two}.", f"differ'(t,u) :- {two}, not {one}."]
        return [(ProgramPart("distinct", (TIME, "u"), "\n".join(lines)), (time, other))]

    @property
    def state_names(self) -> list[str]:
        """The predicates that make up a state."""
        return [self._unrolled.name(symbol) for symbol in self.translation.program.fluents]

    @property
    def added(self) -> dict[str, str]:
        """The predicates of atoms that actions add, each with the predicate of a state."""
        return {added: self._unrolled.name(symbol) for symbol, added, _ in self._unrolled.additions()}

    @property
    def goal_name(self) -> str:
        """The predicate of the goal."""
        return self._unrolled.name(GOAL)

    def goal(self) -> ProgramPart:
        """Write that the goal holds if it is asked for."""
        asked = timed_call(ASKED, ())
        return ProgramPart(
            "goal", (TIME,), f"#external {asked}.\n:- {asked}, not {self._unrolled.plain.atom(GOAL, [])}."
        )

    def step(self) -> ProgramPart:
        """Write the choice of one applicable action, its effects, the frame axioms, and what is mutex afterwards."""
        choices: list[str] = []
        lines: list[str] = []
        for number, schema in self._numbered():
            columns, done = columns_of(len(schema.variables)), done_name(number)
            can = self._unrolled.plain.atom(schema.symbol, columns)
            choices.append(f"{timed_call(done, columns)} : {can}")
            lines += self._unique(schema, done)
            lines += self._unrolled.asked(schema, done)
            lines += self._unrolled.effect(schema.effect, done, None if self._costs is None else self._costs.paid)
            if self._costs is not None:
                lines.append(f"acts'(t) :- {timed_call(done, columns)}.")
        count = "= 1"
        if self._costs is not None:
            count = "<= 1"
            lines.append(":- acts'(t), not acts'(t-1), t > 0.")
        choice = f"{{ {'; '.join(choices)} }} {count}."
        return ProgramPart("take", (TIME,), "\n".join([choice, *lines, self._unrolled.step().text, *self._mutexes]))

    def _full(self, time: int) -> list[Grounding]:
        """The part that says, if it is asked for, that each step up to a time takes an action."""
        if self._costs is None:
            return []
        full = timed_call(FULL, ())
        return [(ProgramPart("full", (TIME,), f"#external {full}.\n:- {full}, not acts'(t-1), t > 0."), (time,))]

    def _unique(self, schema: Schema, done: str) -> list[str]:
        """Write that an action is valid only if one binding of the parameters that are not chosen is left."""
        if schema.free == len(schema.variables):
            return []
        columns = columns_of(len(schema.variables))
        chosen, others = columns[: schema.free], [f"Y{number}" for number in range(schema.free, len(columns))]
        can = self._unrolled.plain.atom(schema.symbol, [*chosen, *others])
        same, left = ",".join(columns[schema.free :]), ",".join(others)
        return [f":- {timed_call(done, columns)}, {can}, ({left},) != ({same},)."]

    def _definitions(self, symbols: Iterable[Symbol], time: int) -> list[Grounding]:
        """The definitions of symbols, and of all below them, that are not ground yet."""
        groundings: list[Grounding] = []
        for symbol in self._unrolled.needed(symbols):
            row = (time,) if self._unrolled.is_timed(symbol) else ()
            if (symbol, row) not in self._defined:
                self._defined.add((symbol, row))
                groundings.append((self._unrolled.definition(symbol, counted=False), row))
        return groundings

    def _numbered(self) -> Iterable[tuple[int, Schema]]:
        return enumerate(self.translation.schemas)


def done_name(number: int) -> str:
    """Return the predicate of the action that is taken, by the place of its schema."""
    return f"do{number}'"


def _rules_of(schema: Schema) -> list[Symbol]:
    return [schema.symbol, *schema.effect.conditions()]
