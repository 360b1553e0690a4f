"""Link previews of tables: titles and sentences that reveal only what everybody with the link may see."""

from __future__ import annotations

from dataclasses import dataclass

from souq.engine.game import Game
from souq.engine.present.wording import counted, listed, opened
from souq.server.core.store.rows import TableRow, winners


@dataclass(frozen=True, slots=True)
class Preview:
    """A link preview: a title and a sentence."""

    title: str
    line: str


def preview(row: TableRow, game: Game, line: str = "") -> Preview:
    """Return the link preview of a table; ``line`` is a sentence about its game to include."""
    people = [seat.name for seat in row.seats if seat.kind == "person"]
    free = sum(seat.kind == "open" for seat in row.seats)
    if row.state == "waiting":
        host = f"{row.seats[row.host].name} invites you to" if row.host is not None else "You’re invited to"
        some = "One seat is free" if free == 1 else f"{opened(counted(free))} seats are free"
        seats = some if free else "All seats are taken"
        return Preview(f"{host} a game of {game.title}", f"{line} {seats}. No account needed.".strip())
    if row.state == "finished":
        return Preview(
            f"{game.title}: {ended(row) or 'a finished game'}", f"Look back at the game, move by move. {line}"
        )
    who = f"{listed(people)} {'play' if len(people) > 1 else 'plays'}" if people else "bots play"
    return Preview(f"{game.title}: {who}", f"Watch the game. {line}".strip())


def ended(row: TableRow, you: frozenset[int] = frozenset()) -> str:
    """Return who won a finished game, such as ``Omar won``; "" if nobody won, or the winners aren't known.

    ``you`` has the reader's own seats: ``You and Omar won``.
    """
    won = winners(row.result or {})
    names = ["You"] if you & set(won) else []
    names += [row.seats[seat].name for seat in won if seat not in you]
    return f"{listed(names)} won" if names else ""
