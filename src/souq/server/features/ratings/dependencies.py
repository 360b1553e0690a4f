"""FastAPI dependencies of this feature's routes."""

from __future__ import annotations

from typing import Annotated

from souq.server.core.http.dependencies import part
from souq.server.features.ratings.bringing import Bringing
from souq.server.features.ratings.service import Book

BookDep = Annotated[Book, part(Book)]
BringingDep = Annotated[Bringing, part(Bringing)]
