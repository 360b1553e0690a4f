"""Registration of the privacy feature."""

from __future__ import annotations

from souq.server.core.core import Core
from souq.server.features.privacy import retention


def register(core: Core) -> None:
    """Delete old data regularly; the cluster's leader does it."""

    async def keep() -> None:
        await retention.run(core)

    core.leading.add(keep)
