"""The chat API: messages, muting and blocking, and the host's moderation."""

from __future__ import annotations

from dataclasses import asdict
from enum import Enum
from typing import Annotated

from fastapi import APIRouter, Depends, Query
from pydantic import BaseModel, ConfigDict, Field

from souq.engine.match.decision import SPECTATOR
from souq.server.core.commands import protocol
from souq.server.core.http import models
from souq.server.core.http.api import ALWAYS, CHANGING, TableId, add_commands, problems
from souq.server.core.http.dependencies import (
    CommandsDep,
    MaySit,
    RateLimitsDep,
    TablesDep,
    Visits,
    note_presence,
    strict_query,
)
from souq.server.core.store.rows import Said, Talk
from souq.server.errors import Malformed, TooFast
from souq.server.features.social.chat import Talking
from souq.server.features.social.dependencies import ChatDep
from souq.server.features.social.phrases import PHRASES

router = APIRouter(prefix="/api", dependencies=[Depends(strict_query), Depends(note_presence)])

TALK: list[str | Enum] = ["table talk"]


class PhraseModel(BaseModel):
    """A quick phrase: a ready-made message that players can send by its number."""

    phrase: int
    text: str


class SaidModel(BaseModel):
    """A chat message as the API returns it."""

    n: int = Field(description="The message's number at this table.")
    seat: int
    name: str = Field(description="The sender's name at the time.")
    text: str
    phrase: int | None = Field(description="The number of the quick phrase; null: other text.")
    about: str | None = Field(description="Of what somebody wants and has: when it counts, or empty. Null: other talk.")
    at: float = Field(description="Seconds since 1970.")


class TalkModel(BaseModel):
    """A table's chat as you see it: the messages, the seats you have muted, and whether free text is allowed."""

    talk: Talk = Field(description="Whether free text is allowed, or quick phrases only.")
    muted: list[int] = Field(description="The seats that you have muted.")
    said: list[SaidModel] = Field(description="The last hundred messages, oldest first.")


class Saying(BaseModel):
    """A message to send: text, the number of a quick phrase, or what you want and have."""

    model_config = ConfigDict(extra="forbid", strict=True)
    id: protocol.Key | None = Field(default=None, description="A random string; a repeated one is ignored.")
    text: str | None = Field(default=None, min_length=1, max_length=20_000)
    phrase: int | None = Field(default=None, ge=1, le=len(PHRASES))
    want: protocol.Words | None = Field(default=None, description="What you want, in the words of the game's list.")
    have: protocol.Words | None = Field(default=None, description="What you have.")


@router.get("/phrases", tags=TALK, summary="List quick phrases", responses=problems(429))
async def phrases() -> list[PhraseModel]:
    """Return the quick phrases. A number never changes its meaning."""
    return [PhraseModel(phrase=number, text=text) for number, text in enumerate(PHRASES, 1)]


@router.get("/tables/{table}/talk", tags=TALK, summary="Read the chat", responses=problems(401, 404, 409, *ALWAYS))
async def talk(
    tables: TablesDep,
    chat: ChatDep,
    visitor: Visits,
    table: TableId,
    after: Annotated[int, Query(ge=0, le=2**31, description="Only messages after this number.")] = 0,
) -> TalkModel:
    """Return the last hundred messages, without those of seats that you mute."""
    async with tables.hold(table) as live:
        seat, who = visitor.standing(live).seat, visitor.guest.person_id
        said = await chat.messages(live, seat, who, after)
        muted = chat.muted_seats(live, seat, who)
        return TalkModel(talk=live.row.talk, muted=list(muted), said=[_said(each) for each in said])


@router.post(
    "/tables/{table}/say",
    tags=TALK,
    summary="Send a chat message",
    responses=problems(*CHANGING),
    dependencies=[MaySit],
)
async def say(
    tables: TablesDep, commands: CommandsDep, limits: RateLimitsDep, visitor: Visits, table: TableId, body: Saying
) -> models.Answer:
    """Send a message: text, where free talk is allowed, a quick phrase, or what you want and have."""
    lists = body.want is not None or body.have is not None
    if [body.text is not None, body.phrase is not None, lists].count(True) != 1:
        raise Malformed("Send either `text`, or the number of a `phrase`, or what you `want` and `have`.")
    caller, key = await visitor.caller(tables, table), body.id or protocol.fresh_key()
    if caller.seat != SPECTATOR and not limits.talk.take(f"{table} {caller.seat}"):
        raise TooFast
    command: Talking
    if body.phrase is not None:
        command = protocol.SayPhrase(id=key, phrase=body.phrase)
    elif lists:
        command = protocol.SayList(id=key, want=body.want or [], have=body.have or [])
    else:
        command = protocol.Say(id=key, text=body.text or "")
    return models.Answer(**await commands.carry_out(table, caller, command))


add_commands(router, "table talk", protocol.Mute, protocol.Block, protocol.MuteForAll, protocol.Remove, protocol.Talk)


def _said(said: Said) -> SaidModel:
    return SaidModel(**asdict(said))
