"""Prometheus metrics. Each server has its own registry.

Labels hold values from fixed sets only (commands, levels, games, routes, statuses), since values made up by clients
would grow the metrics without bound.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence

from fastapi import FastAPI
from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector
from prometheus_client.exposition import choose_encoder
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from sqlalchemy import Engine

from souq.engine.errors import SouqError
from souq.server.errors import OutOfReach
from souq.server.ops.telemetry.observer import Observer, Span, Spread

QUICK = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Histogram buckets, in seconds, for quick operations."""
LONG = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
"""Histogram buckets, in seconds, for slow operations."""

ADVICE = ("hint", "solution", "evaluation", "review")
"""Kinds of requests to worker processes, apart from those for bots' decisions."""
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
CODES = (1000, 1001, 1005, 1006, 1008, 1009, 1011, 1012, 1013, 4404, 4408, 4429)
"""WebSocket close codes that the server and browsers use."""
OTHER = "other"
"""Value of a label for anything that isn't in its fixed set of values."""


class _Timed:
    """Context manager that passes a function the duration of its block, and the error that ended it, if any."""

    __slots__ = ("_began", "_ended", "_what")

    def __init__(self, ended: Callable[[Hashable, float, BaseException | None], None], what: Hashable) -> None:
        self._ended, self._what = ended, what

    def __enter__(self) -> None:
        self._began = time.perf_counter()

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        self._ended(self._what, time.perf_counter() - self._began, error)


class _Times:
    """A Prometheus histogram with labels. It caches the child histogram of each combination of label values."""

    def __init__(self, made: Histogram) -> None:
        self._made = made
        self._known: dict[tuple[str, ...], Histogram] = {}

    def observe(self, labels: tuple[str, ...], seconds: float) -> None:
        """Record a duration in seconds under the given labels."""
        known = self._known.get(labels)
        if known is None:
            known = self._known[labels] = self._made.labels(*labels)
        known.observe(seconds)


class Metrics(Observer):
    """Observer that records events as Prometheus metrics."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)

        def times(name: str, said: str, labels: tuple[str, ...], bounds: tuple[float, ...]) -> _Times:
            return _Times(Histogram(name, said, labels, registry=self.registry, buckets=bounds))

        self._commands = times("souq_command_seconds", "Commands, from arrival to answer.", ("command", "ended"), QUICK)
        self._requests = times(
            "souq_http_request_seconds", "HTTP requests, by route.", ("route", "method", "status"), LONG
        )
        self._database = times(
            "souq_database_seconds",
            "Database reads and transactions, including the wait for a connection.",
            ("kind",),
            QUICK,
        )
        self._bots = times("souq_bot_seconds", "Bots' decisions.", ("level", "game", "part"), LONG)
        self._advice = times("souq_advice_seconds", "Hints, solutions and analyses.", ("what", "game", "part"), LONG)
        self._shown = Histogram(
            "souq_shown_seconds",
            "From storing a change to sending it to the last viewer.",
            registry=self.registry,
            buckets=QUICK,
        )
        self._refusals = self._counter(
            "souq_refusals", "Refused requests and commands, by HTTP status.", "by", "status"
        )
        self._closed = self._counter("souq_sockets_closed", "Closed WebSockets, by close code.", "code")
        self._troubles = self._counter("souq_database_troubles", "Database failures.", "kind")
        for kind in ("read", "write"):
            self._troubles.labels(kind)

    def _counter(self, name: str, said: str, *labels: str) -> Counter:
        return Counter(name, said, labels, registry=self.registry)

    def command(self, kind: str, table_id: str) -> Span:
        """Time a command."""
        return _Timed(self._commanded, kind)

    def _commanded(self, kind: Hashable, seconds: float, error: BaseException | None) -> None:
        if not isinstance(error, asyncio.CancelledError):
            self._commands.observe((str(kind), how(error)), seconds)

    def database(self, kind: str) -> Span:
        """Time a read or a transaction, and count failures."""
        return _Timed(self._asked, kind)

    def _asked(self, kind: Hashable, seconds: float, error: BaseException | None) -> None:
        self._database.observe((str(kind),), seconds)
        if isinstance(error, OutOfReach):
            self._troubles.labels(kind).inc()

    def question(self, part: str, what: str, game: str) -> Span:
        """Time the waiting or the computing of a request to a worker process."""
        return _Timed(self._thought, (what, game, part))

    def _thought(self, labels: Hashable, seconds: float, error: BaseException | None) -> None:
        assert isinstance(labels, tuple)
        if not isinstance(error, asyncio.CancelledError):
            (self._advice if labels[0] in ADVICE else self._bots).observe(labels, seconds)

    def spread(self, watchers: int) -> Spread | None:
        """Begin to measure how long a change takes to reach all viewers of a table; return None without viewers."""
        return Spread(watchers, self._shown.observe) if watchers else None

    def refused(self, by: str, status: int) -> None:
        """Count a refused request or WebSocket."""
        self._refusals.labels(by, str(status)).inc()

    def requested(self, route: str, method: str, status: int, seconds: float) -> None:
        """Count and time an HTTP request."""
        self._requests.observe((route, method if method in METHODS else OTHER, f"{status // 100}xx"), seconds)
        if status >= 400:
            self.refused("http", status)

    def closed(self, code: int) -> None:
        """Count a closed WebSocket by its close code."""
        self._closed.labels(str(code) if code in CODES else OTHER).inc()

    def instrument(self, app: FastAPI, engines: Sequence[Engine]) -> None:
        """Do nothing. Only traces need the app and its database engines."""

    async def close(self) -> None:
        """Do nothing, since Prometheus fetches metrics itself."""

    def exposed(self, accept: str) -> tuple[bytes, str]:
        """Return all metrics as text for Prometheus, encoded, and the text's content type."""
        encode, kind = choose_encoder(accept)
        return encode(self.registry), kind

    def names(self) -> set[str]:
        """Return the names of the samples of all metrics."""
        return {name for metric in self.registry.collect() for name in _called(metric)}


def how(error: BaseException | None) -> str:
    """Return a label for the outcome of a command.

    >>> how(None), how(SouqError("Not now.")), how(OutOfReach("locked.")), how(ValueError())
    ('done', 'refused', 'failed', 'failed')
    """
    if error is None:
        return "done"
    return "refused" if isinstance(error, SouqError) and not isinstance(error, OutOfReach) else "failed"


def _called(metric: Metric) -> Iterator[str]:
    """Yield the names under which Prometheus stores a metric's values, even if it has none yet."""
    if metric.type == "histogram":
        yield from (f"{metric.name}_{part}" for part in ("bucket", "count", "sum"))
    else:
        yield f"{metric.name}_total" if metric.type == "counter" else metric.name


Found = dict[tuple[str, ...], float]
"""Current values of a metric. The key of each is the tuple of its labels' values."""


class Gauge:
    """A metric whose current value is read by a function when metrics are requested, not updated by events.

    Args:
        name: the metric's name.
        help_text: its help text.
        read: returns its current values.
        labels: names of its labels.
        counts: whether it is a counter, which only grows.
    """

    def __init__(
        self, name: str, help_text: str, read: Callable[[], Found | float], *labels: str, counts: bool = False
    ) -> None:
        self._name, self._help, self._read, self._labels, self._counts = name, help_text, read, labels, counts

    def now(self) -> Metric:
        """Read the current values, and return the metric with them."""
        family = CounterMetricFamily if self._counts else GaugeMetricFamily
        made = family(self._name, self._help, labels=self._labels)
        found = self._read()
        for labels, value in (found if isinstance(found, dict) else {(): found}).items():
            made.add_metric(labels, value)
        return made


class Gauges(Collector):
    """Prometheus collector of :class:`Gauge` metrics.

    Prometheus's library may call it in another thread, so it returns the values that :meth:`refresh` has read.
    """

    def __init__(self, gauges: Iterable[Gauge]) -> None:
        self._gauges = tuple(gauges)
        self._found: list[Metric] = []

    def refresh(self) -> None:
        """Read the current values of all metrics."""
        self._found = [gauge.now() for gauge in self._gauges]

    def collect(self) -> Iterable[Metric]:
        """Return the metrics as they were at the last refresh."""
        return self._found
