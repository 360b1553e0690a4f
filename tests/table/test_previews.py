"""Link previews and their pictures."""

from __future__ import annotations

import json
import struct
from collections.abc import Sequence
from typing import Any

import pytest

from souq.engine import registry
from souq.games import cards
from souq.server.core.http import pictures
from souq.server.core.http.previews import ended, preview
from souq.server.core.http.templating import ground, static_file
from souq.server.core.store.rows import SeatRow, State, TableRow

GAME = registry.find("kairo")


def table(state: State, *names: str, host: int | None = 0, **more: Any) -> TableRow:
    """Return a table of these players; a seat without a name is open."""
    seats = [SeatRow(n, "person" if name else "open", "", name, invitation="sesame") for n, name in enumerate(names)]
    fixed: dict[str, Any] = {"rules_version": "1", "options": {}, "secret": b"sesame", "created_at": 0, "updated_at": 0}
    return TableRow("t", "kairo", players=len(seats), state=state, host=host, seats=seats, **fixed, **more)


@pytest.mark.parametrize(
    ("row", "title", "line"),
    [
        (table("waiting", "Amina", "", ""), "Amina invites you to a game of Kairo", "Two seats are free."),
        (table("waiting", "Amina", ""), "Amina invites you to a game of Kairo", "One seat is free."),
        (table("waiting", "", "", host=None), "You’re invited to a game of Kairo", "Two seats are free."),
        (table("playing", "Amina", "Omar"), "Kairo: Amina and Omar play", "Watch the game."),
        (table("finished", "Amina", "Omar", result={"ranks": [2, 1]}), "Kairo: Omar won", "Look back at the game"),
        (table("finished", "Amina", result={"ranks": [1], "winners": []}), "Kairo: a finished game", "Look back"),
    ],
)
def test_a_table_preview_uses_public_information_only(row: TableRow, title: str, line: str) -> None:
    told = preview(row, GAME, "A square.")
    assert told.title == title
    assert line in told.line
    assert "A square." in told.line
    assert "sesame" not in told.title + told.line


@pytest.mark.parametrize(
    ("winners", "mine", "said"), [([0], {0}, "You won"), ([1], {0}, "Omar won"), ([0, 1], {1}, "You and Amina won")]
)
def test_results_are_worded_for_the_viewer(winners: Sequence[int], mine: set[int], said: str) -> None:
    row = table("finished", "Amina", "Omar", result={"ranks": [1, 1], "winners": list(winners)})
    assert ended(row, frozenset(mine)) == said


def size(png: bytes) -> tuple[int, int]:
    """Return the width and height in a PNG's header."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def test_every_game_and_the_site_have_a_picture() -> None:
    drawn = {name: pictures.png(name) or b"" for name in pictures.names()}
    assert {shown.game for shown in cards() if shown.playable} < set(drawn)
    for name, png in drawn.items():
        wide = pictures.ICONS.get(name)
        assert size(png) == ((wide, wide) if wide else (1200, 630))
        assert len(png) < 300_000, "some messengers show no larger ones"
    assert len(set(drawn.values())) == len(drawn)
    assert pictures.png("../souq") is None


def test_the_manifest_lists_existing_icons_and_the_theme_colours() -> None:
    manifest = json.loads(static_file("souq.webmanifest") or b"")
    for icon in manifest["icons"]:
        wide, high = size(pictures.png(icon["src"].removeprefix("/pictures/").removesuffix(".png")) or b"")
        assert icon["sizes"] == f"{wide}x{high}"
    assert manifest["background_color"] == manifest["theme_color"] == ground("light") != ground("dark")
