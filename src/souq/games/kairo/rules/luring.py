"""Rules for luring customers (KA-L01 to KA-L10)."""

from __future__ import annotations

from souq.engine.compiler.compiled import rule
from souq.engine.rules.bits import Bits, common, count, has, minus, plus, some, store, triple, union
from souq.engine.rules.events import ALL, emit
from souq.games.kairo.rules.access import same, steps_from
from souq.games.kairo.rules.sites import NOWHERE, SPOT, walkable
from souq.games.kairo.state import BOX, COLOURS, NEUTRAL, OWNERS, PLAYERS, SITES, Event, State

VISIT = BOX.turn["visit"]


@rule
def vacant(s: State, colour: int) -> Bits:
    """Return the entries of a colour with no customer on them (KA-L02, KA-X19)."""
    found = NOWHERE
    crowd = triple(s.crowd)
    for owner in range(OWNERS):
        entry = s.entry[owner][colour]
        if entry >= 0 and not has(crowd, entry):
            found = plus(found, entry)
    return found


@rule
def lurable(s: State, customer: int) -> bool:
    """Return whether a customer is on the board and has a vacant entry to go to (KA-L10)."""
    if s.stands[customer] < 0:
        return False
    crowd = triple(s.crowd)
    for owner in range(OWNERS):
        entry = s.entry[owner][customer]
        if entry >= 0 and not has(crowd, entry):
            return True
    return False


@rule
def goals(s: State, seat: int, customer: int) -> Bits:
    """Return the entries that a customer can be lured to with the barkers of a seat (KA-L03 to KA-L05, KA-X20)."""
    left = vacant(s, customer)
    if count(left) == 1:
        return left
    walk = walkable(s)
    here = triple(SPOT[s.stands[customer]])
    found = NOWHERE
    for _ in range(SITES):
        if not some(left) or count(found) > s.barkers[seat]:
            break  # no entry is left, or the rest cost more barkers than the seat has
        here = steps_from(here, walk)
        found = union(found, common(left, here))
        left = minus(left, here)
    return found


@rule
def price(s: State, customer: int, entry: int) -> int:
    """Return the number of barkers that luring a customer to an entry costs: one per strictly nearer entry (KA-L05)."""
    left = vacant(s, customer)
    if count(left) == 1:
        return 0
    walk = walkable(s)
    here = triple(SPOT[s.stands[customer]])
    for _ in range(SITES):
        there = steps_from(here, walk)
        if has(there, entry):
            break
        here = there
    return count(common(left, here))


@rule
def steps(s: State, customer: int, entry: int) -> int:
    """Return the number of steps that a customer walks to an entry (KA-L03); -1 if there is no way."""
    walk = walkable(s)
    here = triple(SPOT[s.stands[customer]])
    taken = 0
    while not has(here, entry):
        there = steps_from(here, walk)
        if same(here, there):
            return -1
        here = there
        taken += 1
    return taken


@rule
def owner_of(s: State, colour: int, entry: int) -> int:
    """Return the owner of the stall of a colour whose entry is on a site; NEUTRAL if it is no player's."""
    for owner in range(PLAYERS):
        if s.entry[owner][colour] == entry:
            return owner
    return NEUTRAL


@rule
def lure(s: State, seat: int, customer: int, entry: int) -> None:
    """Lure a customer to an entry. Players earn money, and the customer who was off the board is put on that entry."""
    barkers = price(s, customer, entry)
    owner = owner_of(s, customer, entry)
    swap(s, seat, customer, entry)
    if owner != seat:
        earn(s, seat, customer, VISIT, 0)  # KA-L08, KA-L09
    if owner != NEUTRAL:
        earn(s, owner, customer, s.sizes[owner][customer], 1)  # KA-L07, KA-L08
    if barkers > 0:
        s.barkers[seat] -= barkers
        emit(s, Event.BARKERS, ALL, seat, barkers, 0, 0)


@rule
def swap(s: State, seat: int, customer: int, entry: int) -> None:
    """Take the lured customer off the board, and put the one that was off the board on the entry (KA-L06)."""
    left = s.stands[customer]
    emit(s, Event.LURED, ALL, seat, customer, left, entry)
    for other in range(COLOURS):
        if s.stands[other] < 0:
            s.stands[other] = entry
            emit(s, Event.CAME, ALL, other, entry, 0, 0)
    s.stands[customer] = -1
    store(s.crowd, plus(minus(triple(s.crowd), triple(SPOT[left])), entry))


@rule
def earn(s: State, seat: int, colour: int, money: int, owner: int) -> None:
    """Give money to a seat; the supply never runs out (KA-X11)."""
    s.money[seat][colour] += money
    emit(s, Event.EARNED, ALL, seat, colour, money, owner)
