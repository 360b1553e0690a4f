"""What is still to be sent to people, as far as whoever watches over a server has to know."""

from __future__ import annotations


class Backlog:
    """Nothing is, unless a feature sends something."""

    async def unsent(self) -> int:
        """How many notices are to be sent.

        Raises:
            OutOfReach: the database cannot be asked.
        """
        return 0
