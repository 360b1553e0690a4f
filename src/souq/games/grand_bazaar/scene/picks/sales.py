"""What the viewer can choose while selling: each card of the hand says who buys it, and what is over the limit."""

from __future__ import annotations

from collections.abc import Sequence

from souq.engine.scene import OPENS, Pick
from souq.engine.twin import changed, interpreted
from souq.engine.wording import counted
from souq.games.grand_bazaar import state as g
from souq.games.grand_bazaar.rules.selling import BONUS, FEWEST, GUILD_PAYS, KEEP, MOST, MULTIPLE, card_allowed
from souq.games.grand_bazaar.scene.board.markets import TYPE_NAMES
from souq.games.grand_bazaar.scene.desk import Desk
from souq.games.grand_bazaar.scene.picks.deals import bundle, card_key
from souq.games.grand_bazaar.scene.worth import Sale, how, own_worth
from souq.games.grand_bazaar.state import Phase, State

LONGEST = 16
"""Most choices that can follow the first of one click."""


def sales(desk: Desk) -> list[Pick]:
    """All of them."""
    if desk.phase == Phase.SELL:
        return [*_best(desk), *_hagglings(desk), *_guilds(desk), *_collect(desk), *_ply(desk), _finish(desk)]
    if desk.phase == Phase.QUANTITY:
        return _quantities(desk)
    return _cards(desk)


# ---- all at once


def _best(desk: Desk) -> list[Pick]:
    """The best sale to customers, in one; a single sale, and Ply Your Wares, have a button of their own."""
    found = own_worth(desk)
    if len(found.sales) < 2:
        return []
    first, *then = chain(desk.hand, found.sales)
    lifts = tuple(dict.fromkeys(card_key(good) for sale in found.sales for good, _ in sale.goods))
    label, commit = f"Best sale: {found.total}", f"Sell for {found.total}"
    if len(then) > LONGEST:
        return []
    return [Pick(first, label, hint=how(found), commit=commit, then=tuple(then), lifts=lifts)]


def chain(hand: Sequence[int], sold: Sequence[Sale]) -> list[int]:
    """The choices of sales one after another; those that make themselves are left out."""
    left, made = list(hand), list[int]()
    for sale in sold:
        if sale.customer == g.HAGGLER:
            (good, count), *_ = sale.goods
            made += [g.HAGGLE + good, *([g.QUANTITY + count - 2] if left[good] > 2 else [])]
        elif sale.customer == g.GUILD:
            made.append(g.GUILD_SALE + sale.goods[0][0] // g.RANKS)
        else:
            made.append(g.COLLECT)
            made += [g.CARD + good for good, _ in sale.goods if sum(left[o] > 0 for o in _of_kind(good // g.RANKS)) > 1]
        for good, count in sale.goods:
            left[good] -= count
    return made


# ---- customers


def worth(good: int, count: int) -> int:
    """What the Haggler pays (GB-L03)."""
    return MULTIPLE * count * int(g.VALUE[good])


def _hagglings(desk: Desk) -> list[Pick]:
    """A pair is sold at once; of more copies the card opens how many."""
    made = []
    for good in desk.options(g.HAGGLE, g.GOODS):
        held = desk.hand[good]
        key, name = card_key(good), g.NAMES[good]
        if held == 2:
            hint = f"The Haggler pays {worth(good, 2)} for your two {name}."
            made.append(
                Pick(g.HAGGLE + good, f"Sell 2 {name}", (key,), hint, commit=f"Sell 2 {name} for {worth(good, 2)}")
            )
            continue
        group, chosen = f"haggle-{good}", g.HAGGLE + good
        hint = f"The Haggler pays {MULTIPLE * int(g.VALUE[good])} for each, of two or more."
        made.append(Pick(OPENS, f"How many {name}?", (key,), hint, opens=group, then=(chosen,)))
        for count in range(held, 1, -1):
            label, pays = f"{count} for {worth(good, count)}", f"The Haggler pays {worth(good, count)}."
            keep = f" You keep {counted(held - count)}." if held > count else ""
            most, on = count == held, (key,) if count == held else ()
            ways = (g.QUANTITY + count - 2,)
            made.append(Pick(chosen, label, on, pays + keep, group=group, then=ways, primary=most, button=True))
    return made


def _quantities(desk: Desk) -> list[Pick]:
    """How many of a good, once it is chosen."""
    good, made = desk.view.good, list[Pick]()
    for at in reversed(desk.options(g.QUANTITY, 6)):
        count = at + 2
        hint = f"The Haggler pays {worth(good, count)}."
        made.append(Pick(g.QUANTITY + at, f"{count} for {worth(good, count)}", hint=hint))
    return made


def _guilds(desk: Desk) -> list[Pick]:
    """All five goods of a type."""
    made = list[Pick]()
    for kind in desk.options(g.GUILD_SALE, g.TYPES):
        keys = tuple(card_key(g.RANKS * kind + rank) for rank in range(g.RANKS))
        hint = f"The Guild Master pays {GUILD_PAYS} for the five goods of {TYPE_NAMES[kind]}."
        name = f"{TYPE_NAMES[kind]} for {GUILD_PAYS}"
        made.append(Pick(g.GUILD_SALE + kind, name, hint=hint, commit=f"Sell {name}", lifts=keys))
    return made


def _collect(desk: Desk) -> list[Pick]:
    """One good of each type; where there is a choice the cards are asked for."""
    if g.COLLECT not in desk.legal:
        return []
    kinds = [[good for good in _of_kind(kind) if desk.hand[good]] for kind in range(g.TYPES)]
    most = BONUS + sum(max(int(g.VALUE[good]) for good in goods) for goods in kinds)
    lowest = BONUS + sum(min(int(g.VALUE[good]) for good in goods) for goods in kinds)
    if all(len(goods) == 1 for goods in kinds):
        lifts = tuple(card_key(goods[0]) for goods in kinds)
        hint = f"The Collector pays {most} for one good of each type."
        return [Pick(g.COLLECT, f"Collector: {most}", hint=hint, commit=f"Sell for {most}", lifts=lifts)]
    pays = f"{lowest} to {most}" if lowest < most else str(most)
    hint = f"Choose one good of each type: the Collector pays {pays}."
    return [Pick(g.COLLECT, "Collector…", hint=hint)]


def _of_kind(kind: int) -> range:
    return range(g.RANKS * kind, g.RANKS * kind + g.RANKS)


# ---- without a customer


def _ply(desk: Desk) -> list[Pick]:
    """The dearest cards at once, or card by card."""
    if g.PLY not in desk.legal:
        return []
    best = dearest(desk.hand)
    total = sum(int(g.VALUE[good]) for good in best)
    lifts = tuple(dict.fromkeys(card_key(good) for good in best))
    hint = f"Ply Your Wares: sell {bundle(tuple(best), (), 0)} at face value. That ends your selling."
    steps = steps_to(desk.view, Phase.PLY, 0, best)
    made = [
        Pick(g.PLY, f"Face value: {total}", hint=hint, commit=f"Sell {len(best)} for {total}", then=steps, lifts=lifts)
    ]
    if steps:
        some = f"Choose {counted(FEWEST)} to {counted(MOST)} cards to sell at face value. That ends your selling."
        made.append(Pick(g.PLY, "Choose cards…", hint=some))
    return made


def dearest(hand: Sequence[int]) -> list[int]:
    """The goods of the best Ply Your Wares, ascending: the ten dearest cards (GB-L06)."""
    cards = [good for good in range(g.GOODS) for _ in range(hand[good])]
    return sorted(sorted(cards, key=lambda good: -int(g.VALUE[good]))[:MOST])


def cheapest(hand: Sequence[int], need: int) -> list[int]:
    """The goods of least value, of which the hand has most, ascending."""
    cards = [(int(g.VALUE[good]), -k, good) for good in range(g.GOODS) for k in range(hand[good])]
    return sorted(good for _, _, good in sorted(cards)[:need])


def steps_to(view: State, phase: Phase, need: int, goods: list[int]) -> tuple[int, ...]:
    """The choices that put just these cards into a sale or a discard; those that make themselves are left out."""
    s = changed(view, phase=phase, drawn=[0] * g.GOODS, n_drawn=0, at=0, need=need, good=-1)
    allowed = interpreted(card_allowed)
    said, wanted = list[int](), [*goods]
    while wanted or phase == Phase.PLY:
        can = [g.CARD + good for good in range(g.GOODS) if allowed(s, good)]
        if phase == Phase.PLY and s.n_drawn >= FEWEST:
            can.append(g.DONE)
        choice = g.CARD + wanted[0] if wanted else g.DONE
        if len(can) > 1:
            said.append(choice)
        if choice == g.DONE:
            break
        good = wanted.pop(0)
        s.drawn[good] += 1
        s.n_drawn += 1
        s.at = good
        if s.n_drawn == (MOST if phase == Phase.PLY else need):
            break
    return tuple(said)


def _finish(desk: Desk) -> Pick:
    over = desk.cards(desk.seat) - KEEP
    less = f"Then you discard {counted(over)} for nothing, down to {counted(KEEP)}."
    hint = less if over > 0 else "You keep all your cards."
    sold = desk.view.sold > 0
    return Pick(
        g.FINISH, "Done" if sold else "Sell nothing", hint=hint, commit="" if sold else "Yes, sell nothing", final=True
    )


# ---- card by card


def _cards(desk: Desk) -> list[Pick]:
    """A card more for the Collector, for Ply Your Wares, or to discard."""
    view, made = desk.view, list[Pick]()
    n = view.n_drawn
    if desk.phase == Phase.DISCARD and not n:
        made.append(_cheapest(desk))
    for good in desk.options(g.CARD, g.GOODS):
        made.append(Pick(g.CARD + good, _verb(desk, good), (card_key(good),), _goes(desk, good)))
    if g.DONE in desk.legal:
        total = sum(int(g.VALUE[good]) * view.drawn[good] for good in range(g.GOODS))
        made.append(Pick(g.DONE, f"Sell {n} for {total}", hint="That ends your selling.", primary=True, final=True))
    return [pick for pick in made if pick]


def _cheapest(desk: Desk) -> Pick:
    """What is worth least, all at once."""
    need = desk.view.need
    goods = cheapest(desk.hand, need)
    first, *then = steps_to(desk.view, Phase.DISCARD, need, goods)
    words = bundle(tuple(goods), (), 0)
    keys = tuple(dict.fromkeys(card_key(good) for good in goods))
    return Pick(
        first,
        "The cheapest",
        hint=f"Discard {words}.",
        commit=f"Discard {need}",
        then=tuple(then),
        lifts=keys,
        final=True,
    )


def _verb(desk: Desk, good: int) -> str:
    return f"Discard {g.NAMES[good]}" if desk.phase == Phase.DISCARD else f"Sell {g.NAMES[good]}"


def _goes(desk: Desk, good: int) -> str:
    n, need = desk.view.n_drawn + 1, desk.view.need
    total = sum(int(g.VALUE[other]) * desk.view.drawn[other] for other in range(g.GOODS)) + int(g.VALUE[good])
    if desk.phase == Phase.DISCARD:
        return f"Discard {n} of {need}."
    if desk.phase == Phase.COLLECT:
        return f"Your {TYPE_NAMES[good // g.RANKS]} for the Collector: {total} so far, plus {BONUS} for all five."
    return f"Card {n}, {total} Talents in all. You choose from left to right."
