"""Who looks at which table, at any server: told by each for its own sockets, and forgotten with it."""

from __future__ import annotations

from collections.abc import Callable, Collection

from souq.server.core.events import Bus, PresenceChanged, PresenceElsewhere
from souq.server.core.realtime.here import NOBODY_HERE, Here


class Presence:
    """Who is there at other servers.

    Args:
        bus: where it is published who is there.
        me: the id of this server.
        tell: tells the other servers something.
    """

    def __init__(self, bus: Bus, me: str, tell: Callable[..., None]) -> None:
        self._bus, self._me, self._tell = bus, me, tell
        self._elsewhere: dict[str, dict[str, Here]] = {}
        """By table, then by server."""
        self._unheard: dict[str, set[str]] = {}
        """Tables of which a server that tells all has not spoken yet."""
        self._told: dict[str, Here] = {}
        bus.subscribe(PresenceChanged, self.changed)

    def elsewhere(self, table_id: str) -> Here:
        """Who looks at a table at other servers."""
        there = self._elsewhere.get(table_id)
        if not there:
            return NOBODY_HERE
        seats = frozenset[int]().union(*(here.connected for here in there.values()))
        return Here(seats, frozenset[int]().union(*(here.looking for here in there.values())), True)

    def changed(self, event: PresenceChanged) -> None:
        """Somebody has come to a table here, or has gone: the other servers are told, if it makes a difference."""
        table_id, now = event.table_id, event.here
        if now == self._told.get(table_id, NOBODY_HERE):
            return
        if now.anybody:
            self._told[table_id] = now
        else:
            del self._told[table_id]
        self._send(table_id, now)

    def tell_all(self) -> None:
        """Another server asks who is here, or may have missed it; also that nobody is at any other table."""
        self._tell("all", self._me, False)
        for table_id, here in self._told.items():
            self._send(table_id, here)
        self._tell("all", self._me, True)

    def _send(self, table_id: str, here: Here) -> None:
        self._tell("here", self._me, table_id, sorted(here.connected), sorted(here.looking), here.anybody)

    def heard(self, server: str, table_id: str, connected: list[int], looking: list[int], anybody: bool) -> None:
        """A server tells who looks at a table there."""
        if server == self._me:
            return
        self._unheard.get(server, set()).discard(table_id)
        there = self._elsewhere.setdefault(table_id, {})
        there.pop(server, None)
        if anybody:
            there[server] = Here(frozenset(connected), frozenset(looking), True)
        if not there:
            del self._elsewhere[table_id]
        self._show(table_id)

    def heard_all(self, server: str, done: bool) -> None:
        """A server begins to tell of all tables at which somebody looks, or is ``done``: at others nobody does."""
        if server == self._me:
            return
        if not done:
            self._unheard[server] = {table_id for table_id, there in self._elsewhere.items() if server in there}
            return
        for table_id in self._unheard.pop(server, ()):
            self.heard(server, table_id, [], [], False)

    def keep(self, servers: Collection[str]) -> None:
        """Forget all that was told by servers that are not there any more."""
        for server in self._unheard.keys() - set(servers):
            del self._unheard[server]
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
