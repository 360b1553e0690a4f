"""Everything that players see of some games, to be compared between numpy with Numba and a browser's replacements."""

from __future__ import annotations

import importlib
import json
from typing import Any

from souq.bots import levels
from souq.bots.characters import seated
from souq.bots.hints import advises, hint
from souq.engine.errors import IllegalChoice
from souq.engine.game import Game
from souq.engine.match.decision import seats
from souq.engine.match.match import Match
from souq.engine.match.saved import from_json, to_json

OFTEN = 3
"""Number of decisions from one look at the table to the next."""
QUICK = ("apprentice", "trader", "merchant")
"""Names of the bots that play."""
LOOKS = 12
"""Number of looks at each table."""


def record(package: str) -> list[Any]:
    """Return what is seen of a game at its smallest and at its largest table, as plain JSON."""
    game: Game = importlib.import_module(package).GAME
    vars(game)["solve"] = None  # a browser has no solvers
    tables = sorted({game.min_players, game.company, game.max_players})
    made: list[Any] = json.loads(json.dumps([_played(game, players) for players in tables], default=str))
    return made


def _played(game: Game, players: int) -> list[Any]:
    match, seen = Match(game, players, seed=players), list[Any]()
    bots = [levels.get(each.name) for each in seated(game, players) if each.name in QUICK]
    while not match.over and match.ply < OFTEN * LOOKS * players:
        now = match.observe(next(seats(match.deciders)))
        bot = bots[match.ply % len(bots)]
        match.replay(bot.choose(game, now.view, now.seat, now.legal, match.ply), now.seat)
        if match.ply % (OFTEN * players) == 0:
            seen.append([match.scene(seat).to_json() for seat in range(-1, players)])
            seen.append([match.in_words(seat=seat) for seat in range(players)])
            if not match.over:
                seen.append(_advised(match))
    again = from_json(to_json(match), lambda *given, **named: Match(*given, **named))
    told = [[line.text for line in match.story(seat)] for seat in range(players)]
    return [*seen, told, match.points(), again.position(), [made.choice for made in match.log]]


def _advised(match: Match) -> list[Any]:
    now = match.observe(next(seats(match.deciders)))
    refused = next((n for n in range(match.game.n_choices) if n not in now.legal), -1)
    told = ""
    try:
        if refused >= 0:
            match.play(refused, now.seat)
    except IllegalChoice as error:
        told = str(error)
    if not advises(match.game) or len(now.legal) < 2:
        return [told]
    best = levels.get(seated(match.game, match.players)[-1].name)
    if best.name == "sultan" and match.ply < 2 * OFTEN * match.players:
        told += str(best.choose(match.game, now.view, now.seat, now.legal, 5))
    advice = hint(match.game, now.view, now.seat, list(map(int, now.legal)), 5, iterations=60, seconds=None)
    return [told, advice.choice, advice.why, advice.leads]
