"""Sections that ratings add to pages shared by several features."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import Request

from souq.server.core.http.dependencies import parts_of
from souq.server.core.live.people import Guest
from souq.server.core.store.rows import TableRow
from souq.server.features.ratings.page_parts import rated_words
from souq.server.features.ratings.service import Book


async def on_you(request: Request, guest: Guest) -> Mapping[str, Any]:
    """Return the code of the player's public profile, or None."""
    return {"shown": await parts_of(request)[Book].profiles.code_of(guest.person.id) if guest.person else None}


async def on_listing(request: Request, row: TableRow, seat: int) -> Mapping[str, Any]:
    """Return the sentence about ratings for the part of a table's page on who may join."""
    return {"rated": await rated_words(parts_of(request)[Book].records, row, seat)}
