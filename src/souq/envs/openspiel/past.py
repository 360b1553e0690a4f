"""What the seats saw and chose on the way to a position, for information states with perfect recall.

A link remembers the decision that was made and the position it led to. Nothing is looked at until somebody asks: then
every seat's trail is the digest of what it saw change and of what it chose itself, in order. A decision in which a
seat sees nothing change leaves no trace in its trail, for how many decisions somebody needs can tell what they hold.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from souq.engine.rules.record import Batch
from souq.envs.openspiel.rules import Rules

Trails = tuple[tuple[bytes, bytes], ...]
"""Of every seat, what it saw last and the digest of all before."""


@dataclass(eq=False, repr=False, slots=True)
class Past:
    """How a position came about: a chain, shared by all positions that have it in common."""

    rules: Rules
    record: Batch
    before: Past | None = None
    seat: int = -1
    choice: int = 0
    seen: Trails | None = None

    def trail(self, seat: int) -> str:
        """Return a digest of what a seat saw and chose: equal for two positions if and only if both are."""
        view, trail = self.trails()[seat]
        return _digest(trail, view).hex()

    def trails(self) -> Trails:
        """Return the trails of all seats, and forget what they were made from."""
        waiting, link = list[Past](), self
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

    def __deepcopy__(self, memo: Any) -> Past:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _recalled, (self.rules, self.trails())


def _recalled(rules: Rules, seen: Trails) -> Past:
    return Past(rules, rules.blank, seen=seen)


def _digest(*parts: bytes) -> bytes:
    return blake2b(b"|".join(parts), digest_size=12).digest()
