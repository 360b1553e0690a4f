"""The account page: sign-in methods, recovery codes, sessions, the export, and deletion."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from souq.server.core.db.sessions import Sessions
from souq.server.errors import NotSaved
from souq.server.features.accounts.personal_data import SOMEBODY
from tests import plain
from tests.ports import free_port
from tests.server.clients import BOT, OPEN, Running, process, running
from tests.server.test_pages import INLINE
from tests.server.test_passkeys import Browser, browsers

pytestmark = pytest.mark.server

CODE = re.compile(r"<code>([a-z0-9-]{23})</code>")


def new_recovery_codes(browser: Browser, **form: str) -> list[str]:
    """Create a new set of recovery codes."""
    answer = browser.http.post("/you/codes", data=form)
    assert answer.status_code == 200
    return CODE.findall(answer.text)


def text(answer: httpx.Response) -> str:
    """Return a page with its HTML entities decoded."""
    return html.unescape(answer.text)


def exported_data(browser: Browser) -> dict[str, Any]:
    """Return the export of all personal data."""
    answer = browser.http.get("/you/data")
    assert answer.status_code == 200 and "attachment" in answer.headers["content-disposition"]
    return dict(json.loads(answer.text))


def test_each_of_ten_recovery_codes_works_once_and_a_new_set_replaces_them(server: Running) -> None:
    with browsers(server, None, None) as (amina, elsewhere):
        table, guest = amina.play("Amina"), amina.token
        first = new_recovery_codes(amina)
        assert len(set(first)) == 10 and amina.token != guest
        assert not CODE.search(amina.http.get("/you").text), "they are shown once"
        for typed in (first[0].upper().replace("-", " "), first[1]):
            assert elsewhere.http.post("/sign-in/code", data={"code": typed}).headers["location"] == "/you"
            assert table in elsewhere.home()
        again = elsewhere.http.post("/sign-in/code", data={"code": first[0]})
        assert again.status_code == 401 and "doesn’t work" in again.text
        assert "Eight of ten left" in amina.http.get("/you").text
        second = new_recovery_codes(amina)
        assert elsewhere.http.post("/sign-in/code", data={"code": first[2]}).status_code == 401
        assert elsewhere.http.post("/sign-in/code", data={"code": second[2]}).status_code == 303


def test_a_recovery_code_stays_valid_if_the_session_could_not_be_stored(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_: object) -> None:
        raise NotSaved("a full disk")

    with browsers(server, None, None) as (amina, elsewhere):
        table, code = amina.play("Amina"), new_recovery_codes(amina)[0]
        with monkeypatch.context() as patched:
            patched.setattr(Sessions, "begin", fails)
            answer = elsewhere.http.post("/sign-in/code", data={"code": code})
            assert answer.status_code == 503 and "nothing has changed" in text(answer)
        assert elsewhere.http.post("/sign-in/code", data={"code": code}).status_code == 303
        assert table in elsewhere.home()


def test_recovery_codes_are_stored_only_as_hashes(tmp_path: Path) -> None:
    with running(tmp_path / "souq.db") as server, browsers(server, None) as (amina,):
        made = new_recovery_codes(amina, name="Amina")
        token = amina.token
    stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"Amina" in stored
    for secret in (*made, *(code.replace("-", "") for code in made), token):
        assert secret.encode() not in stored


def test_a_new_user_can_create_an_account_with_recovery_codes_only(server: Running) -> None:
    with server.http() as http:
        page = text(http.get("/you"))
        assert "this address is a number" in page and "data-passkey" not in page
        answer = http.post("/you/codes", data={"name": "Zaynab"})
        assert len(CODE.findall(answer.text)) == 10
        assert "This name is yours" in http.get("/you").text


def test_removing_the_last_sign_in_method_needs_confirmation(server: Running) -> None:
    with browsers(server, None) as (amina,):
        amina.keep("Amina")
        (key,) = re.findall(r"/you/passkeys/(\w+)/remove", amina.http.get("/you").text)
        asked = amina.http.post(f"/you/passkeys/{key}/remove")
        assert "Remove your last sign-in method?" in asked.text and key in amina.http.get("/you").text
        new_recovery_codes(amina)
        assert amina.http.post(f"/you/passkeys/{key}/remove").status_code == 303
        assert key not in amina.http.get("/you").text
        assert "Delete your recovery codes?" in amina.http.post("/you/codes/drop").text
        assert "Sign out for good?" not in amina.http.get("/you").text
        assert amina.http.post("/you/codes/drop", data={"sure": "1"}).status_code == 303
        assert "Only this browser knows you" in amina.http.get("/you").text
        assert "Sign out for good?" in amina.http.post("/you/out").text
        assert amina.name == "Amina"


def test_only_its_owner_can_rename_a_passkey(server: Running) -> None:
    with browsers(server, None, None) as (amina, mallory):
        key = amina.keep("Amina", label="Telephone")["id"]
        mallory.keep("Mallory")
        for path, form in ((f"/you/passkeys/{key}", {"name": "Mine"}), (f"/you/passkeys/{key}/remove", {"sure": "1"})):
            mallory.http.post(path, data=form)
        assert 'value="Telephone"' in amina.http.get("/you").text
        amina.http.post(f"/you/passkeys/{key}", data={"name": "Old telephone"})
        assert 'value="Old telephone"' in amina.http.get("/you").text
        assert amina.http.post(f"/you/passkeys/{key}", data={"name": "\u200b"}).status_code == 422


def test_a_user_changes_their_name_and_emblem(server: Running) -> None:
    with browsers(server, None) as (amina,):
        amina.http.get("/you")
        amina.http.post("/you", data={"name": "Amina", "emblem": "rose"})
        assert amina.name == "Amina" and 'href="#e-rose"' in amina.home().partition("</nav>")[0]
        amina.http.post("/you", data={"name": "Amina", "emblem": "<script>"})
        assert 'href="#e-rose"' in amina.home().partition("</nav>")[0]
        assert amina.http.post("/you", data={"name": " "}).status_code == 422
        amina.http.post("/me", data={"name": "Zaynab"})
        assert amina.name == "Zaynab" and 'href="#e-rose"' in amina.home().partition("</nav>")[0]


def test_sessions_are_listed_and_each_can_be_signed_out(server: Running) -> None:
    with browsers(server, None) as (amina,):
        amina.keep("Amina")
        with browsers(server, amina.key, amina.key, amina.key) as others:
            for other, agent in zip(others, ("Firefox/140.0 Android", "Chrome/150 Windows", "x"), strict=True):
                other.http.headers["User-Agent"] = agent
                other.sign_in()
            page = amina.http.get("/you").text
            assert all(
                name in page for name in ("Firefox on Android", "Chrome on Windows", "A browser", "This browser")
            )
            ends = dict(re.findall(r'/you/browsers/(\w+)/out"><button class="btn" aria-label="Sign out ([^,]+),', page))
            (phone,) = [each for each, name in ends.items() if name == "Firefox on Android"]
            amina.http.post(f"/you/browsers/{phone}/out")
            assert [other.name for other in others] == ["Guest", "Amina", "Amina"]
            assert others[1].http.post("/you/out").headers["location"] == "/"
            assert [other.name for other in others] == ["Guest", "Guest", "Amina"]
            others[2].http.post("/you/out", data={"everywhere": "1"})
            assert (others[2].name, amina.name) == ("Guest", "Guest")
            amina.sign_in()
            assert amina.name == "Amina"


def test_users_cannot_end_each_others_sessions(server: Running) -> None:
    with browsers(server, None, None) as (amina, mallory):
        amina.keep("Amina")
        mallory.keep("Mallory")
        with browsers(server, amina.key) as (phone,):
            phone.sign_in()
            (session,) = re.findall(r"/you/browsers/(\w+)/out", amina.http.get("/you").text)
            mallory.http.post(f"/you/browsers/{session}/out")
            assert phone.name == "Amina"


def test_a_planted_session_is_invalid_after_signing_in(server: Running) -> None:
    planted = "p" * 32
    with browsers(server, None) as (amina,):
        amina.keep("Amina")
        with browsers(server, amina.key) as (victim,):
            victim.http.cookies.set("souq_guest", planted, domain="localhost.local")
            victim.sign_in()
            assert victim.name == "Amina"
        fixed = plain.get(f"{server.address}/you", headers={"Cookie": f"souq_guest={planted}"})
        assert "You’re a guest" in text(fixed)


def test_the_export_contains_all_personal_data(server: Running) -> None:
    with browsers(server, None, None) as (amina, omar):
        omar.keep("Omar")
        omar.play("Omar")
        table = amina.play("Amina")
        amina.keep(label="Telephone")
        made = new_recovery_codes(amina)
        amina.post("/you/settings", theme="dark")
        view = amina.http.get(f"/api/tables/{table}/view").json()
        amina.http.post(f"/api/tables/{table}/choose", json={"id": "a", "seq": view["seq"], "choice": "keep"})
        with server.sit(table, headers={"Cookie": f"souq_guest={amina.token}"}) as there:
            there.frames()
            there.command("say", text="Hello all")
        file = exported_data(amina)
        assert file["person"][0]["name"] == "Amina" and file["person"][0]["settings"] == {"theme": "dark"}
        assert [key["name"] for key in file["passkeys"]] == ["Telephone"] and len(file["recovery_codes"]) == 10
        assert [seat["table"] for seat in file["seats"]] == [table] and len(file["browsers"]) == 1
        assert [each["text"] for each in file["said"]] == ["Hello all"]
        assert {each["table_id"] for each in file["decisions"]} == {table}
        assert {each["kind"] for each in file["commands"]} >= {"choose"} and file["commands"][0]["own_seat"] == 0
        assert file["seats"][0]["here_at"] > 0 and not file["seats"][0]["hushed"]
        said = json.dumps(file)
        assert "Omar" not in said and amina.token not in said and not any(code in said for code in made)
    with server.http() as http:
        assert http.get("/you/data").status_code == 422


def test_a_deleted_account_is_gone_at_once_and_its_games_stay(server: Running) -> None:
    with browsers(server, None, None) as (amina, omar):
        finished = amina.play("Amina")
        amina.keep()
        new_recovery_codes(amina)
        while (view := amina.http.get(f"/api/tables/{finished}/view").json())["state"] == "playing":
            sent = {
                "id": f"{view['seq']}",
                "seq": view["seq"],
                "choice": view["legal"][-1]["choice"] if view["legal"] else 0,
            }
            amina.http.post(f"/api/tables/{finished}/choose", json=sent)
        going = amina.http.post("/new/toy", data={"players": "2", "seat-0": "me", "seat-1": "open"})
        going_id = going.headers["location"][3:]
        links = amina.http.get(f"/api/tables/{going_id}").json()["links"]["seats"]
        omar.http.get("/")
        token = links["1"].partition("#seat=")[2]
        taken = omar.http.post(
            f"/api/tables/{going_id}/seats/1", json={"name": "Omar"}, headers={"Authorization": f"Bearer {token}"}
        )
        assert taken.status_code == 200, taken.text
        waiting = amina.http.post("/new/toy", data={"players": "2", "seat-0": "me", "seat-1": "open"})
        waiting_id = waiting.headers["location"][3:]
        with server.sit(going_id, headers={"Cookie": f"souq_guest={amina.token}"}) as there:
            there.frames()
            there.command("say", text="I have to go")
        assert "Delete everything about you?" in amina.http.post("/you/delete").text
        assert amina.name == "Amina"
        token = amina.token
        gone = amina.http.post("/you/delete", data={"sure": "1"})
        assert gone.headers["location"] == "/" and 'souq_guest=""' in gone.headers["set-cookie"]
        old = plain.get(f"{server.address}/you", headers={"Cookie": f"souq_guest={token}"})
        assert "You’re a guest" in text(old)
        amina.sign_in(401)
        for table in (finished, going_id):
            info = omar.http.get(f"/api/tables/{table}").json()
            assert info["seats"][0]["name"] == SOMEBODY and "Amina" not in json.dumps(info)
        assert omar.http.get(f"/api/tables/{going_id}").json()["seats"][0]["kind"] == "bot"
        assert omar.http.get(f"/api/tables/{waiting_id}").status_code == 404
        with server.sit(going_id) as spectator:
            assert spectator.next("chat")["name"] == SOMEBODY


def test_quiet_hours_and_queue_tickets_are_exported_and_deleted(server: Running) -> None:
    with browsers(server, None) as (amina,):
        amina.keep("Amina")
        with server.http() as http:
            before = http.get("/api/lobby").json()["waiting"]
        amina.http.post("/hours", data={"zone": "Asia/Tokyo", "night": "on", "from": "23:00", "to": "07:00"})
        assert amina.http.post("/api/lobby/waiting", json={"games": ["toy"]}).status_code == 200
        file = exported_data(amina)
        assert file["nights_and_holidays"][0]["hours"]["zone"] == "Asia/Tokyo" and file["waiting"][0]["name"] == "Amina"
        assert amina.http.post("/you/delete", data={"sure": "1"}).headers["location"] == "/"
        with server.http() as http:
            assert http.get("/api/lobby").json()["waiting"] == before


def test_a_waiting_table_gets_another_host_when_its_host_is_deleted(server: Running) -> None:
    with browsers(server, None, None) as (amina, omar):
        amina.http.get("/")
        form = {"players": "3", "seat-0": "me", "seat-1": "open", "seat-2": "open", "name": "Amina"}
        table = amina.http.post("/new/lot", data=form).headers["location"][3:]
        token = amina.http.get(f"/api/tables/{table}").json()["links"]["seats"]["1"].partition("#seat=")[2]
        proof = {"Authorization": f"Bearer {token}"}
        own = omar.http.post(f"/api/tables/{table}/seats/1", json={"name": "Omar"}, headers=proof).json()["token"]
        amina.http.post("/you/delete", data={"sure": "1"})
        info = omar.http.get(f"/api/tables/{table}", headers={"Authorization": f"Bearer {own}"}).json()
        assert [seat["kind"] for seat in info["seats"]] == ["open", "person", "open"]
        assert info["host"] is True and set(info["links"]["seats"]) == {"0", "2"}


def test_cross_site_forms_are_refused(server: Running) -> None:
    with browsers(server, None) as (amina,):
        amina.keep("Amina")
        paths = ("/you", "/you/codes", "/you/codes/drop", "/you/mail", "/you/mail/remove", "/you/out", "/you/delete")
        doors = ("/sign-in/code", "/sign-in/mail", "/sign-in/letter", "/sign-in/link")
        for path in (*paths, *doors, "/you/passkeys/a", "/you/passkeys/a/remove", "/you/browsers/a/out"):
            answer = amina.http.post(path, data={"sure": "1"}, headers={"Origin": "https://evil.example"})
            assert answer.status_code == 403, path
        assert amina.name == "Amina"


def test_account_pages_load_no_third_party_content_and_are_not_cached(server: Running) -> None:
    with browsers(server, None, None) as (amina, stranger):
        amina.keep("Amina")
        for browser in (amina, stranger):
            for path in ("/you", "/sign-in", "/sign-in/letter", "/sign-in/link"):
                answer = browser.http.get(path)
                assert answer.status_code == 200 and not INLINE.search(answer.text), path
                assert answer.headers["cache-control"] == "no-store"
                for link in re.findall(r'(?:href|src)="(/[^"#]*)', answer.text):
                    ask = stranger if link != "/you/data" else amina
                    assert ask.http.get(html.unescape(link), follow_redirects=True).status_code == 200, link


def test_a_guest_has_no_account_to_delete(server: Running) -> None:
    with server.http() as http:
        for path in ("/you/codes/drop", "/you/mail/remove", "/you/out", "/you/delete", "/you/passkeys/a/remove"):
            assert http.post(path, data={"sure": "1"}).status_code == 422, path


def test_acknowledged_account_changes_survive_a_killed_server(tmp_path: Path) -> None:
    port = free_port()
    about = {"base_url": f"http://127.0.0.1:{port}", "timeout": 30.0}
    with httpx.Client(**about) as amina, httpx.Client(**about) as phone:  # type: ignore[arg-type]
        with process(port, tmp_path / "souq.db"):
            amina.get("/you")
            first, second = CODE.findall(amina.post("/you/codes", data={"name": "Zaynab"}).text)[:2]
            assert phone.post("/sign-in/code", data={"code": first}).status_code == 303
        with process(port, tmp_path / "souq.db"):
            assert all("This name is yours" in browser.get("/you").text for browser in (amina, phone))
            assert amina.post("/you/out", data={"everywhere": "1"}).status_code == 303
            assert phone.post("/sign-in/code", data={"code": first}).status_code == 401
        with process(port, tmp_path / "souq.db"):
            assert "You’re a guest" in html.unescape(phone.get("/you").text)
            assert phone.post("/sign-in/code", data={"code": second}).status_code == 303


def test_recovery_codes_are_rate_limited_per_address(tmp_path: Path) -> None:
    with running(tmp_path / "souq.db", limited=True) as server, server.http() as http:
        http.get("/")
        said = [http.post("/sign-in/code", data={"code": f"guess {n}"}).status_code for n in range(14)]
        assert said == [401] * 12 + [429] * 2


def test_a_seat_can_still_be_given_to_a_bot_after_joining(server: Running) -> None:
    """The table in memory equals the stored one, and further changes are stored too."""
    with browsers(server, None) as (amina,):
        amina.keep("Amina")
        with browsers(server, amina.key) as (phone,):
            table = phone.play("A guest")
            phone.sign_in(join=True)
            phone.http.post(f"/api/tables/{table}/hand", json={"level": "random"})
            assert amina.http.get(f"/api/tables/{table}").json()["you"] == 0
            assert table in amina.home()


def test_other_players_keep_their_names_when_an_account_is_deleted(server: Running) -> None:
    with browsers(server, None) as (amina,):
        table = server.open(OPEN, BOT)
        token = table.take(0, "Omar")
        amina.play("Amina")
        amina.http.post("/you/delete", data={"sure": "1"})
        assert table.info(token)["seats"][0]["name"] == "Omar"
