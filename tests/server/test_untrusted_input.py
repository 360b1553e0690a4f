"""Malformed, hostile or mistaken input: it changes nothing and always gets an answer."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import re
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from souq.server.core.db.storage import Storage
from souq.server.core.http.templating import STATIC
from souq.server.core.token_bucket import FRAME
from souq.server.errors import Malformed
from souq.server.ops.config.settings import Settings
from tests.server.clients import BOT, ME, OPEN, Running, running
from tests.server.postgres import Cluster

pytestmark = pytest.mark.server


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no json",
        "[]",
        "null",
        "{}",
        '{"type": "fly"}',
        '{"type": "choose"}',
        '{"type": "choose", "id": "", "seq": 1, "choice": 1}',
        '{"type": "choose", "id": "a", "seq": "1", "choice": 1}',
        '{"type": "choose", "id": "a", "seq": -1, "choice": 1}',
        '{"type": "choose", "id": "a", "seq": 1, "choice": 1.5}',
        '{"type": "choose", "id": "a", "seq": 1, "choice": null}',
        '{"type": "choose", "id": {"a": 1}, "seq": 1, "choice": 1}',
        '{"type": "choose", "id": "a", "seq": 1e400, "choice": 1}',
        '{"type": "hello", "token": null}',
        '{"type": "layout", "layout": "round"}',
        '{"type": "sit", "id": "a", "seat": 99, "name": "x"}',
        '{"type": "say", "id": "a", "text": 5}',
        '{"type": "explain", "choice": 100000}',
        "[" * 2000,
        '{"type": "choose", "id": "\\ud800", "seq": 1, "choice": 1}',
    ],
)
def test_a_malformed_message_is_refused_and_the_socket_stays_open(server: Running, text: str) -> None:
    table = server.open(ME, BOT)
    before = table.view(table.token)
    with server.sit(table.id, table.token) as amina:
        amina.frames()
        amina.send(text)
        assert amina.next("refused")["message"]
        amina.send({"type": "explain", "choice": 1})
        assert amina.next("explain")
    assert table.view(table.token) == before


NUL = "a\0b"


@pytest.mark.parametrize(
    "what, body, status",
    [
        ("choose", {"id": NUL, "seq": 1, "choice": 3}, 422),
        ("choose", {"id": "a", "seq": 1, "choice": NUL}, 409),
        ("amount", {"id": NUL, "seq": 1, "amount": 3}, 422),
        ("undo", {"id": NUL, "seq": 1}, 422),
        ("order", {"id": NUL, "about": "lot 0", "amount": 3}, 422),
        ("order", {"about": NUL, "amount": 3}, 422),
        ("answer", {"id": NUL, "name": "a", "on": False}, 422),
        ("answer", {"name": NUL, "on": False}, 422),
        ("seats/1", {"id": NUL, "name": "Omar"}, 422),
        ("weigh", {"text": NUL}, 200),
    ],
)
def test_a_nul_character_is_refused_as_invalid(
    server: Running, what: str, body: dict[str, object], status: int
) -> None:
    table = server.open(ME, OPEN)
    token = table.invitation(1) if what == "seats/1" else table.token
    if what != "seats/1":
        table.take(1, "Omar")
        assert table.view(token)["seq"] >= 1
    with server.http(token) as http:
        answer = http.post(f"/api/tables/{table.id}/{what}", json=body)
        assert answer.status_code == status, answer.text


def test_a_nul_is_removed_from_names_and_a_path_with_one_is_not_found(server: Running) -> None:
    table = server.open(ME, OPEN)
    token = table.take(1, NUL)
    assert table.info()["seats"][1]["name"] == "ab"
    with server.sit(table.id, token) as omar:
        omar.frames()
        assert omar.command("say", text=NUL)["type"] == "ack"
        assert omar.next("chat")["text"] == "ab"
        for command in ({"type": "answer", "id": "a", "name": NUL, "on": False}, {"type": "settings", "id": NUL}):
            omar.send(command)
            assert "is malformed" in omar.next("refused")["message"]
    with server.http() as http:
        for wrong in ({"game": NUL}, {"seats": [{"kind": "bot", "level": NUL}, ME]}, {"options": {NUL: 1}}):
            asked = {"game": "toy", "seats": [ME, BOT]} | wrong
            assert http.post("/api/tables", json=asked).status_code in (404, 422), wrong
        assert http.get("/api/tables/%00").status_code == 422
        assert http.get("/t/a%00").status_code == 404
    with server.sit("a%00") as lost:
        assert "no table" in lost.next("refused")["message"]


def test_unstorable_text_is_a_client_error(postgres: Cluster) -> None:
    async def ask() -> None:
        storage = Storage(Settings(database=postgres.create()))
        await storage.open()
        try:
            with pytest.raises(Malformed):
                await storage.answer("t", 0, NUL)
            with pytest.raises(Malformed):
                await storage.say("t", 0, NUL, "Amina", "Hello")
        finally:
            await storage.close()

    asyncio.run(ask())


def test_a_refusal_has_the_id_of_an_unreadable_command(server: Running) -> None:
    table = server.open(ME, BOT)
    with server.sit(table.id, table.token) as amina:
        amina.send('{"type": "choose", "id": "mine", "seq": "?"}')
        assert amina.next("refused")["id"] == "mine"


@pytest.mark.parametrize("size", [FRAME + 1, 5 * FRAME])
def test_an_overlong_message_closes_the_socket(server: Running, size: int) -> None:
    table = server.open(ME, BOT)
    with server.sit(table.id, table.token) as amina:
        amina.frames()
        amina.send(json.dumps({"type": "say", "id": "a", "text": "x" * size}))
        with pytest.raises(ConnectionClosed) as closed:
            amina.next("ack")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009


def test_a_cross_site_socket_is_refused(server: Running) -> None:
    table = server.open(ME, BOT)
    address = server.address.replace("http", "ws") + f"/ws/tables/{table.id}"
    for origin in ("https://evil.example", "null", server.address.replace("http", "https") + ".evil.example"):
        with pytest.raises(InvalidStatus) as refused, connect(address, origin=origin):  # type: ignore[arg-type]
            pass
        assert refused.value.response.status_code == 403
    with server.sit(table.id, headers={"Origin": server.address}) as own:
        assert own.next("table")["id"] == table.id


def test_an_allowed_origin_of_a_proxy_counts_as_same_site(tmp_path: Path) -> None:
    with running(tmp_path / "souq.db", origins=("https://souq.example",)) as behind:
        table = behind.open(ME, BOT)
        with behind.sit(table.id, headers={"Origin": "https://souq.example"}) as own:
            assert own.next("table")["id"] == table.id
        with behind.http() as http:
            http.get("/")
            codes = {
                name: http.post("/me", data={"name": "Rosa"}, headers={"Origin": f"https://{name}"}).status_code
                for name in ("souq.example", "evil.example")
            }
        assert codes["souq.example"] < 400 and codes["evil.example"] == 403


def test_a_cross_site_form_cannot_act_for_a_guest(server: Running) -> None:
    with server.http() as http:
        http.get("/")
        foreign = {"Origin": "https://evil.example"}
        for path, body in (("/play/toy", {}), ("/me", {"name": "Mallory"}), ("/new/toy", {})):
            assert http.post(path, data=body, headers=foreign).status_code == 403
        opening = {"game": "toy", "seats": [ME, BOT]}
        assert http.post("/api/tables", json=opening, headers=foreign).status_code == 403
        answer = http.post("/api/tables", json=opening, headers=foreign | {"Authorization": "Bearer whatever"})
        assert answer.status_code == 201, "a program brings its own token, and no browser adds it"


def test_an_unknown_table_is_reported(server: Running) -> None:
    with server.sit("nosuchtable") as lost:
        refusal = lost.next("refused")
        assert refusal["fatal"]
        assert "no table" in refusal["message"]
        with pytest.raises(ConnectionClosed) as closed:
            lost.next("table")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4404
    with server.http() as http:
        assert http.get("/api/tables/nosuchtable/view").status_code == 404
        page = http.get("/t/nosuchtable")
        assert page.status_code == 404
        assert "no table" in page.text


def test_a_socket_that_does_not_begin_with_hello_is_closed(server: Running) -> None:
    table = server.open(ME, BOT)
    with server.sit(table.id, layout="round") as rude:
        assert rude.next("refused")["fatal"]


def test_a_client_with_a_wrong_token_is_a_spectator(server: Running) -> None:
    table = server.open(ME, BOT)
    with server.sit(table.id, "x" * 32) as stranger:
        assert "no longer works" in stranger.next("refused")["message"]
        assert stranger.next("table")["you"] is None
        stranger.frames()
        assert stranger.command("choose", seq=stranger.seq, choice=1)["type"] == "refused"
    with server.http("x" * 32) as http:
        assert http.get(f"/api/tables/{table.id}/view").status_code == 401


def test_tokens_are_never_sent_back(server: Running) -> None:
    table = server.open(ME, OPEN)
    told = json.dumps(table.info()) + json.dumps(table.view())
    with server.sit(table.id, table.token) as amina:
        amina.next("table")
        told += json.dumps([{**message, "links": None} for message in amina.received])
    assert table.token not in told
    assert table.invitation(1) not in told


def test_a_name_of_ten_thousand_emoji_is_truncated(server: Running) -> None:
    table = server.open(ME, OPEN, OPEN)
    emoji = "👩\u200d👩\u200d👧\u200d👦"
    table.take(1, emoji * 1500)
    assert table.info()["seats"][1]["name"] == emoji * 24
    with server.http(table.invitation(2)) as http:
        for nobody in ("", "   ", "\u200b\u202e", "\u0000", "\u3164"):
            assert http.post(f"/api/tables/{table.id}/seats/2", json={"name": nobody}).status_code == 422
        too_long = http.post(f"/api/tables/{table.id}/seats/2", json={"name": "😀" * 100_000})
        assert too_long.status_code == 413
    with server.sit(table.id, table.invitation(2)) as guest:
        assert guest.command("sit", seat=2, name="\u0007")["type"] == "refused"
        assert guest.command("sit", seat=2, name="😀" * 600)["type"] == "ack"
    assert table.info()["seats"][2]["name"] == "😀" * 24
    with server.http(follow_redirects=True) as http:
        http.get("/")
        assert http.post("/me", data={"name": "🐪" * 10_000}).status_code == 200
        page = http.get("/").text
        assert "🐪" * 24 in page
        assert "🐪" * 25 not in page


def test_markup_in_a_name_is_escaped(server: Running) -> None:
    with server.http(follow_redirects=True) as http:
        http.get("/")
        assert http.post("/me", data={"name": "<script>alert(1)</script>"}).status_code == 200
        page = http.get("/").text
        assert "<script>alert" not in page
        assert "&lt;script&gt;alert(1)&lt;/s" in page


def test_a_name_cannot_redirect_the_browser(server: Running) -> None:
    with server.http() as http:
        for back in ("https://evil.example", "//evil.example", "/\\evil.example"):
            assert http.post("/me", data={"name": "Amina", "back": back}).headers["location"] == "/"


def test_every_response_has_security_headers(server: Running) -> None:
    table = server.open(ME, BOT)
    with server.http() as http:
        for path in ("/", "/nothing", f"/t/{table.id}", "/api/games", "/static/js/main.js", "/api/nothing"):
            headers = http.get(path).headers
            policy = headers["content-security-policy"]
            assert "default-src 'self'" in policy
            assert "unsafe" not in policy
            assert "frame-ancestors 'none'" in policy
            assert headers["x-content-type-options"] == "nosniff"
        cookie = http.get("/").headers.get("set-cookie") or ""
        assert "set-cookie" not in http.get("/api/games").headers
    with server.http() as http:
        cookie = http.get("/").headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=lax" in cookie
        assert len(cookie.partition("=")[2].partition(";")[0]) >= 32


def test_the_import_map_gives_every_module_an_immutable_url(server: Running) -> None:
    """The import map is the only inline script, and the page's policy allows exactly it."""
    table = server.open(ME, BOT)
    with server.http() as http:
        for path in ("/", "/nothing", f"/t/{table.id}"):
            page = http.get(path)
            (found,) = re.findall(r'<script type="importmap">(.*?)</script>', page.text)
            digest = base64.b64encode(hashlib.sha256(found.encode()).digest()).decode()
            assert f"script-src 'self' 'sha256-{digest}';" in page.headers["content-security-policy"]
            before = page.text[: page.text.index(found)]
            assert "modulepreload" not in before and 'type="module"' not in before, "a map that comes later is not used"
        modules = json.loads(found)["imports"]
        assert set(modules) == {f"/static/js/{path.name}" for path in (STATIC / "js").glob("*.js")}
        for address in modules.values():
            assert "immutable" in http.get(address).headers["cache-control"]


def test_ornaments_are_cached_as_immutable(server: Running) -> None:
    with server.http() as http:
        addresses = re.findall(r'<use href="(/games/[^#]+)#ornament"', http.get("/").text)
        assert addresses
        for address in addresses:
            art = http.get(address)
            assert (art.headers["content-type"], "immutable" in art.headers["cache-control"]) == ("image/svg+xml", True)
        assert http.get("/games/kairo/ornaments/wall.svg").status_code == 404


def test_static_files_are_cached_as_immutable_under_their_hash(server: Running) -> None:
    with server.http() as http:
        plain = http.get("/static/js/main.js")
        assert plain.headers["cache-control"] == "no-cache"
        stamp = plain.headers["etag"].strip('"')
        assert "immutable" in http.get(f"/static/js/main.js?v={stamp}").headers["cache-control"]
        assert http.get("/static/js/main.js", headers={"If-None-Match": f'"{stamp}"'}).status_code == 304
        old = http.get("/static/js/main.js?v=0123456789ab")
        assert (old.status_code, old.headers["cache-control"]) == (200, "no-cache"), "the stamp of another version"
        for path in ("/static/../app.py", "/static/%2e%2e/app.py", "/static//etc/passwd", "/games/toy/rules.py"):
            assert http.get(path).status_code == 404
