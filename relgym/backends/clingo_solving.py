"""A ground program solved under assumptions again and again, without the objects that clingo makes each time.

The calls are those of the package's own `Control.solve` and `Model.symbols`, which take a tenth as long again.

>>> import clingo
>>> control = clingo.Control(["--warn=none"])
>>> control.add("base", [], "{a; b}. c :- a, not b. #show c/0.")
>>> control.ground([("base", [])])
>>> program = Solving(control, [atom.literal for atom in control.symbolic_atoms if str(atom.symbol) != "c"])
>>> program.assume(0, True)
>>> [str(program.term(number)) for number in program.solve()]
['c']
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from relgym.backends.clingo_library import library
from relgym.errors import BackendError

if TYPE_CHECKING:
    from clingo import Control
    from clingo import Symbol as Term


class Solving:
    """A ground program with one answer set for every choice among the literals; all are assumed false at first."""

    def __init__(self, control: Control, literals: Sequence[int]) -> None:
        internal: Any = import_module("clingo._internal")
        self._library, self._foreign, self._check = internal._lib, internal._ffi, internal._handle_error
        new = self._foreign.new
        # The control owns what its number stands for.
        self._control = control
        self._literals = literals
        self._assumed = new("clingo_literal_t[]", [-literal for literal in literals])
        self._handle = new("clingo_solve_handle_t**")
        self._model = new("clingo_model_t**")
        self._size = new("size_t*")
        self._terms = new("clingo_symbol_t[]", 1)
        self._shown: int = self._library.clingo_show_type_shown

    def assume(self, place: int, true: bool) -> None:
        """Assume the literal at a place to be true, or false."""
        literal = self._literals[place]
        self._assumed[place] = literal if true else -literal

    def solve(self) -> Sequence[int]:
        """The numbers behind the terms that are shown; raises `BackendError` if there is no answer set."""
        lib, check, null = self._library, self._check, self._foreign.NULL
        handle = self._handle
        yielding = lib.clingo_solve_mode_yield
        size = len(self._literals)
        check(lib.clingo_control_solve(self._control._rep, yielding, self._assumed, size, null, null, handle))
        try:
            check(lib.clingo_solve_handle_model(handle[0], self._model))
            model = self._model[0]
            if not model:
                raise BackendError("clingo finds no answer set: the rules are not stratified")
            check(lib.clingo_model_symbols_size(model, self._shown, self._size))
            count: int = self._size[0]
            if count > len(self._terms):
                self._terms = self._foreign.new("clingo_symbol_t[]", 2 * count)
            check(lib.clingo_model_symbols(model, self._shown, self._terms, count))
            found: list[int] = self._foreign.unpack(self._terms, count) if count else []
        finally:
            lib.clingo_solve_handle_close(handle[0])
        return found

    def term(self, number: int) -> Term:
        """The term behind a number."""
        term: Term = library().Symbol(number)
        return term
