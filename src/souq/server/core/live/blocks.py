"""Default blocking rules, which a feature may replace: nobody blocks anybody."""

from __future__ import annotations

from collections.abc import Iterable


class Blocks:
    """Default blocking rules, under which nobody is blocked."""

    def shuts_out(self, people: Iterable[str], person_id: str | None) -> bool:
        """Return whether any of these people blocks a person. If so, the person can't join tables where they sit."""
        return False

    def apart(self, one: str | None, other: str | None) -> bool:
        """Return whether two people must not be matched with each other, because one blocks the other."""
        return False
