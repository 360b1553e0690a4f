"""The description of a table that its page shows besides the game: seats, state, links and clocks."""

from __future__ import annotations

from collections.abc import Collection, Set
from dataclasses import replace
from typing import Any, Literal

from souq.engine.match import secret as chance_secret
from souq.engine.match.decision import SPECTATOR
from souq.server.core.live import absence
from souq.server.core.live import seats as seating
from souq.server.core.live.leaving import notes_json
from souq.server.core.live.live import Live
from souq.server.core.live.tables import seat_looks
from souq.server.core.messages import BaseModel, Field
from souq.server.core.realtime.times import SeatTime, Timing, times, timing
from souq.server.core.realtime.viewers import moments
from souq.server.core.store.rows import Pace, Said, Talk, winners


class SeatInfo(BaseModel):
    """A seat: its player, and how the seat is displayed."""

    index: int
    name: str = Field(description="Empty while the seat is open to anybody.")
    kind: Literal["person", "bot", "open"]
    level: str = Field(description="A bot's level; empty for people.")
    level_title: str = Field(description="The title of that level; empty for people.")
    connected: bool = Field(description="Whether its player is connected now; always true for bots.")
    tone: int = Field(description="The seat’s colour, 1 to 6.")
    emblem: str
    seal: str | None = Field(description="SHA-256 of the share the seat's client adds to the dice; null without one.")
    share: str | None = Field(description="Those 32 bytes, in hexadecimal, once the game has begun.")
    kept: bool = Field(description="Its player is away: it's reserved for them, or a bot plays it meanwhile.")
    ends: bool = Field(description="Its player agrees to end the game.")
    replaced: bool = Field(description="The share didn't come in time, so bytes derived from the secret are used.")
    time: SeatTime | None = Field(description="Its player's clock; null for bots, and at tables without clocks.")
    gone: bool = Field(description="It’s the turn of a player who’s been away for long: `cover` lets a bot play.")
    free: bool = Field(description="Its player has left or stays away: the other players may invite somebody into it.")
    hushed: bool = Field(description="The host has muted its player.")


class Result(BaseModel):
    """The result of a game, by seat."""

    points: list[int]
    ranks: list[int] = Field(description="1 is best; equal ranks share a place.")
    winners: list[int] = Field(description="The seats that won; none if a race or a puzzle ended unsolved.")
    agreed: bool = Field(default=False, description="The players ended it early; these are the points so far.")
    cancelled: bool = Field(default=False, description="The players ended it before it had really begun.")
    resigned: int | None = Field(default=None, description="The seat that resigned.")


class Note(BaseModel):
    """An event that concerns a seat."""

    ply: int = Field(description="The moment of the game after which it happened.")
    seat: int
    text: str = Field(description="A sentence, as in the story.")


class Next(BaseModel):
    """The rematch of a finished table."""

    table: str
    by: str = Field(description="The player who asked for it.")


class ClockInfo(BaseModel):
    """The game's own clock. When it runs out, the table makes a decision."""

    label: str = Field(description="Its purpose.")
    seconds: float = Field(description="How long it runs in total.")
    left: float = Field(description="Seconds that are left.")


class Links(BaseModel):
    """Links to share; an invitation is valid until its seat is taken."""

    seats: dict[str, str] = Field(description="One link for each open seat, by seat number.")
    watch: str = Field(description="The link for spectators.")


class TableInfo(BaseModel):
    """The description of a table, as one viewer may see it."""

    type: Literal["table"] = "table"
    id: str
    game: str
    title: str
    players: int
    options: dict[str, bool | int | str]
    terms: list[str] = Field(description="Options that differ from the defaults, in words.")
    rated: bool = Field(description="Whether it changes ratings, if at least two people play.")
    tournament: bool = Field(description="Whether it belongs to a tournament and is played to the end.")
    state: Literal["waiting", "playing", "finished"]
    seats: list[SeatInfo]
    you: int | None = Field(description="Your seat.")
    host: bool = Field(description="Whether you may start the game before all seats are taken.")
    invited: int | None = Field(description="The open seat your link invites you to.")
    pace: Pace = Field(description="How long bots pause.")
    confirm: bool = Field(description="Whether you must confirm the end of your turn.")
    sharing: bool = Field(description="All seats are taken and all seals fixed: players reveal their shares now.")
    commitment: str = Field(description="SHA-256 of the secret that, with all shares, determines the dice.")
    secret: str | None = Field(description="That secret, in hexadecimal, once the game is over.")
    seq: int
    plies: int = Field(description="The moment you see: the number of entries, plus the decisions of your own draft.")
    deciders: list[int] = Field(description="The seats the table waits for.")
    begins_in: float = Field(description="Seconds until the race starts and moves count; 0 once it has.")
    clock: ClockInfo | None = Field(description="The game’s own clock that runs for everybody.")
    timing: Timing | None = Field(description="How long players may take; null: as long as they like.")
    links: Links | None = Field(description="For the host, while seats are open.")
    result: Result | None
    notes: list[Note] = Field(description="Events of seats: players who left, came back, ran out of time or resigned.")
    next: Next | None = Field(description="The rematch.")
    talk: Talk = Field(description="Whether players may write freely here, or send quick phrases only.")
    muted: list[int] = Field(description="The seats that you have muted. Nobody else sees this.")


def table_info(
    live: Live, seat: int, here: Set[int], invited: int | None = None, muted: Collection[int] = ()
) -> TableInfo:
    """Return the description of a table that ``seat`` (-1: a spectator) may see.

    ``here`` are the seats whose players are connected, ``muted`` those that the viewer has muted.
    """
    from souq.bots import levels  # loads the compiler

    row = live.row
    looks, clocks, world = seat_looks(row.game, row.players), times(live), live.world()
    waiting = row.state == "waiting"
    infos = [
        SeatInfo(
            index=s.seat,
            name=s.name,
            kind=s.kind,
            level=s.level,
            level_title=levels.get(s.level).title if s.kind == "bot" else "",
            connected=s.kind == "bot" or s.seat in here,
            tone=looks[s.seat][0],
            emblem=looks[s.seat][1],
            seal=s.seal.hex() if s.seal else None,
            kept=s.reserved,
            ends=s.ends,
            share=s.share.hex() if s.share and not waiting else None,
            replaced=bool(s.seal and not s.share and not waiting),
            time=clocks[s.seat],
            gone=absence.gone(row, s.seat, here, world),
            free=absence.abandoned(row, s.seat, live.notes, here, world),
            hushed=s.hushed,
        )
        for s in row.seats
    ]
    host = row.host is not None and row.host == seat
    return TableInfo(
        id=row.id,
        game=row.game,
        title=live.game.title,
        players=row.players,
        options=row.options,
        terms=live.game.terms(row.players, row.options),
        rated=row.rated,
        tournament=row.tournament,
        state=row.state,
        seats=infos,
        you=None if seat == SPECTATOR else seat,
        host=host,
        invited=invited if waiting or (invited is not None and row.seats[invited].invitation) else None,
        pace=row.pace,
        confirm=row.seats[seat].confirm if seat != SPECTATOR else True,
        sharing=row.sealed_at > 0,
        commitment=chance_secret.commitment(row.secret),
        secret=row.secret.hex() if row.state == "finished" else None,
        seq=live.seq(seat),
        plies=moments(live, seat),
        deciders=[s.seat for s in row.seats if live.waits_for >> s.seat & 1],
        begins_in=live.begins_in,
        clock=clock_info(live),
        timing=timing(row),
        links=Links(**seating.links(row)) if host and waiting else None,
        result=_result(row.result) if row.result else None,
        notes=[Note(**note) for note in notes_json(live)],
        next=Next(table=live.next.id, by=live.next.by) if live.next else None,
        talk=row.talk,
        muted=list(muted),
    )


def _result(stored: dict[str, Any]) -> Result:
    """Convert a stored result, and add the seats that won."""
    return Result(**{**stored, "winners": winners(stored)})


def clock_info(live: Live) -> ClockInfo | None:
    """Return the game's own clock that runs at a table; None if there is none."""
    clock = live.clock
    return ClockInfo(label=clock.label, seconds=clock.seconds, left=live.time_left) if clock else None


def about(live: Live, seat: int, here: Set[int], invited: int | None, muted: Collection[int] = ()) -> dict[str, Any]:
    """Return the ``table`` message for a viewer."""
    return table_info(live, seat, here, invited, muted).model_dump()


def signature(live: Live, seat: int, here: Set[int], invited: int | None, stops: int) -> object:
    """Return a value that changes whenever a new ``table`` message must be sent.

    It covers everything in the message except ``seq`` and ``plies``. ``stops`` is the number of times that server time
    has stood still.
    """
    row = live.row
    stage = row.state, row.sealed_at > 0, stops
    world = live.world()
    away = [absence.gone(row, n, here, world) for n in range(row.players)]
    free = [absence.abandoned(row, n, live.notes, here, world) for n in range(row.players)]
    details = len(live.notes), live.next, row.clocks, away, free
    # Commands update `here_at`, drafts included: a message at that moment would reveal that a player has a draft.
    seats = tuple(replace(each, here_at=0.0, salt=None) for each in row.seats)
    return stage, details, row.pace, row.talk, row.host, seats, here, live.waits_for, row.clock, seat, invited


def said_json(said: Said) -> dict[str, Any]:
    """Return a chat message as JSON."""
    message = {"n": said.n, "seat": said.seat, "name": said.name, "text": said.text, "phrase": said.phrase}
    return {"type": "chat", **message, "about": said.about, "at": said.at}
