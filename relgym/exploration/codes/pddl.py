"""States of PDDL as words: a bit for each reachable atom, then the numbers that may matter.

Accumulators such as action costs are left out: states that differ in them alone are one.

>>> import relgym
>>> domain, problem = roads("a b", "a b", goal="b")
>>> reasoner = relgym.PDDLReasoner(relgym.load(domain, problem))
>>> code = PDDLCode(reasoner, [("at", (0,)), ("at", (1,))])
>>> row = code.packed([reasoner.initial_state])
>>> row.tolist(), code.state(row[0]) == reasoner.initial_state
([[1]], True)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np

from relgym.exploration.codes.code import NUMBER_WORDS, number_of, number_words, packed_bits, unpacked_bits, words_of
from relgym.exploration.table import Rows
from relgym.model.effects import UPDATE_KINDS
from relgym.model.pddl.state import State, trimmed
from relgym.model.pddl.vocabulary import Key
from relgym.reasoning.pddl.reasoner import PDDLReasoner
from relgym.translate.program.accumulators import accumulators, changing_functions


class PDDLCode:
    """Writes states of one task as rows of words.

    Attributes:
        atoms: The atoms by their bits.
        fluents: The numeric fluents by their places behind the bits.
        width: The number of words.
    """

    def __init__(self, reasoner: PDDLReasoner, atoms: Sequence[Key]) -> None:
        """`atoms` are all atoms within reach, in an order that is the same in every process."""
        self.atoms = tuple(atoms)
        self.fluents = tuple(sorted(_fluents(reasoner)))
        self._words = words_of(len(self.atoms))
        self.width = max(1, self._words + NUMBER_WORDS * len(self.fluents))
        vocabulary = self._vocabulary = reasoner.vocabulary
        self._bits = np.array([vocabulary.atom(*key) for key in self.atoms], np.intp)
        self._places = [vocabulary.fluent(*key) for key in self.fluents]
        self._start = reasoner.initial_state

    def atom_texts(self) -> list[str]:
        """Return the atoms in PDDL, by their bits."""
        forms = self._vocabulary.forms
        return [forms.text(key) for key in self.atoms]

    def packed(self, states: Sequence[State]) -> Rows:
        """Return the rows of states."""
        rows = np.zeros((len(states), self.width), np.uint64)
        octets = -(-len(self._vocabulary.atoms) // 8)
        if self.atoms:
            data = b"".join([state.bits.to_bytes(octets, "little") for state in states])
            every = np.frombuffer(data, np.uint8).reshape(len(states), octets)
            truths = np.unpackbits(every, axis=1, bitorder="little")
            rows[:, : self._words] = packed_bits(truths[:, self._bits])
        if self.fluents:
            numbers = rows.view(np.int64)
            for number, state in enumerate(states):
                numbers[number, self._words :] = [
                    word for place in self._places for word in number_words(_value(state, place))
                ]
        return rows

    def state(self, row: Rows) -> State:
        """Return the state of a row; its accumulators are those of the start."""
        truths = unpacked_bits(row[None], len(self.atoms))[0]
        bits = sum(1 << int(bit) for bit in self._bits[truths.nonzero()[0]])
        if not self.fluents:
            return State(self._vocabulary, bits, self._start.values)
        values = [*self._start.values]
        words = row[self._words :].view(np.int64).tolist()
        for number, place in enumerate(self._places):
            values.extend([None] * (place + 1 - len(values)))
            values[place] = number_of(*words[NUMBER_WORDS * number : NUMBER_WORDS * (number + 1)])
        return State(self._vocabulary, bits, trimmed(values))


def _value(state: State, place: int) -> int | float | None:
    return state.values[place] if place < len(state.values) else None  # type: ignore[return-value]


def _fluents(reasoner: PDDLReasoner) -> Iterator[Key]:
    """Yield the numeric fluents that are no accumulators and may have a value: at the start, or when assigned."""
    translation, task = reasoner.translation, reasoner.task
    names = changing_functions(translation) - accumulators(translation)
    keys = {key for outcome in reasoner.starts() for key, _ in outcome.state.own_values() if key[0] in names}
    for schema in translation.schemas:
        for _, part in schema.effect.parts():
            for update in part.updates:
                name = update.fluent.function
                if name in names and UPDATE_KINDS[update.operator] == "=":
                    ranges = [sorted(task.ranged(each.types)) for each in task.functions[name].parameters]
                    keys |= {(name, row) for row in product(*ranges)}
    yield from keys
