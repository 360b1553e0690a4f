"""Players' clocks: a bot plays after a timeout until the player returns, and only the server's time counts."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import update
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from souq.server.core.clocks.terms import Terms, to_json
from souq.server.core.commands.commands import Commands
from souq.server.core.db.models import HOUSE, TABLES
from souq.server.core.db.storage import Storage
from souq.server.core.live.absence import LONG, SHORT
from souq.server.core.live.world_time import WorldTime
from souq.server.ops.config.settings import Settings
from tests import plain
from tests.ports import free_port
from tests.server.clients import ME, OPEN, RANDOM, Opened, Running, eventually, process, running
from tests.server.test_passkeys import browsers

pytestmark = pytest.mark.server

SWAP, MARK, UNMARK, KEEP, SHOUT, SHOW, PEEK = range(7)
LIVE = {"kind": "live", "bank": 60, "increment": 5, "level": "random"}
DAYS = {"kind": "days", "bank": 86_400, "level": "random"}
OUT = "**Amina** runs out of time. A bot plays on until they’re back."


def opened(server: Running, *seats: dict[str, Any], clock: dict[str, Any] | None = LIVE, game: str = "toy") -> Opened:
    """Open a table whose clock runs; a server that has just started holds clocks until it has loaded the rules."""
    eventually(lambda: not server.house.time._held)
    with server.http() as http:
        body = {"game": game, "seats": list(seats), "clock": clock}
        answer = http.post("/api/tables", json=body)
    assert answer.status_code == 201, answer.text
    return Opened(server, answer.json())


def two(server: Running, clock: dict[str, Any] | None = LIVE) -> tuple[Opened, str]:
    """Return a table of Amina and Omar, and his token."""
    table = opened(server, ME, OPEN, clock=clock)
    return table, table.take(1, "Omar")


def pass_time(server: Running, seconds: float) -> None:
    """Let server time pass, here and where all servers read it."""
    database = server.house.storage.database
    if not database.is_sqlite:  # first: a server that reads the time meanwhile would take it back
        with ThreadPoolExecutor(1) as aside:  # some tests let time go by in the server's own thread
            aside.submit(asyncio.run, _pass_time_for_all(database.url, seconds)).result()
    server.house.time._at += seconds


async def _pass_time_for_all(url: str, seconds: float) -> None:
    engine = create_async_engine(url, poolclass=NullPool)
    async with engine.begin() as db:
        await db.execute(update(HOUSE).values(time=HOUSE.c.time + seconds))
    await engine.dispose()


def post_command(table: Opened, token: str | None, verb: str, **body: Any) -> httpx.Response:
    """Send a command over HTTP."""
    with table.server.http(token) as http:
        return http.post(f"/api/tables/{table.id}/{verb}", json=body)


def choose(table: Opened, token: str | None, choice: int) -> httpx.Response:
    """Make a choice on the current revision."""
    key = str(time.monotonic_ns())
    return post_command(table, token, "choose", id=key, seq=table.view(token)["seq"], choice=choice)


def remaining_times(table: Opened) -> list[float]:
    """Return every player's remaining time."""
    return [seat["time"]["left"] for seat in table.info()["seats"]]


def log_notes(table: Opened) -> list[str]:
    """Return the log's notes about seats."""
    return [note["text"] for note in table.info()["notes"]]


@pytest.fixture
def offset(server: Running) -> Any:
    """Move wall-clock and server time; both are restored at the end."""

    class World:
        seconds = 0.0

    server.house.parts[WorldTime]._clock = lambda: time.time() + World.seconds
    yield World
    server.house.parts[WorldTime]._clock = time.time


def test_a_clock_runs_while_its_player_is_to_move_and_is_sent(server: Running) -> None:
    table, omar = two(server)
    assert table.info()["timing"]["words"] == "1 minute + 5 seconds a turn"
    pass_time(server, 20)
    amina, other = remaining_times(table)
    assert 38 < amina < 40 and other == 60
    told = table.view(omar)["times"]
    assert (told[0]["runs"], told[1]["runs"]) == (True, False)
    assert choose(table, table.token, MARK).status_code == 200, "a draft ends no turn"
    assert remaining_times(table)[1] == 60
    assert choose(table, table.token, KEEP).status_code == 200
    pass_time(server, 7)
    amina, other = remaining_times(table)
    assert 42 < amina < 45 and 51 < other < 53


def test_undo_gives_no_time_back(server: Running) -> None:
    table, _ = two(server)
    assert choose(table, table.token, MARK).status_code == 200
    pass_time(server, 30)
    seq = table.view(table.token)["seq"]
    assert post_command(table, table.token, "undo", id="u", seq=seq).status_code == 200
    assert remaining_times(table)[0] < 30


def test_a_bot_plays_after_a_timeout_until_the_player_returns_with_an_increment(server: Running) -> None:
    table, omar = two(server)
    with server.sit(table.id, omar) as watching:
        watching.frames()
        pass_time(server, 61)
        told = watching.next("table", where=lambda message: message["seats"][0]["kind"] == "bot")
        assert [note["text"] for note in told["notes"]] == [OUT]
        eventually(lambda: table.view(omar)["your_turn"])
    assert post_command(table, table.token, "back").status_code == 200
    info = table.info()
    assert (info["seats"][0]["kind"], info["seats"][0]["time"]["left"]) == ("person", 5)
    assert choose(table, omar, KEEP).status_code == 200
    assert choose(table, table.token, SHOUT).status_code == 200


def test_returning_before_the_bot_moves_gains_no_time(server: Running) -> None:
    table, _ = two(server)
    schedule, server.house.turns.schedule = server.house.turns.schedule, lambda *_: None  # type: ignore[method-assign]
    try:
        pass_time(server, 61)
        eventually(lambda: table.info()["seats"][0]["kind"] == "bot" and table.info()["seats"][0]["time"]["out"])
        refused = post_command(table, table.token, "back")
        assert refused.status_code == 409 and refused.json()["message"].startswith("You ran out of time")
    finally:
        server.house.turns.schedule = schedule  # type: ignore[method-assign]


def test_handing_over_to_a_bot_and_returning_gains_no_time(server: Running) -> None:
    table, _ = two(server)
    pass_time(server, 50)
    schedule, server.house.turns.schedule = server.house.turns.schedule, lambda *_: None  # type: ignore[method-assign]
    try:
        assert post_command(table, table.token, "hand", level="random").status_code == 200
        pass_time(server, 500)
        assert post_command(table, table.token, "back").status_code == 200
        assert 5 < remaining_times(table)[0] < 10
    finally:
        server.house.turns.schedule = schedule  # type: ignore[method-assign]


def test_a_late_command_is_refused_before_the_timer_fires(server: Running) -> None:
    table, omar = two(server)
    server.house.timers._check_due = lambda: None  # type: ignore[method-assign]
    try:
        pass_time(server, 61)
        late = choose(table, table.token, SHOW)
        assert (late.status_code, late.json()["message"]) == (409, "A bot plays for you. Take your seat back first.")
        assert log_notes(table) == [OUT]
        eventually(lambda: table.view(omar)["your_turn"])
    finally:
        del server.house.timers._check_due
    assert log_notes(table) == [OUT], "it ran out once"


def test_a_command_received_in_time_counts_however_long_it_is_queued(server: Running) -> None:
    table, _ = two(server)
    commands = server.house.parts[Commands]
    answered = commands._answered

    async def slow(*what: Any) -> Any:
        pass_time(server, 100)
        await asyncio.sleep(2.0)  # a timer has time to look, and finds the table taken
        return await answered(*what)

    pass_time(server, 55)
    commands._answered = slow  # type: ignore[method-assign]
    try:
        assert choose(table, table.token, KEEP).status_code == 200
    finally:
        commands._answered = answered  # type: ignore[method-assign]
    info = table.info()
    assert info["notes"] == [] and info["deciders"] == [1]
    amina, omar = remaining_times(table)
    assert 5 < amina < 10.1, "what she had when it came, and an increment"
    assert omar > 55, "his begins when it is stored"


def test_client_timestamps_are_ignored(server: Running) -> None:
    table, _ = two(server)
    pass_time(server, 61)
    eventually(lambda: table.info()["seats"][0]["kind"] == "bot")
    late = post_command(table, table.token, "choose", id="x", seq=1, choice=KEEP, at=0.0, left=60)
    assert late.status_code == 422
    with server.sit(table.id, table.token) as amina:
        amina.frames()
        assert amina.command("choose", seq=amina.seq, choice=KEEP, at=0.0, left=60)["type"] == "refused"


def test_a_restart_changes_no_clock(either: Path | str) -> None:
    with running(either) as server:
        table, _ = two(server)
        choose(table, table.token, KEEP)
        pass_time(server, 20)
        before = remaining_times(table)
        time.sleep(2.2)  # the server's time is stored
    for _ in range(2):
        with running(either) as server:
            table.server = server
            now = remaining_times(table)
            assert now[0] == before[0] and before[1] - 8 < now[1] <= before[1]


def test_a_clock_that_runs_out_unwatched_is_settled_after_a_restart(either: Path | str) -> None:
    with running(either) as server:
        table, omar = two(server)
        server.house.timers._check_due = lambda: None  # type: ignore[method-assign]
        pass_time(server, 61)
        time.sleep(2.2)
    with running(either) as server:
        table.server = server
        eventually(lambda: table.info()["seats"][0]["kind"] == "bot")
        eventually(lambda: table.view(omar)["your_turn"])
        assert log_notes(table) == [OUT]


def test_two_concurrent_requests_settle_a_timeout_once(server: Running) -> None:
    table, _ = two(server)
    server.house.timers._check_due = lambda: None  # type: ignore[method-assign]
    try:
        pass_time(server, 61)
        found = server.house.timers._due[table.id]
        assert found <= server.house.time.now()
        with server.http(table.token) as http:
            for key in ("a", "b", "c"):
                http.post(f"/api/tables/{table.id}/choose", json={"id": key, "seq": 9999, "choice": KEEP})
    finally:
        del server.house.timers._check_due
    time.sleep(1.5)
    assert log_notes(table) == [OUT]


@pytest.mark.slow
def test_a_timeout_counts_once_when_the_server_is_killed_at_that_moment(tmp_path: Path) -> None:
    database, port = tmp_path / "souq.db", free_port()
    address = f"http://127.0.0.1:{port}"
    with process(port, database, workers=0):
        body = {"game": "desert_bazaar", "seats": [ME, OPEN, OPEN], "clock": LIVE}
        made = plain.post(f"{address}/api/tables", json=body, timeout=60).json()
        for seat in (1, 2):
            link = made["links"]["seats"][str(seat)].partition("#seat=")[2]
            where, who = f"{address}/api/tables/{made['table']}/seats/{seat}", {"Authorization": f"Bearer {link}"}
            assert plain.post(where, json={"name": f"Guest {seat}"}, headers=who, timeout=60).status_code == 200

    def read(query: str) -> Any:
        with sqlite3.connect(database) as stored:
            return stored.execute(query, (made["table"],)).fetchone()[0]

    clocks = json.loads(read("SELECT clocks FROM tables WHERE id = ?"))
    asked = next(seat for seat, bank in enumerate(clocks["banks"]) if bank[1] is not None)
    clocks["banks"][asked][0] = 0.4
    with sqlite3.connect(database) as stored:
        stored.execute("UPDATE tables SET clocks = ? WHERE id = ?", (json.dumps(clocks), made["table"]))
    outs = "SELECT count(*) FROM commands WHERE kind = 'out' AND table_id = ?"
    for delay in (0.0, 0.25, 0.5, 0.75):
        with process(port, database, workers=0):
            time.sleep(delay)
        assert read(outs) <= 1
    with process(port, database, workers=0):
        eventually(lambda: read(outs) == 1)
        told = plain.get(f"{address}/api/tables/{made['table']}", timeout=60).json()
        assert sum("runs out of time" in note["text"] for note in told["notes"]) == 1
        eventually(lambda: read("SELECT ply FROM tables WHERE id = ?") > 0)


def test_in_a_two_player_game_resigning_lets_the_opponent_win(server: Running) -> None:
    table, omar = two(server)
    choose(table, table.token, MARK)
    assert post_command(table, omar, "resign").status_code == 200
    info = table.info(table.token)
    assert info["result"]["winners"] == [0] and info["result"]["resigned"] == 1 and not info["result"]["agreed"]
    assert info["result"]["ranks"] == [1, 2] and log_notes(table) == ["**Omar** resigns."]
    with server.sit(table.id, table.token) as amina:
        amina.frames()
        assert amina.scene["tally"]["headline"] == "Omar resigns, and you win."
    assert post_command(table, omar, "resign").status_code == 409
    assert post_command(table, None, "resign").status_code == 401


def test_with_more_players_a_bot_replaces_the_resigned_one_until_a_new_player_joins(server: Running) -> None:
    table = opened(server, ME, OPEN, OPEN)
    omar, mei = table.take(1, "Omar"), table.take(2, "Mei")
    assert post_command(table, omar, "seats/1/link").status_code == 200, "his own"
    omar = ""
    assert post_command(table, mei, "seats/1/link").status_code == 403
    assert post_command(table, table.token, "resign").status_code == 200
    info = table.info()
    assert (info["seats"][0]["kind"], info["seats"][0]["free"], info["state"]) == ("bot", True, "playing")
    assert post_command(table, None, "seats/0/link").status_code == 403, "who only watches invites nobody"
    invited = post_command(table, mei, "seats/0/link").json()["token"]
    again = post_command(table, mei, "seats/0/link").json()["token"]
    assert post_command(table, invited, "seats/0", name="Rosa").status_code == 401, "a newer one replaces it"
    assert table.info(again)["invited"] == 0
    sat = post_command(table, again, "seats/0", name="Rosa")
    assert sat.status_code == 200
    info = table.info(sat.json()["token"])
    assert (info["you"], info["seats"][0]["name"], info["seats"][0]["kind"]) == (0, "Rosa", "person")
    assert log_notes(table) == ["**Amina** resigns.", "**Rosa** takes over from **Amina**."]
    assert post_command(table, again, "seats/0", name="Mallory").status_code in (401, 409), "once"
    assert post_command(table, mei, "seats/0/link").status_code == 403, "it is nobody's to give any more"


def test_other_players_may_replace_a_long_absent_player_with_a_bot(server: Running, offset: Any) -> None:
    table, omar = two(server, clock=None)
    refused = post_command(table, omar, "cover", seat=0)
    assert refused.status_code == 409 and "3 days" in refused.json()["message"]
    offset.seconds += LONG - 60
    assert not table.info()["seats"][0]["gone"]
    offset.seconds += 120
    assert table.info()["seats"][0]["gone"] and not table.info()["seats"][1]["gone"]
    assert post_command(table, table.token, "cover", seat=0).status_code == 403, "nobody for themselves"
    assert post_command(table, None, "cover", seat=0).status_code == 401
    assert table.info()["seats"][0]["kind"] == "person", "nothing happens by itself"
    assert post_command(table, omar, "cover", seat=0).status_code == 200
    assert log_notes(table) == ["**Amina** has been away for a long time. A bot plays on until they’re back."]
    assert table.info()["seats"][0]["free"], "somebody else may have it"
    assert post_command(table, table.token, "back").status_code == 200
    assert not table.info()["seats"][0]["free"]


def test_a_returning_player_learns_that_their_seat_was_taken_over(server: Running, offset: Any) -> None:
    with browsers(server, None) as (amina,):
        amina.http.get("/")
        form = {"players": "2", "seat-0": "me", "seat-1": "open", "name": "Amina"}
        id = amina.http.post("/new/toy", data=form).headers["location"][3:]
        info = amina.http.get(f"/api/tables/{id}").json()
        table = Opened(server, {"table": id, "token": None, "links": info["links"]})
        omar = table.take(1, "Omar")
        cookie = {"Cookie": f"souq_guest={amina.token}"}
        assert amina.http.post(f"/api/tables/{id}/hand", json={"level": "random"}).status_code == 200
        offset.seconds += LONG + 60
        eventually(lambda: table.info()["seats"][0]["free"])
        invited = post_command(table, omar, "seats/0/link").json()["token"]
        assert post_command(table, invited, "seats/0", name="Mallory").status_code == 200
        with server.sit(id, headers=cookie) as back:
            message = back.next("refused")["message"]
            assert message == "Mallory took over your seat while you were away. You can watch the game here."
        with server.sit(id) as stranger:
            stranger.next("table")
            assert not [message for message in stranger.received if message["type"] == "refused"]
        with server.sit(id, headers=cookie, seen=1) as again:
            again.next("table")
            assert not [message for message in again.received if message["type"] == "refused"], "once a page"


def test_a_player_who_visits_the_table_is_not_absent(server: Running, offset: Any) -> None:
    table, _ = two(server, clock=None)
    offset.seconds += LONG + 60
    with server.sit(table.id, table.token) as amina:
        amina.frames()
        assert not table.info()["seats"][0]["gone"]
    offset.seconds += LONG / 2
    eventually(lambda: not table.info()["seats"][0]["gone"])


def test_at_a_live_table_without_a_clock_absence_is_counted_in_minutes(server: Running, offset: Any) -> None:
    table = opened(server, ME, OPEN, game="dash")
    omar = table.take(1, "Omar")
    pass_time(server, 5000)
    assert not [seat for seat in table.info()["seats"] if seat["time"]["runs"]], "in a race nobody's clock runs"
    offset.seconds += SHORT + 1
    assert post_command(table, omar, "cover", seat=0).status_code == 200


def test_absent_and_replaced_players_have_no_vote_on_ending_the_game(server: Running, offset: Any) -> None:
    table = opened(server, ME, OPEN, OPEN, clock=None, game="desert_bazaar")
    omar, mei = table.take(1, "Omar"), table.take(2, "Mei")
    tokens, decided = (table.token, omar, mei), set[int]()
    while len(decided) < 3:
        (seat,) = table.info()["deciders"]
        decided.add(seat)
        assert choose(table, tokens[seat], table.view(tokens[seat])["legal"][0]["choice"]).status_code == 200
    while table.info()["deciders"] == [0]:
        assert choose(table, tokens[0], table.view(tokens[0])["legal"][0]["choice"]).status_code == 200
    while table.info()["deciders"] != [0]:
        (seat,) = table.info()["deciders"]
        assert choose(table, tokens[seat], table.view(tokens[seat])["legal"][0]["choice"]).status_code == 200
    assert post_command(table, omar, "hand", level="random").status_code == 200
    assert post_command(table, mei, "end").status_code == 200
    assert table.info()["state"] == "playing"
    offset.seconds += LONG + 60
    assert post_command(table, mei, "end").status_code == 200
    info = table.info()
    assert info["state"] == "finished" and info["result"]["agreed"] and not info["result"]["cancelled"]


def test_early_in_a_game_only_present_players_vote_on_ending_it(server: Running, offset: Any) -> None:
    table, omar = two(server)
    offset.seconds += SHORT + 1
    with server.sit(table.id, omar) as there:
        there.frames()
        assert post_command(table, table.token, "end").status_code == 200
        assert table.info()["state"] == "playing", "Omar is there"
    eventually(lambda: not table.info()["seats"][1]["connected"])
    time.sleep(0.5)  # until it is written down that he was
    offset.seconds += SHORT + 1
    assert post_command(table, table.token, "end").status_code == 200
    assert table.info()["result"]["cancelled"]


def test_a_rematch_has_the_same_clock(server: Running) -> None:
    table, omar = two(server)
    assert post_command(table, omar, "resign").status_code == 200
    again = post_command(table, table.token, "again").json()["table"]
    with server.http() as http:
        assert http.get(f"/api/tables/{again}").json()["timing"]["bank"] == 60


def test_bots_and_solo_players_have_no_clock(server: Running) -> None:
    table = opened(server, ME, RANDOM)
    assert [bool(seat["time"]) for seat in table.info()["seats"]] == [True, False]
    assert opened(server, ME, game="dash").info()["timing"] is None


@pytest.mark.parametrize(
    "clock",
    [
        {"kind": "live", "bank": 60},
        {"kind": "days", "bank": 60},
        {"kind": "days", "bank": 86_400, "increment": 5},
        {"kind": "live", "bank": 60, "increment": 5, "level": "oracle"},
        {"kind": "hourglass", "bank": 60},
    ],
    ids=str,
)
def test_invalid_clocks_are_refused(server: Running, clock: dict[str, Any]) -> None:
    with server.http() as http:
        answer = http.post("/api/tables", json={"game": "toy", "seats": [ME, OPEN], "clock": clock})
    assert answer.status_code == 422 and answer.json()["message"]


def test_a_correspondence_clock_is_sent_and_restarts_each_turn(server: Running) -> None:
    table, omar = two(server, DAYS)
    pass_time(server, 80_000)
    assert choose(table, table.token, KEEP).status_code == 200
    assert remaining_times(table)[0] == 86_400
    pass_time(server, 86_500)
    eventually(lambda: table.info()["seats"][1]["kind"] == "bot")
    eventually(lambda: table.info()["state"] == "finished" or table.view(table.token)["your_turn"])
    assert omar


def test_tables_from_older_versions_have_no_clock(either: Path | str) -> None:
    """The columns of tables from before there were clocks are empty."""

    async def forget() -> None:
        storage = Storage(Settings(database=str(either)))
        async with storage.database.write() as db:
            await db.execute(TABLES.update().values(timing=None, clocks=None, reckoned=0))
            await db.execute(HOUSE.delete())
        await storage.close()

    with running(either) as server:
        table, _ = two(server, None)
    asyncio.run(forget())
    with running(either) as server:
        table.server = server
        assert table.info()["timing"] is None and not table.info()["seats"][0]["gone"]
        assert choose(table, table.token, KEEP).status_code == 200
        assert to_json(Terms("live", 60, 5)) is not None


@contextmanager
def guest(server: Running) -> Iterator[httpx.Client]:
    """A guest's browser with a cookie."""
    with server.http(follow_redirects=False) as http:
        assert http.post("/me", data={"name": "Amina"}).status_code == 303
        yield http


def test_holidays_pause_a_correspondence_clock_immediately(either: Path | str) -> None:
    """On a server of its own, because other tests let days pass."""
    with running(either) as server, guest(server) as amina:
        form = {"players": "2", "seat-0": "me", "seat-1": "open", "clock": "days", "clock-days": "3", "name": "Amina"}
        path = amina.post("/new/toy", data=form).headers["location"]
        table = path.rpartition("/")[2]
        info = amina.get(f"/api/tables/{table}").json()
        assert info["timing"]["words"] == "3 days a turn"
        link = info["links"]["seats"]["1"].partition("#seat=")[2]
        where, who = f"/api/tables/{table}/seats/1", {"Authorization": f"Bearer {link}"}
        with server.http() as other:
            assert other.post(where, json={"name": "Omar"}, headers=who).status_code == 200
        live = server.house.tables._live[table]
        due = server.house.timers._due[table]
        day = time.strftime("%Y-%m-%d", time.gmtime(time.time() + 86_400))
        answer = amina.post("/hours", data={"zone": "UTC", "first": day, "last": day})
        assert answer.status_code == 303, answer.text
        later = server.house.timers._due[table] - due
        assert 86_400 - 5 < later < 86_400 + 5
        pass_time(server, 0.0)
        bank = live.player_clocks[0]
        assert bank.hours is not None and bank.hours.holidays == (day,)
        assert day in amina.get("/hours").text
        assert amina.post("/hours", data={"zone": "Nowhere/Else"}).status_code == 422
        assert (
            amina.post("/hours", data={"zone": "UTC", "night": "on", "from": "25:00", "to": "1:00"}).status_code == 422
        )
        assert day in amina.get("/hours").text, "what was refused has changed nothing"


def test_cross_site_requests_cannot_change_quiet_hours(server: Running) -> None:
    with guest(server) as amina:
        answer = amina.post("/hours", data={"zone": "Africa/Cairo"}, headers={"origin": "https://evil.example"})
        assert answer.status_code == 403
        assert 'value="Africa/Cairo"' not in amina.get("/hours").text.partition("<datalist")[0]


def test_quiet_hours_are_private(server: Running) -> None:
    with guest(server) as amina:
        assert amina.post("/hours", data={"zone": "Asia/Kathmandu"}).status_code == 303
        assert 'value="Asia/Kathmandu"' in amina.get("/hours").text.partition("<datalist")[0]
    with server.http() as stranger:
        assert 'value="Asia/Kathmandu"' not in stranger.get("/hours").text.partition("<datalist")[0]


def test_a_draft_does_not_change_the_clocks_sent_to_others(server: Running) -> None:
    table, omar = two(server)
    with server.sit(table.id, omar) as other, server.sit(table.id, table.token) as amina:
        other.frames()
        amina.frames()
        other.next("table", where=lambda told: told["seats"][0]["connected"])
        while not other.receives_nothing():
            pass
        before = server.house.tables._live[table.id].row.clocks
        amina.play(MARK)
        amina.command("undo", seq=amina.seq)
        assert other.receives_nothing()
        assert server.house.tables._live[table.id].row.clocks == before
