"""The composer: the form in which the viewer puts a trade proposal together.

It contains what each side can give, and the reasons why other things are impossible.
"""

from __future__ import annotations

from functools import cache

from souq.engine.present.scene import Composer
from souq.engine.present.wording import counted, many, opened, plural
from souq.engine.rules.composing import Item, Limit, Money, Partner, Side
from souq.games.grand_bazaar import state as g
from souq.games.grand_bazaar.scene.art import face
from souq.games.grand_bazaar.scene.desk import Desk
from souq.games.grand_bazaar.scene.fans import known_words, strip
from souq.games.grand_bazaar.scene.hand import SIGNS, copy_keys, tile
from souq.games.grand_bazaar.scene.proposing import borrow_key, exchanged, get_key, give_key, head_of, lend_key
from souq.games.grand_bazaar.state import Phase
from souq.games.grand_bazaar.story.wording import TYPE_NAMES, kinds, type_name, wanting

_ALL = range(g.GOODS)
_CARD, _TILE = (60.0, 84.0), (58.0, 48.0)
"""Width and height of a card on a desktop, and of a tile (to which the client adds a name) on a phone."""
_STRIP = (350.0, 68.0)
"""Width and height of the drawing of a partner's hand on a phone."""


def composer(desk: Desk) -> Composer | None:
    """Return the composer, or None if the viewer can't make a proposal now."""
    begun = begins(desk)
    if not begun:
        return None
    sides = _give(desk), _get(desk, tuple(begun))
    there = {item.key for side in sides for item in side.items}
    partners = tuple(_partner(desk, other, head, title, there) for other, (_, head, title) in begun.items())
    counter = desk.phase == Phase.ANSWER
    return Composer(
        key=f"{desk.phase.name.lower()} {_moment(desk)}",
        partners=partners,
        sides=sides,
        say="Counter" if counter else "Propose" if desk.phase == Phase.INVITED else "Offer",
        label="Counter…" if counter else "Offer…",
        closed=counter,
        apart="The same thing can’t be on both sides.",
        size=_TILE if desk.terse else _CARD,
        shows=_STRIP if desk.terse else (0.0, 0.0),
        choices=tuple(dict.fromkeys(choice for choice, _, _ in begun.values())),
    )


def begins(desk: Desk) -> dict[int, tuple[int, str, str]]:
    """Return how the viewer can begin a proposal to each partner: first choice, start of the typed text, and title."""
    names = desk.ctx.names
    if desk.asks(Phase.FLOOR, Phase.OPEN):
        first = g.OFFER if desk.phase == Phase.FLOOR else g.POST
        return {
            other: (first + other, head_of(desk.phase, other), f"Make {names(other)} an offer")
            for other in desk.options(first, g.PLAYERS)
        }
    if desk.asks(Phase.INVITED) and g.PROPOSE in desk.legal:
        floor = desk.view.floor
        return {floor: (g.PROPOSE, "propose", f"{wanting(names, desk.view)}. Your offer?")}
    if desk.asks(Phase.ANSWER) and g.COUNTER in desk.legal:
        floor = desk.view.floor
        return {floor: (g.COUNTER, "counter", f"What would you offer {names(floor)} instead?")}
    return {}


def _moment(desk: Desk) -> str:
    """Return an ID of the present trading turn: when it changes, the client discards the unfinished proposal.

    In open trading it is the round, so that an unfinished proposal survives other players' messages.
    """
    view = desk.view
    if desk.phase == Phase.OPEN:
        return str(view.nth)
    return f"{view.nth}-{view.floor}-{view.left[int(view.floor)]}"


# ---- the two sides


def _give(desk: Desk) -> Side:
    """Return the composer's side for what the viewer gives: cards in hand, accesses to customers, and Talents."""
    goods = tuple(
        Item(
            give_key(good),
            g.NAMES[good].lower(),
            g.NAMES[good],
            _art(desk, good),
            min(g.SIDE, desk.hand[good]),
            TYPE_NAMES[good // g.RANKS],
            on=copy_keys(desk, good),
        )
        for good in _ALL
        if desk.hand[good]
    )
    tags = tuple(_tag(lend_key(customer), customer) for customer in desk.customers(desk.seat))
    own = desk.view.talents[desk.seat]
    why = f"You have {own or 'no'} {plural(own, 'Talent')}." if own < g.TALENTS else f"At most {g.TALENTS}."
    money = Money(min(g.TALENTS, own), "talents", "Talents", "gb-talent", why)
    keys = tuple(item.key for item in goods)
    return Side("You give", "give", goods + tags, money, (_most(keys),), "Choose what you give.")


def _get(desk: Desk, others: tuple[int, ...]) -> Side:
    """Return the composer's side for what the viewer gets: goods of the types that partners hold, accesses, Talents."""
    kinds = [kind for kind in range(g.TYPES) if any(desk.kinds(other)[kind] for other in others)]
    goods = tuple(
        Item(
            get_key(good),
            g.NAMES[good].lower(),
            g.NAMES[good],
            _art(desk, good),
            min(g.SIDE, int(g.COPIES[good])),
            TYPE_NAMES[kind],
        )
        for kind in kinds
        for good in range(g.RANKS * kind, g.RANKS * kind + g.RANKS)
    )
    own = desk.customers(desk.seat)
    held = {customer for other in others for customer in desk.customers(other)}
    tags = tuple(_tag(borrow_key(customer), customer) for customer in range(g.CUSTOMERS) if customer in held - {*own})
    most = max(desk.view.talents[other] for other in others)
    money = Money(
        min(g.TALENTS, most),
        "talents",
        "Talents",
        "gb-talent",
        "Nobody here has more." if most < g.TALENTS else f"At most {g.TALENTS}.",
    )
    keys = tuple(item.key for item in goods)
    return Side("You get", "want", goods + tags, money, (_most(keys),), "Choose what you get.")


def _art(desk: Desk, good: int) -> str:
    """Return the art of a good in the composer: a card, or on a phone a lower tile without a name."""
    return tile(good, 1, _TILE[0] - 2, _TILE[1] - 2) if desk.terse else face(good, edge=False)


def _tag(key: str, customer: int) -> Item:
    name = g.CUSTOMER_NAMES[customer]
    return Item(key, name.lower(), name, said=f"the {name}", tag=True, icon=SIGNS[customer])


@cache
def _most(keys: tuple[str, ...]) -> Limit:
    return Limit(keys, g.SIDE, f"At most {counted(g.SIDE)} cards on a side.")


# ---- partners


def _partner(desk: Desk, other: int, head: str, title: str, there: set[str]) -> Partner:
    limits, cannot = _limits(desk, other)
    start, money = _start(desk, other)
    return Partner(
        head,
        title,
        other,
        limits=limits,
        cannot=tuple((key, why) for key, why in cannot if key in there),
        most=(min(g.TALENTS, desk.view.talents[desk.seat]), min(g.TALENTS, desk.view.talents[other])),
        start=start,
        money=money,
        note=_note(desk, other),
        art=strip(desk, other, _STRIP) if desk.terse else "",
    )


def _limits(desk: Desk, other: int) -> tuple[tuple[Limit, ...], list[tuple[str, str]]]:
    """Return what a partner can't trade, with reasons: limits on numbers of cards, and impossible items.

    They follow from the number of the partner's cards of each type and from the copies known to be elsewhere.
    """
    name, kinds, known = desk.ctx.names(other), desk.kinds(other), desk.known(other)
    limits, cannot = list[Limit](), list[tuple[str, str]]()
    for kind, count in enumerate(kinds):
        goods = range(g.RANKS * kind, g.RANKS * kind + g.RANKS)
        if count < g.SIDE and count:
            keys = tuple(get_key(good) for good in goods)
            limits.append(Limit(keys, count, f"{name} has only {counted(count)} {type_name(kind, count)}."))
        for good in goods:
            possible = known[good] + desk.unseen[good]
            if not count:
                cannot.append((get_key(good), f"{name} has no {TYPE_NAMES[kind]}."))
            elif not possible:
                cannot.append((get_key(good), f"All {counted(int(g.COPIES[good]))} {g.NAMES[good]} are elsewhere."))
            elif possible < min(count, g.SIDE):
                reason = f"{name} can’t have more than {many(possible, 'card')} of {g.NAMES[good]}."
                limits.append(Limit((get_key(good),), possible, reason))
    theirs, own = desk.customers(other), desk.customers(desk.seat)
    cannot += [(lend_key(c), f"{name} can already sell to the {g.CUSTOMER_NAMES[c]}.") for c in own if c in theirs]
    for c in range(g.CUSTOMERS):
        if c not in theirs and c not in own:
            cannot.append((borrow_key(c), f"{name} has no access to the {g.CUSTOMER_NAMES[c]}."))
    return tuple(limits), cannot


def _start(desk: Desk, other: int) -> tuple[tuple[tuple[str, int], ...], tuple[int, int]]:
    """Return the items and the Talents that the composer contains when it opens.

    A counter-proposal begins with the original proposal's sides exchanged. An answer to an invitation begins with the
    good that the inviter wants, if the viewer has it.
    """
    if desk.phase == Phase.ANSWER:
        return exchanged(desk, desk.proposal(other, desk.seat))
    good = desk.view.sought
    if desk.phase == Phase.INVITED and 0 <= good < g.ANYTHING and desk.hand[good]:
        return ((give_key(good), 1),), (0, 0)
    return (), (0, 0)


def _note(desk: Desk, other: int) -> str:
    """Describe what the viewer knows of a partner's hand: ``Omar has 5 Livestock, with Goats for sure``."""
    known = known_words(desk, other)
    who = opened(desk.ctx.names(other))
    return f"{who} has {kinds(desk.kinds(other)) or 'no cards'}{f', with {known} for sure' if known else ''}."
