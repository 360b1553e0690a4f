"""The short form: one fault of each kind while all five games are played, and all invariants checked at the end."""

from __future__ import annotations

import asyncio
import os

import pytest

from tests.chaos.faults import KINDS
from tests.chaos.run import ChaosOptions, run
from tests.chaos.wires import may_have_networks
from tests.server.nginx import program
from tests.server.postgres import find_programs

pytestmark = [pytest.mark.server, pytest.mark.slow]

FIVE = ("desert_bazaar", "marracash", "grand_bazaar", "kairo", "chatuchak")
LONGEST = 2.5
"""The longest fault in seconds."""
PATIENCE = 60.0
"""Seconds in which bots must move and all servers must agree, on a busy machine."""


def _missing_capabilities() -> str:
    """Return what this machine lacks, in a sentence, or an empty string."""
    if os.name != "posix" or os.geteuid() != 0:
        return "Only root may cut networks and fill disks."
    if find_programs() is None:
        return "PostgreSQL is not installed: apt install postgresql."
    if program() is None:
        return "nginx is not installed: apt install nginx-light."
    without = may_have_networks()
    return f"Servers cannot be cut off: {without}." if without else ""


def test_no_acknowledged_command_is_lost_and_no_table_hangs() -> None:
    if lacks := _missing_capabilities():
        pytest.skip(lacks)
    pytest.importorskip("asyncpg", reason="The driver is not installed: python -m pip install '.[postgres]'.")
    said: list[str] = []
    choice = ChaosOptions(len(KINDS), 1, tables=len(FIVE), games=FIVE, longest=LONGEST, goes_on=PATIENCE)
    report = asyncio.run(run(choice, said.append))
    happened = "\n".join(said)
    assert not report.wrong, "\n".join([*report.wrong, happened])
    assert not report.lacks, report.lacks
    assert report.faults.keys() == KINDS.keys(), happened
    assert report.tables.keys() == set(FIVE), happened
    assert report.counts["acked"], happened
