"""The number of notifications that players have yet to be sent, for monitoring."""

from __future__ import annotations


class Backlog:
    """A default backlog, which is empty. A feature that sends notifications registers a subclass."""

    async def unsent(self) -> int:
        """Return the number of notifications that have not been sent yet.

        Raises:
            OutOfReach: the database doesn't answer.
        """
        return 0
