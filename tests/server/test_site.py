"""A built site on a server: what is served, how browsers may cache and run it, and sites that can't be served."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

import souq
from souq.server.app import create_app
from souq.server.core.http.offline_site import NoSite, OfflineSite
from souq.server.core.http.rate_limits import cost_of
from souq.server.core.http.security import HEADERS, site_policy
from souq.server.ops.config.settings import Settings
from souq.server.ops.config.sources import choose
from souq.server.ops.doctor import Finding, examine
from tests.server.clients import Running, running
from tests.server.test_host_names import raw_request

pytestmark = pytest.mark.server

FILES = {
    "./": b"<!doctype html><title>Home</title>",
    "t/kairo/": b"<!doctype html><title>Table</title>",
    "manifest.webmanifest": b"{}",
    "v/1/static/js/worker.js": b"export {};\n" * 400,
    "v/1/static/js/boot.js": b"export {};",
    "v/1/static/theme.css": b":root {}",
    "v/1/python/kairo.zip.bin": b"\x1f\x8b" + bytes(4000),
    "v/1/python/pyodide.mjs": b"export {};",
    "v/1/python/parts.json": b"{}",
}


def write(folder: Path, **about: Any) -> Path:
    """Write a site as :mod:`souq.web.building` does; return its folder."""
    listed = []
    for url, data in FILES.items():
        path = folder / (f"{url}index.html" if url.endswith("/") else url)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        listed.append({"url": url, "hash": f"sha256-{base64.b64encode(hashlib.sha256(data).digest()).decode()}"})
    (folder / "v/1/files.json").write_text(json.dumps({"files": listed}))
    (folder / "sw.js").write_text("const VERSION = '1';")
    (folder / "secret.txt").write_text("of somebody else")
    (folder / "souq.json").write_text(json.dumps({"souq": souq.__version__, "version": "v/1", "server": False} | about))
    return folder


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("house")
    with running(folder / "souq.db", site=str(write(folder / "site"))) as server:
        yield server


@pytest.fixture
def http(server: Running) -> Iterator[httpx.Client]:
    with server.http() as http:
        yield http


@pytest.mark.parametrize(
    ("path", "kind", "cached"),
    [
        ("", "text/html; charset=utf-8", False),
        ("t/kairo/?abc123", "text/html; charset=utf-8", False),
        ("sw.js", "text/javascript; charset=utf-8", False),
        ("manifest.webmanifest", "application/manifest+json", False),
        ("v/1/files.json", "application/json", True),
        ("v/1/static/js/boot.js", "text/javascript; charset=utf-8", True),
        ("v/1/static/theme.css", "text/css; charset=utf-8", True),
        ("v/1/python/pyodide.mjs", "text/javascript; charset=utf-8", True),
        ("v/1/python/kairo.zip.bin", "application/gzip", True),
    ],
)
def test_files_have_their_types_and_are_cached_by_version(
    http: httpx.Client, path: str, kind: str, cached: bool
) -> None:
    answer = http.get(f"/site/{path}")
    assert (answer.status_code, answer.headers["content-type"]) == (200, kind)
    wanted = "public, max-age=31536000, immutable" if cached else "no-cache"
    assert answer.headers["cache-control"] == wanted
    again = http.get(f"/site/{path}", headers={"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["cache-control"] == wanted
    head = http.head(f"/site/{path}")
    assert (head.status_code, head.content, head.headers["etag"]) == (200, b"", answer.headers["etag"])
    assert "set-cookie" not in answer.headers


def test_only_text_is_compressed(http: httpx.Client) -> None:
    assert http.get("/site/v/1/static/js/worker.js").headers["content-encoding"] == "gzip"
    packed = http.get("/site/v/1/python/kairo.zip.bin")
    assert "content-encoding" not in packed.headers
    assert packed.content == FILES["v/1/python/kairo.zip.bin"]


def test_only_pages_and_the_worker_may_compile_webassembly(http: httpx.Client) -> None:
    for path in FILES:
        policy = http.get(f"/site/{path}").headers["content-security-policy"]
        runs = path.endswith(("/", "worker.js"))
        assert policy == (site_policy() if runs else HEADERS["content-security-policy"]), path
    for path in ("/", "/about", "/site/sw.js", "/site/nowhere", "/static/js/main.js"):
        assert "wasm-unsafe-eval" not in http.get(path).headers["content-security-policy"], path


def test_a_sites_policy_loosens_nothing_else() -> None:
    usual = dict(rule.split(" ", 1) for rule in HEADERS["content-security-policy"].split("; "))
    loose = dict(rule.split(" ", 1) for rule in site_policy().split("; "))
    changed = {name: value for name, value in loose.items() if usual.get(name) != value}
    assert changed == {"script-src": "'self' 'wasm-unsafe-eval'", "img-src": "'self' data:", "worker-src": "'self'"}
    assert usual.keys() <= loose.keys()


@pytest.mark.parametrize(
    "path",
    ["secret.txt", "../souq.db", "%2e%2e/souq.db", "v/1/../../secret.txt", "index.html/", "v/2/x.js", "//etc/passwd"],
)
def test_only_the_sites_own_files_are_served(server: Running, path: str) -> None:
    answer = raw_request(server, f"GET /site/{path} HTTP/1.1".encode(), b"Host: localhost")
    assert answer.startswith(b"HTTP/1.1 404 "), answer[:200]
    assert b"Nothing here" in answer


def test_an_address_without_its_slash_leads_to_the_page(http: httpx.Client) -> None:
    answer = http.get("/site/t/kairo?do=/play/kairo")
    assert (answer.status_code, answer.headers["location"]) == (308, "/site/t/kairo/?do=/play/kairo")
    assert http.get("/site", follow_redirects=True).content == FILES["./"]


def test_a_site_is_told_that_a_server_serves_it(http: httpx.Client) -> None:
    answer = http.get("/site/souq.json")
    assert answer.json() == {"souq": souq.__version__, "version": "v/1", "server": True}
    assert answer.headers["cache-control"] == "no-cache"


def test_home_offers_to_play_offline(http: httpx.Client) -> None:
    assert '<a class="btn" href="/site/">Play offline</a>' in http.get("/").text


def test_a_first_visit_stays_within_the_rate_limits() -> None:
    assert 400 * cost_of("GET", "/site/v/1/static/js/boot.js") < Settings().ration * 15


def test_a_server_without_a_site_has_none(tmp_path: Path) -> None:
    with running(tmp_path / "souq.db") as server, server.http() as http:
        assert "Play offline" not in http.get("/").text
        for path in ("/site/", "/site/souq.json", "/site/sw.js"):
            assert http.get(path).status_code == 404
        assert http.get("/offline").status_code == 200


def test_what_is_built_later_is_served_after_a_restart(tmp_path: Path) -> None:
    site = OfflineSite(str(write(tmp_path)))
    (tmp_path / "index.html").write_bytes(b"of the next version")
    assert site.files[""].data == FILES["./"]


def test_a_folder_without_a_whole_site_of_this_version_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NoSite, match=rf"{tmp_path} has no site for playing offline. .*souq site {tmp_path}$"):
        create_app(settings=Settings(database=str(tmp_path / "souq.db"), site=str(tmp_path)))
    write(tmp_path, souq="0.0.1")
    with pytest.raises(NoSite, match=r"souq 0\.0\.1 has built the site"):
        OfflineSite(str(tmp_path))
    write(tmp_path)
    (tmp_path / "v/1/static/theme.css").write_text("changed")
    with pytest.raises(NoSite, match=r"v/1/static/theme\.css is missing or changed"):
        OfflineSite(str(tmp_path))
    write(tmp_path)
    (tmp_path / "v/1/files.json").unlink()
    with pytest.raises(NoSite, match=r"files\.json is missing"):
        OfflineSite(str(tmp_path))
    for text in ("[]", "{}", "no JSON"):
        (tmp_path / "souq.json").write_text(text)
        with pytest.raises(NoSite, match="has no site"):
            OfflineSite(str(tmp_path))


def test_a_folder_in_the_settings_file_is_relative_to_it(tmp_path: Path) -> None:
    (tmp_path / "souq.toml").write_text('site = "offline"\n')
    assert choose(config=str(tmp_path / "souq.toml"), environment={}).settings.site == str(tmp_path / "offline")
    assert choose(environment={"SOUQ_SITE": "offline"}).settings.site == "offline"


@pytest.mark.parametrize("built", [True, False])
def test_the_doctor_looks_at_the_site(tmp_path: Path, built: bool) -> None:
    if built:
        write(tmp_path)
    chosen = choose({"site": ("--site", str(tmp_path)), "database": ("--database", str(tmp_path / "x.db"))})

    async def findings() -> list[Finding]:
        return [each async for each in examine(chosen) if each.what == "site"]

    found = asyncio.run(findings())
    assert [each.mark for each in found] == ["fine" if built else "wrong"]
    assert ("v/1" if built else "souq site") in found[0].said
