"""States as parts of JSON lines, made fast: most of the time of a recording goes into them.

>>> from relgym.model.pddl.vocabulary import Vocabulary
>>> from relgym.model.terms import Object
>>> own = Vocabulary((Object("a"), Object("b")))
>>> state = State(own, 1 << own.atom("on", (0, 1)) | 1 << own.atom("clear", (0,)))
>>> StateTexts().of(state)
'"atoms": ["(clear a)", "(on a b)"], "fluents": {}'
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

from relgym.caching import Cache
from relgym.model import portable
from relgym.model.bits import bits_of
from relgym.model.pddl.state import State
from relgym.model.pddl.vocabulary import Values, Vocabulary
from relgym.model.rddl.equations import Equations, cell_name
from relgym.model.rddl.expressions import NUMBERS
from relgym.model.rddl.state import RDDLState
from relgym.model.terms import Object
from relgym.tuning.data import STATE_TEXTS_LIMIT


class StateTexts:
    """The texts of states of one vocabulary after another, each the same as `json.dumps` makes of `State.to_json`."""

    def __init__(self) -> None:
        self._vocabulary: Vocabulary | None = None
        self._known: Cache[tuple[int, Values], str] = Cache(STATE_TEXTS_LIMIT)
        self._atoms: list[str] = []
        self._plain = True

    def of(self, state: State) -> str:
        """Return the keys and values of a state's JSON form, without braces."""
        if state.vocabulary is not self._vocabulary:
            self._vocabulary, self._atoms, self._plain = state.vocabulary, [], True
            self._known = Cache(STATE_TEXTS_LIMIT)
        key = state.bits, state.values
        text = self._known.get(key)
        if text is None:
            text = self._known.keep(key, self._made(state))
        return text

    def _made(self, state: State) -> str:
        forms = state.vocabulary.forms
        for key in state.vocabulary.atoms[len(self._atoms) :]:
            text = forms.text(key)
            self._atoms.append(text)
            self._plain = self._plain and json.dumps(text) == f'"{text}"'
        atoms = self._atoms
        texts = sorted([atoms[bit] for bit in bits_of(state.bits)])
        quoted = '"' + '", "'.join(texts) + '"' if texts and self._plain else json.dumps(texts)[1:-1]
        numbers = {forms.text(key): portable.written(value) for key, value in state.own_values()}
        fluents = json.dumps(numbers, sort_keys=True) if numbers else "{}"
        return f'"atoms": [{quoted}], "fluents": {fluents}'


class CellTexts:
    """The texts of states of one RDDL instance, each the same as `json.dumps` makes of `RDDLState.to_json`.

    Args:
        program: The equations of the instance.
    """

    def __init__(self, program: Equations) -> None:
        names: list[str] = []
        self._writers: list[Callable[[Any], str]] = []
        for function in program.states:
            rows = product(*(program.types[of] for of in function.parameters))
            names += [cell_name(function.name, row) for row in rows]
            items = None if function.range in NUMBERS else program.types[function.range]
            self._writers.append(_writer(function.range, items))
        self._order = sorted(range(len(names)), key=names.__getitem__)
        self._keys = [f"{json.dumps(names[place])}: " for place in self._order]

    def of(self, state: RDDLState) -> str:
        """Return the keys and values of a state's JSON form, without braces."""
        texts: list[str] = []
        for write, values in zip(self._writers, state.values, strict=True):
            texts += map(write, values if isinstance(values, list) else (values,))
        pairs = map(str.__add__, self._keys, map(texts.__getitem__, self._order))
        return f'"fluents": {{{", ".join(pairs)}}}'


def _writer(of: str, items: Sequence[Object] | None) -> Callable[[Any], str]:
    """Return the function that writes a value of a range as JSON."""
    if items is not None:
        quoted = [json.dumps(item.name) for item in items]
        return lambda value: quoted[int(value)]
    match of:
        case "bool":
            return lambda value: "true" if value else "false"
        case "real":
            return lambda value: repr(float(value) + 0.0)
        case _:
            return lambda value: str(int(value))
