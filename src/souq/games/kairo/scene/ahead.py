"""Look-ahead over the viewer's turn: which choices follow a choice, so that one click can make several of them.

To find the options that follow a choice, fields of a copy of the record are set as they would be at that point, and the
rules apply the choice. These options depend on nothing that the viewer does not know.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from souq.engine.rules.events import Row, rows
from souq.engine.rules.record import Batch, clone
from souq.engine.rules.twin import interpreted, recorded
from souq.games.kairo import GAME
from souq.games.kairo import state as k
from souq.games.kairo.rules import asking
from souq.games.kairo.scene import paths
from souq.games.kairo.state import Act, Event, Phase, State

KINDS = {Act.EXPAND: k.EXPAND, Act.NEW: k.NEW, Act.MOVE: k.MOVE}
"""The choice that begins each kind of building."""

_colours = interpreted(asking.colours)
_NO_CHANCE = (0, 0)


@dataclass(frozen=True, slots=True)
class Build:
    """A building on a site: a new stall, an expansion or a moved stall.

    ``then`` holds the choices that are forced once the site is chosen.
    """

    act: int
    colour: int
    site: int
    entry: int
    """Site of the entry if the rules allow only one; else -1."""
    way: int
    """Card that pays for the building, or THREE for three cards.

    It is the cheapest one if the entry isn't chosen yet, and -1 if the player must choose a card or needs none.
    """
    then: tuple[int, ...]
    complete: bool
    """Whether the player has no further choice to make."""


class Trials:
    """Experiments with the rules on copies of a position, which can have other values in some fields."""

    def __init__(self, view: State) -> None:
        self.record = recorded(view, State)
        """The position that is copied."""
        self.bindings = GAME.bindings

    def where(self, **decided: int) -> Batch:
        """Return a copy of the position with the values of ``decided`` in the fields of these names."""
        made = clone(self.record)
        for field, number in decided.items():
            made[field] = number
        return made

    def after(self, choice: int, seat: int, **decided: int) -> Batch:
        """Return a copy of the position, with the values of ``decided``, in which ``seat`` then makes a choice."""
        made = self.where(**decided)
        self.bindings.apply(made, seat, choice, _NO_CHANCE)
        return made

    def events(self, choice: int, seat: int, *kinds: int, **decided: int) -> list[Row]:
        """Return the events of these kinds that happen when ``seat`` makes a choice in a copy of the position."""
        made = self.after(choice, seat, **decided)
        found = made["event"][0][: made["n_events"][0]].tolist()
        return rows(Event, (row for row in found if row[0] in kinds))


class Ahead:
    """Look-ahead for the seat that decides: its options in every kind of action that is legal now."""

    def __init__(self, view: State, legal: Sequence[int], trials: Trials) -> None:
        self.view = view
        self.legal = frozenset(legal)
        self.trials = trials
        self._known: dict[tuple[int, ...], list[int]] = {}
        self._forced: dict[tuple[int, int, int], tuple[tuple[int, ...], bool]] = {}

    def _asked(self, choice: int, **decided: int) -> list[int]:
        """Return the options of the decision that follows a choice, numbered from 0."""
        key = (choice, *decided.values())
        if key not in self._known:
            self._known[key] = _options(self.trials.after(choice, self.view.player, **decided))
        return self._known[key]

    # ---- luring

    @property
    def lured(self) -> list[int]:
        """Customers that can be lured now."""
        if self.view.phase == Phase.CUSTOMER:
            return sorted(choice - k.CUSTOMER for choice in self.legal)
        return self._asked(k.LURE) if k.LURE in self.legal else []

    # ---- building

    def colours(self, act: int) -> list[int]:
        """Return the colours in which the player can now carry out a kind of building."""
        if self.view.phase == Phase.COLOUR:
            return sorted(choice - k.COLOUR for choice in self.legal) if act == self.view.act else []
        return self._asked(KINDS[Act(act)]) if KINDS[Act(act)] in self.legal else []

    @property
    def instead(self) -> list[int]:
        """Colours in which the player could carry out the kind of building in progress."""
        return list(paths.sites(_colours(self.view)))

    def sites(self, act: int, colour: int) -> list[int]:
        """Return the sites where a kind of Build is legal in a colour."""
        return self._asked(k.COLOUR + colour, phase=Phase.COLOUR, act=act)

    def entries(self, act: int, colour: int, site: int) -> list[int]:
        """Return the sites for the entry of a stall on ``site``; an expansion has none.

        The colour only matters if a stall moves.
        """
        if act == Act.EXPAND:
            return []
        moving = {"colour": colour} if act == Act.MOVE else {}
        return self._asked(k.SITE + site, phase=Phase.SITE, act=act, **moving)

    def card_options(self, act: int, colour: int, site: int) -> list[int]:
        """Return the cards that can pay for a building on a site, and THREE; none in the setup.

        The result is cached, because it is the same for all sites of a segment.
        """
        if act in (Act.PLACE, Act.NEUTRAL):
            return []
        key = (Phase.WAY, act, colour, k.BOX.segment[site])
        if key not in self._known:
            grows = act == Act.EXPAND
            # Any entry will do for the trial, since the cards depend on the site alone.
            choice, phase = (k.SITE + site, Phase.SITE) if grows else (k.ENTRY, Phase.ENTRY)
            self._known[key] = self._asked(choice, phase=phase, act=act, colour=colour, site=site)
        return self._known[key]

    # ---- choices in one

    def build(self, act: int, colour: int, site: int, way: int = -1) -> Build:
        """Return the building that follows when a site is chosen, paid for with the card ``way``, else the cheapest."""
        entries = self.entries(act, colour, site)
        if len(entries) > 1:
            return Build(act, colour, site, -1, self.cheapest(act, colour, site), (), False)
        entry = entries[0] if entries else -1
        return self._with_card(act, colour, site, entry, way, (k.ENTRY + entry,) if entries else ())

    def entered(self, entry: int) -> Build:
        """Return the building that follows when ``entry`` is chosen for the stall that the player is placing."""
        return self._with_card(self.view.act, self.view.colour, self.view.site, entry, -1, ())

    def _with_card(self, act: int, colour: int, site: int, entry: int, way: int, then: tuple[int, ...]) -> Build:
        if act in (Act.PLACE, Act.NEUTRAL):
            return Build(act, colour, site, entry, way, then, True)
        way = way if way >= 0 else self.cheapest(act, colour, site)
        if way < 0:
            return Build(act, colour, site, entry, way, then, False)
        played, complete = self.played(act, colour, way, site, entry)
        return Build(act, colour, site, entry, way, (*then, *played), complete)

    def reached(self, card: int) -> dict[int, list[Build]]:
        """Return, for each site, the buildings that ``card`` could pay for there at the start of a turn."""
        made: dict[int, list[Build]] = {}
        for act in KINDS:
            for colour in self.colours(act):
                for site in self.sites(act, colour):
                    if card in self.card_options(act, colour, site):
                        made.setdefault(site, []).append(self.build(act, colour, site, card))
        return made

    def cheapest(self, act: int, colour: int, site: int) -> int:
        """Return the cheapest way to pay: a standard card, else the only joker, else three cards.

        Returns -1 if no way reaches the site, or if there are several jokers to choose from.
        """
        ways = self.card_options(act, colour, site)
        if not ways:
            return -1
        cards = [way for way in ways if way < k.JOKERS]
        jokers = [way for way in ways if k.JOKERS <= way < k.CARDS]
        if cards or not jokers:
            return (cards or [k.THREE])[0]
        return jokers[0] if len(jokers) == 1 else -1

    def played(self, act: int, colour: int, way: int, site: int, entry: int) -> tuple[tuple[int, ...], bool]:
        """Return the choice of the cards with the forced choices after it, and whether the action is complete.

        The result is the same for every site of a colour, so it is cached by action, colour and way.
        """
        key = (act, colour, way)
        if key not in self._forced:
            self._forced[key] = self._played(
                k.WAY + way, phase=Phase.WAY, act=act, colour=colour, site=site, door=entry
            )
        return self._forced[key]

    def _played(self, choice: int, **decided: int) -> tuple[tuple[int, ...], bool]:
        made, after = [choice], self.trials.after(choice, self.view.player, **decided)
        while after["turn"][0] == self.view.turn and not after["over"][0]:
            options = _options(after)
            if len(options) != 1:
                return tuple(made), False
            made.append(int(asking.GROUP[after["phase"][0]]) + options[0])
            self.trials.bindings.apply(after, self.view.player, made[-1], _NO_CHANCE)
        return tuple(made), True


def _options(record: Batch) -> list[int]:
    """Return the legal choices of the decision in a record, each as its index in the group of choices."""
    return list(paths.sites(paths.board(record["asked"][0])))
