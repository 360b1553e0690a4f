"""Standing answers: decisions that a player makes in advance for a round, such as to pass on every invitation."""

from __future__ import annotations

from collections.abc import Iterator

from souq.engine.present.scene import Answer, Names
from souq.engine.rules.twin import interpreted
from souq.games.grand_bazaar import state as g
from souq.games.grand_bazaar.rules.floor import proposer
from souq.games.grand_bazaar.rules.proposals import access_of
from souq.games.grand_bazaar.state import Phase, State
from souq.games.grand_bazaar.story.wording import lowest_square, negotiators, open_proposals


def answers(view: State, seat: int, names: Names) -> tuple[Answer, ...]:
    """Return the standing answers that a seat may switch on: those that can still apply in this round."""
    if view.over or not 0 <= seat < view.players:
        return ()
    return (*_free_trader(view, seat), *_trading(view, seat))


def reply(view: State, seat: int, switched: tuple[str, ...]) -> tuple[int, ...] | None:
    """Return the choices that a seat's standing answers make for it now, or None if the seat has to choose itself."""
    on = set(switched)
    if view.phase == Phase.OPEN:
        return _refused(view, seat, _protected(view, on))
    if seat != view.player:
        return None
    if view.phase == Phase.POLL and on & {_hold_name(view), _hold_round_name(view)}:
        return (g.HOLD,)
    if view.phase == Phase.RIGHT and _give_way_name(view) in on:
        return (g.ALLOW,)
    if view.phase == Phase.INVITED and _pass_name(view) in on:
        return (g.DECLINE,)
    return _rejected(view, seat, _protected(view, on))


# ---- names of answers; the round's number is in each, so that none outlasts its round


def _hold_name(view: State) -> str:
    return f"hold {view.nth}.{view.caravan + 1}"


def _hold_round_name(view: State) -> str:
    return f"hold {view.nth}"


def _give_way_name(view: State) -> str:
    return f"let pass {view.nth}"


def _pass_name(view: State) -> str:
    return f"pass {view.nth}"


def _keep_name(view: State, customer: int) -> str:
    return f"keep {customer} {view.nth}"


# ---- what is offered


def _free_trader(view: State, seat: int) -> Iterator[Answer]:
    """Yield the standing answers of a seat in the Free Trader's line during the Caravan phase (GB-F03, F06)."""
    if not Phase.LOOK <= view.asks <= Phase.DENIED or seat not in list(view.square):
        return
    polled = view.phase == Phase.POLL and seat == view.player
    if view.caravan != g.NOBODY:
        at = f"caravan {view.caravan + 1}"
        yield Answer(
            _hold_name(view),
            f"Hold back for {at}",
            "You don’t draw with your Free Trader cubes, but you can still object.",
            f"Hold back for {at}" if polled else "",
        )
    yield Answer(
        _hold_round_name(view),
        "Hold back all this round",
        "Cubes you don’t draw with are wasted.",
        "Hold back all this round" if polled else "",
    )
    if len(set(view.square) - {seat, g.NOBODY}) and _has_followers(view, seat):
        asked = view.phase == Phase.RIGHT and seat == view.player
        yield Answer(
            _give_way_name(view),
            "Give way all this round",
            "Never object to those behind you in line.",
            "Give way all this round" if asked else "",
        )


def _has_followers(view: State, seat: int) -> bool:
    """Return whether another seat is behind this seat's first cube in the Free Trader's line."""
    return any(other not in (seat, g.NOBODY) for other in view.square[lowest_square(view, seat) :])


def _trading(view: State, seat: int) -> Iterator[Answer]:
    """Yield the standing answers of a seat that can still receive offers or invitations (GB-T09, T16, T17)."""
    partners = [other for other in negotiators(view) if other != seat]
    dealing = Phase.LOOK <= view.asks <= Phase.PICK or view.asks == Phase.OPEN
    if view.trading == g.Trading.OFF or not dealing or view.retired >> seat & 1:
        return
    if partners and view.trading == g.Trading.FLOOR:
        asked = view.phase == Phase.INVITED and seat == view.player
        yield Answer(
            _pass_name(view),
            "Pass all this round",
            "Whenever everyone is asked. You still answer offers made to you alone.",
            "Pass all this round" if asked else "",
        )
    own = interpreted(access_of)(view, seat)
    for customer in range(g.CUSTOMERS):
        if own >> customer & 1 and (partners or seat in negotiators(view)):
            name = g.CUSTOMER_NAMES[customer]
            asked = _rejected(view, seat, 1 << customer) is not None if seat == view.player else False
            yield Answer(
                _keep_name(view, customer),
                f"Keep your {name} access this round",
                "Offers that ask for it are rejected.",
                f"Reject, keep the {name}" if asked else "",
            )


# ---- what is answered


def _protected(view: State, on: set[str]) -> int:
    """Return a bit mask of the customers that the seat's standing answers ``on`` forbid to share with other seats."""
    return sum(1 << customer for customer in range(g.CUSTOMERS) if _keep_name(view, customer) in on)


def _refused(view: State, seat: int, protected: int) -> tuple[int, ...] | None:
    """Return the choice that refuses the first post for a protected access, or None if no post asks for one."""
    for giver, taker in open_proposals(view):
        if taker == seat and view.borrow[giver][taker] & protected:
            return (g.REFUSE + giver,)
    return None


def _rejected(view: State, seat: int, protected: int) -> tuple[int, ...] | None:
    """Return the choice that rejects the proposals to a seat if they ask for a protected access, else None.

    Proposals that answer the seat's own invitation are rejected together, if every one of them asks for such an access.
    """
    if view.phase in (Phase.ANSWER, Phase.LAST):
        giver = interpreted(proposer)(view)
        return (g.REJECT,) if view.borrow[giver][seat] & protected else None
    if view.phase == Phase.PICK:
        made = [giver for giver, _ in open_proposals(view)]
        return (g.NONE,) if protected and all(view.borrow[giver][seat] & protected for giver in made) else None
    return None
