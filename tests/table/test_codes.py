"""A typed code or a pasted link leads to a table on this server, and to nothing else."""

from __future__ import annotations

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st

from souq.server.features.home import codes
from souq.server.features.home.codes import destination

TABLE = "k3wq9zt2m4xa"
TOKEN = "Abc-def_ghijklmnopqrstuvwxyz0123"


@pytest.mark.parametrize(
    ("text", "path"),
    [
        (TABLE, f"/t/{TABLE}"),
        (f"  {TABLE.upper()[:4]} {TABLE[4:8]}-{TABLE[8:]}\n", f"/t/{TABLE}"),
        (f"/t/{TABLE}", f"/t/{TABLE}"),
        (f"t/{TABLE}/", f"/t/{TABLE}"),
        (f"http://localhost:8000/t/{TABLE}", f"/t/{TABLE}"),
        (f"https://souq.example/t/{TABLE}#seat={TOKEN}", f"/t/{TABLE}#seat={TOKEN}"),
        (f"https://souq.example/t/{TABLE}?from=chat#seat={TOKEN}", f"/t/{TABLE}#seat={TOKEN}"),
        (f"https://souq.example/t/{TABLE}#42", f"/t/{TABLE}"),
        ("", None),
        ("hello there, where is it?", None),
        ("https://souq.example/", None),
        ("//evil.example", None),
        ("/t/../me", None),
        ("javascript:alert(1)", None),
    ],
)
def test_a_code_or_link_leads_to_its_table(text: str, path: str | None) -> None:
    assert destination(text) == path


@given(st.text(max_size=200))
def test_a_destination_is_always_on_this_server(text: str) -> None:
    path = destination(text)
    assert path is None or (path.startswith("/t/") and path.isascii() and not set(path) & set(" \r\n\\\"'<>"))


def test_examples() -> None:
    assert doctest.testmod(codes).failed == 0
