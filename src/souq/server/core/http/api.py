"""The HTTP API for programs, which offers everything that a table's WebSocket does.

``docs/tutorials/first-bot.md`` explains how to write a bot with it.
"""

from __future__ import annotations

import inspect
import time
from collections.abc import Awaitable, Callable
from typing import Annotated, Any, get_args

from fastapi import APIRouter, Depends, Path, Query, Request

from souq.bots.characters import CHARACTERS, tables
from souq.engine import registry
from souq.engine.game import Game
from souq.engine.match.decision import SPECTATOR
from souq.engine.match.position import position
from souq.engine.present.scene import Layout
from souq.server.core.clocks.terms import Terms
from souq.server.core.commands import again, protocol, queries, trying
from souq.server.core.commands.outcome import Caller
from souq.server.core.http import models
from souq.server.core.http.dependencies import (
    AnalysingDep,
    BetterLinesDep,
    ChoresDep,
    CommandsDep,
    CommitterDep,
    HintsDep,
    HubDep,
    MaySit,
    OpeningsDep,
    RateLimitsDep,
    StorageDep,
    TablesDep,
    TalkDep,
    Visits,
    Who,
    note_presence,
    strict_query,
)
from souq.server.core.http.rate_limits import ENTRY, FRAME, whence
from souq.server.core.live import seats
from souq.server.core.live.live import Live
from souq.server.core.realtime import reading
from souq.server.core.realtime.info import Links, TableInfo, clock_info, table_info
from souq.server.core.realtime.scenes import resting
from souq.server.core.realtime.times import times
from souq.server.core.realtime.viewers import Viewer
from souq.server.errors import Malformed, Refused, TooFast

LONGEST_WAIT = 30
"""Maximum number of seconds that a long poll may wait."""

UNSEEN = ("key", "draws", "told", "event")
"""Fields of a position that only the engine uses, and that no client receives."""

PROBLEMS = {
    400: "The body is not JSON.",
    401: "The token doesn't open a seat here.",
    403: "You may not do that, or it was sent from another site's page.",
    404: "There is no such game, table or seat.",
    409: "It can't be done now: the table has moved on, or a rule forbids it.",
    413: "The request is too long.",
    422: "The request doesn't make sense.",
    429: "Too fast.",
    503: "It couldn't be stored; try again.",
}


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return the error responses that an operation may give, by status, as FastAPI needs them for OpenAPI."""
    return {status: {"model": models.Problem, "description": PROBLEMS[status]} for status in sorted(statuses)}


ALWAYS = (422, 429, 503)
CHANGING = (400, 401, 403, 404, 409, 413, *ALWAYS)

TableId = Annotated[str, Path(min_length=1, max_length=16, pattern="^[a-z0-9]+$", description="The table's id.")]


router = APIRouter(prefix="/api", dependencies=[Depends(strict_query), Depends(note_presence)])


def add_commands(to: APIRouter, tag: str, *commands: type[protocol.Change]) -> None:
    """Add an operation for each command, described by the command's docstring."""
    for command in commands:
        name = get_args(command.model_fields["type"].annotation)[0]
        summary, _, description = inspect.cleandoc(command.__doc__ or "").partition("\n\n")
        to.add_api_route(
            f"/tables/{{table}}/{name}",
            _operation(command),
            methods=["POST"],
            name=command.operation or name,
            tags=[tag],
            summary=summary.removesuffix("."),
            description=description,
            responses=problems(*CHANGING),
        )


def _operation(command: type[protocol.Change]) -> Callable[..., Awaitable[models.Answer]]:
    """Return a route function that carries out a command and takes the command's fields as request body."""

    async def give(
        commands: CommandsDep, tables: TablesDep, visitor: Visits, table: TableId, body: Any
    ) -> models.Answer:
        given = {} if body is None else body.model_dump(exclude_none=True)
        answer = await commands.carry_out(table, await visitor.caller(tables, table), command.model_validate(given))
        return models.Answer(**answer)

    give.__annotations__["body"] = protocol.body_of(command) or Annotated[None, Depends(_nothing)]
    return give


async def _nothing() -> None:
    return None


@router.get("/games", tags=["games"], summary="List the games", responses=problems(429))
async def games() -> list[models.GameModel]:
    """List every game with its options and the bots that can play it."""
    return [_game(game) for game in registry.games().values()]


@router.post(
    "/tables",
    tags=["tables"],
    summary="Open a table",
    status_code=201,
    responses=problems(400, 403, 404, 409, 413, *ALWAYS),
    dependencies=[MaySit],
)
async def open_table(
    request: Request, openings: OpeningsDep, limits: RateLimitsDep, guest: Who, wanted: models.NewTable
) -> models.OpenedTable:
    """Open a table.

    The game begins immediately if no seat is open; otherwise it begins when the last open seat is taken or you start
    it.

    With `company` "anybody" the lobby lists the table until it is full, and the library once the game is over.
    """
    if wanted.players not in (None, len(wanted.seats)):
        raise Malformed(f"There are {len(wanted.seats)} seats for {wanted.players} players.")
    if not limits.openings.take(whence(request.scope)):
        raise TooFast
    wishes = [seats.Wish(seat.kind, seat.level, seat.name) for seat in wanted.seats]
    name = guest.person.name if guest.person else ""
    timing = Terms(**wanted.clock.model_dump()) if wanted.clock else None
    who, where = (guest.person_id, name), whence(request.scope)
    opened = seats.new_table(wanted.game, wishes, wanted.options, *who, wanted.pace, timing=timing, rated=wanted.rated)
    seats.check_bots(wanted.game, wishes, timing)
    await openings.open_table(opened, wanted.company, wanted.watch, where, wanted.talk)
    links = Links(**seats.links(opened.table))
    return models.OpenedTable(table=opened.table.id, seat=opened.seat, token=opened.token, links=links)


@router.get("/tables/{table}", tags=["tables"], summary="View a table", responses=problems(401, 404, 409, *ALWAYS))
async def table(tables: TablesDep, talk: TalkDep, hub: HubDep, visitor: Visits, table: TableId) -> TableInfo:
    """Show who sits where, and the state of the game."""
    async with tables.hold(table) as live:
        stands = visitor.standing(live)
        muted = talk.muted_seats(live, stands.seat, visitor.guest.person_id)
        return table_info(live, stands.seat, hub.connected(table), stands.invited, muted)


@router.post(
    "/tables/{table}/seats/{seat}",
    tags=["tables"],
    summary="Take an open seat",
    responses=problems(*CHANGING),
    dependencies=[MaySit],
)
async def sit(
    commands: CommandsDep, tables: TablesDep, visitor: Visits, table: TableId, seat: models.Seat, body: models.Sitting
) -> models.Seated:
    """Take a seat with its invitation as bearer token. The answer has the seat's own token, which replaces it.

    If the answer gets lost, repeat the request with the same `id` within ten minutes, before the token is first used:
    you get the same answer again.
    """
    shown = visitor.token
    async with tables.hold(table) as live:
        stands = seats.standing(live.row, shown, visitor.guest.person_id)
        if stands.took != seat:
            stands = visitor.standing(live)
    caller = Caller(stands.seat, stands.invited, visitor.guest, shown)
    command = protocol.Sit(id=body.id or protocol.fresh_key(), seat=seat, name=body.name, seal=body.seal)
    answer = await commands.carry_out(table, caller, command)
    if "token" not in answer:
        raise Refused("You’re already sitting there.")
    return models.Seated(seat=answer["seat"], token=answer["token"], seq=answer["seq"])


@router.post(
    "/tables/{table}/seats/{seat}/link",
    tags=["tables"],
    summary="Replace a seat's link",
    responses=problems(*CHANGING),
)
async def relink(
    commands: CommandsDep, tables: TablesDep, hub: HubDep, visitor: Visits, table: TableId, seat: models.Seat
) -> models.Seated:
    """Replace your own seat's token or, as host, an open seat's invitation. The old one becomes invalid.

    In a game that has begun, any player may ask for an invitation to a seat that is `free`.
    """
    answer = await commands.carry_out(table, await visitor.caller(tables, table), protocol.Relink(seat=seat))
    hub.part(table, seat)
    return models.Seated(seat=answer["seat"], token=answer["token"], seq=answer["seq"])


add_commands(
    router,
    "tables",
    protocol.Start,
    protocol.HandOver,
    protocol.ComeBack,
    protocol.LeaveSeat,
    protocol.Resign,
    protocol.Cover,
    protocol.End,
)


@router.post(
    "/tables/{table}/again",
    tags=["tables"],
    summary="Play again",
    responses=problems(*CHANGING),
    dependencies=[MaySit],
)
async def play_again(
    request: Request,
    tables: TablesDep,
    storage: StorageDep,
    hub: HubDep,
    committer: CommitterDep,
    limits: RateLimitsDep,
    visitor: Visits,
    table: TableId,
) -> models.PlayedAgain:
    """Play again after a finished game, with the same game, options, seats and bots. The first request opens the table.

    Later requests of other players lead to the same table. The `link` opens the seat that is reserved for you.
    """
    async with tables.hold(table) as live:
        stands, opens = visitor.standing(live), live.next is None
    if opens and not limits.openings.take(whence(request.scope)):
        raise TooFast
    found = await again.play_again(tables, storage, hub, committer, table, stands.seat)
    link = f"/t/{found.table}" + (f"#seat={found.proof}" if found.proof else "")
    return models.PlayedAgain(table=found.table, seat=found.seat, link=link)


@router.post(
    "/tables/{table}/try",
    tags=["tables"],
    summary="Try from here",
    status_code=201,
    responses=problems(*CHANGING),
    dependencies=[MaySit],
)
async def try_from(
    request: Request,
    tables: TablesDep,
    committer: CommitterDep,
    limits: RateLimitsDep,
    visitor: Visits,
    table: TableId,
    body: models.Tried,
) -> models.OpenedTable:
    """Open a new table that begins at a moment of a finished game: you play one seat, and bots play the others.

    It begins with the true position, including what was hidden. Later random draws are new. Nothing changes at the
    finished table.
    """
    guest = visitor.guest
    async with tables.hold(table) as live:
        stands = visitor.standing(live).seat
        own = live.seat(stands).name if stands != SPECTATOR else ""
        name = body.name or (guest.person.name if guest.person else own)
        wanted = trying.Wanted(body.ply, body.seat, body.level, name)
        opened = trying.tried(live, wanted, stands, guest.person_id)
    if not limits.openings.take(whence(request.scope)):
        raise TooFast
    await committer.open(opened)
    links = Links(**seats.links(opened.table))
    return models.OpenedTable(table=opened.table.id, seat=opened.seat, token=opened.token, links=links)


add_commands(router, "tables", protocol.Seal, protocol.Show)


@router.get(
    "/tables/{table}/view", tags=["playing"], summary="Get the position", responses=problems(401, 404, 409, *ALWAYS)
)
async def view(
    tables: TablesDep,
    hub: HubDep,
    chores: ChoresDep,
    visitor: Visits,
    table: TableId,
    after: Annotated[int, Query(ge=0, le=2**31, description="Answer once `seq` is above this.")] = 0,
    wait: Annotated[float, Query(ge=0, le=LONGEST_WAIT, description="Seconds to wait, at most.")] = 0,
) -> models.View:
    """Show the position as your seat may know it, and what you may choose. Without a token, you are a spectator."""
    with visitor.limits.patience(visitor.where, wait) as patience:
        until = time.monotonic() + patience
        while True:
            async with tables.hold(table) as live:
                stands = visitor.standing(live)
                if live.seq(stands.seat) > after or time.monotonic() >= until or chores.closing:
                    return _view(live, stands.seat)
            await hub.next_change(table, until - time.monotonic())


add_commands(router, "playing", protocol.Choose, protocol.Name, protocol.Leave, protocol.Switch)


@router.post(
    "/tables/{table}/weigh",
    tags=["playing"],
    summary="Preview a proposal",
    name="weigh",
    responses=problems(*CHANGING),
)
async def preview(
    request: Request, tables: TablesDep, limits: RateLimitsDep, visitor: Visits, table: TableId, body: models.Proposal
) -> models.Weighed:
    """Preview what a phrase, complete or not, would do, for the player who is to choose. This changes nothing."""
    async with tables.hold(table) as live:
        seat = visitor.standing(live).seat
        if not limits.previews.take(f"{table} {seat}" if seat != SPECTATOR else whence(request.scope)):
            raise TooFast
        return models.Weighed(words=queries.preview(live, seat, body.text))


@router.post("/tables/{table}/hint", tags=["playing"], summary="Ask for a hint", responses=problems(*CHANGING))
async def hint(tables: TablesDep, hints: HintsDep, visitor: Visits, table: TableId) -> models.HintModel:
    """Ask for a recommended choice and its reason, if your view says `hints`. The answer may take a few seconds.

    The advised plan has `left` choices. Along with `choice`, make the choices in `then` or, instead of all of them,
    name the `amount`.
    """
    caller = await visitor.caller(tables, table)
    return models.HintModel(**await hints.hint(table, Viewer(caller.seat), protocol.fresh_key()))


add_commands(router, "playing", protocol.Undo, protocol.Reset, protocol.Read, protocol.Confirm)


@router.get(
    "/tables/{table}/log", tags=["watching"], summary="Read the log", responses=problems(401, 404, 409, *ALWAYS)
)
async def log(
    tables: TablesDep,
    visitor: Visits,
    table: TableId,
    start: Annotated[int, Query(alias="from", ge=1, le=2**31, description="The first entry to list.")] = 1,
) -> models.Log:
    """List the entries of the log as you may know them, and the decisions of your own draft.

    An answer has 250 entries at most; ask again `from` the next one for more.
    """
    async with tables.hold(table) as live:
        seat = visitor.standing(live).seat
        found = reading.log_page(live, seat, start)
        visitor.limits.requests.owe(visitor.where, ENTRY * len(found["decisions"]))
        return models.Log(**found)


@router.get(
    "/tables/{table}/frames",
    tags=["watching"],
    summary="Get a past position",
    responses=problems(401, 404, 409, *ALWAYS),
)
async def frames(
    tables: TablesDep,
    visitor: Visits,
    table: TableId,
    ply: Annotated[int | None, Query(ge=0, le=2**31, description="The number of entries; left out: now.")] = None,
    layout: Layout = "wide",
) -> models.Frames:
    """Show what happened at a moment of the game, and what the table looked like after it."""
    async with tables.hold(table) as live:
        viewer = Viewer(visitor.standing(live).seat, layout)
        return models.Frames(**reading.frame_at(live, viewer, ply))


@router.get(
    "/tables/{table}/continuations/{number}",
    tags=["watching"],
    summary="See how the game could go on",
    responses=problems(401, 404, 409, *ALWAYS),
)
async def continuation(
    tables: TablesDep,
    visitor: Visits,
    table: TableId,
    number: Annotated[int, Path(ge=0, le=9, description="Its place in the `continuations` of the lesson.")],
    layout: Layout = "wide",
) -> models.Frames:
    """Show a continuation that the lesson at a table has named once its choice is made: moment by moment, in order.

    The first frame is the position in which the lesson asked.
    """
    async with tables.hold(table) as live:
        found = reading.continuation(live, Viewer(visitor.standing(live).seat, layout), number)
        visitor.limits.requests.owe(visitor.where, FRAME * len(found["frames"]))
        return models.Frames(**found)


@router.post(
    "/tables/{table}/analysis", tags=["watching"], summary="Analyse a finished game", responses=problems(*CHANGING)
)
async def analyse(analysing: AnalysingDep, table: TableId) -> models.Analysis:
    """Show each player's chances to win after each decision, the largest changes, and what could have been better.

    The analysis goes on as long as you ask again every few seconds. Its result is stored, and later requests get it
    immediately.
    """
    return models.Analysis(**await analysing.ask(table))


@router.post("/tables/{table}/better", tags=["watching"], summary="Play the better line", responses=problems(*CHANGING))
async def better_line(
    lines: BetterLinesDep,
    tables: TablesDep,
    visitor: Visits,
    table: TableId,
    ply: Annotated[int, Query(ge=0, le=2**31, description="The moment before a turn of the review.")],
    layout: Layout = "wide",
) -> models.BetterLine:
    """Show how a finished game would have gone on after a better turn, with the same dice and draws.

    A search expects the choices of all players until that player's next turn. The first answer may take seconds.
    """
    async with tables.hold(table) as live:
        viewer = Viewer(visitor.standing(live).seat, layout)
    found = await lines.line(table, ply, viewer)
    visitor.limits.requests.owe(visitor.where, FRAME * len(found["frames"]))
    return models.BetterLine(**found)


@router.get(
    "/tables/{table}/match",
    tags=["watching"],
    summary="Download a finished game",
    responses=problems(404, 409, *ALWAYS),
)
async def match(tables: TablesDep, table: TableId) -> dict[str, Any]:
    """Download the saved match with its secret. ``souq verify`` checks the file, ``souq.load`` opens it."""
    async with tables.hold(table) as live:
        return reading.saved_match(live)


def _view(live: Live, seat: int) -> models.View:
    match, row = live.match, live.row
    if match is None:
        return models.View(seq=live.seq(seat), state=row.state, you=None if seat == SPECTATOR else seat)
    seen = match.view(seat)
    fields = {name: value for name, value in position(seen).items() if name not in UNSEEN}
    mine = seat != SPECTATOR and bool(live.waits_for >> seat & 1) and live.seat(seat).kind == "person"
    taught = live.teaching
    asked = mine and not live.must_confirm(seat) and (taught is None or taught.asks)
    legal = match.legal(seat) if asked else []
    scene = resting(live, Viewer(seat))
    prompt, order, listing = scene["prompt"], scene.get("order"), scene.get("listing")
    return models.View(
        seq=live.seq(seat),
        state=row.state,
        you=None if seat == SPECTATOR else seat,
        your_turn=mine,
        must_confirm=mine and live.must_confirm(seat),
        can_undo=mine and live.can_undo(seat),
        deciders=[s.seat for s in row.seats if live.waits_for >> s.seat & 1],
        begins_in=live.begins_in,
        legal=[models.LegalChoice(choice=c, text=c.text, begins=match.begins(c, seat)) for c in legal],
        view=fields,
        prompt=models.PromptModel(title=prompt["title"], detail=prompt.get("detail", "")),
        amount=models.AmountModel(**scene["amount"]) if "amount" in scene else None,
        order=models.OrderModel(about=order["about"], now=order.get("now"), **order["amount"]) if order else None,
        answers=[
            models.AnswerModel(**{name: value for name, value in each.items() if name != "say"})
            for each in scene.get("answers", [])
        ],
        listing=models.WordsModel(about=listing["about"], words=[item["word"] for item in listing["items"]])
        if listing
        else None,
        clock=clock_info(live),
        times=times(live),
        hints=bool(scene.get("hints")),
        lesson=models.LessonModel(**scene["lesson"]) if "lesson" in scene else None,
        over=row.state == "finished",
        points=match.game.bindings.points(seen),
        ranks=match.game.bindings.ranks(seen),
        winners=match.game.bindings.winners(seen),
    )


def _game(game: Game) -> models.GameModel:
    bots = [
        models.LevelModel(name=each.name, title=each.title, line=each.tagline, players=list(at))
        for each in CHARACTERS
        if (at := tables(each, game))
    ]
    return models.GameModel(
        name=game.name,
        title=game.title,
        designer=game.designer,
        publisher=game.publisher,
        year=game.year,
        min_players=game.min_players,
        max_players=game.max_players,
        usual_players=game.fewest,
        minutes=game.minutes,
        level=game.level,
        options=[models.OptionModel(**option.facts()) for option in game.options],
        presets=[models.PresetModel(**preset.facts()) for preset in game.presets],
        first=models.PresetModel(**game.opening.facts()),
        levels=bots,
    )
