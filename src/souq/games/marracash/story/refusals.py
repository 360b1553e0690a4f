"""Explanations of refused choices, from the position itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from souq.engine.present.scene import Names
from souq.engine.present.voice import person
from souq.engine.present.wording import counted, listed, opened, some
from souq.engine.rules.twin import interpreted
from souq.games.marracash.rules import auction
from souq.games.marracash.state import BOX, CHOICES, ENTRANCE, NOBODY, ROUTE_START, STEP, Phase, State
from souq.games.marracash.story.wording import COIN, fountain, money, shop


@dataclass(frozen=True, slots=True)
class Case:
    """A refused choice: the position, the seat that tried it, and the choice's index within its group."""

    view: State
    seat: int
    names: Names
    index: int

    @property
    def waiting(self) -> int:
        """Number of visitors in the queue."""
        return self.view.back - self.view.front

    def crowd(self, at: int) -> int:
        """Return the number of visitors at a fountain."""
        return sum(self.view.crowd[at])


def why(view: State, seat: int, choice: int, rule: str, names: Names) -> str:
    """Explain in a sentence or two why a choice of ``seat`` is illegal in this position.

    The explanation adds to the text of the rule. It is empty if the rule says everything, or if the seat has nothing to
    decide.
    """
    if view.over or seat != view.player:
        return ""
    group, index = CHOICES.group_of(choice)
    explain = _EXPLAINED.get((Phase(view.phase), group), _ASIDE.get(Phase(view.phase)))
    return opened(explain(Case(view, seat, names, index))) if explain else ""


# ---- actions


def _move(case: Case) -> str:
    """Explain why a crowd cannot be led (MA-F01, MA-T01, MA-M01)."""
    if case.view.turn <= case.view.players:
        return ""
    if case.view.auctioned:
        return "auction another shop. After an auction you can’t lead crowds this turn."
    crowds = [str(at + 1) for at in range(len(case.view.crowd)) if case.crowd(at)]
    start = int(ROUTE_START[case.index])
    if case.crowd(start):
        return ""
    if not crowds:
        return "auction a shop. The streets are empty."
    return f"choose a crowd at fountain {listed(crowds, 'or')}. {opened(fountain(start))} is empty."


def _auction(case: Case) -> str:
    """Explain why a shop cannot be put up, or why the player cannot hold an auction (MA-A01, MA-A03, MA-A13)."""
    owner = case.view.owner[case.index]
    if owner != NOBODY:
        whose = "yours" if owner == case.seat else person(case.names, owner).whose
        return f"choose a shop that nobody owns. {opened(shop(case.index))} is {whose} already."
    if not case.view.signs[case.seat]:
        return f"lead a crowd. All {counted(case.view.owner.count(case.seat))} of your signs are in use."
    cash = case.view.cash[case.seat]
    if cash < auction.LEAST:
        return f"lead a crowd. You need {auction.LEAST} {COIN} to hold an auction, and you have {money(cash)}."
    return ""


def _idle(case: Case) -> str:
    """Explain that the player has to take an action before anything else (MA-T02)."""
    if case.view.turn <= case.view.players:
        return "choose a shop to auction. In the first round everyone holds one auction."
    return f"take your {'second action' if case.view.actions else 'two actions'} first."


# ---- bids


def _pass(case: Case) -> str:
    """Explain that the auctioneer can't pass, because it has to make the first bid (MA-A02)."""
    return f"open with {auction.LEAST} or more. You put {shop(case.view.lot)} up for auction yourself."


def _more(case: Case) -> str:
    """Explain that the bidder cannot go above the minimum bid (MA-A05, MA-A12)."""
    least = interpreted(auction.least)(case.view)
    return _beyond(case, least + STEP, f"bid {money(least)}{' or pass' if case.view.standing else ''}")


def _add(case: Case) -> str:
    """Explain that adding this amount would make the bid too high (MA-A05, MA-A12)."""
    return _beyond(case, case.view.counted + STEP * (case.index + 1))


def _much_more(case: Case) -> str:
    return _beyond(case, case.view.counted + auction.JUMP + STEP)


def _beyond(case: Case, amount: int, instead: str = "bid less") -> str:
    """Explain that a bid is above the bidder's cash or above the highest bid allowed; return "" if it isn't."""
    most, cash = interpreted(auction.cap)(case.view, case.seat), case.view.cash[case.seat]
    if amount <= most:
        return ""
    reason = f"no bid may be higher than {money(auction.MOST)}" if cash > most else f"you have {money(cash)} {COIN}"
    return f"{instead}. That would make {money(amount)}, and {reason}."


def _bidding(case: Case) -> str:
    """Explain that the player has to bid or pass before anything else (MA-A06)."""
    view = case.view
    if view.phase == Phase.AMOUNT:
        return f"say how much you bid for {shop(view.lot)}, {money(view.counted + STEP)} or more."
    if view.leader == NOBODY:
        return _pass(case)
    standing = f"{person(case.names, view.leader).whose} {money(view.standing)}"
    return f"raise {standing}, or pass. {opened(shop(view.lot))} is being auctioned."


# ---- souvenirs and visitors


def _selling(case: Case) -> str:
    """Explain that the player has to choose a souvenir to sell before anything else (MA-V04)."""
    return f"choose the souvenir to sell first. A customer is waiting in {shop(case.view.sale)}."


def _gate(case: Case) -> str:
    """Explain that an entrance still has visitors (MA-N01, MA-N02)."""
    at = int(ENTRANCE[case.index])
    n = case.crowd(at)
    here = f"{opened(some(n, 'visitor'))} still stand{'s' if n == 1 else ''} at gate {at + 1}."
    return f"fill {_empty(case)}. {here}" if n else ""


def _filling(case: Case) -> str:
    """Explain that the player has to bring in visitors before anything else (MA-N01)."""
    if case.view.phase == Phase.GATE:
        return f"bring visitors to {_empty(case)} first. Your actions are done."
    return f"bring visitors to gate {int(ENTRANCE[case.view.gate]) + 1} first. Your actions are done."


def _empty(case: Case) -> str:
    """Return the gates without visitors: ``gate 1 or 8``."""
    return f"gate {listed([str(at + 1) for at in map(int, ENTRANCE) if not case.crowd(at)], 'or')}"


def _bring(case: Case) -> str:
    """Explain that a group is larger than the queue, or is the whole queue from end B (MA-N03)."""
    sizes = BOX.visitors["most"] - BOX.visitors["fewest"] + 1
    end, n = case.index // sizes, BOX.visitors["fewest"] + case.index % sizes
    left = case.waiting
    if n > left:
        return f"bring fewer. Only {counted(left)} {'is' if left == 1 else 'are'} waiting outside."
    return f"choose end A. Bringing in all {counted(n)} is the same from either end." if end and n == left else ""


_EXPLAINED: dict[tuple[Phase, str], Callable[[Case], str]] = {
    (Phase.ACTION, "move"): _move,
    (Phase.ACTION, "auction"): _auction,
    (Phase.BID, "pass"): _pass,
    (Phase.BID, "more"): _more,
    (Phase.AMOUNT, "add"): _add,
    (Phase.AMOUNT, "more"): _much_more,
    (Phase.GATE, "gate"): _gate,
    (Phase.GROUP, "bring"): _bring,
}
"""For each phase and group of choices, the function that explains why a choice of the group is illegal."""
_ASIDE: dict[Phase, Callable[[Case], str]] = {
    Phase.ACTION: _idle,
    Phase.BID: _bidding,
    Phase.AMOUNT: _bidding,
    Phase.SOUVENIR: _selling,
    Phase.GATE: _filling,
    Phase.GROUP: _filling,
}
"""For each phase, the function that explains what to decide first, if a choice belongs to another phase."""
