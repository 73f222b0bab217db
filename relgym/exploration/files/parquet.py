"""State spaces as Parquet: a row for each state, with a list of its transitions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from relgym.errors import RelgymError
from relgym.exploration.files.facts import facts_of
from relgym.exploration.files.header import fields_of, header_of, parsed
from relgym.exploration.transition_system import TransitionSystem
from relgym.tuning.exploration import FILE_STATES

KEY = b"relgym"


def _library() -> Any:
    try:
        import pyarrow.parquet
    except ImportError:
        raise RelgymError("pyarrow is not installed", hint="pip install 'relgym[explore]', or write .sqlite") from None
    return pyarrow


def save(space: TransitionSystem, path: Path) -> None:
    """Write a space."""
    pa = _library()
    width = 8 * space.rows.shape[1]
    transition = pa.struct(
        [pa.field("action", pa.int32()), pa.field("target", pa.int32()), pa.field("probability", pa.float64())]
    )
    schema = pa.schema(
        [
            ("state", pa.binary(width)),
            ("facts", pa.list_(pa.string())),
            ("depth", pa.int32()),
            ("goal", pa.bool_()),
            ("expanded", pa.bool_()),
            ("choices", pa.int32()),
            ("distance", pa.int32()),
            ("dead_end", pa.bool_()),
            ("component", pa.int32()),
            ("transitions", pa.list_(transition)),
        ],
        metadata={KEY: header_of(space).encode()},
    )
    arrays = (space.depths, space.goals, space.expanded, space.choices, space.distances, space.dead_ends)
    with pa.parquet.ParquetWriter(path, schema, compression="zstd") as writer:
        for begin in range(0, len(space), FILE_STATES):
            end = min(begin + FILE_STATES, len(space))
            data = np.ascontiguousarray(space.rows[begin:end]).astype("<u8", copy=False).tobytes()
            states = pa.FixedSizeBinaryArray.from_buffers(pa.binary(width), end - begin, [None, pa.py_buffer(data)])
            facts = pa.array(facts_of(space, begin, end), pa.list_(pa.string()))
            first, last = int(space.offsets[begin]), int(space.offsets[end])
            shares = np.ones(last - first) if space.probabilities is None else space.probabilities[first:last]
            edges = pa.StructArray.from_arrays(
                [pa.array(space.actions[first:last]), pa.array(space.targets[first:last]), pa.array(shares)],
                fields=list(transition),
            )
            offsets = pa.array((space.offsets[begin : end + 1] - first).astype(np.int32))
            columns = [pa.array(column[begin:end]) for column in (*arrays, space.components)]
            lists = pa.ListArray.from_arrays(offsets, edges)
            writer.write_table(pa.Table.from_arrays([states, facts, *columns, lists], schema=schema))


def load(path: Path) -> dict[str, Any]:
    """Read the fields of a space.

    Raises:
        RelgymError: The file is no state space.
    """
    pa = _library()
    try:
        table = pa.parquet.read_table(path)
    except pa.ArrowInvalid:
        raise RelgymError(f"'{path}' is no Parquet file", expected="a file that StateSpace.save has written") from None
    header = parsed((table.schema.metadata or {}).get(KEY, b"").decode(), path)
    states = table.column("state").combine_chunks()
    chunks = states.chunks if hasattr(states, "chunks") else [states]
    data = b"".join(bytes(chunk.buffers()[1])[: len(chunk) * 8 * header["words"]] for chunk in chunks)
    rows = np.frombuffer(data, "<u8").astype(np.uint64).reshape(-1, header["words"])
    lists = table.column("transitions")
    counts = np.concatenate([np.diff(chunk.offsets.to_numpy()) for chunk in lists.chunks] or [np.zeros(0, np.int64)])
    edges = [chunk.flatten() for chunk in lists.chunks]

    def edge(name: str, dtype: Any) -> Any:
        parts = [chunk.field(name).to_numpy(zero_copy_only=False) for chunk in edges]
        return np.concatenate(parts).astype(dtype) if parts else np.zeros(0, dtype)

    def column(name: str) -> Any:
        return table.column(name).to_numpy()

    return fields_of(
        header,
        rows=rows,
        depths=column("depth"),
        goals=column("goal"),
        expanded=column("expanded"),
        choices=column("choices"),
        offsets=np.concatenate([[0], np.cumsum(counts)]),
        actions=edge("action", np.int32),
        targets=edge("target", np.int32),
        probabilities=edge("probability", np.float64),
    )
