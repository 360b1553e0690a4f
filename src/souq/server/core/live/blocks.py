"""Default blocking rules, which a feature may replace: nobody blocks anybody."""

from __future__ import annotations

from collections.abc import Iterable


class Blocks:
    """Default blocking rules, under which nobody is blocked."""

    def shuts_out(self, people: Iterable[str], person_id: str | None) -> bool:
        """Return whether a person can't join a table because one of these people, who sit there, blocks them."""
        return False

    def apart(self, one: str | None, other: str | None) -> bool:
        """Return whether matchmaking must keep two people apart, because one of them blocks the other."""
        return False
