"""What can be chosen and where: crowds and their exits, shops for sale, bids, gates, and figures of the queue.

At the start of an action everything is in reach at once: a crowd opens its exits, and an exit can be taken at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from souq.engine.bits import members
from souq.engine.scene import OPENS, Amount, Pick
from souq.engine.wording import counted, listed, opened
from souq.games.marracash import state as m
from souq.games.marracash.bidding import cap, encoding, fee_of, least, way
from souq.games.marracash.rules.auction import HIGH, LEAST, LIMIT, LOW
from souq.games.marracash.rules.visitors import FEWEST, MOST, SIZES
from souq.games.marracash.scene import souvenirs
from souq.games.marracash.scene.board import exit_key, fountain_key, gate_key, shop_key
from souq.games.marracash.scene.desk import OUT_OF, Desk
from souq.games.marracash.scene.geometry import Plan
from souq.games.marracash.scene.people import ENDS, crowd_key, end_key, waiting_key
from souq.games.marracash.scene.previews import arriving, lot_preview, walk_preview, walks_preview
from souq.games.marracash.scene.tooltips import crowd_hint, lot_hint, walk_hint
from souq.games.marracash.state import Event, Phase
from souq.games.marracash.story.wording import crowd_words, fountain, money, shop_name

RAISES = (50, 100, 200)
"""Quick raises: so much more than the standing bid, or than what an auction opens with."""
BUTTONS = {"wide": 3, "tall": 2}
"""So many stand beside those that open the control and a standing order; a phone keeps them in one row."""


def picks(desk: Desk, plan: Plan) -> list[Pick]:
    """Everything the viewer can choose."""
    if desk.asks(Phase.ACTION):
        return [*_walks(desk, plan), *_lots(desk, plan)]
    if desk.asks(Phase.GATE):
        return _gates(desk, plan)
    if desk.asks(Phase.GROUP):
        return _groups(desk, plan, desk.gate, _sizes(desk.legal))
    return souvenirs.picks(desk) if desk.asks(Phase.SOUVENIR) else _bids(desk)


# ---- leading a crowd


def _walks(desk: Desk, plan: Plan) -> list[Pick]:
    made = []
    for at in range(m.FOUNTAINS):
        routes = [route for route in OUT_OF[at] if route in desk.ways]
        if routes:
            made += _crowd(desk, plan, at, routes)
    return made


def _crowd(desk: Desk, plan: Plan, at: int, routes: list[int]) -> list[Pick]:
    """A crowd that opens its exits, and each exit by itself."""
    key, on = crowd_key(at), (crowd_key(at), fountain_key(at))
    label = f"{opened(crowd_words(desk.crowds[at]))} at {fountain(at)}"
    shown = walks_preview(desk, plan, routes)
    made = [Pick(OPENS, label, on, crowd_hint(desk, routes), opens=key, preview=shown)]
    for route in routes:
        walk = desk.walk(route)
        said, final = f"Lead them from {at + 1} to {walk.end + 1}", desk.ends_turn(m.MOVE + route)
        hint, after = walk_hint(desk, walk), walk_preview(desk, plan, walk)
        made.append(Pick(m.MOVE + route, said, (exit_key(route),), hint, commit="Lead", preview=after, final=final))
        short = f"Lead to {walk.end + 1}"
        made.append(
            Pick(
                m.MOVE + route,
                short,
                (exit_key(route),),
                hint,
                commit="Lead",
                preview=after,
                final=final,
                group=key,
                button=True,
            )
        )
    return made


# ---- auctions


def _lots(desk: Desk, plan: Plan) -> list[Pick]:
    return [
        Pick(
            m.AUCTION + shop,
            f"Auction the {shop_name(shop)}",
            (shop_key(shop),),
            lot_hint(desk, shop),
            commit=f"Auction {m.SHOP_NAMES[shop]}",
            preview=lot_preview(desk, plan, shop),
        )
        for shop in sorted(desk.lots)
    ]


def _bids(desk: Desk) -> list[Pick]:
    """Pass, the least raise, and quick raises."""
    if not desk.asks(Phase.BID, Phase.AMOUNT):
        return []
    made = []
    if m.PASS in desk.legal:
        made = [Pick(m.PASS, "Pass", hint=_passing(desk), final=_goes_on(desk, (m.PASS,)))]
    low, high = least(desk.view), cap(desk.view, desk.player)
    quick = [_start(desk) + more for more in RAISES if low < _start(desk) + more <= high] or (
        [high] if high > low else []
    )
    return [*made, *(_bid(desk, each) for each in (low, *quick)[: BUTTONS[desk.ctx.layout] - len(made)])]


def _bid(desk: Desk, bid: int) -> Pick:
    first, *then = choices = way(desk.view, bid)
    hint = bid_words(desk, bid)
    return Pick(first, f"Bid {money(bid)}", hint=hint, then=tuple(then), final=_goes_on(desk, choices))


def _goes_on(desk: Desk, choices: tuple[int, ...]) -> bool:
    """Whether the auction goes on: then somebody else is asked next, and a button says so itself.

    What sells the shop is confirmed, as whatever else ends a turn.
    """
    return not desk.foresee(*choices).of(Event.BOUGHT)


def amount(desk: Desk) -> Amount | None:
    """The control for any other bid; None where only one amount is left."""
    low, high = (least(desk.view), cap(desk.view, desk.player)) if desk.lot >= 0 else (0, 0)
    if not desk.asks(Phase.BID, Phase.AMOUNT) or low >= high:
        return None
    return Amount(
        low,
        high,
        m.STEP,
        title=f"What do you bid for {m.SHOP_NAMES[desk.lot]}?",
        say="Bid {}",
        encoding=encoding(desk.view),
        start=min(_start(desk) + RAISES[1], high),
        quick=RAISES,
        hints=_hints(desk, low),
        purse=desk.view.cash[desk.player],
        unit="Dirham",
        final=_goes_on(desk, way(desk.view, low)),
    )


def _start(desk: Desk) -> int:
    """What quick raises are counted from."""
    if desk.phase == Phase.AMOUNT:
        return desk.view.counted
    return desk.view.standing or LEAST


def bid_words(desk: Desk, bid: int) -> str:
    """What a bid leaves, what comes back at once, and what the auctioneer gets."""
    left = f"You keep {money(desk.view.cash[desk.player] - bid)}"
    pull = desk.pull(desk.lot)
    at_once = f", and {money(pull.profit)} comes back at once" if pull else ""
    return f"{left}{at_once}. {_fee_words(desk)} {fee_of(bid + m.STEP if desk.player == desk.active else bid)}."


def _fee_words(desk: Desk) -> str:
    own = desk.player == desk.active
    return "If someone else wins, the bank pays you" if own else f"The bank pays {desk.called(desk.active)}"


def _hints(desk: Desk, low: int) -> tuple[tuple[int, str], ...]:
    """What any amount leaves, and what the auctioneer gets for it."""
    turn = LIMIT if desk.player == desk.active else LIMIT + m.STEP
    said = [(low, LOW), (turn, HIGH)] if low < turn else [(low, HIGH)]
    return tuple((at, f"You keep {{rest}}. {_fee_words(desk)} {fee}.") for at, fee in said)


def _passing(desk: Desk) -> str:
    """What follows from passing."""
    leader, standing = desk.ctx.names(desk.view.leader), money(desk.view.standing)
    seen = desk.foresee(m.PASS)
    if not seen.of(Event.BOUGHT):
        return f"You’re out of this auction. {leader} leads with {standing}."
    fee = "".join(f", and the bank pays you {row.money}" for row in seen.of(Event.FEE) if row.seat == desk.player)
    return f"{leader} buys {m.SHOP_NAMES[desk.lot]} for {standing}{fee}."


# ---- new visitors


def _gates(desk: Desk, plan: Plan) -> list[Pick]:
    """Which gate to fill first; it opens the groups that can be brought in, or brings in all there are."""
    made = []
    for gate in desk.options(m.GATE, m.GATES):
        name, on = f"Gate {m.GATE_NAMES[gate]}", (gate_key(gate), fountain_key(m.BOX.entrances[gate]))
        seen = desk.foresee(m.GATE + gate)
        if not seen.of(Event.BROUGHT):
            key = gate_key(gate)
            hint = "Bring in two to four visitors from either end of the queue."
            made.append(Pick(OPENS, name, on, hint, opens=key, button=True, then=(m.GATE + gate,)))
            made += _groups(desk, plan, gate, _sizes(members(seen.view.asked)), (m.GATE + gate,), key)
        else:
            made.append(_last(desk, plan, gate, name, on))
    return made


def _last(desk: Desk, plan: Plan, gate: int, name: str, on: tuple[str, ...]) -> Pick:
    """All who are left come in at one gate."""
    taken = desk.group(0, desk.left)
    hint = f"{opened(_who(desk, taken))} {_comes(len(taken))} in here, and the queue is empty."
    shown, lifts = arriving(desk, plan, gate, taken), tuple(waiting_key(at) for at in taken)
    return Pick(m.GATE + gate, name, on, hint, commit="Bring in", preview=shown, lifts=lifts, button=True, final=True)


def _sizes(choices: Iterable[int]) -> list[tuple[int, int]]:
    """The ends and numbers among choices of groups."""
    return [(at // SIZES, FEWEST + at % SIZES) for at in sorted(choice - m.BRING for choice in choices)]


def _groups(
    desk: Desk,
    plan: Plan,
    gate: int,
    options: Sequence[tuple[int, int]],
    before: tuple[int, ...] = (),
    group: str = "",
) -> list[Pick]:
    """Groups from both ends: the k-th figure brings in k, and the plate at an end opens all that come from there."""
    made: list[Pick] = []
    for end in range(2):
        sizes = [k for at, k in options if at == end]
        if not sizes:
            continue
        key = f"{group or 'bring'}-{ENDS[end]}"
        label, hint = f"From end {ENDS[end]}", f"The next from here: {_queue_words(desk, end)}."
        made.append(Pick(OPENS, label, (end_key(end),), hint, opens=key, group=group, button=True))
        for k in sizes:
            made += _group(desk, plan, gate, end, k, before, group, key)
    return made


def _group(
    desk: Desk, plan: Plan, gate: int, end: int, k: int, before: tuple[int, ...], group: str, opened_by: str
) -> list[Pick]:
    """A group on its last figure, where that is nearer to this end than to the other, and as a button of its end."""
    first, *then = (*before, m.BRING + end * SIZES + k - FEWEST)
    taken = desk.group(end, k)
    hint = _group_hint(desk, gate, end, taken)
    shown, lifts = arriving(desk, plan, gate, taken), tuple(waiting_key(at) for at in taken)
    final = desk.ends_turn(first, *then)
    made = []
    for label, keys, within in (
        (f"Bring {k} from end {ENDS[end]}", _figures(desk, taken, k), group),
        (f"Bring {k}", (), opened_by),
    ):
        if keys or within == opened_by:
            made.append(
                Pick(
                    first,
                    label,
                    keys,
                    hint,
                    commit=f"Bring in {k}" if keys else "",
                    preview=shown,
                    lifts=lifts,
                    group=within,
                    then=tuple(then),
                    final=final,
                )
            )
    return made


def _figures(desk: Desk, taken: tuple[int, ...], k: int) -> tuple[str, ...]:
    """The figure that stands for a group, with the first one for the smallest group."""
    if 2 * k > desk.left + (1 if taken[0] == desk.front else 0):
        return ()
    return tuple(waiting_key(at) for at in (taken[:FEWEST] if k == FEWEST else taken[-1:]))


def _group_hint(desk: Desk, gate: int, end: int, taken: Sequence[int]) -> str:
    left = desk.left - len(taken)
    comes = f"{opened(_who(desk, taken))} come in at gate {m.GATE_NAMES[gate]}"
    if not left:
        return f"{comes}, and the queue is empty. The last round begins."
    after = taken[-1] + (1 if end == 0 else -1)
    few = f"{opened(counted(left))} {'is' if left == 1 else 'are'} left"
    return f"{comes}. {few}, with {m.NAMES[desk.waiting(after)]} next at end {ENDS[end]}."


def _who(desk: Desk, taken: Sequence[int]) -> str:
    who = [0] * m.COLOURS
    for at in taken:
        who[desk.waiting(at)] += 1
    return crowd_words(who)


def _comes(count: int) -> str:
    return "comes" if count == 1 else "come"


def _queue_words(desk: Desk, end: int) -> str:
    return listed([m.NAMES[desk.waiting(at)] for at in desk.group(end, min(MOST, desk.left))])
