"""FastAPI dependencies of this feature's routes."""

from __future__ import annotations

from typing import Annotated

from souq.server.core.http.dependencies import part
from souq.server.features.library.service import Library

LibraryDep = Annotated[Library, part(Library)]
