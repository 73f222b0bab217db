"""Transport of RDDL values to SWI-Prolog and back without rounding, and Python functions that Prolog calls.

Three foreign predicates in the module `relgym_rddl`: `given/1` binds a term to the values of the question, `answered/1`
takes those of the answer, `called/3` calls a function of `relgym.runtime` by its name with a list of numbers. They
read from and write to the one `Exchange` of this process; the caller holds Prolog's lock.

>>> exchange().ask.__name__
'ask'
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Generator, Mapping, Sequence
from ctypes import byref, c_char_p, c_double, c_int, c_int64, c_size_t, c_void_p
from functools import cache
from importlib import import_module
from typing import Any

from relgym.backends.swipl import library as libswipl
from relgym.backends.swipl.foreign import foreign
from relgym.errors import BackendError, SimulationError
from relgym.model.rddl.equations import Values
from relgym.resources import kb
from relgym.runtime import draws, functions, matrices
from relgym.runtime.scope import check
from relgym.translate.prolog.equations.text import LIBRARY
from relgym.translate.prolog.names import quoted

# From SWI-Prolog.h.
_ATOM, _LIST, _INTEGER = 0x01, 0x04, 0x08
_ATOM_OF_UTF8 = 2 | 0x00100000
_INT64_BOUND = 2**63

_DIGITS = 4000
"""A number of digits that Python reads at once."""

Put = Callable[[int, Any], int]
"""Makes a value what a term is; 0 where Prolog has no room for it, and nothing of Prolog may be called then."""

Get = Callable[[int], Any]
"""The value that a term is."""


def _of_list(function: Callable[..., Any]) -> Callable[[Sequence[float]], float]:
    return lambda numbers: function(numbers[1:], numbers[0]) + 1


def _missing(numbers: Sequence[float]) -> float:
    """Return the probability that is missing to 1."""
    return draws.completed([*numbers, 0], len(numbers))[-1]


def _entry(function: Callable[..., Any]) -> Callable[[Sequence[float]], float]:
    """An entry of what a function makes of a matrix: its size, the row and the column come before its entries."""
    return lambda numbers: float(function(_rows(numbers[0], numbers[3:]))[int(numbers[1]) - 1][int(numbers[2]) - 1])


def _rows(size: float, entries: Sequence[float]) -> list[list[float]]:
    side = int(size)
    return [list(entries[start : start + side]) for start in range(0, side * side, side)]


def _whole(text: bytes) -> int:
    """Return the whole number in a text of any length; Python reads only so many digits at once.

    >>> _whole(b"-12") == -12, _whole(b"7" * 9000) == (10**9000 - 1) // 9 * 7
    (True, True)
    """
    digits = text.removeprefix(b"-")
    number = 0
    for start in range(0, len(digits), _DIGITS):
        part = digits[start : start + _DIGITS]
        number = number * 10 ** len(part) + int(part)
    return -number if len(digits) < len(text) else number


def _of_numbers(function: Callable[..., Any]) -> Callable[[Sequence[float]], float]:
    return lambda numbers: function(*numbers)


class NoRoom(Exception):
    """Prolog has no room for a term.

    Its own error is pending then, and a further call of Prolog would end the process with "failed to recover from
    stack-overflow". So the foreign predicate fails at once, and Prolog raises its error.
    """


COMPUTED: Mapping[str, Callable[[Sequence[float]], float]] = {
    **{name: _of_numbers(function) for name, function in (*functions.CALLS.items(), *draws.QUANTILES.items())},
    **{name: _entry(matrices.CALLS[name]) for name in ("inverse", "pinverse", "cholesky")},
    "det": lambda numbers: matrices.det(_rows(numbers[0], numbers[1:])),
    "discrete": _of_list(draws.discrete),
    "unnormalised": _of_list(draws.unnormalised),
    "missing": _missing,
}
"""Functions of a list of numbers that Prolog may call in Python, by name."""


class Exchange:
    """Hands values over; `ask` runs a question."""

    def __init__(self, handle: int) -> None:
        library = ctypes.PyDLL(None, handle=handle)

        def function(name: str, *arguments: Any, result: Any = c_int) -> Any:
            loaded = library[name]
            loaded.restype, loaded.argtypes = result, arguments
            return loaded

        def bare(name: str) -> Any:
            # Without the types of its arguments, which are handles that fit a C int: see libswipl.
            loaded = library[name]
            loaded.restype = c_int
            return loaded

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
            foreign(library, LIBRARY, "given", 1, self._unbroken(self._guarded(self._give))),
            foreign(library, LIBRARY, "answered", 1, self._unbroken(self._guarded(self._take))),
            foreign(library, LIBRARY, "called", 3, self._guarded(self._compute)),
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
            try:
                raise error
            finally:
                # Or the values would stay in memory with the error, in a cycle.
                del error, given
        if reason:
            raise SimulationError(reason)
        return self._answer

    # -- how values go in --------------------------------------------------------------------

    def put_int(self, term: int, value: Any) -> int:
        if -_INT64_BOUND <= value < _INT64_BOUND:
            done: int = self._put_int64(term, value)
        else:
            # Python writes only so many digits in base 10.
            done = self._put_number(hex(value).encode(), term)
        return done

    def put_item(self, term: int, value: Any) -> int:
        done: int = self._put_int64(term, value + 1)
        return done

    def put_codes(self, term: int, values: Any) -> int:
        """Truth values as a list."""
        done: int = self._put_codes(term, len(values), bytes(values))
        return done

    def put_items(self, term: int, values: Any) -> int:
        """Items of a small type as a list."""
        done: int = self._put_codes(term, len(values), bytes([value + 1 for value in values]))
        return done

    def put_all(self, put: Put) -> Put:
        """Numbers as a vector."""

        def put_vector(term: int, values: Any) -> int:
            size = len(values)
            start = self._new_terms(size or 1)
            if not start:
                return 0
            for index, value in enumerate(values, start):
                if not put(index, value):
                    return 0
            done: int = self._cons(term, self._functor(b"v", size), start)
            return done

        return put_vector

    # -- and how they come out ---------------------------------------------------------------

    def get_float(self, term: int) -> float:
        if not self._get_float(term, self._float_at):
            raise OverflowError("a number is too large")
        return self._float.value

    def get_int(self, term: int) -> int:
        if self._get_int64(term, self._int64_at):
            return self._int64.value
        return _whole(self._text_of(term, _INTEGER))

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
            argument = new_terms(1) or _no_room()
            values = []
            for place in places:
                if not get_arg(place, term, argument):
                    raise ValueError("it is not a vector of this size")
                values.append(get(argument))
            return values

        return get_vector

    # -- what Prolog calls -------------------------------------------------------------------

    def _guarded(self, body: Callable[..., Any]) -> Callable[..., int]:
        """Wrap a function so that its errors become Prolog errors."""

        def called(*terms: int) -> int:
            try:
                body(*terms)
            except NoRoom:
                # The error that is pending says so, too, but not in the terms of RDDL.
                self._error = self._too_large()
                return 0
            except (ArithmeticError, ValueError) as error:
                return self._fault(str(error))
            except BaseException as error:
                # It cannot pass through Prolog; `ask` raises it.
                self._error = error
                return self._fault("interrupted")
            return 1

        return called

    def _unbroken(self, called: Callable[[int], int]) -> Callable[[int], int]:
        """Wrap a function of one term so that no signal ends it before its first line, where nothing is tried yet."""
        calls = self._calls(called)
        next(calls)
        return calls.send

    def _calls(self, called: Callable[[int], int]) -> Generator[int, int, None]:
        # As `Signals`.
        answer = 0
        while True:
            try:
                while True:
                    term = yield answer
                    answer = called(term)
            except GeneratorExit:
                return
            except BaseException as error:
                self._error = error
                answer = 0

    def _too_large(self) -> BackendError:
        """The error that says what Prolog has no room for."""
        numbers = sum(len(values) for values in self._given if isinstance(values, list))
        return BackendError(
            f"SWI-Prolog has no room for the {numbers:,} numbers of this question",
            expected="values and draws that fit into its stacks, a quarter of the memory of a call",
            hint="raise memory: Limits(memory=...), or --memory MB on the command line; or take the engine builtin",
        )

    def _fault(self, reason: str) -> int:
        terms: int = self._new_terms(2)
        text = reason.encode()
        if (
            terms
            and self._put_text(terms, _ATOM_OF_UTF8, len(text), text)
            and self._cons(terms + 1, self._functor(b"fault", 1), terms)
        ):
            self._raise(terms + 1)
        elif self._error is None:
            self._error = SimulationError(reason)
        return 0

    def _give(self, term: int) -> None:
        puts = self._puts
        whole = place = self._new_terms(len(puts) + 1) or _no_room()
        for put, value in zip(puts, self._given, strict=True):
            place += 1
            if not put(place, value):
                raise NoRoom
        if not (self._cons(whole, self._functor(b"given", len(puts)), whole + 1) and self._unify(term, whole)):
            raise NoRoom

    def _take(self, term: int) -> None:
        gets = self._gets
        argument, get_arg = self._new_terms(1) or _no_room(), self._get_arg
        answer = self._answer
        for index, get in enumerate(gets, 1):
            if not get_arg(index, term, argument):
                raise ValueError("the answer has too few values")
            answer.append(get(argument))

    def _compute(self, name: int, numbers: int, target: int) -> None:
        function = COMPUTED[self._text_of(name, _ATOM).decode()]
        result = function(self._numbers(numbers))
        # The target is a variable, so that it takes any number that there is room for.
        if isinstance(result, float):
            # Prolog itself would go on with an infinite number of a matrix.
            check(result)
            done = self._unify_float(target, result)
        else:
            number = self._new_terms(1) or _no_room()
            done = self.put_int(number, int(result)) and self._unify(target, number)
        if not done:
            raise NoRoom

    def _numbers(self, term: int) -> list[float]:
        rest, head = self._copy(term) or _no_room(), self._new_terms(1) or _no_room()
        numbers: list[float] = []
        while self._get_list(rest, head, rest):
            numbers.append(self.get_int(head) if self._is_integer(head) else self.get_float(head))
        return numbers

    def _text_of(self, term: int, kind: int) -> bytes:
        if not self._get_text(term, byref(self._length), byref(self._text), kind):
            raise ValueError("it is not a number")
        return ctypes.string_at(self._text.value or 0, self._length.value)

    def _functor(self, name: bytes, arity: int) -> int:
        functor = self._functors.get((name, arity))
        if functor is None:
            functor = self._functors[name, arity] = self._new_functor(self._new_atom(name), arity)
        return functor


def _no_room() -> int:
    raise NoRoom


@cache
def exchange() -> Exchange:
    """The exchange of this process; raises `MissingEngine` if SWI-Prolog is not installed."""
    prolog = libswipl.start()
    with prolog.lock:
        prolog.run(f"load_files({quoted(str(kb('prolog', 'rddl.pl')))}, [silent(true)])")
        core: Any = import_module("pyswip.core")
        return Exchange(core._lib._handle)
