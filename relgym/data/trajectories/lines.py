r"""The lines of a recording: JSON objects with a `kind`, and the data that they hold.

A recording is a file of JSON lines: a `recording` line, then for each episode an `episode` line and a `step` line for
its start and for each step, with a `problem` line before the first episode of each problem; at last an `end` line.

>>> text = SourceText.of("p01.pddl", "(define (problem p) ...)")
>>> text.sha256[:8], SourceText.of("other", text.text).sha256 == text.sha256
('a0755a0a', True)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from hashlib import sha256
from operator import add
from typing import Any, Literal

FORMAT = 1
"""The version of the form of the file; it changes when a reader must read a line in another way."""

Ending = Literal["goal", "terminated", "broken", "truncated", "dead end", "no action"]
"""The reasons why an episode ends:

- `goal`: the goal holds (PDDL).
- `terminated`: a condition of termination holds (RDDL).
- `broken`: an invariant is broken (RDDL).
- `truncated`: the limit of steps, or the horizon of the instance, is reached.
- `dead end`: there is no valid action.
- `no action`: the policy gave none, such as a plan at its end.
"""

ENDINGS: tuple[Ending, ...] = ("goal", "terminated", "broken", "truncated", "dead end", "no action")


@dataclass(frozen=True, slots=True)
class SourceText:
    """The text of a file, with its hash.

    Attributes:
        name: The name of the file, without its folder.
        sha256: The SHA-256 hash of the text in UTF-8, in hexadecimal digits.
        text: The text.
    """

    name: str
    sha256: str
    text: str = field(repr=False)

    @classmethod
    def of(cls, name: str, text: str) -> SourceText:
        """Return the text of a file with its hash.

        Args:
            name: The name of the file.
            text: Its text.
        """
        return cls(name, hash_of(text), text)

    def to_json(self) -> dict[str, str]:
        """Return the text as plain data."""
        return {"name": self.name, "sha256": self.sha256, "text": self.text}


def hash_of(text: str) -> str:
    """Return the SHA-256 hash of a text in UTF-8, in hexadecimal digits."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, slots=True)
class RecordingHeader:
    """The first line of a recording: everything that its episodes have in common.

    Attributes:
        version: The version of relgym that wrote it.
        language: `pddl` or `rddl`.
        environment: The id of the environment, such as `relgym/Blocks-v0`; `None` for files.
        domain: The text of the domain.
        axioms: The texts of further derived predicates (PDDL).
        options: The options of the environment: `backend`, `max_episode_steps`, `limits`; for PDDL `reward` and
            `free`, for RDDL `enforce`.
        policy: The name of the policy.
        seed: The seed of the recording.
        explained: True if steps have explanations.
    """

    version: str
    language: Literal["pddl", "rddl"]
    environment: str | None
    domain: SourceText
    axioms: tuple[SourceText, ...]
    options: Mapping[str, Any]
    policy: str
    seed: int
    explained: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return the header as the first line has it."""
        return {
            "kind": "recording",
            "format": FORMAT,
            "relgym": self.version,
            "language": self.language,
            "environment": self.environment,
            "options": dict(self.options),
            "policy": self.policy,
            "seed": self.seed,
            "explained": self.explained,
            "domain": self.domain.to_json(),
            "axioms": [text.to_json() for text in self.axioms],
        }


@dataclass(frozen=True, slots=True)
class RecordedStep:
    """The start of an episode, or a step with its result.

    Attributes:
        step: The number of the step; 0 is the start.
        action: The action: a text (PDDL), or the cells that differ from their defaults (RDDL); `None` at the start.
        state: The state after it, as `State.to_json` and `RDDLState.to_json` give it.
        reward: The reward.
        terminated: True if the episode has reached the goal, or a condition of termination.
        truncated: True if a limit of steps, or a broken invariant, ends the episode.
        invalid_reason: Why the action was refused, which leaves the state as it is; `None` for a valid action.
        observation: The values of observ-fluents (RDDL); `None` where the domain has none, and at the start.
        explanation: The explanation of the action in the state before it, if it was recorded.
        ended: Why the episode ends here; `None` before its last step.
        line: The number of its line in the file, 1 for the first.
    """

    step: int
    action: str | Mapping[str, Any] | None
    state: Mapping[str, Any]
    reward: float = 0.0
    terminated: bool = False
    truncated: bool = False
    invalid_reason: str | None = None
    observation: Mapping[str, Any] | None = None
    explanation: Mapping[str, Any] | None = None
    ended: Ending | None = None
    line: int = 0

    def to_json(self) -> dict[str, Any]:
        """Return the step as a line has it."""
        form: dict[str, Any] = {"kind": "step", "step": self.step, "action": self.action, **self.state}
        if self.observation is not None:
            form["observation"] = dict(self.observation)
        form |= {"reward": self.reward, "terminated": self.terminated, "truncated": self.truncated}
        optional = ("invalid_reason", "explanation", "ended")
        return form | {name: value for name in optional if (value := getattr(self, name)) is not None}


@dataclass(frozen=True, slots=True)
class RecordedEpisode:
    """An episode of a recording.

    Attributes:
        episode: The number of the episode, 0 for the first.
        problem: The text of its problem or instance.
        seed: The seed with which the environment was reset.
        start: The start.
        steps: The steps.
        line: The number of its `episode` line in the file, 1 for the first.
    """

    episode: int
    problem: SourceText
    seed: int
    start: RecordedStep
    steps: Sequence[RecordedStep]
    line: int = 0

    @property
    def total_reward(self) -> float:
        """The sum of all rewards, added up one after the other, as in the episode."""
        return reduce(add, (step.reward for step in self.steps), 0.0)

    @property
    def ended(self) -> Ending | None:
        """Why the episode ended."""
        return (self.steps[-1] if self.steps else self.start).ended

    def __len__(self) -> int:
        return len(self.steps)

    def transitions(self) -> Iterator[tuple[RecordedStep, RecordedStep]]:
        """Yield each step together with the one before it, which is the start for the first."""
        before = self.start
        for step in self.steps:
            yield before, step
            before = step
