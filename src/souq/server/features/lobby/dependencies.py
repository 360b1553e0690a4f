"""Dependencies of the lobby's routes."""

from __future__ import annotations

from typing import Annotated

from souq.server.core.http.dependencies import part
from souq.server.features.lobby.service import Lobby

LobbyDep = Annotated[Lobby, part(Lobby)]
