"""Positions of Kairo from a few words, and a table to play on from there.

Every choice is carried out twice, compiled and interpreted, and both must agree on the whole record.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any

from souq.engine.rules.bits import members, words
from souq.engine.rules.events import visible_events
from souq.engine.rules.twin import Twin, interpreted
from souq.games.kairo import GAME
from souq.games.kairo.rules.access import renew
from souq.games.kairo.rules.stalls import put_stall
from souq.games.kairo.rules.stands import add_tile
from souq.games.kairo.rules.turn import begin_turn
from souq.games.kairo.state import LABELS, NAMES, Event
from tests.games import tables
from tests.games.kairo.reference import CODES, COPIES, NEUTRAL, pack, stacked

CUSTOMERS = "green A1 white L1 red G6 yellow B11 blue K11"
"""Where the customers of the worked examples stand; who is not named is off the board."""

START = tuple(LABELS.index(label) for label in ("A1", "L1", "G6", "B11", "K11"))


def site(label: str) -> int:
    """Return the number of a site: ``site("F5")``."""
    return LABELS.index(label)


def labels(sites: Sequence[int]) -> set[str]:
    """Return the names of the sites of a set or of a row."""
    return {LABELS[s] for s in members(sites)}


def colour(name: str) -> int:
    """Return the number of a colour: ``colour("green")``."""
    return NAMES.index(name)


def card(code: str) -> int:
    """Return the number of a kind of card: ``card("J2")``."""
    return CODES.index(code)


def stack(codes: str) -> int:
    """Return the stack of cards: ``stack("1 1 J2")``."""
    return stacked(card(code) for code in codes.split())


def coins(text: str) -> list[int]:
    """Return money of each colour: ``coins("2 green 1 red")``."""
    parts = text.split()
    money = dict(zip(parts[1::2], map(int, parts[::2]), strict=True))
    return [money.get(name, 0) for name in NAMES]


class Table(tables.Table):
    """A position that can be played on."""

    GAME = GAME

    # ---- reading

    def cards(self, seat: int) -> list[str]:
        """Return the stall cards of a seat, ascending."""
        return [CODES[kind] for kind in pack(self.twin.hand[seat])]

    def pile(self) -> list[str]:
        """Return the cards on the discard pile, ascending."""
        return [CODES[kind] for kind in pack(self.twin.discards)]

    def medals(self, name: str) -> tuple[int, int]:
        """Return who holds gold and silver of a colour; -1 is nobody."""
        return self.twin.gold[colour(name)], self.twin.silver[colour(name)]

    def where(self, name: str) -> str | None:
        """Return the site of a customer; None off the board."""
        at = self.twin.stands[colour(name)]
        return LABELS[at] if at >= 0 else None

    def stall(self, owner: int, name: str) -> tuple[str, str]:
        """Return site and entry of a stall on the board."""
        return LABELS[self.twin.stall[owner][colour(name)]], LABELS[self.twin.entry[owner][colour(name)]]

    # ---- playing

    def play(self, *choices: str, drawn: str = "") -> Table:
        """Make choices one after the other; the last one draws the card ``drawn`` from the deck."""
        for nth, name in enumerate(choices, 1):
            seat, choice, key = self.twin.player, self.number(name), None
            if drawn and nth == len(choices):
                key = self.key_for(seat, choice, lambda after, seat=seat: card(drawn) in _drawn(after, seat))
            self.make(seat, choice, key)
        return self

    def build(self, name: str, place: str, *rest: str) -> Table:
        """A Build: ``build("green", "F2", "5")`` expands, ``build("green", "F3>F4", "5")`` places a new stall; further
        words are choices as they are asked for ("keep 1", "fee red", "pay blue").
        """
        stall, _, entry = place.partition(">")
        self.play("new" if entry else "expand", f"colour {name}", f"site {stall}")
        if entry:
            self.play(f"entry {entry}")
        way, *more = rest
        return self.play(f"play {way}", *more)

    def lure(self, name: str, entry: str) -> Table:
        """Lure a customer to an entry."""
        return self.play("lure", f"customer {name}", f"goal {entry}")


def _drawn(state: Any, seat: int) -> list[int]:
    """Return the cards a seat drew in the last decision, from its events."""
    return [row[3] for row in visible_events(state[0], seat) if row[0] == Event.CARD_DREW]


def position(
    *stalls: str,
    players: int = 3,
    player: int = 0,
    customers: str = CUSTOMERS,
    hands: Sequence[str] = (),
    known: Sequence[str] = (),
    money: Mapping[int, str] | None = None,
    display: str | None = None,
    deck: str | None = None,
    discards: str = "",
    supply: Mapping[str, int] | None = None,
    gold: Mapping[str, int] | None = None,
    silver: Mapping[str, int] | None = None,
    barkers: Sequence[int] = (),
    scores: Sequence[int] = (),
    final: bool = False,
    out: Sequence[int] = (),
    idle: int = 0,
) -> Twin:
    """Return a position in which nothing has been asked yet.

    Args:
        stalls: owner ("N" is nobody), colour, stall and entry, expansions: ``"0 green F3>F4 F2"``.
        players: seats in play.
        player: whose turn it is.
        customers: colours and sites; who is not named is off the board.
        hands: stall cards of each seat: ``"1 1 J2"``.
        known: those of them that everybody knows.
        money: by seat, ``"2 green 1 red"``; who is not named has one of each colour.
        display: cards shown, from the left, ``"-"`` for an empty slot; any four when left out.
        deck: cards in the deck; when left out, all that are not elsewhere.
        discards: cards on the pile; with a ``deck``, all that are not elsewhere lie there too.
        supply: expansions left by colour; when left out, those not on the board.
        gold: seats with gold medals by colour; when left out, they belong to the largest stand that has expansions.
        silver: the same for silver.
        barkers: of each seat.
        scores: points.
        final: whether the final phase has begun.
        out: seats that are out of it.
        idle: turns in a row without a new stall or an expansion.
    """
    twin = Twin.of(GAME.bindings.setup(players, [0], (1, 1)))
    twin.key, twin.draws, twin.n_events, twin.player, twin.first = [0, 0], 0, 0, player, 0
    twin.placed, twin.final, twin.idle, twin.out = 3 * players, int(final), idle, sum(1 << seat for seat in out)
    _crowd(twin, customers)
    for text in stalls:
        _stand(twin, text)
    _deal(twin, hands, known, display, deck, discards)
    for seat in range(players):
        twin.money[seat] = coins((money or {}).get(seat, " ".join(f"1 {name}" for name in NAMES)))
    for name, left in (supply or {}).items():
        twin.supply[colour(name)] = left
    for name, seat in (gold or {}).items():
        twin.gold[colour(name)] = seat
    for name, seat in (silver or {}).items():
        twin.silver[colour(name)] = seat
    twin.barkers[: len(barkers)] = list(barkers)
    twin.score[: len(scores)] = list(scores)
    return twin


def _crowd(twin: Twin, customers: str) -> None:
    """Place customers on their sites."""
    parts = customers.split()
    sites = dict(zip(parts[::2], map(site, parts[1::2]), strict=True))
    twin.stands = [sites.get(name, -1) for name in NAMES]
    twin.crowd = list(words(sites.values(), 3))
    interpreted(renew)(twin)


def _stand(twin: Twin, text: str) -> None:
    """Place a stall with its expansions; the largest expanded stand of a colour holds its medals."""
    owner_, name, place, *tiles = text.split()
    owner, c = NEUTRAL if owner_ == "N" else int(owner_), colour(name)
    stall, _, entry = place.partition(">")
    interpreted(put_stall)(twin, owner, c, site(stall), site(entry))
    for label in tiles:
        interpreted(add_tile)(twin, owner, c, site(label))
    twin.supply[c] = 6 - sum(size - 1 for sizes in twin.sizes for size in [sizes[c]] if size)
    if tiles and twin.sizes[owner][c] == max(sizes[c] for sizes in twin.sizes):
        twin.gold[c] = twin.silver[c] = owner


def _deal(
    twin: Twin, hands: Sequence[str], known: Sequence[str], display: str | None, deck: str | None, discards: str
) -> None:
    """Deal cards to hands, display, discards and deck; none is in two places."""
    twin.hand, twin.known = [0] * 4, [0] * 4
    left = [kind for kind, copies in enumerate(COPIES) for _ in range(copies)]
    for seat, codes in enumerate(hands):
        twin.hand[seat] = stack(codes)
    for seat, codes in enumerate(known):
        twin.known[seat] = stack(codes)
    twin.held = [len(pack(hand)) for hand in twin.hand]
    shown = [] if display is None else [card(code) for code in display.split() if code != "-"]
    named = [kind for hand in twin.hand for kind in pack(hand)] + shown + pack(stack(f"{deck or ''} {discards}"))
    for kind in named:
        left.remove(kind)
    if display is None:
        twin.display = [left.pop(0) for _ in range(4)]
    else:
        twin.display = [-1 if code == "-" else card(code) for code in display.split()]
    twin.discards = stack(discards) + (stacked(left) if deck is not None else 0)
    twin.deck = stacked(left) if deck is None else stack(deck)
    twin.left = len(pack(twin.deck))


def table(*stalls: str, **what: Any) -> Table:
    """Return a position at the start of a turn; arguments as of :func:`position`."""
    twin = position(*stalls, **what)
    interpreted(begin_turn)(twin)
    return Table(twin)


def setup(players: int = 3, seed: int = 1, *, start: str = "variable", customers: str = "") -> Table:
    """A new game, seat 0 first if possible to say so; with ``customers`` on other sites than drawn."""
    option = next(o for o in GAME.options if o.name == "start")
    for key in count(seed):
        state = GAME.bindings.setup(players, [option.number(start)], (key, 0))
        if state["first"][0] == 0:
            break
    twin = Twin.of(state)
    if customers:
        _crowd(twin, customers)
    return Table(twin)


def placing(*choices: str, players: int = 3, customers: str = CUSTOMERS) -> Table:
    """Return a variable start in which stalls have been placed: ``"red E2>D2"``, in turn from seat 0."""
    start = setup(players, customers=customers)
    for text in choices:
        name, place = text.split()
        stall, _, entry = place.partition(">")
        start.play(f"colour {name}", f"site {stall}", f"entry {entry}")
    return start
