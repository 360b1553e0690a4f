"""Tables that were begun under an older edition of their game's rules.

A table is its log, and what the log means is said by rules. Under others than it was begun with it may go on only if
nobody can tell: nothing that was decided becomes something else, and nothing that is still to come will be judged by
other rules than those its people sat down to. Of the first a trial can speak, of the second it cannot: a rule that
scores at the end leaves no trace in a log until then. So both are asked for.

- **It was said.** Whoever changes a game's rules knows whether they play alike, and says so (``Game.alike``). A table
  in play of a version that is not named there does not go on here. One that is finished has nothing to come: it needs
  no word.
- **It is seen.** The log is replayed by the present rules: every decision must be legal and its seat asked, and in the
  end those must be asked whom the table waits for, or everybody must have what they had when it was finished.

The table keeps the version under which it was begun, whoever plays it on: beside a server of the newer rules one of the
older may still be there, which knows that one alone. Where a table does not go on, the refusal says which version of
souq carries on with it.
"""

from __future__ import annotations

from souq.engine.errors import WrongVersion
from souq.engine.game import Game
from souq.engine.match.match import Match
from souq.server.core.db.models import TableRow


def check_said(row: TableRow, game: Game) -> None:
    """Whether it was said that a table may be played by the installed rules, or nothing is to be played any more.

    Raises:
        WrongVersion: neither; the message says who carries on.
    """
    if row.rules_version != game.rules_version and row.rules_version not in game.alike and row.state != "finished":
        raise refusal(row, game)


def check_seen(row: TableRow, match: Match) -> None:
    """Whether a match that was replayed from its whole log came to where the table stood.

    Raises:
        WrongVersion: it came to something else.
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
    """What is said of a table that does not go on here."""
    who = f"souq {row.souq}" if row.souq else "The version of souq that began it"
    return WrongVersion(
        f"This table plays by rules {row.rules_version} of {game.title}, and this server has rules "
        f"{game.rules_version}, which play differently. {who} can carry on."
    )
