"""Record games for ``tests/test_recorded.py``.

    python tools/record_games.py GAME

For every number of players it plays three games: with greedy bots and random options, with random choices and random
options, and with greedy bots and default options. It writes them to ``tests/games/GAME/recorded``.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

from souq.bots.levels import get
from souq.engine import registry
from souq.engine.match.decision import seats
from souq.engine.match.match import Match

DAY = "2026-11-21"
"""The value of options whose value is a day."""
TESTS = Path(__file__).resolve().parent.parent / "tests" / "games"


def record(game_name: str) -> list[Path]:
    """Write the recorded games of a game and return their paths."""
    game = registry.find(game_name)
    folder = TESTS / game.name / "recorded"
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for players in range(game.min_players, game.max_players + 1):
        for kind in ("greedy", "random", "plain"):
            pick = random.Random(f"{players} {kind}")
            options = {option.name: pick.choice(option.values or ("", DAY)) for option in game.options}
            match = Match(
                game,
                players,
                seed=players,
                options=None if kind == "plain" else options,
                names=["Amina", "Omar", "Leila", "Yusuf", "Mei", "Tariq"],
            )
            bot = get("random" if kind == "random" else "greedy")
            while not match.over:
                seat = pick.choice(list(seats(match.deciders)))
                legal = match.game.bindings.legal(match.state, seat).copy()
                match.play(bot.choose(game, match.view(seat, match.ply), seat, legal, match.ply), seat)
            match.confirm()
            path = folder / f"{kind}-{players}.souq.json"
            match.save(path)
            written.append(path)
    return written


if __name__ == "__main__":
    for name in sys.argv[1:]:
        for path in record(name):
            print(path.relative_to(TESTS.parent.parent))
