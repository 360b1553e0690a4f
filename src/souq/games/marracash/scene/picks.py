"""What can be chosen and where: crowds and their exits, shops for sale, gates, and figures of the queue.

At the start of an action everything is in reach at once: a crowd opens its exits, and an exit can be taken at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from souq.engine.bits import members
from souq.engine.scene import OPENS, Pick, Sprite
from souq.engine.wording import counted, listed, opened
from souq.games.marracash.rules.visitors import FEWEST, MOST, SIZES
from souq.games.marracash.scene.art import LIFTED_LAYER
from souq.games.marracash.scene.desk import OUT_OF, Desk
from souq.games.marracash.scene.geometry import Plan
from souq.games.marracash.scene.people import ENDS, crowd, crowd_key, end_key, fountain_key, gate_key, waiting_key
from souq.games.marracash.scene.shops import shop_key
from souq.games.marracash.scene.streets import exit_key, walk_preview, walks_preview
from souq.games.marracash.scene.telling import crowd_hint, lot_hint, place, shop_name, walk_hint
from souq.games.marracash.scene.tooltips import lot_preview
from souq.games.marracash.scene.words import crowd_words
from souq.games.marracash.state import (
    AUCTION,
    BOX,
    BRING,
    COLOURS,
    FOUNTAINS,
    GATE,
    GATE_NAMES,
    GATES,
    MOVE,
    NAMES,
    SHOP_NAMES,
    Event,
    Phase,
)

TOWN = BOX.town


def board_picks(desk: Desk, plan: Plan) -> list[Pick]:
    """Everything the viewer can choose on the board: actions, gates and groups."""
    if desk.asks(Phase.ACTION):
        return [*_walks(desk, plan), *_lots(desk, plan)]
    if desk.asks(Phase.GATE):
        return _gates(desk, plan)
    if desk.asks(Phase.GROUP):
        return _groups(desk, plan, desk.gate, _sizes(desk.legal))
    return []


# ---- leading a crowd


def _walks(desk: Desk, plan: Plan) -> list[Pick]:
    made = []
    for fountain in range(FOUNTAINS):
        routes = [route for route in OUT_OF[fountain] if route in desk.ways]
        if routes:
            made += _crowd(desk, plan, fountain, routes)
    return made


def _crowd(desk: Desk, plan: Plan, fountain: int, routes: list[int]) -> list[Pick]:
    """A crowd that opens its exits, and each exit by itself."""
    key, on = crowd_key(fountain), (crowd_key(fountain), fountain_key(fountain))
    label = f"{opened(crowd_words(desk.crowds[fountain]))} at {place(fountain)}"
    shown = walks_preview(desk, plan, routes)
    made = [Pick(OPENS, label, on, crowd_hint(desk, fountain, routes), opens=key, preview=shown)]
    for route in routes:
        walk = desk.walk(route)
        said, final = f"Lead them from {fountain + 1} to {walk.end + 1}", desk.ends_turn(MOVE + route)
        hint, after = walk_hint(desk, walk), walk_preview(desk, plan, walk)
        at = (exit_key(route),)
        made.append(Pick(MOVE + route, said, at, hint, commit="Lead", preview=after, final=final))
        short = f"Lead to {walk.end + 1}"
        made.append(
            Pick(MOVE + route, short, at, hint, commit="Lead", preview=after, final=final, group=key, button=True)
        )
    return made


# ---- auctions


def _lots(desk: Desk, plan: Plan) -> list[Pick]:
    return [
        Pick(
            AUCTION + shop,
            f"Auction the {shop_name(shop)}",
            (shop_key(shop),),
            lot_hint(desk, shop),
            commit=f"Auction {SHOP_NAMES[shop]}",
            preview=lot_preview(desk, plan, shop),
        )
        for shop in sorted(desk.lots)
    ]


# ---- new visitors


def _gates(desk: Desk, plan: Plan) -> list[Pick]:
    """Which gate to fill first; it opens the groups that can be brought in, or brings in all there are."""
    made = []
    for gate in desk.options(GATE, GATES):
        name, on = f"Gate {GATE_NAMES[gate]}", (gate_key(gate), fountain_key(BOX.entrances[gate]))
        seen = desk.foresee(GATE + gate)
        if not seen.of(Event.BROUGHT):
            key = gate_key(gate)
            hint = "Bring in two to four visitors from either end of the queue."
            made.append(Pick(OPENS, name, on, hint, opens=key, button=True, then=(GATE + gate,)))
            made += _groups(desk, plan, gate, _sizes(members(seen.view.asked)), (GATE + gate,), key)
        else:
            made.append(_last(desk, plan, gate, name, on))
    return made


def _last(desk: Desk, plan: Plan, gate: int, name: str, on: tuple[str, ...]) -> Pick:
    """All who are left come in at one gate."""
    taken = desk.group(0, desk.left)
    hint = f"{opened(_who(desk, taken))} {_comes(len(taken))} in here, and the queue is empty."
    shown, lifts = _arriving(desk, plan, gate, taken), tuple(waiting_key(at) for at in taken)
    return Pick(GATE + gate, name, on, hint, commit="Bring in", preview=shown, lifts=lifts, button=True, final=True)


def _sizes(choices: Iterable[int]) -> list[tuple[int, int]]:
    """The ends and numbers among choices of groups."""
    return [(at // SIZES, FEWEST + at % SIZES) for at in sorted(choice - BRING for choice in choices)]


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
    first, *then = (*before, BRING + end * SIZES + k - FEWEST)
    taken = desk.group(end, k)
    hint = _group_hint(desk, gate, end, taken)
    shown, lifts = _arriving(desk, plan, gate, taken), tuple(waiting_key(at) for at in taken)
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


def _arriving(desk: Desk, plan: Plan, gate: int, taken: Sequence[int]) -> tuple[Sprite, ...]:
    """The group as it would stand behind the gate."""
    who = [0] * COLOURS
    for at in taken:
        who[desk.waiting(at)] += 1
    x, y = plan.fountain(BOX.entrances[gate])
    return (Sprite("arriving", crowd(tuple(who), plan.grow, True), x, y, layer=LIFTED_LAYER, classes="lifted"),)


def _group_hint(desk: Desk, gate: int, end: int, taken: Sequence[int]) -> str:
    left = desk.left - len(taken)
    comes = f"{opened(_who(desk, taken))} come in at gate {GATE_NAMES[gate]}"
    if not left:
        return f"{comes}, and the queue is empty. The last round begins."
    after = taken[-1] + (1 if end == 0 else -1)
    few = f"{opened(counted(left))} {'is' if left == 1 else 'are'} left"
    return f"{comes}. {few}, with {NAMES[desk.waiting(after)]} next at end {ENDS[end]}."


def _who(desk: Desk, taken: Sequence[int]) -> str:
    who = [0] * COLOURS
    for at in taken:
        who[desk.waiting(at)] += 1
    return crowd_words(who)


def _comes(count: int) -> str:
    return "comes" if count == 1 else "come"


def _queue_words(desk: Desk, end: int) -> str:
    return listed([NAMES[desk.waiting(at)] for at in desk.group(end, min(MOST, desk.left))])
