"""Actors of Ray: the same space as in one process, also if an actor is killed."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from threading import Lock

import pytest
from exploration.test_naive import first_problem
from exploration.test_workers import assert_same, by_workers, divided, share_from, unlimited

import relgym
from relgym.data.parallel_rollouts import rollouts
from relgym.errors import BackendError, RelgymError
from relgym.executors.choice import executor as started
from relgym.executors.executor import nothing
from relgym.exploration.rounds import partition_worker

# To import it takes a second, in each worker that collects this file.
if find_spec("ray") is None:
    pytest.skip("the extra relgym[ray] is not installed", allow_module_level=True)


@pytest.fixture(scope="module", autouse=True)
def cluster():
    """A Ray that both tests use: to start one takes seconds."""
    import ray

    # Workers do not find the modules of tests.
    ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, object_store_memory=80 * 2**20)
    yield
    ray.shutdown()


def test_a_killed_actor_is_replaced(monkeypatch):
    import ray

    from relgym.executors.rays import RayActors

    class Killing(RayActors):
        """Actors of which one is killed in a call."""

        rounds = 0

        def call(self, orders, meanwhile=nothing):
            if len(orders) == 2 and orders[0].method == "round":
                self.rounds += 1
                if self.rounds == 3:
                    ray.kill(self.actors[1])
            return super().call(orders, meanwhile)

    share_from(monkeypatch, 0)
    model = first_problem("blocks-above")
    before, division = divided(model, 2)
    with Killing(2, partition_worker, (relgym.Reasoner(model), division)) as workers:
        actors = [*workers.actors]
        space = by_workers(model, workers, before, division, unlimited())
        assert workers.actors[0] is actors[0]
        assert workers.actors[1] is not actors[1]
    assert_same(space, relgym.explore(model))


@pytest.mark.parametrize("count", [1, 2])
def test_actors_give_the_space_of_one_process(count, monkeypatch):
    share_from(monkeypatch, 1)
    model = first_problem("tireworld")
    assert_same(relgym.explore(model, workers=count, executor="ray"), relgym.explore(model))


class Exits:
    """An object whose making ends the process of the actor."""

    def __init__(self, index: int) -> None:
        os._exit(1)


class Fails:
    """An object that cannot be made."""

    def __init__(self, index: int) -> None:
        raise RelgymError(f"no object {index}", hint="none")


@pytest.mark.parametrize("executor", ["ray", "processes"])
def test_a_worker_that_does_not_begin_is_an_error_in_words(executor):
    with pytest.raises(BackendError, match="worker 0 has died while it began") as died:
        started(executor, 1, Exits)
    assert "fewer workers" in died.value.hint
    with pytest.raises(RelgymError, match=r"^no object 0") as failed:
        started(executor, 1, Fails)
    assert failed.value.hint == "none"


def test_an_actor_for_which_there_is_no_processor_is_not_waited_for(monkeypatch):
    from relgym.executors import rays

    monkeypatch.setattr(rays, "START_SECONDS", 0.0)
    with pytest.raises(BackendError, match="worker 0 of 1 did not begin within 0 s; Ray has 2 processors"):
        started("ray", 1, Fails)


def test_a_ray_that_does_not_start_is_an_error_in_words(monkeypatch):
    import ray

    def failing(**options):
        raise ConnectionError("no node\nat all")

    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    monkeypatch.setattr(ray, "init", failing)
    with pytest.raises(BackendError, match="Ray did not start: no node") as caught:
        started("ray", 1, Fails)
    assert caught.value.hint == "look whether `ray start --head` works here, or use executor='processes'"


def test_what_cannot_be_sent_is_refused_in_words():
    with pytest.raises(RelgymError, match="what the workers need cannot be sent to them"):
        started("ray", 1, Fails, (Lock(),))


def test_rollouts_are_the_same():
    arguments = ("relgym/Tireworld-v0", "random", 6)
    assert rollouts(*arguments, horizon=10, workers=2, executor="ray") == rollouts(*arguments, horizon=10)
