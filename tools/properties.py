"""Generate the table of games in ``docs/explanation/research.md``: ``python -m tools.properties``.

Sizes and information come from the games. Lengths and branching factors are measured in random play from :data:`SEED`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from souq.engine import registry
from souq.engine.game import Game, OptionValue
from souq.engine.rules.record import Batch
from souq.envs import vector
from souq.envs.games import observing
from souq.envs.information import hides

PAGE = Path(__file__).parent.parent / "docs" / "explanation" / "research.md"
BEGIN, END = "<!-- properties: python -m tools.properties -->\n", "<!-- end of properties -->\n"
SEED, GAMES = 1, 256
"""The seed, and the number of random games for each number of players."""
COLUMNS = ("game", "players", "information", "chance", "at once", "actions", "observation", "decisions", "branching")
HEAD = f"| {' | '.join(COLUMNS)} |\n{'|---' * len(COLUMNS)}|\n"


@dataclass(frozen=True)
class Measured:
    """Statistics of random games."""

    decisions: int
    """The median number of decisions in a game, without forced ones."""
    branching: int
    """The median number of legal choices of a decision."""
    most: int
    """The maximum number of legal choices of a decision."""


def table() -> str:
    """Return the table as Markdown."""
    rows = (row(game, players) for game in house() for players in range(game.min_players, game.max_players + 1))
    return HEAD + "".join(rows)


def house() -> list[Game]:
    """Return souq's own games, sorted by title."""
    games = registry.installed().values()
    return sorted((game for game in games if game.package.startswith("souq.games.")), key=lambda game: game.title)


def row(game: Game, players: int) -> str:
    """Return the table row of a game with a number of players."""
    found = measured(game, players)
    return f"{known(game, players)} {found.decisions} | {found.branching} ({found.most}) |\n"


def known(game: Game, players: int) -> str:
    """Return the cells that don't need to be measured."""
    size = observing(game, players, "flat").size
    information = "imperfect" if hides(game) else "perfect"
    cells = (game.title, players, information, chance(game, players), together(game, players), game.n_choices)
    return f"| {' | '.join(map(str, cells))} | {size:,} |"


def chance(game: Game, players: int) -> str:
    """Return when chance is drawn with the default options: in the setup, in play, or in both."""
    drawn = {"setup" if ply == 0 else "play" for ply, state in positions(game, players, {}) if state["draws"][0]}
    return ", ".join(sorted(drawn, reverse=True)) or "none"


def together(game: Game, players: int) -> str:
    """Return the options with which several seats may choose at the same time."""
    usual = game.check_options(None, players)
    if races(game, players, {}):
        return "yes"
    other_options = (
        (option.name, value)
        for option in game.options
        for value in option.values
        if value != usual[option.name] and option.fits(value, players)
    )
    return (
        ", ".join(f"`{name}={value}`" for name, value in other_options if races(game, players, {name: value})) or "no"
    )


def races(game: Game, players: int, options: dict[str, OptionValue]) -> bool:
    """Return whether several seats may choose at the same time anywhere in a few random games."""
    masks = (game.bindings.deciders(state) for _, state in positions(game, players, options))
    return any(mask & (mask - 1) for mask in masks)


def positions(game: Game, players: int, options: dict[str, OptionValue], games: int = 3) -> Iterator[tuple[int, Batch]]:
    """Yield the positions of some random games, each with the number of decisions before it."""
    bindings, pick = game.bindings, np.random.default_rng(SEED)
    numbers = game.option_numbers(game.check_options(options, players))
    for nth in range(games):
        state, ply = bindings.setup(players, numbers, (SEED, nth)), 0
        yield ply, state
        while mask := bindings.deciders(state):
            seat, ply = (mask & -mask).bit_length() - 1, ply + 1
            bindings.apply(state, seat, int(pick.choice(bindings.legal(state, seat))), (nth, ply))
            yield ply, state


def measured(game: Game, players: int, games: int = GAMES) -> Measured:
    """Measure random games, one in each row of a batch."""
    batch = vector(game, games, players, seed=SEED, observation="nothing", autoreset="next")
    going, made, legal = np.ones(games, np.bool_), np.zeros(games, np.int64), [np.zeros(0, np.int64)]
    while going.any():
        legal.append(batch.masks[going].sum(1, dtype=np.int64))
        made += going
        batch.step(batch.picks)
        going &= batch.dones == 0
    choices = np.concatenate(legal)
    return Measured(round(float(np.median(made))), round(float(np.median(choices))), int(choices.max()))


def main() -> None:
    """Write the table into its page."""
    page = PAGE.read_text("utf-8")
    before, rest = page.split(BEGIN)
    PAGE.write_text(before + BEGIN + "\n" + table() + "\n" + END + rest.split(END)[1], "utf-8")


if __name__ == "__main__":
    main()
