"""Files in common encodings, and invalid host names."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from souq.engine.rules.components import BadComponents, load

from .conftest import Souq


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-32"])
def test_a_saved_game_is_read_in_common_encodings(souq: Souq, saved: Path, tmp_path: Path, encoding: str) -> None:
    copy = tmp_path / "copy.json"
    with copy.open("w", encoding=encoding, newline="\r\n") as file:
        file.write(json.dumps(json.loads(saved.read_text("utf-8")), indent=1))
    assert souq("verify", copy).code == 0


def test_a_saved_game_of_another_encoding_is_refused(souq: Souq, saved: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.json"
    copy.write_bytes(saved.read_bytes().replace(b"Amina", "Amélie".encode("latin-1")))
    ran = souq("verify", copy)
    assert ran.code == 1 and "is not UTF-8" in ran.err


def test_settings_are_read_in_common_encodings(souq: Souq, tmp_path: Path) -> None:
    plan, run = tmp_path / "plan.toml", tmp_path / "run"
    plan.write_bytes(b"\xef\xbb\xbfplayers = 2\r\n")
    assert souq("train", "kairo", "--config", plan, "--folder", run, "--write").code == 0
    plan.write_bytes("players = 2\n".encode("utf-16"))
    ran = souq("train", "kairo", "--config", plan, "--folder", tmp_path / "other", "--write")
    assert ran.code == 2 and "Save the file as UTF-8" in ran.err


def test_components_that_are_not_utf8_are_refused(tmp_path: Path) -> None:
    for text, encoding in (("a = 1\n", "utf-8-sig"), ("a = 1\n", "utf-16")):
        (tmp_path / "components.toml").write_bytes(text.encode(encoding))
        if encoding == "utf-8-sig":
            assert load(tmp_path, {}) == {"a": 1}
        else:
            with pytest.raises(BadComponents, match="cannot be read"):
                load(tmp_path, {})


@pytest.mark.parametrize("host", ["\udcff", "a..b", "a" * 80])
def test_an_invalid_host_name_gets_a_message(souq: Souq, tmp_path: Path, host: str) -> None:
    ran = souq("serve", "--host", host, "--port", 0, "--database", tmp_path / "x.db")
    assert ran.code == 2 and ("cannot listen on" in ran.err or "address takes names like" in ran.err)
