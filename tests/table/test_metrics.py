"""Metrics of a server: the dashboard, the documentation, log formats, and the event loop's lag."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from souq.server.app import create_app
from souq.server.core.events import Bus
from souq.server.core.jobs.chores import Chores
from souq.server.core.realtime.hub import Hub, Watcher
from souq.server.ops.telemetry import context, logs, pulse, tracing
from souq.server.ops.telemetry.metrics import Metrics
from souq.server.ops.telemetry.observer import NOBODY

ROOT = Path(__file__).parents[2]
BOARD = json.loads((ROOT / "deploy" / "grafana.json").read_text("utf-8"))
HOSTING = (ROOT / "docs" / "how-to" / "monitor.md").read_text("utf-8")
PATIENCE = 20.0
NAME = re.compile(r"\b(?:souq|process)_[a-z_]+\b")


@pytest.fixture
def names(tmp_path: Path) -> set[str]:
    """The metrics of a server."""
    found: set[str] = create_app(str(tmp_path / "souq.db")).state.metrics_page.names()
    return found


def queries() -> list[str]:
    """Return the dashboard's queries."""
    return [target["expr"] for panel in BOARD["panels"] for target in panel.get("targets", ())]


def test_the_dashboard_queries_all_metrics_and_only_existing_ones(names: set[str]) -> None:
    asked = {name for query in queries() for name in NAME.findall(query)}
    assert asked <= names

    def whole(found: set[str]) -> set[str]:
        return {re.sub(r"_(bucket|count|sum|total)$", "", name) for name in found if name.startswith("souq_")}

    assert whole(names) <= whole(asked)


def test_the_dashboard_uses_existing_labels() -> None:
    words = "instance le command ended route method status kind level game part what by code of version"
    known = set(words.split(" "))
    for query in queries():
        by = {name for group in re.findall(r"by \(([^)]*)\)", query) for name in re.split(r",\s*", group)}
        asked = {name for group in re.findall(r"{([^}]*)}", query) for name in re.findall(r"(\w+)\s*=", group)}
        assert by | asked <= known, query


def test_dashboard_panels_do_not_overlap() -> None:
    taken = set[tuple[int, int]]()
    for place in (panel["gridPos"] for panel in BOARD["panels"]):
        here = {(place["x"] + x, place["y"] + y) for x in range(place["w"]) for y in range(place["h"])}
        assert not here & taken and max(x for x, _ in here) < 24
        taken |= here
    assert len({panel["id"] for panel in BOARD["panels"]}) == len(BOARD["panels"])


def test_the_documentation_lists_every_metric_and_no_other(names: set[str]) -> None:
    told = set(re.findall(r"`(souq_[a-z_]+)", HOSTING))
    ours = {re.sub(r"_(bucket|count|sum)$", "", name) for name in names if name.startswith("souq_")}
    assert told == ours


def test_two_servers_have_separate_metrics() -> None:
    one, other = Metrics(), Metrics()
    with one.command("choose", "abc"):
        pass
    assert b'souq_command_seconds_count{command="choose",ended="done"} 1.0' in one.exposed("")[0]
    assert b"choose" not in other.exposed("")[0]


def test_an_update_is_timed_until_the_last_viewer_received_it() -> None:
    async def tell() -> bytes:
        metrics = Metrics()
        hub = Hub(Bus(), metrics)
        quick, slow, gone = (Watcher("abc") for _ in range(3))
        let = asyncio.Event()

        async def send(text: str) -> None:
            pass

        async def look(watcher: Watcher) -> list[str]:
            if watcher is slow:
                await let.wait()
            return []

        pumps = [asyncio.create_task(each.pump(send, look)) for each in (quick, slow, gone)]
        await asyncio.sleep(0)
        for each in (quick, slow, gone):
            hub.join(each)
        pumps[2].cancel()
        hub.publish("abc")
        await asyncio.sleep(0.01)
        assert b"souq_shown_seconds_count 0.0" in metrics.exposed("")[0]
        let.set()
        await asyncio.sleep(0.01)
        for pump in pumps:
            pump.cancel()
        return metrics.exposed("")[0]

    assert b"souq_shown_seconds_count 1.0" in asyncio.run(tell())


def test_an_unwatched_table_records_no_update_time() -> None:
    with NOBODY.command("choose", "abc"), NOBODY.database("read"), NOBODY.question("thinking", "hint", "toy"):
        NOBODY.refused("http", 404)
    assert NOBODY.spread(3) is None


def test_the_event_loop_lag_is_measured() -> None:
    async def hold_up() -> float:
        beats = pulse.Pulse()
        task = asyncio.create_task(beats.run())
        await asyncio.sleep(0)
        time.sleep(2 * pulse.BEAT)
        await asyncio.sleep(0.01)
        task.cancel()
        return beats.longest

    assert asyncio.run(hold_up()) >= pulse.BEAT * 0.9


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Iterator[Any]:
    """A function that returns what was logged."""
    yield lambda: capsys.readouterr().err.splitlines()
    logs.reset()


def test_plain_text_logs_are_unchanged(said: Any) -> None:
    log = logging.getLogger("souq.server")
    for level, expected in (("warning", ["Careful: 1."]), ("info", ["By the way.", "Careful: 1."]), ("error", [])):
        logs.set_up("words", level)
        log.info("By the way.")
        log.warning("Careful: %s.", 1)
        assert said() == expected


def test_json_logs_have_one_object_per_line(said: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logging.getLogger("souq.compiling"), "propagate", True)  # a command may have taken it over
    logs.set_up("json", "warning")
    try:
        raise ValueError("two\nlines")
    except ValueError:
        logging.getLogger("souq.server").exception("“Line”\nby line %s", {1})
    logging.getLogger("souq.compiling").info("Getting Kairo ready.")
    logging.getLogger("another.library").warning("Hm.")
    logging.getLogger("souq.server").info("Nobody wants to know.")
    first, second, third = (json.loads(line) for line in said())
    assert (first["said"], first["level"], first["logger"]) == ("“Line”\nby line {1}", "error", "souq.server")
    assert first["exception"].endswith("ValueError: two\nlines") and first["at"].endswith("Z")
    assert (second["said"], second["level"], third["said"]) == ("Getting Kairo ready.", "info", "Hm.")


def test_log_lines_distinguish_requests_from_jobs(said: Any) -> None:
    logs.set_up("json", "warning")
    log = logging.getLogger("souq.server")

    async def job() -> None:
        log.warning("A job.")

    async def request() -> str:
        name = context.begin_request({"type": "http", "path": "/x", "path_params": {"table": "abc"}})
        log.warning("A request.")
        await asyncio.create_task(job(), context=context.job_of("Notices._send"))
        await asyncio.to_thread(log.warning, "In a thread.")
        return name

    name = asyncio.run(request())
    first, second, third = (json.loads(line) for line in said())
    assert (first["request"], first["table"], "job" in first) == (name, "abc", False)
    assert (second["job"], "request" in second, "table" in second) == ("Notices.send", False, False)
    assert third["request"] == name
    assert not {"scope", "path_params"} & set(first)


def test_a_failing_background_task_is_named_in_the_log(said: Any) -> None:
    logs.set_up("json", "warning")

    async def fails() -> None:
        raise ValueError

    async def begin() -> None:
        context.begin_request({"type": "http", "path": "/x"})
        Chores().start(fails())
        await asyncio.sleep(0.01)

    asyncio.run(begin())
    (line,) = (json.loads(each) for each in said())
    assert line["said"] == "A background task failed." and line["job"].endswith("fails") and "request" not in line


def test_traces_are_sent_only_if_configured(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not tracing.wanted({}) and not tracing.wanted({"OTEL_EXPORTER_OTLP_ENDPOINT": ""})
    assert tracing.wanted({"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://127.0.0.1:4318/v1/traces"})
    assert not tracing.wanted({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318", "OTEL_SDK_DISABLED": "true"})
    monkeypatch.setattr(tracing, "NEEDED", ("nothing.of.this.name",))
    assert not tracing.installed()


def test_shutdown_does_not_wait_long_for_the_trace_exporter(monkeypatch: pytest.MonkeyPatch) -> None:
    if not tracing.installed():
        pytest.skip("The telemetry extra is not installed: python -m pip install '.[telemetry]'.")
    from opentelemetry.sdk.trace import SpanProcessor

    taken = threading.Event()

    class Slow(SpanProcessor):
        def shutdown(self) -> None:
            taken.wait(PATIENCE)

    monkeypatch.setattr(tracing, "processor", Slow)
    monkeypatch.setattr(tracing, "CLOSING", 0.05)
    asyncio.run(tracing.Traced().close())
    assert not taken.is_set()
    taken.set()
