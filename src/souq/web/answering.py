"""Answers to what a page asks its worker, as a server would give them."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping

from souq.engine.errors import SouqError
from souq.server.errors import refusal_json, status_of
from souq.web import files, practice, requests, routes
from souq.web.tables import Site

LOG = logging.getLogger("souq.web")

PARTS = (requests, files, practice)
"""Modules with the paths that are answered."""

NOTHING = 404, "application/json", '{"message": "Nothing here."}'
"""The answer to a request that asks for nothing that is here."""


async def answer(site: Site, method: str, path: str, fields: Mapping[str, str]) -> tuple[int, str, str]:
    """Answer a request as a server would.

    Args:
        site: the site.
        method: GET or POST.
        path: the path on a server, without its query.
        fields: the query and the body's fields.

    Returns:
        The HTTP status, the content type and the content.
    """
    try:
        found = routes.find(method, path)
        if found is None:
            return NOTHING
        handle, parts = found
        made = await handle(site, fields, *parts)
        if made is None:
            return NOTHING
    except SouqError as error:
        return status_of(error), "application/json", json.dumps(refusal_json(error))
    except Exception:
        LOG.exception("A request failed: %s %s", method, path)
        message = "Something went wrong on our side. Nothing has changed; try again."
        return 500, "application/json", json.dumps({"message": message})
    return (200, "text/html", made) if isinstance(made, str) else (200, "application/json", json.dumps(made))
