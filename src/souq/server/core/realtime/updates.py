"""Service that makes the messages about a table's changes for each client that views it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from souq.engine.errors import SouqError
from souq.server.core.live.live import Live
from souq.server.core.live.tables import Tables
from souq.server.core.messages import dump
from souq.server.core.realtime.frames import frames_text
from souq.server.core.realtime.hub import Hub, Watcher
from souq.server.core.realtime.info import about, signature
from souq.server.core.realtime.viewers import Since, scope, visible_ply
from souq.server.errors import NoTable, refusal_json


class Updates:
    """The service that makes the messages for watchers.

    Args:
        tables: the tables in memory.
        hub: knows who is connected.
        stops: returns how many times server time has stopped.
        muted_seats: returns the seats that a viewer has muted, given the table, the viewer's seat and person.
        on_view: called with every table that is viewed.
    """

    def __init__(
        self,
        tables: Tables,
        hub: Hub,
        stops: Callable[[], int],
        muted_seats: Callable[[Live, int, str | None], tuple[int, ...]],
        on_view: Callable[[Live], None] = lambda _: None,
    ) -> None:
        self._tables, self._hub, self._stops, self._on_view = tables, hub, stops, on_view
        self._muted_seats = muted_seats

    async def messages(self, watcher: Watcher) -> list[str]:
        """Return the messages about all changes that a watcher has yet to receive."""
        try:
            async with self._tables.hold(watcher.table_id) as live:
                if not _still_sits(live, watcher):
                    watcher.close(1012, "The seat has a new link.")
                    return []
                self._on_view(live)
                return self._about(live, watcher) + await _game(live, watcher)
        except SouqError as error:
            watcher.close(4404 if isinstance(error, NoTable) else 1011, "This table can’t be shown.")
            return [dump({"type": "refused", "id": "", "fatal": True, **refusal_json(error)})]

    def _about(self, live: Live, watcher: Watcher) -> list[str]:
        """Return a list with the new ``table`` message, or an empty list if the description hasn't changed."""
        wanted, watcher.about = watcher.about, False
        if not wanted:
            return []
        seat, here, invited = watcher.viewer.seat, self._hub.connected(live.row.id), watcher.invited
        muted = self._muted_seats(live, seat, watcher.person)
        now = signature(live, seat, here, invited, self._stops()), muted
        if now == watcher.last_about:
            return []
        watcher.last_about = now
        return [dump(about(live, seat, here, invited, muted))]


def _still_sits(live: Live, watcher: Watcher) -> bool:
    """Return whether the token with which a client took its seat is still valid.

    Another server may have replaced the token, and its announcement may have been lost.
    """
    if watcher.viewer.seat < 0:
        return True
    proof, before = live.seat(watcher.viewer.seat).token_hash, watcher.proof
    watcher.proof = proof
    return before is None or before == proof


async def _game(live: Live, watcher: Watcher) -> list[str]:
    """Return a list with the new ``frames`` message, or an empty list if the client's view hasn't changed."""
    wanted, watcher.game_changed = watcher.game_changed, False
    if not wanted or live.match is None:
        return []
    viewer = watcher.viewer
    seen_by = scope(live, viewer)
    if seen_by == watcher.scope:
        return []
    now = visible_ply(live, viewer.seat)
    # After an undo, some decisions that the client has received no longer exist: only those before it count as seen.
    since = replace(watcher.since, seen=min(live.left(watcher.since.seen, watcher.revision), now))
    text, watcher.behind = await frames_text(live, viewer, since, watcher.behind)
    watcher.since, watcher.scope, watcher.revision = Since(now), seen_by, live.row.revision
    return [text]
