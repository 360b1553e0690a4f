"""Where a table comes from that did not begin with its game's own setup, as its page says it."""

from __future__ import annotations

from dataclasses import dataclass

from souq.server.core.commands.trying import came_from
from souq.server.core.db.models import TableRow

FIGURE = "figure"
"""The kind of origin of a table that begins where a figure of the rules stands; its name is the figure's."""


@dataclass(frozen=True, slots=True)
class Origin:
    """What leads back to it: a few words, a sentence's worth, and an address."""

    label: str
    told: str
    href: str


def origin_of(row: TableRow) -> Origin | None:
    """Where a table comes from, if there is a way back: a finished game, or a figure of the rules."""
    moment = came_from(row.origin)
    if moment:
        label = f"From move {moment.number}"
        return Origin(label, f"{label} of a finished game", f"/t/{moment.table}#{moment.number}")
    kind, _, name = row.origin.partition(":")
    if kind == FIGURE:
        return Origin("From the rules", "Back to the rule that this position shows", f"/rules/{row.game}#figure-{name}")
    return None
