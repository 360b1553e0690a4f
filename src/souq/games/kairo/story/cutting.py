"""Whom a stall or an expansion would cut off from what (KA-A01), for the story and for who points at the site."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from souq.engine.bits import Bits, common, has, minus, triple, union
from souq.engine.scene import Names
from souq.engine.wording import opened
from souq.games.kairo.box import COLOURS as NAMES
from souq.games.kairo.box import LABELS
from souq.games.kairo.state import NEUTRAL, OWNERS, Act, State
from souq.games.kairo.story.wording import whose


@dataclass(frozen=True, slots=True)
class Lost:
    """A customer and an entry that is out of reach then; -1 where it is every customer, or every entry."""

    customer: int
    owner: int = -1
    colour: int = -1
    entry: int = -1


def stalls(view: State) -> Iterator[tuple[int, int]]:
    """Owner and colour of every stall that counts: one that is being moved does not (KA-X17)."""
    for owner in range(OWNERS):
        for colour in range(len(NAMES)):
            moved = view.act == Act.MOVE and (owner, colour) == (view.player, view.colour)
            if view.stall[owner][colour] >= 0 and not moved:
                yield owner, colour


def severed(view: State, built: int, entry: int = -1) -> Lost | None:
    """Who would lose what if ``built`` were built on, with an entry beside it if one is given; None if nobody would.

    It is said of all customers where it is true of all; then, if possible, of a customer and an entry of his colour.
    """
    doors = [(view.entry[owner][colour], owner, colour) for owner, colour in stalls(view)]
    if entry >= 0:
        doors.append((entry, NEUTRAL if view.act == Act.NEUTRAL else view.player, view.colour))
    people = [(site, colour) for colour, site in enumerate(view.stands) if site >= 0]
    parts = _parts(view, built, [door for door, *_ in doors] + [site for site, _ in people])
    for door, owner, colour in doors:
        if people and all(parts[site] != parts[door] for site, _ in people):
            return Lost(-1, owner, colour, door)
    pairs = [(who, door) for site, who in people for door in doors if parts[site] != parts[door[0]]]
    if pairs:
        who, (door, owner, colour) = min(pairs, key=lambda pair: pair[0] != pair[1][2])
        return Lost(who, owner, colour, door)
    main = parts[people[0][0]] if people else ()
    return next((Lost(who) for site, who in people if parts[site] != main), None)


def _parts(view: State, built: int, sites: list[int]) -> dict[int, Bits]:
    """For each of some sites, where one could walk to from there once a site is built on."""
    from souq.engine.twin import interpreted
    from souq.games.kairo.rules.access import reached
    from souq.games.kairo.rules.sites import MARKET, SPOT, walkable

    walk = interpreted(walkable)(view)
    if view.act == Act.MOVE:
        walk = union(walk, common(triple(SPOT[view.stall[view.player][view.colour]].tolist()), MARKET))
    walk = minus(walk, triple(SPOT[built].tolist()))
    found: dict[int, Bits] = {}
    for site in sites:
        known = next((part for part in found.values() if has(part, site)), None)
        found[site] = known or interpreted(reached)(walk, triple(SPOT[site].tolist()))
    return found


def severed_words(lost: Lost, entry: int, names: Names, seat: int) -> str:
    """The same in a sentence; ``entry`` is that of the stall in hand, or -1."""
    if lost.entry < 0:
        return f"The {NAMES[lost.customer]} customer would be shut in."
    who = "no customer could" if lost.customer < 0 else f"the {NAMES[lost.customer]} customer could"
    if lost.entry == entry:
        return opened(f"{who}{' not' if lost.customer >= 0 else ''} reach an entry on {LABELS[entry]}.")
    there = f"the entry of {whose(lost.owner, lost.colour, names, seat)} on {LABELS[lost.entry]}"
    return opened(f"{who} reach {there} any more." if lost.customer < 0 else f"{who} no longer reach {there}.")
