"""Print an array program as a function of Python over NumPy.

Nodes that nothing needs are left out, a value that is used once stands where it is used, and a name that is no longer
used is deleted, so that the memory of large arrays is soon free again.

>>> from relgym.model.arrays import ArrayConstant, ArrayGraph, Input, Op
>>> x, two = Input("state", 0, (3,), "float64"), ArrayConstant(2.0)
>>> nodes = x, two, Op("multiply", (0, 1), (3,), "float64"), Op("sqrt", (2,), (3,), "float64")
>>> print(printed(ArrayGraph(nodes, ((3,), None))).text)
def question(xp, special, constants, state, action, u):
    return (xp.sqrt(((state[0]) * 2.0)),), None
<BLANKLINE>
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

from relgym.model.arrays import ArrayConstant, ArrayGraph, Input, Op, Result, Shape
from relgym.translate.arrays.operations import INFIX, REDUCTIONS, SPECIAL, wrong_call
from relgym.tuning.arrays import WATCHED_ELEMENTS

DEPTH_LIMIT = 20
"""The largest nesting depth of expressions in a line; Python itself allows about a hundred brackets."""


@dataclass(frozen=True, slots=True)
class Printed:
    """The text of a function `question(xp, special, constants, state, action, u)`, and its `constants`.

    It gives the values of some functions as arrays, and where they are not to be trusted: something that was computed
    has no value. `state`, `action` and `u` are arrays, all with the axis of the copies before the others, if there are
    copies. `largest` and `elements` tell how large the arrays are for each copy. Where it is `quiet` all numbers on the
    way are finite, so that NumPy has nothing to warn of.
    """

    text: str
    constants: tuple[Any, ...]
    largest: int
    elements: int
    quiet: bool


@dataclass(frozen=True, slots=True)
class _ArrayText:
    """An expression: the names in it, and how deep it is nested."""

    text: str
    names: frozenset[str] = frozenset()
    depth: int = 0


def printed(graph: ArrayGraph) -> Printed:
    """Print a program.

    Returns:
        The text of a function, and the constants that it is called with.
    """
    return _Printer(graph).program()


class _Printer:
    """Prints the nodes of one program."""

    def __init__(self, graph: ArrayGraph) -> None:
        self._graph = graph
        self._uses = _uses(graph)
        self._texts: dict[int, _ArrayText] = {}
        self._bare: dict[int, str] = {}
        self._lines: list[tuple[str, _ArrayText]] = []
        self._constants: dict[int, str] = {}

    def program(self) -> Printed:
        """Print the whole program."""
        nodes = self._graph.nodes
        computed = [number for number in sorted(self._uses) if isinstance(nodes[number], Op)]
        sizes = [prod(size or 1 for size in nodes[number].shape) for number in computed]
        for number in sorted(self._uses):
            self._texts[number] = self._placed(number)
        result = self._result(self._graph.result, outermost=True)
        largest = max(sizes, default=1)
        watch = ["    look()"] if largest >= WATCHED_ELEMENTS else []
        sized = any(isinstance(node := nodes[number], Op) and _names_size(node) for number in computed)
        constants = "".join(f"{name}, " for name in self._constants.values()).strip()
        lines = [
            "def question(xp, special, constants, state, action, u):",
            *([f"    ({constants}) = constants"] if constants else []),
            *(["    n = u.shape[0]"] if sized else []),
            *(text for line in _with_deletions(self._lines, result.names) for text in [*watch, f"    {line}"]),
            f"    return {result.text}",
            "",
        ]
        values = (nodes[number] for number in self._constants)
        return Printed(
            "\n".join(lines),
            tuple(node.value for node in values if isinstance(node, ArrayConstant)),
            largest,
            sum(sizes),
            self._graph.finite,
        )

    def _placed(self, number: int) -> _ArrayText:
        """Return the expression of a node where it is used, or the name of a line."""
        node = self._graph.nodes[number]
        match node:
            case ArrayConstant(value) if type(value) in (bool, int, float):
                # In brackets: a sign before a name binds less than a power.
                return _ArrayText(repr(value) if value >= 0 else f"({value!r})")
            case ArrayConstant():
                name = self._constants[number] = f"c{len(self._constants) + 1}"
                return _ArrayText(name)
            case Input("u"):
                return _ArrayText("u")
            case Input(name, position):
                whole = _ArrayText(f"{name}[{position}]")
            case Op():
                whole = self._applied(node)
                if _is_view(node):
                    return whole
        if self._uses[number] == 1 and whole.depth < DEPTH_LIMIT and number not in self._graph.eager:
            self._bare[number] = whole.text
            return _ArrayText(f"({whole.text})", whole.names, whole.depth + 1)
        name = f"v{len(self._lines) + 1}"
        self._lines.append((name, whole))
        return _ArrayText(name, frozenset({name}))

    def _applied(self, op: Op) -> _ArrayText:
        """The expression of an operation."""
        inputs = [self._texts[number] for number in op.inputs]
        texts = [part.text for part in inputs]
        if op.name == "scatter_add" and not self._is_owned(op.inputs[0]):
            # The function of the runtime adds into its first argument.
            texts[0] = f"{texts[0]}.copy()"
        names = frozenset().union(*(part.names for part in inputs))
        return _ArrayText(expression(op, texts), names, max((part.depth for part in inputs), default=0))

    def _is_owned(self, number: int) -> bool:
        """Tell whether a node is an array of its own that nothing else uses."""
        node = self._graph.nodes[number]
        return isinstance(node, Op) and node.name in INFIX and self._uses[number] == 1

    def _result(self, result: Result, *, outermost: bool = False) -> _ArrayText:
        if result is None:
            return _ArrayText("None")
        if isinstance(result, tuple):
            parts = [self._result(part) for part in result]
            names = frozenset().union(*(part.names for part in parts))
            joined = ", ".join(part.text for part in parts) + "," * (len(parts) == 1)
            return _ArrayText(joined if outermost else f"({joined})", names)
        text = self._texts[result]
        return _ArrayText(self._bare.get(result, text.text), text.names)


def _uses(graph: ArrayGraph) -> Counter[int]:
    """Count how often each node that is needed is printed; a view is printed wherever it is used."""
    uses = Counter(graph.returned())
    for number in range(len(graph.nodes) - 1, -1, -1):
        count = uses[number]
        node = graph.nodes[number]
        for each in node.inputs if count else ():
            uses[each] += count if isinstance(node, Op) and _is_view(node) else 1
    return +uses


def _is_view(op: Op) -> bool:
    """Tell whether an operation is printed where it is used, since a line for it would cost more."""
    return op.name in ("expand_dims", "copies")


def _names_size(op: Op) -> bool:
    """Tell whether the expression of an operation has the number of copies."""
    return op.name == "copies" or (op.name in ("reshape", "broadcast_to") and None in op.shape)


def _with_deletions(lines: Sequence[tuple[str, _ArrayText]], last: frozenset[str]) -> list[str]:
    """The lines; each is followed by the deletion of the names that are not used again."""
    kept = set(last)
    backwards = []
    for name, whole in reversed(lines):
        ended = sorted(whole.names - kept)
        kept.update(ended)
        backwards += [f"del {', '.join(ended)}"] if ended else []
        backwards.append(f"{name} = {whole.text}")
    return backwards[::-1]


def expression(op: Op, inputs: Sequence[str]) -> str:
    """Return the expression of an operation over the expressions of its inputs."""
    name, attributes = op.name, op.attributes
    listed = ", ".join(inputs)
    if name in INFIX:
        return f"{inputs[0]} {INFIX[name][0]} {inputs[1]}"
    if name in SPECIAL:
        return f"special.{name}({listed})"
    if name in REDUCTIONS:
        axis, dtype = attributes
        return f"xp.{REDUCTIONS[name]}.reduce({listed}, {axis}{f', xp.{dtype}' if dtype else ''})"
    kind, _, function = name.partition(":")
    match kind:
        case "quantile":
            return f"{function}_(xp, special, {listed})"
        case "wrong":
            return f"{wrong_call(function)}(xp, {listed})"
        case "rows":
            call, shape, owns, outer = attributes
            arguments = ", ".join(f"({text}, {axes})" for text, axes in zip(inputs, owns, strict=True))
            return f"rows_({call}, {shape}, [{arguments}], {outer})"
        case "einsum":
            return f"xp.einsum('{attributes[0]}', {listed}, optimize=True)"
        case "gather":
            array, *places = inputs
            return f"{array}[{', '.join(places)}]"
        case "slice":
            start, end = attributes
            lead = ":, " * (len(op.shape) - 1)
            return f"{inputs[0]}[{lead}{start}:{'' if end is None else end}]"
    template = _TEMPLATES.get(name)
    return template(*inputs, *attributes) if template else f"xp.{name}({', '.join(map(str, [*inputs, *attributes]))})"


def _index(array: str, *index: Any) -> str:
    return f"{array}[{', '.join(map(str, index))}]"


_TEMPLATES: Mapping[str, Callable[..., str]] = {
    "negative": "-{}".format,
    "asarray": "xp.asarray({}, dtype=xp.{})".format,
    "astype": "{}.astype(xp.{})".format,
    "view": "{}.view(xp.{})".format,
    "put": "chosen({}, {}, {})".format,
    "if_else": "{1} if {0} else {2}".format,
    "or": "{} or {}".format,
    "is_infinite": "not isfinite_({})".format,
    "float": "float({})".format,
    "standard_normal": "standard_normal(xp, special, {})".format,
    "index": _index,
    "expand_dims": _index,
    "take": lambda array, places, axis=None: f"{array}.take({places}{'' if axis is None else f', axis={axis}'})",
    # Methods are up to four times as fast as functions.
    "reshape": lambda array, shape: f"{array}.reshape({_shape(shape)})",
    "broadcast_to": lambda array, shape: f"xp.broadcast_to({array}, {_shape(shape)})",
    "transpose": "{}.transpose({})".format,
    "ravel": "{}.ravel()".format,
    "argmin": "{}.argmin({})".format,
    "argmax": "{}.argmax({})".format,
    "searchsorted": "{}.searchsorted({}, '{}')".format,
    "dot": "{}.dot({})".format,
    "bounded_dot": "{}.dot({})".format,
    "det": "xp.linalg.det({})".format,
    "rows_values": "{}[0]".format,
    "rows_failed": "{}[1]".format,
    "scatter_add": "added({}, {}, {})".format,
    "copies": "xp.arange(n)".format,
}
"""The expressions of operations that are not just functions of NumPy, over their inputs and attributes."""


def _shape(sizes: Shape) -> str:
    return str(sizes).replace("None", "n")
