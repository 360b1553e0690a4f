"""Standing orders and answers: what a seat has asked the table to answer for it.

They belong to the table, not to the game: they are in no log, raise no revision, and are told to nobody but their own
seat. An order lives as long as the game offers that seat one about the same thing, an answer as long as it offers one
of the same name. They are judged by what everybody has been shown, so that no draft ends one before it is settled.
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
    """The order that a seat may leave now, or has left."""
    match = live.match
    if match is None or match.game.orders is None or live.row.state != "playing" or seat < 0:
        return None
    return live.once(("order", seat), lambda: _offered(match, seat))


def lapsed(orders: Mapping[int, OrderRow], match: Match | None) -> list[int]:
    """The seats whose orders are over, now that the match is so."""
    if match is None:
        return []
    now = {seat: _offered(match, seat) for seat in orders}
    return [seat for seat, order in now.items() if order is None or order.about != orders[seat].about]


def answers(live: Live, seat: int) -> tuple[Answer, ...]:
    """The standing answers that a seat may switch on or off now."""
    match = live.match
    if match is None or match.game.orders is None or live.row.state != "playing" or seat < 0:
        return ()
    return live.once(("answers", seat), lambda: _answers(match, seat))


def ended(on: Mapping[int, tuple[str, ...]], match: Match | None) -> list[tuple[int, str]]:
    """The standing answers that are over, now that the match is so: seat and name."""
    if match is None:
        return []
    still = {seat: {answer.name for answer in _answers(match, seat)} for seat in on}
    return [(seat, name) for seat, names in on.items() for name in names if name not in still[seat]]


def over(live: Live, match: Match | None, bots: Iterable[int]) -> tuple[list[int], list[tuple[int, str]]]:
    """The standing orders (seats) and answers (seat and name) that are over, now that the match is so.

    Those of the ``bots`` that have just taken a seat are over too: a bot decides by itself.
    """
    left, off = lapsed(live.orders, match), ended(live.answers, match)
    for bot in bots:
        left += [of for of in live.orders if of == bot and of not in left]
        off += [(bot, name) for name in live.answers.get(bot, ()) if (bot, name) not in off]
    return left, off


def replied(live: Live, seat: int) -> tuple[int, ...] | None:
    """What the answers that a seat has switched on choose for it; None when it is to decide itself."""
    match = live.playing
    return hooks.reply(match.game, match.view(seat), seat, live.answers.get(seat, ()))


def switches(live: Live, seat: int) -> list[dict[str, Any]]:
    """The standing answers of a seat, as they are sent to it: ``on`` says which are.

    None offers itself as a button while the seat is not asked, or has gone on to something else.
    """
    match, on, offered = live.match, live.answers.get(seat, ()), answers(live, seat)
    if match is None or not offered:
        return []
    asked = match.drafter is None and live.row.pending_choice is None and live.waits_for >> seat & 1
    each = (answer if asked else replace(answer, say="") for answer in offered)
    return [to_json(answer) | ({"on": True} if answer.name in on else {}) for answer in each]


def chosen(live: Live, seat: int) -> tuple[int, ...] | None:
    """What the order of a seat that is asked chooses; None when it has nothing to say any more."""
    match = live.playing
    return hooks.answer(match.game, match.view(seat), seat, live.orders[seat].amount)


def shown(live: Live, seat: int) -> dict[str, Any] | None:
    """The order a seat may leave, as it is sent to that seat: ``now`` is the amount of the one it has left.

    Nothing while its own draft has gone on to something else.
    """
    order, left = offered(live, seat), live.orders.get(seat)
    if order is None or not _meant(live.match, seat, order):
        return None
    return to_json(order) | ({"now": left.amount} if left else {})


def _meant(match: Match | None, seat: int, order: Order) -> bool:
    """Whether an order is still about something in what a seat has drafted."""
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
