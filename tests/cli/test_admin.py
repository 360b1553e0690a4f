"""Moderation on the command line, and the doctor."""

from __future__ import annotations

import asyncio
import json
import os
import re
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import insert

from souq.extras import install
from souq.server.core.db.models import PEOPLE
from souq.server.core.db.storage import Storage
from souq.server.features.moderation.models import Report
from souq.server.features.moderation.storage import Records
from souq.server.ops import doctor
from souq.server.ops.config.settings import Settings
from souq.server.ops.telemetry import tracing
from tests.ports import free_port
from tests.server.mail_server import mail_server

from .conftest import Souq


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A database with two account holders, a guest, and a report."""
    path = tmp_path / "souq.db"

    async def fill() -> None:
        storage = Storage(Settings(database=str(path)))
        await storage.open()
        async with storage.database.write() as db:
            for name, kept in (("Amina", 1.0), ("Omar", 1.0), ("Guest", 0.0)):
                values = {"id": f"p{name.lower()}", "name": name, "emblem": "star", "created_at": 1.0, "kept_at": kept}
                await db.execute(insert(PEOPLE).values(**values, settings={}))
        reports = [{"n": 1, "seat": 1, "name": "Omar", "text": "You \x1b[31mfool", "at": 1.0, "own": False}]
        whom = "pamina", "Amina", "pomar", "Omar", 1
        await Records(storage.database).report(
            Report("rep1", "t1", "toy", *whom, "rude", "He did", 1, reports, time.time())
        )
        await storage.close()

    asyncio.run(fill())
    return path


def test_moderation_works_from_the_command_line(souq: Souq, database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def admin(*words: object, code: int = 0) -> str:
        ran = souq("admin", *words, "--database", database)
        assert ran.code == code, ran
        return ran.out or ran.err

    assert "Nobody but you" in admin("list")
    assert "Amina is an administrator" in admin("grant", "Amina")
    assert "is a guest" in admin("grant", "Guest", code=2)
    assert "pamina  Amina" in admin("list")
    assert "rep1  Omar  rude  He did" in admin("reports")
    shown = admin("report", "rep1")
    assert "> " in shown and "fool" in shown and "\x1b" not in shown
    assert re.search(r"your server: /admin/invitation#\S{20}", admin("invite"))
    monkeypatch.setenv("SOUQ_HOSTS", "nas.local, souq.example:8443")
    assert re.search(r" https://souq\.example:8443/admin/invitation#\S{20}", admin("invite"))
    assert re.search(r"Omar is suspended until \d", admin("suspend", "Omar", "--for", "7d", "--because", "Insults"))
    assert "198.51.100.0/24 is suspended for good" in admin("suspend", "198.51.100.0/24", "--because", "Spam")
    assert "far too many" in admin("suspend", "0.0.0.0/0", "--because", "Spam", code=2)
    assert "not a span of time" in admin("suspend", "Omar", "--for", "ever", "--because", "x", code=2)
    assert "Nobody matches" in admin("suspend", "Zoe", "--because", "x", code=2)
    listed = admin("suspensions")
    assert "Insults" in listed and "for good" in listed
    assert "Lifted" in admin("lift", next(line for line in listed.splitlines() if "Omar" in line).split()[0])
    assert "Closed" in admin("close", "rep1", "A week.")
    assert "Nobody has reported" in admin("reports") and "A week." in admin("reports", "--closed")
    assert "no open report" in admin("close", "rep1", "Again.", code=2)
    assert "on every page until" in admin("notice", "Back at eight.", "--for", "2h")
    assert "is taken down" in admin("notice", "--end") and "no notice" in admin("notice", "--end")
    assert "There are no tables" in admin("tables")
    assert "pomar" in admin("people", "oma") and "Nobody matches that" in admin("people", "zoe")
    assert "isn't an administrator" in admin("revoke", "Amina")
    log = admin("log")
    done = ["removed", "took", "put", "dealt", "lifted", "suspended", "suspended", "invited", "invited", "made"]
    assert [line.split("at the machine")[1].split()[0] for line in log.splitlines()] == done
    assert "made Amina an administrator" in log and "put up a notice" in log


def test_the_doctor_finds_nothing_wrong_with_a_healthy_server(souq: Souq, database: Path, tmp_path: Path) -> None:
    port = free_port()
    path = tmp_path / "souq.toml"
    path.write_text(f'port = {port}\nhosts = ["souq.example.org"]\ndatabase = "souq.db"\n')
    ran = souq("doctor", "--config", path)
    assert ran.code == 0, ran.out
    assert "✓ database: answers, and matches this version" in ran.out and "Nothing is wrong." in ran.out
    found = json.loads(souq("doctor", "--config", path, "--json").out)
    assert {each["what"] for each in found} >= {
        "settings",
        "port",
        "names",
        "database",
        "clock",
        "disk",
        "games",
        "mail",
    }


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (['address = "0.0.0.0"', 'hosts = ["souq.example.org"]'], "✗ TLS: people reach souq.example.org"),
        (['origins = ["http://souq.example.org"]'], "✗ origin: http://souq.example.org has no TLS"),
        (['proxies = ["10.0.0.2"]'], "✗ proxies: 10.0.0.2/32 is another machine"),
        (['address = "0.0.0.0"', 'proxies = ["0.0.0.0/0"]'], "✗ proxies: everybody is trusted"),
        (["connections = 1000000"], "✗ open files: "),
        (['smtp = "smtp://127.0.0.1:1"', 'mail_from = "souq@example.org"'], "✗ mail: 127.0.0.1, port 1"),
        (
            ['smtp = "smtp://a:b@127.0.0.1:1"', 'mail_from = "souq@example.org"'],
            "✗ password: others on this machine can read",
        ),
        (['database = "/proc/souq.db"'], "✗ database: "),
        (["limited = false"], "· limits: "),
        (['metrics = ["0.0.0.0/0"]'], "✗ metrics: everybody can read"),
    ],
)
def test_the_doctor_says_what_is_wrong(souq: Souq, database: Path, tmp_path: Path, lines: list[str], says: str) -> None:
    path = tmp_path / "souq.toml"
    more = [] if any(line.startswith("database") for line in lines) else ['database = "souq.db"']
    path.write_text("\n".join([*lines, *more, "port = 0"]))
    path.chmod(0o644)
    ran = souq("doctor", "--config", path)
    assert says in ran.out
    assert ran.code == (0 if says.startswith("·") else 1)
    assert "a:b" not in ran.out


def test_the_doctor_reports_mail_without_a_host_name(souq: Souq, database: Path) -> None:
    mail = ("--set", "smtp=smtp://127.0.0.1:1", "--set", "mail_from=souq@example.org")
    given = ("doctor", "--database", database, "--set", "port=0", *mail)
    assert "· names: the server has no name" in souq(*given).out
    assert "the server has no name" not in souq(*given, "--set", "hosts=nas.local").out


@pytest.mark.skipif(os.name != "posix", reason="Needs POSIX file modes.")
def test_a_new_database_is_private_and_the_doctor_reports_a_readable_one(souq: Souq, database: Path) -> None:
    with closing(sqlite3.connect(database)) as opened:  # as a server has it open
        opened.execute("SELECT * FROM people").fetchall()
        files = sorted(database.parent.glob("souq.db*"))
        assert [each.name for each in files] == ["souq.db", "souq.db-shm", "souq.db-wal"]
        assert {each.stat().st_mode & 0o777 for each in files} == {0o600}
    given = ("doctor", "--database", database, "--set", "port=0")
    assert "privacy" not in souq(*given).out
    database.chmod(0o640)
    ran = souq(*given)
    assert ran.code == 1 and f"✗ privacy: others on this machine can read {database}" in ran.out
    assert f"chmod 600 {database}" in ran.out


def test_the_doctor_checks_whether_traces_can_be_sent(
    souq: Souq, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def reports() -> str:
        return str(souq("doctor", "--database", database, "--set", "port=0").out)

    monkeypatch.delenv(tracing.WHERE[0], raising=False)
    assert "✓ traces: none are sent" in reports()
    monkeypatch.setenv(tracing.WHERE[0], "http://user:password@collector.example:4318")
    monkeypatch.setattr(tracing, "installed", lambda: True)
    assert "✓ traces: are sent to collector.example\n" in reports()
    monkeypatch.setattr(tracing, "installed", lambda: False)
    assert "✗ traces: they should be sent" in reports() and install("telemetry") in reports()


def test_the_doctor_checks_versions_clocks_and_disks(
    souq: Souq, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def reports(mark: str, what: str) -> bool:
        ran = souq("doctor", "--database", database, "--set", "port=0", "--json")
        return any((each["mark"], each["what"]) == (mark, what) for each in json.loads(ran.out))

    assert not reports("wrong", "disk") and not reports("wrong", "clock") and not reports("wrong", "database")
    monkeypatch.setattr(doctor, "ROOM", 1 << 60)
    monkeypatch.setattr(doctor, "BORN", time.time() + 1e6)
    assert reports("wrong", "disk") and reports("wrong", "clock")
    for revision, mark in (("0020", "note"), ("9999", "wrong")):

        async def age(revision: str = revision) -> None:
            storage = Storage(Settings(database=str(database)))
            async with storage.database.write() as db:
                both = f"version_num = '{revision}', oldest = '{revision}'"
                await db.exec_driver_sql(f"UPDATE alembic_version SET {both}")
            await storage.close()

        asyncio.run(age())
        assert reports(mark, "database"), revision


def test_a_test_email_is_sent_only_on_request(souq: Souq, database: Path, tmp_path: Path) -> None:
    path = tmp_path / "souq.toml"
    with mail_server() as box:
        path.write_text(f'port = 0\nsmtp = "{box.url}"\nmail_from = "souq@example.org"\ndatabase = "souq.db"\n')
        ran = souq("doctor", "--config", path)
        assert ran.code == 0 and "✓ mail: " in ran.out and not box.messages
        ran = souq("doctor", "--config", path, "--mail", "amina@example.org")
        assert ran.code == 0 and "✓ test e-mail: was accepted for amina@example.org" in ran.out
        assert len(box.messages) == 1
    assert souq("doctor", "--mail", "nobody").code == 2


def test_the_doctor_prints_a_usable_example(souq: Souq, tmp_path: Path) -> None:
    path = tmp_path / "souq.toml"
    path.write_text(souq("doctor", "--example").out)
    assert souq("doctor", "--config", path, "--set", "port=0").out.startswith(f"✓ settings: {path}")
