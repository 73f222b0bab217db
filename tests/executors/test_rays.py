"""Actors of Ray: the same space as in one process, also if an actor is killed."""

from __future__ import annotations

import pytest
from exploration.test_naive import first_problem
from exploration.test_workers import assert_same

import relgym
from relgym.data.parallel_rollouts import rollouts
from relgym.executors.executor import nothing
from relgym.exploration.ends import Ends
from relgym.exploration.exploring import expander_of
from relgym.exploration.merging import merged
from relgym.exploration.rounds import Rounds, partition_worker

pytest.importorskip("ray", reason="the extra relgym[ray] is not installed")


@pytest.fixture(scope="module", autouse=True)
def cluster():
    """A Ray that both tests use: to start one takes seconds."""
    import ray

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()


def test_a_killed_actor_is_replaced():
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

    model = first_problem("blocks-above")
    reasoner = relgym.Reasoner(model)
    with Killing(2, partition_worker, (reasoner, 2)) as workers:
        before = [*workers.actors]
        contents = Rounds(workers, Ends(None, None, lambda known: None)).contents()
        assert workers.actors[0] is before[0]
        assert workers.actors[1] is not before[1]
    assert_same(merged(model, expander_of(reasoner), contents, None), relgym.explore(model))


def test_rollouts_are_the_same():
    arguments = ("relgym/Tireworld-v0", "random", 6)
    assert rollouts(*arguments, horizon=10, workers=2, executor="ray") == rollouts(*arguments, horizon=10)
