"""What a watcher of the server wants to count."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter as Tally
from collections.abc import Iterator
from itertools import accumulate

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)


class Seconds(Collector):
    """How long something took that happens at every answer: kept in plain numbers, made a histogram when asked for.

    For the one thread of the event loop, so that it needs no lock.
    """

    def __init__(self, name: str, about: str, registry: CollectorRegistry) -> None:
        self._name, self._about = name, about
        self._counts = [0] * (len(SECONDS) + 1)
        self._sum = 0.0
        registry.register(self)

    def observe(self, seconds: float) -> None:
        """Count one."""
        self._counts[bisect_left(SECONDS, seconds)] += 1
        self._sum += seconds

    def collect(self) -> Iterator[HistogramMetricFamily]:
        """The histogram."""
        ends = [*map(str, SECONDS), "+Inf"]
        buckets = list(zip(ends, map(float, accumulate(self._counts)), strict=True))
        yield HistogramMetricFamily(self._name, self._about, buckets=buckets, sum_value=self._sum)


class Outcomes(Collector):
    """Messages by kind and outcome, kept in the same way."""

    def __init__(self, name: str, about: str, registry: CollectorRegistry) -> None:
        self._name, self._about = name, about
        self._counts: Tally[tuple[str, str]] = Tally()
        registry.register(self)

    def count(self, kind: str, outcome: str) -> None:
        """Count one."""
        self._counts[kind, outcome] += 1

    def collect(self) -> Iterator[CounterMetricFamily]:
        """The counter."""
        family = CounterMetricFamily(self._name, self._about, labels=["kind", "outcome"])
        for labels, count in list(self._counts.items()):
            family.add_metric(labels, count)
        yield family


class Metrics:
    """The counters of one server; each has its own, so that several can live in one process."""

    def __init__(self) -> None:
        registry = self.registry = CollectorRegistry()
        prefix = "quadrilatero"
        self.requests = Counter(
            f"{prefix}_http_requests", "HTTP requests answered", ["method", "status"], registry=registry
        )
        self.messages = Outcomes(f"{prefix}_messages", "Socket messages by kind and outcome", registry)
        self.answering = Seconds(f"{prefix}_answer_seconds", "From a message to its acknowledgement", registry)
        self.committing = Seconds(f"{prefix}_commit_seconds", "Writing one act to the database", registry)
        self.thinking = Histogram(
            f"{prefix}_bot_seconds",
            "What a decision of the computer took",
            ["level"],
            buckets=SECONDS,
            registry=registry,
        )
        self.cut = Counter(f"{prefix}_bot_cut", "Decisions of the computer cut short", registry=registry)
        self.sockets = Gauge(f"{prefix}_sockets", "Open sockets", registry=registry)
        self.rooms = Gauge(f"{prefix}_rooms", "Matches in memory", registry=registry)
        self.notices = Counter(
            f"{prefix}_notices", "Letters and webhooks by outcome", ["channel", "outcome"], registry=registry
        )
        self.faults = Counter(f"{prefix}_faults", "Errors that should not happen", registry=registry)

    def text(self) -> bytes:
        """Everything in the format that Prometheus reads."""
        return generate_latest(self.registry)
