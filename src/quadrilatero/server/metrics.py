"""What a watcher of the server wants to count."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)


class Metrics:
    """The counters of one server; each has its own, so that several can live in one process."""

    def __init__(self) -> None:
        registry = self.registry = CollectorRegistry()
        prefix = "quadrilatero"
        self.requests = Counter(
            f"{prefix}_http_requests", "HTTP requests answered", ["method", "status"], registry=registry
        )
        self.messages = Counter(
            f"{prefix}_messages", "Socket messages by kind and outcome", ["kind", "outcome"], registry=registry
        )
        self._messages: dict[tuple[str, str], Counter] = {}
        self.answering = Histogram(
            f"{prefix}_answer_seconds", "From a message to its acknowledgement", buckets=SECONDS, registry=registry
        )
        self.committing = Histogram(
            f"{prefix}_commit_seconds", "Writing one act to the database", buckets=SECONDS, registry=registry
        )
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

    def message(self, kind: str, outcome: str) -> Counter:
        """The counter of messages of a kind that came out so."""
        counter = self._messages.get((kind, outcome))
        if counter is None:
            counter = self._messages[kind, outcome] = self.messages.labels(kind, outcome)
        return counter

    def text(self) -> bytes:
        """Everything in the format that Prometheus reads."""
        return generate_latest(self.registry)
