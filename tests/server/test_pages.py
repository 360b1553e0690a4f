"""The pages around the table, as a browser without scripts sees them."""

from __future__ import annotations

import html
import re

import pytest

from tests import plain
from tests.server.clients import Running

pytestmark = pytest.mark.server

PAGES = (
    "/",
    "/new/desert_bazaar",
    "/learn",
    "/learn/desert_bazaar",
    "/practice",
    "/practice/desert_bazaar",
    "/practice/desert_bazaar/next",
    "/daily/desert_bazaar",
    "/rules/desert_bazaar",
    "/fair",
    "/check",
    "/about",
    "/join",
    "/you",
    "/sign-in",
)
INLINE = re.compile(r"<script(?![^>]*\bsrc=)(?![^>]*(?:application/json|importmap))|\sstyle=|\son\w+=")
"""Code and styles in the page itself, which its policy forbids."""


def test_every_asset_of_a_page_exists(server: Running) -> None:
    with server.http(follow_redirects=True) as http:
        table = http.post("/play/desert_bazaar", data={"name": "Rosa"})
        pages = [
            "/",
            "/new/desert_bazaar",
            "/learn",
            "/rules/desert_bazaar",
            "/fair",
            "/check",
            "/about",
            "/join",
            "/you",
            "/sign-in",
            str(table.url.path),
            "/nothing",
        ]
        for page in pages:
            answer = http.get(page)
            assert answer.headers["content-type"].startswith("text/html"), page
            assert answer.status_code == (404 if page == "/nothing" else 200), page
            assert not INLINE.search(answer.text), page
            for link in re.findall(r'(?:href|src)="(/[^"#]*)', answer.text):
                if "{" not in link and not link.startswith("/api/"):
                    assert http.get(html.unescape(link)).status_code == 200, f"{page} links to {link}"


def test_one_click_opens_a_table_and_home_lists_it(server: Running) -> None:
    with server.http() as http:
        assert "souq_guest" not in http.cookies
        http.get("/")
        answer = http.post("/play/desert_bazaar", data={"players": "4", "level": "random", "name": "Rosa"})
        assert answer.status_code == 303
        path = answer.headers["location"]
        about = http.get(f"/api/tables/{path.rpartition('/')[2]}").json()
        assert (about["you"], about["state"], about["players"]) == (0, "playing", 4)
        assert about["seats"][0]["name"] == "Rosa"
        assert [seat["level"] for seat in about["seats"][1:]] == ["random"] * 3
        home = http.get("/").text
        assert path in home
        assert "Rosa" in home
    with server.http() as stranger:
        assert path not in stranger.get("/").text
        assert stranger.get(f"/api/tables{path[2:]}").json()["you"] is None


def test_play_starts_a_first_game_until_one_is_finished(server: Running) -> None:
    with server.http() as http:
        http.get("/")

        def opened(**form: str) -> str:
            return "/api/tables" + http.post("/play/heaps", data=form).headers["location"][2:]

        def about() -> tuple[int, str]:
            info = http.get(opened()).json()
            return info["players"], info["options"]["play"]

        assert about() == (3, "race")
        alone = opened(preset="alone")
        assert about() == (3, "race"), "what was begun does not count"
        while (view := http.get(f"{alone}/view").json())["state"] == "playing":
            http.post(f"{alone}/choose", json={"id": f"take {view['seq']}", "seq": view["seq"], "choice": 0})
        assert about() == (3, "heap")


def test_a_new_table_with_options_and_open_seats(server: Running) -> None:
    with server.http() as http:
        http.get("/")
        form = {
            "name": "Rosa",
            "players": "3",
            "seat-0": "open",
            "seat-1": "me",
            "seat-2": "bot:random",
            "option-auto_discount": "on",
        }
        answer = http.post("/new/desert_bazaar", data=form)
        assert answer.status_code == 303
        about = http.get(f"/api/tables{answer.headers['location'][2:]}").json()
        assert (about["state"], about["you"], about["host"]) == ("waiting", 1, True)
        assert about["options"] == {"auto_discount": True, "memory_aid": False, "odds": False, "projection": False}
        assert [seat["kind"] for seat in about["seats"]] == ["open", "person", "bot"]
        assert list(about["links"]["seats"]) == ["0"]


@pytest.mark.parametrize(
    "form",
    [
        {"players": "9"},
        {"players": "no"},
        {"seat-0": "me", "seat-1": "me"},
        {"seat-0": "open"},
        {"seat-0": "bot:genius"},
        {"seat-0": "ghost"},
        {"name": "\u200b"},
    ],
)
def test_an_invalid_form_is_shown_again_with_its_errors(server: Running, form: dict[str, str]) -> None:
    with server.http() as http:
        http.get("/")
        answer = http.post("/new/desert_bazaar", data=form)
        assert answer.status_code == 422
        assert 'role="alert"' in answer.text


def test_the_starting_seat_must_exist(server: Running) -> None:
    with server.http() as http:
        http.get("/")
        answer = http.post("/new/marracash", data={"players": "3", "option-start_player": "seat 4"})
        assert answer.status_code == 422
        assert "at a table for 3; it is one of" in answer.text


def test_a_preset_begins_at_once_for_the_given_day(server: Running) -> None:
    with server.http() as http:
        http.get("/")
        path = http.post("/play/heaps", data={"preset": "daily", "option-day": "2026-11-20"}).headers["location"]
        about = http.get(f"/api/tables{path[2:]}").json()
        assert (about["players"], about["state"], about["terms"]) == (1, "playing", ["Heap of 20 November 2026"])
        assert about["options"]["day"] == "2026-11-20"
        table = html.unescape(http.get(path).text)
        assert "<title>Heaps, Heap of 20 November 2026 – souq</title>" in table
        assert 'data-again="/new/heaps?preset=daily&day=2026-11-20"' in table
        home = http.get("/").text
        assert "Heap of 20 November 2026" in home and "open seat" not in home
        today = http.post("/play/heaps", data={"preset": "daily", "option-day": "today"}).headers["location"]
        assert http.get(f"/api/tables{today[2:]}").json()["options"]["day"] >= "2026"


def test_a_url_opens_a_preset_or_fills_in_the_form(server: Running) -> None:
    with server.http() as http:
        begins = http.get("/new/heaps?preset=daily&day=2026-11-20&utm_source=mail").text
        assert "<h1>Heap of 20 November 2026</h1>" in begins and 'action="/play/heaps"' in begins
        form = http.get("/new/heaps?preset=duel").text
        assert '<option value="race" selected>A race</option>' in form
        assert 'value="open" selected' in form and "Open the table" in form
        form = http.get("/new/heaps?players=1&size=7").text
        assert '<option value="7" selected>Seven</option>' in form
        for wrong, status in (("preset=nightly", 404), ("preset=daily&day=soon", 422), ("size=6", 422)):
            answer = http.get(f"/new/heaps?{wrong}")
            assert (answer.status_code, 'role="alert"' in answer.text) == (status, True), wrong
        assert http.post("/play/heaps", data={"preset": "nightly"}).status_code == 404
        assert http.post("/play/heaps", data={"preset": "daily", "option-day": "soon"}).status_code == 422


def test_irrelevant_form_values_are_not_stored(server: Running) -> None:
    with server.http() as http:
        http.get("/")
        form = {"players": "1", "seat-0": "me", "option-play": "race", "option-same": "on", "option-day": ""}
        path = http.post("/new/heaps", data={**form, "option-size": "5"}).headers["location"]
        about = http.get(f"/api/tables{path[2:]}").json()
        assert about["options"] == {"play": "heap", "same": False, "size": 5, "day": ""}
        assert about["terms"] == ["Size: Five"]


def test_a_code_or_a_pasted_link_leads_to_its_table(server: Running) -> None:
    with server.http() as http:
        http.get("/")
        path = http.post("/play/toy").headers["location"]
        for pasted in (path[3:], server.address + path, f"{server.address}{path}#seat=abcdefghijklmnopqrstuvwx"):
            assert http.post("/join", data={"table": pasted}).headers["location"].startswith(path)
        wrong = http.post("/join", data={"table": "https://elsewhere.example/"})
        assert wrong.status_code == 400


def test_the_cookie_and_the_link_give_the_same_seat(server: Running) -> None:
    with server.http() as http:
        http.get("/")
        path = http.post("/play/toy", data={"name": "Rosa"}).headers["location"]
        cookie = f"souq_guest={http.cookies['souq_guest']}"
    with server.sit(path[3:], headers={"Cookie": cookie}) as rosa:
        assert rosa.next("table")["you"] == 0
        rosa.frames()
        assert rosa.picks
        rosa.play(rosa.picks[0])
    with server.sit(path[3:], headers={"Cookie": "souq_guest=" + "x" * 32}) as other:
        assert other.next("table")["you"] is None


def test_an_invited_guest_is_recognised_by_cookie(server: Running) -> None:
    with server.http() as host:
        host.get("/")
        path = host.post("/new/toy", data={"players": "2", "seat-0": "me", "seat-1": "open"}).headers["location"]
        link = host.get(f"/api/tables{path[2:]}").json()["links"]["seats"]["1"]
    with server.http() as guest:
        guest.get(path)
        cookie = {"Cookie": f"souq_guest={guest.cookies['souq_guest']}"}
        with server.sit(path[3:], link.partition("#seat=")[2], headers=cookie) as invited:
            assert invited.next("table")["invited"] == 1
            assert invited.command("sit", seat=1, name="Omar")["type"] == "ack"
        with server.sit(path[3:], headers=cookie) as again:
            assert again.next("table")["you"] == 1
        assert "Omar" in guest.get("/").text


def test_a_guest_can_change_their_name(server: Running) -> None:
    with server.http(follow_redirects=True) as http:
        http.get("/")
        answer = http.post("/me", data={"name": "Rosa", "back": "/learn"})
        assert answer.url.path == "/learn"
        assert "Rosa" in answer.text
        assert http.post("/me", data={"name": "\u202e"}).status_code == 422


def test_unknown_urls_get_404(server: Running) -> None:
    with server.http() as http:
        for path in ("/new/chess", "/rules/chess", "/t/abc", "/games/chess/theme.css", "/static/nothing.js"):
            assert http.get(path).status_code == 404, path
        assert http.post("/play/chess").status_code == 404
        assert http.delete("/").status_code == 405
        assert isinstance(http.get("/api/nothing").json()["message"], str)
        assert http.get("/docs").status_code == 404


def test_a_broken_cookie_is_a_new_guest(server: Running) -> None:
    for value in (b"", b"short", b"x" * 500, b"\xe4" * 30):
        answer = plain.get(server.address, headers={b"Cookie": b"souq_guest=" + value})
        assert answer.status_code == 200
        assert "souq_guest=" in answer.headers["set-cookie"]
