"""Questions about a state: what holds, what may be done, and what it leads to."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from relgym.errors import InvalidAction, ModelError, RandomOutcome, RelgymError, WrongForm
from relgym.model.pddl.state import State
from relgym.model.rddl.state import RDDLState
from relgym.questions.forms import WHOLE_OR_NULL
from relgym.questions.plays import PDDLPlay, RDDLPlay
from relgym.questions.question import Answer, Asked, Field, Question, options, text_of
from relgym.reasoning.pddl.forms import answers_form
from relgym.reasoning.randomness import Seeded, seeded
from relgym.reasoning.rddl.texts import answer_form, read
from relgym.reasoning.results import Outcome
from relgym.tuning.service import SAMPLES_LIMIT

SAMPLES = Field(
    "samples",
    WHOLE_OR_NULL,
    "RDDL: the number of draws by which outcomes are estimated, where they cannot be listed.",
    None,
    100,
)


def _pddl_query(play: PDDLPlay, asked: Asked) -> Answer:
    return answers_form(play.reasoner.answers(asked.state, text_of(asked.subject)))


def _rddl_query(play: RDDLPlay, asked: Asked) -> Answer:
    return answer_form(play.reasoner, asked.state, text_of(asked.subject))


def _pddl_explain(play: PDDLPlay, asked: Asked) -> Answer:
    return play.reasoner.explain(asked.state, text_of(asked.subject)).to_json()


def _rddl_explain(play: RDDLPlay, asked: Asked) -> Answer:
    subject: Any = asked.subject
    if isinstance(subject, str):
        try:
            subject = read(play.reasoner.actions, subject)
        except InvalidAction:
            # Not an action, so an expression.
            subject = asked.subject
    return play.reasoner.explain(asked.state, subject).to_json()


def _pddl_outcomes(play: PDDLPlay, asked: Asked) -> list[Outcome[State]]:
    _check_samples(asked, "outcomes of PDDL can always be listed")
    found = play.reasoner.outcomes(asked.state, text_of(asked.subject))
    return sorted(found, key=lambda outcome: (-outcome.probability, outcome.state.to_json()["atoms"]))


def _rddl_outcomes(play: RDDLPlay, asked: Asked) -> list[Outcome[RDDLState]]:
    samples, action = asked.options["samples"], play.cells(asked.subject)
    if samples is None:
        try:
            return play.reasoner.outcomes(asked.state, action)
        except ModelError as error:
            if "sampled_outcomes" not in (error.hint or ""):
                raise
            # The hint of the library is a method.
            raise RelgymError(error.message, hint="the option 'samples' draws some of them") from None
    if not 1 <= samples <= SAMPLES_LIMIT:
        raise WrongForm(f"{samples:,} samples are not possible", expected=f"a number from 1 to {SAMPLES_LIMIT:,}")
    # The same draws for the same question.
    return play.reasoner.sampled_outcomes(asked.state, action, seeded(0), samples)


def _check_samples(asked: Asked, reason: str) -> None:
    if asked.options["samples"] is not None:
        raise WrongForm(reason, hint="leave the option 'samples' out")


def _rng(asked: Asked) -> Seeded | None:
    seed = asked.options["seed"]
    return None if seed is None else seeded(seed)


def _pddl_successor(play: PDDLPlay, asked: Asked) -> Answer:
    return _successor(lambda: play.reasoner.successor(asked.state, text_of(asked.subject), _rng(asked)))


def _rddl_successor(play: RDDLPlay, asked: Asked) -> Answer:
    return _successor(lambda: play.reasoner.successor(asked.state, play.cells(asked.subject), _rng(asked)))


def _successor(after: Callable[[], State | RDDLState]) -> Answer:
    try:
        return {"state": after().to_json()}
    except RandomOutcome:
        # The hint of the library is an argument.
        hint = "give the option 'seed', or ask for outcomes"
        raise RelgymError("chance decides what follows", hint=hint) from None


def _outcome_forms(found: Iterable[Outcome[Any]]) -> Answer:
    forms = []
    for outcome in found:
        reward = {} if outcome.reward is None else {"reward": outcome.reward}
        forms.append({"probability": outcome.probability, **reward, **outcome.state.to_json()})
    return {"outcomes": forms}


def _previews(before: State | RDDLState, found: Iterable[Outcome[Any]]) -> Answer:
    start = _told(before)
    forms = []
    for outcome in found:
        end = _told(outcome.state)
        added = sorted(atom for atom, value in end.items() if value is True and start.get(atom) is not True)
        deleted = sorted(atom for atom, value in start.items() if value is True and end.get(atom) is not True)
        fluents = {
            name: [start.get(name), end.get(name)]
            for name in sorted({*start, *end})
            if not isinstance(start.get(name, end.get(name)), bool) and start.get(name) != end.get(name)
        }
        reward = {} if outcome.reward is None else {"reward": outcome.reward}
        forms.append(
            {"probability": outcome.probability, **reward, "added": added, "deleted": deleted, "fluents": fluents}
        )
    return {"outcomes": forms}


def _told(state: State | RDDLState) -> dict[str, Any]:
    """Return what is true in a state and all values, by their texts."""
    form = state.to_json()
    return {**dict.fromkeys(form.get("atoms", ()), True), **form["fluents"]}


_OUTCOME = {"probability": 1.0, "atoms": ["(lit)"], "fluents": {}}
_STATE = {"atoms": ["(lit)"], "fluents": {}}

STATES = (
    Question(
        "actions",
        "the valid actions; null where RDDL has too many combinations of values",
        "state",
        lambda play, asked: {"actions": play.actions(asked.state)},
        lambda play, asked: {"actions": play.actions(asked.state)},
        example={"actions": ["(press)"]},
    ),
    Question(
        "query",
        "the objects for which a formula holds, whether it holds, or the value of an expression",
        "formula",
        _pddl_query,
        _rddl_query,
        example={"holds": False},
    ),
    Question(
        "derived",
        "the derived atoms, or the values of derived-fluents",
        "state",
        lambda play, asked: {"derived": sorted(map(str, play.reasoner.derived(asked.state)))},
        lambda play, asked: {"derived": play.reasoner.derived(asked.state)},
        example={"derived": []},
    ),
    Question(
        "explain",
        "why an action is or is not applicable, or why a formula does or does not hold",
        "statement",
        _pddl_explain,
        _rddl_explain,
        example={"statement": "(press)", "holds": True, "reason": "all conditions hold"},
    ),
    Question(
        "outcomes",
        "the states that may follow an action, with their probabilities",
        "action",
        lambda play, asked: _outcome_forms(_pddl_outcomes(play, asked)),
        lambda play, asked: _outcome_forms(_rddl_outcomes(play, asked)),
        options(SAMPLES),
        example={"outcomes": [_OUTCOME]},
    ),
    Question(
        "preview",
        "the changes that an action may make, with their probabilities",
        "action",
        lambda play, asked: _previews(asked.state, _pddl_outcomes(play, asked)),
        lambda play, asked: _previews(asked.state, _rddl_outcomes(play, asked)),
        options(SAMPLES),
        example={"outcomes": [{"probability": 1.0, "added": ["(lit)"], "deleted": [], "fluents": {}}]},
    ),
    Question(
        "successor",
        "the state after an action; where chance decides, the one that a seed draws",
        "action",
        _pddl_successor,
        _rddl_successor,
        options(Field("seed", WHOLE_OR_NULL, "The seed of what the action draws.", None, 7)),
        example={"state": _STATE},
    ),
    Question(
        "goal",
        "whether the goal holds, or the termination condition",
        "state",
        lambda play, asked: {"goal": play.reasoner.goal(asked.state)},
        lambda play, asked: {"goal": play.reasoner.goal(asked.state)},
        example={"goal": False},
    ),
)
