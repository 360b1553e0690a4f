"""Standing orders and answers: decisions that a seat makes in advance, so that the table can decide for it.

They belong to the table, not to the game: they aren't in the log, don't increment the revision, and are shown only to
their own seat. An order lasts as long as the game offers that seat an order about the same thing; an answer lasts as
long as the game offers one of the same name. Both are checked against the confirmed position, so an unconfirmed draft
ends neither.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from souq.engine.match import hooks
from souq.engine.match.match import Match
from souq.engine.present.scene import Answer, Order, to_json
from souq.server.core.db.models import OrderRow
from souq.server.core.live.live import Live


def offered(live: Live, seat: int) -> Order | None:
    """Return the standing order that the game offers a seat now; None if it offers none."""
    match = live.match
    if match is None or match.game.orders is None or live.row.state != "playing" or seat < 0:
        return None
    return live.once(("order", seat), lambda: _offered(match, seat))


def lapsed(orders: Mapping[int, OrderRow], match: Match | None) -> list[int]:
    """Return the seats whose standing orders no longer apply to the match."""
    if match is None:
        return []
    now = {seat: _offered(match, seat) for seat in orders}
    return [seat for seat, order in now.items() if order is None or order.about != orders[seat].about]


def answers(live: Live, seat: int) -> tuple[Answer, ...]:
    """Return the standing answers that a seat may switch on or off now."""
    match = live.match
    if match is None or match.game.orders is None or live.row.state != "playing" or seat < 0:
        return ()
    return live.once(("answers", seat), lambda: _answers(match, seat))


def ended(on: Mapping[int, tuple[str, ...]], match: Match | None) -> list[tuple[int, str]]:
    """Return the standing answers that no longer apply to the match, as pairs of seat and name."""
    if match is None:
        return []
    still = {seat: {answer.name for answer in _answers(match, seat)} for seat in on}
    return [(seat, name) for seat, names in on.items() for name in names if name not in still[seat]]


def over(live: Live, match: Match | None, bots: Iterable[int]) -> tuple[list[int], list[tuple[int, str]]]:
    """Return the standing orders (seats) and answers (seats and names) that no longer apply to the match.

    Those of ``bots``, seats that a bot has just taken over, end too, since a bot decides for itself.
    """
    left, off = lapsed(live.orders, match), ended(live.answers, match)
    for bot in bots:
        left += [of for of in live.orders if of == bot and of not in left]
        off += [(bot, name) for name in live.answers.get(bot, ()) if (bot, name) not in off]
    return left, off


def replied(live: Live, seat: int) -> tuple[int, ...] | None:
    """Return the choices that a seat's standing answers make for it now; None if it must decide itself."""
    match = live.playing
    return hooks.reply(match.game, match.view(seat), seat, live.answers.get(seat, ()))


def switches(live: Live, seat: int) -> list[dict[str, Any]]:
    """Return the standing answers offered to a seat as JSON; ``on`` is set in those that are switched on.

    Their button labels are empty while the seat isn't asked to decide, and while it has a draft or a pending choice.
    """
    match, on, offered = live.match, live.answers.get(seat, ()), answers(live, seat)
    if match is None or not offered:
        return []
    asked = match.drafter is None and live.row.pending_choice is None and live.waits_for >> seat & 1
    each = (answer if asked else replace(answer, say="") for answer in offered)
    return [to_json(answer) | ({"on": True} if answer.name in on else {}) for answer in each]


def chosen(live: Live, seat: int) -> tuple[int, ...] | None:
    """Return the choices that a seat's standing order makes for it; None if it doesn't apply now."""
    match = live.playing
    return hooks.answer(match.game, match.view(seat), seat, live.orders[seat].amount)


def order_json(live: Live, seat: int) -> dict[str, Any] | None:
    """Return the standing order that the game offers a seat as JSON; ``now`` is the amount that the seat has set.

    Return None if no order is offered, or if it no longer applies in the seat's draft.
    """
    order, left = offered(live, seat), live.orders.get(seat)
    if order is None or not _meant(live.match, seat, order):
        return None
    return to_json(order) | ({"now": left.amount} if left else {})


def _meant(match: Match | None, seat: int, order: Order) -> bool:
    """Return whether an order still applies in the seat's draft, if it has one."""
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
