"""Information of seats: DB-V01 to DB-V03."""

from souq.engine.rules.events import rows
from souq.engine.rules.twin import Twin
from souq.games.desert_bazaar import GAME
from souq.games.desert_bazaar.state import HIDDEN, TRADES, Event
from souq.testing.hiding import what_is_not_hidden_is_visible
from tests.games.desert_bazaar.play import games
from tests.support import rules


@rules("DB-V01", "DB-V02", "DB-V03")
def test_only_chance_is_hidden():
    """Hands can be deduced from public events, so views show them; the order of the stock is never stored."""
    assert HIDDEN == ()
    what_is_not_hidden_is_visible(GAME)


@rules("DB-V02")
def test_hands_follow_from_public_events():
    """Adding up the events gives every hand."""
    held = [[0] * 4 for _ in range(5)]
    for state in games(4, seed=8):
        twin = Twin.of(state)
        for row in rows(Event, twin.event[: twin.n_events]):
            if row.kind == Event.DEAL:
                for face in (row.one, row.two, row.three):
                    if face < 4:
                        held[row.seat][face] += 1
            elif row.kind in (Event.DECLARED, Event.FREE):
                held[row.seat][row.good] += 1
            elif row.kind == Event.GAIN:
                held[row.seat][row.good] += row.cards
            elif row.kind == Event.PAID:
                held[row.seat][row.good] -= row.cards
            elif row.kind == Event.TRADE:
                held[row.seat][row.good] += 1
                given = TRADES[row.trade]
                held[row.seat] = [n - int(k) for n, k in zip(held[row.seat], given, strict=True)]
        assert twin.hand == held
