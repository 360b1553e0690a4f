"""Long work beside the event loop."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from typing import TypeVar

Result = TypeVar("Result")


async def in_thread(work: Callable[..., Result], *arguments: object) -> Result:
    """Return what ``work`` returns, run in a thread or, in a browser, which has none, right away."""
    if sys.platform == "emscripten":
        await asyncio.sleep(0)  # messages that are ready go out first
        return work(*arguments)
    return await asyncio.to_thread(work, *arguments)
