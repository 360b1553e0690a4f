"""A proposal that is put together on a table of two sides, and sent as one phrase.

A :class:`Composer` says what may lie on each side; the client lets things be tapped in and out, and greys what cannot
be, with its words. What is sent is a phrase of the game's own (module ``phrases``): the head of the partner, and each
side's ``word`` with the words of what lies there, as :meth:`Composer.phrase` puts it.

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
    """Something that may lie on one side: a card, as often as ``count``, or a tag, once."""

    key: str
    """Its own among the items of both sides."""
    word: str
    """What a phrase says for one of it."""
    label: str
    """Shown where there is no art, and spoken: "Salt"."""
    art: str = ""
    """Markup drawn round (0, 0), as large as :attr:`Composer.size`: the card."""
    count: int = 1
    """So many can lie there at most."""
    group: str = ""
    """The heading it stands under where it can be chosen; items of one group follow each other."""
    said: str = ""
    """How the sentence names one: "the Haggler"; ``label`` unless it is given. Of several: ``2 Salt``."""
    on: tuple[str, ...] = ()
    """Keys of sprites that stand for it, one for each copy: a tap on one puts one in, and on a lifted one takes it out.

    Sprites of an item of which one is in rise, the first ones first.
    """
    tag: bool = False
    """A tag instead of a card: always shown, full where it lies there."""
    icon: str = ""
    """A symbol id, drawn on a tag."""
    refused: str = ""
    """Not empty: it cannot lie there at all now, for this reason."""


@dataclass(frozen=True, slots=True)
class Limit:
    """Of the items ``keys`` together no more than ``most`` can lie on the table."""

    keys: tuple[str, ...]
    most: int
    why: str


@dataclass(frozen=True, slots=True)
class Money:
    """An amount beside the items of a side. Where both sides have one, only one of them can be more than nothing."""

    most: int
    word: str
    """What a phrase says after the number."""
    label: str
    """"Talents"; in the sentence after the number too."""
    icon: str = ""
    """A symbol id."""
    why: str = ""
    """Why it cannot be more than ``most``."""


@dataclass(frozen=True, slots=True)
class Side:
    """What may lie on one side of the table."""

    title: str
    """"I give"."""
    word: str
    """What its clause in a phrase begins with: "give"."""
    items: tuple[Item, ...]
    money: Money | None = None
    limits: tuple[Limit, ...] = ()
    empty: str = ""
    """Not empty: something must lie here, and these words ask for it."""
    goods: bool = False
    """Whether money alone will not do."""


@dataclass(frozen=True, slots=True)
class Partner:
    """With whom, and what is different with him."""

    head: str
    """What a phrase begins with: "offer 2"."""
    title: str
    """In place of the prompt's title while the composer is open: "Make Omar an offer"."""
    seat: int | None = None
    refused: str = ""
    """Not empty: nothing can be proposed to him now, for this reason."""
    limits: tuple[Limit, ...] = ()
    cannot: tuple[tuple[str, str], ...] = ()
    """Items that cannot lie there with him: (key, why)."""
    most: tuple[int, int] | None = None
    """The most money on each side, in place of the sides' own."""
    start: tuple[tuple[str, int], ...] = ()
    """What lies there at first: (key, how many). A counter-proposal begins with the sides exchanged."""
    money: tuple[int, int] = (0, 0)
    """The money on each side at first."""
    note: str = ""
    """One quieter sentence: "Omar holds 5 Livestock."."""
    art: str = ""
    """Markup drawn from (0, 0), as large as :attr:`Composer.shows`: the partner's hand, unless their seat shows it."""


@dataclass(frozen=True, slots=True)
class Composer:
    """A table with two sides, on which the viewer puts together what he proposes.

    Open, it stands above the story, on a phone in the board's place; the prompt says the proposal in a sentence and
    has its button. What lies there stays until it is sent or cleared, or a composer of another ``key`` is there; what a
    later scene does not allow any more goes.
    """

    key: str
    """What it is for, in a few letters: "offer 12"."""
    partners: tuple[Partner, ...]
    """At least one; with several the viewer chooses."""
    sides: tuple[Side, Side]
    say: str
    """The button that sends: "Offer"."""
    label: str = "Propose…"
    """The button that opens it again after it was closed."""
    closed: bool = False
    """It has to be opened first: a counter-proposal beside accepting and rejecting."""
    sentence: str = "{} for {}."
    """The proposal in words, ``{}`` standing for what lies on each side."""
    apart: str = ""
    """Not empty: what lies on one side cannot lie on the other too (items with the same ``word``), for this reason."""
    size: tuple[float, float] = (60.0, 84.0)
    """Width and height of the items' art."""
    shows: tuple[float, float] = (0.0, 0.0)
    """Width and height of the partners' art, where they have any."""
    choices: tuple[int, ...] = ()
    """The choices that its phrases begin with: they need no picks of their own."""

    def phrase(self, partner: Partner, items: Mapping[str, int], money: tuple[int, int] = (0, 0)) -> str:
        """What is sent for so many of each item (by key) and so much money on each side; sides in order of items."""
        clauses = []
        for side, amount in zip(self.sides, money, strict=True):
            words = [item.word for item in side.items for _ in range(items.get(item.key, 0))]
            if amount and side.money:
                words.append(f"{amount} {side.money.word}")
            if words:
                clauses.append(f"{side.word} {', '.join(words)}")
        return f"{partner.head}: {'; '.join(clauses)}"

    def refused(self, partner: Partner, items: Mapping[str, int], money: tuple[int, int] = (0, 0)) -> str:
        """Why so many of each item (by key) and so much money cannot be sent to a partner; "" when they can."""
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
        """The most money on each side with a partner."""
        one, two = (side.money.most if side.money else 0 for side in self.sides)
        return partner.most or (one, two)


def _above(limit: Limit, items: Mapping[str, int]) -> bool:
    return sum(items.get(key, 0) for key in limit.keys) > limit.most
