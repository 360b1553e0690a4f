"""What the viewer could do with the turn: asked of the rules ahead of the questions, so that a click can say it all.

The rules find the options of any question from the record alone: a copy of the view that says what is being done is
asked what it would ask.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from souq.engine.bits import members
from souq.engine.twin import changed, interpreted
from souq.games.kairo.rules.asking import options
from souq.games.kairo.rules.stalls import lift_stall
from souq.games.kairo.scene import paths
from souq.games.kairo.state import (
    BOX,
    CARDS,
    COLOUR,
    COLOURS,
    CUSTOMER,
    ENTRY,
    EXPAND,
    FEE,
    JOKERS,
    LURE,
    MOVE,
    NEW,
    THREE,
    WAY,
    Act,
    Phase,
    State,
)

KINDS = {Act.NEW: NEW, Act.EXPAND: EXPAND, Act.MOVE: MOVE}
"""The choice of each kind of Build."""
SUBSTITUTES = BOX.turn["substitutes"]
FEE_DUE = BOX.turn["joker_fee"]

_options = interpreted(options)
_lift = interpreted(lift_stall)
_MOVED = ("stall", "entry", "sizes", "solid", "tiles", "doors", "present", "reach", "loose")
"""What the rules lift and put back while they look where a stall can be moved."""


@dataclass(frozen=True, slots=True)
class Bill:
    """What an expansion costs: its colour, how much of it is paid, and how many substitutes."""

    colour: int
    own: int
    others: int


class Ahead:
    """The options of the seat that decides, through the kinds of action it has."""

    def __init__(self, view: State, legal: Sequence[int]) -> None:
        self.view = view
        self.legal = frozenset(legal)
        self.phase, self.act = view.phase, view.act
        self._moving: dict[int, State] = {}
        self._known: dict[tuple[int, ...], list[int]] = {}

    def _ask(self, phase: Phase, act: int, **done: int) -> list[int]:
        """The options of a question, were it asked now."""
        key = (phase, act, *done.values())
        if key not in self._known:
            trial = changed(self.view, phase=int(phase), act=int(act), **done, **self._apart(act == Act.MOVE))
            self._known[key] = members(_options(trial))
        return self._known[key]

    def _apart(self, moving: bool) -> dict[str, object]:
        """Copies of what the rules lift while something moves."""
        return {name: _copied(getattr(self.view, name)) for name in _MOVED} if moving else {}

    def _asked(self, phase: Phase, first: int, count: int) -> list[int] | None:
        """The options, if this is what is asked."""
        if self.phase != phase:
            return None
        return [choice - first for choice in sorted(self.legal) if first <= choice < first + count]

    # ---- luring

    @property
    def lured(self) -> list[int]:
        """Customers that can be lured now."""
        asked = self._asked(Phase.CUSTOMER, CUSTOMER, COLOURS)
        if asked is not None or LURE not in self.legal:
            return asked or []
        return self._ask(Phase.CUSTOMER, Act.LURE)

    # ---- building

    def colours(self, act: int) -> list[int]:
        """Colours of the stalls that an action can be done with now."""
        asked = self._asked(Phase.COLOUR, COLOUR, COLOURS)
        if asked is not None:
            return asked if act == self.act else []
        return self._ask(Phase.COLOUR, act) if KINDS.get(Act(act)) in self.legal else []

    def instead(self, act: int) -> list[int]:
        """Colours that the action in hand could have been done with."""
        return self._ask(Phase.COLOUR, act)

    def sites(self, act: int, colour: int) -> list[int]:
        """Where it can be done."""
        return self._ask(Phase.SITE, act, colour=colour)

    def entries(self, act: int, colour: int, site: int) -> list[int]:
        """Where the entry can be; none for an expansion. Stalls of all colours are alike.

        Only a site that may cut a way needs the search of the rules.
        """
        if act == Act.EXPAND:
            return []
        key = (Phase.ENTRY, act, site, colour if act == Act.MOVE else -1)
        if key not in self._known:
            view = self._lifted(colour) if act == Act.MOVE else self.view
            reach, loose = paths.board(view.reach), paths.board(view.loose)
            if (reach & ~loose) >> site & 1:
                trial = changed(view, phase=int(Phase.ENTRY), act=int(Act.NEW), site=site)
                self._known[key] = members(_options(trial))
            else:
                taken = paths.board(view.solid) | paths.board(view.doors) | paths.board(view.crowd)
                self._known[key] = list(paths.sites(paths.beside(1 << site) & reach & ~taken))
        return self._known[key]

    def _lifted(self, colour: int) -> State:
        """The view with an own stall lifted, as it is while it moves."""
        if colour not in self._moving:
            lifted = changed(self.view, **self._apart(True))
            _lift(lifted, lifted.player, colour)
            self._moving[colour] = lifted
        return self._moving[colour]

    def ways(self, act: int, colour: int, site: int) -> list[int]:
        """Cards that reach the site, and THREE; none in the setup. All sites of a segment are alike."""
        if act in (Act.PLACE, Act.NEUTRAL):
            return []
        key = (Phase.WAY, act, colour, -1 - BOX.segment[site])
        if key not in self._known:
            self._known[key] = self._ask(Phase.WAY, act, colour=colour, site=site)
        return self._known[key]

    def fees(self, act: int, colour: int) -> list[int]:
        """Colours a joker's fee can be paid in."""
        return self._ask(Phase.FEE, act, colour=colour)

    # ---- choices in one

    def entry_on(self, act: int, colour: int, site: int) -> tuple[tuple[int, ...], bool]:
        """The choice of the entry where there is only one, and whether nothing is left to ask of it."""
        entries = self.entries(act, colour, site)
        return ((ENTRY + entries[0],) if len(entries) == 1 else ()), len(entries) <= 1

    def cheapest(self, act: int, colour: int, site: int) -> int:
        """The way that is cheaper than all others: a card, else the only joker, else three cards; -1 if none is."""
        ways = self.ways(act, colour, site)
        if not ways:
            return -1
        cards = [way for way in ways if way < JOKERS]
        jokers = [way for way in ways if JOKERS <= way < CARDS]
        if cards or not jokers:
            return (cards or [THREE])[0]
        return jokers[0] if len(jokers) == 1 else -1

    def played(self, act: int, colour: int, way: int) -> tuple[tuple[int, ...], bool]:
        """The choices that play a way, as far as they are forced, and whether that completes the action."""
        made: tuple[int, ...] = (WAY + way,)
        if way == THREE and self.view.held[self.view.player] > BOX.turn["three"]:
            return made, False
        fee = -1
        if JOKERS <= way < CARDS:
            fees = self.fees(act, colour)
            if len(fees) != 1:
                return made, False
            fee = fees[0]
            made = (*made, FEE + fee)
        return made, act != Act.EXPAND or self.settled(colour, fee)

    def bill(self, colour: int, fee: int = -1) -> Bill:
        """What the next expansion of an own stand costs, after a fee."""
        seat = self.view.player
        cost = self.view.sizes[seat][colour] + 1
        own = min(cost, self.view.money[seat][colour] - FEE_DUE * (fee == colour))
        return Bill(colour, own, SUBSTITUTES * (cost - own))

    def settled(self, colour: int, fee: int = -1) -> bool:
        """Whether an expansion is paid for without a question (KA-E09, KA-E10)."""
        owed = self.bill(colour, fee).others
        money = list(self.view.money[self.view.player])
        if fee >= 0:
            money[fee] -= FEE_DUE
        others = [k for c, k in enumerate(money) if c != colour and k > 0]
        return owed == 0 or len(others) < 2 or sum(others) <= owed


def _copied(value: Any) -> Any:
    return [_copied(part) for part in value] if isinstance(value, list) else value
