"""What holds for every page and form, including new ones: the list is the server's own."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.robotparser import RobotFileParser

import httpx
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from starlette.routing import Route

from souq.server.app import PARTS
from souq.server.core.http.templating import STATIC
from souq.server.features.moderation.storage import Records
from tests.server.clients import ME, OPEN, Running, running
from tests.server.test_host_names import raw_request
from tests.server.test_moderation import HOST, with_records
from tests.server.test_reports import browser, stored_reports, table_with_chat

pytestmark = pytest.mark.server

ASKED = {
    name
    for path in STATIC.parent.rglob("templates/*.html")
    for name in re.findall(r'name="([a-z][a-z0-9-]*)"', path.read_text("utf-8"))
}
"""Names of all that forms ask for."""
SAID = st.one_of(
    st.sampled_from(
        ["", "on", "1", "-1", "0", "toy", "kairo", "anybody", "live", "days", "UTC", "2026-02-30", "1e999"]
    ),
    st.sampled_from(["9" * 40, "\x00", "🐪" * 300, "../../etc/passwd", "<script>", "nobody@example.org", "me", "open"]),
    st.text(max_size=40),
)
CLOCK = {"kind": "live", "bank": 600, "increment": 5, "level": "random"}
FORMS = st.dictionaries(st.sampled_from(sorted(ASKED)), SAID, max_size=8)


def routes(method: str) -> list[str]:
    """Return the paths of pages and API that accept a method."""
    found = [each for part in PARTS for each in part.router.routes if isinstance(each, Route)]
    return sorted({each.path for each in found if method in (each.methods or ())})


def fill_path(path: str, **known: str) -> str:
    """Fill a path's parameters with known values, by the part before them or by their name."""
    parts = path.split("/")
    return "/".join(
        known.get(before) or known.get(found[1], "1") if (found := re.match(r"{(\w+)(?::\w+)?}", part)) else part
        for before, part in zip(["", *parts], parts, strict=False)
    )


def forms() -> list[str]:
    """Return the paths that pages send forms to."""
    return [path for path in routes("POST") if not path.startswith("/api/")]


def known_ids(server: Running, http: httpx.Client) -> dict[str, str]:
    """Return path parameters that exist, most of them the user's own."""
    table = {"table_id": server.open(ME, OPEN).id, "table": server.open(ME, OPEN).id, "game": "toy", "name": "toy"}
    tournament = http.post("/api/tournaments", json={"game": "toy", "players": 2, "clock": CLOCK})
    assert tournament.status_code == 201, tournament.text
    shown = http.post("/api/records/shown", json={"shown": True})
    assert shown.status_code == 200, shown.text
    with server.http() as other:
        seats = [{"kind": "me", "name": "Host"}, OPEN, OPEN]
        asked = {"game": "toy", "players": 3, "seats": seats, "company": "anybody"}
        assert other.post("/api/tables", json=asked).status_code == 201
        listed = other.get("/api/lobby").json()["join"]
    http.post("/you/turns/hooks", data={"address": "https://chat.invalid/hooks/abc"})
    turns = re.search(r"/you/turns/(\w+)/off", http.get("/you").text)
    assert turns
    codes = {"tournaments": tournament.json()["code"], "people": shown.json()["page"], "lobby": listed[0]["code"]}
    return table | codes | {"turns": turns[1]}


@contextmanager
def signed_in(server: Running) -> Iterator[httpx.Client]:
    """A browser with a session."""
    with server.http() as http:
        http.headers["origin"] = server.address
        http.get("/")
        http.post("/me", data={"name": "Rosa"})
        yield http


def test_every_state_changing_route_refuses_cross_site_requests(server: Running) -> None:
    with signed_in(server) as http:
        there = known_ids(server, http)
        for method in ("POST", "PUT", "PATCH", "DELETE"):
            for path in routes(method):
                answer = http.request(method, fill_path(path, **there), headers={"Origin": "https://evil.example"})
                assert answer.status_code == 403, f"{method} {path}"


def test_every_page_has_a_content_security_policy_and_no_server_error(server: Running) -> None:
    with signed_in(server) as http:
        there = known_ids(server, http)
        for path in routes("GET"):
            for address in (fill_path(path), fill_path(path, **there)):
                answer = http.get(address)
                assert answer.status_code < 500, address
                assert "default-src 'self'" in answer.headers["content-security-policy"], address
                assert not is_publicly_cacheable(answer), address


ALIKE = ("content-type", "content-encoding", "content-security-policy", "location", "etag", "allow")


def test_every_get_route_answers_head_without_a_body(server: Running) -> None:
    with signed_in(server) as http:
        there = known_ids(server, http)
        for path in [*routes("GET"), "/metrics", "/nothing", "/api/nothing", "/api/openapi.json", "/ABOUT", "/about/"]:
            for address in {fill_path(path), fill_path(path, **there)}:
                full, head = http.get(address), http.head(address)
                assert head.status_code == full.status_code, address
                assert head.content == b"" and "content-length" in head.headers, address
                for name in ALIKE:
                    assert head.headers.get(name) == full.headers.get(name), (address, name)


def test_other_methods_get_405_with_the_allowed_ones(server: Running) -> None:
    with signed_in(server) as http:
        there, headers = known_ids(server, http), {"Origin": server.address}
        paths = {path for method in ("GET", "POST", "PUT", "PATCH", "DELETE") for path in routes(method)}
        for path in sorted(path for path in paths if not path.startswith(("/admin", "/pictures"))):
            ways = {method for method in ("GET", "POST", "PUT", "PATCH", "DELETE") if path in routes(method)}
            ways |= {"HEAD"} if "GET" in ways else set()
            for method in ("OPTIONS", "TRACE", "BREW"):
                answer = http.request(method, fill_path(path, **there), headers=headers)
                assert answer.status_code == 405, (method, path)
                assert ways <= set(answer.headers["allow"].split(", ")), (method, path)
        assert http.head("/me").headers["allow"] == "POST"


def test_the_host_of_an_absolute_request_target_is_used(server: Running) -> None:
    for target, host, status in (
        ("http://localhost/about", "evil.example", 200),
        ("HTTPS://localhost:8443/about?x=1", "localhost", 200),
        ("http://localhost", "localhost", 200),
        ("http://localhost/t/%2e%2e", "localhost", 404),
        ("http://evil.example/about", "localhost", 421),
        ("http://evil.example\\@localhost/about", "localhost", 400),
        ("http:///about", "localhost", 400),
        ("ftp://localhost/about", "localhost", 404),
        ("*", "localhost", 404),
    ):
        answer = raw_request(server, f"GET {target} HTTP/1.1".encode(), f"Host: {host}".encode())
        assert answer.startswith(f"HTTP/1.1 {status} ".encode()), (target, answer[:80])


def test_private_pages_are_excluded_from_search_engines(server: Running) -> None:
    with server.http() as http:
        told = http.get("/robots.txt")
        assert told.headers["content-type"].startswith("text/plain")
        engines = RobotFileParser()
        engines.parse(told.text.splitlines())
        for path in ("/t/abc", "/you", "/you/data", "/admin", "/api/lobby", "/sign-in"):
            assert not engines.can_fetch("Googlebot", path), path
        for path in ("/", "/rules/kairo", "/learn", "/library", "/static/theme.css", "/pictures/souq.png"):
            assert engines.can_fetch("Googlebot", path), path
        assert engines.can_fetch("Twitterbot", "/t/abc") and not engines.can_fetch("Twitterbot", "/you")
        assert http.get("/apple-touch-icon.png").headers["content-type"] == "image/png"


ODD = ("//about", "/about//", "/%2e%2e/about", "/ABOUT", "/%zz", "/%ff", "/t/%00", "/new/%ff?preset=%ff", "/?x=1&x=2",
       "/library?after=%00", "/static/%2e%2e/templates/base.html", "/about?" + "a" * 20_000)  # fmt: skip


@pytest.mark.parametrize("path", ODD)
def test_an_unusual_path_gets_a_clear_answer(server: Running, path: str) -> None:
    answer = raw_request(server, f"GET {path} HTTP/1.1".encode(), b"Host: localhost")
    status = int(answer.split(b" ", 2)[1])
    assert status < 500 and (status in (200, 307) or b"<h1" in answer)


def is_publicly_cacheable(answer: httpx.Response) -> bool:
    """Return whether a shared cache may store a response."""
    return "set-cookie" in answer.headers and "public" in answer.headers.get("cache-control", "")


@pytest.mark.parametrize("each", [4, pytest.param(20, marks=pytest.mark.wide)])
def test_no_form_makes_the_server_fail(server: Running, each: int) -> None:
    with signed_in(server) as http:
        there = known_ids(server, http)
    paths = [fill_path(path, **there) for path in forms()]
    assert len(paths) > 20

    @given(path=st.sampled_from(paths), form=FORMS)
    @settings(
        max_examples=each * len(paths),
        deadline=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def send(path: str, form: dict[str, str]) -> None:
        with server.http() as http:
            answer = http.post(path, data=form)
        assert answer.status_code < 500, f"{path} {form}: {answer.text[:300]}"
        assert "default-src 'self'" in answer.headers["content-security-policy"]

    send()
    assert server_still_answers(server, paths)


OUT = ("/you/delete", "/you/out", "/sign-in", "/you/browsers", "/you/codes/drop")
"""Paths after which a browser has another session."""


@pytest.mark.parametrize("keeps_house", [False, True], ids=["kept", "host"])
def test_no_form_of_a_signed_in_user_makes_the_server_fail(tmp_path: Path, keeps_house: bool) -> None:
    database = tmp_path / "souq.db"
    with running(database) as server:
        table, cookies = table_with_chat(server, database)
        if keeps_house:

            async def grant(records: Records) -> None:
                await records.grant(HOST, await records.the_one("Amina"))

            with_records(database, grant)
        with browser(server, cookies["Omar"]) as http:
            http.post(f"/t/{table}/report", data={"seat": "0", "kind": "rude", "line": "1"})
            (report,) = [each.id for each in stored_reports(database)]
        with browser(server, cookies["Amina"]) as http:
            there = known_ids(server, http) | {"reports": report, "t": table, "browsers": "samina"}
            paths = [fill_path(path, **there) for path in forms() if not path.startswith(OUT)]
            paths = [path for path in paths if path.startswith("/admin") or not keeps_house]

            @given(path=st.sampled_from(paths), form=FORMS)
            @settings(max_examples=6 * len(paths), deadline=None, derandomize=True, phases=[Phase.generate])
            def send(path: str, form: dict[str, str]) -> None:
                answer = http.post(path, data=form)
                assert answer.status_code < 500, f"{path} {form}: {answer.text[:300]}"

            send()
            assert "This name is yours" in html.unescape(http.get("/you").text)
            for path in routes("GET"):
                if not path.startswith(OUT):
                    assert http.get(fill_path(path, **there)).status_code < 500, path
            assert http.get("/admin").status_code == (200 if keeps_house else 404)
        assert server_still_answers(server, paths)


def server_still_answers(server: Running, tried: Iterable[str]) -> bool:
    """Return whether the server still works after all these requests."""
    with server.http() as http:
        return bool(tried) and http.get("/health").status_code == 200 and bool(server.open(ME, OPEN).id)
