"""Seats, the tokens that prove who may play them, and the links that invite players to them."""

from __future__ import annotations

import base64
import hmac
import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import souq
from souq.engine import registry
from souq.engine.errors import BadPlayers
from souq.engine.game import Game
from souq.engine.match import secret as chance_secret
from souq.server.core.clocks import terms
from souq.server.core.clocks.terms import Terms
from souq.server.core.live.people import fresh_id, fresh_token, hashed, named
from souq.server.core.store.rows import Pace, SeatRow, TableRow
from souq.server.errors import Malformed

USUAL = "trader"
"""The default level of a bot."""

RECOVERABLE = 600.0
"""Seconds after a player has taken a seat during which the invitation can be exchanged for the token again."""

BOT_NAMES = ("Zaynab", "Idris", "Farah", "Yusuf", "Salma", "Tariq", "Leila", "Omar", "Nadia", "Karim", "Amina", "Hakim")
"""Names that bots get at a table."""


@dataclass(frozen=True, slots=True)
class Wish:
    """The player that a table's creator wants in a seat: ``me`` (the creator), a ``bot`` of a level, or ``open``."""

    kind: str
    level: str = USUAL
    name: str = ""


@dataclass(frozen=True, slots=True)
class Beginning:
    """The position from which a table begins instead of its game's normal setup, and where it comes from."""

    start: Mapping[str, Any]
    """Fields of the position, by name (see :func:`souq.position`)."""
    origin: str
    """Where the position comes from, as a kind and a name such as ``lesson:first``."""
    secret: bytes | None = None
    """The secret that determines the game's random draws, or None to generate a new one."""
    posed: Mapping[str, Any] | None = None
    """The puzzle at the table, as JSON, if it isn't one of the game's own."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A new table. If its creator plays, also their seat and the token that proves it."""

    table: TableRow
    seat: int | None
    token: str | None


@dataclass(frozen=True, slots=True)
class Standing:
    """A viewer's rights at a table: to play a seat, to take a seat with an invitation, or only to watch."""

    seat: int = -1
    invited: int | None = None
    known: bool = True
    """Whether the viewer's token is valid; true if there was none."""
    took: int | None = None
    """Seat that was taken with this invitation; None once its player has connected with the seat's own token."""


def new_table(
    game_name: str,
    wishes: Sequence[Wish],
    options: dict[str, Any],
    person_id: str | None,
    name: str = "",
    pace: Pace = "people",
    begins: Beginning | None = None,
    timing: Terms | None = None,
    rated: bool = False,
) -> Opened:
    """Return a new table, which isn't stored yet and hasn't begun.

    ``begins`` is the position to begin from instead of the game's normal setup; ``timing`` is the time control.

    Raises:
        UnknownGame, BadPlayers, BadOption, UnknownLevel, Malformed: the request is invalid; the message says what is
        allowed.
    """
    game = registry.find(game_name)
    game.check_players(len(wishes))
    mine = [seat for seat, wish in enumerate(wishes) if wish.kind == "me"]
    if len(mine) > 1:
        raise BadPlayers("Only one seat can be yours. Leave the others open and share their links.")
    if rated and (begins or sum(wish.kind != "bot" for wish in wishes) < 2):
        raise Malformed("Only games between people are rated. Leave a seat open, or play without ratings.")
    token = fresh_token() if mine else None
    seats: list[SeatRow] = []
    for number, wish in enumerate(wishes):
        taken = {seat.name for seat in seats} | {name}
        seats.append(_seat(number, wish, person_id, hashed(token) if token else None, name, taken))
    now = time.time()
    row = TableRow(
        id=fresh_id(),
        game=game.name,
        rules_version=game.rules_version,
        souq=souq.__version__,
        players=len(wishes),
        options=dict(game.check_options(options, len(wishes))),
        secret=(begins and begins.secret) or chance_secret.fresh(),
        host=mine[0] if mine else None,
        pace=pace,
        start=dict(begins.start) if begins else None,
        origin=begins.origin if begins else "",
        posed=dict(begins.posed) if begins and begins.posed else None,
        timing=terms.to_json(terms.check(timing)) if timing and len(wishes) > 1 else None,
        rated=rated,
        created_at=now,
        updated_at=now,
        seats=seats,
    )
    return Opened(row, row.host, token)


def check_bots(game_name: str, wishes: Sequence[Wish], timing: Terms | None = None) -> None:
    """Check that all bots of a new table can play at it: those in ``wishes``, and the one of ``timing``.

    The latter plays for players whose time has run out. This is checked only when a table is opened. Later, if a bot's
    trained weights are missing, another bot plays in its place.

    Raises:
        UnknownGame, UnknownLevel: they can't; the message says which bots can.
    """
    named = [wish.level for wish in wishes if wish.kind == "bot"] + ([timing.level] if timing else [])
    check_levels(registry.find(game_name), len(wishes), *named)


def check_levels(game: Game, players: int, *named: str) -> None:
    """Check that bots of these levels can play a game with this number of players.

    Raises:
        UnknownLevel: one of them can't; the message says which can.
    """
    for level in named:
        from souq.bots import levels  # loads the compiler

        levels.at(level, game, players)


def _seat(number: int, wish: Wish, person_id: str | None, token: bytes | None, name: str, taken: set[str]) -> SeatRow:
    if wish.kind == "me":
        called = named(wish.name or name or "Guest")
        return SeatRow(number, "person", "", called, person_id, token, here_at=time.time())
    if wish.kind == "bot":
        made = bot(SeatRow(number, "bot"), wish.level, taken)
        return replace(made, name=named(wish.name)) if wish.name else made
    if wish.kind == "open":
        return SeatRow(number, "open", invitation=fresh_token())
    raise Malformed(f"A seat is 'me', 'bot' or 'open', not {wish.kind[:20]!r}.")


def bot(seat: SeatRow, level: str, taken: set[str]) -> SeatRow:
    """Return a copy of a seat that a bot has taken; the bot's name isn't one of those ``taken``.

    Raises:
        UnknownLevel: no bot has that level.
    """
    from souq.bots import levels  # loads the compiler

    known = levels.get(level).name
    free = [name for name in BOT_NAMES if name not in taken]
    name = free[seat.seat * 5 % len(free)] if free else f"Trader {seat.seat + 1}"
    return replace(seat, kind="bot", level=known, name=name, invitation=None)


def taken_by(seat: SeatRow, name: str, person_id: str | None, others: set[str]) -> tuple[SeatRow, str]:
    """Return a copy of an open seat that a player has taken, and the token that proves it.

    The invitation becomes invalid.

    Raises:
        Malformed: the name isn't allowed.
    """
    salt, called = secrets.token_bytes(32), named(name)
    token = token_of(salt, seat.invitation or fresh_token())
    if called in others:
        called = next(f"{called[:20]} {n}" for n in range(2, 99) if f"{called[:20]} {n}" not in others)
    return replace(
        seat,
        kind="person",
        level="",
        name=called,
        person_id=person_id,
        token_hash=hashed(token),
        invitation=None,
        salt=salt,
        here_at=time.time(),
        hushed=False,
    ), token


def token_of(salt: bytes, invitation: str) -> str:
    """Return the token that a player gets for an invitation: its HMAC-SHA-256, with the salt as key.

    The server stores the salt but not the token. So a player who has lost the server's answer can send the invitation
    again and get the same token. The salt is deleted when a player first connects with the token.
    """
    made = hmac.digest(salt, invitation.encode(errors="replace"), "sha256")
    return base64.urlsafe_b64encode(made[:24]).decode()


def recover_token(seat: SeatRow, invitation: str | None) -> str | None:
    """Return a seat's token to the player who took the seat with this invitation; None if that isn't possible."""
    if not seat.salt or not seat.token_hash or not invitation:
        return None
    token = token_of(seat.salt, invitation)
    return token if hmac.compare_digest(seat.token_hash, hashed(token)) else None


def rematch(old: TableRow, seat: int, token: str) -> TableRow:
    """Return a new table for the same game, options and players as a finished table.

    The player who asks for the rematch gets ``seat`` with ``token``. Other people's seats are open but reserved for
    them.

    Raises:
        BadOption: the game no longer has these options.
    """
    game, now = registry.find(old.game), time.time()
    options = game.check_options(game.kept_options(old.options, old.players), old.players)
    return TableRow(
        id=fresh_id(),
        game=game.name,
        rules_version=game.rules_version,
        souq=souq.__version__,
        players=old.players,
        options=dict(options),
        secret=chance_secret.fresh(),
        host=seat,
        pace=old.pace,
        follows=old.id,
        timing=old.timing,
        rated=old.rated,
        talk=old.talk,
        created_at=now,
        updated_at=now,
        seats=[_rematch_seat(each, hashed(token) if each.seat == seat else None) for each in old.seats],
    )


def _rematch_seat(old: SeatRow, token: bytes | None) -> SeatRow:
    """Return a seat of a rematch, taken with ``token`` or, if that is None, waiting for the same player as before."""
    fresh = SeatRow(old.seat, "open", "", old.name, old.person_id, confirm=old.confirm)
    if token is not None:
        return replace(fresh, kind="person", token_hash=token)
    if old.kind == "bot":
        return replace(fresh, kind="bot", level=old.level)
    return replace(fresh, invitation=fresh_token())


def relinked(seat: SeatRow) -> tuple[SeatRow, str]:
    """Return a copy of a seat with a new link, and the token in the link; the previous link becomes invalid.

    If a person plays the seat, the token is theirs. Otherwise it is an invitation.
    """
    token = fresh_token()
    if seat.kind != "person":
        return replace(seat, invitation=token), token
    return replace(seat, token_hash=hashed(token), salt=None), token


def standing(table: TableRow, token: str | None, person_id: str | None) -> Standing:
    """Return what a viewer may do at a table, by their token (from a link) or, failing that, by their person ID.

    Once a seat's player has connected with the token or a cookie, the seat's salt is also deleted from the row in
    memory, so that the token can no longer be recovered.
    """
    took = None
    if token:
        digest = hashed(token)  # compared in constant time, so that response times reveal no token
        for seat in table.seats:
            if seat.token_hash is not None and hmac.compare_digest(seat.token_hash, digest):
                seat.salt = None
                return Standing(seat.seat)
            if seat.invitation is not None and hmac.compare_digest(seat.invitation.encode(), token.encode()):
                return Standing(invited=seat.seat)
            if recover_token(seat, token):
                took = seat.seat
    if person_id is not None:
        for seat in table.seats:
            if seat.person_id == person_id and seat.kind == "open":
                return Standing(invited=seat.seat, took=took)
            if seat.person_id == person_id:
                seat.salt = seat.salt if took == seat.seat else None
                return Standing(seat.seat, took=took)
    return Standing(known=not token, took=took)


def links(table: TableRow) -> dict[str, Any]:
    """Return the links that a host can share: one for each open seat, and one for spectators.

    Tokens are in the URL's fragment, which browsers don't send to the server, so that no log contains them.
    """
    seats = {str(s.seat): f"/t/{table.id}#seat={s.invitation}" for s in table.seats if s.kind == "open"}
    return {"seats": seats, "watch": f"/t/{table.id}"}
