"""Presence shared between servers, even if messages are lost."""

from __future__ import annotations

from typing import Any

from souq.server.cluster.presence import Presence
from souq.server.core.events import Bus, PresenceChanged, PresenceElsewhere
from souq.server.core.realtime.presence import TablePresence


class Server:
    """A server's presence and the viewers at its own tables."""

    def __init__(self, name: str, others: list[Server]) -> None:
        self.deaf = False
        self.others = others
        self.bus = Bus()
        self.presence = Presence(self.bus, name, self.broadcast)
        others.append(self)

    def broadcast(self, kind: str, *what: Any) -> None:
        for other in self.others:
            if not (self.deaf or other.deaf):
                {"here": other.presence.received, "all": other.presence.received_all}[kind](*what)

    def arrives(self, table_id: str, *seats: int) -> None:
        self.bus.publish(PresenceChanged(table_id, TablePresence(frozenset(seats), frozenset(seats), bool(seats))))


def test_an_unreported_departure_is_noticed() -> None:
    others: list[Server] = []
    one, two, three = (Server(name, others) for name in "abc")
    one.arrives("bazaar", 0)
    one.arrives("souk", 1)
    three.arrives("bazaar", 2)
    assert two.presence.elsewhere("bazaar").looking == {0, 2}
    one.deaf = True
    one.arrives("bazaar")
    one.arrives("harbour", 3)
    assert two.presence.elsewhere("bazaar").looking == {0, 2}
    one.deaf = False
    one.presence.report_all()
    assert two.presence.elsewhere("bazaar").looking == {2}
    assert two.presence.elsewhere("souk").looking == {1} and two.presence.elsewhere("harbour").looking == {3}


def test_a_present_player_is_never_reported_absent() -> None:
    others: list[Server] = []
    one, two = (Server(name, others) for name in "ab")
    one.arrives("bazaar", 0)
    seen = list[TablePresence]()
    two.bus.subscribe(PresenceElsewhere, lambda event: seen.append(event.here))
    one.presence.report_all()
    assert seen and all(here.looking == {0} for here in seen)
