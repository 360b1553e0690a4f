"""Sections that the social feature adds to pages shared by several features."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from fastapi import Request

from souq.server.core.http.ago import ago
from souq.server.core.http.dependencies import parts_of
from souq.server.core.http.sections import TableShown
from souq.server.core.live.people import Guest
from souq.server.features.social.blocks import BlockLists
from souq.server.features.social.phrases import PHRASES


async def on_you(request: Request, guest: Guest) -> Mapping[str, Any]:
    """Return the people that a player mutes or blocks, for the page *You*."""
    block_lists = await parts_of(request)[BlockLists].of(guest.person.id) if guest.person else []
    now = time.time()
    return {"shunned": [(each, ago(now - each.at)) for each in block_lists]}


async def on_table(request: Request, guest: Guest, table: TableShown) -> Mapping[str, Any]:
    """Return the quick phrases, for the chat on a table's page."""
    return {"phrases": PHRASES}
