"""Sign-in by email: addresses are not disclosed, and emails requested by others are useless."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import httpx
import pytest

from souq.server.errors import Malformed
from souq.server.features.accounts import email_links
from souq.server.mail import BadMail, Post, address_of, server_of
from tests.ports import free_port
from tests.server.clients import Running, running
from tests.server.mail_server import MailServer, code_in, link_in, mail_server
from tests.server.test_accounts import text
from tests.server.test_passkeys import Browser, browsers

pytestmark = pytest.mark.server

AMINA = "amina@mail.example"


@pytest.fixture
def inbox() -> Iterator[MailServer]:
    with mail_server() as inbox:
        yield inbox


@pytest.fixture
def server_with_mail(either: Path | str, inbox: MailServer) -> Iterator[Running]:
    """A server that sends mail and has a configured host name."""
    with running(either, smtp=inbox.url, mail_from="souq@example.org", hosts=("localhost",)) as server:
        yield server


def sign_up_by_email(browser: Browser, inbox: MailServer, mail: str = AMINA, name: str = "Amina") -> None:
    """Create an account by email."""
    browser.http.get("/")
    browser.http.post("/me", data={"name": name})
    before = len(inbox.messages)
    asked = browser.http.post("/you/mail", data={"mail": mail})
    assert asked.headers["location"] == "/sign-in/letter"
    typed = browser.http.post("/sign-in/letter", data={"code": code_in(inbox.message(before + 1))})
    assert typed.headers["location"] == "/you", text(typed)


def request_email(browser: Browser, mail: str = AMINA) -> httpx.Response:
    """Request a sign-in email."""
    browser.http.get("/sign-in")
    return browser.http.post("/sign-in/mail", data={"mail": mail})


def token_in(letter: Any) -> str:
    """Return the token after the # of a link."""
    return link_in(letter).partition("#")[2]


def test_an_email_address_is_stored_once_verified(server_with_mail: Running, inbox: MailServer) -> None:
    with browsers(server_with_mail, None) as (amina,):
        amina.http.get("/")
        amina.http.post("/me", data={"name": "Amina"})
        amina.http.post("/you/mail", data={"mail": " Amina@Mail.Example "})
        letter = inbox.message()
        assert letter["To"] == AMINA and letter["From"] == "souq <souq@example.org>"
        assert "Amina" not in letter.get_content(), "it isn't proven yet whose address it is"
        assert letter["Auto-Submitted"] == "auto-generated"
        assert AMINA not in amina.http.get("/you").text
        before = amina.token
        assert amina.http.post("/sign-in/link", data={"token": token_in(letter)}).headers["location"] == "/you"
        page = amina.http.get("/you").text
        assert AMINA in page and "This name is yours" in page and amina.token != before
        amina.http.post("/you/mail/remove", data={"sure": "1"})
        assert AMINA not in amina.http.get("/you").text


def test_a_link_and_a_code_each_work_once_in_the_requesting_browser(
    server_with_mail: Running, inbox: MailServer
) -> None:
    with browsers(server_with_mail, None, None, None) as (amina, phone, thief):
        table = amina.play("Amina")
        sign_up_by_email(amina, inbox)
        assert request_email(phone).headers["location"] == "/sign-in/letter"
        letter = inbox.message(2)
        assert link_in(letter).startswith(f"{phone.origin}/sign-in/link#")
        thief.http.get("/")
        for path, form in (("link", {"token": token_in(letter)}), ("letter", {"code": code_in(letter)})):
            assert thief.http.post(f"/sign-in/{path}", data=form).status_code == 401
        assert "Wrong browser, or too late" in thief.http.get("/sign-in/link").text
        assert phone.http.post("/sign-in/link", data={"token": token_in(letter)}).headers["location"] == "/you"
        assert table in phone.home()
        for path, form in (("link", {"token": token_in(letter)}), ("letter", {"code": code_in(letter)})):
            assert phone.http.post(f"/sign-in/{path}", data=form).status_code == 401
        request_email(thief)
        code = code_in(inbox.message(3)).upper().replace("-", " ")
        assert thief.http.post("/sign-in/letter", data={"code": code}).headers["location"] == "/you"


def test_responses_do_not_reveal_whether_an_address_is_known(server_with_mail: Running, inbox: MailServer) -> None:
    with browsers(server_with_mail, None, None) as (amina, stranger):
        sign_up_by_email(amina, inbox)

        def responses_for(mail: str) -> tuple[Any, ...]:
            answer = request_email(stranger, mail)
            page = stranger.http.get("/sign-in/letter")
            wrong = stranger.http.post("/sign-in/letter", data={"code": "aaaa-aaaa"})
            said = [re.sub(r".*getting.*\n", "", each.text) for each in (page, wrong)]  # games get ready meanwhile
            return answer.status_code, answer.headers["location"], wrong.status_code, *said

        assert responses_for(AMINA) == responses_for("nobody@example.org")
        inbox.message(2)
        time.sleep(0.3)
        assert [letter["To"] for letter in inbox.messages] == [AMINA, AMINA], "strangers are sent nothing"


def test_a_code_allows_five_guesses(server_with_mail: Running, inbox: MailServer) -> None:
    with browsers(server_with_mail, None, None) as (amina, phone):
        sign_up_by_email(amina, inbox)
        request_email(phone)
        right = code_in(inbox.message(2))
        for _ in range(email_links.TRIES):
            assert phone.http.post("/sign-in/letter", data={"code": "aaaa-aaaa"}).status_code == 401
        assert phone.http.post("/sign-in/letter", data={"code": right}).status_code == 401


def test_an_email_code_expires_and_is_replaced_by_the_next(
    server_with_mail: Running, inbox: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    with browsers(server_with_mail, None, None) as (amina, phone):
        sign_up_by_email(amina, inbox)
        request_email(phone)
        first = code_in(inbox.message(2))
        monkeypatch.setattr(email_links, "LASTS", -1.0)
        request_email(phone)
        late = code_in(inbox.message(3))
        for code in (first, late):
            assert phone.http.post("/sign-in/letter", data={"code": code}).status_code == 401


def test_a_verification_email_is_valid_only_for_its_account(server_with_mail: Running, inbox: MailServer) -> None:
    with browsers(server_with_mail, None, None) as (amina, omar):
        sign_up_by_email(amina, inbox)
        omar.http.get("/")
        omar.http.post("/me", data={"name": "Omar"})
        omar.http.post("/you/mail", data={"mail": AMINA})
        taken = omar.http.post("/sign-in/letter", data={"code": code_in(inbox.message(2))})
        assert taken.status_code == 409 and "under another name" in text(taken)
        amina.http.post("/you/mail", data={"mail": "new@example.org"})
        assert amina.http.post("/sign-in/letter", data={"code": code_in(inbox.message(3))}).status_code == 303
        page = amina.http.get("/you").text
        assert "new@example.org" in page and AMINA not in page


def test_a_guests_tables_are_merged_by_link_and_by_code(server_with_mail: Running, inbox: MailServer) -> None:
    with browsers(server_with_mail, None, None) as (amina, phone):
        sign_up_by_email(amina, inbox)
        table = phone.play("A guest")
        request_email(phone)
        code = code_in(inbox.message(2))
        assert "Bring along the table" in text(phone.http.get("/sign-in/letter")).replace("  ", " ")
        typed = phone.http.post("/sign-in/letter", data={"code": code, "join": "on"})
        assert typed.headers["location"] == "/you?joined=1"
        assert "One table came with you" in phone.http.get("/you?joined=1").text
        assert table in amina.home()


def test_a_sent_email_stays_valid_after_signing_up_with_recovery_codes(
    server_with_mail: Running, inbox: MailServer
) -> None:
    with browsers(server_with_mail, None) as (amina,):
        amina.http.get("/")
        amina.http.post("/me", data={"name": "Amina"})
        amina.http.post("/you/mail", data={"mail": AMINA})
        amina.http.post("/you/codes", data={"name": "Amina"})
        typed = amina.http.post("/sign-in/letter", data={"code": code_in(inbox.message(1))})
        assert typed.headers["location"] == "/you", text(typed)


def test_a_guests_quiet_hours_and_webhooks_are_merged_at_sign_in(server_with_mail: Running, inbox: MailServer) -> None:
    with browsers(server_with_mail, None, None) as (amina, guest):
        sign_up_by_email(amina, inbox)
        guest.http.get("/")
        guest.http.post("/me", data={"name": "Zaynab"})
        guest.http.post("/hours", data={"zone": "Asia/Tokyo", "night": "on", "from": "23:00", "to": "07:00"})
        request_email(guest)
        guest.http.post("/sign-in/letter", data={"code": code_in(inbox.message(2)), "join": "on"})
        assert guest.name == "Amina"
        assert "Asia/Tokyo" in guest.http.get("/you/data").text


def test_links_ignore_forged_host_headers(tmp_path: Path, inbox: MailServer) -> None:
    about = {"smtp": inbox.url, "mail_from": "souq@example.org"}

    def sent(http: httpx.Client, **headers: str) -> EmailMessage:
        http.get("/")
        before = len(inbox.messages)
        http.post("/sign-in/mail", data={"mail": AMINA}, headers=headers)
        return inbox.message(before + 1)

    with running(tmp_path / "souq.db", **about) as server, browsers(server, None) as (amina,):
        sign_up_by_email(amina, inbox)
        assert "http" not in inbox.message().get_content(), "a house that knows no name of its own sends a code alone"
    with running(tmp_path / "souq.db", **about, origins=("https://souq.example",)) as server, server.http() as http:
        for headers in ({"Host": "203.0.113.5"}, {"Host": "nas"}, {}):
            assert link_in(sent(http, **headers)).startswith("https://souq.example/sign-in/link#")
    with running(tmp_path / "souq.db", **about, hosts=("souq.example",)) as server, server.http() as http:
        assert "http" not in sent(http, Host="203.0.113.5").get_content()
        assert "http" not in sent(http, Host="souq.example:9999").get_content(), "somebody else may listen there"
        assert link_in(sent(http, Host="souq.example")).startswith("http://souq.example/sign-in/link#")
        before = len(inbox.messages)
        for host in ("evil.example\\@souq.example", "souq.example:80@evil.example", "souq.example."):
            responses_for = http.post("/sign-in/mail", data={"mail": AMINA}, headers={"Host": host})
            assert responses_for.status_code == 400 and "can’t be read" in text(responses_for)
        assert len(inbox.messages) == before


def test_email_limits_cannot_be_exhausted_by_others(tmp_path: Path, inbox: MailServer) -> None:
    about = {"smtp": inbox.url, "mail_from": "souq@example.org"}
    with running(tmp_path / "souq.db", limited=True, **about) as server, server.http() as http:
        http.get("/")

        def ask(where: str, mail: str = AMINA) -> httpx.Response:
            return http.post("/sign-in/mail", data={"mail": mail}, headers={"X-Forwarded-For": where})

        assert [ask("192.0.2.1").status_code for _ in range(4)] == [303, 303, 303, 429]
        refused = text(ask("192.0.2.1"))
        assert "enough e-mails for now" in refused and "wait 10 minutes" in refused
        assert ask("192.0.2.1", "omar@example.org").status_code == 303
        assert ask("192.0.2.2").status_code == 303, "somebody else has asked for them, not Amina"
        several = [ask(f"192.0.2.{n}").status_code for n in range(10, 20)]
        assert several == [303] * 8 + [429] * 2, "nor does her box overflow, however many ask"


@pytest.mark.parametrize(
    "words", ["A code", "ü" * 30, "Zażółć gęślą jaźń 🐪 " * 40, "https://souq.example/" + "x" * 300]
)
def test_every_email_has_the_same_format(inbox: MailServer, words: str) -> None:
    assert asyncio.run(Post(inbox.url, "souq@example.org").send(AMINA, "Hello", f"{words}\n"))
    letter = inbox.message()
    assert letter["Content-Transfer-Encoding"] == "quoted-printable"
    assert letter.get_content().replace("\r\n", "\n") == f"{words}\n"


def test_a_server_without_mail_reports_it(server: Running) -> None:
    with server.http() as http:
        assert "This server doesn’t send e-mails" in http.get("/sign-in").text
        assert http.post("/sign-in/mail", data={"mail": AMINA}).status_code == 409
        assert http.post("/you/mail", data={"mail": AMINA}).status_code == 409


def test_a_failed_email_is_logged_without_its_address(caplog: pytest.LogCaptureFixture) -> None:
    post = Post(f"smtp://localhost:{free_port()}", "souq@example.org")
    assert not asyncio.run(post.send(AMINA, "Hello", "Hello"))
    assert "could not be sent" in caplog.text and AMINA not in caplog.text
    assert not asyncio.run(Post("", "").send(AMINA, "Hello", "Hello"))


def test_the_smtp_password_is_sent_when_required(inbox: MailServer) -> None:
    with mail_server("secret") as guarded:
        at = f"localhost:{guarded.port}"
        assert asyncio.run(Post(f"smtp://souq:secret@{at}", "souq@example.org").send(AMINA, "Hello", "Hello"))
        assert guarded.message()["Subject"] == "Hello"
        assert not asyncio.run(Post(f"smtp://souq:wrong@{at}", "souq@example.org").send(AMINA, "Hello", "Hello"))


@pytest.mark.parametrize("url", ["", "http://a", "smtp://", "smtp://a/b", "mail.example.org", "smtp://a:b"])
def test_invalid_smtp_urls_are_refused(url: str) -> None:
    with pytest.raises(BadMail, match="smtp://"):
        server_of(url)


def test_an_smtp_password_needs_tls_except_on_localhost() -> None:
    assert server_of("smtp://a:b@mail.example.org").must_hide and not server_of("smtp://a:b@127.0.0.1").must_hide
    assert server_of("smtps://a:b%40c@mail.example.org").password == "b@c"
    with pytest.raises(BadMail):
        Post("smtp://localhost", "")


@pytest.mark.parametrize(
    "mail", ["", "amina", "a@b@c", "a b@c.org", "a@c.org\nBcc: x@y.org", "a@" + "b" * 300, "é@c.org", "a@b..c"]
)
def test_invalid_email_addresses_are_refused(mail: str) -> None:
    with pytest.raises(Malformed):
        address_of(mail)
