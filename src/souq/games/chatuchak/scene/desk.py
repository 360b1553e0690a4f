"""Chatuchak's desk: facts for drawing a position, such as who holds each marker and what every move would do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from souq.engine.present import desk
from souq.engine.present.foresight import Foreseen
from souq.engine.present.scene import Context
from souq.engine.rules.twin import interpreted
from souq.games.chatuchak import GAME
from souq.games.chatuchak import state as k
from souq.games.chatuchak.rules import market, scoring, winning
from souq.games.chatuchak.scene.geometry import cells, within
from souq.games.chatuchak.state import Event, Mode, State
from souq.games.chatuchak.story.wording import Mixes

MARKERS = range(k.MARKERS)

_mixed_with, _untidiest = interpreted(market.mixed_with), interpreted(market.untidiest)
_tokens, _worth = interpreted(scoring.tokens), interpreted(scoring.worth)
_claims, _deserved, _places_held = (
    interpreted(winning.claims),
    interpreted(winning.deserved),
    interpreted(winning.places_held),
)
_group_at, _strength_with = interpreted(winning.group_at), interpreted(winning.strength_with)
_to_beat = interpreted(winning.to_beat)


# ---- a market


@lru_cache(maxsize=1 << 13)
def _mixed(group: int, other: int) -> int:
    """Return the strength of the mix of two groups, or 0 if they don't touch."""
    return _mixed_with(group, (other, 0, 0))


class Market:
    """The market of one seat: its booths and pieces, and the structures that count for markers."""

    def __init__(self, view: State, seat: int) -> None:
        self.view, self.seat = view, seat
        self.planes = tuple(view.booths[seat])
        """The cells of each colour, as one set per colour."""
        self.hole = view.hole[seat]
        self._best: dict[int, int] = {}

    @cached_property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """The groups of each colour (two booths or more), sorted by their lowest cell."""
        return tuple(tuple(group for group in found if group) for found in self.view.groups[self.seat])

    @cached_property
    def parts(self) -> tuple[tuple[int, ...], ...]:
        """The pieces of each colour, groups and single booths, sorted by their lowest cell."""
        alone = (plane & ~sum(found) for plane, found in zip(self.planes, self.groups, strict=True))
        return tuple(
            tuple(sorted((*found, *(1 << cell for cell in cells(rest))), key=_lowest))
            for found, rest in zip(self.groups, alone, strict=True)
        )

    def colour(self, cell: int) -> int:
        """Return the colour of the booth in a cell, or -1 for the gap."""
        return self._booths[cell][0]

    def part(self, cell: int) -> int:
        """Return the piece (a group or a single booth) in a cell, as a set of cells; 0 for the gap."""
        return self._booths[cell][1]

    @cached_property
    def _booths(self) -> dict[int, tuple[int, int]]:
        """Colour and piece of the booth in each cell."""
        found = {cell: (c, part) for c, parts in enumerate(self.parts) for part in parts for cell in cells(part)}
        return found | {self.hole: (-1, 0)}

    def part_with(self, colour: int, cell: int) -> int:
        """Return the piece of a colour that contains a cell."""
        return _group_at(self.view, self.seat, colour, cell) or 1 << cell

    def counts(self) -> tuple[int, ...]:
        """Return the number of pieces of each colour."""
        return tuple(self.view.parts[self.seat])

    def untidy(self) -> int:
        """Return the colour with the most pieces; in a tie, the first one."""
        return self.counts().index(self.minus())

    def minus(self) -> int:
        """Return the points subtracted for the untidiest colour at the end (CH-E02)."""
        return _untidiest(self.view, self.seat)

    def counting(self, cell: int) -> list[int]:
        """Return the markers for which a booth is part of one of the market's strongest structures."""
        colour = self.colour(cell)
        at = cell, colour, _group_at(self.view, self.seat, colour, cell)
        return [m for m, most in self._most if _strength_with(self.view, self.seat, m, *at) == most] if at[2] else []

    @cached_property
    def _most(self) -> list[tuple[int, int]]:
        """Markers for which the market has a structure, each with the strength of its best one."""
        return [(marker, most) for marker, most in enumerate(self.view.strength[self.seat]) if most]

    def best(self, marker: int) -> int:
        """Return the cells of the strongest structure for a marker; among equals, the one with the lowest cell."""
        if marker not in self._best:
            self._best[marker] = self.where(marker, self.view.strength[self.seat][marker])
        return self._best[marker]

    def where(self, marker: int, strength: int, cell: int = -1) -> int:
        """Return the cells of a structure that has this strength for a marker, or 0 if there is none.

        If ``cell`` is given, the structure contains it. Of several structures, the one with the lowest cell is
        returned.
        """
        structures = self._structures(marker, strength) if strength else ()
        found = (word for word in structures if cell < 0 or word >> cell & 1)
        return min(found, key=_lowest, default=0)

    def _structures(self, marker: int, strength: int) -> Iterator[int]:
        if marker < k.MIX:
            yield from (group for group in self.groups[marker] if group.bit_count() == strength)
        elif marker < k.PATH:
            one, other = mixes(self.view)[marker - k.MIX]
            pairs = ((group, touching) for group in self.groups[one] for touching in self.groups[other])
            yield from (group | touching for group, touching in pairs if _mixed(group, touching) == strength)
        else:
            yield from (
                shape for found in self.groups for group in found for shape in within(group, strength, marker == k.PATH)
            )


def _lowest(word: int) -> int:
    return word & -word


def mixes(view: State) -> Mixes:
    """Return the mix that each of the five tiles shows."""
    shown = (k.PAIRS[tile][side] for tile, side in enumerate(view.mix))
    return tuple((int(one), int(other)) for one, other in shown)


# ---- what a move does


@dataclass(frozen=True, slots=True)
class Win:
    """A marker won by a move."""

    marker: int
    giver: int
    """Seat that loses the marker, or -1 if it was in the middle."""
    strength: int
    cells: int
    """Cells of the structure that wins it."""


@dataclass(frozen=True, slots=True)
class Threat:
    """A move with which another seat could take a marker next turn."""

    marker: int
    seat: int
    cell: int
    """Cell of the booth that the other seat would move."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Changes that a move of the viewer would make: markers won and lost, points, and threats by other seats."""

    cell: int
    colour: int
    after: Market
    part: int
    """The piece (set of cells) that the moved booth belongs to after the move."""
    wins: tuple[Win, ...]
    beside: tuple[int, ...]
    """Own markers that lose their place."""
    back: tuple[int, ...]
    """Own markers that regain a place."""
    solved: int
    """In the puzzle and in races: number of moves that solved the market, or 0 if it isn't solved."""
    score: int
    """The viewer's points if the game ended after the move."""
    threats: tuple[Threat, ...]
    """Moves with which other seats could take a marker after this move but can't now."""


class Desk(desk.Desk[State]):
    """Facts computed from a view (a position as one player sees it). ``own`` is the seat with the large market."""

    game = GAME

    def __init__(self, view: State, ctx: Context) -> None:
        super().__init__(view, ctx)
        self.mode = Mode(view.mode)

    # ---- whose turn

    @property
    def race(self) -> bool:
        """Whether players only tidy their markets, as in the puzzle and in both kinds of race."""
        return self.mode != Mode.GOALS

    def passed(self, seat: int) -> bool:
        """Return whether a seat has passed for good, given up or is out."""
        return bool(self.view.passed >> seat & 1)

    def solved(self, seat: int) -> bool:
        """Return whether a seat has solved its puzzle."""
        return bool(self.view.solved >> seat & 1)

    # ---- markets

    @cached_property
    def pairs(self) -> Mixes:
        """The mix that each of the five tiles shows."""
        return mixes(self.view)

    @cached_property
    def markets(self) -> tuple[Market, ...]:
        """The market of every seat."""
        return tuple(Market(self.view, seat) for seat in self.seats)

    @property
    def market(self) -> Market:
        """The market of the seat on the board."""
        return self.markets[self.own]

    # ---- goals

    def held(self, seat: int) -> list[int]:
        """Return the markers that a seat holds, with or without a place in its market."""
        return [marker for marker in MARKERS if self.view.holder[marker] == seat]

    def placed(self, seat: int) -> list[int]:
        """Return the markers of a seat that have a place in its market (CH-B02)."""
        return self.once(("placed", seat), lambda: [*cells(_places_held(self.view, seat))])

    def beside(self, seat: int) -> list[int]:
        """Return the markers of a seat that have no place in its market."""
        return [marker for marker in self.held(seat) if marker not in self.placed(seat)]

    def needed(self, seat: int, marker: int) -> int:
        """Return the strength that a seat must exceed to win a marker; for a spectator, the highest of all seats."""
        return _to_beat(self.view, seat, marker)

    # ---- points

    def matching(self, seat: int) -> list[int]:
        """Return the markers whose matching token a seat has."""
        return [marker for marker in MARKERS if self.view.token[marker] == seat]

    def tokens(self, seat: int) -> int:
        """Return the number of a seat's tokens, worth a star each."""
        return _tokens(self.view, seat)

    def score(self, seat: int) -> int:
        """Return a seat's points if the game ended now."""
        return self.once(("score", seat), lambda: _worth(self.view, seat))

    # ---- what a move would do

    @cached_property
    def movable(self) -> list[int]:
        """The cells whose booths the viewer can move now."""
        return self.options(k.MOVE, k.CELLS)

    @cached_property
    def outcomes(self) -> dict[int, Outcome]:
        """The outcome of each move that the viewer can make, by cell."""
        return {cell: self._outcome(cell) for cell in self.movable}

    def _outcome(self, cell: int) -> Outcome:
        own, gap, colour = self.own, self.market.hole, self.market.colour(cell)
        seen: Foreseen[State] = self.foresee(k.MOVE + cell, seat=own)
        after = Market(seen.view, own)
        return Outcome(
            cell,
            colour,
            after,
            after.part_with(colour, gap),
            tuple(
                Win(row.marker, row.giver, row.strength, after.where(row.marker, row.strength, gap))
                for row in seen.of(Event.WON)
            ),
            tuple(row.marker for row in seen.of(Event.BESIDE)),
            tuple(row.marker for row in seen.of(Event.BACK)),
            sum(row.moves for row in seen.of(Event.SOLVED)),
            self.score(own) + seen.points[own],
            () if self.race else self._opened(seen.view),
        )

    def _opened(self, after: State) -> tuple[Threat, ...]:
        """Return other seats' chances to take a marker that arise from the viewer's move."""
        return tuple(threat for key, threat in self._threats(after).items() if key not in self.exposed)

    @cached_property
    def exposed(self) -> dict[tuple[int, int], Threat]:
        """Moves with which rivals could take a marker from the seat with the large market now, by marker and seat."""
        return self._threats(self.view)

    def _threats(self, view: State) -> dict[tuple[int, int], Threat]:
        """Return moves with which rivals could take a marker from the seat with the large market, by marker and seat.

        ``view`` may differ from the current position only in the own market and in the markers that the viewer has won.
        """
        return {
            (marker, seat): Threat(marker, seat, cell)
            for seat, best in self.reach.items()
            for marker, (strength, cell) in best.items()
            if view.holder[marker] == self.own and _deserved(view, seat, marker, strength)
        }

    @cached_property
    def reach(self) -> dict[int, dict[int, tuple[int, int]]]:
        """The strongest structure for each marker that each other seat could make with one move.

        It is a mapping: seat → marker → (strength, cell of the booth to move).
        """
        return {seat: self._reach(seat) for seat in self.rivals if not self.passed(seat)}

    def _reach(self, seat: int) -> dict[int, tuple[int, int]]:
        best, found = dict[int, tuple[int, int]](), [0] * k.MARKERS
        for cell in cells(int(k.LANES[self.view.hole[seat]])):
            _claims(self.view, seat, cell, found)
            for marker, strength in enumerate(found):
                if strength:
                    best[marker] = max(best.get(marker, (0, 0)), (strength, cell))
        return dict(sorted(best.items()))

    # ---- what was done last

    @cached_property
    def fresh(self) -> dict[int, int]:
        """For each seat that moved since the viewer last acted, the cell to which its last booth jumped."""
        return {row.seat: row.gap for row in self.recent if row.kind == Event.MOVE}

    @cached_property
    def changed(self) -> frozenset[int]:
        """Markers that have changed hands since the viewer last acted."""
        return frozenset(row.marker for row in self.recent if row.kind == Event.WON)
