"""Tables that were begun under an older version of their game's rules.

A table is stored as a log of decisions, which have a meaning only under the game's rules. A table may continue under
newer rules only if no player can notice: every past decision must mean the same, and future ones must be judged by the
rules under which the table began. A replay of the log can prove the first but not the second: a rule that scores at the
end has no effect on the log until then. So both are required:

- **Declared.** The author of a rules change knows whether the rules play alike and declares it (``Game.alike``). An
unfinished table whose version isn't declared doesn't continue here. A finished table needs no declaration.
- **Verified.** The log is replayed with the installed rules: every decision must be legal and made by a seat that is
asked. At the end the table must wait for the same seats as before, or have the same final points.

The table keeps the version under which it was begun, even if it continues under newer rules, since another server of
the cluster may still run the old rules and know only that version. The error for a table that can't continue says which
version of souq can continue it.
"""

from __future__ import annotations

from souq.engine.errors import WrongVersion
from souq.engine.game import Game
from souq.engine.match.match import Match
from souq.server.core.store.rows import TableRow


def check_said(row: TableRow, game: Game) -> None:
    """Refuse an unfinished table begun under another version of the rules, unless that version is declared alike.

    Raises:
        WrongVersion: it isn't declared; the message says which version of souq can continue the table.
    """
    if row.rules_version != game.rules_version and row.rules_version not in game.alike and row.state != "finished":
        raise refusal(row, game)


def check_seen(row: TableRow, match: Match) -> None:
    """Refuse a table begun under older rules if its log, replayed, doesn't lead to the stored state.

    Raises:
        WrongVersion: the replay leads to another state.
    """
    if row.rules_version != match.game.rules_version and not _same(row, match):
        raise refusal(row, match.game)


def _same(row: TableRow, match: Match) -> bool:
    if row.state != "finished":
        deciders = match.deciders if match.drafter is None else 1 << match.drafter
        return deciders == row.deciders
    result = row.result or {}
    if match.points() != result.get("points"):
        return False
    ended_by_people = "agreed" in result or "resigned" in result
    return ended_by_people or (match.over and match.ranks() == result.get("ranks"))


def refusal(row: TableRow, game: Game) -> WrongVersion:
    """Return the error for a table that can't continue under the installed rules."""
    who = f"souq {row.souq}" if row.souq else "The version of souq that began it"
    return WrongVersion(
        f"This table plays by rules {row.rules_version} of {game.title}, and this server has rules "
        f"{game.rules_version}, which play differently. {who} can carry on."
    )
