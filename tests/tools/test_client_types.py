"""The client's types of messages are generated from the server's classes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from souq.server.core.commands.protocol import Hello
from souq.server.core.realtime.info import Result
from tools import client_types


def test_generated_types_are_up_to_date() -> None:
    assert client_types.PATH.read_text("utf-8") == client_types.generated(), "run: python -m tools.client_types"


def test_optional_fields_are_marked() -> None:
    """In scenes and server messages empty values may be missing, in commands those with a default."""

    @dataclass(frozen=True)
    class Piece:
        place: tuple[int, ...]
        owner: int | None
        kind: Literal["", "tent"] = ""
        scale: float = 1.0
        count: int = 3

    piece = {"place": "number[]", "owner": "number | null", "kind?": '"tent"', "scale?": "number", "count": "number"}
    assert client_types._drawn(Piece) == piece
    assert client_types._dumped(Result)["resigned"] == "number | null"
    assert client_types._taken(Hello)["token?"] == "string | null"
