"""The outbox: notifications are stored, sent once, retried, and dropped when their receiver is gone."""

from __future__ import annotations

import asyncio
import re
from contextlib import ExitStack
from pathlib import Path

import pytest
from starlette.datastructures import State

from souq.server.core.db.sessions import Sessions
from souq.server.core.db.storage import Storage
from souq.server.core.store.rows import PersonRow, SeatRow, TableRow
from souq.server.features.notifications import service as telling
from souq.server.features.notifications.channels import Channels
from souq.server.features.notifications.models import CHANNELS, OUTBOX, Channel
from souq.server.features.notifications.outbox import Letter, Outbox
from souq.server.features.notifications.sending import Answer
from souq.server.features.notifications.service import Notices
from souq.server.features.notifications.words import Turn
from souq.server.ops.config.settings import Settings
from tests.ports import free_port
from tests.server.clients import Running, eventually, process
from tests.server.notification_helpers import (
    Table,
    assert_nothing_more,
    clear_presence,
    make_retries_due,
    notifying_server,
    subscribe,
    table_rows,
)
from tests.server.push_service import PushService, verified_claims
from tests.server.test_passkeys import browsers

pytestmark = pytest.mark.server


def test_a_message_added_while_the_outbox_is_read_is_sent_once(
    either: Path | str, inbox: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    with notifying_server(either) as server, browsers(server, None, None) as (amina, omar):
        notices = server.house.parts[Notices]
        due, send = notices.outbox.due, notices.sender.send

        async def read_slowly(now: float, most: int) -> list[Letter]:
            found = await due(now, most)
            while any(each.key in notices._on_their_way for each in found):
                await asyncio.sleep(0.01)
            return found

        async def send_slowly(channel: Channel, turn: Turn) -> Answer:
            notices._woken.set()
            await asyncio.sleep(0.3)
            return await send(channel, turn)

        monkeypatch.setattr(notices.outbox, "due", read_slowly)
        monkeypatch.setattr(notices.sender, "send", send_slowly)
        Table(amina, omar)
        amina.http.post("/you/turns/hooks", data={"address": f"{inbox.origin}/hooks/own", "whose": "own"})
        Table(amina, omar)
        inbox.wait("/hooks/own")
        assert_nothing_more(inbox, 1, 1.2)


def table_row(person: str) -> TableRow:
    """Return a table in play at which a player is to move."""
    seats = [SeatRow(0, "person", name="Amina", person_id=person), SeatRow(1, "bot", "greedy", "Omar")]
    row = TableRow("table1", "toy", "1", 2, {}, b"s" * 32, 1.0, 1.0, "playing", deciders=1, seats=seats)
    return row


def test_only_one_email_is_sent_until_the_table_is_viewed(either: Path | str) -> None:
    async def work() -> None:
        storage = Storage(Settings(database=str(either)))
        await storage.open()
        database = storage.database
        outbox, channels = Outbox(database), Channels(database)
        await Sessions(database).remember(PersonRow("amina", "Amina", "star"), b"token", "session1")
        row = table_row("amina")
        await storage.create(row)
        mail = await channels.add("amina", "mail", address="")
        hook = await channels.add("amina", "hook", address="https://chat.example/x")

        async def recipients(mark: int) -> list[str]:
            """What is sent of a turn that begins when so much has been played."""
            row.mark = mark
            await outbox.add([mail, hook], row, 0, 100.0, 0.0)
            due = await outbox.due(100.0, 10)
            for letter in due:
                await outbox.mark_sent(letter, 100.0)
            return sorted(letter.channel.kind for letter in due)

        assert await recipients(1) == ["hook", "mail"]
        assert await recipients(1) == [], "once a turn"
        await outbox.over(row.id, 0)
        assert await recipients(2) == ["hook"]
        await outbox.seen(row.id, 0)
        row.mark = 3
        await outbox.add([mail, hook], row, 0, 100.0, 0.0)
        for letter in await outbox.due(100.0, 10):
            assert await outbox.claim(letter, 130.0)
            assert not await outbox.claim(letter, 130.0), "one server sends it"
        assert await outbox.due(129.0, 10) == [], "and another would, should that one be killed"
        assert len(await outbox.due(130.0, 10)) == 2
        assert await channels.gone(mail.id)
        await outbox.add([mail], row, 0, 100.0, 0.0)  # gone in this very moment
        assert await outbox.known() == {(row.id, 0): 3}
        await storage.close()

    asyncio.run(work())


def test_failed_messages_are_retried_and_gone_receivers_are_dropped(
    either: Path | str, inbox: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(telling, "FIRST_PAUSE", 0.2)
    with notifying_server(either) as server, browsers(server, None, None) as (amina, omar):
        first, second = Table(amina, omar), Table(amina, omar)
        subscribe(omar, inbox.receiver("omar"))
        inbox.answer("/push/omar", 503, 429, 201)
        first.keep(0)
        inbox.wait("/push/omar", 3)
        assert_nothing_more(inbox, 3)
        inbox.answer("/push/omar", 410)
        second.keep(0)
        inbox.wait("/push/omar", 4)
        eventually(lambda: not table_rows(either, CHANNELS))
        assert table_rows(either, OUTBOX) == []


def test_a_renewed_subscription_receives_pending_messages(either: Path | str, inbox: PushService) -> None:
    with notifying_server(either) as server, browsers(server, None, None) as (amina, omar):
        recipients, untold = Table(amina, omar), Table(amina, omar)
        old, new = inbox.receiver("old"), inbox.receiver("new")
        subscribe(omar, old)
        recipients.keep(0)
        inbox.wait("/push/old")
        inbox.answer("/push/old", 503)
        untold.keep(0)
        inbox.wait("/push/old", 2)
        eventually(lambda: any(row.tries for row in table_rows(either, OUTBOX)))
        subscribe(omar, new)
        assert new.read(inbox.wait("/push/new"))["table"] == untold.id
        eventually(lambda: all(row.sent_at for row in table_rows(either, OUTBOX)))
        assert_nothing_more(inbox, 3)


def test_another_user_of_the_same_browser_receives_no_pending_messages(either: Path | str, inbox: PushService) -> None:
    with notifying_server(either) as server, browsers(server, None, None) as (amina, omar):
        table, receiver = Table(amina, omar), inbox.receiver("shared")
        subscribe(omar, receiver)
        inbox.answer("/push/shared", 503)
        table.keep(0)
        inbox.wait("/push/shared")
        eventually(lambda: table_rows(either, OUTBOX)[0].tries)
        subscribe(amina, receiver)
        assert table_rows(either, OUTBOX) == []
        assert_nothing_more(inbox, 1)


def test_redirects_are_not_followed_and_refused_messages_are_not_retried(
    either: Path | str, inbox: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(telling, "FIRST_PAUSE", 0.1)
    with notifying_server(either) as server, browsers(server, None, None) as (amina, omar):
        table = Table(amina, omar)
        subscribe(omar, inbox.receiver("omar"))
        inbox.answer("/push/omar", 307, location=f"{inbox.origin}/elsewhere")
        table.keep(0)
        inbox.wait("/push/omar")
        assert_nothing_more(inbox, 1)
        eventually(lambda: not table_rows(either, OUTBOX))


def test_pending_messages_are_sent_after_a_restart(either: Path | str, inbox: PushService) -> None:
    with notifying_server(either, quiet=60.0) as server, browsers(server, None, None) as (amina, omar):
        table = Table(amina, omar)
        receiver = inbox.receiver("omar")
        subscribe(omar, receiver)
        table.keep(0)
        asyncio.run(clear_presence(either, table.id))
        _, key = server.address, re.findall('data-key="(.*?)"', omar.http.get("/you").text)[0]
    with notifying_server(either):
        came = inbox.wait("/push/omar")
        assert receiver.read(came)["table"] == table.id
        assert verified_claims(came)[1] == key, "the house's key is the same"
        eventually(lambda: table_rows(either, OUTBOX)[0].sent_at)
    with notifying_server(either):
        assert_nothing_more(inbox, 1)


@pytest.mark.slow
def test_notifications_survive_a_killed_server(either: Path | str, inbox: PushService) -> None:
    port = free_port()
    server = Running(f"http://127.0.0.1:{port}", State({"house": None, "limits": None, "doctor": None}))
    with ExitStack() as opened:
        with process(port, either, 1, 600.0):
            amina, omar = opened.enter_context(browsers(server, None, None))
            amina.http.timeout = omar.http.timeout = 120  # the rules are compiled first
            table = Table(amina, omar)
            receiver = inbox.receiver("omar")
            subscribe(omar, receiver)
            table.keep(0)
        asyncio.run(clear_presence(either, table.id))
        inbox.answer("/push/omar", 503)
        with process(port, either, 1, 0.0):
            inbox.wait("/push/omar")
            eventually(lambda: table_rows(either, OUTBOX)[0].tries)
        inbox.answer("/push/omar", 201)
        asyncio.run(make_retries_due(either))
        with process(port, either, 1, 600.0):
            assert receiver.read(inbox.wait("/push/omar", 2))["table"] == table.id
            eventually(lambda: table_rows(either, OUTBOX)[0].sent_at)
            with server.sit(table.id, headers={"Cookie": f"souq_guest={omar.token}"}) as page:
                page.next("table")
                eventually(lambda: not table_rows(either, OUTBOX))
