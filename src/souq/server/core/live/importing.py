"""Tables made of saved matches: finished games that were played elsewhere, to be looked at here."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace

import souq
from souq.engine.match.match import Match
from souq.server.core.live.people import ID_LENGTH, ID_LETTERS
from souq.server.core.store.origins import SAVED
from souq.server.core.store.rows import Commit, Decided, SeatRow, TableRow
from souq.server.errors import Malformed


def imported(match: Match, whose: str | None, seat: int | None, at: float) -> list[Commit]:
    """Return the commands that lead to the finished table of a saved match, one for each entry of its log.

    The last one has the table and all decisions. The same match makes the same table for the same person.

    A match that isn't over is a game that was ended early: it can't go on, since its secret is known.

    Args:
        match: the match, restored and thereby checked (:func:`souq.engine.match.saved.from_json`).
        whose: the ID of the person who imports it.
        seat: the seat where this person sat; None if nowhere.
        at: when the game ended, in seconds since 1970.

    Raises:
        Malformed: there is no such seat, or nothing was played.
    """
    if not match.ply:
        raise Malformed("There’s nothing to look at in this game. Nobody has moved yet.")
    if seat is not None and not 0 <= seat < match.players:
        raise Malformed(f"There’s no seat {seat}. The game has {match.players}, and the first one is 0.")
    match.confirm()
    found = digest(match)
    marks = [0, *(match.entries if match.players > 1 else [match.ply])]
    last = len(marks)
    table = TableRow(
        id=_id(found, whose or ""),
        game=match.game.name,
        rules_version=match.game.rules_version,
        souq=souq.__version__,
        players=match.players,
        options=dict(match.options),
        secret=match.secret,
        created_at=at,
        updated_at=at,
        state="finished",
        revision=last,
        public=last,
        moved=last,
        ply=match.ply,
        mark=match.ply,
        host=seat,
        result=_result(match),
        start=None if match.dealt else match.position(0),
        origin=origin(found),
        seats=_seats(match, whose, seat),
    )
    steps = [replace(table, revision=n, public=n, moved=n, ply=mark, mark=mark) for n, mark in enumerate(marks, 1)]
    commits = [Commit(step, SAVED if step.ply else "open", -1, str(step.revision), {}, 0) for step in steps]
    commits[-1].added = [Decided(made.seat, made.choice, made.goes_on) for made in match.log]
    return commits


def digest(match: Match) -> str:
    """Return a hash of a match's chance and decisions; who played it doesn't matter."""
    start = None if match.dealt else match.position(0)
    shares = [(share.seat, share.used(match.secret).hex()) for share in match.shares]
    terms = match.game.name, match.players, dict(match.options), start
    log = [(made.seat, made.choice, made.goes_on) for made in match.log]
    made = json.dumps([*terms, match.secret.hex(), shares, log], sort_keys=True)
    return hashlib.sha256(made.encode()).hexdigest()


def origin(found: str) -> str:
    """Return the origin of the tables made of a match, given its :func:`digest`."""
    return f"{SAVED}:{found}"


def _id(found: str, whose: str) -> str:
    """Return a table's ID that nobody can guess who knows the match, but not the person's ID."""
    made = hashlib.sha256(f"{found} {whose}".encode()).digest()
    return "".join(ID_LETTERS[byte % len(ID_LETTERS)] for byte in made[:ID_LENGTH])


def _result(match: Match) -> dict[str, object]:
    if match.over:
        return {"points": match.points(), "ranks": match.ranks(), "winners": match.winners()}
    return {"points": match.points(), "ranks": [0] * match.players, "winners": [], "agreed": True}


def _seats(match: Match, whose: str | None, mine: int | None) -> list[SeatRow]:
    """Return the seats as the match names them. It doesn't say which were bots, so all are people's."""
    shares = {share.seat: share for share in match.shares}
    return [
        SeatRow(
            seat,
            "person",
            name=name,
            person_id=whose if seat == mine else None,
            seal=shares[seat].seal if seat in shares else None,
            share=shares[seat].shown if seat in shares else None,
        )
        for seat, name in enumerate(match.names)
    ]
