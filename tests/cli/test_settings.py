"""Settings from a file, the environment and options, and the messages for invalid ones."""

from __future__ import annotations

import asyncio
import re
from dataclasses import fields
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from souq.server import serve as serving
from souq.server.core.db.engines import check
from souq.server.ops.config import file, sources
from souq.server.ops.config.fields import SETTINGS
from souq.server.ops.config.file import BadSetting, parse
from souq.server.ops.config.settings import Settings, database_file
from souq.server.ops.config.sources import choose

from .conftest import Souq

EXAMPLE = (resources.files("souq.server.ops.config") / "souq.toml").read_text("utf-8")


@pytest.fixture
def written(tmp_path: Path) -> Any:
    """A function that writes a settings file and loads it."""

    def write(text: str, options: Any = None, **environment: str) -> Any:
        path = tmp_path / "souq.toml"
        path.write_text(text, "utf-8")
        return choose(options, str(path), (), environment)

    return write


def test_the_example_lists_every_setting_with_its_default() -> None:
    found = parse(re.sub(r"^# (\w+ = )", r"\1", EXAMPLE, flags=re.M), "souq.toml")
    assert list(dict.fromkeys(found)) and set(found) == set(SETTINGS)
    for name, line in found.items():
        usual = () if name == "proxies" else SETTINGS[name].usual
        assert name == "workers" or SETTINGS[name].fits(line.value) == usual, name
        assert EXAMPLE.splitlines()[line.number - 1].startswith(f"# {name} = ")
    assert parse(EXAMPLE, "souq.toml") == {}


def test_every_setting_can_be_set() -> None:
    assert set(SETTINGS) == {"address", "port", *(each.name for each in fields(Settings))}


def test_options_override_the_environment_which_overrides_the_file(written: Any, tmp_path: Path) -> None:
    text = 'sharing = 7\nport = 81\npause = 0\nhosts = ["a.example"]\ndatabase = "games.db"\n'
    made = written(text, {"port": ("--port", 83)}, SOUQ_PORT="82", SOUQ_SHARING="8.5", SOUQ_LIMITED="off", SOUQ_IDLE="")
    assert (made.port, made.settings.sharing, made.settings.pause) == (83, 8.5, 0.0)
    assert made.settings.hosts == ("a.example",)
    assert made.settings.limited is False
    assert made.settings.idle == Settings().idle
    assert made.settings.database == str(tmp_path / "games.db")
    assert made.said["port"] == "--port" and made.said["sharing"] == "SOUQ_SHARING"
    assert made.said["pause"].endswith("souq.toml, line 3")


def test_configured_proxies_are_added_to_localhost(written: Any) -> None:
    assert written('proxies = ["10.0.0.0/8"]').settings.proxies == ("127.0.0.1", "::1", "10.0.0.0/8")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("# ours\nprot = 81", "line 2: There’s no setting 'prot'. Did you mean 'port'?"),
        ("\n\nport = 'http'", "line 3: port takes a whole number from 0 to 65535, not 'http'."),
        ("port = 70000", "line 1: port takes a whole number from 0 to 65535, not 70000."),
        ("port = true", "line 1: port takes a whole number"),
        ("sharing = nan", "line 1: sharing takes a number from 0 to 60, not nan."),
        ("limited = 1", "line 1: limited takes true or false, not 1."),
        ('hosts = "souq.example"', "line 1: hosts takes a list of texts"),
        ('hosts = [\n "https://souq.example",\n]', "line 1: hosts takes names like souq.example.org"),
        (
            'pause = 1\norigins = ["souq.example"]',
            "line 2: origins can’t be that: 'souq.example' is not a site’s origin",
        ),
        ('proxies = ["everybody"]', "line 1: proxies can’t be that"),
        ('database = "mysql://here/souq"', "line 1: database takes a file"),
        ("mail_from = 'souq@example.org'\nsmtp = 'mail'", "line 2: smtp can’t be that"),
        ("smtp = 'smtp://mail.example.org'", "line 1: also give the sender’s address"),
        ("smtp = 'smtp://mail.example.org'\nmail_from = 'souq'", "line 2: mail_from takes the sender’s address"),
        ("[mail]\nsmtp = ''", "line 1: There’s no setting 'mail'."),
        ("port = 81\nport = 82", "line 2: this isn’t TOML"),
        ("port = 81\nhosts = [", "line 2: this isn’t TOML"),
        ('log = "xml"', 'line 1: log takes "words" or "json", not \'xml\'.'),
        ('log_level = ""', 'line 1: log_level takes "debug", "info", "warning" or "error", not \'\'.'),
        ('metrics = ["everybody"]', "line 1: metrics can’t be that: 'everybody' is not the address of a machine."),
        ("connections = 10", None),
        ("connections = 10\nconnections_each = 20", "line 2: connections_each can’t be more than connections"),
    ],
)
def test_an_invalid_setting_is_reported_with_its_line(written: Any, text: str, says: str | None) -> None:
    if says is None:
        assert written(text).settings.connections == 10
        return
    with pytest.raises(BadSetting) as wrong:
        written(text)
    assert f"souq.toml, {says}" in str(wrong.value)


@pytest.mark.parametrize(
    ("environment", "more", "says"),
    [
        ({"SOUQ_PORT": "high"}, (), "SOUQ_PORT: port takes a whole number from 0 to 65535, not 'high'."),
        ({"SOUQ_PRT": "81"}, (), "There’s no setting SOUQ_PRT. Did you mean SOUQ_PORT?"),
        ({"SOUQ_LIMITED": "maybe"}, (), "SOUQ_LIMITED: limited takes true or false"),
        ({}, ("kept=0",), "--set kept: kept takes a whole number from 1"),
        ({}, ("kept",), "write it like --set sharing=10"),
        ({}, ("keep=3",), "--set keep: There’s no setting 'keep'. Did you mean 'kept'?"),
        ({"SOUQ_CONFIG": "/nowhere/souq.toml"}, (), "SOUQ_CONFIG: there’s no file /nowhere/souq.toml."),
    ],
)
def test_the_environment_and_options_are_validated_too(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, environment: dict[str, str], more: tuple[str, ...], says: str
) -> None:
    monkeypatch.setattr(file, "data_folder", lambda: tmp_path)
    with pytest.raises(BadSetting, match=re.escape(says)):
        choose({}, "", more, environment)


def test_an_empty_list_is_accepted(written: Any) -> None:
    assert written("metrics = []").settings.metrics == ()
    assert written("", SOUQ_METRICS="10.0.0.7, 10.1.0.0/16").settings.metrics == ("10.0.0.7", "10.1.0.0/16")


def test_passwords_are_never_printed(written: Any) -> None:
    with pytest.raises(BadSetting) as wrong:
        written("smtp = 'smtp://souq:secret@mail.example.org/path'\nmail_from = 'souq@example.org'")
    assert "secret" not in str(wrong.value)


def test_a_file_in_the_data_folder_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file, "data_folder", lambda: tmp_path)
    assert choose(environment={}).file is None
    (tmp_path / "souq.toml").write_bytes(b"\xef\xbb\xbfport = 84\r\n")
    assert choose(environment={}).port == 84
    (tmp_path / "souq.toml").write_bytes(b"port = 84\nhosts = ['\xff']")
    with pytest.raises(BadSetting, match="line 2: this isn’t UTF-8"):
        choose(environment={})


@given(
    some.lists(
        some.sampled_from(
            [
                "",
                "# port = 1",
                "pause = 1",
                'smtp = """\n\n[x]\nport = 3\n"""',
                'hosts = [\n"a", # b\n\n"c"]',
                "kept=1 # x",
            ]
        ),
        unique=True,
    )
)
def test_reported_lines_are_where_the_setting_begins(parts: list[str]) -> None:
    text = "\n".join(parts)
    for name, line in parse(text, "x").items():
        assert text.split("\n")[line.number - 1].startswith(name)


def test_the_server_uses_the_settings(souq: Souq, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    calls: list[Any] = []
    monkeypatch.setattr(serving, "serve", lambda *where, settings, **_: calls.append((*where, settings)))
    path = tmp_path / "souq.toml"
    path.write_text('address = "0.0.0.0"\nport = 8123\nkept = 9\n')
    assert souq("serve", "--config", path, "--set", "idle=60", "--per-address", "40").code == 0
    address, port, _, settings = calls[0]
    assert (address, port, settings.kept, settings.idle) == ("0.0.0.0", 8123, 9, 60.0)
    assert (settings.connections_each, settings.sockets_each) == (40, 20)
    path.write_text("kept = 9\nprot = 1\n")
    ran = souq("serve", "--config", path)
    assert ran.code == 2 and "souq.toml, line 2: There’s no setting 'prot'" in ran.err
    assert souq("play", "--no-browser", "--config", tmp_path / "none.toml").code == 2
    assert len(calls) == 1
    assert sources.PREFIX == "SOUQ_"


@pytest.mark.parametrize(
    "name", ["games?1.db", "games#1.db", "100%.db", "a%20b.db", "my games.db", "Süq ß.db", "q\"'.db"]
)
def test_a_path_is_used_literally(name: str, tmp_path: Path) -> None:
    wanted = tmp_path / name
    database = choose({"database": ("--database", str(wanted))}, environment={}).settings.database
    assert database_file(database) == wanted
    asyncio.run(check(Settings(database=database)))
    assert [path for path in tmp_path.iterdir() if path.suffix == ".db"] == [wanted]


def test_a_url_and_a_path_name_the_same_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    for said in ("games.db", "./games.db", "~/games.db", f"sqlite:///{tmp_path}/games.db", "sqlite:///games.db"):
        found = database_file(choose({"database": ("--database", said)}, environment={}).settings.database)
        assert found is not None and found.absolute() == tmp_path / "games.db"
    assert database_file("sqlite:///games%3F1.db") == Path("games?1.db")


@pytest.mark.parametrize(
    "database",
    [
        "sqlite:games.db", "file:games.db", "file:///games.db", "sqlite://", "sqlite:///:memory:", "sqlite:///a?b.db",
        "sqlite://there/games.db", "x" * 300, "a\0b.db", "~nobody-is-called-so/games.db", "postgresql://u@h:port/d",
    ],
)  # fmt: skip
def test_an_ambiguous_database_path_is_refused(database: str) -> None:
    with pytest.raises(BadSetting, match=r"--database: database (takes|can’t be) "):
        choose({"database": ("--database", database)}, environment={})
