"""How often a bot proposes a trade while a timer runs."""

from __future__ import annotations

from souq.bots.greedy import GreedyBot
from souq.engine import registry
from souq.engine.match.match import Match
from souq.server.core.jobs.due import next_turn, quiet_for
from souq.server.core.live.live import Live
from souq.server.core.store.rows import SeatRow, TableRow


def trading(seed: int) -> Live:
    """Return a table of bots that trade with a timer."""
    game, bot = registry.find("grand_bazaar"), GreedyBot()
    match = Match(game, 4, seed=seed, options={"trading": "open"})
    while match.clock is None:
        seat = (match.deciders & -match.deciders).bit_length() - 1
        asked = match.observe(seat)
        match.play(bot.choose(game, asked.view, seat, asked.legal, match.ply), seat)
    seats = [SeatRow(seat, "bot", "trader", f"Bot {seat}") for seat in range(4)]
    row = TableRow("t", game.name, "1", 4, {}, b"sesame", 0.0, 0.0, "playing", seats=seats)
    return Live(row, match)


def test_a_bot_waits_before_its_next_proposal() -> None:
    live, proposed = trading(1), 0
    for seat in range(4):
        turn = next_turn(live, seat)
        if turn is None or turn.request is None:
            continue
        proposals = {choice for choice in turn.request.legal if live.playing.begins(choice, seat)}
        proposed += bool(proposals)
        live.quiet_until[seat] = live.now() + 60.0
        assert quiet_for(live, seat) > 50.0
        later = next_turn(live, seat)
        assert later is None or later.request is None or not proposals & {*later.request.legal}
        live.quiet_until[seat] = live.now() - 1.0
        again = next_turn(live, seat)
        assert again is not None and again.request is not None
        assert again.request.legal == turn.request.legal
    assert proposed
