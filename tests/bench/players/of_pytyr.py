"""How pytyr is walked with, grounded or lifted, in one thread."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal


class Walk:
    """A walk over the bindings of a successor generator."""

    @staticmethod
    def load() -> None:
        import pytyr.planning.lifted  # noqa: F401

    def __init__(self, domain: str, problem: str, mode: Literal["grounded", "lifted"]) -> None:
        import pytyr.formalism.planning as formalism
        import pytyr.planning.ground as ground
        import pytyr.planning.lifted as lifted
        from pypddl.formalism import ParserOptions
        from pyyggdrasil.execution import ExecutionContext

        options, context = ParserOptions(), ExecutionContext(1)
        task: Any = lifted.Task(formalism.Parser(domain, options).parse_task(problem, options))
        kind: Any = lifted
        if mode == "grounded":
            task, kind = task.instantiate_ground_task(context).task, ground
        self.draw: Callable[[], float]
        self._axioms = kind.AxiomEvaluatorFactory().create(task, context)
        self._states = kind.StateRepositoryFactory().create(task)
        self._generator = kind.SuccessorGeneratorFactory().create(task, context)
        self._start = self._generator.get_initial_node(self._states, self._axioms)

    def restart(self) -> None:
        self._node = self._start
        self._actions = self._generator.get_applicable_action_bindings(self._node)

    def go(self, most: int) -> tuple[int, int]:
        draw, states, axioms = self.draw, self._states, self._axioms
        successor, valid_actions = self._generator.get_successor_node, self._generator.get_applicable_action_bindings
        node, actions = self._node, self._actions
        valid, count = 0, len(actions)
        for done in range(most):
            if not count:
                most = done
                break
            node = successor(node, actions[int(draw() * count)], states, axioms)
            actions = valid_actions(node)
            count = len(actions)
            valid += count
        self._node, self._actions = node, actions
        return most, valid
