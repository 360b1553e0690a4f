"""The panels next to the board: each player's points, cards and last action, and numbers about the board."""

from __future__ import annotations

from collections import Counter

from souq.engine.present.markup import rect
from souq.engine.present.scene import Facts, Panel, Pips, Stat, text, use
from souq.engine.present.wording import some
from souq.games.desert_bazaar.scene import art
from souq.games.desert_bazaar.scene.desk import Desk
from souq.games.desert_bazaar.state import BOX, RESOURCES, Event, Phase
from souq.games.desert_bazaar.story import wording

_DOING = {
    Phase.WILD: "choosing a card",
    Phase.TURN: "building or rolling",
    Phase.TAKE: "taking a card",
    Phase.THROWN: "rolling",
    Phase.MATCH: "choosing cards",
    Phase.SITE: "choosing a site",
    Phase.PAY: "paying",
    Phase.TRADE: "trading",
    Phase.NEXT: "building more",
}


_DONE: dict[int, str] = {
    Event.CLOSED: "closed a camp",
    Event.NOTHING: "rolled nothing",
    Event.BARREN: "found no cards",
}


def panels(desk: Desk) -> tuple[Panel, ...]:
    """Return a panel for every seat."""
    done = _done(desk)
    projected = desk.projected() if desk.ctx.options.get("projection") and not desk.over else None
    made = []
    for seat in desk.seats:
        note = _doing(desk, seat) if desk.acting(seat) else done.get(seat, "")
        pips = Pips(BOX.setup["markers"], desk.view.markers[seat], "markers left")
        stats = _stats(desk, seat, projected)
        made.append(desk.panel(seat, str(desk.view.score[seat]), note, art.EMBLEMS, stats, pips=pips))
    return tuple(made)


def _doing(desk: Desk, seat: int) -> str:
    if seat == desk.seat and desk.phase == Phase.TURN:
        return "your turn"
    return _DOING[Phase(desk.phase)]


def _stats(desk: Desk, seat: int, projected: list[int] | None) -> tuple[Stat, ...]:
    held = list(desk.view.hand[seat])
    made = [Stat("cards" if sum(held) != 1 else "card", str(sum(held)))]
    if desk.ctx.options.get("memory_aid") or desk.over or desk.ctx.finished:
        made += [Stat("", str(k), f"g-{letter}") for k, letter in zip(held, art.LETTERS, strict=True)]
    if projected:
        made.append(Stat("if it ended now", str(projected[seat])))
    return tuple(made)


def _done(desk: Desk) -> dict[int, str]:
    """Return a phrase for the most recent action of each seat since the viewer's own last action."""
    notes: dict[int, str] = {}
    built: Counter[int] = Counter()
    for row in desk.recent:
        if row.kind == Event.SITE:
            built[row.seat] += 1
            notes[row.seat] = f"built {some(built[row.seat], 'tent')}"
        elif row.kind == Event.GAIN:
            notes[row.seat] = f"rolled {wording.amount(row.cards, row.good)}"
        elif row.kind in _DONE:
            notes[row.seat] = _DONE[row.kind]
    return notes


def facts(desk: Desk) -> tuple[Facts, ...]:
    """Return lists of facts about the board, the current majorities if an option asks for them, and a legend."""
    rows = (
        ("Sites left", str(len(desk.open))),
        ("of these, with no tent beside", str(desk.lone)),
        ("Open camps", str(sum(not camp.full for camp in desk.camps))),
    )
    made = [Facts("The desert", rows)]
    if desk.ctx.options.get("projection") and not desk.over:
        made.append(Facts("Most cards now", tuple(_leader(desk, good) for good in range(RESOURCES))))
    legend = [("On a site: cards you pay", _LEGEND), ("and points you score at once", _POINTS)]
    if any(price.trade for prices in desk.prices.values() for price in prices.values()):
        legend.insert(1, ("some of them traded 3:1", _TRADE))
    return (*made, Facts("", tuple(legend), legend=True))


def _leader(desk: Desk, good: int) -> tuple[str, str]:
    seat, most = desk.majority(good)
    # The number comes first: a player's name could otherwise imitate other text.
    return wording.SEVERAL[good], f"{most}, {desk.ctx.names(seat)}" if seat >= 0 else "tied" if most else "nobody"


_LEGEND = (
    '<svg width="17" height="22" viewBox="0 0 17 22" aria-hidden="true">'
    + rect(1, 1, 15, 20, 3, "var(--lit-soft)", "var(--lit)", 1.4)
    + text("2", 8.5, 16, 13, "var(--lit)", 700)
    + "</svg>"
)
_TRADE = '<svg width="20" height="14" viewBox="0 0 20 14" aria-hidden="true">' + use("x-trade", 0, 1, 20, 12) + "</svg>"
_POINTS = (
    '<svg width="24" height="18" viewBox="0 0 24 18" aria-hidden="true">'
    + text("+2", 24, 14, 14, "var(--lit)", 600, "end")
    + "</svg>"
)
