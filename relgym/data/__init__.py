"""Data from environments, and models learned from data.

The names are imported on their first use, so that `import relgym.data` is fast.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from relgym.data.learning.comparison import DomainComparison, compare
    from relgym.data.learning.learn import learn_model
    from relgym.data.learning.learned import LearnedAction, LearnedModel
    from relgym.data.learning.walks import random_transitions
    from relgym.data.parallel_rollouts import RolloutEpisode, Rollouts, rollouts
    from relgym.data.policy_search.learn import learn_policy
    from relgym.data.policy_search.lifted import LiftedPolicy
    from relgym.data.question_sets.grading import Grade, grade
    from relgym.data.question_sets.making import questions
    from relgym.data.question_sets.problem import QuestionProblem, problems_of
    from relgym.data.question_sets.question import TaskQuestion
    from relgym.data.trajectories.comparing import ReplayDifference
    from relgym.data.trajectories.experiences import transitions
    from relgym.data.trajectories.lines import RecordedEpisode, RecordedStep, RecordingHeader, SourceText
    from relgym.data.trajectories.minari import to_minari
    from relgym.data.trajectories.parquet import to_parquet
    from relgym.data.trajectories.reading import Recording, read
    from relgym.data.trajectories.recording import record
    from relgym.data.trajectories.replaying import Replay, replay
    from relgym.data.trajectories.transition import Experience

_HOMES = {
    "DomainComparison": "learning.comparison",
    "Experience": "trajectories.transition",
    "Grade": "question_sets.grading",
    "LearnedAction": "learning.learned",
    "LearnedModel": "learning.learned",
    "LiftedPolicy": "policy_search.lifted",
    "QuestionProblem": "question_sets.problem",
    "RecordedEpisode": "trajectories.lines",
    "RecordedStep": "trajectories.lines",
    "Recording": "trajectories.reading",
    "RecordingHeader": "trajectories.lines",
    "Replay": "trajectories.replaying",
    "ReplayDifference": "trajectories.comparing",
    "RolloutEpisode": "parallel_rollouts",
    "Rollouts": "parallel_rollouts",
    "SourceText": "trajectories.lines",
    "TaskQuestion": "question_sets.question",
    "compare": "learning.comparison",
    "grade": "question_sets.grading",
    "learn_model": "learning.learn",
    "learn_policy": "policy_search.learn",
    "problems_of": "question_sets.problem",
    "questions": "question_sets.making",
    "random_transitions": "learning.walks",
    "read": "trajectories.reading",
    "record": "trajectories.recording",
    "replay": "trajectories.replaying",
    "rollouts": "parallel_rollouts",
    "to_minari": "trajectories.minari",
    "to_parquet": "trajectories.parquet",
    "transitions": "trajectories.experiences",
}
"""The module of each public name, below `relgym.data`."""

__all__ = [
    "DomainComparison",
    "Experience",
    "Grade",
    "LearnedAction",
    "LearnedModel",
    "LiftedPolicy",
    "QuestionProblem",
    "RecordedEpisode",
    "RecordedStep",
    "Recording",
    "RecordingHeader",
    "Replay",
    "ReplayDifference",
    "RolloutEpisode",
    "Rollouts",
    "SourceText",
    "TaskQuestion",
    "compare",
    "grade",
    "learn_model",
    "learn_policy",
    "problems_of",
    "questions",
    "random_transitions",
    "read",
    "record",
    "replay",
    "rollouts",
    "to_minari",
    "to_parquet",
    "transitions",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'relgym.data' has no attribute '{name}'")
    return getattr(import_module(f"relgym.data.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
