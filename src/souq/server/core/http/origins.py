"""Links from a table to the source of its first position, if that isn't the game's own setup."""

from __future__ import annotations

from dataclasses import dataclass

from souq.server.core.commands.trying import came_from
from souq.server.core.store.origins import FIGURE
from souq.server.core.store.rows import TableRow


@dataclass(frozen=True, slots=True)
class Origin:
    """A link to where a table's first position comes from: a short label, a longer text, and the address."""

    label: str
    told: str
    href: str


def origin_of(row: TableRow) -> Origin | None:
    """Return a link to where a table's first position comes from: a finished game, or a figure in the rules.

    Return None if the game began with its own setup, or if there is no page to link to.
    """
    moment = came_from(row.origin)
    if moment:
        label = f"From move {moment.number}"
        return Origin(label, f"{label} of a finished game", f"/t/{moment.table}#{moment.number}")
    kind, _, name = row.origin.partition(":")
    if kind == FIGURE:
        return Origin("From the rules", "Back to the rule that this position shows", f"/rules/{row.game}#figure-{name}")
    return None
