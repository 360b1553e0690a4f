"""How long tables wait, and how long they look for solutions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from souq.server.ops.config.settings import Settings


@dataclass(frozen=True, slots=True)
class Pauses:
    """The settings that tables need, for a place without a server. Their meaning and units are a server's."""

    pause: float = 0.6
    race_pause: float = 2.5
    countdown: float = 5.0
    sharing: float = 5.0
    solving: float = 6.0
    hinting: float = 2.0
    limited: bool = True


TableSettings: TypeAlias = "Pauses | Settings"
