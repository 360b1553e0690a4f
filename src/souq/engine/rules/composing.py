"""The composer: a form in which a player builds a two-sided proposal, which is sent as one phrase.

A :class:`Composer` describes the items of each side. In the client, a tap adds or removes an item; items that can't be
added are greyed out, with the reason. The result is a phrase of the game (module ``phrases``): the head of the partner,
then for each side its ``word`` and the words of its items, as :meth:`Composer.phrase` builds it.

>>> salt, rugs = Item("give-salt", "salt", "Salt", count=2), Item("get-rugs", "rugs", "Rugs")
>>> table = Composer(
...     key="offer",
...     partners=(Partner(head="offer 2", title="Make Omar an offer", seat=1),),
...     sides=(Side("I give", "give", (salt,), Money(9, "talents", "Talents")), Side("I get", "want", (rugs,))),
...     say="Offer",
... )
>>> table.phrase(table.partners[0], {"give-salt": 2, "get-rugs": 1}, (3, 0))
'offer 2: give salt, salt, 3 talents; want rugs'
>>> table.refused(table.partners[0], {"give-salt": 3, "get-rugs": 1})
'No more than 2.'
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Item:
    """Something that can be put on one side of a proposal: copies of a card, at most ``count``, or a single tag."""

    key: str
    """Identifier of the item, unique among the items of both sides."""
    word: str
    """Text for one copy of the item in the phrase that is sent to the game."""
    label: str
    """Text shown where there is no art, and read by screen readers: "Salt"."""
    art: str = ""
    """Markup of the card, drawn around (0, 0) in :attr:`Composer.size`."""
    count: int = 1
    """Maximum number of copies."""
    group: str = ""
    """Heading under which the item is listed; items of a group must be adjacent."""
    said: str = ""
    """Text for one copy in the sentence shown to the player, "the Haggler"; defaults to ``label``.

    Several copies are always written like ``2 Salt``.
    """
    on: tuple[str, ...] = ()
    """Keys of the sprites that represent the item, one for each copy.

    A tap on a sprite adds a copy, and a tap on a raised sprite removes it. As many sprites are raised as copies have
    been added, starting with the first.
    """
    tag: bool = False
    """Whether the item is drawn as a tag (a small label) instead of a card; a tag is filled once it is added."""
    icon: str = ""
    """Symbol ID drawn on a tag."""
    refused: str = ""
    """Reason why the item can't be added now; "" if it can."""


@dataclass(frozen=True, slots=True)
class Limit:
    """A maximum for several items together: ``most`` of those with ``keys``. ``why`` is the reason that players see."""

    keys: tuple[str, ...]
    most: int
    why: str


@dataclass(frozen=True, slots=True)
class Money:
    """Money that can be added to one side of a proposal, up to ``most``; only one of both sides may contain money."""

    most: int
    word: str
    """Word after the amount in the phrase that is sent to the game."""
    label: str
    """Word after the amount in the sentence, and label of the field: "Talents"."""
    icon: str = ""
    """ID of the symbol shown with the amount."""
    why: str = ""
    """Reason why the amount can't exceed ``most``."""


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two sides of a proposal, such as "I give", with the items and money that can be put on it."""

    title: str
    """Heading of the side: "I give"."""
    word: str
    """Word that begins this side's part of the phrase: "give"."""
    items: tuple[Item, ...]
    money: Money | None = None
    limits: tuple[Limit, ...] = ()
    empty: str = ""
    """Sentence that asks the player to add something, shown while the side is empty; "" if it may be empty."""
    goods: bool = False
    """Whether the side must contain an item, because money alone isn't enough."""


@dataclass(frozen=True, slots=True)
class Partner:
    """A player who can receive the proposal, with the limits that apply to this player."""

    head: str
    """Text with which phrases for this partner begin: "offer 2"."""
    title: str
    """Title of the prompt while the composer is open: "Make Omar an offer"."""
    seat: int | None = None
    refused: str = ""
    """Reason why nothing can be proposed to this partner now; "" if something can."""
    limits: tuple[Limit, ...] = ()
    cannot: tuple[tuple[str, str], ...] = ()
    """Items that can't be in a proposal to this partner, as pairs (key, reason)."""
    most: tuple[int, int] | None = None
    """Maximum amounts of money on the two sides for this partner; None means those of the sides."""
    start: tuple[tuple[str, int], ...] = ()
    """Items that are on the sides when the composer opens, as pairs (key, count).

    A counter-proposal starts as the original one with its sides swapped.
    """
    money: tuple[int, int] = (0, 0)
    """Amount of money on each of the two sides when the composer opens."""
    note: str = ""
    """Secondary sentence about the partner: "Omar holds 5 Livestock."."""
    art: str = ""
    """Markup of the partner's hand, which is :attr:`Composer.shows` in size; "" if the seat's panel shows the hand."""


@dataclass(frozen=True, slots=True)
class Filling:
    """Contents that a pick puts into the composer, such as an offer with its sides exchanged."""

    head: str
    """:attr:`Partner.head` of the recipient."""
    items: tuple[tuple[str, int], ...]
    """Items on the sides, as pairs (key, count)."""
    money: tuple[int, int] = (0, 0)
    """Amount of money on each of the two sides."""


@dataclass(frozen=True, slots=True)
class Listing:
    """A form in which players tell the table what they want and what they have.

    Whatever is chosen there is a statement of the player, like table talk: nobody checks it, and it proves nothing. So
    the items must not depend on what the viewer holds.
    """

    about: str
    """Identifier of the time for which players make statements, such as "round 2".

    A statement is shown at its player's seat as long as the scene has a listing with the same ``about``.
    """
    items: tuple[Item, ...]
    """Things that can be named, with ``word``, ``label``, ``icon`` and ``group``."""


@dataclass(frozen=True, slots=True)
class Composer:
    """A form in which a player builds an offer to another player: the items and money that each side gives.

    When open, it is shown above the story, or on a phone in place of the board. The prompt then shows the proposal as a
    sentence, and the button that sends it. The contents are kept until they are sent or cleared, or until a composer
    with another ``key`` appears. Items that a later scene no longer allows are removed.
    """

    key: str
    """Identifier of the negotiation, "offer 12". A player's draft is dropped when a form with another key appears."""
    partners: tuple[Partner, ...]
    """Possible partners, at least one; if there are several, the viewer chooses one."""
    sides: tuple[Side, Side]
    say: str
    """Text of the button that sends the proposal: "Offer"."""
    label: str = "Propose…"
    """Text of the button that opens the composer while it is closed."""
    closed: bool = False
    """Whether the form is closed at first, and opened by a button; useful next to buttons to accept and reject."""
    sentence: str = "{} for {}."
    """Template of the sentence that describes the proposal; each ``{}`` is replaced by the contents of a side."""
    apart: str = ""
    """Reason shown when the same kind of item (the same ``word``) is on both sides; "" if that is allowed."""
    size: tuple[float, float] = (60.0, 84.0)
    """Width and height of the items' art."""
    shows: tuple[float, float] = (0.0, 0.0)
    """Width and height of the partners' art; (0, 0) if there is none."""
    choices: tuple[int, ...] = ()
    """Choices that can be the first of a phrase sent with this form. The form replaces the picks for them."""

    def phrase(self, partner: Partner, items: Mapping[str, int], money: tuple[int, int] = (0, 0)) -> str:
        """Return the phrase that is sent to the game for a proposal.

        Args:
            partner: the player who receives it.
            items: number of copies of each item, by key.
            money: amount of money on each side.
        """
        clauses = []
        for side, amount in zip(self.sides, money, strict=True):
            words = [item.word for item in side.items for _ in range(items.get(item.key, 0))]
            if amount and side.money:
                words.append(f"{amount} {side.money.word}")
            if words:
                clauses.append(f"{side.word} {', '.join(words)}")
        return f"{partner.head}: {'; '.join(clauses)}"

    def refused(self, partner: Partner, items: Mapping[str, int], money: tuple[int, int] = (0, 0)) -> str:
        """Return the reason why this proposal can't be sent to a partner, or "" if it can."""
        there = {key: n for key, n in items.items() if n > 0}
        cannot = dict(partner.cannot)
        words = [{item.word for item in side.items if item.key in there} for side in self.sides]
        reasons = [partner.refused]
        for side, amount, most in zip(self.sides, money, self.most(partner), strict=True):
            reasons += [item.refused or cannot.get(item.key, "") for item in side.items if item.key in there]
            reasons += [f"No more than {item.count}." for item in side.items if there.get(item.key, 0) > item.count]
            reasons += [limit.why for limit in side.limits if _above(limit, there)]
            reasons += [side.money.why if side.money and side.money.why else f"No more than {most}."] * (amount > most)
            lies = any(item.key in there for item in side.items) or (amount > 0 and not side.goods)
            reasons += [side.empty] * (not lies)
        reasons += [limit.why for limit in partner.limits if _above(limit, there)]
        reasons += [self.apart] * bool(words[0] & words[1]) + ["Only one side can add money."] * bool(
            money[0] and money[1]
        )
        return next(filter(None, reasons), "")

    def most(self, partner: Partner) -> tuple[int, int]:
        """Return the maximum amounts of money on the two sides in a proposal to a partner."""
        one, two = (side.money.most if side.money else 0 for side in self.sides)
        return partner.most or (one, two)


def _above(limit: Limit, items: Mapping[str, int]) -> bool:
    return sum(items.get(key, 0) for key in limit.keys) > limit.most
