"""Tables with waiting players, and helpers of the tests of notifications."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import select, update

from souq.server.core.commands.protocol import fresh_key
from souq.server.core.db.engines import Database
from souq.server.core.db.models import SEATS
from souq.server.features.notifications.models import OUTBOX
from souq.server.ops.config.settings import Settings
from tests.server.clients import Running, running
from tests.server.push_service import PushService
from tests.server.test_passkeys import Browser


@contextmanager
def notifying_server(database: Path | str, **settings: Any) -> Iterator[Running]:
    """Run a server that notifies immediately and on this machine too."""
    with running(database, **({"quiet": 0.0, "near": True} | settings)) as server:
        yield server


class Table:
    """A table of two players with browsers, of whom the first moves first."""

    def __init__(self, amina: Browser, omar: Browser) -> None:
        for browser, name in ((amina, "Amina"), (omar, "Omar")):
            browser.http.get("/")
            if browser.name == "Guest":
                browser.http.post("/me", data={"name": name})
        seats = [{"kind": "me", "name": "Amina"}, {"kind": "open"}]
        opened = amina.post("/tables", 201, game="toy", seats=seats)
        self.id, self._who = opened["table"], {0: amina, 1: omar}
        invitation = opened["links"]["seats"]["1"].partition("#seat=")[2]
        took = omar.http.post(
            f"/api/tables/{self.id}/seats/1",
            json={"name": "Omar"},
            headers={"Authorization": f"Bearer {invitation}"},
        )
        assert took.status_code == 200, took.text

    def waits_for(self, seat: int) -> bool:
        return bool(self._who[seat].http.get(f"/api/tables/{self.id}/view").json()["your_turn"])

    def keep(self, seat: int) -> None:
        """End a seat's turn."""
        http = self._who[seat].http
        view = http.get(f"/api/tables/{self.id}/view").json()
        (keep,) = [each for each in view["legal"] if each["text"] == "keep"]
        answer = http.post(
            f"/api/tables/{self.id}/choose", json={"id": fresh_key(), "seq": view["seq"], "choice": keep["choice"]}
        )
        assert answer.status_code == 200, answer.text
        if self.waits_for(seat):
            view = http.get(f"/api/tables/{self.id}/view").json()
            http.post(f"/api/tables/{self.id}/confirm", json={"id": fresh_key(), "seq": view["seq"]})


def subscribe(browser: Browser, receiver: Any) -> str:
    """Subscribe a browser to push messages and return the subscription's id."""
    return str(browser.post("/you/push", 201, **receiver.subscription)["id"])


def table_rows(database: Path | str, table: Any) -> list[Any]:
    """Return all rows of a database table."""

    async def look() -> list[Any]:
        opened = Database(Settings(database=str(database)))
        async with opened.read() as db:
            found = list(await db.execute(select(table)))
        await opened.close()
        return found

    return asyncio.run(look())


def assert_nothing_more(inbox: PushService, number: int, seconds: float = 0.6) -> None:
    """Assert that no further message arrives."""
    time.sleep(seconds)
    assert len(inbox.received) == number, inbox.received


async def make_retries_due(database: Path | str) -> None:
    """Make all pending retries due now."""
    opened = Database(Settings(database=str(database)))
    async with opened.write() as db:
        await db.execute(update(OUTBOX).values(due=0.0))
    await opened.close()


async def clear_presence(database: Path | str, table: str) -> None:
    """Make a table's players absent for long."""
    opened = Database(Settings(database=str(database)))
    async with opened.write() as db:
        await db.execute(update(SEATS).where(SEATS.c.table_id == table).values(here_at=0.0))
    await opened.close()
