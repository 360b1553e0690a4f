"""Time spans in words, such as "2 days ago"."""

from __future__ import annotations

_SPANS = ((3600, 60, "minute"), (86400, 3600, "hour"), (7 * 86400, 86400, "day"), (60 * 86400, 7 * 86400, "week"))
"""For each unit of time: the limit in seconds up to which it is used, its length in seconds, and its name."""


def ago(seconds: float) -> str:
    """Return in words how long ago something was.

    >>> ago(20), ago(130), ago(3700), ago(86400), ago(200000), ago(1e7)
    ('just now', '2 minutes ago', 'an hour ago', 'yesterday', '2 days ago', '3 months ago')
    """
    if seconds < 60:
        return "just now"
    for limit, unit, name in _SPANS:
        if seconds < limit:
            return _said(int(seconds // unit), name)
    return _said(int(seconds // (30 * 86400)), "month")


def _said(count: int, name: str) -> str:
    if count == 1:
        return {"hour": "an hour ago", "day": "yesterday"}.get(name, f"a {name} ago")
    return f"{count} {name}s ago"
