"""Sessions at tables are run without a server and without a database, as in a browser."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from souq.server import NEEDED

pytestmark = pytest.mark.server

ALONE = f"""
import sys

for name in {sorted({"starlette", *NEEDED})}:
    sys.modules[name] = None
here, sys.platform = sys.platform, "emscripten"
import souq.server.core.messages

sys.platform = here
from tests.server.lone_table import main

main()
"""


def messages(*arguments: str) -> list[str]:
    done = subprocess.run([sys.executable, *arguments], check=True, capture_output=True, text=True, timeout=120)
    made: list[str] = json.loads(done.stdout)
    return made


def test_a_session_at_a_table_in_memory_sends_what_one_on_a_database_sends(tmp_path: Path) -> None:
    alone = messages("-c", ALONE)
    assert alone == messages("-m", "tests.server.lone_table", str(tmp_path / "souq.db"))
    read = [json.loads(each) for each in alone]
    assert [each["type"] for each in read[:5]] == ["table", "frames", "refused", "explain", "ack"]
    assert [each["type"] for each in read[-3:]] == ["table", "frames", "story"]
    assert read[-2]["catchup"] and len(read[-2]["frames"]) > 1
    table = [each for each in read if each["type"] == "table"][-1]
    assert table["state"] == "finished" and table["result"]["winners"]
