"""Parsing of table codes and pasted links."""

from __future__ import annotations

import re

_LINK = re.compile(r"(?:^|/)t/([A-Za-z0-9]{6,40})/?(?:\?[^#\s]*)?(?:#(?:seat=([A-Za-z0-9_-]{16,100}))?\S*)?$")
_CODE = re.compile(r"[a-z0-9]{6,40}")


def destination(text: str) -> str | None:
    """Return the path of the table that a table code or link names, or None if the text is neither.

    The link's host is ignored: the table is on this server.

    >>> destination("https://souq.example/t/k3wq9zt2m4xa#seat=abcdefghijklmnopqrstuvwx")
    '/t/k3wq9zt2m4xa#seat=abcdefghijklmnopqrstuvwx'
    >>> destination(" K3WQ 9ZT2 M4XA ")
    '/t/k3wq9zt2m4xa'
    >>> destination("//evil.example") is None
    True
    """
    text = text.strip()
    link = _LINK.search(text)
    if link:
        return f"/t/{link[1].lower()}" + (f"#seat={link[2]}" if link[2] else "")
    code = re.sub(r"[\s-]", "", text).lower()
    return f"/t/{code}" if _CODE.fullmatch(code) else None
