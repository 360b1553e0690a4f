"""Health checks of a server, for monitoring."""

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
"""Seconds for which a result is cached, so that frequent checks cost nothing."""

PATIENCE = 3.0
"""Timeout in seconds for the database's answer."""

WRITTEN = 10.0
"""Seconds after a successful write during which the health check needn't try to write again."""

router = APIRouter(prefix="/health", include_in_schema=False)


class Health(BaseModel):
    """Result of a health check of one server."""

    ready: bool = Field(description="Whether tables can be played at.")
    database: bool = Field(description="Whether the database answers.")
    saves: bool = Field(description="Whether the database can be written to.")
    migrations: bool = Field(description="Whether this version works with the database's tables.")
    bots: bool = Field(description="Whether a process for bots runs, if the settings want any.")
    stopping: bool
    servers: int = Field(description="Servers on this database, this one included, as far as it knows.")
    hears: bool = Field(description="Whether the database notifies it of other servers' writes; else it polls.")


class Getting(BaseModel):
    """Progress of compiling the games, for players."""

    ready: int = Field(description="Games that are compiled.")
    of: int
    games: dict[str, float] = Field(description="The share done of each game that isn't.")
    words: str = Field(description="The same in words; empty once there is nothing to report.")


class Doctor:
    """Checks the server's health, and caches the result so that frequent checks cost little."""

    def __init__(self, storage: Storage, workers: Workers, chores: Chores, cluster: Cluster) -> None:
        self._storage, self._workers, self._chores, self._cluster = storage, workers, chores, cluster
        self._checking: asyncio.Task[Health] | None = None
        self._until = 0.0

    async def health(self) -> Health:
        """Return the server's health, at most :data:`KEPT` seconds old."""
        if self._checking is None or (self._checking.done() and time.monotonic() > self._until):
            self._checking = asyncio.create_task(self._check())
        found = await asyncio.shield(self._checking)
        return found.model_copy(update={"ready": False, "stopping": True}) if self._chores.leaving else found

    async def _check(self) -> Health:
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
    """Return the server's health, with status 200 if tables can be played at, else 503."""
    doctor: Doctor = request.app.state.doctor
    found = await doctor.health()
    response.status_code = 200 if found.ready else 503
    return found


@router.get("/games")
async def games(compiling: Annotated[Compiling, part(Compiling)]) -> Getting:
    """Return the progress of compiling the games on this server."""
    progress = compiling.progress
    return Getting(ready=progress.ready, of=progress.of, games=progress.games, words=progress.words)


@router.get("/alive")
async def alive() -> dict[str, bool]:
    """Return a constant answer without checking anything. It shows that the process runs and responds."""
    return {"alive": True}
