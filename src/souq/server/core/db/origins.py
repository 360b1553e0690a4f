"""The condition for tables whose first position comes from somewhere (:mod:`souq.server.core.store.origins`)."""

from __future__ import annotations

from sqlalchemy import ColumnElement, or_

from souq.server.core.db.models import TABLES


def of_kind(*kinds: str) -> ColumnElement[bool]:
    """Return the condition for tables with an origin of one of these kinds."""
    return or_(*(TABLES.c.origin.like(f"{kind}:%") for kind in kinds))
