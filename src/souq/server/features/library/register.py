"""Registration of the library feature."""

from __future__ import annotations

from souq.server.core.core import Core
from souq.server.features.library.service import Library


def register(core: Core) -> None:
    """Add the library to the server."""
    core.parts.add(Library(core.storage))
