"""Restoring the match of a table (the game in progress) by replaying the decisions in its log."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterator

from souq.engine import registry
from souq.engine.errors import SouqError
from souq.engine.match.match import Match
from souq.engine.match.shares import Share
from souq.server.core.live.editions import check_said, check_seen, refusal
from souq.server.core.store.rows import Decided, TableRow

AT_ONCE = 50
"""Number of decisions that are replayed without a break. After that, other tasks of the server may run."""


def begin(row: TableRow) -> Match:
    """Create the match of a table whose game begins now, from the table's row."""
    names = [seat.name for seat in row.seats]
    shares = [Share(seat.seat, seat.seal, seat.share) for seat in row.seats if seat.seal is not None]
    game = registry.find(row.game)
    options = game.kept_options(row.options, row.players)
    return Match(game, row.players, secret=row.secret, options=options, names=names, shares=shares, start=row.start)


def rebuild(row: TableRow, log: list[Decided], marks: Collection[int] = ()) -> Match:
    """Return the match of a table, restored by replaying its log.

    ``marks`` are the numbers of decisions (plies) at which the match was confirmed, so that everybody saw it. The
    entries of the story end there. If they aren't stored any more, the entries are derived from the positions.

    Raises:
        WrongVersion: the rules have changed so that they play differently (:mod:`souq.server.core.live.editions`).
    """
    *_, match = _replayed(row, log, marks)
    return match


async def rebuilt(row: TableRow, log: list[Decided], marks: Collection[int]) -> Match:
    """Do the same as :func:`rebuild`, but let other tasks of the server run in between."""
    replayed = _replayed(row, log, marks)
    match = next(replayed)
    for further in replayed:
        match = further
        await asyncio.sleep(0)
    return match


def _replayed(row: TableRow, log: list[Decided], marks: Collection[int]) -> Iterator[Match]:
    """Yield a table's match several times while it is being restored from the log; the last one is complete."""
    game = registry.find(row.game)
    check_said(row, game)
    try:
        yield from _grown(row, log, marks)
    except SouqError as error:
        if row.rules_version == game.rules_version:
            raise
        raise refusal(row, game) from error


def _grown(row: TableRow, log: list[Decided], marks: Collection[int]) -> Iterator[Match]:
    match, known = begin(row), bool(marks)
    for ply, decided in enumerate(log):
        _decide(match, decided, ply in marks or ply == row.mark, known)
        if ply % AT_ONCE == 0:
            if not known:
                len(match.entries)  # derives the entries so far, so that the last step isn't a long one
            yield match
    if row.mark == len(log):
        match.confirm(as_one=known)
    check_seen(row, match)
    yield match


def grow(match: Match, row: TableRow, further: list[Decided], marks: Collection[int]) -> None:
    """Bring a match up to date by replaying the decisions that it lacks.

    Args:
        match: the match of a table, some decisions behind.
        row: the table's present row.
        further: the decisions that the match lacks.
        marks: the numbers of decisions at which the match was confirmed meanwhile.
    """
    for ply, decided in enumerate(further, start=match.ply):
        _decide(match, decided, ply in marks, known=True)
    if row.mark == match.ply:
        match.confirm(as_one=True)


def _decide(match: Match, decided: Decided, confirmed: bool, known: bool) -> None:
    """Replay one decision. If ``confirmed``, confirm the decisions before it first, which ends the draft."""
    if confirmed:
        match.confirm(as_one=known)
    match.replay(decided.choice, decided.seat, goes_on=decided.goes_on)
