"""The subscribers of a server's events, their order, and the imports of a single server."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from souq.server.container import House
from souq.server.core.jobs.leading import Leading
from souq.server.ops.config.settings import Settings

HEARD = {
    "AccountDeleted": ["features.lobby.register: deleted"],
    "AccountMerged": ["features.social.blocks: BlockLists.merged"],
    "BlocksChanged": ["features.lobby.register: blocked"],
    "ChoiceMissed": ["features.practice.register: missed"],
    "LeadershipTaken": ["core.jobs.timers: Timers.missed", "Debounced('the lobby')"],
    "ListingWritten": ["features.lobby.register: listed"],
    "LookedElsewhere": ["core.realtime.hub: Hub.looked_elsewhere", "core.jobs.turns: Turns.looked_elsewhere"],
    "MessageStored": ["features.social.register: said"],
    "PresenceElsewhere": ["core.realtime.hub: Hub.noted_elsewhere"],
    "RowsWritten": [
        "features.lobby.register: written",
        "features.notifications.register: written",
        "features.ratings.register: written",
        "features.tournaments.register: written",
        "features.moderation.register: written",
        "features.social.register: written",
    ],
    "SeatFreed": ["core.realtime.hub: Hub.freed"],
    "SeatSeen": ["features.notifications.register: seen"],
    "ServerClosing": ["features.notifications.register: closing"],
    "ServerOpened": [
        "features.lobby.register: opened",
        "features.moderation.register: opened",
        "features.social.register: opened",
        "core.jobs.leading: Leading.opened",
    ],
    "ServerOpening": ["features.moderation.register: opening"],
    "SignedOut": ["core.realtime.hub: Hub.signed_out"],
    "TableChanged": [
        "features.lobby.register: changed",
        "features.notifications.register: changed",
        "features.ratings.register: changed",
        "features.tournaments.register: changed",
    ],
    "TableClosed": ["features.lobby.register: closed", "features.notifications.register: closed"],
    "TableCommitted": [
        "core.jobs.timers: Timers.committed",
        "core.jobs.turns: Turns.committed",
        "core.cluster: Cluster.committed",
        "features.practice.register: committed",
    ],
    "TableOutdated": ["core.realtime.hub: Hub.outdated"],
    "TableRefreshed": ["core.jobs.timers: Timers.committed"],
    "TableWritten": [
        "core.live.tables: Tables.written",
        "core.jobs.turns: Turns.written",
        "core.jobs.timers: Timers.written",
    ],
    "UpdatesMissed": [
        "core.live.tables: Tables.missed",
        "core.realtime.hub: Hub.missed",
        "core.jobs.timers: Timers.missed",
        "features.lobby.register: missed",
        "features.notifications.register: missed",
        "features.ratings.register: missed",
        "features.tournaments.register: missed",
        "Debounced('suspensions and announcements')",
        "Debounced('who is muted and blocked')",
    ],
    "WaitersHeard": ["features.lobby.register: reported"],
}

LED = [
    "features.lobby.joining: Joining.run",
    "features.notifications.service: Notices.run",
    "features.ratings.recording: Recording.run",
    "features.tournaments.register: register.<locals>.keep",
    "features.privacy.register: register.<locals>.keep",
    "core.cluster: Cluster.lead",
]

ALONE = """
import asyncio, sys
from souq.server.app import create_app
from souq.server.ops.config.settings import Settings

async def run():
    house = create_app(settings=Settings(database=sys.argv[1], workers=0)).state.house
    await house.open()
    await house.close()

asyncio.run(run())
print(*(name for name in sys.modules if name.startswith("souq.server.cluster")))
"""


def test_subscribers_are_called_in_this_order(tmp_path: Path) -> None:
    """The core comes first, so that features see its new state; features follow in the order of ``FEATURES``."""
    assert House(Settings(database=str(tmp_path / "souq.db"))).bus.subscriptions() == HEARD


def test_the_leader_runs_all_background_tasks(tmp_path: Path) -> None:
    assert House(Settings(database=str(tmp_path / "souq.db"))).parts[Leading].works() == LED


def test_a_server_on_sqlite_imports_no_cluster_modules(tmp_path: Path) -> None:
    ran = [sys.executable, "-c", ALONE, str(tmp_path / "souq.db")]
    found = subprocess.run(ran, capture_output=True, text=True, check=True)
    assert set(found.stdout.split()) <= {"souq.server.cluster", "souq.server.cluster.models"}, "but for its tables"
