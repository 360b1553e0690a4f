"""Who would rather not meet whom, as far as others than those who keep it have to know."""

from __future__ import annotations

from collections.abc import Iterable


class Blocks:
    """Everybody meets everybody, unless a feature lets people block each other."""

    def shuts_out(self, people: Iterable[str], person_id: str | None) -> bool:
        """Whether one of these people would have somebody at none of their tables."""
        return False

    def apart(self, one: str | None, other: str | None) -> bool:
        """Whether two are not to be brought together: one blocks the other."""
        return False
