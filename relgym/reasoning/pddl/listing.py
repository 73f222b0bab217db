"""A listing of the Python functions that the builtin engine compiles for a task, in the order of their compilation."""

from __future__ import annotations

from relgym.backends.builtin.engine import Builtin
from relgym.model.pddl.problem import Task
from relgym.reasoning.pddl.reasoner import PDDLReasoner
from relgym.translate.program.task import GOAL


def python_listing(task: Task) -> str:
    """The functions that answer which actions are valid and whether the goal holds, then for one action
    whether it is valid and which conditions of its effect hold, and last the derived atoms."""
    engine = Builtin()
    with PDDLReasoner(task, engine) as reasoner:
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
                texts: list[str] = []
                engine.compiler.record = texts.append
                # Any arguments will do: the functions are wanted, not their results.
                engine.answers(symbols, (0,) * bound)
                title = ", ".join(map(str, symbols))
                parts.append("\n\n".join([f"# {title}", *(text.rstrip() for text in texts)]))
    return "\n\n".join(parts) + "\n"
