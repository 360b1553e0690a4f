"""The match of a table, played again from its log."""

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
"""Decisions of a table that is read again that are carried out before others are served."""


def begin(row: TableRow) -> Match:
    """The match of a table that begins now."""
    names = [seat.name for seat in row.seats]
    shares = [Share(seat.seat, seat.seal, seat.share) for seat in row.seats if seat.seal is not None]
    game = registry.find(row.game)
    options = game.kept_options(row.options, row.players)
    return Match(game, row.players, secret=row.secret, options=options, names=names, shares=shares, start=row.start)


def rebuild(row: TableRow, log: list[Decided], marks: Collection[int] = ()) -> Match:
    """The match of a table, played again from its log.

    Its entries end where everybody was shown it, at the ``marks``; where these have been cleared out, it is found out.

    Raises:
        WrongVersion: it was played under rules that play differently (:mod:`souq.server.core.live.editions`).
    """
    *_, match = _replayed(row, log, marks)
    return match


async def rebuilt(row: TableRow, log: list[Decided], marks: Collection[int]) -> Match:
    """:func:`rebuild`, while others are served."""
    replayed = _replayed(row, log, marks)
    match = next(replayed)
    for further in replayed:
        match = further
        await asyncio.sleep(0)
    return match


def _replayed(row: TableRow, log: list[Decided], marks: Collection[int]) -> Iterator[Match]:
    """The match of a table that grows from its log, every few decisions and at the end."""
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
                len(match.entries)  # they are found out little by little
            yield match
    if row.mark == len(log):
        match.confirm(as_one=known)
    check_seen(row, match)
    yield match


def grow(match: Match, row: TableRow, further: list[Decided], marks: Collection[int]) -> None:
    """Carry out what was decided since, and show everybody what they have been shown meanwhile.

    Args:
        match: a table's, as it was.
        row: the table's row, as it is.
        further: the decisions that it lacks.
        marks: how many decisions everybody has been shown since.
    """
    for ply, decided in enumerate(further, start=match.ply):
        _decide(match, decided, ply in marks, known=True)
    if row.mark == match.ply:
        match.confirm(as_one=True)


def _decide(match: Match, decided: Decided, shown: bool, known: bool) -> None:
    """One more decision; ``shown``: everybody had been shown those before it."""
    if shown:
        match.confirm(as_one=known)
    match.replay(decided.choice, decided.seat, goes_on=decided.goes_on)
