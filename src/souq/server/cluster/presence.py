"""Presence across servers: every server reports to the others which tables its clients view.

The reports of a server are discarded when the server is gone.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from souq.server.core.events import Bus, PresenceChanged, PresenceElsewhere
from souq.server.core.realtime.presence import NOBODY_PRESENT, TablePresence


class Presence:
    """Keeps track of viewers at other servers, and reports this server's own viewers to them.

    Args:
        bus: where changes of presence are published.
        me: this server's ID.
        broadcast: sends a message to the other servers.
    """

    def __init__(self, bus: Bus, me: str, broadcast: Callable[..., None]) -> None:
        self._bus, self._me, self._broadcast = bus, me, broadcast
        self._elsewhere: dict[str, dict[str, TablePresence]] = {}
        """Viewers on other servers, by table ID and then by server ID."""
        self._unconfirmed: dict[str, set[str]] = {}
        """For each server that is sending a full report: tables that, by earlier reports, have viewers there.

        A table is removed when the new report mentions it.
        """
        self._reported: dict[str, TablePresence] = {}
        """Viewers on this server as last reported to the others, by table ID."""
        bus.subscribe(PresenceChanged, self.changed)

    def elsewhere(self, table_id: str) -> TablePresence:
        """Return the viewers of a table on all other servers combined."""
        there = self._elsewhere.get(table_id)
        if not there:
            return NOBODY_PRESENT
        seats = frozenset[int]().union(*(here.connected for here in there.values()))
        return TablePresence(seats, frozenset[int]().union(*(here.looking for here in there.values())), True)

    def changed(self, event: PresenceChanged) -> None:
        """Send the other servers the viewers that a table has on this server, unless they are as last reported."""
        table_id, now = event.table_id, event.here
        if now == self._reported.get(table_id, NOBODY_PRESENT):
            return
        if now.anybody:
            self._reported[table_id] = now
        else:
            del self._reported[table_id]
        self._send(table_id, now)

    def report_all(self) -> None:
        """Report the viewers of all tables on this server to the other servers.

        This is needed when another server asks, and when earlier reports may have been lost. The last message makes the
        receivers drop this server's viewers at tables that the report hasn't mentioned.
        """
        self._broadcast("all", self._me, False)
        for table_id, here in self._reported.items():
            self._send(table_id, here)
        self._broadcast("all", self._me, True)

    def _send(self, table_id: str, here: TablePresence) -> None:
        self._broadcast("here", self._me, table_id, sorted(here.connected), sorted(here.looking), here.anybody)

    def received(self, server: str, table_id: str, connected: list[int], looking: list[int], anybody: bool) -> None:
        """Handle another server's report of its viewers at a table."""
        if server == self._me:
            return
        self._unconfirmed.get(server, set()).discard(table_id)
        there = self._elsewhere.setdefault(table_id, {})
        there.pop(server, None)
        if anybody:
            there[server] = TablePresence(frozenset(connected), frozenset(looking), True)
        if not there:
            del self._elsewhere[table_id]
        self._show(table_id)

    def received_all(self, server: str, done: bool) -> None:
        """Handle the message that begins another server's full report, or with ``done`` the one that ends it.

        At the end, tables that the report hasn't mentioned no longer have viewers on that server.
        """
        if server == self._me:
            return
        if not done:
            self._unconfirmed[server] = {table_id for table_id, there in self._elsewhere.items() if server in there}
            return
        for table_id in self._unconfirmed.pop(server, ()):
            self.received(server, table_id, [], [], False)

    def keep(self, servers: Collection[str]) -> None:
        """Discard the reports of all servers except the given ones."""
        for server in self._unconfirmed.keys() - set(servers):
            del self._unconfirmed[server]
        for table_id, there in list(self._elsewhere.items()):
            gone = [server for server in there if server not in servers]
            for server in gone:
                del there[server]
            if not there:
                del self._elsewhere[table_id]
            if gone:
                self._show(table_id)

    def _show(self, table_id: str) -> None:
        self._bus.publish(PresenceElsewhere(table_id, self.elsewhere(table_id)))
