"""Output in any encoding, to closed or full streams."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from souq.cli import main

from .conftest import Souq


def written(monkeypatch: pytest.MonkeyPatch, encoding: str, *words: str) -> tuple[object, str]:
    """Return the exit code of a command and its output in an encoding."""
    raw = io.BytesIO()
    for name in ("stdout", "stderr"):
        monkeypatch.setattr(sys, name, io.TextIOWrapper(raw, encoding, write_through=True))
    with pytest.raises(SystemExit) as left:
        main(list(words))
    code, said = left.value.code, raw.getvalue().decode("utf-8" if encoding == "ascii" else encoding)  # as Click writes
    monkeypatch.undo()
    return code, said


@pytest.mark.parametrize("encoding", ["cp1252", "latin-1", "ascii", "cp437"])
def test_every_command_writes_in_every_encoding(
    monkeypatch: pytest.MonkeyPatch, saved: Path, tmp_path: Path, encoding: str
) -> None:
    code, said = written(monkeypatch, encoding, "verify", str(saved))
    assert code == 0 and "ok The secret matches" in said
    for words in (
        ["rules", "kairo"],
        ["games"],
        ["show", str(saved)],
        ["arena", "--help"],
        ["doctor", "--example"],
    ):
        code, said = written(monkeypatch, encoding, *words)
        assert code == 0 and "Traceback" not in said and "?" * 3 not in said, words
    code, said = written(monkeypatch, encoding, "doctor", "--database", str(tmp_path / "x.db"))
    assert ("\u2713" if encoding == "ascii" else "ok ") in said and "Traceback" not in said
    code, said = written(monkeypatch, encoding, "games", "--json")
    assert code == 0 and any(not name.isascii() for name in _strings(json.loads(said)))
    code, said = written(monkeypatch, encoding, "verify", "nowhere")
    assert code == 2 and "does not exist" in said


def _strings(value: object) -> list[str]:
    if isinstance(value, dict):
        value = list(value.values())
    return [text for each in value for text in _strings(each)] if isinstance(value, list) else [str(value)]


def run(*words: str, **streams: object) -> subprocess.CompletedProcess[str]:
    """Run ``souq`` in a process, buffered as in a shell."""
    environment = {**os.environ, "PYTHONUNBUFFERED": ""}
    command = [sys.executable, "-m", "souq", *words]
    return subprocess.run(command, text=True, env=environment, stderr=subprocess.PIPE, **streams)  # type: ignore[call-overload, no-any-return]


@pytest.mark.skipif(os.name == "nt", reason="needs POSIX pipes")
@pytest.mark.parametrize("words", [["rules", "kairo"], ["--help"], ["games", "--json"], ["doctor", "--example"]])
def test_a_closed_pipe_is_not_an_error(words: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        ran = run(*words, stdout=writing)
    finally:
        os.close(writing)
    assert (ran.returncode, ran.stderr) == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("words", [["rules", "kairo"], ["--version"], ["games", "--json"]])
def test_a_full_disk_is_reported_once(words: list[str]) -> None:
    with open("/dev/full", "w") as full:
        ran = run(*words, stdout=full)
    assert ran.returncode == 2
    assert ran.stderr.strip() == "souq: No space left on device"


@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell")
def test_commands_run_with_closed_streams() -> None:
    script = '"$0" -m souq rules kairo >&- && "$0" -m souq games --json <&- 2>&- >/dev/null'
    ran = subprocess.run(["/bin/sh", "-c", script, sys.executable], stderr=subprocess.PIPE, text=True)
    assert (ran.returncode, ran.stderr) == (0, "")


@pytest.mark.parametrize("claimed", ["0", "1", "-5", "x", "\u00b2"])
def test_an_unusable_terminal_width_is_ignored(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, claimed: str
) -> None:
    said = []
    for columns in ("80", claimed):
        monkeypatch.setenv("COLUMNS", columns)
        monkeypatch.setenv("LINES", claimed)
        with pytest.raises(SystemExit):
            main(["games"])
        said.append(capsys.readouterr().out)
    assert said[0] == said[1] and "Kairo" in said[0]


@pytest.mark.skipif(sys.platform != "linux", reason="needs file names that are bytes (Linux)")
def test_any_file_name_is_accepted(souq: Souq, saved: Path, tmp_path: Path) -> None:
    name = os.fsdecode(os.fsencode(tmp_path) + b"/\xff\xe9.json")
    Path(name).write_bytes(saved.read_bytes())
    assert souq("verify", name).code == 0
    assert souq("show", name, "--out", f"{name}.svg").code == 0
    assert souq("verify", f"{name}x").code == 2
