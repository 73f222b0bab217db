"""The table of questions: what each is about, what may be said beside, and the functions that answer it.

The functions stand in `pddl/` and `rddl/`, or, if they are the same in both languages, in a module beside these.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from relgym.errors import UnknownName, did_you_mean
from relgym.questions.forms import (
    BOOL,
    GENERATED,
    LINES,
    SEED,
    TEXT_OR_NULL,
    WHOLE,
    WHOLE_OR_NULL,
    Field,
    ValueKind,
)
from relgym.questions.forms import TEXTS as SOME_TEXTS
from relgym.questions.question import Question, options
from relgym.tuning.service import PLAN_STATES_LIMIT, PLANNING_SECONDS, SPACE_STATES_LIMIT

_SECONDS = ValueKind(
    "a number of seconds, more than 0",
    {"type": "number", "exclusiveMinimum": 0},
    lambda value: type(value) in (int, float) and 0 < value < float("inf"),
)

_SAMPLES = Field(
    "samples",
    WHOLE_OR_NULL,
    "RDDL: the number of draws by which outcomes are estimated, where they cannot be listed.",
    None,
    100,
)
_STATIC = Field("static", BOOL, "PDDL: whether to list what no action changes.", default=False, example=False)
_ACHIEVERS = Field(
    "achievers",
    BOOL,
    "PDDL: whether failing conditions have the actions that can make them true.",
    default=False,
    example=False,
)
_GOAL = Field("goal", BOOL, "Show the goal of a PDDL task in each picture.", default=True, example=True)


def _seconds(what: str) -> Field:
    return Field("seconds", _SECONDS, f"The seconds that {what} may take.", PLANNING_SECONDS, 5)


def _in_both(function: str) -> tuple[str, str]:
    """Return the places of a function that is the same in both languages."""
    return f"relgym.questions.{function}", f"relgym.questions.{function}"


def _in_each(function: str) -> tuple[str, str]:
    """Return the places of a function that each language has for itself."""
    return f"relgym.questions.pddl.{function}", f"relgym.questions.rddl.{function}"


_OUTCOME = {"probability": 1.0, "atoms": ["(lit)"], "derived": [], "fluents": {}}
_STATE = {"atoms": ["(lit)"], "fluents": {}}
_SVG = '<svg xmlns="http://www.w3.org/2000/svg" …'
_PLAN_EXAMPLE: Mapping[str, Any] = {
    "status": "solved",
    "plan": ["(press)"],
    "cost": 1,
    "bound": 1,
    "claimed": False,
    "planner": "search",
    "version": "0.1",
    "seconds": 0.001,
    "reason": None,
}

STATES = (
    Question(
        "actions",
        "the valid actions; null where RDDL has too many, or reals, with the values that each cell alone may take",
        "state",
        *_in_each("states.actions"),
        options=options(LINES),
        example={"actions": ["(press)"]},
    ),
    Question(
        "query",
        "the objects for which a formula holds, whether it holds, or the value of an expression",
        "formula",
        *_in_each("states.query"),
        options=options(LINES),
        example={"holds": False},
    ),
    Question(
        "derived",
        "the derived atoms, or the values of derived-fluents",
        "state",
        *_in_each("states.derived"),
        example={"derived": []},
    ),
    Question(
        "explain",
        "why an action is or is not applicable, or why a formula does or does not hold",
        "statement",
        *_in_each("states.explain"),
        options=options(_ACHIEVERS, LINES),
        example={"statement": "(press)", "holds": True, "reason": "all conditions hold"},
    ),
    Question(
        "outcomes",
        "the states that may follow an action, with their probabilities",
        "action",
        *_in_each("states.outcomes"),
        options=options(_SAMPLES, SEED, _STATIC, LINES),
        example={"outcomes": [_OUTCOME]},
    ),
    Question(
        "preview",
        "the changes that an action may make, with their probabilities",
        "action",
        *_in_both("states.preview"),
        options=options(
            _SAMPLES,
            SEED,
            Field("picture", BOOL, "Whether to draw the state after the likeliest outcome, as `svg`.", False, False),
        ),
        example={"outcomes": [{"probability": 1.0, "added": ["(lit)"], "deleted": [], "fluents": {}}]},
    ),
    Question(
        "successor",
        "the state after an action; where chance decides, the one that a seed draws",
        "action",
        *_in_both("states.successor"),
        options=options(Field("seed", WHOLE_OR_NULL, "The seed of what the action draws.", None, 7)),
        example={"state": _STATE},
    ),
    Question(
        "goal",
        "whether the goal holds, or the termination condition",
        "state",
        *_in_both("states.goal"),
        example={"goal": False},
    ),
)

TEXTS = (
    Question(
        "names",
        "the names that a task declares: types, objects, predicates, functions, actions",
        "state",
        *_in_each("texts.names"),
        example={
            "types": [{"name": "object", "parents": []}],
            "objects": [],
            "predicates": [{"name": "lit", "parameters": [], "derived": False}],
            "functions": [],
            "actions": [{"name": "press", "parameters": [], "free": []}],
        },
    ),
    Question(
        "strata",
        "the order in which derived predicates are computed, or the values of a step of RDDL",
        "state",
        *_in_each("texts.strata"),
        example={"strata": [["dark"]], "derived": ["dark"], "recursive": []},
    ),
    Question(
        "translate",
        "the program that an engine runs, or the files again, with the state as the start",
        "state",
        *_in_each("programs.translate"),
        options=options(
            Field("to", TEXT_OR_NULL, "The language; by default that of the engine's program.", None, "prolog"),
            Field("names", BOOL, "Call objects by their names, not by the numbers of the engine.", default=True),
        ),
        example={"text": "% A task for SWI-Prolog …", "language": "prolog"},
    ),
    Question(
        "check",
        "errors, warnings and lints of the texts of the task",
        "state",
        *_in_both("catalogue.check"),
        needs_texts=True,
        example={"sound": True, "diagnostics": []},
    ),
    Question(
        "generate",
        "a new problem of the domain of the task, if that is one of the catalogue",
        "state",
        *_in_both("catalogue.generate"),
        options=options(*GENERATED),
        needs_texts=True,
        example={"name": "blocks", "problem": "(define (problem blocks-6-7) …"},
    ),
)

PICTURES = (
    Question(
        "picture",
        "a picture of the state as SVG; its parts name their objects and atoms",
        "state",
        *_in_both("pictures.picture"),
        options=options(
            Field("goal", BOOL, "Show the goal of a PDDL task in the picture.", default=True, example=True),
            Field("possible", SOME_TEXTS, "Atoms of PDDL that are drawn as ghosts, such as those of a belief.", [], []),
        ),
        example={"svg": _SVG, "width": 320, "height": 240},
    ),
    Question(
        "film",
        "the pictures from the start of the session to where it stands, as a GIF in base64",
        "state",
        *_in_both("pictures.film"),
        options=options(
            Field("goal", BOOL, "Show the goal of a PDDL task in the pictures.", default=True, example=True)
        ),
        needs_path=True,
        example={"gif": "R0lGODlh…", "frames": 2},
        is_long=True,
    ),
    Question(
        "network",
        "the dynamic Bayes net of an RDDL instance",
        "state",
        rddl="relgym.questions.rddl.steps.network",
        options=options(Field("ground", BOOL, "A node for each value, not for each fluent.", default=False)),
        example={"svg": _SVG, "title": "lamp", "nodes": [], "edges": []},
    ),
)

PATHS = (
    Question(
        "belief",
        "what an agent sees, what it knows for sure, and what it holds possible, after all steps of the session",
        "state",
        pddl="relgym.questions.pddl.beliefs.belief",
        needs_path=True,
        example={"seen": [], "known": [], "possible": ["(lit)"], "actions": []},
    ),
    Question(
        "trace",
        "the values of all fluents as a step of RDDL computes them",
        "action",
        rddl="relgym.questions.rddl.steps.trace",
        options=options(Field("seed", WHOLE, "The seed of what the step draws.", 0, 7)),
        example={"before": {}, "action": {}, "computed": {}, "after": {}, "reward": 0.0},
    ),
)

LONG = (
    Question(
        "plan",
        "a way to the goal, which a reasoner has replayed; where chance decides, one that takes luck",
        "state",
        pddl="relgym.questions.pddl.plans.plan",
        options=options(
            Field("planner", TEXT_OR_NULL, "The planner; by default, those that fit take turns.", None, "search"),
            Field("optimal", BOOL, "Whether no plan may cost less.", False, True),
            Field("count", WHOLE, "The number of plans; those beyond the first are `alternatives`.", 1, 1),
            _seconds("the search"),
            Field("states", WHOLE, "The largest number of states to expand, where chance decides.", PLAN_STATES_LIMIT),
        ),
        example=_PLAN_EXAMPLE,
        is_long=True,
    ),
    Question(
        "planners",
        "the planners, and why some of them cannot solve the task",
        "state",
        pddl="relgym.questions.pddl.plans.planners",
        example={"planners": [{"name": "search", "version": "0.1", "missing": None, "refused": None}]},
        is_long=True,
    ),
    Question(
        "policy",
        "what to do next by a policy, and what the state is worth to it: a value, a bound, or an estimate",
        "state",
        *_in_both("planning.policy"),
        options=options(
            Field("method", TEXT_OR_NULL, "The method; by default `lrtdp` for PDDL, `uct` for RDDL.", None, "lrtdp"),
            _seconds("the method, or each decision of one that makes no table,"),
            SEED,
            Field("step", WHOLE, "The steps taken before, which matter where there is a horizon.", 0, 0),
        ),
        example={"action": "(press)", "value": 1.0, "value_is": "exact", "method": "lrtdp", "convergence": None},
        is_long=True,
    ),
    Question(
        "space",
        "the states that are reachable from the start of the task, with the transitions between them",
        "state",
        *_in_both("planning.space"),
        options=options(
            Field("states", WHOLE, "The largest number of states.", SPACE_STATES_LIMIT, 100),
            Field("whole", BOOL, "Whether to list what is true in each of them.", False, False),
            Field("picture", BOOL, "Whether to draw them, as `svg`.", False, False),
            _seconds("the exploration"),
        ),
        example={"states": 2, "transitions": 1, "goal_states": 1, "dead_ends": 0, "depth": 1, "nodes": [], "edges": []},
        is_long=True,
    ),
)

QUESTIONS: dict[str, Question] = {each.name: each for each in (*STATES, *TEXTS, *PICTURES, *PATHS, *LONG)}
"""All questions by their names."""


def named(name: str, questions: Mapping[str, Question] = QUESTIONS) -> Question:
    """Return a question; raises `UnknownName` if there is none of this name."""
    if name not in questions:
        expected, hint = f"one of {', '.join(questions)}", did_you_mean(name, questions)
        raise UnknownName(f"there is no question '{name}'", expected=expected, hint=hint)
    return questions[name]
