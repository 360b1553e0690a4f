"""The number of unsent notices, for monitoring."""

from __future__ import annotations


class Backlog:
    """A backlog without notices; a feature that sends some registers a subclass."""

    async def unsent(self) -> int:
        """Return the number of unsent notices.

        Raises:
            OutOfReach: the database doesn't answer.
        """
        return 0
