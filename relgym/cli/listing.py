"""A listing of the Python functions that the builtin engine compiles for a task, in the order of their compilation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from relgym.backends.builtin.engine import Builtin
from relgym.model.pddl.problem import Task
from relgym.reasoning.pddl.reasoner import Reasoner
from relgym.translate.program.task import GOAL
from relgym.translate.python.program import Function


class Recorder(Builtin):
    """The builtin engine, keeping the text of every function that it compiles."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    def compiled(self, function: Function) -> Callable[..., Any]:
        self.texts.append(function.text)
        return super().compiled(function)


def python_listing(task: Task) -> str:
    """The functions that answer which actions are valid and whether the goal holds, then for one action
    whether it is valid and which conditions of its effect hold, and last what is derived."""
    recorder = Recorder()
    with Reasoner(task, recorder) as reasoner:
        translation = reasoner.translation
        questions = [((*(schema.symbol for schema in translation.schemas), GOAL), 0)]
        questions += [((schema.symbol,), schema.free) for schema in translation.schemas]
        questions += [
            ((condition,), len(schema.variables))
            for schema in translation.schemas
            for condition in dict.fromkeys(schema.effect.conditions())
        ]
        questions.append((translation.derived, 0))
        parts = [f"# Objects: {', '.join(f'{number} {item}' for number, item in enumerate(task.objects))}"]
        for symbols, bound in questions:
            if symbols:
                recorder.texts = []
                # Any arguments will do: the functions are wanted, not their results.
                recorder.answers(symbols, (0,) * bound)
                title = ", ".join(map(str, symbols))
                parts.append("\n\n".join([f"# {title}", *(text.rstrip() for text in recorder.texts)]))
    return "\n\n".join(parts) + "\n"
