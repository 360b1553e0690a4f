"""The end of the game, points and ranks (KA-F04 to KA-F06)."""

from __future__ import annotations

from typing import Any

from souq.engine.compiler.compiled import rule
from souq.engine.rules.bits import store
from souq.engine.rules.events import ALL, emit
from souq.engine.rules.ranking import ranked
from souq.games.kairo.rules.medals import GOLD, SILVER
from souq.games.kairo.rules.payment import wealth
from souq.games.kairo.rules.sites import NOWHERE
from souq.games.kairo.state import BOX, COLOURS, Event, State

MONEY = BOX.end["money"]


@rule
def finish(s: State) -> None:
    """End the game: medals score again, and every three money score a point (KA-F05, KA-X33)."""
    s.over = 1
    store(s.asked, NOWHERE)
    emit(s, Event.END, ALL, 0, 0, 0, 0)
    for seat in range(s.players):
        score_medals(s, seat)
    for seat in range(s.players):
        money = wealth(s, seat)
        s.score[seat] += money // MONEY
        emit(s, Event.MONEY, ALL, seat, money, money // MONEY, 0)
    for seat in range(s.players):
        emit(s, Event.RANK, ALL, seat, rank(s, seat), s.score[seat], 0)


@rule
def score_medals(s: State, seat: int) -> None:
    """Score the medals a seat holds at the end."""
    gold = 0
    silver = 0
    for colour in range(COLOURS):
        if s.gold[colour] == seat:
            gold += 1
        if s.silver[colour] == seat:
            silver += 1
    points = GOLD * gold + SILVER * silver
    s.score[seat] += points
    emit(s, Event.MEDALS, ALL, seat, gold, silver, points)


@rule
def order(s: State, seat: int) -> int:
    """Return a seat's sort key: its points alone (KA-F06)."""
    return s.score[seat]


rank, ranks = ranked(order)


@rule
def points(s: State, out: Any) -> None:
    """Write the points of every seat to ``out``: the running score, or the final one once the game is over."""
    for seat in range(s.players):
        out[seat] = s.score[seat]
