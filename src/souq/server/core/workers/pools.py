"""A server's pools of worker processes, one pool for each purpose."""

from __future__ import annotations

from dataclasses import dataclass

from souq.server.core.workers.workers import Workers


@dataclass(frozen=True, slots=True)
class Pools:
    """The pools of workers: for bots, for hints (a player waits for these), and for analyses (these can wait)."""

    bots: Workers
    hints: Workers
    analyses: Workers

    def by_name(self) -> dict[str, Workers]:
        """Return the pools by name."""
        return {"bots": self.bots, "hints": self.hints, "analyses": self.analyses}
