"""Texts of notifications, which say only what everyone at a table knows: whose turn it is, and at which table."""

from __future__ import annotations

from dataclasses import dataclass

from souq.engine import registry
from souq.engine.errors import UnknownGame
from souq.engine.present.wording import listed
from souq.server.core.store.rows import TableRow
from souq.server.features.notifications.waiting import asked

_PLAIN = str.maketrans({"@": "@\u200b", "<": "‹", ">": "›", "[": "(", "]": ")", "`": "’", "*": "∗", "_": "‗", "~": "∼"})
"""Replacements for characters that chat services read as mentions, links or markup."""


@dataclass(frozen=True, slots=True)
class Turn:
    """The contents of a notification about a turn: the table, the game, the player, and the other people there."""

    table: str
    title: str
    name: str
    others: tuple[str, ...]

    @property
    def waiting(self) -> str:
        """Sentence that names the people who wait for the player's turn, or "" if nobody does."""
        if not self.others:
            return ""
        return f"{listed(list(self.others))} {'are' if len(self.others) > 1 else 'is'} waiting."


def turn_of(row: TableRow, seat: int) -> Turn:
    """Return a seat's turn, with the title and the names that a notification needs."""
    try:
        title = registry.find(row.game).title
    except UnknownGame:
        title = row.game
    now = {seat, *asked(row)}
    others = tuple(each.name for each in row.seats if each.kind == "person" and each.seat not in now)  # bots never tire
    return Turn(row.id, title, row.seats[seat].name, others)


def pushed(turn: Turn, waiting: int) -> dict[str, object]:
    """Return the push message for a browser; `waiting` is the number of tables where it is the player's turn."""
    message = {"title": f"Your turn at {turn.title}", "body": turn.waiting, "path": f"/t/{turn.table}"}
    return {**message, "table": turn.table, "waiting": waiting}


def posted(turn: Turn, origin: str) -> dict[str, object]:
    """Return the JSON body of a webhook request, readable for Slack, Mattermost and Discord."""
    link = f" {origin}/t/{turn.table}" if origin else ""
    said = f"{turn.name.translate(_PLAIN)}, it’s your turn at {turn.title}.{link}"
    return {"text": said, "content": said, "allowed_mentions": {"parse": []}}


def written(turn: Turn, origin: str, stop: str) -> tuple[str, str]:
    """Return the subject and the body of an e-mail; `stop` is its unsubscribe link."""
    place = [f"The table is here:\n\n    {origin}/t/{turn.table}"] if origin else []
    end = f"To stop all of these e-mails:\n\n    {stop}" if stop else "You can switch these e-mails off on your page."
    sentence = " ".join(filter(None, [f"It’s your turn at {turn.title}.", turn.waiting]))
    only = "We won’t write about this table again until you’ve visited it."
    return f"Your turn at {turn.title}", "\n\n".join([f"Hello {turn.name},", sentence, *place, only, end]) + "\n"
