"""State spaces as SQLite: tables of states, transitions and actions, and the header."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np

from relgym.errors import RelgymError
from relgym.exploration.files.facts import facts_of
from relgym.exploration.files.header import fields_of, header_of, parsed
from relgym.exploration.transition_system import TransitionSystem
from relgym.tuning.exploration import FILE_STATES

TABLES = """
create table header (text text not null);
create table actions (id integer primary key, name text not null);
create table states (
  id integer primary key, bits blob not null, facts text not null,
  depth integer not null, goal integer not null, expanded integer not null,
  choices integer not null, distance integer, dead_end integer not null, component integer not null);
create table transitions (
  source integer not null, action integer not null, target integer not null, probability real not null);
"""


def save(space: TransitionSystem, path: Path) -> None:
    """Write a space."""
    with closing(sqlite3.connect(path)) as base, base:
        base.execute("pragma journal_mode = off")
        base.execute("pragma synchronous = off")
        base.executescript(TABLES)
        base.execute("insert into header values (?)", (header_of(space),))
        base.executemany("insert into actions values (?, ?)", enumerate(space.action_names))
        arrays = (space.depths, space.goals, space.expanded, space.choices, space.distances, space.dead_ends)
        width = 8 * space.rows.shape[1]
        for begin in range(0, len(space), FILE_STATES):
            end = min(begin + FILE_STATES, len(space))
            data = np.ascontiguousarray(space.rows[begin:end]).astype("<u8", copy=False).tobytes()
            bits = [data[at : at + width] for at in range(0, len(data), width)]
            facts = [json.dumps(each, ensure_ascii=False) for each in facts_of(space, begin, end)]
            columns = [column[begin:end].tolist() for column in (*arrays, space.components)]
            # An unreachable goal is no distance.
            columns[4] = [None if distance < 0 else distance for distance in columns[4]]
            base.executemany(
                "insert into states values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                zip(range(begin, end), bits, facts, *columns, strict=True),
            )
            first, last = int(space.offsets[begin]), int(space.offsets[end])
            sources = np.repeat(np.arange(begin, end), np.diff(space.offsets[begin : end + 1]))
            shares = np.ones(last - first) if space.probabilities is None else space.probabilities[first:last]
            edges = (sources, space.actions[first:last], space.targets[first:last], shares)
            base.executemany(
                "insert into transitions values (?, ?, ?, ?)", zip(*(edge.tolist() for edge in edges), strict=True)
            )
        base.executescript("create index transitions_of on transitions (source);")


def load(path: Path) -> dict[str, Any]:
    """Read the fields of a space.

    Raises:
        RelgymError: The file is no state space.
    """
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as base:
            [(text,)] = base.execute("select text from header")
            header = parsed(text, path)
            states = base.execute("select bits, depth, goal, expanded, choices from states order by id").fetchall()
            edges = base.execute("select * from transitions order by rowid").fetchall()
    except (sqlite3.DatabaseError, ValueError):
        raise RelgymError(
            f"'{path}' is not a state space", expected="a file that StateSpace.save has written"
        ) from None
    bits, depths, goals, expanded, choices = _columns(states, 5)
    sources, actions, targets, shares = _columns(edges, 4)
    counts = np.bincount(np.array(sources, np.int64), minlength=len(states))
    return fields_of(
        header,
        rows=np.frombuffer(b"".join(bits), "<u8").astype(np.uint64).reshape(-1, header["words"]),
        depths=np.array(depths, np.int32),
        goals=np.array(goals, bool),
        expanded=np.array(expanded, bool),
        choices=np.array(choices, np.int32),
        offsets=np.concatenate([[0], np.cumsum(counts)]),
        actions=np.array(actions, np.int32),
        targets=np.array(targets, np.int32),
        probabilities=np.array(shares, np.float64),
    )


def _columns(rows: list[Any], count: int) -> list[Any]:
    return [*zip(*rows, strict=True)] if rows else [()] * count
