"""Actors of Ray: the same space as in one process, also if an actor is killed."""

from __future__ import annotations

import pytest
from exploration.test_naive import first_problem
from exploration.test_workers import assert_same, by_workers, divided, share_from, unlimited

import relgym
from relgym.data.parallel_rollouts import rollouts
from relgym.executors.executor import nothing
from relgym.exploration.rounds import partition_worker

pytest.importorskip("ray", reason="the extra relgym[ray] is not installed")


@pytest.fixture(scope="module", autouse=True)
def cluster():
    """A Ray that both tests use: to start one takes seconds."""
    import ray

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
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


def test_rollouts_are_the_same():
    arguments = ("relgym/Tireworld-v0", "random", 6)
    assert rollouts(*arguments, horizon=10, workers=2, executor="ray") == rollouts(*arguments, horizon=10)
