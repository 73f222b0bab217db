"""`relgym.data.read`: recordings from their files, line by line, with the place of each mistake."""

from __future__ import annotations

import json
import os
import reprlib
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from relgym.data.trajectories.lines import (
    ENDINGS,
    FORMAT,
    RecordedEpisode,
    RecordedStep,
    RecordingHeader,
    SourceText,
    hash_of,
)
from relgym.errors import ParseError
from relgym.progress import tracked
from relgym.read.source import MARK

TAIL_BYTES = 65_536
"""The number of bytes at the end of a file in which its last line is looked for."""


@dataclass(frozen=True, slots=True)
class Recording:
    """A file of recorded episodes, which are read as one goes through them.

    Attributes:
        path: The path of the file.
        header: Everything that the episodes have in common.
        episodes: The number of episodes.
        steps: The number of steps of all episodes.
        interrupted: True if the recording was interrupted, and has fewer episodes than were asked for.
        mean_return: The mean of the sums of rewards; `None` without episodes.
        ended: The number of episodes by the reason for their end.
    """

    path: Path
    header: RecordingHeader
    episodes: int
    steps: int
    interrupted: bool
    mean_return: float | None
    ended: Mapping[str, int]

    def __len__(self) -> int:
        return self.episodes

    def __iter__(self) -> Iterator[RecordedEpisode]:
        """Read one episode after another; raises `ParseError` with the file and line of a mistake."""
        return _Reader(self.path).read()

    def tracked(self, doing: str) -> Iterator[RecordedEpisode]:
        """Yield one episode after another, with a progress bar.

        Args:
            doing: The label of the bar.
        """
        episodes = iter(self)
        for _ in tracked(range(self.episodes), doing):
            yield next(episodes)
        # The rest is empty, and is read to see that the file is whole.
        yield from episodes


def read(path: str | os.PathLike[str]) -> Recording:
    """Read the first and the last line of a recording.

    The episodes are read, and checked, as one goes through the result; so a file need not fit into memory.

    Args:
        path: The file that `relgym.data.record` or `relgym record` wrote.

    Returns:
        The recording.

    Raises:
        ParseError: The file cannot be read, is cut short, or is no recording of this version; the message has the file
            and the line.
    """
    file = Path(path)
    reader = _Reader(file)
    header = reader.header()
    end = reader.last_line()
    return Recording(
        file,
        header,
        end["episodes"],
        end["steps"],
        end.get("interrupted") is True,
        end.get("mean_return"),
        end.get("ended", {}),
    )


class _Reader:
    """Reads one file; errors name it and the line."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._number = 0

    def fail(self, message: str, expected: str | None = None, hint: str | None = None) -> NoReturn:
        """Raise the error of the line that was read last."""
        raise ParseError(f"{self._path}:{self._number}: {message}", expected=expected, hint=hint)

    def lines(self) -> Iterator[dict[str, Any]]:
        """Yield the object of each line."""
        self._number = 0
        try:
            with self._path.open(encoding="utf-8", newline="\n") as file:
                for text in file:
                    self._number += 1
                    yield self._object(text)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise ParseError(f"cannot read the recording '{self._path}': {reason}", code="E101") from None
        except UnicodeDecodeError:
            self._number += 1
            self.fail("this is not UTF-8", "lines of JSON, as `relgym record` writes them")

    def _object(self, text: str) -> dict[str, Any]:
        if self._number == 1:
            text = text.removeprefix(MARK)
        try:
            form = json.loads(text)
        except (ValueError, RecursionError) as error:
            cut = not text.endswith("\n")
            reason = "the file is cut short in this line" if cut else f"this is no JSON: {error}"
            self.fail(reason, "one JSON object", _TRY_AGAIN if cut else None)
        if not isinstance(form, dict) or not isinstance(form.get("kind"), str):
            self.fail("this is not a line of a recording", 'a JSON object with a "kind"')
        return form

    def header(self) -> RecordingHeader:
        """Read the first line."""
        form = next(self.lines(), None)
        if form is None:
            self._number = 1
            self.fail("the file is empty", 'a line {"kind": "recording", ...}')
        return self._header(form)

    def _header(self, form: Mapping[str, Any]) -> RecordingHeader:
        if form["kind"] != "recording":
            self.fail(
                f"a recording does not begin with a line of kind {form['kind']!r}",
                'a line {"kind": "recording", ...}, as `relgym record` writes it',
            )
        if form.get("format") != FORMAT:
            version = form.get("relgym")
            hint = f"relgym {version} has written it; install that version" if isinstance(version, str) else None
            self.fail(f"the file has format {form.get('format')!r}", f"format {FORMAT}", hint)
        language = self.get(form, "language", str)
        if language not in ("pddl", "rddl"):
            self.fail(f"there is no language {language!r}", "'pddl' or 'rddl'")
        environment = form.get("environment")
        return RecordingHeader(
            self.get(form, "relgym", str),
            language,
            environment if isinstance(environment, str) else None,
            self.source(self.get(form, "domain", dict)),
            tuple(self.source(each) for each in self.get(form, "axioms", list)),
            self.get(form, "options", dict),
            self.get(form, "policy", str),
            self.get(form, "seed", int),
            form.get("explained") is True,
        )

    def get(self, form: Any, key: str, kind: type | tuple[type, ...]) -> Any:
        """The value of a key, of a type."""
        value = form.get(key) if isinstance(form, dict) else None
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            names = [each.__name__ for each in (kind if isinstance(kind, tuple) else (kind,))]
            words = " or ".join(_TYPES.get(name, name) for name in names)
            problem = "is missing" if value is None else f"cannot be {reprlib.repr(value)}"
            self.fail(f'"{key}" {problem}', words)
        return value

    def _finite(self, form: Any, key: str) -> float:
        value = self.get(form, key, (int, float))
        # The largest double: a whole number beyond it has none.
        if not abs(value) <= sys.float_info.max:
            self.fail(f'"{key}" cannot be {reprlib.repr(value)}', "a finite number")
        return float(value)

    def source(self, form: Any) -> SourceText:
        """The text of a file, whose hash is checked."""
        name, given, text = (self.get(form, key, str) for key in ("name", "sha256", "text"))
        actual = hash_of(text)
        if actual != given:
            self.fail(
                f"the text of '{name}' was changed: its hash is {actual[:12]}...",
                f"the recorded hash {given[:12]}...",
                "a recording belongs to the files that were played; record again to play others",
            )
        return SourceText(name, given, text)

    def last_line(self) -> dict[str, Any]:
        """Read the last line, which says that the file is whole."""
        with self._path.open("rb") as file:
            file.seek(max(0, os.fstat(file.fileno()).st_size - TAIL_BYTES))
            tail = file.read().rstrip(b"\n").rpartition(b"\n")[2]
        try:
            form = json.loads(tail)
        except (ValueError, RecursionError):
            form = None
        if not isinstance(form, dict) or form.get("kind") != "end":
            # This finds the line at which the file is cut, or another mistake before it.
            for _ in self.read():
                pass
            self.fail("the file is cut short: its last line is missing", 'a line {"kind": "end", ...}', _TRY_AGAIN)
        self._number = self._count()
        self.get(form, "episodes", int), self.get(form, "steps", int)
        return form

    def _count(self) -> int:
        with self._path.open("rb") as file:
            return sum(1 for _ in file)

    def read(self) -> Iterator[RecordedEpisode]:
        """Yield the episodes, and check that the file is whole."""
        problems: dict[str, SourceText] = {}
        begun: dict[str, Any] | None = None
        steps: list[RecordedStep] = []
        first, episodes, total, ended = 0, 0, 0, False
        returns, endings = 0.0, Counter[str]()
        for form in self.lines():
            kind = form["kind"]
            if ended:
                self.fail(f"a line of kind {kind!r} follows the end", "the end of the file")
            if self._number == 1:
                self._header(form)
            elif begun is not None and kind != "step":
                self.fail(
                    f"episode {begun['episode']} has no end before this line of kind {kind!r}",
                    'a step with "ended"',
                    "a line may be missing before this one",
                )
            elif kind == "problem":
                text = self.source(form)
                problems[text.sha256] = text
            elif kind == "episode":
                if self.get(form, "episode", int) != episodes:
                    self.fail(f"this is episode {form['episode']}", f"episode {episodes}", "lines may be missing")
                if self.get(form, "sha256", str) not in problems:
                    self.fail("no line before this one has the problem of the episode", 'a line {"kind": "problem"}')
                self.get(form, "seed", int)
                begun, first, steps = form, self._number, []
            elif kind == "step" and begun is not None:
                step = self._step(form, len(steps))
                steps.append(step)
                if step.ended is not None:
                    problem = problems[begun["sha256"]]
                    episode = RecordedEpisode(episodes, problem, begun["seed"], steps[0], tuple(steps[1:]), first)
                    yield episode
                    returns, endings[step.ended] = returns + episode.total_reward, endings[step.ended] + 1
                    episodes, total, begun = episodes + 1, total + len(steps) - 1, None
            elif kind == "end":
                self._check_counts(form, episodes, total)
                self._check_summary(form, returns / episodes if episodes else None, endings)
                ended = True
            else:
                self.fail(f"a line of kind {kind!r} cannot stand here", "'problem', 'episode', 'step' or 'end'")
        if not ended:
            self._number += 1
            self.fail("the file is cut short: its last line is missing", 'a line {"kind": "end", ...}', _TRY_AGAIN)

    def _check_counts(self, form: Mapping[str, Any], episodes: int, steps: int) -> None:
        for what, count in (("episodes", episodes), ("steps", steps)):
            if self.get(form, what, int) != count:
                self.fail(f"the file has {count} {what}", f"{form[what]} {what}", "lines are missing")

    def _check_summary(self, form: Mapping[str, Any], mean: float | None, endings: Mapping[str, int]) -> None:
        """Check what the last line says of the episodes, as far as it says it."""
        for key, figure in (("mean_return", mean), ("ended", dict(endings))):
            if key in form and form[key] != figure:
                self.fail(f'"{key}" is {json.dumps(form[key])}, not that of the episodes', json.dumps(figure))

    def _step(self, form: Mapping[str, Any], number: int) -> RecordedStep:
        if self.get(form, "step", int) != number:
            self.fail(f"this is step {form['step']}", f"step {number}", "lines may be missing")
        action = form.get("action")
        if number == 0:
            if action is not None:
                self.fail(f"the start cannot have the action {action!r}", '"action": null')
        else:
            self.get(form, "action", (str, dict))
        ended = form.get("ended")
        if ended is not None and ended not in ENDINGS:
            self.fail(f"an episode cannot end by {ended!r}", ", ".join(ENDINGS))
        state = {key: form[key] for key in ("atoms", "fluents") if key in form}
        self.get(state, "fluents", dict)
        optional = {
            key: self.get(form, key, kind)
            for key, kind in (("invalid_reason", str), ("observation", dict), ("explanation", dict))
            if form.get(key) is not None
        }
        return RecordedStep(
            number,
            action,
            state,
            self._finite(form, "reward"),
            self.get(form, "terminated", bool),
            self.get(form, "truncated", bool),
            ended=ended,
            line=self._number,
            **optional,
        )


_TRY_AGAIN = "the recording or a copy of it was broken off; record it again"

_TYPES = {"str": "a text", "int": "a whole number", "float": "a number", "dict": "an object", "list": "a list"}
_TYPES |= {"bool": "true or false"}
