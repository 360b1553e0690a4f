"""Passkeys: a guest creates an account, signs in elsewhere, and nobody else can."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from souq.server.core.db.storage import Storage
from souq.server.features.accounts import challenges
from souq.server.features.accounts.challenges import Challenges
from souq.server.ops.config.settings import Settings
from tests import plain
from tests.server.authenticator import Authenticator, b64_encode
from tests.server.clients import ME, OPEN, Running, running

pytestmark = pytest.mark.server


class Browser:
    """A browser at a server called localhost, with an authenticator."""

    def __init__(self, server: Running, authenticator: Authenticator | None = None, **headers: str) -> None:
        self.origin = server.address.replace("127.0.0.1", "localhost")
        self.http = httpx.Client(
            verify=False, base_url=self.origin, headers={"Origin": self.origin} | headers, timeout=20
        )
        self.key = authenticator or Authenticator(self.origin)
        self.http.get("/sign-in")  # the page that its forms stand on

    @property
    def token(self) -> str:
        """The session token."""
        return self.http.cookies["souq_guest"]

    def post(self, path: str, status: int = 200, **body: Any) -> Any:
        """Post to the API."""
        answer = self.http.post(f"/api{path}", json=body)
        assert answer.status_code == status, answer.text
        return answer.json()

    def play(self, name: str) -> str:
        """Open a table and return its id."""
        self.http.get("/")
        return self.http.post("/play/toy", data={"name": name}).headers["location"][3:]

    def keep(self, called: str = "", **more: Any) -> dict[str, Any]:
        """Create an account with a passkey."""
        options = self.post("/you/passkeys/ask", called=called)["options"]
        made = self.key.make(options)
        return dict(self.post("/you/passkeys", 201, credential=made, called=called, **more))

    def sign_in(self, status: int = 200, **more: Any) -> Any:
        """Sign in with a passkey."""
        options = self.post("/sign-in/ask")["options"]
        return self.post("/sign-in", status, credential=self.key.show(options), **more)

    @property
    def name(self) -> str:
        """The name that the home page shows."""
        found = re.search(r"<summary>.*?<span>(.*?)</span>", self.home(), re.DOTALL)
        assert found
        return found[1]

    def home(self) -> str:
        """The home page."""
        return self.http.get("/").text


@contextmanager
def browsers(server: Running, *keys: Authenticator | None) -> Iterator[list[Browser]]:
    """Open some browsers."""
    made = [Browser(server, key) for key in keys]
    yield made
    for browser in made:
        browser.http.close()


def test_a_guest_who_adds_a_passkey_keeps_their_seats_and_can_sign_in_elsewhere(server: Running) -> None:
    with browsers(server, None) as (amina,):
        table, guest = amina.play("Amina"), amina.token
        amina.keep(label="My telephone")
        assert amina.token != guest, "what somebody may have seen before is worth nothing now"
        assert table in amina.home()
        with browsers(server, amina.key) as (elsewhere,):
            assert table not in elsewhere.home()
            assert elsewhere.sign_in() == {"joined": 0}
            assert table in elsewhere.home() and elsewhere.name == "Amina"
            assert elsewhere.http.get(f"/api/tables/{table}").json()["you"] == 0
            assert table in amina.home(), "the first browser knows her as well"
        old = plain.get(f"{server.address}/", headers={"Cookie": f"souq_guest={guest}"})
        assert table not in old.text


def test_each_of_several_passkeys_signs_in(server: Running) -> None:
    with browsers(server, None, None) as (first, second):
        first.keep("Zaynab")
        options = first.post("/you/passkeys/ask")["options"]
        assert len(options["excludeCredentials"]) == 1 and options["user"]["name"] == "Zaynab"
        made = second.key.make(options)
        first.post("/you/passkeys", 201, credential=made, label="A key of steel")
        assert second.key.keys[0].handle == first.key.keys[0].handle
        second.sign_in()
        assert second.name == "Zaynab"
        first.post("/you/passkeys", 401, credential=made)


def test_a_challenge_is_valid_once_for_one_browser_and_one_purpose(server: Running) -> None:
    with browsers(server, None) as (amina,), browsers(server, amina.key) as (thief,):
        amina.keep("Amina")
        options = amina.post("/sign-in/ask")["options"]
        shown = amina.key.show(options)
        thief.home()
        thief.post("/sign-in", 401, credential=shown)
        amina.post("/sign-in", 401, credential=shown)
        assert amina.sign_in() == {"joined": 0}, "asked anew it opens"
        options = amina.post("/sign-in/ask")["options"]
        shown = amina.key.show(options)
        amina.post("/sign-in", credential=shown)
        amina.post("/sign-in", 401, credential=shown)
        options = amina.post("/you/passkeys/ask")["options"]
        amina.post("/sign-in", 401, credential=amina.key.show({**options, "rpId": "localhost", "allowCredentials": []}))


def test_challenges_expire_and_are_limited_in_number(either: Path | str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(challenges, "MOST", 3)

    async def ask() -> None:
        storage, now = Storage(Settings(database=str(either))), [0.0]
        await storage.open()
        asked, made = Challenges(storage.database, lambda: now[0]), []
        for second in range(4):
            now[0] = float(second)
            made.append(await asked.make("keep", b"browser", "localhost", b"handle"))
        assert len(set(made)) == 4
        assert await asked.take(made[0], "keep", b"browser", "localhost") is None, "the oldest was forgotten"
        found = await asked.take(made[1], "keep", b"browser", "localhost")
        assert found and found.handle == b"handle"
        assert await asked.take(made[1], "keep", b"browser", "localhost") is None
        assert await asked.take(made[2], "keep", b"browser", "souq.example") is None
        now[0] = challenges.LASTS + 4
        assert await asked.take(made[3], "keep", b"browser", "localhost") is None
        await storage.close()

    asyncio.run(ask())


def test_a_cloned_passkey_is_detected_by_its_counter(server: Running) -> None:
    with browsers(server, None) as (amina,):
        amina.keep("Amina")
        amina.sign_in()
        amina.sign_in()
        amina.key.keys[0].uses -= 2
        amina.sign_in(401)
        amina.key.keys[0].uses = 10
        amina.sign_in()


def test_a_passkey_without_a_counter_can_be_used_repeatedly(server: Running) -> None:
    key = Authenticator(server.address.replace("127.0.0.1", "localhost"), counts=False)
    with browsers(server, key) as (amina,):
        amina.keep("Amina")
        for _ in range(3):
            amina.sign_in()


def test_all_failed_sign_ins_get_the_same_answer(server: Running) -> None:
    with browsers(server, None, None) as (amina, mallory):
        amina.keep("Amina")
        mallory.home()
        known = amina.key.keys[0]

        def tried(**changed: Any) -> str:
            options = mallory.post("/sign-in/ask")["options"]
            shown = amina.key.show(options, known)
            shown["response"] |= changed.pop("response", {})
            return str(mallory.post("/sign-in", 401, credential=shown | changed)["message"])

        elsewhere = Authenticator("https://evil.example")
        elsewhere.keys = amina.key.keys
        options = mallory.post("/sign-in/ask")["options"]
        phished = mallory.post("/sign-in", 401, credential=elsewhere.show(options))["message"]
        unknown = b64_encode(b"unknown credential")
        answers = {
            phished,
            tried(id=unknown, rawId=unknown),
            tried(response={"signature": b64_encode(b"x" * 70)}),
            tried(response={"userHandle": b64_encode(b"somebody else")}),
            tried(response={"authenticatorData": b64_encode(b"")}),
            tried(id=[], rawId={}),
            tried(response={"signature": None}),
            tried(type="password"),
        }
        assert len(answers) == 1, answers
        assert mallory.name == "Guest"


@pytest.mark.parametrize(
    "credential",
    [
        {},
        {"response": None},
        {"response": {"clientDataJSON": "%"}},
        {"response": {"clientDataJSON": b64_encode(b"[[")}},
    ],
)
def test_a_malformed_credential_is_refused(server: Running, credential: dict[str, Any]) -> None:
    with browsers(server, None) as (mallory,):
        mallory.home()
        mallory.post("/sign-in", 401, credential=credential)
        mallory.post("/you/passkeys", 401, credential=credential)


def test_a_guests_tables_are_merged_at_sign_in_if_requested(server: Running) -> None:
    with browsers(server, None) as (amina,):
        amina.keep("Amina")
        for join in (True, False):
            with browsers(server, amina.key) as (phone,):
                table, guest = phone.play("A guest"), phone.token
                with server.sit(table, headers={"Cookie": f"souq_guest={guest}"}) as open_page:
                    open_page.frames()
                    assert phone.sign_in(join=join) == {"joined": int(join)}
                assert (table in phone.home()) is join
                assert (table in amina.home()) is join
                assert (phone.http.get(f"/api/tables/{table}").json()["you"] == 0) is join
                if join:
                    view = phone.http.get(f"/api/tables/{table}/view").json()
                    chosen = {"id": "a", "seq": view["seq"], "choice": view["legal"][0]["choice"]}
                    assert phone.http.post(f"/api/tables/{table}/choose", json=chosen).status_code == 200
                old = plain.get(f"{server.address}/", headers={"Cookie": f"souq_guest={guest}"})
                assert table not in old.text


def test_adding_a_passkey_is_invisible_to_other_players(server: Running) -> None:
    table = server.open(ME, OPEN, game="toy")
    with browsers(server, None) as (omar,):
        omar.http.get("/")
        proof = {"Authorization": f"Bearer {table.invitation(1)}"}
        omar.http.post(f"/api/tables/{table.id}/seats/1", json={"name": "Omar"}, headers=proof)

        def seen() -> tuple[Any, ...]:
            return table.info(), table.info(table.token), table.view(), table.view(table.token)

        with server.sit(table.id, table.token) as amina:
            amina.frames()
            before = seen()
            omar.keep(called="Omar the Great")
            omar.post("/you/settings", theme="dark")
            omar.http.post("/you/codes")
            omar.http.post("/you", data={"name": "Omar", "emblem": "rose"})
            assert amina.receives_nothing() and seen() == before


def test_two_accounts_are_never_merged(server: Running) -> None:
    with browsers(server, None, None) as (amina, omar):
        amina.keep("Amina")
        table = omar.play("Omar")
        omar.keep()
        omar.key.keys.append(amina.key.keys[0])
        assert omar.sign_in(join=True) == {"joined": 0}
        assert omar.name == "Amina" and table not in omar.home()
        omar.key.keys.pop()
        omar.sign_in()
        assert table in omar.home()


def test_cross_site_passkey_requests_are_refused(server: Running) -> None:
    with browsers(server, None) as (amina,):
        amina.keep("Amina")
        foreign = {"Origin": "https://evil.example"}
        for path in ("/you/passkeys/ask", "/you/passkeys", "/sign-in/ask", "/sign-in", "/you/settings"):
            assert amina.http.post(f"/api{path}", json={}, headers=foreign).status_code == 403


def test_passkeys_are_unavailable_at_an_ip_address(server: Running) -> None:
    with server.http() as http:
        for path in ("/you/passkeys/ask", "/sign-in/ask"):
            said = {}
            for host in ("127.0.0.1", "192.0.2.7"):
                answer = http.post(f"/api{path}", json={}, headers={"Host": f"{host}:8000"})
                assert answer.status_code == 409
                said[host] = answer.json()["message"]
            assert all("a number" in each for each in said.values())
            assert ["localhost" in each for each in said.values()] == [True, False]


def test_passkeys_are_bound_to_the_configured_host_name(tmp_path: Path) -> None:
    with running(tmp_path / "souq.db", hosts=("souq.example",)) as server:

        def asked(origin: str, **headers: str) -> httpx.Response:
            host = {"Host": origin.partition("//")[2], "Origin": origin} | headers
            return plain.post(f"{server.address}/api/sign-in/ask", json={}, headers=host)

        tls = {"X-Forwarded-Proto": "https"}
        assert asked("https://souq.example", **tls).json()["options"]["rpId"] == "souq.example"
        assert "https" in asked("http://souq.example").json()["message"]
        assert "--name" in asked("https://nas", **tls).json()["message"]
    with running(tmp_path / "other.db", origins=("https://souq.example",)) as behind:
        answer = plain.post(f"{behind.address}/api/sign-in/ask", json={}, headers={"Origin": "https://souq.example"})
        assert answer.json()["options"]["rpId"] == "souq.example"


def test_settings_are_synchronised_between_devices(server: Running) -> None:
    with browsers(server, None) as (amina,):
        amina.post("/you/settings", 422, theme="dark")
        amina.keep("Amina")
        assert amina.post("/you/settings", theme="dark")["theme"] == "dark"
        settled = amina.post("/you/settings", sound=False, volume=0.25)
        assert settled == {"theme": "dark", "sound": False, "volume": 0.25, "quiet": None}
        amina.post("/you/settings", 422, theme="red")
        amina.post("/you/settings", 422, volume=2)


def test_passkey_attempts_are_rate_limited(tmp_path: Path) -> None:
    with running(tmp_path / "souq.db", limited=True) as server, browsers(server, None) as (mallory,):
        mallory.home()
        said = [mallory.http.post("/api/sign-in", json={"credential": {}}) for _ in range(14)]
        assert [answer.status_code for answer in said] == [401] * 12 + [429] * 2
        assert said[-1].json()["wait"] > 0 and "Wait" in said[-1].json()["message"]


def test_failed_passkeys_disclose_nothing_and_lock_nobody_out(tmp_path: Path) -> None:
    """Known and unknown passkeys are refused equally often, and the right one still works."""
    with running(tmp_path / "souq.db", limited=True) as server, browsers(server, None, None) as (amina, mallory):
        amina.keep("Amina")
        mallory.home()
        known = amina.key.keys[0]

        def failed(credential: str) -> list[int]:
            codes = []
            for nth in range(12):
                where = {"X-Forwarded-For": f"192.0.2.{nth}"}
                options = mallory.http.post("/api/sign-in/ask", headers=where).json()["options"]
                shown = amina.key.show(options, known)
                shown |= {"id": credential, "rawId": credential}
                shown["response"] |= {"signature": b64_encode(b"x" * 70)}
                codes.append(mallory.http.post("/api/sign-in", json={"credential": shown}, headers=where).status_code)
            return codes

        assert failed(b64_encode(known.id)) == failed(b64_encode(b"nobody's")) == [401] * 10 + [429] * 2
        amina.sign_in()
        assert amina.name == "Amina"
