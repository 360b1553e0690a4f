"""Wording shared by the game log, the prompts and the scene."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from souq.engine.present.scene import Names
from souq.engine.present.voice import Person, person
from souq.engine.present.wording import listed, plural, several
from souq.engine.rules.twin import interpreted
from souq.games.grand_bazaar import state as g
from souq.games.grand_bazaar.rules.trader import in_front
from souq.games.grand_bazaar.state import State

TYPE_NAMES = tuple(kind.name for kind in g.BOX.types)
"""Names of the types, such as ``Food``."""


_Part = tuple[list[int], int, int]


def talents(n: int) -> str:
    """Return a number of Talents in words: ``3 Talents``."""
    return several(n, "Talent")


def buyer(customer: int) -> str:
    """Return a customer's name in a sentence: ``the Haggler``."""
    return f"the {g.CUSTOMER_NAMES[customer]}"


def buyers(mask: int) -> list[str]:
    """Return the names of the customers in a bit mask: ``["the Haggler", "the Guild Master"]``."""
    return [buyer(customer) for customer in range(g.CUSTOMERS) if mask >> customer & 1]


def place(contest: int) -> str:
    """Return the name of a contest, which is a caravan or the Informant: ``caravan 3``, ``the Informant``."""
    return "the Informant" if contest == g.INFORMANT else f"caravan {contest + 1}"


def places(contests: Sequence[int]) -> str:
    """Return several contests in words: ``caravans 2 and 5 and the Informant``."""
    caravans = [str(contest + 1) for contest in contests if contest != g.INFORMANT]
    parts = [f"{plural(len(caravans), 'caravan')} {listed(caravans)}"] if caravans else []
    return listed([*parts, *(["the Informant"] if g.INFORMANT in contests else [])])


def market(number: int) -> str:
    """Return a market's name in a sentence: ``Rome``, ``the Orient``."""
    name = g.MARKET_NAMES[number]
    return f"the {name[4:]}" if name.startswith("The ") else name


def goods(cards: Iterable[int]) -> list[str]:
    """Return cards in words, with one entry for each good: ``["2 Goats", "Salt"]``."""
    found = list(cards)
    return [_copies(good, found.count(good)) for good in dict.fromkeys(found)]


def _copies(good: int, n: int) -> str:
    return g.NAMES[good] if n == 1 else f"{n} {g.NAMES[good]}"


def named(counts: Iterable[tuple[int, int]]) -> str:
    """Return pairs of a good and its number of copies in words: ``3 Goats and Salt``."""
    return listed([_copies(good, n) for good, n in counts])


def kinds(counts: Sequence[int]) -> str:
    """Return the numbers of cards of each type in words: ``1 Finished Good and 5 Livestock``."""
    return listed([of_kind(kind, n) for kind, n in enumerate(counts) if n])


def of_kind(kind: int, n: int) -> str:
    """Return a number of cards of a type in words: ``5 Textiles``, ``1 Textile``."""
    return f"{n} {type_name(kind, n)}"


def type_name(kind: int, n: int) -> str:
    """Return the name of a type for ``n`` cards: in the singular for one card."""
    return TYPE_NAMES[kind].removesuffix("s") if n == 1 else TYPE_NAMES[kind]


def bundle(cards: Iterable[int], money: int, access: int) -> str:
    """Return one side of a proposal in words: ``2 Goats, 3 Talents and the Guild Master``; ``nothing`` if it is empty.

    Args:
        cards: goods, one for each card.
        money: number of Talents.
        access: bit mask of customers.
    """
    paid = [talents(money)] if money > 0 else []
    return listed([*goods(cards), *paid, *buyers(access)]) or "nothing"


def sides(view: State, giver: int, taker: int) -> tuple[str, str]:
    """Return the two sides of the proposal of ``giver`` to ``taker`` in words: what it gives and what it asks for."""
    give, want = proposal_sides(view, giver, taker)
    return bundle(*give), bundle(*want)


def proposal_sides(view: State, giver: int, taker: int) -> tuple[_Part, _Part]:
    """Return the two sides of a proposal (given, asked for), each as goods, Talents and a bit mask of customers."""
    net = view.net[giver][taker]
    give, want = ([good for good in side[giver][taker] if good != g.NOTHING] for side in (view.give, view.want))
    return (give, max(net, 0), view.lend[giver][taker]), (want, max(-net, 0), view.borrow[giver][taker])


def proposal(view: State, giver: int, taker: int) -> str:
    """Return the proposal of ``giver`` to ``taker`` in words: ``Salt and 3 Talents for Rugs``."""
    return " for ".join(sides(view, giver, taker))


def sought(good: int) -> str:
    """Return what an invitation asks for: ``Rugs``, ``anything``."""
    return "anything" if good == g.ANYTHING else g.NAMES[good]


def cry(good: int, anything: str = "Who wants to trade?") -> str:
    """Return an invitation as the inviter calls it out: ``Rugs! Who has Rugs?``."""
    return anything if good == g.ANYTHING else f"{g.NAMES[good]}! Who has {g.NAMES[good]}?"


def wanting(names: Names, view: State) -> str:
    """Return an invitation as a sentence without a full stop: ``Omar wants Rugs``, ``you take anything``."""
    who = person(names, view.floor)
    return f"{who} {who.does('takes' if view.sought == g.ANYTHING else 'wants')} {sought(view.sought)}"


def persons(seats: Iterable[int], names: Names) -> list[Person]:
    """Return the persons in the given seats, with the reader first."""
    return sorted((person(names, seat) for seat in seats), key=lambda who: not who.you)


def people(seats: Iterable[int], names: Names, last: str = "and") -> str:
    """Return the persons in the given seats as a list in a sentence, with the reader first: ``you and Omar``."""
    return listed(persons(seats, names), last)


def open_proposals(view: State) -> list[tuple[int, int]]:
    """Return all open proposals as pairs of seats: the one that made the proposal and the one that may accept it."""
    seats = range(view.players)
    return [(seat, other) for seat in seats for other in seats if view.posted[seat] >> other & 1]


def line(view: State) -> list[int]:
    """Return the seats with Free Trader cubes in the order of their lowest squares (GB-F01)."""
    return list(dict.fromkeys(seat for seat in view.square if seat >= 0))


def ahead(view: State, seat: int) -> list[int]:
    """Return the seats ahead of a seat in the Free Trader's line, the nearest first, as they are asked (GB-F05)."""
    return nearest(view, interpreted(in_front)(view, seat))


def nearest(view: State, mask: int) -> list[int]:
    """Return the seats of a bit mask that are in the Free Trader's line, from its back to its front."""
    return [seat for seat in reversed(line(view)) if mask >> seat & 1]


def lowest_square(view: State, seat: int) -> int:
    """Return a seat's lowest Free Trader square, counted from 1 (GB-F01)."""
    return view.square.index(seat) + 1


def negotiators(view: State) -> list[int]:
    """Return the seats with a cube on the Negotiator that haven't left the trading (GB-T01, T02)."""
    return [seat for seat in range(view.players) if (view.negotiator & ~view.retired) >> seat & 1]


def fitting(longest: int, *sentences: str) -> str:
    """Join as many sentences as fit into ``longest`` characters; the first one is always included."""
    first, *rest = [sentence for sentence in sentences if sentence] or [""]
    for sentence in rest:
        if len(first) + 1 + len(sentence) <= longest:
            first += f" {sentence}"
    return first
