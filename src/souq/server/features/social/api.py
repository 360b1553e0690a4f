"""Table talk and good company for programs: what is said, whom one would rather not hear, what hosts may do."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from fastapi import APIRouter, Depends, Query
from pydantic import BaseModel, ConfigDict, Field

from souq.engine.match.decision import SPECTATOR
from souq.server.core.commands import protocol
from souq.server.core.commands.commands import Commands
from souq.server.core.commands.outcome import Caller
from souq.server.core.db.models import Said, Talk
from souq.server.core.http import models
from souq.server.core.http.api import ALWAYS, CHANGING, TableId, problems
from souq.server.core.http.dependencies import (
    CommandsDep,
    MaySit,
    Spent,
    TablesDep,
    Visitor,
    Visits,
    looked,
    no_stranger,
)
from souq.server.core.live.tables import Tables
from souq.server.errors import Malformed, TooFast
from souq.server.features.social.dependencies import SpeakingDep
from souq.server.features.social.phrases import PHRASES

router = APIRouter(prefix="/api", dependencies=[Depends(no_stranger), Depends(looked)])

TALK: list[str | Enum] = ["table talk"]


class PhraseModel(BaseModel):
    """A quick phrase."""

    phrase: int
    text: str


class SaidModel(BaseModel):
    """Something that was said."""

    n: int = Field(description="Its number at this table.")
    seat: int
    name: str = Field(description="What who said it was called then.")
    text: str
    phrase: int | None = Field(description="The number of a quick phrase; null: free talk.")
    at: float = Field(description="Seconds since 1970.")


class TalkModel(BaseModel):
    """What was said at a table, as you have heard it."""

    talk: Talk = Field(description="Whether people may say what they like, or quick phrases only.")
    muted: list[int] = Field(description="The seats that you don’t hear.")
    said: list[SaidModel] = Field(description="The last hundred, the oldest first.")


class Body(BaseModel):
    """What is sent; other fields are a mistake."""

    model_config = ConfigDict(extra="forbid", strict=True)
    id: protocol.Key | None = Field(default=None, description="A random string; repeating it does nothing twice.")


class Saying(Body):
    """Something to say: words, or the number of a quick phrase."""

    text: str | None = Field(default=None, min_length=1, max_length=20_000)
    phrase: int | None = Field(default=None, ge=1, le=len(PHRASES))


class OfSeat(Body):
    """Whom it is about."""

    seat: protocol.SeatNumber


class Turned(OfSeat):
    """Whom it is about, and whether it begins or ends."""

    on: bool = True


class Talking(Body):
    """How people are to talk."""

    free: bool


@router.get("/phrases", tags=TALK, summary="Quick phrases", responses=problems(429))
async def phrases() -> list[PhraseModel]:
    """What can be said by number. A number never gets another meaning."""
    return [PhraseModel(phrase=number, text=text) for number, text in enumerate(PHRASES, 1)]


@router.get("/tables/{table}/talk", tags=TALK, summary="What was said", responses=problems(401, 404, 409, *ALWAYS))
async def talk(
    tables: TablesDep,
    speaking: SpeakingDep,
    visitor: Visits,
    table: TableId,
    after: Annotated[int, Query(ge=0, le=2**31, description="Only what came after this number.")] = 0,
) -> TalkModel:
    """The last hundred things, without those of seats that you mute."""
    async with tables.hold(table) as live:
        seat, who = visitor.standing(live).seat, visitor.guest.person_id
        said = await speaking.heard(live, seat, who, after)
        muted = speaking.unheard(live, seat, who)
        return TalkModel(talk=live.row.talk, muted=list(muted), said=[_said(each) for each in said])


@router.post(
    "/tables/{table}/say",
    tags=TALK,
    summary="Say something",
    responses=problems(*CHANGING),
    dependencies=[MaySit],
)
async def say(
    tables: TablesDep, commands: CommandsDep, rations: Spent, visitor: Visits, table: TableId, body: Saying
) -> models.Answer:
    """Words, where people talk freely, or a quick phrase."""
    if (body.text is None) == (body.phrase is None):
        raise Malformed("Say either words or a phrase: send `text`, or the number of a `phrase`.")
    caller, key = await _caller(tables, visitor, table), _key(body)
    if caller.seat != SPECTATOR and not rations.talk.take(f"{table} {caller.seat}"):
        raise TooFast
    command: protocol.Say | protocol.Quip
    if body.phrase is not None:
        command = protocol.Quip(type="phrase", id=key, phrase=body.phrase)
    else:
        command = protocol.Say(type="say", id=key, text=body.text or "")
    return await _done(commands, table, caller, command)


@router.post("/tables/{table}/mute", tags=TALK, summary="Mute somebody", responses=problems(*CHANGING))
async def mute(
    commands: CommandsDep, tables: TablesDep, visitor: Visits, table: TableId, body: Turned
) -> models.Answer:
    """You hear no more of what they say, here and wherever you meet; `on` false: again. Nobody is told."""
    command = protocol.Mute(type="mute", id=_key(body), seat=body.seat, on=body.on)
    return await _done(commands, table, await _caller(tables, visitor, table), command)


@router.post("/tables/{table}/block", tags=TALK, summary="Block somebody", responses=problems(*CHANGING))
async def block(
    commands: CommandsDep, tables: TablesDep, visitor: Visits, table: TableId, body: Turned
) -> models.Answer:
    """They get no seat at tables for anybody where you sit, and you aren't brought together. Nobody is told."""
    command = protocol.Block(type="block", id=_key(body), seat=body.seat, on=body.on)
    return await _done(commands, table, await _caller(tables, visitor, table), command)


@router.post("/tables/{table}/hush", tags=TALK, summary="Mute somebody for everybody", responses=problems(*CHANGING))
async def hush(
    commands: CommandsDep, tables: TablesDep, visitor: Visits, table: TableId, body: Turned
) -> models.Answer:
    """As host: they can say nothing at this table, and everybody is told so; `on` false: they can again."""
    command = protocol.Hush(type="hush", id=_key(body), seat=body.seat, on=body.on)
    return await _done(commands, table, await _caller(tables, visitor, table), command)


@router.post("/tables/{table}/remove", tags=TALK, summary="Remove somebody", responses=problems(*CHANGING))
async def remove(
    commands: CommandsDep, tables: TablesDep, visitor: Visits, table: TableId, body: OfSeat
) -> models.Answer:
    """As host, before the game has begun: the seat is open again, with a new link. They are told so."""
    command = protocol.Remove(type="remove", id=_key(body), seat=body.seat)
    return await _done(commands, table, await _caller(tables, visitor, table), command)


@router.post("/tables/{table}/talk", tags=TALK, summary="Say how people talk", responses=problems(*CHANGING))
async def change_talk(
    commands: CommandsDep, tables: TablesDep, visitor: Visits, table: TableId, body: Talking
) -> models.Answer:
    """As host: everybody may say what they like, or with `free` false quick phrases only."""
    command = protocol.Talk(type="talk", id=_key(body), free=body.free)
    return await _done(commands, table, await _caller(tables, visitor, table), command)


def _key(body: Body) -> str:
    return body.id or protocol.fresh_key()


async def _caller(tables: Tables, visitor: Visitor, table: str) -> Caller:
    async with tables.hold(table) as live:
        stands = visitor.standing(live)
    return Caller(stands.seat, stands.invited, visitor.guest)


async def _done(commands: Commands, table: str, caller: Caller, command: protocol.Change) -> models.Answer:
    return models.Answer(**await commands.carry_out(table, caller, command))


def _said(said: Said) -> SaidModel:
    return SaidModel(n=said.n, seat=said.seat, name=said.name, text=said.text, phrase=said.phrase, at=said.at)
