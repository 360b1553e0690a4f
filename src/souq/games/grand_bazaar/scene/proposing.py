"""The parts of a proposal in the composer: keys of its items, the start of its text, and a proposal turned round."""

from __future__ import annotations

from souq.engine.match.decision import seats
from souq.games.grand_bazaar.scene.desk import Desk, Proposal
from souq.games.grand_bazaar.state import Phase


def give_key(good: int) -> str:
    """Return the key of a good that the viewer can give."""
    return f"give-{good}"


def get_key(good: int) -> str:
    """Return the sprite key of a good that the viewer can ask for."""
    return f"get-{good}"


def lend_key(customer: int) -> str:
    """Return the key of an access that the viewer can give."""
    return f"lend-{customer}"


def borrow_key(customer: int) -> str:
    """Return the key of an access that the viewer can ask for."""
    return f"borrow-{customer}"


def head_of(phase: Phase, other: int) -> str:
    """Return the text with which a proposal to ``other`` begins: ``offer 2`` on the floor, else ``post 2``."""
    return f"{'offer' if phase == Phase.FLOOR else 'post'} {other + 1}"


def exchanged(desk: Desk, deal: Proposal) -> tuple[tuple[tuple[str, int], ...], tuple[int, int]]:
    """Return the start of a counter-proposal: a proposal's sides exchanged, without cards that the viewer lacks."""
    start = [(give_key(good), min(deal.want.count(good), desk.hand[good])) for good in dict.fromkeys(deal.want)]
    start += [(get_key(good), deal.give.count(good)) for good in dict.fromkeys(deal.give)]
    start += [(lend_key(c), 1) for c in seats(deal.borrow)] + [(borrow_key(c), 1) for c in seats(deal.lend)]
    return tuple((key, n) for key, n in start if n), (max(0, -deal.net), max(0, deal.net))
