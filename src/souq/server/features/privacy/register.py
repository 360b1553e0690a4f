"""What this feature brings to a server."""

from __future__ import annotations

from souq.server.core.core import Core
from souq.server.features.privacy import retention


def register(core: Core) -> None:
    """Clear away what is old, at the server that leads."""

    async def keep() -> None:
        await retention.keep(core)

    core.leading.add(keep)
