"""Queries: messages that change nothing, and whose answer only the sender receives."""

from __future__ import annotations

import logging
from typing import Any

from souq.engine.errors import NotYourTurn
from souq.engine.match import hooks
from souq.engine.match.decision import SPECTATOR
from souq.server.core.commands import protocol
from souq.server.core.live.live import Live
from souq.server.core.realtime.frames import story
from souq.server.errors import NoSeat, rule_json

LOG = logging.getLogger("souq.server")


def answer_of(live: Live, seat: int, command: protocol.Command) -> dict[str, Any]:
    """Return the answer to a query that a seat sends over its socket."""
    match command:
        case protocol.Explain():
            return explanation(live, seat, command)
        case protocol.Story(before=before):
            return story(live, seat, before)
        case protocol.PreviewProposal(id=key, text=text):
            return {"type": "weigh", "id": key, "text": text, "words": preview(live, seat, text)}
    raise TypeError(command.__class__)


def explanation(live: Live, seat: int, command: protocol.Explain) -> dict[str, Any]:
    """Return a message that explains why a seat can't make a choice now, or says that it can."""
    match, choice = live.match, command.choice
    rule, why, message = None, "", "The game hasn’t begun yet."
    if match is not None:
        words = match.game.choices.name(choice)
        if seat == SPECTATOR:
            message = "You’re watching this table."
        elif not live.waits_for >> seat & 1:
            names = " and ".join(s.name for s in live.row.seats if live.waits_for >> s.seat & 1)
            message = f"It’s not your turn. The table is waiting for {names}." if names else "The game is over."
        else:
            rule, why = match.refusal(choice, seat, command.after), match.why(choice, seat, command.after)
            message = f"You can choose “{words}” now." if rule is None else rule.text
    return {"type": "explain", "choice": choice, "rule": rule_json(rule), "message": message, "why": why}


def preview(live: Live, seat: int, text: str) -> str:
    """Return the game's comment on a proposal that a seat is putting together; "" if it has none.

    ``text`` is one of the game's phrases, or the beginning of one.

    Raises:
        NoSeat, NotYourTurn: the seat isn't asked to choose.
    """
    if seat == SPECTATOR:
        raise NoSeat
    match = live.playing
    if not live.waits_for >> seat & 1:
        raise NotYourTurn("Wait for your turn to preview a proposal.")
    try:
        return hooks.assess(match.game, match.view(seat), seat, text)
    except Exception:
        LOG.exception("A proposal at table %s could not be previewed.", live.row.id)
        return ""
