"""Forks: a finished game is continued from any position at a new table and stays unchanged."""

from __future__ import annotations

import time
from typing import Any

import httpx
import pytest

import souq
from souq.engine import registry
from souq.engine.match.match import Match
from souq.engine.match.position import position
from tests.server.clients import BOT, ME, RANDOM, Opened, Running, running

pytestmark = pytest.mark.server


@pytest.fixture(scope="module")
def finished(server: Running) -> Opened:
    return played(server)


def played(server: Running, *seats: dict[str, Any]) -> Opened:
    """Play a toy game with two bots to its end."""
    table = server.open(*(seats or (BOT, RANDOM)))
    until = time.monotonic() + 20
    while table.info()["state"] != "finished":
        assert time.monotonic() < until
        time.sleep(0.02)
    return table


def fork(table: Opened, token: str | None = None, **body: Any) -> httpx.Response:
    with table.server.http(token) as http:
        return http.post(f"/api/tables/{table.id}/try", json=body)


def saved(table: Opened) -> Match:
    with table.server.http() as http:
        return Match.from_json(http.get(f"/api/tables/{table.id}/match").json())


def test_a_fork_begins_at_the_chosen_position(server: Running, finished: Opened) -> None:
    match = saved(finished)
    masks = [match.game.bindings.deciders(match.at(match.at_moment(at))) for at in range(len(match.entries))]
    moment, seat = next((at, mask - 1) for at, mask in enumerate(masks) if at and mask in (1, 2))
    answer = fork(finished, ply=moment, seat=seat, level="random", name="Rosa")
    assert answer.status_code == 201, answer.text
    opened = Opened(server, answer.json())
    info, names = opened.info(opened.token), [each["name"] for each in finished.info()["seats"]]
    assert (info["you"], info["game"], info["players"], info["plies"]) == (seat, "toy", 2, 0)
    names[seat] = "Rosa"
    assert [each["name"] for each in info["seats"]] == names
    assert [each["kind"] for each in info["seats"]] == ["person" if n == seat else "bot" for n in (0, 1)]
    assert info["commitment"] != finished.info()["commitment"], "its chance is its own"
    seen, then = opened.view(opened.token), position(match.view(seat, match.at_moment(moment)))
    assert seen["view"] == {name: then[name] for name in seen["view"]}
    with server.http() as http:
        page = http.get(f"/t/{opened.id}").text
    assert f'href="/t/{finished.id}#{moment}"' in page
    assert f"From move {moment}" in page


def test_a_fork_is_played_to_its_end_and_can_be_forked_again(server: Running, finished: Opened) -> None:
    opened = Opened(server, fork(finished, ply=0, seat=0, level="random").json())
    with server.http(opened.token) as http:
        assert http.post(f"/api/tables/{opened.id}/hand", json={"level": "random"}).status_code == 200
    until = time.monotonic() + 20
    while opened.info()["state"] != "finished":
        assert time.monotonic() < until
        time.sleep(0.02)
    match = saved(opened)
    assert not match.dealt
    assert match.over
    assert fork(opened, ply=0).status_code == 201


def test_a_fork_does_not_change_the_finished_table(server: Running, finished: Opened) -> None:
    before = finished.info()
    assert fork(finished, ply=1).status_code == 201
    assert finished.info() == before


def test_a_spectators_fork_seats_them_as_the_player_to_move(server: Running, finished: Opened) -> None:
    match = saved(finished)
    answer = fork(finished, ply=1).json()
    deciders = match.game.bindings.deciders(match.at(match.at_moment(1)))
    assert answer["seat"] == (deciders & -deciders).bit_length() - 1


def test_a_players_fork_seats_them_in_their_own_seat(server: Running) -> None:
    table = server.open(RANDOM, ME)
    with server.http(table.token) as http:
        assert http.post(f"/api/tables/{table.id}/hand", json={"level": "random"}).status_code == 200
    until = time.monotonic() + 20
    while table.info()["state"] != "finished":
        assert time.monotonic() < until
        time.sleep(0.02)
    opened = Opened(server, fork(table, table.token, ply=1).json())
    info = opened.info(opened.token)
    assert (info["you"], info["seats"][1]["name"]) == (1, "Amina")


@pytest.mark.parametrize(
    "body, status",
    [
        ({"ply": 10_000}, 409),
        ({"ply": -1}, 422),
        ({"ply": "x"}, 422),
        ({}, 422),
        ({"ply": 1, "seat": 7}, 404),
        ({"ply": 1, "seat": 99}, 422),
        ({"ply": 1, "level": "nobody"}, 422),
        ({"ply": 1, "secret": "00"}, 422),
    ],
)
def test_an_invalid_fork_is_refused(finished: Opened, body: dict[str, Any], status: int) -> None:
    answer = fork(finished, **body)
    assert answer.status_code == status, answer.text
    assert answer.json()["message"]


def test_the_final_position_cannot_be_forked(finished: Opened) -> None:
    answer = fork(finished, ply=finished.info()["plies"])
    assert (answer.status_code, answer.json()["message"][:12]) == (409, "The game is ")


def test_an_unfinished_game_cannot_be_forked(server: Running) -> None:
    table = server.open(ME, RANDOM)
    answer = fork(table, table.token, ply=0)
    assert (answer.status_code, answer.json()["message"][:30]) == (409, "The game is still going on. On")


def test_cross_site_requests_cannot_fork_a_game(server: Running, finished: Opened) -> None:
    foreign = {"Origin": "https://elsewhere.example"}
    with server.http() as http:
        assert http.post(f"/api/tables/{finished.id}/try", json={"ply": 1}, headers=foreign).status_code == 403


def test_a_fork_counts_towards_the_limit_of_opened_tables(tmp_path: Any) -> None:
    with running(tmp_path / "souq.db", limited=True) as server:
        table = played(server)
        answers = [fork(table, ply=1).status_code for _ in range(60)]
        assert set(answers) == {201, 429}
        with server.http() as http:
            asked = {"game": "toy", "seats": [BOT, BOT]}
            assert http.post("/api/tables", json=asked).status_code == 429


@pytest.mark.parametrize("name", sorted(registry.games()))
def test_every_position_of_every_game_can_be_forked(name: str) -> None:
    game = registry.find(name)
    match = souq.new(name, players=game.company, seed=11)
    while not match.over and match.ply < 400:
        seat = next(seat for seat in range(match.players) if match.deciders >> seat & 1)
        legal = match.legal(seat)
        match.replay(int(legal[(match.ply * 7 + 3) % len(legal)]), seat)
    match.confirm()
    moments = [*range(0, len(match.entries), max(1, len(match.entries) // 25))]
    for moment in moments:
        state = match.at(match.at_moment(moment))
        if bool(state["over"][0]):
            continue
        tried = Match(game, match.players, options=dict(match.options), start=position(state))
        assert tried.deciders == game.bindings.deciders(state)
        for seat in range(match.players):
            assert [int(c) for c in tried.legal(seat)] == game.bindings.legal(state, seat).tolist()
