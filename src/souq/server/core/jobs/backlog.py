"""Count the notices that wait to be sent, for monitoring."""

from __future__ import annotations


class Backlog:
    """No notices; a feature that sends some registers a subclass."""

    async def unsent(self) -> int:
        """Return how many notices wait to be sent.

        Raises:
            OutOfReach: the database cannot be asked.
        """
        return 0
