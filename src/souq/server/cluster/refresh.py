"""What a server of a house makes of what the others have written: whatever it keeps in memory of that is read again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from souq.server.cluster.debounce import Soon
from souq.server.cluster.following import Following
from souq.server.cluster.membership import Roster
from souq.server.cluster.sync import Others
from souq.server.core.db.models import TableRow
from souq.server.core.db.storage import Storage
from souq.server.core.jobs.chores import Chores
from souq.server.core.realtime.hub import Hub
from souq.server.features.lobby.service import Lobby
from souq.server.features.moderation.watch import Watch
from souq.server.features.notifications.service import Notices
from souq.server.features.ratings.recording import Recording
from souq.server.features.social.blocks import Shunned
from souq.server.features.tournaments.service import Touring


@dataclass(frozen=True, slots=True)
class Parts:
    """What of a house concerns more than one table."""

    lobby: Lobby
    notices: Notices
    recording: Recording
    touring: Touring
    shunned: Shunned
    watch: Watch


class Hearing:
    """Brings the parts of a house up to date.

    Args:
        storage: where tables are.
        roster: which server leads: it is to know of every table.
        others: the other servers, as this one hears of them.
        hub: who looks at tables here.
        parts: what is to know of tables, and of what else others write.
        now: the time by the house's clock.
    """

    def __init__(
        self, storage: Storage, roster: Roster, others: Others, hub: Hub, parts: Parts, now: Callable[[], float]
    ) -> None:
        self._roster, self._others, self._hub, self._parts, self._now = roster, others, hub, parts, now
        self.following = Following(storage, self._wants, self._told, self._gone)
        lobby, notices = parts.lobby, parts.notices
        self._hall = Soon(lobby.hall.read, "the lobby")
        self._listed = Soon(lobby.hall.catch_up, "open tables")
        self._waits = Soon(lobby.waiting.catch_up, "who waits for company")
        self._shunned = Soon(self._read_shunned, "who is muted and blocked")
        self._watch = Soon(parts.watch.look, "suspensions and notices to all")
        self._channels = Soon(notices.listens, "who is told of turns")

    def open(self, chores: Chores) -> None:
        """Begin to hear, where there may be others."""
        if self._roster.alone:
            return
        lists: dict[str, Callable[[], None]] = {
            "waits": self._waits,
            "shunned": self._shunned,
            "suspensions": self._watch,
            "announcements": self._watch,
            "channels": self._channels,
            "endings": self._parts.recording.look,
            "tournaments": self._parts.touring.running.look,
        }
        self._others.on_list |= lists
        self._others.on_back += [*dict.fromkeys(lists.values()), self._hall, self._parts.notices.look]
        self._others.kinds |= {"listed": self._has_listed, "seen": self._seen}
        self._parts.lobby.waiting.on_heard = self._tell_waiting
        self._others.kinds["waiting"] = self._parts.lobby.waiting.heard
        soons = (self._hall, self._listed, self._waits, self._shunned, self._watch, self._channels)
        for soon in soons:
            chores.start(soon.run())
        chores.start(self.following.run())

    def lead(self) -> None:
        """This server leads from now on: what others left undone is found."""
        self._hall()

    def sees(self, table_id: str, seat: int) -> None:
        """A seat's player is at a table here, or was until now."""
        if self._roster.leads:
            self._seen(table_id, seat)
        elif self._parts.notices.tells:
            self._others.tell("seen", table_id, seat)

    def _seen(self, table_id: str, seat: int) -> None:
        if self._roster.leads:
            at = self._now()  # what waits for the table to be read may find a turn there that began since
            self.following.then(table_id, lambda: self._parts.notices.seen(table_id, seat, at))

    def _wants(self, table_id: str) -> bool:
        return self._roster.leads or self._parts.lobby.knows(table_id)

    def _told(self, table: TableRow) -> None:
        self._parts.lobby.told(table)
        if self._roster.leads:
            self._parts.notices.told(table)
            self._parts.recording.told(table)
            self._parts.touring.told(table)

    def _gone(self, table_id: str) -> None:
        self._parts.lobby.hall.forget(table_id)
        self._parts.notices.gone(table_id)

    def _has_listed(self, table_id: str) -> None:
        self._parts.lobby.hall.heard(table_id)
        self._listed()

    def _tell_waiting(self, ids: list[str]) -> None:
        for at in range(0, len(ids), 50):
            self._others.tell("waiting", ids[at : at + 50])

    async def _read_shunned(self) -> None:
        changed = await self._parts.shunned.read()
        for watcher in self._hub.everybody() if changed else ():
            if watcher.person in changed:
                watcher.notify_about()  # whoever hears the same as before is sent nothing
