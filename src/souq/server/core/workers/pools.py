"""The processes of a server, by what they think about."""

from __future__ import annotations

from dataclasses import dataclass

from souq.server.core.workers.workers import Workers


@dataclass(frozen=True, slots=True)
class Pools:
    """Processes for bots, for what somebody waits for, and for what can wait."""

    bots: Workers
    hints: Workers
    analyses: Workers

    def by_name(self) -> dict[str, Workers]:
        """Return all of them by their names."""
        return {"bots": self.bots, "hints": self.hints, "analyses": self.analyses}
