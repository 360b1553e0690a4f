"""Comparison of openskill's rating models: each predicts the recorded games of the arena, in the same order.

    python -m bench.ratings [--names N] [--seed N] [--json] [FILE...]

Before every game a model gives each seat's win probability, and then learns the result (progressive validation). Every
bot plays under several random names, so that each name is an unknown player at first and plays some dozens of games, as
people do. Two losses in nats per game, lower is better: the log-loss of the winner, and the mean
log-loss of which of two players is ahead. Without files it reads ``docs/ladder``.
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
import random
import statistics
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from openskill import models

from souq.arena.report import report
from souq.arena.results import read
from souq.server.core.rating_scale import BETA, START, luck

TAKEN = "ThurstoneMostellerFull"
"""The model that souq's ratings use (:mod:`souq.server.core.rating_scale`)."""
NOBODY = "knowing nobody"
LUCKS = (0.5, 1.0, 2.0, 3.0, 6.0, 12.0)
"""Multiples of openskill's default ``beta``."""
_LADDERS = Path(__file__).parent.parent / "docs" / "ladder"
FILES = sorted(path for path in _LADDERS.glob("*.jsonl") if "-" not in path.stem)
"""The long ladder of each game. Those with other numbers of players (``kairo-4``) are too short."""
NAMES = 12
"""Names per bot: on a ladder of five bots and 1,600 games each name plays about fifty to eighty games."""
LEAST = 1e-6
"""Lower bound of probabilities, so that one confident mistake doesn't dominate the mean."""

MODELS: dict[str, type] = {model.__name__: model for model in models.MODELS}


@dataclass(frozen=True)
class Game:
    """A game: the names of the players by seat, and their ranks."""

    names: tuple[str, ...]
    ranks: tuple[int, ...]


@dataclass(frozen=True)
class Loss:
    """The prediction losses of a model."""

    model: str
    games: int
    winner: float
    """Mean log-loss of the winner."""
    ahead: float
    """Mean log-loss of which of two players is ahead."""


def played(path: Path, names: int = NAMES, seed: int = 0, without: str = "") -> list[Game]:
    """Return the games of an arena file in random order, every bot under ``names`` random names.

    Games with the bot ``without`` are left out.
    """
    results, chance = read(path), random.Random(f"{path.stem} {seed}")
    bots, made = results.tournament.bots, []
    for row in sorted(results.rows.values(), key=lambda row: row.place):
        if row.ranks and without not in [bots[bot] for bot in row.seats]:
            taken: dict[int, list[int]] = {bot: chance.sample(range(names), row.seats.count(bot)) for bot in row.seats}
            made.append(Game(tuple(f"{bots[bot]} {taken[bot].pop()}" for bot in row.seats), tuple(row.ranks)))
    chance.shuffle(made)
    return made


def loss(name: str, games: Sequence[Game], **terms: float) -> Loss:
    """Evaluate a model on a sequence of games."""
    model: Any = MODELS[name](**terms)
    known: dict[str, Any] = {}
    winner, ahead = [], []
    for game in games:
        ratings = [known.setdefault(each, model.rating()) for each in game.names]
        winner.append(_winner(_chances(model, ratings), game.ranks))
        ahead.append(statistics.fmean(_ahead(model, ratings, game.ranks)))
        rated = model.rate([[each] for each in ratings], ranks=[float(rank) for rank in game.ranks])
        known.update(zip(game.names, (team[0] for team in rated), strict=True))
    return Loss(name, len(games), statistics.fmean(winner), statistics.fmean(ahead))


def guessing(games: Sequence[Game]) -> Loss:
    """Evaluate the baseline that gives all players the same chances."""
    winner = [_winner([1 / len(game.names)] * len(game.names), game.ranks) for game in games]
    return Loss(NOBODY, len(games), statistics.fmean(winner), math.log(2))


def _chances(model: Any, ratings: Sequence[Any]) -> list[float]:
    return [float(chance) for chance in model.predict_win([[each] for each in ratings])]


def _winner(chances: Sequence[float], ranks: Sequence[int]) -> float:
    """Return the log-loss of the winner, averaged over seats that share first place."""
    best = min(ranks)
    first = [chance for chance, rank in zip(chances, ranks, strict=True) if rank == best]
    return statistics.fmean(-math.log(max(chance, LEAST)) for chance in first)


def _ahead(model: Any, ratings: Sequence[Any], ranks: Sequence[int]) -> Iterator[float]:
    """Yield the log-loss for every pair of players; a tie counts half for either."""
    for one, two in itertools.combinations(range(len(ratings)), 2):
        chances = [max(each, LEAST) for each in _chances(model, [ratings[one], ratings[two]])]
        share = 0.5 if ranks[one] == ranks[two] else float(ranks[one] < ranks[two])
        yield -share * math.log(chances[0]) - (1 - share) * math.log(chances[1])


def compared(path: Path, names: int = NAMES, seed: int = 0) -> list[Loss]:
    """Evaluate all models on the games of a file, best first, followed by the baseline."""
    games, beta = played(path, names, seed), BETA * luck(path.stem)
    return [*sorted((loss(name, games, beta=beta) for name in MODELS), key=lambda each: each.winner), guessing(games)]


def lucks(path: Path, names: int = NAMES, seed: int = 0, without: str = "") -> dict[float, Loss]:
    """Evaluate the model in use with different multiples of ``beta``, on the games without a bot if one is given."""
    games = played(path, names, seed, without)
    return {factor: loss(TAKEN, games, beta=BETA * factor) for factor in LUCKS}


def marks(path: Path) -> dict[str, tuple[int, int]]:
    """Return every bot's rating on the scale where the Trader has a new player's rating, and its uncertainty.

    Uncertainties add up along the rungs between the bot and the Trader, as variances do.
    """
    made = report(read(path))
    bots = list(made.tournament.bots)
    trader = bots.index("trader")
    wide = [(rung.gap.high - rung.gap.low) / 2 for rung in made.rungs]
    found = {}
    for at, (bot, rating) in enumerate(zip(bots, made.ratings, strict=True)):
        between = wide[min(at, trader) : max(at, trader)]
        found[bot] = round(START + rating.value - made.ratings[trader].value), round(math.hypot(*between))
    return found


def main() -> None:
    """Print the comparison."""
    parser = argparse.ArgumentParser(description="Which of openskill's models foresees best who wins.")
    parser.add_argument("files", nargs="*", type=Path, default=FILES)
    parser.add_argument("--names", type=int, default=NAMES)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    made = {path.stem: compared(path, chosen.names, chosen.seed) for path in chosen.files}
    if chosen.json:
        found = {game: [asdict(each) for each in losses] for game, losses in made.items()}
        sys.stdout.write(json.dumps(found, indent=1) + "\n")
        return
    sys.stdout.writelines(f"{line}\n" for line in report_lines(made, chosen.files))


def report_lines(made: Mapping[str, Sequence[Loss]], files: Sequence[Path]) -> Iterator[str]:
    """Yield lines of text: every model on every game and on average, the effect of ``beta``, and the bots' ratings."""
    for game, losses in made.items():
        yield f"{game}, {losses[0].games:,} games"
        yield from (f"  {each.model:24} {each.winner:.4f} {each.ahead:.4f}" for each in losses)
    yield "mean of the games"
    for name in [*MODELS, NOBODY]:
        found = [each for losses in made.values() for each in losses if each.model == name]
        means = statistics.fmean(each.winner for each in found), statistics.fmean(each.ahead for each in found)
        yield f"  {name:24} {means[0]:.4f} {means[1]:.4f}"
    yield f"who wins by {TAKEN}, with luck counting for so many times as much as usual"
    for path in files:
        yield f"  {path.stem:24} " + " ".join(f"{factor:g}: {each.winner:.4f}" for factor, each in lucks(path).items())
    yield "the same without Apprentices"
    for path in files:
        closer = lucks(path, without="apprentice")
        yield f"  {path.stem:24} " + " ".join(f"{factor:g}: {each.winner:.4f}" for factor, each in closer.items())
    yield "bots"
    for path in files:
        yield f"  {path.stem:24} " + ", ".join(f"{bot} {at:,} ± {wide}" for bot, (at, wide) in marks(path).items())


if __name__ == "__main__":
    main()
