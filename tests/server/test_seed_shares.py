"""Players' shares of the random seed: committed, revealed after all commitments, and replaced if late."""

from __future__ import annotations

import hashlib
import json
import secrets
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import souq
from souq.engine.match import shares as engine
from souq.engine.match.match import Match
from tests.server.clients import BOT, ME, OPEN, Opened, Running, running

pytestmark = pytest.mark.server

AMINA, OMAR, OTHER = b"a" * 32, b"o" * 32, b"x" * 32


def sealed(share: bytes) -> str:
    return hashlib.sha256(share).hexdigest()


@pytest.fixture
def long_timeout_server(tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path / "souq.db", sharing=30.0) as server:
        yield server


@pytest.fixture(scope="module")
def short_timeout_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("hasty") / "souq.db", sharing=1.0) as server:
        yield server


def post_share(table: Opened, token: str | None, path: str, **body: Any) -> Any:
    """Post a command about shares."""
    with table.server.http(token) as http:
        return http.post(f"/api/tables/{table.id}/{path}", json=body)


def take(table: Opened, seat: int, name: str, share: bytes) -> str:
    """Take a seat with a commitment to a share."""
    answer = post_share(table, table.invitation(seat), f"seats/{seat}", name=name, seal=sealed(share))
    assert answer.status_code == 200, answer.text
    return str(answer.json()["token"])


def both_committed(server: Running) -> tuple[Opened, str]:
    """Return a table whose two players have committed to shares, and the second's token."""
    table = server.open(ME, OPEN)
    assert post_share(table, table.token, "seal", seal=sealed(AMINA)).status_code == 200
    return table, take(table, 1, "Omar", OMAR)


def begun(table: Opened) -> dict[str, Any]:
    """Return the table's information once the game has begun."""
    until = time.monotonic() + 20
    while (info := table.info())["state"] == "waiting":
        assert time.monotonic() < until, "the game does not begin"
        time.sleep(0.03)
    return info


def test_shares_are_revealed_after_all_commitments_are_known(long_timeout_server: Running) -> None:
    table = long_timeout_server.open(ME, OPEN)
    first = table.info()
    assert first["commitment"] and first["seats"][0]["seal"] is None
    assert post_share(table, table.token, "share", share=AMINA.hex()).status_code == 409, "nothing was committed to"
    assert post_share(table, table.token, "seal", seal=sealed(OTHER)).status_code == 200
    assert post_share(table, table.token, "seal", seal=sealed(AMINA)).status_code == 200, "seals may change until then"
    early = post_share(table, table.token, "share", share=AMINA.hex())
    assert early.status_code == 409 and "too early" in early.json()["message"]
    token = take(table, 1, "Omar", OMAR)
    info = table.info()
    assert (info["state"], info["sharing"], info["commitment"]) == ("waiting", True, first["commitment"])
    assert [seat["seal"] for seat in info["seats"]] == [sealed(AMINA), sealed(OMAR)]
    late = post_share(table, table.token, "seal", seal=sealed(OTHER))
    assert late.status_code == 409 and "fixed" in late.json()["message"]
    assert post_share(table, table.token, "start").status_code == 409
    assert post_share(table, table.token, "share", share=AMINA.hex()).status_code == 200
    assert table.info()["state"] == "waiting", "the other share is waited for"
    assert post_share(table, token, "share", share=OMAR.hex()).status_code == 200
    info = table.info()
    assert (info["state"], info["sharing"], info["commitment"]) == ("playing", False, first["commitment"])
    assert [(seat["share"], seat["replaced"]) for seat in info["seats"]] == [(AMINA.hex(), False), (OMAR.hex(), False)]
    match = long_timeout_server.house.tables._live[table.id].playing
    assert match.shares == (
        engine.Share(0, engine.seal(AMINA), AMINA),
        engine.Share(1, engine.seal(OMAR), OMAR),
    )


def test_players_without_a_commitment_are_not_waited_for(long_timeout_server: Running) -> None:
    table = long_timeout_server.open(ME, OPEN)
    table.take(1, "Omar")
    assert table.info()["state"] == "playing"
    assert post_share(table, table.token, "seal", seal=sealed(AMINA)).status_code == 409, "too late"
    assert long_timeout_server.house.tables._live[table.id].playing.shares == ()
    table = long_timeout_server.open(ME, OPEN)
    token = take(table, 1, "Omar", OMAR)
    assert table.info()["sharing"]
    post_share(table, token, "share", share=OMAR.hex())
    match = long_timeout_server.house.tables._live[table.id].playing
    assert [(share.seat, share.shown) for share in match.shares] == [(1, OMAR)]


def test_open_seats_filled_with_bots_add_nothing(long_timeout_server: Running) -> None:
    table = long_timeout_server.open(ME, OPEN)
    post_share(table, table.token, "seal", seal=sealed(AMINA))
    assert post_share(table, table.token, "start").status_code == 200
    assert post_share(table, table.token, "start").status_code == 409, "once"
    assert table.info()["sharing"]
    post_share(table, table.token, "share", share=AMINA.hex())
    info = table.info()
    assert info["state"] == "playing"
    assert [seat["seal"] for seat in info["seats"]] == [sealed(AMINA), None]


def test_a_table_without_open_seats_begins_at_once(long_timeout_server: Running) -> None:
    table = long_timeout_server.open(ME, BOT)
    assert table.info()["state"] == "playing"
    assert long_timeout_server.house.tables._live[table.id].playing.shares == ()


def test_wrong_repeated_and_foreign_shares_are_handled(long_timeout_server: Running) -> None:
    table, token = both_committed(long_timeout_server)
    wrong = post_share(table, token, "share", share=OTHER.hex())
    assert wrong.status_code == 409 and "doesn’t match your seat’s seal" in wrong.json()["message"]
    assert post_share(table, None, "share", share=OMAR.hex()).status_code == 401
    assert post_share(table, None, "seal", seal=sealed(OMAR)).status_code == 401
    assert post_share(table, table.token, "share", share=OMAR.hex()).status_code == 409, "that is the other's"
    assert post_share(table, token, "share", share=OMAR.hex(), id="one").status_code == 200
    assert post_share(table, token, "share", share=OTHER.hex()).status_code == 409
    again = post_share(table, token, "share", share=OMAR.hex(), id="one")
    assert again.status_code == 200
    assert post_share(table, token, "share", share=OMAR.hex()).status_code == 200, "from another page of hers"
    assert long_timeout_server.house.tables._live[table.id].row.seats[1].share == OMAR
    assert table.info()["state"] == "waiting"


def test_a_late_share_is_replaced_and_the_replacement_is_disclosed(short_timeout_server: Running) -> None:
    table, token = both_committed(short_timeout_server)
    post_share(table, table.token, "share", share=AMINA.hex())
    post_share(table, token, "share", share=OTHER.hex())
    info = begun(table)
    assert [(seat["share"], seat["replaced"]) for seat in info["seats"]] == [(AMINA.hex(), False), (None, True)]
    late = post_share(table, token, "share", share=OMAR.hex())
    assert late.status_code == 409 and "too late to reveal" in late.json()["message"]
    match = short_timeout_server.house.tables._live[table.id].playing
    assert [share.replaced for share in match.shares] == [False, True]


def test_the_saved_game_lists_each_players_share(short_timeout_server: Running, tmp_path: Path) -> None:
    table, token = both_committed(short_timeout_server)
    post_share(table, table.token, "share", share=AMINA.hex())
    begun(table)
    with short_timeout_server.http(table.token) as amina, short_timeout_server.http(token) as omar:
        for who, choice in ((amina, "swap"), (amina, "keep"), (omar, "keep"), (omar, "shout")):
            seq = who.get(f"/api/tables/{table.id}/view").json()["seq"]
            body = {"id": secrets.token_hex(4), "seq": seq, "choice": choice}
            assert who.post(f"/api/tables/{table.id}/choose", json=body).status_code == 200
        saved = amina.get(f"/api/tables/{table.id}/match").json()
    path = tmp_path / "evening.souq.json"
    path.write_text(json.dumps(saved))
    verdict = souq.verify(path)
    assert verdict.result and verdict.commitment == table.info()["commitment"]
    assert [(share.seat, share.seal.hex(), share.replaced) for share in verdict.shares] == [
        (0, sealed(AMINA), False),
        (1, sealed(OMAR), True),
    ]


def test_shares_are_secret_until_the_game_begins(long_timeout_server: Running) -> None:
    table, token = both_committed(long_timeout_server)
    with long_timeout_server.sit(table.id) as watcher, long_timeout_server.sit(table.id, table.token) as amina:
        amina.next("table", where=lambda message: message["sharing"])
        watcher.next("table")
        assert amina.command("share", share=AMINA.hex())["type"] == "ack"
        assert watcher.command("share", share=OMAR.hex())["type"] == "refused", "who watches adds nothing"
        assert watcher.command("seal", seal=sealed(OMAR))["type"] == "refused"
        heard = json.dumps([amina.received, watcher.received])
        with long_timeout_server.http() as http:
            for path in ("", "/view", "/log"):
                heard += http.get(f"/api/tables/{table.id}{path}").text
        assert AMINA.hex() not in heard and sealed(AMINA) in heard
        post_share(table, token, "share", share=OMAR.hex())
        shown = watcher.next("table", where=lambda message: message["state"] == "playing")
        assert [seat["share"] for seat in shown["seats"]] == [AMINA.hex(), OMAR.hex()]
        secret = long_timeout_server.house.tables._live[table.id].row.secret.hex()
        assert shown["secret"] is None and secret not in json.dumps([amina.received, watcher.received])


def test_a_seat_taken_over_the_socket_can_include_a_commitment(long_timeout_server: Running) -> None:
    table = long_timeout_server.open(ME, OPEN)
    with long_timeout_server.sit(table.id, table.invitation(1)) as omar:
        omar.next("table")
        assert omar.command("sit", seat=1, name="Omar", seal=sealed(OMAR))["type"] == "ack"
        told = omar.next("table", where=lambda message: message["you"] == 1)
        assert told["sharing"] and told["seats"][1]["seal"] == sealed(OMAR)
        assert omar.command("share", share=OMAR.hex())["type"] == "ack"
        assert omar.frames()["frames"], "the game has begun"


@pytest.mark.parametrize("time_out", [False, True])
def test_a_restart_between_commitments_and_shares_loses_nothing(either: Path | str, time_out: bool) -> None:
    with running(either, sharing=30.0) as server:
        table, token = both_committed(server)
        post_share(table, table.token, "share", share=AMINA.hex())
        before = table.info()
    with running(either, sharing=0.3 if time_out else 30.0) as server:
        table.server = server
        if time_out:
            shares = [AMINA, None]
        else:
            assert table.info() == before, "what was shown is kept, and the rest is waited for"
            assert post_share(table, token, "share", share=OMAR.hex()).status_code == 200
            shares = [AMINA, OMAR]
        info = begun(table)
        assert info["commitment"] == before["commitment"]
        view = table.view(table.token)
    with running(either) as server:
        table.server = server
        assert table.view(table.token) == view, "and the same game is played again from the log"
        live = server.house.tables._live[table.id]
        assert [share.shown for share in live.playing.shares] == shares
        match = Match(live.game, 2, secret=live.row.secret, options=live.row.options, shares=live.playing.shares)
        assert match.at(0).tobytes() == live.playing.at(0).tobytes()


def test_a_restart_renews_the_deadline_for_shares(either: Path | str) -> None:
    with running(either, sharing=0.3) as server:
        table, token = both_committed(server)
        server.house.chores.closing = True  # nobody is left to begin the game
        time.sleep(0.5)
        assert table.info()["sharing"]
    with running(either, sharing=30.0) as server:
        table.server = server
        assert table.info()["sharing"]
        for share, whose in ((AMINA, table.token), (OMAR, token)):
            assert post_share(table, whose, "share", share=share.hex()).status_code == 200
        assert [seat["replaced"] for seat in begun(table)["seats"]] == [False, False]


def test_the_countdown_of_a_race_follows_the_shares(tmp_path: Path) -> None:
    with running(tmp_path / "souq.db", sharing=30.0, countdown=20.0) as server:
        table = server.open(ME, OPEN, game="dash")
        post_share(table, table.token, "seal", seal=sealed(AMINA))
        token = take(table, 1, "Omar", OMAR)
        assert table.info()["begins_in"] == 0
        for share, whose in ((AMINA, table.token), (OMAR, token)):
            post_share(table, whose, "share", share=share.hex())
        assert 10 < table.info(table.token)["begins_in"] <= 20


@pytest.mark.parametrize("path, name", [("seal", "seal"), ("share", "share")])
@pytest.mark.parametrize("value", ["", "ab", "g" * 64, "A" * 64, "a" * 63, "a" * 65, 7, None, ["a" * 64], {}, "é" * 64])
def test_an_invalid_share_is_refused_with_a_message(
    short_timeout_server: Running, path: str, name: str, value: Any
) -> None:
    table = short_timeout_server.open(ME, OPEN)
    answer = post_share(table, table.token, path, **{name: value})
    assert answer.status_code == 422 and answer.json()["message"].endswith(".")
    assert post_share(table, table.token, path, **{name: "a" * 64, "more": 1}).status_code == 422
    assert post_share(table, table.token, path).status_code == 422
    with short_timeout_server.sit(table.id, table.token) as amina:
        amina.next("table")
        refused = amina.command(path, **{name: value})
        assert refused["type"] == "refused" and refused["message"].endswith(".")


def test_the_server_cannot_choose_the_bytes_in_place_of_a_missing_share() -> None:
    secret = secrets.token_bytes(32)
    missing = engine.Share(1, engine.seal(OMAR), None)
    assert missing.used(secret) == engine.Share(1, engine.seal(OTHER), None).used(secret) != missing.used(OTHER)
