"""SWI-Prolog inside this process: libswipl, found and started by pyswip, called through ctypes.

pyswip's own queries cost tens of microseconds for each answer. Here every call hands one list of
character codes to a predicate and takes one back, which costs two microseconds and little more for
each code. There is one Prolog per process, shared by all: a lock lets one thread in at a time.

>>> prolog = start()
>>> with prolog.lock:
...     prolog.call(prolog.predicate("version", "relgym"), b"", 1.0).count(".")
2
"""

from __future__ import annotations

import atexit
import ctypes
import os
import threading
from collections.abc import Callable
from ctypes import byref, c_char_p, c_int, c_size_t, c_void_p, c_wchar_p
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol

from relgym.backends.swipl.foreign import Signals
from relgym.backends.swipl.probe import check, probed_version
from relgym.backends.watchdog import Watchdog
from relgym.errors import BackendError, MissingEngine
from relgym.limits import Limits
from relgym.process_size import MEGABYTE
from relgym.resources import kb
from relgym.translate.prolog.names import quoted
from relgym.tuning.prolog import STACK_BYTES

LIBRARY = "pip install pyswip"

INSTALL = """install SWI-Prolog 8.2 or later:
  Debian, Ubuntu: sudo apt-get install swi-prolog-nox
  Fedora: sudo dnf install pl; Arch: sudo pacman -S swi-prolog
  macOS: brew install swi-prolog; Windows: winget install SWI-Prolog.SWI-Prolog
(the library pyswip, which finds it, came with relgym); or choose another engine: builtin needs nothing installed"""

DEFAULT = Limits()

ENGINE = "the swipl engine"

LEAST_STACK, LARGEST_STACK = 4 * 2**20, 2**40
"""Bytes of stack that a call has at least, and at most."""

# From SWI-Prolog.h, the same in every version that pyswip accepts.
_UTF8_CODES = 15 | 0x00100000
_LIST_ON_BUFFER_STACK = 0x00000004 | 0x00010000
_NO_DEBUG_PASS_EXCEPTION = 0x0004 | 0x0010

# The number that Prolog gives to the thread that started it.
_FIRST_THREAD = 1


class PrologCall(Protocol):
    """Calls `predicate(Codes, Answer)`; see `Prolog.call`."""

    def __call__(self, predicate: c_void_p, text: bytes, seconds: float, limits: Limits = ..., /) -> str: ...


MODULE = "relgym"
"""The module of `kb/prolog/engine.pl`."""


class Prolog:
    """The one SWI-Prolog of this process; `start()` gives it."""

    def __init__(self, handle: int) -> None:
        # PyDLL keeps Python's own lock during these calls: they are short, and cheaper without giving it up.
        short = ctypes.PyDLL(None, handle=handle)
        long = ctypes.CDLL(None, handle=handle)
        # Functions are declared without their arguments' types, which saves a third of its time: frames and terms
        # are handles that count from 1, and so fit a C int, which is what ctypes makes of a bare number.
        self._open_frame = _function(short, "PL_open_foreign_frame", c_int)
        self._discard_frame = _bare(short, "PL_discard_foreign_frame", None)
        self._new_terms = _bare(short, "PL_new_term_refs", c_int)
        self._put_ascii = _bare(short, "PL_put_list_codes", c_int)
        self._mark = _bare(short, "PL_mark_string_buffers", None)
        self._release = _bare(short, "PL_release_string_buffers_from_mark", None)
        self._get_wchars = _bare(short, "PL_get_wchars", c_int)
        self._call = _bare(long, "PL_call_predicate", c_int)
        self._put_chars = _function(short, "PL_put_chars", c_int, c_size_t, c_int, c_size_t, c_char_p)
        self._put_term = _function(short, "PL_put_term", c_int, c_size_t, c_size_t)
        self._predicate = _function(short, "PL_predicate", c_void_p, c_char_p, c_int, c_char_p)
        self._exception = _function(short, "PL_exception", c_size_t, c_size_t)
        self._clear_exception = _function(short, "PL_clear_exception", None)
        self._thread_self = _function(short, "PL_thread_self", c_int)
        self._attach = _function(long, "PL_thread_attach_engine", c_int, c_void_p)
        self._destroy = _function(long, "PL_thread_destroy_engine", c_int)
        self._chars_to_term = _function(short, "PL_chars_to_term", c_int, c_char_p, c_size_t)
        self._call_term = _function(long, "PL_call", c_int, c_size_t, c_void_p)
        self._is_initialised = _function(short, "PL_is_initialised", c_int, c_void_p, c_void_p)
        self._buffers, self._answer = c_size_t(), c_wchar_p()
        self._predicates: dict[tuple[str, str], c_void_p] = {}
        self.lock = threading.RLock()
        self._threads = threading.local()
        self._guests: set[int] = set()
        self._watchdog = Watchdog(partial(self._tell, "interrupt"), partial(self._tell, "heed"))
        self._signals = Signals(short, MODULE)
        self.call = self._caller()
        """Call `predicate(Codes, Answer)` once: UTF-8 text without NUL goes in as a list of codes, one comes back.

        The caller holds `lock`. Raises `BackendError` if the predicate fails, raises, takes longer than the given
        seconds or more memory than the limits allow, and what a signal of the system raises.
        """

    def predicate(self, name: str, module: str) -> c_void_p:
        """A handle of `module:name/2` for `call`; the predicate may be defined later."""
        predicate = self._predicates.get((name, module))
        if predicate is None:
            with self.lock:
                self._enter()
                handle = self._predicate(name.encode(), 2, module.encode())
                if not handle:
                    raise BackendError(f"SWI-Prolog has no room for the predicate {module}:{name}/2")
                predicate = self._predicates[name, module] = c_void_p(handle)
        return predicate

    def _caller(self) -> PrologCall:
        """The function `call`, with all that it needs at hand: it runs once a step."""
        open_frame, discard_frame, new_terms = self._open_frame, self._discard_frame, self._new_terms
        put_ascii, put_chars, get_wchars = self._put_ascii, self._put_chars, self._get_wchars
        mark, release, call_predicate = self._mark, self._release, self._call
        buffers, answer = self._buffers, self._answer
        buffers_at, answer_at = byref(buffers), byref(answer)
        threads, watch = self._threads, self._watchdog.watch

        def call(predicate: c_void_p, text: bytes, seconds: float, limits: Limits = DEFAULT) -> str:
            try:
                engine = threads.engine
            except AttributeError:
                engine = self._enter()
            thread, memory = engine.number, limits.memory
            if engine.memory != memory:
                self._resize(engine, memory)
            frame = open_frame()
            if not frame:
                self._clear_exception()
                raise BackendError("SWI-Prolog has no room for another call")
            mark(buffers_at)
            try:
                terms = new_terms(2)
                if not (
                    terms
                    and (put_ascii(terms, text) if text.isascii() else put_chars(terms, _UTF8_CODES, len(text), text))
                ):
                    self._clear_exception()
                    raise BackendError(f"SWI-Prolog has no room for a text of {len(text)} bytes")
                alarm = watch(thread, seconds, memory)
                try:
                    done = call_predicate(None, _NO_DEBUG_PASS_EXCEPTION, predicate, terms)
                except BaseException:
                    # A signal came while Prolog was at work, and is taken in only here.
                    self._end_struck_call(alarm)
                    raise
                try:
                    alarm.pop()
                except IndexError:
                    self._end_late_call(done, seconds, limits)
                if not (done and get_wchars(terms + 1, None, answer_at, _LIST_ON_BUFFER_STACK)):
                    reason = self._reason()
                    raise self._signals.error() or _failure(reason, limits)
                return answer.value or ""
            finally:
                release(buffers)
                discard_frame(frame)

        return call

    def run(self, goal: str) -> None:
        """Run a goal given as text; raises `BackendError` if it fails."""
        with self.lock:
            self._enter()
            frame = self._open_frame()
            term = frame and self._new_terms(1)
            done = term and self._chars_to_term(goal.encode(), term) and self._call_term(term, None)
            if not done:
                self._clear_exception()
            if frame:
                self._discard_frame(frame)
        if not done:
            raise BackendError(f"SWI-Prolog cannot do {goal}")

    def _end_late_call(self, done: int, seconds: float, limits: Limits) -> None:
        """Take in the interruption; an answer that came all the same is good."""
        self._take_in()
        error = self._signals.error()
        if error is not None:
            raise error
        if not done:
            # Calls of no reasoner have no limits but the time that they are given.
            bounds = Limits(seconds=seconds) if limits is DEFAULT else limits
            raise bounds.passed(self._watchdog.reason, ENGINE)

    def _end_struck_call(self, alarm: list[int]) -> None:
        """Let no interruption come any more, and nothing be left of an error."""
        try:
            alarm.pop()
        except IndexError:
            self._take_in()
        self._clear_exception()

    def _take_in(self) -> None:
        """Take in the interruption, which may reach Prolog only now."""
        self._watchdog.settle()
        self._clear_exception()
        terms = self._new_terms(2)
        if terms:
            # It may fail: what counts is that Prolog looks for signals.
            self._call(None, _NO_DEBUG_PASS_EXCEPTION, self.predicate("version", MODULE), terms)
        self._clear_exception()

    def _reason(self) -> str:
        """Return the message of the pending exception and clear it, so that Prolog is ready for the next call."""
        exception = self._exception(0)
        if not exception:
            return "the question has no answer"
        terms = self._new_terms(2)
        put = terms and self._put_term(terms, exception)
        self._clear_exception()
        described = put and self._call(None, _NO_DEBUG_PASS_EXCEPTION, self.predicate("describe", MODULE), terms)
        if not (described and self._get_wchars(terms + 1, None, byref(self._answer), _LIST_ON_BUFFER_STACK)):
            self._clear_exception()
            return "an error that it cannot describe"
        text = self._answer.value or ""
        return next((line.strip() for line in text.splitlines() if line.strip()), text)

    # -- threads and processes ---------------------------------------------------------------

    def _enter(self) -> _Engine:
        """Make this thread known to Prolog for as long as it lives."""
        engine: _Engine | None = getattr(self._threads, "engine", None)
        if engine is not None:
            return engine
        if not self._is_initialised(None, None):
            raise BackendError("SWI-Prolog has ended with its process")
        number: int = self._thread_self()
        if number < 0:
            number = self._attach(None)
            if number < 0:
                raise BackendError("SWI-Prolog has no room for another thread", hint="let threads end, or use fewer")
            self._guests.add(number)
        engine = self._threads.engine = _Engine(number, self._leave)
        self._resize(engine, DEFAULT.memory)
        return engine

    def _resize(self, engine: _Engine, memory: float) -> None:
        """Let calls of this thread use a stack that goes with the memory that they may take."""
        engine.memory = memory
        self.run(f"set_prolog_flag(stack_limit, {stack_bytes(memory)})")

    def _leave(self, number: int) -> None:
        # Where Python clears up after a fork or at its end, the thread that this is about is not running.
        if number in self._guests and self._is_initialised(None, None) and self._thread_self() == number:
            self._guests.discard(number)
            self._destroy()

    def _tell(self, name: str, thread: int) -> None:
        """Call a predicate about the call that a thread runs; the watchdog does, in its own thread."""
        if self._attach(None) >= 0:
            terms = self._new_terms(2)
            # It fails where the thread has ended, and then there is nothing to tell it.
            if terms and self._put_ascii(terms, str(thread).encode()):
                self._call(None, _NO_DEBUG_PASS_EXCEPTION, self._predicates[name, MODULE], terms)
            self._destroy()

    def before_fork(self) -> None:
        """Let no other thread be in Prolog while the process is copied."""
        self.lock.acquire()
        self._watchdog.stop()

    def after_fork(self) -> None:
        self.lock.release()

    def end(self, clean_up: Callable[[], None]) -> None:
        """End Prolog with its process; where other threads or a parent have been in it, that is not safe."""
        if not self.lock.acquire(timeout=1.0):
            return
        # The lock is never released, so that no other thread can call Prolog.
        self._watchdog.stop()
        if self._thread_self() == _FIRST_THREAD and not self._guests:
            del self._threads.engine
            clean_up()
        elif self._thread_self() >= 0:
            self.run("flush_output(user_output)")


class _Engine:
    """A thread's engine; goes when the thread does."""

    def __init__(self, number: int, leave: Callable[[int], None]) -> None:
        self.number = number
        self.memory = 0.0
        self._leave = leave

    def __del__(self) -> None:
        self._leave(self.number)


def _failure(reason: str, limits: Limits) -> BackendError:
    """The error of a call that failed."""
    if not reason.startswith("Stack limit"):
        return BackendError(f"SWI-Prolog failed: {reason}")
    error = limits.passed("memory", ENGINE)
    size = f"{stack_bytes(limits.memory) / MEGABYTE:,.0f} MB"
    return BackendError(f"{error.message}: its stack, which may take {size} of it, is full", hint=error.hint)


def stack_bytes(memory: float) -> int:
    """Return the bytes of the stack of a call with this memory limit in megabytes.

    >>> stack_bytes(DEFAULT.memory) == STACK_BYTES
    True
    """
    return int(min(max(LEAST_STACK, STACK_BYTES / DEFAULT.memory * memory), LARGEST_STACK))


_starting = threading.Lock()
_started: list[Prolog] = []


def start() -> Prolog:
    """The Prolog of this process, started on the first call; raises `MissingEngine` if it is not installed."""
    with _starting:
        if not _started:
            _started.append(_start())
        return _started[0]


def version() -> str:
    """The version of SWI-Prolog, `9.0.4`; raises `MissingEngine` if it is not installed.

    Who asks for the version alone need not have Prolog in the process, where a broken one would end it.
    """
    return version_here() if _started or find_spec("pyswip") is None else probed_version()


def version_here() -> str:
    """The version of the SWI-Prolog of this process, which is started if need be."""
    prolog = start()
    with prolog.lock:
        return prolog.call(prolog.predicate("version", MODULE), b"", 10.0)


def _start() -> Prolog:
    try:
        # Importing is what starts it. pyswip raises exceptions of many kinds, a plain Exception among them.
        check()
        core: Any = import_module("pyswip.core")
        import_module("pyswip.prolog")
    except MissingEngine:
        raise
    except ModuleNotFoundError as error:
        raise MissingEngine(
            "the engine 'swipl' needs the Python library pyswip", hint=f"{LIBRARY}, {INSTALL}"
        ) from error
    except Exception as error:
        raise MissingEngine(
            f"the engine 'swipl' needs SWI-Prolog, which could not be started: {error}", hint=INSTALL
        ) from error
    prolog = Prolog(core._lib._handle)
    # A thread of Prolog's own for garbage would be missing after a fork; the engine collects by itself.
    prolog.run("set_prolog_flag(gc_thread, false)")
    prolog.run(f"load_files({quoted(str(kb('prolog', 'engine.pl')))}, [silent(true)])")
    for name in ("interrupt", "heed", "describe", "version"):
        # Looked up before they are needed, for that is in the midst of trouble.
        prolog.predicate(name, MODULE)
    os.register_at_fork(before=prolog.before_fork, after_in_parent=prolog.after_fork, after_in_child=prolog.after_fork)
    # pyswip would end Prolog under the feet of threads that are in it.
    atexit.unregister(core.cleanupProlog)
    atexit.register(prolog.end, core.cleanupProlog)
    return prolog


def _function(library: ctypes.CDLL, name: str, result: Any, *arguments: Any) -> Callable[..., Any]:
    function = library[name]
    function.restype = result
    function.argtypes = arguments
    return function


def _bare(library: ctypes.CDLL, name: str, result: Any) -> Callable[..., Any]:
    function = library[name]
    function.restype = result
    return function
