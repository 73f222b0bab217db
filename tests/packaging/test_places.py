"""A meaning has one place: counts of what would be a second one."""

from __future__ import annotations

import ast
import re
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "relgym"

EFFECTS = {"ForallEffect", "Probabilistic", "When"}
"""The effects that hold others, and whose meaning is not seen at once."""

EFFECT_READERS = {
    "data/question_sets/background.py": "words for people",
    "explain/achievers.py": "the conditions around each atom that an effect writes, as formulas",
    "features.py": "the language features of a task",
    "model/pddl/traversal.py": "maps and walks over formulas and effects",
    "planning/programs/numeric.py": "tasks for planners of others, as PDDL",
    "planning/programs/rewriting.py": "tasks for planners of others, as PDDL",
    "planning/programs/simplification.py": "tasks for planners of others, as PDDL",
    "planning/stochastic/determinisation.py": "tasks without chance, as PDDL",
    "planning/up/to_up.py": "tasks as problems of unified-planning",
    "translate/program/conflicts.py": "what may contradict itself, before the tree",
    "translate/program/effects.py": "the effect tree",
    "write/spelling.py": "text",
}
"""The files that tell the effects of PDDL apart: each makes another form of them, and none carries them out."""

CACHES_BY_HAND = {
    "backends/swipl/answer.py": "all codes of an answer must be known at once",
    "model/pddl/vocabulary.py": "threads share a vocabulary without its lock",
    "planning/stochastic/goal_tree.py": "the nodes of a tree refer to one another, and go together",
}
"""The files that bound a cache by themselves."""

CACHES_OF_WALKS = {
    "simulate/ground/bitmaps.py": "bitmaps of a ground task, read at each step",
    "simulate/ground/moves.py": "numbers after an action, read at each step",
    "simulate/grounded.py": "states in which walks begin",
    "simulate/memo.py": "changes of actions, read at each step",
    "simulate/views/current.py": "steps by number, read at each step",
}
"""The files that bound a cache of a simulator by themselves: on their ways a hundred nanoseconds count."""

NOT_CACHES = {"cli/session.py", "translate/arrays/count_tables.py", "translate/ground/circuit.py"}
"""The files that take items away from a list for another reason than room."""


RELAXATIONS = {
    "reasoning/pddl/relaxed_task.py": "ground operators: how far it is",
    "translate/program/relaxation.py": "rules: what may ever be true",
}
"""The delete relaxations (docs/decisions/0038-two-delete-relaxations.md)."""

READERS_OF_ADDS = {
    "data/question_sets/landmarks.py": "the operators of a relaxed task",
    "planning/stochastic/goal_estimates.py": "the operators of a relaxed task",
    "translate/program/task.py": "all that may be true at the start",
}
"""The files that read what effects add and not what they delete, for another reason than to relax them."""


def trees(pattern: str) -> dict[str, ast.Module]:
    """The syntax trees of the files in which a pattern occurs."""
    texts = {str(path.relative_to(PACKAGE)): path.read_text("utf-8") for path in PACKAGE.rglob("*.py")}
    return {name: ast.parse(text) for name, text in texts.items() if re.search(pattern, text)}


def told_apart(tree: ast.Module) -> set[str]:
    """The kinds of effects that a file tells apart, by `match` or `isinstance`."""
    imported = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "relgym.model.pddl.effects"
        for alias in node.names
    }
    patterns = [node.cls for node in ast.walk(tree) if isinstance(node, ast.MatchClass)]
    return imported & {cls.id for cls in patterns if isinstance(cls, ast.Name)}


def test_effects_are_carried_out_by_the_effect_tree_alone() -> None:
    readers = {name for name, tree in trees("Probabilistic").items() if told_apart(tree) >= EFFECTS}
    assert readers == EFFECT_READERS.keys()


def attributes(tree: ast.AST) -> set[str]:
    return {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}


def fields(tree: ast.AST) -> list[set[str]]:
    """The annotated fields of each class."""
    classes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    annotated = [[node.target for node in each.body if isinstance(node, ast.AnnAssign)] for each in classes]
    return [{target.id for target in each if isinstance(target, ast.Name)} for each in annotated]


def relaxes(tree: ast.AST) -> bool:
    """Tell whether a file reads what is added and not what is deleted, or has operators that only add."""
    names = attributes(tree)
    return ("adds" in names and "deletes" not in names) or any(
        "adds" in each and "deletes" not in each for each in fields(tree)
    )


def test_deletes_are_relaxed_in_rules_and_in_ground_operators_alone() -> None:
    readers = {name for name, tree in trees(r"\badds\b").items() if relaxes(tree)}
    assert readers == RELAXATIONS.keys() | READERS_OF_ADDS.keys()


def is_goal_reward(node: ast.AST) -> bool:
    match node:
        case ast.IfExp(test=test, body=ast.Constant(float()), orelse=ast.Constant(float())):
            return "goal" in ast.unparse(test)
        case ast.Call(func=ast.Name("float"), args=[argument]):
            return "goal" in ast.unparse(argument)
        case _:
            return False


def test_the_goal_reward_is_said_once() -> None:
    suspects = trees(r"1\.0 if.*goal|float\(.*goal")
    found = {name for name, tree in suspects.items() if any(map(is_goal_reward, ast.walk(tree)))}
    # There, the share of the episodes that end at the goal is meant.
    assert found == {"planning/stochastic/evaluation.py"}
    assert [*trees(r"GOAL_REWARD = ")] == ["reasoning/pddl/rewards.py"]
    assert is_goal_reward(ast.parse("1.0 if goal else 0.0", mode="eval").body)


def emptied(node: ast.If) -> bool:
    """Tell whether a statement takes entries out of something that has too many."""
    sized = {
        ast.unparse(call.args[0])
        for call in ast.walk(node.test)
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "len"
    }
    body = "\n".join(map(ast.unparse, node.body))
    return any(f"{name}.clear()" in body or f"del {name}[" in body or f"{name}.pop" in body for name in sized)


def test_caches_are_bounded_by_one_class() -> None:
    suspects = trees(r"\.clear\(\)|del |\.pop")
    bounded = {
        name
        for name, tree in suspects.items()
        if any(isinstance(node, ast.If) and emptied(node) for node in ast.walk(tree))
    }
    assert bounded - CACHES_OF_WALKS.keys() == CACHES_BY_HAND.keys() | NOT_CACHES
    assert emptied(ast.parse("if len(known) >= LIMIT:\n    known.clear()").body[0])  # type: ignore[arg-type]


RESULTS = {"found", "own", "told", "sought"}
"""Names that say how a value came about, not what it holds."""

RESULT_BINDINGS_LIMIT = 300
"""The largest number of places that bind such a name."""


def bindings(tree: ast.AST) -> int:
    """Count the places that bind one of these names to a value, attributes aside."""
    return sum(
        (isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id in RESULTS)
        or (isinstance(node, ast.arg) and node.arg in RESULTS)
        for node in ast.walk(tree)
    )


def test_results_are_named_by_what_they_hold() -> None:
    assert sum(map(bindings, trees("|".join(RESULTS)).values())) <= RESULT_BINDINGS_LIMIT
    assert bindings(ast.parse("def f(told):\n    found = [own for own in told]")) == 3
