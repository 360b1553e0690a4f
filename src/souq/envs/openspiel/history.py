"""The history of a position, for players who remember everything (perfect recall): what each seat saw and chose.

Each object of the history (a link) stores a decision and the position it led to. Digests (hashes) are computed only
when they are needed. A seat's trail is the digest of the changes it saw and of its own choices, in order. A decision
after which a seat sees no change leaves no trace in its trail, because the number of another player's hidden decisions
could reveal what they hold.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from souq.engine.rules.record import Batch
from souq.envs.openspiel.rules import Rules

Trails = tuple[tuple[bytes, bytes], ...]
"""For every seat, two digests (hashes): of what it sees now, and of everything that it saw and chose before."""


@dataclass(eq=False, repr=False, slots=True)
class History:
    """The history of a position, as a linked list: each object refers to the one of the previous position."""

    rules: Rules
    record: Batch
    before: History | None = None
    seat: int = -1
    choice: int = 0
    seen: Trails | None = None

    def trail(self, seat: int) -> str:
        """Return a digest of all that a seat saw and chose: equal for two positions only if the seat knows the same."""
        view, trail = self.trails()[seat]
        return _digest(trail, view).hex()

    def trails(self) -> Trails:
        """Return the digests of all seats, computed on the first call; earlier positions are then released."""
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
