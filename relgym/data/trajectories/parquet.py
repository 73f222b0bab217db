"""`relgym.data.to_parquet`: a recording as a table with a row for each step, as Hugging Face `datasets` reads it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from relgym.data.trajectories.lines import RecordedEpisode, RecordedStep, RecordingHeader, SourceText
from relgym.data.trajectories.reading import Recording, read
from relgym.errors import RelgymError
from relgym.model import portable
from relgym.tuning.data import PARQUET_ROWS
from relgym.write.files import check_apart, new_file

Row = dict[str, Any]


def to_parquet(path: str | os.PathLike[str], output: str | os.PathLike[str]) -> int:
    """Write a recording as a Parquet file with a row for each step.

    Both languages have the columns `episode`, `step`, `problem`, `seed`, `action`, `reward`, `terminated`, `truncated`,
    `invalid_reason`, `ended` and `explanation` (JSON). PDDL has the lists of texts `atoms` and `next_atoms`, the values
    `fluents` and `next_fluents` as 64-bit floats by name, `action` as text, and `action_name` and `action_arguments`.
    RDDL has the structs `state`, `next_state`, `action` and `observation` with a typed entry for each cell. The first
    line of the recording is the metadata `relgym` of the table.

    Args:
        path: The recording.
        output: The file to write; one that exists is replaced.

    Returns:
        The number of rows.

    Raises:
        ParseError: The recording is broken.
        RelgymError: PyArrow is not installed, a whole number has more than 64 bits, or the file cannot be written or is
            the recording itself.
    """
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError as error:
        raise RelgymError("PyArrow is not installed", hint="pip install 'relgym[data]'") from error
    recording = read(path)
    target = Path(output)
    check_apart(target, [path])
    rows, count = _rows(recording), 0
    fields, made = _form(recording, pyarrow)
    about = {"relgym": json.dumps(recording.header.to_json())}
    schema = pyarrow.schema(fields, metadata=about)
    with new_file(target) as part, parquet.ParquetWriter(part, schema) as writer:
        while several := list(islice(rows, PARQUET_ROWS)):
            try:
                table = pyarrow.Table.from_pylist([made(*each) for each in several], schema=schema)
            except (pyarrow.ArrowInvalid, OverflowError) as error:
                raise RelgymError(f"{recording.path}: a value does not fit into its column: {error}") from None
            writer.write_table(table)
            count += len(several)
    return count


def _rows(recording: Recording) -> Iterator[tuple[RecordedEpisode, RecordedStep, RecordedStep]]:
    """Yield each step with its episode and the step before it."""
    for episode in recording.tracked("exporting"):
        for before, after in episode.transitions():
            yield episode, before, after


def _form(recording: Recording, pyarrow: Any) -> tuple[list[Any], Callable[..., Row]]:
    """Return the columns of a recording, and the function that makes a row."""
    common = [
        ("episode", pyarrow.int64()),
        ("step", pyarrow.int64()),
        ("problem", pyarrow.string()),
        ("seed", pyarrow.int64()),
    ]
    results = [
        ("reward", pyarrow.float64()),
        ("terminated", pyarrow.bool_()),
        ("truncated", pyarrow.bool_()),
        ("invalid_reason", pyarrow.string()),
        ("ended", pyarrow.string()),
        ("explanation", pyarrow.string()),
    ]
    if recording.header.language == "pddl":
        return [*common, *_pddl_columns(pyarrow), *results], _pddl_row
    columns = CellColumns(recording.header, _first_problem(recording), pyarrow)
    return [*common, *columns.fields, *results], columns.row


def _first_problem(recording: Recording) -> SourceText:
    for episode in recording:
        return episode.problem
    raise RelgymError(f"{recording.path} has no episode")


def _common(episode: RecordedEpisode, step: RecordedStep) -> Row:
    return {
        "episode": episode.episode,
        "step": step.step,
        "problem": episode.problem.name,
        "seed": episode.seed,
        "reward": step.reward,
        "terminated": step.terminated,
        "truncated": step.truncated,
        "invalid_reason": step.invalid_reason,
        "ended": step.ended,
        "explanation": None if step.explanation is None else json.dumps(step.explanation),
    }


def _pddl_columns(pyarrow: Any) -> list[tuple[str, Any]]:
    texts = pyarrow.list_(pyarrow.string())
    numbers = pyarrow.list_(pyarrow.struct([("name", pyarrow.string()), ("value", pyarrow.float64())]))
    return [
        ("action", pyarrow.string()),
        ("action_name", pyarrow.string()),
        ("action_arguments", texts),
        ("atoms", texts),
        ("fluents", numbers),
        ("next_atoms", texts),
        ("next_fluents", numbers),
    ]


def _pddl_row(episode: RecordedEpisode, before: RecordedStep, step: RecordedStep) -> Row:
    name, *arguments = str(step.action).strip("() ").split() or [""]
    return {
        **_common(episode, step),
        "action": step.action,
        "action_name": name,
        "action_arguments": arguments,
        "atoms": before.state["atoms"],
        "fluents": _numbers(before.state["fluents"]),
        "next_atoms": step.state["atoms"],
        "next_fluents": _numbers(step.state["fluents"]),
    }


def _numbers(fluents: Mapping[str, Any]) -> list[Row]:
    return [{"name": name, "value": float(portable.read(value))} for name, value in fluents.items()]


class CellColumns:
    """The typed columns of an RDDL instance.

    Args:
        header: The header of the recording.
        problem: The instance; others of the recording have the same cells.
        pyarrow: The module.

    Attributes:
        fields: The names and types of the columns.
    """

    def __init__(self, header: RecordingHeader, problem: SourceText, pyarrow: Any) -> None:
        # The grammar of RDDL takes a while to import.
        from relgym.data.trajectories.rddl_replay import reasoner_of
        from relgym.model.rddl.domain import Kind
        from relgym.reasoning.rddl.cells import cells_of

        types = {"bool": pyarrow.bool_(), "int": pyarrow.int64(), "real": pyarrow.float64()}
        text = pyarrow.string()
        with reasoner_of(header, problem, "builtin", None) as reasoner:
            layout, idle = reasoner.dynamics.layout, reasoner.dynamics.idle
            observed = cells_of(layout, layout.of_kind(Kind.OBSERVED))
            kinds = {"state": reasoner.states, "action": reasoner.actions, "observation": observed}
            structs = {
                kind: pyarrow.struct([(name, types.get(cell.fluent.range, text)) for name, cell in cells.items()])
                for kind, cells in kinds.items()
            }
            self._defaults = {name: cell.written(cell.of(idle)) for name, cell in reasoner.actions.items()}
        structs["next_state"] = structs["state"]
        # Parquet has no structs without entries.
        self.fields = [(name, struct) for name, struct in structs.items() if struct.num_fields]

    def row(self, episode: RecordedEpisode, before: RecordedStep, step: RecordedStep) -> Row:
        """Return the row of a step."""
        assert isinstance(step.action, Mapping)
        known = {name: value for name, value in step.action.items() if name in self._defaults}
        values = {
            **_common(episode, step),
            "state": before.state["fluents"],
            # The cells of a refused action may have any value, so its defaults stand there.
            "action": self._defaults | (known if step.invalid_reason is None else {}),
            "observation": step.observation,
            "next_state": step.state["fluents"],
        }
        names = {name for name, _ in self.fields}
        return {
            name: value
            for name, value in values.items()
            if name in names or name not in ("state", "action", "observation", "next_state")
        }
