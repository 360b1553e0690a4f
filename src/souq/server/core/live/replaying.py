"""The match of a table, replayed from its log."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterator

from souq.engine import registry
from souq.engine.errors import SouqError
from souq.engine.match.match import Match
from souq.engine.match.shares import Share
from souq.server.core.db.models import Decided, TableRow
from souq.server.core.live.editions import check_said, check_seen, refusal

AT_ONCE = 50
"""The number of decisions replayed in a row before other tasks may run."""


def begin(row: TableRow) -> Match:
    """Create a table's match when its game begins, with the players, options, secret and seed shares from its row."""
    names = [seat.name for seat in row.seats]
    shares = [Share(seat.seat, seat.seal, seat.share) for seat in row.seats if seat.seal is not None]
    game = registry.find(row.game)
    options = game.kept_options(row.options, row.players)
    return Match(game, row.players, secret=row.secret, options=options, names=names, shares=shares, start=row.start)


def rebuild(row: TableRow, log: list[Decided], marks: Collection[int] = ()) -> Match:
    """Return the match of a table, replayed from its log.

    The story's entries end at the ``marks``, the plies up to which everyone was shown the match. Where they are no
    longer stored, the entries are derived from the positions.

    Raises:
        WrongVersion: it was played under rules that play differently (:mod:`souq.server.core.live.editions`).
    """
    *_, match = _replayed(row, log, marks)
    return match


async def rebuilt(row: TableRow, log: list[Decided], marks: Collection[int]) -> Match:
    """Do the same as :func:`rebuild`, but let other tasks run from time to time."""
    replayed = _replayed(row, log, marks)
    match = next(replayed)
    for further in replayed:
        match = further
        await asyncio.sleep(0)
    return match


def _replayed(row: TableRow, log: list[Decided], marks: Collection[int]) -> Iterator[Match]:
    """Yield the match of a table as it grows from its log, every few decisions and at the end."""
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
    """Replay further decisions in a match, and confirm it at each of the ``marks``.

    Args:
        match: a table's match, some decisions behind.
        row: the table's present row.
        further: the decisions that the match lacks.
        marks: the plies up to which everyone was shown the match meanwhile.
    """
    for ply, decided in enumerate(further, start=match.ply):
        _decide(match, decided, ply in marks, known=True)
    if row.mark == match.ply:
        match.confirm(as_one=True)


def _decide(match: Match, decided: Decided, confirmed: bool, known: bool) -> None:
    """Replay one decision; first confirm the match if ``confirmed``, that is if everyone had been shown it."""
    if confirmed:
        match.confirm(as_one=known)
    match.replay(decided.choice, decided.seat, goes_on=decided.goes_on)
