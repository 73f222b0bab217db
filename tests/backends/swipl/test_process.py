"""libswipl in a process: limits, memory, modules, threads, forks, and the way out."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import textwrap
from pathlib import Path
from threading import Thread
from time import monotonic
from types import FrameType

import pytest
from backends.programs import derived, network
from backends.swipl.calls import call

from relgym.backends.swipl import library as libswipl
from relgym.backends.swipl.engine import Swipl
from relgym.backends.swipl.module import Module
from relgym.errors import BackendError
from relgym.limits import Limits

ROOT = Path(__file__).resolve().parents[3]


# Calls


@pytest.mark.parametrize("text", ["", "a", "\u00e9\u4e2d", "\U0010ffff", "\ud7ff\ue000\x01", "x" * 100_000])
def test_text_goes_in_and_comes_out(module, text):
    assert call(module, "echo", text) == text


def test_an_error_says_what_prolog_says(module):
    module.load(["broken(_, X) :- atom_length(X, _).", "none(_, _) :- fail.", "odd(_, odd)."])
    with pytest.raises(BackendError, match="not sufficiently instantiated"):
        call(module, "broken")
    with pytest.raises(BackendError, match="no answer"):
        call(module, "none")
    with pytest.raises(BackendError, match="Unknown procedure"):
        call(module, "missing")
    with pytest.raises(BackendError):
        call(module, "odd")
    assert call(module, "echo", "on") == "on"


def test_a_clause_that_prolog_cannot_read(module):
    with pytest.raises(BackendError, match="Syntax"):
        module.load(["a(X :- b."])
    assert call(module, "echo", "on") == "on"


def test_more_text_than_the_stack_holds(module):
    with pytest.raises(BackendError, match="no room for a text of"):
        call(module, "echo", "x" * (libswipl.STACK_BYTES // 16), seconds=60.0)
    assert call(module, "echo", "on") == "on"


@pytest.mark.parametrize(
    ("clause", "says"),
    [
        ("endless(X, Y) :- endless(X, Y).", "within 0.2 s"),
        ("endless(X, Y) :- repeat, X == Y.", "within 0.2 s"),
        ("endless(_, L) :- findall(N, (repeat, N = 1, fail), L).", "within 0.2 s"),
    ],
)
def test_a_call_without_end_is_stopped(module, clause, says):
    module.load([clause])
    for _ in range(3):
        started = monotonic()
        with pytest.raises(BackendError, match=says):
            call(module, "endless", seconds=0.2)
        assert 0.2 <= monotonic() - started < 60
        assert call(module, "echo", "on", seconds=20.0) == "on"


def test_a_recursion_without_end_runs_out_of_stack(module):
    module.load(["endless(X, [Y]) :- endless([X], Y)."])
    with pytest.raises(BackendError, match="its stack, which may take 512 MB"):
        call(module, "endless", seconds=60.0)
    assert call(module, "echo", "on") == "on"


def test_calls_just_at_their_limit_stop_only_themselves(module):
    """The interruption of a call that has just ended must not hit the next."""
    until = "get_time(Start), repeat, get_time(Now), Now - Start > Time, !"
    module.load([f"spin(Codes, []) :- number_codes(Time, Codes), {until}."])
    stopped = 0
    for number in range(20):
        try:
            call(module, "spin", str(0.01 + number * 0.015), seconds=0.06)
        except BackendError:
            stopped += 1
        assert call(module, "echo", "on") == "on"
    assert 0 < stopped < 20


class Struck(BaseException):
    """What a signal raises here."""


@pytest.fixture
def strike():
    """Lets a signal strike after so many seconds; one that comes when the call is over raises nothing."""

    def struck(_: int, frame: FrameType | None) -> None:
        while frame is not None:
            if frame.f_code is call.__code__:
                raise Struck
            frame = frame.f_back

    before = signal.signal(signal.SIGALRM, struck)
    yield lambda seconds: signal.setitimer(signal.ITIMER_REAL, seconds)
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize(
    "clause", ["endless(X, Y) :- repeat, X == Y.", "endless(_, L) :- findall(N, (repeat, N = 1, fail), L)."]
)
def test_a_signal_ends_a_call(module, strike, capfd, clause):
    module.load([clause])
    for _ in range(3):
        started = monotonic()
        strike(0.1)
        with pytest.raises(Struck):
            call(module, "endless", seconds=60.0)
        assert monotonic() - started < 50
        assert call(module, "echo", "on", seconds=20.0) == "on"
    assert capfd.readouterr().err == ""


def test_a_signal_at_the_limit_of_a_call_leaves_nothing_behind(module, strike, capfd):
    module.load(["endless(X, Y) :- repeat, X == Y."])
    for number in range(10):
        strike(0.2 + number * 0.02)
        with pytest.raises((Struck, BackendError)):
            call(module, "endless", seconds=0.25)
        strike(0)
        for _ in range(2):
            assert call(module, "echo", "on", seconds=20.0) == "on"
    # SWI-Prolog says so of its own repeat/0 where both interrupt it at the same moment.
    both = r"Thread \d+ \(main\): foreign predicate system:repeat/0 did not clear exception: \n\trelgym\(late\)\n"
    assert re.sub(both, "", capfd.readouterr().err) == ""


def test_a_call_goes_on_after_signals_that_raise_nothing(module):
    heard: list[int] = []
    before = signal.signal(signal.SIGALRM, lambda *_: heard.append(1))
    try:
        module.load(["spin(Codes, Codes) :- get_time(Start), repeat, get_time(Now), Now - Start > 1, !."])
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        assert call(module, "spin", "on") == "on"
    finally:
        signal.signal(signal.SIGALRM, before)
    assert heard == [1]


def test_many_engines_at_once(backend):
    world = network()
    engines = [world.start(backend) for _ in range(20)]
    for number, engine in enumerate(engines):
        engine.move_to(world.state("edge a b" if number % 2 else "edge b c, edge c a"))
    for number, engine in enumerate(engines):
        assert world.ask(engine, derived("path", 2)) == ({"a b"} if number % 2 else {"b c", "c a", "b a"})
        engine.close()


# The process


def python(code: str, environment: dict[str, str] | None = None) -> str:
    """What the code prints in a process of its own, which ends well and says nothing else."""
    head = "import sys\nsys.path.insert(0, 'tests')\nfrom backends.programs import *\n"
    done = subprocess.run(
        [sys.executable, "-c", head + textwrap.dedent(code)],
        cwd=ROOT,
        env=os.environ | (environment or {}),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


ASK = """
world = network()
def ask(engine=None):
    engine = engine or world.start("swipl")
    engine.move_to(world.state("edge a b, edge b c"))
    return len(world.ask(engine, derived("path", 2)))
"""


def test_prolog_first_descendants_a_thread_that_ends(backend):
    code = f"""
{ASK}
from threading import Thread
first = Thread(target=ask)
first.start()
first.join()
print(ask())
"""
    assert python(code) == "3\n"


def test_the_process_ends_while_threads_are_in_prolog(backend):
    code = f"""
{ASK}
from threading import Thread
from time import sleep
def forever():
    engine = world.start("swipl")
    while True:
        ask(engine)
print(ask())
for _ in range(3):
    Thread(target=forever, daemon=True).start()
sleep(0.5)
"""
    assert python(code) == "3\n"


def test_forks_of_forks_and_threads_beside_them(backend):
    code = f"""
{ASK}
import os
from threading import Thread
mine = world.start("swipl")
busy = world.start("swipl")
go_on = True
def work():
    while go_on:
        ask(busy)
other = Thread(target=work)
other.start()
for _ in range(10):
    print(ask(mine))
    child = os.fork()
    if child == 0:
        assert ask(mine) == 3 and ask() == 3
        grandchild = os.fork()
        if grandchild == 0:
            assert ask(mine) == 3
            os._exit(0)
        os._exit(os.waitpid(grandchild, 0)[1])
    assert os.waitpid(child, 0)[1] == 0
    assert ask(mine) == 3
go_on = False
other.join()
"""
    assert python(code) == "3\n" * 10


def test_a_limit_holds_in_a_fork(backend):
    code = """
import os
from relgym.backends.swipl.library import start
from relgym.backends.swipl.module import Module
from relgym.errors import BackendError
from relgym.limits import Limits
module = Module(start(), Limits(seconds=10.0))
module.load(["endless(X, Y) :- endless(X, Y)."])
def stopped():
    try:
        with module.prolog.lock:
            module.prolog.call(module.predicate("endless"), b"", 0.2)
    except BackendError as error:
        return "0.2 s" in str(error)
assert stopped()
child = os.fork()
if child == 0:
    os._exit(0 if stopped() else 1)
print(os.waitpid(child, 0)[1], stopped())
"""
    assert python(code) == "0 True\n"


def test_what_is_asked_after_the_end_is_refused(backend):
    """Handlers that were registered before Prolog started run after it has ended."""
    code = f"""
{ASK}
import atexit
def late():
    try:
        ask(engine)
    except Exception as error:
        print(error)
atexit.register(late)
engine = world.start("swipl")
print(ask(engine))
"""
    assert python(code) == "3\nSWI-Prolog has ended with its process\n"


def test_pyswip_works_beside_it(backend):
    code = f"""
{ASK}
from pyswip import Prolog
Prolog.assertz("mine(1)")
print(ask(), list(Prolog.query("mine(X)")), ask())
"""
    assert python(code) == "3 [{'X': 1}] 3\n"


def test_an_open_query_of_pyswip_is_not_disturbed(backend):
    code = f"""
{ASK}
from pyswip import Prolog
query = Prolog.query("member(X, [1,2,3])")
print(next(query)["X"], ask(), next(query)["X"], ask(), [row["X"] for row in query])
"""
    assert python(code) == "1 3 2 3 [3]\n"


@pytest.mark.parametrize("environment", [{"LIBSWIPL_PATH": "/nowhere/libswipl.so", "SWI_HOME_DIR": "/nowhere"}])
def test_a_missing_prolog_says_what_to_install(environment):
    code = """
from relgym.backends import registry
from relgym.errors import MissingEngine
for start in (registry.backend_class("swipl"), registry.backend_class("swipl").version):
    try:
        start()
    except MissingEngine as error:
        print(error)
"""
    said = python(code, environment)
    assert len(re.findall("needs SWI-Prolog, which could not be started: /nowhere", said)) == 2
    assert said.count("apt-get install swi-prolog-nox") == said.count("brew install swi-prolog") == 2


@pytest.mark.usefixtures("backend")
def test_a_broken_prolog_does_not_end_the_process(tmp_path):
    """Its library is there, its home is not: the library ends the process that starts it."""
    code = """
from relgym.backends import registry
from relgym.errors import MissingEngine
print(registry.available()["swipl"])
try:
    registry.backend_class("swipl")()
except MissingEngine as error:
    print(error)
"""
    said = python(code, {"SWI_HOME_DIR": str(tmp_path)})
    assert said.count("SWI-Prolog, which is installed, but does not start: ") == 2
    assert said.count("hint: install SWI-Prolog again, or unset SWI_HOME_DIR") == 2


def test_the_version_is_that_of_the_library(backend):
    assert re.fullmatch(r"\d+\.\d+\.\d+", Swipl.version())


def test_a_thread_leaves_prolog_when_it_ends(backend):
    world = network()
    engine = world.start(backend)
    threads = []

    def ask() -> None:
        engine.move_to(world.state("edge a b"))
        threads.append(world.ask(engine, derived("path", 2)) == {"a b"})

    with libswipl.start().lock:
        before = prolog_threads()
    for _ in range(30):
        thread = Thread(target=ask)
        thread.start()
        thread.join()
    assert threads == [True] * 30
    assert prolog_threads() <= before + 1
    engine.close()


def prolog_threads() -> int:
    module = Module(libswipl.start(), Limits(seconds=10.0))
    running = "findall(T, thread_property(T, status(running)), Ts), length(Ts, N)"
    module.load([f"count(_, Codes) :- {running}, number_codes(N, Codes)."])
    count = int(call(module, "count"))
    module.close()
    return count
