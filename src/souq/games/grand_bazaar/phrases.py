"""Whole proposals as one line of text: ``offer 2: give salt, 2 goats, 3 talents; want rugs, guild master``.

The partner is a seat, counted from 1. An answer to an invitation begins with ``propose:``, a counter with ``counter:``,
an offer in open trading with ``post 2:``. A good is given by name or code (``ls5``); for several copies repeat it or
put the number before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from souq.engine.rules.choices import Forbidden
from souq.games.grand_bazaar.deal import Deal, chain, customers, forbidden, worth
from souq.games.grand_bazaar.rules.refusing import QUESTIONS
from souq.games.grand_bazaar.state import CODES, COUNTER, NAMES, NOBODY, OFFER, POST, PROPOSE, Phase, Rule, State

FORMS = (
    "offer {}: give 1 talent; want rugs",
    "offer 2: give salt, {} goats; want rugs, the haggler",
    "propose: give {} talents; want linen",
    "counter: give almonds; want {} talents",
    "post {}: give cedar; want goats, 2 paper",
)
"""Examples of the texts that are understood; ``{}`` is a number that the player fills in."""

_HEAD = re.compile(r"(?:(offer|post) (\d{1,4})|(propose|counter)) ?: ?(.*)")
_COUNTED = re.compile(r"(\d{1,4}) ?(?:x |× )?(.+)")
_ASKS = {
    "offer": (Phase.FLOOR, "You can only make an offer on your own trading turn."),
    "propose": (Phase.INVITED, "Nobody is asking you for an offer now."),
    "counter": (Phase.ANSWER, "There’s no offer to counter now."),
    "post": (Phase.OPEN, "You can only post offers in live trading."),
}
"""For each word that begins a proposal, the phase in which it is allowed, and the message to the player otherwise."""
_GOODS = {word.lower(): good for words in (NAMES, CODES) for good, word in enumerate(words)}
MANY = 99
"""Largest number of copies or Talents that is read from a text; larger numbers are replaced by this."""


class Unclear(ValueError):
    """Raised if a part of a proposal can't be parsed."""


def read(view: State, seat: int, text: str) -> tuple[int, ...] | Forbidden | None:
    """Return the choices that make the proposal typed as ``text``, or a refusal if it is illegal (GB-T06 to T10).

    Return None if the text isn't a proposal.
    """
    said = _HEAD.fullmatch(text)
    if said is None:
        return None
    word = said[1] or said[3]
    asked, why = _ASKS[word]
    if view.phase != asked:
        return Forbidden(Rule(QUESTIONS[view.asks]), why)
    try:
        deal = parse(said[4])
    except Unclear as error:
        return Forbidden(Rule.GB_T06, str(error))
    other, first = _partner(view, seat, word, int(said[2] or 0) - 1)
    return forbidden(view, seat, other, deal, word == "post") or chain(view, seat, first, deal)


def assess(view: State, seat: int, text: str) -> str:
    """Describe how the proposal being typed changes the seat's best sale; "" if it can't be parsed yet."""
    said = _HEAD.fullmatch(text)
    if said is None or not 0 <= seat < view.players:
        return ""
    try:
        deal = parse(said[4])
    except Unclear:
        return ""
    return worth(view, seat, deal) if deal != Deal() else ""


def _partner(view: State, seat: int, word: str, named: int) -> tuple[int, int]:
    """Return the seat that a proposal is addressed to (-1 if it doesn't exist), and the proposal's first choice."""
    if word == "propose":
        return view.floor, PROPOSE
    if word == "counter":
        return view.floor, COUNTER
    other = named if 0 <= named < view.players else NOBODY
    return other, (OFFER if word == "offer" else POST) + other


# ---- what is said


def parse(body: str) -> Deal:
    """Parse the two sides of a proposal.

    >>> parse("give salt, ls5, 3 talents; want 2 rugs, the guild master")
    Deal(give=(9, 10), want=(21, 21), pays=3, asks=0, lend=0, borrow=4)

    Raises:
        Unclear: a part can't be parsed; the message names it.
    """
    sides: dict[str, list[str]] = {"give": [], "want": []}
    for clause in filter(None, (part.strip() for part in body.split(";"))):
        word, _, rest = clause.partition(" ")
        if word not in sides:
            raise Unclear(f"Begin “{clause[:40]}” with “give” or “want”.")
        sides[word] += filter(None, (part.strip() for part in re.split(r",| and ", rest)))
    (give, pays, lend), (want, asks, borrow) = (_side(parts) for parts in sides.values())
    return Deal(give, want, pays, asks, lend, borrow)


def _side(parts: Iterable[str]) -> tuple[tuple[int, ...], int, int]:
    """Parse one side of a proposal; return its goods in ascending order, Talents, and a bit mask of customers."""
    cards: list[int] = []
    money = access = 0
    for part in parts:
        n, thing = _counted(part)
        if thing in ("talent", "talents"):
            money += n
        elif thing in _GOODS:
            cards += [_GOODS[thing]] * n
        elif customer := customers(thing.removeprefix("the ")):
            access |= customer
        else:
            raise Unclear(f"“{part[:40]}” is neither a good, nor a customer, nor a number of Talents.")
    return tuple(sorted(cards)), money, access


def _counted(part: str) -> tuple[int, str]:
    """Split text such as ``2 goats`` or ``2x goats`` into number and thing; without a number it is 1."""
    found = _COUNTED.fullmatch(part)
    return (min(int(found[1]), MANY), found[2]) if found else (1, part)
