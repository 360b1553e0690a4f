"""Reports from a table, and the moderators' pages, which only they can see."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import select, update

from souq.server.core.db.models import SESSIONS
from souq.server.core.live.people import COOKIE
from souq.server.features.moderation.cache import ModerationCache
from souq.server.features.moderation.models import REPORTS
from souq.server.features.moderation.storage import Records
from tests.server.clients import BOT, ME, OPEN, Running, eventually, running
from tests.server.test_moderation import HOST, add_user, with_records

pytestmark = pytest.mark.server


def browser(server: Running, token: str) -> httpx.Client:
    """Return a client with a session, which sends the origin of its forms."""
    http = server.http(cookies={COOKIE: token})
    http.headers["origin"] = server.address
    return http


def table_with_chat(server: Running, database: Path | str) -> tuple[str, dict[str, str]]:
    """Return a table where two players have chatted, and their cookies."""
    cookies = {name: add_user(database, name)[1] for name in ("Amina", "Omar")}
    table = server.open(OPEN, OPEN)
    for seat, name in enumerate(cookies):
        with browser(server, cookies[name]) as http:
            shown = {"authorization": f"Bearer {table.invitation(seat)}"}
            assert http.post(f"/api/tables/{table.id}/seats/{seat}", json={"name": name}, headers=shown).is_success
    sockets = [server.sit(table.id, headers={"cookie": f"{COOKIE}={cookies[name]}"}) for name in cookies]
    with sockets[0] as amina, sockets[1] as omar:
        amina.frames(), omar.frames()
        amina.command("say", text="Good evening!")
        omar.command("say", text="You <i>fool</i>.")
    return table.id, cookies


def stored_reports(database: Path | str) -> list[Any]:
    """Return all stored reports."""

    async def work(records: Records) -> list[Any]:
        async with records.database.read() as db:
            return list(await db.execute(select(REPORTS)))

    return list(with_records(database, work))


def test_a_report_stores_the_chat_and_notifies_nobody(either: Path | str) -> None:
    with running(either) as server:
        table, cookies = table_with_chat(server, either)
        watching = server.sit(table, headers={"cookie": f"{COOKIE}={cookies['Omar']}"})
        with watching as omar, browser(server, cookies["Amina"]) as http:
            omar.frames()
            while not omar.receives_nothing():
                pass
            heard = len(omar.received)
            shown = http.get(f"/t/{table}/report").text
            assert "Omar: You &lt;i&gt;fool&lt;/i&gt;." in shown and 'value="1"' in shown
            assert 'name="seat" value="0"' not in shown
            for wrong in ({}, {"seat": "0"}, {"seat": "1"}, {"seat": "9"}, {"seat": "1", "kind": "rude", "line": "1"}):
                assert http.post(f"/t/{table}/report", data={"kind": "rude"} | wrong).status_code == (
                    422 if wrong != {"seat": "1"} else 200
                ), wrong
            fields = {"seat": "1", "kind": "rude", "line": "2", "words": "He called me a fool."}
            thanks = http.post(f"/t/{table}/report", data=fields)
            assert thanks.status_code == 200 and "Omar won’t be told" in thanks.text
            assert omar.receives_nothing() and len(omar.received) == heard
        with browser(server, cookies["Omar"]) as http:
            told = http.get("/you/data").text
            assert "fool" in told and "He called me" not in told and json.loads(told)["reports"] == []
        with browser(server, cookies["Amina"]) as http:
            assert [each["words"] for each in http.get("/you/data").json()["reports"]] == ["", "He called me a fool."]
    row = stored_reports(either)[1]
    assert (row.reporter, row.accused, row.accused_id, row.line) == ("Amina", "Omar", "pomar", 2)
    assert [(said["name"], said["text"], said["own"]) for said in row.evidence] == [
        ("Amina", "Good evening!", True),
        ("Omar", "You <i>fool</i>.", False),
    ]


def test_deleted_accounts_are_anonymous_in_reports(either: Path | str) -> None:
    with running(either) as server:
        table, cookies = table_with_chat(server, either)
        with browser(server, cookies["Amina"]) as http:
            http.post(f"/t/{table}/report", data={"seat": "1", "kind": "rude"})

        async def grant(records: Records) -> None:
            await records.grant(HOST, await records.the_one("Omar"))

        with_records(either, grant)
        for name, left in (("Omar", ("Amina", "Somebody")), ("Amina", ("Somebody", "Somebody"))):
            with browser(server, cookies[name]) as http:
                assert http.post("/you/delete", data={"sure": "1"}).status_code == 303
            row = stored_reports(either)[0]
            assert (row.reporter, row.accused) == left
        assert {said["name"] for said in row.evidence} == {"Somebody"}
        assert row.reporter_id is None and row.accused_id is None

        async def rest(records: Records) -> tuple[list[str], int]:
            return [each.whom for each in await records.done()], len(await records.admins())

        assert with_records(either, rest) == (["Somebody"], 0)


def test_a_report_names_the_player_who_wrote_the_message(either: Path | str) -> None:
    with running(either) as server:
        table, cookies = table_with_chat(server, either)
        _, lea = add_user(either, "Lea")
        with browser(server, cookies["Omar"]) as http:
            assert http.post(f"/api/tables/{table}/stand").is_success
        with browser(server, cookies["Amina"]) as http:
            invitation = http.post(f"/api/tables/{table}/seats/1/link")
            assert invitation.is_success, invitation.text
            proof = invitation.json()["token"]
        with browser(server, lea) as http:
            shown = {"authorization": f"Bearer {proof}"}
            assert http.post(f"/api/tables/{table}/seats/1", json={"name": "Lea"}, headers=shown).is_success
        with browser(server, cookies["Amina"]) as http:
            assert http.post(f"/t/{table}/report", data={"seat": "1", "kind": "rude", "line": "2"}).is_success
            assert http.post(f"/t/{table}/report", data={"seat": "1", "kind": "rude"}).is_success
        assert [(row.accused, row.accused_id) for row in stored_reports(either)] == [("Omar", None), ("Lea", "plea")]

        with browser(server, cookies["Omar"]) as http:
            assert http.get("/you/data").json()["seats_left"][0]["name"] == "Omar"
            assert http.post("/you/delete", data={"sure": "1"}).status_code == 303
        assert [row.accused for row in stored_reports(either)] == ["Somebody", "Lea"]
        assert "Omar" not in {said["name"] for row in stored_reports(either) for said in row.evidence}
        with server.sit(table, headers={"cookie": f"{COOKIE}={lea}"}) as there:
            assert [there.next("chat")["name"] for _ in range(2)] == ["Amina", "Somebody"]
        with browser(server, lea) as http:
            assert "Omar" not in http.get(f"/api/tables/{table}/view").text


def test_reports_are_rate_limited(tmp_path: Path) -> None:
    with running(tmp_path / "souq.db") as lenient:
        table, cookies = table_with_chat(lenient, tmp_path / "souq.db")
    with running(tmp_path / "souq.db", limited=True) as server, browser(server, cookies["Amina"]) as http:
        sent = [http.post(f"/t/{table}/report", data={"seat": "1", "kind": "spam"}).status_code for _ in range(6)]
        assert sent == [200, 200, 200, 200, 429, 429]
        refused = http.post(f"/t/{table}/report", data={"seat": "1", "kind": "spam"})
        assert "then send another" in refused.text
        assert http.get("/t/nosuchtable/report").status_code == http.get("/t/nosuchtable").status_code == 404
    assert len(stored_reports(tmp_path / "souq.db")) == 4


PATHS = ("", "/suspensions", "/people?name=a", "/tables", "/notice", "/log", "/reports/x", "/invitation/x", "/nothing")


def results_text(page: httpx.Response) -> list[str]:
    """Return what a page says about a request."""
    return re.findall(r'<div class="column.*?</main>|<title>.*?</title>', page.text, re.S)


def test_moderation_pages_are_hidden_from_other_users(either: Path | str) -> None:
    with running(either) as server:
        omar, guest = add_user(either, "Omar")[1], add_user(either, "Guest", kept=False)[1]
        for token in ("", omar, guest):
            with browser(server, token) if token else server.http() as http:
                plain = http.get("/nothing/here")
                for path in PATHS:
                    got = http.get(f"/admin{path}")
                    assert got.status_code == plain.status_code == 404, path
                    assert set(got.headers) == set(plain.headers), path
                    assert results_text(got) == results_text(plain), path
                for path in ("/suspend", "/notice", "/notice/end", "/reports/x/close", "/suspensions/x/lift", ""):
                    for method in ("GET", "POST", "PUT", "DELETE"):
                        if method != "GET" or path not in ("", "/notice"):
                            assert http.request(method, f"/admin{path}").status_code == 404, (method, path)
                assert "/admin" not in http.get("/you").text


def test_a_moderator_handles_a_report(either: Path | str) -> None:
    with running(either) as server:
        table, cookies = table_with_chat(server, either)
        host = add_user(either, "Host")[1]

        async def grant(records: Records) -> None:
            await records.grant(HOST, await records.the_one("Host"))

        with_records(either, grant)
        with browser(server, cookies["Amina"]) as http:
            http.post(f"/t/{table}/report", data={"seat": "1", "kind": "rude", "line": "2"})
        report = stored_reports(either)[0].id
        with browser(server, host) as http:
            assert "/admin" in http.get("/you").text
            assert "Omar: Insults or threats" in http.get("/admin").text
            read = http.get(f"/admin/reports/{report}").text
            assert "You &lt;i&gt;fool&lt;/i&gt;." in read and 'aria-current="true"><time>' in read
            fields = {"person": "pomar", "span": "7d", "reason": "Insults <b>", "report": report}
            del http.headers["origin"]
            assert http.post("/admin/suspend", data=fields).status_code == 404
            http.headers["origin"] = "https://evil.example"
            assert http.post("/admin/suspend", data=fields).status_code == 403
            http.headers["origin"] = server.address
            assert http.post("/admin/suspend", data=fields | {"reason": ""}).status_code == 422
            assert http.post("/admin/suspend", data=fields | {"span": "soon"}).status_code == 422
            assert http.post("/admin/suspend", data=fields | {"person": "phost"}).status_code == 422
            assert http.post("/admin/suspend", data=fields).status_code == 303
            assert server.house.parts[ModerationCache].suspension("pomar", "") is not None
            shown = http.get("/admin/suspensions").text
            assert "Insults &lt;b&gt;" in shown and "Until " in shown
            assert http.post(f"/admin/reports/{report}/close", data={"outcome": "A week."}).status_code == 303
            assert http.post(f"/admin/reports/{report}/close", data={"outcome": "A week."}).status_code == 422
            assert "No open reports" in http.get("/admin").text
            assert "Omar" in http.get("/admin/people?name=oma").text
            assert http.post("/admin/notice", data={"text": "Back at eight.", "span": "1d"}).status_code == 303
            assert "Back at eight." in http.get("/notice").text
            assert http.post("/admin/notice/end").status_code == 303
            assert "Back at eight." not in http.get("/notice").text
            (one,) = with_records(either, lambda records: records.suspensions())
            assert http.post(f"/admin/suspensions/{one.id}/lift").status_code == 303
            written = http.get("/admin/log").text
            for told in ("Host suspended Omar", "Host lifted the suspension of Omar", "Host put up a notice"):
                assert told in written, told

            async def old(records: Records) -> None:
                async with records.database.write() as db:
                    mine = SESSIONS.c.person_id == "phost"
                    await db.execute(update(SESSIONS).where(mine).values(created_at=time.time() - 2 * 86_400))

            with_records(either, old)
            again = http.get("/admin")
            assert again.status_code == 401 and '<a class="btn go" href="/sign-in">' in again.text
            assert "<span>Host</span>" in again.text, (
                "whoever is known is called by name where something went wrong, too"
            )
            with_records(either, lambda records: records.revoke(HOST, _account_summary(records)))
            assert http.get("/admin").status_code == 404


def _account_summary(records: Records) -> Any:
    from souq.server.features.moderation.storage import PersonSummary

    return PersonSummary("phost", "Host", True, 0.0, 0.0)


def test_the_moderation_view_of_a_table_shows_no_hidden_information(either: Path | str) -> None:
    with running(either) as server:
        host = add_user(either, "Host")[1]

        async def grant(records: Records) -> None:
            await records.grant(HOST, await records.the_one("Host"))

        with_records(either, grant)
        table = server.open(ME, BOT, OPEN, game="toy")
        with browser(server, host) as http:
            shown = http.get("/admin/tables").text
        assert table.id in shown and "Waiting for players" in shown and "1 bot" in shown and "1 open" in shown
        row = server.house.tables._live[table.id].row if hasattr(server.house.tables, "_live") else None
        for hidden in (table.token, table.invitation(2), row.secret.hex() if row else "no"):
            assert hidden not in shown


def test_a_moderator_delists_a_table(either: Path | str) -> None:
    with running(either) as server:
        _, host = add_user(either, "Noor")

        async def grant(records: Records) -> None:
            await records.grant(HOST, await records.the_one("Noor"))

        with_records(either, grant)
        with server.http() as http:
            body = {"game": "toy", "seats": [ME, OPEN], "company": "anybody"}
            table = http.post("/api/tables", json=body).json()["table"]
            assert len(http.get("/api/lobby").json()["join"]) == 1
        with browser(server, host) as http:
            page = http.get("/admin/tables").text
            assert f'href="/t/{table}"' in page and "Take out of the lobby" in page
            assert "Finished games are kept" in page
            assert http.post(f"/admin/tables/{table}/unlist").status_code == 303
            assert http.post(f"/admin/tables/{table}/unlist").status_code == 422
            assert "Take out of the lobby" not in http.get("/admin/tables").text
            assert f"took out of the lobby and the library: toy {table}" in http.get("/admin/log").text
        with server.http() as http:
            assert http.get("/api/lobby").json()["join"] == []
            assert http.get(f"/api/tables/{table}").status_code == 200, "its people play on"


def test_an_admin_link_grants_the_role(either: Path | str) -> None:
    with running(either) as server:
        omar, guest = add_user(either, "Omar")[1], add_user(either, "Guest", kept=False)[1]
        token = with_records(either, lambda records: records.invite(HOST))
        path, proof = "/admin/invitation", {"token": token}
        with browser(server, guest) as http:
            assert "Keep your name first" in http.get(path).text
            assert http.post(path, data=proof).status_code == 404
        with browser(server, omar) as http:
            page = http.get(path).text
            assert (
                "Become an administrator" in page
                and "Suspensions" not in page
                and http.get("/admin").status_code == 404
            )
            before = http.get(f"{path}/{token}")
            assert (before.status_code, before.headers["location"]) == (303, f"{path}#{token}"), "an earlier link"
            assert http.post(path, data={"token": "x"}).status_code == http.post(path).status_code == 404
            assert http.post(path, data=proof).status_code == 303
            assert http.get("/admin").status_code == 200
            assert http.get(f"{path}/{token}").status_code == http.post(path, data=proof).status_code == 404
        assert eventually(lambda: with_records(either, lambda records: records.runs("pomar")))
