"""Whether a server is well, for whoever watches over it."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field
from starlette.responses import Response

from souq.server.core.cluster import Cluster
from souq.server.core.db.storage import Storage
from souq.server.core.http.dependencies import part
from souq.server.core.jobs.chores import Chores
from souq.server.core.workers.compiling import Compiling
from souq.server.core.workers.workers import Workers
from souq.server.errors import Refused

KEPT = 1.0
"""Seconds for which an answer is good: asking often costs nothing."""

PATIENCE = 3.0
"""Seconds that the database has for its answer."""

WRITTEN = 10.0
"""Seconds for which something that was written shows that more can be."""

router = APIRouter(prefix="/health", include_in_schema=False)


class Health(BaseModel):
    """How a server is."""

    ready: bool = Field(description="Whether tables can be played at.")
    database: bool = Field(description="Whether it answers.")
    saves: bool = Field(description="Whether something can be written to it.")
    migrations: bool = Field(description="Whether its tables are such that this version works with them.")
    bots: bool = Field(description="Whether a process runs in which bots think, if there are to be any.")
    stopping: bool
    servers: int = Field(description="How many the house is made of, as far as this one knows, itself included.")
    hears: bool = Field(description="Whether it is told at once what others write; else it looks whenever it must.")


class Getting(BaseModel):
    """How far the games are."""

    ready: int = Field(description="How many are compiled.")
    of: int
    games: dict[str, float] = Field(description="The others, and what part of each is done.")
    words: str = Field(description="The same for people; empty once there is nothing to tell.")


class Doctor:
    """Looks at the house, though not every time somebody asks."""

    def __init__(self, storage: Storage, workers: Workers, chores: Chores, cluster: Cluster) -> None:
        self._storage, self._workers, self._chores, self._cluster = storage, workers, chores, cluster
        self._looking: asyncio.Task[Health] | None = None
        self._until = 0.0

    async def health(self) -> Health:
        """How the house is."""
        if self._looking is None or (self._looking.done() and time.monotonic() > self._until):
            self._looking = asyncio.create_task(self._look())
        found = await asyncio.shield(self._looking)
        return found.model_copy(update={"ready": False, "stopping": True}) if self._chores.leaving else found

    async def _look(self) -> Health:
        answers, saves = True, False
        try:
            fits = await asyncio.wait_for(self._storage.fits(), PATIENCE)
        except (Refused, TimeoutError):
            answers, fits = False, False
        if answers:
            with contextlib.suppress(Refused, TimeoutError):
                await asyncio.wait_for(self._storage.database.try_to_write(WRITTEN), PATIENCE)
                saves = True
        bots = bool(self._workers.pids) or not len(self._workers)
        self._until = time.monotonic() + KEPT
        return Health(
            ready=fits and saves and bots,
            database=answers,
            saves=saves,
            migrations=fits,
            bots=bots,
            stopping=False,
            servers=self._cluster.count,
            hears=self._cluster.hears,
        )


@router.get("")
async def ready(request: Request, response: Response) -> Health:
    """How the server is: 200 when tables can be played at, else 503."""
    doctor: Doctor = request.app.state.doctor
    found = await doctor.health()
    response.status_code = 200 if found.ready else 503
    return found


@router.get("/games")
async def games(compiling: Annotated[Compiling, part(Compiling)]) -> Getting:
    """How far the games are that still have to be compiled here."""
    progress = compiling.progress
    return Getting(ready=progress.ready, of=progress.of, games=progress.games, words=progress.words)


@router.get("/alive")
async def alive() -> dict[str, bool]:
    """Whether the server answers at all; nothing else is asked."""
    return {"alive": True}
