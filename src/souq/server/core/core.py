"""The parts of the core that features receive when they are registered."""

from __future__ import annotations

from dataclasses import dataclass

from souq.server.core.cluster import Cluster
from souq.server.core.commands.commands import Commands
from souq.server.core.commands.committing import Committer
from souq.server.core.db.sessions import Sessions
from souq.server.core.db.storage import Storage
from souq.server.core.events import Bus
from souq.server.core.jobs.chores import Chores
from souq.server.core.jobs.leading import Leading
from souq.server.core.live.people import People
from souq.server.core.live.tables import Tables
from souq.server.core.live.world_time import WorldTime
from souq.server.core.parts import Parts
from souq.server.core.realtime.hub import Hub
from souq.server.core.workers.compiling import Compiling
from souq.server.ops.config.settings import Settings


@dataclass(frozen=True, slots=True)
class Core:
    """The parts of the core that a feature's ``register`` may use.

    Features add to ``parts`` what their own routes need.
    """

    settings: Settings
    bus: Bus
    chores: Chores
    cluster: Cluster
    leading: Leading
    storage: Storage
    sessions: Sessions
    people: People
    compiling: Compiling
    world: WorldTime
    tables: Tables
    hub: Hub
    committer: Committer
    commands: Commands
    parts: Parts
