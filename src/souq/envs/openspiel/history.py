"""Perfect recall: what the seats saw and chose on the way to a position.

A link stores a decision and the position it led to. Digests are computed lazily: then every seat's trail is the digest
of the changes it saw and of its own choices, in order. A decision after which a seat sees no change leaves no trace in
its trail, because the number of another player's hidden decisions could reveal what they hold.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from souq.engine.rules.record import Batch
from souq.envs.openspiel.rules import Rules

Trails = tuple[tuple[bytes, bytes], ...]
"""For every seat, a digest of its latest view and a digest of everything before."""


@dataclass(eq=False, repr=False, slots=True)
class History:
    """The history of a position: a linked list whose tail is shared with other positions."""

    rules: Rules
    record: Batch
    before: History | None = None
    seat: int = -1
    choice: int = 0
    seen: Trails | None = None

    def trail(self, seat: int) -> str:
        """Return a digest of what a seat saw and chose: equal for two positions exactly if all of that is equal."""
        view, trail = self.trails()[seat]
        return _digest(trail, view).hex()

    def trails(self) -> Trails:
        """Compute the trails of all seats; the links are dropped once they have been used."""
        waiting, link = list[History](), self
        while link.seen is None:
            waiting.append(link)
            if link.before is None:
                break
            link = link.before
        for link in reversed(waiting):
            link.seen = link._trails(link.before.seen if link.before else None)
            link.before = None
        assert self.seen is not None
        return self.seen

    def _trails(self, before: Trails | None) -> Trails:
        bindings, made = self.rules.bindings, list[tuple[bytes, bytes]]()
        for seat in range(self.rules.players):
            view, trail = before[seat] if before else (b"", b"")
            now = _digest(bindings.hidden(self.record, seat).tobytes())
            if seat == self.seat:
                trail = _digest(trail, view, self.choice.to_bytes(4, "little"))
            elif now != view:
                trail = _digest(trail, view)
            made.append((now, trail))
        return tuple(made)

    def __deepcopy__(self, memo: Any) -> History:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _recalled, (self.rules, self.trails())


def _recalled(rules: Rules, seen: Trails) -> History:
    return History(rules, rules.blank, seen=seen)


def _digest(*parts: bytes) -> bytes:
    return blake2b(b"|".join(parts), digest_size=12).digest()
