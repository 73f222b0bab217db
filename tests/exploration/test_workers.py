"""State spaces explored by several workers: those of one worker, in another order, also if workers die."""

from __future__ import annotations

import os
import signal
from threading import Timer
from time import monotonic, sleep

import numpy as np
import pytest
from exploration.test_naive import CONDITIONAL, FUEL, LAMPS, NUMBERS, first_problem

import relgym
from relgym.catalogue.domains import spec
from relgym.catalogue.generate import generate
from relgym.executors import processes, stopping
from relgym.executors.executor import LOST, Order, nothing
from relgym.executors.processes import Processes
from relgym.exploration.ends import Ends
from relgym.exploration.expanders.choice import expander_of
from relgym.exploration.expanders.circuits import CircuitExpander
from relgym.exploration.expanders.reasoners import ReasonerExpander
from relgym.exploration.exploring import alone
from relgym.exploration.merging import merged
from relgym.exploration.rounds import Rounds, partition_worker


def assert_equal(one, other):
    for name in ("rows", "depths", "goals", "expanded", "choices", "offsets", "actions", "targets", "probabilities"):
        assert np.array_equal(getattr(one, name), getattr(other, name)), name
    assert (one.action_names, one.starts, one.stopped) == (other.action_names, other.starts, other.stopped)


def assert_same(one, other):
    """The spaces differ in the order of the states of one depth, and of the actions' names, at most."""
    assert (one.starts, one.stopped, len(one)) == (other.starts, other.stopped, len(other))
    assert one.depths.tolist() == other.depths.tolist()
    places = {row.tobytes(): number for number, row in enumerate(other.rows)}
    numbers = np.array([places[row.tobytes()] for row in one.rows])
    for name in ("depths", "goals", "expanded", "choices"):
        assert np.array_equal(getattr(one, name), getattr(other, name)[numbers]), name
    for number, place in enumerate(numbers.tolist()):
        own = sorted((action, int(numbers[target]), share) for action, target, share in one.transitions_of(number))
        assert own == sorted(other.transitions_of(place))


class Local:
    """An executor in this process, whose workers die before or after an order when a test wants it.

    `deaths` names the calls, counted from 1, and the workers that die in them.
    """

    def __init__(self, count, factory, arguments, deaths=()):
        self.count, self._factory, self._arguments = count, factory, arguments
        self.calls, self.deaths, self.died = 0, dict(deaths), 0
        self._made = [factory(index, *arguments) for index in range(count)]

    def call(self, orders, meanwhile=nothing):
        self.calls += 1
        meanwhile()
        found = {}
        for index, order in orders.items():
            if self._made[index] is None:
                found[index] = LOST
                continue
            found[index] = order.carried_out(self._made[index])
            if index in self.deaths.get(self.calls, ()):
                self.died += 1
                self._made[index], found[index] = None, LOST
        return found

    def restart(self, index):
        self._made[index] = self._factory(index, *self._arguments)


@pytest.fixture(autouse=True)
def share_early(monkeypatch):
    """Workers share the states from the start on, however few there are."""
    share_from(monkeypatch, 0)


def share_from(monkeypatch, states):
    for kind in (CircuitExpander, ReasonerExpander):
        monkeypatch.setattr(kind, "shared", states)


def divided(model, count):
    """Return the states that one process has expanded, and the division of all others."""
    partition, is_complete = alone(expander_of(relgym.Reasoner(model)), unlimited(), count)
    assert not is_complete
    return partition.divided(count)


def unlimited():
    return Ends(None, None, lambda known: None)


def by_workers(model, workers, before, division, ends):
    contents = Rounds(workers, ends, division).contents()
    return merged(model, expander_of(relgym.Reasoner(model)), before, contents, ends.stopped)


def by_local_workers(model, count, deaths=(), ends=None):
    before, division = divided(model, count)
    local = Local(count, partition_worker, (relgym.Reasoner(model), division), deaths)
    return by_workers(model, local, before, division, ends or unlimited()), local


MODELS = {
    "blocks-above": lambda: first_problem("blocks-above"),
    "tireworld": lambda: first_problem("tireworld"),
    "sysadmin": lambda: first_problem("sysadmin"),
    "numbers": lambda: relgym.load(NUMBERS, FUEL),
    "lamps": lambda: relgym.load(CONDITIONAL, LAMPS),
}


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("count", [2, 3])
def test_any_number_of_workers_gives_the_same_space(name, count):
    model = MODELS[name]()
    space, _ = by_local_workers(model, count)
    assert_same(space, relgym.explore(model))


@pytest.mark.parametrize("shared", [1, 2])
@pytest.mark.parametrize("count", [1, 3])
def test_workers_share_what_one_process_leaves_to_them(count, shared, monkeypatch):
    share_from(monkeypatch, shared + 3 - count)
    model = MODELS["tireworld"]()
    before, division = divided(model, count)
    assert 0 < division.begins[0] == len(before.rows)
    space, _ = by_local_workers(model, count)
    assert_same(space, relgym.explore(model))


def test_a_small_space_needs_no_worker(monkeypatch):
    share_from(monkeypatch, 100)
    monkeypatch.setattr(processes, "_started", None)
    monkeypatch.setattr(processes, "_KEPT", [])
    model = MODELS["tireworld"]()
    assert_equal(relgym.explore(model, workers=2), relgym.explore(model))
    assert_equal(relgym.explore(model, workers=2, limit=20), relgym.explore(model, limit=20))


@pytest.mark.parametrize("shared", [0, 2])
@pytest.mark.parametrize("name", ["blocks-above", "tireworld"])
def test_a_worker_may_die_in_any_call(name, shared, monkeypatch):
    share_from(monkeypatch, shared)
    model = MODELS[name]()
    whole, local = by_local_workers(model, 3)
    for call in range(1, local.calls + 1):
        space, own = by_local_workers(model, 3, {call: {call % 3}})
        assert own.died == 1
        assert_equal(space, whole)


def test_workers_may_die_together_and_while_they_recover():
    model = MODELS["blocks-above"]()
    whole, _ = by_local_workers(model, 3)
    for deaths in ({4: {0, 2}}, {4: {1}, 6: {0}}, {5: {0, 1, 2}}, {3: {1}, 5: {1}, 9: {2}}):
        space, own = by_local_workers(model, 3, deaths)
        assert own.died > 1
        assert_equal(space, whole)


class Killing(Processes):
    """Processes of which one is killed in a call."""

    killed = 0

    def call(self, orders, meanwhile=nothing):
        if len(orders) == 2 and orders[0].method == "round":
            self.killed += 1
            if self.killed == 3:
                os.kill(self.pids[1], signal.SIGKILL)
        return super().call(orders, meanwhile)


def test_a_killed_process_is_replaced():
    model = first_problem("blocks-above")
    before, division = divided(model, 2)
    with Killing(2, partition_worker, (relgym.Reasoner(model), division)) as workers:
        pids = workers.pids
        space = by_workers(model, workers, before, division, unlimited())
        assert workers.pids[0] == pids[0]
        assert workers.pids[1] != pids[1]
    assert_same(space, relgym.explore(model))


def test_processes_and_a_limit():
    model = first_problem("tireworld")
    part = relgym.explore(model, workers=2, limit=20)
    assert (len(part), part.stopped) == (20, "states")
    assert not part.expanded.all()
    assert part.depths.tolist() == relgym.explore(model).depths[:20].tolist()


def test_several_workers_stop_at_limits():
    model = first_problem("tireworld")
    space, _ = by_local_workers(model, 2, ends=Ends(None, {"seconds": 0}, lambda known: None))
    assert (len(space), space.transition_count, space.stopped) == (1, 0, "seconds")
    space, _ = by_local_workers(model, 3, ends=Ends(None, {"memory": 0}, lambda known: None))
    assert (len(space), space.stopped) == (1, "memory")
    # A part is whole: all targets are known. Each worker stops within the last depth that it expands.
    space, _ = by_local_workers(model, 3, ends=Ends(30, None, lambda known: None))
    assert 30 < len(space) < 80
    assert space.stopped == "states"
    assert space.targets.min() >= 0
    assert space.targets.max() == len(space) - 1
    assert (np.diff(space.offsets)[~space.expanded] == 0).all()
    assert (space.depths[~space.expanded] >= space.depth - 1).all()


def test_the_calling_process_is_a_worker_and_processes_are_kept():
    model = first_problem("blocks-above")
    whole = relgym.explore(model)
    assert_same(relgym.explore(model, workers=3), whole)
    kept = [worker.pid for worker in processes._KEPT]
    assert len(kept) >= 2
    os.kill(kept[-1], signal.SIGKILL)
    os.waitpid(kept[-1], 0)
    again = relgym.explore(model, workers=3)
    assert_equal(again, relgym.explore(model, workers=3))
    assert_same(again, whole)
    assert kept[-1] not in {worker.pid for worker in processes._KEPT}


def test_an_error_of_a_worker_arrives():
    with Processes(2, divmod, (3,)) as workers, pytest.raises(AttributeError, match="nothing"):
        workers.call({0: Order("count", (1,)), 1: Order("nothing")})


def puzzle():
    own = spec("slide-tile")
    return relgym.load(own.domain, generate(own, 1, rows=4, columns=4, moves=100))


def test_an_interrupt_gives_the_explored_part():
    before = signal.getsignal(signal.SIGINT)
    timer = Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    try:
        part = relgym.explore(puzzle())
    finally:
        timer.cancel()
    assert signal.getsignal(signal.SIGINT) is before
    assert part.stopped == "interrupt"
    assert len(part.targets) == part.offsets[-1]
    assert part.targets.max(initial=0) == len(part) - 1
    assert (np.diff(part.offsets)[~part.expanded] == 0).all()


def test_an_interrupt_reaches_workers():
    class Interrupting(Local):
        """An executor that asks running orders to end early in one call."""

        def call(self, orders, meanwhile=nothing):
            if self.calls == 3:
                stopping.want()
            try:
                return super().call(orders, meanwhile)
            finally:
                stopping.clear()

    model = first_problem("tireworld")
    before, division = divided(model, 2)
    workers = Interrupting(2, partition_worker, (relgym.Reasoner(model), division))
    part = by_workers(model, workers, before, division, unlimited())
    assert part.stopped == "interrupt"
    assert 1 < len(part) < 80
    assert part.targets.max() == len(part) - 1


def test_processes_end_a_running_order_early():
    with Processes(1, waiting) as workers:
        Timer(0.5, workers.stop).start()
        assert workers.call({0: Order("wait")}) == {0: "stopped"}


def unknown(index):
    raise AssertionError("workers do not find this function")


def test_an_order_that_a_worker_cannot_read(monkeypatch):
    with Processes(1, divmod, (3,)) as workers:
        monkeypatch.setattr(unknown, "__qualname__", "known_here_alone")
        monkeypatch.setitem(globals(), "known_here_alone", unknown)
        with pytest.raises(AttributeError, match="known_here_alone"):
            workers.call({0: Order("round", (unknown,))})
        # It goes on to serve.
        assert workers.call({0: Order("__len__")}) == {0: 2}


class Waiting:
    """Waits until the caller wants it to end."""

    def wait(self):
        end = monotonic() + 60
        while monotonic() < end:
            if stopping.wanted():
                return "stopped"
            sleep(0.01)
        return "never stopped"


def waiting(index):
    return Waiting()
