"""The privacy page."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

from souq.server.core.http.dependencies import PostDep, SettingsDep, Who
from souq.server.core.http.rendering import page
from souq.server.core.live.people import COOKIE_DAYS
from souq.server.features.privacy import statement

router = APIRouter(include_in_schema=False)


@router.get("/privacy")
async def privacy(request: Request, post: PostDep, settings: SettingsDep, guest: Who) -> Response:
    """Show which data the server stores, why and how long."""
    about: dict[str, Any] = {
        "parts": statement.entries(),
        "notes": list(statement.BROWSER.values()),
        "days": COOKIE_DAYS,
        "mail_goes": post.goes,
        "spans": {"games": settings.clear_tables, "guests": settings.clear_guests},
    }
    return page(request, "privacy.html", guest, **about)
