"""The viewer's choices on the board: crowds and their exits, shops for sale, bids, gates, and the queue's figures.

At the start of an action, crowds, exits and shops can all be chosen. Choosing a crowd opens its exits; an exit can also
be chosen directly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from souq.engine.present.scene import OPENS, Amount, Pick
from souq.engine.present.wording import counted, listed, opened
from souq.engine.rules.bits import members
from souq.games.marracash import state as m
from souq.games.marracash.bidding import cap, choices_for, encoding, fee_of, least
from souq.games.marracash.rules.auction import HIGH, LEAST, LIMIT
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
"""Amounts by which quick raises exceed the standing bid or, for the opening bid, the minimum."""
BUTTONS = {"wide": 3, "tall": 2}
"""Maximum number of buttons for passing and bidding in each layout, without controls for any amount or for orders."""


def picks(desk: Desk, plan: Plan) -> list[Pick]:
    """Return the picks for everything that the viewer can choose."""
    if desk.asks(Phase.ACTION):
        return [*_walks(desk, plan), *_lots(desk, plan)]
    if desk.asks(Phase.GATE):
        return _gates(desk, plan)
    if desk.asks(Phase.GROUP):
        return _groups(desk, plan, desk.gate, desk.ctx.legal)
    return souvenirs.picks(desk) if desk.asks(Phase.SOUVENIR) else _bids(desk)


# ---- leading a crowd


def _walks(desk: Desk, plan: Plan) -> list[Pick]:
    made = []
    for at in range(m.FOUNTAINS):
        routes = [route for route in OUT_OF[at] if route in desk.open_routes]
        if routes:
            made += _crowd(desk, plan, at, routes)
    return made


def _crowd(desk: Desk, plan: Plan, at: int, routes: list[int]) -> list[Pick]:
    """Return the picks of a crowd: one on the crowd itself, which opens its exits, and one on each exit."""
    key, on = crowd_key(at), (crowd_key(at), fountain_key(at))
    label = f"{opened(crowd_words(desk.crowds[at]))} at {fountain(at)}"
    preview = walks_preview(desk, plan, routes)
    made = [Pick(OPENS, label, on, crowd_hint(desk, routes), opens=key, preview=preview)]
    for route in routes:
        walk, final = desk.walk(route), desk.ends_turn(m.MOVE + route)
        way, hint, preview = (exit_key(route),), walk_hint(desk, walk), walk_preview(desk, plan, walk)
        whole = f"Lead the crowd from {fountain(at)} to {walk.end + 1}"
        for said, group in ((whole, ""), (f"Lead to {walk.end + 1}", key)):
            made.append(
                Pick(m.MOVE + route, said, way, hint, "Lead", preview, final=final, group=group, button=bool(group))
            )
        made[-1] = replace(made[-1], drag=(crowd_key(at),), onto=(*way, fountain_key(walk.end)))
    return made


# ---- auctions


def _lots(desk: Desk, plan: Plan) -> list[Pick]:
    made = []
    for shop in sorted(desk.lots):
        name, preview = m.SHOP_NAMES[shop], lot_preview(desk, plan, shop)
        label, on = f"Auction the {shop_name(shop)}", (shop_key(shop),)
        made.append(Pick(m.AUCTION + shop, label, on, lot_hint(desk, shop), f"Auction {name}", preview))
    return made


def _bids(desk: Desk) -> list[Pick]:
    """Return the picks of a pass, the minimum bid, and quick raises."""
    if not desk.asks(Phase.BID, Phase.AMOUNT):
        return []
    made, start = [], _start(desk)
    if m.PASS in desk.legal:
        made = [Pick(m.PASS, "Pass", hint=_passing(desk))]
    low, high = least(desk.view), cap(desk.view, desk.player)
    quick = [start + more for more in RAISES if low < start + more <= high] or [high] * (high > low)
    return [*made, *(_bid(desk, each) for each in (low, *quick)[: BUTTONS[desk.ctx.layout] - len(made)])]


def _bid(desk: Desk, bid: int) -> Pick:
    first, *then = choices_for(desk.view, bid)
    return Pick(first, f"Bid {money(bid)}", hint=_bidding(desk, bid), then=tuple(then))


def amount(desk: Desk) -> Amount | None:
    """Return the control for bidding any amount. None if no bid is due or only one amount is left."""
    if not desk.asks(Phase.BID, Phase.AMOUNT):
        return None
    low, high = least(desk.view), cap(desk.view, desk.player)
    if low >= high:
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
    )


def _start(desk: Desk) -> int:
    """Return the amount to which quick raises are added."""
    return desk.view.counted if desk.phase == Phase.AMOUNT else desk.view.standing or LEAST


def _bidding(desk: Desk, bid: int) -> str:
    """Describe what winning with a bid means: the cash left, any income at once, and the auctioneer's fee."""
    left = f"If you win, you keep {money(desk.view.cash[desk.player] - bid)}"
    pull = desk.pull(desk.lot)
    at_once = f", and {money(pull.profit)} comes back at once" if pull else ""
    return f"{left}{at_once}. {_fee_words(desk, bid)}"


def _fee_words(desk: Desk, bid: int) -> str:
    """Return a sentence on the auctioneer's fee for a bid.

    The auctioneer gets a fee only if outbid, so its sentence is about the next higher bid.
    """
    if desk.player != desk.active:
        return f"The bank pays {desk.called(desk.active)} {fee_of(bid)}."
    rising = f" ({HIGH} above {LIMIT})" if bid + m.STEP <= LIMIT else ""
    return f"If not, the bank pays you {fee_of(bid + m.STEP)}{rising}."


def _hints(desk: Desk, low: int) -> tuple[tuple[int, str], ...]:
    """Return the hints of the control for any amount, each with the lowest amount to which it applies."""
    # The fee rises above LIMIT. The auctioneer's hint is about the next bid, so it changes one step earlier.
    turn = LIMIT if desk.player == desk.active else LIMIT + m.STEP
    return tuple(
        (at, f"If you win, you keep {{rest}}. {_fee_words(desk, at)}") for at in ((low, turn) if low < turn else (low,))
    )


def _passing(desk: Desk) -> str:
    """Describe what happens if the viewer passes: who leads, or who buys the shop and the fee for the auctioneer."""
    leader, standing = desk.ctx.names(desk.view.leader), money(desk.view.standing)
    seen = desk.foresee(m.PASS)
    if not seen.of(Event.BOUGHT):
        return f"If you pass, you’re out of this auction. {leader} leads with {standing}."
    fee = "".join(f", and the bank pays you {row.money}" for row in seen.of(Event.FEE) if row.seat == desk.player)
    return f"If you pass, {leader} buys {m.SHOP_NAMES[desk.lot]} for {standing}{fee}."


# ---- new visitors


def _gates(desk: Desk, plan: Plan) -> list[Pick]:
    """Return a pick for each gate that can be filled now; it opens the gate's groups or brings in the last visitors."""
    made = []
    for gate in desk.options(m.GATE, m.GATES):
        key, choice, seen = gate_key(gate), m.GATE + gate, desk.foresee(m.GATE + gate)
        name, on = f"Gate {m.GATE_NAMES[gate]}", (key, fountain_key(m.BOX.entrances[gate]))
        if seen.of(Event.BROUGHT):
            taken = desk.group(0, desk.left)
            comes = "comes" if len(taken) == 1 else "come"
            hint = f"{opened(crowd_words(desk.colours_at(taken)))} {comes} in here, and the queue is empty."
            preview, lifts = arriving(desk, plan, gate, taken), tuple(map(waiting_key, taken))
            pick = Pick(choice, name, on, hint, "Bring in", preview, lifts=lifts, button=True, final=True)
            made.append(replace(pick, drag=lifts))
        else:
            hint = "Bring in two to four visitors from either end of the queue."
            made.append(Pick(OPENS, name, on, hint, opens=key, button=True, then=(choice,)))
            made += _groups(desk, plan, gate, tuple(members(seen.view.asked)), (choice,), key)
    return made


def _groups(
    desk: Desk, plan: Plan, gate: int, choices: tuple[int, ...], before: tuple[int, ...] = (), group: str = ""
) -> list[Pick]:
    """Return the picks for bringing in groups from both ends of the queue.

    The k-th figure from an end brings in k visitors, and the plate at an end opens all groups from that end. Where no
    figure does, the group's button names the end, unless space is short.
    """
    made: list[Pick] = []
    for end in range(2):
        own = [choice for choice in choices if (choice - m.BRING) // SIZES == end]
        if own:
            key, label = f"{group or 'bring'}-{ENDS[end]}", f"From end {ENDS[end]}"
            hint = f"Next in line at this end: {_queue_words(desk, end)}."
            made.append(Pick(OPENS, label, (end_key(end),), hint, opens=key, group=group, button=True))
        for choice in own:
            button = _group(desk, plan, gate, (*before, choice), key)
            figures = _figures(desk, end, len(button.lifts))
            said, commit = f"{button.label} from end {ENDS[end]}", button.label.replace("Bring", "Bring in")
            dragged = replace(button, drag=figures, onto=(gate_key(gate), fountain_key(m.BOX.entrances[gate])))
            made += [replace(dragged, label=said, on=figures, commit=commit, group=group)] * bool(figures)
            made.append(button if figures or plan.tall else replace(button, label=said))
    return made


def _group(desk: Desk, plan: Plan, gate: int, choices: tuple[int, ...], group: str) -> Pick:
    """Return the pick that brings in one group; it is a button among those of its end of the queue."""
    first, *then = choices
    end, more = divmod(choices[-1] - m.BRING, SIZES)
    taken = desk.group(end, FEWEST + more)
    return Pick(
        first,
        f"Bring {len(taken)}",
        hint=_group_hint(desk, gate, end, taken),
        preview=arriving(desk, plan, gate, taken),
        lifts=tuple(map(waiting_key, taken)),
        group=group,
        then=tuple(then),
        final=desk.ends_turn(*choices),
    )


def _figures(desk: Desk, end: int, k: int) -> tuple[str, ...]:
    """Return the keys of the figures that choose a group of ``k`` visitors: its last and, for the smallest, its first.

    Figures nearer to the other end choose groups from there, so the result may be empty.
    """
    # A figure in the middle of the queue counts as end A's.
    if 2 * k > desk.left + (end == 0):
        return ()
    return tuple(map(waiting_key, desk.group(end, k)[0 if k == FEWEST else -1 :]))


def _group_hint(desk: Desk, gate: int, end: int, taken: Sequence[int]) -> str:
    left = desk.left - len(taken)
    comes = f"{opened(crowd_words(desk.colours_at(taken)))} come in at gate {m.GATE_NAMES[gate]}"
    if not left:
        return f"{comes}, and the queue is empty. The last round begins."
    after = taken[-1] + (1 if end == 0 else -1)
    wait = f"{opened(counted(left))} still wait{'s' if left == 1 else ''} outside"
    return f"{comes}. {wait}; {m.NAMES[desk.queue[after]]} is next at end {ENDS[end]}."


def _queue_words(desk: Desk, end: int) -> str:
    return listed([m.NAMES[desk.queue[at]] for at in desk.group(end, min(MOST, desk.left))])
