"""OpenTelemetry traces of requests, commands, bots' turns and database statements.

They are exported to the endpoint in OpenTelemetry's standard variables (``OTEL_EXPORTER_OTLP_ENDPOINT``); without it
there are no traces. They contain no IP addresses, user agents or path parameters.
"""

from __future__ import annotations

import asyncio
import importlib.util
import os
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from fastapi import FastAPI
from sqlalchemy import Engine

import souq
from souq.server.ops.telemetry.metrics import Metrics, how

WHERE = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
"""Environment variables for the URL to which traces are sent. Either one is enough."""
NEEDED = ("opentelemetry.sdk", "opentelemetry.exporter.otlp.proto.http", "opentelemetry.instrumentation.fastapi",
          "opentelemetry.instrumentation.sqlalchemy")  # fmt: skip
"""Modules that must be installed for traces. They come with an optional dependency of souq."""
MISSING = "Traces should be sent, but the package that sends them isn’t installed"
UNTRACED = "/ws/,/static/,/health,/metrics,/favicon.ico"
"""Paths of requests that are not traced, because they are very frequent or last for hours."""
PERSONAL = (
    *("http.user_agent", "user_agent.original", "user_agent.synthetic.type"),
    *("net.peer.ip", "net.peer.port", "client.address", "client.port"),
)
PATHS = ("http.target", "http.url", "url.full", "url.path", "url.query")
SENDER = "opentelemetry.exporter.otlp.proto.http.trace_exporter"
"""Name of the logger of the library that sends traces."""
CLOSING = 2.0
"""Timeout in seconds for sending the last traces when the server closes."""


def wanted(environment: Mapping[str, str] | None = None) -> bool:
    """Return whether traces should be exported.

    >>> wanted({}), wanted({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318"})
    (False, True)
    """
    around = os.environ if environment is None else environment
    return any(around.get(name) for name in WHERE) and around.get("OTEL_SDK_DISABLED", "").lower() != "true"


def installed() -> bool:
    """Return whether the optional dependencies for traces are installed."""
    try:
        return all(importlib.util.find_spec(name) for name in NEEDED)
    except ModuleNotFoundError:
        return False


class Traced(Metrics):
    """Observer that records metrics and also exports spans."""

    def __init__(self) -> None:
        super().__init__()
        from opentelemetry.context import Context
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider

        about = {"service.name": os.environ.get("OTEL_SERVICE_NAME", "souq"), "service.version": souq.__version__}
        self._provider = TracerProvider(resource=Resource.create(about), shutdown_on_exit=False)
        self._provider.add_span_processor(processor())
        self._tracer: Any = self._provider.get_tracer("souq", souq.__version__)
        self._apart = Context()

    def instrument(self, app: FastAPI, engines: Sequence[Engine]) -> None:
        """Trace an app's requests and its database engines' statements."""
        from opentelemetry.instrumentation.fastapi import FastAPIInstrumentor
        from opentelemetry.instrumentation.sqlalchemy.engine import EngineTracer
        from opentelemetry.metrics import NoOpMeterProvider

        meters = NoOpMeterProvider()
        FastAPIInstrumentor.instrument_app(
            app,
            server_request_hook=_cleared,
            tracer_provider=self._provider,
            meter_provider=meters,
            excluded_urls=UNTRACED,
            exclude_spans=["receive", "send"],
        )
        # The library's public API instruments the whole process, which may run two servers (tests).
        usage = meters.get_meter("souq").create_up_down_counter("db.client.connections.usage")
        for engine in dict.fromkeys(engines):
            EngineTracer(self._provider.get_tracer("souq.database"), engine, usage)  # type: ignore[no-untyped-call]

    @contextmanager
    def command(self, kind: str, table_id: str) -> Iterator[None]:
        """Time and trace a command."""
        with self._span(f"command {kind}", {"souq.table": table_id}), super().command(kind, table_id):
            yield

    @contextmanager
    def question(self, part: str, what: str, game: str) -> Iterator[None]:
        """Time and trace a question to a worker process."""
        with self._span(f"{what} {part}", {"souq.game": game}), super().question(part, what, game):
            yield

    @contextmanager
    def turn(self, table_id: str, level: str, game: str) -> Iterator[None]:
        """Trace a bot's turn. It isn't part of the trace of the request that caused it."""
        about = {"souq.table": table_id, "souq.level": level, "souq.game": game}
        with self._span("bot’s turn", about, self._apart):
            yield

    @contextmanager
    def _span(self, name: str, about: dict[str, str], context: Any = None) -> Iterator[None]:
        """Run the block in a span. If it fails, record the error's type but not its message, which may hold names."""
        quiet = {"record_exception": False, "set_status_on_exception": False}
        with self._tracer.start_as_current_span(name, context, attributes=about, **quiet) as span:
            try:
                yield
            except BaseException as error:
                span.set_attributes({"souq.ended": how(error), "error.type": type(error).__name__})
                raise
            span.set_attribute("souq.ended", "done")

    async def close(self) -> None:
        """Send the remaining spans, within a time limit."""
        leaving = threading.Thread(target=self._provider.shutdown, daemon=True)  # never delays the exit
        leaving.start()
        end = time.monotonic() + CLOSING
        while leaving.is_alive() and time.monotonic() < end:
            await asyncio.sleep(0.02)


def processor() -> Any:
    """Return a span processor that exports spans in a background thread."""
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    return BatchSpanProcessor(OTLPSpanExporter())


def _cleared(span: Any, scope: dict[str, Any]) -> None:
    """Remove personal data from a request's span: blank the client's address and browser, and replace the URL.

    The URL is replaced by the pattern of its route, such as ``/t/{table}``.
    """
    known: Mapping[str, Any] = getattr(span, "attributes", None) or {}
    route = known.get("http.route", "")
    for name in known:
        if name in PERSONAL:
            span.set_attribute(name, "")
        elif name in PATHS:
            span.set_attribute(name, route)
