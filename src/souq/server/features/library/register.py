"""What this feature brings to a server."""

from __future__ import annotations

from souq.server.core.core import Core
from souq.server.features.library.service import Library


def register(core: Core) -> None:
    """Let anybody look at finished games."""
    core.parts.add(Library(core.storage))
