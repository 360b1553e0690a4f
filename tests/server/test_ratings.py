"""Rated tables, records, profile pages and the leaderboard over HTTP."""

from __future__ import annotations

import html
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.ports import free_port
from tests.server.clients import BOT, Running, eventually, process, running

pytestmark = pytest.mark.server

START = 1500


class Guest:
    """A guest with a browser."""

    def __init__(self, address: str, name: str) -> None:
        self.name = name
        self.http = httpx.Client(verify=False, base_url=address, headers={"Origin": address}, timeout=20)
        self.http.get("/")
        assert self.http.post("/me", data={"name": name, "back": "/"}).status_code == 303

    def open(self, rated: bool = True, game: str = "toy", seats: int = 2, **more: Any) -> str:
        """Open a table with open seats."""
        wanted = [{"kind": "me", "name": self.name}, *[{"kind": "open"}] * (seats - 1)]
        answer = self.http.post("/api/tables", json={"game": game, "seats": wanted, "rated": rated, **more})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["table"])

    def info(self, table: str) -> dict[str, Any]:
        """Return the API's description of a table."""
        return dict(self.http.get(f"/api/tables/{table}").json())

    def take(self, host: Guest, table: str, seat: int = 1, **more: Any) -> None:
        """Take a seat at another player's table."""
        link = host.info(table)["links"]["seats"][str(seat)].partition("#seat=")[2]
        headers = {"Authorization": f"Bearer {link}"}
        answer = self.http.post(f"/api/tables/{table}/seats/{seat}", json={"name": self.name}, headers=headers)
        assert answer.status_code == 200, answer.text

    def post_command(self, table: str, what: str, **body: Any) -> None:
        """Send a command."""
        answer = self.http.post(f"/api/tables/{table}/{what}", json=body)
        assert answer.status_code == 200, answer.text

    def records(self) -> dict[str, Any]:
        """Return one's own records."""
        answer = self.http.get("/api/records")
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def show(self, shown: bool = True) -> str | None:
        """Publish or hide one's profile page."""
        answer = self.http.post("/api/records/shown", json={"shown": shown})
        assert answer.status_code == 200, answer.text
        page: str | None = answer.json()["page"]
        return page


@contextmanager
def guests(address: str, *names: str) -> Iterator[list[Guest]]:
    made = [Guest(address, name) for name in names]
    try:
        yield made
    finally:
        for guest in made:
            guest.http.close()


def play_rated_game(winner: Guest, loser: Guest, rated: bool = True, **more: Any) -> str:
    """Play a game to its end and wait until it is recorded."""
    table = winner.open(rated, **more)
    loser.take(winner, table)
    loser.post_command(table, "resign")
    recorded_game(winner, table)
    return table


def recorded_game(guest: Guest, table: str) -> dict[str, Any]:
    """Return a game once it is recorded."""
    return dict(eventually(lambda: next((each for each in guest.records()["games"] if each["table"] == table), None)))


def rating(guest: Guest, game: str = "toy") -> dict[str, Any] | None:
    """Return a player's rating."""
    found = {each["game"]: each["rating"] for each in guest.records()["standings"]}
    rated: dict[str, Any] | None = found.get(game)
    return rated


def text(answer: httpx.Response) -> str:
    return html.unescape(answer.text)


def test_a_rated_game_changes_the_ratings_of_both_and_an_unrated_one_does_not(server: Running) -> None:
    with guests(server.address, "Amina", "Omar") as (amina, omar):
        table = play_rated_game(amina, omar, rated=False)
        assert not amina.info(table)["rated"] and rating(amina) is None
        assert recorded_game(amina, table)["change"] is None
        table = play_rated_game(amina, omar)
        assert amina.info(table)["rated"]
        mine, his = rating(amina), rating(omar)
        assert mine and his and mine["points"] > START > his["points"] and mine["provisional"]
        game = recorded_game(omar, table)
        assert game["place"] == 2 and game["change"] == his["points"] - START and game["rating"]["games"] == 0
        assert [each["who"]["name"] for each in game["players"]] == ["Amina", "Omar"]
        (standing,) = amina.records()["standings"]
        assert (standing["played"], standing["won"]) == (2, 2)
        (met,) = omar.records()["met"]
        assert (met["who"]["name"], met["before"], met["after"]) == ("Amina", 0, 2)
        listing = text(amina.http.get(f"/t/{table}/listing"))
        assert f"Your rating is {mine['points']:,} ± {mine['within']}" in listing


def test_only_games_between_people_are_rated(server: Running) -> None:
    with guests(server.address, "Amina") as (amina,), server.http() as program:
        seats = [{"kind": "me", "name": "Amina"}, BOT]
        answer = amina.http.post("/api/tables", json={"game": "toy", "seats": seats, "rated": True})
        assert answer.status_code == 422 and "between people" in answer.json()["message"]
        table = amina.open()
        assert "if at least two people play it" in text(amina.http.get(f"/t/{table}/listing"))
        link = amina.info(table)["links"]["seats"]["1"].partition("#seat=")[2]
        headers = {"Authorization": f"Bearer {link}"}
        sat = program.post(f"/api/tables/{table}/seats/1", json={"name": "Robot"}, headers=headers).json()
        assert "it takes two different people" in text(amina.http.get(f"/t/{table}/listing"))
        headers = {"Authorization": f"Bearer {sat['token']}"}
        assert program.post(f"/api/tables/{table}/resign", json={}, headers=headers).status_code == 200
        assert recorded_game(amina, table)["rating"] is None and rating(amina) is None
        assert "Nobody’s rating changes" in text(amina.http.get(f"/t/{table}/listing"))


def test_games_ended_by_agreement_are_unrated_and_unstarted_games_are_unrecorded(server: Running) -> None:
    with guests(server.address, "Amina", "Omar") as (amina, omar):
        table = amina.open()
        omar.take(amina, table)
        for guest in (amina, omar):
            guest.post_command(table, "end", agree=True)
        assert amina.info(table)["result"]["cancelled"]
        after = play_rated_game(amina, omar, rated=False)
        assert [each["table"] for each in amina.records()["games"]] == [after], "and that was the first of the two"


def test_a_rematch_of_a_rated_game_is_rated(server: Running) -> None:
    with guests(server.address, "Amina", "Omar") as (amina, omar):
        table = play_rated_game(amina, omar)
        answer = amina.http.post(f"/api/tables/{table}/again", json={})
        assert amina.info(answer.json()["table"])["rated"]


def test_the_form_offers_rated_games_and_defaults_to_unrated(server: Running) -> None:
    with guests(server.address, "Amina") as (amina,):
        page = amina.http.get("/new/toy").text
        assert 'name="rated"' in page and "checked" not in page.partition('name="rated"')[2].partition(">")[0]
        form = {"players": "2", "seat-0": "me", "seat-1": "open"}
        for sent, rated in (({}, False), ({"rated": "on"}, True), ({"rated": "on", "seat-1": "bot:trader"}, False)):
            where = amina.http.post("/new/toy", data=form | sent).headers["location"]
            assert amina.info(where[3:])["rated"] == rated
            assert (">Rated<" in amina.http.get(where).text) == rated


def test_a_profile_page_is_private_until_published_and_its_code_reveals_nothing(server: Running) -> None:
    with guests(server.address, "Amina", "Omar", "Zaynab") as (amina, omar, stranger):
        table = play_rated_game(amina, omar)
        assert amina.records()["page"] is None
        code = amina.show()
        assert code and len(code) >= 16 and amina.show() == code
        seen = stranger.http.get(f"/api/people/{code}").json()
        assert (seen["name"], seen["page"]) == ("Amina", code)
        assert [each["who"]["name"] for each in seen["games"][0]["players"]] == ["Amina", "Somebody"]
        assert [each["who"]["name"] for each in seen["met"]] == ["Others"]
        assert seen["games"][0]["table"] is None, "it is not in the library, and she has not played"
        page = stranger.http.get(f"/people/{code}")
        assert page.status_code == 200 and "noindex" in page.headers["x-robots-tag"]
        assert "Omar" not in page.text and table not in page.text
        his = omar.http.get(f"/api/people/{code}").json()
        assert his["games"][0]["table"] == table and his["met"][0]["who"]["you"]
        assert omar.show()
        assert stranger.http.get(f"/api/people/{code}").json()["met"][0]["who"]["name"] == "Omar"
        assert amina.show(False) is None
        gone, never = (stranger.http.get(f"/api/people/{each}") for each in (code, "a" * 16))
        assert gone.status_code == never.status_code == 404 and gone.json() == never.json()
        assert (
            stranger.http.get(f"/people/{code}").text.replace(code, "a" * 16)
            == stranger.http.get("/people/aaaaaaaaaaaaaaaa").text
        )
        assert amina.show() != code, "an address from before leads nowhere"


def test_a_new_visitor_has_no_records(server: Running) -> None:
    with server.http() as http:
        assert http.get("/api/records").status_code == 401
        assert http.post("/api/records/shown", json={"shown": True}).status_code == 401
        assert "You have no records yet" in text(http.get("/records"))
        assert http.post("/records/shown", data={"shown": "on"}).status_code == 401


def test_the_profile_form_redirects_to_local_pages_only(server: Running) -> None:
    with guests(server.address, "Amina") as (amina,):
        for back, to in (("/you", "/you"), ("/leaderboard", "/leaderboard"), ("//evil.example", "/records")):
            answer = amina.http.post("/records/shown", data={"shown": "on", "back": back})
            assert (answer.status_code, answer.headers["location"]) == (303, to)
        code = amina.records()["page"]
        assert f"/people/{code}" in amina.http.get("/you").text and f"/people/{code}" in amina.http.get("/records").text
        other = {"Origin": "https://evil.example"}
        for path, sent in (("/records/shown", {"data": {}}), ("/api/records/shown", {"json": {"shown": False}})):
            assert amina.http.post(path, headers=other, **sent).status_code == 403  # type: ignore[arg-type]
        assert amina.records()["page"] == code


@pytest.fixture
def new_server(tmp_path: Path) -> Iterator[Running]:
    """A server on which nobody has played."""
    with running(tmp_path / "souq.db") as server:
        yield server


def test_the_leaderboard_lists_published_profiles_and_bots(new_server: Running) -> None:
    with guests(new_server.address, "Amina", "Omar", "Leila") as (amina, omar, leila):
        play_rated_game(amina, omar, game="kairo")
        play_rated_game(amina, leila, game="kairo")
        amina.show(), leila.show()
        board = new_server.http().get("/api/leaderboard", params={"game": "kairo"}).json()
        names = [each["who"]["name"] for each in board["lines"]]
        assert names == ["Grand Vizier", "Caravan Master", "Merchant", "Trader", "Apprentice", "Amina", "Leila"]
        assert all(each["place"] is None for each in board["lines"]), "little is known of either"
        assert board["lines"][3]["rating"] == {"points": START, "within": 20, "provisional": False, "games": 0}
        with sqlite3.connect(new_server.house.storage.database.url.partition("///")[2]) as stored:
            stored.execute("UPDATE ratings SET games = 20, sigma = 1")
        lines, after = [], ""
        while True:
            asked = {"game": "kairo", "most": 1, "after": after}
            page = omar.http.get("/api/leaderboard", params=asked).json()
            lines += [(each["who"]["name"], each["place"]) for each in page["lines"]]
            after = page["after"]
            if not after:
                break
        bots = [(name, None) for name in ("Trader", "Apprentice")]
        assert [each for each in lines if each[1]] == [("Amina", 1), ("Leila", 2)] and len(lines) == 7
        assert lines.index(("Amina", 1)) < lines.index(bots[0]) < lines.index(("Leila", 2)) < lines.index(bots[1])
        shown = text(omar.http.get("/leaderboard?game=kairo"))
        assert "Leila" in shown and "Omar" not in shown.partition("<main")[2] and "You’re not on this list" in shown
        assert omar.http.get("/leaderboard?game=kairo&after=x").status_code == 422
        assert omar.http.get("/api/leaderboard", params={"game": "nothing"}).status_code == 404


def test_the_history_is_paginated_without_gaps_or_duplicates(new_server: Running) -> None:
    with guests(new_server.address, "Amina", "Omar") as (amina, omar):
        tables = [play_rated_game(amina, omar, rated=False) for _ in range(5)]
        found, after = [], ""
        while True:
            page = amina.http.get("/api/records", params={"most": 2, "after": after}).json()
            found += [each["table"] for each in page["games"]]
            after = page["after"]
            if not after:
                break
        assert found == tables[::-1]
        assert amina.http.get("/api/records", params={"after": "x"}).status_code == 422
        assert amina.http.get("/records?after=x").status_code == 422


def test_ratings_are_exported_and_deleted_with_the_account(server: Running) -> None:
    with guests(server.address, "Amina", "Omar") as (amina, omar):
        table = play_rated_game(amina, omar)
        code = amina.show()
        amina.http.post("/you/codes", data={"name": "Amina"})
        file = amina.http.get("/you/data").json()
        assert [each["table_id"] for each in file["results"]] == [each["table_id"] for each in file["began"]] == [table]
        assert file["ratings"][0]["game"] == "toy" and file["profile"] == [{"code": code}]
        assert amina.http.post("/you/delete", data={"sure": "1"}).status_code == 303
        assert omar.http.get(f"/api/people/{code}").status_code == 404
        game = recorded_game(omar, table)
        assert [each["who"]["name"] for each in game["players"]] == ["Somebody", "Omar"] and game["change"] < 0
        assert [each["who"]["name"] for each in omar.records()["met"]] == ["Others"]


def test_a_guests_records_are_merged_at_sign_in_and_the_account_keeps_its_rating(server: Running) -> None:
    with guests(server.address, "Amina", "Omar", "Phone") as (amina, omar, phone):
        play_rated_game(amina, omar)
        one = rating(amina)
        made = amina.http.post("/you/codes", data={"name": "Amina"}).text
        code = made.partition("<code>")[2].partition("</code>")[0]
        table = play_rated_game(omar, phone)
        answer = phone.http.post("/sign-in/code", data={"code": code, "join": "on"})
        assert answer.status_code == 303, answer.text
        assert rating(phone) == one
        assert table in {each["table"] for each in phone.records()["games"]}


@pytest.mark.slow
def test_a_killed_server_rates_finished_games_once(tmp_path: Path) -> None:
    database, port = tmp_path / "souq.db", free_port()
    with process(port, database), guests(f"http://127.0.0.1:{port}", "Amina", "Omar") as (amina, omar):
        cookies = [dict(guest.http.cookies) for guest in (amina, omar)]
        tables = []
        for _ in range(6):
            table = amina.open(game="barter")
            omar.take(amina, table)
            omar.post_command(table, "resign")
            tables.append(table)
    with closing(sqlite3.connect(database)) as stored:
        over = stored.execute("SELECT count(*) FROM endings").fetchone()[0]
        rows = stored.execute("SELECT count(DISTINCT table_id) FROM results").fetchone()[0]
        assert over + rows == 6, "what is over waits for the records, or stands in them"
    for _ in range(2):
        address = f"http://127.0.0.1:{port}"
        with (
            process(port, database),
            httpx.Client(verify=False, base_url=address, cookies=cookies[0], timeout=20) as http,
        ):
            eventually(lambda http=http: len(http.get("/api/records").json()["games"]) == 6)
            (standing,) = http.get("/api/records").json()["standings"]
            assert standing["rating"]["games"] == 6 and standing["won"] == 6
