"""Metrics, log lines and traces of a server."""

from __future__ import annotations

import contextlib
import functools
import json
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families
from websockets.exceptions import ConnectionClosed

from souq.extras import install
from souq.server.core.commands.commands import Commands
from souq.server.core.workers.workers import Workers
from souq.server.features.notifications.service import Notices
from souq.server.ops.telemetry import logs, tracing
from tests import plain
from tests.server.clients import BOT, ME, OPEN, PATIENCE, Running, running

pytestmark = pytest.mark.server

Figures = dict[tuple[str, frozenset[tuple[str, str]]], float]


def scrape_metrics(server: Running, **headers: str) -> Figures:
    """Return all metrics by name and labels."""
    with server.http() as http:
        answer = http.get("/metrics", headers=headers)
    assert answer.status_code == 200, answer.text
    found = text_string_to_metric_families(answer.text)
    return {(each.name, frozenset(each.labels.items())): each.value for family in found for each in family.samples}


def metric_sum(found: Figures, name: str, **labels: str) -> float:
    """Return the sum of a metric's values with these labels."""
    return sum(
        value for (called, has), value in found.items() if called == name and labels.items() <= dict(has).items()
    )


def played(server: Running) -> str:
    """Play some decisions at a table with a bot and return its id."""
    table = server.open(BOT, ME)
    with server.sit(table.id, table.token) as amina, server.sit(table.id) as watcher:
        watcher.frames()
        amina.frames()
        for _ in range(2):
            while not amina.picks:
                amina.frames(amina.seq + 1)
            amina.play(amina.picks[0])
        assert amina.command("choose", seq=amina.seq + 99, choice=0)["type"] == "refused"
        assert metric_sum(scrape_metrics(server), "souq_sockets") == 2
    return table.id


def test_metrics_count_games_and_decisions(server: Running) -> None:
    before = scrape_metrics(server)
    played(server)
    with server.http() as http:
        for path in ("/", "/about", "/static/js/main.js", "/nowhere", "/api/tables/nosuch"):
            http.get(path)
    after = scrape_metrics(server)

    def grown(name: str, **labels: str) -> float:
        return metric_sum(after, name, **labels) - metric_sum(before, name, **labels)

    assert grown("souq_command_seconds_count", command="choose", ended="done") >= 2
    assert grown("souq_command_seconds_count", command="choose", ended="refused") == 1
    assert grown("souq_refusals_total", by="socket", status="422") == 1
    assert grown("souq_refusals_total", by="http", status="404") == 2
    assert grown("souq_http_request_seconds_count", route="/static/{path:path}", method="GET", status="2xx") == 1
    assert grown("souq_http_request_seconds_count", route="/api/tables/{table}", status="4xx") == 1
    assert grown("souq_http_request_seconds_count", route="other", status="4xx") == 1
    assert grown("souq_bot_seconds_count", game="toy", part="thinking") >= 1
    assert grown("souq_shown_seconds_count") >= 2
    assert grown("souq_sockets_closed_total") == 2
    assert grown("souq_database_seconds_count", kind="write") >= 3 and grown("souq_database_seconds_count", kind="read")
    assert metric_sum(after, "souq_database_troubles_total") == 0 and metric_sum(after, "souq_tables_stuck") == 0
    assert metric_sum(after, "souq_tables") >= 1 and metric_sum(after, "souq_connections") >= 1
    assert metric_sum(after, "souq_notices_waiting") == 0 and metric_sum(after, "souq_event_loop_lag_seconds") >= 0


def test_client_input_never_becomes_a_metric_label(server: Running) -> None:
    def flood(kind: str) -> set[tuple[str, frozenset[tuple[str, str]]]]:
        for number in range(30):
            made_up = f"{kind}{number}"
            with server.http() as http:
                for path in (
                    made_up,
                    f"api/{made_up}",
                    f"t/{made_up}",
                    f"static/{made_up}.js",
                    f"api/tables/{made_up}",
                ):
                    http.get(f"/{path}")
                http.request(made_up.upper(), "/")
                http.get("/", headers={"X-Request-Id": made_up})
            with server.sit(made_up) as nobody:
                with contextlib.suppress(ConnectionClosed):  # they may have been sent away already
                    nobody.send({"type": made_up})
                nobody.next("refused")
                nobody.socket.close(3000 + number)
        found = scrape_metrics(server)
        assert not [each for each in found if kind in str(each).lower()]
        return set(found)

    scrape_metrics(server)  # looking at figures is counted as well, from the first time on
    assert flood("abc") == flood("xyz")


@pytest.mark.parametrize(
    "headers",
    [
        {"X-Forwarded-For": "203.0.113.9"},
        {"X-Forwarded-For": "127.0.0.1, 203.0.113.9"},
        {"X-Forwarded-For": "unknown"},
        {"X-Forwarded-Proto": "https"},
        {"X-Real-IP": "127.0.0.1"},
        {"Via": "1.1 proxy"},
        {"Forwarded": "for=127.0.0.1"},
    ],
    ids=str,
)
def test_metrics_are_hidden_from_proxied_requests(server: Running, headers: dict[str, str]) -> None:
    with server.http() as http:
        nowhere, there = (http.get(path, headers=headers) for path in ("/metrixx", "/metrics"))
    assert there.status_code == nowhere.status_code == 404
    assert there.text == nowhere.text.replace("metrixx", "metrics")
    assert there.headers.keys() == nowhere.headers.keys()


def test_metrics_are_served_to_allowed_addresses_only(tmp_path: Path) -> None:
    for readers in ((), ("10.0.0.0/8",)):
        with running(tmp_path / "souq.db", metrics=readers) as server, server.http() as http:
            for method in ("GET", "HEAD", "POST", "OPTIONS"):
                here, nowhere = http.request(method, "/metrics"), http.request(method, "/metrixx")
                assert here.status_code == nowhere.status_code == 404
                assert here.headers.keys() == nowhere.headers.keys()
            if readers:
                assert scrape_metrics(server, **{"X-Forwarded-For": "10.1.2.3"})
                assert http.get("/metrics", headers={"X-Forwarded-For": "11.1.2.3"}).status_code == 404


def test_metrics_are_not_rate_limited_and_not_documented(tmp_path: Path) -> None:
    with running(tmp_path / "souq.db", limited=True, ration=1.0) as server, server.http() as http:
        assert Counter(http.get("/about").status_code for _ in range(4))[429]
        assert {http.get("/metrics").status_code for _ in range(5)} == {200}
        assert metric_sum(scrape_metrics(server), "souq_rations_exceeded_total", of="requests") >= 1
    with running(tmp_path / "souq.db") as server, server.http() as http:
        assert "/metrics" not in http.get("/api/openapi.json").text
        assert http.post("/metrics").status_code == http.post("/metrixx").status_code


def test_metrics_are_available_as_openmetrics(server: Running) -> None:
    with server.http() as http:
        answer = http.get("/metrics", headers={"Accept": "application/openmetrics-text; version=1.0.0"})
    assert answer.text.endswith("# EOF\n") and answer.headers["content-type"].startswith("application/openmetrics-text")


@pytest.fixture
def log_lines(capsys: pytest.CaptureFixture[str]) -> Iterator[Any]:
    """Return what was logged as JSON since the last call."""
    logs.set_up("json", "info")

    def said() -> list[dict[str, Any]]:
        return [json.loads(line) for line in capsys.readouterr().err.splitlines() if line.startswith("{")]

    yield said
    logs.reset()


def test_log_lines_have_a_request_id_and_contain_no_token(
    tmp_path: Path, log_lines: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(tmp_path / "souq.db") as server:
        table = server.open(ME, OPEN)

        async def fail(*about: Any, **more: Any) -> None:
            raise RuntimeError("This went wrong on purpose.")

        monkeypatch.setattr(server.house.parts[Commands], "_change", fail)
        monkeypatch.setattr(server.house.parts[Notices].keys, "channel_of", fail)
        with server.sit(table.id, table.token) as amina:
            assert amina.command("start")["type"] == "refused"
            name = amina.socket.response.headers["x-request-id"]  # type: ignore[union-attr]
        with server.http(table.token) as http:
            answers = [http.post(f"/api/tables/{table.id}/start")]
        with server.http() as http:
            answers.append(http.get("/stop/this-is-secret"))
        assert [answer.status_code for answer in answers] == [500, 500]
        socket, command, stop = (each for each in log_lines() if each["logger"] == "souq.server")
    assert (socket["request"], socket["route"], socket["table"]) == (name, "/ws/tables/{table_id}", table.id)
    assert (command["request"], command["table"]) == (answers[0].headers["x-request-id"], table.id)
    assert stop["request"] == answers[1].headers["x-request-id"]
    assert stop["said"] == "GET /stop/{token} failed." and stop["route"] == "/stop/{token}" and "table" not in stop
    for line in (socket, command, stop):
        assert line["level"] == "error" and "on purpose" in line["exception"] and re.match(r"20\d\d-", line["at"])
        assert not any(secret in json.dumps(line) for secret in (table.token, "this-is-secret"))


def test_background_work_is_logged_as_a_job(tmp_path: Path, log_lines: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*about: Any) -> None:
        raise RuntimeError("This went wrong on purpose.")

    monkeypatch.setattr(Workers, "choose", fail)
    with running(tmp_path / "souq.db") as server:
        table = server.open(BOT, ME)
        with server.sit(table.id, table.token) as amina:
            amina.frames()
            said = list[dict[str, Any]]()
            for _ in range(100):
                said += [each for each in log_lines() if each.get("job") == "turns"]
                if said:
                    break
                amina.receives_nothing(0.1)
        assert metric_sum(scrape_metrics(server), "souq_tables_stuck") == 1
    assert said[0]["table"] == table.id and "request" not in said[0]


def test_a_server_with_a_json_log_writes_nothing_else(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "souq", "serve", "--port", "0", "--log", "json", "--set", "workers=0"]
    command += ["--database", str(tmp_path / "souq.db")]
    heed = functools.partial(signal.signal, signal.SIGINT, signal.SIG_DFL)  # in the background it would be ignored
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, preexec_fn=heed) as server:
        assert server.stderr is not None
        first = json.loads(server.stderr.readline())
        address = first["said"].rpartition(" ")[2]
        while not plain.get(f"{address}/health/games", timeout=PATIENCE).json()["ready"]:
            time.sleep(0.1)  # a server that loads the rules of its games is not stopped in a moment
        server.send_signal(signal.SIGINT)
        out, err = server.communicate(timeout=PATIENCE * 2)
    assert first["said"].startswith("The table is open at http://127.0.0.1:") and first["logger"] == "souq.serve"
    said = [json.loads(line)["said"] for line in err.splitlines()]
    assert said[-1] == "Stopped. Every game is saved." and out == ""


@pytest.fixture
def spans(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Collect the spans of servers started from here on."""
    if not tracing.installed():
        pytest.skip("The telemetry extra is not installed: python -m pip install '.[telemetry]'.")
    from opentelemetry.sdk.trace.export import SimpleSpanProcessor
    from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

    kept = InMemorySpanExporter()
    monkeypatch.setenv(tracing.WHERE[0], "http://127.0.0.1:9")
    monkeypatch.setattr(tracing, "processor", lambda: SimpleSpanProcessor(kept))
    return kept


def test_traces_follow_a_command_into_the_database_without_personal_data(tmp_path: Path, spans: Any) -> None:
    with running(tmp_path / "souq.db") as server, running(tmp_path / "another.db") as another:
        assert another.house is not server.house
        table = played(server)
        with server.http() as http:
            http.headers["user-agent"] = "Mozilla/5.0 (xyzzy)"
            assert http.get("/stop/xyzzy?and=this").status_code == 404
            assert http.get(f"/t/{table}").status_code == 200
            assert http.get("/health/alive").status_code == 200
    found = spans.get_finished_spans()
    named = {each.name: each for each in found}
    command = named["command choose"]
    assert command.attributes["souq.table"] == table and command.attributes["souq.ended"] in ("done", "refused")
    assert {each.parent.span_id for each in found if each.parent and each.name.startswith("INSERT")} & {
        each.context.span_id for each in found if each.name == "command choose"
    }
    turn = named["bot’s turn"]
    assert turn.parent is None and turn.attributes["souq.level"] == "trader"
    assert any(each.parent and each.parent.span_id == turn.context.span_id for each in found)
    assert named["GET /stop/{token}"].attributes["http.route"] == "/stop/{token}"
    assert not [name for name in named if "health" in name or "ws/" in name]
    everything = " ".join(each.to_json() for each in found)
    assert not [each for each in ("xyzzy", "and=this", "Mozilla", "Amina") if each in everything]


def test_a_server_without_the_trace_exporter_reports_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv(tracing.WHERE[0], "http://127.0.0.1:9")
    monkeypatch.setattr(tracing, "installed", lambda: False)
    with running(tmp_path / "souq.db") as server:
        assert scrape_metrics(server)
    assert install("telemetry") in caplog.text
