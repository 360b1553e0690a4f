"""Link previews, and the list of tables on the home page."""

from __future__ import annotations

import html
import re

import pytest

from souq.server.core.http.table_entries import listed_for
from souq.server.core.store.rows import SeatRow, TableRow
from tests.server.clients import Running

pytestmark = pytest.mark.server


def meta_tags(page: str) -> dict[str, str]:
    """Return the meta tags of a page."""
    found = re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)">', page)
    return {name: html.unescape(content) for name, content in found}


def test_a_link_preview_names_host_and_game_and_has_a_picture(server: Running) -> None:
    with server.http() as host:
        host.get("/")
        form = {"name": 'Amina "A" <b>', "players": "3", "seat-0": "me", "seat-1": "open", "seat-2": "open"}
        path = host.post("/new/desert_bazaar", data=form).headers["location"]
        links = host.get(f"/api/tables{path[2:]}").json()["links"]["seats"].values()
    with server.http() as messenger:
        page = messenger.get(path).text
        said = meta_tags(page)
        assert said["og:title"] == 'Amina "A" <b> invites you to a game of Desert Bazaar'
        assert said["description"] == said["og:description"]
        assert "Two seats are free" in said["og:description"]
        assert said["og:url"] == server.address + path
        assert said["og:image"] == f"{server.address}/pictures/desert_bazaar.png"
        assert said["twitter:card"] == "summary_large_image"
        assert not any(link.partition("#seat=")[2] in page for link in links)
        picture = messenger.get(said["og:image"])
        assert (picture.headers["content-type"], picture.content[:4]) == ("image/png", b"\x89PNG")
        assert picture.headers["cross-origin-resource-policy"] == "cross-origin"
        assert messenger.get("/pictures/nothing.png").status_code == 404


def test_a_foreign_host_name_never_appears_in_preview_urls(server: Running) -> None:
    with server.http() as http:
        answer = http.get("/", headers={"host": "evil.example"})
        assert answer.status_code == 421
        assert meta_tags(answer.text)["og:url"] == "/"
        assert meta_tags(answer.text)["og:image"] == "/pictures/souq.png"


@pytest.mark.parametrize(
    "path", ["/", "/new/kairo", "/new/heaps", "/learn", "/learn/kairo", "/rules/kairo", "/fair", "/about", "/join"]
)
def test_every_page_has_a_title_and_description(server: Running, path: str) -> None:
    with server.http() as http:
        said = meta_tags(http.get(path, headers={"host": "souq.local"}).text)
        assert said["og:title"] and said["og:description"]
        assert said["og:url"] == f"http://souq.local{path}"
        assert http.get(said["og:image"].replace("http://souq.local", "")).status_code == 200


def test_the_name_field_is_optional(server: Running) -> None:
    with server.http(follow_redirects=True) as http:
        assert "<span>Guest</span>" in http.get("/").text
        assert "Guest" in http.post("/me", data={"name": " "}).text, "Enter without a name"
        amina = http.post("/me", data={"name": "Amina"}).text
        assert "<span>Amina</span>" in amina and "<span>Guest</span>" not in amina
        table = http.post("/play/toy", data={"level": "random"}).url.path
        assert http.get(f"/api/tables{table[2:]}").json()["seats"][0]["name"] == "Amina"


def home_entry(
    state: str = "playing", deciders: int = 0, names: str = "Amina Omar Mei", **more: object
) -> dict[str, object]:
    """Return a table as Amina's home page lists it."""
    seats = [SeatRow(n, "open" if name == "-" else "person", "", name, name) for n, name in enumerate(names.split())]
    fixed = {"rules_version": "1", "options": {}, "secret": b"", "created_at": 0.0, "updated_at": 0.0}
    row = TableRow(
        "t",
        "toy",
        players=len(seats),
        state=state,
        deciders=deciders,
        seats=seats,
        **fixed,
        **more,  # type: ignore[arg-type]
    )
    return listed_for("Amina", [row])[0]


def test_table_entries_name_the_players_to_move() -> None:
    assert home_entry(deciders=0b010)["stands"] == "Waiting for Omar"
    assert home_entry(deciders=0b110)["stands"] == "Waiting for Omar and Mei"
    assert (home_entry(deciders=0b011)["stands"], home_entry(deciders=0b011)["yours"]) == ("Your turn", True)
    assert home_entry("waiting", names="Amina - -")["with_whom"] == "with two open seats"
    assert home_entry("waiting", names="Amina Omar -")["with_whom"] == "with Omar and an open seat"
    assert home_entry("finished", result={"ranks": [2, 1, 3]})["stands"] == "Omar won"


def test_tables_where_it_is_your_turn_come_first(server: Running) -> None:
    with server.http() as http:
        http.get("/")
        mine = http.post("/play/heaps", data={"preset": "alone"}).headers["location"]
        waiting = http.post("/new/toy", data={"players": "2", "seat-0": "me", "seat-1": "open"}).headers["location"]
        home = http.get("/").text
        assert home.index(f'class="t yours" href="{mine}"') < home.index(f'href="{waiting}"')
        for _ in range(3):
            http.post("/play/heaps", data={"preset": "alone"})
        home = http.get("/").text
        assert ">Two more</summary>" in home
        assert home.index("Two more") < home.index(f'href="{waiting}"')
