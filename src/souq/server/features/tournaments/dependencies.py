"""Dependencies of the tournaments' routes."""

from __future__ import annotations

from typing import Annotated

from souq.server.core.http.dependencies import part
from souq.server.features.tournaments.service import TournamentService

TournamentServiceDep = Annotated[TournamentService, part(TournamentService)]
