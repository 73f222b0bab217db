"""States as pictures in text, drawn as a scene says, or else as a list by type.

>>> from relgym.catalogue.domains import spec
>>> from relgym.read.loading import load
>>> from relgym.reasoning.pddl.reasoner import PDDLReasoner
>>> from relgym.render.facts import TaskFacts
>>> blocks = spec("blocks")
>>> task = load(blocks.domain, blocks.problems("train")[0])
>>> print(ansi(task, TaskFacts(task).at(PDDLReasoner(task).initial_state), blocks.scene()))
    b2
b1  b3
------
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from textwrap import wrap
from typing import assert_never

from relgym.model.pddl.problem import Task
from relgym.render.facts import StateView
from relgym.render.goal_conditions import GoalConditions
from relgym.render.looks import marked
from relgym.render.scene import Graph, Grid, Mark, Pegs, Places, Scene, Stacks
from relgym.render.spots import cells_of, contents, members, ordered, pile

WIDTH = 100
"""The length of lines, in characters, where nothing else is asked for."""


def ansi(task: Task, view: StateView, scene: Scene | None, width: int = WIDTH) -> str:
    """A picture of a state, at most `width` columns wide where names allow it, without blanks at the ends of lines."""
    match scene:
        case Stacks():
            lines = _stacks(view, scene)
        case Grid():
            lines = _grid(view, scene)
        case Pegs():
            lines = _pegs(task, view, scene)
        case Places() | Graph():
            lines = _places(task, view, scene, width)
        case None:
            lines = _by_type(task, view, width)
        case _:
            assert_never(scene)
    notes = _notes(task, view, scene, width) if scene else []
    return "\n".join(line.rstrip() for line in [*lines, *notes])


def _notes(task: Task, view: StateView, scene: Scene, width: int) -> list[str]:
    """A line for each predicate or function that has something to say."""
    lines = []
    marks = marked(scene.marks, view)
    hand = (scene.hand,) if isinstance(scene, Stacks) and scene.hand else ()
    beside = scene.hues if isinstance(scene, Grid) else ()
    if isinstance(scene, Places | Graph):
        beside = (*((scene.upon,) if scene.upon else ()), *scene.tells)
    for name in (*hand, *beside, *scene.notes):
        if name in task.functions:
            words = [" = ".join([" ".join(row), value] if row else [value]) for row, value in view.values(name).items()]
        else:
            words = [with_marks(row[0], marks) if len(row) == 1 else " ".join(row) or "yes" for row in view.rows(name)]
        if words:
            lines += _wrapped(f"{name}: ", words, width)
    return lines


def goal_lines(wanted: GoalConditions, width: int = WIDTH) -> list[str]:
    """Return the lines that tell the conditions of a goal: `[x]` is met, `[ ]` is missing."""
    words = [
        f"[{'x' if met else ' '}] {condition.words}"
        for condition, met in zip(wanted.conditions, wanted.met, strict=True)
    ]
    return _wrapped("goal: ", words, width)


def _wrapped(head: str, words: list[str], width: int) -> list[str]:
    # Lines break between the words, not inside them.
    text = ", ".join(word.replace(" ", "\0") for word in words)
    lines = wrap(text, max(20, width - len(head)), break_on_hyphens=False, break_long_words=False)
    return [(" " * len(head) if number else head) + line.replace("\0", " ") for number, line in enumerate(lines)]


def _stacks(view: StateView, scene: Stacks) -> list[str]:
    marks = marked(scene.marks, view)
    piles = [pile(base, view.rows(scene.on)) for (base,) in view.rows(scene.base)]
    columns = [[" ".join([name, *(mark.text for mark in marks.get(name, []))]) for name in names] for names in piles]
    widths = [max(map(len, column)) for column in columns]
    lines = []
    for level in reversed(range(max(map(len, columns), default=0))):
        cells = [column[level] if level < len(column) else "" for column in columns]
        lines.append("  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)))
    return [*lines, "-" * (sum(widths) + 2 * max(0, len(widths) - 1))]


def _grid(view: StateView, scene: Grid) -> list[str]:
    lines: list[str] = []
    marks = marked(scene.marks, view)
    texts = {cell: several[0].text for cell, several in marks.items()}
    if scene.names is not None:
        texts.update((cell, thing) for thing, cell in view.rows(scene.names))
    for part in cells_of(view.rows(scene.step), scene.right, scene.down):
        # Parts that do not hang together have no place relative to each other, and become pictures of their own.
        lines += [""] if lines else []
        if scene.names is None:
            lines += _drawn({place: texts.get(cell, " ") for cell, place in part.items()})
        else:
            lines += _named({place: texts.get(cell, "") for cell, place in part.items()})
    return lines


def _drawn(texts: dict[tuple[int, int], str]) -> Iterator[str]:
    """The characters at their rows and columns, `#` elsewhere and around."""
    rows, columns = [row for row, _ in texts], [column for _, column in texts]
    for row in range(min(rows) - 1, max(rows) + 2):
        yield "".join(texts.get((row, column), "#") for column in range(min(columns) - 1, max(columns) + 2))


def _named(texts: dict[tuple[int, int], str]) -> Iterator[str]:
    """The words at their rows and columns, as a table."""
    width = max(map(len, texts.values()))
    rows, columns = [row for row, _ in texts], [column for _, column in texts]
    for row in range(min(rows), max(rows) + 1):
        places = ((row, column) for column in range(min(columns), max(columns) + 1))
        yield "  ".join(texts.get(place, "").rjust(width) for place in places)


def _pegs(task: Task, view: StateView, scene: Pegs) -> list[str]:
    # The more things are smaller than a disc, the wider it is.
    size: dict[str, int] = {}
    for _, larger in view.rows(scene.smaller):
        size[larger] = size.get(larger, 0) + 1
    pegs = members(task, scene.peg)
    piles = [pile(peg, view.rows(scene.on))[1:] for peg in pegs]
    discs = [disc for several in piles for disc in several]
    width = max([2 * size.get(disc, 0) + 3 for disc in discs] + [len(peg) for peg in pegs], default=0)
    lines = []
    for level in reversed(range(len(discs))):
        bars = ["=" * (2 * size.get(several[level], 0) + 1) if level < len(several) else "|" for several in piles]
        lines.append(" ".join(bar.center(width) for bar in bars))
    return [*lines, " ".join(peg.center(width) for peg in pegs)]


def _places(task: Task, view: StateView, scene: Places | Graph, width: int) -> list[str]:
    things = contents(view, scene.inside, scene.holds)
    marks = marked(scene.marks, view)
    places = ordered(members(task, scene.place), view, scene.above if isinstance(scene, Places) else None)

    def described(thing: str, around: tuple[str, ...] = ()) -> str:
        words = with_marks(thing, marks)
        inner = [described(item, (*around, thing)) for item in things.get(thing, []) if item not in around]
        return f"{words} [{', '.join(inner)}]" if inner else words

    margin = max(map(len, places), default=0)
    lines = []
    for place in places:
        words = [*(mark.text for mark in marks.get(place, [])), *map(described, things.get(place, []))]
        if words:
            lines += _wrapped(f"{place.ljust(margin)}  ", words, width)
    for area in scene.areas:
        inside = [described(thing) for (thing,) in view.rows(area)]
        lines += _wrapped(f"{area}: ", inside, width) if inside else []
    return lines


def with_marks(thing: str, marks: Mapping[str, list[Mark]]) -> str:
    """Return a thing with the texts of its marks in parentheses."""
    return f"{thing} ({', '.join(mark.text for mark in marks[thing])})" if thing in marks else thing


def _by_type(task: Task, view: StateView, width: int) -> list[str]:
    """Return the lines of facts that may change, grouped by the type of their first object."""
    words: dict[str, list[str]] = {}
    lines = []
    for name, row, value in view.changing():
        if row:
            words.setdefault(row[0], []).append(" ".join([name, *row[1:]]) + value)
        else:
            lines.append(name + value)
    kinds: dict[str, list[str]] = {}
    for item in task.typed:
        if item.object.name in words:
            kinds.setdefault(" ".join(item.types), []).append(item.object.name)
    lines.sort()
    for kind, names in kinds.items():
        margin = max(map(len, names))
        lines.append(f"{kind}:")
        for name in names:
            lines += _wrapped(f"  {name.ljust(margin)}  ", sorted(words[name]), width)
    return lines
