"""The cost of metrics and traces, in microseconds of CPU.

    python -m bench.observed [--times N] [--json]

It measures the instrumentation of a decision with four viewers (a command, a read, a transaction, four messages), of a
request, and of a bot's turn: without an observer, with metrics, and with traces too (which are discarded, so that no
network is measured). Then it measures one scrape of ``/metrics``.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from starlette.types import Message, Receive, Scope, Send

from souq.server.core.http.measuring import RequestTiming
from souq.server.ops.telemetry import tracing
from souq.server.ops.telemetry.metrics import Metrics
from souq.server.ops.telemetry.observer import NOBODY, Observer

WATCHERS = 4
SCOPE = {"type": "http", "method": "GET", "path": "/t/abc", "headers": []}


def main() -> None:
    """Run the benchmarks and print the results."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--times", type=int, default=20_000)
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    found = measured(chosen.times)
    if chosen.json:
        sys.stdout.write(json.dumps(found) + "\n")
        return
    for what, costs in found.items():
        text = ", ".join(f"{how} {cost:.1f}" for how, cost in costs.items())
        sys.stdout.write(f"{what}: {text}\n")


def measured(times: int) -> dict[str, dict[str, float]]:
    """Return the cost of each operation for each observer, in microseconds."""
    watching: dict[str, Observer] = {"unwatched": NOBODY, "figures": Metrics()}
    if tracing.installed():
        with _nowhere():
            watching["figures and traces"] = tracing.Traced()
    found = {
        "a decision": {how: _cost(partial(_decision, by), times) for how, by in watching.items()},
        "a bot's turn": {how: _cost(partial(_turn, by), times) for how, by in watching.items()},
        "a request": asyncio.run(_requests(times)),
    }
    metrics = watching["figures"]
    assert isinstance(metrics, Metrics)
    for number in range(200):
        metrics.requested(f"/a/route/{number}", "GET", 200, 0.01)
    return found | {"a reading of 200 routes": {"figures": _cost(lambda: metrics.exposed(""), 20)}}


def _decision(by: Observer) -> None:
    spread = None
    with by.command("choose", "abc"):
        with by.database("read"):
            pass
        with by.database("write"):
            spread = by.spread(WATCHERS)
    for _ in range(WATCHERS if spread else 0):
        spread.sent()  # type: ignore[union-attr]


def _turn(by: Observer) -> None:
    with (
        by.turn("abc", "trader", "kairo"),
        by.question("waiting", "trader", "kairo"),
        by.question("thinking", "trader", "kairo"),
    ):
        pass


def _cost(work: Callable[[], Any], times: int) -> float:
    """Return the lowest cost of five measurements."""
    return min(_once(work, times) for _ in range(5))


def _once(work: Callable[[], Any], times: int) -> float:
    began = time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - began) / times * 1e6


async def _requests(times: int) -> dict[str, float]:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def hear() -> Message:
        return {"type": "http.request"}

    async def say(message: Message) -> None:
        pass

    async def once(noted: Any) -> float:
        began = time.process_time()
        for _ in range(times):
            await noted(dict(SCOPE, headers=[]), hear, say)
        return (time.process_time() - began) / times * 1e6

    both = {"unwatched": app, "figures": RequestTiming(app, Metrics())}
    return {how: min([await once(noted) for _ in range(5)]) for how, noted in both.items()}


@contextmanager
def _nowhere() -> Iterator[None]:
    """Discard all spans within the block."""
    from opentelemetry.sdk.trace import SpanProcessor

    before, tracing.processor = tracing.processor, SpanProcessor
    try:
        yield
    finally:
        tracing.processor = before


if __name__ == "__main__":
    main()
