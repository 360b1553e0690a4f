"""Picks of sales and discards: what each card can be sold for, and which surplus cards to discard."""

from __future__ import annotations

from collections.abc import Sequence

from souq.engine.present.scene import OPENS, Pick
from souq.engine.present.wording import counted, many, several
from souq.engine.rules.twin import changed, interpreted
from souq.games.grand_bazaar import state as g
from souq.games.grand_bazaar.rules.cards import value_of
from souq.games.grand_bazaar.rules.selling import BONUS, FEW, FEWEST, MOST, choose, excess
from souq.games.grand_bazaar.scene.desk import Desk
from souq.games.grand_bazaar.scene.picks.deals import card_key
from souq.games.grand_bazaar.scene.worth import Sale, how, own_worth, pays, plied
from souq.games.grand_bazaar.state import Phase, State
from souq.games.grand_bazaar.story.wording import TYPE_NAMES, named, talents

Lots = Sequence[tuple[int, int]]
"""Pairs of a good and its number of copies."""

LONGEST = 16
"""Maximum number of choices that one click makes after its first: the maximum length of ``Then`` in the protocol."""


def sales(desk: Desk, *, short: bool = False) -> list[Pick]:
    """Return every pick offered to the seller, with short buttons if space is short."""
    if desk.phase == Phase.SELL:
        return [*_best(desk), *_hagglings(desk), *_guilds(desk), *_collect(desk, short), *_ply(desk), _finish(desk)]
    if desk.phase == Phase.QUANTITY:
        return _quantities(desk, short)
    return _cards(desk)


# ---- all at once


def _best(desk: Desk) -> list[Pick]:
    """Return a pick that carries out the whole best sale with one click.

    There is none if the best sale is a single sale, which has its own button, or takes too many choices.
    """
    found = own_worth(desk)
    if len(found.sales) < 2:
        return []
    first, *then = chain(desk.view, found.sales)
    lifts = tuple(dict.fromkeys(card_key(good) for sale in found.sales for good, _ in sale.goods))
    label, commit = f"Best sale: {found.total}", f"Sell for {found.total}"
    if len(then) > LONGEST:
        return []
    return [Pick(first, label, hint=how(found), commit=commit, then=tuple(then), lifts=lifts)]


def chain(view: State, sold: Sequence[Sale]) -> list[int]:
    """Return the choices with which a seller carries out several sales in a row; forced steps need no choice."""
    copy = _copy(view)
    return [choice for sale in sold for choice in _play(copy, sale.goods, _first(sale))]


def discarded(view: State, goods: Lots) -> list[int]:
    """Return the choices that discard exactly these cards."""
    return _play(_copy(view), goods)


def _copy(view: State) -> State:
    """Return a copy of a position on which sales can be played out without changing the original."""
    return changed(  # its lists are shared, so those that selling and discarding write are copied
        view,
        n_events=-1,  # no events
        hand=[[*row] for row in view.hand],
        kinds=[[*row] for row in view.kinds],
        known=[[[*row] for row in rows] for rows in view.known],
        discard=[*view.discard],
        drawn=[*view.drawn],
        talents=[*view.talents],
    )


def _play(copy: State, goods: Lots, first: int | None = None) -> list[int]:
    """Carry out one sale or discard on ``copy``, and return the choices that this takes.

    ``first`` is the choice that begins a sale; a discard has none.
    """
    made, done = list[int](), False
    while not done:
        made.append(first if first is not None and not made else _next(copy, goods))
        done = interpreted(choose)(copy, copy.player, made[-1]) or copy.phase == Phase.SELL
    return made


def _first(sale: Sale) -> int:
    """Return the choice that begins a sale."""
    good = sale.goods[0][0]
    return (g.HAGGLE + good, g.COLLECT, g.GUILD_SALE + good // g.RANKS, g.PLY)[sale.customer]


def _next(view: State, goods: Lots) -> int:
    """Return the next choice that the seller makes in a sale or discard of ``goods``."""
    if view.phase == Phase.QUANTITY:
        return g.QUANTITY + goods[0][1] - FEW
    # only Ply Your Wares can need DONE, as more cards are possible; the others end with their last card
    return next((g.CARD + good for good, count in goods if view.drawn[good] < count), g.DONE)


# ---- customers


def haggled(good: int, count: int) -> int:
    """Return the Talents that the Haggler pays for ``count`` copies of a good."""
    return pays(g.HAGGLER, [(good, count)])


def _hagglings(desk: Desk) -> list[Pick]:
    """Return the picks of sales to the Haggler.

    A click on a pair sells it; a click on a good with more copies opens the choice of their number.
    """
    made = []
    for good in desk.options(g.HAGGLE, g.GOODS):
        held = desk.hand[good]
        key, name = card_key(good), g.NAMES[good]
        if held == FEW:
            hint = f"The Haggler pays {haggled(good, 2)} for your two {name}."
            made.append(
                Pick(g.HAGGLE + good, f"Sell 2 {name}", (key,), hint, commit=f"Sell 2 {name} for {haggled(good, 2)}")
            )
            continue
        group, chosen = f"haggle-{good}", g.HAGGLE + good
        hint = f"The Haggler pays {haggled(good, 1)} for each, of two or more."
        made.append(Pick(OPENS, f"How many {name}?", (key,), hint, opens=group, then=(chosen,)))
        for count in range(held, FEW - 1, -1):
            label, pays = f"{count} for {haggled(good, count)}", f"The Haggler pays {haggled(good, count)}."
            keep = f" You keep {counted(held - count)}." if held > count else ""
            most, on = count == held, (key,) if count == held else ()
            then = (g.QUANTITY + count - FEW,)
            made.append(Pick(chosen, label, on, pays + keep, group=group, then=then, primary=most, button=True))
    return made


def _quantities(desk: Desk, short: bool) -> list[Pick]:
    """Return the picks for the number of copies that the Haggler buys, once the good is chosen."""
    good, made = desk.view.good, list[Pick]()
    for at in reversed(desk.options(g.QUANTITY, 6)):
        count = at + FEW
        hint = f"The Haggler pays {haggled(good, count)}."
        label = f"{count} for" if short else f"Sell {count} {g.NAMES[good]} for"
        made.append(Pick(g.QUANTITY + at, f"{label} {haggled(good, count)}", hint=hint))
    return made


def _guilds(desk: Desk) -> list[Pick]:
    """Return the picks of sales to the Guild Master, one for each complete type."""
    made = list[Pick]()
    for kind in desk.options(g.GUILD_SALE, g.TYPES):
        keys = tuple(card_key(g.RANKS * kind + rank) for rank in range(g.RANKS))
        paid = pays(g.GUILD, [(good, 1) for good in _of_kind(kind)])
        hint = f"The Guild Master pays {paid} for the five goods of {TYPE_NAMES[kind]}."
        name = f"{TYPE_NAMES[kind]} for {paid}"
        made.append(Pick(g.GUILD_SALE + kind, name, hint=hint, commit=f"Sell {name}", lifts=keys))
    return made


def _collect(desk: Desk, short: bool) -> list[Pick]:
    """Return the pick of a sale to the Collector; if a type offers several goods, the seller then chooses the cards."""
    if g.COLLECT not in desk.legal:
        return []
    kinds = [[good for good in _of_kind(kind) if desk.hand[good]] for kind in range(g.TYPES)]
    most, lowest = (
        pays(g.COLLECTOR, [(of(goods, key=lambda good: int(g.VALUE[good])), 1) for goods in kinds]) for of in (max, min)
    )
    if all(len(goods) == 1 for goods in kinds):
        lifts = tuple(card_key(goods[0]) for goods in kinds)
        hint = f"The Collector pays {most} for one good of each type."
        return [Pick(g.COLLECT, f"Collector: {most}", hint=hint, commit=f"Sell for {most}", lifts=lifts)]
    paid = f"{lowest} to {most}" if lowest < most else most
    hint = f"Choose one good of each type: the Collector pays {paid}."
    return [Pick(g.COLLECT, "Collector…" if short else "Sell to the Collector…", hint=hint)]


def _of_kind(kind: int) -> range:
    return range(g.RANKS * kind, g.RANKS * kind + g.RANKS)


# ---- without a customer


def _ply(desk: Desk) -> list[Pick]:
    """Return the picks of Ply Your Wares: to sell the most valuable cards with one click, or to choose the cards."""
    if g.PLY not in desk.legal:
        return []
    best = plied(desk.hand)
    total, n = best.talents, sum(count for _, count in best.goods)
    hint = f"Sell {many(n, 'card')} at face value for {total}. You can’t sell anything else this round."
    _, *steps = chain(desk.view, [best])
    lifts = tuple(card_key(good) for good, _ in best.goods)
    commit = f"Sell {n} for {total}"
    made = [Pick(g.PLY, f"Face value: {total}", hint=hint, commit=commit, then=tuple(steps), lifts=lifts, final=True)]
    if steps:
        some = f"Choose {counted(FEWEST)} to {counted(MOST)} cards to sell at face value, and nothing else this round."
        made.append(Pick(g.PLY, "Choose cards…", hint=some))
    return made


def cheapest(hand: Sequence[int], need: int) -> Lots:
    """Return the ``need`` least valuable cards of a hand: pairs of good and number of copies, ordered by good.

    Among goods of equal value, cards are taken from those with the most copies first.
    """
    cards = [(int(g.VALUE[good]), -k, good) for good in range(g.GOODS) for k in range(hand[good])]
    taken = [good for _, _, good in sorted(cards)[:need]]
    return [(good, taken.count(good)) for good in sorted({*taken})]


def _finish(desk: Desk) -> Pick:
    over = interpreted(excess)(desk.view, desk.seat)
    less = f"You’d then have to discard {many(over, 'card')}."
    hint = less if over else "You keep all your cards."
    sold = desk.view.sold > 0
    return Pick(
        g.FINISH, "Done" if sold else "Sell nothing", hint=hint, commit="" if sold else "Yes, sell nothing", final=True
    )


# ---- card by card


def _cards(desk: Desk) -> list[Pick]:
    """Return the picks for the next card to sell to the Collector, to sell at face value, or to discard."""
    view, made = desk.view, list[Pick]()
    n = view.n_drawn
    if desk.phase == Phase.DISCARD and not n:
        made.append(_cheapest(desk))
    for good in desk.options(g.CARD, g.GOODS):
        made.append(Pick(g.CARD + good, _verb(desk, good), (card_key(good),), _goes(desk, good)))
    if g.DONE in desk.legal:
        total = interpreted(value_of)(view.drawn)
        made.append(
            Pick(
                g.DONE,
                f"Sell {n} for {total}",
                hint="You can’t sell anything else this round.",
                primary=True,
                final=True,
            )
        )
    return [pick for pick in made if pick]


def _cheapest(desk: Desk) -> Pick:
    """Return a pick that discards the least valuable cards with one click."""
    need = desk.view.need
    goods = cheapest(desk.hand, need)
    first, *then = discarded(desk.view, goods)
    keys = tuple(card_key(good) for good, _ in goods)
    return Pick(
        first,
        "The cheapest",
        hint=f"Discard {named(goods)}.",
        commit=f"Discard {need}",
        then=tuple(then),
        lifts=keys,
        final=True,
    )


def _verb(desk: Desk, good: int) -> str:
    return f"Discard {g.NAMES[good]}" if desk.phase == Phase.DISCARD else f"Sell {g.NAMES[good]}"


def _goes(desk: Desk, good: int) -> str:
    n, need = desk.view.n_drawn + 1, desk.view.need
    total = interpreted(value_of)(desk.view.drawn) + int(g.VALUE[good])
    if desk.phase == Phase.DISCARD:
        return f"Discard {n} of {need}."
    if desk.phase == Phase.COLLECT:
        return f"Your {TYPE_NAMES[good // g.RANKS]} for the Collector: {total} so far, plus {BONUS} for all five."
    return f"{several(n, 'card')}, {talents(total)} so far. You choose from left to right."
