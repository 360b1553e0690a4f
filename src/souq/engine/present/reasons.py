"""Contents of a game's module ``reasons``, which explain choices: quantities that players count, facts of a position.

The module defines ``GAUGES``; ``measure(view, seat)``, one integer per gauge, or None if it can't be counted there;
``KINDS``, the kinds of its facts; and ``facts(view, seat)``, what is true of the position, in words. They are computed
with the game's rules from what the seat may know, so that nothing a reason says is an estimate. A game without the
module has one gauge: its points.
A module whose turns consist of several choices may say with ``pause(view)`` where each of them is complete.
``PARTS`` may name, for a kind of fact, the gauge whose change includes it, so that it isn't said to come on top.

>>> points = Gauge("points", "scores {n} point{s}", "costs {n} point{s}", "scores {n} more point{s}")
>>> points.said(-1), points.said(2), points.said(2, compared=True)
('costs 1 point', 'scores 2 points', 'scores 2 more points')
>>> named(f"stops {mention(1)} taking the shirts", ("Amina", "Omar").__getitem__)
'stops Omar taking the shirts'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum

from souq.engine.game import Game
from souq.engine.present.scene import Names
from souq.engine.rules.record import Batch
from souq.engine.rules.twin import Twin

Key = tuple[str | int, ...]
"""Identity of a fact; the first item is its kind."""


OTHERS = "the other players"
"""How phrases call all players except the reader."""


@dataclass(frozen=True, slots=True)
class Gauge:
    """A quantity that a player can count, such as points or coins, with phrases for its changes.

    In the phrases, whose subject is the choice, ``{n}`` is the amount and ``{s}`` the plural ending.
    """

    name: str
    gain: str
    """Phrase for a choice that raises the quantity: "scores {n} point{s}"."""
    loss: str
    """Phrase for a choice that lowers it: "costs {n} coin{s}"."""
    more: str = ""
    """Phrase for a choice after which it is higher than after another: "scores {n} more point{s}"; may be empty."""
    fewer: str = ""
    """Phrase for a choice after which it is lower than after another: "leaves you {n} fewer coin{s}"; may be empty."""
    worth: float = 1.0
    """Value of one unit in points, to sort phrases by importance; negative if a player wants less of it."""
    step: int = 1
    """Multiple to which expected amounts are rounded, such as the value of the smallest banknote."""

    def said(self, change: int, *, compared: bool = False) -> str:
        """Describe a change in words; return "" if there is none or no phrase for it.

        Args:
            change: the change of the quantity.
            compared: whether the change is relative to another choice, not to the position before the choice.
        """
        if not change:
            return ""
        up, down = (self.more, self.fewer) if compared else (self.gain, self.loss)
        return (up if change > 0 else down).format(n=f"{abs(change):,}", s="" if abs(change) == 1 else "s")

    def between_two(self, other: str) -> Gauge:
        """Return the gauge for a table of two, where its phrases name the only other player.

        >>> Gauge("given", "gives the other players {n} money", "").between_two("Omar").said(2)
        'gives Omar 2 money'
        """

        def named(phrase: str) -> str:
            return phrase.replace(f"{OTHERS}’", f"{other}’s").replace(OTHERS, other)

        gain, loss, more, fewer = map(named, (self.gain, self.loss, self.more, self.fewer))
        return replace(self, gain=gain, loss=loss, more=more, fewer=fewer)


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that is true of a position and matters to a seat, with phrases for choices that change it.

    The phrases' subject is the choice: "joins your bowls". An empty phrase means that this change isn't mentioned.
    """

    key: Key
    """Identity, by which facts of two positions are compared. The first item is the kind, such as "threat"."""
    worth: float
    """Value to the seat in points, to sort phrases by importance; negative for a danger."""
    begins: str = ""
    """Phrase for a choice that makes it true: "joins your bowls", "lets Omar take the shirts"."""
    keeps: str = ""
    """Phrase for a choice that leaves it true when another choice wouldn't: "keeps your bowls together"."""
    ends: str = ""
    """Phrase for a choice after which it is no longer true: "stops Omar taking the shirts"."""
    avoids: str = ""
    """Phrase for a choice that doesn't make it true when another choice would: "leaves Omar nowhere to build"."""

    @property
    def kind(self) -> str:
        """Kind of the fact, such as "threat"."""
        return str(self.key[0])


POINTS = Gauge(
    "points", "scores {n} point{s}", "costs {n} point{s}", "scores {n} more point{s}", "scores {n} fewer point{s}"
)
"""The gauge of a game without a module ``reasons``."""


def gauges(game: Game) -> tuple[Gauge, ...]:
    """Return the quantities in which a game's choices are explained."""
    return tuple(game.reasons.GAUGES) if game.reasons else (POINTS,)


def kinds(game: Game) -> frozenset[str]:
    """Return the names of a game's gauges, and the kinds of its facts that its module lists in ``KINDS``."""
    return frozenset(each.name for each in gauges(game)) | frozenset(getattr(game.reasons, "KINDS", ()))


Amounts = tuple[int | None, ...]
"""Values of a game's gauges; None where a quantity can't be counted, such as the cards of a half-made offer."""


def measure(game: Game, view: Batch, seat: int) -> Amounts:
    """Return the value of each gauge for ``seat`` in a position as the seat knows it."""
    return _measure(game, view, Twin.of(view), seat)


def facts(game: Game, view: Batch, seat: int) -> dict[Key, Fact]:
    """Return what is true for ``seat`` in a position as the seat knows it, by key; empty once the game is over."""
    return _facts(game, Twin.of(view), seat)


def measured(game: Game, view: Batch, seat: int) -> tuple[Amounts, dict[Key, Fact]]:
    """Return both, the value of each gauge and what is true, in less time than one after the other."""
    twin = Twin.of(view)
    return _measure(game, view, twin, seat), _facts(game, twin, seat)


def _measure(game: Game, view: Batch, twin: Twin, seat: int) -> Amounts:
    if game.reasons is None:
        return (game.bindings.points(view)[seat],)
    found: Sequence[int | None] = game.reasons.measure(twin, seat)
    return tuple(None if value is None else int(value) for value in found)


def _facts(game: Game, twin: Twin, seat: int) -> dict[Key, Fact]:
    if game.reasons is None or twin.over:
        return {}
    found: Iterable[Fact] = game.reasons.facts(twin, seat)
    return {fact.key: fact for fact in found}


class Pause(IntEnum):
    """Completeness of a turn in a position that follows some choices of a seat."""

    NONE = 0
    """Nothing: the choice that has been begun needs further ones, such as a number or a place."""
    CHOICE = 1
    """A choice: the next one belongs to the same turn."""
    TURN = 2
    """Everything: what follows is another decision, even if the same seat makes it."""


def pause(game: Game, state: Batch) -> Pause:
    """Return what is complete in a position, or nothing if the game's module has no function ``pause(view)``."""
    found = getattr(game.reasons, "pause", None)
    return Pause(found(Twin.of(state))) if found else Pause.NONE


def mention(seat: int) -> str:
    """Return a placeholder for the name of a seat in a phrase; :func:`named` replaces it."""
    return f"⟨{seat}⟩"


def named(text: str, names: Names) -> str:
    """Replace the placeholders in a reason by the seats' names."""
    return re.sub(r"⟨(\d+)⟩", lambda found: names(int(found[1])), text)
