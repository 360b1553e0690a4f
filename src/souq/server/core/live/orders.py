"""Standing orders and answers: decisions that a player makes in advance, so that the table can decide for them.

They belong to the table, not to the game: they aren't in the log, don't increment the revision, and only the seat that
gave them sees them. An order lasts as long as the game offers the seat an order about the same question; an answer
lasts as long as the game offers an answer of that name. Both are checked against the confirmed position, so an
unconfirmed draft ends neither.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from souq.engine.match import hooks
from souq.engine.match.match import Match
from souq.engine.present.scene import Answer, Order, to_json
from souq.server.core.live.live import Live
from souq.server.core.store.rows import OrderRow


def offered(live: Live, seat: int) -> Order | None:
    """Return the standing order that a seat may give now, as the game describes it; None if there is none."""
    match = live.match
    if match is None or match.game.orders is None or live.row.state != "playing" or seat < 0:
        return None
    return live.once(("order", seat), lambda: _offered(match, seat))


def lapsed(orders: Mapping[int, OrderRow], match: Match | None) -> list[int]:
    """Return the seats whose standing order has expired, because the game no longer offers that order."""
    if match is None:
        return []
    now = {seat: _offered(match, seat) for seat in orders}
    return [seat for seat, order in now.items() if order is None or order.about != orders[seat].about]


def answers(live: Live, seat: int) -> tuple[Answer, ...]:
    """Return the standing answers that the game offers a seat now, to be switched on or off."""
    match = live.match
    if match is None or match.game.orders is None or live.row.state != "playing" or seat < 0:
        return ()
    return live.once(("answers", seat), lambda: _answers(match, seat))


def ended(on: Mapping[int, tuple[str, ...]], match: Match | None) -> list[tuple[int, str]]:
    """Return the standing answers, as seat and name, that have expired because the game no longer offers them."""
    if match is None:
        return []
    still = {seat: {answer.name for answer in _answers(match, seat)} for seat in on}
    return [(seat, name) for seat, names in on.items() for name in names if name not in still[seat]]


def over(live: Live, match: Match | None, bots: Iterable[int]) -> tuple[list[int], list[tuple[int, str]]]:
    """Return the standing orders (as seats) and the standing answers (as seats and names) that have expired.

    Those of seats that a bot has just taken over (``bots``) expire too, since a bot decides for itself.
    """
    left, off = lapsed(live.orders, match), ended(live.answers, match)
    for bot in bots:
        left += [of for of in live.orders if of == bot and of not in left]
        off += [(bot, name) for name in live.answers.get(bot, ()) if (bot, name) not in off]
    return left, off


def replied(live: Live, seat: int) -> tuple[int, ...] | None:
    """Return the choices by which a seat's standing answers decide for it now; None if the player must decide."""
    match = live.playing
    return hooks.reply(match.game, match.view(seat), seat, live.answers.get(seat, ()))


def switches(live: Live, seat: int) -> list[dict[str, Any]]:
    """Return the standing answers offered to a seat as JSON; ``on`` marks those that are switched on.

    The labels of their buttons are empty unless the table waits for the seat to begin a decision.
    """
    match, on, offered = live.match, live.answers.get(seat, ()), answers(live, seat)
    if match is None or not offered:
        return []
    asked = match.drafter is None and live.row.pending_choice is None and live.waits_for >> seat & 1
    each = (answer if asked else replace(answer, say="") for answer in offered)
    return [to_json(answer) | ({"on": True} if answer.name in on else {}) for answer in each]


def chosen(live: Live, seat: int) -> tuple[int, ...] | None:
    """Return the choices by which a seat's standing order decides for it now; None if the order doesn't apply."""
    match = live.playing
    return hooks.answer(match.game, match.view(seat), seat, live.orders[seat].amount)


def order_json(live: Live, seat: int) -> dict[str, Any] | None:
    """Return the standing order that the game offers a seat, as JSON; ``now`` is the amount given so far, if any.

    Return None if no order is offered, or if the seat's draft has made it pointless.
    """
    order, left = offered(live, seat), live.orders.get(seat)
    if order is None or not _meant(live.match, seat, order):
        return None
    return to_json(order) | ({"now": left.amount} if left else {})


def _meant(match: Match | None, seat: int, order: Order) -> bool:
    """Return whether an offered order still makes sense if the seat's draft, if any, is confirmed."""
    if match is None or match.drafter != seat:
        return True
    now = hooks.order(match.game, match.view(seat), seat, match.called)
    return now is not None and now.about == order.about


def _answers(match: Match, seat: int) -> tuple[Answer, ...]:
    if match.over and match.mark == match.ply:
        return ()
    return hooks.answers(match.game, match.view(seat, match.mark), seat, match.called)


def _offered(match: Match, seat: int) -> Order | None:
    if match.over and match.mark == match.ply:
        return None
    return hooks.order(match.game, match.view(seat, match.mark), seat, match.called)
