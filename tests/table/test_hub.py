"""The messages to one viewer, and their order."""

from __future__ import annotations

import asyncio

from souq.server.core.events import Bus, PresenceChanged
from souq.server.core.realtime.hub import Hub, Watcher
from souq.server.core.realtime.presence import NOBODY_PRESENT, TablePresence
from souq.server.core.realtime.viewers import Viewer


def test_an_answer_is_sent_before_the_frames_it_caused() -> None:
    watcher, sent = Watcher("t"), list[str]()

    async def send(message: str) -> None:
        sent.append(message)

    async def look(watcher: Watcher) -> list[str]:
        watcher.game_changed = watcher.about = False
        watcher.queue("answer")  # a command is carried out while the scene is made
        watcher.close(1000)
        return ["frames"]

    watcher.notify()
    asyncio.run(asyncio.wait_for(watcher.pump(send, look), 5))
    assert sent == ["answer", "frames"]


def test_presence_is_recounted_when_a_viewer_joins_leaves_or_hides_the_page() -> None:
    bus, told = Bus(), list[TablePresence]()
    hub = Hub(bus)
    amina, omar, guest = (Watcher("t", "", hub.changed) for _ in range(3))
    bus.subscribe(PresenceChanged, lambda event: told.append(event.here))
    assert hub.here("t") == NOBODY_PRESENT
    amina.viewer = Viewer(0)
    for watcher in (amina, omar, guest):
        hub.join(watcher)
    assert hub.here("t") == TablePresence(frozenset({0}), frozenset({0}), True)
    omar.viewer = Viewer(1)
    assert hub.connected("t") == {0, 1}
    omar.away = True
    assert (hub.connected("t"), hub.looking("t")) == ({0, 1}, {0})
    hub.leave(amina)
    assert (hub.connected("t"), hub.looking("t")) == ({1}, frozenset())
    hub.leave(omar)
    assert hub.here("t") == TablePresence(frozenset(), frozenset(), True)
    hub.leave(guest)
    assert hub.here("t") == NOBODY_PRESENT
    assert TablePresence(frozenset({0, 1}), frozenset({0}), True) in told, "other servers hear of it, too"


def test_spectators_are_not_reported_as_present() -> None:
    hub, amina, guest = Hub(Bus()), Watcher("t"), Watcher("t")
    amina.viewer = Viewer(0)
    hub.join(amina)
    hub.join(guest)
    hub.publish_presence(guest)
    assert not amina.about
    hub.publish_presence(amina)
    assert guest.about and not amina.about
