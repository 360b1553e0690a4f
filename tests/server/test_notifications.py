"""“Your turn” notifications: who is notified, over which channel, once, and not while viewing the table."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from souq.server.core.live.world_time import WorldTime
from souq.server.core.store.rows import SeatRow, TableRow
from souq.server.features.notifications.models import CHANNELS, OUTBOX
from souq.server.features.notifications.service import Notices
from souq.server.features.notifications.words import turn_of
from tests.server.clients import Running, eventually, running
from tests.server.mail_server import MailServer, mail_server
from tests.server.notification_helpers import Table, assert_nothing_more, notifying_server, subscribe, table_rows
from tests.server.push_service import PushService, Receiver, unb64, verified_claims
from tests.server.test_email import AMINA, sign_up_by_email
from tests.server.test_passkeys import browsers

pytestmark = pytest.mark.server

RFC_AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
RFC_PUBLIC = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
RFC_BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_y"
    "l95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)
LONG = "https://the-souq-of-some-friends.with-a-rather-long-name.example.org"


@pytest.fixture
def mailbox() -> Iterator[MailServer]:
    with mail_server() as mailbox:
        yield mailbox


@pytest.fixture
def notifier(either: Path | str) -> Iterator[Running]:
    with notifying_server(either, hosts=("localhost",)) as server:
        yield server


def test_the_test_receiver_decrypts_the_example_of_rfc_8291() -> None:
    number = int.from_bytes(unb64("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"))
    browser = Receiver("https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV", number, unb64(RFC_AUTH))
    assert browser.subscription["keys"] == {"p256dh": RFC_PUBLIC, "auth": RFC_AUTH}
    assert browser.decrypt(unb64(RFC_BODY)) == b"When I grow up, I want to be a watermelon"


def test_a_push_message_is_encrypted_and_says_whose_turn_it_is(notifier: Running, inbox: PushService) -> None:
    with browsers(notifier, None, None) as (amina, omar):
        table = Table(amina, omar)
        mine, theirs = inbox.receiver(), inbox.receiver("omar")
        subscribe(omar, theirs)
        subscribe(amina, mine)
        table.keep(0)
        came = inbox.wait("/push/omar")
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
        claims, key = verified_claims(came)
        assert claims["aud"] == inbox.origin and time.time() < claims["exp"] <= time.time() + 86_400
        assert claims["sub"] == "mailto:souq@localhost" and f'data-key="{key}"' in omar.http.get("/you").text
        assert (came.headers["ttl"], came.headers["topic"]) == ("86400", table.id)
        assert_nothing_more(inbox, 1)
        assert amina.http.get("/api/you/waiting").json() == {"tables": []}
        assert omar.http.get("/api/you/waiting").json() == {"tables": [table.id]}


def test_viewers_are_not_notified_and_hidden_pages_are_not_viewers(notifier: Running, inbox: PushService) -> None:
    with browsers(notifier, None, None) as (amina, omar):
        table = Table(amina, omar)
        subscribe(omar, inbox.receiver("omar"))
        with notifier.sit(table.id, headers={"Cookie": f"souq_guest={omar.token}"}) as page:
            page.next("table")
            table.keep(0)
            assert_nothing_more(inbox, 0)
        other = Table(amina, omar)
        with notifier.sit(other.id, headers={"Cookie": f"souq_guest={omar.token}"}) as page:
            page.next("table")
            page.send({"type": "look", "away": True})
            time.sleep(0.2)
            other.keep(0)
            inbox.wait("/push/omar")


def test_a_player_who_returns_within_the_delay_is_not_notified(either: Path | str, inbox: PushService) -> None:
    with notifying_server(either, quiet=1.0) as notifier, browsers(notifier, None, None) as (amina, omar):
        table = Table(amina, omar)
        subscribe(omar, inbox.receiver("omar"))
        table.keep(0)
        with notifier.sit(table.id, headers={"Cookie": f"souq_guest={omar.token}"}) as page:
            page.next("table")
        assert_nothing_more(inbox, 0, 1.5)
        second = Table(amina, omar)
        second.keep(0)
        inbox.wait("/push/omar")


def test_a_turn_is_notified_even_after_possibly_missed_events(either: Path | str, inbox: PushService) -> None:
    with notifying_server(either, quiet=1.0) as notifier, browsers(notifier, None, None) as (amina, omar):
        table, notices = Table(amina, omar), notifier.house.parts[Notices]
        subscribe(omar, inbox.receiver("omar"))
        with notifier.sit(table.id, headers={"Cookie": f"souq_guest={omar.token}"}) as page:
            page.next("table")
        table.keep(0)
        eventually(lambda: (table.id, 1) in notices._begun)
        notices.resync()  # the line to the database was silent for a moment
        inbox.wait("/push/omar")
        assert_nothing_more(inbox, 1)


def test_presence_before_a_turn_does_not_suppress_its_notification(either: Path | str, inbox: PushService) -> None:
    with notifying_server(either, quiet=1.0) as notifier, browsers(notifier, None, None) as (amina, omar):
        table, notices = Table(amina, omar), notifier.house.parts[Notices]
        subscribe(omar, inbox.receiver("omar"))
        before = notifier.house.parts[WorldTime].now()
        table.keep(0)
        eventually(lambda: (table.id, 1) in notices._begun)
        notices.seen(table.id, 1, before)
        inbox.wait("/push/omar")


def test_each_turn_is_notified_once(notifier: Running, inbox: PushService) -> None:
    with browsers(notifier, None, None) as (amina, omar):
        tables = [Table(amina, omar) for _ in range(2)]
        subscribe(omar, inbox.receiver("omar"))
        tables[0].keep(0)
        inbox.wait("/push/omar")
        amina.http.post(f"/api/tables/{tables[0].id}/say", json={"id": "hello", "text": "Hello"})
        assert_nothing_more(inbox, 1)
        tables[1].keep(0)
        inbox.wait("/push/omar", 2)
        receiver = inbox.receiver("omar")
        subscribe(omar, receiver)
        third = Table(amina, omar)
        third.keep(0)
        inbox.wait("/push/omar", 3)
        assert receiver.read(inbox.received[-1])["waiting"] == 3


def test_a_webhook_reports_all_turns_of_the_hosts_tables_or_ones_own(notifier: Running, inbox: PushService) -> None:
    with browsers(notifier, None, None) as (amina, omar):
        Table(amina, omar)  # they are known
        for browser, whose in ((amina, "everybody"), (omar, "own")):
            address = f"{inbox.origin}/hooks/{whose}"
            added = browser.http.post("/you/turns/hooks", data={"address": address, "whose": whose})
            assert added.headers["location"] == "/you#turn"
        table = Table(amina, omar)
        first = inbox.wait("/hooks/everybody").json
        assert first["text"] == first["content"] == f"Amina, it’s your turn at Toy. {amina.origin}/t/{table.id}"
        assert first["allowed_mentions"] == {"parse": []}
        table.keep(0)
        assert inbox.wait("/hooks/everybody", 2).json["text"].startswith("Omar, it’s your turn")
        assert inbox.wait("/hooks/own").json["text"].startswith("Omar, it’s your turn")
        assert_nothing_more(inbox, 3)
        page = amina.http.get("/you").text
        assert "Everybody’s turns at tables you host" in page and "/hooks/everybody" not in page, "it is a secret"


def test_webhook_links_ignore_the_host_header(either: Path | str, inbox: PushService) -> None:
    with notifying_server(either) as notifier, browsers(notifier, None, None) as (amina, omar):
        amina.http.get("/")
        amina.http.post("/me", data={"name": "Amina"})
        address = {"address": f"{inbox.origin}/hooks/own", "whose": "own"}
        assert amina.http.post("/you/turns/hooks", data=address).headers["location"] == "/you#turn"
        Table(amina, omar)
        assert "it’s your turn at Toy." in (told := inbox.wait("/hooks/own").json["text"]) and "http" not in told


def test_one_email_per_table_until_it_is_viewed_and_unsubscribing_takes_one_click(
    either: Path | str, mailbox: MailServer
) -> None:
    about = {"smtp": mailbox.url, "mail_from": "souq@example.org", "origins": (LONG,)}
    with notifying_server(either, **about) as notifier, browsers(notifier, None, None) as (omar, amina):
        sign_up_by_email(amina, mailbox)
        assert amina.http.post("/you/turns/mail").headers["location"] == "/you#turn"
        table = Table(amina, omar)
        letter = mailbox.message(2)
        assert letter["To"] == AMINA and letter["Subject"] == "Your turn at Toy"
        links = re.findall(r"https?://\S+", letter.get_content())
        raw = dict(letter.raw_items())
        assert links == [f"{LONG}/t/{table.id}", raw["List-Unsubscribe"].strip().strip("<>")], "it is not folded"
        assert "Omar is waiting." in letter.get_content()
        assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        path = links[1].removeprefix(LONG)
        with notifier.http() as robot:
            assert "No more e-mails?" in robot.get(path).text
            assert robot.get(path[:-1]).status_code == 404 and robot.post("/stop/nothing.at-all").status_code == 404
            assert "E-mail me" not in amina.http.get("/you").text, "looking switches nothing off"
            assert robot.post(path, data={"List-Unsubscribe": "One-Click"}).status_code == 200
        assert "E-mail me" in amina.http.get("/you").text


def test_emails_stop_when_the_address_is_rejected(either: Path | str, mailbox: MailServer) -> None:
    about = {"smtp": mailbox.url, "mail_from": "souq@example.org", "hosts": ("localhost",)}
    with notifying_server(either, **about) as notifier, browsers(notifier, None, None) as (amina, omar):
        sign_up_by_email(amina, mailbox)
        amina.http.post("/you/turns/mail")
        mailbox.unknown.add(AMINA)
        Table(amina, omar)
        eventually(lambda: not table_rows(either, CHANNELS))
        assert len(mailbox.messages) == 1 and "E-mail me" in amina.http.get("/you").text


def test_a_channel_can_be_tested_and_is_removed_when_it_is_gone(notifier: Running, inbox: PushService) -> None:
    with browsers(notifier, None) as (amina,):
        amina.http.get("/")
        receiver = inbox.receiver()
        channel = subscribe(amina, receiver)
        assert amina.http.post(f"/you/turns/{channel}/try").headers["location"] == "/you?tried=sent#turn"
        assert receiver.read(inbox.wait("/push/amina"))["title"] == "It works"
        assert "Sent. It should be there in a moment." in amina.http.get("/you?tried=sent").text
        inbox.answer("/push/amina", 404)
        assert amina.http.post(f"/you/turns/{channel}/try").headers["location"] == "/you?tried=gone#turn"
        assert channel not in amina.http.get("/you").text


def test_only_people_who_are_not_to_move_are_reported_as_waiting() -> None:
    seats = [SeatRow(at, "person", name=name, person_id=name) for at, name in enumerate(("Amina", "Omar", "Lea"))]
    seats += [SeatRow(3, "bot", "greedy", "Tariq"), SeatRow(4, "open")]
    row = TableRow("table1", "toy", "1", 5, {}, b"s" * 32, 1.0, 1.0, "playing", deciders=1, seats=seats)
    assert turn_of(row, 0).waiting == "Omar and Lea are waiting."
    row.deciders = 0b11
    assert turn_of(row, 0).waiting == "Lea is waiting."
    row.seats[2].kind = "bot"
    assert turn_of(row, 0).waiting == ""


def test_hiding_a_page_is_not_disclosed_to_others(notifier: Running) -> None:
    with browsers(notifier, None, None) as (amina, omar):
        table = Table(amina, omar)
        with (
            notifier.sit(table.id, headers={"Cookie": f"souq_guest={amina.token}"}) as other,
            notifier.sit(table.id, headers={"Cookie": f"souq_guest={omar.token}"}) as page,
        ):
            other.next("table", where=lambda told: told["seats"][1]["connected"])
            while not other.receives_nothing():
                pass
            for away in (True, False, True):
                page.send({"type": "look", "away": away})
            assert other.receives_nothing(0.6)
            page.send({"type": "look", "away": "yes"})
            assert page.next("refused")["message"]


def test_signing_out_and_unsubscribing_end_notifications(
    notifier: Running, either: Path | str, inbox: PushService
) -> None:
    with browsers(notifier, None, None) as (amina, omar):
        first, second = Table(amina, omar), Table(amina, omar)
        channel = subscribe(omar, inbox.receiver("omar"))
        subscribe(omar, inbox.receiver("omar-again"))
        assert len(table_rows(either, CHANNELS)) == 1, "a browser has one subscription"
        amina.http.post("/you/turns/hooks", data={"address": f"{inbox.origin}/hook"})
        channel = next(each.id for each in table_rows(either, CHANNELS) if each.kind == "push")
        amina.http.post(f"/you/turns/{channel}/off")
        assert amina.http.post(f"/you/turns/{channel}/try").status_code == 404, "it is somebody else's"
        assert len(table_rows(either, CHANNELS)) == 2
        told = omar.http.get("/you/data").json()["channels"]
        assert [each["address"] for each in told] == [f"{inbox.origin}/push/omar-again"]
        omar.http.post("/you/out", data={"sure": "1"})
        assert [each.kind for each in table_rows(either, CHANNELS)] == ["hook"]
        first.keep(0)
        amina.http.post("/you/delete", data={"sure": "1"})
        assert table_rows(either, CHANNELS) == [] == table_rows(either, OUTBOX)
        assert second.id


ELSEWHERE = ["", "http://chat.example/x", "ftp://chat.example", "https://", "https://127.0.0.1/x", "javascript:1"]
ELSEWHERE += ["https://10.0.0.5/x", "https://user:secret@chat.example/x", "https://169.254.169.254/x", "https://[::1]/"]


@pytest.mark.parametrize("address", ELSEWHERE)
def test_forbidden_webhooks_and_push_endpoints_are_refused(server: Running, inbox: PushService, address: str) -> None:
    with browsers(server, None) as (amina,):
        amina.http.get("/")
        refused = amina.http.post("/you/turns/hooks", data={"address": address})
        assert refused.status_code == 422 and 'role="alert"' in refused.text
        keys = inbox.receiver().subscription["keys"]
        amina.post("/you/push", 422, endpoint=address, keys=keys)


def test_endpoints_in_the_private_network_are_refused(server: Running, inbox: PushService) -> None:
    with browsers(server, None) as (amina,):
        amina.http.get("/")
        for host in ("localhost", "2130706433", "0x7f.1"):
            added = amina.http.post("/you/turns/hooks", data={"address": f"https://{host}:{inbox.port}/x"})
            assert added.status_code == 303, added.text
            path = re.findall(r'action="(/you/turns/\w+/try)"', amina.http.get("/you").text)[-1]
            assert amina.http.post(path).headers["location"] == "/you?tried=again#turn"
            amina.http.post(path.replace("/try", "/off"))
        assert inbox.received == []


def test_text_that_cannot_be_stored_is_refused(server: Running) -> None:
    with browsers(server, None) as (amina,):
        amina.http.get("/")
        amina.http.post("/me", data={"name": "Amina"})
        amina.post("/you/push/off", 422, endpoint="https://push.example/\0")
        assert amina.http.post("/you/turns/%00/off").status_code == 404
        assert amina.http.post("/you/turns/%00/try").status_code == 404 == amina.http.get("/stop/%00.%00").status_code
        assert amina.http.post("/you/turns/hooks", data={"address": "https://chat.example/\0"}).status_code == 422


def test_invalid_push_keys_are_refused(server: Running, inbox: PushService) -> None:
    with browsers(server, None) as (amina,):
        amina.http.get("/")
        endpoint, good = "https://push.example/x", inbox.receiver().subscription["keys"]
        for keys in ({"p256dh": "BAAA", "auth": good["auth"]}, {"p256dh": good["p256dh"], "auth": "AAAA"}):
            amina.post("/you/push", 422, endpoint=endpoint, keys=keys)


def test_the_next_table_is_the_one_that_has_waited_longest(notifier: Running) -> None:
    with browsers(notifier, None, None) as (amina, omar):
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


def test_the_page_lists_available_channels_and_why_others_are_not(server: Running) -> None:
    with browsers(server, None) as (amina,):
        page = amina.http.get("/you").text
        assert "This server doesn’t send e-mails." in page and 'data-key="B' in page and "Notify a group chat" in page
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


def test_channels_are_rate_limited(tmp_path: Path) -> None:
    with running(tmp_path / "souq.db", limited=True) as server, browsers(server, None) as (amina,):
        amina.http.get("/")
        said = [
            amina.http.post("/you/turns/hooks", data={"address": f"https://chat.example/{n}"}).status_code
            for n in range(14)
        ]
        assert said[:3] == [303] * 3 and said[3] == 409 and said[-1] == 429
