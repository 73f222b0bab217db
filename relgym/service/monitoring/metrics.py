"""Metrics in the form of Prometheus; the labels are routes, methods, verbs and statuses, so there are few of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.process_collector import ProcessCollector

LATENCY_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
"""Seconds that the histogram of requests tells apart. Judged: from a step to the usual limit of a call."""


MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "WEBSOCKET"})
OTHER = "other"
"""The label of what the service does not know: else each wrong path would be a metric of its own."""


class Metrics:
    """The metrics of one service.

    Attributes:
        sessions: The number of sessions in the database, as it was last counted.
        sockets: The number of sockets that are open.
        sent_bytes: The bytes of answers and frames that were sent.
        database_bytes: The size of the database, as it was last looked at.
    """

    def __init__(
        self,
        waiting: Callable[[], Mapping[str, int]],
        workers: Callable[[], tuple[int, int]],
        failures: Callable[[], Mapping[str, int]],
    ) -> None:
        """Begin at zero.

        Args:
            waiting: Returns the number of requests that workers have not answered yet, by their kinds.
            workers: Returns the number of workers that run, and of those that have been replaced.
            failures: Returns the number of failures of the database, by their kinds.
        """
        self._waiting = waiting
        self._workers = workers
        self.sockets = 0
        self.sent_bytes = 0
        self._failures = failures
        self.sessions = 0
        self.database_bytes = 0
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "relgym_requests", "Requests that are answered.", ["method", "route", "status"], registry=self._registry
        )
        self._seconds = Histogram(
            "relgym_request_seconds",
            "Seconds from the header of a request to the end of its answer.",
            ["route"],
            buckets=LATENCY_BUCKETS,
            registry=self._registry,
        )
        self._verbs = Histogram(
            "relgym_verb_seconds",
            "Seconds of each verb, however it was asked for: by requests, frames, batches or tools.",
            ["verb", "status"],
            buckets=LATENCY_BUCKETS,
            registry=self._registry,
        )
        # Looking for the numbers of labels takes longer than counting.
        self._known: dict[tuple[str, str, int], tuple[Counter, Histogram]] = {}
        self._known_verbs: dict[tuple[str, int], Histogram] = {}
        self._registry.register(self)
        ProcessCollector(registry=self._registry)

    def observe(self, method: str, route: str | None, status: int, seconds: float) -> None:
        """Count a request.

        Args:
            method: Its method; `WEBSOCKET` for a socket.
            route: The pattern of its path, if it is a known one.
            status: The status of its answer; 0 if there was none.
            seconds: How long it took.
        """
        key = method if method in METHODS else OTHER, route or OTHER, status
        found = self._known.get(key)
        if found is None:
            counter = self._requests.labels(key[0], key[1], str(status))
            found = self._known[key] = counter, self._seconds.labels(key[1])
        found[0].inc()
        if method != "WEBSOCKET":
            found[1].observe(seconds)

    def observe_verb(self, verb: str, status: int, seconds: float) -> None:
        """Count a verb that was carried out.

        Args:
            verb: Its name.
            status: 200, or the status of its problem.
            seconds: How long it took.
        """
        found = self._known_verbs.get((verb, status))
        if found is None:
            found = self._known_verbs[verb, status] = self._verbs.labels(verb, str(status))
        found.observe(seconds)

    def collect(self) -> Iterator[Metric]:
        """Yield the numbers that others count."""
        yield GaugeMetricFamily("relgym_sessions", "Sessions in the database.", self.sessions)
        waiting = GaugeMetricFamily(
            "relgym_waiting_requests", "Requests that workers have not answered yet.", labels=["kind"]
        )
        for kind, count in self._waiting().items():
            waiting.add_metric([kind], count)
        yield waiting
        yield GaugeMetricFamily("relgym_database_bytes", "Size of the database with its log.", self.database_bytes)
        failures = CounterMetricFamily("relgym_database_failures", "Failures of the database.", labels=["kind"])
        for kind, number in self._failures().items():
            failures.add_metric([kind], number)
        yield failures
        running, replaced = self._workers()
        yield GaugeMetricFamily("relgym_workers", "Workers that run.", running)
        yield CounterMetricFamily("relgym_replaced_workers", "Workers that died or were killed.", replaced)
        yield GaugeMetricFamily("relgym_sockets", "Sockets that are open.", self.sockets)
        yield CounterMetricFamily("relgym_sent_bytes", "Bytes of answers and frames.", self.sent_bytes)

    def text(self) -> bytes:
        """Return all metrics."""
        return generate_latest(self._registry)
