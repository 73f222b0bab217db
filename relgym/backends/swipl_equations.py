"""Values of RDDL on their way into SWI-Prolog and back, to the last bit; and functions of Python that Prolog calls.

Three foreign predicates in the module `relgym_rddl`: `given/1` binds a term to the values of the question, `answered/1`
takes those of the answer, `computed/3` calls a function of `relgym.rddl` by its name with a list of numbers. They look
for what to give, and leave what they take, in the one `Exchange` of this process: whoever asks holds Prolog's lock.

>>> exchange().ask.__name__
'ask'
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping, Sequence
from ctypes import byref, c_char_p, c_double, c_int, c_int64, c_size_t, c_void_p
from functools import cache
from importlib import import_module
from typing import Any

from relgym.backends import libswipl
from relgym.backends.swipl_foreign import foreign
from relgym.errors import SimulationError
from relgym.model.equations import Values
from relgym.rddl import draws, functions, matrices
from relgym.resources import kb
from relgym.translate.prolog_equations_text import LIBRARY
from relgym.translate.prolog_names import quoted

# From SWI-Prolog.h.
_ATOM, _LIST, _INTEGER = 0x01, 0x04, 0x08
_ATOM_OF_UTF8 = 2 | 0x00100000
_LARGEST = 2**63

Put = Callable[[int, Any], None]
"""Makes a value what a term is."""

Get = Callable[[int], Any]
"""The value that a term is."""


def _of_list(function: Callable[..., Any]) -> Callable[[Sequence[float]], float]:
    return lambda numbers: function(numbers[1:], numbers[0]) + 1


def _missing(numbers: Sequence[float]) -> float:
    """What probabilities leave to 1."""
    return draws.completed([*numbers, 0], len(numbers))[-1]


def _entry(function: Callable[..., Any]) -> Callable[[Sequence[float]], float]:
    """An entry of what a function makes of a matrix: its size, the row and the column come before its entries."""
    return lambda numbers: float(function(_rows(numbers[0], numbers[3:]))[int(numbers[1]) - 1][int(numbers[2]) - 1])


def _rows(size: float, entries: Sequence[float]) -> list[list[float]]:
    side = int(size)
    return [list(entries[start : start + side]) for start in range(0, side * side, side)]


def _of_numbers(function: Callable[..., Any]) -> Callable[[Sequence[float]], float]:
    return lambda numbers: function(*numbers)


COMPUTED: Mapping[str, Callable[[Sequence[float]], float]] = {
    **{name: _of_numbers(function) for name, function in (*functions.CALLS.items(), *draws.QUANTILES.items())},
    **{name: _entry(matrices.CALLS[name]) for name in ("inverse", "pinverse", "cholesky")},
    "det": lambda numbers: matrices.det(_rows(numbers[0], numbers[1:])),
    "discrete": _of_list(draws.discrete),
    "unnormalised": _of_list(draws.unnormalised),
    "missing": _missing,
}
"""What Prolog may leave to Python, by name: functions of a list of numbers."""


class Exchange:
    """Hands values over; `ask` runs a question."""

    def __init__(self, handle: int) -> None:
        library = ctypes.PyDLL(None, handle=handle)

        def function(name: str, *arguments: Any, result: Any = c_int) -> Any:
            found = library[name]
            found.restype, found.argtypes = result, arguments
            return found

        def bare(name: str) -> Any:
            # Without the types of its arguments, which are handles that fit a C int: see libswipl.
            found = library[name]
            found.restype = c_int
            return found

        self._new_terms = bare("PL_new_term_refs")
        self.put_float: Put = function("PL_put_float", c_int, c_double)
        self._put_int64 = function("PL_put_int64", c_int, c_int64)
        self._put_codes = function("PL_put_list_ncodes", c_int, c_size_t, c_char_p)
        self._put_text = function("PL_put_chars", c_size_t, c_int, c_size_t, c_char_p)
        self._put_number = function("PL_chars_to_term", c_char_p, c_size_t)
        self._cons = function("PL_cons_functor_v", c_size_t, c_size_t, c_size_t)
        self._unify, self._unify_float = bare("PL_unify"), function("PL_unify_float", c_size_t, c_double)
        self._get_arg, self._get_list = bare("PL_get_arg"), bare("PL_get_list")
        self._get_float, self._get_int64 = bare("PL_get_float"), bare("PL_get_int64")
        self._get_text = function("PL_get_nchars", c_size_t, c_void_p, c_void_p, c_int)
        self._is_integer = bare("PL_is_integer")
        self._copy = function("PL_copy_term_ref", c_size_t, result=c_size_t)
        self._raise = function("PL_raise_exception", c_size_t)
        self._new_atom = function("PL_new_atom", c_char_p, result=c_size_t)
        self._new_functor = function("PL_new_functor", c_size_t, c_size_t, result=c_size_t)
        self._functors: dict[tuple[bytes, int], int] = {}
        self._float, self._int64 = c_double(), c_int64()
        self._float_at, self._int64_at = byref(self._float), byref(self._int64)
        self._length, self._text = c_size_t(), c_void_p()
        self._puts: Sequence[Put] = ()
        self._given: Sequence[Values] = ()
        self._gets: Sequence[Get] = ()
        self._answer: list[Values] = []
        self._error: BaseException | None = None
        self._registered = [
            foreign(library, LIBRARY, "given", 1, self._guarded(self._give)),
            foreign(library, LIBRARY, "answered", 1, self._guarded(self._take)),
            foreign(library, LIBRARY, "computed", 3, self._guarded(self._compute)),
        ]

    def ask(
        self,
        asked: Callable[[], str],
        puts: Sequence[Put],
        given: Sequence[Values],
        gets: Sequence[Get],
    ) -> list[Values]:
        """The values that a question leaves; `asked` asks it, and gives the reason why there are none, if so."""
        self._puts, self._given, self._gets, self._answer = puts, given, gets, []
        try:
            reason = asked()
        except Exception:
            if self._error is None:
                raise
            reason = ""
        finally:
            error, self._error, self._given = self._error, None, ()
        if error is not None:
            raise error
        if reason:
            raise SimulationError(reason)
        return self._answer

    # -- how values go in --------------------------------------------------------------------

    def put_int(self, term: int, value: Any) -> None:
        if -_LARGEST <= value < _LARGEST:
            self._put_int64(term, value)
        else:
            self._put_number(str(value).encode(), term)

    def put_item(self, term: int, value: Any) -> None:
        self._put_int64(term, value + 1)

    def put_codes(self, term: int, values: Any) -> None:
        """Truth values as a list."""
        self._put_codes(term, len(values), bytes(values))

    def put_items(self, term: int, values: Any) -> None:
        """Items of a small type as a list."""
        self._put_codes(term, len(values), bytes([value + 1 for value in values]))

    def put_all(self, put: Put) -> Put:
        """Numbers as a vector."""

        def put_vector(term: int, values: Any) -> None:
            size = len(values)
            start = self._new_terms(size or 1)
            for place, value in enumerate(values, start):
                put(place, value)
            self._cons(term, self._functor(b"v", size), start)

        return put_vector

    # -- and how they come out ---------------------------------------------------------------

    def get_float(self, term: int) -> float:
        if not self._get_float(term, self._float_at):
            raise OverflowError("a number is too large")
        return self._float.value

    def get_int(self, term: int) -> int:
        if self._get_int64(term, self._int64_at):
            return self._int64.value
        return int(self._text_of(term, _INTEGER))

    def get_bool(self, term: int) -> bool:
        return self.get_int(term) == 1

    def get_item(self, term: int) -> int:
        return self.get_int(term) - 1

    def get_bools(self, term: int) -> list[bool]:
        return list(map(bool, self._text_of(term, _LIST)))

    def get_items(self, term: int) -> list[int]:
        return [code - 1 for code in self._text_of(term, _LIST)]

    def get_all(self, get: Get, size: int) -> Get:
        """The numbers of a vector."""

        places, get_arg, new_terms = range(1, size + 1), self._get_arg, self._new_terms

        def get_vector(term: int) -> list[Any]:
            argument = new_terms(1)
            values = []
            for place in places:
                get_arg(place, term, argument)
                values.append(get(argument))
            return values

        return get_vector

    # -- what Prolog calls -------------------------------------------------------------------

    def _guarded(self, body: Callable[..., Any]) -> Callable[..., int]:
        """A function that says of what goes wrong in another as Prolog does."""

        def called(*terms: int) -> int:
            try:
                body(*terms)
            except (ArithmeticError, ValueError) as error:
                return self._fault(str(error))
            except BaseException as error:
                # It cannot pass through Prolog; `ask` raises it.
                self._error = error
                return self._fault("interrupted")
            return 1

        return called

    def _fault(self, reason: str) -> int:
        terms: int = self._new_terms(2)
        text = reason.encode()
        self._put_text(terms, _ATOM_OF_UTF8, len(text), text)
        self._cons(terms + 1, self._functor(b"fault", 1), terms)
        raised: int = self._raise(terms + 1)
        return raised

    def _give(self, term: int) -> None:
        puts = self._puts
        whole = self._new_terms(len(puts) + 1)
        place = whole
        for put, value in zip(puts, self._given, strict=True):
            place += 1
            put(place, value)
        self._cons(whole, self._functor(b"given", len(puts)), whole + 1)
        self._unify(term, whole)

    def _take(self, term: int) -> None:
        gets = self._gets
        argument, get_arg = self._new_terms(1), self._get_arg
        answer = self._answer
        for place, get in enumerate(gets, 1):
            get_arg(place, term, argument)
            answer.append(get(argument))

    def _compute(self, name: int, numbers: int, target: int) -> None:
        function = COMPUTED[self._text_of(name, _ATOM).decode()]
        found = function(self._numbers(numbers))
        if isinstance(found, float):
            self._unify_float(target, found)
            return
        term = self._new_terms(1)
        self.put_int(term, int(found))
        self._unify(target, term)

    def _numbers(self, term: int) -> list[float]:
        rest, head = self._copy(term), self._new_terms(1)
        found: list[float] = []
        while self._get_list(rest, head, rest):
            found.append(self.get_int(head) if self._is_integer(head) else self.get_float(head))
        return found

    def _text_of(self, term: int, kind: int) -> bytes:
        if not self._get_text(term, byref(self._length), byref(self._text), kind):
            raise ValueError("it is not a number")
        return ctypes.string_at(self._text.value or 0, self._length.value)

    def _functor(self, name: bytes, arity: int) -> int:
        found = self._functors.get((name, arity))
        if found is None:
            found = self._functors[name, arity] = self._new_functor(self._new_atom(name), arity)
        return found


@cache
def exchange() -> Exchange:
    """The exchange of this process; raises `MissingEngine` if SWI-Prolog is not installed."""
    prolog = libswipl.start()
    with prolog.lock:
        prolog.run(f"load_files({quoted(str(kb('prolog', 'rddl.pl')))}, [silent(true)])")
        core: Any = import_module("pyswip.core")
        return Exchange(core._lib._handle)
