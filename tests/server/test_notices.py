"""“Your turn”: who is told, by what, once, and not while they look; kept, tried again, dropped when nobody is there."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update
from starlette.datastructures import State

from souq.table.commands.protocol import fresh_key
from souq.table.notices import notices as telling
from souq.table.notices.channels import Channel, Channels
from souq.table.notices.outbox import Letter, Outbox
from souq.table.notices.sending import Answer
from souq.table.notices.words import Turn, turn_of
from souq.table.settings import Settings
from souq.table.stored.engines import Database
from souq.table.stored.rows import PersonRow, SeatRow, TableRow
from souq.table.stored.schema import CHANNELS, OUTBOX, SEATS
from souq.table.stored.sessions import Sessions
from souq.table.stored.storage import Storage
from tests.ports import free_port
from tests.server.clients import Running, process, running, soon
from tests.server.letterbox import Letterbox, letterbox
from tests.server.pushbox import Pushbox, Receiver, pushbox, shown, unb64
from tests.server.test_letters import AMINA, kept
from tests.server.test_passkeys import Browser, browsers

pytestmark = pytest.mark.server

RFC_AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
RFC_PUBLIC = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
RFC_BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_y"
    "l95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)
LONG = "https://the-souq-of-some-friends.with-a-rather-long-name.example.org"


@pytest.fixture
def box() -> Iterator[Pushbox]:
    with pushbox() as box:
        yield box


@pytest.fixture
def letters() -> Iterator[Letterbox]:
    with letterbox() as letters:
        yield letters


@contextmanager
def telling_house(database: Path | str, **settings: Any) -> Iterator[Running]:
    """A server that tells at once, on this machine too."""
    with running(database, **({"quiet": 0.0, "near": True} | settings)) as server:
        yield server


@pytest.fixture
def house(either: Path | str) -> Iterator[Running]:
    with telling_house(either) as server:
        yield server


class Table:
    """A table of two people with browsers, the first of whom is asked first."""

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
    """Be pushed to."""
    return str(browser.post("/you/push", 201, **receiver.subscription)["id"])


def rows(database: Path | str, table: Any) -> list[Any]:
    """What a table of the database keeps."""

    async def look() -> list[Any]:
        opened = Database(Settings(database=str(database)))
        async with opened.read() as db:
            found = list(await db.execute(select(table)))
        await opened.close()
        return found

    return asyncio.run(look())


def quiet(box: Pushbox, number: int, seconds: float = 0.6) -> None:
    """Nothing more comes."""
    time.sleep(seconds)
    assert len(box.came) == number, box.came


def test_the_receiver_of_these_tests_reads_the_example_of_rfc_8291() -> None:
    number = int.from_bytes(unb64("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"))
    browser = Receiver("https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV", number, unb64(RFC_AUTH))
    assert browser.subscription["keys"] == {"p256dh": RFC_PUBLIC, "auth": RFC_AUTH}
    assert browser.opened(unb64(RFC_BODY)) == b"When I grow up, I want to be a watermelon"


def test_a_push_says_whose_turn_it_is_and_only_that_browser_can_read_it(house: Running, box: Pushbox) -> None:
    with browsers(house, None, None) as (amina, omar):
        table = Table(amina, omar)
        mine, theirs = box.receiver(), box.receiver("omar")
        subscribe(omar, theirs)
        subscribe(amina, mine)
        table.keep(0)
        came = box.wait("/push/omar")
        told = theirs.read(came)
        assert told == {
            "title": "Your turn at Toy",
            "body": "Amina is waiting.",
            "path": f"/t/{table.id}",
            "table": table.id,
            "waiting": 1,
        }
        with pytest.raises(Exception):  # noqa: B017
            mine.read(came)
        claims, key = shown(came)
        assert claims["aud"] == box.origin and time.time() < claims["exp"] <= time.time() + 86_400
        assert claims["sub"] == "mailto:souq@localhost" and f'data-key="{key}"' in omar.http.get("/you").text
        assert (came.headers["ttl"], came.headers["topic"]) == ("86400", table.id)
        quiet(box, 1)
        assert amina.http.get("/api/you/waiting").json() == {"tables": []}
        assert omar.http.get("/api/you/waiting").json() == {"tables": [table.id]}


def test_who_looks_is_told_nothing_and_a_page_behind_others_is_not_looked_at(house: Running, box: Pushbox) -> None:
    with browsers(house, None, None) as (amina, omar):
        table = Table(amina, omar)
        subscribe(omar, box.receiver("omar"))
        with house.sit(table.id, headers={"Cookie": f"souq_guest={omar.token}"}) as page:
            page.next("table")
            table.keep(0)
            quiet(box, 0)
        other = Table(amina, omar)
        with house.sit(other.id, headers={"Cookie": f"souq_guest={omar.token}"}) as page:
            page.next("table")
            page.send({"type": "look", "away": True})
            time.sleep(0.2)
            other.keep(0)
            box.wait("/push/omar")


def test_who_comes_within_the_quiet_while_is_told_nothing(either: Path | str, box: Pushbox) -> None:
    with telling_house(either, quiet=1.0) as house, browsers(house, None, None) as (amina, omar):
        table = Table(amina, omar)
        subscribe(omar, box.receiver("omar"))
        table.keep(0)
        with house.sit(table.id, headers={"Cookie": f"souq_guest={omar.token}"}) as page:
            page.next("table")
        quiet(box, 0, 1.5)
        second = Table(amina, omar)
        second.keep(0)
        box.wait("/push/omar")


def test_a_turn_that_began_is_told_even_if_something_may_have_been_missed_since(
    either: Path | str, box: Pushbox
) -> None:
    with telling_house(either, quiet=1.0) as house, browsers(house, None, None) as (amina, omar):
        table, notices = Table(amina, omar), house.house.notices
        subscribe(omar, box.receiver("omar"))
        with house.sit(table.id, headers={"Cookie": f"souq_guest={omar.token}"}) as page:
            page.next("table")
        table.keep(0)
        soon(lambda: (table.id, 1) in notices._begun)
        notices.look()  # the line to the database was silent for a moment
        box.wait("/push/omar")
        quiet(box, 1)


def test_who_was_there_before_a_turn_began_is_told_of_it_however_late_that_is_heard(
    either: Path | str, box: Pushbox
) -> None:
    with telling_house(either, quiet=1.0) as house, browsers(house, None, None) as (amina, omar):
        table, notices = Table(amina, omar), house.house.notices
        subscribe(omar, box.receiver("omar"))
        before = house.house.world.now()
        table.keep(0)
        soon(lambda: (table.id, 1) in notices._begun)
        notices.seen(table.id, 1, before)
        box.wait("/push/omar")


def test_one_turn_is_told_once_and_the_next_again(house: Running, box: Pushbox) -> None:
    with browsers(house, None, None) as (amina, omar):
        tables = [Table(amina, omar) for _ in range(2)]
        subscribe(omar, box.receiver("omar"))
        tables[0].keep(0)
        box.wait("/push/omar")
        amina.http.post(f"/api/tables/{tables[0].id}/say", json={"id": "hello", "text": "Hello"})
        quiet(box, 1)
        tables[1].keep(0)
        box.wait("/push/omar", 2)
        receiver = box.receiver("omar")
        subscribe(omar, receiver)
        third = Table(amina, omar)
        third.keep(0)
        box.wait("/push/omar", 3)
        assert receiver.read(box.came[-1])["waiting"] == 3


def test_a_chat_is_told_of_everybody_at_the_hosts_tables_or_of_ones_own(house: Running, box: Pushbox) -> None:
    with browsers(house, None, None) as (amina, omar):
        Table(amina, omar)  # they are known
        for browser, whose in ((amina, "everybody"), (omar, "own")):
            address = f"{box.origin}/hooks/{whose}"
            added = browser.http.post("/you/turns/hooks", data={"address": address, "whose": whose})
            assert added.headers["location"] == "/you#turn"
        table = Table(amina, omar)
        first = box.wait("/hooks/everybody").json
        assert first["text"] == first["content"] == f"Amina, it’s your turn at Toy. {amina.origin}/t/{table.id}"
        assert first["allowed_mentions"] == {"parse": []}
        table.keep(0)
        assert box.wait("/hooks/everybody", 2).json["text"].startswith("Omar, it’s your turn")
        assert box.wait("/hooks/own").json["text"].startswith("Omar, it’s your turn")
        quiet(box, 3)
        page = amina.http.get("/you").text
        assert "Everybody’s turns at tables you host" in page and "/hooks/everybody" not in page, "it is a secret"


def test_what_arrives_while_the_outbox_is_read_is_not_sent_again(
    house: Running, box: Pushbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    notices = house.house.notices
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
    with browsers(house, None, None) as (amina, omar):
        Table(amina, omar)
        amina.http.post("/you/turns/hooks", data={"address": f"{box.origin}/hooks/own", "whose": "own"})
        Table(amina, omar)
        box.wait("/hooks/own")
        quiet(box, 1, 1.2)


def test_letters_come_one_a_table_until_it_was_seen_and_stop_at_one_click(
    either: Path | str, letters: Letterbox
) -> None:
    about = {"smtp": letters.url, "mail_from": "souq@example.org", "origins": (LONG,)}
    with telling_house(either, **about) as house, browsers(house, None, None) as (omar, amina):
        kept(amina, letters)
        assert amina.http.post("/you/turns/mail").headers["location"] == "/you#turn"
        table = Table(amina, omar)
        letter = letters.letter(2)
        assert letter["To"] == AMINA and letter["Subject"] == "Your turn at Toy"
        links = re.findall(r"https?://\S+", letter.get_content())
        raw = dict(letter.raw_items())
        assert links == [f"{LONG}/t/{table.id}", raw["List-Unsubscribe"].strip().strip("<>")], "it is not folded"
        assert "Omar is waiting." in letter.get_content()
        assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        path = links[1].removeprefix(LONG)
        with house.http() as robot:
            assert "No more letters?" in robot.get(path).text
            assert robot.get(path[:-1]).status_code == 404 and robot.post("/stop/nothing.at-all").status_code == 404
            assert "Write to me" not in amina.http.get("/you").text, "looking switches nothing off"
            assert robot.post(path, data={"List-Unsubscribe": "One-Click"}).status_code == 200
        assert "Write to me" in amina.http.get("/you").text


def test_letters_to_an_address_where_nobody_is_any_more_end(either: Path | str, letters: Letterbox) -> None:
    about = {"smtp": letters.url, "mail_from": "souq@example.org", "hosts": ("localhost",)}
    with telling_house(either, **about) as house, browsers(house, None, None) as (amina, omar):
        kept(amina, letters)
        amina.http.post("/you/turns/mail")
        letters.unknown.add(AMINA)
        Table(amina, omar)
        soon(lambda: not rows(either, CHANNELS))
        assert len(letters.letters) == 1 and "Write to me" in amina.http.get("/you").text


def test_a_channel_is_tried_out_and_goes_when_nobody_is_there(house: Running, box: Pushbox) -> None:
    with browsers(house, None) as (amina,):
        amina.http.get("/")
        receiver = box.receiver()
        channel = subscribe(amina, receiver)
        assert amina.http.post(f"/you/turns/{channel}/try").headers["location"] == "/you?tried=sent#turn"
        assert receiver.read(box.wait("/push/amina"))["title"] == "It works"
        assert "Sent. It should be there in a moment." in amina.http.get("/you?tried=sent").text
        box.answer("/push/amina", 404)
        assert amina.http.post(f"/you/turns/{channel}/try").headers["location"] == "/you?tried=gone#turn"
        assert channel not in amina.http.get("/you").text


def table_row(person: str) -> TableRow:
    """A table in play at which it is somebody's turn."""
    seats = [SeatRow(0, "person", name="Amina", person_id=person), SeatRow(1, "bot", "greedy", "Omar")]
    row = TableRow("table1", "toy", "1", 2, {}, b"s" * 32, 1.0, 1.0, "playing", deciders=1, seats=seats)
    return row


def test_only_people_wait_and_none_who_is_asked_too() -> None:
    seats = [SeatRow(at, "person", name=name, person_id=name) for at, name in enumerate(("Amina", "Omar", "Lea"))]
    seats += [SeatRow(3, "bot", "greedy", "Tariq"), SeatRow(4, "open")]
    row = TableRow("table1", "toy", "1", 5, {}, b"s" * 32, 1.0, 1.0, "playing", deciders=1, seats=seats)
    assert turn_of(row, 0).waiting == "Omar and Lea are waiting."
    row.deciders = 0b11
    assert turn_of(row, 0).waiting == "Lea is waiting."
    row.seats[2].kind = "bot"
    assert turn_of(row, 0).waiting == ""


def test_a_letter_stays_the_only_one_until_its_table_was_seen(either: Path | str) -> None:
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

        async def told(mark: int) -> list[str]:
            """What is sent of a turn that begins when so much has been played."""
            row.mark = mark
            await outbox.add([mail, hook], row, 0, 100.0, 0.0)
            due = await outbox.due(100.0, 10)
            for letter in due:
                await outbox.sent(letter, 100.0)
            return sorted(letter.channel.kind for letter in due)

        assert await told(1) == ["hook", "mail"]
        assert await told(1) == [], "once a turn"
        await outbox.over(row.id, 0)
        assert await told(2) == ["hook"]
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


def test_what_was_not_taken_is_tried_again_and_a_receiver_that_is_gone_is_dropped(
    either: Path | str, box: Pushbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(telling, "FIRST_PAUSE", 0.2)
    with telling_house(either) as house, browsers(house, None, None) as (amina, omar):
        first, second = Table(amina, omar), Table(amina, omar)
        subscribe(omar, box.receiver("omar"))
        box.answer("/push/omar", 503, 429, 201)
        first.keep(0)
        box.wait("/push/omar", 3)
        quiet(box, 3)
        box.answer("/push/omar", 410)
        second.keep(0)
        box.wait("/push/omar", 4)
        soon(lambda: not rows(either, CHANNELS))
        assert rows(either, OUTBOX) == []


def test_a_browser_that_subscribes_anew_is_told_what_its_old_subscription_was_not(
    either: Path | str, box: Pushbox
) -> None:
    with telling_house(either) as house, browsers(house, None, None) as (amina, omar):
        told, untold = Table(amina, omar), Table(amina, omar)
        old, new = box.receiver("old"), box.receiver("new")
        subscribe(omar, old)
        told.keep(0)
        box.wait("/push/old")
        box.answer("/push/old", 503)
        untold.keep(0)
        box.wait("/push/old", 2)
        soon(lambda: any(row.tries for row in rows(either, OUTBOX)))
        subscribe(omar, new)
        assert new.read(box.wait("/push/new"))["table"] == untold.id
        soon(lambda: all(row.sent_at for row in rows(either, OUTBOX)))
        quiet(box, 3)


def test_another_who_subscribes_with_the_same_browser_is_told_nothing_of_it(either: Path | str, box: Pushbox) -> None:
    with telling_house(either) as house, browsers(house, None, None) as (amina, omar):
        table, receiver = Table(amina, omar), box.receiver("shared")
        subscribe(omar, receiver)
        box.answer("/push/shared", 503)
        table.keep(0)
        box.wait("/push/shared")
        soon(lambda: rows(either, OUTBOX)[0].tries)
        subscribe(amina, receiver)
        assert rows(either, OUTBOX) == []
        quiet(box, 1)


def test_a_redirect_is_not_followed_and_what_is_refused_is_not_repeated(
    either: Path | str, box: Pushbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(telling, "FIRST_PAUSE", 0.1)
    with telling_house(either) as house, browsers(house, None, None) as (amina, omar):
        table = Table(amina, omar)
        subscribe(omar, box.receiver("omar"))
        box.answer("/push/omar", 307, location=f"{box.origin}/elsewhere")
        table.keep(0)
        box.wait("/push/omar")
        quiet(box, 1)
        soon(lambda: not rows(either, OUTBOX))


def test_what_could_not_be_told_before_a_stop_is_told_after_the_start(either: Path | str, box: Pushbox) -> None:
    with telling_house(either, quiet=60.0) as house, browsers(house, None, None) as (amina, omar):
        table = Table(amina, omar)
        receiver = box.receiver("omar")
        subscribe(omar, receiver)
        table.keep(0)
        asyncio.run(long_ago(either, table.id))
        _, key = house.address, re.findall('data-key="(.*?)"', omar.http.get("/you").text)[0]
    with telling_house(either):
        came = box.wait("/push/omar")
        assert receiver.read(came)["table"] == table.id
        assert shown(came)[1] == key, "the house's key is the same"
        soon(lambda: rows(either, OUTBOX)[0].sent_at)
    with telling_house(either):
        quiet(box, 1)


@pytest.mark.slow
def test_a_turn_that_was_acknowledged_is_told_after_a_kill_and_what_was_not_taken_too(
    either: Path | str, box: Pushbox
) -> None:
    port = free_port()
    house = Running(f"http://127.0.0.1:{port}", State({"house": None, "rations": None, "doctor": None}))
    with browsers(house, None, None) as (amina, omar):
        amina.http.timeout = omar.http.timeout = 120  # the rules are compiled first
        with process(port, either, 1, 600.0):
            table = Table(amina, omar)
            receiver = box.receiver("omar")
            subscribe(omar, receiver)
            table.keep(0)
        asyncio.run(long_ago(either, table.id))
        box.answer("/push/omar", 503)
        with process(port, either, 1, 0.0):
            box.wait("/push/omar")
            soon(lambda: rows(either, OUTBOX)[0].tries)
        box.answer("/push/omar", 201)
        asyncio.run(due_now(either))
        with process(port, either, 1, 600.0):
            assert receiver.read(box.wait("/push/omar", 2))["table"] == table.id
            soon(lambda: rows(either, OUTBOX)[0].sent_at)
            with house.sit(table.id, headers={"Cookie": f"souq_guest={omar.token}"}) as page:
                page.next("table")
                soon(lambda: not rows(either, OUTBOX))


async def due_now(database: Path | str) -> None:
    """What waits to be tried again has waited for long enough."""
    opened = Database(Settings(database=str(database)))
    async with opened.write() as db:
        await db.execute(update(OUTBOX).values(due=0.0))
    await opened.close()


def test_that_somebody_looks_elsewhere_tells_nobody_anything(house: Running) -> None:
    with browsers(house, None, None) as (amina, omar):
        table = Table(amina, omar)
        with (
            house.sit(table.id, headers={"Cookie": f"souq_guest={amina.token}"}) as other,
            house.sit(table.id, headers={"Cookie": f"souq_guest={omar.token}"}) as page,
        ):
            other.next("table", where=lambda told: told["seats"][1]["connected"])
            while not other.nothing():
                pass
            for away in (True, False, True):
                page.send({"type": "look", "away": away})
            assert other.nothing(0.6)
            page.send({"type": "look", "away": "yes"})
            assert page.next("refused")["message"]


async def long_ago(database: Path | str, table: str) -> None:
    """Nobody has been at a table for long."""
    opened = Database(Settings(database=str(database)))
    async with opened.write() as db:
        await db.execute(update(SEATS).where(SEATS.c.table_id == table).values(here_at=0.0))
    await opened.close()


def test_signing_out_and_stopping_end_notices(house: Running, either: Path | str, box: Pushbox) -> None:
    with browsers(house, None, None) as (amina, omar):
        first, second = Table(amina, omar), Table(amina, omar)
        channel = subscribe(omar, box.receiver("omar"))
        subscribe(omar, box.receiver("omar-again"))
        assert len(rows(either, CHANNELS)) == 1, "a browser has one subscription"
        amina.http.post("/you/turns/hooks", data={"address": f"{box.origin}/hook"})
        channel = next(each.id for each in rows(either, CHANNELS) if each.kind == "push")
        amina.http.post(f"/you/turns/{channel}/off")
        assert amina.http.post(f"/you/turns/{channel}/try").status_code == 404, "it is somebody else's"
        assert len(rows(either, CHANNELS)) == 2
        told = omar.http.get("/you/data").json()["channels"]
        assert [each["address"] for each in told] == [f"{box.origin}/push/omar-again"]
        omar.http.post("/you/out", data={"sure": "1"})
        assert [each.kind for each in rows(either, CHANNELS)] == ["hook"]
        first.keep(0)
        amina.http.post("/you/delete", data={"sure": "1"})
        assert rows(either, CHANNELS) == [] == rows(either, OUTBOX)
        assert second.id


ELSEWHERE = ["", "http://chat.example/x", "ftp://chat.example", "https://", "https://127.0.0.1/x", "javascript:1"]
ELSEWHERE += ["https://10.0.0.5/x", "https://user:secret@chat.example/x", "https://169.254.169.254/x", "https://[::1]/"]


@pytest.mark.parametrize("address", ELSEWHERE)
def test_what_is_not_sent_to(server: Running, box: Pushbox, address: str) -> None:
    with browsers(server, None) as (amina,):
        amina.http.get("/")
        refused = amina.http.post("/you/turns/hooks", data={"address": address})
        assert refused.status_code == 422 and 'role="alert"' in refused.text
        keys = box.receiver().subscription["keys"]
        amina.post("/you/push", 422, endpoint=address, keys=keys)


def test_a_name_that_leads_into_the_houses_own_network_leads_nowhere(server: Running, box: Pushbox) -> None:
    with browsers(server, None) as (amina,):
        amina.http.get("/")
        for host in ("localhost", "2130706433", "0x7f.1"):
            added = amina.http.post("/you/turns/hooks", data={"address": f"https://{host}:{box.port}/x"})
            assert added.status_code == 303, added.text
            path = re.findall(r'action="(/you/turns/\w+/try)"', amina.http.get("/you").text)[-1]
            assert amina.http.post(path).headers["location"] == "/you?tried=again#turn"
            amina.http.post(path.replace("/try", "/off"))
        assert box.came == []


def test_what_no_database_keeps_is_refused(server: Running) -> None:
    with browsers(server, None) as (amina,):
        amina.http.get("/")
        amina.http.post("/me", data={"name": "Amina"})
        amina.post("/you/push/off", 422, endpoint="https://push.example/\0")
        assert amina.http.post("/you/turns/%00/off").status_code == 404
        assert amina.http.post("/you/turns/%00/try").status_code == 404 == amina.http.get("/stop/%00.%00").status_code
        assert amina.http.post("/you/turns/hooks", data={"address": "https://chat.example/\0"}).status_code == 422


def test_keys_that_are_none_are_refused(server: Running, box: Pushbox) -> None:
    with browsers(server, None) as (amina,):
        amina.http.get("/")
        endpoint, good = "https://push.example/x", box.receiver().subscription["keys"]
        for keys in ({"p256dh": "BAAA", "auth": good["auth"]}, {"p256dh": good["p256dh"], "auth": "AAAA"}):
            amina.post("/you/push", 422, endpoint=endpoint, keys=keys)


def test_the_next_table_is_the_one_that_has_waited_longest_and_then_the_one_after(house: Running) -> None:
    with browsers(house, None, None) as (amina, omar):
        assert amina.http.get("/next").headers["location"] == "/?next=none"
        tables = [Table(amina, omar) for _ in range(3)]

        def next_after(table: str = "") -> str:
            return str(amina.http.get("/next", params={"from": table}).headers["location"])

        assert next_after() == f"/t/{tables[0].id}"
        assert next_after(tables[0].id) == f"/t/{tables[1].id}"
        assert next_after(tables[2].id) == f"/t/{tables[0].id}"
        for table in tables[:2]:
            table.keep(0)
        assert next_after() == f"/t/{tables[2].id}"
        assert next_after(tables[2].id) == "/?next=none"
        assert "No other table is waiting for you" in amina.http.get("/?next=none").text
        assert omar.http.get("/next").headers["location"] == f"/t/{tables[0].id}"


def test_the_page_says_what_works_here_and_why_something_does_not(server: Running) -> None:
    with browsers(server, None) as (amina,):
        page = amina.http.get("/you").text
        assert "This house sends no mail." in page and 'data-key="B' in page and "Tell a group’s chat" in page
        amina.http.post("/me", data={"name": "Amina"})
        assert amina.http.post("/you/turns/mail").status_code == 409


def test_the_service_worker_and_its_page_are_the_same_for_everybody(server: Running) -> None:
    with browsers(server, None) as (amina,):
        worker = amina.http.get("/sw.js")
        assert worker.headers["content-type"].startswith("text/javascript")
        assert (
            worker.headers["cache-control"] == "no-cache"
            and "default-src 'self'" in worker.headers["content-security-policy"]
        )
        page = amina.http.get("/offline")
        assert "set-cookie" not in page.headers and page.text == amina.http.get("/offline").text
        kept = re.findall(r'"(/static/[^"]+)"', worker.text)
        assert kept and all(amina.http.get(path).status_code == 200 and path in page.text for path in kept)
        assert amina.http.get("/static/souq.webmanifest").json()["shortcuts"][0]["url"] == "/next"


def test_channels_are_rationed(tmp_path: Path) -> None:
    with running(tmp_path / "souq.db", limited=True) as server, browsers(server, None) as (amina,):
        amina.http.get("/")
        said = [
            amina.http.post("/you/turns/hooks", data={"address": f"https://chat.example/{n}"}).status_code
            for n in range(14)
        ]
        assert said[:3] == [303] * 3 and said[3] == 409 and said[-1] == 429
